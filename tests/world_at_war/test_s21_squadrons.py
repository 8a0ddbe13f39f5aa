"""Squadrons of bases and of carriers, in raids on islands by day and in invasions (21.5396, 21.5398, 21.517)."""

from itertools import product

import numpy as np
import pytest

from aw_env.games.world_at_war.records.kinds import (
    NOBODY,
    UNITS,
    Condition,
    Event,
    Ground,
    Kind,
    Line,
    Nation,
    Option,
    Side,
    Switch,
)
from aw_env.games.world_at_war.records.record import FIRST_PLACE, FIRST_UNIT
from aw_env.games.world_at_war.rules import air, air_strikes, battle_rounds, ground_attacks, ground_combat, pacific
from tests.world_at_war.positions import NAMES, Sea, as_filed, number
from tests.world_at_war.test_s21_island_raids import raiding

BASES = ("bougainville", "new_georgia", "rabaul", "kavieng")


def near(distances=(0, 2, 3, 4), squadrons=(2, 2, 2, 2), flown=(0, 0, 0, 0), **fields):
    """A raid by day on Guadalcanal, with squadrons of Japan so many hexes away, and carriers of either side."""
    sea = raiding(night=0, **fields)
    sea.ship("shokaku", place="rabaul", force=1, squadrons=3).ship("enterprise", place="noumea", force=1, squadrons=3)
    sea.game.airbase[:] = sea.game.flown[:] = 0
    sea.book.hexes[:, sea.game.raiding] = 9
    for base, hexes, count, gone in zip(BASES, distances, squadrons, flown, strict=True):
        place = number(base)
        sea.game.control[place], sea.game.unsupplied[place], sea.game.cut_off[place] = Side.AXIS, 0, 0
        sea.book.hexes[place, sea.game.raiding] = hexes
        sea.game.airbase[place], sea.game.flown[place] = count, gone
    return sea


def of_bases(sea, field):
    return [int(sea.game[field][number(base)]) for base in BASES]


# --- bases (21.5396B) ------------------------------------------------------------------------------------------------


@pytest.mark.rule("21.5396B")
def test_squadrons_within_three_hexes_that_have_not_flown_may_come():
    assert near().call(air_strikes.squadrons_near, Side.AXIS) == 6
    assert near(flown=(1, 2, 0, 0)).call(air_strikes.squadrons_near, Side.AXIS) == 3
    assert near().call(air_strikes.squadrons_near, Side.ALLIES) == 0
    for field, value in (("control", Side.ALLIES), ("unsupplied", 1), ("cut_off", 1)):
        sea = near()
        sea.game[field][number("new_georgia")] = value
        assert sea.call(air_strikes.squadrons_near, Side.AXIS) == 4


@pytest.mark.rule("21.5396B")
def test_squadrons_of_the_first_turn_are_there_before_either_side_has_moved():
    """So those of the US oppose the first raid of Japan; nor do they come a second time."""
    there = {"rabaul": 6, "kwajalein": 3, "espiritu_santo": 6, "townsville": 3}
    begin, places = as_filed("night_express").templates[0]["airbase"], [number(place) for place in there]
    assert begin[places].tolist() == [*there.values()] and begin.sum() == sum(there.values())
    sea = Sea("night_express", turn=1, airbase=begin)
    for side in (Side.AXIS, Side.ALLIES):
        for place in places:
            sea.game.moving = side
            sea.call(pacific.make_ready, place)
    assert sea.game.airbase.tolist() == begin.tolist()


@pytest.mark.rule("21.5396B")
@pytest.mark.parametrize("count, flown", [(1, [1, 0, 0, 0]), (3, [2, 1, 0, 0]), (5, [2, 2, 1, 0]), (6, [2, 2, 2, 0])])
def test_the_nearest_come(count, flown):
    sea = near()
    sea.call(air_strikes.send_planes, Side.AXIS, count)
    assert of_bases(sea, "flown") == flown and sea.game.planes.tolist() == [0, count]


@pytest.mark.rule("21.5398E")
@pytest.mark.parametrize(("sent", "lost", "left"), [(2, 1, [3, 2, 3, 3]), (3, 2, [3, 1, 3, 3]), (5, 5, [3, 0, 1, 3])])
def test_squadrons_that_are_lost_are_those_in_the_raid_not_such_as_have_flown_before(sent, lost, left):
    """All squadrons of the nearest base, and one of the next but one, have flown before; the others come from the next
    two."""
    sea = near(squadrons=(3, 3, 3, 3), flown=(3, 0, 1, 3), planes=[4, 0])
    sea.call(air_strikes.send_planes, Side.AXIS, sent)
    sea.call(air_strikes.lose_planes, Side.AXIS, lost)
    assert of_bases(sea, "airbase") == left
    assert of_bases(sea, "flown") == [3, min(sent, 3) - (3 - left[1]), 1 + max(0, sent - 3) - (3 - left[2]), 3]
    assert sea.game.planes.tolist() == [4, sent - lost]


@pytest.mark.rule("21.5396B")
def test_squadrons_whose_raid_is_over_are_not_lost_in_the_next():
    sea = near(squadrons=(1, 2, 0, 0))
    sea.call(air_strikes.send_planes, Side.AXIS, 1)
    sea.call(air_strikes.recall_planes, Side.AXIS)
    assert sea.game.planes.tolist() == [0, 0] and of_bases(sea, "flown") == [1, 0, 0, 0]
    sea.call(air_strikes.send_planes, Side.AXIS, 1)
    sea.call(air_strikes.lose_planes, Side.AXIS, 1)
    assert of_bases(sea, "airbase") == [1, 1, 0, 0]


@pytest.mark.rule("21.5398E")
def test_squadrons_of_carriers_that_are_lost_are_those_of_the_force():
    sea = near().ship("zuikaku", place="rabaul", squadrons=3).ship("zuiho", place="rabaul", force=1, squadrons=2)
    sea.call(air_strikes.lose_naval, Side.AXIS, 4)
    assert sea.of("shokaku", "squadrons") + sea.of("zuiho", "squadrons") == 1
    assert sea.of("zuikaku", "squadrons") == sea.of("enterprise", "squadrons") == 3


@pytest.mark.rule("20.5212B")
def test_squadrons_of_a_damaged_carrier_do_not_fly_and_are_not_lost():
    sea = near().ship("shokaku", place="rabaul", force=1, squadrons=3, condition=Condition.DAMAGED)
    sea.ship("zuiho", place="rabaul", force=1, squadrons=2)
    sea.call(air_strikes.lose_naval, Side.AXIS, 2)
    assert sea.of("shokaku", "squadrons") == 3 and sea.of("zuiho", "squadrons") == 0


# --- air combat (21.5398B, E) ----------------------------------------------------------------------------------------


@pytest.mark.rule("21.5398E")
@pytest.mark.parametrize(
    "dice, drms, bonus, total",
    [
        ((3, 4), (0, 0), 0, 7),
        ((3, 4), (2, 1), 0, 6),
        ((3, 4), (1, 3), 1, 10),
        ((1, 1), (3, 0), 0, 2),
        ((6, 6), (0, 2), 1, 12),
    ],
)
def test_air_combat_is_looked_up_by_squadrons_and_dice(dice, drms, bonus, total):
    """What the airmen of either side are worth counts for and against; below two is two, above twelve twelve."""
    sea = near()
    us, japan = drms
    sea.book.air_drm[Nation.US], sea.book.air_drm[Nation.JAPAN] = us, japan
    result = sea.dice(*dice).call(air_strikes.air_combat, Side.AXIS, 4, bonus)
    out, back = int(sea.book.air_out[4, total]), int(sea.book.air_back[4, total])
    assert result == out + 10 * back and sea.events[1].tolist()[:4] == [Event.AIR_COMBAT, Side.AXIS, out, back]


@pytest.mark.rule("20.51")
@pytest.mark.parametrize("scenario, first_of_1943", [("night_express", 4), ("raiders_long", 15)])
def test_american_airmen_are_better_from_1943_on(scenario, first_of_1943):
    """The turns are seasons, from Summer 1942 on and from Fall 1939 on; nobody else's airmen learn."""
    for turn in range(1, int(Sea(scenario).book.last_turn) + 1):
        sea = Sea(scenario, turn=turn)
        drms = [sea.call(air.airmen_of, nation) - sea.book.air_drm[nation] for nation in Nation]
        assert drms == [int(nation == Nation.US and turn >= first_of_1943) for nation in Nation]


@pytest.mark.rule("20.51", "21.5398E")
def test_a_strike_and_a_fight_of_squadrons_are_better_with_better_airmen():
    for turn, total in ((3, 7), (4, 6)):
        sea = near()
        sea.game.turn = turn
        sea.dice(3, 4).call(air_strikes.air_combat, Side.AXIS, 4, 0)
        assert sea.events[1][2] == sea.book.air_out[4, total] and sea.events[1][3] == sea.book.air_back[4, total]
        assert sea.call(air_strikes.air_drm_of, Side.ALLIES) == 2 + int(turn == 4)


@pytest.mark.rule("21.5398E")
def test_more_than_twenty_squadrons_count_as_twenty():
    results = [near().dice(6, 5).call(air_strikes.air_combat, Side.AXIS, count, 0) for count in (19, 20, 21, 30)]
    assert results[0] != results[1] == results[2] == results[3]


def counterair(count=3, planes=4, grounded=1, ours=(0, 0), theirs=(0, 0)):
    """So many squadrons of Japan's carriers attack those of bases of the US; what either does, is given."""
    sea = near(power=Side.AXIS, step=20, striking=[9, 5], planes=[planes, 7], grounded=[grounded, 7])
    sea.ship("zuikaku", place="rabaul", force=1, squadrons=3)
    sea.game.airbase[number("guadalcanal")] = sea.game.flown[number("guadalcanal")] = 9
    sea.game.supporting[number("guadalcanal")] = planes
    sea.game.control[number("guadalcanal")] = Side.ALLIES
    sea.book.hexes[number("guadalcanal"), sea.game.raiding] = 0
    sea.book.air_drm[:] = 0
    sea.book.air_out[:], sea.book.air_back[:] = 99, 99
    for row, (out, back) in ((count, ours), (planes - grounded, theirs)):
        sea.book.air_out[row, 7 if row == count else 8], sea.book.air_back[row, 7 if row == count else 8] = out, back
    sea.dice(3, 4, 4, 4).call(air_strikes.take_counterair, Option.COUNT_0 + count)
    return sea


@pytest.mark.rule("21.5398B")
@pytest.mark.parametrize(
    "ours, theirs, planes, grounded, striking, aboard",
    [
        ((1, 0), (0, 0), 6, 2, 5, 6),
        ((0, 2), (0, 0), 7, 4, 5, 6),
        ((2, 9), (0, 0), 5, 5, 5, 6),  # no more are driven off than there are
        ((9, 0), (0, 0), 2, 2, 5, 6),  # nor shot down than fly
        ((0, 0), (1, 0), 7, 2, 4, 5),
        ((0, 0), (0, 1), 7, 2, 4, 6),
        ((0, 0), (1, 1), 7, 2, 3, 5),
        ((0, 0), (3, 9), 7, 2, 2, 3),
        ((0, 0), (9, 0), 7, 2, 2, 3),
    ],
)
def test_squadrons_of_carriers_and_of_bases_shoot_down_and_drive_off(ours, theirs, planes, grounded, striking, aboard):
    """Three squadrons attack seven of which two have been driven off: five fly."""
    sea = counterair(3, 7, 2, ours, theirs)
    assert (sea.game.planes[0], sea.game.grounded[0], sea.game.striking[1]) == (planes, grounded, striking)
    assert sea.of("shokaku", "squadrons") + sea.of("zuikaku", "squadrons") == aboard and sea.game.step == 21
    assert sea.game.airbase[number("guadalcanal")] == 9 - (7 - planes)
    assert (sea.game.planes[1], sea.game.grounded[1], sea.game.striking[0]) == (7, 7, 9)


@pytest.mark.rule("21.5398B")
def test_squadrons_that_do_not_fly_do_not_fight_back():
    sea = counterair(3, 2, 2, (0, 0), (9, 0))
    assert sea.told == [Event.AIR_COMBAT] and sea.game.striking[1] == 5
    sea = counterair(0)
    assert sea.told == [] and sea.game.step == 21 and sea.game.striking[1] == 5


@pytest.mark.rule("21.5398B", "21.5398C")
@pytest.mark.parametrize("mask_rule, fields, most", [
    (air_strikes.mask_cap, {}, 3), (air_strikes.mask_counterair, {"striking": [9, 2]}, 2),
    (air_strikes.mask_cover, {"planes": [9, 5], "grounded": [9, 1]}, 4),
    (air_strikes.mask_counterair, {"striking": [2, 12]}, 9),
])  # fmt: skip
def test_any_number_of_squadrons_up_to_nine(mask_rule, fields, most):
    mask = near(power=Side.AXIS, **fields).mask(mask_rule)
    assert np.flatnonzero(mask).tolist() == [*range(Option.COUNT_0, Option.COUNT_0 + most + 1)]


@pytest.mark.rule("21.5398C")
def test_squadrons_of_bases_that_do_not_cover_strike():
    sea = near(power=Side.AXIS, step=20, planes=[9, 6], grounded=[9, 1], covering=[7, 7], land_striking=[7, 7])
    sea.call(air_strikes.take_cover, Option.COUNT_2)
    assert sea.game.covering.tolist() == [7, 2] and sea.game.land_striking.tolist() == [7, 3] and sea.game.step == 21


@pytest.mark.rule("21.5398B")
def test_how_many_patrol_is_kept_until_both_have_chosen():
    sea = near(power=Side.AXIS, step=20)
    sea.call(air_strikes.take_cap, Option.COUNT_2)
    assert sea.game.cap.tolist() == [0, 3] and sea.game.step == 21 and sea.told == []


# --- strikes (21.5398E) ----------------------------------------------------------------------------------------------


def flying_in(out_of_patrols=(0, 0), out_of_strike=(0, 0), guns=(0, 0), meeting=1, striking=3, of_bases=2):
    """Japan's squadrons fly at ships of the US; what each side and the guns do, is given."""
    sea = near(striking=[8, striking], land_striking=[8, of_bases], planes=[3, of_bases], flown=(of_bases, 0, 0, 0))
    sea.game.patrolling[:], sea.game.covering[:] = [meeting, 8], [meeting, 8]
    sea.game.airbase[number("guadalcanal")] = sea.game.flown[number("guadalcanal")] = 4
    sea.book.hexes[number("guadalcanal"), sea.game.raiding] = 3
    sea.ship("noumea_flotilla_1", place="noumea", force=3, lights=3).call(battle_rounds.line_up)
    sea.book.air_drm[:], sea.book.air_out[:], sea.book.air_back[:] = 0, 99, 99
    row = striking + of_bases
    sea.book.air_out[row, 7], sea.book.air_back[row, 7] = out_of_patrols
    sea.book.air_out[2 * meeting, 8], sea.book.air_back[2 * meeting, 8] = out_of_strike
    sea.book.shot_down[:], sea.book.turned_back[:] = 99, 99
    level = sea.call(air.air_defense_level, Side.ALLIES)
    sea.book.shot_down[level, 5], sea.book.turned_back[level, 5] = guns
    dice = (3, 4, 3, 4) if meeting and row else ()  # the patrols have one more for want of surprise
    sea.dice(*dice, 2, 3).call(air_strikes.fly_in, Side.AXIS)
    return sea


@pytest.mark.rule("21.5398E")
@pytest.mark.parametrize(
    "given, arrived, patrols",
    [
        ({}, 5, 2),
        ({"out_of_patrols": (1, 0)}, 5, 1),
        ({"out_of_patrols": (0, 1)}, 5, 1),
        ({"out_of_patrols": (1, 1)}, 5, 0),
        ({"out_of_strike": (1, 1)}, 3, 2),
        ({"guns": (1, 2)}, 2, 2),
        ({"out_of_strike": (2, 0), "guns": (1, 0)}, 2, 2),
        ({"meeting": 0, "guns": (0, 1)}, 4, 0),
        ({"out_of_strike": (5, 0)}, 0, 2),
    ],
)
def test_what_is_left_of_a_strike_after_patrols_and_guns(given, arrived, patrols):
    sea = flying_in(**given)
    assert sea.game.arrived == arrived
    assert sea.game.patrolling[0] + sea.game.covering[0] == patrols
    assert (Event.AIR_COMBAT in sea.told) == (given.get("meeting", 1) > 0)
    assert (Event.GUNS in sea.told) == (given.get("out_of_strike") != (5, 0))


@pytest.mark.rule("21.5398E")
def test_who_does_not_strike_meets_nothing():
    sea = near(patrolling=[2, 0])
    sea.call(air_strikes.fly_in, Side.AXIS)
    assert sea.told == [] and sea.game.arrived == 0


def over_the_enemy(**fields):
    """Squadrons of Japan are over three ships and destroyers of the US."""
    sea = near(power=Side.AXIS, **fields).ship("south_dakota", "pacific_cruiser_1", place="noumea", force=1)
    sea.ship("noumea_flotilla_1", place="noumea", force=3)
    sea.call(battle_rounds.line_up)
    return sea


@pytest.mark.rule("21.5398E", "20.58B")
def test_each_ship_is_given_squadrons_once_and_the_light_ships_as_a_group():
    sea = over_the_enemy(arrived=3)

    def targets():
        mask = sea.mask(air_strikes.mask_strike_at)
        assert mask[Option.DONE]
        return {unit.id for unit in NAMES.units if mask[FIRST_UNIT + unit.number]}, int(mask[Option.LIGHT])

    assert targets() == ({"south_dakota", "enterprise"}, 1)
    sea.game.assigned[number("south_dakota")], sea.game.at_light = 1, 1
    assert targets() == ({"enterprise"}, 0)


@pytest.mark.rule("20.58B")
@pytest.mark.parametrize("factors, may", [(0, 0), (1, 1), (2, 1)])
def test_light_ships_are_a_target_down_to_their_last_factor(factors, may):
    sea = near(power=Side.AXIS, arrived=1).ship("noumea_flotilla_1", place="noumea", force=factors)
    sea.call(battle_rounds.line_up)
    assert sea.mask(air_strikes.mask_strike_at)[Option.LIGHT] == may


@pytest.mark.rule("21.5398E")
@pytest.mark.parametrize("arrived, most", [(2, 2), (9, 9), (12, 9)])
def test_a_target_is_given_any_number_of_squadrons_but_none(arrived, most):
    mask = over_the_enemy(arrived=arrived).mask(air.mask_strike_with)
    assert np.flatnonzero(mask).tolist() == [*range(Option.COUNT_1, Option.COUNT_1 + most)]


@pytest.mark.rule("21.5398E")
@pytest.mark.parametrize("target", ["south_dakota", Option.LIGHT])
def test_the_last_squadron_needs_no_number(target):
    sea = over_the_enemy(arrived=1, cursor=NOBODY)
    sea.call(air_strikes.take_strike_at, FIRST_UNIT + number(target) if isinstance(target, str) else target)
    assert sea.game.arrived == 0 and sea.game.cursor == NOBODY
    assert (sea.of("south_dakota", "assigned"), sea.game.at_light) == ((1, 0) if isinstance(target, str) else (0, 1))
    sea = over_the_enemy(arrived=2, cursor=NOBODY)
    sea.call(air_strikes.take_strike_at, FIRST_UNIT + number(target) if isinstance(target, str) else target)
    assert sea.game.cursor == (number(target) if isinstance(target, str) else UNITS) and sea.game.arrived == 2


@pytest.mark.rule("20.51.air_modifiers")
@pytest.mark.parametrize("drm, airmen, total", [(0, 0, 8), (2, 0, 6), (0, 3, 11), (1, 1, 8)])
def test_bombs_on_light_ships_take_off_their_modifier(drm, airmen, total):
    """Seven on the dice, one at sea."""
    sea = over_the_enemy(at_light=2, striking=[0, 2])
    sea.book.drm[:], sea.book.air_drm[:], sea.book.hits_by_air[:] = drm, 0, 0
    sea.book.air_drm[Nation.JAPAN] = airmen
    sea.book.hits_by_air[2, total] = 2
    sea.dice(3, 4).call(air_strikes.bomb, Side.AXIS)
    assert sea.events[1].tolist()[:4] == [Event.BOMBS_ON_LIGHT, Side.AXIS, Side.ALLIES, 2]
    assert sea.game.at_light == 0


@pytest.mark.rule("20.525", "20.5241A")
def test_a_natural_twelve_of_a_strike_may_be_critical():
    """South Dakota, of three factors: a die above three."""
    for dice, state in (((6, 6, 4), Condition.DAMAGED), ((6, 6, 3), Condition.SOUND), ((6, 5), Condition.SOUND)):
        sea = over_the_enemy()
        sea.game.assigned[number("south_dakota")] = 1
        sea.book.hits_by_air[:], sea.book.factors[number("south_dakota")] = 0, 3
        sea.dice(*dice).call(air_strikes.bomb, Side.AXIS)
        assert sea.condition("south_dakota") == state
        assert sea.of("south_dakota", "line") == (Line.SCREENED if state else Line.CAPITAL)


# --- aircraft in invasions (21.517D, F) ------------------------------------------------------------------------------


def supported(hexes=3, squadrons=3, flown=1, **fields):
    """An invasion of Guadalcanal, with squadrons at Bougainville that may support it or cover the defenders."""
    sea = near(
        (hexes, 9, 9, 9), (squadrons, 0, 0, 0), (flown, 0, 0, 0), **{"side": Side.AXIS, "power": Side.AXIS, **fields}
    )
    sea.book.options = 1 << Switch.CARRIERS
    return sea


@pytest.mark.rule("21.517D")
@pytest.mark.parametrize("change, may", [({}, True), ({"hexes": ground_attacks.SUPPORT_RANGE}, True),
                                         ({"hexes": ground_attacks.SUPPORT_RANGE + 1}, False),
                                         ({"flown": 3}, False), ({"flown": 2}, True)])  # fmt: skip
def test_bases_whose_squadrons_support_an_invasion(change, may):
    sea = supported(**change)
    assert bool(sea.call(ground_attacks.may_support, "bougainville", Side.AXIS)) == may
    assert not sea.call(ground_attacks.may_support, "bougainville", Side.ALLIES)
    ready = 3 - change.get("flown", 1)
    assert sea.call(ground_attacks.squadrons_in_range, Side.AXIS) == (ready if may else 0)
    allowed = np.flatnonzero(sea.mask(ground_attacks.mask_support)).tolist()
    assert allowed == [int(Option.DONE), FIRST_PLACE + number("bougainville")][: 1 + may]
    sea.book.options = 0
    assert not sea.call(ground_attacks.may_support, "bougainville", Side.AXIS)


@pytest.mark.house_rule
@pytest.mark.parametrize("field", ["unsupplied", "cut_off"])
def test_squadrons_of_a_base_without_supply_support_neither_side(field):
    sea = supported()
    sea.game[field][number("bougainville")] = 1
    assert not sea.call(ground_attacks.may_support, "bougainville", Side.AXIS)


@pytest.mark.rule("21.517D")
@pytest.mark.parametrize("power, of_enemy", [(Side.AXIS, 0), (Side.ALLIES, 1)])
def test_all_squadrons_of_a_base_fly(power, of_enemy):
    sea = supported(power=power, supporting=0, step=7)
    sea.call(ground_attacks.take_support, FIRST_PLACE + number("bougainville"))
    assert of_bases(sea, "supporting") == [2, 0, 0, 0] and of_bases(sea, "flown") == [3, 0, 0, 0]
    assert sea.events[1].tolist()[:4] == [Event.FLIES, number("bougainville"), 2, of_enemy] and sea.game.step == 7
    sea.call(ground_attacks.take_support, Option.DONE)
    assert sea.game.step == (ground_attacks.COMBAT if of_enemy else ground_attacks.COVER)


@pytest.mark.rule("21.517D", "20.5212B")
def test_squadrons_over_the_hex_are_those_of_bases_and_of_carriers_with_the_invaders():
    sea = supported(supporting=0)
    sea.game.supporting[number("bougainville")], sea.game.supporting[number("noumea")] = 2, 4
    assert sea.call(ground_attacks.flying, Side.AXIS) == 2 + 3
    assert sea.call(ground_attacks.flying, Side.ALLIES) == 4  # those of Enterprise do not cover


@pytest.mark.rule("21.517H")
@pytest.mark.parametrize("of_base, left_at_base, left_aboard", [(4, 1, 3), (2, 0, 2), (0, 0, 0)])
def test_three_squadrons_are_lost_for_a_factor_those_of_bases_first(of_base, left_at_base, left_aboard):
    sea = supported(squadrons=4, flown=4, supporting=0)
    sea.game.supporting[number("bougainville")] = of_base
    sea.call(ground_attacks.lose_squadrons, Side.AXIS)
    lost = of_base - left_at_base
    assert of_bases(sea, "supporting")[0] == left_at_base
    assert of_bases(sea, "airbase")[0] == of_bases(sea, "flown")[0] == 4 - lost
    assert sea.of("shokaku", "squadrons") == left_aboard and sea.of("enterprise", "squadrons") == 3
    assert sea.events[1].tolist()[:4] == [Event.SQUADRONS_LOST, Side.AXIS, 3, 0]


# --- what bombards (21.517C, 21.525-21.5281) -------------------------------------------------------------------------


def bombarding(**fields):
    """Guns of the invaders: a battleship of four factors, a cruiser, and destroyers of which two carry troops."""
    sea = supported(**{"most_guns": 99, "guns_lost": 0, "guns_idle": 0, **fields})
    sea.ship("mutsu", "japanese_cruiser_1", place="rabaul", force=1)
    sea.ship("rabaul_flotilla_1", place="rabaul", strength=5, force=5, carrying=2)
    sea.book.drm[:] = 1
    return sea


@pytest.mark.rule("21.525", "21.517C")
@pytest.mark.parametrize("change, guns", [({}, 9), ({"most_guns": 7}, 7), ({"guns_lost": 2}, 5),
                                          ({"guns_lost": 2, "guns_idle": 3}, 8), ({"guns_lost": 9}, 0)])  # fmt: skip
def test_naval_factors_that_bombard(change, guns):
    assert bombarding(**change).call(ground_attacks.guns) == guns


@pytest.mark.rule("21.526")
@pytest.mark.parametrize("drm, most", [(1, 3), (2, 6), (3, 9), (4, 9)])
def test_how_much_bombardment_counts_is_set_by_modifiers(drm, most):
    """Nine naval factors for a ground factor: once, twice and three times its three."""
    sea = bombarding()
    sea.book.drm[:] = drm
    assert sea.call(ground_attacks.guns_that_count, Side.AXIS, 1) == most


@pytest.mark.rule("21.5282")
@pytest.mark.parametrize(
    "ship, taken, worth, lost, idle",
    [("rabaul_flotilla_1", 1, 4, 1, 0), ("japanese_cruiser_1", 2, 3, 2, 0), ("mutsu", 1, 4, 1, 3)],
)
def test_ships_that_bombard_take_losses(ship, taken, worth, lost, idle):
    sea = bombarding(owed=4, worth_of_guns=5)
    sea.book.factors[number("mutsu")] = 4
    sea.game.force_seen[:] = sea.game.force
    sea.call(ground_attacks.take_losses, FIRST_UNIT + number(ship))
    assert (sea.game.owed, sea.game.worth_of_guns) == (4 - taken, worth)
    assert (sea.game.guns_lost, sea.game.guns_idle) == (lost, idle)
    assert sea.of(ship, "force") == sea.of(ship, "force_seen") == {"rabaul_flotilla_1": 4, "mutsu": 1}.get(ship, 0)
    assert (sea.of("mutsu", "condition") == Condition.DAMAGED) == (ship == "mutsu")


@pytest.mark.rule("20.443")
def test_escort_carriers_take_losses_and_do_not_bombard():
    sea = bombarding(owed=2, worth_of_guns=0)
    sea.book.kind[number("rabaul_flotilla_1")] = Kind.CVE
    assert sea.call(ground_attacks.may_take_loss, "rabaul_flotilla_1", Side.AXIS)
    assert not sea.call(ground_attacks.may_take_loss, "rabaul_flotilla_1", Side.ALLIES)
    assert not sea.call(ground_attacks.may_take_loss, "mutsu", Side.AXIS)
    assert sea.call(ground_attacks.escort_carriers) == 5
    sea.call(ground_attacks.take_losses, FIRST_UNIT + number("rabaul_flotilla_1"))
    assert (sea.game.owed, sea.game.worth_of_guns, sea.game.guns_lost) == (1, 0, 0)
    assert sea.of("rabaul_flotilla_1", "force") == 4


@pytest.mark.rule("21.5283")
@pytest.mark.parametrize("worth, may", [(0, set()), (1, {"mutsu", "rabaul_flotilla_1"}),
                                        (2, {"mutsu", "rabaul_flotilla_1", "japanese_cruiser_1"})])  # fmt: skip
def test_ships_take_no_more_losses_than_the_bombardment_is_worth(worth, may):
    sea = bombarding(worth_of_guns=worth)
    ships = ("mutsu", "rabaul_flotilla_1", "japanese_cruiser_1", "shokaku")
    assert {ship for ship in ships if sea.call(ground_attacks.may_take_loss, ship, Side.AXIS)} == may


@pytest.mark.rule("21.517A", "21.526")
def test_two_units_of_infantry_and_all_marines_attack():
    sea = bombarding(losses=3, carriers_lost=3, guns_lost=3, guns_idle=3, most_guns=0)
    sea.game.aboard_infantry[[number("rabaul"), number("truk")]] = 2, 1
    sea.game.aboard_marines[[number("rabaul"), number("truk")]] = 1, 2
    sea.book.ground_factors[:] = 1
    sea.call(ground_attacks.begin_attack)
    assert sea.game.attackers.tolist() == [2, 3]
    assert (sea.game.losses, sea.game.carriers_lost, sea.game.guns_lost, sea.game.guns_idle) == (0, 0, 0, 0)
    assert sea.game.most_guns == 9
    assert sea.call(ground_attacks.ground_factors) == 5
    sea.game.carriers_lost = 2
    assert sea.call(ground_attacks.ground_factors) == 3
    sea.game.carriers_lost = 7
    assert sea.call(ground_attacks.ground_factors) == 0 and sea.call(ground_attacks.attack_strength, 9) == 0


@pytest.mark.rule("21.517H")
@pytest.mark.parametrize(
    "losses, already, owed, carrying, at_stake",
    [(9, 0, 9, 9, 3), (8, 0, 8, 9, 2), (9, 1, 8, 9, 2), (9, 0, 1, 9, 1), (9, 0, 9, 2, 2), (2, 0, 2, 9, 0)],
)
def test_a_third_of_all_losses_may_fall_on_carrying_destroyers(losses, already, owed, carrying, at_stake):
    sea = bombarding(losses=losses, carriers_lost=already, owed=owed)
    sea.game.carrying[:] = 0
    sea.game.carrying[number("rabaul_flotilla_1")] = carrying
    assert sea.call(ground_attacks.destroyers_at_stake) == at_stake
    mask = sea.mask(ground_attacks.mask_carrier_losses)
    assert np.flatnonzero(mask).tolist() == [*range(Option.COUNT_0, Option.COUNT_0 + at_stake + 1)]


@pytest.mark.rule("21.517I", "21.5152")
@pytest.mark.parametrize(
    "attackers, garrison, step",
    [
        ((0, 0), 0, ground_attacks.BEATEN),
        ((1, 0), 0, ground_attacks.ASHORE),
        ((0, 1), 0, ground_attacks.ASHORE),
        ((1, 0), 1, ground_attacks.AGAIN),
        ((1, 0), 99, ground_attacks.BEATEN),
    ],
)
def test_what_follows_a_round_of_ground_combat(attackers, garrison, step):
    sea = supported(attackers=attackers)
    sea.book.ground_factors[:] = 4
    hex = number("guadalcanal")
    sea.game.infantry[hex] = sea.game.marines[hex] = 0
    sea.game.garrison[hex], sea.game.control[hex] = garrison, Side.ALLIES
    sea.call(ground_attacks.after_combat)
    assert sea.game.step == step


@pytest.mark.rule("21.517J")
@pytest.mark.parametrize("answer, step", [(Option.YES, ground_attacks.COMBAT), (Option.NO, ground_attacks.BEATEN)])
def test_invaders_attack_again_or_give_it_up(answer, step):
    sea = supported()
    sea.call(ground_attacks.take_again, answer)
    assert sea.game.step == step


@pytest.mark.rule("21.517H")
@pytest.mark.parametrize("option, kind", [(Option.INFANTRY, Ground.INFANTRY), (Option.MARINES, Ground.MARINES)])
def test_a_ground_unit_is_lost_whole(option, kind):
    sea = supported(owed=3, attackers=[2, 2])
    sea.book.ground_factors[:] = 2
    for field in ("aboard_infantry", "aboard_marines", "infantry", "marines"):
        sea.game[field][number("rabaul")] = 2
    for left in (1, 0):
        sea.call(ground_attacks.take_losses, option)
        assert sea.game.owed == left
    assert sea.game.attackers[kind] == 0 and sea.game.attackers[1 - kind] == 2
    of_kind = ("aboard_infantry", "infantry") if kind == Ground.INFANTRY else ("aboard_marines", "marines")
    for field in ("aboard_infantry", "aboard_marines", "infantry", "marines"):
        assert sea.game[field][number("rabaul")] == (0 if field in of_kind else 2), field


@pytest.mark.rule("21.517H", "21.5283")
def test_squadrons_and_ships_that_bombard_share_the_losses():
    """One of each for two that are owed, whichever is named first; a cruiser would take more than the bombardment."""
    sea = bombarding(owed=2, attackers=[0, 0], worth_of_guns=1)
    assert sea.call(ground_attacks.flying, Side.AXIS) == ground_attacks.A_FACTOR
    allowed = np.flatnonzero(sea.mask(ground_attacks.mask_losses)).tolist()
    assert allowed == sorted([Option.AIRCRAFT, *(FIRST_UNIT + number(ship) for ship in ("mutsu", "rabaul_flotilla_1"))])


@pytest.mark.rule("21.517H", "21.5282")
def test_the_only_ship_that_bombards_is_lost_rather_than_more_than_is_owed():
    sea = bombarding(owed=1, attackers=[1, 0], worth_of_guns=1)
    sea.ship("japanese_cruiser_1", "rabaul_flotilla_1", place="rabaul", force=0)
    sea.game.supporting[:] = sea.game.squadrons[:] = 0
    sea.book.ground_factors[:] = 3
    assert np.flatnonzero(sea.mask(ground_attacks.mask_losses)).tolist() == [FIRST_UNIT + number("mutsu")]


@pytest.mark.rule("20.443", "21.517H")
def test_escort_carriers_share_the_losses():
    """Two of three that are owed may be escort carriers and squadrons; one is a ship that bombards."""
    sea = bombarding(owed=3, attackers=[0, 0], worth_of_guns=1)
    sea.ship("japanese_cruiser_1", place="rabaul", force=0)
    sea.ship("rabaul_flotilla_1", place="rabaul", strength=1, force=1, carrying=0)
    sea.book.kind[number("rabaul_flotilla_1")] = Kind.CVE
    allowed = np.flatnonzero(sea.mask(ground_attacks.mask_losses)).tolist()
    assert allowed == sorted([Option.AIRCRAFT, *(FIRST_UNIT + number(ship) for ship in ("mutsu", "rabaul_flotilla_1"))])
    assert sea.call(ground_attacks.excess_after, 3, 0, 0, 0, 0, 0, 0) == 0
    assert sea.call(ground_attacks.excess_after, 4, 0, 0, 0, 0, 0, 0) == ground_combat.NOT_ENOUGH


@pytest.mark.rule("21.517H")
@pytest.mark.parametrize("infantry, marines", [(1, 0), (0, 1), (1, 1)])
def test_units_that_attack_are_named_as_losses(infantry, marines):
    """One of two factors for two that are owed; nothing else is there."""
    sea = supported(owed=2, attackers=[infantry, marines], worth_of_guns=0, supporting=0)
    sea.game.force[:] = 0
    sea.book.ground_factors[:] = 2
    mask = sea.mask(ground_attacks.mask_losses)
    assert (mask[Option.INFANTRY], mask[Option.MARINES]) == (infantry, marines) and mask.sum() == infantry + marines


@pytest.mark.rule("21.517H")
@pytest.mark.parametrize("owed", range(1, 8))
@pytest.mark.parametrize(("infantry", "marines", "planes"), [*product(range(3), repeat=3)])
def test_what_is_named_first_can_be_completed_with_the_least_excess(owed, infantry, marines, planes):
    """Infantry of three factors, marines of two and air factors, against all ways to lose some of each."""
    sea = supported(owed=owed, attackers=[infantry, marines], worth_of_guns=0, supporting=0)
    sea.game.force[:] = 0
    sea.game.supporting[number("rabaul")] = ground_attacks.A_FACTOR * planes
    sea.book.ground_factors[:, Ground.INFANTRY], sea.book.ground_factors[:, Ground.MARINES] = 3, 2
    lost = product(*(range(there + 1) for there in (infantry, marines, planes)))
    ways = [(3 * units + 2 * others + factors - owed, units, others, factors) for units, others, factors in lost]
    least = min((way[0] for way in ways if way[0] >= 0), default=None)
    best = [way for way in ways if least is None or way[0] == least]
    mask = sea.mask(ground_attacks.mask_losses)
    named = (mask[Option.INFANTRY], mask[Option.MARINES], mask[Option.AIRCRAFT])
    assert [bool(may) for may in named] == [any(way[kind] for way in best) for kind in (1, 2, 3)]
