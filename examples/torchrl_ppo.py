"""TorchRL: clipped PPO over `admirals_war_v0.torchrl_env`, 256 games in one batch, one seat of each, `random` opposite.

The environment has a row for each game, and each row is the trajectory of one seat, so the collector and the value
estimators can use it unchanged.  Policy and value share a body, and the policy masks its own logits with the
environment's `action_mask`.

    python examples/torchrl_ppo.py --help
"""

import argparse
import time

import numpy as np
import torch
from choice import Choice
from points import points, report
from tensordict.nn import InteractionType, TensorDictModule
from torch import nn
from torchrl.collectors import Collector
from torchrl.modules import ActorValueOperator, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

from aw_env import admirals_war_v0


class LegalLogits(nn.Module):
    """From a hidden layer to the logits of the actions, of which only legal ones can be chosen."""

    def __init__(self, hidden: int) -> None:
        super().__init__()
        self.linear = nn.Linear(hidden, admirals_war_v0.n_actions)
        nn.init.orthogonal_(self.linear.weight, 0.01)  # at first every legal action is about as likely

    def forward(self, hidden: torch.Tensor, legal: torch.Tensor) -> torch.Tensor:
        """Logits `(..., n_actions)`, for masks bool `(..., n_actions)`."""
        return self.linear(hidden).masked_fill(~legal, -torch.inf)


def main() -> None:
    """Train, and say how fast and how well."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenario", default="engagement")
    parser.add_argument("--opponent", default="random", help="random, scripted or the folder of a trained agent")
    parser.add_argument("--steps", type=int, default=400_000, help="decisions of the learner")
    parser.add_argument("--games", type=int, default=256, help="games at once")
    parser.add_argument("--rollout", type=int, default=16, help="decisions in each game between two updates")
    parser.add_argument("--epochs", type=int, default=1)
    parser.add_argument("--minibatches", type=int, default=4)
    parser.add_argument("--learning-rate", type=float, default=1e-3)
    parser.add_argument("--hidden", type=int, default=128)
    parser.add_argument("--evaluation", type=int, default=1000, help="games against random from each side")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()

    torch.manual_seed(given.seed)
    torch.set_num_threads(1)
    env = admirals_war_v0.torchrl_env(given.games, given.opponent, scenario=given.scenario, seed=given.seed)
    columns = env.observation_spec["observation"].shape[-1]
    body = nn.Sequential(nn.Linear(columns, given.hidden), nn.ReLU(), nn.Linear(given.hidden, given.hidden), nn.ReLU())
    policy, value = LegalLogits(given.hidden), nn.Linear(given.hidden, 1)
    player = ActorValueOperator(
        TensorDictModule(body, in_keys=["observation"], out_keys=["hidden"]),
        ProbabilisticActor(
            TensorDictModule(policy, in_keys=["hidden", "action_mask"], out_keys=["logits"]),
            in_keys=["logits"],
            distribution_class=Choice,
            default_interaction_type=InteractionType.RANDOM,
            return_log_prob=True,
        ),
        ValueOperator(value, in_keys=["hidden"]),
    )
    # The loss calls the policy first, and the head of the value then finds the hidden layer that it has left.
    loss_of = ClipPPOLoss(
        player.get_policy_operator(), player.get_value_head(), entropy_coeff=0.01, normalize_advantage=True
    )
    advantage = GAE(gamma=1.0, lmbda=0.95, value_network=None)
    optimizer = torch.optim.Adam(loss_of.parameters(), lr=given.learning_rate)

    frames = given.games * given.rollout
    updates = max(1, given.steps // frames)
    collector = Collector(
        env,
        player,
        frames_per_batch=frames,
        total_frames=updates * frames,
        return_same_td=True,
        auto_register_policy_transforms=False,
    )

    @torch.no_grad()
    def act(observed: np.ndarray, legal: np.ndarray) -> np.ndarray:
        return policy(body(torch.as_tensor(observed)), torch.as_tensor(legal != 0)).argmax(-1).numpy()

    before = points(act, given.evaluation, given.seed, given.scenario)

    begun = time.perf_counter()
    for update, played in enumerate(collector):
        optimizer.param_groups[0]["lr"] = given.learning_rate * (1 - update / updates)

        # The values of all positions but the last of each row are known from playing.  (Without max_decisions no game
        # is truncated; else the value of what was last seen of it would follow there.)
        with torch.no_grad():
            last = value(body(played["next", "observation"][:, -1:]))
        played["next", "state_value"] = torch.cat([played["state_value"][:, 1:], last], 1)
        advantage(played)

        decided = played.exclude("next", "hidden", "logits").flatten()
        for _ in range(given.epochs):
            for chosen in torch.randperm(frames).chunk(given.minibatches):
                losses = loss_of(decided[chosen])
                loss = losses["loss_objective"] + losses["loss_critic"] + losses["loss_entropy"]
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(loss_of.parameters(), 0.5)
                optimizer.step()
        if (update + 1) % max(1, updates // 10) == 0:
            rewards = played["next", "reward"][played["next", "done"]]
            print(f"update {update + 1} of {updates}: {(rewards.mean() + 1) / 2:.3f} points a game", flush=True)
    seconds = time.perf_counter() - begun
    collector.shutdown()

    after = points(act, given.evaluation, given.seed, given.scenario)
    report(updates * frames, seconds, before, after)


if __name__ == "__main__":
    main()
