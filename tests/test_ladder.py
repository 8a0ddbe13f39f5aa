"""The ladder: its file, whom it lets meet, what it concludes, and that nothing is lost or played twice."""

import io
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from contextlib import closing
from itertools import pairwise
from xml.etree import ElementTree as xml

import numpy as np
import pytest
from rich.console import Console
from typer.testing import CliRunner

from aw_agents.arena import play_match
from aw_agents.arena.hosts import Outcome
from aw_agents.arena.match import Score, played_out
from aw_agents.ladder import Ladder, play
from aw_agents.ladder.commands import group
from aw_agents.ladder.file import Database, Settings, WrongLadder
from aw_agents.ladder.page import page
from aw_agents.ladder.planning import VOLLEY, gains, volley
from aw_agents.ladder.playing import Planner, replays_alike
from aw_agents.ladder.ratings import Belief, sides_of
from aw_agents.ladder.standings import standings_of
from aw_env.core.players import load
from aw_env.core.strengths import ELO
from aw_env.games.admirals_war.game import ruleset

FOUR = {"scenario": "campaign", "players": 4}


class Fate:
    """Hosts that play no game: players called "0", "1"... win by their strengths.

    room: how many matches at a time; the one that was begun last is over first.
    """

    def __init__(self, strengths, settings, seed=0, room=1):
        self.strengths, self.sides, self.seed, self.room = strengths, sides_of(settings), seed, room
        self.waiting = []

    @property
    def free(self):
        return self.room - len(self.waiting)

    def submit(self, task):
        self.waiting.append(task)

    def next(self):
        task = self.waiting.pop()
        strength = np.array([self.strengths[int(name)] for name in task.players])
        odds = np.exp([strength[side].sum() for side in self.sides])
        winners = np.random.default_rng((self.seed, task.key)).choice(len(odds), p=odds / odds.sum())
        points = np.zeros((1, len(strength)))
        points[0, self.sides[winners]] = 1
        return task, Outcome(Score(*np.ones((3, 1), int)), points)


def ladder_of(folder, count, **settings):
    """A new ladder with players "0", "1"..."""
    ladder = Ladder.begin(folder / "ladder.db", Settings(**{"scenario": "engagement", **settings}))
    ladder.add([str(number) for number in range(count)])
    return ladder


# --- the file ------------------------------------------------------------------------------------------


def test_a_ladder_is_what_it_was_begun_as(tmp_path):
    begun = ladder_of(tmp_path, 2, seed=7)
    again = Ladder(tmp_path / "ladder.db")
    assert again.settings == begun.settings == Settings("engagement", seed=7)
    assert again.add(["1", "2", "2"]) == ["2"] and begun.players == ["0", "1", "2"]
    with pytest.raises(WrongLadder, match="is a ladder with seed=7"):
        Ladder.begin(tmp_path / "ladder.db", Settings("engagement", seed=8))


def test_a_file_that_is_no_ladder_is_one_clear_error(tmp_path):
    (tmp_path / "text").write_text("Hood\n" * 1000)
    for wrong in (lambda path: Ladder(path), lambda path: Ladder.begin(path, Settings("midway"))):
        with pytest.raises(WrongLadder, match="not a ladder"):
            wrong(tmp_path / "text")
    with pytest.raises(WrongLadder, match="there is no such ladder"):
        Ladder(tmp_path / "nothing")
    assert (tmp_path / "text").read_text() == "Hood\n" * 1000


def test_a_beginning_that_was_broken_off_is_begun_anew(tmp_path, monkeypatch):
    """As by a full disk, or a kill, when the file is there and its tables are not."""
    file, change = tmp_path / "ladder.db", Database.change

    def full_at_the_tables(database, statement, given=()):
        if statement.startswith("CREATE TABLE seats"):
            raise WrongLadder("database or disk is full")
        return change(database, statement, given)

    add = ["add", str(file), "random", "scripted", "--scenario", "engagement"]
    with monkeypatch.context() as patch:
        patch.setattr(Database, "change", full_at_the_tables)
        assert isinstance(CliRunner().invoke(group, add).exception, WrongLadder)
    assert file.stat().st_size
    assert CliRunner().invoke(group, add).exit_code == 0
    assert Ladder(file).players == ["random", "scripted"]


def test_after_a_full_disk_the_same_ladder_goes_on(tmp_path):
    """The transaction that did not fit is undone by SQLite itself; there is one clear error, and then as before."""
    ladder = ladder_of(tmp_path, 2)
    ((pages,),) = ladder._database.rows("PRAGMA page_count")
    ladder._database.rows(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(WrongLadder, match="cannot be used: database or disk is full"):
        ladder.add([f"runs/{number:0500}" for number in range(100)])
    assert ladder.players == ["0", "1"]
    ladder._database.rows("PRAGMA max_page_count = 1000000")
    assert ladder.add(["2"]) == ["2"] and Ladder(ladder.path).players == ["0", "1", "2"]


def test_games_of_other_printed_material_are_not_mixed(tmp_path):
    ladder = ladder_of(tmp_path, 2)
    ladder._database.change("UPDATE ladder SET book = 'another'")
    with pytest.raises(WrongLadder, match="different printed material"):
        play(Ladder(ladder.path), 1)


def test_too_few_players_are_one_clear_error(tmp_path):
    with pytest.raises(ValueError, match="4 players or more, not 3"):
        play(ladder_of(tmp_path, 3, **FOUR), 1, Fate([0.0] * 3, Settings(**FOUR)))


def test_a_claim_is_kept_while_its_process_lives_and_taken_over_when_it_is_dead(tmp_path):
    ladder = ladder_of(tmp_path, 2)
    plan = Planner(ladder)
    dead, living = ladder.slot(), ladder.slot()
    lost, held = ladder.claim(dead, plan), ladder.claim(living, plan)
    assert lost.number != held.number and living.number != dead.number
    dead.__exit__()
    assert ladder.claim(living, plan) == lost
    living.__exit__()
    with ladder.slot() as heir, ladder.slot() as other:
        assert {ladder.claim(heir, plan).number, ladder.claim(other, plan).number} == {lost.number, held.number}


def test_a_game_is_written_down_once(tmp_path):
    ladder = ladder_of(tmp_path, 2)
    with ladder.slot() as slot:
        number = ladder.claim(slot, Planner(ladder)).number
    ladder.finish(number, (1, 0), 5)
    ladder.finish(number, (0, 1), 6)
    assert ladder.played()[0].points == (1, 0) and ladder.decisions(number) == 5


# --- who meets whom ------------------------------------------------------------------------------------


@pytest.mark.parametrize("settings", [{}, FOUR, {**FOUR, "victory": "individual"}])
def test_everybody_sits_at_every_seat_as_often(tmp_path, settings):
    ladder = ladder_of(tmp_path, 6, **settings)
    seats = ladder.settings.players
    play(ladder, 3 * VOLLEY * seats, Fate(np.linspace(-1, 1, 6), ladder.settings))
    games = ladder.played()
    sat = Counter((player, seat) for game in games for seat, player in enumerate(game.players))
    for player in range(6):
        assert len({sat[player, seat] for seat in range(seats)}) == 1 and sat[player, 0] > 0
    seeds = [ladder.seating(game.number).seed for game in games]
    assert [len(set(seeds[first : first + seats])) for first in range(0, len(seeds), seats)] == [1] * 3 * VOLLEY


def test_partners_change(tmp_path):
    ladder = ladder_of(tmp_path, 4, **FOUR)
    play(ladder, 4 * VOLLEY, Fate([0.0] * 4, ladder.settings))
    partners = Counter(frozenset(game.players[::2]) for game in ladder.played())
    assert len(partners) == 6 and max(partners.values()) <= 2 * min(partners.values())


def test_those_meet_of_whom_least_is_known_and_who_are_near():
    """Two are known well, two hardly: these two meet; of pairs as uncertain, the one that is nearly even."""
    sides = [[0], [1]]
    unsure = Belief(np.zeros(4), np.diag([0.01, 4.0, 0.01, 4.0]))
    assert set(volley(unsure, sides, np.random.default_rng(0))[0][0]) == {1, 3}
    uneven = Belief(np.array([0.0, 0.3, 5.0]), np.eye(3))
    orders = np.array([[0, 1], [0, 2], [1, 2]])
    assert np.argmax(gains(uneven, orders, sides)) == 0


def test_planning_gains_on_meeting_by_turns(tmp_path):
    """Eight players a good way apart: with the same number of games the intervals are narrower than where all pairs
    meet as often."""
    ladder, strengths = ladder_of(tmp_path, 8), np.linspace(-3.5, 3.5, 8)
    play(ladder, 448, Fate(strengths, ladder.settings))
    planned = np.mean([place.within for place in standings_of(ladder).standings])
    (tmp_path / "turns").mkdir()
    turns = ladder_of(tmp_path / "turns", 8)
    pairs = [[(one, other), (other, one)] for one in range(8) for other in range(one)]
    with turns.slot() as slot:
        fate = Fate(strengths, turns.settings)
        for _ in range(448):
            seating = turns.claim(slot, lambda: pairs)
            fate.strengths = strengths[list(seating.players)]
            fate.submit(type("Match", (), {"key": seating.number, "players": ("0", "1")}))
            turns.finish(seating.number, fate.next()[1].points[0], 1)
    assert planned < 0.9 * np.mean([place.within for place in standings_of(turns).standings])


def test_who_meets_whom_does_not_depend_on_how_many_play_at_a_time(tmp_path):
    played = []
    for name, room in (("one", 1), ("seven", 7)):
        (tmp_path / name).mkdir()
        ladder = ladder_of(tmp_path / name, 5)
        play(ladder, 5 * VOLLEY, Fate(np.linspace(-1, 1, 5), ladder.settings, room=room))
        played.append(ladder.played())
    assert played[0] == played[1] and len(played[0]) == 5 * VOLLEY


# --- what is concluded ---------------------------------------------------------------------------------


@pytest.mark.parametrize("settings", [{}, FOUR, {**FOUR, "victory": "individual"}])
def test_intervals_cover_the_strengths(tmp_path, settings):
    """Ten ladders of six players whose strengths are known.  Of the 60 intervals at 95 % some four miss; with so many,
    eleven would be no accident."""
    covered = 0
    for seed in range(10):
        (tmp_path / str(seed)).mkdir()
        ladder = ladder_of(tmp_path / str(seed), 6, seed=seed, **settings)
        strengths = np.random.default_rng(seed).normal(size=6)
        play(ladder, 6 * VOLLEY * ladder.settings.players, Fate(strengths, ladder.settings, seed))
        ratings = ELO * (strengths - strengths.mean())
        covered += sum(
            abs(one.rating - ratings[int(one.player)]) < one.within for one in standings_of(ladder).standings
        )
    assert 50 <= covered <= 60


def test_players_who_come_later_are_played_at_once(tmp_path):
    """They may be added by another process, while this one plays."""
    ladder = ladder_of(tmp_path, 3)
    late = Ladder(ladder.path)
    play(ladder, 48, Fate([0.0] * 4, ladder.settings), told=lambda number: late.add(["3"]) if number == 20 else None)
    assert sum(3 in game.players for game in ladder.played()) >= 8


def test_more_games_tell_more(tmp_path):
    ladder = ladder_of(tmp_path, 4)
    widths = []
    for games in (16, 112):
        play(ladder, games, Fate([0.0, 0.5, 1.0, 1.5], ladder.settings))
        widths.append(np.mean([place.within for place in standings_of(ladder).standings]))
    assert widths[1] < 0.5 * widths[0]


def test_the_best_answer_is_the_rival_who_scores_most(tmp_path):
    """Of three the strongest is the best answer to both others, and the second to it."""
    ladder = ladder_of(tmp_path, 3)
    play(ladder, 320, Fate([0.0, 1.0, 2.0], ladder.settings))
    standings = standings_of(ladder)
    answers = {place.player: place.answer for place in standings.standings}
    assert [answers[name].rival for name in "012"] == ["2", "2", "1"]
    assert answers["0"].low < answers["0"].points < answers["0"].high and answers["2"].points < 0.5
    assert standings.points[2, 0] == answers["0"].points and standings.meetings[2, 0] == answers["0"].games
    assert sum(place.games["allies"] for place in standings.standings) == standings.games == 320


def test_the_standings_without_a_player_are_those_of_the_others_games(tmp_path):
    ladder = ladder_of(tmp_path, 3)
    play(ladder, 64, Fate([0.0, 1.0, 2.0], ladder.settings))
    standings, others = standings_of(ladder), standings_of(ladder, without=["0"])
    assert {place.player for place in others.standings} == {"1", "2"}
    assert others.games == standings.meetings[1, 2] and others.points[1, 2] == standings.points[1, 2]
    assert {place.answer.rival for place in others.standings} == {"1", "2"} and "without 0: " in others.title
    with pytest.raises(ValueError, match="'admiral' is not on this ladder; its players are 0, 1, 2"):
        standings_of(ladder, without=["admiral"])


def test_names_that_differ_in_their_last_letters_are_told_apart_in_a_narrow_table(tmp_path):
    ladder, names = ladder_of(tmp_path, 0), [f"runs/a_response_to_the_agent_of_midway_{number}" for number in (1, 2)]
    ladder.add(names)
    console = Console(width=70, file=io.StringIO())
    console.print(standings_of(ladder))
    told = [line.split("│")[1].strip() for line in console.file.getvalue().splitlines() if "│" in line]
    assert all(name in "".join(told) for name in names)


def test_the_page_shows_every_player_and_needs_nothing_else(tmp_path):
    ladder = ladder_of(tmp_path, 2)
    play(ladder, 16, Fate([0.0, 1.0], ladder.settings))
    ladder.add(["<2>"])
    text = page(standings_of(ladder))
    document = xml.fromstring(text.partition("\n")[2].replace('<meta charset="utf-8">', ""))
    assert {"0", "1", "<2>"} <= {cell.text for cell in document.iter("td")}
    drawn = next(document.iter("{http://www.w3.org/2000/svg}svg"))
    assert len(list(drawn.iter("{http://www.w3.org/2000/svg}circle"))) == 3
    assert "href" not in text and "src=" not in text


# --- real games ----------------------------------------------------------------------------------------

PLAYS = """
import sys
from aw_agents.ladder import Ladder, play
play(Ladder(sys.argv[1]), int(sys.argv[2]), told=lambda number: print(number, flush=True))
"""


def process(ladder, games):
    """Another process that plays on a ladder and prints the numbers of the games."""
    command = [sys.executable, "-c", PLAYS, str(ladder.path), str(games)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


@pytest.fixture
def real(tmp_path):
    ladder = Ladder.begin(tmp_path / "real.db", Settings("engagement", seed=3))
    ladder.add(["random", "scripted"])
    play(ladder, 2)  # compiles, if need be
    return ladder


def test_a_game_is_the_match_of_its_seed(real):
    (first, _), rules = real.played(), real.rules
    seating = real.seating(first.number)
    score = play_match(rules, [load(real.players[one]) for one in seating.players], 1, seating.seed)
    assert first.points[0] == score.points and real.decisions(first.number) == score.decisions[0]


def test_two_processes_play_no_game_twice(real):
    both = [process(real, 45), process(real, 45)]
    numbers = [[int(line) for line in one.communicate(timeout=120)[0].split()] for one in both]
    assert [len(played) for played in numbers] == [45, 45]
    assert sorted(numbers[0] + numbers[1]) == list(range(2, 92))
    assert [game.number for game in real.played()] == list(range(92))


@pytest.mark.slow
def test_what_is_killed_is_played_on(real):
    """Killed at three moments: what is written down is whole, and the games end as they would have."""
    for kill_after in (1, 20, 45):
        killed = process(real, 1000)
        for _ in range(kill_after):
            killed.stdout.readline()
        time.sleep(0.003 * kill_after)
        os.kill(killed.pid, signal.SIGKILL)
        killed.wait()
    real = Ladder(real.path)
    before = real.played()
    play(real, 16)
    games = real.played()
    assert len(games) == len(before) + 16 and set(before) < set(games)
    numbers = [game.number for game in games]
    assert numbers == sorted(set(numbers)) and all(later - one <= 16 for one, later in pairwise(numbers))
    assert numbers[: len(before)] == list(range(len(before)))
    assert all(replays_alike(real, number) for number in (0, numbers[len(before) // 2], numbers[-1]))


@pytest.mark.slow
def test_of_two_processes_that_are_killed_in_turn_no_result_is_lost_or_doubled(real):
    told, playing = [], [process(real, 10_000), process(real, 10_000)]
    for number in range(4):
        killed, other = playing[number % 2], playing[1 - number % 2]
        told += [int(other.stdout.readline()) for _ in range(20)]
        os.kill(killed.pid, signal.SIGKILL)
        told += [int(line) for line in killed.communicate()[0].split()]
        playing[number % 2] = process(real, 10_000)
    for one in playing:
        one.kill()
        told += [int(line) for line in one.communicate()[0].split()]
    assert len(told) > 80 and len(set(told)) == len(told)
    assert set(told) <= {game.number for game in Ladder(real.path).played()}


@pytest.mark.parametrize("victory", ["team", "individual"])
def test_points_of_four_seats(victory):
    """Together they share what their side has, alone the winners share one (§1.4)."""
    rules = ruleset("campaign", 4, (), victory)
    match = played_out(rules, [load("scripted"), load("random")] * 2, 4, seed=1)
    if victory == "team":
        assert np.array_equal(match.points[:, 0], (match.score.results + 1) / 2)
        assert np.array_equal(match.points, match.points[:, [2, 3, 0, 1]])
    else:
        winners = [[power for power in range(4) if won >> power & 1] for won in match.games["winners"].tolist()]
        assert [np.flatnonzero(points).tolist() for points in match.points] == winners
    assert np.array_equal(match.points.sum(1), np.full(4, 2.0 if victory == "team" else 1.0))


def test_by_command(tmp_path):
    file, page_file, table = tmp_path / "ladder.db", tmp_path / "page.html", tmp_path / "games.csv"

    def run(*words):
        return CliRunner().invoke(group, [str(word) for word in words])

    assert run("add", file, "random", "scripted", "--scenario", "engagement").exit_code == 0
    assert run("add", file, "random").exit_code == 0 and Ladder(file).players == ["random", "scripted"]
    assert isinstance(run("add", file, "admiral").exception, ValueError)
    assert run("play", file, "--games", 4).exit_code == 0
    assert run("show", file, "--without", "random").exit_code == 0
    assert run("export", file, page_file).exit_code == run("export", file, table).exit_code == 0
    assert isinstance(run("export", file, tmp_path / "page.png").exception, ValueError)
    assert "<svg" in page_file.read_text() and len(table.read_text().splitlines()) == 5
    assert run("check", file).exit_code == 0
    Ladder(file)._database.change("UPDATE games SET decisions = decisions + 1 WHERE number = 2")
    assert "end differently now: 2" in str(run("check", file).exception)


def test_a_ladder_of_the_second_game(tmp_path):
    settings = Settings("barents", game="war_at_sea")
    ladder = Ladder.begin(tmp_path / "sea.ladder", settings)
    ladder.add(["random", "scripted"])
    play(ladder, 4)
    assert Ladder(tmp_path / "sea.ladder").rules.name == "war_at_sea_v0" and len(ladder.played()) == 4
    with pytest.raises(ValueError, match="War at Sea knows 2 only"):
        Settings("barents", players=4, game="war_at_sea").rules()


# --- files that hold what no ladder does -------------------------------------------------------------------


ALTERED = [
    "UPDATE ladder SET settings = '{}'",
    "UPDATE ladder SET settings = 'null'",
    "UPDATE ladder SET settings = NULL",
    "UPDATE ladder SET settings = replace(settings, '{', '{\"new\": 1,')",
    "UPDATE ladder SET settings = replace(settings, '\"seed\":3', '\"seed\":-3')",
    "UPDATE ladder SET settings = replace(settings, '\"seed\":3', '\"seed\":1e999')",
    "UPDATE ladder SET settings = replace(settings, '\"players\":2', '\"players\":3')",
    "UPDATE ladder SET settings = replace(settings, 'engagement', '../engagement')",
    "UPDATE ladder SET format = 2",
    "UPDATE ladder SET format = NULL",
    "UPDATE ladder SET book = NULL",
    "DELETE FROM ladder",
    "DROP TABLE ladder",
    "DROP TABLE players",
    "DROP TABLE games",
    "DROP TABLE seats",
    "DELETE FROM players WHERE number = 0",
    "UPDATE players SET number = 5 WHERE number = 1",
    "UPDATE players SET name = x'00' WHERE number = 1",
    "UPDATE players SET name = 'no such player' WHERE number = 1",
    "DELETE FROM seats WHERE seat = 1",
    "UPDATE seats SET seat = 7 WHERE seat = 1",
    "UPDATE seats SET points = 'abc'",
    "UPDATE seats SET points = 9e999",
    "UPDATE seats SET points = NULL WHERE seat = 1",
    "UPDATE seats SET player = 99",
    "UPDATE games SET round = 'x'",
    "UPDATE games SET decisions = -1",
    "UPDATE games SET decisions = 'x'",
    "UPDATE games SET decisions = NULL",
    "ALTER TABLE seats RENAME COLUMN points TO score",
]


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A ladder with a few games."""
    file = tmp_path_factory.mktemp("ladder") / "whole.ladder"
    ladder = Ladder.begin(file, Settings("engagement", seed=3))
    ladder.add(["random", "scripted"])
    play(ladder, 4)
    return file


def copied(whole, file):
    with closing(sqlite3.connect(whole)) as source, closing(sqlite3.connect(file)) as copy:
        source.backup(copy)
    return file


@pytest.mark.parametrize("statement", ALTERED)
def test_an_altered_ladder_is_one_clear_error_and_stays_as_it_is(whole, tmp_path, statement):
    file = copied(whole, tmp_path / "changed.ladder")
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA foreign_keys = OFF")
        database.execute(statement)
        database.commit()
    before, refused = file.read_bytes(), 0
    for command in (["show", file], ["export", file, tmp_path / "page.html"], ["play", file, "--games", "2"]):
        done = CliRunner().invoke(group, [str(word) for word in command])
        assert done.exception is None or isinstance(done.exception, ValueError | SystemExit), done.exception
        refused += isinstance(done.exception, ValueError)
        assert "\n" not in str(done.exception or "")
    assert refused and file.read_bytes() == before


def test_a_ladder_that_another_process_writes_for_long(whole, tmp_path, monkeypatch):
    monkeypatch.setattr("aw_agents.ladder.file.PATIENCE", 0.1)
    file = copied(whole, tmp_path / "locked.ladder")
    ladder = Ladder(file)
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(WrongLadder, match="cannot be used: database is locked"):
            ladder.add(["tuned"])
    assert ladder.add(["tuned"]) == ["tuned"]


def test_a_ladder_that_may_only_be_read(whole, tmp_path):
    file = copied(whole, tmp_path / "read.ladder")
    ladder = Ladder(file)
    ladder._database.change("PRAGMA query_only = ON")
    assert len(ladder.played()) == 4
    with pytest.raises(WrongLadder, match="cannot be used: attempt to write a readonly database"):
        ladder.add(["tuned"])


def test_processes_that_come_by_other_links_take_other_places(whole, tmp_path):
    file = copied(whole, tmp_path / "here.ladder")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "link.ladder").symlink_to(file)
    with Ladder(file).slot() as first, Ladder(tmp_path / "elsewhere" / "link.ladder").slot() as second:
        assert (first.number, second.number) == (0, 1)
