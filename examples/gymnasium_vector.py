"""Masked advantage actor-critic over `gymnasium.make_vec`: 256 games in one batch, one seat of each, `random` opposite.

The vector environment, its spaces and the masks in `infos["action_mask"]` are Gymnasium's.  Its autoreset mode is
SAME_STEP: where a game ends, `observations` are already those of the next game, and `infos["final_obs"]` and
`infos["final_info"]` describe the one that ended.

    python examples/gymnasium_vector.py --help
"""

import argparse
import time

import gymnasium
import numpy as np
import torch
from points import points, report
from torch import nn
from torch.distributions import Categorical

from aw_env import admirals_war_v0


class Network(nn.Module):
    """A policy and a value from an observation."""

    def __init__(self, columns: int, hidden: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(columns, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU())
        self.policy = nn.Linear(hidden, admirals_war_v0.n_actions)
        self.value = nn.Linear(hidden, 1)
        nn.init.orthogonal_(self.policy.weight, 0.01)  # at first every legal action is about as likely

    def forward(self, observations: np.ndarray, masks: np.ndarray) -> tuple[Categorical, torch.Tensor]:
        """The distribution over the legal actions, and the values `(k,)`."""
        hidden = self.body(torch.as_tensor(observations))
        logits = self.policy(hidden).masked_fill(torch.as_tensor(masks) == 0, -torch.inf)
        return Categorical(logits=logits, validate_args=False), self.value(hidden).squeeze(-1)


def main() -> None:
    """Train, and say how fast and how well."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenario", default="engagement")
    parser.add_argument("--opponent", default="random", help="random, scripted or the folder of a trained agent")
    parser.add_argument("--steps", type=int, default=600_000, help="decisions of the learner")
    parser.add_argument("--games", type=int, default=256, help="games at once")
    parser.add_argument("--rollout", type=int, default=16, help="decisions in each game between two updates")
    parser.add_argument("--learning-rate", type=float, default=1e-3)
    parser.add_argument("--entropy", type=float, default=0.01)
    parser.add_argument("--hidden", type=int, default=128)
    parser.add_argument("--evaluation", type=int, default=1000, help="games against random from each side")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()

    torch.manual_seed(given.seed)
    torch.set_num_threads(1)
    games = gymnasium.make_vec(
        "aw_env:aw_env/AdmiralsWar-v0",
        given.games,
        "vector_entry_point",
        scenario=given.scenario,
        opponent=given.opponent,
    )
    network = Network(len(admirals_war_v0.observation_columns()), given.hidden)
    optimizer = torch.optim.Adam(network.parameters(), lr=given.learning_rate)
    observations, infos = games.reset(seed=given.seed)

    @torch.no_grad()
    def act(observed: np.ndarray, legal: np.ndarray) -> np.ndarray:
        return network(observed, legal)[0].logits.argmax(-1).numpy()

    before = points(act, given.evaluation, given.seed, given.scenario)

    updates = max(1, given.steps // (given.rollout * given.games))
    results: list[int] = []
    begun = time.perf_counter()
    for update in range(updates):
        log_probabilities, entropies, values, rewards, going_on = [], [], [], [], []
        for _ in range(given.rollout):
            distribution, value = network(observations, infos["action_mask"])
            action = distribution.sample()
            observations, reward, terminations, truncations, infos = games.step(action.numpy())
            log_probabilities.append(distribution.log_prob(action))
            entropies.append(-(distribution.probs * distribution.logits.clamp(min=-1e9)).sum(-1))
            values.append(value)
            rewards.append(torch.as_tensor(reward, dtype=torch.float32))
            going_on.append(torch.as_tensor(~(terminations | truncations), dtype=torch.float32))
            if "final_info" in infos:  # the results of the games that ended, 1, 0 or -1 for the learner
                final = infos["final_info"]
                results += final["result"][final["_result"]].tolist()

        # What each decision brought: rewards up to the end of the game or of the rollout, then what is expected.
        # (Without max_decisions no game is truncated; else the value of infos["final_obs"] would follow there.)
        with torch.no_grad():
            following = network(observations, infos["action_mask"])[1]
        returns: list[torch.Tensor] = []
        for reward, goes_on in zip(reversed(rewards), reversed(going_on), strict=True):
            following = reward + goes_on * following
            returns.insert(0, following)

        advantages = torch.stack(returns) - torch.stack(values)
        policy_loss = -(torch.stack(log_probabilities) * advantages.detach()).mean()
        loss = policy_loss + 0.5 * advantages.square().mean() - given.entropy * torch.stack(entropies).mean()
        optimizer.param_groups[0]["lr"] = given.learning_rate * (1 - update / updates)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 0.5)
        optimizer.step()
        if (update + 1) % max(1, updates // 10) == 0 and results:
            print(f"update {update + 1} of {updates}: {(np.mean(results) + 1) / 2:.3f} points a game", flush=True)
            results = []
    seconds = time.perf_counter() - begun
    games.close()

    after = points(act, given.evaluation, given.seed, given.scenario)
    report(updates * given.rollout * given.games, seconds, before, after)


if __name__ == "__main__":
    main()
