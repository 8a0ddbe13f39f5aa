"""What a check of printed material finds: problems, values with their provenance, and what is still an estimate."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from aw_env.core.config.tables import Cited, Provenance, Sourced, Table
from aw_env.core.offers import OptionOffered


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
    options: the optional rules: what each does, and whom it helps.
    """

    folder: Path
    problems: list[Problem] = field(default_factory=list)
    constraints: list[ConstraintResult] = field(default_factory=list)
    estimates: list[Estimate] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    provenance: dict[str, dict[str, int]] = field(default_factory=dict)
    options: tuple[OptionOffered, ...] = ()

    @property
    def sound(self) -> bool:
        """Nothing is wrong that has to be put right."""
        return not self.problems and all(result.holds or result.soft for result in self.constraints)

    def take_values(self, file: str, values: list["Value"]) -> None:
        """Count the values of a file by their codes, and list the estimates among them."""
        self.provenance[file] = dict(Counter(code for _, _, code, _, _ in values))
        self.estimates += [
            Estimate(file, where, value, confidence, reasoning)
            for where, value, code, confidence, reasoning in values
            if code == "E"
        ]


Value = tuple[str, str, str, str, str]
"""Where a value stands, the value in words, its provenance code, how sure it is, and its source or reasoning."""


def values_of(table: Any, where: str = "") -> Iterator[Value]:
    """Every value with provenance inside a model, a dictionary or a list, with its path of keys."""
    if isinstance(table, Sourced):
        yield where, _words(table.value), table.provenance, table.confidence, table.source
    elif isinstance(table, Provenance):
        yield where, "every value of this key without its own", table.provenance, table.confidence, table.source
    elif isinstance(table, Table):
        if isinstance(table, Cited):
            yield where, _summary(table), table.provenance, table.confidence, table.source
        for key in type(table).model_fields:
            yield from values_of(getattr(table, key), f"{where}.{key}" if where else key)
    elif isinstance(table, dict):
        for key, value in table.items():
            yield from values_of(value, f"{where}.{key}" if where else str(key))
    elif isinstance(table, list):
        for number, value in enumerate(table, start=1):
            yield from values_of(value, f"{where}[{number}]")


def _words(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _summary(table: Table) -> str:
    """What a table with provenance for all of it says: the two areas, the area touched, the effect; of one
    that has none of these, that it is all of it."""
    for key in ("between", "area", "effect", "name"):
        if hasattr(table, key):
            value = getattr(table, key)
            return " - ".join(value) if isinstance(value, tuple) else str(value)
    return "all of its numbers"
