"""From what is printed to the record of a book, or of a first position, as it declares."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from aw_env.core.config.tables import Sourced, Table
from aw_env.core.declare.fields import ByTurn, Declaration, Field
from aw_env.core.printed.keys import number_of, numbers_by
from aw_env.core.printed.named import Numbers


def pack_printed(declared: Declaration, record: np.void, tables: Mapping[str, Any], numbers: Numbers) -> None:
    """Write every field of which the declaration says where it is printed; the others are what a fresh record holds.

    tables: what the paths begin with: a table; or tables by id or in a list, one for each number of a field (None:
    there is none).  Where a path leads to several values by name, each is the number of what the field is `by`, and a
    name that is left out is lacking.  Where a field goes from turn to turn, each value is a row of numbers (`by_turn`).
    """
    declared.fresh(record)
    for field in declared:
        if field.printed:
            table = tables[field.printed.partition(".")[0]]
            if isinstance(table, Mapping | Sequence):
                for position, row in enumerate(table.values() if isinstance(table, Mapping) else table):
                    if row is not None:
                        record[field.name][position] = _printed(field, row, numbers)
            else:
                record[field.name] = _printed(field, table, numbers)


def _printed(field: Field, row: Any, numbers: Numbers) -> Any:
    """What a row says of a field: one number, or as many as there are paths."""
    found = [_told(row, path.split(".")[1:]) for path in field.printed.split()]
    if isinstance(found[0], Mapping | Table):
        return _by_name(field, dict(found[0]), numbers)
    packed = [_number(field, told, numbers) for told in found]
    return packed if len(packed) > 1 else packed[0]


def _number(field: Field, told: Any, numbers: Numbers) -> Any:
    if field.by_turn:
        return by_turn(field.by_turn, told or (), field.shape[-1])
    return (field.lacking or 0) if told is None else number_of(field, told, numbers)


def by_turn(way: ByTurn, told: Iterable[Any], turns: int) -> np.ndarray:
    """The number of each turn, of so many, from turns or pairs of a turn and a number."""
    packed = np.zeros(turns, np.int64)
    for turn, number in (one if isinstance(one, list) else (one, 1) for one in told):
        if way == ByTurn.HOLDS:
            packed[turn:] = number
        elif way == ByTurn.COMES:
            packed[turn] += number
        else:
            packed[turn:] += number
    return packed


def _by_name(field: Field, told: Mapping[str, Any], numbers: Numbers) -> list[Any]:
    """The numbers of a field that is told by name."""
    packed = [_number(field, None, numbers)] * field.shape[-2 if field.by_turn else -1]
    for name, position in numbers_by(field, numbers).items():
        packed[position] = _number(field, _value(told.get(name)), numbers)
    return packed


def _told(row: Any, steps: list[str]) -> Any:
    for step in steps:
        if row is None:
            break
        if isinstance(row, Mapping):
            row = row.get(step)
        else:
            row = row[int(step)] if step.isdigit() else getattr(row, step)
        row = _value(row)
    return row


def _value(told: Any) -> Any:
    return told.value if isinstance(told, Sourced) else told


def bits(numbers: Mapping[str, int], ids: Any) -> int:
    """The set of these things, a bit for each."""
    return sum(1 << numbers[id] for id in set(ids))
