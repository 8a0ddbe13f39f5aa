"""Decisions, actions and events in words, and words back into actions.

Everything here reads games and changes none.  A `game` may be a `View`, an array whose first record is the game, or
such a record.  Our own words throughout; rule numbers are the rulebook's.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from aw_env.admirals_war.terms import (
    ACTIONS,
    FIRST_BOX,
    FIRST_PLACE_ACTION,
    FIRST_PORT,
    FIRST_UNIT_ACTION,
    NO_SUBJECT,
    NOBODY,
    NOWHERE,
    PLACE_SUBJECTS,
    UNCONTROLLED,
    Action,
    Decision,
    Event,
    Kind,
    Option,
    Phase,
    Power,
    Side,
    Theatre,
)
from aw_env.admirals_war.view import UnitView, View
from aw_env.admirals_war.war_entry import RAID_FORCE
from aw_env.core.compiling import records
from aw_env.core.events import DICE_COUNT, FIRST_DIE
from aw_env.data.load import Scenario, UnitName

POWERS = {Power.BRITISH: "British", Power.JAPANESE: "Japanese", Power.AMERICAN: "US", Power.GERMAN: "German"}
SIDES = {Side.ALLIES: "Allies", Side.AXIS: "Axis"}
THEATRES = {Theatre.ATLANTIC: "Atlantic", Theatre.PACIFIC: "Pacific"}
ACTION_NAMES = {Action.NONE: "no", Action.AIR: "an air", Action.SURFACE: "a surface", Action.COMBINED: "a combined"}
PHASES = {
    Phase.REINFORCEMENTS: "Reinforcements",
    Phase.PATROLLING: "Patrolling ships move",
    Phase.LAND_BASED_AIR: "Land-based air is placed",
    Phase.AMPHIBIOUS: "Amphibious units move",
    Phase.RAIDING: "Raiding ships move",
    Phase.COMBAT: "Combat",
    Phase.INVASION: "Last landings",
    Phase.CONTROL: "Control of the sea areas",
    Phase.CAPTURE: "Surrounded ports and bases",
    Phase.RETURN: "Return to base",
    Phase.OVER: "The game is over",
}

# --- names and counters --------------------------------------------------------------------------------


def view_of(scenario: Scenario, game: Any) -> View:
    """The view of a game given as a view, an array of games (the first is meant) or a record."""
    if isinstance(game, View):
        return game
    games = records(game.dtype, 1)
    games[:1] = game[:1] if game.ndim else game
    return View(scenario, games)


def unit_name(scenario: Scenario, unit: int) -> str:
    """Name of a counter."""
    return scenario.names.units[unit].name


def place_name(scenario: Scenario, place: int) -> str:
    """Name of a sea area, port, base or box; "nowhere" for a counter that is not in the game."""
    known = scenario.names.places[place] if place >= 0 else None
    return known.name if known else "nowhere"


_TAKES_AN_ARTICLE = re.compile(
    r"\b(Sea|Ocean|Bay|Gulf|Cape|Gap|Canal|Port \(|Atlantic|Pacific|Mediterranean|Seaboard|Approaches|USA)|[a-z]s$"
)


def the_place(scenario: Scenario, place: int) -> str:
    """A place in the middle of a sentence: "the Coral Sea", "Indonesia"."""
    name = place_name(scenario, place)
    return f"the {name}" if _TAKES_AN_ARTICLE.search(name) and "'s" not in name else name


def factors(unit: UnitView) -> str:
    """What a counter can do now, as printed counters say it: gunnery-armor left-speed, for carriers -airstrike.

    Air units: attack-defense left; amphibious units: defense left-speed.  A star marks a bonus that counts now.
    """
    armor = f"{max(0, unit.armor - unit.damage)}{_mark(unit.armor_bonus)}"
    airstrike = f"{unit.airstrike}{_mark(unit.air_bonus)}"
    if unit.kind == Kind.LBA:
        return f"{airstrike}-{armor}"
    if unit.kind == Kind.AMPHIBIOUS:
        return f"{armor}-{unit.speed}"
    if unit.kind != Kind.SHIP:
        return f"{unit.printed_gunnery}-{armor}"
    ship = f"{unit.gunnery}{_mark(unit.gunnery_bonus)}-{armor}-{unit.speed}"
    return f"{ship}-{airstrike}" if unit.carrier else ship


def _mark(bonus: bool) -> str:
    return "*" if bonus else ""


def condition(unit: UnitView) -> str:
    """What has happened to a counter: "2 damage, 1 left", "crippled, 3 damage", "on the bottom"; "" when sound."""
    if unit.damage == 0:
        return ""
    if unit.on_the_bottom:
        return f"on the bottom, {unit.damage} damage"
    if unit.crippled:
        return f"crippled, {unit.damage} damage"
    return f"{unit.damage} damage, {unit.armor - unit.damage} left"


def unit_phrase(unit: UnitView, *more: str) -> str:
    """A counter with its type and factors: "Yorktown (CV 1-2-5-4*, 2 damage, 2 left)"."""
    parts = [f"{unit.label.type} {factors(unit)}", condition(unit), *more]
    return f"{unit.name} ({', '.join(part for part in parts if part)})"


def _list(names: Iterable[str]) -> str:
    names = list(names)
    return " or ".join((", ".join(names[:-1]), names[-1])) if len(names) > 1 else "".join(names)


def _and(names: list[str]) -> str:
    return " and ".join((", ".join(names[:-1]), names[-1])) if len(names) > 1 else "".join(names)


def _possessive(name: str) -> str:
    return f"{name}'" if name.endswith("s") else f"{name}'s"


# --- decisions -----------------------------------------------------------------------------------------


def describe_decision(scenario: Scenario, game: Any) -> str:
    """A sentence that says who chooses what, about which unit or place."""
    view = view_of(scenario, game)
    if view.decision == Decision.NONE:
        return "The game is over." if view.over else "Nothing is being asked."
    return f"{POWERS[view.power]}: {_QUESTIONS[view.decision](view)}"


def subject_unit(game: View) -> UnitView | None:
    """The unit that the decision is about, or None when it is about a place or nothing."""
    about_a_unit = game.decision not in NO_SUBJECT and game.decision not in PLACE_SUBJECTS
    return game.subject if about_a_unit else None


def _where(view: View) -> str:
    return the_place(view.scenario, view.subject.place_number)


def _area(view: View) -> str:
    return the_place(view.scenario, view.names.place_number(view.area))


def _about(question: str) -> Callable[[View], str]:
    """A question with its unit, the place where the unit is, and the area that is being resolved."""

    def ask(view: View) -> str:
        unit = subject_unit(view)
        filled = {} if unit is None else {"unit": unit_phrase(unit), "where": _where(view)}
        return question.format(**filled, area=_area(view) if view.area else "")

    return ask


def _ask_patrol(view: View) -> str:
    ship = unit_phrase(view.subject)
    if view.subject.place_number == RAID_FORCE:
        return f"{ship} in the Pearl Harbor Raid Force: stay there, leave it for port, or sail from there?"
    if view.subject.kind in (Kind.SUBMARINE, Kind.HUNTER_KILLER):
        return f"{ship} in {_where(view)}: to which sea area, or stay in port?"
    if view.subject.at_sea:
        raider = "turn raider, " if view.subject.raider_side else ""
        return f"{ship}, with {_where(view)} as her base: patrol another sea area, {raider}or stay and patrol here?"
    if view.subject.place_number >= FIRST_BOX:
        return f"{ship}, not yet on the map: where does she appear as a patroller, if at all?"
    turn = "turn raider in port, or stay" if view.subject.raider_side else "or stay in port"
    return f"{ship} in {_where(view)}: patrol a sea area, {turn}?"


def _ask_raid(view: View) -> str:
    ship = unit_phrase(view.subject)
    if view.subject.place_number >= FIRST_BOX:
        return f"{ship}, not yet on the map: where does she appear as a raider, if at all?"
    if view.subject.at_sea:
        return f"{ship}, raider with {_where(view)} as her base: raid another sea area, or stay here?"
    return f"{ship}, raider in {_where(view)}: raid a sea area, or stay in port?"


def _ask_action_type(view: View) -> str:
    pursuit = f"the pursuit of {group_phrase(view, view.battle_group)}"
    where = pursuit if view.battle_group else _area(view)
    return f"an air or a surface action in {where}? (Secret until both sides have chosen.)"


def _ask_return(view: View) -> str:
    disabled = ", disabled," if view.subject.disabled else ""
    return f"{unit_phrase(view.subject)}{disabled} leaves {_where(view)}: to which port or base?"


def _ask_garrison(view: View) -> str:
    return f"the invasion of {the_place(view.scenario, view.subject.number)}: which defender falls with the invader?"


def _ask_repair(view: View) -> str:
    return f"the shipyard of {the_place(view.scenario, view.subject.number)}: which ship is repaired by one point?"


_QUESTIONS: dict[Decision, Callable[[View], str]] = {
    Decision.PATROL_ORDER: _ask_patrol,
    Decision.AIR_UNIT: _about("which land-based air unit is committed next?"),
    Decision.AIR_ORDER: _about("{unit} in {where}: over which sea area, or stay?"),
    Decision.AMPHIBIOUS_ORDER: _about("{unit} in {where}: to which sea area, or stay?"),
    Decision.RAID_ORDER: _ask_raid,
    Decision.COMBAT_AREA: _about("in which sea area is combat resolved next?"),
    Decision.STRIKE_ORDER: _about("{unit} over {where}: attack a port or base now and go home, or hold?"),
    Decision.STRIKE_TARGET: _about("{unit} attacks from {where}: which unit in the port or base?"),
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
    Decision.RAID_FORCE: _about("{unit}: into the Pearl Harbor Raid Force, or stay in port?"),
    Decision.SAIL_FOR_PEARL_HARBOR: _about(
        "does the Pearl Harbor Raid Force sail for the Hawaiian Islands, which is war, or wait?"
    ),
    Decision.HUNTING_NAVY: lambda view: (
        f"whose ships hunt submarines in {the_place(view.scenario, view.subject.number)}, the British or the American?"
    ),
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
}
_OPTION_WORDS_IN: dict[tuple[Decision, Option], str] = {
    (Decision.LANDING, Option.STAY): "stay at sea",
    (Decision.RETURN_TO_BASE, Option.STAY): "refuel and stay at sea",
    (Decision.INVERSION, Option.STAY): "stay a patroller",
    (Decision.SUBMARINE_TARGET, Option.HOLD): "wait",
    (Decision.STRIKE_ORDER, Option.HOLD): "do not attack",
    (Decision.AIR_RAID, Option.HOLD): "no raid",
    (Decision.SAIL_FOR_PEARL_HARBOR, Option.STAY): "wait",
    (Decision.REPAIR, Option.HOLD): "no more repairs",
}
_OTHER_NAMES: dict[Option, tuple[str, ...]] = {
    Option.STAY: ("stay", "port"),
    Option.TURN_RAIDER: ("raider",),
    Option.TRANSFER: ("transfer",),
    Option.HOLD: ("hold", "hold fire", "none", "no", "nothing"),
    Option.AIR: ("air",),
    Option.SURFACE: ("surface",),
    Option.FIRE: ("fire", "yes"),
    Option.SILENT: ("silent", "stay silent", "no"),
    Option.RETREAT: ("leave",),
    Option.REMAIN: ("stay",),
    Option.NEW_GROUP: ("new", "new group", "alone"),
    Option.NO_PURSUIT: ("none", "no", "break off", "stop"),
    Option.WAIT: ("wait", "later"),
    Option.DECLINE: ("never", "decline"),
    Option.BRITISH: ("british",),
    Option.AMERICAN: ("american", "us"),
    Option.INVERT: ("invert", "raider", "yes"),
}


def describe_action(scenario: Scenario, game: Any, action: int) -> str:
    """An answer to the decision that the game waits for, in a few words."""
    view = view_of(scenario, game)
    if action < FIRST_PLACE_ACTION:
        return _describe_option(view, action)
    if action < FIRST_UNIT_ACTION:
        return _describe_place(view, action - FIRST_PLACE_ACTION)
    return _describe_unit(view, action - FIRST_UNIT_ACTION)


def _describe_option(view: View, option: int) -> str:
    if option not in set(Option):
        return f"option {option}"
    if option == Option.STAY and view.decision in (Decision.PATROL_ORDER, Decision.RAID_ORDER) and view.subject.at_sea:
        return "stay here"
    if option == Option.STAY and view.decision == Decision.PATROL_ORDER and view.subject.place_number == RAID_FORCE:
        return "stay in the raid force"
    return _OPTION_WORDS_IN.get((view.decision, Option(option)), _OPTION_WORDS[Option(option)])


def _describe_place(view: View, place: int) -> str:
    name = place_name(view.scenario, place)
    if view.decision == Decision.STRIKE_ORDER:
        return f"attack {name}"
    if view.decision == Decision.AIR_RAID:
        return f"raid {name}"
    known = view.names.places[place]
    if view.decision == Decision.LANDING and known is not None and known.kind in ("port", "base"):
        owner = view.owner(known.id)
        friendly = owner is not None and owner & 1 == view.subject.side
        if view.subject.kind == Kind.SHIP:
            return f"take {name}"
        return f"land on {name}" if friendly else f"invade {name}"
    return name


def _describe_unit(view: View, number: int) -> str:
    unit = view.units_by_number.get(number)
    if unit is None:
        return unit_name(view.scenario, number) if number < len(view.names.units) else f"unit {number}"
    if view.decision == Decision.SUBMARINE_TARGET:
        return f"attack {unit_phrase(unit)}"
    if view.decision in (Decision.AIR_TARGET, Decision.SURFACE_TARGET, Decision.STRIKE_TARGET):
        aimed = f"{unit.attackers} aim{'s' if unit.attackers == 1 else ''} at it" if unit.attackers else ""
        return f"attack {unit_phrase(unit, aimed)}"
    if view.decision == Decision.JOIN_GROUP:
        return f"join {group_phrase(view, unit.group, placed_before=view.subject.number)}"
    if view.decision == Decision.PURSUIT:
        return f"pursue {group_phrase(view, unit.group)}"
    if view.decision in (Decision.GARRISON_LOSS, Decision.ASW_LOSS):
        return f"lose {unit_phrase(unit)}"
    if view.decision == Decision.REPAIR:
        return f"repair {unit_phrase(unit)}"
    return unit_phrase(unit)


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
    return f"{_possessive(members[0].name)} group ({names}; speed {speed})"


# --- words into actions --------------------------------------------------------------------------------


class UnknownWords(LookupError):
    """Words that name no legal answer, or more than one.  The text lists the choices or the close matches."""


def legal_actions(scenario: Scenario, game: Any) -> list[int]:
    """The legal answers to the decision that the game waits for, ascending; asks the engine."""
    from aw_env.admirals_war import engine

    games, mask = view_of(scenario, game)._games.copy(), np.zeros(ACTIONS, np.int8)
    engine.legal_actions(scenario.books, games, 0, mask)
    return np.flatnonzero(mask).tolist()


def choices(scenario: Scenario, game: Any, legal: Iterable[int] | None = None) -> list[tuple[int, str]]:
    """The legal answers as (action, words), in the order in which they are listed and numbered from 1."""
    view = view_of(scenario, game)
    legal = legal_actions(scenario, view) if legal is None else legal
    return [(int(action), describe_action(scenario, view, int(action))) for action in sorted(legal)]


def action_named(scenario: Scenario, game: Any, words: str, legal: Sequence[int] | None = None) -> int:
    """The legal answer that a person means.

    words: the number of a listed choice (from 1), its words, the name of the place or unit, any beginning of these
    that fits one choice only, in any case; the unit that is asked may stand first ("Yorktown to Hawaiian Islands").
    legal: the legal actions, asked of the engine if left out.
    Raises UnknownWords, which says what there is to choose.
    """
    view = view_of(scenario, game)
    listed = choices(scenario, view, legal)
    names = [(action, name) for action, _ in listed for name in names_of(view, action)]
    whole = {action for action, name in names if name == plain(words)}
    if len(whole) == 1:
        return whole.pop()
    number, wanted = split_order(view, words)
    subject = subject_unit(view)
    if number is not None and (subject is None or number != subject.number):
        asked = f"{subject.name} is" if subject is not None else "no single unit is"
        raise UnknownWords(f"{unit_name(scenario, number)} is not being asked now, {asked}. {_listing(listed)}")
    if wanted.isdigit():
        return _numbered(int(wanted), listed)
    for fits in (_same, _begins, _word_begins):
        found = dict.fromkeys(action for action, name in names if fits(name, wanted))
        if len(found) == 1:
            return next(iter(found))
        if found:
            raise UnknownWords(f'"{words}" may mean {_list(text for action, text in listed if action in found)}.')
    raise UnknownWords(f'"{words}" is not a choice now{_close(wanted, names, listed)}. {_listing(listed)}')


def split_order(view: View, words: str) -> tuple[int | None, str]:
    """An order as (unit, what it does): "Yorktown to Hawaiian Islands" gives Yorktown and "hawaiian islands".

    The unit is None when the words do not begin with the name of a unit of the game and something more.
    """
    text = plain(words)
    units = view.scenario.names.units
    names = ((name, number) for number in view.units_by_number for name in _names_of_unit(units[number]))
    named = [(name, number) for name, number in names if text.startswith(name + " ")]
    if named:
        name, number = max(named, key=lambda pair: len(pair[0]))
        return number, re.sub(r"^(to|into|in|at) ", "", text[len(name) + 1 :])
    head, arrow, tail = text.partition(" to ")
    meant = units_named(view, head) if arrow else []
    return (meant[0].number, tail) if len(meant) == 1 else (None, text)


def units_named(view: View, words: str) -> list[UnitView]:
    """Units of the game with this name, or else whose name begins so."""
    text, units = plain(words), view.units_by_number
    names = {number: _names_of_unit(view.scenario.names.units[number]) for number in units}
    exact = [number for number in units if text in names[number]]
    begins = [number for number in units if any(name.startswith(text) for name in names[number])]
    return [units[number] for number in exact or (begins if text else [])]


@lru_cache(maxsize=4096)
def plain(words: str) -> str:
    """Words without accents, capitals, punctuation and anything in brackets, for comparison."""
    words = unicodedata.normalize("NFKD", re.sub(r"\(.*?\)", " ", words))
    words = "".join(letter for letter in words if not unicodedata.combining(letter)).casefold()
    return " ".join(re.sub(r"[^a-z0-9]+", " ", words.replace("'", "")).split())


def _names_of_unit(unit: UnitName) -> tuple[str, ...]:
    return plain(unit.name), plain(unit.id)


def names_of(view: View, action: int) -> list[str]:
    """Everything that an answer may be called, as `plain` writes it."""
    names = [describe_action(view.scenario, view, action)]
    if action < FIRST_PLACE_ACTION:
        names += _OTHER_NAMES[Option(action)]
    elif action < FIRST_UNIT_ACTION:
        known = view.names.places[action - FIRST_PLACE_ACTION]
        area = view.scenario.printed.board.areas.get(known.id)
        names += [known.name, known.id, *(area.aliases if area else ())]
    else:
        unit = view.units_by_number[action - FIRST_UNIT_ACTION]
        names += [
            verb + name
            for name in (unit.name, unit.id)
            for verb in ("", "attack ", "attacks ", "pursue ", "pursues ", "join ")
        ]
    return [plain(name) for name in names]


def _same(name: str, wanted: str) -> bool:
    return name == wanted


def _begins(name: str, wanted: str) -> bool:
    return bool(wanted) and name.startswith(wanted)


def _word_begins(name: str, wanted: str) -> bool:
    return bool(wanted) and f" {wanted}" in name


def _numbered(number: int, listed: list[tuple[int, str]]) -> int:
    if not 1 <= number <= len(listed):
        raise UnknownWords(f"there is no choice {number}. {_listing(listed)}")
    return listed[number - 1][0]


def _close(wanted: str, names: list[tuple[int, str]], listed: list[tuple[int, str]]) -> str:
    close = get_close_matches(wanted, [name for _, name in names], n=3, cutoff=0.6)
    actions = dict.fromkeys(action for name in close for action, known in names if known == name)
    texts = dict(listed)
    return f"; did you mean {_list(texts[action] for action in actions)}?" if actions else ""


def _listing(listed: list[tuple[int, str]], most: int = 12) -> str:
    shown = [f"{number} {text}" for number, (_, text) in enumerate(listed[:most], start=1)]
    more = f"; and {len(listed) - most} more" if len(listed) > most else ""
    return f"Choices: {'; '.join(shown)}{more}."


# --- events --------------------------------------------------------------------------------------------


class Happening(NamedTuple):
    """One event: its kind by name, the units, places or sides it is about by name, its dice, and the words."""

    kind: str
    subjects: tuple[str, ...]
    dice: tuple[int, ...]
    words: str


class _Row(NamedTuple):
    event: Event
    a: int
    b: int
    c: int
    dice: tuple[int, ...]


def describe_event(scenario: Scenario, row: Sequence[int]) -> str:
    """A row of the event buffer in words, with its dice."""
    return happening(scenario, row).words


def happening(scenario: Scenario, row: Sequence[int]) -> Happening:
    """A row of the event buffer as (kind, subjects, dice, words)."""
    numbers = [int(number) for number in row]
    dice = tuple(numbers[FIRST_DIE : FIRST_DIE + numbers[DICE_COUNT]])
    event = _Row(Event(numbers[0]), *numbers[1:4], dice)
    subjects = tuple(name(scenario, number) for name, number in zip(_SUBJECTS[event.event], event[1:4], strict=False))
    return Happening(event.event.name.lower(), subjects, dice, _ACCOUNTS[event.event](scenario, event))


def _side_name(scenario: Scenario, side: int) -> str:
    return "nobody" if side == NOBODY else SIDES[Side(side)]


def _power_name(scenario: Scenario, power: int) -> str:
    return "nobody" if power in (NOBODY, UNCONTROLLED) else POWERS[Power(power)]


def _theatre_name(scenario: Scenario, theatre: int) -> str:
    return THEATRES[Theatre(theatre)]


_SUBJECTS: dict[Event, tuple[Callable[[Any, int], str], ...]] = {
    Event.NONE: (),
    Event.TURN: (),
    Event.PHASE: (),
    Event.MOVED: (unit_name, place_name),
    Event.SPEED_ROLL: (unit_name, place_name),
    Event.COMBAT_BEGINS: (place_name,),
    Event.ROUND_BEGINS: (place_name,),
    Event.ACTION_CHOSEN: (_side_name,),
    Event.ACTION_ROLL: (_side_name,),
    Event.ACTION_DETERMINED: (),
    Event.CARRIER_NAMED: (unit_name,),
    Event.ATTACK: (unit_name, unit_name),
    Event.HITS: (unit_name, unit_name),
    Event.DISABLED: (unit_name,),
    Event.SUNK: (unit_name,),
    Event.RETREATS: (_side_name, place_name),
    Event.GROUP: (unit_name,),
    Event.PURSUES: (unit_name,),
    Event.ESCAPES: (),
    Event.RETURNED: (unit_name, place_name),
    Event.STRIKES: (unit_name, place_name),
    Event.RAIDED: (place_name, _power_name),
    Event.ON_THE_BOTTOM: (unit_name, place_name),
    Event.LANDED: (unit_name, place_name),
    Event.INVADED: (unit_name, place_name),
    Event.CAPTURED: (place_name, _power_name),
    Event.CONTROL: (place_name, _side_name),
    Event.VICTORY_POINTS: (_theatre_name,),
    Event.BONUS: (_theatre_name,),
    Event.PENALTY: (_theatre_name,),
    Event.ARRIVED: (unit_name, place_name),
    Event.STALEMATE: (place_name,),
    Event.GAME_OVER: (),
    Event.NO_BASE: (unit_name,),
    Event.WITHDRAWN: (unit_name,),
    Event.HUNTERS: (place_name, _power_name),
    Event.ROLL_TO_MOVE: (unit_name,),
    Event.WAR: (),
    Event.FLAG_REMOVED: (place_name,),
    Event.REPAIRED: (unit_name, place_name),
    Event.TRANSFERRED: (unit_name,),
    Event.ASW: (place_name,),
    Event.TRADE_ATTACK: (unit_name, place_name),
    Event.TRADE_POINTS: (_theatre_name,),
    Event.REFUELLED: (unit_name, place_name),
    Event.INVERTED: (unit_name, place_name),
    Event.TABLE: (),
    Event.CHANGED_SIDES: (unit_name, _power_name),
}


def _tell_phase(scenario: Scenario, event: _Row) -> str:
    whose = "" if event.b == NOBODY else f" ({_power_name(scenario, event.b)})"
    return f"{PHASES[Phase(event.a)]}{whose}."


def _tell_moved(scenario: Scenario, event: _Row) -> str:
    if event.b == RAID_FORCE:
        return f"{unit_name(scenario, event.a)} joins the Pearl Harbor Raid Force."
    if event.b >= FIRST_PORT:
        return f"{unit_name(scenario, event.a)} leaves the Pearl Harbor Raid Force."
    book = scenario.books[0]
    kind = Kind.LBA if book["airborne"][event.a] else book["kind"][event.a]
    verbs = {Kind.LBA: "flies to", Kind.AMPHIBIOUS: "sails to", Kind.HUNTER_KILLER: "hunts in"}
    verb = verbs.get(kind, "raids" if event.c else "patrols")
    return f"{unit_name(scenario, event.a)} {verb} {the_place(scenario, event.b)}."


def _tell_speed_roll(scenario: Scenario, event: _Row) -> str:
    name, area = unit_name(scenario, event.a), the_place(scenario, event.b)
    if not event.dice:
        return f"{name} is fast enough for {area} without a roll."
    outcome = "passes" if event.c else "fails"
    return f"{name} needs speed for {area}: {event.dice[0]}, {outcome}."


def _tell_round(scenario: Scenario, event: _Row) -> str:
    pursuit = f", pursuit of group {event.b}" if event.b else ""
    return f"Round {event.c} in {the_place(scenario, event.a)}{pursuit}."


def _tell_action_roll(scenario: Scenario, event: _Row) -> str:
    bonus = event.c - event.dice[0]
    total = f"{event.dice[0]}+{bonus}={event.c}" if bonus else f"{event.c}"
    return f"{_does(event.a, 'roll')} {total} for {ACTION_NAMES[Action(event.b)]} action."


def _tell_attack(scenario: Scenario, event: _Row) -> str:
    shots = [_die(die, event.c) + (" hit" if die + event.c >= 6 else "") for die in event.dice]
    return f"{unit_name(scenario, event.a)} attacks {unit_name(scenario, event.b)}: {', '.join(shots) or 'no dice'}."


def _tell_asw(scenario: Scenario, event: _Row) -> str:
    results = {5: " disabled"}
    shots = [
        _die(die, event.c) + (" hit" if die + event.c >= 6 else results.get(die + event.c, "")) for die in event.dice
    ]
    return f"Anti-submarine warfare in {the_place(scenario, event.a)}: {', '.join(shots)}."


def _tell_trade_attack(scenario: Scenario, event: _Row) -> str:
    shots = [_die(die, event.c) + (" hit" if die + event.c >= 6 else "") for die in event.dice]
    where = the_place(scenario, event.b)
    return f"{unit_name(scenario, event.a)} attacks merchants in {where}: {', '.join(shots) or 'no dice'}."


def _tell_raided(scenario: Scenario, event: _Row) -> str:
    return f"{_capital(the_place(scenario, event.a))} is raided by {_power_name(scenario, event.b)} carriers."


def _tell_captured(scenario: Scenario, event: _Row) -> str:
    if event.b == UNCONTROLLED:
        return f"{_capital(the_place(scenario, event.a))} is in nobody's hands now."
    side, owner = SIDES[Side(event.b & 1)], _power_name(scenario, event.b)
    return f"{_capital(the_place(scenario, event.a))} falls to the {side} ({owner})."


_DISPOSITIONS = ("stays with the Germans", "is scuttled", "comes over to the Allies")
"""Outcomes of Tables 3 and 4, in the order of their rows."""


def _tell_table(scenario: Scenario, event: _Row) -> str:
    dice = " and ".join(str(die) for die in event.dice)
    if event.b == 5:
        return f"Table 5, {place_name(scenario, event.a)}: {dice}, {the_place(scenario, event.c)}."
    return f"Table {event.b}, {unit_name(scenario, event.a)}: {dice}, {_DISPOSITIONS[event.c]}."


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _tell_hits(scenario: Scenario, event: _Row) -> str:
    """Damage dice, one less each against a red armor factor (§3.14); in port an amphibious unit takes a point a hit."""
    target = unit_name(scenario, event.b)
    lowered = int(scenario.books[0]["armor_bonus"][event.b])
    if not event.dice:
        return f"{target} takes {event.c} damage."
    points = sum(max(0, die - lowered) for die in event.dice)
    rolls = " and ".join(_die(die, -lowered) for die in event.dice)
    return f"Damage roll{'s' if len(event.dice) > 1 else ''} {rolls}: {target} takes {points} damage."


def _die(die: int, bonus: int) -> str:
    return f"{die}{bonus:+d}={max(0, die + bonus)}" if bonus else f"{die}"


def _tell_pursues(scenario: Scenario, event: _Row) -> str:
    ship = unit_name(scenario, event.a)
    return f"{ship} pursues group {event.b}." if event.b else f"{ship} does not pursue."


def _tell_repaired(scenario: Scenario, event: _Row) -> str:
    left = f"{event.c} damage left" if event.c else "sound again"
    return f"{unit_name(scenario, event.a)} is repaired in {the_place(scenario, event.b)}: {left}."


def _tell_landed(scenario: Scenario, event: _Row) -> str:
    """A landing among friends, or the taking of a base by a French ship (§18.36)."""
    verb = "takes" if scenario.books[0]["kind"][event.a] == Kind.SHIP else "lands on"
    return f"{unit_name(scenario, event.a)} {verb} {the_place(scenario, event.b)}."


def _tell_invaded(scenario: Scenario, event: _Row) -> str:
    lost = f"; {unit_name(scenario, event.c)} falls defending it" if event.c != NOBODY else ""
    return f"{unit_name(scenario, event.a)} invades {the_place(scenario, event.b)} and is spent{lost}."


def _tell_control(scenario: Scenario, event: _Row) -> str:
    if event.b == NOBODY:
        return f"Nobody controls {the_place(scenario, event.a)} now."
    return f"{_does(event.b, 'control')} {the_place(scenario, event.a)}."


def _does(side: int, verb: str) -> str:
    """A side and what it does: "The Allies roll", "The Axis rolls"."""
    return f"The {SIDES[Side(side)]} {verb}{'s' if side == Side.AXIS else ''}"


def _tell_points(reason: str) -> Callable[[Any, _Row], str]:
    def tell(scenario: Scenario, event: _Row) -> str:
        gainer = SIDES[Side.ALLIES if event.b > 0 else Side.AXIS]
        return f"{THEATRES[Theatre(event.a)]} track, {reason}: {gainer} +{abs(event.b)}. Now {standing(event.c)}."

    return tell


def standing(lead: int) -> str:
    """A track of victory points in words: "Allies lead by 3", "level"."""
    return f"{_does(Side.ALLIES if lead > 0 else Side.AXIS, 'lead')[4:]} by {abs(lead)}" if lead else "level"


_SINKS = (Kind.SHIP, Kind.SUBMARINE, Kind.OILER, Kind.HILFSKREUZER)


def _tell_sunk(scenario: Scenario, event: _Row) -> str:
    sunk = scenario.books[0]["kind"][event.a] in _SINKS
    return f"{unit_name(scenario, event.a)} is {'sunk' if sunk else 'lost'}."


def _tell_war(scenario: Scenario, event: _Row) -> str:
    if event.b:
        return "Japan has attacked: the United States are at war."
    if event.a == NOWHERE:
        return "The Pearl Harbor Raid Force sails: Japan goes to war."
    return f"Japan enters {the_place(scenario, event.a)} and goes to war."


def _tell_game_over(scenario: Scenario, event: _Row) -> str:
    if event.b:
        alone = [POWERS[power] for power in Power if event.b >> power & 1]
        won = f"the {alone[0]} player wins" if len(alone) == 1 else f"the {_and(alone)} players share the win"
    else:
        won = "the Allies win" if event.a > 0 else "the Axis wins" if event.a < 0 else "a draw"
    return f"The game is over: {won}."


def _tell(words: str) -> Callable[[Any, _Row], str]:
    """An account with the event's unit, place and side filled in."""

    def tell(scenario: Scenario, event: _Row) -> str:
        return words.format(
            unit=_name(unit_name, scenario, event.a),
            place=_name(the_place, scenario, event.b),
            here=_name(the_place, scenario, event.a),
            a=event.a,
            b=event.b,
        )

    return tell


def _name(of: Callable[[Any, int], str], scenario: Scenario, number: int) -> str:
    try:
        return of(scenario, number)
    except IndexError:
        return ""


_ACCOUNTS: dict[Event, Callable[[Any, _Row], str]] = {
    Event.NONE: _tell("Nothing happens."),
    Event.TURN: _tell("Turn {a} begins."),
    Event.PHASE: _tell_phase,
    Event.MOVED: _tell_moved,
    Event.SPEED_ROLL: _tell_speed_roll,
    Event.COMBAT_BEGINS: _tell("Combat in {here}."),
    Event.ROUND_BEGINS: _tell_round,
    Event.ACTION_CHOSEN: lambda scenario, event: f"{_does(event.a, 'want')} {ACTION_NAMES[Action(event.b)]} action.",
    Event.ACTION_ROLL: _tell_action_roll,
    Event.ACTION_DETERMINED: lambda scenario, event: (
        "Both: an air action, then a surface action."
        if event.a == Action.COMBINED
        else f"It is {ACTION_NAMES[Action(event.a)]} action."
    ),
    Event.CARRIER_NAMED: lambda scenario, event: (
        f"{unit_name(scenario, event.a)} {'fires her guns' if event.b else 'stays silent'}."
    ),
    Event.ATTACK: _tell_attack,
    Event.HITS: _tell_hits,
    Event.DISABLED: _tell("{unit} is disabled and must go home."),
    Event.SUNK: _tell_sunk,
    Event.RETREATS: lambda scenario, event: f"{_does(event.a, 'retreat')} from {the_place(scenario, event.b)}.",
    Event.GROUP: _tell("{unit} retreats in group {b}."),
    Event.PURSUES: _tell_pursues,
    Event.ESCAPES: _tell("Group {a} escapes."),
    Event.RETURNED: _tell("{unit} returns to {place}."),
    Event.STRIKES: _tell("{unit} flies against {place}."),
    Event.RAIDED: _tell_raided,
    Event.ON_THE_BOTTOM: _tell("{unit} settles on the bottom of {place}."),
    Event.LANDED: _tell_landed,
    Event.INVADED: _tell_invaded,
    Event.CAPTURED: _tell_captured,
    Event.CONTROL: _tell_control,
    Event.VICTORY_POINTS: _tell_points("control of areas"),
    Event.BONUS: _tell_points("the scenario's own points"),
    Event.PENALTY: _tell_points("a ship still in the neutral port"),
    Event.ARRIVED: _tell("{unit} arrives in {place}."),
    Event.STALEMATE: _tell("Three rounds without a shot: combat in {here} ends."),
    Event.GAME_OVER: _tell_game_over,
    Event.NO_BASE: _tell("{unit} has nowhere to go and is lost."),
    Event.WITHDRAWN: _tell("{unit} is withdrawn from the game."),
    Event.HUNTERS: lambda scenario, event: (
        f"The {_power_name(scenario, event.b)} navy hunts submarines in {the_place(scenario, event.a)}."
    ),
    Event.ROLL_TO_MOVE: lambda scenario, event: (
        f"{unit_name(scenario, event.a)} {'may move' if event.b else 'may not move'}"
        f"{f': {event.dice[0]}' if event.dice else ''}."
    ),
    Event.WAR: _tell_war,
    Event.FLAG_REMOVED: _tell("The Allied flag in {here} is taken off: there are not two British battleships."),
    Event.REPAIRED: _tell_repaired,
    Event.TABLE: _tell_table,
    Event.CHANGED_SIDES: lambda scenario, event: (
        f"{unit_name(scenario, event.a)} is moved by the {_power_name(scenario, event.b)} player from now on."
    ),
    Event.TRANSFERRED: _tell("{unit} leaves for the other theatre."),
    Event.ASW: _tell_asw,
    Event.TRADE_ATTACK: _tell_trade_attack,
    Event.TRADE_POINTS: _tell_points("merchant shipping"),
    Event.REFUELLED: _tell("{unit} refuels and stays in {place}."),
    Event.INVERTED: _tell("{unit} turns raider in {place}."),
}
