"""Training by self-play: MaskablePPO against a pool of opponents."""

import time
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback

import aw_agents
from aw_agents.admirals_war.scope import LAYOUT
from aw_agents.learned.player import WEIGHTS, LearnedPlayer
from aw_agents.learned.policy import policy_settings, weights_of
from aw_agents.training import imitation
from aw_agents.training.experiment import Experiment
from aw_agents.training.narrowed import Narrowed
from aw_agents.training.run import (
    UNSOUND,
    Run,
    fixed_opponents,
    moments_of,
    not_whole,
    passed,
    restore_moments,
)
from aw_env import admirals_war_v0


class Training(Run):
    """A run of MaskablePPO, after a first lesson of imitation."""

    experiment: Experiment

    def _set_up(self) -> None:
        torch.set_num_threads(self.experiment.learning.threads)
        torch.distributions.Distribution.set_default_validate_args(False)
        self.selves: list[tuple[int, LearnedPlayer]] = []
        self.fixed = fixed_opponents()
        self.tally = Tally(self.rules.seats)
        self.env = self._make_env()
        self.model = self._make_model()
        self.untrained = self.player()
        self.best, self.best_at = self.untrained, 0
        self._begin(self.resumed_from)

    def _make_env(self) -> Narrowed:
        shares = [(name, getattr(self.experiment.pool, name)) for name in aw_agents.NAMES]
        inner = admirals_war_v0.sb3_vec_env(
            self.experiment.learning.envs,
            opponents=[self.fixed[name] for name, _ in shares],
            weights=[share for _, share in shares],
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
            policy_kwargs=policy_settings(self.scope.scale, learning.hidden),
            seed=self.experiment.seed,
            device="cpu",
        )
        model.set_logger(self.logger)
        return model

    def _begin(self, latest: Path | None) -> None:
        if latest is not None:
            self._load(latest)
        else:
            imitation.imitate(self.model, self.rules, self.scope, self.experiment)
        self.env.seed(self.experiment.seed + 7919 * self.restarts)
        self.model._setup_learn(
            self.experiment.learning.steps, self.tally, reset_num_timesteps=False, tb_log_name="", progress_bar=False
        )
        self._seat_opponents()
        if latest is None and self.experiment.imitation.decisions:
            imitation.learn_values(self.model, self.env, self.tally, self.experiment.imitation.value_rollouts)
            self.model.num_timesteps = 0
            self._measure()
            self.save()

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
        model.collect_rollouts(self.env, self.tally, model.rollout_buffer, learning.rollout)
        model._update_current_progress_remaining(min(self.steps, learning.steps), learning.steps)
        model.train()
        self._log(time.perf_counter() - started)
        pool = self.experiment.pool
        if passed(before, self.steps, pool.snapshot_every) and pool.selves > 0:
            self._take_snapshot()

    def _log(self, spent: float) -> None:
        logger, learning = self.logger, self.experiment.learning
        logger.record("time/decisions_per_second", learning.envs * learning.rollout / spent)
        logger.record("time/seconds", self.seconds)
        logger.record("pool/past_selves", len(self.selves))
        logger.record("train/entropy_coefficient", self.model.ent_coef)
        for (side, opponent), games in self.tally.take().items():
            name = self._name_of(opponent)
            logger.record_mean(f"rollout/points_{side}_{name}", float(np.mean(games) + 1) / 2)
        logger.dump(self.steps)

    # --- the pool ------------------------------------------------------------------------------------

    def player(self, greedy: bool = True) -> LearnedPlayer:
        """The agent as it is now."""
        return LearnedPlayer(
            self.scope, weights_of(self.model.policy), greedy, self.experiment.name, self.experiment.scenario
        )

    def _take_snapshot(self) -> None:
        """The present self joins the pool; when it is full the one that is closest to its neighbours leaves."""
        self.selves.append((self.steps, self.player(greedy=False)))
        if len(self.selves) > self.experiment.pool.size:
            ages = [steps for steps, _ in self.selves]
            gaps = [ages[k + 1] - ages[k - 1] for k in range(1, len(ages) - 1)]
            self.selves.pop(1 + int(np.argmin(gaps)) if gaps else 0)
        self._seat_opponents()

    def _seat_opponents(self) -> None:
        """Games that begin from now on draw from the pool as it is."""
        pool = self.experiment.pool
        opponents = [self.fixed[name] for name in aw_agents.NAMES] + [player for _, player in self.selves]
        weights = [getattr(pool, name) for name in aw_agents.NAMES]
        weights += [pool.selves / len(self.selves) for _ in self.selves]
        self.env.venv.batch.set_opponents(opponents, weights)

    def _name_of(self, number: int) -> str:
        player = self.env.venv.batch.opponent_numbered(number)
        return player.name if player in self.fixed.values() else "past_selves"

    # --- checkpoints ---------------------------------------------------------------------------------

    def _reads(self) -> dict[str, Any]:
        return {
            "layout": LAYOUT,
            "columns": list(self.scope.column_names),
            "actions": list(self.scope.action_names),
        }

    def _state(self) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        policy = self.model.policy
        arrays = {f"network/{name}": tensor.cpu().numpy() for name, tensor in policy.state_dict().items()}
        arrays |= moments_of(policy.optimizer)
        state = np.random.get_state()
        assert isinstance(state, tuple)
        kind, words, position, has_gauss, gauss = state
        arrays |= {"random/numpy": words}
        for k, (_, player) in enumerate(self.selves):
            arrays |= {f"pool/{k}/{name}": array for name, array in player.weights.items()}
        return arrays, {
            "pool": [steps for steps, _ in self.selves],
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
            self.selves = [
                (steps, LearnedPlayer(self.scope, {name: arrays[f"pool/{k}/{name}"] for name in WEIGHTS}, False))
                for k, steps in enumerate(description["pool"])
            ]
            best = {name: arrays[f"best/{name}"] for name in WEIGHTS}
            self.best = LearnedPlayer(self.scope, best, name=self.experiment.name)
            random = description["random"]
            np.random.set_state(
                (random["kind"], arrays["random/numpy"], random["position"], random["has_gauss"], random["gauss"])
            )
            self.model.num_timesteps = description["steps"]
            self.model._n_updates = description["updates"]
        except UNSOUND as error:
            raise not_whole(path, error) from None


class Tally(BaseCallback):
    """Counts the results of the games that end while a rollout is played."""

    def __init__(self, seats: tuple[str, ...]) -> None:
        super().__init__()
        self._seats = seats
        self._games: dict[tuple[str, int], list[int]] = defaultdict(list)

    def _on_step(self) -> bool:
        infos = self.locals["infos"]
        for i in np.flatnonzero(self.locals["dones"]).tolist():
            side = self._seats[infos[i]["seat"]]
            self._games[side, infos[i]["opponent"]].append(infos[i]["result"])
        return True

    def take(self) -> dict[tuple[str, int], list[int]]:
        """Results since the last call, by side and number of the opponent."""
        games, self._games = self._games, defaultdict(list)
        return games
