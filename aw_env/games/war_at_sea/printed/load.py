"""Read and check the printed material and scenarios, and pack them into the records that the rules read."""

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from aw_env.core.config.errors import ConfigError, unknown
from aw_env.core.config.folder import configs_folder
from aw_env.core.saves import digest_of
from aw_env.games.war_at_sea.printed.material import Printed, read_printed
from aw_env.games.war_at_sea.printed.names import Names
from aw_env.games.war_at_sea.printed.packing import pack_book, pack_game
from aw_env.games.war_at_sea.printed.scenario import ScenarioFile, check_scenario, read_scenario, scenario_file
from aw_env.games.war_at_sea.records import terms
from aw_env.games.war_at_sea.records.state import GAME

FOLDER = "war_at_sea"
"""Where the printed material lies in the folder `configs`."""


@dataclass(frozen=True)
class Scenario:
    """A scenario ready to play.

    name: the name it was asked for by, or the stem of its file.  title: what people call it.
    books: array of one BOOK.  templates: array of one GAME, the first position with the dice not seeded.
    names: units and places in words.  digest: 64 hex digits over the book and the vocabulary; saves of another digest
    do not fit.  printed: the printed material.  file: the scenario file as it was read.
    """

    name: str
    title: str
    books: np.ndarray
    templates: np.ndarray
    names: Names
    digest: str
    printed: Printed
    file: ScenarioFile


@lru_cache(maxsize=1)
def shipped() -> Printed:
    """The printed material of `configs/war_at_sea`, read once.  Raises ConfigError."""
    return read_printed(configs_folder() / FOLDER)


def scenario(name_or_path: str | Path, options: Collection[str] = (), printed: Printed | None = None) -> Scenario:
    """A scenario by its name, or by the path of a TOML file, with optional rules.

    Raises ConfigError for an unknown scenario (with the known ones), a wrong file, or an unknown optional rule.
    """
    printed = shipped() if printed is None else printed
    path = scenario_file(name_or_path, printed)
    file = read_scenario(path, printed)
    for option in options:
        if option not in printed.options:
            raise ConfigError(path, f'options "{option}"', unknown(option, "optional rule", printed.options))
    wanted = [name for name in printed.options if name in {*file.in_play, *options}]
    return packed(file.model_copy(update={"in_play": wanted}), printed, path)


def packed(file: ScenarioFile, printed: Printed, path: Path) -> Scenario:
    """A scenario from its file as read, checked with the optional rules that are in play.  Raises ConfigError."""
    check_scenario(path, file, printed)
    books, templates = pack_book(printed, file), pack_game(printed, file)
    title = file.title or path.stem
    room, words = (terms.OPTIONS, terms.PLACES, terms.UNITS), (terms.Option, terms.Decision)
    digest = digest_of(books, GAME, room, words, printed.unit_numbers, printed.place_numbers)
    return Scenario(path.stem, title, books, templates, Names(printed), digest, printed, file)
