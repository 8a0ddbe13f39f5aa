"""The words of the rulebook as numbers: units, weapons, what abilities do, what is asked and what is answered.

Every number here is part of the record of a game or of the action vocabulary, so it is a contract: add at
the end, never renumber.  Rules are cited by their ids in `configs/naval_miniatures/rules.csv`.
"""

from collections.abc import Mapping
from enum import Enum, IntEnum
from typing import Self

from aw_env.core.declare.decisions import NOTHING, UNIT, Decisions, Declared, Mark, Options, Steps
from aw_env.core.printed.cells import Cells
from aw_env.naval.terms import NOBODY as NOBODY
from aw_env.naval.terms import NOWHERE as NOWHERE
from aw_env.naval.terms import Side as Side

# --- How much a record holds ---------------------------------------------------------------------------

ROWS = 11
"""Rows of sectors, A to K (SET.6, SC.2)."""
WIDE, NARROW = 7, 6
"""Sectors of rows A, C, E, G, I, K and of the rows between them (SET.10)."""
MAP = Cells([NARROW if row % 2 else WIDE for row in range(ROWS)])
"""The sectors, with the ranges between them: the attacker's own is not counted (SET.10, RNG.2)."""
SECTORS = len(MAP.names)
NEIGHBORS = 6
"""The most sectors that lie beside one (GLO.1)."""
FLEET = 40
"""Units that a side has room for (ME.1)."""
UNITS = 2 * FLEET
"""Units that a record has room for: those of the Allies first."""
CARDS = 64
"""Cards of which fleets are bought."""
CONVOY_CARD = CARDS
"""The card of the convoy ships, which nobody buys (CV.7)."""
ALL_CARDS = CARDS + 1
ZONES = 13
"""Battle zones: that of the scenario's own file, the six of the die, the six of the convoy scenario."""
OBJECTIVES = 3
RANGES = 4
"""Ranges with a number on the cards: 0 to 3."""
SUBMARINES, PLANES = 1, 4
"""Submarines and aircraft of a side in a sector (STK.3, STK.4)."""
ABILITIES = 64
"""Abilities that a file has room for."""
EFFECTS = 6
"""Effects of its abilities that a card has room for."""
MARKS = 7
"""Abilities that mark a target."""
HOUSE_FLEETS = 12
"""House fleets of a side that a scenario may draw from."""
FORCE = ("ships", "submarines", "aircraft", "hull", "guns", "torpedoes", "bombs", "antiair", "asw", "cost")
"""What observations count of the units in a sector."""
HULL_COUNTED = FORCE.index("hull")
MOST_DICE = 24
"""Dice of one attack."""


class Nation(IntEnum):
    """Nationality of a card (SIDE.2, SIDE.3); convoy ships have none."""

    UNITED_STATES = 0
    UNITED_KINGDOM = 1
    AUSTRALIA = 2
    FRANCE = 3
    GERMANY = 4
    ITALY = 5
    JAPAN = 6
    NONE = 7


NATIONS = len(Nation)


class Kind(IntEnum):
    """The subtypes of units; those of ships come first, then submarines, then aircraft (UNIT.2)."""

    BATTLESHIP = 0
    CARRIER = 1
    CRUISER = 2
    DESTROYER = 3
    TORPEDO_BOAT = 4
    AUXILIARY = 5
    SUBMARINE = 6
    PATROL_BOMBER = 7
    DIVE_BOMBER = 8
    TORPEDO_BOMBER = 9
    FIGHTER = 10


SHIPS = (1 << Kind.SUBMARINE) - 1
AIRCRAFT = (1 << len(Kind)) - (1 << Kind.PATROL_BOMBER)
BOMBERS = AIRCRAFT & ~(1 << Kind.FIGHTER)
"""Sets of kinds (UNIT.3)."""


class Terrain(IntEnum):
    """What fills a sector (MAP)."""

    OPEN = 0
    ISLAND = 1
    SHOAL = 2
    SQUALL = 3  # and fog, which does the same


class Weapon(IntEnum):
    """What a unit attacks with; the first seven are rows of attack values on the card (RNG.1)."""

    MAIN = 0
    SECONDARY = 1
    TERTIARY = 2
    ANTIAIR = 3
    ASW = 4
    BOMB = 5
    TORPEDO = 6
    PAYLOAD = 7  # bombs in place of torpedoes
    MISSILE = 8  # bombs at range 1
    SMOKE = 9  # no attack: a smoke screen


PRINTED_WEAPONS = 7
WEAPONS = len(Weapon)
GUNNERY = 1 << Weapon.MAIN | 1 << Weapon.SECONDARY | 1 << Weapon.TERTIARY
BOMBS = 1 << Weapon.BOMB | 1 << Weapon.PAYLOAD | 1 << Weapon.MISSILE
"""Sets of weapons."""
IN_THE_AIR = 1 << Weapon.MAIN | 1 << Weapon.ASW | 1 << Weapon.TORPEDO | BOMBS
AFLOAT = GUNNERY | 1 << Weapon.ASW | 1 << Weapon.SMOKE
"""Weapons of the air and of the surface attack phase (AAT.1, SUR.1)."""


class Use(Enum):
    """How an effect is used."""

    ONCE = "it can work once a game; others are there always, or as often as their conditions hold"
    SINGLE = "a card has room for one: a unit is asked about it, or it is worked out for it, a single time (MR-56)"
    ALWAYS = "it looks at no turn, company or condition"


class Effect(Declared):
    """What an ability does; the columns of an effect say when, to whom and how much (`records.record`).  A member is
    written as `NAME = "meaning", "columns", *uses`.

    looks_at: beside its turns, company and conditions, the columns that it looks at, each with the one word that it may
    have there, "" for any.
    """

    looks_at: Mapping[str, str]

    def __new__(cls, meaning: str, columns: str = "", *uses: Use) -> Self:
        """The next effect."""
        effect = cls._next(meaning, *uses)
        effect.looks_at = dict(column.partition("=")[::2] for column in columns.split())
        return effect

    NONE = "nothing"
    DICE = "more dice for its own attacks; one with a charge is asked", "weapons at amount reach", Use.ONCE
    LENT_DICE = "more dice for an attack of another unit", "weapons at amount reach", Use.ONCE
    MARK = "an enemy ship, at which others then have more dice", "weapons at by amount reach", Use.ONCE
    SCREEN = "dice of attacks at units beside it count less", "weapons at by amount"
    STEALTH = "dice of attacks at itself count less", "weapons by amount"
    PRESS = "an attack in spite of an abort", "weapons=bombs by amount least", Use.SINGLE
    NEGATE = "a die that makes an attack at it do nothing", "weapons by least", Use.ONCE
    SURVIVE = "a die: damage in place of destruction by vital armor", "weapons by least", Use.ONCE
    ENDURE = "a die: one hull point in place of destruction", "least", Use.ONCE
    FLAW = "destroyed by so many 6s of one attack", "weapons by amount"
    TORPEDO_DAMAGE = "damage of each of its torpedo hits", "weapons at amount reach"
    TORPEDO_DEFENSE = "less damage of each torpedo hit", "weapons by amount"
    STOP = "a die: whom it hits does not move next turn", "weapons at least reach", Use.ONCE
    SECOND_ATTACK = "another attack with the same weapon", "weapons", Use.ONCE
    PAYLOAD = "bombs in place of torpedoes", "weapons=payload amount", Use.ONCE, Use.SINGLE
    MISSILE = "bombs at range 1", "weapons=missile reach", Use.ONCE, Use.SINGLE
    SMOKE = "a smoke screen", "weapons=smoke", Use.ONCE
    REROLL = "an attack rolled again", "weapons", Use.ONCE
    LONG_RANGE = "beyond the ranges on the card", "weapons amount"
    SUBMARINES_TOO = "a weapon that also attacks submarines", "weapons reach"
    FLANK_SPEED = "speed near enemies", "at amount reach", Use.SINGLE
    RUN = "speed, asked; no claims", "amount", Use.ONCE, Use.SINGLE
    SLOW = "a die: less speed", "amount", Use.SINGLE
    LEAD = "sectors before the first turn", "amount", Use.SINGLE, Use.ALWAYS
    PURSUE = "placed with a ship that it has named", "at=ships reach", Use.SINGLE
    HUNT = "placed with a submarine", "at reach", Use.SINGLE
    PATROL = "placed with enemy aircraft", "at reach", Use.SINGLE
    SHALLOW_DRAFT = "islands and shoals are entered"
    ASHORE = "never based on a carrier", "", Use.ALWAYS
    LOITER = "no rearming"
    CROWD = "ships of its sector", "amount", Use.SINGLE
    NO_CLAIM = "no objectives are claimed"
    DRAW_FIRE = "a die: fighters must attack it", "by least", Use.SINGLE
    MEND_ITSELF = "a die: a hull point regained", "least", Use.ONCE, Use.SINGLE
    MEND_ANOTHER = "a ship beside it regains one", "at=ships least", Use.ONCE, Use.SINGLE
    CARGO = "points for leaving", "amount", Use.SINGLE


class Condition(IntEnum):
    """What must be the case for an effect, beside what its columns say; several may be asked at once."""

    TARGET_DAMAGED = 0
    UNDAMAGED = 1
    UNMOVED = 2  # in the latest movement step
    ANOTHER_ALIKE = 3  # another own unit with this ability is on the map
    FIRED_AT = 4  # another own ship has attacked the target with gunnery in this step
    OTHER_SECTOR = 5  # the second attack: at another sector, not only another unit
    FIRST_PLAYER = 6


class Phase(IntEnum):
    """The parts of a game (SEQ.1): fleets, set-up, then the nine phases of each turn."""

    FLEETS = 0
    SET_UP = 1
    INITIATIVE = 2
    SEA_MOVEMENT = 3
    AIR_MISSIONS = 4
    AIR_DEFENSE = 5
    AIR_ATTACK = 6
    SURFACE_ATTACK = 7
    TORPEDO_ATTACK = 8
    AIR_RETURN = 9
    END_OF_TURN = 10


class Fleets(IntEnum):
    """Where the fleets of a scenario come from."""

    DRAFTED = 0  # bought in secret
    DRAWN = 1  # random legal fleets
    GIVEN = 2  # those of the file
    HOUSE = 3  # one of the house fleets each, drawn


class Decision(Decisions):
    """What is being asked; its subject is a unit where it is about one."""

    NONE = NOTHING, "nothing: the game has not begun, or is over"
    DRAFT = NOTHING, "the next card of the fleet, or no more (FLT)", Mark.CURTAIN
    DEPLOY_SHIP = UNIT, "a ship: the sector where it starts (SET.5)"
    DEPLOY_SUBMARINE = UNIT, "a submarine: the sector where it starts (SET.6)"
    DEPLOY_AIRCRAFT = UNIT, "an aircraft: the carrier where it is based, or the airbase (SET.8)"
    LEAD = UNIT, "a ship that leads the attack: where to, or not (AB.lead_the_attack)"
    RUN = UNIT, "a ship: use its high-speed run, or not (AB.high_speed_run)"
    REPAIR = UNIT, "a ship: the damaged ship that it repairs, or none (AB.repair)"
    MOVE_WHO = NOTHING, "the next unit to move, or no more (SEA.2)", Mark.CALLS_UP
    MOVE_TO = UNIT, "a unit: where it moves; it may leave the map or pursue where it can (SEA.3)"
    PURSUE_WHOM = UNIT, "a ship: the enemy ship that it pursues (AB.pursuit_ship)"
    HUNT = UNIT, "a ship: a sector beside it with an enemy submarine, or none (AB.sub_hunter)"
    FLY_WHO = NOTHING, "the next aircraft to be placed, or no more missions (AIR.2)", Mark.CALLS_UP, Mark.ONE_BY_ONE
    FLY_TO = UNIT, "an aircraft: its sector (AIR.1)"
    PATROL = UNIT, "a fighter: a sector near it with enemy aircraft, or none (AB.combat_air_patrol)"
    MARK = UNIT, "a unit: the enemy ship that it marks, or none (AB.scout_cruiser)"
    FIRE_WHO = NOTHING, "the next unit to attack, or no more (ADF.1, AAT.1, SUR.1, TOR.1)"
    WEAPON = UNIT, "a unit: what it attacks with (AAT.3, SUR.3)"
    BOOST = UNIT, "a unit: who lends it dice, or nobody (AB.expert_bomber)"
    EXTRA = UNIT, "a ship: use its extra dice now, or not (AB.rapid_fire)"
    TARGET = UNIT, "a unit: its target (ATT.9)"
    REROLL = UNIT, "a ship: roll the attack again, or not (AB.night_fighter)"
    AGAIN = UNIT, "a unit: the target of its second attack, or none (AB.audacious_attack)"
    PRESS = UNIT, "an aborted bomber: press the attack, or not (AB.press_the_attack)"
    LOST_CARRIER = UNIT, "a carrier that is lost: the aircraft whose fate is rolled for (CAR.4)"
    RETURN_TO = UNIT, "an aircraft: the carrier that it returns to, or the airbase (RET.1)"
    ELIMINATE = NOTHING, "an aircraft ashore that is given up (LND.4)"
    CARGO = NOTHING, "the ship that lands its cargo, or none (AB.vital_cargo)"


class Step(Steps):
    """The steps, each carried out by the function that `sequence.STEPS` names."""

    DRAFT = "side", "a fleet is bought"
    SET_UP = "nobody", "cursor: sides that have deployed; stage: fleets, deployments, leads"
    DEPLOYMENT = "side", "cursor: roster order"
    LEADS = "side", "cursor: roster order"
    TURN = "phase", "cursor: how far in it"
    DECLARATIONS = "side", "what is said before movement; cursor: roster order, stage: runs, repairs"
    MOVEMENT = "side", "units one by one"
    HUNTS = "side", "cursor: roster order"
    MISSIONS = "side", "whose turn it is to place; stage: a bit for each side that has ended"
    PATROLS = "side", "cursor: roster order"
    MARKING = "side", "cursor: roster order, stage: marks of the unit asked for"
    ATTACKS = "side", "the attacks of a side in a phase"
    ACTIVATION = "unit", "its attacks one after another; cursor: attacks made, stage: how far in this one"
    PRESSING = "unit", "an aborted bomber"
    LOSSES = "nobody", "the end of a phase; cursor: roster order, stage: removal, carriers, the rest"
    CARRIER = "unit", "a lost carrier; cursor: aircraft rolled for"
    RETURN = "side", "cursor: roster order, stage: returning, giving up"
    CARGO = "side", "cargo landed at the end of a turn"


class Option(Options):
    """Answers that are neither a sector, nor a unit, nor a card."""

    END = "no more of them now", Mark.IDLE, Mark.QUIET
    DECLINE = "do not", Mark.IDLE, Mark.QUIET
    USE = "do it"
    LAND_BASE = "the land airbase"
    LEAVE = "off the map (CV.4)"
    MAIN = "main gunnery"
    SECONDARY = "secondary gunnery"
    TERTIARY = "tertiary gunnery"
    ANTIAIR = "antiair"
    ASW = "ASW"
    BOMB = "bombs"
    TORPEDO = "torpedoes"
    PAYLOAD = "bombs in place of torpedoes, once"
    MISSILE = "a missile at range 1, once"
    SMOKE = "lay a smoke screen"
    PURSUE = "pursue an enemy ship"


FIRST_WEAPON_ACTION = int(Option.MAIN)
OPTIONS = 24
"""Room for options in the action vocabulary."""
ACTIONS = OPTIONS + SECTORS + UNITS + CARDS
"""Size of the one action vocabulary: the options, then the sectors, then the units, then the cards."""
FIRST_SECTOR_ACTION = OPTIONS
FIRST_UNIT_ACTION = OPTIONS + SECTORS
FIRST_CARD_ACTION = FIRST_UNIT_ACTION + UNITS

ASHORE = UNITS
"""In place of a carrier: the land airbase."""
CALLED = 128
"""A unit in an event is the number of its card, and CALLED times how many units of the card come before it in its fleet
(of the Axis, FLEET more): by that it is named, and it fits the 16 bits of a number in an event."""


class Event(IntEnum):
    """What happened, for the narrator: an event is (event, a, b, c, number of dice, dice...).

    A unit is told of by its card and which of the card it is (`CALLED`).
    """

    NONE = 0
    TURN = 1  # a: turn
    PHASE = 2  # a: Phase
    ZONE = 3  # a: battle zone; die (SET.2)
    DEPLOYS_FIRST = 4  # a: side; die (SET.3)
    BOUGHT = 5  # a: side, b: card, c: points left; whispered (FLT.4)
    FLEET_READY = 6  # a: side
    DEPLOYED = 7  # a: unit, b: sector or carrier, or NOWHERE: at the airbase
    INITIATIVE = 8  # a: side, b: total with the flagship bonus; dice (INI.1)
    FIRST_PLAYER = 9  # a: side (INI.5)
    SPEED_ROLL = 10  # a: unit, b: change of its speed; die (AB.slow)
    RUNS = 11  # a: unit (AB.high_speed_run)
    REPAIRS = 12  # a: unit, b: the ship repaired (AB.repair)
    MOVED = 13  # a: unit, b: sector
    LEFT = 14  # a: unit (CV.4)
    PURSUES = 15  # a: unit, b: enemy ship
    FLIES = 16  # a: unit, b: sector
    NO_MORE_MISSIONS = 17  # a: side
    DRAWS_FIRE = 18  # a: unit, b: 1 enemy fighters must attack it; die (AB.draw_the_cap)
    MARKED = 19  # a: unit, b: enemy ship
    LENT = 20  # a: lender, b: unit
    ATTACK = 21  # a: unit, b: target, c: Weapon; dice
    REROLLED = 22  # a: unit, b: target, c: Weapon; dice (AB.night_fighter)
    NEGATED = 23  # a: target, b: 1 its attacker did nothing, c: number of the ability, NOBODY: concealment; die
    MISSED = 24  # a: unit, b: target
    DAMAGED = 25  # a: target, b: hull points to be lost
    DESTROYED = 26  # a: target; at the end of the phase
    ABORTED = 27  # a: target
    SURVIVES = 28  # a: target, b: 1 damaged instead; die (AB.survivor)
    STOPPED = 29  # a: target, b: 1 it does not move next turn; die (AB.lucky_hit)
    PRESSES = 30  # a: unit, b: 1 it attacks, 0 it does not, -1 it is destroyed; die
    SMOKE = 31  # a: unit, b: sector
    ENDURES = 32  # a: unit, b: 1 it stays with one hull point; die (AB.determination)
    LOST = 33  # a: unit, b: points scored
    CRIPPLED = 34  # a: unit (DMG.5)
    CARRIER_LOST_ROLL = 35  # a: aircraft, b: 1 it is lost; die (CAR.5)
    RETURNED = 36  # a: unit, b: carrier, or NOWHERE: the airbase (RET.1)
    ELIMINATED = 37  # a: unit, b: points scored (LND.4)
    MENDED = 38  # a: unit, b: 1 one hull point is regained; die
    CLAIMED = 39  # a: side, b: sector, c: points (OBJ.1)
    CARGO = 40  # a: unit, b: points (AB.vital_cargo)
    SCORE = 41  # a: of the Allies, b: of the Axis
    GAME_OVER = 42  # a: result for the Allies


EVENT_FIELDS = 5
EVENT_DICE = MOST_DICE
"""Room for dice in one event."""
