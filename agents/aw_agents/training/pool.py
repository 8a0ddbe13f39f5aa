"""The pool: who plays against the learner, and how its games with each went."""

from collections import defaultdict, deque
from collections.abc import Callable
from typing import Any

import numpy as np

import aw_agents
from aw_agents.training.experiment import Pool
from aw_env.core.faces.one_seat import OneSeatVecEnv

PAST_SELVES = "past_selves"
REMEMBERED = 100
"""Games with a past self, the latest, that say how hard it is to beat."""


class Opponents:
    """The fixed opponents and past selves, drawn by their shares when a game begins."""

    def __init__(self, shares: Pool, game: str = "") -> None:
        """game: where its players are offered (`aw_env.games.Known.players`)."""
        self.shares = shares
        chances = {name: getattr(shares, name) for name in aw_agents.SPARRING} | {shares.rival: shares.rivals}
        self.chances = {name: chance for name, chance in chances.items() if chance > 0}
        self.fixed = {name: aw_agents.load(name, game) for name in self.chances}
        self.selves: list[tuple[int, Any]] = []
        self._lost: dict[int, deque[float]] = defaultdict(lambda: deque(maxlen=REMEMBERED))

    @property
    def players(self) -> list[Any]:
        """All of them."""
        return [*self.fixed.values(), *(player for _, player in self.selves)]

    @property
    def weights(self) -> list[float]:
        """How often each is drawn."""
        hardness = np.array([self._lost_to(age) ** self.shares.priority for age, _ in self.selves])
        return [*self.chances.values(), *(self.shares.selves * hardness / hardness.sum()).tolist()]

    def _lost_to(self, age: int) -> float:
        """What the learner has lost a game to a past self, of 1; as if one more game had been drawn."""
        lost = self._lost[age]
        return (0.5 + sum(lost)) / (1 + len(lost))

    def note(self, player: Any, points: float) -> None:
        """A game of the learner with a player of the pool has ended, with so many points for the learner."""
        for age, self_of_then in self.selves:
            if self_of_then is player:
                self._lost[age].append(1.0 - points)

    def seat(self, games: OneSeatVecEnv) -> None:
        """Games that begin from now on draw from the pool as it is."""
        games.set_opponents(self.players, self.weights)

    def add(self, steps: int, player: Any) -> None:
        """The self of so many decisions joins; when the pool is full, the one closest to its neighbours leaves."""
        self.selves.append((steps, player))
        if len(self.selves) > self.shares.size:
            ages = [age for age, _ in self.selves]
            gaps = [ages[k + 1] - ages[k - 1] for k in range(1, len(ages) - 1)]
            self.selves.pop(1 + int(np.argmin(gaps)) if gaps else 0)

    def name_of(self, player: Any) -> str:
        """What a player of the pool is called in the logs."""
        return player.name if player in self.fixed.values() else PAST_SELVES

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


class Tally:
    """The results of the games that end while a rollout is played."""

    def __init__(self) -> None:
        self._games: dict[tuple[str, str], list[int]] = defaultdict(list)

    def note(self, games: OneSeatVecEnv, opponents: Opponents) -> None:
        """Note the games that the last step has ended."""
        for i in np.flatnonzero(games.ended).tolist():
            seat = int(games.final_seats[i])
            player = games.opponent_numbered(int(games.final_opponents[i]))
            result = games.rules.sign(seat) * int(games.results[i])
            opponents.note(player, (result + 1) / 2)
            self._games[games.rules.seats[seat], opponents.name_of(player)].append(result)

    def take(self) -> dict[str, float]:
        """Points a game since the last call, by side and opponent."""
        games, self._games = self._games, defaultdict(list)
        points: dict[str, float] = {}
        for (side, opponent), results in games.items():
            points[f"{side}_{opponent}"] = (float(np.mean(results)) + 1) / 2
        return points
