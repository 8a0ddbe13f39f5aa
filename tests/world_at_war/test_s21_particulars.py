"""Particulars of raids, battles, ports and transports that no other test looks at."""

import numpy as np
import pytest

from aw_env.core.engine.events import DICE_COUNT, FIRST_DIE
from aw_env.games.world_at_war.records.kinds import (
    NOBODY,
    Box,
    Condition,
    Event,
    Kind,
    Line,
    Nation,
    Option,
    Phase,
    Side,
    Worth,
)
from aw_env.games.world_at_war.records.record import FIRST_PLACE, FIRST_UNIT, RECORDS
from aw_env.games.world_at_war.rules import (
    air,
    bases,
    damage,
    detection,
    fleet_combat,
    interception,
    raid_combat,
    raids,
    sequence,
    submarines,
)
from tests.world_at_war.positions import NAMES, Sea, number, playing, strike_with_all

BERGEN, SCAPA = {"place": "bergen"}, {"place": "scapa_flow"}
ARK_ROYAL = {**SCAPA, "squadrons": 2}


def masked(sea, rule, *given, first=FIRST_UNIT):
    """What a mask allows of units, or of places: their ids."""
    mask = np.zeros(RECORDS.actions, np.int8)
    sea.call(rule, *given, mask)
    assert set(mask.tolist()) <= {0, 1}
    known = NAMES.units if first == FIRST_UNIT else [place for place in NAMES.places if place]
    return {one.id for one in known if mask[first + one.number]}


def dice_of(sea, event):
    """The dice that are told with the first event of a kind."""
    row = next(row for row in sea.events[1 : 1 + sea.events[0, 0]] if row[0] == event)
    return row[FIRST_DIE : FIRST_DIE + row[DICE_COUNT]].tolist()


# --- on the way (21.533D) ----------------------------------------------------------------------------------


@pytest.mark.rule("21.533D")
def test_every_port_may_try_against_the_next_group():
    sea = Sea(groups=2, group=1, cursor=5, engagement=0)
    sea.call(interception.pass_on)
    assert (sea.game.group, sea.game.cursor) == (2, 0)


@pytest.mark.rule("21.311")
def test_only_who_meets_the_group_has_been_used():
    sea = Sea(groups=1, group=1).ship("hood", place="scapa_flow", against=1)
    sea.ship("scapa_destroyers", "home_destroyers", place="scapa_flow")
    sea.game.sent[0, sea.book.row[number("home_destroyers")]] = 2
    sea.call(interception.after)
    assert sea.of("hood", "inverted") == 1
    assert (sea.of("home_destroyers", "spent"), sea.of("scapa_destroyers", "spent")) == (2, 0)


@pytest.mark.rule("21.533D")
def test_who_has_not_found_the_group_is_free_again():
    sea = Sea(groups=1, group=1).ship("hood", place="scapa_flow", against=1)
    sea.game.sent[0, 2] = 3
    sea.call(interception.release)
    assert sea.of("hood", "against") == 0 and not sea.game.sent.any()


@pytest.mark.rule("20.162A")
def test_a_force_of_twenty_four_factors_takes_one_more():
    sea = Sea(turn=5, groups=1, group=1, subject=number("scapa_flow"))
    heavy = ("hood", "renown", "repulse", "king_george_v", "prince_of_wales")
    sea.ship(*heavy, place="scapa_flow", against=1)
    sea.ship("duke_of_york", "scapa_destroyers", place="scapa_flow")
    sea.game.sent[0, 0] = 24 - sea.call(interception.force_factors)
    sea.game.strength[number("scapa_destroyers")] = 40
    assert sea.call(interception.force_factors) == 24
    assert masked(sea, interception.mask_intercept) == {"scapa_destroyers"}
    sea.game.sent[0, 0] -= 3
    assert masked(sea, interception.mask_intercept) == {"scapa_destroyers", "duke_of_york"}


# --- groups and who engages them ---------------------------------------------------------------------------


@pytest.mark.rule("21.5331")
def test_a_ship_at_sea_is_not_joined_by_ships_of_a_port():
    ships = {"graf_spee": {"place": "atlantic_sw", "at_sea": 1}, "scharnhorst": {"place": "germany"}}
    game = playing(Phase.MISSIONS, ships, turn=1, brps=[20, 8]).choose("graf_spee")
    assert game.units == set()
    assert game.choose(Option.DONE).units == {"scharnhorst"}


@pytest.mark.rule("21.5331")
def test_a_ship_that_is_not_there_is_passed_over():
    sea = Sea(phase=Phase.OPENING, step=sequence.AT_SEA, cursor=0).ship("lutzow", place="germany")
    assert sea.call(sequence.open_war) and sea.game.subject == number("lutzow")


@pytest.mark.rule("21.537B")
def test_who_engages_has_been_used_once_the_raid_is_over():
    ships = {"scharnhorst": BERGEN, "hood": SCAPA}
    game = playing(Phase.MISSIONS, ships, (3, 3), turn=3, brps=[20, 8])
    game.choose("scharnhorst", Option.DONE, Option.DONE, Option.YES, "hood")
    assert game.of("hood", "engaged") == 1


@pytest.mark.rule("21.538A")
def test_who_does_not_fight_the_group_on_its_way_home_is_not_sent():
    sea = Sea(groups=1, group=1, cursor=0).ship("hood", place="scapa_flow", against=1)
    sea.game.sent[0, 2] = 3
    sea.call(detection.take_fight, int(Option.NO))
    assert sea.of("hood", "against") == 0 and not sea.game.sent.any() and sea.game.cursor == 1


@pytest.mark.rule("21.538B", "21.112")
@pytest.mark.parametrize("capacity, ports", [(3, {"bergen", "brest"}), (2, {"brest"})])
def test_a_group_returns_to_a_port_with_just_enough_room(capacity, ports):
    sea = Sea(turn=5, groups=1, group=1, power=Side.AXIS).ship("scharnhorst", place="germany", in_group=1)
    sea.ship("bismarck", place="germany")
    sea.game.origin[0] = number("germany")
    sea.book.capacity[number("bergen")], sea.book.capacity[number("germany")] = capacity, 6
    assert masked(sea, raids.mask_return, first=FIRST_PLACE) == ports


@pytest.mark.rule("21.112")
def test_where_no_port_has_room_raiders_go_back_to_the_one_they_left():
    sea = Sea(turn=5, groups=1, group=1, power=Side.AXIS).ship("scharnhorst", place="germany", in_group=1)
    sea.game.origin[0] = number("germany")
    for port in ("germany", "bergen", "brest"):
        sea.book.capacity[number(port)] = 1
    assert masked(sea, raids.mask_return, first=FIRST_PLACE) == {"germany"}


# --- base changes and harbours -----------------------------------------------------------------------------


@pytest.mark.rule("21.221")
def test_of_cruisers_that_are_alike_the_first_changes_base_and_every_named_ship():
    ships = dict.fromkeys(("hood", "renown", "british_cruiser_1", "british_cruiser_2"), SCAPA)
    ships["british_cruiser_7"] = {"place": "britain"}
    game = playing(Phase.MOVEMENT, ships, turn=5, moving=Side.ALLIES, step=sequence.BASES, cursor=-1)
    assert game.units == {"hood", "renown", "british_cruiser_1", "british_cruiser_7"}
    game.choose("british_cruiser_1", "gibraltar")
    assert game.of("british_cruiser_1", "moved") == 1 and "british_cruiser_2" in game.units


@pytest.mark.rule("21.443")
def test_the_dice_of_a_harbour_attack_are_told():
    sea = Sea(moving=Side.AXIS).ship("hood", place="scapa_flow").dice(2, 3)
    sea.call(bases.attack_harbour, "hood")
    assert dice_of(sea, Event.HARBOUR_ATTACK) == [2, 3]


# --- battles -----------------------------------------------------------------------------------------------


@pytest.mark.rule("20.541")
def test_a_destroyer_factor_is_worth_its_points_and_is_told():
    sea = Sea().ship("german_destroyers", lights=3, strength=3)
    sea.call(damage.lose_factor, "german_destroyers")
    assert sea.game.points[Side.ALLIES] == sea.book.worth[Worth.AXIS_FACTOR]
    assert (sea.of("german_destroyers", "lights"), sea.of("german_destroyers", "strength")) == (2, 2)
    assert sea.events[1].tolist()[:3] == [Event.LIGHT_LOST, number("german_destroyers"), 1]


@pytest.mark.rule("20.5214")
def test_a_ship_that_is_sunk_leaves_the_line():
    sea = Sea().ship("hood", place="atlantic_sw", line=Line.CAPITAL, pending=3)
    sea.call(fleet_combat.take_effect)
    assert sea.condition("hood") == Condition.LOST and sea.of("hood", "line") == Line.NONE


@pytest.mark.rule("20.58A")
def test_destroyers_alone_are_a_front():
    sea = Sea().ship("scapa_destroyers", lights=2)
    assert sea.call(fleet_combat.has_front, Side.ALLIES) and not sea.call(fleet_combat.has_front, Side.AXIS)


@pytest.mark.rule("20.91", "20.231")
@pytest.mark.parametrize("row", ["scapa_destroyers", "british_destroyers_4", "escort_carriers"])
def test_factors_of_a_row_sail_against_a_group(row):
    """Of a part of a row, too; a named ship sails as a whole."""
    sea = Sea().ship(row, "hood", place="scapa_flow")
    sea.game.sent[1, sea.book.row[number(row)]] = 2
    assert sea.call(raid_combat.sent_of, row, 2) == sea.call(raid_combat.factors_sent, Side.ALLIES, 2) == 2
    assert sea.call(raid_combat.sent_of, row, 1) == sea.call(raid_combat.sent_of, "hood", 2) == 0


@pytest.mark.rule("21.535A")
def test_light_ships_fire_at_light_ships_side_by_side():
    """Four destroyers of modifier 2 at four of 3, and back: rows of four factors, 8 - 1 and 8 + 1."""
    sea = Sea(excess=[-1, -1]).ship("scapa_destroyers", lights=4, strength=9).dice(4, 4, 4, 4)
    sea.ship("german_destroyers", lights=4, strength=4)
    sea.call(fleet_combat.light_on_light, -1)
    assert (sea.of("german_destroyers", "lights"), sea.of("scapa_destroyers", "lights")) == (3, 3)
    assert dice_of(sea, Event.LIGHT_FIRE_ON_LIGHT) == [4, 4] and not sea.game.pending_on_light.any()


@pytest.mark.rule("21.535A")
def test_excess_light_ships_fire_at_a_capital_ship_as_a_group():
    sea = Sea().ship("scapa_destroyers", lights=5, strength=5).ship("scharnhorst", line=Line.CAPITAL).dice(6, 5)
    sea.game.excess[Side.ALLIES] = number("scharnhorst")
    sea.call(fleet_combat.light_on_capital, -1)
    assert Event.LIGHT_FIRE in sea.told and Event.FIRES not in sea.told and sea.of("scharnhorst", "hits") > 0


@pytest.mark.rule("20.253")
@pytest.mark.parametrize("ships, level", [((), 0), (("bismarck",), 1), (("bismarck", "scharnhorst"), 2)])
def test_levels_of_air_defense_by_factors(ships, level):
    sea = Sea().ship(*ships, line=Line.CAPITAL)
    assert sea.call(air.air_defense_level, Side.AXIS) == level


@pytest.mark.rule("20.511C")
def test_of_rows_of_destroyers_the_one_with_most_factors_loses_one_until_none_is_left():
    sea = Sea().ship("scapa_destroyers", "home_destroyers", place="britain", lights=1, strength=1)
    sea.ship("gibraltar_destroyers", place="britain", lights=2, strength=2)
    hit = []
    for _ in range(5):
        row = sea.call(damage.row_hit, Side.ALLIES, Nation.BRITAIN, Kind.DD)
        hit.append(row)
        if row >= 0:
            sea.call(damage.lose_factor, row)
    three = ("gibraltar_destroyers", "scapa_destroyers", "home_destroyers", "gibraltar_destroyers")
    assert sorted(hit[1:4]) == sorted(number(row) for row in three[1:]) and hit[0] == number(three[0])
    assert hit[4] == NOBODY


@pytest.mark.rule("20.5212F")
@pytest.mark.parametrize("row, factors, level", [
    ("german_destroyers", 4, 1), ("german_destroyers", 5, 2), ("german_destroyers", 10, 3),
    ("german_destroyers", 40, 5), ("escort_carriers", 1, 1), ("escort_carriers", 2, 2), ("escort_carriers", 3, 2),
    ("escort_carriers", 4, 3),
])  # fmt: skip
def test_each_five_factors_are_a_level_and_an_escort_carrier_counts_three_times(row, factors, level):
    sea = Sea().ship(row, lights=factors)
    assert sea.call(air.air_defense_level, int(sea.book.side[number(row)])) == level


@pytest.mark.rule("20.523B")
def test_a_strike_takes_nobody_out_of_the_line_but_who_is_damaged():
    sea = Sea(subject=number("ark_royal")).ship("ark_royal", line=Line.SCREENED, squadrons=2).dice(1, 1, 4, 4)
    sea.ship("scharnhorst", "gneisenau", line=Line.CAPITAL, fronted=1).ship("hood", line=Line.CAPITAL, fronted=1)
    sea.ship("bismarck", line=Line.NONE, condition=Condition.DAMAGED)
    strike_with_all(sea, FIRST_UNIT + number("scharnhorst"))
    assert [sea.of(ship, "line") for ship in ("scharnhorst", "gneisenau", "hood", "bismarck")] == [3, 1, 1, 0]
    assert [sea.of(ship, "fronted") for ship in ("scharnhorst", "gneisenau", "hood")] == [0, 1, 1]
    assert dice_of(sea, Event.AIR_DEFENSE) == [1, 1] and dice_of(sea, Event.BOMBS) == [4, 4]


@pytest.mark.rule("20.58B")
def test_aircraft_strike_ships_of_the_enemy_in_the_battle_and_his_light_ships():
    sea = Sea(subject=number("ark_royal")).ship("ark_royal", "hood", line=Line.SCREENED, squadrons=2)
    sea.ship("scharnhorst", line=Line.CAPITAL).ship("gneisenau", line=Line.SCREENED).ship("bismarck", line=Line.NONE)
    assert masked(sea, air.mask_strike) == {"scharnhorst", "gneisenau"}


# --- transports and submarines -----------------------------------------------------------------------------


@pytest.mark.rule("20.83")
def test_a_submarine_that_is_sunk_scores_and_is_told():
    sea = Sea(submarines=[3, 0, 0], asw=[4, 0, 0], transports=[10, 0, 0]).dice(1, 1, 4, 4)
    sea.call(submarines.fight_submarines)
    assert sea.game.points[Side.ALLIES] == sea.book.worth[Worth.AXIS_FACTOR]
    assert dice_of(sea, Event.SUBMARINES_ATTACK) == [1, 1] and dice_of(sea, Event.ASW_ATTACKS) == [4, 4]


@pytest.mark.rule("20.636B")
def test_what_submarines_have_damaged_just_now_is_kept_box_by_box():
    sea = Sea(submarines=[3, 0, 0], transports=[10, 5, 0], damaged_now=[9, 9, 0]).dice(6, 6)
    sea.call(submarines.fight_submarines)
    assert sea.game.damaged_now.tolist() == [2, 0, 0] and sea.game.damaged[Box.ATLANTIC] == 2


@pytest.mark.rule("20.82")
@pytest.mark.parametrize("factors, a_roll, rolls", [(1, 3, 1), (3, 3, 1), (4, 3, 2), (4, 4, 1), (5, 4, 2), (0, 4, 0)])
def test_a_roll_for_each_three_submarines_and_four_asw_begun(factors, a_roll, rolls):
    assert Sea().call(submarines.rolls, factors, a_roll) == rolls
