"""§10.3 Oilers: bases at sea for German ships."""

import pytest

from aw_env.games.admirals_war.records.terms import Decision, Event, Power
from tests.positions import Position, battle, movement

BESIDE_MID_ATLANTIC = {
    "air_gap",
    "western_approaches",
    "eastern_seaboard",
    "bay_of_biscay",
    "caribbean",
    "south_atlantic",
}


def at_sea(*units, area="mid_atlantic", **keys):
    """German ships whose base is the sea area where they are, when patrollers move."""
    return movement(**{"turn": 4, "last_turn": 4, **keys}).with_units(*units, place=area, refuelled=True)


def speed_rolls(game):
    """The speed rolls made so far, as (passed, dice)."""
    return [(passed, dice) for _, _, _, passed, dice in game.events(Event.SPEED_ROLL)]


# --- §10.3, §10.33: staying at sea ---------------------------------------------------------------------


@pytest.mark.rule("10.3")
def test_oilers_do_not_return_to_base_and_several_may_share_an_area():
    position = Position("return", turn=3, last_turn=4)
    game = position.with_units("Nordmark", "Ermland", "Bismarck", place="mid_atlantic").start()
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Bismarck")
    game.choose("germany")
    assert game.unit("Nordmark").place == game.unit("Ermland").place == "mid_atlantic"
    assert (game.decision, game.subject) == (Decision.PATROL_ORDER, "Bismarck")


def printed_example():
    """§10.33: Nordmark has survived turn 3 in the Mid Atlantic with Scharnhorst and two Italian cruisers."""
    position = Position("return", "mid_atlantic", turn=3, last_turn=5).with_units("Nordmark")
    return position.with_units("Scharnhorst", "Zara", "Fiume", raiding=True).start()


@pytest.mark.rule("10.33")
def test_printed_example_scharnhorst_refuels_and_the_italian_cruisers_may_not():
    game = printed_example()
    assert (game.decision, game.power, game.subject) == (Decision.RETURN_TO_BASE, Power.GERMAN, "Scharnhorst")
    assert "stay" in game.choices and "germany" in game.choices
    game.choose("stay")
    assert (game.unit("Scharnhorst").place, game.unit("Scharnhorst").refuelled) == ("mid_atlantic", True)
    for cruiser in ("Zara", "Fiume"):
        assert (game.decision, game.subject, "stay" in game.choices) == (Decision.RETURN_TO_BASE, cruiser, False)
        game.choose("neutral_port")


@pytest.mark.rule("10.33", "10.31")
@pytest.mark.parametrize("area", sorted(BESIDE_MID_ATLANTIC))
def test_printed_example_on_turn_4_all_areas_beside_the_mid_atlantic_are_one_area_moves(area):
    game = printed_example().choose("stay", "neutral_port", "neutral_port")
    asked = {}
    while game.decision == Decision.PATROL_ORDER:
        asked[game.subject] = game.choices
        game.choose(area if game.subject in ("Nordmark", "Scharnhorst") else "stay")
    assert BESIDE_MID_ATLANTIC < asked["Scharnhorst"] and BESIDE_MID_ATLANTIC < asked["Nordmark"]
    assert "mid_atlantic" not in asked["Scharnhorst"]
    assert speed_rolls(game) == []
    assert game.unit("Scharnhorst").place == game.unit("Nordmark").place == area


@pytest.mark.rule("10.33", "5.1")
def test_a_french_ship_in_german_hands_refuels_as_a_german_one():
    position = Position("return", "mid_atlantic", turn=3, last_turn=4).with_units("Nordmark")
    assert "stay" in position.with_units("Dunkerque", controller="german").start().choices


@pytest.mark.rule("10.33")
def test_without_an_oiler_in_its_own_area_no_ship_stays_at_sea():
    position = Position("return", turn=3, last_turn=4).with_units("Nordmark", place="air_gap")
    game = position.with_units("Scharnhorst", place="mid_atlantic").start()
    assert "stay" not in game.choices


@pytest.mark.rule("10.33")
def test_an_oiler_in_the_combat_that_was_sunk_refuels_nobody():
    position = battle("mid_atlantic", turn=3, last_turn=4).with_units("Norfolk", "Nordmark", "Bismarck")
    game = position.start(dice=[6]).choose("mid_atlantic")
    game.lay(1, 6, 6, 6, 6, 3, 3, 3, 3).choose("surface", "surface", "Bismarck", "Norfolk")
    assert (game.decision, game.subject, "stay" in game.choices) == (Decision.RETURN_TO_BASE, "Bismarck", False)


@pytest.mark.rule("10.33")
def test_u_boats_and_aircraft_go_home_from_an_oiler():
    position = Position("return", "north_sea", turn=3, last_turn=4).with_units("Nordmark", "U-boat 1", "Luftwaffe")
    game = position.start()
    seen = {}
    while game.decision == Decision.RETURN_TO_BASE:
        seen[game.subject] = game.choices
        game.choose("germany")
    assert len(seen) == 2 and all("stay" not in choices for choices in seen.values())


@pytest.mark.rule("10.33")
def test_a_ship_that_moved_away_is_no_longer_based_there_and_one_that_stays_may_stay_again():
    game = at_sea("Nordmark", "Scharnhorst", last_turn=6).start().choose("stay", "stay")
    game.until(Decision.RETURN_TO_BASE)
    assert "stay" in game.choices
    game.choose("stay")
    game.choose("stay", "air_gap").until(Decision.RETURN_TO_BASE)
    assert (game.subject, "stay" in game.choices) == ("Scharnhorst", False)
    assert not game.unit("Scharnhorst").refuelled


@pytest.mark.rule("10.33", "17.21")
def test_a_refuelled_raider_is_a_patroller_again_on_the_next_turn_and_may_patrol_where_it_is():
    game = printed_example().choose("stay", "neutral_port", "neutral_port")
    assert not game.unit("Scharnhorst").raiding
    game.until(Decision.RETURN_TO_BASE, prefer=["stay"])
    assert game.flag("mid_atlantic") == "axis"


@pytest.mark.rule("10.33", "6.13")
def test_a_ship_based_at_sea_may_turn_raider_there_and_move_three_areas():
    game = at_sea("Bismarck").start(dice=[1]).choose("turn_raider")
    assert (game.decision, game.subject) == (Decision.RAID_ORDER, "Bismarck")
    assert {"barents", "cape_of_good_hope", "arabian_sea", "baltic", "stay"} < game.choices
    game.choose("baltic")
    assert speed_rolls(game) == [(1, [1])]
    assert game.unit("Bismarck").place == "baltic"


@pytest.mark.rule("10.33", "6.3")
def test_an_enemy_flag_over_the_area_that_is_the_base_does_not_hold_the_ship():
    game = at_sea("Bismarck", flags={"mid_atlantic": "allies", "air_gap": "allies"}).start(dice=[1])
    assert BESIDE_MID_ATLANTIC < game.choices
    assert "north_sea" not in game.choices  # only by way of the Air Gap, or of the enemy Channel
    game.choose("cape_of_good_hope")
    assert speed_rolls(game) == [(1, [1])]


# --- §10.31: how oilers move ---------------------------------------------------------------------------


@pytest.mark.rule("10.31")
def test_an_oiler_moves_as_a_patroller_from_the_area_where_it_is_and_never_turns_raider():
    game = at_sea("Nordmark").start()
    assert (game.decision, game.subject) == (Decision.PATROL_ORDER, "Nordmark")
    assert BESIDE_MID_ATLANTIC | {"stay"} < game.choices
    assert "turn_raider" not in game.choices and "barents" in game.choices
    game.choose("air_gap")
    assert speed_rolls(game) == []
    assert (game.unit("Nordmark").place, game.unit("Nordmark").raiding) == ("air_gap", False)


@pytest.mark.rule("10.31")
def test_an_oiler_needs_no_marker_to_be_based_where_it_is():
    game = movement(turn=4).with_units("Nordmark", place="mid_atlantic").start()
    assert BESIDE_MID_ATLANTIC < game.choices


@pytest.mark.rule("10.31", "6.2")
def test_an_oiler_that_fails_its_roll_returns_to_base_from_the_second_area():
    game = at_sea("Nordmark").start(dice=[3]).choose("barents")
    assert speed_rolls(game) == [(0, [3])]
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Nordmark")
    assert game.choices == {"germany", "brest", "neutral_port"}
    game.choose("germany")
    assert game.unit("Nordmark").place == "germany"
    game = at_sea("Nordmark").start(dice=[2]).choose("barents")
    assert game.unit("Nordmark").place == "barents"


@pytest.mark.rule("10.31")
def test_an_oiler_in_port_puts_to_sea_again():
    game = movement(turn=4).with_units("Nordmark", place="germany").start()
    assert {"north_sea", "baltic", "barents", "stay"} <= game.choices
    assert "turn_raider" not in game.choices


# --- §10.32, §10.34 ------------------------------------------------------------------------------------


@pytest.mark.rule("10.32")
def test_an_oiler_is_hunted_by_asw_and_not_attacked_in_combat():
    position = battle("mid_atlantic", turn=3).with_units("Ark Royal", "Nordmark", "Bismarck")
    game = position.start(dice=[1, 2, 3]).choose("mid_atlantic", "air", "air")
    assert [dice for *_, dice in game.events(Event.ASW)] == [[1, 2, 3]]
    assert (game.decision, game.choices) == (Decision.AIR_TARGET, {"Bismarck", "hold"})


@pytest.mark.rule("10.34")
def test_a_ship_that_fails_its_roll_does_not_return_to_an_oiler():
    position = movement("raiding", turn=4).with_units("Admiral Scheer", place="germany", raiding=True)
    game = position.with_units("Nordmark", place="mid_atlantic").start(dice=[6]).choose("mid_atlantic")
    assert (game.decision, game.subject, "stay" in game.choices) == (Decision.RETURN_TO_BASE, "Admiral Scheer", False)


@pytest.mark.rule("10.34", "2.51")
def test_a_ship_based_at_sea_that_fails_at_gibraltar_returns_to_a_real_port():
    game = at_sea("Bismarck", area="south_atlantic").start(dice=[6])
    assert "west_med" in game.choices
    game.choose("west_med")
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Bismarck")
    assert {"germany", "neutral_port"} <= game.choices and "taranto" not in game.choices and "stay" not in game.choices


@pytest.mark.rule("10.34", "12.1")
def test_an_oiler_is_no_base_for_aircraft():
    position = movement("land_based_air", turn=4).with_units("Luftwaffe", place="germany")
    game = position.with_units("Nordmark", place="caribbean").start().choose("Luftwaffe")
    assert "north_sea" in game.choices and "caribbean" not in game.choices
