"""The first start is quick: what needs no rules loads none, and loads nothing that it does not use."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
HEAVY = {"gymnasium", "llvmlite", "numba", "numpy", "pettingzoo", "torch"}
"""What takes its time to import."""
NAME = "aw_env/WarAtSea-v0"


def told(program):
    """The lines that a new process prints."""
    return subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["play", "--help"], ["ladder", "--help"]])
def test_commands_that_need_no_rules_load_nothing_heavy(arguments):
    program = f"""
import sys
sys.argv = ["aw-env", *{arguments}]
from aw_env.cli import main
try:
    main()
except SystemExit:
    print("loaded", *sorted({HEAVY} & set(sys.modules)))
"""
    assert told(program)[-1] == "loaded"


@pytest.mark.parametrize("first, then", [("aw_env", "gymnasium"), ("gymnasium", "aw_env")])
def test_games_stand_in_gymnasium_whichever_is_imported_first(first, then):
    program = f"import {first}, {then}, sys; print(gymnasium.spec('{NAME}').id, 'pettingzoo' in sys.modules)"
    assert told(program) == [f"{NAME} False"]


@pytest.mark.parametrize("first, then", [("aw_env", "pettingzoo"), ("pettingzoo", "aw_env")])
def test_games_stand_in_pettingzoo_whichever_is_imported_first(first, then):
    program = f"import {first}, {then}; print(pettingzoo.spec('aec', '{NAME}').id)"
    assert told(program) == [NAME]


def test_gymnasium_imports_the_package_that_a_name_begins_with():
    program = "import gymnasium; from gymnasium.envs.registration import _find_spec as found;"
    assert told(f"{program} print(found('aw_env:{NAME}').id)") == [NAME]


def test_a_library_that_others_ask_for_is_found_as_python_finds_it():
    program = """
import aw_env, sys
from importlib.util import find_spec
before = len(sys.meta_path)
print(find_spec("gymnasium").name, "gymnasium" in sys.modules)
import gymnasium
from importlib.resources import files
print(len(sys.meta_path) - before, files(gymnasium).joinpath("__init__.py").is_file())
"""
    assert told(program) == ["gymnasium False", "-1 True"]
