"""What people at a table must know of Admirals' War (`core.said.speech.Speech`)."""

from collections.abc import Callable
from typing import Any

from aw_env.core.faces.game import EventInWords, Game
from aw_env.core.said.speech import Dice, Questions, Secrecy, Speech, Standing
from aw_env.core.said.wording import plain
from aw_env.games.admirals_war.records.terms import (
    FIRST_PLACE_ACTION,
    FIRST_UNIT_ACTION,
    NOWHERE,
    PLACE_SUBJECTS,
    Decision,
    Event,
    Kind,
    Nation,
    Option,
    Phase,
    Power,
)
from aw_env.games.admirals_war.view import UnitView, View
from aw_env.games.admirals_war.words import narrate, obstacles, reasons, score, understand, wording
from aw_env.games.admirals_war.words.battle import battle
from aw_env.naval.sides import ALLIES_AND_AXIS, stakes

OPENLY_SAID = (Decision.RETREAT,)
"""Decisions that are told aloud although no event follows from them."""

# --- orders --------------------------------------------------------------------------------------------------

SORTS: dict[str, Callable[[UnitView], bool]] = {
    "carriers": lambda unit: unit.carrier,
    "battleships": lambda unit: unit.label.type in ("BB", "BC", "PB"),
    "cruisers": lambda unit: unit.label.type in ("CA", "CL"),
    "submarines": lambda unit: unit.kind == Kind.SUBMARINE,
    "hilfskreuzers": lambda unit: unit.kind == Kind.HILFSKREUZER,
    "oilers": lambda unit: unit.kind == Kind.OILER,
    "air": lambda unit: unit.kind == Kind.LBA,
    "ships": lambda unit: unit.kind == Kind.SHIP,
    "units": lambda unit: True,
    "damaged": lambda unit: unit.damage > 0,
    "sound": lambda unit: unit.damage == 0,
}
"""Sorts of units that an order may name after "all", "rest" or a number, in the plural or not."""
NATIONS = {nation.name.lower(): nation.name.lower() for nation in Nation} | {"american": "us"}
"""Nations of the counters by the words for them."""

_ORDERS = '"all to PLACE", "UNIT, UNIT to PLACE", "rest stay"'
_ATTACKS = '"all attack TARGET", "UNIT, UNIT attack TARGET"'
_EXAMPLES: dict[int, str] = {
    Decision.PATROL_ORDER: _ORDERS,
    Decision.AIR_UNIT: _ORDERS,
    Decision.AMPHIBIOUS_ORDER: _ORDERS,
    Decision.RAID_ORDER: _ORDERS,
    Decision.AIR_TARGET: f'{_ATTACKS}, "rest hold"',
    Decision.STRIKE_ORDER: '"all attack PLACE", "UNIT, UNIT attack PLACE", "rest hold"',
    Decision.STRIKE_TARGET: f'{_ATTACKS}, "rest hold"',
    Decision.SURFACE_TARGET: _ATTACKS,
    Decision.CARRIER_FIRE: '"all fire", "rest silent"',
    Decision.JOIN_GROUP: '"all join UNIT", "UNIT, UNIT to UNIT"',
    Decision.PURSUIT: '"all pursue UNIT", "rest none"',
    Decision.AIR_RAID: '"all to PLACE", "rest no raid"',
    Decision.LANDING: '"all to PLACE", "rest stay at sea"',
    Decision.RAID_FORCE: '"all carriers join", "rest stay"',
    Decision.INVERSION: '"all invert", "rest stay"',
    Decision.SUBMARINE_TARGET: f'{_ATTACKS}, "rest hold"',
    Decision.JOIN_TASK_FORCE: '"all join UNIT", "UNIT new"',
    Decision.INTENTION: '"all search", "rest hide"',
    Decision.NAMING: f'{_ATTACKS}, "UNIT, UNIT uncertain", "rest hold"',
    Decision.KAMIKAZE: '"all yes", "UNIT, UNIT yes", "rest no"',
}
"""How to order several units at once, by what is asked."""


def _step(view: View) -> tuple[Any, ...]:
    record, decision = view.record, view.decision
    group = Decision.AIR_ORDER if decision == Decision.AIR_UNIT else decision
    where = (int(record[field]) for field in ("turn", "phase", "area", "combat_round"))
    return (group, *where, view.surprise_round)


def _called_later(view: View) -> list[UnitView]:
    """The air units that the seat will be asked about when other powers of its have their turn, while air units are
    placed; whether they can do as ordered shows then."""
    if view.decision not in (Decision.AIR_UNIT, Decision.AIR_ORDER):
        return []
    book = view.scenario.books[0]
    idle = (unit for unit in view.units if unit.in_port and not unit.committed)
    flying = (unit for unit in idle if unit.kind == Kind.LBA or book["airborne"][unit.number])
    return [unit for unit in flying if book["seat_of_power"][unit.power] == view.seat and unit.power != view.power]


def _said_openly(view: View, action: int) -> list[EventInWords]:
    if view.decision not in OPENLY_SAID or action != Option.REMAIN or view.power is None:
        return []
    return [("remains", (), (), f"{wording.POWERS[view.power]}: remain.")]


def _side_of(view: View, unit: int) -> int:
    return int(view.record["controller"][unit]) & 1


# --- what there is to know of a choice ---------------------------------------------------------------------------


def _note(game: Game, view: View, action: int, alone: bool) -> str:
    """What there is to know of a choice: the speed roll to a destination, who is in an area to be resolved; or how
    many faces of the die an area has, if nobody else sees it."""
    if view.decision == Decision.DIVISION and alone:
        return narrate.faces_so_far(view, action - FIRST_PLACE_ACTION)
    if not FIRST_PLACE_ACTION <= action < FIRST_UNIT_ACTION:
        return ""
    if view.decision == Decision.COMBAT_AREA:
        return narrate.forces_in(view, action - FIRST_PLACE_ACTION)
    if view.decision in (Decision.PATROL_ORDER, Decision.RAID_ORDER):
        return _speed_roll(game, view.asked_unit, action)
    return ""


def _speed_roll(game: Game, unit: UnitView, action: int) -> str:
    """What the rules make of a destination, found by trying it on a copy (§6.2)."""
    trial = game.clone(reseed=0)
    trial.apply(action)
    rolls = [subjects[0] for kind, subjects, _, _ in trial.events() if kind == "speed_roll"]
    if not trial.view().units_by_number[unit.number].state["steps"] and unit.name not in rolls:
        return ""
    assumed = int(game.rules.scenario.books["assumed_speed_die"][0, unit.power])
    if unit.speed > 6 or unit.speed == 1:
        return f"speed roll {'passes' if unit.speed > 6 else 'fails'}"
    if assumed:
        return f"speed roll taken as {assumed}: {'passes' if unit.speed > assumed else 'fails'}"
    return f"speed roll: {unit.speed - 1} or less"


def _worth(view: View, area: int) -> str:
    return f"{stakes(view, view.names.place(area).id)}; {narrate.forces_in(view, area)} there"


# --- standing orders ---------------------------------------------------------------------------------------------


STRENGTHS: dict[str, Callable[[UnitView], int]] = {
    "outgunned": lambda unit: unit.gunnery,
    "outflown": lambda unit: unit.airstrike,
    "outmatched": lambda unit: max(unit.gunnery, unit.airstrike),
}
"""What may follow "if": the enemy in the battle has more gunnery, more airstrike, or more of the greater of both."""

KINDS: dict[str, Decision] = {
    "areas in order": Decision.COMBAT_AREA,
    "by speed": Decision.JOIN_GROUP,
    "pursue": Decision.PURSUIT,
    "air": Decision.ACTION_TYPE,
    "surface": Decision.ACTION_TYPE,
    "retreat": Decision.RETREAT,
    "remain": Decision.RETREAT,
    "silent": Decision.CARRIER_FIRE,
    "fire": Decision.CARRIER_FIRE,
    "no pursuit": Decision.PURSUIT,
    "no raid": Decision.AIR_RAID,
    "no repairs": Decision.REPAIR,
    "do not attack": Decision.STRIKE_ORDER,
    "stay a patroller": Decision.INVERSION,
}
"""Standing orders that may be given at any time, and the decision that each answers."""


# --- dice --------------------------------------------------------------------------------------------------------


def _secret_dice(before: Game, after: Game) -> int:
    """How many dice have been rolled in secret when the attack on Pearl Harbor began: two for each group (§23.22)."""
    unknown, known = (game.view().record["uncertain_at"] != NOWHERE for game in (before, after))
    return 2 * len(known) if known.any() and not unknown.any() else 0


def _taken_as_rolled(game: Game, kind: str, subjects: tuple[str, ...]) -> bool:
    """Whether a scenario assumes the die of a speed roll (M.3): nobody rolls it."""
    if kind != Event.SPEED_ROLL.name.lower():
        return False
    view = game.view()
    powers = {unit.power for unit in view.units if unit.name == subjects[0]}
    return any(game.rules.scenario.books["assumed_speed_die"][0, Power(power)] for power in powers)


_PURPOSES = {
    "speed_roll": "the speed of {0} for {1}",
    "action_roll": "the type of action, {0}",
    "attack": "{0}, attacking {1}",
    "hits": "the damage to {1}",
    "asw": "hunting submarines in {0}",
    "trade_attack": "{0}, attacking merchants",
    "roll_to_move": "whether {0} may move",
    "warning": "the warning to Pearl Harbor",
    "targeting": "how fast a target {0} may attack",
    "table": "{heading}",
}
"""What the dice of an event are for, by its kind."""


HELP = """\
[bold]Answering[/]
  3, hawaiian            a choice by its number, or by the beginning of its name
  Hornet to Marshalls    an order to a ship: kept until she is asked
  Enterprise, Yorktown turn raider            the same for several
  all cruisers except Astoria to Marshalls    all: whoever is still to be asked
  3 battleships and 4 cruisers in England to North Sea      some of a sort:
      carriers, battleships, cruisers, submarines, air, damaged, sound, a nation
      (British), a type on the counter (CA)
  rest stay              whoever has no order yet
  RAF to North Sea; Stuka stay                several orders in one line
  commit                 carry out a step ordered in groups (or Enter)
  Coral Sea, Marshalls   areas to be resolved one after another, this turn
[bold]Standing orders[/]  "always" lists them, "never ..." takes one back
  always air / always surface in Coral Sea, Marshalls / always air here
  always retreat if outgunned (or outflown, outmatched)
  always home to England / always British cruisers home to Gibraltar
  always silent, pursue, no pursuit, no raid, no repairs, by speed
[bold]Advice[/]
  hint                   what the staff officer would answer
  hint search:500ms      what a search would, and what the choices are worth
  auto / auto step / auto combat / auto turn      let him answer: this question,
                         the rest of the step, until combat, until the turn ends
[bold]Looking[/]
  board / board atlantic / board North Sea  fleets / fleets german / where Hood
  choices, orders        the choices again; the orders that wait
  why / why Hood / why not Marshalls          the rules behind the choices; why
                         a unit is asked or not; why something is no choice
  picture FILE           draw the board into a PNG file
[bold]The game[/]
  undo                   take back the last answer or order, until a die is
                         rolled, a secret comes out or someone else acts
  save FILE / load FILE  keep the game elsewhere, and go back to it
  help, quit             the game is kept: aw-env play --resume goes on
[bold]Counters[/]  CV 1-3-7-4* is a carrier with gunnery 1, armor 3 (damage points she
  can still take without sinking), speed 7, airstrike 4; * marks a bonus of 1 on
  her dice to hit. Air units: attack-defense. On the board -2 is damage, D
  disabled, H hidden from the enemy; 2h! is in task force 2, which hides (s
  searches, l lands, p attacks Pearl Harbor) and has been sighted.
[bold]Dice[/]  6 hits, and a second die is the damage; 5 disables. More damage than
  armor sinks.
[bold]Winning[/]  Control sea areas: only patrolling ships and air units still there at
  the end of combat count. Raiders move further and later, and fight as well,
  but control nothing."""

SPEECH = Speech(
    understanding=understand.UNDERSTANDING,
    questions=Questions(
        area=Decision.COMBAT_AREA,
        home=Decision.RETURN_TO_BASE,
        about_places=frozenset(PLACE_SUBJECTS),
        calls_up=frozenset({Decision.AIR_UNIT}),
        one_by_one=frozenset({Decision.AIR_UNIT, Decision.AIR_ORDER, Decision.COMBAT_AREA}),
        dependent=frozenset({Decision.SURFACE_TARGET}),  # §7.32
        secret=frozenset({Decision.ACTION_TYPE, Decision.DIVISION}),  # §7.22, §23.21
    ),
    secrecy=Secrecy(
        revealing=frozenset(
            event.name.lower() for event in (Event.ACTION_CHOSEN, Event.REVEALED, Event.GROUPED, Event.INTENTION)
        ),
        secretive=frozenset({"pearl_harbor_tension", "hidden_submarines"}),
        asked_in_secret=frozenset({"hidden_submarines"}),
    ),
    dice=Dice(purposes=_PURPOSES, taken=_taken_as_rolled, in_secret=_secret_dice),
    standing=Standing(KINDS, STRENGTHS),
    step=_step,
    sides=ALLIES_AND_AXIS,
    side_of=_side_of,
    unit_phrase=wording.unit_phrase,
    whereabouts=obstacles.whereabouts,
    why_idle=obstacles.why_idle,
    reason=reasons.why,
    note=_note,
    worth=_worth,
    example=_EXAMPLES,
    orders_example=_ORDERS,
    sorts=SORTS,
    nations=NATIONS,
    battle=battle,
    victory=score.why,
    fighting=lambda view: view.phase == Phase.COMBAT,
    help=HELP,
    areas_called=lambda view, words: [area.number for area in view.areas if area.theatre == plain(words)],
    called_later=_called_later,
    said_openly=_said_openly,
)
