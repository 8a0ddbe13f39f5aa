"""Self-play by masked PPO in one file, in the manner of CleanRL, over the batch of `admirals_war_v0.vec_env`.

One network plays both sides.  All games run in one array, and in each of them one side is to act, often many times in a
row.  So the decisions of both sides form one stream, and the network's value of a position is that for the side to act.

The change of sign.  The game is zero-sum: what is worth v to one side is worth -v to the other.  Going back through
the stream, a value or an advantage changes its sign between two decisions that belong to different sides.  And a reward
that comes while the other side decides is not lost: the reward of a step counts for the side that acted, and reaches
the other side's earlier decisions by the same change of sign.

    python examples/cleanrl_self_play.py --help
"""

import argparse
import time

import numpy as np
import torch
from points import points, report
from torch import nn
from torch.distributions import Categorical

from aw_env import admirals_war_v0


class Network(nn.Module):
    """A policy and a value from an observation, for the side that it was made for."""

    def __init__(self, columns: int, hidden: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(columns, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU())
        self.policy = nn.Linear(hidden, admirals_war_v0.n_actions)
        self.value = nn.Linear(hidden, 1)
        nn.init.orthogonal_(self.policy.weight, 0.01)  # at first every legal action is about as likely

    def forward(self, observations: torch.Tensor, masks: torch.Tensor) -> tuple[Categorical, torch.Tensor]:
        """The distribution over the legal actions, and the values `(k,)`."""
        hidden = self.body(observations)
        logits = self.policy(hidden).masked_fill(masks == 0, -torch.inf)
        return Categorical(logits=logits, validate_args=False), self.value(hidden).squeeze(-1)


def entropy(distribution: Categorical) -> torch.Tensor:
    """Its entropy; an illegal action, of probability 0, adds nothing."""
    return -(distribution.probs * distribution.logits.clamp(min=-1e9)).sum(-1)


def advantages_of(
    rewards: torch.Tensor,
    values: torch.Tensor,
    seats: torch.Tensor,
    ended: torch.Tensor,
    last_values: torch.Tensor,
    last_seats: torch.Tensor,
    gamma: float,
    gae_lambda: float,
) -> torch.Tensor:
    """Generalised advantages `(steps, games)`, each from the point of view of the side that chose.

    rewards: of the side that chose in the step.  values: of the position, for that side.  seats: which side it was.
    ended: whether the game ended by the step.  last_values, last_seats: of the positions after the last step.
    """
    advantages = torch.zeros_like(rewards)
    following = torch.zeros_like(last_values)
    for step in reversed(range(len(rewards))):
        next_values = values[step + 1] if step + 1 < len(rewards) else last_values
        next_seats = seats[step + 1] if step + 1 < len(rewards) else last_seats
        sign = torch.where(seats[step] == next_seats, 1.0, -1.0)  # zero-sum: the other side's gain is this one's loss
        goes_on = 1.0 - ended[step].float()  # nothing is carried over from the next game
        surprise = rewards[step] + gamma * goes_on * sign * next_values - values[step]
        following = surprise + gamma * gae_lambda * goes_on * sign * following
        advantages[step] = following
    return advantages


def main() -> None:
    """Train, and say how fast and how well."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenario", default="engagement")
    parser.add_argument("--steps", type=int, default=600_000, help="decisions to learn from, of both sides together")
    parser.add_argument("--games", type=int, default=128, help="games at once")
    parser.add_argument("--rollout", type=int, default=64, help="decisions in each game between two updates")
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--minibatches", type=int, default=4)
    parser.add_argument("--learning-rate", type=float, default=1e-3)
    parser.add_argument("--gamma", type=float, default=1.0)
    parser.add_argument("--gae-lambda", type=float, default=0.95)
    parser.add_argument("--clip", type=float, default=0.2)
    parser.add_argument("--entropy", type=float, default=0.01)
    parser.add_argument("--value-weight", type=float, default=0.5)
    parser.add_argument("--max-grad-norm", type=float, default=0.5)
    parser.add_argument("--hidden", type=int, default=128)
    parser.add_argument("--threads", type=int, default=1, help="threads of PyTorch")
    parser.add_argument("--evaluation", type=int, default=1000, help="games against random from each side")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()

    torch.manual_seed(given.seed)
    torch.set_num_threads(given.threads)
    games = admirals_war_v0.vec_env(given.games, given.scenario, seed=given.seed, dtype="float32")
    columns = games.observations.shape[1]
    network = Network(columns, given.hidden)
    optimizer = torch.optim.Adam(network.parameters(), lr=given.learning_rate, eps=1e-5)

    shape = (given.rollout, given.games)
    observations = torch.zeros(*shape, columns)
    masks = torch.zeros(*shape, admirals_war_v0.n_actions, dtype=torch.int8)
    actions = torch.zeros(shape, dtype=torch.int64)
    log_probabilities, rewards, values = torch.zeros(shape), torch.zeros(shape), torch.zeros(shape)
    seats, ended = torch.zeros(shape, dtype=torch.int64), torch.zeros(shape, dtype=torch.bool)

    @torch.no_grad()
    def act(observed: np.ndarray, legal: np.ndarray) -> np.ndarray:
        return network(torch.as_tensor(observed), torch.as_tensor(legal))[0].logits.argmax(-1).numpy()

    before = points(act, given.evaluation, given.seed, given.scenario)

    updates = max(1, given.steps // (given.rollout * given.games))
    begun = time.perf_counter()
    for update in range(updates):
        optimizer.param_groups[0]["lr"] = given.learning_rate * (1 - update / updates)

        # Play: the arrays of the batch are rewritten in place, so they are copied.
        for step in range(given.rollout):
            observations[step] = torch.tensor(games.observations)
            masks[step] = torch.tensor(games.action_masks)
            seats[step] = torch.tensor(games.seats)
            with torch.no_grad():
                distribution, values[step] = network(observations[step], masks[step])
            actions[step] = distribution.sample()
            log_probabilities[step] = distribution.log_prob(actions[step])
            earned, over = games.step(actions[step].numpy())
            rewards[step] = torch.as_tensor(earned).gather(1, seats[step, :, None]).squeeze(1)  # of the side that chose
            ended[step] = torch.as_tensor(over)

        with torch.no_grad():
            _, last_values = network(torch.tensor(games.observations), torch.tensor(games.action_masks))
        last_seats = torch.tensor(games.seats)
        advantages = advantages_of(
            rewards, values, seats, ended, last_values, last_seats, given.gamma, given.gae_lambda
        )
        returns = advantages + values

        # Learn: every decision is seen once an epoch, whichever side it was of.
        seen = [kept.flatten(0, 1) for kept in (observations, masks, actions, log_probabilities, advantages, returns)]
        for _ in range(given.epochs):
            for chosen in torch.randperm(given.rollout * given.games).chunk(given.minibatches):
                observed, legal, taken, old, advantage, target = (kept[chosen] for kept in seen)
                advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
                distribution, value = network(observed, legal)
                ratio = (distribution.log_prob(taken) - old).exp()
                clipped = ratio.clamp(1 - given.clip, 1 + given.clip)
                policy_loss = -torch.min(ratio * advantage, clipped * advantage).mean()
                value_loss = (value - target).square().mean()
                loss = policy_loss + given.value_weight * value_loss - given.entropy * entropy(distribution).mean()
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(network.parameters(), given.max_grad_norm)
                optimizer.step()
        if (update + 1) % max(1, updates // 10) == 0:
            print(f"update {update + 1} of {updates}: policy {policy_loss:.3f}, value {value_loss:.3f}", flush=True)
    seconds = time.perf_counter() - begun

    after = points(act, given.evaluation, given.seed, given.scenario)
    report(updates * given.rollout * given.games, seconds, before, after)


if __name__ == "__main__":
    main()
