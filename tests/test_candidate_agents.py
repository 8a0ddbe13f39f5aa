"""Learned agents that compare the legal actions: the network, its checkpoints, imitation, what a resume brings back."""

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")

import torch

import aw_agents
from aw_agents.admirals_war.officer.doctrine import STANDING
from aw_agents.admirals_war.scope import row_scope, scope_of
from aw_agents.arena import play_match
from aw_agents.learned import CheckpointError, LearnedPlayer, checkpoint
from aw_agents.learned.candidate_player import CandidatePlayer
from aw_agents.learned.candidate_policy import NO_LOGIT, CandidatePolicy
from aw_agents.learned.decisions import read
from aw_agents.networks.candidate_network import values_of_all
from aw_agents.training import experiment
from aw_agents.training.candidate_ppo import CandidatePPO
from aw_agents.training.dagger import ImitationTraining
from aw_agents.training.experiment import ExperimentError
from aw_env import admirals_war_v0
from aw_env.core.declare.columns import CANDIDATES
from aw_env.games.admirals_war.game import ruleset
from tests.experiments import experiment_file
from train import main

TINY = """
name = "tiny"
scenario = "engagement"
algorithm = "imitation"
seed = 3
[dagger]
decisions = 4096
envs = 16
rollout = 32
minibatch = 128
hidden = [24, 16]
features = 12
[checkpoints]
every = 512
[evaluation]
every = 2048
games = 10
final_games = 40
"""


def tiny(tmp_path, *changes):
    """The tiny experiment, with (old, new) changes of its text."""
    return experiment_file(tmp_path, TINY, *changes)


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """The folder of a finished run of the tiny experiment."""
    folder = tmp_path_factory.mktemp("trained")
    assert main(["--config", str(tiny(folder)), "--folder", str(folder / "run"), "--quiet"]) == 0
    return folder / "run"


def a_policy(rules, seed=0):
    """A network with weights that are not small."""
    torch.manual_seed(seed)
    policy = CandidatePolicy(scope_of(rules), row_scope(), (24, 16), 12)
    for parameter in policy.parameters():
        torch.nn.init.normal_(parameter, std=0.3)
    return policy


def a_player(rules, policy, **settings):
    return CandidatePlayer(scope_of(rules), row_scope(), policy.weights(), **settings)


# --- the network -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["midway", "campaign"])
def test_the_compiled_network_computes_what_torch_does(scenario):
    games = admirals_war_v0.vec_env(16, scenario, 1, observation=CANDIDATES, num_threads=1)
    policy = a_policy(games.rules)
    player = a_player(games.rules, policy)
    for _ in range(40):
        games.step(games.random_actions())
        with torch.no_grad():
            wanted, worth = policy(policy.squashed(read(games.observations, player.scope, player.row_scope)))
        found, values = player.logits(games.observations, games.action_masks), np.zeros(len(worth), np.float32)
        values_of_all(player.network, games.observations, values)
        assert np.allclose(worth.numpy(), values, atol=1e-3)
        for of_game, logits, mask in zip(wanted.numpy(), found, games.action_masks, strict=True):
            legal = np.flatnonzero(mask)
            assert np.allclose(of_game[: legal.size], logits[legal], atol=1e-3)
            assert (of_game[legal.size :] == np.float32(NO_LOGIT)).all() and np.isneginf(logits[mask == 0]).all()


@pytest.mark.slow
@pytest.mark.parametrize("options", [(), ("hidden_submarines",)])
def test_it_plays_alike_in_the_engine_from_observations_and_from_views(options):
    rules = ruleset("atlantic", options=options)
    player = a_player(rules, a_policy(rules))

    class FromRows:
        act_batch = staticmethod(player.act_batch)

    chance = aw_agents.load("random")
    played = [play_match(rules, [one, chance], 3, 1, CANDIDATES) for one in (player, FromRows())]
    assert np.array_equal(played[0].margins, played[1].margins)
    assert np.array_equal(played[0].decisions, played[1].decisions)
    game = admirals_war_v0.game("atlantic", options=options, seed=2, observation=CANDIDATES)
    for _ in range(200):
        seen = {"observation": game.observe(game.seat), "action_mask": game.action_mask}
        wanted = int(player.act_batch(seen["observation"][None], seen["action_mask"][None])[0])
        assert player.act(game.view(game.seat), seen, game.info()) == wanted
        game.apply(wanted)


def test_a_drawing_player_follows_its_probabilities():
    rules = ruleset("engagement")
    player = a_player(rules, a_policy(rules), greedy=False)
    player.begin(1, 0)
    game = admirals_war_v0.game("engagement", seed=4, observation=CANDIDATES)
    while len(game.legal_actions()) < 3:
        game.apply(game.legal_actions()[0])
    observation, mask = game.observe(game.seat), game.action_mask
    found = player.logits(observation[None], mask[None])[0]
    probabilities = np.exp(found - found.max()) / np.exp(found - found.max()).sum()
    drawn = player.act_batch(np.repeat(observation[None], 20_000, 0), np.repeat(mask[None], 20_000, 0))
    assert abs(np.bincount(drawn, minlength=mask.size) / 20_000 - probabilities).max() < 0.02


def test_observations_of_another_layout_are_refused():
    rules = ruleset("engagement")
    with pytest.raises(ValueError, match="columns; this agent reads 'candidates'"):
        a_player(rules, a_policy(rules)).act_batch(np.zeros((1, 10), np.int16), np.ones((1, 432), np.int8))


# --- experiments and checkpoints -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (
            '"imitation"',
            '"imitate"',
            "algorithm: choose from ppo, maskable_ppo, candidate_ppo, imitation, .*, tuning .given: 'imitate'",
        ),
        ("envs = 16", "envs = 12", "dagger.envs.*multiple of 8"),
        ("decisions = 4096\n", "", "dagger.decisions.*required"),
        ("[dagger]", "[learning]", "learning: no such key .keys here: .*dagger"),
        ("rollout = 32", "rollout = 60000\nthreads = 0", "dagger.threads"),
        (
            "envs = 16\nrollout = 32",
            "envs = 8192\nrollout = 8192",
            "dagger.*envs . rollout . memory = 67108864: must be at most",
        ),
    ],
)
def test_a_wrong_experiment_names_the_file_and_the_key(tmp_path, old, new, words):
    with pytest.raises(ExperimentError, match=f"(?s)tiny.toml.*{words}"):
        experiment.read(tiny(tmp_path, (old, new)))


def test_a_run_ends_with_an_agent_that_has_learned(trained):
    player = aw_agents.load(trained)
    assert isinstance(player, CandidatePlayer) and player.trained_for == "engagement"
    rules = ruleset("engagement")
    points = [
        play_match(rules, [player, aw_agents.load("random")][:: 1 - 2 * seat], 200, 5).of_seat(seat).points
        for seat in range(2)
    ]
    assert np.mean(points) > 0.7
    written = checkpoint.read(trained / "agent.npz")[1]
    assert written["steps"] == written["best_at"] == 4096 and [point["steps"] for point in written["history"]] == [
        2048,
        4096,
    ]
    assert len(list((trained / "checkpoints").iterdir())) == 2 and (trained / "curve.png").exists()
    assert LearnedPlayer.load(trained / "checkpoints" / "step_000000004096.npz").name == "tiny"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda arrays, said: said["row_columns"].__setitem__(2, "sorcery"), "no column of a candidate 'sorcery'"),
        (lambda arrays, said: said.pop("row_columns"), "gate|row has shape"),
        (lambda arrays, said: arrays.update({"policy/gate": arrays["policy/gate"][:-1]}), "gate has shape"),
        (lambda arrays, said: arrays.pop("policy/mixed"), "lacks the weights mixed"),
        (lambda arrays, said: said.update(layout="pictures"), "reads the observation 'pictures'"),
        (lambda arrays, said: said.update(greedy="rather"), "its description is wrong: greedy"),
    ],
)
def test_an_agent_of_another_shape_is_refused(trained, tmp_path, change, words):
    arrays, said = checkpoint.read(trained / "agent.npz")
    change(arrays, said)
    checkpoint.write(tmp_path / "other.npz", arrays, said)
    with pytest.raises(CheckpointError, match=words):
        aw_agents.load(tmp_path / "other.npz")


# --- imitation -------------------------------------------------------------------------------------------


def test_imitation_repeats_with_its_seed(tmp_path):
    weights = []
    for name in ("one", "two"):
        training = ImitationTraining(experiment.read(tiny(tmp_path)), tmp_path / name, resume=False)
        training._update()
        training._update()
        training.close()
        weights.append(training.player().weights)
    assert all(np.array_equal(weights[0][part], weights[1][part]) for part in weights[0])


def test_what_is_learned_is_what_the_officer_would_answer(tmp_path):
    training = ImitationTraining(experiment.read(tiny(tmp_path)), tmp_path / "run", resume=False)
    lesson = training.batches[0].watch(training.player(), progress=1.0)
    training.close()
    assert (lesson.answers < lesson.decisions.counts).all() and (lesson.decisions.counts > 1).all()
    assert len(lesson.decisions.rows) == lesson.decisions.counts.sum() == len(lesson.decisions.outputs)
    assert (lesson.decisions.outputs >= 0).all() and np.isfinite(lesson.values).all()


def test_scripted_plays_the_other_side_in_a_share_of_the_games(tmp_path):
    """Where it does, the answers that are learned are still the teacher's."""
    changes = (
        ('"engagement"', '"midway"'),
        ("envs = 16", 'envs = 64\nteacher = "tuned"\nchance = 0\nagainst_scripted = 0.5'),
    )
    training = ImitationTraining(experiment.read(tiny(tmp_path, *changes)), tmp_path / "run", resume=False)
    games, learner, different = training.batches[0], training.player(), np.zeros(8, bool)
    assert games.against_scripted.sum() == 4
    for _ in range(150):
        said, seats = games.officers_answers(), games.env.seats.copy()
        by_scripted = games.against_scripted & (seats % 2 != games.side)
        played = games._played(said, learner, progress=0.0)
        assert np.array_equal(played[by_scripted], games.officers_answers(STANDING)[by_scripted])
        different |= by_scripted & (played != said)
        games.env.step(played)
    training.close()
    assert different.any() and not different[~games.against_scripted].any()


def test_values_are_rewards_to_the_end_of_the_game_or_the_round_and_the_estimate_there(tmp_path):
    training = ImitationTraining(experiment.read(tiny(tmp_path)), tmp_path / "run", resume=False)
    games = training.batches[0]
    rewards = np.array([[1.0, 0.0], [0.0, 0.5], [0.25, 0.0]], np.float32)
    ended = np.array([[False, False], [True, False], [False, False]])
    met = read(games.env.observations, training.scope, training.row_scope)
    with torch.no_grad():
        after = training.policy(training.policy.squashed(met))[1].numpy() * (1 - 2 * (games.env.seats & 1))
    found = games._returns(rewards, ended, training.player())
    training.close()
    wanted = [[1.0, 0.5 + after[1]], [0.0, 0.5 + after[1]], [0.25 + after[0], after[1]]]
    assert np.allclose(found, wanted, atol=1e-6)


def test_a_resumed_imitation_is_what_was_saved(tmp_path):
    wanted = experiment.read(tiny(tmp_path))
    first = ImitationTraining(wanted, tmp_path / "run", resume=False)
    for _ in range(3):
        first._update()
    first._measure()
    first.save()
    first.close()
    again = ImitationTraining(wanted, tmp_path / "run", resume=True)
    assert again.steps == first.steps == 3 * 512 and again.history == first.history and again.restarts == 1
    for one, two in zip(first.policy.parameters(), again.policy.parameters(), strict=True):
        assert torch.equal(one, two)
    moments = [training.optimizer.state_dict()["state"] for training in (first, again)]
    assert moments[0].keys() == moments[1].keys() and moments[0]
    for number in moments[0]:
        assert torch.equal(moments[0][number]["exp_avg"], moments[1][number]["exp_avg"])
    for part in first.best.weights:
        assert np.array_equal(first.best.weights[part], again.best.weights[part])
    again._update()
    again.close()


def test_another_experiment_does_not_resume(trained, tmp_path):
    changed = experiment.read(tiny(tmp_path, ("features = 12", "features = 13")))
    with pytest.raises(CheckpointError, match="belongs to another experiment: dagger"):
        ImitationTraining(changed, trained, resume=True)


# --- playing for points ----------------------------------------------------------------------------------

POINTS = """
name = "points"
scenario = "engagement"
algorithm = "candidate_ppo"
seed = 4
[learning]
start = "START"
anchor = 0.05
steps = 2048
envs = 16
rollout = 32
minibatch = 128
epochs = 1
[pool]
snapshot_every = 512
[checkpoints]
every = 512
[evaluation]
every = 1024
games = 10
final_games = 10
"""


def playing_for_points(trained, tmp_path, *changes):
    """An experiment that goes on from the finished imitation."""
    return experiment.read(experiment_file(tmp_path, POINTS, ("START", str(trained)), *changes))


def test_a_policy_is_made_again_from_its_weights():
    rules = ruleset("engagement")
    first = a_policy(rules)
    again = CandidatePolicy.of_weights(scope_of(rules), row_scope(), first.weights())
    for one, two in zip(first.parameters(), again.parameters(), strict=True):
        assert torch.equal(one, two)


def test_it_goes_on_from_the_agent_and_resumes(trained, tmp_path):
    wanted = playing_for_points(trained, tmp_path)
    first = CandidatePPO(wanted, tmp_path / "run", resume=False)
    start = aw_agents.load(trained).weights
    assert all(np.array_equal(start[part], first.untrained.weights[part]) for part in start)
    for _ in range(2):
        first._update()
    first.save()
    first.close()
    assert not np.array_equal(start["row"], first.player().weights["row"])
    again = CandidatePPO(wanted, tmp_path / "run", resume=True)
    assert again.steps == first.steps == 1024 and len(again.opponents.selves) == 2
    assert all(np.array_equal(array, first.player().weights[part]) for part, array in again.player().weights.items())
    assert len(again.run(quiet=True)) == 6
    assert aw_agents.load(tmp_path / "run").trained_for == "engagement"


def test_an_agent_draws_its_answers_where_its_experiment_says_so(trained, tmp_path):
    """In the curve, and when it is loaded: from its file, from a checkpoint, and after a resume."""
    wanted = playing_for_points(trained, tmp_path, ("[learning]\n", "[learning]\ngreedy = false\n"))
    first = CandidatePPO(wanted, tmp_path / "run", resume=False)
    assert not aw_agents.load(first.save()).greedy
    first.close()
    again = CandidatePPO(wanted, tmp_path / "run", resume=True)
    assert not again.player().greedy and not again.best.greedy
    again.run(quiet=True)
    assert not aw_agents.load(tmp_path / "run").greedy
    assert LearnedPlayer.load(tmp_path / "run", greedy=True).greedy
    assert aw_agents.load(trained).greedy


def test_what_is_not_in_a_rollout_is_left_out_of_what_is_learned_from(trained, tmp_path):
    """The network says the same of the columns that are left."""
    training = CandidatePPO(playing_for_points(trained, tmp_path), tmp_path / "run", resume=False)
    rollout = training._play()
    narrow = training._narrowed(rollout)
    training.close()
    assert narrow.decisions.seen.any(0).all() and narrow.decisions.seen.shape[1] < rollout.decisions.seen.shape[1]
    with torch.no_grad():
        whole, same = training.policy(rollout.decisions), training._logits_and_values(narrow)
    assert all(torch.allclose(one, other, atol=1e-4) for one, other in zip(whole, same, strict=True))


def test_it_learns_in_bfloat16_too(trained, tmp_path):
    brief = ("[learning]\n", '[learning]\nprecision = "bfloat16"\n')
    training = CandidatePPO(playing_for_points(trained, tmp_path, brief), tmp_path / "run", resume=False)
    rollout = training._narrowed(training._play())
    with torch.no_grad():
        found = training._logits_and_values(rollout)
        wanted = training.policy(rollout.decisions, columns=training.columns)
    for one, other in zip(found, wanted, strict=True):
        assert one.dtype == torch.float32 and not torch.equal(one, other) and torch.allclose(one, other, atol=0.1)
    before = training.player().weights["row"]
    training._update()
    training.close()
    assert not np.array_equal(before, training.player().weights["row"])


def test_on_a_gpu_it_does_not_learn(trained, tmp_path, monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    on_a_gpu = playing_for_points(trained, tmp_path, ("[learning]\n", '[learning]\ndevice = "cuda"\n'))
    with pytest.raises(ExperimentError, match='candidate_ppo knows device = "cpu" alone'):
        CandidatePPO(on_a_gpu, tmp_path / "run", resume=False)


def test_a_heavy_anchor_holds_it_where_it_was(trained, tmp_path):
    moved = []
    for anchor in ("0.0", "1000.0"):
        changes = ("anchor = 0.05", f"anchor = {anchor}\nlearning_rate = 3e-3"), ("epochs = 1", "epochs = 4")
        training = CandidatePPO(playing_for_points(trained, tmp_path, *changes), tmp_path / anchor, resume=False)
        training._update()
        met = training._narrowed(training._play()).decisions
        with torch.no_grad():
            moved.append(
                training._divergence_from_the_start(met, training.policy(met, columns=training.columns)[0]).item()
            )
        training.close()
    assert moved[1] < moved[0] / 4


def test_a_rival_is_the_only_opponent_of_who_looks_for_its_best_response(trained, tmp_path):
    alone = ("[pool]\n", f'[pool]\nrandom = 0\nscripted = 0\nselves = 0\nrivals = 1.0\nrival = "{trained}"\n')
    training = CandidatePPO(playing_for_points(trained, tmp_path, alone), tmp_path / "run", resume=False)
    assert [*training.opponents.players] == [str(trained)] and training.opponents.weights == [1.0]
    training.run(quiet=True)
    assert {*map(frozenset, (point["points"] for point in training.history))} == {frozenset({str(trained)})}
    assert (tmp_path / "run" / "curve.png").exists()  # of one opponent


def test_in_a_league_a_rival_is_one_of_those_it_is_measured_against(trained, tmp_path):
    among = ("[pool]\n", f'[pool]\nrandom = 0\nscripted = 0\nselves = 0.5\nrivals = 0.5\nrival = "{trained}"\n')
    training = CandidatePPO(playing_for_points(trained, tmp_path, among), tmp_path / "run", resume=False)
    assert {*training.measured_against()} == {"random", "scripted", str(trained)}
    training.close()


def test_several_rivals_share_their_games_alike(trained, tmp_path):
    two = f'[pool]\nrandom = 0\nscripted = 0.4\nselves = 0\nrivals = 0.6\nrival = ["{trained}", "tuned"]\n'
    training = CandidatePPO(playing_for_points(trained, tmp_path, ("[pool]\n", two)), tmp_path / "run", resume=False)
    assert training.opponents.chances == pytest.approx({"scripted": 0.4, str(trained): 0.3, "tuned": 0.3})
    assert {*training.measured_against()} == {"random", "scripted", str(trained), "tuned"}
    training.close()


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"START"', '"random"', "learning.start: random is not an agent that compares"),
        ('"engagement"', '"midway"', "learning.start: .* does not know "),
        ("[pool]", "[imitation]\ndecisions = 5\n[pool]", "imitation: candidate_ppo starts from"),
        ("[pool]", "[pool]\nrivals = 0.5", "rival and rivals"),
        ("[pool]", "[pool]\nrivals = 0.5\nrival = []", "rival and rivals"),
        ("[pool]", '[pool]\nrivals = 0.5\nrival = ["tuned", "tuned"]', "rival: each must be named, and once"),
    ],
)
def test_a_start_that_cannot_be_gone_on_from_is_one_clear_error(trained, tmp_path, old, new, words):
    with pytest.raises(ExperimentError, match=words):
        changed = POINTS.replace(old, new).replace("START", str(trained))
        CandidatePPO(experiment.read(experiment_file(tmp_path, changed)), tmp_path / "run", resume=False)
