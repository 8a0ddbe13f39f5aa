"""A folder of files that are run: nobody else may put one there, or exchange the folder while it is in use.

The way to the folder is walked part by part and each part is checked as it was opened, so that what is checked is what
is used.  Files are then reached from the open folder, not by its path.
"""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

CHECKED = os.name == "posix"
"""Whether the system has owners and modes that can be checked."""
MOST_LINKS = 40
"""Links that may lie on the way to a folder, as Linux has it."""
_ON_THE_WAY = (getattr(os, "O_PATH", os.O_RDONLY) | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC) if CHECKED else 0
_TO_LIST = (os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC) if CHECKED else 0
_TO_READ = (os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC) if CHECKED else 0
_OTHERS = stat.S_IWGRP | stat.S_IWOTH


class Unusable(Exception):
    """Files can be neither kept nor trusted where they should be."""


class Untrusted(Unusable):
    """Somebody else may have put files there."""


class PrivateFolder:
    """An open folder.  path: what it is called in messages; descriptor: None where the system checks nothing."""

    def __init__(self, path: Path, descriptor: int | None) -> None:
        self.path = path
        self._descriptor = descriptor

    def read(self, name: str) -> bytes:
        """The content of a file, read once.  Raises Untrusted for one that may be somebody else's, OSError."""
        if self._descriptor is None:
            return (self.path / name).read_bytes()
        with open(os.open(name, _TO_READ, dir_fd=self._descriptor), "rb") as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise Untrusted(f"{self.path / name} is not a regular file")
            if not _is_ours(status) or status.st_mode & _OTHERS:
                raise Untrusted(f"{self.path / name} belongs to another user, or others may write to it")
            return file.read()

    def write(self, name: str, content: bytes) -> None:
        """Write a file whole or not at all.  Raises OSError."""
        partial = f"{Path(name).stem}.{os.getpid()}.partial"
        self.remove(partial)
        try:
            with open(partial, "xb", opener=self._new_file) as file:
                file.write(content)
            here = self._descriptor
            os.replace(self._named(partial), self._named(name), src_dir_fd=here, dst_dir_fd=here)
        except OSError:
            with suppress(OSError):
                self.remove(partial)
            raise

    def _new_file(self, name: str, flags: int) -> int:
        return os.open(self._named(name), flags, 0o644, dir_fd=self._descriptor)

    def remove(self, name: str) -> None:
        """Remove a file, if there is one.  Raises OSError."""
        with suppress(FileNotFoundError):
            os.unlink(self._named(name), dir_fd=self._descriptor)

    def names(self) -> list[str]:
        """The names of all files."""
        return os.listdir(self.path if self._descriptor is None else self._descriptor)

    def _named(self, name: str) -> str | Path:
        return self.path / name if self._descriptor is None else name


def read_beside(file: Path, code: Path) -> bytes:
    """The content of a file in a folder beside a file of code that Python has run, read once.  It need not be private:
    it is to be trusted as much as that code.

    Raises Untrusted where somebody may have written the file, or exchanged it, who cannot do so with the code; OSError.
    """
    if not CHECKED:
        return file.read_bytes()
    folder = os.open(file.parent, _TO_LIST)
    try:
        _check_beside(os.fstat(folder), code.parent.stat(), file.parent)
        with open(os.open(file.name, _TO_READ, dir_fd=folder), "rb") as content:
            status = os.fstat(content.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise Untrusted(f"{file} is not a regular file")
            _check_beside(status, code.stat(), file)
            return content.read()
    finally:
        os.close(folder)


def _check_beside(status: os.stat_result, code: os.stat_result, path: Path) -> None:
    if not _is_ours(status) and status.st_uid != code.st_uid:
        raise Untrusted(f"{path} belongs to another user")
    others = status.st_mode & _OTHERS
    if others & ~code.st_mode or (others & stat.S_IWGRP and status.st_gid != code.st_gid):
        raise Untrusted(f"others may write to {path}")


@contextmanager
def opened(folder: Path, make: bool = False) -> Iterator[PrivateFolder]:
    """A folder, open.  make: make it, and what is missing on the way to it, for its owner alone.

    Raises Untrusted where the folder belongs to another user or its group or anyone may write to it, where this is so
    of a part of the way, unless only owners may rename there (the sticky bit), and for a link in its place.  Raises
    FileNotFoundError where it is missing and not to be made, and Unusable where it cannot be opened or made.
    """
    if not CHECKED:
        if make:
            folder.mkdir(parents=True, exist_ok=True)
        yield PrivateFolder(folder, None)
        return
    try:
        descriptor = _walk(folder.absolute(), make)
    except OSError as error:
        if isinstance(error, FileNotFoundError) and not make:
            raise
        raise Unusable(f"{folder}: {error.strerror}") from None
    try:
        yield PrivateFolder(folder, descriptor)
    finally:
        os.close(descriptor)


def _walk(folder: Path, make: bool) -> int:
    """A descriptor of the folder, after a check of every part of the way to it."""
    here, walked = os.open("/", _ON_THE_WAY), Path("/")
    left, links = list(reversed(folder.parts[1:])), 0
    try:
        while left:
            _check_on_the_way(os.fstat(here), walked)
            part = left.pop()
            target = _link(part, here)
            if target is None:
                following, walked = _opened_below(here, part, make, last=not left), walked / part
            elif not left:
                raise Untrusted(f"{walked / part} is a link")
            else:
                links += 1
                if links > MOST_LINKS or not _is_ours(os.stat(part, dir_fd=here, follow_symlinks=False)):
                    raise Untrusted(f"{walked / part} is a link of another user")
                left += reversed([other for other in target.parts if other != target.anchor])
                following = os.open("/", _ON_THE_WAY) if target.is_absolute() else os.dup(here)
                walked = Path("/") if target.is_absolute() else walked
            os.close(here)
            here = following
        _check_folder(os.fstat(here), folder)
    except BaseException:
        os.close(here)
        raise
    return here


def _link(part: str, here: int) -> Path | None:
    """Where a link leads; None for what is none."""
    try:
        return Path(os.readlink(part, dir_fd=here))
    except OSError:
        return None


def _opened_below(here: int, part: str, make: bool, last: bool) -> int:
    if make:
        with suppress(FileExistsError):
            os.mkdir(part, 0o700, dir_fd=here)
    return os.open(part, _TO_LIST if last else _ON_THE_WAY, dir_fd=here)


def _is_ours(status: os.stat_result) -> bool:
    return status.st_uid in (os.getuid(), 0)


def _check_folder(status: os.stat_result, folder: Path) -> None:
    if not _is_ours(status):
        raise Untrusted(f"{folder} belongs to another user")
    if status.st_mode & stat.S_IWOTH:
        raise Untrusted(f"anyone may write to {folder}")
    if status.st_mode & stat.S_IWGRP:
        raise Untrusted(f"a group may write to {folder}")


def _check_on_the_way(status: os.stat_result, folder: Path) -> None:
    if not _is_ours(status):
        raise Untrusted(f"{folder} belongs to another user")
    only_owners_rename = status.st_mode & stat.S_ISVTX
    if status.st_mode & stat.S_IWOTH and not only_owners_rename:
        raise Untrusted(f"anyone may write to {folder}")
    if status.st_mode & stat.S_IWGRP and not only_owners_rename and not _has_no_other_member(status.st_gid):
        raise Untrusted(f"a group may write to {folder}")


def _has_no_other_member(group: int) -> bool:
    """Whether a group is the one that many systems give to each user alone, whose folders it may then write to."""
    import grp
    import pwd

    try:
        user = pwd.getpwuid(os.getuid())
        return group == user.pw_gid and grp.getgrgid(group).gr_name == user.pw_name and not grp.getgrgid(group).gr_mem
    except KeyError:
        return False
