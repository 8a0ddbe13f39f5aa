"""What scenario files say of the declared fields of a record: the keys they take, and words for their numbers."""

from collections.abc import Iterable
from typing import Annotated, Any, Literal

from pydantic import Field as Limits
from pydantic import create_model

from aw_env.core.config.tables import Table
from aw_env.core.declare.fields import YES_OR_NO, Field, Values
from aw_env.games.admirals_war.records.state import STATE
from aw_env.games.admirals_war.records.terms import UNITS

UNIT_KEYS = tuple(field for field in STATE if field.key and field.shape == (UNITS,))
"""Fields that a file may give a unit besides its place."""
GAME_KEYS = tuple(field for field in STATE if field.key and field.shape == ())
"""Fields that a file may give the game under a key of their own."""


def table_of(name: str, fields: Iterable[Field]) -> type[Table]:
    """A table with the keys of these fields, each of which may be left out."""
    keys: dict[str, Any] = {field.key: _kind(field) for field in fields}
    return create_model(name, __base__=Table, **keys)


def _values(field: Field) -> Values:
    return field.in_file or field.values


def _kind(field: Field) -> tuple[Any, Any]:
    """The type of a key, and what it is when it is left out: None where that depends on what is printed."""
    values = _values(field)
    if values == YES_OR_NO:
        return bool, bool(field.fresh)
    if values.members is not None:
        return Literal[tuple(member.name.lower() for member in values.members)] | None, None
    if values.words:
        return str | None, None
    number = Annotated[int, Limits(ge=values.least, le=values.greatest)]
    return (number, field.fresh) if field.shape == () else (number | None, None)


def number_of(field: Field, told: Any, places: dict[str, int]) -> int:
    """The number in the record for what a file says; `places` gives the number of each place by its id."""
    values = _values(field)
    if values.members is not None:
        return int(values.members[told.upper()])
    return places[told] if values.words == "place" else int(told)


def told_of(field: Field, number: int, place_ids: list[str]) -> Any:
    """What a file says for a number of the record; `place_ids` are the ids of the places in order."""
    values = _values(field)
    if values == YES_OR_NO:
        return bool(number)
    if values.members is not None:
        return values.members(number).name.lower()
    return place_ids[number] if values.words == "place" else number
