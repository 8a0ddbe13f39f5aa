"""§33 German carriers: scrapped for better U-boats, built in place of U-boats, or left as they are."""

import pytest

from aw_env.games.admirals_war.records.terms import Decision, Event
from tests.positions import Position, movement

CARRIERS = {"in_play": ["german_carriers"]}
STOCKS = ("graf_zeppelin", "seydlitz", "weser")


def yard(position):
    """All three in reserve."""
    return position.with_units(*STOCKS, place="in_reserve")


def built_as_type_xxi(game, boat):
    """Whether a boat is of Type XXI: printed so, or built so."""
    return game.books[0]["type_xxi"][game.unit(boat).number] == 1 or game.unit(boat).reversed


def scrapping(**keys):
    """Turn 1, when the German patrollers move."""
    position = yard(movement(turn=1, **CARRIERS, **keys))
    return position.with_units("u_boat_xxi_1", place="not_yet_arrived", due=10).start().until(Decision.SCRAPPING)


@pytest.mark.rule("33.1")
def test_on_turn_one_each_of_the_two_may_be_scrapped():
    game = scrapping()
    assert (game.subject, game.choices) == ("Graf Zeppelin", {"yes", "no"})
    game.choose("no")
    assert (game.decision, game.subject) == (Decision.SCRAPPING, "Seydlitz")


@pytest.mark.rule("33.1")
def test_on_later_turns_they_may_not():
    assert yard(movement(turn=2, **CARRIERS)).start().until(Decision.SCRAPPING).over


@pytest.mark.rule("33.1")
@pytest.mark.parametrize(("answers", "turn"), [(("no", "no"), 10), (("yes", "no"), 8), (("yes", "yes"), 6)])
def test_each_brings_type_xxi_two_turns_sooner(answers, turn):
    game = scrapping().choose(*answers)
    assert game.unit("u_boat_xxi_1").due == turn
    assert game.record["type_xxi_from"] == (turn if "yes" in answers else 99)


@pytest.mark.rule("33.1")
@pytest.mark.parametrize(("turn", "expected"), [(7, False), (8, True)])
def test_u_boats_that_arrive_or_return_from_then_on_are_type_xxi(turn, expected):
    position = Position("reinforcements", turn=turn, last_turn=turn, type_xxi_from=8, **CARRIERS)
    position.with_units("u_boat_8", place="not_yet_arrived", due=turn).with_units(
        "u_boat_1", place="returning", due=turn
    )
    game = position.with_units("u_boat_2", place="germany").with_units("mas_10", place="returning", due=turn).start()
    assert [built_as_type_xxi(game, boat) for boat in ("u_boat_8", "u_boat_1")] == [expected, expected]
    assert not built_as_type_xxi(game, "u_boat_2"), "a boat in play is not changed"
    assert not built_as_type_xxi(game, "mas_10"), "an Italian unit is no U-boat"


@pytest.mark.rule("33.1", "14.243")
def test_a_boat_built_as_type_xxi_ignores_disabled_results():
    for reversed_side, place in ((False, "germany"), (True, "north_sea")):
        position = Position("combat", "north_sea", turn=8, **CARRIERS).with_units("Norfolk", "Suffolk")
        game = position.with_units("u_boat_1", reversed=reversed_side).start(dice=[5] * 6)
        game.choose("north_sea").until(Decision.NONE, prefer=["germany"])
        driven_off = any(row[1] == game.unit("u_boat_1").number for row in game.events(Event.DISABLED))
        assert driven_off != reversed_side, place


@pytest.mark.rule("33.2")
def test_on_turn_four_each_may_be_built_in_place_of_a_u_boat():
    position = yard(Position("reinforcements", turn=4, last_turn=4, **CARRIERS))
    position.with_units("u_boat_6", "u_boat_7", place="not_yet_arrived", due=4)
    game = position.with_units("u_boat_1", place="returning", due=4).start().until(Decision.BUILDING)
    assert (game.subject, game.choices) == ("Graf Zeppelin", {"yes", "no"})
    game.choose("yes")
    assert (game.decision, game.subject) == (Decision.BUILDING, "Seydlitz")
    game.choose("yes")
    assert (game.decision, game.subject) == (Decision.BUILDING, "Weser")
    game.choose("no").until(Decision.PATROL_ORDER, prefer=["germany"])
    assert {game.unit(ship).place for ship in ("graf_zeppelin", "seydlitz", "u_boat_1")} == {"germany"}
    assert {game.unit(boat).place for boat in ("u_boat_6", "u_boat_7")} == {"out_of_play"}
    assert game.unit("weser").place == "in_reserve"


@pytest.mark.rule("33.2")
def test_without_a_u_boat_due_none_can_be_built():
    position = yard(Position("reinforcements", turn=4, last_turn=4, **CARRIERS))
    game = position.with_units("u_boat_6", place="not_yet_arrived", due=4).start().until(Decision.BUILDING)
    game.choose("yes").until(Decision.BUILDING)
    assert game.over, "the only U-boat is given up already"
    assert game.unit("graf_zeppelin").place == "germany"


@pytest.mark.rule("33.2", "14.4")
def test_a_returning_boat_counts_when_the_chart_has_none():
    position = yard(Position("reinforcements", turn=4, last_turn=4, **CARRIERS))
    game = position.with_units("u_boat_1", place="returning", due=4).start().until(Decision.BUILDING).choose("yes")
    assert game.unit("u_boat_1").place == "out_of_play"


@pytest.mark.rule("33.2")
def test_if_one_was_scrapped_the_other_cannot_be_built():
    position = Position("reinforcements", turn=4, last_turn=4, type_xxi_from=8, **CARRIERS)
    position.with_units("seydlitz", "weser", place="in_reserve").with_units("graf_zeppelin", place="out_of_play")
    assert position.with_units("u_boat_6", place="not_yet_arrived", due=4).start().until(Decision.BUILDING).over


@pytest.mark.rule("33.3")
def test_the_seydlitz_may_come_a_turn_later_as_the_weser():
    position = yard(Position("reinforcements", turn=4, last_turn=4, **CARRIERS))
    game = position.with_units("u_boat_6", place="not_yet_arrived", due=4).start().until(Decision.BUILDING)
    game.choose("no", "yes", "yes")
    assert game.unit("seydlitz").place == "out_of_play"
    assert (game.unit("weser").place, game.unit("weser").due) == ("not_yet_arrived", 5)
    assert len(game.events(Event.WITHDRAWN)) == 1, "no further cost than the U-boat"


@pytest.mark.rule("33.3")
def test_the_weser_arrives_in_germany():
    position = Position("reinforcements", turn=5, last_turn=5, **CARRIERS)
    assert position.with_units("weser", place="not_yet_arrived", due=5).start().unit("weser").place == "germany"


@pytest.mark.rule("33.4")
def test_if_nothing_is_done_the_game_is_the_usual_one():
    game = scrapping().choose("no", "no")
    assert game.unit("u_boat_xxi_1").due == 10 and game.record["type_xxi_from"] == 99
    position = Position("reinforcements", turn=10, last_turn=10, **CARRIERS)
    position.with_units("u_boat_xxi_1", place="not_yet_arrived", due=10).with_units(
        "u_boat_1", place="returning", due=10
    )
    game = position.start()
    assert (built_as_type_xxi(game, "u_boat_xxi_1"), built_as_type_xxi(game, "u_boat_1")) == (True, False)


@pytest.mark.rule("33.0")
def test_without_the_option_nothing_is_built_or_scrapped():
    game = movement(turn=1).with_units("Bismarck", place="germany").start().until(Decision.SCRAPPING)
    assert game.over and {game.unit(ship).place for ship in STOCKS} == {None}
