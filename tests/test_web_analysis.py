"""The analysis of a game that is over, at its replay on the page."""

import time

import pytest

from aw_env.web import films
from tests.test_web import Page, begun, client, games  # noqa: F401  (fixtures)

OFFICERS = {"allies": "random", "axis": "scripted"}
LONGEST = 120
"""Seconds to wait for what must come: the rules may have to be compiled."""


@pytest.fixture
def game(client):  # noqa: F811
    """The id of a game that is over."""
    id, _ = begun(client, OFFICERS)
    until = time.monotonic() + LONGEST
    while not client.get("/api/games").json()["games"][0]["result"]:
        assert time.monotonic() < until
        time.sleep(0.2)
    return id


def analysis_of(client, game):  # noqa: F811
    until = time.monotonic() + LONGEST
    while not (told := client.get(f"/api/replay/{game}/analysis").json())["done"]:
        assert time.monotonic() < until
        time.sleep(0.2)
    return told


def test_the_choices_of_each_step_and_which_was_taken_are_shown(client, game):  # noqa: F811
    last = client.get(f"/api/replay/{game}").json()["decisions"]
    for number in range(0, last, 17):
        frame = client.get(f"/api/replay/{game}/frames/{number}").json()
        assert frame["answer"] in [choice["action"] for choice in frame["choices"]]
        asked, other = (frame["seat"], {"allies": "axis", "axis": "allies"}[frame["seat"]])
        seen = client.get(f"/api/replay/{game}/frames/{number}?seat={asked}").json()
        hidden = client.get(f"/api/replay/{game}/frames/{number}?seat={other}").json()
        assert seen["choices"] == frame["choices"] and (hidden["choices"], hidden["answer"]) == ([], None)
    assert client.get(f"/api/replay/{game}/frames/{last}").json()["choices"] == []


def test_an_analysis_is_made_once_in_the_background(client, game, monkeypatch):  # noqa: F811
    monkeypatch.setattr(films, "SECONDS_OF_ANALYSIS", 0.0)
    first = client.get(f"/api/replay/{game}/analysis").json()
    assert first["first"] == "Allies" and not first["turns"]
    told = analysis_of(client, game)
    last = client.get(f"/api/replay/{game}").json()["decisions"]
    assert [told["values"][0][0], told["values"][-1][0]] == [0, last] and told["values"][-1][1] in (0.0, 0.5, 1.0)
    assert client.get(f"/api/replay/{game}/analysis").json() == told
    for found in (*told["turns"], *told["losses"]):
        assert found["told"].startswith(f"{found['number']}. ")


def test_a_game_can_be_tried_again_from_a_position(client, game):  # noqa: F811
    players = {"allies": "person", "axis": "scripted"}
    at = next(n for n in range(40, 80) if client.get(f"/api/replay/{game}/frames/{n}").json()["seat"] == "allies")
    asked = client.get(f"/api/replay/{game}/frames/{at}").json()["asked"]
    answer = client.post(f"/api/replay/{game}/again", json={"at": at, "players": players})
    assert answer.status_code == 201
    with Page(client, answer.json()["id"], answer.json()["tokens"]["allies"]) as page:
        assert page.parts["asked"] == asked and page.parts["table"]["dice_known"]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"at": 99999, "players": OFFICERS}, "impossible"),
        ({"at": 3, "players": {"allies": "nobody"}}, "impossible"),
        ({"at": -1, "players": OFFICERS}, "malformed"),
    ],
)
def test_what_cannot_be_tried_again_is_refused(client, game, body, code):  # noqa: F811
    answer = client.post(f"/api/replay/{game}/again", json=body)
    assert answer.status_code >= 400 and answer.json()["code"] == code


def test_a_game_that_is_being_played_is_neither_analysed_nor_tried_again(client):  # noqa: F811
    id, _ = begun(client, {"allies": "person", "axis": "scripted"})
    assert client.get(f"/api/replay/{id}/analysis").json()["code"] == "not_over"
    assert client.post(f"/api/replay/{id}/again", json={"at": 0, "players": OFFICERS}).json()["code"] == "not_over"
