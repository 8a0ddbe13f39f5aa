"""The spaces of a game's observations and actions, the same objects for every face that is made of it.

Observations are whole numbers ("int16"), or multiplied by `observation_scale` and clipped to a bounded box ("float32"),
as wrappers and networks of other frameworks want them.
"""

from typing import Any

import numpy as np
from gymnasium import spaces

from aw_env.core.engine.arrays import scale_rows
from aw_env.core.ruleset import Ruleset

DTYPES = ("int16", "float32")
"""What observations may be."""
BOUND = 20.0
"""Scaled observations are clipped to [-20, 20]; in play few columns come above 10."""


def checked_dtype(dtype: Any) -> str:
    """The name of a dtype of observations, which may be given as a name or as NumPy has it.  Raises ValueError."""
    try:
        name = np.dtype(dtype).name
    except TypeError:
        name = ""
    if dtype is None or name not in DTYPES:
        raise ValueError(f"dtype={dtype!r}: choose from {', '.join(map(repr, DTYPES))}")
    return name


def as_dtype(rules: Ruleset, layout: str, dtype: str, observation: np.ndarray) -> np.ndarray:
    """An observation int16 `(columns,)` as a dtype has it."""
    if dtype == "int16":
        return observation
    scaled = np.empty((1, len(observation)), np.float32)
    scale_rows(observation[None], 0, 1, rules.scale(layout), BOUND, scaled)
    return scaled[0]


def observation_box(rules: Ruleset, layout: str, dtype: str) -> spaces.Box:
    """int16 or float32 `(columns,)` of a layout."""
    shape = (rules.widths[layout],)
    if dtype == "float32":
        return spaces.Box(-BOUND, BOUND, shape, np.float32)
    numbers = np.iinfo(np.int16)
    return spaces.Box(numbers.min, numbers.max, shape, np.int16)


def observation_with_mask(rules: Ruleset, layout: str, dtype: str) -> spaces.Dict:
    """`{"observation": int16 or float32 (columns,), "action_mask": int8 (n_actions,)}`."""
    mask = spaces.Box(0, 1, (rules.n_actions,), np.int8)
    return spaces.Dict({"observation": observation_box(rules, layout, dtype), "action_mask": mask})


def actions(rules: Ruleset) -> spaces.Discrete:
    """The one action vocabulary."""
    return spaces.Discrete(rules.n_actions)
