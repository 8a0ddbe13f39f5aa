"""The board as data: what the picture, the text and the page are made of, whatever the game.

A game makes a `Scene` of a view, so that it shows a seat what the seat may know, and no more.  Sides, nations, places
and units are named by their ids; sides are counted as the game declares them.
"""

from collections import Counter as Counted
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, is_dataclass, replace
from enum import Enum, StrEnum
from functools import cached_property
from typing import Any

from aw_env.core.declare.sides import Colour, Side
from aw_env.core.drawn.chart import Chart
from aw_env.core.drawn.silhouettes import Shape, told
from aw_env.core.said.wording import capital


class Sign(StrEnum):
    """What a mark on a counter says, or a sign on the board that not every game has."""

    DAMAGE = "damage"
    CRIPPLED = "crippled"
    DISABLED = "disabled"
    FORCE = "force"
    SIGHTED = "sighted"
    HIDDEN = "hidden"
    STATE = "state"
    NOTE = "note"
    RAIDING = "raiding"
    BASE = "base"
    WORTH = "worth"
    RAIDED = "raided"
    RANGE = "range"


class Ground(StrEnum):
    """What fills an area, where that is not open water."""

    ISLAND = "island"
    SHOAL = "shoal"
    SQUALL = "squall"
    SMOKE = "smoke"


class Holds(StrEnum):
    """What units lie in a box for.  COMING, RETURNING: until a turn of their own.  GONE: for good."""

    WAITING = "waiting"
    COMING = "coming"
    RETURNING = "returning"
    GONE = "gone"


@dataclass(frozen=True)
class Power:
    """A power of a side, in a game whose sides have several."""

    id: str
    title: str
    side: str


@dataclass(frozen=True)
class Area:
    """A sea area.

    notes: what else there is to know of it, in words.  region: the part of the board in which it lies, "" where that
    has none.  control: the side that has it.  points: what that is worth, for each side.  resolved: whether there will
    be no more combat in it this turn.  ground: what fills it, None for open water.  harbour: whether its ships fight
    elsewhere.
    """

    id: str
    name: str
    control: str | None
    points: tuple[int, ...]
    fighting: bool = False
    resolved: bool = False
    region: str = ""
    notes: tuple[str, ...] = ()
    ground: Ground | None = None
    harbour: bool = False


@dataclass(frozen=True)
class Port:
    """A port, or what the game calls otherwise (`kind`).

    control, owner: the side that has it, and who that is in words.  on: the sea areas that it touches.  worth: points
    for holding it.  raided_by: ids of powers.  The others as for an area.
    """

    id: str
    name: str
    control: str | None
    owner: str
    on: tuple[str, ...]
    kind: str = "port"
    worth: int = 0
    raided_by: tuple[str, ...] = ()
    region: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Box:
    """A box beside the map.  note: what is known of it, in words."""

    id: str
    name: str
    holds: Holds = Holds.WAITING
    note: str = ""


@dataclass(frozen=True)
class Mark:
    """What has happened to a unit.  badge: on its counter, at most three letters.  words: behind its name.  Either
    may be ""."""

    sign: Sign
    badge: str
    words: str


@dataclass(frozen=True)
class Counter:
    """A unit.

    type, factors: the second line of the counter.  place: None where the observer does not know it.  due: the turn on
    which it comes or returns.  target: the unit that it aims at.  card: all that there is to know of it, a line each.
    strength: what it adds to that of its stack (`Legend.strength`), as far as the observer knows.
    many: what it is called where all such in a place are told of by their number ("3 U-boats"), "" for what is told of
    by its name.  lost: whether the score sheet lists it as lost.
    """

    id: str
    name: str
    nation: str
    side: str
    power: str
    shape: Shape
    type: str
    factors: str
    place: str | None
    due: int
    marks: tuple[Mark, ...]
    target: str | None
    card: tuple[str, ...]
    raiding: bool = False
    strength: int = 0
    many: str = ""
    lost: bool = False


def gathered(units: Iterable[Counter]) -> list[Counter]:
    """Units of a place, those that are told of by their number as one for all."""
    units = list(units)
    numbers = Counted(unit.many for unit in units if unit.many)
    alike = {
        many: replace(next(unit for unit in units if unit.many == many), name=f"{number} {many}{'s' * (number > 1)}")
        for many, number in numbers.items()
    }
    return [*(unit for unit in units if not unit.many), *alike.values()]


@dataclass(frozen=True)
class Track:
    """A track of points.  name: in short.  title: in full.  lead: of the first side over the second, `words` says it.
    most: the greatest lead that the track has room for."""

    name: str
    title: str
    lead: float
    words: str
    most: int


@dataclass(frozen=True)
class Fact:
    """What is so in the game as a whole.  title: what it is of.  of_sides: for each side, in words; () where it is of
    none.  words: all of it."""

    title: str
    words: str
    of_sides: tuple[str, ...] = ()


@dataclass(frozen=True)
class Ring:
    """A line around the unit that is asked about.  distance: to all areas within it, at most.  reach: whether what it
    fires with reaches as far as this line, and no further."""

    distance: int
    areas: tuple[str, ...]
    reach: bool


@dataclass(frozen=True)
class Sight:
    """The line between two areas, from the unit that is asked about.  clear: whether it sees what is there."""

    start: str
    end: str
    clear: bool


@dataclass(frozen=True)
class Fight:
    """The combat that is being resolved.  area: its id.  where: its name in the middle of a sentence ("the Coral Sea").
    round: 0 before the first."""

    area: str
    where: str
    round: int


@dataclass(frozen=True)
class Legend:
    """What colours and signs mean.

    nations, names: colours and names of the nations whose counters are in the game.  factors: what the numbers on a
    counter are.  signs: those that the game has.  marks: those of them that a counter bears for damage.
    strength: what the strength of a stack is, "" where it has none.
    """

    nations: Mapping[str, Colour]
    names: Mapping[str, str]
    factors: str
    signs: tuple[Sign, ...]
    marks: tuple[Sign, ...] = (Sign.DAMAGE, Sign.DISABLED)
    strength: str = ""


def legend_of(
    nations: Iterable[str],
    colours: Mapping[str, Colour],
    other: Colour,
    factors: str,
    signs: Iterable[Sign],
    strength: str = "",
) -> Legend:
    """A legend of nations, of which those that have no colour of their own are drawn in the other."""
    drawn = {nation: colours.get(nation, other) for nation in sorted(set(nations))}
    names = {nation: nation_name(nation) for nation in drawn}
    return Legend(drawn, names, factors, tuple(signs), strength=strength)


def nation_name(nation: str) -> str:
    """The name of a nation by its id: "British", "US"."""
    return nation.upper() if len(nation) <= MOST_INITIALS else capital(nation)


MOST_INITIALS = 3
"""Letters of ids that are no words."""


@dataclass(frozen=True, eq=False)
class Scene:
    """The position.

    phase, phase_words: its id, and in words.  asked: the question in words.  subject: id of the unit that it is about.
    powers: where sides have several.  verdict: why a game that is over is won or drawn.  result: 1 for the first side,
    -1 for the second, 0 for none; None before the end.  notes: what the marks behind the names of units mean.  unseen:
    what units are called whose place the observer does not know.  facts: what else is to be shown.  losses: what the
    units are that the score sheet lists as lost, where it may be more.  area: what one of the areas is called.
    rings, sights: around the unit that is asked about.
    """

    title: str
    turn: int
    last_turn: int
    phase: str
    phase_words: str
    asked: str
    subject: str | None
    chart: Chart
    sides: tuple[Side, ...]
    areas: tuple[Area, ...]
    ports: tuple[Port, ...]
    boxes: tuple[Box, ...]
    units: tuple[Counter, ...]
    tracks: tuple[Track, ...]
    legend: Legend
    fight: Fight | None
    result: int | None
    verdict: str
    powers: tuple[Power, ...] = ()
    notes: tuple[str, ...] = ()
    unseen: str = ""
    facts: tuple[Fact, ...] = ()
    rings: tuple[Ring, ...] = ()
    sights: tuple[Sight, ...] = ()
    losses: str = "lost"
    area: str = "sea area"

    @cached_property
    def units_by_place(self) -> dict[str | None, list[Counter]]:
        """The units in each place that has any, in roster order."""
        found: dict[str | None, list[Counter]] = {}
        for unit in self.units:
            found.setdefault(unit.place, []).append(unit)
        return found

    def units_in(self, place: str | None) -> list[Counter]:
        """The units in a place, or (None) of which the observer does not know where they are."""
        return self.units_by_place.get(place, [])

    def side(self, id: str | None) -> Side | None:
        """A side by its id, None for none."""
        return next((side for side in self.sides if side.id == id), None)

    def ahead(self, lead: float) -> Side | None:
        """The side that a lead is of."""
        return None if lead == 0 else self.sides[0 if lead > 0 else 1]

    def outcome(self) -> str:
        """How a game that is over has ended."""
        winner = self.ahead(self.result or 0)
        return "A draw." if winner is None else f"{winner.has('won')}."

    def without_question(self) -> "Scene":
        """The same for those who must not be told what is asked, nor of whom."""
        return replace(self, asked="", subject=None, rings=(), sights=())

    def bearings(self) -> dict[str, Any]:
        """Rings and lines of sight as JSON's types: a `path` (of SVG) and a `label` ([x, y]) of each ring, and the
        ends of each line."""
        chart = self.chart
        rings = [
            {"distance": ring.distance, "reach": ring.reach, "label": list(chart.label(line[0]))}
            | {"path": "".join("M" + " ".join(f"{round(x)},{round(y)}" for x, y in part) + "Z" for part in line)}
            for ring in self.rings
            for line in [chart.around(ring.areas)]
        ]
        sights = [
            {"start": list(chart.middle(sight.start)), "end": list(chart.middle(sight.end)), "clear": sight.clear}
            for sight in self.sights
        ]
        return {"rings": rings, "sights": sights}

    def data(self) -> dict[str, Any]:
        """All of it as a dict of JSON's types, for a page.

        The keys are those of the classes above, besides `chart`: `size` is [width, height] of the map in pixels, and
        all other lengths are measured so, from its upper left corner; `waters` are shapes of areas that are not in
        play; areas have a `path` (of SVG) and a `room` ([left, top, width, height], free for counters); ports are `at`
        [x, y] (None beside the map), with their name on a side (`label`); rings and lines of sight are `bearings`;
        `silhouettes` are those of the shapes of the units.
        """
        chart = self.chart
        data = {name: _plain(value) for name, value in vars(self).items() if name not in ("chart", "units_by_place")}
        data |= self.bearings()
        for area in data["areas"]:
            room = chart.room[area["id"]]
            area |= {"path": chart.paths[area["id"]], "room": [room.left, room.top, room.width, room.height]}
        for port in data["ports"]:
            spot = chart.ports.get(port["id"])
            port |= {"at": None if spot is None else list(chart.at(spot)), "label": spot.label if spot else "below"}
        waters = [path for id, path in chart.paths.items() if id not in chart.areas]
        silhouettes = told(unit.shape for unit in self.units)
        return data | {"size": [chart.width, chart.height], "waters": waters, "silhouettes": silhouettes}


_PLAIN = frozenset((str, int, float, bool, type(None)))


def _plain(value: Any) -> Any:
    """A value of a scene as one of JSON's types.  Most are: they are not asked what else they may be."""
    if type(value) in _PLAIN:
        return value
    if isinstance(value, Enum):
        return str(value) if isinstance(value, StrEnum) else value
    if is_dataclass(value):
        return {name: _plain(part) for name, part in vars(value).items()}
    if isinstance(value, Mapping):
        return {name: _plain(part) for name, part in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_plain(part) for part in value]
    return value
