"""1, 5.7, 5.8: control of the sea areas, points, and the end of the game."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note
from aw_env.core.engine.marks import marked
from aw_env.core.engine.sets import first_of, is_empty, without_first
from aw_env.games.war_at_sea.records.state import DISENGAGED
from aw_env.games.war_at_sea.records.terms import AREAS, NOBODY, Decision, Event, Side
from aw_env.games.war_at_sea.rules.counters import is_vessel, units_in
from aw_env.games.war_at_sea.rules.u_boats import first_u_boat


@rule
def take_flags_off(game):
    """The flags of the turn before go when both sides have moved (5.4)."""
    for area in range(AREAS):
        game.flag[area] = NOBODY


@rule
def place_flags(book, game, events):
    """Each area goes to the one side with surface vessels there that have not disengaged (1.3, 12.4)."""
    for area in range(AREAS):
        game.flag[area] = controller(book, game, area)
        if game.flag[area] != NOBODY:
            note(events, Event.CONTROL, area, game.flag[area], 0)


@rule
def controller(book, game, area):
    """The side that controls an area at the end of combat, or NOBODY; a U-boat denies it to the Allies (8.2)."""
    found = NOBODY
    there = units_in(game, area)
    while not is_empty(there):
        unit = first_of(there)
        if is_vessel(book, unit) and marked(game, unit, DISENGAGED) == 0:
            found = int(game.side[unit])
        there = without_first(there)
    if found == Side.ALLIES and first_u_boat(book, game, area) != NOBODY:
        return NOBODY
    return found


@rule
def score(book, game, events):
    """Points for control, for convoys, and what ships in the Neutral Port cost, netted (5.8)."""
    gained = int(game.scored)
    for area in range(AREAS):
        if game.flag[area] != NOBODY:
            points = int(book.points[area, game.flag[area]])
            gained += points if game.flag[area] == Side.ALLIES else -points
    game.scored = 0
    game.lead += gained
    note(events, Event.POINTS, gained, 0, game.lead)


@rule
def end_game(book, game, events):
    """The side with more points wins, bid included (1.1)."""
    lead = 2 * int(game.lead) + int(book.bid)
    game.over = 1
    game.result = (1 if lead > 0 else 0) - (1 if lead < 0 else 0)
    game.decision = Decision.NONE.value
    game.power = NOBODY
    game.seat = NOBODY
    game.subject = NOBODY
    note(events, Event.GAME_OVER, game.result, 0, 0)
