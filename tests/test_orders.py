"""Words that people type: choices as they are printed, orders, what is suggested when they are none."""

import random

import pytest

from aw_env import admirals_war_v0
from aw_env.core.faces.game import Game
from aw_env.core.players import load
from aw_env.core.said.understanding import as_listed
from aw_env.core.said.wording import UnknownWords
from aw_env.games.admirals_war.records.terms import FIRST_PLACE_ACTION, Decision, Option
from aw_env.table import orders, standing
from aw_env.table.phrases import Phrase
from aw_env.table.session import Session
from aw_env.table.table import Table

A_TENTH = 0.1
"""Decisions that a whole session is asked about, which looks ahead for each and takes its time."""
TABLES = [("midway", 2), ("engagement", 2), ("campaign", 2), ("campaign", 4), ("atlantic", 2), ("pacific", 4)]
"""Scenarios, and for how many players."""


def check_every_choice_as_printed(game: Game) -> None:
    """Each choice of the decision, typed as it is listed, is understood as itself."""
    listed = game.actions()
    for number, (action, words) in enumerate(listed, 1):
        for line in (words, f"{number} {words}", f"  {number}  {words} (speed roll passes)"):
            assert as_listed(listed, line) == action, f"{game.describe()} {line}"


def check_a_session_understands(game: Game, chooser: random.Random) -> None:
    """One of the choices, typed as it is listed, is no order and no command but itself."""
    listed, session = game.actions(), Session(Table(game, {}))
    number = chooser.randrange(len(listed))
    action, words = listed[number]
    session.begin_question()
    for line in (words, f"{number + 1} {words}", str(number + 1)):
        assert session.understand(line) == action, f"{game.describe()} {line}"


def play_and_check(scenario: str, players: int, opponent: str, seed: int, most: int) -> None:
    """Check every decision of a game up to the first so many."""
    game, chooser = admirals_war_v0.game(scenario, players, seed=seed), random.Random(seed)
    player = load(opponent)
    player.begin(1, seed)
    while not game.ended and game.decisions < most:
        check_every_choice_as_printed(game)
        if chooser.random() < A_TENTH:
            check_a_session_understands(game, chooser)
        seen = {"observation": game.observe(game.seat), "action_mask": game.action_mask}
        game.apply(int(player.act(game.view(game.seat), seen, game.info())))


@pytest.mark.parametrize(("scenario", "players"), TABLES)
def test_every_choice_is_understood_as_it_is_printed(scenario: str, players: int):
    play_and_check(scenario, players, "random", seed=1, most=1500)


@pytest.mark.slow
@pytest.mark.parametrize("opponent", ["scripted", "random"])
@pytest.mark.parametrize(("scenario", "players"), TABLES)
def test_every_choice_of_whole_games_is_understood_as_it_is_printed(scenario, players, opponent):
    """Of many: `python -m tests.long_checks printed campaign 10`."""
    play_and_check(scenario, players, opponent, seed=0, most=10**6)


# --- orders ----------------------------------------------------------------------------------------------


@pytest.fixture
def fleet() -> Session:
    """The Allies at Midway, whose ships are about to be ordered."""
    game = admirals_war_v0.game("midway", seed=3)
    while game.seat != 0:
        game.apply(game.legal_actions()[0])
    session = Session(Table(game, {}))
    session.begin_question()
    return session


def ordered(session: Session, line: str) -> dict[str, list[str]]:
    """Who is to do what by an order."""
    phrase = session.understand(line)
    assert isinstance(phrase, Phrase), line
    given = session.give(phrase)
    assert not given.unable, given.unable
    return given.able


@pytest.mark.parametrize(
    ("line", "units", "words"),
    [
        ("Enterprise, Yorktown turn raider", ["Enterprise", "Yorktown"], "turn raider"),
        ("send the Hornet to the Marshalls", ["Hornet"], "Marshalls"),
        ("horn to marsh", ["Hornet"], "Marshalls"),
        ("all carriers except Hornet to Marshalls", ["Enterprise", "Yorktown"], "Marshalls"),
        ("2 carriers and 1 cruiser to Marshalls", ["Enterprise", "Yorktown", "New Orleans"], "Marshalls"),
        ("2 CA in Pearl to Hawaiian Islands", ["New Orleans", "Minneapolis"], "Hawaiian Islands"),
        ("all carriers except Hornet, Astoria to Marshalls", ["Enterprise", "Yorktown", "Astoria"], "Marshalls"),
        ("Enterprise and 2 carriers to Marshalls", ["Enterprise", "Yorktown", "Hornet"], "Marshalls"),
        ("Orleans, Lake City to Marshalls", ["New Orleans", "Salt Lake City"], "Marshalls"),
        ("all carriers wait", ["Enterprise", "Yorktown", "Hornet"], "stay in port"),
    ],
)
def test_an_order_names_units_and_what_they_do(fleet: Session, line: str, units: list[str], words: str):
    assert {name: sorted(names) for name, names in ordered(fleet, line).items()} == {words: sorted(units)}


def test_the_rest_stay_whatever_staying_is_called(fleet: Session):
    ordered(fleet, "all carriers to Marshalls")
    able = ordered(fleet, "rest stay")
    assert set(able) == {"wait, and appear as a raider", "stay in port"}
    assert "Hornet" not in [name for names in able.values() for name in names]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("Enterprize to Marshalls", 'no unit is called "Enterprize"; did you mean Enterprise?'),
        ("3 crusers to Marshalls", "did you mean cruisers"),
        ("2 cruisers in Perl Harbr to Marshalls", "did you mean Pearl Harbor"),
        ("hawaian isles", "did you mean Hawaiian Islands"),
        ("Hood to Marshalls", 'no unit is called "Hood"'),
        ("Akagi to Marshalls", "Akagi is not among those still to be asked"),
        ("Home Islands", "it may appear only where the scenario allows"),
        ("Coral Sea", "Coral Sea is not in this game"),
        ("-1", "there is no choice -1"),
        ("2 Hawaiian Islands", "that is 3"),
        ("99 cruisers to Marshalls", "only 9 cruisers are left"),
        ("Enterprise, Yorktown", "say what they shall do"),
        ("9" * 5000, "is not a choice now"),  # Python reads no number of more than 4,300 digits
        ("9" * 5000 + " Hawaiian Islands", "that is 3"),
        ("9" * 5000 + " cruisers to Marshalls", 'no unit is called "999'),
        ("² cruisers to Marshalls", 'no unit is called "² cruisers"'),  # a digit, and no number
    ],
)
def test_words_that_are_no_order_say_why_and_suggest(fleet: Session, line: str, says: str):
    with pytest.raises(UnknownWords) as error:
        fleet.understand(line)
    assert says in str(error.value)


def test_a_destination_that_cannot_be_is_said_for_each(fleet: Session):
    phrase = fleet.understand("all carriers to Home Islands")
    given = fleet.give(phrase)
    assert not given.able
    assert [names for names in given.unable.values()] == [["Enterprise", "Yorktown", "Hornet"]]
    assert "3 areas from Pearl Harbor, and at most 2 may be entered" in next(iter(given.unable))


def test_looking_ahead_tells_nothing_of_the_dice(fleet: Session):
    """What is said of orders depends on nothing that the dice have yet to decide."""
    told = set()
    for seed in range(5):
        game = fleet.game.clone(reseed=seed)
        session = Session(Table(game, {}))
        session.begin_question()
        able = ordered(session, "all carriers to Marshalls")
        told.add((str(able), str([unit.name for unit in orders.units_ahead(game, session.orders)])))
    assert len(told) == 1


# --- committing and taking back ----------------------------------------------------------------------------


def carry_out(session: Session) -> str:
    """Let orders answer until they are to be committed; returns the summary."""
    while (action := session.answer_unasked()) is not None:
        summary = session.to_commit(action)
        if summary:
            return summary
        session.apply(action)
        session.begin_question()
    return ""


def test_a_step_ordered_in_groups_is_committed_and_can_be_changed(fleet: Session):
    ordered(fleet, "all carriers to Marshalls")
    ordered(fleet, "rest stay")
    assert carry_out(fleet) == "3 wait, and appear as a raider, 3 Marshalls, 9 stay in port"
    ordered(fleet, "Hornet to Hawaiian Islands")
    assert carry_out(fleet) == "3 wait, and appear as a raider, 2 Marshalls, 1 Hawaiian Islands, 9 stay in port"
    fleet.undo()
    assert carry_out(fleet) == "3 wait, and appear as a raider, 3 Marshalls, 9 stay in port"


def test_orders_that_wait_are_committed_also_where_each_is_for_one_unit(fleet: Session):
    for unit in orders.units_ahead(fleet.game, fleet.orders):
        ordered(fleet, f"{unit.name} stay")
    assert carry_out(fleet) == "3 wait, and appear as a raider, 12 stay in port"


def test_a_sort_in_the_plural_stands_for_all_of_it(fleet: Session):
    carriers = [unit for unit in orders.units_ahead(fleet.game, fleet.orders) if unit.label.type == "CV"]
    ordered(fleet, "carriers except Hornet to Marshalls")
    ordered(fleet, "rest stay")
    assert len(carriers) > 1 and f"{len(carriers) - 1} Marshalls" in carry_out(fleet)


def test_what_is_committed_cannot_be_taken_back_once_another_acts(fleet: Session):
    ordered(fleet, "all cruisers to Marshalls")
    ordered(fleet, "rest stay")
    assert carry_out(fleet)
    assert fleet.apply(fleet.answer_unasked())
    with pytest.raises(UnknownWords, match="nothing to take back"):
        fleet.undo()


def test_answers_given_one_by_one_are_not_committed(fleet: Session):
    while fleet.game.seat == 0 and fleet.game.view().decision == Decision.PATROL_ORDER:
        action = fleet.game.legal_actions()[0]
        assert fleet.to_commit(action) == ""
        fleet.apply(action)
        fleet.begin_question()


def test_the_same_is_offered_only_while_another_may_still_do_it():
    """Once as many aim at a ship as may, the others attack those that are left (§7.32)."""
    session = Session(Table(admirals_war_v0.game("engagement", seed=7), {}))
    offered = []
    for _ in range(6):
        session.begin_question()
        asked, first = session.game.view().decision, int(session.game.legal_actions()[0])
        session.apply(int(Option.SURFACE) if asked == Decision.ACTION_TYPE else first)
        meant = orders.the_same(session.game, session.orders, orders.units_ahead(session.game, session.orders))
        offered.append((meant is not None, first in session.game.legal_actions()))
    assert session.game.view().decision == Decision.SURFACE_TARGET
    assert offered[-1] == (False, False)


# --- standing orders ----------------------------------------------------------------------------------------


def battle() -> Game:
    """Random fleets meet, and a side chooses its action."""
    game = admirals_war_v0.game("engagement", seed=3)
    assert game.view().decision == Decision.ACTION_TYPE
    return game


def test_a_standing_order_answers_wherever_it_is_legal():
    session = Session(Table(battle(), {}))
    assert session.answer_unasked() is None
    session.standing = standing.with_order(session.standing, standing.understood(session.game, "air"))
    assert session.answer_unasked() == Option.AIR
    session.standing = standing.with_order(session.standing, standing.understood(session.game, "surface here"))
    assert session.answer_unasked() == Option.SURFACE
    session.standing = standing.without(session.standing, standing.understood(session.game, "surface here"))
    assert session.answer_unasked() == Option.AIR


@pytest.mark.parametrize("condition", ["outgunned", "outflown", "outmatched"])
def test_a_condition_holds_for_the_weaker_side_only(condition: str):
    game = battle()
    order = standing.understood(game, f"surface if {condition}")
    holds = standing.holds(condition, game)
    assert (order.answer(game) == Option.SURFACE) == holds
    game.apply(Option.AIR)
    assert not (holds and standing.holds(condition, game))


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("air if drunk", '"drunk" is not a condition'),
        ("home to Atlantis", '"Atlantis" is no port or base'),
        ("air in Coral See", '"Coral See" is no sea area'),
        ("dance", "is not a choice now"),
        ("british australian dutch greek russian japanese us french german italian american air", "at most 10"),
    ],
)
def test_standing_orders_that_are_none(words: str, says: str):
    with pytest.raises(UnknownWords, match=says):
        standing.understood(admirals_war_v0.game("campaign", seed=1), words)


def test_a_sort_that_is_named_again_narrows_no_further():
    order = standing.understood(battle(), f"{'us ' * 50}air")
    assert order.sorts == ("us",)


def test_narrower_standing_orders_come_first():
    game = admirals_war_v0.game("campaign", seed=1)
    given = standing.default(game.rules.speech())
    for words in (
        "home to England",
        "British cruisers home to Gibraltar",
        "air",
        "air in Atlantic",
        "surface in North Sea",
    ):
        given = standing.with_order(given, standing.understood(game, words))
    told = [order.in_words(game) for order in given]
    assert told.index("british cruisers home to Gibraltar") < told.index("home to England")
    assert told.index("surface in North Sea") < told.index("air")
    assert not any("air in" in words and "North Sea" in words for words in told)
    left = standing.without(given, standing.understood(game, "air in Barents Sea"))
    assert [order.words for order in left].count("air") == 2, "elsewhere it holds"
    assert "air" not in [order.words for order in standing.without(given, standing.understood(game, "air"))]


# --- areas to be resolved -------------------------------------------------------------------------------------


def resolving(contested: bool) -> Session:
    """A campaign in which an area is to be chosen, when both sides meet in one of the choices, or in none."""
    for seed in range(20):
        game, chooser = admirals_war_v0.game("campaign", seed=seed), random.Random(seed)
        for _ in range(600):
            view, areas = game.view(game.seat), [action - FIRST_PLACE_ACTION for action in game.legal_actions()]
            if view.decision == Decision.COMBAT_AREA:
                if any(standing.contested(view, area) for area in areas) == contested and len(areas) > 2:
                    session = Session(Table(game, {}))
                    session.begin_question()
                    return session
            game.apply(chooser.choice(game.legal_actions()))
    raise AssertionError("no such combat in 20 games")


def test_areas_without_a_fight_are_resolved_in_order_unless_asked_otherwise():
    assert resolving(contested=True).answer_unasked() is None
    session = resolving(contested=False)
    assert session.answer_unasked() == session.game.legal_actions()[0]
    in_order = standing.understood(session.game, standing.IN_ORDER)
    session.standing = standing.without(session.standing, in_order)
    assert session.answer_unasked() is None


def test_areas_are_planned_for_a_turn():
    session = resolving(contested=True)
    game = session.game
    first, second, third = (words for _, words in game.actions()[:3])
    assert session.plan(f"{third}, {first}, {second}")
    assert game.rules.describe_action(game.view(), session.answer_unasked()) == third
    session.apply(session.answer_unasked())
    assert [order.words for order in session.standing if order.turn] == [third, first, second]
    assert not resolving(contested=True).plan(first), "one area is an answer"
    with pytest.raises(UnknownWords):
        resolving(contested=True).plan(f"{first}, Atlantis")
