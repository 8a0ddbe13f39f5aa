"""The commands with `--game war_at_sea`."""

import io
from pathlib import Path

import pytest
from rich.console import Console

from aw_agents.war_at_sea.play import RandomPlayer, ScriptedPlayer
from aw_env import war_at_sea_v0
from aw_env.cli import coverage, plain
from aw_env.games import GAMES, named
from aw_env.war_at_sea.printed.check import check


def sitting(*lines, bots=None, seed=1):
    """What is printed when these lines are typed in the Barents Sea."""
    typed, out = iter(lines), io.StringIO()

    def read():
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    game = war_at_sea_v0.game("barents", seed=seed)
    table = plain.PlainPlay(game, {1: RandomPlayer()} if bots is None else bots, Console(file=out, width=100), read)
    table.run()
    return table, out.getvalue()


def test_a_game_is_played_by_numbers_and_names():
    table, told = sitting("strike bismarck", "2")
    assert len(table.game.history) > 2 and "which ship is struck next?" in told and "Aircraft at Bismarck" in told


def test_a_wrong_word_says_what_may_be_chosen():
    table, told = sitting("yamato")
    assert not table.game.history and '"yamato" is not a choice now' in told


def test_an_answer_is_taken_back_while_no_die_has_been_rolled():
    game_at_aiming = war_at_sea_v0.game("barents", seed=1)
    while game_at_aiming.info_in_words()["decision"] != "surface_target":
        game_at_aiming.apply(game_at_aiming.legal_actions()[0])
    out, typed = io.StringIO(), iter(["1", "undo", "undo"])
    table = plain.PlainPlay(game_at_aiming, {}, Console(file=out, width=100), lambda: next(typed, "quit"))
    before = game_at_aiming.describe()
    table.run()
    assert table.game.describe() == before and "There is nothing to take back." in out.getvalue()


def test_a_game_is_saved_and_gone_on_with(tmp_path):
    file = tmp_path / "game"
    table, _ = sitting("1", f"save {file}")
    other, told = sitting(f"load {file}", "board", seed=7)
    assert other.game.history == table.game.history and "Barents Sea" in told
    assert "no such file" in sitting(f"load {tmp_path / 'none'}")[1].lower()


def test_a_game_is_watched_to_its_end():
    out = io.StringIO()
    game = war_at_sea_v0.game("barents", seed=2)
    plain.watch(game, {0: ScriptedPlayer(), 1: ScriptedPlayer()}, Console(file=out, width=100), boards=True)
    assert game.over and "Round 1 in the Barents Sea." in out.getvalue()


def test_every_rule_has_a_test_and_no_test_cites_another():
    report = coverage.report(Path(__file__).parent, "war_at_sea")
    assert not report.unknown
    assert [rule.number for rule in report.rules if rule.kind == "rule" and not report.has_test(rule)] == []


def test_the_printed_material_is_sound():
    report = check()
    assert report.sound and report.counts["units"] == 75
    assert any("north_sea.axis_points" in estimate.where for estimate in report.estimates)


def test_a_wrong_file_is_one_clear_problem(tmp_path):
    folder = Path(check().folder)
    for file in folder.rglob("*.*"):
        (tmp_path / file.relative_to(folder)).parent.mkdir(exist_ok=True)
        (tmp_path / file.relative_to(folder)).write_bytes(file.read_bytes())
    board = tmp_path / "board.toml"
    board.write_text(board.read_text("utf-8").replace('bases = ["leningrad"]', 'bases = ["leningrat"]'), "utf-8")
    report = check(tmp_path)
    assert [(problem.file, problem.what) for problem in report.problems] == [
        ("board.toml", 'no such port; did you mean "leningrad"?')
    ]


def test_games_are_known_by_name():
    assert set(GAMES) == {"admirals_war", "war_at_sea"} and named("war_at_sea").face is war_at_sea_v0
    with pytest.raises(ValueError, match="admirals_war and war_at_sea"):
        named("midway")
