"""The Tianshou face: a `BaseVectorEnv` over the batch, one seat of each game."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from tianshou.data import Batch
from tianshou.env import BaseVectorEnv

from aw_env.core.arguments import checked_actions
from aw_env.core.faces.episodes import Episodes, ResetSeeds
from aw_env.core.faces.one_seat import OneSeatVecEnv, known_options
from aw_env.core.faces.spaces import actions, observation_box

Ids = int | Sequence[int] | np.ndarray | None


class TianshouVecEnv(BaseVectorEnv):
    """Many games for Tianshou without workers; `batch` is the `OneSeatVecEnv` underneath.

    One seat of each game learns, and opponents play the others inside the step, so that a game's transitions are those
    of one player, as the algorithms assume.

    Observations are a `Batch` of `obs`, int16 or float32 `(games, columns)`, and `mask`, bool `(games, n_actions)`,
    which `DQN` respects by itself and other networks must be told to; rewards are float64, terminations and truncations
    bool `(games,)`, infos empty dictionaries, because Tianshou is slow with others; all are new arrays.  Anything else
    is in `batch`.

    Where a game ends, the observation is the last that the seat saw, with every action in the mask, since there is
    nothing to decide; the next game begins when that place is `reset`, as collectors do.  A game that is reset while in
    progress is abandoned.

    A `reset` of all games uses the seed of `seed()`, or the one that the batch was made with; later resets use those
    that follow from it.
    """

    def __init__(self, batch: OneSeatVecEnv) -> None:
        self.batch = batch
        self._episodes = Episodes(batch)
        self._seeds = ResetSeeds(batch.seed)
        seen = spaces.Dict(
            {
                "obs": observation_box(batch.rules, batch.layout, batch.dtype),
                "mask": spaces.Box(0, 1, (batch.rules.n_actions,), bool),
            }
        )
        self._of_every_game = {
            "observation_space": seen,
            "action_space": actions(batch.rules),
            "metadata": {"render_modes": []},
            "spec": None,
        }
        self.env_num = self.wait_num = batch.num_envs
        self.timeout = None
        self.is_async = self.is_closed = False
        self.waiting_id: list[int] = []
        self.ready_id = list(range(batch.num_envs))

    def seed(self, seed: int | Sequence[int] | None = None) -> list[Any]:
        """Use this seed, or the first of several, for the next reset of all games; returns it."""
        first = np.ravel(np.asarray(seed, object))[0]
        self._seeds.begin_with(first)
        return [first]

    def reset(
        self, env_id: Ids = None, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Batch, np.ndarray]:
        """Restart the games `env_id` (None: all); returns their observations and infos.  seed, options: for a reset
        of all games; `{"side": name}` chooses the caller's seat in those that begin now.  Raises ValueError for other
        options, and for a seed or options if only some games begin; the games are then unchanged."""
        self._assert_is_not_closed()
        given = known_options(options, ("side",), "a batch")
        if env_id is None:
            if seed is not None:
                self._seeds.begin_with(seed)
            self._episodes.reset(self._seeds.next(), [given.get("side")] * self.env_num)
        elif seed is not None or given:
            raise ValueError("a seed and options are for a reset of all games")
        else:
            self._episodes.begin(self._where(env_id))
        return self._seen(env_id), self._infos(env_id)

    def step(self, action: Any, id: Ids = None) -> tuple[Batch, np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Play one legal action in the games `id` (None: all), then the opponents until the caller is to act again.

        Returns observations, rewards, terminations, truncations and infos of these games in this order.  Raises
        IllegalAction, PlayerFailed, ValueError for anything but actions, and NotReady for a game that has ended and was
        not reset; all leave the games unchanged.
        """
        self._assert_is_not_closed()
        games, rows = self._episodes, self._ids(id)
        chosen = np.zeros(self.env_num, np.int64)
        chosen[rows] = checked_actions(action, len(rows))
        games.step(chosen, None if id is None else self._where(id))
        return (
            self._seen(id), games.rewards[rows].astype(np.float64), games.terminated[rows], games.truncated[rows],
            self._infos(id),
        )  # fmt: skip

    def _ids(self, ids: Ids) -> np.ndarray:
        return np.arange(self.env_num)[slice(None) if ids is None else np.atleast_1d(ids)]

    def _where(self, ids: Ids) -> np.ndarray:
        """bool `(num_envs,)`: whether a game is one of these."""
        where = np.zeros(self.env_num, bool)
        where[self._ids(ids)] = True
        return where

    def _seen(self, ids: Ids) -> Batch:
        rows = self._ids(ids)
        return Batch(obs=self._episodes.observations[rows], mask=self._episodes.action_masks[rows])

    def _infos(self, ids: Ids) -> np.ndarray:
        return np.array([{} for _ in self._ids(ids)])

    def get_env_attr(self, key: str, id: Ids = None) -> list[Any]:
        """What Tianshou asks of single environments: their spaces, `metadata` and `spec`, alike for all games.  Raises
        AttributeError for anything else."""
        if key not in self._of_every_game:
            raise AttributeError(f"the games of this vector environment have no attribute {key!r}")
        return [self._of_every_game[key]] * len(self._ids(id))

    def set_env_attr(self, key: str, value: Any, id: Ids = None) -> None:
        """Not possible: the games are not objects."""
        raise NotImplementedError("the games of this vector environment are records and have no attributes to set")

    def render(self, **kwargs: Any) -> list[Any]:
        """Not possible."""
        raise NotImplementedError("a batch draws nothing; single_agent_env does")

    def close(self) -> None:
        """Release the threads."""
        self._assert_is_not_closed()
        self.batch.close()
        self.is_closed = True
