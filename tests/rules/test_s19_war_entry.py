"""§19.1-19.5 Before Japan attacks: rolls to move, where units may go and base, the raid force, the start of the war."""

import pytest

from aw_env.admirals_war.terms import Decision, Event
from tests.positions import movement


def peace(begins_at="patrolling", **keys):
    """A position before Japan has attacked."""
    return movement(begins_at, hostilities=False, **keys)


# --- §19.42, §19.47: rolls to move ---------------------------------------------------------------------


@pytest.mark.rule("19.42")
@pytest.mark.parametrize(("turn", "die", "sails"), [(3, 2, True), (3, 3, False), (5, 4, True), (5, 5, False)])
def test_a_us_ship_in_the_atlantic_rolls_less_than_the_number_of_the_turn_to_move(turn, die, sails):
    game = peace(turn=turn, last_turn=turn).with_units("Quincy", place="usa").start(dice=[die])
    assert (game.decision == Decision.PATROL_ORDER) == sails
    assert game.dice_left == 0


@pytest.mark.rule("19.42")
def test_no_die_is_rolled_where_all_would_fail_or_pass():
    first = peace(turn=1).with_units("Quincy", place="usa").start()
    late = peace(turn=7, last_turn=7).with_units("Quincy", place="usa").start()
    assert first.over and late.decision == Decision.PATROL_ORDER
    assert first.dice_rolled == late.dice_rolled == 0


@pytest.mark.rule("19.42")
def test_all_rolls_are_made_before_the_first_ship_moves():
    game = peace(turn=3, last_turn=3).with_units("Quincy", "Wasp", "Texas", place="usa").start(dice=[3, 2, 1])
    assert game.dice_left == 0
    assert [row[2] for row in game.events(Event.ROLL_TO_MOVE)] == [0, 1, 1]


@pytest.mark.rule("19.42")
def test_free_french_ships_british_ships_and_us_ships_in_the_pacific_do_not_roll():
    game = peace(turn=3, last_turn=3).with_units("Dunkerque", place="usa")
    game = game.with_units("Hood", place="england").with_units("Minneapolis", place="pearl_harbor").start()
    game.until()
    assert not game.events(Event.ROLL_TO_MOVE)


@pytest.mark.rule("19.42")
def test_nobody_rolls_to_move_once_japan_has_attacked():
    game = movement(turn=1, hostilities=True).with_units("Quincy", place="usa").start()
    assert game.decision == Decision.PATROL_ORDER
