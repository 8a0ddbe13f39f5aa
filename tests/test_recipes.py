"""Recipes: the stages of a file, what `--set` changes, and what a run goes on from."""

from pathlib import Path

import numpy as np
import pytest
import tomli_w

pytest.importorskip("torch")

import aw_agents
from aw_agents.learned import checkpoint, shipped
from aw_agents.training import experiment, recipe
from aw_agents.training.experiment import ExperimentError
from aw_agents.training.supervised import Taught
from train import begun, main

ROOT = Path(__file__).resolve().parent.parent
CONFIGS = ROOT / "configs" / "training"
FILES = sorted(CONFIGS.rglob("*.toml"))
TINY = """
name = "tiny"
scenario = "engagement"
seed = 3
[learning]
steps = 256
envs = 8
rollout = 16
minibatch = 64
epochs = 1
[checkpoints]
every = 128
[evaluation]
every = 256
games = 2
final_games = 2
[stage.imitation]
algorithm = "imitation"
evaluation.games = 3
[stage.imitation.dagger]
decisions = 256
envs = 8
rollout = 16
minibatch = 64
hidden = [16, 12]
features = 12
[stage.response]
algorithm = "candidate_ppo"
learning.start = "stage:imitation"
[stage.response.pool]
random = 0
scripted = 0
selves = 0
rivals = 1
rival = "stage:imitation"
"""
"""Two stages, the second from the first and against it."""


@pytest.fixture
def tiny(tmp_path):
    """The file of the tiny recipe."""
    path = tmp_path / "tiny.toml"
    path.write_text(TINY)
    return path


# --- those that are shipped ------------------------------------------------------------------------------


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(CONFIGS)))
def test_the_experiments_that_are_shipped_are_sound(path):
    for name, stage in recipe.read(path).items():
        assert stage.folder == Path("runs", stage.experiment.name) and stage.experiment.name.endswith(name)


def test_every_experiment_has_a_folder_of_its_own():
    folders = [stage.folder for path in FILES for stage in recipe.read(path).values()]
    assert len({*folders}) == len(folders) > len(FILES)


def test_the_files_are_few():
    assert len(FILES) <= 12 + len(shipped.NAMES)
    assert {path.parent.name for path in FILES} == {"training", "quick", "shipped", "studies"}


@pytest.mark.parametrize("name", shipped.NAMES)
def test_a_shipped_agent_has_a_recipe_that_ends_with_it(name):
    *_, last = recipe.read(CONFIGS / "shipped" / f"{name}.toml").values()
    _, told = checkpoint.read(shipped.FOLDER / f"{name}.npz")
    training = last.experiment
    lessons = training.dagger if isinstance(training, experiment.ImitationExperiment) else training.learning
    asked = lessons.decisions if isinstance(lessons, experiment.Lessons) else lessons.steps
    assert training.scenario == told["scenario"] and told.get("game", "admirals_war_v0") == f"{training.game}_v0"
    assert asked <= told["steps"] < asked + lessons.envs * lessons.rollout


# --- stages ----------------------------------------------------------------------------------------------


def test_a_stage_says_what_stands_above_it_and_what_is_its_own(tiny):
    imitation, response = recipe.read(tiny).values()
    assert (imitation.experiment.name, response.experiment.name) == ("tiny_imitation", "tiny_response")
    assert (imitation.experiment.evaluation.games, response.experiment.evaluation.games) == (3, 2)
    assert imitation.experiment.evaluation.final_games == 2
    assert response.experiment.learning.steps == 256 and not hasattr(imitation.experiment, "learning")
    assert response.experiment.learning.start == response.experiment.pool.rival == "runs/tiny_imitation"


def test_stages_lie_side_by_side_in_a_folder(tiny, tmp_path):
    imitation, response = recipe.read(tiny, folder=tmp_path / "kept").values()
    assert (imitation.folder, response.folder) == (tmp_path / "kept/tiny_imitation", tmp_path / "kept/tiny_response")
    assert response.experiment.learning.start == imitation.folder.as_posix()


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("stage:imitation", "stage:response", r"learning.start \(stage response\): no earlier stage.*'response'"),
        ("stage:imitation", "stage:imitatoin", 'no earlier stage is called.*did you mean "imitation"'),
        ("[learning]", "[learnign]", r"tiny.toml: learnign \(stage imitation\): Extra inputs are not permitted"),
        ("decisions = 256", "decisions = 0", r"tiny.toml: dagger.decisions \(stage imitation\).*greater than 0"),
        ('"imitation"\nevaluation', '"limitation"\nevaluation', r"algorithm \(stage imitation\): there are ppo"),
        ('learning.start = "stage:imitation"', "", r"learning.start \(stage response\): Field required"),
        ("[stage.imitation]\n", "[stage]\nother = 3\n[stage.imitation]\n", r"stage.other: each stage is a table"),
    ],
)
def test_what_is_wrong_with_a_stage_is_one_clear_error(tiny, old, new, words):
    assert old in TINY
    tiny.write_text(TINY.replace(old, new))
    with pytest.raises(ExperimentError, match=words):
        recipe.read(tiny)


@pytest.mark.parametrize("text", ["stage = 3", "[stage]", "[[stage]]\nseed = 1"])
def test_stages_are_tables(tiny, text):
    tiny.write_text(text)
    with pytest.raises(ExperimentError, match=r"tiny.toml: stage: each stage is a table"):
        recipe.read(tiny)


# --- what is changed -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "stage", "table", "key", "value"),
    [
        ("learning.steps=1_000", "response", "learning", "steps", 1000),
        ("stage.response.learning.learning_rate=1e-3", "response", "learning", "learning_rate", 1e-3),
        ("learning.overlap=true", "response", "learning", "overlap", True),
        ("learning.hidden=[32, 24]", "response", "learning", "hidden", (32, 24)),
        ("learning.start=runs/other", "response", "learning", "start", "runs/other"),
        ('learning.start="midway"', "response", "learning", "start", "midway"),
        ("pool.rival=123", "response", "pool", "rival", "123"),
        ("evaluation.games=9", "imitation", "evaluation", "games", 9),
        ("evaluation.games=9", "response", "evaluation", "games", 9),
        ("stage.response.evaluation.games=9", "imitation", "evaluation", "games", 3),
    ],
)
def test_a_change_has_the_type_of_its_key(tiny, change, stage, table, key, value):
    said = getattr(getattr(recipe.read(tiny, [change])[stage].experiment, table), key)
    assert said == value and type(said) is type(value)


def test_changes_are_made_in_order_and_the_algorithm_first():
    path = CONFIGS / "midway.toml"
    changes = ["learning.start=midway", "seed=5", "imitation.decisions=0", "seed=6", "algorithm=candidate_ppo"]
    changed = recipe.read(path, [*changes, "name=other"])[""]
    assert changed.experiment.learning.start == "midway" and changed.experiment.seed == 6
    assert changed.folder == Path("runs/other")


def test_a_recipe_by_another_name_has_other_folders(tiny):
    _, response = recipe.read(tiny, ["name=other"]).values()
    assert response.folder == Path("runs/other_response")
    assert response.experiment.learning.start == "runs/other_imitation"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("learning.stepz=5", r'--set learning.stepz: no such key; did you mean "steps"\? \(keys here: steps, envs, '),
        ("lerning.steps=5", r'--set lerning.steps: no such key; did you mean "learning"\? \(keys here: name, game, '),
        ("learning=5", r"--set learning: is a table \(keys here: steps, "),
        ("seed.of=5", "--set seed.of: no such key"),
        ("seed", "--set seed: must be KEY=VALUE"),
        ("=5", "--set =5: must be KEY=VALUE|no such key"),
        ("learning.steps=few", "--set learning.steps: Input should be a valid integer.*given: 'few'"),
        ("learning.steps=0", "--set learning.steps: Input should be greater than 0"),
        ("stage.response.learning.credit=x", "--set stage.response.learning.credit: Input should be 'decisions' or"),
        ("learning.minibatch=100", r"tiny.toml: learning \(stage response\): minibatch = 100 does not divide"),
        ("stage.imitation.learning.steps=5", "--set stage.imitation.learning.steps: no such key"),
        ("stage.respons.seed=5", r'no such stage; did you mean "response"\? \(stages: imitation, response\)'),
        ("algorithm=magic", "--set algorithm: there are ppo"),
    ],
)
def test_a_change_that_cannot_be_made_names_the_key_and_what_there_is(tiny, change, words):
    with pytest.raises(ExperimentError, match=words):
        recipe.read(tiny, [change])


def test_an_experiment_without_stages_has_none_to_change():
    with pytest.raises(ExperimentError, match="--set stage.league.seed: the experiment has no stages"):
        recipe.read(CONFIGS / "midway.toml", ["stage.league.seed=3"])


# --- runs ------------------------------------------------------------------------------------------------


def trained(arguments, capsys):
    """Run `train.py` and return its status and what it said of its progress."""
    status = main([*map(str, arguments), "--quiet"])
    return status, capsys.readouterr().err.splitlines()


def test_the_stages_of_a_recipe_are_run_in_order(tiny, tmp_path, capsys, monkeypatch):
    """Together and one by one they end alike; a recipe that is resumed passes over what is finished."""
    runs = {name: tmp_path / name for name in ("whole", "parts")}
    assert trained(["--config", tiny, "--folder", runs["whole"]], capsys) == (
        0, ["stage 1 of 2: tiny_imitation", "stage 2 of 2: tiny_response"]
    )  # fmt: skip
    for stage in ("imitation", "response"):
        assert trained(["--config", tiny, "--folder", runs["parts"], "--stage", stage], capsys) == (0, [])
    for stage in ("tiny_imitation", "tiny_response"):
        whole, parts = (aw_agents.load(folder / stage).weights for folder in runs.values())
        assert whole.keys() == parts.keys() and all(np.array_equal(whole[name], parts[name]) for name in whole)
    (runs["whole"] / "tiny_response" / "results.json").unlink()
    monkeypatch.setattr(Taught, "_set_up", lambda self: pytest.fail("a finished stage is set up"))
    status, said = trained(["--config", tiny, "--folder", runs["whole"], "--resume"], capsys)
    assert status == 0 and said[:2] == [
        f"{runs['whole'] / 'tiny_imitation'} is finished",
        "stage 2 of 2: tiny_response",
    ]
    assert said[2].startswith("resumed at 256 decisions")


def test_a_recipe_ends_with_the_stage_that_fails(tiny, tmp_path, capsys):
    status, said = trained(
        ["--config", tiny, "--folder", tmp_path, "--set", "stage.imitation.scenario=atlantis"], capsys
    )
    assert status == 1 and len(said) == 2 and "atlantis" in said[1]
    assert not (tmp_path / "tiny_response").exists()


def test_a_stage_before_its_time_is_one_clear_error(tiny, tmp_path, capsys):
    status, said = trained(["--config", tiny, "--folder", tmp_path, "--stage", "response"], capsys)
    assert status == 1 and len(said) == 1 and str(tmp_path / "tiny_imitation") in said[0]


def test_a_stage_that_there_is_not_is_one_clear_error(tiny, tmp_path, capsys):
    told = ["error: --stage league: no such stage (stages: imitation, response)"]
    assert trained(["--config", tiny, "--stage", "league"], capsys) == (1, told)
    told = ["error: --stage league: the experiment has no stages"]
    assert trained(["--config", CONFIGS / "midway.toml", "--stage", "league"], capsys) == (1, told)


def test_a_run_goes_on_from_what_it_has_been_told(tmp_path, capsys):
    """Whatever has become of the file that it was begun with."""
    file, folder = tmp_path / "gone.toml", tmp_path / "run"
    values = recipe.read(CONFIGS / "midway_quick.toml")[""].experiment.model_dump(mode="json")
    values |= {"scenario": "engagement", "algorithm": "maskable_ppo", "imitation": {}}
    values["learning"] |= {"steps": 128, "envs": 8, "rollout": 16, "minibatch": 64}
    values["evaluation"] = {"every": 128, "games": 1, "final_games": 1}
    file.write_text(tomli_w.dumps(values))
    wanted = recipe.read(file)[""].experiment
    training = begun(wanted, folder, resume=False)
    training.save()
    training.close()
    file.unlink()
    assert recipe.resumed(folder).experiment == wanted
    status, said = trained(["--resume", "--folder", folder, "--set", "evaluation.final_games=2"], capsys)
    assert status == 0 and said[0].startswith("resumed at 0 decisions")
    assert recipe.resumed(folder).experiment.evaluation.final_games == 2
    status, said = trained(["--resume", "--folder", folder, "--set", "seed=9"], capsys)
    assert status == 1 and "belongs to another experiment: seed was 1 and is now 9" in said[0]


def test_what_was_never_begun_does_not_go_on(tmp_path, capsys):
    told = [f"error: {tmp_path}: holds no whole checkpoint to go on from; give --config"]
    assert trained(["--resume", "--folder", tmp_path], capsys) == (1, told)
    with pytest.raises(SystemExit):
        main(["--folder", str(tmp_path)])
