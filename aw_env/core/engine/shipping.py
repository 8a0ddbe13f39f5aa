"""Makes the compiled code that comes with the package (`core.engine.shipped`), when a wheel is built.

Whatever is compiled meanwhile is made machine code for each level of processors too, from the same linked module, and
written down, packed, without the bodies of its intermediate code: of two megabytes some 120 KB are left.  An entry
point that others call keeps them, for whoever compiles one of these anew.
"""

import hashlib
import json
import lzma
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import FunctionType
from typing import Any, NamedTuple

import llvmlite.binding as llvm
from numba.core import config
from numba.core.bytecode import FunctionIdentity
from numba.core.serialize import dumps

from aw_env.core.engine.code_cache import CodeCache
from aw_env.core.engine.kept_rules import KeptRules
from aw_env.core.engine.shipped import INDEX, LEVELS, PACKAGE, Code, levels_here, made_with, words_of
from aw_env.core.engine.whole_program import EntryPointLibrary, replaced, rules_reached


class Made(NamedTuple):
    """The code of an entry point for some arguments.  state: as Numba keeps it.  objects: machine code by level."""

    cache: CodeCache
    arguments: tuple
    needs: tuple[str, ...]
    state: tuple
    objects: dict[str, bytes]


class Maker:
    """Gathers what is compiled.  levels: names of `LEVELS`, all of one machine, which need not be this one."""

    def __init__(self, levels: Sequence[str]) -> None:
        (machine,) = {LEVELS[level].machine for level in levels}
        self._made_with = made_with(machine)
        llvm.initialize_all_targets()
        llvm.initialize_all_asmprinters()
        self._targets = {level: target(level, self._made_with["system"]) for level in levels}
        self._compiled: dict[Any, tuple[dict[str, bytes], tuple[str, ...]]] = {}
        self._made: list[Made] = []
        self._called: set[FunctionType] = set()

    def compiled(self, library: Any) -> bytes | None:
        """A program was linked, and is not optimised yet: make machine code of it for every level.  Returns that which
        runs here, if there is one."""
        codegen, module = library._codegen, library._final_module
        objects: dict[str, bytes] = {}
        needs: set[str] = set()
        for level, machine in self._targets.items():
            copy = module.clone()
            copy.triple, copy.data_layout = machine.triple, str(machine.target_data)
            with replaced(codegen, "_tm", machine):
                passes, builder = codegen._module_pass_manager()
                passes.run(copy, builder)
            objects[level] = machine.emit_object(copy)
            named = (*copy.functions, *copy.global_variables)
            needs |= {one.name for one in named if one.is_declaration and not one.name.startswith("llvm.")}
        self._compiled[library] = objects, tuple(sorted(needs))
        return next((objects[level] for level in levels_here() if level in objects), None)

    def keep(self, cache: CodeCache, arguments: tuple, data: Any) -> None:
        """An entry point was compiled."""
        self._called |= {rule.py_func for rule in rules_reached(cache._function)}
        objects, needs = self._compiled.pop(data.library)
        data.library._compiled_object = b""  # which Numba has handed on, and asks for again
        self._made.append(Made(cache, arguments, needs, data._reduce(), objects))

    def write(self, folder: Path) -> None:
        """Write all of it into a new folder.  Raises ValueError where a path of this machine stands in it, OSError."""
        folder.mkdir(parents=True)
        files = {}
        for made in self._made:
            is_bare = made.cache._function not in self._called
            (name, kind, (_, bitcode)), *rest = made.state
            for level, code in made.objects.items():
                library = name, kind, (code, names_alone(bitcode) if is_bare else bitcode)
                state = (library, *rest[:5], "", *rest[6:])  # without its types in words
                content = dumps(tuple(Code(made.needs, is_bare, state)))
                file = made.cache.named(made.arguments, words_of(self._made_with, level))
                if str(PACKAGE.parent).encode() in content:
                    raise ValueError(f"{file} holds the path {PACKAGE.parent}")
                packed = lzma.compress(content)
                (folder / file).write_bytes(packed)
                files[file] = hashlib.sha256(packed).hexdigest()
        index = {"made": self._made_with, "levels": [*self._targets], "files": dict(sorted(files.items()))}
        (folder / INDEX).write_text(json.dumps(index, indent=1))


def target(level: str, triple: str) -> Any:
    """What makes machine code for a level, as Numba's own does for this machine."""
    known = LEVELS[level]
    is_x86 = known.machine == "x86_64"
    return llvm.Target.from_triple(triple).create_target_machine(
        cpu=level if is_x86 else "generic",
        features=known.asked,
        opt=config.OPT,
        reloc="static" if is_x86 else "default",
        codemodel="jitdefault",
        jit=True,
    )


def names_alone(bitcode: bytes) -> bytes:
    """Intermediate code whose public functions have no bodies: it says what the machine code defines."""
    module = llvm.parse_bitcode(bitcode)
    public = [
        one.name
        for one in module.functions
        if not one.is_declaration and one.linkage in (llvm.Linkage.external, llvm.Linkage.linkonce_odr)
    ]
    text = "".join(f'define linkonce_odr i32 @"{name}"() {{ ret i32 0 }}\n' for name in public)
    names = llvm.parse_assembly(f'target triple = "{module.triple}"\n{text}')
    names.name = module.name
    return names.as_bitcode()


@contextmanager
def making(levels: Sequence[str]) -> Iterator[Maker]:
    """While it lasts, all that is compiled is gathered, nothing is loaded, and code knows its files by the names that
    they have in the package, not by those on this machine."""
    maker = Maker(levels)
    optimise, identify = EntryPointLibrary._optimize_final_module, FunctionIdentity.from_function.__func__

    def optimise_for_all(self: Any) -> None:
        self.hide_rules()
        code = maker.compiled(self)
        if code is None:
            optimise(self)
        else:
            self._set_compiled_object(code)

    def known_by_package(cls: Any, function: Any) -> Any:
        found = identify(cls, function)
        found.filename = within_package(found.filename)
        return found

    instead: Any = (
        (EntryPointLibrary, "_optimize_final_module", optimise_for_all),
        (FunctionIdentity, "from_function", classmethod(known_by_package)),
        (CodeCache, "holds", lambda self, arguments: False),
        (CodeCache, "_locked", lambda self, arguments: None),
        (CodeCache, "load_overload", lambda self, sig, context: None),
        (CodeCache, "save_overload", lambda self, sig, data: maker.keep(self, tuple(sig), data)),
        (KeptRules, "found", lambda self, function, arguments, reached: set()),
        (KeptRules, "keep", lambda self, function, arguments, made: None),
    )
    with ExitStack() as replacing:
        for owner, name, by in instead:
            replacing.enter_context(replaced(owner, name, by))
        yield maker


def within_package(file: str) -> str:
    """The path of a source from the folder on which its package lies."""
    path = Path(file)
    while (path.parent / "__init__.py").is_file():
        path = path.parent
    return str(Path(file).relative_to(path.parent)) if path.is_absolute() else file
