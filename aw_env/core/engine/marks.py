"""The small fields that each unit keeps in one word, read and set by rules.

    if marked(game, unit, RAIDING) == 1: ...
    mark(game, unit, RAIDING, 1)

The fields are constants of a game's `state`; the word is its field `marks`.
"""

from aw_env.core.engine.compiling import rule


@rule
def marked(game, unit, small):
    """The value of a small field of a unit."""
    return ((int(game.marks[unit]) >> small.first) & small.mask) + small.least


@rule
def mark(game, unit, small, value):
    """Set a small field of a unit."""
    others = int(game.marks[unit]) & ~(small.mask << small.first)
    word = others | (int(value) - small.least) << small.first
    game.marks[unit] = ((word & 0xFFFF) ^ 0x8000) - 0x8000
