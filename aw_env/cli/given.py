"""What commands make of the games, scenarios and players that they are given, and where they write and complain."""

import os
import sys
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

import typer
from rich.console import Console
from rich.text import Text

from aw_env.core.errors import in_words
from aw_env.games import FIRST as FIRST_GAME

WIDTH = 100
"""Columns where there is no terminal."""


def console() -> Console:
    """Where commands write: as wide as the terminal, or as the text board when there is none."""
    return Console(highlight=False, emoji=False, width=None if sys.stdout.isatty() else WIDTH)


def complain(problem: object) -> NoReturn:
    """Print what is wrong on stderr and exit with status 1."""
    problem = in_words(problem) if isinstance(problem, Exception) else problem
    Console(stderr=True, highlight=False, emoji=False).print(Text(f"aw-env: {problem}", "red"), soft_wrap=True)
    raise typer.Exit(1)


def known_game(name: str) -> Any:
    """A game by its name; an unknown one ends the command with a clear line."""
    from aw_env.games import named

    try:
        return named(name)
    except ValueError as error:
        complain(error)


def game_of(saved: Any) -> Any:
    """The game that a save is of, or the first without one; one of an unknown game ends the command with a clear
    line."""
    from aw_env.games import named, playing

    try:
        return playing(saved.game) if saved is not None else named(FIRST_GAME)
    except ValueError as error:
        complain(error)


def new_game(
    known: Any,
    scenario: str,
    seed: int | None,
    players: int = 2,
    victory: str = "team",
    options: Sequence[str] = (),
    bid: float = 0,
) -> Any:
    """A game of a scenario; an unknown or wrong one ends the command with a clear line."""
    from aw_env.core.faces.game import Game

    try:
        return Game(known.ruleset(scenario, options, bid, players=players, victory=victory), seed)
    except (ValueError, OSError) as error:
        complain_of_scenario(known, scenario, error)


def complain_of_scenario(known: Any, scenario: str, error: Exception) -> NoReturn:
    """Complain of what is wrong with a scenario; of one of another game, which that is."""
    from aw_env.games import having

    others = having(scenario)
    told = f"; it is one of --game {others[0]}" if others and known.name not in others else ""
    complain(f"{in_words(error)}{told}")


def players_with(known: Any, scenario: str, seats: Sequence[str]) -> int:
    """How many play where there are such seats: in the scenario, or else in another of the game; 2 where nobody has
    asked for one or there is none.  An unknown or wrong scenario ends the command with a clear line."""
    if not seats:
        return 2
    try:
        return _players_in([known.offer(scenario)], seats) or _players_in(known.scenarios(), seats) or 2
    except (ValueError, OSError) as error:
        complain_of_scenario(known, scenario, error)


def _players_in(offers: Iterable[Any], seats: Sequence[str]) -> int:
    counts = (players for offered in offers for players, names in offered.seats.items() if {*seats} & {*names})
    return max(counts, default=0)


def player(name: str, seed: int, scenario: str, game: str = "") -> Any:
    """A player of the computer by its name or checkpoint; an unknown one ends the command with a clear line."""
    from aw_env.core.players import allow_threads, begin, load, unprepared

    try:
        found = load(name, game)
    except (ValueError, OSError, ImportError) as error:
        complain(error)
    warning = unprepared(found, scenario)
    if warning:
        Console(stderr=True, highlight=False, emoji=False).print(Text(f"aw-env: {warning}", "yellow"), soft_wrap=True)
    begin(found, 1, seed)
    allow_threads(found, os.cpu_count() or 1)
    return found
