"""A little of what `python -m benchmarks.table_load` measures of hundreds of people."""

import pytest
from rich.console import Console

from benchmarks.table_load import Load, Measured, measure, pairs, report


@pytest.mark.parametrize(("people", "computer"), [(2, 0), (10, 1), (10, 3), (200, 20), (7, 2)])
def test_everybody_sits_at_two_tables_and_nobody_plays_against_himself(people, computer):
    tables = pairs(Load(people=people, computer=computer))
    sat = [number for table in tables for number in table]
    assert sum(len(table) == 1 for table in tables) == computer
    assert all(len({*table}) == len(table) for table in tables)
    assert all(sat.count(number) <= 2 for number in range(people)) and len(sat) >= 2 * people - 2


def test_a_report_says_how_long_clicks_took_and_how_busy_the_machine_was():
    console = Console(width=200, record=True, file=None, quiet=False)
    measured = Measured(answered=[0.1, 0.2, 0.3], listed=[0.01], processor=5.0, lasted=10.0, games=4)
    measured.refused["too_fast"] = 2
    console.print(report(Load(people=3, computer=1), measured))
    told = console.export_text()
    for words in ("200", "300", "50 % of a core", "0.3 clicks a second", "load of the machine", "'too_fast': 2"):
        assert words in told


@pytest.mark.slow
def test_ten_people_play_and_none_of_their_clicks_is_refused():
    load = Load(people=10, computer=1, think=1.0, settle=20.0, seconds=10.0)
    measured = measure(load)
    assert measured.games >= len(pairs(load)) and len(measured.answered) > 10 and not +measured.refused
    assert measured.listed and 0 < measured.processor
