"""Words that people type: choices as they are printed, orders, what is suggested when they are none."""

import random

import pytest

from aw_env import admirals_war_v0
from aw_env.admirals_war.words import understand
from aw_env.core.faces.game import Game
from aw_env.core.players import load
from aw_env.table.session import Session
from aw_env.table.table import Table

TABLES = [("midway", 2), ("engagement", 2), ("campaign", 2), ("campaign", 4), ("atlantic", 2), ("pacific", 4)]
"""Scenarios, and for how many players."""


def check_every_choice_as_printed(game: Game, chooser: random.Random) -> None:
    """Each choice of the decision, typed as it is listed, is understood as itself; one of them by the whole session."""
    listed, session = game.actions(), Session(Table(game, {}))
    for number, (action, words) in enumerate(listed, 1):
        for line in (words, f"{number} {words}", f"  {number}  {words} (speed roll passes)"):
            assert understand.as_listed(listed, line) == action, f"{game.describe()} {line}"
    number = chooser.randrange(len(listed))
    action, words = listed[number]
    session.begin_question()
    for line in (words, f"{number + 1} {words}", str(number + 1)):
        assert session.understand(line) == action, f"{game.describe()} {line}"


def play_and_check(scenario: str, players: int, opponent: str, seed: int, most: int) -> None:
    """Check every decision of a game up to the first so many."""
    game, chooser = admirals_war_v0.game(scenario, players, seed=seed), random.Random(seed)
    player = load(opponent)
    player.begin(1, seed)
    while not game.ended and game.decisions < most:
        check_every_choice_as_printed(game, chooser)
        seen = {"observation": game.observe(game.seat), "action_mask": game.action_mask}
        game.apply(int(player.act(game.view(game.seat), seen, game.info())))


@pytest.mark.parametrize(("scenario", "players"), TABLES)
def test_every_choice_is_understood_as_it_is_printed(scenario: str, players: int):
    play_and_check(scenario, players, "random", seed=1, most=300)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(17))
@pytest.mark.parametrize("opponent", ["scripted", "random"])
@pytest.mark.parametrize(("scenario", "players"), TABLES)
def test_every_choice_of_200_games_is_understood_as_it_is_printed(scenario, players, opponent, seed):
    play_and_check(scenario, players, opponent, seed, most=10**6)
