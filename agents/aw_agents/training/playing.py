"""Games that a PPO plays, a rollout at a time: here, or on a host of a cluster, which needs torch for it."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from torch.nn import functional

from aw_agents.arena.hosts import Players
from aw_agents.learnable import learnable
from aw_agents.learned.candidate_policy import CandidatePolicy
from aw_agents.learned.decisions import Decisions, read, together
from aw_agents.learned.policy import NO_LOGIT, Policy, squashed
from aw_agents.networks.valuation import Valuation
from aw_agents.scopes import CANDIDATES, LAYOUT, RowScope, Scope
from aw_agents.training.credit import TurnCredit
from aw_agents.training.experiment import Learning
from aw_agents.training.pool import Opponents, Seating
from aw_env.core.faces.one_seat import OneSeatVecEnv
from aw_env.core.ruleset import Ruleset


class Seeds(NamedTuple):
    """Of a batch."""

    games: int
    policy: int
    """Of what it draws."""


class Rollout(NamedTuple):
    """What was met and done in some steps of some games, all decisions in one row: step by step, game by game."""

    seen: torch.Tensor
    """Squashed observations, float32 or bfloat16 `(n, columns)`."""
    legal: torch.Tensor
    """bool `(n, actions)`."""
    actions: torch.Tensor
    """int64: which output was drawn..."""
    log_chances: torch.Tensor
    """float32: ...and the logarithm of its probability."""
    values: torch.Tensor
    """float32: what the learner expected to earn from there on..."""
    advantages: torch.Tensor
    """float32: ...and how much better it went; both together are the return, which the value should tell."""

    def of(self, which: torch.Tensor) -> "Rollout":
        """These decisions, in this order."""
        return Rollout(*(part.index_select(0, which) for part in self))

    def to(self, device: torch.device) -> "Rollout":
        """The same on a device."""
        return Rollout(*(part.to(device) for part in self))

    @staticmethod
    def of_all(rollouts: Sequence["Rollout"]) -> "Rollout":
        """All of them, one after the other."""
        return rollouts[0] if len(rollouts) == 1 else Rollout(*map(torch.cat, zip(*rollouts, strict=True)))


class Choices(NamedTuple):
    """As `Rollout`, of a network that compares: `decisions` holds what was seen, squashed, and `actions` which of its
    candidates each has chosen."""

    decisions: Decisions
    actions: torch.Tensor
    log_chances: torch.Tensor
    values: torch.Tensor
    advantages: torch.Tensor

    def of(self, which: torch.Tensor) -> "Choices":
        """These decisions, in this order."""
        return Choices(self.decisions.of(which.numpy()), *(part[which] for part in self[1:]))

    @staticmethod
    def of_all(rollouts: Sequence["Choices"]) -> "Choices":
        """All of them, one after the other."""
        decisions, *rest = zip(*rollouts, strict=True)
        return Choices(together([*decisions]), *map(torch.cat, rest))


class PlayedGames(ABC):
    """A batch of games that are played on from rollout to rollout; the learner has one seat of each, in turn.

    All decisions of a trajectory are the learner's own, and what it is rewarded for, what it expects and its advantages
    are all told from its seat; the observation says which that is.
    """

    layout: str
    """The observation that is learned from."""

    def __init__(self, rules: Ruleset, learning: Learning, opponents: Opponents, count: int, seeds: Seeds) -> None:
        self.learning, self.scope = learning, learnable(rules.name).scope_of(rules)
        self.brief = learning.precision == "bfloat16"
        self.seating = Seating(opponents)
        self.games = OneSeatVecEnv(
            rules, count, self.seating.players, weights=opponents.weights, seed=seeds.games,
            observation=self.layout, reward=learning.reward, num_threads=learning.threads,
        )  # fmt: skip
        self.seed = seeds.policy
        self.dice: torch.Generator | None = None

    @abstractmethod
    def play(self, policy: Any) -> Any:
        """Play on for a rollout, drawing from a policy."""

    def _drawn(self, log_chances: torch.Tensor) -> torch.Tensor:
        """int64 `(games,)`: one of each row by its probability, by means of Gumbel's noise."""
        if self.dice is None:
            self.dice = torch.Generator(log_chances.device).manual_seed(self.seed)
        noise = -torch.rand(log_chances.shape, device=log_chances.device, generator=self.dice).log_().neg_().log_()
        return (log_chances + noise).argmax(1)

    def _step(self, outputs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Each game's decision, an output of the network.  Returns what the learner has earned, float32 `(games,)`, and
        where what comes later is not owed to it, bool `(games,)`."""
        earned, ended = self.games.step(self.scope.actions[outputs])
        self.seating.note(self.games)
        return earned, ended


class GamesInSummary(PlayedGames):
    """Games that are seen in the summary."""

    layout = LAYOUT

    def __init__(self, rules: Ruleset, learning: Learning, opponents: Opponents, count: int, seeds: Seeds) -> None:
        super().__init__(rules, learning, opponents, count, seeds)
        self.scale = torch.as_tensor(self.scope.scale, dtype=torch.float32)

    def play(self, policy: Policy) -> Rollout:
        """Play on for a rollout, drawing from a policy."""
        learning, device, parts = self.learning, policy.value.weight.device, []
        outcomes = torch.zeros((2, learning.rollout, self.games.num_envs))
        for step in range(learning.rollout):
            seen, legal = self._met(device)
            log_chances, values = self._judged(policy, seen, legal)
            actions = self._drawn(log_chances)
            outcomes[:, step] = torch.as_tensor(np.stack(self._step(actions.cpu().numpy())))
            parts.append((seen, legal, actions, log_chances.gather(1, actions[:, None])[:, 0], values))
        seen, legal, actions, log_chances, values = (torch.stack(part) for part in zip(*parts, strict=True))
        earned, ended = outcomes.to(device)
        expected = self._judged(policy, *self._met(device))[1]
        advantages = advantages_of(learning, earned, ended, values, expected)
        return Rollout(*(part.flatten(0, 1) for part in (seen, legal, actions, log_chances, values, advantages)))

    def _met(self, device: torch.device) -> tuple[torch.Tensor, torch.Tensor]:
        """What the learner sees in each game, squashed, and what is legal there."""
        observations = torch.as_tensor(self.games.observations.take(self.scope.columns, 1))
        kept_as = torch.bfloat16 if self.brief else torch.float32
        legal = torch.as_tensor(self.games.action_masks.take(self.scope.actions, 1).view(bool))
        return squashed(observations, self.scale).to(device, kept_as), legal.to(device)

    @torch.no_grad()
    def _judged(self, policy: Policy, seen: torch.Tensor, legal: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Logarithms of the actions' probabilities, and the value."""
        logits, values = policy(seen, self.brief)
        return functional.log_softmax(torch.where(legal, logits, NO_LOGIT), 1), values


class GamesInCandidates(PlayedGames):
    """Games that are seen as legal actions to compare.  valuation: what a turn is credited with (`credit.py`); None:
    a decision is credited with what is earned.  shaped: with what later turns are credited with, too."""

    layout = CANDIDATES

    def __init__(
        self, rules: Ruleset, learning: Learning, opponents: Opponents, count: int, seeds: Seeds,
        reads: tuple[Scope, RowScope], valuation: Valuation | None, shaped: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(rules, learning, opponents, count, seeds)
        self.scope, self.row_scope = reads
        self.credit = None if valuation is None else TurnCredit(self.games, valuation)
        self.shaped = shaped

    @torch.no_grad()
    def play(self, policy: CandidatePolicy) -> Choices:
        """Play on for a rollout, drawing from a policy."""
        learning, parts = self.learning, []
        outcomes = torch.zeros((2, learning.rollout, self.games.num_envs))
        for step in range(learning.rollout):
            met = policy.squashed(self._met())
            logits, values = policy(met, self.brief)
            log_chances = functional.log_softmax(logits, 1)
            chosen = self._drawn(log_chances)
            firsts = np.cumsum(met.counts) - met.counts
            outcomes[:, step] = torch.as_tensor(np.stack(self._step(met.outputs[firsts + chosen.numpy()])))
            parts.append((met, chosen, log_chances.gather(1, chosen[:, None])[:, 0], values))
        decisions, *rest = zip(*parts, strict=True)
        actions, log_chances, values = (torch.stack(part) for part in rest)
        earned, ended = outcomes
        advantages = advantages_of(learning, earned, ended, values, policy(policy.squashed(self._met()), self.brief)[1])
        return Choices(together([*decisions]), *(part.flatten() for part in (actions, log_chances, values, advantages)))

    def _met(self) -> Decisions:
        return read(self.games.observations, self.scope, self.row_scope)

    def _step(self, outputs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        earned, ended = super()._step(outputs)
        if self.credit is None:
            return earned, ended
        gained, closed = self.credit.settle()
        return gained, ended if self.shaped else closed


def advantages_of(
    learning: Learning, earned: torch.Tensor, ended: torch.Tensor, values: torch.Tensor, expected: torch.Tensor
) -> torch.Tensor:
    """Generalized advantage estimates (Schulman et al. 2016), float32 `(steps, games)`.

    earned, ended: what came between a decision and the next, and whether that is of another game.  values: what was
    expected before; expected, `(games,)`: what is in the end.
    """
    advantages, following = torch.zeros_like(values), torch.zeros_like(expected)
    for step in reversed(range(len(values))):
        goes_on = learning.discount * (1.0 - ended[step])
        surprise = earned[step] + goes_on * expected - values[step]
        following = surprise + goes_on * learning.gae_lambda * following
        advantages[step], expected = following, values[step]
    return advantages


class Playing(NamedTuple):
    """A rollout of one batch, as a task (`arena.hosts.Task`): all that it depends on, so that it ends alike wherever
    and however often it is played.  torch: its version where the training was started."""

    key: int
    batch: PlayedGames
    policy: Any
    torch: str

    def done(self, rules: Ruleset, players: Players) -> tuple[PlayedGames, Any]:
        """The batch a rollout later, and the rollout.  Raises ValueError with another torch."""
        if torch.__version__ != self.torch:
            raise ValueError(f"a host has torch {torch.__version__}, {self.torch} here")
        return self.batch, self.batch.play(self.policy)
