"""What keeps a game from being lost: saves that remember the sitting, the game that is kept by itself, records."""

import json
import os
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from aw_env import admirals_war_v0
from aw_env.cli.app import app
from aw_env.core import saves
from aw_env.core.errors import SaveError
from aw_env.recording import Recorder, RecordError, read_record, record_of
from aw_env.table import keeping

SEED = ("--opponent", "random", "--seed", 3)


@pytest.fixture(autouse=True)
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which games are kept."""
    monkeypatch.setenv("AW_ENV_GAMES", str(tmp_path / "games"))
    return tmp_path / "games"


def run(*arguments: object, lines: tuple[str, ...] = ()) -> Result:
    """`aw-env play` with lines of input; a traceback fails the test."""
    typed = "".join(f"{line}\n" for line in lines)
    result = CliRunner().invoke(app, ["play", *(str(argument) for argument in arguments)], input=typed)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def text(result: Result) -> str:
    """What was printed, in single spaces."""
    return " ".join(result.output.split())


# --- the game is kept -------------------------------------------------------------------------------------


def test_a_game_that_is_left_goes_on_as_it_was(games: Path):
    lines = ("wait", "Hornet, Yorktown to Marshalls", "always air", "quit", "yes")
    left = text(run(*SEED, "--side", "allies", lines=lines))
    assert "You leave the table. `aw-env play --resume` continues the game." in left
    resumed = text(run("--resume", lines=("orders", "always")))
    assert "You play the Allies" in resumed and "US: Tennessee" in resumed
    assert "Yorktown and Hornet: Marshalls" in resumed
    assert "always air" in resumed


def test_a_game_that_is_being_played_is_not_gone_on_with_in_another_window(games: Path):
    run(*SEED, "--side", "allies", lines=("quit", "yes"))
    kept = (games / "midway-3.aw").read_bytes()
    other = keeping.Keeper(admirals_war_v0.game("midway", seed=3), games / "midway-3.aw")
    refused = run("--resume", lines=("1",))
    assert refused.exit_code == 1 and "being played already" in text(refused)
    assert (games / "midway-3.aw").read_bytes() == kept
    assert "leave it there, or begin a new one" in text(refused)
    other.let_go()
    assert "You play the Allies" in text(run("--resume"))


def test_a_new_game_of_the_same_seed_overwrites_no_unfinished_one(games: Path):
    run(*SEED, "--side", "allies", lines=("Hornet to Marshalls", "quit", "yes"))
    left = (games / "midway-3.aw").read_bytes()
    assert "You play the Axis" in text(run(*SEED, "--side", "axis"))
    assert (games / "midway-3.aw").read_bytes() == left
    open_elsewhere = keeping.Keeper(admirals_war_v0.game("midway", seed=3))
    assert open_elsewhere.path == games / "midway-3-3.aw"
    assert keeping.Keeper(admirals_war_v0.game("midway", seed=3)).path == games / "midway-3-4.aw"
    open_elsewhere.let_go()


def test_orders_are_kept_when_they_are_given(games: Path):
    game = admirals_war_v0.game("midway", seed=3)
    run(*SEED, lines=("Hornet to Marshalls",))
    sitting = keeping.sitting_of(saves.header(saves.read_file(games / "midway-3.aw")))
    assert [game.view().units_by_number[unit].id for unit in sitting.orders["allies"]] == ["hornet"]


def test_the_game_is_kept_at_every_question_and_dropped_at_its_end(games: Path):
    run(*SEED, "--scenario", "engagement", lines=("air",))
    assert [file.suffix for file in games.glob("[!.]*")] == [".aw"]
    over = text(run("--resume", lines=("auto turn", "auto turn")))
    assert "win" in over and not list(games.glob("[!.]*"))


def test_resuming_knows_who_plays(games: Path):
    run(*SEED, "--scenario", "campaign", "--side", "german", "--opponent", "japanese=scripted", lines=("quit", "yes"))
    sitting = keeping.sitting_of(saves.header(saves.read_file(keeping.kept()[0])))
    assert sitting.people == ("german",)
    assert sitting.opponents["japanese"] == "scripted" and sitting.opponents["british"] == "random"
    assert "You play the German" in text(run("--resume"))


def test_there_is_nothing_to_resume(games: Path):
    result = run("--resume")
    assert result.exit_code == 1 and "no game to resume" in text(result)


def test_of_many_games_the_oldest_are_dropped(games: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(keeping, "MOST_KEPT", 2)
    for seed in (1, 2, 3):
        run("--opponent", "random", "--seed", seed)
        os.utime(games / f"midway-{seed}.aw", (seed, seed))
    run("--opponent", "random", "--seed", 4)
    assert {file.name for file in games.glob("[!.]*")} == {"midway-3.aw", "midway-4.aw"}


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes everywhere")
def test_a_folder_that_cannot_be_written_is_said_once(games: Path):
    games.mkdir()
    games.chmod(0o500)
    assert text(run(*SEED, lines=("wait", "wait"))).count("not kept") == 1


def test_a_folder_that_is_a_file_is_said_once_and_the_game_goes_on(games: Path):
    games.write_text("in the way")
    told = text(run(*SEED, lines=("wait", "wait")))
    assert told.count("not kept") == 1 and "US: Maryland" in told and "--resume" not in told


def test_what_is_not_committed_is_asked_about_again(games: Path):
    run(*SEED, lines=("all carriers to Marshalls; rest stay",))
    told = text(run("--resume", lines=("Hornet to Hawaiian Islands", "commit")))
    assert "3 wait, and appear as a raider, 3 Marshalls, 9 stay in port: commit?" in told
    assert "3 wait, and appear as a raider, 2 Marshalls, 1 Hawaiian Islands, 9 stay in port: commit?" in told
    assert "Allies: Hornet patrols the Hawaiian Islands." in told


# --- leaving ------------------------------------------------------------------------------------------------


def test_leaving_is_asked_about(games: Path):
    told = text(run(*SEED, lines=("quit", "no", "wait", "quit", "yes", "wait")))
    assert told.count("Leave the table?") == 2
    assert told.index("US: Tennessee") > told.index("Leave the table?"), "it went on after a no"
    assert told.endswith("continues the game.")


def test_orders_typed_ahead_are_no_answer_to_leaving(games: Path):
    told = text(run(*SEED, lines=("quit; yes", "no", "wait")))
    assert "US: Tennessee" in told


# --- saves ------------------------------------------------------------------------------------------------------


def test_a_save_remembers_orders_and_seats(games: Path, tmp_path: Path):
    file = tmp_path / "mine.aw"
    run(*SEED, "--side", "axis", lines=("Akagi, Kaga turn raider", f"save {file}"))
    told = text(run("--load", file, lines=("orders",)))
    assert "You play the Axis" in told and "Akagi and Kaga: turn raider" in told
    loaded = text(run(*SEED, "--side", "axis", lines=(f"load {file}", "orders")))
    assert "Akagi and Kaga: turn raider" in loaded


def test_a_sitting_that_cannot_be_is_refused(games: Path, tmp_path: Path):
    file = tmp_path / "odd.aw"
    file.write_bytes(admirals_war_v0.game("midway", seed=1).save(sitting={"scenario": 7, "people": []}))
    with pytest.raises(SaveError, match="invalid sitting"):
        keeping.sitting_of(saves.header(file.read_bytes()))
    result = run("--load", file)
    assert result.exit_code == 1 and "invalid sitting" in text(result)


def test_a_save_of_strange_people_seats_the_first(games: Path, tmp_path: Path):
    file = tmp_path / "odd.aw"
    file.write_bytes(admirals_war_v0.game("midway", seed=1).save(sitting={"scenario": "midway", "people": ["sweden"]}))
    assert "You play the Allies" in text(run("--load", file))


def test_a_save_from_elsewhere_does_not_say_what_is_written(games: Path, tmp_path: Path):
    file, record = tmp_path / "mine.aw", tmp_path / "record.json"
    run(*SEED, "--record", record, lines=(f"save {file}",))
    record.unlink()
    run("--load", file, lines=("wait",))
    assert not record.exists()


# --- records --------------------------------------------------------------------------------------------------


def test_a_record_is_written_as_the_game_goes(games: Path, tmp_path: Path):
    file = tmp_path / "game.json"
    game = admirals_war_v0.game("midway", seed=3)
    recorder = Recorder(file, game)
    for _ in range(20):
        game.apply(game.legal_actions()[0])
        recorder.write(game)
        assert file.read_text() == record_of(game) + "\n"
    earlier = admirals_war_v0.game("midway", seed=3)
    earlier.apply(earlier.legal_actions()[1])
    recorder.write(earlier)
    assert file.read_text() == record_of(earlier) + "\n", "answers that are taken back are taken out"


def test_a_record_goes_on_with_its_game(games: Path, tmp_path: Path):
    file = tmp_path / "game.json"
    run(*SEED, "--record", file, lines=("wait", "quit", "yes"))
    before = json.loads(file.read_text())["actions"]
    run("--resume", lines=("wait",))
    after = json.loads(file.read_text())["actions"]
    assert len(after) == len(before) + 1 and after[: len(before)] == before


@pytest.mark.parametrize("path", ["nowhere/game.json", "folder", "notes.txt"])
def test_a_record_that_cannot_be_written_is_found_at_the_start(games: Path, tmp_path: Path, path: str):
    (tmp_path / "folder").mkdir()
    (tmp_path / "notes.txt").write_text("dear diary")
    for command in ([*SEED], ["--scenario", "engagement", *SEED]):
        result = run(*command, "--record", tmp_path / path)
        assert result.exit_code == 1 and "aw-env: --record" in text(result)
    assert (tmp_path / "notes.txt").read_text() == "dear diary"


def test_a_disk_that_fills_up_is_said_and_the_game_goes_on(games: Path, monkeypatch: pytest.MonkeyPatch):
    def full(path: object, data: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(saves, "write_file", full)
    told = text(run(*SEED, lines=("wait", "save somewhere", "wait")))
    assert "no space left on device" in told and "US: Maryland" in told


def test_a_game_whose_end_cannot_be_written_is_gone_on_with(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    record, write, written = tmp_path / "game.json", saves.write_file, []
    run(*SEED, "--scenario", "engagement", "--record", record, lines=("air",))

    def full_after_a_while(path: Path, data: bytes | str) -> None:
        written.append(path)
        if written.count(record) > 1:
            raise OSError(28, "No space left on device")
        write(path, data)

    with monkeypatch.context() as patch:
        patch.setattr(saves, "write_file", full_after_a_while)
        told = text(run("--resume", lines=("auto turn", "auto turn")))
    assert "win" in told and told.count("not kept") == 1
    assert read_record(record).result is None and len(keeping.kept()) == 1
    run("--resume", lines=("auto turn", "auto turn"))
    assert read_record(record).result is not None and not keeping.kept()


def test_a_game_that_cannot_be_kept_is_recorded(games: Path, tmp_path: Path):
    games.write_text("in the way")
    run(*SEED, "--scenario", "engagement", "--record", tmp_path / "game.json", lines=("auto turn", "auto turn"))
    assert read_record(tmp_path / "game.json").result is not None


def test_a_folder_that_is_gone_is_said_once(games: Path, tmp_path: Path):
    """Whatever the file beside it would have been called that is written first."""
    folder = tmp_path / "records"
    for _ in range(2):
        with pytest.raises(FileNotFoundError) as missing:
            saves.write_file(folder / "game.json", "")
        assert missing.value.filename == str(folder / "game.json")


def test_another_record_is_replaced_and_another_file_is_not(tmp_path: Path):
    game = admirals_war_v0.game("midway", seed=3)
    Recorder(tmp_path / "game.json", admirals_war_v0.game("midway", seed=4))
    Recorder(tmp_path / "game.json", game)
    assert read_record(tmp_path / "game.json").seed == 3
    (tmp_path / "other.json").write_text("{}")
    with pytest.raises(RecordError):
        Recorder(tmp_path / "other.json", game)
