"""The compiled entry points, with arrays and an index: faces play through `advance`, tests and search one game at a
time.

`books` is an array of one book, `templates` of one first position, `games` of games; `events` a buffer as in
`core.engine.events`; `mask` int8[ACTIONS].
"""

from aw_env.core.engine.compiling import compiled, rule
from aw_env.core.engine.dice import seed_generator
from aw_env.core.engine.events import note
from aw_env.core.engine.ledger import Play, carry_on, earn, fetch_next, play_in_turn
from aw_env.core.engine.masks import clear, count_legal
from aw_env.core.engine.stack import push
from aw_env.games.war_at_sea.observation.observing import show
from aw_env.games.war_at_sea.observation.visible import redraw_face_down
from aw_env.games.war_at_sea.records.steps import Step
from aw_env.games.war_at_sea.records.terms import Event
from aw_env.games.war_at_sea.rules.airstrikes import redraw_marker
from aw_env.games.war_at_sea.rules.disengaging import redraw_intent
from aw_env.games.war_at_sea.rules.sequence import answer, fill_mask, run


@rule
def begin(book, game, seed, mask, events):
    """Play a fresh copy of the first position up to the first decision.  Returns the number of legal answers."""
    seed_generator(game.generator, seed)
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
    """Draw anew, with the generator of the game, what a seat cannot know of it: choices of the other side that are
    still secret (5.5, 12.9), and British ships that lie face down (19.3)."""
    redraw_marker(book, game, seat)
    redraw_intent(game, seat)
    redraw_face_down(book, game, seat)


@rule
def margin(book, game):
    """The lead of the Allies in points of control, without the bid (1.1)."""
    return int(game.lead)


@rule
def open_account(book, game, line):
    """Nothing but the margin is kept."""


@rule
def pay_points(book, game, line, lead, rewards, point_reward):
    """Reward both seats for the points since the last account."""
    if lead != line.margin_seen:
        earn(rewards, point_reward * (lead - line.margin_seen))


@rule
def pay_result(book, game, line, rewards):
    """Reward both seats for the result of a game that has ended (1.1)."""
    earn(rewards, float(line.result))


PLAY = Play(begin, take, run, fill_mask, margin, open_account, pay_points, pay_result, show)

# --- entry points --------------------------------------------------------------------------------------


@compiled
def advance(
    books, templates, games, first, last, actions, ledger, masks, observations, rewards, layout, point_reward,
    max_decisions, tasks, events,
):  # fmt: skip
    """Carry `games[first:last]` on by one action each and keep the account (`core.engine.ledger.carry_on`).

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
