"""Decisions and the answers to them in words.

Everything here reads games and changes none.  A `game` may be a `View`, an array whose first record is the game, or
such a record.
"""

import re
from collections.abc import Callable
from typing import Any

from aw_env.core.engine.stack import CURSOR
from aw_env.core.said.wording import first_few
from aw_env.games.admirals_war.printed.load import Scenario
from aw_env.games.admirals_war.records.terms import (
    FIRST_BOX,
    FIRST_PLACE_ACTION,
    FIRST_PORT,
    FIRST_UNIT_ACTION,
    Decision,
    Kind,
    Option,
    OptionalRule,
    Role,
    Side,
)
from aw_env.games.admirals_war.rules.options.pearl_harbor_tension import (
    CARIBBEAN_FACE,
    CENTRAL_FACE,
    FACES,
    FREE_FACES,
    HAWAII_FACE,
    MOST_SHIPS,
)
from aw_env.games.admirals_war.rules.war_entry import RAID_FORCE
from aw_env.games.admirals_war.view import UnitView, View, view_of
from aw_env.games.admirals_war.words.wording import (
    POWERS,
    capital,
    place_name,
    possessive,
    the_place,
    unit_name,
    unit_phrase,
)


def describe_decision(scenario: Scenario, game: Any) -> str:
    """A sentence that says who chooses what, about which unit or place."""
    view = view_of(scenario, game)
    if view.decision == Decision.NONE:
        return "The game is over." if view.over else "Nothing is being asked."
    assert view.power is not None, "a decision is somebody's"
    return f"{POWERS[view.power]}: {_QUESTIONS[view.decision](view)}"


def subject_unit(game: View) -> UnitView | None:
    """The unit that the decision is about, or None when it is about a place or nothing."""
    subject = game.subject
    return subject if isinstance(subject, UnitView) else None


def _where(view: View) -> str:
    return the_place(view.scenario, view.asked_unit.place_number)


def _place(view: View) -> str:
    return the_place(view.scenario, view.asked_place.number)


def _area(view: View) -> str:
    """The area that is being resolved; "" where none is."""
    return the_place(view.scenario, view.names.place_number(view.area)) if view.area else ""


def _about(question: str) -> Callable[[View], str]:
    """A question with its unit, the place where the unit is, and the area that is being resolved."""

    def ask(view: View) -> str:
        unit = subject_unit(view)
        filled = {} if unit is None else {"unit": unit_phrase(unit), "where": _where(view)}
        return question.format(**filled, area=_area(view))

    return ask


def _ask_patrol(view: View) -> str:
    ship = unit_phrase(view.asked_unit)
    if view.asked_unit.place_number == RAID_FORCE:
        return f"{ship} in the Pearl Harbor Raid Force: stay there, leave it for port, or sail from there?"
    if view.asked_unit.kind in (Kind.SUBMARINE, Kind.HUNTER_KILLER):
        return f"{ship} in {_where(view)}: to which sea area, or stay in port?"
    if view.asked_unit.at_sea:
        raider = "turn raider, " if view.asked_unit.raider_side else ""
        return f"{ship}, with {_where(view)} as her base: patrol another sea area, {raider}or stay and patrol here?"
    if view.asked_unit.place_number >= FIRST_BOX:
        return f"{ship}, not yet on the map: where does she appear as a patroller, if at all?"
    turn = "turn raider in port, or stay" if view.asked_unit.raider_side else "or stay in port"
    return f"{ship} in {_where(view)}: patrol a sea area, {turn}?"


def _ask_raid(view: View) -> str:
    ship = unit_phrase(view.asked_unit)
    if view.asked_unit.place_number >= FIRST_BOX:
        return f"{ship}, not yet on the map: where does she appear as a raider, if at all?"
    if view.asked_unit.at_sea:
        return f"{ship}, raider with {_where(view)} as her base: raid another sea area, or stay here?"
    return f"{ship}, raider in {_where(view)}: raid a sea area, or stay in port?"


def _ask_action_type(view: View) -> str:
    pursuit = f"the pursuit of {group_phrase(view, view.battle_group)}"
    where = pursuit if view.battle_group else _area(view)
    return f"an air or a surface action in {where}? (Secret until both sides have chosen.)"


def _ask_strike_target(view: View) -> str:
    unit, where = unit_phrase(view.asked_unit), _where(view)
    if view.surprise_round == 0:
        place = the_place(view.scenario, view.asked_unit.state["raid_place"])
        return f"{unit} attacks {place} from {where}: which unit there?"
    if not view.asked_unit.at_sea:
        return f"{unit} in {where} answers the raid: which ship at sea does it attack?"
    book, which = view.scenario.books[0], "first" if view.surprise_round == 1 else "second"
    if view.names.place_number(str(view.area)) != book["raid_area"]:
        return f"{which} surprise attack in {_area(view)}, {unit}: which target, at sea or in a place beside it?"
    port = the_place(view.scenario, FIRST_PORT + int(book["raid_target"]))
    return f"{which} surprise raid on {port}, {unit}: which target?"


def _ask_raid_force(view: View) -> str:
    ship = unit_phrase(view.asked_unit)
    if not int(view.scenario.books[0]["options"]) >> OptionalRule.PEARL_HARBOR_TENSION & 1:
        return f"{ship}: into the Pearl Harbor Raid Force, or stay in port?"
    ships = sum(unit.place_number == RAID_FORCE for unit in view.units)
    return f"{ship}: into the Pearl Harbor Raid Force ({ships} of at most {MOST_SHIPS} ships), or stay in port?"


def _ask_return(view: View) -> str:
    disabled = ", disabled," if view.asked_unit.disabled else ""
    return f"{unit_phrase(view.asked_unit)}{disabled} leaves {_where(view)}: to which port or base?"


def _ask_garrison(view: View) -> str:
    return f"the invasion of {_place(view)}: which defender falls with the invader?"


def _ask_repair(view: View) -> str:
    return f"the shipyard of {_place(view)}: which ship is worked on?"


def _ask_building(view: View) -> str:
    if view.asked_unit.number == view.scenario.books[0]["role"][Role.WESER]:
        return f"the Seydlitz: is she converted to the carrier {view.asked_unit.name}, which arrives on the next turn?"
    return f"{unit_phrase(view.asked_unit)}: is she built in place of a U-boat of this turn?"


def _asked_force(view: View) -> str:
    return capital(force_phrase(view, view.asked_unit))


_QUESTIONS: dict[Decision, Callable[[View], str]] = {
    Decision.PATROL_ORDER: _ask_patrol,
    Decision.AIR_UNIT: _about("which land-based air unit is committed next?"),
    Decision.AIR_ORDER: _about("{unit} in {where}: over which sea area, or stay?"),
    Decision.AMPHIBIOUS_ORDER: _about("{unit} in {where}: to which sea area, or stay?"),
    Decision.RAID_ORDER: _ask_raid,
    Decision.COMBAT_AREA: _about("in which sea area is combat resolved next?"),
    Decision.STRIKE_ORDER: _about("{unit} over {where}: attack a port or base now and go home, or hold?"),
    Decision.STRIKE_TARGET: _ask_strike_target,
    Decision.ACTION_TYPE: _ask_action_type,
    Decision.CARRIER_FIRE: _about("{unit} in {where}: does she fire her guns in this surface action?"),
    Decision.AIR_TARGET: _about("air action in {area}, {unit}: which target?"),
    Decision.SURFACE_TARGET: _about("surface action in {area}, {unit}: which target?"),
    Decision.RETREAT: _about("retreat from {area}, or remain?"),
    Decision.JOIN_GROUP: _about("the retreat from {area}, {unit}: with which group?"),
    Decision.PURSUIT: _about("the pursuit in {area}, {unit}: which group does she pursue, if any?"),
    Decision.AIR_RAID: _about("{unit} in {where}: which enemy port or base does she raid, if any?"),
    Decision.LANDING: _about("{unit} in {where}: land where, or stay at sea?"),
    Decision.GARRISON_LOSS: _ask_garrison,
    Decision.RETURN_TO_BASE: _ask_return,
    Decision.ARRIVAL: _about("{unit} arrives: in which port?"),
    Decision.REPAIR: _ask_repair,
    Decision.MENDING: _about("{unit} in {where}: what is done first?"),
    Decision.RENAMING: _about("{unit}: is she given the name Lützow, before Germany's fleet sails?"),
    Decision.SCRAPPING: _about("{unit}, not yet built: is she scrapped, so that Type XXI boats come sooner?"),
    Decision.BUILDING: _ask_building,
    Decision.SUBMARINE_ATTEMPT: _about("{unit}, raiding in {where}: look for a target now, or wait?"),
    Decision.DIVISION: _about("the die for the groups of uncertain whereabouts: which area has another of its faces?"),
    Decision.NAMING: _about("{unit} stays off Pearl Harbor: what will she attack, before the other groups appear?"),
    Decision.INTERCEPTION: _about("air action in {area}, {unit}: which attacker do her fighters meet, if any?"),
    Decision.KAMIKAZE: _about("{unit} in {where}: is its attack in this air action a kamikaze attack?"),
    Decision.TRANSFER: _about("the war in Europe is over: which ship is sent to the Pacific next, if any?"),
    Decision.TRANSFER_PLACE: _about("{unit} is sent to the Pacific: to which base?"),
    Decision.CATAPULT: _about("is Operation Catapult launched against the French fleet?"),
    Decision.CATAPULT_TARGET: _about("Operation Catapult, {unit} in {where}: at which ship or unit does it fire?"),
    Decision.LILA: _about("is Operation Lila launched now, to seize the French ships?"),
    Decision.LILA_PLACE: _about("{unit} has been seized: to which port?"),
    Decision.SECRET_MOVEMENT: _about("movement."),
    Decision.SECRET_COMBAT: _about("combat."),
    Decision.ITALIAN_WAR: _about("does Italy go to war now, or stay neutral for this turn?"),
    Decision.TASK_FORCES: lambda view: f"the battle in {_place(view)}: how are your units grouped into task forces?",
    Decision.JOIN_TASK_FORCE: _about("task forces in {area}, {unit}: in which?"),
    Decision.INTENTION: lambda view: f"{_asked_force(view)}: what does it do in this round?",
    Decision.JOIN_ACTION: lambda view: f"{_asked_force(view)} has not been sighted: into the surface action?",
    Decision.RAID_FORCE: _ask_raid_force,
    Decision.SAIL_FOR_PEARL_HARBOR: _about(
        "does the Pearl Harbor Raid Force sail for the Hawaiian Islands, which is war, or wait?"
    ),
    Decision.HUNTING_NAVY: lambda view: f"whose ships hunt submarines in {_place(view)}, the British or the American?",
    Decision.WITHDRAWAL: _about("{unit} is to be withdrawn, and is lost: who leaves instead?"),
    Decision.INVERSION: _about("{unit} in {where}: turn raider, or stay a patroller?"),
    Decision.SUBMARINE_TARGET: _about("{unit}, raiding in {where}: attack which ship or amphibious unit, or wait?"),
    Decision.ASW_LOSS: _about("anti-submarine warfare in {area}: which of your units is lost or driven off?"),
    Decision.TRADE_RAIDER: _about("merchants in {area}: which of your Hilfskreuzers gains the point, and may refuel?"),
}

# --- actions -------------------------------------------------------------------------------------------

_OPTION_WORDS: dict[Option, str] = {
    Option.STAY: "stay in port",
    Option.TURN_RAIDER: "turn raider",
    Option.TRANSFER: "transfer to the other theatre",
    Option.HOLD: "hold fire",
    Option.AIR: "air action",
    Option.SURFACE: "surface action",
    Option.FIRE: "fire her guns",
    Option.SILENT: "keep silent",
    Option.RETREAT: "retreat",
    Option.REMAIN: "remain",
    Option.NEW_GROUP: "a new group",
    Option.NO_PURSUIT: "do not pursue",
    Option.WAIT: "wait, and appear as a raider",
    Option.DECLINE: "never appear",
    Option.BRITISH: "the British",
    Option.AMERICAN: "the Americans",
    Option.INVERT: "turn raider",
    Option.DAMAGE: "a point of damage",
    Option.OVERHAUL: "a point of overhaul",
    Option.YES: "yes",
    Option.NO: "no",
    Option.CONVERT: "the conversion",
    Option.UNCERTAIN: "a ship of an uncertain group",
    Option.TOGETHER: "all in one task force",
    Option.AS_BEFORE: "as before",
    Option.DIVIDE: "unit by unit",
    Option.LAND: "land",
    Option.SEARCH: "search",
    Option.HIDE: "hide",
}
_OPTION_WORDS_IN: dict[tuple[Decision, Option], str] = {
    (Decision.LANDING, Option.STAY): "stay at sea",
    (Decision.RETURN_TO_BASE, Option.STAY): "refuel and stay at sea",
    (Decision.INVERSION, Option.STAY): "stay a patroller",
    (Decision.SUBMARINE_TARGET, Option.HOLD): "wait",
    (Decision.SUBMARINE_ATTEMPT, Option.HOLD): "wait",
    (Decision.SUBMARINE_ATTEMPT, Option.YES): "look for a target",
    (Decision.INTERCEPTION, Option.HOLD): "meet nobody",
    (Decision.JOIN_TASK_FORCE, Option.NEW_GROUP): "a new task force",
    (Decision.JOIN_ACTION, Option.YES): "join the action",
    (Decision.JOIN_ACTION, Option.NO): "stay out",
    (Decision.ITALIAN_WAR, Option.YES): "war",
    (Decision.ITALIAN_WAR, Option.NO): "neutral",
    (Decision.TRANSFER, Option.HOLD): "no more ships",
    (Decision.STRIKE_ORDER, Option.HOLD): "do not attack",
    (Decision.AIR_RAID, Option.HOLD): "no raid",
    (Decision.SAIL_FOR_PEARL_HARBOR, Option.STAY): "wait",
    (Decision.REPAIR, Option.HOLD): "no more repairs",
}


_AIMS = (
    Decision.AIR_TARGET,
    Decision.SURFACE_TARGET,
    Decision.STRIKE_TARGET,
    Decision.NAMING,
    Decision.CATAPULT_TARGET,
)


def describe_action(scenario: Scenario, game: Any, action: int) -> str:
    """An answer to the decision that the game waits for, in a few words."""
    view = view_of(scenario, game)
    if action < FIRST_PLACE_ACTION:
        return _describe_option(view, action)
    if action < FIRST_UNIT_ACTION:
        return _describe_place(view, action - FIRST_PLACE_ACTION)
    return _describe_unit(view, action - FIRST_UNIT_ACTION)


def describe_briefly(view: View, action: int) -> str:
    """The same without what is said of a unit or group in brackets: "attack Akagi"."""
    words = describe_action(view.scenario, view, action)
    return words if action < FIRST_UNIT_ACTION else _LAST_BRACKETS.sub("", words)


_LAST_BRACKETS = re.compile(r" \([^()]*(\([^()]*\)[^()]*)*\)$")
"""Brackets at the end, with what is in brackets inside them."""


def _describe_option(view: View, option: int) -> str:
    if option not in set(Option):
        return f"option {option}"
    if option == Option.STAY and view.decision in (Decision.PATROL_ORDER, Decision.RAID_ORDER):
        if view.asked_unit.at_sea:
            return "stay here"
        if view.decision == Decision.PATROL_ORDER and view.asked_unit.place_number == RAID_FORCE:
            return "stay in the raid force"
    return _OPTION_WORDS_IN.get((view.decision, Option(option)), _OPTION_WORDS[Option(option)])


def _describe_place(view: View, place: int) -> str:
    name = place_name(view.scenario, place)
    if view.decision == Decision.STRIKE_ORDER:
        return f"attack {name}"
    if view.decision == Decision.AIR_RAID:
        return f"raid {name}"
    if view.decision == Decision.INTENTION:
        return f"attack {name}"
    known = view.names.places[place]
    if view.decision == Decision.LANDING and known is not None and known.kind in ("port", "base"):
        owner = view.owner(known.id)
        friendly = owner is not None and owner & 1 == view.asked_unit.side
        if view.asked_unit.kind == Kind.SHIP:
            return f"take {name}"
        return f"land on {name}" if friendly else f"invade {name}"
    return name


def forces_in(view: View, area: int) -> str:
    """Who is in a sea area, side by side: "Hood, Norfolk against Bismarck"; of many the first few."""
    units = view.units_in(view.names.place(area).id)
    sides = [[unit.name for unit in units if unit.side == side] for side in Side]
    return " against ".join(first_few(names) for names in sides if names) or "nobody"


def faces_so_far(view: View, area: int) -> str:
    """The faces of the die that an area has while they are given away, which only their owner may know (§23.21)."""
    book = view.scenario.books[0]
    given = int(view.record["frames"][view.record["depth"] - 1][CURSOR])
    central, hawaii = (max(1, int(view.record[field])) for field in ("faces_central", "faces_hawaii"))
    areas = (int(book["uncertain_areas"][face]) for face in (CENTRAL_FACE, HAWAII_FACE, CARIBBEAN_FACE))
    faces = (central, hawaii, FACES - FREE_FACES + given - central - hawaii)
    return f"{dict(zip(areas, faces, strict=True)).get(area, 0)} of {FACES} so far"


def _describe_unit(view: View, number: int) -> str:
    unit = view.units_by_number.get(number)
    if unit is None:
        return unit_name(view.scenario, number) if number < len(view.names.units) else f"unit {number}"
    if view.decision == Decision.SUBMARINE_TARGET:
        return f"attack {unit_phrase(unit, 'disabled' if unit.disabled else '')}"
    if view.decision in _AIMS:
        attackers = unit.attackers
        if view.decision == Decision.NAMING:  # not yet an attack
            attackers = sum(other.target == number for other in view.units)
        aimed = f"{attackers} aim{'s' if attackers == 1 else ''} at it" if attackers else ""
        return f"attack {unit_phrase(unit, aimed)}"
    if view.decision == Decision.JOIN_GROUP:
        return f"join {group_phrase(view, unit.group, placed_before=view.asked_unit.number)}"
    if view.decision in (Decision.TASK_FORCES, Decision.JOIN_TASK_FORCE):
        return f"join {force_phrase(view, unit)}"
    if view.decision == Decision.PURSUIT:
        return f"pursue {group_phrase(view, unit.group)}"
    if view.decision in (Decision.GARRISON_LOSS, Decision.ASW_LOSS):
        return f"lose {unit_phrase(unit)}"
    if view.decision == Decision.REPAIR:
        return f"{'repair' if unit.damage or unit.overhaul else 'convert'} {unit_phrase(unit)}"
    return unit_phrase(unit)


def force_phrase(view: View, unit: UnitView) -> str:
    """A unit's task force by its number and members (§29.1): "task force 2 (Hood, Norfolk)"."""
    units = [] if view.area is None else view.units_in(view.area)
    members = [other for other in units if other.task_force == unit.task_force and other.side == unit.side]
    return f"task force {unit.task_force} ({', '.join(member.name for member in members)})"


def group_phrase(view: View, group: int, placed_before: int | None = None) -> str:
    """A retreating group by its first unit, with members and speed (§8.22): "Kaga's group (Kaga, Akagi; speed 6)".

    placed_before: while groups form, the unit that is asked: units after it in roster order have no group yet.
    """
    units = [] if view.area is None else view.units_in(view.area)
    members = [unit for unit in units if unit.group == group and unit.side == view.retreating]
    if placed_before is not None:
        members = [unit for unit in members if unit.number < placed_before]
    if not members:
        return f"group {group}"
    names, speed = ", ".join(unit.name for unit in members), min(unit.speed for unit in members)
    return f"{possessive(members[0].name)} group ({names}; speed {speed})"
