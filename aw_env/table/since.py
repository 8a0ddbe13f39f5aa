"""What has happened since a seat moved last, in five lines: who moved where, what was fought, what was lost, points.

It is made of what the seat has heard and of two scenes as it sees them, whatever the game.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from aw_env.core.drawn.scene import Area, Box, Port, Scene, Sign
from aw_env.core.faces.game import EventInWords, Game
from aw_env.table.account import in_a_row

MOST_LINES = 5
MOST_NAMES = 3
"""Names in a row; of more only their number is told."""
MANY = 15
"""Events after which people are told in short what has happened."""
STEPS = ("turn", "phase", "player_turn")
"""Events that begin a step."""
FIGHTS = ("combat_begins", "strike_begins", "raid")
"""Events that begin a fight in a place."""
HARM = (Sign.DAMAGE, Sign.CRIPPLED, Sign.DISABLED)


class Moved(NamedTuple):
    """Units of a side that have gone from one place to another.  side, start, end: ids.  units: their names."""

    side: str
    start: str
    end: str
    units: tuple[str, ...]


@dataclass(frozen=True)
class Card:
    """What has happened: at most five lines, and where units of others have gone, for arrows."""

    lines: tuple[str, ...] = ()
    moves: tuple[Moved, ...] = ()


@dataclass
class _Span:
    """From one move of a seat to the next.  own: whether what its own side did is told, too, since others did it for
    the seat.  after: the game at its end; None while it lasts."""

    before: Game
    events: list[EventInWords] = field(default_factory=list)
    own: bool = False
    after: Game | None = None


class Since:
    """What a seat hears from one move of its own to the next.

    The card stays while the seat answers question after question and hears of nothing else.  begun: the game when
    the seat sat down.
    """

    def __init__(self, begun: Game) -> None:
        self._now = self._last = _Span(begun)
        self._written: tuple[_Span, int] | None = None
        self._card = Card()

    def moves(self, game: Game, own: bool = False) -> None:
        """The seat is about to move in the game as it stands.  own: or somebody for it, and it wants to know how."""
        if self._now.events:
            after = game.clone()
            self._last, self._now = replace(self._now, after=after), _Span(after)
            if self._written is not None and self._written[0].events is self._last.events:
                self._written = self._last, self._written[1]
        self._now.own |= own

    def hears(self, events: Iterable[EventInWords]) -> None:
        """Something is told to the seat that cannot be taken back."""
        self._now.events += events

    @property
    def is_long(self) -> bool:
        """Whether so much has been told since the seat moved that nobody keeps it in mind."""
        return len(self._now.events) >= MANY

    def card(self, seen: Callable[[Game], Scene], now: Scene, side: str) -> Card:
        """What has happened, for a seat of a side; `seen` makes its scene of a game."""
        span = self._now if self._now.events else self._last
        if self._written is None or self._written[0] is not span or self._written[1] != len(span.events):
            self._written = span, len(span.events)
            ended = now if span.after is None else seen(span.after)
            self._card = happened(seen(span.before), ended, span.events, "" if span.own else side)
        return self._card


# --- told ------------------------------------------------------------------------------------------------


@dataclass
class _Fight:
    """What was fought in a place: how many rounds are told of, and by their names the units that took part."""

    rounds: int = 0
    units: set[str] = field(default_factory=set)


def happened(before: Scene, now: Scene, events: Iterable[EventInWords], own: str = "") -> Card:
    """What lies between two scenes that a seat saw, and what it has heard between them.

    own: id of the side whose moves are not told; "" for none.
    """
    return _Reader(before, now, events, own).card()


class _Reader:
    """Reads events in order, and looks at both scenes for what has come of them."""

    def __init__(self, before: Scene, now: Scene, events: Iterable[EventInWords], own: str) -> None:
        self.before, self.now, self.own = before, now, own
        self.began = {unit.name: unit for unit in before.units}
        self.stands = {unit.name: unit for unit in now.units}
        self.units = self.began | self.stands
        places: list[Area | Port | Box] = [*_places(now), *now.boxes]
        self.ids = {place.name: place.id for place in places}
        self.names = {place.id: place.name for place in places}
        self.seas = {area.id: area.name for area in now.areas if not area.harbour}
        self.sides = {side.title for side in now.sides}
        self.routes: dict[str, list[tuple[str, str]]] = {}
        """By the name of a unit: in which steps it was told to go to which places."""
        self.fights: dict[str, _Fight] = {}
        """By the name of the place."""
        self.shot_at: dict[str, str] = {}
        """Where units were shot at last: what they have suffered is told there, and only there."""
        self._read(events)

    def _read(self, events: Iterable[EventInWords]) -> None:
        step, fight = "", self.names.get(self.before.fight.area, "") if self.before.fight is not None else ""
        for kind, subjects, dice, words in events:
            if kind in STEPS:
                step, fight = ("" if kind == "turn" else words.rstrip(".")), ""
            elif kind in FIGHTS:
                fight = subjects[0]
            elif kind == "round_begins" and fight:
                self._fight(fight).rounds += 1
            elif dice and self._is_shot(subjects):
                place = fight or self._place_of(subjects[1]) or self._place_of(subjects[0])
                self._fight(place).units |= {*subjects}
                self.shot_at[subjects[1]] = place
            elif fight in self.fights:
                self.fights[fight].units |= {*subjects}
            if len(subjects) > 1 and subjects[0] in self.units and subjects[1] in self.ids:
                self.routes.setdefault(subjects[0], []).append((step, self.ids[subjects[1]]))

    def _fight(self, place: str) -> _Fight:
        return self.fights.setdefault(place, _Fight())

    def _is_shot(self, subjects: Sequence[str]) -> bool:
        """Whether dice are thrown at a unit, or at one side's small ships."""
        return len(subjects) > 1 and (subjects[1] in self.units or subjects[1] in self.sides)

    def _place_of(self, name: str) -> str:
        """The sea area of a unit; "" where its place is none, such as the port from which it sails to fight."""
        seen = (units[name].place or "" for units in (self.began, self.stands) if name in units)
        return next((self.seas[place] for place in seen if place in self.seas), "")

    def card(self) -> Card:
        """All of it: line by line, or, where these are too many, one line for all moves and one for all fights."""
        gone = self._gone()
        lines = [*self._moves(gone), *self._fought(), *self._lost_elsewhere(), *self._held(), *self._points()]
        if len(lines) > MOST_LINES:
            together = {"": {name: place for went in gone.values() for name, place in went.items()}}
            lines = [*self._moves(together), *self._fought_at_once(), *self._held(), *self._points()]
        return Card(tuple(lines[:MOST_LINES]), self._arrows())

    # --- who moved where -----------------------------------------------------------------------------------

    def _gone(self) -> dict[str, dict[str, str]]:
        """By the step: by the names of units of others where each has gone.  The board knows better than the events
        where a unit is that stands in no place of which these tell: its roll has failed."""
        gone: dict[str, dict[str, str]] = {}
        for name, route in self.routes.items():
            began, stands = (units[name].place if name in units else None for units in (self.began, self.stands))
            told = [place for _, place in route]
            known = route if stands is None or stands in told or self.units[name].lost else [(route[-1][0], stands)]
            went = next(((step, place) for step, place in known if place != began), None)
            if went is not None and self.units[name].side != self.own:
                gone.setdefault(went[0], {})[name] = went[1]
        return gone

    def _moves(self, gone: dict[str, dict[str, str]]) -> list[str]:
        """A line for each step."""
        return [f"{step and step + '. '}{' '.join(self._by_side(step, went))}" for step, went in gone.items() if went]

    def _by_side(self, step: str, went: dict[str, str]) -> Iterator[str]:
        for side in self.now.sides:
            by_place: dict[str, list[str]] = {}
            for name, place in went.items():
                if self.units[name].side == side.id:
                    by_place.setdefault(self.names.get(place, place), []).append(name)
            going = [f"{_few(names)} to {place}" for place, names in _by_size(by_place)]
            going = going if len(going) <= MOST_NAMES else [*going[: MOST_NAMES - 1], "others elsewhere"]
            if going:
                yield f"{'' if side.title in step else f'{side.title}: '}{'; '.join(going)}."

    def _arrows(self) -> tuple[Moved, ...]:
        """Where units of others stand now that stood elsewhere."""
        bundles: dict[tuple[str, str, str], list[str]] = {}
        for name, unit in self.stands.items():
            start = self.began[name].place if name in self.began else None
            if unit.side != self.own and None not in (start, unit.place) and start != unit.place and not unit.lost:
                bundles.setdefault((unit.side, str(start), str(unit.place)), []).append(name)
        return tuple(Moved(*bundle, tuple(names)) for bundle, names in bundles.items())

    # --- what was fought, and lost ---------------------------------------------------------------------------

    def _is_lost(self, name: str) -> bool:
        return name in self.began and not self.began[name].lost and (name not in self.stands or self.stands[name].lost)

    def _is_harmed(self, name: str) -> bool:
        """Whether a unit that is not lost bears marks of harm that it had not."""
        if name not in self.began or name not in self.stands or self._is_lost(name):
            return False
        marks = [{mark for mark in units[name].marks if mark.sign in HARM} for units in (self.began, self.stands)]
        return bool(marks[1] - marks[0])

    def _toll(self, names: Iterable[str]) -> str:
        """What these units have suffered: "; lost Akagi and Kaga (Axis); damaged Yorktown (Allies)"."""
        names = [*names]
        told = ""
        for what, holds in (("lost", self._is_lost), ("damaged", self._is_harmed)):
            hit = [name for name in names if holds(name)]
            by_side = (
                f"{_few(own)} ({side.title})"
                for side in self.now.sides
                if (own := [name for name in hit if self.units[name].side == side.id])
            )
            told += f"; {what} {', '.join(by_side)}" if hit else ""
        return told

    def _fought(self) -> list[str]:
        """A line for each place in which was fought, and for fights that are in no place where they hurt anybody."""
        told = (
            f"{_fought_in([place])}{_rounds(fight)}{self._toll(self._suffering_in(place, fight))}."
            for place, fight in self.fights.items()
        )
        return [line for line in told if line != "Fought."]

    def _suffering_in(self, place: str, fight: _Fight) -> list[str]:
        here = [name for name in self.units if name in fight.units and self.shot_at.get(name, place) == place]
        return here if place else [*here, *self._elsewhere()]

    def _elsewhere(self) -> list[str]:
        """Units of which nothing is told that they fought."""
        fought = {name for fight in self.fights.values() for name in fight.units}
        return [name for name in self.units if name not in fought]

    def _fought_at_once(self) -> list[str]:
        toll = self._toll(self.units)
        return [f"{_fought_in([*self.fights])}{toll}."] if self.fights else _sentence(toll)

    def _lost_elsewhere(self) -> list[str]:
        return [] if "" in self.fights else _sentence(self._toll(self._elsewhere()))

    # --- what is held, and counts ------------------------------------------------------------------------------

    def _held(self) -> list[str]:
        """Which places have come to which side."""
        held = {place.id: place.control for place in _places(self.before)}
        told = []
        for side in self.now.sides:
            won = [
                place.name
                for place in _places(self.now)
                if place.control == side.id and held.get(place.id, side.id) != side.id
            ]
            told += [f"{_few(won)} to the {side.title}"] if won else []
        return [f"Control: {'; '.join(told)}."] if told else []

    def _points(self) -> list[str]:
        leads = {track.name: track.lead for track in self.before.tracks}
        told = []
        for track in self.now.tracks:
            gained = track.lead - leads.get(track.name, 0)
            side = self.now.ahead(gained)
            told += [f"{track.name}: {side.title} {abs(gained):+g}, {track.words}"] if side is not None else []
        return ["; ".join(told) + "."] if told else []


def _places(scene: Scene) -> list[Area | Port]:
    """What a side may hold."""
    return [*scene.areas, *scene.ports]


def _few(names: Sequence[str]) -> str:
    """Names in a row, of many the first and how many more."""
    if len(names) > MOST_NAMES:
        names = [*names[: MOST_NAMES - 1], f"{len(names) - MOST_NAMES + 1} more"]
    return in_a_row([*names])


def _sentence(toll: str) -> list[str]:
    """What has been suffered, as a line of its own."""
    told = toll.removeprefix("; ")
    return [f"{told[:1].upper()}{told[1:]}."] if told else []


def _fought_in(places: Sequence[str]) -> str:
    named = [place for place in places if place]
    return f"Fought: {_few(named)}" if named else "Fought"


def _by_size(groups: dict[str, list[str]]) -> list[tuple[str, list[str]]]:
    """Groups, the largest first."""
    return sorted(groups.items(), key=lambda group: -len(group[1]))


def _rounds(fight: _Fight) -> str:
    return f", {fight.rounds} rounds" if fight.rounds > 1 else ""
