"""Orders given by name, in any order: kept until the unit is asked.  How they are written `phrases` knows."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from aw_env.core.declare.decisions import UNIT
from aw_env.core.faces.game import Game
from aw_env.core.said import naming
from aw_env.core.said.speech import Speech
from aw_env.core.said.understanding import QUIET_WORDS, as_listed
from aw_env.core.said.wording import UnknownWords, number_in, plain
from aw_env.table import phrases
from aw_env.table.phrases import Phrase
from aw_env.table.table import step_of

MOST_AHEAD = 400
"""Questions that are looked ahead at most."""
FEW_CHOICES = 6
"""So many choices of a unit are told at most where an order to it is none of them."""


@dataclass
class Orders:
    """What a seat has ordered in one step of the game: actions by the number of the unit."""

    step: tuple | None = None
    start: Game | None = None
    """Where the step began, or where a die was last rolled in it: what has been ordered since can still be changed."""
    waiting: dict[int, int] = field(default_factory=dict)
    """Orders to units that have not been asked yet."""
    answered: dict[int, int] = field(default_factory=dict)
    """What units have answered since `start`."""
    grouped: bool = False
    """Whether several units have been ordered at once, or something that nobody can take back."""
    words: dict[int, str] = field(default_factory=dict)
    """The orders to all of them in words."""
    committed: set[int] = field(default_factory=set)
    """Units whose orders wait and have been committed, where the orders of a step are carried out one by one."""

    def begun_at(self, game: Game) -> int:
        """After how many decisions of a game what has been ordered since can still be changed."""
        return len((game if self.start is None else self.start).history)

    def copy(self) -> "Orders":
        """Another set of the same orders."""
        copies = {name: getattr(self, name).copy() for name in ("waiting", "answered", "words", "committed")}
        return replace(self, **copies)

    def begin(self, game: Game) -> list[str]:
        """Get ready for the question that is asked now.  Orders of an earlier step are dropped: returns the names of
        the units that were never asked for theirs, but not of those that the orders of others have left no choice."""
        unused = []
        if self.step != step_of(game):
            names, dependent = game.view().names.units, game.rules.speech().questions.dependent
            left = self.waiting if self.step is None or self.step[1] not in dependent else ()
            unused = [names[unit].name for unit in left]
            self.waiting, self.words, self.grouped, self.step = {}, {}, False, step_of(game)
            self.committed, self.start = set(), None
        if self.start is None:
            self.start, self.answered = game.clone(), {}
            self.words = {unit: self.words[unit] for unit in self.waiting}
            self.grouped = self.grouped and bool(self.waiting)
        return unused

    def answer(self, game: Game) -> int | None:
        """The answer that an order gives to the decision; None if there is none.

        Raises UnknownWords when the order is not possible now; it is then forgotten.
        """
        view, legal, speech = game.view(game.seat), game.legal_actions(), game.rules.speech()
        if view.decision in speech.questions.calls_up:
            calls = (speech.words.first_unit + unit for unit in self.waiting)
            return next((action for action in calls if action in legal), None)
        unit = view.subject_unit
        if unit is None or unit.number not in self.waiting:
            return None
        action = self.waiting[unit.number]
        if action not in legal:
            del self.waiting[unit.number]
            words = self.words.pop(unit.number)
            raise UnknownWords(f"{unit.name} cannot do as ordered: {words} is no longer among the choices.")
        return action

    def answering(self, game: Game, action: int) -> int | None:
        """Remember an answer to the question, so that it can be changed within the step; returns whose it is."""
        view = game.view(game.seat)
        unit = view.subject_unit
        if unit is None:
            return None
        self.answered.pop(unit.number, None)  # the last one stands last
        self.answered[unit.number] = action
        self.words[unit.number] = game.rules.speech().words.as_ordered(view, action)
        return unit.number

    def change(self) -> Game:
        """The position where the step began; what has been answered since is ordered anew."""
        assert self.start is not None, "a step has begun"
        self.waiting, self.answered = self.waiting | self.answered, {}
        return self.start.clone()

    def can_be_changed(self, game: Game) -> bool:
        """Whether all that has been answered since the step began are orders to units, some of which were called up for
        theirs."""
        if self.start is None or not self.answered:
            return False
        others = len(game.history) - len(self.start.history) - len(self.answered.keys() - self.waiting.keys())
        return others == 0 or others == self._called_up(game)

    def _called_up(self, game: Game) -> int:
        """How many units have been called up since the step began."""
        assert self.start is not None, "a step has begun"
        questions, trial, called = game.rules.speech().questions, self.start.clone(), 0
        for action in game.history[len(self.start.history) :] if questions.calls_up else ():
            called += trial.info()["decision"] in questions.calls_up
            trial.apply(action)
        return called

    def summary(self) -> str:
        """How many units do what: "12 North Sea, 9 stay in port"."""
        return ", ".join(f"{len(units)} {words}" for words, units in self.by_what().items())

    def by_what(self) -> dict[str, list[int]]:
        """The units that have been ordered in this step, whether they have been asked yet or not, by what they do."""
        same: dict[str, list[int]] = {}
        for unit in sorted(self.words):
            same.setdefault(self.words[unit], []).append(unit)
        return same


def read(game: Game, orders: Orders, words: str) -> Phrase | None:
    """The order that words are, or None if they answer the question that is asked.

    Raises UnknownWords for a unit that is not asked in this step, and what `phrases.read` raises.
    """
    view, speech = game.view(game.seat), game.rules.speech()
    asked = view.subject_unit
    if (asked is None and view.decision not in speech.questions.calls_up) or _is_choice(game, words):
        return None
    ahead = units_ahead(game, orders)
    if orders.can_be_changed(game) and all(unit.number in orders.waiting for unit in ahead):  # all orders are given
        numbers = dict.fromkeys([*orders.answered, *(unit.number for unit in ahead)])
        ahead = [view.units_by_number[number] for number in numbers]
    ahead += [unit for unit in speech.called_later(view) if unit not in ahead]
    phrase = phrases.read(speech, view, ahead, orders.waiting.keys() | orders.answered.keys(), words)
    known = {unit.number for unit in ahead} | orders.answered.keys()
    for unit in phrase.units if phrase else ():
        if unit.number not in known:
            left = ", ".join(unit.name for unit in ahead)
            raise UnknownWords(f"{unit.name} is not among those still to be asked in this step: {left}")
    return phrase


def calls_nobody(game: Game, orders: Orders, phrase: Phrase) -> int | None:
    """The answer that calls up no more units, where an order leaves all that are still to be asked as they are."""
    speech, ahead = game.rules.speech(), units_ahead(game, orders)
    left = {unit.number for unit in ahead} <= {unit.number for unit in phrase.units}
    if game.info()["decision"] not in speech.questions.calls_up or plain(phrase.words) not in QUIET_WORDS or not left:
        return None
    return speech.understanding.quiet_choice(game.legal_actions())


def _is_choice(game: Game, words: str) -> bool:
    """Whether the words are a choice of the present decision, or the beginning of one."""
    if as_listed(game.actions(), words) is not None:
        return True
    view, text, names_of = game.view(), plain(words), game.rules.speech().words.names_of
    return any(name.startswith(text) for action in game.legal_actions() for name in names_of(view, action))


@dataclass
class Given:
    """What has become of an order: who will do what, the units that cannot by the reason why, and those of several that
    had another order by what that was."""

    able: dict[str, list[str]] = field(default_factory=dict)
    unable: dict[str, list[str]] = field(default_factory=dict)
    instead: dict[str, list[str]] = field(default_factory=dict)


def give(game: Game, orders: Orders, phrase: Phrase) -> Given:
    """Keep an order for units that are still to be asked.

    Raises UnknownWords for an order by number, which may mean something else for another unit.
    """
    words, speech = phrase.words, game.rules.speech()
    if number_in(words) is not None:
        raise UnknownWords(f"name the place or the choice: {words} may mean something else for another unit")
    units = _surest(game, orders, phrase) if phrase.some_of else phrase.units
    wanted, given = {unit.number: unit.name for unit in units}, Given()
    for question in _questions_to(game, orders, wanted):
        view = question.view(question.seat)
        unit = view.asked_unit
        del wanted[unit.number]
        try:
            action = _meant(game, question, words)
        except UnknownWords as error:
            reason = str(error).partition(" Choices:")[0] + _possible(question)
            given.unable.setdefault(reason, []).append(unit.name)
            continue
        _keep(orders, speech, view, unit, action, given)
        orders.grouped |= bool(speech.words.for_good(view, action))
    for unit in [unit for unit in speech.called_later(game.view(game.seat)) if unit.number in wanted]:
        area = _area_or_quiet(speech, game.view(game.seat), words)
        del wanted[unit.number]
        _keep(orders, speech, game.view(game.seat), unit, area, given)
    for name in wanted.values():
        given.unable.setdefault("there is nothing to choose", []).append(name)
    orders.grouped |= bool(given.able) and (len(phrase.units) > 1 or len(orders.waiting) > 1)
    return given if len(phrase.units) > 1 else replace(given, instead={})


def _possible(question: Game) -> str:
    """What the unit of a question ahead may be ordered instead, where that is soon said."""
    choices = [words for _, words in question.actions()]
    return f" Possible: {', '.join(choices)}." if len(choices) <= FEW_CHOICES else ""


def the_same(game: Game, orders: Orders, ahead: Sequence[Any]) -> tuple[Phrase, str] | None:
    """The last answer as an order to the other units that lie where the unit lay that gave it, and that place; None
    where there are no two of them without an order, or the answers of others have made it impossible (§7.32).

    ahead: the units still to be asked in this step.
    """
    if not orders.answered or orders.start is None:
        return None
    [*_, (last, action)] = orders.answered.items()
    view, speech = orders.start.view(game.seat), game.rules.speech()
    place = view.units_by_number[last].place_number
    others = [unit for unit in ahead if unit.place_number == place and unit.number not in orders.waiting]
    if place < 0 or len(others) < 2 or (_is_dependent(game) and action not in game.legal_actions()):
        return None
    return Phrase(others, speech.words.describe_briefly(view, action)), naming.place_name(view, place)


def _surest(game: Game, orders: Orders, phrase: Phrase) -> list[Any]:
    """The units of an order that says how many of some: of these the ones that can do as ordered, the surest first."""
    some = {unit.number: unit.name for _, units in phrase.some_of for unit in units}
    chances: dict[int, float] = {}
    for question in _questions_to(game, orders, some):
        unit = question.view(question.seat).asked_unit.number
        del some[unit]
        try:
            chances[unit] = question.rules.speech().chance(question, _meant(game, question, phrase.words))
        except UnknownWords:
            continue
    taken = [unit for unit in phrase.units if all(unit not in units for _, units in phrase.some_of)]
    for count, units in phrase.some_of:
        left = [unit for unit in units if unit not in taken]
        taken += sorted(left, key=lambda unit: -chances.get(unit.number, -1.0))[:count]
    return taken


def _keep(orders: Orders, speech: Speech, view: Any, unit: Any, action: int, given: Given) -> None:
    """Keep an order to a unit, and what is said of it."""
    if unit.number in orders.waiting and orders.waiting[unit.number] != action:
        given.instead.setdefault(orders.words[unit.number], []).append(unit.name)
    orders.waiting[unit.number] = action
    orders.words[unit.number] = speech.words.as_ordered(view, action)
    orders.committed.discard(unit.number)
    given.able.setdefault(orders.words[unit.number], []).append(unit.name)


def _area_or_quiet(speech: Speech, view: Any, words: str) -> int:
    """The action that sends a unit that is asked later to the area of a name, or leaves it where it is.  Raises
    UnknownWords."""
    if plain(words) in QUIET_WORDS:
        return speech.understanding.quiet[0]
    places = naming.areas_named(view, words)
    if len(places) != 1:
        areas = [area.name for area in view.areas]
        raise UnknownWords(f'"{words}" is no sea area{naming.did_you_mean(words, areas)}')
    return speech.words.first_place + places[0].number


def _meant(game: Game, question: Game, words: str) -> int:
    """The answer that words are to a question ahead.  A target that the unit asked now may attack will do for those
    that come later: what these may attack depends on who else is attacked (§7.32).  Raises UnknownWords."""
    try:
        return question.action_named(words)
    except UnknownWords:
        if not _is_dependent(question):
            raise
        return game.action_named(words)


def _is_dependent(question: Game) -> bool:
    """Whether what one unit may choose depends on what others have chosen."""
    return question.info()["decision"] in question.rules.speech().questions.dependent


def take_up(game: Game, orders: Orders, waiting: dict[int, int]) -> None:
    """Keep orders of an earlier sitting, those that are possible."""
    speech = game.rules.speech()
    for question in _questions_to(game, orders, dict.fromkeys(waiting, "")):
        unit = question.view().asked_unit.number
        later = _is_dependent(question) and waiting[unit] in game.legal_actions()
        if later or waiting[unit] in question.legal_actions():
            orders.waiting[unit] = waiting[unit]
            orders.words[unit] = speech.words.as_ordered(question.view(question.seat), waiting[unit])
    orders.grouped = bool(orders.waiting)


# --- what is asked next --------------------------------------------------------------------------------


def units_ahead(game: Game, orders: Orders) -> list[Any]:
    """The units that will be asked in this step, the present one first."""
    numbers: dict[int, None] = {}
    speech = game.rules.speech()
    for question in questions_ahead(game, orders):
        asked = _asked_about(question)
        if question.info()["decision"] in speech.questions.calls_up:
            called = (action - speech.words.first_unit for action in question.legal_actions())
            numbers |= dict.fromkeys(number for number in called if number >= 0)
        elif asked is not None:
            numbers[asked] = None
    units = game.view(game.seat).units_by_number
    return [units[number] for number in numbers]


def questions_ahead(game: Game, orders: Orders) -> Iterator[Game]:
    """The questions of this step that the seat will be asked, the present one first, if each unit does as ordered or
    else as little as it can.  Yields one copy that goes on from question to question; its dice are others.  Where what
    one unit may choose depends on the others, those come too that then would have no choice."""
    step, trial = step_of(game), game.clone(reseed=0, ask_forced=_is_dependent(game))
    for _ in range(MOST_AHEAD):
        if trial.ended or step_of(trial) != step:
            return
        yield trial
        trial = _answered(trial, orders, step)


def _answered(trial: Game, orders: Orders, step: tuple) -> Game:
    """The next question, after the order to the unit that is asked if the step then goes on, or else a quiet answer."""
    unit, legal = _asked_about(trial), trial.legal_actions()
    ordered = orders.waiting.get(unit) if unit is not None else None
    if ordered in legal:
        after = trial.clone()
        after.apply(ordered)
        if not after.ended and step_of(after) == step and after.dice_rolled == trial.dice_rolled:
            return after
    quiet = trial.rules.speech().understanding.quiet_choice(legal)
    trial.apply(legal[0] if quiet is None else quiet)
    return trial


def _questions_to(game: Game, orders: Orders, wanted: dict[int, str]) -> Iterator[Game]:
    """The question to each of the wanted units, while it is wanted.  An air unit that can only stay is not asked."""
    speech = game.rules.speech()
    first_unit = speech.words.first_unit
    for question in questions_ahead(game, orders):
        if question.info()["decision"] in speech.questions.calls_up:
            for unit in [unit for unit in wanted if first_unit + unit in question.legal_actions()]:
                committed = question.clone()
                committed.apply(first_unit + unit)
                if _asked_about(committed) == unit:
                    yield committed
        elif _asked_about(question) in wanted:
            yield question


def _asked_about(game: Game) -> int | None:
    """The number of the unit that is asked about."""
    info = game.info()
    about_a_unit = game.rules.speech().decisions.numbered(int(info["decision"])).about == UNIT
    return int(info["subject"]) if about_a_unit and info["subject"] >= 0 else None
