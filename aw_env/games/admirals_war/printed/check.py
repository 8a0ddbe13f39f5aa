"""`aw-env check`: is the printed material sound, does it agree with the rulebook, what of it is still an estimate?"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from aw_env.core.config.errors import ConfigError
from aw_env.core.config.report import ConstraintResult, Problem, Report, Value, values_of
from aw_env.games.admirals_war.printed.board import Board
from aw_env.games.admirals_war.printed.constraints import connected, failing_tests, read_constraints, touched
from aw_env.games.admirals_war.printed.load import configs_folder
from aw_env.games.admirals_war.printed.material import Printed, read_printed
from aw_env.games.admirals_war.printed.scenario import known_scenarios, read_scenario, scenario_file


def check(folder: str | Path | None = None) -> Report:
    """Everything about the printed material in a folder (default: `configs/admirals_war`) as a Report.

    Raises nothing for wrong files: what is wrong is in `Report.problems`.
    """
    report = Report(Path(folder) if folder is not None else configs_folder() / "admirals_war")
    try:
        printed = read_printed(report.folder)
        report.constraints = check_constraints(printed)
    except ConfigError as error:
        report.problems.append(Problem(error.file, error.where, error.problem))
        return report
    report.problems += [*check_map(printed), *check_sources(printed), *check_scenarios(printed)]
    report.counts = counts(printed) | {"constraints": len(report.constraints)}
    report.options = tuple(rule.offered(id) for id, rule in printed.charts.options.items())
    values = {
        "board.toml": list(values_of_board(printed.board)),
        "turn_chart.toml": list(values_of(printed.charts.turn_chart)),
    }
    values["units.csv"] = list(values_of_units(printed))
    for file, found in values.items():
        report.take_values(file, found)
    return report


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
    for where, _, _, _, source in values_of_board(printed.board):
        for word in source.replace(",", " ").replace(":", " ").replace(";", " ").replace("(", " ").split():
            if word[:1] == "S" and word[1:].rstrip(")").isdigit() and word.rstrip(")") not in printed.board.sources:
                problems.append(Problem("board.toml", where, f'source "{word}" is not listed in [sources]'))
    return problems


def check_scenarios(printed: Printed) -> list[Problem]:
    """Every scenario that comes with the printed material can be read."""
    problems = []
    for name in known_scenarios(printed):
        try:
            read_scenario(scenario_file(name, printed), printed)
        except ConfigError as error:
            problems.append(Problem(f"scenarios/{error.file}", error.where, error.problem))
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


def values_of_board(board: Board) -> Iterator[Value]:
    """Every value with provenance on the board."""
    yield from values_of(board)


def values_of_units(printed: Printed) -> Iterator[Value]:
    """Presence, factors and arrival of every unit."""
    for row, unit in enumerate(printed.units, start=2):
        reasoning = "; ".join(text for text in (unit.sources, unit.note) if text)
        factors = (unit.gunnery, unit.armor, unit.speed, unit.airstrike)
        shown = "-".join("*" if factor is None else str(factor) for factor in factors)
        arrival = f"turn {unit.arrives_turn}, {' or '.join(unit.arrives_at)}" if unit.arrives_at else "swapped in"
        confidence = unit.confidence[0].upper()
        for what, value, code in (
            ("presence", unit.presence, unit.presence_provenance),
            ("factors", shown, unit.factors_provenance),
            ("arrival", arrival, unit.arrival_provenance),
        ):
            yield f"row {row} ({unit.id}) {what}", value, code, confidence, reasoning
