"""The yardstick: MaskablePPO of sb3_contrib in the place of our own PPO (`aw_agents.training.ppo`), for the same
experiments with `algorithm = "maskable_ppo"`."""

import time
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch.nn import functional

from aw_agents.learned.player import WEIGHTS, LearnedPlayer
from aw_agents.learned.policy import Trunk, squashed, weights_of
from aw_agents.scopes import LAYOUT
from aw_agents.training.experiment import Experiment
from aw_agents.training.imitation import imitate
from aw_agents.training.narrowed import Narrowed
from aw_agents.training.pool import Opponents, Seating
from aw_agents.training.run import (
    UNSOUND,
    Run,
    moments_of,
    not_whole,
    passed,
    restore_moments,
)


class SquashedTrunk(BaseFeaturesExtractor):
    """Our trunk, as Stable-Baselines3 wants it."""

    scale: torch.Tensor

    def __init__(self, space: spaces.Box, scale: np.ndarray, hidden: tuple[int, int]) -> None:
        super().__init__(space, hidden[1])
        self.register_buffer("scale", torch.as_tensor(scale, dtype=torch.float32))
        self.trunk = Trunk(space.shape[0], hidden)

    def forward(self, observations: torch.Tensor, columns: torch.Tensor | None = None) -> torch.Tensor:
        """Observations `(n, columns)` to `(n, hidden)`.  columns: as in `Trunk`."""
        scale = self.scale if columns is None else self.scale[columns]
        return self.trunk(squashed(observations, scale), columns)


class MaskablePPOTraining(Run):
    """A run of MaskablePPO, after a first lesson of imitation."""

    experiment: Experiment

    def _set_up(self) -> None:
        self.scope = self.learnable.scope_of(self.rules)
        torch.set_num_threads(self.experiment.learning.threads)
        torch.distributions.Distribution.set_default_validate_args(False)
        self.opponents = Opponents(self.experiment.pool)
        self.watch = Watch(Seating(self.opponents))
        self.env = self._make_env()
        self.model = self._make_model()
        self.untrained = self.player()
        self.best, self.best_at = self.untrained, 0
        self._begin(self.resumed_from)

    def _make_env(self) -> Narrowed:
        inner = self.game.face.sb3_vec_env(
            self.experiment.learning.envs,
            opponents=self.watch.seating.players,
            weights=self.opponents.weights,
            scenario=self.experiment.scenario,
            options=self.experiment.options,
            observation=LAYOUT,
            reward=self.experiment.learning.reward,
            num_threads=self.experiment.learning.threads,
        )
        return Narrowed(inner, self.scope)

    def _make_model(self) -> MaskablePPO:
        learning = self.experiment.learning
        model = MaskablePPO(
            "MlpPolicy",
            self.env,
            learning_rate=lambda left: (
                learning.learning_rate_end + left * (learning.learning_rate - learning.learning_rate_end)
            ),
            n_steps=learning.rollout,
            batch_size=learning.minibatch,
            n_epochs=learning.epochs,
            gamma=learning.discount,
            gae_lambda=learning.gae_lambda,
            clip_range=learning.clip,
            vf_coef=learning.value_weight,
            max_grad_norm=learning.max_grad_norm,
            policy_kwargs={
                "net_arch": [],
                "features_extractor_class": SquashedTrunk,
                "features_extractor_kwargs": {"scale": self.scope.scale, "hidden": learning.hidden},
                "optimizer_kwargs": {"eps": 1e-5},
            },
            seed=self.experiment.seed,
            device="cpu",
        )
        model.set_logger(self.logger)
        return model

    def _begin(self, latest: Path | None) -> None:
        policy: Any = self.model.policy
        if latest is not None:
            self._load(latest)
        else:
            imitate(
                lambda seen, columns: policy.action_net(policy.features_extractor(seen, columns)),
                policy.parameters(),
                self.player,
                self.rules,
                self.scope,
                self.experiment,
            )
        self.env.seed(self.experiment.seed + 7919 * self.restarts)
        self.model._setup_learn(
            self.experiment.learning.steps, self.watch, reset_num_timesteps=False, tb_log_name="", progress_bar=False
        )
        self.watch.seating.draw_from(self.opponents, self.env.venv.batch)
        if latest is None and self.experiment.imitation.decisions:
            self._learn_values(self.experiment.imitation.value_rollouts)
            self.model.num_timesteps = 0
            self._measure()
            self.save()

    def _learn_values(self, rollouts: int) -> None:
        """Fit the value of positions to the games that the policy plays now, and leave the policy alone."""
        policy: Any = self.model.policy
        buffer: Any = self.model.rollout_buffer
        optimizer = torch.optim.Adam(policy.value_net.parameters(), lr=1e-3)
        for _ in range(rollouts):
            self.model.collect_rollouts(self.env, self.watch, buffer, self.model.n_steps)
            for batch in buffer.get(self.model.batch_size):
                with torch.no_grad():
                    features = policy.extract_features(batch.observations)
                loss = functional.mse_loss(policy.value_net(features).flatten(), batch.returns)
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()

    # --- learning ------------------------------------------------------------------------------------

    @property
    def steps(self) -> int:
        """Decisions of the learner so far."""
        return self.model.num_timesteps

    @property
    def total(self) -> int:
        """Decisions of the learner in the end."""
        return self.experiment.learning.steps

    def _close_games(self) -> None:
        self.env.close()

    def _update(self) -> None:
        """Play a rollout, learn from it, and take a snapshot when one falls due."""
        started, before = time.perf_counter(), self.steps
        learning, model = self.experiment.learning, self.model
        left = max(0.0, 1.0 - self.steps / learning.steps)
        model.ent_coef = learning.entropy_end + left * (learning.entropy - learning.entropy_end)
        model.collect_rollouts(self.env, self.watch, model.rollout_buffer, learning.rollout)
        model._update_current_progress_remaining(min(self.steps, learning.steps), learning.steps)
        model.train()
        self._log(time.perf_counter() - started)
        pool = self.experiment.pool
        if passed(before, self.steps, pool.snapshot_every) and pool.selves > 0:
            self.opponents.add(self.steps, self._player_of(self.player().weights, greedy=False))
            self.watch.seating.draw_from(self.opponents, self.env.venv.batch)

    def _log(self, spent: float) -> None:
        logger, learning = self.logger, self.experiment.learning
        logger.record("time/decisions_per_second", learning.envs * learning.rollout / spent)
        logger.record("time/seconds", self.seconds)
        logger.record("pool/past_selves", len(self.opponents.selves))
        logger.record("train/entropy_coefficient", self.model.ent_coef)
        for name, points in self.opponents.note(self.watch.seating.take()).items():
            logger.record(f"rollout/points_{name}", points)
        logger.dump(self.steps)

    def player(self) -> LearnedPlayer:
        """The agent as it is now."""
        policy: Any = self.model.policy
        weights = weights_of(policy.features_extractor.trunk, policy.action_net)
        return self._player_of(weights, self.experiment.learning.greedy)

    def _player_of(self, weights: dict[str, np.ndarray], greedy: bool) -> LearnedPlayer:
        return LearnedPlayer(self.scope, weights, greedy, self.experiment.name, self.experiment.scenario)

    # --- checkpoints ---------------------------------------------------------------------------------

    def _reads(self) -> dict[str, Any]:
        return {
            "layout": LAYOUT,
            "columns": list(self.scope.column_names),
            "actions": list(self.scope.action_names),
            "greedy": self.experiment.learning.greedy,
        }

    def _state(self) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        policy = self.model.policy
        arrays = {f"network/{name}": tensor.cpu().numpy() for name, tensor in policy.state_dict().items()}
        arrays |= moments_of(policy.optimizer)
        state = np.random.get_state()
        assert isinstance(state, tuple)
        kind, words, position, has_gauss, gauss = state
        arrays |= {"random/numpy": words}
        arrays |= self.opponents.arrays()
        return arrays, {
            "pool": [steps for steps, _ in self.opponents.selves],
            "random": {"kind": kind, "position": position, "has_gauss": has_gauss, "gauss": gauss},
            "updates": self.model._n_updates,
        }

    def _load(self, path: Path) -> None:
        """Go on from a checkpoint.  Raises CheckpointError when it belongs to another experiment."""
        arrays, description = self._read_checkpoint(path)
        policy = self.model.policy
        try:
            state = {name: torch.as_tensor(arrays[f"network/{name}"]) for name in policy.state_dict()}
            policy.load_state_dict(state)
            restore_moments(policy.optimizer, arrays)
            self.opponents.restore(arrays, description["pool"], partial(self._player_of, greedy=False))
            best = {name: arrays[f"best/{name}"] for name in WEIGHTS}
            self.best = self._player_of(best, self.experiment.learning.greedy)
            random = description["random"]
            np.random.set_state(
                (random["kind"], arrays["random/numpy"], random["position"], random["has_gauss"], random["gauss"])
            )
            self.model.num_timesteps = description["steps"]
            self.model._n_updates = description["updates"]
        except UNSOUND as error:
            raise not_whole(path, error) from None


class Watch(BaseCallback):
    """Notes the results of the games that end while a rollout is played."""

    def __init__(self, seating: Seating) -> None:
        super().__init__()
        self.seating = seating

    def _on_step(self) -> bool:
        self.seating.note(self.locals["env"].venv.batch)
        return True
