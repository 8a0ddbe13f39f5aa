"""Save files of one game: a header in JSON, the bytes of the record, and a checksum over both.

| length  | what                                |
| ------- | ----------------------------------- |
| 8       | magic                               |
| 2       | format version, little endian       |
| 4       | length of the header                |
| 4       | length of the record                |
|         | header: JSON, UTF-8 (`Header`)      |
|         | record: the bytes of the game       |
| 32      | SHA-256 of everything before        |

Nothing of a save is run: neither pickles nor code.  The checksum finds damage, not malice: whoever restores a save
checks the record.
"""

import errno
import hashlib
import json
import os
import secrets
import shutil
import struct
import tempfile
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from aw_env.core.errors import SaveError
from aw_env.core.limits import Count, Die, Name, Players, Reward, Seed

MAGIC = b"AW-GAME\x1a"
FORMAT = 2
"""1: the first, until the fields of the record were packed."""
MOST_BYTES = 1 << 24
"""A save is smaller: the longest game has a few thousand decisions."""
CARRIED_OVER = (
    "To continue from the position, write it as a scenario file with the version and the data that saved it "
    "(`view.to_scenario()`) and begin that scenario."
)
_LENGTHS = struct.Struct("<HII")
_START = len(MAGIC) + _LENGTHS.size
_CHECKSUM = hashlib.sha256().digest_size

Number = Annotated[int, Field(ge=-(2**63), le=2**63 - 1)]


class Header(BaseModel):
    """What a save says of itself."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, allow_inf_nan=False)

    game: Name
    scenario: Name
    players: Players
    options: Annotated[list[Name], Field(max_length=200)]
    settings: Annotated[dict[Name, Name], Field(max_length=20)]
    digest: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
    seed: Seed
    history: Annotated[list[Count], Field(max_length=2_000_000)]
    """Actions since the game began."""
    dice_laid: Annotated[list[tuple[Count, list[Die]]], Field(max_length=2_000_000)]
    """Dice laid in front of the generator: after how many actions, and which."""
    ledger: Annotated[dict[Name, Number], Field(max_length=100)]
    rewards: Annotated[list[Reward], Field(max_length=64)]
    extra: Annotated[dict[Name, JsonValue], Field(max_length=100)]
    """What a face has kept beside the game."""


def pack(header: dict[str, Any], record: bytes) -> bytes:
    """A save from a header of plain JSON values and the bytes of a record.  Raises ValueError for numbers that are not
    finite."""
    head = json.dumps(header, separators=(",", ":"), allow_nan=False).encode()
    body = MAGIC + _LENGTHS.pack(FORMAT, len(head), len(record)) + head + record
    return body + hashlib.sha256(body).digest()


def unpack(data: bytes) -> tuple[Header, bytes]:
    """The header and the record of a save.  Raises SaveError if it is none, truncated, damaged, or of a format
    that this version does not read."""
    if not isinstance(data, bytes | bytearray | memoryview):
        raise SaveError(f"a save is bytes, not {type(data).__name__}")
    data = bytes(data)
    if not data.startswith(MAGIC):
        raise SaveError("this is not a saved game" if data else "this save is empty")
    if len(data) < _START:
        raise SaveError(f"this save is truncated: {len(data)} bytes, not even a whole beginning")
    version, head_length, record_length = _LENGTHS.unpack_from(data, len(MAGIC))
    if version != FORMAT:
        raise SaveError(f"this save has format {version}; this version of aw_env reads format {FORMAT}. {CARRIED_OVER}")
    whole = _START + head_length + record_length + _CHECKSUM
    if len(data) < whole:
        raise SaveError(f"this save is truncated: {len(data)} of {whole} bytes")
    body, checksum = data[: whole - _CHECKSUM], data[whole - _CHECKSUM : whole]
    if len(data) > whole or hashlib.sha256(body).digest() != checksum:
        raise SaveError("this save is damaged: its checksum does not agree with its contents")
    return _header(body[_START : _START + head_length]), body[_START + head_length :]


def _header(text: bytes) -> Header:
    try:
        return Header.model_validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"]) or "as a whole"
        raise SaveError(f"this save has an invalid header: {where[:100]}: {first['msg'][:200]}") from None


def header(data: bytes) -> Header:
    """What a save says of itself: `scenario`, `players`, `options`, `digest`, `seed`...  Raises SaveError."""
    return unpack(data)[0]


def read_file(path: str | Path) -> bytes:
    """The bytes of a save file.  Raises SaveError for a file that is too long to be one, OSError if it cannot be
    read."""
    with open(path, "rb", opener=_without_waiting) as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise SaveError(f"this is not a saved game: longer than {MOST_BYTES} bytes")
    return data


def _without_waiting(path: str, flags: int) -> int:
    """Open a file; a pipe that nobody writes to, which would keep us waiting, is then empty."""
    if not hasattr(os, "O_NONBLOCK"):  # Windows, which has no such pipes
        return os.open(path, flags)
    opened = os.open(path, flags | os.O_NONBLOCK)
    os.set_blocking(opened, True)
    return opened


def write_file(path: str | Path, data: bytes | str) -> None:
    """Write a file whole or not at all: a crash leaves the old one.  A device or a pipe is written into, not replaced;
    of a link its file is written.  Who may read it is as before, or as for any new file.  Raises OSError, which names
    the file."""
    content = data.encode() if isinstance(data, str) else data
    try:
        if _is_device(Path(path)):
            Path(path).write_bytes(content)
        else:
            _replace(Path(os.path.realpath(path)), content)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None


def _is_device(path: Path) -> bool:
    return path.exists() and not path.is_file() and not path.is_dir()


def _replace(path: Path, content: bytes) -> None:
    temporary = path.with_name(f".{secrets.token_hex(8)}.partial")
    try:
        with open(temporary, "xb") as file:
            if path.exists():
                shutil.copymode(path, temporary)
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def check_can_be_written(path: Path) -> None:
    """Raises OSError, which names the file, where `write_file` could not write it now."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if _is_device(path):
        return
    try:
        tempfile.TemporaryFile(dir=Path(os.path.realpath(path)).parent).close()
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None
