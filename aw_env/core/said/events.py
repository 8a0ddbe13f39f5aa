"""Events in words: a row of the event buffer as a game tells of it, from one table of its events."""

from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum
from functools import cached_property
from typing import Any, NamedTuple

from aw_env.core.engine.events import DICE_COUNT, FIRST_DIE, number_of
from aw_env.core.said.luck import Chance
from aw_env.core.said.wording import Happening, check_words, so_many, verb_of


class EventRow(NamedTuple):
    """A row of the event buffer: what happened, its three numbers, its dice."""

    event: Any
    a: int
    b: int
    c: int
    dice: tuple[int, ...]


class Named(NamedTuple):
    """What a number of an event stands for.

    name: what it is called among the subjects of the event, of a scenario and the number.  told: the same within the
    words, of these and what the words say behind a colon; None where it is the name.
    """

    name: Callable[[Any, int], str]
    told: Callable[[Any, int, str], str] | None = None


class Told(NamedTuple):
    """How an event is told.

    words: in which `{0}`, `{1}` and `{2}` are what the event's numbers are, as far as these are named, `{a}`, `{b}` and
    `{c}` the numbers themselves, `{die}` its first die, `{sum}` all its dice, and `{rolled}` the dice in brackets.
    `{b:lands|stays}` is the first of two where the number is not 0, `{c:point}` so many points, `{c:=score}` what so
    many do.  A function of the scenario and the row gives such words where they depend on more.
    subjects: what its numbers are.  dice: what the dice are for, with `{0}` the name of its first subject and
    `{heading}` what its words say before a colon; "" for the name of the event.  reveals: whether it tells a secret
    without a die.  luck: what its dice decide; None where they are not counted as luck.
    """

    words: str | Callable[[Any, EventRow], str]
    subjects: tuple[Named, ...] = ()
    dice: str = ""
    reveals: bool = False
    luck: Chance | None = None


MOST_SUBJECTS = 3
"""Numbers that an event has."""


def check_told(event: str, told: Any) -> None:
    """Raises ValueError, which names the event, where it is told in a way that cannot be: with subjects that are none,
    or words that speak of what there is not."""
    if not isinstance(told, Told):
        raise ValueError(f"{event}: Told(words, subjects) is expected, not {_called(told)}")
    if isinstance(told.subjects, Named) or not isinstance(told.subjects, Sequence):
        raise ValueError(f"{event}: its subjects are a tuple, with a comma after a single one, not {told.subjects!r}")
    for number, subject in enumerate(told.subjects):
        if not isinstance(subject, Named):
            makes = ": call it, and give what it returns" if callable(subject) else ""
            raise ValueError(f"{event}: subject {number} is {_called(subject)}, where a Named is expected{makes}")
    if len(told.subjects) > MOST_SUBJECTS:
        raise ValueError(f"{event}: {len(told.subjects)} subjects: an event has {MOST_SUBJECTS} numbers")
    subjects = [f"{k}" for k in range(len(told.subjects))]
    if isinstance(told.words, str):
        check_words(event, told.words, [*subjects, *"abc", "die", "sum", "rolled"])
    elif not callable(told.words):
        raise ValueError(f"{event}: its words are {_called(told.words)}: a text, or a function that gives one")
    check_words(event, told.dice, [*subjects, "heading"])


def _called(thing: Any) -> str:
    return getattr(thing, "__name__", None) or repr(thing)


class _Number(int):
    """A number that words speak of."""

    def __format__(self, spec: str) -> str:
        if "|" in spec:
            return spec.split("|")[self == 0]
        if spec.startswith("="):
            return verb_of(self != 1, spec[1:])
        return so_many(int(self), spec) if spec else str(int(self))


class _Subject(NamedTuple):
    """A subject that words speak of."""

    named: Named
    scenario: Any
    number: int

    def __format__(self, spec: str) -> str:
        if self.named.told is None:
            return self.named.name(self.scenario, self.number)
        return self.named.told(self.scenario, self.number, spec)


class Teller:
    """How a game tells of its events, from how each of them is told."""

    def __init__(self, events: type[IntEnum], told: Mapping[Any, Told]) -> None:
        self.events, self.told = events, told

    @cached_property
    def revealing(self) -> frozenset[str]:
        """The kinds of events that tell a secret without a die."""
        return frozenset(event.name.lower() for event, told in self.told.items() if told.reveals)

    def purpose(self, kind: str, subjects: tuple[str, ...], words: str) -> str:
        """What the dice of an event that has happened are for; of one that says no more, its name."""
        purpose = self._purposes.get(kind, kind.replace("_", " "))
        return purpose.format(*subjects, heading=words.partition(":")[0])

    @cached_property
    def _purposes(self) -> dict[str, str]:
        return {event.name.lower(): told.dice for event, told in self.told.items() if told.dice}

    def event(self, row: Sequence[int]) -> EventRow:
        """A row of the event buffer."""
        numbers = [int(number) for number in row]
        dice = tuple(numbers[FIRST_DIE : FIRST_DIE + numbers[DICE_COUNT]])
        return EventRow(self.events(number_of(row)), numbers[1], numbers[2], numbers[3], dice)

    def happening(self, scenario: Any, row: Sequence[int]) -> Happening:
        """A row of the event buffer as (kind, subjects, dice, words)."""
        happened = self.event(row)
        numbers, dice = (happened.a, happened.b, happened.c), happened.dice
        told = self.told[happened.event]
        pairs = [*zip(told.subjects, numbers, strict=False)]
        subjects = tuple(named.name(scenario, number) for named, number in pairs)
        words = told.words if isinstance(told.words, str) else told.words(scenario, happened)
        words = words.format(
            *(_Subject(named, scenario, number) for named, number in pairs),
            **{letter: _Number(number) for letter, number in zip("abc", numbers, strict=True)},
            die=dice[0] if dice else "",
            sum=sum(dice),
            rolled=f" [{' '.join(map(str, dice))}]" if dice else "",
        )
        return Happening(happened.event.name.lower(), subjects, dice, words)
