"""What scenario files say of the declared fields of a record: the keys they take, and words for their numbers."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import IntEnum
from types import GenericAlias
from typing import Annotated, Any, Literal

from pydantic import Field as Limits
from pydantic import create_model

from aw_env.core.config.tables import Table
from aw_env.core.declare.fields import YES_OR_NO, Declaration, Field, Record, Values
from aw_env.core.printed.named import Named, Numbers


def words_of(members: type[IntEnum], among: Values | None = None) -> tuple[str, ...]:
    """What files call the members of an enumeration, or those among some values."""
    known = [member for member in members if among is None or among.least <= member <= among.greatest]
    return tuple(member.name.lower() for member in known)


class Keys:
    """The fields of a record that scenario files speak of under keys of their own.

    state: the declared fields.  units: how many units a record has room for.
    """

    def __init__(self, state: Declaration, units: int) -> None:
        self._state = state
        keyed = [field for field in state if field.key]
        self.of_unit = tuple(field for field in keyed if field.shape == (units,))
        """Those that a file may give a unit besides its place."""
        self.of_game = tuple(field for field in keyed if field.shape != (units,))
        """Those that it may give the game."""

    def pack(self, game: Record, file: Table, numbers: Numbers) -> None:
        """Write into the record of a first position what a file says of the game."""
        for field in self.of_game:
            told = getattr(file, field.key)
            if field.by:
                known = numbers_by(field, numbers)
                for name, value in told.items():
                    self._state.write_at(game, field.name, known[name], number_of(field, value, numbers))
            else:
                self._state.write(game, field.name, number_of(field, told, numbers))

    def pack_units(
        self,
        game: Record,
        placements: Mapping[str, Any],
        numbers: Numbers,
        usual: Callable[[Field], Sequence[int]] = lambda field: (),
    ) -> None:
        """Write what a file says of units by their ids, or else `usual(field)`, and what is fresh of all others."""
        for field in self.of_unit:
            values = [*usual(field)]
            values += [field.fresh] * (field.shape[0] - len(values))
            for id, placement in placements.items():
                told = getattr(placement, field.key)
                if told is not None:
                    values[numbers["unit"][id]] = number_of(field, told, numbers)
            self._state.write(game, field.name, values)

    def told(self, game: Record, numbers: Numbers, also_fresh: bool = True) -> dict[str, Any]:
        """What a file says of the game; without `also_fresh` only what is other than at first."""
        tables: dict[str, Any] = {}
        for field in self.of_game:
            values = self._state.read(game, field.name)
            if field.by:
                known = {position: name for name, position in numbers_by(field, numbers).items()}
                differing = [(known[k], value) for k, value in enumerate(values.tolist()) if value != field.fresh]
                tables[field.key] = {name: told_of(field, value, numbers) for name, value in differing}
            elif also_fresh or values != field.fresh:
                tables[field.key] = told_of(field, int(values), numbers)
        return tables

    def told_of_unit(
        self, game: Record, unit: int, numbers: Numbers, usual: Callable[[Field], int] = lambda field: field.fresh
    ) -> dict[str, Any]:
        """What a file says of a unit besides its place, where that is other than usual."""
        values = {field: int(self._state.read(game, field.name)[unit]) for field in self.of_unit}
        return {field.key: told_of(field, value, numbers) for field, value in values.items() if value != usual(field)}


def table_of(name: str, fields: Iterable[Field] = (), **others: tuple[Any, Any]) -> Any:
    """A table with the keys of these fields, each of which may be left out, and with others: each its type, and what it
    is when it is left out (... where it may not be)."""
    keys: dict[str, Any] = {field.key: _kind(field) for field in fields} | others
    return create_model(name, __base__=Table, **keys)


def one_among(words: Iterable[str]) -> Any:
    """The type of a key that is one of these words."""
    return Literal.__getitem__(tuple(words))


def _kind(field: Field) -> tuple[Any, Any]:
    """The type of a key, and what it is when it is left out: None where that depends on what is printed."""
    one: Any = kind_of(field.told)
    if field.by:
        names: Any = Annotated[str, Named(field.by)] if isinstance(field.by, str) else Literal[words_of(field.by)]
        return GenericAlias(dict, (names, one)), {}
    if field.told == YES_OR_NO:
        return bool, bool(field.fresh)
    if field.told.is_set:
        return one, []
    return (one, field.fresh) if field.shape == () and not field.told.words else (one | None, None)


def kind_of(values: Values) -> Any:
    """The type of a key that has one of these values."""
    if values == YES_OR_NO:
        return bool
    if values.members is not None:
        return Literal[words_of(values.members, values)]
    if values.is_set:
        return GenericAlias(list, (Annotated[str, Named(values.things)],))
    return str if values.words else Annotated[int, Limits(ge=values.least, le=values.greatest)]


def numbers_by(field: Field, numbers: Numbers) -> Mapping[str, int]:
    """The position of each number of a field by the name that files give it."""
    if isinstance(field.by, str):
        return numbers[field.by]
    return dict(zip(words_of(field.by), field.by, strict=True))


def number_of(field: Field, told: Any, numbers: Numbers) -> int:
    """The number in the record, or in the book, for what a file says; None: nothing, which is as at first."""
    values = field.told
    if told is None:
        return field.fresh
    if values.members is not None:
        return int(values.members[told.upper()])
    if values.is_set:
        return sum(1 << numbers[values.things][id] for id in set(told))
    return numbers[values.things][told] if isinstance(told, str) else int(told)


def told_of(field: Field, number: int, numbers: Numbers) -> Any:
    """What a file says for a number of the record."""
    values = field.told
    if values == YES_OR_NO:
        return bool(number)
    if values.members is not None:
        return values.members(number).name.lower()
    if values.is_set:
        return [id for id, known in numbers[values.things].items() if number >> known & 1]
    if values.words:
        return next(id for id, known in numbers[values.things].items() if known == number)
    return number
