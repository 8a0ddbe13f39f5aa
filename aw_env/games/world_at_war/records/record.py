"""The two records: what changes in a game, and the book, which never does."""

from functools import partial

from aw_env.core.declare.fields import YES_OR_NO, Field, Sight, index, number, one_of, subset
from aw_env.core.rooms.records import Records
from aw_env.games.world_at_war.records.kinds import (
    BOXES,
    FACES,
    GROUPS,
    MOST_BRPS,
    MOST_TRANSPORTS,
    NOBODY,
    NOWHERE,
    PLACES,
    SHIPS_OF_A_GROUP,
    TURNS,
    UNITS,
    Aim,
    Condition,
    Decision,
    Event,
    Kind,
    Line,
    Nation,
    Option,
    Phase,
    PlaceKind,
    Side,
    Switch,
    Worth,
)
from aw_env.naval.dice import DIE

_BRPS, _TRANSPORTS, _POINTS = number(0, MOST_BRPS), number(0, MOST_TRANSPORTS), number(-999, 999)
_FACTORS, _GROUP, _TURN = number(0, 99), number(0, GROUPS), number(0, TURNS + 1)
_UNIT, _PLACE = index(UNITS, "unit", NOBODY), index(PLACES, "place", NOWHERE)
_BY_UNIT, _BY_PLACE, _BY_SIDE, _BY_BOX, _BY_GROUP = (UNITS,), (PLACES,), (len(Side),), (BOXES,), (GROUPS,)
BATTLE_LIGHTS = 8
"""Rows of one-factor ships that can be in a battle."""
Secret = partial(Field, sight=Sight.ITS_OWNER)
"""Of a unit, what its own side alone sees."""
Unseen = partial(Field, sight=Sight.NOBODY)
"""What the rules reckon with between two questions, and tables of the book: no part of what is seen."""

FIELDS = (
    # --- the player turn
    Field("moving", "i1", one_of(Side), "the side whose player turn it is"),
    Field("step", "i1", number(0, 99), "how far in the phase"),
    Field("cursor", "i2", number(NOBODY, UNITS), "the unit, group or place that is asked about"),
    Field("brps", "i2", _BRPS, "BRPs that are left", _BY_SIDE, by=Side),
    Field("yards", "i1", number(0, 99), "shipbuilding points that are left", _BY_SIDE, by=Side),
    Field("points", "i2", _POINTS, "points scored", _BY_SIDE, by=Side),
    Field("harbour_attacks", "i1", number(0, 9), "harbour attacks that may still be made (21.444)", _BY_SIDE, by=Side),
    # --- the units
    Field("place", "i1", _PLACE, "where a unit is based; nowhere: not in play", _BY_UNIT, NOWHERE),
    Field("condition", "i1", one_of(Condition), "how it is (20.52)", _BY_UNIT),
    Field("strength", "i1", _FACTORS, "its factors: of a row of one-factor ships those that are left", _BY_UNIT),
    Field("hits", "i1", number(0, 9), "hits that it has taken at sea (20.523)", _BY_UNIT),
    Field("inverted", "i1", YES_OR_NO, "1: used, and not available (21.311)", _BY_UNIT),
    Field("squadrons", "i1", number(0, 9), "naval air squadrons of a carrier (20.33)", _BY_UNIT),
    Field("moved", "i1", YES_OR_NO, "1: it has changed base this turn", _BY_UNIT),
    Field("repair", "i1", number(0, 2), "turns until it is repaired (27.721C)", _BY_UNIT),
    Field("at_sea", "i1", YES_OR_NO, "1: it is at sea since the game began (21.5331)", _BY_UNIT),
    # --- transports (20.6)
    Field("transports", "i1", _TRANSPORTS, "undamaged transports in each SW box", _BY_BOX),
    Field("new_transports", "i1", _TRANSPORTS, "of these, built this turn (20.621C)", _BY_BOX),
    Field("used_transports", "i1", _TRANSPORTS, "of these, used this turn (20.64)", _BY_BOX),
    Field("shifted", "i1", _TRANSPORTS, "of these, come from another SW box this turn (20.622)", _BY_BOX),
    Field("damaged", "i1", _TRANSPORTS, "transports that submarines have damaged, in port until they sail", _BY_BOX),
    Field("damaged_now", "i1", _TRANSPORTS, "of these, in the last enemy player turn (20.636B)", _BY_BOX),
    Field("had_sailed", "i1", _TRANSPORTS, "transports there at the end of their last player turn (20.636B)", _BY_BOX),
    Field("submarines", "i1", _FACTORS, "submarines in each SW box (20.71)", _BY_BOX),
    Field("asw", "i1", _FACTORS, "ASW factors in each SW box (20.81)", _BY_BOX),
    Field("unbuilt", "i1", _TRANSPORTS, "transports of the force pool that are not built"),
    # --- raiders (21.53)
    Field("groups", "i1", _GROUP, "raider groups that are out"),
    Field("engagement", "i1", number(0, 2), "the first or the second (21.538)"),
    Field("group", "i1", _GROUP, "the group that is resolved"),
    Field("ships_in", "i1", number(0, SHIPS_OF_A_GROUP), "ships of each group", _BY_GROUP),
    Field("origin", "i1", _PLACE, "the port that each group left", _BY_GROUP, NOWHERE),
    Field("opposed", "i1", number(0, 2), "1: the group is opposed, 2: let pass", _BY_GROUP),
    Field("detected", "i1", number(-9, 30), "modified die roll for each group", _BY_GROUP),
    Field("types", "i1", number(0, 30), "type dice that are left, by group and face", (GROUPS, FACES)),
    Field("carrier", "i2", index(UNITS, "unit", NOBODY), "the carrier for which light ships are sent", fresh=NOBODY),
    Field("escorts", "i1", number(-9, 9), "factors of light ships that must still sail with her (21.5342C)"),
    Field("rounds", "i1", number(0, 9), "rounds of the battle on the way that have been fought"),
    Field("cleared", "i1", YES_OR_NO, "1: no unscreened defender of the group is left (21.5361)", _BY_GROUP),
    Field("met", "i1", YES_OR_NO, "1: defenders engage the group", _BY_GROUP),
    Secret("in_group", "i1", _GROUP, "its raider group", _BY_UNIT),
    Field("seen_in", "i1", _GROUP, "its raider group, once the enemy has seen it", _BY_UNIT),
    Field("against", "i1", _GROUP, "the raider group that it engages", _BY_UNIT),
    Field("engaged", "i1", YES_OR_NO, "1: it has engaged raiders this turn (21.537B)", _BY_UNIT),
    Secret("held", "i1", YES_OR_NO, "1: withheld from the battle, or screened (21.5361B)", _BY_UNIT),
    Unseen("sent", "i1", _FACTORS, "one-factor ships against each group, by row", (GROUPS, BATTLE_LIGHTS)),
    # --- the battle that is fought
    Field("line", "i1", one_of(Line), "where it stands in the battle", _BY_UNIT),
    Field("fronted", "i1", YES_OR_NO, "1: it stood unscreened when the battle began (21.5361B)", _BY_UNIT),
    Field("aim", "i1", one_of(Aim), "at what it fires", _BY_UNIT),
    Field("target", "i1", _UNIT, "the capital ship at which it fires", _BY_UNIT, NOBODY),
    Field("lights", "i1", _FACTORS, "one-factor ships of a row in the battle", _BY_UNIT),
    Field("excess", "i2", number(-1, UNITS), "at what a side's excess light ships fire", _BY_SIDE, by=Side),
    Unseen("pending", "i1", number(0, 99), "hits that take effect when all have fired", _BY_UNIT),
    Unseen("twelves", "i1", number(0, 9), "natural twelves among them (20.5241A)", _BY_UNIT),
    Unseen("pending_on_light", "i1", number(0, 99), "hits on the light ships of a side", _BY_SIDE),
    Unseen("kinds", "i2", number(0, 999), "factors of each nation that share losses (20.57)", (len(Nation),)),
    Unseen("shares", "i2", number(0, 999), "what each of them loses", (len(Nation),)),
)
PRINTED = (
    Field("kind", "i1", one_of(Kind), "what it is", _BY_UNIT, printed="units.kind"),
    Field("nation", "i1", one_of(Nation), "whose it is", _BY_UNIT, printed="units.nation"),
    Field("factors", "i1", number(0, 20), "its factors", _BY_UNIT, printed="units.factors"),
    Field("slow", "i1", YES_OR_NO, "1: it is slow (20.121)", _BY_UNIT, printed="units.slow"),
    Field("opens_at_sea", "i1", YES_OR_NO, "1: it may begin at sea (21.5331)", _BY_UNIT, printed="units.at_sea"),
    Field("arrives", "i1", number(0, TURNS), "turn on which it arrives", _BY_UNIT, printed="units.arrives_turn"),
    Field("arrives_at", "i1", index(PLACES, "place"), "where", _BY_UNIT, printed="units.arrives_at"),
    Unseen("row", "i1", number(0, BATTLE_LIGHTS - 1), "of one-factor ships: their number in a battle", _BY_UNIT),
    # --- the board
    Unseen("place_kind", "i1", one_of(PlaceKind), "what a place is", _BY_PLACE),
    Unseen("holder", "i1", one_of(Side, NOBODY), "whose it is", _BY_PLACE),
    Unseen("capacity", "i2", number(0, 999), "naval factors that base there; 0: any number (20.15)", _BY_PLACE),
    Unseen("opens", "i1", number(0, TURNS + 1), "turn from which it is in use", _BY_PLACE),
    Unseen("base_changes", "i8", subset(PLACES), "places to which ships change base from it (21.22)", _BY_PLACE),
    Unseen("raids_to", "i1", index(BOXES, "", NOBODY), "the SW box that raiders reach from it", _BY_PLACE),
    Unseen("unseen_route", "i1", YES_OR_NO, "1: raiders from it are not intercepted on the way (21.533D)", _BY_PLACE),
    Unseen("distance", "i1", number(0, 99), "hexes from a port to the way of raiders from another", (PLACES, PLACES)),
    Unseen("spotting", "i1", number(0, 9), "Allied squadrons that search the way of raiders from a port", _BY_PLACE),
    Unseen("spotting_from", "i1", _TURN, "turn from which they do"),
    Unseen("defends", "i8", subset(PLACES), "places whose ships engage raiders in each SW box (21.5342G)", _BY_BOX),
    Unseen("box_place", "i1", _PLACE, "the place that each SW box is", _BY_BOX),
    Unseen("supply_box", "i1", index(BOXES, "", NOBODY), "SW box of the supply line from a box", _BY_PLACE),
    # --- tables and house values
    Unseen("hits_by_guns", "i1", number(0, 20), "20.51 by fleet factors and 2d6", (26, 13)),
    Unseen("hits_by_air", "i1", number(0, 20), "20.51 by air squadrons and 2d6", (21, 13)),
    Unseen("shot_down", "i1", number(0, 9), "squadrons that air defense eliminates, by level and 2d6", (11, 13)),
    Unseen("turned_back", "i1", number(0, 9), "squadrons that it aborts", (11, 13)),
    Unseen("air_drm", "i1", number(-9, 9), "air modifier of each nation", (len(Nation),)),
    Unseen("hits_in_harbour", "i1", number(0, 9), "harbour attack by 2d6", (13,)),
    Unseen("submarine_hits", "i1", number(0, 9), "transports hit by 2d6 for each three submarines", (13,)),
    Unseen("asw_hits", "i1", number(0, 9), "submarines sunk by 2d6 for each four ASW", (13,)),
    Unseen("pool", "i1", _FACTORS, "most submarines and ASW factors that there can be, by side", _BY_SIDE),
    Unseen("drm", "i1", number(-9, 9), "naval modifier of each nation (22.552A)", (len(Nation),)),
    Unseen("brps_a_turn", "i1", _BRPS, "BRPs by side and turn", (len(Side), TURNS + 1)),
    Unseen("yards_a_turn", "i1", _BRPS, "shipbuilding points by side and turn", (len(Side), TURNS + 1)),
    Unseen("ultra", "i1", number(-9, 9), "codebreaking advantage of the Allies by turn", (TURNS + 1,)),
    Unseen("air_range", "i1", number(0, 9), "air range results of the Allies by turn (21.5342)", (TURNS + 1,)),
    Unseen("pool_grows", "i1", _TRANSPORTS, "transports added to the pool on a turn (20.631G)", (TURNS + 1,)),
    Unseen("cves_arrive", "i1", _FACTORS, "escort carriers that arrive on a turn", (TURNS + 1,)),
    Unseen("minimum", "i1", _TRANSPORTS, "minimum level of each SW box (20.631)", _BY_BOX),
    Unseen("us_war", "i1", _TURN, "turn from which the US is at war with Germany"),
    Unseen("optimum", "i1", _TRANSPORTS, "optimal level of transports (20.632)"),
    Unseen("at_large", "i1", _TRANSPORTS, "transports to be allocated as desired (20.631D)"),
    Unseen("grants_from", "i1", _TURN, "turn from which BRPs are granted"),
    Unseen("troops_from", "i1", _TURN, "turn from which troops are carried"),
    Unseen("demand", "i1", number(0, 9), "oil counters, grants and troop lifts wanted a turn", (3,)),
    Unseen("worth", "i1", number(0, 99), "points, see `Worth`", (len(Worth),)),
    Unseen("threshold", "i2", _POINTS, "points by which the Axis must lead to be level, in halves"),
    Unseen("draw_within", "i2", number(0, 99), "points either side of it that are a draw, in halves"),
)
RECORDS = Records(
    sides=Side,
    decisions=Decision,
    options=Option,
    events=Event,
    phases=Phase,
    places=[f"place {k}" for k in range(PLACES)],
    units={f"unit {k}": Side.ALLIES for k in range(UNITS)},
    fields=FIELDS,
    printed=PRINTED,
    die=DIE,
    event_dice=12,
    switches=len(Switch),
)
FIRST_PLACE, FIRST_UNIT, ACTIONS = RECORDS.first_place, RECORDS.first_unit, RECORDS.actions
