"""Words of options, such as "historical" and "year=1942", and what each of them takes."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from aw_env.core.declare.fields import number, one_of
from aw_env.core.printed import choices
from aw_env.core.printed.choices import Takes
from aw_env.games.naval_miniatures.printed.scales import Scales
from aw_env.games.naval_miniatures.printed.zones import FACES
from aw_env.games.naval_miniatures.records.record import LAST_TURN, MOST_POINTS
from aw_env.games.naval_miniatures.records.terms import Side

YEARS = number(1900, 1999)
TAKES = {
    "historical": Takes(),
    "exercise": Takes(one_of(Side), usual=Side.ALLIES.name.lower()),
    "year": Takes(YEARS, "1942"),
    "points": Takes(number(1, MOST_POINTS), "200"),
    "layout": Takes(number(1, FACES), "3"),
    "first": Takes(one_of(Side), "axis"),
    "turns": Takes(number(1, LAST_TURN), "20"),
    "quiet": Takes(number(1, LAST_TURN), "4"),
}
"""In the order of their bits in the book."""


def chosen(file: Path, where: str, words: Iterable[Any], scales: Scales) -> dict[str, Any]:
    """What option words choose, by the names of the options: see `choices.chosen`.  Raises ConfigError."""
    return choices.chosen(file, where, words, TAKES | {"points": TAKES["points"]._replace(wrong=scales.wrong)})
