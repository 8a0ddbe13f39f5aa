"""TorchRL: clipped PPO in self-play over `PettingZooWrapper(env, use_mask=True)`, one network for both sides.

Both agents are put in one group, so that everything has a dimension for the agent: `("agents", "mask")` says which of
them is asked, `("agents", "action_mask")` what it may answer, and `("agents", "reward")` what each has earned, also
while the other was choosing.

    python examples/torchrl_self_play.py --help
"""

import argparse
import time
import warnings

import numpy as np
import torch
from points import points, report
from tensordict import TensorDict
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.collectors import Collector
from torchrl.envs.libs.pettingzoo import PettingZooWrapper
from torchrl.envs.utils import MarlGroupMapType
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value.functional import reward2go

from aw_env import admirals_war_v0

SEEN, MASK, ACTION = ("agents", "observation", "observation"), ("agents", "action_mask"), ("agents", "action")
LOGITS, LOG_PROB = ("agents", "logits"), ("agents", "action_log_prob")
VALUE, ADVANTAGE, TARGET = ("agents", "state_value"), ("agents", "advantage"), ("agents", "value_target")


class Scaled(nn.Module):
    """Brings each column of the observation to about unit size."""

    scale: torch.Tensor

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("scale", torch.as_tensor(admirals_war_v0.observation_scale()))

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """Observations times the scale."""
        return observations * self.scale


def network(outputs: int, hidden: int) -> nn.Module:
    """From an observation to so many numbers."""
    columns = len(admirals_war_v0.observation_scale())
    last = nn.Linear(hidden, outputs)
    nn.init.orthogonal_(last.weight, 0.01)  # at first every legal action is about as likely
    return nn.Sequential(Scaled(), nn.Linear(columns, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU(), last)


def decisions_of_whole_games(played: TensorDict) -> TensorDict:
    """What the agents decided in the games that have ended, each decision with what its agent earned from it on."""
    ended = played["next", "done"].flatten().nonzero()
    played = played[: int(ended[-1]) + 1] if len(ended) else played[:0]
    agents = played["agents"]
    agents["value_target"] = reward2go(
        played["next", "agents", "reward"], played["next", "agents", "done"], gamma=1.0, time_dim=0
    )
    asked = agents[agents["mask"]]
    return TensorDict({"agents": asked}, batch_size=asked.batch_size)


def main() -> None:
    """Train, and say how fast and how well."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenario", default="engagement")
    parser.add_argument("--steps", type=int, default=30_000, help="decisions, of both sides together")
    parser.add_argument("--rollout", type=int, default=1500, help="decisions between two updates")
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--minibatches", type=int, default=4)
    parser.add_argument("--learning-rate", type=float, default=1e-3)
    parser.add_argument("--hidden", type=int, default=128)
    parser.add_argument("--evaluation", type=int, default=1000, help="games against random from each side")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()

    warnings.filterwarnings("ignore", "PettingZoo in TorchRL is tested")
    torch.manual_seed(given.seed)
    torch.set_num_threads(1)
    env = PettingZooWrapper(
        admirals_war_v0.env(scenario=given.scenario),
        use_mask=True,
        group_map=MarlGroupMapType.ALL_IN_ONE_GROUP,
        seed=given.seed,
    )
    policy = network(admirals_war_v0.n_actions, given.hidden)
    actor = ProbabilisticActor(
        TensorDictModule(policy, in_keys=[SEEN], out_keys=[LOGITS]),
        in_keys={"logits": LOGITS, "mask": MASK},
        out_keys=[ACTION],
        distribution_class=MaskedCategorical,
        return_log_prob=True,
        log_prob_key=LOG_PROB,
    )
    critic = ValueOperator(network(1, given.hidden), in_keys=[SEEN], out_keys=[VALUE])
    loss_of = ClipPPOLoss(actor, critic, clip_epsilon=0.2, entropy_coeff=0.01, normalize_advantage=True)
    loss_of.set_keys(action=ACTION, sample_log_prob=LOG_PROB, value=VALUE, advantage=ADVANTAGE, value_target=TARGET)
    optimizer = torch.optim.Adam(loss_of.parameters(), lr=given.learning_rate)

    collector = Collector(
        env,
        actor,
        frames_per_batch=given.rollout,
        total_frames=given.steps,
        auto_register_policy_transforms=False,
    )

    @torch.no_grad()
    def act(observed: np.ndarray, legal: np.ndarray) -> np.ndarray:
        logits = policy(torch.as_tensor(observed))
        return logits.masked_fill(torch.as_tensor(legal) == 0, -torch.inf).argmax(-1).numpy()

    before = points(act, given.evaluation, given.seed, given.scenario)

    steps, begun = 0, time.perf_counter()
    for played in collector:
        steps += played.numel()
        decided = decisions_of_whole_games(played)
        with torch.no_grad():
            decided[ADVANTAGE] = decided[TARGET] - critic(decided)[VALUE]
        for _ in range(given.epochs):
            for chosen in torch.randperm(len(decided)).chunk(given.minibatches):
                losses = loss_of(decided[chosen])
                loss = losses["loss_objective"] + losses["loss_critic"] + losses["loss_entropy"]
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(loss_of.parameters(), 0.5)
                optimizer.step()
        print(f"{steps:,} steps: policy {losses['loss_objective']:.3f}, value {losses['loss_critic']:.3f}", flush=True)
    seconds = time.perf_counter() - begun
    collector.shutdown()

    after = points(act, given.evaluation, given.seed, given.scenario)
    report(steps, seconds, before, after)


if __name__ == "__main__":
    main()
