"""RLlib, new API stack: masked PPO over `admirals_war_v0.rllib_env`, 128 games in one batch, one seat of each, `random`
opposite.

RLlib pins Gymnasium, so it gets a virtual environment of its own (docs/frameworks.md has the command).

    python examples/rllib_ppo.py --help
"""

import argparse
import time

import numpy as np
import ray
import torch
from points import points, report
from ray import tune
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.default_model_config import DefaultModelConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

from aw_env import admirals_war_v0


def main() -> None:
    """Train, and say how fast and how well."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenario", default="engagement")
    parser.add_argument("--opponent", default="random", help="random, scripted or the folder of a trained agent")
    parser.add_argument("--steps", type=int, default=100_000, help="decisions of the learner")
    parser.add_argument("--games", type=int, default=128, help="games at once, in each process that plays")
    parser.add_argument("--rollout", type=int, default=32, help="decisions in each game between two updates")
    parser.add_argument("--epochs", type=int, default=1)
    parser.add_argument("--minibatches", type=int, default=4)
    parser.add_argument("--runners", type=int, default=0, help="processes that play beside this one; 0: this one plays")
    parser.add_argument("--learning-rate", type=float, default=1e-3)
    parser.add_argument("--hidden", type=int, default=128)
    parser.add_argument("--evaluation", type=int, default=1000, help="games against random from each side")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()

    torch.set_num_threads(1)
    ray.init(num_cpus=given.runners + 1, include_dashboard=False, log_to_driver=False)
    tune.register_env("admirals_war", lambda settings: admirals_war_v0.rllib_env(**settings))
    frames = given.games * given.rollout * max(1, given.runners)
    config = (
        PPOConfig()
        .environment("admirals_war", env_config={"opponents": given.opponent, "scenario": given.scenario})
        .env_runners(
            num_env_runners=given.runners,
            num_envs_per_env_runner=given.games,
            gym_env_vectorize_mode="vector_entry_point",
        )
        .rl_module(
            rl_module_spec=RLModuleSpec(
                module_class=ActionMaskingTorchRLModule,
                model_config=DefaultModelConfig(
                    fcnet_hiddens=[given.hidden, given.hidden], fcnet_activation="relu", vf_share_layers=True
                ),
            )
        )
        .training(
            train_batch_size_per_learner=frames,
            minibatch_size=frames // given.minibatches,
            num_epochs=given.epochs,
            lr=given.learning_rate,
            gamma=1.0,
            lambda_=0.95,
            entropy_coeff=0.01,
            grad_clip=0.5,
        )
        .debugging(seed=given.seed)
    )
    algorithm = config.build_algo()

    @torch.no_grad()
    def act(observed: np.ndarray, legal: np.ndarray) -> np.ndarray:
        seen = {
            "observations": torch.as_tensor(observed),
            "action_mask": torch.as_tensor(legal, dtype=torch.float32),
        }
        answered = algorithm.get_module().forward_inference({Columns.OBS: seen})
        return answered[Columns.ACTION_DIST_INPUTS].argmax(-1).numpy()

    before = points(act, given.evaluation, given.seed, given.scenario)

    steps, begun = 0, time.perf_counter()
    while steps < given.steps:
        told = algorithm.train()["env_runners"]
        steps += int(told["num_env_steps_sampled"])
        print(f"{steps:,} steps: {(told['episode_return_mean'] + 1) / 2:.3f} points a game", flush=True)
    seconds = time.perf_counter() - begun

    after = points(act, given.evaluation, given.seed, given.scenario)
    report(steps, seconds, before, after)
    algorithm.stop()
    ray.shutdown()


if __name__ == "__main__":
    main()
