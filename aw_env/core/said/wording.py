"""Words as people write and mean them, whatever the game."""

import re
import unicodedata
from collections.abc import Container, Sequence
from functools import lru_cache
from itertools import count
from string import Formatter
from typing import Any, NamedTuple

_HULL = re.compile(r"\(([A-Z][\w-]*|\d+)\)")
"""A mark in brackets that tells two counters of one name apart, such as (CV10) or (2)."""

_BETWEEN = re.compile(r"(?:\s*(?:[,&]|\band\b)\s*)+(?![^(]*\))", re.IGNORECASE)
"""What stands between two names of a list, outside brackets."""

MOST_DIGITS = 9
"""Of a number that is typed: Python itself refuses to read one of thousands."""


class Happening(NamedTuple):
    """One event: its kind by name, the units, places or sides it is about by name, its dice, and the words."""

    kind: str
    subjects: tuple[str, ...]
    dice: tuple[int, ...]
    words: str


class UnknownWords(LookupError):
    """Words that name no legal answer, or more than one.  The text lists the choices or the close matches."""


@lru_cache(maxsize=8192)
def plain(words: str) -> str:
    """Words without accents, capitals, punctuation and anything in brackets but the marks of counters, for
    comparison."""
    words = unicodedata.normalize("NFKD", without_brackets(words))
    words = "".join(letter for letter in words if not unicodedata.combining(letter)).casefold()
    return " ".join(re.sub(r"[^a-z0-9]+", " ", words.replace("'", "")).split())


def parted_names(words: str, whole: Container[str]) -> list[str]:
    """The names in a line, parted by commas and "and" outside brackets: "Hood and Renown".

    whole: names, as `plain` writes them, that are not parted: "Brest and Lorient".
    """
    between = [(0, 0), *(found.span() for found in _BETWEEN.finditer(words)), (len(words), len(words))]
    names, at = [], 0
    while at < len(between) - 1:
        ends = range(len(between) - 1, at, -1)
        spans = {end: words[between[at][1] : between[end][0]].strip() for end in ends}
        end = next((end for end in ends if plain(spans[end]) in whole), at + 1)
        names.append(spans[end])
        at = end
    return [name for name in names if name]


def without_brackets(words: str) -> str:
    """Words without what is in brackets, but with the marks of counters."""
    return re.sub(r"\(.*?\)", " ", _HULL.sub(r" \1 ", words))


def any_of(names: Sequence[str]) -> str:
    """Names as alternatives: "Midway, Truk or Saipan"."""
    return _listed(names, " or ")


def all_of(names: Sequence[str]) -> str:
    """Names together: "Midway, Truk and Saipan"."""
    return _listed(names, " and ")


def _listed(names: Sequence[str], last: str) -> str:
    return last.join((", ".join(names[:-1]), names[-1])) if len(names) > 1 else "".join(names)


def plural(word: str) -> str:
    """Several of something: "ships", "auxiliaries", "hexes"."""
    return f"{word[:-1]}ies" if word.endswith("y") else f"{word}{'es' if word.endswith('x') else 's'}"


def verb_of(several: bool, verb: str) -> str:
    """What one or several do: "is", "goes", "carries", of `verb` as several have it, "are", "go", "carry"."""
    return verb if several else {"are": "is", "go": "goes"}.get(verb, plural(verb))


def number_in(words: str) -> int | None:
    """The whole number that words are; None for other words, and for more digits than anything here is counted in."""
    return int(words) if words.isdecimal() and len(words) <= MOST_DIGITS else None


def so_many(count: int, word: str, words: str = "") -> str:
    """So many of something: "1 point", "3 points".  words: of several, where it is not `plural`."""
    return f"{count} {word if count == 1 else words or plural(word)}"


def first_that_holds(*reasons: tuple[Any, str]) -> str:
    """The words beside the first condition that holds; "" where none does."""
    return next((words for holds, words in reasons if holds), "")


def possessive(name: str) -> str:
    """A name as an owner: "Kaga's"."""
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def capital(words: str) -> str:
    """Words that begin a sentence."""
    return words[:1].upper() + words[1:]


def first_few(names: Sequence[str], most: int = 4) -> str:
    """Names in a row, of many the first few: "Hood, Norfolk and 3 more"."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return f"{', '.join(names[:most])}{more}"


def check_words(of: str, words: str, known: Sequence[str]) -> None:
    """Raises ValueError, which names whose words these are, where they have in braces what is not known."""
    try:
        numbers = count()
        named = [name or f"{next(numbers)}" for _, name, _, _ in Formatter().parse(words) if name is not None]
    except ValueError as error:
        raise ValueError(f"{of}: {words!r}: {error}") from None
    for name in named:
        if name not in known:
            there_are = ", ".join(f"{{{one}}}" for one in known)
            raise ValueError(f"{of}: {words!r} speaks of {{{name}}}: there are {there_are}")
