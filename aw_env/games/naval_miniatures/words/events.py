"""Events in words: the running account of what happened, with its dice."""

from typing import Any

from aw_env.core.said.events import EventRow, Named, Told
from aw_env.core.said.luck import By, Chance, Roller
from aw_env.core.said.naming import place_name
from aw_env.games.naval_miniatures.printed.fleets import called
from aw_env.games.naval_miniatures.records.terms import ASHORE, CALLED, FLEET, NOBODY, NOWHERE, Event, Weapon
from aw_env.games.naval_miniatures.rules.dice import SUCCESS, TWO
from aw_env.games.naval_miniatures.words.wording import PHASES, WEAPONS
from aw_env.naval.sides import side_does
from aw_env.naval.words import SIDE, phase


def _unit_name(scenario: Any, told: int) -> str:
    """The name of a unit as events tell of it (`records.terms.CALLED`); of a base that is no carrier, the airbase."""
    if told in (NOWHERE, ASHORE):
        return "the land airbase"
    number, card = divmod(told, CALLED)
    return called(scenario.printed, card, number // FLEET, number % FLEET).name


UNIT, SECTOR = Named(_unit_name), Named(place_name)
MAYBE_CARRIER = Named(lambda scenario, told: "" if told == NOWHERE else _unit_name(scenario, told))
MAYBE_SECTOR = Named(lambda scenario, sector: "" if sector == NOWHERE else place_name(scenario, sector))
CARD = Named(lambda scenario, card: scenario.printed.card(card).name)
WEAPON = Named(lambda scenario, weapon: WEAPONS[Weapon(weapon)])
ZONE = Named(lambda scenario, zone: scenario.printed.zones.name(zone))


def _negated(scenario: Any, row: EventRow) -> str:
    if row.c == NOBODY:
        return "{0} is {b:lost from sight: a complete miss|not concealed}{rolled}."
    ability = list(scenario.printed.abilities.values())[row.c].name
    return f"{{0}} {{b:escapes|does not escape}} by {ability}{{rolled}}."


def _ready(scenario: Any, row: EventRow) -> str:
    return "{0:reveal} " + ("its fleet." if row.a else "their fleet.")


def _deployed(scenario: Any, row: EventRow) -> str:
    if row.b != NOWHERE:
        return "{0} starts in {1}."
    return "{0} is based ashore." if row.c == NOWHERE else "{0} is based aboard {2}."


def _lost(scenario: Any, row: EventRow) -> str:
    return "{0} is lost" + (": {b:point}." if row.b else ".")


def _pressed(scenario: Any, row: EventRow) -> str:
    ends = "is shot down" if row.b < 0 else "presses the attack" if row.b else "fails to press the attack"
    return f"{{0}} {ends}{{rolled}}."


def _over(scenario: Any, row: EventRow) -> str:
    return side_does(row.a < 0, "win") + " the battle." if row.a else "The battle is drawn."


def _successes(shown: int, weapon: int) -> int:
    """What a die counts (ATT.2), before anything is taken from it: a torpedo's 6 is one hit (RES.16)."""
    if weapon == Weapon.TORPEDO:
        return int(shown == TWO)
    return int(shown >= SUCCESS) + int(shown == TWO)


FIRE = Chance("successes", _successes, Roller(By.A, CALLED * FLEET))
EVENTS = {
    Event.TURN: Told("Turn {a}."),
    Event.PHASE: phase(PHASES),
    Event.ZONE: Told("The battle zone is {0}{rolled}.", (ZONE,), dice="the battle zone"),
    Event.DEPLOYS_FIRST: Told("{0:deploy} first{rolled}.", (SIDE,), dice="who deploys first (1-3 the Allies)"),
    Event.BOUGHT: Told("{0:buy} {1}, {c:point} left.", (SIDE, CARD)),
    Event.FLEET_READY: Told(_ready, (SIDE,), reveals=True),
    Event.DEPLOYED: Told(_deployed, (UNIT, MAYBE_SECTOR, MAYBE_CARRIER)),
    Event.INITIATIVE: Told("{0:roll} for initiative: {b}{rolled}.", (SIDE,), dice="the initiative of {0}"),
    Event.FIRST_PLAYER: Told("{0:act} first this turn.", (SIDE,)),
    Event.SPEED_ROLL: Told("{0} {b:is slow this turn|keeps its speed}{rolled}.", (UNIT,), dice="the speed of {0}"),
    Event.RUNS: Told("{0} makes a high-speed run.", (UNIT,)),
    Event.REPAIRS: Told("{0} repairs {1}.", (UNIT, UNIT)),
    Event.MOVED: Told("{0} moves to {1}.", (UNIT, SECTOR)),
    Event.LEFT: Told("{0} leaves the map.", (UNIT,)),
    Event.PURSUES: Told("{0} pursues {1}.", (UNIT, UNIT)),
    Event.FLIES: Told("{0} flies to {1}.", (UNIT, SECTOR)),
    Event.NO_MORE_MISSIONS: Told("{0:fly} no more missions this turn.", (SIDE,)),
    Event.DRAWS_FIRE: Told(
        "{0} {b:draws the fire of enemy fighters|does not draw enemy fighters}{rolled}.", (UNIT,), dice="{0}"
    ),
    Event.MARKED: Told("{0} marks {1}.", (UNIT, UNIT)),
    Event.LENT: Told(lambda scenario, row: "{0} lends {1} " + ("a die." if row.c == 1 else "{c} dice."), (UNIT, UNIT)),
    Event.ATTACK: Told("{0} attacks {1} with {2}:{rolled}", (UNIT, UNIT, WEAPON), dice="{0}, {2}, at {1}", luck=FIRE),
    Event.REROLLED: Told(
        "{0} rolls again at {1}:{rolled}", (UNIT, UNIT, WEAPON), dice="{0} again, {2}, at {1}", luck=FIRE
    ),
    Event.NEGATED: Told(_negated, (UNIT,), dice="whether {0} escapes"),
    Event.MISSED: Told("{0} misses {1}.", (UNIT, UNIT)),
    Event.DAMAGED: Told("{0} is hit: {b:hull point}.", (UNIT,)),
    Event.DESTROYED: Told("{0} is mortally hit.", (UNIT,)),
    Event.ABORTED: Told("{0} is aborted.", (UNIT,)),
    Event.SURVIVES: Told("{0} {b:survives the blow|does not survive}{rolled}.", (UNIT,), dice="{0} to survive"),
    Event.STOPPED: Told("{0} {b:is stopped for a turn|keeps going}{rolled}.", (UNIT,), dice="whether {0} stops"),
    Event.PRESSES: Told(_pressed, (UNIT,), dice="{0}, pressing the attack"),
    Event.SMOKE: Told("{0} lays smoke in {1}.", (UNIT, SECTOR)),
    Event.ENDURES: Told("{0} {b:stays afloat|goes down}{rolled}.", (UNIT,), dice="the determination of {0}"),
    Event.LOST: Told(_lost, (UNIT,)),
    Event.CRIPPLED: Told("{0} is crippled.", (UNIT,)),
    Event.CARRIER_LOST_ROLL: Told(
        "{0} {b:goes down with the carrier|is saved}{rolled}.", (UNIT,), dice="the fate of {0} (lost on a 1)"
    ),
    Event.RETURNED: Told("{0} returns to {1}.", (UNIT, UNIT)),
    Event.ELIMINATED: Told("{0} is given up: {b:point}.", (UNIT,)),
    Event.MENDED: Told("{0} {b:regains a hull point|is not mended}{rolled}.", (UNIT,), dice="mending {0}"),
    Event.CLAIMED: Told("{0:claim} the objective in {1}: {c:point}.", (SIDE, SECTOR)),
    Event.CARGO: Told("{0} lands its cargo: {b:point}.", (UNIT,)),
    Event.SCORE: Told("Score: Allies {a}, Axis {b}."),
    Event.GAME_OVER: Told(_over),
}
