"""§33 German carriers: the Graf Zeppelin and the Seydlitz are scrapped, or built in place of U-boats, or neither."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note
from aw_env.core.engine.marks import mark, marked
from aw_env.games.admirals_war.records.state import REVERSED
from aw_env.games.admirals_war.records.terms import FIRST_BOX, FOREVER, NOBODY, Box, Event, Kind, Nation, Role
from aw_env.games.admirals_war.rules.options.reserve import awaited, call_up, discard, in_reserve, replace

SCRAPPED_ON = 1
"""Turn on which they may be scrapped (§33.1)."""
TYPE_XXI_ON = 10
"""Turn on which the first U-boat of Type XXI arrives if neither is scrapped..."""
SOONER = 2
"""...and by how many turns sooner for each that is (§33.1)."""
BUILT_ON = 4
"""Turn on which they may be built (§33.2)."""
CONVERTED_ON = 5
"""Turn on which the Weser arrives in place of the Seydlitz (§33.3)."""


@rule
def is_on_the_stocks(book, game, unit):
    """The Graf Zeppelin or the Seydlitz, neither scrapped nor built."""
    named = unit == book.role[Role.GRAF_ZEPPELIN] or unit == book.role[Role.SEYDLITZ]
    return named and in_reserve(game, unit)


@rule
def is_type_xxi(book, game, unit):
    """A U-boat of Type XXI: printed so (§14.243), or built so (§33.1)."""
    return book.type_xxi[unit] == 1 or (book.kind[unit] == Kind.SUBMARINE and marked(game, unit, REVERSED) == 1)


# --- §33.1: scrapping ----------------------------------------------------------------------------------


@rule
def may_be_scrapped(book, game, unit):
    """Either of them, on turn 1."""
    return game.turn == SCRAPPED_ON and is_on_the_stocks(book, game, unit)


@rule
def scrap(book, game, unit, events):
    """A ship is given up: Type XXI comes two turns sooner, the printed boat with it."""
    discard(game, unit, events)
    game.type_xxi_from = min(int(game.type_xxi_from), TYPE_XXI_ON) - SOONER
    note(events, Event.TYPE_XXI, game.type_xxi_from, 0, 0)
    for k in range(game.units):
        boat = int(game.roster[k])
        if book.type_xxi[boat] == 1 and awaited(game, boat):
            game.due[boat] = game.type_xxi_from


@rule
def fit_out(book, game, boat):
    """A U-boat that arrives or returns from that turn on is of Type XXI, and stays so."""
    if game.turn >= game.type_xxi_from and is_u_boat(book, boat):
        mark(game, boat, REVERSED, 1)


@rule
def is_u_boat(book, unit):
    """A German submarine."""
    return book.kind[unit] == Kind.SUBMARINE and book.nation[unit] == Nation.GERMAN


# --- §33.2, §33.3: building ----------------------------------------------------------------------------


@rule
def may_be_built(book, game, unit):
    """Either of them in place of a U-boat that is due on turn 4, if neither has been scrapped; then the Weser in place
    of the Seydlitz that is to arrive."""
    if game.turn != BUILT_ON or game.type_xxi_from != FOREVER:
        return False
    if unit == book.role[Role.WESER]:
        return in_reserve(game, unit) and awaited(game, int(book.role[Role.SEYDLITZ]))
    return is_on_the_stocks(book, game, unit) and boat_to_give_up(book, game) != NOBODY


@rule
def boat_to_give_up(book, game):
    """The U-boat that is not built: one of the turn chart first, then one that returns."""
    for box in (Box.NOT_YET_ARRIVED, Box.RETURNING):
        for k in range(game.units):
            boat = int(game.roster[k])
            if is_u_boat(book, boat) and game.place[boat] == FIRST_BOX + box and game.due[boat] == game.turn:
                return boat
    return NOBODY


@rule
def build(book, game, unit, events):
    """The ship arrives with this turn's reinforcements, the Weser with the next turn's."""
    if unit == book.role[Role.WESER]:
        replace(game, int(book.role[Role.SEYDLITZ]), unit, events)
        call_up(game, unit, CONVERTED_ON, events)
        return
    discard(game, boat_to_give_up(book, game), events)
    call_up(game, unit, BUILT_ON, events)
