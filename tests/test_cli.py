"""The command line, driven through its input as a person would."""

import io
import json
import os
import random
import re
import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner, Result

from aw_env import admirals_war_v0
from aw_env.cli import bench, coverage
from aw_env.cli.app import app
from aw_env.cli.rules import citations
from aw_env.core import saves
from aw_env.core.engine import compiling
from aw_env.core.engine.code_cache import cache_folder
from aw_env.core.faces.game import Game
from aw_env.games import names
from aw_env.games.admirals_war.printed.load import configs_folder
from aw_env.games.admirals_war.records.terms import Decision
from aw_env.games.admirals_war.words import decisions
from aw_env.recording import Recorder, RecordError, read_record, record_of
from aw_env.table import orders, table
from aw_env.table.account import Account
from aw_env.table.rulebook import index, titles

ROOT = Path(__file__).resolve().parent.parent


def run(*arguments: object, lines: list[str] | str = ()) -> Result:
    """Run a command with lines of input; a traceback fails the test."""
    typed = lines if isinstance(lines, str) else "".join(f"{line}\n" for line in lines)
    result = CliRunner().invoke(app, [str(argument) for argument in arguments], input=typed)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.output
    return result


def play(*arguments: object, lines: list[str]) -> str:
    """What `aw-env play` against random prints for these lines, in single spaces."""
    result = run("play", "--opponent", "random", "--seed", 3, *arguments, lines=lines)
    assert result.exit_code == 0
    return " ".join(result.output.split())


def numbers(seed: int, count: int = 4000) -> list[str]:
    """Lines that answer anything sooner or later."""
    chooser = random.Random(seed)
    return [str(chooser.randint(1, 6)) for _ in range(count)]


# --- help ----------------------------------------------------------------------------------------------


def test_help_names_every_command():
    text = run("--help").output
    for command in ("play", "watch", "replay", "rules", "check", "arena", "ladder", "bench", "warm", "serve"):
        assert re.search(rf"\b{command}\b", text)
    assert "undo" in run("play", "--help").output


@pytest.mark.parametrize("columns", [20, 40, 79, 80, 200])
def test_help_names_every_option_whole_in_any_terminal(columns: int, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(columns))
    for command in (["play"], ["serve"], ["arena"], ["ladder", "play"]):
        text = run(*command, "--help").output
        assert "…" not in text and "[bold]" not in text
        assert "--help" in text


def test_paragraphs_of_help_flow(monkeypatch):
    monkeypatch.setenv("COLUMNS", "300")
    assert "all cruisers to Marshalls, rest stay. Type why for the rules behind" in run("play", "--help").output
    assert "so far as one line for `aw-env replay`" in run("--help").output


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("play", "--scenario", "nix"), "no such scenario"),
        (("play", "--scenario", "raiders"), "it is one of --game world_at_war"),
        (("watch", "--game", "world_at_war", "--scenario", "midway"), "it is one of --game admirals_war"),
        (("options", "standard"), "it is one of --game naval_miniatures"),
        (("play", "--side", "sweden"), "allies and axis"),
        (("play", "--opponent", "nobody"), "there is no player 'nobody'"),
        (("play", "--opponent", ""), "there is no player ''"),
        (("play", "--load", "nowhere.save"), "nowhere.save"),
        (("watch", "--axis", "nobody"), "there is no player 'nobody'"),
        (("replay", "nowhere.json"), "aw-env: nowhere.json: no such file or directory"),
        (("analyse", "nowhere.json"), "aw-env: nowhere.json: no such file or directory"),
        (("play", "--scenario", "campaign", "--players", "4", "--side", "axis"), "japanese, american and german"),
        (("play", "--side", "german"), "for 2 players"),
        (("play", "--opponent", "british=random"), "allies and axis"),
        (("arena", "random"), "two players"),
        (("rules", "--tests", "nowhere"), "no folder nowhere"),
    ],
)
def test_wrong_arguments_end_with_one_clear_line(arguments: tuple, says: str):
    result = run(*arguments)
    assert result.exit_code == 1
    lines = [line for line in result.output.splitlines() if line.strip()]
    assert lines[-1].startswith("aw-env: ") and says in lines[-1]


@pytest.mark.parametrize(
    ("file", "reason"), [("nowhere/game.json", "no such file or directory"), ("here", "is a directory")]
)
def test_a_record_that_cannot_be_written_is_one_clear_line_before_the_game(tmp_path, file: str, reason: str):
    (tmp_path / "here").mkdir()
    for command in ("play", "watch"):
        result = run(command, "--record", tmp_path / file, lines=["quit", "yes"])
        assert result.exit_code == 1
        assert " ".join(result.output.split()) == f"aw-env: --record: {tmp_path / file}: {reason}"


def test_what_cannot_be_saved_is_told_without_numbers_of_the_system(tmp_path):
    told = play("--side", "allies", lines=[f"save {tmp_path}/nowhere/game.aw", f"picture {tmp_path}/nowhere/a.png"])
    assert f"{tmp_path}/nowhere/game.aw: no such file or directory" in told and "Errno" not in told
    assert f"{tmp_path}/nowhere/a.png: no such file or directory" in told


def test_a_picture_of_a_kind_that_cannot_be_saved_leaves_no_file(tmp_path):
    names = ["board.nosuch", "board", "board.hdf", "board.xbm"]
    told = play("--side", "allies", lines=[f"picture {tmp_path}/{name}" for name in names])
    assert told.count("no picture can be saved as") == len(names) and "'.nosuch'; try .png" in told
    assert not [*tmp_path.iterdir()]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
def test_what_cannot_be_printed_is_one_clear_line():
    command = [sys.executable, "-m", "aw_env.cli", "standings", "--scenario", "midway"]
    with open("/dev/full", "w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 1 and done.stderr.strip().splitlines() == ["aw-env: no space left on device"]


@pytest.mark.skipif(os.name != "posix", reason="of a POSIX shell")
def test_closed_streams_end_nothing():
    command = f"'{sys.executable}' -m aw_env.cli standings --scenario midway <&- >&-"
    done = subprocess.run(["sh", "-c", command], stderr=subprocess.PIPE, text=True)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--seconds", "nan"], "argument --seconds: nan: more than 0"),
        (["--seconds=-1"], "argument --seconds: -1: more than 0"),
        (["--repeats", "0"], "argument --repeats: 0: from 1 to"),
        (["--json", "/nowhere/bench.json"], "argument --json: /nowhere/bench.json: no such file or directory"),
    ],
)
def test_wrong_arguments_of_bench_end_before_it_measures(arguments, says, capsys):
    with pytest.raises(SystemExit):
        bench.main(arguments)
    assert says in capsys.readouterr().err


def test_a_report_holds_the_game_up_to_the_question(tmp_path, monkeypatch):
    game = admirals_war_v0.game("midway", seed=3)
    for _ in range(7):
        game.apply(game.legal_actions()[-1])
    (tmp_path / "g.aw").write_bytes(game.save())
    told = run("report", "7.222", tmp_path / "g.aw", "--says", "It fires twice.").output
    assert "rule 7.222" in told and "It fires twice." in told and game.describe() in told
    assert told.count("; ") >= 4 and game.rules.scenario.digest in told
    (tmp_path / "r.json").write_text(told.split("```json\n")[1].split("\n```")[0])
    record = read_record(tmp_path / "r.json")
    assert [action for action, _ in record.actions] == game.history and record.seed == 3
    monkeypatch.setenv("AW_ENV_GAMES", str(tmp_path))
    assert run("report", "8.1").output.startswith("### Admirals' War, rule 8.1\n\nWhat happens")
    assert "no such file" in run("report", "8.1", tmp_path / "none.aw").output.lower()


def test_it_says_which_version_it_is():
    assert run("--version").output.startswith(f"aw_env {version('aw_env')}, Python 3.")


@pytest.mark.slow
def test_warm_compiles_every_entry_point_and_says_so():
    said = run("warm").output
    if compiling.INTERPRETED:
        assert "nothing is compiled" in said
        return
    assert re.findall(r"(\d) of 8:", said) == list("12345678") and "Ready after" in said
    kept = {file.name.split("-")[0].rpartition(".")[2] for file in cache_folder().glob("*.code")}
    assert kept >= {"advance", "observe", "write_candidates", "random_actions", "decide", "play", "play_random"}
    assert run("warm").output.count("already compiled") == 8


# --- play ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("arguments", [(), ("--side", "axis"), ("--two-players",), ("--scenario", "engagement")])
def test_a_game_is_played_to_its_end(arguments: tuple):
    text = play(*arguments, lines=numbers(1))
    assert len(re.findall(r"(The Allies win|The Axis wins|A draw)[.,]", text)) == 1
    assert "The game is over" in text


def test_the_end_of_the_input_leaves_the_table():
    assert "You leave the table" in play(lines=["board"])
    assert "You leave the table" in play(lines=["quit", "1"])


def test_looking_around_changes_nothing(tmp_path: Path):
    before = play(lines=["choices"])
    question = before.split("allies>")[0].rsplit("US: ", 1)[1]
    lines = ["help", "?", "why", "board", "map", "fleets", "orders", "choices", f"picture {tmp_path / 'board.png'}", ""]
    text = play(lines=[*lines, "99", "nonsense", "Akagi to Marshalls", "save", "picture x.nosuch", "undo", "choices"])
    assert text.split("allies>")[-2].strip() == f"choices {question.split('? ', 1)[1].strip()}"
    for says in (
        "A patroller enters one area",
        "§6.12",
        "CV 1-3-7-4*",
        "there is no choice 99",
        '"nonsense" is not a choice now',
        "Akagi is not among those still to be asked",
        "say where: save FILE",
        "nothing to take back",
        "nothing has been ordered in this step yet",
    ):
        assert says in text
    assert (tmp_path / "board.png").stat().st_size > 10_000


def test_orders_by_name_in_any_order(tmp_path: Path):
    record = tmp_path / "game.json"
    text = play(
        "--record",
        record,
        lines=["Hornet to Central Pacific", "yorktown, enterprise to marshalls", "rest haw", "commit"],
    )
    assert "Ordered: Hornet: Central Pacific." in text
    assert "Enterprise and Yorktown: Marshalls." in text
    actions = {words for _, words in read_record(record).actions}
    assert {"Central Pacific", "Marshalls", "Hawaiian Islands"} <= actions
    game = read_record(record).new_game()
    for number in range(len(read_record(record).actions)):
        read_record(record).apply(game, number)
    view = game.view()
    assert view.unit("hornet").place == "central_pacific"
    assert {view.unit(id).place for id in ("yorktown", "enterprise")} == {"marshalls"}
    assert {unit.place for unit in view.units if unit.label.type == "CA" and unit.side == 0} == {"hawaiian_islands"}


def test_orders_to_a_sort_of_ship_and_air_units():
    text = play(
        lines=["all cruisers to marshalls", "rest stay", "commit", "7AF to Marshalls", "commit", "all hawaiian"]
    )
    assert "Salt Lake City, Astoria, Portland and Vincennes: Marshalls." in text
    assert "Ordered: Pennsylvania, Tennessee and Maryland: wait, and appear as a raider." in text, "stay is to wait"
    assert "Enterprise, Yorktown and Hornet: stay in port." in text
    assert "Ordered: 7AF: Marshalls (sent at once)." in text and "1 Marshalls (sent at once): commit?" in text
    assert "11AF: Hawaiian Islands" in text


def test_orders_to_attack():
    game = admirals_war_v0.game("engagement", seed=3)
    for words in ("air", "air"):
        game.apply(game.action_named(words))
    units = orders.units_ahead(game, orders.Orders())
    target = next(words for _, words in game.actions() if words.startswith("attack ")).split(" (")[0][7:]
    lines = ["air", "air", f"{units[0].name}, {units[-1].name} attack {target}", f"all attack {target}", "commit"]
    text = play("--scenario", "engagement", "--two-players", lines=lines)
    assert f": attack {target}." in text and f"{units[-1].name} attacks {target}:" in text


def attack_on_pearl_harbor(*lines: str) -> str:
    """What the Axis is told of the attack with §23 and §24, after what comes before it."""
    rules = ["--option", "pearl_harbor_tension", "--option", "tora_tora"]
    before = ["Akagi, Kaga, Tone join", *["rest stay; commit"] * 4, "Hawaiian Islands"]
    return play("-s", "pacific", "--side", "axis", *rules, lines=[*before, *lines])


def test_orders_to_ships_in_a_row_need_no_preposition():
    text = attack_on_pearl_harbor()
    assert "Ordered: Akagi, Kaga and Tone: Pearl Harbor Raid Force." in text
    assert "Akagi, Kaga and Tone join the Pearl Harbor Raid Force." in text
    assert "into the Pearl Harbor Raid Force (0 of at most 10 ships)" in text


def test_a_ship_that_leaves_the_raid_force_for_sea_is_told_of_her_speed_roll():
    text = play("-s", "pacific", "--side", "axis", lines=["Kongo join", "rest stay", "commit"])
    question = text.split("Kongo (BB 3-3-6) in the Pearl Harbor Raid Force: stay there")[1]
    assert "Marianas (speed roll: 5 or less)" in question and "Home Islands (speed" not in question


def test_orders_for_one_surprise_raid_are_not_carried_out_in_the_other():
    text = attack_on_pearl_harbor("Akagi attack Nevada", "rest attack Nevada; commit", "orders", "undo")
    first, second = text.split("Pearl Harbor is raided")
    assert "first surprise raid on Pearl Harbor, Kaga" in first and "Ordered: Kaga: attack Nevada" in first
    assert "Ordered: Kaga and Akagi" not in first
    assert (
        "second surprise raid on Pearl Harbor, Akagi" in second
        and "nothing has been ordered in this step yet" in second
    )
    assert "there is nothing to take back" in second


def test_a_curtain_is_drawn_between_two_people_of_whom_one_has_hidden_submarines(tmp_path):
    """§26: wherever an I-boat goes, the Allied person, who looks around for her, reads the same."""
    path = tmp_path / "patrol.toml"
    path.write_text(
        'turn = 5\nbegins_at = "patrolling"\nplayers = [2]\noptions = ["hidden_submarines"]\nflags = "printed"\n'
        'units = { i_boat_1 = "truk", kongo = "truk", enterprise = "pearl_harbor", hornet = "pearl_harbor" }\n'
    )
    read = []
    for area in ("Marshalls", "Bismarck Sea"):
        lines = [
            "",
            f"I-boat 1 to {area}",
            "rest stay",
            "commit",
            "",
            "fleets",
            "board",
            "where I-boat 1",
            "rest stay",
            "commit",
            "",
        ]
        text = play("-s", path, "--two-players", "--option", "hidden_submarines", lines=lines)
        axis, allies, again = text.split(" to the keyboard, the others look away. Enter:")[1:4]
        assert f"I-boat 1 patrols the {area}." in axis
        assert "I-boat 1 (SUB 1-0): hidden" in allies
        assert f"I-boat 1 (SUB 1-0) in the {area}: turn raider, or stay" in again
        read.append(allies)
    assert read[0] == read[1]


def test_targets_that_are_named_before_the_round_say_who_aims_at_them():
    text = attack_on_pearl_harbor("all hold; commit", "all hold; commit", "remain", "Akagi attack Arizona")
    assert "Kaga (CV 1-3-6-4*) stays off Pearl Harbor" in text
    assert "attack Arizona (BB 4-4-3, 1 aims at it)" in text


def test_the_faces_of_the_die_are_counted_as_they_are_given_away():
    lines = ["hawaiian", "hawaiian", "undo", "caribbean"]
    text = play("-s", "pacific", "--option", "pearl_harbor_tension", "--side", "allies", lines=lines)
    assert re.findall(r"Hawaiian Islands \((\d) of 6 so far\)", text) == ["1", "2", "3", "2", "2"]
    assert text.count("Caribbean Sea (2 of 6 so far)") == 1


def test_the_faces_of_the_die_are_given_away_behind_the_curtain():
    lines = ["", "hawaiian", "caribean", "caribbean", "caribbean", ""]
    text = play("-s", "pacific", "--option", "pearl_harbor_tension", "--two-players", lines=lines)
    first, allies = text.split("The Allies to the keyboard, the others look away. Enter:")[:2]
    assert "Hawaiian Islands (2 of 6 so far)" in allies and '"caribean"' in allies
    assert "so far" not in first


def test_the_choice_of_action_is_not_shown_to_the_other_person():
    lines = ["airr", "choices"]
    text = play("--scenario", "engagement", "--two-players", lines=lines)
    assert "> (hidden)" in text and "that is not one of the choices" in text and "airr" not in text


def test_moves_of_two_sides_are_told_apart():
    output = Console(file=io.StringIO(), width=200)
    account = Account(output)
    for seat, ship in ((1, "I-boat 1"), (0, "Yorktown"), (0, "Pensacola")):
        account.turn_to(seat)
        account.tell([("moved", (ship, "Coral Sea"), (), f"{ship} patrols the Coral Sea.")])
    account.flush()
    told = ["I-boat 1 patrols the Coral Sea.", "Yorktown and Pensacola patrol the Coral Sea."]
    assert [line.strip() for line in output.file.getvalue().splitlines()] == told


def test_ships_of_two_sides_that_are_seen_at_once_are_told_apart():
    output = Console(file=io.StringIO(), width=200)
    sides = {"Littorio": "Axis", "Taranto destroyers": "Axis", "Warspite": "Allies"}
    account = Account(output, sides.get)
    verbs = (("Littorio", "is"), ("Warspite", "is"), ("Taranto destroyers", "are"))
    account.tell(("in_force", (ship,), (), f"{ship} {verb} in the force.") for ship, verb in verbs)
    account.flush()
    told = ["Axis: Littorio and Taranto destroyers are in the force.", "Allies: Warspite is in the force."]
    assert [line.strip() for line in output.file.getvalue().splitlines()] == told


def campaign(*lines: str, seat: str = "british") -> str:
    """What a seat of a campaign of four against random is told for these lines, in single spaces."""
    return play("--scenario", "campaign", "--side", seat, lines=[*lines])


def test_orders_to_a_fleet_of_many_ships():
    arrivals = ["5 british cruisers to gibraltar", "2 battleships to suez", "RAF to suez", "rest to england", "commit"]
    text = campaign(*arrivals, "all cruisers in gib to west med", "all BB in suez stay", "rest stay")
    assert "Ordered: Berwick, Cornwall, Cumberland, Kent and Suffolk: Gibraltar." in text
    assert "Ordered: Nelson and Rodney: Suez." in text and "Ordered: RAF: Suez." in text
    assert "Ordered: Berwick, Cornwall, Cumberland, Kent and Suffolk: Western Mediterranean." in text
    assert "Ordered: Nelson and Rodney: stay in port." in text


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("99 cruisers to suez", "only 12 cruisers are left: Berwick"),
        ("all japanese cruisers to suez", "no japanese cruisers are left"),
        ("all ships in moscow to suez", 'none of them are in "moscow"; they are in Not yet arrived'),
        ("board atlantic", "Simon's Town"),
        ("board med", 'no place called "med"'),
        ("board north sea", "England British"),
        ("fleets german", "Scharnhorst"),
        ("fleets swedish", "british, japanese, american, german"),
        ("fleets us", "US fleet"),
        ("where u-boat", "U-boat 9 (SUB 1-0): off the map (Not yet arrived, due on turn 6)"),
        ("where", "say which unit"),
        ("where potemkin", 'no unit is called "potemkin"'),
    ],
)
def test_looking_around_a_campaign(line: str, says: str):
    text = campaign(line)
    assert says in text
    if line == "board north sea":
        assert "Coral Sea" not in text.split("british>")[1]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("all", "say what they shall do"),
        ("all submarines stay", "no submarines are left"),
        ("all 3", "may mean something else"),
        ("Hornet, Akagi to Marshalls", "Akagi is not among those"),
        ("Hornet, Bismarck to Marshalls", 'no unit is called "Bismarck"'),
        ("Hornet to Coral Sea", "Hornet: "),
    ],
)
def test_orders_that_cannot_be(line: str, says: str):
    assert says in play(lines=[line])


def test_never_asks_for_the_standing_order_that_is_meant():
    assert "say which standing order to take back: never ORDER; yours: areas in order" in play(lines=["never"])


def test_advice_of_a_player_that_cannot_be_opened_is_told_without_numbers_of_the_system():
    text = play(lines=[f"hint {'x' * 300}"])
    assert "file name too long" in text.lower() and "Errno" not in text


def test_undo_goes_back_to_the_previous_answer():
    text = play(lines=["gulf", "undo", "choices"])
    asked = re.findall(r"US: (\w+) \(", text)
    assert asked[:3] == ["Pennsylvania", "Tennessee", "Pennsylvania"]
    assert "Taken back" in text


def test_undo_takes_back_a_whole_order():
    text = play(lines=["Hornet to Marshalls", "rest hawaiian; rest stay", "commit", "undo"])
    assert "there is nothing to take back" in text  # committed: too late
    text = play(lines=["Hornet to Marshalls", "undo", "orders"])
    assert text.count("nothing has been ordered in this step yet") == 1


def test_with_hidden_submarines_only_orders_that_wait_are_taken_back():
    """What else can be tells whether the other side has moved one meanwhile (§26.2)."""
    war = ("--scenario", "campaign")
    plain = play(*war, lines=["England", "undo"])
    assert "Taken back" in plain
    text = play(*war, "--option", "hidden_submarines", lines=["England", "undo", "Hood, Barham to Gibraltar", "undo"])
    assert text.count("Taken back") == 1 and "only orders that wait can be taken back" in text


def test_save_and_load(tmp_path: Path):
    file = tmp_path / "kept game.aw"
    text = play(lines=["gulf", f"save {file}", "gulf", f"load {file}", "choices"])
    assert re.findall(r"US: (\w+) \(", text)[:4] == ["Pennsylvania", "Tennessee", "Maryland", "Tennessee"]
    assert f"Continuing from {file}" in text
    text = " ".join(run("play", "--opponent", "random", "--load", file, lines=["choices"]).output.split())
    assert "US: Tennessee" in text


@pytest.mark.parametrize("damage", ["truncated", "changed", "foreign", "missing", "folder"])
def test_a_save_that_cannot_be_used_loses_nothing(tmp_path: Path, damage: str):
    file = tmp_path / "game.aw"
    data = admirals_war_v0.game("engagement" if damage == "foreign" else "midway", seed=1).save()
    if damage == "truncated":
        data = data[:-100]
    elif damage == "changed":
        data = data[:500] + bytes([data[500] ^ 1]) + data[501:]
    if damage == "folder":
        file.mkdir()
    elif damage != "missing":
        file.write_bytes(data)
    text = play(lines=["gulf", f"load {file}", "choices"])
    assert re.findall(r"US: (\w+) \(", text)[:2] == ["Pennsylvania", "Tennessee"]
    assert "Going on from" not in text and "You leave the table" in text
    result = run("play", "--scenario", "midway", "--load", file)
    assert result.exit_code == 1 and "aw-env: " in result.output


def test_a_saved_game_knows_its_scenario_and_its_seats(tmp_path: Path):
    file = tmp_path / "campaign.aw"
    file.write_bytes(admirals_war_v0.game("campaign", 4, seed=1, victory="individual").save())
    text = run("play", "--opponent", "random", "--side", "german", "--load", file, lines=["quit"]).output
    assert "You play the German" in text and "Campaign, turn 1 of 10" in text


def test_typed_in_dice_are_the_only_dice(tmp_path: Path):
    record = tmp_path / "game.json"
    lines = numbers(4, 6000)
    text = play("--two-players", "--dice", "--record", record, lines=lines)
    assert "Roll " in text and text.endswith(f"Recorded in {record}")
    read = read_record(record)
    assert read.dice
    game = read.new_game()
    for number in range(len(read.actions)):
        read.apply(game, number)
    assert game.ended and game.dice_rolled == 0


def test_dice_are_asked_for_as_they_come():
    game = admirals_war_v0.game("engagement", seed=6)
    asked: list[str] = []

    def ask(purpose: str, count: int) -> list[int]:
        asked.append(purpose)
        return [6] * count

    while not game.ended:
        action = game.legal_actions()[-1]
        dice = table.dice_needed(game, action, ask)
        game.script_dice(dice)
        game.apply(action)
        assert game.scripted_dice_left == 0
    assert game.dice_rolled == 0
    assert any(purpose.startswith("the damage to") for purpose in asked)
    assert any(", attacking " in purpose for purpose in asked)


def test_secret_dice_are_rolled_by_the_computer():
    game = admirals_war_v0.game("pacific", options=["pearl_harbor_tension", "tora_tora"], seed=3)
    asked: list[tuple[str, int]] = []

    def ask(purpose: str, count: int) -> list[int]:
        asked.append((purpose, count))
        return [2] * count

    wanted = {Decision.RAID_FORCE: "join", Decision.SAIL_FOR_PEARL_HARBOR: "hawaiian", Decision.STRIKE_TARGET: "hold"}
    while (view := game.view()).decision != Decision.RETREAT:
        if view.decision == Decision.STRIKE_TARGET and view.asked_unit.name == "Akagi" and view.surprise_round == 1:
            action = game.action_named("attack Arizona")
        elif view.decision in wanted and view.surprise_round != 2:
            action = game.action_named(wanted[view.decision])
        else:
            action = next(
                (option for option in decisions.UNDERSTANDING.quiet if option in game.legal_actions()),
                game.legal_actions()[0],
            )
        dice = table.dice_needed(game, action, ask)
        game.script_dice(dice)
        game.apply(action)
        assert game.scripted_dice_left == 0
    assert "next die" not in " ".join(purpose for purpose, _ in asked)
    assert [purpose for purpose, _ in asked[-4:]] == ["the warning to Pearl Harbor"] * 4
    assert game.dice_rolled == 0


def test_a_die_that_is_none_is_asked_for_again():
    text = play("--two-players", "--scenario", "engagement", "--dice", lines=["1", "2", "7", "x", *numbers(2)])
    assert re.search(r"\"(7|x)\": type", text)


def test_secrets_are_not_shown_to_the_other_person():
    text = play("--scenario", "engagement", "--two-players", lines=["1", "2"])
    assert "axis> (hidden)" in text and "allies> (hidden)" in text
    assert "The Axis wants" in text, "both have chosen: now it is told"


def test_units_ahead_lists_those_still_to_be_asked():
    game = admirals_war_v0.game("midway", seed=3)
    before = record_of(game)
    units = orders.units_ahead(game, orders.Orders())
    assert [unit.id for unit in units][:2] == ["kongo", "hiei"] and len(units) == 34
    game.apply(game.legal_actions()[0])
    assert [unit.id for unit in orders.units_ahead(game, orders.Orders())] == [unit.id for unit in units[1:]]
    assert record_of(admirals_war_v0.game("midway", seed=3)) == before


# --- watch, record, replay -----------------------------------------------------------------------------


def finished(seed: int = 3) -> Game:
    chooser, game = random.Random(seed), admirals_war_v0.game("midway", seed=seed)
    while not game.ended:
        game.apply(chooser.choice(game.legal_actions()))
    return game


def test_watch_tells_a_game_and_replay_tells_it_again(tmp_path: Path):
    record = tmp_path / "game.json"
    watched = run("watch", "--allies", "random", "--axis", "random", "--seed", 9, "--record", record)
    assert watched.exit_code == 0 and "Patrolling ships move." in watched.output
    replayed = run("replay", record)
    assert replayed.exit_code == 0

    def account(text: str) -> list[str]:
        """The lines that do not hang on when moves are gathered."""
        return [line for line in text.splitlines() if re.search(r"attacks|Damage|control|track|win|draw", line)]

    assert account(replayed.output) == account(watched.output)
    told = run("replay", record, "--decisions", "--until", 3)
    assert "1. Japanese: Kongo" in told.output and "4. " not in told.output


def test_a_record_is_one_line_of_json_with_words(tmp_path: Path):
    game, file = finished(), tmp_path / "game.json"
    Recorder(file, game)
    assert len(file.read_text().splitlines()) == 1
    record = json.loads(file.read_text())
    assert record["seed"] == 3 and record["scenario"] == "midway" and record["result"] == game.result
    assert [action for action, _ in record["actions"]] == game.history
    assert record["actions"][0][1] in {words for _, words in admirals_war_v0.game("midway", seed=3).actions()}


def test_a_record_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    file = tmp_path / "game.json"
    Recorder(file, admirals_war_v0.game("midway", seed=1))
    before = file.read_text()

    def fail(*_: object) -> None:
        raise OSError(28, "disk full")

    monkeypatch.setattr(saves.os, "replace", fail)
    with pytest.raises(OSError, match="disk full"):
        Recorder(file, finished())
    assert file.read_text() == before
    assert [found.name for found in tmp_path.iterdir()] == ["game.json"]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda text: text[:-40], "not readable as JSON"),
        (lambda text: "[]", "a record is a JSON object"),
        (lambda text: text.replace('"seed"', '"sead"'), "'seed' is missing"),
        (lambda text: text.replace('"seed": 3', '"seed": "x"'), "'seed' must be a whole number"),
        (lambda text: text.replace('"scenario": "midway"', '"scenario": "nix"'), "no such scenario"),
        (lambda text: re.sub(r'\[\[\d+, "', '[[431, "', text, count=1), "action 1 of the record"),
        (lambda text: text.replace('"actions": [[', '"actions": [["x", 1], ['), "'actions[1]"),
        (lambda text: text.replace('"dice": []', '"dice": [[0, [7]]]'), "7 is not a die"),
        (lambda text: text.replace('"dice": []', '"dice": [[0, [0]]]'), "'dice[1]"),
        (lambda text: re.sub(r'"result": -?\d', '"result": 5', text), "'result' must be one of 1, 0, -1"),
        (lambda text: re.sub(r'"result": -?\d', '"result": null', text), "the game went differently"),
        (lambda text: "", "there is no record 1"),
    ],
)
def test_a_record_that_cannot_be_used(tmp_path: Path, change, says: str):
    file = tmp_path / "game.json"
    Recorder(file, finished())
    file.write_text(change(file.read_text()))
    result = run("replay", file)
    assert result.exit_code == 1
    assert says in " ".join(result.output.split())


def test_a_record_of_other_numbers(tmp_path: Path):
    file = tmp_path / "games.jsonl"
    file.write_text(record_of(finished(3)) + "\n" + record_of(finished(4)) + "\n")
    assert read_record(file, 2).seed == 4
    with pytest.raises(RecordError, match="the file holds 2"):
        read_record(file, 3)


# --- rules and check -----------------------------------------------------------------------------------


def test_the_index_of_rules_is_whole():
    rules = index()
    assert len(rules) == len(titles()) == 573
    assert {rule.kind for rule in rules} == {"rule", "section", "component"}
    assert all(rule.title for rule in rules)
    assert {rule.chapter for rule in rules} == {str(number) for number in range(1, 40)} | {"M"}


def test_rules_counts_citations(tmp_path: Path):
    (tmp_path / "test_a.py").write_text(
        "import pytest\n"
        '@pytest.mark.rule("7.43", "7.44")\ndef test_one(): pass\n'
        '@pytest.mark.rule("7.43")\nclass TestTwo: pass\n'
        'pytestmark = pytest.mark.rule("8.1")\n'
        'CASES = [pytest.param(1, marks=pytest.mark.rule("9.33"))]\n'
    )
    report = coverage.report(tmp_path)
    assert dict(report.citations) == {"7.43": 2, "7.44": 1, "8.1": 1, "9.33": 1}
    assert not report.unknown
    text = run("rules", "7.4", "--tests", tmp_path).output
    assert re.search(r"7\.43\s+rule\s+2", text) and "2 of 6 rules have a test" in text
    text = run("rules", "7.4", "--missing", "--tests", tmp_path).output
    assert "7.45" in text and "7.43" not in text
    assert "M  " in run("rules", "--tests", tmp_path).output


def test_a_test_that_cites_a_rule_is_named_with_its_line_however_it_is_laid_out(tmp_path: Path):
    file = tmp_path / "test_a.py"
    usual = (
        '@pytest.mark.rule(\n    "7.43", "7.44"\n)\n@pytest.mark.parametrize("name", ["def other(): pass"])\n'
        'def test_one(name): pass\n\n\nclass TestTwo:\n    @pytest.mark.rule("7.45")\n    def test_three(self): pass\n'
    )
    expected = [("7.43", 5, "test_one"), ("7.44", 5, "test_one"), ("7.45", 10, "test_three")]
    for text in (usual, usual + 'CASES = [pytest.param(1, marks=pytest.mark.rule("8.1"))]\n'):
        file.write_text(text)
        found = [(cited.rule, cited.line, cited.test) for cited in citations(tmp_path)]
        assert found[:3] == expected and found[3:] in ([], [("8.1", 11, "test_a")])


FOR_NO_RULES = ("--help", "rules --help", "rules", "check", "options", "check --brief")
HEAVY = ("numba", "llvmlite", "pettingzoo", "gymnasium", "torch", "PIL")


@pytest.mark.parametrize("game", names())
def test_what_needs_no_rules_imports_none_and_no_compiler(game):
    """In a process of its own, for these tests have imported all of it."""
    asked = [words.split() + ([] if "help" in words else ["--game", game]) for words in FOR_NO_RULES]
    program = f"""
import sys
from aw_env.cli.app import app
from aw_env.cli.rules import citations
for words in {asked}:
    try:
        app(words)
    except SystemExit as ended:
        assert not ended.code, words
    heavy = [name for name in sys.modules if name in {HEAVY} or ".rules." in name or "core.faces" in name]
    assert not heavy, (words, heavy)
"""
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_rules_refuses_numbers_that_do_not_exist_and_lost_tests(tmp_path: Path):
    (tmp_path / "test_a.py").write_text('import pytest\n@pytest.mark.rule("7.99")\ndef test_one(): pass\n')
    result = run("rules", "--tests", tmp_path)
    assert result.exit_code == 1 and "7.99 in" in " ".join(result.output.split())
    (tmp_path / "test_a.py").write_text('import pytest\n@pytest.mark.rule("7.1")\ndef test_one(): pass\n')
    covered = tmp_path / "covered.txt"
    covered.write_text("7.1\n7.21  # lost\n")
    result = run("rules", "--tests", tmp_path, "--covered", covered)
    assert result.exit_code == 1 and "lost their test: 7.21" in result.output
    (tmp_path / "test_a.py").write_text('import pytest\n@pytest.mark.rule("7.1"\ndef broken(): pass\n')
    assert "line 2" in run("rules", "--tests", tmp_path).output


def test_check_reports_the_data_and_lists_estimates():
    result = run("check")
    assert result.exit_code == 0
    assert "27 sea areas" in result.output and "Sound." in result.output and "Reasoning" in result.output
    assert "pocket_pride" in result.output and "german, small" in result.output
    assert "Reasoning" not in run("check", "--brief").output


def test_check_names_what_is_wrong(tmp_path: Path):
    source = configs_folder() / "admirals_war"
    for file in source.rglob("*.*"):
        copy = tmp_path / file.relative_to(source)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(file.read_bytes())
    units = tmp_path / "units.csv"
    units.write_text(
        units.read_text("utf-8").replace(
            "nelson,Nelson,british,ship,BB,Nelson,5,", "nelson,Nelson,british,ship,BB,Nelson,-5,"
        ),
        "utf-8",
    )
    result = run("check", tmp_path)
    assert result.exit_code == 1
    assert "units.csv row 2 (nelson), column gunnery" in " ".join(result.output.split())
    assert "Not sound." in result.output
    units.unlink()
    assert "wrong: units.csv: no such file" in run("check", tmp_path).output


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ("", "rules.csv: lists no rules"),
        ("rule,kind,title\n", "rules.csv: lists no rules"),
        ("rule,kind,title\n1.1,rule,A rule\n,rule,Another\n", "rules.csv row 3: needs a rule's number and its title"),
        ("rule,kind,title\n1.1,rle,A rule\n", "rules.csv row 2 (1.1): kind must be one of rule, section, component"),
        ("rule,kind,title\n1.1,rule,A rule\n1.1,rule,Another\n", "rules.csv row 3 (1.1): is listed twice"),
        ("rule;kind;title\n1.1;rule;A rule\n", "rules.csv row 2: needs a rule's number and its title"),
    ],
)
def test_check_looks_at_the_list_of_rules(tmp_path: Path, lines: str, says: str):
    copied = shutil.copytree(configs_folder() / "war_at_sea", tmp_path / "war_at_sea")
    (copied / "rules.csv").write_text(lines, "utf-8")
    result = run("check", copied, "--game", "war_at_sea", "--brief")
    assert result.exit_code == 1 and says in result.output


# --- letters that a terminal lacks -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "encoding", ["ascii", *(pytest.param(other, marks=pytest.mark.slow) for other in ("cp932", "latin-1", "cp437"))]
)
def test_a_letter_that_the_terminal_lacks_ends_nothing(encoding, tmp_path):
    told = {**os.environ, "PYTHONIOENCODING": encoding, "HOME": str(tmp_path), "AW_ENV_GAMES": str(tmp_path)}
    commands = (
        (["play", "--scenario", "campaign", "--side", "axis", "--opponent", "random"], b"board\n\xff\xfe\nquit\nyes\n"),
        (["check", "--brief"], b""),
        (["options"], b""),
    )
    for command, typed in commands:
        started = [sys.executable, "-m", "aw_env.cli", *command]
        done = subprocess.run(started, input=typed, env=told, capture_output=True)
        assert done.returncode == 0 and b"Traceback" not in done.stderr, (encoding, command, done.stderr[-500:])
        done.stdout.decode(encoding)
