"""The commands with `--game war_at_sea`."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from aw_env import war_at_sea_v0
from aw_env.cli import coverage
from aw_env.cli.app import app
from aw_env.games import named, names, playing
from aw_env.games.war_at_sea.printed.load import SCENARIOS
from aw_env.recording import read_record
from aw_env.table import keeping


@pytest.fixture
def games(tmp_path, monkeypatch):
    """A folder of its own in which games are kept."""
    monkeypatch.setenv("AW_ENV_GAMES", str(tmp_path / "games"))
    return tmp_path


def typed(*lines, options=("--scenario", "barents", "--seed", "1")):
    """What `play` prints when these lines are typed."""
    done = CliRunner().invoke(app, ["play", "--game", "war_at_sea", *options], input="\n".join(lines) + "\n")
    assert done.exit_code == 0, done.output
    return done.output


def test_a_game_is_played_by_numbers_and_names(games):
    told = typed("strike bismarck", "2", "quit", "yes")
    assert "which ship is struck next?" in told and "Aircraft at Bismarck" in told


def test_a_wrong_word_says_what_may_be_chosen(games):
    assert '"yamato" is not a choice now' in typed("yamato", "quit", "yes")


WAR = ("--seed", "5")


def test_fleets_are_ordered_by_name_committed_and_taken_back(games):
    lines = ["all to England", "commit", "Hood, Repulse to na; all cruisers to sa", "rest stay", "undo", "undo"]
    told = typed(*lines, "orders", "quit", "yes", options=WAR)
    assert "Ordered: Hood and Repulse: North Atlantic." in told
    assert "17 stay in port, 2 North Atlantic, 8 South Atlantic: commit?" in told
    assert "Hood and Repulse: North Atlantic" in told.split("orders")[-1] and "Nelson" not in told.split("orders")[-1]


def test_a_whole_war_is_played_in_orders(games):
    """As the Allies, chosen move by move, against the staff officer: they win by two points."""
    lines = (Path(__file__).parent / "a_war_in_orders.txt").read_text().splitlines()
    told = " ".join(typed(*lines, options=("--side", "allies", "--seed", "11")).split())
    assert "Points of control: Allies lead by 2. " in told and "lost Valiant, Ramillies, Resolution" in told
    assert told.endswith("The Allies win.")
    assert "Hood, Exeter, Kent, Suffolk and Sussex reach the Barents Sea" in told


def test_a_game_goes_on_with_its_orders_and_is_told_again(games):
    record = games / "war.jsonl"
    typed("all to England", "commit", "Hood to Barents", "quit", "yes", options=(*WAR, "--record", str(record)))
    kept = keeping.kept()
    assert len(kept) == 1
    again = CliRunner().invoke(app, ["play", "--resume"], input="orders\nquit\nyes\n")
    assert again.exit_code == 0 and "Hood: Barents Sea" in again.output
    game = read_record(record).new_game()
    assert game.rules.name == war_at_sea_v0.game().rules.name and playing(game.rules.name).name == "war_at_sea"
    assert "Turn 1." in CliRunner().invoke(app, ["replay", str(record)]).output


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("why", "An area beside her port is always reached."),
        ("why not Baltic", "ships of this nation do not sail there"),
        ("why not England", "a ship sails to a sea area"),
        ("why Hood", "is asked in this step"),
        ("why Bismarck", "the other side moves it"),
        ("where Hood", "in England"),
        ("hint", "worth"),
        ("fleets axis", "Littorio"),
        ("always home to England", "Always home to England."),
        ("always disengage if outgunned", "Always disengage if outgunned."),
        ("board north sea", "North Sea"),
    ],
)
def test_a_person_is_told_what_he_asks(games, line, says):
    told = " ".join(typed("all to England", "commit", line, "quit", "yes", options=WAR).split())
    assert says in told


def test_a_game_is_watched_to_its_end():
    done = CliRunner().invoke(
        app, ["watch", "--game", "war_at_sea", "--scenario", "barents", "--seed", "2", "--boards"]
    )
    assert done.exit_code == 0 and "Round 1 in the Barents Sea." in done.output and "holds" in done.output


def test_a_game_of_its_own_players_is_watched_on_the_web(monkeypatch):
    served = []
    serve = pytest.importorskip("aw_env.web.serve")
    monkeypatch.setattr(serve, "_run", lambda *given: served.append(given))
    watched = ["watch", "--web", "--game", "war_at_sea", "--scenario", "barents", "--port", "8377", "--axis"]
    done = CliRunner().invoke(app, [*watched, "war_at_sea"])
    assert done.exit_code == 0 and "The game is at http://127.0.0.1:8377/game/" in done.output and len(served) == 1
    done = CliRunner().invoke(app, [*watched, "midway"])
    assert done.exit_code == 1 and "there is no player 'midway'" in done.output and len(served) == 1


def test_dice_are_typed_in(games):
    """What comes before the first question, the hunt for U-boats, is rolled by the computer: none is left to fire."""
    options = ("--scenario", "barents", "--dice", "--seed", "1")
    told = typed("strike bismarck", "7", "6", "3", "2", "1", "quit", "yes", options=options)
    assert "Roll a die for Aircraft, firing at Bismarck" in told and '"7": type one number from 1 to 6' in told
    assert "Roll a die for the damage of Aircraft to Bismarck" in told
    assert "1 hit on Bismarck, damage 3 [3]." in told
    assert "The computer has rolled the dice that come before the first question." in told


def test_an_optional_rule_is_played_or_refused(games):
    assert "face down" in typed("why", "quit", "yes", options=(*WAR, "--side", "axis", "--option", "face_down"))
    done = CliRunner().invoke(app, ["play", "--game", "war_at_sea", "--option", "face_up"])
    assert done.exit_code == 1 and 'no such optional rule; did you mean "face_down"?' in done.output


def test_a_setting_of_another_game_is_one_clear_error():
    done = CliRunner().invoke(app, ["watch", "--game", "war_at_sea", "--players", "4"])
    assert done.exit_code == 1 and "players=4" in done.output


def test_every_rule_has_a_test_and_no_test_cites_another():
    report = coverage.report(Path(__file__).parent, "war_at_sea")
    assert not report.unknown
    assert [rule.number for rule in report.rules if rule.kind == "rule" and not report.has_test(rule)] == []


def test_the_printed_material_is_sound():
    assert "Sound." in CliRunner().invoke(app, ["check", "--game", "war_at_sea"]).output
    report = SCENARIOS.check()
    assert report.sound and report.counts["units"] == 75
    assert any("north_sea.axis_points" in estimate.where for estimate in report.estimates)


def test_a_wrong_file_is_one_clear_problem(tmp_path):
    folder = Path(SCENARIOS.check().folder)
    for file in folder.rglob("*.*"):
        (tmp_path / file.relative_to(folder)).parent.mkdir(exist_ok=True)
        (tmp_path / file.relative_to(folder)).write_bytes(file.read_bytes())
    board = tmp_path / "board.toml"
    board.write_text(board.read_text("utf-8").replace('bases = ["leningrad"]', 'bases = ["leningrat"]'), "utf-8")
    report = SCENARIOS.check(tmp_path)
    assert [(problem.file, problem.what) for problem in report.problems] == [
        ("board.toml", 'no such port; did you mean "leningrad"?')
    ]


def test_games_are_known_by_name():
    assert names() == ("admirals_war", "naval_miniatures", "war_at_sea", "world_at_war")
    assert named("war_at_sea").face is war_at_sea_v0
    with pytest.raises(ValueError, match="admirals_war, naval_miniatures, war_at_sea"):
        named("midway")
