"""What people do at a table beside playing: orders that are kept, answers that are taken back.  No screen."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict

from aw_env.core.faces.game import Game
from aw_env.core.limits import Count
from aw_env.core.said import naming
from aw_env.core.said.understanding import as_listed
from aw_env.core.said.wording import UnknownWords
from aw_env.table import in_turn
from aw_env.table import orders as by_name
from aw_env.table.adviser import Deputy
from aw_env.table.in_turn import InTurn
from aw_env.table.orders import Given, Orders
from aw_env.table.phrases import Phrase
from aw_env.table.standing import StandingOrder, default, with_order
from aw_env.table.table import Table, step_of

NOTHING_TO_UNDO = "there is nothing to take back: no answer of yours since dice were rolled or someone else acted"
FINAL = "others are asked in secret: only orders that wait can be taken back, since what else can be would tell of it"


@dataclass(frozen=True)
class Snapshot:
    """What `undo` goes back to."""

    game: Game
    orders: Orders
    standing: tuple[StandingOrder, ...]


class KeptSnapshot(BaseModel):
    """A snapshot as it can be kept beside the decisions of the game.

    same: how many of them it shares with the game.  then: its decisions after those.  The others are those of `Orders`,
    of which `start` is told by the number of decisions before it.
    """

    model_config = ConfigDict(strict=True, frozen=True)

    same: Count
    then: tuple[Count, ...]
    start: Count
    waiting: dict[Count, Count]
    answered: dict[Count, Count]
    grouped: bool
    words: dict[Count, str]
    standing: tuple[StandingOrder, ...]

    @property
    def earliest(self) -> int:
        """The number of decisions after which it needs a position of the game."""
        return min(self.same, self.start)


def same_beginning(one: Sequence[int], other: Sequence[int]) -> int:
    """How many numbers at the beginning of both are the same."""
    if one == other[: len(one)]:
        return len(one)
    pairs = enumerate(zip(one, other, strict=False))
    return next((number for number, (mine, yours) in pairs if mine != yours), min(len(one), len(other)))


class Session:
    """A game at a table, the orders of its people and what they may take back.

    table: the game and who sits at it.  An answer can be taken back as long as no other seat has acted, which tells
    when one has; none can with the rules under which others are asked in secret.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        speech = table.game.rules.speech()
        self._revealing = speech.events.revealing
        self.final = bool(speech.secrecy.asked_in_secret & {*table.game.rules.options})
        """Whether no answer can be taken back."""
        self._orders: dict[int, Orders] = {}
        self._standing: dict[int, tuple[StandingOrder, ...]] = {}
        self.deputy: Deputy | None = None
        self._applied: StandingOrder | None = None
        self._unasked = ""
        self._in_turn: InTurn | None = None
        self._by_hand = False
        """Whether the answer that was given last without asking is one of a line that a person has typed."""
        self._told_in_turn = ""
        self._told_of: dict[str, tuple[Any, ...]] = {}
        self._snapshots: list[Snapshot] = []

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self.table.game

    @property
    def orders(self) -> Orders:
        """The orders of the seat that is asked."""
        return self._orders.setdefault(self.game.seat, Orders())

    @property
    def standing(self) -> tuple[StandingOrder, ...]:
        """The standing orders of the seat that is asked."""
        return self._standing.setdefault(self.game.seat, default(self.game.rules.speech()))

    @standing.setter
    def standing(self, orders: tuple[StandingOrder, ...]) -> None:
        self._standing[self.game.seat] = orders

    def add_standing(self, new: StandingOrder) -> list[StandingOrder]:
        """Give a standing order; those that it ends."""
        before = self.standing
        self.standing = with_order(before, new)
        self._told_of[new.in_words(self.game)] = step_of(self.game)
        return [order for order in before if order not in self.standing and order.words != new.words]

    # --- answering -------------------------------------------------------------------------------------

    def begin_question(self) -> list[str]:
        """A person is asked: returns the names of units whose orders, of an earlier step, were never asked for."""
        turn = self.game.view().turn
        self.standing = tuple(order for order in self.standing if order.turn in (0, turn))
        return self.orders.begin(self.game)

    def answer_unasked(self) -> int | None:
        """The answer that an order, a standing order or a deputy gives to the question, or the one that makes sense;
        None if there is none.  Raises UnknownWords for an order that has become impossible, and for what cannot be
        done of several answers in a line."""
        game, self._applied, self._unasked, self._by_hand = self.game, None, "", False
        action = self.orders.answer(game)
        if action is not None:
            return action
        for order in self.standing:
            if (action := order.answer(game)) is not None:
                self._applied = order
                return action
        if self.deputy is not None and self.deputy.answers(game):
            return self.deputy.answer(game)
        sensible = self._answer_that_makes_sense()
        return self._next_in_turn() if sensible is None else sensible

    def answer_in_turn(self, line: InTurn, hidden: bool = False) -> None:
        """Several answers, to the question that is asked and to those of its kind that follow.  hidden: whether others
        must not see them."""
        self.remember()
        line.hidden = hidden
        self._in_turn = line

    def _next_in_turn(self) -> int | None:
        line = self._in_turn
        if line is None or line.seat != self.game.seat:
            return None
        try:
            action = line.answer(self.game)
        except UnknownWords:
            self._in_turn = None
            raise
        self._by_hand = True
        return action

    def told_in_turn(self) -> str:
        """What has become of several answers in a line, once, when no more of them are to be given; "" before."""
        told, self._told_in_turn = self._told_in_turn, ""
        return told

    def _go_on_in_turn(self) -> None:
        """After an answer: whether more of a line are to be given.  Under the rules under which others are asked in
        secret nothing is told of it that somebody else is asked."""
        line = self._in_turn
        if line is None:
            return
        if not line.goes_on(self.game):
            self._told_in_turn = line.done()
        elif self.game.ended:
            self._told_in_turn = line.stopped("for the game is over")
        elif self.game.seat != line.seat and not self.final:
            self._told_in_turn = line.stopped("for others act now")
        else:
            return
        self._in_turn = None

    def _answer_that_makes_sense(self) -> int | None:
        view = self.game.view(self.game.seat)
        sensible = self.game.rules.speech().words.sensible(view)
        if sensible is None or sensible.action not in self.game.legal_actions():
            return None
        words = self.game.rules.describe_action(view, sensible.action)
        self._unasked = f"Not asked: {sensible.because} ({words})."
        return sensible.action

    def to_tell(self) -> str:
        """Why a person is not asked this question, where he has not said so himself just now; "" where nothing is to be
        told: a standing order is told once a step, and that only one answer makes sense once a turn."""
        if order := self.standing_order_to_tell():
            return f"By your standing order: {order}."
        words, turn = self._unasked, (self.game.view().turn,)
        known, self._told_of[words] = self._told_of.get(words) == turn, turn
        return "" if known else words

    def standing_order_to_tell(self) -> str:
        """The standing order, in words, that gives the answer to the question, once a step; "" where none does.  Of the
        order in which areas are resolved these tell themselves."""
        order, step = self._applied, step_of(self.game)
        if order is None or order.decision == self.game.rules.speech().questions.area:
            return ""
        words = order.in_words(self.game)
        known, self._told_of[words] = self._told_of.get(words) == step, step
        return "" if known else words

    def understand(self, line: str) -> Phrase | int | InTurn:
        """The order, the answer or the answers in turn that a line is.  Raises UnknownWords."""
        try:
            phrase = by_name.read(self.game, self.orders, line)
            if phrase is None:
                return self.game.action_named(line)
        except UnknownWords as no_single:
            return in_turn.read(self.game, line, no_single)
        nobody = by_name.calls_nobody(self.game, self.orders, phrase)
        return phrase if nobody is None else nobody

    def plan(self, line: str) -> bool:
        """Several areas to be resolved one after another, parted by commas: keeps them for this turn.  Whether a line
        is such a plan.  Raises UnknownWords for what is no area, or one that is resolved already."""
        view = self.game.view(self.game.seat)
        decision = self.game.rules.speech().questions.area
        if view.decision != decision or "," not in line or self.is_choice(line):
            return False
        areas = [self._area_to_resolve(view, name.strip()) for name in line.split(",") if name.strip()]
        self.remember()
        for area in reversed(areas):
            planned = StandingOrder(decision=decision, words=area, turn=view.turn, apart=True)
            self.standing = with_order(self.standing, planned)
        return True

    def _area_to_resolve(self, view: Any, name: str) -> str:
        """The area of a name or number, which is a choice now or may become one this turn."""
        places = naming.areas_named(view, name)
        if len(places) == 1 and not view.resolved(places[0].id):
            return places[0].name
        return self.game.rules.speech().understanding.name_of(view, self.game.action_named(name))

    def is_choice(self, line: str) -> bool:
        """Whether a line is a choice as it is listed, whatever it may mean otherwise."""
        return as_listed(self.game.actions(), line) is not None

    def give(self, phrase: Phrase) -> Given:
        """Keep an order.  One to a unit that has answered already in this step changes its answer.
        Raises UnknownWords."""
        snapshot, orders = self._snapshot(), self.orders.copy()
        game = self.game
        if any(unit.number in orders.answered for unit in phrase.units) and orders.can_be_changed(game):
            game = orders.change()
        given = by_name.give(game, orders, phrase)
        if given.able:
            self._in_turn = None
            self._snapshots.append(snapshot)
            self.table.game, self._orders[game.seat] = game, orders
        return given

    def the_same(self) -> Phrase:
        """The last answer as an order to the others that lie where the unit lay that gave it.  Raises UnknownWords."""
        meant = by_name.the_same(self.game, self.orders, by_name.units_ahead(self.game, self.orders))
        if meant is None:
            raise UnknownWords("no others lie where the unit lay that has answered last in this step")
        return meant[0]

    def remember(self) -> None:
        """A person does something that `undo` may take back; what is left of a line of answers is over."""
        self._in_turn = None
        self._snapshots.append(self._snapshot())

    def to_commit(self, action: int, by_hand: bool = False) -> str:
        """What is to be committed: before an answer after which nothing can be taken back, in a step in which several
        units were ordered at once or something is done for good, how many do what; "" otherwise.

        by_hand: whether a person gives the answer, and no order or deputy of his.
        """
        game, orders, words = self.game, self.orders, self.game.rules.speech().words
        view = game.view(game.seat)
        orders.grouped |= (by_hand or self._by_hand) and bool(words.for_good(view, action))
        unit = view.subject_unit
        if not orders.grouped or (unit is not None and unit.number in orders.committed):
            return ""
        after = game.clone()
        after.apply(action)
        if not after.ended and step_of(after) == step_of(game) and after.dice_rolled == game.dice_rolled:
            return ""
        orders.answering(game, action)
        return orders.summary() or words.as_ordered(view, action)

    def commit(self) -> None:
        """What is to be committed shall be done, with the orders that wait in this step."""
        self.orders.committed |= self.orders.waiting.keys()

    def apply(self, action: int) -> bool:
        """Answer.  Whether something has happened that nobody could rely on when he said what to do next: a die was
        rolled, a secret came out, or, unless that is a secret itself, another seat acts.  Then, and always under the
        rules under which others are asked in secret, nothing before can be taken back."""
        game, orders = self.game, self.orders
        rolled, laid, seat = game.dice_rolled, len(game.dice_laid), game.seat
        asked = orders.answering(game, action)
        self.table.apply(action)
        if asked is not None:
            orders.waiting.pop(asked, None)
        told = {kind for kind, _, _, _ in game.events()}
        rolled_or_laid = game.dice_rolled != rolled or len(game.dice_laid) != laid
        unforeseen = rolled_or_laid or told & self._revealing or (game.seat != seat and not self.final)
        if unforeseen or self.final:
            self._snapshots.clear()
            orders.start = None
        self._go_on_in_turn()
        return bool(unforeseen)

    # --- taking back -----------------------------------------------------------------------------------

    def _snapshot(self) -> Snapshot:
        return Snapshot(self.game.clone(), self.orders.copy(), self.standing)

    def undo(self) -> None:
        """Go back to before the last answer or order.  Raises UnknownWords when it cannot be taken back."""
        if not self._snapshots:
            raise UnknownWords(FINAL if self.final else NOTHING_TO_UNDO)
        snapshot, self._in_turn = self._snapshots.pop(), None
        self.table.game = snapshot.game
        self._orders[snapshot.game.seat] = snapshot.orders
        self._standing[snapshot.game.seat] = snapshot.standing
        self.deputy = None

    def kept_snapshots(self) -> list[KeptSnapshot]:
        """All that `undo` goes back to, the latest last, and after it what the seat that is asked has ordered now."""
        if not self._snapshots:
            return []
        return [self._kept(snapshot) for snapshot in [*self._snapshots, self._snapshot()]]

    def _kept(self, snapshot: Snapshot) -> KeptSnapshot:
        same, orders = same_beginning(snapshot.game.history, self.game.history), snapshot.orders
        return KeptSnapshot(
            same=same,
            then=tuple(snapshot.game.history[same:]),
            start=orders.begun_at(snapshot.game),
            waiting=orders.waiting,
            answered=orders.answered,
            grouped=orders.grouped,
            words=orders.words,
            standing=snapshot.standing,
        )

    def take_up(self, earliest: Game, kept: Sequence[KeptSnapshot]) -> None:
        """Go on with what was kept: `undo` goes back to all but the last, which the seat that is asked has ordered now.

        earliest: the game at the earliest position that one of them needs.
        """
        history = self.game.history
        snapshots = [self._as_it_was(earliest, [*history[: one.same], *one.then], one) for one in kept]
        *self._snapshots, now = snapshots
        self._orders[self.game.seat], self.standing = now.orders, now.standing

    @staticmethod
    def _as_it_was(earliest: Game, history: list[int], kept: KeptSnapshot) -> Snapshot:
        game = earliest.clone()
        start = game.clone() if len(game.history) == kept.start else None
        for action in history[len(game.history) :]:
            game.apply(action)
            if len(game.history) == kept.start:
                start = game.clone()
        orders = Orders(step_of(game), start, dict(kept.waiting), dict(kept.answered), kept.grouped, dict(kept.words))
        return Snapshot(game, orders, kept.standing)

    # --- saves -----------------------------------------------------------------------------------------

    def kept(self) -> tuple[Game, dict[str, dict[int, int]]]:
        """What a save keeps: the game and the orders that wait, actions by unit, by the name of the seat.  What is not
        committed yet is kept as orders from where the step began, so that it can still be changed."""
        waiting = self.waiting_orders()
        if self.game.ended or not self.orders.can_be_changed(self.game):
            return self.game, waiting
        assert self.orders.start is not None
        return self.orders.start, waiting | {self.game.seat_name: self.orders.waiting | self.orders.answered}

    def waiting_orders(self) -> dict[str, dict[int, int]]:
        """The orders that wait, actions by unit, by the name of the seat."""
        seats = self.game.rules.seats
        return {seats[seat]: dict(orders.waiting) for seat, orders in self._orders.items() if orders.waiting}

    @property
    def can_undo(self) -> bool:
        """Whether something can be taken back."""
        return bool(self._snapshots)

    def standing_orders(self) -> dict[str, tuple[StandingOrder, ...]]:
        """The standing orders by the name of the seat."""
        return {self.game.rules.seats[seat]: orders for seat, orders in self._standing.items()}

    def go_on(
        self, game: Game, waiting: dict[str, dict[int, int]], standing: dict[str, tuple[StandingOrder, ...]]
    ) -> None:
        """Go on from another position of the game, with the orders that were kept with it; nothing before can be taken
        back."""
        seats = game.rules.seats
        self.table.game = game
        self._snapshots.clear()
        self.deputy = self._in_turn = None
        self._standing = {seats.index(name): orders for name, orders in standing.items() if name in seats}
        self._orders.clear()
        if not game.ended and (orders := waiting.get(game.seat_name)):
            self.orders.begin(game)
            by_name.take_up(game, self.orders, orders)
