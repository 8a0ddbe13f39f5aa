"""The scripts in `examples/` run from end to end, each with the smallest budget."""

import importlib
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from aw_env import admirals_war_v0

EXAMPLES = Path(__file__).parent.parent / "examples"
DATASET = "engagement/scripted-v0"
SMALLEST = {
    "cleanrl_self_play": ["--steps", "512", "--games", "16", "--rollout", "16"],
    "gymnasium_vector": ["--steps", "512", "--games", "16"],
    "sb3_maskable": ["--steps", "512", "--games", "8", "--rollout", "32"],
    "torchrl_ppo": ["--steps", "512", "--games", "16"],
    "tianshou_a2c": ["--steps", "512", "--games", "16", "--rollout", "16"],
    "rllib_ppo": ["--steps", "512", "--games", "16", "--rollout", "16"],
    "offline_cloning": ["--epochs", "1"],
}
"""Arguments of each example, beside `--evaluation`."""
NEEDS = {
    "cleanrl_self_play": ["torch"],
    "gymnasium_vector": ["torch"],
    "sb3_maskable": ["sb3_contrib"],
    "torchrl_ppo": ["torchrl"],
    "tianshou_a2c": ["tianshou"],
    "rllib_ppo": ["tree", "ray.rllib", "torch"],
    "offline_cloning": ["minari", "h5py", "torch"],
}
PREPARED = {"offline_cloning": ["record", "scripted", "-s", "engagement", "--games", "5", "--minari", DATASET]}
"""What `aw-env` does first."""


def test_every_example_is_tried():
    scripts = {script.stem for script in EXAMPLES.glob("*.py")} - {"points", "choice"}
    assert scripts == set(SMALLEST) == set(NEEDS)


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALLEST)
def test_an_example_runs(name, tmp_path, monkeypatch):
    for package in NEEDS[name]:
        pytest.importorskip(package)
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    if name in PREPARED:
        subprocess.run([sys.executable, "-m", "aw_env.cli", *PREPARED[name]], check=True)
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


def example(name):
    """A module of the examples."""
    sys.path.insert(0, str(EXAMPLES))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.remove(str(EXAMPLES))


def test_policies_of_examples_are_shown_scaled_observations():
    pytest.importorskip("torch")
    seen = []

    def act(observed, legal):
        seen.append(observed)
        return legal.argmax(1)

    example("points").points(act, 2, 1, "engagement")
    assert {observed.dtype for observed in seen} == {np.dtype(np.float32)}
    whole = np.array([1000, -1000], np.int16).repeat(seen[0].shape[1]).reshape(2, -1)
    scaled = []
    example("points").Policy(lambda observed, legal: scaled.append(observed)).act_batch(whole, None)
    assert (scaled[0] == np.clip(whole * admirals_war_v0.observation_scale(), -20, 20)).all()


def test_a_choice_is_drawn_as_often_as_it_is_likely_and_never_illegal():
    torch = pytest.importorskip("torch")
    choice = example("choice").Choice
    torch.manual_seed(1)
    logits = torch.tensor([-torch.inf, 1.0, -torch.inf, 0.0, 2.0, -torch.inf]).expand(30_000, 6)
    drawn = choice(logits).sample()
    assert drawn.shape == (30_000,) and drawn.dtype == torch.int64
    shares = drawn.bincount(minlength=6) / len(drawn)
    assert (shares[[0, 2, 5]] == 0).all() and (shares - logits[0].softmax(0)).abs().max() < 0.01
    assert (choice(torch.zeros(3, 5, 1)).sample() == 0).all()


def advantages(steps):
    """Those of the CleanRL-style example, with discount and smoothing 1: `steps` are (reward, value, seat, ended); the
    last one gives value and seat of the position after them."""
    torch = pytest.importorskip("torch")
    rewards, values, seats, ended = (torch.tensor([[step[i]] for step in steps[:-1]]) for i in range(4))
    _, last_value, last_seat, _ = steps[-1]
    last = torch.tensor([last_value]), torch.tensor([last_seat])
    found = example("cleanrl_self_play").advantages_of(
        rewards.float(), values.float(), seats, ended.bool(), *last, 1, 1
    )
    return found.flatten().tolist()


def test_what_one_side_wins_the_other_loses():
    # Side 1 decides twice, side 0 ends the game and wins: both decisions of side 1 lost, whatever was expected.
    played = [(0.0, 0.25, 1, 0), (0.0, 0.5, 1, 0), (1.0, 0.5, 0, 1), (0.0, 99.0, 1, 0)]
    assert advantages(played) == [-1.25, -1.5, 0.5]


def test_a_value_changes_its_sign_where_the_other_side_is_to_choose():
    assert advantages([(0.0, 0.0, 0, 0), (0.0, 0.5, 1, 0)]) == [-0.5]
    assert advantages([(0.0, 0.0, 1, 0), (0.0, 0.5, 1, 0)]) == [0.5]


@pytest.mark.slow
def test_cloning_learns_whom_it_has_seen(tmp_path, monkeypatch):
    for package in NEEDS["offline_cloning"]:
        pytest.importorskip(package)
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    script = [sys.executable, str(EXAMPLES / "offline_cloning.py")]
    missing = subprocess.run(script, capture_output=True, text=True)
    assert missing.returncode == 1 and missing.stderr.startswith(f"there is no data set {DATASET}: aw-env record")
    games = ["record", "scripted", "-s", "engagement", "--games", "200", "--minari", DATASET]
    subprocess.run([sys.executable, "-m", "aw_env.cli", *games], check=True)
    done = subprocess.run([*script, "--evaluation", "200"], capture_output=True, text=True, check=True)
    alike = re.search(r"chooses as the players did in ([\d.]+) of", done.stdout)
    (after, before), (after_scripted, before_scripted) = re.findall(
        r"against \w+: ([\d.]+) .*before training ([\d.]+)", done.stdout
    )
    assert float(alike[1]) > 0.6
    assert float(after) > float(before) and float(after_scripted) > float(before_scripted)


def test_rllibs_requirements_pin_what_was_tried():
    requirements = (EXAMPLES / "requirements-rllib.txt").read_text()
    assert re.search(r"^ray\[rllib\]==", requirements, re.MULTILINE)
    constraints = (EXAMPLES.parent / "constraints.txt").read_text()
    assert "requirements-rllib.txt" in constraints


@pytest.mark.slow
@pytest.mark.parametrize(
    "name, steps",
    [("cleanrl_self_play", 200_000), ("torchrl_ppo", 80_000), ("tianshou_a2c", 80_000), ("rllib_ppo", 40_000)],
)
def test_an_example_learns(name, steps):
    for package in NEEDS[name]:
        pytest.importorskip(package)
    # With this seed the first network plays badly; with others it scores 0.87 by chance, near what can be reached.
    command = [sys.executable, str(EXAMPLES / f"{name}.py"), "--steps", str(steps), "--seed", "3"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=600)
    after, before = re.search(r"random: ([\d.]+) .*before training ([\d.]+)", done.stdout).groups()
    assert float(after) > max(0.85, float(before) + 0.05)
