"""Measurements that several processes make, and that are gone on with."""

import os
import subprocess
import sys
import time

import pytest

MEASURING = """
import sys
from pathlib import Path
from benchmarks.lines import go_on
from tests.test_lines import worked

if __name__ == "__main__":
    go_on(Path(sys.argv[1]), ["process"], [sys.argv[1] + ".worker"], set(), worked, 1, "case")
"""


def worked(file: str) -> list[int]:
    """A measurement that takes long, by a worker that writes down which process it is."""
    with open(file, "w") as told:
        told.write(f"{os.getpid()}")
    time.sleep(600)
    return []


def is_there(process: int) -> bool:
    """Whether a process goes on."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.skipif(sys.platform == "win32", reason="processes are looked for by a signal")
def test_a_worker_ends_with_a_parent_that_is_killed(tmp_path):
    script, told = tmp_path / "measuring.py", tmp_path / "lines.csv.worker"
    script.write_text(MEASURING)
    parent = subprocess.Popen(
        [sys.executable, script, tmp_path / "lines.csv"],
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": "."},
    )
    deadline = time.monotonic() + 60
    while not (told.exists() and told.read_text()):
        assert parent.poll() is None and time.monotonic() < deadline
        time.sleep(0.05)
    worker = int(told.read_text())
    assert is_there(worker)
    parent.kill()
    parent.wait()
    while is_there(worker):
        assert time.monotonic() < deadline, "the worker goes on alone"
        time.sleep(0.05)
