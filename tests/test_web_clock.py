"""Clocks at the web table: who lets his time run out loses the seat, and nothing else gives or takes time."""

import json
import sqlite3
import time
from dataclasses import replace

import pytest

from aw_env.table.offers import Setup
from aw_env.web import telling
from aw_env.web.beginning import new_room
from aw_env.web.clock import Clock
from aw_env.web.messages import at_the_table
from aw_env.web.room import Room
from aw_env.web.seating import SPECTATORS
from aw_env.web.store import PERSON, Store
from tests.test_web import FAST, PEOPLE, Page, begun, games, served

__all__ = ["games"]
AXIS, ALLIES = 1, 0
QUICK = replace(FAST, seconds_between_clocks=0.02)


class Time:
    """What the clock says; `is_now` may be set forward."""

    def __init__(self):
        self.is_now = 1_000_000.0

    def __call__(self):
        return self.is_now


@pytest.fixture
def now(monkeypatch):
    time = Time()
    for module in ("clock", "store", "lobby"):
        monkeypatch.setattr(f"aw_env.web.{module}.now", time)
    return time


def room_of(store, players=PEOPLE, seconds=60, **setup):
    id, _ = new_room(store, Setup(scenario="midway", seed=7, **setup), players, seconds=seconds)
    return Room(store, id)


def told(room, seat):
    return telling.parts(room, seat, set())["clock"]


def say(room, seat, do, number, **more):
    message = {"id": f"m{number}", "do": do, "question": room.seats[seat].changes} | more
    room.obey(seat, at_the_table(json.dumps(message)))


def test_a_further_decision_has_all_its_time_and_one_given_anew_has_not(now):
    running = Clock(60)
    running.look(AXIS, 10)
    now.is_now += 50
    running.look(AXIS, 9)
    running.look(AXIS, 10)
    assert running.until == now.is_now + 10
    running.look(AXIS, 11)
    assert running.until == now.is_now + 60 and not running.is_out
    now.is_now += 61
    assert running.is_out
    running.look(ALLIES, 11)
    assert not running.is_out
    running.look(None, 12)
    now.is_now += 1e9
    assert running.until is None and not running.is_out


def test_who_lets_his_time_run_out_loses_the_seat_to_the_staff_officer_and_all_are_told(now):
    room = room_of(Store(":memory:"))
    assert room.is_asked(AXIS) and not room.let_time_run_out()
    now.is_now += 61
    assert room.let_time_run_out()
    assert [seat.player for seat in room.seats] == [PERSON, "midway"] and room.computer_is_asked()
    for seat in (ALLIES, AXIS, SPECTATORS):
        assert told(room, seat)["lost"] == ["axis"]
    assert room.notes[ALLIES] == ["The time of axis has run out: midway plays on."]
    assert not room.let_time_run_out(), "once"
    room.obey(AXIS, at_the_table('{"id": "back", "do": "take_back"}'))
    assert room.is_asked(AXIS) and told(room, AXIS) == {"seconds": 60, "until": now.is_now + 60, "lost": []}


def test_to_take_an_answer_back_gains_no_time(now):
    room = room_of(Store(":memory:"))
    begun_at = room.clock.since
    for number in range(3):
        now.is_now += 10
        action = telling.parts(room, AXIS, set())["question"]["choices"][0]["action"]
        say(room, AXIS, "answer", f"{number}a", action=action)
        answered_at = room.clock.since
        say(room, AXIS, "undo", f"{number}u")
    assert begun_at < answered_at == room.clock.since == begun_at + 10, "only the first time"


def test_others_are_not_told_when_the_time_of_who_is_asked_began(now):
    room = room_of(Store(":memory:"))
    before = [told(room, seat) for seat in (ALLIES, SPECTATORS)]
    now.is_now += 5
    action = telling.parts(room, AXIS, set())["question"]["choices"][0]["action"]
    say(room, AXIS, "answer", 1, action=action)
    assert [told(room, seat) for seat in (ALLIES, SPECTATORS)] == before
    assert before[0]["until"] is None and told(room, AXIS)["until"] == now.is_now + 60


def test_the_server_sees_to_the_clocks_of_games_that_nobody_is_at(games, now):  # noqa: F811
    with served(games, QUICK) as client:
        answer = client.post(
            "/api/games", json={"setup": {"scenario": "midway", "seed": 7}, "players": PEOPLE, "clock": 3600}
        ).json()
        slow, _ = begun(client, PEOPLE)
        now.is_now += 3601
        until = time.monotonic() + 60
        with Page(client, answer["id"], answer["tokens"]["allies"]) as page:
            while page.parts["clock"]["lost"] != ["axis"]:
                assert time.monotonic() < until
                page.hear()
            page.wait()
            assert page.parts["clock"]["until"] == now.is_now + 3600, "the other's time begins"
        with Page(client, slow) as page:
            assert page.parts["clock"] is None and page.parts["table"]["seats"][AXIS]["player"] == PERSON


@pytest.mark.parametrize("down", [0, 5000])
def test_clocks_go_on_in_another_server_but_for_the_time_that_none_served(games, now, down):  # noqa: F811
    store = Store(games)
    room = room_of(store, seconds=3600)
    now.is_now += 1000
    store.look_at_clocks(1)
    store.close()
    now.is_now += down
    store = Store(games)
    store.begin_to_serve()
    again = Room(store, room.id)
    assert again.clock.until == now.is_now + 2600 and store.look_at_clocks(1) == []
    now.is_now += 2601
    assert store.look_at_clocks(1) == [room.id]
    store.stop_clock(room.id)
    assert store.look_at_clocks(1) == []
    store.close()


@pytest.mark.parametrize("seconds", [59, 604801, 0, -60, 60.5, "60", True])
def test_a_clock_is_of_a_minute_to_a_week(games, seconds):  # noqa: F811
    with served(games) as client:
        given = {"setup": {"scenario": "midway"}, "players": PEOPLE, "clock": seconds}
        assert client.post("/api/games", json=given).status_code == 400
        assert client.get("/api/games").json()["games"] == []


def test_what_cannot_be_kept_takes_no_seat(now, monkeypatch):
    store = Store(":memory:")
    room = room_of(store)
    now.is_now += 61

    def full(*_):
        raise sqlite3.OperationalError("disk full")

    with monkeypatch.context() as patched:
        patched.setattr(store, "keep", full)
        with pytest.raises(Exception, match="cannot keep"):
            room.let_time_run_out()
    assert room.seats[AXIS].player == PERSON and room.clock.lost == []
    assert room.let_time_run_out()


def test_a_file_from_before_clocks_is_read(games):  # noqa: F811
    with served(games) as client:
        game, _ = begun(client, PEOPLE)
    with sqlite3.connect(games) as file:
        file.executescript("DROP TABLE clocks; DROP TABLE served")
    with served(games, QUICK) as client, Page(client, game) as page:
        assert page.parts["clock"] is None
