"""Decisions and the answers to them in words: one table of what is asked, one of the options."""

from typing import Any

from aw_env.core.declare.decisions import Mark
from aw_env.core.said.decisions import ATTACKING, Asked, DecisionWords, Sensible, spoken_of
from aw_env.core.said.understanding import Understanding
from aw_env.games.war_at_sea.records.terms import AREAS, FIRST_PLACE_ACTION, FIRST_UNIT_ACTION, Decision, Kind, Option
from aw_env.games.war_at_sea.view import View, view_of
from aw_env.games.war_at_sea.words.battle import odds_at, odds_of_a_strike
from aw_env.games.war_at_sea.words.obstacles import OBSTACLES
from aw_env.games.war_at_sea.words.wording import TERMS, the_place, unit_phrase
from aw_env.naval.sides import SIDES
from aw_env.naval.words import next_area

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


DECISIONS: dict[Decision, Asked] = {
    Decision.NONE: Asked("", ("1.1",), "Nothing is asked: the game has ended."),
    Decision.SET_UP: Asked(
        "{unit} appears: in which port?",
        ("4.3", "4.4", "4.5", "4.6"),
        "British ships that are there from the beginning lie in England or Malta; all that come later appear in the "
        "port of their nation.",
        example='"all to PLACE", "UNIT, UNIT to PLACE"',
    ),
    Decision.ORDER: Asked(
        _ask_order,
        ("6.1", "6.2", "6.4", "6.6", "14.3", "15.1", "15.4", "15.5"),
        "An area beside her port is always reached. One further on takes a die below her speed, rolled when all ships "
        "have their orders; who fails goes to port for the turn. No ship tries to sail on through an area that the "
        "enemy controlled last turn, so areas behind one are missing, and so are those closed to her nation. Convoys "
        "enter one area a turn, and each area takes one convoy.",
        of_place=_speed_roll,
    ),
    Decision.RETURN: Asked(
        _ask_return,
        ("5.7", "6.4", "6.7", "6.8", "7.2", "14.3", "17.1"),
        "After combat every ship goes to a port that her area leads to; disabled ships do so at once, and ships that "
        "failed to get through at the end of movement. Ports of the enemy and ports not in use are missing. A convoy "
        "may stay at sea.",
        options={Option.STAY: "stay at sea"},
        example='"all to PLACE", "UNIT, UNIT to PLACE"',
    ),
    Decision.REPAIR: Asked(
        "the shipyards of {place}: which ship is mended by a point?",
        ("13.1", "13.2", "2.7"),
        "A shipyard mends so many damage points a turn, of ships of its side that have not moved or tried to. What is "
        "not spent is lost.",
        options={Option.HOLD: "no more repairs here"},
        unit="mend",
        standing=("no more repairs",),
        sensible=_nothing_to_mend_for,
    ),
    Decision.U_BOAT_ORDER: Asked(
        "{unit} in {where}: to which area, or stay?",
        ("6.5", "8.1", "8.2"),
        "A U-boat may be put into any area. One that survives there keeps the Allies from controlling it.",
        example='"all to PLACE", "2 U-boats to PLACE", "rest stay"',
    ),
    Decision.AIR_MARKER: Asked(
        "where do your land-based aircraft strike this turn? (Secret until both sides have chosen.)",
        ("5.5", "9.1", "9.2", "9.3", "9.4"),
        "Each side has one marker of three airstrike factors and chooses one place for it in secret. In a port it "
        "finds the ships that are there when combat begins.",
        options={Option.HOLD: "nowhere"},
    ),
    Decision.COMBAT_AREA: next_area(
        ("5.6",),
        "Areas are resolved one after another, in the order that the Axis chooses. Areas with nothing to resolve are "
        "missing.",
    ),
    Decision.U_BOAT_TARGET: Asked(
        "{unit} in {where}: which target?",
        ("8.5", "8.6", "5.61"),
        "A U-boat that the hunt has left attacks any ship or convoy in its area with one die. All name their targets "
        "before any die is rolled.",
        unit="attack",
        example='"all attack TARGET", "rest hold"',
    ),
    Decision.AIR_TARGET: Asked(
        "airstrikes in {place}: which ship is struck next?",
        ("10.1", "10.2", "10.3", "10.4", "10.5"),
        "All airstrike factors of a side in the place are one pool: one die a factor. A target is named, then the dice "
        "are rolled, and no ship is struck twice in a turn. The results of both sides take effect together. U-boats "
        "are no targets.",
        options={Option.HOLD: "no more strikes"},
        unit="strike",
        of_unit=odds_of_a_strike,
    ),
    Decision.CARRIER_FIRE: Asked(
        "{unit} in {where}: does she fire in this round?",
        ("11.6",),
        "A carrier of the Axis says before targets are named whether she fires. One that fires may be fired upon like "
        "any other ship; a silent one only by a side that fires upon every other vessel as well.",
        example='"all fire", "rest silent"',
        standing=("silent", "fire"),
    ),
    Decision.SURFACE_TARGET: Asked(
        "surface combat in {area}, {unit}: which target?",
        ("11.2", "11.3", "11.5", "11.6", "14.8"),
        "A ship fires all her dice at one target; all targets are named before any die is rolled, and any ship may "
        "hold her fire. A silent carrier is missing unless the ships still to aim can cover every other vessel; a "
        "convoy is missing while another vessel with it is undamaged.",
        unit="fire at",
        of_unit=odds_at,
        example='"all fire at TARGET", "UNIT, UNIT fire at TARGET", "rest hold"',
    ),
    Decision.DISENGAGE: Asked(
        "disengage from {area}, or fight on? (Secret until both sides have chosen.)",
        ("12.1", "12.2", "12.4", "12.9"),
        "After a round each side says in secret whether it leaves. All its ships go, in groups, and it cannot control "
        "the area; if both leave nobody does.",
        standing=("disengage", "fight on"),
    ),
    Decision.JOIN_GROUP: Asked(
        "disengaging from {area}, {unit}: with which group?",
        ("12.1", "12.3"),
        "A group is as fast as its slowest ship. Fast ships on their own get away from slow pursuers. A ship joins the "
        "group of one that is already placed or begins another.",
        unit="with",
        example='"all with UNIT", "rest new"',
        standing=("by speed",),
    ),
    Decision.PURSUIT: Asked(
        "the pursuit in {area}, {unit}: which group does she pursue, if any?",
        ("12.3", "12.5", "12.7", "12.8"),
        "A ship may pursue a group that is not faster than she is; others are missing. All pursuers are named at once, "
        "and pursue one group each. Who stays holds the area.",
        unit="pursue",
        example='"all pursue UNIT", "rest none"',
        standing=("pursue", "no pursuit"),
    ),
    Decision.OILING: Asked(
        "{unit} in {where}: try to refuel and stay at sea?",
        ("16.1", "16.2"),
        "On turns 1 to 3 a German ship in the Atlantic may look for an oiler: 1-5, 1-4, 1-3. She then stays at sea and "
        "sails to any area next turn; if she finds none she goes to the Neutral Port.",
        options={Option.YES: "look for an oiler", Option.NO: "go to port"},
        example='"all refuel", "rest no"',
        standing=("refuel", "go to port"),
    ),
    Decision.SECRET_MOVEMENT: Asked(
        "movement of ships that lie face down.", ("19.3",), "British ships lie face down until the Axis has moved."
    ),
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
