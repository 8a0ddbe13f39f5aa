"""What of War at Sea can be chosen before it begins."""

from aw_env.core.offers import OptionOffered, ScenarioOffered
from aw_env.core.printed.scenarios import known_scenarios, scenario_file
from aw_env.games.war_at_sea.game import ruleset
from aw_env.games.war_at_sea.printed.load import shipped
from aw_env.games.war_at_sea.printed.scenario import read_scenario


def names() -> list[str]:
    """The scenarios that come with the game, the longest first."""
    return sorted(known_scenarios(shipped()), reverse=True)


def offer(scenario: str) -> ScenarioOffered:
    """What can be chosen of a scenario, by its name or the path of its file.  Raises ConfigError."""
    printed = shipped()
    path = scenario_file(scenario, printed)
    file = read_scenario(path, printed)
    options = tuple(
        OptionOffered(id, rule.title, rule.effect, rule.rule, rule.helps) for id, rule in printed.options.items()
    )
    seats = {len(ruleset.seats): ruleset.seats}
    return ScenarioOffered(path.stem, file.title or path.stem, file.note, seats, False, options)
