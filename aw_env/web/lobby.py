"""The rooms of a server, who is in them, and the computer's players at work."""

import asyncio
import json
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import asdict
from functools import partial
from typing import Any, TypeVar

from anyio import CapacityLimiter, to_thread

from aw_env.recording import record_of
from aw_env.web import battles, bidding, joining, messages, rematch, telling
from aw_env.web.clock import now
from aw_env.web.messages import Refused
from aw_env.web.room import Reply, Room, Show
from aw_env.web.safety import Limits, Paces
from aw_env.web.seating import SPECTATORS, note_visit, seat_of
from aw_env.web.store import Store

T = TypeVar("T")
LOG = logging.getLogger("aw_env.web")
BURST = 0.05
"""Seconds that players of the computer answer before what they did is kept and shown."""
QUICK = 2 * BURST
"""Seconds within which they answer if what a person has done can be shown together with their answers."""
BETWEEN_TRIES = 5.0
"""Seconds until players of the computer answer anew what could not be kept."""
MOST_PROGRAMS = 16
"""Tables at which a program is asked at a time."""
MOST_OUT = 20
"""Games whose clocks are seen to at a time."""
MOST_CLEARED = 100
"""Old games that are removed at a time; others wait meanwhile."""
MOST_OPEN = 64
"""Rooms that are kept open although nobody is in them."""
MOST_UNSENT = 200
"""Messages that may wait for a slow connection; then it is closed, and its page asks anew for what it missed."""


class Connection:
    """A page that shows a room.  Messages wait here until they are sent.

    seat: its seat, or SPECTATORS.  heard: how many lines of the log have been sent.  address: from where it is shown.
    """

    def __init__(self, seat: int, heard: int, address: str) -> None:
        self.seat = seat
        self.heard = heard
        self.address = address
        self.unsent: asyncio.Queue[str | None] = asyncio.Queue()
        self._parts: dict[str, Any] = {}

    def send(self, message: dict[str, Any]) -> None:
        """Send a message; to a page that has not taken the latest ones no more."""
        if self.unsent.qsize() == MOST_UNSENT:
            self.unsent.put_nowait(None)
        elif self.unsent.qsize() < MOST_UNSENT:
            self.unsent.put_nowait(json.dumps(message, separators=(",", ":")))

    def tell(self, parts: dict[str, Any], log: list[dict[str, Any]]) -> None:
        """Send those of the parts that are others than before, and the lines that are new."""
        changed = {name: part for name, part in parts.items() if name not in self._parts or self._parts[name] != part}
        log = [line for line in log if line["n"] > self.heard]
        if not changed and not log:
            return
        self._parts = parts
        self.heard = log[-1]["n"] if log else self.heard
        self.send({"type": "told", "at": now(), "parts": changed, "log": log})


class Turns:
    """Turns for players of the computer to answer, at so many tables at a time.  Those that compare answers take long,
    and programs may never answer: each sort waits for its like, and nobody else waits for them."""

    def __init__(self, at_a_time: int) -> None:
        self._comparing, self._others = CapacityLimiter(at_a_time), CapacityLimiter(at_a_time)
        self._programs = CapacityLimiter(MOST_PROGRAMS)

    def of(self, room: Room) -> CapacityLimiter:
        """Where a room takes its turn."""
        if room.program_is_asked():
            return self._programs
        return self._comparing if room.computer_compares() else self._others


class OpenRoom:
    """A room and the pages that show it.  One thing is done in it at a time."""

    def __init__(self, room: Room, limits: Limits, since: float, turns: Turns) -> None:
        """since: when the server began; until then somebody may have been at each seat."""
        self.room = room
        self.connections: set[Connection] = set()
        self._limits = limits
        self._lock = asyncio.Lock()
        self._left_at = dict.fromkeys(range(len(room.seats)), since)
        self._turns = turns
        self._thought = Paces(limits.thought)
        self._chat = Paces(limits.chat)
        self._at_work: asyncio.Task[None] | None = None
        self._noting: dict[asyncio.Task[None], int] = {}
        self._last_burst = 0.0
        self.wanted = time.monotonic()
        """When somebody has last come for it, who is in it only a moment later."""

    # --- who is there --------------------------------------------------------------------------------------

    def present(self) -> set[int]:
        """The seats at which somebody is."""
        return {connection.seat for connection in self.connections} - {SPECTATORS}

    def is_left(self, seat: int) -> bool:
        """Whether nobody is at a seat, and it is kept since when."""
        return seat not in self.present() and seat not in self._noting.values()

    def _not_left(self) -> set[int]:
        """The seats at which somebody is, or was a moment ago."""
        lately = time.monotonic() - self._limits.seconds_away
        return self.present() | {seat for seat, left in self._left_at.items() if left > lately}

    async def enter(self, join: messages.Join, address: str, allowed: Callable[[int], None]) -> Connection:
        """A page comes in.  address: from where.  allowed: is told its seat, and raises Refused where there is no room.
        Raises Refused for a token that is none."""
        async with self._lock:
            seat = await _in_thread(partial(self.room.entered, join))
            allowed(seat)
            await self._note_visit(seat)
            connection = Connection(seat, join.heard, address)
            self.connections.add(connection)
            await self._tell_all()
        self.set_to_work()
        return connection

    async def _note_visit(self, seat: int) -> None:
        if seat != SPECTATORS:
            await _in_thread(partial(note_visit, self.room.store, self.room.id, seat))

    def seats_of(self, person: str) -> list[int]:
        """The seats that a person has entered last, by a digest of its key."""
        return [number for number, seat in enumerate(self.room.seats) if seat.person == person]

    async def tell(self) -> None:
        """Tell every page what is new to it."""
        async with self._lock:
            await self._tell_all()

    async def leave(self, connection: Connection) -> None:
        """A page is gone."""
        self.connections.discard(connection)
        if connection.seat not in self.present():
            self._left_at[connection.seat] = time.monotonic()
            noting = asyncio.create_task(self._note_visit(connection.seat))  # a page that breaks off does not stop it
            self._noting[noting] = connection.seat
            noting.add_done_callback(self._noting.pop)
        if self.connections:
            await self.tell()

    # --- what is done ----------------------------------------------------------------------------------------

    async def obey(self, connection: Connection, text: str, pace: Paces) -> None:
        """Do what a page says, and answer it.  pace: that of the connection."""
        id = None
        try:
            pace.check("")
            if len(text) > self._limits.message_bytes:
                raise Refused("too_large", f"more than {self._limits.message_bytes} letters")
            message = messages.at_the_table(text)
            id = message.id
            async with self._lock:
                reply = await self._obeyed(connection.seat, message)
                connection.send({"type": "done", "id": id, **asdict(reply)})
                if not self._will_soon_tell():
                    await self._tell_all(first=connection.seat)
        except Refused as refused:
            connection.send(refused.told(id))
        else:
            self.set_to_work()

    async def _obeyed(self, seat: int, message: messages.Message) -> Reply:
        """What comes of a message.  Raises Refused, also for a seat that has let the server think too much of late."""
        if isinstance(message, messages.Chat):
            self._chat.check(f"{seat}")
        if self._thought.is_spent(f"{seat}"):
            raise Refused("too_fast", "what you have asked takes the server long: wait a little")
        if isinstance(message, messages.BidForSide):
            if await _in_thread(partial(bidding.bid, self.room, seat, message)):
                self._change_seats()
            return Reply()
        obey = partial(self.room.obey, seat, message, self._not_left())
        if battles.asks(message):
            obey = partial(battles.told, self.room, seat, message)
        reply, seconds = await _in_thread(partial(_timed, obey))
        self._thought.spend(f"{seat}", seconds)
        if not isinstance(reply, Exception):
            return reply
        if isinstance(reply, Refused) and reply.code == "not_kept":
            await self._tell_all()  # the room has been read anew
        raise reply

    def _change_seats(self) -> None:
        """The persons of two seats have changed them."""
        for connection in self.connections:
            if connection.seat != SPECTATORS:
                connection.seat = 1 - connection.seat
        self._left_at = {1 - seat: left for seat, left in self._left_at.items()}

    async def take(self, seat: str, person: str | None, shown: str | None = None) -> str:
        """A person takes a seat that is offered (`web.joining`); its token.  Raises Refused."""
        async with self._lock:
            token = await _in_thread(partial(joining.take, self.room, seat, person, shown))
            await self._tell_all()
        return token

    async def begin_rematch(self, wanted: messages.Rematch, allowed: Callable[[], Coroutine[Any, Any, None]]) -> int:
        """Who wants to play again offers it to the others (`web.rematch`), if none of them has yet; his seat.  allowed:
        raises Refused where no game may begin.  Raises Refused."""
        async with self._lock:
            seat = rematch.seat_of_asker(self.room, wanted)
            if rematch.is_to_begin(self.room):
                await allowed()
                await _in_thread(partial(rematch.begin, self.room, seat, wanted))
                await self._tell_all()
        return seat

    async def record(self, token: str) -> str:
        """The record of the game, for who has a token.  Raises Refused where it would tell secrets: before the end it
        is for a person who plays against no other, and only where the seed, which it holds, is no secret."""
        async with self._lock:
            alone = sum(seat.token is not None for seat in self.room.seats) == 1
            ended, seat = self.room.game.ended, seat_of(self.room.seats, token)
            if not ended and (seat == SPECTATORS or not alone or not self.room.setup.dice_known):
                raise Refused(
                    "not_over", "the record tells every secret and all dice: it is given when the game is over"
                )
            return await _in_thread(partial(record_of, self.room.game))

    async def let_time_run_out(self) -> None:
        """Who has let his time run out loses his seat.  Raises Refused where that cannot be kept."""
        async with self._lock:
            if await _in_thread(self.room.let_time_run_out):
                await self._tell_all()
        self.set_to_work()

    def set_to_work(self) -> None:
        """Let players of the computer answer, if they are asked."""
        if self.room.computer_is_asked() and (self._at_work is None or self._at_work.done()):
            self._at_work = asyncio.create_task(self._work())

    def _will_soon_tell(self) -> bool:
        """Whether players of the computer are about to answer, so quickly that a page need not be drawn twice."""
        return self.room.computer_is_asked() and not self._pause() and self._last_burst < QUICK

    async def _work(self) -> None:
        while self.room.computer_is_asked():
            pause = self._pause()
            async with self._turns.of(self.room), self._lock:
                try:
                    await _in_thread(self._burst)
                except Refused as refused:
                    if refused.code != "not_kept":
                        raise
                    LOG.warning("game %s: %s", self.room.id, refused)
                    pause = BETWEEN_TRIES
                finally:
                    await self._tell_all()
            await asyncio.sleep(pause)

    def _pause(self) -> float:
        """Seconds from one answer to the next, where the game is watched at a pace."""
        return self.room.show.seconds if self.room.show is not None else 0

    def _burst(self) -> None:
        begun = time.monotonic()
        until = begun + (0 if self._pause() else BURST)
        while self.room.computer_is_asked():
            self.room.let_computer_answer()
            if time.monotonic() >= until:
                break
        self._last_burst = time.monotonic() - begun
        self.room.keep_what_was_answered()

    async def _tell_all(self, first: int = SPECTATORS) -> None:
        """Tell every page what is new to it, those of one seat first."""
        present, seats = self.present(), {connection.seat for connection in self.connections}
        for seat in sorted(seats, key=lambda seat: seat != first):
            told = await _in_thread(partial(self._news, seat, present))
            for connection in self.connections:
                if connection.seat == seat:
                    connection.tell(*told)

    def _news(self, seat: int, present: set[int]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        """What a seat is told now, and the lines that are new to one of its pages or another."""
        heard = min((page.heard for page in list(self.connections) if page.seat == seat), default=0)
        return telling.parts(self.room, seat, present), telling.lines(self.room, seat, heard)

    async def close(self) -> None:
        """No more work is begun; what is being done is finished, and programs are ended."""
        if self._at_work is not None:
            self._at_work.cancel()
            with suppress(asyncio.CancelledError):
                await self._at_work
        await asyncio.gather(*self._noting)
        await _in_thread(self.room.close)
        for connection in self.connections:
            connection.unsent.put_nowait(None)

    @property
    def is_idle(self) -> bool:
        """Whether nobody is there, was a moment ago or is about to come in, and nothing is done."""
        if self.wanted > time.monotonic() - self._limits.seconds_away:
            return False
        return not self.connections and not self._not_left() and (self._at_work is None or self._at_work.done())


class Lobby:
    """All rooms of a server.  store: where their games are kept.  show: how they are watched, if they are to be."""

    def __init__(self, store: Store, limits: Limits, show: Show | None = None) -> None:
        self.store = store
        self.show = show
        self.limits = limits
        self._began = time.monotonic()
        self._turns = Turns(limits.computers)
        self._rooms: OrderedDict[str, OpenRoom] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()
        self._lock = asyncio.Lock()

    async def room(self, id: str) -> OpenRoom:
        """A room, opened if need be; whoever comes to an open one does not wait until others are opened.  Raises
        Refused for an id that is none, or a game of other data."""
        if id not in self._rooms:
            async with self._lock:
                if id not in self._rooms:
                    self._rooms[id] = await self._opened(id)
        self._rooms.move_to_end(id)
        self._rooms[id].wanted = time.monotonic()
        idle = [other for other, open in self._rooms.items() if open.is_idle and other != id]
        for other in idle[: max(0, len(self._rooms) - MOST_OPEN)]:
            self._begin(self._rooms.pop(other).close())
        return self._rooms[id]

    async def _opened(self, id: str) -> OpenRoom:
        try:
            room = await _in_thread(partial(Room, self.store, id, self.show))
        except ValueError as error:  # other data, or other rules, than it was begun with
            raise Refused("unknown", str(error)) from None
        return OpenRoom(room, self.limits, self._began, self._turns)

    async def check_room_for_one_more(self) -> None:
        """Raises Refused when too many games are played already."""
        running = await _in_thread(partial(self.store.count_running, self.limits.seconds_abandoned))
        if running >= self.limits.running_games:
            raise Refused("full", f"{self.limits.running_games} games are being played here: no more can begin")

    def check_room_at_a_table(self, address: str, seat: int) -> None:
        """Before a page comes in: where all places are taken, who has a key gets that of somebody who looks on.  Raises
        Refused where there is none, or too many look on from this address."""
        pages = [(open, page) for open in self._rooms.values() for page in open.connections]
        onlookers = [(open, page) for open, page in pages if page.seat == SPECTATORS]
        if seat == SPECTATORS:
            if sum(page.address == address for _, page in onlookers) >= self.limits.onlookers_an_address:
                raise Refused("full", "too many look on from where you are")
            onlookers = []
        if len(pages) >= self.limits.connections:
            if not onlookers:
                raise Refused("full", "too many pages are open here")
            open, page = onlookers[-1]
            open.connections.discard(page)
            page.unsent.put_nowait(None)

    async def look_at_clocks(self) -> None:
        """In every game in which the time of a person has run out, he loses his seat.  Where that cannot be kept it is
        tried again; a game that can no longer be opened is left alone."""
        for id in await _in_thread(partial(self.store.look_at_clocks, MOST_OUT)):
            try:
                await (await self.room(id)).let_time_run_out()
            except Refused as refused:
                LOG.warning("game %s: %s", id, refused)
                if refused.code == "unknown":
                    await _in_thread(partial(self.store.stop_clock, id))

    async def clear(self, seconds: float) -> None:
        """Remove the games in which nothing has been done for so long, as far as nobody has come to them."""
        removed = MOST_CLEARED
        while removed == MOST_CLEARED:
            async with self._lock:
                removed = await _in_thread(partial(self.store.clear, seconds, [*self._rooms], MOST_CLEARED))

    def present(self, id: str) -> set[int]:
        """The seats of a game at which somebody is."""
        return self._rooms[id].present() if id in self._rooms else set()

    def is_left(self, id: str, seat: int) -> bool:
        """Whether nobody is at a seat of a game, and it is kept since when."""
        return id not in self._rooms or self._rooms[id].is_left(seat)

    def tell_of(self, person: str) -> None:
        """A person, by a digest of its key, is called otherwise than before: pages at its tables are told, each as soon
        as nothing else is done there."""
        for open in self._rooms.values():
            if open.seats_of(person):
                self._begin(open.tell())

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Begin what nobody waits for."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Close all rooms."""
        await asyncio.gather(*self._tasks, *(open.close() for open in self._rooms.values()))


async def _in_thread(work: Callable[[], T]) -> T:
    """Do what takes a while without keeping others waiting.  What has begun is finished."""
    return await to_thread.run_sync(work)


def _timed(work: Callable[[], T]) -> tuple[T | Exception, float]:
    """What comes of it, or its exception, and the seconds of a processor that it took."""
    begun = time.thread_time()
    try:
        return work(), time.thread_time() - begun
    except Exception as error:
        return error, time.thread_time() - begun
