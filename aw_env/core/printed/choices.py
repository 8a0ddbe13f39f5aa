"""Words of options, such as "face_down" and "year=1942": what they choose, and what can be chosen."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from pydantic import BeforeValidator
from pydantic import Field as Limits

from aw_env.core.config.errors import ConfigError, shown, unknown
from aw_env.core.config.tables import Table
from aw_env.core.declare.fields import Values
from aw_env.core.printed.keys import words_of


class OptionalRule(Table):
    """A rule of `options.toml`.  rule: its number in the rulebook.  helps: whom it helps, if that is known.  titles: of
    the words for it, where each value of it has one."""

    rule: str
    title: str
    effect: str = ""
    helps: str = ""
    titles: dict[str, str] = {}


def halves(least: int, most: int) -> Any:
    """The type of a key for points in halves, of which whole ones may be written without a fraction."""
    whole_too = BeforeValidator(lambda told: float(told) if type(told) is int else told)
    return Annotated[float, whole_too, Limits(ge=least, le=most, multiple_of=0.5)]


class Takes(NamedTuple):
    """What an option takes.

    values: which numbers, or members of an enumeration; None for an option that takes no value.  example: one of them.
    usual: that which is meant where the option stands alone.  wrong: what else may be wrong with a value; "" for
    nothing.
    """

    values: Values | None = None
    example: str = ""
    usual: str = ""
    wrong: Callable[[Any], str] = lambda value: ""


def chosen(
    file: Path, where: str, words: Iterable[Any], takes: Mapping[str, Takes], what: str = "option"
) -> dict[str, Any]:
    """What option words choose: True, a number or a word by the name of each option, in the order of `takes`; a later
    word takes the place of an earlier one of the same name.

    what: what an option is called here.  Raises ConfigError that names file, `where` and the word, and says what can be
    chosen.
    """
    found = dict(_choice(file, where, word, takes, what) for word in words)
    return {name: found[name] for name in takes if name in found}


def word_of(name: str, value: Any) -> str:
    """How an option is written with its value."""
    return name if value is True else f"{name}={value}"


def words_with(name: str, takes: Takes) -> tuple[str, ...]:
    """How an option is written that stands alone, with each of its values if it has a usual one; none: it needs one."""
    if not takes.usual:
        return () if takes.values else (name,)
    return tuple(name if value == takes.usual else word_of(name, value) for value in _words(takes))


def _choice(file: Path, where: str, word: Any, takes: Mapping[str, Takes], what: str) -> tuple[str, Any]:
    name, equals, value = word.partition("=") if isinstance(word, str) else (word, "", "")
    if name not in takes:
        known = ", ".join(f"{one}={told.example}" if told.example else one for one, told in takes.items())
        raise ConfigError(file, f'{where} "{name}"', f"{unknown(name, what, takes)} (known: {known})")
    problem = _problem(name, takes[name], value if equals else None)
    if problem:
        raise ConfigError(file, f'{where} "{word}"', problem)
    if value in ("", takes[name].usual):
        return name, True
    return name, value if _words(takes[name]) else int(value)


def _words(takes: Takes) -> tuple[str, ...]:
    """The words that an option may take for a value."""
    return words_of(takes.values.members, takes.values) if takes.values and takes.values.members else ()


def _problem(name: str, takes: Takes, value: str | None) -> str:
    """What is wrong with the value of an option; "" where nothing is."""
    words = _words(takes)
    if takes.values is None:
        return "" if value is None else "takes no value"
    if takes.usual:
        others = ", ".join(f"{name}={word}" for word in words if word != takes.usual)
        return "" if value in (None, *words) else f"must be {name}, or {others}"
    if not value:
        return f"needs a value: {name}={takes.example}"
    if words:
        return "" if value in words else f"must be one of {', '.join(words)}, is {shown(value)}"
    least, most = takes.values.least, takes.values.greatest
    if not (value.isascii() and value.isdigit() and len(value) <= len(str(most)) and least <= int(value) <= most):
        return f"must be {least}..{most}, is {shown(value)}"
    return takes.wrong(int(value))
