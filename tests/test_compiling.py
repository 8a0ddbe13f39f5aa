"""What compiled rules must be besides correct: the compiler and the interpreter have to read them alike."""

import ast
from pathlib import Path

from aw_env.core.engine.compiling import sources

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = {"aw_agents": ["agents"]}
"""Where packages lie that do not lie at the root."""
DECORATORS = {"rule", "rule_with_arrays", "compiled"}


def rules():
    """Every decorated function, with its file."""
    for file in [*ROOT.joinpath("aw_env").rglob("*.py"), *ROOT.joinpath("agents").rglob("*.py")]:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and DECORATORS & {ast.unparse(d) for d in node.decorator_list}:
                yield file, node


def gives(function):
    """The values that a function returns."""
    return [node.value for node in ast.walk(function) if isinstance(node, ast.Return) and node.value is not None]


def always_returns(body):
    """Whether a block cannot be left at its end."""
    last = body[-1]
    if isinstance(last, ast.If):
        return bool(last.orelse) and always_returns(last.body) and always_returns(last.orelse)
    forever = isinstance(last, ast.While) and isinstance(last.test, ast.Constant) and bool(last.test.value)
    return forever or isinstance(last, ast.Return)


def name_called(value):
    """The name of the function whose result is returned, or None."""
    if not isinstance(value, ast.Call):
        return None
    return value.func.attr if isinstance(value.func, ast.Attribute) else getattr(value.func, "id", None)


def test_a_rule_that_gives_a_value_gives_one_on_every_path():
    """Interpreted, a forgotten value is None and passes for False; compiled, it raises TypeError in mid-game."""
    found = list(rules())
    silent = {function.name for _, function in found if not gives(function)}
    silent -= {function.name for _, function in found if gives(function)}
    assert len(found) > 300
    for file, function in found:
        returns = [node for node in ast.walk(function) if isinstance(node, ast.Return)]
        values = gives(function)
        where = f"{file.relative_to(ROOT)}:{function.lineno} {function.name}"
        if values:
            assert len(values) == len(returns) and always_returns(function.body), where
            assert not silent & {name_called(value) for value in values}, where


def test_the_sources_are_closed_under_imports():
    """One import that is overlooked, and an edit there would run old code."""
    files = sources()
    for file in files:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                for module in (node.module, *(f"{node.module}.{name.name}" for name in node.names)):
                    path = ROOT.joinpath(*FOLDERS.get(module.split(".")[0], ()), *module.split(".")).with_suffix(".py")
                    assert not path.is_file() or path in files, f"{file.name} imports {module}"
