"""Whether raiders in an SW box are detected, and which defenders engage them (21.534)."""

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
    Box,
    Condition,
    Decision,
    Event,
    Kind,
    Nation,
    Option,
    Phase,
    Side,
)
from aw_env.games.world_at_war.records.record import FIRST_UNIT
from aw_env.games.world_at_war.rules.air import carriers_engage, is_fully_operational
from aw_env.games.world_at_war.rules.bases import home_of, is_port
from aw_env.games.world_at_war.rules.damage import (
    is_afloat,
    is_of_one_factor,
    is_sound,
    ready_ones,
)
from aw_env.games.world_at_war.rules.ranges import is_operational
from aw_env.games.world_at_war.rules.task_forces import break_up, uncover
from aw_env.games.world_at_war.rules.units import eights_of, first_of, has_twin, units_of

ALWAYS_LESS, GROUP_IS_LARGE, CVES_A_POINT, SEARCHING_A_POINT, MOST_FOR_CVES = 3, 3, 6, 3, 4
"""Of the Raider Table (21.5342): what is taken from the die, ships that are seen more easily, escort carriers for one
more, in the Indian Ocean with squadrons that search, and the most that these give."""
CARRIER_DIE, CAPITAL_DIE, CRUISER_DIE, DESTROYER_DIE = 6, 3, 2, 1
UNDECIDED, OPPOSED, LET_PASS = 0, 1, 2
ROLL, CHOOSE, REVEAL, DECLINE = 0, 1, 2, 3
"""Steps of the phase in which defenders engage."""


# --- detection (21.5341, 21.5342) ------------------------------------------------------------------------


@rule
def reveal(game, ship, events):
    """The enemy sees that a ship is in a group."""
    if game.seen_in[ship] == 0:
        game.seen_in[ship] = game.in_group[ship]
        note(events, Event.SEEN, ship, game.in_group[ship], 0)


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
        advantage = int(book.cards[Side.ALLIES, game.turn]) - int(book.cards[Side.AXIS, game.turn])
        return modifier + int(advantage > 0) - int(advantage < 0)
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
    game.step, game.group = 0, 1
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
    """Sound and not used, where 21.5342G has it, of ports in such as are operational and not out on patrol, and of the
    US once it is at war (21.14E)."""
    if book.side[unit] != Side.ALLIES or not is_sound(game, unit) or game.inverted[unit] == 1:
        return False
    if game.on_patrol[unit] != NOWHERE:
        return False
    home = home_of(game, unit)
    if not has(book.defends[box_of_group(book, game, number)], home):
        return False
    if is_port(book, game, home) and not is_operational(book, game, home, Side.ALLIES.value):
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
    send_to_engage(book, game, unit, int(game.group), events)
    game.escorts -= 1 if is_of_one_factor(book, unit) else int(book.factors[unit])
    if game.escorts <= 0:
        game.carrier, game.group, game.escorts = NOBODY, 0, 0


@rule
def factors_free(book, game, unit):
    """Factors of a unit that are not sent against a group yet, of a row not used either."""
    if not is_of_one_factor(book, unit):
        return int(book.factors[unit]) if game.against[unit] == 0 else 0
    return int(game.strength[unit]) - int(game.spent[unit]) - factors_sailing(book, game, unit)


@rule
def factors_sailing(book, game, row):
    """Factors of a row of one-factor ships that are sent against groups."""
    factors = 0
    for k in range(game.groups):
        factors += int(game.sent[k, book.row[row]])
    return factors


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
    for k in eights_of(game):
        left = ready_ones(book, game, Side.ALLIES, k)
        while left != 0:
            unit = first_of(left, k)
            left &= left - 1
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
    least = face if is_of_a_type(book, game, number, face) else 1
    for k in eights_of(game):
        left = ready_ones(book, game, Side.ALLIES, k)
        while left != 0:
            unit = first_of(left, k)
            left &= left - 1
            if least <= die_of(book, unit) <= face:
                if may_engage(book, game, unit, number) and not has_twin(book, game, unit):
                    mask[FIRST_UNIT + unit] = 1


@rule
def is_of_a_type(book, game, number, face):
    """Whether there is a ship of exactly the type of a die of a group."""
    for k in eights_of(game):
        left = ready_ones(book, game, Side.ALLIES, k)
        while left != 0:
            unit = first_of(left, k)
            left &= left - 1
            if die_of(book, unit) == face and may_engage(book, game, unit, number):
                return True
    return False


@rule
def take_engage(book, game, action, events):
    unit, number = action - FIRST_UNIT, int(game.group)
    game.types[number - 1, game.cursor - 1] -= 1
    send_to_engage(book, game, unit, number, events)
    if book.kind[unit] == Kind.CARRIER:
        game.carrier, game.escorts = unit, int(book.factors[unit])
    else:
        game.group = 0


@rule
def send_to_engage(book, game, unit, number, events):
    """A ship, or a factor of destroyers, is sent to the SW box; of a row that engages twice the same factors go."""
    send(book, game, unit, number, events)
    out = factors_sailing(book, game, unit) if is_of_one_factor(book, unit) else 1
    game.engaged[unit] = max(int(game.engaged[unit]), out)


@rule
def use_defenders(book, game):
    """When the second engagement is over, all that have engaged raiders are used, and on their way home (21.537B);
    one-factor ships return to where they came from (H)."""
    for unit in units_of(game):
        use(book, game, unit, int(game.engaged[unit]))
        if is_of_one_factor(book, unit) or not is_afloat(game, unit):
            game.engaged[unit] = 0
    recall_defenders(game)


@rule
def use(book, game, unit, factors):
    """A ship has been used, or so many factors of a row (21.311)."""
    if factors > 0:
        if is_of_one_factor(book, unit):
            game.spent[unit] += factors
        game.inverted[unit] = int(not is_of_one_factor(book, unit) or game.spent[unit] >= game.strength[unit])


@rule
def send(book, game, unit, number, events):
    """A ship, or a factor of destroyers, sails against a group."""
    if is_of_one_factor(book, unit):
        game.sent[number - 1, book.row[unit]] += 1
    else:
        game.against[unit] = number
    if game.under[unit] > 0:
        uncover(book, game, unit)
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
