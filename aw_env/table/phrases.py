"""Orders as people write them: which units, and what they shall do.

    Yorktown to Hawaiian Islands             Enterprise, Yorktown turn raider
    Yorktown, Hornet attack Akagi            all to Marshalls
    all carriers except Hornet to Marshalls  3 battleships and 4 cruisers in England to North Sea
    rest stay                                send the Hood to the North Sea

"all" are the units still to be asked in this step, or, once all have an order, those of the step, "rest" those of them
without an order, a number as many of these; a nation, a sort of unit, a type on the counter and a place narrow them
down.  A sort in the plural stands for all of it: "convoys to North Atlantic".
"""

import re
from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from aw_env.core.said import naming
from aw_env.core.said.speech import Speech
from aw_env.core.said.wording import UnknownWords, any_of, number_in, plain, without_brackets

Test = Callable[[Any], bool]

FILLERS = ("the", "send")
"""Words that say nothing."""
SEPARATORS = (",", "and", "&")
EVERY = ("all", "rest")
PREPOSITIONS = ("to", "into", "in", "at")
"""Words that may stand before what units shall do."""
INSIDE = ("in", "from", "at")
"""Words that may stand before the place where units are."""
VERBS = (
    *("to", "into", "attack", "attacks", "pursue", "pursues", "join", "joins", "stay", "hold", "wait", "turn", "raid"),
    *("patrol", "return", "transfer", "fire", "fires", "shoot", "shoots", "take", "land", "invade", "lose"),
    *("strike", "strikes", "mend", "pass", "disengage", "refuel", "go", "with"),
)
"""Words at which the name of a unit that is not written out must end."""
EXCEPT = ("except", "but")
_NO_SORTS = (*VERBS, *INSIDE, *PREPOSITIONS, *SEPARATORS, *EXCEPT, "")
NEARLY = 0.8
"""How like the name of a sort, or a command, a word must be to be a misspelling of it."""


def is_sort(speech: Speech, word: str) -> bool:
    """Whether a word, in small letters, is a sort of unit or a nation."""
    return word in speech.sorts or f"{word}s" in speech.sorts or word in speech.nations


def is_of_sort(speech: Speech, unit: Any, word: str) -> bool:
    """Whether a unit is of a sort, of a nation, or of a type on the counters."""
    for sort in (word, f"{word}s"):
        if sort in speech.sorts:
            return speech.sorts[sort](unit)
    if word in speech.nations:
        return unit.nation == speech.nations[word]
    return unit.label.type.upper() == word.upper()


def parted(line: str) -> list[str]:
    """The orders of a line, parted by semicolons outside brackets."""
    return [part.strip() for part in re.split(r";(?![^(]*\))", line) if part.strip()]


@dataclass(frozen=True)
class Phrase:
    """An order: units, and in words what they shall do.

    some_of: where it says only how many of some units, how many and of which; `units` has the first of them, which give
    way to those that can do as ordered, the surest first (`orders.give`).
    """

    units: list[Any]
    words: str
    some_of: tuple[tuple[int, list[Any]], ...] = ()


def read(speech: Speech, view: Any, ahead: list[Any], ordered: Container[int], words: str) -> Phrase | None:
    """The order that words are, or None if they begin with no unit, or with one and nothing more.

    ahead: the units still to be asked in this step.  ordered: the numbers of those that have an order.
    Raises UnknownWords for a unit or a place that is none, for a sort of which too few are left, and for units
    without anything to do.
    """
    return _Reader(speech, view, ahead, ordered, words).phrase()


def units_meant(speech: Speech, view: Any, among: list[Any], words: str) -> list[Any]:
    """The units that words name or describe, nothing else being said of them.  Raises UnknownWords."""
    reader = _Reader(speech, view, among, (), words)
    return reader.units_alone()


def described(speech: Speech, view: Any, among: list[Any], words: str) -> list[Any]:
    """The units that words describe by sort, nation, place and number; none where they begin with no such thing.
    Raises UnknownWords."""
    reader = _Reader(speech, view, among, (), words)
    return reader.units_alone() if reader.describes() else []


class _Reader:
    """Reads an order from its words, one after another; `at` is the word that comes next."""

    def __init__(self, speech: Speech, view: Any, ahead: list[Any], ordered: Container[int], words: str) -> None:
        self.speech = speech
        self.view = view
        self.ahead = ahead
        self.ordered = ordered
        self.words = words
        spaced = re.sub(r"([,&])", r" \1 ", without_brackets(words))
        self.tokens = [token for token in spaced.split() if token.lower() not in FILLERS]
        self.at = 0
        names = view.names.units
        self.names = {name: number for number in view.units_by_number for name in naming.names_of_unit(names[number])}
        self.longest = max(len(name.split()) for name in self.names)
        self.types = {names[number].type.upper() for number in view.units_by_number} - {""}
        self.units: list[Any] = []
        """Those that the words have named so far."""
        self.some_of: list[tuple[int, list[Any]]] = []
        self.by_name = True
        """Whether all of them were named one by one."""
        self.alone = False
        """Whether nothing is said of what they shall do."""

    def phrase(self) -> Phrase | None:
        """What is read."""
        while (group := self._group()) is not None:
            self.units += [unit for unit in group if unit not in self.units]
            if not self._skip(SEPARATORS):
                break
        if not self.units:
            return None
        self._skip(PREPOSITIONS)
        what = " ".join(self.tokens[self.at :])
        if not what and len(self.units) == 1 and self.by_name:
            return None
        if not what:
            raise UnknownWords('say what they shall do: "all to Marshalls", "all cruisers stay", "rest stay"')
        return Phrase(self.units, what, tuple(self.some_of))

    def describes(self) -> bool:
        """Whether so many units come next, or all of a sort, and none by name."""
        return self._quantity_next() or self._sort_next()

    def units_alone(self) -> list[Any]:
        """The units, where nothing follows them."""
        self.alone = True
        while (group := self._group()) is not None:
            self.units += [unit for unit in group if unit not in self.units]
            if not self._skip(SEPARATORS):
                break
        if self.at < len(self.tokens) or not self.units:
            rest = " ".join(self.tokens[self.at :]) or self.words
            names = [self.view.names.units[unit.number].name for unit in self.ahead]
            raise UnknownWords(f'no units are called "{rest}"{naming.did_you_mean(rest, names)}')
        return self.units

    # --- words ---------------------------------------------------------------------------------------------

    def _next(self) -> str:
        return self.tokens[self.at].lower() if self.at < len(self.tokens) else ""

    def _skip(self, words: Iterable[str]) -> bool:
        """Go past the words that come next, if they are some of these; whether there were any."""
        begun = self.at
        while self._next() in words:
            self.at += 1
        return self.at > begun

    def _until(self, ends: Iterable[str], begun: int | None = None) -> str:
        """The words from the next one, or a later one, up to the next of some, or to the end."""
        begun = end = self.at if begun is None else begun
        while end < len(self.tokens) and self.tokens[end].lower() not in ends:
            end += 1
        return " ".join(self.tokens[begun:end])

    # --- units -----------------------------------------------------------------------------------------------

    def _quantity_next(self) -> bool:
        """Whether "all", "rest" or a number of units comes next, and no unit whose name begins with a number."""
        word, begun = self._next(), self.at
        if word not in EVERY and number_in(word) is None:
            return False
        named = self._exact_unit() is not None
        self.at = begun
        if named or word in EVERY:
            return not named
        following = self.tokens[self.at + 1].lower() if self.at + 1 < len(self.tokens) else ""
        return following in (*INSIDE, *PREPOSITIONS) or self._test(following) is not None

    def _sort_next(self) -> bool:
        """Whether a sort of units in the plural comes next, "convoys" or "British cruisers", which means all of it."""
        begun = self.at
        named = self._exact_unit() is not None
        self.at = begun
        while not named and self._test(self._next()) is not None:
            self.at += 1
        last = self.tokens[self.at - 1].lower() if self.at > begun else ""
        self.at = begun
        return last in self.speech.sorts and last.endswith("s")

    def _group(self) -> list[Any] | None:
        """The units that come next: so many of a sort, or one by name; None if the words speak of none."""
        if self._quantity_next():
            self.by_name = False
            self.at += 1
            return self._so_many(self.tokens[self.at - 1].lower())
        if self._sort_next():
            self.by_name = False
            return self._so_many("all")
        number = self._unit()
        return None if number is None else [self.view.units_by_number[number]]

    def _unit(self) -> int | None:
        """The number of the unit whose name, or the beginning of one, comes next, and goes past it."""
        number = self._exact_unit()
        return self._unit_by_beginning() if number is None else number

    def _exact_unit(self) -> int | None:
        """The number of the unit whose whole name comes next, and goes past it."""
        for end in range(min(self.at + self.longest, len(self.tokens)), self.at, -1):
            words = self.tokens[self.at : end]
            if not any(word in SEPARATORS for word in words) and plain(" ".join(words)) in self.names:
                self.at = end
                return self.names[plain(" ".join(words))]
        return None

    def _unit_by_beginning(self) -> int | None:
        """The number of the unit with whose beginning the words up to a verb or comma are; None if none follows."""
        words = self._until((*SEPARATORS, *VERBS))
        ends_at = self.at + len(words.split())
        if not words or ends_at == len(self.tokens):
            return None
        found = naming.units_named(self.view, words)
        likely = [unit for unit in found if unit in self.ahead] or found
        if len(likely) > 1:
            raise UnknownWords(f'"{words}" may be {any_of([unit.name for unit in likely])}')
        if not likely:
            raise UnknownWords(self._no_such_unit(words))
        self.at = ends_at
        return likely[0].number

    def _no_such_unit(self, words: str) -> str:
        number, _, sort = words.partition(" ")
        if number_in(number) is not None and sort:
            return f'"{sort}" is no sort of unit{naming.did_you_mean(sort, [*self.speech.sorts, *self.speech.nations])}'
        known = [unit.name for unit in self.ahead]
        printed, sorts = [unit.name for unit in self.view.units], [*self.speech.sorts, *self.speech.nations]
        meant = next(filter(None, (naming.did_you_mean(words, names) for names in (known, printed, sorts))), "")
        return f'no unit is called "{words}"' + (meant or f". Still to be asked in this step: {', '.join(known)}")

    # --- so many of a sort -------------------------------------------------------------------------------------

    def _so_many(self, how_many: str) -> list[Any]:
        begun = self.at
        units = [unit for unit in self.ahead if unit not in self.units]
        if how_many != "all":
            units = [unit for unit in units if unit.number not in self.ordered]
        while (fits := self._test(self._next())) is not None:
            units = [unit for unit in units if fits(unit)]
            self.at += 1
        self._check_sort()
        units = self._in_place(units)
        meant = " ".join(self.tokens[begun : self.at])
        units = self._except(units)
        if not units:
            raise UnknownWords(f"no {meant or 'units'} are left to be asked in this step")
        number = number_in(how_many)
        if number is not None and not 0 < number <= len(units):
            few = f"only {len(units)} {meant}".strip()
            raise UnknownWords(f"{few} are left: {', '.join(unit.name for unit in units)}")
        if number is None:
            return units
        self.some_of.append((number, units))
        return units[:number]

    def _test(self, word: str) -> Test | None:
        """What a word says of a unit: a sort, a nation or a type on a counter; None for other words."""
        known = is_sort(self.speech, word) or word.upper() in self.types
        return (lambda unit: is_of_sort(self.speech, unit, word)) if known else None

    def _check_sort(self) -> None:
        """Raises UnknownWords where a word that is nearly a sort of units or a nation comes next."""
        word, known = self._next(), [*self.speech.sorts, *self.speech.nations]
        meant = get_close_matches(word, known, n=1, cutoff=NEARLY) if word not in _NO_SORTS else []
        if meant and not naming.places_named(self.view, word):
            raise UnknownWords(f'"{word}" is no sort of unit; did you mean {meant[0]}?')

    def _in_place(self, units: list[Any]) -> list[Any]:
        """Those of the units that are in the place that comes next; all if none does, or the units are to go there."""
        if self._next() not in INSIDE:
            return units
        end = self._place_ends(units)
        if end is None:
            ends = self.at + 2 + len(self._until(("to", *EXCEPT), self.at + 2).split())
            if self.at + 1 < len(self.tokens) and (self.alone or "to" in self.tokens[ends:]):
                raise UnknownWords(self._no_such_place(units, ends))
            return units
        name = " ".join(self.tokens[self.at + 1 : end])
        self.at = end
        return [unit for unit in units if self._lies_in(unit, name)]

    def _place_ends(self, units: list[Any]) -> int | None:
        """Where the longest name of a place with some of the units ends, if something follows it that they do."""
        for end in range(len(self.tokens) - (not self.alone), self.at + 1, -1):
            if any(self._lies_in(unit, " ".join(self.tokens[self.at + 1 : end])) for unit in units):
                return end
        return None

    def _lies_in(self, unit: Any, name: str) -> bool:
        place = self.view.names.places[unit.place_number] if unit.place_number >= 0 else None
        names = naming.names_of_place(place) if place is not None else ()
        return any(known.startswith(plain(name)) for known in names)

    def _no_such_place(self, units: list[Any], ends: int) -> str:
        name = " ".join(self.tokens[self.at + 1 : ends])
        here = sorted({naming.place_name(self.view, unit.place_number) for unit in units})
        meant = "" if naming.places_named(self.view, name) else naming.did_you_mean(name, naming.all_places(self.view))
        meant = meant or f"; they are in {any_of(here)}"
        return f'none of them are in "{name}"{meant}'

    def _except(self, units: list[Any]) -> list[Any]:
        """The units without those that come next after "except"."""
        if not self._skip(EXCEPT):
            return units
        left_out, begun = set[int](), self.at
        while (number := self._unit()) is not None and (not left_out or number in {unit.number for unit in units}):
            left_out.add(number)
            begun = self.at
            if not self._skip(SEPARATORS) or self._quantity_next():
                break
        self.at = begun
        if not left_out:
            raise UnknownWords(f'say except whom: "{self.words}"')
        return [unit for unit in units if unit.number not in left_out]
