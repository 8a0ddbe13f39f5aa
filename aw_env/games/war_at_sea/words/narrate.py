"""Decisions and the answers to them in words.

Everything here reads games and changes none.  A `game` may be a `View` or an array whose first record is the game.
"""

from collections.abc import Callable
from typing import Any

from aw_env.core.said.wording import first_few
from aw_env.games.war_at_sea.printed.load import Scenario
from aw_env.games.war_at_sea.records.terms import FIRST_PLACE_ACTION, FIRST_UNIT_ACTION, Decision, Kind, Option
from aw_env.games.war_at_sea.view import UnitView, View, view_of
from aw_env.games.war_at_sea.words.wording import the_place, unit_phrase
from aw_env.naval.sides import SIDES


def describe_decision(scenario: Scenario, game: Any) -> str:
    """A sentence that says who chooses what, about which unit or place."""
    view = view_of(scenario, game)
    if view.decision == Decision.NONE or view.seat < 0:
        return "The game is over." if view.over else "Nothing is being asked."
    subject = view.subject
    filled = {"area": the_place(scenario, view.area.number)} if view.area else {"area": "the area"}
    if isinstance(subject, UnitView):
        filled |= {"unit": unit_phrase(subject), "where": the_place(scenario, subject.place_number)}
    elif subject is not None:
        filled["place"] = the_place(scenario, subject.number)
    return f"{SIDES[list(SIDES)[view.seat]]}: {_question(view).format(**filled)}"


def subject_unit(view: View) -> UnitView | None:
    """The unit that the decision is about, or None when it is about a place or nothing."""
    subject = view.subject
    return subject if isinstance(subject, UnitView) else None


def _question(view: View) -> str:
    question = _QUESTIONS[view.decision]
    return question if isinstance(question, str) else question(view)


def _ask_order(view: View) -> str:
    if view.asked_unit.refuelled:
        return "{unit}, refuelled in {where}: to which area or port?"
    return "{unit} in {where}: to which area, or stay in port?"


def _ask_return(view: View) -> str:
    unit = view.asked_unit
    if unit.bound_for >= 0:
        return "{unit} has failed to get through to " + the_place(view.scenario, unit.bound_for) + ": to which port?"
    if unit.disabled:
        return "{unit}, disabled, leaves {where}: to which port?"
    if unit.kind == Kind.CONVOY:
        return "{unit} in {where}: put into port for its points, or stay at sea?"
    return "{unit} leaves {where}: to which port?"


_QUESTIONS: dict[Decision, str | Callable[[View], str]] = {
    Decision.SET_UP: "{unit} appears: in which port?",
    Decision.ORDER: _ask_order,
    Decision.RETURN: _ask_return,
    Decision.REPAIR: "the shipyards of {place}: which ship is mended by a point?",
    Decision.U_BOAT_ORDER: "{unit} in {where}: to which area, or stay?",
    Decision.AIR_MARKER: "where do your land-based aircraft strike this turn? (Secret until both sides have chosen.)",
    Decision.COMBAT_AREA: "in which sea area is combat resolved next?",
    Decision.U_BOAT_TARGET: "{unit} in {where}: which target?",
    Decision.AIR_TARGET: "airstrikes in {place}: which ship is struck next?",
    Decision.CARRIER_FIRE: "{unit} in {where}: does she fire in this round?",
    Decision.SURFACE_TARGET: "surface combat in {area}, {unit}: which target?",
    Decision.DISENGAGE: "disengage from {area}, or fight on? (Secret until both sides have chosen.)",
    Decision.JOIN_GROUP: "disengaging from {area}, {unit}: with which group?",
    Decision.PURSUIT: "the pursuit in {area}, {unit}: which group does she pursue, if any?",
    Decision.OILING: "{unit} in {where}: try to refuel and stay at sea?",
    Decision.SECRET_MOVEMENT: "movement of ships that lie face down.",
}

OPTION_WORDS: dict[Option, str] = {
    Option.STAY: "stay in port",
    Option.HOLD: "hold fire",
    Option.FIRE: "fire",
    Option.SILENT: "keep silent",
    Option.DISENGAGE: "disengage",
    Option.FIGHT_ON: "fight on",
    Option.NEW_GROUP: "a new group",
    Option.NO_PURSUIT: "do not pursue",
    Option.YES: "yes",
    Option.NO: "no",
}
_OPTION_WORDS_IN: dict[tuple[Decision, Option], str] = {
    (Decision.RETURN, Option.STAY): "stay at sea",
    (Decision.REPAIR, Option.HOLD): "no more repairs here",
    (Decision.AIR_MARKER, Option.HOLD): "nowhere",
    (Decision.AIR_TARGET, Option.HOLD): "no more strikes",
    (Decision.OILING, Option.YES): "look for an oiler",
    (Decision.OILING, Option.NO): "go to port",
}
_VERBS = {
    Decision.REPAIR: "mend",
    Decision.U_BOAT_TARGET: "attack",
    Decision.AIR_TARGET: "strike",
    Decision.SURFACE_TARGET: "fire at",
    Decision.JOIN_GROUP: "with",
    Decision.PURSUIT: "pursue",
}


def describe_action(scenario: Scenario, game: Any, action: int) -> str:
    """An answer to the decision that the game waits for, in a few words."""
    view = view_of(scenario, game)
    if action < FIRST_PLACE_ACTION:
        if action not in set(Option):
            return f"option {action}"
        option = Option(action)
        return _OPTION_WORDS_IN.get((view.decision, option), OPTION_WORDS[option])
    if action < FIRST_UNIT_ACTION:
        return scenario.names.places[action - FIRST_PLACE_ACTION].name
    unit = view.units_by_number.get(action - FIRST_UNIT_ACTION)
    if unit is None:
        return f"unit {action - FIRST_UNIT_ACTION}"
    return f"{_VERBS.get(view.decision, '')} {unit_phrase(unit)}".strip()


def describe_briefly(view: View, action: int) -> str:
    """The same without what is said of a unit in brackets: "fire at Bismarck"."""
    if action < FIRST_UNIT_ACTION:
        return describe_action(view.scenario, view, action)
    name = view.names.units[action - FIRST_UNIT_ACTION].name
    return f"{_VERBS.get(view.decision, '')} {name}".strip()


def forces_in(view: View, area: int) -> str:
    """Who is in a sea area, side by side: "Hood, Norfolk against Bismarck"; of many the first few."""
    units = [unit for unit in view.units if unit.place_number == area]
    sides = [[unit.name for unit in units if unit.side == side] for side in SIDES]
    return " against ".join(first_few(names) for names in sides if names) or "nobody"
