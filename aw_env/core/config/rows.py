"""Comma-separated files of one row a counter, whose first column is its id."""

import csv
from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError

from aw_env.core.config.errors import ConfigError, first_finding, in_words, unknown
from aw_env.core.config.tables import Table

Row = TypeVar("Row", bound=Table)


def cell(text: object) -> object:
    """An empty cell holds no value."""
    return None if text == "" else text


def number(text: object) -> object:
    """A cell of digits as the number it means."""
    return int(text) if isinstance(text, str) and text.removeprefix("-").isdigit() else cell(text)


def yes_or_no(text: object) -> object:
    """The words yes and no as true and false."""
    if text not in ("yes", "no"):
        raise ValueError(f'must be yes or no, is "{text}"')
    return text == "yes"


def words(text: object) -> object:
    """A cell of words as a list of them."""
    return str(text).split()


def read_rows(file: Path, model: type[Row]) -> list[Row]:
    """The rows of a file as its model, which has a field for each column, `id` among them.

    Raises ConfigError that names row (the header is row 1), id and column.
    """
    try:
        with open(file, newline="", encoding="utf-8-sig") as stream:
            rows = list(csv.reader(stream, strict=True))
    except FileNotFoundError:
        raise ConfigError(file, "", f"no such file in {file.parent}") from None
    except OSError as error:
        raise ConfigError(file, "", f"cannot be read: {error.strerror}") from None
    except (csv.Error, UnicodeDecodeError) as error:
        raise ConfigError(file, "", f"not readable as comma-separated values: {error}") from None
    columns = list(model.model_fields)
    header = rows[0] if rows else []
    if len(header) == 1 and (";" in header[0] or "\t" in header[0]):
        raise ConfigError(file, "row 1", "the columns must be separated by commas; save it as comma-separated values")
    for column in header:
        if column not in columns:
            raise ConfigError(file, f'row 1, column "{column}"', unknown(column, "column", columns))
    for column in columns:
        if header.count(column) != 1:
            raise ConfigError(file, "row 1", f'column "{column}" must appear exactly once')
    return [_read_row(file, line, header, row, model) for line, row in enumerate(rows[1:], start=2) if any(row)]


def _read_row(file: Path, line: int, header: list[str], row: list[str], model: type[Row]) -> Row:
    where = f"row {line} ({row[header.index('id')] if len(row) > header.index('id') else '?'})"
    if len(row) != len(header):
        raise ConfigError(file, where, f"has {len(row)} cells, the header has {len(header)}")
    try:
        return model.model_validate(dict(zip(header, (text.strip() for text in row), strict=True)))
    except ValidationError as error:
        finding = first_finding(error)
        raise ConfigError(file, f"{where}, column {finding['loc'][0]}", in_words(finding, model)) from None
