"""War with Japan: when to begin it, and who sails for Pearl Harbor (§4.6, §19.4-19.6); and what to do about
the French fleet (§22)."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.sets import has
from aw_env.games.admirals_war.records.terms import FIRST_PLACE_ACTION, FIRST_PORT, Option, Power, Side
from aw_env.games.admirals_war.rules.control import areas_held
from aw_env.games.admirals_war.rules.counters import airstrike, gunnery, open_to
from aw_env.games.admirals_war.rules.options.french_fleet import is_in_reach, reaches_the_french
from aw_env.games.admirals_war.rules.options.pearl_harbor_tension import CARIBBEAN_FACE, HAWAII_FACE
from aw_env.games.admirals_war.rules.war_entry import ATTACKS, RAID_FORCE, RAID_FORCE_SPEED, declares_war

HAWAIIAN_FACES = 2
"""Faces of the die for uncertain groups that are to stand for the Hawaiian Islands."""
LEAST_GUNS = 3
"""Gunnery of ships that screen the carriers well."""


@rule
def wants_war(book, game, doctrine):
    """Japan attacks when its fast carriers are strong together, unless Indonesia is open to it in peace and there is
    still time (§19.0, §19.44)."""
    if game.attack == ATTACKS:
        return True
    if game.hostilities == 1 or game.turn < doctrine.patience and striking_power(book, game) < doctrine.strike_enough:
        return False
    return game.turn >= doctrine.patience or game.flag[book.second_area] == Side.ALLIES


@rule
def may_strike(book, game, unit):
    """A fast carrier with aircraft in the raid force or in its port."""
    at_hand = game.place[unit] == RAID_FORCE or game.place[unit] == FIRST_PORT + book.raid_base
    fast = book.speed[unit] >= RAID_FORCE_SPEED and game.damage[unit] == 0
    return at_hand and fast and book.carrier[unit] == 1 and game.controller[unit] == Power.JAPANESE


@rule
def striking_power(book, game):
    """Airstrike factors that could sail against Pearl Harbor."""
    strike = 0
    for k in range(game.units):
        unit = int(game.roster[k])
        if may_strike(book, game, unit):
            strike += airstrike(book, game, unit)
    return strike


@rule
def joins_raid_force(book, game, doctrine, unit):
    """On the turn of the attack all fast carriers and, for each of them, one ship with guns to screen it."""
    if not wants_war(book, game, doctrine):
        return False
    if may_strike(book, game, unit):
        return True
    if gunnery(book, game, unit) < LEAST_GUNS:
        return False
    carriers, screens = 0, 0
    for k in range(game.units):
        other = int(game.roster[k])
        if may_strike(book, game, other):
            carriers += 1
        elif game.place[other] == RAID_FORCE:
            screens += 1
    return screens < carriers


@rule
def raid_force(book, game, doctrine):
    """Into the raid force at the end of the set-up only if the attack is to come at once (§4.6)."""
    return (
        FIRST_PLACE_ACTION + RAID_FORCE
        if joins_raid_force(book, game, doctrine, int(game.subject))
        else Option.STAY.value
    )


@rule
def sail(book, game, doctrine):
    """The raid force sails when war is wanted (§19.61)."""
    return FIRST_PLACE_ACTION + int(book.raid_area) if wants_war(book, game, doctrine) else Option.STAY.value


@rule
def breaks_the_peace(book, game, doctrine, unit, area):
    """Whether an order would begin a war that is not wanted (§19.41)."""
    return declares_war(game, unit, area) and not wants_war(book, game, doctrine)


@rule
def division(book, game):
    """The faces of Table 5: two for the Hawaiian Islands, three for the Caribbean (§19.72, §23.21)."""
    face = HAWAII_FACE if game.faces_hawaii < HAWAIIAN_FACES else CARIBBEAN_FACE
    return FIRST_PLACE_ACTION + int(book.uncertain_areas[face])


# --- §22: the French fleet -----------------------------------------------------------------------------

ODDS = 1.5
"""Shots of ours for each French one from which Operation Catapult is worth while."""
LATEST_LILA = 8
"""The turn from which Operation Lila is not put off any longer."""


@rule
def catapult(book, game):
    """The French fleet is attacked where the odds are good: a ship that is sunk
    can never become German (§22.1)."""
    ours, theirs = 0.0, 0.0
    for k in range(game.units):
        unit = int(game.roster[k])
        shots = float(gunnery(book, game, unit)) + float(airstrike(book, game, unit))
        if reaches_the_french(book, game, unit):
            ours += shots
        elif lies_in_reach(book, game, unit):
            theirs += shots
    return Option.YES.value if ours >= ODDS * theirs else Option.NO.value


@rule
def lies_in_reach(book, game, ship):
    """A French ship that some British unit may attack (§22.11)."""
    for k in range(game.units):
        unit = int(game.roster[k])
        if reaches_the_french(book, game, unit) and is_in_reach(book, game, ship, int(game.place[unit])):
            return True
    return False


@rule
def lila(book, game):
    """Late, when it is well planned, or as soon as the Allies may get both Malta and Tripoli on the next turn (§22.41,
    §22.5)."""
    if game.turn >= LATEST_LILA or game.turn + 1 >= book.last_turn:
        return Option.YES.value
    for port in range(book.ports):
        if has(book.torch_places, port) and not open_to(book, game, port, Side.ALLIES):
            if int(book.touches[port]) & ~areas_held(game, Side.ALLIES) != 0:
                return Option.NO.value
    return Option.YES.value
