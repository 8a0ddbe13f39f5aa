"""What comes with a game: its printed material, the scenario files that there are, and a scenario ready to play."""

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np

from aw_env.core.config.errors import ConfigError, unknown
from aw_env.core.config.folder import configs_folder
from aw_env.core.config.report import Problem, Report
from aw_env.core.config.tables import Table
from aw_env.core.printed.names import Names

Printed = TypeVar("Printed", bound=Any)


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

    @property
    def title_of_position(self) -> str:
        """What a file is called that holds a position of it, or of a game that began from such a file."""
        return f"{self.title.removesuffix(' (position)')} (position)"


class Shelf(Generic[Printed]):
    """The printed material that comes with a game, in its folder of `configs`.

    read: what is printed in a folder; raises ConfigError.
    """

    def __init__(self, name: str, read: Callable[[Path], Printed]) -> None:
        self.folder, self._read = configs_folder() / name, read

    @cached_property
    def _shipped(self) -> Printed:
        return self._read(self.folder)

    def shipped(self) -> Printed:
        """That in the game's own folder, read once.  Raises ConfigError."""
        return self._shipped

    def names(self) -> Names:
        """The names of its units and places."""
        names: Names = self.shipped().names
        return names

    def check(self, find: Callable[[Report, Printed], None]) -> Callable[..., Report]:
        """`check(folder)`, everything about the printed material in a folder, by default the game's own, as a Report:
        `find` adds to it what there is.  It raises nothing for wrong files: what is wrong is in `Report.problems`."""

        def check(folder: str | Path | None = None) -> Report:
            report = Report(self.folder if folder is None else Path(folder))
            try:
                find(report, self._read(report.folder))
            except ConfigError as error:
                report.problems.append(Problem(error.file, error.where, error.problem))
            return report

        return check


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


def check_no_position(path: Path, file: Table, position: type[Table]) -> None:
    """Raises ConfigError for a key of a position in a file of a game that begins at its beginning."""
    for key in position.model_fields:
        if key in file.model_fields_set and key != "begins_at":
            raise ConfigError(path, key, "is for a position: begins_at says with which phase it begins")


def wrong_scenarios(printed: Any, read_scenario: Callable[[Path, Any], Any]) -> Iterator[Problem]:
    """What is wrong with the scenarios that come with the printed material."""
    for name in known_scenarios(printed):
        try:
            read_scenario(scenario_file(name, printed), printed)
        except ConfigError as error:
            yield Problem(f"scenarios/{error.file}", error.where, error.problem)


class Vocabulary(NamedTuple):
    """What a game's actions are made of: how many options, places and units there is room for, and the enumerations of
    options and decisions."""

    room: tuple[int, int, int]
    words: tuple[type[IntEnum], ...]


def scenario_of(
    path: Path, file: Any, printed: Any, books: np.ndarray, templates: np.ndarray, vocabulary: Vocabulary
) -> Scenario:
    """A scenario ready to play, from its file and what has been packed of it."""
    digest = digest_of(books, templates.dtype, vocabulary, printed)
    return Scenario(path.stem, file.title or path.stem, books, templates, printed.names, digest, printed, file)


def digest_of(books: np.ndarray, record: np.dtype, vocabulary: Vocabulary, printed: Any) -> str:
    """64 hex digits over what a save must agree with: the book, the layout of a game's record, the room of the action
    vocabulary and its words, the ids of the units in their order and of the places with their numbers."""
    sha = hashlib.sha256(books.view(np.uint8).tobytes())
    room, words = vocabulary
    members = [(enum.__name__, [(member.name, member.value) for member in enum]) for enum in words]
    units, places = list(printed.unit_numbers), list(printed.place_numbers.items())
    sha.update(repr([record.descr, room, members, units, places]).encode())
    return sha.hexdigest()
