"""Decisions and the answers to them in words: one table of what is asked, one of the options."""

from typing import Any

from aw_env.core.config.folder import configs_folder
from aw_env.core.declare.decisions import Mark
from aw_env.core.rooms.phrases import asked_in
from aw_env.core.said.decisions import ATTACKING, Asked, DecisionWords, Sensible, spoken_of
from aw_env.core.said.understanding import Understanding
from aw_env.games.war_at_sea.records.terms import AREAS, FIRST_PLACE_ACTION, FIRST_UNIT_ACTION, Decision, Kind, Option
from aw_env.games.war_at_sea.view import View, view_of
from aw_env.games.war_at_sea.words.battle import odds_at, odds_of_a_strike
from aw_env.games.war_at_sea.words.obstacles import OBSTACLES
from aw_env.games.war_at_sea.words.wording import TERMS, the_place, unit_phrase
from aw_env.naval.sides import SIDES
from aw_env.naval.words import forces_in

MOST_SPEED, LEAST_SPEED = 6, 1
"""Beyond these no die is rolled for a second area."""


def _ask_order(view: View) -> str:
    if view.asked_unit.refuelled:
        return "{unit}, refuelled in {where}: to which area or port?"
    return "{unit} in {where}: to which area, or stay in port?"


def _rolls(view: View, area: int) -> bool:
    """Whether a die is rolled for the area, which is not beside the ship's port."""
    unit = view.asked_unit
    return 0 <= area < AREAS and unit.in_port and area not in view.touches(view.names.places[unit.place_number].id)


def chance(game: Any, action: int) -> float:
    """How likely the ship that is asked gets through to where an answer sends it."""
    view = game.view(game.seat)
    if view.decision != Decision.ORDER or not _rolls(view, action - FIRST_PLACE_ACTION):
        return 1.0
    return min(max(view.asked_unit.speed - 1, 0), 6) / 6


def _speed_roll(view: View, area: int) -> str:
    """The die to a second area."""
    unit = view.asked_unit
    if not _rolls(view, area):
        return ""
    if not LEAST_SPEED < unit.speed <= MOST_SPEED:
        return f"speed roll {'passes' if unit.speed > MOST_SPEED else 'fails'}"
    return f"speed roll: {unit.speed - 1} or less"


def _ask_return(view: View) -> str:
    unit = view.asked_unit
    if unit.bound_for >= 0:
        return "{unit} has failed to get through to " + the_place(view.scenario, unit.bound_for) + ": to which port?"
    if unit.disabled:
        return "{unit}, disabled, leaves {where}: to which port?"
    if unit.kind == Kind.CONVOY:
        return "{unit} in {where}: put into port for its points, or stay at sea?"
    return "{unit} leaves {where}: to which port?"


def _nothing_to_mend_for(view: View) -> Sensible | None:
    """No repairs on the last turn: ships that are mended have not sailed (13.1), and do not sail any more."""
    if view.turn < view.last_turn:
        return None
    return Sensible(Option.HOLD, "no ship that is mended sails again, and damage costs no points")


WORKED_OUT: dict[Decision, dict[str, Any]] = {
    Decision.ORDER: {"question": _ask_order, "of_place": _speed_roll},
    Decision.RETURN: {"question": _ask_return},
    Decision.REPAIR: {"sensible": _nothing_to_mend_for},
    Decision.COMBAT_AREA: {"of_place": forces_in},
    Decision.AIR_TARGET: {"of_unit": odds_of_a_strike},
    Decision.SURFACE_TARGET: {"of_unit": odds_at},
}
"""What of the questions of `words.toml` is no text."""
DECISIONS: dict[Decision, Asked] = {
    Decision.NONE: Asked("", ("1.1",), "Nothing is asked: the game has ended."),
    **asked_in(configs_folder() / "war_at_sea" / "words.toml", Decision, Option, WORKED_OUT),
}
WORDS = DecisionWords(
    DECISIONS,
    TERMS.options,
    first_place=FIRST_PLACE_ACTION,
    first_unit=FIRST_UNIT_ACTION,
    view_of=view_of,
    who=lambda view: SIDES[view.seat],
    the_place=the_place,
    unit_phrase=unit_phrase,
    orders='"all to PLACE", "UNIT, UNIT to PLACE", "rest stay"',
    verbs=("", "with ", *spoken_of(*ATTACKING, "mend ", "repair ", "pursue ", "join ")),
)
UNDERSTANDING = Understanding(WORDS, Option.those(Mark.QUIET), OBSTACLES)
describe_action, describe_decision = WORDS.describe_action, WORDS.describe_decision
action_named = UNDERSTANDING.action_meant
