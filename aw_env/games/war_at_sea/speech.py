"""What people at a table must know of War at Sea (`core.said.speech.Speech`)."""

from collections.abc import Callable
from typing import Any

from aw_env.core.config.folder import configs_folder
from aw_env.core.declare.decisions import PLACE
from aw_env.core.said.speech import Secrecy, Speech
from aw_env.games.war_at_sea.records.terms import Decision, Kind, Nation, Phase
from aw_env.games.war_at_sea.view import UnitView, View
from aw_env.games.war_at_sea.words import obstacles, score
from aw_env.games.war_at_sea.words.accounts import TELLER
from aw_env.games.war_at_sea.words.battle import battle
from aw_env.games.war_at_sea.words.decisions import UNDERSTANDING, chance
from aw_env.games.war_at_sea.words.lone_battle import LONE_BATTLE
from aw_env.games.war_at_sea.words.wording import TERMS
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
    help=lambda view: TERMS.help,
    luck=configs_folder() / "war_at_sea" / "luck.csv",
)
