"""The same game again: who wants it offers it to the others, and nobody but they can take the seats that are kept."""

import pytest

from aw_env.table.offers import Setup
from aw_env.web.store import Store, digest
from tests.test_web import PEOPLE, SCRIPTED, Page, begun, games, served
from tests.test_web_edges import client_store
from tests.test_web_mine import MY_KEY, OTHER_KEY, PersonsPage, mine

__all__ = ["games"]
STRANGER = "s" * 32


@pytest.fixture
def client(games):  # noqa: F811
    with served(games) as client:
        yield client


def over(client, seats=PEOPLE, keys=(MY_KEY, OTHER_KEY), clock=None):
    """A game that the persons of its seats have let the computer finish: its id, and its tokens."""
    setup = {"scenario": "engagement"}
    answer = client.post("/api/games", json={"setup": setup, "players": seats, "clock": clock}).json()
    game, tokens = answer["id"], answer["tokens"]
    for (seat, token), key in zip(tokens.items(), keys, strict=False):
        with PersonsPage(client, game, token, key) as page:
            page.say("hand_over", seat=seat, player="scripted")
    with Page(client, game) as page:
        while not page.parts["table"]["over"]:
            page.hear()
    return game, tokens


def again(client, game, seat, token="", person="", swapped=False):
    wanted = {"token": token, "person": person, "seat": seat, "swapped": swapped}
    return client.post(f"/api/games/{game}/rematch", json=wanted)


def offer(page):
    """What a page is told of the next game, once it is told."""
    while page.parts["table"]["rematch"] is None:
        page.hear()
    return page.parts["table"]["rematch"]


@pytest.mark.parametrize("swapped", [False, True])
def test_one_offers_it_and_the_other_joins_with_one_click(client, swapped):
    game, tokens = over(client)
    mine_then, his_then = ("axis", "allies") if swapped else ("allies", "axis")
    with (
        PersonsPage(client, game, tokens["allies"]) as one,
        PersonsPage(client, game, tokens["axis"], OTHER_KEY) as other,
        Page(client, game) as onlooker,
    ):
        assert one.parts["table"]["rematch"] is None
        first = again(client, game, "allies", tokens["allies"], MY_KEY, swapped).json()
        assert first["seat"] == mine_then and first["token"] not in tokens.values()
        told = {"game": first["id"], "by": "allies"}
        assert offer(other) == told | {"seat": his_then} and offer(one) == told | {"seat": mine_then}
        assert offer(onlooker) == told | {"seat": None}
        second = again(client, game, "axis", "", OTHER_KEY).json()
    assert (second["id"], second["seat"]) == (first["id"], his_then)
    for key, seat in ((MY_KEY, mine_then), (OTHER_KEY, his_then)):
        assert (first["id"], {"allies": 0, "axis": 1}[seat]) in [(one["id"], one["seat"]) for one in mine(client, key)]
        with PersonsPage(client, first["id"], "", key, seat) as page:
            assert page.parts["table"]["you"] == seat, "the key opens it"
    with PersonsPage(client, first["id"], second["token"], OTHER_KEY) as page:
        assert page.parts["table"]["you"] == his_then
    old, new = (Setup.model_validate_json(client_store(client).read(id).setup) for id in (game, first["id"]))
    assert new.scenario == old.scenario and new.seed != old.seed and not new.dice_known


def test_nobody_else_can_take_the_seat_that_is_kept(client):
    game, tokens = over(client)
    following = again(client, game, "allies", tokens["allies"], MY_KEY).json()["id"]
    assert client.get("/api/waiting").json()["games"] == [], "it waits for nobody else"
    assert again(client, game, "axis", tokens["axis"], STRANGER).json()["code"] == "taken", "a link is not his key"
    assert again(client, game, "axis", "", STRANGER).json()["code"] == "foreign"
    assert again(client, game, "axis", "wrong", OTHER_KEY).json()["code"] == "foreign"
    for headers in ({}, {"authorization": f"Bearer {STRANGER}"}):
        answer = client.post(f"/api/games/{following}/join", json={"seat": "axis"}, headers=headers)
        assert answer.json()["code"] == "taken"
    with client.websocket_connect(f"/api/games/{following}/table") as socket:
        socket.send_json({"token": tokens["axis"], "person": STRANGER})
        assert socket.receive_json()["code"] == "foreign", "the former token opens nothing there"
    assert mine(client, STRANGER) == []


def test_the_offer_outlives_the_server_and_each_comes_back_to_the_same_game(games):  # noqa: F811
    with served(games) as client:
        game, tokens = over(client)
        first = again(client, game, "allies", tokens["allies"], MY_KEY).json()
    with served(games) as client:
        with PersonsPage(client, game, tokens["axis"], OTHER_KEY) as other:
            assert other.parts["table"]["rematch"] == {"game": first["id"], "by": "allies", "seat": "axis"}
        with PersonsPage(client, first["id"], first["token"]) as one:
            axis = one.parts["table"]["seats"][1]
            assert axis["invited"] and axis["open"]
            second = again(client, game, "axis", tokens["axis"], OTHER_KEY).json()
            while one.parts["table"]["seats"][1]["invited"]:
                one.hear()
        assert second["id"] == first["id"]
    with served(games) as client:
        for seat, key in (("allies", MY_KEY), ("axis", OTHER_KEY)):
            answer = again(client, game, seat, tokens[seat], key).json()
            assert answer == {"id": first["id"], "seat": seat, "token": ""}, "he has taken it"


def test_the_clock_stands_still_until_he_has_come_and_the_computer_can_play_for_him(client):
    game, tokens = over(client, clock=3600)
    first = again(client, game, "allies", tokens["allies"], MY_KEY).json()
    clock = client_store(client).read(first["id"]).clock
    assert clock.seconds == 3600 and clock.seat is None
    with PersonsPage(client, first["id"], first["token"]) as one:
        assert one.say("hand_over", seat="axis")["type"] == "done"
        second = again(client, game, "axis", tokens["axis"], OTHER_KEY).json()
    with PersonsPage(client, first["id"], second["token"], OTHER_KEY) as other:
        assert other.parts["table"]["you"] == "axis", "his seat is kept for him all the same"


def test_browsers_that_keep_no_key_play_again_by_their_tokens(client):
    game, tokens = over(client, keys=("", ""))
    following = [again(client, game, seat, token).json() for seat, token in tokens.items()]
    for answer in following:
        with Page(client, following[0]["id"], answer["token"]) as page:
            assert page.parts["table"]["you"] == answer["seat"]
    assert [seat.person for seat in client_store(client).read(following[0]["id"]).seats] == [None, None]


def test_against_the_computer_a_new_game_begins_each_time(client):
    game, tokens = over(client, SCRIPTED)
    ids = set()
    for seat, swapped in (("allies", False), ("axis", True)):
        answer = again(client, game, "allies", tokens["allies"], MY_KEY, swapped).json()
        ids.add(answer["id"])
        assert answer["seat"] == seat
        kept = client_store(client).read(answer["id"])
        assert {held.player for held in kept.seats} == {"person", "scripted"}
        with PersonsPage(client, game, tokens["allies"]) as page, Page(client, game) as onlooker:
            assert page.parts["table"]["rematch"] is None
            assert onlooker.parts["table"]["rematch"]["game"] == answer["id"]
    assert len(ids) == 2


def test_a_game_is_played_again_once_it_is_over_and_by_those_who_played(client):
    game, tokens = begun(client, PEOPLE)
    assert again(client, game, "allies", tokens["allies"], MY_KEY).json()["code"] == "not_over"
    game, _ = over(client)
    assert again(client, game, "").json()["code"] == "foreign"


def test_what_cannot_be_kept_is_not_offered(games, monkeypatch):  # noqa: F811
    def full(*_):
        raise OSError("the disk is full")

    with served(games) as client:
        game, tokens = over(client)
        with monkeypatch.context() as patched:
            patched.setattr(Store, "play_again", full)
            assert again(client, game, "allies", tokens["allies"], MY_KEY).json()["code"] == "not_kept"
        with Page(client, game) as page:
            assert page.parts["table"]["rematch"] is None
        assert again(client, game, "allies", tokens["allies"], MY_KEY).status_code == 200
    store = Store(games)
    monkeypatch.setattr("time.time", lambda: 4e9)
    assert store.clear(60) == 3 and digest(MY_KEY) not in str(store.lists.games(9))
    store.close()
