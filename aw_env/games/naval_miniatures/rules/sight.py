"""Line of sight and concealment (LOS)."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.sets import IN_WORD, WORD_SHIFT, has
from aw_env.games.naval_miniatures.records.terms import SECTORS, Terrain


@rule
def sees(book, game, one, other):
    """Whether the line between two sectors is clear (LOS.1, LOS.5); smoke in third sectors blocks it as squalls do."""
    if one == other:
        return True
    if book.clear[game.zone, one, other] == 0:
        return False
    if game.smokes > 0:
        for sector in range(SECTORS):
            if game.smoke[sector] > 0 and sector != one and sector != other:
                if has(book.crossed[one, other, sector >> WORD_SHIFT], sector & IN_WORD):
                    return False
    return True


@rule
def is_concealed(book, game, sector):
    """Whether units there are in fog, a squall or smoke (LOS.6)."""
    return game.smoke[sector] > 0 or book.terrain[game.zone, sector] == Terrain.SQUALL
