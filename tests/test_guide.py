"""A guided first game: one adviser's voice beside each question, from a file that a game brings."""

from dataclasses import asdict

import pytest

from aw_env.core.config.errors import ConfigError
from aw_env.core.config.tables import check_tables
from aw_env.games import installed
from aw_env.table.guide import Guidance, Guide, Lesson, check_guide, guide_to
from aw_env.table.offers import Setup, scenarios
from aw_env.web import messages
from aw_env.web.beginning import new_room
from aw_env.web.room import Room
from aw_env.web.store import Store
from aw_env.web.telling import parts

GUIDED = [
    (game.name, one.name) for game in installed() for one in scenarios(game.name) if guide_to(game.name, one.name)
]
ENOUGH = 90
"""Messages within which a person who does as the guide says is through with Midway."""


def room_of(tmp_path, seed=7, **setup):
    """A guided game of Midway, the officer as the Axis."""
    store = Store(tmp_path / "games.sqlite3")
    players = {"allies": "person", "axis": "scripted"}
    id, _ = new_room(store, Setup(scenario="midway", seed=seed, guided=True, **setup), players)
    room = Room(store, id)
    let_computer_answer(room)
    return room


def let_computer_answer(room):
    while room.computer_is_asked():
        room.let_computer_answer()
        room.keep_what_was_answered()  # and orders that wait answer


class Beginner:
    """Does what the guide says: types what may be typed, once, and else answers as its adviser would."""

    def __init__(self, room):
        self.room = room
        self.messages = 0
        self.heard = []
        self._typed = set()

    def move(self):
        told = self.room.guided(0)
        self.heard.append(told)
        self.messages += 1
        about = {"id": f"m{self.messages}", "question": self.room.seats[0].changes}
        if told.action is None:
            message = messages.Commit(do="commit", **about)
        elif told.typed and told.typed not in self._typed:
            self._typed.add(told.typed)
            message = messages.Say(do="say", words=told.typed, **about)
        else:
            message = messages.Answer(do="answer", action=told.action, **about)
        self.room.obey(0, message)
        let_computer_answer(self.room)


@pytest.mark.parametrize(("game", "scenario"), GUIDED)
def test_every_guide_names_only_what_there_is(game, scenario):
    guide = guide_to(game, scenario)
    check_guide(Setup(game=game, scenario=scenario, seed=1).begin(), guide)
    assert guide.minutes <= 15


def test_there_is_one_to_midway_and_none_where_a_game_brings_none():
    assert ("admirals_war", "midway") in GUIDED
    assert guide_to("admirals_war", "campaign") is None and guide_to("war_at_sea", "standard") is None
    with pytest.raises(ValueError, match="no guide to campaign"):
        Setup(scenario="campaign", guided=True, seed=1).begin()


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"asked": ["PATROL_ORDERS"]}, r"lesson\[1\].asked: no such decision"),
        ({"point": ["place hawaiian_island"]}, r"lesson\[1\].point: no such place or unit; did you mean"),
    ],
)
def test_a_wrong_guide_is_one_clear_error(change, error):
    guide = guide_to("admirals_war", "midway")
    wrong = guide.model_copy(update={"lesson": [guide.lesson[0].model_copy(update=change), *guide.lesson[1:]]})
    with pytest.raises(ConfigError, match=error):
        check_guide(Setup(scenario="midway", seed=1).begin(), wrong)


def test_a_control_that_there_is_not_is_refused(tmp_path):
    tables = guide_to("admirals_war", "midway").model_dump(mode="json")
    tables["lesson"][0]["press"] = "resign"
    with pytest.raises(ConfigError, match=r"lesson\[1\].press"):
        check_tables(tmp_path / "midway.toml", tables, Guide)


@pytest.mark.parametrize("seed", [2, 7, 11])
def test_who_does_as_it_says_plays_a_whole_game(tmp_path, seed):
    room = room_of(tmp_path, seed)
    beginner = Beginner(room)
    while not room.game.ended:
        beginner.move()
    titles = {told.title for told in beginner.heard}
    assert beginner.messages <= ENOUGH
    assert {"Your fleet patrols", "You give the word", "Raiders sail", "Choose your targets"} <= titles
    assert all(told.says or told.advice for told in beginner.heard), "it is never silent"
    assert {told.voice for told in beginner.heard} == {"Lieutenant Reed, your flag lieutenant"}
    assert "score sheet" in room.guided(0).says


def test_a_lesson_is_told_in_the_first_step_of_its_kind_and_its_sequel_later(tmp_path):
    room = room_of(tmp_path, seed=2)
    beginner = Beginner(room)
    rounds = []
    while not room.game.ended:
        told = room.guided(0)
        if told.title == "Air or surface?" and told.says not in rounds:
            rounds.append(told.says)
        beginner.move()
    assert len(rounds) == 2 and rounds[0].startswith("Each side asks in secret") and rounds[1].startswith("Another")


def test_undo_and_a_new_start_of_the_server_change_nothing_of_it(tmp_path):
    room = room_of(tmp_path)
    before = room.guided(0)
    beginner = Beginner(room)
    beginner.move()
    assert room.guided(0).title == "You give the word" and room.guided(0).action is None
    room.obey(0, messages.Undo(do="undo", id="back", question=room.seats[0].changes))
    assert room.guided(0) == before
    for _ in range(6):
        beginner.move()
    assert asdict(Room(room.store, room.id).guided(0)) == asdict(room.guided(0))


def test_a_hint_is_in_the_same_voice(tmp_path):
    room = room_of(tmp_path)
    told = room.guided(0)
    reply = room.obey(0, messages.Hint(do="hint", id="a", question=room.seats[0].changes))
    assert reply.said == [f"{told.voice} would answer: {told.advice}"]


def test_only_the_seat_that_is_led_hears_it(tmp_path):
    room = room_of(tmp_path)
    assert parts(room, 0, set())["guide"]["title"] == "Your fleet patrols"
    assert parts(room, 1, set())["guide"] is None and parts(room, -1, set())["guide"] is None


def test_a_game_that_is_not_guided_has_no_guide(tmp_path):
    store = Store(tmp_path / "games.sqlite3")
    id, _ = new_room(store, Setup(scenario="midway", seed=7), {"allies": "person", "axis": "scripted"})
    room = Room(store, id)
    let_computer_answer(room)
    assert room.guided(0) is None and parts(room, 0, set())["guide"] is None


def test_a_question_without_a_lesson_is_left_to_the_adviser():
    game = Setup(scenario="midway", seed=7).begin()
    guide = guide_to("admirals_war", "midway").model_copy(
        update={"seat": game.seat_name, "lesson": [Lesson(title="Never", asked=["PURSUIT"], says="Nothing.")]}
    )
    told = Guidance(guide, game).told(game, waits=False)
    assert told.title == "" and told.says == "" and told.advice and told.in_words()[0].startswith("Lieutenant Reed")
