"""The Stable-Baselines3 face: a native `VecEnv` over the batch, with masks for `sb3_contrib.MaskablePPO`."""

import time
from collections.abc import Sequence
from typing import Any

import numpy as np
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import VecEnv
from stable_baselines3.common.vec_env.base_vec_env import VecEnvIndices

from aw_env.core.faces.one_seat import OneSeatVecEnv, known_options
from aw_env.core.faces.spaces import actions, observation_box


class SB3VecEnv(VecEnv):
    """Many games for Stable-Baselines3; `batch` is the `OneSeatVecEnv` underneath.

    The infos of a game that ended hold `terminal_observation`, `TimeLimit.truncated`, `episode` (`r`, `l` and `t`, as a
    `Monitor` writes them), `seat` (the learner's, an index of `batch.rules.seats`), `opponent` (its number), `margin`,
    and, unless it was truncated, `result`, both from the learner's point of view.

    With a seed, given to the constructor or by `seed()`, everything is reproducible, however often `reset` is called.
    `set_options({"side": name})`, or a list with options for each game, chooses the learner's seat in the games that
    the next `reset` begins.
    """

    def __init__(self, batch: OneSeatVecEnv) -> None:
        self.batch = batch
        self.render_mode = None
        self._made_at = time.time()
        self._actions: Any = None
        self._returns = np.zeros(batch.num_envs, np.float64)
        self._lengths = np.zeros(batch.num_envs, np.int64)
        self._next_seeds = np.random.default_rng(batch.seed)
        super().__init__(batch.num_envs, observation_box(batch.rules, batch.layout, batch.dtype), actions(batch.rules))
        self.seed(batch.seed)

    def reset(self) -> np.ndarray:
        """Restart every game; with the seed of `seed()` if one was given since the last reset, else with the next
        of those that follow from it, and with the options of `set_options()` if they were given since.
        Raises ValueError for options other than `side`; no game is then changed."""
        if not isinstance(self._options, Sequence):
            raise ValueError(f"options={self._options!r}: must be a dict, or a list with one for each game")
        sides = [known_options(options, ("side",), "a batch").get("side") for options in self._options]
        given = self._seeds[0]
        seed = int(self._next_seeds.integers(2**62)) if given is None else given
        self.batch.reset(seed, sides)
        if given is not None:
            self._next_seeds = np.random.default_rng(given)
        self._returns[:] = 0
        self._lengths[:] = 0
        self._reset_seeds()
        self._reset_options()
        return self.batch.observations.copy()

    def step_async(self, actions: np.ndarray) -> None:
        """Remember the actions; `step_wait` checks them."""
        self._actions = actions

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Play them.  Observations and rewards are fresh arrays.  Raises as `OneSeatVecEnv.step`; no game is then
        changed."""
        batch = self.batch
        earned, ended = batch.step(self._actions)
        self._returns += earned
        self._lengths += 1
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for i in np.flatnonzero(ended).tolist():
            infos[i] = self._last_info(i)
            self._returns[i] = 0
            self._lengths[i] = 0
        return batch.observations.copy(), earned.copy(), ended.copy(), infos

    def _last_info(self, i: int) -> dict[str, Any]:
        batch = self.batch
        seat = int(batch.final_seats[i])
        sign, truncated = batch.rules.sign(seat), bool(batch.truncated[i])
        assert batch.last_observations is not None, "the batch keeps last observations"
        lasted = round(time.time() - self._made_at, 6)
        info = {
            "terminal_observation": batch.last_observations[i],
            "TimeLimit.truncated": truncated,
            "episode": {"r": float(self._returns[i]), "l": int(self._lengths[i]), "t": lasted},
            "seat": np.int64(seat),
            "opponent": batch.final_opponents[i],
            "margin": np.int64(sign * batch.margins[i]),
        }
        return info if truncated else {**info, "result": np.int64(sign * batch.results[i])}

    def action_masks(self) -> np.ndarray:
        """bool `(num_envs, n_actions)`: the legal actions."""
        return self.batch.action_masks.astype(bool)

    def close(self) -> None:
        """Release the threads."""
        self.batch.close()

    # --- what SB3 asks of single environments ------------------------------------------------------------

    def get_attr(self, attr_name: str, indices: VecEnvIndices = None) -> list[Any]:
        """The attribute of this object, once for each game."""
        return [getattr(self, attr_name)] * len(list(self._get_indices(indices)))

    def set_attr(self, attr_name: str, value: Any, indices: VecEnvIndices = None) -> None:
        """Not possible: the games are not objects."""
        raise NotImplementedError("the games of this VecEnv are records and have no attributes to set")

    def env_method(
        self, method_name: str, *method_args: Any, indices: VecEnvIndices = None, **method_kwargs: Any
    ) -> list[Any]:
        """`action_masks` of each game; there are no other methods."""
        if method_name != "action_masks":
            raise NotImplementedError(f"the games of this VecEnv have action_masks(), not {method_name}()")
        masks = self.action_masks()
        return [masks[i] for i in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: type, indices: VecEnvIndices = None) -> list[bool]:
        """No game is wrapped, but all are as good as monitored: their infos hold `episode`."""
        return [issubclass(Monitor, wrapper_class)] * len(list(self._get_indices(indices)))
