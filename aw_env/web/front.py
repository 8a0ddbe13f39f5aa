"""What the front page asks: the games, those of a person, and how it is called."""

import json
from functools import partial
from typing import Any

from anyio import CapacityLimiter, to_thread
from pydantic import TypeAdapter
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from aw_env.games import FIRST
from aw_env.web.asking import Answer, address_of, body_of, person_of
from aw_env.web.lists import PERSON, Listed, Offered
from aw_env.web.lobby import Lobby
from aw_env.web.messages import Me, Take, checked
from aw_env.web.safety import Limits, Paces
from aw_env.web.store import Store

MOST_LISTED = 100
"""Games in a list."""
_ME, _TAKE = TypeAdapter(Me), TypeAdapter(Take)


class Front:
    """The front page of a server."""

    def __init__(self, store: Store, lobby: Lobby, limits: Limits) -> None:
        self.store, self.lobby, self.limits = store, lobby, limits
        self._rating = CapacityLimiter(1)
        self._names, self._joins = Paces(limits.names), Paces(limits.new_games)

    def asked(self) -> list[tuple[str, str, Answer]]:
        """Method, path and answer of each."""
        return [
            ("GET", "/api/games", self.games),
            ("GET", "/api/mine", self.mine),
            ("GET", "/api/waiting", self.waiting),
            ("POST", "/api/games/{id}/join", self.join),
            ("GET", "/api/ratings", self.ratings),
            ("GET", "/api/me", self.me),
            ("POST", "/api/me", self.call_me),
        ]

    async def games(self, _: Request) -> Response:
        """The games, the latest first."""
        listed = await to_thread.run_sync(self.store.lists.games, MOST_LISTED)
        return JSONResponse({"games": [self._listed(game) for game in listed]})

    async def mine(self, request: Request) -> Response:
        """The seats that a person has entered, with their games: those that wait for him first."""
        listed = await to_thread.run_sync(self.store.lists.mine, person_of(request), MOST_LISTED)
        told = [self._listed(game) | {"seat": game.seat, "asked": game.asked, "until": game.until} for game in listed]
        return _unkept({"games": told})

    async def waiting(self, _: Request) -> Response:
        """The seats that wait for a person, where somebody is at the table first."""
        offered = await to_thread.run_sync(self.store.lists.offered, MOST_LISTED, self.limits.seconds_offered)
        told = [self._listed(game) | self._offered(game) for game in offered]
        return JSONResponse({"games": sorted(told, key=lambda game: not game["here"])})

    def _offered(self, game: Offered) -> dict[str, Any]:
        """What is told of a seat that waits for a person besides its game."""
        about = {"seat": game.seat, "clock": game.clock, "bid_for": game.bid_for}
        known = json.loads(game.setup).get("dice_known", False)
        return about | {"here": bool(self.lobby.present(game.id)), "dice_known": known}

    async def join(self, request: Request) -> Response:
        """Who asks takes a seat that waits for a person: gives its token.  A browser that keeps no key has none."""
        self._joins.check(address_of(request))
        person = person_of(request) if "authorization" in request.headers else None
        wanted = checked(_TAKE, await body_of(request, self.limits))
        open_room = await self.lobby.room(request.path_params["id"])
        return _unkept({"token": await open_room.take(wanted.seat, person)})

    async def ratings(self, _: Request) -> Response:
        """Who is rated, the best first: persons that have a name, and players of the computer."""
        found = await to_thread.run_sync(self.store.ratings.standings, limiter=self._rating)
        told = [
            {"person": self.store.names.told(one.player.person), "player": one.player.name}
            | {"game": one.player.game, "scenario": one.player.scenario}
            | {"rating": round(one.rating), "within": round(one.within), "games": one.games}
            for one in found
            if not one.player.person or self.store.names.of(one.player.person)
        ]
        return JSONResponse({"ratings": told[:MOST_LISTED]})

    async def me(self, request: Request) -> Response:
        """How a person is called."""
        return await self._told(person_of(request))

    async def call_me(self, request: Request) -> Response:
        """It is called otherwise from now on, wherever it has been before."""
        person = person_of(request)
        self._names.check(address_of(request))
        wanted = checked(_ME, await body_of(request, self.limits))
        await to_thread.run_sync(partial(self.store.names.give, person, wanted.name))
        self.lobby.tell_of(person)
        return await self._told(person)

    async def _told(self, person: str) -> Response:
        mail = await to_thread.run_sync(self.store.addresses.told, person)
        return _unkept({"person": self.store.names.told(person), "mail": mail})

    def _listed(self, game: Listed) -> dict[str, Any]:
        """A game in a list."""
        setup, held = json.loads(game.setup), game.players.split(",")
        about = {"game": setup.get("game", FIRST)} | {key: setup[key] for key in ("scenario", "players", "options")}
        about["bid"] = setup.get("bid", 0)
        people = [
            self.store.names.told(person) if player == PERSON else None
            for player, person in zip(held, game.persons.split(","), strict=True)
        ]
        # how often somebody has been asked may be a secret while the game is played (§26.0, FLT.4)
        about |= {"held": held, "people": people, "decisions": game.decisions if game.result else None}
        return {"id": game.id, "begun": game.begun, "result": game.result, **about}


def _unkept(told: dict[str, Any]) -> Response:
    """An answer that is this person's alone."""
    return JSONResponse(told, headers={"cache-control": "no-store"})
