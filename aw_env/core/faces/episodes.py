"""Games that stop where they end, for frameworks that look at the end of a game before they begin the next one.

The batch begins the next game within the step that ends one.  Here that game waits until it is asked for.
"""

from collections.abc import Sequence

import numpy as np

from aw_env.core.errors import NotReady
from aw_env.core.faces.one_seat import OneSeatVecEnv


class ResetSeeds:
    """The seeds of resets: the one that is given, then those that follow from it, so that a training repeats."""

    def __init__(self, seed: int | None) -> None:
        self.begin_with(seed)

    def begin_with(self, seed: int | None) -> None:
        """The next reset takes this seed (None: one that is drawn)."""
        self._given = seed
        self._following = np.random.default_rng(seed)

    def next(self) -> int:
        """The seed of a reset."""
        given, self._given = self._given, None
        return int(self._following.integers(2**62)) if given is None else given


class Episodes:
    """The games of a `OneSeatVecEnv` that keeps last observations, each shown up to its end until `begin` is called.

    What is shown are fresh arrays with every step.
    """

    observations: np.ndarray
    """int16 or float32 `(num_envs, columns)`: what the caller's seat sees, or saw last in a game that has ended."""
    action_masks: np.ndarray
    """bool `(num_envs, n_actions)`: the legal actions.  In a game that has ended nothing is asked and all are True, so
    that no network that masks is left without an action."""
    rewards: np.ndarray
    """float32 `(num_envs,)`: what the seat has earned since its last decision, the end included."""
    terminated: np.ndarray
    """bool `(num_envs,)`: games that have been played to their end."""
    truncated: np.ndarray
    """bool `(num_envs,)`: games that were broken off at `max_decisions`."""

    def __init__(self, batch: OneSeatVecEnv) -> None:
        self.batch = batch
        self._show_all()

    @property
    def over(self) -> np.ndarray:
        """bool `(num_envs,)`: games that have ended and whose next has not been asked for."""
        return self.terminated | self.truncated

    def reset(self, seed: int, sides: Sequence[str | None] | None = None) -> None:
        """Restart every game; see `OneSeatVecEnv.reset`."""
        self.batch.reset(seed, sides)
        self._show_all()

    def step(self, actions: np.ndarray, playing: np.ndarray | None = None) -> None:
        """Play in all games, or in those of `playing`, bool `(num_envs,)`; see `OneSeatVecEnv.step`.  Raises NotReady
        for a game that has ended, too; no game is then changed."""
        over = self.over if playing is None else self.over & playing
        if over.any():
            raise NotReady(f"game {int(over.argmax())} has ended: reset it first")
        before = self._shown()
        earned, ended = self.batch.step(actions, playing)
        self._show_all()
        self.rewards = earned.copy()
        self.truncated = ended & self.batch.truncated
        self.terminated = ended & ~self.truncated
        self._show_ends(np.flatnonzero(ended))
        if playing is not None:
            for now, was in zip(self._shown(), before, strict=True):
                now[~playing] = was[~playing]

    def begin(self, which: np.ndarray) -> None:
        """Go on to the next game in those of `which`, bool `(num_envs,)`: to the one that waits where a game has ended;
        one that is still being played is broken off.  Raises as `OneSeatVecEnv.restart`; no game is then changed."""
        broken_off = which & ~self.over
        if broken_off.any():
            self.batch.restart(broken_off)
        self.observations, self.action_masks = self.observations.copy(), self.action_masks.copy()
        self.observations[which] = self.batch.observations[which]
        self.action_masks[which] = self.batch.action_masks[which]
        self.rewards = np.where(which, np.float32(0), self.rewards)
        self.terminated, self.truncated = self.terminated & ~which, self.truncated & ~which

    def _shown(self) -> tuple[np.ndarray, ...]:
        """What a game that is not played goes on to show; its reward is 0."""
        return self.observations, self.action_masks, self.terminated, self.truncated

    def _show_all(self) -> None:
        batch = self.batch
        self.observations = batch.observations.copy()
        self.action_masks = batch.action_masks.astype(bool)
        self.rewards = np.zeros(batch.num_envs, np.float32)
        self.terminated, self.truncated = np.zeros((2, batch.num_envs), bool)

    def _show_ends(self, ended: np.ndarray) -> None:
        last = self.batch.last_observations
        assert last is not None, "the batch keeps last observations"
        for i in ended.tolist():
            self.observations[i] = last[i]
        self.action_masks[ended] = True
