"""Raiders met on their way to an SW box, or on their way home (21.533D, 21.538B, with 22.2 as the rulings have it)."""

from aw_env.core.engine.arrays import bytes_equal, eight_of
from aw_env.core.engine.compiling import rule
from aw_env.core.engine.dice import roll
from aw_env.core.engine.events import note, note_die
from aw_env.core.engine.sets import bit, has, lowest
from aw_env.core.engine.stack import ask
from aw_env.games.world_at_war.records.kinds import (
    FACES,
    NOBODY,
    NOWHERE,
    PLACES,
    Decision,
    Event,
    Kind,
    Nation,
    Option,
    Phase,
    Side,
)
from aw_env.games.world_at_war.records.record import FIRST_UNIT
from aw_env.games.world_at_war.rules.damage import is_afloat, is_of_one_factor, is_sound, ready_ones
from aw_env.games.world_at_war.rules.detection import begin_detection, factors_free, reveal, send, use
from aw_env.games.world_at_war.rules.fleet_combat import LAST_ROUND, fight_round, loser_of_round, pair_off
from aw_env.games.world_at_war.rules.raid_combat import (
    AXIS_SCREENING,
    BOTH_SIDES,
    american_factors,
    enter_battle,
    has_place_in_force,
    leave_battle,
    sent_of,
    sides_left,
)
from aw_env.games.world_at_war.rules.raids import way
from aw_env.games.world_at_war.rules.units import eights_of, first_of, has_twin, units_of

CHOOSING, SCREENING, AIMING, LEAVING, FOLLOWING = 0, 1, 2, 3, 4
"""Steps: who intercepts; then of a round: who is screened, at what is fired, whether the loser of the round stays, and
whether the other side does."""
AGAINST_RAIDERS, MOST_SEARCHING, MOST_DICE, AIR_ADVANTAGE = 1, 3, 8, 2
"""Dice against raiders, the most for squadrons and the most in all (22.2); squadrons that are an air advantage."""


@rule
def intercept(book, game, events):
    """Each port that can asks whether it tries, for each group that can be met; then the raid goes on."""
    if game.group > game.groups:  # on their way home groups pass on to `raids.return_home`
        game.engagement = int(game.groups > 0)
        begin_detection(game)
        return False
    if game.step != CHOOSING:
        return fight(book, game, events)
    if can_be_met(book, game, int(game.group)):
        still_to_ask = ports_that_can_try(book, game) >> int(game.cursor)
        if still_to_ask != 0:
            game.cursor += lowest(still_to_ask)
            return ask(book, game, Decision.INTERCEPT, Side.ALLIES, game.cursor)
    pass_on(game)
    return False


@rule
def pass_on(game):
    """The next group; or on its way home a group has arrived."""
    game.cursor = 0
    game.group += 1
    if game.engagement == 2:
        game.phase = Phase.RETURN.value


@rule
def can_be_met(book, game, number):
    """A group that sailed as a task force, which it is until it is home (20.163), or where the Allies have an air or a
    codebreaking advantage; not one from or to Bergen, nor one that was at sea when the war began (21.533D, 21.538B)."""
    port = way(book, game, number)
    if game.ships_in[number - 1] == 0 or port == NOWHERE:
        return False
    was_at_sea = 0
    for ship in units_of(game):
        was_at_sea |= int((game.in_group[ship] == number) & (game.at_sea[ship] == 1))
    if was_at_sea == 1:
        return False
    if game.large[number - 1] == 1 or book.ultra[game.turn] > 0:
        return True
    return searching(book, game, port) >= AIR_ADVANTAGE


@rule
def searching(book, game, port):
    """Squadrons that search the way of raiders from a port (22.2)."""
    return min(int(book.spotting[port]), MOST_SEARCHING) if game.turn >= book.spotting_from else 0


@rule
def may_intercept(book, game, unit):
    """Ships that are sound and not used, those of the US once it is at war (21.14E); no carriers (H).  Boxes, from
    which nobody intercepts (21.14C, 21.18A, 22.11), lie at no distance from the way of raiders."""
    if book.side[unit] != Side.ALLIES or not is_sound(game, unit) or game.inverted[unit] == 1:
        return False
    if book.nation[unit] == Nation.US and game.turn < book.us_war:
        return False
    if book.kind[unit] == Kind.CARRIER or book.kind[unit] == Kind.CVE:
        return False
    return factors_free(book, game, unit) > 0


@rule
def ports_that_can_try(book, game):
    """Ports within reach of the group with ships that may intercept it, or any while a force is formed, as a set."""
    met_from, within_reach, with_ships = way(book, game, int(game.group)), 0, 0
    for place in range(PLACES):
        within_reach |= int(book.distance[met_from, place] > 0) << place
    forming = int(force_factors(book, game) > 0)
    for unit in units_of(game):
        forming |= int(game.against[unit] == game.group)
    if forming == 1:
        return within_reach
    for k in eights_of(game):
        left = ready_ones(book, game, Side.ALLIES, k)
        while left != 0:
            unit = first_of(left, k)
            left &= left - 1
            if has(within_reach & ~with_ships, game.place[unit]) and may_intercept(book, game, unit):
                with_ships |= bit(game.place[unit])
    return within_reach & with_ships


@rule
def force_factors(book, game):
    """Factors that try to intercept the group."""
    factors = 0
    for unit in units_of(game):
        factors += int(game.against[unit] == game.group) * int(book.factors[unit])
    for row in range(game.sent.shape[1]):
        factors += int(game.sent[game.group - 1, row])
    return factors


@rule
def mask_intercept(book, game, mask):
    """Ship by ship, as a task force or fewer than ten factors have room (20.162)."""
    place, factors, american = int(game.subject), force_factors(book, game), american_factors(book, game, game.group)
    mask[Option.DONE] = 1
    for k in eights_of(game):
        left = ready_ones(book, game, Side.ALLIES, k) & bytes_equal(eight_of(game.place, k), place)
        while left != 0:
            unit = first_of(left, k)
            left &= left - 1
            if may_intercept(book, game, unit) and not has_twin(book, game, unit):
                more = 1 if is_of_one_factor(book, unit) else int(book.factors[unit])
                mask[FIRST_UNIT + unit] = int(has_place_in_force(book, unit, factors, american, more))


@rule
def take_intercept(book, game, action, events):
    """Another ship joins; or the dice are rolled, if any does: they must cover the distance."""
    if action != Option.DONE:
        send(book, game, action - FIRST_UNIT, int(game.group), events)
        return
    if force_factors(book, game) == 0:
        game.cursor += 1
        return
    place, total = int(game.cursor), 0
    number = interception_dice(book, game)
    note(events, Event.INTERCEPTION, game.group, place, 0)
    for _ in range(number):
        die = roll(game, FACES)
        note_die(events, die)
        total += die
    if number > 0 and total >= book.distance[way(book, game, int(game.group)), place]:
        for ship in units_of(game):
            if game.in_group[ship] == game.group:
                reveal(game, ship, events)
        game.step, game.rounds = SCREENING, 0
    else:
        release(game)
        game.cursor += 1


@rule
def interception_dice(book, game):
    """How many dice (22.2): one more for each searching squadron and for a codebreaking advantage; one less for slow
    ships, and against a group that did not sail as a task force (20.163)."""
    dice = AGAINST_RAIDERS + searching(book, game, way(book, game, int(game.group))) + int(book.ultra[game.turn] > 0)
    dice -= int(game.large[game.group - 1] == 0)
    for unit in units_of(game):
        if game.against[unit] == game.group and book.slow[unit] == 1:
            return max(0, min(dice - 1, MOST_DICE))
    return max(0, min(dice, MOST_DICE))


@rule
def release(game):
    """The force is not sent against the group any more; who did not find it is free for other tasks."""
    for unit in units_of(game):
        if game.against[unit] == game.group:
            game.against[unit] = 0
    for row in range(game.sent.shape[1]):
        game.sent[game.group - 1, row] = 0


# --- the battle on the way -------------------------------------------------------------------------------


@rule
def fight(book, game, events):
    """Rounds of fleet combat, until a side leaves or has nothing undamaged left."""
    if game.step == SCREENING:
        if game.rounds == LAST_ROUND or sides_left(book, game) != BOTH_SIDES:
            end_fight(book, game, events)
            return False
        return ask(book, game, Decision.SCREEN, Side.ALLIES, NOBODY)
    if game.step == AXIS_SCREENING:
        return ask(book, game, Decision.SCREEN, Side.AXIS, NOBODY)
    if game.step == AIMING:
        if fight_round(book, game, NOBODY, events):
            return True
        leave_battle(book, game)
        game.rounds += 1
        game.step = LEAVING
    if sides_left(book, game) != BOTH_SIDES:
        game.step = SCREENING
        return False
    loser = loser_of_round(game, Side.ALLIES.value)
    return ask(book, game, Decision.WITHDRAW, loser if game.step == LEAVING else 1 - loser, NOBODY)


@rule
def line_up(book, game):
    """Both sides form their lines for a round."""
    enter_battle(book, game)
    pair_off(book, game)
    game.step, game.cursor = AIMING, 0


@rule
def take_withdraw(book, game, action, events):
    """A side leaves, the loser of the round saying first; or the next round begins (22.6)."""
    if action == Option.YES:
        note(events, Event.WITHDRAWS, game.power, 0, 0)
        if game.power == Side.AXIS:
            turn_back(book, game, events)
        after(book, game)
    else:
        game.step = FOLLOWING if game.step == LEAVING else SCREENING


@rule
def end_fight(book, game, events):
    """Raiders with nothing undamaged turn back; the interceptors have been used."""
    if not has(sides_left(book, game), Side.AXIS):
        turn_back(book, game, events)
    after(book, game)


@rule
def after(book, game):
    """The interceptors go home, used, of a row as many factors as met the group (21.311); the group goes on."""
    for unit in units_of(game):
        use(book, game, unit, int(game.against[unit] == game.group) + sent_of(book, game, unit, int(game.group)))
    release(game)
    game.step = CHOOSING
    pass_on(game)


@rule
def turn_back(book, game, events):
    """On their way out, raiders that are beaten go back to port; they have been used.  On their way home they go on."""
    if game.engagement == 2:
        return
    for ship in units_of(game):
        if game.in_group[ship] == game.group and is_afloat(game, ship):
            game.in_group[ship] = game.seen_in[ship] = 0
            game.inverted[ship] = 1
    game.ships_in[game.group - 1] = 0
    note(events, Event.TURNS_BACK, game.group, 0, 0)
