"""The rules that write a table of columns, from what the columns are declared to hold.

    writing = Writing(STATE, BOOK, is_active=is_active)
    write_port = writing(Port, "book, game, mine, port, first, row")

A column holds a field of the game's record or of the book: the one of its own name, or what its source says, an
expression of fields by their names.  A field with a number for each unit (or place) is that of the unit (or place) that
is written, unless the source says which.  `sign(side, mine)` is 1 for my side, -1 for theirs, 0 for neither.
"""

import ast
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any
from zlib import crc32

import numpy as np

from aw_env.core.declare.columns import Columns, Row, Source
from aw_env.core.declare.fields import Declaration, names_of
from aw_env.core.engine.compiling import rule
from aw_env.core.engine.dispatch import function_of
from aw_env.core.engine.marks import marked
from aw_env.core.engine.sets import has

_OF_EVERY_ROW = ("book", "game", "seat", "mine", "first", "row")
"""Arguments that do not say what is written."""


@rule
def sign(side, mine):
    """1 for my side, -1 for theirs, 0 for neither."""
    return int(side == mine) - int(side == 1 - mine)


def written(head: str, lines: list[str], scope: Mapping[str, Any]) -> Callable[..., Any]:
    """A rule made from its text: `name(arguments)`, and the lines of its body, which name what `scope` holds."""
    text, name = "\n    ".join([f"def {head}:", *lines]) + "\n", head.partition("(")[0]
    return rule(function_of(text, name, f"{__name__} {crc32(text.encode()):08x}", {"__name__": __name__, **scope}))


def in_turn(given: str, *rules: Callable[..., Any]) -> Callable[..., Any]:
    """The rule with the arguments `given` that calls others with the same, one after the other."""
    names = {f"rule_{k}": one for k, one in enumerate(rules)}
    return written(f"in_turn({given})", [f"{name}({given})" for name in names], names)


def _index(arguments: Sequence[str]) -> str:
    """The argument that says of what a table is written; "" for none."""
    return next((name for name in arguments if name not in _OF_EVERY_ROW), "")


def _chosen(
    columns: type[Columns], like: type[Columns] | Collection[str] | Mapping[str, Source] | None
) -> Mapping[str, Source]:
    """What some columns of a table hold, by their names (`Writing.rows`)."""
    if isinstance(like, Mapping):
        return like
    if like is None or isinstance(like, type):
        return {column.name: column.source for column in like or columns}
    return {column.name: column.source for column in columns if column.name in like}


class Writing:
    """Writes the rules of a game.

    state: the fields of its record.  book: the dtype of its book.  names: rules and constants that sources name.
    """

    def __init__(self, state: Declaration, book: np.dtype, **names: Any) -> None:
        self._state, self._book = state, book
        self._scope: dict[str, Any] = {"np": np, "sign": sign, "marked": marked, "has": has, **names}

    def __call__(self, columns: type[Columns], given: str, like: type[Columns] | None = None) -> Callable[..., Any]:
        """The rule with the arguments `given` that writes a table, from column `first` of `row` on, or from 0.

        like: another table; columns of the same name hold what they hold there, and no others are written.
        Raises ValueError where a source names what there is not.
        """
        arguments = given.split(", ")
        lines = self._lines(columns, arguments, _index(arguments), _chosen(columns, like))
        return self._rule(columns, given, lines)

    def rows(
        self,
        part: tuple[int, int, int],
        columns: type[Columns],
        index: str,
        numbers: range | None = None,
        where: str = "True",
        like: type[Columns] | Collection[str] | Mapping[str, Source] | None = None,
        given: str = "book, game, mine, row",
    ) -> Callable[..., Any]:
        """The rule with the arguments `given` that writes a table in each row of a part of a layout.

        part: its first column, its rows and their columns (`Layouts.tables`).  index: what the number of a row is
        called in sources: "unit", of which the rows of those in the game are written, or a kind of place.  numbers: of
        the rows that are written, called from 0 on; None: of all.  where: an expression as a source is: other rows are
        left alone.  like: what is written, where this is not the whole table: the columns that another has too, as they
        are there; or some, by their names, which may say what they hold.
        """
        numbers = numbers or range(part[1])
        arguments = [*given.split(", "), index, "first"]
        lines = self._lines(columns, arguments, index, _chosen(columns, like))
        loop = [f"for {index} in range({len(numbers)}):"]
        if index == "unit":
            loop = ["for k in range(game.units):", "    unit = int(game.roster[k])"]
        condition = f"    if {self._expression(where, arguments, index)}:"
        first = f"        first = {part[0] + numbers.start * part[2]} + {index} * {part[2]}"
        return self._rule(columns, given, [*loop, condition, first, *(f"        {line}" for line in lines)])

    def one_hots(self, blocks: Row, given: str) -> Callable[..., Any]:
        """The rule with the arguments `given` that writes, in a row that begins with them, those blocks which say what
        is so (`core.declare.columns.one_hot`), but for what never changes: what is said of the book alone."""
        return self._one_hots(blocks, given, lambda source: not self.is_fixed(source))

    def fixed(self, blocks: Row) -> Callable[..., Any]:
        """The rule `once(book, row)` that writes what never changes of these blocks."""
        return self._one_hots(blocks, "book, row", self.is_fixed)

    def is_fixed(self, source: str) -> bool:
        """Whether a source speaks of the book alone; a name that the record has too is the record's (`field`)."""
        names = {node.id for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Name)}
        return names <= {"book", "number", "has", *names_of(self._book)} - {*self._state.fields}

    def _one_hots(self, blocks: Row, given: str, wanted: Callable[[str], bool]) -> Callable[..., Any]:
        arguments, lines = given.split(", "), []
        for block, first in zip(blocks.blocks, blocks.firsts, strict=True):
            if not block.source or not wanted(block.source):
                continue
            text = self._expression(block.source, [*arguments, "number"], _index(arguments))
            if "number" in block.source:
                lines.append(f"for number in range({len(block.columns)}):")
                lines.append(f"    row[np.uintp({first} + number)] = {text}")
            else:
                lines.append(f"number = {text}")
                lines.append(f"if 0 <= number < {len(block.columns)}: row[np.uintp({first} + number)] = 1")
        return written(f"write_blocks({given})", lines, self._scope)

    def _rule(self, columns: type[Columns], given: str, lines: list[str]) -> Callable[..., Any]:
        return written(f"write_{columns.__name__.lower()}({given})", lines or ["pass"], self._scope)

    def _lines(
        self, columns: type[Columns], arguments: list[str], index: str, sources: Mapping[str, Source]
    ) -> list[str]:
        """An assignment for each column that has a source."""
        column_of = "np.uintp(first + {})" if "first" in arguments else "{}"  # unsigned, so that none is from the end
        lines = []
        for column in columns:
            source = sources.get(column.name, ...)
            if source is not ...:
                try:
                    text = self._text(source or column.name.lower(), arguments, index)
                except (KeyError, SyntaxError) as error:
                    raise ValueError(f"{columns.__name__}.{column.name}: there is no {error}") from None
                lines.append(f"row[{column_of.format(int(column))}] = {text}")
        return lines

    def _text(self, source: Source, arguments: list[str], index: str) -> str:
        """What stands on the right of an assignment."""
        if isinstance(source, str):
            return self._expression(source, arguments, index)
        made: Any = source
        code = getattr(made, "py_func", made).__code__
        name = f"{made.__name__}_"
        self._scope[name] = made
        return f"{name}({', '.join(code.co_varnames[: code.co_argcount])})"

    def _expression(self, source: str, arguments: list[str], index: str) -> str:
        return ast.unparse(_Fields(self, arguments, index).visit(ast.parse(source, mode="eval")))

    def condition(self, where: str) -> str:
        """What an expression of fields of the book is in a rule."""
        return self._expression(where, ["book"], "")

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
        if not isinstance(node.value, ast.Name):
            node.slice = self.visit(node.slice)
            return node
        return _parsed(self._writing.field(node.value.id, ast.unparse(self.visit(node.slice))))

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        """A field of a record that is named, or a member of an enumeration."""
        return node


def _parsed(text: str) -> ast.AST:
    return ast.parse(text, mode="eval").body
