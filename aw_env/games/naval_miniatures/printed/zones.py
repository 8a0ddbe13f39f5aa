"""`battle_zones.toml`: what lies where (SET.2, MAP)."""

from fractions import Fraction
from pathlib import Path
from typing import Annotated

from pydantic import Field

from aw_env.core.config.errors import ConfigError
from aw_env.core.config.tables import Cited, Sourced, Table, check_tables, read_toml
from aw_env.core.printed.named import Named, Numbers, check_names
from aw_env.games.naval_miniatures.records.terms import OBJECTIVES, ZONES

FACES = (ZONES - 1) // 2
"""Battle zones of a die (SET.2, CV.2)."""

SectorId = Annotated[str, Named("sector")]
Zone = Annotated[int, Field(ge=1, le=FACES)]


class Features(Table):
    """What lies in a battle zone: sectors.  Objectives are in open ones."""

    islands: list[SectorId] = []
    shoals: list[SectorId] = []
    squalls: list[SectorId] = []
    objectives: Annotated[list[SectorId], Field(max_length=OBJECTIVES)] = []

    def check(self, file: Path, where: str) -> None:
        """Raises ConfigError for a sector with two things in it."""
        seen: dict[str, str] = {}
        for key in Features.model_fields:
            for sector in getattr(self, key):
                if sector in seen:
                    raise ConfigError(file, f'{where}{key} "{sector}"', f"is among the {seen[sector]} already")
                seen[sector] = key


class BattleZone(Features, Cited):
    """A battle zone that a die picks (SET.2)."""

    name: str


class Map(Table):
    """What all battle zones have in common."""

    island_radius: Sourced[Annotated[float, Field(gt=0, lt=1)]]


class BattleZones(Table):
    """The file: the zones of the die, and those of the convoy scenario."""

    map: Map
    zones: dict[str, BattleZone]
    convoy_zones: dict[str, BattleZone]

    @property
    def of_dice(self) -> list[BattleZone]:
        """Those that dice pick, in the order that numbers them in the book, behind the zone of a scenario's own."""
        return [*self.zones.values(), *self.convoy_zones.values()]

    def name(self, number: int) -> str:
        """The name of a battle zone by its number in the book."""
        return self.of_dice[number - 1].name if number else "the battle zone of the scenario"

    @property
    def radius(self) -> Fraction:
        """Radius of the land of an island, in sectors, exactly as it is written."""
        return Fraction(str(self.map.island_radius.value))


def read_zones(file: Path, numbers: Numbers) -> BattleZones:
    """The battle zones of a file.  Raises ConfigError that names the path of keys."""
    zones: BattleZones = check_tables(file, read_toml(file), BattleZones)
    check_names(file, zones, numbers)
    for key, found in (("zones", zones.zones), ("convoy_zones", zones.convoy_zones)):
        if list(found) != [str(face) for face in range(1, FACES + 1)]:
            raise ConfigError(file, key, f"must be 1 to {FACES} in order, is {list(found)}")
        for face, zone in found.items():
            zone.check(file, f"{key}.{face}.")
    return zones
