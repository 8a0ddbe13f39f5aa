"""Colours, type and the small shapes that the picture of the board is made of.  All of it is our own drawing."""

import unicodedata
from functools import cache

from PIL import ImageDraw, ImageFont

from aw_env.games.admirals_war.records.terms import Kind, Side
from aw_env.games.admirals_war.view import UnitView
from aw_env.games.admirals_war.words.wording import task_force_mark

Colour = tuple[int, int, int]

INK: Colour = (24, 34, 52)
PAPER: Colour = (246, 243, 234)
WHITE: Colour = (255, 255, 255)
NAVY: Colour = (22, 36, 60)
MUTED: Colour = (66, 76, 92)
LAND: Colour = (226, 214, 184)
BORDER: Colour = (44, 62, 92)
GOLD: Colour = (250, 190, 32)
BONUS: Colour = (176, 122, 0)
DAMAGE: Colour = (200, 24, 24)
DISABLED: Colour = (232, 132, 16)
SIGHTED: Colour = (150, 40, 150)
UNSEEN: Colour = (96, 108, 128)
"""Colours of a task force's number (§29)."""
PATROLLER: Colour = (240, 247, 253)

SEA: dict[Side | None, Colour] = {None: (200, 220, 233), Side.ALLIES: (162, 200, 238), Side.AXIS: (240, 200, 190)}
"""Colour of a sea area by the side that controls it."""
CLOSED: Colour = (222, 226, 228)
"""Colour of a sea area that the scenario does not use."""
SIDES: dict[Side | None, Colour] = {None: (128, 136, 148), Side.ALLIES: (30, 84, 158), Side.AXIS: (184, 38, 34)}
PORT: Colour = (196, 48, 40)
BASE: Colour = (44, 138, 76)

NATIONS: dict[str, Colour] = {  # the colours of the navies (§3.1)
    "british": (32, 116, 62),
    "japanese": (190, 38, 38),
    "us": (34, 82, 154),
    "german": (44, 44, 48),
    "italian": (116, 120, 126),
    "french": (74, 144, 206),
}
MINOR_NATION: Colour = (112, 166, 104)


def nation_colour(nation: str) -> Colour:
    """The colour of a navy's counters."""
    return NATIONS.get(nation, MINOR_NATION)


@cache
def font(size: int) -> ImageFont.FreeTypeFont:
    """The font that Pillow carries, so that a picture is the same everywhere."""
    found = ImageFont.load_default(size)
    assert isinstance(found, ImageFont.FreeTypeFont), "a font with a size is one of FreeType's"
    return found


def plain(text: str) -> str:
    """Text without the accents that the font lacks."""
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in decomposed if ord(letter) < 128)


def width_of(text: str, size: int, bold: bool = False) -> int:
    """Width of a line of text in pixels."""
    return round(font(size).getlength(plain(text))) + (1 if bold else 0)


def fitted(text: str, size: int, width: int, bold: bool = False) -> str:
    """Text shortened with two dots until it is no wider than `width` pixels."""
    text = plain(text)
    if width_of(text, size, bold) <= width:
        return text
    while text and width_of(text + "..", size, bold) > width:
        text = text[:-1].rstrip()
    return text + ".." if text else ""


def write(
    draw: ImageDraw.ImageDraw,
    place: tuple[float, float],
    text: str,
    size: int,
    colour: Colour = INK,
    anchor: str = "la",
    bold: bool = False,
    halo: Colour | None = None,
) -> None:
    """A line of text; `anchor` as in Pillow; `halo` draws an edge around the letters."""
    text = plain(text)
    if halo is not None:
        draw.text(place, text, halo, font(size), anchor, stroke_width=3 if bold else 2, stroke_fill=halo)
    if bold:
        draw.text(place, text, colour, font(size), anchor, stroke_width=0.4, stroke_fill=colour)
    else:
        draw.text(place, text, colour, font(size), anchor)


def badge(draw: ImageDraw.ImageDraw, centre: tuple[float, float], text: str, colour: Colour, radius: float) -> None:
    """A round marker with a letter or number."""
    x, y = centre
    draw.ellipse((x - radius, y - radius, x + radius, y + radius), colour, WHITE)
    write(draw, (x, y), text, round(radius * 1.5), WHITE, "mm", bold=True)


def lighter(colour: Colour, part: float) -> Colour:
    """A colour mixed with white."""
    red, green, blue = (round(value + (255 - value) * part) for value in colour)
    return red, green, blue


# --- counters ------------------------------------------------------------------------------------------


Rectangle = tuple[int, int, int, int]
"""Left, top, right, bottom."""


def counter(draw: ImageDraw.ImageDraw, box: Rectangle, unit: UnitView, lines: str, marked: bool) -> None:
    """A unit as a counter.

    lines: its factors, left out on counters too low for them.  marked: the decision
    is about this unit.  Patrolling counters are pale with a band in their navy's colour, raiding ones are in that
    colour; damage is a red marker, a disabled unit has an orange one; a task force has its number and what it does,
    in another colour when it is sighted.
    """
    left, top, right, bottom = box
    width, height = right - left, bottom - top
    colour = nation_colour(unit.nation)
    raiding = unit.raiding
    fill, ink = (colour, WHITE) if raiding else (PATROLLER, INK)
    if marked:
        draw.rounded_rectangle((left - 3, top - 3, right + 3, bottom + 3), 6, GOLD)
    corner = height // 2 if unit.kind == Kind.LBA else 3
    draw.rounded_rectangle(box, corner, fill, colour)
    band = left + max(4, width // 14)
    if not raiding and unit.kind != Kind.LBA:
        draw.rectangle((left, top + 1, band, bottom - 1), colour)
    two_lines = height >= 28
    size = max(10, round(height * 0.33)) if two_lines else min(12, max(10, height - 8))
    room = right - band - 6
    inset = 4 if unit.kind == Kind.LBA else 0
    baseline = top + height * (0.30 if two_lines else 0.5)
    write(draw, (band + 3 + inset, baseline), fitted(unit.name, size, room - inset), size, ink, "lm", bold=True)
    if two_lines:
        faded = lighter(colour, 0.75) if raiding else (82, 92, 110)
        write(draw, (band + 3 + inset, top + height * 0.73), lines, max(9, round(height * 0.28)), faded, "lm")
        silhouette(draw, (right - height * 2 // 3 - 4, round(top + height * 0.6), right - 5, bottom - 4), unit, faded)
    _markers(draw, box, unit)


def _markers(draw: ImageDraw.ImageDraw, box: Rectangle, unit: UnitView) -> None:
    left, top, right, bottom = box
    radius = 9 if bottom - top >= 40 else 7 if bottom - top >= 28 else 6
    spots = []
    if unit.damage:
        spots.append((f"{unit.damage}", DAMAGE if not unit.crippled else (110, 0, 0)))
    if unit.disabled:
        spots.append(("D", DISABLED))
    if unit.task_force:
        spots.append((task_force_mark(unit).rstrip("!"), SIGHTED if unit.sighted else UNSEEN))
    for number, (text, colour) in enumerate(spots):
        badge(draw, (right - radius + 2 - number * (2 * radius), top + radius - 2), text, colour, radius)


def silhouette(draw: ImageDraw.ImageDraw, box: Rectangle, unit: UnitView, colour: Colour) -> None:
    """What kind of unit it is: a carrier, a gunned ship, an aircraft, a landing force, a submarine."""
    left, top, right, bottom = box
    width, middle = right - left, (left + right) / 2
    height = bottom - top

    def at(x: float, y: float) -> tuple[float, float]:
        return left + x * width, top + y * height

    if unit.kind == Kind.LBA:
        draw.polygon([at(0.42, 0.0), at(0.58, 0.0), at(0.58, 1.0), at(0.42, 1.0)], colour)
        draw.polygon([at(0.05, 0.45), at(0.95, 0.45), at(0.95, 0.25), at(0.05, 0.25)], colour)
        draw.polygon([at(0.28, 1.0), at(0.72, 1.0), at(0.72, 0.85), at(0.28, 0.85)], colour)
    elif unit.kind == Kind.AMPHIBIOUS:
        frame = (*at(0.15, 0.0), *at(0.85, 1.0))
        draw.rectangle(frame, None, colour)
        draw.line((*at(0.15, 0.0), *at(0.85, 1.0)), colour)
        draw.line((*at(0.85, 0.0), *at(0.15, 1.0)), colour)
    elif unit.kind == Kind.SUBMARINE:
        draw.ellipse((*at(0.0, 0.45), *at(1.0, 0.95)), colour)
        draw.rectangle((middle - 2, *at(0, 0.15)[1:], middle + 2, at(0, 0.6)[1]), colour)
    else:
        draw.polygon([at(0.0, 0.6), at(1.0, 0.6), at(0.88, 1.0), at(0.12, 1.0)], colour)
        if unit.carrier:
            draw.rectangle((*at(0.0, 0.42), *at(1.0, 0.62)), colour)
            draw.rectangle((*at(0.6, 0.1), *at(0.72, 0.5)), colour)
        else:
            draw.rectangle((*at(0.38, 0.2), *at(0.62, 0.62)), colour)
            draw.rectangle((*at(0.47, 0.0), *at(0.53, 0.3)), colour)
            for x in (0.2, 0.72) if unit.printed_gunnery > 1 else (0.2,):
                draw.rectangle((*at(x, 0.42), *at(x + 0.1, 0.62)), colour)


def place_circle(
    draw: ImageDraw.ImageDraw, centre: tuple[float, float], radius: float, is_port: bool, owner: Side | None, units: int
) -> None:
    """A port (red) or base (green): its ring, how many units are in it, and on its rim the flag of its owner."""
    x, y = centre
    colour = PORT if is_port else BASE
    draw.ellipse((x - radius - 2, y - radius - 2, x + radius + 2, y + radius + 2), WHITE)
    draw.ellipse((x - radius, y - radius, x + radius, y + radius), colour)
    inner = radius * 0.66
    draw.ellipse((x - inner, y - inner, x + inner, y + inner), WHITE)
    if units:
        write(draw, (x, y), f"{units}", round(radius * 0.95), INK, "mm", bold=True)
    elif is_port:
        _anchor(draw, (x, y), inner * 0.7, colour)
    flag = radius * 0.48
    draw.ellipse((x - flag, y + radius - flag, x + flag, y + radius + flag), SIDES[owner], WHITE)


def _anchor(draw: ImageDraw.ImageDraw, centre: tuple[float, float], size: float, colour: Colour) -> None:
    x, y = centre
    draw.line((x, y - size, x, y + size), colour, 2)
    draw.line((x - size * 0.5, y - size * 0.5, x + size * 0.5, y - size * 0.5), colour, 2)
    draw.arc((x - size * 0.8, y - size * 0.6, x + size * 0.8, y + size), 20, 160, colour, 2)
