"""§7.4-7.6 Combat: dice, hits, when they take effect, and what damage does.

The North Sea stands for the Atlantic theatre (ATO), where the Allies fire first, and the Coral Sea or the Marshalls for
the Pacific (PTO), where the Axis does.  A game played from these positions ends with its one turn.
"""

import pytest

from aw_env.games.admirals_war.records.terms import Decision, Event
from tests.positions import battle

# --- §7.4: procedure -----------------------------------------------------------------------------------


@pytest.mark.rule("7.4", "7.41")
def test_in_an_air_action_each_attacker_rolls_a_die_for_each_airstrike_factor_and_guns_do_not_fire():
    game = battle("coral_sea").with_units("Enterprise", "Independence", "7AF", "Iowa", "Yamato").start(dice=[1] * 8)
    game.choose("coral_sea", "air", "air", "Yamato", "Yamato", "Yamato")
    assert [(attacker, len(dice)) for attacker, _, dice, _ in game.attacks()] == [
        ("Enterprise", 4), ("Independence", 2), ("7AF", 2),
    ]  # fmt: skip


@pytest.mark.rule("7.42")
def test_in_a_surface_action_each_ship_rolls_a_die_for_each_gunnery_factor():
    game = battle("north_sea").with_units("Nelson", "Hood", "Renown", "Norfolk", "Eagle", "Bismarck").start()
    game.lay(*[1] * 14).choose("north_sea", "surface", "surface", "fire", *["Bismarck"] * 5)
    assert {attacker: len(dice) for attacker, _, dice, _ in game.attacks()} == {
        "Nelson": 5, "Hood": 4, "Renown": 3, "Norfolk": 1, "Eagle": 1,
    }  # fmt: skip


@pytest.mark.rule("7.42")
def test_aircraft_are_ignored_in_the_surface_part_of_a_combined_round():
    game = battle("coral_sea").with_units("24AF", "Tone", "7AF", "Astoria").start(dice=[2, 3])
    game.choose("coral_sea", "air", "surface", "hold", "hold").lay(1, 1).choose("Astoria", "Tone")
    assert {attacker for attacker, _, _, _ in game.attacks()} == {"Tone", "Astoria"}


@pytest.mark.rule("7.43", "3.14")
def test_the_attack_bonus_adds_one_to_each_roll_to_hit_but_not_to_damage():
    game = battle("north_sea").with_units("King George V", "Scharnhorst").start(dice=[1] * 4)
    game.choose("north_sea", "surface", "surface", "Scharnhorst").lay(5, 3, 3, 2).choose("King George V")
    assert game.attacks()[-1] == ("Scharnhorst", "King George V", [5, 3, 3], [2])  # 5 + 1 hits
    assert game.unit("King George V").damage == 2


@pytest.mark.rule("7.43", "3.14")
def test_a_factor_without_the_bonus_needs_a_six():
    game = battle("north_sea").with_units("King George V", "Littorio").start(dice=[5, 5, 5, 5])
    game.choose("north_sea", "surface", "surface", "Littorio")
    assert game.attacks() == [("King George V", "Littorio", [5, 5, 5, 5], [])]


@pytest.mark.rule("7.43")
def test_the_bonus_of_an_airstrike_counts_against_amphibious_units():
    game = battle("coral_sea").with_units("Akagi", "1st Marines", "Iowa").start(dice=[5, 1, 1, 1, 2])
    game.choose("coral_sea", "air", "air", "1st Marines")
    assert game.attacks() == [("Akagi", "1st Marines", [5, 1, 1, 1], [2])]
    assert game.unit("1st Marines").damage == 2


@pytest.mark.rule("7.43")
def test_the_bonus_does_not_count_against_aircraft():
    game = battle("coral_sea").with_units("Akagi", "7AF", "Iowa").start(dice=[5, 5, 6, 1, 3])
    game.choose("coral_sea", "air", "air", "7AF", "hold")
    assert game.attacks() == [("Akagi", "7AF", [5, 5, 6, 1], [3])]
    assert game.unit("7AF").damage == 3


@pytest.mark.rule("7.43")
def test_an_airstrike_bonus_does_not_serve_the_guns():
    game = battle("coral_sea").with_units("Akagi", "Iowa").start(dice=[5])
    game.choose("coral_sea", "surface", "surface", "fire", "Iowa")
    assert game.attacks() == [("Akagi", "Iowa", [5], [])]


@pytest.mark.rule("7.44")
@pytest.mark.parametrize("target", ["Iowa", "1st Marines"])
def test_a_five_disables_a_ship_or_an_amphibious_unit(target):
    game = battle("coral_sea").with_units("24AF", "Iowa", "1st Marines").start(dice=[5, 1, 1])
    game.choose("coral_sea", "air", "air", target)
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, target)
    assert game.unit(target).disabled and game.unit(target).damage == 0


@pytest.mark.rule("7.44")
def test_a_four_with_the_bonus_disables():
    game = battle("coral_sea").with_units("Akagi", "Iowa").start(dice=[4, 1, 1, 1])
    game.choose("coral_sea", "air", "air", "Iowa")
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Iowa")


@pytest.mark.rule("7.44")
def test_a_four_without_the_bonus_does_nothing():
    game = battle("coral_sea").with_units("24AF", "Iowa").start(dice=[4, 4, 4])
    game.choose("coral_sea", "air", "air", "Iowa")
    assert game.decision == Decision.RETREAT and not game.unit("Iowa").disabled


@pytest.mark.rule("7.44")
def test_aircraft_ignore_a_five():
    game = battle("coral_sea").with_units("24AF", "7AF", "Iowa").start(dice=[5, 5, 5, 1, 1])
    game.choose("coral_sea", "air", "air", "7AF", "24AF")
    assert game.decision == Decision.RETREAT
    assert game.unit("7AF").place == "coral_sea" and game.unit("7AF").damage == 0


@pytest.mark.rule("7.45")
def test_each_hit_scores_the_points_of_another_die():
    game = battle("north_sea").with_units("Nelson", "Tirpitz", "Littorio").start(dice=[6, 6, 2, 3, 4, 3, 1])
    game.choose("north_sea", "surface", "surface", "Littorio")
    assert game.attacks() == [("Nelson", "Littorio", [6, 6, 2, 3, 4], [3, 1])]
    game.lay(*[1] * 8).choose("Nelson", "Nelson")
    assert game.unit("Littorio").damage == 4


@pytest.mark.rule("7.45")
def test_damage_accumulates_over_rounds():
    game = battle("north_sea").with_units("Norfolk").with_units("Littorio", damage=3).start(dice=[6, 2, 1, 1, 1, 1])
    game.choose("north_sea", "surface", "surface", "Littorio", "Norfolk")
    assert game.unit("Littorio").damage == 5


@pytest.mark.rule("7.45", "3.14")
def test_a_red_armor_factor_takes_one_point_off_each_damage_die_and_never_adds_any():
    game = battle("north_sea").with_units("Nelson", "Tirpitz").start(dice=[6, 6, 6, 1, 1, 3, 1, 2])
    game.choose("north_sea", "surface", "surface", "Tirpitz").lay(1, 1, 1, 1).choose("Nelson")
    assert game.unit("Tirpitz").damage == 2 + 0 + 1


@pytest.mark.rule("7.46")
@pytest.mark.parametrize(("points", "place"), [(4, "north_sea"), (5, "out_of_play")])
def test_a_unit_is_sunk_when_its_damage_exceeds_its_armor(points, place):
    game = battle("north_sea").with_units("Hood", "Norfolk", "Littorio").start(dice=[1] * 5)
    game.choose("north_sea", "surface", "surface", "Littorio", "Littorio").lay(6, 1, 1, 1, points).choose("Hood")
    assert game.unit("Hood").place == place


# --- §7.5: resolving fire ------------------------------------------------------------------------------


@pytest.mark.rule("7.5")
def test_example_bismarck_hit_keeps_her_bonus_and_prinz_eugen_disabled_fires_until_both_sides_have_fired():
    game = (
        battle("north_sea")
        .with_units("Hood", "Prince of Wales")
        .with_units("Bismarck", "Prinz Eugen", raiding=True)
        .start(dice=[1, 2, 6, 3, 5, 1, 5, 2, 3])  # Hood's hit scores 5 - 1 = 4; Prince of Wales rolls a 5
    )
    game.choose("north_sea", "surface", "surface", "Bismarck", "Prinz Eugen")
    game.lay(5, 1, 1, 1, 2, 1).choose("Hood", "Prince of Wales")  # Bismarck's 5 + 1 is a hit for 2 points
    assert game.attacks() == [
        ("Hood", "Bismarck", [1, 2, 6, 3], [5]),
        ("Prince of Wales", "Prinz Eugen", [1, 5, 2, 3], []),
        ("Bismarck", "Hood", [5, 1, 1, 1], [2]),
        ("Prinz Eugen", "Prince of Wales", [1], []),
    ]
    assert game.unit("Bismarck").damage == 4 and game.unit("Hood").damage == 2
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Prinz Eugen")
    game.choose("germany", "remain", "remain", "surface", "surface").lay(*[1] * 8).choose("Bismarck", "Bismarck")
    game.lay(5, 1, 1, 1).choose("Hood")  # the next round Bismarck begins damaged: a 5 only disables
    assert game.attacks()[-1] == ("Bismarck", "Hood", [5, 1, 1, 1], [])
    assert game.unit("Hood").disabled and game.unit("Hood").damage == 2


@pytest.mark.rule("7.5")
def test_a_ship_that_will_sink_fires_back_at_full_strength():
    game = battle("north_sea").with_units("Nelson", "Andrea Doria", "Trento").start(dice=[6, 6, 1, 1, 1, 6, 6])
    game.choose("north_sea", "surface", "surface", "Andrea Doria")
    assert game.unit("Andrea Doria").place == "north_sea"
    game.lay(1, 1, 1, 1, 1).choose("Nelson", "Nelson")
    assert [(attacker, len(dice)) for attacker, _, dice, _ in game.attacks()] == [
        ("Nelson", 5), ("Andrea Doria", 4), ("Trento", 1),
    ]  # fmt: skip
    assert game.unit("Andrea Doria").place == "out_of_play"


@pytest.mark.rule("7.5")
def test_a_carrier_that_will_be_crippled_strikes_back_at_full_strength():
    game = battle("coral_sea").with_units("Akagi", "Enterprise", "Iowa").start(dice=[6, 1, 1, 1, 3])
    game.choose("coral_sea", "air", "air", "Enterprise").lay(1, 1, 1, 1).choose("Akagi")
    assert len(game.attacks()[-1][2]) == 4 and game.unit("Enterprise").damage == 3


@pytest.mark.rule("7.51")
def test_sunk_ships_are_removed_for_good_and_lost_aircraft_and_amphibious_units_until_two_turns_later():
    game = battle("coral_sea", turn=3, last_turn=6).with_units("Akagi", "Kaga", "Soryu", "Iowa", "7AF", "1st Marines")
    game = game.with_units("Astoria").start(dice=[6, 1, 1, 1, 4, 6, 1, 1, 1, 5, 6, 1, 1, 3])
    game.choose("coral_sea", "air", "air", "Astoria", "7AF", "1st Marines", "hold")
    assert game.unit("Astoria").place == "out_of_play"
    assert game.unit("7AF").place == game.unit("1st Marines").place == "returning"
    assert game.unit("7AF").due == game.unit("1st Marines").due == 5


@pytest.mark.rule("7.52")
def test_a_disabled_ship_returns_to_base_and_stays_for_the_turn_and_moves_normally_on_the_next():
    game = battle("north_sea", last_turn=2).with_units("Norfolk", "Suffolk", "Admiral Hipper").start(dice=[1, 1])
    game.choose("north_sea", "surface", "surface", "Admiral Hipper", "Admiral Hipper").lay(4).choose("Norfolk")
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Norfolk")
    game.choose("england")
    assert game.unit("Norfolk").disabled
    game.until(Decision.PATROL_ORDER, prefer=("retreat", "no_pursuit", "england"))
    assert game.record["turn"] == 2 and not game.unit("Norfolk").disabled
    game.until(Decision.RAID_ORDER, prefer=("north_sea",))
    assert game.unit("Norfolk").place == "north_sea"


@pytest.mark.rule("7.52")
def test_a_disabled_ship_in_port_does_not_sail_in_the_turn():
    game = battle("north_sea").with_units("Hood").with_units("Norfolk", place="england", disabled=True)
    game.keys["begins_at"] = "patrolling"
    assert game.start(ask_forced=True).until(Decision.COMBAT_AREA).unit("Norfolk").place == "england"


@pytest.mark.rule("7.53")
def test_a_ship_both_disabled_and_damaged_takes_its_damage_to_port():
    game = battle("north_sea").with_units("Hood", "Littorio").start(dice=[6, 5, 1, 1, 3])
    game.choose("north_sea", "surface", "surface", "Littorio").lay(1, 1, 1, 1).choose("Hood", "germany")
    littorio = game.unit("Littorio")
    assert (littorio.place, littorio.damage, littorio.disabled) == ("germany", 3, True)


@pytest.mark.rule("7.53")
def test_a_ship_both_disabled_and_sunk_is_sunk():
    game = battle("north_sea").with_units("Hood", "Trento", "Littorio").start(dice=[5, 6, 1, 1, 2])
    game.choose("north_sea", "surface", "surface", "Trento").lay(*[1] * 5).choose("Hood", "Hood")
    assert game.unit("Trento").place == "out_of_play"
    assert game.events(Event.DISABLED) == [] and game.decision == Decision.RETREAT


# --- §7.6: effects of damage ---------------------------------------------------------------------------


@pytest.mark.rule("7.62")
@pytest.mark.parametrize(("damage", "slow_enough"), [(0, {3, 2, 1}), (1, {2, 1}), (2, {1}), (3, {1}), (4, {1})])
def test_example_each_point_of_damage_slows_rodney_by_one_but_never_below_one(damage, slow_enough):
    position = battle("north_sea").with_units("Rodney", damage=damage)
    position.with_units("Scharnhorst", damage=4).with_units("Gneisenau", damage=5).with_units("Bismarck", damage=5)
    game = position.start().choose("north_sea", "air", "air", "remain", "retreat", "new_group", "new_group")
    speeds = {"Scharnhorst": 3, "Gneisenau": 2, "Bismarck": 1}  # printed: 7, 7 and 6
    assert (game.decision, game.subject) == (Decision.PURSUIT, "Rodney")
    assert {speeds[group] for group in game.choices - {"no_pursuit"}} == slow_enough


@pytest.mark.rule("7.62")
@pytest.mark.parametrize("damage", [0, 1])
def test_damage_does_not_slow_an_amphibious_unit(damage):
    position = battle("coral_sea").with_units("1st Marines", damage=damage)
    position.with_units("Ise", damage=1).with_units("Fuso", damage=2)  # they make 3 and 2 now
    game = position.start().choose("coral_sea", "air", "air", "remain", "retreat")
    assert (game.subject, game.choices) == ("Fuso", {"no_pursuit"})
    game.choose("no_pursuit")
    assert (game.subject, game.choices) == ("Ise", {"1st Marines", "no_pursuit"})


@pytest.mark.rule("7.61", "7.63")
@pytest.mark.parametrize(("damage", "shots"), [(0, 5), (4, 5), (5, 1)])
def test_example_rodney_fires_with_all_her_guns_until_she_is_crippled_and_then_with_one(damage, shots):
    game = battle("north_sea").with_units("Rodney", damage=damage).with_units("Bismarck").start(dice=[1] * shots)
    game.choose("north_sea", "surface", "surface", "Bismarck")
    assert game.attacks() == [("Rodney", "Bismarck", [1] * shots, [])]


@pytest.mark.rule("7.63")
@pytest.mark.parametrize(
    ("damage", "attacks"),
    [(0, [("Myoko", "Iowa", [5], [2])]), (1, [("Myoko", "Iowa", [5], [])]), (2, [])],
)
def test_example_myoko_loses_her_bonus_with_the_first_point_of_damage_and_her_guns_with_the_second(damage, attacks):
    game = battle("coral_sea").with_units("Myoko", damage=damage).with_units("Iowa").start(dice=[5, 2])
    game.choose("coral_sea", "surface", "surface", "Iowa" if attacks else "Myoko")
    assert game.attacks()[: len(attacks)] == attacks
    assert [attacker for attacker, _, _, _ in game.attacks()] == ["Myoko"] * len(attacks) + ["Iowa"] * (not attacks)


@pytest.mark.rule("7.63")
def test_a_ship_without_guns_that_is_crippled_still_has_none():
    game = battle("north_sea").with_units("Ark Royal", damage=2).with_units("Norfolk", "Bismarck").start()
    game.choose("north_sea", "surface", "surface")
    assert (game.decision, game.subject) == (Decision.SURFACE_TARGET, "Norfolk")


@pytest.mark.rule("7.61")
def test_an_undamaged_ship_without_armor_is_not_crippled():
    game = battle("coral_sea").with_units("Oi", "Hosho", "Iowa").start(dice=[1, 1])
    game.choose("coral_sea", "air", "air", "Iowa")
    assert [attacker for attacker, _, _, _ in game.attacks()] == ["Hosho"]
    game.lay(1).choose("remain", "remain", "surface", "surface", "Iowa")
    assert game.attacks()[-1][0] == "Oi"


@pytest.mark.rule("7.64")
@pytest.mark.parametrize(("damage", "shots"), [(0, 4), (2, 4), (3, 0)])
def test_a_carrier_strikes_with_all_her_aircraft_until_she_is_crippled_and_then_with_none(damage, shots):
    game = battle("coral_sea").with_units("Akagi", damage=damage).with_units("Iowa").start(dice=[1] * shots)
    game.choose("coral_sea", "air", "air").until(Decision.RETREAT, prefer=("Iowa",))
    assert [len(dice) for _, _, dice, _ in game.attacks()] == [shots] * (shots > 0)


@pytest.mark.rule("7.64")
def test_damage_does_not_take_the_airstrike_bonus_of_a_carrier_or_an_air_unit():
    game = battle("coral_sea").with_units("Akagi", damage=2).with_units("Iowa").start(dice=[5, 1, 1, 1, 2])
    game.choose("coral_sea", "air", "air", "Iowa")
    assert game.attacks() == [("Akagi", "Iowa", [5, 1, 1, 1], [2])]
    game = battle("north_sea").with_units("Stuka", damage=2).with_units("Hood").start().choose("north_sea")
    game.until(Decision.ACTION_TYPE, prefer=("hold",)).lay(5, 1, 2).choose("air", "air", "Hood")
    assert game.attacks() == [("Stuka", "Hood", [5, 1], [2])]
