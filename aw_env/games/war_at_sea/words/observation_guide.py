"""Writes `docs/war_at_sea_observation.md`, the guide to the columns of an observation, from the columns themselves:
`python -m aw_env.games.war_at_sea.words.observation_guide docs/war_at_sea_observation.md`.
"""

import sys
from pathlib import Path

from aw_env.core.saves import write_file
from aw_env.core.seen import guide as page
from aw_env.games.war_at_sea.observation.columns import LAYOUT
from aw_env.games.war_at_sea.printed.load import shipped_names

_BEGINNING = """# What a seat sees in War at Sea

This page is written by `python -m aw_env.games.war_at_sea.words.observation_guide docs/war_at_sea_observation.md`; a
test keeps it in step with the code.

**Not in an observation:** the dice to come; where the other side's aircraft strike and whether it disengages, before
both have chosen; and with 19.3, until the Axis has moved, which British ship lies where: the Axis sees how many."""


def guide() -> str:
    """The whole page."""
    return page.guide(_BEGINNING, LAYOUT, shipped_names())


if __name__ == "__main__":
    write_file(Path(sys.argv[1]), guide())
