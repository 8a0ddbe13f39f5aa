"""The pool: who plays against the learner, and how its games with each went."""

import copy
from collections import defaultdict, deque
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np

import aw_agents
from aw_agents.training.experiment import Pool
from aw_env.core.faces.one_seat import OneSeatVecEnv

PAST_SELVES = "past_selves"
REMEMBERED = 100
"""Games with a past self, the latest, that say how hard it is to beat."""


Name = str | int
"""Of an opponent: of a fixed one what it is called, of a past self its age in decisions."""


class Result(NamedTuple):
    """A game of the learner that is over."""

    seat: str
    """The learner's."""
    opponent: Name
    result: int
    """1 won, 0 drawn, -1 lost."""


class Opponents:
    """The fixed opponents and past selves, drawn by their shares when a game begins."""

    def __init__(self, shares: Pool, game: str = "") -> None:
        """game: where its players are offered (`aw_env.games.Known.players`)."""
        self.shares = shares
        chances = {name: getattr(shares, name) for name in aw_agents.SPARRING}
        for rival in shares.each_rival:
            chances[rival] = chances.get(rival, 0.0) + shares.rivals / len(shares.each_rival)
        self.chances = {name: chance for name, chance in chances.items() if chance > 0}
        self.fixed = {name: aw_agents.load(name, game) for name in self.chances}
        self.selves: list[tuple[int, Any]] = []
        self._lost: dict[int, deque[float]] = defaultdict(lambda: deque(maxlen=REMEMBERED))

    @property
    def players(self) -> dict[Name, Any]:
        """All of them."""
        return dict([*self.fixed.items(), *self.selves])

    @property
    def weights(self) -> list[float]:
        """How often each is drawn."""
        hardness = np.array([self._lost_to(age) ** self.shares.priority for age, _ in self.selves])
        return [*self.chances.values(), *(self.shares.selves * hardness / hardness.sum()).tolist()]

    def _lost_to(self, age: int) -> float:
        """What the learner has lost a game to a past self, of 1; as if one more game had been drawn."""
        lost = self._lost[age]
        return (0.5 + sum(lost)) / (1 + len(lost))

    def note(self, results: Iterable[Result]) -> dict[str, float]:
        """Take note of how games went.  Returns points a game, by side and opponent."""
        games: dict[str, list[float]] = defaultdict(list)
        for seat, name, result in results:
            points = (result + 1) / 2
            if isinstance(name, int):
                self._lost[name].append(1.0 - points)
            games[f"{seat}_{PAST_SELVES if isinstance(name, int) else name}"].append(points)
        return {name: float(np.mean(points)) for name, points in games.items()}

    def add(self, steps: int, player: Any) -> None:
        """The self of so many decisions joins; when the pool is full, the one closest to its neighbours leaves."""
        self.selves.append((steps, player))
        if len(self.selves) > self.shares.size:
            ages = [age for age, _ in self.selves]
            gaps = [ages[k + 1] - ages[k - 1] for k in range(1, len(ages) - 1)]
            self.selves.pop(1 + int(np.argmin(gaps)) if gaps else 0)

    def arrays(self) -> dict[str, np.ndarray]:
        """The past selves as members of a checkpoint."""
        return {
            f"pool/{k}/{name}": array
            for k, (_, player) in enumerate(self.selves)
            for name, array in player.weights.items()
        }

    def restore(
        self, arrays: dict[str, np.ndarray], ages: list[int], player_of: Callable[[dict[str, np.ndarray]], Any]
    ) -> None:
        """Bring them back.  player_of: the player with such arrays."""
        of_selves: dict[int, dict[str, np.ndarray]] = defaultdict(dict)
        for member, array in arrays.items():
            if member.startswith("pool/"):
                _, k, name = member.split("/")
                of_selves[int(k)][name] = array
        self.selves = [(steps, player_of(of_selves[k])) for k, steps in enumerate(ages)]


class Seating:
    """Who plays against the learner in a batch of games, by name, and how the games went that have ended.

    The players are copies, the batch's own: what one draws by lot does not depend on who else plays with its like.
    """

    def __init__(self, opponents: Opponents) -> None:
        self._named = copy.deepcopy(opponents.players)
        self._results: list[Result] = []

    @property
    def players(self) -> list[Any]:
        """They, for the batch that is about to be made."""
        return [*self._named.values()]

    def draw_from(self, opponents: Opponents, games: OneSeatVecEnv) -> None:
        """Games that begin from now on draw from the pool as it is."""
        seated = {id(games.opponent_numbered(number)) for number in np.unique(games.opponent).tolist()}
        leaving = {name: player for name, player in self._named.items() if id(player) in seated}
        self._named = {
            name: self._named[name] if name in self._named else copy.deepcopy(player)
            for name, player in opponents.players.items()
        }
        games.set_opponents(self.players, opponents.weights)
        self._named |= leaving

    def note(self, games: OneSeatVecEnv) -> None:
        """Note the games that the last step has ended."""
        for i in np.flatnonzero(games.ended).tolist():
            seat, player = int(games.final_seats[i]), games.opponent_numbered(int(games.final_opponents[i]))
            name = next(name for name, other in self._named.items() if other is player)
            self._results.append(Result(games.rules.seats[seat], name, games.rules.sign(seat) * int(games.results[i])))

    def take(self) -> list[Result]:
        """The games that have ended since the last call."""
        results, self._results = self._results, []
        return results
