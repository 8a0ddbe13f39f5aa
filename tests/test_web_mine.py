"""The games of a person: by the key that its browser has made, of which the server keeps a digest."""

import sqlite3

import pytest

from tests.test_web import PEOPLE, Page, begun, games, served

__all__ = ["games"]
MY_KEY, OTHER_KEY = "m" * 32, "o" * 32


@pytest.fixture
def client(games):  # noqa: F811
    with served(games) as client:
        yield client


class PersonsPage(Page):
    """A page that says who is at it."""

    def __init__(self, client, game, token="", person=MY_KEY, seat=""):
        super().__init__(client, game, token)
        self.person, self.seat = person, seat

    def __enter__(self):
        self.socket = self._socket.__enter__()
        self.socket.send_json({"token": self.token, "person": self.person, "seat": self.seat})
        self.hear()
        return self


def mine(client, key=MY_KEY):
    answer = client.get("/api/mine", headers={"authorization": f"Bearer {key}"})
    assert answer.is_success, answer.text
    return answer.json()["games"]


def enter(client, game, token, person=MY_KEY):
    with PersonsPage(client, game, token, person):
        pass


def test_those_that_wait_for_me_come_first_then_others_then_what_is_over(client):
    ended, tokens = begun(client, scenario="engagement")
    with PersonsPage(client, ended, tokens["allies"]) as page:
        page.play()
    asked, tokens = begun(client, PEOPLE)
    enter(client, asked, tokens["axis"])
    waiting, tokens = begun(client, PEOPLE)
    enter(client, waiting, tokens["allies"])
    foreign, _ = begun(client, PEOPLE)
    listed = mine(client)
    assert [(one["id"], one["seat"], one["asked"], bool(one["result"])) for one in listed] == [
        (asked, 1, True, False),
        (waiting, 0, False, False),
        (ended, 0, False, True),
    ]
    assert foreign not in str(listed) and mine(client, OTHER_KEY) == []


def test_an_answer_passes_the_move_on_and_a_handed_over_seat_waits_for_nobody(games):  # noqa: F811
    with served(games) as client:
        game, tokens = begun(client, PEOPLE)
        with PersonsPage(client, game, tokens["axis"]) as axis, PersonsPage(client, game, tokens["allies"], OTHER_KEY):
            axis.say("hand_over", seat="axis", player="scripted")
            while axis.parts["table"]["asked"] != "allies":
                axis.hear()
    with served(games) as client:  # kept, and not only remembered
        assert [one["asked"] for one in mine(client)] == [False]
        assert [one["asked"] for one in mine(client, OTHER_KEY)] == [True]


def test_the_key_opens_the_seat_that_it_has_entered_and_no_other(client):
    game, tokens = begun(client, PEOPLE)
    enter(client, game, tokens["axis"])
    for person, seat, you in (
        (MY_KEY, "axis", "axis"),
        (MY_KEY, "allies", None),
        (MY_KEY, "", None),
        (OTHER_KEY, "axis", None),
        ("", "axis", None),
    ):
        with PersonsPage(client, game, "", person, seat) as page:
            assert page.parts["table"]["you"] == you
    with PersonsPage(client, game, "wrong", MY_KEY, "axis") as page:
        assert not page.parts, "a token that is none opens nothing"


def test_who_looks_on_has_no_game_and_a_seat_is_of_who_entered_it_last(client):
    game, tokens = begun(client, PEOPLE)
    enter(client, game, "")
    assert mine(client) == []
    enter(client, game, tokens["axis"])
    enter(client, game, tokens["axis"], OTHER_KEY)
    assert mine(client) == [] and len(mine(client, OTHER_KEY)) == 1
    with PersonsPage(client, game, "", MY_KEY, "axis") as page:
        assert page.parts["table"]["you"] is None


def test_the_file_holds_no_key_and_the_page_of_nobody_is_told_one(games):  # noqa: F811
    with served(games) as client:
        game, tokens = begun(client, PEOPLE)
        with PersonsPage(client, game, tokens["axis"]), Page(client, game) as onlooker:
            assert MY_KEY not in str(onlooker.parts)
        assert MY_KEY not in client.get("/api/games").text + str(mine(client))
    with sqlite3.connect(games) as file:
        kept = str(list(file.iterdump()))
    assert MY_KEY not in kept and tokens["axis"] not in kept


@pytest.mark.parametrize("key", ["", "short", "m" * 65, "m" * 31 + "!", "' OR 1=1 --" * 4])
def test_what_is_no_key_is_refused(client, key):
    assert client.get("/api/mine", headers={"authorization": f"Bearer {key}"}).status_code == 400
    if key:
        game, _ = begun(client)
        with PersonsPage(client, game, "", key) as page:
            assert not page.parts
    assert client.get("/api/mine").status_code == 400


def test_a_file_from_before_persons_is_read(games):  # noqa: F811
    with served(games) as client:
        game, tokens = begun(client, PEOPLE)
    with sqlite3.connect(games) as file:
        file.executescript("DROP INDEX games_of_persons; DROP TABLE persons; DROP TABLE asked")
    with served(games) as client:
        enter(client, game, tokens["axis"])
        assert [one["asked"] for one in mine(client)] == [False], "who is asked is known after the next answer"
        with PersonsPage(client, game, tokens["axis"]) as page:
            page.play(most=1)
            page.wait()
        assert [one["asked"] for one in mine(client)] == [True]
