"""Admirals' War compiled: what it has of its own between its rules and the entry points that every game has."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.entry_points import entry_points
from aw_env.core.engine.events import note
from aw_env.core.engine.ledger import Play, pay_the_lead, pay_the_winner
from aw_env.core.engine.stack import push
from aw_env.games.admirals_war.observation.observing import SIGHT as SIGHT
from aw_env.games.admirals_war.observation.observing import show
from aw_env.games.admirals_war.records.steps import Step
from aw_env.games.admirals_war.records.terms import Event, Power, Side, Theatre, Victory
from aw_env.games.admirals_war.rules.battle import redraw_choice
from aw_env.games.admirals_war.rules.capture import begin_expulsions
from aw_env.games.admirals_war.rules.control import track
from aw_env.games.admirals_war.rules.options import pearl_harbor_tension, whereabouts
from aw_env.games.admirals_war.rules.options.hidden_submarines import are_hidden
from aw_env.games.admirals_war.rules.sequence import SEQUENCE
from aw_env.games.admirals_war.rules.setup import draw_meeting

ACCOUNT = [("first_duel_seen", "i4"), ("second_duel_seen", "i4")]
"""Fields of a ledger's line where each of four players plays to win alone: the lead already rewarded of the British
over the Germans, and of the Americans over the Japanese."""


@rule
def open_war(book, game, events):
    """The first turn begins, in an engagement with the forces that meet drawn; who is in a lost place leaves it."""
    if book.draw_areas != 0:
        draw_meeting(book, game)
    note(events, Event.TURN, game.turn, 0, 0)
    push(game, Step.TURN, game.phase)
    begin_expulsions(book, game)


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
def pay_points(play, book, game, line, lead, rewards, point_reward):
    """Reward every seat for the victory points since the last account."""
    if book.individual == 1:
        earn_in_duels(book, game, line, rewards, point_reward)
    else:
        pay_the_lead(play, book, game, line, lead, rewards, point_reward)


@rule
def pay_result(play, book, game, line, rewards):
    """Reward every seat for the result of a game that has ended (§1.4)."""
    if book.individual == 1:
        earn_alone(rewards, int(game.winners) if game.over == 1 else 0)
    else:
        pay_the_winner(play, book, game, line, rewards)


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


PLAY = Play(*SEQUENCE, open_war, margin, open_account, pay_points, pay_result, show, redraw_secrets)
advance, play_random, start, apply, redraw, legal_actions, take = entry_points(__name__, PLAY)
