"""What installed packages offer under entry points, loaded when it is used: one that is broken is named and skipped."""

import sys
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.machinery import ModuleSpec, PathFinder
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from types import ModuleType
from typing import Any


class CannotLoad(ValueError):
    """What a package offers cannot be loaded; says what, whose, and why, in one line."""


def offered(group: str) -> dict[str, EntryPoint]:
    """What is offered in a group of entry points, by name, sorted; of two with one name the first that is installed."""
    found = _installed(tuple(sys.path)).select(group=group)
    return {offer.name: offer for offer in sorted(reversed([*found]), key=lambda offer: offer.name)}


@cache
def _installed(path: tuple[str, ...]) -> Any:
    """All entry points of the packages on a path: to look through these takes a sixtieth of a second each time."""
    return entry_points()


def loaded(offer: EntryPoint) -> Any:
    """What is offered.  Raises CannotLoad, whatever its package raises."""
    try:
        return offer.load()
    except Exception as error:
        whose = f" of the package {offer.dist.name}" if offer.dist is not None else ""
        reason = " ".join(f"{type(error).__name__}: {error}".split())[:300]
        raise CannotLoad(f"{offer.name}{whose} cannot be loaded: {reason}") from error


def room(package: str, name: str, otherwise: Mapping[str, Any]) -> Any:
    """A module of a game's package; or, where the package has none of that name, what stands in its place."""
    if not has_module(package, name) and name in otherwise:
        return otherwise[name]
    return import_module(f"{package}.{name}")


def named(where: str) -> Any:
    """What stands in a module under a name: `module:NAME`."""
    module, _, name = where.partition(":")
    return getattr(import_module(module), name)


@cache
def has_module(package: str, name: str) -> bool:
    """Whether a package has a module of this name."""
    try:
        return bool(package) and find_spec(f"{package}.{name}") is not None
    except ModuleNotFoundError:  # what would hold it is itself a module, or not there
        return False


def once_imported(library: str, call: Callable[[ModuleType], None]) -> None:
    """Call with a library: now, if it is imported, or else as soon as it is, so that it need not be for our sake."""
    if library in sys.modules:
        call(sys.modules[library])
    else:
        sys.meta_path.insert(0, _Awaited(library, call))


class _Awaited:
    """Among those that Python asks for modules: finds a library as Python does, and calls once it is carried out."""

    def __init__(self, library: str, call: Callable[[ModuleType], None]) -> None:
        self._library, self._call = library, call

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """The library, or None for any other module."""
        found = PathFinder.find_spec(name, path, target) if name == self._library else None
        if found is None or found.loader is None:
            return None
        loader: Any = found.loader  # of this module alone
        carry_out = loader.exec_module

        def carry_out_and_call(module: ModuleType) -> None:
            carry_out(module)
            if self in sys.meta_path:
                sys.meta_path.remove(self)
                self._call(module)

        loader.exec_module = carry_out_and_call
        return found
