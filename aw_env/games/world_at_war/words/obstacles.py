"""What stands in the way of a unit that is no choice, where that can be said of the one unit: all the rest the table of
decisions says of the decision."""

from typing import Any

from aw_env.core.said.understanding import Obstacles
from aw_env.core.said.wording import first_that_holds
from aw_env.games.world_at_war.records.kinds import NOWHERE, Condition, Convoy, Decision, Kind, Nation, Theatre
from aw_env.games.world_at_war.rules.aid import has_been_out, is_accompanied_from
from aw_env.games.world_at_war.rules.bases import has_been_used_unseen, is_tied_to_counter
from aw_env.games.world_at_war.rules.convoys import FORCE, may_protect, protecting_factors
from aw_env.games.world_at_war.rules.detection import factors_free
from aw_env.games.world_at_war.rules.island_forces import factors_in
from aw_env.games.world_at_war.rules.passages import is_any_inverted, makes_task_force
from aw_env.games.world_at_war.rules.raid_combat import american_factors
from aw_env.games.world_at_war.rules.task_forces import MOST_IN_A_FORCE, TASK_FORCE
from aw_env.games.world_at_war.rules.troops import factors_joining, is_accompanied, is_like_another
from aw_env.games.world_at_war.words.events import ships_of, stands_at

_REBASED = (Decision.REDEPLOY, Decision.OVERSTACKED, Decision.BASE_CHANGE)
"""Questions about the own units in port, used and damaged ones too."""
_SENT = (
    Decision.RAID, Decision.ENGAGE, Decision.ESCORT, Decision.INTERCEPT, Decision.UNDER, Decision.PATROL_WITH,
    Decision.FORCE, Decision.PROTECT, Decision.CARRY, Decision.SAIL, Decision.OPPOSE_LANDING,
)  # fmt: skip
"""Questions which of the own units sail."""


def _why_not_unit(view: Any, unit: Any) -> str:
    if view.decision == Decision.SCREEN:
        return _why_not_screened(view, unit)
    if view.decision not in (*_REBASED, *_SENT):
        return ""
    is_sent = view.decision in _SENT
    leaves = is_sent or view.decision == Decision.BASE_CHANGE  # who has been used redeploys all the same (21.32)
    is_used_unseen = view.by_rule(has_been_used_unseen, unit.number)
    comes = int(view.scenario.books[0]["arrives"][unit.number])
    return first_that_holds(
        (unit.side != view.seat, "it is the enemy's"),
        (unit.condition == Condition.LOST, "it is lost"),
        (unit.place_number == NOWHERE and comes > view.turn, f"it comes on turn {comes}"),
        (unit.place_number == NOWHERE, "it is not in play"),
        (unit.condition == Condition.SUNK_IN_PORT, "it is sunk in port"),
        (leaves and is_used_unseen, "it has been used this turn"),
        (_is_tied(view, unit) and not is_used_unseen, "it is under a task force counter"),
        (is_sent and unit.condition == Condition.DAMAGED, "it is damaged"),
        (is_sent and unit.inverted and comes == view.turn > 1, "it is new this turn"),
        (is_sent and unit.inverted, f"it has been used{' this turn' if unit.side == view.moving else ''}"),
        (view.decision == Decision.BASE_CHANGE and unit.moved, "it has left its base this turn"),
        (
            view.decision == Decision.REDEPLOY and view.by_rule(has_been_out, unit.number),
            "it has been out in this phase",
        ),
    ) or (_why_not_at_sea(view, unit) if is_sent else "")


def _why_not_screened(view: Any, unit: Any) -> str:
    """What keeps a unit from being screened in a battle: only who would stand in the line is."""
    return first_that_holds(
        (unit.side != view.seat, "it is the enemy's"),
        (unit.kind == Kind.CARRIER, "a carrier does not stand in the line"),
        (unit.kind >= Kind.DD, "destroyers are always in the line"),
        (unit.condition == Condition.DAMAGED, "it is damaged, and does not stand in the line"),
    )


def _is_tied(view: Any, unit: Any) -> bool:
    """Whether a unit is under a counter that it does not leave: in port in the Mediterranean it goes under no other."""
    return bool(unit.under) and (view.decision == Decision.UNDER or view.by_rule(is_tied_to_counter, unit.number))


def _why_not_at_sea(view: Any, unit: Any) -> str:
    """What keeps a sound unit out of a force that is formed."""
    if view.scenario.books[0]["theatre"] == Theatre.ATLANTIC:
        return _why_not_with_others(view, unit) if view.decision == Decision.PROTECT else ""
    asked = view.field("subject")
    factors = view.by_rule(factors_in, unit.side) + view.by_rule(factors_joining, unit.number)
    if view.decision == Decision.INTERCEPT and unit.side == view.field("moving"):
        has_company = view.by_rule(is_accompanied_from, unit.number, asked)
    else:
        has_company = view.by_rule(is_accompanied, unit.number, unit.side)
    return first_that_holds(
        (view.field("force")[unit.number] > 0, "it sails already"),
        (
            view.decision == Decision.INTERCEPT and stands_at(unit) != asked,
            f"only {ships_of(view.scenario, asked)} are asked now",
        ),
        (factors > MOST_IN_A_FORCE, f"a force has {MOST_IN_A_FORCE} factors at most"),
        (
            view.decision == Decision.PROTECT and factors >= TASK_FORCE and view.by_rule(is_any_inverted),
            f"inverted ships sail with others only as fewer than {TASK_FORCE} factors",
        ),
        (
            view.decision == Decision.PROTECT and factors >= TASK_FORCE and not _makes_task_force(view, unit),
            f"{TASK_FORCE} factors are a task force, in which carriers need as many factors of other fast ships",
        ),
        (not has_company, "a carrier needs as many factors of other fast ships, which are named first"),
        (view.by_rule(is_like_another, unit.number), "another cruiser that is no different is among the choices"),
    )


def _makes_task_force(view: Any, unit: Any) -> bool:
    """Whether ships that change base are a task force with a unit more, if they are enough."""
    return view.convoy != Convoy.NONE or view.by_rule(makes_task_force, unit.number)


def _why_not_with_others(view: Any, unit: Any) -> str:
    """What keeps a ship that could protect a convoy in the Atlantic out of the force that does."""
    if not view.by_rule(may_protect, unit.number):
        return ""
    factors, american = view.by_rule(protecting_factors), view.by_rule(american_factors, FORCE)
    others = factors - american if view.scenario.books[0]["nation"][unit.number] == Nation.US else american
    factors += view.by_rule(factors_free, unit.number)
    return first_that_holds(
        (factors > MOST_IN_A_FORCE, f"a force has {MOST_IN_A_FORCE} factors at most"),
        (others > 0 and factors >= TASK_FORCE, f"{TASK_FORCE} factors that sail together are of one power"),
    )


OBSTACLES = Obstacles(_why_not_unit, lambda view, place: "", lambda view, place: "")
