"""The scripts in `examples/` run from end to end, each with the smallest budget."""

import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"
SMALLEST = {
    "cleanrl_self_play": ["--steps", "512", "--games", "16", "--rollout", "16"],
    "gymnasium_vector": ["--steps", "512", "--games", "16"],
    "sb3_maskable": ["--steps", "512", "--games", "8", "--rollout", "32"],
    "torchrl_self_play": ["--steps", "600", "--rollout", "300"],
    "tianshou_self_play": ["--steps", "400", "--rollout", "200", "--batch", "32"],
    "rllib_self_play": ["--iterations", "1", "--batch", "200"],
}
"""Arguments of each example, beside `--evaluation`."""
NEEDS = {
    "cleanrl_self_play": ["torch"],
    "gymnasium_vector": ["torch"],
    "sb3_maskable": ["sb3_contrib"],
    "torchrl_self_play": ["torchrl"],
    "tianshou_self_play": ["tianshou"],
    "rllib_self_play": ["tree", "ray.rllib", "torch"],
}


def test_every_example_is_tried():
    scripts = {script.stem for script in EXAMPLES.glob("*.py")} - {"points"}
    assert scripts == set(SMALLEST) == set(NEEDS)


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALLEST)
def test_an_example_runs(name):
    for package in NEEDS[name]:
        pytest.importorskip(package)
    command = [sys.executable, str(EXAMPLES / f"{name}.py"), *SMALLEST[name], "--evaluation", "20"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr[-3000:]
    assert re.search(r"\d steps in \d+ s: [\d,]+ a second", done.stdout)
    points = re.search(r"against random: ([\d.]+) \(([\d.]+) and ([\d.]+) .*before training ([\d.]+)", done.stdout)
    assert points and all(0 <= float(number) <= 1 for number in points.groups())


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALLEST)
def test_an_example_has_help_and_a_seed(name):
    for package in NEEDS[name]:
        pytest.importorskip(package)
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / f"{name}.py"), "--help"], capture_output=True, text=True, check=True
    )
    assert "--seed" in done.stdout and "--evaluation" in done.stdout


def advantages(steps):
    """Those of the CleanRL-style example, with discount and smoothing 1: `steps` are (reward, value, seat, ended); the
    last one gives value and seat of the position after them."""
    torch = pytest.importorskip("torch")
    sys.path.insert(0, str(EXAMPLES))
    try:
        example = importlib.import_module("cleanrl_self_play")
    finally:
        sys.path.remove(str(EXAMPLES))
    rewards, values, seats, ended = (torch.tensor([[step[i]] for step in steps[:-1]]) for i in range(4))
    _, last_value, last_seat, _ = steps[-1]
    last = torch.tensor([last_value]), torch.tensor([last_seat])
    found = example.advantages_of(rewards.float(), values.float(), seats, ended.bool(), *last, 1, 1)
    return found.flatten().tolist()


def test_what_one_side_wins_the_other_loses():
    # Side 1 decides twice, side 0 ends the game and wins: both decisions of side 1 lost, whatever was expected.
    played = [(0.0, 0.25, 1, 0), (0.0, 0.5, 1, 0), (1.0, 0.5, 0, 1), (0.0, 99.0, 1, 0)]
    assert advantages(played) == [-1.25, -1.5, 0.5]


def test_a_value_changes_its_sign_where_the_other_side_is_to_choose():
    assert advantages([(0.0, 0.0, 0, 0), (0.0, 0.5, 1, 0)]) == [-0.5]
    assert advantages([(0.0, 0.0, 1, 0), (0.0, 0.5, 1, 0)]) == [0.5]


def test_rllibs_requirements_pin_what_was_tried():
    requirements = (EXAMPLES / "requirements-rllib.txt").read_text()
    assert re.search(r"^ray\[rllib\]==", requirements, re.MULTILINE)
    constraints = (EXAMPLES.parent / "constraints.txt").read_text()
    assert "requirements-rllib.txt" in constraints


@pytest.mark.slow
def test_self_play_learns():
    pytest.importorskip("torch")
    # With this seed the first network plays badly; with others it scores 0.87 by chance, near what can be reached.
    command = [sys.executable, str(EXAMPLES / "cleanrl_self_play.py"), "--steps", "200000", "--seed", "3"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=600)
    after, before = re.search(r"random: ([\d.]+) .*before training ([\d.]+)", done.stdout).groups()
    assert float(after) > max(0.85, float(before) + 0.05)
