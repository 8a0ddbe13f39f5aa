"""Scenarios: read and checked, and packed into the records that the rules read."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, field_validator

from aw_env.core.config.errors import ConfigError
from aw_env.core.config.report import Report, values_of
from aw_env.core.config.tables import check_tables, read_toml
from aw_env.core.offers import OptionOffered, ScenarioOffered
from aw_env.core.printed.choices import Takes, chosen
from aw_env.core.printed.counters import values_of_units
from aw_env.core.printed.named import check_names
from aw_env.core.printed.names import Names
from aw_env.core.printed.scenarios import (
    Scenario,
    Shelf,
    Vocabulary,
    known_scenarios,
    scenario_file,
    scenario_of,
    wrong_scenarios,
)
from aw_env.core.rooms.scenario import write_told
from aw_env.games.world_at_war.printed.material import Printed, Turn, read_printed
from aw_env.games.world_at_war.printed.packing import pack_book, pack_game
from aw_env.games.world_at_war.printed.positions import Position, check_position, pack_position
from aw_env.games.world_at_war.records.kinds import PLACES, UNITS, Decision, Option, Side
from aw_env.games.world_at_war.records.record import FIRST_PLACE, RECORDS

SHELF = Shelf("world_at_war", read_printed)
VOCABULARY = Vocabulary((FIRST_PLACE, PLACES, UNITS), (Option, Decision))


class ScenarioFile(Position):
    """A file of `scenarios`: these keys, and those of a position.

    bid: points for the Allies before the result is read, in halves.
    """

    title: str = ""
    note: str = ""
    campaign: str
    last_turn: Turn
    in_play: list[str] = []
    bid: Annotated[float, Field(ge=-99, le=99, multiple_of=0.5)] = 0.0
    threshold: Annotated[int, Field(ge=-200, le=200)]
    draw_within: Annotated[int, Field(ge=0, le=49)]

    @field_validator("bid", mode="before")
    @classmethod
    def _whole_points_too(cls, bid: Any) -> Any:
        return float(bid) if type(bid) is int else bid


def read_scenario(path: Path, printed: Printed) -> ScenarioFile:
    """A scenario file, checked against what is printed.  Raises ConfigError."""
    file: ScenarioFile = check_tables(path, read_toml(path), ScenarioFile)
    if file.campaign not in printed.campaigns:
        raise ConfigError(path, "campaign", f'no "{file.campaign}": choose from {", ".join(printed.campaigns)}')
    check_names(path, file, printed.numbers)
    return file


def read_whole(path: Path, printed: Printed) -> ScenarioFile:
    """The same, with its position checked.  Raises ConfigError."""
    file = read_scenario(path, printed)
    check_position(path, file, printed)
    return file


class ScenarioShelf:
    """The scenarios of the game, and its optional rules (`core.rooms.game.Shelved`)."""

    @property
    def words(self) -> Names:
        """The units and places in words."""
        return SHELF.names()

    def names(self) -> list[str]:
        """The names of the scenarios, the usual one first."""
        return known_scenarios(SHELF.shipped())

    def offer(self, scenario: str) -> ScenarioOffered:
        """What can be chosen of a scenario, by its name or the path of its file.  Raises ConfigError."""
        printed = SHELF.shipped()
        path = scenario_file(scenario, printed)
        file = read_scenario(path, printed)
        options = tuple(
            OptionOffered(id, rule.title, rule.effect, rule.rule, rule.helps) for id, rule in printed.options.items()
        )
        seats = tuple(side.name.lower() for side in Side)
        return ScenarioOffered(path.stem, file.title or path.stem, file.note, {len(seats): seats}, False, options)

    def ready(self, scenario: str | Path, options: Sequence[str] = (), **begins: Any) -> Scenario:
        """A scenario ready to play.  begins: what fields of the first position hold.  Raises ConfigError, ValueError
        for a field that there is not, or a number that the field cannot have."""
        printed = SHELF.shipped()
        path = scenario_file(scenario, printed)
        file = read_scenario(path, printed)
        takes = dict.fromkeys(printed.options, Takes())
        in_play = [*chosen(path, "options", [*file.in_play, *options], takes, "optional rule")]
        file = file.model_copy(update={"in_play": in_play})
        check_position(path, file, printed)
        games = pack_game(printed, file)
        if file.begins_at is not None:
            pack_position(games[0], file, printed)
        write_told(RECORDS.state, games, begins)
        ready = scenario_of(path, file, printed, pack_book(printed, file), games, VOCABULARY)
        return replace(ready, names=printed.names_of({file.campaign}))


def _find(report: Report, printed: Printed) -> None:
    report.problems += wrong_scenarios(printed, read_whole)
    counted = {"places": printed.board.places, "units": printed.units, "optional rules": printed.options}
    report.counts = {what: len(things) for what, things in (counted | {"scenarios": known_scenarios(printed)}).items()}
    report.take_values("board.toml", list(values_of(printed.board)))
    report.take_values("tables.toml", list(values_of(printed.tables)))
    report.take_values("campaigns.toml", list(values_of(printed.campaigns)))
    report.take_values("units.csv", list(values_of_units(printed.units, "name", ("factors",), _arrival)))


def _arrival(unit: Any) -> str:
    return f"turn {unit.arrives_turn}, {unit.arrives_at}"


check = SHELF.check(_find)
"""Everything about the printed material in a folder as a Report."""
