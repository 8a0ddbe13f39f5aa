"""The columns of an observation, from the fields that a game declares.

In the general part stand the turn, the lead, every field of the game as a whole and by side, what phase it is and what
is asked; behind it a row for each place and each unit with all that is declared of it.  Sets of the book, such as which
places lie side by side, never change and are left out.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from aw_env.core.declare.columns import Block, Columns, Layouts, Part, Row, one_hot, places, table, units
from aw_env.core.declare.fields import Field, Sight, Values, names_of
from aw_env.core.engine.ledger import LEDGER
from aw_env.core.rooms.records import Records

FEW = 32
"""So many places have a column each where a unit may be in one of them."""
MANY = 8
"""Numbers of a series."""
LEAD = 5
"""Typical size of a lead."""
Written = tuple[float, str, Any]
"""A column as `Columns` takes it: typical size, meaning, source."""


def table_of(name: str, title: str, columns: Mapping[str, Written]) -> type[Columns]:
    """A table of columns.  title: what it says of itself."""
    made: Any = Columns(name, columns)  # type: ignore[arg-type]
    made.__doc__ = title
    return made


class SeenRecords:
    """What is seen of records.

    general, place, unit, choice: tables of columns.  hot: of a unit, the fields that have a column for each place.
    series: the fields of the game as a whole that have many numbers, the same for all seats.  of_units, of_places: the
    fields of the record that the tables of units and of places show.  layouts: of all these.
    """

    def __init__(self, records: Records) -> None:
        self.records = records
        own = [*records.own, *(field for field in records.printed if not field.values.is_set)]
        if hidden := [field.name for field in own if field.hidden_by]:
            raise ValueError(f"{hidden[0]} is hidden at times: that needs an observation of the game's own")
        seen = [field for field in own if field.sight not in (Sight.UNTABLED, Sight.NOBODY)]
        of_units = [field for field in seen if records.by_unit(field)]
        of_places = [field for field in seen if records.by_place(field)]
        whole = [field for field in seen if field not in of_units and field not in of_places]
        self.general = table_of("General", "The game as a whole.", _general(records, whole))
        self.series = tuple(field.name for field in whole if records.units and _is_series(records, field))
        self.place = table_of("Place", "A place.", self._place(of_places))
        few = len(records.places) <= FEW
        self.of_units = [field for field in of_units if field in records.own]
        self.of_places = [field for field in of_places if field in records.own]
        self.hot = [field for field in self.of_units if few and _is_place(field)]
        self.unit = table_of("Unit", "A unit.", _unit([field for field in of_units if field not in self.hot]))
        self.choice = table_of("Choice", "A legal action.", _CHOICE)
        self.layouts = self._layouts()

    def _place(self, fields: list[Field]) -> dict[str, Written]:
        asked = {"SUBJECT": (1, "1: the decision is about it", "game.subject == place and has(ABOUT_PLACES, decision)")}
        crowd = {"MINE": (2, "my units there", ...), "THEIRS": (2, "theirs", ...)} if self.records.units else {}
        return asked | crowd | dict(_of_each(fields))

    def _layouts(self) -> Layouts:
        records, asked = self.records, "the decision waited for is {}"
        general = Row(
            table(self.general),
            one_hot("phase/", records.phases, "The phase, one-hot:", "the phase is {}"),
            one_hot("decision/", records.decisions, "The decision waited for, one-hot:", asked),
        )
        named = places(0, len(records.places))
        self.place_row = Row(table(self.place))
        at = [one_hot(f"{field.name}/", named, f"{field.meaning.capitalize()}, one-hot:", "{}") for field in self.hot]
        self.unit_row = Row(table(self.unit), *at)
        parts, of_action = [], [table(self.choice)]
        if records.places:
            parts.append(Part("places", self.place_row, named, "place/", "Places"))
            of_action.append(_named("place/", self.place_row))
        if records.units:
            parts.append(Part("units", self.unit_row, units(len(records.units)), "unit/", "Units"))
            of_action.append(_named("unit/", self.unit_row))
        self.candidate = Row(*of_action)
        return Layouts(general, parts, parts, self.candidate)


_CHOICE: dict[str, Written] = {
    "ACTION": (100, "1 + the number of the action", "1 + action"),
    "OPTION": (10, "1 + the option, 0: a place or a unit is named", "1 + action if action < FIRST_PLACE else 0"),
    "IDLE": (1, "1: an option that leaves things as they are", "action < FIRST_PLACE and has(IDLE, action)"),
    "NAMES_PLACE": (1, "1: a place is named", "FIRST_PLACE <= action < FIRST_UNIT"),
    "NAMES_UNIT": (1, "1: a unit is named", "action >= FIRST_UNIT"),
}


def _named(prefix: str, row: Row) -> Block:
    """What is told of the place or the unit that an action names."""
    columns = tuple(column._replace(name=prefix + column.name) for column in row.columns)
    return Block(prefix, columns, "What is said of it above:")


def _general(records: Records, fields: list[Field]) -> dict[str, Written]:
    told: dict[str, Written] = {
        "SIDE": (1, "the number of the observer's side", "mine"),
        "CHOOSING": (1, "1: the observer is asked now", "game.seat == seat"),
        "TURN": (10, "number of the turn", ""),
        "TURNS_LEFT": (10, "turns after this one", "last_turn - turn"),
        "LEAD": (LEAD, "what decides the game, mine less theirs", "(1 - 2 * mine) * margin(book, game)"),
    }
    for field in fields:
        told |= dict(_of_sides(field) if records.of_sides(field) else _whole(records, field))
    return told


def _of_sides(field: Field) -> Iterator[tuple[str, Written]]:
    """The columns of a field that has numbers for each side: of each mine and theirs, or so of each thing in a set."""
    for position in np.ndindex(field.shape[1:]):
        name = "_".join([field.name, *map(str, position)]).upper()
        mine, theirs = (f"{field.name}[{', '.join([side, *map(str, position)])}]" for side in ("mine", "1 - mine"))
        things = range(field.values.greatest.bit_length()) if field.values.is_set else (None,)
        for k in things:
            part, size, meaning, sources = name, _size(field.values), field.meaning, [mine, theirs]
            if k is not None:
                part, size, meaning = f"{name}_HAS_{k}", 1, f"{field.meaning}: 1: {k} is in it"
                sources = [f"has({source}, {k})" for source in sources]
            if field.sight == Sight.UNTIL_ALL_HAVE_CHOSEN:
                sources[1] = f"{sources[1]} if {field.name}[mine] != 0 else 0"
            elif field.sight == Sight.ITS_SIDE:
                sources[1] = "0" if k is not None else f"{field.fresh}"
            yield f"MY_{part}", (size, f"{meaning}: mine", sources[0])
            yield f"THEIR_{part}", (size, f"{meaning}: theirs", sources[1])


def _whole(records: Records, field: Field) -> Iterator[tuple[str, Written]]:
    """The columns of a field that is of no unit, place or side: one for each of its numbers, or each thing in a set."""
    for position in np.ndindex(field.shape):
        name = "_".join([field.name, *map(str, position)]).upper()
        source = field.name + (f"[{', '.join(map(str, position))}]" if position else "")
        if field.values.is_set:
            for k in range(field.values.greatest.bit_length()):
                yield (
                    f"{name}_HAS_{k}",
                    (1, f"{field.meaning}: 1: {k} is in it", _guarded(field, f"has({source}, {k})")),
                )
        elif field.values.members is records.sides:
            yield name, (1, f"{field.meaning}: 1 mine, -1 theirs", _guarded(field, f"sign({source}, mine)"))
        else:
            yield name, (_size(field.values), field.meaning, _guarded(field, source))


def _of_each(fields: list[Field]) -> Iterator[tuple[str, Written]]:
    for field in fields:
        yield field.name.upper(), (_size(field.values), field.meaning, _guarded(field, field.name))


def _unit(fields: list[Field]) -> dict[str, Written]:
    told: dict[str, Written] = {
        "MINE": (1, "1: mine, -1: theirs", "sign(side, mine)"),
        "SUBJECT": (1, "1: the decision is about it", "game.subject == unit and has(ABOUT_UNITS, decision)"),
    }
    return told | dict(_of_each(fields))


def _guarded(field: Field, source: str) -> str:
    """A source that gives away no secret of one player, nor of the side whose unit it is."""
    if field.sight == Sight.ITS_OWNER:
        return f"{source} if side == mine else {field.fresh}"
    if field.sight != Sight.ONE_PLAYER:
        return source
    return f"{source} if seat == seat_of_power[{field.player}] else {field.fresh}"


def _size(values: Values) -> float:
    return max(1, abs(values.least), abs(values.greatest))


def _is_series(records: Records, field: Field) -> bool:
    """Whether a field of the record has so many numbers in a row that it pays to find out first whether one has
    changed."""
    alike = field.sight == Sight.EVERYONE and not records.of_sides(field) and field.values.members is not records.sides
    numbers = field.values.greatest.bit_length() if field.values.is_set else sum(field.shape)
    kept = field in records.own and len(field.shape) < 2 and field.name not in names_of(LEDGER)
    return kept and alike and numbers >= MANY


def _is_place(field: Field) -> bool:
    return field.values.words == "place" and field.sight == Sight.EVERYONE
