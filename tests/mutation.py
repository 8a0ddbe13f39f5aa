"""Do the rule tests notice when a rule is altered?  Alters the rules at random, one place at a time, and runs them.

    python -m tests.mutation --sample 40 --seed 0
    python -m tests.mutation --sample 20 --module battle
    python -m tests.mutation --game war_at_sea

In each mutant one comparison, operator, constant or call is changed or one statement left out.  The tests that cite
rules, or are of a house rule, and enter the altered function run on it, interpreted and each in a copy of this process,
the quickest first.  A mutant that no test notices survives and is printed.
"""

import argparse
import ast
import copy
import os
import random
import signal
import sys
import time
from collections.abc import Callable
from importlib import import_module
from inspect import unwrap
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import pytest
from tqdm import tqdm

from aw_env.games import FIRST

ROOT = Path(__file__).resolve().parent.parent
RULE_TESTS = {
    "admirals_war": "rules/test_*.py",
    "war_at_sea": "war_at_sea/test_[ms]*.py",
    "naval_miniatures": "naval_miniatures/test_*.py",
    "world_at_war": "world_at_war/test_s*.py",
}
"""By game, the files in `tests` that are run."""
PATIENCE, SECONDS = 10, 5
"""A test hangs that takes so many times as long as on the rules as they are, and so many seconds of the processor."""
OPPOSITE = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.GtE, ast.GtE: ast.Lt, ast.Gt: ast.LtE, ast.LtE: ast.Gt,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.And: ast.Or, ast.Or: ast.And, ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr,
}  # fmt: skip


def alter(node: ast.AST) -> str | None:
    """Change a node in place; what was done, or None if there is nothing to change in it."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in OPPOSITE:
        node.ops[0] = OPPOSITE[type(node.ops[0])]()
        return "comparison turned round"
    if isinstance(node, ast.BinOp | ast.BoolOp) and type(node.op) in OPPOSITE:
        node.op = OPPOSITE[type(node.op)]()
        return "operator exchanged"
    if isinstance(node, ast.Constant) and type(node.value) is int:
        node.value += 1
        return "number raised by one"
    if isinstance(node, ast.Constant) and type(node.value) is bool:
        node.value = not node.value
        return "truth turned round"
    if isinstance(node, ast.Expr | ast.Assign | ast.AugAssign) and not is_docstring(node) and not is_narration(node):
        node_copy = ast.Pass()
        node.__class__, node.__dict__ = ast.Pass, {**node_copy.__dict__, "lineno": node.lineno, "col_offset": 0}
        return "statement left out"
    return None


def is_docstring(node: ast.AST) -> bool:
    """Whether a statement is only a text."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def is_narration(node: ast.AST) -> bool:
    """Whether a statement only tells the narrator something."""
    call = getattr(node, "value", None)
    return isinstance(call, ast.Call) and getattr(call.func, "id", "") in ("note", "note_die")


def candidates(tree: ast.Module) -> list[tuple[ast.FunctionDef, int]]:
    """Every place inside a function that can be altered, as (function, position in its walk)."""
    places = []
    for function in tree.body:
        if isinstance(function, ast.FunctionDef):
            for position, node in enumerate(ast.walk(function)):
                if position > 0 and alter(copy.deepcopy(node)) is not None:
                    places.append((function, position))
    return places


def engine_of(game: str) -> Path:
    """The folder of a game's rules."""
    return Path("aw_env") / "games" / game / "rules"


def modules_of(game: str) -> list[str]:
    """Files of its rules: "battle", "options/pocket_pride"."""
    folder = ROOT / engine_of(game)
    return sorted(file.relative_to(folder).with_suffix("").as_posix() for file in folder.glob("**/[a-z]*.py"))


def tests_of(game: str) -> list[str]:
    """The tests of its rules."""
    return sorted(file.relative_to(ROOT).as_posix() for file in (ROOT / "tests").glob(RULE_TESTS[game]))


def mutant(game: str, module: str, generator: random.Random) -> tuple[Callable[..., Any], CodeType, str]:
    """A function of a module, its code with one alteration, and a description of it."""
    file = ROOT / engine_of(game) / f"{module}.py"
    source = file.read_text("utf-8")
    tree = ast.parse(source)
    function, position = generator.choice(candidates(tree))
    node = list(ast.walk(function))[position]
    before = ast.get_source_segment(source, node)
    done = alter(node)
    altered = compile(ast.fix_missing_locations(tree), file, "exec")
    code = next(part for part in altered.co_consts if isinstance(part, CodeType) and part.co_name == function.name)
    rule = unwrap(getattr(rules_of(game, module), function.name))
    return rule, code, f"{module}.{function.name}, line {node.lineno}: {done}: {before}"


def rules_of(game: str, module: str) -> ModuleType:
    """A module of a game's rules."""
    return import_module(f"aw_env.games.{game}.rules.{module.replace('/', '.')}")


class Mutants:
    """A plugin of pytest that runs the tests on mutants, in place of once."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.arguments = arguments
        self.survivors: list[str] = []
        self.entered: dict[CodeType, list[tuple[float, int]]] = {}
        """For each function the tests that enter it: how long they take, and which they are."""

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """All tests on the rules as they are, then on each mutant those that enter what is altered."""
        for number, item in enumerate(tqdm(session.items, unit="test")):
            self.watch(item, number)
            if session.testsfailed:
                sys.exit(f"nothing can be learned from altering the rules: as they are, {item.nodeid} fails")
        generator = random.Random(self.arguments.seed)
        known = self.arguments.module or modules_of(self.arguments.game)
        for _ in tqdm(range(self.arguments.sample), unit="mutant"):
            rule, code, description = mutant(self.arguments.game, generator.choice(known), generator)
            entered = sorted(self.entered.get(rule.__code__, []))
            tests = [(session.items[number], seconds) for seconds, number in entered]
            if not is_noticed(session, rule, code, tests):
                self.survivors.append(description)
                tqdm.write(f"survived: {description}")
        return True

    def watch(self, item: pytest.Item, number: int) -> None:
        """Run a test, and note which functions it enters."""
        seen: set[CodeType] = set()
        before = time.process_time()
        sys.settrace(lambda frame, _event, _argument: seen.add(frame.f_code))
        run_test(item)
        sys.settrace(None)
        for code in seen:
            if "/rules/" in code.co_filename:
                self.entered.setdefault(code, []).append((time.process_time() - before, number))


def run_test(item: pytest.Item) -> None:
    """Run a test and put away all that was set up for it."""
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)


def is_noticed(
    session: pytest.Session, rule: Callable[..., Any], code: CodeType, tests: list[tuple[pytest.Item, float]]
) -> bool:
    """Whether a test fails on an altered function, or hangs: in a copy of this process.  tests: each with the seconds
    that it takes."""
    if child := os.fork():
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) != 0
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    rule.__code__ = code
    for test, seconds in tests:
        signal.setitimer(signal.ITIMER_PROF, SECONDS + PATIENCE * seconds)  # which ends the process
        run_test(test)
        if session.testsfailed:
            os._exit(1)
    os._exit(0)


def main() -> None:
    """Run the sample and print the survivors."""
    if os.environ.get("NUMBA_DISABLE_JIT") != "1":  # which must be said before the rules are loaded
        interpreted = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
        os.execve(sys.executable, [sys.executable, "-m", "tests.mutation", *sys.argv[1:]], interpreted)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sample", type=int, default=40, help="how many mutants (default: 40)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the sample (default: 0)")
    parser.add_argument("--game", choices=RULE_TESTS, default=FIRST)
    parser.add_argument("--module", action="append", help="only this module (may be repeated)")
    parser.add_argument("--tests", nargs="*", help="tests to run (default: those of the game's rules)")
    arguments = parser.parse_args()
    known = modules_of(arguments.game)
    for module in arguments.module or ():
        if module not in known:
            parser.error(f"--module {module}: there are {', '.join(known)}")
    mutants = Mutants(arguments)
    quiet = ["-o", "addopts=", "-p", "no:terminal", "-p", "no:cacheprovider"]
    options = [*quiet, "-m", "(rule or house_rule) and not slow"]
    status = pytest.main([*options, *(arguments.tests or tests_of(arguments.game))], plugins=[mutants])
    if status != pytest.ExitCode.OK:
        sys.exit(f"the tests cannot be run: {status!r}")
    noticed = arguments.sample - len(mutants.survivors)
    print(f"{noticed} of {arguments.sample} alterations were noticed")
    sys.exit(1 if mutants.survivors else 0)


if __name__ == "__main__":
    main()
