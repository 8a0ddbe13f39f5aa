"""The records: of the cards, the map and the scenario, which never change in a game (the book), and of the game, of
which a batch is an array.

Each field is declared once, here: its type, its values, its meaning, and where it is printed, or else the key under
which a scenario file speaks of it and who may see it; `printed.packing` writes the fields of the book that say no such
place.
"""

from aw_env.core.declare.fields import (
    YES_OR_NO,
    Book,
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
from aw_env.core.engine.layout import FRAME_FIELDS, words_for
from aw_env.core.rooms.records import Records
from aw_env.games.naval_miniatures.records.terms import (
    ABILITIES,
    ALL_CARDS,
    ASHORE,
    CARDS,
    EFFECTS,
    FLEET,
    FORCE,
    HOUSE_FLEETS,
    MAP,
    MARKS,
    MOST_DICE,
    NEIGHBORS,
    NOBODY,
    NOWHERE,
    OBJECTIVES,
    OPTIONS,
    PRINTED_WEAPONS,
    RANGES,
    ROWS,
    SECTORS,
    UNITS,
    WIDE,
    ZONES,
    Condition,
    Decision,
    Effect,
    Event,
    Fleets,
    Kind,
    Nation,
    Option,
    Phase,
    Side,
    Terrain,
    Weapon,
)
from aw_env.naval.terms import DIE, FACES

UNLIMITED = 99
"""Ships of a class of which there were many (HIS.6)."""
LAST_TURN = 99
MOST_POINTS = 9999
ANY_RANGE = -1
FRAMES = 8
"""Frames of the sequence of play that are never full at a time."""
MOST_HULL = 9
MOST_PENDING = 99
"""Damage that is counted until it takes effect: what is beyond sinks nothing deeper."""

_FACTOR, _DICE, _DIE, _TURN = number(0, 99), number(0, 22), number(0, 6), number(0, LAST_TURN)
_KINDS, _POINTS, _CARD = subset(len(Kind), "kinds"), number(0, MOST_POINTS), index(ALL_CARDS, "card", NOBODY)
_SECTOR, _UNIT = index(SECTORS, "sector", NOWHERE), index(UNITS, "unit", NOBODY)
_SIDE, _SCORE = one_of(Side, NOBODY), number(-MOST_POINTS, MOST_POINTS)
_BY_CARD, _BY_EFFECT, _BY_UNIT = (ALL_CARDS,), (ALL_CARDS, EFFECTS), (UNITS,)
_BY_SIDE, _BY_SECTOR, _BY_PAIR = (len(Side),), (SECTORS,), (SECTORS, SECTORS)

# fmt: off
PRINTED = Book(
    # --- cards (UNIT); the last is that of the convoy ships
    Field("nation", "i1", one_of(Nation), "nationality (SIDE.2, SIDE.3)", _BY_CARD, printed="units.nation"),
    Field("kind", "i1", one_of(Kind), "subtype, of which type follows (UNIT.2)", _BY_CARD, printed="units.kind"),
    Field("year", "i2", number(0, 9999), "year of availability (UNIT.4)", _BY_CARD, printed="units.year"),
    Field("cost", "i2", number(0, 999), "price, and points for its destruction (UNIT.5)", _BY_CARD,
          printed="units.cost"),
    Field("speed", "i1", _FACTOR, "sectors a turn (UNIT.6)", _BY_CARD, printed="units.speed", lacking=0),
    Field("flagship", "i1", _FACTOR, "flagship bonus (UNIT.7)", _BY_CARD, printed="units.flagship"),
    Field("capacity", "i1", _FACTOR, "aircraft that it bases (UNIT.8)", _BY_CARD, printed="units.capacity"),
    Field("armor", "i1", _FACTOR, "successes that hit or abort (UNIT.9)", _BY_CARD, printed="units.armor"),
    Field("vital", "i1", _FACTOR, "successes of one attack that destroy (UNIT.10)", _BY_CARD,
          printed="units.vital_armor"),
    Field("hull", "i1", number(0, 9), "damage that destroys (UNIT.11)", _BY_CARD, printed="units.hull"),
    Field("class_limit", "i1", _FACTOR, "ships of the class that were built (HIS.4)", _BY_CARD, UNLIMITED,
          printed="units.class_limit", lacking=UNLIMITED),
    Field("attack", "i1", _DICE, "attack value of a weapon at a range; 0: a dash (ATT.8, RES.2)",
          (ALL_CARDS, PRINTED_WEAPONS, RANGES)),
    Field("force", "i2", number(0, 999), "what an undamaged unit adds to each count of a sector (`terms.FORCE`)",
          (ALL_CARDS, len(FORCE))),
    Field("armed", "i2", subset(len(Weapon), "weapons"), "its weapons, with those that an ability gives it", _BY_CARD),
    Field("longest", "i1", number(0, ROWS), "the longest range at which a weapon of it attacks",
          (ALL_CARDS, len(Weapon))),
    # --- what its abilities do, an effect a column
    Field("worth", "i1", number(0, 99), "how much of an effect it has: its amount, or 1", (ALL_CARDS, len(Effect))),
    Field("effects", "i8", subset(len(Effect), "effects"), "those that it has", _BY_CARD),
    Field("does", "i1", one_of(Effect), "what is done", _BY_EFFECT),
    Field("ability", "i1", index(ABILITIES, "ability"), "by which ability (ABL.10)", _BY_EFFECT),
    Field("weapons", "i2", subset(len(Weapon), "weapons"), "in attacks with which weapons", _BY_EFFECT),
    Field("at", "i2", _KINDS, "for or against which kinds; none: all", _BY_EFFECT),
    Field("by", "i2", _KINDS, "by which kinds of attackers; none: all", _BY_EFFECT),
    Field("beside", "i2", _KINDS, "while an own unit of these kinds is in its sector; none: always", _BY_EFFECT),
    Field("only", "i2", subset(len(Condition), "conditions"), "on which conditions", _BY_EFFECT),
    Field("amount", "i1", _FACTOR, "dice, speed, damage, points or sectors", _BY_EFFECT),
    Field("least", "i1", _DIE, "the least die that does it", _BY_EFFECT),
    Field("reach", "i1", number(ANY_RANGE, ROWS), "at most so many sectors away", _BY_EFFECT),
    Field("turn_from", "i1", _TURN, "from this turn on", _BY_EFFECT),
    Field("turn_to", "i1", _TURN, "to this turn", _BY_EFFECT),
    Field("once", "i1", YES_OR_NO, "1: once a game", _BY_EFFECT),
    Field("mark", "i1", index(MARKS, "mark"), "which mark it sets", _BY_EFFECT),
    Field("mark_weapons", "i2", subset(len(Weapon), "weapons"), "weapons that a mark adds dice to", (MARKS,)),
    Field("mark_by", "i2", _KINDS, "kinds of attackers that it adds them for; none: all", (MARKS,)),
    Field("mark_amount", "i1", _FACTOR, "how many it adds", (MARKS,)),
    # --- the map
    Field("row", "i1", number(0, ROWS - 1), "row of a sector, A to K", _BY_SECTOR),
    Field("across", "i1", number(0, 2 * WIDE), "half sectors from the centre of A1 to the right", _BY_SECTOR),
    Field("near", "i1", _SECTOR, "the sectors beside it (GLO.1)", (SECTORS, NEIGHBORS), NOWHERE),
    Field("range", "i1", number(0, ROWS), "sectors from one to another (RNG.2)", _BY_PAIR),
    Field("crossed", "i8", subset(32, "sectors"), "third sectors that the line between two cuts (LOS.5)",
          (*_BY_PAIR, words_for(SECTORS))),
    # --- battle zones (SET.2)
    Field("terrain", "i1", one_of(Terrain), "what fills a sector (MAP)", (ZONES, SECTORS)),
    Field("objective", "i1", _SECTOR, "sectors of the objectives (OBJ)", (ZONES, OBJECTIVES), NOWHERE),
    Field("clear", "i1", YES_OR_NO, "1: nothing printed blocks the line between two sectors (LOS)",
          (ZONES, *_BY_PAIR)),
    # --- the scenario
    Field("fleets", "i4", one_of(Fleets), "where the fleets come from (FLT)"),
    Field("given", "i1", _CARD, "the fleets of the file", (len(Side), FLEET), NOBODY),
    Field("house", "i1", _CARD, "fleets of which one is drawn", (len(Side), HOUSE_FLEETS, FLEET), NOBODY),
    Field("house_fleets", "i4", number(0, HOUSE_FLEETS), "how many they are", _BY_SIDE),
    Field("budget", "i4", _POINTS, "points for a fleet (FLT.1, ME.1)", printed="file.points"),
    Field("most_units", "i4", number(1, FLEET), "units of a fleet (FLT.2, ME.1)", printed="scale.units"),
    Field("allowed", "i1", YES_OR_NO, "1: a side may buy the card (SIDE.1, OWN.2, HIS.2, HIS.3)",
          (len(Side), CARDS)),
    Field("airbase", "i4", _FACTOR, "aircraft that the airbase holds (LND.3, ME.2)", printed="scale.airbase"),
    Field("ships_a_sector", "i4", number(1, 9), "ships of a side in a sector (STK.2, ME.3)",
          printed="scale.ships_a_sector"),
    Field("objective_points", "i4", _POINTS, "for an objective (WIN.3, ME.4)"),
    Field("win_at", "i4", _POINTS, "points that win (WIN.1, ME.4)"),
    Field("zone", "i4", index(ZONES, "battle zone", NOBODY), "the battle zone; none: a die (SET.2)", fresh=NOBODY),
    Field("zone_of_die", "i4", index(ZONES, "battle zone"), "that of a 1, the others follow"),
    Field("deploys_first", "i4", _SIDE, "who deploys first; none: a die (SET.3)", fresh=NOBODY,
          printed="file.first", lacking=NOBODY),
    Field("home_row", "i4", number(0, ROWS - 1), "the row on a side's edge (SET.4)", _BY_SIDE),
    Field("ahead", "i1", number(0, ROWS - 1), "rows from a side's edge to a sector", (len(Side), SECTORS)),
    Field("historical", "i4", YES_OR_NO, "1: historical limits (HIS)", printed="file.historical"),
    Field("escort", "i4", _SIDE, "who escorts the convoy; none: there is none (CV.1)", fresh=NOBODY,
          printed="file.convoy.escort", lacking=NOBODY),
    Field("convoy_ships", "i4", number(0, FLEET), "how many there are (CV.1)", printed="file.convoy.ships"),
    Field("convoy_limit", "i4", number(0, FLEET), "so many of them off the map or sunk decide (CV.6)",
          printed="file.convoy.limit"),
    Field("last_turn", "i8", number(1, LAST_TURN), "the last turn (CV.5; EOT.3)", printed="file.last_turn"),
    Field("quiet_limit", "i4", number(1, LAST_TURN), "turns without an event that end a stalemate (EOT.3)",
          printed="file.quiet"),
    Field("bid", "i4", _SCORE, "points of the Allies before the first turn; below 0, of the Axis", printed="file.bid"),
    Field("options", "i8", subset(8, "rules"), "the optional rules in play"),
    Field("seat_of_power", "i4", one_of(Side), "the agent who plays a side", _BY_SIDE),
)
# fmt: on

BOOK = PRINTED.dtype
"""dtype of the book: rules take an array of one of these and the array of games."""

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
    keyed("score", "i4", _SCORE, "points of each side (WIN)", by=Side),
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
