"""Many games a call: their actions, the account of what each has earned, and the start of the next where one ends.

A game's own rules are handed in as a `Play`.
"""

from typing import Any, NamedTuple

import numpy as np

from aw_env.core.engine.compiling import compiled, rule, rule_with_arrays
from aw_env.core.engine.dice import WORD, key_dice, mixed, seed_generator
from aw_env.core.engine.machine import begin, run_on, take
from aw_env.core.engine.masks import clear, random_legal
from aw_env.core.engine.prefetch import fetch
from aw_env.core.engine.stack import STUCK

LEDGER = np.dtype(
    [
        ("seat", "i4"),  # whose decision it is
        ("ended", "i4"),  # 1: the game has ended since rewards were last cleared
        ("truncated", "i4"),  # 1: it was broken off at `max_decisions`
        ("result", "i4"),  # of the game that ended, for the first side: 1 won, 0 drawn, -1 lost
        ("margin", "i4"),  # lead of the first side when it ended
        ("decisions", "i4"),  # decisions answered in it
        ("margin_seen", "i4"),  # lead that has already been rewarded
        ("running", "i4"),  # 1: a game is being played
        ("seed", "i8"),  # seed of the batch
        ("number", "i8"),  # number of the game being played: its seed is derived from both
        ("stride", "i8"),  # added to the number when the next game begins; 0: the game's seed is `seed` itself
    ],
    align=True,
)
"""dtype of the line that a face keeps about each game beside its record; a game may add fields of its own."""

PASS = -1
"""In place of an action: leave the game as it is, but account for what has happened in it meanwhile."""
START = -2
"""In place of an action: start the next game."""
SKIP = -3
"""In place of an action: leave the game alone altogether."""
ASK_AGAIN = -4
"""In place of an action: put the question again that the game waits with.  In a sound position nothing else changes."""

CLEAR, RESTART, WRITE = 1, 2, 4
"""Tasks of `carry_on`: begin a new account, start the next game where one ends, write what the next seat sees."""


KEPT_AT_HAND = 64
"""Games that lie with their rows in the second cache of a core, some 12 KB each; of more, each is fetched while the one
before it is played."""

SHORT = 4096
"""Columns of a row of observations that is fetched too: of a longer one a decision changes little, and to ask for all
of it takes more time than it saves."""

KINDS_APART = 64
"""Kinds of decisions that are told apart where games are put in order: most games have no more."""

IN_TURN = (0, 1, 0, 1, 0, 1, 0, 1)
"""Side of each seat of a game whose two sides have their seats in turn, however many there are."""


class Play(NamedTuple):
    """The rules of a game as the ledger calls them; `line` is the game's line of the ledger, `play` this."""

    proceed: Any
    fill_mask: Any
    answer: Any
    """As in `core.engine.machine.Sequence`."""
    open: Any
    """`open(book, game, events)`: put the first step on the stack of a fresh copy of the first position."""
    margin: Any
    """`margin(book, game)`: what decides the game, as a lead of the first side."""
    open_account: Any
    """`open_account(book, game, line)`: note in the game's own fields of the line how it stands at the start."""
    pay_points: Any
    """`pay_points(play, book, game, line, lead, rewards, point_reward)`: reward seats for what has changed since."""
    pay_result: Any
    """`pay_result(play, book, game, line, rewards)`: reward the seats for a game that has ended."""
    show: Any
    """`show(book, game, seat, layout, observation, line)`: bring the row that goes with the line up to date."""
    redraw: Any
    """`redraw(book, game, seat)`: draw anew, with the game's generator, what a seat cannot know.  What it has seen
    stays true."""
    sides: Any = IN_TURN
    """Side that each seat plays for: 0 for the first, of which `margin` and `result` speak, 1 for the other."""


@rule
def carry_on(
    play, books, templates, games, i, action, ledger, masks, observations, rewards, layout, point_reward,
    max_decisions, tasks, events,
):  # fmt: skip
    """Carry game `i` on by one action, run on to the next decision, and keep the account.

    Returns 1 when the game is stuck, which breaks it off; else 0.
    """
    line = ledger[i]
    if tasks & CLEAR:
        line.ended = 0
        for seat in range(rewards.shape[1]):
            rewards[i, seat] = 0.0
    if action == SKIP:
        return 0
    if action >= 0:
        take(play, books[0], games[i], action, masks[i], events)
    elif action == START:
        start_next(play, books, templates, games, i, ledger, masks, events)
    elif action == ASK_AGAIN:
        run_on(play, books[0], games[i], masks[i], events)
    elif tasks & WRITE:
        rewrite_mask(play, books[0], games[i], masks[i])
    stuck = 1 if games[i].over == STUCK else 0
    settle(play, books[0], games[i], line, rewards[i], point_reward, max_decisions)
    if tasks & RESTART and line.running == 0:
        start_next(play, books, templates, games, i, ledger, masks, events)
    if tasks & WRITE:
        line.seat = games[i].seat
        if games[i].over == 0:
            play.show(books[0], games[i], games[i].seat, layout, observations[i], line)
    return stuck


@rule_with_arrays
def by_decision(games, first, last):
    """The numbers of `games[first:last]`, of those that wait for a decision of one kind one after the other: the code
    that answers it, some of a thousand rules, is then at hand for all but the first.  Games know nothing of each other,
    so that it makes no difference to them."""
    before = np.zeros(KINDS_APART + 1, np.int64)  # by kind the games of lesser ones
    for i in range(first, last):
        before[kind_of(games[i]) + 1] += 1
    for kind in range(KINDS_APART):
        before[kind + 1] += before[kind]
    order = np.empty(last - first, np.int64)
    for i in range(first, last):
        kind = kind_of(games[i])
        order[before[kind]] = i
        before[kind] += 1
    return order


@rule
def kind_of(game):
    """Of which kind the decision is that a game waits for."""
    return int(game.decision) & KINDS_APART - 1


@rule
def fetch_next(games, order, k, ledger, masks, observations):
    """Before number `k` in the order of many games is carried on, ask for what `carry_on` will touch of the next."""
    if k + 1 < order.size and order.size > KEPT_AT_HAND:
        following = order[k + 1]
        fetch(games, following)
        fetch(ledger, following)
        fetch(masks, following)
        if observations.shape[1] <= SHORT:
            fetch(observations, following)


@rule
def start_next(play, books, templates, games, i, ledger, masks, events):
    """Game `i` begins anew, with the seed that comes next on its line."""
    line = ledger[i]
    line.number += line.stride
    seed = int(line.seed)
    if line.stride != 0:
        seed = seed_of_game(seed, int(line.number))
    games[i] = templates[0]
    begin(play, books[0], games[i], seed, masks[i], events)
    line.margin_seen = play.margin(books[0], games[i])
    play.open_account(books[0], games[i], line)
    line.running = 1


@rule
def rewrite_mask(play, book, game, mask):
    """The legal answers to the decision that the game waits for."""
    clear(mask)
    if game.over == 0:
        play.fill_mask(book, game, mask)


@rule
def settle(play, book, game, line, rewards, point_reward, max_decisions):
    """Reward every seat for what has changed since the last account, and note the end of a game."""
    if line.running == 0:
        return
    lead = play.margin(book, game)
    play.pay_points(play, book, game, line, lead, rewards, point_reward)
    line.margin_seen = lead
    if game.over != 0 or (0 < max_decisions <= game.decisions):
        line.running = 0
        line.ended = 1
        line.truncated = 0 if game.over == 1 else 1
        line.result = game.result if game.over == 1 else 0
        line.margin = lead
        line.decisions = game.decisions
        play.pay_result(play, book, game, line, rewards)


@rule
def earn(play, rewards, for_first_side):
    """A zero-sum reward."""
    for seat in range(rewards.shape[0]):
        rewards[seat] += for_first_side if play.sides[seat] == 0 else -for_first_side


@rule
def keep_the_margin_alone(book, game, line):
    """`Play.open_account` of a game that keeps nothing else."""


@rule
def pay_the_lead(play, book, game, line, lead, rewards, point_reward):
    """`Play.pay_points` of a game of two sides: what the lead has changed since the last account."""
    if lead != line.margin_seen:
        earn(play, rewards, point_reward * (lead - line.margin_seen))


@rule
def pay_the_winner(play, book, game, line, rewards):
    """`Play.pay_result` of a game of two sides."""
    earn(play, rewards, float(line.result))


@compiled
def seed_of_game(seed, number):
    """The seed of a batch's game: 62 bits from the seed of the batch and the number of the game."""
    low = mixed((mixed(seed & WORD) + mixed((seed >> 32) & WORD) + number * 0x9E3779B9) & WORD)
    high = mixed((low + (number >> 32) + 0x7F4A7C15) & WORD)
    return ((high & 0x3FFFFFFF) << 32) | low


@compiled
def reseed(games, i, seed):
    """Other dice to come for game `i`: a new seed, and no script of dice."""
    game = games[i]
    seed_generator(game.generator, seed)
    game.scripted = 0
    game.scripted_used = 0
    for k in range(game.script.size):
        game.script[k] = 0


@compiled
def key_dice_of(games, i, seed, tallies):
    """Key the dice of game `i` for the decision that it waits for (`core.engine.dice.key_dice`)."""
    key_dice(games[i], seed, tallies)


# --- random play ---------------------------------------------------------------------------------------


@compiled
def seed_random(generator, seed):
    """Seed a generator of one's own, int64 `(4,)`."""
    seed_generator(generator, seed)


@compiled
def random_actions(masks, generator, actions):
    """Fill `actions`, int64 `(n,)`, with a random legal action a row of `masks`.  `generator`: int64 `(4,)`."""
    for i in range(masks.shape[0]):
        actions[i] = random_legal(masks[i], generator)


@rule
def play_in_turn(
    play, books, templates, games, first, last, decisions, ledger, masks, observations, layout, generator, events
):
    """Random legal play for measurements: `decisions` decisions, in turn by each of `games[first:last]`, with mask,
    observation and `ledger.seat` written at each.  Returns the number of games that ended, or, when game i is stuck,
    -1 - i at once."""
    ended = 0
    i = first
    for _ in range(decisions):
        take(play, books[0], games[i], random_legal(masks[i], generator), masks[i], events)
        if games[i].over == STUCK:
            return -1 - i
        if games[i].over == 1:
            ended += 1
            start_next(play, books, templates, games, i, ledger, masks, events)
        ledger[i].seat = games[i].seat
        play.show(books[0], games[i], games[i].seat, layout, observations[i], ledger[i])
        i += 1
        if i == last:
            i = first
    return ended
