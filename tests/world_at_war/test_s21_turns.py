"""From turn to turn: where ships may go, when a harbour attack can be made, when units are uninverted (21.2, 21.7)."""

import pytest

from aw_env.games.world_at_war.records.kinds import Decision, Option, Phase, Side
from aw_env.games.world_at_war.rules import detection, rows
from tests.world_at_war.positions import Sea, number, playing

SCAPA, US_BOX = {"place": "scapa_flow"}, {"place": "atlantic_us_box"}
HARBOUR = ("harbour_attack",)


def moving(ships, side=Side.ALLIES, **fields):
    """A game in the movement phase of a side, after harbour attacks."""
    return playing(Phase.MOVEMENT, ships, moving=side, **{"step": 1, "cursor": -1, "turn": 5, **fields})


def reached_from(place, id="hood", side=Side.ALLIES):
    """Where a unit may go from a place."""
    return moving({id: {"place": place}}, side).choose(id).places


# --- boxes and base changes (21.1, 21.2) --------------------------------------------------------------------


@pytest.mark.rule("21.214A", "21.36D")
@pytest.mark.parametrize("place", ["suez", "india_box"])
def test_no_base_change_between_the_us_box_and_the_indian_ocean(place):
    assert place not in reached_from("atlantic_us_box") and "atlantic_us_box" not in reached_from(place)


@pytest.mark.rule("21.17")
def test_ships_of_the_india_box_engage_raiders_in_the_indian_ocean():
    sea = Sea(turn=5, engagement=1).ship("hood", place="india_box")
    sea.game.origin[0] = number("indian_sw")
    assert sea.call(detection.may_engage, "hood", 1)
    sea.game.origin[0] = number("brest")
    assert not sea.call(detection.may_engage, "hood", 1)


@pytest.mark.rule("21.223")
def test_no_base_change_into_a_port_that_is_the_enemy_s():
    assert reached_from("germany", "bismarck", Side.AXIS) == {"bergen", "brest"}
    game = moving({"bismarck": {"place": "germany"}}, Side.AXIS, turn=3)
    assert game.units == set()


@pytest.mark.rule("21.224")
def test_who_went_from_box_to_box_is_uninverted_at_the_end_of_the_player_turn():
    game = moving({"hood": US_BOX}).choose("hood", "south_africa_box", Option.DONE)
    while game.asked != Decision.SHIFT:
        game.choose(min(game.options))
    assert game.of("hood", "inverted") == 1
    assert game.choose(Option.DONE, Option.DONE).of("hood", "inverted") == 0


# --- harbour attacks (21.44) --------------------------------------------------------------------------------


def harbours(ships, dice=(), options=HARBOUR, **fields):
    """A game in the movement phase of the Axis, which may have a harbour attack."""
    fields = {"moving": Side.AXIS, "cursor": -1, "turn": 1, **fields}
    return playing(Phase.MOVEMENT, ships, dice, options=options, **fields)


@pytest.mark.rule("21.444")
def test_the_harbour_attack_can_be_made_in_any_later_turn():
    game = harbours({"royal_oak": SCAPA}).choose(Option.DONE)
    while not (game.record["turn"] == 2 and game.record["phase"] == Phase.MOVEMENT):
        game.choose(next(iter(game.options & {Option.DONE, Option.NO, Option.COUNT_0})))
    assert game.asked == Decision.HARBOUR and game.units == {"royal_oak"}


# --- uninversion (21.34, 21.7) ------------------------------------------------------------------------------


@pytest.mark.rule("21.72E")
def test_no_unit_is_uninverted_in_the_enemy_s_turn():
    ships = {"hood": {**SCAPA, "inverted": 1}, "scharnhorst": {"place": "germany"}}
    game = playing(Phase.START, ships, moving=Side.AXIS, turn=2, brps=[20, 8])
    while game.record["moving"] == Side.AXIS:
        assert game.of("hood", "inverted") == 1
        game.choose(Option.DONE)
    assert game.of("hood", "inverted") == 0


@pytest.mark.rule("21.72B", "21.72")
def test_who_has_been_used_is_uninverted_only_at_the_end_of_the_player_turn():
    ships = {"scharnhorst": {"place": "bergen"}}
    game = playing(Phase.MISSIONS, ships, (1, 1), moving=Side.AXIS, turn=5, brps=[20, 8])
    game.choose("scharnhorst", Option.DONE, Option.DONE, Option.NO, Option.NO)
    assert game.asked == Decision.RETURN and game.record["moving"] == Side.AXIS
    game.choose("bergen", Option.DONE)
    assert game.record["moving"] == Side.ALLIES and game.of("scharnhorst", "inverted") == 0


@pytest.mark.rule("21.34")
def test_new_ships_are_inverted_in_their_turn_and_may_only_change_base():
    game = playing(Phase.START, {"hood": SCAPA}, moving=Side.ALLIES, turn=6).choose(Option.DONE)
    while game.asked != Decision.BASE_CHANGE:
        game.choose(next(iter(game.options & {Option.NO, Option.COUNT_0})))
    assert game.of("king_george_v", "inverted") == 1 and game.units == {"hood", "king_george_v"}


@pytest.mark.rule("21.73C")
def test_allied_units_in_the_us_box_are_uninverted_at_the_end_of_their_turn():
    game = playing(Phase.REDEPLOYMENT, {"texas": {**US_BOX, "inverted": 1}}, moving=Side.ALLIES, turn=11, cursor=-1,
                   scenario="raiders_long")  # fmt: skip
    assert game.choose(Option.COUNT_0, Option.DONE, Option.DONE).of("texas", "inverted") == 0


@pytest.mark.rule("20.93")
def test_destroyers_of_one_place_are_one_row_again_at_the_end_of_their_turn():
    sea = Sea(turn=5, moving=Side.AXIS, phase=Phase.END)
    sea.ship("german_destroyers", place="bergen", strength=2).ship("german_destroyers_2", place="bergen", strength=1)
    sea.call(rows.combine, Side.AXIS)
    assert sea.of("german_destroyers", "strength") == 3 and sea.of("german_destroyers_2", "strength") == 0


@pytest.mark.rule("20.93")
def test_of_rows_that_combine_as_many_are_used_as_were_of_each():
    sea = Sea(turn=5, moving=Side.AXIS, phase=Phase.END)
    sea.ship("german_destroyers", place="bergen", strength=4, spent=1)
    sea.ship("german_destroyers_2", place="bergen", strength=3, spent=2)
    sea.call(rows.combine, Side.AXIS)
    assert (sea.of("german_destroyers", "spent"), sea.of("german_destroyers_2", "spent")) == (3, 0)
