"""What a seat sees, as numbers."""

import numpy as np
import pytest

from aw_env import naval_miniatures_v0
from aw_env.games.naval_miniatures.observation import columns
from aw_env.games.naval_miniatures.observation.observing import observe
from aw_env.games.naval_miniatures.odds import PER_CENT, TORPEDOES, chance, expected
from tests.naval_miniatures.positions import battle
from tests.naval_miniatures.random_games import games


@pytest.mark.parametrize("scenario", ["standard", "random", "convoy", "leyte"])
def test_a_row_brought_up_to_date_is_one_written_anew(scenario):
    batch = naval_miniatures_v0.vec_env(8, scenario, seed=3, observation="summary")
    batch.reset()
    anew, smoky = np.zeros(columns.WIDTHS["summary"], np.int16), 0
    for _ in range(500):
        batch.step(batch.random_actions())
        smoky += int((batch.games["smokes"] > 0).any())
        for i, seat in enumerate(batch.seats):
            observe(batch.rules.scenario.books, batch.games, i, seat, columns.LAYOUTS["summary"], anew)
            assert (batch.observations[i] == anew).all()
    assert scenario == "leyte" or smoky


@pytest.mark.rule("LOS.5")
@pytest.mark.parametrize("hidden", [["d2"], ["e5", "f4"], ["d1", "c2", "h3"]])
def test_smoke_hides_the_sectors_that_fog_would(hidden):
    """From Ajax in D1, who is asked what to fire at Köln."""
    first, count, _ = columns.tables("units")["in_sight"]
    row, seen = np.zeros(columns.WIDTHS["units"], np.int16), []
    for between in ({"smoke": hidden, "terrain": {}}, {"terrain": {"squall": hidden}}, {"terrain": {}}):
        game = battle("surface_attack", {"hms_ajax": "d1"}, {"koln": "d1"}, **between).begin().choose("hms_ajax")
        observe(game.books, game.games, 0, 0, columns.LAYOUTS["units"], row)
        seen.append(row[first : first + count].tolist())
    assert seen[0] == seen[1] != seen[2]


def test_rows_of_units_count_the_same_as_sectors():
    """Both layouts tell of the same ships."""
    first, count, width = columns.tables("units")["units"]
    sectors, places, of_sector = columns.tables("units")["sectors"]
    layout = columns.LAYOUTS["units"]
    row = np.zeros(columns.WIDTHS["units"], np.int16)
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
