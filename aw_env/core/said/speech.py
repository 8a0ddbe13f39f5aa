"""What people at a table must know of a game: its questions by their numbers, its words.

Each game makes one `Speech` (`Ruleset.speech`); tables ask nothing else of a game, besides its ruleset.  A `view` is
that of the game.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, Self

from aw_env.core.declare.decisions import Decisions, Mark
from aw_env.core.declare.sides import Side
from aw_env.core.said.decisions import DecisionWords
from aw_env.core.said.events import Teller
from aw_env.core.said.help import Help
from aw_env.core.said.lone_battle import LoneBattle
from aw_env.core.said.understanding import Understanding

NO_DECISION = -1
"""In place of a decision that a game has not."""


@dataclass(frozen=True)
class Questions:
    """The decisions that tables treat in a way of their own (`core.declare.decisions.Mark`)."""

    area: int
    home: int
    calls_up: tuple[int, ...]
    one_by_one: tuple[int, ...]
    dependent: tuple[int, ...]
    secret: tuple[int, ...]
    curtain: tuple[int, ...] = ()

    @classmethod
    def of(cls, decisions: type[Decisions]) -> Self:
        """Those among the decisions of a game; `NO_DECISION` where there is none."""
        area, home = (next(iter(decisions.those(mark)), NO_DECISION) for mark in (Mark.NEXT_AREA, Mark.WAY_HOME))
        several = Mark.CALLS_UP, Mark.ONE_BY_ONE, Mark.DEPENDENT, Mark.SECRET, Mark.CURTAIN
        return cls(area, home, *map(decisions.those, several))


@dataclass(frozen=True)
class Secrecy:
    """What is kept secret under optional rules.

    secretive: those under which a person knows for many questions what another at the same keyboard may not.
    asked_in_secret: those under which a seat is asked what another does not hear of, between two answers of that one.
    """

    secretive: frozenset[str] = frozenset()
    asked_in_secret: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Dice:
    """Dice that people roll.

    taken: whether the die of an event is none that is rolled.  in_secret: how many dice have been rolled in secret
    between two positions.
    """

    taken: Callable[[Any, str, tuple[str, ...]], bool] = lambda game, kind, subjects: False
    in_secret: Callable[[Any, Any], int] = lambda before, after: 0


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
    raiding: bool = False
    aims_at: str | None = None
    damage: int = 0
    shots: int = 0
    sinks: float = 0.0
    disables: float = 0.0


@dataclass(frozen=True)
class Battle:
    """A battle.  title: where, and what the area is worth.  action: the type of action, "" while it is open."""

    area: str
    title: str
    round: int
    action: str
    lines: tuple[InLine, ...]


class Gain(NamedTuple):
    """Points that a side scores at the end of a turn.

    side: its id.  name: what for, in a word or two.  track: on which, "" where there is one.
    """

    side: str
    points: float
    name: str
    track: str = ""


@dataclass(frozen=True)
class Speech:
    """How people at a table speak of a game, and are spoken to.

    decisions: what is asked.  understanding: of answers, and with it the words of decisions.  events: how they are
    told.  step: what tells one step of questions to a seat from the next, from a view.  called_later: units that a seat
    will be asked about when others of its side have their turn, in a view of it.  said_openly: what is told aloud of
    an answer that no event follows.  fighting: whether combat has begun this turn.  areas_called: numbers of the sea
    areas that are called so together.

    chance: how likely the unit that is asked comes where an answer sends it, in a game.
    sorts: sorts of units that an order may name, in the plural.  nations: nations by the words for them.  strengths:
    what may follow "if" in a standing order: by what strength, of a unit, the enemy in a battle has more.  gains: what
    would be scored if the turn ended now, or has been when the game is over.  worth: what there is to know of a sea
    area.  why_idle: why a unit is not asked.  victory: why a game that is over is won.
    help: what can be typed, beside what every table knows, of a view.  luck: a file that says what luck is worth
    (`core.said.luck.points_of`).  lone_battle: how the battle of one area is fought without the others; None:
    battles are not fought by area.
    """

    decisions: type[Decisions]
    understanding: Understanding
    events: Teller
    step: Callable[[Any], tuple[Any, ...]]
    sides: tuple[Side, ...]
    side_of: Callable[[Any, int], int]
    whereabouts: Callable[[Any, Any], str]
    why_idle: Callable[[Any, Any], str]
    worth: Callable[[Any, int], str]
    sorts: Mapping[str, Callable[[Any], bool]]
    victory: Callable[[Any], str]
    help: Callable[[Any], Help]
    secrecy: Secrecy = Secrecy()
    nations: Mapping[str, str] = field(default_factory=dict)
    strengths: Mapping[str, Callable[[Any], int]] = field(default_factory=dict)
    battle: Callable[[Any], Battle | None] = lambda view: None
    chance: Callable[[Any, int], float] = lambda game, action: 1.0
    gains: Callable[[Any], list[Gain]] = lambda view: []
    fighting: Callable[[Any], bool] = lambda view: False
    dice: Dice = Dice()
    areas_called: Callable[[Any, str], list[int]] = lambda view, words: []
    called_later: Callable[[Any], list[Any]] = lambda view: []
    luck: Path | None = None
    lone_battle: LoneBattle | None = None
    said_openly: Callable[[Any, int], list[tuple[str, tuple[str, ...], tuple[int, ...], str]]] = field(
        default=lambda view, action: []
    )

    @cached_property
    def questions(self) -> Questions:
        """The decisions that tables treat in a way of their own."""
        return Questions.of(self.decisions)

    @property
    def words(self) -> DecisionWords:
        """The words of the decisions."""
        return self.understanding.words

    def unit_and_place(self, view: Any, unit: Any) -> list[str]:
        """A unit with its factors, and where it is; without the place where a game says it with the factors."""
        phrase, place = self.words.unit_phrase(unit), self.whereabouts(view, unit)
        return [phrase] if place in phrase else [phrase, place]
