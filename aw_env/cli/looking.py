"""What a person at the table looks at: the board, fleets, reasons, the choices of the question."""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

from rich.columns import Columns
from rich.console import Console
from rich.text import Text

from aw_env.cli.card import card
from aw_env.cli.watch import show_board
from aw_env.core import saves
from aw_env.core.drawn import text
from aw_env.core.faces.game import Game
from aw_env.core.said import naming
from aw_env.core.said.speech import NO_DECISION, Battle
from aw_env.core.said.wording import UnknownWords
from aw_env.table import choosing, scoring
from aw_env.table import orders as by_name
from aw_env.table.account import in_a_row
from aw_env.table.session import Session


class Looking:
    """Shows what is asked for, and changes nothing.

    session: the game and its orders.  people: the seats that persons hold.  alone: says whether nobody else sees the
    screen.
    """

    def __init__(self, console: Console, session: Session, people: list[int], alone: Callable[[], bool]) -> None:
        self.console = console
        self.session = session
        self.people = people
        self.alone = alone
        self._card: Battle | None = None
        self._last_listed: list[tuple[str, tuple[str, str]]] = []

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self.session.game

    def view(self) -> Any:
        """What the person who is asked may see, at the end what the first one does."""
        seat = self.game.seat
        return self.game.view(seat if seat in self.people else self.people[0])

    def help(self, rest: str) -> None:
        """Everything that can be typed."""
        speech = self.game.rules.speech()
        by_area, battles = speech.questions.area != NO_DECISION, speech.lone_battle is not None
        self.console.print(speech.help(self.view()).page(by_area, battles), highlight=False)

    def why(self, rest: str) -> None:
        """The rules behind the choices; or why a unit is asked or not; or why a place or unit is no choice."""
        explained = choosing.why(self.session, self.view(), rest)
        if not explained.rules:
            self.console.print(f"  {explained.words}", markup=False)
            return
        self.console.print(Text(explained.words, "italic"))
        for number, title in explained.rules:
            self.console.print(Text.assemble((f"  §{number:<6} ", "bold"), title))

    def picture(self, rest: str) -> None:
        """Draw the board into a PNG file."""
        from PIL import Image

        path, written = file_named(rest, "picture"), BytesIO()
        kind = Image.registered_extensions().get(path.suffix.lower())
        drawn = Image.fromarray(self.game.rules.picture(self.view()))
        try:
            drawn.save(written, kind)
        except (KeyError, ValueError, OSError):  # an extension that Pillow does not know, only reads, or has no use for
            raise OSError(f"{path}: no picture can be saved as {path.suffix or path.name!r}; try .png") from None
        saves.write_file(path, written.getvalue())
        self.console.print(f"Drawn in {path}.", style="green", markup=False)

    def board(self, rest: str) -> None:
        """The board, or the part of it that a theatre or the name of a place means."""
        show_board(self.game, self.view(), self.console, rest)

    def fleets(self, rest: str) -> None:
        """The units of both sides, or of the side or power that is named."""
        for fleet in text.fleets(self.game.rules.scene(self.view()), rest):
            self.console.print(fleet)
            self.console.print()

    def score(self, rest: str) -> None:
        """How the tracks stand, and what would be scored if the turn ended now, by name."""
        view = self.view()
        self.console.print(text.heading(self.game.rules.scene(view)))
        lines = scoring.now_in_words(self.game, scoring.gains_now(self.game, view))
        self.console.print(f"{scoring.NOW}{':' if lines else ', nothing would be scored.'}", markup=False)
        for line in lines:
            self.console.print(f"  {line}", markup=False)

    def where(self, rest: str) -> None:
        """Where units of a name are, and how they are; of one alone also what is on its counter or card."""
        view, speech = self.view(), self.game.rules.speech()
        found = naming.units_named(view, rest)
        if not found:
            meant = naming.did_you_mean(rest, [unit.name for unit in view.units])
            raise UnknownWords(f'no unit is called "{rest}"{meant}' if rest else "say which unit: where Hood")
        told = ""
        for unit in found:
            told = ": ".join(speech.unit_and_place(view, unit))
            self.console.print(f"  {told}", markup=False)
        if len(found) > 1:
            return
        cards = {counter.id: counter.card for counter in self.game.rules.scene(view).units}
        for line in cards.get(found[0].id, ()):
            if line not in told:
                self.console.print(f"    {line}", style="dim", markup=False)

    def orders(self, rest: str = "") -> None:
        """What has been ordered in this step and can still be changed."""
        names, ordered = self.view().names.units, self.session.orders.by_what()
        for words, units in ordered.items():
            self.console.print(f"  {in_a_row([names[unit].name for unit in units])}: {words}", markup=False)
        if not ordered:
            self.console.print("  nothing has been ordered in this step yet", style="dim")

    def battle_card(self) -> None:
        """The battle in which a question is asked, if it looks otherwise than when it was last shown."""
        fought = self.game.rules.speech().battle(self.view())
        if fought is not None and fought != self._card:
            self.console.print(card(fought, self.game.rules.speech().sides))
            self._card = fought

    def announce_step(self) -> None:
        """A step begins: how many units will be asked, so that orders to several at once come to mind."""
        self._last_listed = []
        units = by_name.units_ahead(self.game, self.session.orders)
        if len(units) > 2:
            names = ", ".join(unit.name for unit in units)
            self.console.print(Text(f"{len(units)} units to be asked: {names}.", "dim"))
            example = choosing.example(self.game)
            self.console.print(Text(f"Answer one by one, or order several at once: {example}.", "dim"))

    def question(self) -> None:
        """What is asked, and the choices, if they are others than those that were listed last in this step."""
        self.console.print(Text(self.game.describe(), "bold"))
        if self._listed() == self._last_listed:
            self.console.print("  (the same choices as before)", style="dim")
        else:
            self.choices()

    def choices(self, rest: str = "") -> None:
        """The choices of the question."""
        self._last_listed = self._listed()
        lines = [
            Text.assemble((f"{number:>3} ", "bold green"), *line) for number, line in enumerate(self._last_listed, 1)
        ]
        if max(len(line) for line in lines) < 46:
            self.console.print(Columns(lines, padding=(0, 2), equal=True, column_first=True))
        else:
            self.console.print(Text("\n").join(lines))

    def choice_in_words(self, action: int) -> str:
        """A choice and what there is to know of it."""
        return choosing.choice_in_words(self.game, self.view(), action, self.alone())

    def _listed(self) -> list[tuple[str, tuple[str, str]]]:
        """The choices in words, each with what there is to know of it, dimly."""
        listed = choosing.choices(self.game, self.view(), self.alone())
        return [(choice.words, (choice.note and f" ({choice.note})", "dim")) for choice in listed]


def file_named(rest: str, command: str) -> Path:
    """The path that a command is given.  Raises UnknownWords without one."""
    if not rest:
        raise UnknownWords(f"say where: {command} FILE")
    return Path(rest).expanduser()
