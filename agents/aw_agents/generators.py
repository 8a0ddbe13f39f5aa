"""Generators of players that throw dice of their own: one for each game."""

from collections.abc import Sized

import numpy as np

from aw_env.core.engine.compiling import compiled
from aw_env.core.engine.dice import seed_generator


@compiled
def seed_generators(seed, generators):
    """Give each game's player a generator of its own.  generators: int64 `(n, 4)`."""
    for i in range(generators.shape[0]):
        seed_generator(generators[i], seed + 0x9E3779B9 * (i + 1))


def check_begun(generators: Sized, games: np.ndarray) -> None:
    """Raises ValueError when a player that draws has not begun as many games as it is to play.

    A player has one set of generators: one that sits in a `VecEnv` cannot play a match meanwhile.
    """
    if len(generators) < len(games):
        raise ValueError(
            f"the player has begun {len(generators)} games and is asked to play {len(games)}: call begin(), "
            "and give each match or environment a player of its own"
        )
