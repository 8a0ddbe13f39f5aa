"""Words of options, such as "historical" and "year=1942": what they choose, and what can be chosen."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from aw_env.core.config.errors import ConfigError, shown, unknown
from aw_env.core.printed.keys import words_of
from aw_env.games.naval_miniatures.printed.material import Printed
from aw_env.games.naval_miniatures.printed.zones import FACES
from aw_env.games.naval_miniatures.records.book import LAST_TURN
from aw_env.games.naval_miniatures.records.terms import Side

FIRST_YEAR, LATEST_YEAR = 1900, 1999
_SIDES = words_of(Side)
_NUMBERS = {
    "year": (FIRST_YEAR, LATEST_YEAR),
    "points": (1, 9999),
    "layout": (1, FACES),
    "turns": (1, LAST_TURN),
    "quiet": (1, LAST_TURN),
}
"""The least and the greatest number that may stand behind the sign of equality."""
_EXAMPLES = {"year": "1942", "points": "200", "layout": "3", "first": "axis", "turns": "20", "quiet": "4"}


class Choice(NamedTuple):
    """An option with its value: True, a number, or the name of a side."""

    name: str
    value: Any

    @property
    def word(self) -> str:
        """How it is written."""
        return self.name if self.value is True else f"{self.name}={self.value}"


def chosen(file: Path, where: str, words: Iterable[str], printed: Printed) -> dict[str, Choice]:
    """What option words choose, by the names of the options, in the order of `options.toml`; a later word takes the
    place of an earlier one of the same name.

    Raises ConfigError that names file, `where` and the word, and says what can be chosen.
    """
    found = {choice.name: choice for choice in (_choice(file, where, word, printed) for word in words)}
    return {name: found[name] for name in printed.options if name in found}


def _choice(file: Path, where: str, word: Any, printed: Printed) -> Choice:
    name, equals, value = word.partition("=") if isinstance(word, str) else (word, "", "")
    if name not in printed.options:
        raise ConfigError(file, f'{where} "{name}"', f"{unknown(name, 'option', printed.options)} ({_known(printed)})")
    problem = _wrong(name, bool(equals), value, printed)
    if problem:
        raise ConfigError(file, f'{where} "{word}"', problem)
    if name in _NUMBERS:
        return Choice(name, int(value))
    if name == "exercise":
        return Choice(name, True if value in ("", Side.ALLIES.name.lower()) else value)
    return Choice(name, value or True)


def _known(printed: Printed) -> str:
    return "known: " + ", ".join(f"{name}={_EXAMPLES[name]}" if name in _EXAMPLES else name for name in printed.options)


def _wrong(name: str, has_value: bool, value: str, printed: Printed) -> str:
    """What is wrong with the value of an option; "" where nothing is."""
    if name == "historical":
        return "takes no value" if has_value else ""
    if name == "exercise":
        return "" if not has_value or value in _SIDES else f"must be exercise, or exercise={_SIDES[-1]}"
    if not value:
        return f"needs a value: {name}={_EXAMPLES[name]}"
    if name == "first":
        return "" if value in _SIDES else f"must be one of {', '.join(_SIDES)}, is {shown(value)}"
    least, most = _NUMBERS[name]
    if not (value.isascii() and value.isdigit() and len(value) <= len(str(most)) and least <= int(value) <= most):
        return f"must be {least}..{most}, is {shown(value)}"
    if name == "points":
        try:
            printed.scales.of(int(value))
        except LookupError as error:
            return str(error)
    return ""
