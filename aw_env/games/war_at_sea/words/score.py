"""How a game has ended, and why it is won or drawn (1.1)."""

from collections.abc import Iterator

from aw_env.core.said.speech import Gain
from aw_env.games.war_at_sea.records.terms import FIRST_BOX, Box, Kind, Side
from aw_env.games.war_at_sea.rules.control import controller
from aw_env.games.war_at_sea.rules.returning import pays_for_neutral_port
from aw_env.games.war_at_sea.view import UnitView, View
from aw_env.naval import words
from aw_env.naval.sides import side_id, standing


def why(view: View) -> str:
    """Why a game that is over is won or drawn, in a sentence."""
    bid = f", with the bid of {view.bid:+g}" if view.bid else ""
    return f"Points of control: {standing(view.lead + view.bid)}{bid}."


def gains(view: View) -> list[Gain]:
    """What would be scored if the turn ended now (5.8): areas with surface vessels of one side, of the Allies without
    U-boats; convoys that have come in; ships that are still in the Neutral Port, which count for the enemy."""
    return [*_of_areas(view), *_of_convoys(view), *_of_neutral_port(view)]


def _of_areas(view: View) -> Iterator[Gain]:
    for area in view.areas:
        there = {unit.side for unit in view.units_in(area.id) if unit.kind != Kind.U_BOAT and not unit.disengaged}
        if view.over:
            holder = view.flag(area.id)
        else:
            holder = view.side(view.by_rule(controller, area.number)) if len(there) == 1 else None
        if holder is not None and (points := view.points(area.id)[holder]):
            yield Gain(side_id(holder), points, area.name)


def _of_convoys(view: View) -> Iterator[Gain]:
    scored = int(view.record["scored"])
    if scored:
        yield Gain(side_id(scored < 0), abs(scored), "convoys" if scored > 0 else "already paid")


def _of_neutral_port(view: View) -> Iterator[Gain]:
    for unit in view.units:
        if not view.over and view.by_rule(pays_for_neutral_port, unit.number):
            yield Gain(side_id(1 - unit.side), 1, f"{unit.name} in the Neutral Port")


def lost(view: View, side: Side) -> list[UnitView]:
    """Ships that fight for a side and are out of play, but were not when the game began: sunk, scuttled, interned."""
    return words.lost(view, side, (Kind.SHIP, Kind.CARRIER), FIRST_BOX + Box.OUT_OF_PLAY)
