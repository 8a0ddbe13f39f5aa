"""What stands in the way of an answer that is not legal, where that can be said of the one place or unit: all the rest
the table of decisions says of the decision."""

from collections.abc import Callable

from aw_env.core.said.naming import place_name
from aw_env.core.said.understanding import Obstacles
from aw_env.core.said.wording import first_that_holds
from aw_env.games.admirals_war.records.terms import AREAS, FIRST_BOX, FIRST_PORT, Box, Decision, Kind
from aw_env.games.admirals_war.view import UnitView, View
from aw_env.games.admirals_war.words.wording import the_place

MOST_AREAS = {Decision.PATROL_ORDER: 2, Decision.RAID_ORDER: 3, Decision.AMPHIBIOUS_ORDER: 2}
"""Areas that a unit may enter, the last of them with a speed roll if it is a ship (§6.12, §6.13, §6.41)."""
_HOMES = (Decision.RETURN_TO_BASE, Decision.ARRIVAL)
_AIMS = (Decision.AIR_TARGET, Decision.SURFACE_TARGET, Decision.SUBMARINE_TARGET)
_ANYWHERE = (Kind.SUBMARINE, Kind.HUNTER_KILLER)


def _why_not_unit(view: View, unit: UnitView) -> str:
    if view.decision not in _AIMS or view.power is None:
        return ""
    if unit.side == view.power & 1:
        return "it is on your own side"
    if unit.place != view.area:
        return f"it is {whereabouts(view, unit)}"
    return "it is in port" if not unit.at_sea else ""


def whereabouts(view: View, unit: UnitView) -> str:
    """Where a unit is, as far as the observer knows: "in the Coral Sea", "hidden"."""
    if unit.place is None:
        return "hidden" if unit.hidden else "nowhere"
    if unit.place_number >= FIRST_BOX:
        due = f", due on turn {unit.due}" if unit.due > view.turn else ""
        return f"off the map ({place_name(view.scenario, unit.place_number)}{due})"
    return f"in {the_place(view.scenario, unit.place_number)}"


def why_idle(view: View, unit: UnitView) -> str:
    """Why a unit is not asked in this step, as far as one look at it tells."""
    raids = view.decision == Decision.RAID_ORDER
    return first_that_holds(
        (view.power is None or unit.power != view.power, "another power moves it"),
        (unit.place is None or unit.place_number >= FIRST_BOX, "it is not on the map"),
        (unit.on_the_bottom, "it rests on the bottom"),
        (unit.disabled, "it is disabled for the rest of the turn"),
        (view.area is not None and unit.place != view.area, "it takes no part in this battle"),
        (view.decision == Decision.PATROL_ORDER and unit.committed, "it has moved or arrived this turn"),
        (raids and not unit.raiding, "only ships that turned raider in port sail as raiders"),
        (True, "the rules leave it nothing to choose here"),
    )


def _why_not_port(view: View, place: int) -> str:
    owner = view.owner(view.names.place(place).id)
    hostile = owner is not None and view.power is not None and owner & 1 != view.power & 1
    if view.decision in _HOMES and hostile:
        return "it is in enemy hands"
    sails = view.decision in MOST_AREAS and view.asked_unit.place_number < FIRST_BOX
    return "only sea areas can be chosen" if sails else ""


def _why_not_area(view: View, area: int) -> str:
    if view.decision in _HOMES:
        return "it is not a port or base"
    if view.decision == Decision.COMBAT_AREA:
        if view.resolved(view.names.place(area).id):
            return "combat there is over for this turn"
        return "" if view.units_in(view.names.place(area).id) else "there are no units in it"
    if view.decision == Decision.AIR_ORDER:
        return _why_no_flight(view, area)
    return _why_no_voyage(view, area) if view.decision in MOST_AREAS else ""


def _why_no_flight(view: View, area: int) -> str:
    side = view.asked_unit.side
    held = (port for port in view.ports if (owner := view.owner(port.id)) is not None and owner & 1 == side)
    if not any(view.touches(port.id) >> area & 1 for port in held):
        return "it touches no port or base of your side"
    return ""


def _why_no_voyage(view: View, area: int) -> str:
    """Too far, or behind an enemy flag; the distance is that without enemies."""
    unit, most = view.asked_unit, MOST_AREAS[view.decision]
    if unit.place_number == FIRST_BOX + Box.NOT_YET_ARRIVED:
        return "it may appear only where the scenario allows"
    if unit.kind in _ANYWHERE or unit.place_number >= FIRST_BOX:
        return ""
    away = _areas_away(view, unit, area, lambda entered: True)
    where = the_place(view.scenario, unit.place_number)
    if away > most:
        far = f"it is {away} areas from {where}" if away <= AREAS else f"no way leads there from {where}"
        return f"{far}, and at most {most} may be entered"
    enemy = 1 - unit.side
    if _areas_away(view, unit, area, lambda entered: view.flag(view.names.place(entered).id) != enemy) > most:
        return "an enemy flag on the way stops whoever comes there"
    return ""


def _areas_away(view: View, unit: UnitView, area: int, may_be_left: Callable[[int], bool]) -> int:
    """How many areas a unit would enter to get to one; more than there are if it cannot."""
    if unit.at_sea:
        reached = _bordering(view, {unit.place_number})
    else:
        touched = view.touches(view.names.place(unit.place_number).id)
        reached = {number for number in range(AREAS) if touched >> number & 1}
    entered = 1
    while area not in reached:
        further = reached | _bordering(view, {number for number in reached if may_be_left(number)})
        if entered == 1 and not unit.at_sea:
            leads_to = int(view.scenario.books["leads_to"][0, unit.place_number - FIRST_PORT])
            further |= {number for number in range(AREAS) if leads_to >> number & 1}
        if further == reached:
            return AREAS + 1
        reached, entered = further, entered + 1
    return entered


def _bordering(view: View, areas: set[int]) -> set[int]:
    """The areas in play one move away from any of some, whoever holds a choke point between them."""
    book = view.scenario.books[0]
    found = {other for other in range(AREAS) if any(int(book["adjacent"][area]) >> other & 1 for area in areas)}
    for one, other in book["choke_between"][: book["chokes"]].tolist():
        found |= ({other} if one in areas else set()) | ({one} if other in areas else set())
    return {area for area in found if int(book["open_areas"]) >> area & 1}


OBSTACLES = Obstacles(_why_not_unit, _why_not_area, _why_not_port)
