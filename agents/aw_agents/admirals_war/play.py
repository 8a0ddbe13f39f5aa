"""The players that are compiled with the rules (`aw_env.core.players.CompiledPlayer`): `random`, `scripted`, and the
entry point through which learned ones play."""

from typing import Any

import numpy as np

from aw_agents.admirals_war.officer.doctrine import STANDING
from aw_agents.admirals_war.officer.officer import choose, decide
from aw_agents.generators import check_begun, seed_generators
from aw_agents.networks import network
from aw_env.admirals_war.engine import take
from aw_env.admirals_war.observation.columns import SUMMARY, SUMMARY_WIDTH
from aw_env.admirals_war.observation.writing import write_observation
from aw_env.admirals_war.records.terms import ACTIONS, EVENT_DICE, EVENT_FIELDS
from aw_env.admirals_war.rules.sequence import fill_mask
from aw_env.core.engine.compiling import compiled, records
from aw_env.core.engine.masks import random_legal

RANDOM, SCRIPTED, LEARNED, LEARNED_GREEDY = range(4)
NO_NETWORK = network.of_nothing()


@compiled
def play(books, games, first, last, plays, player, generators, weights, doctrines):
    """Answer for `games[first:last]` every decision of a seat held (`core.players.CompiledPlayer.play`).

    player: `RANDOM`, `SCRIPTED`, `LEARNED` (draws from its policy) or `LEARNED_GREEDY` (its likeliest action); one
    entry point for all, since each carries the whole rules through the compiler.  generators: int64
    `(len(games), 4)`, a generator a game for players that draw.  weights: `network.Network`.  doctrines: of the
    officer, `doctrine.DOCTRINES` `(k, sides)`; game i is played with row `i % k`.
    """
    mask = np.zeros(ACTIONS, np.int8)
    unheard = np.zeros((1, EVENT_FIELDS + EVENT_DICE), np.int16)
    observation = np.zeros(SUMMARY_WIDTH, np.int16)
    for i in range(first, last):
        book, game = books[0], games[i]
        if game.over != 0 or plays[i, game.seat] == 0:
            continue
        mask[:] = 0
        fill_mask(book, game, mask)
        while game.over == 0 and plays[i, game.seat] == 1:
            if player == RANDOM:
                action = random_legal(mask, generators[i])
            elif player == SCRIPTED:
                action = choose(book, game, doctrines[i % doctrines.shape[0], game.seat & 1], mask)
            else:
                write_observation(book, game, game.seat, SUMMARY, observation)
                logits = network.logits(weights, observation, mask)
                if player == LEARNED_GREEDY:
                    action = network.likeliest(logits)
                else:
                    action = network.drawn(logits, generators[i])
            take(book, game, action, mask, unheard)


class RandomPlayer:
    """Plays any legal action, each as likely as the others."""

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self._rng = np.random.default_rng(seed)
        self._generators = np.zeros((0, 4), np.int64)

    def begin(self, num_games: int, seed: int) -> None:
        """Seed a generator for each of `num_games` games."""
        self._generators = np.zeros((num_games, 4), np.int64)
        seed_generators(seed, self._generators)
        self._rng = np.random.default_rng(seed)

    def play(self, books: np.ndarray, games: np.ndarray, first: int, last: int, plays: np.ndarray) -> None:
        """See `aw_env.core.players.CompiledPlayer`.  Raises ValueError without `begin`."""
        check_begun(self._generators, games)
        play(books, games, first, last, plays, RANDOM, self._generators, NO_NETWORK, STANDING)

    def act(self, view: Any, observation: dict[str, np.ndarray], info: dict[str, Any]) -> int:
        """One legal action for one game."""
        return int(self._rng.choice(np.flatnonzero(observation["action_mask"])))


class ScriptedPlayer:
    """The staff officer (`aw_agents.admirals_war.officer`).  Deterministic: the same position, the same answer.

    doctrines: `doctrine.DOCTRINES` `(k, sides)`, the numbers it reckons with; game i is played with row `i % k`.
    """

    def __init__(self, doctrines: np.ndarray = STANDING, name: str = "scripted") -> None:
        self.name = name
        self.doctrines = doctrines
        self._no_generators = np.zeros((0, 4), np.int64)

    def begin(self, num_games: int, seed: int) -> None:
        """Nothing to do: it throws no dice of its own."""

    def doctrines_in(self, books: np.ndarray) -> np.ndarray:
        """Its doctrines in the war of `books`."""
        return self.doctrines

    def play(self, books: np.ndarray, games: np.ndarray, first: int, last: int, plays: np.ndarray) -> None:
        """See `aw_env.core.players.CompiledPlayer`."""
        doctrines = self.doctrines_in(books)
        play(books, games, first, last, plays, SCRIPTED, self._no_generators, NO_NETWORK, doctrines)

    def act(self, view: Any, observation: dict[str, np.ndarray], info: dict[str, Any]) -> int:
        """Its answer for one game, from the seat's view alone."""
        games, books = records(view.record.dtype, 1), view.scenario.books
        games[0] = view.record
        return int(decide(books, games, 0, observation["action_mask"], self.doctrines_in(books)))
