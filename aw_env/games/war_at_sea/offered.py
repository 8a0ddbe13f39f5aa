"""What of War at Sea can be chosen before it begins."""

from aw_env.core.offers import OptionOffered, ScenarioOffered
from aw_env.games.war_at_sea.game import SEATS
from aw_env.games.war_at_sea.printed.load import known_scenarios, scenario_file, shipped
from aw_env.games.war_at_sea.printed.scenario import read_scenario


def scenarios() -> tuple[ScenarioOffered, ...]:
    """The scenarios that come with the game, the longest first."""
    return tuple(_offered(name) for name in sorted(known_scenarios(shipped()), reverse=True))


def _offered(name: str) -> ScenarioOffered:
    printed = shipped()
    file = read_scenario(scenario_file(name, printed), printed)
    options = tuple(OptionOffered(id, rule.title, f"Rule {rule.rule}.") for id, rule in printed.options.items())
    return ScenarioOffered(name, file.title or name, file.note, {len(SEATS): SEATS}, False, options)
