"""§26 Hidden submarine deployment: from the time that they move until they act only their own side knows where
submarines are, and which side of them is up."""

from aw_env.core.engine.compiling import optional, rule
from aw_env.core.engine.events import note, whisper
from aw_env.core.engine.marks import marked
from aw_env.core.engine.sets import bit, has
from aw_env.core.seen.hiding import Hiding
from aw_env.games.admirals_war.records.book import BOATS
from aw_env.games.admirals_war.records.state import HIDDEN, RAIDING, STATE
from aw_env.games.admirals_war.records.terms import FIRST_BOX, FIRST_PORT, NOWHERE, Event, Kind, OptionalRule
from aw_env.games.admirals_war.rules.counters import WITH_SUBMARINES, at_sea, side
from aw_env.games.admirals_war.rules.options.reserve import plays


@rule
def are_hidden(book):
    """Whether the optional rule is in play."""
    return plays(book, OptionalRule.HIDDEN_SUBMARINES)


@optional(otherwise=False)
@rule
def is_hidden(book, game, unit):
    """A submarine that the other side does not see."""
    return game.hidden[unit] == 1


@rule
def is_in_play(book, game, unit):
    """A submarine in port or at sea, seen or not."""
    return book.kind[unit] == Kind.SUBMARINE and 0 <= game.place[unit] < FIRST_BOX


@optional()
@rule
def hide(book, game, power):
    """When a power begins to move, all its submarines are hidden, also those that will stay in port (§26.0)."""
    if not are_hidden(book):
        return
    for k in range(game.units):
        unit = int(game.roster[k])
        if game.controller[unit] == power and is_in_play(book, game, unit):
            game.hidden[unit] = 1


@optional(otherwise=0)
@rule
def areas_with_hidden(book, game):
    """The sea areas where there are hidden submarines, as a set."""
    areas = 0
    for k in range(book.boats):
        unit = int(book.boat[k])
        if is_hidden(book, game, unit) and at_sea(game, unit):
            areas |= bit(game.place[unit])
    return areas


@optional()
@rule
def reveal(book, game, unit, events):
    """A submarine shows itself, because it is affected by ASW or acts, for the rest of the turn (§26.0)."""
    if is_hidden(book, game, unit):
        game.hidden[unit] = 0
        note(events, Event.REVEALED, unit, game.place[unit], marked(game, unit, RAIDING))


@optional()
@rule
def last_seen_in(book, game, unit):
    """The port or base in which a hidden submarine began the turn; of one that a scenario has put to sea, the first
    port to which the chart brings it."""
    if game.origin[unit] >= FIRST_PORT:
        return int(game.origin[unit])
    for port in range(book.ports):
        if has(book.arrives_at[unit], port):
            return FIRST_PORT + port
    return NOWHERE


@rule
def is_hidden_from(book, game, unit, mine):
    """Whether a submarine is hidden from a side: it is nowhere, and last seen where it began the turn."""
    return is_hidden(book, game, unit) and side(game, unit) != mine


HIDING = Hiding(STATE, HIDDEN, is_hidden_from, BOATS, ("book.boat", "book.boats"), origin=last_seen_in)
forget_whereabouts = HIDING.forget


@rule
def uncover(book, game):
    """All units have returned to base (§5.74): submarines in port are seen, and nothing is left of the turn's hunts."""
    if not are_hidden(book):
        return
    for k in range(game.units):
        game.hidden[game.roster[k]] = 0
    for of_side in range(2):
        game.swept[of_side] = 0


@rule
def tell(book, game, event, unit, place, c, events):
    """What a unit does is told to all, of a hidden submarine to its own side alone (§26.0)."""
    if is_hidden(book, game, unit):
        whisper(events, int(side(game, unit)), event, unit, place, c)
    else:
        note(events, event, unit, place, c)


@optional(otherwise=0)
@rule
def supposed_here(book):
    """Kinds of units that must be reckoned with in any sea area, as bits: combat goes through all that submarines might
    do, so that it does not tell whether there are any."""
    return WITH_SUBMARINES if are_hidden(book) else 0


@optional()
@rule
def note_swept(book, game, area, of_side):
    """ASW results of which none can be taken any more: the hunters know that nobody is left there."""
    if are_hidden(book):
        game.swept[of_side] |= bit(area)
