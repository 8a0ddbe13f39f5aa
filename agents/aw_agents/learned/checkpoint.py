"""Checkpoints: one file of plain arrays and a JSON description, never a pickle, replaced only when complete.

A file is a NumPy archive (`numpy.load(..., allow_pickle=False)`): arrays by name, and the member `description` with
UTF-8 JSON.  `format`, `kind`, the names of the columns and of the actions are in it, so that a checkpoint of another
observation is refused with one clear error.
"""

import json
import os
import zipfile
from pathlib import Path
from typing import Any

import numpy as np

FORMAT = 1
"""Version of the file format."""
KIND = "admirals_war_v0 learned agent"
DESCRIPTION = "description"
SUFFIX = ".npz"


class CheckpointError(ValueError):
    """A checkpoint that cannot be used, and why."""


def write(path: Path, arrays: dict[str, np.ndarray], description: dict[str, Any]) -> None:
    """Write a checkpoint; whoever reads `path` meanwhile, or after a crash, finds the old file or the new one whole."""
    text = json.dumps({"format": FORMAT, "kind": KIND, **description}).encode()
    path.parent.mkdir(parents=True, exist_ok=True)
    half_written = path.with_name(f".{path.name}.{os.getpid()}.part")
    with open(half_written, "wb") as file:
        np.savez(file, **{DESCRIPTION: np.frombuffer(text, np.uint8)}, **arrays)
        file.flush()
        os.fsync(file.fileno())
    os.replace(half_written, path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def read(path: Path) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """The arrays and the description of a checkpoint.  Raises CheckpointError when it is none, damaged, or of another
    version."""
    if path.exists() and not zipfile.is_zipfile(path):
        raise CheckpointError(f"{path}: not a whole checkpoint of a learned agent")
    try:
        with np.load(path, allow_pickle=False) as archive:
            arrays = {name: archive[name] for name in archive.files}
        description = json.loads(arrays.pop(DESCRIPTION).tobytes().decode())
    except FileNotFoundError:
        raise CheckpointError(f"{path}: there is no such checkpoint") from None
    except (OSError, EOFError, KeyError, ValueError, zipfile.BadZipFile, AttributeError) as error:
        raise CheckpointError(f"{path}: not a whole checkpoint of a learned agent ({error})") from None
    if not isinstance(description, dict) or description.get("kind") != KIND:
        raise CheckpointError(f"{path}: not a checkpoint of a learned agent of this game")
    if description.get("format") != FORMAT:
        raise CheckpointError(f"{path}: written in format {description.get('format')}; this version reads {FORMAT}")
    return arrays, description


def newest(folder: Path) -> Path | None:
    """The newest whole checkpoint `step_<number>.npz` of a folder, or None.  Damaged ones are passed over."""
    for path in sorted(folder.glob(f"step_*{SUFFIX}"), reverse=True):
        try:
            read(path)
        except CheckpointError:
            continue
        return path
    return None


def keep_newest(folder: Path, count: int) -> None:
    """Remove all but the newest checkpoints of a folder, and what a killed writer left."""
    for path in sorted(folder.glob(f"step_*{SUFFIX}"))[:-count]:
        path.unlink()
    for path in folder.glob(".*.part"):
        path.unlink()
