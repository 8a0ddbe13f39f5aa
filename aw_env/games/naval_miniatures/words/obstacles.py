"""What stands in the way of an answer that is not legal, where that can be said of the one sector or unit: all the rest
the table of decisions says of the decision."""

from aw_env.core.said.understanding import Obstacles
from aw_env.core.said.wording import first_that_holds, so_many
from aw_env.games.naval_miniatures.aims import aim, way
from aw_env.games.naval_miniatures.records.terms import NOBODY, Decision, Effect, Phase, Terrain, Weapon
from aw_env.games.naval_miniatures.rules import attacks
from aw_env.games.naval_miniatures.view import UnitView, View
from aw_env.games.naval_miniatures.words import wording
from aw_env.games.naval_miniatures.words.wording import KINDS, TERRAIN, WEAPONS

_AIMS = (Decision.TARGET, Decision.AGAIN)
_NEEDED = {Phase.AIR_DEFENSE: Weapon.ANTIAIR, Phase.TORPEDO_ATTACK: Weapon.TORPEDO}
"""What attacks of a phase are made with, where it is one weapon."""
_OUT_OF_THE_WAY = {
    Decision.DEPLOY_SHIP: "ships start in the row on their own edge while there is room",
    Decision.DEPLOY_SUBMARINE: "submarines start in open sectors of the first five rows",
    Decision.LEAD: "it is too far away, or the way there is blocked",
    Decision.HUNT: "no enemy submarine is there, or it is not adjacent",
    Decision.PATROL: "no enemy aircraft are there, or it is too far away",
}
_INTO_SECTORS = (*_OUT_OF_THE_WAY, Decision.MOVE_TO, Decision.FLY_TO)
"""Decisions whose answers are sectors."""
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
    is_base = decision in (Decision.RETURN_TO, Decision.DEPLOY_AIRCRAFT)
    return first_that_holds(
        (is_base and unit.capacity, "there is no room aboard for this aircraft, or another needs it"),
        (is_base, "it bases no aircraft"),
    )


def _why_beyond_reach(view: View, target: UnitView) -> str:
    return first_that_holds(
        (target.side == view.seat, "it is on your own side"),
        (not target.on_map, f"it is {wording.whereabouts(target)}"),
    )


def _why_no_target(view: View, unit: UnitView, target: UnitView) -> str:
    away = _why_beyond_reach(view, target) or ("it is aborted already" if target.aborted else "")
    if away:
        return away
    told = aim(unit, view.weapon, target)
    elsewhere = " in another sector" if view.weapon == Weapon.TORPEDO else ""
    return first_that_holds(
        (told.certain, "its end is certain already"),
        (not told.fits, _why_unfit(view, unit, target)),
        (not told.dice, f"it is out of range: {told.sectors} sectors"),
        (not told.sees, _why_unseen(view, unit, target)),
        (not told.second, f"the second attack must be at another target{elsewhere}"),
        (not view.by_rule(attacks.is_for_extra_dice, unit.number, target.number), "the extra dice are not for it"),
        (told.forced_away, "other aircraft draw the fire of this fighter"),
    )


def _why_unfit(view: View, unit: UnitView, target: UnitView) -> str:
    """What is said of a target that is none for a weapon; some torpedoes are for submarines, if they are near
    (AB.submerged_shot)."""
    weapon, kind = WEAPONS[view.weapon], KINDS[target.kind]
    if target.is_submarine:
        for _, deed in view.scenario.printed.deeds(view.scenario.printed.card(unit.card)):
            if deed["does"] == Effect.SUBMARINES_TOO and deed["weapons"] >> view.weapon & 1:
                near = (
                    f"at most {so_many(deed['reach'], 'sector')} away" if deed["reach"] else "in their own sector alone"
                )
                return f"{weapon} attack a {kind} {near}"
    return f"{weapon} cannot attack {'an' if kind[0] in 'aeiou' else 'a'} {kind}"


def _why_unseen(view: View, unit: UnitView, target: UnitView) -> str:
    """What blocks the line of sight."""
    one, other = unit.place_number, target.place_number
    for end in (view.names.place(one), view.names.place(other)):
        if view.terrain(end.id) == Terrain.ISLAND:
            return f"there is no sight into or out of the island sector {end.name}"
    between = [view.names.place(sector) for sector in view.crossed(one, other)]
    blocks = [f"the smoke in {place.name}" for place in between if view.smoke(place.id)]
    land = [place for place in between if view.crosses_land(one, other, place.number)]  # past it is water (LOS.11)
    for terrain, places in ((Terrain.SQUALL, between), (Terrain.ISLAND, land)):
        blocks += [f"the {TERRAIN[terrain]} in {place.name}" for place in places if view.terrain(place.id) == terrain]
    return f"{blocks[0]} is between" if blocks else "it is out of sight"


def _why_no_prey(view: View, unit: UnitView, target: UnitView) -> str:
    if target.side != view.seat and not target.is_ship:
        return "it is no ship"
    away = view.range(unit.place_number, target.place_number)
    return _why_beyond_reach(view, target) or f"it is {so_many(away, 'sector')} away"


def why_idle(view: View, unit: UnitView) -> str:
    """Why a unit is not asked in this step, as far as one look at it tells."""
    if unit.side != view.seat or unit.gone:
        return "it is gone" if unit.side == view.seat else "the other side acts with it"
    if view.phase == Phase.SEA_MOVEMENT:
        return first_that_holds(
            (unit.is_aircraft, "aircraft do not move in this phase"),
            (not unit.speed, "it may not move this turn"),
            (unit.acted, "it has moved already"),
            (True, "there is no sector that it can enter"),
        )
    if view.phase == Phase.AIR_MISSIONS:
        return first_that_holds(
            (not unit.is_aircraft, "it is no aircraft"),
            (unit.rearming, "it is rearming"),
            (unit.on_map, "it has its mission"),
            (True, "it may not fly now"),
        )
    needed = _NEEDED.get(view.phase, Weapon.MAIN)
    return first_that_holds(
        (not unit.on_map, f"it is {wording.whereabouts(unit)}"),
        (view.phase == Phase.AIR_ATTACK and not unit.is_aircraft, "only aircraft attack in this phase"),
        (view.phase == Phase.SURFACE_ATTACK and not unit.is_ship, "only ships attack in this phase"),
        (view.phase in _NEEDED and needed not in unit.weapons, f"it has no {WEAPONS[needed]}"),
        (unit.acted, "it has acted in this phase"),
        (unit.aborted and view.phase != Phase.AIR_DEFENSE, "it is aborted"),  # who is, still shoots in that phase
        (_holds_its_fire(view, unit), "it repairs a ship, or is under repair, and fires no guns"),
        (True, "it has nothing to attack in this phase"),
    )


def _holds_its_fire(view: View, unit: UnitView) -> bool:
    """Whether a repair keeps its guns from firing (AB.repair)."""
    return bool(view.phase == Phase.SURFACE_ATTACK and (unit.mended or unit.mending != NOBODY))


# --- sectors ---------------------------------------------------------------------------------------------------


def _why_not_sector(view: View, sector: int) -> str:
    unit = view.subject_unit
    if unit is None or view.decision not in _INTO_SECTORS:
        return ""
    if unit.place_number == sector:
        return "it is there already"
    is_open, has_room = way(view, unit.number, sector)
    land = "an island" if view.terrain(view.names.place(sector).id) == Terrain.ISLAND else "a shoal"
    away, moves = view.range(unit.place_number, sector), view.decision == Decision.MOVE_TO
    return first_that_holds(
        (not unit.is_aircraft and not is_open, f"ships and submarines do not enter {land} sector"),
        (not has_room, "there is no room for another of its type"),
        (moves and away > unit.speed, f"it is {away} sectors away; the speed is {unit.speed}"),
        (moves, "the way there is blocked"),
        (True, _OUT_OF_THE_WAY.get(view.decision, "")),
    )


OBSTACLES = Obstacles(_why_not_unit, _why_not_sector, _why_not_sector)
