"""What a side does not know among the islands, drawn anew from what it has seen, and from nothing else.

Which ships lie under the counters of task forces: the enemy sees where counters are, and has seen from which port the
ships went under them.  Which ships are in a force that is formed, or has sailed as a task force: the enemy sees that it
is one, what a raid has cost, and whether it was at full strength.  How squadrons of carriers are shared out and which
ships are screened, before all have chosen.  All answers are drawn from those that the rules allow."""

import numpy as np

from aw_env.core.engine.compiling import rule, rule_with_arrays
from aw_env.core.engine.dice import below
from aw_env.core.engine.sets import has
from aw_env.games.world_at_war.records.kinds import COUNTERS, NOWHERE, Decision, Kind, Option, Phase, Theatre
from aw_env.games.world_at_war.records.record import ACTIONS, FIRST_UNIT
from aw_env.games.world_at_war.rules.air_strikes import squadrons_aboard
from aw_env.games.world_at_war.rules.battle_rounds import (
    DEFENDING_CAP,
    DEFENDING_SCREENS,
    SCREENS,
    can_stand,
    front_of,
    is_screened_as,
)
from aw_env.games.world_at_war.rules.damage import is_of_one_factor, is_sound
from aw_env.games.world_at_war.rules.invasions import mask_embark, mask_sail, mask_troop
from aw_env.games.world_at_war.rules.island_forces import (
    add_to_force,
    base_of,
    brps_for,
    factors_in,
    force_level,
    mask_force,
    sets_in,
)
from aw_env.games.world_at_war.rules.island_raids import DEFENCE, FORCE
from aw_env.games.world_at_war.rules.landing_battles import interception_dice, mask_oppose_landing
from aw_env.games.world_at_war.rules.ranges import enemy_of
from aw_env.games.world_at_war.rules.rows import MOST_COUNTED
from aw_env.games.world_at_war.rules.searches import stands_back
from aw_env.games.world_at_war.rules.seaways import is_on_hexes
from aw_env.games.world_at_war.rules.task_forces import TASK_FORCE, mask_counter_to, mask_under
from aw_env.games.world_at_war.rules.troops import SAIL, assign_carriers, join
from aw_env.games.world_at_war.rules.units import units_of

DRAWS, FRESH_STARTS = 200, 20
"""How often a force is drawn that does not look as it was seen, and all counters when there is none; after that the
force that looks most like it sails."""
FAR = 999
"""More than any force looks otherwise."""
HAS_SHIPS, IS_TASK_FORCE, BRPS, AT_FULL_STRENGTH, HAS_CARRIERS, DICE, LOOKS = range(7)
"""What is seen of a force that has sailed."""


@rule_with_arrays
def redraw_islands(book, game, seat):
    """Draw anew what a seat cannot know."""
    if book.theatre == Theatre.ATLANTIC:
        return
    enemy = enemy_of(seat)
    if book.theatre == Theatre.PACIFIC:
        redraw_hidden(book, game, enemy)
    if game.decision == Decision.CAP and game.step == DEFENDING_CAP and enemy == game.moving:
        game.cap[enemy] = 1 + below(game.generator, min(squadrons_aboard(book, game, enemy), MOST_COUNTED) + 1)
    if game.decision == Decision.SCREEN and may_have_screened(game, enemy):
        redraw_screens(book, game, enemy)


@rule_with_arrays
def redraw_hidden(book, game, side):
    """Draw what is under the counters of a side, and its force."""
    asked = int(game.power), int(game.subject), int(game.forming)
    ports, base = np.full(COUNTERS, NOWHERE, np.int64), NOWHERE
    look = np.zeros(LOOKS, np.int64)
    forms, sailed = is_forming(game, side), has_sailed_unseen(book, game, side)
    for unit in units_of(game):
        if book.side[unit] == side:
            if game.under[unit] > 0:
                ports[int(game.under[unit]) - 1] = game.place[unit]
            if game.force[unit] > 0:
                base = base_of(game, unit)  # of all ships that oppose an invasion
    forming = counter_formed(game, side)
    if forming > 0:
        ports[forming - 1] = game.subject
    if game.decision == Decision.OPPOSE_LANDING:
        base = int(game.subject)
    look_at(book, game, side, look)
    raids = int(game.moving) == side and game.phase == Phase.ISLAND_RAIDS and not forms and sailed
    game.brps[side] += look[BRPS] if raids else 0
    game.power = side
    for k in range(FRESH_STARTS):
        found = draw_counters(book, game, side, ports, forming)
        game.subject, game.forming = asked[1], asked[2]
        found = found and (asked[0] != side or can_answer(book, game))
        # in the end a counter with too little under it is left as drawn, and tells nothing, as the truth would
        if (found or k == FRESH_STARTS - 1) and (forms or sailed):
            found = draw_force(book, game, side, base, forms, look)
        if found:
            break
    game.brps[side] -= look[BRPS] if raids else 0
    game.power, game.subject, game.forming = asked


@rule
def counter_formed(game, side):
    """The counter under which a side puts ships now, 0 for none."""
    return int(game.forming) if game.decision == Decision.UNDER and game.power == side else 0


@rule_with_arrays
def can_answer(book, game):
    """Whether who is asked about counters, or what embarks on destroyers, still has an answer."""
    mask = np.zeros(ACTIONS, np.int8)
    if game.decision == Decision.UNDER:
        mask_under(book, game, mask)
    elif game.decision == Decision.COUNTER_TO:
        mask_counter_to(book, game, mask)
    elif game.decision == Decision.EMBARK:
        mask_embark(book, game, mask)
    elif game.decision == Decision.TROOP:
        mask_troop(book, game, mask)
    else:
        return True
    return mask.any()


@rule
def is_forming(game, side):
    """Whether a side chooses the ships of its force."""
    if game.phase == Phase.ISLAND_RAIDS:
        return game.step == (FORCE if side == game.moving else DEFENCE)
    if game.phase != Phase.INVASIONS:
        return False
    if side == game.moving:
        return game.step == SAIL
    return game.decision == Decision.OPPOSE_LANDING


@rule
def has_sailed_unseen(book, game, side):
    """Whether a force of a side is out that the enemy has not seen."""
    if game.raiding == NOWHERE or is_forming(game, side):
        return False
    for unit in units_of(game):
        if book.side[unit] == side and game.force[unit] != game.force_seen[unit]:
            return True
    return False


@rule
def look_at(book, game, side, look):
    """What the enemy has seen of a force that has sailed: that there are ships, whether it is a task force (20.164A),
    what its raid has cost and whether it was at full strength (21.5399A); that it has carriers, once their squadrons
    have been asked about; of interceptors, the number of their dice, one less when some are slow (22.2)."""
    factors = factors_in(book, game, side)
    raids = side == game.moving and game.phase == Phase.ISLAND_RAIDS
    look[HAS_SHIPS], look[IS_TASK_FORCE] = int(factors > 0), int(factors >= TASK_FORCE)
    look[BRPS] = brps_for(factors) if raids else 0
    look[AT_FULL_STRENGTH] = int(raids and sets_in(book, game, side) >= force_level(book, game, side))
    asked = game.decision == Decision.CAP and (game.power == side or game.step == DEFENDING_CAP)
    look[HAS_CARRIERS] = int(asked and squadrons_aboard(book, game, side) > 0)
    look[DICE] = 0
    if game.phase == Phase.INVASIONS and side != game.moving and factors > 0:
        before_it = game.unembarked == 0
        look[DICE] = interception_dice(book, game, side, base_of_force(book, game, side), before_it)


@rule
def base_of_force(book, game, side):
    """Where the interceptors of an invasion come from, who all have one base (22.2)."""
    for unit in units_of(game):
        if book.side[unit] == side and game.force[unit] > 0:
            return base_of(game, unit)
    return NOWHERE


@rule
def draw_answer(game, mask):
    """One of the answers that a mask allows, -1 for none."""
    chosen, found = -1, 0
    for action in range(ACTIONS):
        if mask[action] == 1:
            found += 1
            if below(game.generator, found) == 0:
                chosen = action
    return chosen


# --- counters (20.162, 20.164A) --------------------------------------------------------------------------


@rule_with_arrays
def draw_counters(book, game, side, ports, forming):
    """Draw what is under each counter, of the port from which its ships have gone; False where one cannot be filled."""
    lay_open(book, game, side)
    filled = fill_counters(book, game, side, ports, False)  # ten factors for each, before any has more
    fill_counters(book, game, side, ports, True)
    if forming > 0:
        take_back(book, game, side, forming)
    return filled


@rule
def lay_open(book, game, side):
    """No ship of a side is under a counter."""
    for unit in units_of(game):
        if book.side[unit] == side and game.under[unit] > 0:
            game.under[unit], game.berth[unit] = 0, NOWHERE


@rule_with_arrays
def fill_counters(book, game, side, ports, is_enough):
    """Ships go under the counters of these ports; False where one cannot be filled."""
    mask = np.zeros(ACTIONS, np.int8)
    filled = True
    for counter in range(1, COUNTERS + 1):
        if ports[counter - 1] != NOWHERE:
            filled = fill_counter(book, game, side, counter, int(ports[counter - 1]), is_enough, mask) and filled
    return filled


@rule
def take_back(book, game, side, counter):
    """Of the ships of a counter that is not formed yet any number has not been chosen so far."""
    ships = 0
    for unit in units_of(game):
        ships += int(book.side[unit] == side and game.under[unit] == counter)
    for _ in range(below(game.generator, ships + 1)):
        chosen, found = -1, 0
        for unit in units_of(game):
            if may_come_last(book, game, side, counter, unit):
                found += 1
                if below(game.generator, found) == 0:
                    chosen = unit
        if chosen >= 0:
            game.under[chosen], game.berth[chosen] = 0, NOWHERE


@rule
def may_come_last(book, game, side, counter, ship):
    """Whether the others of a counter may have been chosen before a ship: carriers have as many fast fleets with them,
    and of cruisers that are alike the first goes first."""
    if book.side[ship] != side or game.under[ship] != counter:
        return False
    fleets, carriers = 0, 0
    for unit in units_of(game):
        if book.side[unit] == side and game.under[unit] == counter and unit != ship:
            if book.kind[unit] == Kind.CARRIER:
                carriers += int(game.strength[unit])
            elif book.slow[unit] == 0:
                fleets += int(game.strength[unit])
            if unit > ship and book.kind[unit] == book.kind[ship] == Kind.CA and book.nation[unit] == book.nation[ship]:
                return False
    return carriers <= fleets


@rule
def fill_counter(book, game, side, counter, port, is_enough, mask):
    """Ships go under a counter as their owner may choose them: until they are enough for a task force; or, where they
    are, as many more as may be.  False where they cannot be enough."""
    game.forming, game.subject = counter, port
    is_home = is_on_hexes(book) and has(game.counter_moved[side], counter - 1)
    while True:
        mask[:] = 0
        mask_under(book, game, mask)
        if mask[Option.DONE] == 1 and not is_enough:
            return True
        mask[Option.DONE] = int(is_enough)
        if is_home:
            leave_out_destroyers(book, game, mask)
        action = draw_answer(game, mask)
        if action < FIRST_UNIT:
            return is_enough
        unit = action - FIRST_UNIT
        game.under[unit] = counter
        game.berth[unit] = game.counter_at[side, counter - 1]


@rule
def leave_out_destroyers(book, game, mask):
    """Destroyers of a task force have been seen when it came home."""
    for unit in units_of(game):
        if is_of_one_factor(book, unit):
            mask[FIRST_UNIT + unit] = 0


# --- forces (21.5394, 21.5395, 21.514D, 21.516) ----------------------------------------------------------


@rule_with_arrays
def draw_force(book, game, side, base, forms, look):
    """Draw a force: as far as it may have been chosen, or one that looks as it was seen; False where none is found, and
    the force that looks most like it is drawn."""
    mask, looks = np.zeros(ACTIONS, np.int8), np.zeros(LOOKS, np.int64)
    nearest, least = game.force.copy(), FAR
    game.subject = base
    for _ in range(DRAWS):
        begin_force(book, game, side)
        choose_ships(book, game, side, mask, forms, look, looks)
        if forms or are_unlike(looks, look) == 0:
            return True
        if are_unlike(looks, look) < least:
            least, nearest[:] = are_unlike(looks, look), game.force
    game.force[:] = nearest
    return False


@rule
def begin_force(book, game, side):
    """What of a force is known: what has been seen of it, and of an invasion that is formed that it carries troops."""
    for unit in units_of(game):
        if book.side[unit] == side:
            game.force[unit] = game.force_seen[unit]
    if game.phase == Phase.INVASIONS and game.step == SAIL and side == game.moving:
        assign_carriers(book, game, side)


@rule
def are_unlike(looks, look):
    """How much a force looks otherwise than another."""
    difference = 0
    for k in range(LOOKS):
        difference += abs(looks[k] - look[k])
    return difference


@rule
def choose_ships(book, game, side, mask, forms, look, looks):
    """Ships join as their owner may choose them, until no more do: of a force that has sailed, when it looks as it was
    seen."""
    while True:
        mask[:] = 0
        if game.phase == Phase.ISLAND_RAIDS:
            mask_force(book, game, mask)
        elif side == game.moving:
            mask_sail(book, game, mask)
            mask[Option.DONE], mask[Option.CALL_OFF] = 1, 0
        else:
            mask_oppose_landing(book, game, mask)
        if not forms:
            look_at(book, game, side, looks)
            mask[Option.DONE] = int(are_unlike(looks, look) == 0)
        action = draw_answer(game, mask)
        if action < FIRST_UNIT:
            return
        if game.phase == Phase.ISLAND_RAIDS:
            add_to_force(book, game, action - FIRST_UNIT, side)
        else:
            join(book, game, action - FIRST_UNIT)


# --- screens (22.5) --------------------------------------------------------------------------------------


@rule
def may_have_screened(game, side):
    """Whether a side has chosen, or chooses now, what it screens, before the lines form."""
    return game.step == DEFENDING_SCREENS or (game.step == SCREENS and side == game.moving)


@rule
def redraw_screens(book, game, side):
    """Any ships of the force may be screened, as long as another stands in the line; destroyers stand there always, and
    it is known which slow ships stand back (20.252D)."""
    for unit in units_of(game):
        if book.side[unit] == side and game.force[unit] > 0 and is_sound(game, unit):
            game.held[unit] = 0
            game.held[unit] = int(stands_back(book, game, unit) and can_stand(book, game, unit))
    standing = front_of(book, game, side)
    for unit in units_of(game):
        if book.side[unit] == side and can_stand(book, game, unit) and not is_of_one_factor(book, unit):
            if standing > 1 and not is_screened_as(book, game, unit) and below(game.generator, 2) == 1:
                game.held[unit] = 1
                standing -= 1
