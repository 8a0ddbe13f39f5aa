"""§1.3-1.4 and §2.8: what controls an area, the track of victory points, who wins.

A position that begins at step 5.72 is scored at once: the units at sea are those that are left after combat.
"""

import pytest

from aw_env import admirals_war_v0
from aw_env.core.config.errors import ConfigError
from aw_env.games.admirals_war.game import ruleset
from aw_env.games.admirals_war.records.terms import Power
from tests.positions import Position, battle, printed


def scored(*forces, **keys):
    """A turn scored with (unit, area) at sea."""
    position = Position("control", **keys)
    for unit, area in forces:
        position.with_units(unit, place=area)
    return position.start()


# --- §1.1 ----------------------------------------------------------------------------------------------


@pytest.mark.rule("1.1")
def test_two_players_have_a_side_each_and_four_a_power_each():
    assert ruleset("campaign", 2).seats == ("allies", "axis")
    assert ruleset("campaign", 4).seats == ("british", "japanese", "american", "german")
    assert ruleset("campaign", 2).scenario.books["seat_of_power"][0].tolist() == [0, 1, 0, 1]
    assert ruleset("campaign", 4).scenario.books["seat_of_power"][0].tolist() == [0, 1, 2, 3]


@pytest.mark.rule("1.1", "5.1")
def test_who_plays_which_nations():
    game = ruleset("campaign", 4).scenario.templates[0]
    players = {unit.nation: Power(int(game["controller"][n])).name for n, unit in enumerate(printed().units)}
    assert players == {
        "british": "BRITISH", "australian": "BRITISH", "dutch": "BRITISH", "greek": "BRITISH", "russian": "BRITISH",
        "us": "AMERICAN", "french": "AMERICAN", "german": "GERMAN", "italian": "GERMAN", "japanese": "JAPANESE",
    }  # fmt: skip


# --- §1.3 ----------------------------------------------------------------------------------------------


@pytest.mark.rule("1.3", "17.21")
def test_a_patrolling_ship_or_an_air_unit_left_at_sea_controls_the_area():
    assert scored(("Exeter", "coral_sea")).flag("coral_sea") == "allies"
    assert scored(("21AF", "coral_sea")).flag("coral_sea") == "axis"
    raiding = Position("control", "coral_sea").with_units("Exeter", raiding=True).start()
    assert raiding.flag("coral_sea") is None


@pytest.mark.rule("1.3", "5.61")
def test_both_sides_in_an_area_fight_until_one_of_them_is_gone():
    nobody_hits, nagato_sinks_maryland = [1] * 10, [6, 1, 1, 1, 1, 6] + [1] * 5
    position = battle("coral_sea", flag="allies").with_units("Maryland", "Nagato")
    game = position.start(dice=nobody_hits + nagato_sinks_maryland).choose("coral_sea")
    game.until(prefer=["surface", "remain"])
    assert (game.dice_left, game.unit("Maryland").place, game.unit("Nagato").place) == (0, "out_of_play", "coral_sea")
    assert game.flag("coral_sea") == "axis"


# --- §2.8: the track -----------------------------------------------------------------------------------

SIX_FOR_BRITAIN = [
    ("Exeter", "western_approaches"), ("Hood", "air_gap"), ("Rodney", "mid_atlantic"), ("Nelson", "bay_of_biscay"),
    ("Renown", "barents"),
]  # fmt: skip


@pytest.mark.rule("2.8")
def test_the_printed_example_three_for_germany_and_six_for_britain_move_the_track_by_three():
    assert scored(*SIX_FOR_BRITAIN).points(0) == 6
    assert scored(("Bismarck", "north_sea")).points(0) == -3
    game = scored(*SIX_FOR_BRITAIN, ("Bismarck", "north_sea"))
    assert (game.points(0), game.points(1)) == (3, 0)


FIVE_FOR_THE_US = [("Portland", "hawaiian_islands"), ("Louisville", "coral_sea")]
TWELVE_FOR_JAPAN = [
    ("Kongo", "home_islands"), ("Hiei", "indonesia"), ("Haruna", "marianas"), ("Kirishima", "bismarck_sea"),
    ("Nagato", "marshalls"), ("Mutsu", "central_pacific"),
]  # fmt: skip


@pytest.mark.rule("2.8")
def test_the_printed_example_of_the_maximum():
    assert scored(*FIVE_FOR_THE_US).points(1) == 5
    assert scored(*TWELVE_FOR_JAPAN).points(1) == -12
    game = scored(*FIVE_FOR_THE_US, *TWELVE_FOR_JAPAN, victory_points={"pacific": -27})
    assert game.points(1) == -29


@pytest.mark.rule("2.8")
@pytest.mark.parametrize(("before", "after"), [(28, 29), (29, 29), (24, 29), (23, 28), (-29, -24)])
def test_a_lead_ends_at_twenty_nine_until_the_other_side_regains_points(before, after):
    assert scored(*FIVE_FOR_THE_US, victory_points={"pacific": before}).points(1) == after


@pytest.mark.rule("2.8")
def test_each_theatre_is_tracked_separately():
    game = scored(("Exeter", "western_approaches"), ("Kongo", "indonesia"), victory_points={"atlantic": 1})
    assert (game.points(0), game.points(1)) == (3, -3)


# --- §1.4: winning -------------------------------------------------------------------------------------


@pytest.mark.rule("1.4")
@pytest.mark.parametrize(
    ("atlantic", "pacific", "result"),
    [
        (1, 1, 1), (1, 0, 1), (0, 1, 1),
        (-1, -1, -1), (-1, 0, -1), (0, -1, -1),
        (0, 0, 0), (29, -1, 0), (-1, 29, 0),
    ],
)  # fmt: skip
def test_a_side_wins_if_it_wins_one_theatre_and_wins_or_draws_the_other(atlantic, pacific, result):
    game = scored(victory_points={"atlantic": atlantic, "pacific": pacific})
    assert (game.over, int(game.record["result"])) == (True, result)


@pytest.mark.rule("1.4")
def test_the_printed_example_is_a_draw_between_teams_until_britain_draws_in_the_atlantic():
    assert int(scored(victory_points={"atlantic": -1, "pacific": 3}).record["result"]) == 0
    assert int(scored(victory_points={"atlantic": 0, "pacific": 3}).record["result"]) == 1


@pytest.mark.rule("1.4", "5.75")
def test_the_points_of_the_last_turn_count():
    assert int(scored(("Portland", "coral_sea"), victory_points={"pacific": -1}).record["result"]) == 1


# --- §1.4: four players --------------------------------------------------------------------------------


def alone(atlantic, pacific):
    """Who wins when each of four players plays to win alone."""
    position = Position("return", victory_points={"atlantic": atlantic, "pacific": pacific})
    game = position.start(players=4, victory="individual")
    return {power.name.lower() for power in Power if int(game.record["winners"]) >> power & 1}


@pytest.mark.rule("1.4")
def test_the_printed_example_of_four_players_germany_wins_until_britain_draws_in_the_atlantic():
    assert alone(atlantic=-1, pacific=3) == {"german"}
    assert alone(atlantic=0, pacific=3) == {"american"}


@pytest.mark.rule("1.4")
@pytest.mark.parametrize(
    ("atlantic", "pacific", "winners"),
    [
        (5, 2, {"british"}),
        (2, 5, {"american"}),
        (2, 0, {"british"}),
        (5, -1, {"japanese"}),  # Britain has more points, but the United States have lost
        (-2, -5, {"japanese"}),
        (-5, -2, {"german"}),
    ],
)
def test_alone_the_most_points_on_ones_own_track_win_but_an_ally_only_if_the_partner_has_not_lost(
    atlantic, pacific, winners
):
    assert alone(atlantic, pacific) == winners


@pytest.mark.rule("1.4")
def test_equal_best_totals_share_the_win():
    assert alone(3, 3) == {"british", "american"}
    assert alone(-4, -4) == {"german", "japanese"}
    assert alone(0, 0) == {"british", "japanese", "american", "german"}


def rewards(tmp_path, atlantic, pacific, **arguments):
    """What each of four players earns by the end of a game that ends with these leads."""
    file = tmp_path / "end.toml"
    text = f'players = [4]\nlast_turn = 1\nbegins_at = "return"\nvictory_points = {{ atlantic = {atlantic}, '
    file.write_text(f"{text}pacific = {pacific} }}\n")
    return admirals_war_v0.game(file, players=4, seed=0, **arguments).rewards.tolist()


@pytest.mark.rule("1.4")
def test_a_team_earns_together(tmp_path):
    assert rewards(tmp_path, 1, 3) == [1, -1, 1, -1]
    assert rewards(tmp_path, -1, 0) == [-1, 1, -1, 1]
    assert rewards(tmp_path, -1, 3) == [0, 0, 0, 0]


@pytest.mark.rule("1.4")
def test_alone_the_winner_earns_one_and_the_others_lose_a_third_each(tmp_path):
    third = pytest.approx(1 / 3)
    lost = pytest.approx(-1 / 3)
    assert rewards(tmp_path, -1, 3, victory="individual") == [lost, lost, lost, 1]
    assert rewards(tmp_path, 3, 3, victory="individual") == [third, lost, third, lost]
    assert rewards(tmp_path, 0, 0, victory="individual") == [0, 0, 0, 0]


@pytest.mark.rule("1.4")
def test_to_win_alone_takes_four_players_and_both_tracks():
    with pytest.raises(ConfigError, match="four players"):
        ruleset("campaign", 2, victory="individual")
    with pytest.raises(ConfigError, match="both tracks"):
        ruleset("atlantic", 4, victory="individual")
    with pytest.raises(ValueError, match="'team' and 'individual'"):
        ruleset("campaign", 4, victory="alone")
