"""Corrections to the staff officer: small networks that learn, from rollouts, where another answer is better.

Games are played on, mostly by the officer, and some of his decisions are labelled: each of some answers is played on
with the same luck, and what it is worth less than his is its lead.  The networks read the rows of candidates and a few
columns of the game, and are fitted to the leads anew, each from a beginning of its own, before every point of the curve
and in the end.  They are asked only at decisions of some kinds and depart from the officer only where they agree: what
is good one at a time need not be good all together, so that later labels come from games with corrections too.
"""

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np
import torch

import aw_agents
from aw_agents.arena.addresses import hosts_at
from aw_agents.arena.hosts import play_all
from aw_agents.learned.candidate_player import CandidatePlayer
from aw_agents.learned.candidate_policy import CandidatePolicy
from aw_agents.learned.corrected_player import CorrectedPlayer
from aw_agents.learned.decisions import Decisions
from aw_agents.learned.description import Correcting
from aw_agents.networks.candidate_network import LEARNED
from aw_agents.scopes import Scope
from aw_agents.training.experiment import CorrectionsExperiment, CorrectionsTable
from aw_agents.training.labelling import LabelledGames, Labelling, Labels, all_of
from aw_agents.training.run import UNSOUND, Run, not_whole, passed
from aw_agents.training.supervised import BATCHES

PARTS = ("seen", "counts", "rows", "outputs", "leads")
"""The arrays of the labels, as a checkpoint names them."""


class CorrectionsTraining(Run):
    """A run that learns corrections.  Raises ValueError for a kind of decision that there is not."""

    experiment: CorrectionsExperiment
    unit = "labels"

    def _set_up(self) -> None:
        settings, seed = self.settings, self.experiment.seed
        torch.set_num_threads(settings.threads)
        self.correcting = Correcting(
            officer=settings.teacher, kinds=settings.kinds, caution=settings.caution,
            ranker=settings.ranker, shortlist=settings.candidates - 1 if settings.ranker else 0,
        )  # fmt: skip
        self.scope, self.row_scope = self._read_scope(), self.learnable.vocabulary().row_scope()
        self.labels: list[Labels] = []
        self.policies = [self._new_policy(k) for k in range(settings.networks)]
        for policy in self.policies:
            torch.nn.init.zeros_(policy.head.weight)
        self.untrained = self.player()
        self.best, self.best_at = self.untrained, 0
        if self.resumed_from is not None:
            self._load(self.resumed_from)
        seed += 7919 * self.restarts
        teacher = aw_agents.load(settings.teacher, self.game.players)
        doctrines, reads = teacher.doctrines_in(self.rules.scenario.books), (self.scope, self.row_scope)
        self.batches = [
            LabelledGames(self.rules, settings, doctrines, reads, settings.envs // BATCHES, BATCHES * seed + k)
            for k in range(BATCHES)
        ]
        for games in self.batches:
            games.judge = self._judge()
        length = self.batches[0].officer_plays_one()
        for number, games in enumerate(self.batches):
            for _ in range(length * number // BATCHES):
                games.step_as_the_officer()
        self.closing = ExitStack()
        self.hosts = self.closing.enter_context(hosts_at(self.on, self.rules))

    @property
    def settings(self) -> CorrectionsTable:
        """How it learns."""
        return self.experiment.corrections

    def _judge(self) -> CorrectedPlayer | None:
        """The agent whose judgement is learned; None: what rollouts say is.  Raises ValueError for another agent."""
        if not (name := self.settings.judge):
            return None
        judge = aw_agents.load(name, self.game.players)
        if not isinstance(judge, CorrectedPlayer):
            raise ValueError(f"corrections.judge: {name} is no agent that corrects an officer")
        return judge

    def _read_scope(self) -> Scope:
        """The columns of the game as a whole, and those that the experiment names."""
        whole, context = self.learnable.scope_of(self.rules), tuple(self.settings.context)
        names = enumerate(whole.column_names)
        read = [whole.columns[k] for k, name in names if "/" not in name or name.startswith(context)]
        return Scope(whole.vocabulary, np.array(read), whole.actions)

    def _new_policy(self, number: int) -> CandidatePolicy:
        torch.manual_seed(self.experiment.seed + number)
        settings = self.settings
        return CandidatePolicy(self.scope, self.row_scope, settings.hidden, settings.features, settings.dropout)

    # --- learning ------------------------------------------------------------------------------------

    @property
    def steps(self) -> int:
        """Labels so far."""
        return sum(len(one.decisions.counts) for one in self.labels)

    @property
    def total(self) -> int:
        """Labels to learn from."""
        return self.settings.labels

    def player(self) -> CorrectedPlayer:
        """The agent as it is now."""
        return self._player_of([policy.weights() for policy in self.policies])

    def _player_of(self, weights: Sequence[dict[str, np.ndarray]]) -> CorrectedPlayer:
        networks = [CandidatePlayer(self.scope, self.row_scope, one) for one in weights]
        return CorrectedPlayer(networks, self.correcting, self.experiment.name, self.experiment.scenario)

    def _update(self) -> None:
        """A round of all batches, by whoever plays; before a point of the curve the networks are fitted."""
        before, learner = self.steps, self.player()
        progress = min(1.0, before / self.total)
        done = play_all(self.hosts, [Labelling(k, games, learner, progress) for k, games in enumerate(self.batches)])
        self.batches = [done[k][0] for k in range(BATCHES)]
        self.labels += [done[k][1] for k in range(BATCHES) if done[k][1] is not None]
        if self.steps >= self.total or passed(before, self.steps, self.experiment.evaluation.every):
            self._fit()

    def _fit(self) -> None:
        """Each network anew, to all labels."""
        labels = all_of(self.labels)
        self.labels = [labels]
        for number in range(self.settings.networks):
            self.policies[number] = self._new_policy(number)
            error = fit(self.policies[number], labels, self.settings, self.experiment.seed + number)
        self.logger.record("train/error", error)
        self.logger.record("time/seconds", self.seconds)
        self.logger.dump(self.steps)

    # --- checkpoints ---------------------------------------------------------------------------------

    def _reads(self) -> dict[str, Any]:
        return self.player().reads

    def _state(self) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        labels = all_of(self.labels)
        return dict(zip((f"labels/{part}" for part in PARTS), (*labels.decisions, labels.leads), strict=True)), {}

    def _load(self, path: Path) -> None:
        """Go on from a checkpoint; its games begin anew.  Raises CheckpointError."""
        arrays, description = self._read_checkpoint(path)
        try:
            *decisions, leads = (arrays[f"labels/{part}"] for part in PARTS)
            self.labels = [Labels(Decisions(*decisions), leads)]
            for number in range(self.settings.networks):
                weights = {part: arrays[f"policy/{number}/{part}"] for part in LEARNED}
                self.policies[number] = CandidatePolicy.of_weights(self.scope, self.row_scope, weights)
            best = [{part: arrays[f"best/{k}/{part}"] for part in LEARNED} for k in range(self.settings.networks)]
            self.best = self._player_of(best)
        except UNSOUND as error:
            raise not_whole(path, error) from None

    def _close_games(self) -> None:
        self.closing.close()
        for games in self.batches:
            games.env.close()


def fit(policy: CandidatePolicy, labels: Labels, settings: CorrectionsTable, seed: int) -> float:
    """Fit a network to labels: by how much its logits say that an answer is better than the officer's, against its
    lead.  Returns the mean squared error of the last pass over the labels, or over the network's sample of them."""
    optimizer = torch.optim.AdamW(policy.parameters(), settings.learning_rate, weight_decay=settings.weight_decay)
    rng, count = np.random.default_rng(seed), len(labels.decisions.counts)
    sample = rng.integers(count, size=count) if settings.resampled else np.arange(count)
    steps = settings.epochs * -(-count // settings.minibatch)
    schedule = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.0, steps)
    firsts = np.cumsum(labels.decisions.counts) - labels.decisions.counts
    for _ in range(settings.epochs):
        errors, order = [], rng.permutation(sample)
        for first in range(0, count, settings.minibatch):
            which = order[first : first + settings.minibatch]
            decisions = labels.decisions.of(which)
            logits, _ = policy(policy.squashed(decisions))
            there = torch.arange(logits.shape[1]) < torch.as_tensor(decisions.counts)[:, None]
            at = np.repeat(firsts[which] - np.cumsum(decisions.counts) + decisions.counts, decisions.counts)
            leads = torch.as_tensor(labels.leads[at + np.arange(len(at))])
            loss = torch.nn.functional.mse_loss((logits - logits[:, :1])[there], leads)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            errors.append(loss.item())
    return float(np.mean(errors))
