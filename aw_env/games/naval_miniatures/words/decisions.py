"""Decisions and the answers to them in words: what the texts of `words.toml` fill in, and the options."""

from collections.abc import Callable
from typing import Any

from aw_env.core.config.folder import configs_folder
from aw_env.core.declare.decisions import Mark
from aw_env.core.rooms.phrases import asked_in
from aw_env.core.said.decisions import Asked, DecisionWords, Spoken
from aw_env.core.said.understanding import Understanding
from aw_env.core.said.wording import so_many
from aw_env.games.naval_miniatures.records.terms import (
    FIRST_CARD_ACTION,
    FIRST_SECTOR_ACTION,
    FIRST_UNIT_ACTION,
    FIRST_WEAPON_ACTION,
    Decision,
    Option,
    Phase,
    Side,
    Weapon,
)
from aw_env.games.naval_miniatures.view import UnitView, View, view_of
from aw_env.games.naval_miniatures.words import odds
from aw_env.games.naval_miniatures.words.obstacles import OBSTACLES
from aw_env.games.naval_miniatures.words.wording import (
    PHASES,
    WEAPONS,
    bought,
    dice_of,
    sector_in_words,
    unit_phrase,
)
from aw_env.naval.sides import SIDES

# --- what there is to know of a choice --------------------------------------------------------------------------


def _of_sector(view: View, sector: int) -> str:
    """Who and what is in a sector."""
    return sector_in_words(view, sector) if view.subject_unit is not None else ""


def _of_card(game: Any, view: View, action: int, alone: bool) -> str:
    """What a card costs, and how many of it are in the fleet."""
    if action < FIRST_CARD_ACTION:
        return ""
    card = view.scenario.printed.card(action - FIRST_CARD_ACTION)
    count = view.drafted(Side(view.seat)).get(card.id, 0)
    return f"{card.kind.replace('_', ' ')}, {so_many(card.cost, 'point')}{f', {count} bought' if count else ''}"


def _of_weapon(game: Any, view: View, action: int, alone: bool) -> str:
    """The dice on the card."""
    weapon = action - FIRST_WEAPON_ACTION
    dice = dice_of(view.asked_unit, weapon) if 0 <= weapon < FIRST_SECTOR_ACTION - FIRST_WEAPON_ACTION else ""
    return f"{dice} {'die' if dice == '1' else 'dice'}" if dice else ""


def _of_target(view: View, target: UnitView) -> str:
    """The chances of an attack."""
    return odds.in_words(view.asked_unit, view.weapon, target)


def _of_carrier(view: View, carrier: UnitView) -> str:
    """How full a carrier is."""
    return f"{sum(unit.based_on == carrier.number for unit in view.units)} of {carrier.capacity} aboard"


# --- what questions have in braces -----------------------------------------------------------------------------


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
    Decision.DRAFT: {"note": _of_card},
    Decision.WEAPON: {"note": _of_weapon},
}
DECISIONS: dict[Decision, Asked] = {
    Decision.NONE: Asked("", (), "Nothing is asked: the battle is over."),
    **asked_in(configs_folder() / "naval_miniatures" / "words.toml", Decision, Option, WORKED_OUT),
}
OPTIONS: dict[Option, Spoken] = {
    Option.END: Spoken("no more", ("end", "done", "no", "none", "stop", "pass")),
    Option.DECLINE: Spoken("no", ("no", "none", "nobody", "decline", "stay")),
    Option.USE: Spoken("yes", ("yes", "use", "do it")),
    Option.LAND_BASE: Spoken("the land airbase", ("airbase", "ashore", "base", "land")),
    Option.LEAVE: Spoken("off the map", ("leave", "exit", "off")),
    Option.PURSUE: Spoken("pursue an enemy ship", ("pursue",)),
    Option.SMOKE: Spoken("lay smoke", ("smoke",)),
    **{
        Option.numbered(Option.MAIN + weapon): Spoken(WEAPONS[weapon], (weapon.name.lower(),))
        for weapon in Weapon
        if weapon != Weapon.SMOKE
    },
}
WORDS = DecisionWords(
    DECISIONS,
    OPTIONS,
    first_place=FIRST_SECTOR_ACTION,
    first_unit=FIRST_UNIT_ACTION,
    view_of=view_of,
    who=lambda view: SIDES[view.seat],
    unit_phrase=unit_phrase,
    orders='"UNIT to PLACE", "UNIT, UNIT to PLACE"',
    filled=FILLED,
    verbs=("", "attack ", "attacks ", "fire at ", "bomb ", "repair ", "pursue ", "mark ", "give up ", "buy "),
)
UNDERSTANDING = Understanding(WORDS, Option.those(Mark.QUIET), OBSTACLES)
describe_action, describe_decision = WORDS.describe_action, WORDS.describe_decision
action_named = UNDERSTANDING.action_meant
