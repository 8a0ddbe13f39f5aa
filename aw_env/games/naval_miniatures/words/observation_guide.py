"""The guide to the columns of an observation, written from the columns themselves: a page of the documentation, and
`python -m aw_env.games.naval_miniatures.words.observation_guide` prints it.
"""

from aw_env.core.seen.guide import guide_of
from aw_env.games.naval_miniatures.observation.columns import LAYOUT
from aw_env.games.naval_miniatures.printed.load import shipped_names

_BEGINNING = """# What a seat sees in Naval Miniatures

This page is generated from the code: `python -m aw_env.games.naval_miniatures.words.observation_guide` prints it.

**Not in an observation:** the dice to come, and while fleets are bought the other side's."""
guide = guide_of(_BEGINNING, LAYOUT, shipped_names)
"""The whole page."""

if __name__ == "__main__":
    print(guide(), end="")
