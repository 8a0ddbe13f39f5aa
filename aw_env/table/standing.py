"""Standing orders: answers given once for every question of a kind.

    always air                    always retreat if outgunned         always home to England
    always surface here           always British cruisers home to Gibraltar
    always areas in order         never air

They hold until they are taken away; with "here" while the present battle lasts.  The first that has a legal answer gives
it, those with a condition before those without.
"""

import re
from collections.abc import Callable
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from aw_env.admirals_war.records.terms import (
    AREAS,
    FIRST_PLACE_ACTION,
    FIRST_UNIT_ACTION,
    NOWHERE,
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
    """The group of ships of one's own speed, or a new one."""
    view = game.view(game.seat)
    unit, legal = view.asked_unit, game.legal_actions()
    for action in legal:
        if action >= FIRST_UNIT_ACTION and view.units_by_number[action - FIRST_UNIT_ACTION].speed == unit.speed:
            return action
    return int(Option.NEW_GROUP) if Option.NEW_GROUP in legal else None


IN_ORDER, BY_SPEED = "areas in order", "by speed"
WORKED_OUT: dict[str, Callable[[Game], int | None]] = {IN_ORDER: _quiet_area, BY_SPEED: _with_the_like}
"""Answers that depend on more than words."""

KINDS: dict[str, Decision] = {
    IN_ORDER: Decision.COMBAT_AREA,
    BY_SPEED: Decision.JOIN_GROUP,
    "air": Decision.ACTION_TYPE,
    "surface": Decision.ACTION_TYPE,
    "retreat": Decision.RETREAT,
    "remain": Decision.RETREAT,
    "silent": Decision.CARRIER_FIRE,
    "fire": Decision.CARRIER_FIRE,
    "no pursuit": Decision.PURSUIT,
    "no raid": Decision.AIR_RAID,
    "no repairs": Decision.REPAIR,
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
    condition: Annotated[str, Field(max_length=20)] = ""
    """Only then (`CONDITIONS`)."""
    turn: int = 0
    """Only on this turn; 0: on any."""
    area: int = NOWHERE
    """Only in the battle there; `NOWHERE`: anywhere."""

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
        if self.turn not in (0, view.turn) or self.area not in (NOWHERE, int(view.record["area"])):
            return False
        unit = narrate.subject_unit(view)
        fits = all(unit is not None and phrases.is_of_sort(unit, sort) for sort in self.sorts)
        return fits and (not self.condition or CONDITIONS[self.condition](view))

    def __str__(self) -> str:
        home = HOME if self.decision == Decision.RETURN_TO_BASE else ""
        sorts, when = " ".join(self.sorts), f" if {self.condition}" if self.condition else ""
        scope = " here" if self.area != NOWHERE else " this turn" if self.turn else ""
        return f"{sorts} {home}{self.words}{when}{scope}".strip()


DEFAULT = (StandingOrder(decision=Decision.COMBAT_AREA, words=IN_ORDER),)
"""What everybody begins with: areas without a fight are resolved in order."""


def understood(game: Game, words: str) -> StandingOrder:
    """The standing order that words are.  Raises UnknownWords."""
    view = game.view(game.seat)
    words, _, condition = (part.strip() for part in words.partition(" if "))
    if condition and condition not in CONDITIONS:
        close = naming.did_you_mean(condition, CONDITIONS)
        raise UnknownWords(f'"{condition}" is no condition{close or f": there are {wording.any_of([*CONDITIONS])}"}')
    here = words.endswith(" here")
    words = words.removesuffix(" here")
    sorts = []
    while " " in words and phrases.is_sort(words.partition(" ")[0].lower()):
        sort, _, words = words.partition(" ")
        sorts.append(sort.lower())
    decision, words = _decision_of(game, view, re.sub(r"^all ", "", words))
    turn, area = (view.turn, int(view.record["area"])) if here else (0, NOWHERE)
    return StandingOrder(decision=decision, words=words, sorts=tuple(sorts), condition=condition, turn=turn, area=area)


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


def with_order(orders: tuple[StandingOrder, ...], new: StandingOrder) -> tuple[StandingOrder, ...]:
    """Standing orders with another: it comes first of those of its decision, and takes the place of one for the same
    case; narrower ones keep coming before wider ones."""
    case = _case(new)
    left = [order for order in orders if _case(order) != case]
    return tuple(sorted([new, *left], key=lambda order: -_narrow(order)))


def _case(order: StandingOrder) -> tuple:
    home = order.words if order.decision == Decision.RETURN_TO_BASE or order.decision == Decision.COMBAT_AREA else ""
    return order.decision, order.sorts, order.condition, order.turn, order.area, home


def _narrow(order: StandingOrder) -> int:
    return len(order.sorts) + 2 * bool(order.condition) + 4 * bool(order.turn)
