"""A record that comes from a file is checked before the rules, which check no bounds, index with it."""

import numpy as np

from aw_env.admirals_war.frames import CURSOR, STEP, SUBJECT, Step
from aw_env.admirals_war.state import FRAMES, SCRIPTED_DICE
from aw_env.admirals_war.terms import AREAS, GROUPS, PLACES, UNCONTROLLED, UNITS, Action, Decision, Phase
from aw_env.core.errors import SaveError

_UNIT = (-1, UNITS - 1)
_PLACE = (-3, PLACES - 1)
_SIDE = (-1, 1)
_YES_OR_NO = (0, 1)
LIMITS = {
    "phase": (0, max(Phase)),
    "over": _YES_OR_NO,
    "result": (-1, 1),
    "depth": (0, FRAMES),
    "decision": (0, max(Decision)),
    "power": (-1, 3),
    "seat": (-1, 3),
    "subject": (-1, max(UNITS, PLACES) - 1),
    "flag": _SIDE,
    "flag_at_start": _SIDE,
    "owner": (0, UNCONTROLLED),
    "units": (0, UNITS),
    "roster": _UNIT,
    "place": _PLACE,
    "origin": _PLACE,
    "raid_place": _PLACE,
    "controller": (0, 3),
    "area": (-1, AREAS - 1),
    "units_here": (0, UNITS),
    "here": _UNIT,
    "target": _UNIT,
    "retreating": _SIDE,
    "battle_group": (0, GROUPS),
    "group": (-1, GROUPS + 1),
    "action": (0, max(Action)),
    "choice": (0, max(Action)),
    "scripted": (0, SCRIPTED_DICE),
    "scripted_used": (0, SCRIPTED_DICE),
    "script": (0, 6),
    "generator": (0, 0xFFFFFFFF),
}
"""Least and greatest value of each field that is an index, or decides what is done."""


def check_record(games: np.ndarray) -> None:
    """Raises SaveError when the record `games[0]` holds a number that no game can hold."""
    for field, (least, greatest) in LIMITS.items():
        _check(field, games[field], least, greatest)
    frames = games["frames"][0]
    _check("frames", frames[:, STEP], 0, max(Step))
    _check("frames", frames[:, SUBJECT], -1, max(UNITS, PLACES) - 1)
    _check("frames", frames[:, CURSOR], -1, 4 * UNITS)


def _check(field: str, values: np.ndarray, least: int, greatest: int) -> None:
    if values.min() < least or greatest < values.max():
        raise SaveError(f"this save holds a position that cannot be: {field} must be from {least} to {greatest}")
