"""The web table as its pages know it: games, seats, messages, and what is refused."""

import contextlib
import json
import random
import sqlite3
from uuid import uuid4

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from aw_env.recording import record_in
from aw_env.table.offers import Setup
from aw_env.web import battles, room, safety, serve
from aw_env.web.room import Show
from aw_env.web.safety import Limits
from aw_env.web.serve import warning
from aw_env.web.server import app
from aw_env.web.store import Store

FAST = Limits(messages=(1e9, 1e9), requests=(1e9, 1e9), new_games=(1e9, 1e9), seconds_away=0)
SCRIPTED = {"allies": "person", "axis": "scripted"}
PEOPLE = {"allies": "person", "axis": "person"}


@pytest.fixture
def games(tmp_path):
    """The file of the games."""
    return tmp_path / "games.sqlite3"


@contextlib.contextmanager
def served(games, limits=FAST, show=None):
    """A client of a server with this file."""
    serving = app(Store(games), ["testserver"], limits, show)
    with TestClient(serving, backend_options={"use_uvloop": False}) as client:
        yield client


@pytest.fixture
def client(games):
    with served(games) as client:
        yield client


def begun(client, seats=SCRIPTED, **setup):
    """A game: its id, and tokens by seat."""
    answer = client.post("/api/games", json={"setup": {"scenario": "midway", "seed": 7} | setup, "players": seats})
    assert answer.status_code == 201, answer.text
    return answer.json()["id"], answer.json()["tokens"]


def other_of(seat):
    return {"allies": "axis", "axis": "allies"}[seat]


class Page:
    """A page at a table: what it has been told, and what it says."""

    def __init__(self, client, game, token="", heard=0):
        self._socket = client.websocket_connect(f"/api/games/{game}/table")
        self.parts, self.log = {}, []
        self.token, self.first = token, heard

    def __enter__(self):
        self.socket = self._socket.__enter__()
        self.socket.send_json({"token": self.token, "heard": self.first})
        self.hear()
        return self

    def __exit__(self, *problem):
        self._socket.__exit__(*problem)

    def hear(self):
        """The next message; what it tells is remembered."""
        message = self.socket.receive_json()
        if message["type"] == "told":
            self.parts |= message["parts"]
            self.log += message["log"]
        return message

    @property
    def question(self):
        return self.parts["question"]

    def say(self, do, **more):
        """Say something; the answer to it.  What is told meanwhile is remembered."""
        message = {"id": uuid4().hex, "do": do} | more
        if do not in ("why", "hand_over", "take_back", "pace"):
            message.setdefault("question", self.question["number"] if self.question else 0)
        return self.send(message)

    def send(self, message):
        self.socket.send_text(message if isinstance(message, str) else json.dumps(message))
        while (answer := self.hear())["type"] == "told":
            pass
        return answer

    def wait(self):
        """Until this seat is asked, or the game is over."""
        while self.question is None and not self.parts["table"]["over"]:
            self.hear()

    def answer(self, chooser):
        """Any choice."""
        number = self.question["number"]
        if self.question["commit"]:
            answer = self.say("commit")
        else:
            answer = self.say("answer", action=chooser.choice(self.question["choices"])["action"])
        assert answer["type"] == "done"
        while self.question is not None and self.question["number"] == number:
            self.hear()

    def play(self, chooser=None, most=10_000):
        """Answer anything, until the game is over or so many answers are given."""
        chooser = chooser or random.Random(1)
        for _ in range(most):
            self.wait()
            if self.parts["table"]["over"]:
                return
            self.answer(chooser)


def test_the_front_page_offers_every_scenario_with_its_seats_and_options(client):
    offered = client.get("/api/scenarios").json()
    by_name = {scenario["name"]: scenario for scenario in offered["scenarios"]}
    assert by_name["midway"]["seats"] == {"2": ["allies", "axis"]}
    assert set(by_name["campaign"]["seats"]) == {"2", "4"}
    assert "hidden_submarines" in {rule["name"] for rule in by_name["campaign"]["options"]}
    assert {"person", "random", "scripted"} <= set(by_name["midway"]["players"])
    assert by_name["war_at_sea"]["game"] == "war_at_sea"
    levels = {one["game"]: one["levels"] for one in offered["scenarios"] if one["name"] == "midway"}
    assert levels["admirals_war"]["4"] == "midway", "opponents are offered by their strength"


def test_a_whole_game_against_the_computer_and_its_record(client):
    game, tokens = begun(client)
    with Page(client, game, tokens["allies"]) as page:
        page.play()
        assert "Pacific" in page.parts["table"]["over"]
        assert [line["n"] for line in page.log] == list(range(1, len(page.log) + 1))
        assert page.log[-1]["kind"] == "game_over"
    listed = client.get("/api/games").json()["games"][0]
    assert listed["result"] == page.parts["table"]["over"]
    assert listed["held"] == ["person", "scripted"] and listed["decisions"] > 0
    record = record_in(client.get(f"/api/games/{game}/record").text, "the record")
    again = record.new_game()
    for number in range(len(record.actions)):
        record.apply(again, number)
    assert again.result == record.result is not None


def test_the_record_of_a_game_that_is_over_is_shown_at_once(client):
    game, tokens = begun(client)
    with Page(client, game, tokens["allies"]) as page:
        page.play()
    record = client.get(f"/api/games/{game}/record").text
    again = client.post("/api/import", json={"record": record, "players": SCRIPTED}).json()
    assert client.get(f"/api/replay/{again['id']}").is_success
    assert client.get("/api/games").json()["games"][0]["result"] == page.parts["table"]["over"]


def test_a_game_that_is_over_says_why_by_name_and_can_be_begun_again(client):
    game, tokens = begun(client, seed=3)
    with Page(client, game, tokens["allies"]) as page:
        assert page.parts["table"]["ending"] is None
        page.play()
        table = page.parts["table"]
    rows = {title: cells for title, *cells in table["ending"]}
    assert {"holds", "lost", "last turn", "luck"} <= rows.keys()
    assert all(len(cells) == 2 for cells in rows.values())
    again = client.post(f"/api/games/{game}/rematch", json={"token": tokens["allies"]}).json()
    with Page(client, again["id"], again["token"]) as page:
        assert page.parts["table"]["title"] == table["title"] and page.parts["table"]["you"] == "allies"


def test_orders_in_words_wait_to_be_committed_and_can_be_taken_back(client):
    game, tokens = begun(client)
    with Page(client, game, tokens["allies"]) as page:
        page.wait()
        assert "Ordered" in page.say("say", words="all carriers to Hawaiian Islands")["said"][0]
        page.hear()
        page.say("say", words="rest stay")
        page.hear()
        assert "3 Hawaiian Islands" in page.question["commit"]
        refused = page.say("answer", action=page.question["choices"][0]["action"])
        assert (refused["type"], refused["code"]) == ("refused", "impossible")
        page.say("undo")
        page.hear()
        assert page.question["commit"] == "" and len(page.question["orders"]) == 3
        page.say("say", words="rest stay")
        page.hear()
        heard = len(page.log)
        page.say("commit")
        page.hear()
    assert "Hornet patrols the Hawaiian Islands." in [line["words"] for line in page.log[heard:]]


def test_commands_that_have_a_button_may_be_typed_too(client):
    game, tokens = begun(client)
    with Page(client, game, tokens["allies"]) as page:
        page.wait()
        assert "A staff officer would answer" in page.say("say", words="hint")["said"][0]
        assert "is among the choices" in page.say("say", words="why not Hawaiian Islands")["said"][0]
        assert page.say("say", words="commit")["words"] == "nothing is waiting to be committed"
        assert page.say("say", words="auto campaign:/etc/passwd")["code"] == "impossible"
        for words, stands in (("always air", True), ("never air", False)):
            page.say("say", words=words)
            page.hear()
            assert ("air" in page.question["standing"]) == stands
        page.say("say", words="all carriers to Hawaiian Islands; rest stay")
        page.hear()
        page.say("say", words="undo")
        page.hear()
        assert page.question["commit"] == ""
        page.say("say", words="rest stay")
        page.hear()
        heard = len(page.log)
        page.say("say", words="Commit")
        page.hear()
        assert "Hornet patrols the Hawaiian Islands." in [line["words"] for line in page.log[heard:]]


def test_several_orders_in_one_line_are_given_up_to_the_first_that_is_refused(client):
    game, tokens = begun(client)
    with Page(client, game, tokens["allies"]) as page:
        page.wait()
        words = "Hornet to Gulf of Alaska; Yorktown to Utopia; Astoria to Hawaiian Islands"
        said = page.say("say", words=words)["said"]
        page.hear()
        assert said[0].startswith("Ordered: Hornet") and "Utopia" in said[1]
        assert said[2:] == ["Not done either: Astoria to Hawaiian Islands"]
        assert [order["name"] for order in page.question["orders"]] == ["Hornet"]
        page.say("say", words="Astoria to Hawaiian Islands")
        page.hear()
        before = page.question
        refused = page.say("say", words="Yorktown to Utopia; hold everything")
        assert (refused["type"], refused["code"]) == ("refused", "impossible") and page.question == before
        page.say("say", words="rest stay; Hornet stay")
        page.hear()
        assert "1 Hawaiian Islands" in page.question["commit"]
        ordered = {order["name"]: order["words"] for order in page.question["orders"]}
        assert ordered["Astoria"] == "Hawaiian Islands" and "Pennsylvania" in ordered, "all that is to be committed"


def test_the_other_seat_sees_a_move_once_it_cannot_be_taken_back(client):
    game, tokens = begun(client, PEOPLE)
    with Page(client, game, tokens["axis"]) as axis, Page(client, game, tokens["allies"]) as allies:
        axis.wait()
        unit = axis.question["subject"].removeprefix("unit ")
        target = next(choice for choice in axis.question["choices"] if choice["target"])
        axis.say("answer", action=target["action"])
        axis.hear()
        assert f"place {place_of(axis, unit)}" == target["target"]
        axis.say("undo")
        axis.hear()
        assert place_of(axis, unit) != target["target"]
        while axis.question is not None:
            axis.answer(random.Random(0))
        while allies.question is None:
            allies.hear()
        assert place_of(allies, unit) == place_of(axis, unit)
        assert allies.parts["scene"] == axis.parts["scene"]


def place_of(page, unit):
    return next(other["place"] for other in page.parts["scene"]["units"] if other["id"] == unit)


def test_one_of_four_plays_the_whole_war_with_optional_rules(client):
    seats = {"british": "person", "japanese": "scripted", "american": "random", "german": "person"}
    setup = {"scenario": "campaign", "players": 4, "options": ["hidden_submarines", "argus"], "victory": "individual"}
    game, tokens = begun(client, seats, **setup)
    assert set(tokens) == {"british", "german"}
    with Page(client, game, tokens["british"]) as page, Page(client, game) as spectator:
        for _ in range(3):
            page.wait()
            page.answer(random.Random(1))
        assert [seat["player"] for seat in page.parts["table"]["seats"]] == list(seats.values())
        assert set(page.parts["table"]["options"]) == set(setup["options"])
        assert (page.parts["table"]["you"], spectator.parts["table"]["you"]) == ("british", None)


def test_an_opinion_is_told_to_the_seat_that_asks_for_it_alone(client):
    game, tokens = begun(client, PEOPLE)
    with Page(client, game, tokens["allies"]) as allies, Page(client, game, tokens["axis"]) as axis:
        asked, other = (allies, axis) if allies.question else (axis, allies)
        assert "search" in asked.parts["table"]["advisers"]
        reply = asked.say("opinion", player="search")
        assert reply["opinion"]["choices"][0]["words"] in [choice["words"] for choice in asked.question["choices"]]
        assert asked.say("opinion", player="nobody")["code"] == "impossible"
        assert other.say("opinion", question=0, player="search")["code"] in ("not_asked", "late")
        assert "opinion" not in str(other.parts) and not other.log[0].get("opinion")


def test_odds_are_told_to_the_seat_that_asks_for_them_alone_and_give_no_order(client, monkeypatch):
    monkeypatch.setattr(room, "SECONDS_OF_ODDS", 0.0)
    game, tokens = begun(client, PEOPLE)
    with Page(client, game, tokens["allies"]) as allies, Page(client, game, tokens["axis"]) as axis:
        asked, other = (allies, axis) if allies.question else (axis, allies)
        before = asked.question["number"]
        choices = asked.say("odds", words="1, 2")["odds"]
        assert [line["words"] for line in choices["lines"]] == [one["words"] for one in asked.question["choices"][:2]]
        ordered = asked.say("say", words="what if Akagi, Kaga to Central Pacific")["odds"]
        assert ordered["lines"][0]["words"].startswith("Akagi, Kaga: Central Pacific")
        assert (asked.question["number"], asked.question["orders"]) == (before, [])
        assert asked.say("odds", words="Nobody to nowhere")["code"] == "impossible"
        assert other.say("odds", question=0, words="")["code"] in ("not_asked", "late")
        assert "odds" not in str(other.parts) and other.log == asked.log


def test_what_was_missed_is_told_on_return(client):
    game, tokens = begun(client)
    with Page(client, game, tokens["allies"]) as page:
        page.play(most=12)
    with Page(client, game, tokens["allies"], heard=len(page.log) - 5) as back:
        back.wait()
        assert back.log[:5] == page.log[-5:]
    with Page(client, game, tokens["allies"]) as anew:
        anew.wait()
        assert anew.log[: len(page.log)] == page.log
        assert anew.question == back.question


def test_a_game_goes_on_in_another_server(games):
    with served(games) as client:
        game, tokens = begun(client)
        with Page(client, game, tokens["allies"]) as page:
            page.wait()
            page.say("say", words="Hornet to Marshalls")
            page.say("always", words="silent")
            page.play(most=3)
    with served(games) as client, Page(client, game, tokens["allies"]) as back:
        assert back.parts["scene"] == page.parts["scene"]
        assert back.question["orders"] == page.question["orders"] != []
        assert back.question["standing"] == page.question["standing"]
        back.play()


@pytest.mark.parametrize("by_words", [True, False])
def test_what_could_be_taken_back_can_be_in_another_server(games, by_words):
    """Orders one by one and at once, one of them changed: each undo leads where it would have led without restarts."""
    with served(games) as client:
        game, tokens = begun(client, PEOPLE)
        with Page(client, game, tokens["axis"]) as axis, Page(client, game, tokens["allies"]) as allies:
            if axis.question is None:
                allies.play(most=1)
            one, seat = (axis, "axis") if axis.question else (allies, "allies")
            first, choice = one.question["ahead"][0]["name"], one.question["choices"][-1]["words"]
            for _ in range(3):
                one.answer(random.Random(2))
            if by_words:
                for order in (f"all to {one.question['choices'][0]['words']}", f"{first} {choice}"):
                    answer = one.say("say", words=order)
                    assert answer["type"] == "done" and one.hear()["type"] == "told", answer
            other = allies if one is axis else axis
            before = json.loads(json.dumps(other.parts["scene"]))
    ways = []
    for restarts in (False, True):
        way = []
        copy = games.with_name(f"copy{restarts}.sqlite3")
        for end in ("", "-wal"):
            if games.with_name(games.name + end).exists():
                copy.with_name(copy.name + end).write_bytes(games.with_name(games.name + end).read_bytes())
        with contextlib.ExitStack() as stack:
            client = stack.enter_context(served(copy))
            while True:
                with Page(client, game, tokens[seat]) as page, Page(client, game, tokens[other_of(seat)]) as onlooker:
                    way.append((page.question["words"], page.question["orders"], page.parts["scene"]))
                    assert onlooker.parts["scene"] == before
                    if not page.question["undo"]:
                        break
                    assert page.say("undo")["type"] == "done"
                if restarts:
                    stack.close()
                    client = stack.enter_context(served(copy))
        ways.append(way)
    assert ways[0] == ways[1] and len(ways[0]) > 3


# --- what is refused ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ("no JSON", "malformed"),
        ("{}", "malformed"),
        ({"id": "a", "do": "answer", "question": 0}, "malformed"),
        ({"id": "a", "do": "answer", "question": 0, "action": "3"}, "malformed"),
        ({"id": "a", "do": "answer", "question": 0, "action": 3, "more": 1}, "malformed"),
        ({"id": "../a", "do": "undo", "question": 0}, "malformed"),
        ({"id": "a", "do": "dance"}, "malformed"),
        ({"id": "a", "do": "answer", "question": 99, "action": 0}, "late"),
        ({"id": "a", "do": "answer", "question": 0, "action": 431}, "impossible"),
        ({"id": "a", "do": "answer", "question": 0, "action": 2**31 - 1}, "impossible"),
        ({"id": "a", "do": "commit", "question": 0}, "impossible"),
        ({"id": "a", "do": "undo", "question": 0}, "impossible"),
        ({"id": "a", "do": "say", "question": 0, "words": "all to Utopia"}, "impossible"),
        ({"id": "a", "do": "never", "question": 0, "words": "silent"}, "impossible"),
        ({"id": "a", "do": "hand_over", "seat": "allies", "player": "/etc/passwd"}, "impossible"),
        ({"id": "a", "do": "hand_over", "seat": "axis", "player": "random"}, "impossible"),
        ({"id": "a", "do": "take_back"}, "impossible"),
        ("x" * 5000, "too_large"),
    ],
)
def test_a_wrong_message_is_one_clear_error_and_changes_nothing(games, message, code):
    with served(games) as client:
        game, tokens = begun(client)
        with Page(client, game, tokens["allies"]) as page:
            page.wait()
            before, told = kept(games), page.parts.copy()
            answer = page.send(message)
            assert (answer["type"], answer["code"]) == ("refused", code)
            assert answer["words"]
            assert kept(games) == before and page.parts == told


def kept(games):
    """All that is in the file."""
    with contextlib.closing(sqlite3.connect(games)) as file:
        return list(file.iterdump())


def test_a_message_said_twice_is_obeyed_once(games):
    with served(games) as client:
        game, tokens = begun(client)
        with Page(client, game, tokens["allies"]) as page:
            page.wait()
            action = page.question["choices"][0]["action"]
            message = {"id": "once", "do": "answer", "question": page.question["number"], "action": action}
            assert page.send(message)["type"] == "done"
            page.hear()
            before = kept(games)
            assert page.send(message | {"question": page.question["number"]})["code"] == "doubled"
            assert kept(games) == before


def test_only_the_seat_that_is_asked_answers(client):
    game, tokens = begun(client, PEOPLE)
    other, others = begun(client, PEOPLE)
    with Page(client, game, tokens["allies"]) as page:
        assert page.say("answer", action=0)["code"] == "not_asked"
    with Page(client, game) as spectator:
        assert spectator.question is None
        assert spectator.say("answer", action=0)["code"] == "foreign"
    with client.websocket_connect(f"/api/games/{game}/table") as socket:
        socket.send_json({"token": others["axis"], "heard": 0})
        assert socket.receive_json()["code"] == "foreign"
        with pytest.raises(WebSocketDisconnect):
            socket.receive_json()
    with client.websocket_connect("/api/games/none/table") as socket:
        assert socket.receive_json()["code"] == "unknown"


def test_a_seat_goes_to_the_computer_and_back(client):
    game, tokens = begun(client, PEOPLE)
    with Page(client, game, tokens["allies"]) as allies:
        with Page(client, game, tokens["axis"]) as axis:
            refused = allies.say("hand_over", seat="axis", player="scripted")
            assert refused["code"] == "impossible"
            axis.wait()
        while allies.parts["table"]["seats"][1]["here"]:
            allies.hear()
        assert allies.say("hand_over", seat="axis")["type"] == "done"
        allies.wait()
        with Page(client, game, tokens["axis"]) as axis:
            assert axis.question is None
            assert axis.say("take_back")["type"] == "done"
            while allies.parts["table"]["seats"][1]["player"] != "person":
                allies.hear()


def test_the_record_of_a_running_game_is_kept_from_those_with_opponents(client):
    game, tokens = begun(client, PEOPLE)
    for headers in ({}, {"authorization": f"Bearer {tokens['axis']}"}):
        assert client.get(f"/api/games/{game}/record", headers=headers).status_code == 403
    alone, tokens = begun(client)
    assert client.get(f"/api/games/{alone}/record").status_code == 403
    assert client.get(f"/api/games/{alone}/record", headers={"authorization": f"Bearer {tokens['allies']}"}).is_success
    assert client.get(f"/api/replay/{alone}").status_code == 403


def test_a_recorded_game_is_gone_on_with(client):
    game, tokens = begun(client)
    with Page(client, game, tokens["allies"]) as page:
        page.play(most=5)
        page.wait()
    headers = {"authorization": f"Bearer {tokens['allies']}"}
    record = client.get(f"/api/games/{game}/record", headers=headers).text
    imported = client.post("/api/import", json={"record": record, "players": SCRIPTED}).json()
    with Page(client, imported["id"], imported["tokens"]["allies"]) as again:
        again.wait()
        assert again.parts["scene"] == page.parts["scene"]
        assert again.question["words"] == page.question["words"]


@pytest.mark.parametrize(
    "change",
    [
        lambda record: record | {"scenario": "/etc/hostname.toml"},
        lambda record: record | {"actions": [[431, "?"], *record["actions"][1:]]},
        lambda record: record | {"digest": "0"},
        lambda record: record | {"seed": -1},
        lambda record: record | {"dice": [[0, [6]]]},
        lambda record: "[" * 2000,
    ],
)
def test_a_wrong_record_is_refused(games, change):
    with served(games) as client:
        game, tokens = begun(client)
        with Page(client, game, tokens["allies"]) as page:
            page.play(most=2)
        headers = {"authorization": f"Bearer {tokens['allies']}"}
        record = client.get(f"/api/games/{game}/record", headers=headers).json()
        before = len(client.get("/api/games").json()["games"])
        changed = change(record)
        line = changed if isinstance(changed, str) else json.dumps(changed)
        answer = client.post("/api/import", json={"record": line, "players": SCRIPTED})
        assert answer.status_code == 400 and answer.json()["words"]
        assert len(client.get("/api/games").json()["games"]) == before


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"setup": {"scenario": "utopia"}, "players": {}},
        {"setup": {"scenario": "../midway"}, "players": {}},
        {"setup": {"scenario": "midway", "players": 4}, "players": {}},
        {"setup": {"scenario": "midway", "options": ["argus"]}, "players": {}},
        {"setup": {"scenario": "midway"}, "players": {"allies": "checkpoint"}},
        {"setup": {"scenario": "midway"}, "players": {"british": "person"}},
    ],
)
def test_a_game_that_cannot_be_is_not_begun(client, given):
    answer = client.post("/api/games", json=given)
    assert answer.status_code == 400 and answer.json()["words"]
    assert client.get("/api/games").json()["games"] == []


# --- replay ------------------------------------------------------------------------------------------------


def test_a_game_that_is_over_is_shown_again(client):
    game, tokens = begun(client)
    with Page(client, game, tokens["allies"]) as page:
        page.play()
    about = client.get(f"/api/replay/{game}").json()
    assert about["seats"] == ["allies", "axis"] and about["marks"][0] == {
        "at": 0,
        "kind": "turn",
        "words": "Turn 5 begins.",
    }
    frames = [client.get(f"/api/replay/{game}/frames/{n}").json() for n in range(about["decisions"] + 1)]
    told = [words for frame in frames for words in frame["words"]]
    assert told == [line["words"] for line in page.log if line["kind"] != "remains"]
    assert frames[-1]["scene"] == page.parts["scene"] and frames[-1]["seat"] is None
    assert frames[-1]["course"] == page.parts["course"] == [{"turn": 5, "leads": {"Pacific": 0}}]
    battle = next(mark for mark in about["marks"] if mark["kind"] == "combat_begins")
    assert battle["words"] in frames[battle["at"]]["words"]
    assert "campaign" in about["advisers"]
    opinion = client.get(f"/api/replay/{game}/frames/0/opinion?player=search").json()
    assert opinion["player"] == "search" and all(choice["words"] for choice in opinion["choices"])
    last = f"frames/{about['decisions']}/opinion?player=search"
    for wrong in (last, "frames/0/opinion?player=random", "frames/0/opinion"):
        assert client.get(f"/api/replay/{game}/{wrong}").status_code == 404
    for wrong in (f"frames/{about['decisions'] + 1}", "frames/0?seat=british", "frames/-1"):
        assert client.get(f"/api/replay/{game}/{wrong}").status_code == 404


# --- a game that is watched ------------------------------------------------------------------------------


def test_a_game_is_watched_at_a_pace_and_stopped(games):
    with served(games, show=Show(seconds=0.01, paused=True)) as client:
        game, _ = begun(client, {"allies": "scripted", "axis": "random"})
        with Page(client, game) as page:
            assert page.parts["table"]["show"] == {"seconds": 0.01, "paused": True}
            heard = len(page.log)
            assert page.say("why", words="")["code"] == "foreign", "who looks on sets the pace and nothing else"
            assert page.say("pace", seconds=0.0, paused=True)["type"] == "done" and len(page.log) == heard
            for wrong in ({"seconds": -1.0, "paused": False}, {"seconds": 1e9, "paused": False}, {"seconds": 1.0}):
                assert page.say("pace", **wrong)["code"] == "malformed"
            assert page.say("pace", seconds=0.0, paused=False)["type"] == "done"
            page.wait()
            assert page.parts["table"]["over"] and len(page.log) > heard


def test_the_pace_of_other_games_is_their_own(client):
    game, _ = begun(client, {"allies": "person", "axis": "scripted"})
    with Page(client, game) as page:
        assert page.parts["table"]["show"] is None
        assert page.say("pace", seconds=1.0, paused=True)["code"] == "foreign"


def test_watching_names_the_address_and_refuses_who_is_no_player(monkeypatch):
    served_with, told = [], []
    monkeypatch.setattr(serve, "_run", lambda *given: served_with.append(given))
    setup = Setup(scenario="midway", seed=1)
    serve.show(setup, {"allies": "scripted", "axis": "search:4"}, 0.5, 8001, told.append)
    assert told[0].startswith("http://127.0.0.1:8001/game/") and served_with[0][1:3] == ("127.0.0.1", 8001)
    with pytest.raises(ValueError, match="no player 'nobody'"):
        serve.show(setup, {"allies": "nobody", "axis": "random"}, 0.5, 8001, told.append)
    assert len(told) == 1


# --- strangers ---------------------------------------------------------------------------------------------


def test_pages_of_other_sites_and_other_names_are_refused(client):
    given = {"setup": {"scenario": "midway"}, "players": {}}
    for headers in ({"origin": "https://elsewhere.example"}, {"origin": "null"}, {"sec-fetch-site": "cross-site"}):
        assert client.post("/api/games", json=given, headers=headers).status_code == 403
    for host in ("elsewhere.example", "testserver.elsewhere.example", "127.0.0.1.example", "[", ""):
        assert client.get("/api/games", headers={"host": host}).status_code == 403
    assert client.get("/api/games", headers={"host": "192.0.2.7:8000"}).is_success
    assert client.post("/api/games", json=given, headers={"origin": "http://testserver"}).is_success
    game = client.get("/api/games").json()["games"][0]["id"]
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect(f"/api/games/{game}/table", headers={"origin": "https://elsewhere.example"}),
    ):
        pass


def test_only_the_files_of_the_pages_are_served(client):
    assert client.get("/static/table.js").is_success
    for path in (
        "/static/../server.py",
        "/static/%2e%2e/server.py",
        "/static//etc/passwd",
        "/static/..%5cserver.py",
        "/game/../../etc/passwd",
    ):
        assert client.get(path).status_code == 404
    assert client.get("/").headers["content-security-policy"].startswith("default-src 'none'")


def test_size_and_pace_are_limited(games):
    tight = Limits(request_bytes=1000, messages=(3, 0.001), requests=(1e9, 1e9), new_games=(1, 0.001))
    with served(games, tight) as client:
        game, tokens = begun(client)
        given = {"setup": {"scenario": "midway"}, "players": {}}
        assert client.post("/api/games", json=given).status_code == 429
        assert client.post("/api/games", content=b"x" * 2000).status_code == 413
        with Page(client, game, tokens["allies"]) as page:
            codes = [page.send("?")["code"] for _ in range(5)]
    assert codes == ["malformed"] * 3 + ["too_fast"] * 2


def test_the_pace_recovers(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(safety.time, "monotonic", lambda: now[0])
    paces = safety.Paces((2, 1))
    for _ in range(2):
        paces.check("a")
    with pytest.raises(safety.Refused):
        paces.check("a")
    paces.check("b")
    now[0] = 1.5
    paces.check("a")
    with pytest.raises(safety.Refused):
        paces.check("a")


def test_who_tries_on_is_let_through_as_often_as_who_waits(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(safety.time, "monotonic", lambda: now[0])
    paces, let_through = safety.Paces((1, 0.25)), 0
    for now[0] in range(41):
        with contextlib.suppress(safety.Refused):
            paces.check("a")
            let_through += 1
    assert let_through == 11


def test_who_serves_others_is_told_of_a_proxy():
    assert warning("127.0.0.1") == warning("localhost") == ""
    assert "proxy" in warning("0.0.0.0")


def test_what_cannot_be_kept_is_not_done(games):
    with served(games) as client:
        game, tokens = begun(client)
        with Page(client, game, tokens["allies"]) as page:
            page.wait()
            told = page.parts.copy()
            with contextlib.closing(sqlite3.connect(games)) as file:
                file.execute("CREATE TRIGGER full BEFORE INSERT ON decisions BEGIN SELECT RAISE(ABORT, 'full'); END")
                file.commit()
                assert page.say("answer", action=page.question["choices"][0]["action"])["code"] == "not_kept"
                file.execute("DROP TRIGGER full")
                file.commit()
            assert page.parts == told
            page.answer(random.Random(0))


def test_a_battle_is_tried_for_the_seat_that_asks_alone_and_changes_nothing(client, monkeypatch):
    monkeypatch.setattr(battles, "SECONDS_OF_ODDS", 0.0)
    game, tokens = begun(client, PEOPLE)
    with Page(client, game, tokens["allies"]) as allies, Page(client, game, tokens["axis"]) as axis:
        asked, other = (allies, axis) if allies.question else (axis, allies)
        before, area = asked.question["number"], "hawaiian_islands"
        able = asked.say("battle", area=area)["battle"]
        assert able["odds"] is None and {"id": "akagi", "name": "Akagi", "there": False} in able["units"]
        told = asked.say("battle", area=area, units=["akagi", "kaga"])["battle"]["odds"]
        assert told["units"] == ["Akagi", "Kaga"] and 0 <= told["low"] <= told["holds"] <= told["high"] <= 1
        assert "this battle alone" in asked.say("say", words="battle Hawaiian with Akagi, Kaga")["said"][0]
        assert (asked.question["number"], asked.question["orders"]) == (before, [])
        assert asked.say("battle", area=area, units=["enterprise"])["code"] == "impossible"
        assert asked.say("battle", area=area, units=[], question=before + 1)["code"] == "late"
        assert other.say("battle", question=0, area=area)["code"] in ("not_asked", "late")
