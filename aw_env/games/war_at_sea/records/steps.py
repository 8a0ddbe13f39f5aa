"""The steps of the sequence of play (5): what a frame of the stack (`core.engine.stack`) is at work on."""

from aw_env.core.declare.decisions import Steps


class Step(Steps):
    """The steps of the sequence of play, each carried out by the function that `sequence.proceed` names."""

    TURN = "phase", "cursor: how far in it"
    ARRIVALS = "nobody", "cursor: roster order"
    ORDERS = "side", "cursor: roster order, stage: asking, rolling, failing"
    REPAIRS = "side", "cursor: port, stage: points spent"
    U_BOAT_ORDERS = "nobody", "cursor: roster order"
    AIR_MARKERS = "nobody", "cursor: side"
    SELECTION = "nobody", "of areas for combat"
    AREA = "area", "combat in one area"
    U_BOAT_ATTACKS = "area", "cursor: roster order"
    STRIKE = "place", "from the air; cursor: side, stage: factors used"
    ROUND = "area", "of surface combat; cursor: roster order"
    DISENGAGING = "area", "both sides say whether they do"
    FORMING = "group", "the group that divides; cursor: one more than the order of the ship"
    PURSUING = "group", "who pursues which of the groups just formed"
    PURSUIT = "area", "group by group"
    LEAVING = "place", "disabled units go home"
    RETURN = "unit that returns", "one unit"
    OILING = "nobody", "cursor: roster order"
    GOING_HOME = "side", "all ships still at sea; cursor: roster order"
