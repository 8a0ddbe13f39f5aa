"""§19.1-19.5 Before Japan attacks: who may move, enter and base where, and how the war begins.

`hostilities` is 0 until the surprise attacks; `attack` says how far Japan has come on the way there.  The attacks
themselves are in `surprise`.
"""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note
from aw_env.core.engine.marks import mark, marked
from aw_env.core.engine.sets import bit, has
from aw_env.core.engine.stack import CURSOR, ask, pop, top
from aw_env.games.admirals_war.records.state import COMMITTED, HELD, RAIDING
from aw_env.games.admirals_war.records.terms import (
    FIRST_BOX,
    FIRST_PLACE_ACTION,
    FIRST_PORT,
    NOBODY,
    NOWHERE,
    UNCONTROLLED,
    Box,
    Decision,
    Event,
    Kind,
    Nation,
    Option,
    Phase,
    Power,
    Side,
    Theatre,
)
from aw_env.games.admirals_war.rules.counters import gunnery, in_port, on_the_bottom, put, side, speed
from aw_env.games.admirals_war.rules.options.hidden_submarines import reveal
from aw_env.games.admirals_war.rules.options.pearl_harbor_tension import has_fuel_for_another
from aw_env.games.admirals_war.rules.options.turn_eleven import stands_aside
from aw_env.games.admirals_war.rules.options.turn_zero import is_neutral, is_played

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
    """Neither held in port by a roll (§19.42) or a lost war (§21.21), nor, before the war, bound to stay there (§19.31,
    §19.35, §19.43), nor of a power whose war is over (§21.2), nor of a neutral one (§20.4)."""
    if stands_aside(book, game, game.controller[unit]) or is_neutral(book, game, unit):
        return False
    return marked(game, unit, HELD) == 0 and (game.hostilities == 1 or not stays(book, game, unit))


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

    Allies stay out of areas that Japan controls (§19.41); a ship that must return to Singapore keeps to the theatre
    from which she can (§18.12, §10.1); US units in the Atlantic keep to their own coast (§19.42), and submarines that
    leave it sail for Pearl Harbor (§19.43); of the Germans only U-boats, Hilfskreuzers and oilers go there (§19.45).
    Japan enters an area under an Allied flag only on a turn on which it may attack (§19.38, §19.41).
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
    if book.nation[unit] == Nation.DUTCH:
        areas &= int(book.pacific)
    if book.nation[unit] == Nation.US:
        areas &= int(book.pacific) | int(book.neutral_waters)
        if book.kind[unit] == Kind.SUBMARINE and rolls_as_neutral(book, game, unit):
            areas &= waters_beside(book, peace_ports(book, game, unit, Theatre.PACIFIC))
    return areas


@rule
def waters_beside(book, ports):
    """The sea areas of which any of a set of ports and bases is a part, as a set (§2.35)."""
    areas = 0
    for port in range(book.ports):
        if has(ports, port):
            areas |= int(book.touches[port])
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
def declares_war(game, unit, area):
    """Whether a unit that enters an area begins the war by it: a Japanese one under an Allied flag (§19.41)."""
    return game.hostilities == 0 and game.controller[unit] == Power.JAPANESE and game.flag[area] == Side.ALLIES


@rule
def meet_in_peace(book, game, area):
    """Whether the Allies and Japan share an area without a fight (§19.11)."""
    return game.hostilities == 0 and game.attack != ATTACKS and has(book.pacific, area)


@rule
def enters(book, game, unit, area, events):
    """A Japanese unit under an Allied flag is the declaration of war (§19.41); a submarine shows itself by it (§26)."""
    if declares_war(game, unit, area):
        if game.attack != ATTACKS:
            reveal(book, game, unit, events)
        declare_war(book, game, area, events)


@rule
def declare_war(book, game, area, events):
    """From now on the attack takes its course this turn (§19.41, §19.61)."""
    if game.attack != ATTACKS:
        game.attack = ATTACKS
        note(events, Event.WAR, area, 0, 0)
    if game.phase == Phase.RAIDING:
        look_at_the_philippines(book, game)


@rule
def look_at_the_philippines(book, game):
    """When the raid force moves it is seen whether the air unit and a US ship hold the base ready (§19.36)."""
    base = FIRST_PORT + int(book.open_base)
    game.unguarded = 0 if game.place[book.guard] == base else 1
    ships = 0
    for k in range(game.units):
        unit = int(game.roster[k])
        if game.place[unit] == base and book.kind[unit] == Kind.SHIP and book.nation[unit] == Nation.US:
            ships += 1
    if ships == 0:
        game.unguarded = 1


@rule
def may_invade_now(book, game, port, unit):
    """Before the war neither Japan nor the Allies land on a base that the other holds (§19.41)."""
    if game.hostilities == 1 or game.owner[port] == UNCONTROLLED:
        return True
    return game.controller[unit] != Power.JAPANESE and game.owner[port] != Power.JAPANESE


@rule
def takes_part(game, unit):
    """Before the war the Japanese take no part in combat (§19.11, §19.41)."""
    return game.hostilities == 1 or game.controller[unit] != Power.JAPANESE


@rule
def a_group_is_assumed_to_patrol(book, game):
    """Before the war a group of uncertain whereabouts counts as patrolling one area (§19.21)."""
    if game.hostilities == 1:
        return False
    for k in range(game.units):
        if is_uncertain(game, game.roster[k]):
            return True
    return False


@rule
def is_uncertain(game, unit):
    """Whether a unit belongs to one of the US groups whose whereabouts are uncertain (§3.15)."""
    return FIRST_BOX + Box.UNCERTAIN_W <= game.place[unit] <= FIRST_BOX + Box.UNCERTAIN_Z


# --- §19.42, §19.47: US rolls to move ------------------------------------------------------------------


@rule
def rolls_as_neutral(book, game, unit):
    """US units in Atlantic ports must roll before the war to move; aircraft do not move at all (§19.42, §19.35)."""
    return (
        game.hostilities == 0
        and book.nation[unit] == Nation.US
        and book.kind[unit] != Kind.LBA
        and in_port(game, unit)
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
    """The flag of Indonesia may go (§19.44), and Japan learns whether it may attack this turn (§19.38): never on turn 0
    (§20.5)."""
    if game.hostilities == 1:
        return
    lower_flag_of_indonesia(book, game, events)
    held_back = is_spread_out(book, game) and is_watched(book, game)
    game.attack = NOT_THIS_TURN if held_back or is_played(book, game) else MAY_ATTACK


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
    return book.watched_from & ~game.held_at_start[Side.ALLIES] == 0


@rule
def lower_flag_of_indonesia(book, game, events):
    """Without two British battleships on patrol there the flag goes, and with it all its effects (§19.44)."""
    area = int(book.second_area)
    if game.flag[area] != Side.ALLIES:
        return
    battleships = 0
    for k in range(game.units):
        unit = int(game.roster[k])
        if game.place[unit] == area and marked(game, unit, RAIDING) == 0 and book.nation[unit] == Nation.BRITISH:
            if gunnery(book, game, unit) >= GUNS_THAT_HOLD_INDONESIA:
                battleships += 1
    if battleships < SHIPS_THAT_HOLD_INDONESIA:
        game.flag[area] = NOBODY
        game.held_at_start[Side.ALLIES] &= ~bit(area)
        note(events, Event.FLAG_REMOVED, area, 0, 0)


# --- §4.6, §19.5: the Pearl Harbor Raid Force ----------------------------------------------------------


@rule
def in_raid_force(game, unit):
    """Whether a ship waits in the raid force."""
    return game.place[unit] == RAID_FORCE and game.hostilities == 0


@rule
def may_join_raid_force(book, game, unit):
    """A sound Japanese ship of speed 5 or more in Yokosuka, before the war (§4.6, §19.5, §19.51)."""
    return (
        game.hostilities == 0
        and game.controller[unit] == Power.JAPANESE
        and book.kind[unit] == Kind.SHIP
        and game.place[unit] == FIRST_PORT + book.raid_base
        and speed(book, game, unit) >= RAID_FORCE_SPEED
        and not on_the_bottom(book, game, unit)
        and has_fuel_for_another(book, game)
    )


@rule
def form_raid_force(book, game):
    """At the end of the set-up each ship that may is put into the raid force, or not (§4.6)."""
    frame = top(game)
    while frame[CURSOR] < game.units:
        unit = int(game.roster[frame[CURSOR]])
        if may_join_raid_force(book, game, unit):
            return ask(book, game, Decision.RAID_FORCE, Power.JAPANESE, unit)
        frame[CURSOR] += 1
    pop(game)
    return False


@rule
def mask_raid_force(mask):
    """In, or not."""
    mask[FIRST_PLACE_ACTION + RAID_FORCE] = 1
    mask[Option.STAY] = 1


@rule
def take_raid_force(game, action, events):
    """The ship waits in the raid force, or stays in Yokosuka."""
    if action != Option.STAY:
        join_raid_force(game, game.subject, events)
    top(game)[CURSOR] += 1


@rule
def join_raid_force(game, unit, events):
    """A ship goes into the holding box."""
    put(game, unit, RAID_FORCE)
    note(events, Event.MOVED, unit, RAID_FORCE, 0)


@rule
def raid_force_waits(game):
    """Whether there is a ship in the raid force."""
    for k in range(game.units):
        if in_raid_force(game, game.roster[k]):
            return True
    return False


@rule
def ask_raid_force(book, game, events):
    """Before the other raiders the raid force sails if war has been declared (§19.41); else it may (§19.61).  True when
    it has asked."""
    if game.hostilities == 1 or game.attack == NOT_THIS_TURN:
        return False
    if game.attack == ATTACKS:
        sail_for_pearl_harbor(book, game, events)
        return False
    return raid_force_waits(game) and ask(book, game, Decision.SAIL_FOR_PEARL_HARBOR, Power.JAPANESE, NOBODY)


@rule
def mask_sail(book, mask):
    """To the Hawaiian Islands, or not this turn."""
    mask[FIRST_PLACE_ACTION + book.raid_area] = 1
    mask[Option.STAY] = 1


@rule
def take_sail(book, game, action, events):
    """The force sails, which is war; or it waits, and then no raider may go under an Allied flag (§19.41)."""
    if action == Option.STAY:
        game.attack = NOT_THIS_TURN
    else:
        declare_war(book, game, NOWHERE, events)
        sail_for_pearl_harbor(book, game, events)


@rule
def sail_for_pearl_harbor(book, game, events):
    """All ships of the force move as raiders, wherever flags are, without a speed roll (§19.61)."""
    look_at_the_philippines(book, game)
    for k in range(game.units):
        unit = int(game.roster[k])
        if in_raid_force(game, unit):
            put(game, unit, book.raid_area)
            mark(game, unit, RAIDING, 1)
            mark(game, unit, COMMITTED, 1)
            note(events, Event.MOVED, unit, book.raid_area, 1)


# --- §19.46: whose ships hunt off the US coast ---------------------------------------------------------


@rule
def hunters_wanted(book, game, area):
    """Whether British and US ships could hunt the same German units off the US coast: only one navy may (§19.46), and
    Hunter-Killer groups are British (§14.22)."""
    if game.hostilities == 1 or not has(book.neutral_waters, area) or game.hunting != NOBODY:
        return False
    hunters = 0
    for k in range(game.units):
        unit = int(game.roster[k])
        kind = book.kind[unit]
        hunts = kind == Kind.SHIP or kind == Kind.AMPHIBIOUS or kind == Kind.HUNTER_KILLER
        if game.place[unit] == area and hunts and marked(game, unit, RAIDING) == 0:
            hunters |= 1 << int(game.controller[unit])
    both_navies = (1 << Power.BRITISH.value) | (1 << Power.AMERICAN.value)
    return hunters & both_navies == both_navies


@rule
def mask_hunters(mask):
    """Either navy, at the choice of the Allies."""
    mask[Option.BRITISH] = 1
    mask[Option.AMERICAN] = 1


@rule
def take_hunters(game, action, events):
    """Only the ships of this navy hunt there (§19.46)."""
    game.hunting = Power.BRITISH if action == Option.BRITISH else Power.AMERICAN
    note(events, Event.HUNTERS, game.subject, game.hunting, 0)


@rule
def may_hunt(game, unit):
    """Whether a unit belongs to the navy that hunts, if one was chosen (§19.46)."""
    return game.hunting == NOBODY or side(game, unit) == Side.AXIS or game.controller[unit] == game.hunting
