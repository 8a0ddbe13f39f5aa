"""Raiders in an SW box (21.53)."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.dice import roll
from aw_env.core.engine.events import note, note_die
from aw_env.core.engine.sets import has
from aw_env.core.engine.stack import ask
from aw_env.games.world_at_war.records.kinds import (
    BOXES,
    FACES,
    GROUPS,
    NOBODY,
    NOWHERE,
    SHIPS_OF_A_GROUP,
    Box,
    Condition,
    Decision,
    Event,
    Front,
    Kind,
    Nation,
    Option,
    Phase,
    Side,
    Worth,
)
from aw_env.games.world_at_war.records.record import FIRST_PLACE, FIRST_UNIT
from aw_env.games.world_at_war.rules.air import AT_SEA, ask_strikes, carriers_engage, hits_by_air, is_fully_operational
from aw_env.games.world_at_war.rules.bases import allow_ports_with_room, home_of
from aw_env.games.world_at_war.rules.damage import (
    hits_of,
    is_afloat,
    is_of_one_factor,
    is_sound,
    natural,
    note_two,
    two_dice,
)
from aw_env.games.world_at_war.rules.fleet_combat import ask_aims, clear_lines, draw_up, drm_of, fight_round, pair_off
from aw_env.games.world_at_war.rules.task_forces import TASK_FORCE, break_up, uncover
from aw_env.games.world_at_war.rules.units import sisters_before, units_of

ALWAYS_LESS, GROUP_IS_LARGE, CVES_A_POINT, SEARCHING_A_POINT, MOST_FOR_CVES = 3, 3, 6, 3, 4
"""Of the Raider Table (21.5342): what is taken from the die, ships that are seen more easily, escort carriers for one
more, in the Indian Ocean with squadrons that search, and the most that these give."""
MOST_FROM_SUEZ = 3
"""Ships that raid from there (21.532C)."""
FIVE_FACTORS, FROM_A_PORT = 5, 3
CARRIER_DIE, CAPITAL_DIE, CRUISER_DIE, DESTROYER_DIE = 6, 3, 2, 1
UNDECIDED, OPPOSED, LET_PASS = 0, 1, 2
ROLL, CHOOSE, REVEAL, DECLINE = 0, 1, 2, 3
"""Steps of the phase in which defenders engage."""
BEGIN, HOLDING, SCREENING, STRIKING, AIMING = 0, 1, 2, 3, 4
"""Steps of a battle."""


# --- groups (21.532, 21.533) -----------------------------------------------------------------------------


@rule
def form_groups(book, game, events):
    """The raiding side forms its groups, ship by ship; the order in which they are formed is theirs (21.533C)."""
    if game.groups == 0:
        game.groups = 1
    return ask(book, game, Decision.RAID, Side.AXIS, NOBODY)


@rule
def may_raid(book, game, ship):
    """Cruisers, fast capital ships and fast carriers that are sound and not used raid; those of five factors do not in
    the classic game (21.532A)."""
    if book.side[ship] != Side.AXIS or book.kind[ship] > Kind.CA or book.slow[ship] == 1:
        return False
    if book.kind[ship] == Kind.CAPITAL and book.factors[ship] >= FIVE_FACTORS:
        return False
    if not is_sound(game, ship) or game.inverted[ship] == 1 or game.in_group[ship] != 0:
        return False
    if game.under[ship] > 0 or game.on_patrol[ship] != NOWHERE or not sends_more(book, game, int(game.place[ship])):
        return False
    return game.at_sea[ship] == 1 or book.raids_to[game.place[ship]] >= 0


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
    forming = int(game.groups) - 1
    waiting = False
    for ship in units_of(game):
        if may_raid(book, game, ship):
            waiting = waiting or game.at_sea[ship] == 1
            if game.at_sea[ship] == 1 or (can_pay(book, game, ship) and not has_twin(book, game, ship)):
                mask[FIRST_UNIT + ship] = int(fits_group(book, game, ship, forming))
    mask[Option.DONE] = int(game.ships_in[forming] > 0 or not waiting)


@rule
def brps_pledged(book, game):
    """BRPs that ships at sea will cost, which must raid (21.5331)."""
    pledged = 0
    for ship in units_of(game):
        pledged += int(game.at_sea[ship] == 1 and game.in_group[ship] == 0 and game.place[ship] != NOWHERE)
    return pledged


@rule
def can_pay(book, game, ship):
    """Whether there is a BRP for a ship, of the front on which her SW box lies (21.531C)."""
    if is_of_the_south(book, game, ship):
        return game.southern_brps > 0
    return game.brps[Side.AXIS] > brps_pledged(book, game)


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
    fleets (21.313); from Suez three ships in all (21.532C)."""
    fleet, from_port = 0, 0
    for other in units_of(game):
        if game.in_group[other] > 0:
            from_port += int(game.place[other] == game.place[ship])
        if game.in_group[other] == forming + 1:
            if game.at_sea[other] != game.at_sea[ship] or not are_of_one_ocean(book, game, ship, other):
                return False
            if book.kind[other] == Kind.CARRIER and book.kind[ship] == Kind.CARRIER:
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
def has_twin(book, game, ship):
    """Whether a ship without a name is like another before it: it makes no difference which of them is chosen."""
    for other in sisters_before(book, game, ship):
        if are_alike(game, ship, other):
            return True
    return False


@rule
def are_alike(game, ship, other):
    return (
        game.place[ship] == game.place[other]
        and game.condition[ship] == game.condition[other]
        and game.inverted[ship] == game.inverted[other]
        and game.moved[ship] == game.moved[other]
        and game.in_group[ship] == game.in_group[other]
        and game.against[ship] == game.against[other]
        and game.held[ship] == game.held[other]
        and game.repair[ship] == game.repair[other]
        and game.under[ship] == game.under[other]
        and game.on_patrol[ship] == game.on_patrol[other]
    )


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


@rule
def reveal(game, ship, events):
    """The enemy sees that a ship is in a group."""
    if game.seen_in[ship] == 0:
        game.seen_in[ship] = game.in_group[ship]
        note(events, Event.SEEN, ship, game.in_group[ship], 0)


# --- detection (21.5341, 21.5342) ------------------------------------------------------------------------


@rule
def begin_detection(game):
    """An engagement begins: nothing is decided of any group."""
    game.phase = Phase.DETECTION.value if game.groups > 0 else Phase.SUBMARINES.value
    game.step = game.cursor = game.group = 0
    for k in range(GROUPS):
        game.opposed[k] = UNDECIDED
        game.detected[k] = game.met[k] = 0
        game.cleared[k] = 0
        for face in range(FACES):
            game.types[k, face] = 0
    recall_defenders(game)
    for ship in units_of(game):
        if game.engagement == 2:
            game.held[ship] = 0
        elif not is_afloat(game, ship):  # sunk on the way: she does not count in the SW box
            game.in_group[ship] = game.seen_in[ship] = 0


@rule
def recall_defenders(game):
    """No defender is sent against a group."""
    for unit in units_of(game):
        game.against[unit] = 0
    for k in range(GROUPS):
        for row in range(game.sent.shape[1]):
            game.sent[k, row] = 0


@rule
def detect(book, game, events):
    """The defender opposes each group or lets it pass; then a die is rolled for each that is opposed (21.5341)."""
    for k in range(game.groups):
        if game.opposed[k] == UNDECIDED:
            if game.ships_in[k] == 0:
                game.opposed[k] = LET_PASS
            else:
                game.group = k + 1
                return ask(book, game, Decision.OPPOSE, Side.ALLIES, NOBODY)
    for k in range(game.groups):
        if game.opposed[k] == OPPOSED:
            die = roll(game, FACES)
            game.detected[k] = die + raider_modifier(book, game, k + 1)
            note(events, Event.DETECTION, k + 1, game.detected[k], 0)
            note_die(events, die)
    game.phase = Phase.ENGAGEMENT.value
    game.step = ROLL
    return False


@rule
def mask_oppose(mask):
    mask[Option.YES] = mask[Option.NO] = 1


@rule
def take_oppose(game, action, events):
    game.opposed[game.group - 1] = OPPOSED if action == Option.YES else LET_PASS
    if action == Option.NO:
        note(events, Event.UNOPPOSED, game.group, 0, 0)


@rule
def box_of_group(book, game, number):
    """The SW box in which a group raids."""
    origin = int(game.origin[number - 1])
    for box in range(BOXES):
        if book.box_place[box] == origin:
            return box
    return int(book.raids_to[origin])


@rule
def raider_modifier(book, game, number):
    """What the Raider Table adds to the die for a group (21.5342), in both engagements the same (21.538A)."""
    modifier = int(book.air_range[game.turn]) + int(book.ultra[game.turn]) - ALWAYS_LESS
    modifier += int(ships_raiding(game, number) == GROUP_IS_LARGE)
    for other in range(1, number):
        if box_of_group(book, game, other) == box_of_group(book, game, number):
            modifier += int(ships_raiding(game, other) > 0)
    box = box_of_group(book, game, number)
    if box == Box.PACIFIC:  # Magic
        return modifier + int(book.cards[Side.ALLIES, game.turn] > book.cards[Side.AXIS, game.turn])
    if box == Box.ATLANTIC:
        return modifier + int(game.turn >= book.us_war) + min(cves_in(book, game, box) // CVES_A_POINT, MOST_FOR_CVES)
    searching = cves_in(book, game, box) + int(book.searching[box])
    return modifier + min(searching // SEARCHING_A_POINT, MOST_FOR_CVES)


@rule
def ships_raiding(game, number):
    """Ships of a group that have come to the SW box, also those sunk since."""
    count = 0
    for ship in units_of(game):
        count += int(game.in_group[ship] == number)
    return count


@rule
def cves_in(book, game, box):
    """Escort carriers in an SW box."""
    count = 0
    for unit in units_of(game):
        if book.kind[unit] == Kind.CVE and game.place[unit] == book.box_place[box]:
            count += int(game.strength[unit])
    return count


# --- which ships engage (21.5342) ------------------------------------------------------------------------


@rule
def engage(book, game, events):
    """Roll the type dice of all groups; then the defender uses them, the highest first (21.5342A, E)."""
    if game.step == ROLL:
        for k in range(game.groups):
            if game.opposed[k] == OPPOSED and game.detected[k] >= 1:
                note(events, Event.TYPES, k + 1, 0, 0)
                for _ in range(game.detected[k]):
                    die = roll(game, FACES)
                    note_die(events, die)
                    game.types[k, die - 1] += 1
        game.step, game.group = CHOOSE, 0
    if game.step == CHOOSE:
        return use_dice(book, game, events)
    if game.step == REVEAL:
        show_engaged(game, events)
        game.step, game.cursor = DECLINE, 0
    while game.engagement == 2 and game.cursor < game.groups:
        game.group = game.cursor + 1
        if is_engaged(book, game, game.group):
            return ask(book, game, Decision.FIGHT, Side.ALLIES, NOBODY)
        game.cursor += 1
    game.phase = Phase.BATTLE.value
    game.step, game.group = BEGIN, 1
    return False


@rule
def use_dice(book, game, events):
    """Ask for the use of the highest die that is left, True when asked; dice for which there is no ship are lost."""
    if game.escorts > 0:
        return ask(book, game, Decision.ESCORT, Side.ALLIES, int(game.carrier))
    for face in range(FACES, 0, -1):
        first, several = 0, False
        for number in range(1, int(game.groups) + 1):
            if game.types[number - 1, face - 1] > 0:
                if not can_be_used(book, game, number, face):
                    game.types[number - 1, face - 1] = 0
                elif first == 0:
                    first = number
                else:
                    several = True
        if first > 0:
            game.cursor = face
            if game.group == 0 and several:
                return ask(book, game, Decision.ENGAGE_GROUP, Side.ALLIES, NOBODY)
            game.group = first if game.group == 0 else game.group
            return ask(book, game, Decision.ENGAGE, Side.ALLIES, NOBODY)
    game.step = REVEAL
    return False


@rule
def die_of(book, unit):
    """The type die that sends a ship (21.5342): 6 a carrier, 5 to 3 capital ships of so many factors, 2 a cruiser or a
    ship of two, 1 a destroyer; 0: none does."""
    if book.kind[unit] == Kind.CARRIER:
        return CARRIER_DIE
    if book.kind[unit] == Kind.CVE:
        return 0
    if book.kind[unit] == Kind.DD:
        return DESTROYER_DIE
    return CRUISER_DIE if book.kind[unit] == Kind.CA else int(book.factors[unit])


@rule
def may_engage(book, game, unit, number):
    """Whether a unit is eligible against a group, and not sent against one yet; slow ships only against damaged raiders
    that return (21.5342B, 21.538A)."""
    if not may_engage_with_guns(book, game, unit, number):
        return False
    if book.slow[unit] == 1 and not (game.engagement == 2 and has_damaged(game, number)):
        return False
    if book.kind[unit] == Kind.CARRIER and not carrier_may_engage(book, game, unit, number):
        return False
    return factors_free(book, game, unit) > 0


@rule
def may_engage_with_guns(book, game, unit, number):
    """Sound and not used, where 21.5342G has it, and of the US once it is at war (21.14E)."""
    if book.side[unit] != Side.ALLIES or not is_sound(game, unit) or game.inverted[unit] == 1:
        return False
    if not has(book.defends[box_of_group(book, game, number)], home_of(game, unit)):
        return False
    return not (book.nation[unit] == Nation.US and game.turn < book.us_war)


@rule
def carrier_may_engage(book, game, carrier, number):
    """One fully operational carrier a group and engagement, if as many factors of light ships can sail with her
    (21.5342C)."""
    if not carriers_engage(book) or not is_fully_operational(book, game, carrier):
        return False
    light = 0
    for unit in units_of(game):
        if book.kind[unit] == Kind.CARRIER and game.against[unit] == number:
            return False
        if is_light(book, unit) and may_engage_with_guns(book, game, unit, number):
            light += factors_free(book, game, unit)
    return light >= book.factors[carrier]


@rule
def is_light(book, unit):
    """Cruisers and destroyers sail with carriers."""
    return book.kind[unit] == Kind.CA or book.kind[unit] == Kind.DD


@rule
def mask_escort(book, game, mask):
    for unit in units_of(game):
        if is_light(book, unit) and may_engage_with_guns(book, game, unit, int(game.group)):
            mask[FIRST_UNIT + unit] = int(factors_free(book, game, unit) > 0 and not has_twin(book, game, unit))


@rule
def take_escort(book, game, action, events):
    """Light ships that sail with a carrier are part of her die."""
    unit = action - FIRST_UNIT
    send(book, game, unit, int(game.group), events)
    game.escorts -= 1 if is_of_one_factor(book, unit) else int(book.factors[unit])
    if game.escorts <= 0:
        game.carrier, game.group, game.escorts = NOBODY, 0, 0


@rule
def factors_free(book, game, unit):
    """Factors of a unit that are not sent against a group yet."""
    if not is_of_one_factor(book, unit):
        return int(book.factors[unit]) if game.against[unit] == 0 else 0
    free = int(game.strength[unit])
    for k in range(game.groups):
        free -= int(game.sent[k, book.row[unit]])
    return free


@rule
def has_damaged(game, number):
    """Whether a group has damaged ships."""
    for ship in units_of(game):
        if game.in_group[ship] == number and game.condition[ship] == Condition.DAMAGED:
            return True
    return False


@rule
def can_be_used(book, game, number, face):
    """Whether a die of a group sends any ship."""
    for unit in units_of(game):
        if 0 < die_of(book, unit) <= face and may_engage(book, game, unit, number):
            return True
    return False


@rule
def mask_engage_group(book, game, mask):
    for number in range(1, int(game.groups) + 1):
        if game.types[number - 1, game.cursor - 1] > 0:
            mask[Option.GROUP_1 + number - 1] = 1


@rule
def take_engage_group(game, action):
    game.group = action - Option.GROUP_1 + 1


@rule
def mask_engage(book, game, mask):
    """A ship of the type of the die; where there is none of a lesser one (21.5342D)."""
    number, face = int(game.group), int(game.cursor)
    exact = False
    for unit in units_of(game):
        exact = exact or (die_of(book, unit) == face and may_engage(book, game, unit, number))
    for unit in units_of(game):
        die = die_of(book, unit)
        if die == face or (0 < die < face and not exact):
            if may_engage(book, game, unit, number) and not has_twin(book, game, unit):
                mask[FIRST_UNIT + unit] = 1


@rule
def take_engage(book, game, action, events):
    unit, number = action - FIRST_UNIT, int(game.group)
    game.types[number - 1, game.cursor - 1] -= 1
    send(book, game, unit, number, events)
    if book.kind[unit] == Kind.CARRIER:
        game.carrier, game.escorts = unit, int(book.factors[unit])
    else:
        game.group = 0


@rule
def send(book, game, unit, number, events):
    """A ship, or a factor of destroyers, sails against a group."""
    if is_of_one_factor(book, unit):
        game.sent[number - 1, book.row[unit]] += 1
    else:
        game.against[unit] = number
    game.engaged[unit] = 1
    if game.under[unit] > 0:
        uncover(game, unit, events)
        break_up(book, game, int(book.side[unit]), events)
    note(events, Event.ENGAGES, unit, number, 0)


@rule
def is_engaged(book, game, number):
    """Whether defenders engage a group."""
    for unit in units_of(game):
        if game.against[unit] == number:
            return True
    for row in range(game.sent.shape[1]):
        if game.sent[number - 1, row] > 0:
            return True
    return False


@rule
def show_engaged(game, events):
    """Raiders that are engaged are seen."""
    for ship in units_of(game):
        number = int(game.in_group[ship])
        if number > 0 and game.opposed[number - 1] == OPPOSED and game.detected[number - 1] >= 1:
            reveal(game, ship, events)


@rule
def take_fight(game, action, events):
    """The second round of combat may be declined, group by group (21.538A)."""
    if action == Option.NO:
        note(events, Event.AVOIDS, game.group, 0, 0)
        for unit in units_of(game):
            if game.against[unit] == game.group:
                game.against[unit] = 0
        for row in range(game.sent.shape[1]):
            game.sent[game.group - 1, row] = 0
    game.cursor += 1


# --- combat (21.535) -------------------------------------------------------------------------------------


@rule
def battle(book, game, events):
    """One round between each group and who engages it."""
    if game.group > game.groups:
        game.phase = Phase.PREY.value
        return False
    if game.step == BEGIN:
        if not is_engaged(book, game, game.group):
            game.cleared[game.group - 1] = 1
            game.group += 1
            return False
        game.met[game.group - 1] = 1
        game.step = HOLDING if game.engagement == 1 else SCREENING
    if game.step == HOLDING:
        return ask(book, game, Decision.WITHHOLD, Side.AXIS, NOBODY)
    if game.step == SCREENING:
        return ask(book, game, Decision.SCREEN, Side.ALLIES, NOBODY)
    if game.step == STRIKING:
        if ask_strikes(book, game):
            return True
        pair_off(book, game)
        game.step, game.cursor = AIMING, 0
    if ask_aims(book, game):
        return True
    fight_round(book, game, Side.AXIS.value if game.engagement == 1 else NOBODY, events)
    leave_battle(book, game)
    game.step = BEGIN
    game.group += 1
    return False


@rule
def takes_part(game, unit):
    """Whether a ship is in the battle of the group that is resolved: a raider of it, or a defender."""
    return is_afloat(game, unit) & ((game.in_group[unit] == game.group) | (game.against[unit] == game.group))


@rule
def can_stand(book, game, unit):
    """Whether a ship fights unscreened: undamaged, not held back, and no carrier."""
    return is_sound(game, unit) & (game.held[unit] == 0) & (book.kind[unit] != Kind.CARRIER)


@rule
def front_of(book, game, side):
    """How many of a side's ships and factors of one-factor ships fight unscreened."""
    count = factors_sent(book, game, side, int(game.group))
    for unit in units_of(game):
        count += int((book.side[unit] == side) & takes_part(game, unit) & can_stand(book, game, unit))
    return count


@rule
def factors_sent(book, game, side, number):
    """Factors of one-factor ships of a side that sail against a group, or in a force that meets a convoy."""
    factors = 0
    for unit in units_of(game):
        if is_of_one_factor(book, unit) and book.side[unit] == side:
            factors += sent_of(book, game, unit, number)
    return factors


@rule
def sent_of(book, game, unit, number):
    """Factors of a row of one-factor ships that sail against a group, or in a force that meets a convoy."""
    if not is_of_one_factor(book, unit) or book.factors[unit] == 0:
        return 0
    return int(game.sent[number - 1, book.row[unit]])


@rule
def mask_hold(book, game, mask):
    """Any ship may be withheld or screened, as long as another stands in the line (21.5361B)."""
    mask[Option.DONE] = 1
    several = front_of(book, game, int(game.power)) > 1
    for unit in units_of(game):
        if book.side[unit] == game.power and takes_part(game, unit):
            if several and can_stand(book, game, unit):
                mask[FIRST_UNIT + unit] = int(not has_twin(book, game, unit))
            elif book.side[unit] == Side.AXIS and may_keep_aircraft(book, game, unit):
                mask[FIRST_UNIT + unit] = 1


@rule
def may_keep_aircraft(book, game, unit):
    """Whether a raiding carrier keeps her aircraft for the transports (21.5361B)."""
    return book.kind[unit] == Kind.CARRIER and is_sound(game, unit) and game.held[unit] == 0


@rule
def take_withhold(game, action):
    if action == Option.DONE:
        game.step = SCREENING
    else:
        game.held[action - FIRST_UNIT] = 1


@rule
def line_up(book, game):
    """Both sides form their lines, and aircraft strike."""
    enter_battle(book, game)
    game.step = STRIKING


@rule
def enter_battle(book, game):
    """Both lines form; withheld raiders neither fire nor are fired at."""
    clear_lines(game)
    for unit in units_of(game):
        if is_of_one_factor(book, unit):
            game.lights[unit] = sent_of(book, game, unit, int(game.group))
        elif takes_part(game, unit) and not (book.side[unit] == Side.AXIS and game.held[unit] == 1):
            draw_up(book, game, unit)


@rule
def leave_battle(book, game):
    """Who is left decides whether the transports are open to attack (21.5361B, 21.5363)."""
    cleared = True
    for unit in units_of(game):
        if is_of_one_factor(book, unit) and book.factors[unit] > 0:
            game.sent[game.group - 1, book.row[unit]] = game.lights[unit]
        if book.side[unit] == Side.ALLIES:
            if game.lights[unit] > 0 or (game.fronted[unit] == 1 and is_afloat(game, unit)):
                cleared = False
            game.held[unit] = 0
    game.cleared[game.group - 1] = int(cleared)
    clear_lines(game)


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
    total = natural(dice) + int(book.air_drm[book.nation[carrier]]) - int(book.drm[Nation.BRITAIN]) + AT_SEA
    sunk = sink_transports(book, game, number, hits_by_air(book, int(game.squadrons[carrier]), total))
    note(events, Event.STRIKES_TRANSPORTS, carrier, sunk, 0)
    note_two(events, dice)


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
    modifier = drm - int(book.drm[Nation.BRITAIN]) + 1
    sunk = sink_transports(book, game, number, hits_of(book, factors, natural(dice) + modifier))
    note(events, Event.AT_TRANSPORTS, number, factors, sunk)
    note_two(events, dice)


# --- home (21.537, 21.538B) ------------------------------------------------------------------------------


@rule
def return_home(book, game, events):
    """Each group goes to a port, as one; then defenders that engaged are used (21.537)."""
    while game.group <= game.groups:
        if game.ships_in[game.group - 1] > 0:
            return ask(book, game, Decision.RETURN, Side.AXIS, NOBODY)
        game.group += 1
    for unit in units_of(game):
        if game.engaged[unit] == 1:
            game.inverted[unit] = 1
    clear_raids(game)
    game.phase, game.step = Phase.SUBMARINES.value, 0
    return False


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
def clear_raids(game):
    """No group is out."""
    recall_defenders(game)
    for ship in units_of(game):
        game.at_sea[ship] = 0
        game.in_group[ship] = game.seen_in[ship] = game.engaged[ship] = game.held[ship] = 0
        if game.condition[ship] == Condition.SOUND:
            game.hits[ship] = 0
    for k in range(GROUPS):
        game.ships_in[k] = game.opposed[k] = game.detected[k] = game.cleared[k] = game.met[k] = game.large[k] = 0
        game.origin[k] = game.route[k] = NOWHERE
    game.groups = game.group = game.engagement = 0
