"""How persons are called at the web table: where it is told, what a name may be, and how two are told apart."""

import sqlite3

import pytest

from aw_env.web.store import Store, digest
from tests.test_web import FAST, PEOPLE, Page, begun, games, served
from tests.test_web_mine import MY_KEY, OTHER_KEY, PersonsPage, enter, mine
from tests.test_web_talk import chat

__all__ = ["games"]


@pytest.fixture
def client(games):  # noqa: F811
    with served(games) as client:
        yield client


def call_me(client, name, key=MY_KEY):
    return client.post("/api/me", json={"name": name}, headers={"authorization": f"Bearer {key}"})


def called(client, key=MY_KEY):
    return client.get("/api/me", headers={"authorization": f"Bearer {key}"}).json()["person"]


def names_at(page):
    return [seat["person"] and seat["person"]["name"] for seat in page.parts["table"]["seats"]]


def test_a_name_is_told_at_the_table_in_talk_and_in_the_lists_and_a_new_one_everywhere_at_once(client):
    game, tokens = begun(client, PEOPLE)
    call_me(client, "Ada")
    with (
        PersonsPage(client, game, tokens["axis"]) as axis,
        PersonsPage(client, game, tokens["allies"], OTHER_KEY) as allies,
        Page(client, game) as onlooker,
    ):
        assert names_at(allies) == names_at(onlooker) == [None, "Ada"]
        chat(axis, "hello")
        while not allies.parts["chat"]:
            allies.hear()
        assert allies.parts["chat"][0]["person"]["name"] == "Ada"
        assert call_me(client, "  Grace \u00a0 H. ").json()["person"]["name"] == "Grace H."
        for page in (axis, allies, onlooker):
            while names_at(page) != [None, "Grace H."]:
                page.hear()
        assert allies.parts["chat"][0]["person"]["name"] == "Grace H."
    assert client.get("/api/games").json()["games"][0]["people"] == [None, called(client)]
    assert mine(client, OTHER_KEY)[0]["people"][1]["name"] == "Grace H."


def test_two_of_one_name_have_two_numbers_which_stay(games):  # noqa: F811
    with served(games) as client:
        one = call_me(client, "Ada").json()["person"]
        other = call_me(client, "Ada", OTHER_KEY).json()["person"]
        assert one["name"] == other["name"] and one["number"] != other["number"]
        call_me(client, "")
        assert called(client) is None
    with served(games) as client:
        assert called(client, OTHER_KEY) == other
        assert call_me(client, "Grace").json()["person"] == {"name": "Grace", "number": one["number"]}


def test_what_a_former_holder_of_a_seat_has_said_stays_its_own(client):
    game, tokens = begun(client, PEOPLE)
    call_me(client, "Ada")
    call_me(client, "Grace", OTHER_KEY)
    with PersonsPage(client, game, tokens["axis"]) as page:
        chat(page, "from Ada")
    with PersonsPage(client, game, tokens["axis"], OTHER_KEY) as page:
        chat(page, "from Grace")
        assert [line["person"]["name"] for line in page.parts["chat"]] == ["Ada", "Grace"]
        assert names_at(page) == [None, "Grace"]


def test_a_seat_that_the_computer_plays_has_the_name_of_nobody(client):
    game, tokens = begun(client, PEOPLE)
    call_me(client, "Ada")
    with PersonsPage(client, game, tokens["axis"]) as page:
        page.say("hand_over", seat="axis", player="scripted")
        while page.parts["table"]["seats"][1]["player"] != "scripted":
            page.hear()
        assert names_at(page) == [None, None]
    assert client.get("/api/games").json()["games"][0]["people"] == [None, None]


@pytest.mark.parametrize(
    "name",
    [
        "a" * 25,
        "Ada #1",
        "Ada \uff03" + "1",
        "\u202eadA",
        "A\u200bda",
        "A\x00da",
        "A\ud800da",
        "...",
        "Z" + "\u0335" * 3,
        7,
        None,
    ],
)
def test_what_is_no_name_is_refused_and_changes_nothing(client, name):
    call_me(client, "Ada")
    headers = {"authorization": f"Bearer {MY_KEY}", "content-type": "application/json"}
    text = "7" if name == 7 else "null" if name is None else ascii(name).replace("\\x", "\\u00").replace("'", '"')
    assert client.post("/api/me", content=f'{{"name": {text}}}', headers=headers).status_code == 400
    assert called(client)["name"] == "Ada"


@pytest.mark.parametrize("name", ["Ada", "李 小龙", "Ünal Ö.", "<b>x</b>", "O'Brien", "हिन्दी", "7"])
def test_what_is_a_name_is_kept_as_it_is(client, name):
    assert call_me(client, name).json()["person"]["name"] == name


def test_without_a_key_nobody_is_called_and_names_are_given_at_a_pace(games):  # noqa: F811
    slow = type(FAST)(**{**vars(FAST), "names": (2, 0)})
    with served(games, slow) as client:
        assert client.get("/api/me").status_code == client.post("/api/me", json={"name": "x"}).status_code == 400
        answers = [call_me(client, f"Ada {number}").status_code for number in range(3)]
        assert answers == [200, 200, 429]


def test_names_of_those_without_a_game_go_when_old_games_do(games, monkeypatch):  # noqa: F811
    with served(games) as client:
        game, tokens = begun(client, PEOPLE)
        enter(client, game, tokens["axis"])
        call_me(client, "Ada")
        call_me(client, "Grace", OTHER_KEY)
    store = Store(games)
    monkeypatch.setattr("time.time", lambda: 4e9)
    store.names.clear(60)
    assert store.names.of(digest(MY_KEY)) is not None and store.names.of(digest(OTHER_KEY)) is None
    store.close()


def test_a_file_from_before_names_is_read(games):  # noqa: F811
    with served(games) as client:
        game, tokens = begun(client, PEOPLE)
        with PersonsPage(client, game, tokens["axis"]) as page:
            chat(page, "hello")
    with sqlite3.connect(games) as file:
        file.executescript("DROP TABLE names; DROP TABLE speakers")
    with served(games) as client, Page(client, game, tokens["allies"]) as page:
        assert page.parts["chat"][0]["person"] is None and names_at(page) == [None, None]
        assert call_me(client, "Ada").is_success
