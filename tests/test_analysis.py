"""A game that is over, analysed: what positions were worth, where it turned, what cost most."""

import random

import numpy as np
import pytest

from aw_env import admirals_war_v0, naval_miniatures_v0
from aw_env.recording import record_of
from aw_env.table import analysis, odds
from aw_env.table.table import answer_of
from tests.test_cli import run


def played(game, by_chance=0.25):
    """A game that officers have played, with some answers by chance."""
    player, chance = odds.officer(game), random.Random(1)
    while not game.ended:
        legal = game.legal_actions()
        game.apply(chance.choice(legal) if chance.random() < by_chance else answer_of(player, game))
    return game


@pytest.fixture(scope="module")
def midway():
    return played(admirals_war_v0.game("midway", seed=2))


def test_positions_are_those_that_were_played(midway):
    positions = analysis.Positions(midway)
    along = midway.clone()
    along.reset(midway.seed)
    for number, action in enumerate(midway.history[:150]):
        if number % 37 == 0 or number in (63, 64, 65):
            assert positions[number].view().record.tobytes() == along.view().record.tobytes()
        along.apply(action)
    assert positions[len(midway.history)].result == midway.result


def test_the_end_is_worth_what_it_brought_and_the_first_position_what_chance_gives(midway):
    measure, positions = analysis.Measure(midway), analysis.Positions(midway)
    assert set(measure.of(positions[len(midway.history)], range(5))) == {(1 + midway.result) / 2}
    begun = measure.of(positions[0], range(40))
    assert 0 < begun.mean() < 1 and (measure.of(positions[0], range(40)) == begun).all()


def test_the_officers_own_answer_costs_nothing(midway):
    """With the same seeds the game goes on as it does without being told."""
    measure, position = analysis.Measure(midway), analysis.Positions(midway)[20]
    best = answer_of(measure.player, position)
    seeds = range(7, 27)
    assert (measure.of(position, seeds, best) == measure.of(position, seeds, best)).all()
    assert analysis.worth(np.array([1.0, 0.0, 1.0, 1.0])) == (0.75, 0.25)


def test_time_is_kept_and_what_is_told_grows(midway):
    heard = []

    def tell(so_far):
        heard.append((len(so_far.values), so_far.done))
        return len(heard) < 6

    stopped = analysis.analysed(midway, 60.0, tell)
    assert not stopped.done and len(heard) == 6 and heard[0][0] >= 2
    assert [count for count, _ in heard] == sorted(count for count, _ in heard)
    hurried = analysis.analysed(midway, 0.0)
    assert hurried.done and {0, len(midway.history)} <= set(hurried.values)


def test_a_blunder_is_found(monkeypatch):
    """A fleet that retreats from what it would win: the answer is where the game turned and what cost most."""
    monkeypatch.setattr(analysis, "AGAIN", 60)
    game = played(naval_miniatures_v0.game("denmark_strait", seed=2), by_chance=0.4)
    found = analysis.analysed(game, 20.0)
    assert found.done and list(found.values) == sorted(found.values)
    said = analysis.in_words(game.rules, found)
    assert said[0].startswith("How often the Allies win from there on")
    for turn in found.turns:
        assert f"  {turn.number}. " in "\n".join(said) and abs(turn.after - turn.before) > 2 * turn.error
    for loss in found.losses:
        assert loss.cost > 0 and loss.better not in loss.words.rpartition("? ")[2]


# --- in the terminal ----------------------------------------------------------------------------------------------


@pytest.fixture
def recorded(midway, tmp_path):
    file = tmp_path / "game.jsonl"
    file.write_text(record_of(midway) + "\n")
    return file


def test_the_terminal_analyses_a_record_and_saves_a_position_to_try_again(midway, recorded, tmp_path):
    said = run("analyse", recorded, "--seconds", 0).output
    assert "How often the Allies win from there on" in said and "--at NUMBER --save FILE" in said
    again = tmp_path / "again.aw"
    assert f"Saved in {again}" in "".join(run("analyse", recorded, "--at", 100, "--save", again).output.split("\n"))
    asked = analysis.Positions(midway)[100].describe()
    told = " ".join(run("play", "--load", again, "--everyone", lines=["quit"]).output.split())
    assert asked in told


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--at", 5), "say where"),
        (("--at", 9999, "--save", "x.aw"), "answers in the record, not 9999"),
        (("--game", 2), "there is no record 2"),
    ],
)
def test_what_cannot_be_analysed_is_said(recorded, arguments, says):
    result = run("analyse", recorded, *arguments)
    assert result.exit_code != 0 and says in " ".join(result.output.split())


def test_a_game_that_is_not_over_is_not_analysed(tmp_path):
    game = admirals_war_v0.game("midway", seed=2)
    game.apply(game.legal_actions()[0])
    file = tmp_path / "game.jsonl"
    file.write_text(record_of(game) + "\n")
    assert "is not over" in run("analyse", file).output
