"""Bids: points that even out the sides of a scenario before it begins."""

import json
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

from aw_env.cli.app import app
from aw_env.cli.sittings import bid_of
from aw_env.core import saves
from aw_env.core.faces.game import Game
from aw_env.core.printed.bids import evened
from aw_env.games import named
from aw_env.recording import record_in, record_of
from aw_env.table.ending import bid_in_words
from aw_env.table.offers import Setup
from tests.sticks_v0 import STICKS

THEIRS = -2
"""A bid: two points for the side of the second seat."""


def book(game, scenario, bid=0, **settings):
    return named(game).ruleset(scenario, (), bid, **settings).scenario.books[0]


@pytest.mark.parametrize(("scenario", "tracks"), [("campaign", [1, 1]), ("midway", [0, 1]), ("atlantic", [1, 0])])
def test_a_bid_is_a_handicap_on_each_track_that_decides(scenario, tracks):
    usual, given = (book("admirals_war", scenario, bid)["handicap"] for bid in (0, THEIRS))
    assert (given - usual).tolist() == [THEIRS * counts for counts in tracks]


def test_a_bid_is_points_of_control_in_halves():
    assert int(book("war_at_sea", "war_at_sea", 1.5)["bid"]) == 3


def test_a_bid_comes_on_top_of_that_of_the_scenario():
    usual, given = (named("naval_miniatures").ruleset("coral_sea", (), bid).scenario for bid in (0, THEIRS))
    assert int(given.books["bid"][0] - usual.books["bid"][0]) == THEIRS
    assert (given.templates["score"][0] - usual.templates["score"][0]).tolist() == [0, -THEIRS]
    usual, given = (book("world_at_war", "raiders", bid)["threshold"] for bid in (0, 0.5))
    assert given - usual == 1


@pytest.mark.parametrize(
    ("game", "scenario", "bid", "says"),
    [
        ("war_at_sea", "war_at_sea", 2.25, "must be from -20 to [+]20, in steps of 0.5"),
        ("war_at_sea", "war_at_sea", 20.5, "from -20 to [+]20"),
        ("war_at_sea", "war_at_sea", float("nan"), "from -20 to [+]20"),
        ("admirals_war", "midway", 0.5, "from -99 to [+]99, in steps of 1"),
        ("admirals_war", "engagement", 1, "not evened out by points here"),
        ("naval_miniatures", "convoy", 1, "not evened out by points here"),
    ],
)
def test_what_cannot_be_bid_is_refused_with_steps_and_limits(game, scenario, bid, says):
    with pytest.raises(ValueError, match=says):
        named(game).ruleset(scenario, (), bid)


def test_the_limits_are_what_the_key_of_the_file_leaves():
    bids = named("naval_miniatures").offer("coral_sea").bids
    own = int(book("naval_miniatures", "coral_sea")["bid"])
    assert (bids.step, bids.least + own, bids.most + own) == (1, -9999, 9999)


def test_a_game_that_says_nothing_of_bids_has_none():
    assert STICKS.game.offer("sticks").bids is None
    with pytest.raises(ValueError, match="not evened out by points here"):
        STICKS.game.ruleset("sticks", (), 1)
    assert evened(None, "file", 0) == "file"


def test_rules_without_a_bid_are_as_they_were():
    rules = named("war_at_sea").ruleset("war_at_sea")
    assert rules.settings == {} and rules.bid == 0 and bid_in_words(rules) == ""


# --- kept ----------------------------------------------------------------------------------------------------


def test_a_save_and_a_record_know_the_bid():
    game = Game(named("war_at_sea").ruleset("barents", (), 1.5), 3)
    game.apply(game.actions()[0][0])
    assert saves.header(game.save()).settings == {"bid": "1.5"}
    record = record_in(record_of(game), "here")
    assert record.bid == 1.5 and record.new_game().rules.scenario.digest == game.rules.scenario.digest


def test_what_was_kept_before_there_were_bids_is_read():
    assert bid_of(SimpleNamespace(settings={"victory": "team"})) == 0
    told = json.loads(record_of(Game(named("war_at_sea").ruleset("barents"), 3)))
    del told["bid"]
    assert record_in(json.dumps(told), "here").new_game().rules.bid == 0
    assert Setup(game="war_at_sea", scenario="barents", seed=3).begin().rules.bid == 0


def test_a_setup_begins_with_its_bid():
    game = Setup(game="war_at_sea", scenario="barents", seed=3, bid=-0.5).begin()
    assert game.rules.bid == -0.5 and bid_in_words(game.rules) == "with a bid of 0.5 for the Axis"


# --- in the terminal ---------------------------------------------------------------------------------------------


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.setenv("AW_ENV_GAMES", str(tmp_path))
    return lambda *words, typed="": CliRunner().invoke(app, [*words], input=typed, catch_exceptions=False)


def test_the_score_sheet_says_with_what_bid_was_played(run):
    told = run("watch", "--game", "war_at_sea", "--scenario", "barents", "--seed", "1", "--bid", "2.5")
    assert told.exit_code == 0 and "With a bid of 2.5 for the Allies" in told.output


def test_a_game_that_is_resumed_has_its_bid(run):
    began = run("play", "--game", "war_at_sea", "--scenario", "barents", "--seed", "1", "--bid", "-1.5", typed="quit\n")
    assert "The game is played with a bid of 1.5 for the Axis." in began.output
    again = run("play", "--resume", typed="quit\n")
    assert again.exit_code == 0 and "with a bid of 1.5 for the Axis" in again.output


def test_a_wrong_bid_is_told_with_steps_and_limits(run):
    told = run("play", "--game", "war_at_sea", "--bid", "0.3")
    assert told.exit_code == 1 and "a bid of +0.3: it must be from -20 to +20, in steps of 0.5" in told.output
