"""Events in words: a row of the event buffer as a game tells of it."""

from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum
from typing import Any, NamedTuple

from aw_env.core.engine.events import DICE_COUNT, FIRST_DIE, number_of
from aw_env.core.said.wording import Happening


class EventRow(NamedTuple):
    """A row of the event buffer: what happened, its three numbers, its dice."""

    event: Any
    a: int
    b: int
    c: int
    dice: tuple[int, ...]

    @property
    def rolled(self) -> str:
        """The dice, as they are written behind what they are for."""
        return f" [{' '.join(map(str, self.dice))}]" if self.dice else ""


class Teller(NamedTuple):
    """How a game tells of its events.

    events: all that there are.  subjects: for each the functions `(scenario, number)` that name what its numbers are,
    as far as they are units, places or sides.  accounts: for each the function `(scenario, row)` that tells of it.
    """

    events: type[IntEnum]
    subjects: Mapping[Any, tuple[Callable[[Any, int], str], ...]]
    accounts: Mapping[Any, Callable[[Any, EventRow], str]]

    def happening(self, scenario: Any, row: Sequence[int]) -> Happening:
        """A row of the event buffer as (kind, subjects, dice, words)."""
        numbers = [int(number) for number in row]
        dice = tuple(numbers[FIRST_DIE : FIRST_DIE + numbers[DICE_COUNT]])
        told = EventRow(self.events(number_of(row)), numbers[1], numbers[2], numbers[3], dice)
        names = zip(self.subjects[told.event], told[1:4], strict=False)
        subjects = tuple(name(scenario, number) for name, number in names)
        return Happening(told.event.name.lower(), subjects, dice, self.accounts[told.event](scenario, told))
