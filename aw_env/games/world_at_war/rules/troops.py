"""Ground units that sail to invade, and the destroyers that carry them (21.511-21.514, 21.517A)."""

from aw_env.core.engine.arrays import eight_of, sum_of_bytes
from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note
from aw_env.games.world_at_war.records.kinds import (
    GROUND_KINDS,
    LEG,
    PLACES,
    Event,
    Front,
    Ground,
    Kind,
    Option,
    PlaceKind,
    Side,
)
from aw_env.games.world_at_war.records.record import FIRST_PLACE
from aw_env.games.world_at_war.rules.air_cargo import lose_air_factor
from aw_env.games.world_at_war.rules.bases import has_been_used, home_of, is_open, is_port
from aw_env.games.world_at_war.rules.damage import is_of_one_factor, is_sound
from aw_env.games.world_at_war.rules.errands import is_invasion
from aw_env.games.world_at_war.rules.ranges import (
    MISSION,
    is_in_reach,
    is_operational,
    is_supplied,
    is_within_a_leg,
)
from aw_env.games.world_at_war.rules.routes import THERE
from aw_env.games.world_at_war.rules.seaways import is_on_hexes
from aw_env.games.world_at_war.rules.units import eights_of, first_of, ones_out, sisters_before, units_of

HEX, EMBARK, TROOP, SAIL, MEET, BEATEN, SUPPORT, COVER, COMBAT = range(40, 49)
CARRIERS, LOSSES, AFTER_COMBAT, AGAIN, ASHORE, LAND, INVADERS_HOME = range(49, 56)
"""Steps of an invasion; those of a battle at sea are those of raids (`battle_rounds`, `island_raids`)."""
A_UNIT = 3
"""Ground factors of a unit on a map of hexes, where troops are counted in factors (H)."""
FOR_UNDEFENDED, FOR_DEFENDED, FROM_A_BOX = 1, 2, 1
"""Destroyers for each ground factor, and more from a box (21.513)."""
A_TRANSPORT_CARRIES = 5
"""Ground factors that come from a box (21.513C)."""
COLD_SEAS = 1 << Front.WESTERN | 1 << Front.EASTERN
"""The fronts through whose seas no invasion sails in winter, as a set (21.5151A)."""
LEAST_CTL = 1
"""Combat training level of units that invade (21.517A)."""


@rule
def of_kind(infantry, marines, kind):
    """The number of one of the two kinds."""
    return int(marines if kind == Ground.MARINES else infantry)


@rule
def embarked(game, base, kind):
    """Units of a kind that have embarked in a base; on a map of hexes factors."""
    return of_kind(game.aboard_infantry[base], game.aboard_marines[base], kind)


@rule
def factors_of(book, side, kind):
    """Factors of a ground unit."""
    return int(book.ground_factors[side, kind])


@rule
def may_invade(book, side, kind):
    """Infantry and marines invade unless their combat training level is nought; garrisons never do (21.517A)."""
    return book.ctl[side, kind] >= LEAST_CTL


@rule
def is_defended(game, hex):
    """Whether enemy ground units hold the hex (21.513B)."""
    return game.garrison[hex] + game.infantry[hex] + game.marines[hex] > 0


@rule
def printed_defense(book, game, hex):
    """Factors of the ground units that hold a hex, before they are multiplied."""
    holder = int(game.control[hex])
    infantry = int(game.infantry[hex]) * factors_of(book, holder, Ground.INFANTRY)
    return int(game.garrison[hex]) + infantry + int(game.marines[hex]) * factors_of(book, holder, Ground.MARINES)


# --- where they embark (21.37, 21.512, 21.514) -----------------------------------------------------------


@rule
def is_barred(book, game, place):
    """Whether no invasion sails from a place, or to it: from a box in which no mission begins (21.18A, 21.512E,
    21.523C), nor in winter where the place lies on the seas of the western or eastern front alone (21.5151A)."""
    is_cold = book.fronts[place] > 0 and int(book.fronts[place]) & ~COLD_SEAS == 0
    return book.without_missions[place] == 1 or (book.winter[game.turn] == 1 and is_cold)


@rule
def is_embarkation_base(book, game, place, side):
    """Whether ground units may begin an invasion in a place: a controlled and fully supplied port, an island of one hex
    or a box that appears on the board (21.37A, 21.512D, 21.514E), unless it has been invaded this turn (21.36C)."""
    if not is_open(book, game, place, side) or not is_supplied(book, game, place) or game.bridgehead[place] == 1:
        return False
    if is_barred(book, game, place):
        return False
    return is_port(book, game, place) or book.one_hex[place] == 1 or book.place_kind[place] == PlaceKind.BOX


@rule
def ready(game, place, kind):
    """Units of a kind that may still embark: those that have neither invaded this turn (21.516C) nor come over the sea
    (21.437D)."""
    if kind == Ground.MARINES:
        return int(game.marines[place]) - int(game.tired_marines[place]) - int(game.aboard_marines[place])
    return int(game.infantry[place]) - int(game.tired_infantry[place]) - int(game.aboard_infantry[place])


@rule
def destroyers_a_factor(book, game, base):
    """Destroyers for each ground factor from a base: one, two against a defended hex, and one more from a box of the
    Allies (21.513); in sea transport from port to port one (21.434A)."""
    if is_on_hexes(book):
        return FOR_DEFENDED if is_invasion(game) and is_defended(game, game.origin[THERE]) else FOR_UNDEFENDED
    box = book.place_kind[base] == PlaceKind.BOX and game.moving == Side.ALLIES
    return (FOR_DEFENDED if is_defended(game, game.raiding) else FOR_UNDEFENDED) + FROM_A_BOX * int(box)


@rule
def legs_between(book, game, side, place, other):
    """Hexes from a base to another over at most one port between; `MISSION + 1` where there is no such way."""
    if place == other:
        return 0
    best = MISSION + 1
    if is_within_a_leg(book, place, other):
        best = int(book.hexes[place, other])
    for port in range(PLACES):
        if is_within_a_leg(book, place, port) and is_within_a_leg(book, port, other):
            if is_operational(book, game, port, side):
                best = min(best, int(book.hexes[place, port]) + int(book.hexes[port, other]))
    return best


@rule
def reaches_by_way_of(book, game, side, place, base):
    """Whether destroyers of a place may go to a base of embarkation and on to the hex, within range (21.514A, B): an
    island without a port is passed on a leg of ten hexes, from the place or a port to the hex or a port (21.3614)."""
    if is_port(book, game, base) or book.place_kind[base] == PlaceKind.BOX:
        return legs_between(book, game, side, place, base) + int(game.way[side, base]) <= MISSION
    if passes_on_a_leg(book, game, side, place, base, MISSION):
        return True
    for port in range(PLACES):
        if is_within_a_leg(book, port, base) and is_operational(book, game, port, side):
            if passes_on_a_leg(book, game, side, port, base, MISSION - legs_between(book, game, side, place, port)):
                return True
    return False


@rule
def passes_on_a_leg(book, game, side, place, base, limit):
    """Whether the leg that leads from a place past a base without a port ends in the hex, or in a port from where it is
    reached, all within a limit of hexes."""
    first = int(book.hexes[place, base])
    if first + int(book.hexes[base, game.raiding]) <= min(LEG, limit):
        return True
    for port in range(PLACES):
        leg = first + int(book.hexes[base, port])
        if leg <= LEG and leg + int(game.way[side, port]) <= limit and is_operational(book, game, port, side):
            return True
    return False


# --- who is aboard ---------------------------------------------------------------------------------------


@rule
def aboard(book, game, base, side):
    """Ground factors that have embarked in a base."""
    infantry = int(game.aboard_infantry[base]) * factors_of(book, side, Ground.INFANTRY)
    return infantry + int(game.aboard_marines[base]) * factors_of(book, side, Ground.MARINES)


@rule
def destroyers_needed(book, game, side):
    """Destroyers that carry all who have embarked, reserves too (21.513B)."""
    return destroyers_for(book, game, side, Ground.INFANTRY) + destroyers_for(book, game, side, Ground.MARINES)


@rule
def destroyers_for(book, game, side, kind):
    """Destroyers that carry those of a kind who have embarked."""
    needed = 0
    for base in range(PLACES):
        factors = int(embarked(game, base, kind)) * factors_of(book, side, kind)
        needed += factors * destroyers_a_factor(book, game, base)
    return needed


@rule
def transports_needed(book, game, side):
    """A transport for each five ground factors begun that come from a box of the Allies (21.513C)."""
    factors = 0
    for base in range(PLACES):
        if book.place_kind[base] == PlaceKind.BOX and side == Side.ALLIES:
            factors += aboard(book, game, base, side)
    return (factors + A_TRANSPORT_CARRIES - 1) // A_TRANSPORT_CARRIES


@rule
def is_free(book, game, unit, side):
    """Whether a unit may sail with an invasion, also to bombard: sound, not used, and in reach of the hex from a base
    that sends any (21.514D, 21.523, 21.524)."""
    if book.side[unit] != side or not is_sound(game, unit) or has_been_used(book, game, unit):
        return False
    home = home_of(game, unit)
    return is_in_reach(game, side, home) and not is_barred(book, game, home)


@rule
def destroyers_left(book, game, unit):
    """Factors of a row that are not used and do not sail yet."""
    return int(game.strength[unit]) - int(game.spent[unit]) - int(game.force[unit])


@rule
def factors_joining(book, game, unit):
    """Factors that a unit brings to a force: of a row all that are not used."""
    return destroyers_left(book, game, unit) if is_of_one_factor(book, unit) else int(book.factors[unit])


@rule
def is_of_fleets(book, unit):
    """Whether a unit is of fleets, which alone bombard (20.21, 21.5281), and no carrier."""
    return book.kind[unit] != Kind.CARRIER and book.kind[unit] != Kind.CVE


@rule
def join(book, game, unit):
    """A unit joins a force."""
    game.force[unit] += destroyers_left(book, game, unit) if is_of_one_factor(book, unit) else 1


@rule
def fast_factors_free(book, game, side):
    """Fast fleet factors of the force beyond those that accompany its carriers (21.313)."""
    factors = 0
    for k in eights_of(game):
        out = ones_out(book, game, side, k)
        while out != 0:
            unit = first_of(out, k)
            out &= out - 1
            factors += fast_factors_of(book, unit, game.force[unit])
    return factors


@rule
def fast_factors_of(book, unit, of_row):
    """What a unit adds to the fast fleet factors that accompany carriers, a row so many; a carrier takes as many as she
    has herself."""
    if book.kind[unit] == Kind.CARRIER:
        return -int(book.factors[unit])
    if book.slow[unit] == 1 or book.kind[unit] == Kind.CVE:
        return 0
    return int(of_row) if is_of_one_factor(book, unit) else int(book.factors[unit])


@rule
def is_accompanied(book, game, unit, side):
    """Whether a unit is no carrier, or has as many fast factors of others in the force (21.313)."""
    return book.kind[unit] != Kind.CARRIER or book.factors[unit] <= fast_factors_free(book, game, side)


@rule
def is_like_another(book, game, unit):
    """Whether a cruiser is like another before it, so that it makes no difference which of them is chosen."""
    for other in sisters_before(book, game, unit):
        if sail_alike(game, unit, other):
            return True
    return False


@rule
def sail_alike(game, unit, other):
    """Whether it makes no difference which of two units sails: they come from the same base, in the same state."""
    return (
        home_of(game, unit) == home_of(game, other)
        and game.under[unit] == game.under[other]
        and game.condition[unit] == game.condition[other]
        and game.inverted[unit] == game.inverted[other]
        and game.moved[unit] == game.moved[other]
        and game.on_patrol[unit] == game.on_patrol[other]
        and game.force[unit] == game.force[other]
    )


@rule
def may_carry(book, game, unit, side, more):
    """Whether destroyers of a row reach all bases where units have embarked, and one more (21.514B)."""
    if book.kind[unit] != Kind.DD or not is_free(book, game, unit, side):
        return False
    for base in range(PLACES):
        if base == more or game.aboard_infantry[base] + game.aboard_marines[base] > 0:
            if not reaches_by_way_of(book, game, side, home_of(game, unit), base):
                return False
    return True


@rule
def capacity(book, game, side, more):
    """Factors of destroyers that can carry, if units embark in one more base."""
    factors = 0
    for unit in units_of(game):
        if may_carry(book, game, unit, side, more):
            factors += destroyers_left(book, game, unit)
    return factors


@rule
def assign_carriers(book, game, side):
    """Destroyers that are to carry the troops join the force: those with the shortest way first (21.514A).  In a copy
    for the enemy, who does not know under which counters destroyers lie, there may be too few."""
    lacking, row = destroyers_needed(book, game, side), next_to_carry(book, game, side, False)
    while lacking > 0 and row >= 0:
        taken = min(lacking, destroyers_left(book, game, row))
        game.force[row] += taken
        lacking -= taken
        row = next_to_carry(book, game, side, False)


@rule
def load(book, game, side):
    """The troops go aboard the destroyers that have joined for them."""
    lacking, row = destroyers_needed(book, game, side), next_to_carry(book, game, side, True)
    while lacking > 0 and row >= 0:
        game.carrying[row] = min(lacking, int(game.force[row]))
        lacking -= int(game.carrying[row])
        row = next_to_carry(book, game, side, True)


@rule
def next_to_carry(book, game, side, sails):
    """The row of destroyers with the shortest way, of those of the force or of those that are free; -1 for none."""
    best = -1
    for unit in units_of(game):
        left = int(game.force[unit] - game.carrying[unit]) if sails else destroyers_left(book, game, unit)
        if left > 0 and may_carry(book, game, unit, side, -1):
            if best < 0 or way_to_troops(book, game, unit) < way_to_troops(book, game, best):
                best = unit
    return best


@rule
def way_to_troops(book, game, unit):
    """Hexes from the base of a row to the bases of embarkation."""
    hexes = 0
    for base in range(PLACES):
        if game.aboard_infantry[base] + game.aboard_marines[base] > 0:
            hexes += int(book.hexes[home_of(game, unit), base])
    return hexes


@rule
def carriers_left(game):
    """Destroyers that carry troops."""
    factors = 0
    for k in eights_of(game):
        factors += sum_of_bytes(eight_of(game.carrying, k))
    return factors


# --- losses and returns ----------------------------------------------------------------------------------


@rule
def base_of(game, kind):
    """The first base from which a unit of a kind is aboard, -1 for none."""
    for base in range(PLACES):
        if embarked(game, base, kind) > 0:
            return base
    return -1


@rule
def bases_of(game, kind):
    """From how many bases units of a kind are aboard."""
    bases = 0
    for base in range(PLACES):
        bases += int(embarked(game, base, kind) > 0)
    return bases


@rule
def leave_ship(game, kind):
    """A unit is not aboard any more, nor in its base, the first of those that it may be of."""
    leave_ship_of(game, base_of(game, kind), kind)


@rule
def leave_ship_of(game, base, kind):
    """A unit of a base is not aboard any more, nor there."""
    if kind == Ground.MARINES:
        game.aboard_marines[base] -= 1
        game.marines[base] -= 1
    else:
        game.aboard_infantry[base] -= 1
        game.infantry[base] -= 1


@rule
def lose_troops(book, game, side, kind, events):
    """A ground unit is eliminated; or an air factor, where such sail."""
    lose_troops_of(book, game, side, base_of(game, kind), kind, events)


@rule
def lose_troops_of(book, game, side, base, kind, events):
    """The same of one base."""
    if kind == Ground.AIR and is_on_hexes(book):
        lose_air_factor(game, side, base, events)
        return
    leave_ship_of(game, base, kind)
    note(events, Event.TROOPS_LOST, side, kind, 0)


@rule
def is_cargo_chosen(book, game):
    """Whether too few destroyers are left for all of a cargo of several bases or kinds, and enough for some of it: its
    owner chooses what is eliminated (20.59)."""
    if carriers_left(game) >= destroyers_needed(book, game, int(game.moving)):
        return False
    return bases_of(game, Ground.INFANTRY) + bases_of(game, Ground.MARINES) > 1 and carries_any(book, game)


@rule
def carries_any(book, game):
    """Whether the destroyers that are left carry any unit that is aboard."""
    for base in range(PLACES):
        for kind in range(GROUND_KINDS):
            if embarked(game, base, kind) > 0:
                factors = factors_of(book, int(game.moving), kind)
                if factors * destroyers_a_factor(book, game, base) <= carriers_left(game):
                    return True
    return False


@rule
def fit_cargo(book, game, side, events):
    """Where too few destroyers are left for the troops, units are lost, no more than must be, until the rest fits or
    their owner chooses (20.59); destroyers that are left over carry nothing any more, and may bombard (21.517C)."""
    while destroyers_needed(book, game, side) > carriers_left(game):
        if is_cargo_chosen(book, game):
            return
        lose_troops(book, game, side, int(base_of(game, Ground.INFANTRY) < 0), events)
    over = carriers_left(game) - destroyers_needed(book, game, side)
    for unit in units_of(game):
        freed = min(over, int(game.carrying[unit]))
        game.carrying[unit] -= freed
        over -= freed


@rule
def answer_for(book, game, base, kind):
    """By which answer a unit of a kind of a base is eliminated: by its kind, where all of that come from one base, else
    by the base; where both kinds come from several, of the first base with both by the kind."""
    other = 1 - kind
    is_of_both = bases_of(game, other) > 1 and embarked(game, base, other) > 0
    if bases_of(game, kind) > 1 and not is_of_both:
        return FIRST_PLACE + base
    if kind == Ground.INFANTRY:
        return Option.INFANTRY.value
    return Option.AIRCRAFT.value if is_on_hexes(book) else Option.MARINES.value


@rule
def may_be_lost(book, game, base, kind):
    """Whether a unit of a base is aboard, and its loss not needless (20.59): one of the kind with fewer factors is lost
    only where its kind alone makes room for the rest, which is thereby preserved."""
    side = int(game.moving)
    if embarked(game, base, kind) == 0:
        return False
    if factors_of(book, side, kind) >= factors_of(book, side, 1 - kind) or base_of(game, 1 - kind) < 0:
        return True
    return destroyers_for(book, game, side, 1 - kind) <= carriers_left(game)


@rule
def mask_lost(book, game, mask):
    """What is eliminated of the cargo: units of a kind, and of which base."""
    for base in range(PLACES):
        for kind in range(GROUND_KINDS):
            if may_be_lost(book, game, base, kind):
                mask[answer_for(book, game, base, kind)] = 1


@rule
def take_lost(book, game, action, events):
    """A unit is eliminated; of the kind with fewer factors as many as make room for the other."""
    side = int(game.moving)
    for base in range(PLACES):
        for kind in range(GROUND_KINDS):
            if may_be_lost(book, game, base, kind) and answer_for(book, game, base, kind) == action:
                lose_troops_of(book, game, side, base, kind, events)
                if factors_of(book, side, kind) < factors_of(book, side, 1 - kind):
                    make_room(book, game, side, kind, events)
                fit_cargo(book, game, side, events)
                return


@rule
def make_room(book, game, side, kind, events):
    """Units of a kind are lost until the rest fits."""
    while destroyers_needed(book, game, side) > carriers_left(game) and base_of(game, kind) >= 0:
        lose_troops(book, game, side, kind, events)


@rule
def stay_in_port(game):
    """Troops that have not embarked yet stay where they are, and are not used (21.516A)."""
    for base in range(PLACES):
        game.aboard_infantry[base] = game.aboard_marines[base] = 0


@rule
def embark_again(book, game, side):
    """Troops embark on the destroyers that have come: as many as these carry."""
    left = 0
    for unit in units_of(game):
        if book.side[unit] == side and book.kind[unit] == Kind.DD:
            left += int(game.force[unit])
    while destroyers_needed(book, game, side) > left:
        first = Ground.INFANTRY.value if base_of(game, Ground.INFANTRY) >= 0 else Ground.MARINES.value
        if first == Ground.MARINES:
            game.aboard_marines[base_of(game, first)] -= 1
        else:
            game.aboard_infantry[base_of(game, first)] -= 1
    lacking = destroyers_needed(book, game, side)
    for unit in units_of(game):
        if book.side[unit] == side and book.kind[unit] == Kind.DD:
            game.carrying[unit] = min(lacking, int(game.force[unit]))
            lacking -= int(game.carrying[unit])


@rule
def debark(game):
    """Units that are still aboard are back in their bases, and done for the turn (21.516B, C)."""
    for base in range(PLACES):
        game.tired_infantry[base] += game.aboard_infantry[base]
        game.tired_marines[base] += game.aboard_marines[base]
        game.aboard_infantry[base] = game.aboard_marines[base] = 0


@rule
def rest_troops(game):
    """Combat is over: troops that have invaded in vain, or have come over the sea, may redeploy (21.516C, 21.437D); not
    those of a bridgehead, which is no base yet."""
    for place in range(PLACES):
        if game.control[place] == game.moving and game.bridgehead[place] == 0:
            game.tired_infantry[place] = 0


@rule
def first_place_with_cargo(book, game):
    """The first place of the side that moves with troops or squadrons: what the enemy sees of the question from where
    some embark, whichever ships could carry them, which he must not know (20.164A)."""
    found = 0
    for place in range(PLACES - 1, -1, -1):
        if is_open(book, game, place, int(game.moving)) and game.infantry[place] + game.airbase[place] > 0:
            found = place
    return found
