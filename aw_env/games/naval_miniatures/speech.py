"""What people at a table must know of Naval Miniatures (`core.said.speech.Speech`)."""

from collections.abc import Callable
from typing import Any

from aw_env.core.said.help import Help
from aw_env.core.said.speech import Speech
from aw_env.core.said.wording import plural
from aw_env.games.naval_miniatures.printed.fleets import own_side
from aw_env.games.naval_miniatures.records.terms import AIRCRAFT, BOMBERS, FLEET, SHIPS, UNITS, Decision, Nation, Phase
from aw_env.games.naval_miniatures.view import UnitView, View
from aw_env.games.naval_miniatures.words import obstacles, score, wording
from aw_env.games.naval_miniatures.words.accounts import TELLER
from aw_env.games.naval_miniatures.words.decisions import UNDERSTANDING
from aw_env.naval import words
from aw_env.naval.sides import ALLIES_AND_AXIS


def _any_of(kinds: int) -> Callable[[UnitView], bool]:
    """Whether a unit is of a set of kinds."""
    return lambda unit: bool(kinds >> unit.kind & 1)


SORTS: dict[str, Callable[[UnitView], bool]] = {
    **{plural(name.rpartition(" ")[2]): _any_of(1 << kind) for kind, name in wording.KINDS.items()},
    "ships": _any_of(SHIPS),
    "bombers": _any_of(BOMBERS),
    "aircraft": _any_of(AIRCRAFT),
    "planes": _any_of(AIRCRAFT),
    "crippled": lambda unit: unit.crippled,
    **words.CONDITIONS,
}
"""Sorts of units that an order may name after "all", "rest" or a number, in the plural or not."""
NATIONS = {nation.name.lower().split("_")[-1]: nation.name.lower() for nation in Nation}
NATIONS |= dict(
    american="united_states", british="united_kingdom", australian="australia", french="france", german="germany",
    italian="italy", japanese="japan",
)  # fmt: skip
_MOVES = (Decision.MOVE_WHO, Decision.MOVE_TO, Decision.PURSUE_WHOM)
_FLIGHTS = (Decision.FLY_WHO, Decision.FLY_TO)
_ATTACKS = range(Decision.FIRE_WHO, Decision.PRESS)
_STEPS = {decision: decisions[0] for decisions in (_MOVES, _FLIGHTS, _ATTACKS) for decision in decisions}
"""Questions that belong to one step, by that which begins it."""


def _step(view: View) -> tuple[Any, ...]:
    return _STEPS.get(view.decision, view.decision), view.turn, view.phase


def _side_of(view: View, unit: int) -> int:
    """The side of a unit, and of a card that of its country."""
    if unit < UNITS:
        return unit // FLEET
    return int(own_side(view.scenario.printed.card(unit - UNITS)) or 0)


HELP = Help(
    place="d4",
    order="Ajax to d4",
    orders="""\
  HMS Ajax, Exeter to d4 the same for several; they are called up in turn
  all cruisers except Exeter to e5            whoever is still to move
  2 destroyers in a4 to b4                    some of a sort: battleships,
      carriers, cruisers, destroyers, boats, submarines, fighters, bombers,
      damaged, sound, a nation (Italian), the letters on a counter (CA)""",
    several="  Ajax to d4; Exeter to e4    several orders in one line",
    areas="d4, e4",
    standing="  always no more missions   an answer to every question that has it",
    looking="""\
  board / board d4       fleets / fleets axis    where Ajax""",
    ship="Ajax",
    area="d4",
    counters="""\
[bold]Counters[/]  CA 4/9 3-2 is a cruiser: armor 4 (successes that hit), vital armor 9
  (successes that destroy), hull points left 3, speed 2; aircraft have the first
  two alone. -1 is damage, C crippled, A aborted, X lost when the phase ends.
[bold]Dice[/]  4 and 5 are one success, a 6 two; of torpedoes a 6 alone hits, for two
  hull points. Crippled gunners and others need 5. Damage and destruction wait
  for the end of the phase, aborts do not.
[bold]Winning[/]  Points for what is destroyed and for objectives: a ship in the sector,
  no enemy ship in it or beside it. Enough points at the end of a turn win, or
  an enemy without units.""",
)
SPEECH = Speech(
    decisions=Decision,
    understanding=UNDERSTANDING,
    events=TELLER,
    step=_step,
    sides=ALLIES_AND_AXIS,
    side_of=_side_of,
    whereabouts=lambda view, unit: wording.whereabouts(unit),
    why_idle=obstacles.why_idle,
    worth=lambda view, sector: wording.sector_in_words(view, sector) or "open sea",
    sorts=SORTS,
    nations=NATIONS,
    victory=score.why,
    gains=score.gains,
    fighting=lambda view: Phase.AIR_DEFENSE <= view.phase <= Phase.TORPEDO_ATTACK,
    help=HELP,
)
