"""`aw-env watch` and `aw-env replay`: a game told from beginning to end."""

import time
from typing import Any

from rich.console import Console
from rich.text import Text

from aw_env.cli.account import Account
from aw_env.cli.record import Record, RecordError
from aw_env.cli.table import Table
from aw_env.core.game import Game
from aw_env.render import text

RESULTS = {1: "The Allies win.", 0: "A draw.", -1: "The Axis wins.", None: "The game is not over."}


def watch(game: Game, bots: dict[int, Any], console: Console, boards: bool = False, delay: float = 0.0) -> None:
    """Let players of the computer play a game to its end, and tell it.

    boards: show the board when a phase begins.  delay: seconds to wait after each decision.
    """
    table, account, phase = Table(game, bots), Account(console), None
    account.tell(game.events())
    while not game.ended:
        if boards and game.view().phase != phase:
            phase = game.view().phase
            account.flush()
            show_board(game, console)
        account.tell(table.let_bot_answer())
        if delay:
            account.flush()
            time.sleep(delay)
    account.flush()
    close(game, console)


def replay(record: Record, console: Console, decisions: bool = False, until: int | None = None) -> None:
    """Play a recorded game again and tell it.

    decisions: tell each decision and its answer too.  until: stop after so many actions.
    Raises RecordError when an action is not legal where it stands, or the game ends otherwise than recorded.
    """
    game, account = record.new_game(), Account(console)
    if record.digest != game.rules.scenario.digest:
        console.print("The record was made with other data: it may go differently.", style="red")
    account.tell(game.events())
    last = len(record.actions) if until is None else min(until, len(record.actions))
    for number in range(last):
        if decisions:
            account.flush()
            console.print(Text(f"{number + 1}. {game.describe()} {record.actions[number][1]}", "dim"))
        record.apply(game, number)
        account.tell(game.events())
    account.flush()
    close(game, console)
    if last == len(record.actions) and record.result != game.result:
        ended = RESULTS[record.result].rstrip(".").lower()
        raise RecordError(f'the record says "{ended}", but the game went otherwise: other data or another version')


def show_board(game: Game, console: Console) -> None:
    """The board as it stands."""
    scenario, view = game.rules.scenario, game.view()
    for part in (text.heading(scenario, view), text.areas(view), text.ports(scenario, view), text.off_the_map(view)):
        if part:
            console.print(part)
            console.print()


def close(game: Game, console: Console) -> None:
    """The last position and the result."""
    show_board(game, console)
    tell_result(game, console)


def tell_result(game: Game, console: Console) -> None:
    """Which side has won; where each plays to win alone the account has said it."""
    if game.rules.victory == "team":
        console.print(RESULTS[game.result], style="bold")
