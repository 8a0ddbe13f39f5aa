"""What every training has: a folder that it holds, checkpoints that a kill cannot break, a curve, and a final table."""

import json
import time
from abc import ABC, abstractmethod
from collections import defaultdict
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import torch
from filelock import FileLock, Timeout
from stable_baselines3.common.logger import configure
from tqdm import tqdm

import aw_agents
from aw_agents.learnable import learnable
from aw_agents.learned import checkpoint
from aw_agents.learned.checkpoint import CheckpointError
from aw_agents.learned.player import AGENT_FILE
from aw_agents.training import results
from aw_agents.training.experiment import AnyExperiment, ExperimentError, kept
from aw_env import games
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
UNSOUND = (KeyError, RuntimeError, TypeError, ValueError, AttributeError, OverflowError)
"""What a checkpoint raises, on its way back into a training, that is not whole."""


class Player(Protocol):
    """What a training makes: a player with the arrays that it has learned, by name."""

    @property
    def weights(self) -> dict[str, np.ndarray]:
        """The arrays."""


class Run(ABC):
    """One run of an experiment in a folder: `tensorboard/`, `checkpoints/`, and in the end `agent.npz`,
    `results.json` and `curve.png`.  on: address of the cluster that plays (`hosts_at`); None: this process."""

    def __init__(self, experiment: AnyExperiment, folder: Path, resume: bool, on: str | None = None) -> None:
        """Raises ExperimentError when the folder holds another run or one is under way in it, CheckpointError when
        nothing can be resumed, OSError when the folder cannot be written, ValueError where no cluster answers."""
        self.on = on
        self.folder = folder
        self.experiment = experiment
        self.checkpoints = folder / "checkpoints"
        self._check_machine()
        self._lock = _held(folder)
        try:
            self.resumed_from = _to_resume(self.checkpoints, resume)
            self.game = games.named(experiment.game)
            self.rules = self.game.ruleset(experiment.scenario, experiment.options)
            self.learnable = learnable(self.rules.name)
            self.logger = configure(str(folder / "tensorboard"), ["tensorboard"])
            self.history: list[dict[str, Any]] = []
            self._started = (time.perf_counter(), time.process_time())
            self._spent_before = (0.0, 0.0)
            self.restarts = 0
            self._set_up()
        except BaseException:
            self._lock.release()
            raise

    # --- what a training does by itself ------------------------------------------------------------------

    unit = "decisions"
    """What its steps are."""
    agent_file = AGENT_FILE
    """The finished agent in the folder."""
    may_change: tuple[str, ...] = ()
    """Keys of its own tables, as "table.key", that may differ when it is resumed."""
    untrained: Player
    best: Player
    best_at: int

    def _check_machine(self) -> None:  # noqa: B027  (most need nothing)
        """Raises ExperimentError, before anything is written, where this machine lacks what the experiment needs."""

    @abstractmethod
    def _set_up(self) -> None:
        """Make the network and the games, and go on from `resumed_from`."""

    @property
    @abstractmethod
    def steps(self) -> int:
        """Decisions learned from so far."""

    @property
    @abstractmethod
    def total(self) -> int:
        """Decisions to learn from."""

    @abstractmethod
    def player(self) -> Player:
        """The agent as it is now."""

    @abstractmethod
    def _update(self) -> None:
        """Play, and learn from it."""

    @abstractmethod
    def _reads(self) -> dict[str, Any]:
        """What the description of a checkpoint says of the network: its layout and the names of what it reads."""

    @abstractmethod
    def _state(self) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        """What a checkpoint holds besides the agent so that the training can go on: arrays, and plain values."""

    def measured_against(self) -> dict[str, Any]:
        """Who plays against the agent in the curve and the table, new: those that sit in a pool are in the middle of
        their games."""
        return {name: aw_agents.load(name, self.game.players) for name in aw_agents.NAMES}

    @abstractmethod
    def _close_games(self) -> None:
        """Let the games go."""

    # --- learning ----------------------------------------------------------------------------------------

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
        bar = tqdm(
            total=self.total, initial=min(self.steps, self.total), unit=f" {self.unit}", unit_scale=True, disable=quiet
        )
        with bar:
            while self.steps < self.total:
                before = self.steps
                self._update()
                self._do_what_is_due(before)
                bar.update(min(self.steps, self.total) - before)
                bar.set_postfix_str(self._shown())
        return self.finish()

    def _do_what_is_due(self, before: int) -> None:
        """A point of the curve and a checkpoint, when it is time for them or the training is over."""
        last = self.steps >= self.total
        if last or passed(before, self.steps, self.experiment.evaluation.every):
            self._measure()
        if last or passed(before, self.steps, self.experiment.checkpoints.every):
            self.save()

    def _shown(self) -> str:
        if not self.history:
            return "no evaluation yet"
        latest = self.history[-1]["points"]
        return "  ".join(f"{name}: {np.mean(list(sides.values())):.2f}" for name, sides in latest.items())

    def _measure(self) -> None:
        """A point of the curve, and perhaps the best agent so far."""
        evaluation, player = self.experiment.evaluation, self.player()
        seed = self.experiment.seed + SEED_OF_CURVE
        opponents = self.measured_against()
        lines = results.evaluate(self.rules, self.experiment.name, player, opponents, evaluation.games, seed)
        if self._is_best(results.overall(lines)):
            self.best, self.best_at = player, self.steps
        points: dict[str, dict[str, float]] = defaultdict(dict)
        for entry in lines:
            points[entry.opponent][entry.side] = entry.points
            self.logger.record(f"curve/{entry.opponent}_{entry.side}", entry.points)
        self.logger.dump(self.steps)
        self.history.append(
            {
                "steps": self.steps,
                "seconds": round(self.seconds, 1),
                "overall": results.overall(lines),
                "points": dict(points),
            }
        )

    def _is_best(self, overall: float) -> bool:
        """Whether an agent that scores so many points, on average over opponents and sides, is the best: no less than
        all before it."""
        return all(overall >= point["overall"] for point in self.history)

    # --- checkpoints -------------------------------------------------------------------------------------

    def _description(self) -> dict[str, Any]:
        return {
            "name": self.experiment.name,
            "game": self.rules.name,
            "scenario": self.experiment.scenario,
            **self._reads(),
            "steps": self.steps,
            "best_at": self.best_at,
            "seconds": self.seconds,
            "processor_seconds": self.processor_seconds,
            "history": self.history,
        }

    def save(self) -> Path:
        """Write a checkpoint, whole or not at all, and only then remove the one before the previous."""
        arrays, values = self._state()
        arrays |= {f"policy/{name}": array for name, array in self.player().weights.items()}
        arrays |= {f"best/{name}": array for name, array in self.best.weights.items()}
        arrays |= {"random/torch": torch.get_rng_state().numpy()}
        description = self._description() | {
            "experiment": kept(self.experiment, self.folder),
            "restarts": self.restarts,
            **values,
        }
        path = self.checkpoints / f"step_{self.steps:012d}{checkpoint.SUFFIX}"
        checkpoint.write(path, arrays, description)
        checkpoint.keep_newest(self.checkpoints, KEPT)
        return path

    def _read_checkpoint(self, path: Path) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        """The checkpoint to go on from, and what it says of the run.  Raises CheckpointError when it belongs to another
        experiment."""
        arrays, description = checkpoint.read(path)
        self._check_belongs(path, description)
        try:
            torch.set_rng_state(torch.as_tensor(arrays["random/torch"]))
            self.best_at = description["best_at"]
            self.history = description["history"]
            self._spent_before = (description["seconds"], description["processor_seconds"])
            self.restarts = description["restarts"] + 1
        except UNSOUND as error:
            raise not_whole(path, error) from None
        return arrays, description

    def _check_belongs(self, path: Path, description: dict[str, Any]) -> None:
        now, then = kept(self.experiment, self.folder), description.get("experiment")
        if not isinstance(then, dict):
            raise CheckpointError(f"{path}: a finished agent, not a training run to resume")
        then = kept(then, self.folder)
        for said in (now, then):
            for table, _, key in (name.partition(".") for name in self.may_change):
                said.get(table, {}).pop(key, None)
        for key in now:
            if key not in MAY_CHANGE and now[key] != then.get(key):
                raise CheckpointError(
                    f"{path}: belongs to another experiment: {key} was {then.get(key)!r} and is now {now[key]!r}"
                )
        reads = self._reads()
        for key in ("layout", "columns", "row_columns"):
            if description.get(key) != reads.get(key):
                raise CheckpointError(
                    f"{path}: made for another observation than {reads['layout']!r} of {then['scenario']!r}"
                )
        if description["actions"] != reads["actions"]:
            raise CheckpointError(f"{path}: made for other actions than those of scenario {then['scenario']!r}")

    # --- the end -----------------------------------------------------------------------------------------

    def close(self) -> None:
        """Let the games and the folder go."""
        self._close_games()
        self._lock.release()

    def finish(self) -> list[results.Line]:
        """Write the best agent, measure it in games that it was not chosen by, and write the results and the curve."""
        from aw_agents.training.curve import draw_curve

        self._write_agent()
        name, games = self.experiment.name, self.experiment.evaluation.final_games
        seed = self.experiment.seed + SEED_OF_TABLE
        opponents = self.measured_against() | {UNTRAINED: self.untrained}
        lines = results.evaluate(self.rules, name, self.best, opponents, games, seed)
        self.yardsticks = results.yardsticks(self.rules, opponents, games, seed)
        summary = {
            "experiment": kept(self.experiment, self.folder),
            "steps": self.steps,
            "best_at": self.best_at,
            "seconds": self.seconds,
            "processor_seconds": self.processor_seconds,
            "results": [entry.as_json() for entry in lines],
            "yardsticks": [entry.as_json() for entry in self.yardsticks],
            "history": self.history,
        }
        saves.write_file(self.folder / "results.json", json.dumps(summary, indent=1, allow_nan=False) + "\n")
        draw_curve(self.folder / "curve.png", name, self.history, self.yardsticks)
        self.close()
        return lines

    def _write_agent(self) -> None:
        """The best agent, as it is loaded."""
        arrays = {f"policy/{name}": array for name, array in self.best.weights.items()}
        checkpoint.write(self.folder / self.agent_file, arrays, self._description())


def passed(before: int, now: int, every: int) -> bool:
    """Whether a multiple of `every` lies between two counts."""
    return before // every != now // every


def moments_of(optimizer: torch.optim.Optimizer) -> dict[str, np.ndarray]:
    """The optimizer's state as members of a checkpoint."""
    return {
        f"optimizer/{number}/{name}": tensor.cpu().numpy()
        for number, moments in optimizer.state_dict()["state"].items()
        for name, tensor in moments.items()
    }


def restore_moments(optimizer: torch.optim.Optimizer, arrays: dict[str, np.ndarray]) -> None:
    """Bring the optimizer's state back from the members of a checkpoint."""
    moments: dict[int, dict[str, torch.Tensor]] = defaultdict(dict)
    for name, array in arrays.items():
        if name.startswith("optimizer/"):
            _, number, part = name.split("/")
            moments[int(number)][part] = torch.as_tensor(array)
    optimizer.load_state_dict(optimizer.state_dict() | {"state": dict(moments)})


def not_whole(path: Path, error: Exception) -> CheckpointError:
    """The error for a checkpoint in which something is missing or wrong."""
    return CheckpointError(f"{path}: does not hold a complete training run: {error}")


def _held(folder: Path) -> FileLock:
    """The lock of a run's folder, held until it is released or the process ends, however it ends."""
    folder.mkdir(parents=True, exist_ok=True)
    lock = FileLock(folder / LOCK)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise ExperimentError(
            f"{folder}: a training run is in progress in this folder; give another --folder"
        ) from None
    return lock


def _to_resume(checkpoints: Path, resume: bool) -> Path | None:
    """The checkpoint to go on from; None where none was ever written.  Nothing is begun over what is there."""
    folder = checkpoints.parent
    there = checkpoint.saved(checkpoints)
    if there and not resume:
        raise ExperimentError(f"{folder}: there is already a training run here; give --resume, or another --folder")
    latest = checkpoint.newest(checkpoints)
    if there and latest is None:
        raise CheckpointError(
            f"{folder}: none of the checkpoints can be read ({there[0].name} is the newest); to begin anew, give "
            "another --folder or move them away"
        )
    return latest
