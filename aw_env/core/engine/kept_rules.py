"""What is kept of the rules of a program that is edited: after an edit only rules that it touches are compiled again.

A rule's intermediate code depends on the rule itself, on what the names in it mean (numbers, enumerations, rules that
it calls, and what these depend on), on the types of its arguments and on the compiler.  A digest over these says
whether what was compiled before is still right (`Digests`); where a line stands in its file does not matter.  What an
entry point has linked is kept in one file beside its machine code (`core.engine.code_cache`), which the next version
takes from and writes anew.  Linking and optimising, a third of the time, see the whole program and are done again.

Names of functions in intermediate code are made of these digests, so that code of two processes fits together; Numba's
own count functions and types in the order in which a process meets them.
"""

import dis
import hashlib
import pickle
import re
import sys
import zlib
from collections.abc import Callable, Iterable, Set
from contextlib import suppress
from copy import copy
from enum import Enum
from functools import cache
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

import numpy as np
from numba import types
from numba.core.compiler import CompileResult, compile_result
from numba.core.dispatcher import Dispatcher
from numba.core.registry import cpu_target
from numba.core.runtime import rtsys
from numba.core.serialize import dumps
from numba.extending import _Intrinsic

from aw_env.core.engine.code_cache import cache_folder, checked, sound, toolchain
from aw_env.core.engine.private_folder import Unusable, opened
from aw_env.core.engine.sources import Unknown, digest_of_sources, file_of, is_ours

NUMBERED = re.compile(r"B\d+v\d")
"""In the name of a function that Numba has numbered: it is another one in another process."""
NAME_DIGITS = 16
"""Hexadecimal digits of a digest in the name of a function: enough for no two to be alike."""
PLAIN_VALUES = (bool, int, float, complex, str, bytes, type(None), np.generic)


class Untold(Exception):
    """It cannot be told on what a rule depends: it is compiled every time, and so are its callers."""


class Digests:
    """Digests of rules over all that they depend on but the types of their arguments.

    instead: what is compiled in the place of a rule for a book without optional rules, of which the digest is too.
    """

    def __init__(self, instead: dict[Dispatcher, Dispatcher]) -> None:
        self._instead = instead
        self._known: dict[Dispatcher, bytes | None] = {}

    def of(self, rule: Dispatcher) -> bytes | None:
        """That of a rule; None where it cannot be told, or while it is being worked out."""
        if rule not in self._known:
            self._known[rule] = None
            with suppress(Untold):
                self._known[rule] = self._worked_out(rule)
        return self._known[rule]

    def _worked_out(self, rule: Dispatcher) -> bytes:
        function = rule.py_func
        parts = [function.__module__, function.__qualname__, repr(sorted(rule.targetoptions.items(), key=str))]
        parts += [in_code(function.__code__), self._meaning(function.__defaults__, set())]
        parts += [self._meaning(cell.cell_contents, set()) for cell in function.__closure__ or ()]
        of_module, names = names_in(function.__code__)
        for name in sorted(of_module):
            if name in function.__globals__:
                parts.append(f"{name} = {self._meaning(function.__globals__[name], names)}")
        if rule in self._instead:
            parts.append(self._meaning(self._instead[rule], names))
        return hashlib.sha256("\0".join(parts).encode()).digest()

    def _meaning(self, value: Any, names: Set[str]) -> str:
        """What a name means, in words.  names: those in the rule, of which some may be attributes of it."""
        if isinstance(value, Dispatcher):
            digest = self.of(value)
            if digest is None:
                raise Untold
            return digest.hex()
        if isinstance(value, type) and issubclass(value, Enum):
            return f"{value.__qualname__}{[(one.name, one.value) for one in value]}"
        if isinstance(value, Enum):
            return f"{type(value).__qualname__}.{value.name} {value.value!r}"
        if isinstance(value, PLAIN_VALUES):
            return f"{type(value).__name__} {value!r}"
        if isinstance(value, tuple):
            return f"{type(value).__qualname__}({', '.join(self._meaning(one, names) for one in value)})"
        if isinstance(value, np.ndarray):
            return f"{value.dtype.descr} {value.shape} {hashlib.sha256(value.tobytes()).hexdigest()}"
        if isinstance(value, np.dtype):
            return f"{value.descr} {value.itemsize}"
        if isinstance(value, ModuleType):
            known = ((name, getattr(value, name)) for name in sorted(names) if hasattr(value, name))
            inside = [f"{name} = {self._meaning(one, names)}" for name, one in known] if is_ours(value.__name__) else []
            return f"{value.__name__}({'; '.join(inside)})"
        if isinstance(value, type | BuiltinFunctionType | FunctionType | np.ufunc | _Intrinsic):
            return _written(value)
        raise Untold


def _written(value: Any) -> str:
    """A function or a type, or an intrinsic of Numba's, by its name; one of ours with the text of its module."""
    written = getattr(value, "_defn", value)
    module = getattr(written, "__module__", None) or type(written).__module__
    if not is_ours(module):
        return f"{module}.{written.__name__}"
    file = file_of(module)
    if file is None:
        raise Untold
    return f"{module}.{written.__name__} {hashlib.sha256(file.read_bytes()).hexdigest()}"


@cache
def names_in(code: CodeType) -> tuple[frozenset[str], frozenset[str]]:
    """The names in a function and in those inside it: those of its module or of Python itself, and those of
    attributes."""
    read = {dis.opmap[name] for name in ("LOAD_GLOBAL", "LOAD_NAME")}
    of_module = {one.argval for one in dis.get_instructions(code) if one.opcode in read}
    attributes = {*code.co_names}
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            inside = names_in(constant)
            of_module |= inside[0]
            attributes |= inside[1]
    return frozenset(of_module), frozenset(attributes)


def in_code(code: CodeType) -> str:
    """What a function does, wherever it stands."""
    constants = [in_code(one) if isinstance(one, CodeType) else f"{type(one)}{one!r}" for one in code.co_consts]
    counts = code.co_argcount, code.co_kwonlyargcount, code.co_flags
    named = code.co_name, code.co_names, code.co_varnames
    return repr((named, counts, code.co_code, code.co_exceptiontable, constants))


def lasting_number(function: FunctionType) -> str:
    """Of one of Numba's own functions, what tells it from others of its name in every process.  Raises Untold."""
    module = sys.modules.get(function.__module__ or "")
    if module is None or is_ours(module.__name__) or vars(module) is not function.__globals__:
        raise Untold  # ours is told by more than itself, and what is made of text at work has names of its own
    parts = [in_code(function.__code__)]
    for cell in function.__closure__ or ():
        value = cell.cell_contents
        if isinstance(value, types.Type) and not holds_rules(value):
            parts.append(words_for_type(value).hex())
        elif isinstance(value, PLAIN_VALUES):
            parts.append(f"{type(value).__name__} {value!r}")
        elif isinstance(value, type | BuiltinFunctionType | FunctionType):
            parts.append(_written(value))
        else:
            raise Untold
    return f"h{hashlib.sha256(chr(0).join(parts).encode()).hexdigest()[:NAME_DIGITS]}"


@cache
def words_for_type(kind: types.Type) -> bytes:
    """A type as it is the same in every process."""
    return hashlib.sha256(f"{kind} {kind!r}".encode()).digest()


def holds_rules(kind: types.Type) -> bool:
    """Whether values of a type are rules, or tuples of rules: these are other types in every process."""
    return isinstance(kind, types.Dispatcher) or isinstance(kind, types.BaseTuple) and any(map(holds_rules, kind))


class Called(NamedTuple):
    """A rule with the types of its arguments."""

    digest: bytes
    arguments: tuple[types.Type, ...]

    @property
    def key(self) -> bytes:
        """A digest over both."""
        return hashlib.sha256(self.digest + b"".join(map(words_for_type, self.arguments))).digest()


class Lowered(NamedTuple):
    """What is kept of a rule.  name, bitcode: of its library, the intermediate code.  described: as Numba describes
    it to callers.  calls: the rules that it calls.  helpers: the intermediate code of what it calls of Numba's."""

    rule: Called
    name: str
    bitcode: bytes
    described: Any
    signature: Any
    calls: tuple[Called, ...]
    helpers: tuple[bytes, ...]


class KeptRules:
    """The lowered rules of this process.

    library: makes a rule's library of its name, its intermediate code, which rule it is, and the libraries that it
    calls.  instead: as `Digests` has it.
    """

    def __init__(self, library: Callable[..., Any], instead: dict[Dispatcher, Dispatcher]) -> None:
        self._library = library
        self._digests = Digests(instead)
        self._lowered: dict[bytes, Lowered] = {}
        self._rules: dict[bytes, Dispatcher] = {}
        self._helpers: dict[bytes, Any] = {}

    def called(self, rule: Dispatcher, arguments: tuple) -> Called | None:
        """A rule for some arguments; None where nothing of it can be kept."""
        digest = self._digests.of(rule)
        return None if digest is None or any(map(holds_rules, arguments)) else Called(digest, arguments)

    def again(self, called: Called | None) -> CompileResult | None:
        """What was compiled of a rule; None where it must be compiled."""
        kept = self._lowered.get(called.key) if called is not None else None
        if kept is None or any(call.digest not in self._rules for call in kept.calls):
            return None
        calls = [rtsys.library]
        for call in kept.calls:
            callee = self._rules[call.digest]
            callee.compile(call.arguments)
            calls.append(callee.overloads[call.arguments].library)
        library = self._library(kept.name, kept.bitcode, kept.rule, [*calls, *map(self._helper, kept.helpers)])
        context = cpu_target.target_context
        context.insert_user_function(library, kept.described, [library])
        return compile_result(
            typing_context=context.typing_context,
            target_context=context,
            entry_point=library,
            library=library,
            signature=kept.signature,
            fndesc=kept.described,
            objectmode=False,
        )

    def _helper(self, bitcode: bytes) -> Any:
        if bitcode not in self._helpers:
            self._helpers[bitcode] = self._library("helper", bitcode, None, ())
        return self._helpers[bitcode]

    def found(self, function: Any, arguments: tuple, reached: set[Dispatcher]) -> set[Dispatcher]:
        """Before an entry point is compiled that reaches these rules: those of which something is kept."""
        self._rules |= {digest: rule for rule in reached if (digest := self._digests.of(rule)) is not None}
        with suppress(Unusable, Unknown, OSError):
            self._read(_file(function, arguments))
        return {self._rules[one.rule.digest] for one in self._lowered.values() if one.rule.digest in self._rules}

    def keep(self, function: Any, arguments: tuple, made: Iterable[CompileResult]) -> None:
        """Keep the rules that an entry point has linked, in the place of those of its last version.  Where nothing can
        be kept, that is said of its machine code."""
        lowered = [one for one in map(self._lowered_of, made) if one is not None]
        if not lowered:
            return
        with suppress(Unusable, Unknown, OSError):
            file = _file(function, arguments)
            with opened(file.parent, make=True) as folder:
                folder.write(file.name, checked(zlib.compress(dumps(lowered), level=1)))

    def _lowered_of(self, made: CompileResult) -> Lowered | None:
        """What is to be kept of a rule; None where it would be of no use to another process."""
        library = made.library
        if library.rule is None or library.has_dynamic_globals:
            return None
        calls = tuple(called.rule for called in library.called if getattr(called, "rule", None) is not None)
        others = [called for called in library.called if getattr(called, "rule", None) is None]
        modules = [called._get_module_for_linking() for called in others if called is not rtsys.library]
        if any(NUMBERED.search(function.name) for module in modules for function in module.functions):
            return None
        described = copy(made.fndesc)
        described.typemap = described.calltypes = None
        bitcode, helpers = library._final_module.as_bitcode(), tuple(module.as_bitcode() for module in modules)
        return Lowered(library.rule, library.name, bitcode, described, made.signature, calls, helpers)

    def _read(self, file: Path) -> None:
        """Read what is kept in a file; of a damaged one nothing.  Raises Unusable, OSError."""
        with opened(file.parent) as folder:
            kept = sound(folder.read(file.name))
        for one in pickle.loads(zlib.decompress(kept)) if kept is not None else ():
            self._lowered[one.rule.key] = one


def _file(function: Any, arguments: tuple) -> Path:
    """Where the rules of an entry point are kept.  Raises Unusable."""
    compiler = hashlib.sha256(toolchain() + digest_of_sources("aw_env.core.engine.compiling"))
    made_for = hashlib.sha256(b"".join(map(words_for_type, arguments)))
    name = f"{function.__module__}.{function.__qualname__}"
    return cache_folder() / f"{name}-{compiler.hexdigest()[:16]}-{made_for.hexdigest()[:16]}.rules"
