"""Who plays on for a person that gives up a seat or lets his time run out: the officer whom hints come from."""

import json
import time

import pytest

from aw_env.core.packages import CannotLoad
from aw_env.table import levels
from aw_env.table.levels import officer_of
from aw_env.table.offers import Setup
from aw_env.web import telling
from aw_env.web.beginning import new_room
from aw_env.web.clock import Clock
from aw_env.web.messages import Refused, at_the_table
from aw_env.web.room import Room
from aw_env.web.seating import SPECTATORS
from aw_env.web.store import PERSON, Store
from tests.test_web import PEOPLE, Page, begun, games, served

__all__ = ["games"]
GAMES = [("admirals_war", "midway"), ("war_at_sea", "war_at_sea")]
EVERYBODY = (0, 1, SPECTATORS)


@pytest.fixture(params=["all is installed", "no torch", "no package that has measured"])
def best(request, monkeypatch):
    """The best player of a scenario that can be had."""
    load = levels.load

    def without_torch(name, group=""):
        if name not in levels.WITHOUT_MEASUREMENTS:
            raise CannotLoad("No module named 'torch'")
        return load(name, group)

    if request.param == "no torch":
        monkeypatch.setattr(levels, "load", without_torch)
    elif request.param != "all is installed":
        monkeypatch.setattr(levels, "offered", lambda group: {})
    is_whole = request.param == "all is installed"
    return lambda scenario: scenario if is_whole else "tuned"


def room_of(game, scenario, seconds=None, store=None):
    store = store or Store(":memory:")
    id, _ = new_room(store, Setup(game=game, scenario=scenario, seed=7), PEOPLE, seconds=seconds)
    return Room(store, id)


def give_up(room, seat, **more):
    name = room.game.rules.seats[seat]
    message = {"id": f"give{seat}{room.seats[seat].changes}", "do": "hand_over", "seat": name} | more
    return room.obey(seat, at_the_table(json.dumps(message)))


def play_myself(room, seat):
    room.obey(seat, at_the_table(json.dumps({"id": f"back{room.seats[seat].changes}", "do": "take_back"})))


def log_of(room, seat):
    return [line["words"] for line in telling.lines(room, seat, 0)]


@pytest.mark.parametrize(("game", "scenario"), GAMES)
def test_the_best_player_of_the_scenario_plays_a_seat_that_is_given_up(best, game, scenario):
    room = room_of(game, scenario)
    seat, who = room.game.seat, best(scenario)
    said = give_up(room, seat).said
    assert room.seats[seat].player == who and room.computer_is_asked()
    assert bool(said) == (who == "tuned" and bool(levels.offered(levels.GROUP))), "why it is not the strongest"
    room.let_computer_answer()
    assert room.seats[seat].player == who, "he answers"


@pytest.mark.parametrize(("game", "scenario"), GAMES)
def test_he_plays_a_seat_whose_time_has_run_out_and_the_log_says_so(best, game, scenario):
    room = room_of(game, scenario, seconds=60)
    seat, who = room.game.seat, best(scenario)
    room.clock = Clock(60, seat, 0, since=time.time() - 61)
    assert room.let_time_run_out()
    assert room.seats[seat].player == who
    name = room.game.rules.seats[seat].capitalize()
    for audience in EVERYBODY:
        assert log_of(room, audience)[-1] == f"{who} plays on for the {name}."


def test_who_names_a_player_has_that_one():
    room = room_of("admirals_war", "midway")
    give_up(room, 0, player="random")
    assert room.seats[0].player == "random"


@pytest.mark.parametrize("player", ["random", "scripted", "midway"])
def test_nobody_names_a_player_for_a_seat_that_somebody_else_has_left(player):
    room = room_of("admirals_war", "midway")
    left, before = {"do": "hand_over", "seat": room.game.rules.seats[1]}, room.store.read(room.id)
    with pytest.raises(Refused, match="axis is not your seat: name no player") as refused:
        room.obey(0, at_the_table(json.dumps(left | {"id": "one", "player": player})))
    assert refused.value.code == "impossible" and room.store.read(room.id) == before
    room.obey(0, at_the_table(json.dumps(left | {"id": "two"})))
    assert room.seats[1].player == officer_of(room.game).name


def test_the_log_tells_each_change_once_also_after_a_restart_and_what_is_taken_back_changes_nothing(games):  # noqa: F811
    store = Store(games)
    room = room_of("admirals_war", "midway", store=store)
    asked, other = room.game.seat, 1 - room.game.seat
    question = telling.parts(room, asked, set())["question"]
    say = {"question": question["number"], "do": "answer", "action": question["choices"][0]["action"]}
    room.obey(asked, at_the_table(json.dumps(say | {"id": "one"})))
    assert telling.parts(room, asked, set())["question"]["undo"], "what comes before the change can be taken back"
    give_up(room, other)
    play_myself(room, other)
    name = room.game.rules.seats[other].capitalize()
    changes = [f"midway plays on for the {name}.", f"A person plays the {name} again."]
    number = telling.parts(room, asked, set())["question"]["number"]
    room.obey(asked, at_the_table(json.dumps({"id": "two", "do": "undo", "question": number})))
    logs = [log_of(room, seat) for seat in EVERYBODY]
    assert all(log[-2:] == changes and log.count(changes[0]) == 1 for log in logs)
    store.close()
    again = Room(Store(games), room.id)
    assert [log_of(again, seat) for seat in EVERYBODY] == logs
    assert again.seats[other].player == PERSON
    again.store.close()


def test_pages_are_told_who_plays_on(games):  # noqa: F811
    with served(games) as client:
        game, tokens = begun(client, PEOPLE)
        with Page(client, game, tokens["allies"]) as allies, Page(client, game, tokens["axis"]) as axis:
            assert axis.say("hand_over", seat="axis")["type"] == "done"
            while allies.parts["table"]["seats"][1]["player"] != "midway":
                allies.hear()
            assert "midway plays on for the Axis." in [line["words"] for line in allies.log]
