"""§7.3 Combat: who may attack whom.

The North Sea stands for the Atlantic theatre (ATO), where the Allies fire first, and the Coral Sea or the Marshalls for
the Pacific (PTO), where the Axis does.  A game played from these positions ends with its one turn.
"""

import pytest

from aw_env.games.admirals_war.records.terms import Decision, Power
from tests.positions import battle


@pytest.mark.rule("7.3")
def test_the_allies_name_targets_and_fire_first_in_the_atlantic():
    game = battle("north_sea").with_units("Hood", "Bismarck").start(dice=[1] * 8)
    game.choose("north_sea", "surface", "surface", "Bismarck", "Hood")
    assert [attacker for attacker, _, _, _ in game.attacks()] == ["Hood", "Bismarck"]


@pytest.mark.rule("7.3")
def test_the_axis_names_targets_and_fires_first_in_the_pacific():
    game = battle("coral_sea").with_units("Iowa", "Yamato").start(dice=[1] * 11)
    game.choose("coral_sea", "surface", "surface", "Iowa", "Yamato")
    assert [attacker for attacker, _, _, _ in game.attacks()] == ["Yamato", "Iowa"]


@pytest.mark.rule("7.3")
def test_all_nationalities_of_a_side_fight_as_one_force():
    game = battle("north_sea").with_units("Hood", "Iowa", "Bismarck", "Littorio").start()
    game.choose("north_sea", "surface", "surface")
    assert (game.power, game.subject) == (Power.BRITISH, "Hood")
    game.choose("Littorio")
    assert (game.power, game.subject) == (Power.AMERICAN, "Iowa")
    assert game.attacks() == []  # nobody rolls before the whole side has aimed
    game.choose("Bismarck")
    assert [(attacker, target) for attacker, target, _, _ in game.attacks()] == [
        ("Hood", "Littorio"), ("Iowa", "Bismarck"),
    ]  # fmt: skip


@pytest.mark.rule("7.31")
def test_in_an_air_action_only_carriers_and_aircraft_attack():
    game = battle("coral_sea").with_units("Enterprise", "7AF", "Iowa", "1st Marines", "Yamato").start(dice=[1] * 6)
    game.choose("coral_sea", "air", "air", "Yamato", "Yamato")
    assert {attacker for attacker, _, _, _ in game.attacks()} == {"Enterprise", "7AF"}
    assert game.decision == Decision.RETREAT


@pytest.mark.rule("7.31")
def test_in_an_air_action_ships_aircraft_and_amphibious_units_may_all_be_attacked_or_fire_held():
    game = battle("coral_sea").with_units("Akagi", "Enterprise", "Iowa", "7AF", "1st Marines").start()
    game.choose("coral_sea", "air", "air")
    assert game.choices == {"Enterprise", "Iowa", "7AF", "1st Marines", "hold"}


@pytest.mark.rule("7.31")
def test_an_attacker_that_holds_fire_in_an_air_action_rolls_nothing():
    game = battle("coral_sea").with_units("Akagi", "Kaga", "Iowa").start(dice=[1] * 4)
    game.choose("coral_sea", "air", "air", "hold", "Iowa")
    assert [attacker for attacker, _, _, _ in game.attacks()] == ["Kaga"]


@pytest.mark.rule("7.32")
def test_in_a_surface_action_every_ship_with_guns_must_attack():
    game = battle("north_sea").with_units("Norfolk", "Bismarck").start().choose("north_sea", "surface", "surface")
    assert (game.subject, game.choices) == ("Norfolk", {"Bismarck"})  # holding fire is no choice


@pytest.mark.rule("7.32")
def test_ships_without_guns_and_amphibious_units_cannot_attack_in_a_surface_action():
    game = battle("north_sea").with_units("Ark Royal", "Tiger", "Norfolk", "Bismarck").start(dice=[1] * 5)
    game.choose("north_sea", "surface", "surface", "Bismarck", "Norfolk")
    assert [attacker for attacker, _, _, _ in game.attacks()] == ["Norfolk", "Bismarck"]


@pytest.mark.rule("7.32")
@pytest.mark.parametrize(("answer", "attackers"), [("fire", ["Eagle", "Bismarck"]), ("silent", ["Bismarck"])])
def test_a_carrier_fires_her_guns_or_not_at_her_option(answer, attackers):
    game = battle("north_sea").with_units("Eagle", "Bismarck").start(dice=[1] * 5)
    game.choose("north_sea", "surface", "surface")
    assert (game.decision, game.subject, game.choices) == (Decision.CARRIER_FIRE, "Eagle", {"fire", "silent"})
    game.choose(answer).until(Decision.RETREAT, prefer=("Bismarck", "Eagle"))
    assert [attacker for attacker, _, _, _ in game.attacks()] == attackers


@pytest.mark.rule("7.32", "7.324")
@pytest.mark.parametrize(("against", "asked"), [((), False), (("Fiume",), True)])
def test_a_carrier_with_only_aircraft_against_her_is_not_asked_whether_she_fires(against, asked):
    position = battle("west_med", flag="allies").with_units("Eagle", "RAF").with_units("Regia Aeronautica", *against)
    game = position.start(dice=[3, 3]).choose("west_med", "air", "surface")
    game.until(Decision.CARRIER_FIRE, Decision.RETREAT, prefer=["hold"])
    assert (game.decision == Decision.CARRIER_FIRE) == asked


@pytest.mark.rule("7.32")
def test_a_carrier_without_guns_is_not_asked_whether_she_fires():
    game = battle("north_sea").with_units("Ark Royal", "Bismarck").start().choose("north_sea", "surface", "surface")
    assert (game.decision, game.subject) == (Decision.SURFACE_TARGET, "Bismarck")


@pytest.mark.rule("7.321")
def test_the_side_that_fires_second_names_its_firing_carriers_before_the_first_side_decides_anything():
    game = battle("coral_sea").with_units("Akagi", "Enterprise", "Hornet").start()
    game.choose("coral_sea", "surface", "surface")
    assert (game.decision, game.subject) == (Decision.CARRIER_FIRE, "Enterprise")
    game.choose("fire")
    assert (game.decision, game.subject) == (Decision.CARRIER_FIRE, "Hornet")
    game.choose("silent")
    assert (game.decision, game.subject) == (Decision.CARRIER_FIRE, "Akagi")
    game.choose("fire")
    assert (game.decision, game.subject) == (Decision.SURFACE_TARGET, "Akagi")


@pytest.mark.rule("7.321")
def test_any_ship_that_fires_may_be_attacked_carriers_too():
    game = battle("coral_sea").with_units("Tone", "Enterprise", "Iowa").start()
    game.choose("coral_sea", "surface", "surface", "fire")
    assert (game.subject, game.choices) == ("Tone", {"Enterprise", "Iowa"})


@pytest.mark.rule("7.321")
def test_a_carrier_not_named_as_firing_cannot_fire_even_if_fired_upon():
    game = battle("coral_sea").with_units("Tone", "Chikuma", "Enterprise", "Astoria").start(dice=[1] * 3)
    game.choose("coral_sea", "surface", "surface", "silent", "Astoria", "Enterprise", "Tone")
    assert [attacker for attacker, _, _, _ in game.attacks()] == ["Tone", "Chikuma", "Astoria"]
    assert game.decision == Decision.RETREAT


@pytest.mark.rule("7.321")
def test_a_named_carrier_must_fire_if_she_has_a_target():
    game = battle("coral_sea").with_units("Akagi", "Iowa").start().choose("coral_sea", "surface", "surface", "fire")
    assert (game.subject, game.choices) == ("Akagi", {"Iowa"})


@pytest.mark.rule("7.322")
def test_a_silent_carrier_may_be_attacked_only_if_every_attacking_enemy_ship_is_attacked():
    game = battle("coral_sea").with_units("Tone", "Chikuma", "Takao", "Enterprise", "Iowa", "Astoria").start()
    game.choose("coral_sea", "surface", "surface", "silent")
    assert (game.subject, game.choices) == ("Takao", {"Enterprise", "Iowa", "Astoria"})
    game.choose("Enterprise")
    assert (game.subject, game.choices) == ("Tone", {"Iowa", "Astoria"})  # two ships left, two attackers
    game.choose("Iowa")
    assert (game.subject, game.choices) == ("Chikuma", {"Astoria"})


@pytest.mark.rule("7.322")
def test_a_silent_carrier_is_out_of_reach_of_too_few_attackers():
    game = battle("coral_sea").with_units("Tone", "Chikuma", "Enterprise", "Iowa", "Astoria").start()
    game.choose("coral_sea", "surface", "surface", "silent")
    assert game.choices == {"Iowa", "Astoria"}
    game.choose("Iowa")
    assert game.choices == {"Iowa", "Astoria"}  # both on one ship is allowed


@pytest.mark.rule("7.322")
def test_a_silent_carrier_alone_may_be_attacked_freely():
    game = battle("coral_sea").with_units("Astoria", "Ryujo").start().choose("coral_sea", "surface", "surface")
    assert (game.subject, game.choices) == ("Astoria", {"Ryujo"})


@pytest.mark.rule("7.322", "7.63")
def test_a_crippled_cruiser_without_guns_is_attacked_like_a_silent_carrier():
    crippled = battle("coral_sea").with_units("Tone").with_units("Astoria", damage=1).with_units("Iowa")
    game = crippled.start().choose("coral_sea", "surface", "surface")
    assert (game.subject, game.choices) == ("Tone", {"Iowa"})
    game = crippled.with_units("Chikuma").start().choose("coral_sea", "surface", "surface")
    assert (game.subject, game.choices) == ("Tone", {"Iowa", "Astoria"})


@pytest.mark.rule("7.322")
def test_attacks_on_every_ship_count_for_the_side_as_a_whole_across_nationalities():
    game = battle("coral_sea").with_units("Norfolk", "Astoria", "Akagi", "Tone").start()
    game.choose("coral_sea", "surface", "surface", "silent", "Norfolk", "Akagi")
    assert (game.power, game.subject, game.choices) == (Power.AMERICAN, "Astoria", {"Tone"})


@pytest.mark.rule("7.323")
def test_an_amphibious_unit_may_be_attacked_only_if_every_enemy_ship_is_attacked_silent_carriers_included():
    three = battle("coral_sea").with_units("Tone", "Chikuma", "Takao", "Enterprise", "Iowa", "1st Marines").start()
    three.choose("coral_sea", "surface", "surface", "silent")
    assert (three.subject, three.choices) == ("Takao", {"Enterprise", "Iowa", "1st Marines"})
    three.choose("1st Marines")
    assert (three.subject, three.choices) == ("Tone", {"Enterprise", "Iowa"})
    three.choose("Iowa")
    assert (three.subject, three.choices) == ("Chikuma", {"Enterprise"})
    two = battle("coral_sea").with_units("Tone", "Chikuma", "Enterprise", "Iowa", "1st Marines").start()
    two.choose("coral_sea", "surface", "surface", "silent")
    assert (two.subject, two.choices) == ("Tone", {"Enterprise", "Iowa"})


@pytest.mark.rule("7.323")
def test_amphibious_units_without_ships_may_be_attacked_freely():
    game = battle("coral_sea").with_units("Tone", "1st Marines", "2nd Marines").start()
    game.choose("coral_sea", "surface", "surface")
    assert game.choices == {"1st Marines", "2nd Marines"}


@pytest.mark.rule("7.324")
def test_aircraft_may_not_be_attacked_in_the_surface_part_of_a_combined_round():
    game = battle("north_sea").with_units("RAF", "Norfolk", "Bismarck").start(dice=[3, 3])
    game.choose("north_sea", "air", "surface", "hold")
    game.lay(1).choose("Bismarck")
    assert (game.subject, game.choices) == ("Bismarck", {"Norfolk"})


@pytest.mark.rule("7.324")
def test_a_force_of_aircraft_alone_leaves_a_surface_part_without_targets():
    game = battle("north_sea").with_units("RAF", "Bismarck").start(dice=[3, 3]).choose("north_sea", "air", "surface")
    game.lay(1, 1).choose("Bismarck")
    assert game.decision == Decision.RETREAT and len(game.attacks()) == 1


@pytest.mark.rule("7.33")
def test_units_in_adjacent_ports_neither_attack_nor_are_attacked():
    game = battle("coral_sea").with_units("Akagi", "Iowa").with_units("Enterprise", place="australia").start()
    game.lay(1, 1, 1, 1).choose("coral_sea", "air", "air")
    assert game.choices == {"Iowa", "hold"}
    game.choose("Iowa")
    assert game.decision == Decision.RETREAT and len(game.attacks()) == 1


@pytest.mark.rule("7.33")
def test_oilers_hilfskreuzers_and_submarines_may_not_be_attacked_in_normal_combat():
    game = battle("north_sea").with_units("Ark Royal", "Norfolk", "Bismarck", "Nordmark", "Pinguin", "U-boat 1").start()
    game.until(Decision.ACTION_TYPE, prefer=("north_sea",)).choose("air", "air")
    assert game.choices == {"Bismarck", "hold"}
    game.choose("hold", "remain", "remain", "surface", "surface")
    assert (game.subject, game.choices) == ("Norfolk", {"Bismarck"})


@pytest.mark.rule("7.331")
def test_each_attacker_uses_its_whole_attack_on_one_target():
    game = battle("north_sea").with_units("Hood", "Bismarck", "Prinz Eugen").start(dice=[1] * 9)
    game.choose("north_sea", "surface", "surface", "Prinz Eugen", "Hood", "Hood")
    assert game.attacks()[0] == ("Hood", "Prinz Eugen", [1, 1, 1, 1], [])
    assert [attacker for attacker, _, _, _ in game.attacks()].count("Hood") == 1


@pytest.mark.rule("7.331")
@pytest.mark.parametrize("targets", [("Bismarck", "Bismarck"), ("Bismarck", "Prinz Eugen")])
def test_attackers_may_combine_against_one_target_or_take_different_ones(targets):
    game = battle("north_sea").with_units("Hood", "Renown", "Bismarck", "Prinz Eugen").start(dice=[1] * 7)
    game.choose("north_sea", "surface", "surface", *targets)
    assert tuple(target for _, target, _, _ in game.attacks()) == targets


@pytest.mark.rule("7.332")
def test_no_die_is_rolled_before_all_attackers_of_the_side_have_targets():
    game = battle("north_sea").with_units("Hood", "Renown", "Bismarck").start(dice=[1] * 11)
    game.choose("north_sea", "surface", "surface", "Bismarck")
    assert game.dice_left == 11
    game.choose("Bismarck")
    assert game.dice_left == 4


@pytest.mark.rule("7.332")
def test_an_attacker_keeps_a_target_that_an_earlier_attacker_has_already_sunk():
    game = battle("north_sea").with_units("Norfolk", "Suffolk", "Trento", "Trieste").start(dice=[6, 6, 6, 1])
    game.choose("north_sea", "surface", "surface", "Trento", "Trento")
    assert game.attacks() == [("Suffolk", "Trento", [6], [6]), ("Norfolk", "Trento", [6], [1])]
