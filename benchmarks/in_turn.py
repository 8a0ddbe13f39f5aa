"""Measure two checkouts in turn, by processor time: is this one as fast as the other?

    python -m benchmarks.in_turn --other ../before --runs 40
    python -m benchmarks.in_turn --peer chess --busy         # against OpenSpiel's chess, the other cores kept busy
    python -m benchmarks.in_turn --peer chess --only "War at Sea"
    python -m benchmarks.in_turn --peer few                  # 1,024 games against 64
    python -m benchmarks.in_turn --peer standard             # all optional rules that go together against none

Each side is a separate process that stays warm; a run is a fixed number of decisions, and changes in the machine's
speed affect both sides alike.  Every few runs both processes are restarted, because a process's place in memory changes
its speed by some per cent.  The table gives the median ratio of paired runs, and its 95 % interval by resampling
processes and runs.
"""

import argparse
import multiprocessing
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table
from tqdm import tqdm

from aw_env.core.streams import replace_unknown_letters

WORKER = """
import sys, time
from importlib import import_module
import numpy as np

def vec(scenario, num_envs, steps, every_rule=False, game="admirals_war_v0"):
    face = import_module("aw_env." + game)
    options = {}
    if every_rule:
        from aw_env.games.admirals_war.records.terms import OptionalRule
        options["options"] = [rule.name.lower() for rule in OptionalRule if rule.name != "ITALIAN_NAVAL_BUILDUP_2"]
    games = face.vec_env(num_envs, scenario, seed=0, num_threads=1, **options)
    def run():
        for _ in range(steps):
            games.step(games.random_actions())
        return steps * num_envs
    return run

def raw(scenario, games):
    from aw_env import admirals_war_v0
    env, draws, seeds = admirals_war_v0.raw_env(scenario), np.random.default_rng(0), iter(range(1, 10**9))
    def run():
        decisions = 0
        for _ in range(games):
            env.reset(seed=next(seeds))
            for _ in env.agent_iter():
                observation, _, termination, truncation, _ = env.last()
                if termination or truncation:
                    env.step(None)
                    continue
                legal = np.flatnonzero(observation["action_mask"])
                env.step(int(legal[draws.integers(len(legal))]))
                decisions += 1
        return decisions
    return run

def chess(games):
    try:
        from aw_env.cli.bench import openspiel_chess
    except ImportError:
        from aw_env.bench import openspiel_chess
    play = openspiel_chess()
    def run():
        return play(time.perf_counter() + 0.3)[0]
    return run

run = eval(sys.argv[1])
run()
print("ready", flush=True)
for _ in sys.stdin:
    begun = time.process_time()
    done = run()
    print(done / (time.process_time() - begun), flush=True)
"""
EVERY_RULE = "vec('campaign', 64, 2500, every_rule=True)"
WORKLOADS = {
    "vec_env, Midway, 64 games": "vec('midway', 64, 4000)",
    "vec_env, Midway, 1,024 games": "vec('midway', 1024, 250)",
    "vec_env, campaign, 64 games": "vec('campaign', 64, 2500)",
    "raw_env, Midway": "raw('midway', 200)",
    "vec_env, campaign with every rule, 64 games": EVERY_RULE,
    "vec_env, War at Sea, 64 games": "vec('war_at_sea', 64, 4000, game='war_at_sea_v0')",
    "vec_env, Naval Miniatures, 64 games": "vec('standard', 64, 4000, game='naval_miniatures_v0')",
    "vec_env, A World at War, raiders, 64 games": "vec('raiders', 64, 4000, game='world_at_war_v0')",
    "vec_env, A World at War, night_express, 64 games": "vec('night_express', 64, 4000, game='world_at_war_v0')",
    "vec_env, A World at War, mediterranean, 64 games": "vec('mediterranean', 64, 400, game='world_at_war_v0')",
}
CHESS = "chess(30)"
STANDARD = "vec_env, campaign, 64 games"
FEW, MANY = "vec_env, Midway, 64 games", "vec_env, Midway, 1,024 games"
RUNS_A_PROCESS = 5


class Side:
    """A warm process that measures one workload in one checkout."""

    def __init__(self, checkout: Path, workload: str) -> None:
        environment = {**os.environ, "PYTHONPATH": f"{checkout}{os.pathsep}{checkout / 'agents'}"}
        self.process = subprocess.Popen(
            [sys.executable, "-c", WORKER, workload],
            cwd=checkout, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert self.process.stdin is not None and self.process.stdout is not None, "both are pipes"
        self.tell, self.hear = self.process.stdin, self.process.stdout
        if self.hear.readline().strip() != "ready":
            raise SystemExit(f"{checkout}: {workload} did not start")

    def measure(self) -> float:
        """Decisions a second of processor time, of one run."""
        self.tell.write("run\n")
        self.tell.flush()
        return float(self.hear.readline())

    def close(self) -> None:
        """End the process."""
        self.tell.close()
        self.process.wait()


def in_turn(one: tuple[Path, str], other: tuple[Path, str], runs: int) -> tuple[np.ndarray, np.ndarray]:
    """Rates of both, float `(processes, RUNS_A_PROCESS)`; which of them goes first changes."""
    rates = np.zeros((2, max(1, runs // RUNS_A_PROCESS), RUNS_A_PROCESS))
    bar = tqdm(total=rates[0].size, leave=False)
    for process in range(rates.shape[1]):
        sides = Side(*one), Side(*other)
        for run in range(RUNS_A_PROCESS):
            for side in (0, 1) if (process + run) % 2 == 0 else (1, 0):
                rates[side, process, run] = sides[side].measure()
            bar.update()
        for worker in sides:
            worker.close()
    return rates[0], rates[1]


def interval(ratios: np.ndarray) -> tuple[float, float, float]:
    """Median, and the 95 % interval of the median by resampling processes, and runs in each."""
    draws = np.random.default_rng(0)
    processes, runs = ratios.shape
    medians = []
    for _ in range(10_000):
        drawn = ratios[draws.integers(processes, size=processes)]
        medians.append(np.median(np.take_along_axis(drawn, draws.integers(runs, size=drawn.shape), axis=1)))
    low, high = np.quantile(medians, (0.025, 0.975))
    return float(np.median(ratios)), float(low), float(high)


def spin() -> None:
    """Keep a core busy."""
    while True:
        np.random.default_rng(0).random(100_000).sort()


def main() -> None:
    """Measure and print a table."""
    replace_unknown_letters()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    against = parser.add_mutually_exclusive_group(required=True)
    against.add_argument("--other", type=Path, help="the folder of another checkout")
    against.add_argument(
        "--peer",
        choices=["chess", "few", "standard"],
        help="OpenSpiel's chess, with numpy observer and mask; 64 games here; or the standard game here, for one with "
        "the optional rules",
    )
    parser.add_argument("--runs", type=int, default=40)
    parser.add_argument("--only", help="only workloads whose name contains this")
    parser.add_argument("--busy", action="store_true", help="keep a second core busy during the runs")
    given = parser.parse_args()
    here = Path(__file__).resolve().parent.parent
    busy = multiprocessing.Process(target=spin, daemon=True)
    if given.busy:
        busy.start()
    table = Table("workload", "here, decisions/s", "there", "ratio", "95 %")
    for name, workload in WORKLOADS.items():
        alone = {"few": MANY, "standard": STANDARD}.get(given.peer, name)
        if (given.only and given.only not in name) or name != alone:
            continue
        if given.peer == "standard":
            there, name, workload = (here, workload), "all optional rules, campaign, 64 games", EVERY_RULE
        elif given.peer:
            there = here, CHESS if given.peer == "chess" else WORKLOADS[FEW]
        else:
            there = given.other.resolve(), workload
        ours, theirs = in_turn((here, workload), there, given.runs)
        median, low, high = interval(ours / theirs)
        rates = (f"{np.median(ours):,.0f}", f"{np.median(theirs):,.0f}")
        table.add_row(name, *rates, f"{median:.3f}", f"{low:.3f} to {high:.3f}")
    Console(width=110).print(table)


if __name__ == "__main__":
    main()
