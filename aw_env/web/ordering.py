"""What the person who is asked does: answers, orders, standing orders, a deputy.  No seats, no store."""

from collections.abc import Callable

from aw_env.table import standing
from aw_env.table.adviser import Deputy
from aw_env.table.in_turn import InTurn
from aw_env.table.phrases import Phrase, parted
from aw_env.table.session import Session
from aw_env.web.audience import Reply

MOST_ORDERS = 12
"""Orders in a line."""


class Ordering:
    """Carries out what a person says, and says in `reply` what has become of it.  Each method raises LookupError for
    what cannot be done.

    session: the game and its orders.  apply: answers the question that is asked.
    """

    def __init__(self, session: Session, apply: Callable[[int], None]) -> None:
        self.session = session
        self.reply = Reply()
        self.waits: tuple[int, str] | None = None
        """An answer that waits for a word, and how many units will do what with it; None where nothing waits."""
        self._apply = apply

    def answer(self, action: int) -> None:
        """A choice by its number in the vocabulary."""
        self._check_nothing_waits()
        if not 0 <= action < self.session.game.rules.n_actions or not self.session.game.action_mask[action]:
            raise LookupError(f"{action} is not a choice here")
        self.session.remember()
        self.apply_or_wait(action, by_hand=True)

    def _check_nothing_waits(self) -> None:
        if self.waits is not None:
            raise LookupError('your orders are waiting for "commit"; or take one back, or change one')

    def apply_or_wait(self, action: int, by_hand: bool = False) -> None:
        """Answer, or wait for a word when what nobody can take back is about to be done."""
        summary = self.session.to_commit(action, by_hand)
        if summary:
            self.waits = action, summary
        else:
            self._apply(action)

    def order(self, words: str) -> None:
        """An answer in words, or an order to units."""
        if self.waits is None and self.session.plan(words):
            return
        orders = [words] if self.session.is_choice(words) else parted(words)
        if len(orders) > MOST_ORDERS:
            raise LookupError(f"{len(orders)} orders in one line: give at most {MOST_ORDERS} at a time")
        if len(orders) > 1:
            self._give_each(orders)
            return
        meant = self.session.understand(words)
        if isinstance(meant, Phrase):
            self.carry(meant)
        elif isinstance(meant, InTurn):
            self._check_nothing_waits()
            self.session.answer_in_turn(meant)
        else:
            self.answer(meant)

    def carry(self, phrase: Phrase) -> None:
        """An order to units, some of which at least must be able to do so."""
        able, unable = self._give(phrase)
        if not able:
            raise LookupError("; ".join(unable))
        self.reply.said += able + unable

    def _give_each(self, orders: list[str]) -> None:
        """Several orders of one line, up to the first that cannot be carried out by all; that is said, and what else is
        not done.  Raises LookupError if none can."""
        able: list[str] = []
        unable: list[str] = []
        for number, order in enumerate(orders, 1):
            try:
                meant = self.session.understand(order)
                if not isinstance(meant, Phrase):
                    raise LookupError("no order to units")
                ordered, refused = self._give(meant)
            except LookupError as error:
                ordered, refused = [], [f'"{order}": {str(error).partition(" Choices:")[0]}']
            able, unable = able + ordered, unable + refused
            if refused:
                unable += [f"Not done either: {'; '.join(orders[number:])}"] if orders[number:] else []
                break
        if not able:
            raise LookupError("; ".join(unable))
        self.reply.said += able + unable

    def _give(self, phrase: Phrase) -> tuple[list[str], list[str]]:
        """Keep an order: in words what has been ordered, and what cannot be and why."""
        given = self.session.give(phrase)
        if given.able:
            self.waits = None
        able = [f"Ordered: {', '.join(names)}: {what}." for what, names in given.able.items()]
        able += [f"No longer {what}: {', '.join(names)}." for what, names in given.instead.items()]
        return able, [f"{', '.join(names)}: {reason}" for reason, names in given.unable.items()]

    def commit(self) -> None:
        """What waits for a word is done."""
        if self.waits is None:
            raise LookupError("nothing is waiting to be committed")
        action, _ = self.waits
        self.session.commit()
        self._apply(action)

    def undo(self) -> None:
        """The last answer or order is taken back."""
        self.session.undo()
        self.waits = None

    def always(self, words: str) -> None:
        """A standing order."""
        order = standing.understood(self.session.game, words)
        self.session.remember()
        ended = self.session.add_standing(order)
        self.reply.said += [f"No longer: {other.in_words(self.session.game)}." for other in ended]

    def never(self, words: str) -> None:
        """A standing order is taken back."""
        left = standing.without(self.session.standing, standing.understood(self.session.game, words))
        if left == self.session.standing:
            raise LookupError(f'there is no standing order "{words}"')
        self.session.remember()
        self.session.standing = left

    def auto(self, span: str) -> None:
        """The officer answers for a while."""
        deputy = Deputy(self.session.game, span)
        self.reply.said += [f"{deputy.reason}."] if deputy.reason else []
        self.session.remember()
        self.session.deputy = deputy
        if self.waits is not None:  # the step is done as ordered, and the officer plays on
            self.commit()
        else:
            self.apply_or_wait(deputy.answer(self.session.game))
