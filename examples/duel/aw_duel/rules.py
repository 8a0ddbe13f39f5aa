"""What may be done, and what comes of it.

1. Each turn both captains secretly choose a course: their sector or one beside it.  Then both ships sail.
2. Then each ship, Red's first on odd turns and Blue's on even ones, has a broadside: she fires at the other in her
   sector or one beside it, mends a hit, or holds.  A die hits on a 5 or 6; a ship in the same sector on a 4, too.
3. Who sinks the other wins; after the last turn the ship that bears more hits does.
"""

from aw_duel.terms import (
    FIRST_SECTOR,
    FIRST_SHIP,
    HULL,
    RECORDS,
    SECTORS,
    Decision,
    Event,
    Option,
    Phase,
    Side,
)
from aw_env.core.engine.compiling import rule
from aw_env.core.engine.dice import below, roll
from aw_env.core.engine.events import note, note_die
from aw_env.core.engine.sets import allow_all, has
from aw_env.core.engine.stack import ask
from aw_env.core.rooms.rules import Rules

COUNT = len(SECTORS)
FACES, HITS_NEAR, HITS_ALONGSIDE = 6, 5, 4


@rule
def begin(book, game, events):
    note(events, Event.TURN, game.turn, 0, 0)


@rule
def proceed(book, game, events):
    """Play on to the next question (1-3)."""
    if game.phase == Phase.COURSES:
        for side in range(2):
            if game.course[side] == 0:
                return ask(book, game, Decision.COURSE, side, side)
        sail(game, events)
    for k in range(2):
        ship = (game.turn + 1 + k) % 2
        if game.fired[ship] == 0:
            return ask(book, game, Decision.BROADSIDE, ship, ship)
    end_turn(book, game, events)
    return False


@rule
def sail(game, events):
    """Both ships take their courses (1)."""
    for ship in range(2):
        sector = game.course[ship] - 1
        if sector != game.place[ship]:
            note(events, Event.SAILS, ship, sector, 0)
        game.place[ship] = sector
    game.phase = Phase.GUNS.value


@rule
def end_turn(book, game, events):
    """The next turn begins, or the duel is over (3)."""
    if game.turn == book.last_turn:
        finish(book, game, events)
        return
    game.turn += 1
    game.phase = Phase.COURSES.value
    for ship in range(2):
        game.course[ship] = 0
        game.fired[ship] = 0
    note(events, Event.TURN, game.turn, 0, 0)


@rule
def finish(book, game, events):
    lead = margin(book, game)
    game.over = 1
    game.phase = Phase.OVER.value
    game.decision = Decision.NONE.value
    game.power = game.seat = game.subject = -1
    game.result = int(lead > 0) - int(lead < 0)
    note(events, Event.GAME_OVER, game.result, 0, 0)


@rule
def margin(book, game):
    """Hits that Red's ship bears more than Blue's (3)."""
    return int(game.hull[Side.RED]) - int(game.hull[Side.BLUE])


# --- the questions -------------------------------------------------------------------------------------


@rule
def mask_course(book, game, mask):
    allow_all(mask, FIRST_SECTOR, book.near[game.place[game.subject]], COUNT)


@rule
def take_course(game, action):
    game.course[game.subject] = action - FIRST_SECTOR + 1


@rule
def mask_broadside(book, game, mask):
    ship = int(game.subject)
    mask[Option.HOLD] = 1
    if game.hull[ship] < HULL:
        mask[Option.MEND] = 1
    if has(book.near[game.place[ship]], game.place[1 - ship]):
        mask[FIRST_SHIP + 1 - ship] = 1


@rule
def take_broadside(book, game, action, events):
    ship = int(game.subject)
    game.fired[ship] = 1
    if action >= FIRST_SHIP:
        fire(book, game, ship, action - FIRST_SHIP, events)
    elif action == Option.MEND:
        game.hull[ship] += 1
        note(events, Event.MENDS, ship, 0, 0)


@rule
def fire(book, game, ship, target, events):
    """A broadside (2)."""
    alongside = game.place[ship] == game.place[target]
    needed = HITS_ALONGSIDE if alongside else HITS_NEAR
    note(events, Event.FIRES, ship, target, 0)
    row, hits = events[0, 0], 0
    for _ in range(book.guns[ship]):
        die = roll(game, FACES)
        note_die(events, die)
        hits += int(die >= needed)
    events[row, 3] = hits
    game.hull[target] = max(0, int(game.hull[target]) - hits)
    if game.hull[target] == 0:
        note(events, Event.SINKS, target, 0, 0)
        finish(book, game, events)


# --- for players ---------------------------------------------------------------------------------------


@rule
def redraw(book, game, seat):
    """Blue chooses after Red, and does not know Red's course: any that is possible."""
    if seat == Side.BLUE and game.decision == Decision.COURSE and game.power == Side.BLUE:
        sector = below(game.generator, COUNT)
        while not has(book.near[game.place[Side.RED]], sector):
            sector = below(game.generator, COUNT)
        game.course[Side.RED] = sector + 1


@rule
def advise(book, game, mask):
    """A captain's rule of thumb: close in and fire while she is no worse off than the other, else keep away and mend."""
    ship = int(game.subject)
    ahead = game.hull[ship] >= game.hull[1 - ship]
    if game.decision == Decision.BROADSIDE:
        if mask[FIRST_SHIP + 1 - ship] == 1:
            return FIRST_SHIP + 1 - ship
        return Option.MEND.value if mask[Option.MEND] == 1 else Option.HOLD.value
    best, most = -1, 0
    for sector in range(COUNT):
        if mask[FIRST_SECTOR + sector] == 1:
            score = closeness(sector, int(game.place[1 - ship])) * (1 if ahead else -1)
            if best < 0 or score > most:
                best, most = sector, score
    return FIRST_SECTOR + best


@rule
def closeness(one, other):
    """0 for the same sector, less for those farther away."""
    return -abs(one // 3 - other // 3) - abs(one % 3 - other % 3)


RULES = Rules(
    __name__,
    RECORDS,
    proceed,
    {Decision.COURSE: (mask_course, take_course), Decision.BROADSIDE: (mask_broadside, take_broadside)},
    margin,
    begin=begin,
    redraw=redraw,
    advise=advise,
)
