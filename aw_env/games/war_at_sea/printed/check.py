"""`aw-env check --game war_at_sea`: is the printed material sound, and what of it is still an estimate?"""

from typing import Any

from aw_env.core.config.report import Report, values_of
from aw_env.core.printed.counters import values_of_units
from aw_env.core.printed.scenarios import known_scenarios, wrong_scenarios
from aw_env.games.war_at_sea.printed.load import SHELF
from aw_env.games.war_at_sea.printed.material import Printed
from aw_env.games.war_at_sea.printed.scenario import read_scenario


def _find(report: Report, printed: Printed) -> None:
    report.problems += wrong_scenarios(printed, read_scenario)
    board = printed.board
    counted = {"sea areas": board.areas, "links": board.links, "ports": board.ports, "units": printed.units}
    counted |= {"optional rules": printed.options, "scenarios": known_scenarios(printed)}
    report.counts = {what: len(things) for what, things in counted.items()}
    factors = ("attack", "defense", "speed", "airstrike")
    report.take_values("board.toml", list(values_of(board)))
    report.take_values("turn_chart.toml", list(values_of(printed.chart)))
    report.take_values("units.csv", list(values_of_units(printed.units, "name", factors, _arrival)))


def _arrival(unit: Any) -> str:
    return f"turn {unit.arrives_turn or 'as U-boats come'}, {' or '.join(unit.arrives_at)}"


check = SHELF.check(_find)
"""Everything about the printed material in a folder as a Report."""
