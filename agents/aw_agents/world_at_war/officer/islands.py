"""The officer's answers among the islands of the Pacific.  It reads nothing that its side does not know: of a force
that has not been seen only that it is a task force."""

from aw_env.core.engine.compiling import rule
from aw_env.games.world_at_war.records.kinds import LEG, PLACES, Kind, Option, Side
from aw_env.games.world_at_war.records.record import FIRST_PLACE, FIRST_UNIT
from aw_env.games.world_at_war.rules.air_strikes import squadrons_aboard, squadrons_near
from aw_env.games.world_at_war.rules.bases import may_change_base
from aw_env.games.world_at_war.rules.battle_rounds import sound_factors
from aw_env.games.world_at_war.rules.damage import is_heavy, is_of_one_factor, is_sound
from aw_env.games.world_at_war.rules.island_forces import may_come
from aw_env.games.world_at_war.rules.island_raids import most_planes
from aw_env.games.world_at_war.rules.ranges import enemy_of
from aw_env.games.world_at_war.rules.units import units_of

USUAL_TASK_FORCE = 13.0
"""Factors of a task force that has not been seen."""
CLOSE = 12
"""Hexes within which islands are raided or defended from a base."""


@rule
def score_target(book, game, doctrine, action):
    """Hexes to which more comes of us than of the enemy, the nearest to our ships first."""
    if action == Option.DONE:
        return 0.0
    side, place = int(game.power), action - FIRST_PLACE
    ours, theirs = factors_close(book, game, side, place), factors_close(book, game, enemy_of(side), place)
    if ours < 3.0:
        return -1.0
    return 1.0 + doctrine.raid * min(ours, 15.0) - min(theirs, 15.0)


@rule
def factors_close(book, game, side, place):
    """Factors of fast ships of a side that are ready within reach of a place."""
    factors = 0.0
    for unit in units_of(game):
        if book.side[unit] == side and is_sound(game, unit) and game.inverted[unit] == 0 and book.slow[unit] == 0:
            if book.hexes[game.place[unit], place] <= CLOSE:
                factors += game.strength[unit]
    return factors


@rule
def score_time(book, game, action):
    """By day if more aircraft are ours than theirs, else by night."""
    side = int(game.power)
    ours, theirs = aircraft_close(book, game, side), aircraft_close(book, game, enemy_of(side))
    return float(int((action == Option.DAY) == (ours > theirs)))


@rule
def aircraft_close(book, game, side):
    """Squadrons of a side that could come, from where its carriers were seen last."""
    count = float(squadrons_near(book, game, side))
    for unit in units_of(game):
        if book.kind[unit] == Kind.CARRIER and book.side[unit] == side and is_sound(game, unit):
            if game.inverted[unit] == 0 and book.hexes[game.place[unit], game.raiding] <= CLOSE:
                count += game.squadrons[unit]
    return count


@rule
def score_force(book, game, doctrine, action):
    """Raiders bring all that they may; defenders as well, unless they are too weak to fight at all."""
    side = int(game.power)
    hopeless = side != game.moving and could_bring(book, game, side) < doctrine.defend * seen_factors(book, game)
    if action == Option.DONE:
        return 9.0 if hopeless else 0.5
    unit = action - FIRST_UNIT
    if is_of_one_factor(book, unit):
        return 2.0
    carrier = float(int(book.kind[unit] == Kind.CARRIER))
    return 1.0 + 0.5 * book.factors[unit] + doctrine.carriers * carrier


@rule
def could_bring(book, game, side):
    """Factors that could oppose the raid, as far as five ships of three make them."""
    factors = 0.0
    for unit in units_of(game):
        if may_come(book, game, unit, side):
            factors += game.strength[unit]
    return min(factors, 15.0)


@rule
def seen_factors(book, game):
    """Factors of the enemy's force, as far as they are known."""
    enemy = enemy_of(game.power)
    factors = 0.0
    for unit in units_of(game):
        if book.side[unit] == enemy and game.force_seen[unit] > 0:
            factors += game.force_seen[unit] if is_of_one_factor(book, unit) else book.factors[unit]
    return USUAL_TASK_FORCE if factors == 0.0 and game.task_force[enemy] == 1 else factors


@rule
def score_withdrawal(book, game, doctrine):
    """Whether to leave: the enemy is so much stronger; a defender holds out for a second round, which saves a
    transport."""
    side = int(game.power)
    ours, theirs = float(sound_factors(book, game, side)), sound_factors_seen(book, game, enemy_of(side))
    limit = doctrine.leave
    if side != game.moving and game.rounds == 1:
        limit += doctrine.hold_out
    return theirs > limit * ours


@rule
def sound_factors_seen(book, game, side):
    """Undamaged factors of the force of the enemy's, as its battle has shown them."""
    factors = 0.0
    for unit in units_of(game):
        if book.side[unit] == side and game.force_seen[unit] > 0 and is_sound(game, unit):
            factors += game.force_seen[unit] if is_of_one_factor(book, unit) else book.factors[unit]
    return factors


@rule
def score_share(book, game, doctrine, most, share, action):
    """A count, the nearer to a share of all the better."""
    return -abs(share * most - (action - Option.COUNT_0))


@rule
def score_cap(book, game, doctrine, action):
    most = float(squadrons_aboard(book, game, int(game.power)))
    return score_share(book, game, doctrine, most, doctrine.patrol, action)


@rule
def score_planes(book, game, doctrine, action):
    return score_share(book, game, doctrine, float(most_planes(book, game, int(game.power))), 1.0, action)


@rule
def score_counterair(book, game, doctrine, action):
    most = float(game.striking[game.power])
    return score_share(book, game, doctrine, most, doctrine.counterair, action)


@rule
def score_cover(book, game, doctrine, action):
    most = float(game.planes[game.power] - game.grounded[game.power])
    return score_share(book, game, doctrine, most, doctrine.cover, action)


@rule
def score_bombs(book, game, action):
    """Carriers first, then ships that few more hits sink; light ships rather than none."""
    if action == Option.DONE:
        return 0.0
    if action == Option.LIGHT:
        return 2.0
    target = action - FIRST_UNIT
    carrier = float(int(book.kind[target] == Kind.CARRIER))
    return 2.5 + 3.0 * carrier * float(int(is_sound(game, target))) + game.hits[target] - 0.1 * book.factors[target]


@rule
def score_bombers(game, action):
    """All on one target, up to four."""
    return -abs(4.0 - (action - Option.COUNT_0))


@rule
def score_base(book, game, place):
    """How many islands are close to a base: it is from there that they are raided and defended."""
    count = 0.0
    for island in range(PLACES):
        if book.group_of[island] >= 0 and book.hexes[place, island] <= LEG:
            count += 1.0 + float(int(game.control[island] != game.moving))
    return count


@rule
def score_ship_that_moves(book, game, doctrine, action):
    """Fast ships go where more islands are close."""
    if action == Option.DONE:
        return 0.5
    unit = action - FIRST_UNIT
    if book.slow[unit] == 1:
        return 0.0
    here = score_base(book, game, int(game.place[unit]))
    for place in range(PLACES):
        if may_change_base(book, game, unit, place) and score_base(book, game, place) >= here + doctrine.forward:
            return 1.0
    return 0.0


@rule
def score_build_there(book, game, doctrine, action):
    """Ships are mended first, the large ones before the others; the US builds transports early on."""
    if action == Option.DONE:
        return 0.0
    if action >= FIRST_UNIT:
        ship = action - FIRST_UNIT
        return (1.0 + book.factors[ship]) * float(2 - book.slow[ship]) + float(int(is_heavy(book, ship)))
    if action >= FIRST_PLACE:
        return doctrine.port * (score_base(book, game, action - FIRST_PLACE) - 5.0)
    return 0.1 if game.moving == Side.ALLIES and game.turn <= 3 else -1.0
