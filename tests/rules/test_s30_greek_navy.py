"""§30 Greek navy: Lemnos and Kilkis, British ships that stay in the Mediterranean."""

import pytest

from aw_env.games.admirals_war.records.terms import Decision, Power
from tests.positions import Position, movement

GREEK = ["greek_navy"]


def returns(unit, area="east_med", **keys):
    """Where a ship at sea in an area may return to."""
    position = Position("return", area, turn=2, last_turn=3, in_play=GREEK, **keys)
    game = position.with_units(unit).start()
    assert game.decision == Decision.RETURN_TO_BASE
    return game.choices


@pytest.mark.rule("30.0")
def test_they_come_to_suez_on_turn_two_and_the_british_player_moves_them():
    game = Position("reinforcements", turn=2, last_turn=2, in_play=GREEK, chart={"nations": ["greek"]}).start()
    for ship in ("lemnos", "kilkis"):
        assert (game.unit(ship).place, game.unit(ship).controller) == ("suez", Power.BRITISH)


@pytest.mark.rule("30.0", "2.74")
def test_they_are_lost_if_suez_is():
    keys = {"chart": {"nations": ["greek"]}, "owners": {"suez": "german"}}
    game = Position("reinforcements", turn=2, last_turn=2, in_play=GREEK, **keys).start()
    assert {game.unit(ship).place for ship in ("lemnos", "kilkis")} == {"out_of_play"}


@pytest.mark.rule("30.0")
def test_without_the_option_they_do_not_come():
    game = Position("reinforcements", turn=2, last_turn=2, chart={"nations": ["greek"]}).start()
    assert game.unit("lemnos").place is None


@pytest.mark.rule("30.0")
def test_they_move_into_the_two_parts_of_the_mediterranean_only():
    game = movement(turn=3, last_turn=3, in_play=GREEK).with_units("lemnos", "Hood", place="suez").start()
    assert game.until(Decision.PATROL_ORDER).subject == "Hood"
    assert {"arabian_sea"} <= game.choices
    game.choose("stay")
    assert game.subject == "Lemnos" and game.choices - {"stay", "turn_raider"} == {"west_med", "east_med"}


@pytest.mark.rule("30.0")
def test_they_base_in_british_places_on_it_only():
    assert returns("lemnos") == {"suez", "malta", "gibraltar"}
    assert returns("lemnos", owners={"toulon": "american"}) == {"suez", "malta", "gibraltar"}
    assert returns("lemnos", owners={"tripoli": "british"}) == {"suez", "malta", "gibraltar", "tripoli"}
    assert "simons_town" not in returns("lemnos", "west_med")


@pytest.mark.rule("30.0", "10.23")
def test_with_no_such_place_left_they_are_lost():
    lost = {"suez": "german", "malta": "german", "gibraltar": "german", "tripoli": "german"}
    game = Position("return", "east_med", turn=2, last_turn=3, in_play=GREEK, owners=lost).with_units("lemnos").start()
    assert game.unit("lemnos").place == "out_of_play"
