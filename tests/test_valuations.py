"""What positions are worth: the network learned by torch, as compiled code, in files, and where a rollout ends."""

import numpy as np
import pytest
import torch

import aw_agents
from aw_agents.admirals_war.rollouts import roll_out
from aw_agents.learnable import learnable
from aw_agents.learned import checkpoint, luck, valuations
from aw_agents.learned.checkpoint import CheckpointError
from aw_agents.networks.candidate_network import values_of_all
from aw_agents.networks.valuation import LEARNED, POINT_OF_LEAD, of_the_lead
from aw_agents.rollouts import officers_mind
from aw_agents.search.player import SearchPlayer
from aw_agents.search.settings import SearchSettings
from aw_agents.training.values import POINT, Met, ValueNetwork, Wars, explained, fit, main
from aw_env import admirals_war_v0, games
from aw_env.core.engine.compiling import records
from aw_env.games.admirals_war.game import NAME, ruleset

WARS = {"admirals_war_v0": ["atlantic", "campaign", "pacific"], "war_at_sea_v0": ["war_at_sea"]}


def network_of(rules, seed=0):
    """A network that has learned nothing yet, and what it reads."""
    torch.manual_seed(seed)
    scope = learnable(rules.name).scope_of(rules)
    return ValueNetwork(scope, (32, 16)), scope


def summaries(rules, count=20):
    """Rows of the summary met in random play."""
    env = admirals_war_v0.vec_env(count, scenario=rules.scenario.name, seed=1, num_threads=1)
    for _ in range(50):
        env.step(env.random_actions())
    return env.observations.copy()


def test_torch_and_compiled_code_say_the_same():
    rules = ruleset("pacific")
    network, scope = network_of(rules)
    seen, values = summaries(rules), np.zeros(20, np.float32)
    values_of_all(valuations.of_weights(scope, network.weights()), seen, values)
    assert np.abs(values - network(torch.as_tensor(seen[:, scope.columns])).detach().numpy()).max() < 1e-5
    assert len(np.unique(values)) > 10


def test_a_file_says_what_was_written(tmp_path):
    rules = ruleset("pacific")
    network, scope = network_of(rules)
    valuations.write(tmp_path / "v.npz", "pacific", scope, network.weights())
    war, valuation = valuations.read(tmp_path / "v.npz", NAME)
    assert war == "pacific" and np.array_equal(valuation.columns, scope.columns)
    assert valuation.point[0] == pytest.approx(POINT, rel=1e-3)
    for name, array in network.weights().items():
        assert np.abs(getattr(valuation, name) - array).max() < 1e-3


def altered(tmp_path, scope, network, weights=None, **said):
    """A file of a valuation in which something is wrong."""
    arrays = {f"network/{name}": array for name, array in (network.weights() | (weights or {})).items()}
    plain = {"layout": "valuation", "game": NAME, "war": "pacific", "columns": list(scope.column_names)}
    checkpoint.write(tmp_path / "v.npz", arrays, plain | said)
    return tmp_path / "v.npz"


@pytest.mark.parametrize(
    ("said", "weights", "message"),
    [
        ({"game": "war_at_sea_v0"}, {}, "holds no valuation of admirals_war_v0"),
        ({"layout": "candidates"}, {}, "holds no valuation of admirals_war_v0"),
        ({"war": 7}, {}, "its description is wrong: war: Input should be a valid string"),
        ({"columns": ["area/atlantis/flag"]}, {}, "there is no column of the observation 'area/atlantis/flag'"),
        ({}, {"value": np.zeros(5, np.float32)}, r"value has shape \(5,\); \(16,\) was expected"),
        ({}, {"point": np.zeros(2, np.float32)}, r"point has shape \(2,\); \(1,\) was expected"),
        ({}, {"spare": np.zeros(1, np.float32)}, "holds weights besides"),
        ({}, {"value_bias": np.full(1, np.nan, np.float32)}, "numbers that are not finite"),
    ],
)
def test_a_wrong_file_is_one_clear_error(tmp_path, said, weights, message):
    network, scope = network_of(ruleset("pacific"))
    file = altered(tmp_path, scope, network, weights, **said)
    with pytest.raises(CheckpointError, match=message):
        valuations.read(file, NAME)
    with pytest.raises(ValueError, match="v.npz"):
        SearchPlayer(SearchSettings(value=str(file)))


def test_an_agent_is_no_valuation_and_a_valuation_no_agent(tmp_path):
    network, scope = network_of(ruleset("pacific"))
    valuations.write(tmp_path / "v.npz", "pacific", scope, network.weights())
    with pytest.raises(CheckpointError):
        aw_agents.load(tmp_path / "v.npz")
    with pytest.raises(CheckpointError, match="midway.npz"):
        valuations.read(valuations.FOLDER.parent / "shipped" / "midway.npz", NAME)


# --- in a search ---------------------------------------------------------------------------------------


def uncounted(rollouts):
    """What rollouts are given that count no luck."""
    return luck.chances(NAME), np.zeros((rollouts, 0, 2))


def test_a_rollout_that_ends_before_the_war_is_worth_what_the_valuation_says():
    rules = ruleset("pacific")
    network, scope = network_of(rules)
    valuation = valuations.of_weights(scope, network.weights())
    env = admirals_war_v0.vec_env(1, scenario="pacific", seed=3, num_threads=1)
    for _ in range(300):
        env.step(env.random_actions())
    for seat in (0, 1):
        while env.seats[0] != seat:
            env.step(env.random_actions())
        copies, values, lead = records(env.games.dtype, 3), np.zeros(3), np.zeros(3)
        action = np.repeat(np.flatnonzero(env.action_masks[0])[:1], 3)
        mind, books = officers_mind(learnable(NAME).doctrines.standing), rules.scenario.books
        for found, of in ((lead, of_the_lead()), (values, valuation)):
            copies[:] = env.unguarded[0][0]
            roll_out(books, copies, seat, action, np.arange(3), found, 1, mind, of, *uncounted(3))
        rows, expected = np.zeros((3, env.observations.shape[1]), np.int16), np.zeros(3, np.float32)
        for k in range(3):
            rules.observe(books, copies, k, seat, rules.layouts["summary"], rows[k])
        values_of_all(valuation, rows, expected)
        assert (copies["over"] == 0).all() and values == pytest.approx(expected, abs=1e-5)
        leads = (1 - 2 * seat) * copies["victory_points"][:, 1]  # of the Pacific
        assert lead == pytest.approx(POINT_OF_LEAD * leads, abs=1e-6)


def test_the_end_of_a_war_is_its_result_and_a_little_for_the_lead():
    rules = ruleset("midway")  # one turn: every rollout comes to the end
    network, scope = network_of(rules)
    valuation = valuations.of_weights(scope, network.weights())
    env = admirals_war_v0.vec_env(1, scenario="midway", seed=3, num_threads=1)
    copies, values = records(env.games.dtype, 4), np.zeros(4)
    copies[:] = env.unguarded[0][0]
    action, seat = np.repeat(np.flatnonzero(env.action_masks[0])[:1], 4), int(env.seats[0])
    mind = officers_mind(learnable(NAME).doctrines.standing)
    roll_out(rules.scenario.books, copies, seat, action, np.arange(4), values, 1, mind, valuation, *uncounted(4))
    sign = 1 - 2 * seat
    gained = (values - sign * copies["result"].astype(float)) / (sign * POINT)
    assert (copies["over"] == 1).all() and gained == pytest.approx(np.round(gained), abs=1e-3)


@pytest.mark.parametrize("name", [*WARS])
def test_the_package_holds_those_of_the_long_wars(name):
    game = games.playing(name)
    assert sorted(valuations.shipped(name)) == WARS[name]
    search = aw_agents.load("search:2", game.players)
    for war in WARS[name]:
        assert search.valuation_in(game.ruleset(war).scenario.books).columns.size > 100
    short = {"admirals_war_v0": "midway", "war_at_sea_v0": "barents"}[name]
    assert search.valuation_in(game.ruleset(short).scenario.books).columns.size == 0


def test_a_search_may_go_by_the_lead_alone(tmp_path):
    (tmp_path / "s.toml").write_text('rollouts = 2\nvalue = "lead"\n')
    search = aw_agents.load(tmp_path / "s.toml")
    assert search.valuation_in(ruleset("pacific").scenario.books).columns.size == 0


# --- learning ------------------------------------------------------------------------------------------


def test_it_learns_who_will_win():
    """Outcomes that one column decides: it explains those that it has not seen."""
    rules = ruleset("pacific")
    network, scope = network_of(rules)
    rng = np.random.default_rng(0)
    seen = np.zeros((2000, 2, len(scope.columns)), np.int16)
    k = int(scope.scale.argmax())
    seen[:, 0, k] = rng.integers(0, 4, 2000)
    seen[:, 1, k] = 3 - seen[:, 0, k]
    turns, outcomes = np.repeat([2, 3], 1000), (seen[:, 0, k] - 1.5).astype(np.float32)
    met = Met(seen, turns, np.arange(2000) % 20, rng.normal(size=2000).astype(np.float32), outcomes)
    learned, held_out = (Met(*(array[which] for array in met)) for which in (met.games > 3, met.games <= 3))
    before = explained(network, held_out)
    fit(network, learned, 100, seed=1, quiet=True)
    after = explained(network, held_out)
    assert [*after] == [2, 3] and all(share > 0.9 for _, share, _ in after.values())
    assert all(share < 0.5 for _, share, _ in before.values()) and all(lead < 0.1 for *_, lead in after.values())


@pytest.mark.slow
def test_wars_are_watched_turn_by_turn():
    rules = ruleset("pacific")
    met = Wars(rules, learnable(NAME).scope_of(rules), seed=1).watch(40, quiet=True)
    assert set(met.turns.tolist()) == {*range(2, 11)} and len(np.unique(met.games)) == 40
    assert not np.array_equal(met.seen[:, 0], met.seen[:, 1])
    for game in range(40):
        of_game = met.games == game
        assert met.turns[of_game].tolist() == [*range(2, 11)]  # once each, in order
        assert len(set(met.outcomes[of_game].tolist())) == 1
        assert abs(met.outcomes[of_game][0]) >= 1 or met.outcomes[of_game][0] == pytest.approx(0, abs=0.6)
    assert LEARNED[-1] == "point"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["midway", "--games", "20"], "midway: over in its first turn"),
        (["nowhere"], '"nowhere": no such scenario'),
        (["pacific", "--games", "5"], "--games 5: must be 20 or more"),
    ],
)
def test_what_cannot_be_learned_is_one_clear_error(monkeypatch, words, message):
    monkeypatch.setattr("sys.argv", ["values", *words, "--quiet"])
    with pytest.raises(SystemExit, match=message):
        main()
