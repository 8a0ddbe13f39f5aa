"""The battle in one area, tried at a web table: it changes nothing there, and is told to the seat that asks alone."""

from typing import TypeGuard

from aw_env.table import battles
from aw_env.web import messages
from aw_env.web.audience import Reply
from aw_env.web.messages import Refused
from aw_env.web.room import SECONDS_OF_ODDS, Room
from aw_env.web.seating import SPECTATORS

COMMAND = "battle"
"""What is typed before an area."""


def asks(message: messages.Message) -> TypeGuard[messages.Say | messages.AskBattle]:
    """Whether a message asks for one: by the panel, or in the line of orders."""
    if isinstance(message, messages.Say):
        return message.words.partition(" ")[0].lower() == COMMAND
    return isinstance(message, messages.AskBattle)


def told(room: Room, seat: int, message: messages.Say | messages.AskBattle) -> Reply:
    """What comes of it.  Raises Refused, as for every message about a question."""
    if seat == SPECTATORS:
        raise Refused("foreign", "who looks on gives no orders and says nothing")
    if room.game.ended or not room.is_asked(seat):
        raise Refused("not_asked", "battles can be tried while you are asked")
    if message.question != room.seats[seat].changes:
        raise Refused("late", "this was about a question that is no longer asked")
    try:
        if isinstance(message, messages.Say):
            words = message.words.partition(" ")[2].strip()
            return Reply(said=[battles.of_line(room.game, words, SECONDS_OF_ODDS).in_words()])
        return Reply(battle=battles.here(room.game, message.area, message.units, SECONDS_OF_ODDS))
    except LookupError as error:
        raise Refused("impossible", str(error)) from None
