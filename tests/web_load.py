"""The web table under attack: a server that is killed while games are played, and messages that are altered.

python -m tests.web_load kills --games 200 --kills 20
python -m tests.web_load mutations --messages 10000
"""

import argparse
import asyncio
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from aw_env.core.faces.game import Game
from aw_env.table.offers import Setup
from aw_env.web import messages
from aw_env.web.beginning import new_room
from aw_env.web.messages import Refused
from aw_env.web.room import Room
from aw_env.web.store import Store

ROOT = Path(__file__).parent.parent
SETUP = {"scenario": "midway"}
PLAYERS = {"allies": "person", "axis": "scripted"}
AT_ONCE = 16
"""Games that are played at a time."""
PACE = 0.06
"""Seconds from one answer of a person to the next: the server takes no more."""
LONGEST_START = 120
"""Seconds that a server may take to answer."""


# --- a server that is killed ---------------------------------------------------------------------------------


class Server:
    """`aw-env serve` in a process of its own."""

    def __init__(self, games: Path) -> None:
        self.games = games
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        command = [sys.executable, "-m", "aw_env.cli", "serve", "--port", str(self.port), "--games", str(self.games)]
        self.process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until = time.monotonic() + LONGEST_START
        while time.monotonic() < until:
            with suppress(OSError):
                return self.ask("/api/games") and None
            time.sleep(0.05)
        raise TimeoutError("the server does not answer")

    def kill(self) -> None:
        """End it at once, whatever it is doing."""
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def ask(self, path: str, given: dict | None = None) -> dict:
        """The answer to a request."""
        body = None if given is None else json.dumps(given).encode()
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", body, timeout=60) as answer:
            return json.load(answer)


@dataclass
class Sitting:
    """A person who plays a game through a server that may be gone at any moment.

    answers: what the server has acknowledged, in order.  unsure: an answer sent, of which it is not known yet.
    question: what is asked, as far as it is known.
    """

    server: Server
    game: str
    token: str
    chooser: random.Random
    answers: list[int] = field(default_factory=list)
    unsure: dict | None = None
    question: dict | None = None
    over: str = ""

    async def play(self) -> None:
        """Play to the end, connecting anew whenever the connection breaks."""
        while not self.over:
            with suppress(OSError, WebSocketException, TimeoutError):
                async with connect(f"ws://127.0.0.1:{self.server.port}/api/games/{self.game}/table") as link:
                    await link.send(json.dumps({"token": self.token}))
                    await self._at_table(link)
            await asyncio.sleep(0.05)

    async def _at_table(self, link) -> None:
        if self.unsure is not None:
            await link.send(json.dumps(self.unsure))
        while not self.over:
            told = json.loads(await asyncio.wait_for(link.recv(), 120))
            if told["type"] == "told":
                self.question = told["parts"].get("question", self.question)
                self.over = told["parts"].get("table", {}).get("over", "")
            else:
                self._hear_of_answer(told)
            if self.question is not None and self.unsure is None:
                await self._answer(link, self.question)

    def _hear_of_answer(self, told: dict) -> None:
        sent, self.unsure = self.unsure, None
        assert sent is not None and told["id"] == sent["id"], told
        if told["type"] == "done":  # another question is told soon
            self.question = None
        obeyed = told["type"] == "done" or told["code"] == "doubled"
        assert obeyed or told["code"] in ("late", "not_asked"), told
        if obeyed and sent["do"] == "answer":
            self.answers.append(sent["action"])

    async def _answer(self, link, question: dict) -> None:
        await asyncio.sleep(PACE)
        id = f"{self.chooser.getrandbits(64):x}"
        if "areas in order" in question["standing"]:  # else some questions are answered without a message
            said = {"do": "never", "words": "areas in order"}
        elif question["commit"]:
            said = {"do": "commit"}
        else:
            said = {"do": "answer", "action": self.chooser.choice(question["choices"])["action"]}
        self.unsure = {"id": id, "question": question["number"], **said}
        await link.send(json.dumps(self.unsure))


def begin_games(file: Path, games: int, seed: int) -> list[tuple[str, str]]:
    """Games that wait for their person: id and token of each."""
    store = Store(file)
    begun = [new_room(store, Setup(**SETUP, seed=seed + number), PLAYERS) for number in range(games)]
    store.close()
    return [(id, tokens["allies"]) for id, tokens in begun]


async def play_with_kills(server: Server, begun: list[tuple[str, str]], kills: int, seed: int) -> list[Sitting]:
    """Play games, some at a time, while the server is killed so often at moments of no pattern."""
    chooser = random.Random(seed)
    sittings = [Sitting(server, id, token, random.Random(id)) for id, token in begun]
    turns = asyncio.Semaphore(AT_ONCE)

    async def in_turn(sitting: Sitting) -> None:
        async with turns:
            await sitting.play()

    playing = [asyncio.create_task(in_turn(sitting)) for sitting in sittings]
    for _ in range(kills):
        await asyncio.sleep(chooser.uniform(0.05, 1.0))
        if all(task.done() for task in playing):
            raise RuntimeError("all games were over before the last kill: play more of them")
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
    await asyncio.gather(*playing)
    return sittings


def is_asked(game: Game) -> bool:
    """Whether the table asks a person, who has given no orders: not where only one answer makes sense."""
    sensible = game.rules.speech().words.sensible(game.view(game.seat))
    return sensible is None or sensible.action not in game.legal_actions()


def check_nothing_lost(games: Path, sittings: list[Sitting]) -> int:
    """Every answer that was acknowledged is in its game, once and in order, and no other that its person was asked for.
    How many there are."""
    store, count = Store(games), 0
    for sitting in sittings:
        kept = store.read(sitting.game)
        game = Setup.model_validate_json(kept.setup).begin()
        answers = []
        for action in kept.history:
            if game.seat == 0 and is_asked(game):
                answers.append(action)
            game.apply(action)
        assert game.ended, f"{sitting.game} is not over"
        assert answers == sitting.answers, f"{sitting.game}: {answers} are kept, acknowledged were {sitting.answers}"
        count += len(answers)
    store.close()
    return count


def kill_while_playing(games: int, kills: int, seed: int = 1) -> int:
    """Play games with a server that is killed so often; how many answers were given.  Raises AssertionError."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "games.sqlite3"
        begun = begin_games(file, games, seed)
        server = Server(file)
        try:
            sittings = asyncio.run(play_with_kills(server, begun, kills, seed))
        finally:
            server.kill()
        return check_nothing_lost(server.games, sittings)


# --- messages that are altered ---------------------------------------------------------------------------------

ODD = (
    None,
    True,
    -1,
    0,
    1,
    2**31,
    2**63,
    10**30,
    0.5,
    "",
    "0",
    "person",
    "../..",
    "\0",
    "\ud800",
    "x" * 500,
    [],
    [0],
    {},
)
"""Values that a field may be given."""


def altered(message: dict, chooser: random.Random) -> str:
    """A message with something wrong in it, most of the time."""
    changed = dict(message)
    for _ in range(chooser.choice((1, 1, 2, 3))):
        key = chooser.choice([*changed, "more"])
        match chooser.randrange(4):
            case 0:
                changed.pop(key, None)
            case 1:
                changed[key] = chooser.choice(ODD)
            case 2:
                changed[key] = chooser.choice([*changed.values(), 0])
            case 3 if isinstance(changed.get(key), int):
                changed[key] += chooser.choice((-1, 1, 100))
    text = json.dumps(changed)
    if chooser.random() < 0.3:
        at = chooser.randrange(len(text))
        text = text[:at] + chooser.choice(('"', "{", "]", "\0", "9", "é", "")) + text[at + chooser.randrange(3) :]
    return text


def sound_message(room: Room, chooser: random.Random, number: int) -> dict:
    """Something that the seat which is asked might say."""
    actions = room.game.legal_actions()
    unit = chooser.choice(("all", "rest", "all carriers", "Hornet", "3 cruisers"))
    said = chooser.choice(
        (
            {"do": "answer", "action": chooser.choice(actions)},
            {"do": "answer", "action": chooser.choice(actions)},
            {"do": "say", "words": f"{unit} {chooser.choice(('to Marshalls', 'stay', 'attack Akagi', ''))}"},
            {"do": chooser.choice(("commit", "undo", "hint"))},
            {
                "do": chooser.choice(("always", "never")),
                "words": chooser.choice(("silent", "pursue", "home to Midway")),
            },
            {"do": "auto", "span": chooser.choice(("", "step"))},
            {"do": "why", "words": chooser.choice(("", "Hornet", "not Marshalls", "not"))},
            {"do": "hand_over", "seat": "axis"},
            {"do": "take_back"},
        )
    )
    asked = said["do"] not in ("why", "hand_over", "take_back")
    question = {"question": room.seats[room.game.seat].changes} if asked else {}
    return {"id": f"m{number}", **question, **said}


def state_of(room: Room) -> tuple:
    """All that a refused message must leave alone."""
    kept = room.store.read(room.id)
    told = [(len(audience.log), len(audience.untold)) for audience in room.audiences.values()]
    return kept, room.game.save(), room.to_commit, room.session.waiting_orders(), told


def attack(count: int, seed: int = 1) -> Counter[str]:
    """Say so many things, sound and altered; how often each answer came.  Raises AssertionError where a refusal has
    changed anything, and whatever the server would fail with."""
    chooser, answers = random.Random(seed), Counter[str]()
    store, room = Store(":memory:"), None
    for number in range(count):
        if room is None or room.game.ended:
            id, _ = new_room(
                store, Setup(scenario="midway", seed=seed + number), {"allies": "person", "axis": "person"}
            )
            room = Room(store, id)
        while room.computer_is_asked():
            room.let_computer_answer()
            room.keep_what_was_answered()
            if room.game.ended:
                break
        if room.game.ended:
            continue
        message = sound_message(room, chooser, number)
        text = altered(message, chooser) if chooser.random() < 0.8 else json.dumps(message)
        seat = room.game.seat if chooser.random() < 0.9 else chooser.choice((-1, 0, 1))
        before = state_of(room)
        try:
            room.obey(seat, messages.at_the_table(text))
            answers["done"] += 1
        except Refused as refused:
            assert refused.words, text
            assert state_of(room) == before, f"refused ({refused.code}), yet something has changed: {text}"
            answers[refused.code] += 1
    store.close()
    return answers


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True, dest="command")
    kills = commands.add_parser("kills")
    kills.add_argument("--games", type=int, default=200)
    kills.add_argument("--kills", type=int, default=20)
    mutations = commands.add_parser("mutations")
    mutations.add_argument("--messages", type=int, default=10_000)
    for command in (kills, mutations):
        command.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if given.command == "kills":
        answers = kill_while_playing(given.games, given.kills, given.seed)
        print(f"{given.games} games, {given.kills} kills: {answers} answers, none lost or doubled")
    else:
        print(dict(attack(given.messages, given.seed)))


if __name__ == "__main__":
    main()
