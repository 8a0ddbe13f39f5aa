"""What the web table sends to a seat, or to who looks on, tells nothing of what it must not know."""

import json

import pytest

from aw_env.table.offers import Setup
from aw_env.web import telling
from aw_env.web.beginning import new_room
from aw_env.web.messages import at_the_table
from aw_env.web.room import Room
from aw_env.web.seating import SPECTATORS
from aw_env.web.store import PERSON, Store
from tests.twins import Leak, Pair


class WebPair(Pair):
    """A game and its twin, each at a web table of which every seat is a person's."""

    def __init__(self, *pair, web_at=1, **settings):
        """web_at: all that is sent is compared at one in so many decisions."""
        self.web_at = web_at
        super().__init__(*pair, **settings)

    def __post_init__(self):
        super().__post_init__()
        self.store = Store(":memory:")
        self.rooms = {}
        self.sent = 0

    def begin(self):
        """A new twin: both tables are laid anew."""
        super().begin()
        if self.twin is not None:
            self.rooms = {id(game): self.laid(game) for game in (self.game, self.twin)}

    def laid(self, game):
        """A table with this game, of which nothing has been told."""
        setup = Setup(
            scenario=self.scenario, players=self.players, options=self.options, seed=self.seed, dice_known=True
        )  # else each twin has a commitment of its own
        number, _ = new_room(self.store, setup, dict.fromkeys(game.rules.seats, PERSON))
        room = Room(self.store, number)
        room.table.game = game
        room.session.go_on(game, {}, {})
        for audience in room.audiences.values():
            audience.log.clear()
        room._show(*room.audiences)
        return room

    def apply(self, game, action):
        """Answer at its table."""
        if self.twin is None:
            game.apply(action)
        else:
            room = self.rooms[id(game)]
            room._note_move()
            room.session.remember()
            room._apply(action)

    def told(self, game, seat, number):
        """What is sent, besides what any table tells."""
        told = super().told(game, seat, number)
        if number % self.web_at == 0 and id(game) in self.rooms:
            room = self.rooms[id(game)]
            for listener in (seat, SPECTATORS):
                told[f"web {listener}"] = json.dumps(telling.parts(room, listener, set()))
                told[f"log {listener}"] = json.dumps(telling.lines(room, listener, 0))
            self.sent += 1
        return told


def compared(players, seed, side, most, **settings):
    """A pair that has been compared."""
    pair = WebPair(players, seed, side, words_at=10**9, previews_at=10**9, picture_at=10**9, **settings)
    pair.play(most)
    return pair


@pytest.mark.parametrize(("players", "seed", "side"), [(2, 3, 0), (4, 4, 1)])
def test_hidden_submarines_are_in_nothing_that_is_sent(players, seed, side):
    pair = compared(players, seed, side, most=40)
    assert pair.begun and pair.sent > 35


@pytest.mark.slow
@pytest.mark.parametrize("seed", [10, 13])
def test_hidden_submarines_are_in_nothing_that_is_sent_in_a_long_game(seed):
    pair = compared(2 + 2 * (seed % 2), seed, seed // 2 % 2, most=500, web_at=5)
    assert pair.begun and pair.sent > 120


def test_a_leak_would_be_noticed(monkeypatch):
    monkeypatch.setattr(telling, "view_for", lambda game, seat: game.view())
    with pytest.raises(Leak, match="web"):
        compared(2, 3, 0, most=60)


def test_what_becomes_of_orders_is_told_to_their_seat_alone(monkeypatch):
    store = Store(":memory:")
    number, _ = new_room(store, Setup(scenario="midway", seed=1), {"allies": PERSON, "axis": PERSON})
    room, said, asked = Room(store, number), [], 0
    monkeypatch.setattr(room.session, "begin_question", lambda: ["Hornet"] if room.game.seat == 0 else [])
    while room.game.seat == 1:
        question = telling.parts(room, 1, set())["question"]
        assert question["notes"] == []
        answer = {
            "id": f"m{asked}",
            "do": "answer",
            "question": question["number"],
            "action": question["choices"][0]["action"],
        }
        said += room.obey(1, at_the_table(json.dumps(answer))).said
        asked += 1
    assert said == []
    assert "Hornet" in telling.parts(room, 0, set())["question"]["notes"][0]
