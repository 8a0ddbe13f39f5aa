"""What of Naval Miniatures can be chosen before it begins."""

from aw_env.core.offers import ScenarioOffered
from aw_env.games.naval_miniatures.game import SEATS
from aw_env.games.naval_miniatures.printed import load

FIRST = ("standard", "random", "house")
"""The scenarios that come first; pairs of fleets and larger battles follow."""


def names() -> list[str]:
    """The scenarios that come with the game."""
    known = load.known_scenarios(load.shipped())
    return [*FIRST, *(name for name in known if name not in FIRST)]


def offer(scenario: str) -> ScenarioOffered:
    """What can be chosen of a scenario, by its name or the path of its file.  Raises ConfigError."""
    made = load.scenario(scenario)
    return ScenarioOffered(
        made.name, made.title, made.file.note, {len(SEATS): SEATS}, False, load.options_offered(scenario)
    )
