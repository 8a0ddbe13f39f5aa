"""What a person at the table looks at: the board, fleets, reasons, the choices of the question."""

from pathlib import Path

from rich.columns import Columns
from rich.console import Console
from rich.text import Text

from aw_env.admirals_war.records.terms import Power, Side
from aw_env.admirals_war.render import text
from aw_env.admirals_war.view import View
from aw_env.admirals_war.words import naming, obstacles, wording
from aw_env.admirals_war.words.naming import UnknownWords
from aw_env.cli.watch import show_board
from aw_env.core.faces.game import Game
from aw_env.table import choosing
from aw_env.table import orders as by_name
from aw_env.table.session import Session

HELP = """\
[bold]Answering[/]
  3, hawaiian            a choice by its number, or by the beginning of its name
  Hornet to Marshalls    an order to a ship: kept until she is asked
  Enterprise, Yorktown turn raider            the same for several
  all cruisers except Astoria to Marshalls    all: whoever is still to be asked
  3 battleships and 4 cruisers in England to North Sea      some of a sort:
      carriers, battleships, cruisers, submarines, air, damaged, sound, a nation
      (British), a type on the counter (CA)
  rest stay              whoever has no order yet
  RAF to North Sea; Stuka stay                several orders in one line
  commit                 carry out a step ordered in groups (or Enter)
  Coral Sea, Marshalls   areas to be resolved one after another, this turn
[bold]Standing orders[/]  "always" lists them, "never ..." takes one back
  always air / always surface in Coral Sea, Marshalls / always air here
  always retreat if outgunned (or outflown, outmatched)
  always home to England / always British cruisers home to Gibraltar
  always silent, pursue, no pursuit, no raid, no repairs, by speed
[bold]Advice[/]
  hint                   what the staff officer would answer
  hint search:500ms      what a search would, and what the choices are worth
  auto / auto step / auto combat / auto turn      let him answer: this question,
                         the rest of the step, until combat, until the turn ends
[bold]Looking[/]
  board / board atlantic / board North Sea  fleets / fleets german / where Hood
  choices, orders        the choices again; the orders that wait
  why / why Hood / why not Marshalls          the rules behind the choices; why
                         a unit is asked or not; why something is no choice
  picture FILE           draw the board into a PNG file
[bold]The game[/]
  undo                   take back the last answer or order, until a die is
                         rolled, a secret comes out or someone else acts
  save FILE / load FILE  keep the game elsewhere, and go back to it
  help, quit             the game is kept: aw-env play --resume goes on
[bold]Counters[/]  CV 1-3-7-4* is a carrier with gunnery 1, armor 3 (damage points she
  can still take without sinking), speed 7, airstrike 4; * marks a bonus of 1 on
  her dice to hit. Air units: attack-defense. On the board -2 is damage, D
  disabled, H hidden from the enemy; 2h! is in task force 2, which hides (s
  searches, l lands, p attacks Pearl Harbor) and has been sighted.
[bold]Dice[/]  6 hits, and a second die is the damage; 5 disables. More damage than
  armor sinks.
[bold]Winning[/]  Control sea areas: only patrolling ships and air units still there at
  the end of combat count. Raiders move further and later, and fight as well,
  but control nothing."""


class Looking:
    """Shows what is asked for, and changes nothing.

    session: the game and its orders.  people: the seats that persons hold.  alone: whether nobody else sees the screen.
    """

    def __init__(self, console: Console, session: Session, people: list[int], alone: bool) -> None:
        self.console = console
        self.session = session
        self.people = people
        self.alone = alone
        self._card = ""
        self._last_listed: list[tuple[str, tuple[str, str]]] = []

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self.session.game

    def view(self) -> View:
        """What the person who is asked may see, at the end what the first one does."""
        seat = self.game.seat
        return self.game.view(seat if seat in self.people else self.people[0])

    def help(self, rest: str) -> None:
        """Everything that can be typed."""
        self.console.print(HELP, highlight=False)

    def why(self, rest: str) -> None:
        """The rules behind the choices; or why a unit is asked or not; or why a place or unit is no choice."""
        explained = choosing.why(self.session, self.view(), rest)
        if not explained.rules:
            self.console.print(f"  {explained.words}", markup=False)
            return
        self.console.print(Text(explained.words, "italic"))
        for number, title in explained.rules:
            self.console.print(Text.assemble((f"  §{number:<7}", "bold"), title))

    def picture(self, rest: str) -> None:
        """Draw the board into a PNG file."""
        from PIL import Image

        from aw_env.admirals_war.render import picture

        path, view = file_named(rest, "picture"), self.view()
        try:
            Image.fromarray(picture(view.scenario, view)).save(path)
        except ValueError as error:  # an extension that Pillow does not know
            raise OSError(f"{path}: {error}") from None
        self.console.print(f"Drawn in {path}.", style="green", markup=False)

    def board(self, rest: str) -> None:
        """The board, or the part of it that a theatre or the name of a place means."""
        show_board(self.view(), self.console, rest)

    def fleets(self, rest: str) -> None:
        """The units of both sides, or of the side or power that is named."""
        view, wanted = self.view(), naming.plain(rest)
        sides = {side.name.lower(): side for side in Side}
        powers = {power.name.lower(): power for power in Power}
        called = powers | {name.lower(): power for power, name in wording.POWERS.items()}
        if wanted in called:
            self.console.print(text.fleet(view, Side(called[wanted] & 1), called[wanted]))
        elif wanted in sides:
            self.console.print(text.fleet(view, sides[wanted]))
        elif wanted:
            raise UnknownWords(f'"{rest}" has no fleet: there are {", ".join([*sides, *powers])}')
        else:
            for side in Side:
                self.console.print(text.fleet(view, side))
                self.console.print()

    def where(self, rest: str) -> None:
        """Where units of a name are, and how they are."""
        view = self.view()
        found = naming.units_named(view, rest)
        if not found:
            meant = naming.did_you_mean(rest, [unit.name for unit in view.units])
            raise UnknownWords(f'no unit is called "{rest}"{meant}' if rest else "say which unit: where Hood")
        for unit in found:
            self.console.print(f"  {wording.unit_phrase(unit)}: {obstacles.whereabouts(view, unit)}", markup=False)

    def orders(self, rest: str = "") -> None:
        """The orders that wait for their unit."""
        scenario, orders = self.game.view().scenario, self.session.orders
        for unit in orders.waiting:
            self.console.print(f"  {wording.unit_name(scenario, unit)}: {orders.words[unit]}", markup=False)
        if not orders.waiting:
            self.console.print("  no orders are waiting", style="dim")

    def battle_card(self) -> None:
        """The battle in which a question is asked, if it looks otherwise than when it was last shown."""
        view = self.view()
        card = text.battle(view)
        if card is not None and (shown := text.in_plain_text(card)) != self._card:
            self.console.print(card)
            self._card = shown

    def announce_step(self) -> None:
        """A step begins: how many units will be asked, so that orders to several at once come to mind."""
        self._last_listed = []
        units = by_name.units_ahead(self.game, self.session.orders)
        if len(units) > 2:
            names = ", ".join(unit.name for unit in units)
            self.console.print(Text(f"{len(units)} units to be asked: {names}.", "dim"))
            example = choosing.example(self.game.view().decision)
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
        return choosing.choice_in_words(self.game, self.view(), action, self.alone)

    def _listed(self) -> list[tuple[str, tuple[str, str]]]:
        """The choices in words, each with what there is to know of it, dimly."""
        listed = choosing.choices(self.game, self.view(), self.alone)
        return [(choice.words, (choice.note and f" ({choice.note})", "dim")) for choice in listed]


def file_named(rest: str, command: str) -> Path:
    """The path that a command is given.  Raises UnknownWords without one."""
    if not rest:
        raise UnknownWords(f"say where: {command} FILE")
    return Path(rest).expanduser()
