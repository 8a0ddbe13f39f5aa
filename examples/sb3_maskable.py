"""Stable-Baselines3: `sb3_contrib.MaskablePPO` over `admirals_war_v0.sb3_vec_env`, trained against `random` from both
sides in turn and evaluated with masks by `sb3_contrib.common.maskable.evaluation.evaluate_policy`.

    python examples/sb3_maskable.py --help
"""

import argparse
import time

import numpy as np
import torch
from points import points, report
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy

from aw_env import admirals_war_v0


def main() -> None:
    """Train, evaluate, and say how fast and how well."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenario", default="engagement")
    parser.add_argument("--steps", type=int, default=200_000, help="decisions of the learner")
    parser.add_argument("--games", type=int, default=64, help="games at once")
    parser.add_argument("--rollout", type=int, default=128, help="decisions in each game between two updates")
    parser.add_argument("--hidden", type=int, default=128)
    parser.add_argument("--evaluation", type=int, default=1000, help="games against random from each side")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()

    torch.set_num_threads(1)
    games = admirals_war_v0.sb3_vec_env(given.games, "random", side="both", scenario=given.scenario)
    model = MaskablePPO(
        "MlpPolicy",
        games,
        learning_rate=lambda left: 1e-3 * left,
        n_steps=given.rollout,
        batch_size=given.rollout * given.games // 4,
        n_epochs=4,
        gamma=1.0,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [given.hidden, given.hidden], "activation_fn": torch.nn.ReLU},
        seed=given.seed,
        verbose=0,
    )

    def act(observed: np.ndarray, legal: np.ndarray) -> np.ndarray:
        return model.predict(observed, action_masks=legal, deterministic=True)[0]

    before = points(act, given.evaluation, given.seed, given.scenario)

    begun = time.perf_counter()
    model.learn(given.steps)
    seconds = time.perf_counter() - begun

    # The reward of a game is its result, 1, 0 or -1 for the learner, whichever side it has.
    fresh = admirals_war_v0.sb3_vec_env(given.games, "random", side="both", scenario=given.scenario)
    fresh.seed(given.seed)
    mean, deviation = evaluate_policy(model, fresh, n_eval_episodes=given.evaluation, deterministic=True)
    print(f"evaluate_policy: mean reward {mean:.3f}, standard deviation {deviation:.3f}")

    after = points(act, given.evaluation, given.seed, given.scenario)
    report(model.num_timesteps, seconds, before, after)


if __name__ == "__main__":
    main()
