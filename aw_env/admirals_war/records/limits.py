"""A record that comes from a file is checked before the rules, which check no bounds, index with it."""

import numpy as np

from aw_env.admirals_war.records.state import STATE
from aw_env.admirals_war.records.steps import Step
from aw_env.admirals_war.records.terms import OPTIONS, PLACES, UNITS
from aw_env.core.engine.stack import CURSOR, STEP, SUBJECT
from aw_env.core.errors import SaveError
from aw_env.core.fields import names_of

LIMITS = {field.name: (field.values.least, field.values.greatest) for field in STATE}
"""Least and greatest value of each field."""


def check_record(games: np.ndarray) -> None:
    """Raises SaveError when the record `games[0]` holds a number that no game can hold."""
    for field, (least, greatest) in LIMITS.items():
        _check(field, STATE.read(games, field), least, greatest)
    frames = games["frames"][0]
    _check("frames", frames[:, STEP], 0, max(Step))
    _check("frames", frames[:, SUBJECT], -1, max(UNITS, PLACES) - 1)
    _check("frames", frames[:, CURSOR], -1, max(8 * UNITS, (1 << OPTIONS) - 1))  # `soundness.SORTS` is stricter
    if "padding" in names_of(games.dtype):
        _check("padding", games["padding"], 0, 0)


def _check(field: str, values: np.ndarray, least: int, greatest: int) -> None:
    if values.min() < least or greatest < values.max():
        raise SaveError(f"this save holds a position that cannot be: {field} must be from {least} to {greatest}")
