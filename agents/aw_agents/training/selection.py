"""Selection: about which units an agent of corrections is asked.

An order that is better than the officer's where all others are his need not be where many are better: ships are
substitutes.  So random sets of units are tried in whole games against the officer, on each side by itself, and the best
third of them goes on, until one is left (successive halving, Jamieson and Talwalkar 2016).  All units are one of the
sets; the officer alone is tried to the end, so that what only seemed better in a few games is not taken.
"""

from pathlib import Path
from typing import Any

import numpy as np

import aw_agents
from aw_agents.learned.corrected_player import CorrectedPlayer
from aw_agents.training.experiment import ExperimentError, SelectionExperiment, SelectionTable
from aw_agents.training.results import measure
from aw_agents.training.run import UNSOUND, Run, not_whole
from aw_env.core.faces.batch import VecEnv

SEED_OF_GAMES = 4_000_003
"""Added to the seed of the experiment: the games of a round are none of those of the curve or the table."""
GOES_ON = 3
"""Of so many sets one goes on, to games that are twice as many."""
WATCHED = 64
"""Games of the officer that tell which side is asked about a unit."""
SIDES = 2
SURE = 2.0
"""By so many standard errors a set must be better than the officer alone."""
OFFICER_ALONE = 0
"""The number of the set without units."""
UNPLAYED = -1.0
"""In a checkpoint, whose numbers are finite: the points of a set that has not played."""


def sizes_of(sets: int) -> list[int]:
    """How many sets are tried in each round, until one is left beside the officer alone."""
    sizes, others = [], sets - 1
    while others > 1:
        sizes.append(others + 1)
        others = max(1, others // GOES_ON)
    return sizes


class Selection(Run):
    """A run of selection.  Raises ExperimentError for an agent that corrects no officer."""

    experiment: SelectionExperiment
    unit = "games"

    def _set_up(self) -> None:
        self.agent = self._agent_of_corrections()
        self.officer = self.agent.officer
        self.own = self._own_units()
        self.sets = self._drawn_sets()
        self.points: list[np.ndarray] = [self._unplayed()]
        self.untrained = self.best = self.player()
        self.best_at = 0
        if self.resumed_from is not None:
            self._load(self.resumed_from)

    @property
    def settings(self) -> SelectionTable:
        """How it selects."""
        return self.experiment.selection

    def _agent_of_corrections(self) -> CorrectedPlayer:
        name = self.settings.agent
        agent = aw_agents.load(name, self.game.players)
        if not isinstance(agent, CorrectedPlayer):
            raise ExperimentError(f"selection.agent: {name} is no agent that corrects an officer")
        return agent

    def _own_units(self) -> np.ndarray:
        """bool `(sides, units)`: about which units a side is asked what is corrected, in games of the officer."""
        env = VecEnv(self.rules, WATCHED, self.experiment.seed)
        doctrines = self.officer.doctrines_in(self.rules.scenario.books)
        kinds = self.agent.corrections.kinds & self.agent.corrections.about_units
        found = np.zeros((SIDES, len(self.agent.scope.vocabulary.units)), bool)
        answers, ended = np.zeros(WATCHED, np.int64), np.zeros(WATCHED, bool)
        while not ended.any():
            games, masks = env.unguarded
            asked = kinds >> games["decision"].astype(np.int64) & 1 == 1
            found[env.sides[asked], games["subject"][asked]] = True
            self.learnable.decide_all(self.rules.scenario.books, games, masks, answers, doctrines)
            ended = env.step(answers)[1]
        env.close()
        return found

    def _drawn_sets(self) -> np.ndarray:
        """bool `(sets, units)`: no unit, all units, and those that are drawn."""
        rng, units = np.random.default_rng(self.experiment.seed), self.own.shape[1]
        shares = np.resize(self.settings.shares, self.settings.sets)
        drawn = rng.random((self.settings.sets, units)) < np.sort(shares)[:, None]
        return np.concatenate([np.zeros((1, units), bool), np.ones((1, units), bool), drawn])

    # --- rounds --------------------------------------------------------------------------------------

    def _unplayed(self) -> np.ndarray:
        return np.full((SIDES, len(self.sets)), np.nan)

    def _games_in(self, number: int) -> int:
        """Games of a set on a side, in a round."""
        return self.settings.games << number

    def _live(self, number: int, side: int) -> np.ndarray:
        """The sets that are tried in a round."""
        others = np.arange(OFFICER_ALONE + 1, len(self.sets))
        for points in self.points[:number]:
            best_first = others[np.argsort(-points[side, others], kind="stable")]
            others = np.sort(best_first[: max(1, others.size // GOES_ON)])
        return np.array([OFFICER_ALONE, *others])

    @property
    def steps(self) -> int:
        """Games played so far."""
        return sum(self._games_in(k) * int(np.isfinite(points).sum()) for k, points in enumerate(self.points))

    @property
    def total(self) -> int:
        """Games to play."""
        return sum(SIDES * size * self._games_in(number) for number, size in enumerate(sizes_of(len(self.sets))))

    def _update(self) -> None:
        """The next set of the round on the next side."""
        number = len(self.points) - 1
        if all(np.isfinite(self.points[-1][side, self._live(number, side)]).all() for side in range(SIDES)):
            self.points.append(self._unplayed())
            number += 1
        side, which = next(
            (side, which)
            for side in range(SIDES)
            for which in self._live(number, side)
            if np.isnan(self.points[-1][side, which])
        )
        seed = self.experiment.seed + SEED_OF_GAMES + number
        player, officer, games = self._player_of(self.sets[which]), self.officer, self._games_in(number)
        line = measure(self.rules, self.experiment.name, player, officer.name, officer, side, games, seed)
        self.points[-1][side, which] = line.points
        self.logger.record(f"selection/points_{self.rules.seats[side]}", line.points)
        self.logger.record("time/seconds", self.seconds)
        self.logger.dump(self.steps)

    def _best_set(self, side: int) -> np.ndarray:
        """bool `(units,)`: the best of the last round that has been played whole, if that is sure; at first none."""
        for number in reversed(range(len(self.points))):
            live = self._live(number, side)
            points = self.points[number][side]
            if np.isfinite(points[live]).all():
                best = live[np.argmax(points[live])]
                is_sure = points[best] - points[OFFICER_ALONE] > SURE * np.sqrt(0.5 / self._games_in(number))
                return self.sets[best if is_sure else OFFICER_ALONE]
        return self.sets[OFFICER_ALONE]

    def player(self) -> CorrectedPlayer:
        """The agent with the best sets so far, of each side for its own units."""
        return self._player_of(np.any([self._best_set(side) & self.own[side] for side in range(SIDES)], axis=0))

    def _player_of(self, units: np.ndarray) -> CorrectedPlayer:
        names = [name for name, is_in in zip(self.agent.scope.vocabulary.units, units, strict=True) if is_in]
        correcting = self.agent.correcting.model_copy(update={"units": names})
        return CorrectedPlayer(self.agent.networks, correcting, self.experiment.name, self.experiment.scenario)

    # --- checkpoints ---------------------------------------------------------------------------------

    def _reads(self) -> dict[str, Any]:
        return self.player().reads

    def _state(self) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        return {"optimizer/points": np.nan_to_num(self.points, nan=UNPLAYED)}, {}

    def _load(self, path: Path) -> None:
        """Go on from a checkpoint.  Raises CheckpointError."""
        arrays, _ = self._read_checkpoint(path)
        try:
            points = np.asarray(arrays["optimizer/points"], float)
            if points.ndim != 3 or points.shape[1:] != self._unplayed().shape:
                raise ValueError("its sets are others")
            self.points = [*np.where(points == UNPLAYED, np.nan, points)]
        except UNSOUND as error:
            raise not_whole(path, error) from None
        self.best = self.player()

    def _is_best(self, overall: float) -> bool:
        """The last agent is the best: it has the sets that have proved themselves most often."""
        return True

    def _close_games(self) -> None:
        """Nothing is open between two sets."""
