"""Train an agent: `python train.py --config configs/training/midway_quick.toml`.

The run's folder (`runs/<name>` unless --folder says otherwise) holds TensorBoard logs, checkpoints and, in the end,
the agent (`agent.npz`, for `aw_agents.load`), `results.json` and `curve.png`.  A training that was stopped, even
killed, continues with --resume.
"""

import argparse
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

if TYPE_CHECKING:
    from aw_agents.training.experiment import SomeExperiment
    from aw_agents.training.run import Run


def main(arguments: list[str] | None = None) -> int:
    """Run the experiment of the command line.  Returns 0, or 1 after one clear error."""
    parser = argparse.ArgumentParser(description="Train an agent.")
    parser.add_argument(
        "--config", type=Path, required=True, help="the experiment, such as configs/training/midway.toml"
    )
    parser.add_argument("--folder", type=Path, help="folder of the run (default: runs/<name of the experiment>)")
    parser.add_argument("--resume", action="store_true", help="continue from the newest checkpoint in the folder")
    parser.add_argument("--on", help="play on the Ray cluster at HOST:PORT, auto, or local")
    parser.add_argument("--quiet", action="store_true", help="no progress bar")
    given = parser.parse_args(arguments)

    from aw_agents.training import experiment, results
    from aw_env.core.streams import replace_unknown_letters

    replace_unknown_letters()
    training = None
    try:
        wanted = experiment.read(given.config)
        folder = given.folder or Path("runs") / wanted.name
        training = begun(wanted, folder, given.resume, given.on)
        if training.resumed_from is not None:
            print(f"resumed at {training.steps:,} {training.unit} from {training.resumed_from}", file=sys.stderr)
        elif given.resume:
            print(f"{folder} holds no checkpoint yet: starting from scratch", file=sys.stderr)
        lines = training.run(given.quiet)
    except (ValueError, OSError) as error:  # wrong experiments, checkpoints and scenarios; full or read-only disks
        print(f"error: {error}", file=sys.stderr)
        if training is not None:
            print("the checkpoints written so far are whole: --resume goes on from the newest", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return stopped(training)
    minutes = training.seconds / 60
    title = f"{wanted.name}: {training.steps:,} {training.unit} in {minutes:.1f} minutes, {lines[0].games} games a row"
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
    if wanted.algorithm == "candidate_ppo":
        from aw_agents.training.candidate_ppo import CandidatePPO

        return CandidatePPO(wanted, folder, resume, on)
    if wanted.algorithm == "ppo":
        from aw_agents.training.ppo import PPO

        return PPO(wanted, folder, resume, on)
    if on is not None:
        raise ValueError(f"--on: {wanted.algorithm} plays here alone")
    if wanted.algorithm == "tuning":
        from aw_agents.training.tuning import Tuning

        return Tuning(wanted, folder, resume)
    from aw_agents.training.maskable_ppo import MaskablePPOTraining

    return MaskablePPOTraining(wanted, folder, resume)


def stopped(training: "Run | None") -> int:
    """Save what has been learned when the person at the keyboard has had enough."""
    if training is None:
        return 130
    try:
        print(
            f"\nstopped at {training.steps:,} {training.unit}: saved {training.save()}; --resume goes on",
            file=sys.stderr,
        )
    except OSError as error:
        print(f"\nstopped at {training.steps:,} {training.unit}, but not saved: {error}", file=sys.stderr)
    return 130


def tell_of_thread(failed: threading.ExceptHookArgs) -> None:
    """Say what a thread has failed with; but TensorBoard's raises what a full disk does to it where it is written to,
    so that it is said once."""
    if not isinstance(failed.exc_value, OSError):
        threading.__excepthook__(failed)


if __name__ == "__main__":
    threading.excepthook = tell_of_thread
    sys.exit(main())
