"""Imitation alone, of the staff officer by a network that compares the legal actions (DAgger, Ross et al. 2011).

A round: games are played on, the teacher says what it would answer to every decision met, and the network learns from
each decision once.  The teacher is `scripted` or `tuned`.  In some games the learner plays one side itself, so that it
also learns what to do where its own mistakes lead.  Beside the answers it learns the value of positions, from what is
earned in the round and its own estimate at the end of it.
"""

import math
import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch.nn import functional

import aw_agents
from aw_agents.generators import seed_generators
from aw_agents.learned.candidate_player import CandidatePlayer
from aw_agents.learned.candidate_policy import CandidatePolicy, Decisions, read, together
from aw_agents.networks.candidate_network import LEARNED
from aw_agents.scopes import CANDIDATES
from aw_agents.training.experiment import ImitationExperiment
from aw_agents.training.run import UNSOUND, Run, moments_of, not_whole, restore_moments
from aw_env.core.engine.ledger import random_actions
from aw_env.core.faces.batch import VecEnv

GOLDEN = (math.sqrt(5) - 1) / 2
"""Multiples of it, without their whole part, lie evenly between 0 and 1."""
BATCHES = 8
"""Batches of games, each begun another eighth of a game before the next: a round meets every turn of the war."""


class Lesson(NamedTuple):
    """Decisions, and what is to be learned of each."""

    decisions: Decisions
    answers: np.ndarray
    """int64 `(n,)`: which of its candidates the teacher would choose."""
    values: np.ndarray
    """float32 `(n,)`: what the seat earned from then on, as far as it is known, and is thought to earn after that."""


class ImitationTraining(Run):
    """A run of imitation."""

    experiment: ImitationExperiment

    def _set_up(self) -> None:
        self.scope = self.learnable.scope_of(self.rules)
        lesson = self.experiment.dagger
        torch.set_num_threads(lesson.threads)
        torch.manual_seed(self.experiment.seed)
        self.doctrines = aw_agents.load(lesson.teacher, self.game.players).doctrines_in(self.rules.scenario.books)
        self.row_scope = self.scope.vocabulary.row_scope()
        self.policy = CandidatePolicy(self.scope, self.row_scope, lesson.hidden, lesson.features)
        self.optimizer = torch.optim.Adam(self.policy.parameters(), lr=lesson.learning_rate, eps=1e-5)
        self._steps = 0
        self.untrained = self.player()
        self.best, self.best_at = self.untrained, 0
        if self.resumed_from is not None:
            self._load(self.resumed_from)
        seed = self.experiment.seed + 7919 * self.restarts
        self.rng = np.random.default_rng(seed)
        self.batches = [WatchedGames(self, lesson.envs // BATCHES, BATCHES * seed + k) for k in range(BATCHES)]
        length = self.batches[0].officer_plays_one()
        for number, games in enumerate(self.batches):
            for _ in range(length * number // BATCHES):
                games.step_as_the_officer()

    # --- learning ------------------------------------------------------------------------------------

    @property
    def steps(self) -> int:
        """Decisions learned from so far."""
        return self._steps

    @property
    def total(self) -> int:
        """Decisions to learn from."""
        return self.experiment.dagger.decisions

    @property
    def progress(self) -> float:
        """How much of the training is behind it, from 0 to 1."""
        return min(1.0, self.steps / self.total)

    def player(self) -> CandidatePlayer:
        """The agent as it is now."""
        name, scenario = self.experiment.name, self.experiment.scenario
        return CandidatePlayer(self.scope, self.row_scope, self.policy.weights(), name=name, trained_for=scenario)

    def _update(self) -> None:
        """A round: play on, and learn from every decision met."""
        started, learner = time.perf_counter(), self.player()
        lessons = [games.watch(learner) for games in self.batches]
        lesson = Lesson(
            together([part.decisions for part in lessons]),
            np.concatenate([part.answers for part in lessons]),
            np.concatenate([part.values for part in lessons]),
        )
        watched = time.perf_counter()
        told = self._learn(lesson)
        self._steps += len(lesson.answers)
        self.logger.record("time/decisions_per_second", len(lesson.answers) / (time.perf_counter() - started))
        self.logger.record("time/share_of_learning", (time.perf_counter() - watched) / (time.perf_counter() - started))
        self.logger.record("time/seconds", self.seconds)
        for name, number in told.items():
            self.logger.record(f"train/{name}", number)
        self.logger.dump(self.steps)

    def _learn(self, lesson: Lesson) -> dict[str, float]:
        """Every decision once, in minibatches drawn anew.  Returns the means of what is shown of them."""
        settings = self.experiment.dagger
        warmth = (1 + math.cos(math.pi * self.progress)) / 2
        rate = settings.learning_rate_end + warmth * (settings.learning_rate - settings.learning_rate_end)
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        order = self.rng.permutation(len(lesson.answers))
        shown = []
        for first in range(0, len(order), settings.minibatch):
            which = order[first : first + settings.minibatch]
            logits, values = self.policy(lesson.decisions.of(which))
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
        for games in self.batches:
            games.env.close()


class WatchedGames:
    """A batch of games that are played on from round to round."""

    def __init__(self, training: ImitationTraining, count: int, seed: int) -> None:
        self.training, self.settings = training, training.experiment.dagger
        self.env = VecEnv(
            training.rules, count, seed, CANDIDATES, "victory_points", num_threads=training.experiment.dagger.threads
        )
        self.rng = np.random.default_rng(seed)
        self.generator = np.zeros((1, 4), np.int64)
        seed_generators(seed, self.generator)
        number = np.arange(count)
        self.own = number >= count * (1 - self.settings.own)
        self.disturbed = ~self.own & (number % 3 > 0)
        self.side = number % 2
        self.against_scripted = number // 2 * GOLDEN % 1 < self.settings.against_scripted

    def officers_answers(self, doctrines: np.ndarray | None = None) -> np.ndarray:
        """int64 `(games,)`: what the teacher, or the officer with such doctrines, answers to what is waited for."""
        answers = np.zeros(self.env.num_envs, np.int64)
        doctrines = self.training.doctrines if doctrines is None else doctrines
        self.training.learnable.decide_all(self.env.rules.scenario.books, *self.env.unguarded, answers, doctrines)
        return answers

    def step_as_the_officer(self) -> tuple[np.ndarray, np.ndarray]:
        """A decision of each game, as `VecEnv.step`."""
        return self.env.step(self.officers_answers())

    def officer_plays_one(self) -> int:
        """Decisions until the first of the games has ended; all games then begin anew."""
        length = 1
        while not self.step_as_the_officer()[1].any():
            length += 1
        self.env.reset(self.env.seed)
        return length

    def watch(self, learner: CandidatePlayer) -> Lesson:
        """Play on for a round: what was met, what the teacher would have answered, and what was earned."""
        rounds, count = self.settings.rollout, self.env.num_envs
        parts: list[Decisions] = []
        answers, signs = np.zeros((rounds, count), np.int64), np.zeros((rounds, count), np.float32)
        rewards, ended = np.zeros((rounds, count), np.float32), np.zeros((rounds, count), bool)
        for step in range(rounds):
            parts.append(self._met())
            signs[step] = 1 - 2 * (self.env.seats & 1)
            said = self.officers_answers()
            answers[step] = self.env.action_masks.cumsum(1)[np.arange(count), said] - 1
            earned, over = self.env.step(self._played(said, learner))
            rewards[step], ended[step] = earned[:, 0], over
        values = signs * self._returns(rewards, ended)
        return Lesson(together(parts), answers.reshape(-1), values.reshape(-1))

    def _met(self) -> Decisions:
        return read(self.env.observations, self.training.scope, self.training.row_scope)

    def _played(self, said: np.ndarray, learner: CandidatePlayer) -> np.ndarray:
        """What is played: mostly the teacher's answers, some those of `scripted` or at random, and in its own games the
        learner's."""
        env, draws = self.env, self.rng.random(self.env.num_envs)
        played = said.copy()
        by_scripted = self.against_scripted & (env.seats % 2 != self.side)
        if by_scripted.any():
            played[by_scripted] = self.officers_answers(self.training.learnable.doctrines.standing)[by_scripted]
        at_random = np.zeros(env.num_envs, np.int64)
        random_actions(env.unguarded[1], self.generator[0], at_random)
        disturbed = self.disturbed & (draws < self.settings.chance)
        played[disturbed] = at_random[disturbed]
        own = np.flatnonzero(self.own & (env.seats % 2 == self.side) & (draws < self.training.progress))
        if own.size:
            played[own] = learner.act_batch(env.observations[own], env.action_masks[own])
        return played

    def _returns(self, rewards: np.ndarray, ended: np.ndarray) -> np.ndarray:
        """float32 `(rounds, games)`: what the first side earns from each decision to the end of its game, or to that of
        the round and, as the network thinks, after it."""
        with torch.no_grad():
            after = self.training.policy(self._met())[1].numpy()
        expected = (1 - 2 * (self.env.seats & 1)) * after
        returns = np.zeros_like(rewards)
        for step in reversed(range(len(rewards))):
            expected = rewards[step] + np.where(ended[step], 0.0, expected)
            returns[step] = expected
        return returns
