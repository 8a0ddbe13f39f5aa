"""What is hidden a unit at a time: fields that are declared `hidden_by` something, while it hides the unit from a seat.

For the seat that is asked they are covered in the record itself and uncovered when its row is written: a copy for every
decision would take longer than the decision.  For all else, views, infos, words and pictures among it, a game is
concealed in a copy of the record (`blindfolds`).
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from aw_env.core.declare.fields import Declaration
from aw_env.core.engine.compiling import compiled, rule_with_arrays
from aw_env.core.engine.entry_points import belonging_to
from aw_env.core.engine.layout import readable_type
from aw_env.core.engine.ledger import IN_TURN
from aw_env.core.engine.marks import mark
from aw_env.core.seen.writing import written


class Hiding:
    """The rules that hide units.

    state: the fields of the record.  hidden_by: what they are declared to be hidden by.  is_hidden: the rule
    `is_hidden(book, game, unit, mine)`, from the side `mine`.  among: the expressions for the numbers of those units
    that may be hidden, and for how many they are; most: as many as there may be.  sides: of each seat.  seen_as: rules
    `(book, game, unit)` for fields that a hidden unit has not as a fresh one has.

    fields: of a row's memory.  forget: the rule `forget(book, game, unit)`: nothing is known of a unit.  hide:
    `hide(book, game, mine)`: nothing of any that is hidden, in a copy of the record.  cover, take_off_cover:
    `cover(book, game, line)` conceals them from the seat that is asked until `take_off_cover(book, game, line)`.
    """

    def __init__(
        self,
        state: Declaration,
        hidden_by: str,
        is_hidden: Callable[..., Any],
        most: int,
        among: tuple[str, str] = ("game.roster", "game.units"),
        sides: tuple[int, ...] = IN_TURN,
        **seen_as: Callable[..., Any],
    ) -> None:
        hidden = [field for field in state if field.hidden_by == hidden_by]
        words = dict.fromkeys(field.kept if field.is_small else field.name for field in hidden)
        self.fields: list[Any] = [
            ("covered", "i4"),
            ("covered_unit", "i2", most),
            *((f"covered_{word}", state.dtype[word].base, most) for word in words),
        ]
        lines = [f"game.{name}[unit] = {name}(book, game, unit)" for name in seen_as]
        for field in hidden:
            if field.is_small:
                lines.append(f"mark(game, unit, {field.name.upper()}, {field.fresh})")
            elif field.name not in seen_as:
                lines.append(f"game.{field.name}[unit] = {field.fresh}")
        bits = {field.name.upper(): state.bits(field.name) for field in hidden if field.is_small}
        self.forget = written("forget(book, game, unit)", lines, {"mark": mark, **bits, **seen_as})
        rules = {"is_hidden": is_hidden, "forget": self.forget, "sides": sides}
        loop = [f"for k in range({among[1]}):", f"    unit = int({among[0]}[k])"]
        loop += ["    if is_hidden(book, game, unit, mine):"]
        self.hide = written("hide(book, game, mine)", [*loop, "        forget(book, game, unit)"], rules)
        kept = [f"line.covered_{word}[covered] = game.{word}[unit]" for word in words]
        steps = ["line.covered_unit[covered] = unit", *kept, "forget(book, game, unit)", "covered += 1"]
        begin, end = "covered, mine = 0, sides[game.seat]", "line.covered = covered"
        self.cover = written(
            "cover(book, game, line)", [begin, *loop, *(f"        {step}" for step in steps), end], rules
        )
        back = ["for k in range(line.covered):", "    unit = int(line.covered_unit[k])"]
        back += [f"    game.{word}[unit] = line.covered_{word}[k]" for word in words]
        self.take_off_cover = written("take_off_cover(book, game, line)", back, {})


# --- in a copy of the record -----------------------------------------------------------------------------

SEEN: Any = None
IS_KEPT_FROM: Any = None
CONCEAL: Any = None
"""The dtype of a record that rules can read, compiled or interpreted, and the rules of a game."""


class Blindfolds(NamedTuple):
    """What a seat may see of a game, as a copy of its record."""

    blindfold: Any
    """Compiled: `blindfold(books, games, i, seat)` takes from game `i`, which is a copy, what a seat may not see."""
    as_seen: Any
    """The rule `as_seen(book, game, seat)`, which gives an array of one record."""


def blindfolds(module: str, state: Declaration, is_kept_from: Any, conceal: Any) -> Blindfolds:
    """Those of a game.

    module: where they belong.  is_kept_from: the rule `is_kept_from(book, game, seat)`, whether anything is.  conceal:
    the rule `conceal(book, game, seat)`, which takes it from a copy.
    """
    rules = {"SEEN": readable_type(state.dtype), "IS_KEPT_FROM": is_kept_from, "CONCEAL": conceal}
    as_seen = rule_with_arrays(belonging_to(module, _as_seen, **rules))
    return Blindfolds(compiled(belonging_to(module, _blindfold, **rules)), as_seen)


def _blindfold(books, games, i, seat):
    """See `Blindfolds`."""
    if IS_KEPT_FROM(books[0], games[i], seat):
        CONCEAL(books[0], games[i], seat)


def _as_seen(book, game, seat):
    """See `Blindfolds`."""
    seen = np.empty(1, SEEN)
    seen[0] = game
    CONCEAL(book, seen[0], seat)
    return seen
