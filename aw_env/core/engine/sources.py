"""What compiled code is made of: the files that its module imports, directly or not, as far as they are ours.

Numba's own cache looks at the file of a function only, so an edit elsewhere would silently run old code.  Each entry
point has a digest of its own, so an edit in one game does not compile another anew.
"""

import ast
import hashlib
import re
import sys
import time
from functools import cache
from pathlib import Path

_ours = {__name__.partition(".")[0]}
_begun = time.time()

_STATEMENT = re.compile(r"^[ \t]*(?:from\s.*?\simport\s*(?:\([^)]*\)|(?:\\\n|.)*)|import\s(?:\\\n|.)*)", re.MULTILINE)
"""An import, wherever it stands: reading these alone takes a hundredth of the time that reading the whole takes."""


def belongs_to_us(module: str) -> None:
    """Compiled functions come from this module: what is imported from its package counts from now on."""
    _ours.add(module.partition(".")[0])


def is_ours(module: str) -> bool:
    """Whether a module is of such a package."""
    return module.partition(".")[0] in _ours


class Unknown(Exception):
    """It cannot be told from which text a module was made."""


def sources(module: str) -> dict[str, Path]:
    """The files on which the compiled code of a module depends, by their modules.

    Raises `Unknown` for a module without a file (a notebook, `python -c`).
    """
    first = file_of(module)
    if first is None:
        raise Unknown(f"{module} has no source file")
    found, waiting = {module: first}, [module]
    while waiting:
        for name in imported_by(found[waiting.pop()], _ours_now()):
            file = file_of(name)
            if file is not None and name not in found:
                found[name] = file
                waiting.append(name)
    return dict(sorted(found.items()))


def digest_of_sources(module: str) -> bytes:
    """A digest of these modules and their text; the same wherever they are installed.

    Raises as `sources`, and `Unknown` when a file was written after this process began: the text may be newer than
    what runs.
    """
    digest = hashlib.sha256()
    for name, file in sources(module).items():
        if max(file.stat().st_mtime, file.stat().st_ctime) > _begun:
            raise Unknown(f"{file} has changed since this process began")
        digest.update(name.encode() + b"\0" + hashlib.sha256(file.read_bytes()).digest())
    return digest.digest()


def file_of(module: str) -> Path | None:
    """The source of a module, None where there is none (a name that is no module).  Nothing is imported."""
    known = getattr(sys.modules.get(module), "__file__", None)
    if known is not None:
        return Path(known) if known.endswith(".py") and Path(known).is_file() else None
    package, *rest = module.split(".")
    for folder in getattr(sys.modules.get(package), "__path__", ()) if rest else ():
        path = Path(folder, *rest)
        for file in (path.with_name(path.name + ".py"), path / "__init__.py"):
            if file.is_file():
                return file
    return None


def _ours_now() -> frozenset[str]:
    return frozenset(_ours)


@cache
def imported_by(file: Path, packages: frozenset[str]) -> frozenset[str]:
    """The modules of these packages that a file imports; with them, names that may be modules."""
    text = file.read_text("utf-8")
    found: set[str] = set()
    for statement in _imports(text):
        names = [alias.name for alias in statement.names]
        if isinstance(statement, ast.Import):
            found.update(names)
        else:
            base = _base(file, statement)
            found.update([base, *(f"{base}.{name}" for name in names)])
    return frozenset(name for name in found if name.partition(".")[0] in packages)


def _imports(text: str) -> list[ast.Import | ast.ImportFrom]:
    """The import statements of a text, and of what its strings quote."""
    try:
        statements = "\n".join(found.group().strip() for found in _STATEMENT.finditer(text))
        tree = ast.parse(statements)
    except SyntaxError:  # prose that looks like one, or one that the pattern cuts off
        tree = ast.parse(text)
    return [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]


def _base(file: Path, statement: ast.ImportFrom) -> str:
    """The module from which names are imported."""
    if not statement.level:
        return statement.module or ""
    folder = file.parent
    for _ in range(statement.level - 1):
        folder = folder.parent
    parts = [] if statement.module is None else statement.module.split(".")
    while (folder / "__init__.py").is_file():
        parts.insert(0, folder.name)
        folder = folder.parent
    return ".".join(parts)
