"""Line of sight and concealment (LOS)."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.sets import includes
from aw_env.games.naval_miniatures.records.terms import SECTORS, Terrain


@rule
def sees(book, game, one, other):
    """Whether the line between two sectors is clear (LOS.1, LOS.5); smoke in third sectors blocks it as squalls do."""
    if book.clear[game.zone, one, other] == 0:
        return False
    if game.smokes > 0:
        for sector in range(SECTORS):
            if game.smoke[sector] > 0 and is_third(book, one, other, sector):
                return False
    return True


@rule
def hide_behind_smoke(book, game, one, seen):
    """Write 0 for each sector that smoke hides from another, as `sees` has it: all of them at a time."""
    for sector in range(SECTORS):
        if game.smoke[sector] > 0:
            for other in range(SECTORS):
                if is_third(book, one, other, sector):
                    seen[other] = 0


@rule
def is_third(book, one, other, sector):
    """Whether a sector is a third one that the line between two cuts: neither of the two is (GLO.5)."""
    return includes(book.crossed[one, other], sector)


@rule
def is_concealed(book, game, sector):
    """Whether units there are in fog, a squall or smoke (LOS.6)."""
    return game.smoke[sector] > 0 or book.terrain[game.zone, sector] == Terrain.SQUALL
