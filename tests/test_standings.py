"""The standings of the shipped players: what is kept, shown and measured."""

import math
from pathlib import Path

import pytest

from aw_agents.standings import __main__ as measuring
from aw_agents.standings import kept, table
from aw_agents.standings.kept import Pace, Response, Result
from aw_env.core.config.folder import configs_folder
from aw_env.core.players import player_names
from aw_env.games import named, names
from aw_env.table import levels

HEADERS = (Result, Pace, Response)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Tables without a row."""
    for kind in HEADERS:
        kept.keep([], kind, tmp_path)
    return tmp_path


def test_every_scenario_of_every_game_has_been_measured_with_every_pair_from_either_seat():
    played = {one[:4]: one.games for one in kept.results()}
    for game in names():
        assert kept.scenarios(game) == [one.name for one in named(game).scenarios()]
        for scenario in kept.scenarios(game):
            players = measuring.players_of(game, scenario, kept.FOLDER)
            assert {"random", "scripted"} < set(players) <= set(player_names(named(game).players))
            for first in players:
                for second in players:
                    assert first == second or played[game, scenario, first, second] >= 100
            assert {one.player for one in kept.paces() if one[:2] == (game, scenario)} == set(players)


def test_a_response_is_told_of_a_player_that_has_been_measured():
    for one in kept.responses():
        assert one.player in kept.measured(one.game, one.scenario)
        assert 0 <= one.low <= one.points <= one.high <= 1


def test_ratings_are_those_of_the_results(folder: Path):
    """Three wins to one are odds of three to one, which are 191 points of Elo; the prior draws them together a
    little."""
    kept.keep(
        [Result("g", "s", "strong", "weak", 750, 0, 250), Result("g", "s", "weak", "strong", 250, 0, 750)],
        Result,
        folder,
    )
    found = kept._standings("g", "s", ("allies", "axis"), folder)
    strong, weak = found.standings
    assert (strong.player, weak.player) == ("strong", "weak")
    assert strong.rating - weak.rating == pytest.approx(400 * math.log10(3), abs=1)
    assert strong.points == {"allies": 0.75, "axis": 0.75} and strong.games == {"allies": 1000, "axis": 1000}


def test_a_draw_is_half_a_win_and_seats_are_told_apart(folder: Path):
    kept.keep([Result("g", "s", "one", "other", 1, 1, 0), Result("g", "s", "other", "one", 2, 0, 0)], Result, folder)
    found = {one.player: one for one in kept._standings("g", "s", ("allies", "axis"), folder).standings}
    assert found["one"].points == {"allies": 0.75, "axis": 0.0}
    assert found["other"].points == {"allies": 1.0, "axis": 0.25}


def test_what_is_missing_is_played_once_and_kept(folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(measuring, "TIMED", 0.001)
    asked = ["--game", "admirals_war", "--scenarios", "engagement", "--games", "2", "--folder", str(folder)]
    measuring.main(asked)
    rows = kept.results(folder)
    assert {one.first for one in rows} == {"random", "scripted", "tuned", "engagement"}
    assert len(rows) == 12 and {one.games for one in rows} == {2}
    assert {one.player for one in kept.paces(folder)} == {"random", "scripted", "tuned", "engagement"}
    assert all(one.microseconds > 0 for one in kept.paces(folder))
    monkeypatch.setattr(measuring, "play_match", lambda *given: pytest.fail("all has been played"))
    measuring.main(asked)
    assert kept.results(folder) == rows


def test_a_player_that_has_changed_is_measured_anew(folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(measuring, "TIMED", 0.001)
    old = [
        Result("admirals_war", "engagement", *pair, 9, 0, 0) for pair in (("random", "scripted"), ("scripted", "tuned"))
    ]
    kept.keep(old, Result, folder)
    kept.keep([Pace("admirals_war", "engagement", "tuned", 1.0)], Pace, folder)
    measuring.forget("admirals_war", "engagement", "tuned", folder)
    assert kept.results(folder) == old[:1] and kept.paces(folder) == []


def test_a_table_with_other_columns_is_refused(folder: Path):
    (folder / "results.csv").write_text("game,winner\n")
    with pytest.raises(ValueError, match="its columns are game, winner, not game, scenario, first"):
        kept.results(folder)


def test_a_scenario_that_nobody_has_played_names_those_that_were_played(tmp_path: Path):
    mine = tmp_path / "mine.toml"
    text = (configs_folder() / "admirals_war" / "scenarios" / "midway.toml").read_text("utf-8")
    mine.write_text(text.replace('name = "midway"', 'name = "mine"'), "utf-8")
    with pytest.raises(ValueError, match="nobody has been measured in mine: choose from .*engagement"):
        kept.standings("admirals_war", str(mine))


def test_the_page_shows_every_scenario_and_player_with_its_time():
    page = table.page()
    for game in names():
        assert f"## {named(game).title}" in page
        for scenario in kept.scenarios(game):
            assert f"### {scenario}: " in page
            for row in table.shown(game, scenario).rows:
                assert f"| {row.standing.player} | {row.standing.rating:+.0f} ± " in page
                assert row.microseconds


def test_levels_are_offered_by_these_ratings():
    rated = kept.measured("admirals_war", "midway")
    assert levels.measured("admirals_war", "midway") == sorted(rated, key=rated.__getitem__)
    assert kept.measured("admirals_war", "nowhere") == {}
