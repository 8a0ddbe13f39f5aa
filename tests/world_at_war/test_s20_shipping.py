"""Transports (20.6) and what they do (21.42, 21.6)."""

import numpy as np
import pytest

from aw_env.games.world_at_war.records.kinds import Box, Decision, Event, Option, Phase, Side, Worth
from aw_env.games.world_at_war.records.record import ACTIONS
from aw_env.games.world_at_war.rules import redeployment, transports, yards
from tests.world_at_war.positions import Sea, playing

COUNTS = [Option.COUNT_0, Option.COUNT_1, Option.COUNT_2, Option.COUNT_3, Option.COUNT_4, Option.COUNT_5]


def allied(phase, **fields):
    """A game in a phase of the Allied player turn, with no ships."""
    return playing(phase, {}, **{"moving": Side.ALLIES, "cursor": -1, **fields})


def building(**fields):
    """A game in which the Allies build, with five points and twenty BRPs."""
    return allied(Phase.CONSTRUCTION, **{"yards": [5, 0], "brps": [20, 0], "unbuilt": 5, **fields})


def at_work(step, **fields):
    """A game in which the Allies give transports their tasks, from a step of these on."""
    return allied(Phase.SUPPLY, **{"step": step, "cursor": 0, **fields})


def most(game):
    """The largest number that may be answered."""
    counts = [option for option in game.options if option.name.startswith("COUNT")]
    assert {int(option) for option in counts} == {*range(Option.COUNT_0, max(counts) + 1)}
    return max(counts) - Option.COUNT_0


# --- building and stations (20.61-20.63) -------------------------------------------------------------------


@pytest.mark.rule("20.61")
def test_the_transports_of_britain_and_the_us_are_one_pool():
    game = building(unbuilt=1, transports=[20, 10, 0]).choose(Option.TRANSPORT, "atlantic_sw")
    assert game.record["unbuilt"] == 0 and game.options == {Option.DONE}


@pytest.mark.rule("20.63", "20.621")
def test_a_transport_that_japan_builds_sails_in_the_pacific():
    sea = Sea("night_express", brps=[10, 10], merchants_unbuilt=3, merchants=4, unbuilt=5)
    sea.call(yards.build_transport, Side.AXIS)
    assert (sea.game.merchants, sea.game.merchants_unbuilt, sea.game.brps[Side.AXIS]) == (5, 2, 7)
    assert sea.game.unbuilt == 5 and sea.game.step == 0 and sea.events[1].tolist()[1:4] == [0, Side.AXIS, 0]


@pytest.mark.rule("20.61")
def test_the_axis_builds_no_transports():
    game = playing(Phase.CONSTRUCTION, {}, moving=Side.AXIS, yards=[5, 5], brps=[20, 20], unbuilt=5, cursor=-1)
    assert game.options == {Option.DONE}


@pytest.mark.rule("20.621C")
def test_a_transport_is_not_used_in_the_turn_in_which_it_is_built():
    game = building(turn=7, transports=[1, 30, 0]).choose(Option.TRANSPORT, "atlantic_sw", Option.DONE)
    assert game.choose(Option.YES).asked == Decision.SUPPLY_LINE  # the one that was there
    assert most(game.choose(Option.NO)) == 0


@pytest.mark.rule("20.622A")
def test_no_redeployment_takes_an_sw_box_below_its_initial_level():
    game = allied(Phase.REDEPLOYMENT, transports=[16, 0, 0]).choose("indian_sw")
    assert game.box("transports") == [15, 1, 0] and game.places == set()


@pytest.mark.rule("20.622B")
def test_who_has_been_used_and_redeployed_is_used_in_its_new_place_the_next_turn():
    game = allied(Phase.REDEPLOYMENT, transports=[16, 5, 0], used_transports=[16, 5, 0], turn=1)
    game.choose("indian_sw", Option.DONE)
    while game.asked != Decision.SUPPLY_LINE:
        game.choose(Option.DONE)
    sea = Sea(transports=game.box("transports"), used_transports=game.box("used_transports"))
    assert [sea.call(transports.usable, box) for box in (Box.ATLANTIC, Box.INDIAN)] == [15, 6]


# --- lacking transports (20.633-20.635) ---------------------------------------------------------------------


def penalty(transports, brps=20, **fields):
    """The game at the start of an Allied player turn in which the Allies have a number of BRPs."""
    return allied(Phase.START, transports=transports, turn=fields.pop("turn", 1), **fields)


@pytest.mark.rule("20.633", "20.633A")
@pytest.mark.parametrize("there, lost", [([15, 5, 0], 10), ([20, 10, 0], 0), ([25, 10, 0], 0), ([0, 29, 0], 1)])
def test_each_transport_below_thirty_costs_the_allies_a_brp(there, lost):
    game = penalty(there)
    assert game.record["brps"][Side.ALLIES] == 20 - lost
    assert game.record["points"][Side.AXIS] == lost * game.rules.scenario.books[0]["worth"][Worth.PENALTY]


@pytest.mark.rule("20.633")
def test_brps_that_are_not_there_are_not_lost_and_score_nothing():
    sea = Sea(transports=[10, 10, 0], brps=[4, 9])
    sea.call(transports.pay_penalty)
    assert sea.game.brps.tolist() == [0, 9] and sea.told == [Event.PENALTY]
    assert sea.game.points[Side.AXIS] == 4 * sea.book.worth[Worth.PENALTY]


@pytest.mark.rule("20.633A")
def test_the_axis_pays_nothing_for_transports():
    game = playing(Phase.START, {}, moving=Side.AXIS, transports=[0, 0, 0], turn=1)
    assert game.record["brps"].tolist() == [0, 8]


@pytest.mark.rule("20.634B")
def test_the_penalty_of_a_turn_is_no_more_than_the_optimal_level():
    sea = Sea(transports=[0, 0, 0], brps=[99, 0])
    sea.call(transports.pay_penalty)
    assert sea.game.brps[Side.ALLIES] == 99 - 30


@pytest.mark.rule("20.635")
def test_the_penalty_limits_what_is_built():
    """Eighteen of twenty BRPs are lost; two do not build a transport."""
    game = penalty([12, 0, 0], unbuilt=5)
    assert game.record["brps"][Side.ALLIES] == 2 and game.options == {Option.DONE}


# --- tasks (20.636, 20.64, 21.42, 21.6) ---------------------------------------------------------------------


@pytest.mark.rule("20.636A", "20.636")
def test_every_undamaged_transport_may_be_used():
    sea = Sea(transports=[16, 5, 0])
    assert [sea.call(transports.usable, box) for box in (Box.ATLANTIC, Box.INDIAN)] == [16, 5]


def offered(mask_rule, **fields):
    """The largest number of transports for a task of which any number is wanted."""
    sea, mask = Sea(**fields), np.zeros(ACTIONS, np.int8)
    sea.book.demand[:] = 9
    sea.call(mask_rule, mask)
    assert mask[Option.COUNT_0]
    return int(np.flatnonzero(mask)[-1]) - Option.COUNT_0


@pytest.mark.rule("20.64A")
def test_the_ladder_counts_transports_with_other_tasks():
    """Of five that are available, which carry three counters, one keeps a supply line."""
    assert offered(transports.mask_oil, transports=[5, 5, 0], used_transports=[1, 1, 0]) == 3


@pytest.mark.rule("20.64A", "21.64E")
def test_each_oil_counter_takes_a_transport_that_has_no_other_task():
    game = at_work(1, turn=7, transports=[5, 5, 0]).choose(Option.COUNT_2)
    assert game.box("used_transports") == [2, 0, 0]
    assert offered(transports.mask_oil, transports=[5, 5, 0], used_transports=[4, 0, 0]) == 1


@pytest.mark.rule("20.64B")
def test_without_a_transport_there_is_no_supply_line():
    game = at_work(0, transports=[0, 5, 0])
    assert game.options == {Option.NO}
    worth = int(game.rules.scenario.books[0]["worth"][Worth.SUPPLY_LINE])
    game.choose(Option.NO, Option.YES)
    while game.record["moving"] == Side.ALLIES:
        game.choose(min(game.options))
    assert game.record["points"][Side.AXIS] == worth


@pytest.mark.rule("20.64C", "21.64C")
def test_five_factors_of_troops_take_a_transport():
    game = allied(Phase.REDEPLOYMENT, turn=10, transports=[15, 5, 0])
    assert game.asked == Decision.TROOPS and game.choose(Option.COUNT_1).box("used_transports") == [1, 0, 0]
    assert offered(redeployment.mask_escorts, turn=10, transports=[3, 5, 0], used_transports=[1, 1, 0]) == 2


@pytest.mark.rule("20.64D", "21.64D")
def test_five_brps_take_a_transport():
    game = at_work(2, turn=7, transports=[15, 5, 0])
    assert game.asked == Decision.GRANTS and game.choose(Option.COUNT_2).box("used_transports") == [2, 0, 0]
    assert offered(transports.mask_grants, transports=[5, 5, 0], used_transports=[2, 1, 0]) == 3


@pytest.mark.rule("20.64D", "21.423")
def test_grants_to_britain_sail_the_atlantic():
    assert most(at_work(2, turn=7, transports=[0, 5, 0])) == 0


@pytest.mark.rule("21.61")
def test_what_is_shipped_is_escorted_by_transports_at_no_cost():
    game = at_work(0, turn=10, transports=[15, 5, 0], brps=[20, 8])
    game.choose(Option.YES, Option.YES, Option.COUNT_1, Option.COUNT_1)
    assert game.record["brps"].tolist() == [20, 8] and game.box("used_transports") == [3, 1, 0]


@pytest.mark.rule("21.63A")
def test_oil_and_brps_are_shipped_in_the_first_supply_phase():
    game = allied(Phase.CONSTRUCTION, turn=7, transports=[15, 5, 0]).choose(Option.DONE, Option.YES, Option.YES)
    assert game.asked == Decision.OIL and game.choose(Option.COUNT_1).asked == Decision.GRANTS
    assert game.choose(Option.COUNT_1).record["phase"] == Phase.MOVEMENT


@pytest.mark.rule("21.73B", "21.73")
def test_transports_that_have_been_used_can_be_used_the_next_turn():
    game = allied(Phase.REDEPLOYMENT, transports=[15, 5, 0], used_transports=[9, 2, 0]).choose(Option.DONE, Option.DONE)
    assert game.record["moving"] == Side.AXIS and game.box("used_transports") == [0, 0, 0]


@pytest.mark.rule("20.631D", "20.631E")
@pytest.mark.parametrize("chosen", COUNTS)
def test_five_transports_are_at_large_and_five_not_built(chosen):
    game = playing(Phase.OPENING).choose(chosen)
    count = chosen - Option.COUNT_0
    assert game.box("transports") == [15 + count, 5 + 5 - count, 0] and game.record["unbuilt"] == 5


@pytest.mark.rule("20.631G")
def test_more_transports_can_be_built_from_1941_on():
    assert penalty([15, 5, 0], unbuilt=0, turn=6).record["unbuilt"] == 0
    assert penalty([15, 5, 0], unbuilt=0, turn=7).record["unbuilt"] > 0


@pytest.mark.rule("20.66")
def test_transports_that_were_damaged_sail_to_any_sw_box():
    game = allied(Phase.REDEPLOYMENT, transports=[9, 5, 0], damaged=[1, 0, 0])
    assert game.asked == Decision.STATION and game.places == {"atlantic_sw", "indian_sw"}


@pytest.mark.rule("20.66")
def test_transports_that_were_damaged_are_of_no_use_until_they_have_sailed():
    """Of six in the Atlantic two are damaged: four are left, and the ladder of oil counts those alone."""
    assert offered(transports.mask_oil, transports=[4, 5, 0], damaged=[2, 0, 0]) == 2
