"""What units look like from afar, drawn once for every picture of them: the board as a PNG and the page's.

Ships are seen from their port side, their bows on the left, in a field of `WIDTH` by `HEIGHT` whose lower edge is the
water line; aircraft are seen from above.  All of it is our own drawing.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

WIDTH, HEIGHT = 100, 25
Point = tuple[float, float]


class Shape(StrEnum):
    """What a counter shows in outline."""

    BATTLESHIP = "battleship"
    BATTLECRUISER = "battlecruiser"
    HYBRID = "hybrid"
    CRUISER = "cruiser"
    DESTROYER = "destroyer"
    TORPEDO_BOAT = "torpedo_boat"
    CARRIER = "carrier"
    LIGHT_CARRIER = "light_carrier"
    SUBMARINE = "submarine"
    AIRCRAFT = "aircraft"
    LANDING = "landing"
    MERCHANT = "merchant"


@dataclass(frozen=True)
class Silhouette:
    """title: what it is of.  parts: polygons that are filled, each as the corners passed clockwise, "x,y x,y ..."."""

    title: str
    parts: tuple[str, ...]

    def polygons(self) -> list[list[Point]]:
        """The parts as points."""
        return [[_point(corner) for corner in part.split()] for part in self.parts]

    def path(self) -> str:
        """All of it as one path of SVG."""
        return "".join(f"M{part}Z" for part in self.parts)


def _point(corner: str) -> Point:
    x, y = corner.split(",")
    return float(x), float(y)


def _block(left: float, top: float, right: float, bottom: float) -> str:
    """An upright rectangle as a part."""
    return f"{left:g},{top:g} {right:g},{top:g} {right:g},{bottom:g} {left:g},{bottom:g}"


SILHOUETTES: dict[Shape, Silhouette] = {
    # High in the middle: a pagoda of many floors, and two pairs of turrets, one of each pair firing over the other.
    Shape.BATTLESHIP: Silhouette(
        "battleship",
        (
            "0,17 14,16 86,16 100,17.5 96,25 5,25",
            "14,16 15,12.8 23,12.8 24,16",
            _block(5, 13.4, 15, 14.6),
            "24,16 24,12 23,12 24,8.6 31,8.6 32,12 31,12 31,16",
            _block(14, 9.2, 24, 10.4),
            "34,16 35,8 37,8 37,4 39,4 39,1.5 41,1.5 41,0 44,0 44,1.5 46,1.5 46,4 47,4 47,8 49,8 49,16",
            "51,16 52.5,7 59,7 59,16",
            "61,16 61,11 63.5,11 63.5,3.5 64.5,3.5 64.5,11 68,11 68,16",
            "70,16 70,12 69,12 70,8.6 77,8.6 78,12 77,12 77,16",
            _block(77, 9.2, 87, 10.4),
            "78,16 79,12.8 87,12.8 88,16",
            _block(87, 13.4, 96, 14.6),
        ),
    ),
    # Long and lean: two tall funnels, a tripod, turrets at the ends alone.
    Shape.BATTLECRUISER: Silhouette(
        "battlecruiser",
        (
            "0,17 16,17.5 100,18.5 97,25 3,25",
            "12,17.5 13,14.5 21,14.5 22,17.5",
            _block(3, 15, 13, 16.1),
            "23,17.6 23,14 22,14 23,11 30,11 31,14 30,14 30,17.6",
            _block(13, 11.6, 23, 12.7),
            "33,18 34,10 36,10 38.6,1 39.6,1 42,10 43,10 43,18",
            _block(35.5, 4.5, 42.5, 6),
            "46,18 47,6 52,6 53,18",
            "56,18 57,6 62,6 63,18",
            "66,18 66,13 68.5,13 68.5,4 69.5,4 69.5,13 72,13 72,18",
            "79,18.2 80,15 88,15 89,18.2",
            _block(88, 15.6, 98, 16.7),
        ),
    ),
    # The bow of a battleship, the stern of a carrier.
    Shape.HYBRID: Silhouette(
        "battleship with a flight deck",
        (
            "0,17 14,16 96,16 93,25 5,25",
            "12,16 13,12.8 21,12.8 22,16",
            _block(3, 13.4, 13, 14.6),
            "25,16 26,8 28,8 28,4 30,4 30,1.5 32,1.5 32,0 35,0 35,1.5 37,1.5 37,4 38,4 38,8 40,8 40,16",
            "42,16 43.5,7 49,7 49,16",
            _block(52, 11, 100, 13),
            _block(56, 13, 93, 16),
        ),
    ),
    # Lower and shorter than the capital ships: a bridge, two leaning funnels, single turrets.
    Shape.CRUISER: Silhouette(
        "cruiser",
        (
            "6,17.5 20,18.5 94,19.5 91,25 11,25",
            "18,18.5 19,16 25,16 26,18.5",
            _block(11, 16.4, 19, 17.3),
            "28,18.6 28,15.6 29,13.4 34,13.4 34,18.6",
            _block(22, 13.9, 29, 14.8),
            "36,18.8 36,10 38.5,10 38.5,4 39.4,4 39.4,8 43,8 43,10 44,10 44,18.8",
            "48,19 49.5,9.5 54,9.5 53,19",
            "57,19 58.5,9.5 63,9.5 62,19",
            "66,19.2 66,15 69,15 69,7 70,7 70,15 73,15 73,19.2",
            "76,19.2 77,16.5 83,16.5 84,19.2",
            _block(83, 16.9, 91, 17.8),
        ),
    ),
    # A high bow, a step behind it, and little else but funnels.
    Shape.DESTROYER: Silhouette(
        "destroyer",
        (
            "16,16.5 40,18 40,20.5 86,21.5 84,25 20,25",
            "25,17.2 26,15 30,15 30,17.5",
            _block(20, 15.3, 26, 16),
            "32,18 32,12 35,12 35,5 35.8,5 35.8,12 38,12 38,18",
            "43,20.6 44.5,12.5 48,12.5 47,20.7",
            "52,20.8 53.5,12.5 57,12.5 56,20.9",
            _block(61, 18, 68, 21.2),
            "73,21.3 74,18.6 79,18.6 79,21.3",
            _block(79, 19, 84, 19.7),
        ),
    ),
    # A launch with its bow out of the water.
    Shape.TORPEDO_BOAT: Silhouette(
        "torpedo boat",
        (
            "28,17 46,18.5 72,20.5 71,25 37,25",
            "45,18.5 47,14.5 56,14.5 57,19.3",
            _block(50.6, 8, 51.4, 14.5),
            "59,19.4 60,17.6 68,18.6 68,20.2",
        ),
    ),
    # A flat deck from end to end, with an island.
    Shape.CARRIER: Silhouette(
        "aircraft carrier",
        (
            _block(0, 12, 100, 14.6),
            "5,14.6 97,14.6 93,25 10,25",
            "40,12 40,6.5 43,6.5 43,2.5 45.4,2.5 45.4,0 46.2,0 46.2,2.5 49,2.5 49,6.5 51,6.5 51,12",
            "52,12 53,5 58,5 58,12",
        ),
    ),
    # A short deck on stilts, without an island.
    Shape.LIGHT_CARRIER: Silhouette(
        "light carrier",
        (
            _block(12, 12.5, 88, 14.6),
            "17,19 84,19 81,25 21,25",
            "22,14.6 78,14.6 78,19 22,19",
            _block(15, 14.6, 16.2, 19),
            _block(83.6, 14.6, 84.8, 19),
            _block(35, 7, 35.8, 12.5),
        ),
    ),
    # Awash: a tower on a long, low hull.
    Shape.SUBMARINE: Silhouette(
        "submarine",
        (
            "6,21.5 12,20.6 88,21 97,22 92,25 11,25",
            "43,20.8 44,14.5 55,14.5 58,20.9",
            _block(47.4, 8, 48.3, 14.5),
            _block(51, 10.5, 51.8, 14.5),
            _block(31, 18.4, 35, 20.8),
            _block(25, 18.6, 31, 19.3),
        ),
    ),
    Shape.AIRCRAFT: Silhouette(
        "aircraft",
        (
            "48.2,2 50,0 51.8,2 52.4,8 51.2,25 48.8,25 47.6,8",
            "27,7.6 47,5.4 53,5.4 73,7.6 74,9.6 53,12 47,12 26,9.6",
            "41,20.6 50,19.6 59,20.6 59,22.4 50,23.2 41,22.4",
        ),
    ),
    # A landing craft, its ramp up.
    Shape.LANDING: Silhouette(
        "landing force",
        (
            "12,11 16,11 22,17.5 90,17.5 88,25 24,25",
            "66,17.5 66,10 82,10 82,17.5",
            _block(74, 4, 75, 10),
            "30,17.5 31,14 35,14 36,17.5",
            "40,17.5 41,14 45,14 46,17.5",
            "50,17.5 51,14 55,14 56,17.5",
        ),
    ),
    # Holds before and behind the house amidships, with the masts of their derricks.
    Shape.MERCHANT: Silhouette(
        "merchant ship",
        (
            "2,14.5 16,15.5 16,18 82,18 82,15.5 98,14.5 93,25 10,25",
            "41,18 41,10.5 46,10.5 47,4.5 53,4.5 53,10.5 60,10.5 60,18",
            _block(27, 4, 28.2, 18),
            "28.2,15 28.2,13.6 36.4,6.2 37.2,7",
            "27,13.6 27,15 18,7 18.8,6.2",
            _block(72, 4, 73.2, 18),
            "73.2,15 73.2,13.6 81.4,6.2 82.2,7",
            "72,13.6 72,15 63,7 63.8,6.2",
        ),
    ),
}
"""Every shape as it is drawn."""


def told(shapes: Iterable[Shape]) -> dict[str, dict[str, str]]:
    """Silhouettes for a page: by shape its `title` and, as SVG writes it, its `path`."""
    found = set(shapes)
    return {
        shape.value: {"title": drawn.title, "path": drawn.path()}
        for shape, drawn in SILHOUETTES.items()
        if shape in found
    }
