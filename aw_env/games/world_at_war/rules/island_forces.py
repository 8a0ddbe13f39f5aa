"""Forces that raid or defend an island of the Pacific: how many ships come, and which (21.5394, 21.5395)."""

from aw_env.core.engine.arrays import bytes_equal, bytes_of_any, eight_of, sum_of_bytes
from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note
from aw_env.core.engine.sets import bit, how_many
from aw_env.games.world_at_war.records.kinds import (
    NOWHERE,
    PLACES,
    Event,
    Kind,
    Nation,
    Option,
)
from aw_env.games.world_at_war.records.record import FIRST_UNIT
from aw_env.games.world_at_war.rules.bases import ALL_BITS, has_been_used, home_of
from aw_env.games.world_at_war.rules.damage import (
    is_of_one_factor,
    is_sound,
    one_factor_rows,
    unused_ones,
)
from aw_env.games.world_at_war.rules.fleet_combat import (
    FIVE_FACTORS,
    SUPER_CARRIER,
)
from aw_env.games.world_at_war.rules.ranges import (
    NEAR,
    enemy_of,
    is_in_reach,
    is_supplied,
    ports_within,
    serving,
)
from aw_env.games.world_at_war.rules.task_forces import (
    TASK_FORCE,
    break_up,
    free_counter,
    most_in_a_force,
    uncover,
)
from aw_env.games.world_at_war.rules.units import eights_of, first_of, ones_of, ones_out, sisters_before, units_of

DESTROYERS, MOST_CARRIERS, FACTORS_A_BRP = 3, 2, 3
TWO_FACTORS, FOUR_FACTORS, FLEET_CARRIER = 2, 4, 3


@rule
def group_raided(book, game):
    """The island group in which the raid is."""
    return int(book.group_of[game.raiding])


@rule
def force_level(book, game, side):
    """How many ships each side may use: one for each supplied island of the defender's in the group, the two-hex ones
    count as two (21.5394A), and one more for a codebreaking card; for one in a second raid it takes a second card
    (21.5394B)."""
    return supplied_islands(book, game) + int(book.cards[side, game.turn] > cards_used_before(book, game, side))


@rule
def supplied_islands(book, game):
    """Supplied islands of the defender's in the group that is raided."""
    count = 0
    for place in range(PLACES):
        if book.group_of[place] == group_raided(book, game) and game.control[place] == enemy_of(game.moving):
            count += int(book.islands[place]) * int(is_supplied(book, game, place))
    return count


@rule
def cards_used_before(book, game, side):
    """Codebreaking cards that a side has used in raids on other groups this player turn (21.5394B)."""
    return how_many(int(game.deciphered[side]) & ~bit(group_raided(book, game)))


@rule
def use_card(book, game, side):
    """A force of more ships than there are islands takes a codebreaking card (21.5394B)."""
    if sets_in(book, game, side) > supplied_islands(book, game):
        game.deciphered[side] |= bit(group_raided(book, game))


@rule
def is_light_set(book, unit):
    """Whether a unit is a "ship" of light ships: destroyers, a cruiser, or a battlecruiser of two factors, which counts
    as light (21.5395D, E)."""
    return is_of_one_factor(book, unit) or takes_a_destroyer(book, unit)


@rule
def takes_a_destroyer(book, unit):
    """A cruiser or a battlecruiser of two factors goes with a factor of destroyers (21.5395D)."""
    return book.kind[unit] == Kind.CA or (book.kind[unit] == Kind.CAPITAL and book.factors[unit] == TWO_FACTORS)


@rule
def factors_of_set(book, unit):
    """Naval factors of a "ship"."""
    if is_of_one_factor(book, unit):
        return DESTROYERS
    return int(book.factors[unit]) + int(takes_a_destroyer(book, unit))


@rule
def sets_in(book, game, side):
    """How many "ships" the force of a side has (21.5395D)."""
    sets, destroyers = 0, 0
    for unit in units_of(game):
        if book.side[unit] == side and game.force[unit] > 0:
            if is_of_one_factor(book, unit):
                destroyers += int(game.force[unit])
            else:
                sets += 1
                destroyers -= int(takes_a_destroyer(book, unit))
    return sets + destroyers // DESTROYERS


@rule
def factors_in(book, game, side):
    """Naval factors of the force of a side, damaged ships too; eight units at a time."""
    factors = 0
    for k in eights_of(game):
        rows, out = ALL_BITS * one_factor_rows(book, k), ALL_BITS * ones_out(book, game, side, k)
        each = eight_of(game.force, k) & rows | eight_of(book.factors, k) & ~rows  # `factors_out` of each unit
        factors += sum_of_bytes(each & out)
    return factors


@rule
def factors_out(book, game, unit):
    """Factors of a unit of a force: of a row those that are out."""
    return int(game.force[unit]) if is_of_one_factor(book, unit) else int(book.factors[unit])


@rule
def may_come(book, game, unit, side):
    """Whether a unit is eligible for the raid: Japanese, American or Australian (21.5391A), sound and not used, fast,
    neither a super carrier nor a battleship of five factors, by night no carrier (21.5395A, B), and based in reach
    (21.5395C)."""
    if book.side[unit] != side or not is_sound(game, unit) or book.slow[unit] == 1 or has_been_used(book, game, unit):
        return False
    kind, factors = int(book.kind[unit]), int(book.factors[unit])
    if kind == Kind.CVE or book.nation[unit] == Nation.BRITAIN:
        return False
    if kind == Kind.CARRIER and (game.night == 1 or factors >= SUPER_CARRIER):
        return False
    if kind == Kind.CAPITAL and factors >= FIVE_FACTORS:
        return False
    return is_in_reach(game, side, base_of(game, unit))


@rule
def base_of(game, unit):
    """From where a ship comes: her base, or the hex where she patrols (21.4196)."""
    return home_of(game, unit) if game.on_patrol[unit] == NOWHERE else int(game.on_patrol[unit])


@rule
def ones_from(game, place, k):
    """1 in the bytes of those of eight units that come from a place."""
    patrols, berths = eight_of(game.on_patrol, k), eight_of(game.berth, k)
    at_home = bytes_equal(eight_of(game.place, k), place) & ~bytes_of_any(berths ^ NOWHERE)
    return bytes_equal(patrols, place) | (bytes_equal(berths, place) | at_home) & ~bytes_of_any(patrols ^ NOWHERE)


@rule
def destroyers_free(book, game, unit, side):
    """Factors of a row of destroyers that may still join the force."""
    if book.kind[unit] != Kind.DD or not may_come(book, game, unit, side):
        return 0
    return int(game.strength[unit]) - int(game.spent[unit]) - int(game.force[unit])


@rule
def all_destroyers_free(book, game, side):
    factors = 0
    for k in eights_of(game):
        left = unused_ones(game, k) & bytes_equal(eight_of(book.kind, k), Kind.DD)
        while left != 0:
            factors += destroyers_free(book, game, first_of(left, k), side)
            left &= left - 1
    return factors


@rule
def needs_near_port(book, unit):
    """Fleet carriers and battleships of four factors: one for each operational port within five hexes (21.5395C)."""
    kind, factors = int(book.kind[unit]), int(book.factors[unit])
    return (kind == Kind.CARRIER and factors == FLEET_CARRIER) or (kind == Kind.CAPITAL and factors == FOUR_FACTORS)


@rule
def near_ports(book, game, side):
    """Operational ports of a side within five hexes of the raid (21.5395C)."""
    return ports_within(book, serving(book, game, side), int(game.raiding), NEAR)


@rule
def may_join(book, game, unit, side, free):
    """Whether a "ship" may join the force as it is.  free: factors of destroyers that there are."""
    return may_join_as_it_is(book, game, unit, side, free, what_it_takes(book, game, side))


@rule
def what_it_takes(book, game, side):
    """What the force of a side takes besides light ships: how many that need a port within five hexes, and a carrier of
    how many factors, when there are as many of others beside her and those before her.  Nothing, -1 of either, before
    it has three light factors, so that these come first (21.5395E)."""
    light, near, carriers, carried, others = False, 0, 0, 0, 0
    for unit in units_of(game):
        if book.side[unit] == side and game.force[unit] > 0:
            light = light or is_light_set(book, unit)
            near += int(needs_near_port(book, unit))
            if book.kind[unit] == Kind.CARRIER:
                carriers += 1
                carried += int(book.factors[unit])
            else:
                others += int(game.force[unit]) if is_of_one_factor(book, unit) else int(book.factors[unit])
    if not light:
        return -1, -1
    room = max(0, others - carried) if carriers < MOST_CARRIERS else 0
    return near_ports(book, game, side) - near, room


@rule
def may_join_as_it_is(book, game, unit, side, free, taken):
    """The same; taken: what the force takes (`what_it_takes`)."""
    if not may_come(book, game, unit, side):
        return False
    if is_of_one_factor(book, unit):
        return free >= DESTROYERS and destroyers_free(book, game, unit, side) > 0
    if game.force[unit] > 0:
        return False
    if takes_a_destroyer(book, unit):
        return free >= 1
    near, room = taken
    if room < 0 or (book.kind[unit] == Kind.CARRIER and book.factors[unit] > room):
        return False
    return not needs_near_port(book, unit) or near > 0


@rule
def mask_force(book, game, mask):
    """A "ship" more, as the level of the raid, the twenty-five factors of a task force (20.162A) and the raider's BRPs
    allow: one for each three factors begun (H); or no more."""
    side = int(game.power)
    mask[Option.DONE] = 1
    factors = factors_in(book, game, side)
    if sets_in(book, game, side) >= force_level(book, game, side):
        return
    free, taken = all_destroyers_free(book, game, side), what_it_takes(book, game, side)
    most = most_in_a_force(free_counter(book, game, side))
    if side == game.moving:
        most = min(most, factors_for(int(game.brps[side])))
    for unit in units_of(game):
        if book.side[unit] == side and factors + factors_of_set(book, unit) <= most:
            if may_join_as_it_is(book, game, unit, side, free, taken):
                mask[FIRST_UNIT + unit] = int(not comes_as_another(book, game, unit, side))


@rule
def comes_as_another(book, game, unit, side):
    """Whether a cruiser is like another before it, so that it makes no difference which of them is chosen: they come
    from one place, and go home to one."""
    for other in sisters_before(book, game, unit):
        is_of_one_port = home_of(game, other) == home_of(game, unit) and base_of(game, other) == base_of(game, unit)
        if is_of_one_port and game.moved[other] == game.moved[unit]:
            if game.under[other] == game.under[unit] and game.force[other] == 0 and may_come(book, game, other, side):
                return True
    return False


@rule
def brps_for(factors):
    """A BRP for each three factors begun (H)."""
    return (factors + FACTORS_A_BRP - 1) // FACTORS_A_BRP


@rule
def factors_for(brps):
    """The most factors that cost no more than so many BRPs."""
    return FACTORS_A_BRP * brps


@rule
def add_to_force(book, game, unit, side):
    """A "ship" joins, a cruiser with her factor of destroyers."""
    if is_of_one_factor(book, unit):
        take_destroyers(book, game, unit, side, DESTROYERS)
    else:
        game.force[unit] = 1
        if takes_a_destroyer(book, unit):
            take_destroyers(book, game, unit, side, 1)


@rule
def take_destroyers(book, game, unit, side, factors):
    """So many factors of destroyers join: of the row itself, then of those in the same base, then of any; of these
    first such as lie under no counter, so that a task force is not shown without need (20.164D)."""
    left = take_of(book, game, unit, side, factors)
    for covered in range(2):
        for row in units_of(game):
            if left > 0 and home_of(game, row) == home_of(game, unit) and int(game.under[row] > 0) == covered:
                left = take_of(book, game, row, side, left)
    for covered in range(2):
        for row in units_of(game):
            if left > 0 and int(game.under[row] > 0) == covered:
                left = take_of(book, game, row, side, left)


@rule
def take_of(book, game, row, side, factors):
    """Up to so many factors of a row join; returns how many are lacking."""
    taken = min(factors, destroyers_free(book, game, row, side))
    if taken > 0:
        game.force[row] += taken
    return factors - taken


@rule
def tell_force(book, game, side, brps, events):
    """A force is out, for so many BRPs: ten factors or more are a task force, whose ships are not seen (20.164A,
    21.312)."""
    game.task_force[side] = int(factors_in(book, game, side) >= TASK_FORCE)
    note(events, Event.FORCE, side, int(game.task_force[side]), brps)
    if game.task_force[side] == 0:
        show_force(book, game, side, events)


@rule
def show_force(book, game, side, events):
    """The enemy sees a force, and what is left of task forces from which it came (20.164D)."""
    for k in eights_of(game):
        unseen = bytes_of_any(eight_of(game.force, k) ^ eight_of(game.force_seen, k)) & ones_of(book, side, k)
        while unseen != 0:
            unit = first_of(unseen, k)
            unseen &= unseen - 1
            game.force_seen[unit] = game.force[unit]
            uncover(book, game, unit)
            note(events, Event.IN_FORCE, unit, int(game.force[unit]), 0)
    break_up(book, game, side, events)
