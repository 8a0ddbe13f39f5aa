"""The TorchRL face: a batched `EnvBase` over the batch, one seat of each game."""

from typing import Any

import torch
from tensordict import TensorDict, TensorDictBase
from torchrl.data import Binary, Bounded, Categorical, Composite, Unbounded
from torchrl.envs import EnvBase

from aw_env.core.faces.episodes import Episodes, ResetSeeds
from aw_env.core.faces.one_seat import OneSeatVecEnv
from aw_env.core.faces.spaces import observation_box


class TorchRLEnv(EnvBase):
    """Many games for TorchRL, `batch_size=[num_envs]`; `batch` is the `OneSeatVecEnv` underneath.

    One seat of each game learns, and opponents play the others inside the step.  So each row of a rollout is the
    trajectory of one player, and TorchRL's value estimators, losses and transforms apply as they are; in a stream of
    both sides' decisions they would mistake the other side's value for one's own.

    Entries, all new tensors: `observation`, int16 or float32 `(num_envs, columns)`; `action_mask`, bool
    `(num_envs, n_actions)`; `action`, int64 `(num_envs,)`; `reward`, float32 `(num_envs, 1)`; `done`, `terminated` and
    `truncated`, bool `(num_envs, 1)`.  The spec of the action knows the mask, so `rand_action` is legal; under other
    transforms it needs `ActionMask()`, and a collector needs a policy that masks: it samples from a copy of the spec.

    Where a game ends, `"next"` holds what the seat saw last, with every action in the mask, since there is nothing to
    decide.  The next game begins when that row is reset, as `step_and_maybe_reset` and the collectors do by `_reset`; a
    game that is reset while in progress is abandoned.  `_step` selects the games that are stepped.

    A `reset` of all games uses the seed of `set_seed`, or the one that the batch was made with; later resets use those
    that follow from it.
    """

    def __init__(self, batch: OneSeatVecEnv) -> None:
        super().__init__(device=torch.device("cpu"), batch_size=[batch.num_envs])
        self.is_closed = False
        self.batch = batch
        self._episodes = Episodes(batch)
        self._seeds = ResetSeeds(batch.seed)
        games, n_actions = batch.num_envs, batch.rules.n_actions
        box = observation_box(batch.rules, batch.layout, batch.dtype)
        self.observation_spec = Composite(
            observation=Bounded(
                float(box.low.min()), float(box.high.max()), (games, *box.shape), dtype=getattr(torch, batch.dtype)
            ),
            action_mask=Binary(n_actions, (games, n_actions), dtype=torch.bool),
            shape=(games,),
        )
        self.action_spec = Categorical(n_actions, (games,), dtype=torch.int64)
        self.reward_spec = Unbounded((games, 1), dtype=torch.float32)
        ending = Categorical(2, (games, 1), dtype=torch.bool)
        self.done_spec = Composite(
            done=ending.clone(), terminated=ending.clone(), truncated=ending.clone(), shape=(games,)
        )
        self._let_choose_among_legal()

    def _set_seed(self, seed: int | None) -> None:
        """The next reset of all games begins with this seed."""
        self._seeds.begin_with(seed)

    def _reset(self, tensordict: TensorDictBase | None = None, **kwargs: Any) -> TensorDictBase:
        which = None if tensordict is None else tensordict.get("_reset", None)
        if which is None:
            self._episodes.reset(self._seeds.next())
            self.is_closed = False
        else:
            self._episodes.begin(which.view(self.batch_size).cpu().numpy())
        return self._shown()

    def _step(self, tensordict: TensorDictBase) -> TensorDictBase:
        """Raises IllegalAction, PlayerFailed, and NotReady for a game that has ended and was not reset."""
        playing = tensordict.get("_step", None)
        self._episodes.step(
            tensordict["action"].cpu().numpy(), None if playing is None else playing.view(self.batch_size).cpu().numpy()
        )
        shown = self._shown()
        shown["reward"] = torch.as_tensor(self._episodes.rewards, device=self.device)[:, None]
        return shown

    def _shown(self) -> TensorDictBase:
        """What is seen, without rewards."""
        self._let_choose_among_legal()
        games = self._episodes
        shown = {
            "observation": games.observations,
            "action_mask": games.action_masks,
            "done": games.over[:, None],
            "terminated": games.terminated[:, None].copy(),
            "truncated": games.truncated[:, None].copy(),
        }
        tensors = {name: torch.as_tensor(array, device=self.device) for name, array in shown.items()}
        return TensorDict(tensors, batch_size=self.batch_size, device=self.device)

    def _let_choose_among_legal(self) -> None:
        self.action_spec.update_mask(torch.as_tensor(self._episodes.action_masks))

    def close(self, *, raise_if_closed: bool = True) -> None:
        """Release the threads."""
        self.batch.close()
        super().close(raise_if_closed=raise_if_closed)
