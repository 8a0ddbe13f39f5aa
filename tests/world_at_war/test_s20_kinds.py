"""What units are, what they may do, and what is open (20.1-20.4, 21.14-21.18)."""

import pytest

from aw_env.games.world_at_war.records.kinds import Condition, Decision, Line, Nation, Option, Phase, Side
from aw_env.games.world_at_war.rules import bases, damage, detection, fleet_combat, raid_combat, raids, transports
from tests.world_at_war.positions import NAMES, READY, Sea, number, playing

BOOK = READY.books[0]


@pytest.mark.rule("20.121B")
def test_escort_carriers_are_slow():
    assert BOOK["slow"][number("escort_carriers")] == 1


@pytest.mark.rule("20.121C", "20.121E")
def test_old_battleships_are_slow_and_other_ships_fast():
    slow = {unit.id for unit in NAMES.units if BOOK["slow"][unit.number]}
    assert {"nelson", "royal_oak", "barham", "texas"} <= slow
    assert not slow & {"hood", "king_george_v", "bismarck", "scharnhorst", "ark_royal", "british_cruiser_1"}


@pytest.mark.rule("20.252A", "20.252B")
@pytest.mark.parametrize("slow", [0, 1])
def test_slow_ships_neither_raid_nor_engage_undamaged_raiders(slow):
    sea = Sea(turn=5, engagement=1).ship("scharnhorst", place="bergen").ship("hood", place="scapa_flow")
    sea.game.origin[0] = number("bergen")
    for ship in ("scharnhorst", "hood"):
        sea.book.slow[number(ship)] = slow
    assert (
        bool(sea.call(raids.may_raid, "scharnhorst")) == bool(sea.call(detection.may_engage, "hood", 1)) == (not slow)
    )


@pytest.mark.rule("20.231")
def test_destroyers_do_not_raid_and_engage_raiders():
    sea = Sea(turn=5, engagement=1).ship("german_destroyers", place="bergen")
    sea.ship("scapa_destroyers", place="scapa_flow")
    sea.game.origin[0] = number("bergen")
    assert not sea.call(raids.may_raid, "german_destroyers") and sea.call(detection.may_engage, "scapa_destroyers", 1)


@pytest.mark.rule("20.241G", "20.251G")
@pytest.mark.parametrize("raider, defender", [("german_cruiser_1", "british_cruiser_1"), ("scharnhorst", "hood")])
def test_cruisers_and_capital_ships_raid_and_engage(raider, defender):
    sea = Sea(turn=5, engagement=1).ship(raider, place="bergen").ship(defender, place="scapa_flow")
    sea.game.origin[0] = number("bergen")
    assert sea.call(raids.may_raid, raider) and sea.call(detection.may_engage, defender, 1)


@pytest.mark.rule("20.42")
def test_escort_carriers_neither_move_nor_engage():
    sea = Sea(turn=12, moving=Side.ALLIES, engagement=2).ship("escort_carriers", strength=3)
    sea.game.origin[0] = number("bergen")
    assert sea.call(detection.die_of, "escort_carriers") == 0 and not sea.call(bases.is_free_to_move, "escort_carriers")


@pytest.mark.rule("20.45")
def test_one_factor_ships_of_a_row_are_light_ships():
    sea = Sea().ship("escort_carriers", strength=3, lights=3)
    assert sea.call(damage.is_light_of, "escort_carriers", Side.ALLIES)
    assert sea.call(fleet_combat.light_factors, Side.ALLIES) == 3


@pytest.mark.rule("20.167")
def test_the_axis_sees_what_the_allies_have_and_where():
    game = playing(Phase.OPENING)
    seen = game.view(Side.AXIS)
    assert [unit.id for unit in seen.units_in("gibraltar")] == [
        unit.id for unit in game.view(Side.ALLIES).units_in("gibraltar")
    ]
    assert seen.unit("scapa_destroyers").strength == 8


@pytest.mark.rule("20.91")
def test_destroyers_are_sent_factor_by_factor():
    sea = Sea(turn=5, engagement=1, groups=2).ship("scapa_destroyers", place="scapa_flow")
    sea.game.origin[:2] = number("bergen")
    sea.game.sent[0, sea.book.row[number("scapa_destroyers")]] = 7
    assert sea.call(detection.factors_free, "scapa_destroyers") == 1
    assert sea.call(detection.may_engage, "scapa_destroyers", 2)


@pytest.mark.rule("20.633", "20.634B")
@pytest.mark.parametrize("sailing, penalty", [([29, 0, 0], 1), ([0, 0, 0], 30)])
def test_a_brp_a_missing_transport_and_no_more_than_the_optimal_level(sailing, penalty):
    sea = Sea(transports=sailing, brps=[90, 0])
    sea.call(transports.pay_penalty)
    assert sea.game.brps[Side.ALLIES] == 90 - penalty


@pytest.mark.rule("20.635")
def test_the_penalty_leaves_less_to_build_with():
    game = playing(Phase.START, {}, moving=Side.ALLIES, turn=5, transports=[3, 5, 0], unbuilt=9)
    assert game.record["brps"][Side.ALLIES] == 0 and Option.TRANSPORT not in game.options


@pytest.mark.rule("20.5222", "20.5224")
@pytest.mark.parametrize("condition", [Condition.DAMAGED, Condition.SUNK_IN_PORT])
def test_ships_damaged_or_sunk_in_port_are_out_of_action_until_a_yard_has_them(condition):
    ships = {"hood": {"place": "scapa_flow", "condition": condition}}
    assert playing(Phase.MOVEMENT, ships, moving=Side.ALLIES, turn=8, step=1, cursor=-1).units == set()
    yards = playing(Phase.CONSTRUCTION, ships, moving=Side.ALLIES, turn=8, yards=[1, 0])
    assert yards.units == {"hood"}


@pytest.mark.rule("21.14", "21.14D")
def test_ships_in_the_us_box_engage_raiders_in_the_atlantic():
    sea = Sea(turn=12, engagement=1).ship("washington", place="atlantic_us_box")
    sea.game.origin[0] = number("bergen")
    assert sea.call(detection.may_engage, "washington", 1)


@pytest.mark.rule("21.18")
def test_ships_in_the_south_africa_box_do_not_sail_against_atlantic_raiders():
    sea = Sea(turn=5, engagement=1).ship("british_cruiser_13", place="south_africa_box")
    sea.game.origin[0] = number("bergen")
    assert not sea.call(detection.may_engage, "british_cruiser_13", 1)


@pytest.mark.rule("21.214")
def test_ships_go_to_and_from_the_us_box():
    ships = {"hood": {"place": "atlantic_us_box"}, "renown": {"place": "britain"}}
    game = playing(Phase.MOVEMENT, ships, moving=Side.ALLIES, turn=8, step=1, cursor=-1)
    game.choose("hood", "gibraltar", "renown", "atlantic_us_box")
    assert (game.of("hood", "place"), game.of("renown", "place")) == (number("gibraltar"), number("atlantic_us_box"))


@pytest.mark.rule("21.532E.classic")
def test_no_raider_has_five_factors():
    germans = [unit.number for unit in NAMES.units if unit.nation == "germany" and unit.kind == "capital"]
    assert germans and max(BOOK["factors"][germans]) == 4


@pytest.mark.rule("21.533B")
def test_each_group_is_resolved_by_itself():
    sea = Sea(turn=5, groups=2, engagement=1, group=1).ship("scharnhorst", place="bergen", in_group=1)
    sea.ship("gneisenau", place="bergen", in_group=2).ship("hood", place="scapa_flow", against=1)
    assert sea.call(raid_combat.front_of, Side.AXIS) == 1
    sea.call(raid_combat.enter_battle)
    assert sea.of("scharnhorst", "line") == Line.CAPITAL and sea.of("gneisenau", "line") == Line.NONE


@pytest.mark.rule("21.5342F")
def test_nobody_meets_the_defenders_on_their_way():
    ships = {"scharnhorst": {"place": "bergen"}, "gneisenau": {"place": "germany"}, "hood": {"place": "scapa_flow"}}
    game = playing(Phase.MISSIONS, ships, dice=(3, 3), turn=3, brps=[0, 8])
    game.choose("scharnhorst", Option.DONE, Option.DONE, Option.YES, "hood")
    assert game.asked == Decision.WITHHOLD


@pytest.mark.rule("21.61", "21.64E")
def test_shipping_takes_transports_and_no_brps():
    game = playing(Phase.SUPPLY, {}, moving=Side.ALLIES, turn=12, cursor=0, transports=[12, 5, 0], brps=[20, 0])
    game.choose(Option.YES, Option.YES, Option.COUNT_2)
    assert game.box("used_transports")[0] == 3 and game.record["brps"][Side.ALLIES] == 20


@pytest.mark.rule("21.64C", "21.64D")
def test_a_transport_for_five_factors_or_five_brps():
    game = playing(Phase.SUPPLY, {}, moving=Side.ALLIES, turn=12, cursor=0, transports=[9, 5, 0])
    game.choose(Option.YES, Option.YES, Option.COUNT_0, Option.COUNT_2)
    assert game.box("used_transports")[0] == 1 + 2
    game = playing(Phase.REDEPLOYMENT, {}, moving=Side.ALLIES, turn=12, transports=[9, 5, 0])
    assert game.choose(Option.COUNT_1).box("used_transports")[0] == 1


@pytest.mark.rule("21.64H")
def test_what_goes_from_a_box_goes_by_transports():
    game = playing(Phase.SUPPLY, {}, moving=Side.ALLIES, turn=12, cursor=0, transports=[0, 0, 0])
    assert game.options == {Option.NO}
    game.choose(Option.NO, Option.NO)
    assert game.options == {Option.COUNT_0}


@pytest.mark.rule("21.72", "21.73C")
def test_allied_ships_in_the_us_box_are_uninverted_at_the_end_of_their_turn():
    ships = {"hood": {"place": "atlantic_us_box", "inverted": 1}}
    game = playing(Phase.REDEPLOYMENT, ships, moving=Side.ALLIES, turn=6, step=0)
    assert game.choose(Option.DONE, Option.DONE).of("hood", "inverted") == 0


@pytest.mark.rule("20.22")
def test_fleets_base_move_and_are_used_like_all_naval_units():
    for unit in ("hood", "british_cruiser_1", "scapa_destroyers"):
        sea = Sea(turn=5, moving=Side.ALLIES).ship(unit, place="scapa_flow")
        assert sea.call(bases.is_free_to_move, unit)
        sea.game.inverted[number(unit)] = 1
        assert not sea.call(bases.is_free_to_move, unit)


@pytest.mark.rule("20.51.fleet_modifiers")
def test_nations_have_their_modifiers():
    assert [int(BOOK["drm"][nation]) for nation in (Nation.GERMANY, Nation.BRITAIN, Nation.US)] == [3, 2, 2]
