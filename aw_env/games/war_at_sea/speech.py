"""What people at a table must know of War at Sea (`core.said.speech.Speech`)."""

from collections.abc import Callable
from typing import Any

from aw_env.core.faces.game import Game
from aw_env.core.said.speech import Dice, Questions, Secrecy, Speech, Standing
from aw_env.games.war_at_sea.records.terms import (
    AREAS,
    FIRST_PLACE_ACTION,
    PLACE_SUBJECTS,
    Decision,
    Event,
    Kind,
    Nation,
    Phase,
)
from aw_env.games.war_at_sea.view import UnitView, View
from aw_env.games.war_at_sea.words import narrate, obstacles, reasons, score, understand, wording
from aw_env.games.war_at_sea.words.battle import battle
from aw_env.naval.sides import ALLIES_AND_AXIS, stakes

MOST_SPEED, LEAST_SPEED = 6, 1
"""Beyond these no die is rolled for a second area."""

# --- orders --------------------------------------------------------------------------------------------------

SORTS: dict[str, Callable[[UnitView], bool]] = {
    "carriers": lambda unit: unit.carrier,
    "battleships": lambda unit: unit.label.type in ("BB", "BC", "PB"),
    "cruisers": lambda unit: unit.label.type in ("CA", "CL"),
    "convoys": lambda unit: unit.kind == Kind.CONVOY,
    "u-boats": lambda unit: unit.kind == Kind.U_BOAT,
    "submarines": lambda unit: unit.kind == Kind.U_BOAT,
    "ships": lambda unit: unit.kind in (Kind.SHIP, Kind.CARRIER),
    "units": lambda unit: True,
    "damaged": lambda unit: unit.damage > 0,
    "sound": lambda unit: unit.damage == 0,
}
"""Sorts of units that an order may name after "all", "rest" or a number, in the plural or not."""
NATIONS = {nation.name.lower(): nation.name.lower() for nation in Nation} | {"american": "us"}
"""Nations of the counters by the words for them."""
_ORDERS = '"all to PLACE", "UNIT, UNIT to PLACE", "rest stay"'
_EXAMPLES: dict[int, str] = {
    Decision.ORDER: _ORDERS,
    Decision.U_BOAT_ORDER: '"all to PLACE", "2 U-boats to PLACE", "rest stay"',
    Decision.RETURN: '"all to PLACE", "UNIT, UNIT to PLACE"',
    Decision.SET_UP: '"all to PLACE", "UNIT, UNIT to PLACE"',
    Decision.U_BOAT_TARGET: '"all attack TARGET", "rest hold"',
    Decision.SURFACE_TARGET: '"all fire at TARGET", "UNIT, UNIT fire at TARGET", "rest hold"',
    Decision.CARRIER_FIRE: '"all fire", "rest silent"',
    Decision.JOIN_GROUP: '"all with UNIT", "rest new"',
    Decision.PURSUIT: '"all pursue UNIT", "rest none"',
    Decision.OILING: '"all refuel", "rest no"',
}
"""How to order several units at once, by what is asked."""


def _step(view: View) -> tuple[Any, ...]:
    """Questions about places are a step each, and so is each battle of a pursuit."""
    place = int(view.record["subject"]) if view.decision in PLACE_SUBJECTS else -1
    fields = ("turn", "phase", "area", "combat_round", "battle_group")
    return (view.decision, *(int(view.record[field]) for field in fields), place)


# --- what there is to know of a choice ---------------------------------------------------------------------------


def _note(game: Game, view: View, action: int, alone: bool) -> str:
    """What there is to know of a choice: the die to a second area, who is in an area to be resolved."""
    area = action - FIRST_PLACE_ACTION
    if not 0 <= area < AREAS:
        return ""
    if view.decision == Decision.COMBAT_AREA:
        return narrate.forces_in(view, area)
    if view.decision != Decision.ORDER or not view.asked_unit.in_port:
        return ""
    unit = view.asked_unit
    if area in view.touches(view.names.place(unit.place_number).id):
        return ""
    if not LEAST_SPEED < unit.speed <= MOST_SPEED:
        return f"speed roll {'passes' if unit.speed > MOST_SPEED else 'fails'}"
    return f"speed roll: {unit.speed - 1} or less"


def _worth(view: View, area: int) -> str:
    return f"{stakes(view, view.names.place(area).id)}; {narrate.forces_in(view, area)} there"


KINDS: dict[str, int] = {
    "areas in order": Decision.COMBAT_AREA,
    "by speed": Decision.JOIN_GROUP,
    "pursue": Decision.PURSUIT,
    "no pursuit": Decision.PURSUIT,
    "disengage": Decision.DISENGAGE,
    "fight on": Decision.DISENGAGE,
    "silent": Decision.CARRIER_FIRE,
    "fire": Decision.CARRIER_FIRE,
    "no more repairs": Decision.REPAIR,
    "refuel": Decision.OILING,
    "go to port": Decision.OILING,
}
"""Standing orders that may be given at any time, and the decision that each answers."""
STRENGTHS: dict[str, Callable[[UnitView], int]] = {
    "outgunned": lambda unit: unit.attack,
    "outflown": lambda unit: unit.airstrike,
    "outmatched": lambda unit: max(unit.attack, unit.airstrike),
}
"""What may follow "if": the enemy in the battle has more dice, more airstrike, or more of the greater of both."""


_PURPOSES = {
    "speed_roll": "the speed of {0} for {1}",
    "attack": "{0}, firing at {1}",
    "hits": "the damage of {0} to {1}",
    "asw": "hunting U-boats in {0}",
    "release_roll": "whether {0} may sail",
    "oiling": "whether {0} finds an oiler",
    "takeover": "what becomes of {0}",
}
"""What the dice of an event are for, by its kind."""


HELP = """\
[bold]Answering[/]
  3, north sea           a choice by its number, or by the beginning of its name
  Hood to North Sea      an order to a ship: kept until she is asked
  Hood, Repulse to na    the same for several; na, sa, ns, bs, med are areas
  all cruisers except Norfolk to Barents      all: whoever is still to be asked
  3 battleships in England to South Atlantic  some of a sort: carriers,
      battleships, cruisers, convoys, u-boats, damaged, sound, a nation
      (Italian), a type on the counter (BC)
  rest stay              whoever has no order yet
  Hood to ns; rest stay  several orders in one line
  commit                 carry out a step ordered in groups (or Enter)
  Barents, Baltic        areas to be resolved one after another, this turn
[bold]Standing orders[/]  "always" lists them, "never ..." takes one back
  always disengage if outgunned (or outflown, outmatched) / always fight on
  always home to England / always cruisers home to Malta
  always by speed, pursue, no pursuit, silent, refuel, no more repairs
[bold]Advice[/]
  hint                   what the staff officer would answer
  auto / auto step / auto combat / auto turn      let him answer: this question,
                         the rest of the step, until combat, until the turn ends
[bold]Looking[/]
  board / board North Sea    fleets / fleets axis    where Hood
  choices, orders        the choices again; the orders that wait
  why / why Hood / why not Barents            the rules behind the choices; why
                         a unit is asked or not; why something is no choice
  picture FILE           draw the board into a PNG file
[bold]The game[/]
  undo                   take back the last answer or order, until a die is
                         rolled, a secret comes out or someone else acts
  save FILE / load FILE  keep the game elsewhere, and go back to it
  help, quit             the game is kept: aw-env play --resume goes on
[bold]Counters[/]  BC 4-4-7 is a battle cruiser with attack 4 (dice), defense 4 (more
  damage sinks her), speed 7; a carrier's fourth number is her airstrike. On
  the board -2 is damage, D disabled.
[bold]Dice[/]  6 hits, and a second die is the damage; 5 disables: home at the end of
  the round. Undamaged German ships add one to each die.
[bold]Winning[/]  Points for each area where only your surface ships are left; a U-boat
  keeps the Allies from it. Convoys score: England 1, Russia 3."""


SPEECH = Speech(
    understanding=understand.UNDERSTANDING,
    questions=Questions(
        area=Decision.COMBAT_AREA,
        home=Decision.RETURN,
        about_places=frozenset(PLACE_SUBJECTS),
        one_by_one=frozenset({Decision.COMBAT_AREA}),
        dependent=frozenset({Decision.SURFACE_TARGET}),  # 11.6
        secret=frozenset({Decision.AIR_MARKER, Decision.DISENGAGE}),  # 5.5, 12.9
    ),
    secrecy=Secrecy(
        revealing=frozenset(event.name.lower() for event in (Event.MARKER, Event.DISENGAGES)),
        secretive=frozenset({"face_down"}),
        asked_in_secret=frozenset({"face_down"}),
    ),
    dice=Dice(purposes=_PURPOSES),
    standing=Standing(KINDS, STRENGTHS),
    step=_step,
    sides=ALLIES_AND_AXIS,
    side_of=lambda view, unit: int(view.record["side"][unit]),
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
)
