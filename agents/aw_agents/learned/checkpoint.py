"""Checkpoints: one file of plain arrays and a JSON description, never a pickle, replaced only when complete.

A file is a NumPy archive (`numpy.load(..., allow_pickle=False)`): arrays by name, and the member `description` with
UTF-8 JSON.  `format`, `kind`, the names of the columns and of the actions are in it, so that a checkpoint of another
observation is refused with one clear error.  Before anything is read, the names, sizes and headers of all members are
looked at: an archive holds plain numbers, uncompressed, and no more of them than its own length.
"""

import json
import os
import re
import struct
import tokenize
import zipfile
import zlib
from pathlib import Path
from typing import Any

import numpy as np

from aw_env.games import FIRST_RULESETS

FORMAT = 1
"""Version of the file format."""
KIND = f"{FIRST_RULESETS} learned agent"
DESCRIPTION = "description"
SUFFIX = ".npz"
MOST_BYTES = 1 << 30
"""A checkpoint is smaller: a whole training with its past selves has some dozen MiB."""
MOST_MEMBERS = 10_000
MOST_OF_DESCRIPTION = 1 << 25
MEMBER = re.compile(r"description|(policy|network|optimizer|pool|best|random|labels)(/[A-Za-z0-9_.]+)+")
"""Names of members: those of an agent, and of a training that can be resumed."""
DTYPES = ("float16", "float32", "float64", "int64", "int32", "int16", "uint32", "uint8")
"""What an array may be made of."""
UNREADABLE = (
    OSError, EOFError, KeyError, ValueError, TypeError, AttributeError, RuntimeError, NotImplementedError, SyntaxError,
    MemoryError, OverflowError, zipfile.BadZipFile, zlib.error, struct.error, tokenize.TokenError,
)  # fmt: skip
"""What NumPy and the standard library raise for archives that are damaged or made to deceive."""


class CheckpointError(ValueError):
    """A checkpoint that cannot be used, and why."""


def write(path: Path, arrays: dict[str, np.ndarray], description: dict[str, Any]) -> None:
    """Write a checkpoint; whoever reads `path` meanwhile, or after a crash, finds the old file or the new one whole.
    Raises OSError, on a full disk for one; the old file is then still there."""
    text = json.dumps({"format": FORMAT, "kind": KIND, **description}).encode()
    members: dict[str, Any] = {DESCRIPTION: np.frombuffer(text, np.uint8), **arrays}
    path.parent.mkdir(parents=True, exist_ok=True)
    half_written = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with open(half_written, "wb") as file:
            np.savez(file, **members)
            file.flush()
            os.fsync(file.fileno())
        os.replace(half_written, path)
    finally:
        half_written.unlink(missing_ok=True)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def read(path: Path, group: str = "") -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """The arrays and the description of a checkpoint; of the arrays only those whose names begin with `group`.

    Raises CheckpointError when it is none, damaged, of another version, or holds what no checkpoint does: other members
    or dtypes, more than its length, numbers that are not finite.
    """
    try:
        if path.stat().st_size > MOST_BYTES:
            raise CheckpointError(f"{path}: not a checkpoint of a learned agent: longer than {MOST_BYTES} bytes")
        with zipfile.ZipFile(path) as archive:
            _check_members(archive)
            names = [info.filename.removesuffix(".npy") for info in archive.infolist()]
            arrays = {name: _array(archive, name) for name in names if name.startswith((DESCRIPTION, group))}
        description = json.loads(arrays.pop(DESCRIPTION).tobytes().decode(), parse_constant=_no_number)
    except FileNotFoundError:
        raise CheckpointError(f"{path}: there is no such checkpoint") from None
    except PermissionError:
        raise CheckpointError(f"{path}: no permission to read this checkpoint") from None
    except CheckpointError:
        raise
    except UNREADABLE as error:
        raise CheckpointError(f"{path}: not a complete checkpoint of a learned agent ({str(error)[:200]})") from None
    if not isinstance(description, dict) or description.get("kind") != KIND:
        raise CheckpointError(f"{path}: not a checkpoint of a learned agent of this game")
    if description.get("format") != FORMAT:
        shown = str(description.get("format"))[:20]
        raise CheckpointError(f"{path}: written in format {shown}; this version reads {FORMAT}")
    return arrays, description


def _check_members(archive: zipfile.ZipFile) -> None:
    """Raises ValueError unless every member is an array that a checkpoint holds, as long as its header says."""
    members = archive.infolist()
    if len(members) > MOST_MEMBERS or len({info.filename for info in members}) != len(members):
        raise ValueError("too many members, or several of one name")
    for info in members:
        name = info.filename.removesuffix(".npy")
        if name == info.filename or not MEMBER.fullmatch(name):
            raise ValueError(f"a member {info.filename[:80]!r}")
        if info.compress_type != zipfile.ZIP_STORED or info.compress_size != info.file_size or info.flag_bits & 1:
            raise ValueError(f"{name} is compressed or encrypted")
        if info.file_size > (MOST_OF_DESCRIPTION if name == DESCRIPTION else MOST_BYTES):
            raise ValueError(f"{name} is too long")


def _array(archive: zipfile.ZipFile, name: str) -> np.ndarray:
    """An array of plain, finite numbers, read when its header agrees with its length."""
    with archive.open(f"{name}.npy") as member:
        shape, _, dtype = _header(member)
        count = 1
        for side in shape:
            count *= side
        length = archive.getinfo(f"{name}.npy").file_size - member.tell()
        if dtype.name not in DTYPES or len(shape) > 4 or count * dtype.itemsize != length:
            raise ValueError(f"{name} is an array of {dtype} and shape {shape} in {length} bytes")
    with archive.open(f"{name}.npy") as member:
        array = np.lib.format.read_array(member, allow_pickle=False)
    if array.dtype.kind == "f" and not np.isfinite(array).all():
        raise ValueError(f"{name} holds numbers that are not finite")
    return array


def _header(member: Any) -> tuple[tuple[int, ...], bool, np.dtype]:
    version = np.lib.format.read_magic(member)
    if version != (1, 0):
        raise ValueError(f"arrays of version {version}")
    return np.lib.format.read_array_header_1_0(member)


def _no_number(word: str) -> None:
    raise ValueError(f"{word} is no number")


def saved(folder: Path) -> list[Path]:
    """The checkpoints `step_<number>.npz` of a folder, whole or not, the newest first."""
    return sorted(folder.glob(f"step_*{SUFFIX}"), reverse=True)


def newest(folder: Path) -> Path | None:
    """The newest whole checkpoint of a folder, or None.  Damaged ones are passed over."""
    for path in saved(folder):
        try:
            read(path)
        except CheckpointError:
            continue
        return path
    return None


def after(path: Path) -> list[Path]:
    """The newer checkpoints of its folder, the newest first: damaged ones, where it is the newest whole."""
    there = saved(path.parent)
    return there[: there.index(path)]


def keep_newest(folder: Path, count: int) -> None:
    """Remove all but the newest checkpoints of a folder, and what a killed writer left."""
    for path in saved(folder)[count:]:
        path.unlink()
    for path in folder.glob(".*.part"):
        path.unlink()
