"""Before a game is over nobody is shown it again, reads its record, has it analysed or tries it again; afterwards
everybody may."""

import asyncio
import json
from random import Random

import pytest

from aw_env.web import films
from aw_env.web.messages import Join
from aw_env.web.seating import SPECTATORS
from tests.web_twins import SHOWN_LATER, Desk, Secret, Watch

SEED = 3
ENGAGEMENT = Secret("", "admirals_war", "engagement").setup(SEED)
SEATS = ("allies", "axis")
STRANGER = 2
"""Who shows a token that opens nothing."""
OPINION = "/frames/1/opinion?player=scripted"
LISTENERS = (*range(len(SEATS)), SPECTATORS, STRANGER)


async def answers(desk, game, tokens, listener, at=0):
    """What a listener is answered who asks for all that is shown later, by what it asks.  tokens: of the seats."""
    shown, found = [*tokens, "none of them"], {}
    headers = {} if listener == SPECTATORS else {"authorization": f"Bearer {shown[listener]}"}
    for method, path in SHOWN_LATER:
        body = {"at": at, "players": dict.fromkeys(SEATS, "person")} if method == "POST" else None
        answer = await desk.web.request(method, path.format(id=game), headers=headers, json=body)
        found[path.rpartition("{id}")[2] or path] = answer
    return found


async def listed(desk, game):
    """How a game stands in the list of all."""
    games = json.loads((await desk.web.get("/api/games")).content)["games"]
    return next(one for one in games if one["id"] == game)


async def check_is_shown_to_nobody(desk, game, tokens):
    for listener in LISTENERS:
        for asked, answer in (await answers(desk, game, tokens, listener)).items():
            refusals = ("not_over", "foreign") if listener == STRANGER else ("not_over",)
            assert answer.status_code >= 400 and answer.json()["code"] in refusals, (listener, asked)
    one = await listed(desk, game)
    assert not one["result"] and one["decisions"] is None


async def played(desk, *, before_each):
    """A game that both persons play to its end."""
    chooser = Random(SEED)
    await desk.open(0, 1, SPECTATORS)
    while not desk.game.ended:
        await before_each()
        await desk.answer(desk.game.seat, chooser.choice(desk.game.legal_actions()))


@pytest.fixture
def at_a_desk(monkeypatch):
    """Runs what is done with a desk."""
    watch = Watch(monkeypatch)

    def run(doing):
        async def done():
            desk = Desk(monkeypatch, watch, ENGAGEMENT, [])
            await doing(desk)
            await desk.close()

        asyncio.run(done())

    return run


async def nothing():
    pass


def test_a_game_is_shown_to_nobody_up_to_its_last_answer_and_then_to_everybody(at_a_desk, monkeypatch):
    monkeypatch.setattr(films, "SECONDS_OF_ANALYSIS", 0.0)
    checked = []

    async def doing(desk):
        async def check():
            await check_is_shown_to_nobody(desk, desk.id, desk.tokens)
            checked.append(len(desk.game.history))

        await played(desk, before_each=check)
        assert checked[0] == 0 and checked[-1] == len(desk.game.history) - 1
        for listener in (*range(len(SEATS)), SPECTATORS):
            found = await answers(desk, desk.id, desk.tokens, listener)
            assert [asked for asked, answer in found.items() if not answer.is_success] == [OPINION]
            assert found[OPINION].json()["code"] == "unknown", "this player has none to tell"
            record = found["/record"].json()
            assert [action for action, _ in record["actions"]] == desk.game.history and record["seed"] == SEED
            frame = found["/frames/1"].json()
            assert frame["answer"] == desk.game.history[1] and frame["choices"], "of either seat"
        one = await listed(desk, desk.id)
        assert one["result"] and one["decisions"] == len(desk.game.history)

    at_a_desk(doing)


def test_each_seat_tries_it_again_and_of_the_new_game_nothing_is_shown_before_its_end(at_a_desk):
    async def doing(desk):
        await played(desk, before_each=nothing)
        for at in (0, len(desk.game.history) // 2, len(desk.game.history) - 1):
            for seat in range(len(SEATS)):
                found = await answers(desk, desk.id, desk.tokens, seat, at)
                again = found["/again"].json()
                tokens = [again["tokens"][name] for name in SEATS]
                table = await desk.server.lobby.room(again["id"])
                assert table.room.game.history == desk.game.history[:at] and table.room.setup.dice_known
                for number, token in enumerate(tokens):
                    assert (await table.enter(Join(token=token), "here", lambda seat: None)).seat == number
                assert not {*tokens} & {*desk.tokens}, "the former tokens open nothing there"
                await check_is_shown_to_nobody(desk, again["id"], tokens)

    at_a_desk(doing)
