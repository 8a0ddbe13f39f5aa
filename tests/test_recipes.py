"""Recipes: the stages of a file, what `--set` changes, and what a run goes on from."""

import re
import shlex
import tomllib
from pathlib import Path

import numpy as np
import pytest
import tomli_w

pytest.importorskip("torch")

import aw_agents
from aw_agents.learnable import learnable
from aw_agents.learned import checkpoint, shipped
from aw_agents.training import experiment, recipe
from aw_agents.training.candidate_ppo import CandidatePPO
from aw_agents.training.experiment import ExperimentError
from aw_agents.training.selection import sizes_of
from aw_agents.training.supervised import Taught
from aw_env import games
from tests.documented import PAGES
from train import TAUGHT, begun, main, understood, wanted

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
    assert len(FILES) <= 15 + len(shipped.NAMES)
    assert {path.parent.name for path in FILES} == {"training", "quick", "shipped", "studies"}


@pytest.mark.parametrize("name", shipped.NAMES)
def test_a_shipped_agent_has_a_recipe_that_ends_with_it(name):
    *_, last = recipe.read(CONFIGS / "shipped" / f"{name}.toml").values()
    _, told = checkpoint.read(shipped.FOLDER / f"{name}.npz")
    training = last.experiment
    if isinstance(training, experiment.CorrectionsExperiment):
        lessons, asked = training.corrections, training.corrections.labels
    elif isinstance(training, experiment.ImitationExperiment):
        lessons, asked = training.dagger, training.dagger.decisions
    elif isinstance(training, experiment.SelectionExperiment):
        lessons, sizes = training.selection, sizes_of(training.selection.sets + 2)
        assert told["steps"] == sum(2 * size * (lessons.games << k) for k, size in enumerate(sizes))
        return
    else:
        lessons, asked = training.learning, training.learning.steps
    assert training.scenario == told["scenario"] and told.get("game", "admirals_war_v0") == f"{training.game}_v0"
    assert asked <= told["steps"] < asked + lessons.envs * lessons.rollout


@pytest.mark.parametrize(
    "doctrines", sorted(ROOT.glob("agents/aw_agents/*/tuned.toml")), ids=lambda file: file.parent.name
)
def test_a_shipped_doctrine_has_a_stage_that_tunes_it(doctrines):
    game = doctrines.parent.name
    stages = recipe.read(CONFIGS / "shipped" / f"tuned_{game}.toml").values()
    assert {stage.experiment.algorithm for stage in stages} == {"tuning"}
    assert {stage.experiment.game for stage in stages} == {game}
    books = [games.named(game).ruleset(stage.experiment.scenario).scenario.books for stage in stages]
    wars = {learnable(f"{game}_v0").war_of(each) for each in books}
    assert {*tomllib.loads(doctrines.read_text("utf-8"))} == wars


# --- where they are named --------------------------------------------------------------------------------

NAMED = re.compile(r"(?:configs/training/|(?=(?:quick|shipped|studies)/))((?:\w+/)?\w+\.toml)")
"""A file of `configs/training` in a text, with that folder before it or one of its folders."""


def test_the_names_that_scripts_of_others_use_stay():
    assert {"midway.toml", "midway_quick.toml"} <= {str(file.relative_to(CONFIGS)) for file in FILES}


def test_the_files_that_a_text_names_are_there():
    code = [file for folder in ("agents", "benchmarks") for file in (ROOT / folder).rglob("*.py")]
    pages = [*PAGES, ROOT / "Makefile", ROOT / "train.py", *code, *FILES]
    named = {(page, name) for page in pages for name in NAMED.findall(page.read_text("utf-8"))}
    assert {page for page, _ in named} >= {ROOT / "README.md", ROOT / "train.py"}
    assert [(str(page), name) for page, name in named if CONFIGS / name not in FILES] == []


def test_names_in_a_text_are_found():
    text = "`configs/training/midway.toml`, `configs/training/shipped/a.toml`; `studies/b.toml`, configs/search/c.toml"
    assert NAMED.findall(text) == ["midway.toml", "shipped/a.toml", "studies/b.toml"]


def test_the_help_shows_what_can_be_run(capsys):
    with pytest.raises(SystemExit):
        main(["--help"])
    assert TAUGHT in capsys.readouterr().out
    shown = re.findall(r"^ *python train\.py (.*)$", TAUGHT.replace("\\\n", " "), re.MULTILINE)
    told = [understood(shlex.split(command)) for command in shown]
    assert all(wanted(given) for given in told if given.config)
    for option in ("stage", "set", "resume", "folder"):
        assert any(getattr(given, option) for given in told)


# --- stages ----------------------------------------------------------------------------------------------


def test_a_stage_says_what_stands_above_it_and_what_is_its_own(tiny):
    imitation, response = recipe.read(tiny).values()
    assert (imitation.experiment.name, response.experiment.name) == ("tiny_imitation", "tiny_response")
    assert (imitation.experiment.evaluation.games, response.experiment.evaluation.games) == (3, 2)
    assert imitation.experiment.evaluation.final_games == 2
    assert response.experiment.learning.steps == 256 and not hasattr(imitation.experiment, "learning")
    assert response.experiment.learning.start == response.experiment.pool.rival == "runs/tiny_imitation"


def test_a_stage_of_several_rivals_comes_after_each_of_them(tiny, tmp_path):
    several = tiny.read_text().replace('rival = "stage:imitation"', 'rival = ["tuned", "stage:imitation"]')
    tiny.write_text(several)
    imitation, response = recipe.read(tiny, folder=tmp_path / "kept").values()
    assert response.experiment.pool.rival == ("tuned", imitation.folder.as_posix()) and response.after == (imitation,)
    imitation.folder.mkdir(parents=True)
    said = experiment.kept(response.experiment, response.folder)
    (tmp_path / "kept").rename(tmp_path / "moved")
    moved = experiment.recalled(said, tmp_path / "moved" / response.folder.name)
    assert moved["pool"]["rival"] == ["tuned", (tmp_path / "moved" / imitation.folder.name).as_posix()]
    tiny.write_text(several.replace("stage:imitation", "stage:imitatoin"))
    with pytest.raises(ExperimentError, match="no earlier stage is called 'imitatoin'"):
        recipe.read(tiny)


def test_stages_lie_side_by_side_in_a_folder(tiny, tmp_path):
    imitation, response = recipe.read(tiny, folder=tmp_path / "kept").values()
    assert (imitation.folder, response.folder) == (tmp_path / "kept/tiny_imitation", tmp_path / "kept/tiny_response")
    assert response.experiment.learning.start == imitation.folder.as_posix()


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("stage:imitation", "stage:response", r"learning.start \(stage response\): no earlier stage.*'response'"),
        ("stage:imitation", "stage:imitatoin", 'no earlier stage is called.*did you mean "imitation"'),
        ("[learning]", "[learnign]", r"tiny.toml: learnign \(stage imitation\): no such key"),
        ("decisions = 256", "decisions = 0", r"tiny.toml: dagger.decisions \(stage imitation\).*greater than 0"),
        ('"imitation"\nevaluation', '"limitation"\nevaluation', r"algorithm \(stage imitation\): choose from ppo"),
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
        ("seed.of=5", "--set seed.of: no such key; seed is a value and no table"),
        ("learning.steps.x=5", "--set learning.steps.x: no such key; learning.steps is a value and no table"),
        (
            "stage.response.learning.hidden=[0, 8]",
            "--set stage.response.learning.hidden: Input should be greater than 0",
        ),
        ("learning.start=stage:league", "--set learning.start: no earlier stage is called 'league'"),
        ("seed", "--set seed: must be KEY=VALUE"),
        ("=5", "--set =5: must be KEY=VALUE|no such key"),
        ("learning.steps=few", "--set learning.steps: Input should be a valid integer.*given: 'few'"),
        ("learning.steps=0", "--set learning.steps: Input should be greater than 0"),
        ("stage.response.learning.credit=x", "--set stage.response.learning.credit: Input should be 'decisions'"),
        ("learning.minibatch=100", r"tiny.toml: learning \(stage response\): minibatch = 100 does not divide"),
        ("stage.imitation.learning.steps=5", "--set stage.imitation.learning.steps: no such key"),
        ("stage.respons.seed=5", r'no such stage; did you mean "response"\? \(stages: imitation, response\)'),
        ("algorithm=magic", "--set algorithm: choose from ppo"),
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
    """Run `train.py` and return its status and what it said of its progress, but not of compiling."""
    status = main([*map(str, arguments), "--quiet"])
    return status, [line for line in capsys.readouterr().err.splitlines() if not line.startswith("aw_env: ")]


def same_agents(one, other):
    """Whether two folders hold agents with the same weights."""
    first, second = (aw_agents.load(folder).weights for folder in (one, other))
    return first.keys() == second.keys() and all(np.array_equal(first[name], second[name]) for name in first)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The file of the tiny recipe, and the folder of a run of it that nobody disturbed."""
    folder = tmp_path_factory.mktemp("whole")
    (folder / "tiny.toml").write_text(TINY)
    assert main(["--config", str(folder / "tiny.toml"), "--folder", str(folder), "--quiet"]) == 0
    return folder


def interrupted(patch, method):
    """From now on whoever calls this method of the second stage's training finds the person at the keyboard tired."""

    def tired(*_):
        raise KeyboardInterrupt

    patch.setattr(CandidatePPO, method, tired)


def test_the_stages_of_a_recipe_are_run_in_order(tiny, tmp_path, capsys, whole):
    told = ["stage 1 of 2: tiny_imitation", "stage 2 of 2: tiny_response"]
    assert trained(["--config", tiny, "--folder", tmp_path], capsys) == (0, told)
    for stage in ("tiny_imitation", "tiny_response"):
        assert same_agents(whole / stage, tmp_path / stage)
    assert not same_agents(whole / "tiny_imitation", whole / "tiny_response")


def test_stages_one_by_one_end_as_together(tiny, tmp_path, capsys, whole):
    for stage in ("imitation", "response"):
        assert trained(["--config", tiny, "--folder", tmp_path, "--stage", stage], capsys) == (0, [])
        assert same_agents(whole / f"tiny_{stage}", tmp_path / f"tiny_{stage}")


def test_a_recipe_that_was_stopped_between_stages_ends_as_if_it_was_not(tiny, tmp_path, capsys, whole, monkeypatch):
    run = ["--config", tiny, "--folder", tmp_path]
    with monkeypatch.context() as patch:
        interrupted(patch, "_set_up")
        assert trained(run, capsys)[0] == 130
    monkeypatch.setattr(Taught, "_set_up", lambda self: pytest.fail("a finished stage is set up"))
    status, said = trained([*run, "--resume"], capsys)
    assert status == 0 and said[:2] == [f"{tmp_path / 'tiny_imitation'} is finished", "stage 2 of 2: tiny_response"]
    for stage in ("tiny_imitation", "tiny_response"):
        assert same_agents(whole / stage, tmp_path / stage)


def test_a_recipe_that_was_stopped_within_a_stage_goes_on_there(tiny, tmp_path, capsys, monkeypatch):
    run = ["--config", tiny, "--folder", tmp_path]
    with monkeypatch.context() as patch:
        interrupted(patch, "_do_what_is_due")
        status, said = trained(run, capsys)
    assert status == 130 and "stopped at 128 decisions" in said[-1]
    status, said = trained([*run, "--resume"], capsys)
    assert status == 0 and said[:2] == [f"{tmp_path / 'tiny_imitation'} is finished", "stage 2 of 2: tiny_response"]
    assert said[2].startswith("resumed at 128 decisions")
    assert checkpoint.read(tmp_path / "tiny_response" / "agent.npz")[1]["steps"] == 256
    finished = [f"{tmp_path / stage} is finished" for stage in ("tiny_imitation", "tiny_response")]
    assert trained([*run, "--resume"], capsys) == (0, finished)


@pytest.mark.parametrize(("change", "stage"), [("seed=4", "imitation"), ("stage.response.seed=4", "response")])
def test_a_finished_stage_with_another_seed_is_another_experiment(whole, capsys, change, stage):
    run = ["--config", whole / "tiny.toml", "--folder", whole, "--resume", "--set", change]
    status, said = trained(run, capsys)
    assert status == 1 and f"tiny_{stage}" in said[-1] and "seed was 3 and is now 4" in said[-1]


def test_a_finished_stage_is_measured_anew_when_that_is_asked(tiny, tmp_path, capsys):
    run = ["--config", tiny, "--folder", tmp_path, "--stage", "imitation"]
    assert trained(run, capsys) == (0, [])
    stage = recipe.read(tiny, ["evaluation.final_games=3"], tmp_path)["imitation"]
    assert recipe.read(tiny, [], tmp_path)["imitation"].is_finished and not stage.is_finished
    status, said = trained([*run, "--resume", "--set", "evaluation.final_games=3"], capsys)
    assert status == 0 and said[0].startswith("resumed at 256 decisions") and stage.is_finished


def test_a_recipe_ends_with_the_stage_that_fails(tiny, tmp_path, capsys):
    status, said = trained(
        ["--config", tiny, "--folder", tmp_path, "--set", "stage.imitation.scenario=atlantis"], capsys
    )
    assert status == 1 and len(said) == 2 and "atlantis" in said[1]
    assert not (tmp_path / "tiny_response").exists()


def test_a_stage_before_its_time_is_one_clear_error(tiny, tmp_path, capsys):
    """A checkpoint of the one before is not enough."""
    first = recipe.read(tiny, folder=tmp_path)["imitation"]
    training = begun(first.experiment, first.folder, resume=False)
    for save in (False, True):
        if save:
            training.save()
            training.close()
        status, said = trained(["--config", tiny, "--folder", tmp_path, "--stage", "response"], capsys)
        told = f"error: tiny_response: comes after tiny_imitation, which has not ended in {tmp_path / 'tiny_imitation'}"
        assert (status, said) == (1, [told])
    assert not (tmp_path / "tiny_response").exists()


def test_a_stage_that_there_is_not_is_one_clear_error(tiny, tmp_path, capsys):
    told = ["error: --stage league: no such stage (stages: imitation, response)"]
    assert trained(["--config", tiny, "--stage", "league"], capsys) == (1, told)
    told = ["error: --stage league: the experiment has no stages"]
    assert trained(["--config", CONFIGS / "midway.toml", "--stage", "league"], capsys) == (1, told)


def test_runs_go_on_from_anywhere_and_where_they_were_moved_to(tiny, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["--config", "tiny.toml", "--folder", "out", "--quiet"]) == 0
    capsys.readouterr()
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert main(["--config", str(tiny), "--folder", str(tmp_path / "out"), "--resume", "--quiet"]) == 0
    (tmp_path / "out").rename(tmp_path / "elsewhere" / "moved")
    assert main(["--config", str(tiny), "--folder", "moved", "--resume", "--quiet"]) == 0
    assert capsys.readouterr().err.count("is finished") == 4
    response = recipe.resumed(Path("moved/tiny_response")).experiment
    assert response.learning.start == response.pool.rival == "moved/tiny_imitation"


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
    told = [f"error: {tmp_path}: holds no complete checkpoint to resume; give --config"]
    assert trained(["--resume", "--folder", tmp_path], capsys) == (1, told)
    with pytest.raises(SystemExit):
        main(["--folder", str(tmp_path)])
