"""Events in words: the running account of what happened, with its dice."""

from collections.abc import Callable, Sequence
from typing import Any

from aw_env.core.said.accounts import EventRow, Teller
from aw_env.games.admirals_war.printed.load import Scenario
from aw_env.games.admirals_war.records.terms import (
    EACH_LESS,
    FIRST_PORT,
    FIRST_UNIT_ACTION,
    NOBODY,
    NOWHERE,
    UNCONTROLLED,
    Action,
    Event,
    Intention,
    Kind,
    Option,
    Phase,
    Power,
    Side,
    Theatre,
)
from aw_env.games.admirals_war.rules.war_entry import RAID_FORCE
from aw_env.games.admirals_war.words.wording import (
    PHASES,
    POWERS,
    THEATRES,
    all_of,
    capital,
    place_name,
    possessive,
    the_place,
    unit_name,
)
from aw_env.naval.sides import SIDES, side_does, standing

ACTION_NAMES = {Action.NONE: "no", Action.AIR: "an air", Action.SURFACE: "a surface", Action.COMBINED: "a combined"}


def describe_event(scenario: Scenario, row: Sequence[int]) -> str:
    """A row of the event buffer in words, with its dice."""
    return happening(scenario, row).words


def _side_name(scenario: Scenario, side: int) -> str:
    return "nobody" if side == NOBODY else SIDES[Side(side)]


def _power_name(scenario: Scenario, power: int) -> str:
    return "nobody" if power in (NOBODY, UNCONTROLLED) else POWERS[Power(power)]


def _commander_name(scenario: Scenario, power: int) -> str:
    """Who gives the orders of a power: the side, where one player has both of its powers."""
    seats = scenario.books[0]["seat_of_power"]
    return SIDES[Side(power & 1)] if seats[power] == seats[power ^ 2] else f"{POWERS[Power(power)]} commander"


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
    Event.ESCAPES: (unit_name,),
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
    Event.OVERHAULED: (unit_name, place_name),
    Event.REPLACED: (unit_name, unit_name),
    Event.TYPE_XXI: (),
    Event.COMPLETION: (unit_name,),
    Event.EXPECTED: (unit_name,),
    Event.WARNING: (),
    Event.TARGETING: (unit_name,),
    Event.WAVERING: (),
    Event.INTERCEPTED: (unit_name,),
    Event.KAMIKAZE: (unit_name,),
    Event.SENT: (unit_name, place_name),
    Event.ITALY_ROLLS: (),
    Event.ITALY_AT_WAR: (),
    Event.GROUPED: (_commander_name,),
    Event.TASK_FORCE: (unit_name,),
    Event.INTENTION: (unit_name,),
    Event.SIGHTING: (unit_name,),
    Event.JOINS_ACTION: (unit_name,),
    Event.TRANSFERRED: (unit_name,),
    Event.CATAPULT: (),
    Event.ARMISTICE: (),
    Event.VICHY: (unit_name, place_name),
    Event.LILA: (),
    Event.TORCH: (),
    Event.ASW: (place_name,),
    Event.TRADE_ATTACK: (unit_name, place_name),
    Event.TRADE_POINTS: (_theatre_name,),
    Event.REFUELLED: (unit_name, place_name),
    Event.INVERTED: (unit_name, place_name),
    Event.TABLE: (),
    Event.CHANGED_SIDES: (unit_name, _power_name),
    Event.REVEALED: (unit_name, place_name),
    Event.SURPRISE: (place_name,),
}


def _tell_phase(scenario: Scenario, event: EventRow) -> str:
    whose = "" if event.b == NOBODY else f" ({_power_name(scenario, event.b)})"
    return f"{PHASES[Phase(event.a)]}{whose}."


def _tell_moved(scenario: Scenario, event: EventRow) -> str:
    if event.b == RAID_FORCE:
        return f"{unit_name(scenario, event.a)} joins the Pearl Harbor Raid Force."
    book = scenario.books[0]
    if event.b == FIRST_PORT + book["raid_base"]:
        return f"{unit_name(scenario, event.a)} leaves the Pearl Harbor Raid Force."
    if event.b >= FIRST_PORT:  # a group of uncertain whereabouts (§23.23)
        return f"{unit_name(scenario, event.a)} is found in {the_place(scenario, event.b)}."
    kind = Kind.LBA if book["airborne"][event.a] else book["kind"][event.a]
    verbs = {Kind.LBA: "flies to", Kind.AMPHIBIOUS: "sails to", Kind.HUNTER_KILLER: "hunts in"}
    verb = verbs.get(kind, ("patrols", "raids", "puts to sea in")[event.c])
    return f"{unit_name(scenario, event.a)} {verb} {the_place(scenario, event.b)}."


def _tell_speed_roll(scenario: Scenario, event: EventRow) -> str:
    name, area = unit_name(scenario, event.a), the_place(scenario, event.b)
    if not event.dice:
        return f"{name} is fast enough for {area} without a roll."
    outcome = "passes" if event.c else "fails"
    return f"{name} needs speed for {area}: {event.dice[0]}, {outcome}."


def _tell_round(scenario: Scenario, event: EventRow) -> str:
    pursuit = "" if event.b == NOBODY else f", pursuit of {_group(scenario, event.b)}"
    return f"Round {event.c} in {the_place(scenario, event.a)}{pursuit}."


def _tell_action_roll(scenario: Scenario, event: EventRow) -> str:
    bonus = event.c - event.dice[0]
    total = f"{event.dice[0]}+{bonus}={event.c}" if bonus else f"{event.c}"
    return f"{side_does(event.a, 'roll')} {total} for {ACTION_NAMES[Action(event.b)]} action."


def _tell_attack(scenario: Scenario, event: EventRow) -> str:
    shots = [_die(die, event.c) + (" hit" if die + event.c >= 6 else "") for die in event.dice]
    return f"{unit_name(scenario, event.a)} attacks {unit_name(scenario, event.b)}: {', '.join(shots) or 'no dice'}."


def _tell_asw(scenario: Scenario, event: EventRow) -> str:
    results = {5: " disabled"}
    shots = [
        _die(die, event.c) + (" hit" if die + event.c >= 6 else results.get(die + event.c, "")) for die in event.dice
    ]
    goes_on = "" if event.b else " goes on"
    return f"Anti-submarine warfare{goes_on} in {the_place(scenario, event.a)}: {', '.join(shots)}."


def _tell_trade_attack(scenario: Scenario, event: EventRow) -> str:
    shots = [_die(die, event.c) + (" hit" if die + event.c >= 6 else "") for die in event.dice]
    where = the_place(scenario, event.b)
    return f"{unit_name(scenario, event.a)} attacks merchants in {where}: {', '.join(shots) or 'no dice'}."


def _tell_raided(scenario: Scenario, event: EventRow) -> str:
    return f"{capital(the_place(scenario, event.a))} is raided by {_power_name(scenario, event.b)} carriers."


def _tell_captured(scenario: Scenario, event: EventRow) -> str:
    if event.b == UNCONTROLLED:
        return f"{capital(the_place(scenario, event.a))} is in nobody's hands now."
    side, owner = SIDES[Side(event.b & 1)], _power_name(scenario, event.b)
    return f"{capital(the_place(scenario, event.a))} falls to the {side} ({owner})."


_DISPOSITIONS = ("stays with the Germans", "is scuttled", "comes over to the Allies")
"""Outcomes of Tables 3 and 4, in the order of their rows."""
_SEIZURES = ("is seized by the Germans", "is scuttled", "joins the Free French")
"""The same of Tables 6 and 7."""


def _tell_table(scenario: Scenario, event: EventRow) -> str:
    dice = " and ".join(str(die) for die in event.dice)
    if event.b == 5:
        rolled = f"{dice}, " if dice else ""
        return f"Table 5, {place_name(scenario, event.a)}: {rolled}{the_place(scenario, event.c)}."
    outcomes = _SEIZURES if event.b > 5 else _DISPOSITIONS
    return f"Table {event.b}, {unit_name(scenario, event.a)}: {dice}, {outcomes[event.c]}."


def _tell_hits(scenario: Scenario, event: EventRow) -> str:
    """Damage dice, one less each against a red armor factor (§3.14); in port an amphibious unit takes a point a hit."""
    target = unit_name(scenario, event.b)
    lowered, hits = divmod(event.c, EACH_LESS)
    if not event.dice:
        return f"{target} takes {hits} damage."
    points = sum(max(0, die - lowered) for die in event.dice)
    rolls = " and ".join(_die(die, -lowered) for die in event.dice)
    return f"Damage roll{'s' if len(event.dice) > 1 else ''} {rolls}: {target} takes {points} damage."


def _die(die: int, bonus: int) -> str:
    return f"{die}{bonus:+d}={max(0, die + bonus)}" if bonus else f"{die}"


def _tell_group(scenario: Scenario, event: EventRow) -> str:
    group = "a new group" if event.a == event.b else _group(scenario, event.b)
    return f"{unit_name(scenario, event.a)} retreats in {group}."


def _tell_pursues(scenario: Scenario, event: EventRow) -> str:
    ship = unit_name(scenario, event.a)
    return f"{ship} does not pursue." if event.b == NOBODY else f"{ship} pursues {_group(scenario, event.b)}."


def _tell_repaired(scenario: Scenario, event: EventRow) -> str:
    left = f"{event.c} damage left" if event.c else "sound again"
    return f"{unit_name(scenario, event.a)} is repaired in {the_place(scenario, event.b)}: {left}."


def _tell_overhauled(scenario: Scenario, event: EventRow) -> str:
    left = f"{event.c} to go" if event.c else "as fast as ever"
    return f"{unit_name(scenario, event.a)} is overhauled in {the_place(scenario, event.b)}: {left}."


def _tell_landed(scenario: Scenario, event: EventRow) -> str:
    """A landing among friends, or the taking of a base by a French ship (§18.36)."""
    verb = "takes" if scenario.books[0]["kind"][event.a] == Kind.SHIP else "lands on"
    return f"{unit_name(scenario, event.a)} {verb} {the_place(scenario, event.b)}."


def _tell_invaded(scenario: Scenario, event: EventRow) -> str:
    lost = f"; {unit_name(scenario, event.c)} falls defending it" if event.c != NOBODY else ""
    return f"{unit_name(scenario, event.a)} invades {the_place(scenario, event.b)} and is spent{lost}."


def _tell_control(scenario: Scenario, event: EventRow) -> str:
    if event.b == NOBODY:
        return f"Nobody controls {the_place(scenario, event.a)} now."
    return f"{side_does(event.b, 'control')} {the_place(scenario, event.a)}."


def _tell_points(reason: str) -> Callable[[Any, EventRow], str]:
    def tell(scenario: Scenario, event: EventRow) -> str:
        gainer = SIDES[Side.ALLIES if event.b > 0 else Side.AXIS]
        return f"{THEATRES[Theatre(event.a)]} track, {reason}: {gainer} +{abs(event.b)}. Now {standing(event.c)}."

    return tell


_SINKS = (Kind.SHIP, Kind.SUBMARINE, Kind.OILER, Kind.HILFSKREUZER)


def _tell_sunk(scenario: Scenario, event: EventRow) -> str:
    sunk = scenario.books[0]["kind"][event.a] in _SINKS
    return f"{unit_name(scenario, event.a)} is {'sunk' if sunk else 'lost'}."


def _tell_war(scenario: Scenario, event: EventRow) -> str:
    if event.b:
        return "Japan has attacked: the United States are at war."
    if event.a == NOWHERE:
        return "The Pearl Harbor Raid Force sails: Japan goes to war."
    return f"Japan enters {the_place(scenario, event.a)} and goes to war."


def _tell_surprise(scenario: Scenario, event: EventRow) -> str:
    which = ("First", "Second")[event.b - 1]
    return f"{which} surprise attack {'in' if event.a < FIRST_PORT else 'on'} {the_place(scenario, event.a)}."


def _tell_game_over(scenario: Scenario, event: EventRow) -> str:
    if event.b:
        alone = [POWERS[power] for power in Power if event.b >> power & 1]
        won = f"the {alone[0]} player wins" if len(alone) == 1 else f"the {all_of(alone)} players share the win"
    else:
        won = "the Allies win" if event.a > 0 else "the Axis wins" if event.a < 0 else "a draw"
    return f"The game is over: {won}."


def _tell(words: str) -> Callable[[Any, EventRow], str]:
    """An account with the event's unit, place and side filled in."""

    def tell(scenario: Scenario, event: EventRow) -> str:
        return words.format(
            unit=_name(unit_name, scenario, event.a),
            place=_name(the_place, scenario, event.b),
            here=_name(the_place, scenario, event.a),
            a=event.a,
            b=event.b,
        )

    return tell


_WARNINGS = (
    ("Marshall is found in Washington", "Marshall is not found in time"),
    ("the telegram is marked as urgent", "the telegram is not marked as urgent"),
    ("General Short alerts Pearl Harbor, and the first raid is lost", "General Short is not in his office"),
    ("Admiral Kimmel sends the fleet to sea, and both raids are lost", "Admiral Kimmel keeps the fleet in port"),
)
"""Each step of the warning when it is taken, and when it is not (§24.1-24.4)."""


def _tell_warning(scenario: Scenario, event: EventRow) -> str:
    taken, not_taken = _WARNINGS[event.a - 1 if event.b else event.a]
    return f"Warning: {taken if event.b else f'{not_taken}, and it goes no further'} (rolled {event.dice[0]})."


def _tell_armistice(scenario: Scenario, event: EventRow) -> str:
    fate = "is surrendered to the Germans" if event.b else "stays in French hands"
    return f"The French fleet {fate}: {event.a} (rolled {event.dice[0]})."


def _tell_vichy(scenario: Scenario, event: EventRow) -> str:
    rolled = f": rolled {event.dice[0]}" if event.dice else ""
    return f"{unit_name(scenario, event.a)} lies in {place_name(scenario, event.b)}{rolled}."


def _tell_torch(scenario: Scenario, event: EventRow) -> str:
    rolled = f": {event.a} (rolled {event.dice[0]})" if event.dice else ""
    return f"The French fleet in North Africa {'opposes' if event.b else 'does not oppose'} the Allies{rolled}."


def _tell_grouped(scenario: Scenario, event: EventRow) -> str:
    commander = _commander_name(scenario, event.a)
    s = "" if commander == SIDES[Side.ALLIES] else "s"
    if event.b >= FIRST_UNIT_ACTION:
        return f"The {commander} join{s} {_force(scenario, event.b - FIRST_UNIT_ACTION)}."
    if event.b == Option.TOGETHER:
        return f"The {commander} form{s} one task force."
    return f"The {commander} keep{s} the task forces as they were."


_INTENTIONS = {
    Intention.LANDING: "lands",
    Intention.SEARCHING: "searches",
    Intention.HIDING: "hides",
    Intention.PEARL_HARBOR: "attacks Pearl Harbor",
}


def _tell_sighting(scenario: Scenario, event: EventRow) -> str:
    sighted = "is sighted" if event.c else "is not sighted"
    return f"{_force(scenario, event.a)} {sighted}: {event.b} (rolled {event.dice[0]})."


def _force(scenario: Scenario, unit: int) -> str:
    return f"{possessive(unit_name(scenario, unit))} task force"


def _group(scenario: Scenario, unit: int) -> str:
    return f"{possessive(unit_name(scenario, unit))} group"


def _name(of: Callable[[Any, int], str], scenario: Scenario, number: int) -> str:
    try:
        return of(scenario, number)
    except IndexError:
        return ""


_ACCOUNTS: dict[Event, Callable[[Any, EventRow], str]] = {
    Event.NONE: _tell("Nothing happens."),
    Event.TURN: _tell("Turn {a} begins."),
    Event.PHASE: _tell_phase,
    Event.MOVED: _tell_moved,
    Event.SPEED_ROLL: _tell_speed_roll,
    Event.COMBAT_BEGINS: _tell("Combat in {here}."),
    Event.ROUND_BEGINS: _tell_round,
    Event.ACTION_CHOSEN: lambda scenario, event: (
        f"{side_does(event.a, 'want')} {ACTION_NAMES[Action(event.b)]} action."
    ),
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
    Event.RETREATS: lambda scenario, event: f"{side_does(event.a, 'retreat')} from {the_place(scenario, event.b)}.",
    Event.GROUP: _tell_group,
    Event.PURSUES: _tell_pursues,
    Event.ESCAPES: lambda scenario, event: f"{_group(scenario, event.a)} escapes.",
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
    Event.OVERHAULED: _tell_overhauled,
    Event.REPLACED: lambda scenario, event: (
        f"{unit_name(scenario, event.b)} takes the place of {unit_name(scenario, event.a)}."
    ),
    Event.TYPE_XXI: _tell("U-boats that arrive or return from turn {a} on are of Type XXI."),
    Event.WARNING: _tell_warning,
    Event.TARGETING: lambda scenario, event: (
        f"{unit_name(scenario, event.a)} looks for a target of speed {event.b} or less: rolled {event.dice[0]}."
    ),
    Event.WAVERING: lambda scenario, event: (
        f"The Italians {'go' if event.b else 'stand'} before round {event.a}: rolled {event.dice[0]}."
    ),
    Event.INTERCEPTED: _tell("{unit} breaks off the attack."),
    Event.KAMIKAZE: _tell("{unit} will make a kamikaze attack."),
    Event.GROUPED: _tell_grouped,
    Event.TASK_FORCE: _tell("{unit} is in task force {b}."),
    Event.INTENTION: lambda scenario, event: (
        f"{_force(scenario, event.a)} (number {event.b}) {_INTENTIONS[Intention(event.c)]}."
    ),
    Event.SIGHTING: _tell_sighting,
    Event.JOINS_ACTION: lambda scenario, event: (
        f"{_force(scenario, event.a)} {'joins' if event.b else 'stays out of'} the surface action."
    ),
    Event.SENT: _tell("{unit} is sent from the Atlantic to {place}."),
    Event.ITALY_ROLLS: lambda scenario, event: (
        f"{event.a} Allied ships and air units watch Italy: rolled {' and '.join(map(str, event.dice))}, "
        f"it {'may go to war' if event.b else 'stays neutral'}."
    ),
    Event.ITALY_AT_WAR: _tell("Italy goes to war."),
    Event.EXPECTED: _tell("{unit} will arrive on turn {b}."),
    Event.COMPLETION: lambda scenario, event: (
        f"{unit_name(scenario, event.a)} is {'completed' if event.b else 'not completed yet'}: rolled {event.dice[0]}."
    ),
    Event.TABLE: _tell_table,
    Event.CHANGED_SIDES: lambda scenario, event: (
        f"{unit_name(scenario, event.a)} is moved by the {_power_name(scenario, event.b)} player from now on."
    ),
    Event.CATAPULT: lambda scenario, event: f"Operation Catapult is {'' if event.a else 'not '}launched.",
    Event.ARMISTICE: _tell_armistice,
    Event.VICHY: _tell_vichy,
    Event.LILA: _tell("Operation Lila is launched."),
    Event.TORCH: _tell_torch,
    Event.TRANSFERRED: _tell("{unit} leaves for the other theatre."),
    Event.ASW: _tell_asw,
    Event.TRADE_ATTACK: _tell_trade_attack,
    Event.TRADE_POINTS: _tell_points("merchant shipping"),
    Event.REFUELLED: _tell("{unit} refuels and stays in {place}."),
    Event.INVERTED: _tell("{unit} turns raider in {place}."),
    Event.SURPRISE: _tell_surprise,
    Event.REVEALED: lambda scenario, event: (
        f"{unit_name(scenario, event.a)} is seen {'raiding ' if event.c else ''}in {the_place(scenario, event.b)}."
    ),
}

happening = Teller(Event, _SUBJECTS, _ACCOUNTS).happening
"""A row of the event buffer of a scenario as (kind, subjects, dice, words)."""
