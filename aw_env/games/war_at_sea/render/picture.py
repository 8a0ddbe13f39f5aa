"""The board as a picture: areas and ports as boxes where the map has them, with their counters."""

from functools import cache
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from aw_env.core.config.tables import read_toml
from aw_env.games.war_at_sea.printed.load import Scenario
from aw_env.games.war_at_sea.records.terms import Kind, Side
from aw_env.games.war_at_sea.view import UnitView, View
from aw_env.games.war_at_sea.words.wording import PHASES, factors
from aw_env.naval.sides import SIDES, standing

Box = tuple[int, int, int, int]
COLORS = {
    "sea": (196, 220, 236),
    "land": (232, 226, 204),
    "paper": (250, 248, 240),
    "ink": (30, 34, 40),
    "british": (46, 110, 62),
    "russian": (150, 60, 50),
    "us": (88, 128, 60),
    "german": (52, 68, 110),
    "italian": (92, 140, 190),
}
COUNTER = (118, 16)
GAP = 3


@cache
def _layout() -> tuple[tuple[int, int], dict[str, Box]]:
    """The size of the picture, and the box of each place, in pixels."""
    table = read_toml(Path(__file__).with_name("layout.toml"))
    return tuple(table["size"]), {id: tuple(box) for id, box in table["boxes"].items()}


@cache
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)


def picture(scenario: Scenario, view: View) -> np.ndarray:
    """uint8 `(height, width, 3)`: the whole board."""
    size, boxes = _layout()
    image = Image.new("RGB", size, COLORS["paper"])
    draw = ImageDraw.Draw(image)
    head = f"{scenario.title}   turn {view.turn} of {view.last_turn}   {PHASES[view.phase]}   {standing(view.lead)}"
    draw.text((12, 8), head, COLORS["ink"], _font(16))
    for place in (*view.areas, *view.ports):
        _draw_place(draw, view, place.id, boxes[place.id])
    return np.asarray(image)


def _draw_place(draw: ImageDraw.ImageDraw, view: View, place: str, box: Box) -> None:
    left, top, right, bottom = box
    is_area = place in [area.id for area in view.areas]
    draw.rounded_rectangle(box, 8, COLORS["sea" if is_area else "land"], COLORS["ink"])
    draw.text((left + 6, top + 4), _title(view, place, is_area), COLORS["ink"], _font(13))
    rows = max(1, (bottom - top - 24) // (COUNTER[1] + GAP))
    for number, (color, text) in enumerate(_counters(view, place)):
        column, row = divmod(number, rows)
        x, y = left + 6 + column * (COUNTER[0] + GAP), top + 24 + row * (COUNTER[1] + GAP)
        if x + COUNTER[0] > right:
            return
        draw.rectangle((x, y, x + COUNTER[0], y + COUNTER[1]), COLORS[color])
        draw.text((x + 3, y + 2), text, COLORS["paper"], _font(10))


def _title(view: View, place: str, is_area: bool) -> str:
    """The name of a place, with its points and flag, and the aircraft over it."""
    title = next(known.name for known in (*view.areas, *view.ports) if known.id == place)
    if is_area:
        flag = view.flag(place)
        title += f"  {'/'.join(map(str, view.points(place)))}" + (f"  {SIDES[flag]}" if flag is not None else "")
    elif not view.is_active(place):
        title += "  (not in use)"
    for side in Side:
        marker = view.marker(side)
        title += f"  {SIDES[side]} aircraft" if marker is not None and marker.id == place else ""
    return title


def _counters(view: View, place: str) -> list[tuple[str, str]]:
    """The counters in a place as (nation, text); U-boats are one, and ships that lie face down."""
    units = view.ships_in(place)
    shown = [(unit.nation, _text(unit)) for unit in units if unit.kind != Kind.U_BOAT]
    boats = sum(unit.kind == Kind.U_BOAT for unit in units)
    shown += [("german", f"{boats} U-boats")] if boats else []
    hidden = view.face_down(place)
    return shown + ([("british", f"{hidden} face down")] if hidden else [])


def _text(unit: UnitView) -> str:
    return f"{unit.name[:13]} {factors(unit)}"
