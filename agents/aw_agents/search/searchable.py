"""What a search needs of a game, found by the name of its rulesets.

A package brings that of a game by an entry point in the group `aw_agents.searchable` that is called as the game.
"""

from functools import cache

from aw_agents.learnable import offered_for
from aw_agents.rollouts import Searchable

GROUP = "aw_agents.searchable"
"""The group of entry points under which packages bring what searches need of their games."""


@cache
def searchable(ruleset_name: str) -> Searchable:
    """That of a game, by the name of its rulesets.  Raises ValueError."""
    return offered_for(GROUP, ruleset_name, "searched")
