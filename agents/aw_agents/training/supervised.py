"""Learning from a teacher, by a network that compares the legal actions (DAgger, Ross et al. 2011).

A round: games are played on, the teacher says what it would answer to every decision met, and the network learns from
what was met in this round and some before it.  In some games the learner plays one side itself, so that it also learns
what to do where its own mistakes lead.  Beside the answers it learns the value of positions, from what is earned in the
round and its own estimate at the end of it.
"""

import math
import time
from abc import abstractmethod
from collections import deque
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from aw_agents.arena.addresses import hosts_at
from aw_agents.arena.hosts import play_all
from aw_agents.learned.candidate_player import CandidatePlayer
from aw_agents.learned.candidate_policy import CandidatePolicy
from aw_agents.networks.candidate_network import LEARNED
from aw_agents.scopes import CANDIDATES, RowScope, Scope
from aw_agents.training.experiment import Lessons
from aw_agents.training.run import UNSOUND, Run, moments_of, not_whole, restore_moments
from aw_agents.training.watching import Lesson, WatchedGames, Watching, all_of

BATCHES = 8
"""Batches of games, each begun another eighth of a game before the next: a round meets every turn of the war."""


class Taught(Run):
    """A run in which a network that compares the legal actions learns from a teacher."""

    scope: Scope
    row_scope: RowScope

    def _set_up(self) -> None:
        torch.set_num_threads(self.lessons.threads)
        torch.manual_seed(self.experiment.seed)
        self.policy = self._new_policy()
        self.optimizer = torch.optim.Adam(self.policy.parameters(), lr=self.lessons.learning_rate, eps=1e-5)
        self.memory: deque[Lesson] = deque(maxlen=self.lessons.memory)
        self._steps = 0
        self.untrained = self.player()
        self.best, self.best_at = self.untrained, 0
        if self.resumed_from is not None:
            self._load(self.resumed_from)
        seed = self.experiment.seed + 7919 * self.restarts
        self.rng = np.random.default_rng(seed)
        self.batches = [self._batch(self.lessons.envs // BATCHES, BATCHES * seed + k) for k in range(BATCHES)]
        length = self.batches[0].officer_plays_one()
        for number, games in enumerate(self.batches):
            for _ in range(length * number // BATCHES):
                games.step_as_the_officer()
        self.closing = ExitStack()
        self.hosts = self.closing.enter_context(hosts_at(self.on, self.rules))

    # --- who is taught, and by whom ------------------------------------------------------------------

    @property
    @abstractmethod
    def lessons(self) -> Lessons:
        """How it learns from the teacher."""

    @abstractmethod
    def _new_policy(self) -> CandidatePolicy:
        """The network, as it is before the first lesson; sets `scope` and `row_scope`, what it reads."""

    @abstractmethod
    def _batch(self, count: int, seed: int) -> WatchedGames:
        """So many games, at their beginning."""

    # --- learning ------------------------------------------------------------------------------------

    @property
    def steps(self) -> int:
        """Decisions learned from so far."""
        return self._steps

    @property
    def total(self) -> int:
        """Decisions to learn from."""
        return self.lessons.decisions

    @property
    def progress(self) -> float:
        """How much of the training is behind it, from 0 to 1."""
        return min(1.0, self.steps / self.total)

    def player(self) -> CandidatePlayer:
        """The agent as it is now."""
        name, scenario = self.experiment.name, self.experiment.scenario
        return CandidatePlayer(self.scope, self.row_scope, self.policy.weights(), name=name, trained_for=scenario)

    def _update(self) -> None:
        """A round: play on, and learn from every decision met, and from those that are kept of the rounds before."""
        started = time.perf_counter()
        lesson = self._watch()
        watched = time.perf_counter()
        self.memory.append(lesson)
        told = self._learn(all_of(self.memory))
        self._steps += len(lesson.answers)
        self.logger.record("time/decisions_per_second", len(lesson.answers) / (time.perf_counter() - started))
        self.logger.record("time/share_of_learning", (time.perf_counter() - watched) / (time.perf_counter() - started))
        self.logger.record("time/seconds", self.seconds)
        for name, number in told.items():
            self.logger.record(f"train/{name}", number)
        self.logger.dump(self.steps)

    def _watch(self) -> Lesson:
        """A round of all batches, by whoever plays."""
        weights = self.policy.weights()
        tasks = [Watching(k, games, weights, self.progress) for k, games in enumerate(self.batches)]
        done = play_all(self.hosts, tasks)
        self.batches = [done[k][0] for k in range(BATCHES)]
        return all_of([done[k][1] for k in range(BATCHES)])

    def _learn(self, lesson: Lesson) -> dict[str, float]:
        """Every decision once, in minibatches drawn anew.  Returns the means of what is shown of them."""
        settings = self.lessons
        warmth = (1 + math.cos(math.pi * self.progress)) / 2
        rate = settings.learning_rate_end + warmth * (settings.learning_rate - settings.learning_rate_end)
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        order = self.rng.permutation(len(lesson.answers))
        shown = []
        for first in range(0, len(order), settings.minibatch):
            which = order[first : first + settings.minibatch]
            logits, values = self.policy(self.policy.squashed(lesson.decisions.of(which)))
            answers = torch.as_tensor(lesson.answers[which])
            of_answers = functional.cross_entropy(logits, answers)
            of_values = functional.mse_loss(values, torch.as_tensor(lesson.values[which]))
            self.optimizer.zero_grad()
            (of_answers + settings.value_weight * of_values).backward()
            torch.nn.utils.clip_grad_norm_(self.policy.parameters(), 1.0)
            self.optimizer.step()
            right = (logits.argmax(1) == answers).float().mean()
            shown.append((of_answers.item(), right.item(), of_values.item()))
        means = np.mean(shown, 0).tolist()
        return dict(zip(("cross_entropy", "agreement", "value_error"), means, strict=True)) | {"learning_rate": rate}

    def _is_best(self, overall: float) -> bool:
        """The latest agent is the best: imitation unlearns nothing, and the games of the curve are too few to tell its
        points apart."""
        return True

    # --- checkpoints ---------------------------------------------------------------------------------

    def _reads(self) -> dict[str, Any]:
        return {
            "layout": CANDIDATES,
            "columns": list(self.scope.column_names),
            "row_columns": list(self.row_scope.column_names),
            "actions": list(self.scope.action_names),
        }

    def _state(self) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        arrays = {f"network/{name}": tensor.cpu().numpy() for name, tensor in self.policy.state_dict().items()}
        return arrays | moments_of(self.optimizer), {}

    def _load(self, path: Path) -> None:
        """Go on from a checkpoint; its games begin anew.  Raises CheckpointError."""
        arrays, description = self._read_checkpoint(path)
        try:
            state = {name: torch.as_tensor(arrays[f"network/{name}"]) for name in self.policy.state_dict()}
            self.policy.load_state_dict(state)
            restore_moments(self.optimizer, arrays)
            best = {name: arrays[f"best/{name}"] for name in LEARNED}
            self.best = CandidatePlayer(self.scope, self.row_scope, best, name=self.experiment.name)
            self._steps = description["steps"]
        except UNSOUND as error:
            raise not_whole(path, error) from None

    def _close_games(self) -> None:
        self.closing.close()
        for games in self.batches:
            games.env.close()
