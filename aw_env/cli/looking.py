"""What a person at the table looks at: the board, fleets, reasons, the choices of the question."""

import re
from pathlib import Path

from rich.columns import Columns
from rich.console import Console
from rich.text import Text

from aw_env.admirals_war.records.terms import (
    AREAS,
    FIRST_PLACE_ACTION,
    FIRST_UNIT_ACTION,
    Decision,
    Power,
    Side,
)
from aw_env.admirals_war.render import text
from aw_env.admirals_war.view import UnitView, View
from aw_env.admirals_war.words import naming, narrate, obstacles, reasons, understand, wording
from aw_env.admirals_war.words.naming import UnknownWords
from aw_env.cli.rules import titles
from aw_env.cli.watch import show_board
from aw_env.core.faces.game import Game
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
        view = self.view()
        words = re.sub(r"^not\b\s*", "", rest)
        action = understand.something_named(view, words) if words else None
        if words and action is None:
            if absent := naming.absent(view, words):
                raise UnknownWords(f"{absent} is not in this game")
            known = naming.all_places(view) + [unit.name for unit in view.units]
            raise UnknownWords(f'nothing is called "{words}"{naming.did_you_mean(words, known)}')
        if action is not None and (words != rest or action < FIRST_UNIT_ACTION):
            self._tell_why_not(view, action)
        elif action is not None:
            self._tell_why_asked(view, view.units_by_number[action - FIRST_UNIT_ACTION])
        else:
            self._tell_rules(view)

    def _tell_rules(self, view: View) -> None:
        reason = reasons.why(view.decision)
        self.console.print(Text(reason.words, "italic"))
        known = titles()
        for rule in reason.rules:
            self.console.print(Text.assemble((f"  §{rule:<7}", "bold"), known.get(rule, "")))

    def _tell_why_not(self, view: View, action: int) -> None:
        """What stands in the way of a place or unit, or the rules of the question where nothing particular does."""
        name = naming.name_of(view, action)
        if action in self.game.legal_actions():
            self.console.print(f"  {name} is among the choices.", markup=False)
        elif obstacle := obstacles.why_not(view, action):
            self.console.print(f"  {name} is no choice: {obstacle}.", markup=False)
        else:
            self._tell_rules(view)

    def _tell_why_asked(self, view: View, unit: UnitView) -> None:
        """Whether a unit is asked in this step, has its order, or what keeps it from being asked."""
        orders = self.session.orders
        if unit.number in {other.number for other in by_name.units_ahead(self.game, orders)}:
            ordered = f"; its order is {orders.words[unit.number]}" if unit.number in orders.waiting else ""
            what = f"is asked in this step{ordered}"
        elif unit.number in orders.answered:
            what = f"has answered in this step: {orders.words[unit.number]}"
        else:
            what = f"is not asked now: {obstacles.why_idle(view, unit)}"
        self.console.print(f"  {wording.unit_phrase(unit)}, {obstacles.whereabouts(view, unit)}, {what}.", markup=False)

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
            example = EXAMPLES.get(self.game.view().decision, '"all to PLACE", "UNIT, UNIT to PLACE"')
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

    def _listed(self) -> list[tuple[str, tuple[str, str]]]:
        """The choices in words, each with what there is to know of it, dimly."""
        view = self.view()
        return [(words, (self._note(view, action), "dim")) for action, words in self.game.actions()]

    def choice_in_words(self, action: int) -> str:
        """A choice and what there is to know of it; of a sea area what it is worth and who is there."""
        view = self.view()
        words = narrate.describe_action(view.scenario, view, action) + self._note(view, action)
        if not FIRST_PLACE_ACTION <= action < FIRST_PLACE_ACTION + AREAS:
            return words
        area = view.names.place(action - FIRST_PLACE_ACTION)
        allies, axis = view.points(area.id)
        held = f"worth {allies}/{axis}, held by {text.holder(view, area.id)}"
        return f"{words}: {held}; {narrate.forces_in(view, area.number)} there"

    def _note(self, view: View, action: int) -> str:
        """What there is to know of a choice: the speed roll to a destination, who is in an area to be resolved; or how
        many faces of the die an area has, if nobody else sees the screen."""
        if view.decision == Decision.DIVISION and self.alone:
            return f" ({narrate.faces_so_far(view, action - FIRST_PLACE_ACTION)})"
        if view.decision == Decision.COMBAT_AREA and FIRST_PLACE_ACTION <= action < FIRST_UNIT_ACTION:
            return f" ({narrate.forces_in(view, action - FIRST_PLACE_ACTION)})"
        sails = view.decision in (Decision.PATROL_ORDER, Decision.RAID_ORDER)
        if sails and FIRST_PLACE_ACTION <= action < FIRST_UNIT_ACTION:
            return self._speed_roll(view.asked_unit, action)
        return ""

    def _speed_roll(self, unit: UnitView, action: int) -> str:
        """What the rules make of a destination, found by trying it on a copy (§6.2)."""
        trial = self.game.clone(reseed=0)
        trial.apply(action)
        rolls = [subjects[0] for kind, subjects, _, _ in trial.events() if kind == "speed_roll"]
        if not trial.view().units_by_number[unit.number].state["steps"] and unit.name not in rolls:
            return ""
        assumed = int(self.game.rules.scenario.books["assumed_speed_die"][0, unit.power])
        if unit.speed > 6 or unit.speed == 1:
            return f" (speed roll {'passes' if unit.speed > 6 else 'fails'})"
        if assumed:
            return f" (speed roll taken as {assumed}: {'passes' if unit.speed > assumed else 'fails'})"
        return f" (speed roll: {unit.speed - 1} or less)"


def file_named(rest: str, command: str) -> Path:
    """The path that a command is given.  Raises UnknownWords without one."""
    if not rest:
        raise UnknownWords(f"say where: {command} FILE")
    return Path(rest).expanduser()
