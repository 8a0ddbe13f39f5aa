"""The errors a caller may want to catch."""


class IllegalAction(ValueError):
    """An action that is not legal now.  Says what was asked, by whom, and what is legal; the game is untouched."""


class StuckGame(RuntimeError):
    """The rules find no way on from the position of a game, which is broken off.  No play leads there: the position was
    made by hand, or the rules are at fault."""


class SaveError(ValueError):
    """A save file that cannot be used: damaged, of another format, or of other data.  The game is untouched."""
