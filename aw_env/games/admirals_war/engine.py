"""The compiled entry points, with arrays and an index: faces play through `advance`, tests and search one game at a
time.  Each entry point carries the whole rules through the compiler, so there are few.

`books` is an array of one book, `templates` of one first position, `games` of games; `events` a buffer as
in `core.events`; `mask` int8[ACTIONS].
"""

from aw_env.core.engine.compiling import compiled, rule
from aw_env.core.engine.dice import seed_generator
from aw_env.core.engine.events import note
from aw_env.core.engine.ledger import Play, carry_on, earn, fetch_next, play_in_turn
from aw_env.core.engine.masks import clear, count_legal
from aw_env.core.engine.stack import push
from aw_env.games.admirals_war.observation.updating import update_observation
from aw_env.games.admirals_war.records.steps import Step
from aw_env.games.admirals_war.records.terms import Event, Power, Side, Theatre, Victory
from aw_env.games.admirals_war.rules.battle import redraw_choice
from aw_env.games.admirals_war.rules.control import track
from aw_env.games.admirals_war.rules.options import pearl_harbor_tension, whereabouts
from aw_env.games.admirals_war.rules.options.hidden_submarines import are_hidden
from aw_env.games.admirals_war.rules.sequence import answer, fill_mask, run
from aw_env.games.admirals_war.rules.setup import draw_meeting

ACCOUNT = [("first_duel_seen", "i4"), ("second_duel_seen", "i4")]
"""Fields of a ledger's line where each of four players plays to win alone: the lead already rewarded of the British
over the Germans, and of the Americans over the Japanese."""


@rule
def begin(book, game, seed, mask, events):
    """Play a fresh copy of the first position up to the first decision.  Returns the number of legal answers."""
    seed_generator(game.generator, seed)
    if book.draw_areas != 0:
        draw_meeting(book, game)
    note(events, Event.TURN, game.turn, 0, 0)
    push(game, Step.TURN, game.phase)
    return run(book, game, mask, events)


@rule
def take(book, game, action, mask, events):
    """Carry out a legal answer and run on to the next decision.  Returns the number of legal answers there."""
    answer(book, game, action, events)
    game.decisions += 1
    return run(book, game, mask, events)


@rule
def redraw_secrets(book, game, seat):
    """Draw anew, with the generator of the game, what a seat cannot know of it: an action type chosen in secret
    (§7.22), how the uncertain US groups are hidden (§23.2), and submarines (§26).  What it has seen stays true."""
    redraw_choice(game, seat)
    pearl_harbor_tension.redraw(book, game, seat)
    if are_hidden(book):
        whereabouts.redraw(book, game, seat)


# --- what the seats earn -------------------------------------------------------------------------------


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


@rule
def open_account(book, game, line):
    """How the tracks stand when the game begins."""
    line.first_duel_seen = track(book, game, Theatre.ATLANTIC)
    line.second_duel_seen = track(book, game, Theatre.PACIFIC)


@rule
def pay_points(book, game, line, lead, rewards, point_reward):
    """Reward every seat for the victory points since the last account."""
    if book.individual == 1:
        earn_in_duels(book, game, line, rewards, point_reward)
    elif lead != line.margin_seen:
        earn(rewards, point_reward * (lead - line.margin_seen))


@rule
def pay_result(book, game, line, rewards):
    """Reward every seat for the result of a game that has ended (§1.4)."""
    if book.individual == 1:
        earn_alone(rewards, int(game.winners) if game.over == 1 else 0)
    else:
        earn(rewards, float(line.result))


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


PLAY = Play(begin, take, run, fill_mask, margin, open_account, pay_points, pay_result, update_observation)

# --- entry points --------------------------------------------------------------------------------------


@compiled
def advance(
    books, templates, games, first, last, actions, ledger, masks, observations, rewards, layout, point_reward,
    max_decisions, tasks, events,
):  # fmt: skip
    """Carry `games[first:last]` on by one action each, run on to the next decision, and keep the account.

    actions: int64 `(n,)`, legal, or `PASS`, `START`, `SKIP` or `ASK_AGAIN`.  ledger: `core.ruleset.Ruleset.ledger`,
    `(n,)`, which goes with the rows of observations.  masks: int8 `(n, ACTIONS)`.  observations: int16 `(n, columns)`.
    rewards: float32 `(n, seats)`; what each seat earns is added: the outcome, and `point_reward` for each point of the
    margin.  A game of `max_decisions` decisions (0: no limit) is broken off.  tasks: the sum of `CLEAR` (begin with
    rewards and ended set to 0), `RESTART` (start the next game where one ends) and `WRITE` (masks, observations and
    `ledger.seat` for the seat that chooses next).

    Returns the number, counted from 1, of the last game that is stuck and was broken off; 0 when none is.
    """
    stuck = 0
    for i in range(first, last):
        fetch_next(games, first, last, i, ledger, masks, observations)
        if carry_on(
            PLAY, books, templates, games, i, int(actions[i]), ledger, masks, observations, rewards, layout,
            point_reward, max_decisions, tasks, events,
        ):  # fmt: skip
            stuck = i + 1
    return stuck


@compiled
def play_random(
    books, templates, games, first, last, decisions, ledger, masks, observations, layout, generator, events
):
    """Random legal play for measurements (`core.engine.ledger.play_in_turn`)."""
    return play_in_turn(
        PLAY, books, templates, games, first, last, decisions, ledger, masks, observations, layout, generator, events
    )


@compiled
def start(books, templates, games, i, seed, mask, events):
    """Begin game `i` from the scenario's first position with a seed.  Returns the number of legal answers."""
    games[i] = templates[0]
    return begin(books[0], games[i], seed, mask, events)


@compiled
def apply(books, games, i, action, mask, events):
    """Answer the decision of game `i` with a legal action and run on; `mask` then holds the next legal answers."""
    return take(books[0], games[i], action, mask, events)


@compiled
def redraw(books, games, i, seat):
    """Draw anew what a seat cannot know of game `i` (`redraw_secrets`)."""
    redraw_secrets(books[0], games[i], seat)


@compiled
def legal_actions(books, games, i, mask):
    """Fill the mask of the decision that game `i` waits for.  Returns the number of legal answers."""
    clear(mask)
    if games[i].over == 0:
        fill_mask(books[0], games[i], mask)
    return count_legal(mask)
