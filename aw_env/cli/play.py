"""`aw-env play`: people at a table, against players of the computer or each other."""

from collections.abc import Callable
from difflib import get_close_matches
from functools import partial
from typing import Any

from rich.console import Console

from aw_env.cli.keyboard import LEAVING, Keyboard, Quit
from aw_env.cli.looking import Looking, file_named
from aw_env.cli.watch import show_board, tell_result
from aw_env.core import saves
from aw_env.core.drawn import text
from aw_env.core.errors import SaveError, in_words
from aw_env.core.faces.game import EventInWords, Game
from aw_env.core.said.wording import UnknownWords
from aw_env.games import playing
from aw_env.recording import Recorder
from aw_env.table import battles, keeping, odds, standing
from aw_env.table.account import Account, in_a_row, sides_in
from aw_env.table.adviser import Deputy, advice_of, adviser, scale_of
from aw_env.table.ending import bid_in_words
from aw_env.table.guide import Guidance, guide_to
from aw_env.table.in_turn import InTurn
from aw_env.table.keeping import Keeper, Sitting
from aw_env.table.levels import Officer, officer_of
from aw_env.table.phrases import NEARLY, Phrase
from aw_env.table.session import Session
from aw_env.table.since import Since
from aw_env.table.table import Table, step_of

COMMIT, TAKE_BACK = ("commit", "yes", "y", "1", ""), ("undo", "no", "n", "2")
"""What may be typed when orders to several units are about to be carried out."""
EVERYBODY = -1
"""In place of a seat: what all people at the table may hear."""

Command = Callable[[str], bool | None]
"""What a word at the prompt does with the rest of the line.  True when the question should be put anew."""


def _beginnings(game: Game, seats: list[int]) -> dict[int, Since]:
    """Seats that have heard of nothing yet."""
    begun = game.clone()
    return {seat: Since(begun) for seat in seats}


def _guidance_of(game: Game) -> Guidance | None:
    guide = guide_to(playing(game.rules.name).name, game.rules.scenario.name)
    return Guidance(guide, game) if guide is not None else None


class Play:
    """A game with at least one person at the table.

    game: the game, at any point.  bots: a player for each seat that no person holds.  sitting: how it is played,
    and the orders that were kept with the game.  keeper: keeps the game at every question, or None.
    recorder: records it, or None.
    """

    def __init__(
        self,
        game: Game,
        bots: dict[int, Any],
        console: Console,
        sitting: Sitting,
        keeper: Keeper | None = None,
        recorder: Recorder | None = None,
    ) -> None:
        self.console = console
        self.keyboard = Keyboard(console)
        self.table = Table(game, bots, partial(self.keyboard.dice, game.rules.die.faces) if sitting.dice else None)
        self.session = Session(self.table)
        self.account = Account(console, sides_in(lambda: self.game))
        self.looking = Looking(console, self.session, self.people, lambda: self.curtained or len(self.people) == 1)
        self._commands = self._all_commands()
        self._sitting: int | None = None
        self._untold: dict[int, list[EventInWords]] = {seat: [] for seat in self.people}
        self.since = _beginnings(game, self.people)
        self.sitting = sitting
        self.keeper = keeper
        self.recorder = recorder
        self._guidance = _guidance_of(game) if sitting.guided else None
        self._unkept = ""
        self._secret = False
        """Whether the question is one that others at the keyboard must not see answered."""
        self._held: list[tuple[int, dict[int, list[EventInWords]]]] = []
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
    def curtained(self) -> bool:
        """Whether people at the keyboard must not see what is shown to each other: in the whole game under some rules,
        else while a question is asked that tells secrets."""
        if len(self.people) == 1:
            return False
        speech = self.game.rules.speech()
        always = speech.secrecy.secretive & {*self.game.rules.options}
        return bool(always) or self.game.info()["decision"] in speech.questions.curtain

    # --- the loop --------------------------------------------------------------------------------------

    def run(self) -> None:
        """Play until the game is over or the person leaves."""
        self._greet()
        self.session.go_on(self.game, self.sitting.orders, self.sitting.standing)
        try:
            self._tell()
            while not self.game.ended:
                self.account.turn_to(self.game.seat)
                if self.game.seat in self.table.bots:
                    self.table.let_bot_answer()
                    self._tell()
                else:
                    self._sit_down()
                    self._let_person_answer()
            self._end()
        except (Quit, KeyboardInterrupt) as left:
            self.account.flush()
            if isinstance(left, Quit):  # interrupted between two questions, the game stays kept as it was at the last
                self._keep()
            again = " `aw-env play --resume` continues the game." if self.keeper and not self._unkept else ""
            self.console.print(f"You leave the table.{again}", markup=False)
        if self.keeper is not None:
            self.keeper.let_go()
        if self.recorder is not None and not self._unkept:
            self.console.print(f"Recorded in {self.recorder.path}", markup=False, soft_wrap=True)

    def _end(self) -> None:
        self.account.flush()
        self._keep()
        show_board(self.game, self.looking.view(), self.console)
        tell_result(self.game, self.console)
        self._guide(waits=False)
        if self.keeper is not None and not self._unkept:
            self.keeper.drop()

    # --- nothing is lost ---------------------------------------------------------------------------------

    def _kept(self) -> tuple[Game, Sitting]:
        """What a save keeps."""
        game, waiting = self.session.kept()
        return game, self.sitting.model_copy(update={"orders": waiting, "standing": self.session.standing_orders()})

    def _keep(self) -> None:
        """Write the game and its record as they stand.  What keeps one of them from being written is said once, and
        keeps the other from nothing."""
        problems = []
        for write in (self._write_save, self._write_record):
            try:
                write()
            except OSError as error:
                problems.append(f"not kept: {in_words(error)}")
        problem = "\n".join(dict.fromkeys(problems))
        if problem and problem != self._unkept:
            self._complain(problem)
        self._unkept = problem

    def _write_save(self) -> None:
        if self.keeper is not None:
            self.keeper.keep(*self._kept())

    def _write_record(self) -> None:
        if self.recorder is not None:
            self.recorder.write(self.game)

    def _greet(self) -> None:
        people = [self.game.rules.seats[seat].title() for seat in self.people]
        self.console.print(f"You play the {in_a_row(people)}. Type [bold]help[/] at any time.", highlight=False)
        if bid := bid_in_words(self.game.rules):
            self.console.print(f"The game is played {bid}.", markup=False)
        note = self.game.view().scenario.file.note
        if note:
            self.console.print(note, style="dim", markup=False)
        if self.sitting.dice and self.game.dice_rolled and not self.game.history:
            self.console.print("The computer has rolled the dice that come before the first question.", style="dim")

    # --- who may hear what -----------------------------------------------------------------------------

    def _tell(self) -> None:
        """Tell what has happened, and what has been held back before."""
        self._hold_back()
        held, self._held = self._held, []
        for _, heard in held:
            self._catch_up()
            aloud = heard.pop(EVERYBODY, [])
            self.account.tell(aloud)
            for since in self.since.values():
                since.hears(aloud)
            for seat, events in heard.items():  # each what he may hear, when he sits there
                self._untold[seat] += events
                self.since[seat].hears(events)
        self._catch_up()

    def _hold_back(self) -> None:
        """Keep what has happened until it can no longer be taken back."""
        if self.curtained:
            heard = {seat: self.table.heard(seat) for seat in self.people}
        else:
            heard = {EVERYBODY: self.table.heard()}
        self._held.append((len(self.game.history), heard))

    def _catch_up(self) -> None:
        """Tell the person at the keyboard what he has not heard yet."""
        if self._sitting is not None:
            self.account.tell(self._untold[self._sitting])
            self._untold[self._sitting] = []

    def _sit_down(self) -> None:
        """Draw the curtain before another person takes the keyboard; where it is no longer needed, lift it."""
        if not self.curtained:
            self._lift_curtain()
            return
        if self._sitting == self.game.seat:
            return
        self.account.flush()
        self.console.clear()
        self._sitting = self.game.seat
        seat = self.game.seat_name.title()
        self.keyboard.fresh_line(f"The {seat} to the keyboard, the others look away. Enter:")
        self._phase = self._step = None
        self._catch_up()

    def _lift_curtain(self) -> None:
        """From now on everybody is told everything: what was for one person's ears has been heard by now."""
        if self._sitting is not None:
            self._sitting = None
            self._untold = {seat: [] for seat in self.people}
            self.account.flush()
            self.console.print("The curtain is lifted: everybody may look.", style="bold")

    # --- asking a person -------------------------------------------------------------------------------

    def _let_person_answer(self) -> None:
        """Let an order answer that was given before, or ask."""
        unused = self.session.begin_question()
        if unused:
            self._note(f"Orders that are no longer needed: {in_a_row(unused)}.")
        try:
            action = self.session.answer_unasked()
        except UnknownWords as error:
            self._complain(error)
            self._drop_what_was_typed_ahead(" either")
            action = None
        told = self.session.to_tell()
        if told and (self.curtained or len(self.people) == 1):
            self._note(told)
        if action is None:
            self._ask()
        else:
            self._answer(action)

    def _answer(self, action: int, by_hand: bool = False) -> None:
        """Answer, once what is to be committed has been, and tell what happens."""
        summary = self.session.to_commit(action, by_hand)
        if summary and not self._commit(summary):
            return
        step = step_of(self.game)
        unforeseen = self.session.apply(action)
        if unforeseen or self.session.final or self.game.ended or step_of(self.game) != step:
            self._tell()
        else:
            self._hold_back()
        if told := self.session.told_in_turn():
            self._note(told)
        if unforeseen:
            self._drop_what_was_typed_ahead(", for it was typed before this happened")

    def _drop_what_was_typed_ahead(self, because: str) -> None:
        dropped = self.keyboard.forget()
        if dropped and not self._secret:
            self._note(f"Not done{because}: {dropped}")

    def _ask(self) -> None:
        """Put the question, and read lines until one answers it or changes the game."""
        self.account.flush()
        self._keep()
        game = self.game
        view = game.view(game.seat)
        if self._phase != view.phase:
            self._begin_phase(view)
        if self._step != step_of(game):
            self._step = step_of(game)
            self.looking.announce_step()
            self.looking.battle_card()
        since = self.since[game.seat]
        if since.is_long:
            self._tell_since()
        since.moves(game)
        self.looking.question()
        self._guide(waits=False)
        secret = game.rules.speech().questions.secret
        self._secret = view.decision in secret and len(self.people) > 1 and not self.curtained
        self._read_until(f"{game.seat_name}>", self._obey)
        self._secret = False

    def _guide(self, waits: bool) -> None:
        """Let the guide of a guided game speak.  waits: whether orders wait to be committed."""
        told = self._guidance.told(self.game, waits) if self._guidance is not None else None
        for line in told.in_words() if told is not None else ():
            self.console.print(line, style="cyan", markup=False)

    def _read_until(self, prompt: str, obey: Callable[[str], bool]) -> None:
        """Read lines until one has been obeyed that changes what is asked; what cannot be done is said."""
        while True:
            line = self.keyboard.line(prompt, self._secret)
            try:
                if obey(line):
                    return
            except (UnknownWords, OSError, SaveError) as error:
                command = line.partition(" ")[0].lower() in self._commands
                said = in_words(error).partition(" Choices:")[0]  # they are on the screen
                self._complain(said if command or not self._secret else "that is not one of the choices")
                self._drop_what_was_typed_ahead(" either")

    def _begin_phase(self, view: Any) -> None:
        """Show where everyone is when a turn begins; later the tracks, and on a small map of seas alone these."""
        new_turn, self._turn, self._phase = self._turn != view.turn, view.turn, view.phase
        if new_turn:
            show_board(self.game, view, self.console)
            return
        scene = self.game.rules.scene(view)
        self.console.print(text.heading(scene))
        if len(scene.areas) <= text.FEW_AREAS and not any(area.harbour for area in scene.areas):
            self.console.print(text.areas(scene))
        self.console.print("`board` shows where everyone is.", style="dim")

    def _obey(self, line: str) -> bool:
        """Do what a line says.  True when the question should be put anew."""
        if not line:
            self.looking.choices()
            return False
        if not self.session.is_choice(line):
            line = self.keyboard.several(line)
            command, rest = self._command(line)
            if command is not None:
                return bool(command(rest))
        if self.session.plan(line):
            return True
        try:
            meant = self.session.understand(line)
        except UnknownWords as error:
            raise UnknownWords(self._with_command_meant(line, str(error))) from None
        if isinstance(meant, Phrase):
            return self._order(meant)
        if isinstance(meant, InTurn):
            self.session.answer_in_turn(meant, hidden=self._secret)
            return True
        self.session.remember()
        self._answer(meant, by_hand=True)
        return True

    def _with_command_meant(self, line: str, wrong: str) -> str:
        """What is wrong with a line, and which command it may be a misspelling of."""
        nearly = get_close_matches(line.partition(" ")[0].lower(), self._commands, n=1, cutoff=NEARLY)
        known = not nearly or "did you mean" in wrong
        return wrong if known else f"{wrong.partition(' Choices:')[0].rstrip('.')}; did you mean {nearly[0]}?"

    def _command(self, line: str) -> tuple[Command | None, str]:
        word, _, rest = line.partition(" ")
        return self._commands.get(word.lower()), rest.strip()

    def _order(self, phrase: Phrase) -> bool:
        """Keep an order and those typed ahead with it, and say what has become of them.  True when the unit that is
        asked has its order now."""
        game = self.game
        done = self._give(phrase)
        while done and (following := self._order_typed_ahead()) is not None:
            done = self._give(following)
        if not done:
            self._drop_what_was_typed_ahead(" either")
        self._keep()
        if self.game is not game:
            self._held = []
            return True
        return self.session.answer_unasked() is not None

    def _order_typed_ahead(self) -> Phrase | None:
        """The order to units that comes next in a line of several; the game goes on only after it."""
        line = self.keyboard.typed_ahead()
        try:
            meant = self.session.understand(line) if line and self._command(line)[0] is None else None
        except UnknownWords:
            return None
        if not isinstance(meant, Phrase):
            return None
        self.keyboard.line(f"{self.game.seat_name}>")
        return meant

    def _give(self, phrase: Phrase) -> bool:
        """Give an order, and say what has become of it.  Whether all of them can do as ordered."""
        given = self.session.give(phrase)
        for meant, names in given.able.items():
            self.console.print(f"Ordered: {in_a_row(names)}: {meant}.", style="green", markup=False)
        for instead, names in given.instead.items():
            self.console.print(f"No longer {instead}: {in_a_row(names)}.", style="green", markup=False)
        for reason, names in given.unable.items():
            self._complain(f"{in_a_row(names)}: {reason}")
        return not given.unable

    # --- several orders are committed --------------------------------------------------------------------

    def _commit(self, summary: str) -> bool:
        """Ask whether what several units are ordered shall be done; False when something else is asked then."""
        self.account.flush()
        self.console.print(f"{summary}: commit? (or undo, or change an order)", style="bold", markup=False)
        self._guide(waits=True)
        answers: list[bool] = []
        self._read_until("commit>", lambda line: self._obey_commit(line, answers))
        if answers:
            self.session.commit()
        return bool(answers)

    def _obey_commit(self, line: str, answers: list[bool]) -> bool:
        line = self.keyboard.several(line)
        if line.lower() in COMMIT:
            answers.append(True)
            return True
        if line.lower() in TAKE_BACK:
            return self._undo("")
        command, rest = self._command(line)
        if command == self._auto:  # the step is done as ordered, and the adviser plays on
            self._let_answer(rest)
            answers.append(True)
            return True
        if command is not None:
            return bool(command(rest))
        meant = self.session.understand(line)
        if not isinstance(meant, Phrase):
            raise UnknownWords('"commit", "undo", or an order that changes one: "Hornet to Marshalls"')
        return self._order(meant)

    # --- commands --------------------------------------------------------------------------------------

    def _all_commands(self) -> dict[str, Command]:
        looking = self.looking
        commands: dict[str, Command] = {
            "help": looking.help,
            "?": looking.help,
            "why": looking.why,
            "board": looking.board,
            "map": looking.board,
            "fleets": looking.fleets,
            "where": looking.where,
            "score": looking.score,
            "since": self._since,
            "choices": looking.choices,
            "orders": looking.orders,
            "picture": looking.picture,
            "hint": self._hint,
            "odds": self._odds,
            "what": self._what_if,
            "battle": self._battle,
            "auto": self._auto,
            "always": self._always,
            "never": self._never,
            "commit": self._nothing_to_commit,
            "same": self._same,
            "undo": self._undo,
            "save": self._save,
            "load": self._load,
        }
        return commands | dict.fromkeys(LEAVING, self._leave)

    def _since(self, rest: str) -> None:
        """What has happened since the person who is asked moved last."""
        if not self._tell_since():
            self.console.print("Since your last move, nothing has happened.", style="bold")

    def _tell_since(self) -> bool:
        """Tell it, if anything has happened; whether it has."""
        seat, rules = self.game.seat, self.game.rules
        side = rules.speech().sides[rules.sides[seat]].id
        card = self.since[seat].card(lambda game: rules.scene(game.view(seat)), rules.scene(self.looking.view()), side)
        if card.lines:
            self.console.print("Since your last move:", style="bold")
        for line in card.lines:
            self.account.line(line)
        return bool(card.lines)

    def _hint(self, rest: str) -> None:
        """What an adviser would answer, and what there is to know of it."""
        self._must_be_alone()
        officer = Officer(rest) if rest else officer_of(self.game)
        if officer.reason:
            self._note(f"{officer.reason}.")
        player = adviser(officer.name, self.game)
        action, compared = advice_of(player, self.game)
        self.console.print(f"  {self.looking.choice_in_words(action)}", style="cyan", markup=False)
        for one in compared:
            words = self.game.rules.describe_action(self.looking.view(), one.action)
            worth = f"{one.value:+.2f} ± {one.error:.2f} in {one.trials} trials"
            self.console.print(f"    {worth}: {words}", style="dim", markup=False)
        if compared and (scale := scale_of(player)):
            self.console.print(f"    ({scale})", style="dim", markup=False)

    def _odds(self, rest: str) -> None:
        """What may come of the choices, of some that are named, or of orders."""
        self._must_be_alone()
        self.console.print("  ...", style="dim")
        head, *lines = odds.of_line(self.session, rest, odds.SECONDS).in_words()
        self.console.print(head, markup=False)
        for line in lines:
            self.console.print(f"  {line}", markup=False)

    def _what_if(self, rest: str) -> None:
        """What may come of orders, typed after "what if"."""
        if not rest.startswith("if "):
            raise UnknownWords('say of what: "what if ORDER"; or "odds"')
        self._odds(rest)

    def _battle(self, rest: str) -> None:
        """What may come of the battle in one area, with the units that are there or that are named."""
        self._must_be_alone()
        self.console.print("  ...", style="dim")
        self.console.print(battles.of_line(self.game, rest, odds.SECONDS).in_words(), markup=False)

    def _must_be_alone(self) -> None:
        """Raises UnknownWords when others would see what is said of a secret answer."""
        if self._secret:
            raise UnknownWords("not while others see the screen: what is chosen here is secret")

    def _auto(self, rest: str) -> bool:
        """Let an adviser answer, for a while."""
        self._answer(self._let_answer(rest).answer(self.game))
        return True

    def _let_answer(self, rest: str) -> Deputy:
        """The adviser who answers from now on, for a while."""
        deputy = Deputy(self.game, rest)
        self.since[self.game.seat].moves(self.game, own=True)
        if deputy.reason:
            self._note(f"{deputy.reason}.")
        self.session.remember()
        self.session.deputy = deputy
        return deputy

    def _always(self, rest: str) -> bool:
        """Give a standing order, or list them.  True when it answers the question."""
        self._must_be_alone()
        if not rest:
            for order in self.session.standing:
                self.console.print(f"  always {order.in_words(self.game)}", markup=False)
            return False
        new = standing.understood(self.game, rest)
        self.session.remember()
        ended = self.session.add_standing(new)
        self.console.print(f"Always {new.in_words(self.game)}.", style="green", markup=False)
        for order in ended:
            self.console.print(f"No longer: {order.in_words(self.game)}.", style="green", markup=False)
        return self.session.answer_unasked() is not None

    def _never(self, rest: str) -> None:
        """Take a standing order back."""
        self._must_be_alone()
        given = "; ".join(order.in_words(self.game) for order in self.session.standing) or "none"
        if not rest:
            raise UnknownWords(f"say which standing order to take back: never ORDER; yours: {given}")
        left = standing.without(self.session.standing, standing.understood(self.game, rest))
        if left == self.session.standing:
            raise UnknownWords(f'there is no standing order "{rest}"; yours: {given}')
        self.session.remember()
        self.session.standing = left
        self.console.print(f"No longer: {rest}.", style="green", markup=False)

    def _same(self, rest: str) -> bool:
        """The last answer for the other units of the place, too."""
        return self._order(self.session.the_same())

    def _nothing_to_commit(self, rest: str) -> None:
        raise UnknownWords("nothing is waiting to be committed: orders to several units wait until every unit has one")

    def _undo(self, rest: str) -> bool:
        self.session.undo()
        self._held = [(answers, heard) for answers, heard in self._held if answers <= len(self.game.history)]
        self.console.print("Taken back.", style="green")
        return True

    def _save(self, rest: str) -> None:
        path = file_named(rest, "save")
        saves.write_file(path, keeping.save(*self._kept()))
        self.console.print(f"Saved in {path}.", style="green", markup=False)

    def _load(self, rest: str) -> bool:
        path = file_named(rest, "load")
        loaded, data = self.game.clone(), saves.read_file(path)
        kept = keeping.sitting_of(saves.header(data))
        loaded.restore(data)
        self.session.go_on(loaded, kept.orders if kept else {}, kept.standing if kept else {})
        self._held = []
        self.since = _beginnings(loaded, self.people)
        self._phase = self._turn = self._step = None
        self.console.print(f"Continuing from {path}.", style="green", markup=False)
        return True

    def _leave(self, rest: str) -> None:
        self.keyboard.confirm_leaving()

    # --- saying ------------------------------------------------------------------------------------------

    def _complain(self, error: object) -> None:
        self.console.print(f"{error}", style="red", markup=False)

    def _note(self, words: str) -> None:
        self.account.flush()
        self.console.print(words, style="dim", markup=False)
