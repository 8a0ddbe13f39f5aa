"""The columns of an observation: their names, scales and meanings, in the order in which they are written.

An observation is written from the side of the seat that observes: *mine* are the units of its side, *theirs* the other
side's.  Every table below is a part of a row; its members are offsets within that part.
"""

from functools import cache

import numpy as np

from aw_env.core.declare.columns import Columns, check_layout, named, scale_of
from aw_env.games.war_at_sea.records.terms import (
    AREAS,
    PLACES,
    PORTS,
    UNITS,
    Decision,
    Kind,
    Nation,
    OptionalRule,
    Phase,
)

SUMMARY = 0
UNIT_TABLES = 1
CANDIDATES = "candidates"
"""The layout that has a row for each legal action, behind a summary (`candidates`)."""
LAYOUTS = {"summary": SUMMARY, "units": UNIT_TABLES, CANDIDATES: SUMMARY}
"""How `writing` writes each layout, by the name that `observation=` takes."""


class General(Columns):
    """The state of the game as a whole."""

    SIDE = 1, "0: the observer plays the Allies, 1: the Axis"
    CHOOSING = 1, "1: the observer is asked now"
    TURN = 8, "number of the turn"
    TURNS_LEFT = 8, "turns after this one"
    LEAD = 10, "points of control, mine less theirs (1.1)"
    BID = 5, "half points added to that before the result is read"
    SCORED = 3, "points of this turn that are not yet counted, mine less theirs (5.8)"
    HELD_TURNS = 4, "turns in a row that the Axis has held the Mediterranean (15.7)"
    U_BOATS_WAITING = 3, "U-boats that wait for losses (19.2)"
    NEW_U_BOATS = 2, "U-boats that come on the next turn (8.1)"
    OILING_DIE = 5, "greatest die that refuels at sea on this turn, 0: no oilers (16.2)"
    ROUND = 5, "number of the combat round, 0 outside combat"
    DISENGAGING = 1, "the side that is pursued: 1 mine, -1 theirs, 0 none"
    QUIET_ROUNDS = 3, "rounds in a row without a shot"
    SHOTS = 20, "dice rolled in the round"
    STRIKES_LEFT = 5, "airstrike factors that the side which is asked has not used yet (10.2)"


class Subject(Columns):
    """The unit that the decision is about; all 0 where it is about none."""

    UNIT = 1, "1: the decision is about a unit"
    ATTACK = 5, "its shots now (7.1, 7.6)"
    DEFENSE = 5, "its defense factor (7.4)"
    HIT_POINTS = 5, "damage points that would sink it"
    SPEED = 7, "its speed now (7.5)"
    AIRSTRIKE = 3, "its airstrike factor now (10.2)"
    DAMAGE = 5, "its damage points"
    BONUS = 1, "added to its dice in surface combat now (11.5)"
    DISABLED = 1, "1: it must go to port"
    REFUELLED = 1, "1: it has refuelled at sea (16.1)"
    BOUND_FOR = 6, "1 + the second area that it has failed to reach (6.4), 0: none"


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

    FLAG = 1, "1: mine, -1: theirs, 0: nobody controls it"
    MY_POINTS = 3, "points that control is worth to me"
    THEIR_POINTS = 3, "points that control is worth to them"
    RESOLVED = 1, "1: combat there is over or under way"
    FOUGHT = 1, "1: it is being resolved"
    MY_AIRCRAFT = 3, "factors of my land-based aircraft there (9.1)"
    THEIR_AIRCRAFT = 3, "factors of theirs"
    FACE_DOWN = 5, "British ships that lie there face down (19.3)"


class Port(Columns):
    """A port.  Counts are positive for my units and negative for theirs; `MY_` and `THEIR_` where both may be."""

    OWNER = 1, "1: mine, -1: theirs, 0: neutral or not in use"
    REPAIRS = 5, "damage points that it repairs this turn (13.2)"
    MY_VESSELS = 5, "my ships, carriers and convoys"
    THEIR_VESSELS = 5, "theirs"
    MY_ATTACK = 10, "their shots now"
    THEIR_ATTACK = 10, "the same of theirs"
    DAMAGE = 5, "damage points of all the ships there"
    U_BOATS = 3, "U-boats"
    MY_AIRCRAFT = 3, "factors of my land-based aircraft there"
    THEIR_AIRCRAFT = 3, "factors of theirs"
    FACE_DOWN = 5, "British ships that lie there face down (19.3)"


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

    PLACE = 10, "1 + its place, 0: not in the game or not seen; negative for theirs"
    HIT_POINTS = 5, "damage points that would sink it, while it is on the map"
    IN_BATTLE = 1, "1: mine in the battle under way, -1: theirs"
    ATTACKERS = 2, "ships that have named it as a target, its group if it disengages"


class UnitRow(Columns):
    """A unit in the layout "units"; all 0 for one that is not in the game or not seen."""

    SEEN = 1, "1: in the game, and seen"
    MINE = 1, "1: mine, -1: theirs"
    NATION = 5, "0 British, 1 Russian, 2 US, 3 German, 4 Italian"
    KIND = 4, "1 ship, 2 carrier, 3 convoy, 4 U-boat"
    PLACE = 10, "its place: sea areas, ports, boxes"
    ATTACK = 5, "its shots now"
    PRINTED_ATTACK = 5, "its attack factor"
    DEFENSE = 5, "its defense factor"
    SPEED = 7, "its speed now"
    PRINTED_SPEED = 7, "its speed factor"
    AIRSTRIKE = 3, "its airstrike factor now"
    PRINTED_AIRSTRIKE = 3, "its airstrike factor"
    BONUS = 1, "added to its dice in surface combat while it is undamaged"
    DAMAGE = 5, "its damage points"
    PENDING_DAMAGE = 5, "damage that takes effect later"
    PENDING_DISABLED = 1, "1: disabled when the fire takes effect"
    ORIGIN = 10, "its place when the turn began"
    BOUND_FOR = 6, "1 + the second area that it tries to reach, 0: none"
    ARRIVES = 8, "turn on which it appears"
    MOVED = 1, "1: it has moved or tried to"
    MAY_SAIL = 1, "1: its roll lets it move this turn (15.2)"
    RELEASED = 1, "1: released for good (15.3)"
    REFUELLED = 1, "1: it has refuelled at sea"
    TAKEN_OVER = 1, "1: it has been through the takeover (15.7)"
    DISABLED = 1, "1: it must go to port"
    DISENGAGED = 1, "1: it has disengaged this turn"
    STRUCK = 1, "1: a target from the air this turn"
    FIRING = 1, "1: a carrier that has said she fires"
    IN_BATTLE = 1, "1: in the battle under way"
    GROUP = 4, "group it disengages in or pursues, -1: stays out"
    TARGET = 88, "1 + the unit that it attacks, 0: none"
    ATTACKERS = 2, "ships that have named it as a target"
    SUBJECT = 1, "1: the decision is about it"


class PlaceRow(Columns):
    """A place in the layout "units"."""

    IN_USE = 1, "1: a sea area, or a port that may be used on this turn"
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
    SUBJECT = 1, "1: the decision is about it"


class Choice(Columns):
    """A legal action in the layout "candidates": what it names, and what follows from that."""

    ACTION = 100, "1 + the number of the action"
    OPTION = 10, "1 + the Option, 0: a place or a unit is named"
    IDLE = 1, "1: an option that leaves things as they are: stay, hold, silent, fight on, no pursuit, no"
    NAMES_AREA = 1, "1: a sea area is named"
    NAMES_PORT = 1, "1: a port is named"
    NAMES_UNIT = 1, "1: a unit is named"
    ARRIVES = 6, "faces of a die with which the ship enters the area named: 6 where it need not roll (6.2, 6.4)"
    CONVOY_POINTS = 3, "points of a convoy that reaches its port from there: of one at sea there, or the one asked (14)"
    ASW_DICE = 10, "dice with which the Allied vessels there hunt U-boats (8.3)"


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

    MINE = 1, "1: it is mine"
    CARRIER = 1, "1: a carrier"
    CONVOY = 1, "1: a convoy"
    U_BOAT = 1, "1: a U-boat"
    ATTACK = 5, "its shots now (7.1, 7.6)"
    HIT_POINTS = 5, "damage points that would sink it; below 1: damage that is pending does"
    AIRSTRIKE = 3, "its airstrike factor now"
    SPEED = 7, "its speed now"
    DAMAGE = 5, "its damage points"
    BONUS = 1, "added to its dice in surface combat now (11.5)"
    ATTACKERS = 2, "ships that fire upon it already"
    AIMED_DAMAGE = 20, "damage that their shots do on average, in tenths"
    DAMAGE_DEALT = 20, "damage that the unit which is asked does on average, in tenths"
    SINKS_AT_ONCE = 6, "faces of the damage die with which one hit sinks it (7.3, 7.4)"
    GROUP_SPEED = 5, "speed of its group, when groups are formed or pursued (12.1)"
    GROUP_ATTACK = 10, "shots of its group"


# --- where each part begins ----------------------------------------------------------------------------

FIRST_PHASE = len(General)
FIRST_DECISION = FIRST_PHASE + len(Phase)
FIRST_RULE = FIRST_DECISION + len(Decision)
FIRST_SUBJECT = FIRST_RULE + len(OptionalRule)
FIRST_SUBJECT_KIND = FIRST_SUBJECT + len(Subject)
FIRST_SUBJECT_NATION = FIRST_SUBJECT_KIND + len(Kind)
FIRST_SUBJECT_PLACE = FIRST_SUBJECT_NATION + len(Nation)
FIRST_BATTLE = FIRST_SUBJECT_PLACE + PLACES
BATTLE_WIDTH = len(Battle)
GENERAL_WIDTH = FIRST_BATTLE + 2 * BATTLE_WIDTH

FORCE_WIDTH = len(Force)
FIRST_FORCE = len(Area)
AREA_WIDTH = FIRST_FORCE + 2 * FORCE_WIDTH
PORT_WIDTH = len(Port)
EACH_WIDTH = len(Each)
FIRST_AREA = GENERAL_WIDTH
FIRST_HARBOUR = FIRST_AREA + AREAS * AREA_WIDTH
FIRST_UNIT = FIRST_HARBOUR + PORTS * PORT_WIDTH
SUMMARY_WIDTH = FIRST_UNIT + UNITS * EACH_WIDTH

UNIT_ROW_WIDTH = len(UnitRow)
PLACE_ROW_WIDTH = len(PlaceRow)
FIRST_UNIT_ROW = GENERAL_WIDTH
FIRST_PLACE_ROW = FIRST_UNIT_ROW + UNITS * UNIT_ROW_WIDTH
UNIT_TABLES_WIDTH = FIRST_PLACE_ROW + PLACES * PLACE_ROW_WIDTH

MOST_CANDIDATES = 48
"""Rows of candidates; where more actions are legal the last have none."""
STRENGTH_WIDTH = len(Strength)
FIRST_SEA = len(Choice)
FIRST_MOORING = FIRST_SEA + len(Area)
FIRST_STRENGTH = FIRST_MOORING + PORT_WIDTH
FIRST_PARTY = FIRST_STRENGTH + 2 * STRENGTH_WIDTH
CANDIDATE_WIDTH = FIRST_PARTY + len(Party)
FIRST_CANDIDATE = SUMMARY_WIDTH
CANDIDATES_WIDTH = FIRST_CANDIDATE + MOST_CANDIDATES * CANDIDATE_WIDTH

WIDTHS = {"summary": SUMMARY_WIDTH, "units": UNIT_TABLES_WIDTH, CANDIDATES: CANDIDATES_WIDTH}
"""Columns of each layout."""


def _general(places: list[str]) -> list[tuple[str, float, str]]:
    parts = named("", General)
    parts += [(f"phase/{phase.name.lower()}", 1, f"1: the phase is {phase.name.lower()}") for phase in Phase]
    parts += [
        (f"decision/{decision.name.lower()}", 1, f"1: the decision waited for is {decision.name.lower()}")
        for decision in Decision
    ]
    parts += [(f"rule/{rule.name.lower()}", 1, f"1: {rule.name.lower()} is in play (19)") for rule in OptionalRule]
    parts += named("subject/", Subject)
    parts += [(f"subject/kind/{kind.name.lower()}", 1, f"1: it is a {kind.name.lower()}") for kind in Kind]
    parts += [(f"subject/nation/{nation.name.lower()}", 1, f"1: it is {nation.name.lower()}") for nation in Nation]
    parts += [(f"subject/place/{name}", 1, "1: the place it is about, or where the unit is") for name in places]
    return parts + named("battle/mine/", Battle) + named("battle/theirs/", Battle)


def _candidate(number: int) -> list[tuple[str, float, str]]:
    prefix = f"candidate/{number}/"
    parts = named(prefix, Choice) + named(prefix + "area/", Area) + named(prefix + "port/", Port)
    parts += named(prefix + "mine/", Strength) + named(prefix + "theirs/", Strength)
    return parts + named(prefix + "unit/", Party)


def described(layout: str, places: list[str], units: list[str]) -> list[tuple[str, float, str]]:
    """Every column of a layout as (name, typical size, meaning), with the ids of `PLACES` places and `UNITS` units.
    Raises ValueError for an unknown layout."""
    check_layout(layout, LAYOUTS)
    columns = _general(places)
    if LAYOUTS[layout] == SUMMARY:
        for name in places[:AREAS]:
            columns += named(f"area/{name}/", Area)
            columns += named(f"area/{name}/mine/", Force) + named(f"area/{name}/theirs/", Force)
        columns += [column for name in places[AREAS : AREAS + PORTS] for column in named(f"port/{name}/", Port)]
        columns += [column for name in units for column in named(f"unit/{name}/", Each)]
        rows = MOST_CANDIDATES if layout == CANDIDATES else 0
        return columns + [column for number in range(rows) for column in _candidate(number)]
    columns += [column for name in units for column in named(f"unit/{name}/", UnitRow)]
    return columns + [column for name in places for column in named(f"place/{name}/", PlaceRow)]


@cache
def scale(layout: str) -> np.ndarray:
    """float32 `(columns,)`, read-only: an observation times this is of about unit size, for learned agents."""
    return scale_of(size for _, size, _ in described(layout, [""] * PLACES, [""] * UNITS))


def tables(layout: str) -> dict[str, tuple[int, int, int]]:
    """The parts of a layout as name: (first column, rows, columns a row), for networks that read tables."""
    check_layout(layout, LAYOUTS)
    general = {"general": (0, 1, GENERAL_WIDTH)}
    if LAYOUTS[layout] == SUMMARY:
        candidates = {CANDIDATES: (FIRST_CANDIDATE, MOST_CANDIDATES, CANDIDATE_WIDTH)}
        return general | {
            "areas": (FIRST_AREA, AREAS, AREA_WIDTH),
            "ports": (FIRST_HARBOUR, PORTS, PORT_WIDTH),
            "units": (FIRST_UNIT, UNITS, EACH_WIDTH),
            **(candidates if layout == CANDIDATES else {}),
        }
    return general | {
        "units": (FIRST_UNIT_ROW, UNITS, UNIT_ROW_WIDTH),
        "places": (FIRST_PLACE_ROW, PLACES, PLACE_ROW_WIDTH),
    }
