"""PPO (Schulman et al. 2017) with action masks, after a first lesson of imitation, against a pool of opponents.

Read `PPO._update` first: play a rollout, estimate advantages, learn from minibatches, and from time to time let the
present self join the pool.

Seats: in each game the learner holds one seat, the other in the next, and the observation says which.  All decisions of
a trajectory are its own, and what it is rewarded for, what it expects and its advantages are all told from its seat.
Where the change of sign between the seats happens is `OneSeatVecEnv`: points of the first side are earned by the first
seat and lost by the second, also those that come while the opponent chooses.  So nothing here has a sign; a method that
learned from both seats of a game would have to turn the value's sign wherever the seat changes.

With `overlap` the next rollout is played, by another thread, while the last is learned from: by the policy as it was
one update before, whose probabilities are noted, so that the ratios in the loss are right.
"""

import copy
import time
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch.nn import functional

import aw_agents
from aw_agents.learned.player import LearnedPlayer
from aw_agents.learned.policy import NO_LOGIT, Policy, squashed, weights_of
from aw_agents.scopes import LAYOUT
from aw_agents.training.experiment import Experiment, ExperimentError
from aw_agents.training.imitation import imitate
from aw_agents.training.pool import Opponents, Tally
from aw_agents.training.run import UNSOUND, Run, moments_of, not_whole, passed, restore_moments
from aw_env.core.faces.one_seat import OneSeatVecEnv


class Rollout(NamedTuple):
    """What was met and done in some steps of all games, `(steps, games, ...)`; `flat`: all decisions in one row."""

    seen: torch.Tensor
    """Squashed observations, float32 or bfloat16 `(..., columns)`."""
    legal: torch.Tensor
    """bool `(..., actions)`."""
    actions: torch.Tensor
    """int64: which output was drawn..."""
    log_chances: torch.Tensor
    """float32: ...and the logarithm of its probability."""
    values: torch.Tensor
    """float32: what the learner expected to earn from there on..."""
    advantages: torch.Tensor
    """float32: ...and how much better it went; both together are the return, which the value should tell."""

    def flat(self) -> "Rollout":
        """The same decisions in one row."""
        return Rollout(*(part.flatten(0, 1) for part in self))

    def of(self, which: torch.Tensor) -> "Rollout":
        """These decisions of a row, in this order."""
        return Rollout(*(part.index_select(0, which) for part in self))


class PPO(Run):
    """A run of PPO."""

    experiment: Experiment
    layout = LAYOUT
    """The observation that it learns from."""

    def _set_up(self) -> None:
        self.scope = self.learnable.scope_of(self.rules)
        learning, seed = self.experiment.learning, self.experiment.seed
        torch.set_num_threads(learning.threads)
        torch.manual_seed(seed)
        self.device = _device(learning.device)
        self.brief = learning.precision == "bfloat16"
        self.scale = torch.as_tensor(self.scope.scale, dtype=torch.float32)
        self.policy = self._new_policy().to(self.device)
        self.acting = copy.deepcopy(self.policy)
        self.thread = ThreadPoolExecutor(1, "playing")
        self.coming: Future[Any] | None = None
        self.optimizer = torch.optim.Adam(self.policy.parameters(), lr=learning.learning_rate, eps=1e-5, fused=True)
        self.opponents, self.tally = Opponents(self.experiment.pool, self.game.players), Tally()
        self._steps = 0
        self.untrained = self.best = self.player()
        self.best_at = 0
        if self.resumed_from is not None:
            self._load(self.resumed_from)
        self.rng = np.random.default_rng(seed + self.restarts)
        self.dice = torch.Generator(self.device).manual_seed(seed + self.restarts)
        self.games = OneSeatVecEnv(
            self.rules,
            learning.envs,
            self.opponents.players,
            weights=self.opponents.weights,
            seed=seed + 7919 * self.restarts,
            observation=self.layout,
            reward=learning.reward,
            num_threads=learning.threads,
        )
        if self.resumed_from is None:
            self._begin()

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
            rollout = self._play().flat()
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

    def _logits_of(self, observations: torch.Tensor) -> torch.Tensor:
        return self.policy(squashed(observations, self.scale).to(self.device), self.brief)[0].cpu()

    def measured_against(self) -> dict[str, Any]:
        """The rival alone, where there is one."""
        rival = self.experiment.pool.rival
        return {rival: aw_agents.load(rival, self.game.players)} if rival else super().measured_against()

    @property
    def steps(self) -> int:
        """Decisions of the learner so far."""
        return self._steps

    @property
    def total(self) -> int:
        """Decisions of the learner in the end."""
        return self.experiment.learning.steps

    def player(self, greedy: bool = True) -> Any:
        """The agent as it is now."""
        return self._player_of(weights_of(self.policy.trunk, self.policy.action), greedy)

    def _player_of(self, weights: dict[str, np.ndarray], greedy: bool = True) -> Any:
        return LearnedPlayer(self.scope, weights, greedy, self.experiment.name, self.experiment.scenario)

    # --- learning ------------------------------------------------------------------------------------

    def _update(self) -> None:
        """Play a rollout, learn from it, and take a snapshot when one falls due."""
        started = time.perf_counter()
        rollout = self._next_rollout().flat()
        played, before = time.perf_counter(), self._steps
        told = self._learn(rollout)
        self._steps += len(rollout.actions)
        pool = self.experiment.pool
        if pool.selves > 0 and passed(before, self.steps, pool.snapshot_every):
            self.opponents.add(self.steps, self.player(greedy=False))
        told["time/decisions_per_second"] = len(rollout.actions) / (time.perf_counter() - started)
        told["time/share_of_learning"] = (time.perf_counter() - played) / (time.perf_counter() - started)
        told |= {"time/seconds": self.seconds, "pool/past_selves": float(len(self.opponents.selves))}
        for name, number in told.items():
            self.logger.record(name, number)
        self.logger.dump(self.steps)

    def _next_rollout(self) -> Any:
        """The rollout to learn from; with `overlap` the one after it is begun."""
        rollout = self.coming.result() if self.coming is not None else None
        for name, points in self.tally.take().items():
            self.logger.record(f"rollout/points_{name}", points)
        self.opponents.seat(self.games)
        self.acting.load_state_dict(self.policy.state_dict())
        if rollout is None:
            rollout = self._play()
        if self.experiment.learning.overlap:
            self.coming = self.thread.submit(self._play)
        return rollout

    def _play(self) -> Rollout:
        """Play on for a rollout, drawing from the policy."""
        learning, games, parts = self.experiment.learning, self.games, []
        outcomes = torch.zeros((2, learning.rollout, learning.envs))
        for step in range(learning.rollout):
            seen, legal = self._met()
            log_chances, values = self._judged(seen, legal)
            noise = -torch.rand(log_chances.shape, device=self.device, generator=self.dice).log_().neg_().log_()
            actions = (log_chances + noise).argmax(1)  # Gumbel's noise: each action with its probability
            earned, ended = games.step(self.scope.actions[actions.cpu().numpy()])
            self.tally.note(games, self.opponents)
            outcomes[:, step] = torch.as_tensor(np.stack([earned, ended]))
            parts.append((seen, legal, actions, log_chances.gather(1, actions[:, None])[:, 0], values))
        seen, legal, actions, log_chances, values = (torch.stack(part) for part in zip(*parts, strict=True))
        earned, ended = outcomes.to(self.device)
        advantages = self._advantages(earned, ended, values, self._judged(*self._met())[1])
        return Rollout(seen, legal, actions, log_chances, values, advantages)

    def _met(self) -> tuple[torch.Tensor, torch.Tensor]:
        """What the learner sees in each game, squashed, and what is legal there."""
        observations = torch.as_tensor(self.games.observations.take(self.scope.columns, 1))
        kept_as = torch.bfloat16 if self.brief else torch.float32
        legal = torch.as_tensor(self.games.action_masks.take(self.scope.actions, 1).view(bool))
        return squashed(observations, self.scale).to(self.device, kept_as), legal.to(self.device)

    @torch.no_grad()
    def _judged(self, seen: torch.Tensor, legal: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Logarithms of the actions' probabilities, and the value."""
        logits, values = self.acting(seen, self.brief)
        return functional.log_softmax(torch.where(legal, logits, NO_LOGIT), 1), values

    def _advantages(
        self, earned: torch.Tensor, ended: torch.Tensor, values: torch.Tensor, expected: torch.Tensor
    ) -> torch.Tensor:
        """Generalized advantage estimates (Schulman et al. 2016), float32 `(steps, games)`.

        earned, ended: what came between a decision and the next, and whether that is of another game.  values: what was
        expected before; expected, `(games,)`: what is in the end.
        """
        learning = self.experiment.learning
        advantages, following = torch.zeros_like(values), torch.zeros_like(expected)
        for step in reversed(range(learning.rollout)):
            goes_on = learning.discount * (1.0 - ended[step])
            surprise = earned[step] + goes_on * expected - values[step]
            following = surprise + goes_on * learning.gae_lambda * following
            advantages[step], expected = following, values[step]
        return advantages

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
            self.best = self._player_of({name: arrays[f"best/{name}"] for name in self.best.weights})
            self._steps = description["steps"]
        except UNSOUND as error:
            raise not_whole(path, error) from None

    def _close_games(self) -> None:
        self.thread.shutdown()
        self.games.close()


def _device(name: str) -> torch.device:
    """Raises ExperimentError where there is no such device."""
    if name == "cuda" and not torch.cuda.is_available():
        raise ExperimentError('learning.device: "cuda" was asked for, and this machine or build of torch has none')
    return torch.device(name)
