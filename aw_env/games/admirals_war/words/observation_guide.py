"""The guide to the columns of an observation, written from the columns themselves: a page of the documentation, and
`python -m aw_env.games.admirals_war.words.observation_guide` prints it.
"""

from aw_env.core.seen.guide import guide_of
from aw_env.games.admirals_war.observation.columns import FIRST_ASKED, FIRST_PLAYED, LAYOUT
from aw_env.games.admirals_war.printed.load import shipped_names

_BEGINNING = f"""# What a seat sees

This page is generated from the code: `python -m aw_env.games.admirals_war.words.observation_guide` prints it.

In a game of four players *mine* are the units of my side, my partner's among them: {FIRST_PLAYED} and the columns after
it say which power is my own, {FIRST_ASKED} and those after it which one is asked.

**Not in an observation:** the state of the dice generator, dice laid in front of it, and the type of action that the
other side has chosen before both have chosen (§7.22); nor, but for the number of them in play, hidden submarines of the
other side (§26). When both have, the engine determines the type at once, so no choice is ever shown as such."""
guide = guide_of(_BEGINNING, LAYOUT, shipped_names)
"""The whole page."""

if __name__ == "__main__":
    print(guide(), end="")
