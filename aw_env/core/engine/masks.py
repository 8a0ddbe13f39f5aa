"""What is asked of masks, int8 of one answer each, 1 where it is legal.

Masks are long and mostly empty: they are read eight answers at a time, and their length is a multiple of eight.
"""

import numpy as np

from aw_env.core.engine.arrays import sum_of_bytes
from aw_env.core.engine.compiling import compiled, rule
from aw_env.core.engine.dice import below

MOST_ADDED = 127
"""Words that are added up before their bytes are: none of these carries into the next, or the last into the sign."""


@rule
def clear(mask):
    """Nothing is legal."""
    for action in range(mask.size):
        mask[action] = 0


@rule
def count_legal(mask):
    """How many answers are legal."""
    eights = mask.view(np.int64)
    legal = 0
    for first in range(0, eights.size, MOST_ADDED):
        added = 0
        for k in range(first, min(first + MOST_ADDED, eights.size)):
            added += eights[k]
        legal += sum_of_bytes(added)
    return legal


@rule
def first_legal(mask):
    """The first legal answer of a mask that has one."""
    action = 0
    while mask[action] == 0:
        action += 1
    return action


@rule
def random_legal(mask, generator):
    """A legal answer, each as likely as the others; -1 when there is none.  `mask` is one contiguous row."""
    legal = count_legal(mask)
    if legal == 0:
        return -1
    skip = below(generator, legal)
    eights = mask.view(np.int64)
    for k in range(eights.size):
        if eights[k] != 0:
            here = sum_of_bytes(eights[k])
            if skip < here:
                break
            skip -= here
    action = 8 * k
    while mask[action] == 0 or skip > 0:
        skip -= mask[action]
        action += 1
    return action


@compiled
def first_illegal(masks, actions):
    """The first row whose action is not legal, -1 if all are.  masks: int8 `(n, n_actions)`; actions: integers."""
    for i in range(masks.shape[0]):
        action = int(actions[i])
        if action < 0 or action >= masks.shape[1] or masks[i, action] == 0:
            return i
    return -1
