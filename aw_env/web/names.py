"""How persons are called.  A name proves nothing, for anybody may give himself any; each person has a number as well,
which the server gives once and nobody else has, so that two of one name are told apart.
"""

import sqlite3
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from typing import Any
from unicodedata import category, normalize

_TABLE = """CREATE TABLE IF NOT EXISTS names (
    number INTEGER PRIMARY KEY AUTOINCREMENT, person TEXT NOT NULL UNIQUE, name TEXT NOT NULL, at REAL NOT NULL
)"""
LONGEST = 24
"""Letters of a name."""
MOST_MARKS = 2
"""Accents on a letter: more would run over the lines around it."""
Transaction = Callable[[], AbstractContextManager[sqlite3.Connection]]


@dataclass(frozen=True)
class Named:
    """A person as others see it.  number: no other person has it, whatever its name."""

    name: str
    number: int


def checked_name(given: str) -> str:
    """A name as it is kept, without spaces around it or two in a row; "" is none.  Raises ValueError for one that would
    not be seen as it is, or could be taken for name and number."""
    name = " ".join(normalize("NFKC", given).split())
    kinds = "".join(category(letter)[0] for letter in name)
    if len(name) > LONGEST:
        raise ValueError(f"a name has at most {LONGEST} letters")
    if "C" in kinds or "#" in name or "M" * (MOST_MARKS + 1) in kinds:
        raise ValueError("a name has no # and no letters that are not seen")
    if name and not {"L", "N"} & set(kinds):
        raise ValueError("a name has a letter or a digit")
    return name


class Names:
    """The names of persons, by digests of their keys.  transaction: of the file in which they are kept."""

    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction
        with transaction() as file:
            file.execute(_TABLE)
            rows = file.execute("SELECT person, name, number FROM names").fetchall()
        self._named = {person: Named(name, number) for person, name, number in rows}

    def of(self, person: str | None) -> Named | None:
        """How a person is called; None without a name."""
        named = self._named.get(person or "")
        return named if named is not None and named.name else None

    def told(self, person: str | None) -> dict[str, Any] | None:
        """The same for a page."""
        named = self.of(person)
        return asdict(named) if named is not None else None

    def give(self, person: str, name: str) -> None:
        """A person is called so from now on; by "" it is called nothing, and has its number when it comes back."""
        with self._transaction() as file:
            file.execute(
                """INSERT INTO names (person, name, at) VALUES (?, ?, ?)
                ON CONFLICT (person) DO UPDATE SET name = excluded.name, at = excluded.at""",
                (person, name, time.time()),
            )
            number = file.execute("SELECT number FROM names WHERE person = ?", (person,)).fetchone()[0]
        self._named[person] = Named(name, number)

    def clear(self, seconds: float) -> None:
        """Forget the names that were given so long ago by persons who are not rated, and have entered no seat of a game
        that is kept."""
        old = """at < ? AND person NOT IN (SELECT person FROM persons)
            AND NOT EXISTS (SELECT 1 FROM rated WHERE instr(counted, person))"""
        with self._transaction() as file:
            rows = file.execute(f"DELETE FROM names WHERE {old} RETURNING person", (time.time() - seconds,)).fetchall()
        for (person,) in rows:
            del self._named[person]
