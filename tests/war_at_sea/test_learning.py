"""Doctrines, imitation and learned agents of War at Sea."""

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("cma")

import aw_agents
from aw_agents.arena.match import Match, play_match
from aw_agents.learnable import learnable
from aw_agents.learned import CheckpointError, shipped
from aw_agents.learned.candidate_player import CandidatePlayer
from aw_agents.learned.candidate_policy import CandidatePolicy
from aw_agents.learned.decisions import read
from aw_agents.training import experiment
from aw_agents.training.candidate_ppo import CandidatePPO
from aw_agents.training.dagger import ImitationTraining
from aw_agents.training.tuning import Tuning
from aw_agents.war_at_sea.officer.doctrine import DOCTRINES, NUMBERS, STANDING
from aw_agents.war_at_sea.play import ScriptedPlayer
from aw_agents.war_at_sea.tuned import SHIPPED, TunedPlayer, war_of
from aw_env import admirals_war_v0, war_at_sea_v0
from aw_env.core.declare.columns import CANDIDATES
from aw_env.games.war_at_sea.game import ruleset
from tests.experiments import experiment_file

TINY = """
name = "tiny"
game = "war_at_sea"
scenario = "barents"
seed = 3
algorithm = "tuning"
[checkpoints]
every = 16
[evaluation]
every = 16
games = 2
final_games = 2
[tuning]
generations = 1
candidates = 4
games = 2
"""
IMITATION = (
    TINY.replace("tuning", "imitation", 1).split("[tuning]")[0].replace("16", "1000")
    + """
[dagger]
decisions = 500
teacher = "tuned"
envs = 16
rollout = 32
hidden = [12, 8]
features = 8
"""
)
POINTS = (
    TINY.replace("tuning", "candidate_ppo", 1).split("[tuning]")[0].replace("16", "1000")
    + """
[learning]
start = "war_at_sea"
steps = 1000
envs = 8
rollout = 16
minibatch = 64
epochs = 1
[pool]
random = 0
scripted = 0
tuned = 1
selves = 0
"""
)


@pytest.fixture(scope="module")
def player():
    """A policy with weights drawn by lot."""
    game = learnable("war_at_sea_v0")
    scope = game.scope_of(ruleset("barents"))
    rows = scope.vocabulary.row_scope()
    policy = CandidatePolicy(scope, rows, (12, 8), 8)
    return policy, CandidatePlayer(scope, rows, policy.weights())


# --- doctrines -----------------------------------------------------------------------------------------


def test_the_standing_numbers_lie_where_a_search_looks():
    assert all(number.least <= number.standing <= number.most for number in NUMBERS)


@pytest.mark.parametrize("number", ["outmatched", "target_crowd"])
def test_each_side_of_each_game_has_its_own_doctrine(number):
    values = np.tile(DOCTRINES.standing_numbers, (1, 2, 1))
    values[0, 1, [one.name for one in NUMBERS].index(number)] = 0.0
    rules, scripted = ruleset("barents"), ScriptedPlayer()
    mixed = ScriptedPlayer(np.concatenate([STANDING, DOCTRINES.of_numbers(values)]))
    standing = play_match(rules, [scripted, scripted], 40, seed=2).decisions
    assert np.array_equal(play_match(rules, [mixed, scripted], 40, seed=2).decisions, standing)
    changed = play_match(rules, [scripted, mixed], 40, seed=2).decisions
    assert np.array_equal(changed[0::2], standing[0::2]) and not np.array_equal(changed, standing)


def test_a_war_is_known_by_its_book():
    assert [war_of(ruleset(name).scenario.books) for name in ("war_at_sea", "barents")] == ["war_at_sea", "barents"]
    assert "war_at_sea" in DOCTRINES.read(SHIPPED)
    assert TunedPlayer().doctrines_in(ruleset("barents").scenario.books) is STANDING


def test_tuned_beats_scripted_from_both_sides():
    """Measured over 1,000 games a side: see docs/agents.md."""
    rules, tuned, scripted = ruleset("war_at_sea"), aw_agents.load("tuned", "war_at_sea"), ScriptedPlayer()
    assert play_match(rules, [tuned, scripted], 20, seed=9).points > 0.8
    assert play_match(rules, [scripted, tuned], 20, seed=9).points < 0.2


def test_a_tuning_ends_with_a_file_of_doctrines(tmp_path):
    tuning = Tuning(experiment.read(experiment_file(tmp_path, TINY)), tmp_path / "run", resume=False)
    assert len(tuning.run(quiet=True)) == 6
    assert "barents" in DOCTRINES.read(tmp_path / "run" / "doctrine.toml")


# --- learned agents ------------------------------------------------------------------------------------


def test_torch_and_the_compiled_network_agree(player):
    policy, played = player
    games = war_at_sea_v0.vec_env(8, "barents", 1, observation=CANDIDATES, num_threads=1)
    for _ in range(20):
        wanted, _ = policy(policy.squashed(read(games.observations, played.scope, played.row_scope)))
        found = played.logits(games.observations, games.action_masks)
        for mask, of_torch, compiled in zip(games.action_masks, wanted.detach().numpy(), found, strict=True):
            legal = np.flatnonzero(mask)
            assert np.allclose(of_torch[: len(legal)], compiled[legal], atol=1e-4)
        games.step(games.random_actions())


def test_a_batch_of_observations_and_compiled_play_are_the_same_games(player):
    class InBatches:
        act_batch = player[1].act_batch

    rules, other = ruleset("barents"), ScriptedPlayer()
    one = Match(rules, [player[1], other], 6, 4, CANDIDATES)
    two = Match(rules, [InBatches(), other], 6, 4, CANDIDATES)
    assert np.array_equal(one.play().decisions, two.play().decisions)
    assert np.array_equal(one.score.margins, two.score.margins)


def test_an_imitation_ends_with_an_agent_of_the_game(tmp_path):
    training = ImitationTraining(experiment.read(experiment_file(tmp_path, IMITATION)), tmp_path / "run", resume=False)
    training.run(quiet=True)
    agent = aw_agents.load(tmp_path / "run", "war_at_sea")
    assert agent.scope.vocabulary.ruleset_name == "war_at_sea_v0"
    game = war_at_sea_v0.game("barents", seed=1)
    seen = {"observation": game.observe(game.seat), "action_mask": game.action_mask}
    assert agent.act(game.view(game.seat), seen, game.info()) in game.legal_actions()


def test_an_agent_of_one_game_is_not_loaded_for_another():
    with pytest.raises(CheckpointError, match="an agent of war_at_sea_v0, not of admirals_war_v0"):
        aw_agents.load(shipped.FOLDER / "war_at_sea.npz")
    with pytest.raises(CheckpointError, match="an agent of admirals_war_v0, not of war_at_sea_v0"):
        aw_agents.load(shipped.FOLDER / "campaign.npz", "war_at_sea")


def test_an_experiment_with_a_game_that_there_is_not_names_those_that_there_are(tmp_path):
    text = 'name = "tiny"\ngame = "warm_sea"\nscenario = "barents"\n[learning]\nsteps = 1000\n'
    with pytest.raises(experiment.ExperimentError, match="game: .*choose from admirals_war, .*, war_at_sea"):
        experiment.read(experiment_file(tmp_path, text))


def test_self_play_of_the_summary_is_for_the_first_game(tmp_path):
    text = 'name = "tiny"\ngame = "war_at_sea"\nscenario = "barents"\n[learning]\nsteps = 1000\n'
    with pytest.raises(experiment.ExperimentError, match="game: war_at_sea is learned by candidate_ppo, not by ppo"):
        experiment.read(experiment_file(tmp_path, text))


def test_the_agent_goes_on_by_playing_for_points(tmp_path):
    training = CandidatePPO(experiment.read(experiment_file(tmp_path, POINTS)), tmp_path / "run", resume=False)
    start = aw_agents.load("war_at_sea").weights
    assert all(np.array_equal(start[part], training.untrained.weights[part]) for part in start)
    training._update()
    training.close()
    assert not np.array_equal(start["row"], training.player().weights["row"])
    assert {player.name for player in training.opponents.fixed.values()} == {"tuned"}
    assert training.player().plays == "war_at_sea_v0"


def test_the_shipped_agent_needs_no_game_to_be_found_and_plays_no_other():
    agent = aw_agents.load("war_at_sea")
    assert agent.plays == "war_at_sea_v0"
    with pytest.raises(ValueError, match="war_at_sea plays war_at_sea_v0, not admirals_war_v0"):
        play_match(admirals_war_v0.game("engagement").rules, [agent, aw_agents.load("random")], 1)
