"""Makes Numba compile the rules as one program.

By itself Numba makes machine code of every function, with a copy of all that the function calls, and so compiles most
rules many times over.  Here a rule goes no further than the compiler's intermediate code.  An entry point links the
rules that it reaches, directly or not, and only then is the whole optimised and made machine code.  Since nothing but
the entry point can call these rules, the optimiser may take them apart.  Measured on the whole war: half the time to
compile, a fifth more decisions a second, and a cache of 2 MB in place of 59.

What is used of Numba: its compiler pipelines, which are public, and its code libraries, which are not; `pyproject.toml`
names the versions that have been tried.
"""

import gc
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from graphlib import TopologicalSorter
from typing import Any

from llvmlite.binding import Linkage
from numba.core.codegen import CodeLibrary, JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import LoweringPass, PassManager, register_pass
from numba.core.dispatcher import Dispatcher
from numba.core.typed_passes import NativeLowering


class RuleLibrary(JITCodeLibrary):
    """The intermediate code of one rule: nothing is linked to it, and no machine code made of it."""

    def finalize(self) -> None:
        """Close the library."""
        self._raise_if_finalized()
        self._finalize_dynamic_globals()
        self._finalized = True

    @property
    def called(self) -> list[CodeLibrary]:
        """The libraries of the functions that the rule calls."""
        return self._linking_libraries


class EntryPointLibrary(JITCodeLibrary):
    """The code of an entry point and of every rule that it reaches."""

    def finalize(self) -> None:
        """Link, optimise and make machine code."""
        self._linking_libraries = list(callers_first(self._linking_libraries))
        super().finalize()

    def _optimize_final_module(self) -> None:
        # Private functions may be inlined whole and dropped; public ones must be kept as they are.
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == Linkage.linkonce_odr:
                function.linkage = Linkage.internal
        super()._optimize_final_module()


def callers_first(libraries: Iterable[CodeLibrary]) -> Iterator[CodeLibrary]:
    """These libraries and all that they call, each after its callers: the linker takes only what is asked for by then.
    Raises `graphlib.CycleError` where rules call each other in a circle."""
    order: TopologicalSorter[CodeLibrary] = TopologicalSorter()
    found: set[CodeLibrary] = set()
    waiting = list(libraries)
    while waiting:
        library = waiting.pop()
        if library in found:
            continue
        found.add(library)
        order.add(library)
        for called in library.called if isinstance(library, RuleLibrary) else ():
            order.add(called, library)
            waiting.append(called)
    return iter(order.static_order())


@register_pass(mutates_CFG=False, analysis_only=True)
class MakeKnown(LoweringPass):
    """Lets compiled callers find a rule, as Numba does for a function that has machine code."""

    _name = "make_known"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        """Register the rule, by its library since it has no function object; no code is changed."""
        state.targetctx.insert_user_function(state.library, state.cr.fndesc, [state.library])
        state.cr = state.cr._replace(cfunc=state.library)
        return False


class RuleCompiler(CompilerBase):
    """Compiles a rule (`pipeline_class` of `numba.njit`)."""

    def define_pipelines(self) -> list[PassManager]:
        """Numba's own passes, into a `RuleLibrary`."""
        self.state.flags.no_compile = True
        self.state.library = RuleLibrary(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(MakeKnown, NativeLowering)
        passes.finalize()
        return [passes]


def called_by_compiled_code_only(rule: Dispatcher) -> Dispatcher:
    """The same rule, which raises TypeError when Python calls it: there is no machine code to go to."""

    def refuse(*given: Any, **named: Any) -> None:
        raise TypeError(
            f"{rule.__name__} is a rule: only compiled code calls it (NUMBA_DISABLE_JIT=1 interprets rules)"
        )

    def keep(overload: Any) -> None:
        rule.overloads[tuple(overload.signature.args)] = overload

    rule._compile_for_args, rule.add_overload = refuse, keep
    return rule


class EntryPointCompiler(CompilerBase):
    """Compiles an entry point (`pipeline_class` of `numba.njit`)."""

    def compile_extra(self, func: Callable[..., Any]) -> Any:
        """Compile `func` and all the rules that it reaches."""
        with rarely_collected():
            return super().compile_extra(func)

    def define_pipelines(self) -> list[PassManager]:
        """Numba's own passes, into an `EntryPointLibrary`."""
        self.state.library = EntryPointLibrary(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        self.state.library.enable_object_caching()
        return [DefaultPassBuilder.define_nopython_pipeline(self.state)]


@contextmanager
def rarely_collected() -> Iterator[None]:
    """Has Python look for garbage rarely: the compiler makes many objects that stay, and looking them through again and
    again is an eighth of its time."""
    thresholds = gc.get_threshold()
    gc.set_threshold(100_000, *thresholds[1:])
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)
