"""The commands with `--game naval_miniatures`."""

import re
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


def test_where_a_unit_is_is_told_once(tmp_path, monkeypatch):
    monkeypatch.setenv("AW_ENV_GAMES", str(tmp_path))
    asked = ("why Graf Spee", "why Ajax", "where Graf Spee", "where Exeter")
    told = typed(*asked, options=("--scenario", "river_plate", "--seed", "3"))
    assert "  Admiral Graf Spee (cruiser in K4)\n" in told and "  HMS Exeter (cruiser, not yet deployed)\n" in told
    assert "Admiral Graf Spee (cruiser in K4) is not asked now: the other side acts with it." in told
    assert "HMS Ajax (cruiser, not yet deployed) is asked in this step." in told
    assert "    armor 3, vital armor 9, hull 3 of 3, speed 2\n    main guns 8/8/7/6\n" in told


def test_a_card_that_may_be_bought_says_what_it_is_worth_in_battle(tmp_path, monkeypatch):
    monkeypatch.setenv("AW_ENV_GAMES", str(tmp_path))
    told = typed(options=("--seed", "3"))
    assert "HMS Hood (battleship, 48 points, 8/13 5-2, main guns 15/15/14/12)" in told
    assert "HMS Ark Royal (carrier, 22 points, 5/10 4-2, main guns 4/4/3, bases 3)" in told
    assert "Swordfish Mk. II (torpedo bomber, 10 points, 3/6, torpedoes 3)" in told


def bought_behind_the_curtain(*allied_cards):
    """What two people at one keyboard read, who buy: what stands before each curtain is drawn, and after it is lifted.
    The Axis person looks around for what the Allies have."""
    looking = ["fleets", "board", "where Hood", "undo", "choices"]
    lines = ["", *allied_cards, "end", "", *looking, "Bismarck", "end"]
    output = typed(*lines, options=("--two-players", "--seed", "3"))
    *drafts, battle = re.split(r".* to the keyboard, the others look away\. Enter:|The curtain is lifted.*", output)
    return drafts, battle


def test_fleets_are_bought_behind_a_curtain(tmp_path, monkeypatch):
    """FLT.4: whatever the Allies buy, the Axis person, who looks around for it, reads the same."""
    monkeypatch.setenv("AW_ENV_GAMES", str(tmp_path))
    (before, hood, axis), battle = bought_behind_the_curtain("HMS Hood", "HMS Ajax")
    (before_too, iowa, axis_too), other = bought_behind_the_curtain("USS Iowa", "HMS Exeter")
    assert "so far HMS Ajax, HMS Hood" in hood and "so far HMS Exeter, USS Iowa (BB 61)" in iowa
    assert before == before_too and "which card" not in before
    assert axis == axis_too and "so far Bismarck" in axis and "Allies reveal their fleet" in axis
    assert "Axis: Bismarck" in battle and battle == other
    assert "to the keyboard" not in battle


def test_a_person_alone_needs_no_curtain(tmp_path, monkeypatch):
    monkeypatch.setenv("AW_ENV_GAMES", str(tmp_path))
    output = typed("HMS Hood", "end", options=("--seed", "3"))
    assert "so far HMS Hood" in output and "curtain" not in output and "look away" not in output
