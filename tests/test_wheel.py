"""What an installed wheel does: the web table on a machine without a network, and compiled rules that are there."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from aw_env.core.engine.shipped import levels_here

ROOT = Path(__file__).resolve().parent.parent
ALONE = ("unshare", "-rn", "sh", "-c", 'ip link set lo up && exec "$@"', "sh")
"""Before a command: it runs where there is no network but the machine's own."""


def may_be_alone():
    """Whether this machine allows that; in a container it may not."""
    return shutil.which("unshare") is not None and subprocess.run([*ALONE, "true"], capture_output=True).returncode == 0


pytestmark = pytest.mark.slow
MOST_BYTES, MOST_SECONDS = 15_000_000, 2.0
"""Of a wheel; of the processor, from the start of Python to the first decision."""


def wheel_of(folder, *settings):
    """The wheel that is built here with settings of scripts/backend.py."""
    chosen = [word for setting in settings for word in ("-C", setting)]
    subprocess.run([sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", folder, *chosen, ROOT], check=True)
    return next(folder.glob("aw_env-*.whl"))


def with_wheel(wheel, folder):
    """A Python with a wheel, which borrows what it needs from the one that runs the tests."""
    python = folder / "bin" / "python"
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    subprocess.run([python, "-m", "pip", "install", "-q", "--no-deps", wheel], check=True)
    packages = next(folder.glob("lib/python*/site-packages"))
    (packages / "borrowed.pth").write_text("\n".join(path for path in sys.path if path.endswith("site-packages")))
    return python


@pytest.fixture
def installed(tmp_path):
    """A Python with the pure wheel."""
    return with_wheel(wheel_of(tmp_path, "levels=none"), tmp_path / "environment")


@pytest.mark.browser
@pytest.mark.skipif(shutil.which("chromium") is None, reason="there is no chromium")
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


FIRST_DECISION = """
import time
from aw_env import war_at_sea_v0
{game}
print(time.process_time())
"""
IN_A_BATCH = "games = war_at_sea_v0.vec_env(64, {rules}); games.step(games.random_actions())"
AT_A_TABLE = """
env = war_at_sea_v0.env({rules})
env.reset(seed=1)
mask = env.last()[0]["action_mask"]
env.step(int(mask.argmax()))
"""
RULES = ("scenario='barents'", "scenario='war_at_sea', options=('lighter_battleships', 'face_down')")


def test_a_wheel_brings_compiled_rules_that_answer_at_once_until_somebody_edits_one(tmp_path):
    best = levels_here()[:1]
    if not best:
        pytest.skip("no code is made for this processor")
    wheel = wheel_of(tmp_path, "games=war_at_sea", f"levels={best[0]}")
    assert "none-any" not in wheel.name and wheel.stat().st_size < MOST_BYTES
    python = with_wheel(wheel, tmp_path / "environment")
    environment = {**os.environ, "AW_ENV_CACHE": str(tmp_path / "cache")}
    environment.pop("PYTHONPATH", None)

    def first_decision(game, rules):
        program = FIRST_DECISION.format(game=game.format(rules=rules))
        done = subprocess.run([python, "-c", program], cwd=tmp_path, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return float(done.stdout), done.stderr

    for game in (IN_A_BATCH, AT_A_TABLE):
        for rules in RULES:
            seconds, said = first_decision(game, rules)
            assert seconds < MOST_SECONDS and said == "", (game, rules)
    assert not (tmp_path / "cache").exists()
    (rule,) = (tmp_path / "environment").rglob("games/war_at_sea/rules/control.py")
    rule.write_text(rule.read_text() + "\n# edited\n")
    _, said = first_decision(IN_A_BATCH, RULES[0])
    assert "are of other sources than these" in said and "compiling" in said
    assert list((tmp_path / "cache" / "code").glob("*.advance-*.code"))
