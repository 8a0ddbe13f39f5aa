"""Questions and events that a game keeps in files, what they fill in, and what is packed as records declare."""

from dataclasses import replace
from enum import IntEnum
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from aw_env.core.config.errors import ConfigError
from aw_env.core.config.tables import Sourced, Table, check_tables
from aw_env.core.declare.fields import Book, ByTurn, Declaration, Field, index, keyed, number, one_of, subset
from aw_env.core.printed.choices import halves
from aw_env.core.printed.keys import Keys, table_of
from aw_env.core.printed.packing import pack_printed
from aw_env.core.printed.scenarios import Scenario
from aw_env.core.rooms.phrases import asked_in, terms_in, told_in
from aw_env.core.rooms.words import Words, begun
from aw_env.core.said.decisions import Asked, DecisionWords, Spoken
from aw_env.core.said.events import Named, Teller, Told
from aw_env.core.said.help import Help
from aw_env.core.said.luck import Chance
from aw_env.naval.terms import Side
from tests.test_declared import Decision, Option

SAYS = """
[area]
question = "in which area are {ships} fought?"
rules = ["7.1", "7.2"]
why = "Areas with ships of both sides."
options.go = "fight {ships}"

[home]
question = "{unit} in {where}: to which port?"
rules = []
why = "Ports with room."
place = "to"

[repair]
question = "which ship is mended?"
rules = ["13.2"]
why = "Damaged ones."
unit = "mend"
"""


def written(tmp_path, says):
    file = tmp_path / "words.toml"
    file.write_text(says, "utf-8")
    return file


def test_a_file_tells_every_decision_but_the_first(tmp_path):
    asked = asked_in(written(tmp_path, SAYS), Decision, Option, {Decision.HOME: {"unit": "send"}})
    assert list(asked) == [Decision.AREA, Decision.HOME, Decision.REPAIR]
    assert asked[Decision.AREA] == Asked(
        "in which area are {ships} fought?",
        ("7.1", "7.2"),
        "Areas with ships of both sides.",
        {Option.GO: "fight {ships}"},
    )
    assert (asked[Decision.HOME].place, asked[Decision.HOME].unit) == ("to", "send")
    assert asked[Decision.REPAIR].unit == "mend"


def test_a_question_that_is_worked_out_stands_in_no_file(tmp_path):
    file = written(tmp_path, SAYS.replace('question = "which ship is mended?"\n', ""))
    asked = asked_in(file, Decision, Option, {Decision.REPAIR: {"question": str}})
    assert asked[Decision.REPAIR].question is str


@pytest.mark.parametrize(
    ("wrong", "right", "says"),
    [
        ("[home]", "[homes]", 'words.toml homes: no such key; did you mean "home"?'),
        ("options.go", "options.gone", "words.toml area.options.gone"),
        ('why = "Ports with room."\n', "", "words.toml home.why: is missing"),
        ('question = "which ship is mended?"\n', "", "words.toml repair.question: is missing"),
        ('rules = ["13.2"]', "rules = 13", "words.toml repair.rules: "),
    ],
)
def test_a_wrong_file_of_words_says_where(tmp_path, wrong, right, says):
    file = written(tmp_path, SAYS.replace(wrong, right))
    with pytest.raises(ConfigError) as error:
        asked_in(file, Decision, Option)
    assert str(error.value).startswith(says)


def test_words_have_in_braces_only_what_is_known(tmp_path):
    asked: dict[Any, Asked] = asked_in(written(tmp_path, SAYS), Decision, Option)
    with pytest.raises(ValueError, match=r"Decision.AREA: .* speaks of {ships}: there are {unit}, {where}"):
        Words((), asked, {})
    Words((), asked, {}, filled={"ships": lambda view: "three ships"})


def test_what_a_game_fills_in_stands_in_questions_and_options(tmp_path):
    words = DecisionWords(
        asked_in(written(tmp_path, SAYS), Decision, Option),
        {option: Spoken(option.meaning) for option in Option},
        first_place=8,
        first_unit=16,
        view_of=lambda scenario, view: view,
        who=lambda view: "Allies",
        unit_phrase=lambda unit: unit,
        orders="",
        verbs=("",),
        filled={"ships": lambda view: f"{view.ships} ships", "never": lambda view: view.nothing},
    )
    view = SimpleNamespace(seat=0, decision=Decision.AREA, fought=-1, subject=None, subject_unit=None, ships=3)
    assert words.describe_decision(None, view) == "Allies: in which area are 3 ships fought?"
    assert words.describe_action(None, view, Option.GO) == "fight 3 ships"
    assert words.describe_action(None, view, Option.STAY) == "in port"


def test_where_something_is_so_a_question_and_an_option_are_told_otherwise(tmp_path):
    besides = """
    besides.few.question = "{ships}: which is fought?"
    besides.few.options.go = "fight"
    besides.fog.question = "in which fog are they fought?"
    besides.fog.rules = ["7.3"]

    [home]"""
    matters = {"few": lambda view: view.ships < 3, "fog": lambda view: view.fog}
    file = written(tmp_path, SAYS.replace("\n[home]", besides))
    asked = asked_in(file, Decision, Option, matters=matters)[Decision.AREA]
    few, foggy, many = (SimpleNamespace(ships=n, fog=fog) for n, fog in ((2, True), (3, True), (3, False)))
    questions = [asked.question_for(view).partition(" ")[0] for view in (few, foggy, many)]
    assert questions == ["{ships}:", "in", "in"] and "fog" in asked.question_for(foggy)
    assert [asked.words_of(Option.GO, view) for view in (few, foggy)] == ["fight", "fight {ships}"]
    with pytest.raises(ValueError, match="speaks of {ships}"):
        Words((), {Decision.AREA: replace(asked, question="where?", options={})}, {})


EVENTS = """
[leaves]
words = "{0} leaves {1}."
of = ["ship", "port"]

[fires]
words = "{0} fires{rolled}: {b:a hit|a miss}."
of = ["ship"]
dice = "the fire of {0}"
reveals = true
"""


class Event(IntEnum):
    NONE = 0
    LEAVES = 1
    FIRES = 2
    ENDS = 3


def ends(scenario, row):
    return f"It ends after {row.a}."


NAMED = {"ship": Named(lambda scenario, ship: "Hood"), "port": Named(lambda scenario, port: "Rosyth")}


def test_a_file_tells_every_event_but_the_first(tmp_path):
    luck = Chance("hits", lambda shown, c: shown == 6)
    told = told_in(written(tmp_path, EVENTS), Event, NAMED, {Event.ENDS: ends}, {Event.FIRES: luck})
    assert told == {
        Event.LEAVES: Told("{0} leaves {1}.", (NAMED["ship"], NAMED["port"])),
        Event.FIRES: Told("{0} fires{rolled}: {b:a hit|a miss}.", (NAMED["ship"],), "the fire of {0}", True, luck),
        Event.ENDS: Told(ends),
    }


@pytest.mark.parametrize(
    ("wrong", "right", "says"),
    [
        ("[leaves]", "[leave]", 'words.toml leave: no such key; did you mean "leaves"?'),
        ('"port"', '"part"', 'words.toml leaves.of[2]: must be one of ship, port, is "part"; did you mean "port"?'),
        ('words = "{0} leaves {1}."\n', "", "words.toml leaves.words: is missing"),
        ("[fires]", '[ends]\nwords = "It ends."\n[fires]', "words.toml ends.words: is worked out by the game"),
    ],
)
def test_a_wrong_file_of_events_says_where(tmp_path, wrong, right, says):
    file = written(tmp_path, EVENTS.replace(wrong, right))
    with pytest.raises(ConfigError) as error:
        told_in(file, Event, NAMED, {Event.ENDS: ends})
    assert str(error.value) == says or str(error.value).startswith(f"{says} (")


TERMS = """
rules = "A ship is sunk by as many hits as she has factors."

[options]
go = ["to sea", "sail"]

[repairs]
fires = "fires are put out"
"""


def test_a_file_tells_what_things_are_called(tmp_path):
    terms = terms_in(written(tmp_path, TERMS), Option, repairs=Event)
    assert terms.options == {Option.GO: Spoken("to sea", ("sail",))}
    assert terms.called == {"repairs": {Event.FIRES: "fires are put out"}}
    assert terms.help is None and terms.rules.startswith("A ship is sunk")


def test_a_page_of_help_has_all_that_it_says(tmp_path):
    page = {name: name for name in Help._fields if name != "hints"}
    lines = [TERMS, "[help]", *(f'{name} = "{said}"' for name, said in page.items())]
    assert terms_in(written(tmp_path, "\n".join(lines)), Option, repairs=Event).help == Help(**page)
    with pytest.raises(ConfigError, match=r"words.toml help.counters: is missing"):
        terms_in(written(tmp_path, "\n".join(lines[:-1])), Option, repairs=Event)


def test_a_file_of_terms_that_names_what_there_is_not_says_where(tmp_path):
    with pytest.raises(ConfigError, match=r"words.toml repairs.*fire"):
        terms_in(written(tmp_path, TERMS.replace("fires =", "fire =")), Option, repairs=Event)


def test_a_name_with_an_article_begins_a_sentence():
    event = Teller(Side, {Side.ALLIES: Told("{0:The} meets {0}.", (begun(lambda number: f"the group {number}"),))})
    told = event.happening(None, [0, 3, 0, 0, 0])
    assert (told.words, told.subjects) == ("The group 3 meets the group 3.", ("the group 3",))


def test_a_field_by_an_enumeration_has_a_number_for_each_member():
    assert Field("points", "i1", number(0, 9), "points", by=Side).shape == (2,)
    assert Field("counters", "i1", number(0, 9), "counters", (2, 5), by=Side).shape == (2, 5)
    assert Field("kept", "i1", number(0, 9), "kept", by="place").shape == ()


def test_a_keyed_field_is_told_by_its_name():
    said = Field("turn", "i1", number(0, 9), "the turn", fresh=1, key="turn")
    assert keyed("turn", "i1", number(0, 9), "the turn", fresh=1) == said


class Camp(Table):
    near: dict[str, Sourced[int]] = {}
    holder: str | None = None
    ports: list[str] = []


def test_what_is_told_by_name_is_packed_by_name_and_what_is_lacking_as_declared():
    book = Book(
        Field("near", "i1", number(0, 9), "hexes", (2, 3), by="place", printed="camps.near", lacking=9),
        Field("holder", "i1", one_of(Side, -1), "whose", (2,), -1, printed="camps.holder", lacking=-1),
        Field("ports", "i1", subset(3, "places"), "ports", (2,), printed="camps.ports"),
        Field("score", "i1", number(0, 9), "score", by=Side, printed="war.score"),
        Field("start", "i1", index(3, "place"), "where", printed="war.start.first"),
        Field("end", "i1", index(3, "place"), "where", printed="war.start.last", lacking=2),
    )
    said = Sourced[int](value=4, provenance="E", confidence="L", source="")
    camps = [Camp(near={"b": said}, holder="axis", ports=["a", "c"]), None]
    scores: Any = table_of("Scores", allies=(int, 0), axis=(int, 0))
    war = SimpleNamespace(score=scores(axis=7), start={"first": "b"})
    record = np.zeros((), book.dtype)[()]
    pack_printed(book, record, {"camps": camps, "war": war}, {"place": {"a": 0, "b": 1, "c": 2}})
    assert record["near"].tolist() == [[9, 4, 9], [0, 0, 0]]
    assert (record["holder"].tolist(), record["ports"].tolist()) == ([1, -1], [5, 0])
    assert (record["score"].tolist(), record["start"], record["end"]) == ([0, 7], 1, 2)


def test_what_goes_from_turn_to_turn_is_packed_as_declared():
    book = Book(
        Field("income", "i1", number(0, 99), "BRPs", (2, 5), by=Side, printed="war.income", by_turn=ByTurn.HOLDS),
        Field("built", "i1", number(0, 9), "transports", (5,), printed="war.built", by_turn=ByTurn.COMES),
        Field("range", "i1", number(0, 9), "results", (5,), printed="war.range.allies", by_turn=ByTurn.SO_FAR),
        Field("lent", "i1", number(0, 9), "BRPs", (5,), printed="war.lent", by_turn=ByTurn.HOLDS),
    )
    told = dict(income={"axis": [[1, 20], [3, 30]]}, built=[[2, 4], [2, 1]], range={"allies": [2, 4]}, lent=None)
    record = np.zeros((), book.dtype)[()]
    pack_printed(book, record, {"war": SimpleNamespace(**told)}, {})
    assert record["income"].tolist() == [[0] * 5, [0, 20, 20, 30, 30]]
    assert (record["built"].tolist(), record["lent"].tolist()) == ([0, 0, 5, 0, 0], [0] * 5)
    assert record["range"].tolist() == [0, 0, 1, 1, 2]


def test_a_set_is_told_by_the_names_of_what_is_in_it():
    state = Declaration(keyed("marks", "i1", subset(3, "marks"), "marks", (2,)))
    keys, numbers = Keys(state, 2), {"mark": {"a": 0, "b": 1, "c": 2}, "unit": {"hood": 1}}
    unit: Any = table_of("Unit", keys.of_unit)
    record = np.zeros((), state.dtype)[()]
    keys.pack_units(record, {"hood": unit(marks=["c", "a"])}, numbers)
    assert record["marks"].tolist() == [0, 5] and unit().marks == []
    assert [keys.told_of_unit(record, number, numbers) for number in (0, 1)] == [{}, {"marks": ["a", "c"]}]


@pytest.mark.parametrize(("bid", "holds"), [(2, 2.0), (-1.5, -1.5)])
def test_points_in_halves_may_be_written_whole(tmp_path, bid, holds):
    file: Any = table_of("File", bid=(halves(-2, 2), 0.0))
    assert check_tables(tmp_path, {"bid": bid}, file).bid == holds


@pytest.mark.parametrize(
    ("bid", "says"),
    [(0.25, "multiple of 0.5"), (3, r"must be -2\.\.2, is 3"), (True, "valid number"), ("1", "valid number")],
)
def test_points_in_halves_are_halves(tmp_path, bid, says):
    with pytest.raises(ConfigError, match=says):
        check_tables(tmp_path, {"bid": bid}, table_of("File", bid=(halves(-2, 2), 0.0)))


@pytest.mark.parametrize("title", ["Raiders", "Raiders (position)"])
def test_a_position_is_called_so_once(title):
    scenario = Scenario("raiders", title, *[None] * 6)  # type: ignore[arg-type]
    assert scenario.title_of_position == "Raiders (position)"
