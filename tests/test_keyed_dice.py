"""Dice that follow from what is decided: the same luck wherever two games do not differ, and fair all the same."""

import numpy as np
import pytest

from aw_agents.rollouts import TO_THE_END
from aw_agents.search.player import Search
from aw_agents.search.settings import SearchSettings
from aw_env.core.engine.dice import TALLIES
from aw_env.core.engine.ledger import key_dice_of
from aw_env.core.faces.game import Game
from aw_env.core.players import load
from aw_env.games import named

SCENARIOS = [
    ("admirals_war", "midway"),
    ("war_at_sea", "war_at_sea"),
    ("naval_miniatures", "river_plate"),
    ("world_at_war", "night_express"),
]


def keyed(game: Game, seed: int, tallies: np.ndarray) -> tuple[int, ...]:
    """What the generator begins with when the dice of this decision are keyed."""
    key_dice_of(game._games, 0, seed, tallies)
    return tuple(game._games["generator"][0].tolist())


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_no_dice_are_thrown_twice_in_a_game(name: str, scenario: str):
    game = Game(named(name).ruleset(scenario))
    rng = np.random.default_rng(0)
    for seed in range(3):
        game.reset(seed=seed)
        tallies, met = np.zeros(TALLIES, np.int32), []
        while not game.over:
            met.append(keyed(game, seed, tallies))
            game.apply(int(rng.choice(game.legal_actions())))
        assert len(set(met)) == len(met) > 20


def test_the_same_decision_meets_the_same_dice_after_another_answer():
    rules = named("war_at_sea").ruleset("war_at_sea")
    met: list[dict] = []
    for other in range(2):
        game, tallies, dice = Game(rules), np.zeros(TALLIES, np.int32), {}
        game.reset(seed=3)
        while not game.over and game.decisions < 60:
            about = tuple(int(game._games[0][part]) for part in ("turn", "phase", "decision", "subject", "seat"))
            dice[(*about, sum(before[:5] == about for before in dice))] = keyed(game, 9, tallies)
            game.apply(game.legal_actions()[-1 if other and game.decisions == 0 else 0])
        met.append(dice)
    shared = met[0].keys() & met[1].keys()
    assert len(shared) > 30 and all(met[0][one] == met[1][one] for one in shared)


def test_other_seeds_and_other_decisions_meet_other_dice():
    game, tallies = Game(named("war_at_sea").ruleset("war_at_sea")), np.zeros(TALLIES, np.int32)
    game.reset(seed=3)
    seeds = [0, 1, 2**32, 2**32 + 1, 2**61]
    first = [keyed(game, seed, tallies * 0) for seed in seeds]
    game.apply(game.legal_actions()[0])
    second = [keyed(game, seed, tallies * 0) for seed in seeds]
    assert len({*first, *second}) == 2 * len(seeds)


def rolled_out(name: str, scenario: str, answers: list[int], seeds: np.ndarray) -> np.ndarray:
    """float `(answers, seeds)`: what answers to the first decision are worth in the end."""
    game, search = (
        first_decision(name, scenario),
        Search(SearchSettings(value="lead", policy="scripted", turns=TO_THE_END), named(name).ruleset(scenario).name),
    )
    games = game.view(game.seat).record.reshape(1)
    values = search.rolled_out(
        game.rules.scenario.books, games, np.repeat(answers, len(seeds)), np.tile(seeds, len(answers))
    )
    return values.reshape(len(answers), len(seeds))


def first_decision(name: str, scenario: str) -> Game:
    """A game that waits for it."""
    game = Game(named(name).ruleset(scenario))
    game.reset(seed=1)
    return game


def test_two_answers_differ_by_less_noise_where_they_share_seeds():
    answers = first_decision("admirals_war", "midway").legal_actions()[:2]
    first, second = rolled_out("admirals_war", "midway", answers, np.arange(400))
    assert (first - second).var() < 0.8 * (first.var() + second.var())


def test_keyed_dice_are_fair():
    """How many games a side wins does not depend on how their dice come about."""
    games, scenario = 2000, "engagement"
    game, officer = first_decision("admirals_war", scenario), load("scripted")
    seen = {"observation": game.observe(game.seat), "action_mask": game.action_mask}
    answer = int(officer.act(game.view(game.seat), seen, game.info_for(game.seat)))
    plain = []
    for seed in range(games):
        played = game.clone(reseed=seed, seat=game.seat)
        played.let_play(officer, np.ones((1, 2), np.int8))
        plain.append(game.rules.sign(game.seat) * played.result)
    keyed_ones = np.sign(rolled_out("admirals_war", scenario, [answer], np.arange(games))[0])
    for result in (-1, 0, 1):
        share = (np.array(plain) == result).mean()
        assert abs((keyed_ones == result).mean() - share) < 4 * (2 * share * (1 - share) / games) ** 0.5
    assert 0.05 < (keyed_ones > 0).mean() < 0.95
