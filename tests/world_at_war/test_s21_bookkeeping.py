"""What is counted, spent and forgotten from one step to the next (21.3, 21.5, 21.7)."""

import numpy as np
import pytest

from aw_env.games.world_at_war.records.kinds import (
    NOBODY,
    NOWHERE,
    Aim,
    Box,
    Cargo,
    Condition,
    Convoy,
    Decision,
    Event,
    Ground,
    Kind,
    Line,
    Nation,
    Option,
    Phase,
    Side,
    Switch,
    Worth,
)
from aw_env.games.world_at_war.records.record import ACTIONS, FIRST_PLACE, FIRST_UNIT
from aw_env.games.world_at_war.rules import (
    air,
    air_strikes,
    bases,
    convoys,
    damage,
    fleet_combat,
    ground_attacks,
    interception,
    invasions,
    island_forces,
    island_raids,
    pacific,
    ports,
    raids,
    redeployment,
    redraw_islands,
    sequence,
    suez,
    task_forces,
    troops,
    units,
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
    sea = stale(Sea("night_express", turn=3, moving=Side.AXIS), "raided", "built_now", "counter_moved", "negated",
                "taken", "unsupplied", "flown", "sailed", "patrolled")  # fmt: skip
    sea.game.airbase[:], sea.book.squadrons_arrive[:] = 2, 0
    sea.book.squadrons_arrive[:, own, 3], sea.book.squadrons_arrive[:, theirs, 3] = 3, 3
    sea.call(pacific.begin_player_turn)
    assert forgotten(sea, "raided", "built_now", "negated", "taken", "patrolled") == {
        "raided", "built_now", "negated", "taken", "patrolled"}  # fmt: skip
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


@pytest.mark.rule("21.23")
def test_with_a_place_aircraft_and_submarines_are_lost():
    fields = ("airbase", "flown", "boats", "sailed", "unsupplied")
    sea = stale(Sea("night_express", turn=3, moving=Side.ALLIES), *fields, value=2)
    sea.call(pacific.take_place, "kwajalein", Side.ALLIES)
    taken, other = number("kwajalein"), number("truk")
    for field in fields:
        assert (sea.game[field][taken], sea.game[field][other]) == (0, 2), field
    assert sea.game.control[taken] == Side.ALLIES and sea.game.taken[taken] == 1 and sea.game.taken[other] == 0
    assert sea.told == [Event.BOAT_LOST] * 2 + [Event.FALLS]


# --- raids (21.53) ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("21.537")
def test_when_all_are_home_no_raid_is_out():
    ships = ("against", "at_sea", "in_group", "seen_in", "engaged", "held")
    groups = ("sent", "ships_in", "opposed", "detected", "cleared", "met", "large", "groups", "group", "engagement")
    sea = stale(Sea(turn=5), *ships, *groups, "origin", "route")
    sea.call(raids.clear_raids)
    assert forgotten(sea, *ships, *groups) == {*ships, *groups}
    assert forgotten(sea, "origin", "route", value=NOWHERE) == {"origin", "route"}


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
    sea.call(raids.begin_detection)
    assert forgotten(sea, *fields) == {*fields} and sea.game.phase == Phase.DETECTION
    assert sea.of("scharnhorst", "held") == (1 if engagement == 1 else 0) and sea.of("scharnhorst", "in_group") == 1
    lost = sea.of("gneisenau", "in_group"), sea.of("gneisenau", "seen_in")
    assert lost == ((0, 0) if engagement == 1 else (1, 1))  # sunk on the way, or in the SW box


@pytest.mark.rule("21.534")
def test_where_no_group_is_out_nobody_is_detected():
    sea = Sea(turn=5, groups=0)
    sea.call(raids.begin_detection)
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
    sea.call(interception.commit_force)
    used = [sea.of(ship, "engaged") for ship in ("hood", "renown", "scapa_destroyers", "home_destroyers")]
    assert used == [1, 0, 1, 0]


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
    sea.game.airbase[near], sea.game.flown[near] = 5, 2
    sea.book.hexes[near, sea.game.raiding] = 3
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
        sea.call(air_strikes.take_strike_with, Option.COUNT_2)
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
    sea = by_day(step=island_raids.AFTER).ship("kongo", place="rabaul", force=1, force_seen=1)
    sea.game.place[number("kongo")], sea.game.condition[number("kongo")] = NOWHERE, Condition.LOST
    sea.ship("rabaul_flotilla_1", place="rabaul", strength=3, force=3, force_seen=3, lights=1, carrying=0)
    sea.ship("rabaul_flotilla_2", place="rabaul", strength=2, force=2, lights=1, carrying=1)
    sea.call(island_raids.count_losses)
    forces = {ship: (sea.of(ship, "force"), sea.of(ship, "force_seen"), sea.of(ship, "carrying"))
              for ship in ("kongo", "shokaku", "rabaul_flotilla_1", "rabaul_flotilla_2")}  # fmt: skip
    assert forces == {"kongo": (0, 0, 0), "shokaku": (1, 1, 0), "rabaul_flotilla_1": (1, 1, 0),
                      "rabaul_flotilla_2": (2, 2, 1)}  # fmt: skip
    sea.game.step, sea.game.lights[number("rabaul_flotilla_2")] = island_raids.STRUCK, 1
    sea.call(island_raids.count_losses)  # aircraft find those with troops too
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
@pytest.mark.parametrize("turn, come", [(3, True), (1, False)])
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
    assert bool(sea.call(suez.is_open_to_submarines)) == is_open


@pytest.mark.rule("20.73")
@pytest.mark.parametrize("there, most", [([3, 2, 0], 5), ([9, 8, 0], 9)])
def test_as_many_submarines_sail_the_indian_ocean_as_there_are(there, most):
    sea = fallen(submarines=there)
    mask = sea.mask(suez.mask_transfer)
    assert {k for k in range(10) if mask[Option.COUNT_0 + k]} == {*range(most + 1)} and mask.sum() == most + 1
    sea.call(suez.take_transfer, Option.COUNT_4)
    assert sea.game.submarines.tolist() == [sum(there) - 4, 4, 0]


# --- rounds of battles on the way (22.5, 22.6) -----------------------------------------------------------------------


def on_the_way(allies=1, axis=1, **fields):
    """Raiders from Germany are met by ships of Scapa Flow."""
    sea = Sea(turn=5, phase=Phase.INTERCEPTION, engagement=1, groups=1, group=1, cursor=2, **fields)
    sea.game.origin[0], sea.game.ships_in[0] = number("germany"), 1
    sea.ship("scharnhorst", place="germany", in_group=1, condition=0 if axis else Condition.DAMAGED)
    return sea.ship("hood", place="scapa_flow", against=1, condition=0 if allies else Condition.DAMAGED)


def with_a_convoy(allies=1, axis=1, **fields):
    """Ships of Brest meet a convoy that Hood protects."""
    fields = {"laden": [0, 1, 1, 0], "used_transports": [2, 0, 0], "transports": [10, 5, 0], **fields}
    sea = Sea("raiders_long", turn=12, moving=Side.ALLIES, phase=Phase.CONVOY, convoy=Convoy.SUPPLY, groups=1, group=1,
              cursor=2, **fields)  # fmt: skip
    sea.ship("scharnhorst", place="brest", in_group=1, seen_in=1, condition=0 if axis else Condition.DAMAGED)
    return sea.ship("hood", place="atlantic_sw", against=1, condition=0 if allies else Condition.DAMAGED)


BATTLES = pytest.mark.parametrize("module, position", [(interception, on_the_way), (convoys, with_a_convoy)])


@pytest.mark.rule("21.424", "21.533D")
@BATTLES
def test_while_both_have_ships_that_fight_the_next_round_begins_up_to_six(module, position):
    for rounds, goes_on in ((0, True), (5, True), (6, False)):
        sea = position(step=module.SCREENING, rounds=rounds)
        assert bool(sea.call(module.fight)) == goes_on
        if goes_on:
            assert sea.game.decision == Decision.SCREEN and sea.game.seat == Side.ALLIES
        else:  # the raiders go on, who met a convoy goes home
            assert sea.of("scharnhorst", "in_group") == int(module is interception)


@pytest.mark.rule("21.424", "21.533D")
@BATTLES
@pytest.mark.parametrize("hurt, loser", [((3, 0), Side.ALLIES), ((0, 3), Side.AXIS)])
def test_after_a_round_its_loser_says_first_whether_he_stays(module, position, hurt, loser):
    sea = position(step=module.AIMING, rounds=1)
    sea.game.cursor = 2
    assert sea.call(module.fight) and sea.game.rounds == 2 and sea.game.step == module.LEAVING
    sea.game.hurt_now[:] = hurt
    assert sea.call(module.fight) and sea.game.decision == Decision.WITHDRAW and sea.game.seat == loser
    sea.game.power = loser
    sea.call(module.take_withdraw, Option.NO)
    assert sea.game.step == module.FOLLOWING and sea.call(module.fight) and sea.game.seat == 1 - loser
    sea.game.power = 1 - loser
    sea.call(module.take_withdraw, Option.NO)
    assert sea.game.step == module.SCREENING and sea.told == []


@pytest.mark.rule("21.424", "21.533D")
@BATTLES
@pytest.mark.parametrize("fronts", [(0, 1), (1, 0), (0, 0)])
def test_where_a_side_has_nothing_left_nobody_is_asked_whether_he_stays(module, position, fronts):
    sea = position(*fronts, step=module.LEAVING, rounds=1)
    assert not sea.call(module.fight) and sea.game.step == module.SCREENING


@pytest.mark.rule("21.533D", "21.314")
@pytest.mark.parametrize("fronts, turns_back", [((1, 0), True), ((0, 1), False), ((0, 0), True)])
def test_raiders_without_a_ship_that_fights_turn_back(fronts, turns_back):
    sea = on_the_way(*fronts, step=interception.SCREENING, rounds=1)
    assert not sea.call(interception.fight)
    assert (sea.of("scharnhorst", "in_group") == 0) == turns_back and (sea.game.ships_in[0] == 0) == turns_back
    assert sea.of("scharnhorst", "inverted") == turns_back and sea.game.step == interception.CHOOSING
    assert sea.of("hood", "inverted") == 1 and sea.game.group == 2


@pytest.mark.rule("21.538B")
def test_on_their_way_home_raiders_go_on():
    sea = on_the_way(1, 0, step=interception.SCREENING, rounds=1)
    sea.game.engagement = 2
    sea.call(interception.fight)
    assert sea.of("scharnhorst", "in_group") == 1 and sea.game.ships_in[0] == 1 and sea.told == []


@pytest.mark.rule("20.58A", "21.315")
@pytest.mark.parametrize(
    "fronts, rounds, fired, aborts",
    [((0, 1), 0, True, True), ((0, 1), 1, False, True), ((1, 0), 1, False, False), ((0, 0), 1, False, False)],
)
def test_a_convoy_that_nobody_protects_is_fired_at_and_turns_back(fronts, rounds, fired, aborts):
    sea = with_a_convoy(*fronts, step=convoys.SCREENING, rounds=rounds)
    sea.dice(1, 1)
    assert not sea.call(convoys.fight)
    assert (Event.CARGO_ATTACKED in sea.told) == fired and (Event.CONVOY_ABORTS in sea.told) == aborts
    assert sea.game.cut == aborts and (sea.game.points[Side.ALLIES] > 0) == (not aborts)
    assert sea.of("scharnhorst", "inverted") == 1 and sea.of("scharnhorst", "in_group") == 0


@pytest.mark.rule("20.58A")
def test_capital_ships_fire_at_a_convoy_one_by_one_and_the_others_together():
    """Three factors; then two cruisers and three destroyers.  Damaged ships do not fire."""
    sea = with_a_convoy(0, 1, step=convoys.SCREENING, rounds=0)
    sea.ship("german_cruiser_1", "german_cruiser_2", place="brest", in_group=1)
    sea.ship("german_destroyers", place="brest", strength=3).ship("bismarck", place="brest", in_group=1, condition=1)
    sea.ship("gneisenau", place="brest").game.sent[0, sea.book.row[number("german_destroyers")]] = 3
    sea.book.drm[:] = 0
    sea.dice(1, 1, 1, 1).call(convoys.fight)
    fired = [row.tolist()[1] for row in sea.events[1 : 1 + sea.events[0, 0]] if row[0] == Event.CARGO_ATTACKED]
    assert fired == [3, 7]


@pytest.mark.rule("21.315", "21.66")
@pytest.mark.parametrize("power, aborts", [(Side.ALLIES, True), (Side.AXIS, False)])
def test_who_leaves_gives_the_convoy_up_or_lets_it_arrive(power, aborts):
    sea = with_a_convoy(step=convoys.LEAVING, rounds=1, power=power)
    sea.call(convoys.take_withdraw, Option.YES)
    assert sea.game.cut == aborts and (Event.CONVOY_ABORTS in sea.told) == aborts
    worth = sea.book.worth
    allies = 0 if aborts else int(worth[Worth.OIL] + worth[Worth.GRANT])
    assert sea.game.points.tolist() == [allies, int(worth[Worth.SUPPLY_LINE]) if aborts else 0]
    assert sea.of("scharnhorst", "inverted") == 1 and sea.told[0] == Event.WITHDRAWS


@pytest.mark.rule("21.65G", "21.56")
@pytest.mark.parametrize(
    "convoy, phase, step, cursor",
    [
        (Convoy.SUPPLY, Phase.MOVEMENT, 0, NOBODY),
        (Convoy.SEA_TRANSPORT, Phase.SUPPLY_AGAIN, 0, 0),
        (Convoy.SUPPLY_AGAIN, Phase.REDEPLOYMENT, redeployment.ESCORT, NOBODY),
        (Convoy.ESCORT, Phase.REDEPLOYMENT, redeployment.SHIFT, NOBODY),
    ],
)
def test_after_a_convoy_the_turn_goes_on(convoy, phase, step, cursor):
    sea = stale(with_a_convoy(rounds=3, troops=2, step=3), "laden")
    sea.game.convoy = convoy
    sea.game.sent[0] = 2
    sea.ship("renown", place="atlantic_sw", hits=1).ship("nelson", place="atlantic_sw", hits=3, condition=1)
    sea.call(convoys.go_on)
    assert (sea.game.phase, sea.game.step, sea.game.cursor) == (phase, step, cursor)
    fields = ("laden", "convoy", "groups", "group", "troops", "rounds", "against", "carrying")
    assert forgotten(sea, *fields) == {*fields} and sea.game.sent[0].sum() == 0
    assert (sea.of("renown", "hits"), sea.of("nelson", "hits")) == (0, 3)


@pytest.mark.rule("20.64", "21.65I")
@pytest.mark.parametrize("cargo, worth", [(Cargo.OIL, Worth.OIL), (Cargo.GRANT, Worth.GRANT),
                                          (Cargo.TROOPS, Worth.TROOPS)])  # fmt: skip
def test_what_arrives_scores_for_each_transport(cargo, worth):
    laden = [0, 0, 0, 0]
    laden[cargo] = 3
    sea = with_a_convoy(laden=laden, kept=0)
    sea.book.worth[:] = range(1, len(sea.book.worth) + 1)
    sea.call(convoys.arrive)
    assert sea.game.points.tolist() == [3 * int(sea.book.worth[worth]), 0] and not sea.game.kept.any()
    assert sea.events[1].tolist()[:3] == [Event.SHIPPED, 3, cargo]


@pytest.mark.rule("21.421B")
def test_a_line_that_arrives_keeps_the_box_from_which_it_comes_supplied():
    sea = with_a_convoy(laden=[1, 0, 0, 0])
    sea.call(convoys.arrive)
    assert sea.game.kept[number("atlantic_us_box")] == 1 and sea.game.kept.sum() == 1


@pytest.mark.rule("21.43")
@pytest.mark.parametrize("factors, points", [(5, 7), (4, 5), (0, 0), (10, 14)])
def test_troops_that_are_sea_transported_score_for_five_factors(factors, points):
    sea = with_a_convoy(troops=factors, laden=[0, 0, 0, 1])
    sea.game.convoy = Convoy.SEA_TRANSPORT
    sea.book.worth[Worth.SEA_TRANSPORT] = 7
    sea.call(convoys.arrive)
    assert sea.game.points.tolist() == [points, 0] and sea.told == [Event.TRANSPORTED]


@pytest.mark.rule("21.424")
@pytest.mark.parametrize(
    "ultra, factors, dice", [(0, 10, 4), (0, 9, 3), (-1, 10, 5), (-1, 9, 4), (1, 10, 4), (-2, 25, 5)]
)
def test_dice_against_a_convoy(ultra, factors, dice):
    """Four, one more for a codebreaking advantage of the Axis, one less against less than ten factors."""
    sea = with_a_convoy()
    sea.book.ultra[:] = ultra
    assert sea.call(convoys.dice_against, factors) == dice


@pytest.mark.rule("21.424")
@pytest.mark.parametrize("hexes, reached", [(0, False), (1, True), (18, True), (19, False)])
def test_ports_from_which_all_dice_could_cover_the_way_are_within_reach(hexes, reached):
    sea = with_a_convoy()
    sea.book.lane[:], sea.book.ultra[:] = 0, 0
    sea.book.lane[number("brest")] = hexes
    assert bool(sea.call(convoys.ports_within_reach, 9)) == reached


# --- ports and supply (21.12, 21.3612) -------------------------------------------------------------------------------


@pytest.mark.rule("21.121", "21.122")
def test_what_a_port_costs_is_paid_by_who_builds_it():
    sea = Sea("night_express", turn=2, research=[6, 7], brps=[30, 25], ports_built=[0, 1], built_now=0)
    before = int(sea.game.ports[number("bougainville")])
    sea.call(ports.build_port, Side.AXIS, "bougainville")
    assert sea.game.research.tolist() == [6, 4] and sea.game.brps.tolist() == [30, 15]
    assert sea.game.ports_built.tolist() == [0, 2] and sea.game.built_now == 1
    assert sea.game.ports[number("bougainville")] == before + 1


@pytest.mark.rule("21.121", "21.122")
@pytest.mark.parametrize("change, may", [
    ({}, True), ({"research": [9, 2]}, False), ({"research": [2, 3]}, True), ({"brps": [99, 9]}, False),
    ({"brps": [0, 10]}, True), ({"ports_built": [0, 2]}, False), ({"ports_built": [2, 1]}, True),
    ({"built_now": 1}, False),
])  # fmt: skip
def test_when_a_side_may_build_a_port(change, may):
    sea = Sea("night_express", turn=2, **{"research": [9, 9], "brps": [99, 99], "ports_built": [0, 0], **change})
    mask = np.zeros(ACTIONS, np.int8)
    sea.call(ports.allow_ports, Side.AXIS, mask)
    assert (mask.sum() > 0) == may and not mask[:FIRST_PLACE].any()


@pytest.mark.rule("21.3612", "21.5392D")
@pytest.mark.parametrize("change, supplied", [
    ({}, {"truk", "rabaul", "guadalcanal"}),
    ({"unsupplied": "rabaul"}, {"truk", "rabaul"}),  # who is declined supply passes none on
    ({"unsupplied": "truk"}, {"truk"}),
    ({"no_port": "rabaul"}, {"truk", "rabaul"}),
    ({"enemy": "truk"}, set()),
    ({"far": "truk"}, set()),
])  # fmt: skip
def test_supply_goes_on_from_port_to_port_of_the_owner(change, supplied):
    """From the box of Japan over Truk and Rabaul to Guadalcanal, ten hexes each."""
    sea = Sea("night_express", turn=2)
    way = [number(place) for place in ("japan_box", "truk", "rabaul", "guadalcanal")]
    sea.game.control[:], sea.game.unsupplied[:], sea.game.ports[:] = NOBODY, 0, 0
    sea.book.base_changes[:], sea.book.hexes[:], sea.book.port_range[:] = 0, 99, 20
    sea.game.control[way], sea.game.ports[way[1:3]] = Side.AXIS, 1
    for one, other in zip(way[:-1], way[1:], strict=True):
        sea.book.hexes[one, other] = sea.book.hexes[other, one] = 10
    for name, value in change.items():
        if name == "unsupplied":
            sea.game.unsupplied[number(value)] = 1
        elif name == "no_port":
            sea.game.ports[number(value)], sea.book.place_kind[number(value)] = 0, sea.book.place_kind[way[3]]
        elif name == "enemy":
            sea.game.control[number(value)] = Side.ALLIES
        else:
            sea.book.hexes[way[0], number(value)] = 11
    sea.call(ports.trace_supply)
    names = ("truk", "rabaul", "guadalcanal")
    assert {place for place in names if not sea.game.cut_off[number(place)]} == supplied


# --- the limits of what sails (21.5395, 21.313) ----------------------------------------------------------------------


@pytest.mark.rule("21.5395E", "21.313")
@pytest.mark.parametrize(
    "carrier, with_her, others, may",
    [
        ("zuiho", (), 2, True),
        ("zuiho", (), 1, False),
        ("zuiho", ("ryujo",), 4, True),
        ("zuiho", ("ryujo",), 3, False),
        ("zuiho", ("ryujo", "hiyo"), 9, False),  # two carriers at most
    ],
)
def test_a_carrier_joins_for_as_many_factors_of_others(carrier, with_her, others, may):
    sea = raiding("new_georgia", night=0).ship(*with_her, place="rabaul", force=1).ship(carrier, place="rabaul")
    sea.ship("rabaul_flotilla_1", place="rabaul", strength=9, force=others)
    assert bool(sea.call(island_forces.may_join, carrier, Side.AXIS, 0)) == may


@pytest.mark.rule("21.5395C")
@pytest.mark.parametrize("ports_near, with_her, may", [(1, (), True), (0, (), False), (1, ("zuikaku",), False),
                                                       (2, ("zuikaku",), True), (2, ("zuiho",), True)])  # fmt: skip
def test_a_fleet_carrier_joins_for_each_port_within_five_hexes(ports_near, with_her, may):
    """Light carriers need none."""
    sea = raiding("guadalcanal", night=0).ship(*with_her, place="rabaul", force=1).ship("shokaku", place="rabaul")
    sea.ship("rabaul_flotilla_1", place="rabaul", strength=9, force=9)
    sea.book.hexes[:, sea.game.raiding] = 6
    for port in ("rabaul", "kavieng")[:ports_near]:
        sea.book.hexes[number(port), sea.game.raiding] = 5
    assert bool(sea.call(island_forces.may_join, "shokaku", Side.AXIS, 0)) == may


@pytest.mark.rule("21.5395D")
@pytest.mark.parametrize("ship, free, may", [
    ("rabaul_flotilla_1", 3, True), ("rabaul_flotilla_1", 2, False), ("japanese_cruiser_1", 1, True),
    ("japanese_cruiser_1", 0, False),
])  # fmt: skip
def test_destroyers_join_by_three_and_one_with_a_cruiser(ship, free, may):
    sea = raiding().ship(ship, place="rabaul", strength=3)
    assert bool(sea.call(island_forces.may_join, ship, Side.AXIS, free)) == may
    sea.game.force[number(ship)] = 3 if ship.startswith("rabaul") else 1
    assert not sea.call(island_forces.may_join, ship, Side.AXIS, free)


@pytest.mark.rule("20.58A")
@pytest.mark.parametrize("lights, fires", [(1, 1), (0, 0)])
@pytest.mark.parametrize("mask_rule, option", [(fleet_combat.mask_surplus, Option.LIGHT),
                                               (fleet_combat.mask_excess, Option.JOIN)])  # fmt: skip
def test_at_what_ships_without_an_opponent_fire(mask_rule, option, lights, fires):
    """At a capital ship in the line, at light ships where there are any, or they hold their fire."""
    sea = Sea(turn=5, power=Side.ALLIES).ship("scharnhorst", place="bergen", line=Line.CAPITAL)
    sea.ship("gneisenau", place="bergen", line=Line.SCREENED).ship("hood", place="scapa_flow", line=Line.CAPITAL)
    sea.ship("german_destroyers", place="bergen", lights=lights)
    allowed = np.flatnonzero(sea.mask(mask_rule)).tolist()
    expected = {FIRST_UNIT + number("scharnhorst"), int(Option.HOLD)} | ({int(option)} if fires else set())
    assert {*allowed} == expected


@pytest.mark.rule("20.58A")
@pytest.mark.parametrize("answer, aim, target", [
    (Option.LIGHT, Aim.LIGHT, NOBODY), (Option.HOLD, Aim.HOLDS, NOBODY), ("scharnhorst", Aim.PAIRED, "scharnhorst"),
])  # fmt: skip
def test_a_surplus_ship_does_as_she_is_told(answer, aim, target):
    sea = Sea(turn=5, subject=number("hood"))
    sea.game.target[:] = NOBODY
    sea.call(fleet_combat.take_surplus, FIRST_UNIT + number(answer) if isinstance(answer, str) else answer)
    assert sea.of("hood", "aim") == aim
    assert sea.of("hood", "target") == (number(target) if isinstance(target, str) else target)


@pytest.mark.rule("20.58A")
@pytest.mark.parametrize("answer, chosen", [(Option.HOLD, fleet_combat.HOLDS), (Option.JOIN, fleet_combat.ALL_JOIN),
                                            ("scharnhorst", "scharnhorst")])  # fmt: skip
def test_light_ships_in_excess_do_as_they_are_told(answer, chosen):
    sea = Sea(turn=5, power=Side.AXIS, cursor=1)
    sea.game.excess[:] = 99
    sea.call(fleet_combat.take_excess, FIRST_UNIT + number(answer) if isinstance(answer, str) else answer)
    assert sea.game.excess.tolist() == [99, number(chosen) if isinstance(chosen, str) else chosen]
    assert sea.game.cursor == 2


@pytest.mark.rule("20.58A")
@pytest.mark.parametrize("ours, theirs, excess", [(7, 2, 1), (6, 2, 0), (5, 2, 0), (3, 0, 3)])
def test_light_factors_beyond_three_for_one_are_in_excess(ours, theirs, excess):
    sea = Sea(turn=5).ship("home_destroyers", place="britain", lights=ours)
    sea.ship("german_destroyers", place="bergen", lights=theirs)
    assert sea.call(fleet_combat.excess_factors, Side.ALLIES) == excess


@pytest.mark.rule("20.5212C")
def test_ships_pair_one_to_one_in_the_order_of_their_rank():
    """Hood is the best of three, Scharnhorst of two; who is screened is not paired."""
    sea = Sea(turn=5).ship("hood", "renown", "repulse", place="scapa_flow", line=Line.CAPITAL)
    sea.ship("nelson", place="scapa_flow", line=Line.SCREENED)
    sea.ship("bismarck", "scharnhorst", place="bergen", line=Line.CAPITAL)
    sea.game.target[:] = NOBODY
    for ship, factors in (
        ("hood", 4),
        ("renown", 3),
        ("repulse", 2),
        ("nelson", 5),
        ("bismarck", 2),
        ("scharnhorst", 3),
    ):
        sea.book.factors[number(ship)] = factors
    sea.call(fleet_combat.pair_off)
    pairs = {ship: sea.of(ship, "target") for ship in ("hood", "renown", "repulse", "nelson")}
    assert pairs == {"hood": number("scharnhorst"), "renown": number("bismarck"), "repulse": NOBODY, "nelson": NOBODY}
    assert sea.of("scharnhorst", "target") == number("hood") and sea.of("repulse", "aim") == Aim.NONE
    assert sea.of("hood", "aim") == sea.of("bismarck", "aim") == Aim.PAIRED


@pytest.mark.rule("20.58A")
def test_of_screened_ships_the_first_in_rank_is_fired_at():
    sea = Sea(turn=5).ship("hood", "renown", place="scapa_flow", line=Line.SCREENED)
    sea.ship("nelson", place="scapa_flow", line=Line.CAPITAL).ship("scharnhorst", place="bergen", line=Line.SCREENED)
    assert sea.call(fleet_combat.screened_ship, Side.ALLIES) == number("hood")
    sea.game.condition[number("hood")] = Condition.LOST
    assert sea.call(fleet_combat.screened_ship, Side.ALLIES) == number("renown")
    sea.game.line[number("renown")] = Line.NONE
    assert sea.call(fleet_combat.screened_ship, Side.ALLIES) == -1


@pytest.mark.rule("20.58A")
@pytest.mark.parametrize("state, stands", [
    ({}, True), ({"condition": Condition.DAMAGED}, True), ({"condition": Condition.LOST}, False),
    ({"fronted": 0}, False), ({"line": Line.SCREENED}, True), ({"kind": Kind.CA, "line": Line.SCREENED}, False),
    ({"kind": Kind.CA, "line": Line.LIGHT}, True), ({"fronted": 0, "lights": 1}, True),
])  # fmt: skip
def test_who_shields_those_that_are_screened(state, stands):
    """Ships that began the battle unscreened; of cruisers those that capital ships have not damaged."""
    sea = Sea(turn=5).ship("scharnhorst", place="bergen", fronted=1, line=Line.CAPITAL)
    state = {"fronted": 1, "line": Line.CAPITAL, **state}
    sea.book.kind[number("hood")] = state.get("kind", Kind.CAPITAL)
    sea.ship("hood", place="scapa_flow", **{field: value for field, value in state.items() if field != "kind"})
    assert bool(sea.call(fleet_combat.has_front, Side.ALLIES)) == stands


@pytest.mark.rule("20.5212")
@pytest.mark.parametrize("state, line, fronted", [
    ({}, Line.CAPITAL, 1), ({"condition": Condition.DAMAGED}, Line.SCREENED, 0), ({"held": 1}, Line.SCREENED, 0),
    ({"kind": Kind.CARRIER}, Line.SCREENED, 0), ({"kind": Kind.CVE}, Line.SCREENED, 0),
    ({"kind": Kind.CA}, Line.LIGHT, 1),
])  # fmt: skip
def test_where_a_ship_stands_in_the_line(state, line, fronted):
    sea = Sea(turn=5)
    sea.book.kind[number("hood")] = state.get("kind", Kind.CAPITAL)
    sea.ship("hood", place="scapa_flow", **{field: value for field, value in state.items() if field != "kind"})
    sea.call(fleet_combat.draw_up, "hood")
    assert (sea.of("hood", "line"), sea.of("hood", "fronted")) == (line, fronted)


@pytest.mark.rule("20.5212")
@pytest.mark.parametrize("state, line", [
    ({"condition": Condition.LOST}, Line.NONE), ({"condition": Condition.DAMAGED}, Line.SCREENED), ({}, Line.CAPITAL),
    ({"condition": Condition.DAMAGED, "line": Line.NONE}, Line.NONE),
])  # fmt: skip
def test_a_ship_that_is_hurt_steps_back(state, line):
    sea = Sea(turn=5).ship("hood", place="scapa_flow", **{"line": Line.CAPITAL, **state})
    sea.call(fleet_combat.step_back, "hood")
    assert sea.of("hood", "line") == line


@pytest.mark.rule("21.5392D")
def test_an_island_is_left_without_supply_or_the_turn_goes_on():
    sea = Sea("night_express", turn=2, phase=Phase.SUPPLY, step=3, cursor=3, unsupplied=0)
    sea.call(ports.take_decline, FIRST_PLACE + number("palau"))
    assert sea.game.unsupplied[number("palau")] == 1 and sea.game.unsupplied.sum() == 1
    assert sea.events[1].tolist()[:2] == [Event.DECLINED, number("palau")] and sea.game.phase == Phase.SUPPLY
    sea.call(ports.take_decline, Option.DONE)
    assert (sea.game.phase, sea.game.step, sea.game.cursor) == (Phase.MOVEMENT, 0, NOBODY)


# --- ships that redeploy or are too many (21.3612, 21.72D, 21.112) ---------------------------------------------------


@pytest.mark.rule("21.72D")
def test_a_unit_that_has_redeployed_is_in_its_new_base_as_it_was():
    for used in (0, 1):
        sea = Sea(turn=5, moving=Side.ALLIES, subject=number("hood"), cursor=3)
        sea.ship("hood", place="scapa_flow", inverted=used)
        sea.call(redeployment.take_new_base, FIRST_PLACE + number("britain"))
        assert sea.of("hood", "place") == number("britain") and sea.of("hood", "redeployed") == 1
        assert sea.of("hood", "inverted") == used and sea.game.cursor == NOBODY
        assert sea.events[1].tolist()[:3] == [Event.CHANGES_BASE, number("hood"), number("britain")]


@pytest.mark.rule("21.3612")
def test_units_that_have_redeployed_are_counted_by_side():
    sea = Sea(turn=5).ship("hood", "renown", place="scapa_flow", redeployed=1).ship("nelson", place="scapa_flow")
    sea.ship("scharnhorst", place="bergen", redeployed=1)
    assert sea.call(redeployment.has_redeployed, Side.ALLIES) == 2
    assert sea.call(redeployment.has_redeployed, Side.AXIS) == 1


@pytest.mark.rule("21.112")
@pytest.mark.parametrize("factors, is_too_many", [(47, False), (48, True)])
def test_a_port_with_more_than_fifty_factors_is_overstacked(factors, is_too_many):
    """Hood has three factors; who waits for repair does not count, nor is the port of the enemy the mover's concern."""
    sea = Sea(turn=5, moving=Side.ALLIES).ship("hood", place="scapa_flow")
    sea.ship("nelson", place="scapa_flow", condition=1, repair=1)
    sea.ship("home_destroyers", place="scapa_flow", strength=factors)
    assert sea.call(redeployment.overstacked_port) == (number("scapa_flow") if is_too_many else NOWHERE)
    sea.game.moving = Side.AXIS
    assert sea.call(redeployment.overstacked_port) == NOWHERE


@pytest.mark.rule("21.112")
def test_any_unit_that_counts_may_be_eliminated():
    sea = Sea(turn=5, subject=number("scapa_flow")).ship("hood", place="scapa_flow").ship("renown", place="britain")
    sea.ship("nelson", place="scapa_flow", condition=1, repair=1).ship(
        "home_destroyers", place="scapa_flow", strength=2
    )
    sea.ship("scapa_destroyers", place="scapa_flow", strength=0)
    allowed = np.flatnonzero(sea.mask(redeployment.mask_overstacked)) - FIRST_UNIT
    assert {*allowed.tolist()} == {number("hood"), number("home_destroyers")}
    sea.call(redeployment.take_overstacked, FIRST_UNIT + number("home_destroyers"))
    assert sea.of("home_destroyers", "strength") == 1
    sea.call(redeployment.take_overstacked, FIRST_UNIT + number("hood"))
    assert sea.condition("hood") == Condition.LOST


@pytest.mark.rule("21.3612", "21.214E")
@pytest.mark.parametrize("sw_box, reached", [(False, True), (True, False)])
def test_units_redeploy_from_port_to_port_and_over_no_sw_box(sw_box, reached):
    """From Scapa Flow over Gibraltar, or an SW box in its place, to Suez."""
    sea = Sea(turn=5, moving=Side.ALLIES).ship("hood", place="scapa_flow")
    sea.book.base_changes[:] = 0
    between = number("atlantic_sw" if sw_box else "gibraltar")
    sea.book.base_changes[number("scapa_flow")] = 1 << between
    sea.book.base_changes[between] = 1 << number("suez")
    there = int(sea.call(redeployment.within_reach, "hood"))
    assert there >> between & 1 and bool(there >> number("suez") & 1) == reached
    sea.game.control[between] = Side.AXIS
    assert int(sea.call(redeployment.within_reach, "hood")) == 1 << number("scapa_flow")


# --- what a round costs, and who is home (21.5397, 21.5399B, 21.33) --------------------------------------------------


@pytest.mark.rule("21.5399B")
@pytest.mark.parametrize(
    "side, number_lost, there, lost", [(Side.AXIS, 2, 5, 2), (Side.AXIS, 2, 1, 1), (Side.ALLIES, 2, 5, 2),
                                       (Side.ALLIES, 1, 0, 0), (Side.AXIS, 0, 5, 0)]
)  # fmt: skip
def test_transports_of_the_defender_are_lost(side, number_lost, there, lost):
    sea = by_day(side=side, unbuilt=4, merchants=there, merchants_unbuilt=6, transports=[3, 3, there], points=[1, 1])
    sea.call(island_raids.lose_transports, number_lost)
    ours = lost if side == Side.AXIS else 0
    assert sea.game.transports.tolist() == [3, 3, there - ours] and sea.game.unbuilt == 4 + ours
    assert (sea.game.merchants, sea.game.merchants_unbuilt) == (there - lost + ours, 6 + lost - ours)
    points = [1, 1]
    points[side] += lost * int(sea.book.worth[Worth.TRANSPORT])
    assert sea.game.points.tolist() == points and sea.told == [Event.TRANSPORTS_LOST] * (lost > 0)


@pytest.mark.rule("21.5397A", "21.5399B")
@pytest.mark.parametrize(
    "raider, defender, rounds, step, lost",
    [
        (1, 1, 1, island_raids.LEAVE, 0),
        (1, 0, 1, island_raids.HOME, 2),
        (1, 0, 2, island_raids.HOME, 0),
        (0, 1, 1, island_raids.HOME, 0),
        (0, 0, 1, island_raids.HOME, 0),
        (1, 1, 5, island_raids.LEAVE, 0),
        (1, 1, 6, island_raids.HOME, 0),
    ],
)
def test_a_raid_goes_on_until_a_side_has_nothing_undamaged_or_six_rounds_are_over(raider, defender, rounds, step, lost):
    sea = raiding(night=1, rounds=rounds, step=island_raids.AFTER, transports=[3, 3, 9])
    sea.ship("kongo", place="rabaul", force=1, held=1, condition=0 if raider else 1)
    sea.ship("south_dakota", place="noumea", force=1, held=1, condition=0 if defender else 1)
    assert not sea.call(island_raids.end_round)
    assert sea.game.step == step and sea.game.transports[Box.PACIFIC] == 9 - lost and not sea.game.held.any()


@pytest.mark.rule("21.5399B", "21.5397A")
@pytest.mark.parametrize("power, rounds, answer, step, lost", [
    (Side.ALLIES, 1, Option.YES, island_raids.HOME, 1), (Side.ALLIES, 2, Option.YES, island_raids.HOME, 0),
    (Side.AXIS, 1, Option.YES, island_raids.HOME, 0), (Side.AXIS, 1, Option.NO, island_raids.OTHER_LEAVES, 0),
])  # fmt: skip
def test_who_leaves_a_raid(power, rounds, answer, step, lost):
    sea = raiding(night=1, rounds=rounds, step=island_raids.LEAVE, power=power, transports=[3, 3, 9])
    sea.call(island_raids.take_withdraw, answer)
    assert sea.game.step == step and sea.game.transports[Box.PACIFIC] == 9 - lost
    if answer == Option.NO:
        sea.call(island_raids.take_withdraw, Option.NO)
        assert sea.game.step == island_raids.ROUND


@pytest.mark.rule("21.5397A")
@pytest.mark.parametrize(
    "afloat, sound, loser",
    [((5, 9), (1, 1), Side.AXIS), ((9, 5), (1, 1), Side.ALLIES), ((5, 5), (2, 4), Side.AXIS),
     ((5, 5), (4, 2), Side.ALLIES), ((5, 5), (3, 3), Side.ALLIES), ((9, 5), (2, 4), Side.ALLIES)],
)  # fmt: skip
def test_who_has_lost_more_says_first_then_who_has_more_damaged_then_the_defender(afloat, sound, loser):
    sea = raiding(afloat_before=afloat, sound_before=sound)
    assert sea.call(island_raids.loser_of_round) == loser


@pytest.mark.rule("21.5396A", "20.74")
def test_a_submarine_comes_from_the_nearest_base_in_reach():
    sea = raiding(night=1, boat=[NOWHERE, NOWHERE], power=Side.AXIS, step=island_raids.BOAT, rounds=7)
    sea.game.boats[:] = sea.game.sailed[:] = 0
    assert sea.call(island_raids.nearest_boat, Side.AXIS) == NOWHERE
    sea.game.boats[[number("truk"), number("rabaul"), number("noumea")]] = 2, 1, 3
    assert sea.call(island_raids.nearest_boat, Side.AXIS) == number("rabaul")
    sea.game.sailed[number("rabaul")] = 1
    assert sea.call(island_raids.nearest_boat, Side.AXIS) == number("truk")
    sea.call(island_raids.take_boat, Option.YES)
    assert sea.game.boat.tolist() == [NOWHERE, number("truk")] and sea.game.sailed[number("truk")] == 1
    assert sea.game.step == island_raids.DEFENCE and sea.game.rounds == 0
    sea.game.way[Side.AXIS, number("truk")] = 21
    assert sea.call(island_raids.nearest_boat, Side.AXIS) == NOWHERE
    sea.game.power = Side.ALLIES
    sea.call(island_raids.take_boat, Option.NO)
    assert sea.game.boat[Side.ALLIES] == NOWHERE and sea.game.step == island_raids.ROUND


@pytest.mark.rule("20.78F", "21.5398G")
def test_a_submarine_that_is_lost_is_gone_from_its_base():
    sea = raiding(boat=[number("noumea"), number("truk")])
    sea.game.boats[:], sea.game.sailed[:] = 3, 2
    sea.call(island_raids.lose_boat, Side.AXIS)
    assert (sea.game.boats[number("truk")], sea.game.sailed[number("truk")]) == (2, 1)
    assert (sea.game.boats[number("noumea")], sea.game.sailed[number("noumea")]) == (3, 2)
    assert sea.game.boat.tolist() == [number("noumea"), NOWHERE] and sea.told == [Event.BOAT_LOST]


@pytest.mark.rule("21.5398G")
@pytest.mark.parametrize(
    "dice, escorts, advanced, total",
    [((3, 4), 0, 0, 7), ((3, 4), 2, 0, 5), ((3, 4), 0, 1, 8), ((1, 1), 1, 0, 2), ((6, 6), 0, 1, 12)],
)
@pytest.mark.parametrize("on_light", [False, True])
def test_a_submarine_attack(dice, escorts, advanced, total, on_light):
    """Escorts take off, advanced submarines add one; below two is two, above twelve twelve."""
    sea = raiding(power=Side.AXIS, step=island_raids.TORPEDO, boat=[NOWHERE, number("truk")])
    sea.game.boats[number("truk")] = sea.game.sailed[number("truk")] = 1
    sea.ship("south_dakota", place="noumea", force=1).ship("noumea_flotilla_1", place="noumea", strength=9)
    sea.game.force[number("noumea_flotilla_1")] = 3 * escorts + 2
    sea.call(island_raids.line_up)
    sea.book.advanced_from[Side.AXIS], sea.book.torpedo_hits[:] = 3 * advanced, 0
    sea.book.torpedo_hits[total] = 1
    target = int(Option.LIGHT) if on_light else FIRST_UNIT + number("south_dakota")
    sea.dice(*dice, 6).call(island_raids.take_torpedo, target)
    if on_light:
        assert sea.of("noumea_flotilla_1", "strength") == 8 and sea.of("south_dakota", "hits") == 0
        assert sea.events[1].tolist()[:4] == [Event.TORPEDOES_ON_LIGHT, Side.AXIS, Side.ALLIES, 1]
    else:
        assert sea.events[1].tolist()[:4] == [Event.TORPEDOES, Side.AXIS, number("south_dakota"), 1]
        assert (Event.CRITICAL in sea.told) == (dice == (6, 6)) and sea.of("noumea_flotilla_1", "strength") == 9
    assert sea.game.step == island_raids.TORPEDO + 1 and sea.game.boats[number("truk")] == 1


@pytest.mark.rule("21.33", "21.112")
def test_a_force_goes_home_to_a_port_with_room_within_ten_hexes():
    sea = raiding(power=Side.AXIS).ship("kongo", place="truk", force=1)
    sea.ship("rabaul_flotilla_1", place="rabaul", strength=3, force=2).ship("hiei", place="rabaul")
    assert sea.call(island_raids.coming, Side.AXIS, "kavieng") == 3
    assert sea.call(island_raids.coming, Side.AXIS, "truk") == 0
    sea.game.force[number("rabaul_flotilla_1")] = 3
    assert sea.call(island_raids.coming, Side.AXIS, "kavieng") == 6
    assert sea.call(island_raids.coming, Side.AXIS, "rabaul") == 3
    assert sea.mask(island_raids.mask_home)[FIRST_PLACE + number("rabaul")]
    assert sea.mask(island_raids.mask_home)[Option.DONE]
    sea.book.hexes[number("rabaul"), sea.game.raiding] = 11
    assert not sea.mask(island_raids.mask_home)[FIRST_PLACE + number("rabaul")]
    sea.ship("truk_flotilla_1", place="kavieng", strength=44)
    assert sea.mask(island_raids.mask_home)[FIRST_PLACE + number("kavieng")]
    sea.game.strength[number("truk_flotilla_1")] = 45
    assert not sea.mask(island_raids.mask_home)[FIRST_PLACE + number("kavieng")]


# --- one by one (20.54, 20.91) ---------------------------------------------------------------------------------------


@pytest.mark.rule("20.541")
@pytest.mark.parametrize("strength, is_left", [(2, True), (1, False)])
@pytest.mark.parametrize("group, sent", [(1, 3), (1, 0), (0, 3)])
def test_a_destroyer_that_is_sunk_is_one_less_of_her_row(strength, is_left, group, sent):
    """And one less of those that sail against a group."""
    sea = Sea(turn=5, group=group).ship("german_destroyers", place="bergen", strength=strength, lights=strength)
    row = sea.book.row[number("german_destroyers")]
    sea.game.sent[0, row] = sent
    sea.call(damage.lose_factor, "german_destroyers")
    assert sea.of("german_destroyers", "strength") == sea.of("german_destroyers", "lights") == strength - 1
    assert (sea.of("german_destroyers", "place") == number("bergen")) == is_left
    assert sea.condition("german_destroyers") == (Condition.SOUND if is_left else Condition.LOST)
    assert sea.game.sent[0, row] == sent - int(group == 1 and sent > 0)
    assert sea.events[1].tolist()[:3] == [Event.LIGHT_LOST, number("german_destroyers"), 1]
    assert sea.game.points.tolist() == [int(sea.book.worth[Worth.AXIS_FACTOR]), 0] and sea.game.sunk_now[Side.AXIS] == 1


@pytest.mark.rule("20.32D", "20.5212B")
@pytest.mark.parametrize(
    "change, asked",
    [({}, True), ({"squadrons": 0}, False), ({"aim": Aim.HOLDS}, False), ({"condition": Condition.DAMAGED}, False),
     ({"line": Line.NONE}, False)],
)  # fmt: skip
def test_a_carrier_with_squadrons_strikes_once(change, asked):
    state = {"squadrons": 1, "line": Line.SCREENED, **change}
    sea = Sea(turn=12).ship("ark_royal", place="scapa_flow", **state)
    assert bool(sea.call(air.ask_strikes)) == asked
    if asked:
        assert (sea.game.decision, sea.game.seat) == (Decision.STRIKE, Side.ALLIES)
        assert sea.game.subject == number("ark_royal")


def struck(dice, target="scharnhorst", squadrons=1, shot=(0, 0), drm=0, airmen=0, **fields):
    """Ark Royal strikes; what air defense does is given.  The table gives two hits for a total of eight."""
    sea = Sea(turn=12, subject=number("ark_royal"), **fields)
    sea.ship("ark_royal", place="scapa_flow", line=Line.SCREENED, squadrons=squadrons)
    sea.ship("scharnhorst", place="bergen", line=Line.CAPITAL, fronted=1)
    sea.ship("german_destroyers", place="bergen", strength=3, lights=3)
    sea.book.drm[:], sea.book.air_drm[:], sea.book.hits_by_air[:] = drm, airmen, 0
    sea.book.shot_down[:], sea.book.turned_back[:] = shot
    sea.book.hits_by_air[squadrons - sum(shot), 8] = 2
    action = int(target) if isinstance(target, Option) else FIRST_UNIT + number(target)
    sea.dice(1, 1, *dice).call(air.take_strike, action)
    assert sea.of("ark_royal", "aim") == Aim.HOLDS
    return sea


@pytest.mark.rule("20.51.air_modifiers")
@pytest.mark.parametrize(
    "given, hits",
    [({}, 2), ({"airmen": 1}, 0), ({"drm": 1, "airmen": 1}, 2), ({"squadrons": 3, "shot": (1, 1)}, 2),
     ({"squadrons": 2, "shot": (1, 0)}, 2), ({"squadrons": 2, "shot": (1, 1)}, 0)],
)  # fmt: skip
@pytest.mark.parametrize("target", ["scharnhorst", Option.LIGHT])
def test_a_strike_of_a_carrier(given, hits, target):
    """Seven and one at sea; those shot down are lost, those turned back are not."""
    sea = struck((3, 4), target, **given)
    lost = sea.of("german_destroyers", "strength"), sea.of("scharnhorst", "hits")
    assert lost == ((3 - hits, 0) if target == Option.LIGHT else (3, hits))
    squadrons, shot = given.get("squadrons", 1), given.get("shot", (0, 0))
    assert sea.of("ark_royal", "squadrons") == squadrons - shot[0]
    struck_at = squadrons > sum(shot)
    told = Event.STRIKES_LIGHT if target == Option.LIGHT else Event.STRIKES
    assert (told in sea.told) == struck_at and sea.told[0] == Event.AIR_DEFENSE
    if hits and target != Option.LIGHT:
        assert sea.condition("scharnhorst") == Condition.DAMAGED
        assert (sea.of("scharnhorst", "line"), sea.of("scharnhorst", "fronted")) == (Line.SCREENED, 0)


@pytest.mark.rule("20.442", "20.5212F")
@pytest.mark.parametrize(
    "lights, cves, damaged, level",
    [(0, 0, 0, 0), (1, 0, 0, 1), (4, 0, 0, 1), (5, 0, 0, 2), (9, 0, 0, 2), (10, 0, 0, 3), (24, 0, 0, 5), (40, 0, 0, 5),
     (0, 1, 0, 1), (2, 1, 0, 2), (0, 0, 1, 1), (2, 0, 1, 2)],
)  # fmt: skip
def test_air_defense_by_factors(lights, cves, damaged, level):
    """A level for every five begun; an escort carrier is three, and a damaged battlecruiser three as well."""
    sea = Sea("raiders_long", turn=12).ship("home_destroyers", place="britain", strength=40, lights=lights)
    sea.ship("escort_carriers", place="britain", strength=9, lights=cves)
    sea.ship("hood", place="britain", condition=1, line=Line.SCREENED if damaged else Line.NONE)
    sea.ship("german_destroyers", place="bergen", lights=9)
    assert sea.call(air.air_defense_level, Side.ALLIES) == level


@pytest.mark.rule("20.253", "20.36")
@pytest.mark.parametrize("ships, level", [(1, 3), (2, 5), (3, 7), (4, 9), (5, 10), (6, 10)])
def test_each_of_the_largest_ships_raises_the_level_up_to_ten(ships, level):
    """Of five factors each."""
    sea = Sea(turn=12).ship(*("hood", "renown", "repulse", "nelson", "rodney", "warspite")[:ships], place="britain")
    for ship in ("hood", "renown", "repulse", "nelson", "rodney", "warspite")[:ships]:
        sea.book.factors[number(ship)], sea.game.line[number(ship)] = 5, Line.CAPITAL
    expected = min(min(ships + 1, 5) + ships, 10)
    assert expected == level and sea.call(air.air_defense_level, Side.ALLIES) == level


@pytest.mark.rule("21.3612")
def test_a_unit_that_has_nowhere_to_go_does_not_redeploy():
    sea = Sea(turn=5, moving=Side.ALLIES).ship("hood", place="scapa_flow")
    assert sea.call(redeployment.has_new_base, "hood", 0) and sea.call(redeployment.has_new_base, "hood", -1)
    sea.book.base_changes[:] = 0
    assert not sea.call(redeployment.has_new_base, "hood", 0) and not sea.call(redeployment.has_new_base, "hood", -1)
    assert not sea.mask(redeployment.mask_redeploy)[FIRST_UNIT:].any()
    sea = Sea(turn=5, moving=Side.ALLIES).ship("home_destroyers", place="britain", strength=26)
    for place in ("scapa_flow", "gibraltar"):
        sea.book.capacity[number(place)] = 25
    sea.book.base_changes[number("britain")] = 1 << number("scapa_flow") | 1 << number("gibraltar")
    sea.book.base_changes[number("scapa_flow")] = sea.book.base_changes[number("gibraltar")] = 0
    assert not sea.call(redeployment.has_new_base, "home_destroyers", -1)
    sea.game.strength[number("home_destroyers")] = 25
    assert sea.call(redeployment.has_new_base, "home_destroyers", 0)


@pytest.mark.rule("20.91")
@pytest.mark.parametrize("kind, nation, sisters", [
    (Kind.CA, Nation.JAPAN, 1), (Kind.CAPITAL, Nation.JAPAN, 0), (Kind.CA, Nation.US, 0),
])  # fmt: skip
def test_ships_of_another_kind_or_nation_are_no_sisters(kind, nation, sisters):
    sea = Sea("night_express")
    second = number("japanese_cruiser_2")
    sea.book.kind[second - 1], sea.book.nation[second - 1] = kind, nation
    sea.book.kind[second - 2] = Kind.CAPITAL
    assert len(sea.call(units.sisters_before, second)) == sisters


@pytest.mark.rule("20.164D", "20.163")
def test_ships_of_a_task_force_that_are_home_are_seen_with_what_is_left_of_it():
    sea = by_day().ship("kongo", place="truk", force=1, under=1, berth=number("rabaul"))
    sea.ship("hiei", place="truk", under=1, berth=number("rabaul"))
    sea.game.counter_at[Side.AXIS, 0] = number("rabaul")
    sea.call(island_raids.stand_down, Side.AXIS)
    for ship in ("kongo", "hiei"):  # three factors are no task force
        assert (sea.of(ship, "under"), sea.of(ship, "place")) == (0, number("rabaul"))
    assert sea.game.counter_at[Side.AXIS, 0] == NOWHERE


@pytest.mark.rule("20.163")
def test_a_task_force_that_is_none_any_more_leaves_the_others_as_they_are():
    sea = Sea("night_express", turn=2, forming=0).ship("kongo", place="truk", under=1, berth=number("rabaul"))
    sea.ship("hiei", "haruna", "kirishima", "nagato", place="truk", under=2, berth=number("rabaul"))
    sea.ship("indiana", place="noumea", under=1, berth=number("suva"))
    sea.game.counter_at[Side.AXIS, :2] = sea.game.counter_at[Side.ALLIES, 0] = number("rabaul")
    sea.call(task_forces.break_up, Side.AXIS)
    assert {ship: sea.of(ship, "under") for ship in ("kongo", "hiei", "nagato", "indiana")} == {
        "kongo": 0, "hiei": 2, "nagato": 2, "indiana": 1}  # fmt: skip
    assert sea.game.counter_at[Side.AXIS, :2].tolist() == [NOWHERE, number("rabaul")]
    assert sea.game.counter_at[Side.ALLIES, 0] == number("rabaul")


@pytest.mark.rule("20.58A")
@pytest.mark.parametrize("by_light", [False, True])
def test_who_held_fire_fires_at_a_screened_ship(by_light):
    """A capital ship by herself, or the light ships of a side together."""
    sea = Sea(turn=5).ship("scharnhorst", place="bergen", line=Line.SCREENED).ship("hood", place="scapa_flow")
    ship = NOBODY if by_light else number("hood")
    sea.dice(1, 1).call(fleet_combat.held_shot, 3, 0, Side.ALLIES, ship, -1)
    told = [Event.LIGHT_FIRE, Side.ALLIES] if by_light else [Event.FIRES, number("hood")]
    assert sea.events[1].tolist()[:3] == [*told, number("scharnhorst")]


@pytest.mark.rule("20.58A")
@BATTLES
def test_when_the_lines_have_formed_both_say_at_what_they_fire(module, position):
    sea = position(step=module.SCREENING)
    sea.game.cursor = 7
    sea.call(module.line_up)
    assert (sea.game.step, sea.game.cursor) == (module.AIMING, 0)
    assert (sea.of("hood", "target"), sea.of("scharnhorst", "target")) == (number("scharnhorst"), number("hood"))
