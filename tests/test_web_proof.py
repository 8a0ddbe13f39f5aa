"""Dice that can be proved: the commitment to the seed is told before the game, the seed after it and never before."""

import json
import sqlite3
from hashlib import sha256

import pytest

from aw_env.recording import record_in
from aw_env.table.offers import Setup
from aw_env.web.beginning import new_room
from aw_env.web.store import PERSON, Store
from tests.test_web import PEOPLE, SCRIPTED, Page, begun, games, served

__all__ = ["games"]


@pytest.fixture
def client(games):  # noqa: F811
    with served(games) as client:
        yield client


def drawn(client, seats=SCRIPTED, scenario="engagement"):
    """A game whose seed nobody has chosen: its id and tokens."""
    answer = client.post("/api/games", json={"setup": {"scenario": scenario}, "players": seats}).json()
    return answer["id"], answer["tokens"]


def test_the_commitment_is_told_to_all_at_once_and_opened_when_the_game_is_over(client):
    game, tokens = drawn(client)
    with Page(client, game) as onlooker, Page(client, game, tokens["allies"]) as page:
        committed = page.parts["table"]["proof"]
        assert committed == onlooker.parts["table"]["proof"]
        assert committed["seed"] is None and committed["salt"] is None and len(committed["commitment"]) == 64
        page.play()
        opened = page.parts["table"]["proof"]
    assert opened["commitment"] == committed["commitment"]
    assert sha256(f"{opened['seed']} {opened['salt']}".encode()).hexdigest() == committed["commitment"]
    assert record_in(client.get(f"/api/games/{game}/record").text, "the record").seed == int(opened["seed"])


class Listening(Page):
    """A page that keeps all it is sent."""

    sent = ""

    def hear(self):
        message = super().hear()
        if "table" in self.parts and not self.parts["table"]["over"]:
            self.sent += json.dumps(message)
        return message


def test_neither_seed_nor_salt_is_in_anything_that_is_sent_before_the_end(games):  # noqa: F811
    with served(games) as client:
        game, tokens = drawn(client, scenario="midway")
    with sqlite3.connect(games) as file:
        ((setup,),), ((salt,),) = file.execute("SELECT setup FROM games"), file.execute("SELECT salt FROM salts")
    seed = str(json.loads(setup)["seed"])
    with (
        served(games) as client,
        Listening(client, game, tokens["allies"]) as page,
        Listening(client, game) as onlooker,
    ):
        page.say("hint")
        page.say("odds", words="")
        page.play(most=6)
        headers = {"authorization": f"Bearer {tokens['allies']}"}
        answers = [
            client.get(f"/api/games/{game}/record", headers=headers),
            client.get("/api/games"),
            client.get(f"/api/replay/{game}"),
        ]
        assert answers[0].status_code == 403, "the record holds the seed"
        sent = page.sent + onlooker.sent + "".join(answer.text for answer in answers)
        assert seed not in sent and salt not in sent
        page.play()
        assert page.parts["table"]["proof"]["seed"] == seed


def test_the_commitment_is_the_same_in_another_server(games):  # noqa: F811
    with served(games) as client:
        game, _ = drawn(client, PEOPLE)
        with Page(client, game) as page:
            first = page.parts["table"]["proof"]
    with served(games) as client, Page(client, game) as page:
        assert page.parts["table"]["proof"] == first


def test_where_the_dice_are_known_nothing_is_committed_to(client):
    game, _ = begun(client, PEOPLE)
    with Page(client, game) as page:
        assert page.parts["table"]["dice_known"] and page.parts["table"]["proof"] is None


def test_two_games_with_one_seed_have_other_commitments(tmp_path):
    store = Store(tmp_path / "games.sqlite3")
    setup = Setup(scenario="engagement", seed=7)
    kept = [store.read(new_room(store, setup, {"allies": PERSON})[0]) for _ in range(2)]
    store.close()
    assert len({one.salt for one in kept}) == 2 and all(len(one.salt) == 64 for one in kept)


def test_a_file_from_before_commitments_is_read(games):  # noqa: F811
    with served(games) as client:
        game, _ = drawn(client)
    with sqlite3.connect(games) as file:
        file.execute("DROP TABLE salts")
    with served(games) as client, Page(client, game) as page:
        assert page.parts["table"]["proof"] is None and not page.parts["table"]["dice_known"]
