"""§19.1-19.5 Before Japan attacks: who may move, enter and base where, and how the war begins.

`hostilities` is 0 until the surprise attacks; `attack` says how far Japan has come on the way there.  The attacks
themselves are in `surprise`.
"""

from aw_env.admirals_war.terms import (
    FIRST_BOX,
    FIRST_PORT,
    NOBODY,
    Box,
    Event,
    Kind,
    Nation,
    Power,
    Side,
    Theatre,
)
from aw_env.admirals_war.units import gunnery, has, in_port, on_the_bottom, side
from aw_env.core.compiling import rule
from aw_env.core.events import note

NOT_THIS_TURN, MAY_ATTACK, ATTACKS, PEARL_HARBOR_DONE = range(4)
"""`attack`: Japan may not attack this turn (§19.38); it may; it has declared war (§19.41); the first of the two
attacks is over (§19.62)."""

RAID_FORCE = FIRST_BOX + Box.RAID_FORCE
RAID_FORCE_SPEED = 5
"""Least speed of a ship in the Pearl Harbor Raid Force (§4.6)."""
SHIPS_THAT_HOLD_INDONESIA = 2
GUNS_THAT_HOLD_INDONESIA = 3
"""British ships of this gunnery that keep the Allied flag in Indonesia (§19.44)."""

# --- §19.3: who stays where ----------------------------------------------------------------------------


@rule
def may_move(book, game, unit):
    """Neither held in port by a roll (§19.42) nor, before the war, bound to stay where it is (§19.31, §19.35, §19.43)."""
    return game.held[unit] == 0 and (game.hostilities == 1 or not stays(book, game, unit))


@rule
def stays(book, game, unit):
    """Units that remain in Pearl Harbor (§19.31, §19.43), and US aircraft wherever they are (§19.35)."""
    if book.kind[unit] == Kind.LBA:
        return book.nation[unit] == Nation.US
    return in_port(game, unit) and has(book.peace_stays[unit], game.place[unit] - FIRST_PORT)


@rule
def peace_ports(book, game, unit, theatre):
    """Places to which alone a unit may return before the war, as a set; 0: no such rule (§19.32, §19.33, §19.37)."""
    return int(book.peace_ports[unit, theatre]) if game.hostilities == 0 else 0


# --- §19.4: where units may go -------------------------------------------------------------------------


@rule
def peace_waters(book, game, unit):
    """Sea areas that a unit may enter as far as the peace between Japan and the Allies goes, as a set.

    Allies stay out of areas that Japan controls (§19.41); US units in the Atlantic keep to their own coast (§19.42);
    of the Germans only U-boats, Hilfskreuzers and oilers go there (§19.45).  Japan enters an area under an Allied flag
    only on a turn on which it may attack (§19.38, §19.41).
    """
    areas = int(book.open_areas)
    if game.hostilities == 1:
        return areas
    power = game.controller[unit]
    if power == Power.GERMAN:
        kind = book.kind[unit]
        if kind == Kind.SUBMARINE or kind == Kind.HILFSKREUZER or kind == Kind.OILER:
            return areas
        return areas & ~int(book.neutral_waters)
    if power == Power.JAPANESE:
        return areas if game.attack >= MAY_ATTACK else areas & ~flagged(book, game, Side.ALLIES)
    areas &= ~(flagged(book, game, Side.AXIS) & int(book.pacific))
    if book.nation[unit] == Nation.US:
        areas &= int(book.pacific) | int(book.neutral_waters)
    return areas


@rule
def flagged(book, game, of_side):
    """Sea areas under a side's control flag, as a set."""
    areas = 0
    for area in range(book.areas):
        if game.flag[area] == of_side:
            areas |= 1 << area
    return areas


@rule
def enters(book, game, unit, area, events):
    """A Japanese unit under an Allied flag is the declaration of war (§19.41)."""
    if game.hostilities == 0 and game.controller[unit] == Power.JAPANESE and game.flag[area] == Side.ALLIES:
        declare_war(game, area, events)


@rule
def declare_war(game, area, events):
    """From now on the attack takes its course this turn (§19.41, §19.61)."""
    if game.attack != ATTACKS:
        game.attack = ATTACKS
        note(events, Event.WAR, area, 0, 0)


# --- §19.42, §19.47: US rolls to move ------------------------------------------------------------------


@rule
def rolls_as_neutral(book, game, unit):
    """US units in Atlantic ports must roll before the war to move; aircraft do not move at all (§19.42, §19.35)."""
    return (
        game.hostilities == 0
        and book.nation[unit] == Nation.US
        and book.kind[unit] != Kind.LBA
        and book.port_theatre[game.place[unit] - FIRST_PORT] == Theatre.ATLANTIC
    )


@rule
def provoke(book, game, area, times):
    """German points in the neutral waters, and US ships sunk by U-boats, make the next rolls easier (§19.47)."""
    if game.hostilities == 0 and has(book.neutral_waters, area):
        game.provoked += times


# --- §19.38, §19.44: when the Japanese begin to move ---------------------------------------------------


@rule
def open_japanese_turn(book, game, events):
    """The flag of Indonesia may go (§19.44), and Japan learns whether it may attack this turn (§19.38)."""
    if game.hostilities == 1:
        return
    lower_flag_of_indonesia(book, game, events)
    game.attack = NOT_THIS_TURN if is_spread_out(book, game) and is_watched(book, game) else MAY_ATTACK


@rule
def is_spread_out(book, game):
    """Whether a Japanese ship or amphibious unit began the turn in another base than Yokosuka (§19.38)."""
    for k in range(game.units):
        unit = int(game.roster[k])
        kind = book.kind[unit]
        if game.controller[unit] == Power.JAPANESE and (kind == Kind.SHIP or kind == Kind.AMPHIBIOUS):
            port = game.origin[unit] - FIRST_PORT
            if 0 <= port < book.ports and port != book.raid_base:
                return True
    return False


@rule
def is_watched(book, game):
    """Whether every area that the US Navy watches from had an Allied flag when the turn began (§19.38)."""
    for area in range(book.areas):
        if has(book.watched_from, area) and game.flag_at_start[area] != Side.ALLIES:
            return False
    return True


@rule
def lower_flag_of_indonesia(book, game, events):
    """Without two British battleships on patrol there the flag goes, and with it all its effects (§19.44)."""
    area = int(book.second_area)
    if game.flag[area] != Side.ALLIES:
        return
    battleships = 0
    for k in range(game.units):
        unit = int(game.roster[k])
        if game.place[unit] == area and game.raiding[unit] == 0 and book.nation[unit] == Nation.BRITISH:
            if gunnery(book, game, unit) >= GUNS_THAT_HOLD_INDONESIA:
                battleships += 1
    if battleships < SHIPS_THAT_HOLD_INDONESIA:
        game.flag[area] = NOBODY
        game.flag_at_start[area] = NOBODY
        note(events, Event.FLAG_REMOVED, area, 0, 0)


# --- §4.6, §19.5: the Pearl Harbor Raid Force ----------------------------------------------------------
