"""The tracks of victory points, turn by turn."""

import random

from aw_env import admirals_war_v0
from aw_env.table.course import Course


def played(game, course, chooser, until):
    """Answer anything until a turn begins or the game is over."""
    while not game.ended and game.info()["turn"] < until:
        game.apply(chooser.choice(game.legal_actions()))
        course.note(game)


def tracks(game):
    return {track.name: track.lead for track in game.rules.scene(game.view()).tracks}


def test_the_leads_are_known_as_each_turn_began():
    game, course, chooser = admirals_war_v0.game("pacific", seed=4), Course(), random.Random(1)
    course.note(game)
    expected = [{"turn": 1, "leads": tracks(game)}]
    for turn in (2, 3):
        played(game, course, chooser, turn)
        expected.append({"turn": turn, "leads": tracks(game)})
    assert course.until(3) == expected and course.until(2) == expected[:2]
    assert expected[0]["leads"] != expected[2]["leads"]


def test_a_turn_that_is_taken_back_begins_again():
    game, course = admirals_war_v0.game("pacific", seed=4), Course()
    course.note(game)
    begun = game.clone()
    played(game, course, random.Random(1), 2)
    course.note(begun)
    assert [entry["turn"] for entry in course.until(9)] == [1]
    played(begun, course, random.Random(3), 2)
    assert course.until(2)[1]["leads"] == tracks(begun) != tracks(game)
