"""The errors a caller may want to catch."""


class IllegalAction(ValueError):
    """An action that is not legal now.  Says what was asked, of whom, and what is legal; the game is untouched."""


class StuckGame(RuntimeError):
    """The rules find no way on from the position of a game, which ends there.  No play leads to it: the position was
    made by hand, or the rules are at fault."""


class SaveError(ValueError):
    """A save file that cannot be used: damaged, of another format, or of other data.  The game is untouched."""


class PlayerFailed(RuntimeError):
    """A player of another seat has raised an exception (the cause of this one) or given an illegal answer.  Says which
    player; the position is as it was before the step."""


class NotReady(RuntimeError):
    """Games that cannot be stepped now: they are closed, another thread is stepping them, or an exception has
    interrupted a step or a reset.  Says which, and what to do; nothing has changed."""
