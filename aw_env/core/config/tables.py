"""What every configuration file is made of: strict tables, values with their provenance, and how they are read."""

import tomllib
from pathlib import Path
from typing import Any, Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from aw_env.core.config.errors import ConfigError, first_finding, in_words, key_path

Value = TypeVar("Value")
Code = Literal["R", "Ri", "V", "Vr", "W", "D", "P", "E"]
Confidence = Literal["H", "M", "L"]


class Table(BaseModel):
    """A table of a configuration file: unknown keys are errors, and nothing changes once it is read."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, allow_inf_nan=False)


class Cited(Table):
    """A table that says where all that stands in it comes from: a code, how sure it is, and the rule, publication or
    reasoning behind it."""

    provenance: Code
    confidence: Confidence
    source: str


class Sourced(Cited, Generic[Value]):
    """A printed value with its provenance."""

    value: Value


class Provenance(Cited):
    """Where the plain values of a key come from."""


def toml_in(file: Path) -> dict[str, Any]:
    """The tables of a TOML file, also one that begins with the mark of UTF-8 that some editors write.  Raises OSError,
    and ValueError where it is no TOML, with the line."""
    try:
        return tomllib.loads(file.read_bytes().decode("utf-8-sig"))
    except RecursionError:
        raise ValueError("nested too deeply") from None


def read_toml(file: Path) -> dict[str, Any]:
    """The tables of a TOML file.

    Raises ConfigError when the file is missing, cannot be read or is no TOML, with the line.
    """
    try:
        return toml_in(file)
    except FileNotFoundError:
        raise ConfigError(file, "", f"no such file in {file.parent}") from None
    except OSError as error:
        raise ConfigError(file, "", f"cannot be read: {error.strerror}") from None
    except ValueError as error:  # no UTF-8 or no TOML, a number of thousands of digits, a name that no file can have
        raise ConfigError(file, "", f"not readable as TOML: {error}") from None


def check_tables(file: Path, tables: dict[str, Any], model: type[Table]) -> Any:
    """The tables of a file as its model.  Raises ConfigError that names the path of keys."""
    try:
        return model.model_validate(tables)
    except ValidationError as error:
        finding = first_finding(error)
        raise ConfigError(file, key_path(finding["loc"]), in_words(finding, model)) from None
