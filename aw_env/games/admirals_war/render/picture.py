"""The board as a picture: sea areas with their control and points, ports and bases, counters, a header.

The pictures of a scenario are all of one size, so that they can be made into a film.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from PIL import Image, ImageDraw

from aw_env.core.drawn.outlines import islands, outlines
from aw_env.games.admirals_war.printed.load import PlaceName, Scenario
from aw_env.games.admirals_war.records.terms import FIRST_BOX, Box, Phase, Side
from aw_env.games.admirals_war.render import drawing as d
from aw_env.games.admirals_war.render.chart import (
    TITLE,
    Box4,
    Chart,
    chart_of,
    port_boxes,
    port_label,
    port_radius,
    port_size,
    port_state,
)
from aw_env.games.admirals_war.rules.tracks import MOST_VICTORY_POINTS
from aw_env.games.admirals_war.view import UnitView, View
from aw_env.games.admirals_war.words import decisions, wording
from aw_env.naval.sides import SIDES, standing

HEADER = 96
PANEL_MARGIN = 14
LEGEND = 28
BLOCK_GAP = 22
TALLEST_BLOCK = 10
"""Rows of counters in the panel while all its blocks stand side by side."""
COUNTERS = ((132, 46), (118, 42), (104, 38), (92, 34), (82, 29), (74, 22), (66, 19), (58, 17))
"""Sizes of counters, the largest that fits is used."""
GAP = 4


def picture(scenario: Scenario, view: View) -> np.ndarray:
    """The position as a picture, uint8 of shape (height, width, 3)."""
    chart = chart_of(view)
    flags = tuple(sorted((area.id, view.flag(area.id)) for area in view.areas))
    panel = _panel_height(scenario, chart)
    image = Image.new("RGB", (chart.width, HEADER + chart.height + panel), d.PAPER)
    image.paste(sea(chart, flags), (0, HEADER))
    draw = ImageDraw.Draw(image)
    _header(draw, chart.width, scenario, view)
    marked = _marked(view)
    crowded = [area for area in view.areas if not _area(draw, chart, area, view, marked)]
    _ports(draw, chart, scenario, view)
    _panel(draw, chart, HEADER + chart.height, panel, view, crowded, marked)
    return np.asarray(image, np.uint8).copy()


def _marked(view: View) -> int | None:
    subject = view.subject_unit
    return None if subject is None else subject.number


# --- the map -------------------------------------------------------------------------------------------


FINE = 2
"""The sea is drawn so many times larger, then reduced: smooth coasts."""


@lru_cache(maxsize=8)
def sea(chart: Chart, flags: tuple[tuple[str, Side | None], ...]) -> Image.Image:
    """The map without counters: land, sea areas in the colour of who controls them, borders."""
    control, scale = dict(flags), chart.cell * FINE
    image = Image.new("RGB", (chart.width * FINE, chart.height * FINE), d.LAND)
    draw = ImageDraw.Draw(image)
    lines = {
        area: [[(x * scale, y * scale) for x, y in line] for line in around]
        for area, around in outlines(chart.layout.cells).items()
    }
    for area, around in lines.items():
        for line in around:
            draw.polygon(line, _water(chart, control, area))
    for island in islands(chart.layout.cells):
        draw.polygon([(x * scale, y * scale) for x, y in island], d.LAND)
    for around in lines.values():
        for line in around:
            draw.line([*line, line[0]], d.BORDER, max(2, chart.cell // 10), "curve")
    return image.resize((chart.width, chart.height), Image.Resampling.BOX)


def _water(chart: Chart, control: dict[str, Side | None], area: str) -> d.Colour:
    return d.SEA[control[area]] if area in chart.areas else d.CLOSED


# --- areas and counters --------------------------------------------------------------------------------


def _area(draw: ImageDraw.ImageDraw, chart: Chart, area: PlaceName, view: View, marked: int | None) -> bool:
    """Name, points, control and units of a sea area.  False when its counters do not fit: then it says only how many
    units of which sort are there."""
    room = chart.room[area.id].lower(HEADER)
    fighting = view.area == area.id
    size = 18 if room.width >= 200 else 14 if room.width >= 150 else 12
    name = d.fitted(area.name, size, room.width, bold=True)
    if fighting:
        wide = d.width_of(name, size, bold=True)
        draw.rounded_rectangle((room.left - 5, room.top - 3, room.left + wide + 7, room.top + size + 5), 6, d.GOLD)
    d.write(draw, (room.left, room.top), name, size, bold=True)
    _points(draw, room.left, room.top + size + 13, view, area.id)
    stacks = [[unit for unit in view.units_in(area.id) if unit.side == side] for side in (Side.ALLIES, Side.AXIS)]
    below = Box4(room.left, room.top + min(TITLE, size + 26), room.right, room.bottom)
    stacks = [stack for stack in stacks if stack]
    if stacks and _size_for(below, stacks) is None:
        _sorts(draw, below, stacks)
        return False
    _counters(draw, below, stacks, marked)
    return True


def _sorts(draw: ImageDraw.ImageDraw, room: Box4, stacks: Sequence[Sequence[UnitView]]) -> None:
    """How many units of each sort a side has in an area that is too small for their counters."""
    size, line = 12, 16
    top = room.top + 2
    for stack in stacks:
        kinds = Counter(unit.label.type for unit in stack)
        words = [f"{count} {kind}" for kind, count in kinds.items()]
        for text in [f"{SIDES[stack[0].side]}: {len(stack)} units", *_wrapped(words, size, room.width)]:
            if top + line <= room.bottom + line // 2:
                d.write(draw, (room.left, top), text, size, d.SIDES[stack[0].side], "la", bold=True)
            top += line
    d.write(draw, (room.left, top), "(listed below)", size - 1, d.MUTED, "la")


def _wrapped(words: Sequence[str], size: int, width: int) -> list[str]:
    """Words, with commas between them, in lines of a width."""
    lines: list[str] = []
    for word in words:
        if lines and d.width_of(f"{lines[-1]}, {word},", size, bold=True) <= width:
            lines[-1] += f", {word}"
        else:
            if lines:
                lines[-1] += ","
            lines.append(word)
    return lines


def _points(draw: ImageDraw.ImageDraw, left: int, middle: int, view: View, area: str) -> None:
    """Victory points for the Allies and the Axis, and who controls the area."""
    x = left + 9
    for side, points in zip((Side.ALLIES, Side.AXIS), view.points(area), strict=True):
        d.badge(draw, (x, middle), f"{points}", d.SIDES[side], 9)
        x += 22
    flag = view.flag(area)
    words = "no control" if flag is None else SIDES[flag]
    d.write(draw, (x - 6, middle), words, 11, d.MUTED if flag is None else d.SIDES[flag], "lm", bold=flag is not None)
    if view.phase == Phase.COMBAT and view.resolved(area):
        wide = d.width_of(words, 11, bold=True)
        d.write(draw, (x + wide, middle), "resolved", 11, d.MUTED, "lm")


def _counters(draw: ImageDraw.ImageDraw, room: Box4, stacks: Sequence[Sequence[UnitView]], marked: int | None) -> None:
    """Stacks of counters, each on new rows, in the largest size in which all fit."""
    size = _size_for(room, stacks)
    if size is None:
        return
    width, height = size
    columns = max(1, (room.width + GAP) // (width + GAP))
    for unit, row, column in _in_rows(stacks, columns):
        left, top = room.left + column * (width + GAP), room.top + row * (height + GAP)
        d.counter(draw, (left, top, left + width, top + height), unit, factors_line(unit), unit.number == marked)


def _size_for(room: Box4, stacks: Sequence[Sequence[UnitView]]) -> tuple[int, int] | None:
    """The largest size in which the counters of an area fit into its room, or None."""
    return next((size for size in COUNTERS if _fit(room, stacks, size)), None)


def _in_rows(stacks: Sequence[Sequence[UnitView]], columns: int) -> list[tuple[UnitView, int, int]]:
    places, first = [], 0
    for stack in stacks:
        places += [(unit, first + n // columns, n % columns) for n, unit in enumerate(stack)]
        first += -(-len(stack) // columns)
    return places


def _fit(room: Box4, stacks: Sequence[Sequence[UnitView]], size: tuple[int, int]) -> bool:
    columns = (room.width + GAP) // (size[0] + GAP)
    return columns > 0 and sum(-(-len(stack) // columns) for stack in stacks) * (size[1] + GAP) - GAP <= room.height


def factors_line(unit: UnitView) -> str:
    """The second line of a counter."""
    return f"{unit.label.type} {wording.factors(unit)}"


# --- ports ---------------------------------------------------------------------------------------------


def _ports(draw: ImageDraw.ImageDraw, chart: Chart, scenario: Scenario, view: View) -> None:
    for port in view.ports:
        if port.id not in chart.layout.ports:
            continue
        circle, name = (box.lower(HEADER) for box in port_boxes(chart, port.id, port_label(port)))
        radius, state = port_radius(chart), port_state(scenario, view, port)
        x, y = circle.left + radius + 2, circle.top + radius + 2
        d.place_circle(draw, (x, y), radius, port.kind != "base", state.side, len(view.units_in(port.id)))
        d.write(draw, (name.left + 2, name.top), port_label(port), port_size(chart), d.INK, "la", True, d.WHITE)
        if state.worth:
            d.badge(draw, (x + radius, y - radius), f"{state.worth}", d.BONUS, 8)
        for number, raider in enumerate(state.raided_by):
            spot = (x - radius, y - radius + 16 * number)
            d.badge(draw, spot, "R", d.SIDES[Side(raider & 1)], 7)


@dataclass(frozen=True)
class Holding:
    """A port, base or box with units in it, for the panel below the map."""

    title: str
    colour: d.Colour
    units: tuple[UnitView, ...]


def holdings(view: View, crowded: Sequence[PlaceName] = ()) -> list[Holding]:
    """Sea areas too crowded for their counters, ports, bases and boxes that hold units, in the order of the board.

    Units out of play, and those that the turn chart brings later, are written out in lines (`_roll_calls`).
    """
    found = []
    for area in crowded:
        units = tuple(sorted(view.units_in(area.id), key=lambda unit: unit.side))
        found.append(Holding(f"At sea: {area.name}", d.INK, units))
    for port in view.ports:
        units = tuple(view.units_in(port.id))
        if units:
            power = view.owner(port.id)
            owner = None if power is None else Side(power & 1)
            found.append(Holding(port_label(port), d.SIDES[owner], units))
    for box in Box:
        place = view.names.place(FIRST_BOX + box)
        units = tuple(view.units_in(place.id))
        if box == Box.NOT_YET_ARRIVED:
            units = tuple(unit for unit in units if unit.due <= view.turn)
        if units and box == Box.RETURNING:
            for turn in sorted({unit.due for unit in units}):
                due = tuple(unit for unit in units if unit.due == turn)
                found.append(Holding(f"Returning on turn {turn}", d.MUTED, due))
        elif units and box != Box.OUT_OF_PLAY:
            found.append(Holding(place.name, d.MUTED, units))
    if view.out_of_sight:
        found.append(Holding("Hidden submarines", d.MUTED, tuple(view.out_of_sight)))
    return found


def _roll_calls(view: View) -> tuple[list[tuple[str, d.Colour, list[str]]], list[tuple[str, d.Colour, list[str]]]]:
    """Who arrives on which later turn, and what each side has lost: titles and names."""
    place = view.names.place(FIRST_BOX + Box.NOT_YET_ARRIVED).id
    coming: dict[int, list[str]] = {}
    for unit in view.units_in(place):
        if unit.due > view.turn:
            coming.setdefault(unit.due, []).append(unit.name)
    lost = view.units_in(view.names.place(FIRST_BOX + Box.OUT_OF_PLAY).id)
    arrivals = [(f"Turn {turn}", d.MUTED, coming[turn]) for turn in sorted(coming)]
    losses = [
        (f"{SIDES[side]}, out of play", d.SIDES[side], [unit.name for unit in lost if unit.side == side])
        for side in Side
    ]
    return arrivals, [entry for entry in losses if entry[2]]


def _panel_height(scenario: Scenario, chart: Chart) -> int:
    """Room for all ports as they are when the game begins, and some more."""
    first = holdings(View(scenario, scenario.templates))
    blocks = _blocks(first, COUNTERS[2], chart.width - 2 * PANEL_MARGIN)
    lowest = max((box.bottom for _, box in blocks), default=0)
    lines = _lines_high(View(scenario, scenario.templates), chart.width)
    return max(lowest, 120) + lines + 2 * PANEL_MARGIN + LEGEND


def _panel(
    draw: ImageDraw.ImageDraw,
    chart: Chart,
    top: int,
    height: int,
    view: View,
    crowded: Sequence[PlaceName],
    marked: int | None,
) -> None:
    """Ports with their units, side by side, in the largest counters with which all fit; who is still to come, who is
    lost; and what the signs mean."""
    draw.rectangle((0, top, chart.width, top + height), d.PAPER)
    draw.line((0, top, chart.width, top), d.BORDER, 3)
    held = holdings(view, crowded)
    lines = _lines_high(view, chart.width)
    bottom = top + height - PANEL_MARGIN - LEGEND - lines
    for size in COUNTERS:
        blocks = _blocks(held, size, chart.width - 2 * PANEL_MARGIN)
        if not blocks or top + PANEL_MARGIN + max(box.bottom for _, box in blocks) <= bottom:
            break
    for holding, box in blocks:
        left, above = PANEL_MARGIN + box.left, top + PANEL_MARGIN + box.top
        d.write(draw, (left, above), holding.title, 13, holding.colour, bold=True)
        inner = Box4(left, above + 18, PANEL_MARGIN + box.right, min(top + PANEL_MARGIN + box.bottom, bottom))
        _counters_of(draw, inner, holding.units, size, marked)
    if lines:
        _write_lines(draw, chart.width, bottom + 6, view)
    _legend(draw, top + height - 22)


LINE, LINE_SIZE = 17, 12
"""Height of a line of names, and size of its letters."""


def _columns_of_lines(view: View, width: int) -> list[list[tuple[str, d.Colour, list[str]]]]:
    """The two columns of names below the ports, each entry in lines that fit."""
    across = width // 2 - 2 * PANEL_MARGIN
    columns = []
    for entries in _roll_calls(view):
        lines = [
            (title, colour, _wrapped(names, LINE_SIZE, across - d.width_of(f"{title}:  ", LINE_SIZE, bold=True)))
            for title, colour, names in entries
        ]
        columns.append(lines)
    return columns


def _lines_high(view: View, width: int) -> int:
    """Pixels that the lines of names take."""
    most = max(sum(len(lines) for _, _, lines in column) for column in _columns_of_lines(view, width))
    return most * LINE + 12 if most else 0


def _write_lines(draw: ImageDraw.ImageDraw, width: int, top: int, view: View) -> None:
    """Who arrives later on the left, who is lost on the right."""
    draw.line((PANEL_MARGIN, top, width - PANEL_MARGIN, top), d.lighter(d.MUTED, 0.5), 1)
    for number, column in enumerate(_columns_of_lines(view, width)):
        left, y = PANEL_MARGIN + number * (width // 2), top + 6
        for title, colour, lines in column:
            d.write(draw, (left, y), f"{title}:", LINE_SIZE, colour, bold=True)
            away = d.width_of(f"{title}:  ", LINE_SIZE, bold=True)
            for line in lines:
                d.write(draw, (left + away, y), line, LINE_SIZE, d.INK)
                y += LINE


def _blocks(held: Sequence[Holding], size: tuple[int, int], width: int) -> list[tuple[Holding, Box4]]:
    """Each holding a block of counters under its name: side by side if they fit so, else in rows of blocks."""
    counts = [len(holding.units) for holding in held]
    for rows in range(1, TALLEST_BLOCK + 1):
        columns = [-(-count // rows) for count in counts]
        if sum(_across(*block, size) + BLOCK_GAP for block in zip(held, columns, strict=True)) <= width:
            break
    else:
        most = max(1, (width + GAP) // (size[0] + GAP))
        columns = [min(most, count if count <= 4 else max(4, -(-count // 5))) for count in counts]
    blocks, left, top, lowest = [], 0, 0, 0
    for holding, abreast in zip(held, columns, strict=True):
        across = _across(holding, abreast, size)
        down = 18 + -(-len(holding.units) // abreast) * (size[1] + GAP)
        if left and left + across > width:
            left, top = 0, lowest + 6
        blocks.append((holding, Box4(left, top, left + across, top + down)))
        left += across + BLOCK_GAP
        lowest = max(lowest, top + down)
    return blocks


def _across(holding: Holding, columns: int, size: tuple[int, int]) -> int:
    return max(columns * (size[0] + GAP) - GAP, d.width_of(holding.title, 13, bold=True))


def _counters_of(
    draw: ImageDraw.ImageDraw, room: Box4, units: Sequence[UnitView], size: tuple[int, int], marked: int | None
) -> None:
    columns = max(1, (room.width + GAP) // (size[0] + GAP))
    for number, unit in enumerate(units):
        left = room.left + number % columns * (size[0] + GAP)
        top = room.top + number // columns * (size[1] + GAP)
        if top + size[1] <= room.bottom + 2:
            box = (left, top, left + size[0], top + size[1])
            d.counter(draw, box, unit, factors_line(unit), unit.number == marked)


def _legend(draw: ImageDraw.ImageDraw, middle: int) -> None:
    """What the signs mean."""
    x = PANEL_MARGIN

    def note(words: str) -> None:
        nonlocal x
        d.write(draw, (x, middle), words, 11, d.MUTED, "lm")
        x += d.width_of(words, 11) + 22

    def box(fill: d.Colour) -> None:
        nonlocal x
        draw.rounded_rectangle((x, middle - 6, x + 22, middle + 6), 3, fill, d.SIDES[Side.ALLIES])
        if fill == d.PATROLLER:
            draw.rectangle((x, middle - 5, x + 4, middle + 5), d.SIDES[Side.ALLIES])
        x += 28

    def circle(fill: d.Colour, text: str = "") -> None:
        nonlocal x
        d.badge(draw, (x + 7, middle), text, fill, 7)
        x += 20

    box(d.PATROLLER)
    note("patrolling, or in port")
    box(d.SIDES[Side.ALLIES])
    note("raiding")
    circle(d.DAMAGE, "2")
    note("damage")
    circle(d.DISABLED, "D")
    note("disabled")
    circle(d.PORT)
    note("port, with the units in it")
    circle(d.BASE)
    note("base")
    circle(d.BONUS, "2")
    note("points for a place")
    circle(d.SIDES[Side.ALLIES], "R")
    note("raided")
    note("gunnery-armor left-speed-airstrike; * bonus")


# --- the header ----------------------------------------------------------------------------------------


def _header(draw: ImageDraw.ImageDraw, width: int, scenario: Scenario, view: View) -> None:
    """Scenario, turn, phase and victory points, and below what is being asked."""
    draw.rectangle((0, 0, width, HEADER), d.NAVY)
    d.write(draw, (18, 28), scenario.title, 28, d.WHITE, "lm", bold=True)
    x = 18 + d.width_of(scenario.title, 28, bold=True) + 26
    turn = f"Turn {view.turn} of {view.last_turn}" if view.last_turn != view.turn else f"Turn {view.turn}"
    fight = f", round {view.round} in {view.names.place(view.names.place_number(view.area)).name}" if view.area else ""
    d.write(draw, (x, 29), f"{turn}: {wording.PHASES[view.phase]}{fight}", 17, (206, 218, 236), "lm")
    right = width - 18
    for track, lead in reversed(list(zip(wording.THEATRES.values(), view.victory_points, strict=True))):
        if not any(area.theatre == track.lower() for area in view.areas):
            continue
        side = None if lead == 0 else Side.ALLIES if lead > 0 else Side.AXIS
        words = f"{track}: {standing(lead)}"
        wide = max(d.width_of(words, 17, bold=True) + 28, TRACK)
        draw.rounded_rectangle((right - wide, 11, right, 41), 15, d.SIDES[side])
        d.write(draw, (right - wide / 2, 26), words, 17, d.WHITE, "mm", bold=True)
        _track(draw, right - wide, right, 62, lead)
        right -= wide + 18
    asked = d.fitted(decisions.describe_decision(scenario, view), 17, right - 36)
    if view.result is not None:
        asked = {1: "The Allies have won.", -1: "The Axis has won.", 0: "A draw."}[view.result]
    d.write(draw, (18, 70), asked, 17, (255, 226, 148), "lm")


TRACK = 300
"""Pixels across of a victory point track in the header."""


def _track(draw: ImageDraw.ImageDraw, left: int, right: int, top: int, lead: int) -> None:
    """A victory point track from the Axis' greatest lead on the right to the Allies' on the left (§2.8)."""
    middle, step = (left + right) / 2, (right - left - 24) / 2 / MOST_VICTORY_POINTS
    draw.line((left + 12, top, right - 12, top), (120, 136, 164), 2)
    for points in range(-20, 21, 10):
        x = middle - points * step
        draw.line((x, top - 5, x, top + 5), (120, 136, 164), 1)
        d.write(draw, (x, top + 15), f"{abs(points)}", 11, (170, 184, 206), "mm")
    side = None if lead == 0 else Side.ALLIES if lead > 0 else Side.AXIS
    mark = middle - max(-MOST_VICTORY_POINTS, min(MOST_VICTORY_POINTS, lead)) * step
    draw.line((middle, top, mark, top), d.SIDES[side], 6)
    d.badge(draw, (mark, top), f"{abs(lead)}", d.SIDES[side], 10)
