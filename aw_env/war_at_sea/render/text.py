"""The board as text."""

import textwrap

from aw_env.war_at_sea.printed.load import Scenario
from aw_env.war_at_sea.records.terms import Kind, Side
from aw_env.war_at_sea.view import UnitView, View
from aw_env.war_at_sea.words.narrate import describe_decision
from aw_env.war_at_sea.words.wording import PHASES, SIDES, factors, standing

WIDTH = 96


def ansi(scenario: Scenario, view: View) -> str:
    """The whole board: how the game stands, areas and ports with their units, and the decision."""
    bid = f", bid {view.bid:+g}" if view.bid else ""
    lines = [
        f"{scenario.title}: turn {view.turn} of {view.last_turn}, {PHASES[view.phase]}. "
        f"Points of control: {standing(view.lead)}{bid}."
    ]
    for area in view.areas:
        allies, axis = view.points(area.id)
        flag = view.flag(area.id)
        held = f", {SIDES[flag]}" if flag is not None else ""
        lines += [
            f"{area.name} (Allies {allies}, Axis {axis}{held}){_aircraft(view, area.id)}",
            *_forces(view, area.id),
        ]
    for port in view.ports:
        forces = _forces(view, port.id)
        if forces:
            closed = "" if view.is_active(port.id) else " (not in use)"
            lines += [f"{port.name}{closed}{_aircraft(view, port.id)}", *forces]
    return "\n".join([*lines, describe_decision(scenario, view)])


def _aircraft(view: View, place: str) -> str:
    """Whose land-based aircraft are over a place."""
    sides = [SIDES[side] for side in Side if (marker := view.marker(side)) is not None and marker.id == place]
    return f", aircraft of the {' and the '.join(sides)}" if sides else ""


def _forces(view: View, place: str) -> list[str]:
    """The units in a place, a paragraph a side."""
    lines = []
    for side in Side:
        units = view.ships_in(place, side)
        boats = sum(unit.kind == Kind.U_BOAT for unit in units)
        named = [_unit(view, unit) for unit in units if unit.kind != Kind.U_BOAT]
        named += [f"{boats} U-boat{'' if boats == 1 else 's'}"] if boats else []
        if side == Side.ALLIES and (hidden := view.face_down(place)):
            named.append(f"{hidden} face down")
        if named:
            text = f"{SIDES[side]}: {', '.join(named)}"
            lines += textwrap.wrap(text, WIDTH, initial_indent="    ", subsequent_indent="      ")
    return lines


def _unit(view: View, unit: UnitView) -> str:
    """A counter in short, with where it is bound for and what has become of it."""
    bound = f" for {view.names.places[unit.bound_for].name}" if unit.bound_for >= 0 else ""
    gone = " gone" if unit.disengaged else ""
    return f"{unit.name} {factors(unit)}{bound}{gone}"
