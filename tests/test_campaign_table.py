"""The campaign at the command line: piped input through whole turns, from each of the four seats."""

import random
from pathlib import Path

import pytest
from typer.testing import CliRunner

from aw_env.cli.app import app
from aw_env.games.admirals_war.printed.load import configs_folder
from aw_env.games.admirals_war.records.terms import Power

SEATS = [power.name.lower() for power in Power]
LOOKING = ["why", "board", "board pacific", "fleets", "orders", "choices", "where enterprise", "undo", "help", "what"]
"""Lines that answer nothing."""
ORDERS = ["rest stay", "rest hold", "all sound cruisers stay", "2 battleships to north sea", "rest to england"]
"""Orders, many of which cannot be where they are given."""


def lines(seed: int, count: int) -> str:
    """Input that answers anything sooner or later: mostly choices by number, some orders, and looking around."""
    draws = random.Random(seed)
    typed = []
    for _ in range(count):
        chance = draws.random()
        answer = str(draws.randint(1, 5)) if chance < 0.85 else draws.choice(ORDERS if chance < 0.95 else LOOKING)
        typed.append(f"{answer}\n")
    return "".join(typed)


def campaign_of(turns: int, folder: Path) -> Path:
    """The campaign as a scenario file that ends after so many turns."""
    text = (configs_folder() / "admirals_war" / "scenarios" / "campaign.toml").read_text("utf-8")
    file = folder / f"campaign_of_{turns}_turns.toml"
    file.write_text(f"last_turn = {turns}\n{text}", "utf-8")
    return file


def play(seat: str, scenario: Path, opponent: str, count: int, seed: int = 1) -> str:
    """What is printed for a seat of a game of four; a traceback fails the test."""
    arguments = ["play", "--scenario", scenario, "--side", seat, "--opponent", opponent, "--seed", seed]
    result = CliRunner().invoke(app, [str(one) for one in arguments], input=lines(seed, count))
    assert result.exception is None, result.exception
    assert "Traceback" not in result.output
    return " ".join(result.output.split())


@pytest.mark.parametrize("seat", [SEATS[0], *(pytest.param(seat, marks=pytest.mark.slow) for seat in SEATS[1:])])
def test_two_turns_of_the_campaign_are_played_from_every_seat(seat: str, tmp_path: Path):
    text = play(seat, campaign_of(2, tmp_path), "random", 3000)
    assert f"You play the {seat.title()}" in text and "Turn 2 begins" in text
    assert "The game is over" in text


@pytest.mark.slow
@pytest.mark.parametrize("seat", SEATS)
def test_ten_turns_of_the_campaign_are_played_from_every_seat_against_scripted(seat: str, tmp_path: Path):
    text = play(seat, campaign_of(10, tmp_path), "scripted", 30000, seed=2)
    assert "Turn 10 begins" in text and "The game is over" in text
