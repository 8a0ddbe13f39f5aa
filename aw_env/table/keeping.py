"""What keeps a game from being lost: the sitting that a save remembers, and the save that is written by itself."""

import os
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from aw_env.core import saves
from aw_env.core.errors import SaveError
from aw_env.core.faces.game import Game
from aw_env.table.standing import StandingOrder

MOST_KEPT = 20
"""Games that are kept; of more the oldest are dropped."""
SUFFIX = ".aw"
SITTING = "sitting"
"""What a save calls the sitting in its `extra`."""

Number = Annotated[int, Field(ge=0, le=2**31 - 1)]
Name = Annotated[str, Field(max_length=1000)]


class Sitting(BaseModel):
    """Who sits at the table, how they play, and what they have ordered: kept beside the game in a save."""

    model_config = ConfigDict(strict=True, frozen=True)

    scenario: Name
    """Name of the scenario, or path of its file."""
    people: tuple[Name, ...]
    """Names of the seats that persons hold."""
    opponents: dict[Name, Name] = {}
    """Who plays the others, by the name of the seat."""
    dice: bool = False
    """Whether people roll the dice."""
    record: Name | None = None
    """Path of the file that the game is recorded in."""
    orders: dict[Name, dict[Number, Number]] = {}
    """Orders that wait, by the name of the seat: actions by the number of the unit."""
    standing: dict[Name, tuple[StandingOrder, ...]] = {}
    """Standing orders, by the name of the seat."""


def sitting_of(header: saves.Header) -> Sitting | None:
    """The sitting that a save remembers; None if it was kept without one.  Raises SaveError."""
    if SITTING not in header.extra:
        return None
    try:
        return Sitting.model_validate(header.extra[SITTING], strict=False)
    except ValidationError as error:
        where = ".".join(str(part) for part in error.errors()[0]["loc"])
        raise SaveError(f"this save tells of a sitting that cannot be: {where[:100]}") from None


def save(game: Game, sitting: Sitting) -> bytes:
    """A save of the game that remembers the sitting."""
    return game.save(**{SITTING: sitting.model_dump(mode="json")})


# --- the game that is being played -------------------------------------------------------------------------


def folder() -> Path:
    """Where games are kept while they are played: `$AW_ENV_GAMES`, or the user's folder for such things."""
    given = os.environ.get("AW_ENV_GAMES")
    if given:
        return Path(given).expanduser()
    state = os.environ.get("XDG_STATE_HOME")
    return (Path(state) if state else Path.home() / ".local" / "state") / "aw_env" / "games"


class Keeper:
    """Keeps a game in a file of its own while it is played.

    game: the game.  path: its file, if it has one already.
    """

    def __init__(self, game: Game, path: Path | None = None) -> None:
        self.path = path or folder() / f"{game.rules.scenario.name}-{game.seed}{SUFFIX}"
        self._tidied = False

    def keep(self, game: Game, sitting: Sitting) -> None:
        """Write the game as it stands; the first time, drop the oldest of too many games.  Raises OSError."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        saves.write_file(self.path, save(game, sitting))
        if not self._tidied:
            self._tidied = True
            for old in kept()[MOST_KEPT:]:
                old.unlink(missing_ok=True)

    def drop(self) -> None:
        """The game is over: nothing is left to go on with."""
        self.path.unlink(missing_ok=True)


def kept() -> list[Path]:
    """The games that are kept, the latest first."""
    return sorted(folder().glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime_ns, reverse=True)
