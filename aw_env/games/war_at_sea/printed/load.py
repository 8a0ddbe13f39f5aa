"""Read and check the printed material and scenarios, and pack them into the records that the rules read."""

from collections.abc import Collection
from pathlib import Path

from aw_env.core.printed.choices import Takes, chosen
from aw_env.core.printed.names import PlaceName as PlaceName
from aw_env.core.printed.scenarios import Scenario, Shelf, Vocabulary, scenario_file, scenario_of
from aw_env.games.war_at_sea.printed.material import Printed, read_printed
from aw_env.games.war_at_sea.printed.packing import pack_book, pack_game
from aw_env.games.war_at_sea.printed.scenario import ScenarioFile, check_scenario, read_scenario
from aw_env.games.war_at_sea.records.terms import OPTIONS, PLACES, UNITS, Decision, Option

SHELF = Shelf("war_at_sea", read_printed)
shipped, shipped_names = SHELF.shipped, SHELF.names
VOCABULARY = Vocabulary((OPTIONS, PLACES, UNITS), (Option, Decision))


def scenario(name_or_path: str | Path, options: Collection[str] = (), printed: Printed | None = None) -> Scenario:
    """A scenario by its name, or by the path of a TOML file, with optional rules.

    Raises ConfigError for an unknown scenario (with the known ones), a wrong file, or an unknown optional rule.
    """
    printed = shipped() if printed is None else printed
    path = scenario_file(name_or_path, printed)
    file = read_scenario(path, printed)
    takes = dict.fromkeys(printed.options, Takes())
    in_play = chosen(path, "options", [*file.in_play, *options], takes, "optional rule")
    return packed(file.model_copy(update={"in_play": list(in_play)}), printed, path)


def packed(file: ScenarioFile, printed: Printed, path: Path) -> Scenario:
    """A scenario from its file as read, checked with the optional rules that are in play.  Raises ConfigError."""
    check_scenario(path, file, printed)
    return scenario_of(path, file, printed, pack_book(printed, file), pack_game(printed, file), VOCABULARY)
