"""Who advises at a table, and the levels of opponents."""

import pytest

from aw_env import admirals_war_v0, war_at_sea_v0
from aw_env.core import packages
from aw_env.core.packages import CannotLoad
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
    ],
)
def test_levels_go_from_the_weakest_to_the_strongest(game: str, scenario: str, strongest: str):
    offered = levels.levels(game, scenario)
    assert min(offered) == 1 and max(offered) == levels.STRONGEST
    assert offered[1] == "random" and offered[levels.STRONGEST] == strongest
    assert list(offered.values()) == levels.measured(game, scenario)


def test_a_level_is_a_player_and_a_name_stays_a_name():
    assert levels.player_at("admirals_war", "midway", "5") == "midway"
    assert levels.player_at("admirals_war", "midway", "search:16") == "search:16"
    with pytest.raises(ValueError, match="no level 7 in midway: choose from 1, "):
        levels.player_at("admirals_war", "midway", "7")
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
