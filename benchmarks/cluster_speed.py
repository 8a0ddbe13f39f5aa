"""How much faster a cluster plays with more cores: nodes of one core on this machine, beside this process alone.

    python -m benchmarks.cluster_speed --cores 1 2

Shows the staff officer's campaigns a second, as a ladder or the arena plays them, and the decisions a second that a
trainer receives to learn from in the Pacific: watched games of an imitation, and rollouts of a PPO that the shipped
agent plays.  Starting, compiling and learning do not count.
"""

import argparse
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import ray
from ray.cluster_utils import Cluster

from aw_agents.arena.addresses import hosts_at
from aw_agents.arena.hosts import Hosts, MatchTask, play_all
from aw_agents.training import experiment
from aw_env.core.streams import replace_unknown_letters
from aw_env.games.admirals_war.game import ruleset
from train import begun

GAMES = 8
"""Campaigns of a task."""
IMITATION = """
name = "speed"
scenario = "pacific"
algorithm = "imitation"
[dagger]
decisions = 1_000_000
"""
PPO = """
name = "speed"
scenario = "pacific"
algorithm = "candidate_ppo"
[learning]
start = "pacific"
credit = "turns"
steps = 1_000_000
envs = 128
batches = 8
rollout = 64
"""


@contextmanager
def cluster_of(cores: int) -> Iterator[str]:
    """The address of a cluster of so many nodes with one core each."""
    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    for _ in range(cores - 1):
        made.add_node(num_cpus=1)
    try:
        yield made.address
    finally:
        ray.shutdown()
        made.shutdown()


def campaigns(hosts: Hosts, tasks: int) -> int:
    """Play so many tasks of campaigns; returns how many campaigns."""
    play_all(hosts, [MatchTask(k, ("scripted", "scripted"), GAMES, k) for k in range(tasks)])
    return tasks * GAMES


def rate(work: Callable[[], int], rounds: int) -> float:
    """What is done a second, after a first time that does not count."""
    work()
    started = time.perf_counter()
    done = sum(work() for _ in range(rounds))
    return done / (time.perf_counter() - started)


def trained(text: str, address: str | None, cores: int, rounds: int) -> float:
    """Decisions a second that a training of this experiment is given."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "speed.toml"
        path.write_text(text)
        training: Any = begun(experiment.read(path), Path(folder) / "run", resume=False, on=address)
        wait_for(training.hosts, cores)

        def given() -> int:
            return len(training._watch().answers if text is IMITATION else training._play().actions)

        found = rate(given, rounds)
        training.close()
        return found


def wait_for(hosts: Hosts, cores: int) -> None:
    """Until so many are ready."""
    while hosts.free < cores:
        time.sleep(0.1)


def main() -> None:
    """Measure and print."""
    replace_unknown_letters()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cores", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()

    def told(where: str, address: str | None, cores: int) -> None:
        with hosts_at(address, ruleset("campaign")) as hosts:
            wait_for(hosts, cores)
            games = rate(lambda: campaigns(hosts, 8), given.rounds)
        imitation, ppo = (trained(text, address, cores, given.rounds) for text in (IMITATION, PPO))
        print(
            f"{where}: {games:.1f} campaigns/s, {imitation:,.0f} watched and {ppo:,.0f} played decisions/s", flush=True
        )

    told("alone", None, 1)
    for cores in given.cores:
        with cluster_of(cores) as address:
            told(f"{cores} cores", address, cores)


if __name__ == "__main__":
    main()
