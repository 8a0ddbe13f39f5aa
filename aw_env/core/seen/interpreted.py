"""Rules as Python carries them out, for words and views, which ask seldom: compiled, a rule is called by compiled code
alone, and an entry point for it would take seconds to compile."""

from collections.abc import Callable
from dis import get_instructions
from functools import cache
from types import FunctionType
from typing import Any

from aw_env.core.engine.compiling import in_python


@cache
def interpreted(rule: Callable[..., Any]) -> Callable[..., Any]:
    """A rule with all the rules that it calls by name, none of which calls itself; where nothing is compiled, the rule
    as it stands."""
    written = in_python(rule)
    if written is rule:
        return rule
    scope = dict(written.__globals__)
    for name in {step.argval for step in get_instructions(written) if step.opname == "LOAD_GLOBAL"}:
        called = scope.get(name)  # no attribute: a field may be called as a rule is
        if callable(called) and in_python(called) is not called:
            scope[name] = interpreted(called)
    return FunctionType(written.__code__, scope, written.__name__, written.__defaults__, written.__closure__)
