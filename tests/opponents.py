"""Players for tests of the faces: random ones in each shape of `aw_env.core.players`, written without compiling."""

import numpy as np

from aw_env.core.engine.compiling import records
from aw_env.core.engine.ledger import PASS, WRITE


class RandomAgent:
    """One decision at a time; keeps what it was shown."""

    def __init__(self):
        self.seen = []

    def begin(self, num_games, seed):
        self.draws = np.random.default_rng(seed)

    def act(self, view, observation, info):
        self.seen.append((view, observation, info))
        return int(self.draws.choice(np.flatnonzero(observation["action_mask"])))


class FirstLegalPolicy:
    """A batch policy: always the first legal action."""

    def __init__(self):
        self.calls = 0

    def act_batch(self, observations, action_masks):
        assert observations.dtype == np.int16 and len(observations) == len(action_masks)
        self.calls += 1
        return action_masks.argmax(axis=1)


class CompiledLikeRandom:
    """The shape of a compiled player, over the entry point that the faces use."""

    def __init__(self, rules):
        self.rules = rules

    def begin(self, num_games, seed):
        self.draws = np.random.default_rng(seed)
        self.ledger = records(self.rules.ledger, num_games)
        self.masks = np.zeros((num_games, self.rules.n_actions), np.int8)
        self.observations = np.zeros((num_games, self.rules.widths["summary"]), np.int16)
        self.rewards = np.zeros((num_games, len(self.rules.seats)), np.float32)
        self.actions = np.zeros(num_games, np.int64)
        self.events = np.zeros((1, self.rules.event_shape[1]), np.int16)

    def play(self, books, games, first, last, plays):
        for i in range(first, last):
            self._advance(books, games, i, PASS)
            while games["over"][i] == 0 and plays[i, games["seat"][i]]:
                self._advance(books, games, i, self.draws.choice(np.flatnonzero(self.masks[i])))

    def _advance(self, books, games, i, action):
        self.actions[i] = action
        self.rules.advance(
            books,
            self.rules.scenario.templates,
            games,
            i,
            i + 1,
            self.actions,
            self.ledger,
            self.masks,
            self.observations,
            self.rewards,
            0,
            0.0,
            0,
            WRITE,
            self.events,
        )
