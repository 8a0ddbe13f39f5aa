"""§35 Japanese battleship-carriers: conversions in a shipyard, after heavy losses of carriers."""

from aw_env.core.engine.compiling import optional, rule
from aw_env.games.admirals_war.records.terms import NOBODY, Nation, OptionalRule, Role
from aw_env.games.admirals_war.rules.options.reserve import in_reserve, is_lost, plays, replace

LOSSES = 14
"""Printed airstrike factors of carriers lost that begin it (§35.1)."""
POINTS = 3
"""Repair points of one port and turn that a conversion takes (§35.1)."""


@rule
def begin_conversions(book, game):
    """On the turn after the losses the counters are marked as ready: `due` is the turn from which they may be used."""
    if not plays(book, OptionalRule.JAPANESE_BATTLESHIP_CARRIERS):
        return
    for role in (Role.HYUGA_CONVERTED, Role.ISE_CONVERTED):
        unit = int(book.role[role])
        if in_reserve(game, unit) and game.due[unit] == 0 and airstrike_lost(book, game) >= LOSSES:
            game.due[unit] = game.turn


@rule
def airstrike_lost(book, game):
    """Printed airstrike factors of the Japanese carriers that are lost for good."""
    lost = 0
    for k in range(game.units):
        unit = int(game.roster[k])
        if book.nation[unit] == Nation.JAPANESE and book.carrier[unit] == 1 and is_lost(game, unit):
            lost += int(book.airstrike[unit])
    return lost


@optional(otherwise=NOBODY)
@rule
def form_of(book, game, unit):
    """The counter to which a ship may be converted now, or NOBODY: Hyuga's and Ise's to their own (§35.1), Fuso's and
    Yamashiro's to that of one of them that was sunk as a battleship (§35.2)."""
    if unit == book.role[Role.HYUGA]:
        return ready(book, game, Role.HYUGA_CONVERTED)
    if unit == book.role[Role.ISE]:
        return ready(book, game, Role.ISE_CONVERTED)
    if unit == book.role[Role.FUSO] or unit == book.role[Role.YAMASHIRO]:
        if is_lost(game, int(book.role[Role.HYUGA])) and ready(book, game, Role.HYUGA_CONVERTED) != NOBODY:
            return ready(book, game, Role.HYUGA_CONVERTED)
        if is_lost(game, int(book.role[Role.ISE])):
            return ready(book, game, Role.ISE_CONVERTED)
    return NOBODY


@rule
def ready(book, game, role):
    """A converted counter that may be used, or NOBODY."""
    unit = int(book.role[role])
    return unit if in_reserve(game, unit) and game.due[unit] > 0 else NOBODY


@rule
def convert(book, game, unit, events):
    """The counters are swapped; damage and all else stay with the ship."""
    replace(game, unit, form_of(book, game, unit), events)
