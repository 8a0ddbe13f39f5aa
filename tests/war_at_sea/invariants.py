"""What must hold in every game after every decision, checked by compiled code.

A `WATCH` follows the surface vessels and the points of a game through its events alone; after each decision the record
of the game must say the same.
"""

from enum import IntEnum

import numpy as np

from aw_env.core.engine.compiling import compiled, rule
from aw_env.core.engine.events import HEADER, WHISPERED
from aw_env.core.engine.marks import marked
from aw_env.core.engine.stack import STEP, SUBJECT
from aw_env.games.war_at_sea.records.state import DISABLED, FIRING, FRAMES, PENDING_DISABLED, TAKEN_OVER
from aw_env.games.war_at_sea.records.steps import Step
from aw_env.games.war_at_sea.records.terms import (
    AREAS,
    FIRST_BOX,
    FIRST_PORT,
    NOBODY,
    NOWHERE,
    UNITS,
    Box,
    Event,
    Kind,
    Side,
)
from tests.one_decision import COMMON, check_decision

OUT_OF_PLAY = FIRST_BOX + Box.OUT_OF_PLAY
WATCH = np.dtype(
    [
        ("place", "i4", UNITS),
        ("lead", "i4"),
        ("gained", "i4"),  # points that the events of this turn have told of
        ("time", "i4"),  # turn and phase as one number
    ],
    align=True,
)


Broken = IntEnum(
    "Broken",
    [
        *COMMON,
        "ROSTER",
        "PLACE_WITHOUT_EVENT",
        "BACK_FROM_OUT_OF_PLAY",
        "POINTS",
        "DAMAGE",
        "FOREIGN_WATERS",
        "FOREIGN_PORT",
        "BOUND_AT_SEA",
        "TWO_CONVOYS",
        "TOO_MANY_U_BOATS",
        "FIRE_ELSEWHERE",
        "DISABLED_AT_SEA",
    ],
    start=0,
)
"""The invariants; `NOTHING` when all hold."""


@compiled
def begin_watch(books, games, i, watches, w):
    """Take over the board of a game that has just begun."""
    game, watch = games[i], watches[w]
    for unit in range(UNITS):
        watch.place[unit] = game.place[unit]
    watch.lead = game.lead
    watch.gained = 0
    watch.time = 0


@compiled
def check(books, games, i, watches, w, mask, legal, events):
    """Follow the events of one answer and compare.  Returns a `Broken`."""
    book, game, watch = books[0], games[i], watches[w]
    broken = check_decision(game, watch, mask, legal, events, FRAMES)
    if broken == Broken.NOTHING:
        broken = follow(book, watch, events)
    if broken == Broken.NOTHING and watch.lead != game.lead:
        broken = Broken.POINTS.value
    for unit in range(UNITS):
        if broken == Broken.NOTHING:
            broken = check_unit(book, game, watch, unit)
    if broken == Broken.NOTHING:
        broken = check_counts(book, game)
    return broken


@rule
def follow(book, watch, events):
    """Move the watch's vessels and count its points."""
    for row in range(1, events[HEADER, 0] + 1):
        event, a, b, c = events[row, 0] % WHISPERED, int(events[row, 1]), int(events[row, 2]), int(events[row, 3])
        if event == Event.ARRIVED or event == Event.MOVED or event == Event.RETURNED:
            if watch.place[a] == OUT_OF_PLAY and book.kind[a] != Kind.U_BOAT:
                return Broken.BACK_FROM_OUT_OF_PLAY.value
            watch.place[a] = b
        elif event == Event.SPEED_ROLL and c == 1:
            watch.place[a] = b
        elif event == Event.SUNK or event == Event.NO_PORT or event == Event.INTERNED:
            watch.place[a] = OUT_OF_PLAY
        elif event == Event.CONVOY_SCORES:
            watch.place[a] = OUT_OF_PLAY
            watch.gained += c
        elif event == Event.TAKEOVER:
            if b == NOBODY:
                watch.place[a] = OUT_OF_PLAY
            elif b == Side.ALLIES and watch.place[a] == book.takeover_from:
                watch.place[a] = book.takeover_to
        elif event == Event.PENALTY:
            watch.gained += b if a == Side.AXIS else -b
        elif event == Event.CONTROL:
            watch.gained += book.points[a, b] if b == Side.ALLIES else -book.points[a, b]
        elif event == Event.POINTS:
            if a != watch.gained or c != watch.lead + a:
                return Broken.POINTS.value
            watch.lead = c
            watch.gained = 0
    return Broken.NOTHING.value


@rule
def check_unit(book, game, watch, unit):
    """One unit: where it may be, damaged as it may be, under fire only where there is fire."""
    place = int(game.place[unit])
    if (place == NOWHERE) != (watch.place[unit] == NOWHERE):
        return Broken.ROSTER.value
    if book.kind[unit] != Kind.U_BOAT and place != watch.place[unit]:
        return Broken.PLACE_WITHOUT_EVENT.value
    if game.damage[unit] < 0 or game.damage[unit] > book.defense[unit]:
        return Broken.DAMAGE.value
    if marked(game, unit, TAKEN_OVER) == 0:
        if 0 <= place < AREAS and (book.waters[unit] >> place) & 1 == 0:
            return Broken.FOREIGN_WATERS.value
        if FIRST_PORT <= place < FIRST_BOX and (book.bases[unit] >> (place - FIRST_PORT)) & 1 == 0:
            return Broken.FOREIGN_PORT.value
    if game.bound_for[unit] != NOWHERE and not FIRST_PORT <= place < FIRST_BOX:
        return Broken.BOUND_AT_SEA.value
    fire = marked(game, unit, FIRING) + marked(game, unit, PENDING_DISABLED)
    fire += int(game.pending_damage[unit]) + int(game.attackers_on[unit]) + (1 if game.target[unit] != NOBODY else 0)
    if fire > 0 and not under_way(game, place, Step.STRIKE, Step.U_BOAT_ATTACKS, Step.ROUND):
        return Broken.FIRE_ELSEWHERE.value
    if 0 <= place < AREAS and marked(game, unit, DISABLED) == 1:
        if not under_way(game, place, Step.LEAVING, Step.LEAVING, Step.LEAVING):
            return Broken.DISABLED_AT_SEA.value
    return Broken.NOTHING.value


@rule
def under_way(game, place, one, another, third):
    """Whether one of these steps is being carried out in a place."""
    for k in range(game.depth):
        step = game.frames[k, STEP]
        if game.frames[k, SUBJECT] == place and (step == one or step == another or step == third):
            return True
    return False


@rule
def check_counts(book, game):
    """One convoy in an area (14.1), and no more U-boats in play than there may be (8.1)."""
    convoys = 0
    boats = 0
    for unit in range(UNITS):
        place = int(game.place[unit])
        if book.kind[unit] == Kind.U_BOAT and 0 <= place < FIRST_BOX:
            boats += 1
        if book.kind[unit] == Kind.CONVOY and 0 <= place < AREAS:
            if (convoys >> place) & 1 == 1:
                return Broken.TWO_CONVOYS.value
            convoys |= 1 << place
    return Broken.TOO_MANY_U_BOATS.value if boats > book.most_u_boats else Broken.NOTHING.value
