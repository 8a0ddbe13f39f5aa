"""The engine as the faces use it: many games a call, with masks, observations, rewards and the next game's start.

One compiled entry point serves one game and ten thousand: each entry point carries the whole rules through the
compiler, so there are few.
"""

from aw_env.admirals_war.engine import begin, take
from aw_env.admirals_war.observation.writing import update_observation
from aw_env.admirals_war.records.terms import Power, Side, Theatre, Victory
from aw_env.admirals_war.rules.control import track
from aw_env.admirals_war.rules.sequence import fill_mask
from aw_env.core.engine.compiling import compiled, rule
from aw_env.core.engine.dice import WORD, mixed, seed_generator
from aw_env.core.engine.masks import clear, random_legal
from aw_env.core.rules import CLEAR, RESTART, SKIP, START, WRITE


@compiled
def advance(
    books, templates, games, first, last, actions, ledger, masks, observations, rewards, layout, point_reward,
    max_decisions, tasks, events,
):  # fmt: skip
    """Carry `games[first:last]` on by one action each, run on to the next decision, and keep the account.

    actions: int64 `(n,)`, legal, or `PASS`, `START` or `SKIP`.  ledger: `core.rules.Ruleset.ledger`,
    `(n,)`, which goes with the rows of observations.  masks: int8
    `(n, ACTIONS)`.  observations: int16 `(n, columns)`.  rewards: float32 `(n, seats)`; what each seat earns is
    added: the outcome, and `point_reward` for each point of the margin.  A game of `max_decisions` decisions
    (0: no limit) is broken off.  tasks: the sum of `CLEAR` (begin with rewards and ended set to 0), `RESTART`
    (start the next game where one ends) and `WRITE` (masks, observations and `ledger.seat` for the seat that
    chooses next).
    """
    for i in range(first, last):
        line = ledger[i]
        if tasks & CLEAR:
            line.ended = 0
            for seat in range(rewards.shape[1]):
                rewards[i, seat] = 0.0
        action = int(actions[i])
        if action == SKIP:
            continue
        if action >= 0:
            take(books[0], games[i], action, masks[i], events)
        elif action == START:
            start_next(books, templates, games, i, ledger, masks, events)
        elif tasks & WRITE:
            rewrite_mask(books[0], games[i], masks[i])
        settle(books[0], games[i], line, rewards[i], point_reward, max_decisions)
        if tasks & RESTART and line.running == 0:
            start_next(books, templates, games, i, ledger, masks, events)
        if tasks & WRITE:
            line.seat = games[i].seat
            if games[i].over == 0:
                update_observation(books[0], games[i], games[i].seat, layout, observations[i], line)


@rule
def start_next(books, templates, games, i, ledger, masks, events):
    """Game `i` begins anew, with the seed that comes next on its line."""
    line = ledger[i]
    line.number += line.stride
    seed = int(line.seed)
    if line.stride != 0:
        seed = seed_of_game(seed, int(line.number))
    games[i] = templates[0]
    begin(books[0], games[i], seed, masks[i], events)
    line.margin_seen = margin(books[0], games[i])
    line.first_duel_seen = track(books[0], games[i], Theatre.ATLANTIC)
    line.second_duel_seen = track(books[0], games[i], Theatre.PACIFIC)
    line.running = 1


@compiled
def seed_of_game(seed, number):
    """The seed of a batch's game: 62 bits from the seed of the batch and the number of the game."""
    low = mixed((mixed(seed & WORD) + mixed((seed >> 32) & WORD) + number * 0x9E3779B9) & WORD)
    high = mixed((low + (number >> 32) + 0x7F4A7C15) & WORD)
    return ((high & 0x3FFFFFFF) << 32) | low


@rule
def rewrite_mask(book, game, mask):
    """The legal answers to the decision that the game waits for."""
    clear(mask)
    if game.over == 0:
        fill_mask(book, game, mask)


@rule
def settle(book, game, line, rewards, point_reward, max_decisions):
    """Reward every seat for what has changed since the last account, and note the end of a game."""
    if line.running == 0:
        return
    lead = margin(book, game)
    if book.individual == 1:
        earn_in_duels(book, game, line, rewards, point_reward)
    elif lead != line.margin_seen:
        earn(rewards, point_reward * (lead - line.margin_seen))
    line.margin_seen = lead
    if game.over == 1 or (0 < max_decisions <= game.decisions):
        line.running = 0
        line.ended = 1
        line.truncated = 1 - game.over
        line.result = game.result if game.over == 1 else 0
        line.margin = lead
        line.decisions = game.decisions
        if book.individual == 1:
            earn_alone(rewards, int(game.winners) if game.over == 1 else 0)
        else:
            earn(rewards, float(line.result))


@rule
def earn(rewards, for_allies):
    """A zero-sum reward: seats of the Allies are even."""
    for seat in range(rewards.shape[0]):
        rewards[seat] += for_allies if seat & 1 == Side.ALLIES else -for_allies


@rule
def earn_in_duels(book, game, line, rewards, point_reward):
    """Each player's own points where each plays to win alone: British against German, American against Japanese."""
    first, second = track(book, game, Theatre.ATLANTIC), track(book, game, Theatre.PACIFIC)
    rewards[Power.BRITISH] += point_reward * (first - line.first_duel_seen)
    rewards[Power.GERMAN] -= point_reward * (first - line.first_duel_seen)
    rewards[Power.AMERICAN] += point_reward * (second - line.second_duel_seen)
    rewards[Power.JAPANESE] -= point_reward * (second - line.second_duel_seen)
    line.first_duel_seen = first
    line.second_duel_seen = second


@rule
def earn_alone(rewards, winners):
    """+1 to the winner and -1/3 to each of the others; several winners share what one of them would have (§1.4)."""
    count = 0
    for seat in range(4):
        count += (winners >> seat) & 1
    for seat in range(4):
        if (winners >> seat) & 1 == 1:
            rewards[seat] += (1.0 - (count - 1) / 3.0) / count
        elif count > 0:
            rewards[seat] -= 1.0 / 3.0


@rule
def margin(book, game):
    """What decides the game, as a lead of the Allies: victory points on the tracks that count (§2.8), handicap
    included; in an engagement, armor factors sunk."""
    atlantic, pacific = track(book, game, Theatre.ATLANTIC), track(book, game, Theatre.PACIFIC)
    if book.victory == Victory.PACIFIC_TRACK:
        return pacific
    if book.victory == Victory.ATLANTIC_TRACK:
        return atlantic
    if book.victory == Victory.HOLD_THE_AREA:
        return int(game.armor_sunk[Side.AXIS]) - int(game.armor_sunk[Side.ALLIES])
    return atlantic + pacific


@compiled
def reseed(games, i, seed):
    """Other dice to come for game `i`: a new seed, and no script of dice."""
    game = games[i]
    seed_generator(game.generator, seed)
    game.scripted = 0
    game.scripted_used = 0


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


@compiled
def play_random(
    books, templates, games, first, last, decisions, ledger, masks, observations, layout, generator, events
):
    """Random legal play for measurements: `decisions` decisions, in turn by each of `games[first:last]`, with mask,
    observation and `ledger.seat` written at each.  Returns the number of games that ended."""
    ended = 0
    i = first
    for _ in range(decisions):
        take(books[0], games[i], random_legal(masks[i], generator), masks[i], events)
        if games[i].over == 1:
            ended += 1
            start_next(books, templates, games, i, ledger, masks, events)
        ledger[i].seat = games[i].seat
        update_observation(books[0], games[i], games[i].seat, layout, observations[i], ledger[i])
        i += 1
        if i == last:
            i = first
    return ended
