"""Expert iteration (Anthony et al. 2017): the teacher is a search around the learner itself, which learns to answer at
once what the search has found, so that the next search begins from there.

The rest is in `aw_agents.training.supervised`: a round of games is played with the teacher's answers, and learned from.
A search is dear, so that the decisions of some rounds are kept and learned from again.
"""

from typing import Any

import aw_agents
from aw_agents.learned.candidate_policy import CandidatePolicy
from aw_agents.training.experiment import Expert, ExpertExperiment
from aw_agents.training.searching import SearchedGames, searching
from aw_agents.training.start import agent_at_the_start
from aw_agents.training.supervised import Taught


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
        officer = aw_agents.load(self.lessons.proposer or "tuned", self.game.players)
        doctrines = officer.doctrines_in(self.rules.scenario.books)
        return SearchedGames(self.rules, self.lessons, doctrines, (self.scope, self.row_scope), count, seed)
