"""How long clicks at the web table take while many people play: one server process, and people who take time to think.

    python -m benchmarks.table_load --people 200

Each person plays two games: `--computer` says how many of all games are against the computer; the others are between
people.  A person who is asked thinks for a while, ten seconds on average, and clicks any choice; he answers two
questions one after the other.  When a game is over, its players begin another.  All have a name, keep *My games* and
the list of waiting players open beside the tables, as the front page does, and write a message now and then.  A click
counts as answered when its page has received the result; clicks are measured after `--settle` seconds.  People have
addresses of their own, as behind a proxy that passes them on.  They run in this process, on the same cores as the
server.
"""

import argparse
import asyncio
import json
import os
import random
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import uuid4

import numpy as np
from rich.console import Console
from rich.table import Table
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.web_load import Server

SEATS = ("allies", "axis")
SCENARIOS = (("admirals_war", "midway"), ("admirals_war", "campaign"), ("war_at_sea", "war_at_sea"))
SECONDS_OF_LISTS = 10
"""From one look at *My games* to the next, as the front page takes it."""
SECONDS_OF_TALK = 60
"""From one line of talk of a person to the next, in the mean."""
PATIENCE = 300
"""Seconds that an answer may take: the server may have to compile."""
MOST_MESSAGE = 1 << 24


@dataclass(frozen=True)
class Load:
    """Who plays, and how.  people: how many.  computer: games of them against `opponent`.  think: seconds for a click,
    in the mean.  settle, seconds: before clicks count, and how long they do."""

    people: int
    computer: int
    opponent: str = "tuned"
    think: float = 10.0
    settle: float = 30.0
    seconds: float = 120.0
    seed: int = 1


@dataclass
class Measured:
    """What has been measured.  answered: seconds from each click to its answer.  listed: likewise of *My games* and who
    waits.  processor: seconds of the server.  lasted: seconds of the clock.  refused: how often, by code."""

    answered: list[float] = field(default_factory=list)
    listed: list[float] = field(default_factory=list)
    processor: float = 0.0
    lasted: float = 0.0
    games: int = 0
    refused: Counter[str] = field(default_factory=Counter)

    def forget(self) -> None:
        """What has come while people came does not count."""
        for counted in (self.answered, self.listed, self.refused):
            counted.clear()


class Person:
    """A person.  number: from 0 on.  asked: his seats that have been asked, in order."""

    def __init__(self, number: int, port: int, load: Load) -> None:
        self.number, self.port, self.load = number, port, load
        self.chooser = random.Random(load.seed * 100_003 + number)
        self.key = f"{self.chooser.getrandbits(160):040x}"
        self.address = f"127.{1 + number // 250}.1.{1 + number % 250}"
        self.asked: asyncio.Queue[Seat] = asyncio.Queue()

    def thinks(self, mean: float) -> float:
        """Seconds until he does something."""
        return self.chooser.expovariate(1 / mean)

    async def request(self, path: str, given: Any = None) -> Any:
        """The answer to a request of his."""
        body = b"" if given is None else json.dumps(given).encode()
        lines = [
            f"{'GET' if given is None else 'POST'} {path} HTTP/1.1",
            f"host: 127.0.0.1:{self.port}",
            f"authorization: Bearer {self.key}",
            f"content-length: {len(body)}",
            "content-type: application/json",
            "connection: close",
        ]
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.address, 0))
        writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
        async with asyncio.timeout(PATIENCE):
            answer = await reader.read()
        writer.close()
        return json.loads(answer.partition(b"\r\n\r\n")[2])

    async def play(self, measured: Measured) -> None:
        """Answer what is asked, one question after the other."""
        while True:
            seat = await self.asked.get()
            await asyncio.sleep(self.thinks(self.load.think))
            await seat.click(measured)

    async def look(self, measured: Measured) -> None:
        """Look at the lists of the front page, again and again."""
        await asyncio.sleep(self.chooser.uniform(0, SECONDS_OF_LISTS))
        while True:
            for path in ("/api/mine", "/api/waiting"):
                began = time.monotonic()
                await self.request(path)
                measured.listed.append(time.monotonic() - began)
            await asyncio.sleep(SECONDS_OF_LISTS)


class Seat:
    """A person at a table, as the page is there: it hears all that it is told, and clicks."""

    def __init__(self, person: Person, game: str, token: str) -> None:
        self.person, self.game, self.token = person, game, token
        self.question: dict[str, Any] | None = None
        self.is_over = False
        self._link: Any = None
        self._sent, self._is_done = "", False
        self._answered = asyncio.Event()
        self._codes: list[str] = []

    async def sit(self, measured: Measured) -> None:
        """Until the game is over; whoever is cut off returns, as the page does."""
        while not self.is_over:
            with suppress(ConnectionClosed):
                await self._be_there()
            measured.refused["cut off"] += not self.is_over

    async def _be_there(self) -> None:
        address = f"ws://127.0.0.1:{self.person.port}/api/games/{self.game}/table"
        local = (self.person.address, 0)
        async with connect(
            address, local_addr=local, max_size=MOST_MESSAGE, open_timeout=PATIENCE, ping_interval=None
        ) as self._link:
            await self._link.send(json.dumps({"token": self.token, "person": self.person.key}))
            talking = asyncio.create_task(self._talk())
            try:
                while not self.is_over:
                    self._hear(json.loads(await self._link.recv()))
            finally:
                talking.cancel()

    def _hear(self, message: dict[str, Any]) -> None:
        if message["type"] != "told":
            self._hear_of_click(message)
        elif "question" in message["parts"] or message["parts"].get("table", {}).get("over"):
            self.question = message["parts"].get("question")
            self.is_over = bool(message["parts"].get("table", {}).get("over"))
            if self.question is not None:
                self.person.asked.put_nowait(self)
            if self._is_done or self.is_over:
                self._answered.set()

    def _hear_of_click(self, message: dict[str, Any]) -> None:
        if message["id"] != self._sent:
            return
        self._is_done = message["type"] == "done"
        if not self._is_done:
            self._codes.append(message["code"])
            self._answered.set()

    async def click(self, measured: Measured) -> None:
        """Answer the question that is asked with any choice, and note how long that takes."""
        question = self.question
        if question is None or self.is_over:
            return
        told = {"do": "commit"}
        if not question["commit"]:
            told = {"do": "answer", "action": self.person.chooser.choice(question["choices"])["action"]}
        self._sent, self._is_done, self.question = uuid4().hex, False, None
        self._answered.clear()
        began = time.monotonic()
        with suppress(ConnectionClosed, TimeoutError):
            await self._link.send(json.dumps({"id": self._sent, "question": question["number"]} | told))
            async with asyncio.timeout(PATIENCE):
                await self._answered.wait()
        if self._codes:
            measured.refused[self._codes.pop()] += 1
            self.question = question
            self.person.asked.put_nowait(self)
        else:
            measured.answered.append(time.monotonic() - began)

    async def _talk(self) -> None:
        with suppress(ConnectionClosed):
            while True:
                await asyncio.sleep(self.person.thinks(2 * SECONDS_OF_TALK))  # of one of his two tables
                await self._link.send(json.dumps({"id": uuid4().hex, "do": "chat", "words": "Well, well."}))


async def table(persons: Sequence[Person], load: Load, kind: int, measured: Measured) -> None:
    """Games one after the other between two persons, or of one against the computer."""
    game, scenario = SCENARIOS[kind % len(SCENARIOS)]
    await asyncio.sleep(persons[0].chooser.uniform(0, load.settle / 2))
    players = dict.fromkeys(SEATS, load.opponent) | dict.fromkeys(SEATS[: len(persons)], "person")
    while True:
        begun = await persons[0].request(
            "/api/games", {"setup": {"game": game, "scenario": scenario}, "players": players}
        )
        measured.games += 1
        seats = [Seat(one, begun["id"], begun["tokens"][name]) for one, name in zip(persons, SEATS, strict=False)]
        await asyncio.gather(*(seat.sit(measured) for seat in seats))
        await asyncio.sleep(persons[0].thinks(load.think))


def pairs(load: Load) -> list[tuple[int, ...]]:
    """Who sits at each table, by number: everybody at two, so many of them alone."""
    alone = [(number % load.people,) for number in range(load.computer)]
    free = [number for number in range(load.people) for _ in range(2 - sum(number == one for (one,) in alone))]
    half = len(free) // 2
    return alone + [pair for pair in zip(free[:half], free[half:], strict=False) if pair[0] != pair[1]]


async def played(server: Server, load: Load) -> Measured:
    """What is measured while all play."""
    persons, measured = [Person(number, server.port, load) for number in range(load.people)], Measured()
    for person in persons:
        await person.request("/api/me", {"name": f"Person {person.number}"})
    work = [
        *(table([persons[number] for number in sat], load, k, measured) for k, sat in enumerate(pairs(load))),
        *(person.play(measured) for person in persons),
        *(person.look(measured) for person in persons),
    ]
    tasks = [asyncio.create_task(one) for one in work]
    try:
        await _lasting(load.settle, tasks)
        measured.forget()
        began, before = time.monotonic(), processor_of(server.process.pid)
        await _lasting(load.seconds, tasks)
        measured.processor, measured.lasted = processor_of(server.process.pid) - before, time.monotonic() - began
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return measured


async def _lasting(seconds: float, tasks: Sequence[asyncio.Task]) -> None:
    """So long; what fails meanwhile is raised."""
    failed, _ = await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    for task in failed:
        task.result()


def processor_of(pid: int) -> float:
    """Seconds of a processor that a process has taken."""
    words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def measure(load: Load) -> Measured:
    """A server of its own, and all who play there."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "games.sqlite3")
        try:
            return asyncio.run(played(server, load))
        finally:
            server.kill()


def report(load: Load, measured: Measured) -> Table:
    """What has been measured, in words and milliseconds."""
    clicks, seconds = len(measured.answered), measured.lasted
    title = f"{load.people} people, {len(pairs(load))} tables, {load.computer} against {load.opponent}: {seconds:.0f} s"
    told = Table("milliseconds", "how many", "median", "95 % within", "worst", title=title)
    for what, took in (("clicks", measured.answered), ("lists of the front page", measured.listed)):
        values = (*np.percentile(took, (50, 95)), max(took)) if took else (np.nan,) * 3
        told.add_row(what, str(len(took)), *(f"{1000 * value:.0f}" for value in values))
    busy = " ".join(f"{load:.1f}" for load in os.getloadavg())
    told.caption = (
        f"{clicks / seconds:.1f} clicks a second, {measured.games} games begun; the server took "
        f"{100 * measured.processor / seconds:.0f} % of a core; load of the machine {busy}"
        f"{f'; refused: {dict(measured.refused)}' if measured.refused else ''}"
    )
    return told


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=int, default=200)
    parser.add_argument("--computer", type=int, help="games against the computer (a tenth of the people)")
    parser.add_argument("--opponent", default="tuned", help="the computer's player (tuned)")
    parser.add_argument("--think", type=float, default=10, help="mean seconds of thought before a click (10)")
    parser.add_argument("--settle", type=float, default=60, help="seconds before clicks count (60)")
    parser.add_argument("--seconds", type=float, default=120, help="seconds for which clicks count (120)")
    parser.add_argument("--seed", type=int, default=1)
    given = vars(parser.parse_args())
    computer = given.pop("computer")
    load = Load(computer=given["people"] // 10 if computer is None else computer, **given)
    Console().print(report(load, measure(load)))


if __name__ == "__main__":
    main()
