"""Tuning: the numbers of the staff officer's doctrine, improved in games against `scripted` and its own former bests.

Each side has a search of its own, or both have one.  In a generation it draws candidates, which play the same games
(seed by seed, opponent by opponent), and it moves towards those that scored most.  Results are mostly luck, so that
many candidates with few games each serve better than few with many: what counts is on which side of the present
doctrine the better half lies.  A score of numbers is searched by CMA-ES (Hansen 2001, of the library `cma`), hundreds
by gradients.

A search follows from its seed and from what its candidates scored; a checkpoint holds these scores, and a resumed run
tells the search its past again.
"""

from itertools import pairwise
from pathlib import Path
from typing import Any, Protocol

import cma
import numpy as np

from aw_agents.arena.match import Match
from aw_agents.doctrines import SIDES, Doctrines
from aw_agents.learnable import Learnable
from aw_agents.learned.player import DOCTRINE_FILE
from aw_agents.training.experiment import ExperimentError, TuningExperiment, TuningTable
from aw_agents.training.run import UNSOUND, Run, not_whole
from aw_env.core import saves
from aw_env.core.config.errors import unknown

SEED_OF_GAMES = 3_000_003
"""Added to the seed of the experiment: the games of the search are none of those of the curve or the table."""
MOMENTUM, MEMORY = 0.9, 0.98
"""What Adam keeps of the slope, and of its square, from one generation to the next."""
AVERAGED = 0.95
"""What the mean of the doctrines keeps."""
LAST_RATE = 0.1
"""The rate of the last steps, in parts of that of the first."""


class Search(Protocol):
    """A search for the doctrine of a side, or of both."""

    group: int
    """How many of the candidates play the same games: those at every `candidates / group`-th place of `ask`."""
    bests: list[np.ndarray]
    """What it held to be best from time to time."""

    def ask(self) -> np.ndarray:
        """Candidates: float64 `(candidates, numbers)`."""

    def tell(self, scores: np.ndarray) -> None:
        """What the candidates of the last `ask` scored: float64 `(candidates,)`."""

    @property
    def best(self) -> np.ndarray:
        """The doctrine in the middle of the search, float64 `(numbers,)`: with results of chance it is better than
        any candidate that was lucky."""

    @property
    def spread(self) -> float:
        """How far the candidates lie apart, in parts of the numbers' ranges."""


class Kept:
    """The doctrine of a side that is not searched."""

    group, spread = 1, 0.0

    def __init__(self, doctrine: np.ndarray) -> None:
        self.best, self.bests = doctrine, [doctrine]


class Slope:
    """Steps up the gradient of what a doctrine scores, which is estimated from pairs of candidates that lie opposite
    each other around it and play the same games (evolution strategies, Salimans et al. 2017; the steps are those of
    Adam, Kingma and Ba 2015)."""

    group = 2

    def __init__(self, doctrines: Doctrines, settings: TuningTable, seed: int, start: np.ndarray) -> None:
        self._least = np.array([number.least for number in doctrines.numbers])
        self._most = np.array([number.most for number in doctrines.numbers])
        much = np.array([number.much or number.most - number.least for number in doctrines.numbers])
        self.spread = settings.spread
        self._scale = settings.spread * much
        self._random = np.random.RandomState(seed)
        self._pairs, self._rate, self._last = settings.candidates // 2, settings.rate, settings.generations
        self._doctrine, self._mean = start.copy(), start.copy()
        self._slope, self._square, self._told = np.zeros(start.size), np.zeros(start.size), 0
        self.bests: list[np.ndarray] = []

    def ask(self) -> np.ndarray:
        """See `Search`: those on one side of the doctrine, then those opposite them."""
        self._drawn = self._random.randn(self._pairs, self._doctrine.size)
        points = np.concatenate(
            [self._doctrine + self._scale * self._drawn, self._doctrine - self._scale * self._drawn]
        )
        return np.clip(points, self._least, self._most)

    def tell(self, scores: np.ndarray) -> None:
        """See `Search`."""
        slope = (scores[: self._pairs] - scores[self._pairs :]) @ self._drawn / (2 * self._pairs)
        self._told += 1
        self._slope += (1 - MOMENTUM) * (slope - self._slope)
        self._square += (1 - MEMORY) * (slope**2 - self._square)
        mean, square = self._slope / (1 - MOMENTUM**self._told), self._square / (1 - MEMORY**self._told)
        rate = self._rate * max(LAST_RATE, 1 - self._told / self._last)
        step = rate * self._scale * mean / (np.sqrt(square) + np.finfo(float).tiny)
        self._doctrine = np.clip(self._doctrine + step, self._least, self._most)
        self._mean += max(1 - AVERAGED, 1 / self._told) * (self._doctrine - self._mean)

    @property
    def best(self) -> np.ndarray:
        """See `Search`: the mean of the last doctrines."""
        return self._mean.copy()


class Cube:
    """CMA-ES.  It thinks of a doctrine as a point of the unit cube."""

    def __init__(
        self, doctrines: Doctrines, seed: int, candidates: int, spread: float, start: np.ndarray | None = None
    ) -> None:
        self._least = np.array([number.least for number in doctrines.numbers])
        self._range = np.array([number.most for number in doctrines.numbers]) - self._least
        random = np.random.RandomState(seed)
        settings = {
            "popsize": candidates,
            "bounds": [0.0, 1.0],
            "CMA_diagonal": True,  # a hundred generations would be needed to learn how the numbers hang together
            "randn": lambda *shape: random.randn(*shape),
            "verbose": -9,
            "seed": np.nan,  # cma's generator is not used
        }
        begin = doctrines.standing_numbers if start is None else start
        self._strategy = cma.CMAEvolutionStrategy((begin - self._least) / self._range, spread, settings)
        self.group = candidates
        self.bests: list[np.ndarray] = []

    def ask(self) -> np.ndarray:
        """See `Search`."""
        self._points = self._strategy.ask()
        return self._least + self._range * np.array(self._points)

    def tell(self, scores: np.ndarray) -> None:
        """See `Search`."""
        self._strategy.tell(self._points, (-scores).tolist())

    @property
    def best(self) -> np.ndarray:
        """See `Search`."""
        return self._least + self._range * np.array(self._strategy.result.xfavorite)

    @property
    def spread(self) -> float:
        """See `Search`."""
        return float(np.mean(self._strategy.stds))


class Tuning(Run):
    """A run of tuning."""

    experiment: TuningExperiment
    unit = "games"
    agent_file = DOCTRINE_FILE

    def _set_up(self) -> None:
        settings, seed = self.experiment.tuning, self.experiment.seed
        doctrines = self.learnable.doctrines
        if settings.method == "cma":  # steps up a gradient become shorter to the last, which must be known
            self.may_change = ("tuning.generations",)
        known = {"": doctrines.standing} | (doctrines.read(self.learnable.tuned) if settings.start else {})
        if settings.start not in known:
            raise ExperimentError(f"tuning.start: {unknown(settings.start, 'war', known)}")
        start = known[settings.start]
        starts = doctrines.numbers_of(start)[0]
        self.sides = [self._side_called(name) for name in settings.sides or doctrines.sides]
        self.searches: list[Search] = [
            Slope(doctrines, settings, seed + side, starts[side])
            if settings.method == "gradient"
            else Cube(doctrines, seed + side, settings.candidates, settings.spread, starts[side])
            for side in ([0] if settings.one_for_both else self.sides)
        ]
        self._kept = [Kept(of_side) for of_side in starts]
        self.scores = np.zeros((0, len(self.searches), settings.candidates))
        self.untrained = self.best = self.player()
        self.best_at = 0
        if self.resumed_from is not None:
            self._load(self.resumed_from)

    def _side_called(self, name: str) -> int:
        """The number of a side.  Raises ExperimentError."""
        if name not in (known := self.learnable.doctrines.sides):
            raise ExperimentError(f"tuning.sides: {unknown(name, 'side', known)}")
        return known.index(name)

    @property
    def steps(self) -> int:
        """Games played so far."""
        return len(self.scores) * self._games_a_generation

    @property
    def total(self) -> int:
        """Games to play."""
        return self.experiment.tuning.generations * self._games_a_generation

    @property
    def _games_a_generation(self) -> int:
        return len(self.sides) * self.experiment.tuning.candidates * self.experiment.tuning.games

    def player(self) -> "TunedSoFar":
        """The officer with the doctrines found so far."""
        return TunedSoFar(self.learnable, np.array([self._of_side(side).best for side in range(len(SIDES))]))

    def _of_side(self, side: int) -> Search | Kept:
        """The search for the doctrine of a side, if there is one."""
        return self.searches[self._search_for(side)] if side in self.sides else self._kept[side]

    def _search_for(self, side: int) -> int:
        """The number of the search for the doctrine of a side."""
        return 0 if self.experiment.tuning.one_for_both else self.sides.index(side)

    # --- learning ------------------------------------------------------------------------------------

    def _update(self) -> None:
        """A generation of the sides that are searched."""
        asked = [search.ask() for search in self.searches]
        played = np.array([self._play(side, asked[self._search_for(side)]) for side in self.sides])
        self._tell(played.mean(0, keepdims=True) if self.experiment.tuning.one_for_both else played)
        for side, scores in zip(self.sides, played, strict=True):
            name = self.rules.seats[side]
            self.logger.record(f"tuning/score_{name}", float(scores.mean()))
            self.logger.record(f"tuning/spread_{name}", self._of_side(side).spread)
        self.logger.record("time/seconds", self.seconds)
        self.logger.dump(self.steps)

    def _tell(self, scores: np.ndarray) -> None:
        """The searches learn what their candidates scored, and note their bests from time to time."""
        self.scores = np.concatenate([self.scores, scores[None]])
        for search, of_side in zip(self.searches, scores, strict=True):
            search.tell(of_side)
            if len(self.scores) % self.experiment.tuning.snapshot_every == 0:
                search.bests.append(search.best)

    def _play(self, side: int, candidates: np.ndarray) -> np.ndarray:
        """What each candidate scores on a side, float64 `(candidates,)`: game by game those of a group meet the same
        dice and the same opponents."""
        settings = self.experiment.tuning
        count, games = len(candidates), len(candidates) * settings.games
        groups = count // self._of_side(side).group
        scripted = self.learnable.doctrines.standing_numbers
        bests = self._of_side(1 - side).bests or [scripted]
        former = [int(number * settings.former) for number in range(settings.games + 1)]
        pool = [bests[before % len(bests)] if after > before else scripted for before, after in pairwise(former)]
        players = {side: np.tile(candidates, (settings.games, 1)), 1 - side: np.repeat(pool, count, axis=0)}
        of_numbers = self.learnable.doctrines.of_numbers
        seated = [
            self.learnable.officer(of_numbers(np.repeat(players[seat][:, None], len(SIDES), 1)))
            for seat in range(len(SIDES))
        ]
        seed = self.experiment.seed + SEED_OF_GAMES + len(self.scores)
        numbers = np.arange(games) % count % groups * settings.games + np.arange(games) // count
        score = Match(self.rules, seated, games, seed, numbers=numbers).play().of_seat(side)
        values = (score.results + 1) / 2 + settings.margin * score.margins
        return values.reshape(settings.games, count).mean(0)

    def _is_best(self, overall: float) -> bool:
        """The latest: the games of the curve are too few to tell its points apart."""
        return True

    # --- checkpoints ---------------------------------------------------------------------------------

    def _reads(self) -> dict[str, Any]:
        return {
            "layout": "doctrine",
            "columns": [number.name for number in self.learnable.doctrines.numbers],
            "actions": [],
        }

    def _state(self) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        return {"optimizer/scores": self.scores}, {}

    def _load(self, path: Path) -> None:
        """Tell the searches what was scored before.  Raises CheckpointError."""
        arrays, _ = self._read_checkpoint(path)
        try:
            for scores in arrays["optimizer/scores"]:
                for search in self.searches:
                    search.ask()
                self._tell(scores)
            self.best = TunedSoFar(self.learnable, arrays["best/doctrines"])
        except UNSOUND as error:
            raise not_whole(path, error) from None

    def _close_games(self) -> None:
        """There are none between two generations."""

    def _write_agent(self) -> None:
        war = self.learnable.war_of(self.rules.scenario.books)
        text = self.learnable.doctrines.as_text(war, self.best.weights["doctrines"])
        saves.write_file(self.folder / self.agent_file, text)


class TunedSoFar:
    """The officer with doctrines by side (`core.players.CompiledPlayer`).  values: float64 `(sides, numbers)`."""

    def __init__(self, game: Learnable, values: np.ndarray) -> None:
        self.weights = {"doctrines": values}
        self._officer = game.officer(game.doctrines.of_numbers(values[None]), "tuned")

    def begin(self, num_games: int, seed: int) -> None:
        """See `CompiledPlayer`."""
        self._officer.begin(num_games, seed)

    def play(self, books: np.ndarray, games: np.ndarray, first: int, last: int, plays: np.ndarray) -> None:
        """See `CompiledPlayer`."""
        self._officer.play(books, games, first, last, plays)
