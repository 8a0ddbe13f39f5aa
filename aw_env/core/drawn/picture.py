"""The board as a picture: sea areas with their control and points, ports and bases, counters, a header.

The pictures of a scenario are all of one size, so that they can be made into a film.
"""

from collections import Counter as Counted
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import hypot

import numpy as np
from PIL import Image, ImageDraw

from aw_env.core.drawn import shapes as d
from aw_env.core.drawn.chart import TITLE, Box4, Chart, port_boxes, port_radius, port_size
from aw_env.core.drawn.lettering import fitted, width_of, wrapped
from aw_env.core.drawn.outlines import islands, outlines
from aw_env.core.drawn.scene import Area, Counter, Holds, Scene, Sign, Track, gathered

HEADER = 96
PANEL_MARGIN = 14
LEGEND = 28
BLOCK_GAP = 22
TALLEST_BLOCK = 10
"""Rows of counters in the panel while all its blocks stand side by side."""
COUNTERS = ((132, 46), (118, 42), (104, 38), (92, 34), (82, 29), (74, 22), (66, 19), (58, 17))
"""Sizes of counters, the largest that fits is used."""
GAP = 4


def picture(scene: Scene, begun: Scene) -> np.ndarray:
    """The position as a picture, uint8 of shape (height, width, 3).  begun: that at the start of the game, for which
    there must be room too."""
    chart = scene.chart
    panel = _panel_height(begun)
    image = Image.new("RGB", (chart.width, HEADER + chart.height + panel), d.PAPER)
    image.paste(_sea(chart, tuple((area.id, _water(scene, area)) for area in scene.areas)), (0, HEADER))
    draw = ImageDraw.Draw(image)
    _bearings(draw, scene)
    _header(draw, scene)
    crowded = [area for area in scene.areas if not _area(draw, scene, area)]
    _labels(draw, scene)
    _ports(draw, scene)
    _panel(draw, scene, HEADER + chart.height, panel, crowded)
    return np.asarray(image, np.uint8).copy()


# --- the map -------------------------------------------------------------------------------------------


DASH = 22
"""Pixels from one dash of a line to the next."""
FINE = 2
"""The sea is drawn so many times larger, then reduced: smooth coasts."""


@lru_cache(maxsize=8)
def _sea(chart: Chart, waters: tuple[tuple[str, d.Colour], ...]) -> Image.Image:
    """The map without counters: land, sea areas in their colours, borders."""
    colours, scale = dict(waters), chart.cell * FINE
    image = Image.new("RGB", (chart.width * FINE, chart.height * FINE), d.LAND)
    draw = ImageDraw.Draw(image)
    lines = {
        area: [[(x * scale, y * scale) for x, y in line] for line in around]
        for area, around in outlines(chart.map.cells).items()
    }
    for area, around in lines.items():
        for line in around:
            draw.polygon(line, colours.get(area, d.CLOSED))
    for island in islands(chart.map.cells):
        draw.polygon([(x * scale, y * scale) for x, y in island], d.LAND)
    for around in lines.values():
        for line in around:
            draw.line([*line, line[0]], d.BORDER, max(2, chart.cell // 10), "curve")
    return image.resize((chart.width, chart.height), Image.Resampling.BOX)


def _bearings(draw: ImageDraw.ImageDraw, scene: Scene) -> None:
    """Rings around the unit that is asked about, and lines of sight, the blocked ones in dashes."""
    for ring in scene.rings:
        for line in scene.chart.around(ring.areas):
            draw.line([(x, y + HEADER) for x, y in [*line, line[0]]], d.RANGE, 7 if ring.reach else 3, "curve")
    for sight in scene.sights:
        (x, y), (to_x, to_y) = (scene.chart.middle(area) for area in (sight.start, sight.end))
        parts = 1 if sight.clear else max(1, round(hypot(to_x - x, to_y - y) / DASH))
        across, down = (to_x - x) / parts, (to_y - y) / parts
        for part in range(parts):
            left, top = x + part * across, y + part * down + HEADER
            long = 1.0 if sight.clear else 0.55
            draw.line((left, top, left + long * across, top + long * down), d.SIGHTS[sight.clear], 4)


def _labels(draw: ImageDraw.ImageDraw, scene: Scene) -> None:
    """How far away the rings are."""
    for ring in scene.rings:
        x, y = scene.chart.label(scene.chart.around(ring.areas)[0])
        d.badge(draw, (x, y + HEADER), f"{ring.distance}", d.RANGE, 9)


def _water(scene: Scene, area: Area) -> d.Colour:
    if area.ground is not None:
        return d.GROUNDS[area.ground]
    side = scene.side(area.control)
    return d.OPEN if side is None else side.water


# --- areas and counters --------------------------------------------------------------------------------


def _area(draw: ImageDraw.ImageDraw, scene: Scene, area: Area) -> bool:
    """Name, points, control and units of a sea area.  False when its counters do not fit: then it says only how many
    units of which sort are there."""
    room = scene.chart.room[area.id].lower(HEADER)
    size = 18 if room.width >= 200 else 14 if room.width >= 150 else 12
    name = fitted(", ".join((area.name, *area.notes)), size, room.width, bold=True)
    if area.fighting:
        across = width_of(name, size, bold=True)
        draw.rounded_rectangle((room.left - 5, room.top - 3, room.left + across + 7, room.top + size + 5), 6, d.GOLD)
    d.write(draw, (room.left, room.top), name, size, bold=True)
    _points(draw, room.left, room.top + size + 13, scene, area)
    below = Box4(room.left, room.top + min(TITLE, size + 26), room.right, room.bottom)
    here = scene.units_in(area.id)
    stacks = [gathered(unit for unit in here if unit.side == side.id) for side in scene.sides]
    stacks = [stack for stack in stacks if stack]
    fit = _size_for(below, stacks)
    if fit is None:
        _sorts(draw, below, scene, here)
        return False
    wide, high = fit
    columns = max(1, (below.width + GAP) // (wide + GAP))
    for unit, row, column in _in_rows(stacks, columns):
        left, top = below.left + column * (wide + GAP), below.top + row * (high + GAP)
        _counter(draw, scene, (left, top, left + wide, top + high), unit)
    return True


def _counter(draw: ImageDraw.ImageDraw, scene: Scene, box: d.Rectangle, unit: Counter) -> None:
    d.counter(draw, box, unit, scene.legend.nations[unit.nation], unit.id == scene.subject)


def _sorts(draw: ImageDraw.ImageDraw, room: Box4, scene: Scene, here: Sequence[Counter]) -> None:
    """How many units of each sort a side has in an area that is too small for their counters."""
    size, line = 12, 16
    top = room.top + 2
    for side in scene.sides:
        kinds = Counted(unit.type for unit in here if unit.side == side.id)
        if not kinds:
            continue
        words = [f"{count} {kind}" for kind, count in kinds.items()]
        for text in [f"{side.title}: {kinds.total()} units", *wrapped(words, size, room.width)]:
            if top + line <= room.bottom + line // 2:
                d.write(draw, (room.left, top), text, size, side.colour, "la", bold=True)
            top += line
    d.write(draw, (room.left, top), "(listed below)", size - 1, d.MUTED, "la")


def _points(draw: ImageDraw.ImageDraw, left: int, middle: int, scene: Scene, area: Area) -> None:
    """Points for each side, and who controls the area; nothing where there are none."""
    if not area.points:
        return
    x = left + 9
    for side, points in zip(scene.sides, area.points, strict=True):
        d.badge(draw, (x, middle), f"{points}", side.colour, 9)
        x += 22
    held = scene.side(area.control)
    words, colour = ("no control", d.MUTED) if held is None else (held.title, held.colour)
    d.write(draw, (x - 6, middle), words, 11, colour, "lm", bold=held is not None)
    if area.resolved:
        d.write(draw, (x + width_of(words, 11, bold=True), middle), "resolved", 11, d.MUTED, "lm")


def _size_for(room: Box4, stacks: Sequence[Sequence[Counter]]) -> tuple[int, int] | None:
    """The largest size in which the counters of an area fit into its room, or None."""
    return next((size for size in COUNTERS if _fit(room, stacks, size)), None)


def _in_rows(stacks: Sequence[Sequence[Counter]], columns: int) -> list[tuple[Counter, int, int]]:
    places, first = [], 0
    for stack in stacks:
        places += [(unit, first + n // columns, n % columns) for n, unit in enumerate(stack)]
        first += -(-len(stack) // columns)
    return places


def _fit(room: Box4, stacks: Sequence[Sequence[Counter]], size: tuple[int, int]) -> bool:
    columns = (room.width + GAP) // (size[0] + GAP)
    return columns > 0 and sum(-(-len(stack) // columns) for stack in stacks) * (size[1] + GAP) - GAP <= room.height


# --- ports ---------------------------------------------------------------------------------------------


def _ports(draw: ImageDraw.ImageDraw, scene: Scene) -> None:
    chart, radius = scene.chart, port_radius(scene.chart)
    powers = {power.id: power.side for power in scene.powers}
    for port in scene.ports:
        if port.id not in chart.ports:
            continue
        circle, name = (box.lower(HEADER) for box in port_boxes(chart, port.id, port.name))
        x, y = circle.left + radius + 2, circle.top + radius + 2
        is_port, here = port.kind != Sign.BASE, len(scene.units_in(port.id))
        d.place_circle(draw, (x, y), radius, is_port, scene.side(port.control), here)
        d.write(draw, (name.left + 2, name.top), port.name, port_size(chart), d.INK, "la", True, d.WHITE)
        line = port_size(chart) + 3 if name.top > circle.top else -port_size(chart) - 3
        for number, note in enumerate(port.notes, 1):
            below = (name.left + 2, name.top + number * line)
            d.write(draw, below, note, port_size(chart) - 1, d.MUTED, "la", False, d.WHITE)
        if port.worth:
            d.badge(draw, (x + radius, y - radius), f"{port.worth}", d.BONUS, 8)
        for number, raider in enumerate(port.raided_by):
            colour = d.colour_of(scene.side(powers[raider]))
            d.badge(draw, (x - radius, y - radius + 16 * number), "R", colour, 7)


@dataclass(frozen=True)
class Holding:
    """A port or box with units in it, for the panel below the map."""

    title: str
    colour: d.Colour
    units: tuple[Counter, ...]


def _holdings(scene: Scene, crowded: Sequence[Area] = ()) -> list[Holding]:
    """Sea areas too crowded for their counters, ports and boxes that hold units, in the order of the board.

    Units that are gone for good, and those that come on a later turn, are written out in lines (`_roll_calls`).
    """
    order = [side.id for side in scene.sides]
    found = [Holding(f"At sea: {area.name}", d.INK, _sorted_by(order, scene.units_in(area.id))) for area in crowded]
    for port in scene.ports:
        units = tuple(scene.units_in(port.id))
        found.append(Holding(port.name, d.colour_of(scene.side(port.control)), units))
    for box in scene.boxes:
        units = tuple(scene.units_in(box.id))
        if box.holds == Holds.RETURNING:
            for turn in sorted({unit.due for unit in units}):
                due = tuple(unit for unit in units if unit.due == turn)
                found.append(Holding(f"Returning on turn {turn}", d.MUTED, due))
        elif box.holds == Holds.COMING:
            found.append(Holding(box.name, d.MUTED, tuple(unit for unit in units if unit.due <= scene.turn)))
        elif box.holds == Holds.WAITING:
            found.append(Holding(box.name, d.MUTED, units))
    found.append(Holding(scene.unseen, d.MUTED, tuple(scene.units_in(None))))
    return [replace(holding, units=tuple(gathered(holding.units))) for holding in found if holding.units]


def _sorted_by(order: Sequence[str], units: Sequence[Counter]) -> tuple[Counter, ...]:
    return tuple(sorted(units, key=lambda unit: order.index(unit.side)))


def _roll_calls(scene: Scene) -> tuple[list[tuple[str, d.Colour, list[str]]], list[tuple[str, d.Colour, list[str]]]]:
    """Facts and who arrives on which later turn, and what each side has lost: titles and names."""
    coming: dict[int, list[Counter]] = {}
    gone: list[Counter] = []
    for box in scene.boxes:
        for unit in scene.units_in(box.id):
            if box.holds == Holds.COMING and unit.due > scene.turn:
                coming.setdefault(unit.due, []).append(unit)
            elif box.holds == Holds.GONE:
                gone.append(unit)
    facts = [(fact.title, d.MUTED, [fact.words]) for fact in scene.facts]
    arrivals = [(f"Turn {turn}", d.MUTED, _names(coming[turn])) for turn in sorted(coming)]
    losses = [
        (f"{side.title}, out of play", side.colour, _names([unit for unit in gone if unit.side == side.id]))
        for side in scene.sides
    ]
    return [*facts, *arrivals], [entry for entry in losses if entry[2]]


def _names(units: Sequence[Counter]) -> list[str]:
    return [unit.name for unit in gathered(units)]


@lru_cache(maxsize=8)
def _panel_height(begun: Scene) -> int:
    """Room for all ports as they are when the game begins, and some more."""
    width = begun.chart.width
    blocks = _blocks(_holdings(begun), COUNTERS[2], width - 2 * PANEL_MARGIN)
    lowest = max((box.bottom for _, box in blocks), default=0)
    return max(lowest, 120) + _lines_high(begun) + 2 * PANEL_MARGIN + LEGEND


def _panel(draw: ImageDraw.ImageDraw, scene: Scene, top: int, height: int, crowded: Sequence[Area]) -> None:
    """Ports with their units, side by side, in the largest counters with which all fit; who is still to come, who is
    lost; and what the signs mean."""
    width = scene.chart.width
    draw.rectangle((0, top, width, top + height), d.PAPER)
    draw.line((0, top, width, top), d.BORDER, 3)
    held = _holdings(scene, crowded)
    lines = _lines_high(scene)
    bottom = top + height - PANEL_MARGIN - LEGEND - lines
    for size in COUNTERS:
        blocks = _blocks(held, size, width - 2 * PANEL_MARGIN)
        if not blocks or top + PANEL_MARGIN + max(box.bottom for _, box in blocks) <= bottom:
            break
    for holding, box in blocks:
        left, above = PANEL_MARGIN + box.left, top + PANEL_MARGIN + box.top
        d.write(draw, (left, above), holding.title, 13, holding.colour, bold=True)
        inner = Box4(left, above + 18, PANEL_MARGIN + box.right, min(top + PANEL_MARGIN + box.bottom, bottom))
        _counters_of(draw, scene, inner, holding.units, size)
    if lines:
        _write_lines(draw, scene, bottom + 6)
    _legend(draw, scene, top + height - 22)


LINE, LINE_SIZE = 17, 12
"""Height of a line of names, and size of its letters."""


def _columns_of_lines(scene: Scene) -> list[list[tuple[str, d.Colour, list[str]]]]:
    """The two columns of names below the ports, each entry in lines that fit."""
    across = scene.chart.width // 2 - 2 * PANEL_MARGIN
    columns = []
    for entries in _roll_calls(scene):
        lines = [
            (title, colour, wrapped(names, LINE_SIZE, across - width_of(f"{title}:  ", LINE_SIZE, bold=True)))
            for title, colour, names in entries
        ]
        columns.append(lines)
    return columns


def _lines_high(scene: Scene) -> int:
    """Pixels that the lines of names take."""
    most = max(sum(len(lines) for _, _, lines in column) for column in _columns_of_lines(scene))
    return most * LINE + 12 if most else 0


def _write_lines(draw: ImageDraw.ImageDraw, scene: Scene, top: int) -> None:
    """Facts and who arrives later on the left, who is lost on the right."""
    width = scene.chart.width
    draw.line((PANEL_MARGIN, top, width - PANEL_MARGIN, top), d.lighter(d.MUTED, 0.5), 1)
    for number, column in enumerate(_columns_of_lines(scene)):
        left, y = PANEL_MARGIN + number * (width // 2), top + 6
        for title, colour, lines in column:
            d.write(draw, (left, y), f"{title}:", LINE_SIZE, colour, bold=True)
            away = width_of(f"{title}:  ", LINE_SIZE, bold=True)
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
    return max(columns * (size[0] + GAP) - GAP, width_of(holding.title, 13, bold=True))


def _counters_of(
    draw: ImageDraw.ImageDraw, scene: Scene, room: Box4, units: Sequence[Counter], size: tuple[int, int]
) -> None:
    columns = max(1, (room.width + GAP) // (size[0] + GAP))
    for number, unit in enumerate(units):
        left = room.left + number % columns * (size[0] + GAP)
        top = room.top + number // columns * (size[1] + GAP)
        if top + size[1] <= room.bottom + 2:
            _counter(draw, scene, (left, top, left + size[0], top + size[1]), unit)


def _legend(draw: ImageDraw.ImageDraw, scene: Scene, middle: int) -> None:
    """What the signs mean."""
    x, signs, own = PANEL_MARGIN, scene.legend.signs, scene.sides[0].colour

    def note(words: str) -> None:
        nonlocal x
        d.write(draw, (x, middle), words, 11, d.MUTED, "lm")
        x += width_of(words, 11) + 22

    def box(fill: d.Colour) -> None:
        nonlocal x
        draw.rounded_rectangle((x, middle - 6, x + 22, middle + 6), 3, fill, own)
        if fill == d.PATROLLER:
            draw.rectangle((x, middle - 5, x + 4, middle + 5), own)
        x += 28

    def circle(fill: d.Colour, text: str = "") -> None:
        nonlocal x
        d.badge(draw, (x + 7, middle), text, fill, 7)
        x += 20

    if Sign.RAIDING in signs:
        box(d.PATROLLER)
        note("patrolling, or in port")
        box(own)
        note("raiding")
    if Sign.DAMAGE in scene.legend.marks:
        circle(d.MARKS[Sign.DAMAGE], "2")
        note("damage")
    if Sign.DISABLED in scene.legend.marks:
        circle(d.MARKS[Sign.DISABLED], "D")
        note("disabled")
    if scene.ports:
        circle(d.PORT)
        note("port, with the units in it")
    if Sign.BASE in signs:
        circle(d.BASE)
        note("base")
    if Sign.WORTH in signs:
        circle(d.BONUS, "2")
        note("points for a place")
    if Sign.RAIDED in signs:
        circle(own, "R")
        note("raided")
    if scene.rings:
        circle(d.RANGE, "2")
        note("range; thick: as far as its fire reaches")
    for clear, words in ((True, "in sight"), (False, "out of sight")):
        if any(sight.clear == clear for sight in scene.sights):
            draw.line((x, middle, x + (22 if clear else 8), middle), d.SIGHTS[clear], 4)
            draw.line((x + 14, middle, x + 22, middle), d.SIGHTS[clear], 4)
            x += 28
            note(words)
    note(scene.legend.factors)


# --- the header ----------------------------------------------------------------------------------------


def _header(draw: ImageDraw.ImageDraw, scene: Scene) -> None:
    """Scenario, turn, phase and tracks, and below what is being asked."""
    width = scene.chart.width
    draw.rectangle((0, 0, width, HEADER), d.NAVY)
    d.write(draw, (18, 28), scene.title, 28, d.WHITE, "lm", bold=True)
    x = 18 + width_of(scene.title, 28, bold=True) + 26
    turn = f"Turn {scene.turn} of {scene.last_turn}" if scene.last_turn != scene.turn else f"Turn {scene.turn}"
    names = {area.id: area.name for area in scene.areas}
    fight = f", round {scene.fight.round} in {names[scene.fight.area]}" if scene.fight else ""
    d.write(draw, (x, 29), f"{turn}: {scene.phase_words}{fight}", 17, "#cedaec", "lm")
    right = width - 18
    for track in reversed(scene.tracks):
        words = f"{track.name}: {track.words}"
        wide = max(width_of(words, 17, bold=True) + 28, TRACK)
        draw.rounded_rectangle((right - wide, 11, right, 41), 15, d.colour_of(scene.ahead(track.lead)))
        d.write(draw, (right - wide / 2, 26), words, 17, d.WHITE, "mm", bold=True)
        _track(draw, scene, right - wide, right, 62, track)
        right -= wide + 18
    asked = fitted(scene.asked, 17, right - 36) if scene.result is None else scene.outcome()
    d.write(draw, (18, 70), asked, 17, "#ffe294", "lm")


TRACK = 300
"""Pixels across of a track in the header."""


def _track(draw: ImageDraw.ImageDraw, scene: Scene, left: int, right: int, top: int, track: Track) -> None:
    """A track of points, from the first side's greatest lead on the left to the second's on the right."""
    middle, step = (left + right) / 2, (right - left - 24) / 2 / track.most
    draw.line((left + 12, top, right - 12, top), "#7888a4", 2)
    apart = 10 * max(1, track.most // 50)
    last = track.most // apart * apart
    for points in range(-last, last + 1, apart):
        x = middle - points * step
        draw.line((x, top - 5, x, top + 5), "#7888a4", 1)
        d.write(draw, (x, top + 15), f"{abs(points)}", 11, "#aab8ce", "mm")
    mark = middle - max(-track.most, min(track.most, track.lead)) * step
    colour = d.colour_of(scene.ahead(track.lead))
    draw.line((middle, top, mark, top), colour, 6)
    d.badge(draw, (mark, top), f"{abs(track.lead):g}", colour, 10)
