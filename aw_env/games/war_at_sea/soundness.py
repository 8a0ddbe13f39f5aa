"""Whether a record from a file is a position that play could have come to, as far as the rules rely on it.

The rules check no bounds.  `core.declare.fields.check_values` has seen to it that every number is within the limits of
its field; here the numbers are held against the first position and each other.  Then `core.faces.game` lets the rules
put the question again that the record waits with.
"""

import numpy as np

from aw_env.core.declare.fields import check_values
from aw_env.core.engine.stack import CURSOR, STEP, SUBJECT
from aw_env.core.errors import SaveError
from aw_env.games.war_at_sea.records.state import STATE
from aw_env.games.war_at_sea.records.steps import Step
from aw_env.games.war_at_sea.records.terms import (
    AREAS,
    FIRST_BOX,
    FIRST_PORT,
    NOBODY,
    NOWHERE,
    PORTS,
    UNITS,
    Kind,
    Phase,
    Side,
)

_OF_A_SIDE = (Step.ORDERS, Step.REPAIRS, Step.GOING_HOME)
_OF_AN_AREA = (Step.AREA, Step.U_BOAT_ATTACKS, Step.ROUND, Step.DISENGAGING, Step.PURSUIT)
_IN_COMBAT = (Step.AREA, Step.ROUND, Step.DISENGAGING, Step.FORMING, Step.PURSUING, Step.PURSUIT)


def check_soundness(book: np.void, template: np.void, games: np.ndarray) -> None:
    """Raises SaveError unless `games[0]` holds together.  book, template: one element each of BOOK and GAME."""
    check_values(STATE, games)
    game = games[0]
    check_units(book, template, game)
    _must(game["scripted_used"] <= game["scripted"], "no more dice are used than laid")
    laid = game["script"][game["scripted_used"] : game["scripted"]]
    _must(bool((laid > 0).all()), "a die has from 1 to 6 points")
    _must(game["generator"].any(), "the generator never stands at 0")
    _must(template["turn"] <= game["turn"] <= book["last_turn"], "the turn is one of the scenario's")
    if game["over"]:
        _must(game["seat"] == game["power"] == NOBODY and game["depth"] == 1, "a game that is over waits for nobody")
        return
    _must(game["seat"] != NOBODY and game["seat"] == game["power"], "somebody is asked")
    _must(game["phase"] < Phase.OVER, "a game in its last phase is over")
    check_frames(game)


def before_asking(games: np.ndarray) -> None:
    """Take `games[0]` back to the moment before its question was put: every step puts the same question whenever it is
    asked."""


def _must(holds: bool | np.bool_, what: str) -> None:
    if not holds:
        raise SaveError(f"this save holds a position that cannot be: {what}")


def check_units(book: np.void, template: np.void, game: np.void) -> None:
    """The units are those of the first position, each where its kind may be, and none damaged beyond its defense."""
    _must(
        game["units"] == template["units"] and (game["roster"] == template["roster"]).all(), "the roster never changes"
    )
    there = np.zeros(UNITS, bool)
    there[game["roster"][: game["units"]]] = True
    place = game["place"]
    _must(bool(((place != NOWHERE) == there).all()), "the units of the roster, and they alone, have a place")
    _must(bool((game["damage"] <= book["defense"]).all()), "damage beyond the defense factor sinks")
    convoys_at_sea = there & (book["kind"] == Kind.CONVOY) & (place < AREAS)
    _must(bool((book["convoy_port"][place[convoys_at_sea]] != NOWHERE).all()), "convoys keep to their route")
    bound = there & (game["bound_for"] != NOWHERE)
    _must(bool(((place[bound] >= FIRST_PORT) & (place[bound] < FIRST_BOX)).all()), "only ships in port try two areas")
    fixed = there & (STATE.read(game, "taken_over") == 0)
    _must(bool((game["side"][fixed] == book["side"][fixed]).all()), "only ships taken over change sides")


def returns(game: np.void, unit: int) -> bool:
    """Whether a unit has somewhere to return from."""
    return bool(0 <= game["place"][unit] < AREAS or game["bound_for"][unit] != NOWHERE)


def check_frames(game: np.void) -> None:
    """The stack begins with the turn, and each frame is about something that there is."""
    frames = game["frames"][: game["depth"]]
    _must(len(frames) > 0 and frames[0, STEP] == Step.TURN, "the stack begins with the turn")
    _must(frames[0, SUBJECT] == game["phase"], "the stack and the game are in the same phase")
    for step, subject, cursor, stage in frames.tolist():
        _must(0 <= step <= max(Step), "every frame is a step")
        _must(0 <= cursor <= UNITS and 0 <= stage <= UNITS, "no step goes beyond the roster")
        if step in _OF_A_SIDE:
            _must(0 <= subject <= max(Side), f"{Step(step).name} is of a side")
        elif step in _OF_AN_AREA:
            _must(0 <= subject < AREAS, f"{Step(step).name} is in an area")
        elif step == Step.RETURN:
            _must(0 <= subject < UNITS and returns(game, subject), "a unit returns from sea, or after a failed move")
        elif step == Step.STRIKE or step == Step.LEAVING:
            _must(0 <= subject < FIRST_PORT + PORTS, f"{Step(step).name} is in a place")
        if step in _IN_COMBAT:
            _must(game["area"] != NOWHERE, "combat is in an area")
    _must(frames[-1, CURSOR] <= game["units"], "no step goes beyond the roster")
