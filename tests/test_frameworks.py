"""Frameworks that wrap the PettingZoo environment take it unchanged (the scripts in `examples/` train with them)."""

import numpy as np
import pytest

from aw_env import admirals_war_v0

GAMES = [("engagement", 2), ("campaign", 4)]
"""Scenarios with their numbers of players."""


@pytest.mark.slow
@pytest.mark.parametrize("scenario, players", GAMES)
@pytest.mark.filterwarnings("ignore:PettingZoo in TorchRL is tested")
def test_torchrl_wraps_it_and_asks_only_for_legal_actions(scenario, players):
    pettingzoo = pytest.importorskip("torchrl.envs.libs.pettingzoo")
    from torchrl.envs.utils import check_env_specs

    env = pettingzoo.PettingZooWrapper(admirals_war_v0.env(scenario=scenario, players=players), use_mask=True)
    check_env_specs(env)
    played = env.rollout(40)
    asked = sum(played[agent, "mask"].int() for agent in env.possible_agents)
    assert (asked == 1).all()
    for agent in env.possible_agents:
        mine = played[agent][played[agent, "mask"]]
        assert mine["action_mask"][np.arange(len(mine)), mine["action"]].all()
        assert set(mine["info"].keys()) == {"turn", "phase", "decision", "subject"}


@pytest.mark.slow
@pytest.mark.parametrize("scenario, players", GAMES)
def test_tianshou_wraps_it(scenario, players):
    env_module = pytest.importorskip("tianshou.env")
    from tianshou.algorithm.multiagent.marl import MultiAgentOffPolicyAlgorithm
    from tianshou.algorithm.random import MARLRandomDiscreteMaskedOffPolicyAlgorithm
    from tianshou.data import Collector

    def make():
        return env_module.PettingZooEnv(admirals_war_v0.env(scenario=scenario, players=players))

    env, games = make(), env_module.DummyVectorEnv([make] * 2)
    players_at_random = [MARLRandomDiscreteMaskedOffPolicyAlgorithm(action_space=env.action_space) for _ in env.agents]
    both = MultiAgentOffPolicyAlgorithm(algorithms=players_at_random, env=env)
    collector = Collector(both, games)
    collector.reset()
    stats = collector.collect(n_step=200)
    assert stats.n_collected_steps == 200
    played, _ = collector.buffer.sample(0)  # everything
    assert played.obs.mask[np.arange(len(played)), played.act].all() and played.rew.shape == (200, players)
    assert set(played.info.keys()) >= {"turn", "phase", "decision", "subject"}
