"""The RLlib face: a `gymnasium.vector.VectorEnv` over the batch as RLlib's runners of one agent step it."""

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from aw_env.core.faces.episodes import Episodes, ResetSeeds
from aw_env.core.faces.one_seat import OneSeatVecEnv, known_options
from aw_env.core.faces.spaces import actions, observation_box


class RLlibVecEnv(VectorEnv):
    """Many games for RLlib, with its `gym_env_vectorize_mode="vector_entry_point"`.

    One seat of each game learns and opponents play the others inside the step: RLlib steps games of one agent in one
    call, those of several agents one after the other (`SyncVectorMultiAgentEnv`).

    Observations are dictionaries of `observations`, int16 or float32 `(num_envs, columns)`, and `action_mask`, float32
    `(num_envs, n_actions)`, as RLlib's own `ActionMaskingTorchRLModule` expects them.  Rewards are float64,
    terminations and truncations bool `(num_envs,)`, infos empty; all are new arrays.  Anything else is in `batch`, the
    `OneSeatVecEnv` underneath.

    RLlib wants `AutoresetMode.NEXT_STEP`.  Where a game ends, the observation is the last that the seat saw, with every
    action in the mask, since there is nothing to decide.  The next step ignores its action for that game and returns
    the first observation of the next game, with a reward of 0.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(self, batch: OneSeatVecEnv) -> None:
        self.batch = batch
        self._episodes = Episodes(batch)
        self._seeds = ResetSeeds(batch.seed)
        self.autoreset_mode = self.metadata["autoreset_mode"]
        self.num_envs = batch.num_envs
        self.single_observation_space = spaces.Dict(
            {
                "action_mask": spaces.Box(0, 1, (batch.rules.n_actions,), np.float32),
                "observations": observation_box(batch.rules, batch.layout, batch.dtype),
            }
        )
        self.single_action_space = actions(batch.rules)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        """Restart every game.  Without a seed, the first reset uses the one that the batch was made with, and later
        ones those that follow from it.  options: `{"side": name}` chooses the caller's seat in the games that begin
        now.  Raises ValueError for other options, and leaves the games unchanged."""
        side = known_options(options, ("side",), "a batch").get("side")
        if seed is not None:
            self._seeds.begin_with(seed)
        self._episodes.reset(self._seeds.next(), [side] * self.num_envs)
        self.closed = False
        return self._seen(), {}

    def step(
        self, actions: np.ndarray
    ) -> tuple[dict[str, np.ndarray], np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Play one legal action for the caller's seat in every game that has not ended, then the opponents until it is
        to act again; begin the next game in the others.  Raises IllegalAction, and leaves the games unchanged."""
        games, over = self._episodes, self._episodes.over
        if over.any():
            games.step(np.asarray(actions), ~over)
            games.begin(over)
        else:
            games.step(actions)
        return self._seen(), games.rewards.astype(np.float64), games.terminated.copy(), games.truncated.copy(), {}

    def _seen(self) -> dict[str, np.ndarray]:
        games = self._episodes
        return {"action_mask": games.action_masks.astype(np.float32), "observations": games.observations}

    def close_extras(self, **kwargs: Any) -> None:
        """Release the threads."""
        self.batch.close()
