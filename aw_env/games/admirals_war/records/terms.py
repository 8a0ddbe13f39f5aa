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

AREAS = 28
"""Sea areas a record has room for (§2.2)."""
PORTS = 42
"""Ports and bases a record has room for (§2.3)."""
BOXES = 12
"""Holding boxes a record has room for."""
PLACES = AREAS + PORTS + BOXES
"""Places: the sea areas first, then the ports and bases, then the holding boxes."""
FIRST_PORT = AREAS
FIRST_BOX = AREAS + PORTS
UNITS = 320
"""Units a record has room for (§3)."""
GROUPS = 8
"""Groups that a retreating side may be in at one time (§8.22)."""
FORCES = 8
"""Task forces that a side may have at one time (§29.1)."""
FOREVER = 99
"""A turn that never comes."""


class Power(IntEnum):
    """The four players' forces in nationality order (§5.1).  `power & 1` is its side."""

    BRITISH = 0
    JAPANESE = 1
    AMERICAN = 2
    GERMAN = 3


SEATS = {2: tuple(side.name.lower() for side in Side), 4: tuple(power.name.lower() for power in Power)}
"""Names of the agents by the number of players, in the order of their seats."""
POWERS = len(Power)
BOTH_SIDES = 1 << Side.ALLIES | 1 << Side.AXIS
"""A bit for each side."""
UNCONTROLLED = POWERS
"""Owner of a port or base that neither side has taken (§2.311)."""


class OptionalRule(IntEnum):
    """The optional rules (§20-38), in the order of the rulebook; the names are those of `options.toml`, in capitals."""

    TURN_0 = 0
    TURN_11 = 1
    FRENCH_FLEET_DILEMMA = 2
    PEARL_HARBOR_TENSION = 3
    TORA_TORA = 4
    GUNNERY_RADAR = 5
    HIDDEN_SUBMARINES = 6
    SUBMARINE_TARGETING = 7
    DAMAGE_CONTROL = 8
    TASK_FORCES = 9
    GREEK_NAVY = 10
    ARGUS = 11
    POCKET_PRIDE = 12
    GERMAN_CARRIERS = 13
    ALTERNATE_SHIP_NAMES = 14
    JAPANESE_BATTLESHIP_CARRIERS = 15
    AGING_BRITISH_FLEET = 16
    ITALIAN_INEFFECTIVENESS = 17
    ITALIAN_NAVAL_BUILDUP_1 = 18
    ITALIAN_NAVAL_BUILDUP_2 = 19


class Role(IntEnum):
    """Counters of which an optional rule speaks by name; `options.toml` says which they are."""

    DEUTSCHLAND = 0  # §32
    LUTZOW = 1
    LUTZOW_CRUISER = 2
    PETROPAVLOVSK = 3
    GRAF_ZEPPELIN = 4  # §33
    SEYDLITZ = 5
    WESER = 6
    HYUGA = 7  # §35
    ISE = 8
    HYUGA_CONVERTED = 9
    ISE_CONVERTED = 10
    FUSO = 11
    YAMASHIRO = 12
    AQUILA = 13  # §38
    IMPERO = 14


class Theatre(IntEnum):
    """Theatres of operations (§2.6); also the index of their victory point tracks (§2.8)."""

    ATLANTIC = 0
    PACIFIC = 1


BOTH_THEATRES = 1 << Theatre.ATLANTIC | 1 << Theatre.PACIFIC
"""A bit for each theatre."""


class Nation(IntEnum):
    """Whose flag is printed on a counter (§3.1)."""

    BRITISH = 0
    AUSTRALIAN = 1
    DUTCH = 2
    GREEK = 3
    RUSSIAN = 4
    JAPANESE = 5
    US = 6
    FRENCH = 7
    GERMAN = 8
    ITALIAN = 9


class Kind(IntEnum):
    """Kinds of units (§3.1-3.4, §10.3, §14.22, §15)."""

    NONE = 0
    SHIP = 1  # surface ships, aircraft carriers among them (§3.1)
    LBA = 2  # land-based air (§3.3)
    AMPHIBIOUS = 3  # §3.4
    SUBMARINE = 4  # §3.2
    OILER = 5  # §10.3
    HILFSKREUZER = 6  # §15
    HUNTER_KILLER = 7  # §14.22


class PortKind(IntEnum):
    """Kinds of places on land (§2.32-2.34)."""

    NONE = 0
    PORT = 1
    BASE = 2
    NEUTRAL = 3


class Box(IntEnum):
    """Holding boxes, as places counted from `FIRST_BOX`."""

    OUT_OF_PLAY = 0
    NOT_YET_ARRIVED = 1
    RETURNING = 2  # destroyed, back on turn `due` (§12.6, §13.5, §14.4)
    LBA_TRANSFER = 3  # changing theatre (§12.123)
    RAID_FORCE = 4  # §4.6
    UNCERTAIN_W = 5  # §3.15
    UNCERTAIN_X = 6
    UNCERTAIN_Y = 7
    UNCERTAIN_Z = 8
    VICHY_TOULON = 9  # §22
    VICHY_NORTH_AFRICA = 10
    IN_RESERVE = 11  # counters that an optional rule may bring into play


class Choke(IntEnum):
    """What an enemy-held choke point does to a passage (§2.5)."""

    EXTRA_AREA = 1  # §2.52
    CLOSED = 2  # §2.55
    EXTRA_AREA_OR_RETURN = 3  # §2.51: a failed speed roll sends the ship back to the port it came from


class Narrowing(IntEnum):
    """When a rule narrows where ships may return (§10.15-10.17)."""

    ALWAYS = 0
    DISABLED = 1  # only for disabled ships
    BEFORE_WAR = 2  # only until Japan attacks


class Phase(IntEnum):
    """The steps of a turn that a scenario may begin at (§5)."""

    REINFORCEMENTS = 0  # §5.2
    PATROLLING = 1  # §5.31
    LAND_BASED_AIR = 2  # §5.33
    AMPHIBIOUS = 3  # §5.34
    RAIDING = 4  # §5.35
    COMBAT = 5  # §5.4-5.6
    INVASION = 6  # §5.71
    CONTROL = 7  # §5.72
    CAPTURE = 8  # §5.73
    RETURN = 9  # §5.74
    OVER = 10


class Action(IntEnum):
    """Types of action in a combat round (§7.21-7.226)."""

    NONE = 0
    AIR = 1
    SURFACE = 2
    COMBINED = 3


class Intention(IntEnum):
    """What a task force does in a combat round (§29.2, §23.53)."""

    NONE = 0
    LANDING = 1
    SEARCHING = 2
    HIDING = 3
    PEARL_HARBOR = 4


class Victory(IntEnum):
    """How the winner is found."""

    THEATRES = 0  # win one theatre, win or draw the other (§1.4)
    PACIFIC_TRACK = 1
    ATLANTIC_TRACK = 2
    HOLD_THE_AREA = 3  # the engagement scenario


class Decision(Decisions):
    """What is being asked; its subject is a unit or a place as said."""

    NONE = NOTHING, "nothing: the game has not begun, or is over"
    PATROL_ORDER = UNIT, "a ship in port: patrol an area, turn raider in port, or stay (§5.31)"
    AIR_UNIT = NOTHING, "which land-based air unit to commit next (§12.11, §12.13)", Mark.CALLS_UP, Mark.ONE_BY_ONE
    AIR_ORDER = UNIT, "that unit: an area, transfer, or stay (§12.1)", Mark.ONE_BY_ONE
    AMPHIBIOUS_ORDER = UNIT, "an amphibious unit: an area or stay (§5.34)"
    RAID_ORDER = UNIT, "a raider in port: an area or stay (§5.35)"
    COMBAT_AREA = NOTHING, "the next area to resolve (§7.1)", Mark.NEXT_AREA, Mark.ONE_BY_ONE
    STRIKE_ORDER = UNIT, "an LBA at sea: a place to attack, or hold (§12.4)"
    STRIKE_TARGET = UNIT, "an attacker of a place: a unit there, or hold fire (§9.3)"
    ACTION_TYPE = PLACE, "air or surface, until both have chosen (§7.22)", Mark.SECRET
    CARRIER_FIRE = UNIT, "a carrier: fire its guns or not (§7.321)"
    AIR_TARGET = UNIT, "an attacker in an air action: a unit, or hold fire (§7.31)"
    SURFACE_TARGET = UNIT, "an attacker in a surface action: a unit (§7.32)", Mark.DEPENDENT
    RETREAT = PLACE, "retreat or remain (§8.1)"
    JOIN_GROUP = UNIT, "a retreating unit: the group of a unit already placed, or a new one (§8.22, §8.32)"
    PURSUIT = UNIT, "a ship: the group to pursue, named by its first unit, or none (§8.23, §8.33)"
    AIR_RAID = UNIT, "a carrier: a place to raid, or none (§9.23)"
    LANDING = UNIT, "an amphibious unit: a place, or stay at sea (§13.3)"
    GARRISON_LOSS = PLACE, "which landed amphibious unit falls with an invader (§13.43)"
    RETURN_TO_BASE = UNIT, "a unit: the port or base it goes to (§10)", Mark.WAY_HOME
    ARRIVAL = UNIT, "a unit that is set up or arrives: the place where it appears (§2.72, §2.73)"
    RAID_FORCE = UNIT, "a Japanese ship: into the Pearl Harbor Raid Force, or not (§4.6, §19.5)"
    WITHDRAWAL = UNIT, "which unit leaves in the place of the one listed (§2.75)"
    REPAIR = PLACE, "a ship to mend by one point, or hold (§11.15)"
    INVERSION = UNIT, "a submarine at sea: raider side up, or not (§14.1)"
    SUBMARINE_TARGET = UNIT, "a raiding submarine: a unit, or hold for a later round (§14.31)"
    ASW_LOSS = PLACE, "which of several equal units ASW takes (§14.241)"
    TRADE_RAIDER = PLACE, "which of several scored when an area's cap is reached (§14.26, §15.31)"
    HUNTING_NAVY = PLACE, "whose ships make ASW off the US coast before the war (§19.46)"
    SAIL_FOR_PEARL_HARBOR = NOTHING, "the raid force: to its sea area, or stay (§19.61)"
    MENDING = UNIT, "a ship under repair: a point of damage, of overhaul (§36.31), or her conversion (§35.1)"
    RENAMING = UNIT, "the Deutschland: another name, or not (§32.1)"
    SCRAPPING = UNIT, "a German ship that is being built: scrap her, or not (§33.1)"
    BUILDING = UNIT, "the same: in place of a U-boat, or not (§33.2, §33.3)"
    SUBMARINE_ATTEMPT = UNIT, "a raiding submarine: roll for a target, or wait (§27.1)"
    INTERCEPTION = UNIT, "the Aquila: an attacking carrier or LBA that her fighters meet, or none (§38.1)"
    DIVISION = NOTHING, "the area that has one more face of the die for uncertain groups (§23.21)", Mark.SECRET
    NAMING = UNIT, "a Japanese carrier that stays off Pearl Harbor: what she will attack, or hold fire (§23.41)"
    KAMIKAZE = UNIT, "a Japanese carrier or LBA: a kamikaze attack in the air action that begins, or not (§21.1)"
    TRANSFER = NOTHING, "the next ship to go from the Atlantic to the Pacific theatre, or none (§21.22)"
    TRANSFER_PLACE = UNIT, "that ship: which of two places (§21.221)"
    CATAPULT = NOTHING, "attack the French fleet, or not (§22.1)"
    LILA = NOTHING, "seize the French ships in the holding boxes, or wait (§22.4)"
    CATAPULT_TARGET = UNIT, "a British unit, or a French ship that fires back: a unit, or hold fire (§22.11, §22.13)"
    LILA_PLACE = UNIT, "a French ship that has become German: which of two places (§22.43)"
    ITALIAN_WAR = NOTHING, "Italy: to war on turn 0, or not (§20.4)"
    TASK_FORCES = PLACE, "how a seat's units in the battle are grouped (§29.1)"
    JOIN_TASK_FORCE = UNIT, "a unit: the task force of a unit already placed, or a new one (§29.1)"
    INTENTION = UNIT, "a task force, named by a unit of it: what it does in the round (§29.2)"
    JOIN_ACTION = UNIT, "a task force that searches unseen: into the surface action, or not (§29.52)"
    SECRET_MOVEMENT = NOTHING, "what covers a decision about hidden submarines: they move (§26)", Mark.COVER
    SECRET_COMBAT = NOTHING, "what covers a decision about hidden submarines: they fight (§26)", Mark.COVER


class Option(Options):
    """Answers that are neither a place nor a unit."""

    STAY = "in port, patrolling side up; or at sea, for an amphibious unit", Mark.IDLE, Mark.QUIET
    TURN_RAIDER = "in port, raider side up (§5.31)"
    TRANSFER = "to the other theatre (§12.123)"
    HOLD = "do not attack", Mark.IDLE, Mark.QUIET
    AIR = "an air action (§7.22)"
    SURFACE = "a surface action"
    FIRE = "the carrier fires its guns (§7.32)"
    SILENT = "the carrier does not fire its guns", Mark.IDLE, Mark.QUIET
    RETREAT = "leave the area (§8.1)"
    REMAIN = "stay in the area", Mark.IDLE
    NEW_GROUP = "a group of its own (§8.22)"
    NO_PURSUIT = "pursue nobody (§8.23)", Mark.IDLE, Mark.QUIET
    WAIT = "off the map, for a later step", Mark.IDLE, Mark.QUIET
    DECLINE = "never to come", Mark.IDLE, Mark.QUIET
    INVERT = "raider side up, at sea (§14.1)"
    BRITISH = "the British navy hunts (§19.46)"
    AMERICAN = "the American navy hunts"
    DAMAGE = "a point of damage is mended (§36.31)"
    OVERHAUL = "a point of overhaul is mended"
    YES = "what the decision offers (§32.1, §33)"
    NO = "not what it offers", Mark.IDLE
    CONVERT = "to a battleship-carrier (§35.1)"
    UNCERTAIN = "a ship of a group whose whereabouts are uncertain, if one appears (§23.41)"
    TOGETHER = "all in one new task force (§29.1)"
    AS_BEFORE = "the task forces of the round before"
    DIVIDE = "task forces are formed unit by unit"
    LAND = "the task force lands (§29.2)"
    SEARCH = "the task force searches"
    HIDE = "the task force hides"


OPTIONS = 30
"""Room for options in the action vocabulary."""

ACTIONS = OPTIONS + PLACES + UNITS
"""Size of the one action vocabulary: the options, then the places, then the units."""
assert ACTIONS % 8 == 0, "masks are read eight answers at a time (core.masks)"
FIRST_PLACE_ACTION = OPTIONS
FIRST_UNIT_ACTION = OPTIONS + PLACES


EACH_LESS = 100
"""Added to the hits of `Event.HITS` where each damage die counts one less (§3.14, §28.0)."""


OF_AXIS = 100
"""Added to the bonus of `Event.ASW` where the Axis hunts submarines (§14.24)."""


class Event(IntEnum):
    """What happened, for the narrator: an event is (event, a, b, c, number of dice, dice...)."""

    NONE = 0
    TURN = 1  # a: turn
    PHASE = 2  # a: Phase, b: power or NOBODY
    MOVED = 3  # a: unit, b: place, c: 1 raiding, 2 put to sea during a battle (§19.73)
    SPEED_ROLL = 4  # a: unit, b: area, c: 1 passed; die (none when it need not be rolled, §6.24)
    COMBAT_BEGINS = 5  # a: area
    ROUND_BEGINS = 6  # a: area, b: first unit of the group that is pursued, or NOBODY, c: number of the round
    ACTION_CHOSEN = 7  # a: side, b: Action
    ACTION_ROLL = 8  # a: side, b: Action wanted, c: total after modifiers; die
    ACTION_DETERMINED = 9  # a: Action
    CARRIER_NAMED = 10  # a: carrier, b: 1 fires its guns
    ATTACK = 11  # a: attacker, b: target, c: bonus; dice
    HITS = 12  # a: attacker, b: target, c: hits, with `EACH_LESS` for red armor; the dice of their damage
    DISABLED = 13  # a: unit
    SUNK = 14  # a: unit
    RETREATS = 15  # a: side, b: area
    GROUP = 16  # a: unit, b: first unit of its group
    PURSUES = 17  # a: ship, b: first unit of the group, or NOBODY: breaks off or stays behind
    ESCAPES = 18  # a: first unit of the group
    RETURNED = 19  # a: unit, b: place
    STRIKES = 20  # a: unit, b: place (LBA strike or carrier raid)
    RAIDED = 21  # a: place, b: power (a carrier air raid, §9)
    ON_THE_BOTTOM = 22  # a: ship, b: place (§9.35)
    LANDED = 23  # a: unit, b: place
    INVADED = 24  # a: unit, b: place, c: defender lost or NOBODY
    CAPTURED = 25  # a: place, b: new owner
    CONTROL = 26  # a: area, b: side or NOBODY
    VICTORY_POINTS = 27  # a: theatre, b: points gained by the Allies, c: the track now; from areas (§2.8)
    BONUS = 28  # a: theatre, b: points gained by the Allies, c: the track now; from a scenario's own rule
    PENALTY = 29  # a: theatre, b: points gained by the Allies, c: the track now (§2.343)
    ARRIVED = 30  # a: unit, b: place
    STALEMATE = 31  # a: area
    GAME_OVER = 32  # a: result for the Allies: 1, 0, -1, b: bits of the powers that won alone
    NO_BASE = 33  # a: unit, lost because no place may take it (§10.23)
    WITHDRAWN = 34  # a: unit that leaves for good (§2.75, §18.38)
    REPAIRED = 35  # a: unit, b: port, c: damage points left (§11)
    ASW = 36  # a: area, b: ASW factors, or 0: more dice of them (15 an event), c: bonus, `OF_AXIS`; dice (§14.24)
    TRADE_ATTACK = 37  # a: unit, b: area, c: bonus; dice (§14.26)
    TRADE_POINTS = 38  # a: theatre, b: points gained by the Allies, c: the track now; from merchants (§14.26, §15.22)
    REFUELLED = 39  # a: unit, b: area that is its base next turn (§10.33, §15.31)
    INVERTED = 40  # a: submarine, b: area (§14.1)
    HUNTERS = 41  # a: area, b: power whose ships hunt (§19.46)
    ROLL_TO_MOVE = 42  # a: unit, b: 1 may move; die (§16.44, §18.22, §19.42)
    TABLE = 43  # a: unit, or box of a group; b: number of the table, c: outcome (§16.4, §18.33, §19.72); dice
    CHANGED_SIDES = 44  # a: unit, b: power that moves it now (§16.44, §18.33)
    WAR = 45  # a: area entered, or NOWHERE: the raid force moved (§19.41, §19.61) or (b: 1) the scenario says so
    FLAG_REMOVED = 46  # a: area (§19.44)
    TRANSFERRED = 47  # a: unit that leaves for the other theatre (§12.123)
    OVERHAULED = 48  # a: unit, b: port, c: points of overhaul left (§36.31)
    REPLACED = 49  # a: counter, b: counter that takes its place (§32.1, §34, §35.1)
    TYPE_XXI = 50  # a: turn from which U-boats that arrive or return are of Type XXI (§33.1)
    COMPLETION = 51  # a: ship, b: 1 completed; die (§38.2)
    EXPECTED = 52  # a: counter that comes into play, b: turn on which it arrives (§32.2, §32.4, §33, §38.2)
    WARNING = 53  # a: rolls in a row with which the warning has come through; die (§24)
    TARGETING = 54  # a: submarine, b: greatest speed that it may attack; die (§27.1)
    WAVERING = 55  # a: number of the round, b: 1 the Italians go; die (§37.1)
    INTERCEPTED = 56  # a: unit whose attack is broken off (§38.1)
    KAMIKAZE = 57  # a: unit that will make a kamikaze attack (§21.1)
    SENT = 58  # a: ship, b: place in the Pacific theatre, or on the way there, to which it is transferred (§21.22)
    CATAPULT = 59  # a: 1 launched (§22.1)
    ARMISTICE = 60  # a: total, b: 1 the French fleet is surrendered (§22.3); die
    VICHY = 61  # a: ship, b: holding box that she is in now (§22.32); die, if there was one
    LILA = 62  # Operation Lila is declared (§22.4)
    TORCH = 63  # a: total, b: 1 the French oppose it (§22.5); die, if there was one
    ITALY_ROLLS = 64  # a: Allied units that watch it, b: 1 it may go to war; dice (§20.4)
    ITALY_AT_WAR = 65  # Italy is neutral no longer (§20.4)
    GROUPED = 66  # a: power, b: Option.TOGETHER or AS_BEFORE, or (b: a unit) into its task force (§29.1)
    TASK_FORCE = 67  # a: unit, b: number of its task force (§29.1)
    INTENTION = 68  # a: first unit of the task force, b: its number, c: Intention (§29.2)
    SIGHTING = 69  # a: first unit of the task force, b: total, c: 1 sighted; die (§29.4)
    JOINS_ACTION = 70  # a: first unit of the task force, b: 1 it joins the surface action (§29.52)
    REVEALED = 71  # a: submarine that shows herself, b: place, c: 1 raiding (§26)
    SURPRISE = 72  # a: area or port that is attacked by surprise, b: 1 or 2, which attack it is (§19.7, §19.8)
    SCORES = 73  # a: port or base, b: points gained by the Allies, c: 1 for a raid on it; a scenario's own (M.2)


EVENT_FIELDS = 5
EVENT_DICE = 15
"""Room for dice in one event."""


def side_of(power: int) -> Side:
    """The side a power fights on."""
    return Side(power & 1)
