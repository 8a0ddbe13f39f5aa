"""Luck counted off, as compiled code: what the dice of a rollout gave each side more than was to be expected of them,
from the events that tell of it (`aw_env.core.said.luck`)."""

from typing import Any, NamedTuple

import numpy as np

from aw_env.core.engine.compiling import rule, rule_with_arrays
from aw_env.core.engine.events import DICE_COUNT, FIRST_DIE, HEADER, WHISPERED
from aw_env.core.said.events import Teller
from aw_env.core.said.luck import By

MOST_EVENTS = 512
"""Of one decision that are heard; dice of those after them are not counted."""
LOWEST, THIRD_NUMBERS = -16, 1024
"""Third numbers of events for which it is known what their dice are worth: so many from the lowest on.  Events beyond
count as the nearest."""
SUMS = 2
"""Of each kind and front: dice as they are, and as much of each as is at stake."""


class Chances(NamedTuple):
    """What dice decide in a game, by the number of the event."""

    what: np.ndarray
    """int8 `(events,)`: number of what they decide, -1: nothing that counts as luck."""
    by: np.ndarray
    """int8 `(events,)`: `By`, whose they are."""
    over: np.ndarray
    """int32 `(events,)`: `core.said.luck.Roller.over`."""
    more: np.ndarray
    """float32 `(events, THIRD_NUMBERS, faces + 1)`: how much more than was to be expected a die gives that shows so
    much."""


class Occasions(NamedTuple):
    """What a game's rules say of an event whose dice are counted, as far as that is known before they are rolled."""

    side_of: Any
    """`side_of(game, unit)`, 0 or 1."""
    front: Any
    """`front(book, game, row)`: where it happens, from 0."""
    stake: Any
    """`stake(book, game, row)`: what its dice may win or lose, 0.0 where that is always as much."""
    fronts: int
    """How many there are."""


@rule
def _of_no_unit(game, unit):
    return 0


@rule
def one_front(book, game, row):
    """Where all happens in one place."""
    return 0


@rule
def nothing_at_stake(book, game, row):
    """Where all dice weigh alike."""
    return 0.0


ALIKE = Occasions(_of_no_unit, one_front, nothing_at_stake, 1)
"""Of a game whose events name no unit with their dice: they count alike."""


def kinds_of(teller: Teller) -> tuple[str, ...]:
    """What dice decide in a game, in words."""
    return tuple(dict.fromkeys(told.luck.what for told in teller.told.values() if told.luck))


def sums_of(teller: Teller, occasions: Occasions) -> tuple[str, ...]:
    """What is counted in a game: of each kind and front the dice as they are, and as much as is at stake."""
    fronts = [f" on front {front}" if occasions.fronts > 1 else "" for front in range(occasions.fronts)]
    return tuple(f"{kind}{where}{how}" for kind in kinds_of(teller) for where in fronts for how in ("", " by stake"))


def chances_of(teller: Teller) -> Chances:
    """What they decide, from how a game tells of its events."""
    kinds, events = kinds_of(teller), max(teller.told) + 1
    counted = {event: told.luck for event, told in teller.told.items() if told.luck}
    faces = max((chance.faces for chance in counted.values()), default=0)
    found = Chances(
        np.full(events, -1, np.int8), np.zeros(events, np.int8), np.ones(events, np.int32),
        np.zeros((events, THIRD_NUMBERS, faces + 1), np.float32),
    )  # fmt: skip
    for event, chance in counted.items():
        found.what[event], found.by[event], found.over[event] = kinds.index(chance.what), *chance.roller
        for shown in range(1, chance.faces + 1):
            found.more[event, :, shown] = [chance.more(shown, LOWEST + c) for c in range(THIRD_NUMBERS)]
    return found


@rule
def roller(chances, side_of, game, row):
    """The side whose dice an event's are."""
    by, over = chances.by[row[0] % WHISPERED], chances.over[row[0] % WHISPERED]
    if by == By.UNITS:
        return side_of(game, row[1]) if row[1] >= 0 else 1 - side_of(game, row[2])
    if by == By.NOTHING:
        return 0
    return (row[1] if by == By.A else row[3]) // over


@rule_with_arrays
def count_luck(chances, occasions, book, game, events, luck):
    """Add what the dice of some events gave more than was to be expected to `luck`, float64 `(sums, 2)`: by what is
    counted (`sums_of`) and whose they are.  occasions: of the game."""
    for k in range(1, events[HEADER, 0] + 1):
        row = events[k]
        what = chances.what[row[0] % WHISPERED]
        if what < 0 or row[DICE_COUNT] == 0:
            continue
        c = min(max(row[3] - LOWEST, 0), THIRD_NUMBERS - 1)
        more = 0.0
        for die in range(row[DICE_COUNT]):
            more += chances.more[row[0] % WHISPERED, c, row[FIRST_DIE + die]]
        side = roller(chances, occasions.side_of, game, row)
        at = (what * occasions.fronts + occasions.front(book, game, row)) * SUMS
        luck[at, side] += more
        luck[at + 1, side] += more * occasions.stake(book, game, row)
