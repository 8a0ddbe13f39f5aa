"""Save files of one game: a header in JSON, the bytes of the record, and a checksum over both.

| length  | what                                |
| ------- | ----------------------------------- |
| 8       | magic                               |
| 2       | format version, little endian       |
| 4       | length of the header                |
| 4       | length of the record                |
|         | header: JSON, UTF-8                 |
|         | record: the bytes of the game       |
| 32      | SHA-256 of everything before        |
"""

import hashlib
import json
import os
import struct
import tempfile
from pathlib import Path
from typing import Any

from aw_env.core.errors import SaveError

MAGIC = b"AW-GAME\x1a"
FORMAT = 1
_LENGTHS = struct.Struct("<HII")
_START = len(MAGIC) + _LENGTHS.size
_CHECKSUM = hashlib.sha256().digest_size


def pack(header: dict[str, Any], record: bytes) -> bytes:
    """A save from a header of plain JSON values and the bytes of a record."""
    head = json.dumps(header, separators=(",", ":")).encode()
    body = MAGIC + _LENGTHS.pack(FORMAT, len(head), len(record)) + head + record
    return body + hashlib.sha256(body).digest()


def unpack(data: bytes) -> tuple[dict[str, Any], bytes]:
    """The header and the record of a save.  Raises SaveError if it is none, truncated, damaged, or of a format
    that this version does not read."""
    data = bytes(data)
    if not data.startswith(MAGIC):
        raise SaveError("this is not a saved game" if data else "this save is empty")
    if len(data) < _START:
        raise SaveError(f"this save is truncated: {len(data)} bytes, not even a whole beginning")
    version, head_length, record_length = _LENGTHS.unpack_from(data, len(MAGIC))
    if version != FORMAT:
        raise SaveError(f"this save has format {version}; this version of aw_env reads format {FORMAT}")
    whole = _START + head_length + record_length + _CHECKSUM
    if len(data) < whole:
        raise SaveError(f"this save is truncated: {len(data)} of {whole} bytes")
    body, checksum = data[: whole - _CHECKSUM], data[whole - _CHECKSUM : whole]
    if len(data) > whole or hashlib.sha256(body).digest() != checksum:
        raise SaveError("this save is damaged: its checksum does not agree with its contents")
    head = body[_START : _START + head_length]
    return json.loads(head), body[_START + head_length :]


def header(data: bytes) -> dict[str, Any]:
    """What a save says of itself: `scenario`, `players`, `options`, `digest`, `seed`, `turn`...  Raises SaveError."""
    return unpack(data)[0]


def write_file(path: str | Path, data: bytes | str) -> None:
    """Write a file whole or not at all: a crash leaves the old one."""
    path = Path(path)
    content = data.encode() if isinstance(data, str) else data
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
