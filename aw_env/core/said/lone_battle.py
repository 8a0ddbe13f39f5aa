"""What a game declares whose battles are fought area by area, so that one of them can be tried alone
(`table.battles`)."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

import numpy as np

from aw_env.core.engine.layout import FRAME_FIELDS, STEP, SUBJECT

NOBODY = -1


@dataclass(frozen=True)
class LoneBattle:
    """How the battle of one sea area is fought without the others.

    combat: number of the phase of combat.  why_not: why none can be tried now, as a clause, or "".  may_come: whether a
    unit may be in an area at all, of a view, the unit and the number of the area.  lay: `lay(record, units, away,
    area)` writes into the record of a copy that `units` are in the area and those of `away` nowhere near, and that
    combat there comes next, and none elsewhere.  holder: the number of the side that would control the area, of a view;
    `NOBODY` for none.
    """

    combat: int
    why_not: Callable[[Any], str]
    may_come: Callable[[Any, Any, int], bool]
    lay: Callable[[Any, Collection[int], Collection[int], int], None]
    holder: Callable[[Any, int], int]

    def is_over(self, view: Any, area: int) -> bool:
        """Whether the battle has been fought: the area is resolved and none of its combat goes on, or there was nothing
        to fight about."""
        record = view.record
        resolved = bool(record["resolved"][area]) and int(record["area"]) != area
        return resolved or int(record["phase"]) != self.combat


def only_combat_in(record: Any, area: int, frames: Collection[tuple[int, int, int]]) -> None:
    """Write into a record that combat in an area comes next, and none elsewhere.  frames: step, subject and cursor of
    the frames of the sequence of play, the lowest first."""
    record.resolved[:] = 1
    record.resolved[area] = 0
    record.frames[:] = np.zeros(FRAME_FIELDS, record.frames.dtype)
    for frame, (step, subject, cursor) in zip(record.frames, frames, strict=False):
        frame[STEP], frame[SUBJECT], frame[SUBJECT + 1] = step, subject, cursor
    record.depth = len(frames)
