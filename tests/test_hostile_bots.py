"""Programs that mean harm, wherever players are named: the others play on, the reason is told, nothing is left."""

import asyncio
import signal
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest
from typer.testing import CliRunner

from aw_agents.arena import round_robin
from aw_agents.bots import player as programs
from aw_agents.bots.process import Limits
from aw_agents.ladder.file import Ladder, Settings
from aw_agents.ladder.playing import play
from aw_env.cli.app import app as command_line
from aw_env.core import players
from aw_env.table.offers import Setup
from aw_env.web import lobby as lobbies
from aw_env.web.beginning import new_room
from aw_env.web.lobby import Lobby
from aw_env.web.store import Store
from tests.test_web import FAST, Page, begun, served

pytestmark = pytest.mark.slow

SCENARIO, MARK = "engagement", "271.8281"
PROGRAM = """
import json, os, subprocess, sys, time
def say(**message): print(json.dumps(message), flush=True)
say(type="hello", protocol=1, name="hostile")
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] != "decide": continue
{misdeed}
    decisions = message["decisions"]
    actions = [{{"game": one["game"], "number": one["number"], "action": one["legal"][0]}} for one in decisions]
    say(type="action", actions=actions)
"""
HOSTILE = {
    "fork bomb": (
        f"for _ in range(60): subprocess.Popen(['sleep', '{MARK}'], start_new_session=True)\ntime.sleep(60)",
        "processes; 8 are allowed",
    ),
    "forks that fork": (
        "for _ in range(5): os.fork()\ntime.sleep(60)",
        "processes; 8 are allowed",
    ),
    "a line of 1 GiB": ("for _ in range(1 << 14): sys.stdout.write('x' * (1 << 16))", "wrote a line of more than"),
    "closed pipes": ("os.close(0); os.close(1); time.sleep(60)", "closed its pipes"),
    "sleeps": ("time.sleep(60)", "gave no answer within 1 s"),
    "deaf to signals": (
        "import signal\nfor one in (15, 2, 1): signal.signal(one, signal.SIG_IGN)\ntime.sleep(60)",
        "gave no answer within 1 s",
    ),
    "zombies": (
        "for _ in range(20):\n    if os.fork() == 0: os._exit(0)\ntime.sleep(60)",
        "processes; 8 are allowed",
    ),
    "illegal": ("message['decisions'] = [d | {'legal': [99999]} for d in message['decisions']]", "not legal|illegal"),
    "last words": ("raise RuntimeError('the Bismarck is in the Barents Sea')", "ended with exit status 1"),
}  # fmt: skip


@pytest.fixture
def hostile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], str]]:
    """Writes a hostile program; how it is named.  In the end nothing of it is left."""
    monkeypatch.setattr(programs, "Limits", lambda: Limits(decision=1.0, memory=300 << 20, processes=8))
    file = tmp_path / "hostile.py"

    def written(kind: str) -> str:
        file.write_text(PROGRAM.format(misdeed=textwrap.indent(HOSTILE[kind][0], "    ")))
        return f"exec:{sys.executable} {file}"

    yield written
    assert not count_of_settled(file, 0), [(one, one.cmdline(), one.ppid()) for one in left_of(file)]


def count_of_settled(file: Path, expected: int) -> int:
    """How many processes of the program there are, as soon as there are so many, or after seconds."""
    until = time.monotonic() + 5
    while (count := len(left_of(file))) != expected and time.monotonic() < until:
        time.sleep(0.05)
    return count


def left_of(file: Path) -> list[psutil.Process]:
    """The processes of the program, and those that it has started."""
    return [one for one in psutil.process_iter(["cmdline"]) if is_of(one.info["cmdline"] or (), file)]


def is_of(arguments: list[str], file: Path) -> bool:
    """Whether a process is the program, or one that it has started."""
    return str(file) in arguments or MARK in arguments


@pytest.fixture
def called() -> Iterator[Callable[[str, str], None]]:
    """Gives players names, for a test."""
    yield players.call
    players._called.clear()


def reason_of(kind: str) -> str:
    return HOSTILE[kind][1]


# --- at the web table -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_web_table_lives_on_and_tells_the_reason(tmp_path: Path, hostile, called, kind: str):
    called("mine", hostile(kind))
    with served(tmp_path / "games.sqlite3", FAST) as client:
        game, tokens = begun(client, {"allies": "person", "axis": "mine"}, scenario=SCENARIO)
        other, others = begun(client, {"allies": "person", "axis": "scripted"}, scenario=SCENARIO)
        with Page(client, game, tokens["allies"]) as page, Page(client, other, others["allies"]) as beside:
            beside.play()
            assert beside.parts["table"]["over"]
            page.wait()
            notes = list(page.question["notes"]) if page.question else []
            page.play()
            assert page.parts["table"]["over"]
    (told,) = [note for note in notes if "the staff officer plays on" in note]
    assert any(reason in told for reason in reason_of(kind).split("|"))
    assert "Barents" not in told and "99999" not in told


def test_what_a_program_at_a_web_table_could_do_is_told_to_nobody(tmp_path: Path, hostile, called):
    called("mine", hostile("illegal"))
    with served(tmp_path / "games.sqlite3", FAST) as client:
        game, tokens = begun(client, {"allies": "person", "axis": "mine"}, scenario=SCENARIO)
        with Page(client, game, tokens["allies"]) as page:
            page.wait()
            assert not any("legal are" in note for note in page.question["notes"])


def test_visitors_choose_a_program_by_the_name_that_the_operator_has_given_it(tmp_path: Path, hostile, called):
    program = hostile("sleeps")
    with served(tmp_path / "games.sqlite3", FAST) as client:
        refused = {"setup": {"scenario": SCENARIO}, "players": {"allies": "person", "axis": program}}
        assert client.post("/api/games", json=refused).status_code == 400
        assert client.post("/api/games", json=refused | {"players": {"axis": "mine"}}).status_code == 400
        called("mine", program)
        assert all("mine" in one["players"] for one in client.get("/api/scenarios").json()["scenarios"])
        assert client.post("/api/games", json=refused | {"players": {"axis": "mine"}}).status_code == 201


def test_a_program_ends_with_its_room(tmp_path: Path, hostile, called, monkeypatch):
    """When the room is given up for another, and when the server ends; it does not wait until memory is tidied."""
    called("mine", hostile("sleeps"))
    monkeypatch.setattr(lobbies, "MOST_OPEN", 1)
    file, lobby = tmp_path / "hostile.py", Lobby(Store(":memory:"), FAST)
    players = {"allies": "mine", "axis": "mine"}
    ids = [new_room(lobby.store, Setup(scenario=SCENARIO, seed=seed), players)[0] for seed in range(2)]

    async def come_and_go() -> None:
        await lobby.room(ids[0])
        assert len(left_of(file)) == 2
        await lobby.room(ids[1])
        assert await asyncio.to_thread(count_of_settled, file, 2) == 2
        await lobby.close()
        assert not left_of(file)

    asyncio.run(come_and_go())


@pytest.mark.parametrize("bot", ["exec:./mine", "=exec:./mine", "scripted=exec:./mine", "my bot=exec:./mine"])
def test_a_name_that_cannot_be_given_is_refused(bot: str):
    done = CliRunner().invoke(command_line, ["serve", "--bot", bot])
    assert done.exit_code != 0 and "--bot" in done.output


# --- in matches -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", HOSTILE)
def test_an_arena_plays_to_its_end(hostile, kind: str):
    ranked = round_robin([hostile(kind), "random", "scripted"], SCENARIO, 2)
    assert sum(one.games for one in ranked.standings) == 12
    assert ranked.forfeits and any(part in str(ranked.forfeits) for part in reason_of(kind).split("|"))


@pytest.mark.parametrize("kind", ["fork bomb", "sleeps", "closed pipes"])
def test_a_ladder_plays_on(tmp_path: Path, hostile, kind: str):
    program = hostile(kind)
    ladder = Ladder.begin(tmp_path / "own.ladder", Settings(SCENARIO))
    ladder.add([program, "random", "scripted"])
    play(ladder, 6)
    played = ladder.played()
    assert len(played) == 6 and any(0 in game.players for game in played)
    assert all(game.points[game.players.index(0)] == 0 for game in played if 0 in game.players)


def test_a_program_that_stops_itself_is_ended(tmp_path: Path, hostile):
    """Stopped, it hears of nothing but its death."""
    file = tmp_path / "hostile.py"
    name = hostile("sleeps")
    file.write_text(PROGRAM.format(misdeed=f"    os.kill(os.getpid(), {int(signal.SIGSTOP)})"))
    ranked = round_robin([name, "random"], SCENARIO, 2)
    assert ranked.forfeits
