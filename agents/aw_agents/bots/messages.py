"""The messages of the protocol for bots: JSON objects, one a line, whose `type` says which they are.

docs/protocol.md explains them; `protocol.schema.json` beside this file is made of these models by `python -m
aw_agents.bots.schema`.
"""

from typing import Annotated, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from aw_env.core.config.errors import shown
from aw_env.core.limits import Bid, Count, Name, NameOrPath, Names, Seed

PROTOCOL = 1
"""The version of the protocol."""
LONGEST_LINE = 1 << 20
"""Bytes of a line, its end included."""
MOST_IN_A_LINE = 1024
"""Decisions of a line at most, whatever a bot asks for."""

Text = Annotated[str, Field(max_length=2000)]
Wish = Literal["words", "events", "observation", "candidates", "view", "record"]
"""What a bot can be told of a decision besides the legal actions."""
Number = Annotated[float, Field(allow_inf_nan=False)]


class Message(BaseModel):
    """What all have: unknown keys are ignored, so that a later protocol may add some."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class Strict(Message):
    """What a bot says: numbers are numbers and not words."""

    model_config = ConfigDict(frozen=True, extra="ignore", strict=True)


# --- from the table to the bot ------------------------------------------------------------------------------


class Hello(Message):
    """The first line: which game is to be played."""

    type: Literal["hello"] = "hello"
    protocol: int = PROTOCOL
    engine: Text
    """Name and version of who asks."""
    game: Name
    """The game, by its name in `--game`."""
    ruleset: Name
    """Name and version of its environment."""
    seats: Names
    actions: Count
    """Size of the vocabulary: actions are numbers below this."""
    layouts: dict[Name, Count]
    """Columns of each layout of observations."""


class Clock(Message):
    """How long a bot may think, in seconds."""

    decision: Annotated[float, Field(gt=0)]
    """A line of decisions."""
    game: float | None = None
    """All decisions of a game together; left out: no limit."""
    increment: float = 0.0
    """What each decision adds to that."""


class NewGame(Message):
    """A game begins.  It is not answered."""

    type: Literal["new game"] = "new game"
    game: Count
    """Its number, which later messages name."""
    scenario: NameOrPath
    options: Names
    seat: Name
    seed: Seed
    """For dice of the bot's own; those of the game do not follow from it."""
    clock: Clock
    digest: Name
    """Of the data that the scenario is made of: a record can be read with the same data only."""
    bid: Bid | None = None
    """Points for the side of the first seat, below 0 for the other, that even out the scenario; left out: none."""


class Asked(Message):
    """A decision that a seat is to take.  What the bot has not wished for is left out."""

    game: Count
    number: Count
    """Of the decision, counted for this bot in this game, from 1."""
    legal: list[Count]
    """The legal actions."""
    turn: int
    phase: str
    decision: str
    """The kind of decision, in lower case."""
    subject: str | None = None
    """The id of the unit or place that it is about; left out where it is about nothing."""
    left: float | None = None
    """Seconds left for all of the game."""
    question: str | None = None
    """"words": the decision."""
    words: list[str] | None = None
    """"words": the legal actions, in their order."""
    events: list[str] | None = None
    """"events": what the seat has heard of since its last decision; left out where that is not told."""
    observation: str | None = None
    """"observation": the layout "summary", int16, little-endian, in base64."""
    candidates: str | None = None
    """"candidates": the layout "candidates", likewise."""
    view: dict[str, object] | None = None
    """"view": what the seat may know, by name."""
    record: str | None = None
    """"record": the game as the seat may know it, as bytes in base64."""


class Decide(Message):
    """Decisions to take, of different games: as many as the bot takes at a time."""

    type: Literal["decide"] = "decide"
    decisions: list[Asked]


class GameOver(Message):
    """A game has ended."""

    type: Literal["game over"] = "game over"
    game: Count
    points: dict[Name, float]
    """What each seat has: a win 1, a draw one half."""
    margin: int
    """The lead of the first seat's side, in victory points."""
    reason: Text = ""
    """Why, where it was not played to its end."""


class Quit(Message):
    """There are no more games: the bot is to end."""

    type: Literal["quit"] = "quit"


# --- from the bot to the table ------------------------------------------------------------------------------


class Introduction(Strict):
    """The answer to `Hello`."""

    type: Literal["hello"] = "hello"
    protocol: int
    name: Annotated[str, Field(min_length=1, max_length=100)]
    version: Annotated[str, Field(max_length=100)] = ""
    wants: Annotated[list[Wish], Field(max_length=20)] = []
    batch: Annotated[int, Field(ge=1, le=MOST_IN_A_LINE)] = 1
    """How many decisions it takes in a line."""


class Leans(Strict):
    """What a bot thinks of an action."""

    action: Count
    probability: Annotated[float, Field(ge=0, le=1)] | None = None
    value: Number | None = None


class Thought(Strict):
    """What a bot thinks of a decision, for tables that show it."""

    value: Number | None = None
    leanings: Annotated[list[Leans], Field(max_length=1000)] = []


class Answer(Strict):
    """The answer to a decision, by the number of the action or by its words."""

    game: Count
    number: Count
    action: Count | None = None
    words: NameOrPath | None = None
    opinion: Thought | None = None


class Actions(Strict):
    """The answers to the decisions of a line, in any order."""

    type: Literal["action"] = "action"
    actions: Annotated[list[Answer], Field(max_length=MOST_IN_A_LINE)]


class Trouble(Strict):
    """It gives up: the games that it is being asked about are lost."""

    type: Literal["error"] = "error"
    message: Text


Said = Annotated[Introduction | Actions | Trouble, Field(discriminator="type")]
"""What a bot can say."""
Told = Annotated[Hello | NewGame | Decide | GameOver | Quit, Field(discriminator="type")]
"""What a bot can be told."""
SAID: TypeAdapter[Introduction | Actions | Trouble] = TypeAdapter(Said)
TOLD: TypeAdapter[Hello | NewGame | Decide | GameOver | Quit] = TypeAdapter(Told)


AnyMessage = TypeVar("AnyMessage")


class NotAMessage(ValueError):
    """A line that is no message of the protocol.  Says what is wrong with it."""


def said(line: bytes) -> Introduction | Actions | Trouble:
    """What a bot says in a line.  Raises NotAMessage."""
    return _read(SAID, line)


def told(line: bytes) -> Hello | NewGame | Decide | GameOver | Quit:
    """What a bot is told in a line.  Raises NotAMessage."""
    return _read(TOLD, line)


def line_of(message: Message) -> bytes:
    """A message as a line."""
    return message.model_dump_json(exclude_none=True).encode() + b"\n"


def _read(adapter: TypeAdapter[AnyMessage], line: bytes) -> AnyMessage:
    try:
        return adapter.validate_json(line)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part)[:100] for part in first["loc"])
        at = f" at {where}" if where else ""
        raise NotAMessage(f"{first['msg']}{at}: {shown(line[:200].decode(errors='replace').strip())}") from None
