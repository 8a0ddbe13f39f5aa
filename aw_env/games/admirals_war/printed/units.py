"""`units.csv`: one row a counter."""

from collections.abc import Collection
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from aw_env.core.config.errors import ConfigError
from aw_env.core.config.rows import cell, number, words, yes_or_no
from aw_env.core.printed.counters import counter_row, numbered, read_counters
from aw_env.core.printed.named import Named, Numbers
from aw_env.games.admirals_war.printed.kinds import TURN_0, TheatreName
from aw_env.games.admirals_war.records.book import BOATS, PRINTED
from aw_env.games.admirals_war.records.terms import UNITS

Factor = Annotated[int, BeforeValidator(number), Field(ge=0, le=9)]
Turn = Annotated[int, BeforeValidator(number), Field(ge=0, le=11)]
OptionalTurn = Annotated[Annotated[int, Field(ge=0, le=11)] | None, BeforeValidator(number)]
OptionalRule = Annotated[Annotated[int, Field(ge=20, le=38)] | None, BeforeValidator(number)]
YesNo = Annotated[bool, BeforeValidator(yes_or_no)]
OTHERS: dict[str, Any] = {
    "type": str,
    "ship_class": str,
    "gunnery_bonus": YesNo,
    "armor_bonus": YesNo,
    "arrives_turn": Turn,
    "arrives_at": Annotated[list[str], BeforeValidator(words), Named("place")],
    "set_up_letter": str,
    "status": Literal["core", "optional", "replacement", "speculative"],
    "optional_rule": OptionalRule,
    "replaces": str,
    "pair": str,
    "turn_if_option_20": OptionalTurn,
    "on_turn_zero": YesNo,
    "overhaul": Factor,
    "theatre": Annotated[TheatreName | None, BeforeValidator(cell)],
    "presence": Literal["certain", "probable", "estimated", "speculative"],
}
"""Columns besides those that go into the book as they are."""


class Unit(counter_row(PRINTED, codes=("R", "W", "V", "E"), **OTHERS)):  # type: ignore[misc]  # made when it runs
    """A row of `units.csv`: one counter.  An empty cell means that the counter has no such factor."""

    def arrives_on(self, in_play: Collection[str]) -> int:
        """The turn of its arrival with these optional rules: with turn 0 most of turn 1 are set up on turn 0 (§20.11,
        §20.12), and the French come one turn earlier (§20.3)."""
        if TURN_0 not in in_play:
            return self.arrives_turn
        if self.turn_if_option_20 is not None:
            return self.turn_if_option_20
        if self.nation == "french" or (self.arrives_turn == 1 and self.on_turn_zero):
            return self.arrives_turn - 1
        return self.arrives_turn

    @property
    def carrier(self) -> bool:
        """A ship with aircraft symbols (§3.16)."""
        return self.kind == "ship" and self.airstrike > 0

    @property
    def airborne(self) -> bool:
        """An amphibious unit without a speed factor: it is placed like aircraft (§13.6)."""
        return self.kind == "amphibious" and self.speed is None


def read_units(file: Path, numbers: Numbers) -> tuple[Unit, ...]:
    """The rows of `units.csv`.  Raises ConfigError that names row (the header is row 1), unit and column."""
    units = read_counters(file, Unit, UNITS, numbers)
    boats = sum(unit.kind == "submarine" for unit in units)
    if boats > BOATS:
        raise ConfigError(file, "", f"{boats} submarines; a book has room for {BOATS}")
    for where, unit in numbered(units):
        if unit.kind in ("lba", "hunter_killer", "submarine") and unit.speed:
            raise ConfigError(file, f"{where}, column speed", f"a {unit.kind} has no speed factor")
        for factor in ("gunnery", "armor", "speed"):
            if unit.kind == "ship" and getattr(unit, factor) is None:
                raise ConfigError(file, f"{where}, column {factor}", "a ship has this factor; write 0 if it is 0")
        if (unit.kind == "lba" or unit.airborne) != (unit.theatre is not None):
            problem = "is for land-based air units and paratroops (§13.6), and each of them has one"
            raise ConfigError(file, f"{where}, column theatre", problem)
        if unit.kind in ("lba", "oiler", "hilfskreuzer") and unit.raider_side:
            raise ConfigError(file, f"{where}, column raider_side", f"a {unit.kind} has no raider side (§3.1)")
        for bonus, belongs_to in (("gunnery_bonus", unit.gunnery), ("air_bonus", unit.airstrike)):
            if getattr(unit, bonus) and not belongs_to:
                raise ConfigError(file, f"{where}, column {bonus}", "there is no factor that the bonus could belong to")
        if unit.optional_rule is None and unit.status in ("optional", "replacement"):
            raise ConfigError(file, f"{where}, column optional_rule", f"a counter marked {unit.status} needs one")
    return units
