"""Questions whose answer cannot matter are not asked; `python -m tests.long_checks questions midway 200` plays more."""

from aw_env import admirals_war_v0
from tests import idle_questions


def test_no_kind_of_question_is_one_whose_answer_never_matters():
    games = (admirals_war_v0.game(scenario, seed=seed) for seed in range(3) for scenario in ("midway", "engagement"))
    asked, mattered = idle_questions.count(games)
    never = {kind for kind, times in asked.items() if times >= 8 and not mattered[kind]}
    assert asked.total() > 80 and never <= idle_questions.ORDER_ALONE


def test_a_question_about_nothing_is_found():
    game = admirals_war_v0.game("midway", seed=0)
    while idle_questions.kind_of(game) not in idle_questions.ORDER_ALONE:
        game.apply(int(game.legal_actions()[0]))
    assert not any(idle_questions.matters(game, dice) for dice in range(2)), "in which order two are committed"
