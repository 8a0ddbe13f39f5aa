"""The board as text."""

import textwrap
from collections.abc import Container

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from aw_env.games.war_at_sea.printed.load import Scenario
from aw_env.games.war_at_sea.records.terms import FIRST_BOX, Kind, Side
from aw_env.games.war_at_sea.view import UnitView, View
from aw_env.games.war_at_sea.words import score
from aw_env.games.war_at_sea.words.decisions import describe_decision
from aw_env.games.war_at_sea.words.wording import PHASES, factors, the_place
from aw_env.naval.sides import SIDES, holder, standing
from aw_env.naval.words import held

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


# --- for a terminal ------------------------------------------------------------------------------------------

STYLES = {Side.ALLIES: "bright_blue", Side.AXIS: "bright_red", None: "bright_black"}
"""Colour of a side in a terminal."""


def heading(view: View) -> Text:
    """Scenario, turn, phase and points of control; in combat the area and round."""
    turn = f"turn {view.turn}" if view.turn == view.last_turn else f"turn {view.turn} of {view.last_turn}"
    text = Text(f"{view.scenario.title}, {turn}: {PHASES[view.phase]}", "bold")
    side = None if view.lead == 0 else Side.ALLIES if view.lead > 0 else Side.AXIS
    bid = f", bid {view.bid:+g}" if view.bid else ""
    text.append("\nPoints of control: ", "default").append(standing(view.lead) + bid, STYLES[side])
    if view.area is not None:
        which = f", round {view.round}" if view.round else ""
        text.append(f"\nCombat in {the_place(view.scenario, view.area.number)}{which}", "yellow")
    return text


def areas(view: View, shown: Container[int] | None = None) -> Table | None:
    """The sea areas, or those of the numbers `shown`: who controls them, what they are worth, who is there."""
    table = _table("Sea area", "Control", "Points", "Allies", "Axis")
    for area in view.areas:
        if shown is None or area.number in shown:
            allies, axis = view.points(area.id)
            flag = view.flag(area.id)
            name = Text(area.name, "bold reverse" if view.area == area else "bold")
            worth = Text.assemble((f"{allies}", STYLES[Side.ALLIES]), "/", (f"{axis}", STYLES[Side.AXIS]))
            forces = (_force(view, area.id, side) for side in Side)
            table.add_row(name, Text(holder(flag), STYLES[flag]), worth, *forces)
    return table if table.row_count else None


def ports(view: View, shown: Container[int] | None = None) -> Table | None:
    """The ports, or those of the numbers `shown`: the areas that they lie on, and who is there."""
    table = _table("Port", "On", "Allies", "Axis")
    for port in view.ports:
        if shown is None or port.number in shown:
            on = ", ".join(area.name for area in view.areas if area.number in view.touches(port.id))
            name = Text(port.name, "bold").append("" if view.is_active(port.id) else "\nnot in use", "dim not bold")
            table.add_row(name, on, *(_force(view, port.id, side) for side in Side))
    return table if table.row_count else None


def fleet(view: View, side: Side) -> Table:
    """The units of a side; those with the same type and factors on one line."""
    table = Table(box=None, show_header=False, title=f"{SIDES[side]} fleet", title_style=f"bold {STYLES[side]}")
    table.title_justify = "left"
    for ratio in (None, None, 1):
        table.add_column(ratio=ratio, no_wrap=ratio is None)
    alike: dict[tuple[str, str], list[UnitView]] = {}
    for unit in view.units:
        if unit.side == side and unit.place_number < FIRST_BOX:
            alike.setdefault((unit.label.type, factors(unit)), []).append(unit)
    for (kind, numbers), units in alike.items():
        table.add_row(Text(kind, "dim"), numbers, Text(", ").join(_name(unit) for unit in units))
    return table


def score_sheet(view: View) -> Table:
    """The score sheet of a game that is over: why it is won or drawn, and what each side holds and has lost."""
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, expand=True, title_justify="left")
    table.title, table.title_style = score.why(view), "bold"
    table.add_column("")
    for side in Side:
        table.add_column(Text(SIDES[side], STYLES[side]), ratio=1)
    table.add_row("holds", *(", ".join(held(view, side)) for side in Side))
    table.add_row("lost", *(", ".join(unit.name for unit in score.lost(view, side)) for side in Side))
    return table


_RATIOS = {"On": 1, **dict.fromkeys(SIDES.values(), 2)}
"""Columns of tables that share the room."""


def _table(*headers: str) -> Table:
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, expand=True, header_style="dim")
    for header in headers:
        table.add_column(header, overflow="fold", ratio=_RATIOS.get(header))
    return table


def _force(view: View, place: str, side: Side) -> Text:
    """The units of a side in a place, and its aircraft over it."""
    units = view.ships_in(place, side)
    boats = sum(unit.kind == Kind.U_BOAT for unit in units)
    names = [_name(unit) for unit in units if unit.kind != Kind.U_BOAT]
    names += [Text(f"{boats} U-boat{'' if boats == 1 else 's'}", STYLES[side])] if boats else []
    hidden = view.face_down(place) if side == Side.ALLIES else 0
    names += [Text(f"{hidden} face down", STYLES[side])] if hidden else []
    marker = view.marker(side)
    names += [Text("aircraft", "yellow")] if marker is not None and marker.id == place else []
    return Text(", ").join(names)


def _name(unit: UnitView) -> Text:
    """A unit with what has happened to it: "Hood -2 D"."""
    text = Text(unit.name, STYLES[unit.side])
    text.append(f" -{unit.damage}" if unit.damage else "", "bold red")
    return text.append(" D" if unit.disabled else "", "bold yellow")
