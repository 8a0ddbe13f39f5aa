"""The commands with `--game naval_miniatures`."""

from pathlib import Path

from typer.testing import CliRunner

from aw_env.cli.app import app


def typed(*lines, options=("--scenario", "river_plate")):
    """What `play` prints when these lines are typed."""
    done = CliRunner().invoke(app, ["play", "--game", "naval_miniatures", *options], input="\n".join(lines) + "\n")
    assert done.exit_code == 0, done.output
    return done.output


def test_a_whole_battle_is_played_in_orders(tmp_path, monkeypatch):
    """As the Allies, chosen move by move, against the staff officer: the Graf Spee goes down on turn 3."""
    monkeypatch.setenv("AW_ENV_GAMES", str(tmp_path))
    lines = (Path(__file__).parent / "a_battle_in_orders.txt").read_text().splitlines()
    told = " ".join(typed(*lines, options=("--scenario", "river_plate", "--seed", "3")).split())
    assert "River Plate, turn 3 of 30" in told and "Axis: Admiral Graf Spee is crippled." in told
    assert "The Axis has no units left. Score: Allies 21, Axis 13." in told
    assert told.endswith("The Allies win.")
