"""Transports and the yards (20.6, 20.5212E, 21.42)."""

import pytest

from aw_env.games.world_at_war.records.kinds import Box, Condition, Decision, Option, Phase, Side
from aw_env.games.world_at_war.records.record import FIRST_UNIT
from aw_env.games.world_at_war.rules import transports, yards
from tests.world_at_war.positions import Sea, number, playing


def yard(turn=8, brps=20, points=5, ships=None, **fields):
    """The construction phase of the Allies."""
    fields = {"moving": Side.ALLIES, "turn": turn, "brps": [brps, 8], "yards": [points, 4], **fields}
    return playing(Phase.CONSTRUCTION, ships or {}, **fields)


@pytest.mark.rule("20.621")
def test_a_transport_costs_a_point_and_three_brps():
    game = yard().choose(Option.TRANSPORT)
    assert game.record["brps"][Side.ALLIES] == 17 and game.record["yards"][Side.ALLIES] == 4


@pytest.mark.rule("20.621", "20.61")
@pytest.mark.parametrize("fields", [{"brps": 2}, {"points": 0}, {"unbuilt": 0}])
def test_without_brps_points_or_a_pool_there_is_no_transport(fields):
    assert Option.TRANSPORT not in yard(**fields).options


@pytest.mark.rule("20.621B")
def test_transports_are_built_before_the_us_is_at_war():
    assert Option.TRANSPORT in yard(turn=2).options


@pytest.mark.rule("20.621A", "20.631A")
@pytest.mark.parametrize(
    "sailing, stations",
    [([14, 5, 0], {"atlantic_sw"}), ([15, 4, 0], {"indian_sw"}), ([14, 4, 0], {"atlantic_sw", "indian_sw"})],
)
def test_new_transports_go_first_where_there_are_too_few(sailing, stations):
    assert yard(transports=sailing).choose(Option.TRANSPORT).places == stations


@pytest.mark.rule("20.621A", "20.631B")
def test_surplus_transports_go_anywhere():
    assert yard(transports=[15, 5, 0]).choose(Option.TRANSPORT).places == {"atlantic_sw", "indian_sw"}


@pytest.mark.rule("20.63")
def test_transports_are_in_sw_boxes_only():
    game = yard(transports=[15, 5, 0]).choose(Option.TRANSPORT, "indian_sw")
    assert game.box("transports") == [15, 6, 0]


@pytest.mark.rule("20.621C")
def test_new_transports_are_not_used_this_turn():
    sea = Sea(transports=[3, 0, 0], new_transports=[2, 0, 0])
    assert sea.call(transports.usable, Box.ATLANTIC) == 1


@pytest.mark.rule("20.631D")
def test_the_five_at_large_are_allocated_as_desired():
    game = playing(Phase.OPENING)
    assert game.asked == Decision.AT_LARGE and game.seat_asked == Side.ALLIES
    assert game.choose(Option.COUNT_2).box("transports") == [17, 8, 0]


@pytest.mark.rule("20.633A", "20.632A")
@pytest.mark.parametrize("sailing, penalty", [([20, 10, 0], 0), ([20, 7, 0], 3), ([10, 5, 0], 15)])
def test_a_brp_for_each_transport_below_thirty(sailing, penalty):
    sea = Sea(transports=sailing, brps=[20, 0])
    sea.call(transports.pay_penalty)
    assert sea.game.brps[Side.ALLIES] == 20 - penalty and sea.game.points[Side.AXIS] == penalty


@pytest.mark.rule("20.634A")
def test_transports_are_counted_at_the_start_of_the_allied_player_turn():
    fields = {"turn": 5, "transports": [10, 5, 0], "brps": [0, 0]}
    game = playing(Phase.START, {}, moving=Side.AXIS, **fields)
    assert game.record["points"][Side.AXIS] == 0
    game = playing(Phase.START, {}, moving=Side.ALLIES, **fields)
    assert game.record["points"][Side.AXIS] == 15 and game.record["brps"][Side.ALLIES] == 5


@pytest.mark.rule("20.634D")
def test_transports_that_are_counted_may_be_used():
    sea = Sea(transports=[10, 5, 0], brps=[20, 0])
    sea.call(transports.pay_penalty)
    assert sea.call(transports.usable, Box.ATLANTIC) == 10


# --- what they do (20.64) ----------------------------------------------------------------------------------


def supply(turn=12, **fields):
    """The supply phase of the Allies."""
    return playing(Phase.SUPPLY, {}, moving=Side.ALLIES, turn=turn, cursor=0, **fields)


@pytest.mark.rule("20.64B", "21.421B")
def test_a_supply_line_from_a_box_takes_a_transport():
    game = supply(transports=[10, 5, 0])
    assert game.asked == Decision.SUPPLY_LINE and game.view().asked_place.id == "atlantic_us_box"
    game.choose(Option.YES)
    assert game.box("used_transports") == [1, 0, 0] and game.view().asked_place.id == "south_africa_box"
    assert game.choose(Option.YES).box("used_transports") == [1, 1, 0]


@pytest.mark.rule("20.64B")
def test_without_a_transport_there_is_no_line():
    assert supply(transports=[0, 5, 0]).options == {Option.NO}


@pytest.mark.rule("20.64A", "21.422")
@pytest.mark.parametrize("ships, counters", [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (9, 3)])
def test_the_oil_ladder(ships, counters):
    sea = Sea(transports=[ships, 0, 0])
    sea.book.demand[0] = 3
    assert sea.call(transports.most_oil) == counters


@pytest.mark.rule("20.64")
def test_each_transport_is_used_once_a_turn():
    game = supply(transports=[4, 5, 0]).choose(Option.YES, Option.YES, Option.COUNT_2)
    assert game.asked == Decision.GRANTS and game.options == {Option.COUNT_0, Option.COUNT_1}


@pytest.mark.rule("20.64D", "21.423")
def test_grants_take_a_transport_for_five_brps():
    game = supply(transports=[12, 5, 0]).choose(Option.YES, Option.YES, Option.COUNT_0, Option.COUNT_2)
    assert game.box("used_transports")[0] == 3 and game.record["points"][Side.ALLIES] == 2


@pytest.mark.rule("20.64C", "21.434C")
def test_troops_take_a_transport_for_five_factors():
    ships = {"home_destroyers": {"place": "britain", "strength": 8}, "scapa_destroyers": {"place": "scapa_flow"}}
    game = playing(Phase.MOVEMENT, ships, moving=Side.ALLIES, turn=12, step=3, cursor=-1, transports=[12, 5, 0])
    assert game.asked == Decision.TROOPS
    assert game.choose(Option.COUNT_5).box("used_transports")[0] == 1


@pytest.mark.rule("21.42", "21.63A")
def test_supply_oil_and_grants_come_before_movement():
    game = supply(turn=8, transports=[12, 5, 0])
    asked = []
    while game.asked in (Decision.SUPPLY_LINE, Decision.OIL, Decision.GRANTS):
        asked.append(game.asked)
        game.choose(min(game.options))
    assert asked == [Decision.SUPPLY_LINE] * 2 + [Decision.OIL, Decision.GRANTS]
    assert game.asked == Decision.BASE_CHANGE


# --- redeployment (20.622) ---------------------------------------------------------------------------------


def shifting(sailing, **fields):
    return playing(Phase.REDEPLOYMENT, {}, moving=Side.ALLIES, turn=8, step=0, transports=sailing, **fields)


@pytest.mark.rule("20.622", "20.622A")
@pytest.mark.parametrize(
    "sailing, to", [([16, 5, 0], {"indian_sw"}), ([15, 6, 0], {"atlantic_sw"}), ([15, 5, 0], set()), ([9, 5, 0], set())]
)
def test_only_surplus_transports_redeploy(sailing, to):
    assert shifting(sailing).places == to


@pytest.mark.rule("20.622B")
def test_transports_that_were_used_or_built_redeploy():
    game = shifting([16, 5, 0], used_transports=[16, 0, 0], new_transports=[1, 0, 0]).choose("indian_sw")
    assert game.box("transports") == [15, 6, 0]


@pytest.mark.rule("20.622C")
def test_transports_never_leave_the_sw_boxes():
    game = shifting([18, 5, 0])
    assert game.places <= {"atlantic_sw", "indian_sw", "pacific_sw"}


# --- repairs -----------------------------------------------------------------------------------------------


@pytest.mark.rule("20.5212E", "20.5222B")
def test_repair_takes_a_point_and_two_turns():
    sea = Sea(moving=Side.ALLIES, yards=[5, 0]).ship("hood", place="scapa_flow", condition=Condition.DAMAGED)
    sea.call(yards.take_build, FIRST_UNIT + number("hood"))
    assert sea.game.yards[Side.ALLIES] == 4 and sea.of("hood", "repair") == 2
    sea.call(yards.repair_ships)
    assert sea.condition("hood") == Condition.DAMAGED
    sea.call(yards.repair_ships)
    assert sea.condition("hood") == Condition.SOUND and sea.of("hood", "hits") == 0


@pytest.mark.rule("20.5224B")
def test_a_point_raises_a_ship_sunk_in_port_to_damaged():
    game = yard(ships={"hood": {"place": "scapa_flow", "condition": Condition.SUNK_IN_PORT}}).choose("hood")
    assert game.of("hood", "condition") == Condition.DAMAGED and game.of("hood", "repair") == 0
    assert game.units == {"hood"}


def test_sound_ships_and_those_in_repair_are_not_mended():
    ships = {"hood": {"place": "scapa_flow"}, "renown": {"place": "scapa_flow", "condition": 1, "repair": 1}}
    assert yard(ships=ships).units == set()


@pytest.mark.rule("20.621", "20.635")
@pytest.mark.parametrize(
    "side, turn, brps, points", [(Side.ALLIES, 5, 20, 5), (Side.ALLIES, 12, 30, 9), (Side.AXIS, 5, 8, 4)]
)
def test_brps_and_shipbuilding_points_come_in_every_turn(side, turn, brps, points):
    game = playing(Phase.START, {}, moving=side, turn=turn, transports=[25, 5, 0], brps=[3, 3], yards=[1, 1])
    assert (game.record["brps"][side], game.record["yards"][side]) == (brps, points)
    assert (game.record["brps"][1 - side], game.record["yards"][1 - side]) == (3, 1)


@pytest.mark.rule("20.64", "21.73B")
def test_in_the_next_turn_all_transports_are_there_again():
    fields = {"transports": [15, 5, 0], "used_transports": [9, 1, 0], "new_transports": [2, 1, 0]}
    game = playing(Phase.REDEPLOYMENT, {}, moving=Side.ALLIES, turn=8, step=0, **fields)
    game.choose(Option.DONE, Option.DONE)
    assert [game.box(name) for name in ("used_transports", "new_transports", "shifted")] == [[0, 0, 0]] * 3
    assert game.box("had_sailed") == [15, 5, 0] and game.record["moving"] == Side.AXIS
