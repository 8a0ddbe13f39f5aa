"""What a seat, or the spectators, have been told, and what is said to who has sent a message."""

from dataclasses import dataclass, field

from aw_env.core.faces.game import EventInWords, Game
from aw_env.table.adviser import OpinionInWords
from aw_env.table.battles import BattleHere
from aw_env.table.odds import Prospects
from aw_env.table.since import Since


@dataclass
class Reply:
    """What is said to who has sent a message.  opinion: that of the player that was asked for it.  odds: those that
    were asked for.  battle: who may be in an area, or what may come of the battle there."""

    said: list[str] = field(default_factory=list)
    opinion: OpinionInWords | None = None
    odds: Prospects | None = None
    battle: BattleHere | None = None


@dataclass
class Show:
    """How a game of players of the computer is watched.  seconds: from one answer to the next."""

    seconds: float
    paused: bool = False


@dataclass
class Audience:
    """What one seat, or the spectators, have been told.

    seats: those that must all be allowed to hear what it hears.  shown: the position that it has been shown.
    since: what it has been told since it moved itself.  log: what it has been told, event by event.  untold: what has
    happened since, each with the number of decisions it came after; until it is told it may be taken back.
    """

    seats: tuple[int, ...]
    shown: Game
    since: Since
    log: list[EventInWords] = field(default_factory=list)
    untold: list[tuple[int, list[EventInWords]]] = field(default_factory=list)

    def hear(self, decisions: int, events: list[EventInWords]) -> None:
        """Something has happened."""
        if events:
            self.untold.append((decisions, events))

    def forget_after(self, decisions: int) -> None:
        """What came after so many decisions has been taken back."""
        self.untold = [(number, events) for number, events in self.untold if number <= decisions]

    def tell(self) -> None:
        """What has happened can no longer be taken back."""
        for _, events in self.untold:
            self.log += events
            self.since.hears(events)
        self.untold = []
