"""The record of the printed material and of the scenario's own rules: everything that never changes in a game.

Each field is declared once, here: its type, its values, its meaning, and where it is printed.  The columns of
`units.csv`, what is packed and the views follow from it; `printed.packing` writes the fields that say no such place.
"""

import numpy as np

from aw_env.core.declare.fields import YES_OR_NO, Book, Field, Values, index, names_of, number, one_of, subset
from aw_env.core.engine.layout import PLAIN, records
from aw_env.games.admirals_war.records.terms import (
    AREAS,
    FOREVER,
    NOBODY,
    NOWHERE,
    PLACES,
    PORTS,
    UNCONTROLLED,
    UNITS,
    Choke,
    Kind,
    Narrowing,
    Nation,
    OptionalRule,
    PortKind,
    Power,
    Role,
    Side,
    Theatre,
    Victory,
)

CHOKES = 6
NARROWINGS = 6
NATIONS = len(Nation)
BOATS = 32
"""Submarines that there may be among the counters."""
TRANSFERS = 3
OFF_THE_MAP = -1
"""In place of the turn of a free placement: a unit that comes from off the map (M.4)."""

_FACTOR, _TURN, _FEW, _POINTS = number(0, 9), number(0, FOREVER), number(0, 0x7FFF), number(-99, 99)
_SIDE, _POWER, _THEATRE = one_of(Side, NOBODY), one_of(Power), one_of(Theatre)
_KIND = Values(Kind.SHIP, Kind.HUNTER_KILLER, "member", Kind)
_AREA, _PORT = index(AREAS, "sea area", NOWHERE), index(PORTS, "port or base", NOWHERE)
_PLACE, _UNIT = index(PLACES, "place", NOWHERE), index(UNITS, "unit", NOBODY)
_SOME_AREAS, _SOME_PORTS = subset(AREAS, "sea areas"), subset(PORTS, "ports")
_SOME_NATIONS, _SOME_POWERS = subset(NATIONS, "nations"), subset(len(Power), "powers")
_BY_UNIT, _BY_AREA, _BY_PORT = (UNITS,), (AREAS,), (PORTS,)

# fmt: off
PRINTED = Book(
    # --- counters (§3)
    Field("nation", "i2", one_of(Nation), "Nation", _BY_UNIT, printed="units.nation"),
    Field("power", "i2", _POWER, "Power that moves it at start (§5.1)", _BY_UNIT),
    Field("kind", "i2", _KIND, "Kind", _BY_UNIT, printed="units.kind"),
    Field("carrier", "i2", YES_OR_NO, "1: a ship with aircraft symbols (§3.16)", _BY_UNIT),
    Field("gunnery", "i2", _FACTOR, "§3.11", _BY_UNIT, printed="units.gunnery", lacking=0),
    Field("gunnery_bonus_from", "i2", _TURN, "turn from which the gunnery factor is red (§3.14, §25.0), or FOREVER",
          _BY_UNIT),
    Field("armor", "i2", _FACTOR, "§3.12; the defense factor of LBA (§3.32) and amphibious units", _BY_UNIT,
          printed="units.armor", lacking=0),
    Field("reverse_armor", "i2", _FACTOR, "armor on the other side of a two-sided amphibious unit; 0: none (§13.52)",
          _BY_UNIT, printed="units.reverse_armor", lacking=0),
    Field("armor_bonus_from", "i2", _TURN, "turn from which the armor factor is red (§3.14, §28.0), or FOREVER",
          _BY_UNIT),
    Field("speed", "i2", _FACTOR, "§3.13; 0 for units without one", _BY_UNIT, printed="units.speed", lacking=0),
    Field("airstrike", "i2", _FACTOR, "§3.16; the attack factor of LBA (§3.31)", _BY_UNIT, printed="units.airstrike"),
    Field("air_bonus", "i2", YES_OR_NO, "1: red plane symbols (§3.14)", _BY_UNIT, printed="units.air_bonus"),
    Field("raider_side", "i2", YES_OR_NO, "1: the counter has a raiding side (§3.1)", _BY_UNIT,
          printed="units.raider_side"),
    Field("airborne", "i2", YES_OR_NO, "1: an amphibious unit that is placed like aircraft (§13.6)", _BY_UNIT),
    # --- turn chart (§2.7)
    Field("arrives_at", "i8", _SOME_PORTS, "each port and base where the unit may appear", _BY_UNIT),
    Field("appears_in", "i2", _PLACE, "the sea area or box where its letter puts it (§3.15), or NOWHERE", _BY_UNIT),
    Field("leaves_on", "i2", _TURN, "turn on which it is withdrawn (§2.75), or FOREVER", _BY_UNIT, in_file=number(0,
          11), printed="units.leaves_turn", lacking=FOREVER),
    Field("unit_type", "i2", _FEW, "equal for units of one nation, kind and type (§2.75)", _BY_UNIT),
    Field("asw_bonus", "i2", _FACTOR, "added to each ASW roll of its side in its area (§14.22)", _BY_UNIT,
          printed="units.asw_bonus", lacking=0),
    Field("type_xxi", "i2", YES_OR_NO, "1: a submarine that ignores disabled results (§14.243)", _BY_UNIT,
          printed="units.type_xxi"),
    Field("boats", "i8", _FEW, "how many submarines there are"),
    Field("boat", "i2", _UNIT, "their numbers, ascending", (BOATS,)),
    Field("waters", "i8", _SOME_AREAS, "each area where the counter may be at all (§14.12-14.14, §14.22, §15.1)",
          _BY_UNIT),
    # --- board (§2)
    Field("areas", "i8", _FEW, "number of sea areas"),
    Field("ports", "i8", _FEW, "number of ports and bases"),
    Field("area_theatre", "i4", _THEATRE, "Theatre (§2.6)", _BY_AREA, printed="areas.theatre"),
    Field("adjacent", "i8", _SOME_AREAS, "each area one free move away", _BY_AREA),
    Field("allied_waters", "i8", _SOME_AREAS, "each area that Allied units of a Nation may enter (§2.54)", (NATIONS,)),
    Field("area_asw_bonus", "i4", _FACTOR, "added to each ASW roll there (§14.23)", _BY_AREA,
          printed="areas.asw_bonus", lacking=0),
    Field("vp", "i4", _FACTOR, "victory points for control, a Side (§2.21)", (AREAS, 2),
          printed="areas.allied_vp areas.axis_vp"),
    Field("vp_track", "i4", _THEATRE, "Theatre whose track they count on, a Side (§2.22)", (AREAS, 2)),
    Field("port_kind", "i4", one_of(PortKind), "PortKind", _BY_PORT, printed="ports.kind"),
    Field("port_theatre", "i4", _THEATRE, "Theatre", _BY_PORT, printed="ports.theatre"),
    Field("touches", "i8", _SOME_AREAS, "each area the place is part of (§2.35)", _BY_PORT),
    Field("returns_from", "i8", _SOME_AREAS, "each area it takes returning ships from besides (§10.11)", _BY_PORT,
          printed="ports.returns_from", lacking=0),
    Field("leads_to", "i8", _SOME_AREAS, "each area that a ship from there may enter as its second (§2.53)", _BY_PORT,
          printed="ports.leads_to", lacking=0),
    Field("first_side", "i4", _SIDE, "Side that held it when the game began (§11.14), or NOBODY", _BY_PORT, NOBODY),
    Field("repairs", "i4", YES_OR_NO, "1: repairs damage on some turn of the game (§9.351, §11.1)", _BY_PORT,
          printed="ports.repairs"),
    Field("repair_points", "i4", _FEW, "damage points it repairs a turn (§11.1)", _BY_PORT, printed="ports.repair"),
    Field("repair_schedule", "i4", _FEW,
          "or points that grow from the turn of hostilities (§11.12): then, next, step, most", (PORTS, 4)),
    Field("repair_side", "i4", _SIDE, "Side that alone repairs there (§11.14), or NOBODY", _BY_PORT, NOBODY),
    Field("repairs_for", "i4", _PORT, "port whose points are used here once it is lost (§11.12), or NOWHERE", _BY_PORT,
          NOWHERE),
    Field("capturable", "i4", YES_OR_NO, "§2.32", _BY_PORT, printed="ports.capturable"),
    Field("active_from", "i4", _TURN, "first turn on which the place exists for its owner (§2.312, §2.322)", _BY_PORT),
    Field("shielded_by", "i4", _PORT, "port that must fall to the attacker first (§2.44), or NOWHERE", _BY_PORT,
          NOWHERE, printed="ports.shielded_by", lacking=NOWHERE),
    Field("changes_on", "i4", _TURN, "turn on which it changes hands by itself (§2.312, §18.36, §18.37), or FOREVER",
          _BY_PORT, FOREVER, printed="ports.changes_hands.turn", lacking=FOREVER),
    Field("changes_to", "i4", one_of(Power, UNCONTROLLED), "to that Power, or UNCONTROLLED", _BY_PORT),
    Field("falls_after", "i8", _SOME_PORTS, "each place the Allies must hold before this one can fall (§16.32, §16.4)",
          _BY_PORT, printed="ports.falls_after.places", lacking=0),
    Field("falls_wait", "i4", _TURN, "turns it takes after that (§16.45)", _BY_PORT,
          printed="ports.falls_after.wait", lacking=0),
    Field("no_invasion", "i4", YES_OR_NO, "1: it falls to control of the sea only (§16.45)", _BY_PORT),
    Field("opens_with", "i4", _PORT, "port whose fall to the Allies brings it into use (§16.41), or NOWHERE", _BY_PORT,
          NOWHERE, printed="ports.opens_with", lacking=NOWHERE),
    Field("french_landing", "i4", YES_OR_NO, "1: a French patrolling ship may take it while nobody holds it (§18.36)",
          _BY_PORT, printed="ports.french_landing", lacking=0),
    Field("lba_allowed", "i4", YES_OR_NO, "§12.122", _BY_PORT, printed="ports.lba_allowed"),
    Field("arrive_instead", "i4", _PORT, "port where its reinforcements appear once it is lost (§2.74), or NOWHERE",
          _BY_PORT, NOWHERE),
    Field("home_bound", "i8", _SOME_NATIONS,
          "each Nation whose ships base only in places of their own power that touch its waters (§30.0)"),
    Field("before_war_nations", "i8", _SOME_NATIONS,
          "each Allied Nation to use a Power's places before the war; 0: all (§10.12)", (4,)),
    Field("chokes", "i8", _FEW, "number of choke points (§2.5)"),
    Field("choke_between", "i4", _AREA, "the two areas", (CHOKES, 2),
          printed="choke_points.between.0 choke_points.between.1"),
    Field("choke_ports", "i8", _SOME_PORTS, "each port that holds it", (CHOKES,), printed="choke_points.held_by"),
    Field("choke_effect", "i4", one_of(Choke), "Choke", (CHOKES,), printed="choke_points.effect"),
    Field("narrowings", "i8", _FEW, "number of rules that narrow where ships return from certain areas (§10.15-10.17)"),
    Field("narrow_areas", "i8", _SOME_AREAS, "each area from which the rule holds", (NARROWINGS,),
          printed="narrowings.areas"),
    Field("narrow_powers", "i8", _SOME_POWERS, "each Power whose ships it binds", (NARROWINGS,),
          printed="narrowings.powers"),
    Field("narrow_when", "i4", one_of(Narrowing), "Narrowing", (NARROWINGS,), printed="narrowings.when"),
    Field("narrow_ports", "i8", _SOME_PORTS, "each place allowed, if the unit may use any of them", (NARROWINGS,),
          printed="narrowings.ports"),
    Field("narrow_else", "i8", _SOME_PORTS, "each place allowed otherwise", (NARROWINGS,),
          printed="narrowings.otherwise"),
    # --- before Japan attacks (§19)
    Field("pacific", "i8", _SOME_AREAS, "each area of the Pacific theatre (§2.61)"),
    Field("neutral_waters", "i8", _SOME_AREAS, "each area off the US coast (§19.42, §19.45-19.47)",
          printed="war_entry.neutral_waters"),
    Field("watched_from", "i8", _SOME_AREAS, "each area whose flags together hold Japan back (§19.38)",
          printed="war_entry.watched_from"),
    Field("raid_area", "i8", _AREA, "where the Pearl Harbor Raid Force goes (§19.61)", printed="war_entry.raid_area"),
    Field("raid_target", "i8", _PORT, "the port it attacks (§19.7)", printed="war_entry.raid_target"),
    Field("raid_base", "i8", _PORT, "the port it sails from (§4.6)", printed="war_entry.raid_base"),
    Field("assumed_patrol", "i8", _AREA, "area that a group of uncertain whereabouts counts as patrolling (§19.21)",
          printed="war_entry.assumed_patrol"),
    Field("second_area", "i8", _AREA, "where the second surprise attack is made (§19.8): Indonesia",
          printed="war_entry.second_area"),
    Field("uncertain_areas", "i4", _AREA, "area where a group of uncertain whereabouts is, by die (Table 5)", (7,)),
    Field("annex", "i8", _PORT,
          "the base that is a part of a port while one power holds both (§2.42, §20.2), or NOWHERE", fresh=NOWHERE),
    Field("annexed_to", "i8", _PORT, "that port, or NOWHERE", fresh=NOWHERE),
    Field("open_base", "i8", _PORT, "base that may be taken without loss if it is not held ready (§19.36)",
          printed="war_entry.open_base"),
    Field("guard", "i8", _UNIT, "air unit that must be there, with a US ship", printed="war_entry.guard"),
    Field("peace_ports", "i8", _SOME_PORTS, "each place a unit must return to, a Theatre; 0: any (§19.32-19.37)",
          (UNITS, 2)),
    Field("peace_stays", "i8", _SOME_PORTS, "each place that it does not leave (§19.31, §19.43)", _BY_UNIT),
    # --- Italy and France (§16.4, §18.3)
    Field("italy_falls_with", "i8", _PORT, "port whose capture by the Allies begins the surrender (§16.41)",
          printed="italian_surrender.on_fall_of"),
    Field("italian_refuge", "i8", _PORT, "base to which Italian units then return", printed="italian_surrender.refuge"),
    Field("italian_harbor", "i8", _PORT, "port of those that surrender to the Allies (§16.44)",
          printed="italian_surrender.allied_port"),
    Field("italian_captor", "i8", _POWER, "Power that moves these", printed="italian_surrender.allied_power"),
    Field("italian_places", "i8", _SOME_PORTS, "each place that was Italian first (§20.4)"),
    Field("french_homes", "i8", _SOME_PORTS, "each port to which French ships return when France leaves (§18.32)",
          printed="french_fleet.home_ports"),
    Field("french_home", "i8", _PORT, "the one that is taken where two are as close",
          printed="french_fleet.home_ports.0"),
    Field("french_yard", "i8", _PORT, "where new French ships appear (§18.3)", printed="french_fleet.new_ships_at"),
    Field("french_exile", "i8", _PORT, "where Free French ships go (§18.34)", printed="french_fleet.exile"),
    Field("french_last_turn", "i8", _TURN, "the last turn on which France is in the war",
          printed="french_fleet.last_turn"),
    Field("disposition", "i4", _POINTS, "Tables 3 and 4: least total that scuttles a ship, least that brings it over",
          (2, 2)),
    Field("allied_lead_change", "i4", _POINTS, "what any Allied lead on the Atlantic track adds to a roll on them",
          (2,)),
    Field("axis_point_change", "i4", _POINTS, "what each point of an Axis lead adds", (2,)),
    Field("disposition_change", "i2", _POINTS, "what the unit itself adds", _BY_UNIT),
    # --- the scenario's own rules
    Field("options", "i8", subset(len(OptionalRule), "optional rules"), "each OptionalRule in play"),
    Field("role", "i4", _UNIT, "counter of each Role that may have a part in the game, or NOBODY", (len(Role),),
          NOBODY),
    Field("transfer_to", "i8", _SOME_PORTS,
          "where a Nation's ships are sent: the first set with a place that the Allies hold (§21.22-21.223)",
          (NATIONS, TRANSFERS)),
    Field("lila_to", "i8", _SOME_PORTS, "each place to which German ships of Operation Lila go (§22.43)"),
    Field("torch_places", "i8", _SOME_PORTS, "each place that the Allies hold when Torch is done (§22.5)"),
    Field("torch_area", "i8", _AREA, "where the French fight for control of the sea (§22.512)"),
    Field("seizure", "i4", _POINTS, "Table 6 for North Africa and Toulon, Table 7: as `disposition`", (3, 2)),
    Field("fighters", "i2", _FACTOR,
          "dice with which a carrier meets an attacker, and makes no attack herself (§38.1)", _BY_UNIT),
    Field("namesake", "i2", _UNIT, "ship of which a counter bears the name, or would bear it (§34), or NOBODY",
          _BY_UNIT, NOBODY),
    Field("instead_of", "i2", _UNIT, "counter whose place it takes while that ship floats (§34.11), or NOBODY",
          _BY_UNIT, NOBODY),
    Field("named_from", "i2", _TURN, "turn from which that is looked at (§34.3-34.5)", _BY_UNIT),
    Field("takes_names", "i2", YES_OR_NO, "1: a new ship that may be given the name of a lost one (§34.12)", _BY_UNIT),
    Field("seats", "i8", _FEW, "number of agents"),
    Field("seat_of_power", "i4", _POWER, "seat of power", (4,)),
    Field("first_turn", "i8", _TURN, "the turn before which units are set up (§4.5)"),
    Field("last_turn", "i8", _TURN, "last turn", printed="scenario.last_turn"),
    Field("victory", "i8", one_of(Victory), "Victory"),
    Field("individual", "i8", YES_OR_NO, "1: each of four players plays to win alone (§1.4)"),
    Field("open_areas", "i8", _SOME_AREAS, "each area that may be entered"),
    Field("open_ports", "i8", _SOME_PORTS, "each port and base in use"),
    Field("assumed_speed_die", "i4", number(0, 6), "die taken as rolled for speed rolls of a Power, 0: roll (M.3)",
          (4,)),
    Field("free_patrol", "i8", _SOME_AREAS, "each area where the unit may be put as patroller without moving (M.4)",
          _BY_UNIT),
    Field("free_raid", "i8", _SOME_AREAS, "the same as raider", _BY_UNIT),
    Field("free_turn", "i2", number(OFF_THE_MAP, FOREVER),
          "the turn on which it is put there, from port (§6.5), or OFF_THE_MAP (M.4)", _BY_UNIT, OFF_THE_MAP),
    Field("place_vp", "i4", _FEW, "bonus points to the side that controls the place at the end (M.2)", _BY_PORT),
    Field("raid_vp", "i4", _FEW, "bonus points to a Power whose carriers raided the place (M.2)", (PORTS, 4)),
    Field("draw_areas", "i8", _SOME_AREAS, "areas of which one is drawn for a chance meeting; 0: none"),
    Field("draw_pool", "i2", YES_OR_NO, "1: the unit may be drawn into the meeting", _BY_UNIT),
    Field("draw_least", "i4", _FEW, "fewest and most units a side draws", (2,)),
    Field("draw_most", "i4", _FEW, "draw most", (2,)),
    Field("hostilities_on", "i8", _TURN,
          "turn on which war comes by itself, where nobody begins it, or FOREVER",
          printed="scenario.hostilities_on", lacking=FOREVER),
    Field("handicap", "i4", _POINTS, "points added to the Allied lead on each track before the result (a bid)", (2,),
          printed="scenario.handicap.atlantic scenario.handicap.pacific"),
)
# fmt: on

BOOK = PRINTED.dtype
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
