"""Words back into actions: what a person means by an answer, in any game.

Everything here reads views and changes nothing.
"""

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from aw_env.core.said import naming
from aw_env.core.said.decisions import DecisionWords
from aw_env.core.said.wording import UnknownWords, any_of, number_in, parted_names, plain

Listed = Sequence[tuple[int, str]]
"""The legal answers as (action, words), in the order in which they are listed and numbered from 1."""
QUIET_WORDS = ("stay", "hold", "wait", "none", "nothing", "pass")
"""Words for the answer that changes least."""
_BEFORE_A_PLACE = re.compile(r"^((to|into|in|at|from) (the )?|the )(?=.)")
"""What may stand before the name of a place."""
_VERB = re.compile(
    r"^(attacks?|pursues?|joins?|raids?|invades?|takes?|repairs?|loses?|fires? at|shoots? at|strikes?|mends?|with) "
)
"""Verbs that may stand before the name of a unit or place."""


def as_listed(listed: Listed, words: str) -> int | None:
    """The answer that is printed so in the list of choices, or whose number and first words these are; None if there is
    none."""
    first, _, name = " ".join(words.split()).partition(" ")
    number = number_in(first)
    if number is not None and 1 <= number <= len(listed):
        action, text = listed[number - 1]
        if plain(name) and plain(text).startswith(plain(name)):
            return action
    for form in (str.split, plain):
        same = [action for action, text in listed if form(text) == form(words)]
        if len(same) == 1:
            return same[0]
    return None


def listing(listed: Listed, most: int = 12) -> str:
    """The choices in one line."""
    shown = [f"{number} {text}" for number, (_, text) in enumerate(listed[:most], start=1)]
    more = f"; and {len(listed) - most} more" if len(listed) > most else ""
    return f"Choices: {'; '.join(shown)}{more}."


class Answer(NamedTuple):
    """One of several answers in a line.  action: what it is in the list of choices, by its number or as it stands
    there; None where it is named otherwise, for a name is understood when its question is asked."""

    words: str
    action: int | None = None


class Obstacles(NamedTuple):
    """Why a unit, a sea area or a port is no choice now, as a clause: "it is in enemy hands"; "" where nothing can be
    said of it in particular."""

    unit: Callable[[Any, Any], str]
    area: Callable[[Any, int], str]
    port: Callable[[Any, int], str]


@dataclass(frozen=True)
class Understanding:
    """How a game understands people.

    words: of its decisions.  quiet: the answers that change least; of several the first is meant by `QUIET_WORDS`.
    obstacles: what stands in the way of places and units, of a view and the number of the place, or the unit.
    """

    words: DecisionWords
    quiet: tuple[int, ...]
    obstacles: Obstacles

    def why_not(self, view: Any, action: int) -> str:
        """Why the place or unit that an action chooses is no choice, as a clause, or ""."""
        if action >= self.words.first_unit:
            return self.obstacles.unit(view, view.units_by_number[action - self.words.first_unit])
        place = action - self.words.first_place
        kind = view.names.places[place].kind if place >= 0 else "box"
        if kind == "box":
            return ""
        return self.obstacles.area(view, place) if kind == "area" else self.obstacles.port(view, place)

    def quiet_choice(self, legal: Collection[int]) -> int | None:
        """The legal answer that changes least: to stay, hold or wait; None if there is none."""
        return next((int(option) for option in self.quiet if option in legal), None)

    def choices(self, view: Any, legal: Iterable[int]) -> Listed:
        """The legal answers in words, in the order in which they are listed."""
        describe = self.words.describe_action
        return [(int(action), describe(view.scenario, view, int(action))) for action in sorted(legal)]

    def action_named(self, view: Any, legal: Iterable[int], words: str) -> int:
        """The legal answer that a person means.

        words: a choice as it is listed, with or without its number; its number alone (from 1); the name of the place or
        unit, or any beginning of these that fits one choice only, in any case; the unit that is asked may stand first
        ("Yorktown to Hawaiian Islands").  "stay", "hold", "wait" mean the answer that changes least.
        Raises UnknownWords, which says what there is to choose, or why a place or unit cannot be chosen.
        """
        listed = self.choices(view, legal)
        action = as_listed(listed, words)
        if action is not None:
            return action
        names = [(action, name) for action, _ in listed for name in self.words.names_of(view, action)]
        whole = {action for action, name in names if name == plain(words)}
        if len(whole) == 1:
            return whole.pop()
        number, wanted = self.split_order(view, words)
        subject = view.subject_unit
        if number is not None and (subject is None or number != subject.number):
            asked = f"{subject.name} is" if subject is not None else "no single unit is"
            name = view.names.units[number].name
            raise UnknownWords(f"{name} is not being asked now, {asked}. {listing(listed)}")
        if (counted := number_in(wanted)) is not None:
            return _numbered(-counted if f"-{wanted}" in words else counted, listed)
        return self._meant(view, listed, names, words, wanted)

    def action_meant(self, scenario: Any, game: Any, words: str, legal: Iterable[int]) -> int:
        """The same for a game of a scenario, or a view of it."""
        return self.action_named(self.words.view_of(scenario, game), legal, words)

    def answers_named(self, view: Any, legal: Collection[int], words: str) -> list[Answer]:
        """The answers of a line that names several, to the question and to those of its kind that follow: "strike Zara,
        Pola"; [] where it names only one.

        Raises UnknownWords where the first is none, or one is a number that may mean something else for the next unit.
        """
        listed = self.choices(view, legal)
        names = parted_names(words, {name for action, _ in listed for name in self.words.names_of(view, action)})
        if len(names) < 2:
            return []
        self.action_named(view, legal, names[0])
        return [self.numbered_or_named(view, listed, name) for name in names]

    def numbered_or_named(self, view: Any, listed: Listed, name: str) -> Answer:
        """One of several answers in a line.  Raises UnknownWords for a number that may mean something else for the next
        unit."""
        if number_in(name) is None:
            return Answer(name, as_listed(listed, name) if view.subject_unit is None else None)
        if view.subject_unit is not None:
            raise UnknownWords(f"name the place or the choice: {name} may mean something else for another unit")
        action = self.action_named(view, [action for action, _ in listed], name)
        return Answer(self.words.describe_briefly(view, action), action)

    def _meant(self, view: Any, listed: Listed, names: list[tuple[int, str]], words: str, wanted: str) -> int:
        """The answer with a name that is the words, or begins so, or has a word that does."""
        for fits in _FITTING:
            found = dict.fromkeys(action for action, name in names if fits(name, wanted))
            if len(found) == 1:
                return next(iter(found))
            if found:
                meant = [text for action, text in listed if action in found]
                raise UnknownWords(f'"{words}" may mean {any_of(meant)}.')
        bare = _BEFORE_A_PLACE.sub("", wanted)
        if bare != wanted:
            return self._meant(view, listed, names, words, bare)
        quiet = self.quiet_choice([action for action, _ in listed])
        if wanted in QUIET_WORDS and quiet is not None:
            return quiet
        raise UnknownWords(self._no_choice(view, listed, words, wanted))

    def _no_choice(self, view: Any, listed: Listed, words: str, wanted: str) -> str:
        """Why words are no choice: what stands in the way of what they name, or what they may have meant."""
        numbered = re.fullmatch(r"(\d+) (.+)", wanted)
        if numbered:
            real = [number for number, (_, text) in enumerate(listed, 1) if plain(text).startswith(numbered[2])]
            if len(real) == 1:
                return f'choice {numbered[1]} is not "{numbered[2]}": that is {real[0]}. {listing(listed)}'
        seen = view.as_asked()
        action = self.something_named(seen, _VERB.sub("", wanted))
        if action is None and (absent := naming.absent(seen, wanted)):
            return f"{absent}. {listing(listed)}"
        if action is None:
            meant = naming.did_you_mean(wanted, self._of_its_kind(view, listed)) or "."
            return f'"{words}" is not a choice now{meant} {listing(listed)}'
        reason = self.why_not(seen, action)
        said = f": {reason}." if reason else f". {self.words.reason(view.decision, view).words}"
        return f"{self.name_of(view, action)} is not a choice now{said}"

    def something_named(self, view: Any, words: str) -> int | None:
        """The action that would choose the one place or unit of a name, legal or not; None if there is not one."""
        places, units = naming.places_named(view, words), naming.units_named(view, words)
        if len(places) == 1:
            return self.words.first_place + places[0].number
        return self.words.first_unit + units[0].number if len(units) == 1 else None

    def name_of(self, view: Any, action: int) -> str:
        """The name of the place or unit that an action chooses."""
        if action >= self.words.first_unit:
            return view.names.units[action - self.words.first_unit].name
        return naming.place_name(view, action - self.words.first_place)

    def _of_its_kind(self, view: Any, listed: Listed) -> list[str]:
        """Names that the words may have meant: the choices, and all places where places are chosen."""
        names = [self.words.describe_briefly(view, action) for action, _ in listed]
        places = any(self.words.first_place <= action < self.words.first_unit for action, _ in listed)
        units = [self.name_of(view, action) for action, _ in listed if action >= self.words.first_unit]
        return names + units + (naming.all_places(view) if places else [])

    def split_order(self, view: Any, words: str) -> tuple[int | None, str]:
        """An order as (unit, what it does): "Yorktown to Hawaiian Islands" gives Yorktown and "hawaiian islands".

        The unit is None when the words do not begin with the name of a unit of the game and something more.
        """
        text = plain(words)
        units = view.names.units
        names = ((name, number) for number in view.units_by_number for name in naming.names_of_unit(units[number]))
        found = [(name, number) for name, number in names if text.startswith(name + " ")]
        if found:
            name, number = max(found, key=lambda pair: len(pair[0]))
            return number, re.sub(r"^(to|into|in|at) ", "", text[len(name) + 1 :])
        head, arrow, tail = text.partition(" to ")
        meant = naming.units_named(view, head) if arrow else []
        return (meant[0].number, tail) if len(meant) == 1 else (None, text)


_FITTING: tuple[Callable[[str, str], bool], ...] = (
    lambda name, wanted: name == wanted,
    lambda name, wanted: bool(wanted) and name.startswith(wanted),
    lambda name, wanted: bool(wanted) and f" {wanted}" in name,
)
"""How a name may fit what is wanted, the closest first."""


def _numbered(number: int, listed: Listed) -> int:
    if not 1 <= number <= len(listed):
        raise UnknownWords(f"there is no choice {number}. {listing(listed)}")
    return listed[number - 1][0]
