"""A ladder as one page of HTML that needs nothing else: the picture of the ratings, the table, who beats whom."""

from collections.abc import Sequence
from html import escape
from xml.etree import ElementTree as xml

import numpy as np

from aw_agents.ladder.standings import Standings, cells

WIDTH, NAMES, ROW, TOP = 900, 260, 28, 40
"""Of the picture in pixels: its width, that of the names, the height of a line and of the scale."""
TICKS = 8
"""Lines of the scale, about."""

STYLE = """
body { font: 15px/1.4 system-ui, sans-serif; margin: 2em auto; max-width: 70em; color: #222; }
table { border-collapse: collapse; margin: 1em 0; }
th, td { padding: .25em .7em; text-align: right; border-bottom: 1px solid #ddd; }
th:first-child, td:first-child { text-align: left; }
svg text { font: 13px system-ui, sans-serif; }
"""


def page(standings: Standings, more: Sequence[str] = ()) -> str:
    """The page as text.  more: HTML that follows."""
    heading = escape(standings.title)
    columns = ["player", "rating ± 95%", "games", *(f"as {seat}" for seat in standings.seats), "best answer to it"]
    lines = [cells(standing, standings.seats) for standing in standings.standings]
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{heading}</title><style>{STYLE}</style></head><body>
<h1>{heading}</h1>
{xml.tostring(picture(standings), encoding="unicode")}
<h2>Standings</h2>
{table(columns, lines)}
<p>Ratings are on the scale of Elo, 400 points for odds of ten to one, their mean 0. The best answer is the rival
whose score against the player is the highest that is sure; above one half, it shows how far it can be exploited.</p>
<h2>Points of the row against the column</h2>
{table(["", *standings.players], [_against(standings, k) for k in range(len(standings.players))])}
{"".join(more)}
</body></html>
"""


def table(columns: list[str], lines: list[tuple[str, ...]]) -> str:
    """A table of HTML; the texts are escaped."""
    head = "".join(f"<th>{escape(column)}</th>" for column in columns)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in line) + "</tr>" for line in lines)
    return f"<table><tr>{head}</tr>{body}</table>"


def _against(standings: Standings, player: int) -> tuple[str, ...]:
    points, meetings = standings.points[player], standings.meetings[player]
    told = [f"{own:.3f} ({met})" if met else "" for own, met in zip(points, meetings, strict=True)]
    return (standings.players[player], *told)


def picture(standings: Standings) -> xml.Element:
    """The ratings with their intervals, best first, as SVG."""
    places = standings.standings
    low = min(place.rating - place.within for place in places)
    high = max(place.rating + place.within for place in places)
    step = _step((high - low) / TICKS)
    scale = (WIDTH - NAMES - 40) / (high - low)
    size = {"width": str(WIDTH), "height": str(TOP + ROW * len(places) + 10)}
    drawn = xml.Element("svg", size, xmlns="http://www.w3.org/2000/svg", role="img")

    def across(rating: float) -> str:
        return f"{NAMES + 20 + (rating - low) * scale:.1f}"

    for tick in np.arange(np.ceil(low / step), high / step + 1e-9) * step:
        _line(drawn, across(tick), TOP - 12, across(tick), TOP + ROW * len(places), "#ddd", "1")
        _text(drawn, f"{tick:+.0f}", across(tick), TOP - 18, "middle")
    for row, place in enumerate(places):
        height = TOP + ROW * row + ROW // 2
        _text(drawn, place.player, str(NAMES), height + 4, "end")
        ends = across(place.rating - place.within), across(place.rating + place.within)
        _line(drawn, ends[0], height, ends[1], height, "#36c", "3")
        xml.SubElement(drawn, "circle", cx=across(place.rating), cy=str(height), r="5", fill="#36c")
    return drawn


def _step(least: float) -> float:
    """The first of 1, 2, 5, 10, 20, 50... that is not less."""
    power = 10.0 ** np.floor(np.log10(least))
    return float(next(power * factor for factor in (1, 2, 5, 10) if power * factor >= least))


def _line(drawn: xml.Element, x1: str, y1: int, x2: str, y2: int, colour: str, width: str) -> None:
    ends = {"x1": x1, "y1": str(y1), "x2": x2, "y2": str(y2)}
    xml.SubElement(drawn, "line", ends, stroke=colour, **{"stroke-width": width})


def _text(drawn: xml.Element, words: str, x: str, y: int, anchor: str) -> None:
    xml.SubElement(drawn, "text", {"x": x, "y": str(y), "text-anchor": anchor}).text = words
