"""The record of a game: everything that changes while it is played (one element of a structured array).

Each field is declared once, here: its type, its values, its meaning, the key under which a scenario file speaks of it,
and who may see it.  `words/record_guide.py` lists them.
"""

from functools import partial

from aw_env.core.declare.fields import (
    YES_OR_NO,
    Declaration,
    Field,
    Sight,
    course,
    dice,
    index,
    keyed,
    number,
    one_of,
    question,
    subset,
)
from aw_env.core.engine.layout import FRAME_FIELDS
from aw_env.games.admirals_war.records.terms import (
    AREAS,
    FORCES,
    FOREVER,
    GROUPS,
    NOBODY,
    NOWHERE,
    PLACES,
    PORTS,
    UNCONTROLLED,
    UNITS,
    Action,
    Decision,
    Intention,
    Kind,
    Phase,
    Power,
    Side,
    Theatre,
)
from aw_env.naval.terms import FACES

FRAMES = 12
"""Frames of the sequence of play that are never full at a time."""
MOST_DAMAGE = 18
"""Damage points that a ship on the bottom of a harbour can have: twice the greatest armor (§9.35)."""
MOST_PENDING = 99
"""Damage that is counted until it takes effect: what is beyond sinks nothing deeper."""
MOST_ATTACKERS = 99
"""Attackers of one unit that are counted."""

HIDDEN = "hidden"
Hidden = partial(Field, hidden_by=HIDDEN)
"""A field of units that the other side does not see of hidden submarines (§26)."""

_TURN = number(0, FOREVER)
_FEW = number(0, 0x7FFF)
_POINTS = number(-999, 999)
_SIDE = one_of(Side, NOBODY)
_POWER = one_of(Power, NOBODY)
_AREA = index(AREAS, "sea area", NOWHERE)
_PLACE = index(PLACES, "place", NOWHERE)
_UNIT = index(UNITS, "unit", NOBODY)
_BY_SIDE, _BY_AREA, _BY_PORT, _BY_UNIT = (len(Side),), (AREAS,), (PORTS,), (UNITS,)
_FORCES = subset(FORCES + 1, "task forces")

STATE = Declaration(
    # --- where the game is (§5)
    *course(_TURN, Phase, "the Allies"),
    Field("winners", "i4", subset(len(Power), "powers"), "who has won, where each plays to win alone (§1.4)"),
    Field("depth", "i4", number(0, FRAMES), "frames in use"),
    Field("frames", "i8", number(-3, 1 << 62), "the stack: step, subject, cursor, stage", (FRAMES, FRAME_FIELDS)),
    # --- the decision that is waited for
    *question(Decision, _POWER, number(NOBODY, max(Power)), _UNIT, "whose choice it is"),
    # --- the board
    Field("flag", "i1", _SIDE, "side that controls the area (§17.11)", _BY_AREA, NOBODY),
    keyed("held_at_start", "i8", subset(AREAS, "sea areas"), "those a side held when the turn began (§16.11)", by=Side),
    Field("owner", "i1", one_of(Power, UNCONTROLLED), "who holds the port or base (§2.36)", _BY_PORT, UNCONTROLLED),
    Field(
        "falls_from",
        "i1",
        _TURN,
        "turn from which a place shut to one side can fall (§2.44, §16.3, §16.4); 0: not yet",
        _BY_PORT,
    ),
    keyed(
        "surrender_turn", "i4", number(0, 12), "turn of the first rolls for Italian units (§16.41); 0: Italy fights on"
    ),
    keyed("italy_neutral", "i4", YES_OR_NO, "1: Italy is neutral (§20.4)"),
    Field("victory_points", "i4", _POINTS, "lead of the Allies on each theatre's track (§2.8)", (len(Theatre),)),
    Field("points_at_turn", "i4", _POINTS, "the same when the turn began", (len(Theatre),)),
    Field("raided", "i1", subset(len(Power), "powers"), "whose carriers have raided the place (M.2)", _BY_PORT),
    Field("hostilities", "i4", YES_OR_NO, "1: Japan has attacked (§10.12, §19)"),
    Field("hostilities_since", "i4", _TURN, "the turn on which it did (§11.12)"),
    # --- before Japan attacks (§19)
    Field(
        "attack",
        "i4",
        number(0, 3),
        "how near the attack is: 0 not this turn, 1 Japan may, 2 it does, 3 Pearl Harbor is over",
    ),
    keyed("unguarded", "i4", YES_OR_NO, "1: a Japanese landing on the Philippines costs nothing this turn (§19.36)"),
    Field(
        "hunting", "i4", _POWER, "whose ships hunt submarines in the area (§19.46); none: those of all", fresh=NOBODY
    ),
    Field("short_of_fuel", "i4", YES_OR_NO, "1: Japanese ships pursue for one round only (§19.762)"),
    keyed("provoked", "i4", number(0, 99), "what makes the US rolls to move of the next turn easier (§19.47)"),
    keyed("provocation", "i4", number(0, 99), "the same from the turn before, for those of this turn"),
    Field("armor_sunk", "i4", _FEW, "armor factors that each side has lost", _BY_SIDE),
    # --- what optional rules have changed
    keyed(
        "type_xxi_from",
        "i4",
        _TURN,
        "turn from which U-boats that arrive or return are of Type XXI (§33.1)",
        fresh=FOREVER,
    ),
    keyed(
        "faces_central",
        "i4",
        number(0, 4),
        "faces that put an uncertain US group in the Central Pacific (§23.21); 0: as in Table 5",
        sight=Sight.ONE_PLAYER,
        player=Power.AMERICAN,
    ),
    keyed(
        "faces_hawaii",
        "i4",
        number(0, 4),
        "faces that put it off Hawaii",
        sight=Sight.ONE_PLAYER,
        player=Power.AMERICAN,
    ),
    Field(
        "uncertain_at",
        "i4",
        _AREA,
        "where the secret dice have put a US group, until it appears (§23.22)",
        (4,),
        NOWHERE,
        sight=Sight.ONE_PLAYER,
        player=Power.AMERICAN,
    ),
    keyed("catapult", "i4", YES_OR_NO, "1: Operation Catapult was launched (§22.1)"),
    keyed(
        "torch",
        "i4",
        number(0, 3),
        "the French and Torch (§22.5): 1 they have opposed it, 2 they do, 3 and have had their round",
    ),
    Field(
        "swept",
        "i8",
        subset(AREAS, "sea areas"),
        "those in which the hunt for the side's submarines has this turn found none left (§26)",
        _BY_SIDE,
    ),
    keyed("warned", "i4", number(0, 4), "rolls in a row with which Pearl Harbor was warned (§24)"),
    # --- the units
    Field("units", "i4", number(0, UNITS), "how many are in the game"),
    Field("roster", "i2", _UNIT, "their numbers, ascending: roster order", _BY_UNIT, NOBODY),
    Hidden(
        "place", "i1", _PLACE, "where a unit is; nowhere: not in the game, or in a view hidden (§26)", _BY_UNIT, NOWHERE
    ),
    keyed("controller", "i1", one_of(Power), "the power that moves it (§5.1)", _BY_UNIT),
    keyed("damage", "i1", number(0, MOST_DAMAGE), "damage points (§7.45)", _BY_UNIT),
    keyed("overhaul", "i1", number(0, 2), "points of speed that an overhaul marker takes (§36.1)", _BY_UNIT),
    keyed("theatre", "marks", one_of(Theatre, NOBODY), "the theatre an LBA belongs to (§12.123)", _BY_UNIT, NOBODY),
    Hidden("raiding", "marks", YES_OR_NO, "1: raider side up (§3.1)", _BY_UNIT, key="raiding"),
    keyed(
        "reversed",
        "marks",
        YES_OR_NO,
        "1: an amphibious unit that came back with its other side up (§13.52), a U-boat of Type XXI (§33.1)",
        _BY_UNIT,
    ),
    keyed("disabled", "marks", YES_OR_NO, "1: back in port for the rest of the turn (§7.52)", _BY_UNIT),
    keyed("retreated", "marks", YES_OR_NO, "1: retreated this turn (§13.4)", _BY_UNIT),
    keyed("pursued", "marks", YES_OR_NO, "1: pursued this turn (§9.22)", _BY_UNIT),
    Hidden("origin", "i1", _PLACE, "where it was when the turn began (§2.51, §2.343)", _BY_UNIT, NOWHERE, key="origin"),
    Field(
        "steps",
        "marks",
        number(0, 2),
        "speed roll owed: 0 none, 1 ordinary, 2 past an enemy-held Gibraltar (§6.2, §2.51)",
        _BY_UNIT,
    ),
    keyed(
        "bound_for",
        "i1",
        _PLACE,
        "base a French ship has taken and must return to this turn (§18.36)",
        _BY_UNIT,
        NOWHERE,
    ),
    Hidden(
        "committed",
        "marks",
        YES_OR_NO,
        "1: an LBA that has had its placement this turn (§12.11)",
        _BY_UNIT,
        key="committed",
    ),
    Hidden(
        "held",
        "marks",
        YES_OR_NO,
        "1: its roll to move has failed (§18.22, §19.42), or it remains in the Atlantic (§21.21): it does not move",
        _BY_UNIT,
        key="held",
    ),
    keyed(
        "hidden",
        "i1",
        YES_OR_NO,
        "1: a submarine of which the other side sees neither its place nor which side of it is up (§26)",
        _BY_UNIT,
    ),
    keyed("due", "i1", _TURN, "turn on which it arrives or returns", _BY_UNIT),
    keyed(
        "refuelled",
        "marks",
        YES_OR_NO,
        "1: the sea area where it begins the turn is its base (§10.33, §15.31)",
        _BY_UNIT,
    ),
    keyed(
        "traded",
        "marks",
        number(0, 2),
        "1: a Hilfskreuzer that has gained points this turn (§15.31); 2: one that has hit",
        _BY_UNIT,
        in_file=YES_OR_NO,
    ),
    # --- the combat being resolved (§7-9)
    Field("area", "i4", _AREA, "the sea area of the combat", fresh=NOWHERE),
    keyed("resolved", "i1", YES_OR_NO, "1: combat there is over for this turn (§7.1)", _BY_AREA, by="sea area"),
    Field("here", "i2", _UNIT, "units at sea there that take part in normal combat, in roster order", _BY_UNIT, NOBODY),
    Field("units_here", "i4", number(0, UNITS), "how many these are"),
    Field("others_here", "i4", number(0, UNITS), "units at sea there that take no part"),
    Field("kinds_here", "i4", subset(len(Kind), "kinds"), "kinds of units that were at sea there when combat began"),
    Field("combat_round", "i4", _FEW, "number of the round in this area; with §37 that of the group's own line"),
    Field("retreating", "i4", _SIDE, "the side that is retreating", fresh=NOBODY),
    Field(
        "italians_left",
        "i4",
        number(0, 2),
        "how Italian units have withdrawn from the combat (§37.1): 1 alone, 2 with the Germans",
    ),
    Field("battle_group", "i4", number(0, GROUPS), "group being pursued, 0 while nobody retreats"),
    Field("action", "i4", one_of(Action), "type of action of this round"),
    Field(
        "choice", "i4", one_of(Action), "type each side has chosen (§7.22)", _BY_SIDE, sight=Sight.UNTIL_ALL_HAVE_CHOSEN
    ),
    Field("shots_fired", "i4", _FEW, "dice rolled in this round by both sides"),
    Field("could_attack", "i4", YES_OR_NO, "1: some unit could attack in an action of this round"),
    Field("quiet_rounds", "i2", _FEW, "rounds in a row in which nobody asked for an attack, a group", (GROUPS + 1,)),
    Field("line_rounds", "i2", _FEW, "rounds fought, a group with those before it divided (§37.1)", (GROUPS + 1,)),
    Field("held_rounds", "i2", _FEW, "rounds since the last shot in which all held fire, a group", (GROUPS + 1,)),
    Field(
        "group",
        "i1",
        number(-1, GROUPS + 1),
        "group a unit retreats in or pursues; 0 before a retreat; -1 none",
        _BY_UNIT,
    ),
    Field("formed", "i4", subset(GROUPS + 2, "groups"), "groups made by the partition under way (§8.22, §8.32)"),
    Field("firing", "marks", YES_OR_NO, "1: a carrier named as firing its guns (§7.321)", _BY_UNIT),
    Field("target", "i2", _UNIT, "unit attacked in this action", _BY_UNIT, NOBODY),
    Field(
        "attackers_on",
        "i1",
        number(0, MOST_ATTACKERS),
        "attackers of the allocating side that name this unit",
        _BY_UNIT,
    ),
    Field(
        "pending_damage",
        "i1",
        number(0, MOST_PENDING),
        "damage that takes effect when the action ends (§7.5)",
        _BY_UNIT,
    ),
    Field("pending_disabled", "marks", YES_OR_NO, "1: disabled when the action ends", _BY_UNIT),
    Field("kamikaze", "i1", YES_OR_NO, "1: its attack in this air action is a kamikaze attack (§21.1)", _BY_UNIT),
    Field(
        "raid_place",
        "i1",
        index(PLACES, "place", NOWHERE, -2, -3, -4),  # `rules.counters`: HELD, STRUCK, AWAITS_GROUPS
        "place an LBA or carrier attacks (§9.23, §12.4); -2: it holds, -3: its attack is over, -4: it waits (§23.41)",
        _BY_UNIT,
        NOWHERE,
    ),
    # --- task forces of the round (§29)
    Field(
        "task_force", "i1", number(0, FORCES), "number of its task force in the round, of its side; 0: none", _BY_UNIT
    ),
    Field(
        "intention", "i1", one_of(Intention), "what each task force does in the round (§29.2)", (len(Side), FORCES + 1)
    ),
    Field("sighted", "i2", _FORCES, "task forces of a side that the enemy has sighted (§29.4)", _BY_SIDE),
    Field("striking", "i2", _FORCES, "those that may attack in the action (§29.51, §29.52)", _BY_SIDE),
    Field("exposed", "i2", _FORCES, "those that may be attacked in it", _BY_SIDE),
    *dice(FACES),
)

GAME = STATE.dtype
"""dtype of one game.  A batch is an array of these; its bytes are a save file."""

THEATRE, RAIDING, REVERSED, DISABLED, RETREATED, PURSUED, STEPS, COMMITTED, HELD, REFUELLED, TRADED = map(
    STATE.bits,
    "theatre raiding reversed disabled retreated pursued steps committed held refuelled traded".split(),
)
FIRING, PENDING_DISABLED = STATE.bits("firing"), STATE.bits("pending_disabled")
"""The small fields that units share a word for, as `marked` and `mark` take them."""
