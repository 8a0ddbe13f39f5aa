"""What a language model wants done: orders to the units of a step, and standing orders, as people give them."""

from dataclasses import dataclass, field

from aw_agents.llm.prompt import ALWAYS, ANSWER, NEVER
from aw_env.core.faces.game import Game
from aw_env.core.said.wording import UnknownWords, number_in
from aw_env.table import orders as by_name
from aw_env.table import standing
from aw_env.table.orders import Orders
from aw_env.table.phrases import parted
from aw_env.table.standing import StandingOrder

MOST_LINES = 100
"""Of an answer."""


class Misread(ValueError):
    """An answer that cannot be carried out.  Says why, for the model."""


@dataclass
class Intentions:
    """Those of a seat in a game."""

    orders: Orders = field(default_factory=Orders)
    standing: tuple[StandingOrder, ...] = ()

    def answer(self, game: Game) -> int | None:
        """The answer that they give to the question that is asked; None if they give none.  An order that has become
        impossible is dropped."""
        self.orders.begin(game)
        if (ordered := _as_ordered(game, self.orders)) is not None:
            return ordered
        answers = (order.answer(game) for order in self.standing)
        return next((answer for answer in answers if answer is not None), None)

    def understand(self, game: Game, reply: str) -> int:
        """The answer to the question that is asked, from a reply; what else it orders is kept.  Raises Misread, and
        keeps nothing."""
        new, chosen = Intentions(self.orders.copy(), self.standing), None
        for line in lines_of(reply):
            try:
                answered = new._take(game, line)
            except LookupError as error:
                raise Misread(f"{line!r}: {error}") from None
            chosen = chosen if answered is None else answered
        if chosen is None:
            chosen = new.answer(game)
        if chosen is None:
            raise Misread(f"nothing answers the question that is asked now: {game.describe()}")
        self.orders, self.standing = new.orders, new.standing
        return chosen

    def _take(self, game: Game, line: str) -> int | None:
        """What a line answers to the question that is asked, or None where it is an order.  Raises UnknownWords, a
        LookupError, and Misread."""
        word, _, rest = line.partition(" ")
        if word.lower() == ALWAYS and rest:
            self.standing = standing.with_order(self.standing, standing.understood(game, rest))
            return None
        if word.lower() == NEVER and rest:
            self.standing = standing.without(self.standing, standing.understood(game, rest))
            return None
        if (number := number_in(line.rstrip("."))) is not None:
            return _numbered(game, number)
        phrase = by_name.read(game, self.orders, line)
        if phrase is None:
            return game.action_named(line)
        done = by_name.give(game, self.orders, phrase)
        if done.unable:
            why, units = next(iter(done.unable.items()))
            raise UnknownWords(f"{', '.join(units)}: {why}")
        return None


def lines_of(reply: str) -> list[str]:
    """The orders of a reply: what stands below its last line `ANSWER`.  Raises Misread."""
    lines = [line.strip().strip("*#`") for line in reply.splitlines()]
    marks = [number for number, line in enumerate(lines) if line.rstrip(":").strip().upper() == ANSWER]
    if not marks:
        raise Misread(f"there is no line {ANSWER}")
    found = [part for line in lines[marks[-1] + 1 :] if line for part in parted(line.removeprefix("- "))]
    if not found:
        raise Misread(f"nothing stands below the line {ANSWER}")
    if len(found) > MOST_LINES:
        raise Misread(f"more than {MOST_LINES} orders")
    return found


def _numbered(game: Game, number: int) -> int:
    """The choice of a number.  Raises UnknownWords."""
    legal = game.legal_actions()
    if not 1 <= number <= len(legal):
        raise UnknownWords(f"the choices are numbered from 1 to {len(legal)}")
    return legal[number - 1]


def _as_ordered(game: Game, orders: Orders) -> int | None:
    try:
        action = orders.answer(game)
    except UnknownWords:
        return None
    asked = None if action is None else orders.answering(game, action)
    if asked is not None:
        orders.waiting.pop(asked, None)
    return action
