"""Everything printed that a game is made of, read and checked: cards, abilities, battle zones, scales, house fleets."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from aw_env.core.config.tables import Table, check_tables, read_toml
from aw_env.core.printed.choices import OptionalRule
from aw_env.core.printed.keys import table_of
from aw_env.core.printed.named import Named, Numbers, check_names
from aw_env.core.printed.names import Names, PlaceName, UnitName
from aw_env.games.naval_miniatures.printed import sectors
from aw_env.games.naval_miniatures.printed.abilities import Ability, read_abilities
from aw_env.games.naval_miniatures.printed.cards import read_cards
from aw_env.games.naval_miniatures.printed.options import TAKES, YEARS
from aw_env.games.naval_miniatures.printed.scales import Scales, read_scales
from aw_env.games.naval_miniatures.printed.zones import BattleZones, Zone, read_zones
from aw_env.games.naval_miniatures.records.terms import CONVOY_CARD, FLEET, NOWHERE, UNITS, Effect, Side

SideName = Literal["allies", "axis"]
CardId = Annotated[str, Named("card")]
Fleet = Annotated[list[CardId], Field(min_length=1, max_length=FLEET)]
Year = Annotated[int, Field(ge=YEARS.least, le=YEARS.greatest)]
GONE = "gone"
"""In place of a sector: lost, given up, or off the map."""


class GivenFleets(Table):
    """Two fleets; a unit that a fleet has several times stands there as often."""

    allies: Fleet
    axis: Fleet

    def of(self, side: Side) -> list[str]:
        """The fleet of a side."""
        return self.allies if side == Side.ALLIES else self.axis


class Pair(GivenFleets):
    """Two house fleets that were made for each other (`fleets.toml`)."""

    title: str
    note: str = ""
    year: Year | None = None
    zone: Zone | None = None


class _Fleets(Table):
    pairs: dict[str, Pair]


_Options = table_of("Options", (), **dict.fromkeys(TAKES, (OptionalRule, ...)))


@dataclass(frozen=True)
class Printed:
    """Everything in `configs/naval_miniatures`, read from one folder and found consistent."""

    folder: Path
    cards: tuple[Any, ...]
    """Those of which fleets are bought."""
    convoy_ship: Any
    abilities: Mapping[str, Ability]
    zones: BattleZones
    scales: Scales
    pairs: Mapping[str, Pair]
    options: Mapping[str, OptionalRule]
    """By their names; the book has a bit for each in this order."""

    def card(self, number: int) -> Any:
        """A card by its number, a row of `units.csv`: that of the convoy ships too."""
        return self.convoy_ship if number == CONVOY_CARD else self.cards[number]

    def deeds(self, card: Any) -> list[tuple[str, dict[str, int]]]:
        """The effects of a card's abilities, each as fields of the book (`abilities.Deed.packed`), with its ability; in
        the order of the file, which is that of the dice that save a target (MR-25)."""
        has = card.has
        return [(id, deed.packed(has[id])) for id in self.abilities if id in has for deed in self.abilities[id].effects]

    def can(self, card: Any, effect: Effect) -> bool:
        """Whether an ability of a card has an effect."""
        return any(self.abilities[id].does(effect) for id in card.has)

    @property
    def unit_numbers(self) -> dict[str, int]:
        """Number of each place in the fleets, and behind them of each card."""
        return {unit.id: unit.number for unit in self.names.units}

    @property
    def place_numbers(self) -> dict[str, int]:
        """Number of each sector."""
        return sectors.NUMBERS

    @cached_property
    def numbers(self) -> Numbers:
        """Numbers by what files call such things: of cards, their rows in `units.csv`; of abilities, their order, and
        so of the marks that some of them set."""
        cards, places = _numbered(card.id for card in self.cards), self.place_numbers
        return {
            "sector": places,
            "place": {**places, GONE: NOWHERE},
            "card": cards,
            "unit": {**cards, self.convoy_ship.id: CONVOY_CARD},
            "ability": _numbered(self.abilities),
            "mark": _numbered(id for id, ability in self.abilities.items() if ability.does(Effect.MARK)),
        }

    @cached_property
    def names(self) -> Names:
        """The sectors; the places that fleets have room for, and behind these the cards, as in the answers."""
        places = [PlaceName(sector, id, id.upper(), "sector") for id, sector in self.place_numbers.items()]
        slots = [_slot(side, number) for side in Side for number in range(FLEET)]
        cards = enumerate(self.cards, start=UNITS)
        return Names([*slots, *(UnitName(k, c.id, c.name, c.nation, c.kind, c.type) for k, c in cards)], places)


def _numbered(ids: Iterable[str]) -> dict[str, int]:
    return {id: number for number, id in enumerate(ids)}


_ADJECTIVES = {Side.ALLIES: "Allied", Side.AXIS: "Axis"}


def _slot(side: Side, number: int) -> UnitName:
    """A place in a fleet: which card is there, a game says."""
    owner, counted = side.name.lower(), number + 1
    name = f"{_ADJECTIVES[side]} unit {counted}"
    return UnitName(side * FLEET + number, f"{owner}_{counted}", name, owner, "unit", "unit")


def read_printed(folder: Path) -> Printed:
    """Everything printed in a folder, each file by itself and all references between them checked.

    Raises ConfigError naming file, row and column or path of keys, and what is wrong.
    """
    abilities = read_abilities(folder / "abilities.toml")
    zones = read_zones(folder / "battle_zones.toml", {"sector": sectors.NUMBERS})
    scales = read_scales(folder / "scales.toml")
    fleet_file, option_file = folder / "fleets.toml", folder / "options.toml"
    fleets: _Fleets = check_tables(fleet_file, read_toml(fleet_file), _Fleets)
    options = check_tables(option_file, read_toml(option_file), _Options)
    units = read_cards(folder / "units.csv", abilities)
    printed = Printed(folder, units[:-1], units[-1], abilities, zones, scales, fleets.pairs, dict(options))
    check_names(fleet_file, fleets, printed.numbers)
    return printed
