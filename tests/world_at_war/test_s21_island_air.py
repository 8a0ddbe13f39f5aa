"""Aircraft in raids on islands by day (21.5398B to E, 20.32, 20.51)."""

import pytest

from aw_env.games.world_at_war.records.kinds import Convoy, Decision, Event, Kind, Option, Phase, Side
from aw_env.games.world_at_war.rules import air, air_strikes, battle_rounds, fleet_combat, island_forces, island_raids
from tests.world_at_war.positions import Sea, number, playing
from tests.world_at_war.sea_of_hexes import at_sea

RABAUL, NOUMEA = {"place": "rabaul"}, {"place": "noumea"}
CARRIER = {"zuiho": {**RABAUL, "squadrons": 2}, "rabaul_flotilla_1": RABAUL}
OPPOSED = {"noumea_flotilla_1": NOUMEA, "enterprise": {**NOUMEA, "squadrons": 3}, "noumea_flotilla_2": NOUMEA}


def meeting(force, **fields):
    """Forces meet in Guadalcanal by day: by id, the factors of a row or 1."""
    sea = Sea("night_express", turn=3, phase=Phase.ISLAND_RAIDS, moving=Side.AXIS, night=0, **fields)
    sea.game.raiding = number("guadalcanal")
    sea.game.control[number("guadalcanal")] = Side.ALLIES
    for ship, factors in force.items():
        sea.ship(ship, place="rabaul", force=factors, squadrons=int(sea.book.factors[number(ship)]))
    sea.call(battle_rounds.line_up)
    return sea


def day_raid(dice=(), airbase=0):
    """A carrier with light ships has come to Guadalcanal by day, and has been opposed."""
    control = [int(one) for one in Sea("night_express").game.control]
    control[number("guadalcanal")] = Side.ALLIES
    bases = [0] * 48
    bases[number("guadalcanal")] = airbase
    fields = {"boats": [0] * 48, "brps": [20, 20], "control": control, "airbase": bases, "turn": 3, "moving": Side.AXIS}
    game = playing(Phase.ISLAND_RAIDS, {**CARRIER, **OPPOSED}, dice, "night_express", **fields)
    game.choose("guadalcanal", Option.DAY, "rabaul_flotilla_1", "zuiho", Option.DONE)
    return game.choose("noumea_flotilla_1", Option.DONE)


@pytest.mark.rule("21.5398B", "20.32C")
def test_carriers_divide_their_squadrons_between_patrol_and_strike():
    game = day_raid([1, 1])
    assert game.asked == Decision.CAP and game.options == {Option.COUNT_0, Option.COUNT_1, Option.COUNT_2}
    game.choose(Option.COUNT_1)
    assert game.record["patrolling"].tolist() == [0, 1] and game.record["striking"].tolist() == [0, 1]


@pytest.mark.rule("21.5396B")
def test_squadrons_within_three_hexes_join_the_defense_one_for_each_island_of_the_group():
    """Those of Guadalcanal first, then those of Santa Cruz; New Georgia is Japan's."""
    sea = meeting({"rabaul_flotilla_1": 3}, power=Side.ALLIES, step=island_raids.DEFENDING_PLANES)
    for island, squadrons, flown in (("guadalcanal", 2, 1), ("santa_cruz", 3, 0), ("new_georgia", 5, 0)):
        sea.game.airbase[number(island)], sea.game.flown[number(island)] = squadrons, flown
    assert sea.game.control[number("new_georgia")] == Side.AXIS
    islands, mask = sea.call(island_forces.supplied_islands), sea.mask(island_raids.mask_planes)
    assert islands == 2 and [int(mask[Option.COUNT_0 + count]) for count in range(4)] == [1, 1, 1, 0]
    sea.call(island_raids.take_planes, Option.COUNT_2)
    assert sea.game.planes[Side.ALLIES] == 2 and sea.game.step == island_raids.DEFENDING_PLANES + 1
    assert [int(sea.game.flown[number(island)]) for island in ("guadalcanal", "santa_cruz")] == [2, 1]
    assert sea.events[1].tolist()[:4] == [Event.PLANES, Side.ALLIES, 2, 0]


@pytest.mark.rule("21.5396B")
def test_where_no_squadrons_are_sent_none_is_told():
    sea = meeting({"rabaul_flotilla_1": 3}, power=Side.ALLIES, step=island_raids.DEFENDING_PLANES)
    sea.call(island_raids.take_planes, Option.COUNT_0)
    assert sea.told == [] and sea.game.planes[Side.ALLIES] == 0


@pytest.mark.rule("21.5398G", "20.35")
@pytest.mark.parametrize("force, escorts", [({"zuiho": 1}, 1), ({"rabaul_flotilla_1": 3}, 1), ({"kongo": 1}, 0),
                                            ({"zuiho": 1, "shokaku": 1, "rabaul_flotilla_1": 3}, 2)])  # fmt: skip
def test_carriers_and_three_factors_of_destroyers_escort_a_force_against_submarines(force, escorts):
    sea = meeting(force)
    assert sea.call(battle_rounds.escorts, Side.AXIS) == escorts


@pytest.mark.house_rule
@pytest.mark.parametrize(("escort_carriers", "destroyers", "escorts"), [(3, 0, 0), (1, 2, 0), (1, 3, 1)])
def test_escort_carriers_are_no_destroyers_that_escort_a_force(escort_carriers, destroyers, escorts):
    """22.9: a carrier that is fully operational does, and three factors of destroyers."""
    sea = at_sea(moving=Side.ALLIES, phase=Phase.INTERCEPTION, convoy=Convoy.SEA_TRANSPORT)
    sea.ship("escort_carriers", place="gibraltar", force=escort_carriers)
    sea.ship("gibraltar_destroyers", place="gibraltar", strength=destroyers, force=destroyers)
    sea.call(battle_rounds.line_up)
    assert sea.call(battle_rounds.escorts, Side.ALLIES) == escorts


@pytest.mark.rule("21.5398B")
def test_as_many_squadrons_attack_those_of_bases_as_do_not_patrol():
    sea = meeting({"zuiho": 1, "rabaul_flotilla_1": 3}, power=Side.AXIS, striking=[5, 2])
    mask = sea.mask(air_strikes.mask_counterair)
    assert [int(mask[Option.COUNT_0 + count]) for count in range(4)] == [1, 1, 1, 0]


@pytest.mark.rule("21.5398B", "20.32C")
def test_carriers_attack_the_squadrons_of_bases_and_who_is_left_strikes():
    sea = meeting({"zuiho": 1, "rabaul_flotilla_1": 3, "noumea_flotilla_1": 3}, power=Side.AXIS)
    sea.game.planes[Side.ALLIES], sea.game.striking[Side.AXIS] = 2, 2
    for field in ("airbase", "flown", "supporting"):
        sea.game[field][number("guadalcanal")] = 2
    sea.dice(3, 3, 1, 1)  # two squadrons with 6: one shot down and one turned back, with 2: one turned back
    sea.call(air_strikes.take_counterair, Option.COUNT_2)
    assert sea.game.planes[Side.ALLIES] == 1 and sea.game.airbase[number("guadalcanal")] == 1
    assert sea.game.grounded[Side.ALLIES] == 1 and sea.game.striking[Side.AXIS] == 1


@pytest.mark.rule("21.5398C")
def test_squadrons_of_bases_that_were_not_driven_off_cover_or_strike():
    sea = meeting({"rabaul_flotilla_1": 3, "noumea_flotilla_1": 3}, power=Side.ALLIES)
    sea.game.planes[Side.ALLIES], sea.game.grounded[Side.ALLIES] = 3, 1
    mask = sea.mask(air_strikes.mask_cover)
    assert mask[Option.COUNT_2] and not mask[Option.COUNT_3]
    sea.call(air_strikes.take_cover, Option.COUNT_1)
    assert sea.game.covering[Side.ALLIES] == 1 and sea.game.land_striking[Side.ALLIES] == 1


@pytest.mark.rule("21.5398E")
def test_each_side_strikes_once_a_round_through_patrols_and_guns():
    sea = meeting({"zuiho": 1, "rabaul_flotilla_1": 3, "noumea_flotilla_1": 3})
    sea.game.striking[Side.AXIS], sea.game.covering[Side.ALLIES], sea.game.planes[Side.ALLIES] = 2, 1, 1
    # strike 2 against cover 1: 6 shoots it down; the cover has 4+1 for want of surprise: one turned back; guns 2: none
    sea.dice(3, 3, 2, 2, 1, 1).call(air_strikes.fly_in, Side.AXIS)
    assert sea.game.covering[Side.ALLIES] == 0 and sea.game.arrived == 1


@pytest.mark.rule("20.51.air_modifiers", "20.32D")
def test_a_strike_adds_the_airmen_and_one_at_sea_and_takes_off_the_modifier_of_the_ship():
    def hits(first, second, drm):
        sea = meeting({"zuiho": 1, "rabaul_flotilla_1": 3, "south_dakota": 1})
        sea.book.air_drm[:], sea.book.drm[:] = 2, drm
        sea.game.striking[Side.AXIS] = sea.game.assigned[number("south_dakota")] = 2
        sea.dice(first, second).call(air_strikes.bomb, Side.AXIS)
        return sea.of("south_dakota", "hits")

    assert hits(3, 4, 2) == 2 and hits(3, 4, 3) == 1  # two squadrons: 7 + 2 + 1 - 2 = 8, and 7


@pytest.mark.rule("20.51.air_modifiers", "21.5396B")
@pytest.mark.parametrize("of_carriers, of_bases", [(2, 0), (3, 1), (1, 1), (0, 2)])
def test_squadrons_of_bases_are_naval_ones_and_have_one_more_against_ships_at_sea_too(of_carriers, of_bases):
    """Two squadrons hit once with 7, and twice with one more."""
    sea = meeting({"zuiho": 1, "south_dakota": 1}, striking=[0, of_carriers], land_striking=[0, of_bases])
    sea.book.air_drm[:] = sea.book.drm[:] = 0
    sea.game.assigned[number("south_dakota")] = 2
    sea.dice(3, 4).call(air_strikes.bomb, Side.AXIS)
    assert sea.of("south_dakota", "hits") == 2


@pytest.mark.rule("20.51.air_modifiers")
def test_light_ships_are_struck_as_a_group():
    sea = meeting({"zuiho": 1, "rabaul_flotilla_1": 3, "noumea_flotilla_1": 3})
    sea.game.striking[Side.AXIS] = sea.game.at_light = 2
    sea.dice(3, 4).call(air_strikes.bomb, Side.AXIS)
    assert sea.of("noumea_flotilla_1", "strength") == 1


@pytest.mark.rule("21.5398E")
def test_after_the_bombs_have_fallen_nothing_strikes_any_more():
    """Two squadrons have struck, and one was held back."""
    sea = meeting({"zuiho": 1, "rabaul_flotilla_1": 3, "south_dakota": 1, "noumea_flotilla_1": 3}, power=Side.AXIS)
    sea.game.arrived, sea.game.at_light, sea.game.assigned[number("south_dakota")] = 1, 1, 1
    step = int(sea.game.step)
    sea.dice(1, 1, 1, 1).call(air_strikes.take_strike_at, Option.DONE)
    assert sea.game.arrived == sea.game.at_light == 0 and not sea.game.assigned.any()
    assert sea.game.step == step + 1 and sea.told == [Event.BOMBS, Event.BOMBS_ON_LIGHT]


@pytest.mark.rule("20.36")
def test_the_largest_carriers_have_a_better_modifier():
    sea = meeting({"shokaku": 1})
    usual = sea.call(fleet_combat.drm_of, "shokaku")
    sea.book.factors[number("shokaku")] = 4
    assert sea.call(fleet_combat.drm_of, "shokaku") == usual + 1 and sea.book.kind[number("shokaku")] == Kind.CARRIER


@pytest.mark.rule("20.36", "20.5212F")
def test_each_of_them_raises_the_air_defense():
    sea = meeting({"shokaku": 1, "rabaul_flotilla_1": 1})
    sea.book.factors[number("shokaku")] = 4
    assert sea.call(air.air_defense_level, Side.AXIS) == 2 + 1  # five factors, one of them the largest sort of ship
    sea.game.condition[number("shokaku")] = 1
    assert sea.call(air.air_defense_level, Side.AXIS) == 3  # damaged ships count


@pytest.mark.rule("21.5398D")
def test_what_both_have_put_on_patrol_is_seen_when_both_have_chosen():
    game = day_raid()
    assert game.view(Side.ALLIES).field("cap")[Side.AXIS] == 0
    game.choose(Option.COUNT_2)
    assert "patrols" in game.happened and game.record["patrolling"][Side.AXIS] == 2


@pytest.mark.rule("21.5398E", "20.32D")
def test_squadrons_are_given_targets_before_any_of_them_strikes():
    # squadrons against no patrol; guns 2; then two squadrons are given to the light ships
    game = day_raid([1, 1, 3, 3]).choose(Option.COUNT_0)
    assert game.asked == Decision.STRIKE_AT and game.record["arrived"] == 2
    game.choose(Option.LIGHT)
    assert game.asked == Decision.STRIKE_WITH and game.options == {Option.COUNT_1, Option.COUNT_2}
    game.choose(Option.COUNT_2)
    assert game.happened and game.record["arrived"] == 0
