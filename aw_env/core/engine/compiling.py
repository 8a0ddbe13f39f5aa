"""One decorator for every rule: compiled by Numba, or plain Python when `NUMBA_DISABLE_JIT=1`.

Numba's on-disk cache keys a function by its own file only, so an edit elsewhere would silently run old
code.  The cache folder is therefore named by a digest of every source the compiled code is made of.
"""

import hashlib
import os
import platform
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np

from aw_env.core.engine.whole_program import EntryPointCompiler, RuleCompiler, called_by_compiled_code_only

_PACKAGE = Path(__file__).resolve().parents[2]
_ROOTS = {"aw_env": _PACKAGE.parent, "aw_agents": _PACKAGE.parent / "agents"}
"""Where our packages lie, by name."""
_DECORATED = re.compile(r"^@(rule|rule_with_arrays|compiled)$", re.MULTILINE)
_IMPORTED = re.compile(r"^\s*from ((?:aw_env|aw_agents)[\w.]*) import (\([\w,\s]*\)|[\w, ]*)", re.MULTILINE)


def sources() -> list[Path]:
    """The files whose text the compiled code depends on: those that decorate, and all that these import; sorted."""
    candidates = [file for name, root in _ROOTS.items() for file in (root / name).rglob("*.py")]
    waiting = [file for file in candidates if _DECORATED.search(file.read_text("utf-8"))]
    found: set[Path] = set()
    while waiting:
        file = waiting.pop()
        if file not in found:
            found.add(file)
            waiting += _imported_by(file)
    return sorted(found)


def _imported_by(file: Path) -> list[Path]:
    """Our own modules that a file imports."""
    modules = []
    for module, names in _IMPORTED.findall(file.read_text("utf-8")):
        modules += [module, *(f"{module}.{name.strip()}" for name in names.strip("()").split(","))]
    paths = (_ROOTS[module.split(".")[0]].joinpath(*module.split(".")).with_suffix(".py") for module in modules)
    return [path for path in paths if path.is_file()]


def digest_of_sources() -> str:
    """16 hex digits over the sources, the interpreter, NumPy, Numba and the switches that change what it makes."""
    digest = hashlib.sha256()
    for file in sources():
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    versions = (platform.python_version(), np.__version__, numba.__version__, llvmlite.__version__)
    config = numba.config
    switches = (config.BOUNDSCHECK, config.OPT, config.LOOP_VECTORIZE, config.SLP_VECTORIZE)
    digest.update(repr((versions, switches)).encode())
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    """Where compiled code is kept: `$AW_ENV_CACHE`, or `aw_env` in the user's cache folder."""
    if "AW_ENV_CACHE" in os.environ:
        return Path(os.environ["AW_ENV_CACHE"])
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "aw_env"


CACHE_FOLDER = cache_root() / digest_of_sources()
numba.config.CACHE_DIR = str(CACHE_FOLDER)
os.environ["NUMBA_CACHE_DIR"] = str(CACHE_FOLDER)

INTERPRETED = bool(numba.config.DISABLE_JIT)


def rule(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a function that only compiled code calls, and that makes and returns no arrays.

    It counts no references to the arrays that it is given, and runs a sixth faster for it.
    """
    return _rule(function, counts_references=False)


def rule_with_arrays(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same for a function that makes or returns arrays, or calls one that does."""
    return _rule(function, counts_references=True)


def _rule(function: Callable[..., Any], counts_references: bool) -> Callable[..., Any]:
    made = numba.njit(
        nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True, _nrt=counts_references, pipeline_class=RuleCompiler
    )(function)
    return made if INTERPRETED else called_by_compiled_code_only(made)


compiled = numba.njit(cache=True, nogil=True, pipeline_class=EntryPointCompiler)
"""Compile an entry point with all the rules that it reaches: cached on disk, and released from Python's lock so that a
batch may use every core."""


def records(dtype: np.dtype, count: int) -> np.ndarray:
    """`count` zeroed records that rules can read, compiled or interpreted, as `array[i].field`."""
    array = np.zeros(count, dtype)
    return array.view(np.recarray) if INTERPRETED else array
