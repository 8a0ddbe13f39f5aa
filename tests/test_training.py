"""Learned agents: experiments, checkpoints, training, and what a kill may cost."""

import errno
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console
from typer.testing import CliRunner

pytest.importorskip("sb3_contrib")

import torch

import aw_agents
from aw_agents.admirals_war.scope import scope_of
from aw_agents.arena import play_match, round_robin
from aw_agents.arena.match import Score
from aw_agents.learned import CheckpointError, LearnedPlayer, checkpoint
from aw_agents.learned.policy import NO_LOGIT, squashed
from aw_agents.training import experiment, results
from aw_agents.training.curve import draw_curve
from aw_agents.training.experiment import ExperimentError
from aw_agents.training.maskable_ppo import MaskablePPOTraining
from aw_agents.training.ppo import PPO
from aw_env import admirals_war_v0
from aw_env.cli.app import app
from aw_env.core.players import load, unprepared
from tests.experiments import experiment_file
from train import main

ROOT = Path(__file__).resolve().parent.parent
TINY = """
name = "tiny"
scenario = "engagement"
seed = 3
[learning]
steps = 1024
envs = 16
rollout = 16
minibatch = 128
epochs = 1
hidden = [16, 12]
[pool]
random = 0.4
scripted = 0.3
selves = 0.3
size = 2
snapshot_every = 256
[checkpoints]
every = 256
[evaluation]
every = 512
games = 4
final_games = 6
"""


def tiny(tmp_path, *changes):
    """The file of the tiny experiment, with (old, new) changes of its text."""
    return experiment_file(tmp_path, TINY, *changes)


def train(*arguments):
    """Run `train.py` in a process of its own."""
    command = [sys.executable, "train.py", *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600)


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """A finished run of the tiny experiment, through the command line: its folder and what was printed."""
    folder = tmp_path_factory.mktemp("trained")
    done = train("--config", tiny(folder), "--folder", folder / "run", "--quiet")
    assert done.returncode == 0, done.stderr
    return folder / "run", done.stdout


# --- experiments ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["midway", "engagement", "campaign", "atlantic", "pacific"])
def test_a_network_can_say_whatever_is_legal(scenario):
    games = admirals_war_v0.vec_env(32, scenario=scenario, seed=5, num_threads=1)
    unsaid = np.setdiff1d(np.arange(games.action_masks.shape[1]), scope_of(games.rules).actions)
    for _ in range(2000):
        assert not games.action_masks[:, unsaid].any()
        games.step(games.random_actions())


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("steps = 1024", "steps = 0", "learning.steps.*greater than 0.*given: 0"),
        ("epochs = 1", "epoch = 1", 'learning.epoch: no such key; did you mean "epochs"'),
        ("seed = 3", "turm = 3", "turm: no such key"),
        ('name = "tiny"\n', "turm = 3\n", "turm: no such key"),
        ("minibatch = 128", "minibatch = 100", "learning.*minibatch = 100 does not divide"),
        ("random = 0.4\nscripted = 0.3", "random = 0\nscripted = 0", "pool.*nobody to begin against"),
        ('scenario = "engagement"\n', "", "scenario.*required"),
        ("seed = 3", "seed =", "tiny.toml.*line 4"),
    ],
)
def test_a_wrong_experiment_names_the_file_and_the_key(tmp_path, old, new, words):
    with pytest.raises(ExperimentError, match=f"(?s)tiny.toml.*{words}|{words}"):
        experiment.read(tiny(tmp_path, (old, new)))


def test_a_missing_experiment_is_one_line_on_the_command_line(tmp_path):
    done = train("--config", tmp_path / "none.toml")
    assert done.returncode == 1
    assert done.stderr.strip() == f"error: {tmp_path / 'none.toml'}: there is no such experiment"


def test_a_folder_in_place_of_an_experiment_or_a_file_in_place_of_its_folder_is_told_without_numbers(tmp_path):
    done = train("--config", tmp_path)
    assert (done.returncode, done.stderr.strip()) == (1, f"error: {tmp_path}: is a directory")
    taken = tmp_path / "taken"
    taken.touch()
    done = train("--config", tiny(tmp_path), "--folder", taken)
    assert done.returncode == 1 and f"error: {taken}: file exists" in done.stderr


def test_an_unknown_scenario_is_one_clear_error(tmp_path):
    done = train("--config", tiny(tmp_path, ('"engagement"', '"atlantis"')), "--folder", tmp_path / "run")
    assert done.returncode == 1 and "atlantis" in done.stderr and "Traceback" not in done.stderr


# --- checkpoints ---------------------------------------------------------------------------------------


def test_a_checkpoint_comes_back_as_it_was(tmp_path):
    arrays = {"policy/first": np.arange(6, dtype=np.float32).reshape(2, 3)}
    checkpoint.write(tmp_path / "a.npz", arrays, {"name": "a", "steps": 5})
    back, description = checkpoint.read(tmp_path / "a.npz")
    assert np.array_equal(back["policy/first"], arrays["policy/first"])
    assert description["name"] == "a" and description["steps"] == 5


@pytest.mark.parametrize("kept", [0, 10, 0.5, 0.99])
def test_a_truncated_checkpoint_is_refused(trained, tmp_path, kept):
    whole = (trained[0] / "agent.npz").read_bytes()
    cut = kept if isinstance(kept, int) else int(kept * len(whole))
    (tmp_path / "cut.npz").write_bytes(whole[:cut])
    with pytest.raises(CheckpointError, match="cut.npz: not a complete checkpoint"):
        aw_agents.load(tmp_path / "cut.npz")


def test_a_damaged_checkpoint_is_refused(trained, tmp_path):
    bytes_ = bytearray((trained[0] / "agent.npz").read_bytes())
    bytes_[len(bytes_) // 2] ^= 0xFF
    (tmp_path / "bad.npz").write_bytes(bytes_)
    with pytest.raises(CheckpointError, match="bad.npz: not a complete checkpoint"):
        aw_agents.load(tmp_path / "bad.npz")


def test_a_pickle_is_never_opened(tmp_path):
    class Bomb:
        def __reduce__(self):
            return (os.mkdir, (str(tmp_path / "exploded"),))

    np.savez(tmp_path / "bomb.npz", description=np.array([Bomb()], dtype=object))
    with pytest.raises(CheckpointError, match="not a complete checkpoint"):
        aw_agents.load(tmp_path / "bomb.npz")
    assert not (tmp_path / "exploded").exists()


def test_a_checkpoint_of_another_observation_is_one_clear_error(trained, tmp_path):
    arrays, description = checkpoint.read(trained[0] / "agent.npz")
    description["columns"][3] = "area/atlantis/flag"
    checkpoint.write(tmp_path / "other.npz", arrays, description)
    with pytest.raises(CheckpointError, match="another observation.*no column.*'area/atlantis/flag'"):
        aw_agents.load(tmp_path / "other.npz")


def test_a_checkpoint_with_weights_of_another_shape_is_refused(trained, tmp_path):
    arrays, description = checkpoint.read(trained[0] / "agent.npz")
    arrays["policy/head"] = arrays["policy/head"][:-1]
    checkpoint.write(tmp_path / "short.npz", arrays, description)
    with pytest.raises(CheckpointError, match="head has shape"):
        aw_agents.load(tmp_path / "short.npz")


def test_half_written_and_damaged_checkpoints_are_passed_over(tmp_path):
    checkpoint.write(tmp_path / "step_000000000100.npz", {}, {"steps": 100})
    (tmp_path / "step_000000000200.npz").write_bytes(b"PK half")
    (tmp_path / ".step_000000000300.npz.1.part").write_bytes(b"")
    assert checkpoint.newest(tmp_path).name == "step_000000000100.npz"
    checkpoint.write(tmp_path / "step_000000000300.npz", {}, {"steps": 300})
    checkpoint.keep_newest(tmp_path, 2)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["step_000000000200.npz", "step_000000000300.npz"]


def spoiled(folder, path, change):
    """A copy of the agent of a run with other members."""
    with np.load(folder / "agent.npz") as archive:
        members = dict(archive)
    change(members)
    np.savez(path, **members)
    return path


def not_finite(members):
    members["policy/head_bias"][3] = np.inf


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda members: members.update(other=np.zeros(3)), "a member 'other.npy'"),
        (lambda members: members.update({"policy/third": np.zeros(3)}), "weights besides"),
        (lambda members: members.update({"policy/head": members["policy/head"].astype(complex)}), "of complex128"),
        (lambda members: members.pop("policy/second"), "lacks the weights second"),
        (not_finite, "not finite"),
    ],
)
def test_an_agent_with_other_members_is_refused(trained, tmp_path, change, words):
    with pytest.raises(CheckpointError, match=words):
        load(spoiled(trained[0], tmp_path / "other.npz", change))


def test_an_archive_is_no_longer_than_it_says(trained, tmp_path):
    """Compressed members could be a thousand times as long as their file; a header could ask for any memory."""
    with np.load(trained[0] / "agent.npz") as archive:
        np.savez_compressed(tmp_path / "packed.npz", **archive)
    with pytest.raises(CheckpointError, match="is compressed"):
        load(tmp_path / "packed.npz")
    whole = (trained[0] / "agent.npz").read_bytes()
    with np.load(trained[0] / "agent.npz") as archive:
        shape = str(archive["policy/first_bias"].shape).encode()
    assert shape == b"(16,)"
    huge = whole.replace(b"'shape': (16,), }    ", b"'shape': (99999,), } ")
    assert huge != whole and len(huge) == len(whole)
    (tmp_path / "huge.npz").write_bytes(huge)
    with pytest.raises(CheckpointError, match="not a complete checkpoint"):
        load(tmp_path / "huge.npz")


def test_an_agent_says_when_it_has_learned_another_scenario(trained):
    player = load(trained[0])
    assert player.trained_for == "engagement" and not unprepared(player, "engagement")
    assert "trained for 'engagement' and has not learned 'midway'" in unprepared(player, "midway")
    result = CliRunner().invoke(app, ["watch", "--scenario", "midway", "--allies", str(trained[0]), "--delay", "-1"])
    assert result.exit_code == 1 and "--delay -1.0: must be from 0 to 3600" in result.output
    with pytest.warns(UserWarning, match="has not learned 'midway'"):
        round_robin([trained[0], "random"], "midway", games=2)


# --- the network ---------------------------------------------------------------------------------------


def test_the_compiled_network_plays_what_torch_computes(tmp_path):
    """The policy that torch trains, the arrays in numpy, and the compiled player choose the same."""
    training = PPO(experiment.read(tiny(tmp_path)), tmp_path / "run", resume=False)
    torch.manual_seed(0)
    for parameter in training.policy.parameters():
        torch.nn.init.normal_(parameter, std=0.3)
    player = training.player()

    class ThroughTorch:
        def act_batch(self, observations, action_masks):
            scope = training.scope
            seen = torch.as_tensor(observations[:, scope.columns])
            logits, _ = training.policy(squashed(seen, training.scale))
            legal = torch.as_tensor(action_masks[:, scope.actions] == 1)
            return scope.actions[torch.where(legal, logits, NO_LOGIT).argmax(1).numpy()]

    class ThroughNumpy:
        act_batch = staticmethod(player.act_batch)

    chance = aw_agents.load("random")
    played = [play_match(training.rules, [one, chance], 40, seed=1) for one in (player, ThroughNumpy(), ThroughTorch())]
    training.close()
    for other in played[1:]:
        assert np.array_equal(played[0].margins, other.margins)
        assert np.array_equal(played[0].decisions, other.decisions)


def test_a_drawing_player_follows_its_probabilities(trained):
    player = LearnedPlayer.load(trained[0], greedy=False)
    player.begin(1, 0)
    from aw_env import admirals_war_v0

    game = admirals_war_v0.game("engagement", seed=4)
    observation, mask = game.observe(game.seat), game.action_mask
    found = player.logits(observation[None], mask[None])[0]
    probabilities = np.exp(found - found.max())
    probabilities /= probabilities.sum()
    drawn = player.act_batch(np.repeat(observation[None], 20_000, 0), np.repeat(mask[None], 20_000, 0))
    shares = np.bincount(drawn, minlength=mask.size) / 20_000
    assert abs(shares - probabilities).max() < 0.02


def test_a_learned_agent_plays_other_scenarios_too(trained):
    from aw_env.games.admirals_war.game import ruleset

    score = play_match(ruleset("midway"), [aw_agents.load(trained[0]), aw_agents.load("random")], 5, seed=0)
    assert (score.decisions > 0).all()


# --- training ------------------------------------------------------------------------------------------


def test_a_training_ends_with_its_table_and_an_agent(trained):
    folder, printed = trained
    shown = ("tiny: 1,024 decisions", "allies", "axis", "random", "scripted", "untrained", "average")
    assert all(word in printed for word in shown)
    written = json.loads((folder / "results.json").read_text())
    assert len(written["results"]) == 6 and len(written["yardsticks"]) == 6
    curve = {point["steps"]: point["overall"] for point in written["history"]}
    assert list(curve) == [512, 1024] and curve[written["best_at"]] == max(curve.values())
    assert (folder / "curve.png").stat().st_size > 1000
    assert list((folder / "tensorboard").iterdir())
    assert aw_agents.load(folder).name == "tiny"
    assert len(list((folder / "checkpoints").iterdir())) == 2


@pytest.mark.parametrize("of_training", [PPO, MaskablePPOTraining])
def test_an_agent_draws_its_answers_where_its_experiment_says_so(tmp_path, of_training):
    wanted = experiment.read(tiny(tmp_path, ("[learning]\n", "[learning]\ngreedy = false\n")))
    first = of_training(wanted, tmp_path / "run", resume=False)
    newest = first.save()
    first.close()
    again = of_training(wanted, tmp_path / "run", resume=True)
    again.close()
    assert not again.player().greedy and not again.best.greedy and not aw_agents.load(newest).greedy
    assert LearnedPlayer.load(newest, greedy=True).greedy


def test_training_repeats_with_its_seed(tmp_path):
    weights = []
    for name in ("one", "two"):
        training = PPO(experiment.read(tiny(tmp_path)), tmp_path / name, resume=False)
        training.run(quiet=True)
        weights.append(training.player().network)
    assert all(np.array_equal(one, two) for one, two in zip(*weights, strict=True))


def test_a_folder_in_use_is_not_overwritten(trained, tmp_path):
    before = (trained[0] / "agent.npz").read_bytes()
    done = train("--config", tiny(tmp_path), "--folder", trained[0])
    assert done.returncode == 1 and "--resume" in done.stderr
    assert (trained[0] / "agent.npz").read_bytes() == before


def test_two_trainings_do_not_share_a_folder(tmp_path):
    wanted = experiment.read(tiny(tmp_path))
    first = PPO(wanted, tmp_path / "run", resume=False)
    first.save()
    before = sorted(path.name for path in first.checkpoints.iterdir())
    done = train("--config", tmp_path / "tiny.toml", "--folder", tmp_path / "run", "--resume")
    assert done.returncode == 1
    assert done.stderr.strip() == (
        f"error: {tmp_path / 'run'}: a training run is in progress in this folder; give another --folder"
    )
    assert sorted(path.name for path in first.checkpoints.iterdir()) == before
    first.close()
    again = PPO(wanted, tmp_path / "run", resume=True)
    again.close()


def test_a_damaged_checkpoint_is_named_when_it_is_passed_over(tmp_path, capsys):
    folder = tmp_path / "run"
    training = PPO(experiment.read(tiny(tmp_path)), folder, resume=False)
    training.save()
    training.close()
    half = folder / "checkpoints" / f"step_{512:012d}.npz"
    half.write_bytes(b"PK half")
    assert main(["--config", str(tmp_path / "tiny.toml"), "--folder", str(folder), "--resume", "--quiet"]) == 0
    said = capsys.readouterr().err.splitlines()
    assert said[0] == f"{half} is damaged: passed over" and said[1].startswith("resumed at 0 decisions")


@pytest.mark.parametrize("resume", [True, False])
def test_nothing_is_begun_over_damaged_checkpoints(tmp_path, resume):
    folder = tmp_path / "run" / "checkpoints"
    folder.mkdir(parents=True)
    for steps in (256, 512):
        (folder / f"step_{steps:012d}.npz").write_bytes(b"PK half")
    words = "none of the checkpoints can be read" if resume else "there is already a training run here"
    with pytest.raises(ValueError, match=words):
        PPO(experiment.read(tiny(tmp_path)), tmp_path / "run", resume=resume)
    assert [path.read_bytes() for path in sorted(folder.iterdir())] == [b"PK half"] * 2


def test_a_full_disk_is_one_clear_error_and_leaves_the_checkpoints_whole(tmp_path, monkeypatch, capsys):
    config, written = tiny(tmp_path), []

    def save_until_full(file, **arrays):
        if len(written) == 2:
            file.write(b"half of it")
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        written.append(file.name)
        real_save(file, **arrays)

    real_save = np.savez
    monkeypatch.setattr(np, "savez", save_until_full)
    assert main(["--config", str(config), "--folder", str(tmp_path / "run"), "--quiet"]) == 1
    assert "error: no space left on device" in capsys.readouterr().err
    checkpoints = tmp_path / "run" / "checkpoints"
    assert [checkpoint.read(path)[1]["steps"] for path in sorted(checkpoints.iterdir())] == [256, 512]


FULL = """
import resource, runpy, sys
import aw_agents.training.ppo
resource.setrlimit(resource.RLIMIT_FSIZE, (0, -1))
sys.argv[0] = "train.py"
runpy.run_path("train.py", run_name="__main__")
"""
"""`train.py` where no file may have a byte."""


def test_a_disk_that_is_full_from_the_beginning_is_one_clear_error(tmp_path):
    arguments = ["--config", str(tiny(tmp_path)), "--folder", str(tmp_path / "run"), "--quiet"]
    done = subprocess.run([sys.executable, "-c", FULL, *arguments], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 1 and "Traceback" not in done.stderr
    assert done.stderr.splitlines()[-1] == "error: file too large"


def test_a_curve_is_drawn_whole_or_not_at_all(trained, monkeypatch):
    folder, _ = trained
    written = json.loads((folder / "results.json").read_text())
    picture = (folder / "curve.png").read_bytes()

    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    yardsticks = [results.Line(**line) for line in written["yardsticks"]]
    with pytest.raises(OSError, match="No space"):
        draw_curve(folder / "curve.png", "another", written["history"], yardsticks)
    assert (folder / "curve.png").read_bytes() == picture


def test_a_folder_that_cannot_be_made_is_one_clear_error(tmp_path):
    (tmp_path / "file").write_text("")
    done = train("--config", tiny(tmp_path), "--folder", tmp_path / "file" / "run")
    assert done.returncode == 1 and done.stderr.startswith("error: ") and "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("seed = 3", "seed = -3"),
        ("seed = 3", f"seed = {'9' * 5000}"),
        ("seed = 3", "seed = " + "[" * 5000),
        ("envs = 16", "envs = 1_000_000_000"),
        ("envs = 16", "envs = 1e400"),
        ("hidden = [16, 12]", "hidden = [16, 0xffffffff]"),
        ("[pool]", "learning_rate = inf\n[pool]"),
        ('scenario = "engagement"', 'scenario = ""'),
    ],
)
def test_numbers_that_no_experiment_has_are_one_clear_error(tmp_path, old, new):
    with pytest.raises(ExperimentError, match="tiny.toml"):
        experiment.read(tiny(tmp_path, (old, new)))


def test_another_experiment_does_not_resume(trained, tmp_path):
    changed = experiment.read(tiny(tmp_path, ("hidden = [16, 12]", "hidden = [16, 16]")))
    with pytest.raises(CheckpointError, match="belongs to another experiment: learning"):
        PPO(changed, trained[0], resume=True)


def test_a_resumed_training_is_what_was_saved(tmp_path):
    wanted = experiment.read(tiny(tmp_path))
    first = PPO(wanted, tmp_path / "run", resume=False)
    for _ in range(3):
        first._update()
    first.save()
    first.close()
    again = PPO(wanted, tmp_path / "run", resume=True)
    assert again.steps == first.steps == 768 and again.history == first.history
    assert (
        [steps for steps, _ in again.opponents.selves] == [steps for steps, _ in first.opponents.selves] == [256, 768]
    )
    for one, two in zip(first.policy.parameters(), again.policy.parameters(), strict=True):
        assert torch.equal(one, two)
    moments = [training.optimizer.state_dict()["state"] for training in (first, again)]
    assert moments[0].keys() == moments[1].keys() and moments[0]
    for number in moments[0]:
        assert torch.equal(moments[0][number]["exp_avg"], moments[1][number]["exp_avg"])
    for one, two in ((first.untrained, again.untrained), (first.best, again.best)):
        assert all(np.array_equal(*pair) for pair in zip(one.network, two.network, strict=True))
    assert again.best_at == first.best_at
    again.close()


def test_imitation_comes_before_points_and_is_kept_by_a_resume(tmp_path):
    lesson = "[imitation]\ndecisions = 33000\nown = 0.5\nvalue_rollouts = 1\n[pool]"
    wanted = experiment.read(tiny(tmp_path, ("[pool]", lesson)))
    training = PPO(wanted, tmp_path / "run", resume=False)
    assert training.steps == 0
    assert checkpoint.newest(tmp_path / "run" / "checkpoints").name == "step_000000000000.npz"
    training.close()
    again = PPO(wanted, tmp_path / "run", resume=True)
    for one, two in zip(training.policy.parameters(), again.policy.parameters(), strict=True):
        assert torch.equal(one, two)
    again.close()


def wait_for_checkpoints(process, folder):
    """Until a training has written some checkpoints."""
    deadline = time.monotonic() + 300
    while time.monotonic() < deadline and len(list((folder / "checkpoints").glob("step_*.npz"))) < 2:
        assert process.poll() is None
        time.sleep(0.01)


@pytest.mark.slow
@pytest.mark.parametrize("seconds", [0.001, 0.02])
def test_ctrl_c_pressed_many_times_saves_and_stops_without_more_words(tmp_path, seconds):
    config, folder = tiny(tmp_path, ("steps = 1024", "steps = 200_000")), tmp_path / "run"
    command = [sys.executable, "train.py", "--config", str(config), "--folder", str(folder), "--quiet"]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    wait_for_checkpoints(process, folder)
    for _ in range(8):
        process.send_signal(signal.SIGINT)
        time.sleep(seconds)
    said = process.communicate(timeout=60)[1].strip()
    *others, last = said.splitlines()
    assert process.returncode == 130 and last.startswith("stopped at ") and last.endswith("--resume goes on"), said
    assert all(line.startswith("aw_env: ") or not line for line in others), "what is compiled is told"


@pytest.mark.slow
def test_a_killed_training_goes_on_and_loses_at_most_one_interval(tmp_path):
    """SIGKILL after some checkpoints; `--resume` begins at the newest and ends with its table."""
    config = tiny(tmp_path, ("steps = 1024", "steps = 20_480"))
    folder = tmp_path / "run"
    command = [sys.executable, "train.py", "--config", str(config), "--folder", str(folder), "--quiet"]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wait_for_checkpoints(process, folder)
    process.send_signal(signal.SIGKILL)
    process.wait()
    saved = checkpoint.read(checkpoint.newest(folder / "checkpoints"))[1]["steps"]
    assert 0 < saved < 20_480
    done = train("--config", config, "--folder", folder, "--resume", "--quiet")
    assert done.returncode == 0, done.stderr
    assert f"resumed at {saved:,}" in done.stderr and "20,480 decisions" in done.stdout


# --- the table -----------------------------------------------------------------------------------------


def test_wilson_bounds_are_the_textbook_ones():
    low, high = results.wilson(0.9, 100)
    assert (low, high) == (pytest.approx(0.8256, abs=1e-4), pytest.approx(0.9448, abs=1e-4))
    assert results.wilson(1.0, 400)[0] == pytest.approx(0.9905, abs=1e-4)


def test_a_single_game_says_nothing_of_how_sure_its_margin_is():
    score = Score(results=np.array([1]), margins=np.array([3]), decisions=np.array([100]))
    line = results.line("allies", "one", "other", score)
    assert json.loads(json.dumps(line.as_json(), allow_nan=False))["margin_error"] is None
    console = Console(width=120, record=True, file=open(os.devnull, "w"))
    console.print(results.table("", [line], [line]))
    assert "+3.00 │" in console.export_text()
