"""Combat between raiders in an SW box and the defenders who engage them (21.535)."""

from aw_env.core.engine.arrays import bytes_equal, eight_of
from aw_env.core.engine.compiling import rule
from aw_env.core.engine.sets import bit
from aw_env.core.engine.stack import ask
from aw_env.games.world_at_war.records.kinds import (
    NOBODY,
    Decision,
    Kind,
    Nation,
    Option,
    Phase,
    Side,
)
from aw_env.games.world_at_war.records.record import FIRST_UNIT
from aw_env.games.world_at_war.rules.air import ask_strikes
from aw_env.games.world_at_war.rules.damage import (
    MOST_FACTORS,
    afloat_ones,
    is_afloat,
    is_of_one_factor,
    is_sound,
    one_factor_rows,
)
from aw_env.games.world_at_war.rules.detection import is_engaged
from aw_env.games.world_at_war.rules.fleet_combat import clear_lines, draw_up, fight_round, forget_losses, pair_off
from aw_env.games.world_at_war.rules.task_forces import TASK_FORCE
from aw_env.games.world_at_war.rules.units import eights_of, first_of, has_twin, is_among, ones_of, units_of

BEGIN, HOLDING, SCREENING, STRIKING, AIMING = 0, 1, 2, 3, 4
"""Steps of a battle."""
AXIS_SCREENING = 6
"""The step in which the Axis screens ships, in battles on the way and of convoys too."""
BOTH_SIDES = 1 << Side.AXIS | 1 << Side.ALLIES


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
    if game.step == AXIS_SCREENING:
        return ask(book, game, Decision.SCREEN, Side.AXIS, NOBODY)
    if game.step == STRIKING:
        if ask_strikes(book, game, events):
            return True
        pair_off(book, game)
        game.step, game.cursor = AIMING, 0
    if fight_round(book, game, Side.AXIS.value if game.engagement == 1 else NOBODY, events):
        return True
    leave_battle(book, game)
    game.step = BEGIN
    game.group += 1
    return False


@rule
def raiders_withhold(game):
    """Whether the battle is that of the first engagement, in which raiders are withheld, for the transports; in every
    other both sides screen ships (21.5361B, 22.5)."""
    return (game.phase == Phase.BATTLE) & (game.engagement == 1)


@rule
def those_in_battle(game, k):
    """1 in the bytes of those of eight units that are in the battle of the group that is resolved."""
    of_it = bytes_equal(eight_of(game.in_group, k), game.group) | bytes_equal(eight_of(game.against, k), game.group)
    return of_it & afloat_ones(game, k)


@rule
def takes_part(game, unit):
    """Whether a ship is in the battle of the group that is resolved: a raider of it, or a defender."""
    return is_among(those_in_battle(game, unit >> 3), unit)


@rule
def can_stand(book, game, unit):
    """Whether a ship fights unscreened: undamaged, not held back, and no carrier."""
    return is_sound(game, unit) & (game.held[unit] == 0) & (book.kind[unit] != Kind.CARRIER)


@rule
def front_of(book, game, side):
    """How many of a side's ships and factors of one-factor ships fight unscreened."""
    count = factors_sent(book, game, side, int(game.group))
    for k in eights_of(game):
        left = those_in_battle(game, k) & ones_of(book, side, k)
        while left != 0:
            count += int(can_stand(book, game, first_of(left, k)))
            left &= left - 1
    return count


@rule
def sides_left(book, game):
    """The sides that have anything undamaged in the battle, also a carrier, as a set: the others have lost (22.6,
    22.8)."""
    sides = 0
    for k in eights_of(game):
        in_battle = those_in_battle(game, k)
        left = in_battle | one_factor_rows(book, k)
        while left != 0 and sides != BOTH_SIDES:
            unit = first_of(left, k)
            left &= left - 1
            if (is_among(in_battle, unit) and is_sound(game, unit)) or sent_of(book, game, unit, int(game.group)) > 0:
                sides |= bit(book.side[unit])
    return sides


@rule
def factors_sent(book, game, side, number):
    """Factors of one-factor ships of a side that sail against a group, or in a force that meets a convoy."""
    factors = 0
    for k in eights_of(game):
        left = one_factor_rows(book, k)
        while left != 0:
            unit = first_of(left, k)
            left &= left - 1
            if book.side[unit] == side:
                factors += sent_of(book, game, unit, number)
    return factors


@rule
def sent_of(book, game, unit, number):
    """Factors of a row of one-factor ships that sail against a group, or in a force that meets a convoy."""
    if not is_of_one_factor(book, unit) or book.factors[unit] == 0:
        return 0
    return int(game.sent[number - 1, book.row[unit]])


@rule
def american_factors(book, game, number):
    """Factors of American ships that protect a convoy, or that are to meet a group on its way."""
    factors = 0
    for unit in units_of(game):
        if book.nation[unit] == Nation.US:
            sails = int(game.against[unit] == number)
            factors += sails * int(book.factors[unit]) + sent_of(book, game, unit, number)
    return factors


@rule
def has_place_in_force(book, unit, factors, american, more):
    """Whether a unit may bring more factors to an Allied force of so many, some of them American: up to the twenty-five
    of a task force, which is of one major power, while fewer than ten, which are none, may be of several (20.162A, C,
    20.164E, 21.312)."""
    of_others = factors - american if book.nation[unit] == Nation.US else american
    return factors + more <= (MOST_FACTORS if of_others == 0 else TASK_FORCE - 1)


@rule
def mask_hold(book, game, mask):
    """Any ship may be withheld or screened, as long as another stands in the line (21.5361B)."""
    mask[Option.DONE] = 1
    several = front_of(book, game, int(game.power)) > 1
    for k in eights_of(game):
        left = those_in_battle(game, k) & ones_of(book, int(game.power), k)
        while left != 0:
            unit = first_of(left, k)
            left &= left - 1
            if several and can_stand(book, game, unit):
                mask[FIRST_UNIT + unit] = int(not has_twin(book, game, unit))
            elif game.decision == Decision.WITHHOLD and may_keep_aircraft(book, game, unit):
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
    game.step, game.cursor = STRIKING, NOBODY


@rule
def enter_battle(book, game):
    """Both lines form; withheld raiders neither fire nor are fired at."""
    clear_lines(game)
    forget_losses(game)
    for unit in units_of(game):
        if is_of_one_factor(book, unit):
            game.lights[unit] = sent_of(book, game, unit, int(game.group))
        elif takes_part(game, unit) and not is_withheld(book, game, unit):
            draw_up(book, game, unit)


@rule
def is_withheld(book, game, unit):
    """Whether a raider is kept out of the battle."""
    return (book.side[unit] == Side.AXIS) & (game.held[unit] == 1) & raiders_withhold(game)


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
        if not is_withheld(book, game, unit):
            game.held[unit] = 0
    if game.phase == Phase.BATTLE:
        game.cleared[game.group - 1] = int(cleared)
    clear_lines(game)
