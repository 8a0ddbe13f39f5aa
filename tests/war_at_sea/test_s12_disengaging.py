"""12: disengaging and pursuit, and where ships go home (5.7, 7.2)."""

import pytest

from aw_env.games.war_at_sea.records.terms import Decision
from tests.war_at_sea.positions import Position, battle


def after_a_quiet_round(area, allies, axis, dice=(), **state):
    """Both sides have held fire for a round."""
    game = battle(area, turn=3, last_turn=4).with_units(*allies).with_units(*axis, **state).start(dice).choose(area)
    return game.choose_until(12)


@pytest.mark.rule("12.9", "12.1")
def test_both_decide_in_secret_and_if_both_go_nobody_controls():
    game = after_a_quiet_round("north_sea", ["Hood"], ["Bismarck"])
    assert game.seat == 0
    game.choose("disengage")
    assert game.seat == 1 and not game.words("disengages")
    game.choose("disengage").choose_until(None)
    assert game.words("points")[0] == "Nobody gains a point: level."


@pytest.mark.rule("12.2", "12.4")
def test_who_disengages_does_not_control_and_the_other_does():
    game = after_a_quiet_round("north_sea", ["Hood", "Nelson"], ["Bismarck"]).choose("disengage", "fight on")
    assert game.asks == ("join_group", "hood")
    game.choose("new").choose("none")
    assert game.view.flag("north_sea") == 1 and game.unit("Hood").disengaged and game.unit("Nelson").disengaged


@pytest.mark.rule("12.3", "12.8")
def test_only_groups_that_are_no_faster_may_be_pursued():
    game = after_a_quiet_round("north_sea", ["Hood", "Nelson"], ["Bismarck"]).choose("disengage", "fight on", "new")
    assert game.asks == ("pursuit", "bismarck") and game.choices == {"no_pursuit", "nelson"}


@pytest.mark.rule("12.1", "12.3")
def test_a_group_goes_at_the_speed_of_its_slowest():
    game = after_a_quiet_round("north_sea", ["Hood", "Nelson"], ["Bismarck"]).choose("disengage", "fight on", "Nelson")
    assert game.choices == {"no_pursuit", "nelson"}


@pytest.mark.rule("12.7", "12.5")
def test_a_ship_that_stays_behind_is_out_of_the_pursuit():
    game = after_a_quiet_round("north_sea", ["Nelson"], ["Bismarck", "Tirpitz"], dice=[1] * 20)
    game.choose("disengage", "fight on", "Nelson", "none", "Bismarck", "Nelson")
    assert game.asks == ("pursuit", "bismarck")
    game.choose("none")
    assert game.view.flag("north_sea") == 1


@pytest.mark.rule("12.6")
def test_a_pursued_ship_that_is_disabled_escapes():
    game = after_a_quiet_round("north_sea", ["Nelson"], ["Bismarck"], dice=[1] * 5 + [5, 1, 1, 1], damage=1)
    game.choose("disengage", "fight on", "Nelson", "Bismarck", "Nelson")
    assert game.asks == ("return", "nelson") and game.choices == {"england"}


@pytest.mark.rule("L.9", "H.26")
def test_a_pursued_group_may_split_after_a_round():
    game = after_a_quiet_round("north_sea", ["Nelson", "Rodney"], ["Bismarck"], dice=[1] * 14)
    game.choose("disengage", "fight on", "Nelson", "Nelson", "hold", "hold", "hold")
    assert game.asks == ("join_group", "rodney")
    game.choose("new")
    assert game.asks == ("pursuit", "bismarck") and game.choices == {"no_pursuit", "nelson", "rodney"}


@pytest.mark.rule("H.28")
def test_single_pursuers_may_stop_after_a_round():
    game = after_a_quiet_round("north_sea", ["Nelson"], ["Bismarck", "Tirpitz"])
    game.choose("disengage", "fight on", "Nelson", "Nelson", "hold", "hold", "hold")
    game.choose("none", "Nelson")
    assert game.unit("Bismarck").group == -1 and game.asks[0] == "surface_target"


@pytest.mark.rule("L.13", "H.39")
def test_a_convoy_in_a_group_of_its_own_has_no_screen():
    game = after_a_quiet_round("barents", ["Convoy 1A", "Hood"], ["Bismarck"]).choose("disengage", "fight on", "new")
    game.choose("Convoy 1A").choose("hold")
    assert game.words("round_begins")[-1] == "Round 2, the pursuit of Convoy 1A."
    assert game.asks == ("surface_target", "bismarck") and game.choices == {"hold", "convoy_1a"}


@pytest.mark.rule("L.10", "H.27")
def test_a_convoy_that_pursues_is_still_screened():
    game = after_a_quiet_round("barents", ["Convoy 1A", "Hood"], ["Bismarck"], damage=5)
    game.choose("fight on", "disengage", "Bismarck", "Bismarck", "hold", "hold")
    assert game.asks == ("surface_target", "bismarck") and game.choices == {"hold", "hood"}


@pytest.mark.rule("12.5")
def test_a_battle_in_which_nobody_fires_ends_after_three_rounds():
    game = after_a_quiet_round("north_sea", ["Hood"], ["Bismarck"])
    for _ in range(2):
        game.choose("fight on", "fight on").choose_until(12)
        if game.decision != 12:
            break
    assert game.words("stalemate") == ["Nobody fires any more: both sides leave the North Sea."]


@pytest.mark.rule("12.5", "12.3")
def test_a_pursuit_in_which_nobody_fires_ends_after_three_rounds():
    game = after_a_quiet_round("north_sea", ["Nelson"], ["Bismarck", "Tirpitz"]).choose("disengage", "fight on")
    for _ in range(3):
        assert not game.unit("Nelson").disengaged
        game.choose("Nelson", "Nelson", "hold", "hold", "hold")
    assert game.unit("Nelson").disengaged and game.view.flag("north_sea") == 1


@pytest.mark.rule("5.6", "12.3")
def test_after_a_pursuit_the_next_area_is_fought_by_all_who_are_there():
    position = battle("north_sea").with_units("Hood", "Scharnhorst").with_units("Nelson", "Bismarck", place="barents")
    game = position.start().choose("North Sea").choose_until(Decision.DISENGAGE)
    game.choose("disengage", "fight on", "none", "Barents Sea")
    assert game.words("round_begins")[-1] == "Round 1 in the Barents Sea."
    assert game.asks == ("surface_target", "nelson") and game.choices == {"hold", "bismarck"}
    game.choose("hold")
    assert game.asks == ("surface_target", "bismarck") and game.choices == {"hold", "nelson"}


@pytest.mark.rule("12.1", "12.8")
def test_a_side_may_go_in_eight_groups_and_each_may_be_pursued():
    ships = ["Nelson", "Rodney", "Warspite", "Valiant", "Malaya", "Barham", "Ramillies", "Resolution", "Revenge"]
    game = after_a_quiet_round("north_sea", ships, ["Bismarck"]).choose("disengage", "fight on", *["new"] * 7)
    assert game.asks == ("join_group", "revenge")
    groups = {"nelson", "rodney", "warspite", "valiant", "malaya", "barham", "ramillies", "resolution"}
    assert game.choices == groups
    assert game.choose("Resolution").choices == {"no_pursuit", *groups}
    assert game.choose("none").unit("Revenge").disengaged


@pytest.mark.rule("12.5")
def test_only_rounds_in_a_row_without_fire_end_a_battle():
    game = battle("north_sea").with_units("Norfolk", "Bismarck").start(dice=[1]).choose("North Sea")
    game.choose("Bismarck", "hold")  # one die is fire too
    for _ in range(3):
        assert not game.words("stalemate")
        game.choose("fight on", "fight on", "hold", "hold")
    assert game.words("stalemate")


# --- going home ----------------------------------------------------------------------------------------


def home_from(area, unit, turn=3, **state):
    """Where a unit may go from an area at the end of a turn."""
    position = Position("return", turn=turn, last_turn=turn + 1).with_units(unit, place=area, **state)
    game = position.start().choose_until(3)
    return game.choices if game.decision == 3 else {game.place(unit)}


@pytest.mark.rule("5.7", "6.8")
@pytest.mark.parametrize(
    ("area", "unit", "ports"),
    [
        ("north_atlantic", "Hood", {"england", "usa"}),
        ("north_atlantic", "Augusta", {"usa"}),
        ("north_sea", "Hood", {"england"}),
        ("barents", "Hood", {"england", "russia"}),
        ("baltic", "Marat", {"leningrad"}),
        ("north_sea", "Bismarck", {"germany", "france"}),
        ("baltic", "Bismarck", {"germany"}),
        ("mediterranean", "Bismarck", {"italy"}),
    ],
)
def test_where_ships_go_from_each_area(area, unit, ports):
    assert home_from(area, unit, turn=4) == ports


@pytest.mark.rule("H.10")
def test_ships_that_disengage_in_the_mediterranean_go_to_malta_or_england():
    assert home_from("mediterranean", "Hood") == {"malta", "england"}
    game = battle("mediterranean").with_units("Hood", "Littorio").start(dice=[1] * 4 + [5] * 4)
    assert game.choose("Mediterranean", "Littorio", "Hood").choices == {"malta"}


@pytest.mark.rule("H.11", "L.7")
def test_germans_that_disengaged_do_not_oil():
    game = after_a_quiet_round("south_atlantic", ["Hood"], ["Scharnhorst"]).choose("fight on", "disengage", "none")
    game.choose_until(3)
    assert game.asks == ("return", "scharnhorst") and game.choices == {"france", "neutral_port"}


@pytest.mark.rule("17.1")
def test_ships_disabled_in_the_south_atlantic_go_to_the_neutral_port():
    game = battle("south_atlantic").with_units("Hood", "Scharnhorst").start(dice=[1] * 4 + [4] * 3)
    game.choose("South Atlantic", "Scharnhorst", "Hood")
    assert game.asks == ("return", "hood") and game.choices == {"neutral_port"}


@pytest.mark.rule("H.18")
def test_axis_ships_disabled_in_the_north_atlantic_may_go_to_france():
    game = battle("north_atlantic").with_units("Hood", "Scharnhorst").start(dice=[5] * 4 + [1] * 3)
    assert game.choose("North Atlantic", "Scharnhorst", "Hood").choices == {"germany", "france"}


@pytest.mark.rule("H.7")
def test_the_axis_returns_first():
    position = Position("return", turn=4, last_turn=5).with_units("Hood", place="barents")
    game = position.with_units("Bismarck", place="north_sea").start()
    assert game.asks == ("return", "bismarck")


@pytest.mark.rule("H.1", "H.8")
@pytest.mark.parametrize(("turn", "place"), [(5, "france"), (6, "out_of_play"), (7, "out_of_play")])
def test_italian_cruisers_in_the_north_atlantic_need_france(turn, place):
    game = Position("return", turn=turn, last_turn=turn + 1).with_units("Zara", place="north_atlantic").start()
    game.choose_until(Decision.U_BOAT_ORDER)
    assert game.place("Zara") == place and game.view.turn == turn + 1


@pytest.mark.rule("H.8", "2.4")
def test_axis_ships_in_france_at_the_end_of_turn_six_are_lost():
    game = Position("return", turn=6, last_turn=7).with_units("Bismarck", place="france").start()
    assert game.place("Bismarck") == "out_of_play" and game.words("interned")
