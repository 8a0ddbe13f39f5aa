"""Packages of others: what they offer is loaded when it is used, and a broken one ends nothing else."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
OWN = {
    "aw_env.players": {"mine": "others:Mine", "broken_player": "others.broken:Player", "lost": "others:Nobody"},
    "aw_env.commands": {"greet": "others:greet", "broken": "others.broken:command", "exits": "others.exits:command"},
}
"""What a package of others offers."""
SOURCES = {
    "__init__.py": """
print("loaded others")
class Mine:
    name = "mine"
    def act(self, view, observation, info):
        return int(observation["action_mask"].argmax())
def greet(who: str = "you"):
    "Say hello."
    return f"hello {who}"
""",
    "broken.py": "import a_module_that_is_not_there",
    "exits.py": "raise SystemError('broken \\n in two lines')",
}


@pytest.fixture
def others(tmp_path):
    """A folder with the package of others."""
    for name, text in SOURCES.items():
        file = tmp_path / "others" / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)
    told = "\n".join(
        f"[{group}]\n" + "\n".join(f"{name} = {target}" for name, target in offered.items())
        for group, offered in OWN.items()
    )
    metadata = tmp_path / "others-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: others\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(told)
    return tmp_path


def run(others, *arguments, program="from aw_env.cli import main; main()"):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (others, ROOT, ROOT / "agents")))}
    command = [sys.executable, "-c", f"import sys; sys.argv = ['aw-env', *sys.argv[1:]]; {program}", *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, cwd=others)


def test_help_names_what_is_broken_in_a_line_each_and_lists_the_rest(others):
    done = run(others, "--help")
    assert done.returncode == 0 and "Traceback" not in done.stderr
    assert "greet" in done.stdout and "Say hello." in done.stdout and "play" in done.stdout and "arena" in done.stdout
    said = [line for line in done.stderr.splitlines() if line]
    assert len(said) == 2
    assert any(
        "the command broken of the package others cannot be loaded: ModuleNotFoundError" in line for line in said
    )
    assert any("the command exits of the package others cannot be loaded: SystemError" in line for line in said)


def test_other_commands_do_not_load_the_packages_of_others(others):
    for command in (["rules", "--help"], ["play", "--help"], ["arena", "--help"]):
        done = run(others, *command)
        assert done.returncode == 0 and not done.stderr and "loaded others" not in done.stdout


def test_commands_of_others_run(others):
    assert "hello Nimitz" in run(others, "greet", "--who", "Nimitz").stdout
    done = run(others, "broken")
    assert done.returncode == 2 and "cannot be loaded" in done.stderr and "No such command" in done.stderr
    assert "Traceback" not in done.stderr


def test_players_of_others_are_loaded_by_name_and_a_broken_one_is_one_clear_line(others):
    asked = "from aw_env.core.players import load, player_names; print(player_names()); print(load('mine').name)"
    done = run(others, program=asked)
    assert "'mine'" in done.stdout and "'lost'" in done.stdout and done.stdout.endswith("mine\n") and not done.stderr
    for name, words in (("broken_player", "ModuleNotFoundError"), ("lost", "AttributeError")):
        done = run(others, "watch", "--scenario", "engagement", "--allies", name)
        assert done.returncode == 1 and "Traceback" not in done.stderr
        assert f"{name} of the package others cannot be loaded: {words}" in " ".join(done.stderr.split())
