"""Scenarios: the files that there are, and one ready to play."""

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from aw_env.core.config.errors import ConfigError, unknown
from aw_env.core.config.report import Problem, Report
from aw_env.core.printed.names import Names


@dataclass(frozen=True)
class Scenario:
    """A scenario ready to play.

    name: the name it was asked for by, or the stem of its file.  title: what people call it.
    books: array of one record of the book.  templates: array of one record of the game, the first position with the
    dice not seeded.  names: units and places in words.  digest: 64 hex digits over the book and the vocabulary; saves
    of another digest do not fit.  printed: the printed material.  file: the scenario file as it was read.
    """

    name: str
    title: str
    books: np.ndarray
    templates: np.ndarray
    names: Names
    digest: str
    printed: Any
    file: Any


def known_scenarios(printed: Any) -> list[str]:
    """Names of the scenario files that come with the printed material."""
    return sorted(file.stem for file in (printed.folder / "scenarios").glob("*.toml"))


def scenario_file(name_or_path: str | Path, printed: Any) -> Path:
    """The file of a scenario: a path ending in `.toml`, or the name of one that comes with the printed material.

    Raises ConfigError that lists the known names.
    """
    path = Path(name_or_path)
    if path.suffix == ".toml" or len(path.parts) > 1:
        return path
    known = known_scenarios(printed)
    if path.name not in known:
        problem = f"{unknown(path.name, 'scenario', known)} (known: {', '.join(known)}; or the path of a .toml file)"
        raise ConfigError("scenarios", f'"{path.name}"', problem)
    return printed.folder / "scenarios" / f"{path.name}.toml"


def report_on(folder: Path, read: Callable[[Path], Any], find: Callable[[Report, Any], None]) -> Report:
    """What a check of the printed material in a folder finds: `find(report, printed)` adds to it what there is, unless
    `read` or itself raises ConfigError."""
    report = Report(folder)
    try:
        find(report, read(folder))
    except ConfigError as error:
        report.problems.append(Problem(error.file, error.where, error.problem))
    return report


def wrong_scenarios(printed: Any, read_scenario: Callable[[Path, Any], Any]) -> Iterator[Problem]:
    """What is wrong with the scenarios that come with the printed material."""
    for name in known_scenarios(printed):
        try:
            read_scenario(scenario_file(name, printed), printed)
        except ConfigError as error:
            yield Problem(f"scenarios/{error.file}", error.where, error.problem)


def digest_of(books: np.ndarray, record: np.dtype, terms: ModuleType, printed: Any) -> str:
    """64 hex digits over what a save must agree with: the book, the layout of a game's record, the room of the action
    vocabulary and its words, the ids of the units in their order and of the places with their numbers.

    terms: of the game's records.
    """
    sha = hashlib.sha256(books.view(np.uint8).tobytes())
    room, words = (terms.OPTIONS, terms.PLACES, terms.UNITS), (terms.Option, terms.Decision)
    members = [(enum.__name__, [(member.name, member.value) for member in enum]) for enum in words]
    units, places = list(printed.unit_numbers), list(printed.place_numbers.items())
    sha.update(repr([record.descr, room, members, units, places]).encode())
    return sha.hexdigest()
