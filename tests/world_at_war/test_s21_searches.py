"""Task forces that meet at sea: who is distant, who finds whom, which ships engage and which evade, and what surprise
is worth to aircraft (20.252D, E, 20.5241C)."""

import pytest

from aw_env.games.world_at_war.records.kinds import Condition, Convoy, Decision, Event, Option, Phase, Side
from aw_env.games.world_at_war.rules import (
    air_strikes,
    battle_rounds,
    damage,
    fleet_combat,
    landing_battles,
    meetings,
    redraw_islands,
    searches,
    surprise,
)
from aw_env.games.world_at_war.rules.aid import AIDS
from aw_env.games.world_at_war.rules.battle_rounds import AFTER, FLYING, ROUND, SCREENS
from tests.world_at_war.sea_of_hexes import NUMBERS, at_sea
from tests.world_at_war.sea_of_hexes import troops as factors_in

ALLIES, AXIS = Side.ALLIES.value, Side.AXIS.value
ITALIANS = ("littorio", "vittorio_veneto", "giulio_cesare")
BRITISH = ("renown", "british_cruiser_1", "british_cruiser_2", "british_cruiser_3", "british_cruiser_4")
SLOW = ("warspite", "malaya")


def meeting(axis=ITALIANS, allies=BRITISH, numbers=(1, 1), found=(0, 0), **fields):
    """Italians that change base have met the British, in the first round of a battle.  numbers, found: of the Allies,
    then of the Axis."""
    fields = {"phase": Phase.INTERCEPTION, "convoy": Convoy.NONE, "step": SCREENS, "rounds": 1, "night": 1, **fields}
    sea = at_sea(moving=AXIS, **fields)
    sea.ship(*axis, place="naples", force=1, force_seen=1)
    sea.ship(*allies, place="alexandria", force=1, force_seen=1, against=AIDS)
    sea.game.raiding = NUMBERS["tripoli"]
    sea.game.origin[:2] = [NUMBERS["naples"], NUMBERS["tripoli"]]
    sea.game.way[:] = 99
    sea.game.detected[:4] = [*numbers, *found]
    return sea


# --- numbers, and the search (22.4) -------------------------------------------------------------------------


@pytest.mark.house_rule
@pytest.mark.parametrize("axis", [ITALIANS, ITALIANS[:2]])
def test_two_task_forces_have_numbers_and_smaller_forces_see_each_other(axis):
    sea = meeting(axis=axis, numbers=(5, 5), step=meetings.AID).dice(3, 4)
    sea.call(meetings.join_battle)
    told = sea.told.count(Event.TASK_FORCE_NUMBER)
    assert (sea.game.detected[[AXIS, ALLIES]].tolist(), told) == (([3, 4], 2) if axis == ITALIANS else ([0, 0], 0))
    assert sea.game.step == meetings.OWN_PLANES


@pytest.mark.parametrize(
    ("change", "dice"),
    [
        ({}, 1),
        ({"numbers": (1, 2)}, 0),
        ({"rounds": 3, "numbers": (1, 4)}, 2),
        ({"rounds": 4, "numbers": (1, 4)}, 4),
        ({"axis": (*ITALIANS[:2], "italian_cruiser_1")}, 1),
    ],
)
def test_dice_of_a_search(change, dice):
    assert meeting(**change).call(searches.dice_of_search, AXIS) == dice


@pytest.mark.rule("20.33")
@pytest.mark.parametrize(("squadrons", "number", "dice"), [(2, 2, 1), (1, 2, 0), (2, 1, 1)])
def test_a_distant_carrier_that_is_fully_operational_searches(squadrons, number, dice):
    sea = meeting(allies=(*BRITISH, "ark_royal"), numbers=(number, 1)).ship("ark_royal", place="gibraltar", force=1)
    sea.game.squadrons[sea.number("ark_royal")] = squadrons
    assert sea.call(searches.dice_of_search, ALLIES) == dice


def test_dice_that_show_the_number_of_the_enemy_have_found_it():
    sea = meeting(numbers=(5, 6), rounds=6).dice(5, 2, 5, 1, 1, 5)
    sea.call(searches.search, AXIS)
    assert sea.game.detected[surprise.FOUND + AXIS] == 3


@pytest.mark.parametrize(("die", "flies"), [(2, 2), (3, 0)])
def test_aircraft_strike_only_what_has_been_found(die, flies):
    sea = meeting(allies=(*BRITISH, "ark_royal"), numbers=(1, 2), found=(-1, -1), step=FLYING, night=0).dice(die)
    sea.game.striking[ALLIES] = 2
    assert not sea.call(searches.look), "the Axis, which is distant, has no die"
    assert sea.game.striking[ALLIES] == flies and sea.told.count(Event.SEARCHES) == 2


def test_a_new_round_is_searched_anew():
    sea = meeting(found=(2, 1), step=ROUND)
    sea.call(searches.look)
    assert sea.game.detected[2:5].tolist() == [-1, -1, 0]


# --- whether ships fight (22.521, 22.523) -------------------------------------------------------------------


@pytest.mark.house_rule
@pytest.mark.parametrize(("numbers", "rounds", "fight"), [((1, 1), 1, True), ((2, 2), 1, False), ((3, 2), 3, True)])
def test_active_task_forces_fight_and_two_distant_ones_do_not(numbers, rounds, fight):
    sea = meeting(numbers=numbers, rounds=rounds, found=(3, 3))
    assert not sea.call(searches.look)
    assert sea.game.step == (SCREENS if fight else AFTER)


@pytest.mark.rule("20.252D")
@pytest.mark.parametrize(
    ("allies", "found", "asked"),
    [(BRITISH, 1, True), (BRITISH, 0, False), ((*SLOW, "royal_sovereign", "ramillies"), 1, False)],
    ids=["fast", "not found", "slow"],
)
def test_an_active_task_force_with_fast_ships_may_engage_a_distant_one_that_it_has_found(allies, found, asked):
    sea = meeting(allies=allies, numbers=(1, 2), found=(found, 0))
    assert bool(sea.call(searches.look)) == asked
    if asked:
        assert (sea.game.decision, sea.game.power) == (Decision.FIGHT, ALLIES)
    else:
        assert sea.game.step == AFTER


@pytest.mark.rule("20.252D")
def test_slow_ships_of_those_that_engage_stand_back():
    """Damaged ships are slow as well (20.5212C), and do not fight anyway: sunk, one counts as sunk alone (22.6)."""
    sea = meeting(axis=(*ITALIANS, "roma"), allies=(*BRITISH, *SLOW), numbers=(1, 2), found=(1, 0))
    sea.ship("roma", place="naples", force=1, condition=Condition.DAMAGED)
    sea.ship("british_cruiser_3", place="alexandria", force=1, condition=Condition.DAMAGED)
    assert sea.call(searches.look)
    sea.call(searches.take_fight, Option.YES)
    assert sea.game.step == SCREENS and not sea.call(searches.look), "a damaged ship keeps the Italians from evading"
    held = [id for id in (*BRITISH, *SLOW, *ITALIANS) if sea.of(id, "held")]
    assert held == [*SLOW]
    sea.call(damage.take_hits, "british_cruiser_3", 1, 0)
    assert (sea.game.sunk_now[ALLIES], sea.game.hurt_now[ALLIES]) == (2, 0)


@pytest.mark.rule("20.252D", "20.45")
def test_escort_carriers_are_slow_ships_that_stand_back_unharmed():
    """They are in no line, and sail on when the round is over."""
    sea = meeting(allies=BRITISH, numbers=(1, 2), found=(1, 0), axis=(*ITALIANS, "roma"))
    sea.ship("roma", place="naples", force=1, condition=Condition.DAMAGED)
    sea.ship("escort_carriers", place="gibraltar", strength=2, force=2)
    assert sea.call(searches.look)
    sea.call(searches.take_fight, Option.YES)
    sea.call(battle_rounds.line_up)
    assert sea.of("escort_carriers", "lights") == 0 and sea.call(fleet_combat.light_factors, ALLIES) == 8
    sea.call(battle_rounds.count_losses)
    assert sea.of("escort_carriers", "force") == 2


@pytest.mark.rule("20.252D", "20.58A")
def test_that_slow_ships_stand_back_is_known_where_screens_are_drawn_anew():
    sea = meeting(axis=(*ITALIANS, "roma"), allies=(*BRITISH, *SLOW), numbers=(1, 2), found=(1, 0))
    sea.ship("roma", place="naples", force=1, condition=Condition.DAMAGED)
    assert sea.call(searches.look)
    sea.call(searches.take_fight, Option.YES)
    for _ in range(8):
        sea.call(redraw_islands.redraw_screens, ALLIES)
        assert all(sea.of(id, "held") for id in SLOW)


@pytest.mark.house_rule
def test_the_distant_task_force_may_be_let_go():
    sea = meeting(numbers=(1, 2), found=(1, 0))
    assert sea.call(searches.look)
    sea.call(searches.take_fight, Option.NO)
    assert sea.game.step == AFTER and Event.EVADES not in sea.told


@pytest.mark.rule("20.252E")
@pytest.mark.parametrize("slow", [False, True])
def test_a_task_force_without_slow_ships_evades(slow):
    """The British are found; with a slow ship they must fight."""
    sea = meeting(allies=(*BRITISH, *SLOW[: int(slow)]), numbers=(2, 1), found=(0, 1))
    assert sea.call(searches.look) and sea.game.power == AXIS
    sea.call(searches.take_fight, Option.YES)
    assert bool(sea.call(searches.look)) == (not slow)
    if slow:
        assert sea.game.step == SCREENS
        return
    assert sea.game.power == ALLIES
    sea.call(searches.take_fight, Option.NO)
    assert sea.game.step == AFTER and Event.EVADES in sea.told and not sea.game.held.any()


@pytest.mark.house_rule
def test_who_stands_off_loses_nothing():
    """Destroyers, also with cargo, are still there when the round has been counted."""
    sea = meeting(convoy=Convoy.SEA_TRANSPORT, numbers=(2, 2), infantry=factors_in(naples=3))
    sea.game.aboard_infantry[NUMBERS["naples"]] = 3
    sea.ship("naples_destroyers", place="naples", strength=4, force=4, force_seen=4, carrying=3)
    sea.call(searches.look)
    sea.call(landing_battles.end_round)
    assert (sea.of("naples_destroyers", "force"), sea.of("naples_destroyers", "carrying")) == (4, 3)
    assert sea.game.step == landing_battles.LEAVE


def test_nobody_is_looked_for_when_the_battle_is_over():
    sea = meeting(numbers=(1, 2), found=(1, 0))
    sea.call(meetings.look_on)
    assert not sea.game.detected.any()


# --- whose aircraft are naval (20.51) -----------------------------------------------------------------------


@pytest.mark.rule("20.51.air_modifiers")
@pytest.mark.parametrize("naval, of_bases, hits", [(2, 0, 2), (3, 1, 2), (1, 1, 1), (0, 2, 1)])
def test_squadrons_of_an_army_have_nothing_more_against_ships_at_sea(naval, of_bases, hits):
    """Two squadrons with 7: once, and with one more twice; one of a carrier's with one of a base strike without it."""
    sea = meeting(allies=(*BRITISH, "ark_royal"), night=0, striking=[naval, 0], land_striking=[of_bases, 0])
    sea.book.air_drm[:] = sea.book.drm[:] = 0
    sea.game.assigned[sea.number("littorio")] = 2
    sea.dice(3, 4).call(air_strikes.bomb, ALLIES)
    assert sea.of("littorio", "hits") == hits


@pytest.mark.rule("20.51.air_modifiers")
def test_squadrons_of_carriers_fly_at_ships_before_they_fly_at_others():
    """Two of a carrier's strike the first ship, two of a base the second: with 7 two hits, and one."""
    sea = meeting(allies=(*BRITISH, "ark_royal"), night=0, striking=[2, 0], land_striking=[2, 0])
    sea.book.air_drm[:] = sea.book.drm[:] = 0
    for ship in ("littorio", "vittorio_veneto"):
        sea.game.assigned[sea.number(ship)] = 2
    sea.dice(3, 4, 3, 4).call(air_strikes.bomb, ALLIES)
    assert (sea.of("littorio", "hits"), sea.of("vittorio_veneto", "hits")) == (2, 1)


# --- surprise (20.5241C, 20.51, AR-28) ----------------------------------------------------------------------


@pytest.mark.rule("20.5241C")
@pytest.mark.parametrize(
    ("ours", "theirs", "level", "patrols"), [(0, 0, 0, 0), (3, 1, 2, 0), (1, 3, 0, 0), (4, 0, 4, 1), (9, 0, 9, 4)]
)
def test_surprise_is_what_a_side_has_found_beyond_the_enemy(ours, theirs, level, patrols):
    sea = meeting(found=(ours, theirs))
    assert sea.call(surprise.surprise, ALLIES) == level
    assert sea.call(surprise.surprised_patrols, ALLIES) == patrols


@pytest.mark.rule("20.5241C")
@pytest.mark.parametrize(
    ("found", "hits", "dice", "condition"),
    [
        ((7, 0), 0, (3, 3, 6), Condition.LOST),
        ((7, 0), 0, (3, 3, 3), Condition.DAMAGED),
        ((6, 0), 0, (3, 3), Condition.DAMAGED),
        ((8, 1), 0, (3, 3, 6), Condition.LOST),
        ((7, 1), 0, (3, 3), Condition.DAMAGED),
        ((7, 0), 1, (1, 1), Condition.SOUND),
        ((0, 0), 0, (6, 6, 1), Condition.DAMAGED),
    ],
    ids=["critical", "not critical", "less", "found as well", "less, found as well", "no damage", "natural twelve"],
)
def test_damage_under_surprise_of_seven_may_be_critical(found, hits, dice, condition):
    """Of a battleship of four factors, which three hits damage: a die above four sinks her then."""
    sea = meeting(allies=(*BRITISH, "ark_royal"), found=found, night=0).dice(*dice)
    sea.game.assigned[sea.number("littorio")] = 1
    sea.book.hits_by_air[:] = 3 if hits == 0 else 0
    sea.call(air_strikes.bomb, ALLIES)
    assert sea.condition("littorio") == condition


@pytest.mark.rule("20.51.air_modifiers")
@pytest.mark.parametrize(("level", "more"), [(2, 0), (3, 1)])
def test_a_strike_that_surprises_by_three_is_one_better(level, more):
    """On a table that has as many hits as the modified dice show."""
    sea = meeting(allies=(*BRITISH, "ark_royal"), found=(level, 0), night=0).dice(4, 3)
    sea.game.striking[ALLIES] = sea.game.assigned[sea.number("littorio")] = 1
    sea.book.hits_by_air[1] = [*range(13)]
    british, italian, at_sea_one_better = int(sea.book.air_drm[0]), int(sea.book.drm[3]), 1
    sea.call(air_strikes.bomb, ALLIES)
    row = [event for event in sea.events[1 : 1 + sea.events[0, 0]] if event[0] == Event.BOMBS]
    assert row[0][3] == 7 + british - italian + at_sea_one_better + more <= 12


@pytest.mark.rule("20.51.air_modifiers")
@pytest.mark.parametrize(("level", "bonus"), [(0, 1), (1, 0)])
def test_patrols_that_are_surprised_gain_nothing(level, bonus):
    sea = meeting(allies=(*BRITISH, "ark_royal"), found=(level, 0), night=0)
    sea.game.striking[ALLIES] = sea.game.covering[AXIS] = 1
    sea.book.air_out[:], sea.book.air_back[:] = 0, 0
    sea.book.air_back[1] = range(13)
    sea.dice(1, 1, 3, 3)
    sea.call(air_strikes.meet_cover, ALLIES)
    rows = [event for event in sea.events[1 : 1 + sea.events[0, 0]] if event[0] == Event.AIR_COMBAT]
    drm = int(sea.book.air_drm[3]) - int(sea.book.air_drm[0])
    assert rows[1][3] == 6 + drm + bonus
