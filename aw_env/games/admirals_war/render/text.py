"""The board as text for a terminal: tables of sea areas, of ports and bases, and of the fleets."""

import io
from collections.abc import Container, Iterable

from rich.box import SIMPLE_HEAD
from rich.console import Console, Group
from rich.table import Table
from rich.text import Text

from aw_env.core.said.naming import place_name
from aw_env.games.admirals_war.printed.load import Scenario
from aw_env.games.admirals_war.records.terms import FIRST_BOX, FIRST_PORT, NOWHERE, Box, Kind, Phase, Power, Side
from aw_env.games.admirals_war.view import UnitView, View
from aw_env.games.admirals_war.words import decisions, wording
from aw_env.games.admirals_war.words import score as score_words
from aw_env.naval.sides import SIDES, holder, standing
from aw_env.naval.words import held

WIDTH = 100
"""Columns of a text board."""
STYLES = {Side.ALLIES: "bright_blue", Side.AXIS: "bright_red", None: "bright_black"}
"""Colour of a side in a terminal."""
UNCERTAIN_BOXES = (Box.UNCERTAIN_W, Box.UNCERTAIN_X, Box.UNCERTAIN_Y, Box.UNCERTAIN_Z)
"""Where the US groups of uncertain whereabouts wait (§19.34)."""
NOTE = "-2: two damage points.  D: disabled, in port for the turn.  bottom: resting in harbour."
FORCES_NOTE = "2h!: in task force 2, which hides (l: lands, s: searches, p: attacks Pearl Harbor) and is sighted (!)."
HIDDEN_NOTE = "  H: hidden."


def ansi(scenario: Scenario, view: View) -> str:
    """The position as plain text of at most `WIDTH` columns: areas, ports and bases, and both fleets."""
    asked = decisions.describe_decision(scenario, view)
    parts: list[Text | Table | None]
    parts = [heading(scenario, view).append(f"\n{asked}"), areas(view), ports(scenario, view), off_the_map(view)]
    parts += [fleet(view, side) for side in Side]
    notes = [NOTE + HIDDEN_NOTE if any(unit.hidden for unit in view.units) else NOTE]
    notes += [FORCES_NOTE] if any(unit.task_force for unit in view.units) else []
    return in_plain_text(Group(*(line for part in parts if part is not None for line in (part, "")), *notes))


def in_plain_text(*parts: object) -> str:
    """What rich would print, without colours."""
    stream = io.StringIO()
    console = Console(file=stream, width=WIDTH, color_system=None, force_terminal=False, emoji=False, highlight=False)
    console.print(*parts)
    return "\n".join(line.rstrip() for line in stream.getvalue().splitlines()) + "\n"


def heading(scenario: Scenario, view: View) -> Text:
    """Scenario, turn, phase and victory points; in combat the area and round."""
    turn = f"turn {view.turn}" if view.turn == view.last_turn else f"turn {view.turn} of {view.last_turn}"
    text = Text(f"{scenario.title}, {turn}: {wording.PHASES[view.phase]}", "bold")
    for track, lead in zip(wording.THEATRES.values(), view.victory_points, strict=True):
        if any(area.theatre == track.lower() for area in view.areas):
            side = None if lead == 0 else Side.ALLIES if lead > 0 else Side.AXIS
            text.append(f"\n{track} victory points: ", "default").append(standing(lead), STYLES[side])
    if view.area:
        name = wording.the_place(scenario, view.names.place_number(view.area))
        which = f", round {view.round}" if view.round else ""
        text.append(f"\nCombat in {name}{which}", "yellow")
    return text


def areas(view: View, shown: Container[int] | None = None) -> Table | None:
    """The sea areas, or those of the numbers `shown`: who controls them, what they are worth, and the units of both
    sides there."""
    table = _table("Sea area", "Control", "Points", "Allies", "Axis")
    table.columns[3].ratio = table.columns[4].ratio = 1
    for area in view.areas:
        if shown is not None and area.number not in shown:
            continue
        flag = view.flag(area.id)
        allies, axis = view.points(area.id)
        here = view.units_in(area.id)
        name = Text(area.name, "bold reverse" if view.area == area.id else "bold")
        if view.phase == Phase.COMBAT and view.resolved(area.id):
            name.append("\nresolved", "dim not bold")
        forces = [_force(unit for unit in here if unit.side == side) for side in Side]
        control = Text(holder(flag), STYLES[flag])
        worth = Text.assemble((f"{allies}", STYLES[Side.ALLIES]), "/", (f"{axis}", STYLES[Side.AXIS]))
        table.add_row(name, control, worth, *forces)
    return table if table.row_count else None


def ports(scenario: Scenario, view: View, shown: Container[int] | None = None) -> Table | None:
    """The ports and bases in use, or those of the numbers `shown`: owner, the areas they belong to, the units in
    them."""
    table = _table("Port or base", "Owner", "On", "Units")
    table.columns[2].ratio, table.columns[3].ratio = 2, 3
    for port in view.ports:
        if shown is not None and port.number not in shown:
            continue
        owner = view.owner(port.id)
        side = None if owner is None else Side(owner & 1)
        name = Text(f"{port.name.split(' (')[0]}", "bold")
        name.append("" if port.kind == "port" else f" {port.kind}", "dim not bold")
        worth = int(scenario.books["place_vp"][0, port.number - FIRST_PORT])
        if worth:
            name.append(f" {worth} VP", "yellow not bold")
        raiders = view.raided_by(port.id) if scenario.books["raid_vp"].any() else []
        raided = [f"raided by {wording.POWERS[power]}" for power in raiders]
        known = {area.number: area.name for area in view.areas}
        on = [known[number] for number in known if view.touches(port.id) >> number & 1]
        held = _force(view.units_in(port.id))
        if raided:
            held = Text.assemble(held, "\n" if held.plain else "", (", ".join(raided), "yellow"))
        held_by = "nobody" if owner is None else wording.POWERS[owner]
        table.add_row(name, Text(held_by, STYLES[side]), ", ".join(on), held)
    return table if table.row_count else None


def off_the_map(view: View) -> Text:
    """The holding boxes with units in them, turn by turn where these come later, and those out of play."""
    text = Text()
    for box in Box:
        place = view.names.place(FIRST_BOX + box)
        units = view.units_in(place.id)
        if not units:
            continue
        for turn in sorted({unit.due for unit in units}) if box in (Box.NOT_YET_ARRIVED, Box.RETURNING) else [0]:
            due = [unit for unit in units if unit.due == turn] if turn else units
            title = f"{place.name}, turn {turn}" if turn else place.name + _found_in_secret(view, box)
            text.append(f"{title}: ", "bold").append(_names(due))
            text.append("\n")
    if view.out_of_sight:
        text.append("Hidden submarines: ", "bold").append(_names(view.out_of_sight))
    text.rstrip()
    return text


def _found_in_secret(view: View, box: Box) -> str:
    """Where the secret dice have put a US group that has not appeared: only its own seat's view knows (§23.22)."""
    areas = dict(zip(UNCERTAIN_BOXES, view.record["uncertain_at"].tolist(), strict=True))
    area = areas.get(box, NOWHERE)
    return "" if area == NOWHERE else f" (in secret: {place_name(view.scenario, area)})"


def score(view: View) -> Table:
    """The score sheet of a game that is over: why it is won or drawn, and what each side holds and has lost."""
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, expand=True, title_justify="left")
    table.title, table.title_style = score_words.why(view), "bold"
    table.add_column("")
    for side in Side:
        table.add_column(Text(SIDES[side], STYLES[side]), ratio=1)
    table.add_row("holds", *(", ".join(held(view, side)) for side in Side))
    table.add_row("lost", *(", ".join(unit.name for unit in score_words.lost(view, side)) for side in Side))
    return table


def fleet(view: View, side: Side, power: Power | None = None) -> Table:
    """The units of a side, or of one of its powers; those with the same type and factors on one line."""
    whose = SIDES[side] if power is None else wording.POWERS[power]
    table = Table(box=None, show_header=False, title=f"{whose} fleet", title_style=f"bold {STYLES[side]}")
    table.title_justify = "left"
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(ratio=1)
    alike: dict[tuple[str, str], list[UnitView]] = {}
    for unit in view.units:
        meant = unit.side == side and power in (None, unit.power)
        if meant and unit.place_number != FIRST_BOX + Box.OUT_OF_PLAY:
            alike.setdefault((unit.label.type, wording.factors(unit)), []).append(unit)
    for (kind, factors), units in alike.items():
        table.add_row(Text(kind, "dim"), factors, _names(units))
    return table


def _table(*headers: str) -> Table:
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, expand=True, header_style="dim")
    for header in headers:
        table.add_column(header, overflow="fold")
    return table


def _force(units: Iterable[UnitView]) -> Text:
    """The units of a place by what they do: patrolling or in port, raiding, air, amphibious."""
    units = list(units)
    others = (Kind.LBA, Kind.AMPHIBIOUS)
    ships = [unit for unit in units if unit.kind not in others]
    lines = [
        _names([unit for unit in ships if not unit.raiding]),
        _line("raiding: ", [unit for unit in ships if unit.raiding]),
        _line("air: ", [unit for unit in units if unit.kind == Kind.LBA]),
        _line("landing force: ", [unit for unit in units if unit.kind == Kind.AMPHIBIOUS]),
    ]
    return Text("\n").join(line for line in lines if line.plain)


def _line(title: str, units: list[UnitView]) -> Text:
    return Text.assemble((title, "dim"), _names(units)) if units else Text()


def _names(units: Iterable[UnitView]) -> Text:
    return Text(", ").join(_name(unit) for unit in units)


def _name(unit: UnitView) -> Text:
    """A unit with what has happened to it: "Akagi -2 D", "I-boat 1 H"."""
    text = Text(unit.name, STYLES[unit.side])
    if unit.damage:
        text.append(" bottom" if unit.on_the_bottom else f" -{unit.damage}", "bold red")
    if unit.disabled:
        text.append(" D", "bold yellow")
    if unit.task_force:
        text.append(f" {wording.task_force_mark(unit)}", "dim")
    if unit.hidden and unit.place is not None:
        text.append(" H", "dim")
    return text
