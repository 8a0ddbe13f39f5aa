"""`aw-env check`: is the printed material sound, does it agree with the rulebook, what of it is still an estimate?"""

from collections import Counter

from aw_env.core.config.report import ConstraintResult, Problem, Report, values_of
from aw_env.core.printed.counters import values_of_units
from aw_env.core.printed.scenarios import known_scenarios, wrong_scenarios
from aw_env.games.admirals_war.printed.constraints import connected, failing_tests, read_constraints, touched
from aw_env.games.admirals_war.printed.load import SHELF
from aw_env.games.admirals_war.printed.material import Printed
from aw_env.games.admirals_war.printed.scenario import read_scenario
from aw_env.games.admirals_war.printed.units import Unit


def _find(report: Report, printed: Printed) -> None:
    report.constraints = check_constraints(printed)
    report.problems += [*check_map(printed), *check_sources(printed), *wrong_scenarios(printed, read_scenario)]
    report.counts = counts(printed) | {"constraints": len(report.constraints)}
    report.options = tuple(rule.offered(id) for id, rule in printed.charts.options.items())
    factors = ("gunnery", "armor", "speed", "airstrike")
    report.take_values("board.toml", list(values_of(printed.board)))
    report.take_values("turn_chart.toml", list(values_of(printed.charts.turn_chart)))
    report.take_values("units.csv", list(values_of_units(printed.units, "presence", factors, _arrival)))


def _arrival(unit: Unit) -> str:
    return f"turn {unit.arrives_turn}, {' or '.join(unit.arrives_at)}" if unit.arrives_at else "swapped in"


def check_constraints(printed: Printed) -> list[ConstraintResult]:
    """Each of the rulebook's constraints tried on the data.  Raises ConfigError for a test that makes no sense."""
    results = []
    for constraint in read_constraints(printed.folder / "constraints.toml"):
        failing = failing_tests(printed, constraint)
        words = tuple(", ".join(f"{key} = {value}" for key, value in test.items()) for test in failing)
        results.append(
            ConstraintResult(constraint.id, constraint.rule, constraint.text, constraint.soft, not failing, words)
        )
    return results


def check_map(printed: Printed) -> list[Problem]:
    """The map hangs together: all areas are connected, and so are the areas that one place touches."""
    problems = []
    if not connected(printed, list(printed.board.areas)):
        problems.append(Problem("board.toml", "links", "the sea areas are not all connected"))
    for id, port in printed.board.ports.items():
        if not connected(printed, sorted(touched(port))):
            areas = ", ".join(sorted(touched(port)))
            problems.append(Problem("board.toml", f"ports.{id} touches", f"{areas} do not border on each other"))
    return problems


def check_sources(printed: Printed) -> list[Problem]:
    """Every publication that a value cites as S1, S2, ... is listed."""
    problems = []
    for where, _, _, _, source in values_of(printed.board):
        for word in source.replace(",", " ").replace(":", " ").replace(";", " ").replace("(", " ").split():
            if word[:1] == "S" and word[1:].rstrip(")").isdigit() and word.rstrip(")") not in printed.board.sources:
                problems.append(Problem("board.toml", where, f'source "{word}" is not listed in [sources]'))
    return problems


def counts(printed: Printed) -> dict[str, int]:
    """How many of each thing there are."""
    board = printed.board
    status = Counter(unit.status for unit in printed.units)
    return {
        "sea areas": len(board.areas),
        "links": len(board.links),
        "choke points": len(board.choke_points),
        "ports and bases": len(board.ports),
        "holding boxes": len(board.boxes),
        "units": len(printed.units),
        **{f"{kind} units": status[kind] for kind in ("core", "optional", "replacement", "speculative")},
        "tables": len(printed.charts.tables),
        "optional rules": len(printed.charts.options),
        "scenarios": len(known_scenarios(printed)),
    }


check = SHELF.check(_find)
"""Everything about the printed material in a folder as a Report."""
