"""The record of a game: everything that changes while it is played (one element of a structured array).

Each field is declared once, here: its type, its values, its meaning, the key under which a scenario file speaks of it,
and who may see it.
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
from aw_env.games.war_at_sea.records.terms import (
    AREAS,
    GROUPS,
    NOBODY,
    NOWHERE,
    PLACES,
    TURNS,
    UNITS,
    Decision,
    Option,
    Phase,
    Side,
)
from aw_env.naval.terms import FACES, NO_GROUP

FRAMES = 8
"""Frames of the sequence of play that are never full at a time."""
MOST_DAMAGE = 12
"""Damage points that a unit afloat can have: its defense factor."""
MOST_PENDING = 99
"""Damage that is counted until it takes effect: what is beyond sinks nothing deeper."""
FACE_DOWN = "face_down"
Hidden = partial(Field, hidden_by=FACE_DOWN)
"""A field of units that is not seen of ships which lie face down (19.3)."""
MARKER_HELD = PLACES + 1
"""A side's choice to keep its aircraft at home; a place is chosen as its number and one more."""

_TURN = number(0, TURNS + 1)
_FEW = number(0, 0x7FFF)
_POINTS = number(-999, 999)
_SIDE = one_of(Side, NOBODY)
_AREA = index(AREAS, "sea area", NOWHERE)
_PLACE = index(PLACES, "place", NOWHERE)
_UNIT = index(UNITS, "unit", NOBODY)
_BY_SIDE, _BY_AREA, _BY_UNIT, _BY_GROUP = (len(Side),), (AREAS,), (UNITS,), (GROUPS + 1,)

STATE = Declaration(
    # --- where the game is (5)
    *course(_TURN, Phase, "the Allies"),
    Field("depth", "i4", number(0, FRAMES), "frames in use"),
    Field("frames", "i4", number(-1, 999), "the stack: step, subject, cursor, stage", (FRAMES, FRAME_FIELDS)),
    # --- the decision that is waited for
    *question(Decision, _SIDE, _SIDE, _UNIT, "the side whose choice it is"),
    # --- the board
    Field(
        "flag",
        "i1",
        _SIDE,
        "side that controls the area (5.7)",
        _BY_AREA,
        NOBODY,
        key="flags",
        in_file=one_of(Side),
        by="sea area",
    ),
    keyed("lead", "i4", _POINTS, "points of control by which the Allies lead (1.1)", in_file=number(-200, 200)),
    keyed("scored", "i4", _POINTS, "points of this turn that are not yet counted (5.8)", in_file=number(-200, 200)),
    keyed("held_turns", "i4", number(0, TURNS), "turns in a row that the Axis has held the Mediterranean (15.7)"),
    keyed("u_boats_waiting", "i4", number(0, 99), "U-boats that wait for losses (19.2)"),
    Field(
        "marker",
        "i1",
        _PLACE,
        "where each side's land-based aircraft strike (5.5)",
        fresh=NOWHERE,
        key="air_markers",
        by=Side,
    ),
    Field(
        "marker_choice",
        "i1",
        number(0, MARKER_HELD),
        "the choice of it: a place and one more, or to hold (5.5)",
        _BY_SIDE,
        sight=Sight.UNTIL_ALL_HAVE_CHOSEN,
    ),
    Field(
        "face_down",
        "i1",
        number(0, UNITS),
        "British ships that lie there face down, as the Axis sees it (19.3)",
        (PLACES,),
    ),
    # --- the units
    Field("units", "i4", number(0, UNITS), "how many are in the game"),
    Field("roster", "i2", _UNIT, "their numbers, ascending: roster order", _BY_UNIT, NOBODY),
    Hidden("place", "i1", _PLACE, "where a unit is; nowhere: not in the game", _BY_UNIT, NOWHERE),
    Field("side", "i1", one_of(Side), "the side for which it fights (15.7)", _BY_UNIT),
    keyed("damage", "i1", number(0, MOST_DAMAGE), "damage points (7.3)", _BY_UNIT),
    Hidden("origin", "i1", _PLACE, "where it was when the turn began (17.2)", _BY_UNIT, NOWHERE, key="origin"),
    Hidden("bound_for", "i1", _AREA, "second area to which it tries to move (6.2)", _BY_UNIT, NOWHERE),
    Hidden("moved", "marks", YES_OR_NO, "1: it has moved this turn or tried to (13.1)", _BY_UNIT, key="moved"),
    Hidden("may_sail", "marks", YES_OR_NO, "1: its roll lets it move this turn (15.2)", _BY_UNIT),
    Hidden("released", "marks", YES_OR_NO, "1: released for good (15.3)", _BY_UNIT, key="released"),
    Hidden(
        "refuelled",
        "marks",
        YES_OR_NO,
        "1: it has refuelled at sea and is placed next turn (16.1)",
        _BY_UNIT,
        key="refuelled",
    ),
    Hidden(
        "taken_over", "marks", YES_OR_NO, "1: it has changed hands or might have (15.7)", _BY_UNIT, key="taken_over"
    ),
    Hidden("disabled", "marks", YES_OR_NO, "1: it must go to port (7.2)", _BY_UNIT),
    Hidden("disengaged", "marks", YES_OR_NO, "1: it has disengaged this turn (12.1)", _BY_UNIT, key="disengaged"),
    Hidden("struck", "marks", YES_OR_NO, "1: it has been the target of an airstrike this turn (10.2)", _BY_UNIT),
    Hidden("pending_disabled", "marks", YES_OR_NO, "1: disabled when the fire takes effect", _BY_UNIT),
    Hidden("firing", "marks", YES_OR_NO, "1: an Axis carrier that has said she fires (11.6)", _BY_UNIT),
    # --- the combat being resolved (7-12)
    Field("area", "i4", _AREA, "the sea area of the combat", fresh=NOWHERE),
    keyed("resolved", "i1", YES_OR_NO, "1: combat there is over for this turn (5.6)", _BY_AREA, by="sea area"),
    Field("combat_round", "i4", _FEW, "number of the round in this area"),
    Field("shots_fired", "i4", _FEW, "dice rolled in this round"),
    Field("quiet_rounds", "i1", number(0, 9), "rounds in a row without a shot, a group", _BY_GROUP),
    Field(
        "intent",
        "i1",
        number(0, max(Option)),
        "whether each side disengages (12.9)",
        _BY_SIDE,
        sight=Sight.UNTIL_ALL_HAVE_CHOSEN,
    ),
    Field("disengaging", "i4", _SIDE, "the side that is pursued", fresh=NOBODY),
    Field("battle_group", "i4", number(0, GROUPS), "the group that is pursued, 0 while nobody disengages"),
    Field("formed", "i4", subset(GROUPS + 1, "groups"), "groups made by the division under way (12.1)"),
    Field("group", "i1", number(NO_GROUP, GROUPS), "group a ship disengages in or pursues", _BY_UNIT),
    Field("target", "i1", _UNIT, "unit that it attacks", _BY_UNIT, NOBODY),
    Field("attackers_on", "i1", number(0, UNITS), "ships that fire upon it in this round", _BY_UNIT),
    Field("pending_damage", "i1", number(0, MOST_PENDING), "damage that takes effect later (11.3)", _BY_UNIT),
    *dice(FACES),
)

GAME = STATE.dtype
"""dtype of one game.  A batch is an array of these; its bytes are a save file."""

MOVED, MAY_SAIL, RELEASED, REFUELLED, TAKEN_OVER, DISABLED, DISENGAGED, STRUCK, PENDING_DISABLED, FIRING = map(
    STATE.bits,
    "moved may_sail released refuelled taken_over disabled disengaged struck pending_disabled firing".split(),
)
"""The small fields that units share a word for, as `marked` and `mark` take them."""
