"""Redeployment: of ships, of troops under escort, and of submarines; and what overstacked ports lose (21.112, 21.6,
21.72D)."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note
from aw_env.core.engine.sets import bit, has
from aw_env.core.engine.stack import ask
from aw_env.games.world_at_war.records.kinds import (
    NOBODY,
    NOWHERE,
    PLACES,
    Cargo,
    Convoy,
    Decision,
    Event,
    Kind,
    Option,
    Phase,
    Side,
    Theatre,
)
from aw_env.games.world_at_war.records.record import FIRST_PLACE, FIRST_UNIT
from aw_env.games.world_at_war.rules.aid import has_been_out, stay_in
from aw_env.games.world_at_war.rules.bases import (
    MANY,
    has_room,
    home_of,
    is_open,
    is_overstacked,
    next_places,
    places_joined,
    places_with_room,
)
from aw_env.games.world_at_war.rules.cargo import transports_in_convoy
from aw_env.games.world_at_war.rules.convoys import set_out
from aw_env.games.world_at_war.rules.damage import (
    is_of_one_factor,
    is_sound,
    lose_strength,
    mend_in_port,
    sink,
    sound_ones,
)
from aw_env.games.world_at_war.rules.meetings import come_in
from aw_env.games.world_at_war.rules.meetings import set_out as set_sail
from aw_env.games.world_at_war.rules.routes import THERE
from aw_env.games.world_at_war.rules.rows import can_be_parted
from aw_env.games.world_at_war.rules.seaways import closed_straits
from aw_env.games.world_at_war.rules.suez import may_transfer
from aw_env.games.world_at_war.rules.suez import take_transfer as transfer
from aw_env.games.world_at_war.rules.task_forces import break_up, leave_counter, show
from aw_env.games.world_at_war.rules.transports import allow_counts, in_port, load, most_escorts, shift_transport
from aw_env.games.world_at_war.rules.troops import BEATEN, join
from aw_env.games.world_at_war.rules.units import (
    are_alike,
    eights_of,
    first_of,
    has_twin,
    ones_of,
    sisters_before,
    units_of,
)

ESCORT, SHIFT, SHIPS, PARTING, SW_UNITS = 0, 1, 2, 3, 4
"""Steps of the phase: troops under escort, transports that sail to another SW box, ships, how many of a row; and before
ships submarines and ASW."""


@rule
def redeploy(book, game, events):
    """Troops redeploy under escort (21.63C), transports that were damaged sail again, which carry nothing yet (20.66),
    transports sail from one SW box to another (20.622), and submarines and ASW (20.73, 20.81); then ships redeploy."""
    side = int(game.moving)
    if book.theatre == Theatre.PACIFIC:
        game.phase = Phase.END.value
        return False
    if game.step == ESCORT:
        if transports_in_convoy(game) > 0:
            set_out(game, Convoy.ESCORT.value, events)
            return False
        if side == Side.ALLIES and most_escorts(book, game) > 0:
            return ask(book, game, Decision.TROOPS, side, NOBODY)
        game.step = SHIFT
    if game.step == SHIFT:
        if side == Side.ALLIES and in_port(game) > 0:
            return ask(book, game, Decision.STATION, side, NOBODY)
        if side == Side.ALLIES:
            return ask(book, game, Decision.SHIFT, side, NOBODY)
        game.step = SW_UNITS
    if game.step == SW_UNITS:
        if may_transfer(book, game, side):
            return ask(book, game, Decision.TRANSFER, side, NOBODY)
        game.step, game.cursor = SHIPS, NOBODY
    if game.step == PARTING:
        return ask(book, game, Decision.PART, side, game.cursor)
    if game.cursor != NOBODY:
        return ask(book, game, Decision.DESTINATION, side, game.cursor)
    if has_redeployed(book, game, side) >= book.redeployments:
        game.phase, game.step, game.cursor = Phase.END.value, 0, 0
        return False
    return ask(book, game, Decision.REDEPLOY, side, NOBODY)


@rule
def has_redeployed(book, game, side):
    """How many units of a side have redeployed this turn; no more than so many do (H)."""
    count = 0
    for unit in units_of(game):
        count += int(book.side[unit] == side and game.redeployed[unit] == 1)
    return count


@rule
def take_transfer(game, action, events):
    """SW units change their SW box; then ships redeploy."""
    transfer(game, action, events)
    game.step, game.cursor = SHIPS, NOBODY


@rule
def mask_escorts(book, game, mask):
    """A transport carries five factors (20.64C)."""
    allow_counts(mask, most_escorts(book, game))


@rule
def take_escorts(game, action):
    """Troops sail, or nobody does."""
    load(game, Cargo.TROOPS.value, action - Option.COUNT_0)
    if action == Option.COUNT_0:
        game.step = SHIFT


@rule
def take_shift(book, game, action, events):
    """Another transport sails; or no more, and ASW may."""
    if action == Option.DONE:
        game.step = SW_UNITS
    else:
        shift_transport(book, game, action, events)


# --- ships (21.214E, 21.3612, 21.72D) --------------------------------------------------------------------


@rule
def may_redeploy(book, game, unit):
    """Sound ships, also such as have been used (21.32), but not for an escort of this phase (21.321), once a turn."""
    if book.side[unit] != game.moving or not is_sound(game, unit) or book.kind[unit] == Kind.CVE:
        return False
    if has_been_out(book, game, unit):
        return False
    return game.redeployed[unit] == 0 and game.at_sea[unit] == 0 and game.strength[unit] > 0


@rule
def within_reach(book, game, unit):
    """The places that a unit reaches from port to port of its side (21.3612)."""
    return places_joined(book, game, int(book.side[unit]), int(game.place[unit]))


@rule
def may_redeploy_to(book, game, unit, reached, place):
    """Whether a place that a unit reaches has room for it."""
    return has(reached, place) and place != game.place[unit] and has_room(book, game, place, int(game.strength[unit]))


@rule
def mask_redeploy(book, game, mask):
    """Units that have somewhere to go; of cruisers that are alike the first."""
    mask[Option.DONE] = 1
    roomy = places_with_room(book, game, int(game.moving), MANY)
    for k in eights_of(game):
        left = sound_ones(game, k) & ones_of(book, int(game.moving), k)
        while left != 0:
            unit = first_of(left, k)
            left &= left - 1
            if may_redeploy(book, game, unit) and not redeploys_as_another(book, game, unit):
                mask[FIRST_UNIT + unit] = int(has_new_base(book, game, unit, roomy))


@rule
def redeploys_as_another(book, game, unit):
    """Whether a cruiser is like another before it that may redeploy."""
    for other in sisters_before(book, game, unit):
        if are_alike(game, unit, other) and may_redeploy(book, game, other):
            return True
    return False


@rule
def has_new_base(book, game, unit, roomy):
    """Whether a unit may redeploy anywhere; roomy: places with room for any unit, as most have that have any."""
    if game.strength[unit] <= MANY:
        roomy &= ~bit(game.place[unit])
        near = next_places(book, closed_straits(book, game, int(game.moving)), int(game.place[unit]))
        if near & roomy != 0 or within_reach(book, game, unit) & roomy != 0:
            return True
    reached = within_reach(book, game, unit)
    for place in range(PLACES):
        if may_redeploy_to(book, game, unit, reached, place):
            return True
    return False


@rule
def take_redeploy(book, game, action, events):
    """A unit that redeploys, and is seen, or of a row perhaps a part; or there are no more."""
    if action == Option.DONE:
        game.phase, game.step, game.cursor = Phase.END.value, 0, 0
        return
    game.cursor = action - FIRST_UNIT
    leave_counter(book, game, int(game.cursor), events)
    game.step = PARTING if can_be_parted(book, game, int(game.cursor)) else SHIPS


@rule
def mask_new_base(book, game, mask):
    unit = int(game.subject)
    reached = within_reach(book, game, unit)
    for place in range(PLACES):
        mask[FIRST_PLACE + place] = int(may_redeploy_to(book, game, unit, reached, place))


@rule
def take_new_base(book, game, action, events):
    """The unit sails to its new base; on a map of hexes it may be met, but not on its way to or from a box, which lies
    on other fronts (21.1324, 21.33)."""
    unit, place = int(game.subject), action - FIRST_PLACE
    here = int(game.place[unit])
    invert_used_row(book, game, unit)
    if book.lies_in[here] < 0 or book.lies_in[place] < 0:
        settle_in(book, game, unit, place, events)
        game.cursor = NOBODY
        return
    game.spent[unit] = 0
    join(book, game, unit)
    set_sail(book, game, Convoy.REDEPLOYED.value, here, place, place)


@rule
def invert_used_row(book, game, unit):
    """A row that redeploys and of which some have been used counts as used, so that these stay so (21.72D); its owner
    can redeploy the others alone (20.91)."""
    if is_of_one_factor(book, unit) and game.spent[unit] > 0:
        game.inverted[unit] = 1


@rule
def settle_in(book, game, unit, place, events):
    """A unit is in its new base; used as it was, it is not uninverted this turn (21.72D), as it is where it comes to
    the aid of others from there, which `spent` says."""
    game.place[unit] = place
    game.spent[unit] = 0
    game.redeployed[unit] = 1
    mend_in_port(book, game, unit)
    note(events, Event.CHANGES_BASE, unit, place, 0)


@rule
def settle_redeployment(book, game, events):
    """Who has redeployed over hexes is in its new base; or beaten it is back in the old one (21.33), which it does not
    leave again (21.321), inverted until the player turn ends, as after a base change (21.72B).  Never asks."""
    side, port, beaten = int(game.moving), int(game.origin[THERE]), game.step == BEATEN
    for unit in units_of(game):
        if book.side[unit] == side and game.force[unit] > 0:
            if beaten:
                game.inverted[unit] = 1
                note(events, Event.BEATEN_BACK, unit, game.place[unit], 0)
            else:
                settle_in(book, game, unit, port, events)
    if beaten:
        stay_in(book, game)
    come_in(book, game, side)
    game.phase, game.step, game.cursor = Phase.REDEPLOYMENT.value, SHIPS, NOBODY
    return False


# --- overstacked ports (21.112) --------------------------------------------------------------------------


@rule
def overstacked_port(book, game):
    """A port of the moving side with more than it bases, nowhere: there is none."""
    for place in range(PLACES):
        if is_open(book, game, place, int(game.moving)) and is_overstacked(book, game, place):
            return place
    return NOWHERE


@rule
def mask_overstacked(book, game, mask):
    """Any unit that counts there, also under a counter."""
    for unit in units_of(game):
        if home_of(game, unit) == game.subject and game.repair[unit] == 0 and game.strength[unit] > 0:
            mask[FIRST_UNIT + unit] = int(not has_twin(book, game, unit))


@rule
def take_overstacked(book, game, action, events):
    """It is eliminated, or a factor of it; a task force that lacks it is shown (20.163)."""
    unit = action - FIRST_UNIT
    show(book, game, unit, events)
    if is_of_one_factor(book, unit):
        lose_strength(book, game, unit, events)
    else:
        sink(book, game, unit, events)
    break_up(book, game, int(game.moving), events)
