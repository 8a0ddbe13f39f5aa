"""Agents that come with the package."""

import numpy as np
import pytest

import aw_agents
from aw_agents.arena.match import play_match
from aw_agents.learned import checkpoint, shipped
from aw_env import games


@pytest.mark.parametrize("name", shipped.NAMES)
def test_a_shipped_agent_is_small_and_plays_by_its_name(name):
    assert (shipped.FOLDER / f"{name}.npz").stat().st_size < 2_000_000
    _, told = checkpoint.read(shipped.FOLDER / f"{name}.npz")
    game = games.named(told.get("game", f"{games.FIRST}_v0").removesuffix("_v0"))
    player, rules = aw_agents.load(name, game.players), game.ruleset(told["scenario"])
    assert player.name == name
    score = play_match(rules, [player, aw_agents.load("random", game.players)], 2, seed=3)
    assert (score.results == 1).all()


def test_an_agent_is_packed_into_half_its_size_and_read_as_it_was(tmp_path):
    weights = {"policy/first": np.linspace(-2, 2, 999, dtype=np.float32)}
    checkpoint.write(tmp_path / "agent.npz", weights, {"name": "mine", "layout": "candidates"})
    shipped.pack(tmp_path / "agent.npz", tmp_path / "small.npz")
    arrays, description = checkpoint.read(tmp_path / "small.npz")
    assert description["name"] == "small" and description["layout"] == "candidates"
    assert arrays["policy/first"].dtype == np.float16
    assert np.abs(arrays["policy/first"] - weights["policy/first"]).max() < 0.001
