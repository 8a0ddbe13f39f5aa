"""The players of the house, which every game has: `random`, `scripted`, its staff officer, and `tuned`, the officer
with better numbers.  A game's own classes add to these the compiled functions by which they play.
"""

from collections.abc import Callable
from copy import copy
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np

from aw_agents.doctrines import Doctrines
from aw_agents.generators import check_begun, seed_generators
from aw_env.core.engine.compiling import records

RANDOM, SCRIPTED = range(2)
"""Whom an entry point plays for; a game may have more."""
_NO_GENERATORS = np.zeros((1, 4), np.int64)


class Staff(NamedTuple):
    """What these players need of a game."""

    play: Callable[..., None]
    """`play(books, games, first, last, plays, player, generators, doctrines)`: answers as
    `core.players.CompiledPlayer.play` for `RANDOM` or `SCRIPTED`.  generators: int64 `(len(games), 4)`, for the first.
    doctrines: of the second, `(k, sides)`; game i is played with row `i % k`."""
    decide: Callable[..., int]
    """`decide(books, games, i, mask, doctrines)`: the officer's answer in game i."""
    doctrines: Doctrines
    """What doctrines the officer can have."""


class RandomPlayer:
    """Plays any legal action, each as likely as the others."""

    staff: ClassVar[Staff]
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
        self.staff.play(books, games, first, last, plays, RANDOM, self._generators, self.staff.doctrines.standing)

    def act(self, view: Any, observation: dict[str, np.ndarray], info: dict[str, Any]) -> int:
        """One legal action for one game."""
        return int(self._rng.choice(np.flatnonzero(observation["action_mask"])))


class ScriptedPlayer:
    """The game's staff officer.  Deterministic: the same position, the same answer.

    doctrines: `(k, sides)`, the numbers it reckons with; game i is played with row `i % k`.  None: the standing ones.
    """

    staff: ClassVar[Staff]

    def __init__(self, doctrines: np.ndarray | None = None, name: str = "scripted") -> None:
        self.name = name
        self._doctrines = self.staff.doctrines.standing if doctrines is None else doctrines

    def begin(self, num_games: int, seed: int) -> None:
        """Nothing to do: it throws no dice of its own."""

    def doctrines_in(self, books: np.ndarray) -> np.ndarray:
        """Its doctrines in the war of `books`."""
        return self._doctrines

    def play(self, books: np.ndarray, games: np.ndarray, first: int, last: int, plays: np.ndarray) -> None:
        """See `aw_env.core.players.CompiledPlayer`."""
        doctrines = self.doctrines_in(books)
        self.staff.play(books, games, first, last, plays, SCRIPTED, _NO_GENERATORS, doctrines)

    def act(self, view: Any, observation: dict[str, np.ndarray], info: dict[str, Any]) -> int:
        """Its answer for one game, from the seat's view alone."""
        games, books = records(view.record.dtype, 1), view.scenario.books
        games[0] = view.record
        return int(self.staff.decide(books, games, 0, observation["action_mask"], self.doctrines_in(books)))


class Tuned(NamedTuple):
    """What `tuned` needs of a game besides."""

    shipped: Path
    """The file of the doctrines that tunings have found."""
    war_of: Callable[[np.ndarray], str]
    """`war_of(books)`: which of the doctrines' wars is fought."""


class TunedPlayer(ScriptedPlayer):
    """The staff officer with the doctrines of a file; in wars of which the file says nothing it plays as `scripted`.

    path: of the file; None: what comes with the game.  Raises DoctrineError.
    """

    tuned: ClassVar[Tuned]

    def __init__(self, path: Path | None = None, name: str = "tuned") -> None:
        super().__init__(name=name)
        self._by_war = self.staff.doctrines.read(path or self.tuned.shipped)

    @classmethod
    def made_with(cls, path: str | None = None) -> Self:
        """The player with the doctrines of a file, as typed after its name.  Raises DoctrineError."""
        return cls(None if path is None else Path(path))

    def with_doctrines(self, tables: dict[str, Any]) -> Self:
        """The same officer with other doctrines in some wars.  tables: as files hold them.  Raises DoctrineError."""
        other = copy(self)
        other._by_war = self._by_war | self.staff.doctrines.of_tables("doctrines", tables)
        return other

    def doctrines_in(self, books: np.ndarray) -> np.ndarray:
        """Its doctrines in the war of `books`."""
        return self._by_war.get(self.tuned.war_of(books), self._doctrines)
