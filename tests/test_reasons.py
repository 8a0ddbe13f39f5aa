"""The rules behind choices: those that matter in the game that is played, and no others."""

import pytest

from aw_agents import load
from aw_env import admirals_war_v0
from aw_env.games.admirals_war.records.terms import Decision
from aw_env.games.admirals_war.words.decisions import DECISIONS, WORDS
from aw_env.table.table import seen_by

FIRST_OPTIONAL = 20
"""The chapter at which the optional rules begin; before it §19 tells how Japan enters the war."""
FOREIGN = ("Atlantic", "Raid Force", "Indonesia", "French", "Hilfskreuzer", "Paratroops", "uncertain", "task force")


def reasons(scenario, options=(), seed=3, until=400):
    """The reasons of the questions of a game that the officer plays, by the decision."""
    game, officer, told = admirals_war_v0.game(scenario, options=options, seed=seed), load("scripted"), {}
    while not game.ended and len(game.history) < until:
        view = game.view(game.seat)
        told.setdefault(view.decision, WORDS.reason(view.decision, view))
        game.apply(officer.act(*seen_by(game)))
    return told


def chapters(reason):
    return {int(rule.split(".")[0]) for rule in reason.rules}


def test_midway_speaks_of_nothing_that_it_has_not():
    told = reasons("midway")
    assert {Decision.PATROL_ORDER, Decision.AIR_TARGET, Decision.RETREAT, Decision.RETURN_TO_BASE} <= told.keys()
    for reason in told.values():
        assert max(chapters(reason)) < FIRST_OPTIONAL - 1, reason.rules
        assert not [word for word in FOREIGN if word in reason.words or "§" in reason.words], reason.words


def test_an_optional_rule_that_is_played_with_is_told():
    told = reasons("midway", ("task_forces",))
    assert "29.51" in told[Decision.AIR_TARGET].rules and "sighted" in told[Decision.AIR_TARGET].words


def test_a_war_that_is_still_to_come_is_told():
    told = reasons("pacific", until=200)[Decision.PATROL_ORDER]
    assert {"19.3", "19.5"} <= set(told.rules) and "Raid Force" in told.words and "23.1" not in told.rules


@pytest.mark.parametrize("decision", [d for d, asked in DECISIONS.items() if asked.besides])
def test_without_a_game_all_of_it_is_told(decision):
    reason = WORDS.reason(decision)
    for more in DECISIONS[decision].besides:
        assert set(more.rules) <= set(reason.rules) and more.words in reason.words
