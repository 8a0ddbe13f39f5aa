"""The rules that write a table of columns, from what the columns are declared to hold.

    writing = Writing(STATE, BOOK, is_active=is_active)
    write_port = writing(Port, "book, game, mine, port, first, row")

A column holds a field of the game's record or of the book: the one of its own name, or what its source says, an
expression of fields by their names.  A field with a number for each unit (or place) is that of the unit (or place) that
is written, unless the source says which.  `sign(side, mine)` is 1 for my side, -1 for theirs, 0 for neither.
"""

import ast
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from aw_env.core.declare.columns import Columns, Source
from aw_env.core.declare.fields import Declaration
from aw_env.core.engine.compiling import rule
from aw_env.core.engine.marks import marked

_OF_EVERY_ROW = ("book", "game", "seat", "mine", "first", "row")
"""Arguments that do not say what is written."""


@rule
def sign(side, mine):
    """1 for my side, -1 for theirs, 0 for neither."""
    return int(side == mine) - int(side == 1 - mine)


def written(head: str, lines: list[str], scope: Mapping[str, Any]) -> Callable[..., Any]:
    """A rule made from its text: `name(arguments)`, and the lines of its body, which name what `scope` holds."""
    known = {"__name__": __name__, **scope}
    exec("\n    ".join([f"def {head}:", *lines]), known)
    return rule(known[head.partition("(")[0]])


class Writing:
    """Writes the rules of a game.

    state: the fields of its record.  book: the dtype of its book.  names: rules and constants that sources name.
    """

    def __init__(self, state: Declaration, book: np.dtype, **names: Any) -> None:
        self._state, self._book = state, book
        self._scope: dict[str, Any] = {"np": np, "sign": sign, "marked": marked, **names}

    def __call__(self, columns: type[Columns], given: str, like: type[Columns] | None = None) -> Callable[..., Any]:
        """The rule with the arguments `given` that writes a table, from column `first` of `row` on, or from 0.

        like: another table; columns of the same name hold what they hold there, and no others are written.
        Raises ValueError where a source names what there is not.
        """
        arguments = given.split(", ")
        column_of = "np.uintp(first + {})" if "first" in arguments else "{}"  # unsigned, so that none is from the end
        index = next((name for name in arguments if name not in _OF_EVERY_ROW), "")
        sources = {column.name: column.source for column in like or columns}
        lines = []
        for column in columns:
            source = sources.get(column.name, ...)
            if source is not ...:
                try:
                    text = self._text(source or column.name.lower(), arguments, index)
                except (KeyError, SyntaxError) as error:
                    raise ValueError(f"{columns.__name__}.{column.name}: there is no {error}") from None
                lines.append(f"row[{column_of.format(int(column))}] = {text}")
        return written(f"write_{columns.__name__.lower()}({given})", lines, self._scope)

    def _text(self, source: Source, arguments: list[str], index: str) -> str:
        """What stands on the right of an assignment."""
        if isinstance(source, str):
            return ast.unparse(_Fields(self, arguments, index).visit(ast.parse(source, mode="eval")))
        made: Any = source
        code = getattr(made, "py_func", made).__code__
        name = f"{made.__name__}_"
        self._scope[name] = made
        return f"{name}({', '.join(code.co_varnames[: code.co_argcount])})"

    def field(self, name: str, index: str) -> str:
        """The expression for a field; index: of the one number that is meant, "" for one alone.  Raises KeyError."""
        of_game = name in self._state.fields
        if of_game and self._state[name].is_small:
            self._scope[name.upper() + "_"] = self._state.bits(name)
            return f"marked(game, {index}, {name.upper()}_)"
        shape = self._state[name].shape if of_game else self._book[name].shape
        return f"int({'game' if of_game else 'book'}.{name}{f'[{index}]' if shape else ''})"

    def knows(self, name: str) -> bool:
        """Whether it is a rule or a constant."""
        return name in self._scope


class _Fields(ast.NodeTransformer):
    """Puts fields in the place of their names."""

    def __init__(self, writing: Writing, arguments: list[str], index: str) -> None:
        self._writing, self._arguments, self._index = writing, arguments, index

    def visit_Name(self, node: ast.Name) -> ast.AST:
        """A name that stands alone."""
        if node.id in self._arguments:
            return node
        try:
            return _parsed(self._writing.field(node.id, self._index))
        except KeyError:
            if self._writing.knows(node.id):
                return node
            raise

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """A rule may be called as a field is."""
        node.args = [self.visit(argument) for argument in node.args]
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        """A field with the number that is meant."""
        assert isinstance(node.value, ast.Name)
        return _parsed(self._writing.field(node.value.id, ast.unparse(self.visit(node.slice))))

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        """A field of a record that is named, or a member of an enumeration."""
        return node


def _parsed(text: str) -> ast.AST:
    return ast.parse(text, mode="eval").body
