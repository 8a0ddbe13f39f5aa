"""Naval Miniatures compiled: what it has of its own between its rules and the entry points that every game has."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.entry_points import entry_points
from aw_env.core.engine.ledger import Play, keep_the_margin_alone, pay_the_lead, pay_the_winner
from aw_env.core.engine.stack import push
from aw_env.games.naval_miniatures.observation.observing import SIGHT as SIGHT
from aw_env.games.naval_miniatures.observation.observing import show
from aw_env.games.naval_miniatures.records.steps import Step
from aw_env.games.naval_miniatures.records.terms import NOBODY
from aw_env.games.naval_miniatures.rules import fleets, winning
from aw_env.games.naval_miniatures.rules.sequence import SEQUENCE


@rule
def open_battle(book, game, events):
    """Fleets and set-up come first, unless the position is one in the midst of a battle."""
    if game.depth == 0:
        push(game, Step.SET_UP, NOBODY)


@rule
def redraw_secrets(book, game, seat):
    """Draw anew what a seat cannot know: while fleets are bought, the other side's (FLT.4)."""
    fleets.redraw_draft(book, game, seat)


@rule
def margin(book, game):
    """The lead of the Allies: points (WIN), or convoy ships (CV.6)."""
    return winning.lead(game) if book.escort == NOBODY else winning.convoy_lead(book, game)


PLAY = Play(*SEQUENCE, open_battle, margin, keep_the_margin_alone, pay_the_lead, pay_the_winner, show, redraw_secrets)
advance, play_random, start, apply, redraw, legal_actions, take = entry_points(__name__, PLAY)
