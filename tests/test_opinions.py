"""What players of the computer think of a decision, to be shown beside the board."""

import numpy as np
import pytest

import aw_agents
from aw_env import admirals_war_v0
from aw_env.core.players import Commentator
from aw_env.table import adviser
from aw_env.table.adviser import MOST_TOLD, commentators, commentators_on, opinion_of
from aw_env.table.table import seen_by


def asked(scenario, decisions):
    """A game in which so many decisions have been answered by the officer."""
    game, officer = admirals_war_v0.game(scenario, seed=3), aw_agents.load("scripted")
    for _ in range(decisions):
        game.apply(officer.act(*seen_by(game)))
    return game


def test_who_has_opinions_is_found_by_what_he_can_do():
    assert {"campaign_imitation", "search"} <= set(commentators()) and "random" not in commentators()
    assert all(isinstance(aw_agents.load(name), Commentator) for name in commentators())


def test_who_was_trained_for_another_scenario_comes_last():
    on_midway = commentators_on(admirals_war_v0.game("midway", seed=1).rules)
    assert sorted(on_midway) == sorted(commentators()) and on_midway[:2] == ["midway", "search"]


def test_a_player_that_cannot_be_made_is_not_asked_and_stops_no_table(monkeypatch):
    def broken(name, group):
        raise AttributeError("its package has no such thing")

    monkeypatch.setattr(adviser, "load", broken)
    commentators.cache_clear()
    assert commentators() == ()
    commentators.cache_clear()


@pytest.mark.parametrize("decisions", [0, 40, 200])
def test_a_learned_agent_tells_its_policy_and_what_it_expects(decisions):
    game, agent = asked("campaign", decisions), aw_agents.load("campaign_imitation")
    value, leanings = agent.opinion(*seen_by(game))
    assert leanings[0].action == agent.act(*seen_by(game)) and np.isfinite(value)
    chances = [one.probability for one in leanings]
    assert sum(chances) == pytest.approx(1) and chances == sorted(chances, reverse=True)
    assert {one.action for one in leanings} <= set(game.legal_actions())


def test_a_player_that_searches_tells_what_the_answers_are_worth():
    game = asked("midway", 3)
    value, leanings = aw_agents.load("search:16").opinion(*seen_by(game))
    assert leanings[0].action == aw_agents.load("search:16").act(*seen_by(game)) and value == leanings[0].value
    assert {one.action for one in leanings} == set(game.legal_actions())
    assert all(-2 < one.value < 2 and one.probability is None for one in leanings)


def test_a_search_says_values_at_questions_that_it_leaves_to_another_in_a_game():
    player, game = aw_agents.load("search:16"), asked("midway", 0)
    while player.kinds >> game.view().decision & 1 or len(game.legal_actions()) < 2:
        game.apply(aw_agents.load("scripted").act(*seen_by(game)))
    value, leanings = player.opinion(*seen_by(game))
    assert value is not None and all(one.value is not None for one in leanings)


def test_an_opinion_is_told_in_the_words_of_the_choices():
    game = asked("campaign", 0)
    told = opinion_of("campaign_imitation", game)
    assert told.player == "campaign_imitation" and 0 < len(told.choices) <= MOST_TOLD
    assert {(one.action, one.words) for one in told.choices} <= set(game.actions())


@pytest.mark.parametrize("name", ["random", "nobody", "/etc/passwd", ""])
def test_who_has_none_is_not_asked(name):
    with pytest.raises(LookupError, match="has no opinion to tell: .*campaign_imitation"):
        opinion_of(name, asked("midway", 0))


def test_who_tells_values_says_on_what_scale():
    """A search and a learned agent that disagree measure otherwise, and both say how."""
    game = asked("midway", 3)
    told = {name: opinion_of(name, game) for name in ("midway", "search")}
    assert told["search"].value is not None and all(one.value is not None for one in told["search"].choices)
    assert "1 is a game won" in told["search"].scale and "as it has learned" in told["midway"].scale
    assert told["search"].scale != told["midway"].scale
