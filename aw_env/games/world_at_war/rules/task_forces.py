"""Task forces under their counters: the enemy sees where they are, and not what is in them (20.16)."""

from aw_env.core.engine.arrays import bytes_equal, bytes_of_any, eight_of
from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note
from aw_env.core.engine.sets import allow_all, bit, has, lowest
from aw_env.core.engine.stack import ask
from aw_env.games.world_at_war.records.kinds import (
    COUNTERS,
    NOBODY,
    NOWHERE,
    PLACES,
    Decision,
    Event,
    Kind,
    Nation,
    Option,
    PlaceKind,
    Side,
    Switch,
)
from aw_env.games.world_at_war.records.record import FIRST_PLACE, FIRST_UNIT
from aw_env.games.world_at_war.rules.bases import (
    has_been_used_unseen,
    havens,
    inverts,
    is_haven,
    is_open,
    places_in_reach,
    places_open,
    those_with_room,
)
from aw_env.games.world_at_war.rules.damage import sound_ones
from aw_env.games.world_at_war.rules.seaways import is_on_hexes
from aw_env.games.world_at_war.rules.units import eights_of, first_of, is_among, sisters_before, units_of

TASK_FORCE, MOST_IN_A_FORCE = 10, 25
"""Factors of a task force, at least and at most (20.162A)."""
MOST_SUMS = (1 << MOST_IN_A_FORCE + 1) - 1
"""All sums of factors that a task force may have, as a set."""


@rule
def free_counter(book, game, side):
    """The first counter of a side that is not in play, 0 where all are (20.161)."""
    for counter in range(counters_of(book, side)):
        if game.counter_at[side, counter] == NOWHERE:
            return counter + 1
    return 0


@rule
def counters_of(book, side):
    """How many counters a side has (20.161): on a map of hexes those of Italy, or of Britain."""
    if not is_on_hexes(book):
        return COUNTERS
    nation = Nation.ITALY.value if side == Side.AXIS else Nation.BRITAIN.value
    return min(int(book.task_forces[nation]), COUNTERS)


@rule
def counter_to_sail(book, game, side):
    """A counter for a task force that sails on a map of hexes: a free one; where all are in play the first that lies in
    a port, whose ships there are seen; 0 for none."""
    counter = free_counter(book, game, side)
    if counter == 0:
        for k in range(counters_of(book, side)):
            if book.place_kind[game.counter_at[side, k]] != PlaceKind.SEA:
                return k + 1
    return counter


@rule
def lies_at_a_counter(game, side, place):
    """Whether a counter of a side is seen in a place."""
    for counter in range(COUNTERS):
        if game.counter_at[side, counter] == place:
            return True
    return False


@rule
def hides_in_port(book):
    """Whether ships on a map of hexes may lie under counters in port (20.164B)."""
    return has(book.options, Switch.COUNTERS_IN_PORT)


@rule
def most_in_a_force(counter):
    """Factors that may sail together under a counter; 0: without one, less than a task force has (20.162A, 21.312)."""
    return MOST_IN_A_FORCE if counter > 0 else TASK_FORCE - 1


@rule
def factors_under(book, game, side, counter):
    """Factors of a task force."""
    factors = 0
    for unit in units_of(game):
        factors += int((book.side[unit] == side) & (game.under[unit] == counter)) * int(game.strength[unit])
    return factors


@rule
def may_go_under(book, game, unit, side, port):
    """Whether a unit may be put under a counter in a port."""
    if game.place[unit] != port or book.side[unit] != side:
        return False
    return is_among(free_for_counter(book, game, unit >> 3), unit)


@rule
def free_for_counter(book, game, k):
    """1 in the bytes of those of eight units, of either side, that may be put under a counter where they are: sound
    (20.162B), and neither used nor moved, so that ships that are inverted for different reasons never mix (20.162D, E);
    escort carriers stay with transports.  Who is seen at sea is under none when counters are drawn anew."""
    used = eight_of(game.inverted, k) | eight_of(game.moved, k) | eight_of(game.spent, k)
    out = eight_of(game.under, k) | eight_of(game.on_patrol, k) ^ NOWHERE
    out |= eight_of(game.force_seen, k) | eight_of(game.seen_in, k)
    return sound_ones(game, k) & ~bytes_equal(eight_of(book.kind, k), Kind.CVE) & ~bytes_of_any(used | out)


@rule
def may_form(book, game, side, port):
    """Whether ships of a port, or box, can make a task force (20.162A, F)."""
    return can_be_filled_up(book, game, side, port, 0, 0, 0, NOBODY)


@rule
def can_be_filled_up(book, game, side, port, fleets, carriers, factors, last):
    """Whether the ships of a port but for the last make a task force of so many factors, some of fast fleets and some
    of carriers: with all its fleets, and where these are too few with as many factors of carriers as of fast fleets
    (20.162A, F)."""
    sums = 1  # factors of some of the carriers, as a set
    for k in eights_of(game):
        left = free_for_counter(book, game, k) & bytes_equal(eight_of(game.place, k), port)
        while left != 0:
            unit = first_of(left, k)
            left &= left - 1
            if unit != last and book.side[unit] == side:
                more = int(game.strength[unit])
                if book.kind[unit] == Kind.CARRIER:
                    sums |= (sums << more) & MOST_SUMS
                else:
                    factors += more
                    fleets += more * (1 - int(book.slow[unit]))
    if factors >= TASK_FORCE:
        return True
    for more in range(TASK_FORCE - factors, fleets - carriers + 1):
        if has(sums, more):
            return True
    return False


@rule
def ask_forming(book, game, side):
    """A port, and the ships of it that go under a counter."""
    if game.cursor != NOBODY:
        return ask(book, game, Decision.UNDER, side, int(game.cursor))
    return ask(book, game, Decision.FORM, side, NOBODY)


@rule
def mask_form(book, game, mask):
    """A port or box with ships for a task force, as long as there is a counter (20.161, 20.166)."""
    side = int(game.power)
    mask[Option.DONE] = 1
    if free_counter(book, game, side) > 0:
        left = places_of_ships(book, game, side)
        while left != 0:
            place = lowest(left)
            left &= left - 1
            if is_open(book, game, place, side) and is_haven(book, game, place):
                mask[FIRST_PLACE + place] = int(may_form(book, game, side, place))


@rule
def places_of_ships(book, game, side):
    """The places with ships that may be put under a counter, as a set."""
    places = 0
    for k in eights_of(game):
        left = free_for_counter(book, game, k)
        while left != 0:
            unit = first_of(left, k)
            left &= left - 1
            places |= int(book.side[unit] == side) << int(game.place[unit])
    return places


@rule
def begin_forming(book, game, place):
    """A counter is put in a port."""
    side = int(game.power)
    game.forming = free_counter(book, game, side)
    game.counter_at[side, game.forming - 1] = place
    game.cursor = place


@rule
def mask_under(book, game, mask):
    """A ship more, up to twenty-five factors, carriers with as many fast fleets (20.162A, F), so that others can still
    fill it up; or it is formed."""
    side, port, counter = int(game.power), int(game.subject), int(game.forming)
    fleets, carriers, factors = 0, 0, 0
    for unit in units_of(game):
        if book.side[unit] == side and game.under[unit] == counter:
            factors += int(game.strength[unit])
            if book.kind[unit] == Kind.CARRIER:
                carriers += int(game.strength[unit])
            elif book.slow[unit] == 0:
                fleets += int(game.strength[unit])
    mask[Option.DONE] = int(factors >= TASK_FORCE)
    for k in eights_of(game):
        left = free_for_counter(book, game, k) & bytes_equal(eight_of(game.place, k), port)
        while left != 0:
            unit = first_of(left, k)
            left &= left - 1
            more = int(game.strength[unit])
            if book.side[unit] == side and factors + more <= MOST_IN_A_FORCE:
                if book.kind[unit] == Kind.CARRIER:
                    mask[FIRST_UNIT + unit] = int(
                        carriers + more <= fleets
                        and (
                            factors + more >= TASK_FORCE
                            or can_be_filled_up(book, game, side, port, fleets, carriers + more, factors + more, unit)
                        )
                    )
                else:
                    mask[FIRST_UNIT + unit] = int(not goes_as_another(book, game, unit, side, port))


@rule
def goes_as_another(book, game, unit, side, port):
    """Whether a cruiser is like another before it."""
    for other in sisters_before(book, game, unit):
        if may_go_under(book, game, other, side, port):
            return True
    return False


@rule
def take_under(game, action, events):
    """A ship goes under the counter; or the task force is formed, and only its place is told (20.164A)."""
    if action == Option.DONE:
        note(events, Event.FORMS, game.power, game.subject, 0)
        game.cursor, game.forming = NOBODY, 0
        return
    unit = action - FIRST_UNIT
    game.under[unit] = game.forming
    game.berth[unit] = game.subject


# --- base changes of task forces (21.22) -----------------------------------------------------------------


@rule
def next_to_move(book, game, side, place):
    """The first task force in a place that has not changed base this turn, 0 for none."""
    for counter in range(COUNTERS):
        if game.counter_at[side, counter] == place and game.counter_moved[side] >> counter & 1 == 0:
            return counter + 1
    return 0


@rule
def bases_for(book, game, side, counter):
    """The places to which a task force may change base, as a set (21.223, 21.112)."""
    reached = places_in_reach(book, game, int(game.counter_at[side, counter - 1]), havens(book, game))
    return those_with_room(
        book, game, reached & places_open(book, game, side), factors_under(book, game, side, counter)
    )


@rule
def ask_counter(book, game):
    """Task forces change base as a whole."""
    side = int(game.moving)
    if game.cursor != NOBODY:
        return ask(book, game, Decision.COUNTER_TO, side, int(game.cursor))
    return ask(book, game, Decision.COUNTER, side, NOBODY)


@rule
def mask_counter(book, game, mask):
    """The ports of task forces that may change base: of each the first, as `next_to_move` has it."""
    side, asked = int(game.power), 0
    mask[Option.DONE] = 1
    for counter in range(1, COUNTERS + 1):
        place, has_moved = int(game.counter_at[side, counter - 1]), has(game.counter_moved[side], counter - 1)
        if place != NOWHERE and not has_moved and not has(asked, place):
            asked |= bit(place)
            mask[FIRST_PLACE + place] = int(bases_for(book, game, side, counter) != 0)


@rule
def mask_counter_to(book, game, mask):
    side, here = int(game.power), int(game.subject)
    allow_all(mask, FIRST_PLACE, bases_for(book, game, side, next_to_move(book, game, side, here)), PLACES)


@rule
def take_counter_to(book, game, action, events):
    """The task force is in its new base, inverted if it has gone from box to box (21.224); what is in it is not told
    (20.164A)."""
    side, here, place = int(game.power), int(game.subject), action - FIRST_PLACE
    counter = next_to_move(book, game, side, here)
    game.counter_at[side, counter - 1] = place
    game.counter_moved[side] |= bit(counter - 1)
    game.counters_used[side] |= int(inverts(book, here, place)) << (counter - 1)
    for unit in units_of(game):
        if book.side[unit] == side and game.under[unit] == counter:
            game.berth[unit] = place
    game.cursor = NOBODY
    note(events, Event.COUNTER_MOVES, side, here, place)


# --- when they are seen ----------------------------------------------------------------------------------


@rule
def show(book, game, unit, events):
    """A ship is seen that was under a counter."""
    if game.under[unit] > 0:
        note(events, Event.SHOWN, unit, game.berth[unit], 0)
        uncover(book, game, unit)


@rule
def uncover(book, game, unit):
    """A ship that was under a counter is where that is; in a hex of the sea she patrols, and has been used, as she has
    under an inverted counter, so that she does not leave her base again either (21.321)."""
    if game.under[unit] > 0:
        where = int(game.berth[unit])
        if book.place_kind[where] == PlaceKind.SEA:
            game.on_patrol[unit], game.inverted[unit] = where, 1
        else:
            if has_been_used_unseen(book, game, unit):
                game.inverted[unit] = game.moved[unit] = 1
            game.place[unit] = where
        game.under[unit], game.berth[unit] = 0, NOWHERE


@rule
def break_up(book, game, side, events):
    """A task force that lacks factors in port is one no more (20.163)."""
    break_up_but(book, game, side, 0, events)


@rule
def break_up_but(book, game, side, sailing, events):
    """The same of all but that which sails, which stays one (20.163); 0: none does."""
    for counter in range(1, COUNTERS + 1):
        if game.counter_at[side, counter - 1] != NOWHERE and counter != game.forming and counter != sailing:
            if factors_under(book, game, side, counter) < TASK_FORCE:
                show_all_under(book, game, side, counter, events)
                game.counter_at[side, counter - 1] = NOWHERE
                turn_up(book, game, side, counter)


@rule
def turn_up(book, game, side, counter):
    """A counter is no longer inverted (20.162D): on a map of hexes `game.counter_moved` says which are."""
    game.counters_used[side] &= ~bit(counter - 1)
    if is_on_hexes(book):
        game.counter_moved[side] &= ~bit(counter - 1)


@rule
def show_all_under(book, game, side, counter, events):
    """The ships under a counter are seen."""
    for unit in units_of(game):
        if book.side[unit] == side and game.under[unit] == counter:
            show(book, game, unit, events)


@rule
def leave_counter(book, game, unit, events):
    """A ship in port acts by itself: she is seen, and so are those left under her counter where they are too few
    (20.163)."""
    if game.under[unit] > 0 and game.berth[unit] == game.place[unit]:
        show(book, game, unit, events)
        break_up(book, game, int(book.side[unit]), events)
