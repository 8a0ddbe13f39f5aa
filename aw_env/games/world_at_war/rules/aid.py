"""Ships that come to the aid of others which are met at sea: counter-interception (21.4182, with 22.2 as the rulings
have it).

`game.against` says of a unit of the side that sails whether it comes: `AIDS`, `ON_ITS_WAY`, for the second round of the
battle, or `IN_VAIN`, which tries no more in this phase; of one of the enemy's whether it has met those that are out,
`AIDS`, or lies where ships have looked for them, `IN_VAIN`, in the hex of a patrol also where these have let them pass.
"""

from aw_env.core.engine.arrays import bytes_equal, bytes_of_any, eight_of
from aw_env.core.engine.compiling import rule
from aw_env.core.engine.dice import roll
from aw_env.core.engine.events import note, note_die
from aw_env.core.engine.sets import bit, lowest
from aw_env.core.engine.stack import ask
from aw_env.games.world_at_war.records.kinds import (
    FACES,
    FLOWN,
    NOWHERE,
    PLACES,
    Convoy,
    Decision,
    Event,
    Kind,
    Option,
    PlaceKind,
)
from aw_env.games.world_at_war.records.record import FIRST_UNIT
from aw_env.games.world_at_war.rules.air_cargo import SQUADRONS_A_FACTOR, fresh_at_sea
from aw_env.games.world_at_war.rules.air_strikes import squadrons_aboard
from aw_env.games.world_at_war.rules.bases import has_been_used_unseen
from aw_env.games.world_at_war.rules.damage import is_sound
from aw_env.games.world_at_war.rules.errands import is_invasion, may_be_aided_by_patrols
from aw_env.games.world_at_war.rules.island_forces import base_of, factors_in
from aw_env.games.world_at_war.rules.landing_battles import (
    BAD_PORT,
    MOST_DICE,
    MOST_SEARCHING,
    is_bad_port,
    is_small,
)
from aw_env.games.world_at_war.rules.ranges import enemy_of, is_supplied
from aw_env.games.world_at_war.rules.routes import has_ships
from aw_env.games.world_at_war.rules.seaways import RANGE, is_on_hexes
from aw_env.games.world_at_war.rules.task_forces import MOST_IN_A_FORCE, break_up, uncover
from aw_env.games.world_at_war.rules.troops import (
    factors_joining,
    fast_factors_of,
    is_like_another,
    join,
)
from aw_env.games.world_at_war.rules.units import eights_of, first_of, ones_of, units_of

AIDS, ON_ITS_WAY, IN_VAIN = 1, 2, 3
FROM_PORT, FROM_PATROL, ON_THE_SPOT, A_ROUND_LATER = 1, 4, 2, 3
"""Dice to come from a port (22.2) and from a patrol (H), more in the very hex, and what dice may lack to come for the
second round (AR-31)."""
SEARCH_RANGE, ENOUGH_SQUADRONS = 8, 6
"""Hexes by water to ships that the squadrons of some places search for, and how many must be there if no ships are
(AR-61)."""


@rule
def call_for_aid(game):
    """Ships have been found: all places of their side are asked, also those that let be what others found before
    (21.4182A).  In the hexes of patrols `tried` is of their side alone: see `meetings`."""
    for place in range(PLACES):
        if game.control[place] != enemy_of(game.moving):
            game.tried[place] = 0


@rule
def ask_aid(book, game):
    """The next place of the side that is met whose ships may come; True when asked."""
    place = next_to_ask(book, game)
    return place != NOWHERE and ask(book, game, Decision.INTERCEPT, int(game.moving), place)


@rule
def next_to_ask(book, game):
    """That place, first the one whose ships are setting out; nowhere: all have been asked."""
    for k in eights_of(game):
        setting_out = bytes_equal(eight_of(game.against, k), ON_ITS_WAY) & bytes_of_any(eight_of(game.force, k))
        if setting_out != 0:
            return base_of(game, first_of(setting_out, k))
    places = places_of_aid(book, game)
    while places != 0:
        place = lowest(places)
        places &= places - 1
        if game.tried[place] == 0 and game.control[place] != enemy_of(game.moving) and can_come(book, game, place):
            return place
    return NOWHERE


@rule
def places_of_aid(book, game):
    """The places with units that are asked whether they come, or seem to be there, as a set."""
    places = 0
    for k in eights_of(game):
        free = bytes_of_any(eight_of(game.place, k) ^ NOWHERE) & ~bytes_of_any(eight_of(game.against, k))
        free &= ones_of(book, int(game.moving), k)
        while free != 0:
            unit = first_of(free, k)
            free &= free - 1
            if game.under[unit] > 0:  # she seems to be where she was seen last
                places |= bit(game.place[unit])
            if may_be_asked(book, game, unit, base_of(game, unit)):
                places |= bit(base_of(game, unit))
    return places


@rule
def may_aid(book, game, unit, place):
    """Whether a unit of a place may come: sound ships that have not been used, and patrols, but these not to ships that
    change base or patrol themselves (21.4182E); carriers with as many fast factors of others that set out with them
    from there (21.313)."""
    if has_been_used_unseen(book, game, unit):
        return False
    return may_be_asked(book, game, unit, place) and is_accompanied_from(book, game, unit, place)


@rule
def is_accompanied_from(book, game, unit, place):
    """Whether a unit is no carrier, or as many fast factors of others set out from her place (21.313)."""
    return book.kind[unit] != Kind.CARRIER or book.factors[unit] <= fast_factors_setting_out(book, game, place)


@rule
def fast_factors_setting_out(book, game, place):
    """Fast factors of those that set out from a place beyond those that accompany its carriers."""
    factors = 0
    for unit in units_of(game):
        if is_on_its_way(game, unit, place):
            factors += fast_factors_of(book, unit, game.force[unit])
    return factors


@rule
def leaves_carriers_alone(book, game, side, place):
    """Whether a part of a side's patrol has been named without which its other carriers lack fast factors of others: it
    does not divide so (21.313, 21.4182D)."""
    if not is_patrol_hex(book, place):
        return False
    factors = 0
    for unit in units_of(game):
        if book.side[unit] == side and is_sound(game, unit) and game.force[unit] == 0 and base_of(game, unit) == place:
            factors += fast_factors_of(book, unit, game.strength[unit])
    return factors < 0


@rule
def may_be_asked(book, game, unit, place):
    """The same, were there ships enough to accompany carriers, and none used under counters: who is under counters does
    not show in who is asked (20.164A)."""
    if book.side[unit] != game.moving or base_of(game, unit) != place or not is_sound(game, unit):
        return False
    if game.against[unit] != 0 or book.kind[unit] == Kind.CVE:
        return False
    patrols = is_patrol_hex(book, place)
    if patrols and not may_be_aided_by_patrols(game):
        return False
    if not patrols and game.inverted[unit] == 1:
        return False
    return game.force[unit] == 0 and factors_joining(book, game, unit) > 0


@rule
def is_patrol_hex(book, place):
    return book.place_kind[place] == PlaceKind.SEA


@rule
def dice_to_come(book, game, place):
    """Dice of a place whose ships, none of them slow, or whose submarine would come: one from a port, more from a
    patrol; two more in the very hex, one for each squadron that searches and for more codebreaking cards, one less
    against fewer than ten factors (22.2)."""
    side = int(game.moving)
    dice = FROM_PATROL if is_patrol_hex(book, place) else FROM_PORT
    dice += ON_THE_SPOT * int(game.way[side, place] == 0) + searching(book, game, side, game.way[side])
    dice += int(book.cards[side, game.turn] > book.cards[enemy_of(side), game.turn])
    dice -= int(is_small(book, game, enemy_of(side)))
    return dice - BAD_PORT * int(is_bad_port(book, game, place, side))


@rule
def dice_to_aid(book, game, place):
    """How many dice the ships of a place have that set out from there: one less for slow ones (22.2)."""
    dice = dice_to_come(book, game, place)
    for unit in units_of(game):
        if game.against[unit] == ON_ITS_WAY and base_of(game, unit) == place and book.slow[unit] == 1:
            return max(0, min(dice - 1, MOST_DICE))
    return max(0, min(dice, MOST_DICE))


@rule
def searching(book, game, side, ways):
    """Squadrons of bases that search for ships (22.2, 22.4).  ways: hexes by water from each place to these, or to
    their route."""
    squadrons, near = 0, 0
    for place in range(PLACES):
        is_near = (game.control[place] == side) & (ways[place] <= SEARCH_RANGE)
        may_search = (game.airbase[place] > game.flown[place]) | (book.spotting[place] > 0)
        near |= int(is_near & may_search) << place
    while near != 0:
        place = lowest(near)
        near &= near - 1
        squadrons += squadrons_that_search(book, game, place, side, int(ways[place]))
    return min(squadrons, MOST_SEARCHING)


@rule
def squadrons_that_search(book, game, place, side, hexes):
    """Squadrons of a base of a side that search for ships so many hexes away: one of each three that have not flown,
    within the three hexes that they fly (AR-26, 21.416C); those of some places, if they have six, or ships that can
    sail, within eight (AR-61)."""
    ready = int(game.airbase[place]) - int(game.flown[place]) - fresh_at_sea(game, place)
    searching = ready // SQUADRONS_A_FACTOR if hexes <= FLOWN and is_supplied(book, game, place) else 0
    watching = int(book.spotting[place])
    if watching > searching and (ready >= ENOUGH_SQUADRONS or has_ships(book, game, place, side)):
        return watching
    return searching


@rule
def can_come(book, game, place):
    """Whether the dice of a place can cover the way to where they meet, at the latest for the second round, and without
    any dice none (AR-31); within forty hexes (21.3611)."""
    way = int(game.way[game.moving, place])
    if way > min(RANGE, FACES * MOST_DICE + A_ROUND_LATER):
        return False
    dice = dice_to_aid(book, game, place)
    return way == 0 or (way <= FACES * dice + A_ROUND_LATER and dice > 0)


@rule
def mask_aid(book, game, mask):
    """Ship by ship, with those that are met, and those that come later, up to the twenty-five factors of a task force;
    or no more, unless carriers were left alone for whom there is room."""
    side, others = int(game.power), 0
    factors = factors_in(book, game, side) + factors_to_come(book, game, side)
    for unit in units_of(game):
        if may_aid(book, game, unit, int(game.subject)) and not is_like_another(book, game, unit):
            if factors + factors_joining(book, game, unit) <= MOST_IN_A_FORCE:
                mask[FIRST_UNIT + unit] = others = 1
    divides = sails_to_aid(game, int(game.subject)) and leaves_carriers_alone(book, game, side, int(game.subject))
    mask[Option.DONE] = int(others == 0 or not divides)


@rule
def factors_to_come(book, game, side):
    """Factors of those that will come for the second round."""
    factors = 0
    for unit in units_of(game):
        if book.side[unit] == side and game.against[unit] == ON_ITS_WAY and game.force[unit] == 0:
            factors += factors_joining(book, game, unit)
    return factors


@rule
def take_aid(book, game, action, events):
    """Another ship sails, and is seen; or the dice are rolled, if any does.  A part of a patrol may stay (21.4182D),
    under its counter as long as it is a task force (20.164D)."""
    if action != Option.DONE:
        unit = action - FIRST_UNIT
        game.against[unit] = ON_ITS_WAY
        join(book, game, unit)
        game.force_seen[unit] = game.force[unit]
        uncover(book, game, unit)
        break_up(book, game, int(game.power), events)
        note(events, Event.TO_AID, unit, 0, 0)
        return
    place = int(game.subject)
    game.tried[place] = 1
    if not sails_to_aid(game, place):
        return
    dice, total = dice_to_aid(book, game, place), 0
    note(events, Event.SOUGHT, place, int(game.way[game.moving, place]), 0)
    for _ in range(dice):
        die = roll(game, FACES)
        note_die(events, die)
        total += die
    lacking = int(game.way[game.moving, place]) - total
    for unit in units_of(game):
        if is_on_its_way(game, unit, place):
            game.against[unit] = AIDS
            if lacking > 0:
                game.force[unit] = game.force_seen[unit] = 0
                game.against[unit] = ON_ITS_WAY if lacking <= A_ROUND_LATER and dice > 0 else IN_VAIN


@rule
def is_on_its_way(game, unit, place):
    """Whether a unit of a place has set out, and its dice have not been rolled."""
    return game.against[unit] == ON_ITS_WAY and game.force[unit] > 0 and base_of(game, unit) == place


@rule
def sails_to_aid(game, place):
    for unit in units_of(game):
        if is_on_its_way(game, unit, place):
            return True
    return False


@rule
def join_late(book, game):
    """Who lacked little comes for the second round, and with a carrier aircraft, if none were there before."""
    for unit in units_of(game):
        if game.against[unit] == ON_ITS_WAY and is_sound(game, unit):
            game.against[unit] = AIDS
            join(book, game, unit)
            game.force_seen[unit] = game.force[unit]
    if squadrons_aboard(book, game, int(game.moving)) > 0:
        game.night = 0


@rule
def give_up(game):
    """The battle is over: who has not come goes back to its port or hex, and tries no more in this phase (21.4182C)."""
    for k in eights_of(game):
        coming = bytes_equal(eight_of(game.against, k), ON_ITS_WAY)
        while coming != 0:
            game.against[first_of(coming, k)] = IN_VAIN
            coming &= coming - 1


@rule
def go_home(book, game):
    """Who has come to the aid of ships without cargo, or of an invasion, goes back, used, unless it has taken troops
    aboard; but a patrol sails on with those whose mission it adopts (21.4182B)."""
    for unit in units_of(game):
        is_there = book.side[unit] == game.moving and game.force[unit] > 0 and game.carrying[unit] == 0
        if is_there and game.against[unit] == AIDS and not adopts_mission(game, unit):
            game.inverted[unit] = game.moved[unit] = 1
            game.spent[unit] = game.strength[unit]
            game.force[unit] = game.force_seen[unit] = 0
            if game.convoy == Convoy.REDEPLOYED:  # it does not leave its base again in this phase (21.321)
                game.against[unit] = IN_VAIN
            if is_sound(game, unit):
                game.hits[unit] = 0


@rule
def adopts_mission(game, unit):
    """Whether a unit of a patrol has come to the aid of carriers, or of an invasion, and goes on and home with them
    (21.4182B)."""
    is_mission = game.convoy == Convoy.CARRIERS or is_invasion(game)
    return is_mission and game.on_patrol[unit] != NOWHERE and game.against[unit] == AIDS


@rule
def stay_in(book, game):
    """Who is out with a sea escort does not leave its base again in this phase (21.321)."""
    for unit in units_of(game):
        if book.side[unit] == game.moving and game.force[unit] > 0:
            game.against[unit] = IN_VAIN


@rule
def has_been_out(book, game, unit):
    """Whether a unit has been out in this phase, with an escort, or on a map of hexes to the aid of others, perhaps in
    vain."""
    return game.against[unit] == IN_VAIN if is_on_hexes(book) else game.spent[unit] > 0


@rule
def forget(game):
    """A phase is over: all may try again."""
    for unit in units_of(game):
        game.against[unit] = 0
    game.sought_from = 0
