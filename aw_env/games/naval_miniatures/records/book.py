"""The record of the cards, the map and the scenario: everything that never changes in a game.

Each field is declared once, here: its type, its values, its meaning, and where it is printed; `printed.packing` writes
the fields that say no such place.
"""

from aw_env.core.declare.fields import YES_OR_NO, Book, Field, index, number, one_of, subset
from aw_env.core.engine.layout import words_for
from aw_env.games.naval_miniatures.records.terms import (
    ABILITIES,
    ALL_CARDS,
    CARDS,
    EFFECTS,
    FLEET,
    FORCE,
    HOUSE_FLEETS,
    MARKS,
    NEIGHBORS,
    NOBODY,
    NOWHERE,
    OBJECTIVES,
    PRINTED_WEAPONS,
    RANGES,
    ROWS,
    SECTORS,
    WIDE,
    ZONES,
    Condition,
    Effect,
    Fleets,
    Kind,
    Nation,
    Side,
    Terrain,
    Weapon,
)

UNLIMITED = 99
"""Ships of a class of which there were many (HIS.6)."""
LAST_TURN = 99
MOST_POINTS = 9999
ANY_RANGE = -1

_FACTOR, _DICE, _DIE, _TURN = number(0, 99), number(0, 22), number(0, 6), number(0, LAST_TURN)
_KINDS, _POINTS, _CARD = subset(len(Kind), "kinds"), number(0, MOST_POINTS), index(ALL_CARDS, "card", NOBODY)
_SECTOR = index(SECTORS, "sector", NOWHERE)
_BY_CARD, _BY_EFFECT, _BY_SECTOR, _BY_ZONE = (ALL_CARDS,), (ALL_CARDS, EFFECTS), (SECTORS,), (ZONES,)
_BY_SIDE, _BY_PAIR = (len(Side),), (SECTORS, SECTORS)

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
    Field("deploys_first", "i4", one_of(Side, NOBODY), "who deploys first; none: a die (SET.3)", fresh=NOBODY,
          printed="file.first", lacking=NOBODY),
    Field("home_row", "i4", number(0, ROWS - 1), "the row on a side's edge (SET.4)", _BY_SIDE),
    Field("ahead", "i1", number(0, ROWS - 1), "rows from a side's edge to a sector", (len(Side), SECTORS)),
    Field("historical", "i4", YES_OR_NO, "1: historical limits (HIS)", printed="file.historical"),
    Field("escort", "i4", one_of(Side, NOBODY), "who escorts the convoy; none: there is none (CV.1)", fresh=NOBODY,
          printed="file.convoy.escort", lacking=NOBODY),
    Field("convoy_ships", "i4", number(0, FLEET), "how many there are (CV.1)", printed="file.convoy.ships"),
    Field("convoy_limit", "i4", number(0, FLEET), "so many of them off the map or sunk decide (CV.6)",
          printed="file.convoy.limit"),
    Field("last_turn", "i8", number(1, LAST_TURN), "the last turn (CV.5; EOT.3)", printed="file.last_turn"),
    Field("quiet_limit", "i4", number(1, LAST_TURN), "turns without an event that end a stalemate (EOT.3)",
          printed="file.quiet"),
    Field("bid", "i4", number(-MOST_POINTS, MOST_POINTS),
          "points of the Allies before the first turn; below 0, of the Axis", printed="file.bid"),
    Field("options", "i8", subset(8, "rules"), "the optional rules in play"),
    Field("seat_of_power", "i4", one_of(Side), "the agent who plays a side", _BY_SIDE),
)
# fmt: on

BOOK = PRINTED.dtype
"""dtype of the book: rules take an array of one of these and the array of games."""
