"""Read and check the printed material and scenarios, and pack them into the records that the rules read."""

from typing import Any

from aw_env.core.printed.bids import bid_key
from aw_env.core.printed.names import PlaceName as PlaceName
from aw_env.core.printed.scenarios import Scenario as Scenario
from aw_env.core.printed.scenarios import Shelf, Vocabulary
from aw_env.core.rooms.shelf import Checked, ScenarioShelf
from aw_env.games.war_at_sea.printed.material import read_printed
from aw_env.games.war_at_sea.printed.packing import pack_book, pack_game
from aw_env.games.war_at_sea.printed.scenario import MOST_BID, check_scenario, read_scenario
from aw_env.games.war_at_sea.records.state import STATE
from aw_env.games.war_at_sea.records.terms import OPTIONS, PLACES, UNITS, Decision, Option, Side

SHELF = Shelf("war_at_sea", read_printed)
shipped, shipped_names = SHELF.shipped, SHELF.names


def _arrival(unit: Any) -> str:
    return f"turn {unit.arrives_turn or 'as U-boats come'}, {' or '.join(unit.arrives_at)}"


CHECKED = Checked(
    counted=lambda printed: {
        "sea areas": printed.board.areas,
        "links": printed.board.links,
        "ports": printed.board.ports,
        "units": printed.units,
        "optional rules": printed.options,
    },
    sourced=lambda printed: {"board.toml": printed.board, "turn_chart.toml": printed.chart},
    factors=("attack", "defense", "speed", "airstrike"),
    arrival=_arrival,
)
SCENARIOS = ScenarioShelf(
    SHELF,
    read=read_scenario,
    pack=lambda printed, file: (pack_book(printed, file), pack_game(printed, file)),
    state=STATE,
    sides=Side,
    vocabulary=Vocabulary((OPTIONS, PLACES, UNITS), (Option, Decision)),
    checked=CHECKED,
    first=("war_at_sea",),
    verify=check_scenario,
    bidding=bid_key(step=0.5, most=MOST_BID),
)
scenario = SCENARIOS.ready
