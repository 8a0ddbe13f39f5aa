"""Standing orders: answers given once for every question of a kind.

    always air                    always retreat if outgunned         always home to England
    always surface here           always British cruisers home to Gibraltar
    always air in Coral Sea, Marshalls                never air
    always pursue                 always areas in order

They hold until they are taken away, those for some areas in every battle there.  The first that has a legal answer
gives it: what is said of a sort of unit, with a condition or for an area comes before what is said of all.
"""

from collections.abc import Callable, Iterable
from typing import Annotated, Literal, cast

from pydantic import BaseModel, ConfigDict, Field

from aw_env.admirals_war.records.terms import (
    AREAS,
    FIRST_PLACE_ACTION,
    FIRST_UNIT_ACTION,
    Decision,
    Option,
)
from aw_env.admirals_war.view import UnitView, View
from aw_env.admirals_war.words import naming, narrate, wording
from aw_env.admirals_war.words.naming import UnknownWords
from aw_env.core.faces.game import Game
from aw_env.table import phrases

# --- when ------------------------------------------------------------------------------------------------


def _outdone(strength: Callable[[UnitView], int]) -> Callable[[View], bool]:
    """Whether the enemies in the battle add up to more."""

    def outdone(view: View) -> bool:
        units = [unit for unit in view.units if unit.in_battle]
        ours = sum(strength(unit) for unit in units if unit.side == view.seat & 1)
        return 2 * ours < sum(strength(unit) for unit in units)

    return outdone


Condition = Literal["", "outgunned", "outflown", "outmatched"]
CONDITIONS: dict[str, Callable[[View], bool]] = {
    "outgunned": _outdone(lambda unit: unit.gunnery),
    "outflown": _outdone(lambda unit: unit.airstrike),
    "outmatched": _outdone(lambda unit: max(unit.gunnery, unit.airstrike)),
}
"""What may follow "if": the enemy in the battle has more gunnery, more airstrike, or more of the greater of both."""

# --- what --------------------------------------------------------------------------------------------------


def contested(view: View, area: int) -> bool:
    """Whether both sides have units in a sea area."""
    return len({unit.side for unit in view.units_in(view.names.place(area).id)}) > 1


def _quiet_area(game: Game) -> int | None:
    """The first area to be resolved, if no side meets the other in any of them."""
    view, legal = game.view(game.seat), game.legal_actions()
    areas = [action - FIRST_PLACE_ACTION for action in legal]
    fights = any(0 <= area < AREAS and contested(view, area) for area in areas)
    return None if fights else legal[0]


def _with_the_like(game: Game) -> int | None:
    """The group that is as fast as the unit that is asked, or a new one."""
    view, legal = game.view(game.seat), game.legal_actions()
    asked = view.asked_unit
    placed = [unit for unit in view.units if unit.in_battle and unit.side == asked.side and unit.number < asked.number]
    for action in legal:
        if action >= FIRST_UNIT_ACTION:
            group = view.units_by_number[action - FIRST_UNIT_ACTION].group
            if asked.speed == min((unit.speed for unit in placed if unit.group == group), default=0):
                return action
    return int(Option.NEW_GROUP) if Option.NEW_GROUP in legal else None


def _the_only_group(game: Game) -> int | None:
    """The group that may be pursued, if there is one only."""
    groups = [action for action in game.legal_actions() if action >= FIRST_UNIT_ACTION]
    return groups[0] if len(groups) == 1 else None


IN_ORDER, BY_SPEED, PURSUE = "areas in order", "by speed", "pursue"
WORKED_OUT: dict[str, Callable[[Game], int | None]] = {
    IN_ORDER: _quiet_area,
    BY_SPEED: _with_the_like,
    PURSUE: _the_only_group,
}
"""Answers that depend on more than words."""

KINDS: dict[str, Decision] = {
    IN_ORDER: Decision.COMBAT_AREA,
    BY_SPEED: Decision.JOIN_GROUP,
    PURSUE: Decision.PURSUIT,
    "air": Decision.ACTION_TYPE,
    "surface": Decision.ACTION_TYPE,
    "retreat": Decision.RETREAT,
    "remain": Decision.RETREAT,
    "silent": Decision.CARRIER_FIRE,
    "fire": Decision.CARRIER_FIRE,
    "no pursuit": Decision.PURSUIT,
    "no raid": Decision.AIR_RAID,
    "no repairs": Decision.REPAIR,
    "do not attack": Decision.STRIKE_ORDER,
    "stay a patroller": Decision.INVERSION,
}
"""Standing orders that may be given at any time, and the decision that each answers; so may "home to PLACE".  Any other
is about the question that is asked."""
HOME = "home to "


class StandingOrder(BaseModel):
    """An answer for every question of a kind."""

    model_config = ConfigDict(frozen=True)

    decision: Annotated[int, Field(ge=0, lt=len(Decision))]
    words: Annotated[str, Field(max_length=200)]
    """What is answered where it is legal."""
    sorts: Annotated[tuple[str, ...], Field(max_length=10)] = ()
    """Only for units of these sorts, nations and types."""
    condition: Condition = ""
    """Only then (`CONDITIONS`)."""
    turn: Annotated[int, Field(ge=0)] = 0
    """Only on this turn; 0: on any."""
    areas: Annotated[tuple[Annotated[int, Field(ge=0, lt=AREAS)], ...], Field(max_length=AREAS)] = ()
    """Only in battles in these sea areas; none: anywhere."""

    def answer(self, game: Game) -> int | None:
        """The answer to the question that is asked; None where the order has none."""
        view = game.view(game.seat)
        if view.decision != self.decision or not self._applies(view):
            return None
        if self.words in WORKED_OUT:
            return WORKED_OUT[self.words](game)
        try:
            return game.action_named(self.words)
        except UnknownWords:
            return None

    def _applies(self, view: View) -> bool:
        if self.turn not in (0, view.turn) or (self.areas and int(view.record["area"]) not in self.areas):
            return False
        unit = narrate.subject_unit(view)
        fits = all(unit is not None and phrases.is_of_sort(unit, sort) for sort in self.sorts)
        return fits and (not self.condition or CONDITIONS[self.condition](view))

    def in_words(self, view: View) -> str:
        """The order as it may be typed again."""
        home = HOME if self.decision == Decision.RETURN_TO_BASE else ""
        where = [view.names.place(area).name for area in self.areas]
        parts = [*self.sorts, home + self.words]
        parts += [f"in {', '.join(where)}"] if where else []
        return " ".join(parts + ([f"if {self.condition}"] if self.condition else []))


DEFAULT = (StandingOrder(decision=Decision.COMBAT_AREA, words=IN_ORDER),)
"""What everybody begins with: areas without a fight are resolved in order."""


def understood(game: Game, words: str) -> StandingOrder:
    """The standing order that words are.  Raises UnknownWords."""
    view = game.view(game.seat)
    words, _, condition = (part.strip() for part in words.partition(" if "))
    if condition and condition not in CONDITIONS:
        close = naming.did_you_mean(condition, CONDITIONS)
        raise UnknownWords(f'"{condition}" is no condition{close or f": there are {wording.any_of([*CONDITIONS])}"}')
    words, areas = _parted(view, words)
    sorts = []
    while " " in words and phrases.is_sort(words.partition(" ")[0].lower()):
        sort, _, words = words.partition(" ")
        sorts.append(sort.lower())
    decision, words = _decision_of(game, view, words.removeprefix("all "))
    when = cast(Condition, condition)
    return StandingOrder(decision=decision, words=words, sorts=tuple(sorts), condition=when, areas=areas)


def _parted(view: View, words: str) -> tuple[str, tuple[int, ...]]:
    """What is to be done, and in battles in which sea areas: those named after "in", all of a theatre, or "here"."""
    if words in KINDS:
        return words, ()
    if words.endswith(" here") and view.area is not None:
        return words.removesuffix(" here"), (view.names.place_number(view.area),)
    what, where, names = words.rpartition(" in ")
    if not where:
        return words, ()
    areas: list[int] = []
    for name in names.split(","):
        theatre = [area.number for area in view.areas if area.theatre == naming.plain(name)]
        named = [place.number for place in naming.places_named(view, name) if place.kind == "area"]
        if not theatre and len(named) != 1:
            known = naming.did_you_mean(name, [area.name for area in view.areas])
            raise UnknownWords(f'"{name.strip()}" is no sea area{known}')
        areas += theatre or named
    return what, tuple(sorted(set(areas)))


def _decision_of(game: Game, view: View, words: str) -> tuple[Decision, str]:
    """The decision that a standing order answers, and the answer."""
    if words in KINDS:
        return KINDS[words], words
    if words.startswith(HOME):
        places = naming.places_named(view, words.removeprefix(HOME))
        if len(places) != 1:
            known = naming.did_you_mean(words.removeprefix(HOME), naming.all_places(view))
            raise UnknownWords(f'"{words.removeprefix(HOME)}" is no port or base{known}')
        return Decision.RETURN_TO_BASE, places[0].name
    action = game.action_named(words)
    return view.decision, narrate.describe_briefly(view, action)


def with_order(orders: Iterable[StandingOrder], new: StandingOrder) -> tuple[StandingOrder, ...]:
    """Standing orders with another, which comes before those as wide and takes the place of those for the same case."""
    left = [remaining for order in orders if (remaining := _less(order, new)) is not None]
    return tuple(sorted([new, *left], key=_width))


def without(orders: Iterable[StandingOrder], taken: StandingOrder) -> tuple[StandingOrder, ...]:
    """Standing orders without one, wherever it holds or, if areas are named, without it there."""
    left = []
    for order in orders:
        same = (order.words, *_case(order)) == (taken.words, *_case(taken))
        remaining = order if not same else _less(order, taken) if taken.areas else None
        left += [] if remaining is None else [remaining]
    return tuple(left)


def _less(order: StandingOrder, other: StandingOrder) -> StandingOrder | None:
    """What is left of an order beside another for the same case: nothing, or the areas that the other does not speak
    of."""
    if _case(order) != _case(other):
        return order
    if not order.areas and not other.areas:
        return None
    areas = tuple(area for area in order.areas if area not in other.areas)
    return order.model_copy(update={"areas": areas}) if areas else None if order.areas else order


def _case(order: StandingOrder) -> tuple:
    """What an order is about.  Of places to go to, and of areas to resolve, each is a case of its own: where one is
    not legal the next may be."""
    apart = order.decision == Decision.COMBAT_AREA or (order.decision == Decision.RETURN_TO_BASE and not order.areas)
    return order.decision, order.sorts, order.condition, order.turn, order.words if apart else ""


def _width(order: StandingOrder) -> int:
    """How many cases an order is about: 0 for the narrowest."""
    return (not order.turn) + (not order.areas) + (not order.condition) + (not order.sorts)
