"""The attack on the ground units of an island: support, odds, and who takes the losses (21.517, 21.52)."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.dice import roll
from aw_env.core.engine.events import note, note_die
from aw_env.core.engine.stack import ask
from aw_env.games.world_at_war.records.kinds import (
    FACES,
    GROUND_KINDS,
    PLACES,
    Decision,
    Event,
    Ground,
    GroundResult,
    Kind,
    Option,
)
from aw_env.games.world_at_war.records.record import FIRST_PLACE, FIRST_UNIT
from aw_env.games.world_at_war.rules.air import aircraft_fly
from aw_env.games.world_at_war.rules.bombardment import (
    A_FACTOR,
    bombardment,
    naval_factors_that_count,
    silent_factors,
    support,
    with_guns,
)
from aw_env.games.world_at_war.rules.damage import damage, is_of_one_factor, is_sound, lose_strength, sink
from aw_env.games.world_at_war.rules.fleet_combat import drm_of
from aw_env.games.world_at_war.rules.ground_combat import (
    NOT_ENOUGH,
    attacker_owes,
    dm_of,
    least_excess,
    most_destroyers,
    odds_of,
    result_of,
    takes_defenders,
)
from aw_env.games.world_at_war.rules.landing_battles import lose_carrier
from aw_env.games.world_at_war.rules.ranges import enemy_of, is_supplied
from aw_env.games.world_at_war.rules.seaways import is_on_hexes
from aw_env.games.world_at_war.rules.troops import (
    A_UNIT,
    AFTER_COMBAT,
    AGAIN,
    ASHORE,
    BEATEN,
    CARRIERS,
    COMBAT,
    COVER,
    LOSSES,
    carriers_left,
    factors_of,
    is_defended,
    is_like_another,
    is_of_fleets,
    lose_troops,
    of_kind,
    printed_defense,
)
from aw_env.games.world_at_war.rules.units import units_of

SUPPORT_RANGE = 3
"""Hexes from which squadrons support either side (H, as 21.5396B)."""
MOST_ANSWERED = 9
MOST_INFANTRY = 2
"""Ground units that attack besides marines (21.517A)."""


# --- who attacks, and with what --------------------------------------------------------------------------


@rule
def begin_attack(book, game):
    """Two units of infantry and all marines attack (21.517A); the limit of bombardment is set by their factors now, and
    losses do not move it (21.526)."""
    infantry, marines = 0, 0
    for base in range(PLACES):
        infantry += int(game.aboard_infantry[base])
        marines += int(game.aboard_marines[base])
    game.attackers[Ground.INFANTRY] = min(infantry, most_infantry(book))
    game.attackers[Ground.MARINES] = marines
    game.losses = game.carriers_lost = game.guns_lost = game.guns_idle = 0
    game.most_guns = guns_that_count(book, game, int(game.moving), ground_factors(book, game))


@rule
def most_infantry(book):
    """Units of infantry that attack; on a map of hexes their factors."""
    return MOST_INFANTRY * A_UNIT if is_on_hexes(book) else MOST_INFANTRY


@rule
def ground_factors(book, game):
    """Factors of the ground units that attack; for each carrying destroyer that they have lost one less (21.517H)."""
    side = int(game.moving)
    factors = int(game.attackers[Ground.INFANTRY]) * factors_of(book, side, Ground.INFANTRY)
    factors += int(game.attackers[Ground.MARINES]) * factors_of(book, side, Ground.MARINES)
    return max(0, factors - int(game.carriers_lost))


@rule
def bombards(book, game, unit, side):
    """Whether a unit of the invaders bombards: sound ships, and destroyers that carry no troops (21.517C, 21.314)."""
    if book.side[unit] != side or game.force[unit] <= game.carrying[unit] or not is_sound(game, unit):
        return False
    return is_of_fleets(book, unit)


@rule
def guns_of(book, game, unit):
    """Naval factors of a unit that bombards."""
    return int(game.force[unit] - game.carrying[unit]) if is_of_one_factor(book, unit) else int(book.factors[unit])


@rule
def guns_that_count(book, game, side, ground):
    """Naval factors that bombard within the limits of their modifiers (21.526)."""
    low, middle, high = 0, 0, 0
    for unit in units_of(game):
        if bombards(book, game, unit, side):
            low, middle, high = with_guns(low, middle, high, guns_of(book, game, unit), drm_of(book, unit))
    return naval_factors_that_count(low, middle, high, ground)


@rule
def guns(book, game):
    """Naval factors that bombard in this round: no more than at the start, and without those that have fallen silent
    (21.526, 21.5281)."""
    factors = 0
    for unit in units_of(game):
        if bombards(book, game, unit, int(game.moving)):
            factors += guns_of(book, game, unit)
    silent = silent_factors(int(game.guns_lost), int(game.guns_idle))
    return min(int(game.most_guns), max(0, factors - silent))


@rule
def flying(book, game, side):
    """Squadrons of a side over the hex: those sent from bases, and of the invaders those of undamaged carriers and
    escort carriers (21.517D, 20.5212B)."""
    squadrons = 0
    for place in range(PLACES):
        if game.control[place] == side:
            squadrons += int(game.supporting[place])
    for unit in units_of(game):
        if side == game.moving and is_flying_from(book, game, unit, side):
            squadrons += int(game.squadrons[unit])
    return squadrons


@rule
def is_flying_from(book, game, unit, side):
    """Whether aircraft of a carrier with the invaders support them: none that have struck from a patrol (21.4181C)."""
    is_there = book.side[unit] == side and game.force[unit] > 0 and is_sound(game, unit)
    return is_there and game.squadrons[unit] > 0 and game.spent[unit] == 0


@rule
def escort_carriers(book, game):
    """Factors of escort carriers with the invaders (20.442)."""
    factors = 0
    for unit in units_of(game):
        if book.side[unit] == game.moving and book.kind[unit] == Kind.CVE:
            factors += int(game.force[unit])
    return factors


@rule
def attack_strength(book, game, squadrons):
    """Combat factors of the attack."""
    ground = ground_factors(book, game)
    if ground == 0:
        return 0
    return ground + support(guns(book, game), squadrons, escort_carriers(book, game), ground)


@rule
def multiplier(book, game):
    """The defense multiplier of the hex against those who attack (21.517E)."""
    side = int(game.moving)
    marines = int(game.attackers[Ground.MARINES]) * factors_of(book, side, Ground.MARINES)
    infantry = int(game.attackers[Ground.INFANTRY]) * factors_of(book, side, Ground.INFANTRY)
    return dm_of(marines, marines + infantry, int(book.terrain[game.raiding]))


@rule
def defense_strength(book, game):
    """The defenders' factors, multiplied, and a combat factor for each squadron over them: three make one, and count
    three times (21.517F)."""
    dm = multiplier(book, game)
    return printed_defense(book, game, int(game.raiding)) * dm + flying(book, game, enemy_of(game.moving))


@rule
def odds(book, game, more):
    """Odds to one of the attack with so many squadrons more."""
    own = flying(book, game, int(game.moving)) + more
    return odds_of(attack_strength(book, game, own), defense_strength(book, game))


# --- aircraft (21.517D, F) -------------------------------------------------------------------------------


@rule
def may_support(book, game, place, side):
    """Whether squadrons of a base that are not used are in range; those of a base without supply do not fly, as in
    raids (H), and among islands none do without the option `carriers`."""
    if game.control[place] != side or not aircraft_fly(book) or not is_supplied(book, game, place):
        return False
    if book.hexes[place, game.raiding] > SUPPORT_RANGE:
        return False
    return game.airbase[place] > game.flown[place]


@rule
def squadrons_in_range(book, game, side):
    """Squadrons that may still support a side."""
    squadrons = 0
    for place in range(PLACES):
        if may_support(book, game, place, side):
            squadrons += int(game.airbase[place]) - int(game.flown[place])
    return squadrons


@rule
def mask_support(book, game, mask):
    """A base whose squadrons fly, or no more."""
    mask[Option.DONE] = 1
    for place in range(PLACES):
        if may_support(book, game, place, int(game.power)):
            mask[FIRST_PLACE + place] = 1


@rule
def take_support(book, game, action, events):
    """All squadrons of the base that are not used fly; then the defender's, then they attack."""
    if action == Option.DONE:
        game.step = COVER if game.power == game.moving else COMBAT
        return
    place = action - FIRST_PLACE
    squadrons = int(game.airbase[place]) - int(game.flown[place])
    game.supporting[place] += squadrons
    game.flown[place] += squadrons
    note(events, Event.FLIES, place, squadrons, int(game.power != game.moving))


# --- the combat (21.517G) --------------------------------------------------------------------------------


@rule
def fight(book, game, events):
    """A round of ground combat; below 1:1 the invasion is aborted (21.5152)."""
    ratio = odds(book, game, 0)
    if ratio == 0:
        game.step = BEATEN
        return
    dm, printed = multiplier(book, game), printed_defense(book, game, int(game.raiding))
    attack = attack_strength(book, game, flying(book, game, int(game.moving)))
    die = roll(game, FACES)
    result = result_of(book, ratio, die)
    note(events, Event.GROUND_COMBAT, attack, defense_strength(book, game), result)
    note_die(events, die)
    game.worth_of_guns = bombardment(guns(book, game))
    if result == GroundResult.ATTACKER_LOST:
        lose_attackers(book, game, events)
    else:
        game.owed = attacker_owes(result, printed, dm)
        game.losses += game.owed
    if takes_defenders(result):
        lose_defenders(game, events)
    game.step = CARRIERS


@rule
def lose_attackers(book, game, events):
    """All ground units that attack are eliminated."""
    for kind in range(GROUND_KINDS):
        while game.attackers[kind] > 0:
            game.attackers[kind] -= 1
            lose_troops(book, game, int(game.moving), kind, events)


@rule
def lose_defenders(game, events):
    """The garrison and all ground units of the hex are eliminated."""
    hex = int(game.raiding)
    if game.garrison[hex] > 0:
        note(events, Event.GARRISON_LOST, hex, 0, 0)
    for kind in range(GROUND_KINDS):
        for _ in range(of_kind(game.infantry[hex], game.marines[hex], kind)):
            note(events, Event.TROOPS_LOST, enemy_of(game.moving), kind, 0)
    game.garrison[hex] = game.infantry[hex] = game.marines[hex] = 0
    game.tired_infantry[hex] = game.tired_marines[hex] = 0


@rule
def destroyers_at_stake(game):
    """How many losses the defender may put on destroyers that carried troops (21.517H)."""
    most = most_destroyers(int(game.losses)) - int(game.carriers_lost)
    return min(most, int(game.owed), carriers_left(game), MOST_ANSWERED)


@rule
def ask_carrier_losses(book, game):
    """The defender is asked first how many losses fall on carrying destroyers."""
    if destroyers_at_stake(game) > 0:
        return ask(book, game, Decision.CARRIER_LOSSES, enemy_of(game.moving), game.raiding)
    game.step = LOSSES
    return False


@rule
def mask_carrier_losses(game, mask):
    for number in range(destroyers_at_stake(game) + 1):
        mask[Option.COUNT_0 + number] = 1


@rule
def take_carrier_losses(book, game, action, events):
    for _ in range(action - Option.COUNT_0):
        lose_carrier(book, game, events)
        game.carriers_lost += 1
        game.owed -= 1
    game.step = LOSSES


# --- the attacker's losses (21.517H, 21.5282, 21.5283) ---------------------------------------------------


@rule
def excess_after(book, game, owed, infantry, marines, aircraft, worth, singles, pairs):
    """`least_excess` when so much has been taken of what there is."""
    side = int(game.moving)
    ships, cruisers = 0, 0
    for unit in units_of(game):
        if bombards(book, game, unit, side):
            if is_of_one_factor(book, unit):
                ships += guns_of(book, game, unit)
            elif book.kind[unit] == Kind.CA:
                cruisers += 1
            else:
                ships += 1
    others = flying(book, game, side) // A_FACTOR + escort_carriers(book, game) - aircraft
    return least_excess(
        owed,
        int(game.attackers[Ground.INFANTRY]) - infantry,
        factors_of(book, side, Ground.INFANTRY),
        int(game.attackers[Ground.MARINES]) - marines,
        factors_of(book, side, Ground.MARINES),
        others,
        int(game.worth_of_guns) - worth,
        ships - singles,
        cruisers - pairs,
    )


@rule
def ask_losses(book, game):
    """The attacker names what it loses, until all is paid or nothing is left that can be lost."""
    if game.owed > 0 and has_losses(book, game):
        return ask(book, game, Decision.LOSSES, int(game.moving), game.raiding)
    game.owed = 0
    game.step = AFTER_COMBAT
    return False


@rule
def are_of_combat(game):
    """Whether losses that are asked about are of ground combat, not of cargo."""
    return game.step == LOSSES


@rule
def has_losses(book, game):
    """Whether anything is left that can be lost."""
    side = int(game.moving)
    if game.attackers[Ground.INFANTRY] + game.attackers[Ground.MARINES] > 0:
        return True
    if flying(book, game, side) >= A_FACTOR or escort_carriers(book, game) > 0:
        return True
    for unit in units_of(game):
        if may_take_loss(book, game, unit, side):
            return True
    return False


@rule
def loss_of(book, unit):
    """Losses that a ship takes: a cruiser two, destroyers one a factor, a heavy ship one (21.5282)."""
    return 2 if book.kind[unit] == Kind.CA else 1


@rule
def may_take_loss(book, game, unit, side):
    """Whether ships that bombard may take a loss, within what the bombardment is worth (21.5283); or escort carriers
    (20.443)."""
    if book.kind[unit] == Kind.CVE:
        return book.side[unit] == side and game.force[unit] > 0
    return bombards(book, game, unit, side) and loss_of(book, unit) <= game.worth_of_guns


@rule
def mask_losses(book, game, mask):
    """What can be lost so that the losses exceed what is owed no more than they must."""
    side, owed = int(game.moving), int(game.owed)
    least = excess_after(book, game, owed, 0, 0, 0, 0, 0, 0)
    if game.attackers[Ground.INFANTRY] > 0:
        left = owed - factors_of(book, side, Ground.INFANTRY)
        mask[Option.INFANTRY] = int(is_least(excess_after(book, game, left, 1, 0, 0, 0, 0, 0), least))
    if game.attackers[Ground.MARINES] > 0:
        left = owed - factors_of(book, side, Ground.MARINES)
        mask[Option.MARINES] = int(is_least(excess_after(book, game, left, 0, 1, 0, 0, 0, 0), least))
    if flying(book, game, side) >= A_FACTOR:
        mask[Option.AIRCRAFT] = int(is_least(excess_after(book, game, owed - 1, 0, 0, 1, 0, 0, 0), least))
    for unit in units_of(game):
        if may_take_loss(book, game, unit, side) and not is_like_another(book, game, unit):
            if book.kind[unit] == Kind.CVE:
                after = excess_after(book, game, owed - 1, 0, 0, 1, 0, 0, 0)
            elif book.kind[unit] == Kind.CA:
                after = excess_after(book, game, owed - 2, 0, 0, 0, 2, 0, 1)
            else:
                after = excess_after(book, game, owed - 1, 0, 0, 0, 1, 1, 0)
            mask[FIRST_UNIT + unit] = int(is_least(after, least))


@rule
def is_least(excess, least):
    """Whether the least excess can still be reached; where there is not enough anyway, all is lost."""
    return excess == least or least == NOT_ENOUGH


@rule
def take_losses(book, game, action, events):
    """Something of the attacker's is lost."""
    side = int(game.moving)
    if action == Option.INFANTRY or action == Option.MARINES:
        kind = Ground.INFANTRY.value if action == Option.INFANTRY else Ground.MARINES.value
        game.attackers[kind] -= 1
        game.owed -= factors_of(book, side, kind)
        lose_troops(book, game, side, kind, events)
    elif action == Option.AIRCRAFT:
        game.owed -= 1
        lose_squadrons(book, game, side, events)
    else:
        lose_bombarding(book, game, action - FIRST_UNIT, events)
    game.owed = max(0, int(game.owed))


@rule
def lose_bombarding(book, game, unit, events):
    """Ships that bombard take losses (21.5282): destroyers are lost factor by factor, a cruiser whole, and a heavy ship
    is damaged."""
    game.owed -= loss_of(book, unit)
    if book.kind[unit] == Kind.CVE:
        sink_of_force(book, game, unit, events)
        return
    game.worth_of_guns -= loss_of(book, unit)
    game.guns_lost += loss_of(book, unit)
    if is_of_one_factor(book, unit):
        sink_of_force(book, game, unit, events)
    elif book.kind[unit] == Kind.CA:
        sink(book, game, unit, events)
        game.force[unit] = game.force_seen[unit] = 0
    else:
        damage(book, game, unit, events)
        game.guns_idle += int(book.factors[unit]) - 1


@rule
def sink_of_force(book, game, row, events):
    """A factor of a row of the force is sunk."""
    game.force[row] -= 1
    game.force_seen[row] = game.force[row]
    lose_strength(book, game, row, events)


@rule
def lose_squadrons(book, game, side, events):
    """An air factor, which is three squadrons, is lost: of those from bases first."""
    left = A_FACTOR
    for place in range(PLACES):
        if game.control[place] == side:
            lost = min(left, int(game.supporting[place]))
            game.supporting[place] -= lost
            game.airbase[place] -= lost
            game.flown[place] -= lost
            left -= lost
    for unit in units_of(game):
        if is_flying_from(book, game, unit, side):
            lost = min(left, int(game.squadrons[unit]))
            game.squadrons[unit] -= lost
            left -= lost
    note(events, Event.SQUADRONS_LOST, side, A_FACTOR, 0)


# --- after the combat ------------------------------------------------------------------------------------


@rule
def after_combat(book, game):
    """The invasion succeeds if a unit that attacked can occupy the hex, and fails without one (21.517I, J); while both
    are left the attacker may go on, at 1:1 or better (21.5152)."""
    if game.attackers[Ground.INFANTRY] + game.attackers[Ground.MARINES] == 0:
        game.step = BEATEN
    elif not is_defended(game, int(game.raiding)):
        game.step = ASHORE
    elif odds(book, game, 0) == 0:
        game.step = BEATEN
    else:
        game.step = AGAIN


@rule
def take_again(game, action):
    """Invaders attack once more, or give it up."""
    game.step = COMBAT if action == Option.YES else BEATEN


@rule
def clear_attack(game):
    """No attack is made."""
    for place in range(PLACES):
        game.supporting[place] = 0
    for kind in range(GROUND_KINDS):
        game.attackers[kind] = 0
    game.owed = game.losses = game.carriers_lost = game.worth_of_guns = 0
    game.most_guns = game.guns_lost = game.guns_idle = 0
