"""The guide to the columns of an observation, written from the columns themselves: a page of the documentation, and
`python -m aw_env.games.war_at_sea.words.observation_guide` prints it.
"""

from aw_env.core.seen.guide import guide_of
from aw_env.games.war_at_sea.observation.columns import LAYOUT
from aw_env.games.war_at_sea.printed.load import shipped_names

_BEGINNING = """# What a seat sees in War at Sea

This page is generated from the code: `python -m aw_env.games.war_at_sea.words.observation_guide` prints it.

**Not in an observation:** the dice to come; where the other side's aircraft strike and whether it disengages, before
both have chosen; and with 19.3, until the Axis has moved, which British ship lies where: the Axis sees how many."""
guide = guide_of(_BEGINNING, LAYOUT, shipped_names)
"""The whole page."""

if __name__ == "__main__":
    print(guide(), end="")
