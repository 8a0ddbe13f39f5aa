"""Orders given by name, in any order: kept until the unit is asked.

    Yorktown to Hawaiian Islands
    Yorktown, Hornet to Central Pacific      Yorktown, Hornet attack Akagi
    all to Marshalls                         all cruisers to Marshalls
    rest stay                                3 British cruisers in England to North Sea

"all" are the units still to be asked in this step, "rest" those of them without an order, and a number as many of
these; a nation, a sort of ship and a place narrow them down.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from aw_env.admirals_war.records.terms import FIRST_UNIT_ACTION, Decision, Kind, Nation
from aw_env.admirals_war.view import UnitView, View
from aw_env.admirals_war.words import narrate, understand, wording
from aw_env.core.faces.game import Game
from aw_env.table.table import questions_ahead, step_of

SORTS = {
    "carriers": lambda unit: unit.carrier,
    "battleships": lambda unit: unit.label.type in ("BB", "BC", "PB"),
    "cruisers": lambda unit: unit.label.type in ("CA", "CL"),
    "submarines": lambda unit: unit.kind == Kind.SUBMARINE,
    "hilfskreuzers": lambda unit: unit.kind == Kind.HILFSKREUZER,
    "oilers": lambda unit: unit.kind == Kind.OILER,
    "air": lambda unit: unit.kind == Kind.LBA,
    "ships": lambda unit: unit.kind == Kind.SHIP,
    "units": lambda unit: True,
    "damaged": lambda unit: unit.damage > 0,
    "sound": lambda unit: unit.damage == 0,
}
"""Sorts of units that an order may name after "all", "rest" or a number, in the plural or not."""
NATIONS = {nation.name.lower(): nation.name.lower() for nation in Nation} | {"american": "us"}
"""Nations of the counters by the words for them."""


@dataclass
class Orders:
    """Orders that wait for their unit to be asked: words by the number of the unit, for one step of the game."""

    step: tuple | None = None
    waiting: dict[int, str] = field(default_factory=dict)

    def copy(self) -> "Orders":
        """Another set of the same orders."""
        return Orders(self.step, dict(self.waiting))

    def expire(self, game: Game) -> list[str]:
        """Drop what belongs to an earlier step; returns the names of units whose orders were never asked for."""
        if self.step == step_of(game):
            return []
        dropped, self.waiting, self.step = self.waiting, {}, step_of(game)
        scenario = game.view().scenario
        return [wording.unit_name(scenario, unit) for unit in dropped]

    def fit(self, game: Game) -> bool:
        """Whether an order answers the present decision."""
        view = game.view()
        if view.decision == Decision.AIR_UNIT:
            return any(FIRST_UNIT_ACTION + unit in game.legal_actions() for unit in self.waiting)
        unit = narrate.subject_unit(view)
        return unit is not None and unit.number in self.waiting

    def answer(self, game: Game) -> tuple[int, str] | None:
        """The answer that an order gives to the decision, and the order; None if there is none.

        Raises understand.UnknownWords when the order is not possible now; it is then forgotten.
        """
        view = game.view(game.seat)
        if view.decision == Decision.AIR_UNIT:
            legal = game.legal_actions()
            ordered = (FIRST_UNIT_ACTION + unit for unit in self.waiting if FIRST_UNIT_ACTION + unit in legal)
            action = next(ordered, None)
            return None if action is None else (action, wording.unit_name(view.scenario, action - FIRST_UNIT_ACTION))
        unit = narrate.subject_unit(view)
        if unit is None or unit.number not in self.waiting:
            return None
        words = self.waiting.pop(unit.number)
        try:
            return game.action_named(words), f"{unit.name}: {words}"
        except LookupError as error:
            raise understand.UnknownWords(f"{unit.name} cannot do as ordered. {error}") from None


def parse(game: Game, orders: Orders, words: str) -> tuple[list[UnitView], str] | None:
    """An order to units that are not (only) the one asked: the units and what they shall do; None if it is none.

    "all" means every unit still to be asked in this step, "rest" those of them without an order, a number as many of
    these.
    Raises understand.UnknownWords for a unit that is not among those to be asked in this step.
    """
    view = game.view(game.seat)
    unit = narrate.subject_unit(view)
    if unit is None and view.decision != Decision.AIR_UNIT:
        return None
    several = re.match(r"(all|rest|\d+)\s+(.*)|(all|rest)$", words.strip(), re.IGNORECASE)
    if several and understand.split_order(view, words)[0] is None:  # a unit may begin with a number: "10 MAS"
        how_many, what = (several[1] or several[3]).lower(), several[2] or ""
        left = units_ahead(game)
        if how_many != "all":
            left = [unit for unit in left if unit.number not in orders.waiting]
        return _chosen(game, left, how_many, what)
    named = re.match(r"(.*?) (?:to|attacks?|pursues?) (.*)", words, re.IGNORECASE)
    if named and re.search(r",| and ", named[1]):
        return [_one(game, view, name) for name in re.split(r",| and ", named[1]) if name.strip()], named[2]
    *others, last = [name for name in re.split(r",| and ", words) if name.strip()] or [words]
    number, what = understand.split_order(view, last)
    if others and number is not None and all(understand.units_named(view, name) for name in others):
        return [*(_one(game, view, name) for name in others), _one(game, view, view.units_by_number[number].name)], what
    number, what = understand.split_order(view, words)
    if number is None or (unit is not None and number == unit.number) or _is_choice(game, words):
        return None
    return [_one(game, view, view.units_by_number[number].name)], what


def _is_choice(game: Game, words: str) -> bool:
    """Whether the words are a choice of the present decision as they stand, like the port "Yokosuka Navy Yard"."""
    view = game.view(game.seat)
    text = understand.plain(words)
    return any(text in understand.names_of(view, action) for action in game.legal_actions())


def _chosen(game: Game, units: list[UnitView], how_many: str, words: str) -> tuple[list[UnitView], str]:
    """The units that words like "British cruisers in England to North Sea" begin with, and what they shall do."""
    meant, words = [], words.strip()
    while True:
        first, _, rest = words.partition(" ")
        fits = _test(units, first.lower())
        if fits is None or not rest:
            break
        meant.append(first)
        units, words = [unit for unit in units if fits(unit)], rest.strip()
    in_place = re.match(r"(?:in|from|at) (.*?) (to |stay|raid|turn|patrol|transfer|hold|attack)", words, re.IGNORECASE)
    if in_place:
        units, words = _in_place(game, units, in_place[1]), words[in_place.start(2) :]
        meant.append(f"in {in_place[1]}")
    words = re.sub(r"^(to|into|in|at)\s+", "", words, flags=re.IGNORECASE)
    if not words:
        raise understand.UnknownWords('say what they shall do: "all to Marshalls", "all cruisers stay", "rest stay"')
    units = units[: int(how_many)] if how_many.isdigit() else units
    if not units:
        raise understand.UnknownWords(f"no {' '.join(meant) or 'units'} are left to be asked in this step")
    if how_many.isdigit() and len(units) < int(how_many):
        few = f"only {len(units)} {' '.join(meant)}".strip()
        raise understand.UnknownWords(f"{few} are left: {', '.join(unit.name for unit in units)}")
    return units, words


def _test(units: list[UnitView], word: str) -> Callable[[UnitView], bool] | None:
    """What a word says of a unit: a sort, a nation or a type on the counter; None for other words."""
    for sort in (word, f"{word}s"):
        if sort in SORTS:
            return SORTS[sort]
    if word in NATIONS:
        return lambda unit: unit.nation == NATIONS[word]
    if word.upper() in {unit.label.type.upper() for unit in units}:
        return lambda unit: unit.label.type.upper() == word.upper()
    return None


def _in_place(game: Game, units: list[UnitView], name: str) -> list[UnitView]:
    """Those of the units that are in the place of a name, or of a beginning of it."""
    view = game.view(game.seat)
    text = understand.plain(name)
    here = {unit.place_number for unit in units}
    found = [number for number in here if understand.plain(wording.place_name(view.scenario, number)).startswith(text)]
    return [unit for unit in units if unit.place_number in found]


def _one(game: Game, view: View, name: str) -> UnitView:
    """The unit of a name among those still to be asked in this step."""
    ahead = units_ahead(game)
    named = understand.units_named(view, name)
    found = [unit for unit in ahead if unit.number in {unit.number for unit in named}]
    if len(found) == 1:
        return found[0]
    if found:
        raise understand.UnknownWords(f'"{name.strip()}" may be {" or ".join(unit.name for unit in found)}')
    left = ", ".join(unit.name for unit in ahead)
    if named:
        raise understand.UnknownWords(f"{named[0].name} is not among those still to be asked in this step: {left}")
    raise understand.UnknownWords(f'no unit is called "{name.strip()}". Still to be asked in this step: {left}')


def units_ahead(game: Game) -> list[UnitView]:
    """The units that will be asked in this step, the present one first."""
    found: dict[int, UnitView] = {}
    for question in questions_ahead(game):
        view = question.view(question.seat)
        if view.decision == Decision.AIR_UNIT:
            numbers = [action - FIRST_UNIT_ACTION for action in question.legal_actions()]
            found |= {number: view.units_by_number[number] for number in numbers}
        else:
            unit = narrate.subject_unit(view)
            if unit is not None:
                found.setdefault(unit.number, unit)
    return list(found.values())


def give(game: Game, orders: Orders, units: list[UnitView], words: str) -> tuple[dict[str, list[str]], dict[str, str]]:
    """Keep an order for units; returns who is to do what, and for those that cannot carry it out why not.

    Raises understand.UnknownWords for an order by number, which may mean something else for another unit.
    """
    if words.strip().isdigit():
        raise understand.UnknownWords(f"name the place or the choice: {words} may mean something else for another unit")
    wanted = {unit.number: unit.name for unit in units}
    able: dict[str, list[str]] = {}
    unable: dict[str, str] = {}
    for question in _questions_to(game, wanted):
        view: View = question.view(question.seat)
        unit = view.asked_unit
        del wanted[unit.number]
        try:
            action = question.action_named(words)
        except LookupError as error:
            unable[unit.name] = str(error)
        else:
            meant = narrate.describe_action(view.scenario, question.view(), action)
            same = next((words for words in able if understand.plain(words) == understand.plain(meant)), meant)
            able.setdefault(same, []).append(unit.name)
            orders.waiting[unit.number] = meant
    return able, unable


def _questions_to(game: Game, wanted: dict[int, str]) -> Iterator[Game]:
    """The question to each of the wanted units, while it is wanted.  An air unit that can only stay is not asked."""
    for question in questions_ahead(game):
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
    unit = narrate.subject_unit(game.view())
    return None if unit is None else unit.number
