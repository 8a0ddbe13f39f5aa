"""The web table from an installed wheel, on a machine without a network."""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ALONE = ("unshare", "-rn", "sh", "-c", 'ip link set lo up && exec "$@"', "sh")
"""Before a command: it runs where there is no network but the machine's own."""


def may_be_alone():
    """Whether this machine allows that; in a container it may not."""
    return shutil.which("unshare") is not None and subprocess.run([*ALONE, "true"], capture_output=True).returncode == 0


pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("chromium") is None, reason="there is no chromium"),
]


@pytest.fixture
def installed(tmp_path):
    """A Python with the wheel, which borrows what it needs from the one that runs the tests."""
    python = tmp_path / "environment" / "bin" / "python"
    for command in (
        [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", tmp_path, ROOT],
        [sys.executable, "-m", "venv", tmp_path / "environment"],
    ):
        subprocess.run(command, check=True)
    wheel = next(tmp_path.glob("aw_env-*.whl"))
    subprocess.run([python, "-m", "pip", "install", "-q", "--no-deps", wheel], check=True)
    packages = next((tmp_path / "environment").glob("lib/python*/site-packages"))
    (packages / "borrowed.pth").write_text(sysconfig.get_paths()["purelib"])
    return python


def test_a_whole_midway_is_played_and_seen_again_without_a_network(installed, tmp_path):
    """Without one where that is allowed; with one else: the wheel must hold all that the pages need anyway."""
    away, is_alone = tmp_path / "away", may_be_alone()
    shutil.copytree(ROOT / "tests", away / "tests")
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}

    def alone(*arguments):
        command = [*(ALONE if is_alone else ()), str(installed), *arguments]
        return subprocess.run(command, cwd=away, env=environment, capture_output=True, text=True, timeout=400)

    imported = alone("-c", "import aw_env, aw_agents; print(aw_env.__file__, aw_agents.__file__)")
    assert imported.stdout.count(str(installed.parent.parent)) == 2, imported
    assert (
        not is_alone
        or "unreachable" in alone("-c", "import socket; socket.create_connection(('192.0.2.1', 80), 5)").stderr
    )
    test = "tests/test_web_browser.py::test_a_whole_midway_by_clicks"
    played = alone("-m", "pytest", "-q", "-c", os.devnull, "--rootdir", str(away), "-p", "no:cacheprovider", test)
    assert "1 passed" in played.stdout, played.stdout + played.stderr
