"""Games that an imitator watches, a round at a time: here, or on a host of a cluster, which needs no torch for it."""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from aw_agents.arena.hosts import Players
from aw_agents.generators import seed_generators
from aw_agents.learnable import Learnable, learnable
from aw_agents.learned.candidate_player import CandidatePlayer
from aw_agents.learned.decisions import Decisions, read, together
from aw_agents.scopes import CANDIDATES, RowScope, Scope
from aw_agents.training.experiment import Watched
from aw_env.core.engine.ledger import random_actions
from aw_env.core.faces.batch import VecEnv
from aw_env.core.ruleset import Ruleset

GOLDEN = (math.sqrt(5) - 1) / 2
"""Multiples of it, without their whole part, lie evenly between 0 and 1."""


class Lesson(NamedTuple):
    """Decisions, and what is to be learned of each."""

    decisions: Decisions
    answers: np.ndarray
    """int64 `(n,)`: which of its candidates the teacher would choose."""
    values: np.ndarray
    """float32 `(n,)`: what the seat earned from then on, as far as it is known, and is thought to earn after that."""


def all_of(lessons: Sequence[Lesson]) -> Lesson:
    """One after the other."""
    return Lesson(
        together([lesson.decisions for lesson in lessons]),
        np.concatenate([lesson.answers for lesson in lessons]),
        np.concatenate([lesson.values for lesson in lessons]),
    )


class WatchedGames:
    """A batch of games that are played on from round to round.  doctrines: the officer's who teaches.  reads: what the
    learner reads."""

    def __init__(
        self,
        rules: Ruleset,
        settings: Watched,
        doctrines: np.ndarray,
        reads: tuple[Scope, RowScope],
        count: int,
        seed: int,
    ) -> None:
        self.settings, self.doctrines, self.reads = settings, doctrines, reads
        self.env = VecEnv(rules, count, seed, CANDIDATES, "victory_points", num_threads=settings.threads)
        self.rng = np.random.default_rng(seed)
        self.generator = np.zeros((1, 4), np.int64)
        seed_generators(seed, self.generator)
        number = np.arange(count)
        self.own = number >= count * (1 - self.settings.own)
        self.disturbed = ~self.own & (number % 3 > 0)
        self.side = number % 2
        self.against_scripted = number // 2 * GOLDEN % 1 < self.settings.against_scripted

    def officers_answers(self, doctrines: np.ndarray | None = None) -> np.ndarray:
        """int64 `(games,)`: what the officer, with the teacher's doctrines or such, answers to what is waited for."""
        answers = np.zeros(self.env.num_envs, np.int64)
        doctrines = self.doctrines if doctrines is None else doctrines
        self._game.decide_all(self.env.rules.scenario.books, *self.env.unguarded, answers, doctrines)
        return answers

    def teacher_of(self, learner: CandidatePlayer) -> Callable[[], np.ndarray]:
        """What says, int64 `(games,)`, how the learner should answer to what is waited for."""
        return self.officers_answers

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

    @property
    def _game(self) -> Learnable:
        return learnable(self.env.rules.name)

    def watch(self, learner: CandidatePlayer, progress: float) -> Lesson:
        """Play on for a round: what was met, what the teacher would have answered, and what was earned.  progress: how
        much of the training is behind the learner, from 0 to 1."""
        rounds, count = self.settings.rollout, self.env.num_envs
        parts: list[Decisions] = []
        answers, signs = np.zeros((rounds, count), np.int64), np.zeros((rounds, count), np.float32)
        rewards, ended = np.zeros((rounds, count), np.float32), np.zeros((rounds, count), bool)
        teacher = self.teacher_of(learner)
        for step in range(rounds):
            parts.append(read(self.env.observations, learner.scope, learner.row_scope))
            signs[step] = 1 - 2 * self.env.sides
            said = teacher()
            answers[step] = self.env.action_masks.cumsum(1)[np.arange(count), said] - 1
            earned, over = self.env.step(self._played(said, learner, progress))
            rewards[step], ended[step] = earned[:, 0], over
        values = signs * self._returns(rewards, ended, learner)
        return Lesson(together(parts), answers.reshape(-1), values.reshape(-1))

    def _played(self, said: np.ndarray, learner: CandidatePlayer, progress: float) -> np.ndarray:
        """What is played: mostly the teacher's answers, some those of `scripted` or at random, and in its own games the
        learner's."""
        env, played = self.env, self.disturbed_answers(said)
        own = np.flatnonzero(self.own & (env.sides == self.side) & (self.rng.random(env.num_envs) < progress))
        if own.size:
            played[own] = learner.act_batch(env.observations[own], env.action_masks[own])
        return played

    def disturbed_answers(self, said: np.ndarray) -> np.ndarray:
        """int64 `(games,)`: the teacher's answers, some in their place those of `scripted` or at random."""
        env, played = self.env, said.copy()
        by_scripted = self.against_scripted & (env.sides != self.side)
        if by_scripted.any():
            played[by_scripted] = self.officers_answers(self._game.doctrines.standing)[by_scripted]
        at_random = np.zeros(env.num_envs, np.int64)
        random_actions(env.unguarded[1], self.generator[0], at_random)
        disturbed = self.disturbed & (self.rng.random(env.num_envs) < self.settings.chance)
        played[disturbed] = at_random[disturbed]
        return played

    def _returns(self, rewards: np.ndarray, ended: np.ndarray, learner: CandidatePlayer) -> np.ndarray:
        """float32 `(rounds, games)`: what the first side earns from each decision to the end of its game, or to that of
        the round and, as the network thinks, after it."""
        expected = (1 - 2 * self.env.sides) * learner.values(self.env.observations)
        returns = np.zeros_like(rewards)
        for step in reversed(range(len(rewards))):
            expected = rewards[step] + np.where(ended[step], 0.0, expected)
            returns[step] = expected
        return returns


class Watching(NamedTuple):
    """A round of one batch, as a task (`arena.hosts.Task`): all that it depends on, so that it ends alike wherever and
    however often it is done.  weights: the learner's."""

    key: int
    games: WatchedGames
    weights: dict[str, np.ndarray]
    progress: float

    def done(self, rules: Ruleset, players: Players) -> tuple[WatchedGames, Lesson]:
        """The batch a round later, and what was met."""
        learner = CandidatePlayer(*self.games.reads, self.weights)
        return self.games, self.games.watch(learner, self.progress)
