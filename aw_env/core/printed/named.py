"""What files call things by: marks for keys whose words are names, and the check that there are such things."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin

from pydantic.fields import FieldInfo

from aw_env.core.config.errors import ConfigError, unknown
from aw_env.core.config.tables import Sourced, Table

Numbers = Mapping[str, Mapping[str, int]]
"""The number of each thing by its id, for each kind of thing: `numbers["port"]["malta"]`."""


@dataclass(frozen=True)
class Named:
    """Beside the type of a key, `Annotated[str, Named("port")]`: its words are ids of things of this kind."""

    things: str


def check_names(file: Path, table: Table, numbers: Numbers, where: str = "") -> None:
    """Raises ConfigError for the first word of a table that names nothing, with its path of keys after `where`."""
    for key, kind in _keys_that_may_name(type(table)):
        _check(file, kind, getattr(table, key), numbers, f"{where}{key}")


@cache
def _keys_that_may_name(table: type[Table]) -> list[tuple[str, Any]]:
    """The keys of a table that hold names or other tables, with their types; most hold numbers."""
    kinds = ((key, _kind_of(field)) for key, field in table.model_fields.items())
    return [(key, kind) for key, kind in kinds if _may_name(kind)]


def _may_name(kind: Any) -> bool:
    if isinstance(kind, type) and issubclass(kind, Sourced):
        return bool(_keys_that_may_name(kind))
    if isinstance(kind, type) and issubclass(kind, Table) or kind is Any:
        return True
    marked = any(isinstance(mark, Named) for mark in getattr(kind, "__metadata__", ()))
    return marked or any(map(_may_name, get_args(kind)))


def _kind_of(field: FieldInfo) -> Any:
    """The type of a key with the mark beside it, which Pydantic keeps apart."""
    mark = next((mark for mark in field.metadata if isinstance(mark, Named)), None)
    return field.annotation if mark is None else Annotated[field.annotation, mark]


def _check(file: Path, kind: Any, value: Any, numbers: Numbers, where: str) -> None:
    mark = next((mark for mark in getattr(kind, "__metadata__", ()) if isinstance(mark, Named)), None)
    if mark is not None:
        for id in [value] if isinstance(value, str) else value or ():
            if id not in numbers[mark.things]:
                raise ConfigError(file, f'{where} "{id}"', unknown(id, mark.things, numbers[mark.things]))
    elif isinstance(value, Sourced):
        _check(file, _kind_of(type(value).model_fields["value"]), value.value, numbers, where)
    elif isinstance(value, Table):
        check_names(file, value, numbers, f"{where}.")
    elif get_origin(kind) is dict and isinstance(value, dict):
        of_keys, of_values = get_args(kind)
        for key, inside in value.items():
            _check(file, of_keys, key, numbers, where)
            _check(file, of_values, inside, numbers, f"{where}.{key}")
    elif get_origin(kind) in (list, tuple) and isinstance(value, list | tuple):
        for number, inside in enumerate(value, start=1):
            place = f"{where}[{number}]" if isinstance(inside, Table) else where
            _check(file, get_args(kind)[0], inside, numbers, place)
    else:
        for part in get_args(kind):
            _check(file, part, value, numbers, where)
