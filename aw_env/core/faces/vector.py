"""The Gymnasium face for many games: a `gymnasium.vector.VectorEnv` over the batch, one seat of each game."""

from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from aw_env.core.faces.one_seat import OneSeatVecEnv, known_options
from aw_env.core.faces.spaces import actions, observation_box


class GymnasiumVecEnv(VectorEnv):
    """Many games for Gymnasium; `batch` is the `OneSeatVecEnv` underneath.

    Observations are int16 or float32 `(num_envs, columns)`, rewards float64, terminations and truncations bool
    `(num_envs,)`, all fresh arrays.  Infos hold the arrays `action_mask`, int8 `(num_envs, n_actions)`, and int64
    `(num_envs,)` `turn`, `phase`, `decision`, `subject` (see `core.ruleset.Ruleset.informer`) and `seat`, the caller's.

    A game that ends is followed by the next within the same step (`AutoresetMode.SAME_STEP`): observations and infos
    are already those of the next game.  The last observation of the game that ended is in `infos["final_obs"]`, and
    `infos["final_info"]` holds its `seat`, `opponent` (a number for `batch.opponent_numbered`), `length` in decisions
    of both sides, `margin` and, unless it was truncated, `result`, from the caller's point of view.  As usual in
    Gymnasium, the array `_name` tells for which games `name` is set.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(self, batch: OneSeatVecEnv) -> None:
        self.batch = batch
        self.autoreset_mode = self.metadata["autoreset_mode"]
        self.num_envs = batch.num_envs
        self.single_observation_space = observation_box(batch.rules, batch.layout, batch.dtype)
        self.single_action_space = actions(batch.rules)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._first_seed: int | None = batch.seed

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Restart every game.  Without a seed, the first reset uses the one that the batch was made with, and later
        ones those that follow from it.  options: `{"side": name}` chooses the caller's seat in the games that begin
        now.  Raises ValueError for other options, and leaves the games unchanged."""
        side = known_options(options, ("side",), "a batch").get("side")
        given = self._first_seed if seed is None else seed
        super().reset(seed=given)
        own = int(self.np_random.integers(2**62)) if given is None else given
        self.batch.reset(own, [side] * self.num_envs)
        self._first_seed, self.closed = None, False
        return self.batch.observations.copy(), self._infos()

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Play one legal action for the caller's seat in every game, then the opponents until it is to act again.
        Raises IllegalAction, and leaves the games unchanged."""
        batch = self.batch
        earned, ended = batch.step(actions)
        infos = self._infos()
        truncated = batch.truncated & ended
        if ended.any():
            infos |= self._final(ended, truncated)
        return batch.observations.copy(), earned.astype(np.float64), ended & ~truncated, truncated, infos

    def _infos(self) -> dict[str, Any]:
        batch = self.batch
        infos = {
            "action_mask": batch.action_masks.copy(),
            **batch.rules.infos(batch.games),
            "seat": batch.learner.copy(),
        }
        return _with_masks(infos, np.ones(self.num_envs, bool))

    def _final(self, ended: np.ndarray, truncated: np.ndarray) -> dict[str, Any]:
        """What is told of the games that have ended."""
        batch = self.batch
        assert batch.last_observations is not None, "the batch keeps last observations"
        seen = np.full(self.num_envs, None, object)
        for i, observation in batch.last_observations.items():
            seen[i] = observation
        sign = np.where(np.array(batch.rules.sides)[batch.final_seats] == 0, 1, -1)
        told = {
            "seat": batch.final_seats.copy(),
            "opponent": batch.final_opponents.copy(),
            "length": batch.lengths.astype(np.int64),
            "margin": np.int64(sign * batch.margins),
        }
        final = _with_masks(told, ended) | _with_masks({"result": np.int64(sign * batch.results)}, ended & ~truncated)
        return _with_masks({"final_obs": seen, "final_info": final}, ended)

    def close_extras(self, **kwargs: Any) -> None:
        """Release the threads."""
        self.batch.close()


def _with_masks(infos: dict[str, Any], of: np.ndarray) -> dict[str, Any]:
    """Infos as Gymnasium wants them: beside each, as `_name`, for which games it holds anything."""
    masked = {}
    for name, info in infos.items():
        masked[name] = info
        masked[f"_{name}"] = of.copy()
    return masked
