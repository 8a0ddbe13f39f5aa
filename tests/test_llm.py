"""Players that are language models, asked on a small server here that replays answers."""

import json
import threading
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from aw_agents.arena.match import Match
from aw_agents.llm import chat
from aw_agents.llm.chat import Chat, ChatFailed, tokens_of
from aw_agents.llm.intentions import Intentions, Misread, lines_of
from aw_agents.llm.player import Budget, LanguageModel, budget_of
from aw_agents.llm.prompt import ANSWER, prompt
from aw_env.core.errors import PlayerFailed
from aw_env.core.faces.game import Game
from aw_env.core.players import load, player_names
from aw_env.games import named
from aw_env.table.orders import Orders
from benchmarks import messages
from tests import twins

GAME, SCENARIO = "war_at_sea", "war_at_sea"
RECORDED = tomllib.loads((Path(__file__).parent / "llm_answers.toml").read_text("utf-8"))


class Server:
    """A server that answers each call by `reply(messages)`: a text, or a status and a body."""

    def __init__(self) -> None:
        self.reply: Any = lambda messages: f"{ANSWER}\n1"
        self.asked: list[dict] = []
        self.keys: list[str | None] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                outer.keys.append(self.headers["Authorization"])
                asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                outer.asked.append(asked)
                said = outer.reply(asked["messages"])
                if isinstance(said, str):
                    tokens = sum(len(one["content"]) for one in asked["messages"]) // 4 + len(said) // 4
                    body = {"choices": [{"message": {"content": said}}], "usage": {"total_tokens": tokens}}
                    said = 200, json.dumps(body).encode()
                self.send_response(said[0])
                self.end_headers()
                self.wfile.write(said[1])

            def log_message(self, *told: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.base = f"http://127.0.0.1:{self._server.server_address[1]}/v1"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def server() -> Iterator[Server]:
    served = Server()
    yield served
    served.close()


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat, "PAUSE", 0.0)


def model(server: Server, **budget: Any) -> LanguageModel:
    return LanguageModel(Chat("parrot", server.base, seconds=10), GAME, Budget(**budget))


def war() -> Game:
    """A game in which ships are ordered, one after the other."""
    game = Game(named(GAME).ruleset(SCENARIO), seed=3)
    officer = load("scripted", GAME)
    while True:
        view = game.view(game.seat)
        if game.info_in_words()["decision"] == "order" and len(game.legal_actions()) > 2:
            return game
        seen = {"observation": game.observe(game.seat), "action_mask": game.action_mask}
        game.apply(int(officer.act(view, seen, game.info_for(game.seat))))


# --- the server -----------------------------------------------------------------------------------------------------


def test_the_server_comes_from_the_environment(server: Server, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv(chat.BASE, raising=False)
    with pytest.raises(ValueError, match="set OPENAI_BASE_URL"):
        load("llm:parrot", GAME)
    monkeypatch.setenv(chat.BASE, server.base + "/")
    monkeypatch.setenv(chat.KEY, "secret")
    player = load("llm:parrot,calls=7,fallback=random", GAME)
    assert player.name == "llm:parrot" and player.budget.calls == 7
    assert player.chat.ask([{"role": "user", "content": "well?"}], 10).text == f"{ANSWER}\n1"
    assert server.keys == ["Bearer secret"] and server.asked[0]["model"] == "parrot"


def test_without_the_extra_it_is_one_clear_error(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(chat, "find_spec", lambda name: None)
    with pytest.raises(ValueError, match="need the extra `llm`"):
        load("llm:parrot", GAME)


def test_nobody_else_names_a_model():
    assert "llm" not in player_names(GAME) and "llm" not in player_names()
    with pytest.raises(ValueError, match="no player 'llm'"):
        load("llm", GAME)


@pytest.mark.parametrize("said", ["calls=many", "speed=3", "calls"])
def test_a_wrong_budget_is_one_clear_error(said: str):
    with pytest.raises(ValueError, match="llm: "):
        budget_of([said])


def test_a_busy_server_is_asked_again(server: Server):
    answers = iter([(503, b""), (429, b""), f"{ANSWER}\n1"])
    server.reply = lambda messages: next(answers)
    assert Chat("parrot", server.base).ask([{"role": "user", "content": "well?"}], 10).text == f"{ANSWER}\n1"
    assert len(server.asked) == 3


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ((500, b""), "status 500"),
        ((401, b"who are you?"), "status 401: who are you"),
        ((200, b"hello"), "no completion: hello"),
        ((200, b'{"choices": []}'), "no completion"),
        ((200, b"x" * (1 << 21)), "a reply of more than"),
    ],
)
def test_a_server_that_does_not_answer_is_one_clear_error(server: Server, answer: tuple, message: str):
    server.reply = lambda messages: answer
    with pytest.raises(ChatFailed, match=message):
        Chat("parrot", server.base).ask([{"role": "user", "content": "well?"}], 10)


def test_a_server_that_is_not_there_loses_the_game():
    rules = named("admirals_war").ruleset("engagement")
    player = LanguageModel(Chat("parrot", "http://127.0.0.1:9/v1"), "admirals_war")
    match = Match(rules, [player, load("random")], 1, 3)
    match.play()
    assert match.points.tolist() == [[0.0, 1.0]] and "parrot at http://127.0.0.1:9" in match.forfeits[0].reason


# --- prompts --------------------------------------------------------------------------------------------------------


def test_a_prompt_has_board_events_and_choices(server: Server):
    game = war()
    system, user = prompt(game, Orders(), ["the Hood is sunk"], 20_000)
    assert ANSWER in system["content"] and game.seat_name in system["content"]
    told = user["content"]
    assert "the Hood is sunk" in told and f"Question: {game.describe()}" in told
    assert all(f"{number}. {words}" in told for number, (_, words) in enumerate(game.actions(), 1))
    assert "Asked later in this step, and their choices:\n- " in told


def test_a_long_prompt_leaves_out_the_board_and_then_the_oldest_events():
    game, events = war(), [f"event {number}" for number in range(2000)]
    short = prompt(game, Orders(), events, 1500)
    assert sum(tokens_of(one["content"]) for one in short) <= 1700
    assert "event 1999" in short[1]["content"] and "event 0\n" not in short[1]["content"]
    assert f"Question: {game.describe()}" in short[1]["content"]


@dataclass
class ToldPair(twins.Pair):
    """Games that differ in submarines which the side does not see."""

    told: int = 0

    def compare(self, number: int) -> None:
        """What a model is told of either must be equal."""
        if not self.game.ended and self.game.seat in self.seats and number % 8 == 0:
            both = [Game.of_view(one.rules, one.view(one.seat), seed=0) for one in (self.game, self.twin)]
            assert prompt(both[0], Orders(), [], 6000) == prompt(both[1], Orders(), [], 6000)
            self.told += 1


@pytest.mark.parametrize("side", [0, 1])
def test_a_prompt_tells_of_no_hidden_submarine(side: int):
    pair = ToldPair(2, 0, side)
    pair.play(150)
    assert pair.told >= 5


# --- answers --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("reply", ["", "1", f"{ANSWER}", f"{ANSWER}\n\n", "My answer:\n1"])
def test_what_is_no_answer_is_misread(reply: str):
    with pytest.raises(Misread):
        lines_of(reply)


def test_an_answer_stands_below_the_last_mark():
    reply = f"I think.\n{ANSWER}\n2\nno, wait.\n**{ANSWER}:**\n- all to North Sea; rest stay\n"
    assert lines_of(reply) == ["all to North Sea", "rest stay"]


def test_a_number_or_words_answer_the_question():
    game = war()
    action, words = game.actions()[1]
    for answer in ("2", "2.", words):
        assert Intentions().understand(game, f"{ANSWER}\n{answer}") == action


@pytest.mark.parametrize("line", ["0", "9999", "the Bismarck to Mars", "attack!"])
def test_what_cannot_be_done_is_misread_and_changes_nothing(line: str):
    game, intentions = war(), Intentions()
    assert intentions.answer(game) is None
    with pytest.raises(Misread):
        intentions.understand(game, f"{ANSWER}\nrest stay\n{line}")
    assert not intentions.orders.waiting and not intentions.standing


def test_one_message_orders_a_whole_step(server: Server):
    game = war()
    server.reply = lambda messages: f"All home.\n{ANSWER}\nall stay"
    player, asked = model(server), 0
    player.sit(5, game.rules, game.seat)
    seat, turn = game.seat, game.view().turn
    while game.seat == seat and game.view().turn == turn and game.info_in_words()["decision"] == "order":
        question = player.question(5, game.rules, game._games, game.action_mask, [])
        game.apply(player.answer([question])[0])
        asked += 1
    assert asked > 5 and len(server.asked) == 1


def test_always_answers_later_questions_of_its_kind_until_never():
    game, intentions = war(), Intentions()
    stay = intentions.understand(game, f"{ANSWER}\nalways stay")
    assert stay == game.action_named("stay")
    game.apply(stay)
    assert game.info_in_words()["decision"] == "order" and intentions.answer(game) == game.action_named("stay")
    assert intentions.understand(game, f"{ANSWER}\nnever stay\n2") == game.legal_actions()[1]
    assert intentions.answer(game) is None


def test_a_misread_answer_is_asked_again_once(server: Server):
    game, answers = war(), iter(["North Sea!", f"{ANSWER}\n2"])
    server.reply = lambda messages: next(answers)
    player = model(server)
    player.sit(5, game.rules, game.seat)
    assert player.answer([player.question(5, game.rules, game._games, game.action_mask)]) == [game.legal_actions()[1]]
    assert "That cannot be carried out: there is no line ANSWER" in server.asked[1]["messages"][-1]["content"]


def test_after_two_misread_answers_and_beyond_the_budget_the_fallback_plays(server: Server):
    game = war()
    seen = {"observation": game.observe(game.seat), "action_mask": game.action_mask}
    officers = int(load("scripted", GAME).act(game.view(game.seat), seen, game.info_for(game.seat)))
    server.reply = lambda messages: "what?"
    for budget, calls in (({}, 2), ({"calls": 0}, 0), ({"calls": 1}, 1), ({"tokens": 100}, 0)):
        server.asked.clear()
        player = model(server, **budget)
        player.sit(5, game.rules, game.seat)
        answered = player.answer([player.question(5, game.rules, game._games, game.action_mask)])
        assert answered == [officers] and len(server.asked) == calls


def test_events_are_told_once(server: Server):
    game = war()
    player = model(server)
    player.sit(5, game.rules, game.seat)
    for _ in range(2):
        player.answer([player.question(5, game.rules, game._games, game.action_mask, ["the Hood is sunk"])])
    assert [("the Hood is sunk" in one["messages"][1]["content"]) for one in server.asked] == [True, True]
    player.answer([player.question(5, game.rules, game._games, game.action_mask, [])])
    assert "the Hood is sunk" not in server.asked[2]["messages"][1]["content"]


# --- games ----------------------------------------------------------------------------------------------------------


def test_a_whole_game_is_played_and_its_cost_is_told(server: Server):
    rules = named("admirals_war").ruleset("engagement")
    player = LanguageModel(Chat("parrot", server.base), "admirals_war", Budget(all=1))
    match = Match(rules, [player, load("random")], 2, 3)
    match.play()
    assert not match.forfeits and len(player.costs) == 2
    assert sum(one.calls for one in player.costs) == len(server.asked) > 0
    assert all(one.tokens > 0 and one.misread == 0 for one in player.costs)


@pytest.mark.parametrize("name", sorted(RECORDED))
def test_a_recorded_game_is_played_again(server: Server, name: str):
    """Midway in six messages, War at Sea in fourteen, three of which name ships that are sunk."""
    recorded = RECORDED[name]
    rules, answers = named(recorded["game"]).ruleset(name), iter(recorded["answers"])
    server.reply = lambda messages: next(answers)
    player = LanguageModel(Chat("parrot", server.base), recorded["game"])
    match = Match(rules, [player, load("scripted", named(recorded["game"]).players)], 1, recorded["seed"])
    match.play()
    (cost,) = player.costs
    assert match.points[0].tolist() == recorded["points"] and not match.forfeits
    assert cost.calls == len(recorded["answers"]) <= 15 and cost.misread == recorded["misread"]


def test_it_is_an_opponent_of_an_environment_and_a_player_at_a_table(server: Server):
    game, player = war(), model(server)
    seen = {"observation": game.observe(game.seat), "action_mask": game.action_mask}
    assert player.act(game.view(game.seat), seen, game.info_for(game.seat)) == game.legal_actions()[0]
    with pytest.raises(PlayerFailed):
        LanguageModel(Chat("parrot", "http://127.0.0.1:9/v1"), GAME).act(
            game.view(game.seat), seen, game.info_for(game.seat)
        )


def test_a_game_of_a_view_is_the_game_as_the_seat_sees_it():
    for name, scenario in (("admirals_war", "midway"), (GAME, SCENARIO)):
        game, rng = Game(named(name).ruleset(scenario), seed=3), np.random.default_rng(0)
        for _ in range(40):
            if game.ended:
                break
            own = Game.of_view(game.rules, game.view(game.seat), seed=1)
            assert own.seat == game.seat and own.legal_actions() == game.legal_actions()
            assert (own.observe(game.seat) == game.observe(game.seat)).all() and own.history == []
            game.apply(int(rng.choice(game.legal_actions())))


def test_orders_by_group_save_messages(capsys: pytest.CaptureFixture[str]):
    """A clerk who answers as the officer does (`benchmarks.messages`) needs fewer messages, and is never misread."""
    messages.main(["--game", "war_at_sea", "--scenarios", "war_at_sea", "--ways", "one question", "orders by group"])
    lines = [line.split("\t") for line in capsys.readouterr().out.splitlines()[1:]]
    needed = {(line[2], line[3]): int(line[5]) for line in lines}
    for seat in ("allies", "axis"):
        assert 0 < needed[seat, "orders by group"] < needed[seat, "one question"] / 4
    assert {line[-1] for line in lines} == {"0"}
