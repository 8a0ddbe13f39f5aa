"""Do the rule tests notice when a rule is altered?  Alters the engine at random, one place at a time, and runs them.

    python -m tests.mutation --sample 40 --seed 0
    python -m tests.mutation --sample 20 --module battle
    python -m tests.mutation --game war_at_sea

Each mutant is a copy of the engine in which one comparison, operator, constant or call is changed or one statement
left out; the tests that cite rules and enter the altered function run on it interpreted, the quickest first.  A mutant
that no test notices survives and is printed.
"""

import argparse
import ast
import copy
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tqdm import tqdm

from aw_env.games import FIRST

ROOT = Path(__file__).resolve().parent.parent
RULE_TESTS = {
    "admirals_war": "rules/test_*.py",
    "war_at_sea": "war_at_sea/test_[ms]*.py",
    "naval_miniatures": "naval_miniatures/test_*.py",
}
"""By game, the files in `tests` that are run."""
WHOLE_RUN, LEAST_LIMIT = 3600, 120
"""Seconds that all the tests may take together, and the least that those of one mutant may take before they hang."""
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


def mutant(file: Path, module: str, generator: random.Random) -> tuple[str, str, str]:
    """The source of a module with one alteration, the function that is altered, and a description of it."""
    source = (ROOT / file).read_text("utf-8")
    tree = ast.parse(source)
    function, position = generator.choice(candidates(tree))
    node = list(ast.walk(function))[position]
    before = ast.get_source_segment(source, node)
    done = alter(node)
    return ast.unparse(tree), function.name, f"{module}.{function.name}, line {node.lineno}: {done}: {before}"


def noticed(file: Path, source: str, tests: list[str], seconds: int, *options: str, **variables: str) -> bool:
    """Whether the rule tests fail on the engine with this source of a file; one that hangs or cannot be imported is
    noticed.  options, variables: of pytest's command line, and of its environment."""
    with tempfile.TemporaryDirectory() as folder:
        for part in ("aw_env", "agents", "tests", "configs", "docs"):
            shutil.copytree(ROOT / part, Path(folder) / part, ignore=shutil.ignore_patterns("__pycache__"))
        (Path(folder) / file).write_text(source, "utf-8")
        pytest = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-m", "rule and not slow"]
        path = os.pathsep.join((folder, str(Path(folder) / "agents")))
        environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": path, **variables}
        try:
            command = [*pytest, *options, *tests]
            run = subprocess.run(command, cwd=folder, env=environment, capture_output=True, timeout=seconds)
        except subprocess.TimeoutExpired:
            return True
        return run.returncode != 0


class Reach:
    """Which tests enter which function of the rules as they are.  Exits where the tests fail on these."""

    def __init__(self, file: Path, tests: list[str]) -> None:
        with tempfile.NamedTemporaryFile() as found:
            plugin = "-p", "tests.reached"
            source = (ROOT / file).read_text("utf-8")
            if noticed(file, source, tests, WHOLE_RUN, *plugin, AW_ENV_REACHED=found.name):
                sys.exit("the tests fail on the rules as they are: nothing can be learned from altering them")
            self.found = json.loads(Path(found.name).read_text("utf-8"))

    def tests_of(self, module: str, function: str) -> tuple[list[str], int]:
        """The tests that enter a function, the quickest first, and a limit in seconds within which all would end."""
        entering = [(took, test) for test, (took, entered) in self.found.items() if [module, function] in entered]
        return [test for _, test in sorted(entering)], LEAST_LIMIT + int(5 * sum(took for took, _ in entering))


def main() -> None:
    """Run the sample and print the survivors."""
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
    tests = arguments.tests or tests_of(arguments.game)
    generator = random.Random(arguments.seed)
    file = engine_of(arguments.game) / f"{known[0]}.py"
    reach = Reach(file, tests)
    survivors = []
    for _ in tqdm(range(arguments.sample), unit="mutant"):
        module = generator.choice(arguments.module or known)
        file = engine_of(arguments.game) / f"{module}.py"
        source, function, description = mutant(file, module, generator)
        entering, seconds = reach.tests_of(module, function)
        if not entering or not noticed(file, source, entering, seconds):
            survivors.append(description)
            tqdm.write(f"survived: {description}")
    print(f"{arguments.sample - len(survivors)} of {arguments.sample} alterations were noticed")
    sys.exit(1 if survivors else 0)


if __name__ == "__main__":
    main()
