"""What people at a table must know of a game: its questions by their numbers, its words.

Each game makes one `Speech` (`Ruleset.speech`); tables ask nothing else of a game, besides its ruleset.  A `view` is
that of the game.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from aw_env.core.declare.sides import Side
from aw_env.core.said.understanding import Reason, Understanding


@dataclass(frozen=True)
class Questions:
    """The decisions that tables treat in a way of their own, by their numbers.

    area: which sea area is resolved next.  home: which port a unit returns to.  about_places: those whose subject is a
    place.  calls_up: those that ask which unit is asked next.  one_by_one: between which others act, so that what is
    ordered is never committed together.  dependent: in which what one unit may choose depends on what others have
    chosen.  secret: which the other side must not see answered.
    """

    area: int
    home: int
    about_places: frozenset[int]
    calls_up: frozenset[int] = frozenset()
    one_by_one: frozenset[int] = frozenset()
    dependent: frozenset[int] = frozenset()
    secret: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Secrecy:
    """What is kept secret.

    revealing: kinds of events that tell a secret without a die.  optional rules: secretive, under which a person knows
    for many questions what another at the same keyboard may not; asked_in_secret, under which a seat is asked what
    another does not hear of, between two answers of that one.
    """

    revealing: frozenset[str] = frozenset()
    secretive: frozenset[str] = frozenset()
    asked_in_secret: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Dice:
    """Dice that people roll.

    purposes: what the dice of an event are for, by its kind: words in which `{0}`, `{1}` ... stand for its subjects and
    `{heading}` for what its own words say before a colon.  taken: whether the die of an event is none that is rolled.
    in_secret: how many dice have been rolled in secret between two positions.
    """

    purposes: Mapping[str, str]
    taken: Callable[[Any, str, tuple[str, ...]], bool] = lambda game, kind, subjects: False
    in_secret: Callable[[Any, Any], int] = lambda before, after: 0

    def purpose(self, kind: str, subjects: tuple[str, ...], words: str) -> str:
        """What the dice of an event are for; of a kind that says no more, its name."""
        purpose = self.purposes.get(kind, kind.replace("_", " "))
        return purpose.format(*subjects, heading=words.partition(":")[0])


@dataclass(frozen=True)
class Standing:
    """Standing orders.

    kinds: those that may be given at any time, and the decision that each answers.  strengths: what may follow "if":
    by what strength, of a unit, the enemy in a battle has more.
    """

    kinds: Mapping[str, int]
    strengths: Mapping[str, Callable[[Any], int]]


@dataclass(frozen=True)
class InLine:
    """A unit of a battle.

    words: the counter with its factors.  side: its side's name.  aims_at: id of its target, None for none.
    damage: points that it has been hit for in this action, which take effect at its end.  shots: dice that the side
    which is choosing has aimed at it.  sinks, disables: chances of these that it is lost, or else disabled.
    """

    id: str
    name: str
    words: str
    side: str
    raiding: bool
    aims_at: str | None
    damage: int
    shots: int
    sinks: float
    disables: float


@dataclass(frozen=True)
class Battle:
    """A battle.  title: where, and what the area is worth.  action: the type of action, "" while it is open."""

    area: str
    title: str
    round: int
    action: str
    lines: tuple[InLine, ...]


@dataclass(frozen=True)
class Speech:
    """How people at a table speak of a game, and are spoken to.

    step: what tells one step of questions to a seat from the next, from a view.  called_later: units that a seat will
    be asked about when others of its side have their turn, in a view of it.  said_openly: what is told aloud of an
    answer that no event follows.  fighting: whether combat has begun this turn.  areas_called: numbers of the sea
    areas that are called so together.

    sorts: sorts of units that an order may name, in the plural.  nations: nations by the words for them.  example: how
    to order several units at once, by what is asked.  note: what there is to know of a choice, (game, view, action,
    whether nobody else sees it).  worth: what there is to know of a sea area.  why_idle: why a unit is not asked.
    victory: why a game that is over is won.  help: what can be typed, beside what every table knows.
    """

    understanding: Understanding
    questions: Questions
    secrecy: Secrecy
    dice: Dice
    standing: Standing
    step: Callable[[Any], tuple[Any, ...]]
    sides: tuple[Side, ...]
    side_of: Callable[[Any, int], int]
    unit_phrase: Callable[[Any], str]
    whereabouts: Callable[[Any, Any], str]
    why_idle: Callable[[Any, Any], str]
    reason: Callable[[Any], Reason]
    note: Callable[[Any, Any, int, bool], str]
    worth: Callable[[Any, int], str]
    example: Mapping[int, str]
    orders_example: str
    sorts: Mapping[str, Callable[[Any], bool]]
    nations: Mapping[str, str]
    battle: Callable[[Any], Battle | None]
    victory: Callable[[Any], str]
    fighting: Callable[[Any], bool]
    help: str
    areas_called: Callable[[Any, str], list[int]] = lambda view, words: []
    called_later: Callable[[Any], list[Any]] = lambda view: []
    said_openly: Callable[[Any, int], list[tuple[str, tuple[str, ...], tuple[int, ...], str]]] = field(
        default=lambda view, action: []
    )
