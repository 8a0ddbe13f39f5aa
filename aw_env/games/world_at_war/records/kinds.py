"""The words of the rules as numbers: sides, nations, places, ships, decisions, options and events."""

from enum import IntEnum

from aw_env.core.declare.decisions import NOTHING, PLACE, UNIT, Decisions, Mark, Options
from aw_env.naval.terms import NOBODY as NOBODY
from aw_env.naval.terms import NOWHERE as NOWHERE
from aw_env.naval.terms import Side as Side

PLACES, UNITS, TURNS = 48, 136, 22
"""Room for places and for rows of units, and the last turn that there can be."""
GROUPS = 8
"""Raider groups of a player turn: a ship costs a BRP, and there are no more than eight (21.533)."""
SHIPS_OF_A_GROUP = 3
"""At most (21.532E)."""
FACES = 6
MOST_BRPS, MOST_TRANSPORTS = 99, 99
ISLAND_GROUPS = 12
"""Room for the island groups of the Pacific (4.74)."""
COUNTERS = 12
"""Task force counters of Japan, of the US and of Britain (20.161)."""
MOST_SQUADRONS, MOST_BOATS = 30, 9
"""Squadrons and submarines that a place bases."""
STRAITS = 4
"""Room for the straits of a map of hexes (21.211)."""
BASE_CHANGE, LEG = 20, 10
"""Hexes of a base change in the Pacific (21.223), and of a leg from port to port (21.3614)."""
BETWEEN_PORTS = 20
"""Hexes from port to port on a longer way in Europe (21.3612, 21.3614)."""
FLOWN = 3
"""Hexes that aircraft of bases fly."""
HEXES, SIDES_OF_A_HEX = 320, 6
"""Room for its hexes."""
MOST_TROOPS = 20
"""Ground units of a kind in a place."""


class Nation(IntEnum):
    """Whose ships they are: each has a modifier in naval combat (22.552A)."""

    BRITAIN = 0
    US = 1
    GERMANY = 2
    ITALY = 3
    JAPAN = 4
    AUSTRALIA = 5


class Kind(IntEnum):
    """What a unit is (20.11); `DD` and `CVE` are rows of one-factor ships, the others a ship each."""

    CAPITAL = 0
    CARRIER = 1
    CA = 2
    DD = 3
    CVE = 4


class PlaceKind(IntEnum):
    """What a place is (20.15)."""

    PORT = 0
    BOX = 1
    SW_BOX = 2
    ISLAND = 3
    SEA = 4


class Theatre(IntEnum):
    """Where a campaign is fought."""

    ATLANTIC = 0
    PACIFIC = 1
    MEDITERRANEAN = 2


class Box(IntEnum):
    """The SW boxes, in which transports sail (20.63)."""

    ATLANTIC = 0
    INDIAN = 1
    PACIFIC = 2


BOXES = len(Box)


class Condition(IntEnum):
    """How a ship is (20.52)."""

    SOUND = 0
    DAMAGED = 1
    SUNK_IN_PORT = 2
    LOST = 3


class Line(IntEnum):
    """Where a ship stands in fleet combat (22.5)."""

    NONE = 0
    CAPITAL = 1
    LIGHT = 2
    SCREENED = 3


class Aim(IntEnum):
    """At what a capital ship fires (22.5)."""

    NONE = 0
    PAIRED = 1
    LIGHT = 2
    HOLDS = 3


class Worth(IntEnum):
    """What is worth points (H)."""

    TRANSPORT = 0
    PENALTY = 1
    ALLIED_FACTOR = 2
    AXIS_FACTOR = 3
    SUPPLY_LINE = 4
    OIL = 5
    GRANT = 6
    TROOPS = 7
    NAMED_FACTOR = 8
    FACTOR = 9
    GROUP_HELD = 10
    GROUP_SHARED = 11
    SEA_TRANSPORT = 12
    FRONT = 13
    END_OF_FRONT = 14


class Front(IntEnum):
    """The fronts on whose waters ports lie (21.131)."""

    WESTERN = 0
    MEDITERRANEAN = 1
    SOUTHEAST_ASIAN = 2
    EASTERN = 3


class Cargo(IntEnum):
    """What the transports of a convoy do (20.64)."""

    LINE = 0
    OIL = 1
    GRANT = 2
    TROOPS = 3


class Convoy(IntEnum):
    """The activity of transports that is carried out (21.42, 21.43, 21.56, 21.63); on a map of hexes patrols too, ships
    that are displaced as a player turn begins, after the last of a turn, or in one by an invasion (21.23, 21.5153E),
    and such as redeploy (21.33)."""

    NONE = 0
    SUPPLY = 1
    SEA_TRANSPORT = 2
    SUPPLY_AGAIN = 3
    ESCORT = 4
    PATROL = 5
    PATROL_STAYS = 6
    CARRIERS = 7
    DISPLACED = 8
    DISPLACED_AFTER = 9
    INVASION = 10
    DISPLACED_BY_INVASION = 11
    REDEPLOYED = 12


class Aboard(IntEnum):
    """What destroyers carry."""

    TROOPS = 0
    SUPPLIES = 1
    SQUADRONS = 2


class Ground(IntEnum):
    """Ground units that invade (21.517A); the garrisons of islands are replacements, which do not.  On a map of hexes,
    where there are no marines, the second kind of cargo are air factors (21.438)."""

    INFANTRY = 0
    MARINES = 1
    AIR = 1


GROUND_KINDS = len(Ground)


class GroundResult(IntEnum):
    """What the ground combat table says, as the rulings have it; from `EXCHANGE` on the defenders are eliminated."""

    ATTACKER_LOST = 0  # A
    ATTACKER_LOSES = 1  # a
    EXCHANGE = 2  # Ex
    EXCHANGE_LESS_ONE = 3  # Ex-1
    EXCHANGE_LESS_TWO = 4  # Ex-2
    DEFENDER_LOST_DEARLY = 5  # d
    DEFENDER_LOST = 6  # D


class Switch(IntEnum):
    """The optional rules, by the number of their bit."""

    HARBOUR_ATTACK = 0
    SUBMARINE_WARFARE = 1
    CARRIERS = 2
    AXIS_SUEZ = 3
    RAIDER_CARRIER = 4
    PACIFIC_RAIDERS = 5
    LANDINGS = 6
    COUNTERS_IN_PORT = 7


class Phase(IntEnum):
    """What is going on in a player turn."""

    OPENING = 0
    START = 1
    CONSTRUCTION = 2
    SUPPLY = 3
    MOVEMENT = 4
    MISSIONS = 5
    DETECTION = 6
    ENGAGEMENT = 7
    BATTLE = 8
    PREY = 9
    RETURN = 10
    REDEPLOYMENT = 11
    END = 12
    SUBMARINES = 13
    INTERCEPTION = 14
    ISLAND_RAIDS = 15
    CONVOY = 16
    SUPPLY_AGAIN = 17
    INVASIONS = 18


class Decision(Decisions):
    """What is asked."""

    NONE = NOTHING, "nothing: the game is over"
    AT_LARGE = NOTHING, "how many of the transports at large begin in the Atlantic (20.631D)"
    AT_SEA = UNIT, "whether a pocket battleship begins at sea (21.5331)"
    BUILD = NOTHING, "what the yards build, repair or raise next (20.62, 20.5212E, 20.5224B)"
    STATION = NOTHING, "the SW box of a new transport (20.621A)"
    SUPPLY_LINE = PLACE, "whether a transport keeps a supply line from a box (20.64B)"
    OIL = NOTHING, "how many oil counters are shipped (20.64A)"
    GRANTS = NOTHING, "how many transports carry BRPs (20.64D)"
    TROOPS = NOTHING, "how many transports carry troops (20.64C)"
    HARBOUR = NOTHING, "the ship in an enemy port that is attacked there (21.44)"
    BASE_CHANGE = NOTHING, "a ship that changes base (21.22)", Mark.CALLS_UP
    DESTINATION = UNIT, "its new base (21.22), or where a defender returns (21.538B)"
    RAID = NOTHING, "a ship of the next raider group (21.532)", Mark.SECRET
    OPPOSE = NOTHING, "whether a raider group is opposed (21.5341)"
    ENGAGE_GROUP = NOTHING, "the group against which a die is used (21.5342E)"
    ENGAGE = NOTHING, "the ship that a die sends against the raiders (21.5342)"
    ESCORT = UNIT, "a light ship that sails with a carrier (21.5342C)"
    WITHHOLD = NOTHING, "a raider that is kept from the battle (21.5361B)", Mark.SECRET
    SCREEN = NOTHING, "a defender that is screened (22.5)", Mark.SECRET
    SURPLUS = UNIT, "at what a capital ship without a partner fires (22.5)"
    EXCESS = NOTHING, "at what light ships beyond three to one fire (22.5)"
    FIGHT = NOTHING, "whether the returning raiders are fought (21.538A), or a distant task force (20.252D, E)"
    RETURN = NOTHING, "the port of a raider group (21.538B)"
    SHIFT = NOTHING, "a surplus transport that sails to another SW box (20.622)"
    STRIKE = UNIT, "at what the aircraft of a carrier strike (21.5361B, 23.4)"
    INTERCEPT = PLACE, "a ship of a port that tries to intercept a raider group (21.533D)"
    WITHDRAW = NOTHING, "whether a side leaves the battle (22.6)"
    DECLINE = NOTHING, "an island that its owner does not supply (21.5392D)"
    FORM = NOTHING, "where ships go under a task force counter (20.162)"
    UNDER = PLACE, "a ship that goes under it", Mark.SECRET
    COUNTER = (
        NOTHING,
        "where a task force lies that changes base (21.22), or by which way ships go (21.416B, 21.23E)",
    )
    COUNTER_TO = PLACE, "its new base, or where troops redeploy (21.65) or squadrons sail (21.438)"
    PATROL = NOTHING, "the hex of a patrol (21.41)"
    PATROL_WITH = PLACE, "a ship that patrols there", Mark.SECRET
    DISPLACE = UNIT, "the port of a displaced unit (21.23A, B)"
    TARGET = NOTHING, "the raiding hex of the next raid on an island group (21.5392)"
    TIME = PLACE, "whether islands are raided by day or night (21.5393), or a patrol stays (21.416F, K, L)"
    FORCE = PLACE, "a ship of the force that raids an island, or opposes the raid (21.5395)", Mark.SECRET
    SUBMARINE = PLACE, "whether a submarine goes along (21.5396A)"
    TORPEDO = NOTHING, "at what a submarine fires (21.5398G)"
    PLANES = PLACE, "how many squadrons of bases join the raid (21.5396B)"
    CAP = NOTHING, "how many squadrons of carriers patrol over the force (21.5398B)", Mark.SECRET
    COUNTERAIR = NOTHING, "how many squadrons of carriers attack those of bases (21.5398B)"
    COVER = NOTHING, "how many squadrons of bases cover the force (21.5398C)"
    STRIKE_AT = NOTHING, "at what squadrons strike (21.5398E)"
    STRIKE_WITH = NOTHING, "with how many squadrons"
    HOME = NOTHING, "the port of a force that returns from islands (21.5397E)"
    PROTECT = NOTHING, "a ship that protects the convoy (20.65, 21.65G)", Mark.SECRET
    CARRY = NOTHING, "destroyers that carry the troops (21.434)"
    REDEPLOY = NOTHING, "a ship that redeploys (21.6, 21.72D)", Mark.CALLS_UP
    PART = UNIT, "how many factors of a row move (20.91)"
    TRANSFER = NOTHING, "how many submarines or ASW factors sail the Indian Ocean (20.73, 20.81)"
    OVERSTACKED = PLACE, "a unit of an overstacked port that is lost (21.112)"
    INVADE = NOTHING, "the hex of the next invasion (21.511)"
    EMBARK = PLACE, "the base of the next unit that embarks (21.514)"
    TROOP = PLACE, "what kind of ground unit embarks (21.517A), or whether squadrons do (21.438)"
    SAIL = PLACE, "a ship that sails with an invasion (21.513, 21.514D)", Mark.SECRET
    OPPOSE_LANDING = PLACE, "a ship of a port that tries to intercept an invasion (21.516)", Mark.SECRET
    SUPPORT = PLACE, "a base whose squadrons support an invasion (21.517D)"
    COVER_LAND = PLACE, "a base whose squadrons support the defenders (21.517F)"
    CARRIER_LOSSES = PLACE, "how many losses fall on destroyers that carried troops (21.517H)"
    LOSSES = PLACE, "what the attacker of an island loses next (21.517H, 21.5282), or what cargo is lost (20.59)"
    ATTACK_AGAIN = PLACE, "whether invaders attack once more (21.5152)"
    LAND = PLACE, "whether a unit in reserve goes ashore (21.517I)"


class Option(Options):
    """Answers that are neither a place nor a unit."""

    DONE = "no more", Mark.IDLE, Mark.QUIET
    YES = "yes"
    NO = "no", Mark.IDLE, Mark.QUIET
    COUNT_0 = "none", Mark.IDLE
    COUNT_1 = "one"
    COUNT_2 = "two"
    COUNT_3 = "three"
    COUNT_4 = "four"
    COUNT_5 = "five"
    COUNT_6 = "six"
    COUNT_7 = "seven"
    COUNT_8 = "eight"
    COUNT_9 = "nine"
    GROUP_1 = "the first group"
    GROUP_2 = "the second group"
    GROUP_3 = "the third group"
    GROUP_4 = "the fourth group"
    GROUP_5 = "the fifth group"
    GROUP_6 = "the sixth group"
    GROUP_7 = "the seventh group"
    GROUP_8 = "the eighth group"
    TRANSPORT = "a transport"
    LIGHT = "fire at the light ships"
    HOLD = "hold fire for screened ships"
    JOIN = "join the fire at light ships"
    SUBMARINE = "a submarine"
    ASW = "an ASW factor"
    DAY = "by day"
    NIGHT = "by night"
    ALL = "all of them"
    INFANTRY = "infantry"
    MARINES = "marines"
    AIRCRAFT = "three squadrons"
    CALL_OFF = "call it off"


class Event(IntEnum):
    """What happens; behind each its numbers."""

    NONE = 0
    TURN = 1  # a: its number
    PLAYER_TURN = 2  # a: side
    ARRIVES = 3  # a: unit, b: place
    REPAIRED = 4  # a: unit
    PENALTY = 5  # a: BRPs
    BUILT = 6  # a: what the option says
    IN_REPAIR = 7  # a: unit
    RAISED = 8  # a: unit
    STATIONED = 9  # a: SW box
    SUPPLIED = 10  # a: place, b: 1 the line holds
    SHIPPED = 11  # a: oil, b: grants, c: troops
    HARBOUR_ATTACK = 12  # a: unit; dice
    CHANGES_BASE = 13  # a: unit, b: place
    AT_SEA = 14  # a: unit
    SAILS = 15  # a: number of the group, b: its ships, c: 1 a task force
    DETECTION = 16  # a: number of the group, b: modified result; dice
    UNOPPOSED = 17  # a: number of the group
    TYPES = 18  # a: number of the group; dice
    ENGAGES = 19  # a: unit, b: number of the group
    SEEN = 20  # a: unit, b: number of the group
    FIRES = 21  # a: unit that fires, b: its target, c: hits; dice
    FIRES_ON_LIGHT = 22  # a: unit that fires, b: side of the light ships, c: hits; dice
    LIGHT_FIRE = 23  # a: side that fires, b: its target, c: hits; dice
    LIGHT_FIRE_ON_LIGHT = 24  # a: side that fires, b: factors, c: hits; dice
    CRITICAL = 25  # a: unit, b: 1 it is one; dice
    DAMAGED = 26  # a: unit
    SINKS = 27  # a: unit
    LIGHT_LOST = 28  # a: unit, b: factors
    IN_PORT = 29  # a: unit, sunk in port
    AT_TRANSPORTS = 30  # a: number of the group, b: factors, c: transports sunk; dice
    AVOIDS = 31  # a: number of the group, whose second engagement is declined
    RETURNS = 32  # a: number of the group, b: place
    SHIFTED = 33  # a: from SW box, b: to
    GAME_OVER = 34  # a: result
    SUBMARINES_ATTACK = 35  # a: submarines, b: transports sunk, c: damaged; dice
    ASW_ATTACKS = 36  # a: ASW and escort carriers, b: submarines sunk; dice
    AIR_DEFENSE = 37  # a: carrier, b: squadrons shot down, c: turned back; dice
    INTERCEPTION = 40  # a: number of the group, b: place, c: 1 they meet; dice
    WITHDRAWS = 41  # a: side
    TURNS_BACK = 42  # a: number of the group
    RAID = 43  # a: place, b: 1 by night
    FORCE = 44  # a: side, b: 1 a task force, c: BRPs
    IN_FORCE = 45  # a: unit, b: factors
    NO_DEFENCE = 46  # a: place
    ROUND = 47  # a: its number
    TORPEDOES = 48  # a: side that fires, b: its target, c: hits; dice
    TORPEDOES_ON_LIGHT = 49  # a: side that fires, b: side of the light ships, c: hits; dice
    BOAT_LOST = 50  # a: side
    TRANSPORTS_LOST = 51  # a: side, b: number
    FORCE_RETURNS = 52  # a: side
    AT_HOME = 53  # a: unit, b: place
    FALLS = 54  # a: place, b: side that takes it
    CONTROL = 55  # a: side, b: points
    PLANES = 56  # a: side, b: squadrons of bases
    PATROLS = 57  # a: side, b: squadrons that patrol, c: that strike
    AIR_COMBAT = 58  # a: side that fires, b: eliminated, c: aborted; dice
    GUNS = 59  # a: side of the aircraft, b: shot down, c: turned back; dice
    BOMBS = 60  # a: side, b: unit, c: hits; dice
    BOMBS_ON_LIGHT = 61  # a: side, b: side of the light ships, c: hits; dice
    CONVOY_SAILS = 62  # a: its kind, b: its transports
    PROTECTS = 63  # a: unit
    HUNTS = 64  # a: unit
    HUNT = 65  # a: place from which the convoy is looked for; dice
    CARGO_ATTACKED = 66  # a: factors that fire, b: hits; dice
    CARGO_LOST = 67  # a: transports sunk
    GRANTS_FAIL = 68  # a: transports whose BRPs have not arrived
    CONVOY_ABORTS = 69  # a: its kind, b: 1 it carries squadrons alone
    TRANSPORTED = 70  # a: factors of troops
    CARRIES = 71  # a: row of destroyers, b: factors, c: `Aboard`
    SPLITS = 72  # a: row, b: the row that part of it becomes, c: factors
    COMBINES = 73  # a: row, b: the row that it joins, c: factors
    DISPLACED = 74  # a: unit, b: place
    TRANSFERRED = 75  # a: submarines or ASW factors in the Indian Ocean, b: side
    STRIKES_TRANSPORTS = 76  # a: carrier, b: transports sunk; dice
    PORT_BUILT = 77  # a: place, b: side
    DECLINED = 78  # a: place
    ON_PATROL = 79  # a: unit, b: place
    FORMS = 80  # a: side, b: place
    COUNTER_MOVES = 81  # a: side, b: from place, c: to place
    SHOWN = 82  # a: unit, b: place
    FRONT = 83  # a: factors of the Axis, b: of the Allies, c: its direction; die
    FRONT_HELD = 84  # a: side, b: points
    TROOPS_LAND = 85  # a: place, b: factors
    SOUGHT = 86  # a: place from which ships are looked for; b: hexes to them; dice
    BEATEN_BACK = 87  # a: unit, b: place to which it returns
    TO_AID = 88  # a: unit
    PATROL_ENDS = 89  # a: unit, b: place to which it returns
    INVADES = 90  # a: place, b: BRPs, c: 1 a task force
    EMBARKS = 91  # a: place, b: `Ground`
    LANDING_MET = 92  # a: place of who intercepts, b: 1 they meet; dice
    CALLED_OFF = 93  # a: place, b: 1 of a raid
    FLIES = 94  # a: place, b: squadrons, c: 1 against the invaders
    GROUND_COMBAT = 95  # a: attack, b: defense, c: result; die
    TROOPS_LOST = 96  # a: side, b: `Ground`
    GARRISON_LOST = 97  # a: place
    SQUADRONS_LOST = 98  # a: side, b: squadrons
    ASHORE = 99  # a: place, b: `Ground`
    REPELLED = 100  # a: place
    REINFORCED = 101  # a: place, b: `Ground`, c: units
    OVER_TROOPS = 102  # a: place, b: squadrons
    COUNTERS = 103  # a: place, b: squadrons that attack those of it
    BOAT_SAILS = 104  # a: place
    BOAT_SEEKS = 105  # a: place from which ships are looked for; b: hexes to them; dice
    HUNTS_BOAT = 106  # a: place, b: squadrons, c: hits; dice
    SQUADRONS_LAND = 107  # a: place, b: squadrons that have come by sea
    TASK_FORCE_NUMBER = 108  # a: side, b: number of its task force; die
    SEARCHES = 109  # a: side; dice
    EVADES = 110  # a: side
    FLIES_AT = 111  # a: base, b: port, c: squadrons
    PRIZE = 112  # a: place, b: side that has invaded it, c: points
    SETS_OUT = 113  # a: place, b: place to which it sails, c: `Aboard`
    GOES_ALONG = 114  # a: unit
    BOATS_DISPLACED = 115  # a: place that they leave, b: place to which they go, c: submarines
