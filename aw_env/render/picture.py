"""The board as a picture: sea areas with their control and points, ports and bases, counters, a header.

The pictures of a scenario are all of one size, so that they can be made into a film.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from PIL import Image, ImageDraw

from aw_env.admirals_war import narrate
from aw_env.admirals_war.terms import FIRST_BOX, FIRST_PORT, Box, Phase, Side
from aw_env.admirals_war.view import UnitView, View
from aw_env.data.load import PlaceName, Scenario
from aw_env.render import drawing as d
from aw_env.render.layout import Layout, map_of

WIDEST = 2760
"""Pixels across of the widest map."""
LARGEST_CELL, SMALLEST_CELL = 46, 24
HEADER = 96
PANEL_MARGIN = 14
LEGEND = 28
BLOCK_GAP = 22
TALLEST_BLOCK = 10
"""Rows of counters in the panel while all its blocks stand side by side."""
COUNTERS = ((132, 46), (118, 42), (104, 38), (92, 34), (82, 29), (74, 22), (66, 19), (58, 17))
"""Sizes of counters, the largest that fits is used."""
GAP = 4
TITLE = 46
"""Pixels that an area's name and points take."""


def picture(scenario: Scenario, view: View) -> np.ndarray:
    """The position as a picture, uint8 of shape (height, width, 3)."""
    chart = chart_of(
        tuple((port.id, port_label(port)) for port in view.ports), frozenset(area.id for area in view.areas)
    )
    flags = tuple(sorted((area.id, view.flag(area.id)) for area in view.areas))
    panel = _panel_height(scenario, chart)
    image = Image.new("RGB", (chart.width, HEADER + chart.height + panel), d.PAPER)
    image.paste(sea(chart, flags), (0, HEADER))
    draw = ImageDraw.Draw(image)
    _header(draw, chart.width, scenario, view)
    marked = _marked(view)
    for area in view.areas:
        _area(draw, chart, area, view, marked)
    _ports(draw, chart, scenario, view)
    _panel(draw, chart, HEADER + chart.height, panel, view, marked)
    return np.asarray(image, np.uint8).copy()


def _marked(view: View) -> int | None:
    subject = narrate.subject_unit(view)
    return None if subject is None else subject.number


# --- the map -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Box4:
    """A rectangle in pixels."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        """Pixels across."""
        return self.right - self.left

    @property
    def height(self) -> int:
        """Pixels down."""
        return self.bottom - self.top


@dataclass(frozen=True)
class Chart:
    """A layout scaled to pixels, with room found for the counters of each area."""

    layout: Layout
    areas: frozenset[str]
    cell: int
    room: dict[str, Box4]

    @property
    def width(self) -> int:
        """Pixels across."""
        return self.layout.size[0] * self.cell

    @property
    def height(self) -> int:
        """Pixels down."""
        return self.layout.size[1] * self.cell

    def __hash__(self) -> int:
        return hash((self.areas, self.cell))


@lru_cache(maxsize=8)
def chart_of(scenario_ports: tuple[tuple[str, str], ...], areas: frozenset[str]) -> Chart:
    """The chart of a scenario that plays in some areas; `scenario_ports` are the ids and labels of its ports."""
    layout = map_of(areas)
    cell = max(SMALLEST_CELL, min(LARGEST_CELL, WIDEST // layout.size[0]))
    chart = Chart(layout, areas, cell, {})
    taken = [box for id, label in scenario_ports if id in layout.ports for box in _port_boxes(chart, id, label)]
    chart.room.update((id, _room(chart, id, taken)) for id in areas)
    return chart


PARTS = 4
"""Parts of a cell, across and down, in which room for counters is measured."""
WIDE_ENOUGH = 90
"""Pixels that the room for counters should be wide."""


def _room(chart: Chart, area: str, taken: Sequence[Box4]) -> Box4:
    """The largest rectangle in an area that no port or name takes, in pixels of the whole picture."""
    cells = np.array([[id == area for id in row] for row in chart.layout.cells])
    free = cells.repeat(PARTS, 0).repeat(PARTS, 1)
    part = chart.cell / PARTS
    for box in taken:
        rows = slice(max(0, int((box.top - HEADER) / part)), max(0, int((box.bottom - HEADER) / part) + 1))
        columns = slice(max(0, int(box.left / part)), max(0, int(box.right / part) + 1))
        free[rows, columns] = False
    inset = max(5, chart.cell // 4)
    best, most = Box4(0, HEADER, chart.cell, HEADER + chart.cell), 0.0
    for top, left, bottom, right in _rectangles(free):
        box = Box4(
            round(left * part) + inset,
            HEADER + round(top * part) + inset,
            min(round(right * part) - inset // 2, chart.width - inset),
            HEADER + round(bottom * part) - inset // 2,
        )
        worth = box.width * (box.height - TITLE) * (1.0 if box.width >= WIDE_ENOUGH else 0.2)
        if box.width > 0 and box.height > TITLE and worth > most:
            best, most = box, worth
    return best


def _rectangles(free: np.ndarray) -> Iterator[tuple[int, int, int, int]]:
    """(top, left, bottom, right), ends not included, of every rectangle of free parts that cannot be widened."""
    heights = np.zeros(free.shape[1] + 1, int)
    for row in range(free.shape[0]):
        heights[:-1] = np.where(free[row], heights[:-1] + 1, 0)
        open_at: list[tuple[int, int]] = []
        for column, height in enumerate(heights.tolist()):
            left = column
            while open_at and open_at[-1][1] >= height:
                left, taller = open_at.pop()
                yield row + 1 - taller, left, row + 1, column
            if height:
                open_at.append((left, height))


FINE = 2
"""The sea is drawn so many times larger, then reduced: smooth coasts."""


@lru_cache(maxsize=8)
def _labels(chart: Chart) -> tuple[np.ndarray, list[str]]:
    """The area of each fine pixel, as a number in the list of ids; 0 is land.  Cells with rounded corners."""
    ids = ["", *sorted({id for row in chart.layout.cells for id in row} - {""})]
    number = {id: n for n, id in enumerate(ids)}
    cells = np.array([[number[id] for id in row] for row in chart.layout.cells])
    padded = np.pad(cells, 1, mode="edge")
    scale = chart.cell * FINE
    best = np.full((padded.shape[0] * scale, padded.shape[1] * scale), -1e9, np.float32)
    labels = np.zeros(best.shape, np.uint8)
    for label in range(len(ids)):
        mask = Image.fromarray((padded == label).astype(np.float32))
        strength = np.asarray(mask.resize(best.shape[::-1], Image.Resampling.BICUBIC))
        stronger = strength > best
        best[stronger], labels[stronger] = strength[stronger], label
    down, across = np.indices((cells.shape[0] * scale, cells.shape[1] * scale), np.float32)
    wave = 0.16 * scale
    shifted_down = down + wave * np.sin(across / (1.3 * scale)) + 0.4 * wave * np.sin(across / (0.37 * scale) + 1)
    shifted_across = across + wave * np.sin(down / (1.1 * scale) + 2) + 0.4 * wave * np.sin(down / (0.41 * scale))
    rows = np.clip(shifted_down.astype(int) + scale, 0, labels.shape[0] - 1)
    columns = np.clip(shifted_across.astype(int) + scale, 0, labels.shape[1] - 1)
    return labels[rows, columns], ids


@lru_cache(maxsize=8)
def sea(chart: Chart, flags: tuple[tuple[str, Side | None], ...]) -> Image.Image:
    """The map without counters: land, sea areas in the colour of who controls them, borders."""
    labels, ids = _labels(chart)
    control = dict(flags)
    colours = [d.LAND] + [d.SEA[control[id]] if id in chart.areas else d.CLOSED for id in ids[1:]]
    pixels = np.array(colours, np.uint8)[labels]
    coast, border = _edges(labels, max(1, chart.cell // 16), max(2, chart.cell // 12))
    pixels[coast] = d.COAST
    pixels[border] = d.BORDER
    fine = Image.fromarray(pixels)
    return fine.resize((chart.width, chart.height), Image.Resampling.BOX)


def _edges(labels: np.ndarray, thin: int, thick: int) -> tuple[np.ndarray, np.ndarray]:
    """Where land meets sea, and where two areas meet, as lines of `thin` and `thick` fine pixels to either side."""
    coast = np.zeros(labels.shape, bool)
    border = np.zeros(labels.shape, bool)
    for axis in (0, 1):
        for reach in range(1, thick + 1):
            one = np.take(labels, range(labels.shape[axis] - reach), axis)
            other = np.take(labels, range(reach, labels.shape[axis]), axis)
            differ = one != other
            by_land = differ & ((one == 0) | (other == 0))
            lines = [(border, differ & ~by_land)] + ([(coast, by_land)] if reach <= thin else [])
            for line, found in lines:
                near = [slice(None), slice(None)]
                far = [slice(None), slice(None)]
                near[axis], far[axis] = slice(0, -reach), slice(reach, None)
                line[tuple(near)] |= found
                line[tuple(far)] |= found
    return coast, border


# --- areas and counters --------------------------------------------------------------------------------


def _area(draw: ImageDraw.ImageDraw, chart: Chart, area: PlaceName, view: View, marked: int | None) -> None:
    room = chart.room[area.id]
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
    _counters(draw, below, [stack for stack in stacks if stack], marked)


def _points(draw: ImageDraw.ImageDraw, left: int, middle: int, view: View, area: str) -> None:
    """Victory points for the Allies and the Axis, and who controls the area."""
    x = left + 9
    for side, points in zip((Side.ALLIES, Side.AXIS), view.points(area), strict=True):
        d.badge(draw, (x, middle), f"{points}", d.SIDES[side], 9)
        x += 22
    flag = view.flag(area)
    words = "no control" if flag is None else narrate.SIDES[flag]
    d.write(draw, (x - 6, middle), words, 11, d.MUTED if flag is None else d.SIDES[flag], "lm", bold=flag is not None)
    if view.phase == Phase.COMBAT and view.resolved(area):
        wide = d.width_of(words, 11, bold=True)
        d.write(draw, (x + wide, middle), "resolved", 11, d.MUTED, "lm")


def _counters(draw: ImageDraw.ImageDraw, room: Box4, stacks: Sequence[Sequence[UnitView]], marked: int | None) -> None:
    """Stacks of counters, each on new rows, in the largest size in which all fit; else as many as fit, and how many
    there are more."""
    if not stacks:
        return
    width, height = next((size for size in COUNTERS if _fit(room, stacks, size)), COUNTERS[-1])
    columns = max(1, (room.width + GAP) // (width + GAP))
    rows = max(1, (room.height + GAP) // (height + GAP))
    places = [(unit, row, column) for unit, row, column in _in_rows(stacks, columns)]
    hidden = sum(row >= rows for _, row, _ in places)
    last = (rows - 1, columns - 1)
    for unit, row, column in places:
        if row >= rows or (hidden and (row, column) == last):
            continue
        left, top = room.left + column * (width + GAP), room.top + row * (height + GAP)
        d.counter(draw, (left, top, left + width, top + height), unit, factors_line(unit), unit.number == marked)
    if hidden:
        left, top = room.left + last[1] * (width + GAP), room.top + last[0] * (height + GAP)
        shown_last = any((row, column) == last for _, row, column in places)
        text = f"+{hidden + shown_last} more"
        d.write(draw, (left + 2, top + height / 2), text, 11, d.INK, "lm", bold=True, halo=d.WHITE)


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
    return f"{unit.label.type} {narrate.factors(unit)}"


# --- ports ---------------------------------------------------------------------------------------------


def port_label(port: PlaceName) -> str:
    """What is written beside a port or base: its name without what stands in brackets."""
    return port.name.split(" (")[0]


def _radius(chart: Chart) -> int:
    return max(9, round(chart.cell * 0.30))


def _port_size(chart: Chart) -> int:
    return 13 if chart.cell >= 40 else 11


def _port_boxes(chart: Chart, port: str, label: str) -> tuple[Box4, Box4]:
    """What the circle and the name of a port or base cover, in pixels of the whole picture."""
    spot, radius, size = chart.layout.ports[port], _radius(chart), _port_size(chart)
    x, y = round(spot.column * chart.cell), HEADER + round(spot.row * chart.cell)
    circle = Box4(x - radius - 2, y - radius - 2, x + radius + 2, y + radius + 6)
    wide = d.width_of(label, size, bold=True) + 4
    away = radius + 6
    if spot.label in ("left", "right"):
        left = x - away - wide if spot.label == "left" else x + away
        top = y - size // 2 - 2
    else:
        left = min(max(2, x - wide // 2), chart.width - wide - 2)
        top = y - away - size if spot.label == "above" else y + away
    return circle, Box4(left, top, left + wide, top + size + 4)


def _ports(draw: ImageDraw.ImageDraw, chart: Chart, scenario: Scenario, view: View) -> None:
    for port in view.ports:
        if port.id not in chart.layout.ports:
            continue
        circle, name = _port_boxes(chart, port.id, port_label(port))
        radius = _radius(chart)
        x, y = circle.left + radius + 2, circle.top + radius + 2
        power = view.owner(port.id)
        owner = None if power is None else Side(power & 1)
        d.place_circle(draw, (x, y), radius, port.kind != "base", owner, len(view.units_in(port.id)))
        d.write(draw, (name.left + 2, name.top), port_label(port), _port_size(chart), d.INK, "la", True, d.WHITE)
        worth = int(scenario.books["place_vp"][0, port.number - FIRST_PORT])
        if worth:
            d.badge(draw, (x + radius, y - radius), f"{worth}", d.BONUS, 8)
        for number, raider in enumerate(view.raided_by(port.id)):
            spot = (x - radius, y - radius + 16 * number)
            d.badge(draw, spot, "R", d.SIDES[Side(raider & 1)], 7)


@dataclass(frozen=True)
class Holding:
    """A port, base or box with units in it, for the panel below the map."""

    title: str
    colour: d.Colour
    units: tuple[UnitView, ...]


def holdings(view: View) -> list[Holding]:
    """Ports, bases and boxes that hold units, in the order of the board; units out of play are counted only."""
    found = []
    for port in view.ports:
        units = tuple(view.units_in(port.id))
        if units:
            power = view.owner(port.id)
            owner = None if power is None else Side(power & 1)
            found.append(Holding(port_label(port), d.SIDES[owner], units))
    for box in Box:
        place = view.names.places[FIRST_BOX + box]
        units = tuple(view.units_in(place.id)) if place is not None else ()
        if units and box != Box.OUT_OF_PLAY:
            found.append(Holding(place.name, d.MUTED, units))
    return found


def _panel_height(scenario: Scenario, chart: Chart) -> int:
    """Room for all ports as they are when the game begins, and some more."""
    first = holdings(View(scenario, scenario.templates))
    blocks = _blocks(first, COUNTERS[2], chart.width - 2 * PANEL_MARGIN)
    lowest = max((box.bottom for _, box in blocks), default=0)
    return max(lowest, 120) + 2 * PANEL_MARGIN + LEGEND


def _panel(draw: ImageDraw.ImageDraw, chart: Chart, top: int, height: int, view: View, marked: int | None) -> None:
    """Ports with their units, side by side, in the largest counters with which all fit; and what the signs mean."""
    draw.rectangle((0, top, chart.width, top + height), d.PAPER)
    draw.line((0, top, chart.width, top), d.BORDER, 3)
    held = holdings(view)
    bottom = top + height - PANEL_MARGIN - LEGEND
    for size in COUNTERS:
        blocks = _blocks(held, size, chart.width - 2 * PANEL_MARGIN)
        if not blocks or top + PANEL_MARGIN + max(box.bottom for _, box in blocks) <= bottom:
            break
    for holding, box in blocks:
        left, above = PANEL_MARGIN + box.left, top + PANEL_MARGIN + box.top
        d.write(draw, (left, above), holding.title, 13, holding.colour, bold=True)
        inner = Box4(left, above + 18, PANEL_MARGIN + box.right, min(top + PANEL_MARGIN + box.bottom, bottom))
        _counters_of(draw, inner, holding.units, size, marked)
    _legend(draw, chart.width, top + height - 22, view)


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


def _legend(draw: ImageDraw.ImageDraw, width: int, middle: int, view: View) -> None:
    """What the signs mean, and how many units are out of play."""
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
    lost = view.units_in(view.names.places[FIRST_BOX + Box.OUT_OF_PLAY].id)
    if lost:
        names = f"Out of play: {', '.join(unit.name for unit in lost)}"
        words = d.fitted(names, 11, width - x - PANEL_MARGIN, bold=True)
        d.write(draw, (width - PANEL_MARGIN, middle), words, 11, d.DAMAGE, "rm", bold=True)


# --- the header ----------------------------------------------------------------------------------------


def _header(draw: ImageDraw.ImageDraw, width: int, scenario: Scenario, view: View) -> None:
    """Scenario, turn, phase and victory points, and below what is being asked."""
    draw.rectangle((0, 0, width, HEADER), d.NAVY)
    d.write(draw, (18, 28), scenario.title, 28, d.WHITE, "lm", bold=True)
    x = 18 + d.width_of(scenario.title, 28, bold=True) + 26
    turn = f"Turn {view.turn} of {view.last_turn}" if view.last_turn != view.turn else f"Turn {view.turn}"
    fight = f", round {view.round} in {view.names.places[view.names.place_number(view.area)].name}" if view.area else ""
    d.write(draw, (x, 29), f"{turn}: {narrate.PHASES[view.phase]}{fight}", 17, (206, 218, 236), "lm")
    right = width - 18
    for track, lead in reversed(list(zip(narrate.THEATRES.values(), view.victory_points, strict=True))):
        if not any(area.theatre == track.lower() for area in view.areas):
            continue
        side = None if lead == 0 else Side.ALLIES if lead > 0 else Side.AXIS
        words = f"{track}: {narrate.standing(lead)}"
        wide = d.width_of(words, 17, bold=True) + 28
        draw.rounded_rectangle((right - wide, 13, right, 43), 15, d.SIDES[side])
        d.write(draw, (right - wide / 2, 28), words, 17, d.WHITE, "mm", bold=True)
        right -= wide + 12
    asked = d.fitted(narrate.describe_decision(scenario, view), 17, width - 36)
    if view.over:
        asked = {1: "The Allies have won.", -1: "The Axis has won.", 0: "A draw."}[view.result]
    d.write(draw, (18, 70), asked, 17, (255, 226, 148), "lm")
