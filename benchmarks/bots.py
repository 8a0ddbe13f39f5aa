"""Programs that play over the line protocol: do they answer as in-process players do, how fast, with how many bytes?

    python -m benchmarks.bots equal --games 200                        # every scenario of every game
    python -m benchmarks.bots equal --game war_at_sea --scenarios barents --bots c scripted
    python -m benchmarks.bots speed --games 10

`equal` lets the bots of `examples/bots` and `aw-env bot scripted` play every scenario against `random`, half of the
games from each seat.  In-process players play the same games: the final positions must be equal byte by byte, including
the state of the dice.  `speed` counts decisions a second of one core, by what a bot is told, one a line and in batches;
the processor time includes both the table and the bot.
"""

import argparse
import resource
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from aw_agents.arena.match import Match
from aw_agents.bots.messages import Introduction
from aw_agents.bots.player import ExecPlayer, seed_of_bot
from aw_agents.bots.process import Limits
from aw_env.core.playable import Playable
from aw_env.core.players import load
from aw_env.core.ruleset import Ruleset
from aw_env.games import named, names

EXAMPLES = Path(__file__).resolve().parent.parent / "examples" / "bots"
WISHES = ((), ("observation",), ("candidates",), ("words",), ("words", "events"), ("view",), ("record",))
"""What the bots of `speed` are told besides the legal actions."""
BATCHES = {1: 1, 64: 16}
"""Of `speed`: decisions a line, and how many times as many games."""
SEED = 8
PATIENT = Limits(decision=600.0)
"""Of `equal`: `aw-env bot` may have to compile its player first."""


class AnyLegal:
    """The player of `examples/bots` in this process (`aw_env.core.players.Sitter`)."""

    batch, wants_events = 1 << 20, False

    def begin(self, num_games: int, seed: int) -> None:
        """The games to come have this seed."""
        self._seed, self._luck = seed, dict[int, int]()

    def sit(self, number: int, rules: Ruleset, seat: int) -> None:
        """A game begins."""
        self._luck[number] = seed_of_bot(self._seed, number) % 2**31

    def rise(self, number: int, points: Mapping[str, float], margin: int, reason: str = "") -> None:
        """A game has ended."""

    def question(
        self, number: int, rules: Ruleset, games: np.ndarray, mask: np.ndarray, events: Sequence[str] | None = None
    ) -> tuple[int, list[int]]:
        """The game, and the legal actions."""
        return number, np.flatnonzero(mask).tolist()

    def answer(self, questions: Sequence[tuple[int, list[int]]]) -> list[int]:
        """Drawn by lot."""
        return [legal[self._draw(number, len(legal))] for number, legal in questions]

    def _draw(self, number: int, choices: int) -> int:
        self._luck[number] = (self._luck[number] * 1103515245 + 12345) % 2**31
        return self._luck[number] // 256 % choices


class Told(ExecPlayer):
    """A program that is told what we wish, so many decisions a line.  None: as it wishes itself."""

    def __init__(self, command: str, game: str, wants: Sequence[str] | None = None, batch: int | None = None) -> None:
        self._changed = {key: value for key, value in {"wants": wants, "batch": batch}.items() if value is not None}
        super().__init__(command, game)

    def introduce(self) -> Introduction:
        """As `ExecPlayer`."""
        self._introduced = super().introduce().model_copy(update=self._changed)
        return self._introduced


@dataclass
class Cost:
    """What games with a program have cost.  processor: seconds, its own and of this process."""

    decisions: int = 0
    processor: float = 0.0
    sent: int = 0
    received: int = 0

    def cells(self) -> list[str]:
        """Of a table: decisions, decisions a second of one core, bytes of one, there and back."""
        each = max(self.decisions, 1)
        return [
            f"{self.decisions:,}", f"{self.decisions / max(self.processor, 1e-9):,.0f}", f"{self.sent / each:,.0f}",
            f"{self.received / each:,.0f}",
        ]  # fmt: skip


def positions(rules: Ruleset, player: Any, rival: Any, games: int) -> list[bytes]:
    """Those in which games end, half of them from each seat.  Raises ValueError where a program has failed."""
    found = []
    for seat, share in enumerate((games - games // 2, games // 2)):
        if share:
            match = Match(rules, [player, rival] if seat == 0 else [rival, player], share, SEED)
            match.play()
            if match.forfeits:
                raise ValueError(f"{player.name}: {match.forfeits[0].reason}")
            found.append(match.games.tobytes())
    return found


def with_program(rules: Ruleset, bot: ExecPlayer, rival: Any, games: int) -> tuple[list[bytes], Cost]:
    """The same of a program, which is ended, and what it has cost."""
    before = processor_time()
    found = positions(rules, bot, rival, games)
    bot.close()
    traffic = bot.traffic
    return found, Cost(traffic.decisions, processor_time() - before, traffic.sent, traffic.received)


def processor_time() -> float:
    """Seconds of this process and of those that it has started and that have ended."""
    times = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in times)


def commands(folder: Path) -> dict[str, str]:
    """The bots whose languages are at hand, by language, and ours."""
    found = {"python": f"{sys.executable} {EXAMPLES / 'any_legal.py'}"}
    if node := shutil.which("node"):
        found["javascript"] = f"{node} {EXAMPLES / 'any_legal.js'}"
    if compiler := shutil.which("cc"):
        program = folder / "any_legal"
        subprocess.run([compiler, "-O2", "-o", program, EXAMPLES / "any_legal.c"], check=True)
        found["c"] = str(program)
    return found | {"scripted": f"{sys.executable} -m aw_env.cli bot scripted"}


HEADS = ("decisions", "a second", "bytes to it", "bytes from it")


def equal(games: int, wanted: Sequence[Playable], scenarios: Sequence[str], bots: Sequence[str]) -> Iterator[list[str]]:
    """A line for each scenario and bot."""
    with TemporaryDirectory() as folder:
        known = commands(Path(folder))
        for game in wanted:
            for scenario in scenarios or [offer.name for offer in game.scenarios()]:
                rules, rival = game.ruleset(scenario), load("random", game.players)
                expected: dict[bool, list[bytes]] = {}
                for bot, command in known.items():
                    if bots and bot not in bots:
                        continue
                    ours = bot == "scripted"
                    if ours not in expected:
                        here = load("scripted", game.players) if ours else AnyLegal()
                        expected[ours] = positions(rules, here, rival, games)
                    found, cost = with_program(rules, ExecPlayer(command, game.name, PATIENT), rival, games)
                    same = "equal" if found == expected[ours] else "DIFFERENT"
                    yield [game.name, scenario, bot, str(games), same, *cost.cells()]


def speed(games: int, wanted: Sequence[Playable], scenarios: Sequence[str], bots: Sequence[str]) -> Iterator[list[str]]:
    """A line for each bot, batch and what it is told."""
    with TemporaryDirectory() as folder:
        known = commands(Path(folder))
        for game in wanted:
            for scenario in scenarios or [game.scenario]:
                rules, rival = game.ruleset(scenario), load("random", game.players)
                for bot in bots or ["c"]:
                    for batch, times in BATCHES.items():
                        for wants in WISHES:
                            player = Told(known[bot], game.name, wants, batch)
                            _, cost = with_program(rules, player, rival, games * times)
                            told = " + ".join(wants) or "the legal actions"
                            yield [game.name, scenario, bot, str(batch), told, *cost.cells()]


def main(arguments: Sequence[str] | None = None) -> int:
    """1 where a program played otherwise than the player here."""
    parser = argparse.ArgumentParser(description="Programs that play over the line protocol: equal, and how fast?")
    parser.add_argument("what", choices=("equal", "speed"))
    parser.add_argument("--games", type=int, default=0, help="number of games; by default 200 (equal), 10 (speed)")
    parser.add_argument("--game", choices=names(), nargs="*", help="games to play; by default all")
    parser.add_argument("--scenarios", nargs="*", default=(), help="by default all (equal), the default one (speed)")
    parser.add_argument("--bots", nargs="*", default=(), help="python, javascript, c, scripted")
    given = parser.parse_args(arguments)
    lines, usual, heads = {
        "equal": (equal, 200, ("games", "positions")), "speed": (speed, 10, ("a line", "is told"))
    }[given.what]  # fmt: skip
    wrong = False
    print("game", "scenario", "bot", *heads, *HEADS, sep="\t", flush=True)
    for line in lines(
        given.games or usual, [named(name) for name in given.game or names()], given.scenarios, given.bots
    ):
        print(*line, sep="\t", flush=True)
        wrong |= "DIFFERENT" in line
    return int(wrong)


if __name__ == "__main__":
    raise SystemExit(main())
