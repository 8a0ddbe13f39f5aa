"""Files of counters, `units.csv`: the columns that follow from the book's declaration, and what every such file has."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BeforeValidator, create_model
from pydantic import Field as Limits

from aw_env.core.config.errors import ConfigError
from aw_env.core.config.report import Value
from aw_env.core.config.rows import number, read_rows, words, yes_or_no
from aw_env.core.config.tables import Table
from aw_env.core.declare.fields import YES_OR_NO, Book, Field
from aw_env.core.printed.keys import words_of
from aw_env.core.printed.named import Named, Numbers, check_names

UNITS = "units."
"""What the paths of printed values of counters begin with."""

Row = TypeVar("Row", bound=Table)


def counter_row(book: Book, codes: tuple[str, ...], **others: Any) -> Any:
    """The model of a row: a column for each field of the book that is printed on counters, `others` by name, and those
    of every game: id, name, and where what the row says comes from, by one of the codes."""
    declared = {field.printed.removeprefix(UNITS): _column(field) for field in book if field.printed.startswith(UNITS)}
    code: Any = Literal.__getitem__(codes)
    columns: dict[str, Any] = {
        "id": Annotated[str, Limits(pattern=r"^[a-z0-9_]+$")],
        "name": Annotated[str, Limits(min_length=1)],
        **declared,
        **others,
        **dict.fromkeys(("presence_provenance", "factors_provenance", "arrival_provenance"), code),
        "confidence": Literal["high", "medium", "low"],
        "sources": str,
        "note": str,
    }
    required: dict[str, Any] = {name: (kind, ...) for name, kind in columns.items()}
    return create_model("CounterRow", __base__=Table, **required)


def _column(field: Field) -> Any:
    values = field.told
    if values == YES_OR_NO:
        return Annotated[bool, BeforeValidator(yes_or_no)]
    if values.members is not None:
        return Literal[words_of(values.members, values)]
    if values.is_set:
        return Annotated[list[str], BeforeValidator(words), Named(values.things)]
    if values.words:
        return Annotated[str, Named(values.things)]
    limits = Limits(ge=values.least, le=values.greatest)
    if field.lacking is None:
        return Annotated[int, BeforeValidator(number), limits]
    return Annotated[Annotated[int, limits] | None, BeforeValidator(number)]


def read_counters(file: Path, model: type[Row], room: int, numbers: Numbers) -> tuple[Row, ...]:
    """The rows of a file: no more than there is room for, each with an id of its own and names of what there is.

    Raises ConfigError that names row (the header is row 1), id and column.
    """
    units: list[Any] = list(read_rows(file, model))
    if len(units) > room:
        raise ConfigError(file, "", f"{len(units)} units; a record has room for {room}")
    seen: dict[str, str] = {}
    for where, unit in numbered(units):
        if unit.id in seen:
            raise ConfigError(file, f"{where}, column id", f"{seen[unit.id]} has the same id")
        seen[unit.id] = where.partition(" (")[0]
        check_names(file, unit, numbers, f"{where}, column ")
    return tuple(units)


def numbered(units: Iterable[Any]) -> Iterator[tuple[str, Any]]:
    """Each row with where it stands: `row 12 (hood)`."""
    return ((f"row {row} ({unit.id})", unit) for row, unit in enumerate(units, start=2))


def values_of_units(
    units: Iterable[Any], presence: str, factors: Sequence[str], arrival: Callable[[Any], str]
) -> Iterator[Value]:
    """What every row says for a check of the printed material: presence, factors and arrival.

    presence: the column that is shown for it.  factors: the columns of factors, in the order in which they are printed.
    arrival: when and where a unit comes, in words.
    """
    for where, unit in numbered(units):
        reasoning = "; ".join(text for text in (unit.sources, unit.note) if text)
        shown = "-".join("*" if (factor := getattr(unit, name)) is None else str(factor) for name in factors)
        for what, value, code in (
            ("presence", getattr(unit, presence), unit.presence_provenance),
            ("factors", shown, unit.factors_provenance),
            ("arrival", arrival(unit), unit.arrival_provenance),
        ):
            yield f"{where} {what}", value, code, unit.confidence[0].upper(), reasoning
