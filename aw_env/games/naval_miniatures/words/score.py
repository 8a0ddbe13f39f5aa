"""How a battle has ended, and why it is won or drawn (WIN, EOT.3, CV.6)."""

from aw_env.games.naval_miniatures.records.terms import Side
from aw_env.games.naval_miniatures.view import View
from aw_env.naval.sides import ALLIES_AND_AXIS


def why(view: View) -> str:
    """Why a battle that is over is won or drawn, in a sentence."""
    without = [ALLIES_AND_AXIS[side] for side in Side if not view.left(side)]
    nobody = (
        "Neither side has a unit left" if len(without) == 2 else "".join(side.has("no units left") for side in without)
    )
    if view.escort is not None:
        return f"Convoy ships off the map: {view.off}; lost: {view.sunk}" + (f". {nobody}." if nobody else ".")
    allies, axis = view.score
    score = f"Score: Allies {allies}, Axis {axis}."
    if max(view.score) >= view.win_at:
        return score
    if nobody:
        return f"{nobody}. {score}"
    left = ", ".join(f"{ALLIES_AND_AXIS[side].title} {sum(unit.cost for unit in view.left(side))}" for side in Side)
    last = "The last turn is over" if view.turn >= view.last_turn else "Nothing has happened for too long"
    return f"{last}; points of the units left: {left}. {score}"
