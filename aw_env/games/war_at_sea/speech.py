"""What people at a table must know of War at Sea (`core.said.speech.Speech`)."""

from collections.abc import Callable
from typing import Any

from aw_env.core.config.folder import configs_folder
from aw_env.core.declare.decisions import PLACE
from aw_env.core.said.help import Help
from aw_env.core.said.speech import Secrecy, Speech
from aw_env.games.war_at_sea.records.terms import Decision, Kind, Nation, Phase
from aw_env.games.war_at_sea.view import UnitView, View
from aw_env.games.war_at_sea.words import obstacles, score
from aw_env.games.war_at_sea.words.accounts import TELLER
from aw_env.games.war_at_sea.words.battle import battle
from aw_env.games.war_at_sea.words.decisions import UNDERSTANDING, chance
from aw_env.games.war_at_sea.words.lone_battle import LONE_BATTLE
from aw_env.naval import words
from aw_env.naval.sides import ALLIES_AND_AXIS

SORTS: dict[str, Callable[[UnitView], bool]] = {
    **words.HULLS,
    "convoys": lambda unit: unit.kind == Kind.CONVOY,
    "u-boats": lambda unit: unit.kind == Kind.U_BOAT,
    "submarines": lambda unit: unit.kind == Kind.U_BOAT,
    "ships": lambda unit: unit.kind in (Kind.SHIP, Kind.CARRIER),
    **words.CONDITIONS,
}
"""Sorts of units that an order may name after "all", "rest" or a number, in the plural or not."""


def _step(view: View) -> tuple[Any, ...]:
    """Questions about places are a step each, and so is each battle of a pursuit."""
    place = int(view.record["subject"]) if view.decision.about == PLACE else -1
    fields = ("turn", "phase", "area", "combat_round", "battle_group")
    return (view.decision, *(int(view.record[field]) for field in fields), place)


HELP = Help(
    place="north sea",
    order="Hood to North Sea",
    orders="""\
  Hood, Repulse to na    the same for several; na, sa, ns, bs, med are areas
  all cruisers except Norfolk to Barents      all: whoever is still to be asked
  3 battleships in England to South Atlantic  some of a sort: carriers,
      battleships, cruisers, convoys, u-boats, damaged, sound, a nation
      (Italian), a type on the counter (BC)""",
    several="  Hood to ns; rest stay  several orders in one line",
    areas="Barents, Baltic",
    standing="""\
  always disengage if outgunned (or outflown, outmatched) / always fight on
  always home to England / always cruisers home to Malta
  always by speed, pursue, no pursuit, silent, refuel, no more repairs""",
    looking="""\
  board / board North Sea    fleets / fleets axis    where Hood""",
    ship="Hood",
    area="Barents",
    counters="""\
[bold]Counters[/]  BC 4-4-7 is a battle cruiser with attack 4 (dice), defense 4 (more
  damage sinks her), speed 7; a carrier's fourth number is her airstrike. On
  the board -2 is damage, D disabled.
[bold]Dice[/]  6 hits, and a second die is the damage; 5 disables: home at the end of
  the round. Undamaged German ships add one to each die.
[bold]Winning[/]  Points for each area where only your surface ships are left; a U-boat
  keeps the Allies from it. Convoys score: England 1, Russia 3.""",
)
SPEECH = Speech(
    decisions=Decision,
    understanding=UNDERSTANDING,
    events=TELLER,
    secrecy=Secrecy(secretive=frozenset({"face_down"}), asked_in_secret=frozenset({"face_down"})),
    step=_step,
    sides=ALLIES_AND_AXIS,
    side_of=lambda view, unit: int(view.record["side"][unit]),
    whereabouts=obstacles.whereabouts,
    why_idle=obstacles.why_idle,
    worth=words.worth,
    sorts=SORTS,
    nations=words.nations(Nation),
    strengths=words.strengths("attack"),
    battle=battle,
    lone_battle=LONE_BATTLE,
    victory=score.why,
    gains=score.gains,
    chance=chance,
    fighting=lambda view: view.phase == Phase.COMBAT,
    help=lambda view: HELP,
    luck=configs_folder() / "war_at_sea" / "luck.csv",
)
