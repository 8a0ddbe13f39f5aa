"""Writes `docs/observation.md`, the guide to the columns of an observation, from the columns themselves:
`python -m aw_env.games.admirals_war.words.observation_guide docs/observation.md`.
"""

import sys
from pathlib import Path

from aw_env.core.saves import write_file
from aw_env.core.seen.guide import folded, numbered, page, table
from aw_env.games.admirals_war.observation import columns as c
from aw_env.games.admirals_war.printed.load import shipped_names
from aw_env.games.admirals_war.records.terms import AREAS, FIRST_BOX, FIRST_PORT, PORTS, UNITS, OptionalRule, Power

_BEGINNING = f"""# What a seat sees

`python -m aw_env.games.admirals_war.words.observation_guide docs/observation.md` writes this page; a test keeps it in
step with the code.

An observation is one row of int16. It is written from the side of the seat that observes: *my* units are those of its
side, *theirs* the other side's, whichever of the two it is. The layouts share their first {c.GENERAL_WIDTH} columns and
the action vocabulary:

| `observation=` | columns | for |
| --- | --- | --- |
| `"summary"` | {c.SUMMARY_WIDTH} | networks that read a vector |
| `"units"` | {c.UNIT_TABLES_WIDTH} | networks that read tables: nothing public is left out |
| `"candidates"` | {c.CANDIDATES_WIDTH} | networks that compare the legal actions: the summary and a row for each |

- `admirals_war_v0.observation_columns(layout)` gives the name of every column, in order.
- `admirals_war_v0.observation_scale(layout)` gives a float32 factor for every column; an observation times these is of
  about unit size. It is 1 / the *size* in the tables below.
- `admirals_war_v0.observation_tables(layout)` gives the parts of a row as (first column, rows, columns a row).

In a game of four players *mine* are the units of my side, my partner's among them: {c.FIRST_PLAYED} and the columns
after it say which power is my own, {c.FIRST_ASKED} and those after it which one is asked.

The numbers of areas, ports, bases and units are the same in every scenario, so that what is learned in one carries over
to another. Places that a scenario does not use, and counters that are not in the game, are 0 throughout.

**Not in an observation:** the state of the dice generator, dice laid in front of it, and the type of action that the
other side has chosen before both have chosen (§7.22); nor, but for the number of them in play, hidden submarines of the
other side (§26). When both have, the engine determines the type at once, so no
choice is ever shown as such.
"""


def guide() -> str:
    """The whole page."""
    names = shipped_names()
    areas = [place.name for place in names.places[:AREAS] if place is not None]
    ports = [place.name for place in names.places[FIRST_PORT : FIRST_PORT + PORTS] if place is not None]
    units = [unit.name for unit in names.units]
    phases = [phase.name.lower() for phase in c.PHASES]
    decisions = [decision.name.lower() for decision in c.DECISIONS]
    powers = [power.name.lower() for power in Power]
    boxes = [names.place(FIRST_BOX + box).name for box in c.FLEETS]
    parts = [
        _BEGINNING,
        f"## The general part: columns 0 to {c.GENERAL_WIDTH - 1}, in every layout",
        table(c.General, 0),
        f"### The phase, one-hot: from column {c.FIRST_PHASE}",
        numbered(c.FIRST_PHASE, phases),
        f"### The decision waited for, one-hot: from column {c.FIRST_DECISION}",
        numbered(c.FIRST_DECISION, decisions),
        f"### The power that chooses, one-hot: from column {c.FIRST_ASKED}",
        numbered(c.FIRST_ASKED, powers),
        f"### The powers that the observer plays: from column {c.FIRST_PLAYED}",
        numbered(c.FIRST_PLAYED, powers),
        f"### The optional rules in play: from column {c.FIRST_RULE}",
        numbered(c.FIRST_RULE, [rule.name.lower() for rule in OptionalRule]),
        f"### The combat being resolved: from {c.FIRST_BATTLE} mine, from {c.FIRST_BATTLE + c.BATTLE_WIDTH} theirs",
        table(c.Battle, c.FIRST_BATTLE),
        f"### The unit that the decision is about: from column {c.FIRST_SUBJECT}",
        table(c.Subject, c.FIRST_SUBJECT),
        '## Layout "summary"',
        f"### Sea areas: from column {c.FIRST_AREA}, {c.AREA_WIDTH} columns each",
        "Columns within the row of an area:",
        table(c.Area, 0),
        f"From {c.FIRST_FORCE} my units, from {c.FIRST_FORCE + c.FORCE_WIDTH} theirs:",
        table(c.Force, c.FIRST_FORCE),
        folded("first column of each area", areas, c.FIRST_AREA, c.AREA_WIDTH),
        f"### Ports and bases: from column {c.FIRST_PORT_ROW}, {c.PORT_WIDTH} columns each",
        table(c.Port, 0),
        folded("first column of each port and base", ports, c.FIRST_PORT_ROW, c.PORT_WIDTH),
        f"### Fleets in holding boxes: from column {c.FIRST_FLEET}, {c.FLEET_WIDTH} columns each",
        table(c.Fleet, 0),
        numbered(c.FIRST_FLEET, boxes, c.FLEET_WIDTH),
        f"### Units that come back: from {c.FIRST_AWAY} mine, from {c.FIRST_AWAY + c.AWAY_WIDTH} theirs",
        table(c.Away, c.FIRST_AWAY),
        f"### Units: from column {c.FIRST_UNIT}, one column each",
        f"Size {c.UNIT_COLUMN_SIZE:g}: {c.UNIT_COLUMN_MEANING}.",
        folded("column of each unit", units, c.FIRST_UNIT, 1),
        '## Layout "units"',
        f"### Units: from column {c.FIRST_UNIT_ROW}, {UNITS} rows of {c.UNIT_ROW_WIDTH} columns",
        f"The row of unit number n (its row in `units.csv`, from 0) begins in column {c.FIRST_UNIT_ROW} + "
        f"{c.UNIT_ROW_WIDTH} n.",
        table(c.UnitRow, 0),
        f"### Places: from column {c.FIRST_PLACE_ROW}, {AREAS + PORTS} rows of {c.PLACE_ROW_WIDTH} columns",
        f"Sea areas first, then, from row {FIRST_PORT}, ports and bases. The row of place number n begins in column "
        f"{c.FIRST_PLACE_ROW} + {c.PLACE_ROW_WIDTH} n.",
        table(c.PlaceRow, 0),
        *_candidates(),
    ]
    return page(parts)


_CANDIDATES = f"""The {c.SUMMARY_WIDTH} columns of the summary, then {c.MOST_CANDIDATES} rows of {c.CANDIDATE_WIDTH}
columns: one for each action that the mask allows, in the order of the actions; those behind them are 0. The row of the
first legal action begins in column {c.FIRST_CANDIDATE}. Where more than {c.MOST_CANDIDATES} actions are legal the last
ones have no row.

The rows are for the seat that is asked: all others, whose masks are empty, see the summary alone. A row says what
anybody who knows the rules can read off the board and add up, seeing what the seat sees; whether the move is good it
does not say.

Columns within a row:
"""

_OF_THE_PLACE = """Then what the summary says of the place that the action names, or else where its unit is, or else of
the combat: of a sea area itself, or added up over those that a port or base touches,"""


def _candidates() -> list[str]:
    """The layout "candidates"."""
    my_strength, their_strength = c.FIRST_STRENGTH, c.FIRST_STRENGTH + c.STRENGTH_WIDTH
    return [
        '## Layout "candidates"',
        _CANDIDATES,
        table(c.Choice, 0),
        _OF_THE_PLACE,
        numbered(c.FIRST_SEA, [column.name.lower() for column in c.Area]) + ",",
        "and of a port or base,",
        numbered(c.FIRST_HARBOUR, [column.name.lower() for column in c.Port]) + ".",
        f"From column {my_strength} my strength there, from {their_strength} theirs. {_in_one_line(c.Strength)}",
        table(c.Strength, c.FIRST_STRENGTH),
        f"From column {c.FIRST_PARTY} the unit that the action names, or else the one that the decision is about:",
        table(c.Party, c.FIRST_PARTY),
    ]


def _in_one_line(columns: type[c.Columns]) -> str:
    """What a table of columns says of itself."""
    return " ".join(str(columns.__doc__).split())


if __name__ == "__main__":
    write_file(Path(sys.argv[1]), guide())
