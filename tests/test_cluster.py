"""Matches on a Ray cluster: the same games as alone, whichever node dies."""

import sys
import time

import numpy as np
import pytest

from aw_agents.arena import round_robin
from aw_agents.arena.addresses import hosts_at
from aw_agents.arena.hosts import MatchTask, play_all
from aw_agents.ladder import Ladder, play
from aw_agents.ladder.file import Settings
from aw_agents.ladder.replays import Replays
from aw_agents.tournament.entering import begin
from aw_agents.tournament.pairing import Pairing
from aw_agents.tournament.settings import Tournament
from aw_agents.training import experiment
from aw_env.games.admirals_war.game import ruleset
from train import begun

ray = pytest.importorskip("ray")
pytestmark = pytest.mark.slow

PLAYERS = ["random", "scripted", "search:2"]


@pytest.fixture(scope="module")
def cluster():
    """A local cluster of three nodes of one core, of which one is added when it is needed."""
    from ray.cluster_utils import Cluster

    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    made.add_node(num_cpus=1)
    yield made
    made.shutdown()


@pytest.fixture
def nodes(cluster):
    """The cluster with all its nodes; `lost` may be taken away."""
    cluster.lost = cluster.add_node(num_cpus=1)
    yield cluster
    ray.shutdown()
    if cluster.lost in cluster.list_all_nodes():
        cluster.remove_node(cluster.lost)


def all_ready(hosts):
    """The hosts, when there is one on each of the three nodes."""
    until(lambda: hosts.free == 3)
    return hosts


def until(happened):
    """Wait for something; AssertionError after two minutes."""
    end = time.monotonic() + 120
    while not happened():
        assert time.monotonic() < end
        time.sleep(0.1)


class Losing:
    """Hosts of which a node is lost once so many matches are over, while each plays one; None: none is lost."""

    def __init__(self, hosts, nodes, after):
        self.hosts, self.nodes, self.after = all_ready(hosts), nodes, after
        self.begun = 0

    @property
    def free(self):
        return self.hosts.free

    def submit(self, task):
        self.begun += 1
        self.hosts.submit(task)

    def next(self):
        if self.after is not None and self.begun > self.after and not self.hosts.free:
            self.nodes.remove_node(self.nodes.lost, allow_graceful=False)
            self.after = None
            until(lambda: sum(node["Alive"] for node in ray.nodes()) == 2)
            time.sleep(2)  # its processes may live a little longer than it
        return self.hosts.next()


@pytest.mark.parametrize("after", [None, 3])
def test_the_arena_is_the_same_as_alone(nodes, after):
    alone = round_robin(PLAYERS, "engagement", 40, seed=5)
    with hosts_at(nodes.address, ruleset("engagement")) as hosts:
        there = round_robin(PLAYERS, "engagement", 40, 5, hosts=Losing(hosts, nodes, after))
        assert (hosts.begun_anew > 0) == (after is not None)
    assert there.standings == alone.standings and np.array_equal(there.points, alone.points, equal_nan=True)


@pytest.mark.parametrize("after", [None, 20])
def test_the_ladder_is_the_same_as_alone(nodes, tmp_path, after):
    ladders = []
    for name in ("alone", "there"):
        ladder = Ladder.begin(tmp_path / name, Settings("engagement", seed=4))
        ladder.add(PLAYERS)
        ladders.append(ladder)
    play(ladders[0], 64)
    with hosts_at(nodes.address, ladders[1].rules) as hosts:
        play(ladders[1], 64, Losing(hosts, nodes, after))
        assert (hosts.begun_anew > 0) == (after is not None)
    assert len(ladders[0].played()) == 64 and ladders[0].played() == ladders[1].played()


IMITATION = """
name = "together"
scenario = "engagement"
algorithm = "imitation"

[dagger]
decisions = 3000
envs = 32
rollout = 16
hidden = [32, 16]
features = 8
teacher = "tuned"
against_scripted = 0.5
"""
SEARCHING = """
name = "together"
scenario = "engagement"
algorithm = "expert_iteration"

[expert]
start = "engagement"
decisions = 3000
envs = 16
rollout = 16
memory = 2
rollouts = 4
candidates = 3
"""


OF_PPO = """
[learning]
steps = 4096
envs = 24
batches = 8
rollout = 64
minibatch = 128
overlap = {overlap}
{more}
[pool]
random = 0.2
scripted = 0.4
selves = 0.4
snapshot_every = 512
priority = 1
"""
OVERLAPPING = OF_PPO.format(overlap="true", more="hidden = [32, 16]")
BY_TURNS = OF_PPO.format(overlap="false", more='start = "pacific"\ncredit = "turns"')
PLAYING = f'name = "together"\nscenario = "engagement"\nalgorithm = "ppo"\n{OVERLAPPING}'
COMPARING = f'name = "together"\nscenario = "pacific"\nalgorithm = "candidate_ppo"\n{BY_TURNS}'


@pytest.mark.parametrize("after", [None, 11])
@pytest.mark.parametrize(
    "text", [IMITATION, SEARCHING, PLAYING, COMPARING], ids=["imitation", "expert_iteration", "ppo", "candidate_ppo"]
)
def test_a_trainer_learns_the_same_as_alone(nodes, tmp_path, text, after):
    """Round by round the same decisions, hence the same weights, also when a node dies in the middle of a round."""
    (tmp_path / "together.toml").write_text(text)
    wanted, weights = experiment.read(tmp_path / "together.toml"), []
    for name, address in (("alone", None), ("there", nodes.address)):
        training = begun(wanted, tmp_path / name, resume=False, on=address)
        if address is not None:
            hosts = training.hosts
            training.hosts = Losing(hosts, nodes, after)
        for _ in range(3):
            training._update()
        weights.append(training.player().weights)
        if address is not None:
            assert (hosts.begun_anew > 0) == (after is not None)
        training.close()
    assert all(np.array_equal(weights[0][part], weights[1][part]) for part in weights[0])


def test_other_code_or_another_player_is_one_clear_error(nodes, monkeypatch):
    rules = ruleset("engagement")
    with hosts_at(nodes.address, rules) as hosts, pytest.raises(ValueError, match="no player 'admiral'"):
        play_all(hosts, [MatchTask(0, ("admiral", "random"), 1, 0)])
    from aw_agents.arena import cluster

    ours = cluster.identity(ruleset("engagement"))
    monkeypatch.setattr(cluster, "identity", lambda rules: {**ours, "numba": "0.1"})
    with pytest.raises(ValueError, match=r"differs: numba .* there, 0\.1 here"), hosts_at(nodes.address, rules):
        pass


def test_a_tournament_is_played_on_a_cluster_as_it_is_here(nodes, tmp_path):
    """A program that ends at once loses there, too, and the games that are kept are the same."""
    ends = tmp_path / "ends.py"
    ends.write_text('print(\'{"type": "hello", "protocol": 1, "name": "x"}\', flush=True)\n')
    tournament = Tournament(
        scenario="engagement", entries=["random", "scripted", f"exec:{sys.executable} {ends}"], rounds=2, replays=3
    )
    found = []
    for where in ("here", "there"):
        ladder = begin(tournament, tmp_path / f"{where}.ladder")
        replays = Replays.beside(ladder.path, 3)
        with hosts_at(nodes.address if where == "there" else None, ladder.rules) as hosts:
            play(ladder, None, hosts, plan=Pairing(tournament, ladder), replays=replays)
        failed = [(remark.game, remark.seat, remark.failure) for remark in ladder.remarks()]
        found.append((ladder.played(), failed, [replays.file(number).read_text() for number in replays.numbers()]))
    assert found[0] == found[1] and sum(failure is not None for *_, failure in found[0][1]) == 8


def test_no_cluster_is_one_clear_error():
    with pytest.raises(ValueError, match="no Ray cluster at '127.0.0.1:1'"), hosts_at("127.0.0.1:1", ruleset("midway")):
        pass
