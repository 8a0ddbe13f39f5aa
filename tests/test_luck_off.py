"""Luck counted off in rollouts: what compiled code counts is what tables tell people, and values lose no more by it
than their noise."""

import numpy as np
import pytest

from aw_agents.learned import luck
from aw_agents.luck import LOWEST, SUMS, Occasions, count_luck, nothing_at_stake, one_front
from aw_agents.search.player import Search
from aw_agents.search.race import fresh_seeds
from aw_agents.search.searchable import searchable
from aw_agents.search.settings import SearchSettings
from aw_agents.training.luck import fitted, spread
from aw_env import admirals_war_v0, war_at_sea_v0
from aw_env.core.engine.compiling import compiled, rule
from aw_env.core.faces.game import Game
from aw_env.core.players import load
from aw_env.core.said.events import EventRow
from aw_env.core.said.luck import Luck
from aw_env.games import playing

FACES = {"admirals_war_v0": (admirals_war_v0, "midway"), "war_at_sea_v0": (war_at_sea_v0, "barents")}
WARS = [("admirals_war_v0", "campaign"), ("war_at_sea_v0", "war_at_sea")]


def with_the_officer(game: Game, decisions: int) -> None:
    """Play on, the officer at every seat."""
    officer = load("scripted", playing(game.rules.name).players)
    for _ in range(decisions):
        if game.over:
            return
        seen = {"observation": game.observe(game.seat), "action_mask": game.action_mask}
        game.apply(officer.act(game.view(game.seat), seen, game.info()))


@rule
def upper_units(game, unit):
    """Units from 100 on are the second side's."""
    return int(unit >= 100)


@compiled
def counted_of(chances, events, sums):
    """See `count_luck`."""
    count_luck(chances, OCCASIONS, 0, 0, events, sums)


OCCASIONS = Occasions(upper_units, one_front, nothing_at_stake, 1)


@pytest.mark.parametrize("plays", FACES)
def test_compiled_code_counts_what_people_are_told(plays):
    """Every event with dice that a game can tell of, drawn at random."""
    speech, chances, rng = playing(plays).room("speech").SPEECH, luck.chances(plays), np.random.default_rng(1)
    kinds = [*dict.fromkeys(told.luck.what for told in speech.events.told.values() if told.luck)]
    with_dice = [(event, told.luck) for event, told in speech.events.told.items() if told.luck]
    for _ in range(200):
        event, chance = with_dice[rng.integers(len(with_dice))]
        side = int(rng.integers(2))
        by_units = chance.roller.by == 0
        a, b = (side * 100 + 3, (1 - side) * 100 + 4) if by_units else (side, 5)
        if by_units and rng.random() < 0.3:
            a = -1
        c = int(rng.integers(0, 4)) + (side * chance.roller.over if chance.roller.over > 1 else 0)
        dice = tuple(rng.integers(1, 7, rng.integers(1, 6)).tolist())
        told = Luck()
        told.count(chance, EventRow(event, a, b, c, dice), lambda unit: int(unit >= 100))
        ((whose, what),) = told.more
        events, sums = np.zeros((4, 30), np.int16), np.zeros((len(kinds) * SUMS, 2))
        events[0, 0] = 1
        events[1, : 5 + len(dice)] = [event, a, b, c, len(dice), *dice]
        counted_of(chances, events, sums)
        expected = np.zeros_like(sums)
        expected[kinds.index(what) * SUMS, whose] = told.more[whose, what]
        assert np.allclose(sums, expected, atol=1e-5)


def test_a_bonus_below_zero_is_known_and_what_is_beyond_counts_as_the_nearest():
    chances = luck.chances("admirals_war_v0")
    event = next(
        event
        for event, told in playing("admirals_war_v0").room("speech").SPEECH.events.told.items()
        if event.name == "ATTACK"
    )
    assert chances.more[event, -1 - LOWEST, 6] == 0, "with a bonus of -1 no die hits: none is lucky"
    assert chances.more[event, 0 - LOWEST, 6] == pytest.approx(5 / 6)
    assert not chances.more[event, -1].any(), "with a bonus of a thousand every die hits"


@pytest.mark.slow
@pytest.mark.parametrize(("plays", "war"), WARS)
def test_values_keep_their_mean_and_lose_noise(plays, war):
    rules = playing(plays).ruleset(war)
    search, rng = Search(SearchSettings(), plays), np.random.default_rng(7)
    weights = search.luck_in(rules.scenario.books)
    assert weights is not None and weights.any()
    shifts, plain, less = [], [], []
    game = Game(rules, 3)
    while len(shifts) < 25:
        with_the_officer(game, int(rng.integers(20, 60)))
        while not game.over and not search.kinds >> game.view(game.seat).decision & 1:
            with_the_officer(game, 1)
        if game.over:
            game = Game(rules, 3 + len(shifts))
            continue
        action, seeds = int(rng.choice(game.legal_actions())), fresh_seeds(200, rng)
        asked = rules.scenario.books, game.view(game.seat).record.reshape(1), np.full(200, action), seeds
        values, lucks = search.with_luck(*asked)
        off = search.rolled_out(*asked)
        assert np.allclose(off, values - luck.worth_of(lucks, weights, rules.sides[game.seat]))
        had = values - off
        shifts.append(had.mean() / max(had.std() / 200**0.5, 1e-9))
        plain.append(values)
        less.append(off)
    assert np.sqrt(np.mean(np.square(shifts))) < 1.6, "the luck of many rollouts is none: about 1 standard error"
    assert spread(np.array(less)) < 0.95 * spread(np.array(plain))


def test_luck_stays_on_where_nobody_knows_what_it_is_worth():
    books = admirals_war_v0.game("midway", seed=1).rules.scenario.books
    campaign = admirals_war_v0.game("campaign", seed=1).rules.scenario.books
    assert Search(SearchSettings()).luck_in(books) is None or luck.rows("admirals_war_v0")
    assert Search(SearchSettings()).luck_in(campaign) is not None
    assert Search(SearchSettings(luck_off=False)).luck_in(campaign) is None
    assert Search(SearchSettings(value="lead")).luck_in(campaign) is None


def test_what_is_fitted_is_what_luck_is_worth():
    rng = np.random.default_rng(5)
    lucks = rng.normal(size=(50, 20, 3, 2))
    worth = np.array([[0.5, -0.25], [0.0, 1.0], [0.1, 0.1]])
    values = luck.worth_of(lucks.reshape(-1, 3, 2), worth, 0).reshape(50, 20) + rng.normal(size=(50, 1)) * 5
    found, errors = fitted(values, lucks)
    assert np.allclose(found, worth, atol=1e-6) and (errors < 1e-6).all()


def test_to_the_other_side_the_same_luck_is_worth_the_opposite():
    lucks, worth = np.ones((1, 1, 2)) * [[3.0, 1.0]], np.array([[0.5, 0.25]])
    assert luck.worth_of(lucks, worth, 0) == pytest.approx(3 * 0.5 - 1 * 0.25)
    assert luck.worth_of(lucks, worth, 1) == pytest.approx(1 * 0.25 - 3 * 0.5)


def test_the_tables_name_what_is_counted():
    for plays in ("admirals_war_v0", "war_at_sea_v0"):
        counted = luck.sums(plays, searchable(plays).occasions)
        assert luck.rows(plays) and {row[1] for row in luck.rows(plays)} <= set(counted)
