"""Letters to persons who are away, when it is their move or they are asked to play again.  They tell which game and
seat, and nothing of the game."""

import asyncio
import logging
import sqlite3
from dataclasses import dataclass
from functools import lru_cache, partial

from anyio import to_thread
from pydantic import TypeAdapter
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from aw_env.games import FIRST
from aw_env.table.offers import scenarios
from aw_env.web.addresses import Due
from aw_env.web.asking import Answer, address_of, body_of, person_of
from aw_env.web.lobby import Lobby
from aw_env.web.messages import Address, Refused, Token, checked
from aw_env.web.post import Letter, Post, Smtp
from aw_env.web.safety import Limits, Paces
from aw_env.web.store import Store

LOG = logging.getLogger("aw_env.web")
MOST_AT_A_TIME = 50
_ADDRESS, _TOKEN = TypeAdapter(Address), TypeAdapter(Token)


@dataclass(frozen=True)
class Mail:
    """How letters go out.  base: the address of this server, as others reach it."""

    smtp: Smtp
    base: str


class Summons:
    """The letters of a server."""

    def __init__(self, store: Store, lobby: Lobby, limits: Limits, mail: Mail) -> None:
        self.store, self.lobby, self.limits, self.base = store, lobby, limits, mail.base.rstrip("/")
        self.post = Post(mail.smtp)
        self._asked, self._all = Paces(limits.letters), Paces(limits.all_letters)
        self._under_way: set[tuple[str, int]] = set()
        store.addresses.is_used = True

    def asked(self) -> list[tuple[str, str, Answer]]:
        """Method, path and answer of what can be asked."""
        return [
            ("POST", "/api/me/address", self.give_address),
            ("POST", "/api/mail/confirm", self.confirm),
            ("POST", "/api/mail/stop", self.stop),
        ]

    async def give_address(self, request: Request) -> Response:
        """A person gives an address, or takes it back by "": a letter asks who has it whether that is right."""
        person = person_of(request)
        wanted = checked(_ADDRESS, await body_of(request, self.limits)).address
        if not wanted:
            await to_thread.run_sync(self.store.addresses.remove, person)
        else:
            self._asked.check(address_of(request))
            self._all.check("")
            confirm, stop = await to_thread.run_sync(self.store.addresses.give, person, wanted)
            self.post.send(self._question(wanted, confirm, stop), lambda _: None)
        return JSONResponse({"mail": await to_thread.run_sync(self.store.addresses.told, person)})

    async def confirm(self, request: Request) -> Response:
        """Who has an address confirms it."""
        wanted = checked(_TOKEN, await body_of(request, self.limits))
        await to_thread.run_sync(self.store.addresses.confirm, wanted.token)
        return JSONResponse({})

    async def stop(self, request: Request) -> Response:
        """Who has it wants no letters any more."""
        wanted = checked(_TOKEN, await body_of(request, self.limits))
        await to_thread.run_sync(self.store.addresses.stop, wanted.token)
        return JSONResponse({})

    async def go_on(self) -> None:
        """Send what is due, again and again."""
        while True:
            try:
                await self.look()
            except (sqlite3.Error, Refused, ValueError) as error:
                LOG.warning("letters cannot be seen to: %s", error)
            await asyncio.sleep(self.limits.seconds_between_clocks)

    async def look(self) -> None:
        """Send what is due to those who are not at the table.  That is asked again when it is known who is not: who has
        just left has seen what was done by then."""
        due = {(one.game, one.seat) for one in await self._due()}
        away = {(game, seat) for game, seat in due - self._under_way if self.lobby.is_left(game, seat)}
        for one in await self._due() if away else ():
            key = one.game, one.seat
            if key in away:
                self._under_way.add(key)
                self.post.send(self._summons(one), partial(self._sent, key))

    async def _due(self) -> list[Due]:
        return await to_thread.run_sync(self.store.addresses.due, self.limits.seconds_away, MOST_AT_A_TIME)

    def close(self) -> None:
        """No more letters go out."""
        self.post.close()

    def _sent(self, key: tuple[str, int], is_settled: bool) -> None:
        """In the thread of the post: a letter has gone, or may be tried again."""
        try:
            if is_settled:
                self.store.addresses.note_mailed(*key)
        except sqlite3.Error as error:  # it stays under way, so that no second one goes
            LOG.warning("that a letter has gone cannot be kept: %s", error)
        else:
            self._under_way.discard(key)

    def _question(self, address: str, confirm: str, stop: str) -> Letter:
        words = (
            "Somebody, probably you, wants letters to this address when it is his move in a game, or he is asked to\n"
            f"play one again, at\n{self.base}/\n\n"
            f"If that is right, confirm it within a day:\n{self.base}/mail#confirm={confirm}\n\n"
            "If not, do nothing, and no further letter comes; by the link below nobody can ask again."
        )
        return Letter(address, "Letters when it is your move?", words, self._stop(stop))

    def _summons(self, due: Due) -> Letter:
        title, seat = _named(due.setup.get("game", FIRST), due.setup["scenario"], due.setup["players"], due.seat)
        subject, asked = (
            ("Play again?", "You are asked to play again") if due.again else ("Your move:", "It is your move")
        )
        words = (
            f"{asked} ({title}, {seat}):\n{self.base}/game/{due.game}#{seat}\n\n"
            "No further letter comes about this game until you have been there."
        )
        return Letter(due.address, f"{subject} {title}", words, self._stop(due.stop))

    def _stop(self, token: str) -> str:
        return f"{self.base}/mail#stop={token}"


@lru_cache(maxsize=256)
def _named(game: str, scenario: str, players: int, seat: int) -> tuple[str, str]:
    """How a scenario and a seat of it are called."""
    for offered in scenarios(game):
        if offered.name == scenario:
            return offered.title, offered.seats[players][seat]
    return scenario, f"seat {seat + 1}"
