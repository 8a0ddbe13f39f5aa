"""What a turn was worth, as the return of its decisions."""

import numpy as np
import pytest

pytest.importorskip("torch")

import aw_agents
from aw_agents.learned import valuations
from aw_agents.training import experiment, results
from aw_agents.training.candidate_ppo import CandidatePPO
from aw_agents.training.credit import TurnCredit
from aw_agents.training.experiment import ExperimentError
from aw_env.core.faces.one_seat import OneSeatVecEnv
from aw_env.games.admirals_war.game import NAME, ruleset
from tests.experiments import experiment_file

TURNS = """
name = "turns"
scenario = "pacific"
algorithm = "candidate_ppo"
seed = 3
[learning]
start = "pacific"
credit = "turns"
gae_lambda = 1.0
steps = 4096
envs = 8
rollout = 256
minibatch = 128
[pool]
random = 1
scripted = 0
selves = 0
[evaluation]
games = 1
final_games = 1
"""


def test_the_turns_of_a_war_add_up_to_its_outcome():
    """Turn by turn what the valuation says more than before, and at the end how the war went."""
    valuation = valuations.shipped(NAME)["pacific"]
    games = OneSeatVecEnv(ruleset("pacific"), 2, [aw_agents.load("random")], seed=4, num_threads=1)
    credit, sums, settled, finished = TurnCredit(games, valuation), np.zeros(2), [[], []], 0
    point = float(valuation.point[0])
    while finished < 4:
        seats = games.learner.copy()
        before = games.games["turn"].copy()
        games.step(games.random_actions())
        gained, closed = credit.settle()
        assert (gained[~closed] == 0).all()
        sums += gained
        for i in np.flatnonzero(closed).tolist():
            settled[i].append(int(before[i]))
            if games.ended[i]:
                outcome = games.rules.sign(int(seats[i])) * (games.results[i] + point * games.margins[i])
                assert sums[i] == pytest.approx(outcome, abs=1e-4)
                assert settled[i] == [*range(1, 11)]
                sums[i], settled[i], finished = 0.0, [], finished + 1
            else:
                assert games.games["turn"][i] == before[i] + 1
    games.close()


@pytest.mark.parametrize("how", ["turns", "shaped"])
def test_returns_go_to_the_end_of_the_turn_or_to_that_of_the_war(how, tmp_path):
    """By turns what its turn changes; shaped what later turns change, too."""
    wanted = experiment.read(experiment_file(tmp_path, TURNS, ('"turns"\ngae', f'"{how}"\ngae')))
    training = CandidatePPO(wanted, tmp_path / "run", resume=False)
    seen, games = [], training.batches[0].games
    credit = training.batches[0].credit
    settle = credit.settle
    credit.settle = lambda: seen.append((*settle(), games.ended.copy())) or seen[-1][:2]
    choices = training._play()
    training.close()
    gained, closed, ended = (np.array(part) for part in zip(*seen, strict=True))
    returns = (choices.values + choices.advantages).numpy().reshape(256, 8)
    assert closed.any() and not choices.values.any()  # it begins by expecting nothing
    following = np.zeros(8, np.float32)
    for step in reversed(range(256)):
        following = gained[step] + np.where(closed[step] if how == "turns" else ended[step], 0.0, following)
        assert returns[step] == pytest.approx(following, abs=1e-5)


@pytest.mark.parametrize(
    ("pool", "best_at"), [("random = 1", 2000), ('random = 0\nrivals = 1\nrival = "pacific"', 1000)]
)
def test_the_latest_agent_is_kept_but_the_best_response_is_the_best_point(pool, best_at, tmp_path, monkeypatch):
    training = CandidatePPO(
        experiment.read(experiment_file(tmp_path, TURNS, ("random = 1", pool))), tmp_path / "run", resume=False
    )
    for steps, overall in ((1000, 0.6), (2000, 0.55)):
        training._steps = steps
        monkeypatch.setattr(results, "overall", lambda lines, overall=overall: overall)
        training._measure()
    training.close()
    assert training.best_at == best_at


def test_of_a_war_without_a_valuation_it_cannot_be_learned(tmp_path):
    wanted = experiment.read(experiment_file(tmp_path, TURNS, ('"pacific"', '"midway"')))
    with pytest.raises(ExperimentError, match="there is no valuation of midway"):
        CandidatePPO(wanted, tmp_path / "run", resume=False)
