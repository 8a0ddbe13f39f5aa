"""What stands in the way of an answer that is not legal, where that can be said of the one place or unit: all the rest
the table of decisions says of the decision."""

from aw_env.core.said.naming import place_name
from aw_env.core.said.understanding import Obstacles
from aw_env.core.said.wording import first_that_holds
from aw_env.games.war_at_sea.records.terms import AREAS, FIRST_BOX, FIRST_PORT, Decision, Kind
from aw_env.games.war_at_sea.view import UnitView, View
from aw_env.games.war_at_sea.words.wording import the_place
from aw_env.naval.sides import SIDES

_AIMS = (Decision.U_BOAT_TARGET, Decision.AIR_TARGET, Decision.SURFACE_TARGET)


def _why_not_unit(view: View, unit: UnitView) -> str:
    if view.decision not in _AIMS:
        return ""
    if unit.side == view.seat:
        return "it is on your own side"
    if view.area is not None and unit.place_number != view.area.number:
        return f"it is {whereabouts(view, unit)}"
    if unit.kind == Kind.U_BOAT:
        return "only the hunt for U-boats touches it"
    return "it has been struck already" if view.decision == Decision.AIR_TARGET and unit.struck else ""


def _why_not_area(view: View, area: int) -> str:
    if view.decision == Decision.RETURN:
        return "it is no port"
    if view.decision == Decision.COMBAT_AREA:
        if view.resolved(view.names.place(area).id):
            return "combat there is over for this turn"
        return "there is nothing to resolve in it"
    return _why_no_voyage(view, area) if view.decision == Decision.ORDER else ""


def _why_no_voyage(view: View, area: int) -> str:
    """Closed to the ship, more than two areas away, or behind an enemy flag of last turn (6.2, 6.6)."""
    unit, book = view.asked_unit, view.scenario.books[0]
    if unit.in_port and area in _first_areas(view, unit):
        return "another convoy is there already" if unit.kind == Kind.CONVOY else _CLOSED
    reached = {other for first in _first_areas(view, unit) for other in range(AREAS) if _touch(book, first, other)}
    if area not in reached:
        return f"it is more than two areas from {the_place(view.scenario, unit.place_number)}"
    if unit.kind == Kind.CONVOY:
        return "a convoy enters one area a turn"
    ways = [first for first in _first_areas(view, unit) if _touch(book, first, area)]
    if all(view.flag(view.names.place(first).id) == 1 - unit.side for first in ways):
        behind = " and ".join(the_place(view.scenario, first) for first in ways)
        return f"the enemy controlled {behind} last turn, and no ship sails on from there"
    return _CLOSED


_CLOSED = "ships of this nation do not sail there"


def _first_areas(view: View, unit: UnitView) -> set[int]:
    """The areas that the port of a unit lies on."""
    return view.touches(view.names.place(unit.place_number).id) if unit.in_port else set()


def _touch(book: object, one: int, other: int) -> bool:
    return bool(int(book["adjacent"][one]) >> other & 1)  # type: ignore[index]


def _why_not_port(view: View, place: int) -> str:
    port = view.names.place(place)
    if not view.is_active(port.id):
        return "it is not in use on this turn"
    if view.decision == Decision.ORDER:
        return "a ship sails to a sea area, and goes to port after combat"
    if view.decision == Decision.RETURN:
        owner = int(view.scenario.books[0]["port_side"][place - FIRST_PORT])
        if owner == 1 - view.seat:
            return f"it is a port of the {SIDES[list(SIDES)[owner]]}"
        return f"it takes no such ship from {the_place(view.scenario, view.asked_unit.place_number)}"
    return ""


def whereabouts(view: View, unit: UnitView) -> str:
    """Where a unit is, as far as the observer knows: "in the North Sea", "not on the map"."""
    if unit.place is None:
        return "face down"
    if unit.place_number >= FIRST_BOX:
        return f"off the map ({place_name(view.scenario, unit.place_number)})"
    bound = f", bound for {the_place(view.scenario, unit.bound_for)}" if unit.bound_for >= 0 else ""
    return f"in {the_place(view.scenario, unit.place_number)}{bound}"


def why_idle(view: View, unit: UnitView) -> str:
    """Why a unit is not asked in this step, as far as one look at it tells."""
    return first_that_holds(
        (unit.side != view.seat, "the other side moves it"),
        (unit.place is None or unit.place_number >= FIRST_BOX, "it is not on the map"),
        (unit.disabled, "it is disabled and on its way to port"),
        (view.area is not None and unit.place_number != view.area.number, "it takes no part in this battle"),
        (view.decision == Decision.ORDER and unit.moved, "it has its order for this turn"),
        (True, "the rules leave it nothing to choose here"),
    )


OBSTACLES = Obstacles(_why_not_unit, _why_not_area, _why_not_port)
