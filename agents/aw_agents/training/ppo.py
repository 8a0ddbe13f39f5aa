"""PPO (Schulman et al. 2017) with action masks, after a first lesson of imitation, against a pool of opponents.

Read `PPO._update` first: play a rollout (`playing.py`), learn from minibatches, and from time to time let the present
self join the pool.

Seats: in each game the learner holds one seat, the other in the next.  Where the change of sign between the seats
happens is `OneSeatVecEnv`: points of the first side are earned by the first seat and lost by the second, also those
that come while the opponent chooses.  So nothing here has a sign; a method that learned from both seats of a game would
have to turn the value's sign wherever the seat changes.

With `overlap` the next rollout is played, by another thread, while the last is learned from: by the policy as it was
one update before, whose probabilities are noted, so that the ratios in the loss are right.  Where a cluster plays, a
rollout of each batch of games is a task.
"""

import copy
import time
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.nn import functional

import aw_agents
from aw_agents.arena.addresses import hosts_at
from aw_agents.arena.hosts import play_all
from aw_agents.learned.player import LearnedPlayer
from aw_agents.learned.policy import NO_LOGIT, Policy, squashed, weights_of
from aw_agents.scopes import LAYOUT
from aw_agents.training.experiment import Experiment, ExperimentError, Learning
from aw_agents.training.imitation import imitate
from aw_agents.training.playing import GamesInSummary, PlayedGames, Playing, Rollout, Seeds
from aw_agents.training.pool import Opponents
from aw_agents.training.run import UNSOUND, Run, moments_of, not_whole, passed, restore_moments

BATCHES_APART = 104_729
"""Between the seeds of two batches."""


class PPO(Run):
    """A run of PPO."""

    experiment: Experiment
    layout = LAYOUT
    """The observation that it learns from."""

    def _check_machine(self) -> None:
        self.device = _device(self.experiment.learning.device)

    def _set_up(self) -> None:
        self.scope = self.learnable.scope_of(self.rules)
        learning, seed = self.experiment.learning, self.experiment.seed
        torch.set_num_threads(learning.threads)
        torch.manual_seed(seed)
        self.brief = learning.precision == "bfloat16"
        self.scale = torch.as_tensor(self.scope.scale, dtype=torch.float32)
        self.policy = self._new_policy().to(self.device)
        self.acting = copy.deepcopy(self.policy).to(self.device if self.on is None else "cpu")
        self.thread = ThreadPoolExecutor(1, "playing")
        self.coming: Future[Any] | None = None
        self.optimizer = torch.optim.Adam(self.policy.parameters(), lr=learning.learning_rate, eps=1e-5, fused=True)
        self.opponents = Opponents(self.experiment.pool, self.game.players)
        self._steps = 0
        self.untrained = self.best = self.player()
        self.best_at = 0
        if self.resumed_from is not None:
            self._load(self.resumed_from)
        self.rng = np.random.default_rng(seed + self.restarts)
        self.batches = [self._batch(k) for k in range(learning.batches)]
        self.closing = ExitStack()
        self.hosts = self.closing.enter_context(hosts_at(self.on, self.rules))
        if self.resumed_from is None:
            self._begin()

    def _batch(self, number: int) -> PlayedGames:
        """One of the batches of games, at their beginning."""
        return GamesInSummary(self.rules, *self._of_batch(number))

    def _of_batch(self, number: int) -> tuple[Learning, Opponents, int, Seeds]:
        learning, seed = self.experiment.learning, self.experiment.seed + BATCHES_APART * number
        seeds = Seeds(games=seed + 7919 * self.restarts, policy=seed + self.restarts)
        return learning, self.opponents, learning.envs // learning.batches, seeds

    def _new_policy(self) -> Any:
        return Policy(len(self.scope.columns), self.experiment.learning.hidden, len(self.scope.actions))

    def _begin(self) -> None:
        """What comes before the first decision that is played for points."""
        if self.experiment.imitation.decisions:
            self._imitate()

    def _imitate(self) -> None:
        """The first lesson: to answer as the staff officer does, and what positions are worth when playing so."""
        imitate(self._logits_of, self.policy.parameters(), self.player, self.rules, self.scope, self.experiment)
        self.acting.load_state_dict(self.policy.state_dict())
        optimizer = torch.optim.Adam(self.policy.value.parameters(), lr=1e-3)
        for _ in range(self.experiment.imitation.value_rollouts):
            rollout = self._play()
            returns = rollout.values + rollout.advantages
            for which in self._minibatches(len(returns)):
                with torch.no_grad():
                    hidden = self.policy.trunk(rollout.seen[which].float())
                loss = functional.mse_loss(self.policy.value(hidden).flatten(), returns[which])
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
            self.acting.load_state_dict(self.policy.state_dict())
        self._measure()
        self.save()

    def _logits_of(self, observations: torch.Tensor, columns: torch.Tensor) -> torch.Tensor:
        seen = squashed(observations, self.scale[columns]).to(self.device)
        return self.policy(seen, self.brief, columns.to(self.device))[0].cpu()

    def measured_against(self) -> dict[str, Any]:
        """The rivals too, and nobody else where they are the only opponents."""
        pool = self.experiment.pool
        rivals = {name: aw_agents.load(name, self.game.players) for name in pool.each_rival}
        return rivals if rivals and not pool.has_others else super().measured_against() | rivals

    @property
    def steps(self) -> int:
        """Decisions of the learner so far."""
        return self._steps

    @property
    def total(self) -> int:
        """Decisions of the learner in the end."""
        return self.experiment.learning.steps

    def player(self) -> Any:
        """The agent as it is now."""
        return self._player_of(weights_of(self.policy.trunk, self.policy.action), self.experiment.learning.greedy)

    def _player_of(self, weights: dict[str, np.ndarray], greedy: bool) -> Any:
        return LearnedPlayer(self.scope, weights, greedy, self.experiment.name, self.experiment.scenario)

    # --- learning ------------------------------------------------------------------------------------

    def _update(self) -> None:
        """Play a rollout, learn from it, and take a snapshot when one falls due."""
        started = time.perf_counter()
        rollout = self._next_rollout()
        played, before = time.perf_counter(), self._steps
        told = self._learn(rollout)
        self._steps += len(rollout.actions)
        pool = self.experiment.pool
        if pool.selves > 0 and passed(before, self.steps, pool.snapshot_every):
            self.opponents.add(self.steps, self._player_of(self.player().weights, greedy=False))
        told["time/decisions_per_second"] = len(rollout.actions) / (time.perf_counter() - started)
        told["time/share_of_learning"] = (time.perf_counter() - played) / (time.perf_counter() - started)
        told |= {"time/seconds": self.seconds, "pool/past_selves": float(len(self.opponents.selves))}
        for name, number in told.items():
            self.logger.record(name, number)
        self.logger.dump(self.steps)

    def _next_rollout(self) -> Any:
        """The rollout to learn from; with `overlap` the one after it is begun."""
        rollout = self.coming.result() if self.coming is not None else None
        results = [result for batch in self.batches for result in batch.seating.take()]
        for name, points in self.opponents.note(results).items():
            self.logger.record(f"rollout/points_{name}", points)
        for batch in self.batches:
            batch.seating.draw_from(self.opponents, batch.games)
        self.acting.load_state_dict(self.policy.state_dict())
        if rollout is None:
            rollout = self._play()
        if self.experiment.learning.overlap:
            self.coming = self.thread.submit(self._play)
        return rollout

    def _play(self) -> Any:
        """Play on for a rollout, in all batches, drawing from the policy."""
        tasks = [Playing(k, batch, self.acting, torch.__version__) for k, batch in enumerate(self.batches)]
        done = play_all(self.hosts, tasks)
        self.batches = [done[k][0] for k in range(len(tasks))]
        return self._together([done[k][1] for k in range(len(tasks))])

    def _together(self, rollouts: list[Any]) -> Any:
        return Rollout.of_all(rollouts).to(self.device)

    def _learn(self, rollout: Any) -> dict[str, float]:
        """Some epochs over the decisions, in minibatches drawn anew.  Returns the means of what is shown of them."""
        learning, rollout = self.experiment.learning, self._narrowed(rollout)
        left = max(0.0, 1.0 - self.steps / learning.steps)
        rate = learning.learning_rate_end + left * (learning.learning_rate - learning.learning_rate_end)
        entropy_weight = learning.entropy_end + left * (learning.entropy - learning.entropy_end)
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        shown = []
        for _ in range(learning.epochs):
            for which in self._minibatches(len(rollout.actions)):
                losses = self._losses(rollout.of(which))
                loss = losses["policy"] + learning.value_weight * losses["value"] - entropy_weight * losses["entropy"]
                self.optimizer.zero_grad()
                (loss + self._held_back(losses)).backward()
                torch.nn.utils.clip_grad_norm_(self.policy.parameters(), learning.max_grad_norm)
                self.optimizer.step()
                shown.append(torch.stack([part.detach() for part in losses.values()]))
        means = torch.stack(shown).mean(0).tolist()
        told = {f"train/{name}": mean for name, mean in zip(losses, means, strict=True)}
        return told | {"train/learning_rate": rate, "train/entropy_weight": entropy_weight}

    def _narrowed(self, rollout: Rollout) -> Rollout:
        """The same without the columns in which there is nothing to learn from, four in ten on Midway."""
        self.columns = rollout.seen.any(0).nonzero()[:, 0]
        return rollout._replace(seen=rollout.seen.index_select(1, self.columns))

    def _logits_and_values(self, batch: Rollout) -> tuple[torch.Tensor, torch.Tensor]:
        """Of the decisions of a minibatch, which is narrowed."""
        logits, values = self.policy(batch.seen, self.brief, self.columns)
        return torch.where(batch.legal, logits, NO_LOGIT), values

    def _held_back(self, losses: dict[str, torch.Tensor]) -> torch.Tensor | float:
        """What the loss has besides the parts that every PPO knows."""
        return 0.0

    def _losses(self, batch: Any) -> dict[str, torch.Tensor]:
        """The parts of the loss on a minibatch, and how far the policy has moved."""
        learning = self.experiment.learning
        logits, values = self._logits_and_values(batch)
        log_chances, chances = functional.log_softmax(logits, 1), functional.softmax(logits, 1)
        moved = log_chances.gather(1, batch.actions[:, None])[:, 0] - batch.log_chances
        ratio = moved.exp()
        advantages = (batch.advantages - batch.advantages.mean()) / (batch.advantages.std() + 1e-8)
        clipped = ratio.clamp(1.0 - learning.clip, 1.0 + learning.clip)
        if learning.value_clip > 0.0:
            values = batch.values + (values - batch.values).clamp(-learning.value_clip, learning.value_clip)
        return {
            "policy": -torch.minimum(advantages * ratio, advantages * clipped).mean(),
            "value": functional.mse_loss(values, batch.values + batch.advantages),
            "entropy": -(chances * log_chances).sum(1).mean(),
            "divergence": (ratio - 1.0 - moved).mean(),
            "clipped": (ratio != clipped).float().mean(),
        }

    def _minibatches(self, count: int) -> list[torch.Tensor]:
        """All numbers below `count`, shuffled, in minibatches."""
        order = torch.as_tensor(self.rng.permutation(count)).to(self.device)
        return list(order.split(self.experiment.learning.minibatch))

    # --- checkpoints ---------------------------------------------------------------------------------

    def _reads(self) -> dict[str, Any]:
        return {
            "layout": self.layout,
            "columns": list(self.scope.column_names),
            "actions": list(self.scope.action_names),
            "greedy": self.experiment.learning.greedy,
        }

    def _state(self) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        arrays = {f"network/{name}": tensor.cpu().numpy() for name, tensor in self.policy.state_dict().items()}
        arrays |= moments_of(self.optimizer) | self.opponents.arrays()
        return arrays, {"pool": [steps for steps, _ in self.opponents.selves]}

    def _load(self, path: Path) -> None:
        """Go on from a checkpoint; its games begin anew.  Raises CheckpointError."""
        arrays, description = self._read_checkpoint(path)
        try:
            state = {name: torch.as_tensor(arrays[f"network/{name}"]) for name in self.policy.state_dict()}
            self.policy.load_state_dict(state)
            restore_moments(self.optimizer, arrays)
            self.opponents.restore(arrays, description["pool"], partial(self._player_of, greedy=False))
            best = {name: arrays[f"best/{name}"] for name in self.best.weights}
            self.best = self._player_of(best, self.experiment.learning.greedy)
            self._steps = description["steps"]
        except UNSOUND as error:
            raise not_whole(path, error) from None

    def _close_games(self) -> None:
        self.thread.shutdown()
        self.closing.close()
        for batch in self.batches:
            batch.games.close()


def _device(name: str) -> torch.device:
    """Raises ExperimentError where there is no such device."""
    if name == "cuda" and not torch.cuda.is_available():
        raise ExperimentError('learning.device: "cuda" was asked for, and this machine or build of torch has none')
    return torch.device(name)
