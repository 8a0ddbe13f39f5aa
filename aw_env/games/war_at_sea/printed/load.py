"""Read and check the printed material and scenarios, and pack them into the records that the rules read."""

from collections.abc import Collection
from functools import lru_cache
from pathlib import Path

from aw_env.core.config.errors import ConfigError, unknown
from aw_env.core.config.folder import configs_folder
from aw_env.core.printed.names import Names, PlaceName
from aw_env.core.printed.scenarios import Scenario, digest_of, known_scenarios, scenario_file
from aw_env.games.war_at_sea.printed.material import Printed, read_printed
from aw_env.games.war_at_sea.printed.packing import pack_book, pack_game
from aw_env.games.war_at_sea.printed.scenario import ScenarioFile, check_scenario, read_scenario
from aw_env.games.war_at_sea.records import terms
from aw_env.games.war_at_sea.records.state import GAME

__all__ = ["FOLDER", "Names", "PlaceName", "Scenario", "known_scenarios", "packed", "scenario", "scenario_file"]
__all__ += ["shipped", "shipped_names"]

FOLDER = configs_folder() / "war_at_sea"
"""Where the printed material lies."""


@lru_cache(maxsize=1)
def shipped() -> Printed:
    """The printed material of `configs/war_at_sea`, read once.  Raises ConfigError."""
    return read_printed(FOLDER)


def shipped_names() -> Names:
    """Names of its units and places."""
    return shipped().names


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
    digest = digest_of(books, GAME, terms, printed)
    return Scenario(path.stem, file.title or path.stem, books, templates, printed.names, digest, printed, file)
