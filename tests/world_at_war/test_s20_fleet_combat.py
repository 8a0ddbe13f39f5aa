"""Fleet combat on the Naval Attack Table (20.51), and who is screened from it (20.58)."""

import pytest

from aw_env.games.world_at_war.records.kinds import Aim, Condition, Event, Line, Option, Side
from aw_env.games.world_at_war.records.record import FIRST_UNIT
from aw_env.games.world_at_war.rules import air, battle_rounds, damage, fleet_combat, raid_combat
from tests.world_at_war.positions import Sea, number, strike_with_all

NEITHER = -1
"""Nobody is hindered."""


def duel(*dice, one="scharnhorst", other="hood", hinders=NEITHER, **state):
    """Two capital ships fire at each other, the one with the smaller number first."""
    sea = Sea().ship(one, line=Line.CAPITAL, aim=Aim.PAIRED, target=number(other))
    sea.ship(other, line=Line.CAPITAL, aim=Aim.PAIRED, target=number(one), **state).dice(*dice)
    sea.call(fleet_combat.capital_on_capital, hinders)
    return sea


def lights(cruisers=0, destroyers=0, american=0):
    """Light ships in line: British cruisers, British destroyers, American destroyers."""
    sea = Sea().ship(*[f"british_cruiser_{k + 1}" for k in range(cruisers)], line=Line.LIGHT, fronted=1)
    sea.ship("scapa_destroyers", lights=destroyers, strength=destroyers)
    return sea.ship("american_destroyers", lights=american, strength=american)


# --- modifiers (20.51) --------------------------------------------------------------------------------------


@pytest.mark.rule("20.51.fleet_modifiers")
def test_a_hindered_group_fires_at_one_less_and_is_fired_at_with_one_more():
    """4 + 1 + 1 is a hit; 7 - 1 - 1 none."""
    sea = duel(1, 3, 3, 4, hinders=Side.AXIS)
    assert (sea.of("hood", "hits"), sea.of("scharnhorst", "hits")) == (1, 0)
    sea = duel(1, 2, 4, 4, hinders=Side.AXIS)
    assert (sea.of("hood", "hits"), sea.of("scharnhorst", "hits")) == (0, 1)


@pytest.mark.rule("20.51.fleet_modifiers", "20.253")
def test_a_battleship_of_five_factors_adds_one_to_her_fire_and_takes_one_from_fire_at_her():
    def hits(factors):
        sea = Sea().ship("scharnhorst", line=Line.CAPITAL, aim=Aim.PAIRED, target=number("anson"))
        sea.ship("anson", line=Line.CAPITAL, aim=Aim.PAIRED, target=number("scharnhorst")).dice(2, 3, 1, 4)
        sea.book.factors[number("anson")] = factors
        sea.call(fleet_combat.capital_on_capital, NEITHER)
        return sea.of("anson", "hits"), sea.of("scharnhorst", "hits")

    assert hits(4) == (1, 0)  # 5 + 3 - 2, and four factors: 5 + 2 - 3
    assert hits(5) == (0, 1)  # 5 + 3 - 3, and five factors: 5 + 3 - 3


@pytest.mark.rule("20.51.results")
@pytest.mark.parametrize(
    "ship, dice, condition",
    [
        ("graf_spee", (1, 3), Condition.SOUND),
        ("graf_spee", (3, 4), Condition.DAMAGED),
        ("graf_spee", (6, 6, 1), Condition.LOST),
        ("scharnhorst", (3, 4), Condition.SOUND),
        ("scharnhorst", (6, 6, 1), Condition.DAMAGED),
    ],
)
def test_a_ship_is_damaged_by_one_hit_less_than_her_size_and_sunk_by_as_many(ship, dice, condition):
    """Hood, of three factors, fires: one hit from 6 on, two from 11 on; each less one."""
    sea = Sea().ship("hood", line=Line.CAPITAL, aim=Aim.PAIRED, target=number(ship))
    sea.ship(ship, line=Line.CAPITAL).dice(*dice)
    sea.call(fleet_combat.capital_on_capital, NEITHER)
    assert sea.condition(ship) == condition


@pytest.mark.rule("20.51.results")
def test_hits_on_light_ships_are_theirs_as_a_group():
    """Three factors at light ships, 11 + 1: two hits."""
    for cruisers, destroyers, left in ((2, 0, (1, 0)), (0, 3, (0, 1)), (1, 3, (0, 3))):
        sea = lights(cruisers, destroyers).ship("scharnhorst", line=Line.CAPITAL, aim=Aim.LIGHT).dice(5, 6)
        sea.call(fleet_combat.capital_on_light, NEITHER)
        sound = sum(sea.condition(f"british_cruiser_{k + 1}") == Condition.SOUND for k in range(cruisers))
        assert (sound, sea.of("scapa_destroyers", "lights")) == left


@pytest.mark.rule("20.551")
def test_hits_on_light_ships_are_counted_anew_for_each_attack():
    """Two capital ships make a hit each: each is the first of its attack and damages an undamaged cruiser."""
    sea = lights(2, 4).ship("scharnhorst", "gneisenau", line=Line.CAPITAL, aim=Aim.LIGHT).dice(3, 3, 3, 3)
    sea.call(fleet_combat.capital_on_light, NEITHER)
    assert {sea.condition(f"british_cruiser_{k}") for k in (1, 2)} == {Condition.DAMAGED}


# --- critical hits (20.5241) --------------------------------------------------------------------------------


@pytest.mark.rule("20.5241A")
def test_a_twelve_is_a_chance_of_a_critical_hit_whatever_is_taken_from_it():
    """Hood's 12 less one: one hit of two would do; a five is a critical hit."""
    sea = duel(1, 1, 6, 6, 5)
    assert Event.CRITICAL in sea.told and sea.condition("scharnhorst") == Condition.LOST


@pytest.mark.rule("20.5241A")
def test_an_eleven_and_one_more_is_no_chance():
    sea = duel(5, 6, 1, 1)
    assert sea.condition("hood") == Condition.DAMAGED and Event.CRITICAL not in sea.told


@pytest.mark.rule("20.5241A")
def test_a_damaged_ship_has_a_critical_hit_too():
    sea = Sea().ship("hood", line=Line.CAPITAL).ship("bismarck", line=Line.SCREENED, condition=Condition.DAMAGED)
    sea.ship("scapa_destroyers", lights=1, strength=1).dice(6, 6)
    sea.call(fleet_combat.fire_at_ship, 1, -9, number("hood"), "bismarck", False)
    sea.dice(5)
    sea.call(fleet_combat.take_effect)
    assert sea.condition("bismarck") == Condition.LOST


# --- light ships (20.45, 20.57, 20.58) ----------------------------------------------------------------------


@pytest.mark.rule("20.45")
def test_escort_carriers_fight_as_light_ships():
    sea = lights(1, 2).ship("escort_carriers", lights=3, strength=3)
    assert sea.call(fleet_combat.light_factors, Side.ALLIES) == 2 + 2 + 3


@pytest.mark.rule("20.511C", "20.541")
def test_light_ships_of_one_factor_fire_with_what_is_left_of_them():
    sea = lights(0, 5).ship("german_destroyers", lights=3, strength=3).dice(6, 6, 1, 1)
    sea.call(fleet_combat.light_on_light, NEITHER)
    lost = 3 - sea.of("german_destroyers", "lights")
    assert lost > 0 and sea.call(fleet_combat.light_factors, Side.AXIS) == 3 - lost


@pytest.mark.rule("20.58A")
@pytest.mark.parametrize("excess, factors", [(fleet_combat.HOLDS, 6), (number("scharnhorst"), 6),
                                             (fleet_combat.ALL_JOIN, 7)])  # fmt: skip
def test_light_factors_in_excess_fire_at_light_ships_only_if_they_join(excess, factors):
    """Seven factors at two: three each have an opponent, the seventh does as it was told."""
    sea = lights(0, 7).ship("german_destroyers", lights=2, strength=2).dice(3, 3, 3, 3)
    sea.game.excess[:] = excess
    sea.call(fleet_combat.light_on_light, NEITHER)
    fires = {int(row[1]): int(row[2]) for row in sea.events[1:3]}
    assert sea.told[:2] == [Event.LIGHT_FIRE_ON_LIGHT] * 2 and fires == {Side.ALLIES: factors, Side.AXIS: 2}


@pytest.mark.rule("20.533")
def test_a_damaged_cruiser_does_not_fire():
    sea = lights(2)
    assert sea.call(fleet_combat.light_factors, Side.ALLIES) == 4
    sea.ship("british_cruiser_1", condition=Condition.DAMAGED)
    assert sea.call(fleet_combat.light_factors, Side.ALLIES) == 2


def fired_at_the_screened(screen, **state):
    """Whether Bismarck, who holds her fire for screened ships, fires at Royal Oak, whom a ship screens."""
    sea = Sea().ship("bismarck", line=Line.CAPITAL, aim=Aim.HOLDS).ship("royal_oak", line=Line.SCREENED)
    sea.ship(screen, fronted=1, **state).dice(3, 3)
    sea.call(fleet_combat.held_fire, NEITHER, (0, 0))
    return sea.of("royal_oak", "hits") == 1


@pytest.mark.rule("20.58A")
def test_screened_ships_are_fired_at_only_when_all_that_screen_them_are_gone():
    assert not fired_at_the_screened("hood", line=Line.CAPITAL)
    assert not fired_at_the_screened("hood", line=Line.SCREENED, condition=Condition.DAMAGED)
    assert fired_at_the_screened("hood", condition=Condition.LOST)


@pytest.mark.rule("20.58A")
@pytest.mark.parametrize("held, lights, fires", [(4, 4, True), (4, 0, False), (0, 4, False)])
def test_light_ships_that_hold_their_fire_fire_at_screened_ships_when_no_others_are_left(held, lights, fires):
    sea = Sea().ship("scapa_destroyers", lights=lights, strength=4)
    sea.ship("scharnhorst", line=Line.SCREENED).dice(4, 4)
    sea.call(fleet_combat.held_fire, NEITHER, (held, held))
    assert (Event.LIGHT_FIRE in sea.told) == (sea.of("scharnhorst", "hits") > 0) == fires


def sunk_by_destroyers(*dice):
    """Eight factors of destroyers, two of which hold their fire, against a cruiser and a damaged capital ship behind
    her: 6 + 5 + 2 - 3 sinks the cruiser, who misses."""
    sea = Sea(excess=[fleet_combat.HOLDS, fleet_combat.ALL_JOIN])
    sea.ship("scapa_destroyers", lights=8, strength=8).ship("german_cruiser_1", line=Line.LIGHT, fronted=1)
    sea.ship("scharnhorst", line=Line.SCREENED, condition=Condition.DAMAGED).dice(6, 5, 1, 1, *dice)
    assert not sea.call(fleet_combat.capital_on_light, NEITHER) and not sea.call(fleet_combat.fire_on, NEITHER)
    assert sea.condition("german_cruiser_1") == Condition.LOST
    return sea


@pytest.mark.rule("20.58A")
def test_light_ships_that_have_fired_do_not_fire_again_at_screened_ships():
    """Two factors fire: 6 + 2 - 3 is no hit, 9 + 2 - 3 one."""
    assert sunk_by_destroyers(3, 3).condition("scharnhorst") == Condition.DAMAGED
    assert sunk_by_destroyers(4, 5).condition("scharnhorst") == Condition.LOST


@pytest.mark.rule("20.58A")
def test_cruisers_that_capital_ships_have_damaged_need_not_be_sunk():
    assert not fired_at_the_screened("british_cruiser_1", line=Line.LIGHT)
    assert fired_at_the_screened("british_cruiser_1", line=Line.SCREENED, condition=Condition.DAMAGED)


@pytest.mark.rule("20.5212D")
@pytest.mark.parametrize("dice, condition", [((6, 5), Condition.LOST), ((1, 3), Condition.DAMAGED)])
def test_a_capital_ship_that_light_ships_have_damaged_is_fired_at_by_her_partner(dice, condition):
    """Eight factors of destroyers, 8 + 2 - 3, damage Scharnhorst, who does not fire (20.5212A).

    Renown, 11 + 2 - 3, hits, or, 4 + 2 - 3, does not.
    """
    sea = Sea(excess=[number("scharnhorst"), fleet_combat.ALL_JOIN])
    sea.ship("scapa_destroyers", lights=8, strength=8).dice(4, 4, *dice)
    for one, other in (("scharnhorst", "renown"), ("renown", "scharnhorst")):
        sea.ship(one, line=Line.CAPITAL, fronted=1, aim=Aim.PAIRED, target=number(other))
    sea.call(fleet_combat.capital_on_light, NEITHER)
    sea.call(fleet_combat.fire_on, NEITHER)
    assert sea.condition("scharnhorst") == condition and sea.told.count(Event.FIRES) == 1


def struck_from_the_air(target, line, dice):
    """Aircraft strike a ship, or the light ships, before fleet combat; then Rodney fires, who has held her fire."""
    sea = Sea(subject=number("ark_royal")).ship("ark_royal", line=Line.SCREENED, squadrons=2)
    sea.ship("rodney", line=Line.CAPITAL, aim=Aim.HOLDS, fronted=1).ship(target, line=line, fronted=1)
    sea.dice(1, 1, *dice, 3, 3)
    action = int(Option.LIGHT) if line == Line.LIGHT else FIRST_UNIT + number(target)
    strike_with_all(sea, action)
    assert sea.condition(target) == Condition.DAMAGED and sea.of(target, "line") == Line.SCREENED
    sea.call(fleet_combat.held_fire, NEITHER, (0, 0))
    return sea


@pytest.mark.rule("20.58A", "21.5361B")
@pytest.mark.parametrize(
    "target, line, dice",
    [("scharnhorst", Line.CAPITAL, (4, 4)), ("german_cruiser_1", Line.LIGHT, (2, 2))],
)
def test_ships_damaged_by_a_strike_are_screened_from_the_start_and_screen_no_other(target, line, dice):
    """So that Rodney may fire at her, as no other is left: 6 + 2 - 3 is a hit for four factors, and sinks her."""
    assert struck_from_the_air(target, line, dice).condition(target) == Condition.LOST


@pytest.mark.rule("20.533")
@pytest.mark.parametrize("hits, hurt, sunk", [(1, 2, 0), (2, 0, 2)])
def test_a_ship_that_is_sunk_in_a_round_is_not_counted_as_damaged_in_it(hits, hurt, sunk):
    """The loser of a round has more factors sunk, or else more damaged (22.6): a cruiser takes two hits."""
    sea = Sea(turn=5, group=1).ship("german_cruiser_1", place="bergen", in_group=1, line=Line.LIGHT, fronted=1)
    sea.call(damage.hit_light_ships, int(Side.AXIS), hits)
    assert (sea.game.hurt_now[Side.AXIS], sea.game.sunk_now[Side.AXIS]) == (hurt, sunk)


@pytest.mark.rule("20.5213B")
def test_a_ship_damaged_in_an_earlier_round_and_sunk_in_this_one_counts_as_sunk_alone():
    sea = Sea(turn=5, group=1).ship("hood", place="scapa_flow", against=1)
    sea.call(damage.damage, "hood")
    assert sea.game.hurt_now[Side.ALLIES] == 3
    sea.call(raid_combat.enter_battle)
    sea.call(damage.take_hits, "hood", 1, 0)
    assert (sea.game.hurt_now[Side.ALLIES], sea.game.sunk_now[Side.ALLIES]) == (0, 3)


@pytest.mark.rule("20.5213B", "20.5212C")
@pytest.mark.parametrize("ship", ["hiei", "zuikaku", "japanese_cruiser_1"])
@pytest.mark.parametrize("rounds_between", [0, 1])
def test_a_ship_struck_from_the_air_and_sunk_later_counts_as_sunk_alone(ship, rounds_between):
    """In the same round she was not damaged beside (22.6), and in the next one she began damaged."""
    sea = Sea("night_express", moving=Side.ALLIES, rounds=0).ship(ship, place="truk", force=1)
    size = int(sea.book.factors[number(ship)])
    sea.call(battle_rounds.begin_round)
    sea.call(battle_rounds.line_up)
    sea.call(damage.take_hits, ship, size - 1, 0)
    sea.call(air.screen_damaged, Side.AXIS.value)
    sea.call(battle_rounds.line_up)
    assert (sea.game.sunk_now[Side.AXIS], sea.game.hurt_now[Side.AXIS]) == (0, size)
    for _ in range(rounds_between):
        sea.game.held[:] = 0  # as at the end of a round
        sea.call(battle_rounds.begin_round)
    sea.call(damage.take_hits, ship, 1, 0)
    assert (sea.game.sunk_now[Side.AXIS], sea.game.hurt_now[Side.AXIS]) == (size, 0)
