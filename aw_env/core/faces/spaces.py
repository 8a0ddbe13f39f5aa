"""The spaces of a game's observations and actions, the same objects for every face that is made of it."""

import numpy as np
from gymnasium import spaces

from aw_env.core.rules import Ruleset


def observation_box(rules: Ruleset, layout: str) -> spaces.Box:
    """int16 `(columns,)` of a layout."""
    numbers = np.iinfo(np.int16)
    return spaces.Box(numbers.min, numbers.max, (rules.widths[layout],), np.int16)


def observation_with_mask(rules: Ruleset, layout: str) -> spaces.Dict:
    """`{"observation": int16 (columns,), "action_mask": int8 (n_actions,)}`."""
    mask = spaces.Box(0, 1, (rules.n_actions,), np.int8)
    return spaces.Dict({"observation": observation_box(rules, layout), "action_mask": mask})


def actions(rules: Ruleset) -> spaces.Discrete:
    """The one action vocabulary."""
    return spaces.Discrete(rules.n_actions)
