"""A duel at sea as an environment: the public module."""

from typing import Any

from aw_duel.rules import RULES
from aw_duel.terms import HULL
from aw_duel.words import WORDS
from aw_env.new_game import Declared, Drawing, Opening

ROWS = [divmod(sector, 3) for sector in range(9)]
NEAR = [sum(1 << k for k, (row, column) in enumerate(ROWS) if abs(row - r) + abs(column - c) < 2) for r, c in ROWS]
SOUND = {"place": [0, 8], "hull": HULL}
DUEL = Declared(
    __name__,
    "A Duel at Sea",
    RULES,
    WORDS,
    scenarios={
        "duel": Opening("A duel at sea", 12, printed={"near": NEAR, "guns": 3}, begins=SOUND),
        "chase": Opening("The chase", 6, printed={"near": NEAR, "guns": [4, 3]}, begins=SOUND | {"hull": [4, 6]}),
    },
    drawing=Drawing(
        columns=3,
        factors=lambda unit: f"{unit.guns}-{unit.hull}",
        meaning="guns-hits left",
        damage=lambda unit: HULL - unit.hull,
        lost=lambda unit: unit.hull == 0,
    ),
)
GAME = DUEL.game


def __getattr__(name: str) -> Any:
    """The functions that every game has: `game`, `env`, `vec_env`..."""
    return getattr(DUEL.doors, name)
