"""The words of the rulebook as numbers: who plays, what moves, where, what is asked and what is answered.

Every number here is part of the record of a game or of the action vocabulary, so it is a contract: add at
the end, never renumber.
"""

from enum import IntEnum

from aw_env.core.declare.decisions import NOTHING, PLACE, UNIT, Decisions, Mark, Options
from aw_env.naval.terms import NOBODY as NOBODY
from aw_env.naval.terms import NOWHERE as NOWHERE
from aw_env.naval.terms import Side as Side

# --- How much a record holds ---------------------------------------------------------------------------

AREAS = 6
"""Sea areas (2.1)."""
PORTS = 9
"""Ports (2.2, 2.3, 2.6)."""
BOXES = 2
PLACES = AREAS + PORTS + BOXES
"""Places: the sea areas first, then the ports, then the holding boxes."""
FIRST_PORT = AREAS
FIRST_BOX = AREAS + PORTS
UNITS = 88
"""Units a record has room for (3.1)."""
TURNS = 8
"""The last turn (1.1)."""
GROUPS = 8
"""Groups that a side which disengages may be in at one time (12.1)."""
FOREVER = 99
"""A turn that never comes."""
NEUTRAL = 2
"""Whose the Neutral Port is (2.6)."""


class Nation(IntEnum):
    """Nationality of a counter (3.1)."""

    BRITISH = 0
    RUSSIAN = 1
    US = 2
    GERMAN = 3
    ITALIAN = 4


class Kind(IntEnum):
    """Kinds of units: all but U-boats are surface vessels."""

    NONE = 0
    SHIP = 1
    CARRIER = 2
    CONVOY = 3  # 14.1
    U_BOAT = 4  # 8.1


class Box(IntEnum):
    """Holding boxes, as places counted from `FIRST_BOX`."""

    OUT_OF_PLAY = 0  # sunk, scuttled, interned, or a convoy that has scored
    NOT_YET_ARRIVED = 1  # on the turn chart (4.1)


class OptionalRule(IntEnum):
    """The optional rules for balance (19); the names are those of `options.toml`, in capitals."""

    LIGHTER_BATTLESHIPS = 0  # 19.1
    U_BOATS_ACCUMULATE = 1  # 19.2
    FACE_DOWN = 2  # 19.3


class Phase(IntEnum):
    """The steps of a turn that a scenario may begin at (5)."""

    REINFORCEMENTS = 0  # 5.1
    ALLIED_MOVEMENT = 1  # 5.2
    AXIS_MOVEMENT = 2  # 5.3
    AIR_MARKERS = 3  # 5.5
    COMBAT = 4  # 5.6
    CONTROL = 5  # 5.7
    RETURN = 6  # 5.7
    OVER = 7


class Decision(Decisions):
    """What is being asked; its subject is a unit or a place as said."""

    NONE = NOTHING, "nothing: the game has not begun, or is over"
    SET_UP = UNIT, "a ship that appears: the port (4.3)"
    ORDER = UNIT, "a ship: an area, or stay; after refuelling at sea an area or a port (6, 16.1)"
    RETURN = UNIT, "a ship: the port it goes to; a convoy may stay at sea (5.7, 6.4, 7.2, 14.3)", Mark.WAY_HOME
    REPAIR = PLACE, "a ship to mend by one point, or no more (13)"
    U_BOAT_ORDER = UNIT, "a U-boat: an area, or stay (6.5)"
    AIR_MARKER = NOTHING, "where land-based aircraft strike, until both sides have chosen (5.5)", Mark.SECRET
    COMBAT_AREA = NOTHING, "the next area to resolve (5.6)", Mark.NEXT_AREA, Mark.ONE_BY_ONE
    U_BOAT_TARGET = UNIT, "a U-boat: a ship or convoy, or hold (8.5)"
    AIR_TARGET = PLACE, "the next ship to be struck from the air, or no more (10.2)"
    CARRIER_FIRE = UNIT, "an Axis carrier: fire in surface combat, or keep silent (11.6)"
    SURFACE_TARGET = UNIT, "a ship: its target, or hold fire (11.2)", Mark.DEPENDENT
    DISENGAGE = PLACE, "whether a side leaves an area, until both have chosen (12.1, 12.9)", Mark.SECRET
    JOIN_GROUP = UNIT, "a ship that disengages: the group of one already placed, or a new one (12.1)"
    PURSUIT = UNIT, "a ship: the group to pursue, named by its first ship, or none (12.3)"
    OILING = UNIT, "a German ship in the Atlantic: try to refuel at sea, or not (16.1)"
    SECRET_MOVEMENT = NOTHING, "what the Axis is told of moves of ships that lie face down (19.3)", Mark.COVER


class Option(Options):
    """Answers that are neither a place nor a unit."""

    STAY = "in port, or at sea", Mark.IDLE, Mark.QUIET
    HOLD = "do not attack, strike or mend", Mark.IDLE, Mark.QUIET
    FIRE = "the carrier fires (11.6)"
    SILENT = "the carrier does not fire", Mark.IDLE, Mark.QUIET
    DISENGAGE = "leave the area (12.1)"
    FIGHT_ON = "stay in the area", Mark.IDLE
    NEW_GROUP = "a group of its own (12.1)"
    NO_PURSUIT = "pursue nobody (12.3)", Mark.IDLE, Mark.QUIET
    YES = "look for an oiler (16.1)"
    NO = "go to port", Mark.IDLE, Mark.QUIET


OPTIONS = 23
"""Room for options in the action vocabulary."""
ACTIONS = OPTIONS + PLACES + UNITS
"""Size of the one action vocabulary: the options, then the places, then the units."""
assert ACTIONS % 8 == 0, "masks are read eight answers at a time (core.engine.masks)"
FIRST_PLACE_ACTION = OPTIONS
FIRST_UNIT_ACTION = OPTIONS + PLACES


class Event(IntEnum):
    """What happened, for the narrator: an event is (event, a, b, c, number of dice, dice...)."""

    NONE = 0
    TURN = 1  # a: turn
    PHASE = 2  # a: Phase
    ARRIVED = 3  # a: unit, b: port
    RELEASE_ROLL = 4  # a: unit, b: 1 may move; die (15.2, 15.3)
    MOVED = 5  # a: unit, b: place
    SPEED_ROLL = 6  # a: unit, b: area, c: 1 passed; die (none where the result is certain)
    RETURNED = 7  # a: unit, b: port
    REPAIRED = 8  # a: unit, b: port, c: damage left
    MARKER = 9  # a: side, b: place or NOWHERE (5.5)
    PENALTY = 10  # a: side, b: points that ships in the Neutral Port cost (17.2)
    COMBAT_BEGINS = 11  # a: area
    ASW = 12  # a: area, b: dice, or 0: more dice of them; dice (8.3)
    ATTACK = 13  # a: attacker, or NOBODY for aircraft, b: target, c: bonus; dice
    HITS = 14  # a: attacker or NOBODY, b: target, c: hits; the dice of their damage
    DISABLED = 15  # a: unit
    SUNK = 16  # a: unit
    ROUND_BEGINS = 17  # a: area, b: first ship of the group pursued or NOBODY, c: number of the round
    CARRIER_NAMED = 18  # a: carrier, b: 1 fires
    DISENGAGES = 19  # a: side, b: area
    GROUP = 20  # a: ship, b: first ship of its group
    PURSUES = 21  # a: ship, b: first ship of the group, or NOBODY
    ESCAPES = 22  # a: first ship of the group
    STALEMATE = 23  # a: area; both sides leave
    CONTROL = 24  # a: area, b: side or NOBODY
    OILING = 25  # a: ship, b: 1 stays at sea; die (16.2)
    CONVOY_SCORES = 26  # a: convoy, b: port, c: points (14.4, 14.5)
    NO_PORT = 27  # a: unit, lost because no port takes it (H.1)
    INTERNED = 28  # a: unit, lost with its port (H.8)
    TAKEOVER = 29  # a: ship, b: side or NOBODY (scuttled); die (15.7)
    POINTS = 30  # a: points gained by the Allies this turn, c: their lead now (5.8)
    GAME_OVER = 31  # a: result for the Allies
    U_BOATS_ARRIVE = 32  # a: how many
    STRIKE_BEGINS = 33  # a: place, b: side, c: airstrike factors


EVENT_FIELDS = 5
EVENT_DICE = 15
"""Room for dice in one event."""
