"""Convoys: who protects transports at work, and who intercepts them (20.65, 21.315, 21.424, 21.65, 21.66, with 22.2 as
the rulings have it).

Supply, oil and BRPs for Britain sail together for mutual protection (21.65I); troops sail by themselves.  While a
convoy sails, its protectors and who intercepts it are the two sides of group 1, as defenders and raiders are.
"""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.dice import roll
from aw_env.core.engine.events import note, note_die
from aw_env.core.engine.sets import bit, has, lowest
from aw_env.core.engine.stack import ask
from aw_env.games.world_at_war.records.kinds import (
    FACES,
    NOBODY,
    PLACES,
    Box,
    Cargo,
    Convoy,
    Decision,
    Event,
    Front,
    Kind,
    Nation,
    Option,
    Phase,
    PlaceKind,
    Side,
    Worth,
)
from aw_env.games.world_at_war.records.record import FIRST_UNIT
from aw_env.games.world_at_war.rules.cargo import (
    FACTORS_A_TRANSPORT,
    fail_grants,
    fire_at_cargo,
    transports_in_convoy,
)
from aw_env.games.world_at_war.rules.damage import (
    MOST_FACTORS,
    is_in_sw_box,
    is_of_one_factor,
    is_sound,
    mend_in_port,
    ready_ones,
)
from aw_env.games.world_at_war.rules.detection import factors_free
from aw_env.games.world_at_war.rules.fleet_combat import (
    LAST_ROUND,
    drm_of,
    fight_round,
    loser_of_round,
    pair_off,
)
from aw_env.games.world_at_war.rules.raid_combat import (
    AXIS_SCREENING,
    BOTH_SIDES,
    american_factors,
    enter_battle,
    factors_sent,
    has_place_in_force,
    leave_battle,
    sent_of,
    sides_left,
)
from aw_env.games.world_at_war.rules.task_forces import TASK_FORCE
from aw_env.games.world_at_war.rules.units import eights_of, first_of, has_twin, units_of

PROTECTING, HUNTING, SCREENING, AIMING, LEAVING, FOLLOWING = 0, 1, 2, 3, 4, 5
"""Steps: who protects the convoy, who intercepts it; then of a round: who is screened, at what is fired, whether the
loser of the round stays, and whether the other side does."""
AGAINST_CONVOYS, MOST_DICE = 4, 8
"""Dice against supply, transport and escort, and the most in all (22.2)."""
FORCE = 1
"""The number of the group as which who intercepts a convoy, and who protects it, fight."""


@rule
def set_out(game, convoy, events):
    """The transports of a convoy sail."""
    game.convoy = convoy
    game.phase, game.step, game.cursor = Phase.CONVOY.value, PROTECTING, 0
    game.groups = game.group = FORCE
    game.rounds = 0
    if transports_in_convoy(game) > 0:
        note(events, Event.CONVOY_SAILS, convoy, transports_in_convoy(game), 0)


@rule
def conduct(book, game, events):
    """Protectors are named before the enemy is asked (20.65); then each port that can tries to intercept."""
    if transports_in_convoy(game) == 0 and game.step <= HUNTING:
        go_on(book, game)
        return False
    if game.step == PROTECTING:
        if is_threatened(book, game) and can_be_protected(book, game):
            return ask(book, game, Decision.PROTECT, Side.ALLIES, NOBODY)
        game.step, game.cursor = HUNTING, 0
    if game.step != HUNTING:
        return fight(book, game, events)
    still_to_ask = ports_that_can_try(book, game) >> int(game.cursor)
    if still_to_ask != 0:
        game.cursor += lowest(still_to_ask)
        return ask(book, game, Decision.INTERCEPT, Side.AXIS, game.cursor)
    arrive(book, game, events)
    return False


# --- who protects (20.65, 21.424, 21.65F, G) -------------------------------------------------------------


@rule
def is_threatened(book, game):
    """Whether any port could intercept the convoy if it is protected."""
    return ports_within_reach(book, game, TASK_FORCE) & ports_with_hunters(book, game) != 0


@rule
def can_be_protected(book, game):
    for k in eights_of(game):
        left = ready_ones(book, game, Side.ALLIES, k)
        while left != 0:
            if may_protect(book, game, first_of(left, k)):
                return True
            left &= left - 1
    return False


@rule
def may_protect(book, game, unit):
    """Sound ships that have not been used, of the US only once it is at war (21.14E): those of the SW box (20.65)
    unless they have come this turn (21.32), those of the box from which the convoy sails (21.14E), and with destroyers
    that carry troops also those of other ports of the western front (21.435E)."""
    if book.side[unit] != Side.ALLIES or not is_sound(game, unit) or game.inverted[unit] == 1:
        return False
    if book.nation[unit] == Nation.US and game.turn < book.us_war:
        return False
    if game.carrying[unit] > 0 or factors_free(book, game, unit) <= 0:
        return False
    if not protects_from(book, game, unit, int(game.place[unit])):
        return False
    return book.kind[unit] != Kind.CARRIER or fleet_to_spare(book, game) >= book.factors[unit]


@rule
def protects_from(book, game, unit, place):
    """Whether a unit may protect the convoy from where it is."""
    if place == book.box_place[Box.ATLANTIC]:
        return game.moved[unit] == 0
    if game.convoy == Convoy.SEA_TRANSPORT:
        return has(book.fronts[place], Front.WESTERN)
    return book.place_kind[place] == PlaceKind.BOX and book.supply_box[place] == Box.ATLANTIC


@rule
def fleet_to_spare(book, game):
    """Fast fleet factors among the protectors beyond those of fast carriers (21.313)."""
    factors = 0
    for unit in units_of(game):
        if book.kind[unit] == Kind.CARRIER and game.against[unit] == FORCE:
            factors -= int(book.factors[unit])
        elif book.slow[unit] == 0:
            factors += int(book.factors[unit]) * int(game.against[unit] == FORCE)
            factors += sent_of(book, game, unit, FORCE) * int(book.side[unit] == Side.ALLIES)
    return factors


@rule
def protecting_factors(book, game):
    """Factors that protect the convoy."""
    factors = factors_sent(book, game, Side.ALLIES, FORCE)
    for unit in units_of(game):
        protects = (book.side[unit] == Side.ALLIES) & (game.against[unit] == FORCE)
        factors += int(protects) * int(book.factors[unit])
    return factors


@rule
def mask_protect(book, game, mask):
    """Ship by ship, as a task force or fewer than ten factors have room (20.162); who protects is seen (20.165)."""
    factors, american = protecting_factors(book, game), american_factors(book, game, FORCE)
    mask[Option.DONE] = 1
    for k in eights_of(game):
        left = ready_ones(book, game, Side.ALLIES, k)
        while left != 0:
            unit = first_of(left, k)
            left &= left - 1
            if may_protect(book, game, unit) and not has_twin(book, game, unit):
                more = factors_free(book, game, unit)
                mask[FIRST_UNIT + unit] = int(has_place_in_force(book, unit, factors, american, more))


@rule
def take_protect(book, game, action, events):
    """A ship, or a row of one-factor ships, joins; or all have been named."""
    if action == Option.DONE:
        game.step, game.cursor = HUNTING, 0
        return
    join(book, game, action - FIRST_UNIT, Event.PROTECTS.value, events)


@rule
def join(book, game, unit, event, events):
    """A unit joins its side's force, a row with all that is not used."""
    if is_of_one_factor(book, unit):
        game.sent[FORCE - 1, book.row[unit]] = factors_free(book, game, unit)
    elif book.side[unit] == Side.ALLIES:
        game.against[unit] = FORCE
    else:
        game.in_group[unit] = game.seen_in[unit] = FORCE
    note(events, event, unit, 0, 0)


# --- who intercepts (22.2) -------------------------------------------------------------------------------


@rule
def dice_against(book, game, factors):
    """Dice of an interception: one more for a codebreaking advantage, one less against fewer than ten factors."""
    dice = AGAINST_CONVOYS + int(book.ultra[game.turn] < 0) - int(factors < TASK_FORCE)
    return min(dice, MOST_DICE)


@rule
def ports_within_reach(book, game, factors):
    """The ports from which dice against a convoy that so many factors protect can cover the way to it, as a set."""
    farthest, ports = FACES * dice_against(book, game, factors), 0
    for place in range(PLACES):
        ports |= int((book.lane[place] > 0) & (book.lane[place] <= farthest)) << place
    return ports


@rule
def may_hunt(book, game, unit):
    """Ships that are sound and not used; no carriers (H)."""
    if book.side[unit] != Side.AXIS or not is_sound(game, unit):
        return False
    if book.kind[unit] == Kind.CARRIER or sent_of(book, game, unit, FORCE) > 0:
        return False
    return game.inverted[unit] == 0 and game.in_group[unit] == 0 and game.at_sea[unit] == 0


@rule
def ports_with_hunters(book, game):
    """The ports with ships that may intercept, as a set."""
    ports = 0
    for k in eights_of(game):
        left = ready_ones(book, game, Side.AXIS, k)
        while left != 0:
            unit = first_of(left, k)
            left &= left - 1
            if may_hunt(book, game, unit):
                ports |= bit(game.place[unit])
    return ports


@rule
def ports_that_can_try(book, game):
    """Ports within reach of the convoy with ships that may intercept it, or any while a force is formed, as a set."""
    ports = ports_within_reach(book, game, protecting_factors(book, game))
    return ports if hunting_factors(book, game) > 0 else ports & ports_with_hunters(book, game)


@rule
def hunting_factors(book, game):
    """Factors that intercept the convoy."""
    factors = factors_sent(book, game, Side.AXIS, FORCE)
    for unit in units_of(game):
        hunts = (book.side[unit] == Side.AXIS) & (game.in_group[unit] == FORCE)
        factors += int(hunts) * int(book.factors[unit])
    return factors


@rule
def mask_hunt(book, game, mask):
    """Ship by ship, up to the twenty-five factors of a task force (20.162A)."""
    factors = hunting_factors(book, game)
    mask[Option.DONE] = 1
    for unit in units_of(game):
        if game.place[unit] == game.subject and may_hunt(book, game, unit) and not has_twin(book, game, unit):
            mask[FIRST_UNIT + unit] = int(factors + int(game.strength[unit]) <= MOST_FACTORS)


@rule
def take_hunt(book, game, action, events):
    """Another ship joins; or the dice are rolled, if any does: they must cover the distance."""
    if action != Option.DONE:
        join(book, game, action - FIRST_UNIT, Event.HUNTS.value, events)
        return
    place, total = int(game.cursor), 0
    if hunting_factors(book, game) > 0:
        note(events, Event.HUNT, place, 0, 0)
        for _ in range(dice_against(book, game, protecting_factors(book, game))):
            die = roll(game, FACES)
            note_die(events, die)
            total += die
        if total >= book.lane[place]:
            game.step = SCREENING
            return
        release_hunters(book, game)
    game.cursor += 1


@rule
def release_hunters(book, game):
    """Who intercepted is in port again."""
    for unit in units_of(game):
        if book.side[unit] == Side.AXIS:
            game.in_group[unit] = game.seen_in[unit] = 0
            if is_of_one_factor(book, unit):
                game.sent[FORCE - 1, book.row[unit]] = 0


# --- the battle (20.58, 22.5, 22.6) ----------------------------------------------------------------------


@rule
def fight(book, game, events):
    """Rounds of fleet combat, until a side leaves or has nothing undamaged left.  Transports are slow (20.121D) and
    cannot evade: those that nobody protects are fired at before they turn back."""
    if game.step == SCREENING:
        left = sides_left(book, game)
        if not has(left, Side.AXIS) or game.rounds == LAST_ROUND:
            go_home(book, game)
            arrive(book, game, events)
            return False
        if not has(left, Side.ALLIES):
            if game.rounds == 0:
                sink_transports(book, game, events)
            abort(book, game, events)
            return False
        return ask(book, game, Decision.SCREEN, Side.ALLIES, NOBODY)
    if game.step == AXIS_SCREENING:
        return ask(book, game, Decision.SCREEN, Side.AXIS, NOBODY)
    if game.step == AIMING:
        if fight_round(book, game, Side.AXIS.value, events):
            return True
        leave_battle(book, game)
        game.rounds += 1
        game.step = LEAVING
    if sides_left(book, game) != BOTH_SIDES:
        game.step = SCREENING
        return False
    loser = loser_of_round(game, Side.AXIS.value)
    return ask(book, game, Decision.WITHDRAW, loser if game.step == LEAVING else 1 - loser, NOBODY)


@rule
def sink_transports(book, game, events):
    """Capital ships fire one by one, light ships together."""
    light, drm = 0, 0
    for unit in units_of(game):
        if book.side[unit] == Side.AXIS:
            if game.in_group[unit] == FORCE and is_sound(game, unit) and book.kind[unit] == Kind.CAPITAL:
                fire_at_cargo(book, game, int(book.factors[unit]), drm_of(book, unit), events)
            else:
                here = int(book.factors[unit]) * int(game.in_group[unit] == FORCE and is_sound(game, unit))
                here += sent_of(book, game, unit, FORCE)
                drm = drm_of(book, unit) if here > 0 else drm
                light += here
    if light > 0:
        fire_at_cargo(book, game, light, drm, events)


@rule
def line_up(book, game):
    """Both sides form their lines for a round."""
    enter_battle(book, game)
    pair_off(book, game)
    game.step, game.cursor = AIMING, 0


@rule
def take_withdraw(book, game, action, events):
    """A side leaves: the convoy aborts, or it goes on; or the battle does (22.6, 22.8)."""
    if action == Option.NO:
        game.step = FOLLOWING if game.step == LEAVING else SCREENING
        return
    note(events, Event.WITHDRAWS, game.power, 0, 0)
    if game.power == Side.ALLIES:
        abort(book, game, events)
    else:
        go_home(book, game)
        arrive(book, game, events)


@rule
def go_home(book, game):
    """Who met the convoy has been used (21.311), and goes back to its port."""
    for unit in units_of(game):
        if book.side[unit] == Side.AXIS:
            if game.in_group[unit] == FORCE or sent_of(book, game, unit, FORCE) > 0:
                game.inverted[unit] = 1
    release_hunters(book, game)


# --- what arrives, and what does not (20.59, 21.315, 21.66) ----------------------------------------------


@rule
def arrive(book, game, events):
    """What is left of the convoy arrives, and scores (H)."""
    if game.laden[Cargo.LINE] > 0:
        for place in range(PLACES):
            if book.supply_box[place] == Box.ATLANTIC:
                game.kept[place] = 1
                note(events, Event.SUPPLIED, place, 1, 0)
    ship(book, game, Cargo.OIL.value, Worth.OIL.value, events)
    ship(book, game, Cargo.GRANT.value, Worth.GRANT.value, events)
    if game.convoy == Convoy.SEA_TRANSPORT:
        game.points[Side.ALLIES] += worth_of_troops(book, int(game.troops))
        note(events, Event.TRANSPORTED, game.troops, 0, 0)
    else:
        ship(book, game, Cargo.TROOPS.value, Worth.TROOPS.value, events)
    go_on(book, game)


@rule
def worth_of_troops(book, factors):
    """Points for troops that are sea transported: so many for five factors (H)."""
    return factors * int(book.worth[Worth.SEA_TRANSPORT]) // FACTORS_A_TRANSPORT


@rule
def ship(book, game, cargo, worth, events):
    """What transports carry arrives."""
    count = int(game.laden[cargo])
    if count > 0:
        game.points[Side.ALLIES] += count * int(book.worth[worth])
        note(events, Event.SHIPPED, count, cargo, 0)


@rule
def abort(book, game, events):
    """The convoy turns back with its cargo (21.66B); no transports sail to Britain any more this turn (21.315)."""
    game.cut = 1
    note(events, Event.CONVOY_ABORTS, game.convoy, 0, 0)
    fail_grants(book, game, int(game.laden[Cargo.GRANT]), events)
    go_home(book, game)
    go_on(book, game)


@rule
def go_on(book, game):
    """Everybody is home: ships of an SW box may be used again (21.65G), others have been used (21.311), and after an
    escort do not redeploy in its phase (21.321); the turn goes on."""
    for unit in units_of(game):
        protects = game.against[unit] != 0 or sent_of(book, game, unit, FORCE) > 0
        if game.carrying[unit] > 0 or (protects and not is_in_sw_box(book, game, unit)):
            game.inverted[unit] = 1
            if game.convoy == Convoy.ESCORT:
                game.spent[unit] = game.strength[unit]
        game.against[unit] = game.carrying[unit] = 0
        mend_in_port(book, game, unit)
    for row in range(game.sent.shape[1]):
        game.sent[FORCE - 1, row] = 0
    for cargo in range(len(game.laden)):
        game.laden[cargo] = 0
    convoy = game.convoy
    game.convoy = game.groups = game.group = game.troops = game.rounds = 0
    game.step, game.cursor = 0, NOBODY
    if convoy == Convoy.SUPPLY:
        game.phase = Phase.MOVEMENT.value
    elif convoy == Convoy.SEA_TRANSPORT:
        game.phase, game.cursor = Phase.SUPPLY_AGAIN.value, 0
    else:
        game.phase, game.step = Phase.REDEPLOYMENT.value, int(convoy == Convoy.ESCORT)
