"""Groups into which a side that breaks off divides: the field `group` of each unit, and in `formed` the set of those
that the division under way has formed."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.sets import bit, has
from aw_env.naval.terms import NO_GROUP as NO_GROUP

ALL = 0
"""The group of every unit while nobody breaks off."""
FIRST_GROUP = 1
"""The group that the whole side makes up before it divides."""
QUIET_LIMIT = 3
"""Rounds in a row in which nobody could fire, after which a combat or the pursuit of a group is over."""


@rule
def free_group(game, units, count, groups):
    """The first of so many groups that none of `units[:count]` has and the division under way has not formed, or
    NO_GROUP."""
    used = int(game.formed)
    for k in range(count):
        group = int(game.group[units[k]])
        if group > ALL:
            used |= bit(group)
    for group in range(FIRST_GROUP, groups + 1):
        if not has(used, group):
            return group
    return NO_GROUP


@rule
def found_group(game, units, count, groups):
    """A unit leaves its group to begin one of its own.  Returns the group."""
    group = free_group(game, units, count, groups)
    game.formed |= bit(group)
    game.quiet_rounds[group] = 0
    return group
