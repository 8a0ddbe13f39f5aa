"""War at Sea compiled: what it has of its own between its rules and the entry points that every game has."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.entry_points import entry_points
from aw_env.core.engine.events import note
from aw_env.core.engine.ledger import Play, keep_the_margin_alone, pay_the_lead, pay_the_winner
from aw_env.core.engine.stack import push
from aw_env.games.war_at_sea.observation.observing import SIGHT as SIGHT
from aw_env.games.war_at_sea.observation.observing import show
from aw_env.games.war_at_sea.observation.visible import redraw_face_down
from aw_env.games.war_at_sea.records.steps import Step
from aw_env.games.war_at_sea.records.terms import Event
from aw_env.games.war_at_sea.rules.airstrikes import redraw_marker
from aw_env.games.war_at_sea.rules.disengaging import redraw_intent
from aw_env.games.war_at_sea.rules.sequence import SEQUENCE


@rule
def open_war(book, game, events):
    """The first turn begins."""
    note(events, Event.TURN, game.turn, 0, 0)
    push(game, Step.TURN, game.phase)


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


PLAY = Play(*SEQUENCE, open_war, margin, keep_the_margin_alone, pay_the_lead, pay_the_winner, show, redraw_secrets)
advance, play_random, start, apply, redraw, legal_actions, take = entry_points(__name__, PLAY)
