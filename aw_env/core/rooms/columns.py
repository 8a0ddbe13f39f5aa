"""The columns of an observation, from the fields that a game declares.

In the general part stand the turn, the lead, every field of the game as a whole and by side, what phase it is and what
is asked; behind it a row for each place and each unit with all that is declared of it.  Sets of the book, such as which
places lie side by side, never change and are left out.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from aw_env.core.declare.columns import Block, Columns, Layouts, Part, Row, one_hot, places, table, units
from aw_env.core.declare.fields import Field, Sight, Values
from aw_env.core.rooms.records import Records

FEW = 32
"""So many places have a column each where a unit may be in one of them."""
LEAD = 5
"""Typical size of a lead."""
Written = tuple[float, str, str]
"""A column as `Columns` takes it: typical size, meaning, source."""


def table_of(name: str, title: str, columns: dict[str, Written]) -> type[Columns]:
    """A table of columns.  title: what it says of itself."""
    made: Any = Columns(name, columns)  # type: ignore[arg-type]
    made.__doc__ = title
    return made


class SeenRecords:
    """What is seen of records.

    general, place, unit, choice: tables of columns.  hot: of a unit, the fields that have a column for each place.
    layouts: of all these.
    """

    def __init__(self, records: Records) -> None:
        self.records = records
        own = [*records.own, *(field for field in records.printed if not field.values.is_set)]
        if hidden := [field.name for field in own if field.hidden_by]:
            raise ValueError(f"{hidden[0]} is hidden at times: that needs an observation of the game's own")
        seen = [field for field in own if field.sight != Sight.NOBODY]
        of_units, of_places = filter(records.by_unit, seen), filter(records.by_place, seen)
        whole = [field for field in seen if not records.by_unit(field) and not records.by_place(field)]
        self.general = table_of("General", "The game as a whole.", _general(records, whole))
        self.place = table_of("Place", "A place.", self._place(of_places))
        kept = [*of_units]
        self.hot = [field for field in kept if _is_place(field.values) and len(records.places) <= FEW]
        self.unit = table_of("Unit", "A unit.", _unit([field for field in kept if field not in self.hot]))
        self.choice = table_of("Choice", "A legal action.", _CHOICE)
        self.layouts = self._layouts()

    def _place(self, fields: Iterator[Field]) -> dict[str, Written]:
        asked = {"SUBJECT": (1, "1: the decision is about it", "game.subject == place and has(ABOUT_PLACES, decision)")}
        crowd = {"MINE": (2, "my units there", ...), "THEIRS": (2, "theirs", ...)} if self.records.units else {}
        return asked | crowd | dict(_of_each(fields))  # type: ignore[return-value]

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
        if records.by_side(field):
            theirs = f"{field.name}[1 - mine]"
            if field.sight == Sight.UNTIL_ALL_HAVE_CHOSEN:
                theirs = f"{theirs} if {field.name}[mine] != 0 else 0"
            name, size = field.name.upper(), _size(field.values)
            told |= {
                f"MY_{name}": (size, f"{field.meaning}: mine", f"{field.name}[mine]"),
                f"THEIR_{name}": (size, f"{field.meaning}: theirs", theirs),
            }
        else:
            told |= dict(_whole(records, field))
    return told


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


def _of_each(fields: Iterator[Field] | list[Field]) -> Iterator[tuple[str, Written]]:
    for field in fields:
        yield field.name.upper(), (_size(field.values), field.meaning, _guarded(field, field.name))


def _unit(fields: list[Field]) -> dict[str, Written]:
    told: dict[str, Written] = {
        "MINE": (1, "1: mine, -1: theirs", "sign(side, mine)"),
        "SUBJECT": (1, "1: the decision is about it", "game.subject == unit and has(ABOUT_UNITS, decision)"),
    }
    return told | dict(_of_each(fields))


def _guarded(field: Field, source: str) -> str:
    """A source that gives away no secret of one player."""
    if field.sight != Sight.ONE_PLAYER:
        return source
    return f"{source} if seat == seat_of_power[{field.player}] else {field.fresh}"


def _size(values: Values) -> float:
    return max(1, abs(values.least), abs(values.greatest))


def _is_place(values: Values) -> bool:
    return values.words == "place"
