"""The record of the printed material and of the scenario's own rules: everything that never changes in a game."""

import numpy as np

from aw_env.core.declare.fields import names_of
from aw_env.core.engine.compiling import records
from aw_env.core.engine.whole_program import PLAIN
from aw_env.games.admirals_war.records.terms import AREAS, PORTS, UNITS, Nation, Role

CHOKES = 6
NARROWINGS = 6
NATIONS = len(Nation)
BOATS = 32
"""Submarines that there may be among the counters."""
TRANSFERS = 3
OFF_THE_MAP = -1
"""In place of the turn of a free placement: a unit that comes from off the map (M.4)."""

BOOK = np.dtype(
    [
        # --- counters (§3)
        ("nation", "i2", UNITS),  # Nation
        ("power", "i2", UNITS),  # Power that moves it at start (§5.1)
        ("kind", "i2", UNITS),  # Kind
        ("carrier", "i2", UNITS),  # 1: a ship with aircraft symbols (§3.16)
        ("gunnery", "i2", UNITS),  # §3.11
        ("gunnery_bonus_from", "i2", UNITS),  # turn from which the gunnery factor is red (§3.14, §25.0), or FOREVER
        ("armor", "i2", UNITS),  # §3.12; the defense factor of LBA (§3.32) and amphibious units
        ("reverse_armor", "i2", UNITS),  # armor on the other side of a two-sided amphibious unit; 0: none (§13.52)
        ("armor_bonus_from", "i2", UNITS),  # turn from which the armor factor is red (§3.14, §28.0), or FOREVER
        ("speed", "i2", UNITS),  # §3.13; 0 for units without one
        ("airstrike", "i2", UNITS),  # §3.16; the attack factor of LBA (§3.31)
        ("air_bonus", "i2", UNITS),  # 1: red plane symbols (§3.14)
        ("raider_side", "i2", UNITS),  # 1: the counter has a raiding side (§3.1)
        ("airborne", "i2", UNITS),  # 1: an amphibious unit that is placed like aircraft (§13.6)
        # --- turn chart (§2.7)
        ("arrives_at", "i8", UNITS),  # bit of each port and base where the unit may appear
        ("appears_in", "i2", UNITS),  # the sea area or box where its letter puts it (§3.15), or NOWHERE
        ("leaves_on", "i2", UNITS),  # turn on which it is withdrawn (§2.75), or FOREVER
        ("unit_type", "i2", UNITS),  # equal for units of one nation, kind and type (§2.75)
        ("asw_bonus", "i2", UNITS),  # added to each ASW roll of its side in its area (§14.22)
        ("type_xxi", "i2", UNITS),  # 1: a submarine that ignores disabled results (§14.243)
        ("boats", "i8"),  # how many submarines there are
        ("boat", "i2", BOATS),  # their numbers, ascending
        ("waters", "i8", UNITS),  # bit of each area where the counter may be at all (§14.12-14.14, §14.22, §15.1)
        # --- board (§2)
        ("areas", "i8"),  # number of sea areas
        ("ports", "i8"),  # number of ports and bases
        ("area_theatre", "i4", AREAS),  # Theatre (§2.6)
        ("adjacent", "i8", AREAS),  # bit of each area one free move away
        ("allied_waters", "i8", NATIONS),  # bit of each area that Allied units of a Nation may enter (§2.54)
        ("area_asw_bonus", "i4", AREAS),  # added to each ASW roll there (§14.23)
        ("vp", "i4", (AREAS, 2)),  # victory points for control, a Side (§2.21)
        ("vp_track", "i4", (AREAS, 2)),  # Theatre whose track they count on, a Side (§2.22)
        ("port_kind", "i4", PORTS),  # PortKind
        ("port_theatre", "i4", PORTS),  # Theatre
        ("touches", "i8", PORTS),  # bit of each area the place is part of (§2.35)
        ("returns_from", "i8", PORTS),  # bit of each area it takes returning ships from besides (§10.11)
        ("leads_to", "i8", PORTS),  # bit of each area that a ship from there may enter as its second (§2.53)
        ("first_side", "i4", PORTS),  # Side that held it when the game began (§11.14), or NOBODY
        ("repairs", "i4", PORTS),  # 1: repairs damage on some turn of the game (§9.351, §11.1)
        ("repair_points", "i4", PORTS),  # damage points it repairs a turn (§11.1)
        ("repair_schedule", "i4", (PORTS, 4)),  # or points that grow since hostilities began (§11.12): on the turn
        # itself, on the next, more on each turn after it, at most; all 0: none
        ("repair_side", "i4", PORTS),  # Side that alone repairs there (§11.14), or NOBODY
        ("repairs_for", "i4", PORTS),  # port whose points are used here once it is lost (§11.12), or NOWHERE
        ("capturable", "i4", PORTS),  # §2.32
        ("active_from", "i4", PORTS),  # first turn on which the place exists for its owner (§2.312, §2.322)
        ("shielded_by", "i4", PORTS),  # port that must fall to the attacker first (§2.44), or NOWHERE
        ("changes_on", "i4", PORTS),  # turn on which it changes hands by itself (§2.312, §18.36, §18.37), or FOREVER
        ("changes_to", "i4", PORTS),  # to that Power, or UNCONTROLLED
        ("falls_after", "i8", PORTS),  # bit of each place the Allies must hold before this one can fall (§16.32, §16.4)
        ("falls_wait", "i4", PORTS),  # turns it takes after that (§16.45)
        ("no_invasion", "i4", PORTS),  # 1: it falls to control of the sea only (§16.45)
        ("opens_with", "i4", PORTS),  # port whose fall to the Allies brings it into use (§16.41), or NOWHERE
        ("french_landing", "i4", PORTS),  # 1: a French patrolling ship may take it while nobody holds it (§18.36)
        ("lba_allowed", "i4", PORTS),  # §12.122
        ("arrive_instead", "i4", PORTS),  # port where its reinforcements appear once it is lost (§2.74), or NOWHERE
        ("home_bound", "i8"),  # bit of each Nation whose ships base only in places of their own power that touch areas
        # which they may enter (§30.0)
        ("before_war_nations", "i8", 4),  # bit of each Allied Nation to use a Power's places before the war; 0: all
        # (§10.12)
        ("chokes", "i8"),  # number of choke points (§2.5)
        ("choke_between", "i4", (CHOKES, 2)),  # the two areas
        ("choke_ports", "i8", CHOKES),  # bit of each port that holds it
        ("choke_effect", "i4", CHOKES),  # Choke
        ("narrowings", "i8"),  # number of rules that narrow where ships return from certain areas (§10.15-10.17)
        ("narrow_areas", "i8", NARROWINGS),  # bit of each area from which the rule holds
        ("narrow_powers", "i8", NARROWINGS),  # bit of each Power whose ships it binds
        ("narrow_when", "i4", NARROWINGS),  # Narrowing
        ("narrow_ports", "i8", NARROWINGS),  # bit of each place allowed, if the unit may use any of them
        ("narrow_else", "i8", NARROWINGS),  # bit of each place allowed otherwise
        # --- before Japan attacks (§19)
        ("pacific", "i8"),  # bit of each area of the Pacific theatre (§2.61)
        ("neutral_waters", "i8"),  # bit of each area off the US coast (§19.42, §19.45-19.47)
        ("watched_from", "i8"),  # bit of each area whose flags together hold Japan back (§19.38)
        ("raid_area", "i8"),  # where the Pearl Harbor Raid Force goes (§19.61)
        ("raid_target", "i8"),  # the port it attacks (§19.7)
        ("raid_base", "i8"),  # the port it sails from (§4.6)
        ("assumed_patrol", "i8"),  # area that a group of uncertain whereabouts counts as patrolling (§19.21)
        ("second_area", "i8"),  # where the second surprise attack is made (§19.8): Indonesia
        ("uncertain_areas", "i4", 7),  # area where a group of uncertain whereabouts is, by die (Table 5)
        ("annex", "i8"),  # the base that is a part of a port while one power holds both (§2.42, §20.2), or NOWHERE
        ("annexed_to", "i8"),  # that port, or NOWHERE
        ("open_base", "i8"),  # base that may be taken without loss if it is not held ready (§19.36)
        ("guard", "i8"),  # air unit that must be there, with a US ship
        ("peace_ports", "i8", (UNITS, 2)),  # bit of each place a unit must return to, a Theatre; 0: any (§19.32-19.37)
        ("peace_stays", "i8", UNITS),  # bit of each place that it does not leave (§19.31, §19.43)
        # --- Italy and France (§16.4, §18.3)
        ("italy_falls_with", "i8"),  # port whose capture by the Allies begins the surrender (§16.41)
        ("italian_refuge", "i8"),  # base to which Italian units then return
        ("italian_harbor", "i8"),  # port of those that surrender to the Allies (§16.44)
        ("italian_captor", "i8"),  # Power that moves these
        ("italian_places", "i8"),  # bit of each place that was Italian first (§20.4)
        ("french_homes", "i8"),  # bit of each port to which French ships return when France leaves (§18.32)
        ("french_home", "i8"),  # the one that is taken where two are as close
        ("french_yard", "i8"),  # where new French ships appear (§18.3)
        ("french_exile", "i8"),  # where Free French ships go (§18.34)
        ("french_last_turn", "i8"),  # the last turn on which France is in the war
        ("disposition", "i4", (2, 2)),  # Tables 3 and 4: least total that scuttles a ship, least that brings it over
        ("allied_lead_change", "i4", 2),  # what any Allied lead on the Atlantic track adds to a roll on them
        ("axis_point_change", "i4", 2),  # what each point of an Axis lead adds
        ("disposition_change", "i2", UNITS),  # what the unit itself adds
        # --- the scenario's own rules
        ("options", "i8"),  # bit of each OptionalRule in play
        ("role", "i4", len(Role)),  # counter of each Role that may have a part in the game, or NOBODY
        ("transfer_to", "i8", (NATIONS, TRANSFERS)),  # places, as sets, to which a Nation's ships are sent from the
        # Atlantic theatre: the first set with one that the Allies hold (§21.22-21.223)
        ("lila_to", "i8"),  # bit of each place to which German ships of Operation Lila go (§22.43)
        ("torch_places", "i8"),  # bit of each place that the Allies hold when Torch is done (§22.5)
        ("torch_area", "i8"),  # where the French fight for control of the sea (§22.512)
        ("seizure", "i4", (3, 2)),  # Table 6 for North Africa and Toulon, Table 7: as `disposition`
        ("fighters", "i2", UNITS),  # dice with which a carrier meets an attacker, and makes no attack herself (§38.1)
        ("namesake", "i2", UNITS),  # ship of which a counter bears the name, or would bear it (§34), or NOBODY
        ("instead_of", "i2", UNITS),  # counter whose place it takes while that ship floats (§34.11), or NOBODY
        ("named_from", "i2", UNITS),  # turn from which that is looked at (§34.3-34.5)
        ("takes_names", "i2", UNITS),  # 1: a new ship that may be given the name of a lost one (§34.12)
        ("seats", "i8"),  # number of agents
        ("seat_of_power", "i4", 4),
        ("first_turn", "i8"),  # the turn before which units are set up (§4.5)
        ("last_turn", "i8"),
        ("victory", "i8"),  # Victory
        ("individual", "i8"),  # 1: each of four players plays to win alone (§1.4)
        ("open_areas", "i8"),  # bit of each area that may be entered
        ("open_ports", "i8"),  # bit of each port and base in use
        ("assumed_speed_die", "i4", 4),  # die taken as rolled for speed rolls of a Power, 0: roll (M.3)
        ("free_patrol", "i8", UNITS),  # bit of each area where the unit may be put as patroller without moving (M.4)
        ("free_raid", "i8", UNITS),  # the same as raider
        ("free_turn", "i2", UNITS),  # the turn on which it is put there, from port (§6.5), or OFF_THE_MAP (M.4)
        ("place_vp", "i4", PORTS),  # bonus points to the side that controls the place at the end (M.2)
        ("raid_vp", "i4", (PORTS, 4)),  # bonus points to a Power whose carriers raided the place (M.2)
        ("draw_areas", "i8"),  # areas of which one is drawn for a chance meeting; 0: none
        ("draw_pool", "i2", UNITS),  # 1: the unit may be drawn into the meeting
        ("draw_least", "i4", 2),  # fewest and most units a side draws
        ("draw_most", "i4", 2),
        ("hostilities_on", "i8"),  # turn on which war comes by itself, in scenarios where nobody begins it, or FOREVER
        ("handicap", "i4", 2),  # points added to the Allied lead on each track before the result (a bid)
    ],
    align=True,
)
"""dtype of the book: rules take an array of one of these and the array of games."""

PLAIN_BOOK = np.dtype([(PLAIN, "i1"), *((name, BOOK[name]) for name in names_of(BOOK))], align=True)
"""The same for a game without optional rules: for books of this type the compiler leaves these out.  (The mark comes
first: Numba takes a record that only goes on after another for one of that type too.)"""


def plain(books: np.ndarray) -> np.ndarray:
    """The same book as an array of one PLAIN_BOOK."""
    without = records(PLAIN_BOOK, 1)
    for name in names_of(BOOK):
        without[name] = books[name]
    return without
