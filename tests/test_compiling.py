"""What compiled rules must be besides correct: the compiler and the interpreter have to read them alike."""

import ast
import re
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
from numba.core.dispatcher import Dispatcher

from aw_env import admirals_war_v0  # noqa: F401  (its rules are what is looked at)
from aw_env.core.engine import dispatch
from aw_env.core.engine.compiling import INTERPRETED
from aw_env.core.engine.sources import imported_by, sources
from aw_env.core.engine.whole_program import rules_reached
from aw_env.core.seen import writing
from aw_env.games.admirals_war import engine

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


PACKAGES = frozenset({"aw_env", "aw_agents"})


def imported(file):
    """The modules of ours that a file imports, by reading all of it, and names that may be modules."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0
            yield from (node.module, *(f"{node.module}.{name.name}" for name in node.names))
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)


def test_no_import_is_overlooked():
    """One import that is overlooked, and an edit there would run old code."""
    for file in [*ROOT.joinpath("aw_env").rglob("*.py"), *ROOT.joinpath("agents").rglob("*.py")]:
        ours = {name for name in imported(file) if name.partition(".")[0] in PACKAGES}
        assert ours <= imported_by(file, PACKAGES), file


def test_the_sources_are_closed_under_imports():
    files = sources("aw_env.games.admirals_war.engine")
    for file in files.values():
        for name in imported_by(file, PACKAGES):
            assert name in files or getattr(sys.modules.get(name), "__file__", None) is None, f"{file} imports {name}"


CHAINS = [f"{chain}{part}" for chain in ("proceed", "fill_mask", "answer") for part in ("", "_by_option")]
"""Rules that `core.engine.dispatch` writes."""


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_every_rule_that_is_reached_lies_in_the_sources_and_no_player_does():
    files = set(map(str, sources("aw_env.games.admirals_war.engine").values()))
    reached = rules_reached(engine.advance.py_func)
    assert len(reached) > 300
    chains = {f"<{name} of aw_env.games.admirals_war.rules.sequence>" for name in CHAINS}
    of_files = {rule.py_func.__code__.co_filename for rule in reached} - chains
    assert {file for file in of_files if not re.fullmatch(rf"<\w+ of {writing.__name__} \w{{8}}>", file)} <= files
    assert {dispatch.__file__, writing.__file__} <= files
    assert not any("aw_agents" in file for file in files)


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_a_player_depends_on_the_rules_and_on_itself():
    import aw_agents.admirals_war.play

    files = sources(aw_agents.admirals_war.play.__name__)
    assert files.items() > sources("aw_env.games.admirals_war.engine").items()
    assert "aw_agents.admirals_war.officer.officer" in files


MAKE_ARRAYS = {"zeros", "full", "empty", "copy", "max", "argmax"}
GIVE_A_ROW = {"top"}
"""Rules that make no array and give a part of one."""
HANDED_RULES = {"pilot", "rows", "rules"}
"""What the rules of a game are called where another rule is handed them."""


def counts_references(found):
    """Whether something is a rule that does, which takes twice the time in those that add much up."""
    return isinstance(found, Dispatcher) and found.targetoptions.get("_nrt", False)


def needs_to_count(rule):
    """Whether a rule makes or gives arrays, calls one that does, or is handed the rules that it calls."""
    code, known = rule.py_func.__code__, rule.py_func.__globals__
    named = [known.get(name) for name in code.co_names]
    modules = [found for found in named if isinstance(found, ModuleType)]
    named += [getattr(module, name, None) for module in modules for name in code.co_names]
    named += [part for found in named if isinstance(found, tuple) for part in found]
    makes = MAKE_ARRAYS & set(code.co_names) or rule.py_func.__name__ in GIVE_A_ROW
    return bool(makes or HANDED_RULES & set(code.co_varnames[: code.co_argcount])) or any(map(counts_references, named))


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_rules_count_references_only_where_there_are_arrays_to_count():
    files = {file.relative_to(ROOT / "agents" if "agents" in file.parts else ROOT) for file, _ in rules()}
    modules = [import_module(".".join(file.with_suffix("").parts)) for file in files]
    counting = {found for module in modules for found in vars(module).values() if counts_references(found)}
    assert len(counting) > 20
    assert not [rule.py_func.__qualname__ for rule in counting if not needs_to_count(rule)]
