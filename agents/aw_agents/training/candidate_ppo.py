"""PPO for a network that compares the legal actions, going on from an agent (`aw_agents.training.ppo` says the rest).

It begins with the weights of an agent, mostly one that has imitated, and is held near it by the divergence from what
that agent would do (`anchor`): where the reward says nothing, it plays on as before.  Against a `rival` alone, which
may be that agent itself, it looks for the best response to it.
"""

import copy
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from aw_agents.learned import valuations
from aw_agents.learned.candidate_player import CandidatePlayer
from aw_agents.learned.candidate_policy import CandidatePolicy
from aw_agents.learned.decisions import Decisions
from aw_agents.scopes import CANDIDATES
from aw_agents.training.experiment import CandidateExperiment, ExperimentError
from aw_agents.training.playing import Choices, GamesInCandidates
from aw_agents.training.ppo import PPO
from aw_agents.training.start import agent_at_the_start


class CandidatePPO(PPO):
    """A run of PPO with a network that compares the legal actions.  Raises ExperimentError when `start` has none."""

    experiment: CandidateExperiment
    layout = CANDIDATES

    def _new_policy(self) -> CandidatePolicy:
        learning = self.experiment.learning
        start = agent_at_the_start("learning.start", learning.start, self.game.players, self.scope)
        self.valuation = None
        if learning.credit != "decisions":
            war = self.learnable.war_of(self.rules.scenario.books)
            self.valuation = valuations.shipped(self.rules.name).get(war)
            if self.valuation is None:
                raise ExperimentError(f"learning.credit: there is no valuation of {war}")
        if learning.device != "cpu":
            raise ExperimentError('learning: candidate_ppo knows device = "cpu" alone')
        self.scope, self.row_scope = start.scope, start.row_scope
        policy = CandidatePolicy.of_weights(self.scope, self.row_scope, start.weights)
        self.start = copy.deepcopy(policy).requires_grad_(False)
        if self.valuation is not None:  # it has learned to expect other returns
            nn.init.zeros_(policy.value.weight)
            nn.init.zeros_(policy.value.bias)
        return policy

    def _batch(self, number: int) -> GamesInCandidates:
        shaped = self.experiment.learning.credit == "shaped"
        reads = (self.scope, self.row_scope)
        return GamesInCandidates(self.rules, *self._of_batch(number), reads, self.valuation, shaped)

    def _begin(self) -> None:
        """The agent at the start is the first point of the curve."""
        self._measure()

    def _is_best(self, overall: float) -> bool:
        """With credit by turns the latest agent: the games of the curve are too few to tell its points apart, and who
        beats `scripted` more is not who plays better.  The best response to a rival alone is its best point."""
        latest = self.valuation is not None and self.experiment.pool.has_others
        return latest or super()._is_best(overall)

    def player(self) -> CandidatePlayer:
        """The agent as it is now."""
        return self._player_of(self.policy.weights(), self.experiment.learning.greedy)

    def _player_of(self, weights: dict[str, np.ndarray], greedy: bool) -> CandidatePlayer:
        name, scenario = self.experiment.name, self.experiment.scenario
        return CandidatePlayer(self.scope, self.row_scope, weights, greedy, name, scenario)

    # --- learning ------------------------------------------------------------------------------------

    def _together(self, rollouts: list[Any]) -> Choices:
        return Choices.of_all(rollouts)

    def _narrowed(self, rollout: Any) -> Any:
        seen = rollout.decisions.seen
        self.columns = torch.as_tensor(seen.any(0).nonzero()[0])
        return rollout._replace(decisions=rollout.decisions._replace(seen=seen.take(self.columns.numpy(), 1)))

    def _logits_and_values(self, batch: Any) -> tuple[torch.Tensor, torch.Tensor]:
        """Of the decisions of a minibatch, which is narrowed."""
        logits, values = self.policy(batch.decisions, self.brief, self.columns)
        if self.experiment.learning.anchor > 0:
            self.from_the_start = self._divergence_from_the_start(batch.decisions, logits)
        return logits, values

    def _divergence_from_the_start(self, decisions: Decisions, logits: torch.Tensor) -> torch.Tensor:
        """From what the agent at the start would do to what the policy's logits say, in the mean of the decisions,
        which are narrowed."""
        log_chances = functional.log_softmax(logits, 1)
        with torch.no_grad():
            at_the_start = functional.log_softmax(self.start(decisions, self.brief, self.columns)[0], 1)
        return (log_chances.exp() * (log_chances - at_the_start)).sum(1).mean()

    def _losses(self, batch: Any) -> dict[str, torch.Tensor]:
        losses = super()._losses(batch)
        return losses | {"anchor": self.from_the_start} if self.experiment.learning.anchor > 0 else losses

    def _held_back(self, losses: dict[str, torch.Tensor]) -> torch.Tensor | float:
        return self.experiment.learning.anchor * losses["anchor"] if "anchor" in losses else 0.0

    # --- checkpoints ---------------------------------------------------------------------------------

    def _reads(self) -> dict[str, Any]:
        return super()._reads() | {"row_columns": list(self.row_scope.column_names)}
