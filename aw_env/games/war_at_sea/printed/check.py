"""`aw-env check --game war_at_sea`: is the printed material sound, and what of it is still an estimate?"""

from collections.abc import Iterator
from pathlib import Path

from aw_env.core.config.errors import ConfigError
from aw_env.core.config.folder import configs_folder
from aw_env.core.config.report import Problem, Report, Value, values_of
from aw_env.games.war_at_sea.printed.load import FOLDER
from aw_env.games.war_at_sea.printed.material import Printed, read_printed
from aw_env.games.war_at_sea.printed.scenario import known_scenarios, read_scenario, scenario_file


def check(folder: str | Path | None = None) -> Report:
    """Everything about the printed material in a folder (default: `configs/war_at_sea`) as a Report.

    Raises nothing for wrong files: what is wrong is in `Report.problems`.
    """
    report = Report(Path(folder) if folder is not None else configs_folder() / FOLDER)
    try:
        printed = read_printed(report.folder)
    except ConfigError as error:
        report.problems.append(Problem(error.file, error.where, error.problem))
        return report
    for name in known_scenarios(printed):
        try:
            read_scenario(scenario_file(name, printed), printed)
        except ConfigError as error:
            report.problems.append(Problem(error.file, error.where, error.problem))
    report.counts = {
        "sea areas": len(printed.board.areas),
        "links": len(printed.board.links),
        "ports": len(printed.board.ports),
        "units": len(printed.units),
        "optional rules": len(printed.options),
        "scenarios": len(known_scenarios(printed)),
    }
    report.take_values("board.toml", list(values_of(printed.board)))
    report.take_values("turn_chart.toml", list(values_of(printed.chart)))
    report.take_values("units.csv", list(values_of_units(printed)))
    return report


def values_of_units(printed: Printed) -> Iterator[Value]:
    """Presence, factors and arrival of every unit."""
    for row, unit in enumerate(printed.units, start=2):
        reasoning = "; ".join(text for text in (unit.sources, unit.note) if text)
        factors = (unit.attack, unit.defense, unit.speed, unit.airstrike)
        shown = "-".join("*" if factor is None else str(factor) for factor in factors)
        arrival = f"turn {unit.arrives_turn or 'as U-boats come'}, {' or '.join(unit.arrives_at)}"
        for what, value, code in (
            ("presence", unit.name, unit.presence_provenance),
            ("factors", shown, unit.factors_provenance),
            ("arrival", arrival, unit.arrival_provenance),
        ):
            yield f"row {row} ({unit.id}) {what}", value, code, unit.confidence[0].upper(), reasoning
