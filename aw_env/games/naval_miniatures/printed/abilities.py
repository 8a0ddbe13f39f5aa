"""`abilities.toml`: what the special abilities of the cards do, in words of the rules' effects."""

from collections.abc import Iterable, Mapping
from enum import IntEnum
from functools import reduce
from operator import or_
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, Field

from aw_env.core.config.errors import ConfigError, shown
from aw_env.core.config.tables import Table, check_tables, read_toml
from aw_env.core.printed.keys import kind_of, one_among, table_of, words_of
from aw_env.games.naval_miniatures.records.record import ANY_RANGE, LAST_TURN, PRINTED
from aw_env.games.naval_miniatures.records.terms import (
    ABILITIES,
    AIRCRAFT,
    BOMBERS,
    BOMBS,
    GUNNERY,
    MARKS,
    ROWS,
    SHIPS,
    Condition,
    Effect,
    Kind,
    Use,
    Weapon,
)

BY_N = "n"
"""What an effect says for an amount that stands on the card."""
MOST_AMOUNT = PRINTED["amount"].values.greatest


def _sets(members: type[IntEnum], groups: Mapping[str, int]) -> dict[str, int]:
    return {member.name.lower(): 1 << member for member in members} | dict(groups)


WEAPONS = _sets(Weapon, {"gunnery": GUNNERY, "bombs": BOMBS})
"""The set of weapons that each word of `weapons` stands for."""
KINDS = _sets(Kind, {"ships": SHIPS, "aircraft": AIRCRAFT, "bombers": BOMBERS})
"""The set of kinds that each word of `at`, `by` and `beside` stands for."""
CONDITIONS = _sets(Condition, {})
SETS = {"weapons": WEAPONS, "at": KINDS, "by": KINDS, "beside": KINDS, "only": CONDITIONS}
"""The keys that are sets, with what each of their words stands for."""
EFFECTS = tuple(word for word in words_of(Effect) if word != Effect.NONE.name.lower())
OF_TARGETS = {
    Condition.TARGET_DAMAGED: (Effect.DICE, Effect.TORPEDO_DAMAGE, Effect.STOP),
    Condition.FIRED_AT: (Effect.DICE, Effect.TORPEDO_DAMAGE, Effect.STOP),
    Condition.OTHER_SECTOR: (Effect.SECOND_ATTACK,),
}
"""Conditions that are not of the unit itself, and the effects that look at them."""


MUST_BE_TOLD = ("amount", "least")
"""Keys that stand where an effect looks at them: left out, it would do nothing, or never fail."""


def _amount(told: int | str) -> int | str:
    if told != BY_N and not (isinstance(told, int) and 0 <= told <= MOST_AMOUNT):
        raise ValueError(f'must be 0..{MOST_AMOUNT} or "{BY_N}", is {shown(told)}')
    return told


_NUMBERS = {"least": 0, "turn_from": 0, "turn_to": LAST_TURN, "once": False}
"""Fields of the book that a file gives as they are, with what they are when left out."""
_KEYS: dict[str, Any] = {
    "does": (one_among(EFFECTS), ...),
    **{key: (list[one_among(known)], []) for key, known in SETS.items()},  # type: ignore[misc]  # known when it runs
    "amount": (Annotated[int | str, AfterValidator(_amount)], 0),
    "reach": (Annotated[int, Field(ge=0, le=ROWS)] | None, None),
    **{key: (kind_of(PRINTED[key].values), usual) for key, usual in _NUMBERS.items()},
}


class Deed(table_of("Keys", **_KEYS)):  # type: ignore[misc]  # the keys are known when it runs
    """One effect of an ability, with a key for each field of the book.  A set that is left out is one of all."""

    @property
    def effect(self) -> Effect:
        """What it does."""
        return Effect[self.does.upper()]

    @property
    def is_single(self) -> bool:
        """Whether a card has room for one: of effects that add dice for one with a charge."""
        return Use.SINGLE in self.effect.marks or bool(self.effect == Effect.DICE and self.once)

    def packed(self, n: int) -> dict[str, int]:
        """The fields of the book by their names, of a card with the number n beside the ability."""
        return {
            **{key: _union(known, getattr(self, key)) for key, known in SETS.items()},
            **{key: int(getattr(self, key)) for key in _NUMBERS},
            "does": self.effect,
            "weapons": _union(WEAPONS, self.weapons or WEAPONS),
            "amount": n if isinstance(self.amount, str) else self.amount,
            "reach": ANY_RANGE if self.reach is None else self.reach,
        }


def _union(sets: Mapping[str, int], words: Iterable[str]) -> int:
    return reduce(or_, (sets[word] for word in words), 0)


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

    def does(self, effect: Effect) -> bool:
        """Whether this is one of its effects."""
        return any(deed.effect == effect for deed in self.effects)


class _File(Table):
    sources: dict[str, str] = {}
    abilities: Annotated[dict[str, Ability], Field(max_length=ABILITIES)]


def read_abilities(file: Path) -> Mapping[str, Ability]:
    """The abilities by their ids, in the order that numbers them.

    Raises ConfigError for more of them that mark targets than there is room for, and for effects that no rule carries
    out as they are written.
    """
    abilities: dict[str, Ability] = check_tables(file, read_toml(file), _File).abilities
    marking = [id for id, ability in abilities.items() if ability.does(Effect.MARK)]
    if len(marking) > MARKS:
        raise ConfigError(file, f"abilities.{marking[MARKS]}", f"there is room for {MARKS} abilities that mark targets")
    for id, ability in abilities.items():
        for position, deed in enumerate(ability.effects, start=1):
            _check(file, f"abilities.{id}.effects[{position}]", deed)
        marks = [position for position, deed in enumerate(ability.effects, start=1) if deed.effect == Effect.MARK]
        if len(marks) > 1:
            problem = "an ability sets one mark; what this one does needs another ability"
            raise ConfigError(file, f"abilities.{id}.effects[{marks[1]}].does", problem)
    return abilities


def _check(file: Path, where: str, deed: Deed) -> None:
    """Raises ConfigError for turns that never come, for what is not looked at in such an effect, and for a mark that
    differs by the card."""
    if deed.turn_to < deed.turn_from:
        raise ConfigError(file, f"{where}.turn_to", f"is {deed.turn_to}, before turn_from, {deed.turn_from}")
    if deed.once and Use.ONCE not in deed.effect.marks:
        raise ConfigError(file, f"{where}.once", f'"{deed.does}" cannot be limited to once a game')
    _check_looked_at(file, where, deed)
    if deed.effect == Effect.MARK and deed.amount == BY_N:
        raise ConfigError(file, f"{where}.amount", "must be a number: a mark is the same whoever sets it")


def _check_looked_at(file: Path, where: str, deed: Deed) -> None:
    """Raises ConfigError for a key, or a condition, that the rules of such an effect do not look at, and for a number
    that they need."""
    looked_at = dict(deed.effect.looks_at)
    if Use.ALWAYS not in deed.effect.marks:
        looked_at |= dict.fromkeys(("beside", "only", "turn_from", "turn_to"), "")
    for key in MUST_BE_TOLD:
        if key in looked_at and key not in deed.model_fields_set:
            raise ConfigError(file, f"{where}.{key}", f'is missing; "{deed.does}" needs it')
    told = deed.model_dump(exclude_defaults=True, exclude={"does", "once"})
    for key, value in told.items():
        word = looked_at.get(key)
        if word is None or word and value != [word]:
            raise ConfigError(file, f"{where}.{key}", f'is not looked at in "{deed.does}"')
    for word in deed.only:
        effects = OF_TARGETS.get(Condition[word.upper()])
        if effects is not None and deed.effect not in effects:
            raise ConfigError(file, f"{where}.only", f'"{word}" is not looked at in "{deed.does}"')
