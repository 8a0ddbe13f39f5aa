"""Where compiled code is kept from one start to the next.

Numba's own cache is not used.  It finds a function by the path and the text of its own file, so it misses edits
elsewhere and what another environment has compiled; where its folder cannot be written it goes on in another, in
silence; and it loads a damaged file as it is.  Here the name of a file is a digest of all that its code depends on, its
content is loaded only when its checksum agrees, and of several processes one compiles and the others wait.  What is not
kept here may have come with the package (`core.engine.shipped`).
"""

import hashlib
import os
import pickle
import platform
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cached_property, partial
from pathlib import Path
from types import FunctionType
from typing import Any

import llvmlite
import numba
import numpy as np
from numba import types
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.registry import cpu_target
from numba.core.serialize import dumps

from aw_env.core.engine.first_start import say, say_once
from aw_env.core.engine.private_folder import Untrusted, Unusable, opened
from aw_env.core.engine.shipped import kept_code, unpacked
from aw_env.core.engine.sources import Unknown, digest_of_sources

MAGIC = b"aw_env compiled code 1\n"
CHECKSUM = hashlib.sha256().digest_size
WRITTEN_IN = "written_in"
"""An attribute of functions: modules beside their own on whose sources they depend."""


def cache_folder() -> Path:
    """Where compiled code is kept: `code` in `$AW_ENV_CACHE`, or in `aw_env` in the user's cache folder.  A folder that
    cannot be trusted is said and passed over.

    Raises `Unusable` where there is no such place.
    """
    given = os.environ.get("AW_ENV_CACHE")
    if given:
        folder = Path(given).absolute() / "code"
        try:
            check_owner(folder)
            return folder
        except Untrusted as error:
            say_once(f"{error}, so compiled code is kept in {_users_folder()} instead")
        except (Unusable, OSError):  # cannot be used, or is not there yet: that is said when something is to be kept
            return folder
    return _users_folder()


def _users_folder() -> Path:
    try:
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache").absolute() / "aw_env" / "code"
    except RuntimeError as error:
        raise Unusable(f"there is no home folder ({error}); set AW_ENV_CACHE") from None


def check_owner(folder: Path) -> None:
    """Compiled code is run: raises `Untrusted` for a folder into which others may have put theirs (`opened`)."""
    with opened(folder):
        pass


def toolchain() -> bytes:
    """What turns the same sources into other machine code: versions, switches, the processor."""
    config: Any = numba.config
    versions = (platform.python_version(), np.__version__, numba.__version__, llvmlite.__version__)
    switches = (config.BOUNDSCHECK, config.OPT, config.LOOP_VECTORIZE, config.SLP_VECTORIZE)
    return repr((versions, switches, cpu_target.target_context.codegen().magic_tuple())).encode()


class CodeCache(_Cache):
    """The compiled code of one entry point: a file for each combination of argument types."""

    def __init__(self, function: FunctionType) -> None:
        self._function = function
        self._name = re.sub(r"[^\w.]", "", f"{function.__module__}.{function.__qualname__}")
        self._read: dict[tuple, tuple[bytes, bool]] = {}
        self._enabled = True
        self.is_linked = False
        """Whether compiled code calls the entry point, and so links its intermediate code."""
        self.bare: set[tuple] = set()
        """The arguments for which code without intermediate code was loaded."""

    # --- what Numba asks for -------------------------------------------------------------------------

    @property
    def cache_path(self) -> str | None:
        """The folder, None where there is none."""
        try:
            return str(cache_folder())
        except Unusable:
            return None

    def load_overload(self, sig: Any, target_context: Any) -> CompileResult | None:
        """The compiled code for argument types, None if it must be compiled."""
        if not self._enabled or not self.holds(tuple(sig)):
            return None
        target_context.refresh()
        content, came_with_package = self._read.pop(tuple(sig))
        if not came_with_package:
            return CompileResult._rebuild(target_context, *pickle.loads(content))
        code = unpacked(content)
        if code is None or (code.is_bare and self.is_linked):
            return None
        if code.is_bare:
            self.bare.add(tuple(sig))
        return CompileResult._rebuild(target_context, *code.state)

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep compiled code, if it can be kept; say so once if it cannot."""
        if not self._enabled or data.library.has_dynamic_globals:
            return
        try:
            self._write(self._file(tuple(sig)), dumps(data._reduce()))
        except (Unusable, Unknown, OSError) as error:
            say_once(f"compiled code cannot be kept, so the next start compiles again: {error}")

    def enable(self) -> None:
        """Load and keep code."""
        self._enabled = True

    def disable(self) -> None:
        """Neither load nor keep code."""
        self._enabled = False

    def flush(self) -> None:
        """Forget what is kept of this entry point."""
        with suppress(Unusable, Unknown, OSError), opened(cache_folder()) as folder:
            for name in folder.names():
                if name.startswith(f"{self._name}-{self._key}-") and name.endswith(".code"):
                    folder.remove(name)

    # --- files ---------------------------------------------------------------------------------------

    @cached_property
    def _key(self) -> str:
        """16 hex digits over all that the code depends on but the types of the arguments."""
        return self._key_with(toolchain())

    def _key_with(self, made_with: bytes) -> str:
        return hashlib.sha256(self._own + made_with).hexdigest()[:16]

    @cached_property
    def _own(self) -> bytes:
        """A digest over what the code depends on that is of this package.  Raises `Unknown`."""
        code = self._function.__code__
        if code.co_freevars:
            raise Unknown(f"{self._name} depends on variables of the function in which it is defined")
        digest = hashlib.sha256(digest_of_sources(self._function.__module__))
        for module in getattr(self._function, WRITTEN_IN, ()):
            digest.update(digest_of_sources(module))
        digest.update(f"{code.co_firstlineno} {self._function.__qualname__}".encode())
        return digest.digest()

    def named(self, arguments: tuple[types.Type, ...], made_with: bytes) -> str:
        """The name of the file with the code for these arguments, made with such tools.  Raises `Unknown`."""
        types_of_arguments = hashlib.sha256(repr([(str(one), repr(one)) for one in arguments]).encode()).hexdigest()
        return f"{self._name}-{self._key_with(made_with)}-{types_of_arguments[:16]}.code"

    def _file(self, arguments: tuple[types.Type, ...]) -> Path:
        """Where the code for these arguments is kept.  Raises `Unusable` or `Unknown`."""
        return cache_folder() / self.named(arguments, toolchain())

    def holds(self, arguments: tuple[types.Type, ...]) -> bool:
        """Whether there is sound code for these arguments, kept or come with the package; it is then in memory."""
        return arguments in self._read or self._keeps(arguments) or self._came_with_package(arguments)

    def _came_with_package(self, arguments: tuple[types.Type, ...]) -> bool:
        try:
            came = kept_code(self._name, partial(self.named, arguments))
        except Unknown:
            return False
        if came is None:
            return False
        self._read[arguments] = came, True
        return True

    def _keeps(self, arguments: tuple[types.Type, ...]) -> bool:
        """Whether there is sound code in the user's cache.  A damaged file is deleted."""
        try:
            file = self._file(arguments)
            with opened(file.parent) as folder:
                kept = sound(folder.read(file.name))
                if kept is None:
                    say_once(f"{file} is damaged and is compiled again")
                    folder.remove(file.name)
                    return False
        except (Unknown, FileNotFoundError):
            return False
        except (Unusable, OSError) as error:
            say_once(f"compiled code cannot be read: {error}")
            return False
        self._read[arguments] = kept, False
        return True

    def _write(self, file: Path, kept: bytes) -> None:
        with opened(file.parent, make=True) as folder:
            folder.write(file.name, checked(kept))

    @contextmanager
    def alone(self, arguments: tuple[types.Type, ...]) -> Iterator[None]:
        """While code for these arguments is compiled and kept: another process that wants it waits.  The system lets
        the lock go when a process dies.  Where nothing can be kept, nobody waits."""
        lock = self._locked(arguments)
        try:
            yield
        finally:
            if lock is not None:
                lock.release()

    def _locked(self, arguments: tuple[types.Type, ...]) -> Any:
        from filelock import FileLock, Timeout  # takes its time to import, and a warm start does not need it

        try:
            file = self._file(arguments)
            with opened(file.parent, make=True):
                pass
            lock = FileLock(file.with_suffix(".lock"), fallback_to_soft=False)
            try:
                lock.acquire(timeout=0)
            except Timeout:
                say(f"another process is compiling {self._function.__name__}; waiting for it")
                lock.acquire()
            for left_behind in file.parent.glob(f"{file.stem}.*.partial"):
                left_behind.unlink(missing_ok=True)
            return lock
        except (Unusable, Unknown, OSError, NotImplementedError):
            return None  # nothing can be kept, or nothing locked: what is wrong is said when the code is to be kept


def checked(content: bytes) -> bytes:
    """A file that holds this content, with its checksum."""
    return MAGIC + hashlib.sha256(content).digest() + content


def sound(content: bytes) -> bytes | None:
    """What was kept in a file of this content; None for a damaged one."""
    checksum, kept = content[len(MAGIC) : len(MAGIC) + CHECKSUM], content[len(MAGIC) + CHECKSUM :]
    return kept if content.startswith(MAGIC) and hashlib.sha256(kept).digest() == checksum else None
