"""What a seat sees, written into a row of int16, or brought up to date there: from one decision to the next few units
change, and places seldom.

A game's own rules are handed in as `Rows`; what is compared and kept from one decision to the next is declared
(`Sight`).  Never written: the generator, dice laid in front of it, and what is secret from the seat
(`core.seen.hiding`).
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from aw_env.core.declare.columns import SUMMARY, Layouts, Part
from aw_env.core.declare.fields import Declaration
from aw_env.core.engine.arrays import bytes_of_any, keep, multiply, swap, turn_sign
from aw_env.core.engine.compiling import compiled, rule, rule_with_arrays
from aw_env.core.engine.entry_points import belonging_to
from aw_env.core.engine.ledger import IN_TURN
from aw_env.core.engine.sets import lowest
from aw_env.core.seen.hiding import Hiding
from aw_env.core.seen.writing import written

UNSEEN = 0
"""How a unit looks that is not in the game (`Rows.look`)."""
AT_A_TIME = 8
"""Units compared at a time: their places fill a word."""
MOST_WORDS = 62
"""Words compared in one loop, which gives the set of those that differ."""


@rule
def leave_open(book, game, line):
    """Nothing is hidden in this game."""


class Rows(NamedTuple):
    """The rules that write the rows of a game.  They write into columns of 0; mine: the side of the seat, 0 or 1."""

    once: Any
    """`once(book, row)`: what stays as it is."""
    general: Any
    """`general(book, game, seat, mine, row)`: the part that all layouts share."""
    look: Any
    """`look(game, unit)`: all of a unit's state that the counts of a summary depend on, in one number; `UNSEEN` of one
    that is not in the game.  `game` may be a row's memory of it."""
    count_unit: Any
    """`count_unit(book, unit, looks, times, mine, row)`: add a unit that looks so, once or -1 times."""
    units: Any
    """`units(book, game, mine, row)`: what it tells of units besides, which is written anew at every decision."""
    tables: Any
    """`tables(book, game, mine, row)`: a row for each unit and each place."""
    clear: Any
    """`clear(game, row, line)`: empty the columns of `general` and `units`."""
    change_sides: Any
    """`change_sides(book, row)`: what was mine is theirs in a summary (`change_of_sides`)."""
    places: Any
    """`places(book, game, mine, row)`: what a summary tells of places themselves."""
    changes: Any
    has_changed: Any
    keep_units: Any
    renew_places: Any
    """See `Sight`."""
    cover: Any = leave_open
    take_off_cover: Any = leave_open
    """See `core.seen.hiding.Hiding`."""
    is_kept_from: Any = leave_open
    as_seen: Any = None
    """See `core.seen.hiding.blindfolds`; none in a game that hides nothing a unit at a time."""
    sides: Any = IN_TURN
    """Side of each seat, 0 or 1."""
    by_turn: Any = True
    """Whether units may look otherwise (`look`) with the turn alone."""


@rule
def write(rows, book, game, seat, layout, row):
    """Write a row of a record in which nothing is hidden from the seat, whatever was in it before."""
    row[:] = 0
    mine = rows.sides[seat]
    rows.once(book, row)
    rows.general(book, game, seat, mine, row)
    if layout != SUMMARY:
        rows.tables(book, game, mine, row)
        return
    for k in range(game.units):
        unit = int(game.roster[k])
        rows.count_unit(book, unit, rows.look(game, unit), 1, mine, row)
    rows.places(book, game, mine, row)
    rows.units(book, game, mine, row)


@rule
def show(rows, book, game, seat, layout, row, line):
    """Write what `seat`, which is asked, sees into a row that was last written by this function and goes with `line`
    (`Sight.fields`).  In a summary only what has changed is written, which makes it several times as fast."""
    rows.cover(book, game, line)
    if layout == SUMMARY:
        bring_up_to_date(rows, book, game, seat, row, line)
    else:
        write(rows, book, game, seat, layout, row)
    rows.take_off_cover(book, game, line)


@rule
def bring_up_to_date(rows, book, game, seat, row, line):
    """Write what has changed of a summary."""
    mine = rows.sides[seat]
    if line.written == 0:
        rows.once(book, row)
    rows.clear(game, row, line)
    rows.general(book, game, seat, mine, row)
    if line.sighted_by != mine:
        rows.change_sides(book, row)
    recount_units(rows, book, game, mine, row, line)
    rows.renew_places(book, game, mine, row, line)
    rows.units(book, game, mine, row)
    line.written = 1
    line.sighted_by = mine
    line.turn = game.turn


@rule
def recount_units(rows, book, game, mine, row, line):
    """Units that look other than when the row was written are taken off where they were and counted where they are."""
    anew = line.written == 0 or (rows.by_turn and line.turn != game.turn)
    words = game.place.size // AT_A_TIME
    for first in range(0, words, MOST_WORDS):
        changed = (1 << min(words - first, MOST_WORDS)) - 1 if anew else rows.changes(game, line, first)
        while changed != 0:  # each rule is called at one place, where it is inlined
            k = first + lowest(changed)
            changed &= changed - 1
            for number in range(AT_A_TIME):
                unit = AT_A_TIME * k + number
                if anew or rows.has_changed(game, unit, line):
                    recount(rows, book, game, unit, mine, row, line)
            rows.keep_units(game, line, k)


@rule
def recount(rows, book, game, unit, mine, row, line):
    """Count a unit as it looks now and not as it looked."""
    before = rows.look(line, unit) if line.written == 1 else UNSEEN
    now = rows.look(game, unit)
    if before != now:
        for times in (-1, 1):
            rows.count_unit(book, unit, now if times == 1 else before, times, mine, row)


# --- the entry points of a game, of which each has its own -----------------------------------------------

ROWS: Any = None
SHOW_TO: Any = None
"""Its rules."""


class EntryPoints(NamedTuple):
    """How the rows of a game are written."""

    show: Any
    """The rule `show(book, game, seat, layout, observation, line)` (`core.engine.ledger.Play`)."""
    show_to: Any
    """The rule `show_to(book, game, seat, layout, observation)`: a row for any seat, from what it may see."""
    observe: Any
    """Compiled: `observe(books, games, i, seat, layout, observation)` (`core.ruleset.Ruleset`)."""


def entry_points(module: str, rows: Rows) -> EntryPoints:
    """Those of a game.  module: where they belong."""
    if rows.as_seen is None:
        show_to = rule(belonging_to(module, _show_openly, ROWS=rows))
    else:
        show_to = rule_with_arrays(belonging_to(module, _show_to, ROWS=rows))
    observe = compiled(belonging_to(module, _observe, SHOW_TO=show_to))
    return EntryPoints(rule(belonging_to(module, _show, ROWS=rows)), show_to, observe)


def _show(book, game, seat, layout, observation, line):
    """Bring a row up to date for the seat that is asked."""
    show(ROWS, book, game, seat, layout, observation, line)


def _show_to(book, game, seat, layout, observation):
    """Write a row for a seat, from what it may see."""
    if ROWS.is_kept_from(book, game, seat):
        write(ROWS, book, ROWS.as_seen(book, game, seat)[0], seat, layout, observation)
    else:
        write(ROWS, book, game, seat, layout, observation)


def _show_openly(book, game, seat, layout, observation):
    """Write a row for a seat of a game that hides nothing."""
    write(ROWS, book, game, seat, layout, observation)


def _observe(books, games, i, seat, layout, observation):
    """Write into `observation`, int16 `(columns,)`, what a seat (of the number behind the last: everything) sees of
    game `i`."""
    SHOW_TO(books[0], games[i], seat, layout, observation)


# --- what is compared and kept ---------------------------------------------------------------------------


class OfPlaces(NamedTuple):
    """Columns of places, or others that seldom change.

    write: the rule `write(book, game, mine, row)`.  fields: those that they depend on, beside the turn.  unsettled: a
    rule `unsettled(game)` that says when they may change without these; asks: the fields that it reads.
    """

    write: Any
    fields: tuple[str, ...]
    unsettled: Any = None
    asks: tuple[str, ...] = ()


class Sight:
    """What is kept beside a row so that it can be brought up to date.

    units: the fields that `Rows.look` reads.  places: the columns of places.  hiding: what is covered meanwhile, if
    anything ever is.  by_turn: whether columns of places may change with the turn alone.  last: an expression for the
    number of the last unit in the game, if those behind it are many.  count: how many units there are, or of what else
    these fields have a number each; 0: those with a place.

    fields: of a line; all 0 goes with a row of 0.  changes: the rule `changes(game, line, first)`, the set of the words
    of `AT_A_TIME` units in which any of these fields has changed, of up to `MOST_WORDS` from `first` on, which is its
    number 0; it stores nothing, so that it takes many words a step.  has_changed: `has_changed(game, unit, line)`,
    whether any has of one unit.  keep_units: `keep_units(game, line, k)`, which keeps those of word `k`.  write_places,
    renew_places: rules that write all the columns of places, and those that may have changed, as `Rows` has them.
    those_of_word: `those_of_word(game, line, k)`, a word with a 1 in the byte of each unit of word `k` that has
    changed, for games that compare many fields.  keep_unit: `keep_unit(game, line, unit)`, which keeps those of a unit.
    """

    def __init__(
        self,
        state: Declaration,
        units: Sequence[str],
        places: Sequence[OfPlaces],
        hiding: Hiding | None = None,
        by_turn: bool = True,
        last: str = "",
        count: int = 0,
    ) -> None:
        self._dtype, self._places, self._by_turn = state.dtype, places, by_turn
        covered: list[Any] = [] if hiding is None else hiding.fields
        self._of_units: dict[str, int] = {}  # fields of the record, or words of small ones, with the bits that matter
        for name in units:
            word = state[name].kept if state[name].is_small else name
            bits = state.bits(name).mask << state.bits(name).first if state[name].is_small else 0xFFFF
            self._of_units[word] = self._of_units.get(word, 0) | bits
        self._words = (count or state["place"].shape[0]) // AT_A_TIME
        self._last = last
        self._of_places = dict.fromkeys(name for part in places for name in (*part.fields, *part.asks))
        self.fields = [
            ("written", "i4"),
            ("sighted_by", "i4"),
            ("turn", "i4"),
            *covered[:1],
            *((name, self._dtype[name]) for name in (*self._of_places, *self._of_units)),
            *covered[1:],
        ]
        self.changes, self.has_changed, self.keep_units = self._changes(), self._has_changed(), self._keep_units()
        self.those_of_word, self.keep_unit = self._those_of_word(), self._keep_unit()
        self.write_places, self.renew_places = self._write_places(), self._renew_places()

    @property
    def rules(self) -> tuple[Any, Any, Any, Any, Any]:
        """These, in the order in which `Rows` has them."""
        return self.write_places, self.changes, self.has_changed, self.keep_units, self.renew_places

    def _views(self) -> list[str]:
        """Every field of units as words, now and as it was."""
        return [
            f"now_{name}, seen_{name} = game.{name}.view(np.int64), line.{name}.view(np.int64)"
            for name in self._of_units
        ]

    def _words_of(self, name: str) -> list[str]:
        """The words of a field that hold `AT_A_TIME` units."""
        size = self._dtype[name].base.itemsize
        return [f"{size} * k + {n}" for n in range(size)]

    def _changes(self) -> Callable[..., Any]:
        # As many units a step as fill a word of the widest field, so that all fields are read without gaps.
        size = {name: self._dtype[name].base.itemsize for name in self._of_units}
        steps = max(size.values())
        lines, changes = ["changed = 0"], []
        for name, bits in self._of_units.items():
            width = 8 * size[name] * AT_A_TIME // steps
            word = f"view(np.int{width})"
            lines.append(f"now_{name}, seen_{name} = game.{name}.{word}, line.{name}.{word}")
            mask = "" if bits == 0xFFFF else f" & {signed(bits * 0x0001000100010001 & (1 << width) - 1)}"
            changes.append(f"int(now_{name}[np.uintp(k)] ^ seen_{name}[np.uintp(k)]){mask}")
        count = self._words if self._words <= MOST_WORDS else f"min({self._words} - first, {MOST_WORDS})"
        if self._last:
            count = f"min({self._last} // {AT_A_TIME} + 1 - first, {MOST_WORDS})"
        lines += [f"for number in range({steps} * {count}):", f"    k = {steps} * first + number"]
        lines += [f"    changed |= int(({' | '.join(changes)}) != 0) << number // {steps}"]
        return written("changes(game, line, first)", [*lines, "return changed"], {"np": np})

    def _has_changed(self) -> Callable[..., Any]:
        changes = [f"int(game.{name}[unit] ^ line.{name}[unit]) & {bits}" for name, bits in self._of_units.items()]
        return written("has_changed(game, unit, line)", [f"return ({' | '.join(changes)}) != 0"], {})

    def _those_of_word(self) -> Callable[..., Any]:
        of_a_byte = [name for name in self._of_units if self._dtype[name].base.itemsize == 1]
        wider = {name: bits for name, bits in self._of_units.items() if name not in of_a_byte}
        lines, word = ["changed = 0"], "view(np.int64)[np.uintp(k)]"
        for name in of_a_byte:
            lines.append(f"changed |= int(game.{name}.{word} ^ line.{name}.{word})")
        lines.append("changed = bytes_of_any(changed)")
        for name, bits in wider.items():
            lines.append(f"for number in range({AT_A_TIME}):")
            lines.append(f"    unit = {AT_A_TIME} * k + number")
            lines.append(f"    differs = int(int(game.{name}[unit] ^ line.{name}[unit]) & {bits} != 0)")
            lines.append(f"    changed |= differs << {AT_A_TIME} * number")
        names = {"np": np, "bytes_of_any": bytes_of_any}
        return written("those_of_word(game, line, k)", [*lines, "return changed"], names)

    def _keep_units(self) -> Callable[..., Any]:
        kept = [f"seen_{name}[{word}] = now_{name}[{word}]" for name in self._of_units for word in self._words_of(name)]
        return written("keep_units(game, line, k)", [*self._views(), *kept], {"np": np})

    def _keep_unit(self) -> Callable[..., Any]:
        kept = [f"line.{name}[unit] = game.{name}[unit]" for name in self._of_units]
        return written("keep_unit(game, line, unit)", kept, {})

    def _write_places(self) -> Callable[..., Any]:
        lines = [f"write_{k}(book, game, mine, row)" for k in range(len(self._places))]
        return written("write_places(book, game, mine, row)", lines or ["pass"], self._rules())

    def _renew_places(self) -> Callable[..., Any]:
        lines = [f"anew = line.written == 0{' or line.turn != game.turn' if self._by_turn else ''}"]
        for k, part in enumerate(self._places):
            changed = [f"differ_{k}(game, line)"]
            if part.unsettled is not None:
                changed += [f"unsettled_{k}(game)", f"unsettled_{k}(line)"]
            lines.append(f"changed_{k} = {' or '.join(['anew', *changed])}")
        for k in range(len(self._places)):
            lines.append(f"if changed_{k}: write_{k}(book, game, mine, row)")
        for name in self._of_places:
            if not self._dtype[name].shape:
                lines.append(f"line.{name} = game.{name}")
                continue
            renewed = " or ".join(f"changed_{k}" for k, part in enumerate(self._places) if name in part.fields)
            lines.append(f"if {renewed}: keep(line.{name}, game.{name})")
        return written("renew_places(book, game, mine, row, line)", lines, self._rules())

    def _differ(self, names: Sequence[str]) -> Callable[..., Any]:
        """The rule `differ(game, line)`: whether any of these fields has changed, those of one size in one loop."""
        alike: dict[tuple[int, int], list[str]] = {}
        lines = ["changes = 0"]
        for name in names:
            kind = self._dtype[name]
            if kind.shape:
                word = max(size for size in (1, 2, 4, 8) if kind.itemsize % size == 0)
                view = f"{name}.view(np.int{8 * word})"
                lines.append(f"now_{name}, seen_{name} = game.{view}, line.{view}")
                alike.setdefault((word, kind.itemsize // word), []).append(name)
            else:
                lines.append(f"changes |= int(game.{name} ^ line.{name})")
        for (_, count), those in alike.items():
            lines.append(f"for k in range({count}):")
            lines.append(f"    changes |= {' | '.join(f'int(now_{name}[k] ^ seen_{name}[k])' for name in those)}")
        return written("differ(game, line)", [*lines, "return changes != 0"], {"np": np})

    def _rules(self) -> dict[str, Any]:
        rules = {f"write_{k}": part.write for k, part in enumerate(self._places)}
        unsettled = {f"unsettled_{k}": part.unsettled for k, part in enumerate(self._places)}
        differ = {f"differ_{k}": self._differ(part.fields) for k, part in enumerate(self._places)}
        return {"keep": keep, **rules, **unsettled, **differ}


# --- the other side --------------------------------------------------------------------------------------


def change_of_sides(layouts: Layouts, **in_use: Callable[..., Any]) -> Callable[..., Any]:
    """The rule `change_sides(book, row)`: a summary as the other side sees it, but for its general part.

    Columns that are positive for my side change their sign, those of `MY_...` and `THEIR_...` and whole tables for both
    sides change places.  in_use: by the name of a part, a rule `in_use(book, number)` that says which of its rows are
    written at all; the signs of all other parts are changed in one loop over every column, many a step.
    """
    lines: list[str] = []
    signs = np.ones(layouts.widths["summary"], np.int16)
    for part, first in zip(layouts.parts["summary"][1:], layouts.firsts("summary")[1:], strict=True):
        if part.names == ("mine", "theirs"):
            lines.append(f"swap(row, {first}, {part.row.width})")
            continue
        changes = _swaps(part)
        for column in _signed(part):
            if part.name in in_use:
                changes.append(f"turn_sign(row, first + {column})")
            else:
                signs[first + column : first + part.width : part.row.width] = -1
        if changes:
            lines.append(f"for k in range({len(part.names)}):")
            if part.name in in_use:
                lines += [f"    if not {part.name}_in_use(book, k):", "        continue"]
            lines += [f"    first = {first} + k * {part.row.width}", *(f"    {change}" for change in changes)]
    turned = np.flatnonzero(signs < 0)
    if turned.size:
        signs = signs[turned[0] : turned[-1] + 1].copy()
        lines.append(f"multiply(row, {turned[0]}, signs)")
    rules = {f"{name}_in_use": one for name, one in in_use.items()}
    names = {"swap": swap, "turn_sign": turn_sign, "multiply": multiply, "signs": signs}
    return written("change_sides(book, row)", lines, {**names, **rules})


def signed(word: int) -> int:
    """A word of 64 bits as an int64 has it."""
    return (word & (1 << 64) - 1 ^ 1 << 63) - (1 << 63)


def _swaps(part: Part) -> list[str]:
    """What changes places in one row, from column `first` on."""
    changes: list[str] = []
    for block, first in zip(part.row.blocks, part.row.firsts, strict=True):
        if block.prefix == "mine/":
            changes.append(f"swap(row, first + {first}, {len(block.columns)})")
        elif block.prefix == "" and block.table is not None:
            mine = [column for column in block.table if column.name.startswith("MY_")]
            changes += [f"swap(row, first + {first + column}, 1)" for column in mine]
    return changes


def _signed(part: Part) -> list[int]:
    """The columns of one row that are positive for my side."""
    found: list[int] = []
    for block, first in zip(part.row.blocks, part.row.firsts, strict=True):
        if block.prefix == "" and block.table is not None:
            found += [first + column for column in block.table if column.signed and not column.name.startswith("MY_")]
    return found
