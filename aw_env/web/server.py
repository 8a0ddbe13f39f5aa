"""The web table: pages, games, and the connections of those who play them."""

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import asdict
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from anyio import CapacityLimiter, to_thread
from pydantic import TypeAdapter
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from aw_env.core.errors import StuckGame
from aw_env.core.players import player_names
from aw_env.games import installed
from aw_env.recording import record_in
from aw_env.table.guide import guide_to
from aw_env.table.levels import levels
from aw_env.table.offers import Setup, scenarios
from aw_env.web import rematch as rematching
from aw_env.web.asking import Answer, address_of, body_of
from aw_env.web.beginning import ANYONE, new_room
from aw_env.web.films import Film
from aw_env.web.front import Front
from aw_env.web.lobby import Connection, Lobby, OpenRoom
from aw_env.web.messages import Again, Import, Join, NewGame, Refused, Rematch, checked, validated
from aw_env.web.room import Show
from aw_env.web.safety import Guard, Limits, Paces, refusal
from aw_env.web.store import PERSON, Store
from aw_env.web.summons import Mail, Summons

STATIC = Path(__file__).parent / "static"
MOST_FILMS = 8
LOG = logging.getLogger("aw_env.web")
BETWEEN_CLEARINGS = 3600
"""Seconds."""
MOST_SAID = 300
"""Letters of a refusal."""
_NEW_GAME, _IMPORT, _JOIN, _AGAIN = TypeAdapter(NewGame), TypeAdapter(Import), TypeAdapter(Join), TypeAdapter(Again)
_REMATCH = TypeAdapter(Rematch)


def app(
    store: Store,
    names: Iterable[str] = (),
    limits: Limits | None = None,
    show: Show | None = None,
    mail: Mail | None = None,
) -> Starlette:
    """The server as an ASGI application.

    store: where games are kept.  names: what the server may be called in addresses, besides localhost and numbers.
    show: how games are watched, if they are played to be.  mail: how letters go out, if they do.
    """
    return _Server(store, limits or Limits(), show, mail).application(names)


class _Server:
    def __init__(self, store: Store, limits: Limits, show: Show | None, mail: Mail | None) -> None:
        self.store = store
        self.limits = limits
        self.lobby = Lobby(store, limits, show)
        self.front = Front(store, self.lobby, limits)
        self.summons = Summons(store, self.lobby, limits, mail) if mail is not None else None
        self.requests = Paces(limits.requests)
        self.new_games = Paces(limits.new_games)
        self.film = lru_cache(maxsize=MOST_FILMS)(self._make_film)
        self.replays = CapacityLimiter(limits.replays)
        self.analyses = CapacityLimiter(1)
        self._at_work: set[asyncio.Task] = set()
        self._is_closing = False

    def application(self, names: Iterable[str]) -> Starlette:
        """Routes and what guards them."""
        pages = {"/": "index.html", "/mail": "mail.html", "/game/{id}": "table.html", "/replay/{id}": "replay.html"}
        asked: list[tuple[str, str, Answer]] = [
            *self.front.asked(),
            *(self.summons.asked() if self.summons is not None else ()),
            ("GET", "/api/scenarios", self.scenarios),
            ("POST", "/api/games", self.begin),
            ("POST", "/api/games/{id}/rematch", self.rematch),
            ("POST", "/api/import", self.import_record),
            ("GET", "/api/games/{id}/record", self.record),
            ("GET", "/api/replay/{id}", self.replay),
            ("GET", "/api/replay/{id}/frames/{number:int}", self.frame),
            ("GET", "/api/replay/{id}/frames/{number:int}/opinion", self.opinion),
            ("GET", "/api/replay/{id}/analysis", self.analysis),
            ("POST", "/api/replay/{id}/again", self.again),
        ]
        routes = [
            *(Route(path, partial(_page, STATIC / file)) for path, file in pages.items()),
            *(Route(path, self._answering(answer), methods=[method]) for method, path, answer in asked),
            WebSocketRoute("/api/games/{id}/table", self.table),
            Mount("/static", StaticFiles(directory=STATIC)),
        ]
        return Starlette(
            routes=routes,
            middleware=[Middleware(Guard, names=names)],
            exception_handlers=dict.fromkeys((Refused, ValueError, StuckGame, sqlite3.Error, OSError), _refused),
            lifespan=self.lifespan,
        )

    @asynccontextmanager
    async def lifespan(self, _: Starlette) -> AsyncIterator[None]:
        """From the start of the server to its end."""
        seconds = self.limits.seconds_kept
        try:
            await to_thread.run_sync(self.store.begin_to_serve)
        except sqlite3.Error as error:
            LOG.warning("clocks have run on while nobody served: %s", error)
        clearing = asyncio.create_task(self._clear(seconds)) if seconds is not None else None
        again_and_again = [asyncio.create_task(self._look_at_clocks())]
        if self.summons is not None:
            again_and_again.append(asyncio.create_task(self.summons.go_on()))
        yield
        self._is_closing = True
        for task in again_and_again:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        if clearing is not None:
            clearing.cancel()
        await asyncio.gather(*self._at_work, return_exceptions=True)
        await self.lobby.close()
        if self.summons is not None:
            await to_thread.run_sync(self.summons.close)
        self.store.close()

    async def _clear(self, seconds: float) -> None:
        """Remove old games, again and again."""
        while True:
            try:
                await self.lobby.clear(seconds)
                await to_thread.run_sync(self.store.names.clear, seconds)
            except sqlite3.Error as error:
                LOG.warning("old games cannot be removed: %s", error)
            await asyncio.sleep(BETWEEN_CLEARINGS)

    async def _look_at_clocks(self) -> None:
        """Take their seats from those whose time has run out, again and again."""
        while True:
            try:
                await self.lobby.look_at_clocks()
            except sqlite3.Error as error:
                LOG.warning("clocks cannot be seen to: %s", error)
            await asyncio.sleep(self.limits.seconds_between_clocks)

    def _answering(self, answer: Answer) -> Answer:
        """An endpoint that is not asked too often, and waits for no request that does not come."""

        async def answering(request: Request) -> Response:
            self.requests.check(address_of(request))
            return await answer(request)

        return answering

    # --- what can be asked -------------------------------------------------------------------------------------

    async def scenarios(self, _: Request) -> Response:
        """What can be played, and by whom."""
        told = []
        for game in await to_thread.run_sync(installed):
            offered = await to_thread.run_sync(scenarios, game.name)
            about = {
                "game": game.name,
                "game_title": game.title,
                "players": [PERSON, ANYONE, *player_names(game.players)],
            }
            told += [asdict(one) | about | _for_beginners(game.name, one.name) for one in offered]
        return JSONResponse({"scenarios": told})

    async def begin(self, request: Request) -> Response:
        """Begin a game: gives its id, and the tokens of its persons by seat."""
        wanted = checked(_NEW_GAME, await body_of(request, self.limits))
        setup = wanted.setup.model_copy(update={"dice_known": "seed" in wanted.setup.model_fields_set})
        return await self._begin(request, setup, wanted.players, (), wanted.clock, wanted.bid_for)

    async def import_record(self, request: Request) -> Response:
        """Go on with a recorded game."""
        wanted = checked(_IMPORT, await body_of(request, self.limits))
        record = record_in(wanted.record, "the record")
        if any(dice for _, dice in record.dice) or record.keyed is not None:
            raise Refused("impossible", "a game whose dice do not come from its seed cannot be gone on with here")
        told = record.model_dump(include=set(Setup.model_fields)) | {"game": record.known.name, "dice_known": True}
        setup = validated(TypeAdapter(Setup), told)
        return await self._begin(request, setup, wanted.players, [action for action, _ in record.actions])

    async def _begin(
        self,
        request: Request,
        setup: Setup,
        players: dict[str, str],
        actions: Iterable[int],
        clock: int | None = None,
        bid_for: bool = False,
    ) -> Response:
        self.new_games.check(address_of(request))
        await self.lobby.check_room_for_one_more()
        begin = partial(new_room, self.store, setup, players, actions, seconds=clock, bid_for=bid_for)
        id, tokens = await to_thread.run_sync(begin)
        (await self.lobby.room(id)).set_to_work()
        return JSONResponse({"id": id, "tokens": tokens}, 201)

    async def rematch(self, request: Request) -> Response:
        """Who has held a seat of a game that is over plays it again with the others: gives the id of the next game, his
        seat there and its token, "" where he has taken it before."""
        wanted = checked(_REMATCH, await body_of(request, self.limits))
        over = await self.lobby.room(request.path_params["id"])

        async def allowed() -> None:
            self.new_games.check(address_of(request))
            await self.lobby.check_room_for_one_more()

        seat = await over.begin_rematch(wanted, allowed)
        again = over.room.rematch
        assert again is not None, "it has begun"
        following = await self.lobby.room(again.game)
        name = rematching.name_of_seat(over.room, seat)
        token = ""
        if following.room.seats[rematching.seat_after(again, seat)].invited is not None:
            token = await following.take(name, *rematching.shown_by(wanted))
        following.set_to_work()
        return JSONResponse({"id": again.game, "seat": name, "token": token}, headers={"cache-control": "no-store"})

    async def record(self, request: Request) -> Response:
        """The record of a game."""
        open_room = await self.lobby.room(request.path_params["id"])
        line = await open_room.record(request.headers.get("authorization", "").removeprefix("Bearer "))
        named = {"content-disposition": f'attachment; filename="{open_room.room.setup.scenario}.jsonl"'}
        return PlainTextResponse(line + "\n", headers=named)

    async def replay(self, request: Request) -> Response:
        """What there is to see of a game that is over."""
        film = await self._film(request)
        return JSONResponse(film.about())

    async def frame(self, request: Request) -> Response:
        """A position of it."""
        film = await self._film(request)
        number, seat = request.path_params["number"], request.query_params.get("seat", "")
        return JSONResponse(await to_thread.run_sync(film.frame, number, seat, limiter=self.replays))

    async def opinion(self, request: Request) -> Response:
        """What a player thinks of the question asked there."""
        film = await self._film(request)
        number, player = request.path_params["number"], request.query_params.get("player", "")
        return JSONResponse(await to_thread.run_sync(film.opinion, number, player, limiter=self.replays))

    async def analysis(self, request: Request) -> Response:
        """What is known of it by now; the first who asks sets it going."""
        film = await self._film(request)
        if film.begin_analysis():
            analyse = partial(film.analyse, lambda: not self._is_closing)
            task = asyncio.create_task(to_thread.run_sync(analyse, limiter=self.analyses))
            self._at_work.add(task)
            task.add_done_callback(self._at_work.discard)
        return JSONResponse(film.analysis)

    async def again(self, request: Request) -> Response:
        """Try it again from a position, with the same dice to come as long as nothing differs."""
        wanted = checked(_AGAIN, await body_of(request, self.limits))
        await self._film(request)
        kept = await to_thread.run_sync(self.store.read, request.path_params["id"])
        assert kept is not None, "it has been shown"
        if wanted.at >= len(kept.history):
            raise Refused("impossible", f"there is nothing to try again after {len(kept.history)} answers")
        setup = Setup.model_validate_json(kept.setup).model_copy(update={"dice_known": True})
        return await self._begin(request, setup, wanted.players, kept.history[: wanted.at])

    async def _film(self, request: Request) -> Film:
        return await to_thread.run_sync(self.film, request.path_params["id"], limiter=self.replays)

    def _make_film(self, id: str) -> Film:
        kept = self.store.read(id)
        if kept is None:
            raise Refused("unknown", "there is no such game")
        if not kept.result:
            raise Refused("not_over", "a game is shown again once it is over")
        try:
            return Film(Setup.model_validate_json(kept.setup).begin, kept)
        except ValueError as error:  # other data, or other rules, than it was begun with
            raise Refused("unknown", str(error)) from None

    # --- those who play ------------------------------------------------------------------------------------------

    async def table(self, socket: WebSocket) -> None:
        """A page at the table of a game: says first who it is, and then what is to be done."""
        await socket.accept()
        try:
            self.requests.check(address_of(socket))
            open_room = await self.lobby.room(socket.path_params["id"])
            async with asyncio.timeout(self.limits.seconds_to_join):
                join = checked(_JOIN, await _text(socket, self.limits.message_bytes))
            address = address_of(socket)
            allowed = partial(self.lobby.check_room_at_a_table, address)
            connection = await open_room.enter(join, address, allowed)
        except Refused as refused:
            await socket.send_json(refused.told())
            await socket.close(1008)
        except (TimeoutError, WebSocketDisconnect):
            with suppress(RuntimeError):  # it is closed
                await socket.close()
        else:
            await self._serve(socket, open_room, connection)

    async def _serve(self, socket: WebSocket, open_room: OpenRoom, connection: Connection) -> None:
        sending = asyncio.create_task(_send(socket, connection))
        pace = Paces(self.limits.messages)
        try:
            while not sending.done():
                await open_room.obey(connection, await _text(socket), pace)
        except WebSocketDisconnect:
            pass
        finally:
            sending.cancel()
            await open_room.leave(connection)


async def _refused(_: Request, error: Exception) -> Response:
    """A refusal as an answer.  What the rules, or the file, find wrong is one too, and is told to who serves."""
    if isinstance(error, Refused):
        return refusal(error)
    LOG.warning("refused: %s: %s", type(error).__name__, error)
    code = "not_kept" if isinstance(error, sqlite3.Error | OSError) else "impossible"
    return refusal(Refused(code, str(error)[:MOST_SAID]))


def _for_beginners(game: str, scenario: str) -> dict[str, Any]:
    """How strong players of a scenario are, and its guide to a first game."""
    guide = guide_to(game, scenario)
    told = guide.model_dump(include={"title", "minutes", "seat", "adviser"}) if guide is not None else None
    return {"levels": levels(game, scenario), "guide": told}


async def _page(file: Path, _: Request) -> Response:
    return FileResponse(file, headers={"cache-control": "no-cache"})


async def _text(socket: WebSocket, most: int | None = None) -> str:
    """The next message.  Raises Refused for one that is too long."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    text = message.get("text")
    text = text if text is not None else (message.get("bytes") or b"").decode(errors="replace")
    if most is not None and len(text) > most:
        raise Refused("too_large", f"more than {most} letters")
    return text


async def _send(socket: WebSocket, connection: Connection) -> None:
    """Send what waits, until there is no more, or nobody who takes it."""
    with suppress(RuntimeError, WebSocketDisconnect):
        while (text := await connection.unsent.get()) is not None:
            await socket.send_text(text)
        await socket.close()
