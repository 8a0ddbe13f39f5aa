"""Expert iteration: what the search around the learner teaches, and what a training keeps."""

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")

import torch

import aw_agents
from aw_agents.training import experiment
from aw_agents.training.experiment import ExperimentError
from aw_agents.training.expert_iteration import ExpertIteration
from aw_agents.training.searching import searching
from aw_env.games.admirals_war.records.terms import Decision
from tests.experiments import experiment_file
from train import main

TINY = """
name = "expert"
scenario = "engagement"
algorithm = "expert_iteration"
seed = 3
[expert]
start = "engagement"
decisions = 512
envs = 16
rollout = 16
minibatch = 64
rollouts = 4
candidates = 3
[checkpoints]
every = 256
[evaluation]
every = 512
games = 4
final_games = 4
"""


def tiny(tmp_path, *changes):
    """A training that has not begun, of the tiny experiment with (old, new) changes of its text."""
    return ExpertIteration(experiment.read(experiment_file(tmp_path, TINY, *changes)), tmp_path / "run", resume=False)


@pytest.mark.slow
def test_what_is_not_searched_is_answered_as_the_learner_does(tmp_path):
    training = tiny(tmp_path)
    learner, searched, others = training.player(), 0, 0
    searchable = searching(training.lessons, training.rules.name, learner).kinds
    for games in training.batches:
        teacher = games.teacher_of(learner)
        for _ in range(40):
            env, said = games.env, teacher()
            own = learner.act_batch(env.observations, env.action_masks)
            known = searchable >> env.unguarded[0]["decision"].astype(np.int64) & 1 == 1
            assert np.array_equal(said[~known], own[~known]) and env.action_masks[np.arange(2), said].all()
            searched, others = searched + (said != own).sum(), others + (~known).sum()
            env.step(said)
    training.close()
    assert searched > 0 and others > 0


@pytest.mark.slow
def test_an_officer_may_propose_and_kinds_may_be_left_to_it(tmp_path):
    training = tiny(tmp_path, ("rollouts = 4", 'rollouts = 4\nproposer = "scripted"\nsearched = ["retreat"]'))
    learner, better, others = training.player(), 0, 0
    for games in training.batches:
        teacher = games.teacher_of(learner)
        scripted = aw_agents.load("scripted").doctrines_in(games.env.rules.scenario.books)
        for _ in range(40):
            env, said, officers = games.env, teacher(), games.officers_answers(scripted)
            retreat = env.unguarded[0]["decision"] == Decision.RETREAT
            assert np.array_equal(said[~retreat], officers[~retreat])
            own = learner.act_batch(env.observations, env.action_masks)
            better, others = better + (said != officers).sum(), others + (own != officers)[~retreat].sum()
            env.step(said)
    training.close()
    assert better > 0 and others > 0


def test_the_better_answer_is_what_is_learned(tmp_path):
    """A learner that gives its last choice, whatever it is, is taught another where rollouts by `scripted` say so."""
    training = tiny(tmp_path, ("rollouts = 4", 'rollouts = 16\npolicy = "scripted"'))
    games, learner = training.batches[0], training.player()
    learner.act_batch = lambda seen, masks: np.array([np.flatnonzero(mask)[-1] for mask in masks])
    taught = 0
    for _ in range(60):
        said, kinds = games.teacher_of(learner)(), games.env.unguarded[0]["decision"]
        last = [np.flatnonzero(mask)[-1] for mask in games.env.action_masks]
        taught += ((kinds == Decision.RETREAT) & (said != last)).sum()
        games.env.step(games.officers_answers())
    training.close()
    assert taught > 0


@pytest.mark.slow
def test_rounds_are_kept_and_learned_from_again(tmp_path):
    training, learned = tiny(tmp_path, ("minibatch = 64", "minibatch = 64\nmemory = 2")), []
    learn = training._learn
    training._learn = lambda lesson: learned.append(len(lesson.answers)) or learn(lesson)
    for _ in range(3):
        training._update()
    training.close()
    assert learned == [256, 512, 512] and training.steps == 3 * 256


@pytest.mark.slow
def test_it_goes_on_from_the_agent_and_repeats_with_its_seed(tmp_path):
    ended = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        training = tiny(tmp_path / name)
        start = aw_agents.load("engagement").weights
        assert all(np.array_equal(start[part], training.untrained.weights[part]) for part in start)
        training._update()
        training.close()
        ended.append(training.player().weights)
    assert all(np.array_equal(ended[0][part], ended[1][part]) for part in start)
    assert not np.array_equal(ended[0]["head"], start["head"])


@pytest.mark.slow
def test_it_runs_to_its_end_is_resumed_and_is_measured_against_where_it_began(tmp_path):
    file = experiment_file(tmp_path, TINY)
    assert main(["--config", str(file), "--folder", str(tmp_path / "run"), "--quiet"]) == 0
    again = ExpertIteration(experiment.read(file), tmp_path / "run", resume=True)
    saved = aw_agents.load(tmp_path / "run").weights
    assert again.steps == 512 and {*again.history[-1]["points"]} == {"random", "scripted", "engagement"}
    for part, weights in again.policy.weights().items():
        assert torch.equal(torch.as_tensor(weights), torch.as_tensor(saved[part]))
    again.close()


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('start = "engagement"', 'start = "random"', "expert.start: random is not an agent that compares"),
        ('scenario = "engagement"', 'scenario = "midway"', "expert.start: engagement does not know "),
        ("rollouts = 4", "rollouts = 1", "expert.rollouts"),
        ("rollouts = 4", 'teacher = "tuned"', "expert.teacher"),
    ],
)
def test_what_cannot_be_taught_is_one_clear_error(tmp_path, old, new, words):
    with pytest.raises(ExperimentError, match=words):
        tiny(tmp_path, (old, new))


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ('policy = "bold"', "policy: there is no player 'bold'"),
        ('searched = ["retreats"]', "searched: .retreats.*did you mean .retreat"),
    ],
)
def test_a_policy_or_a_kind_that_there_is_not_is_one_clear_error(tmp_path, key, words):
    with pytest.raises(ValueError, match=words):
        tiny(tmp_path, ("rollouts = 4", key))
