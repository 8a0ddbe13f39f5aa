"""What keeps a game from being lost: the sitting that a save remembers, and the save that is written by itself."""

import os
from contextlib import suppress
from pathlib import Path

from filelock import FileLock, Timeout
from pydantic import BaseModel, ConfigDict, ValidationError

from aw_env.core import saves
from aw_env.core.errors import SaveError
from aw_env.core.faces.game import Game
from aw_env.core.limits import Count, Name, NameOrPath
from aw_env.table.standing import StandingOrder

MOST_KEPT = 20
"""Games that are kept; of more the oldest are dropped."""
SUFFIX = ".aw"
SITTING = "sitting"
"""What a save calls the sitting in its `extra`."""


class Sitting(BaseModel):
    """Who sits at the table, how they play, and what they have ordered: kept beside the game in a save."""

    model_config = ConfigDict(strict=True, frozen=True)

    scenario: NameOrPath
    """Name of the scenario, or path of its file."""
    people: tuple[Name, ...]
    """Names of the seats that persons hold."""
    opponents: dict[Name, NameOrPath] = {}
    """Who plays the others, by the name of the seat."""
    dice: bool = False
    """Whether people roll the dice."""
    guided: bool = False
    """Whether the scenario's guide leads through the game (`table.guide`)."""
    record: NameOrPath | None = None
    """Path of the file that the game is recorded in."""
    orders: dict[Name, dict[Count, Count]] = {}
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
        raise SaveError(f"this save describes an invalid sitting: {where[:100]}") from None


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


class GameInUse(OSError):
    """A kept game is being played by another process."""


class Keeper:
    """Keeps a game in a file of its own while it is played, and other processes from the file.

    game: the game.  path: its file, if it has one already; else it gets one that no unfinished game has.  Raises
    GameInUse (an OSError).
    """

    def __init__(self, game: Game, path: Path | None = None) -> None:
        self.path, self._lock = (path, _held(path)) if path else _of_its_own(f"{game.rules.scenario.name}-{game.seed}")
        self._tidied = False

    def keep(self, game: Game, sitting: Sitting) -> None:
        """Write the game as it stands; the first time, drop the oldest of too many games.  Raises OSError."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        saves.write_file(self.path, save(game, sitting))
        if not self._tidied:
            self._tidied = True
            for old in kept()[MOST_KEPT:]:
                old.unlink(missing_ok=True)
                _lock_beside(old).unlink(missing_ok=True)

    def drop(self) -> None:
        """The game is over: nothing is left to go on with."""
        self.path.unlink(missing_ok=True)
        self.let_go()

    def let_go(self) -> None:
        """Others may go on with the game."""
        if self._lock is not None:
            self._lock.release()


def _of_its_own(name: str) -> tuple[Path, FileLock | None]:
    """A file for a new game, and its lock: by the name alone, or with a number where another game has that."""
    path, number = folder() / f"{name}{SUFFIX}", 1
    while True:
        with suppress(GameInUse):
            lock = _held(path)
            if not path.exists():
                return path, lock
            if lock is not None:
                lock.release()
        number += 1
        path = path.with_name(f"{name}-{number}{SUFFIX}")


def _lock_beside(path: Path) -> Path:
    return path.with_name(f".{path.name}.lock")


def _held(path: Path) -> FileLock | None:
    """The lock of a kept game, which the system lets go when the process dies; None where nothing can be written, which
    is said when the game is to be kept.  Raises GameInUse."""
    lock = FileLock(_lock_beside(path), is_singleton=False, thread_local=False)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock.acquire(timeout=0)
    except Timeout:
        raise GameInUse(
            f"{path}: this game is being played already, in another window perhaps; leave it there, or begin a new one"
        ) from None
    except OSError:
        return None
    return lock


def kept() -> list[Path]:
    """The games that are kept, the latest first."""
    return sorted(folder().glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime_ns, reverse=True)
