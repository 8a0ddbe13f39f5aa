"""One decorator for every rule: compiled by Numba, or plain Python when `NUMBA_DISABLE_JIT=1`."""

from collections.abc import Callable
from functools import wraps
from typing import Any

import numba
from numba.core.compiler_lock import global_compiler_lock
from numba.core.dispatcher import Dispatcher
from numba.core.sigutils import normalize_signature

from aw_env.core.engine.code_cache import CodeCache
from aw_env.core.engine.layout import PLAIN, is_interpreted
from aw_env.core.engine.layout import records as records
from aw_env.core.engine.sources import belongs_to_us
from aw_env.core.engine.whole_program import (
    EntryPointCompiler,
    RuleCompiler,
    called_by_compiled_code_only,
    left_out_of_plain_play,
)

INTERPRETED = is_interpreted()


def rule(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a function that only compiled code calls, and that makes and returns no arrays.

    It counts no references to the arrays that it is given, and runs a sixth faster for it.
    """
    return _rule(function, counts_references=False)


def rule_with_arrays(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same for a function that makes or returns arrays, or calls one that does."""
    return _rule(function, counts_references=True)


def optional(otherwise: Any = None) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Above `rule`, for one whose first argument is a book: only games with optional rules play it.

    For a plain book, a record with a field `plain`, the compiler puts `otherwise` in its place and leaves out all that
    the rule alone calls.  Interpreted, the rule is carried out for a plain book as well, and must give just that.
    """

    def decorate(made: Callable[..., Any]) -> Callable[..., Any]:
        return _agreeing(made, otherwise) if INTERPRETED else left_out_of_plain_play(made, otherwise)

    return decorate


def _agreeing(made: Callable[..., Any], otherwise: Any) -> Callable[..., Any]:
    """The same rule; AssertionError where it gives something else for a plain book."""

    @wraps(made)
    def agreed(book: Any, *given: Any) -> Any:
        found = made(book, *given)
        if PLAIN in book.dtype.names and found != otherwise:
            raise AssertionError(f"{made.__name__} gives {found} in a game without optional rules")
        return found

    return agreed


def _rule(function: Callable[..., Any], counts_references: bool) -> Callable[..., Any]:
    belongs_to_us(function.__module__)
    options: Any = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "_nrt": counts_references}
    made = numba.njit(nogil=True, pipeline_class=RuleCompiler, **options)(function)
    return made if INTERPRETED else called_by_compiled_code_only(made)


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile an entry point with all the rules that it reaches: kept on disk, and released from Python's lock so that
    a batch may use every core."""
    belongs_to_us(function.__module__)
    made = numba.njit(nogil=True, pipeline_class=EntryPointCompiler)(function)
    return made if INTERPRETED else kept_on_disk(made)


def kept_on_disk(made: Dispatcher) -> Dispatcher:
    """The same entry point, whose code is kept by `CodeCache` and compiled by one process at a time."""
    made._cache = kept = CodeCache(made.py_func)
    by_numba, template_by_numba = made.compile, made.get_call_template

    @global_compiler_lock
    def compile_or_load(signature: Any) -> Any:
        arguments, _ = normalize_signature(signature)
        if arguments in made.overloads or kept.holds(arguments):
            return by_numba(arguments)
        with kept.alone(arguments):
            return by_numba(arguments)

    def template(args: tuple, kws: dict[str, Any]) -> Any:
        kept.is_linked = True  # compiled code calls it: what it was loaded as without intermediate code is of no use
        for arguments in kept.bare:
            made.overloads.pop(arguments, None)
        kept.bare.clear()
        return template_by_numba(args, kws)

    made.compile, made.get_call_template = compile_or_load, template
    return made


def code_for(made: Any, *given: Any) -> Callable[..., Any]:
    """An entry point for a caller who hands it arguments of the same types as these every time: the code that is made
    for them, called without looking at their types again, which takes half the time of a call."""
    if not isinstance(made, Dispatcher):
        return made
    kinds = tuple(map(numba.typeof, given))
    made.compile(kinds)
    return made.overloads[kinds].entry_point


def in_python(made: Any) -> Any:
    """The function that a rule was made of, for rules that compare and add up whole numbers and call no others."""
    return getattr(made, "py_func", made)
