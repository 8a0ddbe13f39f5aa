"""Writes `docs/war_at_sea_observation.md`, the guide to the columns of an observation, from the columns themselves:
`python -m aw_env.games.war_at_sea.words.observation_guide docs/war_at_sea_observation.md`.
"""

import sys
from pathlib import Path

from aw_env.core.saves import write_file
from aw_env.core.seen.guide import folded, numbered, page, table
from aw_env.games.war_at_sea.observation import columns as c
from aw_env.games.war_at_sea.printed.load import shipped_names
from aw_env.games.war_at_sea.records.terms import (
    AREAS,
    FIRST_BOX,
    FIRST_PORT,
    PLACES,
    UNITS,
    Decision,
    Kind,
    Nation,
    OptionalRule,
    Phase,
)

_BEGINNING = f"""# What a seat sees in War at Sea

This page is written by `python -m aw_env.games.war_at_sea.words.observation_guide docs/war_at_sea_observation.md`; a
test keeps it in step with the code.

An observation is one row of int16, written from the side of the seat that observes: *mine* are the units of its side,
*theirs* the other side's. All layouts begin with the same {c.GENERAL_WIDTH} columns:

| `observation=` | columns | for |
| --- | --- | --- |
| `"summary"` | {c.SUMMARY_WIDTH} | networks that read a vector |
| `"units"` | {c.UNIT_TABLES_WIDTH} | networks that read tables: nothing public is left out |
| `"{c.CANDIDATES}"` | {c.CANDIDATES_WIDTH} | networks that compare the legal actions: the summary and a row for each |

`war_at_sea_v0.observation_columns(layout)` names every column, `observation_scale(layout)` gives 1 / the *size* below
as float32, `observation_tables(layout)` the parts as (first column, rows, columns a row). The numbers of places and
units are the same in every scenario; counters that are not in the game are 0.

**Not in an observation:** the dice to come; where the other side's aircraft strike and whether it disengages, before
both have chosen; and with 19.3, until the Axis has moved, which British ship lies where: the Axis sees how many.
"""


def guide() -> str:
    """The whole page."""
    names = shipped_names()
    places, units = [place.name for place in names.places], [unit.name for unit in names.units]
    return page([_BEGINNING, *_general(places), *_summary(places, units), *_tables(), *_candidates()])


def _words(members: type[Decision] | type[Phase] | type[OptionalRule] | type[Kind] | type[Nation]) -> list[str]:
    return [member.name.lower() for member in members]


def _general(places: list[str]) -> list[str]:
    return [
        f"## The general part: columns 0 to {c.GENERAL_WIDTH - 1}, in all layouts",
        table(c.General, 0),
        f"The phase, one-hot: {numbered(c.FIRST_PHASE, _words(Phase))}.",
        f"The decision waited for, one-hot: {numbered(c.FIRST_DECISION, _words(Decision))}.",
        f"The optional rules in play: {numbered(c.FIRST_RULE, _words(OptionalRule))}.",
        f"### What the decision is about: from column {c.FIRST_SUBJECT}",
        table(c.Subject, c.FIRST_SUBJECT),
        f"Its kind, one-hot: {numbered(c.FIRST_SUBJECT_KIND, _words(Kind))}.",
        f"Its nation, one-hot: {numbered(c.FIRST_SUBJECT_NATION, _words(Nation))}.",
        "The place that it is about, or where the unit is, one-hot:",
        folded("column of each place", places, c.FIRST_SUBJECT_PLACE, 1),
        f"### The battle under way: from {c.FIRST_BATTLE} mine, from {c.FIRST_BATTLE + c.BATTLE_WIDTH} theirs",
        table(c.Battle, c.FIRST_BATTLE),
    ]


def _summary(places: list[str], units: list[str]) -> list[str]:
    return [
        '## Layout "summary"',
        f"### Sea areas: from column {c.FIRST_AREA}, {c.AREA_WIDTH} columns each",
        "Columns within the row of an area:",
        table(c.Area, 0),
        f"From {c.FIRST_FORCE} my units, from {c.FIRST_FORCE + c.FORCE_WIDTH} theirs:",
        table(c.Force, c.FIRST_FORCE),
        folded("first column of each area", places[:AREAS], c.FIRST_AREA, c.AREA_WIDTH),
        f"### Ports: from column {c.FIRST_HARBOUR}, {c.PORT_WIDTH} columns each",
        table(c.Port, 0),
        folded("first column of each port", places[FIRST_PORT:FIRST_BOX], c.FIRST_HARBOUR, c.PORT_WIDTH),
        f"### Units: from column {c.FIRST_UNIT}, {c.EACH_WIDTH} columns each",
        table(c.Each, 0),
        folded("first column of each unit", units, c.FIRST_UNIT, c.EACH_WIDTH),
    ]


def _tables() -> list[str]:
    return [
        '## Layout "units"',
        f"### Units: from column {c.FIRST_UNIT_ROW}, {UNITS} rows of {c.UNIT_ROW_WIDTH} columns",
        f"The row of unit number n (its row in `units.csv`, from 0) begins in column {c.FIRST_UNIT_ROW} + "
        f"{c.UNIT_ROW_WIDTH} n.",
        table(c.UnitRow, 0),
        f"### Places: from column {c.FIRST_PLACE_ROW}, {PLACES} rows of {c.PLACE_ROW_WIDTH} columns",
        f"Sea areas first, from row {FIRST_PORT} ports, from row {FIRST_BOX} holding boxes. The row of place number n "
        f"begins in column {c.FIRST_PLACE_ROW} + {c.PLACE_ROW_WIDTH} n.",
        table(c.PlaceRow, 0),
    ]


_CANDIDATES = f"""The {c.SUMMARY_WIDTH} columns of the summary, then {c.MOST_CANDIDATES} rows of {c.CANDIDATE_WIDTH}
columns: one for each action that the mask allows, in the order of the actions; those behind them are 0. The row of the
first legal action begins in column {c.FIRST_CANDIDATE}. Where more than {c.MOST_CANDIDATES} actions are legal the last
ones have no row. The rows are for the seat that is asked, and say nothing that it may not see; all others see the
summary alone.

Columns within a row:
"""


def _candidates() -> list[str]:
    mine, theirs = c.FIRST_STRENGTH, c.FIRST_STRENGTH + c.STRENGTH_WIDTH
    return [
        f'## Layout "{c.CANDIDATES}"',
        _CANDIDATES,
        table(c.Choice, 0),
        "Then what the summary says of the place that the action names, or else where its unit is, or else of the "
        "combat: of a sea area, or added up over those that a port borders,",
        numbered(c.FIRST_SEA, [column.name.lower() for column in c.Area]) + ",",
        "and of a port,",
        numbered(c.FIRST_MOORING, [column.name.lower() for column in c.Port]) + ".",
        f"From column {mine} my strength there, from {theirs} theirs. {' '.join(str(c.Strength.__doc__).split())}",
        table(c.Strength, c.FIRST_STRENGTH),
        f"From column {c.FIRST_PARTY} the unit that the action names, or else the one that the decision is about:",
        table(c.Party, c.FIRST_PARTY),
    ]


if __name__ == "__main__":
    write_file(Path(sys.argv[1]), guide())
