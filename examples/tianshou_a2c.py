"""Tianshou: advantage actor-critic over `admirals_war_v0.tianshou_vec_env`, 512 games in one batch, one seat of each,
`random` opposite.

The loop is that of Tianshou's own trainer without its search of the whole buffer for NaNs.

    python examples/tianshou_a2c.py --help
"""

import argparse
import time

import numpy as np
import torch
from choice import Choice
from points import points, report
from tianshou.algorithm import A2C
from tianshou.algorithm.modelfree.reinforce import DiscreteActorPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory, LRSchedulerFactoryLinear
from tianshou.data import Batch, Collector, VectorReplayBuffer
from tianshou.utils.torch_utils import policy_within_training_step
from torch import nn

from aw_env import admirals_war_v0


def layers(columns: int, outputs: int, hidden: int) -> nn.Module:
    """From an observation to so many numbers."""
    last = nn.Linear(hidden, outputs)
    nn.init.orthogonal_(last.weight, 0.01)  # at first every legal action is about as likely
    return nn.Sequential(nn.Linear(columns, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU(), last)


class Actor(nn.Module):
    """Logits of the actions, of which only legal ones can be chosen."""

    def __init__(self, columns: int, hidden: int) -> None:
        super().__init__()
        self.layers = layers(columns, admirals_war_v0.n_actions, hidden)

    def forward(self, obs: Batch, state: object = None, info: object = None) -> tuple[torch.Tensor, object]:
        """Logits `(k, n_actions)`, and the state as it was."""
        return self.layers(torch.as_tensor(obs.obs)).masked_fill(~torch.as_tensor(obs.mask), -torch.inf), state


class Critic(nn.Module):
    """What a position is worth."""

    def __init__(self, columns: int, hidden: int) -> None:
        super().__init__()
        self.layers = layers(columns, 1, hidden)

    def forward(self, obs: Batch) -> torch.Tensor:
        """Values `(k, 1)`."""
        return self.layers(torch.as_tensor(obs.obs))


def main() -> None:
    """Train, and say how fast and how well."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenario", default="engagement")
    parser.add_argument("--opponent", default="random", help="random, scripted or the folder of a trained agent")
    parser.add_argument("--steps", type=int, default=400_000, help="decisions of the learner")
    parser.add_argument("--games", type=int, default=512, help="games at once")
    parser.add_argument("--rollout", type=int, default=8, help="decisions in each game between two updates")
    parser.add_argument("--minibatches", type=int, default=2)
    parser.add_argument("--learning-rate", type=float, default=1e-3)
    parser.add_argument("--hidden", type=int, default=64, help="of the policy; half as many of the value")
    parser.add_argument("--evaluation", type=int, default=1000, help="games against random from each side")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()

    np.random.seed(given.seed)  # Tianshou draws from it
    torch.manual_seed(given.seed)
    torch.set_num_threads(1)
    games = admirals_war_v0.tianshou_vec_env(given.games, given.opponent, scenario=given.scenario, seed=given.seed)
    columns = games.observation_space[0]["obs"].shape[0]
    actor = Actor(columns, given.hidden)
    policy = DiscreteActorPolicy(
        actor=actor,
        dist_fn=Choice,
        action_space=games.action_space[0],
    )
    frames = given.games * given.rollout
    updates = max(1, given.steps // frames)
    algorithm = A2C(
        policy=policy,
        critic=Critic(columns, given.hidden // 2),
        optim=AdamOptimizerFactory(lr=given.learning_rate).with_lr_scheduler_factory(
            LRSchedulerFactoryLinear(1, updates * frames, frames)
        ),
        gamma=1.0,
        gae_lambda=0.95,
        max_grad_norm=0.5,
        ent_coef=0.01,
        max_batchsize=frames // given.minibatches,
    )

    @torch.no_grad()
    def act(observed: np.ndarray, legal: np.ndarray) -> np.ndarray:
        return actor(Batch(obs=observed, mask=legal != 0))[0].argmax(-1).numpy()

    before = points(act, given.evaluation, given.seed, given.scenario)

    collector = Collector(algorithm, games, VectorReplayBuffer(frames, given.games))
    collector.reset()
    begun = time.perf_counter()
    for update in range(updates):
        with policy_within_training_step(policy):
            played = collector.collect(n_step=frames)
            algorithm.update(collector.buffer, batch_size=frames // given.minibatches, repeat=1)
        collector.reset_buffer(keep_statistics=True)
        if (update + 1) % max(1, updates // 10) == 0:
            print(f"update {update + 1} of {updates}: {(played.returns.mean() + 1) / 2:.3f} points a game", flush=True)
    seconds = time.perf_counter() - begun

    after = points(act, given.evaluation, given.seed, given.scenario)
    report(updates * frames, seconds, before, after)


if __name__ == "__main__":
    main()
