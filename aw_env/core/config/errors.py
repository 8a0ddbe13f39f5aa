"""One error for everything that can be wrong in a file of `configs/`, and the words that go with it."""

from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher, get_close_matches
from pathlib import Path
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

MOST_SHOWN = 100
"""Letters of a wrong value that a message shows."""


class ConfigError(ValueError):
    """A file of the printed material or a scenario is wrong; the text names file, place in it and problem.

    `file` is the file's name, `where` the row and column (CSV) or the path of keys (TOML), `problem` what is wrong.
    """

    def __init__(self, file: str | Path, where: str, problem: str) -> None:
        self.file = Path(file).name
        self.where = where
        self.problem = problem
        super().__init__(f"{self.file} {where}: {problem}" if where else f"{self.file}: {problem}")

    def __reduce__(self) -> tuple[type["ConfigError"], tuple[str, str, str]]:
        """How it goes to another process, as a worker's error goes to whoever waits for it."""
        return type(self), (self.file, self.where, self.problem)


def shown(given: Any) -> str:
    """A wrong value in a message: as Python writes it, shortened; Python writes no number of thousands of digits."""
    try:
        text = repr(given)
    except (ValueError, RecursionError):
        return f"a {type(given).__name__} too large to write"
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}..."


def plainly(given: Any) -> str:
    """The same without the quotation marks around a word."""
    return shown(given).strip("'")


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """`; did you mean "marianas"?`, or nothing when no known word is close."""
    word = plainly(word).lower()
    close = get_close_matches(word, list(known), n=3, cutoff=0.6)
    likeness = [SequenceMatcher(None, match, word).ratio() for match in close]
    best = [f'"{match}"' for match, ratio in zip(close, likeness, strict=True) if ratio > likeness[0] - 0.1]
    return f"; did you mean {' or '.join(best)}?" if best else ""


def unknown(word: str, what: str, known: Iterable[str]) -> str:
    """The problem of a name that stands for nothing: `no such sea area; did you mean "marianas"?`"""
    return f"no such {what}{did_you_mean(word, known)}"


def in_words(error: Mapping[str, Any], model: type[BaseModel]) -> str:
    """One of Pydantic's findings as a short sentence; `model` is what the file was checked against."""
    kind, given, context = error["type"], error["input"], error.get("ctx", {})
    if kind == "extra_forbidden":
        keys = _keys_at(model, error["loc"][:-1])
        return f"no such key{did_you_mean(str(error['loc'][-1]), keys)} (keys here: {', '.join(keys)})"
    if kind == "missing":
        return "is missing"
    if kind in ("greater_than_equal", "less_than_equal"):
        return f"must be {_bounds(model, error['loc'], context)}, is {shown(given)}"
    if kind == "literal_error":
        choices = _literals(context["expected"])
        return f'must be one of {", ".join(choices)}, is "{plainly(given)}"{did_you_mean(given, choices)}'
    if kind.startswith(("int_", "bool_")):
        return f"must be {'a whole number' if kind.startswith('int_') else 'true or false'}, is {shown(given)}"
    if kind == "value_error":
        return str(context["error"])
    return f"{error['msg'][0].lower()}{error['msg'][1:]}, is {shown(given)}"


def first_finding(error: ValidationError) -> Mapping[str, Any]:
    """The finding to report: an unknown key before the complaints that it causes, and of a value that may have one of
    several forms what is wrong inside the form it has."""
    findings = error.errors(include_url=False)
    unknown_key = next((finding for finding in findings if finding["type"] == "extra_forbidden"), None)
    return unknown_key or max(findings, key=lambda finding: len(finding["loc"]))


def key_path(location: Iterable[str | int]) -> str:
    """`("ports", "truk", "touches", 0, "area")` as `ports.truk.touches[0].area`, without Pydantic's own steps."""
    path = ""
    for step in location:
        if isinstance(step, int):
            path += f"[{step + 1}]"
        elif not _names_a_branch(step):
            path += f".{step}" if path else step
    return path


def _names_a_branch(step: str) -> bool:
    """Pydantic adds the branch of a union it tried to a location, as a name that no key has."""
    return (len(step) > 1 and step != step.lower()) or "[" in step or step in ("str", "int")


def _model_of(annotation: Any) -> type[BaseModel] | None:
    """The model inside an annotation such as `dict[str, Port]`, `list[Touch]` or `Sourced[int] | None`."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next((found for part in get_args(annotation) if (found := _model_of(part))), None)


def _model_at(model: type[BaseModel], location: Iterable[str | int]) -> type[BaseModel]:
    """The model that the value at `location` was checked against."""
    for step in location:
        if isinstance(step, str) and step in _fields(model):
            model = _model_of(_fields(model)[step]) or model
    return model


def _fields(model: type[BaseModel]) -> dict[str, Any]:
    return {field.alias or name: field.annotation for name, field in model.model_fields.items()}


def _keys_at(model: type[BaseModel], location: Iterable[str | int]) -> list[str]:
    """Those of the model itself before those that it has from others."""
    at = _model_at(model, location)
    own = [key for kind in at.__mro__ for key in vars(kind).get("__annotations__", ())]
    return [key for key in dict.fromkeys([*own, *_fields(at)]) if key in _fields(at)]


def _bounds(model: type[BaseModel], location: tuple[str | int, ...], context: Mapping[str, Any]) -> str:
    """`0..9`, or `at least 0` when the field has no upper bound."""
    field = _model_at(model, location[:-1]).model_fields.get(str(location[-1]))
    limits = context if field is None else {**_limits(field.annotation), **_limits(field), **context}
    if "ge" in limits and "le" in limits:
        return f"{limits['ge']}..{limits['le']}"
    return f"at least {limits['ge']}" if "ge" in limits else f"at most {limits['le']}"


def _limits(annotation: Any) -> dict[str, Any]:
    """The bounds `ge` and `le` that an annotation, a field or a part of one holds."""
    limits = {name: getattr(annotation, name) for name in ("ge", "le") if hasattr(annotation, name)}
    for part in (*get_args(annotation), *getattr(annotation, "metadata", ())):
        limits |= _limits(part)
    return limits


def _literals(expected: str) -> list[str]:
    return [word.strip().strip("'") for word in expected.replace(" or ", ", ").split(",")]
