"""Colours, type and the small shapes that the picture of the board is made of.  All of it is our own drawing."""

from functools import lru_cache

from PIL import Image, ImageColor, ImageDraw

from aw_env.core.declare.sides import Colour, Side
from aw_env.core.drawn.lettering import fitted, font, plain, width_of
from aw_env.core.drawn.scene import Counter, Ground, Sign
from aw_env.core.drawn.silhouettes import HEIGHT, SILHOUETTES, WIDTH, Shape

INK: Colour = "#182234"
PAPER: Colour = "#f6f3ea"
WHITE: Colour = "#ffffff"
NAVY: Colour = "#16243c"
MUTED: Colour = "#424c5c"
LAND: Colour = "#e2d6b8"
BORDER: Colour = "#2c3e5c"
RANGE: Colour = "#a8480c"
SIGHTS: dict[bool, Colour] = {True: "#12703a", False: "#c81818"}
"""Colours of lines of sight by whether they are clear."""
GOLD: Colour = "#fabe20"
BONUS: Colour = "#b07a00"
MARKS: dict[Sign, Colour] = {
    Sign.DAMAGE: "#c81818",
    Sign.CRIPPLED: "#6e0000",
    Sign.DISABLED: "#e88410",
    Sign.FORCE: "#606c80",
    Sign.SIGHTED: "#962896",
    Sign.HIDDEN: "#60447e",
    Sign.STATE: "#4a5568",
}
"""Colours of the marks on counters."""
PATROLLER: Colour = "#f0f7fd"
FADED: Colour = "#525c6e"

OPEN: Colour = "#c8dce9"
"""Colour of a sea area that nobody controls."""
CLOSED: Colour = "#dee2e4"
"""Colour of a sea area that the scenario does not use."""
GROUNDS: dict[Ground, Colour] = {
    Ground.ISLAND: "#b9c88f",
    Ground.SHOAL: "#e0dcb0",
    Ground.SQUALL: "#a9b4be",
    Ground.SMOKE: "#b3aca2",
}
"""Colours of what fills an area."""
NOBODY: Colour = "#808894"
PORT: Colour = "#c43028"
BASE: Colour = "#2c8a4c"


def colour_of(side: Side | None) -> Colour:
    """The colour of a side's signs; of nobody's."""
    return NOBODY if side is None else side.colour


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
    red, green, blue = (round(value + (255 - value) * part) for value in ImageColor.getrgb(colour)[:3])
    return f"#{red:02x}{green:02x}{blue:02x}"


# --- counters ------------------------------------------------------------------------------------------


Rectangle = tuple[int, int, int, int]
"""Left, top, right, bottom."""


def counter(draw: ImageDraw.ImageDraw, box: Rectangle, unit: Counter, colour: Colour, asked_about: bool) -> None:
    """A unit as a counter in the colour of its nation, with its factors where it is high enough for them.

    Patrolling counters are pale with a band in that colour, raiding ones are all in it.
    """
    left, top, right, bottom = box
    width, height = right - left, bottom - top
    flies = unit.shape == Shape.AIRCRAFT
    fill, ink = (colour, WHITE) if unit.raiding else (PATROLLER, INK)
    if asked_about:
        draw.rounded_rectangle((left - 3, top - 3, right + 3, bottom + 3), 6, GOLD)
    draw.rounded_rectangle(box, height // 2 if flies else 3, fill, colour)
    band = left + max(4, width // 14)
    if not unit.raiding and not flies:
        draw.rectangle((left, top + 1, band, bottom - 1), colour)
    two_lines = height >= 28
    size = max(10, round(height * 0.33)) if two_lines else min(12, max(10, height - 8))
    room = right - band - 6
    inset = 4 if flies else 0
    baseline = top + height * (0.30 if two_lines else 0.5)
    write(draw, (band + 3 + inset, baseline), fitted(unit.name, size, room - inset), size, ink, "lm", bold=True)
    if two_lines:
        faded = lighter(colour, 0.75) if unit.raiding else FADED
        line, small = f"{unit.type} {unit.factors}", max(9, round(height * 0.28))
        write(draw, (band + 3 + inset, top + height * 0.73), line, small, faded, "lm")
        ends, begins = right - 5 - inset, band + 3 + inset + width_of(line, small) + BESIDE_FACTORS
        silhouette(draw, (ends, bottom - 4), unit.shape, faded, min(ends - begins, round(height * 1.05)))
    radius = 9 if height >= 40 else 7 if height >= 28 else 6
    for number, mark in enumerate(mark for mark in unit.marks if mark.badge):
        spot = (right - radius + 2 - number * (2 * radius), top + radius - 2)
        badge(draw, spot, mark.badge, MARKS[mark.sign], radius)


def silhouette(draw: ImageDraw.ImageDraw, corner: tuple[int, int], shape: Shape, colour: Colour, width: int) -> None:
    """What kind of unit it is, so wide, with its lower right corner here; nothing where that is too narrow to see."""
    if width < NARROWEST:
        return
    height = max(1, round(width * HEIGHT / WIDTH))
    draw.bitmap((corner[0] - width, corner[1] - height), mask_of(shape, width, height), colour)


BESIDE_FACTORS = 4
"""Pixels between the factors and a silhouette, at least."""
NARROWEST = 20
"""Pixels across of a silhouette, at least."""
FINE = 8
"""A silhouette is drawn so many times larger, then reduced: smooth edges."""


@lru_cache(maxsize=256)
def mask_of(shape: Shape, width: int, height: int) -> Image.Image:
    """A silhouette as what it covers."""
    mask = Image.new("L", (width * FINE, height * FINE))
    across, down = mask.width / WIDTH, mask.height / HEIGHT
    for polygon in SILHOUETTES[shape].polygons():
        ImageDraw.Draw(mask).polygon([(x * across, y * down) for x, y in polygon], 255)
    return mask.resize((width, height), Image.Resampling.BOX)


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
    draw.ellipse((x - flag, y + radius - flag, x + flag, y + radius + flag), colour_of(owner), WHITE)


def _anchor(draw: ImageDraw.ImageDraw, centre: tuple[float, float], size: float, colour: Colour) -> None:
    x, y = centre
    draw.line((x, y - size, x, y + size), colour, 2)
    draw.line((x - size * 0.5, y - size * 0.5, x + size * 0.5, y - size * 0.5), colour, 2)
    draw.arc((x - size * 0.8, y - size * 0.6, x + size * 0.8, y + size), 20, 160, colour, 2)
