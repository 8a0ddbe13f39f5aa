"""The two sides of every game of the family in words; 0 is the Allies, 1 the Axis."""

from typing import Any

SIDES = {0: "Allies", 1: "Axis"}
"""By number, as a game's own enumeration counts them."""


def holder(side: int | None) -> str:
    """Who controls a sea area, in words."""
    return "nobody" if side is None else SIDES[side]


def stakes(view: Any, area: str) -> str:
    """What a sea area, by its id, is worth to each side, and who controls it."""
    allies, axis = view.points(area)
    return f"worth {allies}/{axis}, held by {holder(view.flag(area))}"


def side_does(side: int, verb: str) -> str:
    """A side and what it does: "The Allies roll", "The Axis rolls"."""
    return f"The {SIDES[side]} {verb}{'s' if side == 1 else ''}"


def standing(lead: float) -> str:
    """A lead of the Allies in words: "Allies lead by 3", "level"."""
    return f"{side_does(0 if lead > 0 else 1, 'lead')[4:]} by {abs(lead):g}" if lead else "level"
