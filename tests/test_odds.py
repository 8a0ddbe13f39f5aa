"""What may come of answers and orders, told before they are given (`aw_env.table.odds`)."""

import random
from dataclasses import replace

import numpy as np
import pytest

from aw_env import admirals_war_v0, naval_miniatures_v0, war_at_sea_v0, world_at_war_v0
from aw_env.core.faces.game import Game
from aw_env.core.said.wording import UnknownWords
from aw_env.games.admirals_war.records.terms import Decision, Option
from aw_env.games.war_at_sea.records.terms import Decision as AtSea
from aw_env.table import odds
from aw_env.table.session import Session
from aw_env.table.table import Table, answer_of
from tests.test_cli import play, run

IN_NO_TIME = 0.0
"""Seconds: as few trials as there may be."""


def at(game, decision, seat=None):
    """A game that the officer has brought to a question."""
    player = odds.officer(game)
    while game.info()["decision"] != decision or seat not in (None, game.seat):
        game.apply(answer_of(player, game))
    return game


def session_of(game):
    session = Session(Table(game, {}))
    session.begin_question()
    return session


def prospects(game, words=""):
    return odds.of_line(session_of(game), words, IN_NO_TIME)


# --- the rules' own odds, at every target -------------------------------------------------------------------------


def test_each_target_has_its_odds_with_those_that_aim_already():
    game = at(admirals_war_v0.game("engagement", seed=3), Decision.SURFACE_TARGET)
    speech, view = game.rules.speech(), game.view(game.seat)
    assert view.asked_unit.name == "Tone"
    notes = {game.rules.describe_action(view, a): speech.words.note(game, view, a, True) for a in game.legal_actions()}
    arizona = next(note for words, note in notes.items() if "Arizona" in words)
    # one die with a bonus: 1/3 hits, 1/6 disables; the armor of 4 or more is never broken by a die below its number
    assert arizona.startswith("sunk ") and ", disabled 17%" in arizona
    game.apply(game.legal_actions()[0])
    target = view.units_by_number[game.history[-1] - speech.words.first_unit]
    then = game.view(game.seat)
    if then.decision == Decision.SURFACE_TARGET and then.seat == view.seat:
        again = speech.words.note(game, then, game.history[-1], True)
        assert again != notes[game.rules.describe_action(view, game.history[-1])], f"two aim at {target.name} now"


def test_a_ship_at_war_at_sea_has_odds_of_guns_and_of_airstrikes():
    game = at(war_at_sea_v0.game("barents", seed=4), AtSea.SURFACE_TARGET)
    view, words = game.view(game.seat), game.rules.speech().words
    notes = [words.note(game, view, action, True) for action in game.legal_actions() if action >= words.first_unit]
    assert notes and all(note.startswith("sunk ") and note.endswith("%") for note in notes)


# --- trials -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "game",
    [
        admirals_war_v0.game("midway", seed=1),
        war_at_sea_v0.game("barents", seed=2),
        naval_miniatures_v0.game("denmark_strait", seed=1),
    ],
    ids=lambda game: game.rules.name,
)
def test_every_game_has_odds_of_its_choices(game):
    before = game.clone()
    told = prospects(game)
    assert len(told.lines) >= 2 and all(line.trials == odds.FEWEST for line in told.lines)
    assert all(np.isfinite([line.points, line.error, line.own, line.enemy]).all() for line in told.lines)
    assert game.save() == before.save(), "nothing is played"
    assert prospects(game) == told, "the same question, the same answer"


def test_a_retreat_loses_nothing_but_points():
    game = at(admirals_war_v0.game("midway", seed=1), Decision.RETREAT)
    told = {line.words: line for line in prospects(game).lines}
    assert told["retreat"].own == 0 == told["retreat"].enemy
    assert told["remain"].points > told["retreat"].points


def test_orders_are_tried_beside_what_the_officer_would_do():
    game = admirals_war_v0.game("midway", seed=1)
    told = prospects(game, "if Akagi, Kaga, Soryu, Hiryu to Central Pacific; rest stay")
    ordered, officer = told.lines
    assert ordered.words.startswith("Akagi, Kaga, Soryu, Hiryu: Central Pacific; ")
    assert officer.words == odds.AS_THE_OFFICER and ordered.points < officer.points - 1, "four ships without any other"
    assert session_of(game).orders.waiting == {}, "nothing is ordered"


def test_orders_that_wait_already_are_tried_too():
    game = admirals_war_v0.game("midway", seed=1)
    session = session_of(game)
    alone = odds.of_line(session, "Akagi stay", IN_NO_TIME)
    session.give(session.understand("all carriers to Central Pacific"))
    assert odds.of_line(session, "Akagi stay", IN_NO_TIME).lines[0] != alone.lines[0]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("Bismarck to Central Pacific", "no unit is called"),
        ("Akagi to Hawaii Sea", "Hawaii"),
        ("Nobody stay", "Nobody"),
    ],
)
def test_what_cannot_be_done_is_refused(words, says):
    with pytest.raises(UnknownWords, match=says):
        prospects(admirals_war_v0.game("midway", seed=1), words)


def test_named_choices_alone_are_compared_and_many_are_cut_short():
    game = naval_miniatures_v0.game("denmark_strait", seed=1)
    all_of_them = prospects(game)
    assert (
        len(all_of_them.lines) == odds.MOST_LINES
        and all_of_them.left_out == len(game.legal_actions()) - odds.MOST_LINES
    )
    two = prospects(game, "1, 2")
    assert len(two.lines) == 2 and two.left_out == 0
    one_more, two_more = (replace(two, left_out=left_out).in_words()[-1] for left_out in (1, 2))
    assert one_more == "1 other choice is not compared: name it"
    assert two_more == "2 other choices are not compared: name them"


# --- nothing is told that the seat does not know ------------------------------------------------------------------


def test_odds_tell_nothing_of_a_choice_of_the_other_side_that_is_secret():
    """§7.22: the first side has chosen air, or surface; the second must be told the same."""
    told = []
    for choice in (Option.AIR, Option.SURFACE):
        game = at(admirals_war_v0.game("midway", seed=1), Decision.ACTION_TYPE)
        first = game.seat
        game.apply(choice)
        assert (game.info()["decision"], game.seat) == (Decision.ACTION_TYPE, 1 - first)
        told.append(prospects(game))
    assert told[0] == told[1]


def test_a_leak_would_be_noticed(monkeypatch):
    """Were the game itself played on, what the other side has chosen in secret would show."""
    game = at(admirals_war_v0.game("midway", seed=1), Decision.ACTION_TYPE)
    clone, told = Game.clone, []
    monkeypatch.setattr(Game, "clone", lambda self, reseed=None, seat=None, **more: clone(self, reseed, **more))
    for choice in (Option.AIR, Option.SURFACE):
        chosen = clone(game)
        chosen.apply(choice)
        told.append(prospects(chosen))
    assert told[0] != told[1]


def test_odds_tell_nothing_of_the_dice_to_come():
    game = at(admirals_war_v0.game("midway", seed=1), Decision.RETREAT)
    other = game.clone(reseed=99)
    assert prospects(game) == prospects(other)


# --- in the terminal ----------------------------------------------------------------------------------------------


@pytest.fixture
def in_no_time(monkeypatch):
    monkeypatch.setattr(odds, "SECONDS", IN_NO_TIME)


def test_the_terminal_tells_odds_and_asks_again(in_no_time):
    said = play(
        "--side", "allies", lines=["odds", "what if Hornet, Enterprise to Hawaiian", "what then", "quit", "yes"]
    )
    assert "as the staff officer plays on for both sides" in said and "you lose" in said
    assert (
        "Hornet, Enterprise: Hawaiian Islands: you lose" in said
        or "Enterprise, Hornet: Hawaiian Islands: you lose" in said
    )
    assert 'say of what: "what if ORDER"' in said


def test_no_odds_while_others_see_a_secret(in_no_time):
    lines = ["surface", "odds"]
    said = " ".join(run("play", "--scenario", "engagement", "--two-players", "--seed", 3, lines=lines).output.split())
    assert "you lose" not in said and "what is chosen here is secret" in said


@pytest.mark.slow
def test_random_positions_of_the_wars_of_raiders_have_odds():
    game, chooser = world_at_war_v0.game("raiders", seed=1), random.Random(0)
    for _ in range(5):
        if game.ended:
            return
        assert prospects(game).lines
        game.apply(chooser.choice(game.legal_actions()))
