"""Chances of dice of which each is worth something by what it shows: exact, but for one division."""

from collections.abc import Sequence

import numpy as np


def chances_of(worth: Sequence[int], most: int, room: int = 0) -> np.ndarray:
    """`chances[dice, sum]` that so many dice, up to `most`, are worth just so much together.

    worth: of each face.  room: for how many sums; 0: all that there can be.
    """
    room = room or most * max(worth) + 1
    chances, ways = np.zeros((most + 1, room)), [1] + [0] * (room - 1)
    for dice in range(most + 1):
        chances[dice] = [number / len(worth) ** dice for number in ways]
        ways = [sum(ways[total - one] for one in worth if one <= total) for total in range(room)]
    return chances


def or_more(chances: np.ndarray) -> np.ndarray:
    """The chances of so much or more, of those of just so much."""
    return chances[..., ::-1].cumsum(-1)[..., ::-1]
