"""What a seat sees, written from the columns that follow from a game's declarations, and brought up to date: from one
decision to the next few units change."""

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from aw_env.core.declare.columns import CANDIDATES, MOST_CANDIDATES, Columns, Layouts
from aw_env.core.declare.fields import Field, names_of
from aw_env.core.engine.arrays import swap
from aw_env.core.engine.compiling import compiled, rule
from aw_env.core.engine.entry_points import belonging_to
from aw_env.core.engine.ledger import LEDGER, SKIP
from aw_env.core.engine.rows import clear_rows
from aw_env.core.engine.sets import has, lowest
from aw_env.core.rooms.columns import SeenRecords, Written, table_of
from aw_env.core.rooms.records import Records
from aw_env.core.seen.observing import AT_A_TIME, MOST_WORDS, OfPlaces, Sight
from aw_env.core.seen.writing import Writing, written

WRITE: Any = None
BRING_UP_TO_DATE: Any = None
WRITE_CHOICES: Any = None
"""The rules of a game in the functions below, which stand for those of every game."""
Lines = list[str]
"""Part of the text of a rule."""


class Observed(NamedTuple):
    """How a game is seen."""

    layouts: Layouts
    """Its columns."""
    fields: Any
    """What is kept beside a row so that it can be brought up to date."""
    show: Any
    """The rule `show(book, game, seat, layout, observation, line)` (`core.engine.ledger.Play`)."""
    write: Any
    """The rule `write(book, game, seat, layout, observation)`: a row for any seat, whatever was in it."""
    observe: Any
    """Compiled: `observe(books, games, i, seat, layout, observation)` (`core.ruleset.Ruleset`)."""
    show_choices: Any
    """The rule `show_choices(book, game, mask, observation, line)`: behind what is seen a row for each legal action."""
    write_candidates: Any
    """Compiled: `Ruleset.complete` of the layout "candidates"."""


class RulesOfSight:
    """The rules that write what a seat sees of a game that is declared.

    seen: its columns.  margin: its rule.

    fields: what is kept beside a row so that it can be brought up to date; all 0 goes with a row of 0.  write: the rule
    `write(book, game, seat, layout, row)`, whatever was in the row.  bring_up_to_date: the rule `bring_up_to_date(book,
    game, seat, layout, row, line)`, of a row that was last written by it and goes with the line.  write_choices: the
    rule `write_choices(book, game, mask, row)`, behind what is seen a row for each legal action.
    Raises ValueError for a field of units or places that is called as one of the ledger.
    """

    def __init__(self, seen: SeenRecords, margin: Callable[..., Any]) -> None:
        self._seen, self._records = seen, seen.records
        self._firsts = {name: first for name, (first, _, _) in seen.layouts.tables(CANDIDATES).items()}
        self.fields: list[Any] = [("written", "i4"), ("sighted_by", "i4"), ("asked_about", "i4")]
        names: dict[str, Any] = {
            "margin": margin, "has": has, "IDLE": self._records.idle, "ABOUT_UNITS": self._records.about_units,
            "ABOUT_PLACES": self._records.about_places, "FIRST_PLACE": self._records.first_place,
            "FIRST_UNIT": self._records.first_unit,
        }  # fmt: skip
        self._writing = Writing(self._records.state, self._records.book.dtype, **names)
        brief, series = self._by_length()
        self._rules: dict[str, Any] = {
            **names, "clear_rows": clear_rows, "lowest": lowest, "swap": swap,
            "write_general": self._writing(seen.general, "book, game, seat, mine, row", like=brief),
            "write_series": self._writing(seen.general, "book, game, mine, row", like=series),
            "write_place": self._writing(seen.place, "book, game, seat, mine, place, first, row"),
            "write_choice": self._writing(seen.choice, "action, first, row"),
        }  # fmt: skip
        self._make_renewing("rewrite_general", seen.general, "book, game, seat, mine, row", brief)
        self._make("write_places(book, game, mine, row)", self._of_places() or ["pass"])
        if self._records.units:
            self._make_rules_of_units()
        self._make("column_asked_about(game)", self._column_asked_about())
        self.write = self._make("write(book, game, seat, layout, row)", self._anew())
        self._make("renew(book, game, seat, row, line)", self._renewed())
        self.bring_up_to_date = self._make("bring_up_to_date(book, game, seat, layout, row, line)", self._up_to_date())
        self.write_choices = self._make("write_choices(book, game, mask, row)", self._of_choices())

    def _by_length(self) -> tuple[type[Columns], type[Columns]]:
        """The columns of the game as a whole, and of these in a table of their own those of long series of numbers,
        which are written only where one has changed."""
        tables: tuple[dict[str, Written], dict[str, Written]] = {}, {}
        for column in self._seen.general:
            source = str(column.source)
            is_of_series = not {column.name.lower(), *re.findall(r"\w+", source)}.isdisjoint(self._seen.series)
            tables[is_of_series][column.name] = column.size, column.meaning, source
        return table_of("Brief", "", tables[0]), table_of("Series", "", tables[1])

    def _by_use(self, columns: type[Columns]) -> dict[str, dict[str, Written]]:
        """The columns of a table that may change, by where the field is used that they hold (`Field.used_where`)."""
        used_where = {field.name: field.used_where for field in self._records.own}
        found: dict[str, dict[str, Written]] = {"": {}}
        for column in columns:
            source = str(column.source or column.name.lower())
            if column.source is not ... and not self._writing.is_fixed(source):
                where = max(used_where.get(name, "") for name in re.findall(r"\w+", source))
                found.setdefault(where, {})[column.name] = column.size, column.meaning, source
        return found

    def _in_use(self, *parts: tuple[str, str]) -> Lines:
        """Lines, each of which is carried out where an expression of fields of the book holds, "" everywhere."""
        lines = []
        for where, line in parts:
            lines += [f"if {self._writing.condition(where)}:", f"    {line}"] if where else [line]
        return lines

    def _make_renewing(self, name: str, columns: type[Columns], given: str, like: type[Columns] | None = None) -> None:
        """The rule `name(given)` that writes what may have changed of a table that has been written before.  like: a
        table with those columns that are meant, where this is not the whole table."""
        parts = []
        for k, (where, table) in enumerate(self._by_use(like or columns).items()):
            self._rules[f"{name}_{k}"] = self._writing(columns, given, like=table_of(f"Part{k}", "", table))
            parts.append((where, f"{name}_{k}({given})"))
        self._make(f"{name}({given})", self._in_use(*parts))

    def _make_comparing(self, things: str, fields: Sequence[Field], last: str = "") -> Any:
        """The rules `changes_of_<things>(book, game, line, first)`, `<things>_of_word(book, game, line, k)` and
        `keep_<things>(game, line, number)`, as `Sight` has them, of the fields that are used in the scenario.  Returns
        what is kept of them."""
        state, count = self._records.state, len(getattr(self._records, things))
        changes, of_word = [], []
        for k, where in enumerate(dict.fromkeys(field.used_where for field in fields)):
            names = [field.name for field in fields if field.used_where == where]
            sight = Sight(state, names, (), by_turn=False, last=last, count=count)
            self._rules |= {f"changes_of_{things}_{k}": sight.changes, f"{things}_of_word_{k}": sight.those_of_word}
            changes.append((where, f"changed |= changes_of_{things}_{k}(game, line, first)"))
            of_word.append((where, f"changed |= {things}_of_word_{k}(game, line, k)"))
        self._make(f"changes_of_{things}(book, game, line, first)", _summed(self._in_use(*changes)))
        self._make(f"{things}_of_word(book, game, line, k)", _summed(self._in_use(*of_word)))
        whole = Sight(state, [field.name for field in fields], (), by_turn=False, last=last, count=count)
        self._rules |= {f"has_changed_of_{things}": whole.has_changed, f"keep_{things}": whole.keep_unit}
        return whole.fields

    def _make(self, head: str, lines: Lines) -> Any:
        """A rule, which those that are made after it may call."""
        name = head.partition("(")[0]
        self._rules[name] = written(head, lines, self._rules)
        return self._rules[name]

    def _make_rules_of_units(self) -> None:
        given, unit = "book, game, seat, mine, unit, first, row", self._seen.unit
        fields = self._make_comparing("units", self._seen.of_units, "int(game.roster[max(1, game.units) - 1])")
        of_places = tuple(field.name for field in self._seen.of_places)
        seldom = self._of_series()
        if self._compares_places:
            fields += self._make_comparing("places", self._seen.of_places)
            self._make_renewing("rewrite_place", self._seen.place, "book, game, seat, mine, place, first, row")
        elif of_places:
            seldom.append(OfPlaces(self._rules["write_places"], of_places))
        sight = Sight(self._records.state, ("place",), seldom, by_turn=False)
        self._rules["renew_places"] = sight.renew_places
        fields += sight.fields
        self.fields += [field for field in dict.fromkeys(fields) if field not in (*self.fields, ("turn", "i4"))]
        self.fields.append(("is_shown", "i1", len(self._records.units)))
        if taken := {*names_of(LEDGER)} & {*(field.name for field in self._seen.of_units), *of_places}:
            raise ValueError(f"{min(taken)}: the ledger has a field of that name; call this one otherwise")
        sources = {one.name: (one.size, one.meaning, str(one.source)) for one in _by_side(unit)}
        self._rules["write_unit"] = self._writing(unit, given)
        self._rules["change_side"] = self._writing(unit, given, like=table_of("BySide", "", sources))
        self._make(f"show_unit({given})", [f"write_unit({given})", *self._marks("game", "+")])
        self._make_renewing("rewrite_unit", unit, given)
        self._make(f"show_anew({given})", [f"rewrite_unit({given})", *self._marks("game", "+")])
        self._make("take_off(book, line, mine, unit, first, row)", self._marks("line", "-"))

    @property
    def _compares_places(self) -> bool:
        """Whether of the places those are written anew of which a field has changed, rather than all where one has."""
        return bool(self._records.units and self._seen.of_places) and len(self._records.places) % AT_A_TIME == 0

    def _of_series(self) -> list[OfPlaces]:
        """The columns of long series, by where their fields are used."""
        _, series = self._by_length()
        given, parts = "book, game, mine, row", []
        for k, (where, table) in enumerate(self._by_use(series).items()):
            write = self._writing(self._seen.general, given, like=table_of(f"Series{k}", "", table))
            used = {field.name for field in self._records.own if field.used_where == where}
            if names := tuple(name for name in self._seen.series if name in used):
                parts.append(OfPlaces(write, names))
        return parts

    def _of_the_whole(self, *write_general: str) -> Lines:
        """What is said of the game as a whole, over what was.  write_general: lines that write its fields."""
        general = self._seen.layouts.parts["summary"][0].row
        _, phases, decisions = general.firsts
        return [
            "mine = int(seat)",
            *write_general,
            f"row[{phases} : {general.width}] = 0",
            f"row[{phases} + game.phase] = 1",
            f"row[{decisions} + game.decision] = 1",
        ]

    def _for_places(self, line: str) -> Lines:
        """The same for every place."""
        if not self._records.places:
            return []
        first = f"    first = {self._firsts['places']} + place * {self._seen.place_row.width}"
        return [f"for place in range({len(self._records.places)}):", first, f"    {line}"]

    def _of_places(self) -> Lines:
        """What is said of each place, but for how many units are there."""
        return self._for_places("write_place(book, game, mine, mine, place, first, row)")

    def _for_units(self, *lines: str) -> Lines:
        """The same for every unit that is in the game."""
        if not self._records.units:
            return []
        loop = ["for k in range(game.units):", "    unit = int(game.roster[k])", f"    {self._first_of_unit}"]
        return [*loop, *(f"    {line}" for line in lines)]

    @property
    def _first_of_unit(self) -> str:
        return f"first = {self._firsts['units']} + unit * {self._seen.unit_row.width}"

    def _marks(self, of: str, sign: str) -> Lines:
        """Where a unit is, and that it counts there; or, of what a line remembers, that it does no more."""
        lines = []
        for k, field in enumerate(self._seen.hot, 1):
            lines += [f"if {of}.{field.name}[unit] >= 0:"]
            at = f"first + {self._seen.unit_row.firsts[k]} + int({of}.{field.name}[unit])"
            lines += [f"    row[{at}] {sign}= 1"]
        if self._records.places:
            at = f"{self._firsts['places']} + int({of}.place[unit]) * {self._seen.place_row.width}"
            whose = f"{int(self._seen.place['MINE'])} + int(book.side[unit] != mine)"
            lines += [f"if {of}.place[unit] >= 0:", f"    row[{at} + {whose}] {sign}= 1"]
        return lines or ["pass"]

    def _anew(self) -> Lines:
        """A row from scratch."""
        whole = self._of_the_whole("write_general(book, game, seat, mine, row)")
        lines = ["row[:] = 0", *whole, "write_series(book, game, mine, row)"]
        lines += ["write_places(book, game, mine, row)"]
        return [*lines, *self._for_units("show_unit(book, game, seat, mine, unit, first, row)")]

    def _renewed(self) -> Lines:
        """A row that was written before: the whole anew, and of the units those that have changed."""
        lines = ["row[line.asked_about] = 0"]  # column 0, which is none, is written anew
        lines += self._of_the_whole(
            "if line.sighted_by != mine:",
            "    write_general(book, game, seat, mine, row)",
            "else:",
            "    rewrite_general(book, game, seat, mine, row)",
        )
        if not self._records.units:
            return [*lines, "write_places(book, game, mine, row)"]
        turned = ["write_places(book, game, mine, row)"] if _by_side(self._seen.place) else []
        turned += self._for_places(f"swap(row, first + {int(self._seen.place['MINE'])}, 1)")
        turned += self._for_units("change_side(book, game, seat, mine, unit, first, row)")
        lines += ["if line.sighted_by != mine:", *(f"    {line}" for line in turned)]
        lines += ["renew_places(book, game, mine, row, line)"]
        if self._compares_places:
            first = f"first = {self._firsts['places']} + place * {self._seen.place_row.width}"
            written_anew = "rewrite_place(book, game, mine, mine, place, first, row)"
            lines += self._for_changes("place", "0", first, written_anew, "keep_places(game, line, place)")
        changed = [
            "take_off(book, line, mine, unit, first, row)",
            "show_anew(book, game, seat, mine, unit, first, row)",
            "keep_units(game, line, unit)",
        ]
        if len(self._records.units) % AT_A_TIME != 0:
            changed = ["if has_changed_of_units(game, unit, line):", *(f"    {line}" for line in changed)]
            return [*lines, *self._for_units(*changed)]
        begun = f"max(0, game.roster[0]) // {AT_A_TIME}"
        changed = ["if line.is_shown[unit] == 1:", *(f"    {line}" for line in changed)]
        return [*lines, *self._for_changes("unit", begun, self._first_of_unit, *changed)]

    def _for_changes(self, thing: str, begin: str, *lines: str) -> Lines:
        """The same for every unit, or place, that has changed.  begin: the first word that is compared."""
        words = len(getattr(self._records, f"{thing}s")) // AT_A_TIME
        return [
            f"for begun in range({begin}, {words}, {MOST_WORDS}):",
            f"    eights = changes_of_{thing}s(book, game, line, begun)",
            "    while eights != 0:",
            "        eight = begun + lowest(eights)",
            "        eights &= eights - 1",
            f"        those = {thing}s_of_word(book, game, line, eight)",
            "        while those != 0:",
            f"            {thing} = {AT_A_TIME} * eight + lowest(those) // {AT_A_TIME}",
            "            those &= those - 1",
            *(f"            {line}" for line in lines),
        ]

    def _up_to_date(self) -> Lines:
        """A row that goes with a line."""
        keep = self._for_units("keep_units(game, line, unit)", "line.is_shown[unit] = 1")
        keep += ["renew_places(book, game, int(seat), row, line)"] if keep else []
        if self._compares_places:
            keep += self._for_places("keep_places(game, line, place)")
        return [
            "if line.written == 1:",
            "    renew(book, game, seat, row, line)",
            "else:",
            "    write(book, game, seat, layout, row)",
            *(f"    {line}" for line in keep),
            "line.written, line.sighted_by, line.asked_about = 1, int(seat), column_asked_about(game)",
            "if line.asked_about != 0:",
            "    row[line.asked_about] = 1",
        ]

    def _column_asked_about(self) -> Lines:
        """The column which says that the decision is about this unit or place; 0 where it is about none."""
        lines = []
        for name, row in (("units", self._seen.unit_row), ("places", self._seen.place_row)):
            if name in self._firsts:
                first = self._firsts[name] + [column.name for column in row.columns].index("subject")
                lines += [f"if game.subject >= 0 and has(ABOUT_{name.upper()}, game.decision):"]
                lines += [f"    return {first} + int(game.subject) * {row.width}"]
        return [*lines, "return 0"]

    def _of_choices(self) -> Lines:
        """A row for each legal action: what it is, and what is said of the place or unit named."""
        records, row = self._records, self._seen.candidate
        first, width = self._firsts[CANDIDATES], row.width
        lines = [f"clear_rows(row, {first}, {MOST_CANDIDATES}, {width})", "number = 0"]
        lines += [f"for action in range({records.actions}):"]
        lines += [f"    if mask[action] == 1 and number < {MOST_CANDIDATES}:"]
        lines += [f"        first = {first} + number * {width}", "        number += 1"]
        lines += ["        write_choice(action, first, row)"]
        kinds = [("places", records.first_place, records.places, self._seen.place_row)]
        kinds += [("units", records.first_unit, tuple(records.units), self._seen.unit_row)]
        block = 0
        for name, least, things, its_row in kinds:
            if things:
                block += 1
                lines += [f"        if {least} <= action < {least + len(things)}:"]
                lines += [f"            told = {self._firsts[name]} + (action - {least}) * {its_row.width}"]
                lines += [f"            for k in range({its_row.width}):"]
                lines += [f"                row[first + {row.firsts[block]} + k] = row[told + k]"]
        return lines


def _summed(lines: Lines) -> Lines:
    """Lines that add to the set `changed`, from the empty set on, and return it."""
    return ["changed = 0", *lines, "return changed"]


def _by_side(columns: type[Columns]) -> list[Columns]:
    """Those that depend on who observes."""
    return [one for one in columns if {"mine", "seat"} & {*re.findall(r"\w+", str(one.source))}]


def observed(module: str, records: Records, margin: Callable[..., Any]) -> Observed:
    """How a game is seen that is declared.  module: where its rules belong.  margin: its rule.  Raises ValueError."""
    seen = SeenRecords(records)
    sight = RulesOfSight(seen, margin)
    own = {"WRITE": sight.write, "BRING_UP_TO_DATE": sight.bring_up_to_date, "WRITE_CHOICES": sight.write_choices}
    return Observed(
        seen.layouts,
        sight.fields,
        rule(belonging_to(module, show, **own)),
        sight.write,
        compiled(belonging_to(module, observe, **own)),
        rule(belonging_to(module, show_choices, **own)),
        compiled(belonging_to(module, write_candidates, **own)),
    )


@rule
def nothing(book, game, seat):
    """`redraw` of a game in which nobody knows what another does not."""


def observe(books, games, i, seat, layout, observation):
    """Write into `observation`, int16 `(columns,)`, what a seat sees of game `i`."""
    WRITE(books[0], games[i], seat, layout, observation)


def show(book, game, seat, layout, observation, line):
    """Bring up to date what the seat that is asked sees, in a row that goes with `line`."""
    BRING_UP_TO_DATE(book, game, seat, layout, observation, line)


def show_choices(book, game, mask, observation, line):
    """Write behind that a row for each legal action."""
    WRITE_CHOICES(book, game, mask, observation)


def write_candidates(books, games, first, last, actions, ledger, masks, observations):
    """Write the legal actions of `games[first:last]` behind what is seen, with the arrays of `advance`."""
    for i in range(first, last):
        if actions[i] != SKIP:
            WRITE_CHOICES(books[0], games[i], masks[i], observations[i])
