"""Orders given by name, in any order: kept until the unit is asked.  How they are written `phrases` knows."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from aw_env.admirals_war.records.terms import (
    FIRST_PLACE_ACTION,
    FIRST_UNIT_ACTION,
    PLACE_SUBJECTS,
    Decision,
    Kind,
    Option,
)
from aw_env.admirals_war.view import UnitView, View
from aw_env.admirals_war.words import naming, narrate, understand, wording
from aw_env.admirals_war.words.naming import UnknownWords, plain
from aw_env.core.faces.game import Game
from aw_env.table import phrases
from aw_env.table.phrases import Phrase
from aw_env.table.table import step_of

MOST_AHEAD = 400
"""Questions that are looked ahead at most."""
ONE_BY_ONE = (Decision.AIR_UNIT, Decision.AIR_ORDER, Decision.COMBAT_AREA)
"""Decisions between which others act: what is ordered here is never committed together."""

DEPENDENT = (Decision.SURFACE_TARGET,)
"""Decisions in which what one unit may choose depends on what the others have chosen (§7.32)."""


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
    """Whether several units have been ordered at once."""
    words: dict[int, str] = field(default_factory=dict)
    """The orders to all of them in words."""

    def begun_at(self, game: Game) -> int:
        """After how many decisions of a game what has been ordered since can still be changed."""
        return len((game if self.start is None else self.start).history)

    def copy(self) -> "Orders":
        """Another set of the same orders."""
        return replace(self, waiting=dict(self.waiting), answered=dict(self.answered), words=dict(self.words))

    def begin(self, game: Game) -> list[str]:
        """Get ready for the question that is asked now.  Orders of an earlier step are dropped: returns the names of
        the units that were never asked for theirs, but not of those that the orders of others have left no choice."""
        unused = []
        if self.step != step_of(game):
            scenario = game.view().scenario
            left = self.waiting if self.step is None or self.step[1] not in DEPENDENT else ()
            unused = [wording.unit_name(scenario, unit) for unit in left]
            self.waiting, self.words, self.grouped, self.step = {}, {}, False, step_of(game)
            self.start = None
        if self.start is None:
            self.start, self.answered = game.clone(), {}
            self.words = {unit: self.words[unit] for unit in self.waiting}
            self.grouped = self.grouped and bool(self.waiting)
        return unused

    def answer(self, game: Game) -> int | None:
        """The answer that an order gives to the decision; None if there is none.

        Raises UnknownWords when the order is not possible now; it is then forgotten.
        """
        view, legal = game.view(game.seat), game.legal_actions()
        if view.decision == Decision.AIR_UNIT:
            return next((FIRST_UNIT_ACTION + unit for unit in self.waiting if FIRST_UNIT_ACTION + unit in legal), None)
        unit = narrate.subject_unit(view)
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
        unit = narrate.subject_unit(view)
        if unit is None:
            return None
        self.answered[unit.number] = action
        self.words[unit.number] = narrate.describe_briefly(view, action)
        return unit.number

    def change(self) -> Game:
        """The position where the step began; what has been answered since is ordered anew."""
        assert self.start is not None, "a step has begun"
        self.waiting, self.answered = self.waiting | self.answered, {}
        return self.start.clone()

    def can_be_changed(self, game: Game) -> bool:
        """Whether all that has been answered since the step began are orders to units."""
        if self.start is None or not self.answered:
            return False
        return len(game.history) == len(self.start.history) + len(self.answered.keys() - self.waiting.keys())

    def summary(self) -> str:
        """How many units do what: "12 North Sea, 9 stay in port"."""
        counted = Counter(self.words[unit] for unit in sorted(self.words))
        return ", ".join(f"{count} {words}" for words, count in counted.items())


def read(game: Game, orders: Orders, words: str) -> Phrase | None:
    """The order that words are, or None if they answer the question that is asked.

    Raises UnknownWords for a unit that is not asked in this step, and what `phrases.read` raises.
    """
    view = game.view(game.seat)
    asked = narrate.subject_unit(view)
    if (asked is None and view.decision != Decision.AIR_UNIT) or _is_choice(game, words):
        return None
    ahead = units_ahead(game, orders)
    ahead += [unit for unit in _flying_later(view) if unit not in ahead]
    phrase = phrases.read(view, ahead, orders.waiting, words)
    known = {unit.number for unit in ahead} | orders.answered.keys()
    for unit in phrase.units if phrase else ():
        if unit.number not in known:
            left = ", ".join(unit.name for unit in ahead)
            raise UnknownWords(f"{unit.name} is not among those still to be asked in this step: {left}")
    return phrase


def _is_choice(game: Game, words: str) -> bool:
    """Whether the words are a choice of the present decision, or the beginning of one."""
    if understand.as_listed(game.actions(), words) is not None:
        return True
    view, text = game.view(), plain(words)
    return any(name.startswith(text) for action in game.legal_actions() for name in understand.names_of(view, action))


@dataclass
class Given:
    """What has become of an order: who will do what, and the units that cannot by the reason why."""

    able: dict[str, list[str]] = field(default_factory=dict)
    unable: dict[str, list[str]] = field(default_factory=dict)


def give(game: Game, orders: Orders, phrase: Phrase) -> Given:
    """Keep an order for units that are still to be asked.

    Raises UnknownWords for an order by number, which may mean something else for another unit.
    """
    words = phrase.words
    if words.isdigit():
        raise UnknownWords(f"name the place or the choice: {words} may mean something else for another unit")
    wanted, given = {unit.number: unit.name for unit in phrase.units}, Given()
    for question in _questions_to(game, orders, wanted):
        view = question.view(question.seat)
        unit = view.asked_unit
        del wanted[unit.number]
        try:
            action = _meant(game, question, words)
        except UnknownWords as error:
            reason = str(error).partition(" Choices:")[0]
            given.unable.setdefault(reason, []).append(unit.name)
            continue
        orders.waiting[unit.number] = action
        orders.words[unit.number] = narrate.describe_briefly(view, action)
        given.able.setdefault(orders.words[unit.number], []).append(unit.name)
    for unit in [unit for unit in _flying_later(game.view(game.seat)) if unit.number in wanted]:
        area = _area_of_flight(game.view(game.seat), words)
        del wanted[unit.number]
        orders.waiting[unit.number] = area
        orders.words[unit.number] = narrate.describe_briefly(game.view(game.seat), area)
        given.able.setdefault(orders.words[unit.number], []).append(unit.name)
    for name in wanted.values():
        given.unable.setdefault("there is nothing to choose", []).append(name)
    orders.grouped |= len(phrase.units) > 1 and bool(given.able)
    return given


def _flying_later(view: View) -> list[UnitView]:
    """The air units that the seat will be asked about when other powers of its have their turn, while air units are
    placed; whether they can do as ordered shows then."""
    if view.decision not in (Decision.AIR_UNIT, Decision.AIR_ORDER):
        return []
    book = view.scenario.books[0]
    idle = (unit for unit in view.units if unit.in_port and not unit.committed)
    flying = (unit for unit in idle if unit.kind == Kind.LBA or book["airborne"][unit.number])
    return [unit for unit in flying if book["seat_of_power"][unit.power] == view.seat and unit.power != view.power]


def _area_of_flight(view: View, words: str) -> int:
    """The action that sends an air unit to the area of a name, or leaves it where it is.  Raises UnknownWords."""
    if plain(words) in understand.QUIET_WORDS:
        return int(Option.STAY)
    places = [place for place in naming.places_named(view, words) if place.kind == "area"]
    if len(places) != 1:
        areas = [area.name for area in view.areas]
        raise UnknownWords(f'"{words}" is no sea area{naming.did_you_mean(words, areas)}')
    return FIRST_PLACE_ACTION + places[0].number


def _meant(game: Game, question: Game, words: str) -> int:
    """The answer that words are to a question ahead.  A target that the unit asked now may attack will do for those
    that come later: what these may attack depends on who else is attacked (§7.32).  Raises UnknownWords."""
    try:
        return question.action_named(words)
    except UnknownWords:
        if question.info()["decision"] not in DEPENDENT:
            raise
        return game.action_named(words)


def take_up(game: Game, orders: Orders, waiting: dict[int, int]) -> None:
    """Keep orders of an earlier sitting, those that are possible."""
    for question in _questions_to(game, orders, dict.fromkeys(waiting, "")):
        unit = question.view().asked_unit.number
        later = question.info()["decision"] in DEPENDENT and waiting[unit] in game.legal_actions()
        if later or waiting[unit] in question.legal_actions():
            orders.waiting[unit] = waiting[unit]
            orders.words[unit] = narrate.describe_briefly(question.view(question.seat), waiting[unit])
    orders.grouped = bool(orders.waiting)


# --- what is asked next --------------------------------------------------------------------------------


def units_ahead(game: Game, orders: Orders) -> list[UnitView]:
    """The units that will be asked in this step, the present one first."""
    numbers: dict[int, None] = {}
    for question in questions_ahead(game, orders):
        asked = _asked_about(question)
        if question.info()["decision"] == Decision.AIR_UNIT:
            numbers |= dict.fromkeys(action - FIRST_UNIT_ACTION for action in question.legal_actions())
        elif asked is not None:
            numbers[asked] = None
    units = game.view(game.seat).units_by_number
    return [units[number] for number in numbers]


def questions_ahead(game: Game, orders: Orders) -> Iterator[Game]:
    """The questions of this step that the seat will be asked, the present one first, if each unit does as ordered or
    else as little as it can.  Yields one copy that goes on from question to question; its dice are others.  Where what
    one unit may choose depends on the others, those come too that then would have no choice."""
    dependent = game.info()["decision"] in DEPENDENT
    step, trial = step_of(game), game.clone(reseed=0, ask_forced=dependent)
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
    quiet = understand.quiet_choice(legal)
    trial.apply(legal[0] if quiet is None else quiet)
    return trial


def _questions_to(game: Game, orders: Orders, wanted: dict[int, str]) -> Iterator[Game]:
    """The question to each of the wanted units, while it is wanted.  An air unit that can only stay is not asked."""
    for question in questions_ahead(game, orders):
        if question.view().decision == Decision.AIR_UNIT:
            for unit in [unit for unit in wanted if FIRST_UNIT_ACTION + unit in question.legal_actions()]:
                committed = question.clone()
                committed.apply(FIRST_UNIT_ACTION + unit)
                if _asked_about(committed) == unit:
                    yield committed
        elif _asked_about(question) in wanted:
            yield question


def _asked_about(game: Game) -> int | None:
    """The number of the unit that is asked about."""
    info = game.info()
    about_a_unit = info["subject"] >= 0 and info["decision"] not in PLACE_SUBJECTS
    return info["subject"] if about_a_unit else None
