"""`aw-env watch` and `aw-env replay`: a game told from beginning to end."""

import time
from typing import Any

from rich.console import Console
from rich.text import Text

from aw_env.core.drawn import text
from aw_env.core.faces.game import Game
from aw_env.recording import Record, RecordError
from aw_env.table import luck, scoring
from aw_env.table.account import Account, sides_in
from aw_env.table.ending import bid_in_words, outcome, says_who_wins
from aw_env.table.table import Table


def watch(game: Game, bots: dict[int, Any], console: Console, boards: bool = False, delay: float = 0.0) -> None:
    """Let players of the computer play a game to its end, and tell it.

    boards: show the board when a phase begins.  delay: seconds to wait after each decision.
    """
    table, account, phase = Table(game, bots), Account(console, sides_in(lambda: game)), None
    account.tell(game.events())
    while not game.ended:
        if boards and game.view().phase != phase:
            phase = game.view().phase
            account.flush()
            show_board(game, game.view(), console)
        account.turn_to(game.seat)
        table.let_bot_answer()
        account.tell(table.heard())
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
    game, account = record.new_game(), Account(console, sides_in(lambda: game))
    if record.digest != game.rules.scenario.digest:
        console.print("The record was made with different data: the game may go differently.", style="red")
    account.tell(game.events())
    last = len(record.actions) if until is None else min(until, len(record.actions))
    for number in range(last):
        if decisions:
            account.flush()
            console.print(Text(f"{number + 1}. {game.describe()} {record.actions[number][1]}", "dim"))
        account.turn_to(game.seat)
        record.apply(game, number)
        account.tell(game.events())
    account.flush()
    close(game, console)
    if last == len(record.actions) and record.result != game.result:
        ended = outcome(game.rules, record.result).rstrip(".").lower()
        raise RecordError(f'the record says "{ended}", but the game went differently: the data or the version differs')


def show_board(game: Game, view: Any, console: Console, part: str = "") -> None:
    """The board as a view has it: all of it, or the part that is named.  Raises UnknownWords."""
    for one in text.board(game.rules.scene(view), view, part):
        console.print(one)
        console.print()


def close(game: Game, console: Console) -> None:
    """The last position and the result."""
    show_board(game, game.view(), console)
    tell_result(game, console)


def tell_result(game: Game, console: Console) -> None:
    """Which side has won and why; where each plays to win alone the account has said who."""
    scene, won = game.rules.scene(game.view()), outcome(game.rules, game.result)
    if game.over:
        console.print(text.score_sheet(scene, scoring.of_sides(game), luck.of_sides(game), bid_in_words(game.rules)))
    if game.rules.settings.get("victory", "team") == "team" and not says_who_wins(scene.verdict, won):
        console.print(won, style="bold")
