"""Twins at web tables: two servers with the same game, in which one seat answers otherwise in secret.

Both games have the same seed, so that they are played as any game is, and everything may be asked of both servers.  As
long as the rules let a listener, another seat or who looks on, see and hear the same in both games, the servers must
send it the same, byte for byte: at its table, as answers to what it asks there, and as answers to requests.
"""

import asyncio
import json
import time
from collections import Counter, defaultdict
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import httpx2 as httpx
import numpy as np

from aw_env.core.declare.fields import names_of
from aw_env.core.said.wording import UnknownWords
from aw_env.table import adviser, battles, odds, offers
from aw_env.table.offers import Setup
from aw_env.web import beginning
from aw_env.web import room as rooms
from aw_env.web.beginning import new_room
from aw_env.web.messages import Join
from aw_env.web.post import Smtp
from aw_env.web.safety import Limits, Paces
from aw_env.web.seating import SPECTATORS
from aw_env.web.server import _Server
from aw_env.web.store import PERSON, Store
from aw_env.web.summons import Mail
from aw_env.web.telling import view_for

PLENTY = (1e9, 1e9)
LIMITS = Limits(
    messages=PLENTY, requests=PLENTY, new_games=PLENTY, chat=PLENTY, thought=PLENTY, letters=PLENTY, all_letters=PLENTY,
    seconds_away=0,
)  # fmt: skip
BEGUN = 1_700_000_000.0
SALT = "5" * 64
TRIES = 200
"""How often other answers are tried until there are some of which a listener by the rules knows nothing."""
ENOUGH = 10
"""How often some are tried of another number, once there are any."""
MOST_IN_SECRET = 60
"""Answers given in secret from one question that others hear of to the next."""
BATTLES = 6
"""Areas in which battles are tried at a time."""
SHOWN_LATER = (
    ("GET", "/api/games/{id}/record"),
    ("GET", "/api/replay/{id}"),
    ("GET", "/api/replay/{id}/frames/1"),
    ("GET", "/api/replay/{id}/frames/1/opinion?player=scripted"),
    ("GET", "/api/replay/{id}/analysis"),
    ("POST", "/api/replay/{id}/again"),
)
"""What is refused until the game is over."""


class Leak(AssertionError):
    """A listener is sent what it must not know."""


class Watch:
    """The time of both servers: it passes with what is done at a table, and is set alike where twins are compared."""

    def __init__(self, monkeypatch):
        self.at = BEGUN
        monkeypatch.setattr(time, "time", lambda: self.at)


@dataclass(frozen=True)
class Secret:
    """A kind of secret.

    asked: the question that is answered in secret, as the other side is told of it.  fields: those of the record in
    which twins differ, at once or later on.  then: the question asked in secret at which they are compared, if that is
    another.
    """

    asked: str
    game: str
    scenario: str
    options: tuple[str, ...] = ()
    players: int = 2
    fields: tuple[str, ...] = ()
    then: str = ""
    seed: int = 3

    def setup(self, seed, dice_known=False):
        return Setup(
            game=self.game, scenario=self.scenario, options=self.options, players=self.players, seed=seed,
            dice_known=dice_known,
        )  # fmt: skip


def offer(monkeypatch, position):
    """A position in a file is offered as scenarios of the game are."""
    known = offers.scenarios
    monkeypatch.setattr(offers, "scenarios", lambda game: (*known(game), SimpleNamespace(name=position)))


class Desk:
    """A server with one game, that of a history.  away: whether nobody is at the table but who keeps the secret."""

    def __init__(self, monkeypatch, watch, setup, history, clock=None, bid_for=False):
        """Tokens are counted, so that those of twins are the same."""
        self.watch, self.monkeypatch, self.counted = watch, monkeypatch, count()
        self._count_tokens()
        monkeypatch.setattr(beginning.proof, "new_salt", lambda: SALT)
        self.store = Store(":memory:")
        self.server = _Server(self.store, LIMITS, None, Mail(Smtp("127.0.0.1", 9, "table@example.org"), "http://table"))
        self.server.summons.post.close()
        self.letters = []
        self.server.summons.post.send = lambda letter, done: (self.letters.append(letter), done(True))
        self.web = httpx.AsyncClient(
            transport=httpx.ASGITransport(self.server.application(())), base_url="http://localhost"
        )
        seats = setup.begin().rules.seats
        begin = dict.fromkeys(seats, PERSON)
        self.id, tokens = new_room(self.store, setup, begin, history, seconds=clock, bid_for=bid_for)
        self.tokens = [tokens[seat] for seat in seats]
        self.pages, self.sent, self.tried = {}, defaultdict(count), 0

    def _count_tokens(self):
        """Tokens that are made now are those of this desk."""
        self.monkeypatch.setattr(beginning.secrets, "token_urlsafe", lambda _=0: f"token{next(self.counted):020}")

    async def open(self, *listeners):
        """These come to the table; what they are told first is not compared."""
        self.open_room = await self.server.lobby.room(self.id)
        for listener in listeners:
            join = Join() if listener == SPECTATORS else Join(token=self.tokens[listener], person=key_of(listener))
            self.pages[listener] = await self.open_room.enter(join, "here", lambda seat: None)

    async def give_address(self, seat):
        """The person of a seat, who has been there, wants letters."""
        page = await self.open_room.enter(Join(token=self.tokens[seat], person=key_of(seat)), "here", lambda seat: None)
        await self.open_room.leave(page)
        await asyncio.gather(*self.open_room._noting)
        self._count_tokens()
        person = self.store.read(self.id).seats[seat].person
        confirm, _ = self.store.addresses.give(person, f"seat{seat}@example.org")
        self.store.addresses.confirm(confirm)

    @property
    def room(self):
        return self.open_room.room

    @property
    def game(self):
        return self.room.game

    async def say(self, seat, **message):
        """A page says something."""
        self.watch.at += 1
        if message["do"] not in ("why", "chat", "bid"):
            message.setdefault("question", self.room.seats[max(seat, 0)].changes)
        text = json.dumps({"id": f"m{seat}-{next(self.sent[seat])}", **message})
        await self.open_room.obey(self.pages[seat], text, Paces(PLENTY))

    async def answer(self, seat, action):
        """A page answers, and commits what waits for that."""
        await self.say(seat, do="answer", action=action)
        if self.room.to_commit:
            await self.say(seat, do="commit")

    async def try_a_battle(self, seat):
        """A page tries the battles in some areas where it may have units, if battles can be tried now."""
        view, able = self.game.view(seat), {}
        with suppress(UnknownWords):
            able = {area.id: battles.own_units(self.game, view, area.number) for area in view.areas}
        for area in [area for area in able if able[area]][:BATTLES]:
            await self.say(seat, do="battle", area=area)
            await self.say(seat, do="battle", area=area, units=[unit.id for unit in able[area][:3]])
            self.tried += 1

    async def was_sent(self, listener):
        """All that a listener has been sent since it was asked last, and what it is answered when it asks around.  When
        something is sent is not compared: it is when it happened."""
        page, told = self.pages.get(listener), []
        while page is not None and not page.unsent.empty():
            message = page.unsent.get_nowait()
            told.append(
                message.replace(f'"at":{json.loads(message)["at"]}', '"at"') if '"told"' in message else message
            )
        return told

    async def asks(self, listener):
        """What a listener, or who looks on, is answered to requests."""
        mine = {} if listener == SPECTATORS else {"authorization": f"Bearer {key_of(listener)}"}
        token = {} if listener == SPECTATORS else {"authorization": f"Bearer {self.tokens[listener]}"}
        told = [(await self.web.get(path)).content for path in ("/api/games", "/api/waiting", "/api/ratings")]
        told.append((await self.web.get("/api/mine", headers=mine)).content)
        for method, path in SHOWN_LATER:
            body = {"at": 0, "players": {}} if method == "POST" else None
            answer = await self.web.request(method, path.format(id=self.id), headers=token, json=body)
            told.append((answer.status_code, answer.content))
        return told

    async def post(self):
        """The letters that go out now."""
        self.letters.clear()
        await self.server.summons.look()
        return list(self.letters)

    async def close(self):
        await self.web.aclose()
        await self.server.lobby.close()
        self.store.close()


def key_of(seat):
    """The key of the person of a seat."""
    return f"{seat}" * 32


# --- what the rules let a listener know ----------------------------------------------------------------------------


def known(game, listener):
    """All that the rules let a listener know of a position."""
    told = (view_for(game, listener).record.tobytes(), game.seat, game.ended)
    return told if listener == SPECTATORS else (*told, dict(game.info_for(listener)))


def heard(game, listener):
    """What the rules let it hear of the latest answer."""
    return game.events(*(range(len(game.rules.seats)) if listener == SPECTATORS else (listener,)))


def decision_of(game):
    """What is asked, by its name, as the other side is told of it."""
    if game.ended:
        return None
    sides = game.rules.sides
    listener = next(seat for seat in range(len(sides)) if sides[seat] != sides[game.seat])
    return game.rules.speech().decisions.numbered(int(game.info_for(listener)["decision"])).name


def listeners_of(game, owner):
    """Who may have to know nothing of a secret of a seat: the other seats, and who looks on."""
    return [*(seat for seat in range(len(game.rules.seats)) if seat != owner), SPECTATORS]


def differing(one, other):
    """The fields of the record in which two games differ."""
    records = one._games[0], other._games[0]
    return {name for name in names_of(one._games.dtype) if not np.array_equal(*(record[name] for record in records))}


@dataclass
class Plan:
    """Twins.  histories: what has been played in each.  answers: what the owner of the secret answers next.
    listeners: those who by the rules have seen and heard the same."""

    histories: tuple[list, list]
    owner: int
    answers: tuple[list, list]
    listeners: list


@dataclass
class Way:
    """One way to answer in secret.  told: what each listener has known and heard meanwhile.  game: as it stands then.
    before: the same without the last answer, with which a secret may come out."""

    answers: list
    told: dict
    game: Any
    before: Any = None


def plans(secret, seed, most):
    """Twins of a game that is played at random."""
    game, chooser = secret.setup(seed).begin(), Random(seed)
    found = 0
    while not game.ended and found < most:
        if decision_of(game) == secret.asked and len(game.legal_actions()) > 1:
            plan = twins_at(game, secret, chooser)
            later = played_on(secret, plan, seed, chooser) if plan is not None and secret.then else plan
            if later is not None:
                found += 1
                yield later
            if plan is not None:
                for action in plan.answers[0]:
                    game.apply(action)
                continue
        game.apply(chooser.choice(game.legal_actions()))


def in_secret(game, secret, chooser, listeners, wanted=()):
    """One way to answer in secret until something else is asked.  wanted: what is answered first, as far as it can
    be."""
    way, owner = Way([], {listener: [known(game, listener)] for listener in listeners}, game.clone()), game.seat
    while len(way.answers) < MOST_IN_SECRET and is_asked_of(way.game, owner, secret):
        before, way = way, Way(list(way.answers), {one: list(told) for one, told in way.told.items()}, way.game.clone())
        way.before, choices, wished = before, way.game.legal_actions(), wanted[len(way.answers) :][:1]
        way.answers.append(wished[0] if wished and wished[0] in choices else chooser.choice(choices))
        way.game.apply(way.answers[-1])
        for listener, told in way.told.items():
            new = [*heard(way.game, listener), known(way.game, listener)]
            told += new if new != told[-1:] else []
    return way


def is_asked_of(game, owner, secret):
    """Whether a seat is still asked in secret."""
    return not game.ended and game.seat == owner and decision_of(game) == secret.asked


def exchanged(answers, chooser):
    """The same answers, but for two that change places: as when one ship goes where another would."""
    one, other = (chooser.randrange(len(answers)) for _ in range(2))
    answers = list(answers)
    answers[one], answers[other] = answers[other], answers[one]
    return answers


def alike(secret, one, other):
    """The listeners who know nothing of what differs between two ways."""
    if not differing(one.game, other.game).intersection(secret.fields):
        return []
    return [listener for listener, told in one.told.items() if told == other.told[listener]]


def twins_at(game, secret, chooser):
    """Twins from a question on; None where every other answer is seen."""
    listeners = listeners_of(game, game.seat)
    ours = in_secret(game, secret, chooser, listeners)
    best = None
    for number in range(TRIES):
        wanted = exchanged(ours.answers, chooser) if number % 2 else ()
        theirs = in_secret(game, secret, chooser, listeners, wanted)
        for one, other in ((ours, theirs), (ours.before, theirs.before)):
            if knows_nothing := alike(secret, one, other):
                same_number = best is not None and len(best.answers[0]) == len(best.answers[1])
                if best is None or (same_number and len(one.answers) == len(ours.answers)):
                    history = list(game.history)
                    best = Plan((history, history), game.seat, (one.answers, other.answers), knows_nothing)
                break
        if best is not None and (len(best.answers[0]) != len(best.answers[1]) or number > ENOUGH):
            break
    return best


def played_on(secret, plan, seed, chooser):
    """The same twins later, when both are asked in secret what `then` is: what they answer meanwhile is the same.  None
    where nobody knows nothing by then."""
    games = [secret.setup(seed).begin() for _ in range(2)]
    for game, history, answers in zip(games, plan.histories, plan.answers, strict=True):
        for action in (*history, *answers):
            game.apply(action)
    one, other = games
    while not one.ended and not other.ended and one.seat == other.seat:
        listeners = [
            listener
            for listener in plan.listeners
            if known(one, listener) == known(other, listener) and listener != one.seat
        ]
        if decision_of(one) == decision_of(other) == secret.then and listeners:
            return Plan((list(one.history), list(other.history)), one.seat, ([], []), listeners)
        both = [action for action in one.legal_actions() if other.action_mask[action]]
        if not both:
            return None
        action = chooser.choice(both)
        for game in games:
            game.apply(action)
        plan.listeners = [listener for listener in plan.listeners if heard(one, listener) == heard(other, listener)]
        if not plan.listeners:
            return None
    return None


# --- compared ------------------------------------------------------------------------------------------------------


class Twins:
    """Twins at their tables.

    compared: how often what a listener was sent has been compared, by what: "table", "asked", "requests", "letters".
    differed: the fields of the record in which the games differed while somebody knew nothing of it.
    """

    def __init__(self, monkeypatch, secret, clock=None, away=False, asks=("hint", "odds", "battle", "opinion", "why")):
        self.monkeypatch, self.secret, self.seed, self.clock = monkeypatch, secret, secret.seed, clock
        self.away, self.questions = away, asks
        self.watch, self.compared, self.chooser = Watch(monkeypatch), Counter(), Random(secret.seed)
        self.differed = set()
        monkeypatch.setattr(rooms, "SECONDS_OF_ODDS", 1e9)
        monkeypatch.setattr(odds, "MOST_TRIALS", 4)
        monkeypatch.setattr(battles, "FEWEST", 2)
        monkeypatch.setattr(battles, "MOST_TRIALS", 2)
        if Path(secret.scenario).suffix:
            offer(monkeypatch, secret.scenario)

    def play(self, most=2, further=6):
        """Compare so many pairs of twins, each over so many further answers."""
        for plan in plans(self.secret, self.seed, most):
            asyncio.run(self._play(plan, further))
        return self.compared

    async def _play(self, plan, further):
        self.plan, self.at = plan, 0
        self.watch.at = BEGUN
        setup = self.secret.setup(self.seed)
        self.desks = [Desk(self.monkeypatch, self.watch, setup, history, self.clock) for history in plan.histories]
        self.listeners = list(plan.listeners)
        there = [plan.owner] if self.away else [plan.owner, *plan.listeners]
        for desk in self.desks:
            self.watch.at = BEGUN
            await desk.open(*there)
            for seat in plan.listeners if self.away else ():
                if seat != SPECTATORS:
                    await desk.give_address(seat)
        if await self._compare() and await self._keep_secret() and await self._compare():
            await self._go_on(further)
        for desk in self.desks:
            await desk.close()

    async def _keep_secret(self):
        """The owner answers in secret, otherwise in each.  Whether the tables let it: orders may answer first."""
        for desk, history, answers in zip(self.desks, self.plan.histories, self.plan.answers, strict=True):
            begun = len(history)
            self.watch.at = BEGUN + 1000 * self.at
            while len(done := desk.game.history[begun:]) < len(answers):
                if done != answers[: len(done)]:
                    return False
                if len(done) == len(answers) - 1:  # the others are asked at the same time
                    self.watch.at = BEGUN + 1000 * self.at + 900
                await desk.answer(self.plan.owner, answers[len(done)])
            if desk.game.history[begun:] != answers:
                return False
        self.compared["secrets"] += 1
        return True

    async def _go_on(self, further):
        """The same answers in both, as long as the rules tell some listener the same of both."""
        for _ in range(further):
            one, other = (desk.game for desk in self.desks)
            if one.ended or other.ended or one.seat != other.seat or not self.listeners:
                return
            seat, both = one.seat, [action for action in one.legal_actions() if other.action_mask[action]]
            if not both:
                return
            if seat in self.listeners and not self.away:
                await self._ask(seat)
            action, told = self.chooser.choice(both), []
            if seat not in self.desks[0].pages:
                for desk in self.desks:
                    await desk.open(seat)
            for desk in self.desks:
                self.watch.at = BEGUN + 1000 * self.at
                before = len(desk.game.history)
                trial = desk.game.clone()
                await desk.answer(seat, action)
                events = {listener: [] for listener in self.listeners}
                for done in desk.game.history[before:]:
                    trial.apply(done)
                    for listener in self.listeners:
                        events[listener] += heard(trial, listener)
                told.append(events)
            self.listeners = [listener for listener in self.listeners if told[0][listener] == told[1][listener]]
            if not await self._compare():
                return

    async def _ask(self, seat):
        """The listener is asked itself, and asks for advice."""
        for desk in self.desks:
            self.watch.at = BEGUN + 1000 * self.at + 500
            adviser._commentator.cache_clear()  # dice of its own begin anew
            for asked in self.questions:
                match asked:
                    case "opinion":
                        for player in desk.room.advisers[:1]:
                            await desk.say(seat, do="opinion", player=player)
                    case "hint":
                        await desk.say(seat, do="hint")
                    case "battle":
                        await desk.try_a_battle(seat)
                    case _:
                        await desk.say(seat, do=asked, words="")
        self.compared["battles"] += min(desk.tried for desk in self.desks)
        await self._compare_sent("asked", [seat])

    async def _compare(self):
        """What has been sent to those who by the rules know the same of both games; whether there is any of them.  Of a
        game that is over all may be shown."""
        self.at += 1
        one, other = (desk.game for desk in self.desks)
        if one.ended or other.ended:
            return False
        self.listeners = [listener for listener in self.listeners if known(one, listener) == known(other, listener)]
        self.differed |= differing(one, other) if self.listeners else set()
        if not self.away:
            await self._compare_sent("table", self.listeners)
        for listener in self.listeners:
            self.watch.at = BEGUN + 1000 * self.at
            self._check("requests", listener, [await desk.asks(listener) for desk in self.desks])
        if self.away and self.listeners:
            self._check("letters", self.listeners[0], [await desk.post() for desk in self.desks])
        return bool(self.listeners)

    async def _compare_sent(self, what, listeners):
        for listener in listeners:
            self._check(what, listener, [await desk.was_sent(listener) for desk in self.desks])

    def _check(self, what, listener, told):
        self.compared[what] += 1
        if told[0] != told[1]:
            one, other = next((pair for pair in zip(*told, strict=False) if pair[0] != pair[1]), map(len, told))
            raise Leak(f"{what} of {listener}, {self.secret}, seed {self.seed}: {parting(str(one), str(other))}")


def parting(one, other):
    """Where two texts part."""
    at = next((k for k, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return f"{one[max(0, at - 200) : at + 80]!r} / {other[max(0, at - 60) : at + 80]!r}"
