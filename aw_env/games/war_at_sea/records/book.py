"""The record of the printed material and of the scenario's own rules: everything that never changes in a game.

Each field is declared once, here: its type, its values, its meaning, and where it is printed.  The columns of
`units.csv`, what is packed and the views follow from it; `printed.packing` writes the fields that say no such place.
"""

from aw_env.core.declare.fields import YES_OR_NO, Book, Field, Values, index, number, one_of, subset
from aw_env.games.war_at_sea.records.terms import (
    AREAS,
    FOREVER,
    NEUTRAL,
    NOWHERE,
    PLACES,
    PORTS,
    TURNS,
    UNITS,
    Kind,
    Nation,
    OptionalRule,
    Side,
)

_FACTOR, _DIE, _TURN = number(0, 9), number(0, 6), number(1, TURNS)
_SIDE, _KIND = one_of(Side), Values(Kind.SHIP, Kind.U_BOAT, "member", Kind)
_PLACE = index(PLACES, "place", NOWHERE)
_SOME_AREAS, _SOME_PORTS = subset(AREAS, "sea areas"), subset(PORTS, "ports")
_SOME_PLACES = subset(PLACES, "places")
_BY_UNIT, _BY_AREA, _BY_PORT, _BY_SIDE, _BY_TURN = (UNITS,), (AREAS,), (PORTS,), (len(Side),), (TURNS + 1,)
_BY_BOTH = (AREAS, len(Side))

# fmt: off
PRINTED = Book(
    # --- counters (3)
    Field("nation", "i2", one_of(Nation), "nationality (3.1)", _BY_UNIT, printed="units.nation"),
    Field("side", "i2", _SIDE, "side for which it fights at the start", _BY_UNIT),
    Field("kind", "i2", _KIND, "kind of unit", _BY_UNIT, printed="units.kind"),
    Field("attack", "i2", _FACTOR, "shots in surface combat (7.1)", _BY_UNIT, printed="units.attack"),
    Field("defense", "i2", _FACTOR, "damage points that it bears (7.4)", _BY_UNIT, printed="units.defense"),
    Field("speed", "i2", _FACTOR, "speed (6.4, 12.1)", _BY_UNIT, printed="units.speed", lacking=0),
    Field("airstrike", "i2", _FACTOR, "airstrike factor (10.2)", _BY_UNIT, printed="units.airstrike"),
    Field("bonus", "i2", _DIE, "added to its dice in surface combat while it is undamaged (11.5)", _BY_UNIT),
    Field("arrives_on", "i2", _TURN, "turn on which it appears; 0: a replacement (8.1)", _BY_UNIT,
          printed="units.arrives_turn", lacking=0),
    Field("arrives_at", "i8", _SOME_PORTS, "where it may appear (4.3-4.6)", _BY_UNIT, printed="units.arrives_at"),
    Field("waters", "i8", _SOME_AREAS, "areas that it may enter (6.6, 15.1, 15.4-15.6)", _BY_UNIT),
    Field("bases", "i8", _SOME_PORTS, "ports that it may use (6.7)", _BY_UNIT),
    Field("sails_on", "i2", _DIE, "least die on which it may sail, rolled every turn; 0: always (15.2)", _BY_UNIT),
    Field("by_release", "i2", YES_OR_NO, "1: it may not move until it has been released (15.3)", _BY_UNIT),
    Field("oils", "i2", YES_OR_NO, "1: it may refuel at sea (16.1)", _BY_UNIT),
    # --- board (2)
    Field("points", "i4", _FACTOR, "points of control a turn (2.1)", _BY_BOTH,
          printed="areas.allies_points areas.axis_points"),
    Field("adjacent", "i8", _SOME_AREAS, "areas one move away", _BY_AREA),
    Field("returns", "i8", _SOME_PORTS, "ports to which its ships go after combat; disabled ones (5.7)", (*_BY_BOTH,
          2)),
    Field("oiling_areas", "i8", _SOME_AREAS, "those with oilers (16.1)"),
    Field("port_side", "i4", one_of(Side, NEUTRAL), "whose it is", _BY_PORT),
    Field("touches", "i8", _SOME_AREAS, "areas that it borders (6.1)", _BY_PORT, printed="ports.touches"),
    Field("active_from", "i4", _TURN, "first turn of its use (2.4, 2.5)", _BY_PORT, printed="ports.active.0"),
    Field("active_to", "i4", number(1, FOREVER), "last turn of it", _BY_PORT, printed="ports.active.1"),
    Field("repair_points", "i4", _FACTOR, "damage points it repairs a turn (13.2)", _BY_PORT, printed="ports.repairs"),
    Field("repairs_from", "i4", _TURN, "first turn of that (H.29)", _BY_PORT, printed="ports.repairs_from", lacking=1),
    # --- special rules about places
    Field("marker_strength", "i8", _FACTOR, "airstrike factors of land-based aircraft (9.1)",
          printed="air_markers.strength"),
    Field("marker_places", "i8", _SOME_PLACES, "where a side may use them (9.2)", _BY_SIDE,
          printed="air_markers.allies air_markers.axis"),
    Field("u_boat_home", "i8", _PLACE, "where U-boats lie between turns", printed="u_boats.home"),
    Field("most_u_boats", "i8", _FACTOR, "in play at a time (8.1)", printed="u_boats.most"),
    Field("convoy_next", "i4", _PLACE, "where a convoy at sea goes on, or nowhere (14.3)", _BY_AREA, NOWHERE),
    Field("convoy_port", "i4", _PLACE, "where a convoy scores from it, or nowhere (14.4, 14.5)", _BY_AREA, NOWHERE),
    Field("convoy_points", "i4", _FACTOR, "what it scores", _BY_AREA),
    Field("convoy_refuge", "i8", _PLACE, "where disabled convoys go (14.7)", printed="convoys.refuge"),
    Field("oilers_failed_to", "i8", _PLACE, "that of no oiler (16.1)", printed="oilers.failed_to"),
    Field("oiled_ports", "i8", _SOME_PORTS, "open to a ship that has refuelled (H.44)", printed="oilers.ports"),
    Field("takeover_turn", "i8", _TURN, "the turn of it (15.7)", printed="takeover.turn"),
    Field("takeover_nation", "i8", one_of(Nation), "whose ships", printed="takeover.nation"),
    Field("takeover_area", "i8", _PLACE, "what the Axis must hold", printed="takeover.area"),
    Field("takeover_held", "i8", number(0, TURNS), "turns in a row that prevent it", printed="takeover.held_turns"),
    Field("takeover_dice", "i8", _DIE, "greatest for the Allies, to scuttle", (2,),
          printed="takeover.allied_die takeover.scuttled_die"),
    Field("takeover_from", "i8", _PLACE, "what ships of the Allies leave", printed="takeover.leave"),
    Field("takeover_to", "i8", _PLACE, "for this place", printed="takeover.enter"),
    Field("taken_waters", "i8", _SOME_AREAS, "waters of ships taken over by a side", _BY_SIDE),
    Field("taken_bases", "i8", _SOME_PORTS, "their bases", _BY_SIDE,
          printed="takeover.allies_bases takeover.axis_bases"),
    # --- turn chart
    Field("new_u_boats", "i4", _FACTOR, "by turn (8.1)", _BY_TURN, printed="turns.new_u_boats"),
    Field("release_die", "i4", _DIE, "least die that releases a ship, or 0 (15.3)", _BY_TURN,
          printed="turns.us_release_die", lacking=0),
    Field("oiling_die", "i4", _DIE, "greatest die that refuels at sea, or 0 (16.2)", _BY_TURN,
          printed="turns.oiling_die", lacking=0),
    # --- the scenario's own rules
    Field("options", "i8", subset(len(OptionalRule), "rules"), "those in play (19)", printed="scenario.in_play"),
    Field("seat_of_power", "i4", _SIDE, "the agent who plays a side", _BY_SIDE),
    Field("last_turn", "i8", _TURN, "the last turn", printed="scenario.last_turn"),
    Field("bid", "i8", number(-40, 40), "half points added to the lead of the Allies before the result is read"),
)
# fmt: on

BOOK = PRINTED.dtype
"""dtype of the book: rules take an array of one of these and the array of games."""
