"""Whether a record from a file is a position that play could have come to, as far as the rules rely on it."""

import numpy as np

from aw_env.core.declare.fields import check_values
from aw_env.core.declare.soundness import Subjects, check_dice, check_subject, frames_of, must, within
from aw_env.core.declare.soundness import before_asking as before_asking
from aw_env.core.engine.layout import CURSOR, STAGE, STEP
from aw_env.games.war_at_sea.records.state import STATE
from aw_env.games.war_at_sea.records.steps import Step
from aw_env.games.war_at_sea.records.terms import (
    AREAS,
    FIRST_BOX,
    FIRST_PORT,
    GROUPS,
    NOBODY,
    NOWHERE,
    PORTS,
    UNITS,
    Kind,
    Phase,
    Side,
)

SUBJECTS: Subjects = {
    "phase": lambda book, game, phase: phase == game["phase"],
    "side": within(0, max(Side)),
    "area": within(0, AREAS - 1),
    "place": within(0, FIRST_PORT + PORTS - 1),
    "group": within(0, GROUPS),
    "unit that returns": lambda book, game, unit: 0 <= unit < UNITS and returns(game, unit),
    "nobody": within(NOBODY, NOBODY),
}
_IN_COMBAT = (Step.AREA, Step.ROUND, Step.DISENGAGING, Step.FORMING, Step.PURSUING, Step.PURSUIT)


def check_soundness(book: np.void, template: np.void, games: np.ndarray) -> None:
    """Raises SaveError unless `games[0]` holds together.  book, template: one element each of BOOK and GAME."""
    check_values(STATE, games)
    game = games[0]
    check_units(book, template, game)
    check_dice(game)
    must(template["turn"] <= game["turn"] <= book["last_turn"], "the turn is one of the scenario's")
    if game["over"]:
        must(game["seat"] == game["power"] == NOBODY and game["depth"] == 1, "a game that is over waits for nobody")
        return
    must(game["seat"] != NOBODY and game["seat"] == game["power"], "somebody is asked")
    must(game["phase"] < Phase.OVER, "a game in its last phase is over")
    check_frames(book, game)


def check_units(book: np.void, template: np.void, game: np.void) -> None:
    """The units are those of the first position, each where its kind may be, and none damaged beyond its defense."""
    must(
        game["units"] == template["units"] and (game["roster"] == template["roster"]).all(), "the roster never changes"
    )
    there = np.zeros(UNITS, bool)
    there[game["roster"][: game["units"]]] = True
    place = game["place"]
    must((place != NOWHERE) == there, "the units of the roster, and they alone, have a place")
    must(game["damage"] <= book["defense"], "damage beyond the defense factor sinks")
    convoys_at_sea = there & (book["kind"] == Kind.CONVOY) & (place < AREAS)
    must(book["convoy_port"][place[convoys_at_sea]] != NOWHERE, "convoys keep to their route")
    bound = there & (game["bound_for"] != NOWHERE)
    must((place[bound] >= FIRST_PORT) & (place[bound] < FIRST_BOX), "only ships in port try two areas")
    fixed = there & (STATE.read(game, "taken_over") == 0)
    must(game["side"][fixed] == book["side"][fixed], "only ships taken over change sides")


def returns(game: np.void, unit: int) -> bool:
    """Whether a unit has somewhere to return from."""
    return bool(0 <= game["place"][unit] < AREAS or game["bound_for"][unit] != NOWHERE)


def check_frames(book: np.void, game: np.void) -> None:
    """The stack begins with the turn, and each frame is about something that there is."""
    frames = frames_of(game)
    must(len(frames) > 0 and frames[0][STEP] == Step.TURN, "the stack begins with the turn")
    for frame in frames:
        check_subject(Step, SUBJECTS, book, game, frame)
        must(0 <= frame[CURSOR] <= UNITS and 0 <= frame[STAGE] <= UNITS, "no step goes beyond the roster")
        must(frame[STEP] not in _IN_COMBAT or game["area"] != NOWHERE, "combat is in an area")
    must(frames[-1][CURSOR] <= game["units"], "no step goes beyond the roster")
