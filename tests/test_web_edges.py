"""The web table where strangers, restarts and other programs push at it."""

import asyncio
import contextlib
import json
import socket
import sqlite3
import threading
import time
import urllib.request

import pytest
import uvicorn
from typer.testing import CliRunner
from websockets.sync.client import connect

from aw_env.cli.app import app as commands
from aw_env.recording import record_of
from aw_env.table.offers import Setup
from aw_env.web import lobby as lobbies
from aw_env.web import room as rooms
from aw_env.web.beginning import new_room
from aw_env.web.lobby import Lobby
from aw_env.web.ordering import MOST_ORDERS
from aw_env.web.room import Room
from aw_env.web.safety import DAY, Limits, Paces
from aw_env.web.serve import Impatient
from aw_env.web.server import app
from aw_env.web.store import Store, StoreInUse
from tests.test_web import PEOPLE, SCRIPTED, Page, begun, served


@pytest.fixture
def games(tmp_path):
    """The file of the games."""
    return tmp_path / "games.sqlite3"


# --- one file, one server ------------------------------------------------------------------------------


def test_a_file_that_holds_no_games_is_named(tmp_path):
    (tmp_path / "letter.txt").write_text("Dear all, " * 100)
    for file, words in ((tmp_path, "it is a folder"), (tmp_path / "letter.txt", "file is not a database")):
        refused = CliRunner().invoke(commands, ["serve", "--games", str(file), "--port", "0"])
        assert refused.exit_code == 1 and f"{file}: not a file of games: {words}" in " ".join(refused.output.split())


def test_a_second_server_does_not_get_the_file(games, tmp_path):
    with served(games):
        with pytest.raises(StoreInUse, match="another server has this file"):
            Store(games)
        (tmp_path / "link.sqlite3").symlink_to(games)
        with pytest.raises(StoreInUse):
            Store(tmp_path / "link.sqlite3")
        refused = CliRunner().invoke(commands, ["serve", "--games", str(games), "--port", "0"])
        assert refused.exit_code == 1 and "another server has this file" in " ".join(refused.output.split())
        assert "The table is at" not in refused.output
    Store(games).close()


def test_a_game_that_somebody_else_has_written_is_read_anew_and_nothing_is_lost(games):
    with served(games) as client:
        game, tokens = begun(client, PEOPLE)
        asked = "allies" if Room(client_store(client), game).game.seat == 0 else "axis"
        with Page(client, game, tokens[asked]) as page:
            page.wait()
            other = Room(client_store(client), game)
            other.obey(other.game.seat, answer_to(other))
            kept = client_store(client).read(game).history
            assert page.say("answer", action=page.question["choices"][0]["action"])["code"] == "not_kept"
            assert client_store(client).read(game).history == kept
            page.wait()
            page.play(most=2)
            assert client_store(client).read(game).history[: len(kept)] == kept


def client_store(client):
    """The store of a served application."""
    return next(route for route in client.app.routes if route.path == "/api/games/{id}/table").endpoint.__self__.store


def answer_to(room):
    question = room.seats[room.game.seat].changes
    return rooms.messages.Answer(id="x", do="answer", question=question, action=room.game.legal_actions()[-1])


# --- every refusal is one --------------------------------------------------------------------------------


GOOD = {"game": "admirals_war_v0", "scenario": "midway", "players": 2, "options": [], "victory": "team", "seed": 7,
        "digest": "", "dice": [], "actions": [], "result": None}  # fmt: skip
LONG = "x" * 300


@pytest.mark.parametrize(
    "change",
    [{"game": "another"}, {"scenario": LONG}, {"digest": LONG}, {"options": [LONG]}, {"victory": LONG}, {"game": LONG},
     {"scenario": "\0"}, {"scenario": "../x"}, {"options": ["argus"] * 300}, {"seed": 2**70}, {"players": 64},
     {"actions": [[2**31 - 1, ""]]}, {"dice": [[0, [1]]]}, {"result": 5}, {"victory": "individual"}, {"keyed": [7, 1]}],
)  # fmt: skip
def test_a_record_to_go_on_with_is_a_game_or_a_clear_refusal(games, change):
    with served(games) as client:
        body = {"record": json.dumps(GOOD | change), "players": {"allies": "person"}}
        reply = client.post("/api/import", json=body)
        assert 400 <= reply.status_code < 500 and reply.json()["type"] == "refused" and reply.json()["words"]
        assert client.get("/api/games").json()["games"] == []


@pytest.mark.parametrize(
    "path",
    ["/api/replay/x", "/api/replay/%00", "/api/replay/x/frames/1", "/api/replay/x/frames/99999999999999999999",
     "/api/games/%00/record", "/api/games/x/record", "/static/%00", "/static/../server.py", "/game/%00", "/api/x"],
)  # fmt: skip
def test_no_address_ends_in_a_failure(games, path):
    with served(games) as client:
        assert client.get(path).status_code in (200, 404)


def test_a_file_that_cannot_be_written_is_a_clear_refusal(games, monkeypatch):
    def fails(*_):
        raise sqlite3.OperationalError("database or disk is full")

    with served(games) as client:
        monkeypatch.setattr(Store, "add", fails)
        reply = client.post("/api/games", json={"setup": {"scenario": "midway"}, "players": SCRIPTED})
        assert reply.status_code == 503 and "disk is full" in reply.json()["words"]


def test_when_there_is_room_again_players_of_the_computer_play_on(games, monkeypatch):
    """Nobody has to do anything for it."""
    keep, failures = Store.keep, []

    def keeps_after_a_while(*given):
        if len(failures) < 3:
            failures.append(given)
            raise sqlite3.OperationalError("database or disk is full")
        keep(*given)

    monkeypatch.setattr(lobbies, "BETWEEN_TRIES", 0.05)
    monkeypatch.setattr(Store, "keep", keeps_after_a_while)
    with served(games) as client:
        game, _ = begun(client, {"allies": "scripted", "axis": "scripted"})
        until = time.monotonic() + 20
        while not client_store(client).read(game).result and time.monotonic() < until:
            time.sleep(0.02)
        assert len(failures) == 3 and client_store(client).read(game).result


# --- restarts and absences ---------------------------------------------------------------------------------


def test_after_a_restart_a_seat_is_not_given_away_at_once(games):
    limits = Limits(seconds_away=60)
    with served(games, limits) as client:
        game, tokens = begun(client, PEOPLE)
        with Page(client, game, tokens["axis"]):
            pass
    with served(games, limits) as client, Page(client, game, tokens["allies"]) as allies:
        assert allies.say("hand_over", seat="axis")["code"] == "impossible"
    with served(games, Limits(seconds_away=0.2)) as client, Page(client, game, tokens["allies"]) as allies:
        time.sleep(0.3)
        assert allies.say("hand_over", seat="axis")["type"] == "done"


def test_a_room_is_not_forgotten_while_somebody_may_come_back():
    lobby = Lobby(Store(":memory:"), Limits(seconds_away=60))
    kept = new_room(lobby.store, Setup(scenario="midway", seed=1), PEOPLE)
    open_room = _opened(lobby, kept[0])
    assert not open_room.is_idle
    open_room._left_at = dict.fromkeys(open_room._left_at, time.monotonic() - 61)
    assert not open_room.is_idle, "whoever has come for it is about to come in"
    open_room.wanted = time.monotonic() - 61
    assert open_room.is_idle


def _opened(lobby, id):
    return asyncio.run(lobby.room(id))


def test_who_comes_to_an_open_room_does_not_wait_until_another_is_opened(monkeypatch):
    lobby, gate = Lobby(Store(":memory:"), Limits()), threading.Event()
    first, second = (new_room(lobby.store, Setup(scenario="midway", seed=n), PEOPLE)[0] for n in range(2))

    def opens_when_it_may(*given):
        assert gate.wait(60)
        return Room(*given)

    async def come():
        found = await lobby.room(first)
        monkeypatch.setattr(lobbies, "Room", opens_when_it_may)
        opening = asyncio.create_task(lobby.room(second))
        await asyncio.sleep(0.05)
        try:
            assert await asyncio.wait_for(lobby.room(first), 20) is found and not opening.done()
        finally:
            gate.set()
        assert (await opening).room.id == second

    asyncio.run(come())


# --- games that nobody plays any more ------------------------------------------------------------------------


def aged(store, days):
    """As if everything in the file had been done so many days ago."""
    with store._lock, store._connection as file:
        file.execute("UPDATE games SET begun = begun - ?", (days * DAY,))
        file.execute("UPDATE touched SET at = at - ?", (days * DAY,))


def test_abandoned_games_do_not_keep_others_from_beginning(games):
    with served(games, Limits(running_games=2, seconds_away=0)) as client:
        begun(client)
        game, tokens = begun(client)
        wanted = {"setup": {"scenario": "midway"}, "players": SCRIPTED}
        assert client.post("/api/games", json=wanted).status_code == 503
        aged(client_store(client), 31)
        with Page(client, game, tokens["allies"]) as page:
            page.play(most=1)  # somebody comes back to one of them
        assert client.post("/api/games", json=wanted).status_code == 201
        assert client.post("/api/games", json=wanted).status_code == 503


def test_old_games_are_removed_where_that_is_wanted(games):
    with served(games) as client:
        old, new = begun(client)[0], begun(client)[0]
        store = client_store(client)
        aged(store, 40)
        with store._lock, store._connection as file:
            file.execute("UPDATE games SET begun = ? WHERE id = ?", (time.time(), new))
            file.execute("DELETE FROM touched")
    with served(games, Limits(seconds_kept=30 * DAY)) as client:
        until = time.monotonic() + 20
        while len(listed := client.get("/api/games").json()["games"]) > 1 and time.monotonic() < until:
            time.sleep(0.02)
        assert [game["id"] for game in listed] == [new]
        for table in ("seats", "decisions", "messages", "snapshots", "touched"):
            store = client_store(client)
            with store._lock, store._connection as file:
                assert not file.execute(f"SELECT 1 FROM {table} WHERE game = ?", (old,)).fetchall()


def test_a_game_that_somebody_is_at_is_not_removed():
    store = Store(":memory:")
    ids = [new_room(store, Setup(scenario="midway", seed=n), PEOPLE)[0] for n in range(3)]
    aged(store, 100)
    assert store.clear(30 * DAY, but=[ids[1]]) == 2
    assert store.read(ids[1]) is not None and store.read(ids[0]) is None


def test_old_games_are_removed_a_few_at_a_time_until_none_is_left(monkeypatch):
    monkeypatch.setattr(lobbies, "MOST_CLEARED", 2)
    lobby, removed = Lobby(Store(":memory:"), Limits()), []
    ids = [new_room(lobby.store, Setup(scenario="midway", seed=n), PEOPLE)[0] for n in range(6)]
    aged(lobby.store, 100)
    _opened(lobby, ids[0])
    clear = lobby.store.clear
    monkeypatch.setattr(lobby.store, "clear", lambda *given: removed.append(clear(*given)) or removed[-1])
    asyncio.run(lobby.clear(30 * DAY))
    assert removed == [2, 2, 1] and [game.id for game in lobby.store.lists.games(9)] == ids[:1]


def test_a_clock_that_jumps_removes_nothing_that_is_new():
    store = Store(":memory:")
    id, _ = new_room(store, Setup(scenario="midway", seed=1), PEOPLE)
    aged(store, -10_000)  # written while the clock was ahead
    assert store.clear(30 * DAY) == 0 and store.count_running(30 * DAY) == 1 and store.read(id) is not None


@pytest.mark.parametrize("words", ["30", "d", "", "-1d", "1.5d", "30 d", "٣d", "9999999d", "30w"])
def test_a_time_that_is_none_is_refused(words):
    refused = CliRunner().invoke(commands, ["serve", "--clear-older-than", words])
    assert refused.exit_code == 1 and "30d, 12h or 90m" in " ".join(refused.output.split())


# --- strangers -----------------------------------------------------------------------------------------------


def test_onlookers_keep_nobody_out_who_has_a_key(games):
    with served(games, Limits(connections=3, seconds_away=0)) as client, contextlib.ExitStack() as open:
        game, tokens = begun(client, PEOPLE)
        onlookers = [open.enter_context(Page(client, game)) for _ in range(3)]
        with client.websocket_connect(f"/api/games/{game}/table") as refused:
            refused.send_json({"token": ""})
            assert refused.receive_json()["code"] == "full"
        for seat in PEOPLE:
            page = open.enter_context(Page(client, game, tokens[seat]))
            assert page.parts["table"]["you"] == seat
        assert len(onlookers) == 3
        with client.websocket_connect(f"/api/games/{game}/table") as wrong:
            wrong.send_json({"token": "no key"})
            assert wrong.receive_json()["code"] == "foreign"


def test_too_many_onlookers_of_one_address(games):
    with served(games, Limits(onlookers_an_address=2, seconds_away=0)) as client, contextlib.ExitStack() as open:
        game, tokens = begun(client, PEOPLE)
        for _ in range(2):
            open.enter_context(Page(client, game))
        with client.websocket_connect(f"/api/games/{game}/table") as refused:
            refused.send_json({})
            assert refused.receive_json()["code"] == "full"
        open.enter_context(Page(client, game, tokens["axis"]))


@pytest.fixture
def impatient(games, monkeypatch):
    """The port of a server that waits for no request longer than half a second."""
    monkeypatch.setattr(Impatient, "seconds", 0.5)
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    serving = app(Store(games), (), Limits(seconds_to_ask=0.5))
    server = uvicorn.Server(uvicorn.Config(serving, log_level="warning", http=Impatient))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield listening.getsockname()[1]
    server.should_exit = True
    thread.join(10)


def answer_after(port, *parts, pause=0.2):
    """What comes back when a request is sent part by part, until the server has closed the connection."""
    with socket.create_connection(("127.0.0.1", port), 20) as connection:
        answer = b""
        with contextlib.suppress(ConnectionError):
            for part in parts:
                connection.sendall(part)
                time.sleep(pause)
        with contextlib.suppress(ConnectionError):
            while more := connection.recv(1 << 16):
                answer += more
        return answer


def test_requests_that_do_not_come_whole_are_not_waited_for(impatient):
    begun = time.monotonic()
    assert answer_after(impatient) == b""
    assert answer_after(impatient, *[b"GET / HTTP/1.1\r\n", *[b"a"] * 20]) == b""
    whole = b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: keep-alive\r\n\r\n"
    assert b"200 OK" in answer_after(impatient, whole, *[b"G"] * 20)
    body = b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Length: 99\r\n\r\n"
    assert b"408" in answer_after(impatient, body, *[b"{"] * 10)
    assert time.monotonic() - begun < 20


def test_a_socket_outlasts_the_time_for_a_request(impatient):
    wanted = json.dumps({"setup": {"scenario": "midway"}, "players": PEOPLE}).encode()
    with urllib.request.urlopen(f"http://127.0.0.1:{impatient}/api/games", wanted) as reply:
        game = json.load(reply)["id"]
    with connect(f"ws://127.0.0.1:{impatient}/api/games/{game}/table") as link:
        link.send("{}")
        assert json.loads(link.recv())["type"] == "told"
        time.sleep(1)
        link.send("{}")
        assert json.loads(link.recv())["code"] == "malformed"


def test_a_line_holds_so_many_orders(games):
    with served(games) as client:
        game, tokens = begun(client)
        with Page(client, game, tokens["allies"]) as page:
            page.wait()
            before = page.question
            refused = page.say("say", words="; ".join(["all stay"] * (MOST_ORDERS + 1)))
            assert refused["code"] == "impossible" and f"at most {MOST_ORDERS}" in refused["words"]
            assert page.question == before
            assert page.say("say", words="; ".join(["all stay"] * 3))["type"] == "done"


def test_what_a_seat_asks_takes_so_much_of_a_processor(games):
    with served(games, Limits(thought=(1e-6, 1e-9), messages=(1e9, 1e9), seconds_away=0)) as client:
        game, tokens = begun(client, PEOPLE)
        with Page(client, game, tokens["allies"]) as allies, Page(client, game, tokens["axis"]) as axis:
            asked, other = (allies, axis) if allies.question else (axis, allies)
            asked.wait()
            assert asked.say("hint")["type"] == "done"
            refused = asked.say("hint")
            assert refused["code"] == "too_fast" and "wait a little" in refused["words"]
            assert other.say("why", words="")["code"] == "not_asked", "another seat has time of its own"


def test_time_that_was_spent_comes_back(monkeypatch):
    now = [100.0]
    monkeypatch.setattr("aw_env.web.safety.time.monotonic", lambda: now[0])
    paces = Paces((2.0, 0.5))
    paces.spend("a", 5.0)
    assert paces.is_spent("a") and not paces.is_spent("b")
    now[0] += 7
    assert not paces.is_spent("a")
    now[0] += 1000
    paces.spend("a", 1.5)
    assert not paces.is_spent("a")


# --- players of the computer -----------------------------------------------------------------------------------


class Thinks:
    """A player that compares answers until it is let go."""

    def __init__(self, gate):
        self.gate = gate

    def act(self, view, observation, info):
        return self.advise(view, observation, info)[0]

    def advise(self, view, observation, info):
        assert self.gate.wait(60)
        return int(observation["action_mask"].argmax()), []


@pytest.fixture
def thinking(games, monkeypatch):
    """A client of a server on which twenty games of players that think are played, and the ids of these games."""
    gate, load = threading.Event(), rooms.load
    monkeypatch.setattr(rooms, "load", lambda name, game: Thinks(gate) if name == "tuned" else load(name, game))
    limits = Limits(computers=2, requests=(1e9, 1e9), new_games=(1e9, 1e9), seconds_away=0)
    with served(games, limits) as client:
        ids = [begun(client, {"allies": "tuned", "axis": "tuned"})[0] for _ in range(20)]
        try:
            yield client, ids
        finally:
            gate.set()


def test_pages_are_answered_while_many_players_think(thinking):
    client, ids = thinking
    before = time.monotonic()
    assert client.get("/").status_code == client.get("/api/games").status_code == 200
    game, tokens = begun(client, PEOPLE)
    with Page(client, game, tokens["allies"]) as allies, Page(client, game, tokens["axis"]) as axis:
        (allies if allies.question else axis).play(most=2)
    with Page(client, ids[-1]) as waiting_for_its_turn:
        assert waiting_for_its_turn.parts["table"]
    assert time.monotonic() - before < 20


def test_players_that_do_not_think_wait_for_none_that_do(thinking):
    client, _ = thinking
    game, _ = begun(client, {"allies": "scripted", "axis": "random"})
    until = time.monotonic() + 20
    while not client_store(client).read(game).result and time.monotonic() < until:
        time.sleep(0.02)
    assert client_store(client).read(game).result


class Fails:
    def act(self, view, observation, info):
        raise ZeroDivisionError("it broke")


def test_for_a_player_that_fails_the_staff_officer_plays_on(games, monkeypatch):
    load = rooms.load
    monkeypatch.setattr(rooms, "load", lambda name, game: Fails() if name == "tuned" else load(name, game))
    with served(games) as client:
        game, tokens = begun(client, {"allies": "person", "axis": "tuned"})
        with Page(client, game, tokens["allies"]) as page:
            page.play(most=3)
            page.wait()
            assert {seat["name"]: seat["player"] for seat in page.parts["table"]["seats"]}["axis"] == "scripted"
            page.play()
        assert client_store(client).read(game).seats[1].player == "scripted"


# --- dice ------------------------------------------------------------------------------------------------------


def test_who_sits_down_is_told_that_somebody_may_know_the_dice(games):
    with served(games) as client:

        def known(reply):
            with Page(client, reply["id"]) as page:
                return page.parts["table"]["dice_known"]

        chosen = {"setup": {"scenario": "engagement", "seed": 7}, "players": PEOPLE}
        drawn = {"setup": {"scenario": "engagement"}, "players": PEOPLE}
        denied = {"setup": {"scenario": "engagement", "seed": 7, "dice_known": False}, "players": PEOPLE}
        record = record_of(Setup(scenario="engagement", seed=7).begin())
        recorded = client.post("/api/import", json={"record": record, "players": PEOPLE}).json()
        assert known(client.post("/api/games", json=chosen).json())
        assert known(client.post("/api/games", json=denied).json())
        assert known(recorded)
        assert not known(client.post("/api/games", json=drawn).json())
    with served(games) as client, Page(client, recorded["id"]) as page:
        assert page.parts["table"]["dice_known"], "after a restart too"
