"""The first lesson: to answer as the staff officer does."""

import math
from collections.abc import Callable, Iterable

import numpy as np
import torch
from torch.nn import functional
from tqdm import tqdm

import aw_agents
from aw_agents.generators import seed_generators
from aw_agents.learnable import learnable
from aw_agents.learned.player import LearnedPlayer
from aw_agents.learned.policy import NO_LOGIT
from aw_agents.scopes import LAYOUT, Scope
from aw_agents.training.experiment import Experiment, Imitation
from aw_env.core.engine.ledger import random_actions
from aw_env.core.faces.batch import VecEnv
from aw_env.core.ruleset import Ruleset
from aw_env.games import playing

GAMES = 512
"""Games that are played at a time."""
STEPS = 64
"""Decisions of each between two rounds of minibatches."""


def imitate(
    logits_of: Callable[[torch.Tensor, torch.Tensor], torch.Tensor],
    parameters: Iterable[torch.nn.Parameter],
    player: Callable[[], LearnedPlayer],
    rules: Ruleset,
    scope: Scope,
    experiment: Experiment,
) -> None:
    """Fit a policy to its teacher: cross-entropy over its answers in fresh games, none of them seen twice.

    logits_of: of int16 observations `(n, live columns)` and the numbers of these columns, int64, all others holding 0:
    float32 `(n, actions)` on the CPU.  player: the learner as it is.
    """
    lesson = experiment.imitation
    if not lesson.decisions:
        return
    doctrines = aw_agents.load(lesson.teacher, playing(rules.name).players).doctrines_in(rules.scenario.books)
    games = VecEnv(rules, GAMES, experiment.seed, LAYOUT, num_threads=experiment.learning.threads)
    generators, rng = np.zeros((1, 4), np.int64), np.random.default_rng(experiment.seed)
    seed_generators(experiment.seed, generators)
    optimizer = torch.optim.Adam(parameters, lr=lesson.learning_rate, fused=True)
    position_of = scope.output_of_action
    rounds = max(1, lesson.decisions // (GAMES * STEPS))
    for number in tqdm(range(rounds), desc="imitation", unit="round", leave=False, disable=None):
        for group in optimizer.param_groups:
            group["lr"] = lesson.learning_rate * (0.02 + 0.98 * (1 + math.cos(math.pi * number / rounds)) / 2)
        seen, masks, answers = _watch(games, lesson, player(), doctrines, number / rounds, generators[0], rng)
        columns = np.flatnonzero(seen.any(0))
        seen, live = seen[:, columns], torch.as_tensor(columns)
        order = rng.permutation(len(answers))
        for first in range(0, len(order), lesson.minibatch):
            batch = order[first : first + lesson.minibatch]
            logits = logits_of(torch.as_tensor(seen[batch]), live)
            legal = torch.as_tensor(masks[batch])
            answered = torch.as_tensor(position_of[answers[batch]])
            loss = functional.cross_entropy(torch.where(legal, logits, NO_LOGIT), answered)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    games.close()


def _watch(
    games: VecEnv,
    lesson: Imitation,
    learner: LearnedPlayer,
    doctrines: np.ndarray,
    progress: float,
    generator: np.ndarray,
    rng: np.random.Generator,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Play on for `STEPS` decisions of each game: what was seen, what was legal, what the teacher answers.

    The learner's own games are the last ones; of the others two in three are disturbed.
    """
    scope, number = learner.scope, np.arange(GAMES)
    own, disturbed = number >= GAMES * (1 - lesson.own), number % 3 > 0
    seen = np.zeros((STEPS, GAMES, len(scope.columns)), np.int16)
    masks = np.zeros((STEPS, GAMES, len(scope.actions)), bool)
    answers = np.zeros((STEPS, GAMES), np.int64)
    at_random = np.zeros(GAMES, np.int64)
    for step in range(STEPS):
        seen[step] = games.observations.take(scope.columns, 1)
        masks[step] = games.action_masks.take(scope.actions, 1)
        learnable(games.rules.name).decide_all(games.rules.scenario.books, *games.unguarded, answers[step], doctrines)
        random_actions(games.unguarded[1], generator, at_random)
        played = np.where(~own & disturbed & (rng.random(GAMES) < lesson.chance), at_random, answers[step])
        by_learner = np.flatnonzero(own & (games.sides == number % 2) & (rng.random(GAMES) < progress))
        if by_learner.size:
            played[by_learner] = learner.act_batch(games.observations[by_learner], games.action_masks[by_learner])
        games.step(played)
    return seen.reshape(-1, len(scope.columns)), masks.reshape(-1, len(scope.actions)), answers.reshape(-1)
