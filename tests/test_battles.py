"""What may come of the battle in one area alone (`aw_env.table.battles`)."""

import numpy as np
import pytest
import tomli_w

from aw_env import admirals_war_v0, naval_miniatures_v0, war_at_sea_v0, world_at_war_v0
from aw_env.core.faces.game import Game
from aw_env.core.said.wording import UnknownWords
from aw_env.games.admirals_war.records.terms import Decision
from aw_env.table import battles, odds
from aw_env.table.table import answer_of
from tests import twins
from tests.test_cli import play

IN_NO_TIME = 0.0

SMALL = {
    "turn": 5,
    "last_turn": 5,
    "begins_at": "combat",
    "players": [2],
    "hostilities": True,
    "areas": ["home_islands", "central_pacific", "hawaiian_islands", "marshalls"],
    "flags": {"hawaiian_islands": "allies"},
}
AMERICANS = ["enterprise", "northampton", "astoria"]
JAPANESE = ["akagi", "kirishima", "tone"]
WITH = "Hawaiian Islands with Akagi, Kirishima, Tone"


def scenario(folder, **forces):
    file = folder / f"{'_'.join(forces)}.toml"
    file.write_text(tomli_w.dumps(SMALL | {"forces": forces}), "utf-8")
    return str(file)


@pytest.fixture
def apart(tmp_path):
    """Three Japanese ships next to three American ones; the Japanese are asked first, or else the next after them."""
    file = scenario(tmp_path, central_pacific=JAPANESE, hawaiian_islands=AMERICANS)
    game = admirals_war_v0.game(file, 2, seed=1)
    assert game.seat_name == "axis"
    return game


def fought_in_full(file, games):
    """The same battle, where the ships are there from the beginning: an ordinary game with ordinary dice, in which the
    flags and ships are counted at its end.  Shares held by the Axis and the Allies, and ships lost by each."""
    held, lost = np.zeros(2), np.zeros(2)
    for seed in range(games):
        game = admirals_war_v0.game(file, 2, seed=seed)
        player = odds.officer(game)
        while not game.ended:
            game.apply(answer_of(player, game))
        view = game.view()
        held += [view.flag("hawaiian_islands") == side for side in (1, 0)]
        gone = [unit.id for unit in game.rules.scene(view).units if unit.lost]
        lost += [sum(id in ids for id in gone) for ids in (JAPANESE, AMERICANS)]
    return held / games, lost / games


def test_it_agrees_with_games_that_are_fought_in_full(apart, tmp_path, monkeypatch):
    monkeypatch.setattr(battles, "FEWEST", 250)
    monkeypatch.setattr(battles, "MOST_TRIALS", 250)
    told = battles.of_line(apart, WITH, IN_NO_TIME)
    held, lost = fought_in_full(scenario(tmp_path, hawaiian_islands=JAPANESE + AMERICANS), 250)
    assert 0.02 < told.holds < 0.98, "a battle that either side may win"
    # four standard errors of the difference of two shares of 250 games: at most 4 * sqrt(2 * 0.25 / 250) = 0.18
    assert [told.holds, told.denied] == pytest.approx(held, abs=0.18)
    assert [told.own, told.enemy] == pytest.approx(lost, abs=0.4)


def test_who_is_sent_matters_and_who_is_not_stays_away(apart):
    alone = battles.of_line(apart, "Hawaiian Islands with Tone", IN_NO_TIME)
    all_of_them = battles.of_line(apart, WITH, IN_NO_TIME)
    assert alone.own <= 1 and alone.holds < all_of_them.holds
    there = battles.of_line(apart, "Central Pacific with Tone", IN_NO_TIME)
    assert (there.units, there.own, there.holds) == (("Tone",), 0, 1.0), "nobody else is there"
    assert battles.of_line(apart, "Central Pacific", IN_NO_TIME).units == ("Kirishima", "Akagi", "Tone")


def test_nothing_is_done_in_the_game(apart):
    before, history = apart.save(), list(apart.history)
    told = battles.of_line(apart, WITH, IN_NO_TIME)
    assert apart.save() == before and apart.history == history
    assert battles.of_line(apart, WITH, IN_NO_TIME) == told, "the same question, the same answer"


def test_the_interval_is_wilsons():
    # Brown, Cai and DasGupta 2001: 10 of 10 is (0.722, 1), 5 of 10 (0.237, 0.763)
    assert battles.interval(1.0, 10) == pytest.approx((0.722, 1.0), abs=1e-3)
    assert battles.interval(0.5, 10) == pytest.approx((0.237, 0.763), abs=1e-3)


def test_it_says_that_it_is_an_estimate(apart):
    said = battles.of_line(apart, WITH, IN_NO_TIME).in_words()
    assert f"An estimate: this battle alone, fought {battles.FEWEST} times" in said and "% to " in said


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("", "say where"),
        ("Atlantis", "no sea area is called"),
        ("Hawaiian Islands", "none of your units is there"),
        ("Hawaiian Islands with Enterprise", "Enterprise"),
        ("Hawaiian Islands with Tone and pancakes", "pancakes"),
    ],
)
def test_what_cannot_be_asked_is_refused(apart, words, says):
    with pytest.raises(UnknownWords, match=says):
        battles.of_line(apart, words, IN_NO_TIME)


@pytest.mark.parametrize(
    "game",
    [lambda: naval_miniatures_v0.game("denmark_strait", seed=1), lambda: world_at_war_v0.game("raiders", seed=1)],
)
def test_a_game_without_battles_by_area_says_so(game):
    with pytest.raises(UnknownWords, match="not fought area by area"):
        battles.of_line(game(), "Anywhere", IN_NO_TIME)


def test_war_at_sea_has_it_too():
    """The Barents scenario begins in a battle; in the campaign the Allies order their ships first."""
    with pytest.raises(UnknownWords, match="a battle is being fought"):
        battles.of_line(war_at_sea_v0.game("barents", seed=2), "Barents Sea", IN_NO_TIME)
    game = war_at_sea_v0.game(seed=2)
    player = odds.officer(game)
    while game.seat_name != "allies" or game.view().phase.name != "ALLIED_MOVEMENT":
        game.apply(answer_of(player, game))
    told = battles.of_line(game, "North Sea with all battleships", IN_NO_TIME)
    assert (told.holds, told.own, told.enemy) == (1.0, 0.0, 0.0), "nobody is there yet: nothing is fought"


@pytest.mark.rule("6.4")
def test_a_ship_that_was_on_its_way_is_there_and_goes_home_from_there():
    game = war_at_sea_v0.game(seed=2)
    player = odds.officer(game)
    while not (game.seat_name == "axis" and game.info_in_words()["subject"] == "scharnhorst"):
        game.apply(answer_of(player, game))
    scharnhorst, area = game.view().unit("scharnhorst").number, game.view().names.place_number("north_atlantic")
    game.apply(game.action_named("North Atlantic"))
    assert game.seat_name == "axis" and game._games["bound_for"][0, scharnhorst] == area
    fought = [battles.fight(game, area, [scharnhorst], [], seed, player) for seed in range(40)]
    assert {outcome.own for outcome in fought} == {0, 1}, "she is sunk in some, and goes home in others"


# --- it tells nothing that the seat does not know ------------------------------------------------------------------


def with_submarines(seed):
    """Two games that differ only in where the enemy's submarines hide."""
    pair = twins.Pair(2, seed, 0, scenario="atlantic", words_at=10**9, previews_at=10**9, picture_at=10**9)
    while pair.twin is None or pair.is_secret(pair.game) or pair.has_parted() or not may_ask(pair.game):
        pair.play(pair.compared + 1)
    return pair.game, pair.twin


def may_ask(game):
    """Whether it is the Allies who choose the next battle: U-boats have sailed, and nobody has fought yet."""
    return game.seat == 0 and game.view().decision == Decision.COMBAT_AREA


def answers(*games):
    told = []
    for game in games:
        view = game.view(game.seat)
        for area in view.areas:
            if there := ids_there(game, area):
                told.append(battles.here(game, area.id, there, IN_NO_TIME))
    half = len(told) // 2
    assert half > 3
    return told[:half], told[half:]


def ids_there(game, area):
    return [unit.id for unit in battles.here(game, area.id, None, IN_NO_TIME).units if unit.there]


def test_it_tells_nothing_of_hidden_submarines(monkeypatch):
    monkeypatch.setattr(battles, "FEWEST", 2)
    one, other = answers(*with_submarines(3))
    assert one == other


def test_a_leak_would_be_noticed(monkeypatch):
    monkeypatch.setattr(battles, "FEWEST", 2)
    game, twin = with_submarines(3)
    clone = Game.clone
    monkeypatch.setattr(Game, "clone", lambda self, reseed=None, seat=None, **more: clone(self, reseed, **more))
    one, other = answers(game, twin)
    assert one != other


# --- in the terminal ----------------------------------------------------------------------------------------------


def test_the_terminal_tells_it_and_asks_again(monkeypatch):
    monkeypatch.setattr(odds, "SECONDS", IN_NO_TIME)
    said = play("--side", "allies", lines=["battle Hawaiian with Enterprise, Hornet", "battle", "quit", "yes"])
    assert "you hold it" in said and "this battle alone" in " ".join(said.split())
    assert "say where" in said
