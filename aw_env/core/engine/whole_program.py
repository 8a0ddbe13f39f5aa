"""Makes Numba compile the rules as one program.

By itself Numba makes machine code of every function, with a copy of all that the function calls, and so compiles most
rules many times over.  Here a rule goes no further than the compiler's intermediate code.  An entry point links the
rules that it reaches, directly or not, and only then is the whole optimised and made machine code.  Since nothing but
the entry point can call these rules, the optimiser may take them apart.  Measured on the whole war: half the time to
compile, a fifth more decisions a second, and a cache of 2 MB in place of 59.

What a game does not use is not compiled for it: a book without optional rules is a record of a type of its own, and for
that type something short stands in the place of each rule that is only there for them (`left_out_of_plain_play`).

The time to compile is Numba's own work in Python more than the optimiser's, so there is as little of it as can be: a
rule is compiled once, for whole numbers of one width (`widened`), by the passes that it needs and no others
(`StraightOn`), what Numba has found out about a call is remembered (`remembered_calls`), and what is the same for all
rules is not found out for each (`told_once`).  After an edit only the rules that it touches are compiled again, and the
program linked anew (`core.engine.kept_rules`).

What is used of Numba: its compiler pipelines, which are public, and its code libraries, which are not; `pyproject.toml`
names the versions that have been tried.
"""

import gc
import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from graphlib import TopologicalSorter
from types import ModuleType
from typing import Any

import numba
from llvmlite import ir
from llvmlite.binding import Linkage, ModuleRef, parse_bitcode
from numba import types
from numba.core import cgutils, config, debuginfo, event, utils
from numba.core.bytecode import FunctionIdentity
from numba.core.callconv import CPUCallConv
from numba.core.codegen import CodeLibrary, JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import LoweringPass, PassManager, _pass_registry, register_pass
from numba.core.cpu import CPUContext
from numba.core.dispatcher import Dispatcher
from numba.core.postproc import PostProcessor, VariableLifetime
from numba.core.registry import cpu_target
from numba.core.targetconfig import ConfigStack
from numba.core.transforms import canonicalize_cfg
from numba.core.typed_passes import NativeLowering, NoPythonBackend, NopythonTypeInference, PreLowerStripPhis
from numba.core.types.functions import BaseFunction
from numba.core.untyped_passes import (
    FixupArgs,
    GenericRewrites,
    ReconstructSSA,
    RewriteDynamicRaises,
    TranslateByteCode,
)
from numba.np import arrayobj

from aw_env.core.engine.first_start import progress
from aw_env.core.engine.kept_rules import NAME_DIGITS, Called, KeptRules, Untold, lasting_number, words_for_type
from aw_env.core.engine.layout import PLAIN


class RuleLibrary(JITCodeLibrary):
    """The intermediate code of one rule: nothing is linked to it, and no machine code made of it."""

    rule: Called | None = None
    """Which it is, where it can be kept."""
    made: Any = None
    """What the compiler has found out about it, of which this library is a part."""

    def finalize(self) -> None:
        """Close the library."""
        self._raise_if_finalized()
        self._finalize_dynamic_globals()
        self._finalized = True

    @property
    def called(self) -> list[CodeLibrary]:
        """The libraries of the functions that the rule calls."""
        return self._linking_libraries

    def _optimize_functions(self, ll_module: ModuleRef) -> None:
        # Tidied up, so that there is less to link; the entry point is optimised as a whole.
        ll_module.data_layout = self._codegen._data_layout
        passes, builder = self._codegen._function_pass_manager(opt=1)
        for function in ll_module.functions:
            if not function.is_declaration:
                passes.run(function, builder)

    def _get_module_for_linking(self) -> ModuleRef:
        # As Numba's, but marked in place: nothing else needs a copy with the functions as they were.
        self._ensure_finalized()
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == Linkage.external:
                function.linkage = Linkage.linkonce_odr
        return self._final_module


class EntryPointLibrary(JITCodeLibrary):
    """The code of an entry point and of every rule that it reaches."""

    _linking_libraries: Collection[CodeLibrary]

    def finalize(self) -> None:
        """Link, optimise and make machine code."""
        progress.stage("linking")
        self._linking_libraries = list(callers_first(self._linking_libraries))
        with interrupted_afterwards():
            super().finalize()

    def hide_rules(self) -> None:
        """Private functions may be inlined whole and dropped; public ones must be kept as they are."""
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == Linkage.linkonce_odr:
                function.linkage = Linkage.internal

    def _optimize_final_module(self) -> None:
        self.hide_rules()
        # Numba goes over the code twice, to drop references that it counts between the two; here are next to none.
        progress.stage("optimising")
        passes, builder = self._codegen._module_pass_manager()
        passes.run(self._final_module, builder)


@contextmanager
def interrupted_afterwards() -> Iterator[None]:
    """Ctrl-C while LLVM makes machine code is noticed when it calls back with the code, where an exception is reported
    and lost: it is raised once LLVM has returned."""
    lost: list[Any] = []
    report = sys.unraisablehook
    sys.unraisablehook = lambda told: lost.append(told) if told.exc_type is KeyboardInterrupt else report(told)
    try:
        yield
    finally:
        sys.unraisablehook = report
    if lost:
        raise KeyboardInterrupt


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


class StraightOn(PassManager):
    """Runs its passes and nothing else.  Numba's own, around each pass, puts all argument types into words for
    listeners that are not there, and looks anew for what a later pass may want to know: a sixth of its time."""

    def run(self, state: Any) -> None:
        """Carry out every pass on `state`."""
        for kind, _ in self.passes:
            one = _pass_registry.get(kind).pass_inst
            one.analysis = self._analysis
            one.run_initialization(state)
            one.run_pass(state)
            one.run_finalizer(state)


PASSES_OF_A_RULE = (
    TranslateByteCode,
    FixupArgs,
    GenericRewrites,
    RewriteDynamicRaises,
    ReconstructSSA,
    NopythonTypeInference,
    PreLowerStripPhis,
    NativeLowering,
    MakeKnown,
    NoPythonBackend,
)
"""Numba's passes without those for what a plain rule does not have: closures, comprehensions, `with`, `literal_unroll`,
functions that are inlined by name, array expressions, and references that are counted."""


def library_again(name: str, bitcode: bytes, rule: Called, calls: Iterable[CodeLibrary]) -> RuleLibrary:
    """The library of a rule that was compiled before."""
    library = RuleLibrary(cpu_target.target_context.codegen(), name)
    library.rule, library._final_module = rule, parse_bitcode(bitcode)
    library.finalize()
    for called in calls:
        library.add_linking_library(called)
    return library


class RuleCompiler(CompilerBase):
    """Compiles a rule (`pipeline_class` of `numba.njit`)."""

    rule: Called | None = None
    """The one that is compiled next, where it can be kept."""

    def define_pipelines(self) -> list[PassManager]:
        """The passes of a rule, or all of Numba's own for one with arrays, into a `RuleLibrary`."""
        self.state.flags.no_compile = True
        self.state.library = RuleLibrary(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        self.state.library.rule, RuleCompiler.rule = RuleCompiler.rule, None
        if self.state.library.rule is not None:  # of which its name is made, and the names by which others call it
            self.state.func_id.unique_id = f"r{self.state.library.rule.key.hex()[:NAME_DIGITS]}"
        if self.state.flags.nrt:
            passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
            passes.add_pass_after(MakeKnown, NativeLowering)
        else:
            passes = StraightOn("rule")
            for one in PASSES_OF_A_RULE:
                passes.add_pass(one, one.__name__)
            self.state.type_annotation = None
        passes.finalize()
        return [passes]


def widened(given: Any) -> Any:
    """The type for which a rule is compiled that is given this one: every whole number is an int64, so that a constant,
    a byte of a record and a member of an enumeration do not each compile it anew, with all that it calls."""
    given = types.unliteral(given)
    if isinstance(given, types.IntEnumMember):
        given = given.dtype
    return types.int64 if given in (types.int8, types.int16, types.int32) else given


def called_by_compiled_code_only(rule: Any) -> Any:
    """The same rule, compiled for widened arguments, which raises TypeError when Python calls it: there is no machine
    code to go to."""
    template_by_numba = rule.get_call_template

    def refuse(*given: Any, **named: Any) -> None:
        raise TypeError(
            f"{rule.__name__} is a rule: only compiled code calls it (NUMBA_DISABLE_JIT=1 interprets rules)"
        )

    def keep(overload: Any) -> None:
        rule.overloads[tuple(overload.signature.args)] = overload

    def template(args: tuple, kws: dict[str, Any]) -> Any:
        return template_by_numba(tuple(map(widened, args)), {name: widened(given) for name, given in kws.items()})

    def compile_once(arguments: tuple) -> None:
        if arguments not in rule.overloads:
            made_of = substitutes[rule] if rule in substitutes and is_plain(arguments) else rule
            called = kept.called(rule, arguments)
            with rule._compiling_counter:
                made = kept.again(called)
                if made is None:
                    RuleCompiler.rule = called
                    made = made_of._compiler.compile(arguments, None)
                made.library.made = made
                rule.add_overload(made)
            progress.step()

    rule._compile_for_args, rule.add_overload = refuse, keep
    rule.get_call_template, rule.compile = template, compile_once
    return rule


substitutes: dict[Dispatcher, Dispatcher] = {}
"""By rule that only games with optional rules play: what is compiled in its place for a plain book."""


kept = KeptRules(library_again, substitutes)
"""What other processes have compiled of the rules of this one."""


def left_out_of_plain_play(rule: Any, otherwise: Any) -> Any:
    """The same rule, in place of which a function that gives `otherwise` is compiled for a plain book."""
    parameters = ", ".join(rule.py_func.__code__.co_varnames[: rule.py_func.__code__.co_argcount])
    without = eval(f"lambda {parameters}: {otherwise!r}")
    without.__name__ = without.__qualname__ = f"no_{rule.__name__}"
    options = {name: given for name, given in rule.targetoptions.items() if name != "nopython"}  # njit adds it
    substitutes[rule] = numba.njit(pipeline_class=RuleCompiler, **options)(without)
    return rule


def fields_of_first(arguments: tuple) -> set[str]:
    """The fields of the record that a rule is given first, or of those in the array that an entry point is."""
    first = arguments[0] if arguments else None
    record = first.dtype if isinstance(first, types.Array) else first
    return set(record.fields) if isinstance(record, types.Record) else set()


def is_plain(arguments: tuple) -> bool:
    """Whether the first argument of a rule or an entry point is a plain book, or an array of them."""
    return PLAIN in fields_of_first(arguments)


def still_to_compile(rule: Dispatcher, arguments: tuple) -> bool:
    """Whether an entry point with these arguments has to compile a rule: it was not yet, or for the other sort of book
    alone."""
    fields = fields_of_first(arguments)
    return all(fields_of_first(known) ^ fields == {PLAIN} for known in rule.overloads)


def rules_reached(function: Callable[..., Any], plain: bool = False) -> set[Dispatcher]:
    """The compiled functions that a function names, and that these name in turn; for a plain book without what its
    optional rules alone name."""
    found: set[Dispatcher] = set()
    waiting = [function]
    while waiting:
        new = named_by(waiting.pop()) - found
        found |= new
        waiting += [rule.py_func for rule in new if not (plain and rule in substitutes)]
    return found


def named_by(function: Callable[..., Any]) -> set[Dispatcher]:
    """The compiled functions that a function names: alone, in a tuple of rules or as part of a module."""
    names = function.__code__.co_names
    values = [function.__globals__.get(name) for name in names]
    for module in [value for value in values if isinstance(value, ModuleType)]:
        values += [getattr(module, name, None) for name in names]
    for rules in [value for value in values if isinstance(value, tuple)]:
        values += rules
    return {value for value in values if isinstance(value, Dispatcher)}


class EntryPointCompiler(CompilerBase):
    """Compiles an entry point (`pipeline_class` of `numba.njit`)."""

    def compile_extra(self, func: Callable[..., Any]) -> Any:
        """Compile `func` and all the rules that it reaches."""
        arguments = self.state.args
        reached = rules_reached(func, is_plain(arguments))
        found = kept.found(func, arguments, reached)
        still_to_come = sum(still_to_compile(rule, arguments) for rule in reached - found)
        with (
            uncollected(),
            remembered_calls(),
            told_once(),
            indexed_from_0(),
            unfilled_returns(),
            named_alike(),
            progress.of(func.__name__, still_to_come),
        ):
            made = super().compile_extra(func)
        linked = [getattr(library, "made", None) for library in made.library._linking_libraries]
        kept.keep(func, arguments, [rule for rule in linked if rule is not None])
        return made

    def define_pipelines(self) -> list[PassManager]:
        """Numba's own passes, into an `EntryPointLibrary`."""
        self.state.library = EntryPointLibrary(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        self.state.library.enable_object_caching()
        return [DefaultPassBuilder.define_nopython_pipeline(self.state)]


@contextmanager
def uncollected() -> Iterator[None]:
    """Keeps Python from looking for garbage: the compiler makes many objects that stay, and looking them through again
    and again is a tenth of its time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


@contextmanager
def replaced(owner: Any, name: str, by: Any) -> Iterator[None]:
    """Lets a function of Numba's do something else for a while."""
    by_numba = getattr(owner, name)
    setattr(owner, name, by)
    try:
        yield
    finally:
        setattr(owner, name, by_numba)


@contextmanager
def told_once() -> Iterator[None]:
    """Keeps Numba from finding out again for every rule what is the same for all: its settings in the environment,
    that its own implementations are imported, the parameters of a function, a record's type in words; from working out
    where variables die, which matters to generators and to counted references only; and from telling listeners that
    are not there."""
    work_out = PostProcessor.run

    def run(self: Any, emit_dels: bool = False, extend_lifetimes: bool = False) -> None:
        if emit_dels or self.func_ir.is_generator:
            work_out(self, emit_dels, extend_lifetimes)
            return
        self.func_ir.blocks = canonicalize_cfg(self.func_ir.blocks)
        self.func_ir.variable_lifetime = VariableLifetime(self.func_ir.blocks)  # worked out when it is asked for
        self.func_ir.generator_info = None

    def look_for_new(self: Any) -> None:
        for registry in list(self._registries):
            self.install_registry(registry)

    def nothing(*given: Any, **named: Any) -> None:
        return None

    with (
        replaced(PostProcessor, "run", run),
        replaced(config, "reload_config", nothing),
        replaced(CPUContext, "load_additional_registries", look_for_new),
        replaced(utils, "pysignature", cache(utils.pysignature)),
        replaced(types.Record, "__repr__", cache(types.Record.__repr__)),
        replaced(event, "start_event", nothing),
        replaced(event, "end_event", nothing),
    ):
        yield


@contextmanager
def named_alike() -> Iterator[None]:
    """Has Numba name its own functions alike in every process: it otherwise numbers functions and records as it meets
    them."""
    name = property(lambda record: (type(record).__name__, (words_for_type(record).hex()[:NAME_DIGITS],)))
    identify = FunctionIdentity.from_function.__func__

    def identified(cls: Any, function: Any) -> Any:
        found = identify(cls, function)
        with suppress(Untold):
            found.unique_id = lasting_number(found.func)
        return found

    with (
        replaced(types.Record, "mangling_args", name),
        replaced(FunctionIdentity, "from_function", classmethod(identified)),
    ):
        yield


@contextmanager
def indexed_from_0() -> Iterator[None]:
    """Has Numba take every index that is reckoned as it is, where it otherwise asks each time whether it is negative
    and counts from the end: a tenth of the whole time.  No rule has such an index (with `NUMBA_BOUNDSCHECK=1` it is out
    of bounds); one that is written as a number, such as -1, does count from the end."""
    counting = arrayobj.fix_integer_index

    def as_it_is(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
        if isinstance(index, ir.Constant):
            return counting(context, builder, kind, index, size)
        return context.cast(builder, index, kind, types.intp)

    with replaced(arrayobj, "fix_integer_index", as_it_is):
        yield


@contextmanager
def unfilled_returns() -> Iterator[None]:
    """Has Numba leave the places for what calls give back as they are until the call.  It otherwise fills all of them
    with zeroes whenever a rule begins: in one that hands on to dozens of others, more work than what it does itself."""
    by_numba = CPUCallConv.call_function

    def place(builder: Any, kind: Any, size: Any = None, name: str = "", zfill: bool = False) -> Any:
        with debuginfo.suspend_emission(builder), builder.goto_entry_block():
            return builder.alloca(kind, size=size, name=name)

    def call_function(*given: Any, **named: Any) -> Any:
        with replaced(cgutils, "alloca_once", place):
            return by_numba(*given, **named)

    with replaced(CPUCallConv, "call_function", call_function):
        yield


@contextmanager
def remembered_calls() -> Iterator[None]:
    """Has Numba find out once what an operation gives for certain types (`int64 + int8`, an element of a field), where
    it otherwise tries dozens of implementations at every place.  The code made is the same."""
    operation: Any = BaseFunction  # a public class, of which a part that is not is changed
    by_numba = operation.get_call_type
    known: dict[Any, tuple[Any, Any]] = {}

    def get_call_type(self: Any, context: Any, args: tuple, kws: dict) -> Any:
        if kws:
            return by_numba(self, context, args, kws)
        flags = ConfigStack.top_or_none()
        asked = self, args, flags is not None and flags.nrt
        if asked not in known:
            signature = by_numba(self, context, args, kws)
            known[asked] = signature, self._impl_keys[signature.args]
        signature, self._impl_keys[signature.args] = known[asked]
        return signature

    with replaced(operation, "get_call_type", get_call_type):
        yield
