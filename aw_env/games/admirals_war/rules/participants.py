"""§7.2 Combat: who takes part in a battle, and in which order."""

from aw_env.core.engine.compiling import rule
from aw_env.games.admirals_war.records.terms import NOBODY
from aw_env.games.admirals_war.rules.counters import combat_order, lap, lead_power, side


@rule
def in_battle(game, unit):
    """Whether a unit in the area takes part: everyone, or after a retreat the group and its pursuers (§8.31)."""
    return game.group[unit] == game.battle_group


@rule
def present(game, of_side):
    """Whether a side has a unit in the battle."""
    for k in range(game.units_here):
        unit = int(game.here[k])
        if side(game, unit) == of_side and in_battle(game, unit):
            return True
    return False


@rule
def both_present(game):
    """Whether there is anyone to fight on either side."""
    return present(game, 0) and present(game, 1)


@rule
def theatre_of_combat(book, game):
    """The theatre of the area being resolved (§2.6)."""
    return int(book.area_theatre[game.area])


@rule
def deciding_power(book, game, of_side):
    """Who chooses for a side: the theatre's lead power if it has units in the battle, else its partner (§7.221)."""
    lead = lead_power(theatre_of_combat(book, game), of_side)
    for k in range(game.units_here):
        unit = int(game.here[k])
        if game.controller[unit] == lead and in_battle(game, unit):
            return lead
    return lead ^ 2


@rule
def in_turn(game, of_side, cursor):
    """The unit at a cursor that runs twice through the units here: for the partner first in nationality order,
    then for the other (§5.1).  NOBODY where it is not the turn of a unit of the battle."""
    partner = lap(cursor, game.units_here)
    unit = int(game.here[cursor - partner * game.units_here])
    if game.controller[unit] == of_side + 2 * partner and in_battle(game, unit):
        return unit
    return NOBODY


@rule
def in_combat_order(book, game, cursor):
    """The unit at a cursor that runs through the units here once for each power in the order of combat (§5.1).
    NOBODY where it is not the turn of a unit of that power."""
    turn = lap(cursor, game.units_here)
    unit = int(game.here[cursor - turn * game.units_here])
    power = combat_order(theatre_of_combat(book, game), turn)
    return unit if game.controller[unit] == power else NOBODY
