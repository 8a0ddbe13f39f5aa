"""`aw-env play`: a person against a player of the computer, or two people at one keyboard."""

import getpass
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import SystemRandom
from typing import Any

from rich.columns import Columns
from rich.console import Console
from rich.text import Text

from aw_env.admirals_war.records.terms import FIRST_BOX, FIRST_PLACE_ACTION, FIRST_UNIT_ACTION, Decision, Power, Side
from aw_env.admirals_war.render import text
from aw_env.admirals_war.view import View
from aw_env.admirals_war.words import narrate, reasons, understand, wording
from aw_env.cli.rules import titles
from aw_env.cli.watch import show_board, tell_result
from aw_env.core import saves
from aw_env.core.errors import SaveError
from aw_env.core.faces.game import EventInWords, Game
from aw_env.table import orders as by_name
from aw_env.table.account import Account, in_a_row
from aw_env.table.record import write_record
from aw_env.table.table import Table, step_of

HELP = """\
[bold]Answering[/]
  3                              a choice by its number
  hawaiian                       or by its name, or any beginning that fits one choice only
  Yorktown to Hawaiian Islands   an order to a ship by name, in any order: kept until she is asked
  Yorktown, Hornet to Marshalls  the same for several
  all to Marshalls / rest stay   for every unit still to be asked, or those without an order
  all cruisers to Marshalls      or for one sort: carriers, battleships, cruisers, submarines, air,
                                 damaged, sound, a nation, or a type such as CA
  3 British cruisers in England to North Sea     for some of them, and in one place
[bold]Looking[/]
  board      areas, ports and bases, who is where      fleets     the units of both sides
  board atlantic / board pacific / board North Sea     fleets german / fleets axis
  where Hood where a unit is, and how                  choices    list the choices again
  why        the rules behind the choices              orders     orders that wait for their ship
  picture FILE  draw the board into a PNG file
[bold]The game[/]
  undo       back to your previous answer in this step (until dice are rolled or someone else acts)
  save FILE / load FILE  keep the game, and go back to it
  help, quit
[bold]Counters[/]  CV 1-3-7-4* is a carrier with gunnery 1, armor 3 (damage points she can still take
  without sinking), speed 7, airstrike 4; * marks a bonus of 1 on her dice to hit.
  Air units: attack-defense.
  On the board -2 is damage, D disabled, H hidden from the enemy; 2h! is in task force 2, which
  hides (s searches, l lands, p attacks Pearl Harbor) and has been sighted.
[bold]Dice[/]  6 hits, and a second die is the damage; 5 disables. More damage than armor sinks.
[bold]Winning[/]  Control sea areas: only patrolling ships and air units still there at the end of
  combat count. Raiders move further and later, and fight as well, but control nothing."""

_ORDERS = '"all to PLACE", "UNIT, UNIT to PLACE", "rest stay"'
_ATTACKS = '"all attack TARGET", "UNIT, UNIT attack TARGET"'
EXAMPLES = {
    Decision.PATROL_ORDER: _ORDERS,
    Decision.AIR_UNIT: _ORDERS,
    Decision.AMPHIBIOUS_ORDER: _ORDERS,
    Decision.RAID_ORDER: _ORDERS,
    Decision.AIR_TARGET: f'{_ATTACKS}, "rest hold"',
    Decision.STRIKE_ORDER: '"all attack PLACE", "UNIT, UNIT attack PLACE", "rest hold"',
    Decision.STRIKE_TARGET: f'{_ATTACKS}, "rest hold"',
    Decision.SURFACE_TARGET: _ATTACKS,
    Decision.CARRIER_FIRE: '"all fire", "rest silent"',
    Decision.JOIN_GROUP: '"all join UNIT", "UNIT, UNIT to UNIT"',
    Decision.PURSUIT: '"all pursue UNIT", "rest none"',
    Decision.AIR_RAID: '"all to PLACE", "rest no raid"',
    Decision.LANDING: '"all to PLACE", "rest stay at sea"',
    Decision.RAID_FORCE: '"all carriers join", "rest stay"',
    Decision.INVERSION: '"all invert", "rest stay"',
    Decision.SUBMARINE_TARGET: f'{_ATTACKS}, "rest hold"',
    Decision.JOIN_TASK_FORCE: '"all join UNIT", "UNIT new"',
    Decision.INTENTION: '"all search", "rest hide"',
    Decision.NAMING: f'{_ATTACKS}, "UNIT, UNIT uncertain", "rest hold"',
    Decision.KAMIKAZE: '"all yes", "UNIT, UNIT yes", "rest no"',
}
"""How to order several units at once, by what is asked."""

FEW_AREAS = 16
"""Sea areas of a map that is shown anew in every phase."""

SECRET = (Decision.ACTION_TYPE, Decision.DIVISION)
"""Decisions that the other side must not see (§7.22, §23.21)."""
SECRETIVE = {"pearl_harbor_tension", "hidden_submarines"}
"""Optional rules under which a person knows for many questions what another at the same keyboard may not."""


class Quit(Exception):
    """The person leaves the table, or there is no more input."""


@dataclass
class Snapshot:
    """What `undo` goes back to."""

    game: Game
    orders: by_name.Orders


class Keyboard:
    """Lines from a person.  Without a terminal (input from a pipe or file) they are shown as they are read."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.at_terminal = sys.stdin.isatty()
        if self.at_terminal:
            import readline  # noqa: F401  (line editing and history for input())

    def line(self, prompt: str, secret: bool = False) -> str:
        """The next line; `secret` does not show it.  Raises Quit at the end of the input."""
        try:
            if secret and self.at_terminal:
                return getpass.getpass(f"{prompt} (not shown) ").strip()
            if self.at_terminal:
                return input(f"{prompt} ").strip()
            self.console.print(f"{prompt} ", end="", markup=False, highlight=False)
            line = input().strip()
            self.console.print("(hidden)" if secret else line, markup=False, highlight=False)
            return line
        except (EOFError, KeyboardInterrupt):
            self.console.print()
            raise Quit from None

    def dice(self, purpose: str, count: int) -> list[int]:
        """Dice that a person has rolled: one to `count` of them, in the order in which they fell."""
        what = "a die" if count == 1 else f"{count} dice"
        while True:
            line = self.line(f"Roll {what} for {purpose} (empty: the computer rolls):")
            if line in ("q", "quit"):
                raise Quit
            if not line:
                return [SystemRandom().randint(1, 6) for _ in range(count)]
            digits = re.sub(r"[\s,]", "", line)
            if re.fullmatch("[1-6]+", digits) and len(digits) <= count:
                return [int(digit) for digit in digits]
            most = "one number" if count == 1 else f"up to {count} numbers"
            self.console.print(f'"{line}": type {most} from 1 to 6', style="red", markup=False)


class Play:
    """A game with at least one person at the table.

    game: the game, at any point.  bots: a player for each seat that no person holds.  dice: people roll real dice.
    record: where the game is recorded when it ends or is left, or None; scenario: what the record calls it.
    """

    def __init__(
        self,
        game: Game,
        bots: dict[int, Any],
        console: Console,
        dice: bool = False,
        record: Path | None = None,
        scenario: str | None = None,
    ) -> None:
        self.console = console
        self.keyboard = Keyboard(console)
        self.table = Table(game, bots, self.keyboard.dice if dice else None)
        self.account = Account(console)
        self.curtained = len(self.people) > 1 and bool(SECRETIVE & {*game.rules.options})
        self._sitting: int | None = None
        self._untold: dict[int, list[EventInWords]] = {seat: [] for seat in self.people}
        self._orders: dict[int, by_name.Orders] = {}
        self.snapshots: list[Snapshot] = []
        self.record = record
        self.scenario = scenario
        self._step: tuple | None = None
        self._phase: int | None = None
        self._turn: int | None = None

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self.table.game

    @property
    def people(self) -> list[int]:
        """The seats that persons hold."""
        return self.table.people

    @property
    def orders(self) -> by_name.Orders:
        """The orders of the seat that is asked."""
        return self._orders.setdefault(self.game.seat, by_name.Orders())

    # --- the loop --------------------------------------------------------------------------------------

    def run(self) -> None:
        """Play until the game is over or the person leaves."""
        self._greet()
        try:
            self._tell()
            while not self.game.ended:
                self.account.turn_to(self.game.seat)
                if self.game.seat in self.table.bots:
                    self.table.let_bot_answer()
                    self._tell()
                    continue
                self._sit_down()
                if not self._carry_out_order():
                    self._ask()
            self._end()
        except Quit:
            self.account.flush()
            self.console.print("You leave the table. `save FILE` before `quit` keeps a game.", markup=False)
        finally:
            if self.record is not None:
                self._write_record(self.record)

    def _write_record(self, path: Path) -> None:
        try:
            write_record(path, self.game, self.scenario)
        except (ValueError, OSError) as error:
            self._complain(f"not recorded: {error}")
        else:
            self.console.print(f"Recorded in {path}", markup=False)

    def _greet(self) -> None:
        people = [self.game.rules.seats[seat].title() for seat in self.people]
        self.console.print(f"You play the {in_a_row(people)}. Type [bold]help[/] at any time.", highlight=False)
        note = self.game.view().scenario.file.note
        if note:
            self.console.print(note, style="dim", markup=False)

    def _end(self) -> None:
        self.account.flush()
        self._show_board()
        tell_result(self.game, self.console)

    def _apply(self, action: int) -> None:
        """Answer, tell what happens, and forget what can no longer be taken back."""
        game = self.game
        rolled, seat, step = game.dice_rolled, game.seat, step_of(game)
        laid = len(game.dice_laid)
        self.table.apply(action)
        self._tell()
        now = self.game
        if now.dice_rolled != rolled or len(now.dice_laid) != laid or now.seat != seat or step_of(now) != step:
            self.snapshots.clear()

    # --- who may hear what -----------------------------------------------------------------------------

    def _tell(self) -> None:
        """Tell what has happened: all at once, or behind a curtain each what he may hear, when he sits there."""
        if not self.curtained:
            self.account.tell(self.table.heard())
            return
        for seat, untold in self._untold.items():
            untold += self.table.heard(seat)
        self._catch_up()

    def _catch_up(self) -> None:
        """Tell the person at the keyboard what he has not heard yet."""
        if self._sitting is not None:
            self.account.tell(self._untold[self._sitting])
            self._untold[self._sitting] = []

    def _sit_down(self) -> None:
        """Draw the curtain before another person takes the keyboard."""
        if not self.curtained or self._sitting == self.game.seat:
            return
        self.account.flush()
        self.console.clear()
        self._sitting = self.game.seat
        self.keyboard.line(f"The {self.game.seat_name.title()} to the keyboard, the others look away. Enter:")
        self._phase = self._step = None
        self._catch_up()

    # --- asking a person -------------------------------------------------------------------------------

    def _carry_out_order(self) -> bool:
        """Let an order given by name answer, if one was given for this unit."""
        unused = self.orders.expire(self.game)
        if unused:
            self.account.flush()
            self.console.print(f"Orders not asked for any more: {in_a_row(unused)}.", style="dim", markup=False)
        try:
            answer = self.orders.answer(self.game)
        except understand.UnknownWords as error:
            self._complain(error)
            return False
        if answer is None:
            return False
        self._apply(answer[0])
        return True

    def _ask(self) -> None:
        """Put the question, and read lines until one answers it or changes the game."""
        self.account.flush()
        game = self.game
        view = game.view(game.seat)
        if self._phase != view.phase:
            self._begin_phase(view)
        if self._step != step_of(game):
            self._step = step_of(game)
            self._announce_step()
        self._show_question()
        secret = view.decision in SECRET and len(self.people) > 1 and not self.curtained
        while True:
            line = self.keyboard.line(f"{game.seat_name}>", secret)
            try:
                if self._obey(line):
                    return
            except (understand.UnknownWords, OSError, SaveError) as error:
                answers = line.partition(" ")[0].lower() not in self._commands()
                self._complain("that is none of the choices" if secret and answers else error)

    def _begin_phase(self, view: View) -> None:
        """Show where everyone is: on a big map only when the turn begins, later the tracks."""
        new_turn, self._turn, self._phase = self._turn != view.turn, view.turn, view.phase
        if new_turn or len(view.areas) <= FEW_AREAS:
            self._show_board()
        else:
            self.console.print(text.heading(view.scenario, view))
            self.console.print("`board` shows where everyone is.", style="dim")

    def _obey(self, line: str) -> bool:
        """Do what a line says.  True when the question should be put anew."""
        word, _, rest = line.partition(" ")
        command = self._commands().get(word.lower())
        if not line:
            self._show_choices()
            return False
        if command is not None:
            return bool(command(rest.strip()))
        snapshot = Snapshot(self.game.clone(), self.orders.copy())
        order = by_name.parse(self.game, self.orders, line)
        if order is not None:
            return self._give(snapshot, *order)
        action = self.game.action_named(line)
        self.snapshots.append(snapshot)
        self._apply(action)
        return True

    def _give(self, snapshot: Snapshot, units: list[Any], words: str) -> bool:
        """Keep an order for units.  True when one of them is asked now, so that the game goes on."""
        able, unable = by_name.give(self.game, self.orders, units, words)
        if able:
            self.snapshots.append(snapshot)
        for meant, names in able.items():
            self.console.print(f"Ordered: {in_a_row(names)}: {meant}.", style="green", markup=False)
        reasons: dict[str, list[str]] = {}
        for name, reason in unable.items():
            reasons.setdefault(reason if len(unable) == 1 else reason.split(" Choices:")[0], []).append(name)
        for reason, names in reasons.items():
            self._complain(f"{in_a_row(names)}: {reason}")
        return self.orders.fit(self.game)

    # --- commands --------------------------------------------------------------------------------------

    def _commands(self) -> dict[str, Callable[[str], bool | None]]:
        return {
            "help": self._help,
            "?": self._help,
            "why": self._why,
            "board": self._board,
            "fleets": self._fleets,
            "where": self._where,
            "choices": lambda rest: self._show_choices(),
            "orders": lambda rest: self._show_orders(),
            "undo": lambda rest: self._undo(),
            "save": self._save,
            "load": self._load,
            "picture": self._picture,
            "quit": self._quit,
            "q": self._quit,
        }

    def _help(self, rest: str) -> None:
        self.console.print(HELP, highlight=False)

    def _why(self, rest: str) -> None:
        view = self.game.view(self.game.seat)
        reason = reasons.why(view.decision)
        self.console.print(Text(reason.words, "italic"))
        known = titles()
        for rule in reason.rules:
            self.console.print(Text.assemble((f"  §{rule:<7}", "bold"), known.get(rule, "")))

    def _undo(self) -> bool:
        if not self.snapshots:
            reason = "there is nothing to take back: dice have been rolled, or someone else has acted since"
            raise understand.UnknownWords(reason)
        snapshot = self.snapshots.pop()
        self.table.game = snapshot.game
        self._orders[snapshot.game.seat] = snapshot.orders
        self.console.print("Taken back.", style="green")
        return True

    def _save(self, rest: str) -> None:
        path = self._path(rest, "save")
        saves.write_file(path, self.game.save())
        self.console.print(f"Saved in {path}.", style="green", markup=False)

    def _load(self, rest: str) -> bool:
        path = self._path(rest, "load")
        loaded = self.game.clone()
        loaded.restore(saves.read_file(path))
        self.table.game = loaded
        self._orders.clear()
        self.snapshots.clear()
        self._phase = self._turn = self._step = None
        self.console.print(f"Going on from {path}.", style="green", markup=False)
        return True

    def _picture(self, rest: str) -> None:
        from PIL import Image

        from aw_env.admirals_war.render import picture

        path, view = self._path(rest, "picture"), self.game.view(self.game.seat)
        try:
            Image.fromarray(picture(view.scenario, view)).save(path)
        except ValueError as error:  # an extension that Pillow does not know
            raise OSError(f"{path}: {error}") from None
        self.console.print(f"Drawn in {path}.", style="green", markup=False)

    def _quit(self, rest: str) -> None:
        raise Quit

    @staticmethod
    def _path(rest: str, command: str) -> Path:
        if not rest:
            raise understand.UnknownWords(f"say where: {command} FILE")
        return Path(rest).expanduser()

    # --- showing ---------------------------------------------------------------------------------------

    def _complain(self, error: object) -> None:
        self.console.print(f"{error}", style="red", markup=False)

    def _view(self) -> View:
        """What the person who is asked may see, at the end what the first one does."""
        seat = self.game.seat
        return self.game.view(seat if seat in self.people else self.people[0])

    def _show_board(self) -> None:
        show_board(self._view(), self.console)

    def _board(self, rest: str) -> None:
        """The board, or the part of it that a theatre or the name of a place means."""
        show_board(self._view(), self.console, rest)

    def _fleets(self, rest: str) -> None:
        """The units of both sides, or of the side or power that is named."""
        view, wanted = self._view(), understand.plain(rest)
        sides = {side.name.lower(): side for side in Side}
        powers = {power.name.lower(): power for power in Power}
        called = powers | {name.lower(): power for power, name in wording.POWERS.items()}
        if wanted in called:
            self.console.print(text.fleet(view, Side(called[wanted] & 1), called[wanted]))
        elif wanted in sides:
            self.console.print(text.fleet(view, sides[wanted]))
        elif wanted:
            raise understand.UnknownWords(f'"{rest}" has no fleet: there are {", ".join([*sides, *powers])}')
        else:
            for side in Side:
                self.console.print(text.fleet(view, side))
                self.console.print()

    def _where(self, rest: str) -> None:
        """Where units of a name are, and how they are."""
        view = self._view()
        found = understand.units_named(view, rest)
        if not found:
            raise understand.UnknownWords("say which unit: where Hood" if not rest else f'no unit is called "{rest}"')
        for unit in found:
            due = f", due on turn {unit.due}" if unit.place_number >= FIRST_BOX and unit.due > view.turn else ""
            out_of_sight = unit.hidden and unit.place is None
            place = "hidden" if out_of_sight else wording.place_name(view.scenario, unit.place_number)
            self.console.print(f"  {wording.unit_phrase(unit)}: {place}{due}", markup=False)

    def _show_orders(self) -> None:
        scenario = self.game.view().scenario
        for unit, words in self.orders.waiting.items():
            self.console.print(f"  {wording.unit_name(scenario, unit)}: {words}", markup=False)
        if not self.orders.waiting:
            self.console.print("  no orders are waiting", style="dim")

    def _announce_step(self) -> None:
        """How many units will be asked, so that orders to several at once come to mind."""
        units = by_name.units_ahead(self.game)
        if len(units) > 2:
            names = ", ".join(unit.name for unit in units)
            self.console.print(Text(f"{len(units)} units to be asked: {names}.", "dim"))
            example = EXAMPLES.get(self.game.view().decision, '"all to PLACE", "UNIT, UNIT to PLACE"')
            self.console.print(Text(f"Answer one by one, or order several at once: {example}.", "dim"))

    def _show_question(self) -> None:
        self.console.print(Text(self.game.describe(), "bold"))
        self._show_choices()

    def _show_choices(self) -> None:
        listed = []
        for number, (action, words) in enumerate(self.game.actions(), start=1):
            listed.append(Text.assemble((f"{number:>3} ", "bold green"), words, (self._note(action), "dim")))
        if max(len(line) for line in listed) < 46:
            self.console.print(Columns(listed, padding=(0, 2), equal=True, column_first=True))
        else:
            self.console.print(Text("\n").join(listed))

    def _note(self, action: int) -> str:
        """What the rules make of a destination: a speed roll, found by trying it on a copy (§6.2); or how many faces of
        the die an area has, if nobody else sees the screen."""
        game = self.game
        view = game.view(game.seat)
        if view.decision == Decision.DIVISION and (self.curtained or len(self.people) == 1):
            return f" ({narrate.faces_so_far(view, action - FIRST_PLACE_ACTION)})"
        sails = view.decision in (Decision.PATROL_ORDER, Decision.RAID_ORDER)
        if not sails or not FIRST_PLACE_ACTION <= action < FIRST_UNIT_ACTION:
            return ""
        trial = game.clone()
        trial.apply(action)
        rolls = [subjects[0] for kind, subjects, _, _ in trial.events() if kind == "speed_roll"]
        if not trial.view().units_by_number[view.subject.number].state["steps"] and view.subject.name not in rolls:
            return ""
        assumed = int(game.rules.scenario.books["assumed_speed_die"][0, view.subject.power])
        speed = view.subject.speed
        if speed > 6 or speed == 1:
            return f" (speed roll {'passes' if speed > 6 else 'fails'})"
        if assumed:
            return f" (speed roll taken as {assumed}: {'passes' if speed > assumed else 'fails'})"
        return f" (speed roll: {speed - 1} or less)"
