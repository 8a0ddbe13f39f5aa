"""How fast training runs learn: variants of one experiment in turn, so that a busy machine slows all of them alike.

    python -m benchmarks.training_speed                       # library, maskable_ppo, ppo, ppo in bfloat16, on Midway
    python -m benchmarks.training_speed --variants ppo ppo:precision=bfloat16,threads=2 --rounds 5

A variant is an algorithm with keys of [learning], or sb3_contrib.MaskablePPO over `sb3_vec_env` without our training
code: `library` with the experiment's settings and network, `plain` with the library's defaults, as a newcomer would
start.  Shows the medians over the rounds of decisions a second by wall-clock and processor time, each compared with the
first variant's in the same round, and the share of the time spent in torch (learning, and the network's answers while
playing).
"""

import argparse
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO

from aw_agents.training import experiment, recipe
from aw_env import admirals_war_v0
from aw_env.core.streams import replace_unknown_letters
from train import begun

ROOT = Path(__file__).resolve().parent.parent
PLAIN, LIBRARY = "plain", "library"
"""The variants of the library's own MaskablePPO."""
VARIANTS = (LIBRARY, "maskable_ppo", "ppo", "ppo:precision=bfloat16")
PLAIN_GAMES = 8
"""How many games it plays at a time with its default settings."""
IN_TORCH = ("_learn", "_judged", "train")
"""Methods of a training, of its model or of its games, that do nothing but torch's work."""


@dataclass
class Speeds:
    """One number a round."""

    clock: list[float] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)
    in_torch: list[float] = field(default_factory=list)


class OfTheLibrary:
    """MaskablePPO as the library has it: a training as far as its speed is concerned.  settings: its own."""

    def __init__(self, scenario: str, games: int = PLAIN_GAMES, threads: int = 1, **settings: Any) -> None:
        self.games, self.threads = games, threads
        self.env = admirals_war_v0.sb3_vec_env(games, opponents="scripted", scenario=scenario, num_threads=threads)
        self.model = MaskablePPO("MlpPolicy", self.env, device="cpu", **settings)

    @classmethod
    def alike(cls, told: experiment.Experiment) -> "OfTheLibrary":
        """With the settings of an experiment."""
        learning = told.learning
        return cls(
            told.scenario,
            learning.envs,
            learning.threads,
            n_steps=learning.rollout,
            batch_size=learning.minibatch,
            n_epochs=learning.epochs,
            policy_kwargs={"net_arch": list(learning.hidden)},
        )

    def _update(self) -> None:
        self.model.learn(self.model.n_steps * self.games, reset_num_timesteps=False)

    @property
    def steps(self) -> int:
        """Decisions of the learner so far."""
        return self.model.num_timesteps

    def close(self) -> None:
        """Let the games go."""
        self.env.close()


def made(config: Path, stage: str, variant: str, folder: Path) -> Any:
    """The training of a variant, without its first lesson.  stage: "" for a file that is one experiment."""
    if variant in (PLAIN, LIBRARY):
        told = experiment.read(config)
        if not isinstance(told, experiment.Experiment):
            raise ValueError(f"{config}: {told.algorithm} learns otherwise than MaskablePPO")
        return OfTheLibrary(told.scenario) if variant == PLAIN else OfTheLibrary.alike(told)
    algorithm, _, settings = variant.partition(":")
    changes = [f"algorithm={algorithm}", "imitation.decisions=0"]
    changes += [f"learning.{setting}" for setting in filter(None, settings.split(","))]
    if stage:
        changes = [f"stage.{stage}.{change}" for change in changes]
    return begun(recipe.read(config, changes)[stage].experiment, folder, resume=False)


def threads_of(training: Any) -> int:
    """With how many torch learns."""
    return int(training.threads if isinstance(training, OfTheLibrary) else training.experiment.learning.threads)


def watched(training: Any) -> list[float]:
    """A list in which the seconds that the training spends in torch are noted from now on."""
    spent: list[float] = []
    for owner in (training, getattr(training, "model", None), *getattr(training, "batches", ())):
        for name in IN_TORCH:
            if callable(getattr(owner, name, None)):
                setattr(owner, name, _timed(getattr(owner, name), spent))
    return spent


def _timed(method: Any, spent: list[float]) -> Any:
    def call(*given: Any) -> Any:
        started = time.perf_counter()
        try:
            return method(*given)
        finally:
            spent.append(time.perf_counter() - started)

    return call


def measure(config: Path, stage: str, variants: list[str], rounds: int, updates: int) -> dict[str, Speeds]:
    """Let the variants learn in turn."""
    found = {variant: Speeds() for variant in variants}
    with tempfile.TemporaryDirectory() as folder:
        trainings = {variant: made(config, stage, variant, Path(folder) / str(k)) for k, variant in enumerate(variants)}
        spent = {variant: watched(training) for variant, training in trainings.items()}
        threads = {variant: threads_of(training) for variant, training in trainings.items()}
        for number in range(rounds + 1):
            for variant, training in trainings.items():
                torch.set_num_threads(threads[variant])
                before = training.steps
                spent[variant].clear()
                clock, processor = time.perf_counter(), time.process_time()
                for _ in range(updates):
                    training._update()
                if getattr(training, "coming", None):
                    training.coming.result()  # not while others are measured
                clock, processor = time.perf_counter() - clock, time.process_time() - processor
                if number:  # the first round warms up
                    found[variant].clock.append((training.steps - before) / clock)
                    found[variant].processor.append((training.steps - before) / processor)
                    found[variant].in_torch.append(sum(spent[variant]) / clock)
        for training in trainings.values():
            training.close()
    return found


def main() -> None:
    """Measure and print."""
    replace_unknown_letters()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--config", type=Path, default=ROOT / "configs" / "training" / "midway.toml")
    parser.add_argument("--stage", default="", help="which stage of the file, if it has several")
    parser.add_argument("--variants", nargs="+", default=list(VARIANTS))
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--updates", type=int, default=1, help="rollouts to play and learn from, a variant and round")
    chosen = parser.parse_args()
    found = measure(chosen.config, chosen.stage, chosen.variants, chosen.rounds, chosen.updates)
    first = found[chosen.variants[0]]
    for variant, speeds in found.items():
        clock = np.median(np.array(speeds.clock) / first.clock)
        processor = np.median(np.array(speeds.processor) / first.processor)
        print(
            f"{variant:36} {np.median(speeds.clock):8,.0f} decisions/s (times {clock:.2f})"
            f" {np.median(speeds.processor):8,.0f} a second of processor (times {processor:.2f})"
            f" {np.median(speeds.in_torch):5.0%} in torch"
        )


if __name__ == "__main__":
    main()
