"""`aw-env rules`: which rules of the rulebook have a test.

Tests cite rules with `@pytest.mark.rule("7.22", ...)`; the file `rules.csv` of each game in `configs` lists every
numbered rule, section and description of a component, with a title in our own words.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from aw_env.games import names
from aw_env.table.rulebook import NumberedRule

MARK = "mark.rule"
"""What a file that cites a rule says, however it is laid out."""
_USUAL = re.compile(r'^([ \t]*)@pytest\.mark\.rule\(((?:\s*"[^"\\\n]*",?)+)\s*\)$', re.MULTILINE)
"""A citation as nearly all are: numbers in quotes, above a test.  To find these takes a tenth of the time that parsing
does."""


@dataclass(frozen=True)
class Citation:
    """A test that cites a rule."""

    rule: str
    file: Path
    line: int
    test: str


def citations(folder: Path) -> list[Citation]:
    """Every citation in the Python files of a folder, sorted by file and line, but not in the folders of other games.

    Raises SyntaxError for a file that cites a rule otherwise than above a test and is no Python.
    """
    found: list[Citation] = []
    others = [folder / name for name in names() if (folder / name).is_dir()]
    for file in sorted(folder.rglob("*.py")):
        if not any(file.is_relative_to(other) for other in others):
            found += _citations_in(file)
    return found


def _citations_in(file: Path) -> Iterator[Citation]:
    text = file.read_text("utf-8")
    usual = list(_USUAL.finditer(text))
    yield from _above_tests(file, text, usual) if len(usual) == text.count(MARK) else _parsed(file, text)


def _above_tests(file: Path, text: str, found: list[re.Match[str]]) -> Iterator[Citation]:
    for citation in found:
        test = re.compile(rf"^{citation[1]}(?:async def|def|class) (\w+)", re.MULTILINE).search(text, citation.end())
        if test is not None:
            line = text.count("\n", 0, test.start()) + 1
            for number in re.findall(r'"([^"]*)"', citation[2]):
                yield Citation(number, file, line, test[1])


def _parsed(file: Path, text: str) -> Iterator[Citation]:
    tree = ast.parse(text, str(file))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            for decorator in node.decorator_list:
                for number in _cited(decorator):
                    yield Citation(number, file, node.lineno, node.name)
        elif isinstance(node, ast.Assign) and any(_is_name(target, "pytestmark") for target in node.targets):
            marks = node.value.elts if isinstance(node.value, ast.List | ast.Tuple) else [node.value]
            for mark in marks:
                for number in _cited(mark):
                    yield Citation(number, file, node.lineno, file.stem)
        elif isinstance(node, ast.Call) and _is_name(node.func, "param"):
            for keyword in node.keywords:
                if keyword.arg == "marks":
                    marks = keyword.value.elts if isinstance(keyword.value, ast.List | ast.Tuple) else [keyword.value]
                    for mark in marks:
                        for number in _cited(mark):
                            yield Citation(number, file, node.lineno, file.stem)


def _cited(mark: ast.expr) -> list[str]:
    """The numbers in `pytest.mark.rule(...)`."""
    if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Attribute) and mark.func.attr == "rule":
        return [arg.value for arg in mark.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
    return []


def _is_name(node: ast.expr, name: str) -> bool:
    return (isinstance(node, ast.Name) and node.id == name) or (isinstance(node, ast.Attribute) and node.attr == name)


def in_chapter(rule: NumberedRule, chapter: str) -> bool:
    """Whether a rule is in a chapter ("7") or a section ("7.3")."""
    if "." not in chapter:
        return rule.chapter == chapter
    return rule.number.startswith(chapter.removesuffix(".0"))
