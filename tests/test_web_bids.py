"""Bids at the web table: fixed by who begins a game, or bid in secret by two persons for the sides."""

import sqlite3
from contextlib import ExitStack
from uuid import uuid4

import pytest

from aw_env.recording import record_in
from aw_env.table.offers import Setup
from aw_env.web import telling
from aw_env.web.beginning import new_room
from aw_env.web.bidding import bid
from aw_env.web.messages import BidForSide, Refused
from aw_env.web.ratings import Player
from aw_env.web.room import Room
from aw_env.web.seating import SPECTATORS, answers_for
from aw_env.web.store import Store, digest
from tests.test_web import PEOPLE, SCRIPTED, begun, games, served
from tests.test_web_clock import now
from tests.test_web_mine import MY_KEY, OTHER_KEY, PersonsPage, mine
from tests.test_web_waiting import OPEN, join, waiting

__all__ = ["games", "now"]
ALLIES, AXIS = 0, 1
WAR = {"game": "war_at_sea", "scenario": "barents"}
EVEN, ODD = 8, 7
"""Seeds."""


def room_of(seed=EVEN, players=PEOPLE, seconds=None):
    """A game whose sides are bid for."""
    store = Store(":memory:")
    id, _ = new_room(store, Setup(**WAR, seed=seed), players, seconds=seconds, bid_for=True)
    return Room(store, id)


def say(room, seat, points, id=None):
    return bid(room, seat, BidForSide(id=id or uuid4().hex, do="bid", points=points))


def persons_enter(room):
    """Each seat has a person, who is known by a key; what is kept of their tokens."""
    for seat, key in enumerate("ab"):
        room.seats[seat].person = digest(key)
        room.store.enter(room.id, seat, digest(key))
    return [seat.token for seat in room.seats]


# --- who plays which side ------------------------------------------------------------------------------------------


def test_who_bids_more_for_the_first_side_plays_it_and_the_other_side_has_the_points():
    room = room_of()
    first, second = persons_enter(room)
    assert not say(room, ALLIES, 1) and say(room, AXIS, 2.5)
    for known in (room, Room(room.store, room.id)):
        assert [seat.token for seat in known.seats] == [second, first]
        assert [answers_for(seat, known.setup) for seat in known.seats] == [Player(digest("b")), Player(digest("a"))]
        assert known.game.rules.bid == known.setup.bid == -2.5 and known.bids == (2.5, 1)
        assert known.is_asked(known.game.seat)


def test_who_has_bid_more_may_stay_and_what_is_wanted_for_a_side_is_below_0():
    room = room_of()
    tokens = persons_enter(room)
    say(room, AXIS, -3), say(room, ALLIES, -1.5)
    assert [seat.token for seat in room.seats] == tokens and room.setup.bid == 1.5


@pytest.mark.parametrize(("seed", "changes"), [(EVEN, False), (ODD, True)])
def test_of_equal_bids_the_seed_decides_which_the_proof_shows(seed, changes):
    room = room_of(seed)
    tokens = persons_enter(room)
    say(room, ALLIES, 0), say(room, AXIS, 0)
    assert [seat.token for seat in room.seats] == (tokens[::-1] if changes else tokens)
    assert room.setup.bid == 0 and room.is_settled


@pytest.mark.parametrize(
    ("points", "code", "says"),
    [(0.3, "impossible", "steps of 0.5"), (21, "impossible", "from -20 to [+]20"), (-20.5, "impossible", "from -20")],
)
def test_what_cannot_be_bid_is_refused_with_steps_and_limits(points, code, says):
    room = room_of()
    with pytest.raises(Refused, match=says) as refused:
        say(room, ALLIES, points)
    assert refused.value.code == code and room.bids == (None, None)


def test_a_bid_is_final_and_one_that_is_sent_again_is_known():
    room = room_of()
    say(room, ALLIES, 1, "first")
    for id, code in (("first", "doubled"), ("second", "late")):
        with pytest.raises(Refused) as refused:
            say(room, ALLIES, 5, id)
        assert refused.value.code == code
    say(room, AXIS, 3, "last")
    for seat, id, code in ((AXIS, "first", "doubled"), (ALLIES, "last", "doubled"), (ALLIES, "more", "late")):
        with pytest.raises(Refused) as refused:
            say(room, seat, 5, id)
        assert refused.value.code == code, "who has changed seats is known by what he has sent before"
    with pytest.raises(Refused) as refused:
        say(room, SPECTATORS, 5)
    assert refused.value.code == "foreign"


def test_what_cannot_be_kept_has_not_been_bid(monkeypatch):
    room = room_of()
    say(room, ALLIES, 1)

    def fails(*_):
        raise sqlite3.OperationalError("disk full")

    with monkeypatch.context() as broken:
        broken.setattr(room.store, "settle", fails)
        with pytest.raises(Refused, match="disk full"):
            say(room, AXIS, 2)
    assert room.bids == Room(room.store, room.id).bids == (1, None) and not room.is_settled
    assert say(room, AXIS, 2)


# --- what is told ----------------------------------------------------------------------------------------------


def test_nobody_is_told_of_a_bid_before_both_are_in():
    room = room_of()
    before = {seat: telling.parts(room, seat, set()) for seat in (AXIS, SPECTATORS)}
    say(room, ALLIES, 12.5)
    for seat, parts in before.items():
        after = telling.parts(room, seat, set())
        assert after.pop("bidding") == parts.pop("bidding") | {"waits": ["axis"]}
        assert after == parts
    assert telling.parts(room, ALLIES, set())["bidding"] == {
        "step": 0.5, "least": -20, "most": 20, "side": "Allies", "mine": 12.5, "may": True, "waits": ["axis"]
    }  # fmt: skip


def test_until_the_sides_are_settled_a_seat_sees_what_all_may_see(monkeypatch):
    room, seen = room_of(), []
    view_for = telling.view_for
    monkeypatch.setattr(telling, "view_for", lambda game, seat: seen.append(seat) or view_for(game, seat))
    for settled in (False, True):
        seen.clear()
        room.audiences[SPECTATORS].log[:] = [("kind", (), (), "All may hear this.")]
        heard = [telling.lines(room, ALLIES, 0) == telling.lines(room, SPECTATORS, 0)]
        since = telling.parts(room, ALLIES, set())["since"]
        assert {*seen} == ({ALLIES} if settled else {SPECTATORS})
        assert heard == [not settled] and (since is not None) is settled
        for seat in () if settled else (ALLIES, AXIS):
            say(room, seat, 0)


def test_then_both_bids_are_told_to_all_with_the_points():
    room = room_of()
    say(room, ALLIES, 1), say(room, AXIS, 2.5)
    for seat in (ALLIES, AXIS, SPECTATORS):
        parts = telling.parts(room, seat, set())
        assert parts["bidding"] is None
        assert parts["table"]["when"][-2:] == [
            "Played with a bid of 2.5 for the Axis.",
            "For the Allies +2.5 was bid by who plays them, +1 by the other.",
        ]


def test_nobody_is_asked_and_no_clock_runs_until_the_sides_are_settled(now):
    room = room_of(seconds=60)
    say(room, ALLIES, 1)
    now.is_now += 1000
    assert not room.let_time_run_out() and room.clock.until is None
    assert not any(room.is_asked(seat) for seat in (ALLIES, AXIS)) and not room.computer_is_asked()
    say(room, AXIS, 0)
    assert room.clock.until == now.is_now + 60 and room.is_asked(room.clock.seat)


@pytest.mark.parametrize(
    ("players", "setup"),
    [
        (SCRIPTED, {}),
        (PEOPLE, {"bid": 1}),
        (PEOPLE, {"game": "admirals_war", "scenario": "engagement"}),
        ({"british": "person", "japanese": "person", "american": "person", "german": "person"},
         {"game": "admirals_war", "scenario": "campaign", "players": 4}),
    ],
)  # fmt: skip
def test_two_persons_bid_for_the_sides_of_a_game_that_points_may_even_out(players, setup):
    with pytest.raises(Refused) as refused:
        new_room(Store(":memory:"), Setup(**WAR | {"seed": EVEN} | setup), players, bid_for=True)
    assert refused.value.code == "impossible"


# --- at the table ------------------------------------------------------------------------------------------------


@pytest.fixture
def client(games):  # noqa: F811
    with served(games) as client:
        yield client


def bid_for(client, players=PEOPLE):
    answer = client.post("/api/games", json={"setup": WAR | {"seed": EVEN}, "players": players, "bid_for": True}).json()
    return answer["id"], answer["tokens"]


def offer(page, points):
    return page.send({"id": uuid4().hex, "do": "bid", "points": points})


def test_pages_go_on_from_the_seats_that_their_persons_have_then(client):
    game, tokens = bid_for(client)
    with ExitStack() as open:
        one, other = (
            open.enter_context(PersonsPage(client, game, tokens[seat], key))
            for seat, key in (("allies", MY_KEY), ("axis", OTHER_KEY))
        )
        assert one.send({"id": "x", "do": "hand_over", "seat": "allies", "player": "scripted"})["code"] == "late"
        assert [len([game for game in mine(client, key) if game["asked"]]) for key in (MY_KEY, OTHER_KEY)] == [1, 1]
        assert offer(one, 1)["type"] == "done"
        assert [len([game for game in mine(client, key) if game["asked"]]) for key in (MY_KEY, OTHER_KEY)] == [0, 1]
        assert offer(other, 4)["type"] == "done"
        for page in (one, other):
            while page.parts["bidding"] is not None:
                page.hear()
        assert (one.parts["table"]["you"], other.parts["table"]["you"]) == ("axis", "allies")
        asked = next(page for page in (one, other) if page.parts["table"]["you"] == page.parts["table"]["asked"])
        choice = asked.question["choices"][0]["action"]
        assert asked.say("answer", action=choice)["type"] == "done"
    with PersonsPage(client, game, "", OTHER_KEY, "allies") as page:
        assert page.parts["table"]["you"] == "allies"
    with PersonsPage(client, game, tokens["allies"]) as page:
        assert page.parts["table"]["you"] == "axis", "the link opens the seat of its person"


def test_a_game_that_waits_for_somebody_tells_that_the_sides_are_bid_for(client):
    game, tokens = bid_for(client, OPEN)
    (listed,) = waiting(client)
    assert listed["bid_for"] and listed["bid"] == 0
    with PersonsPage(client, game, tokens["allies"]) as one:
        assert offer(one, 0)["type"] == "done"
        token = join(client, game).json()["token"]
        with PersonsPage(client, game, token, OTHER_KEY) as other:
            offer(other, 2)
            while other.parts["bidding"] is not None:
                other.hear()
            assert other.parts["table"]["you"] == "allies"


def test_a_game_begins_with_the_bid_that_is_fixed_and_its_record_has_it(client):
    game, tokens = begun(client, SCRIPTED, **WAR, bid=-1.5)
    with PersonsPage(client, game, tokens["allies"]) as page:
        assert "Played with a bid of 1.5 for the Axis." in page.parts["table"]["when"]
    line = client.get(f"/api/games/{game}/record", headers={"authorization": f"Bearer {tokens['allies']}"}).text
    assert record_in(line, "here").bid == -1.5
    again = client.post("/api/import", json={"record": line.strip(), "players": SCRIPTED}).json()
    with PersonsPage(client, again["id"], again["tokens"]["allies"]) as page:
        assert "Played with a bid of 1.5 for the Axis." in page.parts["table"]["when"]
    answer = client.post("/api/games", json={"setup": WAR | {"bid": 0.3}, "players": SCRIPTED})
    assert answer.status_code == 400 and "in steps of 0.5" in answer.json()["words"]
    limits = {one["name"]: one["bids"] for one in client.get("/api/scenarios").json()["scenarios"]}
    assert limits["barents"] == {"step": 0.5, "least": -20, "most": 20} and limits["engagement"] is None
