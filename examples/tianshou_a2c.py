"""Tianshou: deep Q-learning in self-play over `PettingZooEnv`, one network for both sides.

Tianshou keeps the decisions of both agents in one stream and would take the value of a position from whichever agent
is asked next, without a change of sign where that is the other one.  So the horizon of the returns is longer than any
game, and every decision is learned from what its agent earned to the end.

    python examples/tianshou_self_play.py --help
"""

import argparse
import logging
import time

import numpy as np
import torch
from points import points, report
from tianshou.algorithm import DQN
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.multiagent.marl import MultiAgentOffPolicyAlgorithm
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv, PettingZooEnv
from tianshou.trainer import OffPolicyTrainerParams
from torch import nn

from aw_env import admirals_war_v0

LONGER_THAN_A_GAME = 500


class Network(nn.Module):
    """What each action is worth."""

    scale: torch.Tensor

    def __init__(self, hidden: int) -> None:
        super().__init__()
        scale = admirals_war_v0.observation_scale()
        self.register_buffer("scale", torch.as_tensor(scale))
        self.layers = nn.Sequential(
            nn.Linear(len(scale), hidden),
            nn.ReLU(),
            nn.Linear(hidden, hidden),
            nn.ReLU(),
            nn.Linear(hidden, admirals_war_v0.n_actions),
        )

    def forward(self, obs: np.ndarray, state: object = None, info: object = None) -> tuple[torch.Tensor, object]:
        """Values `(k, n_actions)`, and the state as it was."""
        return self.layers(torch.as_tensor(obs, dtype=torch.float32) * self.scale), state


def main() -> None:
    """Train, and say how fast and how well."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenario", default="engagement")
    parser.add_argument("--steps", type=int, default=30_000, help="decisions, of both sides together")
    parser.add_argument("--games", type=int, default=8, help="games at once")
    parser.add_argument("--rollout", type=int, default=1000, help="decisions between two rounds of updates")
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--updates", type=float, default=0.05, help="updates a decision")
    parser.add_argument("--learning-rate", type=float, default=1e-3)
    parser.add_argument("--chance", type=float, default=0.3, help="share of decisions played at random")
    parser.add_argument("--hidden", type=int, default=128)
    parser.add_argument("--evaluation", type=int, default=1000, help="games against random from each side")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()

    logging.getLogger("tianshou").setLevel(logging.ERROR)  # it warns that two agents have two rewards
    np.random.seed(given.seed)  # Tianshou draws from it
    torch.manual_seed(given.seed)
    torch.set_num_threads(1)

    def make() -> PettingZooEnv:
        return PettingZooEnv(admirals_war_v0.env(scenario=given.scenario))

    games = DummyVectorEnv([make] * given.games)
    games.seed(given.seed)
    env = make()
    network = Network(given.hidden)
    policy = DiscreteQLearningPolicy(model=network, action_space=env.action_space, eps_training=given.chance)
    algorithm = DQN(
        policy=policy,
        optim=AdamOptimizerFactory(lr=given.learning_rate),
        gamma=1.0,
        n_step_return_horizon=LONGER_THAN_A_GAME,
        is_double=False,
        huber_loss_delta=1.0,
    )
    both = MultiAgentOffPolicyAlgorithm(algorithms=[algorithm] * len(env.agents), env=env)

    @torch.no_grad()
    def act(observed: np.ndarray, legal: np.ndarray) -> np.ndarray:
        values, _ = network(observed)
        return values.masked_fill(torch.as_tensor(legal) == 0, -torch.inf).argmax(-1).numpy()

    before = points(act, given.evaluation, given.seed, given.scenario)

    buffer = VectorReplayBuffer(given.steps, given.games)
    collector = Collector(both, games, buffer, exploration_noise=True)
    collector.reset()
    begun = time.perf_counter()
    result = both.run_training(
        OffPolicyTrainerParams(
            training_collector=collector,
            max_epochs=1,
            epoch_num_steps=given.steps,
            collection_step_num_env_steps=given.rollout,
            batch_size=given.batch,
            update_step_num_gradient_steps_per_sample=given.updates,
            test_step_num_episodes=0,
            verbose=False,
            show_progress=False,
        )
    )
    seconds = time.perf_counter() - begun

    after = points(act, given.evaluation, given.seed, given.scenario)
    report(result.train_step, seconds, before, after)


if __name__ == "__main__":
    main()
