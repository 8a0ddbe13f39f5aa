"""What there is to know of a question and of its choices, for any screen."""

import re
from dataclasses import dataclass

from aw_env.admirals_war.printed.load import PlaceName, UnitName
from aw_env.admirals_war.records.terms import (
    AREAS,
    FIRST_PLACE_ACTION,
    FIRST_UNIT_ACTION,
    Decision,
)
from aw_env.admirals_war.render import text
from aw_env.admirals_war.view import UnitView, View
from aw_env.admirals_war.words import naming, narrate, obstacles, reasons, understand, wording
from aw_env.admirals_war.words.naming import UnknownWords
from aw_env.core.faces.game import Game
from aw_env.table import orders as by_name
from aw_env.table.rulebook import titles
from aw_env.table.session import Session

_ORDERS = '"all to PLACE", "UNIT, UNIT to PLACE", "rest stay"'
_ATTACKS = '"all attack TARGET", "UNIT, UNIT attack TARGET"'
_EXAMPLES = {
    Decision.PATROL_ORDER: _ORDERS,
    Decision.AIR_UNIT: _ORDERS,
    Decision.AMPHIBIOUS_ORDER: _ORDERS,
    Decision.RAID_ORDER: _ORDERS,
    Decision.AIR_TARGET: f'{_ATTACKS}, "rest hold"',
    Decision.STRIKE_ORDER: '"all attack PLACE", "UNIT, UNIT attack PLACE", "rest hold"',
    Decision.STRIKE_TARGET: f'{_ATTACKS}, "rest hold"',
    Decision.SURFACE_TARGET: _ATTACKS,
    Decision.CARRIER_FIRE: '"all fire", "rest silent"',
    Decision.JOIN_GROUP: '"all join UNIT", "UNIT, UNIT to UNIT"',
    Decision.PURSUIT: '"all pursue UNIT", "rest none"',
    Decision.AIR_RAID: '"all to PLACE", "rest no raid"',
    Decision.LANDING: '"all to PLACE", "rest stay at sea"',
    Decision.RAID_FORCE: '"all carriers join", "rest stay"',
    Decision.INVERSION: '"all invert", "rest stay"',
    Decision.SUBMARINE_TARGET: f'{_ATTACKS}, "rest hold"',
    Decision.JOIN_TASK_FORCE: '"all join UNIT", "UNIT new"',
    Decision.INTENTION: '"all search", "rest hide"',
    Decision.NAMING: f'{_ATTACKS}, "UNIT, UNIT uncertain", "rest hold"',
    Decision.KAMIKAZE: '"all yes", "UNIT, UNIT yes", "rest no"',
}
"""How to order several units at once, by what is asked."""


def example(decision: Decision) -> str:
    """How to order several units at once, by what is asked."""
    return _EXAMPLES.get(decision, _ORDERS)


def heading(view: View) -> list[str]:
    """Scenario, turn, phase and the tracks of victory points; in combat the area and round."""
    return text.heading(view.scenario, view).plain.splitlines()


# --- the choices -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Choice:
    """A legal answer.

    note: what there is to know of it, such as the speed roll to a destination; "" for nothing.
    target: the place or unit that it names, as `thing` has it, None for neither.
    """

    action: int
    words: str
    note: str
    target: str | None


def choices(game: Game, view: View, alone: bool) -> list[Choice]:
    """The choices of the question.

    view: that of the seat that is asked.  alone: whether nobody of another seat sees what is told.
    """
    return [
        Choice(action, words, _note(game, view, action, alone), _target(view, action))
        for action, words in game.actions()
    ]


def choice_in_words(game: Game, view: View, action: int, alone: bool) -> str:
    """A choice and what there is to know of it; of a sea area what it is worth and who is there."""
    note = _note(game, view, action, alone)
    words = narrate.describe_action(view.scenario, view, action) + (note and f" ({note})")
    if not FIRST_PLACE_ACTION <= action < FIRST_PLACE_ACTION + AREAS:
        return words
    area = view.names.place(action - FIRST_PLACE_ACTION)
    allies, axis = view.points(area.id)
    held = f"worth {allies}/{axis}, held by {text.holder(view, area.id)}"
    return f"{words}: {held}; {narrate.forces_in(view, area.number)} there"


def _target(view: View, action: int) -> str | None:
    if action >= FIRST_UNIT_ACTION:
        return thing(view.names.units[action - FIRST_UNIT_ACTION])
    return thing(view.names.place(action - FIRST_PLACE_ACTION)) if action >= FIRST_PLACE_ACTION else None


def thing(named: UnitView | UnitName | PlaceName | None) -> str | None:
    """A unit or place by kind and id, since some are called alike: "unit australia", "place australia"."""
    if named is None:
        return None
    return f"{'place' if isinstance(named, PlaceName) else 'unit'} {named.id}"


def _note(game: Game, view: View, action: int, alone: bool) -> str:
    """What there is to know of a choice: the speed roll to a destination, who is in an area to be resolved; or how
    many faces of the die an area has, if nobody else sees it."""
    if view.decision == Decision.DIVISION and alone:
        return narrate.faces_so_far(view, action - FIRST_PLACE_ACTION)
    if not FIRST_PLACE_ACTION <= action < FIRST_UNIT_ACTION:
        return ""
    if view.decision == Decision.COMBAT_AREA:
        return narrate.forces_in(view, action - FIRST_PLACE_ACTION)
    if view.decision in (Decision.PATROL_ORDER, Decision.RAID_ORDER):
        return _speed_roll(game, view.asked_unit, action)
    return ""


def _speed_roll(game: Game, unit: UnitView, action: int) -> str:
    """What the rules make of a destination, found by trying it on a copy (§6.2)."""
    trial = game.clone(reseed=0)
    trial.apply(action)
    rolls = [subjects[0] for kind, subjects, _, _ in trial.events() if kind == "speed_roll"]
    if not trial.view().units_by_number[unit.number].state["steps"] and unit.name not in rolls:
        return ""
    assumed = int(game.rules.scenario.books["assumed_speed_die"][0, unit.power])
    if unit.speed > 6 or unit.speed == 1:
        return f"speed roll {'passes' if unit.speed > 6 else 'fails'}"
    if assumed:
        return f"speed roll taken as {assumed}: {'passes' if unit.speed > assumed else 'fails'}"
    return f"speed roll: {unit.speed - 1} or less"


# --- the reasons -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Explanation:
    """Why choices are as they are.  rules: numbers and titles of the rules behind all of them, if it is about all."""

    words: str
    rules: tuple[tuple[str, str], ...] = ()


def why(session: Session, view: View, words: str) -> Explanation:
    """The rules behind the choices; or, of a unit that is named, why it is asked or not; or, of what is named after
    "not" or is a place, why it is no choice.

    view: that of who asks.  Raises UnknownWords for a name that nothing has.
    """
    named = re.sub(r"^not\b\s*", "", words)
    action = understand.something_named(view, named) if named else None
    if named and action is None:
        if absent := naming.absent(view, named):
            raise UnknownWords(f"{absent} is not in this game")
        known = naming.all_places(view) + [unit.name for unit in view.units]
        raise UnknownWords(f'nothing is called "{named}"{naming.did_you_mean(named, known)}')
    if action is None:
        return _rules(view)
    if named != words or action < FIRST_UNIT_ACTION:
        return _why_not(session.game, view, action)
    return _why_asked(session, view, view.units_by_number[action - FIRST_UNIT_ACTION])


def _rules(view: View) -> Explanation:
    reason, known = reasons.why(view.decision), titles()
    return Explanation(reason.words, tuple((rule, known.get(rule, "")) for rule in reason.rules))


def _why_not(game: Game, view: View, action: int) -> Explanation:
    """What stands in the way of a place or unit, or the rules of the question where nothing particular does."""
    name = naming.name_of(view, action)
    if action in game.legal_actions():
        return Explanation(f"{name} is among the choices.")
    obstacle = obstacles.why_not(view, action)
    return Explanation(f"{name} is no choice: {obstacle}.") if obstacle else _rules(view)


def _why_asked(session: Session, view: View, unit: UnitView) -> Explanation:
    """Whether a unit is asked in this step, has its order, or what keeps it from being asked."""
    orders = session.orders
    if unit.number in {other.number for other in by_name.units_ahead(session.game, orders)}:
        ordered = f"; its order is {orders.words[unit.number]}" if unit.number in orders.waiting else ""
        what = f"is asked in this step{ordered}"
    elif unit.number in orders.answered:
        what = f"has answered in this step: {orders.words[unit.number]}"
    else:
        what = f"is not asked now: {obstacles.why_idle(view, unit)}"
    return Explanation(f"{wording.unit_phrase(unit)}, {obstacles.whereabouts(view, unit)}, {what}.")
