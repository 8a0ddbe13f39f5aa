"""Ladder files with odd contents: altered settings and rows, tables that are missing, damaged pages."""

import json
import sqlite3
from contextlib import closing
from functools import cache
from pathlib import Path
from random import Random

from aw_agents.ladder import Ladder, play
from aw_agents.ladder.commands import table_of_games
from aw_agents.ladder.file import Settings
from aw_agents.ladder.page import page
from aw_agents.ladder.playing import replays_alike
from aw_agents.ladder.standings import standings_of
from tests.fuzz.configs import folder
from tests.fuzz.outcome import ACCEPTED, REFUSED, Changed
from tests.fuzz.values import altered, json_text

ODD = (
    None,
    -1,
    0,
    1,
    2,
    7,
    99,
    2**31,
    2**62,
    0.5,
    -0.5,
    1e300,
    float("inf"),
    "",
    "abc",
    "random",
    "x" * 300,
    b"\x00",
    "1",
)
COLUMNS = {
    "ladder": ("format", "settings", "book"),
    "players": ("number", "name"),
    "games": ("number", "round", "slot", "decisions"),
    "seats": ("game", "seat", "player", "points"),
}


@cache
def base() -> Path:
    """A ladder on which a few games are over and one is planned."""
    file = folder() / "base.ladder"
    ladder = Ladder.begin(file, Settings("engagement", seed=5))
    ladder.add(["random", "scripted", "tuned"])
    play(ladder, 6)
    return file


def attack(number):
    """Open a ladder that was altered, look at it in every way, and play on."""
    draws = Random(f"ladder {number}")
    file = folder() / f"{number}.ladder"
    with closing(sqlite3.connect(base())) as source, closing(sqlite3.connect(file)) as copy:
        source.backup(copy)
    for _ in range(draws.choice((1, 1, 1, 2, 3))):
        if draws.random() < 0.15:
            damage(file, draws)
        else:
            alter(file, draws)
    before = file.read_bytes()
    try:
        ladder = Ladder(file)
    except ValueError:
        changed = file.read_bytes() != before
        clear(file)
        if changed:
            raise Changed("a ladder that was refused has been written") from None
        return REFUSED
    return look_and_play(ladder, draws, file)


def look_and_play(ladder, draws, file):
    try:
        standings = standings_of(ladder, draws.choice(([], ["random"])))
        page(standings), table_of_games(ladder)
        for game in ladder.played()[-2:]:
            replays_alike(ladder, game.number)
        ladder.add(["random", "scripted"])
        play(ladder, 1)
        standings_of(ladder)
    except ValueError:
        return REFUSED
    finally:
        clear(file)
    return ACCEPTED


def alter(file, draws):
    """Write something into a table that does not belong there."""
    table = draws.choice([*COLUMNS])
    column = draws.choice(COLUMNS[table])
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA foreign_keys = OFF")
        settings = settings_in(database)
        where = "" if draws.random() < 0.5 else f" WHERE {COLUMNS[table][0]} = {draws.randrange(4)}"
        how = draws.randrange(8)
        statements = (
            (f"DROP TABLE {table}", ()),
            (f"DELETE FROM {table}{where}", ()),
            (f"ALTER TABLE {table} RENAME COLUMN {column} TO other", ()),
            ("UPDATE ladder SET settings = ?", (json_text(altered(settings, draws), draws),)),
        )
        statement, given = (
            statements[how] if how < 4 else (f"UPDATE {table} SET {column} = ?{where}", (draws.choice(ODD),))
        )
        try:
            database.execute(statement, given)
            database.commit()
        except (sqlite3.Error, UnicodeError):  # SQLite itself does not take it
            database.rollback()


def settings_in(database):
    """The settings of a ladder, as far as they can still be read."""
    try:
        return json.loads(database.execute("SELECT settings FROM ladder").fetchone()[0])
    except (sqlite3.Error, ValueError, TypeError, RecursionError):
        return {}


def damage(file, draws):
    """Cut the file off, or change some of its bytes."""
    content = bytearray(file.read_bytes())
    if draws.random() < 0.3:
        content = content[: draws.randrange(len(content) + 1)]
    for _ in range(draws.choice((0, 1, 20)) if content else 0):
        content[draws.randrange(len(content))] = draws.randrange(256)
    file.write_bytes(content)


def clear(file):
    """Remove the file and what lies beside it."""
    for other in file.parent.glob(f"{file.name}*"):
        other.unlink(missing_ok=True)
