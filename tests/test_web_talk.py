"""What the persons at a web table say to each other: who hears it, how much of it is kept, and what is refused."""

import json
import sqlite3

import pytest

from aw_env.web import store
from tests.test_web import FAST, PEOPLE, SCRIPTED, Page, begun, games, served

__all__ = ["games"]
PATIENT = type(FAST)(**{**vars(FAST), "chat": (1e9, 1e9)})


@pytest.fixture
def client(games):  # noqa: F811
    with served(games, PATIENT) as client:
        yield client


def chat(page, words):
    """Say something; the answer to it, and what is told then."""
    answer = page.send({"id": store.digest(words)[:20], "do": "chat", "words": words})
    while answer["type"] == "done" and (not page.parts["chat"] or page.parts["chat"][-1]["words"] != words.strip()):
        page.hear()
    return answer


def heard(page):
    return [(line["seat"], line["words"]) for line in page.parts["chat"]]


def test_every_seat_of_a_person_hears_what_is_said_and_who_looks_on_does_not(client):
    game, tokens = begun(client, PEOPLE, scenario="engagement")
    with (
        Page(client, game, tokens["allies"]) as allies,
        Page(client, game, tokens["axis"]) as axis,
        Page(client, game) as onlooker,
    ):
        assert chat(axis, "  Good luck! <b>you</b> ")["type"] == "done"
        while not allies.parts["chat"]:
            allies.hear()
        assert heard(allies) == heard(axis) == [("axis", "Good luck! <b>you</b>")]
        assert chat(onlooker, "he bluffs")["code"] == "foreign"
        assert onlooker.parts["chat"] is None
        for page, seat in ((allies, "allies"), (axis, "axis")):
            page.say("hand_over", seat=seat, player="scripted")
        while not allies.parts["table"]["over"]:
            allies.hear()
        assert chat(allies, "well played")["type"] == "done"
        while len(onlooker.parts["chat"] or ()) < 2:
            onlooker.hear()
        assert heard(onlooker)[-1] == ("allies", "well played")


def test_talk_is_kept_and_no_question_is_lost_by_it(games):  # noqa: F811
    with served(games) as client:
        game, tokens = begun(client, PEOPLE)
        with Page(client, game, tokens["axis"]) as page:
            question = page.question
            chat(page, "one moment")
            assert page.question == question
            assert page.say("answer", action=question["choices"][0]["action"])["type"] == "done"
    with served(games) as client, Page(client, game, tokens["allies"]) as page:
        assert heard(page) == [("axis", "one moment")]


def test_the_same_message_is_said_once(client):
    game, tokens = begun(client, PEOPLE)
    with Page(client, game, tokens["allies"]) as page:
        assert chat(page, "hello")["type"] == "done"
        assert chat(page, "hello")["code"] == "doubled"
        assert heard(page) == [("allies", "hello")]


@pytest.mark.parametrize("words", ["", "   ", "a" * 301, "two\nlines", "\x00", "bell\x07", 7, None, ["a"]])
def test_what_is_no_line_is_refused(client, words):
    game, tokens = begun(client, PEOPLE)
    with Page(client, game, tokens["allies"]) as page:
        answer = page.send(json.dumps({"id": "m1", "do": "chat", "words": words}))
        assert answer["code"] == "malformed" and page.parts["chat"] == []


def test_only_the_latest_lines_are_kept(client, monkeypatch):
    monkeypatch.setattr("aw_env.web.store.MOST_TALK", 3)
    monkeypatch.setattr("aw_env.web.talk.MOST_TALK", 3)
    game, tokens = begun(client, PEOPLE)
    with Page(client, game, tokens["allies"]) as page:
        for number in range(5):
            chat(page, f"line {number}")
        assert [line["n"] for line in page.parts["chat"]] == [3, 4, 5]


def test_a_seat_says_only_so_much_at_once_from_all_its_pages(games):  # noqa: F811
    with served(games) as client:
        game, tokens = begun(client, PEOPLE)
        with Page(client, game, tokens["allies"]) as page, Page(client, game, tokens["allies"]) as other:
            codes = [chat(one, f"{number} {one is page}").get("code") for number in range(4) for one in (page, other)]
            assert codes.count("too_fast") >= 2 and codes[:5] == [None] * 5
            assert page.say("why", words="")["type"] in ("done", "refused"), "others are obeyed"


def test_who_plays_alone_has_nobody_to_talk_to(client):
    game, tokens = begun(client, SCRIPTED)
    with Page(client, game, tokens["allies"]) as page:
        assert page.parts["chat"] is None
        assert chat(page, "hello")["code"] == "impossible"


def test_what_cannot_be_kept_is_not_said(client, monkeypatch):
    game, tokens = begun(client, PEOPLE)

    def full(*_):
        raise sqlite3.OperationalError("disk full")

    with Page(client, game, tokens["allies"]) as page:
        monkeypatch.setattr(store.Store, "say", full)
        assert chat(page, "hello")["code"] == "not_kept" and page.parts["chat"] == []


def test_a_file_from_before_talk_is_read(games):  # noqa: F811
    with served(games) as client:
        game, tokens = begun(client, PEOPLE)
    with sqlite3.connect(games) as file:
        file.execute("DROP TABLE talk")
    with served(games) as client, Page(client, game, tokens["allies"]) as page:
        assert chat(page, "still here")["type"] == "done" and len(heard(page)) == 1
