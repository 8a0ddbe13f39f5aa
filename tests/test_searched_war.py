"""Whole wars of a search: that each is fought once and repeats with its seed, and what the table tells."""

from itertools import product

import pytest

from benchmarks.searched_war import SIDES, Line, War, fight, fought, lines_of, loaded, table


def line(side: str, result: int) -> Line:
    """Of a war that nobody fought."""
    return Line("admirals_war", "midway", 2, "search:2", 0, "scripted", side, 1, result, 3 * result, 400, 1.5)


@pytest.mark.slow
def test_a_war_is_fought_once_and_repeats_with_its_seed(tmp_path):
    path = tmp_path / "wars.csv"
    wars = [
        War("admirals_war", "engagement", 2, "search:2", 0, "random", side, seed)
        for seed, side in product((1, 2), SIDES)
    ]
    fight(wars[:1], processes=1, path=path)
    (first,) = lines_of(path)
    fight(wars, processes=1, path=path)
    lines = lines_of(path)
    assert lines[0] == first and {one.war for one in lines} == set(wars)
    assert fought(wars[0])[:-1] == first[:-1]


def test_the_table_tells_the_points_of_each_side():
    whole, allies, axis = table([line("allies", 1), line("allies", 0), line("axis", -1)]).splitlines()[2:]
    assert whole.startswith("| midway, `search:2` against `scripted` | 3 | 0.500 [")
    assert "| allies | 2 | 0.750 [" in allies and "| axis | 1 | 0.000 [0.000, " in axis
    assert axis.endswith("| 1.5 | 400 |")
    assert "| midway of 4 seats, `search:2`" in table([line("allies", 1)._replace(seats=4)])
    assert "| midway, `search:2` with 8 rollouts against" in table([line("allies", 1)._replace(rollouts=8)])


def test_a_result_is_of_the_side_that_searches():
    wars = [War("admirals_war", "engagement", 2, "scripted", 0, "scripted", side, 5) for side in SIDES]
    as_allies, as_axis = (fought(war) for war in wars)
    assert as_allies.result == -as_axis.result and as_allies.margin == -as_axis.margin
    assert as_allies.decisions == as_axis.decisions > 0


def test_a_player_has_all_seats_of_a_side():
    wars = [War("admirals_war", "campaign", 4, "scripted", 0, "random", side, 5) for side in SIDES]
    assert [fought(war).result for war in wars] == [1, 1]


def test_rollouts_take_the_place_of_those_of_a_file():
    file = "configs/search/midway.toml"
    few, own = loaded(file, "admirals_war", 3), loaded(file, "admirals_war")
    assert few.settings.trials == 3 and few.settings.milliseconds is None
    assert own.settings.milliseconds == 200 and few.settings.proposer == own.settings.proposer


def test_another_game_is_fought_too():
    war = War("war_at_sea", "barents", 2, "scripted", 0, "random", "allies", 5)
    assert fought(war).decisions > 0
