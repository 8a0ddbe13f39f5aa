"""What stands in the way of a unit that is no choice, where that can be said of the one unit: all the rest the table of
decisions says of the decision."""

from typing import Any

from aw_env.core.said.understanding import Obstacles
from aw_env.core.said.wording import first_that_holds
from aw_env.games.world_at_war.records.kinds import NOWHERE, Condition, Decision

_REBASED = (Decision.REDEPLOY, Decision.OVERSTACKED, Decision.BASE_CHANGE)
"""Questions about the own units in port, used and damaged ones too."""
_SENT = (
    Decision.RAID, Decision.ENGAGE, Decision.ESCORT, Decision.INTERCEPT, Decision.UNDER, Decision.PATROL_WITH,
    Decision.FORCE, Decision.PROTECT, Decision.CARRY, Decision.SAIL, Decision.OPPOSE_LANDING,
)  # fmt: skip
"""Questions which of the own units sail."""


def _why_not_unit(view: Any, unit: Any) -> str:
    if view.decision not in (*_REBASED, *_SENT):
        return ""
    is_sent = view.decision in _SENT
    comes = int(view.scenario.books[0]["arrives"][unit.number])
    return first_that_holds(
        (unit.side != view.seat, "it is the enemy's"),
        (unit.condition == Condition.LOST, "it is lost"),
        (unit.place_number == NOWHERE and comes > view.turn, f"it comes on turn {comes}"),
        (unit.place_number == NOWHERE, "it is not in play"),
        (unit.condition == Condition.SUNK_IN_PORT, "it is sunk in port"),
        (unit.under > 0, "it is under a task force counter"),
        (is_sent and unit.condition == Condition.DAMAGED, "it is damaged"),
        (is_sent and unit.inverted, "it has been used this turn"),
        (view.decision == Decision.BASE_CHANGE and unit.moved, "it has changed base this turn"),
    )


OBSTACLES = Obstacles(_why_not_unit, lambda view, place: "", lambda view, place: "")
