"""A record that comes from a file is checked before the rules, which check no bounds, index with it."""

import numpy as np

from aw_env.core.declare.fields import check_range, check_values
from aw_env.core.engine.layout import CURSOR, STEP, SUBJECT
from aw_env.games.admirals_war.records.state import STATE
from aw_env.games.admirals_war.records.steps import Step
from aw_env.games.admirals_war.records.terms import OPTIONS, PLACES, UNITS

LIMITS = {field.name: (field.values.least, field.values.greatest) for field in STATE}
"""Least and greatest value of each field."""


def check_record(games: np.ndarray) -> None:
    """Raises SaveError when the record `games[0]` holds a number that no game can hold."""
    check_values(STATE, games)
    frames = games["frames"][0]
    check_range("frames", frames[:, STEP], 0, max(Step))
    check_range("frames", frames[:, SUBJECT], -1, max(UNITS, PLACES) - 1)
    check_range("frames", frames[:, CURSOR], -1, max(8 * UNITS, (1 << OPTIONS) - 1))  # `soundness.SORTS` is stricter
