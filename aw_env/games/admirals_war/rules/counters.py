"""What a counter can do now (§3, §7.6), and moving counters about the board."""

from aw_env.core.engine.compiling import optional, rule
from aw_env.core.engine.events import note
from aw_env.core.engine.marks import mark, marked
from aw_env.core.engine.sets import allow_all, bit, has
from aw_env.core.engine.stack import CURSOR, STAGE, STEP, push, top
from aw_env.games.admirals_war.records.state import FIRING, PENDING_DISABLED, REFUELLED, REVERSED
from aw_env.games.admirals_war.records.steps import Step
from aw_env.games.admirals_war.records.terms import (
    AREAS,
    FIRST_BOX,
    FIRST_PLACE_ACTION,
    FIRST_PORT,
    NOBODY,
    NOWHERE,
    PORTS,
    POWERS,
    UNCONTROLLED,
    Box,
    Event,
    Kind,
    Option,
    PortKind,
    Power,
    Side,
    Theatre,
)
from aw_env.games.admirals_war.rules.options.pocket_pride import mourn
from aw_env.games.admirals_war.rules.options.turn_eleven import is_over
from aw_env.games.admirals_war.rules.options.turn_zero import is_neutral, is_neutral_ground

WITH_SUBMARINES = 1 << int(Kind.SUBMARINE)
WITH_HILFSKREUZERS = 1 << int(Kind.HILFSKREUZER)
WITH_HUNTER_KILLERS = 1 << int(Kind.HUNTER_KILLER)
"""Bits of kinds of units in `kinds_here`."""


HELD = -2
"""`raid_place` of a unit that was asked and attacks no place."""
STRUCK = -3
"""`raid_place` of a unit whose attack on a place is over, or whose aircraft are away (§24.4)."""


AWAITS_GROUPS = -4
"""`raid_place` of a carrier that will attack a ship of a group that has not appeared yet (§23.41)."""


@rule
def areas_of(book, theatre):
    """The areas of a theatre, as a set (§2.6)."""
    areas = 0
    for area in range(book.areas):
        if book.area_theatre[area] == theatre:
            areas |= bit(area)
    return areas


@rule
def side(game, unit):
    """The side a unit fights on."""
    return game.controller[unit] & 1


@rule
def lead_power(theatre, of_side):
    """Who speaks for a side in a theatre: British or German, American or Japanese (§7.221)."""
    if of_side == Side.ALLIES:
        return Power.AMERICAN.value if theatre == Theatre.PACIFIC else Power.BRITISH.value
    return Power.JAPANESE.value if theatre == Theatre.PACIFIC else Power.GERMAN.value


@rule
def home_theatre(power):
    """British and Germans are at home in the ATO, Japanese and Americans in the PTO: there they select areas for combat
    (§7.1), and there their points count (§2.8)."""
    at_home_in_europe = power == Power.BRITISH or power == Power.GERMAN
    return Theatre.ATLANTIC.value if at_home_in_europe else Theatre.PACIFIC.value


@rule
def first_side(theatre):
    """The side that acts first in combat: Allies in the ATO, Axis in the PTO (§5.1, §7.3)."""
    return Side.ALLIES.value if theatre == Theatre.ATLANTIC else Side.AXIS.value


@rule
def combat_order(theatre, turn):
    """Powers in the order of combat (turn 0 to 3): the first side's in nationality order, then the other's."""
    of_side = first_side(theatre) if turn < 2 else 1 - first_side(theatre)
    return of_side + 2 * (turn & 1)


@rule
def lap(cursor, count):
    """How often a cursor has come round that runs through so many units once for each power (a division takes longer
    than all else here)."""
    for laps in range(POWERS):
        if cursor < (laps + 1) * count:
            return laps
    return POWERS


@rule
def armor(book, game, unit):
    """Armor or defense factor: of the side of the counter that is up (§3.12, §3.32, §13.52)."""
    return int(book.reverse_armor[unit]) if marked(game, unit, REVERSED) == 1 else int(book.armor[unit])


@rule
def crippled(book, game, unit):
    """Whether a ship is crippled now (§7.61)."""
    return cripples(book, unit, int(game.damage[unit]))


@rule
def cripples(book, unit, damage):
    """Damage equal to armor; an undamaged ship of armor 0 is sound (§7.61)."""
    return damage > 0 and damage >= book.armor[unit]


@rule
def speed(book, game, unit):
    """Speed now: each point of damage or overhaul slows a ship by 1, never below 1 (§7.62, §36.1)."""
    if book.kind[unit] != Kind.SHIP:
        return int(book.speed[unit])
    return max(1, int(book.speed[unit]) - int(game.damage[unit]) - int(game.overhaul[unit]))


@rule
def gunnery(book, game, unit):
    """Gunnery now (§7.63)."""
    return gunnery_after(book, unit, int(game.damage[unit]))


@rule
def gunnery_after(book, unit, damage):
    """Gunnery with so much damage: 1 when crippled, 0 if it was 1 (§7.63).  Only ships fire guns in combat (§7.32)."""
    if book.kind[unit] != Kind.SHIP:
        return 0
    factor = int(book.gunnery[unit])
    if cripples(book, unit, damage):
        return 1 if factor > 1 else 0
    return factor


@rule
def airstrike(book, game, unit):
    """Airstrike factor now (§7.64)."""
    return airstrike_after(book, unit, int(game.damage[unit]))


@rule
def airstrike_after(book, unit, damage):
    """Airstrike factor with so much damage: 0 for a crippled carrier (§7.64)."""
    if book.kind[unit] == Kind.SHIP and cripples(book, unit, damage):
        return 0
    return int(book.airstrike[unit])


@rule
def on_the_bottom(book, game, unit):
    """A ship in port with more damage than armor (§9.35)."""
    return book.kind[unit] == Kind.SHIP and game.damage[unit] > book.armor[unit]


@rule
def in_port(game, unit):
    """Whether a unit is in a port or base."""
    return FIRST_PORT <= game.place[unit] < FIRST_BOX


@rule
def at_sea(game, unit):
    """Whether a unit is in a sea area."""
    return 0 <= game.place[unit] < AREAS


@rule
def fights(book, unit):
    """Ships, LBA and amphibious units take part in normal combat (§7.33)."""
    return Kind.SHIP <= book.kind[unit] <= Kind.AMPHIBIOUS


@rule
def is_placed_from_the_air(book, unit):
    """LBA, and the paratroops, which are placed as if they were LBA (§12.1, §13.6)."""
    return book.kind[unit] == Kind.LBA or book.airborne[unit] == 1


@optional(otherwise=False)
@rule
def is_joined(book, game, port):
    """Whether a base has become a part of another port: they are in the same hands (§2.42, §20.2)."""
    return port == book.annex and game.owner[port] == game.owner[book.annexed_to]


@rule
def touched(book, game, port):
    """The sea areas that a port or base is part of, as a set (§2.35), with those of a base that is a part of it
    (§2.42)."""
    return int(book.touches[port]) | touched_by_annex(book, game, port)


@optional(otherwise=0)
@rule
def touched_by_annex(book, game, port):
    """What a base that has become a part of a port adds (§2.42)."""
    if port != book.annexed_to or not is_joined(book, game, book.annex):
        return 0
    return int(book.touches[book.annex])


@rule
def open_to(book, game, port, of_side):
    """A port or base in use that a side holds (§2.36, §2.312), and that is no part of another (§20.2)."""
    return (
        has(book.open_ports, port)
        and game.owner[port] != UNCONTROLLED
        and (game.owner[port] & 1) == of_side
        and book.active_from[port] <= game.turn
        and not is_joined(book, game, port)
    )


@rule
def hostile_to(book, game, port, of_side):
    """An enemy port or base in use that a side may attack (§2.341, §2.44); Japan's only when it is at war (§19.41),
    none of a neutral (§20.4), and none where the war is over (§21.2)."""
    if is_over(book, game, book.port_theatre[port]) or is_neutral_ground(book, game, port):
        return False
    if game.hostilities == 0 and game.owner[port] == Power.JAPANESE:
        return False
    return open_to(book, game, port, 1 - of_side) and not shielded(book, game, port, of_side)


@rule
def shielded(book, game, port, of_side):
    """Addu Atoll may not be attacked by the Axis before Trincomalee has fallen to it once (§2.44)."""
    return of_side == Side.AXIS and book.shielded_by[port] != NOWHERE and game.falls_from[port] == 0


@rule
def holds_a_place_on(book, game, area, of_side, for_aircraft):
    """Whether a side holds a port or base that touches an area (§12.121, §12.122)."""
    for port in range(book.ports):
        if has(touched(book, game, port), area) and open_to(book, game, port, of_side):
            if is_neutral_ground(book, game, port):
                continue
            if not for_aircraft or book.lba_allowed[port] == 1:
                return True
    return False


@rule
def surprise_raid(game):
    """Which of the two surprise raids on Pearl Harbor is being made (§19.7): 1, 2, or 0 for none.  The step beneath the
    raid says so."""
    beneath = game.frames[game.depth - 2]
    if top(game)[STEP] != Step.RAID or beneath[STEP] != Step.PEARL_HARBOR:
        return 0
    return int(beneath[STAGE]) - 1


@rule
def is_a_ship(book, unit):
    """Surface ships, and the merchant ships among them: oilers and Hilfskreuzers (§3.1, §10.3, §15.0)."""
    kind = book.kind[unit]
    return kind == Kind.SHIP or kind == Kind.OILER or kind == Kind.HILFSKREUZER


@rule
def may_be_used(book, game, port, unit):
    """A place a unit may base in as far as its owner goes: friendly, or neutral for ships (§2.36, §2.34); a
    neutral Italy's only to its own units (§20.4)."""
    if has(book.home_bound, book.nation[unit]) and not is_at_home(book, game, port, unit):
        return False
    if book.port_kind[port] == PortKind.NEUTRAL:
        return has(book.open_ports, port) and is_a_ship(book, unit)
    if not open_to(book, game, port, side(game, unit)):
        return False
    if is_neutral_ground(book, game, port) and not is_neutral(book, game, unit):
        return False
    if book.kind[unit] == Kind.LBA and book.lba_allowed[port] == 0:
        return False
    return game.hostilities == 1 or open_before_war(book, game, port, unit)


@rule
def is_at_home(book, game, port, unit):
    """Whether a place is held by the unit's own power and touches waters where the unit may be (§30.0)."""
    return game.owner[port] == book.power[unit] and touched(book, game, port) & int(book.waters[unit]) != 0


@rule
def open_before_war(book, game, port, unit):
    """Until Japan attacks, what the Americans hold, and what the British hold, is not open to all the Allies (§10.12,
    §10.13), and Japanese places only to the Japanese."""
    if side(game, unit) == Side.AXIS:
        return game.owner[port] != Power.JAPANESE or game.controller[unit] == Power.JAPANESE
    nations = book.before_war_nations[game.owner[port]]
    return nations == 0 or has(nations, book.nation[unit])


@rule
def retreats_in(game, unit, group):
    """Whether a unit is a retreating member of a group."""
    return game.group[unit] == group and side(game, unit) == game.retreating


@rule
def first_member(game, group):
    """Position in roster order of the first retreating member of a group; past the end if it has none."""
    for k in range(game.units_here):
        if retreats_in(game, game.here[k], group):
            return k
    return int(game.units_here)


@rule
def first_of_group(game, group):
    """The first retreating member of a group that has any, after which it is called."""
    return int(game.here[first_member(game, group)])


@rule
def leave_combat(game, unit):
    """Take a unit out of the combat being resolved, if it is in it."""
    for k in range(game.units_here):
        if game.here[k] == unit:
            for later in range(k, game.units_here - 1):
                game.here[later] = int(game.here[later + 1])
            game.units_here -= 1
            stand_down(game, unit)
            return


@rule
def stand_down(game, unit):
    """Nothing of a combat that is over for the unit stays with it."""
    game.group[unit] = 0
    game.task_force[unit] = 0
    game.raid_place[unit] = NOWHERE
    cease_fire(game, unit)


@rule
def cease_fire(game, unit):
    """An action is over: the unit neither aims nor is aimed at."""
    game.target[unit] = NOBODY
    mark(game, unit, FIRING, 0)
    game.attackers_on[unit] = 0
    game.pending_damage[unit] = 0
    mark(game, unit, PENDING_DISABLED, 0)
    game.kamikaze[unit] = 0


@rule
def put(game, unit, place):
    """Move a unit to a place, out of any combat."""
    leave_combat(game, unit)
    game.place[unit] = place
    mark(game, unit, REFUELLED, 0)


@rule
def destroy(book, game, unit, events):
    """A unit is lost: LBA, amphibious units and submarines until two turns later (§12.6, §13.51, §14.4), others
    for good (§7.51)."""
    note(events, Event.SUNK, unit, game.place[unit], 0)
    if Kind.LBA <= book.kind[unit] <= Kind.SUBMARINE:
        put(game, unit, FIRST_BOX + Box.RETURNING)
        game.due[unit] = game.turn + 2
    else:
        game.armor_sunk[side(game, unit)] += book.armor[unit]
        put(game, unit, FIRST_BOX + Box.OUT_OF_PLAY)
        mourn(book, game, unit, events)
    game.damage[unit] = 0


@rule
def lose_without_base(book, game, unit, events):
    """A unit that no place may take is lost for good (§10.23, §2.74)."""
    note(events, Event.NO_BASE, unit, game.place[unit], 0)
    game.armor_sunk[side(game, unit)] += book.armor[unit] if book.kind[unit] == Kind.SHIP else 0
    put(game, unit, FIRST_BOX + Box.OUT_OF_PLAY)
    mourn(book, game, unit, events)


@rule
def send_home(game, unit, origin, homing):
    """A unit must return to base before the present step goes on (§10)."""
    push(game, Step.RETURN, unit)
    frame = top(game)
    frame[CURSOR] = origin
    frame[STAGE] = homing


@rule
def allow_yes_or_no(mask):
    """Allow what an optional rule offers, and to leave it."""
    mask[Option.YES] = 1
    mask[Option.NO] = 1


@rule
def allow_areas(mask, areas):
    """Allow each sea area of a set as an answer."""
    allow_all(mask, FIRST_PLACE_ACTION, areas, AREAS)


@rule
def allow_ports(mask, ports):
    """Allow each port and base of a set as an answer."""
    allow_all(mask, FIRST_PLACE_ACTION + FIRST_PORT, ports, PORTS)
