"""Selection of the units about which an agent of corrections is asked: by whole games, a third going on each round."""

import json

import numpy as np
import pytest

pytest.importorskip("torch")

import aw_agents
from aw_agents.learned.corrected_player import CorrectedPlayer
from aw_agents.training import experiment
from aw_agents.training.experiment import ExperimentError
from aw_agents.training.selection import OFFICER_ALONE, Selection, sizes_of
from tests.experiments import experiment_file
from tests.test_corrections import TINY as TINY_CORRECTIONS
from train import main

TINY = """
name = "selected"
scenario = "engagement"
algorithm = "selection"
seed = 3
[selection]
agent = "AGENT"
sets = 7
games = 4
[checkpoints]
every = 20
[evaluation]
every = 1000
games = 4
final_games = 8
"""


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """The folder of a run that learned corrections of decisions about units."""
    folder = tmp_path_factory.mktemp("trained")
    file = experiment_file(folder, TINY_CORRECTIONS, ('kinds = ["retreat"]', 'kinds = ["surface_target"]'))
    assert main(["--config", str(file), "--folder", str(folder / "run"), "--quiet"]) == 0
    return folder / "run"


@pytest.fixture
def file(tmp_path, trained):
    """The file of a tiny experiment."""
    return experiment_file(tmp_path, TINY.replace("AGENT", str(trained)))


def begun(file, resume=False):
    """A run of it."""
    return Selection(experiment.read(file), file.parent / "run", resume)


@pytest.mark.slow
def test_the_best_third_goes_on_until_one_is_left(file):
    run = begun(file)
    assert sizes_of(9) == [9, 3] and run.total == 2 * (9 * 4 + 3 * 8)
    while run.steps < run.total:
        run._update()
    run.close()
    for side in range(2):
        first, second = (points[side] for points in run.points)
        assert np.isfinite(first).all() and np.isfinite(second).sum() == 3 and np.isfinite(second[OFFICER_ALONE])
        best = [k for k in np.flatnonzero(np.isfinite(second)) if k != OFFICER_ALONE]
        assert first[best].min() >= first[np.isnan(second)].max()


@pytest.mark.slow
def test_each_side_has_the_best_set_for_its_own_units(file):
    run = begun(file)
    names = run.agent.scope.vocabulary.units
    assert run.own.any(1).all() and not (run.own[0] & run.own[1]).any()
    run.points[0][:] = 0.0
    run.points[0][0, 4] = run.points[0][1, 6] = 1.0
    chosen = {*run.player().correcting.units}
    assert chosen == {
        name for k, name in enumerate(names) if (run.own[0, k] and run.sets[4, k]) or (run.own[1, k] and run.sets[6, k])
    }
    run.close()


@pytest.mark.slow
@pytest.mark.parametrize(("points", "chosen"), [(0.9, OFFICER_ALONE), (1.0, 5)])
def test_a_set_that_is_not_surely_better_is_not_taken(file, points, chosen):
    """Of four games, 0.708 is two standard errors of the difference."""
    run = begun(file)
    run.points[0][:] = 0.2
    run.points[0][:, 5] = points
    assert (run._best_set(0) == run.sets[chosen]).all()
    run.close()


@pytest.mark.slow
def test_it_goes_on_where_it_was_and_ends_with_an_agent(file):
    whole = begun(file)
    while whole.steps < whole.total:
        whole._update()
    whole.close()
    stopped = begun(file)
    for _ in range(11):
        stopped._update()
    stopped.save()
    stopped.close()
    again = begun(file, resume=True)
    assert again.steps == 44
    while again.steps < again.total:
        again._update()
    again.close()
    assert all(np.array_equal(*pair, equal_nan=True) for pair in zip(again.points, whole.points, strict=True))
    folder = file.parent / "other"
    assert main(["--config", str(file), "--folder", str(folder), "--quiet"]) == 0
    agent = aw_agents.load(folder)
    assert isinstance(agent, CorrectedPlayer) and agent.correcting == whole.player().correcting
    assert json.loads((folder / "results.json").read_text())["steps"] == whole.total


def test_who_corrects_nobody_cannot_be_selected_from(tmp_path):
    file = experiment_file(tmp_path, TINY.replace("AGENT", "scripted"))
    with pytest.raises(ExperimentError, match="selection.agent: scripted is no agent that corrects"):
        begun(file)
