"""Words that people type: choices as they are printed are understood as themselves."""

import random

import pytest

from aw_env import war_at_sea_v0
from aw_env.core.said.understanding import as_listed
from aw_env.table.session import Session
from aw_env.table.table import Table

A_TENTH = 0.1
"""Decisions that a whole session is asked about, which looks ahead for each and takes its time."""


def check_every_choice_as_printed(game):
    """Each choice of the decision, typed as it is listed, is understood as itself."""
    listed = game.actions()
    for number, (action, words) in enumerate(listed, 1):
        for line in (words, f"{number} {words}", f"  {number}  {words} (speed roll passes)"):
            assert as_listed(listed, line) == action, f"{game.describe()} {line}"


def check_a_session_understands(game, chooser):
    """One of the choices, typed as it is listed, is no order and no command but itself."""
    listed, session = game.actions(), Session(Table(game, {}))
    number = chooser.randrange(len(listed))
    action, words = listed[number]
    session.begin_question()
    for line in (words, f"{number + 1} {words}", str(number + 1)):
        assert session.understand(line) == action, f"{game.describe()} {line}"


def play_and_check(seed, options=(), thorough=A_TENTH):
    game, chooser = war_at_sea_v0.game(options=options, seed=seed), random.Random(seed)
    while not game.ended:
        check_every_choice_as_printed(game)
        if chooser.random() < thorough:
            check_a_session_understands(game, chooser)
        game.apply(chooser.choice(game.legal_actions()))


def test_every_choice_is_understood_as_it_is_printed():
    play_and_check(seed=1, options=["face_down"], thorough=A_TENTH / 3)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 8))
def test_every_choice_of_more_games_is_understood_as_it_is_printed(seed):
    play_and_check(seed)


def test_a_target_is_also_named_as_one_speaks_of_a_ship():
    game, chooser = war_at_sea_v0.game(seed=1), random.Random(1)
    while game.info_in_words()["decision"] != "surface_target":
        game.apply(chooser.choice(game.legal_actions()))
    ship, (action, words) = game.view().subject_unit, game.actions()[-1]
    assert words.startswith("fire at ")
    line = words.partition(" (")[0].replace("fire", "fires")
    assert game.action_named(line) == action
    session = Session(Table(game, {}))
    session.begin_question()
    given = session.give(session.understand(f"{ship.name} {line}"))
    assert not given.unable and session.answer_unasked() == action
