"""Effects of attacks on naval units (20.5)."""

from aw_env.core.engine.arrays import bytes_equal, bytes_of_any, eight_of
from aw_env.core.engine.compiling import rule
from aw_env.core.engine.dice import roll
from aw_env.core.engine.events import note, note_die
from aw_env.games.world_at_war.records.kinds import (
    FACES,
    NOBODY,
    NOWHERE,
    Condition,
    Convoy,
    Event,
    Kind,
    Line,
    Nation,
    PlaceKind,
    Side,
    Theatre,
    Worth,
)
from aw_env.games.world_at_war.rules.units import eights_of, first_of, ones_of, units_of

MOST_FACTORS, LEAST_ROLL, MOST_ROLL = 25, 2, 12
NATURAL_TWELVE = 12
NATIONS = len(Nation)
TRANSPORTS, SHARING = NATIONS, NATIONS + 1
"""Who shares losses (20.57): nations by their numbers, and the transports of a convoy."""
TENS = 10
DAMAGE_IT, SINK_IT, FIRST_OF_ONE_FACTOR, CYCLE = 0, 1, 2, 4
"""Of every four hits on a mixed light force the first damages a cruiser and the second sinks it; two one-factor ships
go with the others (20.551)."""


@rule
def two_dice(game):
    """Two dice, as one number: the first is its tens."""
    first = roll(game, FACES)
    return first * TENS + roll(game, FACES)


@rule
def natural(dice):
    """What two dice show together."""
    return dice // TENS + dice % TENS


@rule
def note_two(events, dice):
    """Tell both dice with the latest event."""
    note_die(events, dice // TENS)
    note_die(events, dice % TENS)


@rule
def hits_of(book, factors, total):
    """The Naval Attack Table by fleet factors (20.51): less than two is two, more than twelve twelve."""
    column = min(max(int(total), LEAST_ROLL), MOST_ROLL)
    return int(book.hits_by_guns[min(int(factors), MOST_FACTORS), column])


@rule
def is_afloat(game, ship):
    """Whether a ship is neither sunk nor out of play."""
    return (game.place[ship] != NOWHERE) & (game.condition[ship] <= Condition.DAMAGED)


@rule
def is_sound(game, ship):
    """Whether a ship is afloat and undamaged."""
    return (game.place[ship] != NOWHERE) & (game.condition[ship] == Condition.SOUND)


@rule
def sound_ones(game, k):
    """`is_sound` of eight units at a time: 1 in the bytes of those that are."""
    return bytes_of_any(eight_of(game.place, k) ^ NOWHERE) & bytes_equal(eight_of(game.condition, k), Condition.SOUND)


@rule
def afloat_ones(game, k):
    """`is_afloat` of eight units at a time: 1 in the bytes of those that are."""
    condition = eight_of(game.condition, k)
    whole = bytes_equal(condition, Condition.SOUND) | bytes_equal(condition, Condition.DAMAGED)
    return bytes_of_any(eight_of(game.place, k) ^ NOWHERE) & whole


@rule
def unused_ones(game, k):
    """Those of eight units that are sound and have not been used (21.311)."""
    return sound_ones(game, k) & ~bytes_of_any(eight_of(game.inverted, k))


@rule
def ready_ones(book, game, side, k):
    """Those of eight units that are of a side, and can sail."""
    return unused_ones(game, k) & ones_of(book, side, k)


@rule
def is_heavy(book, unit):
    """Capital ships and fast carriers are heavy ships (20.12B)."""
    return book.kind[unit] <= Kind.CARRIER


@rule
def is_of_one_factor(book, unit):
    """Destroyers and escort carriers go factor by factor (20.511C)."""
    return book.kind[unit] >= Kind.DD


@rule
def one_factor_rows(book, k):
    """1 in the bytes of those of eight units that are rows of one-factor ships."""
    kinds = eight_of(book.kind, k)
    return bytes_equal(kinds, Kind.DD) | bytes_equal(kinds, Kind.CVE)


# --- named ships at sea (20.521) ------------------------------------------------------------------------


@rule
def take_hits(book, game, ship, hits, twelves, events):
    """What attacks do to a named ship at sea: hits add up (20.523A, B); twelves: natural twelves among the attacks, for
    each of which a critical hit is rolled for (20.5241A, 20.525)."""
    if hits > 0:
        if game.condition[ship] == Condition.DAMAGED:
            sink(book, game, ship, events)  # 20.5213B
        else:
            game.hits[ship] = min(int(game.hits[ship]) + int(hits), int(book.factors[ship]))  # 20.527
            if game.hits[ship] == book.factors[ship]:
                sink(book, game, ship, events)  # 20.5213A
            elif game.hits[ship] == book.factors[ship] - 1:
                damage(book, game, ship, events)  # 20.5211A
    for _ in range(twelves):
        if is_afloat(game, ship) and is_critical(book, game, ship, 0, events):
            if game.condition[ship] == Condition.DAMAGED:
                sink(book, game, ship, events)  # 20.526B
            else:
                damage(book, game, ship, events)  # 20.526A


@rule
def is_critical(book, game, ship, modifier, events):
    """A die above the size of a named ship; never rolled for cruisers (20.524, 20.528)."""
    if not is_heavy(book, ship):
        return False
    die = roll(game, FACES)
    found = die + modifier > book.factors[ship]
    note(events, Event.CRITICAL, ship, int(found), 0)
    note_die(events, die)
    return found


@rule
def damage(book, game, ship, events):
    """A ship is damaged: slow, and she does not fire any more (20.5212).  In a round of a battle at sea she is screened
    from then on, as those are that are held back."""
    game.condition[ship] = Condition.DAMAGED.value
    game.hurt_now[book.side[ship]] += int(book.factors[ship])
    if is_in_round(game, ship):
        game.held[ship] = 1
    note(events, Event.DAMAGED, ship, 0, 0)


@rule
def is_in_round(game, ship):
    """Whether a ship is in a round of those that are fought off islands and on a map of hexes."""
    return (game.rounds > 0) & (game.force[ship] > 0) & (game.line[ship] != Line.NONE)


@rule
def sink(book, game, ship, events):
    """A ship is sunk at sea, or destroyed in port, and out of play (20.5214, 20.5226); she does not count as damaged in
    the round too (22.6), which she began sound if she stood in the line or was held back."""
    if not is_sound(game, ship) and (game.fronted[ship] == 1 or game.held[ship] == 1):
        game.hurt_now[book.side[ship]] -= int(book.factors[ship])
    game.condition[ship] = Condition.LOST.value
    game.place[ship] = NOWHERE
    game.repair[ship] = 0
    if game.in_group[ship] > 0 and game.convoy == Convoy.NONE:  # a raider, of a group that is out
        game.ships_in[game.in_group[ship] - 1] -= 1
    score_loss(book, game, ship, int(book.factors[ship]))
    note(events, Event.SINKS, ship, 0, 0)


@rule
def score_loss(book, game, unit, factors):
    """Points for factors sunk: of any Axis ship, and of Allied heavy ships; elsewhere than in the Atlantic of named
    ships and of others of either side (H)."""
    game.sunk_now[book.side[unit]] += factors
    if book.theatre != Theatre.ATLANTIC:
        worth = Worth.NAMED_FACTOR.value if is_heavy(book, unit) else Worth.FACTOR.value
        game.points[1 - book.side[unit]] += int(book.worth[worth]) * factors
    elif book.side[unit] == Side.AXIS:
        game.points[Side.ALLIES] += int(book.worth[Worth.AXIS_FACTOR]) * factors
    elif is_heavy(book, unit):
        game.points[Side.AXIS] += int(book.worth[Worth.ALLIED_FACTOR]) * factors


@rule
def is_in_sw_box(book, game, unit):
    """Whether a unit is based in an SW box, which is no port."""
    return game.place[unit] != NOWHERE and book.place_kind[game.place[unit]] == PlaceKind.SW_BOX


@rule
def mend_in_port(book, game, ship):
    """Hits at sea that have not damaged a ship are repaired once she is in port (20.523A)."""
    if is_sound(game, ship) and not is_in_sw_box(book, game, ship):
        game.hits[ship] = 0


# --- named ships in port (20.522) ------------------------------------------------------------------------


@rule
def take_hits_in_port(book, game, ship, hits, twelve, events):
    """What one attack does to a named ship in port: what is too little for damage is repaired at once (20.523C); a ship
    sunk there is destroyed by a critical hit, rolled for once (20.5224A, 20.525), with one for each hit more than it
    took to sink her (20.5242)."""
    size, condition = int(book.factors[ship]), game.condition[ship]
    beyond = 0
    if condition == Condition.SUNK_IN_PORT:
        if hits >= size - 1 and hits > 0:
            sink(book, game, ship, events)  # 20.523C
        elif twelve and is_critical(book, game, ship, 0, events):
            sink(book, game, ship, events)  # 20.526D
        return
    if condition == Condition.DAMAGED and hits > 0:
        beyond = hits - 1
        sink_in_port(game, ship, events)  # 20.5223B
    elif hits >= size:
        beyond = hits - size
        sink_in_port(game, ship, events)  # 20.5223A
    elif hits == size - 1:
        damage(book, game, ship, events)  # 20.5221A
    if game.condition[ship] == Condition.SUNK_IN_PORT:
        if is_critical(book, game, ship, beyond, events):
            sink(book, game, ship, events)  # 20.5225
    elif twelve and is_critical(book, game, ship, 0, events):
        if game.condition[ship] == Condition.DAMAGED:
            sink_in_port(game, ship, events)  # 20.526C
        else:
            damage(book, game, ship, events)  # 20.526A


@rule
def sink_in_port(game, ship, events):
    """A ship is sunk in port, from where she can be raised (20.5224B)."""
    game.condition[ship] = Condition.SUNK_IN_PORT.value
    game.repair[ship] = 0
    note(events, Event.IN_PORT, ship, 0, 0)


# --- light ships (20.53-20.57) ---------------------------------------------------------------------------


@rule
def is_light_of(book, game, unit, side):
    """Whether a unit is among the light ships of a side that fight unscreened."""
    lights, line = int(game.lights[unit]), int(game.line[unit])
    fights = lights > 0 if is_of_one_factor(book, unit) else line == Line.LIGHT
    return (book.side[unit] == side) & fights


@rule
def light_ones(book, game, side, k):
    """`is_light_of` of eight units at a time: 1 in the bytes of those that are."""
    rows, in_line = one_factor_rows(book, k), bytes_equal(eight_of(game.line, k), Line.LIGHT)
    fighting = rows & bytes_of_any(eight_of(game.lights, k)) | ~rows & in_line
    return fighting & ones_of(book, side, k)


@rule
def hits_that_it_takes(book, game, unit):
    """How many hits sink what is there of a unit of light ships: a sound cruiser takes two (20.533)."""
    if is_of_one_factor(book, unit):
        return int(game.lights[unit])
    return 2 - int(game.condition[unit] == Condition.DAMAGED)


@rule
def nation_of(book, unit):
    """With whom a unit shares losses: in the Pacific Australian ships are treated as American ones (21.5391A)."""
    if book.theatre == Theatre.PACIFIC and book.nation[unit] == Nation.AUSTRALIA:
        return Nation.US.value
    return int(book.nation[unit])


@rule
def hit_light_ships(book, game, side, hits, events):
    """Hits on the light ships of a side: shared between nations (20.57), and in each between cruisers and one-factor
    ships (20.551); what is beyond their number is ignored (20.56)."""
    if hits == 0:
        return
    for kind in range(SHARING):
        game.kinds[kind] = 0
    for k in eights_of(game):
        left = light_ones(book, game, side, k)
        while left != 0:
            unit = first_of(left, k)
            left &= left - 1
            game.kinds[nation_of(book, unit)] += hits_that_it_takes(book, game, unit)
    share_losses(book, game, hits)
    for nation in range(NATIONS):
        if game.shares[nation] > 0:
            lose_light_ships(book, game, side, nation, int(game.shares[nation]), events)


@rule
def share_losses(book, game, hits):
    """Divide losses equally among those that share them, none of which loses more than it has; what is left over goes
    one by one to those with most factors, of these to the lower modifier (20.57)."""
    left, had = int(hits), 0
    for kind in range(SHARING):
        game.shares[kind] = 0
        had += int(game.kinds[kind])
    left = min(left, had)
    while left > 0:
        sharing = 0
        for kind in range(SHARING):
            sharing += int(game.shares[kind] < game.kinds[kind])
        each = left // sharing
        if each == 0:
            share_remnant(book, game, left)
            return
        for kind in range(SHARING):
            taken = min(each, int(game.kinds[kind]) - int(game.shares[kind]))
            game.shares[kind] += taken
            left -= taken


@rule
def share_remnant(book, game, left):
    """One loss each for those that come first (20.57)."""
    had_one = 0
    for _ in range(left):
        chosen = -1
        for kind in range(SHARING):
            if game.shares[kind] < game.kinds[kind] and had_one >> kind & 1 == 0:
                if chosen < 0 or comes_before(book, game, kind, chosen):
                    chosen = kind
        game.shares[chosen] += 1
        had_one |= 1 << chosen


@rule
def comes_before(book, game, kind, other):
    """Whether one takes a remnant rather than another (20.57)."""
    if game.kinds[kind] != game.kinds[other]:
        return game.kinds[kind] > game.kinds[other]
    return drm_of_kind(book, kind) < drm_of_kind(book, other)


@rule
def drm_of_kind(book, kind):
    """The modifier of a nation; that of transports is Britain's."""
    return int(book.drm[Nation.BRITAIN if kind == TRANSPORTS else kind])


@rule
def lose_light_ships(book, game, side, nation, hits, events):
    """The losses of one nation in one attack, hit by hit (20.532, 20.551); its destroyers and escort carriers lose
    equally (20.552)."""
    stage, lost = DAMAGE_IT, 0
    destroyers, carriers = factors_of_kind(book, game, side, nation, 0), factors_of_kind(book, game, side, nation, 1)
    for _ in range(hits):
        cruiser = cruiser_hit(book, game, side, nation, stage)
        kind = (lost + int(carriers > destroyers)) % 2
        if factors_of_kind(book, game, side, nation, kind) == 0:
            kind = 1 - kind
        row = row_hit(book, game, side, nation, Kind.CVE if kind == 1 else Kind.DD)
        if cruiser >= 0 and (stage < FIRST_OF_ONE_FACTOR or row < 0):
            if game.condition[cruiser] == Condition.SOUND:
                damage(book, game, cruiser, events)
                game.hits[cruiser] = 1
                stage = SINK_IT
            else:
                sink(book, game, cruiser, events)
                game.line[cruiser] = Line.NONE.value
                stage = FIRST_OF_ONE_FACTOR
        else:
            lose_factor(book, game, row, events)
            lost += 1
            if stage >= FIRST_OF_ONE_FACTOR:
                stage = (stage + 1) % CYCLE


@rule
def factors_of_kind(book, game, side, nation, kind):
    """Factors of a nation's destroyers, or of its escort carriers (1), in the battle."""
    factors = 0
    for unit in units_of(game):
        if is_of_one_factor(book, unit) and is_light_of(book, game, unit, side) and nation_of(book, unit) == nation:
            factors += int(game.lights[unit]) * int((book.kind[unit] == Kind.CVE) == (kind == 1))
    return factors


@rule
def cruiser_hit(book, game, side, nation, stage):
    """The cruiser that a hit falls on, -1 where there is none: a sound one, but the one just damaged is sunk first."""
    found = -1
    for unit in units_of(game):
        if book.kind[unit] == Kind.CA and is_light_of(book, game, unit, side) and nation_of(book, unit) == nation:
            damaged = game.condition[unit] == Condition.DAMAGED
            if damaged == (stage == SINK_IT):
                return unit
            if found < 0:
                found = unit
    return found


@rule
def row_hit(book, game, side, nation, kind):
    """The row of a kind of one-factor ships that loses one: that with most, of destroyers last one all of which carry
    cargo, so that none is lost without need (20.59); -1 where there is none."""
    found, most, spares = NOBODY, 0, 0
    for unit in units_of(game):
        if book.kind[unit] == kind and is_light_of(book, game, unit, side) and nation_of(book, unit) == nation:
            goes_along, lights = int(game.carrying[unit] < game.force[unit]), int(game.lights[unit])
            if found == NOBODY or goes_along > spares or (goes_along == spares and lights > most):
                found, most, spares = unit, lights, goes_along
    return found


@rule
def lose_factor(book, game, row, events):
    """A one-factor ship in the battle is sunk (20.541): one less of those that have been sent."""
    game.lights[row] -= 1
    if game.group > 0 and game.sent[game.group - 1, book.row[row]] > 0:
        game.sent[game.group - 1, book.row[row]] -= 1
        game.engaged[row] = max(0, int(game.engaged[row]) - 1)
    lose_strength(book, game, row, events)


@rule
def lose_strength(book, game, row, events):
    """A row has one factor less."""
    game.strength[row] -= 1
    score_loss(book, game, row, 1)
    note(events, Event.LIGHT_LOST, row, 1, 0)
    if game.strength[row] == 0:
        game.place[row] = NOWHERE
        game.condition[row] = Condition.LOST.value


@rule
def lose_base(book, game, unit, events):
    """A unit that has nowhere to go is lost."""
    if not is_of_one_factor(book, unit):
        sink(book, game, unit, events)
        return
    for _ in range(int(game.strength[unit])):
        game.lights[unit] = game.strength[unit]
        lose_factor(book, game, unit, events)
    game.lights[unit] = 0
