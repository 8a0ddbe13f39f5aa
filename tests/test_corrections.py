"""Corrections to the staff officer: what networks are asked, what their labels say, and what a training keeps."""

import json

import numpy as np
import pytest
import tomli_w

pytest.importorskip("torch")

import aw_agents
from aw_agents.arena.match import play_match
from aw_agents.learned import CheckpointError, checkpoint, shipped
from aw_agents.learned.candidate_player import CandidatePlayer
from aw_agents.learned.corrected_player import CorrectedPlayer
from aw_agents.learned.description import Correcting
from aw_agents.training import experiment
from aw_agents.training.corrections import CorrectionsTraining
from aw_agents.training.labelling import all_of, labelling_search
from aw_env import admirals_war_v0
from aw_env.games.admirals_war.game import ruleset
from aw_env.games.admirals_war.records.terms import Decision
from aw_env.table.table import seen_by
from tests.experiments import experiment_file
from train import main

TINY = """
name = "corrections"
scenario = "engagement"
algorithm = "corrections"
seed = 3
[corrections]
labels = 60
kinds = ["retreat"]
share = 1.0
candidates = 2
rollouts = 4
envs = 16
rollout = 16
networks = 2
hidden = [8, 8]
features = 8
[checkpoints]
every = 30
[evaluation]
every = 30
games = 4
final_games = 8
"""


def tiny(tmp_path, *changes):
    """A training that has not begun, of the tiny experiment with (old, new) changes of its text."""
    return CorrectionsTraining(experiment.read(experiment_file(tmp_path, TINY, *changes)), tmp_path / "run", False)


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """The folder of a finished run of the tiny experiment."""
    folder = tmp_path_factory.mktemp("trained")
    assert main(["--config", str(experiment_file(folder, TINY)), "--folder", str(folder / "run"), "--quiet"]) == 0
    return folder / "run"


def saying(tmp_path, *leads, kinds=("retreat",), caution=0.01):
    """The officer, put right by networks each of which finds it better to retreat than to remain by so much."""
    training = tiny(tmp_path)
    training.close()
    scope, networks = training.scope, []
    for lead in leads:
        weights = {name: np.zeros_like(array) for name, array in training.untrained.networks[0].weights.items()}
        weights["plain"][0, 0] = weights["head"][0] = 1.0
        weights["action"][[scope.action_names.index(f"option/{name}") for name in ("retreat", "remain")], 0] = 2.0
        weights["action"][scope.action_names.index("option/retreat"), 0] += lead
        networks.append(CandidatePlayer(scope, training.row_scope, weights))
    return CorrectedPlayer(networks, Correcting(officer="scripted", kinds=[*kinds], caution=caution))


def asked(count):
    """Observations and masks of so many questions whether to retreat, and what `scripted` answers."""
    env, scripted = admirals_war_v0.env(scenario="engagement", observation="candidates"), aw_agents.load("scripted")
    found, seed = [], 0
    while len(found) < count:
        env.reset(seed=seed)
        seed += 1
        for agent in env.agent_iter():
            observation, _, termination, truncation, info = env.last()
            if termination or truncation:
                env.step(None)
                continue
            view = env.view(agent)
            answer = scripted.act(view, observation, info)
            if view.decision == Decision.RETREAT and observation["action_mask"].sum() > 1:
                found.append((observation["observation"], observation["action_mask"], answer))
            env.step(answer)
    return [np.array(part) for part in zip(*found[:count], strict=True)]


# --- when the networks are asked -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("leads", "caution", "departs"),
    [
        ((1.0, 1.0), 0.01, True),
        ((0.5, 1.0), 0.4, True),  # 0.75 less 0.25
        ((0.5, 1.0), 0.6, False),
        ((1.0, -1.0), 0.01, False),
        ((0.0, 0.0), 0.01, False),
        ((0.0, 0.0), 0.0, False),
        ((-1.0, -1.0), 0.01, False),
    ],
)
def test_the_officer_is_put_right_where_networks_agree(tmp_path, leads, caution, departs):
    seen, masks, officers = asked(8)
    player = saying(tmp_path, *leads, caution=caution)
    retreat, remain = (player.scope.vocabulary.actions.index(f"option/{name}") for name in ("retreat", "remain"))
    assert (officers == remain).all() and (masks[:, retreat] == 1).all()
    assert (player.corrected(seen, masks, officers) == (retreat if departs else remain)).all()


def test_an_answer_without_a_row_stands_and_none_is_found(tmp_path):
    seen, masks, officers = asked(1)
    player = saying(tmp_path, 1.0, 1.0)
    first, _, width = player.scope.vocabulary.table
    number = int(np.flatnonzero(masks[0]).tolist().index(officers[0]))
    seen[0, first + number * width :] = 0
    assert player.corrected(seen, masks, officers) == officers


def test_decisions_of_other_kinds_are_the_officers(tmp_path):
    rules, scripted = ruleset("engagement"), aw_agents.load("scripted")
    plain = play_match(rules, [scripted, scripted], 20, seed=5)
    for kinds, same in ((["arrival"], True), (["retreat"], False)):
        bold = saying(tmp_path, 1.0, 1.0, kinds=kinds)
        match = play_match(rules, [bold, bold], 20, seed=5)
        assert (match.decisions == plain.decisions).all() == same


def test_it_plays_at_a_table_as_among_thousands(tmp_path):
    """By `act` for one game as by `play` for many."""
    rules, bold, scripted = ruleset("engagement"), saying(tmp_path, 1.0, 1.0), aw_agents.load("scripted")

    class AtATable:
        name, act = "at a table", bold.act

    many, lone = (play_match(rules, [player, scripted], 10, seed=8) for player in (bold, AtATable()))
    assert np.array_equal(many.decisions, lone.decisions) and np.array_equal(many.margins, lone.margins)


def to_the_first_retreat(player):
    """A game in which a player is asked whether to retreat, having answered all before as its opinion says."""
    for seed in range(100):
        game = admirals_war_v0.game("engagement", seed=seed, observation="candidates")
        while not game.ended and (game.view().decision != Decision.RETREAT or len(game.legal_actions()) < 2):
            told = player.opinion(*seen_by(game)).leanings
            assert [one.action for one in told] == [player.act(*seen_by(game))]
            game.apply(told[0].action)
        if not game.ended:
            return game
    raise AssertionError("nobody is asked")


@pytest.mark.parametrize(("lead", "first"), [(0.5, "retreat"), (-0.5, "remain")])
def test_its_opinion_is_its_answer_and_what_others_are_worth_beside_the_officers(tmp_path, lead, first):
    player = saying(tmp_path, lead, lead)
    game = to_the_first_retreat(player)
    told = player.opinion(*seen_by(game)).leanings
    worth = {player.scope.vocabulary.actions[one.action]: one.value for one in told}
    assert worth == pytest.approx({"option/retreat": lead, "option/remain": 0.0})
    assert [*worth][0] == f"option/{first}" and told[0].action == player.act(*seen_by(game))


# --- labels and training ---------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_labels_compare_with_the_officers_answer(tmp_path):
    training = tiny(tmp_path)
    learner = training.player()
    labels = [label for games in training.batches for label in [games.label(learner, 0.0)] if label is not None]
    training.close()
    assert sum(len(label.decisions.counts) for label in labels) > 20
    for label in labels:
        firsts = np.cumsum(label.decisions.counts) - label.decisions.counts
        assert (label.leads[firsts] == 0).all() and len(label.leads) == len(label.decisions.rows)
        assert np.abs(label.leads).max() > 0 and (np.abs(label.leads) <= 2 * (1 + 0.005 * 100)).all()


@pytest.mark.slow
def test_networks_learn_what_labels_say(tmp_path):
    """Retreating is made 0.5 better than remaining: that is what is learned, and what is then done."""
    training = tiny(tmp_path, ("features = 8", "features = 8\nepochs = 60"))
    training._update()
    labels = all_of(training.labels)
    retreat = training.scope.output_of_action[training.scope.vocabulary.actions.index("option/retreat")]
    firsts = np.cumsum(labels.decisions.counts) - labels.decisions.counts
    worth = 0.5 * (labels.decisions.outputs == retreat).astype(np.float32)
    training.labels = [labels._replace(leads=worth - worth[firsts].repeat(labels.decisions.counts))]
    training._fit()
    training.close()
    seen, masks, officers = asked(8)
    actions = training.scope.vocabulary.actions
    assert {actions[answer] for answer in training.player().corrected(seen, masks, officers)} == {"option/retreat"}


@pytest.mark.slow
def test_networks_with_samples_and_silent_units_of_their_own_disagree_about_noise(tmp_path):
    import torch

    spread = {}
    for settings in ("", "resampled = true", "dropout = 0.3"):
        (folder := tmp_path / settings[:3]).mkdir(exist_ok=True)
        training = tiny(folder, ("features = 8", f"features = 8\nepochs = 40\n{settings}"))
        training._update()
        labels = all_of(training.labels)
        noise = np.random.default_rng(1).normal(size=len(labels.leads)).astype(np.float32)
        training.labels = [labels._replace(leads=noise)]
        training._fit()
        training.close()
        with torch.no_grad():
            logits = np.array(
                [policy.eval()(policy.squashed(labels.decisions))[0].numpy() for policy in training.policies]
            )
        spread[settings] = (logits[:, :, 1] - logits[:, :, 0]).std(0).mean()
    assert spread["resampled = true"] > spread[""] and spread["dropout = 0.3"] != spread[""]


@pytest.mark.slow
def test_one_network_learns_what_several_are_sure_of(trained, tmp_path):
    """Its labels are the judgements of all legal answers, and what it does is what they would do."""
    of_judge = (f"judge = {str(trained)!r}", "networks = 1", "share = 0.5", "epochs = 60", "refused = 0.2")
    changes = (("networks = 2\n", ""), ("share = 1.0\n", ""), ("labels = 60", "\n".join(("labels = 400", *of_judge))))
    training = tiny(tmp_path, *changes)
    while training.steps < 400:
        training._update()
    training.close()
    judge, labels = training.batches[0].judge, all_of(training.labels)
    seen, masks, officers = asked(40)
    sure = judge.judged(seen, masks, officers)
    assert (sure[np.arange(40), officers] == 0).all() and (np.isinf(sure) == (masks == 0)).all()
    assert labels.decisions.counts.min() > 1 and np.isin(labels.leads.round(5), sure.round(5)).mean() > 0.1
    learned = training.player().corrected(seen, masks, officers)
    assert (learned == judge.corrected(seen, masks, officers)).mean() > 0.8


@pytest.mark.slow
def test_it_ends_is_loaded_and_goes_on_with_its_labels(trained):
    player = aw_agents.load(trained)
    assert isinstance(player, CorrectedPlayer) and player.correcting.officer == "scripted"
    assert play_match(ruleset("engagement"), [player, aw_agents.load("random")], 20, seed=1).points > 0.6
    told = json.loads((trained / "results.json").read_text())
    assert told["steps"] >= 60 and {line["opponent"] for line in told["results"]} >= {"random", "scripted"}
    again = CorrectionsTraining(experiment.read(trained.parent / "tiny.toml"), trained, resume=True)
    again.close()
    assert again.steps == told["steps"]
    assert all(np.array_equal(player.weights[part], array) for part, array in again.best.weights.items())


@pytest.mark.slow
def test_a_training_repeats_with_its_seed(tmp_path):
    ended = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        training = tiny(tmp_path / name)
        training._update()
        training._fit()
        training.close()
        ended.append(training.player().weights)
    assert all(np.array_equal(ended[0][part], ended[1][part]) for part in ended[0])


# --- what is wrong ---------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"officer": "bold"}, "correcting.officer"),
        ({"kinds": ["retreats"]}, "did you mean .retreat"),
        ({"kinds": []}, "correcting.kinds"),
        ({"caution": "much"}, "correcting.caution"),
    ],
)
def test_a_file_that_says_wrongly_whom_it_corrects_is_one_clear_error(trained, tmp_path, change, words):
    arrays, description = checkpoint.read(trained / "agent.npz")
    description["correcting"] |= change
    checkpoint.write(tmp_path / "agent.npz", arrays, description)
    with pytest.raises(CheckpointError, match=words):
        aw_agents.load(tmp_path / "agent.npz")


@pytest.mark.slow
def test_a_file_that_lacks_a_network_is_one_clear_error(trained, tmp_path):
    arrays, description = checkpoint.read(trained / "agent.npz")
    kept = {name: array for name, array in arrays.items() if not name.startswith("policy/0/")}
    checkpoint.write(tmp_path / "agent.npz", kept, description)
    with pytest.raises(CheckpointError, match="numbered from 0 on"):
        aw_agents.load(tmp_path / "agent.npz")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('kinds = ["retreat"]', 'kinds = ["retreats"]', "kinds: .retreats.*did you mean .retreat"),
        ('kinds = ["retreat"]', "kinds = []", "corrections.kinds"),
        ("networks = 2", "networks = 1", "networks = 1: one alone never disagrees"),
        ("rollouts = 4", 'teacher = "random"', "corrections.teacher"),
    ],
)
def test_what_cannot_be_corrected_is_one_clear_error(tmp_path, old, new, words):
    with pytest.raises(ValueError, match=words):
        tiny(tmp_path, (old, new))


def test_labels_are_taken_against_itself_the_teacher_and_rivals(tmp_path):
    settings = experiment.CorrectionsTable(labels=1, kinds=["retreat"], teacher="tuned", rivals=["scripted"])
    search = labelling_search(settings, ruleset("engagement").name, saying(tmp_path, 1.0, 1.0))
    assert search.settings.opponents == ["", "tuned", "scripted"]


def test_rollouts_may_be_left_to_the_officer(tmp_path):
    settings = experiment.CorrectionsTable(labels=1, kinds=["retreat"], plays_on="teacher", rivals=["tuned"])
    search = labelling_search(settings, ruleset("engagement").name, saying(tmp_path, 1.0, 1.0))
    assert (search.settings.policy, search.settings.opponents) == ("scripted", ["scripted", "tuned"])


# --- about which units they are asked --------------------------------------------------------------------------------


def test_the_officer_answers_for_units_that_are_spared(tmp_path):
    """Others are about no unit, and are corrected all the same."""
    bold = saying(tmp_path, 1.0, 1.0, kinds=["retreat", "surface_target"])
    sparing = CorrectedPlayer(bold.networks, bold.correcting.model_copy(update={"units": ["hood"]}))
    hood = bold.scope.vocabulary.units.index("hood")
    for player, others in ((bold, True), (sparing, False)):
        assert player.is_asked(Decision.SURFACE_TARGET, hood) and player.is_asked(Decision.RETREAT, hood + 1)
        assert player.is_asked(Decision.SURFACE_TARGET, hood + 1) == others
        assert not player.is_asked(Decision.AIR_TARGET, hood)


def test_units_are_spared_among_thousands_as_at_a_table(tmp_path):
    rules, scripted = ruleset("engagement"), aw_agents.load("scripted")
    training = tiny(tmp_path, ('kinds = ["retreat"]', 'kinds = ["surface_target"]'))
    training.close()
    correcting = Correcting(officer="scripted", kinds=["surface_target"], caution=0.0)
    rng, networks = np.random.default_rng(3), []
    for one in (training.untrained.networks[0].weights,) * 2:
        weights = {name: rng.normal(size=array.shape).astype(np.float32) for name, array in one.items()}
        networks.append(CandidatePlayer(training.scope, training.row_scope, weights))
    ends = {}
    for name, units in {"all": None, "some": ["hood", "bismarck"], "none": []}.items():
        player = CorrectedPlayer(networks, correcting.model_copy(update={"units": units}))

        class AtATable:
            name, act = "at a table", player.act

        many, lone = (play_match(rules, [one, scripted], 20, seed=8) for one in (player, AtATable()))
        assert np.array_equal(many.margins, lone.margins)
        ends[name] = many.margins
    plain = play_match(rules, [scripted, scripted], 20, seed=8).margins
    assert np.array_equal(ends["none"], plain)
    assert not np.array_equal(ends["all"], plain) and not np.array_equal(ends["all"], ends["some"])


def test_a_unit_that_there_is_not_is_one_clear_error(tmp_path):
    bold = saying(tmp_path, 1.0, 1.0)
    with pytest.raises(ValueError, match="no such unit; did you mean .hood"):
        CorrectedPlayer(bold.networks, bold.correcting.model_copy(update={"units": ["hod"]}))


def test_the_officer_may_have_doctrines_of_his_own(tmp_path):
    """In the wars that they name; where nothing is corrected the agent plays as an officer with these."""
    bold, rules = saying(tmp_path, 1.0, 1.0), ruleset("engagement")
    gunner = {"engagement": {"allies": {"target_guns": 0.0, "target_control": 5.0}}}
    (tmp_path / "gunner.toml").write_text(tomli_w.dumps(gunner))
    correcting = Correcting(officer="tuned", kinds=["retreat"], caution=0.0, units=[], doctrines=gunner)
    player = CorrectedPlayer(bold.networks, correcting.model_copy(update={"kinds": ["surface_target"]}))
    alike, tuned = aw_agents.load(f"tuned:{tmp_path}/gunner.toml"), aw_agents.load("tuned")
    books = rules.scenario.books
    assert np.array_equal(player.officer.doctrines_in(books), alike.doctrines_in(books))
    midway = ruleset("midway").scenario.books
    assert np.array_equal(player.officer.doctrines_in(midway), tuned.doctrines_in(midway))
    scripted = aw_agents.load("scripted")
    ours, same, other = (play_match(rules, [one, scripted], 40, seed=8).margins for one in (player, alike, tuned))
    assert np.array_equal(ours, same) and not np.array_equal(ours, other)


@pytest.mark.slow
def test_a_shipped_agent_may_have_the_doctrines_of_a_tuning(trained, tmp_path):
    """And doctrines that cannot be are one clear error."""
    arrays, description = checkpoint.read(trained / "agent.npz")
    description["correcting"]["officer"] = "tuned"
    checkpoint.write(tmp_path / "agent.npz", arrays, description)
    (tmp_path / "doctrine.toml").write_text("[engagement.axis]\nleast_patrol = 1.25\n")
    shipped.pack(tmp_path / "agent.npz", tmp_path / "packed.npz", tmp_path)
    books = ruleset("engagement").scenario.books
    assert aw_agents.load(tmp_path / "packed.npz").officer.doctrines_in(books)["least_patrol"][0, 1] == 1.25
    (tmp_path / "doctrine.toml").write_text("[engagement.axis]\nleast_patrol = 125\n")
    shipped.pack(tmp_path / "agent.npz", tmp_path / "packed.npz", tmp_path)
    with pytest.raises(CheckpointError, match="doctrines: engagement.axis.least_patrol: from -3.0 to 1.5"):
        aw_agents.load(tmp_path / "packed.npz")
    with pytest.raises(ValueError, match="doctrines: those of scripted are its own"):
        Correcting(officer="scripted", kinds=["retreat"], caution=0.0, doctrines={"engagement": {}})
