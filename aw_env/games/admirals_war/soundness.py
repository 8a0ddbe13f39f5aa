"""Whether a record from a file is a position that play could have come to, as far as the rules rely on it.

The rules check no bounds, and take it for granted that what they wrote themselves fits together.  `records.limits` has
seen to it that every number of a record is within the limits of its field; here the numbers are held against the book,
the first position, and each other.  Then `core.faces.game` lets the rules put the question again that the record waits
with.
"""

from typing import NamedTuple

import numpy as np

from aw_env.core.declare.decisions import PLACE
from aw_env.core.declare.fields import names_of
from aw_env.core.declare.soundness import Subjects, check_dice, check_subject, frames_of, must, within
from aw_env.core.engine.layout import CURSOR, STAGE, STEP, SUBJECT
from aw_env.games.admirals_war.records.limits import check_record
from aw_env.games.admirals_war.records.state import GAME, STATE
from aw_env.games.admirals_war.records.steps import Homing, Step
from aw_env.games.admirals_war.records.terms import (
    BOTH_SIDES,
    FIRST_BOX,
    FIRST_PORT,
    FORCES,
    GROUPS,
    NOBODY,
    NOWHERE,
    OPTIONS,
    UNITS,
    Action,
    Box,
    Decision,
    Kind,
    Nation,
    OptionalRule,
    Phase,
    Power,
    Side,
)
from aw_env.games.admirals_war.rules.air_raids import ANSWERING
from aw_env.games.admirals_war.rules.battle import FIRST_CHOOSES, SECOND_CHOOSES
from aw_env.games.admirals_war.rules.movement import NO_ROLL, OPENING, ROLL_PAST_GIBRALTAR
from aw_env.games.admirals_war.rules.options.forming import SECOND_INTENDS
from aw_env.games.admirals_war.rules.options.italian_ineffectiveness import ALONE
from aw_env.games.admirals_war.rules.options.italian_neutrality import DONE
from aw_env.games.admirals_war.rules.options.task_forces import FROM_LANDING_FORCES, JOINED, UNFORMED
from aw_env.games.admirals_war.rules.options.tora_tora import MOST_ROUNDS_AT_PEARL_HARBOR
from aw_env.games.admirals_war.rules.options.vichy import FIRING_BACK, PUT_OFF
from aw_env.games.admirals_war.rules.retreat import LEAVING
from aw_env.games.admirals_war.rules.submarines import TARGETING_ADDS
from aw_env.games.admirals_war.rules.tracks import MOST_VICTORY_POINTS
from aw_env.naval.terms import NO_GROUP

MOST = 1_000_000
"""More than anything is counted in a game."""
MOST_ROUNDS = 999
"""More rounds than a combat has, even if task forces look for each other in vain for long."""
MOST_POINTS = 999
"""More repair points than a port can have, hits than a roll, or dice than a combat."""

COUNTED = ("decisions", "forced", "armor_sunk", "combat_round", "shots_fired", "dice_rolled")
LEFT_BY_COMBAT = {
    "area": NOWHERE, "units_here": 0, "others_here": 0, "kinds_here": 0, "combat_round": 0, "retreating": NOBODY,
    "battle_group": 0, "action": Action.NONE, "formed": 0, "shots_fired": 0, "could_attack": 0, "short_of_fuel": 0,
    "hunting": NOBODY, "quiet_rounds": 0, "held_rounds": 0, "line_rounds": 0, "italians_left": 0, "intention": 0,
    "sighted": 0, "striking": 0, "exposed": 0,
}  # fmt: skip
"""What a combat leaves in its fields when it is over (`combat.disperse`)."""


def check_soundness(book: np.void, template: np.void, games: np.ndarray) -> None:
    """Raises SaveError unless `games[0]` holds together.  book, template: one element each of BOOK and GAME."""
    check_record(games)
    check_position(book, template, games[0])


def check_position(book: np.void, template: np.void, game: np.void) -> None:
    """Raises SaveError unless the record holds together.

    book, template, game: one element each of arrays of BOOK and GAME: the printed material, the scenario's first
    position, and a record within the limits of its fields.
    """
    check_roster(book, template, game)
    check_units(book, template, game)
    check_board(book, template, game)
    check_dice(game)
    if game["over"]:
        must(_at_the_end(game), "a game that is over waits for nobody")
        return
    check_frames(book, game)
    check_line_up(book, game)
    check_groups(game)
    check_decision(game)


def before_asking(games: np.ndarray) -> None:
    """Take `games[0]` back to the moment before its question was put.  Most steps put the same question whenever they
    are asked; two have something to do before it, and note that it is done."""
    game = games[0]
    top = game["frames"][game["depth"] - 1]
    opens = top[STEP] == Step.ROUND and top[STAGE] == FIRST_CHOOSES and top[CURSOR] == UNFORMED
    if game["decision"] == Decision.ACTION_TYPE and opens:
        game["combat_round"] -= 1
        game["line_rounds"][game["battle_group"]] -= game["line_rounds"][game["battle_group"]] > 0
    elif game["decision"] == Decision.SAIL_FOR_PEARL_HARBOR and top[STEP] == Step.RAIDING:
        top[STAGE] = OPENING


def _at_the_end(game: np.void) -> bool:
    waits = game["decision"] != Decision.NONE or game["seat"] != NOBODY or game["power"] != NOBODY
    return not waits and game["subject"] == NOBODY and game["phase"] == Phase.OVER and game["depth"] == 1


# --- the units -----------------------------------------------------------------------------------------


def _members(game: np.void) -> np.ndarray:
    """The units in the game, in roster order."""
    return game["roster"][: game["units"]].astype(np.int64)


def check_roster(book: np.void, template: np.void, game: np.void) -> None:
    """The units in the game are those of the scenario, or drawn for it, in ascending order, and all of them have a
    place; nothing has happened to the others."""
    members = _members(game)
    must((np.diff(members) > 0).all() and (members >= 0).all(), "the roster must be in ascending order")
    inside = np.zeros(UNITS, bool)
    inside[members] = True
    allowed = template["place"] >= 0
    if book["draw_areas"]:
        allowed = allowed | (book["draw_pool"] == 1)
        must(not (~inside & (template["place"] >= 0)).any(), "the roster lacks units of the scenario")
    else:
        must((inside == allowed).all(), "the roster must hold the units of the scenario")
    must(not (inside & ~allowed).any(), "the roster holds units that are not in the scenario")
    must((inside == (game["place"] >= 0)).all(), "the roster must hold the units that have a place, and no others")
    for field in names_of(GAME):
        if GAME[field].shape == (UNITS,) and field not in ("roster", "here"):
            untouched = game[field][~inside] == template[field][~inside]
            must(untouched.all(), f"{field} of a unit that is not in the game")


def check_units(book: np.void, template: np.void, game: np.void) -> None:
    """Where the units are, whose they are, what they have suffered, and where they are bound."""
    members = _members(game)
    places = game["place"][members]
    must(_are_places(book, places).all(), "a unit in a place that the scenario does not have")
    kept_back = FIRST_BOX + Box.IN_RESERVE
    must((template["place"][members[places == kept_back]] == kept_back).all(), "a unit put in reserve")
    must(_are_places(book, game["origin"][members]).all(), "origin must be a place of the scenario")
    bound = game["bound_for"][members]
    must(((bound == NOWHERE) | _are_ports(book, bound)).all(), "bound_for must be a port or base")
    raided = game["raid_place"][members]
    at_sea = _are_areas(book, raided) & (Step.CATAPULT in _steps(game))
    must(((raided < 0) | _are_ports(book, raided) | at_sea).all(), "raid_place must be a port or base")
    owed = STATE.read(game, "steps")[members]
    must(((owed == NO_ROLL) | _are_areas(book, places)).all(), "a speed roll is owed by a unit that is not at sea")
    came_from = game["origin"][members[owed == ROLL_PAST_GIBRALTAR]]
    must((_are_areas(book, came_from) | _are_ports(book, came_from)).all(), "a ship cannot go back where it came from")
    targets = game["target"][members]
    must(np.isin(targets[targets != NOBODY], members).all(), "target must be a unit in the game")
    must(_are_controlled(book, template, game, members).all(), "a unit is controlled by a power that cannot have it")
    toughest = np.maximum(book["armor"][members], book["reverse_armor"][members])
    most = np.where(book["kind"][members] == Kind.SHIP, 2 * book["armor"][members], toughest)
    must((game["damage"][members] <= most).all(), "more damage than a unit can take")
    must((game["overhaul"] <= template["overhaul"]).all(), "an overhaul marker that was not there at the start")
    hidden = members[game["hidden"][members] == 1]
    boats = (book["kind"][hidden] == Kind.SUBMARINE) & (game["place"][hidden] < FIRST_BOX)
    may_hide = int(book["options"]) >> OptionalRule.HIDDEN_SUBMARINES & 1 == 1
    must(bool(boats.all()) and (may_hide or hidden.size == 0), "a hidden unit that cannot be")
    aimed_at = np.bincount(targets[targets != NOBODY], minlength=UNITS)
    must((game["attackers_on"] <= aimed_at).all(), "more attackers on a unit than aim at it")
    must((game["pending_damage"] <= 6 * MOST_POINTS).all(), "more damage than can be done")


def _are_ports(book: np.void, places: np.ndarray) -> np.ndarray:
    return (places >= FIRST_PORT) & (places < FIRST_PORT + book["ports"])


def _are_areas(book: np.void, places: np.ndarray) -> np.ndarray:
    in_use = (int(book["open_areas"]) >> np.clip(places, 0, 62).astype(np.int64)) & 1
    return (places >= 0) & (places < book["areas"]) & (in_use == 1)


def _are_places(book: np.void, places: np.ndarray) -> np.ndarray:
    in_boxes = (places >= FIRST_BOX) & (places <= FIRST_BOX + max(Box))
    return _are_areas(book, places) | _are_ports(book, places) | in_boxes


def _are_controlled(book: np.void, template: np.void, game: np.void, members: np.ndarray) -> np.ndarray:
    """Units stay with the power that they begin with, but for French and Italian ones (§16.44, §18.33)."""
    powers, nations = game["controller"][members], book["nation"][members]
    french = (nations == Nation.FRENCH) & (powers == Power.GERMAN)
    italian = (nations == Nation.ITALIAN) & (powers == book["italian_captor"])
    return (powers == template["controller"][members]) | french | italian


# --- the board, the turn and the dice ------------------------------------------------------------------


def check_board(book: np.void, template: np.void, game: np.void) -> None:
    """The turn, the flags and owners, and how near the war is."""
    must(template["turn"] <= game["turn"] <= book["last_turn"], "turn must be one of the scenario")
    for field, count in (("flag", book["areas"]), ("owner", book["ports"]), ("raided", book["ports"])):
        must((game[field][count:] == template[field][count:]).all(), f"{field} of a place that there is not")
    must((game["held_at_start"] >> int(book["areas"]) == 0).all(), "held_at_start of areas that there are not")
    must((game["swept"] >> int(book["areas"]) == 0).all(), "swept areas that there are not")
    must(np.isin(game["resolved"], (0, 1)).all(), "resolved must be 0 or 1")
    must(game["italy_neutral"] <= template["italy_neutral"], "Italy is neutral again")
    must(not game["italy_neutral"] or game["turn"] == template["turn"], "Italy is neutral for longer than a turn")
    must(game["hostilities"] >= template["hostilities"], "a war that has begun does not end")
    must(game["hostilities_since"] <= max(game["turn"], template["hostilities_since"]), "the war begins later")
    if template["hostilities"]:
        must(game["attack"] <= template["attack"], "Japan has attacked already")
    for field in COUNTED:
        must(((game[field] >= 0) & (game[field] <= MOST)).all(), f"{field} must be from 0 to {MOST}")
    for field in ("quiet_rounds", "held_rounds", "line_rounds"):
        least, most = game[field].min(), game[field].max()
        must(least >= 0 and most <= MOST_ROUNDS, f"{field} must be from 0 to {MOST_ROUNDS}")
    must(game["over"] or not (game["result"] or game["winners"]), "a game that goes on has no result")


# --- the chain of frames -------------------------------------------------------------------------------


class Sort(NamedTuple):
    """What a frame of a step may look like."""

    below: tuple[Step, ...]
    """Steps on which it may lie."""
    cursor: int
    """The most that its cursor may be."""
    stage: int
    """The most that its stage may be."""


SUBJECTS: Subjects = {
    "phase": within(0, Phase.RETURN),
    "power": within(0, max(Power)),
    "side": within(0, max(Side)),
    "group": within(0, LEAVING),
    "action": within(Action.AIR, Action.SURFACE),
    "table": within(0, 2),
    "torch area": lambda book, game, subject: subject == book["torch_area"],
    "nobody": within(NOBODY, NOBODY),
    "area": lambda book, game, subject: subject == game["area"],
    "area or nowhere": lambda book, game, subject: subject in (game["area"], NOWHERE),
    "port": lambda book, game, subject: FIRST_PORT <= subject < FIRST_PORT + book["ports"],
    "unit": lambda book, game, subject: subject in _members(game),
    "unit or nobody": lambda book, game, subject: subject == NOBODY or subject in _members(game),
}
_COMBATS = (Step.AREA, Step.PEARL_HARBOR, Step.INDONESIA)
SORTS: dict[Step, Sort] = {
    Step.TURN: Sort((), 8, 0),
    Step.REINFORCEMENTS: Sort((Step.TURN,), UNITS, 0),
    Step.WITHDRAWALS: Sort((Step.TURN,), UNITS, 0),
    Step.RAID_FORCE: Sort((Step.TURN,), UNITS, 0),
    Step.PATROLLING: Sort((Step.TURN, Step.ITALY), UNITS, 2),
    Step.REPAIRS: Sort((Step.TURN, Step.REPAIRS), UNITS, MOST_POINTS),
    Step.MENDING: Sort((Step.REPAIRS,), (1 << OPTIONS) - 1, 0),
    Step.DIVISION: Sort((Step.TURN,), 2, 0),
    Step.NAMING: Sort((Step.PEARL_HARBOR,), UNITS, 0),
    Step.TRANSFERS: Sort((Step.END_OF_TURN,), MOST_VICTORY_POINTS, 1),
    Step.CATAPULT: Sort((Step.END_OF_TURN,), UNITS, FIRING_BACK),
    Step.LILA: Sort((Step.END_OF_TURN, Step.TRANSFERS), 0, 0),
    Step.SEIZURE: Sort((Step.END_OF_TURN, Step.TRANSFERS, Step.LANDINGS, Step.TURN), UNITS, 1),
    Step.TORCH: Sort((Step.TURN,), 0, 0),
    Step.ITALY: Sort((Step.TURN,), 0, DONE),
    Step.WAVERING: Sort((Step.AREA,), 1, 1 << Side.AXIS),
    Step.DECLARATIONS: Sort((Step.REINFORCEMENTS, Step.PATROLLING), UNITS, 0),
    Step.LAND_BASED_AIR: Sort((Step.TURN, Step.ITALY), 8 * UNITS, 1),
    Step.AMPHIBIOUS: Sort((Step.TURN,), UNITS, 0),
    Step.RAIDING: Sort((Step.TURN,), UNITS, 2),
    Step.INVERTING: Sort((Step.TURN,), UNITS, 0),
    Step.SELECTION: Sort((Step.TURN,), 4, 0),
    Step.AREA: Sort((Step.SELECTION, Step.LANDINGS, Step.TORCH), 1, 5),
    Step.PEARL_HARBOR: Sort((Step.SELECTION,), MOST_ROUNDS_AT_PEARL_HARBOR, 16),
    Step.INDONESIA: Sort((Step.SELECTION,), UNITS, 3),
    Step.STRIKES: Sort((Step.AREA,), 4, 2),
    Step.ASW: Sort((Step.STRIKES, Step.PEARL_HARBOR), 0, 3),
    Step.ASW_LOSSES: Sort((Step.ASW,), MOST_POINTS, MOST_POINTS),
    Step.TRADE: Sort((Step.ASW,), 2, MOST_POINTS),
    Step.SUBMARINE_ATTACKS: Sort(
        (Step.AREA, Step.PURSUIT, Step.PEARL_HARBOR), 4 * UNITS, 6 + TARGETING_ADDS
    ),
    Step.ROUND: Sort((Step.SUBMARINE_ATTACKS, Step.AREA, Step.PURSUIT, Step.PEARL_HARBOR), JOINED, 6),
    Step.TASK_FORCES: Sort((Step.ROUND,), 2 * (UNITS + 1), SECOND_INTENDS),
    Step.JOINING: Sort((Step.ROUND,), FORCES, 1),
    Step.ACTION: Sort((Step.ROUND,), 2 * UNITS, 7),
    Step.RETREAT: Sort((Step.AREA, Step.PEARL_HARBOR, Step.NAMING), 4, 31),
    Step.PURSUIT: Sort((Step.AREA, Step.PEARL_HARBOR), 0, 2),
    Step.PURSUING: Sort((Step.PURSUIT,), 2 * UNITS, 0),
    Step.FORMING: Sort((Step.PURSUING,), UNITS + 1, 0),
    Step.GOING_HOME: Sort(
        (Step.AREA, Step.PEARL_HARBOR, Step.NAMING, Step.PURSUIT, Step.FORMING, Step.LANDINGS, Step.ROUND),
        0, 0,
    ),
    Step.AIR_RAIDS: Sort((Step.AREA, Step.PEARL_HARBOR), 0, 1),
    Step.RAID: Sort((Step.AIR_RAIDS, Step.STRIKES, Step.PEARL_HARBOR), 4 * UNITS, 2),
    Step.LANDINGS: Sort(
        (Step.TURN, Step.AREA, Step.PURSUIT, Step.PEARL_HARBOR, Step.NAMING), 4 * UNITS,
        BOTH_SIDES | FROM_LANDING_FORCES,
    ),
    Step.GARRISON: Sort((Step.LANDINGS, Step.STRIKES), 1, 0),
    Step.EVACUATION: Sort(
        (
            Step.TURN, Step.SURROUNDED, Step.EXPULSION, Step.LANDINGS, Step.STRIKES, Step.EVACUATION, Step.SEIZURE,
        ),
        0, 0,
    ),
    Step.SURROUNDED: Sort((Step.TURN,), UNITS, (1 << 62) - 1),
    Step.EXPULSION: Sort((Step.TURN,), UNITS, (1 << 62) - 1),
    Step.END_OF_TURN: Sort((Step.TURN,), UNITS, 0),
    Step.RETURN: Sort(
        (
            Step.ROUND, Step.ACTION, Step.GOING_HOME, Step.STRIKES, Step.EVACUATION, Step.ASW, Step.ASW_LOSSES,
            Step.SUBMARINE_ATTACKS, Step.END_OF_TURN, Step.PATROLLING, Step.RAIDING, Step.PEARL_HARBOR,
            Step.AIR_RAIDS, Step.RETURN,
        ),
        FIRST_BOX, max(Homing),
    ),
}  # fmt: skip
"""What frames may lie in a record that waits for a decision.  Paratroops are never among them: they are down as soon
as their step begins (§13.6)."""
STEPS_OF_PHASE: dict[int, tuple[Step, ...]] = {
    Phase.REINFORCEMENTS: (Step.DIVISION, Step.REINFORCEMENTS, Step.WITHDRAWALS, Step.EVACUATION, Step.RAID_FORCE),
    Phase.PATROLLING: (Step.PATROLLING, Step.REPAIRS),
    Phase.LAND_BASED_AIR: (Step.LAND_BASED_AIR, Step.ITALY),
    Phase.AMPHIBIOUS: (Step.AMPHIBIOUS,),
    Phase.RAIDING: (Step.RAIDING, Step.INVERTING),
    Phase.COMBAT: (Step.SELECTION,),
    Phase.INVASION: (Step.LANDINGS, Step.TORCH, Step.SEIZURE),
    Phase.CAPTURE: (Step.SURROUNDED,),
    Phase.RETURN: (Step.END_OF_TURN,),
}
"""Steps that lie on the turn in each phase, besides those that leave lost places before it begins."""
CLOSING = (Step.RAID_FORCE, Step.REPAIRS, Step.ITALY, Step.TORCH, Step.SEIZURE)
"""Steps that close a phase: the turn stands at the next one already."""


def _steps(game: np.void) -> set[int]:
    return {frame[STEP] for frame in frames_of(game)}


def check_frames(book: np.void, game: np.void) -> None:
    """Each frame is of a sort that may lie on the one below, the lowest is the turn, and they fit the phase."""
    frames = frames_of(game)
    must(len(frames) > 1 and frames[0][STEP] == Step.TURN, "a decision must belong to a step of a turn")
    for below, frame in zip([None, *(frame[STEP] for frame in frames[:-1])], frames, strict=True):
        step = Step.numbered(frame[STEP])
        name = step.name.lower()
        must(step in SORTS, f"{name} never waits for a decision")
        sort = SORTS[step]
        fits = not sort.below if below is None else below in sort.below
        must(fits, f"{name} in the wrong place of the chain of steps")
        check_subject(Step, SUBJECTS, book, game, frame)
        must(0 <= frame[CURSOR] <= sort.cursor, f"the cursor of {name} must be from 0 to {sort.cursor}")
        must(0 <= frame[STAGE] <= sort.stage, f"the stage of {name} must be from 0 to {sort.stage}")
        if step in _COMBATS:
            must(frame[STAGE] > 0, f"{name} has not begun, but is under way")
        elif step == Step.RETURN:
            _check_origin(book, frame)
        elif step == Step.LANDINGS:
            must((frame[SUBJECT] == NOWHERE) == (below == Step.TURN), "landings of the wrong area")
        elif step == Step.SURROUNDED or step == Step.EXPULSION:
            must(frame[STAGE] >> int(book["ports"]) == 0, "surrounded places that there are not")
    first, phase = Step.numbered(frames[1][STEP]), int(game["phase"])
    must(first in (*STEPS_OF_PHASE.get(phase, ()), Step.EXPULSION), "a step of another phase")
    must(frames[0][SUBJECT] == phase + (first in CLOSING), "the turn stands at another phase")


def _check_origin(book: np.void, frame: list[int]) -> None:
    """A unit goes home from a sea area; driven out of a port or base, turned back to one, or without its airbase, from
    there."""
    on_land = frame[STAGE] in (Homing.EVACUATION, Homing.TURNED_BACK, Homing.AIRBASE_LOST)
    are = _are_ports if on_land else _are_areas
    must(are(book, np.array(frame[CURSOR])).all(), "a unit goes home from where it cannot be")


# --- combat --------------------------------------------------------------------------------------------


def check_line_up(book: np.void, game: np.void) -> None:
    """In a combat the line-up holds the units of the area that take part, in roster order (§7.33, §19.11); without one
    there is no trace of any."""
    members, steps = _members(game), _steps(game)
    line_up = game["here"][: game["units_here"]]
    if not steps & {*_COMBATS}:
        for field, left in LEFT_BY_COMBAT.items():
            must((game[field] == left).all(), f"{field} without a combat")
        expected = members[:0]
    else:
        must(_are_areas(book, game["area"]).all(), "a combat where there is no sea area")
        kinds = book["kind"][members]
        fighting = (kinds >= Kind.SHIP) & (kinds <= Kind.AMPHIBIOUS)
        taking_part = (game["hostilities"] == 1) | (game["controller"][members] != Power.JAPANESE)
        expected = members[(game["place"][members] == game["area"]) & fighting & taking_part]
    must(np.array_equal(line_up, expected), "the line-up of the combat is not that of its sea area")
    away = np.ones(UNITS, bool)
    away[line_up] = False
    if Step.CATAPULT in steps:
        away[members] = False
    for frame in frames_of(game):
        if frame[STEP] == Step.RAID and frame[STAGE] == ANSWERING:  # the air units in the port have targets (§23.32)
            away[members[(game["place"][members] == frame[SUBJECT]) & (book["kind"][members] == Kind.LBA)]] = False
    still_zero = [(field, 0) for field in ("group", "firing", "kamikaze", "task_force")]
    for field, still in (*still_zero, ("target", NOBODY), ("raid_place", NOWHERE)):
        must((STATE.read(game, field)[away] == still).all(), f"{field} of a unit that is in no combat")
    choosing = [frame[STAGE] for frame in frames_of(game) if frame[STEP] == Step.ROUND]
    must((game["choice"] <= Action.SURFACE).all(), "choice must be air or surface")
    must(choosing == [SECOND_CHOOSES] or not game["choice"].any(), "a choice of action when there is none to make")


def check_groups(game: np.void) -> None:
    """After a retreat the units are in groups that flee and that pursue (§8.22, §8.23); otherwise there are none."""
    line_up = game["here"][: game["units_here"]]
    groups, sides = game["group"][line_up], game["controller"][line_up] & 1
    going_home = [frame[SUBJECT] for frame in frames_of(game) if frame[STEP] == Step.GOING_HOME]
    leaving = (groups == LEAVING) & (LEAVING in going_home)
    if Step.PURSUIT not in _steps(game):
        must(((groups == 0) | leaving).all(), "groups without a pursuit")
        must(game["battle_group"] == 0, "a group is fought without a pursuit")
        return
    must(game["retreating"] != NOBODY, "a pursuit, but nobody retreats")
    fleeing = sides == game["retreating"]
    numbered = (groups >= 1) & (groups <= GROUPS)
    stays = (groups == NO_GROUP) & (~fleeing | (game["italians_left"] == ALONE) | (game["torch"] >= PUT_OFF))
    must((numbered | (leaving & fleeing) | stays).all(), "a group that cannot be")
    if game["decision"] == Decision.JOIN_GROUP:
        formed = [group for group in range(GROUPS + 2) if int(game["formed"]) >> group & 1]
        must(np.isin(formed, groups[fleeing]).all(), "a group that nobody is in")


# --- the decision --------------------------------------------------------------------------------------


def check_decision(game: np.void) -> None:
    """Someone is asked about a unit in the game, a place, or nothing.  Whether it is what the step on top asks, the
    rules say themselves."""
    decision, subject = int(game["decision"]), int(game["subject"])
    must(decision != Decision.NONE, "a game that goes on waits for a decision")
    must(game["seat"] >= 0 and game["power"] >= 0, "a decision of nobody")
    if Decision.numbered(decision).about == PLACE:
        must(0 <= subject < FIRST_BOX, "a decision about a place that there is not")
    elif subject != NOBODY:
        must(subject in _members(game), "a decision about a unit that is not in the game")
