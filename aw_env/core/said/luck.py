"""Luck: what dice have given a side, less what was to be expected of them before they were rolled."""

import csv
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple


class By(IntEnum):
    """What tells whose dice an event's are."""

    UNITS = 0
    """The first unit of the event; where that is none, the second, whose enemy's they are."""
    A = 1
    """Its first number."""
    C = 2
    """Its third number."""
    NOTHING = 3
    """They are always the first side's."""


class Roller(NamedTuple):
    """Whose dice an event's are.  over: what the number of the event is divided by, which is then 0 or 1."""

    by: By
    over: int = 1

    def side(self, side_of: Callable[[int], int], event: Any) -> int:
        """0 or 1, from what tells the side of a unit, and the event (`core.said.events.EventRow`)."""
        if self.by == By.UNITS:
            return side_of(event.a) if event.a >= 0 else 1 - side_of(event.b)
        if self.by == By.NOTHING:
            return 0
        return int(event.a if self.by == By.A else event.c) // self.over


ITS_UNIT, ITS_SIDE, THE_FIRST = Roller(By.UNITS), Roller(By.A), Roller(By.NOTHING)


class Chance(NamedTuple):
    """What dice of an event decide.

    what: in a word or two, such as "hits".  worth: how many of these a die gives that shows so much, from it and the
    event's third number.  roller: who rolls, and hopes for many.  faces: of a die.
    """

    what: str
    worth: Callable[[int, int], float]
    roller: Roller = ITS_UNIT
    faces: int = 6

    def more(self, shown: int, c: int) -> float:
        """By how much a die that shows so much gives more than was to be expected."""
        return self.worth(shown, c) - sum(self.worth(face, c) for face in range(1, self.faces + 1)) / self.faces


@dataclass(frozen=True)
class Luck:
    """What dice have given each side of a game more than was to be expected.

    more: by side, 0 or 1, and what.  points: what one of each is worth to whoever has it, as far as that is known.
    """

    more: defaultdict[tuple[int, str], float] = field(default_factory=lambda: defaultdict(float))
    points: Mapping[str, float] = field(default_factory=dict)

    def worth(self, side: int) -> float:
        """Points that a side has had by luck."""
        return sum(amount * self.points.get(what, 0.0) for (whose, what), amount in self.more.items() if whose == side)

    def count(self, chance: Chance, event: Any, side_of: Callable[[int], int]) -> None:
        """Count the dice of an event."""
        side = chance.roller.side(side_of, event)
        self.more[side, chance.what] += sum(chance.more(shown, event.c) for shown in event.dice)


@cache
def points_of(file: Path, scenario: str) -> Mapping[str, float]:
    """What one of each is worth in a scenario, by a file with the columns `scenario`, `what` and `points`; {} for a
    scenario that it does not name."""
    with file.open(encoding="utf-8", newline="") as lines:
        return {line["what"]: float(line["points"]) for line in csv.DictReader(lines) if line["scenario"] == scenario}
