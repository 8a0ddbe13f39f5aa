"""What stands in the way of an answer that is not legal, where that can be said of the one sector or unit: all the rest
the table of decisions says of the decision."""

from aw_env.core.said.understanding import Obstacles
from aw_env.games.naval_miniatures.aims import aim, way
from aw_env.games.naval_miniatures.records.terms import Decision, Phase, Terrain, Weapon
from aw_env.games.naval_miniatures.view import UnitView, View
from aw_env.games.naval_miniatures.words import wording
from aw_env.games.naval_miniatures.words.wording import KINDS, TERRAIN, WEAPONS

_AIMS = (Decision.TARGET, Decision.AGAIN)
_NEEDED = {Phase.AIR_DEFENSE: Weapon.ANTIAIR, Phase.TORPEDO_ATTACK: Weapon.TORPEDO}
"""What attacks of a phase are made with, where it is one weapon."""
_CALLS = (Decision.MOVE_WHO, Decision.FLY_WHO, Decision.FIRE_WHO)


# --- units -----------------------------------------------------------------------------------------------------


def _why_not_unit(view: View, unit: UnitView) -> str:
    decision = view.decision
    if decision in _AIMS:
        return _why_no_target(view, view.asked_unit, unit)
    if unit.gone:
        return "it is gone"
    if decision in (Decision.MARK, Decision.PURSUE_WHOM):
        return _why_no_prey(view, view.asked_unit, unit)
    if unit.side != view.seat:
        return "it is the enemy's"
    if decision in _CALLS:
        return why_idle(view, unit)
    if decision in (Decision.RETURN_TO, Decision.DEPLOY_AIRCRAFT):
        return (
            "there is no room aboard for this aircraft, or another needs it"
            if unit.capacity
            else "it bases no aircraft"
        )
    return ""


def _why_no_target(view: View, unit: UnitView, target: UnitView) -> str:
    if target.side == view.seat:
        return "it is on your own side"
    if not target.on_map:
        return f"it is {wording.whereabouts(target)}"
    if target.aborted:
        return "it is aborted already"
    told, weapon = aim(view, unit.number, view.weapon, target.number), WEAPONS[view.weapon]
    if told.certain:
        return "its end is certain already"
    if not told.fits:
        return f"{weapon} cannot attack a {KINDS[target.kind]}"
    if not told.dice:
        return f"it is out of range: {told.sectors} sectors"
    if not told.sees:
        return _why_unseen(view, unit, target)
    if not told.second:
        return "the second attack must be at another target" + (
            " in another sector" if view.weapon == Weapon.TORPEDO else ""
        )
    return "other aircraft draw the fire of this fighter" if told.forced_away else ""


def _why_unseen(view: View, unit: UnitView, target: UnitView) -> str:
    """What blocks the line of sight."""
    one, other = unit.place_number, target.place_number
    for end in (view.names.place(one), view.names.place(other)):
        if view.terrain(end.id) == Terrain.ISLAND:
            return f"there is no sight into or out of the island sector {end.name}"
    between = [view.names.place(sector) for sector in view.crossed(one, other)]
    blocks = [f"the smoke in {place.name}" for place in between if view.smoke(place.id)]
    for terrain in (Terrain.SQUALL, Terrain.ISLAND):
        blocks += [f"the {TERRAIN[terrain]} in {place.name}" for place in between if view.terrain(place.id) == terrain]
    return f"{blocks[0]} is between" if blocks else "it is out of sight"


def _why_no_prey(view: View, unit: UnitView, target: UnitView) -> str:
    if target.side == view.seat:
        return "it is on your own side"
    if not target.is_ship:
        return "it is no ship"
    if not target.on_map:
        return f"it is {wording.whereabouts(target)}"
    away = view.range(unit.place_number, target.place_number)
    return f"it is {away} sector{'' if away == 1 else 's'} away"


def why_idle(view: View, unit: UnitView) -> str:
    """Why a unit is not asked in this step, as far as one look at it tells."""
    if unit.side != view.seat:
        return "the other side acts with it"
    if unit.gone:
        return "it is gone"
    if view.phase == Phase.SEA_MOVEMENT:
        if unit.is_aircraft:
            return "aircraft do not move in this phase"
        if not unit.speed:
            return "it may not move this turn"
        return "it has moved already" if unit.acted else "there is no sector that it can enter"
    if view.phase == Phase.AIR_MISSIONS:
        if not unit.is_aircraft:
            return "it is no aircraft"
        return "it is rearming" if unit.rearming else "it has its mission" if unit.on_map else "it may not fly now"
    if not unit.on_map:
        return f"it is {wording.whereabouts(unit)}"
    if view.phase == Phase.AIR_ATTACK and not unit.is_aircraft:
        return "only aircraft attack in this phase"
    if view.phase == Phase.SURFACE_ATTACK and not unit.is_ship:
        return "only ships attack in this phase"
    if view.phase in _NEEDED and _NEEDED[view.phase] not in unit.weapons:
        return f"it has no {WEAPONS[_NEEDED[view.phase]]}"
    if unit.aborted:
        return "it is aborted"
    return "it has acted in this phase" if unit.acted else "it has nothing to attack in this phase"


# --- sectors ---------------------------------------------------------------------------------------------------


def _why_not_sector(view: View, sector: int) -> str:
    unit = view.subject_unit
    if unit is None:
        return ""
    if unit.place_number == sector:
        return "it is there already"
    is_open, has_room = way(view, unit.number, sector)
    terrain = view.terrain(view.names.place(sector).id)
    if not unit.is_aircraft and not is_open:
        return f"ships and submarines do not enter {'an island' if terrain == Terrain.ISLAND else 'a shoal'} sector"
    if not has_room:
        return "there is no room for another of its type"
    if view.decision == Decision.MOVE_TO:
        away = view.range(unit.place_number, sector)
        if away > unit.speed:
            return f"it is {away} sectors away; the speed is {unit.speed}"
        return "the way there is blocked"
    if view.decision == Decision.DEPLOY_SHIP:
        return "ships start in the row on the own edge while there is room"
    return {
        Decision.DEPLOY_SUBMARINE: "submarines start in open sectors of the first five rows",
        Decision.LEAD: "it is too far away",
        Decision.HUNT: "no enemy submarine is there, or it is not adjacent",
        Decision.PATROL: "no enemy aircraft are there, or it is too far away",
    }.get(view.decision, "")


OBSTACLES = Obstacles(_why_not_unit, _why_not_sector, _why_not_sector)
