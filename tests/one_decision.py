"""What must hold after every decision of any game, checked by compiled code; its own invariants come after these."""

from enum import IntEnum

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import HEADER

COMMON = ("NOTHING", "STUCK", "MASK", "STACK_DEPTH", "EVENTS_OVERFLOW", "TIME_RUNS_BACK")
"""The names of these invariants, which those of a game begin with."""
Common = IntEnum("Common", COMMON, start=0)
PHASES = 16
"""More than any turn has."""


@rule
def check_answers(game, mask, legal, events):
    """There is a way on: somebody is asked and may answer something, or the game is over."""
    if game.over != 0 and game.over != 1:
        return Common.STUCK.value
    count = 0
    for action in range(mask.size):
        if mask[action] != 0 and mask[action] != 1:
            return Common.MASK.value
        count += mask[action]
    if count != legal or (count > 0) == (game.over == 1):
        return Common.MASK.value
    if events[HEADER, 0] == events.shape[0] - 1:
        return Common.EVENTS_OVERFLOW.value
    return Common.NOTHING.value


@rule
def check_decision(game, watch, mask, legal, events, frames):
    """There is a way on, and time does not run back.  watch: remembers the `time`."""
    broken = check_answers(game, mask, legal, events)
    if broken != Common.NOTHING:
        return broken
    if game.depth > frames:
        return Common.STACK_DEPTH.value
    time = PHASES * int(game.turn) + int(game.phase)
    if time < watch.time:
        return Common.TIME_RUNS_BACK.value
    watch.time = time
    return Common.NOTHING.value
