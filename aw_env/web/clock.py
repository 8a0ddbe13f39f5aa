"""Time to think: how long the person who is asked has for a decision."""

import time
from dataclasses import dataclass, field

LEAST, MOST = 60, 7 * 86400
"""Seconds for a decision: from a minute to a week."""


def now() -> float:
    """Seconds since 1970: clocks go on in another server."""
    return time.time()


@dataclass
class Clock:
    """The clock of one game.

    seconds: for each decision.  seat: whose time runs, None where no person is asked.  decisions: how many have been
    answered by then, those that were taken back since too.  since: when his time began.  lost: seats whose time has
    run out.
    """

    seconds: int
    seat: int | None = None
    decisions: int = 0
    since: float = 0.0
    lost: list[int] = field(default_factory=list)

    def look(self, seat: int | None, decisions: int) -> None:
        """The person of a seat, or nobody, is asked after so many decisions.  Another has all his time; the same has it
        again for a further decision, but not for one that he takes back and gives anew."""
        if seat != self.seat or decisions > self.decisions:
            self.seat, self.decisions, self.since = seat, decisions, now()

    @property
    def until(self) -> float | None:
        """When the time runs out, in seconds since 1970."""
        return None if self.seat is None else self.since + self.seconds

    @property
    def is_out(self) -> bool:
        """Whether it has run out."""
        return self.until is not None and self.until < now()
