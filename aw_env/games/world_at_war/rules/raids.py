"""Raiders in an SW box (21.53): groups, transports and the way home; detection and combat are rules of their own."""

from aw_env.core.engine.arrays import bytes_of_any, eight_of
from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note
from aw_env.core.engine.sets import allow_all, bit, has
from aw_env.core.engine.stack import ask
from aw_env.games.world_at_war.records.kinds import (
    BOXES,
    GROUPS,
    NOBODY,
    NOWHERE,
    PLACES,
    SHIPS_OF_A_GROUP,
    Box,
    Decision,
    Event,
    Front,
    Kind,
    Nation,
    Option,
    Phase,
    PlaceKind,
    Side,
    Theatre,
    Worth,
)
from aw_env.games.world_at_war.records.record import FIRST_PLACE, FIRST_UNIT
from aw_env.games.world_at_war.rules.air import AT_SEA, aircraft_fly, airmen_of, hits_by_air
from aw_env.games.world_at_war.rules.bases import allow_ports_with_room, places_open, those_with_room
from aw_env.games.world_at_war.rules.damage import (
    hits_of,
    is_afloat,
    is_sound,
    mend_in_port,
    natural,
    note_two,
    ready_ones,
    two_dice,
)
from aw_env.games.world_at_war.rules.detection import (
    begin_detection,
    box_of_group,
    recall_defenders,
    reveal,
    use_defenders,
)
from aw_env.games.world_at_war.rules.fleet_combat import drm_of
from aw_env.games.world_at_war.rules.task_forces import TASK_FORCE
from aw_env.games.world_at_war.rules.units import eights_of, first_of, has_twin, units_of

FIVE_FACTORS, FROM_A_PORT = 5, 3
MOST_FROM_SUEZ = 3
"""Ships that raid from there (21.532C)."""


# --- groups (21.532, 21.533) -----------------------------------------------------------------------------


@rule
def form_groups(book, game, events):
    """The raiding side forms its groups, ship by ship; the order in which they are formed is theirs (21.533C)."""
    if game.groups == 0:
        game.groups = 1
    return ask(book, game, Decision.RAID, Side.AXIS, NOBODY)


@rule
def may_raid(book, game, ship):
    """Cruisers, fast capital ships and fast carriers that are sound and not used raid; German and Italian ones of five
    factors do not in the classic game (21.532A), nor carriers in the Pacific where no aircraft fly (H)."""
    if book.side[ship] != Side.AXIS or book.kind[ship] > Kind.CA or book.slow[ship] == 1:
        return False
    if book.kind[ship] == Kind.CARRIER and book.theatre == Theatre.PACIFIC and not aircraft_fly(book):
        return False
    if has_five_factors(book, ship) and book.nation[ship] != Nation.JAPAN:
        return False
    if not is_sound(game, ship) or game.inverted[ship] == 1 or game.in_group[ship] != 0:
        return False
    if game.under[ship] > 0 or game.on_patrol[ship] != NOWHERE or not sends_more(book, game, int(game.place[ship])):
        return False
    return game.at_sea[ship] == 1 or book.raids_to[game.place[ship]] >= 0


@rule
def has_five_factors(book, ship):
    """Whether a ship is a battleship of five factors (20.253)."""
    return (book.kind[ship] == Kind.CAPITAL) & (book.factors[ship] >= FIVE_FACTORS)


@rule
def sends_more(book, game, port):
    """Whether more ships may raid from a port: from those of the Pacific three (21.532D)."""
    if book.raids_to[port] != Box.PACIFIC:
        return True
    count = 0
    for ship in units_of(game):
        count += int(game.in_group[ship] > 0 and game.place[ship] == port)
    return count < FROM_A_PORT


@rule
def mask_raid(book, game, mask):
    """A ship that has its BRP (21.5331); ships that are at sea must raid."""
    forming, pledged = int(game.groups) - 1, brps_pledged(book, game)
    waiting = False
    for k in eights_of(game):
        left = ready_ones(book, game, Side.AXIS, k)
        while left != 0:
            ship = first_of(left, k)
            left &= left - 1
            if may_raid(book, game, ship):
                waiting = waiting or game.at_sea[ship] == 1
                if game.at_sea[ship] == 1 or (can_pay(book, game, ship, pledged) and not has_twin(book, game, ship)):
                    mask[FIRST_UNIT + ship] = int(fits_group(book, game, ship, forming))
    mask[Option.DONE] = int(game.ships_in[forming] > 0 or not waiting)


@rule
def brps_pledged(book, game):
    """BRPs that ships at sea will cost, which must raid (21.5331)."""
    pledged = 0
    for ship in units_of(game):
        pledged += int((game.at_sea[ship] == 1) & (game.in_group[ship] == 0) & (game.place[ship] != NOWHERE))
    return pledged


@rule
def can_pay(book, game, ship, pledged):
    """Whether there is a BRP for a ship besides those that are pledged, of the front on which her SW box lies
    (21.531C)."""
    if is_of_the_south(book, game, ship):
        return game.southern_brps > 0
    return game.brps[Side.AXIS] > pledged


@rule
def is_of_the_south(book, game, ship):
    """Whether a ship would raid the Indian Ocean, which from Suez is on the Mediterranean front (21.531C)."""
    box = int(book.raids_to[game.place[ship]])
    return box >= 0 and has(book.fronts[book.box_place[box]], Front.MEDITERRANEAN)


@rule
def fits_group(book, game, ship, forming):
    """No more than three ships (21.532E)."""
    return game.ships_in[forming] < SHIPS_OF_A_GROUP and goes_with(book, game, ship, forming)


@rule
def goes_with(book, game, ship, forming):
    """Ships of several ports meet on their way (21.533A), others are at sea.  One carrier, with as many factors of
    fleets (21.313), and one battleship of five factors (21.532E); from Suez three ships in all (21.532C)."""
    fleet, from_port = 0, 0
    for k in eights_of(game):
        left = bytes_of_any(eight_of(game.in_group, k))
        while left != 0:
            other = first_of(left, k)
            left &= left - 1
            from_port += int(game.place[other] == game.place[ship])
            if game.in_group[other] == forming + 1:
                if game.at_sea[other] != game.at_sea[ship] or not are_of_one_ocean(book, game, ship, other):
                    return False
                if book.kind[other] == Kind.CARRIER and book.kind[ship] == Kind.CARRIER:
                    return False
                if has_five_factors(book, other) and has_five_factors(book, ship):
                    return False
                fleet += int(book.factors[other])
    if is_of_the_south(book, game, ship) and from_port == MOST_FROM_SUEZ:
        return False
    if book.kind[ship] == Kind.CARRIER and fleet < book.factors[ship]:
        return False
    return has_counter(book, game, ship, forming)


@rule
def are_of_one_ocean(book, game, ship, other):
    """Whether two ships raid the same SW box."""
    return book.raids_to[game.place[ship]] == book.raids_to[game.place[other]]


@rule
def has_counter(book, game, ship, forming):
    """Whether there is a task force counter for the group with a ship more, if it would be a task force (20.161)."""
    if group_factors(book, game, forming + 1) + book.factors[ship] < TASK_FORCE:
        return True
    others = 0
    for number in range(1, forming + 1):
        others += int(group_factors(book, game, number) >= TASK_FORCE)
    return others < book.task_forces[book.nation[ship]]


@rule
def take_raid(book, game, action, events):
    """Put a ship into the group, or close it; without a ship in the last group there are no more."""
    forming = int(game.groups) - 1
    if action == Option.DONE:
        if game.ships_in[forming] == 0 or game.groups == GROUPS:
            sail(book, game, events)
        else:
            game.groups += 1
        return
    ship = action - FIRST_UNIT
    game.in_group[ship] = game.groups
    if game.ships_in[forming] == 0:
        game.origin[forming] = game.place[ship]
    game.ships_in[forming] += 1
    if is_of_the_south(book, game, ship):
        game.southern_brps -= 1
    else:
        game.brps[Side.AXIS] -= 1


@rule
def sail(book, game, events):
    """The groups sail; how many ships each has is seen, whether it is a task force (21.312), and which way it goes."""
    if game.ships_in[game.groups - 1] == 0:
        game.groups -= 1
    for number in range(1, int(game.groups) + 1):
        game.large[number - 1] = is_large(book, game, number)
        game.route[number - 1] = way(book, game, number)
        note(events, Event.SAILS, number, game.ships_in[number - 1], game.large[number - 1])
        for ship in units_of(game):
            if game.in_group[ship] == number and game.at_sea[ship] == 1:
                reveal(game, ship, events)
    game.phase = Phase.INTERCEPTION.value
    game.step, game.cursor, game.group, game.engagement = 0, 0, 1, 0


@rule
def is_large(book, game, number):
    """1: ten factors or more sail together, a task force (21.312)."""
    return int(group_factors(book, game, number) >= TASK_FORCE)


@rule
def way(book, game, number):
    """The port on whose way a group is met: that from which it comes, or to which it goes, or else one of which a ship
    joins it (21.533A); nowhere, if nobody meets it."""
    if book.unseen_route[game.origin[number - 1]] == 0:
        return int(game.origin[number - 1])
    for ship in units_of(game):
        if game.in_group[ship] == number and is_afloat(game, ship) and book.unseen_route[game.place[ship]] == 0:
            return int(game.place[ship])
    return NOWHERE


@rule
def group_factors(book, game, number):
    """Factors of a raider group that are undamaged."""
    factors = 0
    for ship in units_of(game):
        factors += int((game.in_group[ship] == number) & is_sound(game, ship)) * int(book.factors[ship])
    return factors


# --- the transports (21.536) -----------------------------------------------------------------------------


@rule
def attack_transports(book, game, events):
    """Each group whose way is free fires at the transports; then all turn for home, and may be engaged again."""
    if game.engagement == 1:
        for number in range(1, int(game.groups) + 1):
            if game.cleared[number - 1] == 1:
                raid_transports(book, game, number, events)
        game.engagement = 2
        begin_detection(game)
    else:
        use_defenders(book, game)
        game.phase, game.step, game.group = Phase.RETURN.value, 0, 1
    return False


@rule
def may_attack(book, game, ship, number, met):
    """Undamaged ships of a group attack the transports: all that were not engaged, or else those withheld."""
    return game.in_group[ship] == number and is_sound(game, ship) and (not met or game.held[ship] == 1)


@rule
def strike_transports(book, game, carrier, number, events):
    """One air strike of a carrier, through which no air defense fires (21.5362A, C)."""
    if game.squadrons[carrier] == 0:
        return
    dice = two_dice(game)
    total = natural(dice) + airmen_of(book, game, book.nation[carrier]) - drm_of_transports(book) + AT_SEA
    sunk = sink_transports(book, game, number, hits_by_air(book, int(game.squadrons[carrier]), total))
    note(events, Event.STRIKES_TRANSPORTS, carrier, sunk, 0)
    note_two(events, dice)


@rule
def drm_of_transports(book):
    """The modifier of transports that are raided (21.5362C): in the Pacific that of the US, elsewhere Britain's (H)."""
    return int(book.drm[Nation.US if book.theatre == Theatre.PACIFIC else Nation.BRITAIN])


@rule
def sink_transports(book, game, number, hits):
    """Transports of the SW box are sunk one by one; how many."""
    box = box_of_group(book, game, number)
    sunk = min(hits, int(game.transports[box]))
    game.transports[box] -= sunk
    game.unbuilt += sunk
    game.points[Side.AXIS] += sunk * int(book.worth[Worth.TRANSPORT])
    return sunk


@rule
def raid_transports(book, game, number, events):
    """One fleet combat roll of all guns of a group (21.5362B, C); transports do not fire, and are sunk one by one."""
    met = game.met[number - 1] == 1
    factors, drm = 0, 99
    for ship in units_of(game):
        if may_attack(book, game, ship, number, met):
            reveal(game, ship, events)
            if book.kind[ship] == Kind.CARRIER:
                strike_transports(book, game, ship, number, events)
            else:
                factors += int(book.factors[ship])
                drm = min(drm, drm_of(book, ship))
    if factors == 0:
        return
    dice = two_dice(game)
    modifier = drm - drm_of_transports(book) + 1
    sunk = sink_transports(book, game, number, hits_of(book, factors, natural(dice) + modifier))
    note(events, Event.AT_TRANSPORTS, number, factors, sunk)
    note_two(events, dice)


# --- home (21.537, 21.538B) ------------------------------------------------------------------------------


@rule
def return_home(book, game, events):
    """Defenders go home, ship by ship (21.537B), then each group to a port, as one (21.537A)."""
    for ship in units_of(game):
        if game.engaged[ship] == 1:
            if ways_home(book, game, ship) != bit(game.place[ship]):
                return ask(book, game, Decision.DESTINATION, int(book.side[ship]), ship)
            game.engaged[ship] = 0
    while game.group <= game.groups:
        if game.ships_in[game.group - 1] > 0:
            return ask(book, game, Decision.RETURN, Side.AXIS, NOBODY)
        game.group += 1
    clear_raids(book, game)
    game.phase, game.step = Phase.SUBMARINES.value, 0
    return False


@rule
def ways_home(book, game, ship):
    """The places to which a defender may return, as a set: that from which she came, and unless it is an SW box (21.33)
    ports and boxes with room for her from which ships engage raiders in the same SW box (21.538B, 21.5342G)."""
    home, others = int(game.place[ship]), 0
    if book.place_kind[home] == PlaceKind.SW_BOX:
        return bit(home)
    for box in range(BOXES):
        others |= int(book.defends[box]) * int(has(book.defends[box], home))
    for place in range(PLACES):
        others &= ~(int(book.place_kind[place] == PlaceKind.SW_BOX) << place)
    others &= places_open(book, game, int(book.side[ship])) & ~bit(home)
    return bit(home) | those_with_room(book, game, others, int(game.strength[ship]))


@rule
def mask_way_home(book, game, mask):
    allow_all(mask, FIRST_PLACE, ways_home(book, game, int(game.subject)), PLACES)


@rule
def take_way_home(game, action, events):
    """A defender is home."""
    ship, place = int(game.subject), action - FIRST_PLACE
    if place != game.place[ship]:
        note(events, Event.AT_HOME, ship, place, 0)
    game.place[ship] = place
    game.engaged[ship] = 0


@rule
def mask_return(book, game, mask):
    """A port of its side with room for the group (21.538B, 21.112)."""
    factors = 0
    for ship in units_of(game):
        if game.in_group[ship] == game.group and is_afloat(game, ship):
            factors += int(book.factors[ship])
    allow_ports_with_room(book, game, int(game.power), factors, int(game.origin[game.group - 1]), mask)


@rule
def take_return(book, game, action, events):
    place = action - FIRST_PLACE
    for ship in units_of(game):
        if game.in_group[ship] == game.group and is_afloat(game, ship):
            game.place[ship] = place
            game.inverted[ship] = 1
    note(events, Event.RETURNS, game.group, place, 0)
    game.origin[game.group - 1] = place
    game.phase, game.step, game.cursor = Phase.INTERCEPTION.value, 0, 0


@rule
def clear_raids(book, game):
    """No group is out."""
    recall_defenders(game)
    for ship in units_of(game):
        game.at_sea[ship] = 0
        game.in_group[ship] = game.seen_in[ship] = game.engaged[ship] = game.held[ship] = 0
        mend_in_port(book, game, ship)
    for k in range(GROUPS):
        game.ships_in[k] = game.opposed[k] = game.detected[k] = game.cleared[k] = game.met[k] = game.large[k] = 0
        game.origin[k] = game.route[k] = NOWHERE
    game.groups = game.group = game.engagement = 0
