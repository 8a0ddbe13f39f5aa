"""What a seat sees, as numbers."""

import numpy as np
import pytest

from aw_env import naval_miniatures_v0
from aw_env.core.engine.layout import readable
from aw_env.core.seen.interpreted import interpreted
from aw_env.games.naval_miniatures.observation import columns
from aw_env.games.naval_miniatures.observation.candidates import show_candidates
from aw_env.games.naval_miniatures.observation.observing import observe
from aw_env.games.naval_miniatures.odds import PER_CENT, TORPEDOES, chance, expected
from tests.naval_miniatures.outcomes import distribution
from tests.naval_miniatures.positions import battle
from tests.naval_miniatures.random_games import games


@pytest.mark.parametrize("scenario", ["standard", "random", "convoy", "leyte"])
def test_a_row_brought_up_to_date_is_one_written_anew(scenario):
    batch = naval_miniatures_v0.vec_env(8, scenario, seed=3, observation="summary")
    batch.reset()
    anew, smoky = np.zeros(columns.LAYOUT.widths["summary"], np.int16), 0
    for _ in range(500):
        batch.step(batch.random_actions())
        smoky += int((batch.games["smokes"] > 0).any())
        for i, seat in enumerate(batch.seats):
            observe(batch.rules.scenario.books, batch.games, i, seat, columns.LAYOUT.numbers["summary"], anew)
            assert (batch.observations[i] == anew).all()
    assert scenario == "leyte" or smoky


@pytest.mark.rule("LOS.5")
@pytest.mark.parametrize("hidden", [["d2"], ["e5", "f4"], ["d1", "c2", "h3"]])
def test_smoke_hides_the_sectors_that_fog_would(hidden):
    """From Ajax in D1, who is asked what to fire at Köln."""
    first, count, _ = columns.LAYOUT.tables("units")["in_sight"]
    row, seen = np.zeros(columns.LAYOUT.widths["units"], np.int16), []
    for between in ({"smoke": hidden, "terrain": {}}, {"terrain": {"squall": hidden}}, {"terrain": {}}):
        game = battle("surface_attack", {"hms_ajax": "d1"}, {"koln": "d1"}, **between).begin().choose("hms_ajax")
        observe(game.books, game.games, 0, 0, columns.LAYOUT.numbers["units"], row)
        seen.append(row[first : first + count].tolist())
    assert seen[0] == seen[1] != seen[2]


def test_rows_of_units_count_the_same_as_sectors():
    """Both layouts tell of the same ships."""
    first, count, width = columns.LAYOUT.tables("units")["units"]
    sectors, places, of_sector = columns.LAYOUT.tables("units")["sectors"]
    layout = columns.LAYOUT.numbers["units"]
    row = np.zeros(columns.LAYOUT.widths["units"], np.int16)
    for game in games("random", range(3)):
        while not game.over:
            game.answer(game.choose())
            observe(game.books, game.games, 0, 0, layout, row)
            units = row[first : first + count * width].reshape(count, width)
            ground = row[sectors : sectors + places * of_sector].reshape(places, of_sector)
            now = columns.UNIT_ROW.firsts[2]
            afloat = (units[:, now + columns.Now.ON_MAP] == 1) & (units[:, now + columns.Now.MINE] == 1)
            cost = columns.SECTOR_ROW.firsts[1] + columns.Force.COST
            assert ground[:, cost].sum() == units[afloat, columns.Card.COST].sum()


def test_chances_are_those_of_dice():
    """Of two dice at least two successes: each 1 (4, 5), or one of them 2 (a 6) (RES.2)."""
    throws = [(one, other) for one in range(1, 7) for other in range(1, 7)]
    worth = {die: 2 if die == 6 else int(die >= 4) for die in range(1, 7)}
    good = sum(worth[one] + worth[other] >= 2 for one, other in throws)
    table = chance.py_func if hasattr(chance, "py_func") else chance
    assert table(0, 2, 2) == round(PER_CENT * good / len(throws))
    assert table(TORPEDOES, 1, 1) == round(PER_CENT / 6)
    tenths = expected.py_func if hasattr(expected, "py_func") else expected
    assert tenths(0, 6) == 40 and tenths(1, 6) == 30 and tenths(TORPEDOES, 6) == 10


# --- odds of an attack in the layout "candidates" ----------------------------------------------------------------


def odds_of(game):
    """What the row of the one target of an attack tells: dice, expected, chances that it hits and destroys."""
    assert game.asked == "target"
    row = np.zeros(columns.LAYOUT.widths["candidates"], np.int16)
    observe(game.books, game.games, 0, int(game.games[0]["seat"]), columns.LAYOUT.numbers["candidates"], row)
    book, record = readable(game.books)[0], readable(game.games)[0]
    interpreted(show_candidates)(book, record, game.mask, row, 0)
    first, _, width = columns.LAYOUT.tables("candidates")["candidates"]
    told = row[first : first + width]
    choice = columns.Choice
    return tuple(int(told[k]) for k in (choice.DICE, choice.EXPECTED, choice.TO_HIT, choice.TO_DESTROY))


def per_cent(dice, enough, penalty=0, torpedo=False):
    """The chance of such outcomes (successes, sixes) of dice, in per cent."""
    thrown = distribution(dice, penalty, torpedo)
    return PER_CENT * sum(share for successes, sixes, share in thrown if enough(successes, sixes))


@pytest.mark.rule("AB.long_lance_torpedoes", "RES.17")
def test_odds_of_long_lances():
    """Boise has three hull points: one hit of two dice destroys her."""
    game = battle("torpedo_attack", {"uss_boise": "d5"}, {"tone": "d4"}, "axis").begin().choose("tone")
    assert odds_of(game) == (2, 10, 31, 31)


@pytest.mark.rule("AB.torpedo_defense")
def test_odds_of_torpedoes_at_a_ship_with_a_defense():
    """Baltimore has three hull points, each hit does one: all three dice must show a 6."""
    game = battle("torpedo_attack", {"uss_baltimore": "d5"}, {"u_510": "d4"}, "axis").begin().choose("u_510")
    assert odds_of(game) == (3, 5, 42, 0)


@pytest.mark.rule("AB.survivor")
def test_odds_of_bombs_at_a_survivor():
    """Enterprise saves herself with a 5 or a 6."""
    game = battle("air_attack", {"uss_enterprise": "d4"}, {"d3a_val": "d4"}, "axis").begin().choose("d3a_val", "bomb")
    dice, expected_tenths, hits, destroys = odds_of(game)
    vital = per_cent(dice, lambda successes, sixes: successes >= 10)
    assert (dice, expected_tenths, destroys) == (8, 53, round(vital * 4 / 6)) and destroys < round(vital)
    assert hits == round(per_cent(dice, lambda successes, sixes: successes >= 4))


@pytest.mark.rule("AB.high_speed_evasion", "LOS.6")
@pytest.mark.parametrize(("squalls", "share"), [([], 4 / 6), (["d4"], 4 / 6 * 5 / 6)])
def test_odds_count_the_dice_that_save_the_target(squalls, share):
    """The chance to hit is that before them."""
    game = battle("surface_attack", {"pt_boat": "d4"}, {"koln": "d4"}, "axis", terrain={"squall": squalls}).begin()
    dice, _, hits, destroys = odds_of(game.choose("koln", "main"))
    first = per_cent(dice, lambda successes, sixes: successes >= 1)
    assert hits == round(first) and destroys == round(first * share)


@pytest.mark.rule("AB.fatal_flaw")
def test_odds_of_a_battleship_at_a_fatal_flaw():
    game = battle("surface_attack", {"hms_hood": "d5"}, {"bismarck": "d4"}, "axis").begin().choose("bismarck", "main")
    dice, _, _, destroys = odds_of(game)
    vital = game.books[0]["vital"][game.of("hms_hood", "card")]
    assert destroys == round(per_cent(dice, lambda successes, sixes: successes >= vital or sixes >= 4))
    assert destroys > round(per_cent(dice, lambda successes, sixes: successes >= vital))
