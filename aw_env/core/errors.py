"""The errors a caller may want to catch, and what they say."""

import os


class IllegalAction(ValueError):
    """An action that is not legal now.  Says who was to decide what, and what is legal; the game is unchanged."""


class StuckGame(RuntimeError):
    """The rules cannot continue from the position of a game, which is stopped there.  Play cannot lead to such a
    position: it was made by hand, or the rules are at fault."""


class SaveError(ValueError):
    """A save file that cannot be used: damaged, of another format, or of other data.  The game is unchanged."""


class PlayerFailed(RuntimeError):
    """A player of another seat has raised an exception (the cause of this one) or given an illegal answer.  Says which
    player; the position is as it was before the step.

    openly: as much of it as everybody at a table may hear, who must not learn what another seat could do.
    """

    def __init__(self, message: str = "", openly: str = "") -> None:
        super().__init__(message)
        self.openly = openly or type(self).__name__


class NotReady(RuntimeError):
    """Games that cannot be stepped now: they are closed, another thread is stepping them, or an exception has
    interrupted a step or a reset.  Says which, and what to do; the games are unchanged."""


def in_words(error: Exception) -> str:
    """What an error says; of one of the system the file and what is wrong with it, without its number."""
    if not isinstance(error, OSError) or not error.strerror:
        return str(error)
    reason = f"{error.strerror[0].lower()}{error.strerror[1:]}"
    return reason if error.filename is None else f"{os.fsdecode(error.filename)}: {reason}"
