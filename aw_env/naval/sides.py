"""The two sides of every game of the family in words; 0 is the Allies, 1 the Axis."""

from typing import Any, overload

from aw_env.core.declare.sides import Side

ALLIES_AND_AXIS = (
    Side("allies", "Allies", True, "#1e549e", "#a2c8ee", "bright_blue"),
    Side("axis", "Axis", False, "#b82622", "#f0c8be", "bright_red"),
)
"""As a game's own enumeration counts them."""
SIDES = {number: side.title for number, side in enumerate(ALLIES_AND_AXIS)}
"""Their names by number."""


@overload
def side_id(side: int) -> str: ...
@overload
def side_id(side: None) -> None: ...
def side_id(side: int | None) -> str | None:
    """Id of a side; None for none."""
    return None if side is None else ALLIES_AND_AXIS[side].id


def holder(side: int | None) -> str:
    """Who controls a sea area, in words."""
    return "nobody" if side is None else SIDES[side]


def stakes(view: Any, area: str) -> str:
    """What a sea area, by its id, is worth to each side, and who controls it."""
    allies, axis = view.points(area)
    return f"worth {allies}/{axis}, held by {holder(view.flag(area))}"


def side_does(side: int, verb: str) -> str:
    """A side and what it does: "The Allies roll", "The Axis rolls"."""
    return ALLIES_AND_AXIS[side].does(verb)


def standing(lead: float) -> str:
    """A lead of the Allies in words: "Allies lead by 3", "level"."""
    return f"{side_does(0 if lead > 0 else 1, 'lead')[4:]} by {abs(lead):g}" if lead else "level"
