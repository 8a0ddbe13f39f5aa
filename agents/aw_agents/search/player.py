"""The player that searches, as `load("search:64")` gives it."""

from typing import Any

import numpy as np

from aw_agents.admirals_war.officer.doctrine import STANDING
from aw_agents.admirals_war.officer.officer import decide
from aw_agents.admirals_war.play import check_begun
from aw_agents.search.race import FEWEST_TRIALS, winner
from aw_agents.search.rollouts import NO_ACTION, SEARCHED, play_to_a_search, roll_out
from aw_env.admirals_war.records.terms import ACTIONS
from aw_env.core.arguments import whole_number
from aw_env.core.engine.compiling import records

ROLLOUTS, MOST_ROLLOUTS = 64, 1024
"""Rollouts of a candidate where no number is given, and the most."""
MOST_CANDIDATES = 16
"""Answers compared at a decision: the officer's, and of the others as many as fit, drawn by lot."""


class SearchPlayer:
    """The staff officer's answers, tried against others at the decisions that weigh most.

    Each candidate is played on from copies of the game, with the officer at every seat, to the end of the turn; another
    answer than the officer's is given only where it turns out clearly better (`race.winner`).  What the seat cannot
    know is drawn anew in every copy.  Games with the same seed of `begin` are the same games.

    rollouts: of a candidate, at most, from 2 to 1,024; the others of the race have fewer.  Raises ValueError.
    """

    def __init__(self, rollouts: int = ROLLOUTS) -> None:
        self.rollouts = whole_number("rollouts", rollouts, FEWEST_TRIALS, MOST_ROLLOUTS)
        self.name = f"search:{self.rollouts}"
        self.begin(1, 0)

    @classmethod
    def made_with(cls, rollouts: str = str(ROLLOUTS)) -> "SearchPlayer":
        """The player with so many rollouts, as typed after its name.  Raises ValueError."""
        number: Any = int(rollouts) if rollouts.isdecimal() else rollouts
        return cls(number)

    def begin(self, num_games: int, seed: int) -> None:
        """Seed a generator for each of `num_games` games."""
        self._generators = [np.random.default_rng((seed, i)) for i in range(num_games)]

    def play(self, books: np.ndarray, games: np.ndarray, first: int, last: int, plays: np.ndarray) -> None:
        """See `aw_env.core.players.CompiledPlayer`.  Raises ValueError without `begin`."""
        check_begun(self._generators, games)
        mask = np.zeros(ACTIONS, np.int8)
        for i in range(first, last):
            officers = play_to_a_search(books, games, i, NO_ACTION, plays, mask, STANDING)
            while officers != NO_ACTION:
                action = self.choose(books, games[i : i + 1], mask, officers, self._generators[i])
                officers = play_to_a_search(books, games, i, action, plays, mask, STANDING)

    def act(self, view: Any, observation: dict[str, np.ndarray], info: dict[str, Any]) -> int:
        """Its answer for one game, from the seat's view alone."""
        books, games = view.scenario.books, records(view.record.dtype, 1)
        games[0] = view.record
        mask = observation["action_mask"]
        officers = int(decide(books, games, 0, mask, STANDING))
        if not SEARCHED >> view.decision & 1:
            return officers
        return self.choose(books, games, mask, officers, self._generators[0])

    def choose(
        self, books: np.ndarray, games: np.ndarray, mask: np.ndarray, officers: int, generator: np.random.Generator
    ) -> int:
        """The answer to the decision of `games[0]`: the officer's, or one that is clearly better."""
        others = np.flatnonzero(mask)
        others = generator.permutation(others[others != officers])[: MOST_CANDIDATES - 1]
        if not others.size:
            return officers
        candidates = np.append(officers, others)

        def trial(runners: np.ndarray, seeds: np.ndarray) -> np.ndarray:
            actions = np.repeat(candidates[runners], len(seeds))
            copies, values = records(games.dtype, len(actions)), np.zeros(len(actions))
            copies[:] = games[0]
            roll_out(books, copies, int(games["seat"][0]), actions, np.tile(seeds, len(runners)), values, STANDING)
            return values.reshape(len(runners), len(seeds))

        return int(candidates[winner(trial, len(candidates), self.rollouts, generator)])
