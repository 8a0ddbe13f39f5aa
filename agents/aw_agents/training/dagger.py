"""Imitation alone, of the staff officer, `scripted` or `tuned`: `aw_agents.training.supervised` says how."""

import aw_agents
from aw_agents.learned.candidate_policy import CandidatePolicy
from aw_agents.training.experiment import ImitationExperiment, Lessons
from aw_agents.training.supervised import Taught
from aw_agents.training.watching import WatchedGames


class ImitationTraining(Taught):
    """A run of imitation."""

    experiment: ImitationExperiment

    @property
    def lessons(self) -> Lessons:
        """How it learns from the teacher."""
        return self.experiment.dagger

    def _new_policy(self) -> CandidatePolicy:
        """A network that knows nothing, and what it reads."""
        self.scope, lesson = self.learnable.scope_of(self.rules), self.experiment.dagger
        self.row_scope = self.scope.vocabulary.row_scope()
        return CandidatePolicy(self.scope, self.row_scope, lesson.hidden, lesson.features)

    def _batch(self, count: int, seed: int) -> WatchedGames:
        teacher = aw_agents.load(self.experiment.dagger.teacher, self.game.players)
        doctrines = teacher.doctrines_in(self.rules.scenario.books)
        return WatchedGames(self.rules, self.lessons, doctrines, (self.scope, self.row_scope), count, seed)
