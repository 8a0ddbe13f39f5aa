"""`units.csv`: a row a card, and in the last row the convoy ships."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from aw_env.core.config.errors import ConfigError, unknown
from aw_env.core.config.rows import number, words
from aw_env.core.printed.counters import counter_row, numbered, read_counters
from aw_env.core.printed.keys import words_of
from aw_env.games.naval_miniatures.printed.abilities import KINDS, MOST_AMOUNT, Ability
from aw_env.games.naval_miniatures.records.record import PRINTED
from aw_env.games.naval_miniatures.records.terms import (
    AIRCRAFT,
    ALL_CARDS,
    EFFECTS,
    PRINTED_WEAPONS,
    RANGES,
    SHIPS,
    Effect,
    Nation,
    Weapon,
)

ATTACKS = tuple((weapon, range_) for weapon in words_of(Weapon)[:PRINTED_WEAPONS] for range_ in range(RANGES))
"""The weapon and the range of each column of attack values."""
_VALUE = Annotated[Annotated[int, Field(ge=1, le=PRINTED["attack"].values.greatest)] | None, BeforeValidator(number)]
_OTHERS: dict[str, Any] = {
    "number": Annotated[int, BeforeValidator(number), Field(ge=1, le=999)],
    "abilities": Annotated[list[str], BeforeValidator(words)],
    **{f"{weapon}_{range_}": _VALUE for weapon, range_ in ATTACKS},
}


class Unit(counter_row(PRINTED, codes=("R", "P", "E"), **_OTHERS)):  # type: ignore[misc]  # made when it runs
    """A row: one card, or the convoy ships, which have no nation.  An attack value that is left out is a dash."""

    @property
    def is_convoy_ship(self) -> bool:
        """Whether this is what the escort of a convoy has for nothing (CV.7)."""
        return bool(self.nation == Nation.NONE.name.lower())

    @property
    def type(self) -> str:
        """Ship, submarine or aircraft (UNIT.2)."""
        kind = KINDS[self.kind]
        return "ship" if kind & SHIPS else "aircraft" if kind & AIRCRAFT else "submarine"

    @property
    def has(self) -> dict[str, int]:
        """The number beside each of its abilities, 0 where there is none."""
        return {id: int(n or 0) for id, _, n in (ability.partition(":") for ability in self.abilities)}


def read_cards(file: Path, abilities: Mapping[str, Ability]) -> tuple[Any, ...]:
    """The rows of a file, with abilities that there are.  Raises ConfigError that names row, id and column."""
    units = read_counters(file, Unit, ALL_CARDS, {})
    if not units or not units[-1].is_convoy_ship:
        raise ConfigError(file, "", "the last row must be that of the convoy ships, with the nation none")
    last = 0
    for where, unit in numbered(units):
        if unit.is_convoy_ship and unit is not units[-1]:
            raise ConfigError(file, f"{where}, column nation", "only the convoy ships, in the last row, have none")
        if unit.number <= last:
            raise ConfigError(file, f"{where}, column number", f"must be more than {last}, that of the row above")
        last = unit.number
        if (unit.speed is None) != (unit.type == "aircraft"):
            raise ConfigError(file, f"{where}, column speed", "all units but aircraft have a speed")
        _check_abilities(file, f"{where}, column abilities", unit, abilities)
    return units


def _check_abilities(file: Path, where: str, unit: Any, abilities: Mapping[str, Ability]) -> None:
    seen: set[str] = set()
    for told in unit.abilities:
        id, colon, n = told.partition(":")
        if id not in abilities:
            raise ConfigError(file, f'{where} "{told}"', unknown(id, "ability", abilities))
        if id in seen:
            raise ConfigError(file, f'{where} "{told}"', "stands there twice")
        seen.add(id)
        problem = _wrong_number(abilities[id], id, bool(colon), n)
        if problem:
            raise ConfigError(file, f'{where} "{told}"', problem)
    if unit.capacity and any(abilities[id].does(Effect.CARGO) for id in seen):
        raise ConfigError(file, where, "have a cargo to land; a carrier's aircraft would be left without her")
    count = sum(len(abilities[id].effects) for id in seen)
    if count > EFFECTS:
        raise ConfigError(file, where, f"have {count} effects; a card has room for {EFFECTS}")
    for does, times in Counter(deed.does for id in seen for deed in abilities[id].effects if deed.is_single).items():
        if times > 1:
            raise ConfigError(file, where, f'have the effect "{does}" {times} times; a card has room for one')


def _wrong_number(ability: Ability, id: str, told: bool, n: str) -> str:
    """What is wrong with the number beside an ability; "" where nothing is."""
    if not ability.takes_number:
        return "takes no number" if told else ""
    if not told:
        return f"needs a number: {id}:1"
    if not (n.isascii() and n.isdigit() and len(n) <= len(str(MOST_AMOUNT)) and 1 <= int(n) <= MOST_AMOUNT):
        return f"the number must be 1..{MOST_AMOUNT}"
    return ""
