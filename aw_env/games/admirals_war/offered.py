"""What of Admirals' War can be chosen before it begins."""

from aw_env.core.offers import OptionOffered, ScenarioOffered
from aw_env.games.admirals_war.game import SEATS
from aw_env.games.admirals_war.printed.charts import OptionalRule
from aw_env.games.admirals_war.printed.load import known_scenarios, scenario_file, shipped
from aw_env.games.admirals_war.printed.scenario import ScenarioFile, read_scenario


def allowed_in(scenario: str) -> dict[str, OptionalRule]:
    """The optional rules that a scenario allows, by name.  Raises ConfigError for a wrong scenario."""
    printed = shipped()
    allowed = _file(scenario).options
    return {id: rule for id, rule in printed.charts.options.items() if id in allowed}


def _file(scenario: str) -> ScenarioFile:
    printed = shipped()
    return read_scenario(scenario_file(scenario, printed), printed)


def scenarios() -> tuple[ScenarioOffered, ...]:
    """The scenarios that come with the game."""
    return tuple(_offered(name) for name in known_scenarios(shipped()))


def _offered(name: str) -> ScenarioOffered:
    file = _file(name)
    options = (
        OptionOffered(id, rule.name, rule.effect, tuple(rule.requires), tuple(rule.excludes))
        for id, rule in allowed_in(name).items()
    )
    seats: dict[int, tuple[str, ...]] = {players: SEATS[players] for players in file.players}
    individual = 4 in file.players and file.victory == "theatres"
    return ScenarioOffered(name, file.title or name, file.note, seats, individual, tuple(options))
