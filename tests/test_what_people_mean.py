"""Orders do what the person meant: what nobody can take back is said first, and a line stops where it is refused."""

import random

import pytest

from aw_env import admirals_war_v0, war_at_sea_v0
from aw_env.core.faces.game import Game
from aw_env.core.said.wording import UnknownWords
from aw_env.games.admirals_war.records.terms import FIRST_PLACE_ACTION, FIRST_UNIT_ACTION, Decision, Option
from aw_env.games.war_at_sea.records.terms import Decision as AtSea
from aw_env.table import ending, scoring, standing
from aw_env.table.phrases import Phrase
from aw_env.table.session import Session
from aw_env.table.table import Table
from tests.test_cli import play, run

PACIFIC = ("--scenario", "pacific", "--side", "axis")


def session_at(game: Game, decision: int, seat: int) -> Session:
    """A session of a game that has come to a question, with answers that change little."""
    while game.info()["decision"] != decision or game.seat != seat:
        quiet = game.rules.speech().understanding.quiet_choice(game.legal_actions())
        game.apply(game.legal_actions()[0] if quiet is None else quiet)
    session = Session(Table(game, {}))
    session.begin_question()
    return session


def give(session: Session, line: str) -> dict[str, list[str]]:
    phrase = session.understand(line)
    assert isinstance(phrase, Phrase)
    return session.give(phrase).able


def carry_out(session: Session) -> str:
    """Let orders answer until they are to be committed; the summary."""
    while (action := session.answer_unasked()) is not None:
        if summary := session.to_commit(action):
            return summary
        session.apply(action)
        session.begin_question()
    return ""


# --- what nobody can take back ---------------------------------------------------------------------------------------


def japan() -> Session:
    """Japan's ships are ordered on the first turn of the Pacific on which Japan may attack."""
    game = admirals_war_v0.game("pacific", seed=1)
    session = session_at(game, Decision.PATROL_ORDER, 1)
    while not _war_is_open(session.game):
        quiet = session.game.rules.speech().understanding.quiet_choice(session.game.legal_actions())
        session.game.apply(session.game.legal_actions()[0] if quiet is None else quiet)
        session = session_at(session.game, Decision.PATROL_ORDER, 1)
    return session


def _war_is_open(game: Game) -> bool:
    view, words = game.view(game.seat), game.rules.speech().words
    return any("war" in words.for_good(view, action) for action in game.legal_actions())


@pytest.mark.rule("19.41")
def test_an_order_that_is_war_says_so_in_the_choice_the_order_and_at_commit():
    session = japan()
    game = session.game
    view, words = game.view(game.seat), game.rules.speech().words
    into_war = [action for action in game.legal_actions() if words.for_good(view, action)]
    assert into_war and {words.for_good(view, action) for action in into_war} == {"Japan goes to war"}
    area = into_war[0]
    assert "Japan goes to war" in words.note(game, view, area, True)
    after = game.clone()
    after.apply(area)
    assert after.view().record["attack"] != game.view().record["attack"], "the rules agree that it is war"
    name = view.names.places[area - FIRST_PLACE_ACTION].name
    given = give(session, f"{view.asked_unit.name} to {name}")
    assert [*given] == [f"{name} (Japan goes to war)"]
    give(session, "rest stay")
    assert f"1 {name} (Japan goes to war)" in carry_out(session)


def test_a_single_answer_that_is_for_good_is_committed():
    game = admirals_war_v0.game("midway", seed=3)
    session = session_at(game, Decision.AIR_ORDER, 0)
    assert session.to_commit(session.game.legal_actions()[-1], by_hand=True).endswith("(sent at once)")
    assert session.to_commit(Option.STAY, by_hand=True) == "1 stay in port (for the whole turn)"


@pytest.mark.rule("12.11")
def test_air_units_ordered_together_are_committed_once():
    game = admirals_war_v0.game("midway", seed=3)
    session = session_at(game, Decision.AIR_UNIT, 0)
    give(session, "all to Hawaiian Islands")
    assert carry_out(session) == "2 Hawaiian Islands (sent at once)"
    session.commit()
    assert session.apply(session.answer_unasked())
    while session.game.seat != 0:
        session.game.apply(session.game.legal_actions()[0])
    session.begin_question()
    assert carry_out(session) == "", "they have been committed with the first"
    assert session.game.view().phase > game.view().phase or session.game.info()["decision"] != Decision.AIR_UNIT


def test_a_ship_that_never_appears_is_named():
    told = play("--seed", 3, lines=["all wait; commit", "rest stay", "commit", "rest stay"])
    assert "never appear (out of the game)" in told


# --- a line stops at its first refusal -------------------------------------------------------------------------------


def test_the_rest_is_not_done_after_a_refusal():
    told = play(lines=["Hornet to Home Islands; rest stay", "orders"])
    assert "Not done either: rest stay" in told
    assert "nothing has been ordered in this step yet" in told


def test_what_some_cannot_do_stops_the_line_too():
    told = play(
        "--scenario", "campaign", "--side", "british", lines=["Hood, Repulse to Truk; rest to England", "orders"]
    )
    assert "Not done either: rest to England" in told


def test_auto_at_commit_does_as_ordered_and_plays_on():
    told = play(lines=["all to Hawaiian Islands", "auto step"])
    assert "Hawaiian Islands: commit?" in told and told.count("commit?") == 1
    assert "patrol the Hawaiian Islands" in told and "which land-based air unit" in told


def test_orders_lists_the_whole_step_before_it_is_committed():
    told = play(lines=["all carriers to Marshalls; rest stay", "orders"])
    assert "commit> orders Pennsylvania, Tennessee and Maryland: wait, and appear as a raider" in told
    assert "Enterprise, Yorktown and Hornet: Marshalls" in told


# --- some of a sort --------------------------------------------------------------------------------------------------


@pytest.mark.rule("6.2")
def test_so_many_are_those_that_can_go_and_the_surest_first():
    game = war_at_sea_v0.game(seed=5)
    session = session_at(game, AtSea.ORDER, 0)
    for area in game.view(0).areas:
        try:
            able = give(copy_of(session), f"all to {area.name}")
        except UnknownWords:
            continue
        can = {name for names in able.values() for name in names}
        if 1 < len(can):
            chosen = [name for names in give(copy_of(session), f"2 ships to {area.name}").values() for name in names]
            assert len(chosen) == 2 and set(chosen) <= can


def copy_of(session: Session) -> Session:
    copy = Session(Table(session.game.clone(), {}))
    copy.begin_question()
    return copy


@pytest.mark.rule("6.12")
def test_ships_that_pass_their_speed_roll_are_taken_before_those_that_may_fail():
    game = admirals_war_v0.game("campaign", seed=2)
    session = session_at(game, Decision.PATROL_ORDER, 0)
    able = give(copy_of(session), "all battleships in England to Air Gap")
    speeds = {unit.name: unit.speed for unit in game.view(0).units}
    can = [name for names in able.values() for name in names]
    two = [name for names in give(session, "2 battleships in England to Air Gap").values() for name in names]
    assert len(two) == 2 and sorted(speeds[name] for name in two) == sorted(speeds[name] for name in can)[-2:]


@pytest.mark.parametrize(("line", "meant"), [("bord", "board"), ("flets german", "fleets"), ("Hnt", "hint")])
def test_a_misspelt_command_is_suggested(line: str, meant: str):
    assert f"did you mean {meant}?" in play(lines=[line])


@pytest.mark.parametrize("line", ["all crusers to Marshalls", "2 crusers to Marshalls", "crusers to Marshalls"])
def test_a_misspelt_sort_is_suggested(line: str):
    session = session_at(admirals_war_v0.game("midway", seed=3), Decision.PATROL_ORDER, 0)
    with pytest.raises(UnknownWords, match="did you mean cruisers?"):
        session.understand(line)


# --- many at once ----------------------------------------------------------------------------------------------------


def test_an_order_to_many_says_whose_order_it_takes_the_place_of():
    session = session_at(admirals_war_v0.game("midway", seed=3), Decision.PATROL_ORDER, 0)
    give(session, "Hornet to Marshalls")
    phrase = session.understand("all carriers to Hawaiian Islands")
    assert isinstance(phrase, Phrase)
    given = session.give(phrase)
    assert given.instead == {"Marshalls": ["Hornet"]}
    alone = session.understand("Hornet to Marshalls")
    assert isinstance(alone, Phrase)
    assert session.give(alone).instead == {}, "who names one ship knows what he changes"


def test_which_port_is_asked_once_for_all_that_lie_together():
    session = session_at(war_at_sea_v0.game(seed=1), AtSea.SET_UP, 0)
    with pytest.raises(UnknownWords, match="no others"):
        session.the_same()
    session.remember()
    session.apply(session.game.action_named("England"))
    session.begin_question()
    same = session.the_same()
    assert (len(same.units), same.words) == (26, "England")
    assert len(session.give(same).able["England"]) == 26
    assert carry_out(session) == "27 England"


def test_the_same_is_for_those_of_the_same_place():
    session = session_at(admirals_war_v0.game("midway", seed=3), Decision.PATROL_ORDER, 0)
    while session.game.view(0).asked_unit.name != "Yorktown":
        session.apply(session.game.rules.speech().understanding.quiet_choice(session.game.legal_actions()))
        session.begin_question()
    give(session, "Hornet to Marshalls")
    session.apply(session.game.action_named("Hawaiian Islands"))
    session.begin_question()
    names = {unit.name for unit in session.the_same().units}
    assert "New Orleans" in names and not {"Hornet", "Yorktown", "Pennsylvania"} & names


def test_the_first_turn_of_war_at_sea_takes_fifteen_lines():
    orders = ["England", "same", "commit", "6 ships to North Sea", "4 ships to North Atlantic"]
    orders += ["Ark Royal to South Atlantic", "rest stay", "commit", "Italy", "always fire", "1", "1", "1", "same"]
    said = run(
        "play", "--game", "war_at_sea", "--scenario", "war_at_sea", "--seed", 1, lines=[*orders, "commit"]
    ).output
    assert "Turn 2." in said and len(orders) < 25


def test_once_all_have_an_order_those_of_a_sort_are_ordered_anew():
    lines = ["stay", "stay", "stay", "rest stay", "all cruisers to Hawaiian Islands", "all carriers to Marshalls"]
    said = run("play", "--scenario", "midway", "--seed", 7, lines=[*lines, "quit"]).output
    assert "3 stay in port, 9 Hawaiian Islands: commit?" in said
    assert "3 Marshalls, 9 Hawaiian Islands: commit?" in said


# --- standing orders -------------------------------------------------------------------------------------------------


def test_always_fire_ends_always_hold_fire():
    game = admirals_war_v0.game("engagement", seed=3)
    while game.info()["decision"] != Decision.AIR_TARGET:
        game.apply(game.legal_actions()[0] if not game.info()["decision"] == Decision.ACTION_TYPE else Option.AIR)
    session = Session(Table(game, {}))
    session.begin_question()
    assert session.add_standing(standing.understood(game, "hold fire")) == []
    assert session.answer_unasked() == Option.HOLD and session.standing_order_to_tell() == "", "it has just been given"
    ended = session.add_standing(standing.understood(game, "fire"))
    assert [order.words for order in ended] == ["hold fire"]
    assert session.answer_unasked() is None


@pytest.mark.parametrize("words", ["air", "air action", "surface action"])
def test_a_choice_that_begins_like_a_sort_of_unit_is_a_standing_order(words: str):
    game = admirals_war_v0.game("engagement", seed=3)
    while game.info()["decision"] != Decision.ACTION_TYPE:
        game.apply(game.legal_actions()[0])
    order = standing.understood(game, words)
    assert not order.sorts and order.answer(game) == game.action_named(words)


def test_a_standing_order_that_answers_is_told_once_a_step():
    game = admirals_war_v0.game("engagement", seed=3)
    given = standing.understood(game, "air")
    session = Session(Table(game, {}))
    session.standing = (given,)
    assert session.answer_unasked() == Option.AIR
    assert [session.standing_order_to_tell() for _ in range(2)] == ["air", ""]
    session.standing = ()
    assert session.answer_unasked() is None and session.standing_order_to_tell() == ""


# --- what is scored --------------------------------------------------------------------------------------------------


def at_the_end(game: Game, seed: int) -> Game:
    chooser = random.Random(seed)
    while not game.ended:
        game.apply(chooser.choice(game.legal_actions()))
    return game


@pytest.mark.rule("2.8")
@pytest.mark.parametrize("seed", range(4))
def test_the_points_of_the_last_turn_are_those_that_the_track_has_moved_by(seed: int):
    game = at_the_end(admirals_war_v0.game("midway", seed=seed), seed)
    gains = game.rules.speech().gains(game.view())
    lead = sum(gain.points if gain.side == "allies" else -gain.points for gain in gains)
    assert lead == game.view().victory_points[1]


def test_points_are_told_by_name():
    game = admirals_war_v0.game("midway", seed=3)
    gains = scoring.gains_now(game, game.view(0))
    told = scoring.now_in_words(game, gains)
    assert any("Midway 2" in line for line in told) and any("Attu/Kiska 1" in line for line in told)
    assert scoring.in_short(game, gains).startswith("Pacific ")
    over = at_the_end(game, 1)
    none = scoring.gains_now(over, over.view())
    assert scoring.now_in_words(over, none) == [] and scoring.in_short(over, none) == ""
    assert any("Midway" in names for names in scoring.of_sides(over))


def test_the_score_says_what_the_turn_would_bring():
    told = play(lines=["score"])
    assert "If the turn ended now: Pacific, " in told


def test_who_never_came_is_not_lost():
    told = play(lines=["Pennsylvania, Tennessee, Maryland wait; rest stay; commit", "rest stay", "commit", "rest stay"])
    assert "The game is over" in told or "lost" not in told
    if "The game is over" in told:
        lost = told.split(" lost ")[-1]
        assert not any(name in lost for name in ("Pennsylvania", "Tennessee", "Maryland"))


def test_the_winner_is_named_once():
    game = at_the_end(admirals_war_v0.game("midway", seed=1), 1)
    words = ending.in_words(game)
    assert words.count("wins") + words.count("win,") + words.count("draw") == 1, words


def test_a_misread_answer_to_leaving_is_asked_again():
    told = play(lines=["quit", "perhaps", "no", "choices", "quit", "yes"])
    assert told.count("Leave the table?") == 3 and "allies> choices" in told


# --- what another game would say -----------------------------------------------------------------------------------


@pytest.mark.parametrize("verb", ["attack", "fire at", "shoots at", "strike"])
def test_a_target_is_named_with_the_verb_of_any_game(verb):
    game, chooser = admirals_war_v0.game("campaign", seed=1), random.Random(1)
    while game.info()["decision"] != Decision.SURFACE_TARGET:
        game.apply(chooser.choice(game.legal_actions()))
    session = Session(Table(game, {}))
    session.begin_question()
    unit = session.game.view().subject_unit.name
    target = session.game.view().units_by_number[session.game.legal_actions()[0] - FIRST_UNIT_ACTION]
    assert give(session, f"{unit} {verb} {target.name}") == {f"attack {target.name}": [unit]}


def test_an_order_that_is_no_choice_says_where_the_units_can_go():
    session = session_at(admirals_war_v0.game("campaign", seed=1), Decision.ARRIVAL, 0)
    phrase = session.understand("Dunkerque, Strasbourg to Gibraltar")
    [(why, units)] = session.give(phrase).unable.items()
    assert why.endswith(" Possible: Brest, Toulon, Saigon, Diego Suarez, Nouméa.") and units == [
        "Dunkerque",
        "Strasbourg",
    ]
