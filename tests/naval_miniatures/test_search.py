"""A search of Naval Miniatures: what a rollout is worth where nothing is said."""

import numpy as np
import pytest

from aw_agents.search.player import SearchPlayer, made_for
from aw_agents.search.settings import SearchSettings
from aw_env import naval_miniatures_v0

RULES = "naval_miniatures_v0"


@pytest.mark.slow
def test_rollouts_are_played_to_the_end_of_the_battle():
    """A battle won is 1, and a point of its lead 0.005; a setting may say otherwise."""
    env = naval_miniatures_v0.vec_env(1, "random", seed=4, num_threads=1)
    for _ in range(60):
        env.step(env.random_actions())
    games, masks = env.unguarded
    books, action = env.rules.scenario.books, np.flatnonzero(masks[0])[:1].repeat(20)
    usual = made_for(RULES, "8").rolled_out(books, games, action, np.arange(20))
    by_result = SearchPlayer(SearchSettings(point=0.0), RULES).rolled_out(books, games, action, np.arange(20))
    by_turn = SearchPlayer(SearchSettings(point=0.0, turns=1), RULES).rolled_out(books, games, action, np.arange(20))
    assert {*np.abs(by_result)} <= {0.0, 1.0} and {1.0} <= {*np.abs(by_result)}
    assert (np.abs(usual - by_result) <= 0.005 * 400).all() and (usual != by_result).any()
    assert (by_turn == 0).any()
