"""The columns of an observation: their names, scales and meanings, in the order in which they are written.

An observation is written from the side of the seat that observes: *mine* are the units of its side, *theirs* the other
side's.  Every table below is a part of a row; its members are offsets within that part.
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
    table,
    units,
)
from aw_env.games.war_at_sea.observation.facts import bonus, hit_points, owner, repairs, strikes_left
from aw_env.games.war_at_sea.records.terms import (
    AREAS,
    FIRST_BOX,
    FIRST_PORT,
    PLACES,
    UNITS,
    Decision,
    Kind,
    Nation,
    OptionalRule,
    Phase,
)
from aw_env.games.war_at_sea.rules.counters import airstrike, attack, speed


class General(Columns):
    """The state of the game as a whole."""

    SIDE = 1, "0: the observer plays the Allies, 1: the Axis", "mine"
    CHOOSING = 1, "1: the observer is asked now", "game.seat == seat"
    TURN = 8, "number of the turn"
    TURNS_LEFT = 8, "turns after this one", "last_turn - turn"
    LEAD = 10, "points of control, mine less theirs (1.1)", "(1 - 2 * mine) * lead"
    BID = 5, "half points added to that before the result is read", "(1 - 2 * mine) * bid"
    SCORED = 3, "points of this turn that are not yet counted, mine less theirs (5.8)", "(1 - 2 * mine) * scored"
    HELD_TURNS = 4, "turns in a row that the Axis has held the Mediterranean (15.7)"
    U_BOATS_WAITING = 3, "U-boats that wait for losses (19.2)"
    NEW_U_BOATS = 2, "U-boats that come on the next turn (8.1)", "new_u_boats[turn + 1] if turn < TURNS else 0"
    OILING_DIE = 5, "greatest die that refuels at sea on this turn, 0: no oilers (16.2)", "oiling_die[turn]"
    ROUND = 5, "number of the combat round, 0 outside combat", "combat_round if area >= 0 else 0"
    DISENGAGING = 1, "the side that is pursued: 1 mine, -1 theirs, 0 none", "sign(disengaging, mine)"
    QUIET_ROUNDS = 3, "rounds in a row without a shot", "quiet_rounds[battle_group]"
    SHOTS = 20, "dice rolled in the round", "shots_fired"
    STRIKES_LEFT = 5, "airstrike factors that the side which is asked has not used yet (10.2)", strikes_left


class Subject(Columns):
    """The unit that the decision is about; all 0 where it is about none."""

    UNIT = 1, "1: the decision is about a unit", "1"
    ATTACK = 5, "its shots now (7.1, 7.6)", attack
    DEFENSE = 5, "its defense factor (7.4)"
    HIT_POINTS = 5, "damage points that would sink it", "defense + 1 - damage"
    SPEED = 7, "its speed now (7.5)", speed
    AIRSTRIKE = 3, "its airstrike factor now (10.2)", airstrike
    DAMAGE = 5, "its damage points"
    BONUS = 1, "added to its dice in surface combat now (11.5)", bonus
    DISABLED = 1, "1: it must go to port"
    REFUELLED = 1, "1: it has refuelled at sea (16.1)"
    BOUND_FOR = 6, "1 + the second area that it has failed to reach (6.4), 0: none", "1 + bound_for"


class Force(Columns):
    """One side's units in a sea area."""

    VESSELS = 5, "ships, carriers and convoys that have not disengaged"
    ATTACK = 10, "their shots in surface combat now"
    HIT_POINTS = 10, "damage points that would sink them all"
    AIRSTRIKE = 5, "airstrike factors of the carriers among them"
    DAMAGED = 3, "vessels with damage"
    CARRIERS = 2, "carriers among them"
    CONVOYS = 1, "convoys among them"
    U_BOATS = 3, "U-boats"
    COMING = 3, "ships that try to reach the area as their second (6.2)"
    GONE = 3, "vessels that have disengaged (12)"


class Area(Columns):
    """A sea area: this, then `Force` for my side, then `Force` for theirs."""

    FLAG = 1, "1: mine, -1: theirs, 0: nobody controls it", "sign(flag, mine)"
    MY_POINTS = 3, "points that control is worth to me", "points[area, mine]"
    THEIR_POINTS = 3, "points that control is worth to them", "points[area, 1 - mine]"
    RESOLVED = 1, "1: combat there is over or under way"
    FOUGHT = 1, "1: it is being resolved", "game.area == area"
    MY_AIRCRAFT = 3, "factors of my land-based aircraft there (9.1)", "aircraft(book, game, mine, area)"
    THEIR_AIRCRAFT = 3, "factors of theirs", "aircraft(book, game, 1 - mine, area)"
    FACE_DOWN = 5, "British ships that lie there face down (19.3)"


class Port(Columns):
    """A port.  Counts are positive for my units and negative for theirs; `MY_` and `THEIR_` where both may be."""

    OWNER = 1, "1: mine, -1: theirs, 0: neutral or not in use", owner, SIGNED
    REPAIRS = 5, "damage points that it repairs this turn (13.2)", repairs
    MY_VESSELS = 5, "my ships, carriers and convoys", ...
    THEIR_VESSELS = 5, "theirs", ...
    MY_ATTACK = 10, "their shots now", ...
    THEIR_ATTACK = 10, "the same of theirs", ...
    DAMAGE = 5, "damage points of all the ships there", ...
    U_BOATS = 3, "U-boats", ..., SIGNED
    MY_AIRCRAFT = 3, "factors of my land-based aircraft there", "aircraft(book, game, mine, FIRST_PORT + port)"
    THEIR_AIRCRAFT = 3, "factors of theirs", "aircraft(book, game, 1 - mine, FIRST_PORT + port)"
    FACE_DOWN = 5, "British ships that lie there face down (19.3)", "face_down[FIRST_PORT + port]"


class Battle(Columns):
    """One side's vessels in the battle under way: in the area, or in a pursuit."""

    VESSELS = 5, "vessels"
    ATTACK = 10, "their shots now"
    HIT_POINTS = 10, "damage points that would sink them all"
    AIRSTRIKE = 5, "airstrike factors"
    SLOWEST = 7, "speed of the slowest"
    FASTEST = 7, "speed of the fastest"
    AIMED_AT = 3, "vessels that are fired upon by what has been named"


class Each(Columns):
    """A unit in the summary."""

    PLACE = 10, "1 + its place, 0: not in the game or not seen; negative for theirs", ..., SIGNED
    HIT_POINTS = 5, "damage points that would sink it, while it is on the map"
    IN_BATTLE = 1, "1: mine in the battle under way, -1: theirs", ..., SIGNED
    ATTACKERS = 2, "ships that have named it as a target, its group if it disengages"


class UnitRow(Columns):
    """A unit in the layout "units"; all 0 for one that is not in the game or not seen."""

    SEEN = 1, "1: in the game, and seen", "1"
    MINE = 1, "1: mine, -1: theirs", "sign(side, mine)"
    NATION = 5, "0 British, 1 Russian, 2 US, 3 German, 4 Italian"
    KIND = 4, "1 ship, 2 carrier, 3 convoy, 4 U-boat"
    PLACE = 10, "its place: sea areas, ports, boxes"
    ATTACK = 5, "its shots now", attack
    PRINTED_ATTACK = 5, "its attack factor", "attack"
    DEFENSE = 5, "its defense factor"
    SPEED = 7, "its speed now", "speed(book, game, unit) if speed > 0 else 0"
    PRINTED_SPEED = 7, "its speed factor", "speed"
    AIRSTRIKE = 3, "its airstrike factor now", airstrike
    PRINTED_AIRSTRIKE = 3, "its airstrike factor", "airstrike"
    BONUS = 1, "added to its dice in surface combat while it is undamaged"
    DAMAGE = 5, "its damage points"
    PENDING_DAMAGE = 5, "damage that takes effect later"
    PENDING_DISABLED = 1, "1: disabled when the fire takes effect"
    ORIGIN = 10, "its place when the turn began"
    BOUND_FOR = 6, "1 + the second area that it tries to reach, 0: none", "1 + bound_for"
    ARRIVES = 8, "turn on which it appears", "arrives_on"
    MOVED = 1, "1: it has moved or tried to"
    MAY_SAIL = 1, "1: its roll lets it move this turn (15.2)"
    RELEASED = 1, "1: released for good (15.3)"
    REFUELLED = 1, "1: it has refuelled at sea"
    TAKEN_OVER = 1, "1: it has been through the takeover (15.7)"
    DISABLED = 1, "1: it must go to port"
    DISENGAGED = 1, "1: it has disengaged this turn"
    STRUCK = 1, "1: a target from the air this turn"
    FIRING = 1, "1: a carrier that has said she fires"
    IN_BATTLE = 1, "1: in the battle under way", "area >= 0 and in_battle(book, game, unit)"
    GROUP = 4, "group it disengages in or pursues, -1: stays out"
    TARGET = 88, "1 + the unit that it attacks, 0: none", "1 + target"
    ATTACKERS = 2, "ships that have named it as a target", "attackers_on"
    SUBJECT = 1, "1: the decision is about it", "game.subject == unit and not is_about_a_place(decision)"


class PlaceRow(Columns):
    """A place in the layout "units"."""

    IN_USE = 1, "1: a sea area, or a port that may be used on this turn", "is_in_use(book, game, place)"
    OWNER = 1, "1: my port, -1: theirs"
    FLAG = 1, "1: my flag, -1: theirs"
    MY_POINTS = 3, "points that control is worth to me"
    THEIR_POINTS = 3, "points that control is worth to them"
    REPAIRS = 5, "damage points that it repairs this turn"
    RESOLVED = 1, "1: combat there is over or under way"
    FOUGHT = 1, "1: it is being resolved"
    MY_AIRCRAFT = 3, "factors of my land-based aircraft there"
    THEIR_AIRCRAFT = 3, "factors of theirs"
    FACE_DOWN = 5, "British ships that lie there face down (19.3)"
    SUBJECT = 1, "1: the decision is about it", "game.subject == place and is_about_a_place(decision)"


class Choice(Columns):
    """A legal action in the layout "candidates": what it names, and what follows from that."""

    ACTION = 100, "1 + the number of the action", "1 + action"
    OPTION = 10, "1 + the Option, 0: a place or a unit is named", "1 + action if action < PLACE else 0"
    IDLE = (
        1,
        "1: an option that leaves things as they are: stay, hold, silent, fight on, no pursuit, no",
        "action < PLACE and has(IDLE, action)",
    )
    NAMES_AREA = 1, "1: a sea area is named", "PLACE <= action < PLACE + AREAS"
    NAMES_PORT = 1, "1: a port is named", "PLACE + AREAS <= action < UNIT"
    NAMES_UNIT = 1, "1: a unit is named", "action >= UNIT"
    ARRIVES = 6, "faces of a die with which the ship enters the area named: 6 where it need not roll (6.2, 6.4)", ...
    CONVOY_POINTS = (
        3,
        "points of a convoy that reaches its port from there: of one at sea there, or the one asked (14)",
        ...,
    )
    ASW_DICE = 10, "dice with which the Allied vessels there hunt U-boats (8.3)", ...


class Strength(Columns):
    """What one side has where an action leads: in the sea area; for a port in all the areas that it borders; in a
    combat, unless a place is named, what fights. The unit that the decision is about is not counted."""

    VESSELS = 5, "vessels there that have not disengaged"
    ATTACK = 10, "their shots"
    HIT_POINTS = 20, "damage points that would sink them all"
    AIRSTRIKE = 5, "airstrike factors of the carriers among them, and of land-based aircraft over it"
    CONVOYS = 1, "convoys among them"
    U_BOATS = 3, "U-boats there"
    COMING_ATTACK = 10, "shots of ships that try to reach the area as their second (6.2)"
    COMING_HIT_POINTS = 20, "damage points that would sink these"
    NEAR_ATTACK = 10, "shots of vessels in ports beside it that may enter it and have not moved on this turn"
    NEAR_HIT_POINTS = 20, "damage points that would sink these"


class Party(Columns):
    """The unit that an action names, or else the one that the decision is about; all 0 for none."""

    MINE = 1, "1: it is mine", "side == game.seat"
    CARRIER = 1, "1: a carrier", "kind == Kind.CARRIER"
    CONVOY = 1, "1: a convoy", "kind == Kind.CONVOY"
    U_BOAT = 1, "1: a U-boat", "kind == Kind.U_BOAT"
    ATTACK = 5, "its shots now (7.1, 7.6)", attack
    HIT_POINTS = 5, "damage points that would sink it; below 1: damage that is pending does", hit_points
    AIRSTRIKE = 3, "its airstrike factor now", airstrike
    SPEED = 7, "its speed now", speed
    DAMAGE = 5, "its damage points"
    BONUS = 1, "added to its dice in surface combat now (11.5)", bonus
    ATTACKERS = 2, "ships that fire upon it already", ...
    AIMED_DAMAGE = 20, "damage that their shots do on average, in tenths", ...
    DAMAGE_DEALT = 20, "damage that the unit which is asked does on average, in tenths", ...
    SINKS_AT_ONCE = 6, "faces of the damage die with which one hit sinks it (7.3, 7.4)", ...
    GROUP_SPEED = 5, "speed of its group, when groups are formed or pursued (12.1)", ...
    GROUP_ATTACK = 10, "shots of its group", ...


# --- the layouts ---------------------------------------------------------------------------------------

GENERAL = Row(
    table(General),
    one_hot("phase/", Phase, "The phase, one-hot:", "the phase is {}", "phase"),
    one_hot("decision/", Decision, "The decision waited for, one-hot:", "the decision waited for is {}", "decision"),
    one_hot("rule/", OptionalRule, "The optional rules in play (19):", "{} is in play (19)", "has(options, number)"),
    table(Subject, "subject/"),
    one_hot("subject/kind/", Kind, "Its kind, one-hot:", "it is a {}", "kind if unit >= 0 else -1"),
    one_hot("subject/nation/", Nation, "Its nation, one-hot:", "it is {}", "nation if unit >= 0 else -1"),
    one_hot(
        "subject/place/",
        places(0, PLACES),
        "The place it is about, or where the unit is, one-hot:",
        "{}",
        "place if unit >= 0 else subject",
    ),
    *both_sides(Battle, "battle/"),
)  # fmt: skip
_, _, _, FIRST_RULE, FIRST_SUBJECT, _, _, _, FIRST_BATTLE, _ = GENERAL.firsts
AREA = Row(table(Area), *both_sides(Force))
FIRST_FORCE = AREA.firsts[1]
OF_THE_AREA = """What the summary says of the area that the action names, or else where its unit is, or else of the
combat; for a port added up over those that it borders:"""
CANDIDATE = Row(
    table(Choice),
    table(Area, "area/", OF_THE_AREA),
    table(Port, "port/", "What the summary says of the port:"),
    *both_sides(Strength),
    table(Party, "unit/"),
)
_, _, _, FIRST_STRENGTH, _, FIRST_PARTY = CANDIDATE.firsts

LAYOUT = Layouts(
    GENERAL,
    summary=(
        Part("areas", AREA, places(0, AREAS), "area/", "Sea areas"),
        Part("ports", Row(table(Port)), places(FIRST_PORT, FIRST_BOX), "port/", "Ports"),
        Part("units", Row(table(Each)), units(UNITS), "unit/", "Units"),
    ),
    tables=(
        Part("units", Row(table(UnitRow)), units(UNITS), "unit/", "Units"),
        Part("places", Row(table(PlaceRow)), places(0, PLACES), "place/", "Sea areas, ports and holding boxes"),
    ),
    candidate=CANDIDATE,
)
_, FIRST_AREA, FIRST_HARBOUR, FIRST_UNIT = LAYOUT.firsts("summary")
FORCE_WIDTH, PORT_WIDTH, EACH_WIDTH, BATTLE_WIDTH, STRENGTH_WIDTH = map(len, (Force, Port, Each, Battle, Strength))
GENERAL_WIDTH, AREA_WIDTH = GENERAL.width, AREA.width
