"""Players that are programs: the protocol of lines, what a bot is told, and what becomes of one that misbehaves."""

import json
import shutil
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import psutil
import pytest
from typer.testing import CliRunner

import aw_agents
from aw_agents.arena import round_robin
from aw_agents.arena.match import Match, play_match, played_out
from aw_agents.bots import schema
from aw_agents.bots.asking import Position, asked
from aw_agents.bots.check import check
from aw_agents.bots.messages import LONGEST_LINE, NotAMessage, line_of, said, told
from aw_agents.bots.player import ExecPlayer
from aw_agents.bots.process import BotFailed, Limits
from aw_env.cli.app import app
from aw_env.core.faces.game import Game
from aw_env.games import named
from benchmarks import bots as measured
from tests import twins
from tests.world_at_war import secret_pairs

EXAMPLES = Path(__file__).parent.parent / "examples" / "bots"
PYTHON = f"{sys.executable} {EXAMPLES / 'any_legal.py'}"
GAME, SCENARIO = "war_at_sea", "war_at_sea"
WISHES = ("words", "events", "observation", "candidates", "view", "record")

BEGINNING = """
import json, os, sys, time
def say(**message): print(json.dumps(message), flush=True)
say(type="hello", protocol=1, name="bad", wants=["words"])
asked = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] != "decide": continue
    asked += 1
    decisions = message["decisions"]
    answers = [{"game": one["game"], "number": one["number"], "action": one["legal"][0]} for one in decisions]
    if asked == 3:
"""
ENDING = """
    say(type="action", actions=answers)
"""


@pytest.fixture(scope="module")
def rules():
    return named(GAME).ruleset(SCENARIO)


@pytest.fixture
def bot(tmp_path: Path):
    """Makes a player of a program that misbehaves at its third decision."""
    made: list[ExecPlayer] = []

    def make(misdeed: str, limits: Limits | None = None) -> ExecPlayer:
        file = tmp_path / "bad.py"
        file.write_text(BEGINNING + textwrap.indent(misdeed, " " * 8) + ENDING)
        made.append(ExecPlayer(f"{sys.executable} {file}", GAME, limits))
        return made[-1]

    yield make
    for one in made:
        one.close()


def random_player():
    return aw_agents.load("random", GAME)


# --- the protocol -----------------------------------------------------------------------------------------------


def test_schema_in_the_package_is_that_of_the_messages() -> None:
    assert schema.FILE.read_text() == schema.schema()


@pytest.mark.parametrize("line", [b"", b"hello", b"[]", b'{"type": "action"}', b'{"type": "no"}', b"\xff{", b"{" * 99])
def test_what_is_no_message_is_said(line: bytes) -> None:
    with pytest.raises(NotAMessage):
        said(line)


def test_keys_of_a_later_protocol_are_ignored() -> None:
    heard = said(b'{"type": "hello", "protocol": 1, "name": "new", "colour": "blue"}')
    assert heard.name == "new" and not hasattr(heard, "colour")


def test_what_a_bot_is_told_can_be_read_back(rules) -> None:
    game = Game(rules, seed=1)
    question = asked(Position(rules, game._games, game.action_mask), 3, 1, WISHES, ["a convoy arrives"], 5.0)
    line = line_of(question)
    again = json.loads(line)
    assert again["legal"] == game.legal_actions()
    assert again["words"] == [words for _, words in game.actions()]
    assert again["question"] == game.describe(game.seat) and again["events"] == ["a convoy arrives"]
    assert {unit["id"] for unit in again["view"]["units"]} == {unit.id for unit in game.view(game.seat).units}
    assert len(line) < LONGEST_LINE


def test_nothing_is_sent_that_is_not_wished_for(rules) -> None:
    game = Game(rules, seed=1)
    plain = json.loads(line_of(asked(Position(rules, game._games, game.action_mask), 0, 1, ())))
    assert plain.keys() <= {"game", "number", "legal", "turn", "phase", "decision", "subject"}


# --- whole games --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def foreign(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The commands of the examples, as far as their languages are at hand."""
    commands = {"python": PYTHON}
    if node := shutil.which("node"):
        commands["javascript"] = f"{node} {EXAMPLES / 'any_legal.js'}"
    if compiler := shutil.which("cc"):
        program = tmp_path_factory.mktemp("bots") / "any_legal"
        subprocess.run([compiler, "-O2", "-o", program, EXAMPLES / "any_legal.c"], check=True)
        commands["c"] = str(program)
    return commands


def test_examples_are_short() -> None:
    assert all(len(file.read_text().splitlines()) <= 80 for file in EXAMPLES.iterdir() if file.is_file())


def test_the_same_bot_in_any_language_plays_the_same_games(rules, foreign: dict[str, str]) -> None:
    scores = {}
    for language, command in foreign.items():
        player = ExecPlayer(command, GAME)
        scores[language] = play_match(rules, [player, aw_agents.load("scripted", GAME)], 6, seed=4)
        player.close()
    first = scores["python"]
    assert (first.decisions > 20).all()
    for score in scores.values():
        assert score.margins.tolist() == first.margins.tolist() and score.decisions.tolist() == first.decisions.tolist()


@pytest.mark.parametrize(
    ("game", "scenario"),
    [("admirals_war", "midway"), ("war_at_sea", "war_at_sea"), ("naval_miniatures", "standard"),
     ("world_at_war", "raiders_long"), ("world_at_war", "night_express"), ("world_at_war", "mediterranean")],
)  # fmt: skip
def test_our_officer_as_a_program_plays_as_he_does_here(game: str, scenario: str) -> None:
    """From the record that his seat may know: in `raiders_long` also with the destroyers that protect a convoy, who are
    seen (20.165), and over the hexes with the ways that are measured."""
    (told,) = measured.equal(4, [named(game)], [scenario], ["scripted"])
    assert told[4] == "equal" and int(told[5].replace(",", "")) > 100


@pytest.mark.parametrize("game", ["admirals_war", "naval_miniatures", "world_at_war"])
def test_the_same_bot_plays_every_game_as_its_like_does_here(game: str) -> None:
    scenario = "engagement" if game == "admirals_war" else named(game).warm_up
    lines = [*measured.equal(2, [named(game)], [scenario], ["python", "javascript", "c"])]
    assert lines and all(line[4] == "equal" for line in lines)


def test_bytes_of_a_decision_are_few_and_counted(rules) -> None:
    """A bot is sent what it wishes for: a position is no part of that unless it asks."""
    sent = {}
    for wants in ((), ("observation",), ("words",), ("record",)):
        bot = measured.Told(PYTHON, GAME, wants, 64)
        play_match(rules, [bot, random_player()], 2, seed=1)
        bot.close()
        assert bot.traffic.decisions > 100 and 40 <= bot.traffic.received / bot.traffic.decisions <= 80
        sent[wants] = bot.traffic.sent / bot.traffic.decisions
    assert sent[()] <= 200 and sent[("words",)] <= 1000
    assert sent[("observation",)] <= 200 + 4 / 3 * 2 * rules.widths["summary"] + 40
    assert sent[("record",)] <= 200 + 4 / 3 * rules.scenario.templates.nbytes + 40


def test_a_bot_hears_what_happens(rules, tmp_path: Path) -> None:
    log, file = tmp_path / "heard.txt", tmp_path / "listens.py"
    listens = BEGINNING.replace('["words"]', '["events"]').replace("asked == 3", "decisions[0]['events']")
    file.write_text(f"{listens}        open({str(log)!r}, 'a').write(decisions[0]['events'][0] + chr(10)){ENDING}")
    player = ExecPlayer(f"{sys.executable} {file}", GAME)
    match = played_out(rules, [player, aw_agents.load("scripted", GAME)], 2, seed=1)
    player.close()
    assert not match.forfeits and len(log.read_text().splitlines()) > 10


def test_a_match_with_a_bot_ends_in_the_arenas_table() -> None:
    ranked = round_robin([f"exec:{PYTHON}", "random"], None, 4, game=GAME)
    assert {one.games for one in ranked.standings} == {4} and not ranked.forfeits


def test_an_opponent_of_an_environment(rules) -> None:
    env = named(GAME).face.single_agent_env(opponent=f"exec:{PYTHON}", side="axis")
    env.reset(seed=3)
    for _ in range(30):
        if env.step(int(np.flatnonzero(env.action_masks())[0]))[2]:
            break
    env.close()


# --- misbehaviour ---------------------------------------------------------------------------------------------------

QUICK = Limits(decision=1.0, memory=200 << 20, processes=8)
MISDEEDS = {
    "late": ("time.sleep(60)", "no answer within"),
    "dies": ("sys.exit(3)", "exit status 3"),
    "killed": ("os.kill(os.getpid(), 9)", "SIGKILL"),
    "last words": ("raise ZeroDivisionError('oh no')", "oh no"),
    "garbage": ("print('nonsense', flush=True); continue", "no message"),
    "bytes": ("sys.stdout.buffer.write(b'\\xff\\xfe\\n'); sys.stdout.flush(); continue", "no message"),
    "another message": ("say(type='hello', protocol=1, name='again'); continue", "another message"),
    "illegal": ("answers[0]['action'] = 100_000", "illegal action 100000"),
    "misheard": ("answers[0] = {**answers[0], 'action': None, 'words': 'full steam'}", "full steam"),
    "no answer in it": ("answers = []", "answered 0 decisions"),
    "another game": ("answers[0]['game'] += 1000", "where 1 were asked"),
    "an old number": ("answers[0]['number'] = 99", "answered decision 99"),
    "gives up": ("say(type='error', message='I give up'); continue", "I give up"),
    "drop by drop": ("while True: sys.stdout.write('x'); sys.stdout.flush(); time.sleep(0.01)", "no answer within"),
    "endless line": ("while True: sys.stdout.write('x' * 65536)", f"more than {LONGEST_LINE} bytes"),
    "memory": ("hoard = bytearray(os.urandom(1) * (600 << 20)); time.sleep(60)", "MiB of memory"),
    "many processes": (
        "import subprocess\nfor _ in range(20): subprocess.Popen(['sleep', '300'])\ntime.sleep(60)", "processes"
    ),
    "closed pipes": ("os.close(1); os.close(0); time.sleep(60)", "closed its pipes"),
}  # fmt: skip


@pytest.mark.parametrize("kind", MISDEEDS)
def test_a_bot_that_misbehaves_loses_that_game_and_no_other(rules, bot: Callable[..., ExecPlayer], kind: str) -> None:
    """It does so at its third decision since it was started: of three games that it is asked about in turn, the third
    is lost, and it is started again for the others."""
    misdeed, reason = MISDEEDS[kind]
    match = Match(rules, [bot(misdeed, QUICK), random_player()], 4, seed=2)
    first = next(seat for seat, player in enumerate(match.players) if isinstance(player, ExecPlayer))
    for _ in range(2):
        for seat, player in enumerate(match.players):
            match.let_play(seat, player)
    assert match.forfeits and all(reason in forfeit.reason for forfeit in match.forfeits)
    lost = {forfeit.game for forfeit in match.forfeits}
    assert lost < {0, 1, 2, 3} and not match.running[[*lost]].any() and match.running.sum() == 4 - len(lost)
    assert (match.score.results[[*lost]] == -rules.sign(first)).all()


def test_floods_of_complaints_harm_nobody(rules, bot: Callable[..., ExecPlayer]) -> None:
    player = bot("sys.stderr.write('much ado ' * 1_000_000)", QUICK)
    match = Match(rules, [player, random_player()], 2, seed=2)
    for _ in range(3):
        match.let_play(0, player)
        match.let_play(1, match.players[1])
    assert not match.forfeits


def test_nothing_of_a_program_is_left(bot: Callable[..., ExecPlayer]) -> None:
    player = bot("pass")
    assert player._process is not None
    pid = player._process._program.pid
    player.close()
    assert not psutil.pid_exists(pid)


def test_what_a_late_program_has_started_is_ended_too(rules, bot: Callable[..., ExecPlayer]) -> None:
    mark = "311.4159"
    player = bot(f"import subprocess\nsubprocess.Popen(['sleep', '{mark}'])\ntime.sleep(60)", Limits(decision=0.5))
    match = Match(rules, [player, random_player()], 4, seed=2)
    match.let_play(0, player)
    assert match.forfeits
    until = time.monotonic() + 5
    while any(mark in " ".join(one.info["cmdline"] or ()) for one in psutil.process_iter(["cmdline"])):
        assert time.monotonic() < until
        time.sleep(0.05)


def test_the_clock_of_a_game_runs(rules, bot: Callable[..., ExecPlayer]) -> None:
    player = bot("pass", Limits(decision=5.0, game=1e-6))
    match = Match(rules, [player, random_player()], 1, seed=2)
    for _ in range(50):
        for seat, one in enumerate(match.players):
            match.let_play(seat, one)
    assert match.forfeits and "no answer within" in match.forfeits[0].reason


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("", "needs a command"),
        ("'unfinished", "No closing quotation"),
        ("./there/is/no/such/program", "cannot be started: No such file"),
        ("true", "ended with exit status 0"),
        ("echo hello", "wrote what is no message|hello"),
        ("""echo '{"type": "hello", "protocol": 9, "name": "of tomorrow"}'""", "protocol 9"),
    ],
)
def test_what_cannot_be_a_bot_is_refused_at_once(command: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        aw_agents.load(f"exec:{command}", GAME)


def test_a_failing_opponent_of_an_environment_is_named(bot: Callable[..., ExecPlayer]) -> None:
    player = bot("sys.exit(1)")
    view = Game(named(GAME).ruleset(SCENARIO), seed=1)
    seen = {"observation": view.observe(view.seat), "action_mask": view.action_mask}
    for _ in range(2):
        player.act(view.view(view.seat), seen, view.info())
    with pytest.raises(BotFailed, match="exit status 1"):
        player.act(view.view(view.seat), seen, view.info())


def test_visitors_of_a_web_table_run_no_programs() -> None:
    from aw_env.core.players import player_names

    assert "exec" not in player_names(GAME)


# --- commands -------------------------------------------------------------------------------------------------------


def test_check_tells_the_author_what_is_wrong(bot: Callable[..., ExecPlayer]) -> None:
    good = CliRunner().invoke(app, ["bot-check", PYTHON, "--game", GAME, "--games", "2"])
    assert good.exit_code == 0 and "keeps to the protocol" in good.output
    player = bot("answers[0]['action'] = 100_000")
    bad = CliRunner().invoke(app, ["bot-check", player.command, "--game", GAME, "--games", "2"])
    assert bad.exit_code == 1 and "illegal action 100000" in bad.output


def test_check_asks_for_kinds_that_the_games_have_not_had(bot: Callable[..., ExecPlayer]) -> None:
    good = check(PYTHON, named(GAME), SCENARIO, 2, 0)
    assert good.single and not any(good.single) and good.bot.kinds.total() > len(good.single)
    rare = [*good.bot.kinds][-1]
    assert good.bot.kinds[rare] == 1, "asked for in a single position"
    player = bot("answers[0]['action'] = 100_000")
    file = Path(player.command.split()[1])
    file.write_text(file.read_text().replace("asked == 3", f"decisions[0]['decision'] == {rare!r}"))
    bad = check(player.command, named(GAME), SCENARIO, 2, 0)
    assert not bad.reasons and not bad.good and "illegal action 100000" in next(iter(bad.misanswered))


def test_our_bot_plays_a_game_with_a_bid() -> None:
    bot = ExecPlayer(f"{sys.executable} -m aw_env.cli bot random", GAME)
    match = played_out(named(GAME).ruleset("barents", bid=1.5), [bot, random_player()], 2, seed=1)
    bot.close()
    assert not match.forfeits and bot.traffic.decisions > 10


def test_our_bot_says_what_it_cannot_do() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "aw_env.cli", "bot", "scripted"],
        input=b'nonsense\n{"type": "decide", "decisions": []}\n',
        capture_output=True,
        timeout=60,
    )
    first, second = map(json.loads, done.stdout.splitlines())
    assert first["type"] == "error" and "JSON" in first["message"] and second == {"type": "action", "actions": []}
    assert told(b'{"type": "quit"}').type == "quit"


# --- secrets --------------------------------------------------------------------------------------------------------


def line_for(game: Game) -> bytes:
    """What a bot that wishes for everything is told of the decision of a game."""
    return line_of(asked(Position(game.rules, game._games, game.action_mask), 1, 1, WISHES))


@dataclass
class ToldPair(twins.Pair):
    """Games that differ in submarines which the side does not see."""

    told: int = 0

    def compare(self, number: int) -> None:
        """What is sent to a bot of the side."""
        if not self.game.ended and self.game.seat in self.seats:
            assert line_for(self.game) == line_for(self.twin)
            self.told += 1


@pytest.mark.parametrize("side", [0, 1])
def test_what_a_bot_is_sent_tells_of_no_hidden_submarine(side: int) -> None:
    pairs = [ToldPair(2, seed, side) for seed in range(3)]
    for pair in pairs:
        pair.play(150)
    assert sum(pair.told for pair in pairs) >= 100


def test_what_a_bot_is_sent_tells_of_no_hidden_group() -> None:
    told = 0

    class Told(secret_pairs.Pair):
        def compare(self, game, twin):
            nonlocal told
            if not game.ended and game.seat == self.seat:
                assert line_for(game) == line_for(twin)
                told += 1
            self.compared += 1

    for seed in range(6):
        Told("groups", seed).play(200)
    assert told >= 100
