"""Fast carriers against raiders (20.3, 20.51, 21.5342C)."""

import numpy as np
import pytest

from aw_env.games.world_at_war.records.kinds import NOBODY, Condition, Decision, Event, Line, Option, Phase, Side
from aw_env.games.world_at_war.records.record import FIRST_UNIT
from aw_env.games.world_at_war.rules import air, detection
from tests.world_at_war.positions import READY, Sea, number, playing, strike_with_all

BERGEN, SCAPA = {"place": "bergen"}, {"place": "scapa_flow"}
ARK_ROYAL = {**SCAPA, "squadrons": 2}
BY_AIR = {
    1: (0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2),
    2: (0, 0, 1, 1, 1, 1, 2, 2, 2, 3, 3),
    9: (3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8),
    14: (5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10),
    20: (8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13),
}
"""20.51 as printed, by air squadrons."""


@pytest.mark.rule("20.51")
@pytest.mark.parametrize("squadrons", [*BY_AIR])
def test_the_naval_attack_table_by_squadrons(squadrons):
    sea = Sea()
    assert tuple(sea.call(air.hits_by_air, squadrons, roll) for roll in range(2, 13)) == BY_AIR[squadrons]


def found(dice, defenders, engagement=1, ships=None):
    """Scharnhorst is found, and these dice are rolled from the search on."""
    ships = ships or {"scharnhorst": BERGEN}
    game = playing(Phase.MISSIONS, {**ships, **defenders}, dice, turn=3, brps=[20, 8])
    game.choose(*ships, Option.DONE, Option.DONE, Option.YES)
    return game


@pytest.mark.rule("21.5342C")
def test_a_die_of_six_sends_a_carrier_with_as_many_light_factors():
    defenders = {"ark_royal": ARK_ROYAL, "scapa_destroyers": SCAPA}
    game = found((3, 6), defenders)
    assert game.units == {"ark_royal"}
    assert game.choose("ark_royal").asked == Decision.ESCORT
    game.choose("scapa_destroyers")
    assert game.asked == Decision.ESCORT
    game.choose("scapa_destroyers")
    assert game.asked == Decision.WITHHOLD and game.record["sent"][0].sum() == 2


@pytest.mark.rule("21.5342C")
def test_a_cruiser_is_two_of_the_light_factors():
    game = found((3, 6), {"ark_royal": ARK_ROYAL, "british_cruiser_1": SCAPA}).choose("ark_royal", "british_cruiser_1")
    assert game.asked == Decision.WITHHOLD and game.of("british_cruiser_1", "against") == 1


@pytest.mark.rule("21.5342C", "21.5342D")
def test_without_light_ships_another_ship_is_sent():
    assert found((3, 6), {"ark_royal": ARK_ROYAL, "hood": SCAPA}).units == {"hood"}


@pytest.mark.rule("21.5342C")
def test_no_more_than_one_carrier_against_a_group():
    defenders = {"ark_royal": ARK_ROYAL, "furious": ARK_ROYAL, "british_cruiser_1": SCAPA, "scapa_destroyers": SCAPA}
    game = found((4, 6, 6), defenders).choose("ark_royal", "british_cruiser_1")
    assert game.asked == Decision.ENGAGE and game.units == {"scapa_destroyers"}


@pytest.mark.rule("20.33", "21.5342C")
@pytest.mark.parametrize("state", [{"squadrons": 1}, {"condition": Condition.DAMAGED}])
def test_a_carrier_that_is_not_fully_operational_does_not_engage(state):
    defenders = {"ark_royal": {**ARK_ROYAL, **state}, "british_cruiser_1": SCAPA}
    assert found((3, 6), defenders).units == {"british_cruiser_1"}


@pytest.mark.rule("21.5342C.classic")
def test_british_battleships_of_five_factors_engage():
    sea = Sea(turn=5, engagement=1).ship("king_george_v", place="scapa_flow")
    sea.game.origin[0] = number("bergen")
    sea.book.factors[number("king_george_v")] = 5
    assert sea.call(detection.may_engage, "king_george_v", 1) and sea.call(detection.die_of, "king_george_v") == 5


@pytest.mark.rule("21.5342D")
def test_without_the_optional_rule_a_six_sends_a_lesser_ship():
    sea = Sea(turn=5, engagement=1).ship("ark_royal", place="scapa_flow", squadrons=2)
    sea.ship("scapa_destroyers", place="scapa_flow")
    sea.game.origin[0] = number("bergen")
    assert sea.call(detection.may_engage, "ark_royal", 1)
    sea.book.options = 0
    assert not sea.call(detection.may_engage, "ark_royal", 1)


# --- strikes -----------------------------------------------------------------------------------------------


def strike(dice, action="scharnhorst", **carrier):
    """Ark Royal strikes Scharnhorst, or the light ships, with these dice of air defense and attack."""
    sea = Sea(subject=number("ark_royal")).ship("ark_royal", line=3, squadrons=2, **carrier)
    sea.ship("scharnhorst", line=1, fronted=1).dice(*dice)
    strike_with_all(sea, FIRST_UNIT + number(action) if isinstance(action, str) else int(action))
    return sea


def two_ships_to_strike(*dice):
    """Ark Royal, with two squadrons, is asked about Scharnhorst and Gneisenau."""
    sea = Sea(subject=number("ark_royal"), cursor=NOBODY).ship("ark_royal", line=Line.SCREENED, squadrons=2)
    return sea.ship("scharnhorst", "gneisenau", line=Line.CAPITAL, fronted=1).dice(*dice)


@pytest.mark.rule("20.51")
def test_the_squadrons_of_a_carrier_are_given_to_several_ships_before_any_of_them_strikes():
    """One squadron each: 12 - 3 + 1 does one hit, 4 - 3 + 1 none."""
    sea = two_ships_to_strike(1, 1, 5, 5, 2, 2)
    sea.book.air_drm[:] = 2
    sea.call(air.take_strike, FIRST_UNIT + number("gneisenau"))
    assert sea.call(air.ask_strikes) and sea.game.decision == Decision.STRIKE_WITH
    assert np.flatnonzero(sea.mask(air.mask_strike_with)).tolist() == [Option.COUNT_1, Option.COUNT_2]
    sea.call(air.take_strike_with, Option.COUNT_1)
    assert sea.call(air.ask_strikes) and sea.game.decision == Decision.STRIKE
    assert sea.told == [Event.AIR_DEFENSE]
    assert np.flatnonzero(sea.mask(air.mask_strike)).tolist() == [Option.DONE, FIRST_UNIT + number("scharnhorst")]
    sea.call(air.take_strike, FIRST_UNIT + number("scharnhorst"))
    assert not sea.call(air.ask_strikes)
    assert sea.told == [Event.AIR_DEFENSE, Event.BOMBS, Event.BOMBS]
    assert (sea.of("scharnhorst", "hits"), sea.of("gneisenau", "hits")) == (1, 0)  # in the order of the roster


@pytest.mark.rule("20.51")
def test_squadrons_that_are_given_no_target_turn_back():
    sea = two_ships_to_strike(1, 1, 5, 5)
    sea.call(air.take_strike, FIRST_UNIT + number("gneisenau"))
    sea.call(air.take_strike_with, Option.COUNT_1)
    sea.call(air.take_strike, int(Option.DONE))
    assert not sea.call(air.ask_strikes) and sea.told == [Event.AIR_DEFENSE, Event.BOMBS]
    assert (sea.game.arrived, sea.game.striking.tolist()) == (0, [0, 0])


def test_aircraft_that_do_not_strike_do_not_fly():
    sea = two_ships_to_strike()
    sea.call(air.take_strike, int(Option.DONE))
    assert not sea.call(air.ask_strikes) and not sea.told


@pytest.mark.rule("20.51")
def test_the_aircraft_of_a_carrier_strike_ships():
    """Two squadrons; no loss to air defense; 7 + 2 - 3 + 1 is 7: one hit."""
    sea = strike((1, 1, 3, 4))
    assert sea.of("scharnhorst", "hits") == 1 and Event.BOMBS in sea.told


@pytest.mark.rule("20.523B")
def test_a_strike_that_damages_takes_a_ship_out_of_the_line():
    sea = strike((1, 1, 4, 4))
    assert sea.condition("scharnhorst") == Condition.DAMAGED and sea.of("scharnhorst", "line") == 3


@pytest.mark.rule("20.5212B")
def test_a_damaged_carrier_launches_nothing():
    sea = Sea().ship("ark_royal", line=3, squadrons=2).ship("scharnhorst", line=1)
    sea.game.cursor = NOBODY
    assert sea.call(air.ask_strikes) and sea.game.subject == number("ark_royal")
    sea.game.condition[number("ark_royal")] = Condition.DAMAGED
    assert not sea.call(air.ask_strikes)


@pytest.mark.rule("20.5212F", "20.5222C")
def test_damaged_ships_contribute_to_air_defense():
    sea = Sea().ship("scharnhorst", line=1).ship("gneisenau", line=3, condition=Condition.DAMAGED)
    assert sea.call(air.air_defense_level, Side.AXIS) == 2
    sea.game.line[number("gneisenau")] = 0
    assert sea.call(air.air_defense_level, Side.AXIS) == 1


@pytest.mark.rule("20.253")
def test_a_battleship_of_five_factors_raises_the_level_of_air_defense():
    sea = Sea().ship("bismarck", line=1)
    before = sea.call(air.air_defense_level, Side.AXIS)
    sea.book.factors[number("bismarck")] = 5
    assert sea.call(air.air_defense_level, Side.AXIS) == before + 2  # of factors one, of the battleship another


def test_air_defense_shoots_down_and_turns_back():
    """Level 1 on an 11: 1/1 ... of the sequence from its first pair on."""
    sea = strike((6, 6, 4, 4))
    assert sea.of("ark_royal", "squadrons") == 1 and sea.of("scharnhorst", "hits") == 0


@pytest.mark.rule("20.58B")
def test_light_ships_are_struck_as_a_group():
    sea = Sea(subject=number("ark_royal")).ship("ark_royal", line=3, squadrons=2)
    sea.ship("german_cruiser_1", "german_cruiser_2", line=2, fronted=1).dice(1, 1, 3, 4)
    strike_with_all(sea, int(Option.LIGHT))
    assert sea.condition("german_cruiser_1") == Condition.DAMAGED


def test_carriers_have_their_squadrons_again_in_port_and_not_in_an_sw_box():
    sea = Sea().ship("ark_royal", place="scapa_flow", squadrons=0).ship("furious", place="atlantic_sw", squadrons=1)
    sea.ship("glorious", place="atlantic_us_box", squadrons=1)
    sea.call(air.embark, Side.ALLIES)
    assert (sea.of("furious", "squadrons"), sea.of("glorious", "squadrons")) == (1, 2)
    assert sea.of("ark_royal", "squadrons") == 2 and READY.books[0]["factors"][number("ark_royal")] == 2


@pytest.mark.rule("20.33")
@pytest.mark.parametrize("side, squadrons", [(Side.ALLIES, 2), (Side.AXIS, 0)])
def test_carriers_are_complete_again_when_their_turn_begins(side, squadrons):
    game = playing(Phase.START, {"ark_royal": {**SCAPA, "squadrons": 0}}, moving=side, turn=5)
    assert game.of("ark_royal", "squadrons") == squadrons and game.of("furious", "squadrons") == 2


@pytest.mark.rule("20.33")
def test_a_new_carrier_is_complete():
    game = playing(Phase.START, {"victorious": {"place": "scapa_flow", "squadrons": 0}}, moving=Side.AXIS, turn=7)
    assert game.of("victorious", "squadrons") == 0
    game = playing(Phase.START, {}, moving=Side.ALLIES, turn=7)
    assert game.of("victorious", "squadrons") == 2


def cruisers_behind(*dice, **state):
    """Two German cruisers, of which the first stands behind the line, damaged or in another state; aircraft come."""
    sea = Sea(subject=number("ark_royal")).ship("ark_royal", place="scapa_flow", line=Line.SCREENED, squadrons=2)
    sea.ship("german_cruiser_2", place="bergen", line=Line.LIGHT, fronted=1)
    return sea.ship("german_cruiser_1", place="bergen", **{"line": Line.SCREENED, **state}).dice(*dice)


DAMAGED = {"condition": Condition.DAMAGED}


@pytest.mark.rule("20.532", "20.58B")
@pytest.mark.parametrize("state", [DAMAGED, {"held": 1}])
def test_aircraft_strike_all_cruisers_as_one_target_those_behind_the_line_with_them(state):
    sea = cruisers_behind(**state)
    mask = sea.mask(air.mask_strike)
    assert mask[Option.LIGHT] == 1 and not mask[FIRST_UNIT:].any()
    sea.game.line[number("german_cruiser_2")] = Line.NONE
    assert sea.mask(air.mask_strike)[Option.LIGHT] == 1


@pytest.mark.rule("20.532")
def test_a_hit_from_the_air_falls_on_a_sound_cruiser_before_a_damaged_one():
    """4 + 2 + 1 - 3 on two squadrons: one hit."""
    sea = cruisers_behind(1, 1, 2, 2, **DAMAGED)
    strike_with_all(sea, int(Option.LIGHT))
    assert sea.condition("german_cruiser_2") == sea.condition("german_cruiser_1") == Condition.DAMAGED
    assert sea.of("german_cruiser_2", "line") == sea.of("german_cruiser_1", "line") == Line.SCREENED


@pytest.mark.rule("20.58B")
def test_a_cruiser_that_is_held_back_goes_behind_the_line_again_after_a_strike():
    sea = cruisers_behind(1, 1, 1, 1, held=1)
    strike_with_all(sea, int(Option.LIGHT))
    assert sea.of("german_cruiser_1", "line") == Line.SCREENED and sea.of("german_cruiser_2", "line") == Line.LIGHT
