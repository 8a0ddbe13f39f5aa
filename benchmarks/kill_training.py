"""Kill a training run again and again, and check that every resume works.

    python benchmarks/kill_training.py --kills 20

Starts a small experiment, kills it with SIGKILL after a random time (every second kill as soon as a checkpoint is
being written), and starts it again with `--resume`.  Each resume must begin at the newest complete checkpoint, at most
one interval behind the last progress; the last run must end with its table.
"""

import argparse
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from aw_env.core.streams import replace_unknown_letters

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
INTERVAL = 4096
EXPERIMENT = f"""
name = "killed"
scenario = "engagement"
seed = 1
[learning]
steps = 100_000_000
envs = 64
rollout = 16
minibatch = 1024
hidden = [256, 256]
[pool]
snapshot_every = 8192
size = 12
[checkpoints]
every = {INTERVAL}
[evaluation]
every = 100_000_000
final_games = 20
"""


def start(config: Path, folder: Path, log: Path) -> subprocess.Popen:
    """A training that goes on from what is in the folder."""
    command = [sys.executable, "train.py", "--config", str(config), "--folder", str(folder), "--resume", "--quiet"]
    with open(log, "w") as file:
        return subprocess.Popen(command, cwd=ROOT, stdout=file, stderr=subprocess.STDOUT)


def wait_for_progress(process: subprocess.Popen, checkpoints: Path, before: int) -> None:
    """Wait until the training has written a checkpoint of its own.  Raises RuntimeError if it ends first."""
    while newest_number(checkpoints) <= before:
        if process.poll() is not None:
            raise RuntimeError("the training ended by itself")
        time.sleep(0.02)


def newest_number(checkpoints: Path) -> int:
    """Decisions of the newest checkpoint by its name; -1: none."""
    return max((int(path.stem.removeprefix("step_")) for path in checkpoints.glob("step_*.npz")), default=-1)


def kill(process: subprocess.Popen, checkpoints: Path, during_checkpoint: bool, rng: random.Random) -> bool:
    """SIGKILL at a random moment, or while a checkpoint is half written.  Returns whether one was."""
    if during_checkpoint:
        while not any(checkpoints.glob(".*.part")):
            time.sleep(0)
    else:
        time.sleep(rng.uniform(0, 3))
    process.send_signal(signal.SIGKILL)
    process.wait()
    return any(checkpoints.glob(".*.part"))


def main() -> int:
    """Returns 0 when every resume worked."""
    replace_unknown_letters()
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    from aw_agents.learned import checkpoint

    rng = random.Random(given.seed)
    with tempfile.TemporaryDirectory() as place:
        config, folder, log = Path(place, "killed.toml"), Path(place, "run"), Path(place, "log")
        config.write_text(EXPERIMENT)
        checkpoints = folder / "checkpoints"
        half_written = 0
        expected = None
        for number in range(given.kills + 1):
            before = newest_number(checkpoints)
            process = start(config, folder, log)
            wait_for_progress(process, checkpoints, before)
            printed = log.read_text()
            if expected is not None:
                resumed = re.search(r"resumed at ([\d,]+)", printed)
                if resumed is None or int(resumed[1].replace(",", "")) != expected:
                    print(printed)
                    print(f"kill {number}: did not go on from {expected:,}")
                    return 1
            if number == given.kills:
                process.send_signal(signal.SIGKILL)
                process.wait()
                break
            interrupted = kill(process, checkpoints, number % 2 == 1, rng)
            half_written += interrupted
            newest = checkpoint.newest(checkpoints)
            assert newest is not None, "a training is killed after its first checkpoint"
            expected = checkpoint.read(newest)[1]["steps"]
            reached = max(newest_number(checkpoints), half_written_number(checkpoints))
            if reached - expected > INTERVAL:
                print(f"kill {number + 1}: reached {reached:,}, but the newest whole checkpoint is {expected:,}")
                return 1
            print(f"kill {number + 1:2}: {'during a checkpoint' if interrupted else 'between checkpoints':20} "
                  f"goes on from {expected:,}", flush=True)  # fmt: skip
        print(f"{given.kills} kills, {half_written} of them during a checkpoint; every resume worked")
    return 0


def half_written_number(checkpoints: Path) -> int:
    """Decisions of a checkpoint that was being written; -1: none."""
    found = (re.search(r"step_(\d+)", path.name) for path in checkpoints.glob(".step_*.part"))
    return max((int(number[1]) for number in found if number is not None), default=-1)


if __name__ == "__main__":
    sys.exit(main())
