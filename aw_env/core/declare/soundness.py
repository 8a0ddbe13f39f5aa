"""Checks of a record from a file that every game makes: the rules check no bounds, and rely on what play would write.

`core.declare.fields.check_values` has seen to it that every number is within the limits of its field; a game's
`soundness` holds the numbers against the book, the first position and each other.
"""

from collections.abc import Callable, Mapping

import numpy as np

from aw_env.core.declare.decisions import Steps
from aw_env.core.engine.layout import STEP, SUBJECT
from aw_env.core.errors import SaveError

Subjects = Mapping[str, Callable[[np.void, np.void, int], bool]]
"""For each word for the subjects of steps (`Steps.subject`): whether a number is one, `(book, game, number)`."""


def must(holds: bool | np.bool_ | np.ndarray, what: str) -> None:
    """Raises SaveError unless something holds of a position, or of each of many."""
    if not np.all(holds):
        raise SaveError(f"this save holds an impossible position: {what}")


def before_asking(games: np.ndarray) -> None:
    """Take `games[0]` back to the moment before its question was put: nothing is to be taken back where every step puts
    the same question whenever it is asked."""


def within(least: int, most: int) -> Callable[[np.void, np.void, int], bool]:
    """Whether a subject is from one number to another."""
    return lambda book, game, subject: least <= subject <= most


def check_dice(game: np.void, faces: int = 6) -> None:
    """Raises SaveError unless there is a generator that can roll, and a script of dice of at most so many faces."""
    must(game["generator"].any(), "a generator of zeros rolls nothing")
    used, scripted = int(game["scripted_used"]), int(game["scripted"])
    must(used <= scripted, "more dice of the script are used than it has")
    left = game["script"][used:scripted]
    must(bool(((left >= 1) & (left <= faces)).all()), f"a die of the script must be from 1 to {faces}")


def frames_of(game: np.void) -> list[list[int]]:
    """The frames in use, the lowest first."""
    return game["frames"][: game["depth"]].tolist()


def check_subject(steps: type[Steps], subjects: Subjects, book: np.void, game: np.void, frame: list[int]) -> None:
    """Raises SaveError unless a frame is of a step, and its subject of the sort that the step declares."""
    must(0 <= frame[STEP] < len(steps), "every frame is a step")
    step = steps.numbered(frame[STEP])
    must(subjects[step.subject](book, game, frame[SUBJECT]), f"{step.name.lower()} of what is no {step.subject}")
