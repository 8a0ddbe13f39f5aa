"""The record of the printed material and of the scenario's own rules: everything that never changes in a game."""

import numpy as np

from aw_env.games.war_at_sea.records.terms import AREAS, PORTS, TURNS, UNITS, Side

SIDES = len(Side)

BOOK = np.dtype(
    [
        # --- counters (3)
        ("nation", "i2", UNITS),  # Nation
        ("side", "i2", UNITS),  # Side for which it fights at the start
        ("kind", "i2", UNITS),  # Kind
        ("attack", "i2", UNITS),  # shots in surface combat (7.1)
        ("defense", "i2", UNITS),  # 7.4
        ("speed", "i2", UNITS),  # 6.4, 12.1
        ("airstrike", "i2", UNITS),  # 10.2
        ("bonus", "i2", UNITS),  # added to its dice in surface combat while it is undamaged (11.5)
        ("arrives_on", "i2", UNITS),  # turn on which it appears; 0: as a U-boat replacement (8.1)
        ("arrives_at", "i8", UNITS),  # bit of each port where it may appear (4.3-4.6)
        ("waters", "i8", UNITS),  # bit of each area that it may enter (6.6, 15.1, 15.4-15.6)
        ("bases", "i8", UNITS),  # bit of each port that it may use (6.7)
        ("sails_on", "i2", UNITS),  # least die on which it may sail, rolled every turn; 0: always (15.2)
        ("by_release", "i2", UNITS),  # 1: it may not move until it has been released (15.3)
        ("oils", "i2", UNITS),  # 1: it may refuel at sea (16.1)
        # --- board (2)
        ("points", "i4", (AREAS, SIDES)),  # points of control a turn (2.1)
        ("adjacent", "i8", AREAS),  # bit of each area one move away
        ("returns", "i8", (AREAS, SIDES, 2)),  # bit of each port ships go to after combat; of disabled ones (5.7)
        ("oiling_areas", "i8"),  # bit of each area with oilers (16.1)
        ("port_side", "i4", PORTS),  # Side, or NEUTRAL
        ("touches", "i8", PORTS),  # bit of each area that the port borders (6.1)
        ("active_from", "i4", PORTS),  # first and last turn on which it may be used (2.4, 2.5)
        ("active_to", "i4", PORTS),
        ("repair_points", "i4", PORTS),  # damage points that it repairs a turn (13.2)
        ("repairs_from", "i4", PORTS),  # first turn on which it does (H.29)
        # --- special rules about places
        ("marker_strength", "i8"),  # airstrike factors of a side's land-based aircraft (9.1)
        ("marker_places", "i8", SIDES),  # bit of each place where a side may use them (9.2)
        ("u_boat_home", "i8"),  # the place where U-boats lie between turns
        ("most_u_boats", "i8"),  # in play at a time (8.1)
        ("convoy_next", "i4", AREAS),  # area to which a convoy that stayed at sea goes on, or NOWHERE (14.3)
        ("convoy_port", "i4", AREAS),  # place where a convoy scores from the area, or NOWHERE (14.4, 14.5)
        ("convoy_points", "i4", AREAS),
        ("convoy_refuge", "i8"),  # place to which disabled convoys go (14.7)
        ("oilers_failed_to", "i8"),  # place of ships that find no oiler (16.1)
        ("oiled_ports", "i8"),  # bit of each port where a ship may be placed that has refuelled (H.44)
        ("takeover_turn", "i8"),  # 15.7
        ("takeover_nation", "i8"),
        ("takeover_area", "i8"),
        ("takeover_held", "i8"),  # turns in a row for which the Axis must hold the area to prevent it
        ("takeover_dice", "i8", 2),  # greatest die for the Allies, and to scuttle
        ("takeover_from", "i8"),  # place that ships of the Allies leave
        ("takeover_to", "i8"),  # for this one
        ("taken_waters", "i8", SIDES),  # waters and bases of ships taken over by a side
        ("taken_bases", "i8", SIDES),
        # --- turn chart
        ("new_u_boats", "i4", TURNS + 1),  # by turn (8.1)
        ("release_die", "i4", TURNS + 1),  # least die that releases a ship; 0: none is rolled (15.3)
        ("oiling_die", "i4", TURNS + 1),  # greatest die that refuels at sea; 0: no oilers (16.2)
        # --- the scenario's own rules
        ("options", "i8"),  # bit of each OptionalRule in play
        ("seat_of_power", "i4", SIDES),
        ("last_turn", "i8"),
        ("bid", "i8"),  # half points added to the lead of the Allies before the result is read
    ],
    align=True,
)
"""dtype of the book: rules take an array of one of these and the array of games."""
