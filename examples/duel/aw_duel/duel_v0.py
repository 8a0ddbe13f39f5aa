"""A duel at sea as an environment: the public module."""

from typing import Any

from aw_duel.rules import RULES
from aw_duel.terms import HULL
from aw_duel.words import WORDS
from aw_env.core.drawn.scene import Mark, Shape, Sign
from aw_env.core.rooms.board import Drawing
from aw_env.core.rooms.game import Declared
from aw_env.core.rooms.scenario import Opening

NEAR = [
    sum(1 << other for other in range(9) if abs(one // 3 - other // 3) + abs(one % 3 - other % 3) < 2) for one in range(9)
]
PRINTED, BEGINS = {"near": NEAR, "guns": 3}, {"place": [0, 8], "hull": HULL}
DUEL = Declared(
    __name__,
    "A Duel at Sea",
    RULES,
    WORDS,
    scenarios={
        "duel": Opening("A duel at sea", 12, PRINTED, BEGINS),
        "chase": Opening(
            "The chase", 6, PRINTED | {"guns": [4, 3]}, BEGINS | {"hull": [5, 6]}, note="A damaged ship with more guns."
        ),
    },
    drawing=Drawing(
        shape=Shape.CRUISER,
        factors=lambda unit: f"{unit.guns}-{unit.hull}",
        meaning="guns-hits left",
        marks=lambda unit: (Mark(Sign.DAMAGE, f"{HULL - unit.hull}", ""),) if unit.hull < HULL else (),
    ),
)
GAME = DUEL.game


def __getattr__(name: str) -> Any:
    """The functions that every game has: `game`, `env`, `vec_env`..."""
    return getattr(DUEL.doors, name)
