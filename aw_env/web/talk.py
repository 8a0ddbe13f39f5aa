"""What the persons at a table say to each other."""

import sqlite3
import time

from aw_env.web.messages import Chat, Refused
from aw_env.web.store import MOST_TALK, Said, Seat, Store


class Talk:
    """The talk of one game.  lines: the latest, as they are kept."""

    def __init__(self, store: Store, id: str, seats: list[Seat]) -> None:
        self._store, self._id, self._seats = store, id, seats
        self.lines = store.talk(id)

    @property
    def is_possible(self) -> bool:
        """Whether several seats are persons', also while the computer plays for one."""
        return sum(seat.token is not None for seat in self._seats) > 1

    def say(self, seat: int, message: Chat) -> None:
        """Keep what the person of a seat says.  Raises Refused: nothing has been said then."""
        if not self.is_possible:
            raise Refused("impossible", "there is no other person at this table")
        number = self.lines[-1].number + 1 if self.lines else 1
        said = Said(number, seat, message.words.strip(), time.time(), self._seats[seat].person)
        try:
            self._store.say(self._id, said, message.id)
        except (sqlite3.Error, OSError) as error:
            raise Refused("not_kept", f"the server cannot keep this, so nothing has been said: {error}") from error
        self.lines = [*self.lines, said][-MOST_TALK:]
