"""Decisions and the answers to them in words, from one table of a game's decisions and one of its options.

Everything here reads games and changes none.  A `view` is that of the game.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any, NamedTuple

from aw_env.core.said.naming import names_of_place, names_of_unit, place_name
from aw_env.core.said.wording import check_words, plain


class Reason(NamedTuple):
    """The rules behind a decision, and what they mean in our own words."""

    rules: tuple[str, ...]
    words: str


class Besides(NamedTuple):
    """What is told of a decision where something is so.  matters: whether it is, of a view.  rules, words: more of the
    reason.  question, options: in place of those that are told otherwise."""

    matters: Callable[[Any], bool]
    rules: tuple[str, ...] = ()
    words: str = ""
    question: str = ""
    options: Mapping[int, str] = MappingProxyType({})


class Spoken(NamedTuple):
    """An option in words.  others: what else a person may call it, as `plain` writes it."""

    words: str
    others: tuple[str, ...] = ()


class Sensible(NamedTuple):
    """The one answer that makes sense, and why, as a clause."""

    action: int
    because: str


@dataclass(frozen=True)
class Asked:
    """A decision in words.

    question: words in which `{unit}` is the unit that is asked, `{where}` its place, `{place}` the place that the
    decision is about, `{area}` the sea area that is resolved, and other names in braces what a game fills in; or a
    function of the view that gives such words.
    rules, why: the rules behind the choices, and what they mean: why a choice that one might expect can be missing.
    besides: what is told after these, or in their place, where it matters, in order: of questions the first, and so of
    the words of an option.
    options: the words of options that are called otherwise here, which a game fills in too, or a function of the view
    that gives them.
    place, unit: what stands before the name of a place or the phrase of a unit that is chosen; or a function of the
    view and the number of the place, or the unit, that gives all the words.
    example: how to order several units at once.  standing: the standing orders that answer it and may be given at any
    time.  of_place, of_unit: what there is to know of a choice, of the view and the number of a place, or a unit of the
    game.  note: the same of any choice, `(game, view, action, whether nobody else sees it)`, in place of these.
    for_good: what an answer brings about, of the view and the action, that its words do not say and nobody can take
    back: "Japan goes to war"; "" for nothing.
    sensible: the one answer that makes sense to the seat of a view, such as where none of its units can act; people at
    a table are not asked then.  None: it is theirs to choose.
    """

    question: str | Callable[[Any], str]
    rules: tuple[str, ...]
    why: str
    options: Mapping[int, str | Callable[[Any], str]] = field(default_factory=dict)
    place: str | Callable[[Any, int], str] = ""
    unit: str | Callable[[Any, Any], str] = ""
    example: str = ""
    standing: tuple[str, ...] = ()
    of_place: Callable[[Any, int], str] = lambda view, place: ""
    of_unit: Callable[[Any, Any], str] = lambda view, unit: ""
    note: Callable[[Any, Any, int, bool], str] | None = None
    for_good: Callable[[Any, int], str] = lambda view, action: ""
    sensible: Callable[[Any], Sensible | None] = lambda view: None
    besides: tuple[Besides, ...] = ()

    def question_for(self, view: Any) -> str:
        """The question as it is put to the seat of a view."""
        others = (more.question for more in self.besides if more.question and more.matters(view))
        usual = self.question
        return next(others, None) or (usual if isinstance(usual, str) else usual(view))

    def words_of(self, option: int, view: Any) -> str | Callable[[Any], str] | None:
        """The words of an option for the seat of a view; None where it is called as everywhere."""
        others = (more.options[option] for more in self.besides if option in more.options and more.matters(view))
        return next(others, None) or self.options.get(option)


OF_QUESTIONS = ("unit", "where", "place", "area")
"""What the question of any game may have in braces."""
_LAST_BRACKETS = re.compile(r" \([^()]*(\([^()]*\)[^()]*)*\)$")
"""Brackets at the end, with what is in brackets inside them."""


def check_asked(decision: Any, asked: Asked, filled: Iterable[str]) -> None:
    """Raises ValueError, which names the decision, where its words have in braces what neither every game nor this one
    fills in."""
    name = f"{type(decision).__name__}.{decision.name}"
    questions = [asked.question, *(more.question for more in asked.besides)]
    options = [*asked.options.values(), *(words for more in asked.besides for words in more.options.values())]
    for told, known in ((questions, OF_QUESTIONS), (options, ())):
        for words in told:
            if isinstance(words, str):
                check_words(name, words, [*known, *filled])


ATTACKING = ("attack ", "fire at ", "shoot at ", "strike ")
"""Verbs that a person may put before a target, whichever the game has: one who plays several takes one for another."""


def spoken_of(*verbs: str) -> tuple[str, ...]:
    """Verbs as they are said to units and of one of them: "fire at ", "fires at "."""
    return tuple(form for verb in verbs for form in (verb, verb.replace(" ", "s ", 1)))


@dataclass(frozen=True)
class DecisionWords:
    """The words of a game's decisions.

    decisions, options: all that there are in words, by their numbers.  first_place, first_unit: the actions that choose
    the first place and the first unit.  view_of: the view of a game of a scenario, which may be a view already.
    who: who is asked, of a view.  unit_phrase: a unit with its factors.  orders: how to order several units at once,
    where a decision has no example of its own.  verbs: what a person may put before the name of a unit that is chosen.
    the_place: a place in the middle of a sentence, of a scenario and its number, where that is not its name.
    also: what else a person may call places, by their numbers.  filled: what a game fills in, of a view.
    Raises ValueError for words that fill in what there is not.
    """

    decisions: Mapping[Any, Asked]
    options: Mapping[Any, Spoken]
    first_place: int
    first_unit: int
    view_of: Callable[[Any, Any], Any]
    who: Callable[[Any], str]
    unit_phrase: Callable[[Any], str]
    orders: str
    verbs: tuple[str, ...]
    the_place: Callable[[Any, int], str] = place_name
    also: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    filled: Mapping[str, Callable[[Any], str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for decision, asked in self.decisions.items():
            check_asked(decision, asked, self.filled)

    def reason(self, decision: Any, view: Any = None) -> Reason:
        """The rules behind the choices of a decision: those that matter in the game of a view, or all."""
        asked = self.decisions[decision]
        besides = [more for more in asked.besides if view is None or more.matters(view)]
        rules = asked.rules + tuple(rule for more in besides for rule in more.rules)
        return Reason(rules, " ".join(filter(None, [asked.why, *(more.words for more in besides)])))

    def example(self, decision: Any) -> str:
        """How to order several units at once."""
        return self.decisions[decision].example or self.orders

    def example_of(self, decision: Any, options: Sequence[str]) -> str:
        """The same where only some options can be chosen."""
        return self.decisions[decision].example or f'"all {options[0]}", "UNIT {options[0]}", "rest {options[-1]}"'

    def sensible(self, view: Any) -> Sensible | None:
        """The one answer that makes sense to the seat of a view; None where it is a person's to choose."""
        return self.decisions[view.decision].sensible(view)

    def note(self, game: Any, view: Any, action: int, alone: bool) -> str:
        """What there is to know of a choice, and what it brings about for good; alone: whether nobody else sees it."""
        known = self._note(game, view, action, alone), self.for_good(view, action)
        return ", ".join(filter(None, known))

    def for_good(self, view: Any, action: int) -> str:
        """What an answer brings about that nobody can take back and its words do not say; "" for nothing."""
        return self.decisions[view.decision].for_good(view, action)

    def _note(self, game: Any, view: Any, action: int, alone: bool) -> str:
        asked = self.decisions[view.decision]
        if asked.note is not None:
            return asked.note(game, view, action, alone)
        if self.first_place <= action < self.first_unit:
            return asked.of_place(view, action - self.first_place)
        unit = view.units_by_number.get(action - self.first_unit)
        return asked.of_unit(view, unit) if unit is not None else ""

    @cached_property
    def standing(self) -> dict[str, Any]:
        """The standing orders that may be given at any time, and the decision that each answers."""
        return {order: decision for decision, asked in self.decisions.items() for order in asked.standing}

    def describe_decision(self, scenario: Any, game: Any) -> str:
        """A sentence that says who chooses what, about which unit or place."""
        view = self.view_of(scenario, game)
        if view.seat < 0 or not view.decision:
            return "The game is over." if view.over else "Nothing is being asked."
        words = self.decisions[view.decision].question_for(view)
        return f"{self.who(view)}: {self._with_filled(words, view, self._of_question(view))}"

    def _with_filled(self, words: str, view: Any, known: Mapping[str, str]) -> str:
        """Words with what is known, and what the game fills in, in the place of braces."""
        own = {name: filled(view) for name, filled in self.filled.items() if f"{{{name}}}" in words}
        return words.format(**known, **own)

    def _of_question(self, view: Any) -> dict[str, str]:
        area, subject, unit = view.fought, view.subject, view.subject_unit
        filled = {"area": self.the_place(view.scenario, area) if area >= 0 else ""}
        if unit is not None:
            return filled | {
                "unit": self.unit_phrase(unit),
                "where": self.the_place(view.scenario, unit.place_number),
            }
        return filled if subject is None else filled | {"place": self.the_place(view.scenario, subject.number)}

    def describe_action(self, scenario: Any, game: Any, action: int) -> str:
        """An answer to the decision that the game waits for, in a few words."""
        view = self.view_of(scenario, game)
        if action < self.first_place:
            return self._describe_option(view, action)
        asked = self.decisions[view.decision]
        if action < self.first_unit:
            place = action - self.first_place
            if not isinstance(asked.place, str):
                return asked.place(view, place)
            return f"{asked.place} {place_name(view, place)}".strip()
        number = action - self.first_unit
        unit = view.units_by_number.get(number)
        if unit is None:
            return view.names.units[number].name if number < len(view.names.units) else f"unit {number}"
        return asked.unit(view, unit) if not isinstance(asked.unit, str) else self._with(asked.unit, unit)

    def _with(self, verb: str, unit: Any) -> str:
        return f"{verb} {self.unit_phrase(unit)}".strip()

    def _describe_option(self, view: Any, option: int) -> str:
        if option not in self.options:
            return f"option {option}"
        words = self.decisions[view.decision].words_of(option, view)
        if words is None:
            return self.options[option].words
        return self._with_filled(words, view, {}) if isinstance(words, str) else words(view)

    def describe_briefly(self, view: Any, action: int) -> str:
        """The same without what is said of a unit or group in brackets: "attack Akagi"."""
        words = self.describe_action(view.scenario, view, action)
        return words if action < self.first_unit else _LAST_BRACKETS.sub("", words)

    def as_ordered(self, view: Any, action: int) -> str:
        """The same as an order, with what it brings about for good: "Central Pacific (Japan goes to war)"."""
        words, for_good = self.describe_briefly(view, action), self.for_good(view, action)
        return f"{words} ({for_good})" if for_good else words

    def names_of(self, view: Any, action: int) -> list[str]:
        """Everything that an answer may be called, as `plain` writes it."""
        names = [plain(self.describe_action(view.scenario, view, action))]
        if action < self.first_place:
            return [*names, *self.options[action].others]
        if action < self.first_unit:
            place = action - self.first_place
            return [*names, *names_of_place(view.names.places[place]), *self.also.get(place, ())]
        unit = view.names.units[action - self.first_unit]
        return names + [verb + name for name in names_of_unit(unit) for verb in self.verbs]
