"""Playing on for every seat: what the search asks of the compiled rules."""

import numpy as np

from aw_agents.admirals_war.officer.officer import choose
from aw_env.admirals_war.engine import margin, redraw_secrets, take
from aw_env.admirals_war.records.terms import ACTIONS, EVENT_DICE, EVENT_FIELDS, Action, Decision, Power, Theatre
from aw_env.admirals_war.rules.battle import SECOND_CHOOSES
from aw_env.admirals_war.rules.control import track
from aw_env.admirals_war.rules.sequence import fill_mask
from aw_env.core.engine.compiling import compiled, rule, rule_with_arrays
from aw_env.core.engine.dice import seed_generator
from aw_env.core.engine.masks import clear, random_legal
from aw_env.core.engine.sets import has
from aw_env.core.engine.stack import STAGE, top

SEARCHED = sum(
    1 << kind
    for kind in (
        Decision.PATROL_ORDER,
        Decision.AIR_ORDER,
        Decision.AMPHIBIOUS_ORDER,
        Decision.RAID_ORDER,
        Decision.STRIKE_ORDER,
        Decision.ACTION_TYPE,
        Decision.RETREAT,
        Decision.ARRIVAL,
    )
)
"""The kinds of decisions that are searched unless others are named, as a set."""
OFFICERS, RANDOM = range(2)
"""Who plays on: the staff officer, or chance."""
TO_THE_END = 100
"""Turns after which every game is over."""
POINT = 0.05
"""What a victory point of lead weighs beside a game won, which is 1."""
NO_ACTION = -1


@compiled
def play_to_a_search(books, games, i, action, plays, mask, kinds, doctrines):
    """Carry out `action` (`NO_ACTION`: none) in game `i`, and let the officer answer for the seats held until one of
    them is asked for a decision of one of the `kinds`, a set such as `SEARCHED`.

    plays: int8 `(len(games), seats)`, 1 where the seat of the game is held.  mask: int8 `(ACTIONS,)`, which then holds
    the legal answers.  doctrines: the officer's, `(1, sides)`.  Returns the officer's answer; `NO_ACTION` when the game
    is over or waits for another seat.
    """
    unheard = np.zeros((1, EVENT_FIELDS + EVENT_DICE), np.int16)
    book, game = books[0], games[i]
    if action != NO_ACTION:
        take(book, game, action, mask, unheard)
    elif game.over == 0:
        clear(mask)
        fill_mask(book, game, mask)
    while game.over == 0 and plays[i, game.seat] == 1:
        answer = choose(book, game, doctrines[0, game.seat & 1], mask)
        if has(kinds, game.decision):
            return answer
        take(book, game, answer, mask, unheard)
    return NO_ACTION


@compiled
def roll_out(books, copies, seat, actions, seeds, values, turns, policy, doctrines):
    """Answer the decision of every copy and play on for all seats to the end of so many turns, the one that is played
    the first of them.

    copies: of one game, `(n,)`, as its record is or as a view of the seat has it; they are played.  seat: who is asked,
    and for whom `values`, float64 `(n,)`, are written.  actions: int64 `(n,)`.  seeds: int64 `(n,)`, of all that the
    seat does not know: the dice to come and the secrets of others.  policy: `OFFICERS` or `RANDOM`.  doctrines: the
    officer's, `(1, sides)`.
    """
    mask = np.zeros(ACTIONS, np.int8)
    unheard = np.zeros((1, EVENT_FIELDS + EVENT_DICE), np.int16)
    book = books[0]
    for k in range(copies.size):
        game = copies[k]
        imagine(book, game, seat, seeds[k])
        until = game.turn + turns
        take(book, game, actions[k], mask, unheard)
        while game.over == 0 and game.turn < until:
            officers = policy == OFFICERS
            answer = (
                choose(book, game, doctrines[0, game.seat & 1], mask)
                if officers
                else random_legal(mask, game.generator)
            )
            take(book, game, answer, mask, unheard)
        values[k] = worth(book, game, seat)


@rule_with_arrays
def imagine(book, game, seat, seed):
    """Put in place of what a seat does not know something that may be."""
    seed_generator(game.generator, seed)
    game.scripted = 0
    game.scripted_used = 0
    if game.decision == Decision.ACTION_TYPE and top(game)[STAGE] == SECOND_CHOOSES:
        game.choice[1 - (seat & 1)] = Action.AIR  # one of the two: which, is drawn, and a view has none
    redraw_secrets(book, game, seat)


@rule
def worth(book, game, seat):
    """What the game is worth to a seat: won or lost, if it is over, and its lead in victory points (§1.4)."""
    sign = 1 - 2 * (seat & 1)
    if book.individual == 1:
        theatre = Theatre.ATLANTIC if seat == Power.BRITISH or seat == Power.GERMAN else Theatre.PACIFIC
        return float((int(game.winners) >> seat) & 1) + POINT * sign * track(book, game, theatre)
    result = int(game.result) if game.over == 1 else 0
    return sign * (result + POINT * margin(book, game))
