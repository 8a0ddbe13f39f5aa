"""What a turn was worth to the learner, as the common return of its decisions in that turn.

A seat has a hundred decisions and more in a turn of the long war, and what comes of them shows at its end.  So the
return of each is what the turn has changed in the worth of the position, as a valuation tells it at the beginning of a
turn and the result at the end of the war; what comes in later turns is luck to it.
"""

import numpy as np

from aw_agents.learnable import learnable
from aw_agents.networks.candidate_network import values_of_all
from aw_agents.networks.valuation import Valuation
from aw_env.core.faces.one_seat import OneSeatVecEnv


class TurnCredit:
    """Keeps account of the turns of a batch in which the learner has one seat of each game."""

    def __init__(self, games: OneSeatVecEnv, valuation: Valuation) -> None:
        self._games, self._valuation = games, valuation
        self._turns = games.games["turn"].copy()
        self._worth = np.zeros(games.num_envs, np.float32)
        """At the beginning of the turn under way; nothing is known of the first."""

    def settle(self) -> tuple[np.ndarray, np.ndarray]:
        """To be called after each step: float32 and bool `(num_envs,)`, what the turns that have ended since the last
        were worth to the learner's seats (0 where none has), and where one has."""
        games, point = self._games, float(self._valuation.point[0])
        closed = games.ended | (games.games["turn"] != self._turns)
        gained = np.zeros(games.num_envs, np.float32)
        for i in np.flatnonzero(closed).tolist():
            if games.ended[i]:
                sign = games.rules.sign(int(games.final_seats[i]))
                gained[i] = sign * (games.results[i] + point * games.margins[i]) - self._worth[i]
                self._worth[i] = 0.0
            else:
                now = self._worth_to(i, int(games.learner[i]))
                gained[i], self._worth[i] = now - self._worth[i], now
        self._turns = games.games["turn"].copy()
        return gained, closed

    def _worth_to(self, i: int, seat: int) -> float:
        game = learnable(self._games.rules.name)  # not kept: compiled functions are slow to pickle
        seen, values = np.zeros((1, len(game.vocabulary().columns)), np.int16), np.zeros(1, np.float32)
        books, records = self._games.rules.scenario.books, self._games.unguarded[0]
        game.observe(books, records, i, seat, game.summary, seen[0])
        values_of_all(self._valuation, seen, values)
        return float(values[0])
