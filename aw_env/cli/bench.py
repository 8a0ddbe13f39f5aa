"""`aw-env bench`: decisions and copies a second on one core, compared with other installed environments.

    aw-env bench                                     # or: python -m benchmarks.bench
    aw-env bench --game GAME                         # another game than the usual one
    python -m benchmarks.bench --json results.jsonl --cold

Every rate is the median of several runs in one process on one thread; a decision is one agent choosing one legal
action.  The peers come with `pip install "aw_env[bench]"`; those that are not installed are left out and named.
"""

import argparse
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import numpy as np
from pettingzoo import AECEnv
from rich.console import Console
from rich.table import Table

from aw_env.core.errors import in_words
from aw_env.core.playable import Playable
from aw_env.core.saves import check_can_be_written, write_file
from aw_env.games import FIRST, named, names

BATCH = 64
"""Games in the measured batch: as many as a core's second-level cache holds."""
LARGE_BATCH = 1024
"""Games in a batch as training uses it, which lives in slower memory."""
MOST_SECONDS, MOST_REPEATS = 3600, 1000
"""The greatest `--seconds` and `--repeats`."""
WIDTH = 130
"""Columns that the table needs."""

Run = Callable[[float], tuple[int, int]]
"""`run(deadline)` works until `time.perf_counter()` reaches the deadline; returns (decisions, games) done."""


@dataclass(frozen=True)
class Measure:
    """One measured number."""

    name: str
    value: float
    unit: str
    least: float | None = None
    greatest: float | None = None
    target: str = ""
    note: str = ""


class Missing(Exception):
    """A peer that is not installed."""


# --- timing --------------------------------------------------------------------------------------------


def rates(run: Run, seconds: float, repeats: int) -> tuple[list[float], list[float]]:
    """Decisions and games a second of each repeat, after a warm-up."""
    run(time.perf_counter() + min(0.3, seconds))
    decisions, games = [], []
    for _ in range(repeats):
        begun = time.perf_counter()
        done, ended = run(begun + seconds)
        took = time.perf_counter() - begun
        decisions.append(done / took)
        games.append(ended / took)
    return decisions, games


def measured(
    name: str, run: Run, seconds: float, repeats: int, unit: str = "decisions/s", target: str = "", note: str = ""
) -> Measure:
    """The median rate of a run, with the least and the greatest; the games a second go into the note."""
    decisions, games = rates(run, seconds, repeats)
    games_a_second = statistics.median(games)
    if games_a_second > 0:
        note = f"{games_a_second:,.1f} games/s{'; ' + note if note else ''}"
    return Measure(name, statistics.median(decisions), unit, min(decisions), max(decisions), target, note)


# --- a game --------------------------------------------------------------------------------------------


def batch_run(known: Playable, scenario: str, observation: str = "summary", num_envs: int = BATCH) -> Run:
    """Random legal play through `vec_env`: a call that draws the actions, a call that steps."""
    games = known.face.vec_env(num_envs, scenario, seed=0, observation=observation, num_threads=1)

    def run(deadline: float) -> tuple[int, int]:
        decisions = ended = 0
        while time.perf_counter() < deadline:
            for _ in range(20):
                ended += int(np.count_nonzero(games.step(games.random_actions())[1]))
            decisions += 20 * num_envs
        return decisions, ended

    return run


def compiled_run(known: Playable, scenario: str) -> Run:
    """Random legal play inside one compiled call, mask and observation written at every decision."""
    games = known.face.vec_env(1, scenario, seed=0, num_threads=1)

    def run(deadline: float) -> tuple[int, int]:
        decisions = ended = 0
        while time.perf_counter() < deadline:
            ended += games.play_random(2000)
            decisions += 2000
        return decisions, ended

    return run


def agents_run(make: Callable[[], AECEnv]) -> Run:
    """Random legal play through a PettingZoo AEC environment: `last()`, a random legal action, `step`."""
    env = make()
    draws = np.random.default_rng(0)
    seeds = iter(range(1, sys.maxsize))

    def run(deadline: float) -> tuple[int, int]:
        decisions = games = 0
        while time.perf_counter() < deadline:
            env.reset(seed=next(seeds))
            for _ in env.agent_iter():
                observation, _, termination, truncation, info = env.last()
                if termination or truncation:
                    env.step(None)
                    continue
                mask = observation["action_mask"] if isinstance(observation, dict) else info["action_mask"]
                legal = np.flatnonzero(mask)
                env.step(int(legal[draws.integers(len(legal))]))
                decisions += 1
            games += 1
        return decisions, games

    return run


def copy_run(known: Playable, scenario: str) -> Run:
    """Copies of a game in mid-play: its bytes into another record."""
    games = known.face.vec_env(2, scenario, seed=0, num_threads=1).games.copy()
    whole = games.view(np.uint8, np.ndarray).reshape(2, -1)
    source, target = whole[0], whole[1]

    def run(deadline: float) -> tuple[int, int]:
        copies = 0
        while time.perf_counter() < deadline:
            for _ in range(1000):
                target[:] = source
            copies += 1000
        return copies, 0

    return run


def clone_run(known: Playable, scenario: str) -> Run:
    """Whole `Game` objects, reseeded, as a search in Python makes them."""
    game = known.face.game(scenario, seed=0)

    def run(deadline: float) -> tuple[int, int]:
        copies = 0
        while time.perf_counter() < deadline:
            for _ in range(100):
                game.clone(reseed=copies)
            copies += 100
        return copies, 0

    return run


def games_measured(known: Playable, scenario: str, games: int) -> list[Measure]:
    """How long random games are, and how much of them the engine plays by itself."""
    decisions = forced = 0
    draws = np.random.default_rng(0)
    game = known.face.game(scenario)
    for seed in range(games):
        game.reset(seed)
        while not game.ended:
            legal = game.legal_actions()
            game.apply(legal[int(draws.integers(len(legal)))])
        decisions += game.decisions
        forced += game.forced
    return [
        Measure(f"{scenario}: decisions a random game", decisions / games, "decisions", note=f"{games} games"),
        Measure(
            f"{scenario}: forced decisions",
            100 * forced / (forced + decisions),
            "%",
            note="one legal answer; not asked",
        ),
    ]


def bytes_measured(known: Playable, scenario: str) -> list[Measure]:
    """Memory of a game, alone and in a batch."""
    games = known.face.vec_env(2, scenario, seed=0)
    in_batch = games.games.itemsize + games.observations[0].nbytes + games.action_masks[0].nbytes
    return [
        Measure("bytes of a game", games.games.itemsize, "bytes", target="< 32768"),
        Measure("bytes of a game in a batch", in_batch, "bytes", note="with its mask and summary observation"),
    ]


FIRST_DECISION = "import {module} as aw; env = aw.raw_env(scenario='{scenario}'); env.reset(seed=0); env.last()"


def first_decision(known: Playable, scenario: str, cold: bool) -> Measure:
    """Seconds from starting Python to the first observation: median of 5 starts, or one with an empty cache."""
    with tempfile.TemporaryDirectory() as empty:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        if cold:
            environment["AW_ENV_CACHE"] = empty
        program = FIRST_DECISION.format(module=known.module, scenario=scenario)
        times = []
        for _ in range(1 if cold else 6):
            begun = time.perf_counter()
            subprocess.run([sys.executable, "-c", program], env=environment, check=True, capture_output=cold)
            times.append(time.perf_counter() - begun)
    times = times if cold else times[1:]
    name = f"python to first decision, cache {'empty' if cold else 'warm'}"
    return Measure(name, statistics.median(times), "s", min(times), max(times), "< 25" if cold else "< 2")


# --- peers ---------------------------------------------------------------------------------------------


def pettingzoo_classic(name: str) -> Callable[[], Run]:
    """A classic PettingZoo environment, wrapped as it comes."""

    def make() -> Run:
        try:
            import importlib
            import warnings

            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                module = importlib.import_module(f"pettingzoo.classic.{name}")
        except ImportError as error:
            raise Missing(f"pettingzoo[classic] ({error})") from None
        return agents_run(module.env)

    return make


def openspiel_chess() -> Run:
    """OpenSpiel's chess with its numpy observer, and a mask written into a buffer."""
    try:
        import pyspiel
        from open_spiel.python.observation import make_observation
    except ImportError as error:
        raise Missing(f"open_spiel ({error})") from None
    game = pyspiel.load_game("chess")
    observer, mask = make_observation(game), np.zeros(game.num_distinct_actions(), np.int8)
    draws = random.Random(0)

    def run(deadline: float) -> tuple[int, int]:
        decisions = games = 0
        while time.perf_counter() < deadline:
            state = game.new_initial_state()
            while not state.is_terminal():
                observer.set_from(state, state.current_player())
                legal = state.legal_actions()
                mask[:] = 0
                mask[legal] = 1
                state.apply_action(legal[int(draws.random() * len(legal))])
                decisions += 1
            games += 1
        return decisions, games

    return run


def openspiel_chess_copies() -> Run:
    """Clones of an OpenSpiel chess state in mid-game."""
    try:
        import pyspiel
    except ImportError as error:
        raise Missing(f"open_spiel ({error})") from None
    state = pyspiel.load_game("chess").new_initial_state()
    draws = random.Random(0)
    for _ in range(30):
        state.apply_action(draws.choice(state.legal_actions()))

    def run(deadline: float) -> tuple[int, int]:
        copies = 0
        while time.perf_counter() < deadline:
            for _ in range(200):
                state.clone()
            copies += 200
        return copies, 0

    return run


def catanatron() -> Run:
    """Catanatron's engine, four random players, without observations."""
    try:
        from catanatron import Color, Game, RandomPlayer
    except ImportError as error:
        raise Missing(f"catanatron ({error})") from None
    colours = [Color.RED, Color.BLUE, Color.ORANGE, Color.WHITE]

    def run(deadline: float) -> tuple[int, int]:
        decisions = games = 0
        while time.perf_counter() < deadline:
            game = Game([RandomPlayer(colour) for colour in colours])
            while game.winning_color() is None and game.state.num_turns < 1000:
                game.play_tick()
                decisions += 1
            games += 1
        return decisions, games

    return run


PEERS: list[tuple[str, Callable[[], Run], str, str]] = [
    ("OpenSpiel chess, numpy observer and mask", openspiel_chess, "decisions/s", ""),
    ("PettingZoo connect_four_v3, env()", pettingzoo_classic("connect_four_v3"), "decisions/s", ""),
    ("PettingZoo chess_v6, env()", pettingzoo_classic("chess_v6"), "decisions/s", ""),
    ("Catanatron, engine alone, 4 players", catanatron, "decisions/s", "no observation, no mask"),
    ("OpenSpiel chess, copies", openspiel_chess_copies, "copies/s", ""),
]


# --- all of it -----------------------------------------------------------------------------------------


def measures(known: Playable, seconds: float, repeats: int, cold: bool, peers: bool) -> Iterator[Measure]:
    """Every measurement in turn."""
    plan = known.measured

    def rate(name: str, run: Run, unit: str = "decisions/s", note: str = "") -> Measure:
        return measured(name, run, seconds, repeats, unit, plan.targets.get(name, ""), note)

    main, face = known.scenario, known.face
    for scenario in plan.lengths:
        yield rate(f"vec_env, {scenario}", batch_run(known, scenario), note=f"{BATCH} games")
    yield rate(f"vec_env, {main}, {LARGE_BATCH:,} games", batch_run(known, main, num_envs=LARGE_BATCH))
    yield rate(f"vec_env, {main}, units layout", batch_run(known, main, "units"), note=f"{BATCH} games")
    yield rate(f"one compiled call, {main}", compiled_run(known, main))
    yield rate(f"raw_env, {main}", agents_run(partial(face.raw_env, scenario=main)))
    yield rate(f"env (wrapped), {main}", agents_run(partial(face.env, scenario=main)))
    yield rate("copies of a game", copy_run(known, main), "copies/s")
    yield rate("Game.clone(reseed)", clone_run(known, main), "copies/s")
    for scenario, games in plan.lengths.items():
        yield from games_measured(known, scenario, games)
    yield from bytes_measured(known, main)
    for empty in (False, True) if cold else (False,):
        yield first_decision(known, main, empty)
    for name, make, unit, note in PEERS if peers else ():
        try:
            yield measured(name, make(), seconds, repeats, unit, note=note)
        except Missing as missing:
            yield Measure(name, float("nan"), unit, note=f"not installed: {missing}")


def comparison(found: list[Measure], scenario: str, target: int) -> str | None:
    """`vec_env` beside OpenSpiel's chess, when both were measured."""
    by_name = {measure.name: measure.value for measure in found}
    ours, theirs = by_name.get(f"vec_env, {scenario}"), by_name.get(PEERS[0][0], float("nan"))
    if ours is None or not theirs > 0:
        return None
    times = f"{ours / theirs:.1f} times as many decisions a second as OpenSpiel chess (target: {target})"
    return f"vec_env plays {times} on {scenario}."


def as_table(found: list[Measure]) -> Table:
    """What was measured, for people."""
    table = Table(title=f"{platform.processor() or platform.machine()}, Python {platform.python_version()}, one thread")
    table.add_column("what")
    for heading in ("median", "least-greatest", "target"):
        table.add_column(heading, justify="right")
    table.add_column("", style="dim")
    for measure in found:
        spread = ""
        if measure.least is not None and measure.greatest is not None:
            spread = f"{_number(measure.least)}-{_number(measure.greatest)}"
        value = "-" if measure.value != measure.value else f"{_number(measure.value)} {measure.unit}"
        table.add_row(measure.name, value, spread, measure.target, measure.note)
    return table


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def as_json_lines(found: list[Measure]) -> str:
    """What was measured, for programs: one JSON object a line, with the versions it was measured with."""
    versions = {"python": platform.python_version(), "machine": platform.machine()}
    for package in ("aw_env", "numpy", "numba", "pettingzoo", "open_spiel", "catanatron"):
        try:
            versions[package] = version(package)
        except PackageNotFoundError:
            continue
    lines = []
    for measure in found:
        row = {key: None if value != value else value for key, value in asdict(measure).items()}
        lines.append(json.dumps({**row, "versions": versions}))
    return "\n".join(lines) + "\n"


def _seconds(text: str) -> float:
    seconds = float(text)
    if not 0 < seconds <= MOST_SECONDS:  # nor is a number that is none
        raise argparse.ArgumentTypeError(f"{text}: more than 0, and at most {MOST_SECONDS}")
    return seconds


def _repeats(text: str) -> int:
    repeats = int(text)
    if not 1 <= repeats <= MOST_REPEATS:
        raise argparse.ArgumentTypeError(f"{text}: from 1 to {MOST_REPEATS}")
    return repeats


def main(arguments: Sequence[str] = ()) -> None:
    """Measure, print a table, and write JSON lines where asked.  arguments: as on the command line."""
    parser = argparse.ArgumentParser(prog="aw-env bench", description=__doc__.splitlines()[0])
    parser.add_argument("--game", choices=names(), default=FIRST, help="the game to measure")
    parser.add_argument("--seconds", type=_seconds, default=1.2, help="length of each repeat in seconds")
    parser.add_argument("--repeats", type=_repeats, default=5, help="number of repeats; the table shows their median")
    parser.add_argument("--cold", action="store_true", help="also start once from an empty cache (about half a minute)")
    parser.add_argument("--no-peers", action="store_true", help="skip the other environments")
    parser.add_argument("--json", type=Path, help="also write the results to this file, one JSON object a line")
    chosen = parser.parse_args(list(arguments))
    if chosen.json is not None:
        try:
            check_can_be_written(chosen.json.absolute())
        except OSError as error:
            parser.error(f"argument --json: {in_words(error)}")
    console = Console()
    console.width = max(console.width, WIDTH)
    known, found = named(chosen.game), []
    with console.status("measuring") as status:
        for measure in measures(known, chosen.seconds, chosen.repeats, chosen.cold, not chosen.no_peers):
            found.append(measure)
            status.update(f"measured: {measure.name}")
    console.print(as_table(found))
    for scenario, target in known.measured.chess.items():
        if (sentence := comparison(found, scenario, target)) is not None:
            console.print(sentence)
    if chosen.json is not None:
        write_file(chosen.json, as_json_lines(found))
