"""Squadrons of bases that destroyers carry over a map of hexes, three to an air factor (21.438).

`game.aboard_marines` says of each base how many air factors of it sail, and `game.tired_marines` how many squadrons
have come to it by sea this turn.  Until they land, squadrons count in the base that they leave.
"""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note
from aw_env.games.world_at_war.records.kinds import PLACES, Event

SQUADRONS_A_FACTOR = 3
"""Squadrons of an air factor (AR-26)."""
AIR_FACTORS_A_BASE = 5
"""Air factors that a base has room for (H)."""


@rule
def air_factors(squadrons):
    """Air factors of so many squadrons, the last perhaps not full: a destroyer carries each (21.434A)."""
    return (int(squadrons) + SQUADRONS_A_FACTOR - 1) // SQUADRONS_A_FACTOR


@rule
def since_the_turn_began(game, base):
    """Squadrons that were in a base when the player turn began; only these are carried from it (21.435G, 21.438A)."""
    return max(0, int(game.airbase[base]) - int(game.tired_marines[base]))


@rule
def room_for_air(game, base):
    """Air factors for which a base still has room (21.438B)."""
    return max(0, AIR_FACTORS_A_BASE - air_factors(game.airbase[base]))


@rule
def squadrons_at_sea(game, base):
    """Squadrons of a base that sail."""
    return min(SQUADRONS_A_FACTOR * int(game.aboard_marines[base]), since_the_turn_began(game, base))


@rule
def flown_at_sea(game, base):
    """Of these, squadrons that have flown, which may sail too (21.438A): the others go first (H)."""
    fresh = max(0, since_the_turn_began(game, base) - int(game.flown[base]))
    return max(0, squadrons_at_sea(game, base) - fresh)


@rule
def fresh_at_sea(game, base):
    """Squadrons that sail and have not flown: they join no battle on the way."""
    return squadrons_at_sea(game, base) - flown_at_sea(game, base)


@rule
def leave_base(game, base, squadrons, flown):
    """Squadrons are not in a base any more, so many of them that have flown."""
    game.airbase[base] -= squadrons
    game.flown[base] -= flown


@rule
def lose_air_factor(game, side, base, events):
    """An air factor that sails from a base is lost, that which is not full, and squadrons that have flown, first."""
    left = SQUADRONS_A_FACTOR * (int(game.aboard_marines[base]) - 1)
    lost = max(0, squadrons_at_sea(game, base) - left)
    leave_base(game, base, lost, min(lost, flown_at_sea(game, base)))
    game.aboard_marines[base] -= 1
    note(events, Event.SQUADRONS_LOST, side, lost, 0)


@rule
def land_squadrons(game, port, events):
    """All squadrons that sail are in a port, which is their base now, and fly from it as they would have from the old
    one (21.438A, C)."""
    landed = 0
    for base in range(PLACES):
        squadrons, flown = squadrons_at_sea(game, base), flown_at_sea(game, base)
        game.aboard_marines[base] = 0
        leave_base(game, base, squadrons, flown)
        leave_base(game, port, -squadrons, -flown)
        landed += squadrons
    game.tired_marines[port] += landed
    if landed > 0:
        note(events, Event.SQUADRONS_LAND, port, landed, 0)
