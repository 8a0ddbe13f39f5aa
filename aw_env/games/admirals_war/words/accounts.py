"""Events in words: the running account of what happened, with its dice."""

from collections.abc import Callable, Mapping
from typing import Any

from aw_env.core.config.folder import configs_folder
from aw_env.core.rooms.phrases import told_in
from aw_env.core.said.events import EventRow, Named, Teller, Told
from aw_env.core.said.luck import ITS_SIDE, By, Chance, Roller
from aw_env.core.said.naming import place_name, unit_name
from aw_env.core.said.wording import all_of, capital, possessive
from aw_env.games.admirals_war.records.terms import (
    EACH_LESS,
    FIRST_PORT,
    FIRST_UNIT_ACTION,
    NOBODY,
    NOWHERE,
    OF_AXIS,
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
from aw_env.games.admirals_war.words.wording import PHASES, POWERS, THEATRES, the_place
from aw_env.naval import luck
from aw_env.naval.sides import SIDES, standing
from aw_env.naval.terms import DIE
from aw_env.naval.words import SIDE, UNIT

ACTION_NAMES = {Action.NONE: "no", Action.AIR: "an air", Action.SURFACE: "a surface", Action.COMBINED: "a combined"}

# --- what the numbers of events are ----------------------------------------------------------------------


def _place_told(scenario: Any, place: int, spec: str) -> str:
    name = the_place(scenario, place)
    return capital(name) if spec == "capital" else name


def _power_name(scenario: Any, power: int) -> str:
    return "nobody" if power in (NOBODY, UNCONTROLLED) else POWERS[Power(power)]


def _commander_name(scenario: Any, power: int) -> str:
    """Who gives the orders of a power: the side, where one player has both of its powers."""
    seats = scenario.books[0]["seat_of_power"]
    return SIDES[Side(power & 1)] if seats[power] == seats[power ^ 2] else f"{POWERS[Power(power)]} commander"


NAMED = {
    "side": SIDE,
    "power": Named(_power_name),
    "commander": Named(_commander_name),
    "unit": UNIT,
    "place": Named(place_name, _place_told),
    "theatre": Named(lambda scenario, theatre: THEATRES[Theatre(theatre)]),
}
"""What numbers of events are, as `events.toml` calls it; a place with `{0:capital}` where it begins a sentence."""

# --- events whose words depend on more than their numbers ----------------------------------------------------------


def _phase(scenario: Any, row: EventRow) -> str:
    return PHASES[Phase(row.a)] + ("." if row.b == NOBODY else f" ({_power_name(scenario, row.b)}).")


def _moved(scenario: Any, row: EventRow) -> str:
    if row.b == RAID_FORCE:
        return "{0} joins the Pearl Harbor Raid Force."
    book = scenario.books[0]
    if row.b == FIRST_PORT + book["raid_base"]:
        return "{0} leaves the Pearl Harbor Raid Force."
    if row.b >= FIRST_PORT:  # a group of uncertain whereabouts (§23.23)
        return "{0} is found in {1}."
    kind = Kind.LBA if book["airborne"][row.a] else book["kind"][row.a]
    verbs = {Kind.LBA: "flies to", Kind.AMPHIBIOUS: "sails to", Kind.HUNTER_KILLER: "hunts in"}
    return f"{{0}} {verbs.get(kind, ('patrols', 'raids', 'puts to sea in')[row.c])} {{1}}."


def _speed_roll(scenario: Any, row: EventRow) -> str:
    if not row.dice:
        return "{0} is fast enough for {1} without a roll."
    return "{0} needs speed for {1}: {die}, {c:passes|fails}."


def _round(scenario: Any, row: EventRow) -> str:
    return "Round {c} in {0}" + ("." if row.b == NOBODY else f", pursuit of {_group(scenario, row.b)}.")


def _action_roll(scenario: Any, row: EventRow) -> str:
    bonus = row.c - row.dice[0]
    total = f"{row.dice[0]}+{bonus}={row.c}" if bonus else f"{row.c}"
    return f"{{0:roll}} {total} for {ACTION_NAMES[Action(row.b)]} action."


def _shots(row: EventRow, results: Mapping[int, str], bonus: int | None = None) -> str:
    """The dice with their bonus, and what those did that missed."""
    bonus = row.c if bonus is None else bonus
    shots = [(die, die + bonus) for die in row.dice]
    return ", ".join(_die(die, bonus) + (" hit" if sum >= 6 else results.get(sum, "")) for die, sum in shots)


def _attack(scenario: Any, row: EventRow) -> str:
    return f"{{0}} attacks {{1}}: {_shots(row, {}) or 'no dice'}."


def _asw(scenario: Any, row: EventRow) -> str:
    shots = _shots(row, {5: " disabled"}, bonus=row.c % OF_AXIS)
    return f"Anti-submarine warfare{'' if row.b else ' goes on'} in {{0}}: {shots}."


SUBMARINES = Chance("submarines", lambda shown, c: shown + c % OF_AXIS >= DIE.hit, Roller(By.C, OF_AXIS))
"""What dice of ASW decide, for the side that hunts (§14.24)."""
DAMAGE = Chance("damage", lambda shown, c: max(0, shown - c // EACH_LESS))
"""What dice of damage do, of which each may count one less (§3.14)."""


def _trade_attack(scenario: Any, row: EventRow) -> str:
    return f"{{0}} attacks merchants in {{1}}: {_shots(row, {}) or 'no dice'}."


def _captured(scenario: Any, row: EventRow) -> str:
    if row.b == UNCONTROLLED:
        return "{0:capital} is in nobody's hands now."
    return f"{{0:capital}} falls to the {SIDES[Side(row.b & 1)]} ({{1}})."


_DISPOSITIONS = ("stays with the Germans", "is scuttled", "comes over to the Allies")
"""Outcomes of Tables 3 and 4, in the order of their rows."""
_SEIZURES = ("is seized by the Germans", "is scuttled", "joins the Free French")
"""The same of Tables 6 and 7."""


def _table(scenario: Any, row: EventRow) -> str:
    dice = " and ".join(str(die) for die in row.dice)
    if row.b == 5:
        rolled = f"{dice}, " if dice else ""
        return f"Table 5, {place_name(scenario, row.a)}: {rolled}{the_place(scenario, row.c)}."
    outcomes = _SEIZURES if row.b > 5 else _DISPOSITIONS
    return f"Table {row.b}, {unit_name(scenario, row.a)}: {dice}, {outcomes[row.c]}."


def _hits(scenario: Any, row: EventRow) -> str:
    """Damage dice, one less each against a red armor factor (§3.14); in port an amphibious unit takes a point a hit."""
    lowered, hits = divmod(row.c, EACH_LESS)
    if not row.dice:
        return f"{{1}} takes {hits} damage."
    points = sum(max(0, die - lowered) for die in row.dice)
    rolls = " and ".join(_die(die, -lowered) for die in row.dice)
    return f"Damage roll{'s' if len(row.dice) > 1 else ''} {rolls}: {{1}} takes {points} damage."


def _die(die: int, bonus: int) -> str:
    return f"{die}{bonus:+d}={max(0, die + bonus)}" if bonus else f"{die}"


def _joins_group(scenario: Any, row: EventRow) -> str:
    return f"{{0}} retreats in {'a new group' if row.a == row.b else _group(scenario, row.b)}."


def _pursues(scenario: Any, row: EventRow) -> str:
    return "{0} does not pursue." if row.b == NOBODY else f"{{0}} pursues {_group(scenario, row.b)}."


def _landed(scenario: Any, row: EventRow) -> str:
    """A landing among friends, or the taking of a base by a French ship (§18.36)."""
    return "{0} takes {1}." if scenario.books[0]["kind"][row.a] == Kind.SHIP else "{0} lands on {1}."


def _invaded(scenario: Any, row: EventRow) -> str:
    lost = f"; {unit_name(scenario, row.c)} falls defending it" if row.c != NOBODY else ""
    return f"{{0}} invades {{1}} and is spent{lost}."


def _points(reason: str) -> Callable[[Any, EventRow], str]:
    def tell(scenario: Any, row: EventRow) -> str:
        gainer = SIDES[Side.ALLIES if row.b > 0 else Side.AXIS]
        return f"{{0}} track, {reason}: {gainer} +{abs(row.b)}. Now {standing(row.c)}."

    return tell


def _scores(scenario: Any, row: EventRow) -> str:
    gainer = SIDES[Side.ALLIES if row.b > 0 else Side.AXIS]
    return f"{{0:capital}}{', raided' if row.c else ''}: {gainer} +{abs(row.b)}."


def _sunk(scenario: Any, row: EventRow) -> str:
    sinks = scenario.books[0]["kind"][row.a] in (Kind.SHIP, Kind.SUBMARINE, Kind.OILER, Kind.HILFSKREUZER)
    return "{0} is sunk." if sinks else "{0} is lost."


def _war(scenario: Any, row: EventRow) -> str:
    if row.b:
        return "Japan has attacked: the United States are at war."
    if row.a == NOWHERE:
        return "The Pearl Harbor Raid Force sails: Japan goes to war."
    return f"Japan enters {the_place(scenario, row.a)} and goes to war."


def _surprise(scenario: Any, row: EventRow) -> str:
    return f"{('First', 'Second')[row.b - 1]} surprise attack {'in' if row.a < FIRST_PORT else 'on'} {{0}}."


def _game_over(scenario: Any, row: EventRow) -> str:
    if row.b:
        alone = [POWERS[power] for power in Power if row.b >> power & 1]
        won = f"the {alone[0]} player wins" if len(alone) == 1 else f"the {all_of(alone)} players share the win"
    else:
        won = "the Allies win" if row.a > 0 else "the Axis wins" if row.a < 0 else "a draw"
    return f"The game is over: {won}."


_WARNINGS = (
    ("Marshall is found in Washington", "Marshall is not found in time"),
    ("the telegram is marked as urgent", "the telegram is not marked as urgent"),
    ("General Short alerts Pearl Harbor, and the first raid is lost", "General Short is not in his office"),
    ("Admiral Kimmel sends the fleet to sea, and both raids are lost", "Admiral Kimmel keeps the fleet in port"),
)
"""Each step of the warning when it is taken, and when it is not (§24.1-24.4)."""


def _warning(scenario: Any, row: EventRow) -> str:
    taken, not_taken = _WARNINGS[row.a - 1 if row.b else row.a]
    return f"Warning: {taken if row.b else f'{not_taken}, and it goes no further'} (rolled {{die}})."


def _torch(scenario: Any, row: EventRow) -> str:
    rolled = ": {a} (rolled {die})." if row.dice else "."
    return "The French fleet in North Africa {b:opposes|does not oppose} the Allies" + rolled


def _grouped(scenario: Any, row: EventRow) -> str:
    s = "" if _commander_name(scenario, row.a) == SIDES[Side.ALLIES] else "s"
    if row.b >= FIRST_UNIT_ACTION:
        return f"The {{0}} join{s} {_force(scenario, row.b - FIRST_UNIT_ACTION)}."
    if row.b == Option.TOGETHER:
        return f"The {{0}} form{s} one task force."
    return f"The {{0}} keep{s} the task forces as they were."


_INTENTIONS = {
    Intention.LANDING: "lands",
    Intention.SEARCHING: "searches",
    Intention.HIDING: "hides",
    Intention.PEARL_HARBOR: "attacks Pearl Harbor",
}


def _force(scenario: Any, unit: int) -> str:
    return f"{possessive(unit_name(scenario, unit))} task force"


def _group(scenario: Any, unit: int) -> str:
    return f"{possessive(unit_name(scenario, unit))} group"


def _action(scenario: Any, row: EventRow) -> str:
    if row.a == Action.COMBINED:
        return "Both: an air action, then a surface action."
    return f"It is {ACTION_NAMES[Action(row.a)]} action."


def _intention(scenario: Any, row: EventRow) -> str:
    return f"{_force(scenario, row.a)} (number {{b}}) {_INTENTIONS[Intention(row.c)]}."


def _sighting(scenario: Any, row: EventRow) -> str:
    return f"{_force(scenario, row.a)} {{c:is sighted|is not sighted}}: {{b}} (rolled {{die}})."


def _joins_action(scenario: Any, row: EventRow) -> str:
    return f"{_force(scenario, row.a)} {{b:joins|stays out of}} the surface action."


def _italy_rolls(scenario: Any, row: EventRow) -> str:
    rolled = " and ".join(map(str, row.dice))
    return f"{{a}} Allied ships and air units watch Italy: rolled {rolled}, it {{b:may go to war|stays neutral}}."


def _vichy(scenario: Any, row: EventRow) -> str:
    return f"{{0}} lies in {place_name(scenario, row.b)}" + (": rolled {die}." if row.dice else ".")


# --- the table -----------------------------------------------------------------------------------------------------

TELLER = Teller(
    Event,
    {
        Event.NONE: Told("Nothing happens."),
        **told_in(
            configs_folder() / "admirals_war" / "events.toml",
            Event,
            NAMED,
            words={
                Event.PHASE: _phase,
                Event.MOVED: _moved,
                Event.SPEED_ROLL: _speed_roll,
                Event.ROUND_BEGINS: _round,
                Event.ACTION_CHOSEN: lambda scenario, row: f"{{0:want}} {ACTION_NAMES[Action(row.b)]} action.",
                Event.ACTION_ROLL: _action_roll,
                Event.ACTION_DETERMINED: _action,
                Event.ATTACK: _attack,
                Event.HITS: _hits,
                Event.SUNK: _sunk,
                Event.GROUP: _joins_group,
                Event.PURSUES: _pursues,
                Event.ESCAPES: lambda scenario, row: f"{_group(scenario, row.a)} escapes.",
                Event.LANDED: _landed,
                Event.INVADED: _invaded,
                Event.CAPTURED: _captured,
                Event.CONTROL: lambda scenario, row: (
                    "Nobody controls {0} now." if row.b == NOBODY else "{1:control} {0}."
                ),
                Event.VICTORY_POINTS: _points("control of areas"),
                Event.SCORES: _scores,
                Event.BONUS: _points("the scenario's own points"),
                Event.PENALTY: _points("a ship still in the neutral port"),
                Event.GAME_OVER: _game_over,
                Event.REPAIRED: lambda scenario, row: (
                    "{0} is repaired in {1}: " + ("{c} damage left." if row.c else "sound again.")
                ),
                Event.ASW: _asw,
                Event.TRADE_ATTACK: _trade_attack,
                Event.TRADE_POINTS: _points("merchant shipping"),
                Event.ROLL_TO_MOVE: lambda scenario, row: (
                    "{0} {b:may move|may not move}" + (": {die}." if row.dice else ".")
                ),
                Event.TABLE: _table,
                Event.WAR: _war,
                Event.OVERHAULED: lambda scenario, row: (
                    "{0} is overhauled in {1}: " + ("{c} to go." if row.c else "as fast as ever.")
                ),
                Event.WARNING: _warning,
                Event.VICHY: _vichy,
                Event.TORCH: _torch,
                Event.ITALY_ROLLS: _italy_rolls,
                Event.GROUPED: _grouped,
                Event.INTENTION: _intention,
                Event.SIGHTING: _sighting,
                Event.JOINS_ACTION: _joins_action,
                Event.SURPRISE: _surprise,
            },
            luck={
                Event.ACTION_ROLL: luck.pips("action rolls", ITS_SIDE),
                Event.ATTACK: luck.hits(),
                Event.HITS: DAMAGE,
                Event.ASW: SUBMARINES,
                Event.TRADE_ATTACK: luck.hits("merchants"),
            },
        ),
    },
)
happening = TELLER.happening
"""A row of the event buffer of a scenario as (kind, subjects, dice, words)."""
