"""`aw-env check --game naval_miniatures`: is the printed material sound, and what of it is still an estimate?"""

from typing import Any

from aw_env.core.config.report import Report, values_of
from aw_env.core.printed.counters import values_of_units
from aw_env.core.printed.scenarios import known_scenarios, wrong_scenarios
from aw_env.games.naval_miniatures.printed.load import SHELF
from aw_env.games.naval_miniatures.printed.material import Printed
from aw_env.games.naval_miniatures.printed.scenario import read_scenario

FACTORS = ("cost", "speed", "flagship", "capacity", "armor", "vital_armor", "hull")
"""What is shown of a card."""


def _find(report: Report, printed: Printed) -> None:
    report.problems += wrong_scenarios(printed, read_scenario)
    counted: dict[str, Any] = {"cards": printed.cards, "abilities": printed.abilities}
    counted |= {"battle zones": printed.zones.zones, "pairs of fleets": printed.pairs, "options": printed.options}
    counted["scenarios"] = known_scenarios(printed)
    report.counts = {what: len(things) for what, things in counted.items()}
    units = [*printed.cards, printed.convoy_ship]
    report.take_values("battle_zones.toml", list(values_of(printed.zones)))
    report.take_values("scales.toml", list(values_of(printed.scales)))
    report.take_values("units.csv", list(values_of_units(units, "name", FACTORS, _available)))


def _available(card: Any) -> str:
    limit = "" if card.class_limit is None else f", {card.class_limit} of her class"
    return f"{card.year or 'any year'}{limit}"


check = SHELF.check(_find)
"""Everything about the printed material in a folder as a Report."""
