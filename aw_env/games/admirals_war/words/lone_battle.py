"""The battle of one sea area without the others (`core.said.lone_battle`)."""

from collections.abc import Collection
from typing import Any

from aw_env.core.engine.marks import mark
from aw_env.core.said.lone_battle import NOBODY, LoneBattle, only_combat_in
from aw_env.core.seen.interpreted import interpreted
from aw_env.games.admirals_war.records.state import RAIDING
from aw_env.games.admirals_war.records.steps import Step
from aw_env.games.admirals_war.records.terms import FIRST_BOX, NOWHERE, Box, Phase, Side
from aw_env.games.admirals_war.rules.control import areas_controlled
from aw_env.games.admirals_war.rules.war_entry import ATTACKS
from aw_env.games.admirals_war.view import UnitView, View

AWAY = FIRST_BOX + Box.NOT_YET_ARRIVED


def _why_not(view: View) -> str:
    if view.record["area"] != NOWHERE:
        return 'a battle is being fought: "odds" tells what may come of it'
    if view.record["attack"] == ATTACKS:
        return "the surprise attacks on Pearl Harbor and Indonesia come before any battle (§19.62)"
    return ""


def _may_come(view: View, unit: UnitView, area: int) -> bool:
    """A unit on the map that may be in the area at all (§14.12-14.14, §15.1)."""
    on_map = 0 <= unit.place_number < FIRST_BOX
    return bool(on_map and int(view.scenario.books[0]["waters"][unit.number]) >> area & 1)


def _lay(record: Any, units: Collection[int], away: Collection[int], area: int) -> None:
    """Ships that come while raiders move come as raiders (§3.1, §5.35), others as patrollers."""
    for unit in units:
        if record.place[unit] != area:
            record.place[unit] = area
            interpreted(mark)(record, unit, RAIDING, int(record.phase == Phase.RAIDING))
    for unit in away:
        record.place[unit] = AWAY
    record.phase = Phase.COMBAT
    only_combat_in(record, area, [(Step.TURN, Phase.COMBAT, 1), (Step.SELECTION, NOBODY, 0)])


def _holder(view: View, area: int) -> int:
    """The side with a unit that controls the area while no enemy unit denies it (§17.21)."""
    return next((side for side in Side if view.by_rule(areas_controlled, side) >> area & 1), NOBODY)


LONE_BATTLE = LoneBattle(Phase.COMBAT, _why_not, _may_come, _lay, _holder)
