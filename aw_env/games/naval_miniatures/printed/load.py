"""Read and check the printed material and scenarios, and pack them into the records that the rules read."""

from collections.abc import Collection
from functools import lru_cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from aw_env.core.config.errors import ConfigError
from aw_env.core.config.folder import configs_folder
from aw_env.core.offers import OptionOffered
from aw_env.core.printed.names import Names
from aw_env.core.printed.scenarios import Scenario, digest_of, known_scenarios, scenario_file
from aw_env.games.naval_miniatures.printed.material import Printed, offered, read_printed
from aw_env.games.naval_miniatures.printed.options import chosen
from aw_env.games.naval_miniatures.printed.packing import pack_book, pack_game
from aw_env.games.naval_miniatures.printed.scenario import ScenarioFile, read_file, ready
from aw_env.games.naval_miniatures.records import terms
from aw_env.games.naval_miniatures.records.state import GAME

__all__ = ["FOLDER", "Names", "Scenario", "known_scenarios", "options_offered", "packed", "scenario", "scenario_file"]
__all__ += ["shipped", "shipped_names"]

FOLDER = configs_folder() / "naval_miniatures"
"""Where the printed material lies."""


@lru_cache(maxsize=1)
def shipped() -> Printed:
    """The printed material of `configs/naval_miniatures`, read once.  Raises ConfigError."""
    return read_printed(FOLDER)


def shipped_names() -> Names:
    """Names of its units, cards and sectors."""
    return shipped().names


def scenario(name_or_path: str | Path, options: Collection[str] = (), printed: Printed | None = None) -> Scenario:
    """A scenario by its name, or by the path of a TOML file, with options such as "historical" and "year=1942".

    Raises ConfigError for an unknown scenario (with the known ones), a wrong file, or an option that there is not, or
    that the scenario does not admit.
    """
    printed = shipped() if printed is None else printed
    path = scenario_file(name_or_path, printed)
    file = read_file(path, printed)
    return packed(ready(path, file, chosen(path, "options", options, printed), printed), printed, path)


def packed(file: ScenarioFile, printed: Printed, path: Path) -> Scenario:
    """A scenario from its file, made ready (`scenario.ready`)."""
    books = pack_book(printed, file)
    templates = pack_game(printed, file, books[0])
    digest = digest_of(books, GAME, _VOCABULARY, printed)
    return Scenario(path.stem, file.title or path.stem, books, templates, printed.names, digest, printed, file)


_VOCABULARY: Any = SimpleNamespace(
    OPTIONS=terms.OPTIONS,
    PLACES=terms.SECTORS,
    UNITS=terms.UNITS + terms.CARDS,
    Option=terms.Option,
    Decision=terms.Decision,
)


PLAIN = (
    ("historical", "historical", ""),
    ("exercise", "exercise", "Fleet exercise of Allied cards"),
    ("exercise", "exercise=axis", "Fleet exercise of Axis cards"),
)
"""Options that are offered at tables: the name of each, its word, and its title if not that of the name."""


def options_offered(scenario: str | Path, printed: Printed | None = None) -> tuple[OptionOffered, ...]:
    """The options without a number that a scenario admits.  Raises ConfigError for a wrong scenario."""
    printed = shipped() if printed is None else printed
    path = scenario_file(scenario, printed)
    file = read_file(path, printed)
    ready(path, file, {}, printed)
    admitted = [(name, word, title) for name, word, title in PLAIN if _admits(path, file, word, printed)]
    return tuple(offered(printed, *one, excludes=_others(one[0], one[1])) for one in admitted)


def _admits(path: Path, file: ScenarioFile, word: str, printed: Printed) -> bool:
    try:
        ready(path, file, chosen(path, "options", [word], printed), printed)
    except ConfigError:
        return False
    return True


def _others(name: str, word: str) -> tuple[str, ...]:
    """The other words of the same option."""
    return tuple(other for of, other, _ in PLAIN if of == name and other != word)
