"""Expert iteration (Anthony et al. 2017): the teacher is a search around the learner itself, which learns to answer at
once what the search has found, so that the next search begins from there.

The rest is in `aw_agents.training.taught`: a round of games is played with the teacher's answers, and learned from.  A
search is dear, so that the decisions of some rounds are kept and learned from again.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

import aw_agents
from aw_agents.learned.candidate_player import CandidatePlayer
from aw_agents.learned.candidate_policy import CandidatePolicy
from aw_agents.search.player import Search
from aw_agents.search.settings import SearchSettings
from aw_agents.training.experiment import Expert, ExpertExperiment
from aw_agents.training.start import agent_at_the_start
from aw_agents.training.taught import Taught
from aw_agents.training.watching import WatchedGames


class SearchedGames(WatchedGames):
    """A batch of games in which a search around the learner is the teacher."""

    settings: Expert

    def teacher_of(self, learner: CandidatePlayer) -> Callable[[], np.ndarray]:
        """What answers as the learner does, or better where it is worth a search."""
        return partial(self._searched, learner, searching(self.settings, self.env.rules.name, learner))

    def _searched(self, learner: CandidatePlayer, search: Search) -> np.ndarray:
        books, (games, masks) = self.env.rules.scenario.books, self.env.unguarded
        answers = learner.act_batch(self.env.observations, self.env.action_masks)
        for i in np.flatnonzero(search.kinds >> games["decision"].astype(np.int64) & 1):
            answers[i] = search.choose(books, games[i : i + 1], masks[i], int(answers[i]), self.rng)
        return answers


def searching(expert: Expert, plays: str, learner: CandidatePlayer) -> Search:
    """The search around a learner.  Raises ValueError for a policy or a value that there is not."""
    settings = SearchSettings(
        rollouts=expert.rollouts, candidates=expert.candidates, policy=expert.policy, value=expert.value
    )
    return Search(settings, plays, around=learner)


class ExpertIteration(Taught):
    """A run of expert iteration.  Raises ExperimentError when `start` is no agent to go on from."""

    experiment: ExpertExperiment

    @property
    def lessons(self) -> Expert:
        """How it learns from the search."""
        return self.experiment.expert

    def _new_policy(self) -> CandidatePolicy:
        """The network of the agent that it goes on from, and what that reads."""
        name, scope = self.lessons.start, self.learnable.scope_of(self.rules)
        start = agent_at_the_start("expert.start", name, self.game.players, scope)
        searching(self.lessons, self.rules.name, start)
        self.scope, self.row_scope = start.scope, start.row_scope
        return CandidatePolicy.of_weights(start.scope, start.row_scope, start.weights)

    def measured_against(self) -> dict[str, Any]:
        """The agent that it has gone on from too."""
        start = self.lessons.start
        return super().measured_against() | {start: aw_agents.load(start, self.game.players)}

    def _batch(self, count: int, seed: int) -> SearchedGames:
        tuned = aw_agents.load("tuned", self.game.players)
        doctrines = tuned.doctrines_in(self.rules.scenario.books)
        return SearchedGames(self.rules, self.lessons, doctrines, (self.scope, self.row_scope), count, seed)
