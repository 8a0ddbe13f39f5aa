"""What may be done, and what comes of it.

1. In each turn both captains secretly choose a course: their sector or one beside it.  Then both ships sail.
2. Then Red's ship, on even turns Blue's, and after her the other has a broadside: she fires at the other in her sector
   or beside it, mends a hit, or holds.  A die hits on a 5 or 6; alongside, in the same sector, on a 4 as well.
3. Who sinks the other wins; after the last turn the ship that bears more hits does.
"""

from aw_duel.terms import FIRST_SECTOR, FIRST_SHIP, HULL, RECORDS, SECTORS, Decision, Event, Option, Phase, Side
from aw_env.new_game import Rules, allow_all, ask, below, finish, has, note, note_die, roll, rule

COUNT = len(SECTORS)
FACES, HITS, HITS_ALONGSIDE = 6, 5, 4


@rule
def proceed(book, game, events):
    """Play on to the next question."""
    if game.phase == Phase.COURSES:
        for ship in range(2):
            if game.course[ship] == 0:
                return ask(book, game, Decision.COURSE, ship, ship)
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
    game.phase = Phase.GUNS.value
    for ship in range(2):
        game.place[ship] = game.course[ship] - 1
        note(events, Event.SAILS, ship, game.place[ship], 0)


@rule
def end_turn(book, game, events):
    """The next turn begins, or the duel is over (3)."""
    if game.turn == book.last_turn:
        end(book, game, events)
        return
    game.turn += 1
    game.phase = Phase.COURSES.value
    for ship in range(2):
        game.course[ship] = game.fired[ship] = 0
    note(events, Event.TURN, game.turn, 0, 0)


@rule
def end(book, game, events):
    lead = margin(book, game)
    finish(game, int(lead > 0) - int(lead < 0))
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
    mask[Option.MEND] = int(game.hull[ship] < HULL)
    mask[FIRST_SHIP + 1 - ship] = int(has(book.near[game.place[ship]], game.place[1 - ship]))


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
    least = HITS_ALONGSIDE if game.place[ship] == game.place[target] else HITS
    note(events, Event.FIRES, ship, target, 0)
    for _ in range(book.guns[ship]):
        die = roll(game, FACES)
        note_die(events, die)
        if die >= least and game.hull[target] > 0:
            game.hull[target] -= 1
    if game.hull[target] == 0:
        note(events, Event.SINKS, target, 0, 0)
        end(book, game, events)


# --- for players ---------------------------------------------------------------------------------------


@rule
def redraw(book, game, seat):
    """Blue, who is asked after Red, does not know Red's course: it may be any."""
    if seat == Side.BLUE and game.decision == Decision.COURSE and game.power == Side.BLUE:
        sector = below(game.generator, COUNT)
        while not has(book.near[game.place[Side.RED]], sector):
            sector = below(game.generator, COUNT)
        game.course[Side.RED] = sector + 1


@rule
def advise(book, game, mask):
    """A captain's rule of thumb: fire; else mend; else make for the sector where the other ship is."""
    other = 1 - int(game.subject)
    if game.decision == Decision.BROADSIDE:
        if mask[FIRST_SHIP + other] == 1:
            return FIRST_SHIP + other
        return Option.MEND.value if mask[Option.MEND] == 1 else Option.HOLD.value
    nearest = -1
    for sector in range(COUNT):
        if mask[FIRST_SECTOR + sector] == 1:
            if nearest < 0 or distance(sector, game.place[other]) < distance(nearest, game.place[other]):
                nearest = sector
    return FIRST_SECTOR + nearest


@rule
def distance(one, other):
    return abs(one // 3 - other // 3) + abs(one % 3 - other % 3)


QUESTIONS = {Decision.COURSE: (mask_course, take_course), Decision.BROADSIDE: (mask_broadside, take_broadside)}
RULES = Rules(__name__, RECORDS, proceed, QUESTIONS, margin, redraw=redraw, advise=advise)
