"""The steps of the sequence of play (5): what a frame of the stack (`core.engine.stack`) is at work on."""

from enum import IntEnum


class Step(IntEnum):
    """The steps of the sequence of play, each carried out by the function that `sequence.proceed` names."""

    TURN = 0  # subject: phase, cursor: how far in it
    ARRIVALS = 1  # cursor: roster order
    ORDERS = 2  # subject: side, cursor: roster order, stage: asking, rolling, failing
    REPAIRS = 3  # subject: side, cursor: port, stage: points spent
    U_BOAT_ORDERS = 4  # cursor: roster order
    AIR_MARKERS = 5  # cursor: side
    SELECTION = 6  # of areas for combat
    AREA = 7  # combat in one area; subject: area
    U_BOAT_ATTACKS = 8  # subject: area, cursor: roster order
    STRIKE = 9  # from the air; subject: area or port, cursor: side, stage: factors used
    ROUND = 10  # of surface combat; subject: area, cursor: roster order
    DISENGAGING = 11  # both sides say whether they do; subject: area
    FORMING = 12  # groups; subject: the group that divides, cursor: one more than the order of the ship
    PURSUING = 13  # who pursues which of the groups just formed; subject: the group that divided
    PURSUIT = 14  # group by group; subject: area
    LEAVING = 15  # disabled units go home; subject: place
    RETURN = 16  # one unit; subject: unit
    OILING = 17  # cursor: roster order
    GOING_HOME = 18  # all ships still at sea; subject: side, cursor: roster order
