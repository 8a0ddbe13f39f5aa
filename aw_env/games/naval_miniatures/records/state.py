"""The record of a game: everything that changes while it is played (one element of a structured array).

Each field is declared once, here: its type, its values, its meaning, the key under which a scenario file speaks of it,
and who may see it.
"""

from aw_env.core.declare.fields import (
    YES_OR_NO,
    Declaration,
    Field,
    Sight,
    course,
    dice,
    index,
    keyed,
    number,
    one_of,
    question,
    subset,
)
from aw_env.core.engine.layout import FRAME_FIELDS
from aw_env.core.rooms.records import Records
from aw_env.games.naval_miniatures.records.book import LAST_TURN, MOST_POINTS, PRINTED
from aw_env.games.naval_miniatures.records.terms import (
    ALL_CARDS,
    ASHORE,
    CARDS,
    EFFECTS,
    FLEET,
    MAP,
    MARKS,
    MOST_DICE,
    NOBODY,
    NOWHERE,
    OBJECTIVES,
    OPTIONS,
    SECTORS,
    UNITS,
    ZONES,
    Decision,
    Event,
    Option,
    Phase,
    Side,
    Weapon,
)
from aw_env.naval.terms import DIE, FACES

FRAMES = 8
"""Frames of the sequence of play that are never full at a time."""
MOST_HULL = 9
MOST_PENDING = 99
"""Damage that is counted until it takes effect: what is beyond sinks nothing deeper."""

_POINTS = number(-MOST_POINTS, MOST_POINTS)
_SIDE = one_of(Side, NOBODY)
_SECTOR = index(SECTORS, "sector", NOWHERE)
_UNIT = index(UNITS, "unit", NOBODY)
_BY_SIDE, _BY_SECTOR, _BY_UNIT = (len(Side),), (SECTORS,), (UNITS,)

STATE = Declaration(
    # --- where the game is (SEQ)
    *course(number(0, LAST_TURN), Phase, "the Allies"),
    Field("depth", "i4", number(0, FRAMES), "frames in use"),
    Field("frames", "i4", number(-1, 999), "the stack: step, subject, cursor, stage", (FRAMES, FRAME_FIELDS)),
    Field("first", "i4", _SIDE, "the first player of the turn (INI.5)", fresh=NOBODY, key="first_player"),
    # --- the decision that is waited for
    *question(Decision, _SIDE, _SIDE, _UNIT, "the side whose choice it is"),
    # --- the battle
    Field("zone", "i4", index(ZONES, "battle zone"), "the battle zone (SET.2)"),
    Field("deploys_first", "i4", _SIDE, "who deploys first (SET.3)", fresh=NOBODY),
    keyed("score", "i4", _POINTS, "points of each side (WIN)", by=Side),
    Field("claimed", "i4", subset(OBJECTIVES, "objectives"), "those that are taken (OBJ.3)"),
    keyed("no_claims", "i1", YES_OR_NO, "1: the side claims nothing this turn (AB.high_speed_run)", by=Side),
    keyed("eventful", "i4", YES_OR_NO, "1: something has been lost or won this turn (EOT.3)"),
    keyed("quiet_turns", "i4", number(0, LAST_TURN), "turns in a row in which nothing was (EOT.3)"),
    keyed("off", "i4", number(0, FLEET), "convoy ships that have left the map (CV.6)"),
    Field("sunk", "i4", number(0, FLEET), "convoy ships that are lost (CV.6)"),
    keyed("smoke", "i1", number(0, LAST_TURN + 1), "turn at whose end the smoke of a sector goes; 0: none", _BY_SECTOR,
          in_file=number(1, LAST_TURN + 1), by="sector"),
    Field("rising", "i1", YES_OR_NO, "1: smoke rises there at the end of the phase (AB.lay_smoke_screen)", _BY_SECTOR),
    Field("smokes", "i4", number(0, SECTORS), "sectors with smoke"),
    # --- the fleets
    Field("drafted", "i1", number(0, FLEET), "cards bought so far, until set-up (FLT.4)", (len(Side), CARDS), by=Side,
          sight=Sight.ITS_SIDE),
    Field("units", "i4", number(0, UNITS), "how many units are in the game"),
    Field("roster", "i2", _UNIT, "their numbers, ascending: roster order", _BY_UNIT, NOBODY),
    Field("fleet", "i4", number(0, FLEET), "units of each side", _BY_SIDE),
    Field("card", "i1", index(ALL_CARDS, "card", NOBODY), "what a unit is", _BY_UNIT, NOBODY),
    # --- the units
    Field("place", "i1", _SECTOR, "where it is; nowhere: lost, gone, at its base, or yet to deploy", _BY_UNIT, NOWHERE),
    Field("based_on", "i1", index(ASHORE + 1, "base", NOBODY), "of an aircraft: its carrier, or ASHORE",
          _BY_UNIT, NOBODY),
    Field("gone", "i1", YES_OR_NO, "1: destroyed, given up, or off the map", _BY_UNIT),
    keyed("damage", "i1", number(0, MOST_HULL), "hull points lost (DMG.2)", _BY_UNIT),
    Field("crippled", "i1", YES_OR_NO, "1: damaged, with one hull point left (DMG.5)", _BY_UNIT),
    Field("spent", "i1", subset(EFFECTS, "effects"), "what it could do once and has done", _BY_UNIT),
    keyed("rearming", "i1", number(0, LAST_TURN), "turn on which it got its Rearming counter; 0: none (RET.2)",
          _BY_UNIT),
    keyed("stopped", "i1", YES_OR_NO, "1: it does not move in its next movement step (AB.lucky_hit)", _BY_UNIT),
    # --- of this turn
    keyed("faster", "i1", number(-9, 9), "change of its speed (AB.slow, AB.flank_speed)", _BY_UNIT),
    keyed("moved", "i1", YES_OR_NO, "1: it moved in its latest movement step (AB.run_silent)", _BY_UNIT),
    Field("mending", "i1", _UNIT, "the ship that it repairs (AB.repair)", _BY_UNIT, NOBODY, key="mends"),
    Field("mended", "i1", YES_OR_NO, "1: it is being repaired", _BY_UNIT),
    Field("quarry", "i1", _UNIT, "the ship that it pursues (AB.pursuit_ship)", _BY_UNIT, NOBODY),
    keyed("marks", "i1", subset(MARKS, "marks"), "marks that the enemy has set on it (AB.scout_cruiser)", _BY_UNIT),
    Field("lent", "i1", subset(EFFECTS, "effects"), "dice that it has lent (AB.expert_bomber)", _BY_UNIT),
    keyed("aborted", "i1", YES_OR_NO, "1: an Aborted counter (DMG.4)", _BY_UNIT),
    keyed("pressing", "i1", YES_OR_NO, "1: it presses the attack (AB.press_the_attack)", _BY_UNIT),
    keyed("draws_fire", "i1", YES_OR_NO, "1: enemy fighters must attack it (AB.draw_the_cap)", _BY_UNIT),
    # --- of this step and phase
    Field("acted", "i1", YES_OR_NO, "1: it has moved, flown or attacked in this step", _BY_UNIT),
    Field("hit", "i1", number(0, MOST_PENDING), "hull points to be lost at the end of the phase (RES.6)", _BY_UNIT),
    Field("doomed", "i1", YES_OR_NO, "1: a Destroyed counter (RES.5)", _BY_UNIT),
    Field("fired_at_by", "i1", _UNIT, "the first ship that fired at it in this step (AB.excellent_spotting)",
          _BY_UNIT, NOBODY),
    Field("fired_at_by_more", "i1", YES_OR_NO, "1: another ship has, too", _BY_UNIT),
    Field("picked", "i1", YES_OR_NO, "1: a lost carrier has had its fate rolled for (CAR.4)", _BY_UNIT),
    # --- the attack under way
    Field("weapon", "i4", one_of(Weapon), "what is used"),
    Field("used", "i4", subset(len(Weapon), "weapons"), "weapons that have been used in this activation"),
    Field("twice", "i4", subset(len(Weapon), "weapons"), "those used a second time"),
    Field("target", "i4", _UNIT, "at which unit", fresh=NOBODY),
    Field("earlier", "i1", _UNIT, "the target of a weapon's first attack in this activation", (len(Weapon),), NOBODY),
    Field("bonus", "i4", number(0, 99), "dice lent to it, and extra dice declared"),
    Field("sixes", "i4", number(0, MOST_DICE), "natural 6s rolled"),
    Field("successes", "i4", number(0, 2 * MOST_DICE), "successes rolled; with torpedoes, hits (RES.2, RES.16)"),
    *dice(FACES),
)  # fmt: skip

GAME = STATE.dtype
"""dtype of one game.  A batch is an array of these; its bytes are a save file."""
RECORDS = Records(
    Side, Decision, Option, Event, MAP.names, dict.fromkeys(map(str, range(UNITS + CARDS))), STATE, PRINTED, DIE,
    MOST_DICE, Phase, room=OPTIONS,
)  # fmt: skip
"""Both records, with the room of the answers: those that name a unit are a place in a fleet, or behind these a card."""
