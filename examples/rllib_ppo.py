"""RLlib, new API stack: masked PPO in self-play, one policy for both sides, games played by remote runners.

RLlib pins Gymnasium, so it gets a virtual environment of its own (docs/frameworks.md has the command).

    python examples/rllib_self_play.py --help
"""

import argparse
import time
from typing import Any

import gymnasium
import numpy as np
import ray
import torch
from points import points, report
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.default_model_config import DefaultModelConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.env.multi_agent_env import MultiAgentEnv
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.rllib.utils.pre_checks.env import check_multiagent_environments

from aw_env import admirals_war_v0

POLICY = "admiral"


class AdmiralsWar(MultiAgentEnv):
    """The game as RLlib wants it: in each step the one agent that is asked sees `{"observations", "action_mask"}`, and
    the rewards of a step go to whoever earned them, also to the agent that was not asked.

    config: keyword arguments of `admirals_war_v0.raw_env`.
    """

    def __init__(self, config: dict[str, Any] | None = None) -> None:
        super().__init__()
        self.game = admirals_war_v0.raw_env(**(config or {}))
        self.scale = admirals_war_v0.observation_scale(self.game.game.layout)
        self.agents = self.possible_agents = list(self.game.possible_agents)
        n_actions = admirals_war_v0.n_actions
        seen = gymnasium.spaces.Dict(
            {
                "action_mask": gymnasium.spaces.Box(0.0, 1.0, (n_actions,), np.float32),
                "observations": gymnasium.spaces.Box(-np.inf, np.inf, self.scale.shape, np.float32),
            }
        )
        self.observation_spaces = dict.fromkeys(self.agents, seen)
        self.action_spaces = {agent: gymnasium.spaces.Discrete(n_actions) for agent in self.agents}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict, dict]:
        """Begin anew."""
        self.game.reset(seed, options)
        return self._seen(), self._infos()

    def step(self, action_dict: dict[str, int]) -> tuple[dict, dict, dict, dict, dict]:
        """Play for the agent that is asked.  A sample that took no notice of the mask is answered by a legal action."""
        asked = self.game.agent_selection
        action, legal = int(action_dict[asked]), self.game.game.legal_actions()
        self.game.step(action if action in legal else legal[0])
        over, truncated = self.game.game.over, self.game.game.truncated
        return (
            self._seen(),
            dict(self.game.rewards),
            {"__all__": over, **dict.fromkeys(self.agents, over)},
            {"__all__": truncated, **dict.fromkeys(self.agents, truncated)},
            self._infos(),
        )

    def _seen(self) -> dict[str, Any]:
        """What the agent that is asked sees; at the end, what all see."""
        asked = self.agents if self.game.game.ended else [self.game.agent_selection]
        return {agent: self._observation(agent) for agent in asked}

    def _observation(self, agent: str) -> dict[str, np.ndarray]:
        seen = self.game.observe(agent)
        return {
            "action_mask": seen["action_mask"].astype(np.float32),
            "observations": seen["observation"] * self.scale,
        }

    def _infos(self) -> dict[str, Any]:
        return {agent: self.game.infos[agent] for agent in self._seen()}


def main() -> None:
    """Check the environment, train, and say how fast and how well."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenario", default="engagement")
    parser.add_argument("--iterations", type=int, default=20)
    parser.add_argument("--batch", type=int, default=2000, help="decisions an iteration")
    parser.add_argument("--runners", type=int, default=2, help="remote runners")
    parser.add_argument("--hidden", type=int, default=128)
    parser.add_argument("--evaluation", type=int, default=1000, help="games against random from each side")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()

    check_multiagent_environments(AdmiralsWar({"scenario": given.scenario}))
    print("RLlib's checks of the environment: passed")

    ray.init(num_cpus=given.runners + 1, include_dashboard=False, log_to_driver=False)
    config = (
        PPOConfig()
        .environment(AdmiralsWar, env_config={"scenario": given.scenario})
        .env_runners(num_env_runners=given.runners)
        .multi_agent(policies={POLICY}, policy_mapping_fn=lambda agent, episode, **_: POLICY)
        .rl_module(
            rl_module_spec=RLModuleSpec(
                module_class=ActionMaskingTorchRLModule,
                model_config=DefaultModelConfig(fcnet_hiddens=[given.hidden, given.hidden], fcnet_activation="relu"),
            )
        )
        .training(
            train_batch_size_per_learner=given.batch,
            minibatch_size=given.batch // 4,
            num_epochs=4,
            lr=1e-3,
            gamma=1.0,
            lambda_=0.95,
            entropy_coeff=0.01,
            grad_clip=0.5,
        )
        .debugging(seed=given.seed)
    )
    algorithm, scale = config.build_algo(), admirals_war_v0.observation_scale()

    @torch.no_grad()
    def act(observed: np.ndarray, legal: np.ndarray) -> np.ndarray:
        seen = {
            "observations": torch.as_tensor(observed * scale),
            "action_mask": torch.as_tensor(legal, dtype=torch.float32),
        }
        answered = algorithm.get_module(POLICY).forward_inference({Columns.OBS: seen})
        return answered[Columns.ACTION_DIST_INPUTS].argmax(-1).numpy()

    before = points(act, given.evaluation, given.seed, given.scenario)

    steps, begun = 0, time.perf_counter()
    for iteration in range(given.iterations):
        result = algorithm.train()
        steps += int(result["env_runners"]["num_env_steps_sampled"])
        loss = result["learners"][POLICY]["total_loss"]
        print(f"iteration {iteration + 1} of {given.iterations}: {steps:,} steps, loss {loss:.3f}", flush=True)
    seconds = time.perf_counter() - begun

    after = points(act, given.evaluation, given.seed, given.scenario)
    report(steps, seconds, before, after)
    algorithm.stop()
    ray.shutdown()


if __name__ == "__main__":
    main()
