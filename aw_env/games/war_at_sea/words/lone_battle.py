"""The battle of one sea area without the others (`core.said.lone_battle`)."""

from collections.abc import Collection
from typing import Any

from aw_env.core.said.lone_battle import NOBODY, LoneBattle, only_combat_in
from aw_env.games.war_at_sea.records.steps import Step
from aw_env.games.war_at_sea.records.terms import FIRST_BOX, NOWHERE, Box, Phase
from aw_env.games.war_at_sea.rules.control import controller
from aw_env.games.war_at_sea.view import UnitView, View

AWAY = FIRST_BOX + Box.NOT_YET_ARRIVED


def _why_not(view: View) -> str:
    return 'a battle is being fought: "odds" tells what may come of it' if view.record["area"] != NOWHERE else ""


def _may_come(view: View, unit: UnitView, area: int) -> bool:
    """A unit on the map that may enter the area (6.6, 15.1, 15.4-15.6)."""
    on_map = 0 <= unit.place_number < FIRST_BOX
    return bool(on_map and int(view.scenario.books[0]["waters"][unit.number]) >> area & 1)


def _lay(record: Any, units: Collection[int], away: Collection[int], area: int) -> None:
    for unit in units:
        record.place[unit] = area
        record.bound_for[unit] = NOWHERE  # it is there: it fails no roll any more (6.4)
    for unit in away:
        record.place[unit] = AWAY
    record.phase = Phase.COMBAT
    only_combat_in(record, area, [(Step.TURN, Phase.COMBAT, 1), (Step.SELECTION, NOBODY, 0)])


def _holder(view: View, area: int) -> int:
    """The side that would control the area (1.3, 12.4, 8.2)."""
    return view.by_rule(controller, area)


LONE_BATTLE = LoneBattle(Phase.COMBAT, _why_not, _may_come, _lay, _holder)
