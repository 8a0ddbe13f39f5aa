"""Rounds in which no unit of a side can attack are not asked of people at a table."""

import pytest

from aw_env import admirals_war_v0
from aw_env.games.admirals_war.records.terms import Action, Option, Side
from aw_env.games.admirals_war.words.battle import could_attack
from aw_env.table.session import Session
from aw_env.table.table import Table
from tests.test_cli import run

POSITION = """
title = "Crippled carriers"
players = [2]
turn = 5
last_turn = 5
begins_at = "combat"
areas = ["coral_sea"]
victory = "pacific"
[units]
"""
CRIPPLED = 'ranger = { place = "coral_sea", damage = 2 }'
GUNS, AIRCRAFT = 'furutaka = { place = "coral_sea" }', 'akagi = { place = "coral_sea", damage = 0 }'
NO_GUNS = 'ryujo = { place = "coral_sea" }'
AIR_UNIT = 'af_21 = { place = "coral_sea" }'


@pytest.fixture
def position(tmp_path):
    """Makes a scenario file of units in the Coral Sea."""

    def made(*units):
        file = tmp_path / "position.toml"
        file.write_text(POSITION + "\n".join(units) + "\n")
        return file

    return made


def answer_of_the(side, file):
    """What a person of a side is made to answer to the first question for a type of action; None where it is asked."""
    game = admirals_war_v0.game(file, seed=1)
    while game.seat != side:
        game.apply(Option.AIR)
    session = Session(Table(game, {}))
    session.begin_question()
    return session.answer_unasked(), session.to_tell()


@pytest.mark.rule("7.232")
@pytest.mark.parametrize(
    ("enemy", "wanted"), [(GUNS, Option.AIR), (NO_GUNS, Option.SURFACE), (AIR_UNIT, Option.SURFACE)]
)
def test_a_side_that_cannot_attack_wants_what_the_enemy_cannot_do_either(position, enemy, wanted):
    answer, told = answer_of_the(Side.ALLIES, position(CRIPPLED, enemy))
    assert answer == wanted
    assert told.startswith("Not asked: none of your units in Coral Sea can attack (")


@pytest.mark.parametrize(
    ("units", "why"),
    [
        ((CRIPPLED, GUNS, AIRCRAFT), "the enemy attacks either way: which is a choice"),
        ((CRIPPLED, 'portland = { place = "coral_sea" }', GUNS), "the Portland has guns"),
    ],
)
def test_a_side_that_has_a_choice_is_asked(position, units, why):
    assert answer_of_the(Side.ALLIES, position(*units)) == (None, ""), why


def test_what_could_be_attacked_counts():
    game = admirals_war_v0.game("midway", seed=0)
    ship, air = game.view().unit("hornet"), game.view().unit("7af")
    assert could_attack([ship], [ship], Action.SURFACE) and not could_attack([ship], [air], Action.SURFACE)
    assert could_attack([air], [air], Action.AIR) and not could_attack([air], [ship], Action.SURFACE)


def test_the_terminal_says_so_once_and_asks_what_comes_next(position):
    lines = ["remain"] * 3
    said = run("play", "--scenario", position(CRIPPLED, GUNS), "--opponent", "random", "--seed", 3, lines=lines).output
    assert "an air or a surface action" not in said
    assert " ".join(said.split()).count("Not asked: none of your units in Coral Sea can attack (air action).") == 1
    assert "retreat" in said
