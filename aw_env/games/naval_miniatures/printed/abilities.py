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
from aw_env.games.naval_miniatures.records.book import ANY_RANGE, LAST_TURN, PRINTED
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
ONCE = {
    effect.name.lower()
    for effect in (
        Effect.DICE, Effect.LENT_DICE, Effect.MARK, Effect.NEGATE, Effect.SURVIVE, Effect.ENDURE, Effect.STOP,
        Effect.SECOND_ATTACK, Effect.PAYLOAD, Effect.MISSILE, Effect.SMOKE, Effect.REROLL, Effect.RUN,
        Effect.MEND_ITSELF, Effect.MEND_ANOTHER,
    )
}  # fmt: skip
"""The effects that can work once a game; the others are there always, or as often as their conditions hold."""

LOOKED_AT = {
    Effect.DICE: "weapons at amount reach",
    Effect.LENT_DICE: "weapons at amount reach",
    Effect.MARK: "weapons at by amount reach",
    Effect.SCREEN: "weapons at by amount",
    Effect.STEALTH: "weapons by amount",
    Effect.PRESS: "weapons=bombs by amount least",
    Effect.NEGATE: "weapons by least",
    Effect.SURVIVE: "weapons by least",
    Effect.ENDURE: "least",
    Effect.FLAW: "weapons by amount",
    Effect.TORPEDO_DAMAGE: "weapons at amount reach",
    Effect.TORPEDO_DEFENSE: "weapons by amount",
    Effect.STOP: "weapons at least reach",
    Effect.SECOND_ATTACK: "weapons",
    Effect.PAYLOAD: "weapons=payload amount",
    Effect.MISSILE: "weapons=missile reach",
    Effect.SMOKE: "weapons=smoke",
    Effect.REROLL: "weapons",
    Effect.LONG_RANGE: "weapons amount",
    Effect.SUBMARINES_TOO: "weapons reach",
    Effect.FLANK_SPEED: "at amount reach",
    Effect.RUN: "amount",
    Effect.SLOW: "amount",
    Effect.LEAD: "amount",
    Effect.PURSUE: "at=ships reach",
    Effect.HUNT: "at reach",
    Effect.PATROL: "at reach",
    Effect.CROWD: "amount",
    Effect.DRAW_FIRE: "by least",
    Effect.MEND_ITSELF: "least",
    Effect.MEND_ANOTHER: "at=ships least",
    Effect.CARGO: "amount",
}
"""Beside its turns, company and conditions, the keys that each effect looks at; one with a word stands for that word
alone.  The others look at none."""
OF_TARGETS = {
    Condition.TARGET_DAMAGED: (Effect.DICE, Effect.TORPEDO_DAMAGE, Effect.STOP),
    Condition.FIRED_AT: (Effect.DICE, Effect.TORPEDO_DAMAGE, Effect.STOP),
    Condition.OTHER_SECTOR: (Effect.SECOND_ATTACK,),
}
"""Conditions that are not of the unit itself, and the effects that look at them."""
ALWAYS = (Effect.LEAD, Effect.ASHORE)
"""Effects that look at no turn, company or condition."""
ONE_A_CARD = {
    effect.name.lower()
    for effect in (
        Effect.PRESS, Effect.PAYLOAD, Effect.MISSILE, Effect.FLANK_SPEED, Effect.RUN, Effect.SLOW, Effect.LEAD,
        Effect.PURSUE, Effect.HUNT, Effect.PATROL, Effect.CROWD, Effect.DRAW_FIRE, Effect.MEND_ITSELF,
        Effect.MEND_ANOTHER, Effect.CARGO,
    )
}  # fmt: skip
"""The effects of which a card has room for one, and for one that adds dice once a game: a unit is asked about them, or
they are worked out for it, a single time (MR-56)."""


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

    def packed(self, n: int) -> dict[str, int]:
        """The fields of the book by their names, of a card with the number n beside the ability."""
        return {
            **{key: _union(known, getattr(self, key)) for key, known in SETS.items()},
            **{key: int(getattr(self, key)) for key in _NUMBERS},
            "does": Effect[self.does.upper()],
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
    def single(self) -> list[str]:
        """Its effects of which a card has room for one."""
        asked = Effect.DICE.name.lower()
        return [deed.does for deed in self.effects if deed.does in ONE_A_CARD or deed.does == asked and deed.once]

    @property
    def takes_number(self) -> bool:
        """Whether a card says a number beside it."""
        return any(deed.amount == BY_N for deed in self.effects)

    def does(self, effect: Effect) -> bool:
        """Whether this is one of its effects."""
        return any(deed.does == effect.name.lower() for deed in self.effects)


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
    return abilities


def _check(file: Path, where: str, deed: Deed) -> None:
    """Raises ConfigError for turns that never come, for what is not looked at in such an effect, and for a mark that
    differs by the card."""
    if deed.turn_to < deed.turn_from:
        raise ConfigError(file, f"{where}.turn_to", f"is {deed.turn_to}, before turn_from, {deed.turn_from}")
    if deed.once and deed.does not in ONCE:
        raise ConfigError(file, f"{where}.once", f'"{deed.does}" cannot be limited to once a game')
    _check_looked_at(file, where, deed)
    if deed.does == Effect.MARK.name.lower() and deed.amount == BY_N:
        raise ConfigError(file, f"{where}.amount", "must be a number: a mark is the same whoever sets it")


def _check_looked_at(file: Path, where: str, deed: Deed) -> None:
    """Raises ConfigError for a key, or a condition, that the rules of such an effect do not look at."""
    effect = Effect[deed.does.upper()]
    looked_at = dict(key.partition("=")[::2] for key in LOOKED_AT.get(effect, "").split())
    if effect not in ALWAYS:
        looked_at |= dict.fromkeys(("beside", "only", "turn_from", "turn_to"), "")
    told = deed.model_dump(exclude_defaults=True, exclude={"does", "once"})
    for key, value in told.items():
        word = looked_at.get(key)
        if word is None or word and value != [word]:
            raise ConfigError(file, f"{where}.{key}", f'is not looked at in "{deed.does}"')
    for word in deed.only:
        effects = OF_TARGETS.get(Condition[word.upper()])
        if effects is not None and effect not in effects:
            raise ConfigError(file, f"{where}.only", f'"{word}" is not looked at in "{deed.does}"')
