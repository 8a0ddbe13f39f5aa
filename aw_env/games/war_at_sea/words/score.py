"""How a game has ended, and why it is won or drawn (1.1)."""

from aw_env.games.war_at_sea.records.terms import FIRST_BOX, Box, Kind, Side
from aw_env.games.war_at_sea.view import UnitView, View
from aw_env.naval.sides import standing


def why(view: View) -> str:
    """Why a game that is over is won or drawn, in a sentence."""
    bid = f", with the bid of {view.bid:+g}" if view.bid else ""
    return f"Points of control: {standing(view.lead + view.bid)}{bid}."


def lost(view: View, side: Side) -> list[UnitView]:
    """Ships that fight for a side and are out of play, but were not when the game began: sunk, scuttled, interned."""
    begun = view.scenario.templates[0]["place"]
    gone = FIRST_BOX + Box.OUT_OF_PLAY
    units = (unit for unit in view.units if unit.side == side and unit.kind in (Kind.SHIP, Kind.CARRIER))
    return [unit for unit in units if unit.place_number == gone and begun[unit.number] != gone]
