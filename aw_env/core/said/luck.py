"""Luck: what dice have given a side, less what was to be expected of them before they were rolled."""

import csv
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from aw_env.core.declare.dice import Die

Roller = Callable[[Callable[[int], int], Any], int]
"""The side that rolls, 0 or 1, from what tells the side of a unit, and the event (`core.said.events.EventRow`)."""


def its_unit(side_of: Callable[[int], int], event: Any) -> int:
    """The side of the first unit of an event; where that is none, the enemy of the second."""
    return side_of(event.a) if event.a >= 0 else 1 - side_of(event.b)


def its_side(side_of: Callable[[int], int], event: Any) -> int:
    """The side of which an event speaks."""
    return int(event.a)


def the_first(side_of: Callable[[int], int], event: Any) -> int:
    """The first side, of whatever the event speaks."""
    return 0


class Chance(NamedTuple):
    """What dice of an event decide.

    what: in a word or two, such as "hits".  worth: how many of these a die gives that shows so much, from it and the
    event.  roller: who rolls, and hopes for many.
    """

    what: str
    worth: Callable[[int, Any], float]
    roller: Roller = its_unit


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

    def count(self, chance: Chance, event: Any, die: Die, side_of: Callable[[int], int]) -> None:
        """Count the dice of an event."""
        found = sum(chance.worth(shown, event) for shown in event.dice)
        expected = sum(chance.worth(shown, event) for shown in range(1, die.faces + 1)) / die.faces
        self.more[chance.roller(side_of, event), chance.what] += found - expected * len(event.dice)


@cache
def points_of(file: Path, scenario: str) -> Mapping[str, float]:
    """What one of each is worth in a scenario, by a file with the columns `scenario`, `what` and `points`; {} for a
    scenario that it does not name."""
    with file.open(encoding="utf-8", newline="") as lines:
        return {line["what"]: float(line["points"]) for line in csv.DictReader(lines) if line["scenario"] == scenario}
