"""A game with its seats: what each may do, and what each is told.  No network."""

import logging
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

from pydantic import TypeAdapter, ValidationError

from aw_env.core.errors import PlayerFailed
from aw_env.core.faces.game import Game
from aw_env.core.players import Adviser, Sitter, begin, end, load
from aw_env.core.said.wording import capital
from aw_env.games import named
from aw_env.table import choosing, ending, luck, odds
from aw_env.table.adviser import OFFICER, advice_of, adviser, commentators_on, opinion_of
from aw_env.table.course import Course
from aw_env.table.guide import Guidance, Spoken, guide_to
from aw_env.table.levels import Officer, officer_of
from aw_env.table.offers import Setup
from aw_env.table.session import KeptSnapshot, Session, same_beginning
from aw_env.table.since import Since
from aw_env.table.standing import StandingOrder
from aw_env.table.table import Table
from aw_env.web import messages, proof
from aw_env.web.audience import Audience, Reply, Show
from aw_env.web.beginning import check_player, looked_at, seat_asked
from aw_env.web.beginning import new_room as new_room
from aw_env.web.messages import Refused
from aw_env.web.ordering import Ordering
from aw_env.web.ratings import counted
from aw_env.web.seating import SPECTATORS, answers_for, note_person, seat_entered
from aw_env.web.store import PERSON, HandedOver, Kept, Store
from aw_env.web.talk import Talk

LOG = logging.getLogger("aw_env.web")
MOST_UNASKED = 5000
"""Questions that orders and deputies answer at most after one message."""
SECONDS_OF_ODDS = 2.0
_STANDING = TypeAdapter(dict[str, tuple[StandingOrder, ...]])
_ORDERS = TypeAdapter(dict[str, dict[int, int]])
_SNAPSHOTS = TypeAdapter(tuple[KeptSnapshot, ...])


def _read_as(shape: TypeAdapter[Any], kept: Any, otherwise: Any) -> Any:
    """What is kept, or, where it is no longer understood, something else."""
    try:
        return shape.validate_python(kept, strict=False)
    except ValidationError:
        return otherwise


class Room:
    """A game that is kept in a store.

    Raises Refused for an id that is none, ValueError if the game was begun with other data or other rules.
    """

    def __init__(self, store: Store, id: str, show: Show | None = None) -> None:
        """show: how it is watched, if it may be watched otherwise than as fast as it is played."""
        self.id = id
        self.store = store
        self.show = show
        self._bots: dict[str, Any] = {}
        self._luck: tuple[int, tuple[str, ...]] = 0, ()
        self.pictures: dict[int, Any] = {}
        """What has been said of the positions that are shown to the seats (`web.telling`)."""
        self.read()

    @property
    def luck(self) -> tuple[str, ...]:
        """What luck each side has had (`aw_env.table.luck`): found once, as the whole game is gone through."""
        decisions = len(self.game.history)
        if self._luck[0] != decisions:
            self._luck = decisions, luck.of_sides(self.game)
        return self._luck[1]

    @cached_property
    def advisers(self) -> list[str]:
        """The players that may be asked for an opinion."""
        return commentators_on(self.game.rules)

    @property
    def proof(self) -> dict[str, Any] | None:
        """What everybody is told so that the dice can be proved (`aw_env.web.proof`)."""
        return proof.told(self.setup.seed, self._salt, self.game.ended)

    # --- as it is kept -----------------------------------------------------------------------------------

    def read(self) -> None:
        """Take the game up as it is kept; what is not kept has not happened."""
        kept = self.store.read(self.id)
        if kept is None:
            raise Refused("unknown", "there is no such game")
        self.setup = Setup.model_validate_json(kept.setup)
        self.seats = kept.seats
        self._salt, self.clock, self.bids, self.rematch = kept.salt, kept.clock, kept.bids, kept.rematch
        self.talk = Talk(self.store, self.id, self.seats)
        game = self.setup.begin()
        everybody = tuple(range(len(game.rules.seats)))
        begun = game.clone()
        self.audiences = {seat: Audience((seat,), game, Since(begun)) for seat in everybody}
        self.audiences[SPECTATORS] = Audience(everybody, game, Since(begun))
        self.table = Table(game, {})
        self.course = Course()
        guide = guide_to(self.setup.game, self.setup.scenario) if self.setup.guided else None
        self._guidance = Guidance(guide, game) if guide is not None else None
        snapshots = _read_as(_SNAPSHOTS, kept.snapshots, ())
        self._newly_handed_over: list[HandedOver] = []
        settled = min((one.earliest for one in snapshots), default=len(kept.history))
        self._play_again(kept.history[:settled], kept.handed_over)
        earliest = game.clone()
        self._play_again(kept.history[settled:], settled=False)
        self.session = Session(self.table)
        self.session.go_on(game, _read_as(_ORDERS, kept.orders, {}), _read_as(_STANDING, kept.standing, {}))
        if snapshots:
            self.session.take_up(earliest, snapshots)
        self._kept_history, self._kept_changes = list(kept.history), [seat.changes for seat in kept.seats]
        self._ordering = Ordering(self.session, self._apply)
        self.notes: dict[int, list[str]] = {}
        """What there is to say to a seat of its orders, when it is asked."""
        self._seat_bots()
        self._let_orders_answer()

    def _play_again(self, actions: Sequence[int], handed_over: Sequence[HandedOver] = (), settled: bool = True) -> None:
        """Play what is kept.  settled: whether it can no longer be taken back, so that everyone is told.  handed_over:
        seats that have changed hands meanwhile."""
        for number in range(len(actions) + 1):
            if number:
                self._note_move()
                self.table.apply(actions[number - 1])
            self._note_position()
            for audience in self.audiences.values() if number or settled else ():
                audience.hear(len(self.game.history), self.table.heard(*audience.seats))
                if settled:
                    audience.tell()
            for change in handed_over:
                if change.after == number:
                    self._tell_who_plays(change)
        if settled:
            self._show(*self.audiences)

    def _note_position(self) -> None:
        self.course.note(self.game)
        if self._guidance is not None:
            self._guidance.note(self.game)

    def _note_move(self, by_deputy: bool = False) -> None:
        """The person who is asked moves, or lets a deputy move for him."""
        if self.is_asked(self.game.seat):
            self.audiences[self.game.seat].since.moves(self.game, own=by_deputy)

    def _keep(self, message: tuple[int, str] | None = None) -> None:
        """Keep the game as it stands; if that cannot be, take it up again as it is kept.  Raises Refused."""
        history = self.game.history
        same = same_beginning(history, self._kept_history)
        orders = _STANDING.dump_python(self.session.standing_orders(), mode="json")
        waiting = self.session.waiting_orders()
        snapshots = _SNAPSHOTS.dump_python(tuple(self.session.kept_snapshots()), mode="json")
        result, asked = ending.in_words(self.game), seat_asked(self.game)
        clock = looked_at(self.clock, self.game, self.seats) if self.clock is not None else None
        kept = Kept("", self.seats, history, waiting, orders, result, snapshots, asked=asked, clock=clock)
        kept.handed_over = self._newly_handed_over
        kept.counted = counted(self.setup, self.game, [answers_for(seat, self.setup) for seat in self.seats])
        try:
            self.store.keep(self.id, kept, same, self._kept_changes, message)
        except Exception as error:
            self.read()
            raise Refused("not_kept", f"the server cannot keep this, so nothing has been done: {error}") from error
        self._newly_handed_over = []
        self._kept_history, self._kept_changes = list(history), [seat.changes for seat in self.seats]

    # --- who sits where ------------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self.table.game

    def entered(self, join: messages.Join) -> int:
        """The seat that somebody enters, which is kept, or SPECTATORS.  Raises Refused for a token that is none."""
        seat = seat_entered(self.seats, self.game.rules.seats, join)
        if seat != SPECTATORS and join.person:
            note_person(self.store, self.id, self.seats, seat, join.person)
        return seat

    def is_asked(self, seat: int) -> bool:
        """Whether the person of a seat is asked."""
        is_asked = seat >= 0 and seat == self.game.seat and not self.game.ended and self.is_settled
        return is_asked and self.seats[seat].player == PERSON

    @property
    def is_settled(self) -> bool:
        """Whether persons need not bid for the sides any more."""
        return None not in self.bids

    def computer_is_asked(self) -> bool:
        """Whether a player of the computer is to answer now."""
        if self.show is not None and self.show.paused:
            return False
        return not self.game.ended and self.game.seat in self.table.bots

    def program_is_asked(self) -> bool:
        """Whether a program of its own is to answer now, which may let others wait."""
        return not self.game.ended and isinstance(self.table.bots.get(self.game.seat), Sitter)

    def computer_compares(self) -> bool:
        """Whether a player of the computer here compares answers before it gives one, which takes long."""
        return any(isinstance(bot, Adviser) for bot in self.table.bots.values())

    def _seat_bots(self) -> None:
        """A player of the computer for each seat that no person holds."""
        self.table.bots = {
            number: self._bot(number, seat.player) for number, seat in enumerate(self.seats) if seat.player != PERSON
        }

    def close(self) -> None:
        """Nobody plays here for now: programs that have played end."""
        for bot in [*self._bots.values()]:  # one may just be joining them, in a thread that is not to be waited for
            end(bot)

    def _bot(self, seat: int, name: str) -> Any:
        key = f"{seat} {name}"
        if key not in self._bots:
            bot = load(name, named(self.setup.game).players)
            begin(bot, 1, self.game.seed + 1 + seat)
            self._bots[key] = bot
        return self._bots[key]

    # --- what comes from a seat ------------------------------------------------------------------------------

    def obey(self, seat: int, message: messages.Message, is_there: Iterable[int] = ()) -> Reply:
        """Do what a message from a seat says, and keep it; what there is to say of it.

        is_there: seats at which somebody is.  Raises Refused: nothing has changed then.
        """
        if isinstance(message, messages.Pace):
            return self._set_pace(message)
        if seat == SPECTATORS:
            raise Refused("foreign", "who looks on gives no orders and says nothing")
        if self.store.has_obeyed(self.id, seat, message.id):
            raise Refused("doubled", "this message has been obeyed before")
        if isinstance(message, messages.Chat):
            self.talk.say(seat, message)
            return Reply()
        if not self.is_settled:
            raise Refused("late", "the game begins when both have bid for the sides")
        if isinstance(message, messages.ToQuestion):
            self._check_question(seat, message)
            self._note_move(isinstance(message, messages.Auto))
        self._ordering.reply = Reply()
        try:
            changed = self._do(seat, message, set(is_there))
            if changed:
                self.seats[seat].changes += 1
                self.notes.pop(seat, None)
                self._let_orders_answer()
                self._forget_what_was_taken_back()
                self._keep((seat, message.id))
        except LookupError as error:
            raise Refused("impossible", str(error).partition(" Choices:")[0]) from None
        except Refused:
            raise
        except Exception:  # a fault of ours: what is kept is sound
            self.read()
            raise
        return self._ordering.reply

    def _set_pace(self, message: messages.Pace) -> Reply:
        if self.show is None:
            raise Refused("foreign", "this game is not played to be watched: it has a pace of its own")
        self.show.seconds, self.show.paused = message.seconds, message.paused
        return Reply()

    def _check_question(self, seat: int, message: messages.ToQuestion) -> None:
        if self.game.ended:
            raise Refused("late", "the game is over")
        if not self.is_asked(seat):
            raise Refused("not_asked", f"it is not {self.game.rules.seats[seat]} who is asked")
        if message.question != self.seats[seat].changes:
            raise Refused("late", "this was about a question that is no longer asked")

    def _do(self, seat: int, message: messages.Message, is_there: set[int]) -> bool:
        """Whether it has changed anything."""
        match message:
            case messages.Answer():
                self._ordering.answer(message.action)
            case messages.Say():
                return self._say(seat, message.words)
            case messages.Commit():
                self._ordering.commit()
            case messages.Same():
                self._ordering.carry(self.session.the_same())
            case messages.Undo():
                self._ordering.undo()
            case messages.Always():
                self._ordering.always(message.words)
            case messages.Never():
                self._ordering.never(message.words)
            case messages.Auto():
                self._ordering.auto(message.span)
            case messages.HandOver():
                self._hand_over(seat, message, is_there)
            case messages.TakeBack():
                self._hold(seat, PERSON)
            case messages.Hint():
                return self._hint(seat)
            case messages.AskOpinion():
                self._ordering.reply.opinion = opinion_of(message.player, self.game)
                return False
            case messages.AskOdds():
                return self._odds(message.words)
            case messages.Why():
                return self._why(seat, message.words)
        return True

    def _say(self, seat: int, words: str) -> bool:
        """What is typed: a command that the page has a button for, an answer in words, or an order to units.  Whether
        it has changed anything."""
        command, _, rest = words.partition(" ")
        match command.lower(), rest.strip():
            case "commit", "":
                self._ordering.commit()
            case "undo", "":
                self._ordering.undo()
            case "same", "":
                self._ordering.carry(self.session.the_same())
            case "hint", "":
                return self._hint(seat)
            case "why", name:
                return self._why(seat, name)
            case ("odds", of) | ("what", of):
                return self._odds(of)
            case "auto", ("" | "step" | "combat" | "turn") as span:
                self._ordering.auto(span)
            case "always", order if order:
                self._ordering.always(order)
            case "never", order if order:
                self._ordering.never(order)
            case _:
                self._ordering.order(words)
        return True

    def _hint(self, seat: int) -> bool:
        if guided := self.guided(seat):
            self._ordering.reply.said.append(f"{guided.voice} would answer: {guided.advice or 'commit'}")
            return False
        officer = officer_of(self.game)
        action, _ = advice_of(adviser(officer.name, self.game), self.game)
        words = choosing.choice_in_words(self.game, self.game.view(seat), action, alone=True)
        self._ordering.reply.said += [f"{officer.reason}."] if officer.reason else []
        self._ordering.reply.said.append(f"A staff officer would answer: {words}")
        return False

    def _odds(self, words: str) -> bool:
        self._ordering.reply.odds = odds.of_line(self.session, words, SECONDS_OF_ODDS)
        return False

    def _why(self, seat: int, words: str) -> bool:
        if not self.is_asked(seat):
            raise Refused("not_asked", "the rules are told of the question that you are asked")
        explained = choosing.why(self.session, self.game.view(seat), words)
        self._ordering.reply.said += [explained.words, *(f"§{number} {title}" for number, title in explained.rules)]
        return False

    def _hand_over(self, seat: int, message: messages.HandOver, is_there: set[int]) -> None:
        names = self.game.rules.seats
        if message.seat not in names:
            raise LookupError(f"there is no seat {message.seat!r}: choose from {', '.join(names)}")
        given = names.index(message.seat)
        if given != seat and (self.seats[given].player != PERSON or given in is_there):
            raise LookupError(f"only a seat that a person has left can be given away: {message.seat} is not")
        if given != seat and message.player:
            raise LookupError(f"{message.seat} is not your seat: name no player, and the staff officer plays on there")
        officer = Officer(message.player) if message.player else officer_of(self.game)
        check_player(officer.name, self.setup.game)
        self._hold(given, officer.name)
        self._ordering.reply.said += [f"{officer.reason}."] if officer.reason else []

    def let_time_run_out(self) -> bool:
        """Where the time of the person who is asked has run out, the officer who advises in this scenario has his seat
        from now on; whether it has.  Raises Refused where that cannot be kept."""
        seat, clock = self.game.seat, self.clock
        if clock is None or not clock.is_out or not self.is_asked(seat):
            return False
        clock.lost.append(seat)
        officer = officer_of(self.game).name
        self._hold(seat, officer)
        self.seats[seat].changes += 1
        self.notes.pop(seat, None)
        self._tell_persons(f"The time of {self.game.rules.seats[seat]} has run out: {officer} plays on.")
        self._forget_what_was_taken_back()
        self._keep()
        return True

    def _hold(self, seat: int, player: str) -> None:
        """Somebody else holds a seat from now on; of one that is asked, nothing before can be taken back."""
        if self.seats[seat].player == player:
            raise LookupError(f"{self.game.rules.seats[seat]} is held by {player} already")
        self.audiences[seat].since.moves(self.position(seat), own=True)
        if seat == self.game.seat:
            self.session.go_on(self.game, {}, self.session.standing_orders())
            self._ordering.waits = None
            for audience in self.audiences.values():
                audience.tell()
            self._show(*self.audiences)
        self._hand_to(seat, player)

    def _hand_to(self, seat: int, player: str) -> None:
        """A seat changes hands, which everybody is told.  In the log it stands before what can still be taken back, as
        it does when the game is taken up again."""
        self.seats[seat].player = player
        self._seat_bots()
        settled = min((one.earliest for one in self.session.kept_snapshots()), default=len(self.game.history))
        change = HandedOver(settled, seat, player)
        self._newly_handed_over.append(change)
        self._tell_who_plays(change)

    def _tell_who_plays(self, change: HandedOver) -> None:
        seat, player = capital(self.game.rules.seats[change.seat]), change.player
        words = f"A person plays the {seat} again." if player == PERSON else f"{player} plays on for the {seat}."
        for audience in self.audiences.values():
            audience.log.append(("handed_over", (), (), words))

    # --- the game goes on --------------------------------------------------------------------------------------

    def _let_orders_answer(self) -> None:
        """Let orders, standing orders and deputies answer, until a person has to."""
        for _ in range(MOST_UNASKED):
            if self._ordering.waits is not None or not self.is_asked(self.game.seat):
                return
            notes = self.notes.setdefault(self.game.seat, [])
            unused = self.session.begin_question()
            if unused:
                notes.append(f"Orders that are no longer needed: {', '.join(unused)}.")
            try:
                action = self.session.answer_unasked()
            except LookupError as error:
                notes.append(str(error))
                continue
            if told := self.session.to_tell():
                notes.append(told)
            if action is None:
                return
            self._ordering.apply_or_wait(action)

    def _apply(self, action: int) -> None:
        seat = self.game.seat
        self._ordering.waits = None
        unforeseen = self.session.apply(action)
        if told := self.session.told_in_turn():
            self._ordering.reply.said.append(told)
        self._hear(everyone_is_told=self.session.final or self.game.seat != seat or self.game.ended)
        if unforeseen:
            self.audiences[seat].tell()

    def let_computer_answer(self) -> None:
        """The player at the seat that is asked answers; `keep_what_was_answered` keeps and shows it.  In place of one
        that fails the staff officer answers from now on: persons are told why, as far as that tells no secret."""
        seat = self.seats[self.game.seat]
        seat.changes += 1
        try:
            self.table.let_bot_answer()
        except Exception as error:
            if seat.player == OFFICER:
                raise
            LOG.warning("game %s: %s failed: %s", self.id, seat.player, error)
            why = error.openly if isinstance(error, PlayerFailed) else type(error).__name__
            self._tell_persons(f"{seat.player} failed ({why}): the staff officer plays on.")
            self._hand_to(self.game.seat, OFFICER)
            self.table.let_bot_answer()
        if self.game.ended:
            self.close()
        self._tell_everyone()

    def _tell_persons(self, words: str) -> None:
        for number, seat in enumerate(self.seats):
            if seat.player == PERSON:
                self.notes.setdefault(number, []).append(words)

    def keep_what_was_answered(self) -> None:
        """Keep what players of the computer have answered, and let the orders of persons answer.  Raises Refused."""
        self._show(*self.audiences)
        self._let_orders_answer()
        self._keep()

    # --- who is told what ----------------------------------------------------------------------------------------

    def _hear(self, everyone_is_told: bool) -> None:
        """Something has happened.  While it may be taken back it is not told, but to those who hear of dice or of a
        secret that has come out: after these nothing is taken back."""
        self._note_position()
        told, revealing = [], self.game.rules.speech().events.revealing
        for seat, audience in self.audiences.items():
            events = self.table.heard(*audience.seats)
            audience.hear(len(self.game.history), events)
            if everyone_is_told or any(dice or kind in revealing for kind, _, dice, _ in events):
                audience.tell()
                told.append(seat)
        self._show(*told)

    def _tell_everyone(self) -> None:
        """Something has happened that cannot be taken back."""
        self._note_position()
        for audience in self.audiences.values():
            audience.hear(len(self.game.history), self.table.heard(*audience.seats))
            audience.tell()

    def _show(self, *seats: int) -> None:
        """These are shown the position as it stands."""
        now = self.game.clone() if seats else self.game
        for seat in seats:
            self.audiences[seat].shown = now

    def _forget_what_was_taken_back(self) -> None:
        for audience in self.audiences.values():
            audience.forget_after(len(self.game.history))

    def position(self, seat: int) -> Game:
        """The game as a seat, or the spectators, are shown it: the person who is asked sees what can still be taken
        back."""
        return self.game if self.is_asked(seat) else self.audiences[seat].shown

    def guided(self, seat: int) -> Spoken | None:
        """What the guide of the game says to a seat, if it leads the person of that seat through it."""
        guidance = self._guidance
        if guidance is None or seat == SPECTATORS or self.game.rules.seats[seat] != guidance.guide.seat:
            return None
        shown = self.is_asked(seat) or self.game.ended
        return guidance.told(self.game, self._ordering.waits is not None) if shown else None

    @property
    def to_commit(self) -> str:
        """How many units will do what, once that is committed; "" where nothing waits for it."""
        return self._ordering.waits[1] if self._ordering.waits is not None else ""
