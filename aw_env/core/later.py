"""Functions whose modules are imported when they are first called: most runs of a game need no words, no pictures."""

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any


def later(module: str, function: str, *first: Any) -> Callable[..., Any]:
    """A function of a module, with its first arguments."""
    return partial(_call, module, function, *first)


def _call(module: str, function: str, *arguments: Any) -> Any:
    return getattr(import_module(module), function)(*arguments)
