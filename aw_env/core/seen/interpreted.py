"""Rules as Python carries them out, for words and views, which ask seldom: compiled, a rule is called by compiled code
alone, and an entry point for it would take seconds to compile."""

from collections.abc import Callable
from functools import cache
from types import FunctionType
from typing import Any

from aw_env.core.engine.compiling import in_python


@cache
def interpreted(rule: Callable[..., Any]) -> Callable[..., Any]:
    """A rule with all the rules that it calls by name, none of which calls itself."""
    written = in_python(rule)
    scope = dict(written.__globals__)
    for name in written.__code__.co_names:
        called = scope.get(name)
        if callable(called) and in_python(called) is not called:
            scope[name] = interpreted(called)
    return FunctionType(written.__code__, scope, written.__name__, written.__defaults__, written.__closure__)
