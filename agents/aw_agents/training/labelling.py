"""Games in which some decisions are labelled with what the officer's answer and others are worth: here, or on a host of
a cluster, which needs no torch for it."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from aw_agents.arena.hosts import Players
from aw_agents.learned.corrected_player import CorrectedPlayer
from aw_agents.learned.decisions import Decisions, read, together
from aw_agents.networks.candidate_network import ACTION
from aw_agents.scopes import Scope
from aw_agents.search.player import Search
from aw_agents.search.race import fresh_seeds
from aw_agents.search.settings import SearchSettings
from aw_agents.training.experiment import CorrectionsTable
from aw_agents.training.watching import WatchedGames
from aw_env.core.ruleset import Ruleset


class Labels(NamedTuple):
    """Decisions, and what their answers are worth."""

    decisions: Decisions
    """With the answers that were compared for candidates, the officer's first."""
    leads: np.ndarray
    """float32 `(candidates,)`: by how much each is better than the officer's."""


def all_of(labels: Sequence[Labels]) -> Labels:
    """One after the other."""
    return Labels(together([one.decisions for one in labels]), np.concatenate([one.leads for one in labels]))


class LabelledGames(WatchedGames):
    """A batch of games, some decisions of which are labelled, and in some of which the learner corrects one side.

    judge: whose judgement labels are, if they are not what rollouts give.
    """

    settings: CorrectionsTable
    judge: CorrectedPlayer | None = None

    def label(self, learner: CorrectedPlayer, progress: float) -> Labels | None:
        """Play on for a round: the labels of it, None where there are none.  progress: how much of the training is
        behind the learner, from 0 to 1."""
        labels, kinds = [], learner.corrections.kinds
        search = None if self.judge else labelling_search(self.settings, self.env.rules.name, learner)
        for _ in range(self.settings.rollout):
            officers = self.officers_answers()
            games, masks = self.env.unguarded
            asked = (kinds >> games["decision"].astype(np.int64) & 1 == 1) & (masks.sum(1) > 1)
            for i in np.flatnonzero(asked & (self.rng.random(len(games)) < self.settings.share)).tolist():
                labels += self._judged(i, officers[i]) if search is None else self._played_out(search, i, officers[i])
            self.env.step(self._answers(officers, asked, learner, progress))
        return all_of(labels) if labels else None

    def _played_out(self, search: Search, i: int, officers: np.int64) -> list[Labels]:
        """What rollouts say of some answers to the decision of game `i`; none where the officer's has no row."""
        books, (games, masks) = self.env.rules.scenario.books, self.env.unguarded
        game, rollouts = games[i : i + 1], self.settings.rollouts
        rows = rows_of(self.env.observations[i], self.reads[0])
        candidates = search.candidates(books, game, masks[i], int(officers), self.rng)
        candidates = candidates[rows[candidates] >= 0]
        if candidates.size < 2 or candidates[0] != officers:
            return []
        luck = np.tile(fresh_seeds(rollouts, self.rng), candidates.size)
        values = search.rolled_out(books, game, candidates.repeat(rollouts), luck).reshape(-1, rollouts).mean(1)
        return [self._labels(i, rows[candidates], values - values[0])]

    def _judged(self, i: int, officers: np.int64) -> list[Labels]:
        """What the judge says of all answers to the decision of game `i`; none where the officer's has no row."""
        assert self.judge is not None
        rows = rows_of(self.env.observations[i], self.reads[0])
        others = np.flatnonzero(rows >= 0)
        others = others[others != officers]
        if rows[officers] < 0 or not others.size:
            return []
        leads = self._leads_of_judge(self.judge, i, officers)[others]
        return [self._labels(i, rows[[officers, *others]], np.array([0.0, *leads]))]

    def _leads_of_judge(self, judge: CorrectedPlayer, i: int, officers: np.int64) -> np.ndarray:
        """float32 `(actions,)`: by how much the judge is sure that answers are better, or `refused` worse."""
        one, game = slice(i, i + 1), self.env.unguarded[0][i]
        sure = judge.judged(self.env.observations[one], self.env.action_masks[one], np.array([officers]))[0]
        is_compared = np.isfinite(sure) & judge.is_asked(int(game["decision"]), int(game["subject"]))
        return np.where(is_compared, sure, -self.settings.refused)

    def _labels(self, i: int, rows: np.ndarray, leads: np.ndarray) -> Labels:
        """Of the decision of game `i`.  rows: of the candidates, the officer's first."""
        met = read(self.env.observations[i : i + 1], *self.reads)
        decisions = Decisions(met.seen, np.array([rows.size]), met.rows[rows], met.outputs[rows])
        return Labels(decisions, leads.astype(np.float32))

    def _answers(
        self, officers: np.ndarray, asked: np.ndarray, learner: CorrectedPlayer, progress: float
    ) -> np.ndarray:
        """What is played: mostly the officer's answers, some at random, and in its own games the learner's."""
        played = self.disturbed_answers(officers)
        own = asked & self.own & (self.env.sides == self.side) & (self.rng.random(len(asked)) < progress)
        if own.any():
            played[own] = learner.corrected(self.env.observations[own], self.env.action_masks[own], officers[own])
        return played


class Labelling(NamedTuple):
    """A round of one batch, as a task (`arena.hosts.Task`): all that it depends on, so that it ends alike wherever and
    however often it is done."""

    key: int
    games: LabelledGames
    learner: CorrectedPlayer
    progress: float

    def done(self, rules: Ruleset, players: Players) -> tuple[LabelledGames, Labels | None]:
        """The batch a round later, and its labels."""
        return self.games, self.games.label(self.learner, self.progress)


def labelling_search(settings: CorrectionsTable, plays: str, learner: CorrectedPlayer) -> Search:
    """Whose rollouts say what answers are worth: the learner or the officer plays on, against itself, the officer and
    the rivals.  Raises ValueError for a value that there is not."""
    officer, by_learner = settings.teacher, settings.plays_on == "learner"
    plays_on = "" if by_learner else officer
    of_the_search = SearchSettings(
        rollouts=settings.rollouts, candidates=settings.candidates, ranker=settings.ranker, searched=settings.kinds,
        turns=settings.turns, proposer=officer, policy=plays_on,
        opponents=list(dict.fromkeys([plays_on, officer, *settings.rivals])), value=settings.value,
        point=settings.point,
    )  # fmt: skip
    return Search(of_the_search, plays, policy=learner if by_learner else None)


def rows_of(observation: np.ndarray, scope: Scope) -> np.ndarray:
    """int64 `(all actions,)`: the row of each action in an observation of the layout "candidates", -1: it has none."""
    first, most, width = scope.vocabulary.table
    actions = observation[first:].reshape(most, width)[:, ACTION]
    found = np.full(len(scope.vocabulary.actions), -1)
    there = np.flatnonzero(actions)
    found[actions[there] - 1] = np.arange(there.size)
    return found
