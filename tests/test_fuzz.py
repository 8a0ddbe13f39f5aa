"""A few of the attacks of `python -m tests.fuzz`, and one that once succeeded.

An attack succeeds when anything but the one error that is meant is raised, or something changes that must not; a hang
or a crash of the process shows by itself.
"""

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest

from aw_agents.learned import CheckpointError, LearnedPlayer
from tests.fuzz import archives
from tests.fuzz.__main__ import follow
from tests.fuzz.kinds import KINDS
from tests.fuzz.outcome import ACCEPTED, REFUSED

pytest.importorskip("rich")

FEW = {
    "crafted saves": 150, "crafted saves, War at Sea": 100, "crafted saves, Naval Miniatures": 60,
    "crafted saves, A World at War": 60,
    "damaged saves": 60, "headers of saves": 120, "scenario files": 80,
    "experiments": 60, "checkpoints": 90, "recordings": 60, "ladders": 60, "arrays of a batch": 60,
    "arguments": 60, "command line": 15,
}  # fmt: skip
"""Inputs of each kind in the gate: about a minute together."""


LONG = tuple(kind for kind in FEW if kind.startswith("crafted saves"))


@pytest.mark.parametrize("kind", [pytest.param(kind, marks=pytest.mark.slow if kind in LONG else ()) for kind in KINDS])
def test_an_attack_is_refused_or_played_on(kind):
    attack = KINDS[kind].attack()
    outcomes = {number: attack(number) for number in range(FEW[kind])}
    assert set(outcomes.values()) <= {REFUSED, ACCEPTED}
    assert REFUSED in outcomes.values()


def test_a_header_of_an_array_that_never_ends_is_refused(tmp_path):
    """It once ended in an error of the tokenizer that NumPy reads headers with."""
    arrays, description, _ = archives.agent()
    with zipfile.ZipFile(tmp_path / "deep.npz", "w") as archive:
        text = np.frombuffer(json.dumps(description).encode(), np.uint8)
        archive.writestr("description.npy", archives.npy(text))
        for name, array in arrays.items():
            header = "{'descr': '<f4', 'fortran_order': False, 'shape': " + "[" * 500 + ", }"
            archive.writestr(f"{name}.npy", archives.npy(array, header))
    with pytest.raises(CheckpointError, match="not a complete checkpoint"):
        LearnedPlayer.load(tmp_path / "deep.npz")


def test_the_table_counts_every_input():
    done = subprocess.run(
        [sys.executable, "-m", "tests.fuzz", "--kind", "experiments", "--inputs", "7"],
        cwd=Path(__file__).resolve().parent.parent, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "| experiments | 7 |" in done.stdout


def worker(script):
    """What is made of a worker that prints and ends as the script says."""
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE)
    with process:
        return list(follow(process, 0))


def test_a_worker_that_dies_is_a_crash_and_one_that_is_silent_a_hang(monkeypatch):
    begun = "import os, time; print('begin 0\\nend 0 refused\\nbegin 1', flush=True);"
    assert worker(f"{begun} os._exit(0)") == [(0, "refused")]
    assert worker(f"{begun} os.abort()") == [(0, "refused"), (1, "crashes with status -6")]
    monkeypatch.setattr("tests.fuzz.__main__.PATIENCE", 0.5)
    assert worker(f"{begun} time.sleep(3)") == [(0, "refused"), (1, "hangs")]
