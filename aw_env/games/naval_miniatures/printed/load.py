"""Read and check the printed material and scenarios, and pack them into the records that the rules read."""

from typing import Any

import numpy as np

from aw_env.core.printed.bids import bid_key
from aw_env.core.printed.scenarios import Shelf, Vocabulary
from aw_env.core.rooms.shelf import Checked, ScenarioShelf
from aw_env.games.naval_miniatures.printed.material import Printed, read_printed
from aw_env.games.naval_miniatures.printed.options import TAKES
from aw_env.games.naval_miniatures.printed.packing import pack_book, pack_game
from aw_env.games.naval_miniatures.printed.scenario import ScenarioFile, counts_points, read_file, ready
from aw_env.games.naval_miniatures.records.record import MOST_POINTS, STATE
from aw_env.games.naval_miniatures.records.terms import CARDS, OPTIONS, SECTORS, UNITS, Decision, Option, Side

SHELF = Shelf("naval_miniatures", read_printed)
shipped, shipped_names = SHELF.shipped, SHELF.names


def _packed(printed: Printed, file: ScenarioFile) -> tuple[np.ndarray, np.ndarray]:
    books = pack_book(printed, file)
    return books, pack_game(printed, file, books[0])


def _available(card: Any) -> str:
    limit = "" if card.class_limit is None else f", {card.class_limit} of her class"
    return f"{card.year or 'any year'}{limit}"


CHECKED = Checked(
    counted=lambda printed: {
        "cards": printed.cards,
        "abilities": printed.abilities,
        "battle zones": printed.zones.zones,
        "pairs of fleets": printed.pairs,
        "options": printed.options,
    },
    sourced=lambda printed: {"battle_zones.toml": printed.zones, "scales.toml": printed.scales},
    factors=("cost", "speed", "flagship", "capacity", "armor", "vital_armor", "hull"),
    arrival=_available,
    rows=lambda printed: {"units.csv": [*printed.cards, printed.convoy_ship]},
)
SCENARIOS = ScenarioShelf(
    SHELF,
    read=read_file,
    pack=_packed,
    state=STATE,
    sides=Side,
    vocabulary=Vocabulary((OPTIONS, SECTORS, UNITS + CARDS), (Option, Decision)),
    checked=CHECKED,
    first=("standard", "house", "random", "convoy", "major_200", "major_300", "major_500"),
    takes=TAKES,
    put_in_play=ready,
    bidding=bid_key(step=1, most=MOST_POINTS, offers=counts_points),
)
scenario = SCENARIOS.ready
