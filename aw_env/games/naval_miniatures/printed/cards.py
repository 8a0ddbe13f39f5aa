"""`units.csv`: a row a card, and in the last row the convoy ships."""

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from aw_env.core.config.errors import ConfigError, unknown
from aw_env.core.config.rows import number, words
from aw_env.core.printed.counters import counter_row, numbered, read_counters
from aw_env.core.printed.keys import words_of
from aw_env.games.naval_miniatures.printed.abilities import KINDS, MOST_AMOUNT, Ability
from aw_env.games.naval_miniatures.records.record import PRINTED, STATE
from aw_env.games.naval_miniatures.records.terms import (
    AFLOAT,
    AIRCRAFT,
    ALL_CARDS,
    EFFECTS,
    IN_THE_AIR,
    PRINTED_WEAPONS,
    RANGES,
    SHIPS,
    Effect,
    Nation,
    Side,
    Weapon,
)

ATTACKS = tuple((weapon, range_) for weapon in words_of(Weapon)[:PRINTED_WEAPONS] for range_ in range(RANGES))
"""The weapon and the range of each column of attack values."""
MOST_DICE_PRINTED, MOST_FASTER = PRINTED["attack"].values.greatest, STATE["faster"].values.greatest
OF_TYPE = {
    "ship": AFLOAT | 1 << Weapon.ANTIAIR | 1 << Weapon.TORPEDO,
    "submarine": 1 << Weapon.TORPEDO,
    "aircraft": IN_THE_AIR | 1 << Weapon.ANTIAIR,
}
"""The weapons with which units of each type have a phase to attack in (ADF.1, AAT.1, SUR.1, TOR.1)."""
OF_DICE = (Effect.DICE, Effect.LENT_DICE, Effect.MARK, Effect.PAYLOAD)
OF_SPEED = (Effect.RUN, Effect.FLANK_SPEED)
"""Effects whose amounts are dice of an attack, and sectors that a unit is faster."""
_FURTHER = re.compile("|".join([r"[2-9]|[1-9]\d+", *(rf"{side.name.lower()}(_\d+)?" for side in Side)]))
"""What stands behind the id of a card, and a "_", in that of a further unit of it or of one of the other side."""
_VALUE = Annotated[Annotated[int, Field(ge=1, le=MOST_DICE_PRINTED)] | None, BeforeValidator(number)]
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
    last, ids = 0, {unit.id for unit in units}
    for where, unit in numbered(units):
        if unit.is_convoy_ship and unit is not units[-1]:
            raise ConfigError(file, f"{where}, column nation", "only the convoy ships, in the last row, have none")
        if unit.number <= last:
            raise ConfigError(file, f"{where}, column number", f"must be more than {last}, that of the row above")
        last = unit.number
        if (unit.speed is None) != (unit.type == "aircraft"):
            raise ConfigError(file, f"{where}, column speed", "all units but aircraft have a speed")
        for column, problem in (_wrong_id(unit, ids), _wrong_factor(unit), _wrong_weapon(unit)):
            if problem:
                raise ConfigError(file, f"{where}, column {column}", problem)
        _check_abilities(file, f"{where}, column abilities", unit, abilities)
    return units


def _wrong_id(unit: Any, ids: Collection[str]) -> tuple[str, str]:
    """Where an id could be that of a further unit of another card (`fleets.called`): the column, and what is wrong."""
    for id in ids:
        if unit.id.startswith(f"{id}_") and _FURTHER.fullmatch(unit.id, len(id) + 1):
            return "id", f'a further unit of the card "{id}" may be called so'
    return "", ""


def _wrong_factor(unit: Any) -> tuple[str, str]:
    """The column of a factor that no unit of such a type has, and what is wrong; "" where all is well."""
    flies = unit.type == "aircraft"
    for column in ("armor", "vital_armor", "hull", *([] if flies else ["speed"])):
        if getattr(unit, column) < 1:
            return column, "must be at least 1, is 0"
    if unit.vital_armor < unit.armor:  # an attack between them would both miss and destroy (RES.3, RES.5)
        return "vital_armor", f"must be at least the armor, {unit.armor}; is {unit.vital_armor}"
    if flies and unit.hull > 1:
        return "hull", "must be 1: aircraft have one hull point (UNIT.11)"
    if flies and unit.capacity:
        return "capacity", "must be 0: no aircraft bases others (CAR.2)"
    if unit.is_convoy_ship and unit.capacity:
        return "capacity", "must be 0: a convoy ship bases no aircraft, which would be left without her"
    if unit.is_convoy_ship and unit.type != "ship":
        return "kind", "the convoy ships must be ships (CV.1)"
    return "", ""


def _wrong_weapon(unit: Any) -> tuple[str, str]:
    """The column of an attack value that a unit of such a type never uses, and what is wrong; "" where all is well."""
    for weapon, range_ in ATTACKS:
        column = f"{weapon}_{range_}"
        if getattr(unit, column) and not OF_TYPE[unit.type] >> Weapon[weapon.upper()] & 1:
            article = "an" if unit.type == "aircraft" else "a"
            return column, f"{article} {unit.type} has no phase in which to attack with this"
    return "", ""


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
    deeds = [(deed.effect, deed.packed(n)["amount"]) for id, n in unit.has.items() for deed in abilities[id].effects]
    _check_room(file, where, deeds)


def _check_room(file: Path, where: str, amounts: Sequence[tuple[Effect, int]]) -> None:
    """Raises ConfigError for more dice, or more speed, than a record has room for (MR-56)."""
    dice = max((amount for effect, amount in amounts if effect in OF_DICE), default=0)
    if dice > MOST_DICE_PRINTED:
        raise ConfigError(file, where, f"have {dice} dice for an attack; there is room for {MOST_DICE_PRINTED}")
    faster = sum(amount for effect, amount in amounts if effect in OF_SPEED)
    if faster > MOST_FASTER:
        raise ConfigError(file, where, f"make it {faster} sectors faster; there is room for {MOST_FASTER}")


def _wrong_number(ability: Ability, id: str, told: bool, n: str) -> str:
    """What is wrong with the number beside an ability; "" where nothing is."""
    if not ability.takes_number:
        return "takes no number" if told else ""
    if not told:
        return f"needs a number: {id}:1"
    if not (n.isascii() and n.isdigit() and len(n) <= len(str(MOST_AMOUNT)) and 1 <= int(n) <= MOST_AMOUNT):
        return f"the number must be 1..{MOST_AMOUNT}"
    return ""
