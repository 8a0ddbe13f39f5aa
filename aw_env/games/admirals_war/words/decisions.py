"""Decisions and the answers to them in words: one table of what is asked, one of the options.

Everything here reads games and changes none.  A `game` may be a `View`, an array whose first record is the game, or
such a record.
"""

from typing import Any

from aw_env.core.config.folder import configs_folder
from aw_env.core.declare.decisions import Mark
from aw_env.core.engine.layout import CURSOR
from aw_env.core.rooms.phrases import asked_in
from aw_env.core.said.decisions import ATTACKING, Asked, DecisionWords, spoken_of
from aw_env.core.said.naming import place_name
from aw_env.core.said.understanding import Understanding
from aw_env.core.said.wording import capital, possessive
from aw_env.games.admirals_war.records.terms import (
    FIRST_BOX,
    FIRST_PLACE_ACTION,
    FIRST_PORT,
    FIRST_UNIT_ACTION,
    Decision,
    Kind,
    Option,
    OptionalRule,
    Power,
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
from aw_env.games.admirals_war.words import matters
from aw_env.games.admirals_war.words.battle import odds_at, sensible_type
from aw_env.games.admirals_war.words.obstacles import OBSTACLES
from aw_env.games.admirals_war.words.wording import POWERS, TERMS, the_place, unit_phrase
from aw_env.naval.words import forces_in

# --- questions that depend on the position -------------------------------------------------------------


def _ask_patrol(view: View) -> str:
    ship = view.asked_unit
    if ship.place_number == RAID_FORCE:
        return "{unit} in the Pearl Harbor Raid Force: stay there, leave it for port, or sail from there?"
    if ship.kind in (Kind.SUBMARINE, Kind.HUNTER_KILLER):
        return "{unit} in {where}: to which sea area, or stay in port?"
    if ship.at_sea:
        raider = "turn raider, " if ship.raider_side else ""
        return "{unit}, with {where} as her base: patrol another sea area, " + raider + "or stay and patrol here?"
    if ship.place_number >= FIRST_BOX:
        return "{unit}, not yet on the map: where does she appear as a patroller, if at all?"
    turn = "turn raider in port, or stay" if ship.raider_side else "or stay in port"
    return "{unit} in {where}: patrol a sea area, " + turn + "?"


def _ask_raid(view: View) -> str:
    if view.asked_unit.place_number >= FIRST_BOX:
        return "{unit}, not yet on the map: where does she appear as a raider, if at all?"
    if view.asked_unit.at_sea:
        return "{unit}, raider with {where} as her base: raid another sea area, or stay here?"
    return "{unit}, raider in {where}: raid a sea area, or stay in port?"


def _ask_action_type(view: View) -> str:
    where = f"the pursuit of {group_phrase(view, view.battle_group)}" if view.battle_group else "{area}"
    return f"an air or a surface action in {where}? (Secret until both sides have chosen.)"


def _ask_strike_target(view: View) -> str:
    if view.surprise_round == 0:
        place = the_place(view.scenario, view.asked_unit.state["raid_place"])
        return f"{{unit}} attacks {place} from {{where}}: which unit there?"
    if not view.asked_unit.at_sea:
        return "{unit} in {where} answers the raid: which ship at sea does it attack?"
    book, which = view.scenario.books[0], "first" if view.surprise_round == 1 else "second"
    if view.names.place_number(str(view.area)) != book["raid_area"]:
        return which + " surprise attack in {area}, {unit}: which target, at sea or in a place beside it?"
    port = the_place(view.scenario, FIRST_PORT + int(book["raid_target"]))
    return f"{which} surprise raid on {port}, {{unit}}: which target?"


def _ask_raid_force(view: View) -> str:
    if not int(view.scenario.books[0]["options"]) >> OptionalRule.PEARL_HARBOR_TENSION & 1:
        return "{unit}: into the Pearl Harbor Raid Force, or stay in port?"
    ships = sum(unit.place_number == RAID_FORCE for unit in view.units)
    return f"{{unit}}: into the Pearl Harbor Raid Force ({ships} of at most {MOST_SHIPS} ships), or stay in port?"


def _ask_return(view: View) -> str:
    return "{unit}" + (", disabled," if view.asked_unit.disabled else "") + " leaves {where}: to which port or base?"


def _ask_building(view: View) -> str:
    if view.asked_unit.number == view.scenario.books[0]["role"][Role.WESER]:
        return f"the Seydlitz: is she converted to the carrier {view.asked_unit.name}, which arrives on the next turn?"
    return "{unit}: is she built in place of a U-boat of this turn?"


def _asked_force(view: View) -> str:
    return capital(force_phrase(view, view.asked_unit))


# --- answers that do ---------------------------------------------------------------------------------------------


def _stay(view: View) -> str:
    if view.asked_unit.at_sea:
        return "stay here"
    return "stay in the raid force" if view.asked_unit.place_number == RAID_FORCE else "stay in port"


def _stay_raiding(view: View) -> str:
    return "stay here" if view.asked_unit.at_sea else "stay in port"


def _work_on(view: View, unit: UnitView) -> str:
    return f"{'repair' if unit.damage or unit.overhaul else 'convert'} {unit_phrase(unit)}"


def _join_force(view: View, unit: UnitView) -> str:
    return f"join {force_phrase(view, unit)}"


def _land(view: View, place: int) -> str:
    name, known = place_name(view, place), view.names.places[place]
    if known is None or known.kind not in ("port", "base"):
        return name
    owner = view.owner(known.id)
    friendly = owner is not None and owner & 1 == view.asked_unit.side
    verb = "take" if view.asked_unit.kind == Kind.SHIP else "land on" if friendly else "invade"
    return f"{verb} {name}"


def _aim(view: View, unit: UnitView) -> str:
    return _attack(unit, unit.attackers)


def _aim_ahead(view: View, unit: UnitView) -> str:
    """The same where targets are named for an attack to come (§23.41)."""
    return _attack(unit, sum(other.target == unit.number for other in view.units))


def _attack(unit: UnitView, attackers: int) -> str:
    aimed = f"{attackers} aim{'s' if attackers == 1 else ''} at it" if attackers else ""
    return f"attack {unit_phrase(unit, aimed)}"


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


# --- what there is to know of a choice ---------------------------------------------------------------------------


def faces_so_far(view: View, area: int) -> str:
    """The faces of the die that an area has while they are given away, which only their owner may know (§23.21)."""
    book = view.scenario.books[0]
    given = int(view.record["frames"][view.record["depth"] - 1][CURSOR])
    central, hawaii = (max(1, int(view.record[field])) for field in ("faces_central", "faces_hawaii"))
    areas = (int(book["uncertain_areas"][face]) for face in (CENTRAL_FACE, HAWAII_FACE, CARIBBEAN_FACE))
    faces = (central, hawaii, FACES - FREE_FACES + given - central - hawaii)
    return f"{dict(zip(areas, faces, strict=True)).get(area, 0)} of {FACES} so far"


def _faces(game: Any, view: View, action: int, alone: bool) -> str:
    return faces_so_far(view, action - FIRST_PLACE_ACTION) if alone else ""


def _rolls(game: Any, view: View, action: int) -> bool:
    """Whether a destination takes a speed roll, found by trying it on a copy (§6.2)."""
    unit = view.asked_unit
    if unit is None or not FIRST_PLACE_ACTION <= action < FIRST_UNIT_ACTION:
        return False
    trial = game.clone(reseed=0)
    trial.apply(action)
    rolls = [subjects[0] for kind, subjects, _, _ in trial.events() if kind == "speed_roll"]
    return bool(trial.view().units_by_number[unit.number].state["steps"]) or unit.name in rolls


def chance(game: Any, action: int) -> float:
    """How likely the unit that is asked passes the speed roll that an answer takes, if it takes one."""
    view = game.view(game.seat)
    if not _rolls(game, view, action):
        return 1.0
    unit = view.asked_unit
    assumed = int(game.rules.scenario.books["assumed_speed_die"][0, unit.power])
    return float(unit.speed > assumed) if assumed else min(max(unit.speed - 1, 0), 6) / 6


def _speed_roll(game: Any, view: View, action: int, alone: bool) -> str:
    """What the rules make of a destination."""
    if not _rolls(game, view, action):
        return ""
    unit = view.asked_unit
    assumed = int(game.rules.scenario.books["assumed_speed_die"][0, unit.power])
    if unit.speed > 6 or unit.speed == 1:
        return f"speed roll {'passes' if unit.speed > 6 else 'fails'}"
    if assumed:
        return f"speed roll taken as {assumed}: {'passes' if unit.speed > assumed else 'fails'}"
    return f"speed roll: {unit.speed - 1} or less"


# --- what nobody can take back -----------------------------------------------------------------------------------


def _to_sea(view: View, action: int) -> str:
    """A Japanese unit under an Allied flag is war (§19.41); who does not come when the game begins never does (M.1)."""
    if action == Option.DECLINE:
        return "out of the game"
    if not FIRST_PLACE_ACTION <= action < FIRST_UNIT_ACTION or view.record["hostilities"]:
        return ""
    area = view.names.places[action - FIRST_PLACE_ACTION]
    enters = area.kind == "area" and view.flag(area.id) == Side.ALLIES
    return "Japan goes to war" if enters and view.asked_unit.power == Power.JAPANESE else ""


def _sent_at_once(view: View, action: int) -> str:
    """The nations place their air units in turn, each when it is named (§12.11)."""
    return "for the whole turn" if action == Option.STAY else "sent at once"


# --- the tables --------------------------------------------------------------------------------------------------

MATTERS = {
    "before_the_war": matters.before_the_war,
    "as_the_war_begins": matters.as_the_war_begins,
    "paratroops": matters.paratroops,
    "in_both_theatres": matters.in_both_theatres,
    "in_the_pacific": matters.in_the_pacific,
    "in_the_atlantic": matters.in_the_atlantic,
    "task_forces": matters.played_with(OptionalRule.TASK_FORCES),
    "tension": matters.played_with(OptionalRule.PEARL_HARBOR_TENSION),
    "warning": matters.played_with(OptionalRule.TORA_TORA),
    "retreat_rolls": matters.played_with(OptionalRule.ITALIAN_INEFFECTIVENESS),
    "french": matters.french,
    "oilers": matters.oilers,
}
"""What `words.toml` tells besides, by the names that stand there."""
WORKED_OUT: dict[Decision, dict[str, Any]] = {
    Decision.PATROL_ORDER: {
        "question": _ask_patrol,
        "options": {Option.STAY: _stay},
        "note": _speed_roll,
        "for_good": _to_sea,
    },
    Decision.AIR_ORDER: {"for_good": _sent_at_once},
    Decision.AMPHIBIOUS_ORDER: {"for_good": _to_sea},
    Decision.RAID_ORDER: {
        "question": _ask_raid,
        "options": {Option.STAY: _stay_raiding},
        "note": _speed_roll,
        "for_good": _to_sea,
    },
    Decision.COMBAT_AREA: {"of_place": forces_in},
    Decision.STRIKE_TARGET: {"question": _ask_strike_target, "unit": _aim},
    Decision.ACTION_TYPE: {"question": _ask_action_type, "sensible": sensible_type},
    Decision.AIR_TARGET: {"unit": _aim, "of_unit": odds_at},
    Decision.SURFACE_TARGET: {"unit": _aim, "of_unit": odds_at},
    Decision.JOIN_GROUP: {
        "unit": lambda view, unit: f"join {group_phrase(view, unit.group, placed_before=view.asked_unit.number)}"
    },
    Decision.PURSUIT: {"unit": lambda view, unit: f"pursue {group_phrase(view, unit.group)}"},
    Decision.LANDING: {"place": _land},
    Decision.RETURN_TO_BASE: {"question": _ask_return},
    Decision.RAID_FORCE: {"question": _ask_raid_force},
    Decision.REPAIR: {"unit": _work_on},
    Decision.SUBMARINE_TARGET: {
        "unit": lambda view, unit: f"attack {unit_phrase(unit, 'disabled' if unit.disabled else '')}"
    },
    Decision.BUILDING: {"question": _ask_building},
    Decision.DIVISION: {"note": _faces},
    Decision.NAMING: {"unit": _aim_ahead},
    Decision.CATAPULT_TARGET: {"unit": _aim},
    Decision.TASK_FORCES: {"unit": _join_force},
    Decision.JOIN_TASK_FORCE: {"unit": _join_force},
    Decision.INTENTION: {"question": lambda view: f"{_asked_force(view)}: what does it do in this round?"},
    Decision.JOIN_ACTION: {
        "question": lambda view: f"{_asked_force(view)} has not been sighted: into the surface action?"
    },
}
"""What of its questions is no text."""
DECISIONS: dict[Decision, Asked] = {
    Decision.NONE: Asked("", ("5.75",), "Nothing is asked: the game has ended."),
    **asked_in(configs_folder() / "admirals_war" / "words.toml", Decision, Option, WORKED_OUT, MATTERS),
}
WORDS = DecisionWords(
    DECISIONS,
    TERMS.options,
    first_place=FIRST_PLACE_ACTION,
    first_unit=FIRST_UNIT_ACTION,
    view_of=view_of,
    who=lambda view: POWERS[view.power],
    the_place=the_place,
    unit_phrase=unit_phrase,
    orders='"all to PLACE", "UNIT, UNIT to PLACE", "rest stay"',
    verbs=("", *spoken_of(*ATTACKING, "pursue ", "join ")),
    also={RAID_FORCE: ("join",)},
)
UNDERSTANDING = Understanding(WORDS, Option.those(Mark.QUIET), OBSTACLES)
describe_action, describe_decision = WORDS.describe_action, WORDS.describe_decision
action_named = UNDERSTANDING.action_meant
