"""What a page may ask of the server: each message is checked as a whole before anything is done."""

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from aw_env.core.config.errors import first_finding, key_path
from aw_env.core.limits import Bid, Count, Name
from aw_env.table.offers import Setup
from aw_env.web.clock import LEAST, MOST
from aw_env.web.names import checked_name

MOST_DELAY = 3600
"""Seconds that a game which is watched waits at most from one answer to the next."""
Id = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
Words = Annotated[str, Field(max_length=400)]
Line = Annotated[str, Field(min_length=1, max_length=2000)]
"""Orders may name all units of a place."""
Thinking = Annotated[int, Field(ge=LEAST, le=MOST)]
"""Seconds for a decision."""
Key = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{32,64}$")]
"""What a person is known by: nobody guesses it."""
MAIL = r"^(?:[A-Za-z0-9.!$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63})+)?$"
"""An address of mail as nearly all are."""
Talk = Annotated[str, Field(max_length=300, pattern=r"^[^\p{Cc}]*[^\p{Cc}\s][^\p{Cc}]*$")]
"""A line to other persons: without control characters, and not empty."""


class Refused(Exception):
    """A message that is not obeyed, and has changed nothing.

    code: a word for the sort of fault, for pages.  words: what is wrong, for people.
    """

    def __init__(self, code: str, words: str) -> None:
        super().__init__(words)
        self.code = code
        self.words = words

    def told(self, id: str | None = None) -> dict[str, str | None]:
        """As it is told to a page.  id: that of the message, if it has one."""
        return {"type": "refused", "id": id, "code": self.code, "words": self.words}


class _Checked(BaseModel):
    model_config = ConfigDict(strict=True, frozen=True, extra="forbid", allow_inf_nan=False)


class Message(_Checked):
    """What comes from a seat.  id: no other message of the seat has it."""

    id: Id


class ToQuestion(Message):
    """What is said to the question that is asked.  question: its number, as it was put to the seat."""

    question: Count


class Answer(ToQuestion):
    """A choice, by its number in the vocabulary."""

    do: Literal["answer"]
    action: Count


class Say(ToQuestion):
    """A choice, an order to units, a plan, or a command such as "commit" or "undo", in words."""

    do: Literal["say"]
    words: Line


class Commit(ToQuestion):
    """What several units have been ordered is carried out."""

    do: Literal["commit"]


class Same(ToQuestion):
    """The last answer is given for the other units of the place, too."""

    do: Literal["same"]


class Undo(ToQuestion):
    """The last answer or order is taken back."""

    do: Literal["undo"]


class Always(ToQuestion):
    """A standing order."""

    do: Literal["always"]
    words: Line


class Never(ToQuestion):
    """A standing order is taken back."""

    do: Literal["never"]
    words: Line


class Auto(ToQuestion):
    """An officer answers for a while."""

    do: Literal["auto"]
    span: Literal["", "step", "combat", "turn"]


class Hint(ToQuestion):
    """What an officer would answer."""

    do: Literal["hint"]


class AskOpinion(ToQuestion):
    """What a player of the computer thinks of the question.  player: one of `table.adviser.commentators`."""

    do: Literal["opinion"]
    player: Name


class AskOdds(ToQuestion):
    """What may come of the choices, of those that are named, or of orders that are not given yet
    (`table.odds.of_line`)."""

    do: Literal["odds"]
    words: Words


class AskBattle(ToQuestion):
    """What may come of the battle in one area alone (`table.battles`).  area: its id.  units: ids of those that would
    be there; None: who may be there is asked."""

    do: Literal["battle"]
    area: Name
    units: Annotated[list[Name], Field(max_length=400)] | None = None


class Why(Message):
    """The rules behind the choices, or what is to be said of the unit or place that is named."""

    do: Literal["why"]
    words: Words


class HandOver(Message):
    """A seat that is its own, or that nobody is at, goes to a player of the computer.  player: of its own seat, any; ""
    for the officer who advises in this scenario, who alone gets a seat that somebody else has left."""

    do: Literal["hand_over"]
    seat: Name
    player: Name = ""


class TakeBack(Message):
    """The person of the seat plays again."""

    do: Literal["take_back"]


class Chat(Message):
    """What one person says to the others at the table."""

    do: Literal["chat"]
    words: Talk


class BidForSide(Message):
    """What a person would give, in secret, to play the side of the first seat (`web.bidding`)."""

    do: Literal["bid"]
    points: Bid


class Pace(Message):
    """How fast players of the computer play where nobody else does, and it is there to be watched.

    seconds: from one answer to the next.  paused: none is given.
    """

    do: Literal["pace"]
    seconds: Annotated[float, Field(ge=0, le=MOST_DELAY)]
    paused: bool


AtTheTable = Annotated[
    Answer
    | Say
    | Commit
    | Same
    | Undo
    | Always
    | Never
    | Auto
    | Hint
    | AskOpinion
    | AskOdds
    | AskBattle
    | Why
    | HandOver
    | TakeBack
    | Chat
    | BidForSide
    | Pace,
    Field(discriminator="do"),
]


class Join(_Checked):
    """The first message of a connection.

    token: that of a seat.  heard: how many lines of the log the page has.  person: the key of who comes.  seat: without
    a token, the seat that the person has entered before.  Who has neither looks on.
    """

    token: Annotated[str, Field(max_length=100)] = ""
    heard: Count = 0
    person: Key | Literal[""] = ""
    seat: Annotated[str, Field(max_length=100)] = ""


class Rematch(Join):
    """Who has held a seat of a game that is over wants to play it again, or takes the seat that others offer him.
    swapped: the sides change hands, where nobody has offered anything yet."""

    swapped: bool = False


class NewGame(_Checked):
    """A game to begin.  players: who holds each seat, "person", "anyone" (whichever person takes it first) or the name
    of a player of the computer.  clock: seconds that persons have for a decision.  bid_for: whether the two persons bid
    for the sides first."""

    setup: Setup
    players: Annotated[dict[Name, Name], Field(max_length=64)]
    clock: Thinking | None = None
    bid_for: bool = False


class Me(_Checked):
    """How a person is called from now on."""

    name: Annotated[str, Field(max_length=200), AfterValidator(checked_name)]


class Address(_Checked):
    """The address to which a person wants letters; "" is none."""

    address: Annotated[str, Field(max_length=254, pattern=MAIL)]


class Token(_Checked):
    """What a link in a letter brings."""

    token: Id


class Take(_Checked):
    """A seat that is offered is taken."""

    seat: Name


class Import(_Checked):
    """A recorded game to go on with.  record: its line.  players: as in `NewGame`."""

    record: Annotated[str, Field(max_length=1 << 20)]
    players: Annotated[dict[Name, Name], Field(max_length=64)]


class Again(_Checked):
    """A game that is over, to be tried again from a position.  at: how many answers stay.  players: as in `NewGame`."""

    at: Count
    players: Annotated[dict[Name, Name], Field(max_length=64)]


_AT_THE_TABLE: TypeAdapter[Any] = TypeAdapter(AtTheTable)


def at_the_table(text: str | bytes) -> Any:
    """The message from a seat that a text is.  Raises Refused."""
    return checked(_AT_THE_TABLE, text)


def checked(shape: TypeAdapter[Any], text: str | bytes) -> Any:
    """What a text of JSON holds, of this shape.  Raises Refused with what is wrong first."""
    return _or_refused(partial(shape.validate_json, text))


def validated(shape: TypeAdapter[Any], given: Any) -> Any:
    """The same of plain data."""
    return _or_refused(partial(shape.validate_python, given))


def _or_refused(check: Callable[[], Any]) -> Any:
    try:
        return check()
    except ValidationError as error:
        finding = first_finding(error)
        where = key_path(finding["loc"][-3:])
        raise Refused("malformed", f"{where}: {finding['msg']}"[:300] if where else finding["msg"][:300]) from None
