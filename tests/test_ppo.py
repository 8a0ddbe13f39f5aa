"""Our own PPO: what it draws, estimates and learns; MaskablePPO as its yardstick."""

import pickle
from types import SimpleNamespace

import numpy as np
import pytest

pytest.importorskip("torch")

import torch
from gymnasium.spaces import Box

from aw_agents.learned import CheckpointError
from aw_agents.learned.policy import Policy
from aw_agents.training import experiment
from aw_agents.training.experiment import ExperimentError
from aw_agents.training.maskable_ppo import SquashedTrunk
from aw_agents.training.playing import Playing, advantages_of
from aw_agents.training.pool import Opponents, Result
from aw_agents.training.ppo import PPO
from tests.experiments import experiment_file

TINY = """
name = "tiny"
scenario = "engagement"
algorithm = "ppo"
seed = 3
[learning]
steps = 1024
envs = 16
rollout = 16
minibatch = 128
epochs = 2
hidden = [16, 12]
[pool]
random = 0.4
scripted = 0.3
selves = 0.3
snapshot_every = 256
[evaluation]
games = 2
final_games = 2
"""


def tiny(tmp_path, *changes):
    """The tiny experiment, with (old, new) changes of its text."""
    return experiment.read(experiment_file(tmp_path, TINY, *changes))


@pytest.fixture
def training(tmp_path):
    """A training before its first update."""
    begun = PPO(tiny(tmp_path), tmp_path / "run", resume=False)
    yield begun
    begun.close()


def test_advantages_are_discounted_sums_of_surprises():
    """Three decisions of two games; the first game ends after the second decision."""
    learning = SimpleNamespace(discount=0.9, gae_lambda=0.5, rollout=3)
    earned = torch.tensor([[1.0, 0.0], [2.0, 0.0], [4.0, 1.0]])
    ended = torch.tensor([[0.0, 0.0], [1.0, 0.0], [0.0, 0.0]])
    values = torch.tensor([[0.5, 0.1], [0.2, 0.2], [0.3, 0.3]])
    expected = torch.tensor([0.7, 0.4])
    found = advantages_of(learning, earned, ended, values, expected)
    last = [4.0 + 0.9 * 0.7 - 0.3, 1.0 + 0.9 * 0.4 - 0.3]
    middle = [2.0 - 0.2, 0.9 * 0.3 - 0.2 + 0.45 * last[1]]
    first = [1.0 + 0.9 * 0.2 - 0.5 + 0.45 * middle[0], 0.9 * 0.2 - 0.1 + 0.45 * middle[1]]
    assert torch.allclose(found, torch.tensor([first, middle, last]))


def test_only_legal_actions_are_drawn_by_their_probabilities(training):
    rollout = training._play()
    assert rollout.legal.gather(1, rollout.actions[:, None]).all()
    with torch.no_grad():
        logits, values = training.policy(rollout.seen)
    wanted = torch.log_softmax(torch.where(rollout.legal, logits, -torch.inf), 1)
    chosen = wanted.gather(1, rollout.actions[:, None])[:, 0]
    assert torch.allclose(rollout.log_chances, chosen, atol=1e-5)
    assert torch.allclose(rollout.values, values, atol=1e-5)
    chances = wanted.exp()
    hits = torch.zeros_like(chances).scatter(1, rollout.actions[:, None], 1.0)
    spread = (chances * (1 - chances)).sum(0).sqrt() + 1.0
    assert ((hits - chances).sum(0).abs() < 5 * spread).all()


def test_what_went_better_than_expected_becomes_likelier(training):
    """The first of the legal actions, wherever it was drawn."""
    rollout = training._play()
    choice = rollout.legal.sum(1) > 1
    good = choice & (rollout.actions == rollout.legal.int().argmax(1))
    rollout = rollout._replace(advantages=good.float())
    for _ in range(10):
        training._learn(rollout)
    with torch.no_grad():
        logits, _ = training.policy(rollout.seen)
    now = torch.log_softmax(torch.where(rollout.legal, logits, -torch.inf), 1)
    moved = now.gather(1, rollout.actions[:, None])[:, 0] - rollout.log_chances
    assert moved[good].mean() > 0.05 and moved[choice & ~good].mean() < -0.05


def test_the_value_learns_what_was_earned(training):
    rollout = training._play()
    rollout = rollout._replace(advantages=torch.full_like(rollout.values, 3.0))
    errors = [training._learn(rollout)["train/value"] for _ in range(20)]
    assert errors[0] > 6.0 and errors[-1] < errors[0] / 2


def test_columns_of_nothing_may_be_left_out():
    torch.manual_seed(0)
    policy, columns = Policy(10, (8, 6), 4), torch.tensor([1, 4, 7])
    seen = torch.zeros(5, 10)
    seen[:, columns] = torch.randn(5, 3)
    gradients = []
    for found in (policy(seen), policy(seen[:, columns], columns=columns)):
        policy.zero_grad()
        (found[0].square().sum() + found[1].sum()).backward()
        gradients.append((found[0].detach(), *(parameter.grad.clone() for parameter in policy.parameters())))
    assert all(torch.allclose(one, two, atol=1e-6) for one, two in zip(*gradients, strict=True))


def test_imitation_leaves_columns_of_nothing_out_for_maskable_ppo_too():
    scale, columns = np.linspace(0.1, 2, 10, dtype=np.float32), torch.tensor([0, 4, 7])
    trunk, seen = SquashedTrunk(Box(-9, 9, (10,)), scale, (8, 6)), torch.zeros(5, 10, dtype=torch.int16)
    seen[:, columns] = torch.randint(-9, 9, (5, 3), dtype=torch.int16)
    assert torch.allclose(trunk(seen), trunk(seen[:, columns], columns), atol=1e-6)


def test_overlapping_bfloat16_repeats_with_its_seed(tmp_path):
    changes = ("[learning]", '[learning]\noverlap = true\nprecision = "bfloat16"\nvalue_clip = 0.2')
    weights = []
    for name in ("one", "two"):
        run = PPO(tiny(tmp_path, changes), tmp_path / name, resume=False)
        run.run(quiet=True)
        assert run.steps == 1024
        weights.append(run.player().network)
    assert all(np.array_equal(one, two) for one, two in zip(*weights, strict=True))


def test_batches_are_rollouts_one_after_the_other(tmp_path):
    """Each with dice of its own; the same whether they are played here or come back from elsewhere."""
    wanted = tiny(tmp_path, ("[learning]", "[learning]\nbatches = 4"), ("snapshot_every = 256", "snapshot_every = 1"))
    weights = []
    for name in ("here", "elsewhere"):
        training = PPO(wanted, tmp_path / name, resume=False)
        assert [batch.games.num_envs for batch in training.batches] == [4] * 4
        rollout = training._play()
        assert rollout.seen.shape[0] == 256 and not torch.equal(rollout.seen[:64], rollout.seen[64:128])
        for _ in range(3):
            if name == "elsewhere":
                training.batches = [pickle.loads(pickle.dumps(batch)) for batch in training.batches]
            training._update()
        assert len(training.opponents.selves) == 3
        weights.append(training.player().network)
        training.close()
    assert all(np.array_equal(one, two) for one, two in zip(*weights, strict=True))


def test_batches_must_divide_the_games(tmp_path):
    with pytest.raises(ExperimentError, match="batches = 3 does not divide envs = 16"):
        tiny(tmp_path, ("[learning]", "[learning]\nbatches = 3"))


def test_a_host_with_another_torch_is_one_clear_error(training):
    task = Playing(0, training.batches[0], training.acting, "1.0")
    with pytest.raises(ValueError, match=r"a host has torch .*, 1\.0 here"):
        task.done(training.rules, None)


def test_maskable_ppo_learns_from_the_same_experiment(tmp_path):
    pytest.importorskip("sb3_contrib")
    from aw_agents.training.maskable_ppo import MaskablePPOTraining

    wanted = tiny(tmp_path, ('"ppo"', '"maskable_ppo"'))
    first = MaskablePPOTraining(wanted, tmp_path / "run", resume=False)
    assert len(first.run(quiet=True)) == 6 and first.steps == 1024
    again = MaskablePPOTraining(wanted, tmp_path / "run", resume=True)
    assert again.steps == 1024
    for one, two in zip(first.model.policy.parameters(), again.model.policy.parameters(), strict=True):
        assert torch.equal(one, two)
    again.close()
    with pytest.raises(CheckpointError, match="belongs to another experiment: algorithm"):
        PPO(tiny(tmp_path), tmp_path / "run", resume=True)


def test_maskable_ppo_knows_not_all_keys(tmp_path):
    with pytest.raises(ExperimentError, match="learning: overlap: keys of ppo that maskable_ppo does not have"):
        tiny(tmp_path, ('"ppo"', '"maskable_ppo"'), ("[learning]", "[learning]\noverlap = true"))


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a GPU")
def test_a_device_that_there_is_not(tmp_path):
    with pytest.raises(ExperimentError, match='learning.device: "cuda" was asked for'):
        PPO(tiny(tmp_path, ("[learning]", '[learning]\ndevice = "cuda"')), tmp_path / "run", resume=False)
    assert not (tmp_path / "run").exists()


def test_past_selves_that_are_lost_to_are_met_oftener():
    """With the square of what is lost a game: 3.5 of 4 and 0.5 of 4 are as 49 to 1."""
    shares = experiment.Pool(random=0.5, scripted=0, selves=0.5, priority=2)
    opponents = Opponents(shares)
    strong, weak = object(), object()
    opponents.add(100, strong)
    opponents.add(200, weak)
    assert opponents.weights == [0.5, 0.25, 0.25]
    told = opponents.note([Result("axis", 100, -1), Result("allies", 200, 1)] * 3)
    assert told == {"axis_past_selves": 0.0, "allies_past_selves": 1.0}
    assert opponents.weights == pytest.approx([0.5, 0.5 * 49 / 50, 0.5 / 50])
    assert opponents.note([Result("axis", "random", 0)]) == {"axis_random": 0.5}
    assert opponents.weights == pytest.approx([0.5, 0.5 * 49 / 50, 0.5 / 50])


def test_without_a_priority_all_are_met_alike():
    opponents = Opponents(experiment.Pool(random=0.5, scripted=0, selves=0.5))
    for age in (1, 2, 3, 4):
        opponents.add(age, object())
    opponents.note([Result("axis", 4, -1)])
    assert opponents.weights == pytest.approx([0.5] + [0.125] * 4)
    assert Opponents(experiment.Pool(random=1, scripted=0, selves=0)).weights == [1]
