"""The dice of a game, as screens and checks must know them; the rules roll them with `core.engine.dice.roll`."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Die:
    """faces: of the die with the most.  hit: what stands out when it falls, 0 for nothing."""

    faces: int
    hit: int = 0
