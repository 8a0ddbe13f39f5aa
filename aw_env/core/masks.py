"""What the batch asks of its masks."""

from aw_env.core.compiling import compiled


@compiled
def first_illegal(masks, actions):
    """The first row whose action is not legal, -1 if all are.  masks: int8 `(n, n_actions)`; actions: integers."""
    for i in range(masks.shape[0]):
        action = int(actions[i])
        if action < 0 or action >= masks.shape[1] or masks[i, action] == 0:
            return i
    return -1
