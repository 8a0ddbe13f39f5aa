"""Decisions and the answers to them in words: one table of what is asked, one of the options.

Everything here reads games and changes none.  A `game` may be a `View`, an array whose first record is the game, or
such a record.
"""

from typing import Any

from aw_env.core.declare.decisions import Mark
from aw_env.core.engine.layout import CURSOR
from aw_env.core.said.decisions import ATTACKING, Asked, Besides, DecisionWords, spoken_of
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
from aw_env.naval.words import next_area

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

_ATTACKS = '"all attack TARGET", "UNIT, UNIT attack TARGET"'
_WITH_TENSION = matters.played_with(OptionalRule.PEARL_HARBOR_TENSION)
_WITH_WARNING = matters.played_with(OptionalRule.TORA_TORA)
_WITH_TASK_FORCES = matters.played_with(OptionalRule.TASK_FORCES)
_WITH_RETREAT_ROLLS = matters.played_with(OptionalRule.ITALIAN_INEFFECTIVENESS)

DECISIONS: dict[Decision, Asked] = {
    Decision.NONE: Asked(
        "",
        ("5.75",),
        "Nothing is asked: the game has ended.",
    ),
    Decision.PATROL_ORDER: Asked(
        _ask_patrol,
        ("5.31", "6.11", "6.12", "6.21", "6.23", "6.3", "17.21"),
        "Only patrollers and land-based air can win control of an area. A patroller enters one area that touches its "
        "port; a second one takes a speed roll after all ships have been given orders (the speed must be higher than "
        "the die), and a ship that fails gets there as a raider. Nobody sails on through an area under an enemy "
        "flag, so areas behind one are missing. A ship that turns raider stays in port for now: it sails later, up to "
        "three areas, and sees first where everyone has gone. Disabled ships and ships on the bottom are not asked.",
        besides=(
            Besides(
                matters.before_the_war,
                ("19.3", "19.41", "19.42", "19.5"),
                "Until Japan attacks, some US ships stay in port and those in the Atlantic roll to move; Allies keep "
                "out of areas that Japan controls, and Japan out of theirs unless it means war. Fast Japanese ships in "
                "Yokosuka may join the Pearl Harbor Raid Force.",
            ),
            Besides(_WITH_TENSION, ("23.1",), "With §23 that force takes ten ships at most."),
        ),
        options={Option.STAY: _stay},
        note=_speed_roll,
        for_good=_to_sea,
    ),
    Decision.AIR_UNIT: Asked(
        "which land-based air unit is committed next?",
        ("12.11", "12.13"),
        "The nations take turns, one air unit at a time; which of yours comes next is your choice.",
        besides=(Besides(matters.paratroops, ("13.6",), "Paratroops are placed like an air unit."),),
    ),
    Decision.AIR_ORDER: Asked(
        "{unit} in {where}: over which sea area, or stay?",
        ("12.12", "12.121", "12.122", "12.5"),
        "An air unit may be put over any area of its theatre that touches a port or base of your side, whatever the "
        "distance and whoever controls the area. It counts for control if it is still there at the end.",
        besides=(
            Besides(
                matters.in_both_theatres,
                ("12.123", "12.124"),
                "Only Allied units may change theatre, and sit out a turn for it.",
            ),
        ),
        for_good=_sent_at_once,
    ),
    Decision.AMPHIBIOUS_ORDER: Asked(
        "{unit} in {where}: to which sea area, or stay?",
        ("5.34", "6.3", "6.41", "13.1"),
        "An amphibious unit enters one or two areas without a roll, never a third, and stops under an enemy flag. "
        "It does not fight and does not count for control; it lands after a combat round or at the end of the turn.",
        for_good=_to_sea,
    ),
    Decision.RAID_ORDER: Asked(
        _ask_raid,
        ("5.35", "6.13", "6.22", "6.3", "17.21"),
        "A raider enters two areas freely and a third with a speed roll; if that fails it must go straight home. It "
        "stops under an enemy flag. Raiders fight like patrollers, but do not count for control. Only ships that "
        "turned raider in port during the patrolling step are asked.",
        options={Option.STAY: lambda view: "stay here" if view.asked_unit.at_sea else "stay in port"},
        note=_speed_roll,
        for_good=_to_sea,
    ),
    Decision.COMBAT_AREA: next_area(
        ("7.1", "7.12", "7.13"),
        "The nations take turns choosing the next area in their own theatre. Areas without units and areas already "
        "resolved are missing. An area with units of one side only may be chosen too: its carriers may raid and its "
        "amphibious units may land.",
    ),
    Decision.STRIKE_ORDER: Asked(
        "{unit} over {where}: attack a port or base now and go home, or hold?",
        ("12.4", "12.41", "12.44"),
        "Before combat at sea an air unit may attack an enemy port or base that touches its area. It makes one attack "
        "and returns to base, so it neither fights nor counts for control here. Places without units are missing: "
        "there is nothing to attack.",
        besides=(
            Besides(
                matters.paratroops,
                ("13.6",),
                "Paratroops may be sent to any enemy base, and invade it after these attacks.",
            ),
        ),
        options={Option.HOLD: "do not attack"},
        place="attack",
        example='"all attack PLACE", "UNIT, UNIT attack PLACE", "rest hold"',
        standing=("do not attack",),
    ),
    Decision.STRIKE_TARGET: Asked(
        _ask_strike_target,
        ("9.23", "9.24", "9.32", "9.33", "9.34", "9.35"),
        "Targets are the ships, air and amphibious units in the place. Nobody shoots back and nothing is disabled. "
        "Ships in port sink only above twice their armor; before that they rest on the bottom. Each attacker has one "
        "target, and all are named before any die rolls.",
        besides=(
            Besides(
                matters.as_the_war_begins,
                ("19.7", "19.8"),
                "In the surprise raids on Pearl Harbor targets are ships and air units only, in the surprise attacks "
                "in Indonesia those at sea there as well.",
            ),
            Besides(
                _WITH_TENSION,
                ("23.31", "23.32"),
                "With §23 the air unit of Pearl Harbor answers the second raid, and each shot of the first is one "
                "better, even against aircraft.",
            ),
            Besides(_WITH_WARNING, ("24.1",), "The dice of the warning of §24 roll after targets are named, too."),
        ),
        unit=_aim,
        example=f'{_ATTACKS}, "rest hold"',
    ),
    Decision.ACTION_TYPE: Asked(
        _ask_action_type,
        ("7.22", "7.222", "7.223", "7.224", "7.226", "7.232", "7.24"),
        "If the sides want the same, that is fought; otherwise the higher die decides, and a tie gives an air action "
        "and then a surface action. +1 for the control flag, +1 for land-based air in the area. Either may be chosen, "
        "even if you can do nothing in it. A purely surface round before a retreat sends all land-based air home.",
        besides=(
            Besides(matters.in_the_pacific, (), "In the Pacific +1 for wanting air."),
            Besides(matters.in_the_atlantic, (), "In the Atlantic +1 for wanting a surface action."),
        ),
        standing=(
            "air",
            "surface",
        ),
        sensible=sensible_type,
    ),
    Decision.CARRIER_FIRE: Asked(
        "{unit} in {where}: does she fire her guns in this surface action?",
        ("7.32", "7.321", "7.322"),
        "A carrier may use her guns in a surface action, but one that fires may be attacked like any other ship; a "
        "silent one only by a side that attacks every firing ship as well. The side that fires second says first. "
        "Silence is missing after two rounds without a shot, unless a ship with guns that is no carrier will fire.",
        example='"all fire", "rest silent"',
        standing=(
            "silent",
            "fire",
        ),
    ),
    Decision.AIR_TARGET: Asked(
        "air action in {area}, {unit}: which target?",
        ("7.31", "7.331", "7.332", "7.43", "12.24"),
        "Aircraft may attack any enemy ship, air unit or amphibious unit at sea here, and may hold fire, but not after "
        "two rounds without a shot, unless a ship with guns that is no carrier will fire in this round. Each attacker "
        "has one target. 5 disables (not air units), 6 or more hits; a bonus does not count against air units. Units "
        "in port are missing: they are attacked by raids.",
        besides=(
            Besides(_WITH_TASK_FORCES, ("29.51",), "So are task forces that have not been sighted."),
            Besides(
                _WITH_TENSION,
                ("23.41",),
                "Off Pearl Harbor a carrier that has waited for the uncertain groups (§23) may attack only "
                "their ships.",
            ),
        ),
        unit=_aim,
        of_unit=odds_at,
        example=f'{_ATTACKS}, "rest hold"',
    ),
    Decision.SURFACE_TARGET: Asked(
        "surface action in {area}, {unit}: which target?",
        ("7.32", "7.321", "7.322", "7.323", "7.324", "7.331"),
        "A ship with guns must fire at something. Firing ships may be attacked freely. A silent carrier may be "
        "attacked only if your side also attacks every firing ship, and an amphibious unit only if it attacks every "
        "ship; so these are missing when too few of your ships are left to aim. A target may also be missing because "
        "an earlier attacker has already committed your side to attack others. Air units are no targets.",
        besides=(Besides(_WITH_TASK_FORCES, ("29.52",), "Of task forces only those in the action count."),),
        unit=_aim,
        of_unit=odds_at,
        example=_ATTACKS,
    ),
    Decision.RETREAT: Asked(
        "retreat from {area}, or remain?",
        ("8.11", "8.13", "8.2", "8.25"),
        "After a round each side says whether it retreats. Who retreats loses its air units here for the turn, its "
        "patrollers turn raider, and the other side may pursue with ships that are fast enough. Who remains keeps "
        "fighting, or keeps the area.",
        besides=(
            Besides(
                matters.as_the_war_begins,
                ("19.71", "19.75", "19.76", "19.762"),
                "At Pearl Harbor nobody is pursued who leaves between the raids and the first round after them. The "
                "Japanese have fuel for two such rounds.",
            ),
            Besides(
                _WITH_WARNING, ("24.62",), "With §24 they have it for one more in place of each raid that was lost."
            ),
            Besides(_WITH_RETREAT_ROLLS, ("37.2",)),
        ),
        standing=(
            "retreat",
            "remain",
        ),
    ),
    Decision.JOIN_GROUP: Asked(
        "the retreat from {area}, {unit}: with which group?",
        ("8.22", "8.32", "8.37"),
        "A retreating side divides into groups, each as fast as its slowest member: slow ships alone may be caught "
        "while the fast ones get away. A unit joins the group of one that is already placed or starts a new one. "
        "Groups never join again.",
        unit=lambda view, unit: f"join {group_phrase(view, unit.group, placed_before=view.asked_unit.number)}",
        example='"all join UNIT", "UNIT, UNIT to UNIT"',
        standing=("by speed",),
    ),
    Decision.PURSUIT: Asked(
        "the pursuit in {area}, {unit}: which group does she pursue, if any?",
        ("8.23", "8.25", "8.33", "9.22"),
        "A ship may pursue a group if it is at least as fast as the group's slowest member; faster groups are missing. "
        "A ship that does not pursue now cannot do so later this turn. A carrier that pursues cannot raid afterwards.",
        unit=lambda view, unit: f"pursue {group_phrase(view, unit.group)}",
        example='"all pursue UNIT", "rest none"',
        standing=(
            "pursue",
            "no pursuit",
        ),
    ),
    Decision.AIR_RAID: Asked(
        "{unit} in {where}: which enemy port or base does she raid, if any?",
        ("9.1", "9.22", "9.23", "9.25", "9.26"),
        "When combat is over, carriers of the side that is left may attack enemy ports and bases that touch the area, "
        "one place each. Carriers that pursued a group are not asked.",
        besides=(Besides(matters.in_the_atlantic, (), "Nor are patrolling ones in the Atlantic."),),
        options={Option.HOLD: "no raid"},
        place="raid",
        example='"all to PLACE", "rest no raid"',
        standing=("no raid",),
    ),
    Decision.LANDING: Asked(
        "{unit} in {where}: land where, or stay at sea?",
        ("13.3", "13.4", "13.41", "13.43"),
        "An amphibious unit may land on a friendly port or base, or invade an enemy or uncontrolled base that touches "
        "its area; enemy ports cannot be invaded. The invader is spent: it takes the base, or one defender with it. "
        "Units that retreated or were disabled this turn are not asked.",
        besides=(
            Besides(
                _WITH_TASK_FORCES, ("29.53",), "Of task forces, until combat there is over, only those that land are."
            ),
            Besides(
                matters.french,
                ("18.36",),
                "A French patrolling ship may take Diego Suarez or Noumea while nobody holds it; she stays at sea and "
                "returns there.",
            ),
        ),
        options={Option.STAY: "stay at sea"},
        place=_land,
        example='"all to PLACE", "rest stay at sea"',
    ),
    Decision.GARRISON_LOSS: Asked(
        "the invasion of {place}: which defender falls with the invader?",
        ("13.43",),
        "The invader takes one of the landed defenders with it, and their owner says which; of partners the one who "
        "leads in the theatre.",
        unit="lose",
    ),
    Decision.RETURN_TO_BASE: Asked(
        _ask_return,
        ("10.1", "2.33", "2.5", "10.23", "12.44", "16.21"),
        "A unit goes to a friendly base that touches its area, or to any friendly port of the theatre to which no "
        "enemy choke point bars the way. Bases further away are missing. An air unit that attacked a place returns to "
        "one on the same area; units thrown out of a captured place go to another base there or to the port nearest "
        "to it, air units at sea that have lost their airbase only to that port.",
        besides=(
            Besides(
                matters.oilers,
                ("10.33", "15.31"),
                "At the end of the turn a German ship beside an oiler may stay at sea, as may a Hilfskreuzer that has "
                "gained a point.",
            ),
        ),
        options={Option.STAY: "refuel and stay at sea"},
    ),
    Decision.ARRIVAL: Asked(
        "{unit} arrives: in which port?",
        ("2.72", "2.724", "2.73", "2.74", "12.6", "12.61", "13.51"),
        "Units that come back, or come for the first time, appear at a friendly port: those of the turn chart and "
        "submarines only at the ports named for them, if the enemy does not hold these. Axis air and amphibious units "
        "that come back do so in their native theatre.",
    ),
    Decision.RAID_FORCE: Asked(
        _ask_raid_force,
        ("4.6", "19.5", "19.51", "19.52", "23.1"),
        "Japanese ships of speed 5 or more may wait in the Pearl Harbor Raid Force, which strikes the US fleet on the "
        "turn Japan goes to war. They may come and go at Yokosuka in every patrolling step before that. With §23 there "
        "is fuel for ten ships; when ten wait, no more are asked.",
        example='"all carriers join", "rest stay"',
    ),
    Decision.WITHDRAWAL: Asked(
        "{unit} is to be withdrawn, and is lost: who leaves instead?",
        ("2.73", "2.75"),
        "The turn chart takes a unit away that is lost. Another of exactly the same type leaves in its place: one on "
        "the board if there is any. Italian and Japanese air units never stand in for a German one.",
    ),
    Decision.REPAIR: Asked(
        "the shipyard of {place}: which ship is worked on?",
        ("5.32", "11.1", "11.11", "11.12", "11.13", "11.14", "11.15", "11.16", "11.21", "11.23", "35.1"),
        "Each point takes one damage point off a ship that stayed in the port this turn with its patrolling side up; "
        "points are neither saved nor moved. Only the first owner of a port repairs there, in Brest and Toulon only "
        "the Axis. Whoever holds the port divides its points, among a partner's ships too. Ships that have moved or "
        "turned raider are missing, and air and amphibious units are never repaired. A sound ship is listed if she may "
        "be converted (§35).",
        options={Option.HOLD: "no more repairs"},
        unit=lambda view, unit: f"{'repair' if unit.damage or unit.overhaul else 'convert'} {unit_phrase(unit)}",
        standing=("no repairs",),
    ),
    Decision.INVERSION: Asked(
        "{unit} in {where}: turn raider, or stay a patroller?",
        ("14.1", "5.36", "14.26", "14.3", "14.32", "14.33"),
        "One submarine of a nation in an area may turn raider. A patroller is hunted, attacks merchants for victory "
        "points and denies the area to the enemy. A raider cannot be hunted; after a combat round it may attack one "
        "enemy ship or amphibious unit and then goes home; it neither gains points nor denies the area.",
        options={Option.STAY: "stay a patroller"},
        example='"all invert", "rest stay"',
        standing=("stay a patroller",),
    ),
    Decision.SUBMARINE_TARGET: Asked(
        "{unit}, raiding in {where}: attack which ship or amphibious unit, or wait?",
        ("14.3", "14.31", "14.34", "14.35", "8.26", "5.51"),
        "A raiding submarine attacks once a turn, after a combat round, and goes home at once. Targets are enemy ships "
        "and amphibious units, in a pursuit those of every group. One that waits loses its attack if combat ends or "
        "its side retreats.",
        options={Option.HOLD: "wait"},
        unit=lambda view, unit: f"attack {unit_phrase(unit, 'disabled' if unit.disabled else '')}",
        example=f'{_ATTACKS}, "rest hold"',
    ),
    Decision.ASW_LOSS: Asked(
        "anti-submarine warfare in {area}: which of your units is lost or driven off?",
        ("14.24", "14.241", "14.242", "14.243"),
        "Oilers are lost first, then Hilfskreuzers, then submarines, those of Type XXI last; these ignore disabled "
        "results. Hits sink and are taken before disabled results, which send home. Among equals the owner chooses.",
        unit="lose",
    ),
    Decision.TRADE_RAIDER: Asked(
        "merchants in {area}: which of your Hilfskreuzers gains the point, and may refuel?",
        ("14.26", "15.21", "15.31"),
        "An area yields no more points than the higher of its two values. Of several Hilfskreuzers that have hit, "
        "those that gain a point may refuel at sea at the end of the turn.",
    ),
    Decision.HUNTING_NAVY: Asked(
        "whose ships hunt submarines in {place}, the British or the American?",
        ("14.21", "14.22", "19.46"),
        "Before Japan attacks either British or American ships may hunt submarines off the American coast, not both in "
        "the same area. Hunter-Killer groups are British and help British ships only.",
    ),
    Decision.SAIL_FOR_PEARL_HARBOR: Asked(
        "does the Pearl Harbor Raid Force sail for the Hawaiian Islands, which is war, or wait?",
        ("19.38", "19.41", "19.61"),
        "The force sails as raiders without a speed roll and opens the war with two air raids on Pearl Harbor. If it "
        "waits, no Japanese ship may enter an area under an Allied flag this turn. It is not asked once war has been "
        "declared by entering such an area, for then it must sail, nor on a turn on which Japan may not attack.",
        options={Option.STAY: "wait"},
    ),
    Decision.MENDING: Asked(
        "{unit} in {where}: what is done first?",
        ("11.1", "35.1", "36.1", "36.31", "36.32"),
        "A repair point takes off a point of damage or a point of overhaul. Both slow the ship by one; damage also "
        "weakens her armor and may cripple her. An overhaul lasts for good. Three points of one port and turn convert "
        "a Japanese battleship, before or after her damage is repaired; with fewer points left the choice is missing.",
    ),
    Decision.RENAMING: Asked(
        "{unit}: is she given the name Lützow, before Germany's fleet sails?",
        ("32.1", "32.2", "32.3", "32.4", "32.5"),
        "Lost as the Deutschland before turn 3, the ship gives the Soviets a cruiser on turn 7; on turn 3 or 4 she "
        "costs a point. Still called that when turn 5 comes, she brings Germany the cruiser Lützow. Under the name "
        "Lützow nothing of this happens. It may be done on any turn before turn 5, and cannot be undone.",
    ),
    Decision.SCRAPPING: Asked(
        "{unit}, not yet built: is she scrapped, so that Type XXI boats come sooner?",
        ("33.1", "33.4"),
        "For each of the two ships that is scrapped on turn 1, U-boats of Type XXI come two turns before turn 10, and "
        "from then on every U-boat that arrives or returns is one. If one is scrapped, neither can be built later.",
    ),
    Decision.BUILDING: Asked(
        _ask_building,
        ("33.2", "33.3", "33.4"),
        "If neither ship was scrapped, each may arrive on turn 4 in place of a U-boat due then, which never comes. "
        "The Seydlitz may wait a turn and arrive as the light carrier Weser.",
    ),
    Decision.SUBMARINE_ATTEMPT: Asked(
        "{unit}, raiding in {where}: look for a target now, or wait?",
        ("27.1", "27.2", "27.3", "14.31"),
        "A die and two is the greatest speed of a target that the boat may attack after this round, beside units that "
        "were disabled in its last action, against which a shot is one better. Units that retreat, and those of a "
        "task force, are as fast as the slowest of their group. A boat that waits, or finds nothing, may try again "
        "after a later round.",
        options={Option.HOLD: "wait", Option.YES: "look for a target"},
    ),
    Decision.INTERCEPTION: Asked(
        "air action in {area}, {unit}: which attacker do her fighters meet, if any?",
        ("38.1", "38.11", "38.12"),
        "The Aquila attacks nobody: in each air action her fighters may meet one enemy carrier or air unit before it "
        "rolls. A 5 aborts its attack. Damage counts on an air unit; on a carrier it only aborts the attack and "
        "disables her, if it reaches her airstrike factor.",
        options={Option.HOLD: "meet nobody"},
    ),
    Decision.DIVISION: Asked(
        "the die for the groups of uncertain whereabouts: which area has another of its faces?",
        ("23.21", "19.72"),
        "Each of the three areas has one face of the die by which the US groups of uncertain whereabouts appear; you "
        "give away the other three, and nobody else learns how. Table 5 gives two faces to the Hawaiian Islands and "
        "three to the Caribbean.",
        note=lambda game, view, action, alone: faces_so_far(view, action - FIRST_PLACE_ACTION) if alone else "",
    ),
    Decision.NAMING: Asked(
        "{unit} stays off Pearl Harbor: what will she attack, before the other groups appear?",
        ("23.4", "23.41", "23.42"),
        "The first round after the raids is an air action whose targets are named before the uncertain groups appear. "
        "A carrier that waits for a group may attack any of its ships if it comes and stays; else she has lost her "
        "attack, as has one whose target is not there.",
        unit=_aim_ahead,
        example=f'{_ATTACKS}, "UNIT, UNIT uncertain", "rest hold"',
    ),
    Decision.KAMIKAZE: Asked(
        "{unit} in {where}: is its attack in this air action a kamikaze attack?",
        ("21.1", "7.43", "7.5", "12.22"),
        "On turn 11 Japanese carriers and land-based air may attack as kamikazes; it is announced before any target is "
        "named. An air unit gets the attack bonus and is eliminated when the action ends; a carrier gets one more "
        "than she has, is disabled, and goes home. Until then the enemy may attack them as ever. A unit that has "
        "announced it cannot hold its fire. Against air units only the bonus of the kamikaze attack counts.",
        example='"all yes", "UNIT, UNIT yes", "rest no"',
    ),
    Decision.TRANSFER: Asked(
        "the war in Europe is over: which ship is sent to the Pacific next, if any?",
        ("21.2", "21.21", "21.22", "21.223"),
        "The Atlantic war is over. For each point of their lead there, the British may send one British or American "
        "ship from anywhere in the Atlantic theatre to Trincomalee or Pearl Harbor; Free French ships count as "
        "American. It is no movement. Other kinds of units, Greek, Russian and Italian ships, and ships on the bottom "
        "are missing, and so are those whose places are all in enemy hands.",
        options={Option.HOLD: "no more ships"},
    ),
    Decision.TRANSFER_PLACE: Asked(
        "{unit} is sent to the Pacific: to which base?",
        ("21.22", "21.221"),
        "If Trincomalee is lost, British ships go to Addu Atoll or Diego Suarez, whichever the Allies hold; with "
        "neither they go to Suez.",
    ),
    Decision.CATAPULT: Asked(
        "is Operation Catapult launched against the French fleet?",
        ("22.1", "22.11", "22.12", "22.13", "22.41", "22.5"),
        "Before the French go home for good, British units still at sea may attack French ships in their area or in a "
        "place beside it, once. It makes the French hostile: it changes the rolls of Operation Lila and of Torch.",
    ),
    Decision.LILA: Asked(
        "is Operation Lila launched now, to seize the French ships?",
        ("22.4", "22.41", "22.42", "22.43", "22.6"),
        "Once in the game, from the turn after the armistice on: two dice for each ship in the holding boxes. The "
        "longer it waits, the better; Catapult helps it, and so do Malta and Tripoli in North Africa. If the Allies "
        "get both first, the ships there are Free French or fight for a landing's delay.",
    ),
    Decision.CATAPULT_TARGET: Asked(
        "Operation Catapult, {unit} in {where}: at which ship or unit does it fire?",
        ("22.11", "22.12", "22.13", "9.35", "9.351"),
        "All British units choose before any rolls; guns and aircraft fire at one ship, one better than usual, and "
        "nothing is disabled. Then the French ships of each place that was attacked fire once at units that attacked "
        "it, with one less on each damage die. A unit may hold fire. Guns never fire at aircraft.",
        unit=_aim,
    ),
    Decision.LILA_PLACE: Asked(
        "{unit} has been seized: to which port?",
        ("22.43",),
        "A ship that has become German goes to Toulon or Taranto, as far as the Axis holds them, with damage up to her "
        "armor.",
    ),
    Decision.ITALIAN_WAR: Asked(
        "does Italy go to war now, or stay neutral for this turn?",
        ("20.4", "5.31", "5.33"),
        "On turn 0 Italy is neutral: its units neither move nor attack, nobody attacks them, and neither half of the "
        "Mediterranean scores. When all air units are placed, two dice that reach the number of Allied patrolling "
        "ships and air units there let it go to war. Its ships then sail as patrollers or turn raider, and its air "
        "units fly. On turn 1 it goes to war in any case.",
        options={Option.YES: "war", Option.NO: "neutral"},
    ),
    Decision.TASK_FORCES: Asked(
        "the battle in {place}: how are your units grouped into task forces?",
        ("29.1", "29.0", "23.51"),
        "Before each round the sides group their ships, air and amphibious units into task forces, one after the other "
        "and for all to see, up to eight a side. A task force acts, is sighted and lands as one. As before is missing "
        "in the first round, and when nothing would differ from one task force. A partner's task force may be joined.",
        unit=lambda view, unit: f"join {force_phrase(view, unit)}",
    ),
    Decision.JOIN_TASK_FORCE: Asked(
        "task forces in {area}, {unit}: in which?",
        ("29.1",),
        "A unit joins the task force of one that is already placed or begins a new one, up to eight a side.",
        options={Option.NEW_GROUP: "a new task force"},
        unit=lambda view, unit: f"join {force_phrase(view, unit)}",
        example='"all join UNIT", "UNIT new"',
    ),
    Decision.INTENTION: Asked(
        lambda view: f"{_asked_force(view)}: what does it do in this round?",
        ("29.2", "29.4", "29.41", "29.42", "29.43", "29.44", "29.51", "29.52", "29.53", "23.53"),
        "A landing task force is always sighted, and its units may land at the end of the round; it needs a unit that "
        "lands from the sea. A searching one is sighted on 4 or less, a hiding one on 2 or less; one less on the die "
        "for the control flag and one for any air unit of the side that looks. In the air those that hide attack "
        "nobody, and only those that are sighted are attacked. On the surface those that are sighted must fight, those "
        "that search unseen may, and those that hide unseen may not. Off Pearl Harbor Japanese carriers may attack the "
        "port instead of what is at sea.",
        place="attack",
        example='"all search", "rest hide"',
    ),
    Decision.JOIN_ACTION: Asked(
        lambda view: f"{_asked_force(view)} has not been sighted: into the surface action?",
        ("29.52", "7.32"),
        "All task forces that have been sighted or land are in the surface action. One that searches and has not been "
        "sighted may join them. To stay out is missing after two rounds without a shot in which it could have fired.",
        options={Option.YES: "join the action", Option.NO: "stay out"},
    ),
    Decision.SECRET_MOVEMENT: Asked(
        "movement.",
        ("26.0",),
        "Submarines move in secret. Which of them sails where, and which turns raider, only its own side knows.",
    ),
    Decision.SECRET_COMBAT: Asked(
        "combat.",
        ("26.0",),
        "Submarines act in secret until they are hit by anti-submarine warfare or attempt to attack.",
    ),
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
