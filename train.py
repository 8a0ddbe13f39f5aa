"""Train an agent: `python train.py --config configs/training/midway_quick.toml`.

The run's folder (`runs/<name>` unless --folder says otherwise) holds TensorBoard logs, checkpoints and, in the end,
the agent (`agent.npz`, for `aw_agents.load`), `results.json` and `curve.png`.  A training that was stopped, even
killed, continues with --resume.  The stages of a recipe are run one after another, each in a folder of its own
(`runs/<name>_<stage>`).
"""

import argparse
import math
import signal
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

if TYPE_CHECKING:
    from aw_agents.training.experiment import SomeExperiment
    from aw_agents.training.recipe import Stage
    from aw_agents.training.run import Run


TAUGHT = r"""recipes:
  A file of configs/training holds one experiment, or a recipe of several stages, one table [stage.NAME] each.
  Stages run in order, each in its folder runs/<name>_<stage>, and may start from the agents of earlier ones.
  The folder shipped has the recipes of the shipped agents, quick and configs/training itself those of first
  agents, and studies other experiments.

  python train.py --config configs/training/midway_quick.toml
      a first agent for Midway, in minutes, in runs/midway_quick
  python train.py --config configs/training/shipped/midway.toml
      the agent `midway`, all five stages
  python train.py --config configs/training/shipped/midway.toml --resume
      continue where that stopped, skipping finished stages
  python train.py --config configs/training/shipped/midway.toml --stage league
      one stage only, once those whose agents it names are finished
  python train.py --resume --folder runs/midway_league
      continue a run, even if the file it was started from has changed

overriding values:
  --set KEY=VALUE names a key as the file does, after its table: seed, learning.steps.  In a recipe it changes
  every stage that has the key; stage.NAME.KEY changes that stage only.  Write words without quotation marks, and
  lists as in TOML.  An unknown key is an error that lists the known ones.

  python train.py --config configs/training/midway_quick.toml --set seed=2 --set name=midway_second
      the same training with another seed, in runs/midway_second
  python train.py --config configs/training/midway_quick.toml \
      --set learning.steps=65_536 --set learning.hidden="[128, 128]"
      fewer decisions and a smaller network
  python train.py --config configs/training/shipped/pacific.toml \
      --set evaluation.games=20 --set stage.turns.learning.anchor=0.02
      fewer games for each point of both stages' curves, and another anchor for the second stage
"""
"""The end of the help."""


def main(arguments: list[str] | None = None) -> int:
    """Run what the command line says.  Returns 0, or 1 after one clear error."""
    given = understood(arguments)

    from aw_env.core.streams import replace_unknown_letters

    replace_unknown_letters()
    try:
        stages = wanted(given)
    except (ValueError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    for number, stage in enumerate(stages, 1):
        if len(stages) > 1:
            if given.resume and stage.is_finished:
                print(f"{stage.folder} is finished", file=sys.stderr)
                continue
            print(f"stage {number} of {len(stages)}: {stage.experiment.name}", file=sys.stderr)
        status = carried_out(stage, given)
        if status:
            return status
    return 0


def understood(arguments: list[str] | None = None) -> argparse.Namespace:
    """What the command line says.  Raises SystemExit where it says nothing to do."""
    parser = argparse.ArgumentParser(
        description="Train an agent.", epilog=TAUGHT, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--config", type=Path, help="an experiment or a recipe, such as configs/training/midway.toml")
    parser.add_argument("--stage", metavar="NAME", help="run this stage of the recipe only (default: all, in order)")
    parser.add_argument(
        "--set",
        metavar="KEY=VALUE",
        action="append",
        default=[],
        help="override a value of the file; may be repeated: learning.steps=1000, stage.league.seed=2",
    )
    parser.add_argument(
        "--folder", type=Path, help="folder of the run, or of the runs of all stages (default: runs/<name>; runs)"
    )
    parser.add_argument(
        "--resume",
        action="store_true",
        help="continue from the newest checkpoint; without --config, from that of --folder",
    )
    parser.add_argument("--on", help="play on the Ray cluster at HOST:PORT, auto, or local")
    parser.add_argument("--quiet", action="store_true", help="no progress bar")
    given = parser.parse_args(arguments)
    if given.config is None and not (given.resume and given.folder and not given.stage):
        parser.error("give --config, or --resume and --folder to continue a run")
    return given


def wanted(given: argparse.Namespace) -> "list[Stage]":
    """The stages that the command line asks for.  Raises ValueError."""
    from aw_agents.training import recipe

    if given.config is None:
        return [recipe.resumed(given.folder, given.set)]
    stages = recipe.read(given.config, given.set, given.folder)
    if given.stage is None:
        return [*stages.values()]
    if given.stage not in stages:
        raise ValueError(f"--stage {given.stage}: {recipe.no_such_stage(given.stage, stages)}")
    return [stages[given.stage]]


def carried_out(stage: "Stage", given: argparse.Namespace) -> int:
    """Run an experiment to its end, and print its table.  Returns 0, 1 after one clear error, 130 when stopped."""
    from aw_agents.learned import checkpoint
    from aw_agents.training import results
    from aw_env.core.errors import in_words

    training, folder = None, stage.folder
    try:
        stage.check_its_turn()
        training = begun(stage.experiment, folder, given.resume, given.on)
        if training.resumed_from is not None:
            for damaged in checkpoint.after(training.resumed_from):
                print(f"{damaged} is damaged: passed over", file=sys.stderr)
            print(f"resumed at {training.steps:,} {training.unit} from {training.resumed_from}", file=sys.stderr)
        elif given.resume:
            print(f"{folder} holds no checkpoint yet: starting from scratch", file=sys.stderr)
        lines = training.run(given.quiet)
    except (ValueError, OSError) as error:  # wrong experiments, checkpoints and scenarios; full or read-only disks
        print(f"error: {in_words(error)}", file=sys.stderr)
        if training is not None:
            print("the checkpoints written so far are whole: --resume goes on from the newest", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return stopped(training)
    name, minutes = stage.experiment.name, training.seconds / 60
    title = f"{name}: {training.steps:,} {training.unit} in {minutes:.1f} minutes, {lines[0].games} games a row"
    if training.best_at != training.steps:
        print(f"the agent is from {training.best_at:,} {training.unit}, the best point of the curve")
    Console(width=130).print(results.table(title, lines, training.yardsticks))
    print(f"agent: {folder / training.agent_file}   curve: {folder / 'curve.png'}   tensorboard --logdir {folder}")
    return 0


def begun(wanted: "SomeExperiment", folder: Path, resume: bool, on: str | None = None) -> "Run":
    """The training of an experiment, ready to run.  on: the address of a cluster."""
    if wanted.algorithm == "imitation":
        from aw_agents.training.dagger import ImitationTraining

        return ImitationTraining(wanted, folder, resume, on)
    if wanted.algorithm == "expert_iteration":
        from aw_agents.training.expert_iteration import ExpertIteration

        return ExpertIteration(wanted, folder, resume, on)
    if wanted.algorithm == "corrections":
        from aw_agents.training.corrections import CorrectionsTraining

        return CorrectionsTraining(wanted, folder, resume, on)
    if wanted.algorithm == "candidate_ppo":
        from aw_agents.training.candidate_ppo import CandidatePPO

        return CandidatePPO(wanted, folder, resume, on)
    if wanted.algorithm == "ppo":
        from aw_agents.training.ppo import PPO

        return PPO(wanted, folder, resume, on)
    if on is not None:
        raise ValueError(f"--on: {wanted.algorithm} plays here alone")
    if wanted.algorithm == "selection":
        from aw_agents.training.selection import Selection

        return Selection(wanted, folder, resume)
    if wanted.algorithm == "tuning":
        from aw_agents.training.tuning import Tuning

        return Tuning(wanted, folder, resume)
    from aw_agents.training.maskable_ppo import MaskablePPOTraining

    return MaskablePPOTraining(wanted, folder, resume)


def stopped(training: "Run | None") -> int:
    """Save what has been learned when the person at the keyboard has had enough."""
    if training is None:
        return 130
    hearing = signal.signal(signal.SIGINT, signal.SIG_IGN)  # pressed again, it does not break off the saving
    try:
        print(
            f"\nstopped at {training.steps:,} {training.unit}: saved {training.save()}; --resume goes on",
            file=sys.stderr,
        )
    except OSError as error:
        print(f"\nstopped at {training.steps:,} {training.unit}, but not saved: {error}", file=sys.stderr)
    finally:
        signal.signal(signal.SIGINT, hearing)
    return 130


class Interrupts:
    """Ctrl-C, of which another within a second means the same."""

    def __init__(self) -> None:
        self._last = -math.inf

    def __call__(self, *_: object) -> None:
        """Raises KeyboardInterrupt."""
        now = time.monotonic()
        if now - self._last > 1:
            self._last = now
            raise KeyboardInterrupt


def tell_of_thread(failed: threading.ExceptHookArgs) -> None:
    """Say what a thread has failed with; but TensorBoard's raises what a full disk does to it where it is written to,
    so that it is said once."""
    if not isinstance(failed.exc_value, OSError):
        threading.__excepthook__(failed)


if __name__ == "__main__":
    threading.excepthook = tell_of_thread
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # none is heard in the background of a script
        signal.signal(signal.SIGINT, Interrupts())
    try:
        status = main()
    except KeyboardInterrupt:
        status = 130
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.exit(status)
