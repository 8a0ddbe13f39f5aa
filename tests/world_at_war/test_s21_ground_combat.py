"""Ground combat of invasions and shore bombardment, function by function (21.517, 21.52, 20.442)."""

import pytest

from aw_env.games.world_at_war.records.kinds import GroundResult
from aw_env.games.world_at_war.rules import bombardment, ground_combat
from tests.world_at_war.positions import Sea

A, LOSES, EX, EX1, EX2, DEARLY, D = GroundResult
RESULTS = {
    1: (A, LOSES, EX, EX1, EX2, DEARLY),
    2: (LOSES, EX, EX1, EX2, DEARLY, D),
    3: (EX, EX1, EX2, DEARLY, D, D),
    4: (EX1, EX2, DEARLY, D, D, D),
    5: (EX2, DEARLY, D, D, D, D),
}
"""Ground combat by odds, for a die of 1 to 6."""


def call(rule, *given):
    """What a rule says that needs no position."""
    return Sea().call(rule, *given)


@pytest.mark.rule("21.517G")
@pytest.mark.parametrize("odds", [*RESULTS])
def test_the_ground_combat_table(odds):
    sea = Sea()
    assert tuple(sea.call(ground_combat.result_of, odds, die) for die in range(1, 7)) == RESULTS[odds]


@pytest.mark.rule("21.517G")
@pytest.mark.parametrize("result", [*GroundResult])
def test_an_exchange_or_better_eliminates_the_defenders(result):
    assert call(ground_combat.takes_defenders, result) == (result not in (A, LOSES))


@pytest.mark.rule("21.517G")
@pytest.mark.parametrize("result, lost", [(LOSES, 12), (EX, 12), (EX1, 8), (EX2, 4), (DEARLY, 2), (D, 0)])
def test_what_a_result_costs_the_attacker(result, lost):
    """Four printed factors defend three times as strong."""
    assert call(ground_combat.attacker_owes, result, 4, 3) == lost


@pytest.mark.rule("21.517G")
def test_an_exchange_is_never_cheaper_than_the_printed_factors():
    assert call(ground_combat.attacker_owes, EX2, 4, 2) == 4


@pytest.mark.rule("21.517E")
@pytest.mark.parametrize("marines, attacking, dm", [(0, 6, 3), (2, 6, 3), (3, 6, 2), (6, 6, 2), (2, 5, 3)])
def test_defenders_are_stronger_unless_half_of_the_invaders_are_marines(marines, attacking, dm):
    assert call(ground_combat.dm_of, marines, attacking, 0) == dm


@pytest.mark.rule("21.517E")
def test_other_terrain_of_the_hex_helps_the_defenders_too():
    assert call(ground_combat.dm_of, 0, 6, 1) == 4 and call(ground_combat.dm_of, 6, 6, 1) == 3


@pytest.mark.rule("21.5152")
@pytest.mark.parametrize("attack, defense, odds", [(5, 6, 0), (6, 6, 1), (11, 6, 1), (12, 6, 2), (99, 6, 5)])
def test_odds_are_rounded_down_and_below_one_to_one_nobody_invades(attack, defense, odds):
    assert call(ground_combat.odds_of, attack, defense) == odds


# --- shore bombardment (21.525-21.527) ---------------------------------------------------------------------


def bombard(low=0, middle=0, high=0, ground=1):
    """Combat factors that naval factors of the three classes add to so many ground factors."""
    return call(bombardment.bombardment, call(bombardment.naval_factors_that_count, low, middle, high, ground))


@pytest.mark.rule("21.525")
@pytest.mark.parametrize("naval, added", [(2, 0), (3, 1), (5, 1), (6, 2), (9, 3)])
def test_three_naval_factors_add_a_combat_factor(naval, added):
    assert bombard(middle=naval, ground=5) == added


@pytest.mark.rule("21.526", "21.526A")
@pytest.mark.parametrize("naval, added", [(9, 3), (12, 3), (99, 3)])
def test_a_modifier_of_one_adds_as_much_as_the_ground_factors(naval, added):
    assert bombard(low=naval, ground=3) == added


@pytest.mark.rule("21.526B")
@pytest.mark.parametrize("naval, added", [(9, 3), (18, 6), (21, 6)])
def test_a_modifier_of_two_adds_twice_as_much(naval, added):
    assert bombard(middle=naval, ground=3) == added


@pytest.mark.rule("21.526C")
@pytest.mark.parametrize("naval, added", [(18, 6), (27, 9), (30, 9)])
def test_a_modifier_of_three_adds_three_times_as_much(naval, added):
    assert bombard(high=naval, ground=3) == added


@pytest.mark.rule("21.526D")
def test_mixed_modifiers_are_limited_class_by_class():
    assert bombard(low=12, middle=12, ground=3) == 3 + 3
    assert bombard(low=9, middle=9, high=30, ground=3) == 9
    assert bombard(middle=30, high=6, ground=3) == 8


@pytest.mark.rule("21.526D.example")
def test_free_french_and_british_ships_support_three_british_factors():
    """Nine Free French factors add three; nine British ones add three more."""
    assert bombard(low=9, ground=3) == 3
    assert bombard(low=9, middle=9, ground=3) == 6


@pytest.mark.rule("21.517C")
def test_bombardment_never_adds_more_than_three_times_the_ground_factors():
    assert bombard(low=99, middle=99, high=99, ground=2) == 6


@pytest.mark.rule("21.527")
def test_remnants_of_guns_and_aircraft_are_added_together():
    assert call(bombardment.support, 7, 2, 0, 4) == 3
    assert call(bombardment.support, 7, 1, 0, 4) == 2


@pytest.mark.rule("21.517D")
def test_aircraft_add_no_more_than_three_times_the_ground_factors():
    assert call(bombardment.support, 0, 99, 0, 2) == 6
    assert call(bombardment.support, 0, 99, 2, 2) == 6


@pytest.mark.rule("20.442")
@pytest.mark.parametrize("cves, added", [(1, 1), (3, 3), (5, 3)])
def test_an_escort_carrier_adds_one_for_each_ground_factor(cves, added):
    assert call(bombardment.support, 0, 0, cves, 3) == added


@pytest.mark.rule("21.5281")
@pytest.mark.parametrize("lost, idle, silent", [(1, 0, 2), (3, 0, 6), (1, 1, 1), (1, 3, 0), (2, 3, 1)])
def test_two_factors_fall_silent_for_each_that_is_lost(lost, idle, silent):
    """idle: what a damaged heavy ship has beside the factor that is lost."""
    assert call(bombardment.silent_factors, lost, idle) == silent


# --- losses (21.517H, 21.5282, 21.5283) --------------------------------------------------------------------


@pytest.mark.rule("21.517H")
@pytest.mark.parametrize("losses, destroyers", [(0, 0), (2, 0), (3, 1), (5, 1), (6, 2), (8, 2), (9, 3)])
def test_a_third_of_the_losses_may_fall_on_carrying_destroyers(losses, destroyers):
    assert call(ground_combat.most_destroyers, losses) == destroyers


@pytest.mark.rule("21.5283")
@pytest.mark.parametrize("worth, taken", [(3, 3), (10, 8)])
def test_ships_take_no_more_losses_than_their_bombardment_is_worth(worth, taken):
    assert call(ground_combat.fleet_losses, worth, 8, 0) == taken


@pytest.mark.rule("21.5282B")
@pytest.mark.parametrize("worth, taken", [(1, 0), (2, 2), (3, 2), (9, 4)])
def test_a_cruiser_takes_two_losses_or_none(worth, taken):
    assert call(ground_combat.fleet_losses, worth, 0, 2) == taken


@pytest.mark.rule("21.5282")
@pytest.mark.parametrize("worth, taken", [(2, 2), (3, 3), (9, 5)])
def test_a_destroyer_takes_the_loss_that_two_cruisers_leave_over(worth, taken):
    assert call(ground_combat.fleet_losses, worth, 1, 2) == taken


def loss_choices(owed, infantry, factors, most, singles, pairs=0):
    """(units, losses of ships) with which an attacker pays what is owed exactly."""
    found = set()
    for units in range(infantry + 1):
        left = owed - units * factors
        if 0 <= left <= call(ground_combat.fleet_losses, most, singles, pairs):
            if call(ground_combat.least_excess, left, 0, 0, 0, 0, 0, most, singles, pairs) == 0:
                found.add((units, left))
    return found


@pytest.mark.rule("21.5283.example")
def test_two_infantry_units_and_36_fleet_factors_attack_armor_at_three_to_one():
    """2 x 3 and 12 against a 2-3 armor unit; an exchange costs six factors."""
    attack = 6 + bombard(middle=36, ground=6)
    dm = call(ground_combat.dm_of, 0, 6, 0)
    assert attack == 18 and call(ground_combat.odds_of, attack, 2 * dm) == 3
    owed = call(ground_combat.attacker_owes, EX, 2, dm)
    assert owed == 6 and loss_choices(owed, 2, 3, 12, 36) == {(2, 0), (1, 3), (0, 6)}


@pytest.mark.rule("21.5283.example")
def test_the_same_attack_two_infantry_units_at_one_to_one():
    """Against a 3-2 and a 1-2 infantry unit; an exchange costs twelve factors."""
    attack = 6 + bombard(middle=36, ground=6)
    dm = call(ground_combat.dm_of, 0, 6, 0)
    assert call(ground_combat.odds_of, attack, (3 + 1) * dm) == 1
    owed = call(ground_combat.attacker_owes, EX, 3 + 1, dm)
    assert owed == 12 and loss_choices(owed, 2, 3, 12, 36) == {(2, 6), (1, 9), (0, 12)}


@pytest.mark.rule("21.5282")
@pytest.mark.parametrize(
    "owed, infantry, most, singles, pairs, excess",
    [
        (3, 1, 0, 0, 0, 0),  # the unit
        (2, 1, 0, 0, 0, 1),  # the unit, which is one too many
        (2, 1, 2, 0, 1, 0),  # a cruiser
        (1, 1, 2, 0, 1, 1),  # a cruiser, for want of one that takes a single loss
        (1, 1, 2, 1, 1, 0),  # a destroyer or a heavy ship
        (9, 1, 4, 2, 1, -1),  # all there is falls short
        (5, 1, 4, 0, 2, 0),  # the unit and a cruiser
    ],
)
def test_losses_are_met_with_the_least_excess(owed, infantry, most, singles, pairs, excess):
    given = (owed, infantry, 3, 0, 0, 0, most, singles, pairs)
    assert call(ground_combat.least_excess, *given) == excess


@pytest.mark.rule("21.517H")
@pytest.mark.parametrize(
    "given, excess",
    [
        ((3, 1, 2, 1, 3, 0, 0, 0, 0), 0),  # the marines of three factors, not the infantry of two
        ((5, 0, 0, 1, 3, 0, 0, 0, 0), -1),  # there are no other marines
        ((1, 0, 0, 0, 0, 1, 3, 1, 1), 0),  # an escort carrier or a destroyer, not the cruiser
    ],
)
def test_losses_are_taken_from_all_that_took_part(given, excess):
    assert call(ground_combat.least_excess, *given) == excess


@pytest.mark.rule("21.517E")
def test_in_rough_terrain_an_exchange_less_two_costs_twice_the_printed_factors():
    """One more for the hex and one for the invasion: four, less two."""
    dm = call(ground_combat.dm_of, 0, 6, 1)
    assert dm == 4 and call(ground_combat.attacker_owes, EX2, 3, dm) == 6


@pytest.mark.rule("20.443")
def test_escort_carriers_take_losses_as_other_units_do():
    assert call(ground_combat.least_excess, 4, 1, 3, 0, 0, 1, 0, 0, 0) == 0
