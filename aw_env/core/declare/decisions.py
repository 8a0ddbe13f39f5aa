"""Decisions, options and steps of a game, each declared once.

    class Decision(Decisions):
        NONE = NOTHING, "nothing: the game is over"
        REPAIR = PLACE, "a ship to mend by one point, or no more"
        DISENGAGE = PLACE, "whether a side leaves an area", Mark.SECRET

Members are numbered in order, and count as their numbers in rules.  The numbers are part of saves and of the action
vocabulary: add at the end.  What views, infos, tables and observations must know of a decision they ask of its
declaration; its words are no part of it (`core.said.decisions`), for the compiled code is kept by the text of what the
rules import.
"""

from enum import Enum, IntEnum
from typing import Self


class About(Enum):
    """What a decision is about."""

    NOTHING = "nothing in particular"
    UNIT = "a unit"
    PLACE = "a place"


NOTHING, UNIT, PLACE = About


class Mark(Enum):
    """What is particular to a decision or to an option."""

    SECRET = "the other side must not see it answered"
    CURTAIN = "the other side must not see it asked: people who share a keyboard draw a curtain"
    COVER = "what a seat is told that may not know what is asked; nobody is ever asked this"
    NEXT_AREA = "which sea area is resolved next"
    WAY_HOME = "which port a unit returns to"
    CALLS_UP = "which unit is asked next"
    ONE_BY_ONE = "others act between two of these, so that what is ordered is never committed together"
    DEPENDENT = "what one unit may choose depends on what others have chosen"
    IDLE = "an option that leaves things as they are"
    QUIET = "an idle option that a person means by stay, hold, wait or none"


class Declared(IntEnum):
    """An enumeration whose members are numbered in order and say what they mean.

    marks: what is particular to a member.
    """

    meaning: str
    marks: frozenset[Enum]

    @classmethod
    def _next(cls, meaning: str, *marks: Enum) -> Self:
        number = len(cls.__members__)
        member = int.__new__(cls, number)
        member._value_ = number
        member.meaning = meaning
        member.marks = frozenset(marks)
        return member

    @classmethod
    def numbered(cls, number: int) -> Self:
        """The member with a number.  Raises ValueError."""
        return cls(number)

    @classmethod
    def those(cls, mark: Enum) -> tuple[Self, ...]:
        """The members with a mark, in order."""
        return tuple(member for member in cls if mark in member.marks)


class Decisions(Declared):
    """The decisions of a game; a member is written as `NAME = about, "meaning", *marks`."""

    about: About

    def __new__(cls, about: About, meaning: str, *marks: Mark) -> Self:
        """The next decision."""
        decision = cls._next(meaning, *marks)
        decision.about = about
        return decision

    @classmethod
    def on(cls, about: About) -> tuple[Self, ...]:
        """The decisions about nothing, a unit or a place."""
        return tuple(decision for decision in cls if decision.about == about)


class Options(Declared):
    """Answers that are neither a place nor a unit; a member is written as `NAME = "meaning", *marks`."""

    def __new__(cls, meaning: str, *marks: Mark) -> Self:
        """The next option."""
        return cls._next(meaning, *marks)


class Steps(Declared):
    """The steps of a sequence of play, what a frame of the stack (`core.engine.stack`) is at work on; a member is
    written as `NAME = "subject", "meaning"`.

    subject: what the subject of its frames is; a game's `soundness` knows what each of these words may be.
    """

    subject: str

    def __new__(cls, subject: str, meaning: str) -> Self:
        """The next step."""
        step = cls._next(meaning)
        step.subject = subject
        return step
