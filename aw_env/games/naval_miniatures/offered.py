"""What of Naval Miniatures can be chosen before it begins."""

from aw_env.core.offers import ScenarioOffered
from aw_env.core.printed.scenarios import known_scenarios, scenario_file
from aw_env.games.naval_miniatures.game import SEATS
from aw_env.games.naval_miniatures.printed.load import options_offered, shipped
from aw_env.games.naval_miniatures.printed.scenario import read_scenario

FIRST = ("standard", "house", "random", "convoy", "major_200", "major_300", "major_500")
"""The scenarios that are offered before the battles of history."""


def names() -> list[str]:
    """The scenarios that come with the game."""
    known = known_scenarios(shipped())
    return sorted(known, key=lambda name: (FIRST.index(name) if name in FIRST else len(FIRST), name))


def offer(scenario: str) -> ScenarioOffered:
    """What can be chosen of a scenario, by its name or the path of its file.  Raises ConfigError."""
    path = scenario_file(scenario, shipped())
    file = read_scenario(path, shipped())
    options = options_offered(path)
    return ScenarioOffered(path.stem, file.title or path.stem, file.note, {len(SEATS): SEATS}, False, options)
