"""The columns of an observation: their names, scales and meanings, in the order in which they are written.

An observation is written from the side of the seat that observes: *mine* are the units of its side, *theirs*
the other side's.  Every table below is a part of a row; its members are offsets within that part.
"""

from aw_env.core.declare.columns import (
    SIGNED,
    Columns,
    Layouts,
    Part,
    Row,
    both_sides,
    one_hot,
    places,
    single,
    table,
    units,
)
from aw_env.games.admirals_war.observation.facts import (
    held,
    intention_now,
    is_surrounded,
    raiders,
    repair_points_left,
    sighted_now,
    task_force_of,
    they_declared_retreat,
)
from aw_env.games.admirals_war.records.terms import (
    AREAS,
    FIRST_BOX,
    FIRST_PORT,
    UNITS,
    Box,
    Decision,
    OptionalRule,
    Phase,
    Power,
)
from aw_env.games.admirals_war.rules.bonuses import air_bonus, armor_bonus, gunnery_bonus
from aw_env.games.admirals_war.rules.control import counts_for_control
from aw_env.games.admirals_war.rules.counters import airstrike, armor, at_sea, gunnery, speed


class General(Columns):
    """The state of the game as a whole."""

    SIDE = 1, "0: the observer plays the Allies, 1: the Axis", "mine"
    CHOOSING = 1, "1: the observer is asked now", "game.seat == seat and over != 1"
    TURN = 10, "number of the turn"
    TURNS_LEFT = 10, "turns after this one", "last_turn - turn"
    LEAD_ATLANTIC = (
        10,
        "victory points, mine less theirs, on the Atlantic track (§2.8)",
        "(1 - 2 * mine) * victory_points[ATLANTIC]",
    )
    LEAD_PACIFIC = 10, "the same on the Pacific track", "(1 - 2 * mine) * victory_points[PACIFIC]"
    GAIN_ATLANTIC = (
        10,
        "change of that lead since the turn began, Atlantic",
        "(1 - 2 * mine) * (victory_points[ATLANTIC] - points_at_turn[ATLANTIC])",
    )
    GAIN_PACIFIC = 10, "the same, Pacific", "(1 - 2 * mine) * (victory_points[PACIFIC] - points_at_turn[PACIFIC])"
    MY_ARMOR_SUNK = 10, "armor factors of my ships sunk", "armor_sunk[mine]"
    THEIR_ARMOR_SUNK = 10, "armor factors of their ships sunk", "armor_sunk[1 - mine]"
    HOSTILITIES = 1, "1: Japan has attacked (§19)"
    TURNS_OF_WAR = 10, "turns since it did, this one not counted (§11.12)", "hostilities * (turn - hostilities_since)"
    ATTACK = 3, "before that: 0: Japan may not attack this turn, 1: it may, 2: war is declared, 3: one attack is over"
    UNGUARDED = 1, "1: a Japanese landing on the Philippines costs nothing this turn (§19.36)"
    SHORT_OF_FUEL = 1, "1: Japanese ships pursue for one round only (§19.762)"
    PROVOCATION = 3, "what makes the US rolls to move easier this turn (§19.47)"
    PROVOKED = 3, "the same for the next turn, so far"
    ITALY = 1, "1: Italy surrenders, at once or on the next turn (§16.41)", "surrender_turn != 0"
    THEY_DECLARED_RETREAT = (
        1,
        "1: I am asked whether I retreat, and they have just declared that they do (§8.11)",
        they_declared_retreat,
    )
    RETREATING = (
        1,
        "the side that retreats from the area being resolved: 1 mine, -1 theirs, 0 none (§8.1)",
        "sign(retreating, mine) if area >= 0 else 0",
    )
    ROUND = 5, "number of the combat round there, 0 outside combat", "combat_round if area >= 0 else 0"
    PURSUED_GROUP = (
        4,
        "group whose pursuit is fought, 0 while nobody retreats (§8.3)",
        "battle_group if area >= 0 else 0",
    )
    QUIET_ROUNDS = (
        3,
        "rounds in a row in which neither side asked for an action with an attack in it",
        "quiet_rounds[battle_group] if area >= 0 else 0",
    )
    HELD_ROUNDS = (
        3,
        "rounds since the last shot in which all held fire",
        "held_rounds[battle_group] if area >= 0 else 0",
    )
    AIR_ACTION = (
        1,
        "1: the latest round determined was an air action or a combined one (§7.22)",
        "area >= 0 and has(WITH_AIR, action)",
    )
    SURFACE_ACTION = 1, "1: it was a surface action or a combined one", "area >= 0 and has(WITH_GUNS, action)"
    FACES_CENTRAL = 3, "faces that put a US group in the Central Pacific; for the American seat alone (§23.21)", ...
    FACES_HAWAII = 3, "the same off Hawaii", ...
    GROUP_W = 10, "1 + the area where secret dice have put the US group W; for the American seat alone (§23.22)", ...
    GROUP_X = 10, "the same of X", ...
    GROUP_Y = 10, "the same of Y", ...
    GROUP_Z = 10, "the same of Z", ...
    WARNED = 3, "rolls in a row with which Pearl Harbor was warned (§24)", ...
    CATAPULT = 1, "1: Operation Catapult was launched (§22.1)", ...
    TORCH = 3, "1: the French have opposed Torch, 2: they do now, 3: and have fought a round (§22.5)", ...
    TYPE_XXI = 1, "1: U-boats that arrive or return are of Type XXI (§33.1)", ...
    ITALY_NEUTRAL = 1, "1: Italy is neutral (§20.4)", ...
    HIDDEN_US = 3, "US submarines that the other side does not see (§26)", ...
    HIDDEN_GERMAN = 3, "German ones", ...
    HIDDEN_ITALIAN = 1, "Italian ones", ...
    HIDDEN_JAPANESE = 3, "Japanese ones", ...


class Force(Columns):
    """One side's units in a sea area."""

    PATROLLING = 5, "ships with the patrolling side up"
    RAIDING = 5, "ships with the raiding side up"
    GUNNERY = 10, "gunnery factors now (§7.63)"
    HIT_POINTS = 10, "damage points that would sink all the ships there"
    CARRIER_AIRSTRIKE = 5, "airstrike factors of carriers now (§7.64)"
    LBA_AIRSTRIKE = 5, "attack factors of land-based air"
    AMPHIBIOUS = 2, "amphibious units"
    ASW = 10, "ASW factors (§14.21)"
    SUBMARINES = 2, "patrolling submarines (§14.2)"
    RAIDING_SUBMARINES = 2, "raiding submarines (§14.3)"
    HILFSKREUZERS = 2, "Hilfskreuzers (§15)"
    SUPPORT = 2, "Hunter-Killer groups of the Allies (§14.22), oilers of the Axis (§10.3)"


class Area(Columns):
    """A sea area: this, then `Force` for my side, then `Force` for theirs; all 0 for a closed area."""

    FLAG = 1, "1: mine, -1: theirs, 0: nobody controls it", "sign(flag, mine)"
    MY_POINTS = 3, "victory points that control is worth to me", "points_of(book, game, area, mine)"
    THEIR_POINTS = 3, "victory points that control is worth to them", "points_of(book, game, area, 1 - mine)"
    COMBAT = (
        2,
        "0: resolved this turn, 1: combat still to come, 2: being resolved",
        "2 if game.area == area else 1 - resolved",
    )


class Port(Columns):
    """A port or base.  Counts are positive for my units and negative for theirs."""

    OWNER = 1, "1: mine, -1: theirs, 0: neutral, not controlled, or not in use", held, SIGNED
    RAIDED = 1, "1: my carriers have raided it this game, -1: theirs, 0: neither or both", raiders, SIGNED
    REPAIRS = 5, "damage points that it can still repair this turn (§11.1)", repair_points_left
    SURROUNDED = 1, "1: its owner's enemy held all the sea areas it touches when the turn began (§16.11)", is_surrounded
    SHIPS = 5, "ships", ..., SIGNED
    CARRIERS = 2, "carriers among them", ..., SIGNED
    AMPHIBIOUS = 2, "amphibious units", ..., SIGNED
    LBA = 2, "land-based air units", ..., SIGNED
    GUNNERY = 10, "gunnery factors of the ships now", ..., SIGNED
    DAMAGE = 5, "damage points of the ships", ..., SIGNED
    RAIDING = 5, "ships with the raiding side up", ..., SIGNED
    OTHERS = 3, "submarines, Hilfskreuzers, oilers and Hunter-Killer groups", ..., SIGNED


class Fleet(Columns):
    """The ships in a holding box.  `FLEETS` are the boxes that have one."""

    SHIPS = 5, "ships"
    GUNNERY = 10, "gunnery factors now"
    HIT_POINTS = 10, "damage points that would sink all the ships"
    AIRSTRIKE = 5, "airstrike factors of carriers now"


class Away(Columns):
    """One side's units that come back.  Those that are to arrive by the turn chart are not among them."""

    AIR_NEXT_TURN = 2, "land-based air units lost that return on the next turn (§12.6)"
    OTHERS_NEXT_TURN = 2, "amphibious units and submarines that do (§13.5, §14.4)"
    LATER = 5, "lost units that return after that"
    TRANSFER = 2, "land-based air units on their way to the other theatre (§12.123)"


class Battle(Columns):
    """One side's units in the combat being resolved: of the area, or of the pursuit that is fought."""

    SHIPS = 5, "ships"
    CARRIERS = 2, "carriers among them"
    GUNNERY = 10, "dice in a surface action if every carrier fires"
    AIRSTRIKE = 5, "dice in an air action, LBA included"
    AMPHIBIOUS = 2, "amphibious units"
    HIT_POINTS = 10, "damage points that would sink all the ships"
    SLOWEST = 5, "speed of the slowest ship now, 0 when there is none (§7.62)"
    FASTEST = 5, "speed of the fastest ship now"
    LANDING = 5, "units in task forces that land (§29.2)"
    SEARCHING = 5, "units in task forces that search, or attack Pearl Harbor (§23.53)"
    HIDING = 5, "units in task forces that hide"
    SIGHTED = 5, "units in task forces that the enemy has sighted (§29.4)"


class Subject(Columns):
    """The unit that the decision is about; when it is about a place all 0 but for the number of the place."""

    IS_UNIT = 1, "1: the decision is about a unit", "1"
    MINE = 1, "1: the unit is mine", "side(game, unit) == mine"
    GUNNERY = 5, "gunnery factor now", gunnery
    GUNNERY_BONUS = 1, "1: it has its gunnery bonus now (§3.14)", gunnery_bonus
    AIRSTRIKE = 5, "airstrike or attack factor now", airstrike
    AIR_BONUS = 1, "bonus of its airstrike factor now", air_bonus
    ARMOR = 5, "armor or defense factor", armor
    DAMAGE = 5, "damage points"
    SPEED = 5, "speed now", speed
    RAIDING = 1, "1: raider side up"
    CARRIER = 1, "1: a carrier"
    LBA = 1, "1: a land-based air unit", "kind == Kind.LBA"
    AMPHIBIOUS = 1, "1: an amphibious unit", "kind == Kind.AMPHIBIOUS"
    SUBMARINE = 1, "1: a submarine", "kind == Kind.SUBMARINE"
    HILFSKREUZER = 1, "1: a Hilfskreuzer", "kind == Kind.HILFSKREUZER"
    SUPPORT = 1, "1: an oiler or a Hunter-Killer group", "kind == Kind.OILER or kind == Kind.HUNTER_KILLER"
    REFUELLED = 1, "1: the sea area where it begins the turn is its base (§10.33, §15.31)"
    THEATRE = 1, "theatre that a land-based air unit belongs to"
    AT_SEA = 1, "1: in a sea area, 0: elsewhere", at_sea
    PLACE = 50, "number of its place, or of the place that the decision is about"
    TASK_FORCE = 3, "number of its task force in the round, 0 none (§29.1)", task_force_of
    INTENTION = 3, "the Intention of its task force, 0 before it is declared (§29.2)", intention_now
    SIGHTED = 1, "1: the enemy has sighted its task force (§29.4)", sighted_now


class UnitRow(Columns):
    """A unit in the layout "units"; all 0 for a counter that is not in the game."""

    IN_GAME = 1, "1: the counter is in the game", "1"
    MINE = 1, "1: it fights on my side, -1: on theirs", "sign(side(game, unit), mine)"
    POWER = 3, "the Power that moves it", "controller"
    KIND = 7, "its Kind"
    NATION = 9, "its Nation"
    PLACE = 50, "number of its place; -1 of a submarine that is hidden from me (§26)"
    AT_SEA = 1, "1: in a sea area", at_sea
    IN_PORT = 1, "1: in a port or base", "FIRST_PORT <= place < FIRST_BOX"
    SUBJECT = 1, "1: the decision is about this unit", "subject_unit(game) == unit"
    IN_BATTLE = 1, "1: it takes part in the combat being resolved", ...
    PRINTED_GUNNERY = 5, "gunnery factor as printed", "gunnery"
    GUNNERY = 5, "gunnery factor now", gunnery
    GUNNERY_BONUS = 1, "1: it has its gunnery bonus now", gunnery_bonus
    CARRIER = 1, "1: a carrier"
    PRINTED_AIRSTRIKE = 5, "airstrike or attack factor as printed", "airstrike"
    AIRSTRIKE = 5, "airstrike or attack factor now", airstrike
    AIR_BONUS = 1, "bonus of its airstrike factor now", air_bonus
    ARMOR = 5, "armor or defense factor", armor
    ARMOR_BONUS = 1, "1: red armor factor", armor_bonus
    PRINTED_SPEED = 5, "speed as printed", "book.speed[unit]"
    SPEED = 5, "speed now", speed
    DAMAGE = 5, "damage points"
    RAIDER_SIDE = 1, "1: the counter has a raider side"
    RAIDING = 1, "1: raider side up"
    DISABLED = 1, "1: in port for the rest of the turn"
    RETREATED = 1, "1: has retreated this turn"
    PURSUED = 1, "1: has pursued this turn"
    ORIGIN = 50, "number of the place where it began the turn"
    STEPS = 2, "areas entered in this step"
    COMMITTED = 1, "1: an LBA that has had its placement this turn"
    HELD = 1, "1: it does not move: its roll has failed (§18.22, §19.42), or it remains in the Atlantic (§21.21)"
    REVERSED = 1, "1: an amphibious unit with its other side up (§13.52), a U-boat built as Type XXI (§33.1)"
    BOUND_FOR = 50, "number of the base that a French ship has taken and must return to (§18.36), -1 none"
    DUE = 10, "turn on which it arrives or returns"
    THEATRE = 1, "theatre that an LBA belongs to"
    GROUP = 4, "group it retreats in or pursues, 0 before a retreat, -1 none"
    FIRING = 1, "1: a carrier named as firing its guns"
    TARGET = 300, "unit it attacks in this action, -1 none"
    ATTACKERS = 3, "attackers of the allocating side that name it", "attackers_on"
    PENDING_DAMAGE = 5, "damage that takes effect when the action ends (§7.5)"
    PENDING_DISABLED = 1, "1: disabled when the action ends"
    RAID_PLACE = 50, "number of the place it attacks, -1 none"
    REFUELLED = 1, "1: the sea area where it begins the turn is its base (§10.33, §15.31)"
    TRADED = 1, "1: a Hilfskreuzer that has gained points this turn and so may refuel (§15.31)"
    OVERHAUL = 1, "points of speed that an overhaul marker takes (§36.1)"
    KAMIKAZE = 1, "1: its attack in this air action is a kamikaze attack (§21.1)"
    TASK_FORCE = 3, "number of its task force in the round, 0 none (§29.1)", task_force_of
    INTENTION = 3, "the Intention of its task force, 0 before it is declared (§29.2)", intention_now
    SIGHTED = 1, "1: the enemy has sighted its task force (§29.4)", sighted_now
    HIDDEN = 1, "1: a submarine that the other side does not see: theirs is nowhere (§26)"


class PlaceRow(Columns):
    """A sea area, port or base in the layout "units"; all 0 for one that is not in the game."""

    IN_GAME = 1, "1: the place is in the game"
    IS_AREA = 1, "1: a sea area"
    THEATRE = 1, "0: Atlantic, 1: Pacific"
    HOLDER = 1, "1: mine, -1: theirs, 0: nobody's"
    POWER = 3, "the Power that owns a port or base; 4: nobody"
    HELD_AT_START = 1, "who controlled the area when the turn began: 1 mine, -1 theirs, 0 nobody"
    FALLS_FROM = 10, "turn from which a place shut to one side can fall (§2.44, §16.3, §16.4), 0: not yet, or always"
    REPAIR_POINTS = 5, "damage points that it can still repair this turn (§11.1)"
    MY_POINTS = 3, "victory points for my control; of a port or base: the scenario's bonus"
    THEIR_POINTS = 3, "the same for theirs"
    RESOLVED = 1, "1: combat in the area is over for this turn"
    HERE = 1, "1: the area being resolved"
    SUBJECT = 1, "1: the decision is about this place"
    KIND = 3, "PortKind"
    CAPTURABLE = 1, "1: the place can be captured"
    LBA_ALLOWED = 1, "1: LBA may base there"
    REPAIRS = 1, "1: it repairs damage on some turn"
    RAIDED_BY_ME = 1, "1: my carriers have raided it this game"
    RAIDED_BY_THEM = 1, "1: their carriers have"


class Choice(Columns):
    """A legal action in the layout "candidates": what it names, and what follows from that."""

    ACTION = 100, "1 + the number of the action", "1 + action"
    OPTION = 10, "1 + the Option, 0: a place or a unit is named", "1 + action if action < PLACE else 0"
    IDLE = (
        1,
        "1: an option that leaves things as they are: stay, hold, remain, wait, be silent, decline, no",
        "action < PLACE and has(IDLE, action)",
    )
    NAMES_AREA = 1, "1: a sea area is named", "PLACE <= action < PLACE + FIRST_PORT"
    NAMES_PORT = 1, "1: a port or base is named", "PLACE + FIRST_PORT <= action < PLACE + FIRST_BOX"
    NAMES_BOX = 1, "1: a holding box is named", "PLACE + FIRST_BOX <= action < UNIT"
    NAMES_UNIT = 1, "1: a unit is named", "action >= UNIT"
    ARRIVES = 6, "faces of a die with which the unit enters the area named: 6 where it need not roll (§6.2)", ...
    BREAKS_PEACE = 1, "1: a Japanese unit enters an area under an Allied flag, which is war (§19.41)", ...
    AT_PEACE = 1, "1: the Allies and Japan meet there without a fight (§19.11)", ...
    LANDING_PLACES = 1, "bases there that my landing forces may take (§13.3)", ...
    LANDING_POINTS = 2, "victory points of their own that these bases score", ...
    THEIR_LANDING_PLACES = 1, "bases there that their landing forces may take", ...
    RAID_POINTS = 2, "victory points that raids by carriers of the power that is asked still score there (M.2)", ...
    LANDING_FORCES = 1, "my amphibious units at sea in the area", ...
    BASE = 1, "1: the place is a base, which a landing may take", ...
    NEUTRAL = 1, "1: it is a neutral port (§2.34)", ...
    SENT = 1, "units sent to attack the place in this combat", ...


class Strength(Columns):
    """What one side may expect to have where an action leads, in tenths. In a sea area units whose place this turn is
    settled count in full; one that may still come counts 0.3 in each area that it may enter, less where these are more
    than seven. For a port or base it is the sum over the areas that it touches; where a unit returns or arrives, that
    of the next turn. In a combat, unless a place is named, the units that fight count."""

    AIR = 100, "dice in an air action; those with a bonus count one and a half"
    GUNS = 100, "dice in a surface action, counted alike"
    TOUGHNESS = 300, "shots that it takes to remove all units"
    CONTROL = 30, "units that would control the area"
    CARRIERS = 20, "carriers with aircraft"
    LANDINGS = 20, "amphibious units"
    ASW = 50, "ASW factors (§14.21)"
    HUNTERS = 10, "Hunter-Killer groups (§14.22)"
    LURKERS = 20, "patrolling submarines and Hilfskreuzers"
    MERCHANTMEN = 10, "the Hilfskreuzers among them"
    BATTLESHIPS = 20, "British ships whose guns keep the flag in Indonesia (§19.44)"


class Party(Columns):
    """The unit that an action names, or else the one that the decision is about; all 0 for none."""

    MINE = 1, "1: it is mine", "side(game, unit) == game.seat & 1"
    CARRIER = 1, "1: a carrier"
    LBA = 1, "1: a land-based air unit", "kind == Kind.LBA"
    AMPHIBIOUS = 1, "1: an amphibious unit", "kind == Kind.AMPHIBIOUS"
    SUBMARINE = 1, "1: a submarine", "kind == Kind.SUBMARINE"
    AIR = 50, "dice in an air action, in tenths, a bonus counted as a half", "tenths(air_attack(book, game, unit))"
    GUNS = 50, "dice in a surface action, in tenths, counted alike", "tenths(gun_attack(book, game, unit))"
    HIT_POINTS = 5, "damage points that would sink it, with those that are pending", "int(hit_points(book, game, unit))"
    TOUGHNESS = 50, "shots that it takes to remove it, in tenths", "tenths(toughness(book, game, unit))"
    DAMAGE = 5, "damage points"
    SPEED = 5, "speed now", speed
    CONTROLS = 1, "1: it counts for the control of a sea area", counts_for_control
    AIMED_AT = 50, "dice of attackers that name it already, in tenths", ...
    STANDS = 100, "chance in percent that it is still there after these", ...
    FALLS = 30, "chance in percent that the attacker which is asked is the one to remove it", ...
    GROUP_SPEED = 5, "speed of the slowest member of its group, when groups are formed or pursued (§8.22)", ...
    GROUP_SHOTS = 100, "dice of its group, by air and by guns, in tenths", ...


FLEETS = (
    Box.RAID_FORCE, Box.UNCERTAIN_W, Box.UNCERTAIN_X, Box.UNCERTAIN_Y, Box.UNCERTAIN_Z, Box.VICHY_TOULON,
    Box.VICHY_NORTH_AFRICA,
)  # fmt: skip
"""Boxes whose ships are counted: the Pearl Harbor Raid Force (§4.6), groups of uncertain whereabouts (§3.15), Vichy
ships (§22.32)."""
assert [box - FLEETS[0] for box in FLEETS] == [*range(len(FLEETS))]
UNIT_COLUMN = single(
    5,
    "hit points left of a unit that matters now (positive mine, negative theirs), else 0: the unit the decision is "
    "about, the units of the combat being resolved, or those in the place that is attacked; pending damage of my "
    "own units counts, and each attacker that names an enemy takes one off; never nearer to 0 than 1",
)

GENERAL = Row(
    table(General),
    one_hot(
        "phase/", [phase for phase in Phase if phase != Phase.OVER], "The phase, one-hot:", "the phase is {}",
        "phase",
    ),
    one_hot(
        "decision/", [decision for decision in Decision if decision != Decision.NONE],
        "The decision waited for, one-hot:", "the decision waited for is {}",
        "decision - 1 if over != 1 else -1",
    ),
    one_hot(
        "asked/", Power, "The power that chooses, one-hot:", "the {} power chooses",
        "power if decision > 0 and over != 1 else -1",
    ),
    one_hot(
        "played/", Power, "The powers that the observer plays:", "I play the {} power",
        "seat_of_power[number] == seat",
    ),
    one_hot(
        "rule/", OptionalRule, "The optional rules in play:", "the optional rule {} is in play",
        "has(options, number)",
    ),
    *both_sides(Battle, "battle/"),
    table(Subject, "subject/"),
)  # fmt: skip
_, _, _, FIRST_ASKED, FIRST_PLAYED, FIRST_RULE, FIRST_BATTLE, _, FIRST_SUBJECT = GENERAL.firsts
AREA = Row(table(Area), *both_sides(Force))
FIRST_FORCE = AREA.firsts[1]
OF_THE_AREA = """What the summary says of the area that the action names, or else where its unit is, or else of the
combat; for a port or base added up over those that it touches:"""
CANDIDATE = Row(
    table(Choice),
    table(Area, "area/", OF_THE_AREA),
    table(Port, "port/", "What the summary says of the port or base:"),
    *both_sides(Strength),
    table(Party, "unit/"),
)
_, _, _, FIRST_STRENGTH, _, FIRST_PARTY = CANDIDATE.firsts
LAYOUT = Layouts(
    GENERAL,
    summary=(
        Part("areas", AREA, places(0, AREAS), "area/", "Sea areas"),
        Part("ports", Row(table(Port)), places(FIRST_PORT, FIRST_BOX), "port/", "Ports and bases"),
        Part("fleets", Row(table(Fleet)), tuple(box.name.lower() for box in FLEETS), "fleet/", "Fleets in boxes"),
        Part("away", Row(table(Away)), ("mine", "theirs"), "away/", "Units that come back"),
        Part("units", Row(UNIT_COLUMN), units(UNITS), "unit/", "Units"),
    ),
    tables=(
        Part("units", Row(table(UnitRow)), units(UNITS), "unit/", "Units"),
        Part("places", Row(table(PlaceRow)), places(0, FIRST_BOX), "place/", "Sea areas, ports and bases"),
    ),
    candidate=CANDIDATE,
)
_, FIRST_AREA, FIRST_PORT_ROW, FIRST_FLEET, FIRST_AWAY, FIRST_UNIT = LAYOUT.firsts("summary")
_, FIRST_UNIT_ROW, FIRST_PLACE_ROW = LAYOUT.firsts("units")
FORCE_WIDTH, PORT_WIDTH, FLEET_WIDTH, AWAY_WIDTH, BATTLE_WIDTH = map(len, (Force, Port, Fleet, Away, Battle))
UNIT_ROW_WIDTH, PLACE_ROW_WIDTH, STRENGTH_WIDTH = len(UnitRow), len(PlaceRow), len(Strength)
GENERAL_WIDTH, AREA_WIDTH = GENERAL.width, AREA.width
SUMMARY_WIDTH, UNIT_TABLES_WIDTH = LAYOUT.widths["summary"], LAYOUT.widths["units"]
