"""`aw-env check`: is the printed material sound, does it agree with the rulebook, what of it is still an estimate?"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from aw_env.admirals_war.printed.board import Board
from aw_env.admirals_war.printed.charts import OptionalRule
from aw_env.admirals_war.printed.constraints import connected, failing_tests, read_constraints, touched
from aw_env.admirals_war.printed.load import configs_folder
from aw_env.admirals_war.printed.material import Printed, read_printed
from aw_env.admirals_war.printed.scenario import known_scenarios, read_scenario, scenario_file
from aw_env.core.config.errors import ConfigError
from aw_env.core.config.tables import Provenance, Sourced, Table


@dataclass(frozen=True)
class Problem:
    """Something that is wrong: file, place in it, and what."""

    file: str
    where: str
    what: str


@dataclass(frozen=True)
class Estimate:
    """A value that neither the rulebook nor a parent game's counter gives, with the reasoning behind it."""

    file: str
    where: str
    value: str
    confidence: str
    reasoning: str


@dataclass(frozen=True)
class ConstraintResult:
    """Whether the data agrees with something that the rulebook says; `failing` are the tests that do not hold."""

    id: str
    rule: str
    text: str
    soft: bool
    holds: bool
    failing: tuple[str, ...]


@dataclass
class Report:
    """What `check` found.

    sound: no problem, and every constraint holds that is not soft.
    counts: how many sea areas, ports and bases, links, units by status, scenarios, ... there are.
    provenance: how many values have each code, a file each: {"board.toml": {"R": 120, ...}, ...}.
    options: the optional rules by name: what each does, and whom it helps.
    """

    folder: Path
    problems: list[Problem] = field(default_factory=list)
    constraints: list[ConstraintResult] = field(default_factory=list)
    estimates: list[Estimate] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    provenance: dict[str, dict[str, int]] = field(default_factory=dict)
    options: dict[str, OptionalRule] = field(default_factory=dict)

    @property
    def sound(self) -> bool:
        """Nothing is wrong that has to be put right."""
        return not self.problems and all(result.holds or result.soft for result in self.constraints)


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
    report.options = dict(printed.charts.options)
    values = {
        "board.toml": list(values_of_board(printed.board)),
        "turn_chart.toml": list(values_of(printed.charts.turn_chart)),
    }
    values["units.csv"] = list(values_of_units(printed))
    for file, found in values.items():
        report.provenance[file] = dict(Counter(code for _, _, code, _, _ in found))
        report.estimates += [
            Estimate(file, where, value, confidence, reasoning)
            for where, value, code, confidence, reasoning in found
            if code == "E"
        ]
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


Value = tuple[str, str, str, str, str]
"""Where a value stands, the value in words, its provenance code, how sure it is, and its source or reasoning."""


@runtime_checkable
class _HasProvenance(Protocol):
    """A table whose values have their provenance beside them."""

    provenance: str
    confidence: str
    source: str


def values_of(table: Any, where: str = "") -> Iterator[Value]:
    """Every value with provenance inside a model, a dictionary or a list, with its path of keys."""
    if isinstance(table, Sourced):
        yield where, _words(table.value), table.provenance, table.confidence, table.source
    elif isinstance(table, Provenance):
        yield where, "every value of this key without its own", table.provenance, table.confidence, table.source
    elif isinstance(table, Table):
        if isinstance(table, _HasProvenance):
            yield where, _summary(table), table.provenance, table.confidence, table.source
        for key in type(table).model_fields:
            yield from values_of(getattr(table, key), f"{where}.{key}" if where else key)
    elif isinstance(table, dict):
        for key, value in table.items():
            yield from values_of(value, f"{where}.{key}" if where else str(key))
    elif isinstance(table, list):
        for number, value in enumerate(table, start=1):
            yield from values_of(value, f"{where}[{number}]")


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


def _words(value: object) -> str:
    return ", ".join(value) if isinstance(value, list) else str(value)


def _summary(table: Table) -> str:
    """What a table with provenance for all of it says: the two areas, the area touched, the effect."""
    for key in ("between", "area", "effect", "name"):
        if hasattr(table, key):
            value = getattr(table, key)
            return " - ".join(value) if isinstance(value, tuple) else str(value)
    return ""
