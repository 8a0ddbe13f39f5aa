"""`aw-env analyse`: a recorded game gone through again, and a position of it saved to be tried again."""

from pathlib import Path

from rich.console import Console

from aw_env.core import saves
from aw_env.core.faces.game import Game
from aw_env.recording import Record, RecordError
from aw_env.table import analysis


def played(record: Record, last: int) -> Game:
    """The game of a record after so many answers.  Raises RecordError."""
    if last > len(record.actions):
        raise RecordError(f"there are {len(record.actions)} answers in the record, not {last}")
    game = record.new_game()
    for number in range(last):
        record.apply(game, number)
    return game


def analyse(record: Record, console: Console, seconds: float) -> None:
    """Analyse a game that has been played to its end, and tell it.  Raises RecordError."""
    game = played(record, len(record.actions))
    if not game.over:
        raise RecordError("the game of this record is not over: only such games are analysed")
    for line in analysis.in_words(game.rules, analysis.analysed(game, seconds)):
        console.print(line, markup=False)
    console.print("`--at NUMBER --save FILE` saves the position of an answer, to try again.", style="dim")


def try_again(record: Record, console: Console, at: int, save: Path | None) -> None:
    """Save the position of a game after so many answers, with the same dice to come.  Raises RecordError, OSError."""
    if save is None:
        raise RecordError("say where: --at NUMBER --save FILE")
    game = played(record, at)
    if game.ended:
        raise RecordError(f"the game is over after {at} answers: there is nothing to try again")
    saves.write_file(save, game.save())
    console.print(f"Saved in {save}: {game.describe()}", style="green", markup=False)
    console.print(f"`aw-env play --load {save}` goes on from there.", markup=False)
