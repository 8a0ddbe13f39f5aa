"""What a system lacks on which nothing is tested here: without it games are played, saved and resumed, and agents
trained."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("torch")

ROOT = Path(__file__).resolve().parent.parent
pytestmark = pytest.mark.slow
AS_ON_WINDOWS = """
import os, sys
import filelock, gymnasium, matplotlib.pyplot, numba, numpy, pettingzoo, rich, torch, tqdm, typer.testing
from torch.utils import tensorboard

LACKS = [
    "O_CLOEXEC", "O_DIRECTORY", "O_NOFOLLOW", "O_NONBLOCK", "O_PATH", "chown", "fork", "forkpty", "getgid", "getuid",
    "geteuid", "getpgid", "killpg", "lchown", "mkfifo", "register_at_fork", "sched_getaffinity", "setsid", "uname",
]
for name in LACKS:
    delattr(os, name)
for module in ("fcntl", "grp", "pwd", "resource", "termios", "tty"):
    sys.modules[module] = None
os.supports_dir_fd.clear()

os.name = "nt"
from aw_env.core.engine import private_folder  # which asks what the system checks
os.name = "posix"  # paths are still those of this one
assert not private_folder.CHECKED
"""
PLAYS = """
from pathlib import Path
from aw_env import admirals_war_v0
from aw_env.cli.app import app
from train import main

said = typer.testing.CliRunner()
def told(*command, typed=None):
    result = said.invoke(app, [*command], input=typed)
    assert result.exit_code == 0, (command, result.output, result.exception)
    return result.output

played = told("play", "--scenario", "engagement", "--side", "allies", "--seed", "3", typed="1\\nquit\\n")
assert "resume" in played
resumed = told("play", "--resume", typed="auto all\\n" + "auto\\n" * 200)
told("arena", "random", "scripted", "--scenario", "engagement", "--games", "10")

game = admirals_war_v0.game("engagement", seed=1)
game.apply(game.legal_actions()[0])
saved = game.save()
other = admirals_war_v0.game("engagement", seed=2)
other.restore(saved)
assert other.save() == saved

sys.exit(main(["--config", "tiny.toml", "--folder", "run", "--quiet"]))
"""
TINY = """
name = "tiny"
scenario = "engagement"
seed = 3
[learning]
steps = 256
envs = 8
rollout = 16
minibatch = 64
[checkpoints]
every = 128
[evaluation]
every = 256
games = 2
final_games = 2
"""


@pytest.mark.skipif(os.name != "posix", reason="takes away what only POSIX has")
def test_games_and_trainings_do_without_what_windows_lacks(tmp_path):
    (tmp_path / "tiny.toml").write_text(TINY)
    environment = os.environ | {
        "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'agents'}",
        "HOME": str(tmp_path),
        "XDG_DATA_HOME": str(tmp_path),
        "AW_ENV_CACHE": str(tmp_path / "c"),
    }
    script = tmp_path / "script.py"
    script.write_text(AS_ON_WINDOWS + PLAYS)
    done = subprocess.run([sys.executable, script], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert (tmp_path / "run" / "agent.npz").exists() and list((tmp_path / "c" / "code").glob("*.code"))
