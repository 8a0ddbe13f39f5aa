"""What of Admirals' War can be chosen before it begins."""

from collections.abc import Sequence

from aw_env.core.offers import ScenarioOffered
from aw_env.games.admirals_war.printed.load import BIDDING, known_scenarios, scenario_file, shipped
from aw_env.games.admirals_war.printed.scenario import read_scenario
from aw_env.games.admirals_war.records.terms import SEATS


def names() -> Sequence[str]:
    """The scenarios that come with the game."""
    return known_scenarios(shipped())


def offer(scenario: str) -> ScenarioOffered:
    """What can be chosen of a scenario, by its name or the path of its file.  Raises ConfigError."""
    printed = shipped()
    path = scenario_file(scenario, printed)
    file = read_scenario(path, printed)
    options = tuple(rule.offered(id) for id, rule in printed.charts.options.items() if id in file.options)
    seats: dict[int, tuple[str, ...]] = {players: SEATS[players] for players in file.players}
    individual = 4 in file.players and file.victory == "theatres"
    title, bids = file.title or path.stem, BIDDING.offered(file)
    return ScenarioOffered(path.stem, title, file.note, seats, individual, options, bids=bids)
