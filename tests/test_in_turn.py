"""Several answers in one line, where a step asks one choice after another: "strike Zara, Pola"."""

import random

import pytest

from aw_env import admirals_war_v0, naval_miniatures_v0, war_at_sea_v0, world_at_war_v0
from aw_env.core.faces.game import Game
from aw_env.core.said.wording import UnknownWords, parted_names
from aw_env.table import odds
from aw_env.table.in_turn import InTurn
from aw_env.table.phrases import Phrase
from aw_env.table.session import Session
from aw_env.table.table import Table
from tests.test_cli import play
from tests.test_web import PEOPLE, Page, begun, client, games  # noqa: F401  (fixtures)

MOST = 3000
"""Decisions in which a question must have come."""


def session_at(game: Game, decision: str, seed: int, units: int = 2, again: bool = True) -> Session:
    """A session of a game played at random to a question of a kind with so many units or places to choose.  again:
    after which the same is asked again."""
    chooser, first = random.Random(seed), game.rules.speech().words.first_place
    for _ in range(MOST):
        named = [action for action in game.legal_actions() if action >= first]
        is_it = game.info_in_words()["decision"] == decision and len(named) >= units
        if is_it and (not again or is_asked_again(game, named[0])):
            session = Session(Table(game, {}))
            session.begin_question()
            return session
        game.apply(chooser.choice(game.legal_actions()))
        assert not game.ended, f"no {decision} in this game"
    raise AssertionError(f"no {decision} in {MOST} decisions")


def is_asked_again(game: Game, action: int) -> bool:
    after = game.clone()
    after.apply(action)
    return not after.ended and kind_of(after) == kind_of(game) and len(after.legal_actions()) > 1


def kind_of(game: Game) -> tuple[int, int]:
    return game.seat, game.info()["decision"]


def names_of_choices(session: Session) -> list[str]:
    """The units or places that may be chosen, by name, each once."""
    view, known = session.game.view(session.game.seat), session.game.rules.speech().understanding
    chosen = [action for action in session.game.legal_actions() if action >= known.words.first_place]
    names = [known.name_of(view, action) for action in chosen]
    return [name for name in names if names.count(name) == 1]


def typed(session: Session, line: str) -> tuple[list[int], list[str]]:
    """What a line of answers does: the actions that are taken, and what is said."""
    meant = session.understand(line)
    assert isinstance(meant, InTurn), line
    session.answer_in_turn(meant)
    begun, told = len(session.game.history), []
    try:
        while not session.game.ended and (action := session.answer_unasked()) is not None:
            session.apply(action)
            told.append(session.told_in_turn())
    except UnknownWords as error:
        told.append(str(error))
    return session.game.history[begun:], [words for words in told if words]


# --- in every game ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "scenario", "decision", "verb", "between"),
    [
        (war_at_sea_v0, "war_at_sea", "air_target", "strike ", ", "),
        (war_at_sea_v0, "war_at_sea", "surface_target", "fire at ", " and "),
        (admirals_war_v0, "campaign", "air_target", "attack ", " and "),
        (admirals_war_v0, "midway", "patrol_order", "", ", "),
        (naval_miniatures_v0, "standard", "draft", "buy ", ", "),
        (naval_miniatures_v0, "denmark_strait", "deploy_ship", "", " and "),
        (world_at_war_v0, "raiders", "raid", "", ", "),
        (world_at_war_v0, "raiders", "intercept", "send ", " and "),
        (world_at_war_v0, "night_express", "patrol", "", ", "),
    ],
)
def test_two_answers_are_given_in_the_order_in_which_they_are_named(game, scenario, decision, verb, between):
    """The first is the answer to the question, the second to the next of the kind."""
    session = session_at(game.game(scenario, seed=1), decision, seed=1)
    first, second = pairs_of(session)[0]
    here = session.game.clone()
    answers, told = typed(session, f"{verb}{first}{between}{second}")
    here.apply(here.action_named(first))
    assert answers == [session.game.history[-2], here.action_named(second)]
    (words,) = told
    assert words.startswith("Answered: ") and "Not done" not in words
    assert words.index(first) < words.rindex(second)


def pairs_of(session: Session) -> list[tuple[str, str]]:
    """Names that can be given one after another."""
    names, pairs = names_of_choices(session), []
    for first in names:
        after = session.game.clone()
        after.apply(after.action_named(first))
        if after.ended or kind_of(after) != kind_of(session.game):
            continue
        pairs += [(first, name) for name in names_of_choices(Session(Table(after, {}))) if name != first]
    return pairs


# --- where it stops --------------------------------------------------------------------------------------------------


def strikes() -> Session:
    return session_at(war_at_sea_v0.game(seed=1), "air_target", seed=1, units=3)


def test_what_cannot_be_done_stops_the_line_and_says_what_has_been_done_and_what_has_not():
    """No ship is struck twice in a turn (10.2)."""
    session = strikes()
    one, other, *_ = names_of_choices(session)
    answers, (told,) = typed(session, f"strike {one}, {one}, {other}")
    assert len(answers) == 1
    assert told.startswith(f"Answered: strike {one}. Not done: {one} is not a choice now")
    assert told.endswith(f"Not done either: {other}.")
    assert session.answer_unasked() is None, "a person is asked again"


def test_the_line_ends_where_something_else_is_asked():
    session = strikes()
    one, other, *_ = names_of_choices(session)
    answers, (told,) = typed(session, f"strike {one}, no more strikes, strike {other}")
    assert len(answers) == 2 and "Not done, for " in told and told.endswith(f": strike {other}.")


def test_a_line_whose_first_answer_is_none_does_nothing_and_says_why():
    session = strikes()
    one, *_ = names_of_choices(session)
    with pytest.raises(UnknownWords, match='^"strike Zarra" is not a choice now'):
        session.understand(f"strike Zarra, {one}")
    assert session.answer_unasked() is None


def test_numbers_are_those_of_the_list_on_the_screen():
    """The second choice of the list is meant, though it is the first when it is answered."""
    session = strikes()
    (_, first), (_, second), *_ = listed = session.game.actions()[1:]
    numbers = [session.game.actions().index(one) + 1 for one in listed[:2]]
    answers, _ = typed(session, f"{numbers[0]}, {numbers[1]}")
    assert answers == [action for action, _ in listed[:2]], (first, second)


def test_a_number_is_refused_where_it_may_mean_something_else_for_the_next_unit():
    session = session_at(admirals_war_v0.game("midway", seed=1), "patrol_order", seed=1)
    with pytest.raises(UnknownWords):
        session.understand("1, 2")


def test_the_line_is_taken_back_at_once_while_no_die_has_been_rolled():
    session = session_at(world_at_war_v0.game("raiders", seed=1), "raid", seed=1)
    before = session.game.save()
    (first, second), *_ = pairs_of(session)
    answers, _ = typed(session, f"{first}, {second}")
    assert len(answers) == 2
    session.undo()
    assert session.game.save() == before and session.answer_unasked() is None


def test_lists_of_units_in_orders_stay_orders():
    session = session_at(admirals_war_v0.game("midway", seed=1), "patrol_order", seed=1)
    view = session.game.view(session.game.seat)
    asked = view.subject_unit.name
    other = next(unit.name for unit in view.units if unit.side == session.game.seat and unit.name != asked)
    assert isinstance(session.understand(f"{asked}, {other} stay"), Phrase)
    with pytest.raises(UnknownWords, match="say what they shall do"):
        session.understand(f"{asked}, {other}")


def test_who_is_called_up_is_asked_for_where_to_before_the_next():
    session = session_at(naval_miniatures_v0.game("denmark_strait", seed=1), "move_who", seed=1, again=False)
    one, other, *_ = names_of_choices(session)
    with pytest.raises(UnknownWords):
        session.understand(f"{one}, {other}")


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("strike Zara, Pola", ["strike Zara", "Pola"]),
        ("Zara (4-6-5), Pola (1, damaged) and Fiume", ["Zara (4-6-5)", "Pola (1, damaged)", "Fiume"]),
        ("Zara, and Pola & Fiume", ["Zara", "Pola", "Fiume"]),
        ("Brest and Lorient, Brest", ["Brest and Lorient", "Brest"]),
        ("to Brest and Lorient and Kiel", ["to Brest and Lorient", "Kiel"]),
        ("Anderson and Sandpiper", ["Anderson", "Sandpiper"]),
        ("Zara", ["Zara"]),
        ("Zara, ", ["Zara"]),
    ],
)
def test_a_line_is_parted_between_names_and_not_within_them(line: str, names: list[str]):
    assert parted_names(line, {"brest and lorient", "to brest and lorient"}) == names


# --- several that are described --------------------------------------------------------------------------------------


def patrol_of_the_axis() -> Session:
    """Which ships patrol, of eight that may: two fast battleships, three others, a cruiser and two rows of
    destroyers."""
    return session_at(world_at_war_v0.game("mediterranean", seed=5), "patrol_with", seed=5, units=8)


def described(line: str) -> str:
    """What is said of a line at the question which ships patrol."""
    _, (told,) = typed(patrol_of_the_axis(), line)
    return told


def test_all_of_a_sort_are_chosen_one_after_another():
    names = names_of_choices(patrol_of_the_axis())
    destroyers = ", ".join(f"send {name}" for name in names if "destroyers" in name)
    for line in ("destroyers", "send all destroyers", "2 DD"):
        assert described(line) == f"Answered: {destroyers}."
    assert described("all Italian destroyers in Taranto") == "Answered: send Taranto destroyers."


def test_so_many_of_a_sort_are_the_first_that_are_listed():
    battleships = [name for name in names_of_choices(patrol_of_the_axis()) if name in BATTLESHIPS]
    told = ", ".join(f"send {name}" for name in battleships[:2])
    assert described("2 battleships") == f"Answered: {told}."
    assert described("send 2 battleships and Taranto destroyers") == f"Answered: {told}, send Taranto destroyers."
    with pytest.raises(UnknownWords, match="only 5 battleships are left"):
        patrol_of_the_axis().understand("6 battleships")


BATTLESHIPS = ("Littorio", "Vittorio Veneto", "Conte di Cavour", "Giulio Cesare", "Caio Duilio")


def test_ships_without_names_are_chosen_together_though_only_the_next_of_them_is_offered():
    cruisers = [f"send Italian cruiser {number}" for number in range(1, 8)]
    assert described("all cruisers") == f"Answered: {', '.join(cruisers)}."
    assert described("3 CA") == f"Answered: {', '.join(cruisers[:3])}."
    for left_out in (1, 2, 7):
        told = described(f"all cruisers except Italian cruiser {left_out}")
        assert told == f"Answered: {', '.join(cruisers[:6])}.", "it makes no difference which is left out"
    with pytest.raises(UnknownWords, match="only 7 cruisers are left"):
        patrol_of_the_axis().understand("9 cruisers")


def test_of_all_those_are_left_out_that_are_excepted():
    told = described("all battleships except Littorio and Conte di Cavour")
    assert told == "Answered: send Vittorio Veneto, send Giulio Cesare, send Caio Duilio."
    with pytest.raises(UnknownWords, match="Warspite is not a choice now"):
        patrol_of_the_axis().understand("all except Littorio, Warspite")


def test_all_are_chosen_as_long_as_they_can_be_and_it_is_said_who_cannot():
    """Up to twenty-five factors patrol together (21.4184A)."""
    session = patrol_of_the_axis()
    _, (told,) = typed(session, "all")
    assert told.startswith("Answered: send Littorio, send ") and told.count("Left out: send ") == 1


def test_all_are_those_of_the_group_that_is_asked_about():
    """At most three ships are a group of raiders (21.532E)."""
    session = session_at(world_at_war_v0.game("raiders", seed=4), "raid", seed=4, units=5)
    names = names_of_choices(session)
    _, (told,) = typed(session, "all")
    first, after = told.split(" Left out: ")
    assert first.count(",") == 2 and first.startswith(f"Answered: {names[0]}, ")
    assert session.game.info_in_words()["decision"] == "raid"
    assert set(after.rstrip(".").split(", ")) == set(names_of_choices(session)) | {"Lutzow"}


def test_what_describes_several_is_taken_back_at_once():
    session = patrol_of_the_axis()
    typed(session, "2 battleships and all DD")
    session.undo()
    assert len(names_of_choices(session)) == 8


def test_all_places_are_chosen_but_those_that_are_excepted():
    session = session_at(world_at_war_v0.game("night_express", seed=1), "decline", seed=1, units=3)
    first, *others = names_of_choices(session)
    answers, (told,) = typed(session, f"leave all except {first}")
    assert len(answers) == len(others) and first not in told


def test_where_only_one_is_chosen_it_must_be_named():
    session = session_at(war_at_sea_v0.game(seed=1), "surface_target", seed=1, units=3, again=False)
    with pytest.raises(UnknownWords):
        session.understand("all cruisers")
    session = session_at(world_at_war_v0.game("mediterranean", seed=1), "patrol", seed=1, units=3, again=False)
    with pytest.raises(UnknownWords, match='only one can be chosen here: name it, in place of "all"'):
        session.understand("all")


def test_a_number_before_a_name_is_still_that_of_the_list():
    session = patrol_of_the_axis()
    numbered = [f"{number} {text}" for number, (_, text) in enumerate(session.game.actions(), 1)][-2:]
    assert len(typed(session, ", ".join(numbered))[0]) == 2


def test_a_secret_line_of_all_tells_only_that_something_is_left():
    session = patrol_of_the_axis()
    line = session.understand("all")
    session.answer_in_turn(line, hidden=True)
    while (action := session.answer_unasked()) is not None:
        session.apply(action)
    assert session.told_in_turn() == "Not all of the line has been done."


# --- what if ---------------------------------------------------------------------------------------------------------


def test_what_may_come_of_answers_one_after_another():
    session = strikes()
    one, other, *_ = names_of_choices(session)
    before = session.game.save()
    both, officer = odds.of_line(session, f"if strike {one}, {other}", 0.0).lines
    assert both.words == f"strike {one}, strike {other}" and officer.words == odds.AS_THE_OFFICER
    assert session.game.save() == before and session.answer_unasked() is None, "nothing is ordered"
    compared = odds.of_line(session, f"strike {one}, {other}", 0.0).lines
    assert [line.words for line in compared] == [f"strike {one}", f"strike {other}"], "odds compare them"


def test_what_may_come_of_all_of_a_sort():
    session = patrol_of_the_axis()
    both, _ = odds.of_line(session, "if send all destroyers", 0.0).lines
    assert both.words.count("destroyers") == 2


def test_what_if_refuses_what_is_no_choice():
    session = strikes()
    one, *_ = names_of_choices(session)
    with pytest.raises(UnknownWords, match="Zarra"):
        odds.of_line(session, f"if strike {one}, Zarra", 0.0)


def test_every_trial_of_what_if_gives_both_answers(monkeypatch):
    session = strikes()
    one, other, *_ = names_of_choices(session)
    meant = [session.game.action_named(name) for name in (one, other)]
    apply, pairs = Game.apply, []

    def noted(game: Game, action: int) -> None:
        apply(game, action)
        pairs.append(game.history[-2:])

    monkeypatch.setattr(Game, "apply", noted)
    odds.of_line(session, f"if strike {one}, {other}", 0.0)
    assert pairs.count(meant) >= odds.FEWEST


# --- at the tables ---------------------------------------------------------------------------------------------------


def test_the_terminal_says_what_it_did():
    told = play("--side", "allies", lines=["Hawaiian, wait and Gulf of Alaska", "orders"])
    assert "Answered: Hawaiian Islands, wait, and appear as a raider, Gulf of Alaska." in told
    assert "Pennsylvania: Hawaiian Islands Tennessee: wait" in told


def test_the_terminal_stops_at_a_refusal():
    told = play("--side", "allies", lines=["Hawaiian, Home Islands, Marshalls"])
    assert "Answered: Hawaiian Islands. Not done: Home Islands is not a choice now" in told
    assert "Not done either: Marshalls." in told


def test_a_secret_line_is_not_told_to_others_at_the_keyboard():
    told = play(
        "--game", "world_at_war", "--scenario", "raiders", "--two-players", "--seed", 1,
        lines=["auto"] * 4 + ["Lutzow, Scheer", "undo", "Lutzow, Nobody"],
    )  # fmt: skip
    assert told.count("(2 ships so far") == 1, "the first line was understood"
    assert told.count("Not all of the line has been done.") == 1
    assert "Answered" not in told and "Nobody" not in told and "Not done" not in told


def test_the_page_says_what_it_did(client):  # noqa: F811
    game, tokens = begun(client, PEOPLE)
    with Page(client, game, tokens["allies"]) as allies, Page(client, game, tokens["axis"]) as axis:
        asked = allies if allies.question else axis
        one, other = (choice["words"] for choice in asked.question["choices"][2:4])
        reply = asked.say("say", words=f"{one}, {other}")
        assert f"Answered: {one}, {other}." in reply["said"]
