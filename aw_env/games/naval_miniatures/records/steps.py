"""The steps of the sequence of play: what a frame of the stack (`core.engine.stack`) is at work on."""

from aw_env.core.declare.decisions import Steps


class Step(Steps):
    """The steps, each carried out by the function that `sequence.STEPS` names."""

    DRAFT = "side", "a fleet is bought"
    SET_UP = "nobody", "cursor: sides that have deployed; stage: fleets, deployments, leads"
    DEPLOYMENT = "side", "cursor: roster order"
    LEADS = "side", "cursor: roster order"
    TURN = "phase", "cursor: how far in it"
    DECLARATIONS = "side", "what is said before movement; cursor: roster order, stage: runs, repairs"
    MOVEMENT = "side", "units one by one"
    HUNTS = "side", "cursor: roster order"
    MISSIONS = "side", "whose turn it is to place; stage: a bit for each side that has ended"
    PATROLS = "side", "cursor: roster order"
    MARKING = "side", "cursor: roster order, stage: marks of the unit asked for"
    ATTACKS = "side", "the attacks of a side in a phase"
    ACTIVATION = "unit", "its attacks one after another; cursor: attacks made, stage: how far in this one"
    PRESSING = "unit", "an aborted bomber"
    LOSSES = "nobody", "the end of a phase; cursor: roster order, stage: removal, carriers, the rest"
    CARRIER = "unit", "a lost carrier; cursor: aircraft rolled for"
    RETURN = "side", "cursor: roster order, stage: returning, giving up"
    CARGO = "side", "cargo landed at the end of a turn"
