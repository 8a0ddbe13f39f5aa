"""The record of a game: everything that changes while it is played (one element of a structured array)."""

import numpy as np

from aw_env.admirals_war.records.terms import AREAS, GROUPS, PORTS, UNITS
from aw_env.core.engine.stack import FRAME_FIELDS

FRAMES = 12
"""Frames of the sequence of play that are never full at a time."""
SCRIPTED_DICE = 120

GAME = np.dtype(
    [
        # --- where the game is (§5)
        ("turn", "i8"),
        ("phase", "i8"),  # Phase
        ("over", "i8"),  # 1 when the game has ended
        ("result", "i8"),  # for the Allies: 1 won, 0 drawn, -1 lost
        ("winners", "i8"),  # bit of each Power that has won, where each plays to win alone (§1.4)
        ("depth", "i8"),  # frames in use
        ("frames", "i8", (FRAMES, FRAME_FIELDS)),
        # --- the decision that is waited for
        ("decision", "i8"),  # Decision
        ("power", "i8"),  # Power whose choice it is
        ("seat", "i8"),  # the agent who makes it
        ("subject", "i8"),  # the unit or place it is about
        ("ask_forced", "i8"),  # 1: also ask decisions that have one legal answer
        ("decisions", "i8"),  # decisions answered by agents
        ("forced", "i8"),  # decisions the engine took because one answer was legal
        # --- the board
        ("flag", "i4", AREAS),  # Side that controls the area, or NOBODY (§17.11)
        ("held_at_start", "i8", 2),  # bit of each area that a Side controlled when the turn began (§16.11)
        ("owner", "i4", PORTS),  # Power that holds the port or base, or UNCONTROLLED (§2.36)
        ("falls_from", "i4", PORTS),  # turn from which a place shut to the Allies can fall (§16.3, §16.4); 0: not yet
        ("surrender_turn", "i8"),  # turn of the first rolls for Italian units (§16.41); 0: Italy fights on
        ("victory_points", "i4", 2),  # lead of the Allies on each theatre's track; negative: Axis (§2.8)
        ("points_at_turn", "i4", 2),  # the same when the turn began
        ("raided", "i4", PORTS),  # bit of each Power whose carriers raided the place (M.2)
        ("hostilities", "i8"),  # 1: Japan has attacked (§10.12, §19)
        ("hostilities_since", "i8"),  # the turn on which it did (§11.12)
        # --- before Japan attacks (§19)
        ("attack", "i8"),  # how near the attack is: 0 not this turn, 1 Japan may, 2 it does, 3 Pearl Harbor is over
        ("unguarded", "i8"),  # 1: a Japanese landing on the Philippines costs nothing this turn (§19.36)
        ("hunting", "i8"),  # Power whose ships hunt submarines in the area (§19.46), or NOBODY: those of all
        ("short_of_fuel", "i8"),  # 1: Japanese ships pursue for one round only (§19.762)
        ("provoked", "i8"),  # what makes the US rolls to move of the next turn easier (§19.47)
        ("provocation", "i8"),  # the same from the turn before, for those of this turn
        ("armor_sunk", "i4", 2),  # armor factors that each side has lost
        # --- the units
        ("units", "i8"),  # how many are in the game
        ("roster", "i2", UNITS),  # their numbers, ascending: roster order
        ("place", "i1", UNITS),  # where a unit is, NOWHERE if not in the game
        ("controller", "i1", UNITS),  # the Power that moves it (§5.1)
        ("theatre", "i1", UNITS),  # the theatre an LBA belongs to (§12.123)
        ("damage", "i2", UNITS),  # damage points (§7.45)
        ("raiding", "i1", UNITS),  # 1: raider side up (§3.1)
        ("reversed", "i1", UNITS),  # 1: an amphibious unit that came back with its other side up (§13.52)
        ("disabled", "i1", UNITS),  # 1: back in port for the rest of the turn (§7.52)
        ("retreated", "i1", UNITS),  # 1: retreated this turn (§13.4)
        ("pursued", "i1", UNITS),  # 1: pursued this turn (§9.22)
        ("origin", "i1", UNITS),  # where it was when the turn began (§2.51, §2.343)
        ("steps", "i1", UNITS),  # speed roll owed: 0 none, 1 ordinary, 2 past an enemy-held Gibraltar (§6.2, §2.51)
        ("bound_for", "i1", UNITS),  # base a French ship has taken and must return to this turn (§18.36), or NOWHERE
        ("committed", "i1", UNITS),  # 1: an LBA that has had its placement this turn (§12.11)
        ("held", "i1", UNITS),  # 1: its roll to move has failed, it stays in port this turn (§18.22, §19.42)
        ("due", "i1", UNITS),  # turn on which it arrives or returns
        ("refuelled", "i1", UNITS),  # 1: the sea area where it begins the turn is its base (§10.33, §15.31)
        ("traded", "i1", UNITS),  # 1: a Hilfskreuzer that has gained points this turn (§15.31); 2: one that has hit
        # --- the combat being resolved (§7-9)
        ("area", "i8"),  # the sea area, or NOWHERE
        ("resolved", "i4", AREAS),  # 1: combat there is over for this turn (§7.1)
        ("here", "i2", UNITS),  # units at sea there that take part in normal combat, in roster order
        ("units_here", "i8"),
        ("others_here", "i8"),  # units at sea there that take no part
        ("kinds_here", "i8"),  # bit of each Kind that was at sea there when combat began
        ("combat_round", "i8"),  # number of the round in this area
        ("retreating", "i8"),  # Side that is retreating, or NOBODY
        ("battle_group", "i8"),  # group being pursued, 0 while nobody retreats
        ("action", "i8"),  # Action of this round
        ("choice", "i4", 2),  # Action each side has chosen: secret until both have (§7.22)
        ("shots_fired", "i8"),  # dice rolled in this round by both sides
        ("could_attack", "i8"),  # 1: some unit could attack in an action of this round
        ("quiet_rounds", "i4", GROUPS + 1),  # rounds in a row in which nobody asked for an attack, a group
        ("held_rounds", "i4", GROUPS + 1),  # rounds since the last shot in which all held fire, a group
        ("group", "i1", UNITS),  # group a unit retreats in or pursues; 0 before a retreat; -1 none
        ("formed", "i8"),  # bit of each group made by the partition under way (§8.22, §8.32)
        ("firing", "i1", UNITS),  # 1: a carrier named as firing its guns (§7.321)
        ("target", "i2", UNITS),  # unit attacked in this action, or NOBODY
        ("attackers_on", "i2", UNITS),  # attackers of the allocating side that name this unit
        ("pending_damage", "i2", UNITS),  # damage that takes effect when the action ends (§7.5)
        ("pending_disabled", "i2", UNITS),
        ("raid_place", "i1", UNITS),  # place an LBA or carrier attacks, or NOWHERE (§9.23, §12.4)
        # --- dice
        ("generator", "i8", 4),  # xoshiro128**: 32-bit words
        ("dice_rolled", "i8"),  # by the generator, since the game began
        ("scripted", "i8"),  # dice laid in front of the generator
        ("scripted_used", "i8"),
        ("script", "i2", SCRIPTED_DICE),
    ],
    align=True,
)
"""dtype of one game.  A batch is an array of these; its bytes are a save file."""
assert GAME.itemsize == sum(kind.itemsize for kind, _ in GAME.fields.values()), "bytes between fields are never copied"
