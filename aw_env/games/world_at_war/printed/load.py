"""Scenarios: read and checked, and packed into the records that the rules read."""

from itertools import chain
from pathlib import Path
from typing import Annotated

from pydantic import Field

from aw_env.core.config.errors import ConfigError
from aw_env.core.config.tables import check_tables, read_toml
from aw_env.core.printed.bids import bid_key
from aw_env.core.printed.choices import halves
from aw_env.core.printed.named import check_names
from aw_env.core.printed.scenarios import Shelf, Vocabulary
from aw_env.core.rooms.shelf import Checked, ScenarioShelf
from aw_env.games.world_at_war.printed.material import Printed, Turn, read_printed
from aw_env.games.world_at_war.printed.packing import pack_book, pack_game
from aw_env.games.world_at_war.printed.positions import Position, check_position
from aw_env.games.world_at_war.records.kinds import PLACES, UNITS, Decision, Option, Side
from aw_env.games.world_at_war.records.record import FIRST_PLACE, RECORDS

MOST_BID = 99
"""Points."""


class ScenarioFile(Position):
    """A file of `scenarios`: these keys, and those of a position.

    bid: points for the Allies before the result is read, in halves.
    """

    title: str = ""
    note: str = ""
    campaign: str
    last_turn: Turn
    in_play: list[str] = []
    bid: halves(-MOST_BID, MOST_BID) = 0.0  # type: ignore[valid-type]  # made when it runs
    threshold: Annotated[int, Field(ge=-200, le=200)]
    draw_within: Annotated[int, Field(ge=0, le=49)]


def read_scenario(path: Path, printed: Printed) -> ScenarioFile:
    """A scenario file, checked against what is printed.  Raises ConfigError."""
    file: ScenarioFile = check_tables(path, read_toml(path), ScenarioFile)
    if file.campaign not in printed.of(file.campaign).campaigns:
        raise ConfigError(path, "campaign", f'no "{file.campaign}": choose from {", ".join(printed.campaigns)}')
    check_names(path, file, printed.of(file.campaign).numbers)
    return file


def check_file(path: Path, file: ScenarioFile, printed: Printed) -> None:
    """Raises ConfigError for an optional rule of another theatre, and for a position that cannot be."""
    theatre = printed.campaigns[file.campaign].theatre
    for name in file.in_play:
        if theatre not in printed.options[name].theatres:
            known = ", ".join(one for one, rule in printed.options.items() if theatre in rule.theatres)
            raise ConfigError(path, f'options "{name}"', f"is no optional rule of this campaign (known: {known})")
    check_position(path, file, printed)


SHELF = Shelf("world_at_war", read_printed)
CHECKED = Checked(
    counted=lambda printed: {
        "places": [*chain(printed.board.places, *(war.board.places for war in printed.wars.values()))],
        "units": [*chain(printed.units, *(war.units for war in printed.wars.values()))],
        "optional rules": printed.options,
    },
    sourced=lambda printed: {
        "board.toml": printed.board,
        "tables.toml": printed.tables,
        "campaigns.toml": printed.campaigns,
        **{f"{name}/board.toml": war.board for name, war in printed.wars.items()},
        **{f"{name}/campaigns.toml": war.campaigns for name, war in printed.wars.items()},
    },
    rows=lambda printed: {
        "units.csv": printed.units,
        **{f"{name}/units.csv": war.units for name, war in printed.wars.items()},
    },
    factors=("factors",),
    arrival=lambda unit: f"turn {unit.arrives_turn}, {unit.arrives_at}",
)
SCENARIOS = ScenarioShelf(
    SHELF,
    read=read_scenario,
    pack=lambda printed, file: (pack_book(printed, file), pack_game(printed, file)),
    state=RECORDS.state,
    sides=Side,
    vocabulary=Vocabulary((FIRST_PLACE, PLACES, UNITS), (Option, Decision)),
    checked=CHECKED,
    verify=check_file,
    bidding=bid_key(step=0.5, most=MOST_BID),
    names_of=lambda printed, file: printed.names_of({file.campaign}),
    part=lambda printed, file: printed.of(file.campaign),
)
