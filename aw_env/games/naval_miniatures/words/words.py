"""The game in words: what the texts of `words.toml` fill in, the options, and what people at a table must know."""

from collections.abc import Callable
from functools import partial
from typing import Any

from aw_env.core.config.folder import configs_folder
from aw_env.core.engine.layout import STAGE
from aw_env.core.rooms.phrases import asked_in
from aw_env.core.rooms.words import Words
from aw_env.core.said.decisions import ATTACKING, Asked, Sensible, spoken_of
from aw_env.core.said.wording import plural, so_many
from aw_env.games.naval_miniatures.printed.fleets import own_side
from aw_env.games.naval_miniatures.records.terms import (
    AIRCRAFT,
    BOMBERS,
    FIRST_CARD_ACTION,
    FIRST_SECTOR_ACTION,
    FIRST_WEAPON_ACTION,
    FLEET,
    SHIPS,
    UNITS,
    Decision,
    Effect,
    Nation,
    Option,
    Phase,
    Side,
    Weapon,
)
from aw_env.games.naval_miniatures.rules import attacks
from aw_env.games.naval_miniatures.view import UnitView, View
from aw_env.games.naval_miniatures.words import obstacles, odds, score, wording
from aw_env.games.naval_miniatures.words.events import EVENTS
from aw_env.games.naval_miniatures.words.wording import (
    PHASES,
    WEAPONS,
    bought,
    card_in_short,
    dice_of,
    sector_in_words,
    unit_phrase,
)
from aw_env.naval import words
from aw_env.naval.sides import ALLIES_AND_AXIS

# --- what there is to know of a choice --------------------------------------------------------------------------


def _of_sector(view: View, sector: int) -> str:
    """Who and what is in a sector."""
    return sector_in_words(view, sector) if view.subject_unit is not None else ""


def _of_card(game: Any, view: View, action: int, alone: bool) -> str:
    """What a card costs and is worth in battle, and how many of it are in the fleet."""
    if action < FIRST_CARD_ACTION:
        return ""
    card = view.scenario.printed.card(action - FIRST_CARD_ACTION)
    count = view.drafted(Side(view.seat)).get(card.id, 0)
    told = [card.kind.replace("_", " "), so_many(card.cost, "point"), card_in_short(card)]
    return ", ".join([*told, *([f"{count} bought"] if count else [])])


def _of_weapon(game: Any, view: View, action: int, alone: bool) -> str:
    """The dice on the card."""
    weapon = action - FIRST_WEAPON_ACTION
    dice = dice_of(view.asked_unit, weapon) if 0 <= weapon < FIRST_SECTOR_ACTION - FIRST_WEAPON_ACTION else ""
    return f"{dice} {'die' if dice == '1' else 'dice'}" if dice else ""


def _of_target(view: View, target: UnitView) -> str:
    """The chances of an attack."""
    return odds.in_words(view.asked_unit, view.weapon, target)


def _of_attacker(view: View, unit: UnitView) -> str:
    """What a unit does without being asked with what: it lays smoke where nothing else is left to it."""
    may_use, has_target = (partial(view.by_rule, rule, unit.number) for rule in (attacks.may_use, attacks.has_target))
    if not may_use(Weapon.SMOKE):
        return ""
    fires = any(may_use(weapon) and has_target(weapon) for weapon in Weapon if weapon != Weapon.SMOKE)
    return "" if fires else "it has no target, and lays smoke"


def _of_carrier(view: View, carrier: UnitView) -> str:
    """How full a carrier is."""
    return f"{sum(unit.based_on == carrier.number for unit in view.units)} of {carrier.capacity} aboard"


# --- questions with one answer that makes sense -----------------------------------------------------------------


def _whom_a_mark_helps(view: View) -> Sensible | None:
    """No mark where none of the side's units is of a kind that it helps (AB.pinpointer, AB.scout_cruiser,
    AB.shadowing)."""
    marker = view.asked_unit
    by = _marks(view)[_asked_mark(view)][1]["by"]
    own = [unit for unit in view.units if unit.side == marker.side and unit.on_map]
    if any(not by or by >> unit.kind & 1 for unit in own):  # no kinds stand for all
        return None
    return Sensible(Option.DECLINE, f"no unit of yours would have more dice at a ship that {marker.name} marks")


def _marks(view: View) -> list[tuple[str, dict[str, int]]]:
    """The effects that mark of the unit that is asked, each with its ability."""
    printed = view.scenario.printed
    return [told for told in printed.deeds(printed.card(view.asked_unit.card)) if told[1]["does"] == Effect.MARK]


def _asked_mark(view: View) -> int:
    """Which of them is asked about."""
    return int(view.record["frames"][view.record["depth"] - 1][STAGE])


# --- what questions have in braces -----------------------------------------------------------------------------


def _with_which_ability(view: View) -> str:
    """The ability that marks, where the unit has several."""
    marks = _marks(view)
    return f" with {view.scenario.printed.abilities[marks[_asked_mark(view)][0]].name}" if len(marks) > 1 else ""


def _next_attack(view: View) -> str:
    attack = {Phase.AIR_DEFENSE: "Antiair attacks"}.get(view.phase, PHASES[view.phase])
    return attack.lower().removesuffix("s")


def _bought(view: View) -> str:
    cards = bought(view, view.seat)
    return f"so far {cards}" if cards else "no cards yet"


FILLED: dict[str, Callable[[View], str]] = {
    "left": lambda view: so_many(view.points_to_spend, "point"),
    "bought": _bought,
    "attack": _next_attack,
    "ability": _with_which_ability,
    "weapon": lambda view: WEAPONS[view.weapon],
    "rolled": lambda view: so_many(view.successes, "success", "successes"),
    "target": lambda view: view.units_by_number[view.target].name,
}
INTO_SECTORS = (
    Decision.DEPLOY_SHIP,
    Decision.DEPLOY_SUBMARINE,
    Decision.LEAD,
    Decision.MOVE_TO,
    Decision.HUNT,
    Decision.FLY_TO,
    Decision.PATROL,
)
ONTO_CARRIERS = (Decision.DEPLOY_AIRCRAFT, Decision.RETURN_TO)
AT_TARGETS = (Decision.TARGET, Decision.AGAIN)
WORKED_OUT: dict[Decision, dict[str, Any]] = {
    **dict.fromkeys(INTO_SECTORS, {"of_place": _of_sector}),
    **dict.fromkeys(ONTO_CARRIERS, {"of_unit": _of_carrier}),
    **dict.fromkeys(AT_TARGETS, {"of_unit": _of_target}),
    Decision.MOVE_WHO: {"of_unit": lambda view, unit: f"speed {unit.speed}"},
    Decision.FIRE_WHO: {"of_unit": _of_attacker},
    Decision.DRAFT: {"note": _of_card},
    Decision.WEAPON: {"note": _of_weapon},
    Decision.MARK: {"sensible": _whom_a_mark_helps},
}
DECISIONS: dict[Decision, Asked] = {
    Decision.NONE: Asked("", (), "Nothing is asked: the battle is over."),
    **asked_in(configs_folder() / "naval_miniatures" / "words.toml", Decision, Option, WORKED_OUT),
}
# --- what people at a table say and ask ------------------------------------------------------------------------


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
STEPS = {decision: decisions[0] for decisions in (_MOVES, _FLIGHTS, _ATTACKS) for decision in decisions}
"""Questions that belong to one step, by that which begins it."""


def _side_of(view: View, unit: int) -> int:
    """The side of a unit, and of a card that of its country."""
    if unit < UNITS:
        return unit // FLEET
    return int(own_side(view.scenario.printed.card(unit - UNITS)) or 0)


WORDS = Words(
    sides=ALLIES_AND_AXIS,
    decisions=DECISIONS,
    options=wording.TERMS.options,
    events=EVENTS,
    phases=PHASES,
    unit=unit_phrase,
    victory=score.why,
    verbs=("", *spoken_of(*ATTACKING, "bomb ", "repair ", "pursue ", "mark ", "give up ", "buy ")),
    steps=STEPS,
    filled=FILLED,
    orders='"UNIT to PLACE", "UNIT, UNIT to PLACE"',
    obstacles=obstacles.OBSTACLES,
    spoken=dict(
        side_of=_side_of,
        whereabouts=lambda view, unit: wording.whereabouts(unit),
        why_idle=obstacles.why_idle,
        worth=lambda view, sector: wording.sector_in_words(view, sector) or "open sea",
        sorts=SORTS,
        nations=NATIONS,
        gains=score.gains,
        fighting=lambda view: Phase.AIR_DEFENSE <= view.phase <= Phase.TORPEDO_ATTACK,
        help=lambda view: wording.TERMS.help,
    ),
)
