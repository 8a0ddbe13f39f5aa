"""§32 Pocket pride: the Lützow begins as the Deutschland, and what becomes of her decides about two cruisers."""

from aw_env.core.engine.compiling import rule
from aw_env.games.admirals_war.records.terms import NOBODY, Event, Role, Theatre
from aw_env.games.admirals_war.rules.options.reserve import call_up, survives
from aw_env.games.admirals_war.rules.tracks import move_track

CRUISER_ON = 5
"""Turn on which the cruiser Lützow arrives if the name is free; from then on nobody is renamed (§32.4, §32.5)."""
SHAME_FROM = 3
"""First turn on which the loss of the Deutschland costs a point (§32.3)..."""
SOVIETS_ON = 7
"""...and the turn on which the Soviets have the cruiser if she is lost before that (§32.2)."""


@rule
def may_be_renamed(book, game, unit):
    """The Deutschland, until the name is given to the cruiser (§32.1, §32.5)."""
    return unit == book.role[Role.DEUTSCHLAND] and game.turn < CRUISER_ON


@rule
def lay_down_the_cruiser(book, game, events):
    """If there still is a Deutschland when turn 5 comes, the cruiser arrives under the other name (§32.4)."""
    pride, cruiser = int(book.role[Role.DEUTSCHLAND]), int(book.role[Role.LUTZOW_CRUISER])
    if pride != NOBODY and game.turn == CRUISER_ON and survives(game, pride):
        call_up(game, cruiser, CRUISER_ON, events)


@rule
def mourn(book, game, unit, events):
    """What the loss of the Deutschland under that name brings (§32.2, §32.3)."""
    if unit != book.role[Role.DEUTSCHLAND]:
        return
    if game.turn < SHAME_FROM:
        call_up(game, int(book.role[Role.PETROPAVLOVSK]), SOVIETS_ON, events)
    elif game.turn < CRUISER_ON:
        move_track(book, game, Theatre.ATLANTIC, 1, Event.PENALTY, events)
