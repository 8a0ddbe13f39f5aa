"""Who advises at a table, and the levels of opponents."""

import pytest

from aw_env import admirals_war_v0, war_at_sea_v0
from aw_env.core import packages
from aw_env.core.packages import CannotLoad
from aw_env.games import named, names
from aw_env.table import levels
from aw_env.table.levels import Officer


@pytest.mark.parametrize(
    ("game", "scenario", "strongest"),
    [
        ("admirals_war", "midway", "midway"),
        ("admirals_war", "pacific", "pacific"),
        ("admirals_war", "campaign", "campaign"),
        ("war_at_sea", "war_at_sea", "war_at_sea"),
        ("naval_miniatures", "standard", "naval_miniatures"),
        ("world_at_war", "raiders", "raiders"),
        ("world_at_war", "night_express", "night_express"),
        ("world_at_war", "mediterranean", "mediterranean"),
    ],
)
def test_levels_go_from_the_weakest_to_the_strongest(game: str, scenario: str, strongest: str):
    offered = levels.levels(game, scenario)
    assert list(offered) == list(range(1, len(offered) + 1)), "no level is left out"
    assert offered[1] == "random" and offered[len(offered)] == strongest
    assert list(offered.values()) == levels.measured(game, scenario)


@pytest.mark.parametrize(("measured", "at"), [(2, "ab"), (4, "abcd"), (5, "abcde"), (6, "abcef"), (9, "acegi")])
def test_there_are_as_many_levels_as_players_up_to_five(measured: int, at: str, monkeypatch: pytest.MonkeyPatch):
    """Of more than five players the weakest, the strongest and some between them have a level."""
    players = [*"abcdefghi"[:measured]]
    monkeypatch.setattr(levels, "measured", lambda game, scenario: players)
    offered = levels.levels("admirals_war", "midway")
    assert list(offered) == list(range(1, len(at) + 1))
    assert "".join(offered.values()) == at


def test_every_scenario_that_is_offered_has_levels_without_gaps():
    for game in names():
        for scenario in named(game).scenarios():
            offered = levels.levels(game, scenario.name)
            assert list(offered) == list(range(1, len(offered) + 1)) and len(offered) >= 3, scenario.name


def test_a_level_is_a_player_and_a_name_stays_a_name():
    assert levels.player_at("admirals_war", "midway", "4") == "midway"
    assert levels.player_at("admirals_war", "midway", "search:16") == "search:16"
    assert levels.player_at("admirals_war", "midway", "²") == "²", "a digit, and no number"
    with pytest.raises(ValueError, match="no level 5 in midway: choose from 1, 2, 3 or 4$"):
        levels.player_at("admirals_war", "midway", "5")
    with pytest.raises(ValueError, match="no level 2 in elsewhere: name a player"):
        levels.player_at("admirals_war", "elsewhere", "2")


def test_the_officer_is_the_strongest_player_of_the_scenario():
    assert levels.officer_of(admirals_war_v0.game("midway", seed=1)) == Officer("midway")
    assert levels.officer_of(war_at_sea_v0.game(seed=1)) == Officer("war_at_sea")


def test_where_the_strongest_cannot_be_had_tuned_advises_and_says_why(monkeypatch: pytest.MonkeyPatch):
    def without_torch(name: str, game: str = ""):
        if name == "midway":
            raise CannotLoad("No module named 'torch'")
        return object()

    monkeypatch.setattr(levels, "load", without_torch)
    officer = levels.officer_of(admirals_war_v0.game("midway", seed=1))
    assert officer.name == "tuned"
    assert officer.reason == "midway, the strongest here, cannot be asked (No module named 'torch'): tuned advises"


def test_without_measurements_there_are_no_levels(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(levels, "offered", lambda group: {})
    assert levels.levels("admirals_war", "midway") == {}
    assert levels.officer_of(admirals_war_v0.game("midway", seed=1)) == Officer("tuned")
    assert packages.offered(levels.GROUP), "they come with the package"
