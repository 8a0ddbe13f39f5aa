"""The latest games of a ladder, each in a file that `aw-env replay` opens."""

from pathlib import Path

from aw_env.core.saves import write_file

SUFFIX = ".json"


class Replays:
    """A folder of records (`aw_env.recording`), called by the numbers of the games.

    most: how many are kept; the oldest make room.
    """

    def __init__(self, folder: Path, most: int) -> None:
        self.folder, self.most = folder, most

    @classmethod
    def beside(cls, ladder: Path, most: int) -> "Replays":
        """Those of a ladder in a file."""
        return cls(ladder.with_suffix(".replays"), most)

    def keep(self, number: int, record: str) -> None:
        """Keep a game.  Raises OSError."""
        self.folder.mkdir(exist_ok=True)
        write_file(self.file(number), record + "\n")
        for old in self.numbers()[: -self.most]:
            self.file(old).unlink(missing_ok=True)

    def file(self, number: int) -> Path:
        """Where a game is kept."""
        return self.folder / f"{number}{SUFFIX}"

    def numbers(self) -> list[int]:
        """The games that are kept, in their order."""
        names = (file.stem for file in self.folder.glob(f"*{SUFFIX}"))
        return sorted(int(name) for name in names if name.isdecimal())
