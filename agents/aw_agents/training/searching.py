"""Games in which a search around the learner is the teacher: here, or on a host of a cluster, which needs no torch for
it."""

from collections.abc import Callable
from functools import partial

import numpy as np

from aw_agents.learned.candidate_player import CandidatePlayer
from aw_agents.search.player import Search
from aw_agents.search.settings import SearchSettings
from aw_agents.training.experiment import Expert
from aw_agents.training.watching import WatchedGames


class SearchedGames(WatchedGames):
    """A batch of games in which a search around the learner is the teacher."""

    settings: Expert

    def teacher_of(self, learner: CandidatePlayer) -> Callable[[], np.ndarray]:
        """What answers as the proposer does, or better where it is worth a search."""
        return partial(self._searched, learner, searching(self.settings, self.env.rules.name, learner))

    def _searched(self, learner: CandidatePlayer, search: Search) -> np.ndarray:
        books, (games, masks) = self.env.rules.scenario.books, self.env.unguarded
        if self.settings.proposer:
            answers = self.officers_answers()
        else:
            answers = learner.act_batch(self.env.observations, self.env.action_masks)
        for i in np.flatnonzero(search.kinds >> games["decision"].astype(np.int64) & 1):
            answers[i] = search.choose(books, games[i : i + 1], masks[i], int(answers[i]), self.rng)
        return answers


def searching(expert: Expert, plays: str, learner: CandidatePlayer) -> Search:
    """The search around a learner.  Raises ValueError for a policy, a kind of decision or a value that there is not."""
    settings = SearchSettings(
        rollouts=expert.rollouts,
        candidates=expert.candidates,
        searched=expert.searched,
        policy=expert.policy,
        value=expert.value,
    )
    return Search(settings, plays, around=learner)
