"""What people at a table must know of Admirals' War (`core.said.speech.Speech`)."""

from collections.abc import Callable
from typing import Any

from aw_env.core.config.folder import configs_folder
from aw_env.core.faces.game import EventInWords, Game
from aw_env.core.said.speech import Dice, Secrecy, Speech
from aw_env.core.said.wording import plain
from aw_env.games.admirals_war.records.terms import NOWHERE, Decision, Event, Kind, Nation, Option, Phase, Power
from aw_env.games.admirals_war.view import UnitView, View
from aw_env.games.admirals_war.words import obstacles, score, wording
from aw_env.games.admirals_war.words.accounts import TELLER
from aw_env.games.admirals_war.words.battle import battle
from aw_env.games.admirals_war.words.decisions import UNDERSTANDING, chance
from aw_env.games.admirals_war.words.lone_battle import LONE_BATTLE
from aw_env.naval import words
from aw_env.naval.sides import ALLIES_AND_AXIS

FEW_AREAS = 16
"""Sea areas that are shown anew in every phase."""

# --- orders --------------------------------------------------------------------------------------------------

SORTS: dict[str, Callable[[UnitView], bool]] = {
    **words.HULLS,
    "submarines": lambda unit: unit.kind == Kind.SUBMARINE,
    "hilfskreuzers": lambda unit: unit.kind == Kind.HILFSKREUZER,
    "oilers": lambda unit: unit.kind == Kind.OILER,
    "air": lambda unit: unit.kind == Kind.LBA,
    "ships": lambda unit: unit.kind == Kind.SHIP,
    **words.CONDITIONS,
}
"""Sorts of units that an order may name after "all", "rest" or a number, in the plural or not."""


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
    """A side that remains says so aloud, although no event follows from it."""
    if view.decision != Decision.RETREAT or action != Option.REMAIN or view.power is None:
        return []
    return [("remains", (), (), f"{wording.POWERS[view.power]}: remain.")]


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


SPEECH = Speech(
    decisions=Decision,
    understanding=UNDERSTANDING,
    events=TELLER,
    secrecy=Secrecy(
        secretive=frozenset({"pearl_harbor_tension", "hidden_submarines"}),
        asked_in_secret=frozenset({"hidden_submarines"}),
    ),
    dice=Dice(taken=_taken_as_rolled, in_secret=_secret_dice),
    step=_step,
    sides=ALLIES_AND_AXIS,
    side_of=lambda view, unit: int(view.record["controller"][unit]) & 1,
    whereabouts=obstacles.whereabouts,
    why_idle=obstacles.why_idle,
    worth=words.worth,
    sorts=SORTS,
    nations=words.nations(Nation),
    strengths=words.strengths("gunnery"),
    battle=battle,
    lone_battle=LONE_BATTLE,
    gains=score.gains,
    chance=chance,
    victory=score.why,
    fighting=lambda view: view.phase == Phase.COMBAT,
    help=lambda view: wording.TERMS.help,
    luck=configs_folder() / "admirals_war" / "luck.csv",
    areas_called=lambda view, words: [area.number for area in view.areas if area.theatre == plain(words)],
    called_later=_called_later,
    said_openly=_said_openly,
)
