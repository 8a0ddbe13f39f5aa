"""Everything printed that a game is made of, read and checked: cards, abilities, battle zones, scales, house fleets."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from aw_env.core.config.errors import ConfigError, unknown
from aw_env.core.config.rows import number, words
from aw_env.core.config.tables import Code, Confidence, Sourced, Table, check_tables, read_toml
from aw_env.core.declare.fields import Values
from aw_env.core.offers import OptionOffered
from aw_env.core.printed.counters import counter_row, numbered, read_counters
from aw_env.core.printed.keys import words_of
from aw_env.core.printed.named import Named, Numbers, check_names
from aw_env.core.printed.names import Names, PlaceName, UnitName
from aw_env.games.naval_miniatures.printed import sectors
from aw_env.games.naval_miniatures.records.book import ANY_RANGE, LAST_TURN, PRINTED
from aw_env.games.naval_miniatures.records.terms import (
    ABILITIES,
    AIRCRAFT,
    ALL_CARDS,
    BOMBERS,
    BOMBS,
    EFFECTS,
    FLEET,
    GUNNERY,
    MARKS,
    OBJECTIVES,
    PRINTED_WEAPONS,
    RANGES,
    SECTORS,
    SHIPS,
    UNITS,
    Condition,
    Effect,
    Kind,
    Nation,
    Side,
    Weapon,
)

DIE = 6
BY_N = "n"
"""What an effect says for an amount that stands on the card."""
ZONE_NUMBERS = tuple(str(face) for face in range(1, DIE + 1))


def _whole_from(values: Values, least: int) -> Any:
    """A whole number that a field may hold, from `least` on."""
    return Annotated[int, Field(ge=least, le=values.greatest)]


SideName = Literal["allies", "axis"]
CardId = Annotated[str, Named("card")]
SectorId = Annotated[str, Named("sector")]
Points = _whole_from(PRINTED["budget"].values, 0)
Year = Annotated[int, Field(ge=1900, le=1999)]
Zone = Annotated[int, Field(ge=1, le=DIE)]


# --- sets of weapons and kinds -------------------------------------------------------------------------------


def _bits_by_word(members: type[IntEnum], groups: Mapping[str, int]) -> dict[str, int]:
    return {member.name.lower(): 1 << member for member in members} | dict(groups)


WEAPONS = _bits_by_word(Weapon, {"gunnery": GUNNERY, "bombs": BOMBS})
"""The set of weapons that each word of `weapons` stands for."""
KINDS = _bits_by_word(Kind, {"ships": SHIPS, "aircraft": AIRCRAFT, "bombers": BOMBERS})
"""The set of kinds that each word of `at`, `by` and `beside` stands for."""
CONDITIONS = _bits_by_word(Condition, {})
ATTACKS = [(weapon, range_) for weapon in words_of(Weapon)[:PRINTED_WEAPONS] for range_ in range(RANGES)]
"""The weapon and the range of each column of attack values."""

WeaponWord = Literal.__getitem__(tuple(WEAPONS))
KindWord = Literal.__getitem__(tuple(KINDS))
ConditionWord = Literal.__getitem__(tuple(CONDITIONS))
EffectWord = Literal.__getitem__(words_of(Effect)[1:])


# --- cards ---------------------------------------------------------------------------------------------------

_Dice = Annotated[_whole_from(PRINTED["attack"].values, 1) | None, BeforeValidator(number)]
_Abilities = Annotated[list[str], BeforeValidator(words)]
_Number = Annotated[int, BeforeValidator(number), Field(ge=1, le=999)]
_COLUMNS: dict[str, Any] = {f"{weapon}_{range_}": _Dice for weapon, range_ in ATTACKS}


class Unit(  # type: ignore[misc]  # made when it runs
    counter_row(PRINTED, codes=("R", "P", "E"), number=_Number, abilities=_Abilities, **_COLUMNS)
):
    """A row of `units.csv`: one card, or the convoy ships, which have no nation."""

    @property
    def is_convoy_ship(self) -> bool:
        """Whether this is what the escort has for nothing (CV.7)."""
        return bool(self.nation == Nation.NONE.name.lower())

    @property
    def has(self) -> dict[str, int]:
        """The number beside each of its abilities, 0 where there is none."""
        return {id: int(n or 0) for id, _, n in (ability.partition(":") for ability in self.abilities)}


# --- abilities -----------------------------------------------------------------------------------------------


class Deed(Table):
    """One effect of an ability.  Sets that are left out are all of them."""

    does: EffectWord  # type: ignore[valid-type]
    weapons: list[WeaponWord] = []  # type: ignore[valid-type]
    at: list[KindWord] = []  # type: ignore[valid-type]
    by: list[KindWord] = []  # type: ignore[valid-type]
    beside: list[KindWord] = []  # type: ignore[valid-type]
    only: list[ConditionWord] = []  # type: ignore[valid-type]
    amount: _whole_from(PRINTED["amount"].values, 0) | Literal["n"] = 0  # type: ignore[valid-type]
    least: _whole_from(PRINTED["least"].values, 0) = 0  # type: ignore[valid-type]
    reach: _whole_from(PRINTED["reach"].values, 0) | None = None  # type: ignore[valid-type]
    turn_from: _whole_from(PRINTED["turn_from"].values, 0) = 0  # type: ignore[valid-type]
    turn_to: _whole_from(PRINTED["turn_to"].values, 0) = LAST_TURN  # type: ignore[valid-type]
    once: bool = False

    def packed(self, n: int) -> dict[str, int]:
        """The fields of the book by their names, of a card with the number n beside the ability."""
        return {
            "does": Effect[self.does.upper()],
            "weapons": _union(WEAPONS, self.weapons or words_of(Weapon)),
            **{name: _union(KINDS, getattr(self, name)) for name in ("at", "by", "beside")},
            "only": _union(CONDITIONS, self.only),
            "amount": n if self.amount == BY_N else self.amount,
            "least": self.least,
            "reach": ANY_RANGE if self.reach is None else self.reach,
            "turn_from": self.turn_from,
            "turn_to": self.turn_to,
            "once": self.once,
        }


def _union(sets: Mapping[str, int], chosen: Iterable[str]) -> int:
    found = 0
    for word in chosen:
        found |= sets[word]
    return found


class Ability(Table):
    """A special ability (ABL)."""

    name: Annotated[str, Field(min_length=1)]
    rule: str = ""
    what: str = ""
    effects: Annotated[list[Deed], Field(min_length=1)]

    @property
    def takes_number(self) -> bool:
        """Whether a card says a number beside it."""
        return any(deed.amount == BY_N for deed in self.effects)

    @property
    def marks(self) -> bool:
        """Whether it marks targets."""
        return any(deed.does == "mark" for deed in self.effects)


class Abilities(Table):
    """`abilities.toml`."""

    sources: dict[str, str] = {}
    abilities: Annotated[dict[str, Ability], Field(max_length=ABILITIES)]


# --- battle zones --------------------------------------------------------------------------------------------


class Features(Table):
    """What lies in a battle zone (MAP, OBJ): sectors."""

    islands: list[SectorId] = []
    shoals: list[SectorId] = []
    squalls: list[SectorId] = []
    objectives: Annotated[list[SectorId], Field(max_length=OBJECTIVES)] = []


class BattleZone(Features):
    """A battle zone that a die picks (SET.2)."""

    name: str
    provenance: Code
    confidence: Confidence
    source: str


class ZoneMap(Table):
    """What all of them have in common."""

    island_radius: Sourced[Annotated[float, Field(gt=0, lt=1)]]


class BattleZones(Table):
    """`battle_zones.toml`: the zones of the die, and those of the convoy scenario."""

    map: ZoneMap
    zones: dict[str, BattleZone]
    convoy_zones: dict[str, BattleZone]

    @property
    def radius(self) -> Fraction:
        """Radius of the land of an island, in sectors, as exactly as it is written."""
        return Fraction(str(self.map.island_radius.value))


# --- scales and fleets ---------------------------------------------------------------------------------------


class Scale(Table):
    """What goes with the points of a fleet (ME)."""

    units: Annotated[int, Field(ge=1, le=FLEET)]
    airbase: Annotated[int, Field(ge=0, le=FLEET)]
    win_at: Points
    objective: Points
    ships_a_sector: Annotated[int, Field(ge=1, le=9)]


class PrintedScale(Scale):
    """One that stands in the file."""

    provenance: Code
    confidence: Confidence
    source: str


class OtherScales(Table):
    """How all other budgets follow from those."""

    step: Annotated[int, Field(ge=1)]
    airbase: Annotated[int, Field(ge=0, le=FLEET)]
    win_at_percent: Annotated[int, Field(ge=1)]
    objective_percent: Annotated[int, Field(ge=0)]
    ships_a_sector: Annotated[int, Field(ge=1, le=9)]
    provenance: Code
    confidence: Confidence
    source: str


class Scales(Table):
    """`scales.toml`, the budgets ascending."""

    scales: Annotated[dict[Annotated[str, Field(pattern="^[1-9][0-9]*$")], PrintedScale], Field(min_length=1)]
    others: OtherScales

    @property
    def most(self) -> int:
        """The greatest budget."""
        return int(list(self.scales)[-1])

    @property
    def in_words(self) -> str:
        """Which budgets there are."""
        return f"a multiple of {self.others.step} up to {self.most}"

    def of(self, budget: int) -> Scale:
        """The scale of a budget.  Raises LookupError for one that there is not."""
        printed = self.scales.get(str(budget))
        if printed is not None:
            return Scale(**{key: getattr(printed, key) for key in Scale.model_fields})
        others = self.others
        if not 0 < budget <= self.most or budget % others.step:
            raise LookupError(f"{budget}: the points for a fleet are {self.in_words}")
        small = budget < int(next(iter(self.scales)))
        above = next(scale for points, scale in self.scales.items() if int(points) > budget)
        objective = budget * others.objective_percent // 100 if small else above.objective
        win_at = budget * others.win_at_percent // 100
        return Scale(
            units=above.units,
            airbase=others.airbase,
            win_at=win_at,
            objective=objective,
            ships_a_sector=others.ships_a_sector,
        )


class Pair(Table):
    """Two house fleets that were made for each other."""

    title: str
    note: str = ""
    year: Year | None = None
    zone: Zone | None = None
    allies: Annotated[list[CardId], Field(min_length=1, max_length=FLEET)]
    axis: Annotated[list[CardId], Field(min_length=1, max_length=FLEET)]

    def of(self, side: Side) -> list[str]:
        """The fleet of a side."""
        return self.allies if side == Side.ALLIES else self.axis


class OptionalRule(Table):
    """A rule of `options.toml`."""

    rule: str
    title: str
    effect: str = ""


class _Options(Table):
    historical: OptionalRule
    exercise: OptionalRule
    year: OptionalRule
    points: OptionalRule
    layout: OptionalRule
    first: OptionalRule
    turns: OptionalRule
    quiet: OptionalRule


class _Fleets(Table):
    fleets: dict[str, Pair]


# --- all of it -----------------------------------------------------------------------------------------------


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

    @property
    def card_numbers(self) -> dict[str, int]:
        """Number of each card: its row in `units.csv`."""
        return {card.id: number for number, card in enumerate(self.cards)}

    @property
    def ability_numbers(self) -> dict[str, int]:
        """Number of each ability: its order in `abilities.toml`."""
        return {id: number for number, id in enumerate(self.abilities)}

    @property
    def mark_numbers(self) -> dict[str, int]:
        """Number of the mark of each ability that sets one."""
        marking = [id for id, ability in self.abilities.items() if ability.marks]
        return {id: number for number, id in enumerate(marking)}

    @property
    def unit_numbers(self) -> dict[str, int]:
        """Number of each place in the fleets, and behind them of each card."""
        return {unit.id: unit.number for unit in self.names.units}

    @property
    def place_numbers(self) -> dict[str, int]:
        """Number of each sector."""
        return {sectors.name_of(sector).lower(): sector for sector in range(SECTORS)}

    @cached_property
    def numbers(self) -> Numbers:
        """Numbers by what files call such things."""
        return {"sector": self.place_numbers, "card": self.card_numbers, "ability": self.ability_numbers}

    @cached_property
    def names(self) -> Names:
        """The sectors; the places that fleets have room for, and behind these the cards, as in the answers."""
        places = [PlaceName(sector, id, id.upper(), "sector") for id, sector in self.place_numbers.items()]
        units = [_place_in_fleet(side, number) for side in Side for number in range(FLEET)]
        units += [
            UnitName(UNITS + number, card.id, card.name, card.nation, card.kind, type_of(card.kind))
            for number, card in enumerate(self.cards)
        ]
        return Names(units, places)


def type_of(kind: str) -> str:
    """The type of a kind of unit (UNIT.2)."""
    bit = KINDS[kind]
    return "ship" if bit & SHIPS else "aircraft" if bit & AIRCRAFT else "submarine"


_UNIT_OF = {Side.ALLIES: "Allied unit", Side.AXIS: "Axis unit"}


def _place_in_fleet(side: Side, number: int) -> UnitName:
    owner = side.name.lower()
    return UnitName(
        side * FLEET + number, f"{owner}_{number + 1}", f"{_UNIT_OF[side]} {number + 1}", owner, "unit", "unit"
    )


def read_printed(folder: Path) -> Printed:
    """Everything printed in a folder, each file by itself and all references between them checked.

    Raises ConfigError naming file, row and column or path of keys, and what is wrong.
    """
    ability_file, unit_file, zone_file, scale_file, fleet_file, option_file = (
        folder / name
        for name in ("abilities.toml", "units.csv", "battle_zones.toml", "scales.toml", "fleets.toml", "options.toml")
    )
    abilities: Abilities = check_tables(ability_file, read_toml(ability_file), Abilities)
    zones: BattleZones = check_tables(zone_file, read_toml(zone_file), BattleZones)
    scales: Scales = check_tables(scale_file, read_toml(scale_file), Scales)
    options: _Options = check_tables(option_file, read_toml(option_file), _Options)
    units = read_counters(unit_file, Unit, ALL_CARDS, {})
    _check_abilities(ability_file, abilities.abilities)
    _check_units(unit_file, units, abilities.abilities)
    _check_scales(scale_file, scales)
    pairs = _read_pairs(fleet_file)
    printed = Printed(folder, units[:-1], units[-1], abilities.abilities, zones, scales, pairs, dict(options))
    _check_zones(zone_file, zones, printed.numbers)
    for id, pair in pairs.items():
        check_names(fleet_file, pair, printed.numbers, f"{id}.")
    return printed


def _read_pairs(file: Path) -> Mapping[str, Pair]:
    pairs: dict[str, Pair] = {}
    for id, table in read_toml(file).items():
        try:
            pairs |= check_tables(file, {"fleets": {id: table}}, _Fleets).fleets
        except ConfigError as error:
            raise ConfigError(file, error.where.removeprefix("fleets."), error.problem) from None
    return pairs


# --- checks --------------------------------------------------------------------------------------------------


def _check_abilities(file: Path, abilities: Mapping[str, Ability]) -> None:
    """Raises ConfigError for more marks than there is room for, and turns that never come."""
    marking = [id for id, ability in abilities.items() if ability.marks]
    if len(marking) > MARKS:
        raise ConfigError(file, f"abilities.{marking[MARKS]}", f"there is room for {MARKS} abilities that mark targets")
    for id, ability in abilities.items():
        for position, deed in enumerate(ability.effects, start=1):
            if deed.turn_to < deed.turn_from:
                where = f"abilities.{id}.effects[{position}].turn_to"
                raise ConfigError(file, where, f"is {deed.turn_to}, before turn_from, {deed.turn_from}")


def _check_units(file: Path, units: tuple[Any, ...], abilities: Mapping[str, Ability]) -> None:
    """Raises ConfigError for a card without what its kind has, and for abilities that it cannot have."""
    if not units or not units[-1].is_convoy_ship:
        raise ConfigError(file, "", "the last row must be that of the convoy ships, with the nation none")
    last = 0
    for where, unit in numbered(units):
        if unit.is_convoy_ship and unit is not units[-1]:
            raise ConfigError(file, f"{where}, column nation", "only the convoy ships, in the last row, have none")
        if unit.number <= last:
            raise ConfigError(file, f"{where}, column number", f"must be more than {last}, that of the row above")
        last = unit.number
        if (unit.speed is None) != (type_of(unit.kind) == "aircraft"):
            raise ConfigError(file, f"{where}, column speed", "all units but aircraft have one")
        _check_abilities_of(file, f"{where}, column abilities", unit, abilities)


def _check_abilities_of(file: Path, where: str, unit: Any, abilities: Mapping[str, Ability]) -> None:
    seen: set[str] = set()
    for told in unit.abilities:
        id, colon, n = told.partition(":")
        if id not in abilities:
            raise ConfigError(file, f'{where} "{id}"', unknown(id, "ability", abilities))
        if id in seen:
            raise ConfigError(file, f'{where} "{id}"', "stands there twice")
        seen.add(id)
        if abilities[id].takes_number != bool(colon):
            need = f"needs a number: {id}:1" if abilities[id].takes_number else "takes no number"
            raise ConfigError(file, f'{where} "{told}"', need)
        most = PRINTED["amount"].values.greatest
        if colon and not (n.isascii() and n.isdigit() and 1 <= int(n) <= most):
            raise ConfigError(file, f'{where} "{told}"', f"the number must be 1..{most}")
    count = sum(len(abilities[id].effects) for id in seen)
    if count > EFFECTS:
        raise ConfigError(file, where, f"have {count} effects; a card has room for {EFFECTS}")


def _check_zones(file: Path, zones: BattleZones, numbers: Numbers) -> None:
    check_names(file, zones, numbers)
    for key, found in (("zones", zones.zones), ("convoy_zones", zones.convoy_zones)):
        if tuple(found) != ZONE_NUMBERS:
            raise ConfigError(file, key, f"must be 1 to {DIE} in order, is {list(found)}")
        for face, zone in found.items():
            check_features(file, f"{key}.{face}.", zone)


def check_features(file: Path, where: str, features: Features) -> None:
    """Raises ConfigError for a sector with two things in it: objectives are in open ones."""
    seen: dict[str, str] = {}
    for key in Features.model_fields:
        for sector in getattr(features, key):
            if sector in seen:
                raise ConfigError(file, f'{where}{key} "{sector}"', f"is among the {seen[sector]} already")
            seen[sector] = key


def _check_scales(file: Path, scales: Scales) -> None:
    budgets = [int(budget) for budget in scales.scales]
    if budgets != sorted(budgets) or budgets[-1] > PRINTED["budget"].values.greatest:
        raise ConfigError(file, "scales", f"must ascend, up to {PRINTED['budget'].values.greatest}")


# --- what may be chosen --------------------------------------------------------------------------------------


def offered(printed: Printed, name: str, word: str, title: str = "", excludes: tuple[str, ...] = ()) -> OptionOffered:
    """An option as it is offered under a word."""
    rule = printed.options[name]
    return OptionOffered(word, title or rule.title, rule.effect, rule.rule, excludes=excludes)
