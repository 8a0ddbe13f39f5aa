"""The lobby of the web table: seats that wait for a person, and who takes them."""

import sqlite3

import pytest

from aw_env.web.joining import take
from aw_env.web.messages import Refused
from aw_env.web.room import Room
from aw_env.web.store import Store, digest
from tests.test_web import PEOPLE, Page, begun, games, served
from tests.test_web_clock import AXIS, now, room_of
from tests.test_web_mine import MY_KEY, OTHER_KEY, PersonsPage, mine
from tests.test_web_names import call_me

__all__ = ["games", "now"]
OPEN = {"allies": "person", "axis": "anyone"}


@pytest.fixture
def client(games):  # noqa: F811
    with served(games) as client:
        yield client


def waiting(client):
    return client.get("/api/waiting").json()["games"]


def join(client, game, seat="axis", key=OTHER_KEY):
    headers = {"authorization": f"Bearer {key}"} if key else {}
    return client.post(f"/api/games/{game}/join", json={"seat": seat}, headers=headers)


def test_a_game_that_waits_is_listed_and_a_private_one_is_not(client):
    begun(client, PEOPLE)
    answer = client.post(
        "/api/games",
        json={"setup": {"scenario": "midway", "options": ["task_forces"]}, "players": OPEN, "clock": 3600},
    ).json()
    assert set(answer["tokens"]) == {"allies"}, "nobody else may open the seat that waits"
    call_me(client, "Ada")
    with PersonsPage(client, answer["id"], answer["tokens"]["allies"]):
        (listed,) = waiting(client)
        assert listed["here"]
    (listed,) = waiting(client)
    told = {key: listed[key] for key in ("id", "game", "scenario", "options", "seat", "clock", "here", "dice_known")}
    assert told == {
        "id": answer["id"],
        "game": "admirals_war",
        "scenario": "midway",
        "options": ["task_forces"],
        "seat": 1,
        "clock": 3600,
        "here": False,
        "dice_known": False,
    }
    assert [person and person["name"] for person in listed["people"]] == ["Ada", None]
    assert answer["tokens"]["allies"] not in str(listed)


def test_who_joins_has_the_seat_and_nobody_else_has_it_then(client):
    game, tokens = begun(client, OPEN)
    with PersonsPage(client, game, tokens["allies"]) as allies:
        assert allies.parts["table"]["seats"][1]["open"]
        answer = join(client, game)
        assert answer.status_code == 200
        while allies.parts["table"]["seats"][1]["open"]:
            allies.hear()
        assert waiting(client) == [] and [one["seat"] for one in mine(client, OTHER_KEY)] == [1]
        with PersonsPage(client, game, answer.json()["token"], OTHER_KEY) as axis:
            assert axis.parts["table"]["you"] == "axis"
        with PersonsPage(client, game, "", OTHER_KEY, "axis") as axis:
            assert axis.parts["table"]["you"] == "axis"
        again = join(client, game, key="t" * 32)
        assert (again.status_code, again.json()["code"]) == (409, "taken")


def test_a_browser_that_keeps_no_key_joins_by_the_token_alone(client):
    game, _ = begun(client, OPEN)
    with Page(client, game, join(client, game, key="").json()["token"]) as axis:
        assert axis.parts["table"]["you"] == "axis"


def test_nobody_joins_twice_or_where_nobody_is_wanted(client):
    game, tokens = begun(client, OPEN)
    with PersonsPage(client, game, tokens["allies"]):
        pass
    assert join(client, game, key=MY_KEY).json()["code"] == "impossible", "who waits is no opponent of its own"
    assert join(client, game, "allies").json()["code"] == "taken"
    assert join(client, game, "nobody").json()["code"] == "impossible"
    assert join(client, game, key="short").status_code == 400
    assert join(client, "none").status_code == 404
    assert len(waiting(client)) == 1


def test_a_game_of_strangers_alone_cannot_begin(client):
    seats = {"allies": "anyone", "axis": "anyone"}
    answer = client.post("/api/games", json={"setup": {"scenario": "midway"}, "players": seats})
    assert answer.status_code == 400 and "a person who waits" in answer.json()["words"]


def test_the_record_is_not_given_while_a_seat_waits(client):
    game, tokens = begun(client, OPEN)
    headers = {"authorization": f"Bearer {tokens['allies']}"}
    assert client.get(f"/api/games/{game}/record", headers=headers).json()["code"] == "not_over"


def test_a_seat_that_the_computer_takes_over_waits_for_nobody(client):
    game, tokens = begun(client, OPEN)
    with PersonsPage(client, game, tokens["allies"]) as allies:
        assert allies.say("hand_over", seat="axis")["type"] == "done"
        assert waiting(client) == [] and join(client, game).json()["code"] == "taken"


def test_offers_are_kept_and_old_ones_not_listed(games, monkeypatch):  # noqa: F811
    with served(games) as client:
        game, tokens = begun(client, OPEN)
    with served(games) as client:
        assert [one["id"] for one in waiting(client)] == [game]
        join(client, game)
    with served(games) as client:
        assert waiting(client) == [] and join(client, game, key="t" * 32).status_code == 409
        begun(client, OPEN)
        assert len(waiting(client)) == 1
        monkeypatch.setattr("time.time", lambda: 4e9)
        assert waiting(client) == []


def test_no_time_runs_until_every_seat_is_taken(now):  # noqa: F811
    store = Store(":memory:")
    room = room_of(store, OPEN)
    assert room.game.seat == AXIS and room.clock.until is None
    now.is_now += 1000
    assert store.look_at_clocks(10) == []
    take(room, "axis", digest(OTHER_KEY))
    assert room.clock.until == Room(store, room.id).clock.until == now.is_now + 60


def test_what_cannot_be_kept_leaves_the_seat_open(monkeypatch):
    store = Store(":memory:")
    room = room_of(store, OPEN)

    def full(*_):
        raise sqlite3.OperationalError("disk full")

    monkeypatch.setattr(store, "take", full)
    with pytest.raises(Refused, match="nobody has the seat"):
        take(room, "axis", None)
    assert room.seats[AXIS].is_open and room.clock.until is None


def test_a_file_from_before_offers_is_read(games):  # noqa: F811
    with served(games) as client:
        game, tokens = begun(client, PEOPLE)
    with sqlite3.connect(games) as file:
        file.execute("DROP TABLE offers")
    with served(games) as client:
        assert waiting(client) == [] and join(client, game).status_code == 409
