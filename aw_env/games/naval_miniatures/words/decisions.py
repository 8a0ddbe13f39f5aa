"""Decisions and the answers to them in words: one table of what is asked, one of the options."""

from typing import Any

from aw_env.core.declare.decisions import Mark
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

_ATTACKS = (
    "ADF.1", "ADF.2", "AB.draw_the_cap", "AAT.1", "AAT.2", "AAT.3", "SUR.1", "SUR.2", "SUR.3", "TOR.1", "TOR.2"
)  # fmt: skip
_TARGETS = ("ATT.5", "ATT.6", "ATT.7", "ATT.8", "ATT.9", "RNG.2", "RES.11", "LOS.1", "ADF.2", "AB.draw_the_cap")
_WHY_TARGETS = (
    "A target is an enemy of the right type, in sight, at a range with a number on the card; an aborted aircraft, and "
    "whatever is sure to be destroyed, is none. Effects other than aborts wait for the end of the phase."
)


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


# --- questions that depend on more -----------------------------------------------------------------------------


def _ask_draft(view: View) -> str:
    cards, left = bought(view, view.seat), so_many(view.points_to_spend, "point")
    return f"which card joins the fleet? {left} left; {f'so far {cards}' if cards else 'no cards yet'}."


def _ask_who(view: View) -> str:
    attack = {Phase.AIR_DEFENSE: "Antiair attacks"}.get(view.phase, PHASES[view.phase])
    return f"which unit makes the next {attack.lower().removesuffix('s')}?"


def _ask_target(view: View) -> str:
    return f"{{unit}}, with {WEAPONS[view.weapon]}: which target?"


def _ask_reroll(view: View) -> str:
    rolled = so_many(view.successes, "success", "successes")
    return f"{{unit}} has {rolled} at {view.units_by_number[view.target].name}: roll again?"


DECISIONS: dict[Decision, Asked] = {
    Decision.NONE: Asked("", (), "Nothing is asked: the battle is over."),
    Decision.DRAFT: Asked(
        _ask_draft,
        ("FLT.1", "FLT.2", "FLT.4", "SIDE.1", "LND.3", "CAR.2", "CAR.3"),
        "A fleet is bought card by card, in secret. Missing are cards of other countries, those that cost more than is "
        "left, and aircraft that neither the airbase nor a carrier already bought could base.",
        options={Option.END: "no more cards"},
        note=_of_card,
    ),
    Decision.DEPLOY_SHIP: Asked(
        "{unit}: in which sector does it start?",
        ("SET.5", "SET.7", "SC.3", "STK.2"),
        "Ships start in the row on their own edge; only when that is full is the next one open.",
        example='"all to PLACE", "UNIT, UNIT to PLACE"',
        of_place=_of_sector,
    ),
    Decision.DEPLOY_SUBMARINE: Asked(
        "{unit}: in which sector does it start?",
        ("SET.6", "SET.7", "SC.2", "SC.3", "STK.3"),
        "Submarines start anywhere in the first five rows, one to a sector.",
        of_place=_of_sector,
    ),
    Decision.DEPLOY_AIRCRAFT: Asked(
        "{unit}: where is it based?",
        ("SET.8", "CAR.2", "CAR.3", "LND.1", "LND.3", "HIS.5"),
        "Every aircraft still to come must find a base as well, so a choice that would leave one without is missing.",
        of_unit=_of_carrier,
    ),
    Decision.LEAD: Asked(
        "{unit} leads the attack: to which sector before the first turn?",
        ("AB.lead_the_attack",),
        "It goes as many sectors as its ability says, through sectors that it may enter.",
        options={Option.DECLINE: "stay where it is"},
        of_place=_of_sector,
    ),
    Decision.RUN: Asked(
        "{unit}: make its high-speed run this turn?",
        ("AB.high_speed_run",),
        "Once a battle it moves one sector more; its side then claims no objective this turn.",
        options={Option.USE: "make the run", Option.DECLINE: "no"},
    ),
    Decision.REPAIR: Asked(
        "{unit}: which ship does it repair this turn?",
        ("AB.repair",),
        "A damaged ship in the same sector; neither moves nor uses gunnery this turn.",
        options={Option.DECLINE: "none"},
        unit="repair",
    ),
    Decision.MOVE_WHO: Asked(
        "which unit moves next?",
        ("SEA.1", "SEA.2", "MOV.1", "MOV.3", "AB.lucky_hit"),
        "Ships and submarines move one at a time, in any order, as many as one likes.",
        options={Option.END: "no more movement"},
        example='"UNIT to PLACE", "UNIT, UNIT to PLACE"',
        of_unit=lambda view, unit: f"speed {unit.speed}",
    ),
    Decision.MOVE_TO: Asked(
        "{unit}: to which sector?",
        ("SEA.3", "MOV.4", "STK.1", "STK.2", "STK.3", "MAP.1", "MAP.2", "SET.11", "CV.4"),
        "Up to its speed, through sectors that it may enter: no island, no shoal, and room for it in each. The enemy "
        "is not in the way.",
        options={Option.PURSUE: "pursue an enemy ship"},
        of_place=_of_sector,
    ),
    Decision.PURSUE_WHOM: Asked(
        "{unit}: which ship does it pursue?",
        ("AB.pursuit_ship",),
        "An enemy ship in its sector; when both sides have moved it follows if that ship is near enough.",
        unit="pursue",
    ),
    Decision.HUNT: Asked(
        "{unit}: hunt a submarine in an adjacent sector?",
        ("AB.sub_hunter",),
        "After both sides have moved it may enter an adjacent sector with an enemy submarine.",
        options={Option.DECLINE: "stay"},
        of_place=_of_sector,
    ),
    Decision.FLY_WHO: Asked(
        "which aircraft flies next?",
        ("AIR.2", "AIR.3", "AIR.4"),
        "The sides place one aircraft each in turn. Who says no more places none for the rest of the turn.",
        options={Option.END: "no more missions this turn"},
        example='"UNIT to PLACE"',
    ),
    Decision.FLY_TO: Asked(
        "{unit}: to which sector?",
        ("AIR.1", "STK.4"),
        "Any sector of the map with fewer than four own aircraft.",
        of_place=_of_sector,
    ),
    Decision.PATROL: Asked(
        "{unit}: patrol to which sector?",
        ("AB.combat_air_patrol",),
        "A fighter over its own carrier, with no enemy aircraft in its sector, may go to enemy aircraft near by.",
        options={Option.DECLINE: "stay"},
        of_place=_of_sector,
    ),
    Decision.MARK: Asked(
        "{unit}: which ship does it mark for this turn?",
        ("AB.pinpointer", "AB.scout_cruiser", "AB.shadowing"),
        "Attacks of others on a marked ship have more dice until the turn ends.",
        options={Option.DECLINE: "none"},
        unit="mark",
    ),
    Decision.FIRE_WHO: Asked(
        _ask_who,
        ("ATT.1", "ATT.4", "ATT.9", *_ATTACKS),
        "Units attack one at a time, in any order. Missing are those without a target in range and sight, and aborted "
        "aircraft.",
        options={Option.END: "no more attacks in this phase"},
    ),
    Decision.WEAPON: Asked(
        "{unit}: with what?",
        ("AAT.3", "SUR.2", "SUR.3", "AB.alternate_payload", "AB.antiship_missile", "AB.lay_smoke_screen"),
        "An aircraft makes one attack. A ship fires each of its batteries once, or makes one ASW attack, or lays "
        "smoke. Missing is what has no target.",
        options={Option.END: "no more attacks by this ship"},
        note=_of_weapon,
    ),
    Decision.BOOST: Asked(
        "{unit}: who lends it dice?",
        ("AB.expert_bomber", "AB.expert_torpedoes", "AB.expert_dogfighter", "AB.expert_asw"),
        "Once a turn such a unit adds dice to the attack of one aircraft; it is named before the target.",
        options={Option.DECLINE: "nobody"},
    ),
    Decision.EXTRA: Asked(
        "{unit}: use its extra dice for this attack?",
        ("AB.rapid_fire",),
        "Once a battle, and said before the target.",
        options={Option.USE: "use them now", Option.DECLINE: "no"},
    ),
    Decision.TARGET: Asked(
        _ask_target,
        _TARGETS,
        _WHY_TARGETS,
        options={Option.END: "no second attack"},
        unit="attack",
        example='"attack UNIT"',
        of_unit=_of_target,
    ),
    Decision.REROLL: Asked(
        _ask_reroll,
        ("AB.night_fighter",),
        "Once a battle, from turn 4 on, it may roll all dice of an attack again; the second roll stands.",
        options={Option.USE: "roll again", Option.DECLINE: "let it stand"},
    ),
    Decision.AGAIN: Asked(
        "{unit}, a second torpedo attack: which target?",
        ("AB.audacious_attack", *_TARGETS[:7]),
        f"Once a battle, at a target in another sector. {_WHY_TARGETS}",
        options={Option.DECLINE: "no second attack"},
        unit="attack",
        of_unit=_of_target,
    ),
    Decision.PRESS: Asked(
        "{unit} is aborted: press the attack?",
        ("AB.press_the_attack",),
        "A die: 1 destroys it, 2-3 do nothing, 4 or more let it bomb all the same, with one less on each die.",
        options={Option.USE: "press the attack", Option.DECLINE: "no"},
    ),
    Decision.LOST_CARRIER: Asked(
        "{unit} is lost: for which aircraft is a die rolled next?",
        ("CAR.4", "CAR.5", "CAR.6"),
        "So many aircraft as she based are named, flying or not; each is lost on a 1.",
    ),
    Decision.RETURN_TO: Asked(
        "{unit}: where does it return to?",
        ("RET.1", "RET.2", "LND.2", "LND.3", "CAR.2", "CAR.3"),
        "Any own carrier with room, or the airbase, where it rearms for a turn. Missing is a base that would cost "
        "another aircraft its own.",
        of_unit=_of_carrier,
    ),
    Decision.ELIMINATE: Asked(
        "there is no room for all aircraft ashore: which one is given up?",
        ("LND.3", "LND.4"),
        "The airbase holds only so many; each that is given up scores as one destroyed.",
        unit="give up",
    ),
    Decision.CARGO: Asked(
        "which ship lands its cargo?",
        ("AB.vital_cargo",),
        "One ship a turn, adjacent to an island in the enemy's half; it leaves the map and scores.",
        options={Option.DECLINE: "none"},
    ),
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
    verbs=("", "attack ", "attacks ", "fire at ", "bomb ", "repair ", "pursue ", "mark ", "give up ", "buy "),
)
UNDERSTANDING = Understanding(WORDS, Option.those(Mark.QUIET), OBSTACLES)
describe_action, describe_decision = WORDS.describe_action, WORDS.describe_decision
action_named = UNDERSTANDING.action_meant
