"""Tournaments: who meets whom, games with the same dice, openings, failures, and going on after a kill."""

import pickle
import re
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
import tomli_w
from typer.testing import CliRunner

from aw_agents.arena.cluster import Host
from aw_agents.arena.hosts import Players
from aw_agents.arena.manner import GameTask, Manner, OneGame, opening
from aw_agents.ladder.file import Ladder, Played, WrongLadder
from aw_agents.ladder.playing import play, replays_alike, task_of
from aw_agents.tournament import pairing
from aw_agents.tournament.entering import begin
from aw_agents.tournament.pairing import Pairing, swiss
from aw_agents.tournament.report import report
from aw_agents.tournament.results import results
from aw_agents.tournament.settings import Tournament, read
from aw_env.cli.app import app
from aw_env.core.config.errors import ConfigError
from aw_env.core.engine.ledger import key_dice_of
from aw_env.core.players import load
from aw_env.games.admirals_war.game import ruleset
from aw_env.recording import read_record

SCENARIO = "engagement"
PYTHON = f"{sys.executable} {Path(__file__).parent.parent / 'examples' / 'bots' / 'any_legal.py'}"

BAD = """
import json, os, sys, time
def say(**message): print(json.dumps(message), flush=True)
say(type="hello", protocol=1, name="bad")
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] != "decide": continue
    {misdeed}
    decisions = message["decisions"]
    answers = [{{"game": one["game"], "number": one["number"], "action": one["legal"][0]}} for one in decisions]
    say(type="action", actions=answers)
"""
MISDEEDS = {
    "crashes": "os._exit(3)",
    "ends": "sys.exit()",
    "late": "time.sleep(60)",
    "lies": 'message["decisions"] = [one | {"legal": [100000]} for one in message["decisions"]]',
}


def bad(folder: Path, misdeed: str) -> str:
    """A program that misbehaves at once, as a player."""
    file = folder / f"{misdeed}.py"
    file.write_text(BAD.format(misdeed=MISDEEDS[misdeed]))
    return f"exec:{sys.executable} {file}"


def written(folder: Path, **keys) -> Path:
    """The file of a tournament."""
    file = folder / "cup.toml"
    file.write_text(tomli_w.dumps({"scenario": SCENARIO, **keys}))
    return file


def played(folder: Path, **keys) -> tuple[Tournament, Ladder]:
    """A tournament that is over."""
    tournament = read(written(folder, **keys))
    ladder = begin(tournament, folder / "cup.ladder")
    play(ladder, None, plan=Pairing(tournament, ladder))
    return tournament, ladder


# --- who meets whom -------------------------------------------------------------------------------------------------


def test_everybody_meets_everybody_from_both_seats(tmp_path: Path):
    tournament, ladder = played(tmp_path, entries=["scripted", "random", "tuned"], rounds=2)
    games = [game.players for game in ladder.played()]
    assert len(games) == Pairing(tournament, ladder).most_games == 12
    assert all(games.count((one, other)) == 2 for one in range(3) for other in range(3) if one != other)
    by_round = [ladder.seating(number) for number in range(12)]
    assert all(first.seed == second.seed for first, second in zip(by_round[::2], by_round[1::2], strict=True))
    assert len({seating.seed for seating in by_round}) == 6


def game(number: int, players: tuple[int, int], points: float) -> Played:
    return Played(number, players, (points, 1 - points))


def test_a_swiss_round_pairs_neighbours_who_have_met_least_often():
    assert swiss([], 4) == [(0, 1), (2, 3)]
    first = [game(0, (0, 1), 1.0), game(1, (1, 0), 0.0), game(2, (2, 3), 1.0), game(3, (3, 2), 0.0)]
    assert swiss(first, 4) == [(0, 2), (1, 3)]
    second = [game(4, (0, 2), 1.0), game(5, (2, 0), 0.0), game(6, (1, 3), 1.0), game(7, (3, 1), 0.0)]
    assert swiss([*first, *second], 4) == [(0, 3), (1, 2)]


def test_who_sits_out_in_a_swiss_round_is_the_last_who_has_not():
    assert swiss([], 3) == [(0, 1)]
    first = [game(0, (0, 1), 1.0), game(1, (1, 0), 0.0)]
    assert swiss(first, 3) == [(0, 2)]
    assert swiss([*first, game(2, (0, 2), 1.0), game(3, (2, 0), 0.0)], 3) == [(1, 2)]


def test_a_swiss_tournament_is_played(tmp_path: Path):
    tournament, ladder = played(
        tmp_path, entries=["scripted", "random", "tuned", "engagement"], rounds=3, format="swiss"
    )
    games = [frozenset(game.players) for game in ladder.played()]
    assert len(games) == 12 and all(games.count(pair) == 2 for pair in games) and len(set(games)) == 6


def test_it_ends_when_the_order_is_certain(tmp_path: Path):
    tournament, ladder = played(tmp_path, entries=["random", "scripted"], rounds=300, top=1, certain=0.9)
    assert 2 * pairing.FEWEST_ROUNDS <= len(ladder.played()) < 300
    found = results(ladder)
    assert found.ratings[1] > found.ratings[0] and found.lead(1, 0) > 1.28


def test_equals_are_seldom_told_apart(tmp_path: Path):
    """However often one looks: of 20 tournaments of one player with itself by another name, at most a few end early."""
    early = 0
    for seed in range(20):
        folder = tmp_path / str(seed)
        folder.mkdir()
        keys = {"entries": ["random", f"exec:{PYTHON}"], "rounds": 12, "top": 1, "certain": 0.9, "seed": seed}
        tournament = read(written(folder, **keys))
        ladder = Ladder.begin(folder / "cup.ladder", tournament.ladder)
        ladder.add(tournament.entries)
        plan, lot = Pairing(tournament, ladder), np.random.default_rng(seed)
        with ladder.slot() as slot:
            while (seating := ladder.claim(slot, plan)) is not None:
                points = float(lot.integers(2))
                ladder.finish(seating.number, (points, 1 - points), 1)
        early += len(ladder.played()) < 24
    assert early <= 4


# --- how a game is played -------------------------------------------------------------------------------------------


class Heard(OneGame):
    """A game that notes with which dice each decision is met: by turn, phase, decision, subject, seat and time."""

    def __init__(self, *given) -> None:
        self.met: dict[tuple[int, ...], tuple[int, ...]] = {}
        super().__init__(*given)

    def advance(self, actions: np.ndarray, tasks: int) -> None:
        about = tuple(int(self.games[part][0]) for part in ("turn", "phase", "decision", "subject", "seat"))
        if self.key is not None and actions[0] >= 0:
            tallies = self._tallies.copy()
            key_dice_of(self.games, 0, self.key, tallies[0])
            self.met[(*about, sum(one[:5] == about for one in self.met))] = tuple(self.games["generator"][0].tolist())
        super().advance(actions, tasks)


def test_games_of_a_meeting_have_the_same_luck_wherever_they_do_not_differ():
    """Seats are exchanged, so that the two games soon differ; what is decided in both is met by the same dice."""
    rules, met = ruleset("midway"), []
    for names in (("scripted", "random"), ("random", "scripted")):
        game = Heard(rules, [load(name) for name in names], 7, Manner(same_dice=True))
        game.play()
        met.append(game.met)
    shared = met[0].keys() & met[1].keys()
    assert len(shared) > 30 and met[0].keys() != met[1].keys()
    assert all(met[0][one] == met[1][one] for one in shared)
    assert not Heard(rules, [load("random"), load("random")], 7, Manner()).met


def test_an_opening_is_the_same_for_both_games_and_as_fair_as_can_be():
    rules, decisions = ruleset("midway"), 12
    answers = opening(rules, 5, decisions)
    assert answers == opening(rules, 5, decisions) and 0 < len(answers) <= decisions
    assert answers != opening(rules, 6, decisions)
    officers = [load("scripted") for _ in rules.seats]
    games = [OneGame(rules, officers, 5, Manner(same_dice=same, opening=decisions)) for same in (False, True)]
    assert all(game.games["decisions"][0] == len(answers) for game in games)
    state = [game.games.copy() for game in games]
    for one in state:
        one["generator"] = 0
    assert state[0].tobytes() == state[1].tobytes()


# --- failures -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("misdeed", sorted(MISDEEDS))
def test_who_fails_loses_and_it_is_told(tmp_path: Path, misdeed: str):
    entry = bad(tmp_path, misdeed)
    tournament, ladder = played(tmp_path, entries=[entry, "random"], rounds=1, clock={"decision": 0.5})
    assert [game.points[game.players.index(0)] for game in ladder.played()] == [0.0, 0.0]
    found = report(tournament, ladder)
    assert found.conduct[0].failures.total() == 2 and not found.conduct[1].failures
    assert len(found.failures) >= 1 and all(told.startswith(f"{entry} lost") for told in found.failures)


def test_a_player_of_python_that_fails_loses_too():
    class Failing:
        name = "failing"

        def act(self, view, observation, info):
            raise RuntimeError("out of ideas")

    rules = ruleset(SCENARIO)
    game = OneGame(rules, [Failing(), load("random")], 3, Manner(same_dice=True))
    game.play()
    assert game.points.tolist() == [[0.0, 1.0]] and game.forfeits[0].reason == "RuntimeError: out of ideas"


def test_who_is_not_there_loses():
    rules = ruleset(SCENARIO)
    outcome = GameTask(0, ("exec:/no/such/program", "random"), 3, Manner(same_dice=True)).done(rules, Players(rules))
    assert outcome.points.tolist() == [[0.0, 1.0]] and "/no/such/program" in outcome.forfeits[0].reason


def test_an_entry_that_cannot_play_is_refused_before_the_first_game(tmp_path: Path):
    tournament = read(written(tmp_path, entries=["exec:/no/such/program", "random"]))
    with pytest.raises(ValueError, match="/no/such/program"):
        begin(tournament, tmp_path / "cup.ladder")
    assert not (tmp_path / "cup.ladder").exists()


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"entries": ["random"]}, "entries"),
        ({"entries": ["random", "random"]}, "'random' is entered twice"),
        ({"entries": ["random", "scripted"], "rounds": 0}, "rounds"),
        ({"entries": ["random", "scripted"], "clock": {"decision": -1.0}}, "clock.decision"),
        ({"entries": ["random", "scripted"], "prize": 5}, "prize"),
        ({"entries": ["random", "scripted", "tuned"], "players": 4}, "4 entries"),
        ({"entries": ["random", "scripted", "tuned", "midway"], "players": 4, "format": "swiss"}, "format"),
        ({"entries": ["random", "scripted"], "scenario": "atlantis"}, "atlantis"),
    ],
)
def test_a_broken_file_is_one_clear_error(tmp_path: Path, keys: dict, message: str):
    with pytest.raises((ConfigError, ValueError), match=re.escape(message)):
        read(written(tmp_path, **keys))


# --- its file -------------------------------------------------------------------------------------------------------


def test_other_entries_or_other_games_are_another_tournament(tmp_path: Path):
    played(tmp_path, entries=["random", "scripted"], rounds=1)
    with pytest.raises(WrongLadder, match="other entries: random, scripted"):
        played(tmp_path, entries=["random", "tuned"], rounds=1)
    with pytest.raises(WrongLadder, match="manner"):
        played(tmp_path, entries=["random", "scripted"], rounds=1, same_dice=False)


def test_remarks_on_a_game_that_is_not_over_are_refused(tmp_path: Path):
    played(tmp_path, entries=["random", "scripted"], rounds=1)
    file = tmp_path / "cup.ladder"
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("INSERT INTO remarks VALUES (99, 0, 1.5, NULL)")
    with pytest.raises(WrongLadder, match="remarks on games that are not over"):
        Ladder(file)


def test_more_rounds_go_on_where_it_ended(tmp_path: Path):
    _, ladder = played(tmp_path, entries=["random", "scripted"], rounds=1)
    before = ladder.played()
    _, ladder = played(tmp_path, entries=["random", "scripted"], rounds=3)
    assert len(ladder.played()) == 6 and ladder.played()[:2] == before
    assert all(replays_alike(ladder, number) for number in range(6))


def test_the_command_plays_shows_and_writes_a_page(tmp_path: Path):
    file, page = (
        written(tmp_path, entries=["random", "scripted", bad(tmp_path, "lies")], rounds=1),
        tmp_path / "cup.html",
    )
    run = CliRunner().invoke(app, ["tournament", str(file), "--page", str(page)])
    assert run.exit_code == 0, run.output
    assert "6 games" in run.output and "games lost by failing" in run.output
    html = page.read_text()
    assert "lost 4 games: chose the illegal action 100000" in html and "points of the row as axis" in html.lower()
    again = CliRunner().invoke(app, ["tournament", str(file), "--show"])
    assert again.exit_code == 0 and "6 games" in again.output


@pytest.mark.parametrize("keys", [{}, {"same_dice": False}, {"same_dice": False, "opening": 4}, {"opening": 4}])
def test_games_that_are_kept_are_replayed_to_the_same_end(tmp_path: Path, keys: dict):
    """With dice of any manner, after an opening or none; the latest are kept, and the page leads to them."""
    file = written(tmp_path, entries=["random", "scripted", bad(tmp_path, "lies")], rounds=2, replays=5, **keys)
    (tmp_path / "pages").mkdir()
    page = tmp_path / "pages" / "cup.html"
    run = CliRunner().invoke(app, ["tournament", str(file), "--page", str(page)], terminal_width=300)
    assert run.exit_code == 0, run.output
    folder, ladder = tmp_path / "cup.replays", Ladder(tmp_path / "cup.ladder")
    assert sorted(int(kept.stem) for kept in folder.iterdir()) == [7, 8, 9, 10, 11]
    assert "5 games are kept" in run.output
    links = re.findall(r'href="([^"]*)"', page.read_text())
    assert [(page.parent / link).resolve() for link in links] == [folder / f"{n}.json" for n in (11, 10, 9, 8, 7)]
    failed = {remark.game for remark in ladder.remarks() if remark.failure}
    assert page.read_text().count("(failed)") == len(failed & {7, 8, 9, 10, 11}) > 0
    for game in ladder.played(after=6):
        record = read_record(folder / f"{game.number}.json")
        assert len(record.actions) == ladder.decisions(game.number)
        again = record.new_game()
        for number in range(len(record.actions)):
            record.apply(again, number)
        assert again.result == record.result
        if game.number not in failed:
            assert (1 + again.result) / 2 == game.points[0]
        told = CliRunner().invoke(app, ["replay", str(folder / f"{game.number}.json")])
        assert told.exit_code == 0, told.output


def test_games_are_kept_only_where_the_file_asks_for_it(tmp_path: Path):
    file = written(tmp_path, entries=["random", "scripted"], rounds=1)
    assert CliRunner().invoke(app, ["tournament", str(file)]).exit_code == 0
    assert not (tmp_path / "cup.replays").exists()


def test_a_host_of_a_cluster_plays_the_same_game_and_tells_of_it(tmp_path: Path):
    """What goes to it and comes back is pickled: who fails there loses, and the record returns."""
    tournament = read(written(tmp_path, entries=[bad(tmp_path, "lies"), "random"], rounds=1))
    ladder = begin(tournament, tmp_path / "cup.ladder")
    with ladder.slot() as slot:
        task = task_of(ladder.claim(slot, Pairing(tournament, ladder)), ladder, recorded=True)
    host = Host()
    host.prepare(ladder.rules)
    there, here = pickle.loads(host.do(pickle.dumps(task))), task.done(ladder.rules, Players(ladder.rules))
    assert there.points.tolist() == here.points.tolist() == [[0.0, 1.0]]
    assert there.record == here.record and "illegal" in there.forfeits[0].reason == here.forfeits[0].reason


def test_a_referee_holds_a_game_between_two_programs(tmp_path: Path):
    worse = bad(tmp_path, "lies").removeprefix("exec:")
    run = CliRunner().invoke(
        app, ["referee", PYTHON, worse, "--scenario", SCENARIO, "--clock", "60"], terminal_width=200
    )
    assert run.exit_code == 0, run.output
    assert "illegal" in run.output


@pytest.mark.slow
def test_a_tournament_that_is_killed_ends_as_one_that_is_not(tmp_path: Path):
    """Ten times, at whatever it is doing."""
    entries = ["random", "scripted", bad(tmp_path, "crashes"), bad(tmp_path, "lies")]
    _, ladder = played(tmp_path, entries=entries, rounds=10)
    expected, lot = ladder.played(), np.random.default_rng(0)
    file, killed = tmp_path / "cup.toml", tmp_path / "killed.ladder"
    command = [sys.executable, "-m", "aw_env.cli", "tournament", str(file), "--to", str(killed)]
    for _ in range(10):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(3 + 2 * lot.random())
        process.send_signal(signal.SIGKILL)
        process.wait()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    assert Ladder(killed).played() == expected
