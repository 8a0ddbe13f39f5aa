"""§14.2 Anti-submarine warfare."""

from aw_env.core.engine.compiling import optional, rule
from aw_env.core.engine.events import note, note_die
from aw_env.core.engine.marks import mark, marked
from aw_env.core.engine.sets import has
from aw_env.core.engine.stack import CURSOR, STAGE, SUBJECT, ask, pop, push, top
from aw_env.games.admirals_war.records.state import DISABLED, RAIDING
from aw_env.games.admirals_war.records.steps import Homing, Step
from aw_env.games.admirals_war.records.terms import (
    EVENT_DICE,
    FIRST_UNIT_ACTION,
    NOBODY,
    OF_AXIS,
    Decision,
    Event,
    Kind,
    Power,
    Side,
)
from aw_env.games.admirals_war.rules.bonuses import asw_bonus_in, asw_bonus_of
from aw_env.games.admirals_war.rules.counters import (
    WITH_HUNTER_KILLERS,
    WITH_SUBMARINES,
    destroy,
    first_side,
    send_home,
    side,
)
from aw_env.games.admirals_war.rules.movement import waters_of
from aw_env.games.admirals_war.rules.options.german_carriers import is_type_xxi
from aw_env.games.admirals_war.rules.options.hidden_submarines import are_hidden, is_in_play, note_swept, reveal
from aw_env.games.admirals_war.rules.submarines import alike
from aw_env.games.admirals_war.rules.war_entry import hunters_wanted, may_hunt, takes_part
from aw_env.naval.dice import roll_die


@rule
def lurking(game):
    """Whether the area has units that hunt or are hunted in ASW only: it is resolved there before combat (§14.21)."""
    return game.kinds_here >= WITH_SUBMARINES


FIRST_HUNTS, SECOND_HUNTS, ESCORTS_LEAVE, MERCHANTS = range(4)


@rule
def anti_submarine_warfare(book, game, events):
    """Side after side hunts (§14.21), Hunter-Killer groups go home (§14.22), and what is left under the sea attacks
    merchants (§5.42)."""
    frame = top(game)
    area = frame[SUBJECT]
    if frame[STAGE] == FIRST_HUNTS or frame[STAGE] == SECOND_HUNTS:
        first = first_side(book.area_theatre[area])
        of_side = first if frame[STAGE] == FIRST_HUNTS else 1 - first
        if of_side == Side.ALLIES and hunters_wanted(book, game, area) and anything_to_hunt(book, game, area, of_side):
            return ask(book, game, Decision.HUNTING_NAVY, Power.AMERICAN, area)
        frame[STAGE] += 1
        hunt(book, game, area, of_side, events)
        return False
    if frame[STAGE] == ESCORTS_LEAVE:
        if game.kinds_here & WITH_HUNTER_KILLERS != 0 and escort_leaves(book, game, area):
            return False
        frame[STAGE] = MERCHANTS
        push(game, Step.TRADE, area)
        return False
    pop(game)
    return False


@rule
def escort_leaves(book, game, area):
    """A Hunter-Killer group goes home (§14.22).  False when there is none any more."""
    for k in range(game.units):
        unit = int(game.roster[k])
        if book.kind[unit] == Kind.HUNTER_KILLER and game.place[unit] == area:
            send_home(game, unit, area, Homing.ORDINARY)
            return True
    return False


@rule
def hunt(book, game, area, of_side, events):
    """A side's ASW roll in the area: a die for each factor, against all the other's submarines together (§14.24)."""
    factors = 0
    bonus = asw_bonus_in(book, game, area)
    all_lined_up = game.others_here == 0  # most areas: then the line need be gone through only, not the roster
    for k in range(game.units_here if all_lined_up else game.units):
        unit = int(game.here[k]) if all_lined_up else int(game.roster[k])
        if game.place[unit] == area and side(game, unit) == of_side and takes_part(game, unit) and may_hunt(game, unit):
            factors += asw_factors(book, unit, marked(game, unit, RAIDING))
            bonus += asw_bonus_of(book, game, unit)
    if factors > 0 and anything_to_hunt(book, game, area, of_side):
        roll_for_asw(game, area, of_side, factors, bonus, events)


@rule
def anything_to_hunt(book, game, area, of_side):
    """Whether a side hunts in the area: there is a unit to hunt, or a hidden submarine may be there (§26.0)."""
    return submarines_may_be(book, game, area, 1 - of_side) or count_quarry(book, game, area, of_side) > 0


@optional(otherwise=False)
@rule
def submarines_may_be(book, game, area, of_side):
    """With hidden submarines, whether a side has any in play whose waters include the area, seen or not."""
    if not are_hidden(book):
        return False
    for k in range(book.boats):
        unit = int(book.boat[k])
        if is_in_play(book, game, unit) and side(game, unit) == of_side and takes_part(game, unit):
            if has(waters_of(book, game, unit), area):
                return True
    return False


@rule
def count_quarry(book, game, area, of_side):
    """How many units a side could hunt in the area (§14.24)."""
    quarry = 0
    for k in range(game.units):
        unit = int(game.roster[k])
        if game.place[unit] == area and side(game, unit) != of_side and takes_part(game, unit):
            quarry += hunted(book, game, unit)
    return quarry


@rule
def hunted(book, game, unit):
    """1 for patrolling submarines, oilers and Hilfskreuzers (§14.241, §14.32), else 0."""
    if book.kind[unit] == Kind.SUBMARINE:
        return 1 if marked(game, unit, RAIDING) == 0 else 0
    return 1 if book.kind[unit] == Kind.OILER or book.kind[unit] == Kind.HILFSKREUZER else 0


@rule
def asw_factors(book, unit, raiding):
    """1 for a patrolling ship, 3 for a patrolling carrier or an amphibious unit, the attack factor of an LBA; nothing
    for raiders, nor for ships that are hunted themselves (§14.21)."""
    if book.kind[unit] == Kind.AMPHIBIOUS:
        return 3
    if book.kind[unit] == Kind.LBA:
        return int(book.airstrike[unit])
    if book.kind[unit] != Kind.SHIP or raiding == 1:
        return 0
    return 3 if book.carrier[unit] == 1 else 1


@rule
def roll_for_asw(game, area, of_side, factors, bonus, events):
    """6 and more sinks a submarine, 5 sends one home (§14.24)."""
    hits = 0
    disabled = 0
    for rolled in range(factors):
        if rolled % EVENT_DICE == 0:
            note(events, Event.ASW, area, factors if rolled == 0 else 0, bonus + of_side * OF_AXIS)
        die = roll_die(game)
        note_die(events, die)
        if die + bonus >= 6:
            hits += 1
        elif die + bonus == 5:
            disabled += 1
    if hits + disabled > 0:
        push(game, Step.ASW_LOSSES, 1 - of_side)
        frame = top(game)
        frame[CURSOR] = hits
        frame[STAGE] = disabled


@rule
def take_losses(book, game, events):
    """Hits are taken first, then disabled results (§14.24), each by the unit whose turn it is (§14.241-14.243)."""
    frame = top(game)
    while frame[CURSOR] + frame[STAGE] > 0:
        sinking = frame[CURSOR] > 0
        unit = next_loss(book, game, frame[SUBJECT], sinking)
        if unit == NOBODY:
            note_swept(book, game, game.area, frame[SUBJECT])
            break
        if not next_losses_alike(book, game, frame[SUBJECT], unit, sinking):
            return ask(book, game, Decision.ASW_LOSS, game.controller[unit], game.area)
        if lose(book, game, unit, events):
            return False
    pop(game)
    return False


LAST_RANK = 3
"""Rank of a Type XXI in the order of losses."""


@rule
def loss_rank(book, game, unit):
    """The order of losses: oilers, Hilfskreuzers, submarines, those of Type XXI (§14.241, §14.242)."""
    if book.kind[unit] == Kind.OILER:
        return 0
    if book.kind[unit] == Kind.HILFSKREUZER:
        return 1
    return LAST_RANK if is_type_xxi(book, game, unit) else 2


@rule
def exposed(book, game, unit, of_side, sinking):
    """A unit that the hunt may take; those of Type XXI ignore disabled results (§14.243)."""
    if game.place[unit] != game.area or side(game, unit) != of_side or hunted(book, game, unit) == 0:
        return False
    return sinking or not is_type_xxi(book, game, unit)


@rule
def next_loss(book, game, of_side, sinking):
    """The first unit, in roster order, of those whose turn it is; NOBODY if no unit is left."""
    found = NOBODY
    for k in range(game.units):
        unit = int(game.roster[k])
        if exposed(book, game, unit, of_side, sinking):
            if found == NOBODY or loss_rank(book, game, unit) < loss_rank(book, game, found):
                found = unit
    return found


@rule
def equal_loss(book, game, unit, other, sinking):
    """Whether the other unit's turn to be lost is the same as the unit's."""
    return exposed(book, game, other, side(game, unit), sinking) and loss_rank(book, game, other) == loss_rank(
        book, game, unit
    )


@rule
def next_losses_alike(book, game, of_side, unit, sinking):
    """Whether it makes no difference which of the units whose turn it is goes."""
    for k in range(game.units):
        other = int(game.roster[k])
        if equal_loss(book, game, unit, other, sinking) and not alike(book, game, unit, other):
            return False
    return True


@rule
def mask_asw_loss(book, game, mask):
    """Any of the units whose turn it is: their owner chooses among equals."""
    frame = top(game)
    sinking = frame[CURSOR] > 0
    unit = next_loss(book, game, frame[SUBJECT], sinking)
    for k in range(game.units):
        other = int(game.roster[k])
        if equal_loss(book, game, unit, other, sinking):
            mask[FIRST_UNIT_ACTION + other] = 1


@rule
def take_asw_loss(book, game, action, events):
    """The owner's choice goes."""
    lose(book, game, action - FIRST_UNIT_ACTION, events)


@rule
def lose(book, game, unit, events):
    """One hit sinks the unit, or else one disabled result sends it home (§14.24).  True when it has to go home."""
    frame = top(game)
    reveal(book, game, unit, events)
    if frame[CURSOR] > 0:
        frame[CURSOR] -= 1
        destroy(book, game, unit, events)
        return False
    frame[STAGE] -= 1
    mark(game, unit, DISABLED, 1)
    note(events, Event.DISABLED, unit, 0, 0)
    send_home(game, unit, game.area, Homing.ORDINARY)
    return True
