"""A record that comes from a file is checked before the rules, which check no bounds, index with it."""

import numpy as np

from aw_env.admirals_war.records.state import FRAMES, SCRIPTED_DICE
from aw_env.admirals_war.records.steps import Step
from aw_env.admirals_war.records.terms import (
    AREAS,
    FOREVER,
    GROUPS,
    PLACES,
    UNCONTROLLED,
    UNITS,
    Action,
    Decision,
    Kind,
    Phase,
    Power,
    Theatre,
)
from aw_env.core.engine.stack import CURSOR, STEP, SUBJECT
from aw_env.core.errors import SaveError

_UNIT = (-1, UNITS - 1)
_PLACE = (-3, PLACES - 1)
_SIDE = (-1, 1)
_POWER = (-1, max(Power))
_YES_OR_NO = (0, 1)
_TURN = (0, FOREVER)
_COUNT = (0, 0x7FFF)
_POINTS = (-999, 999)
LIMITS = {
    # where the game is
    "turn": _TURN,
    "phase": (0, max(Phase)),
    "over": _YES_OR_NO,
    "result": (-1, 1),
    "winners": (0, 0b1111),
    "depth": (0, FRAMES),
    # the decision
    "decision": (0, max(Decision)),
    "power": _POWER,
    "seat": _POWER,
    "subject": (-1, max(UNITS, PLACES) - 1),
    "ask_forced": _YES_OR_NO,
    # the board
    "flag": _SIDE,
    "held_at_start": (0, (1 << AREAS) - 1),
    "owner": (0, UNCONTROLLED),
    "falls_from": _TURN,
    "surrender_turn": _TURN,
    "victory_points": _POINTS,
    "points_at_turn": _POINTS,
    "raided": (0, 0b1111),
    "hostilities": _YES_OR_NO,
    "hostilities_since": _TURN,
    "attack": (0, 3),
    "unguarded": _YES_OR_NO,
    "hunting": _POWER,
    "short_of_fuel": _YES_OR_NO,
    "provoked": _COUNT,
    "provocation": _COUNT,
    # the units
    "units": (0, UNITS),
    "roster": _UNIT,
    "place": _PLACE,
    "controller": (0, max(Power)),
    "theatre": (-1, max(Theatre)),
    "damage": _COUNT,
    "raiding": _YES_OR_NO,
    "reversed": _YES_OR_NO,
    "disabled": _YES_OR_NO,
    "retreated": _YES_OR_NO,
    "pursued": _YES_OR_NO,
    "origin": _PLACE,
    "steps": (0, 2),
    "bound_for": _PLACE,
    "committed": _YES_OR_NO,
    "held": _YES_OR_NO,
    "due": _TURN,
    "refuelled": _YES_OR_NO,
    "traded": (0, 2),
    # the combat being resolved
    "area": (-1, AREAS - 1),
    "resolved": _YES_OR_NO,
    "here": _UNIT,
    "units_here": (0, UNITS),
    "others_here": (0, UNITS),
    "kinds_here": (0, (1 << len(Kind)) - 1),
    "retreating": _SIDE,
    "battle_group": (0, GROUPS),
    "action": (0, max(Action)),
    "choice": (0, max(Action)),
    "could_attack": _YES_OR_NO,
    "group": (-1, GROUPS + 1),
    "formed": (0, (1 << (GROUPS + 2)) - 1),
    "firing": _YES_OR_NO,
    "target": _UNIT,
    "attackers_on": _COUNT,
    "pending_damage": _COUNT,
    "pending_disabled": _YES_OR_NO,
    "raid_place": _PLACE,
    # dice
    "generator": (0, 0xFFFFFFFF),
    "scripted": (0, SCRIPTED_DICE),
    "scripted_used": (0, SCRIPTED_DICE),
    "script": (0, 6),
}
"""Least and greatest value of each field that is an index, or decides what is done."""
COUNTED_ONLY = (
    "frames",  # checked field by field below
    "decisions",
    "forced",
    "armor_sunk",
    "combat_round",
    "shots_fired",
    "quiet_rounds",
    "held_rounds",
    "dice_rolled",
)
"""The other fields: numbers that may be any."""


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
