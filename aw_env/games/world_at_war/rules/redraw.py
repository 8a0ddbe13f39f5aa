"""What a side does not know of raids, drawn anew from what it has seen.

Which ships have sailed in a group: the defender sees how many they are, whether they are a task force, the port that
they left and the way that they go.  And which ships are withheld or screened, before the lines form."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.dice import below
from aw_env.games.world_at_war.records.kinds import NOWHERE, Decision, Phase, Side
from aw_env.games.world_at_war.rules.damage import is_afloat
from aw_env.games.world_at_war.rules.raid_combat import can_stand, front_of, raiders_withhold, takes_part
from aw_env.games.world_at_war.rules.raids import goes_with, is_large, may_raid, way
from aw_env.games.world_at_war.rules.units import has_twin, units_of

DRAWS, FRESH_STARTS = 200, 20
"""How often a group is drawn that does not look as it was seen, and all groups when one of them cannot be; after that
it sails as it was drawn last."""


@rule
def redraw_raids(book, game, seat):
    """Draw anew what a seat cannot know."""
    if seat == Side.ALLIES:
        redraw_groups(book, game)
        screens = game.decision == Decision.SCREEN and (raiders_withhold(game) or game.power == Side.AXIS)
        if game.decision == Decision.WITHHOLD or screens:
            redraw_held(book, game, Side.AXIS.value)
    elif game.decision == Decision.SCREEN and game.raiding == NOWHERE:
        redraw_held(book, game, Side.ALLIES.value)


@rule
def redraw_held(book, game, side):
    """Any ships of the battle may be withheld or screened, as long as another stands in the line (21.5361B)."""
    for unit in units_of(game):
        if book.side[unit] == side and takes_part(game, unit):
            game.held[unit] = 0
    standing = front_of(book, game, side)
    for unit in units_of(game):
        if book.side[unit] == side and takes_part(game, unit) and can_stand(book, game, unit):
            if standing > 1 and not has_twin(book, game, unit) and below(game.generator, 2) == 1:
                game.held[unit] = 1
                standing -= 1


# --- groups ----------------------------------------------------------------------------------------------


@rule
def redraw_groups(book, game):
    """Any groups that would have looked the same to the defender; should none be found, some that look otherwise."""
    for k in range(FRESH_STARTS):
        for ship in units_of(game):
            if is_unseen(book, game, ship):
                game.in_group[ship] = 0
        if draw_groups(book, game, k == FRESH_STARTS - 1):
            return


@rule
def is_unseen(book, game, ship):
    """Whether the defender does not know whether a ship is out with a group."""
    return book.side[ship] == Side.AXIS and game.seen_in[ship] == 0 and is_afloat(game, ship)


@rule
def draw_groups(book, game, is_last):
    """Draw all groups, in the order in which they were formed; False where one cannot be as it was seen, unless this is
    the last time."""
    for number in range(1, int(game.groups) + 1):
        if not draw_group(book, game, number, is_last):
            return False
    return True


@rule
def draw_group(book, game, number, is_last):
    """Draw the ships of a group that have not been seen; False where it cannot be as it was seen."""
    seen = 0
    for ship in units_of(game):
        seen += int(game.in_group[ship] == number and is_afloat(game, ship))
    unseen = int(game.ships_in[number - 1]) - seen
    if unseen == 0:
        return True
    for k in range(DRAWS):
        if draw_ships(book, game, number, unseen) and looks_as_seen(book, game, number):
            return True
        if is_last and k == DRAWS - 1:
            return True
        for ship in units_of(game):
            if game.in_group[ship] == number and is_unseen(book, game, ship):
                game.in_group[ship] = 0
    return False


@rule
def draw_ships(book, game, number, count):
    """Draw so many: one of the port that the group left, one of the port by whose way it goes if that is another, and
    any others (21.533A).  False where there is none left."""
    origin, route = int(game.origin[number - 1]), int(game.route[number - 1])
    for k in range(count):
        port = origin if k == 0 else route if k == 1 and route != origin else NOWHERE
        ship = draw_ship(book, game, number, port)
        if ship < 0:
            return False
        game.in_group[ship] = number
    return True


@rule
def draw_ship(book, game, number, port):
    """One of the ships that may sail with a group, of a port or (nowhere) of any; -1 for none.  Of ships that are alike
    the first sails first."""
    chosen, found = -1, 0
    for ship in units_of(game):
        if may_raid(book, game, ship) and goes_with(book, game, ship, number - 1) and not has_twin(book, game, ship):
            if port == NOWHERE or game.place[ship] == port:
                found += 1
                if below(game.generator, found) == 0:
                    chosen = ship
    return chosen


@rule
def looks_as_seen(book, game, number):
    """Whether a group that has sailed is a task force if it was seen to be one, and goes the way that was seen."""
    if game.phase == Phase.MISSIONS:
        return True
    large = is_large(book, game, number) == game.large[number - 1]
    return large and way(book, game, number) == game.route[number - 1]
