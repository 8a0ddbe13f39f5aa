"""Training by self-play: MaskablePPO against a pool of opponents, with checkpoints that a kill cannot break."""

import json
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np
import torch
from filelock import FileLock, Timeout
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import configure
from tqdm import tqdm

import aw_agents
from aw_agents.admirals_war.scope import LAYOUT, scope_of
from aw_agents.learned import checkpoint
from aw_agents.learned.checkpoint import CheckpointError
from aw_agents.learned.player import AGENT_FILE, WEIGHTS, LearnedPlayer
from aw_agents.learned.policy import policy_settings, weights_of
from aw_agents.training import imitation, results
from aw_agents.training.experiment import Experiment, ExperimentError
from aw_agents.training.narrowed import Narrowed
from aw_env import admirals_war_v0
from aw_env.admirals_war.game import ruleset
from aw_env.core import saves

UNTRAINED = "untrained"
"""The agent as it was before its first lesson, an opponent of the final table."""
LOCK = ".lock"
"""The file that a training under way holds in its folder."""
KEPT = 2
"""Checkpoints on disk: the previous one stays until the new one is whole."""
SEED_OF_CURVE, SEED_OF_TABLE = 1_000_003, 2_000_003
"""Added to the seed of the experiment: the games of the table are none of those of the curve."""
MAY_CHANGE = ("evaluation", "checkpoints")
"""Tables of the experiment that may differ when a training is resumed."""


class Training:
    """One run of an experiment in a folder: `tensorboard/`, `checkpoints/`, and in the end `agent.npz`,
    `results.json` and `curve.png`."""

    def __init__(self, experiment: Experiment, folder: Path, resume: bool) -> None:
        """Raises ExperimentError when the folder holds another run or one is under way in it, CheckpointError when
        nothing can be resumed, OSError when the folder cannot be written."""
        self.experiment, self.folder = experiment, folder
        self.checkpoints = folder / "checkpoints"
        self._lock = _held(folder)
        try:
            self._set_up(_to_resume(self.checkpoints, resume))
        except BaseException:
            self._lock.release()
            raise

    def _set_up(self, latest: Path | None) -> None:
        experiment = self.experiment
        learning = experiment.learning
        torch.set_num_threads(learning.threads)
        torch.distributions.Distribution.set_default_validate_args(False)
        self.rules = ruleset(experiment.scenario, options=experiment.options)
        self.scope = scope_of(self.rules)
        self.selves: list[tuple[int, LearnedPlayer]] = []
        self.history: list[dict[str, Any]] = []
        self._started = (time.perf_counter(), time.process_time())
        self._spent_before = (0.0, 0.0)
        self.restarts = 0
        self.resumed_from = latest
        self.fixed = _fixed()
        self.tally = Tally(self.rules.seats)
        self.env = self._make_env()
        self.model = self._make_model()
        self.untrained = self.player()
        self.best, self.best_at = self.untrained, 0
        self._begin(latest)

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
        model.set_logger(configure(str(self.folder / "tensorboard"), ["tensorboard"]))
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

    # --- the loop ------------------------------------------------------------------------------------

    @property
    def steps(self) -> int:
        """Decisions of the learner so far."""
        return self.model.num_timesteps

    @property
    def seconds(self) -> float:
        """Seconds of this training so far, imitation and evaluations included, those before a resume too."""
        return self._spent_before[0] + time.perf_counter() - self._started[0]

    @property
    def processor_seconds(self) -> float:
        """The same in seconds of processor time."""
        return self._spent_before[1] + time.process_time() - self._started[1]

    def run(self, quiet: bool = False) -> list[results.Line]:
        """Train to the end, write the agent, and return the lines of the final table."""
        total = self.experiment.learning.steps
        bar = tqdm(total=total, initial=min(self.steps, total), unit=" decisions", unit_scale=True, disable=quiet)
        with bar:
            while self.steps < total:
                before = self.steps
                self._update()
                bar.update(min(self.steps, total) - before)
                bar.set_postfix_str(self._shown())
        return self.finish()

    def close(self) -> None:
        """Let the games and the folder go."""
        self.env.close()
        self._lock.release()

    def _update(self) -> None:
        """Play a rollout, learn from it, and do what falls due."""
        started, before = time.perf_counter(), self.steps
        learning, model = self.experiment.learning, self.model
        left = max(0.0, 1.0 - self.steps / learning.steps)
        model.ent_coef = learning.entropy_end + left * (learning.entropy - learning.entropy_end)
        model.collect_rollouts(self.env, self.tally, model.rollout_buffer, learning.rollout)
        model._update_current_progress_remaining(min(self.steps, learning.steps), learning.steps)
        model.train()
        self._log(time.perf_counter() - started)
        pool, evaluation = self.experiment.pool, self.experiment.evaluation
        last = self.steps >= learning.steps
        if _passed(before, self.steps, pool.snapshot_every) and pool.selves > 0:
            self._take_snapshot()
        if last or _passed(before, self.steps, evaluation.every):
            self._measure()
        if last or _passed(before, self.steps, self.experiment.checkpoints.every):
            self.save()

    def _log(self, spent: float) -> None:
        logger, learning = self.model.logger, self.experiment.learning
        logger.record("time/decisions_per_second", learning.envs * learning.rollout / spent)
        logger.record("time/seconds", self.seconds)
        logger.record("pool/past_selves", len(self.selves))
        logger.record("train/entropy_coefficient", self.model.ent_coef)
        for (side, opponent), games in self.tally.take().items():
            name = self._name_of(opponent)
            logger.record_mean(f"rollout/points_{side}_{name}", float(np.mean(games) + 1) / 2)
        logger.dump(self.steps)

    def _shown(self) -> str:
        if not self.history:
            return "no evaluation yet"
        latest = self.history[-1]["points"]
        return "  ".join(f"{name}: {np.mean(list(sides.values())):.2f}" for name, sides in latest.items())

    def _measure(self) -> None:
        """A point of the curve.  An agent that scores no less than all before it, on average over opponents and sides,
        is the best."""
        evaluation = self.experiment.evaluation
        player = self.player()
        lines = results.evaluate(
            self.rules, self.experiment.name, player, _fixed(), evaluation.games,
            self.experiment.seed + SEED_OF_CURVE,
        )  # fmt: skip
        if not self.history or results.overall(lines) >= max(point["overall"] for point in self.history):
            self.best, self.best_at = player, self.steps
        points: dict[str, dict[str, float]] = defaultdict(dict)
        for entry in lines:
            points[entry.opponent][entry.side] = entry.points
            self.model.logger.record(f"curve/{entry.opponent}_{entry.side}", entry.points)
        self.model.logger.dump(self.steps)
        self.history.append(
            {
                "steps": self.steps,
                "seconds": round(self.seconds, 1),
                "overall": results.overall(lines),
                "points": dict(points),
            }
        )

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

    def _description(self) -> dict[str, Any]:
        return {
            "name": self.experiment.name,
            "scenario": self.experiment.scenario,
            "layout": LAYOUT,
            "columns": list(self.scope.column_names),
            "actions": list(self.scope.action_names),
            "steps": self.steps,
            "best_at": self.best_at,
            "seconds": self.seconds,
            "processor_seconds": self.processor_seconds,
            "history": self.history,
        }

    def save(self) -> Path:
        """Write a checkpoint, whole or not at all, and only then remove the one before the previous."""
        model = self.model
        arrays = {f"policy/{name}": array for name, array in weights_of(model.policy).items()}
        arrays |= {f"network/{name}": tensor.cpu().numpy() for name, tensor in model.policy.state_dict().items()}
        for number, moments in model.policy.optimizer.state_dict()["state"].items():
            arrays |= {f"optimizer/{number}/{name}": tensor.cpu().numpy() for name, tensor in moments.items()}
        state = np.random.get_state()
        assert isinstance(state, tuple)
        kind, words, position, has_gauss, gauss = state
        arrays |= {"random/torch": torch.get_rng_state().numpy(), "random/numpy": words}
        for k, (_, player) in enumerate(self.selves):
            arrays |= {f"pool/{k}/{name}": getattr(player.network, name) for name in WEIGHTS}
        arrays |= {f"best/{name}": getattr(self.best.network, name) for name in WEIGHTS}
        description = self._description() | {
            "experiment": self.experiment.model_dump(mode="json"),
            "pool": [steps for steps, _ in self.selves],
            "restarts": self.restarts,
            "random": {"kind": kind, "position": position, "has_gauss": has_gauss, "gauss": gauss},
            "updates": model._n_updates,
        }
        path = self.checkpoints / f"step_{self.steps:012d}{checkpoint.SUFFIX}"
        checkpoint.write(path, arrays, description)
        checkpoint.keep_newest(self.checkpoints, KEPT)
        return path

    def _load(self, path: Path) -> None:
        """Go on from a checkpoint.  Raises CheckpointError when it belongs to another experiment."""
        arrays, description = checkpoint.read(path)
        self._check_belongs(path, description)
        policy = self.model.policy
        try:
            state = {name: torch.as_tensor(arrays[f"network/{name}"]) for name in policy.state_dict()}
            policy.load_state_dict(state)
            optimizer = policy.optimizer.state_dict()
            optimizer["state"] = _moments(arrays)
            policy.optimizer.load_state_dict(optimizer)
            self.selves = [
                (steps, LearnedPlayer(self.scope, {name: arrays[f"pool/{k}/{name}"] for name in WEIGHTS}, False))
                for k, steps in enumerate(description["pool"])
            ]
            best = {name: arrays[f"best/{name}"] for name in WEIGHTS}
            self.best = LearnedPlayer(self.scope, best, name=self.experiment.name)
            self.best_at = description["best_at"]
            random = description["random"]
            torch.set_rng_state(torch.as_tensor(arrays["random/torch"]))
            np.random.set_state(
                (random["kind"], arrays["random/numpy"], random["position"], random["has_gauss"], random["gauss"])
            )
            self.model.num_timesteps = description["steps"]
            self.model._n_updates = description["updates"]
            self.history = description["history"]
            self._spent_before = (description["seconds"], description["processor_seconds"])
            self.restarts = description["restarts"] + 1
        except (KeyError, RuntimeError, TypeError, ValueError, AttributeError, OverflowError) as error:
            raise CheckpointError(f"{path}: does not hold a whole training: {error}") from None

    def _check_belongs(self, path: Path, description: dict[str, Any]) -> None:
        now, then = self.experiment.model_dump(mode="json"), description.get("experiment")
        if not isinstance(then, dict):
            raise CheckpointError(f"{path}: an agent to play with, not a training to resume")
        for key in now:
            if key not in MAY_CHANGE and now[key] != then.get(key):
                raise CheckpointError(
                    f"{path}: belongs to another experiment: {key} was {then.get(key)!r} and is now {now[key]!r}"
                )
        if description["layout"] != LAYOUT or description["columns"] != list(self.scope.column_names):
            raise CheckpointError(f"{path}: made for another observation than {LAYOUT!r} of {then['scenario']!r}")
        if description["actions"] != list(self.scope.action_names):
            raise CheckpointError(f"{path}: made for other actions than those of scenario {then['scenario']!r}")

    # --- the end -------------------------------------------------------------------------------------

    def finish(self) -> list[results.Line]:
        """Write the best agent, measure it in games that it was not chosen by, and write the results and the curve."""
        from aw_agents.training.curve import draw_curve

        player = self.best
        arrays = {f"policy/{name}": getattr(player.network, name) for name in WEIGHTS}
        checkpoint.write(self.folder / AGENT_FILE, arrays, self._description())
        games, seed = self.experiment.evaluation.final_games, self.experiment.seed + SEED_OF_TABLE
        opponents = _fixed() | {UNTRAINED: self.untrained}
        lines = results.evaluate(self.rules, self.experiment.name, player, opponents, games, seed)
        self.yardsticks = results.yardsticks(self.rules, opponents, games, seed)
        summary = {
            "experiment": self.experiment.model_dump(mode="json"),
            "steps": self.steps,
            "best_at": self.best_at,
            "seconds": self.seconds,
            "processor_seconds": self.processor_seconds,
            "results": [entry.as_json() for entry in lines],
            "yardsticks": [entry.as_json() for entry in self.yardsticks],
            "history": self.history,
        }
        saves.write_file(self.folder / "results.json", json.dumps(summary, indent=1) + "\n")
        draw_curve(self.folder / "curve.png", self.experiment.name, self.history, self.yardsticks)
        self.close()
        return lines


def _held(folder: Path) -> FileLock:
    """The lock of a run's folder, held until it is released or the process ends, however it ends."""
    folder.mkdir(parents=True, exist_ok=True)
    lock = FileLock(folder / LOCK)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise ExperimentError(f"{folder}: a training is under way in this folder; give another --folder") from None
    return lock


def _to_resume(checkpoints: Path, resume: bool) -> Path | None:
    """The checkpoint to go on from; None where none was ever written.  Nothing is begun over what is there."""
    folder = checkpoints.parent
    there = checkpoint.saved(checkpoints)
    if there and not resume:
        raise ExperimentError(f"{folder}: there is a training here already; give --resume, or another --folder")
    latest = checkpoint.newest(checkpoints)
    if there and latest is None:
        raise CheckpointError(
            f"{folder}: none of the checkpoints can be read ({there[0].name} is the newest); to begin anew, give "
            "another --folder or move them away"
        )
    return latest


def _fixed() -> dict[str, Any]:
    """The fixed opponents, new: those that sit in the pool are in the middle of their games."""
    return {name: aw_agents.load(name) for name in aw_agents.NAMES}


def _passed(before: int, now: int, every: int) -> bool:
    """Whether a multiple of `every` lies between two counts."""
    return before // every != now // every


def _moments(arrays: dict[str, np.ndarray]) -> dict[int, dict[str, torch.Tensor]]:
    """The optimizer's state by the number of the parameter."""
    moments: dict[int, dict[str, torch.Tensor]] = defaultdict(dict)
    for name, array in arrays.items():
        if name.startswith("optimizer/"):
            _, number, part = name.split("/")
            moments[int(number)][part] = torch.as_tensor(array)
    return dict(moments)


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
