"""The battle that is fought: who stands in line, and who fires at whom (22.5)."""

from typing import Any

from aw_env.core.said.speech import Battle, InLine
from aw_env.core.said.wording import capital, so_many
from aw_env.games.world_at_war.records.kinds import Aim, Line, Phase
from aw_env.games.world_at_war.words.events import ships_of, the_convoy, the_group, waters
from aw_env.games.world_at_war.words.wording import at_sea, is_in_the_atlantic, is_on_hexes, state_of
from aw_env.naval.sides import ALLIES_AND_AXIS

ORDER = {Line.CAPITAL: 0, Line.LIGHT: 1, Line.NONE: 1, Line.SCREENED: 2}
"""How a side stands: capital ships, light ships, and behind them those that are screened."""


def battle(view: Any) -> Battle | None:
    """The ships of both sides that are in battle, as the view knows it; None where none are."""
    fighting = [unit for unit in view.units if _line_of(unit) != Line.NONE or _lights_of(unit)]
    if not fighting:
        return None
    fighting.sort(key=lambda unit: (ORDER[_line_of(unit)], -unit.strength))
    title = capital(_what_is_fought_over(view))
    return Battle(title, title, 0, "", tuple(_in_line(view, unit) for unit in fighting))


def _line_of(unit: Any) -> Line:
    return Line(int(unit.view.field("line")[unit.number]))


def _lights_of(unit: Any) -> int:
    """The factors of a row of one-factor ships that are in battle."""
    return int(unit.view.field("lights")[unit.number])


def _what_is_fought_over(view: Any) -> str:
    """Who is attacked, or where."""
    if is_in_the_atlantic(view):
        return the_convoy(view.convoy) if view.convoy else the_group(view.group)
    if not is_on_hexes(view):
        return waters(view.scenario, view.raiding)
    return ships_of(view.scenario, view.raiding) if view.phase == Phase.MISSIONS else at_sea(view)


def _in_line(view: Any, unit: Any) -> InLine:
    """A unit of the battle."""
    is_screened, lights = _line_of(unit) == Line.SCREENED, _lights_of(unit)
    told = [so_many(lights, "factor") if lights else f"{unit.strength}", *state_of(unit)]
    target = int(view.field("target")[unit.number])
    is_aimed = view.field("aim")[unit.number] == Aim.PAIRED and target in view.units_by_number
    return InLine(
        id=unit.id,
        name=unit.name,
        words=f"{unit.name} ({', '.join([*told, 'screened'] if is_screened else told)})",
        side=ALLIES_AND_AXIS[unit.side].title,
        aims_at=view.units_by_number[target].id if is_aimed else None,
    )
