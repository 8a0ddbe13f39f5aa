"""Effects of attacks on naval units (20.5)."""

import numpy as np
import pytest

from aw_env.games.world_at_war.records.kinds import NOWHERE, Condition, Event, Line, Nation, Side, Worth
from aw_env.games.world_at_war.rules import damage, fleet_combat
from aw_env.games.world_at_war.rules.units import is_among
from tests.world_at_war.positions import NAMES, Sea, number

TABLE = {
    1: (0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1),
    2: (0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2),
    3: (0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2),
    4: (0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 3),
    6: (0, 0, 1, 1, 1, 1, 2, 2, 2, 3, 3),
    8: (1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4),
    11: (1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 5),
    14: (2, 2, 2, 3, 3, 3, 4, 4, 5, 5, 6),
    17: (2, 2, 3, 3, 3, 4, 4, 5, 5, 6, 6),
    20: (2, 3, 3, 3, 4, 4, 5, 5, 6, 6, 7),
    23: (3, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7),
    25: (3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8),
}
"""20.51 as printed: hits on 2 to 12 by fleet factors."""


@pytest.mark.rule("20.51")
@pytest.mark.parametrize("factors", [*TABLE])
def test_the_naval_attack_table(factors):
    sea = Sea()
    assert tuple(sea.call(damage.hits_of, factors, roll) for roll in range(2, 13)) == TABLE[factors]


@pytest.mark.rule("20.51")
def test_a_roll_below_two_is_two_and_one_above_twelve_twelve():
    sea = Sea()
    assert sea.call(damage.hits_of, 7, -1) == 1 and sea.call(damage.hits_of, 25, 15) == 8


@pytest.mark.rule("20.511A", "20.52")
def test_a_named_ship_adds_up_hits_and_goes_whole():
    sea = Sea().ship("bismarck")
    sea.call(damage.take_hits, "bismarck", 2, 0)
    assert sea.condition("bismarck") == Condition.SOUND and sea.of("bismarck", "strength") == 4
    sea.call(damage.take_hits, "bismarck", 2, 0)
    assert sea.condition("bismarck") == Condition.LOST


@pytest.mark.rule("20.5211", "20.5211A")
@pytest.mark.parametrize("ship, hits", [("graf_spee", 1), ("hood", 2), ("bismarck", 3)])
def test_hits_one_less_than_her_size_damage_a_ship(ship, hits):
    sea = Sea().ship(ship)
    sea.call(damage.take_hits, ship, hits - 1, 0)
    assert sea.condition(ship) == Condition.SOUND
    sea = Sea().ship(ship)
    sea.call(damage.take_hits, ship, hits, 0)
    assert sea.condition(ship) == Condition.DAMAGED


@pytest.mark.rule("20.5213", "20.5213A")
@pytest.mark.parametrize("ship, hits", [("graf_spee", 2), ("hood", 3), ("bismarck", 4), ("bismarck", 7)])
def test_hits_of_her_size_sink_a_sound_ship(ship, hits):
    sea = Sea().ship(ship)
    sea.call(damage.take_hits, ship, hits, 0)
    assert sea.condition(ship) == Condition.LOST


@pytest.mark.rule("20.5212D", "20.5213B")
def test_any_further_hit_sinks_a_damaged_ship():
    sea = Sea().ship("bismarck", condition=Condition.DAMAGED)
    sea.call(damage.take_hits, "bismarck", 0, 0)
    assert sea.condition("bismarck") == Condition.DAMAGED
    sea.call(damage.take_hits, "bismarck", 1, 0)
    assert sea.condition("bismarck") == Condition.LOST


@pytest.mark.rule("20.5231B")
def test_hits_beyond_those_that_damage_sink():
    sea = Sea().ship("hood")
    sea.call(damage.take_hits, "hood", 2, 0)
    sea.call(damage.take_hits, "hood", 1, 0)
    assert sea.condition("hood") == Condition.LOST


@pytest.mark.rule("20.5214")
def test_a_ship_sunk_at_sea_is_out_of_play():
    sea = Sea().ship("hood")
    sea.call(damage.take_hits, "hood", 3, 0)
    assert sea.of("hood", "place") == -1 and Event.SINKS in sea.told


@pytest.mark.rule("20.523A", "20.523B")
def test_hits_at_sea_accumulate():
    sea = Sea().ship("bismarck")
    for hits in (1, 1):
        sea.call(damage.take_hits, "bismarck", hits, 0)
    assert sea.of("bismarck", "hits") == 2 and sea.condition("bismarck") == Condition.SOUND
    sea.call(damage.take_hits, "bismarck", 1, 0)
    assert sea.condition("bismarck") == Condition.DAMAGED


@pytest.mark.rule("20.527")
def test_hits_beyond_sinking_are_disregarded():
    sea = Sea().ship("graf_spee")
    sea.call(damage.take_hits, "graf_spee", 6, 0)
    assert sea.game.points.tolist() == [2 * int(sea.book.worth[Worth.AXIS_FACTOR]), 0]


# --- critical hits (20.524) --------------------------------------------------------------------------------


@pytest.mark.rule("20.524", "20.5211B")
@pytest.mark.parametrize("die, critical", [(4, False), (5, True), (6, True)])
def test_a_die_above_her_size_is_a_critical_hit_and_damages(die, critical):
    sea = Sea().ship("bismarck").dice(die)
    sea.call(damage.take_hits, "bismarck", 0, 1)
    assert sea.condition("bismarck") == (Condition.DAMAGED if critical else Condition.SOUND)


@pytest.mark.rule("20.526A")
def test_a_critical_hit_damages_an_undamaged_ship():
    sea = Sea().ship("graf_spee").dice(3)
    sea.call(damage.take_hits, "graf_spee", 0, 1)
    assert sea.condition("graf_spee") == Condition.DAMAGED


@pytest.mark.rule("20.526B", "20.5213C")
def test_a_critical_hit_sinks_a_damaged_ship():
    sea = Sea().ship("bismarck", condition=Condition.DAMAGED).dice(5)
    sea.call(damage.take_hits, "bismarck", 0, 1)
    assert sea.condition("bismarck") == Condition.LOST


@pytest.mark.rule("20.526")
def test_a_critical_hit_comes_on_top_of_the_hits():
    sea = Sea().ship("bismarck").dice(6)
    sea.call(damage.take_hits, "bismarck", 3, 1)
    assert sea.condition("bismarck") == Condition.LOST


@pytest.mark.rule("20.5241A")
@pytest.mark.parametrize("dice, modifier, twelves", [((6, 6), -9, 1), ((6, 5), 5, 0), ((6, 6), 5, 1)])
def test_a_critical_hit_takes_a_natural_twelve_whatever_the_modifiers(dice, modifier, twelves):
    sea = Sea().ship("bismarck", line=Line.CAPITAL).dice(*dice)
    sea.call(fleet_combat.fire_at_ship, 1, modifier, "hood", "bismarck", False)
    assert sea.of("bismarck", "twelves") == twelves


@pytest.mark.rule("20.525")
def test_one_critical_hit_an_attack():
    sea = Sea().ship("bismarck").dice(6, 6)
    sea.call(damage.take_hits, "bismarck", 0, 1)
    assert sea.condition("bismarck") == Condition.DAMAGED and sea.game.scripted_used == 1


@pytest.mark.rule("20.528")
def test_no_critical_hit_is_rolled_for_a_cruiser():
    sea = Sea().ship("german_cruiser_1").dice(6)
    sea.call(damage.take_hits, "german_cruiser_1", 0, 1)
    assert sea.condition("german_cruiser_1") == Condition.SOUND and sea.game.scripted_used == 0


# --- in port (20.522) --------------------------------------------------------------------------------------


def in_port(ship, hits, twelve=False, dice=(), **state):
    """What an attack in port does to a ship."""
    sea = Sea().ship(ship, place="scapa_flow", **state).dice(*dice)
    sea.call(damage.take_hits_in_port, ship, hits, twelve)
    return sea


@pytest.mark.rule("20.523C")
def test_hits_in_port_that_do_not_damage_are_repaired_at_once():
    """The Nevada, of three factors, takes one hit."""
    sea = in_port("hood", 1)
    assert sea.condition("hood") == Condition.SOUND and sea.of("hood", "hits") == 0


@pytest.mark.rule("20.5221", "20.5221A")
def test_one_hit_less_than_her_size_damages_in_port():
    assert in_port("hood", 2).condition("hood") == Condition.DAMAGED


@pytest.mark.rule("20.5221B")
def test_a_critical_hit_damages_in_port():
    assert in_port("hood", 0, True, [4]).condition("hood") == Condition.DAMAGED


@pytest.mark.rule("20.5223", "20.5223A")
def test_hits_of_her_size_sink_in_port():
    sea = in_port("hood", 3, dice=[1])
    assert sea.condition("hood") == Condition.SUNK_IN_PORT and sea.of("hood", "place") == number("scapa_flow")


@pytest.mark.rule("20.5222A", "20.5223B")
def test_a_further_hit_sinks_a_ship_damaged_in_port():
    assert in_port("hood", 1, dice=[1], condition=Condition.DAMAGED).condition("hood") == Condition.SUNK_IN_PORT


@pytest.mark.rule("20.5223C", "20.526C")
def test_a_critical_hit_sinks_a_ship_damaged_in_port():
    sea = in_port("hood", 0, True, [4], condition=Condition.DAMAGED)
    assert sea.condition("hood") == Condition.SUNK_IN_PORT and sea.game.scripted_used == 1


@pytest.mark.rule("20.5224A", "20.5241B")
def test_a_critical_hit_is_rolled_for_at_once_when_she_is_sunk_in_port():
    assert in_port("hood", 3, dice=[3]).condition("hood") == Condition.SUNK_IN_PORT
    assert in_port("hood", 3, dice=[4]).condition("hood") == Condition.LOST


@pytest.mark.rule("20.5225", "20.5226")
def test_sunk_in_port_and_a_critical_hit_is_destroyed():
    sea = in_port("hood", 3, dice=[4])
    assert sea.condition("hood") == Condition.LOST and sea.of("hood", "place") == -1


@pytest.mark.rule("20.5242")
def test_one_is_added_for_each_hit_beyond_sinking_in_port():
    assert in_port("hood", 4, dice=[3]).condition("hood") == Condition.LOST
    assert in_port("hood", 2, dice=[3], condition=Condition.DAMAGED).condition("hood") == Condition.LOST


@pytest.mark.rule("20.525")
def test_sunk_in_port_by_a_twelve_is_one_critical_roll():
    """An American battleship sunk in port with a roll of 12 is subject to only one critical hit roll."""
    sea = in_port("warspite", 3, True, [1, 6])
    assert sea.condition("warspite") == Condition.SUNK_IN_PORT and sea.game.scripted_used == 1


@pytest.mark.rule("20.526D")
def test_a_critical_hit_destroys_a_ship_sunk_in_port():
    assert in_port("hood", 0, True, [4], condition=Condition.SUNK_IN_PORT).condition("hood") == Condition.LOST


@pytest.mark.rule("20.523C")
def test_a_ship_sunk_in_port_is_destroyed_by_hits_that_would_damage_her():
    assert in_port("hood", 1, condition=Condition.SUNK_IN_PORT).condition("hood") == Condition.SUNK_IN_PORT
    assert in_port("hood", 2, condition=Condition.SUNK_IN_PORT).condition("hood") == Condition.LOST


# --- light ships (20.53-20.57) -----------------------------------------------------------------------------

CRUISERS = [unit.id for unit in NAMES.units if unit.id.startswith("british_cruiser")]


def light_force(cruisers, destroyers, row="scapa_destroyers"):
    """British light ships in a battle."""
    sea = Sea().ship(*CRUISERS[:cruisers], line=Line.LIGHT)
    return sea.ship(row, lights=destroyers, strength=destroyers)


def losses(sea, hits):
    """(cruisers damaged, cruisers sunk, one-factor ships sunk) by so many hits."""
    before = sea.of("scapa_destroyers", "lights")
    sea.call(damage.hit_light_ships, Side.ALLIES, hits)
    conditions = [sea.condition(id) for id in CRUISERS]
    found = [conditions.count(one) for one in (Condition.DAMAGED, Condition.LOST)]
    return (*found, before - sea.of("scapa_destroyers", "lights"))


@pytest.mark.rule("20.551")
@pytest.mark.parametrize(
    "hits, lost",
    [(1, (1, 0, 0)), (2, (0, 1, 0)), (3, (0, 1, 1)), (4, (0, 1, 2)), (5, (1, 1, 2)), (6, (0, 2, 2)), (9, (1, 2, 4))],
)
def test_hits_on_a_mixed_force_in_cycles_of_four(hits, lost):
    assert losses(light_force(3, 6), hits) == lost


@pytest.mark.rule("20.551")
def test_undamaged_cruisers_are_hit_first():
    sea = light_force(2, 4)
    sea.game.condition[number(CRUISERS[0])] = Condition.DAMAGED
    assert losses(sea, 1) == (2, 0, 0)


@pytest.mark.rule("20.532", "20.53")
@pytest.mark.parametrize("hits, lost", [(1, (1, 0, 0)), (2, (0, 1, 0)), (3, (1, 1, 0)), (4, (0, 2, 0))])
def test_of_cruisers_alone_two_hits_sink_one_and_an_odd_one_damages(hits, lost):
    assert losses(light_force(3, 0), hits) == lost


@pytest.mark.rule("20.532")
def test_an_odd_hit_sinks_a_damaged_cruiser_only_where_no_sound_one_is_left():
    sea = light_force(2, 0)
    for id in CRUISERS[:2]:
        sea.game.condition[number(id)] = Condition.DAMAGED
    assert losses(sea, 1) == (1, 1, 0)


@pytest.mark.rule("20.533", "20.511B")
def test_a_cruiser_is_damaged_by_one_hit_and_sunk_by_the_next():
    sea = light_force(1, 0)
    assert losses(sea, 1) == (1, 0, 0)
    assert losses(sea, 1) == (0, 1, 0)


@pytest.mark.rule("20.531")
def test_a_cruiser_is_a_named_ship_of_two_factors():
    sea = Sea().ship(CRUISERS[0])
    sea.call(damage.take_hits, CRUISERS[0], 1, 0)
    assert sea.condition(CRUISERS[0]) == Condition.DAMAGED
    sea.call(damage.take_hits, CRUISERS[0], 1, 0)
    assert sea.condition(CRUISERS[0]) == Condition.LOST


@pytest.mark.rule("20.541", "20.511C")
def test_destroyers_go_factor_by_factor():
    sea = light_force(0, 5)
    assert losses(sea, 3) == (0, 0, 3) and sea.of("scapa_destroyers", "strength") == 2


@pytest.mark.rule("20.56")
def test_hits_beyond_the_number_of_factors_are_ignored():
    assert losses(light_force(1, 2), 9) == (0, 1, 2)


@pytest.mark.rule("20.57")
def test_nations_share_losses_equally():
    sea = light_force(0, 4).ship("american_destroyers", lights=4, strength=4)
    sea.call(damage.hit_light_ships, Side.ALLIES, 4)
    assert (sea.of("scapa_destroyers", "lights"), sea.of("american_destroyers", "lights")) == (2, 2)


@pytest.mark.rule("20.57", "20.552")
@pytest.mark.parametrize("british, american, left", [(5, 3, (3, 2)), (3, 5, (2, 3)), (1, 6, (0, 4))])
def test_what_cannot_be_divided_falls_on_the_larger_part(british, american, left):
    sea = light_force(0, british).ship("american_destroyers", lights=american, strength=american)
    sea.call(damage.hit_light_ships, Side.ALLIES, 3)
    assert (sea.of("scapa_destroyers", "lights"), sea.of("american_destroyers", "lights")) == left


@pytest.mark.rule("20.57")
def test_of_equal_parts_the_lower_modifier_takes_the_remnant():
    sea = light_force(0, 3).ship("american_destroyers", lights=3, strength=3)
    sea.book.drm[Nation.US] = 1
    sea.call(damage.hit_light_ships, Side.ALLIES, 1)
    assert (sea.of("scapa_destroyers", "lights"), sea.of("american_destroyers", "lights")) == (3, 2)


@pytest.mark.rule("20.12B")
def test_heavy_ships_are_capital_ships_and_fast_carriers():
    sea = Sea()
    heavy = {unit.id for unit in NAMES.units if sea.call(damage.is_heavy, unit.id)}
    assert {"bismarck", "hood", "ark_royal", "wasp"} <= heavy
    assert not heavy & {"german_cruiser_1", "scapa_destroyers", "escort_carriers"}


@pytest.mark.rule("20.52")
def test_whether_units_are_sound_or_afloat_is_the_same_one_by_one_and_eight_at_a_time():
    sea, draws = Sea(), np.random.default_rng(0)
    units = len(sea.game.place)
    sea.game.place[:] = draws.choice([NOWHERE, 0, 3], units)
    sea.game.condition[:] = draws.choice([*Condition], units)
    for at_once, alone in ((damage.sound_ones, damage.is_sound), (damage.afloat_ones, damage.is_afloat)):
        eights = [sea.call(at_once, k) for k in range(units // 8)]
        told = [sea.call(is_among, eights[unit >> 3], unit) for unit in range(units)]
        assert told == [sea.call(alone, unit) for unit in range(units)] and 0 < sum(told) < units
