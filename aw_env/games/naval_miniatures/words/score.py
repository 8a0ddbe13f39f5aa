"""How a battle has ended, and why it is won or drawn (WIN, EOT.3, CV.6)."""

from aw_env.core.said.speech import Gain
from aw_env.games.naval_miniatures.records.terms import NOWHERE, Phase, Side
from aw_env.games.naval_miniatures.rules.end_of_turn import holds
from aw_env.games.naval_miniatures.view import View
from aw_env.naval.sides import ALLIES_AND_AXIS, side_id


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
    if max(view.score) >= view.win_at and view.phase == Phase.END_OF_TURN:  # the score is looked at then alone (EOT.2)
        return score
    if nobody:
        return f"{nobody}. {score}"
    left = ", ".join(f"{ALLIES_AND_AXIS[side].title} {sum(unit.cost for unit in view.left(side))}" for side in Side)
    last = "The last turn is over" if view.turn >= view.last_turn else "Nothing has happened for too long"
    return f"{last}; points of the units left: {left}. {score}"


def gains(view: View) -> list[Gain]:
    """What would be scored if the turn ended now: objectives that a side holds and nobody has claimed (OBJ.1)."""
    book, record = view.scenario.books[0], view.record
    points = int(book["objective_points"])
    if view.over or not points:
        return []
    objectives = book["objective"][record["zone"]].tolist()
    return [
        Gain(side_id(side), points, f"the objective in {view.names.places[sector].name}")
        for k, sector in enumerate(objectives)
        if sector != NOWHERE and not int(record["claimed"]) >> k & 1
        for side in Side
        if not record["no_claims"][side] and view.by_rule(holds, side, sector)
    ]
