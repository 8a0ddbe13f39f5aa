"""What is counted, spent and forgotten from one step to the next (21.3, 21.5, 21.7)."""

import numpy as np
import pytest

from aw_env.games.world_at_war.records.kinds import (
    NOBODY,
    NOWHERE,
    Condition,
    Decision,
    Event,
    Ground,
    Line,
    Nation,
    Option,
    Phase,
    Side,
    Switch,
    Worth,
)
from aw_env.games.world_at_war.records.record import FIRST_PLACE, FIRST_UNIT
from aw_env.games.world_at_war.rules import (
    air,
    air_strikes,
    bases,
    battle_rounds,
    damage,
    detection,
    fleet_combat,
    ground_attacks,
    interception,
    invasions,
    island_forces,
    island_raids,
    pacific,
    raids,
    redraw_islands,
    sequence,
    suez,
    task_forces,
    troops,
)
from tests.world_at_war.positions import Sea, number
from tests.world_at_war.test_s21_island_raids import raiding

STALE = 1
"""What is left of something that is over."""


def stale(sea, *fields, value=STALE):
    """Fields in which something is left, everywhere."""
    for field in fields:
        sea.game[field] = value
    return sea


def forgotten(sea, *fields, value=0):
    """Those of the fields in which nothing is left."""
    units = np.arange(int(sea.game.roster[0]), int(sea.game.roster[0]) + int(sea.game.units))
    held = {field: sea.game[field] for field in fields}
    own = {field: all_of[units] if all_of.shape == sea.game.place.shape else all_of for field, all_of in held.items()}
    return {field for field in fields if (own[field] == value).all()}


# --- turns (21.7) ----------------------------------------------------------------------------------------------------


def ending(scenario="raiders", side=Side.ALLIES, **fields):
    return Sea(scenario, turn=3, phase=Phase.END, moving=side, **fields)


@pytest.mark.rule("21.539")
@pytest.mark.parametrize("side, scored", [(Side.AXIS, False), (Side.ALLIES, True)])
def test_control_of_islands_scores_when_both_have_moved(side, scored):
    sea = ending("night_express", side)
    points = sea.game.points.tolist()
    sea.call(sequence.end_player_turn)
    assert (sea.game.points.tolist() != points) == scored and (Event.CONTROL in sea.told) == scored


@pytest.mark.rule("21.71")
@pytest.mark.parametrize("side, turn, following", [(Side.AXIS, 3, Side.ALLIES), (Side.ALLIES, 4, Side.AXIS)])
def test_after_the_turn_of_a_side_comes_that_of_the_other(side, turn, following):
    sea = ending(side=side, step=3, cursor=3)
    sea.call(sequence.end_player_turn)
    assert (sea.game.turn, sea.game.moving, sea.game.phase) == (turn, following, Phase.START)
    assert sea.game.step == sea.game.cursor == 0


@pytest.mark.house_rule
@pytest.mark.parametrize("lead, result", [(6, 1), (7, 0), (13, 0), (14, -1)])
def test_after_the_last_turn_points_decide(lead, result):
    """The Axis must lead by ten to be level; three points either side of that are a draw."""
    sea = ending(points=[5, 5 + lead])
    sea.book.last_turn, sea.book.threshold, sea.book.draw_within, sea.book.worth[Worth.SUPPLY_LINE] = 3, 20, 6, 0
    sea.call(sequence.end_player_turn)
    assert sea.game.result == result and sea.events[len(sea.told), :4].tolist() == [Event.GAME_OVER, result, 0, 0]


@pytest.mark.rule("21.73B", "21.315")
def test_transports_sail_anew_in_the_next_turn():
    fields = ("cut", "shipped", "kept", "new_transports", "used_transports", "shifted")
    sea = stale(ending(), *fields)
    sea.call(sequence.end_player_turn)
    assert forgotten(sea, *fields) == {*fields}


@pytest.mark.rule("20.636B")
def test_transports_are_counted_at_the_end_of_the_allied_turn():
    sea = ending(transports=[7, 3, 0], had_sailed=[9, 9, 0])
    sea.call(sequence.end_player_turn)
    assert sea.game.had_sailed.tolist() == [7, 3, 0]
    sea = ending(side=Side.AXIS, transports=[7, 3, 0], had_sailed=[9, 9, 0])
    sea.call(sequence.end_player_turn)
    assert sea.game.had_sailed.tolist() == [9, 9, 0]


@pytest.mark.rule("21.5399A", "21.121")
def test_a_player_turn_among_the_islands_begins_with_nothing_raided_built_or_flown():
    """Control that raids have negated, and what a port may be, is that of this turn; supply that has been declined is
    offered again; bases of the enemy stay as they are."""
    own, theirs = number("rabaul"), number("noumea")
    sea = stale(Sea("night_express", turn=3, moving=Side.AXIS), "raided", "deciphered", "built_now", "counter_moved",
                "negated", "taken", "unsupplied", "flown", "sailed", "patrolled")  # fmt: skip
    sea.game.airbase[:], sea.book.squadrons_arrive[:] = 2, 0
    sea.book.squadrons_arrive[:, own, 3], sea.book.squadrons_arrive[:, theirs, 3] = 3, 3
    sea.call(pacific.begin_player_turn)
    assert forgotten(sea, "raided", "deciphered", "built_now", "negated", "taken", "patrolled") == {
        "raided", "deciphered", "built_now", "negated", "taken", "patrolled"}  # fmt: skip
    assert sea.game.counter_moved.tolist() == [STALE, 0]
    for field in ("unsupplied", "flown", "sailed"):
        assert (sea.game[field][own], sea.game[field][theirs]) == (0, STALE), field
    assert (sea.game.airbase[own], sea.game.airbase[theirs]) == (5, 2)


@pytest.mark.rule("21.5399A")
def test_control_stays_negated_until_the_turn_is_over():
    sea = stale(Sea("night_express", turn=3, moving=Side.ALLIES), "negated")
    sea.call(pacific.begin_player_turn)
    assert sea.game.negated.tolist() == [STALE, STALE]


@pytest.mark.rule("21.121")
@pytest.mark.parametrize("research, left, built", [(0, 5, 2), (1, 1, 0), (6, 6, 0)])
def test_with_a_new_year_comes_research_for_new_ports(research, left, built):
    sea = Sea("night_express", turn=3, moving=Side.ALLIES, research=[5, 5], ports_built=[2, 2])
    sea.book.research_a_turn[:] = 0
    sea.book.research_a_turn[Side.ALLIES, 3] = research
    sea.call(pacific.begin_player_turn)
    assert sea.game.research.tolist() == [left, 5] and sea.game.ports_built.tolist() == [built, 2]


@pytest.mark.rule("21.121D")
@pytest.mark.parametrize("side, turn, options, falls", [
    (Side.ALLIES, 3, 0, True), (Side.AXIS, 3, 0, False), (Side.ALLIES, 4, 0, False),
    (Side.ALLIES, 3, 1 << Switch.LANDINGS, False),
])  # fmt: skip
def test_islands_are_taken_on_the_turns_of_history_where_there_are_no_landings(side, turn, options, falls):
    sea = Sea("night_express", turn=turn, moving=side)
    sea.book.falls[:], sea.book.options = -1, options
    sea.book.falls[number("kwajalein")] = 3
    sea.game.control[number("kwajalein")] = Side.AXIS
    sea.call(pacific.begin_player_turn)
    assert (sea.game.control[number("kwajalein")] == Side.ALLIES) == falls


@pytest.mark.rule("21.23", "20.13")
def test_with_a_place_aircraft_are_lost_and_submarines_are_displaced_to_the_nearest_and_used():
    fields = ("airbase", "flown", "boats", "sailed", "unsupplied")
    sea = stale(Sea("night_express", turn=3, moving=Side.ALLIES), *fields, value=2)
    sea.call(pacific.take_place, "kwajalein", Side.ALLIES)
    taken, nearest, other = number("kwajalein"), number("truk"), number("saipan")
    for field in fields:
        is_of_boats = field in ("boats", "sailed")
        assert sea.game[field][[taken, nearest, other]].tolist() == [0, 4 if is_of_boats else 2, 2], field
    assert sea.game.control[taken] == Side.ALLIES and sea.game.taken[taken] == 1 and sea.game.taken[other] == 0
    assert sea.told == [Event.BOATS_DISPLACED, Event.FALLS]


@pytest.mark.rule("21.23B")
@pytest.mark.parametrize(
    ("boats", "there", "capacity", "stay"),
    [
        (4, 2, 0, [4, 0]),  # there is room for all
        (4, 7, 0, [2, 2]),  # nine in a place are the most that are counted
        (4, 2, 3, [1, 3]),
        (4, 3, 3, [0, 4]),
    ],
)
def test_submarines_for_which_the_nearest_haven_has_no_room_go_to_the_next(boats, there, capacity, stay):
    """From Kwajalein, with room for three factors at Truk, or as many as there are."""
    sea = Sea("night_express", turn=3, moving=Side.ALLIES)
    sea.game.boats[:] = sea.game.sailed[:] = 0
    sea.game.boats[number("kwajalein")], sea.game.boats[number("truk")] = boats, there
    sea.book.capacity[number("truk")] = capacity
    sea.call(pacific.take_place, "kwajalein", Side.ALLIES)
    assert [int(sea.game.sailed[number(id)]) for id in ("truk", "rabaul")] == stay
    assert sea.game.boats.sum() == boats + there and Event.BOAT_LOST not in sea.told


@pytest.mark.rule("21.23D")
def test_submarines_with_no_haven_in_range_are_lost():
    sea = stale(Sea("night_express", turn=3, moving=Side.ALLIES), "boats", "sailed", value=2)
    sea.game.control[:] = Side.ALLIES
    sea.game.control[number("truk")] = Side.AXIS
    sea.call(pacific.take_place, "truk", Side.ALLIES)
    assert sea.game.boats[number("truk")] == 0 and sea.told == [Event.BOAT_LOST] * 2 + [Event.FALLS]


# --- raids (21.53) ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("21.537")
def test_when_all_are_home_no_raid_is_out():
    ships = ("against", "at_sea", "in_group", "seen_in", "engaged", "held")
    groups = ("sent", "ships_in", "opposed", "detected", "cleared", "met", "large", "groups", "group", "engagement")
    sea = stale(Sea(turn=5), *ships, *groups, "origin", "route")
    sea.call(raids.clear_raids)
    assert forgotten(sea, *ships, *groups) == {*ships, *groups}
    assert forgotten(sea, "origin", "route", value=NOWHERE) == {"origin", "route"}


@pytest.mark.rule("21.533", "21.538B")
def test_groups_that_sail_are_met_from_the_first_on():
    sea = stale(Sea(turn=5, groups=2), "step", "cursor", "engagement", "group", value=3)
    sea.game.ships_in[0] = 1  # the second has no ships
    sea.call(raids.sail)
    assert forgotten(sea, "step", "cursor", "engagement") == {"step", "cursor", "engagement"}
    assert (sea.game.phase, sea.game.group, sea.game.groups) == (Phase.INTERCEPTION, 1, 1)


@pytest.mark.rule("20.523A")
@pytest.mark.parametrize("condition, hits", [(Condition.SOUND, 0), (Condition.DAMAGED, 2)])
def test_hits_that_have_not_damaged_a_ship_are_mended_when_she_is_home(condition, hits):
    sea = Sea(turn=5).ship("hood", place="scapa_flow", hits=2, condition=condition)
    sea.call(raids.clear_raids)
    assert sea.of("hood", "hits") == hits


@pytest.mark.rule("21.5341", "21.538A")
@pytest.mark.parametrize("engagement", [1, 2])
def test_an_engagement_begins_with_nothing_decided(engagement):
    fields = ("opposed", "detected", "met", "cleared", "types", "step", "cursor", "group", "against", "sent")
    sea = stale(Sea(turn=5, groups=2, engagement=engagement), *fields, "held")
    sea.ship("scharnhorst", place="bergen", in_group=1, seen_in=1, held=1)
    sea.ship("gneisenau", place="bergen", in_group=1, seen_in=1).game.place[number("gneisenau")] = NOWHERE
    sea.call(detection.begin_detection)
    assert forgotten(sea, *fields) == {*fields} and sea.game.phase == Phase.DETECTION
    assert sea.of("scharnhorst", "held") == (1 if engagement == 1 else 0) and sea.of("scharnhorst", "in_group") == 1
    lost = sea.of("gneisenau", "in_group"), sea.of("gneisenau", "seen_in")
    assert lost == ((0, 0) if engagement == 1 else (1, 1))  # sunk on the way, or in the SW box


@pytest.mark.rule("21.534")
def test_where_no_group_is_out_nobody_is_detected():
    sea = Sea(turn=5, groups=0)
    sea.call(detection.begin_detection)
    assert sea.game.phase == Phase.SUBMARINES


@pytest.mark.rule("21.5331")
def test_a_brp_is_kept_for_each_ship_at_sea_that_is_in_no_group_yet():
    sea = Sea(turn=1).ship("graf_spee", "lutzow", "scheer", place="atlantic_sw", at_sea=1)
    sea.ship("scharnhorst", place="germany")
    assert sea.call(raids.brps_pledged) == 3
    for group, left in ((1, 2), (2, 2), (0, 3)):
        sea.game.in_group[number("lutzow")] = group
        assert sea.call(raids.brps_pledged) == left
    sea.game.place[number("scheer")] = NOWHERE
    assert sea.call(raids.brps_pledged) == 2


@pytest.mark.rule("20.5214")
@pytest.mark.parametrize("group, convoy, left", [(1, 0, [1, 2]), (2, 0, [2, 1]), (0, 0, [2, 2]), (1, 1, [2, 2])])
def test_a_raider_that_is_sunk_is_one_less_of_her_group(group, convoy, left):
    """Who met a convoy is in no group of raiders."""
    sea = Sea(turn=5, groups=2, convoy=convoy).ship("scharnhorst", place="bergen", in_group=group)
    sea.game.ships_in[:2] = 2
    sea.call(damage.sink, "scharnhorst")
    assert sea.game.ships_in[:2].tolist() == left
    assert sea.condition("scharnhorst") == Condition.LOST and sea.of("scharnhorst", "place") == NOWHERE
    assert sea.game.points.tolist() == [3 * int(sea.book.worth[Worth.AXIS_FACTOR]), 0]


@pytest.mark.rule("21.311", "21.533D")
@pytest.mark.parametrize("engagement, phase", [(1, Phase.INTERCEPTION), (2, Phase.RETURN)])
def test_after_a_battle_on_the_way_interceptors_are_home_and_used(engagement, phase):
    sea = Sea(turn=5, groups=2, group=1, engagement=engagement, phase=Phase.INTERCEPTION, cursor=4, step=3)
    sea.ship("hood", place="scapa_flow", against=1).ship("renown", place="scapa_flow", against=2)
    sea.game.sent[:] = 3
    sea.call(interception.after)
    assert (sea.of("hood", "inverted"), sea.of("hood", "against")) == (1, 0)
    assert (sea.of("renown", "inverted"), sea.of("renown", "against")) == (0, 2)
    assert sea.game.sent[0].sum() == 0 and (sea.game.sent[1] == 3).all()
    assert (sea.game.group, sea.game.cursor, sea.game.step, sea.game.phase) == (2, 0, interception.CHOOSING, phase)


@pytest.mark.rule("21.311")
def test_who_meets_raiders_has_been_used():
    sea = Sea(turn=5, groups=2, group=1).ship("hood", place="scapa_flow", against=1)
    sea.ship("renown", place="scapa_flow", against=2).ship("scapa_destroyers", "home_destroyers", place="scapa_flow")
    sea.game.sent[0, sea.book.row[number("scapa_destroyers")]] = 1
    sea.game.sent[1, sea.book.row[number("home_destroyers")]] = 1
    sea.call(interception.after)
    assert (sea.of("hood", "inverted"), sea.of("renown", "inverted")) == (1, 0)
    assert (sea.of("scapa_destroyers", "spent"), sea.of("home_destroyers", "spent")) == (1, 0)


@pytest.mark.rule("20.17")
def test_ports_from_which_raiders_are_met_are_those_within_reach_with_ships():
    """Once a force is formed, any port within reach."""
    sea = Sea(turn=5, groups=1, group=1).ship("scharnhorst", place="germany", in_group=1)
    sea.game.origin[0] = number("germany")
    sea.ship("hood", place="scapa_flow").ship("renown", place="gibraltar")
    way = number("germany")
    sea.book.distance[way] = 0
    for port, hexes in (("scapa_flow", 1), ("britain", 6)):
        sea.book.distance[way, number(port)] = hexes
    assert sea.call(interception.ports_that_can_try) == 1 << number("scapa_flow")
    sea.game.inverted[number("hood")] = 1
    assert sea.call(interception.ports_that_can_try) == 0
    within_reach = 1 << number("scapa_flow") | 1 << number("britain")
    sea.game.against[number("hood")] = 1
    assert sea.call(interception.ports_that_can_try) == within_reach
    sea.game.against[number("hood")] = 0
    sea.game.sent[0, 0] = 1
    assert sea.call(interception.ports_that_can_try) == within_reach


# --- fleet combat (20.5, 22.5) ---------------------------------------------------------------------------------------


@pytest.mark.rule("20.5212")
def test_out_of_battle_no_ship_has_a_place_in_a_line():
    fields = ("line", "aim", "lights", "fronted")
    sea = stale(Sea(turn=5), *fields, "target", "excess", value=2)
    sea.call(fleet_combat.clear_lines)
    assert forgotten(sea, *fields) == {*fields} and forgotten(sea, "target", value=NOBODY) == {"target"}
    assert forgotten(sea, "excess", value=fleet_combat.ALL_JOIN) == {"excess"}


@pytest.mark.rule("20.5212C")
def test_capital_ships_are_ranked_by_size_then_speed_then_hits_then_modifier():
    """Each of them is one better than the next in one thing, and worse in all that come after it."""
    sea = Sea(turn=5).ship("hood", "renown", place="scapa_flow")
    one, other = number("hood"), number("renown")

    def is_first(hood, renown):
        for ship, (factors, slow, hits, drm) in ((one, hood), (other, renown)):
            sea.book.factors[ship], sea.book.slow[ship], sea.game.hits[ship] = factors, slow, hits
            sea.book.nation[ship] = Nation.BRITAIN if ship == one else Nation.US
            sea.book.drm[sea.book.nation[ship]] = drm
        ranks = sea.call(fleet_combat.rank, "hood"), sea.call(fleet_combat.rank, "renown")
        return ranks[0] > ranks[1]

    assert is_first((4, 1, 2, 0), (3, 0, 0, 3))
    assert is_first((3, 0, 2, 0), (3, 1, 0, 3))
    assert is_first((3, 0, 1, 0), (3, 0, 2, 3))
    assert is_first((3, 0, 1, 2), (3, 0, 1, 1))
    assert not is_first((3, 0, 1, 2), (3, 0, 1, 2))


@pytest.mark.rule("20.57")
@pytest.mark.parametrize(
    "factors, hits, shares",
    [
        ((5, 4, 3), 2, [1, 1, 0]),
        ((5, 4, 3), 1, [1, 0, 0]),
        ((3, 4, 5), 2, [0, 1, 1]),
        ((3, 5, 4), 2, [0, 1, 1]),
        ((5, 4, 3), 5, [2, 2, 1]),
        ((1, 1, 9), 7, [1, 1, 5]),
        ((4, 4, 4), 1, [0, 1, 0]),  # the second has the lower modifier
        ((2, 0, 1), 9, [2, 0, 1]),
    ],
)
def test_what_is_left_over_goes_one_by_one_to_those_with_most(factors, hits, shares):
    sea = Sea(turn=5)
    sea.book.drm[:3] = [2, 1, 3]
    sea.game.kinds[:], sea.game.shares[:] = 0, 7
    sea.game.kinds[:3] = factors
    sea.call(damage.share_losses, hits)
    assert sea.game.shares[:3].tolist() == shares and sea.game.shares[3:].sum() == 0


# --- aircraft (21.5398) ----------------------------------------------------------------------------------------------


def by_day(**fields):
    """A raid on Guadalcanal by day, with carriers on either side."""
    sea = raiding(night=0, **fields)
    sea.ship("shokaku", place="rabaul", force=1, squadrons=3).ship("enterprise", place="noumea", force=1, squadrons=3)
    return sea


@pytest.mark.rule("21.5398B")
def test_a_round_begins_with_no_squadron_in_the_air():
    fields = ("cap", "patrolling", "covering", "striking", "land_striking", "grounded")
    sea = stale(by_day(), *fields)
    sea.call(air_strikes.begin_air)
    assert forgotten(sea, *fields) == {*fields}


@pytest.mark.rule("21.5398B", "21.5398C")
@pytest.mark.parametrize(
    "rule, decision, needed",
    [
        (air_strikes.ask_cap, Decision.CAP, {}),
        (air_strikes.ask_counterair, Decision.COUNTERAIR, {"striking": [0, 1], "planes": [1, 0]}),
        (air_strikes.ask_cover, Decision.COVER, {"planes": [0, 1]}),
    ],
)
def test_who_has_no_squadrons_is_not_asked(rule, decision, needed):
    sea = by_day(step=20, **needed)
    assert sea.call(rule, Side.AXIS) and sea.game.decision == decision and sea.game.step == 20
    sea = by_day(step=20).ship("shokaku", place="rabaul", force=1, squadrons=0)
    assert not sea.call(rule, Side.AXIS) and sea.game.step == 21
    for field, value in needed.items():  # one of two is not enough
        sea = by_day(step=20, **{field: value})
        assert sea.call(rule, Side.AXIS) == (len(needed) == 1)


@pytest.mark.rule("21.5398C")
def test_squadrons_that_have_been_driven_off_do_not_cover():
    sea = by_day(step=20, planes=[0, 2], grounded=[0, 2])
    assert not sea.call(air_strikes.ask_cover, Side.AXIS) and sea.game.step == 21


@pytest.mark.rule("21.5398D")
def test_squadrons_of_carriers_that_do_not_patrol_strike():
    sea = by_day(cap=[2, 4])
    sea.call(air_strikes.show_cap)
    assert sea.game.patrolling.tolist() == [1, 3] and sea.game.striking.tolist() == [2, 0]
    told = [row.tolist()[:4] for row in sea.events[1:3]]
    assert told == [[Event.PATROLS, 0, 1, 2], [Event.PATROLS, 1, 3, 0]]
    sea = by_day(cap=[2, 1]).ship("shokaku", place="rabaul", force=1, squadrons=0)
    sea.call(air_strikes.show_cap)
    assert sea.told == [Event.PATROLS] and sea.game.striking.tolist() == [2, 0]


@pytest.mark.rule("20.5212B")
@pytest.mark.parametrize("change, aboard", [
    ({}, 3), ({"condition": Condition.DAMAGED}, 0), ({"force": 0}, 0), ({"squadrons": 1}, 1),
])  # fmt: skip
def test_squadrons_of_undamaged_carriers_of_the_force_fly(change, aboard):
    sea = by_day().ship("shokaku", place="rabaul", **{"force": 1, "squadrons": 3, **change})
    sea.ship("zuikaku", place="rabaul", squadrons=3)
    assert sea.call(air_strikes.squadrons_aboard, Side.AXIS) == aboard
    sea.ship("zuikaku", place="rabaul", force=1, squadrons=2)
    assert sea.call(air_strikes.squadrons_aboard, Side.AXIS) == aboard + 2


@pytest.mark.rule("21.5398E")
def test_squadrons_of_bases_are_lost_before_those_of_carriers():
    """Four shot down and one turned back, of two squadrons of a base and four of carriers: what turns back is not
    lost."""
    sea = by_day(planes=[0, 2], land_striking=[0, 2], striking=[0, 4])
    sea.ship("zuikaku", place="rabaul", force=1, squadrons=3)
    sea.game.control[number("bougainville")] = Side.AXIS
    near = number("bougainville")
    sea.game.airbase[:] = sea.game.flown[:] = 0
    sea.game.airbase[near], sea.game.flown[near], sea.game.supporting[near] = 5, 2, 2
    sea.call(air_strikes.take_air_losses, Side.AXIS, True, 4 + 10)
    assert sea.game.planes.tolist() == [0, 0] and (sea.game.airbase[near], sea.game.flown[near]) == (3, 0)
    assert sea.game.land_striking.tolist() == [0, 0] and sea.game.striking.tolist() == [0, 1]
    assert sea.of("shokaku", "squadrons") + sea.of("zuikaku", "squadrons") == 6 - 2
    assert sea.of("enterprise", "squadrons") == 3


@pytest.mark.rule("21.5398E")
def test_patrols_and_cover_lose_where_they_are_met():
    sea = by_day(planes=[0, 1], covering=[0, 1], patrolling=[0, 2], land_striking=[0, 1], striking=[0, 1])
    sea.call(air_strikes.take_air_losses, Side.AXIS, False, 2)
    assert (sea.game.covering[1], sea.game.patrolling[1]) == (0, 1) and sea.of("shokaku", "squadrons") == 2
    assert (sea.game.land_striking[1], sea.game.striking[1]) == (1, 1)


@pytest.mark.rule("21.5398E")
def test_a_target_is_given_so_many_squadrons_and_the_others_are_still_to_be_given():
    for target, field in ((FIRST_UNIT + number("enterprise"), "assigned"), (int(Option.LIGHT), "at_light")):
        sea = by_day(power=Side.AXIS, arrived=3)
        sea.ship("noumea_flotilla_1", place="noumea", force=3)
        sea.call(air_strikes.take_strike_at, target)
        assert sea.game.arrived == 3
        sea.call(air.take_strike_with, Option.COUNT_2)
        given = sea.of("enterprise", "assigned") if field == "assigned" else int(sea.game.at_light)
        assert given == 2 and sea.game.arrived == 1 and sea.game.cursor == NOBODY


@pytest.mark.rule("20.58B")
@pytest.mark.parametrize("lights, option", [(1, 1), (0, 0)])
def test_carriers_strike_a_ship_or_the_light_ships_of_the_enemy(lights, option):
    sea = Sea(turn=12, subject=number("ark_royal")).ship("ark_royal", place="scapa_flow", line=Line.SCREENED)
    sea.ship("scharnhorst", place="bergen", line=Line.CAPITAL).ship("german_cruiser_1", place="bergen")
    sea.ship("gneisenau", place="bergen").ship("german_destroyers", place="bergen", lights=lights)
    mask = sea.mask(air.mask_strike)
    assert (mask[Option.LIGHT], mask[Option.DONE]) == (option, 1)
    assert {*np.flatnonzero(mask[FIRST_UNIT:]).tolist()} == {number("scharnhorst")}


# --- islands (21.539, 21.51) -----------------------------------------------------------------------------------------


@pytest.mark.rule("21.311", "20.523C")
def test_a_force_that_is_home_has_been_used():
    """Of destroyers as many as sailed; hits that have not damaged a ship are mended."""
    sea = by_day(boat=[4, 4], task_force=[1, 1], planes=[1, 1], grounded=[1, 1])
    sea.ship("kongo", place="rabaul", force=1, force_seen=1, hits=1, on_patrol=number("guadalcanal"))
    sea.ship("hiei", place="rabaul", force=1, hits=2, condition=Condition.DAMAGED)
    sea.ship("rabaul_flotilla_1", place="rabaul", strength=3, force=2, force_seen=2, carrying=1)
    sea.ship("rabaul_flotilla_2", place="rabaul", strength=2, force=1, spent=1).ship("haruna", place="rabaul")
    sea.call(island_raids.stand_down, Side.AXIS)
    used = {ship: sea.of(ship, "inverted") for ship in ("kongo", "hiei", "haruna", "shokaku", "enterprise")}
    assert used == {"kongo": 1, "hiei": 1, "haruna": 0, "shokaku": 1, "enterprise": 0}
    assert [sea.of(ship, "hits") for ship in ("kongo", "hiei")] == [0, 2]
    rows = [(sea.of(row, "spent"), sea.of(row, "inverted")) for row in ("rabaul_flotilla_1", "rabaul_flotilla_2")]
    assert rows == [(2, 0), (2, 1)] and sea.of("kongo", "on_patrol") == NOWHERE
    for field in ("force", "force_seen", "carrying"):
        assert not any(sea.of(ship, field) for ship in ("kongo", "hiei", "rabaul_flotilla_1", "rabaul_flotilla_2"))
    assert sea.of("enterprise", "force") == 1 and sea.game.boat.tolist() == [4, NOWHERE]
    for field in ("task_force", "planes", "grounded"):
        assert sea.game[field].tolist() == [1, 0], field


@pytest.mark.rule("21.5397A")
def test_after_a_raid_the_next_may_be_chosen():
    sea = stale(by_day(), "night", "rounds", "cap")
    sea.call(island_raids.end_raid)
    assert forgotten(sea, "night", "rounds", "cap") == {"night", "rounds", "cap"}
    assert sea.game.raiding == NOWHERE and sea.game.step == island_raids.TARGET


@pytest.mark.rule("21.5398")
def test_what_has_been_lost_is_in_no_force_any_more():
    sea = by_day(step=battle_rounds.AFTER).ship("kongo", place="rabaul", force=1, force_seen=1)
    sea.game.place[number("kongo")], sea.game.condition[number("kongo")] = NOWHERE, Condition.LOST
    sea.ship("rabaul_flotilla_1", place="rabaul", strength=3, force=3, force_seen=3, lights=1, carrying=0)
    sea.ship("rabaul_flotilla_2", place="rabaul", strength=2, force=2, lights=1, carrying=1)
    sea.call(battle_rounds.count_losses)
    forces = {ship: (sea.of(ship, "force"), sea.of(ship, "force_seen"), sea.of(ship, "carrying"))
              for ship in ("kongo", "shokaku", "rabaul_flotilla_1", "rabaul_flotilla_2")}  # fmt: skip
    assert forces == {"kongo": (0, 0, 0), "shokaku": (1, 1, 0), "rabaul_flotilla_1": (1, 1, 0),
                      "rabaul_flotilla_2": (2, 2, 1)}  # fmt: skip
    sea.game.step, sea.game.lights[number("rabaul_flotilla_2")] = battle_rounds.STRUCK, 1
    sea.call(battle_rounds.count_losses)  # aircraft find those with troops too
    assert (sea.of("rabaul_flotilla_2", "force"), sea.of("rabaul_flotilla_2", "carrying")) == (1, 1)


@pytest.mark.rule("21.5395D")
def test_destroyers_come_of_the_row_then_of_its_base_then_of_any():
    """Five factors: three of the row, one beside it, and one from elsewhere."""
    sea = raiding()
    sea.ship("truk_flotilla_1", place="truk", strength=3).ship("rabaul_flotilla_1", place="rabaul", strength=1)
    sea.ship("rabaul_flotilla_2", place="rabaul", strength=3)
    sea.call(island_forces.take_destroyers, "rabaul_flotilla_2", Side.AXIS, 5)
    forces = [sea.of(row, "force") for row in ("rabaul_flotilla_2", "rabaul_flotilla_1", "truk_flotilla_1")]
    assert forces == [3, 1, 1]
    sea.game.force[:] = 0
    sea.call(island_forces.take_destroyers, "rabaul_flotilla_2", Side.AXIS, 4)
    forces = [sea.of(row, "force") for row in ("rabaul_flotilla_2", "rabaul_flotilla_1", "truk_flotilla_1")]
    assert forces == [3, 1, 0]


@pytest.mark.rule("21.516A")
def test_as_many_troops_embark_as_the_destroyers_that_have_come_carry():
    """Two units of infantry and one of marines, with two factors each, need twelve destroyers; eleven have come: one
    unit of infantry stays; with six the other stays too, and with three the marines."""
    for come, infantry, marines in ((12, 2, 1), (11, 1, 1), (6, 0, 1), (3, 0, 0)):
        sea = raiding(side=Side.ALLIES)
        sea.game.control[number("guadalcanal")] = Side.AXIS
        sea.game.garrison[number("guadalcanal")] = 1
        sea.book.ground_factors[:] = 2
        sea.game.aboard_infantry[number("noumea")], sea.game.aboard_marines[number("noumea")] = 2, 1
        sea.ship("noumea_flotilla_1", place="noumea", strength=9, force=min(come, 5))
        sea.ship("noumea_flotilla_2", place="noumea", strength=9, force=max(0, come - 5))
        sea.call(troops.embark_again, Side.ALLIES)
        aboard = sea.game.aboard_infantry[number("noumea")], sea.game.aboard_marines[number("noumea")]
        assert aboard == (infantry, marines)
        needed = 4 * (infantry + marines)
        carrying = sea.of("noumea_flotilla_1", "carrying"), sea.of("noumea_flotilla_2", "carrying")
        assert carrying == (min(needed, 5, come), max(0, needed - 5))


@pytest.mark.rule("21.516B", "21.516C")
def test_who_is_still_aboard_is_back_in_his_base_and_done_for_the_turn():
    sea = Sea("night_express")
    fields = ("aboard_infantry", "aboard_marines", "tired_infantry", "tired_marines")
    for field, there in zip(fields, (2, 1, 1, 0), strict=True):
        sea.game[field][number("noumea")] = there
    sea.call(troops.debark)
    assert [int(sea.game[field][number("noumea")]) for field in fields] == [0, 0, 3, 1]
    sea.game.aboard_infantry[number("noumea")] = sea.game.aboard_marines[number("noumea")] = 1
    sea.call(troops.stay_in_port)
    assert [int(sea.game[field][number("noumea")]) for field in fields] == [0, 0, 3, 1]


@pytest.mark.rule("21.517")
def test_when_an_attack_is_over_nothing_is_left_of_it():
    fields = ("supporting", "attackers", "owed", "losses", "carriers_lost", "worth_of_guns", "most_guns", "guns_lost",
              "guns_idle")  # fmt: skip
    sea = stale(Sea("night_express"), *fields)
    sea.call(ground_attacks.clear_attack)
    assert forgotten(sea, *fields) == {*fields}


@pytest.mark.rule("21.517I")
def test_with_the_defenders_all_that_holds_the_hex_is_lost():
    fields = ("garrison", "infantry", "marines", "tired_infantry", "tired_marines")
    sea = stale(raiding(side=Side.ALLIES), *fields)
    sea.call(ground_attacks.lose_defenders)
    for field in fields:
        assert (sea.game[field][number("guadalcanal")], sea.game[field][number("noumea")]) == (0, 1), field
    assert sea.told == [Event.GARRISON_LOST, Event.TROOPS_LOST, Event.TROOPS_LOST]


@pytest.mark.rule("21.514E")
@pytest.mark.parametrize("turn, come", [(3, True), (2, True), (1, False)])
def test_in_a_new_turn_ground_units_are_ready_and_bridgeheads_are_bases(turn, come):
    """Those that come have been there from the start on the first turn."""
    sea = stale(Sea("night_express", turn=turn, moving=Side.ALLIES), "invaded", "tired_infantry", "tired_marines",
                "bridgehead", "infantry", "marines")  # fmt: skip
    own, theirs = number("noumea"), number("truk")
    sea.book.troops_arrive[:], sea.book.holder[:] = 0, -1
    sea.book.holder[own] = Side.ALLIES
    sea.book.troops_arrive[Ground.INFANTRY, own, turn], sea.book.troops_arrive[Ground.MARINES, own, turn] = 2, 3
    sea.call(invasions.begin_player_turn)
    assert forgotten(sea, "invaded") == {"invaded"}
    for field in ("tired_infantry", "tired_marines", "bridgehead"):
        assert (sea.game[field][own], sea.game[field][theirs]) == (0, 1), field
    arrived = int(sea.game.infantry[own]) - 1, int(sea.game.marines[own]) - 1
    assert arrived == ((2, 3) if come else (0, 0)) and sea.told == [Event.REINFORCED] * (2 if come else 0)


# --- counters and screens (20.164A) ----------------------------------------------------------------------------------


@pytest.mark.rule("20.162F")
@pytest.mark.parametrize(
    "others, last, may",
    [
        (("kongo", "shokaku"), "hiei", True),
        (("shokaku",), "kongo", False),  # the carrier would have been first
        (("kongo",), "shokaku", True),
        ((), "kongo", True),
        (("zuiho", "kongo"), "mutsu", True),
        (("zuiho",), "mutsu", False),  # slow ships do not count
        (("zuiho", "mutsu"), "kongo", False),
        (("japanese_cruiser_2",), "japanese_cruiser_1", False),  # of two that are alike the first goes first
        (("japanese_cruiser_1",), "japanese_cruiser_2", True),
    ],
)
def test_who_may_have_gone_under_a_counter_last(others, last, may):
    sea = Sea("night_express", turn=2).ship(*others, last, place="truk", under=1)
    assert bool(sea.call(redraw_islands.may_come_last, Side.AXIS, 1, last)) == may
    assert not sea.call(redraw_islands.may_come_last, Side.AXIS, 2, last)
    assert not sea.call(redraw_islands.may_come_last, Side.ALLIES, 1, last)


@pytest.mark.rule("21.516")
def test_interceptors_of_an_invasion_come_from_the_base_of_those_that_sail():
    """Ships that stay in Truk do not count, nor do the invaders."""
    sea = Sea("night_express", turn=2).ship("kongo", "hiei", place="truk").ship("haruna", place="rabaul", force=1)
    sea.ship("enterprise", place="noumea", force=1)
    assert sea.call(redraw_islands.base_of_force, Side.AXIS) == number("rabaul")
    assert sea.call(redraw_islands.base_of_force, Side.ALLIES) == number("noumea")


@pytest.mark.rule("20.164A")
def test_screens_are_drawn_for_one_side_alone():
    sea = by_day()
    sea.ship("uss_north_carolina", place="noumea", force=1, held=1)
    sea.ship("kongo", "hiei", place="rabaul", force=1, held=1).ship("haruna", place="rabaul", held=1)
    found = set()
    for _ in range(20):
        sea.call(redraw_islands.redraw_screens, Side.AXIS)
        found.add((sea.of("kongo", "held"), sea.of("hiei", "held")))
        assert sea.of("uss_north_carolina", "held") == sea.of("haruna", "held") == 1
    assert found == {(0, 0), (0, 1), (1, 0)}


@pytest.mark.rule("20.164A", "21.22")
def test_a_task_force_goes_as_a_whole_and_once_a_turn():
    sea = Sea("night_express", turn=2, moving=Side.AXIS, power=Side.AXIS, subject=number("truk"), cursor=3)
    sea.ship("kongo", "hiei", place="truk", under=2, berth=number("truk"))
    sea.ship("haruna", place="truk", under=1, berth=number("truk"))
    sea.game.counter_at[Side.AXIS, :2] = number("truk")
    sea.game.counter_moved[Side.AXIS] = 1
    sea.call(task_forces.take_counter_to, FIRST_PLACE + number("rabaul"))
    assert sea.game.counter_at[Side.AXIS, :2].tolist() == [number("truk"), number("rabaul")]
    assert [sea.of(ship, "berth") for ship in ("kongo", "hiei", "haruna")] == [number(p) for p in
                                                                              ("rabaul", "rabaul", "truk")]  # fmt: skip
    assert sea.game.counter_moved[Side.AXIS] == 3 and sea.game.cursor == NOBODY
    assert sea.call(task_forces.next_to_move, Side.AXIS, "truk") == 0


# --- base changes and Suez (21.224, 21.23, 20.71B) -------------------------------------------------------------------


@pytest.mark.rule("21.224")
@pytest.mark.parametrize(
    "here, place, used",
    [
        ("scapa_flow", "britain", False),
        ("atlantic_us_box", "britain", False),
        ("britain", "atlantic_us_box", False),
        ("atlantic_us_box", "south_africa_box", True),
        ("atlantic_sw", "britain", True),
        ("atlantic_sw", "indian_sw", True),
    ],
)
def test_who_goes_from_box_to_box_or_comes_from_an_sw_box_is_inverted(here, place, used):
    sea = Sea(turn=5, moving=Side.ALLIES, subject=number("hood"), cursor=3).ship("hood", place=here)
    sea.call(bases.take_destination, FIRST_PLACE + number(place))
    assert sea.of("hood", "place") == number(place) and sea.of("hood", "moved") == 1
    assert sea.of("hood", "inverted") == used and sea.game.cursor == NOBODY


def fallen(**fields):
    """Suez falls to the Axis on this turn."""
    sea = Sea("raiders_long", turn=13, moving=Side.AXIS, **fields)
    sea.book.lost_from[:] = 0
    sea.book.lost_from[number("suez")] = 13
    return sea


@pytest.mark.rule("21.23", "21.233")
def test_ships_of_a_place_that_falls_go_where_there_is_room():
    sea = fallen().ship("hood", place="suez").ship("renown", place="india_box")
    sea.ship("nelson", place="suez", condition=Condition.SUNK_IN_PORT)
    sea.call(suez.fall)
    assert sea.of("hood", "place") not in (NOWHERE, number("suez")) and sea.of("hood", "inverted") == 1
    assert sea.of("renown", "inverted") == 0 and sea.condition("nelson") == Condition.LOST
    assert sea.game.control[number("suez")] == Side.AXIS


@pytest.mark.rule("21.23D")
def test_ships_that_have_nowhere_to_go_are_lost():
    sea = fallen().ship("hood", place="suez").ship("home_destroyers", place="suez", strength=2)
    sea.book.base_changes[number("suez")] = 0
    sea.call(suez.fall)
    assert sea.condition("hood") == Condition.LOST and sea.of("home_destroyers", "strength") == 0


@pytest.mark.rule("20.71B")
@pytest.mark.parametrize(
    "change, is_open",
    [({}, True), ({"options": 0}, False), ({"submarines": [0, 0, 0]}, False), ({"submarines": [0, 1, 0]}, True),
     ({"control": Side.ALLIES}, False), ({"lost_from": 0}, False)],
)  # fmt: skip
def test_submarines_sail_the_indian_ocean_when_the_axis_holds_the_canal(change, is_open):
    sea = fallen(submarines=[1, 0, 0])
    sea.book.options = 1 << Switch.SUBMARINE_WARFARE
    sea.game.control[number("suez")] = Side.AXIS
    for field, value in change.items():
        if field in ("control", "lost_from"):
            (sea.game if field == "control" else sea.book)[field][number("suez")] = value
        else:
            (sea.game if field == "submarines" else sea.book)[field] = value
    assert bool(sea.call(suez.may_transfer, Side.AXIS)) == is_open


@pytest.mark.rule("20.73")
@pytest.mark.parametrize("there, most", [([3, 2, 0], 5), ([9, 8, 0], 9)])
def test_as_many_submarines_sail_the_indian_ocean_as_there_are(there, most):
    sea = fallen(submarines=there)
    mask = sea.mask(suez.mask_transfer)
    assert {k for k in range(10) if mask[Option.COUNT_0 + k]} == {*range(most + 1)} and mask.sum() == most + 1
    sea.call(suez.take_transfer, Option.COUNT_4)
    assert sea.game.submarines.tolist() == [sum(there) - 4, 4, 0]
