"""Compiled code that comes with the package: asked for where the user's own cache has none.

It is made when the wheel is built (`core.engine.shipping`), for processors of a level rather than for one, and carries
no intermediate code: it runs, and cannot be linked to what else is compiled.  It is loaded only if all of this holds,
and else the rules are compiled as without it, which one line says:

- it was made with versions and switches that count as these (`made_with`), for a level that this processor has;
- its name is the digest of all sources that it depends on, as they stand here: whoever edits one runs the edit;
- its checksum is the one in the package's RECORD.  In a checkout, which has none, it is the one in the file, and the
  folder must be as private as the user's cache;
- nobody can have written it who could not have written the package's Python files beside it, which run anyway;
- this process has all that the code calls outside itself.
"""

import base64
import hashlib
import json
import lzma
import pickle
import platform
import re
import sys
from collections.abc import Callable, Mapping
from functools import cache
from importlib.metadata import DistributionFinder, MetadataPathFinder
from pathlib import Path
from typing import Any, NamedTuple

import llvmlite
import llvmlite.binding as llvm
import numba
import numpy as np
from numba.core.registry import cpu_target

from aw_env.core.engine.first_start import say_once
from aw_env.core.engine.private_folder import Unusable, opened, read_beside

PACKAGE = Path(__file__).resolve().parents[2]
"""The folder of `aw_env`."""
NAME, INDEX = "compiled", "made_with.json"
"""The folder in which the code comes, and what it says of itself there."""


class Level(NamedTuple):
    """Processors that code is made for.  machine: as the system calls them.  needs: the features that one must have, as
    LLVM calls them.  asked: what LLVM is asked for besides the level's name, which it knows for x86-64 alone."""

    machine: str
    needs: tuple[str, ...]
    asked: str = ""


_V2 = ("cx16", "popcnt", "sahf", "sse3", "sse4.1", "sse4.2", "ssse3")
LEVELS = {
    "x86-64-v3": Level("x86_64", (*_V2, "avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "xsave"), ""),
    "x86-64-v2": Level("x86_64", _V2),
    "armv8-a": Level("aarch64", ("neon",), "+fp-armv8,+neon"),
}
"""Levels by their names, the best first."""


def made_with(machine: str = "") -> dict[str, str]:
    """What of Python and its libraries compiled code depends on.  machine: whose, if not of this one.

    Python's minor version and build, whose objects its wrappers take apart; Numba's, whose runtime it calls and whose
    types are kept with it; llvmlite's, whose LLVM reads the names in it; NumPy's major version, whose arrays it takes
    apart; the system, whose calls it makes; and switches of Numba that ask for other code.  Not patch versions.
    """
    config: Any = numba.config
    triple = cpu_target.target_context.codegen().magic_tuple()[0]
    here = triple.partition("-")[0]
    switches = ("BOUNDSCHECK", "OPT", "LOOP_VECTORIZE", "SLP_VECTORIZE", "CPU_NAME", "CPU_FEATURES")
    return {
        "Python": f"{sys.implementation.cache_tag}{sys.abiflags}",
        "Numba": _minor(numba.__version__),
        "llvmlite": _minor(llvmlite.__version__),
        "NumPy": np.__version__.partition(".")[0],
        "system": triple.replace(here, machine or here, 1),
        "switches": " ".join(f"{name}={getattr(config, name)}" for name in switches),
    }


def _minor(version: str) -> str:
    return ".".join(re.findall(r"\d+", version)[:2])


def words_of(made: Mapping[str, str], level: str) -> bytes:
    """Of versions and a level, what is part of a digest."""
    return repr((sorted(made.items()), level)).encode()


def levels_here() -> list[str]:
    """Those of which this processor is, the best first."""
    try:
        has = llvm.get_host_cpu_features()
    except RuntimeError:  # of a processor that LLVM does not know
        return []
    machine = platform.machine().lower().replace("amd64", "x86_64")
    return [
        name
        for name, level in LEVELS.items()
        if level.machine == machine and all(has.get(feature) for feature in level.needs)
    ]


class Shipped:
    """What came, as far as its index says.  folder: in which it lies.  recorded: the checksum of the index in the
    package's RECORD; None in a checkout.  Raises Unusable, OSError, ValueError, KeyError."""

    def __init__(self, folder: Path, recorded: str | None) -> None:
        self.folder, self._is_of_a_checkout = folder, recorded is None
        content = self._read(INDEX)
        if recorded is not None and recorded != f"sha256={in_record(content)}":
            raise Unusable(f"{folder / INDEX} is not the file that RECORD lists")
        index = json.loads(content)
        self.made: dict[str, str] = index["made"]
        self.levels: list[str] = index["levels"]
        self.files: dict[str, str] = index["files"]
        """By file, the SHA-256 of its content."""

    def unfit(self) -> str:
        """Why nothing of it can be used here; "" if it can."""
        here = made_with()
        for what, theirs in self.made.items():
            if here.get(what) != theirs:
                return f"they are for {what} {theirs}, and here is {here.get(what)}"
        if not self.usable():
            return f"they are for processors of {' or '.join(self.levels)}, and this one is none"
        return ""

    def usable(self) -> list[str]:
        """The levels that this processor has, the best first."""
        return [level for level in levels_here() if level in self.levels]

    def content(self, name: str) -> bytes | None:
        """A file, None for one that is damaged or may be somebody else's: then that is said."""
        try:
            content = self._read(name)
        except (Unusable, OSError) as error:
            say_once(f"compiled rules of the package are not used, and compiled here: {error}")
            return None
        if hashlib.sha256(content).hexdigest() != self.files[name]:
            say_once(f"{self.folder / name} is damaged and not used: its rules are compiled here")
            return None
        return content

    def _read(self, name: str) -> bytes:
        if self._is_of_a_checkout:
            with opened(self.folder) as folder:
                return folder.read(name)
        return read_beside(self.folder / name, PACKAGE / "__init__.py")


def in_record(content: bytes) -> str:
    """A checksum as RECORD has it."""
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")


@cache
def shipped() -> Shipped | None:
    """What came with the package, None where nothing did or nothing of it can be used: then that is said."""
    recorded = _recorded()
    folder = PACKAGE.parent / "build" / NAME if recorded is None else PACKAGE / NAME
    if not (folder / INDEX).is_file():
        return None
    try:
        found = Shipped(folder, recorded)
        reason = found.unfit()
    except (Unusable, OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        reason = f"{error}"
    if not reason:
        return found
    say_once(f"the compiled rules of the package are not used, and the rules compiled here: {reason}")
    return None


def _recorded() -> str | None:
    """The checksum of the index in the package's RECORD, "" if it has none; None where there is no RECORD."""
    beside = DistributionFinder.Context(name="aw_env", path=[str(PACKAGE.parent)])
    for installed in MetadataPathFinder.find_distributions(beside):
        row = re.search(rf"^aw_env/{NAME}/{INDEX},([^,]*),", installed.read_text("RECORD") or "", re.MULTILINE)
        return row.group(1) if row else ""
    return None


def kept_code(entry_point: str, named: Callable[[bytes], str]) -> bytes | None:
    """What is kept of the code of an entry point, None where nothing is that fits.  named: the name of its file, by
    what else is part of the digest (`words_of`)."""
    came = shipped()
    if came is None:
        return None
    names = [named(words_of(came.made, level)) for level in came.usable()]
    for name in names:
        if name in came.files:
            return came.content(name)
    of_these_sources = tuple(name.rpartition("-")[0] for name in names)
    if any(one.startswith(f"{entry_point}-") for one in came.files) and not any(
        one.startswith(of_these_sources) for one in came.files
    ):
        say_once("the compiled rules of the package are of other sources than these, which are compiled here")
    return None


class Code(NamedTuple):
    """What is packed in a file.  needs: names outside itself that the code calls.  is_bare: whether its intermediate
    code was left away, so that it cannot be linked.  state: what `CompileResult._rebuild` makes it of again."""

    needs: tuple[str, ...]
    is_bare: bool
    state: tuple


def unpacked(content: bytes) -> Code | None:
    """What a file holds; None if it calls what is not here, over which LLVM would end the process: then that is said.
    Numba's runtime must be there already."""
    code = Code(*pickle.loads(lzma.decompress(content)))
    lacking = [name for name in code.needs if not llvm.address_of_symbol(name)]
    if not lacking:
        return code
    say_once(f"compiled rules of the package are not used, and compiled here: there is no {', '.join(lacking)}")
    return None
