"""A game at the terminal by its listed choices, for games without orders by name; and a game told as it is played."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from aw_env.core import saves
from aw_env.core.errors import SaveError
from aw_env.core.faces.game import Game

HELP = """A number or the words of a choice answer the question; the beginning of a name will do.
  board        the board as you see it
  choices      the choices again
  undo         take back your last answer, until a die is rolled or the other side is asked
  save FILE    keep the game;  load FILE  go on with it
  quit         leave"""


class PlainPlay:
    """People and players of the computer at one terminal.

    bots: a player for each seat that no person holds.  read: gives the next line that is typed; EOFError ends the game.
    """

    def __init__(self, game: Game, bots: dict[int, Any], console: Console, read: Callable[[], str] = input) -> None:
        self.game, self.bots, self.console, self.read = game, bots, console, read
        self._before: tuple[Game, int] | None = None
        self._open = True

    @property
    def people(self) -> list[int]:
        """The seats that people hold."""
        return [seat for seat in range(len(self.game.rules.seats)) if seat not in self.bots]

    def run(self) -> None:
        """Play to the end, or until somebody leaves."""
        self.tell()
        while self._open and not self.game.ended:
            if self.game.seat in self.bots:
                answer(self.game, self.bots[self.game.seat])
                self._before = None
                self.tell()
            else:
                self.ask()
        if self.game.ended:
            self.board(None)
            close(self.game, self.console)

    def tell(self) -> None:
        """What has happened, as those who sit here may hear of it."""
        tell(self.game, self.console, *(self.people[:1] if len(self.people) == 1 else ()))

    def board(self, seat: int | None) -> None:
        """The board as a seat sees it."""
        self.console.print(Text(self.game.rules.draw["ansi"](self.game.view(seat))))

    def ask(self) -> None:
        """Put the question, and take what is typed."""
        game = self.game
        self.console.print(Text(game.describe(), "bold"))
        for number, (_, words) in enumerate(game.actions(), start=1):
            self.console.print(Text(f"  {number:2} {words}"))
        while self._open and not self.take(self.typed()):
            pass

    def typed(self) -> str:
        """The next line; the end of the input leaves the game."""
        try:
            return self.read().strip()
        except EOFError:
            return "quit"

    def take(self, line: str) -> bool:
        """Carry out a line; whether it has answered the question."""
        word, _, rest = line.partition(" ")
        try:
            if line in ("quit", "exit"):
                self._open = False
            elif line == "help":
                self.console.print(Text(HELP))
            elif line == "board":
                self.board(self.game.seat)
            elif line in ("", "choices"):
                return line == "choices"
            elif line == "undo":
                return self.undo()
            elif word == "save" and rest:
                saves.write_file(Path(rest), self.game.save())
            elif word == "load" and rest:
                self.game.restore(saves.read_file(rest))
                return True
            else:
                self.answer(self.game.action_named(line))
                return True
        except OSError as error:
            self.console.print(Text(f"{rest}: {error.strerror}", "red"))
        except (LookupError, SaveError) as error:
            self.console.print(Text(str(error.args[0]), "red"))
        return False

    def answer(self, action: int) -> None:
        """Answer; it can be taken back while no die has been rolled and the same seat is asked."""
        before, seat, rolled = self.game.clone(), self.game.seat, self.game.dice_rolled
        self.game.apply(action)
        same = not self.game.ended and self.game.seat == seat and self.game.dice_rolled == rolled
        self._before = (before, seat) if same else None
        self.tell()

    def undo(self) -> bool:
        """Take the last answer back; whether there was one."""
        if self._before is None:
            self.console.print(Text("There is nothing to take back.", "red"))
            return False
        self.game, self._before = self._before[0], None
        return True


def answer(game: Game, bot: Any) -> None:
    """Let a player of the computer answer."""
    seen = {"observation": game.observe(game.seat), "action_mask": game.action_mask}
    game.apply(int(bot.act(game.view(game.seat), seen, game.info())))


def tell(game: Game, console: Console, *seats: int) -> None:
    """What has happened since the last decision."""
    for kind, _, _, words in game.events(*seats):
        if words:
            console.print(Text(words, "bold cyan" if kind in ("turn", "phase") else ""))


def close(game: Game, console: Console) -> None:
    """The result."""
    sides = [seat.title() for seat in game.rules.seats]
    winner = sides[0] if game.result == 1 else sides[1]
    console.print(Text("A draw." if game.result == 0 else f"Won by: {winner}.", "bold"))


def watch(game: Game, bots: dict[int, Any], console: Console, boards: bool = False) -> None:
    """Let players of the computer play a game to its end, and tell it."""
    tell(game, console)
    turn = 0
    while not game.ended:
        if boards and game.info()["turn"] != turn:
            turn = game.info()["turn"]
            console.print(Text(game.rules.draw["ansi"](game.view())))
        answer(game, bots[game.seat])
        tell(game, console)
    console.print(Text(game.rules.draw["ansi"](game.view())))
    close(game, console)
