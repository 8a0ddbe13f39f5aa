"""5.6, 7-11: U-boats, aircraft, fire and damage."""

import pytest

from aw_env.games.war_at_sea.records.terms import Decision
from tests.war_at_sea.positions import Position, battle


def duel(dice, german="Bismarck", british="Hood", **state):
    """Two ships in the North Sea; the Allies fire first."""
    position = battle("north_sea").with_units(british).with_units(german, **state)
    return position.start(dice).choose("North Sea", german, british)


MISSES = [1] * 4


@pytest.mark.rule("7.1", "7.2")
def test_a_ship_has_as_many_shots_as_its_attack_and_a_five_disables():
    game = duel([5, *MISSES[:3], *MISSES])
    assert game.dice_are_used and game.asks == ("return", "bismarck") and game.unit("Bismarck").disabled
    game.choose("Germany")
    assert not game.unit("Bismarck").disabled


@pytest.mark.rule("7.3", "7.5")
def test_a_six_is_a_hit_whose_damage_is_rolled_and_slows():
    game = duel([6, 6, 1, 1, 2, 3, *MISSES])
    assert (game.unit("Bismarck").damage, game.unit("Bismarck").speed) == (5, 1)


@pytest.mark.rule("7.4", "7.7")
def test_more_damage_than_the_defense_sinks_and_sinking_comes_before_disabling():
    game = duel([6, 6, 5, 1, 6, 4, *MISSES])
    assert game.place("Bismarck") == "out_of_play" and game.asks != ("return", "bismarck")


@pytest.mark.rule("7.6")
def test_damage_equal_to_the_defense_leaves_one_shot():
    game = duel([1, 1, 1, 1, 2], damage=9)
    assert game.dice_are_used and game.unit("Bismarck").attack == 1


@pytest.mark.rule("7.6", "H.20")
def test_a_carrier_with_damage_equal_to_her_defense_makes_no_strike_but_hunts():
    game = battle("north_sea").with_units("Ark Royal", damage=2).with_units("Bismarck", "U-boat 1")
    game = game.start(dice=[1, 1, 1, 1]).choose("North Sea", "hold")
    assert game.words("asw")[0].startswith("The Allies hunt U-boats in the North Sea with 3 dice")
    assert game.decision != 9


@pytest.mark.rule("H.19")
def test_a_point_of_repair_gives_the_airstrike_back():
    assert (
        battle("north_sea").with_units("Ark Royal", damage=1).with_units("Bismarck").start().unit("Ark Royal").airstrike
        == 3
    )


# --- 8 -------------------------------------------------------------------------------------------------


def hunted(dice, *ships, boats=3):
    """U-boats in the Barents Sea."""
    names = [f"U-boat {number}" for number in range(1, boats + 1)]
    return battle("barents").with_units(*ships, *names).start(dice).choose("Barents Sea")


@pytest.mark.rule("8.3", "8.4")
def test_asw_dice_by_kind_sixes_first_then_fives():
    game = hunted([6, 5, 1, 1, 1, 1, 1], "Convoy 1A", "Ark Royal", "Hood")
    assert [game.place(f"U-boat {number}") for number in (1, 2, 3)] == ["out_of_play", "germany", "barents"]


@pytest.mark.rule("8.3", "8.5")
def test_the_first_counter_of_all_hunts_and_is_hunted():
    game = hunted([1, 6, 1], "Nelson", boats=1).choose("Nelson")
    assert game.dice_are_used and game.unit("Nelson").damage == 1


@pytest.mark.rule("8.5")
def test_u_boats_name_all_targets_before_any_rolls():
    game = hunted([1, 1, 5, 6, 4, 1], "Hood", "Nelson")
    assert game.choices == {"hold", "hood", "nelson"}
    game.choose("Hood", "Hood", "hold")
    assert game.asks == ("return", "hood") and game.unit("Hood").damage == 4


@pytest.mark.rule("8.2", "8.6")
def test_a_u_boat_denies_control_to_the_allies():
    game = hunted([1, 1, 1], "Hood", boats=1).choose("hold").choose_until(None)
    assert game.lead == 0 and game.view.flag("barents") is None
    alone = battle("north_sea").with_units("Scharnhorst", "U-boat 1").start().choose_until(None)
    assert alone.lead == -3


@pytest.mark.rule("8.5")
def test_u_boats_attack_nobody_beside_ships_of_their_own_side():
    position = battle("mediterranean").with_units("Littorio", "U-boat 1").aircraft("allies", "mediterranean")
    assert position.start().choose("Mediterranean").asks == ("air_target", "mediterranean")


@pytest.mark.rule("10.2")
def test_strikes_that_one_side_holds_are_not_taken_from_the_other():
    position = battle("barents").with_units("Ark Royal", "Victorious", "Hood", "Nelson", "Bismarck", "Tirpitz")
    game = position.aircraft("axis", "barents").start([1] * 20).choose("Barents Sea", "Bismarck", "hold")
    factors = game.scenario.books[0]["marker_strength"]
    for ship in ("Hood", "Nelson", "Ark Royal", "Victorious")[:factors]:
        assert game.asks == ("air_target", "barents")
        game.choose(ship)


@pytest.mark.rule("5.8")
def test_points_of_a_turn_count_once():
    game = battle("north_sea", turn=4, last_turn=5).with_units("Scharnhorst").start().choose_until(None)
    assert game.over and game.lead == -3


@pytest.mark.rule("8.1")
@pytest.mark.parametrize(("turn", "lost", "arrive"), [(1, 7, 3), (2, 4, 1), (4, 1, 1), (4, 3, 2), (5, 0, 0)])
def test_new_u_boats_by_the_chart_but_never_more_than_seven(turn, lost, arrive):
    position = Position("reinforcements", turn=turn, only_these_units=False)
    for number in range(lost + 1, 8):
        position.with_units(f"U-boat {number}", place="germany")
    position.with_units(*[f"U-boat {number}" for number in range(1, lost + 1)], place="out_of_play") if lost else None
    game = position.start(ask_forced=False)
    assert sum(unit.place == "germany" for unit in game.view.units if unit.id.startswith("u_boat")) == 7 - lost + arrive


@pytest.mark.rule("8.1")
@pytest.mark.parametrize(("limit", "in_play"), [(3, 3), (4, 4), (7, 4)])
def test_u_boats_in_play_leave_room_up_to_the_limit(limit, in_play):
    position = Position("reinforcements", turn=2).with_book(most_u_boats=limit)
    position.with_units("U-boat 1", "U-boat 2", "U-boat 3", "Bismarck", place="germany")
    game = position.with_units("U-boat 4", "U-boat 5", place="out_of_play").start()
    assert sum(unit.place == "germany" for unit in game.view.units if unit.id.startswith("u_boat")) == in_play


@pytest.mark.rule("H.21")
def test_lost_u_boats_come_back():
    position = Position("reinforcements", turn=6).with_units("U-boat 1", place="out_of_play")
    assert position.start(ask_forced=False).place("U-boat 1") == "germany"


# --- 9, 10 ---------------------------------------------------------------------------------------------


@pytest.mark.rule("9.1", "9.2")
def test_where_land_based_aircraft_may_be_used():
    game = Position("air_markers", turn=4).with_units("Hood", place="england").start()
    assert game.asks == ("air_marker", None) and game.choices == {"hold", "mediterranean", "germany", "italy", "france"}
    game.choose("nowhere")
    assert game.choices == {"hold", "barents", "baltic", "mediterranean", "malta", "leningrad"}


@pytest.mark.rule("15.1", "9.2")
def test_ports_that_are_not_in_use_are_not_struck():
    game = Position("air_markers", turn=1).with_units("Hood", place="england").start()
    assert "france" not in game.choices and "leningrad" not in game.choose("nowhere").choices


@pytest.mark.rule("5.5")
def test_markers_are_revealed_when_both_are_placed():
    game = Position("air_markers").with_units("Hood", place="england").start().choose("Germany")
    assert game.words("marker") == []
    game.choose("Malta")
    assert len(game.words("marker")) == 2 and game.view.marker(1).id == "malta"


@pytest.mark.rule("H.24", "9.3")
def test_a_ship_in_port_takes_one_die_and_a_five_does_nothing():
    position = battle("germany").with_units("Bismarck", place="germany").with_units("Tirpitz", place="germany")
    game = position.aircraft("allies", "germany").start(dice=[5, 6, 3])
    assert game.asks == ("air_target", "germany")
    game.choose("Bismarck", "Tirpitz")
    assert game.over and game.unit("Tirpitz").damage == 3 and game.place("Bismarck") == "germany"


@pytest.mark.rule("10.1", "5.6")
@pytest.mark.parametrize(("side", "ship"), [("axis", "Littorio"), ("allies", "Hood")])
def test_aircraft_over_ships_of_their_own_side_alone_make_no_combat(side, ship):
    game = battle("mediterranean").with_units(ship).aircraft(side, "mediterranean").start()
    assert game.decision != Decision.COMBAT_AREA and not game.words("combat_begins")


@pytest.mark.rule("9.4", "H.2")
def test_ships_that_failed_a_roll_are_struck_in_port():
    position = Position("axis_movement").with_units("Admiral Scheer", place="germany")
    game = position.start(dice=[6, 1]).choose("North Atlantic", "Germany", "Germany", "nowhere")
    assert game.asks == ("air_target", "germany") and game.choices == {"hold", "admiral_scheer"}


@pytest.mark.rule("9.5")
def test_ships_sent_home_by_u_boats_are_not_struck_in_port():
    position = battle("mediterranean").with_units("Hood", "U-boat 1").aircraft("axis", "malta")
    game = position.start(dice=[1, 5]).choose("Mediterranean", "Hood", "Malta")
    assert game.over and game.words("strike_begins") == []


@pytest.mark.rule("10.1", "10.5")
def test_carriers_strike_only_their_area_and_never_u_boats():
    position = battle("baltic").with_units("Graf Zeppelin").with_units("Marat", place="leningrad")
    assert position.start().choose_until(None).words("strike_begins") == []
    game = battle("north_sea").with_units("Ark Royal", "U-boat 1").start(dice=[1, 1, 1]).choose("North Sea", "hold")
    assert game.over and game.words("strike_begins") == []


@pytest.mark.rule("H.22")
def test_u_boats_in_port_are_not_struck():
    game = battle("germany").with_units("U-boat 1", place="germany").aircraft("allies", "germany").start()
    assert game.over and game.words("strike_begins") == []


@pytest.mark.rule("10.2", "H.5")
def test_carriers_and_land_based_aircraft_are_one_pool_and_no_ship_is_struck_twice():
    position = battle("mediterranean").with_units("Glorious").with_units("Zara", "Pola", "Fiume", "Gorizia", "Littorio")
    game = position.with_units("Caio Duilio").aircraft("allies", "mediterranean").start(dice=[1] * 5)
    game.choose("Mediterranean", "Zara")
    assert "zara" not in game.choices
    game.choose("Pola", "Fiume", "Gorizia", "Littorio")
    assert game.dice_are_used and game.decision != 9


@pytest.mark.rule("L.8", "H.23")
def test_strikes_are_named_one_after_another_with_results_seen():
    position = (
        battle("mediterranean").with_units("Zara", "Pola").with_units("Nelson").aircraft("allies", "mediterranean")
    )
    game = position.start(dice=[6, 2]).choose("Mediterranean", "Zara")
    assert game.unit("Zara").place == "mediterranean" and game.choices == {"hold", "pola"}
    assert game.choose("no more strikes").place("Zara") == "out_of_play"


@pytest.mark.rule("10.3", "H.6")
def test_a_carrier_strikes_though_she_is_sunk_in_the_same_strike():
    position = battle("north_sea").with_units("Glorious", "Graf Zeppelin")
    game = position.start(dice=[6, 4, 6, 3]).choose("North Sea", "Graf Zeppelin", "Glorious")
    assert game.over and game.place("Glorious") == game.place("Graf Zeppelin") == "out_of_play"


@pytest.mark.rule("10.4")
def test_no_strikes_after_the_first_round():
    game = battle("north_sea").with_units("Ark Royal", "Hood", "Bismarck").start(dice=[1] * 9)
    game.choose("North Sea", "Bismarck", "Bismarck", "Hood", "fight on", "fight on")
    assert game.asks == ("surface_target", "hood")


# --- 5.6, 11 -------------------------------------------------------------------------------------------


@pytest.mark.rule("H.4", "5.6")
def test_the_axis_chooses_the_order_of_the_areas():
    position = battle("north_sea").with_units("Hood", "Bismarck").with_units("Nelson", "Tirpitz", place="barents")
    game = position.start()
    assert game.seat == 1 and game.choices == {"north_sea", "barents"}


@pytest.mark.rule("5.61", "5.62")
def test_u_boats_then_aircraft_then_ships():
    position = battle("barents").with_units("Ark Royal", "Hood", "Bismarck", "U-boat 1")
    game = position.start(dice=[1] * 9).choose("Barents Sea")
    assert game.asks[0] == "u_boat_target"
    assert game.choose("hold").asks[0] == "air_target"
    assert game.choose("no more strikes").asks[0] == "surface_target"


@pytest.mark.rule("11.1", "11.4")
def test_rounds_follow_until_one_side_is_left():
    game = duel([1] * 8)
    assert game.asks[0] == "disengage"
    game.choose("fight on", "fight on", "Bismarck", "Hood")
    assert game.games["combat_round"][0] == 2


@pytest.mark.rule("5.64", "5.7")
def test_the_side_that_is_left_controls_the_area():
    game = duel([6, 6, 1, 1, 6, 5, *MISSES]).choose_until(None)
    assert game.over and game.lead == 1


@pytest.mark.rule("11.2")
def test_all_targets_are_named_before_the_dice():
    game = battle("north_sea").with_units("Hood", "Nelson", "Bismarck").start(dice=[6, 6, 1, 1]).choose("North Sea")
    game.choose("Bismarck")
    assert game.asks == ("surface_target", "hood") and game.unit("Bismarck").damage == 0


@pytest.mark.rule("11.3", "5.63")
def test_a_ship_that_is_sunk_fires_back_with_her_strength_from_before():
    game = duel([6, 6, 1, 1, 6, 5, 4, 1, 1, 1])
    assert game.place("Bismarck") == "out_of_play" and game.unit("Hood").disabled


@pytest.mark.rule("11.5")
@pytest.mark.parametrize(("damage", "hits"), [(0, True), (1, False)])
def test_undamaged_german_ships_add_one(damage, hits):
    game = duel([1] * 4 + [5, 1, 1, 1] + [2] * hits, damage=damage)
    assert game.unit("Hood").damage == (2 if hits else 0) and game.unit("Hood").disabled != hits


@pytest.mark.rule("11.5")
def test_italian_ships_add_nothing():
    position = battle("mediterranean").with_units("Hood", "Littorio")
    game = position.start(dice=[1] * 4 + [5, 1, 1, 1]).choose("Mediterranean", "Littorio", "Hood")
    assert game.unit("Hood").disabled


@pytest.mark.rule("11.6", "H.25")
def test_a_silent_carrier_needs_fire_upon_all_the_others():
    position = battle("barents").with_units("Hood", "Nelson", "Graf Zeppelin", "Bismarck")
    game = position.start(dice=[1] * 20).choose("Barents Sea", "no more strikes", "silent")
    assert game.choices == {"hold", "bismarck", "graf_zeppelin"}
    game.choose("Graf Zeppelin")
    assert game.asks == ("surface_target", "hood") and game.choices == {"bismarck"}


@pytest.mark.rule("11.6")
def test_the_last_ship_may_not_fire_upon_a_silent_carrier_alone():
    position = battle("barents").with_units("Hood", "Graf Zeppelin", "Bismarck")
    game = position.start().choose("Barents Sea", "no more strikes", "silent")
    assert game.choices == {"hold", "bismarck"}


@pytest.mark.rule("11.6")
def test_a_carrier_that_fires_may_be_fired_upon_and_must_fire():
    position = battle("barents").with_units("Hood", "Graf Zeppelin", "Bismarck")
    game = position.start(dice=[1] * 10).choose("Barents Sea", "no more strikes", "fire")
    assert game.choices == {"hold", "bismarck", "graf_zeppelin"}
    game.choose("hold").choose("Hood")
    assert game.asks == ("surface_target", "graf_zeppelin") and game.choices == {"hood"}


@pytest.mark.rule("H.17")
def test_fire_may_be_held():
    game = battle("north_sea").with_units("Hood", "Bismarck").start().choose("North Sea")
    assert game.choices == {"hold", "bismarck"}


@pytest.mark.rule("14.8", "H.37")
def test_a_convoy_is_closed_while_another_ship_is_undamaged():
    position = battle("barents").with_units("Convoy 1A", "Hood").with_units("Nelson", damage=1).with_units("Bismarck")
    game = position.start(dice=[1] * 10).choose("Barents Sea", "Bismarck", "Bismarck", "Bismarck")
    assert game.choices == {"hold", "hood", "nelson"}


@pytest.mark.rule("14.8", "H.38")
def test_a_convoy_is_open_when_all_others_are_damaged():
    position = battle("barents").with_units("Convoy 1A").with_units("Hood", damage=1).with_units("Bismarck")
    game = position.start(dice=[1] * 10).choose("Barents Sea", "hold", "hold")
    assert game.choices == {"hold", "hood", "convoy_1a"}
