"""§2.8 The tracks of victory points."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note
from aw_env.games.admirals_war.rules.options.turn_eleven import is_over

MOST_VICTORY_POINTS = 29
"""A lead cannot grow beyond this (§2.8)."""


@rule
def move_track(book, game, track, gained, event, events):
    """Move a theatre's markers, while it is at war (§21.2); nobody leads by more than 29 (§2.8)."""
    if is_over(book, game, track):
        return
    before = int(game.victory_points[track])
    now = max(-MOST_VICTORY_POINTS, min(MOST_VICTORY_POINTS, before + gained))
    game.victory_points[track] = now
    if gained != 0:
        note(events, event, track, gained, now)
