"""What the officer's tables of weights say of sectors: each test gives one weight, and looks where a unit goes."""

import numpy as np
import pytest

import aw_agents
from aw_agents.arena.match import play_match
from aw_agents.declared import staffed
from aw_agents.naval_miniatures.officer.doctrine import DOCTRINES, TABLES
from aw_agents.naval_miniatures.officer.judgement import Feature, Moving, Starting
from aw_env import naval_miniatures_v0
from tests.naval_miniatures.positions import battle, scenario, sector_named

NAMES = [number.name for number in DOCTRINES.numbers]
QUIET = {"holding": 0.0, "objective": 0.0, "guns": 0.0, "torpedoes": 0.0, "risk": 0.0, "company": 0.0, "closing": 0.0}
"""An officer to whom all sectors are alike."""
FAR_OFF, GOALS = {"kongo": "a1"}, {"objectives": ["d5", "f2", "h5"]}
decide = staffed("naval_miniatures").decide


def doctrine(**numbers):
    """The officer to whom all sectors are alike, with these numbers and weights ("moving__always__denies")."""
    values = np.tile(DOCTRINES.standing_numbers, (1, 2, 1))
    for name, value in (QUIET | numbers).items():
        values[..., NAMES.index(name.replace("__", "."))] = value
    return DOCTRINES.of_numbers(values)


def begin(game):
    """To the first move of the Allies; the Axis stays where it is."""
    game.begin()
    while game.who == "axis":
        game.choose("end")


def goes_to(game, unit="uss_atlanta", **weights):
    """Where a unit goes, with these weights."""
    begin(game)
    game.choose(unit)
    game.choose(game.named(int(decide(game.books, game.games, 0, game.mask, doctrine(**weights)))))
    return game.where(unit)


def away(game, one, other):
    return int(game.books["range"][0][sector_named(one), sector_named(other)])


def at_sea(where="f4", first="axis", axis=FAR_OFF, allies=(), **more):
    """The Atlanta to move, after the enemy unless the Allies are first; objectives are d5, f2 and h5."""
    return battle("sea_movement", {"uss_atlanta": where, **dict(allies)}, axis, first, terrain=GOALS, **more)


def test_the_tables_have_a_weight_for_each_feature_in_each_circumstance():
    assert [table.numbers[0].name for table in TABLES] == ["moving.always.guns", "starting.always.guns"]
    assert [len(table.numbers) for table in TABLES] == [len(rows) * len(Feature) for rows in (Moving, Starting)]
    assert DOCTRINES.standing["judges"].tolist() == [[0.0, 0.0]]
    weighed = doctrine(moving__first__threat=-1.0)
    assert weighed["judges"].tolist() == [[1.0, 1.0]]
    assert weighed["moving"][0, 0, Moving.FIRST, Feature.THREAT] == -1.0
    assert np.count_nonzero(weighed["moving"][0, 0]) == 1


def test_a_claim_that_nobody_can_dispute():
    """The second player knows who is beside an objective (OBJ.2); the first does not as long as enemies may come."""
    assert goes_to(at_sea("e4"), moving__always__claims=5.0) == "d5"
    near = {"kongo": "b4"}
    assert goes_to(at_sea("e4", axis=near), moving__always__claims=5.0) == "d5"
    assert goes_to(at_sea("e4", axis=near, first="allies"), moving__always__claims=5.0) != "d5"


def test_an_enemy_is_kept_from_a_claim():
    game = at_sea("f4", axis={"kongo": "f2"})
    assert away(game, goes_to(game, moving__always__denies=5.0), "f2") <= 1


def test_another_ship_that_keeps_him_from_it_is_enough():
    game = at_sea("f4", axis={"kongo": "f2"}, allies={"uss_baltimore": "f3"})
    there = goes_to(game, moving__always__denies_alone=5.0, moving__always__off_centre=-0.1)
    assert away(game, there, "f2") > 1


def test_objectives_without_an_own_ship():
    """The nearest one is held already: it goes towards another."""
    game = at_sea("e4", allies={"uss_baltimore": "d5"})
    there = goes_to(game, moving__always__free_away=-5.0)
    assert min(away(game, there, "f2"), away(game, there, "h5")) < min(away(game, "e4", "f2"), away(game, "e4", "h5"))


def test_what_an_enemy_can_do_who_has_yet_to_move():
    """It counts for the first player alone."""
    fleets = {"axis": {"kongo": "f1"}, "first": "allies"}
    game = at_sea("f4", **fleets)
    assert away(game, goes_to(game, moving__always__threat=-5.0), "f1") > 3
    second = at_sea("f4", axis={"kongo": "f1"})
    assert goes_to(second, moving__always__threat=-5.0) == goes_to(at_sea("f4", axis={"kongo": "f1"}))


@pytest.mark.parametrize(("score", "stays"), [((50, 0), True), ((0, 50), False)])
def test_a_lead_is_a_circumstance(score, stays):
    """Who leads stays: it does not move at all."""
    game = at_sea("f4")
    begin(game)
    game.games["score"][0][:] = score
    answer = int(decide(game.books, game.games, 0, game.mask, doctrine(moving__lead__stays=5.0, least_gain=0.0)))
    assert (game.named(answer) == "end") == stays


def test_where_a_ship_starts():
    game = scenario("river_plate")
    game.begin()
    edge, middle = (
        int(decide(game.books, game.games, 0, game.mask, doctrine(goal=0.0, spread=0.0, centre=0.0, **weight)))
        for weight in ({"starting__always__off_centre": 5.0}, {"starting__always__off_centre": -5.0})
    )
    across = game.books["across"][0]
    edge, middle = (abs(int(across[sector_named(game.named(action))]) - 6) for action in (edge, middle))
    assert edge > middle


def test_a_file_of_weights_is_read_as_it_was_written(tmp_path):
    """In tables of its own, and without those that are 0."""
    values = doctrine(moving__lead__stays=5.0, starting__points__close=-0.25)
    text = DOCTRINES.as_text("given", DOCTRINES.numbers_of(values)[0])
    assert "[given.allies.moving.lead]\nstays = 5.0" in text and "denies" not in text
    (tmp_path / "found.toml").write_text(text)
    found = DOCTRINES.read(tmp_path / "found.toml")["given"]
    assert np.allclose(DOCTRINES.numbers_of(found), DOCTRINES.numbers_of(values))


def test_the_agent_that_has_learned_to_judge_comes_with_the_package():
    """From both sides it does better than the officer against himself (0.535 and 0.465)."""
    rules = naval_miniatures_v0.GAME.ruleset("random")
    agent, officer = (aw_agents.load(name, "naval_miniatures") for name in ("random_fleets", "scripted"))
    as_allies = play_match(rules, [agent, officer], 2_000, seed=5).of_seat(0).results
    as_axis = play_match(rules, [officer, agent], 2_000, seed=5).of_seat(1).results
    assert agent.name == "random_fleets"
    assert (1 + as_allies.mean()) / 2 > 0.55 and (1 + as_axis.mean()) / 2 > 0.48
