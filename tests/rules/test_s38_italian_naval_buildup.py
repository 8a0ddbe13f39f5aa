"""§38 Italian naval buildup: Aquila and Impero."""

import pytest

from aw_env.admirals_war.records.terms import Event
from tests.positions import Position, unit_number

SHIPS = ("aquila", "impero")


def rolls(turn, *dice, last_turn=None, **keys):
    """The reinforcements of a turn with both ships incomplete."""
    position = Position(
        "reinforcements", turn=turn, last_turn=last_turn or turn, in_play=["italian_naval_buildup_2"], **keys
    )
    return position.with_units(*SHIPS, place="in_reserve").start(dice=dice)


@pytest.mark.rule("38.2")
@pytest.mark.parametrize(
    ("turn", "die", "complete"), [(2, 1, True), (2, 2, False), (3, 2, True), (4, 3, True), (4, 4, False)]
)
def test_a_die_below_the_turn_completes_a_ship(turn, die, complete):
    game = rolls(turn, die, 6)
    place = "taranto" if complete else "in_reserve"
    assert game.unit("aquila").place == place and game.unit("impero").place == "in_reserve"
    told = [(row[1], row[2], row[4]) for row in game.events(Event.COMPLETION)]
    assert told == [(unit_number("aquila"), int(complete), [die]), (unit_number("impero"), 0, [6])]


@pytest.mark.rule("38.2")
def test_each_ship_has_its_own_die():
    game = rolls(3, 6, 1)
    assert (game.unit("aquila").place, game.unit("impero").place) == ("in_reserve", "taranto")


@pytest.mark.rule("38.2")
def test_there_is_no_roll_on_turn_one_nor_for_a_ship_that_came():
    assert not rolls(1).events(Event.COMPLETION)
    game = rolls(2, 1, 6, 1, last_turn=3).until()
    assert [row[1] for row in game.events(Event.COMPLETION)] == [
        unit_number(ship) for ship in ("aquila", "impero", "impero")
    ]


@pytest.mark.rule("38.2", "16.41")
def test_once_taranto_has_fallen_there_is_none():
    game = rolls(5, surrender_turn=4, owners={"taranto": "british"})
    assert not game.events(Event.COMPLETION)
    assert {game.unit(ship).place for ship in SHIPS} == {"out_of_play"}


@pytest.mark.rule("38.2")
def test_her_aircraft_are_those_of_any_carrier():
    book = rolls(2, 6, 6).books[0]
    assert book["carrier"][unit_number("aquila")] == 1 and book["airstrike"][unit_number("aquila")] == 2
