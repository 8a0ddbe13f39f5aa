"""The errors a caller may want to catch."""


class IllegalAction(ValueError):
    """An action that is not legal now.  Says what was asked, by whom, and what is legal; the game is untouched."""


class SaveError(ValueError):
    """A save file that cannot be used: damaged, of another format, or of other data.  The game is untouched."""
