"""The record of a game as a seat may see it: the one place that says what British ships that lie face down (19.3) keep
from the Axis.  Choices that both sides make at the same time are in no observation, and `View` leaves them out.
"""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.dice import below
from aw_env.core.engine.layout import CURSOR, SUBJECT
from aw_env.core.seen.hiding import Hiding, blindfolds
from aw_env.games.war_at_sea.records.state import FACE_DOWN, STATE
from aw_env.games.war_at_sea.records.terms import FIRST_BOX, NOBODY, NOWHERE, UNITS, Box, Decision, Side
from aw_env.games.war_at_sea.rules.counters import lies_face_down, may_lie_face_down

REFEREE = 2
"""In place of a seat: who sees everything, from the side of the Allies."""


@rule
def is_kept_from(book, game, seat):
    """Whether British ships lie face down for a seat."""
    return seat == Side.AXIS and lies_face_down(book, game)


@rule
def is_hidden(book, game, unit, mine):
    """Whether a unit lies face down for a side; what is out of play all know."""
    out = game.place[unit] == FIRST_BOX + Box.OUT_OF_PLAY
    return mine == Side.AXIS and not out and may_lie_face_down(book, game, unit)


HIDING = Hiding(STATE, FACE_DOWN, is_hidden, UNITS)
hide, cover_units, take_off_units = HIDING.hide, HIDING.cover, HIDING.take_off_cover


@rule
def cover(book, game, line):
    """Conceal in the record itself what the seat which is asked may not see."""
    if is_kept_from(book, game, game.seat):
        count_face_down(book, game)
        cover_units(book, game, line)


@rule
def take_off_cover(book, game, line):
    """All is as it was."""
    if is_kept_from(book, game, game.seat):
        take_off_units(book, game, line)
        game.face_down[:] = 0


@rule
def conceal(book, game, seat):
    """Only the number of British ships in each place is seen, and that one of them is being moved."""
    turn_face_down(book, game)
    secret_frames = int(game.depth)
    if game.seat == Side.ALLIES:
        game.decision = Decision.SECRET_MOVEMENT.value
        game.subject = NOBODY
        secret_frames = 0
    for k in range(secret_frames, len(game.frames)):
        game.frames[k, SUBJECT] = 0
        game.frames[k, CURSOR] = 0
    game.dice_rolled = 0
    game.decisions = 0
    game.forced = 0


blindfold, as_seen = blindfolds(__name__, STATE, is_kept_from, conceal)


@rule
def turn_face_down(book, game):
    """British ships leave their places, which keep the number of them."""
    count_face_down(book, game)
    hide(book, game, Side.AXIS)


@rule
def count_face_down(book, game):
    """How many lie face down in each place."""
    for k in range(game.units):
        unit = int(game.roster[k])
        if 0 <= game.place[unit] < FIRST_BOX and is_hidden(book, game, unit, Side.AXIS):
            game.face_down[game.place[unit]] += 1


@rule
def redraw_face_down(book, game, seat):
    """Which British ship lies where is drawn anew for the Axis, which sees how many lie in each place.  Of the rest,
    which no longer matters when the Axis moves, nothing is kept."""
    if not is_kept_from(book, game, seat):
        return
    turn_face_down(book, game)
    left = 0
    for place in range(FIRST_BOX):
        left += game.face_down[place]
    for k in range(game.units):
        unit = int(game.roster[k])
        if left > 0 and game.place[unit] == NOWHERE and may_lie_face_down(book, game, unit):
            place = place_of_lot(game, below(game.generator, left))
            game.face_down[place] -= 1
            game.place[unit] = place
            game.origin[unit] = place
            left -= 1


@rule
def place_of_lot(game, lot):
    """Where the ship with a number lies, of those face down, counted from 0 in the order of places."""
    place = 0
    while lot >= game.face_down[place]:
        lot -= game.face_down[place]
        place += 1
    return place
