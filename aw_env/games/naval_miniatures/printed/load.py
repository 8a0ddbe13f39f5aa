"""Read and check the printed material and scenarios, and pack them into the records that the rules read."""

from collections.abc import Collection
from pathlib import Path

from aw_env.core.printed.scenarios import Scenario, Shelf, Vocabulary, scenario_file, scenario_of
from aw_env.games.naval_miniatures.printed.material import Printed, read_printed
from aw_env.games.naval_miniatures.printed.packing import pack_book, pack_game
from aw_env.games.naval_miniatures.printed.scenario import read_file, ready
from aw_env.games.naval_miniatures.records.terms import CARDS, OPTIONS, SECTORS, UNITS, Decision, Option

SHELF = Shelf("naval_miniatures", read_printed)
shipped, shipped_names = SHELF.shipped, SHELF.names
VOCABULARY = Vocabulary((OPTIONS, SECTORS, UNITS + CARDS), (Option, Decision))


def scenario(name_or_path: str | Path, options: Collection[str] = (), printed: Printed | None = None) -> Scenario:
    """A scenario by its name, or by the path of a TOML file, with options such as "historical" and "year=1942".

    Raises ConfigError for an unknown scenario (with the known ones), a wrong file, or an option that there is not, or
    that the scenario does not admit.
    """
    printed = shipped() if printed is None else printed
    path = scenario_file(name_or_path, printed)
    file = ready(path, read_file(path, printed), options, printed)
    books = pack_book(printed, file)
    return scenario_of(path, file, printed, books, pack_game(printed, file, books[0]), VOCABULARY)
