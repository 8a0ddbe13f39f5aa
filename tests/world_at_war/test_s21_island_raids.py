"""Raids on island groups (21.539)."""

import pytest

from aw_env.core.engine.layout import readable
from aw_env.games.world_at_war.records.kinds import Condition, Decision, Option, Phase, Side
from aw_env.games.world_at_war.records.record import FIRST_PLACE, FIRST_UNIT
from aw_env.games.world_at_war.rules import battle_rounds, damage, island_forces, island_raids, pacific, ranges
from tests.world_at_war.positions import NAMES, Sea, number, playing

RABAUL, NOUMEA, TRUK, SUVA = ({"place": place} for place in ("rabaul", "noumea", "truk", "suva"))
RAIDERS = {"japanese_cruiser_1": RABAUL, "rabaul_flotilla_1": RABAUL}
DEFENDERS = {"pacific_cruiser_1": NOUMEA, "noumea_flotilla_1": NOUMEA}
"""Three factors of either side within reach of Guadalcanal, which the US holds from the second turn on."""


def raiding(hex="guadalcanal", side=Side.AXIS, night=1, step=island_raids.FORCE, **fields):
    """A raid on a hex has begun; Guadalcanal is of the US."""
    sea = Sea("night_express", turn=3, moving=side, phase=Phase.ISLAND_RAIDS, step=step, night=night, **fields)
    sea.game.control[number("guadalcanal")] = Side.ALLIES
    sea.game.raiding = number(hex)
    sea.game.raided = 1 << int(sea.book.group_of[number(hex)])
    for one in Side:
        sea.call(ranges.measure_ways, one, hex)
    return sea


def targets(side, **control):
    """The hexes that a side may raid."""
    sea = Sea("night_express", turn=3, moving=side, power=side)
    for place, whose in control.items():
        sea.game.control[number(place)] = whose
    return hexes_of(sea, island_raids.mask_target)


def hexes_of(sea, mask):
    """The places that a mask allows."""
    allowed = sea.mask(mask)
    return {place.id for place in NAMES.places if place and allowed[FIRST_PLACE + place.number]}


def eligible(*ships, side=Side.AXIS, **fields):
    """Which ships may join a raid to which light ships have come already."""
    sea = raiding(side=side, **fields)
    light, there = ("rabaul_flotilla_1", "rabaul") if side == Side.AXIS else ("noumea_flotilla_1", "noumea")
    sea.ship(light, place=there)
    sea.game.force[number(light)] = 3
    found = set()
    for ship, place in ships:
        sea.ship(ship, place=place)
        if sea.call(island_forces.may_join, ship, side, 3):
            found.add(ship)
    return found


@pytest.mark.rule("20.24", "21.5395")
@pytest.mark.parametrize(
    "other, alike",
    [({}, True), ({"place": "truk"}, False), ({"moved": 1}, False), ({"force": 1}, False), ({"inverted": 1}, False),
     ({"under": 1, "berth": number("rabaul")}, False)],
)  # fmt: skip
def test_of_cruisers_that_are_alike_the_first_joins_a_raid(other, alike):
    sea = raiding().ship("japanese_cruiser_2", place="rabaul")
    sea.ship("japanese_cruiser_1", **{"place": "rabaul", **other})
    assert bool(sea.call(island_forces.comes_as_another, "japanese_cruiser_2", Side.AXIS)) == alike


@pytest.mark.rule("21.5395C", "21.5397E")
@pytest.mark.parametrize("port, alike", [("rabaul", True), ("kavieng", False)])
def test_cruisers_that_patrol_off_an_island_are_alike_if_they_go_home_to_one_port(port, alike):
    sea = raiding("bougainville", side=Side.ALLIES, night=0)
    sea.ship("japanese_cruiser_1", place="rabaul", on_patrol=number("bougainville"))
    sea.ship("japanese_cruiser_2", place=port, on_patrol=number("bougainville"))
    sea.call(ranges.measure_ways, Side.AXIS, "bougainville")
    assert bool(sea.call(island_forces.comes_as_another, "japanese_cruiser_2", Side.AXIS)) == alike


@pytest.mark.rule("20.164D", "21.5395D")
def test_a_cruiser_in_the_open_raids_with_a_destroyer_that_is_under_no_counter():
    """Kongo, Hiei, Haruna, a cruiser and destroyers of Rabaul are a task force there."""
    hidden = ("kongo", "hiei", "haruna", "japanese_cruiser_1", "rabaul_flotilla_1")
    sea = raiding(power=Side.AXIS, brps=[20, 20]).ship(*hidden, "japanese_cruiser_2", place="rabaul")
    sea.ship("rabaul_flotilla_2", place="rabaul")
    for unit in hidden:
        sea.game.under[number(unit)], sea.game.berth[number(unit)] = 1, number("rabaul")
    sea.game.counter_at[Side.AXIS, 0] = number("rabaul")
    assert sea.mask(island_forces.mask_force)[FIRST_UNIT + number("japanese_cruiser_2")]
    sea.call(island_forces.add_to_force, "japanese_cruiser_2", Side.AXIS)
    assert sea.of("rabaul_flotilla_2", "force") == 1 and sea.of("rabaul_flotilla_1", "force") == 0


def night_raid(raiders=None, defenders=None, dice=(), moving=Side.AXIS, options=(), turn=3, **fields):
    """The combat phase of a side, which holds the ships named, and no submarines."""
    control = [int(one) for one in Sea("night_express").game.control]
    control[number("guadalcanal")] = Side.ALLIES
    ships = {**(RAIDERS if raiders is None else raiders), **(DEFENDERS if defenders is None else defenders)}
    fields = {"boats": [0] * 48, "brps": [20, 20], **fields}
    return playing(
        Phase.ISLAND_RAIDS, ships, dice, "night_express", options, turn=turn, moving=moving, control=control, **fields
    )


def by_night(game, hex="guadalcanal"):
    """A raid on a hex by night."""
    return game.choose(hex, Option.NIGHT)


# --- who and where (21.5391, 21.5392) --------------------------------------------------------------------


@pytest.mark.rule("21.5391A")
def test_australian_ships_raid_as_american_ones_and_british_ships_do_not():
    ships = [("australian_cruiser_1", "noumea"), ("pacific_cruiser_1", "noumea"), ("british_cruiser_1", "noumea")]
    assert eligible(*ships, side=Side.ALLIES) == {"australian_cruiser_1", "pacific_cruiser_1"}


@pytest.mark.rule("21.5391B")
def test_nobody_meets_raiders_on_their_way():
    game = by_night(night_raid()).choose("japanese_cruiser_1", Option.DONE)
    assert game.asked == Decision.FORCE and game.seat_asked == Side.ALLIES  # at once, in the hex
    assert "interception" not in game.happened


@pytest.mark.rule("21.5392A")
def test_a_group_is_raided_if_an_enemy_island_of_it_is_within_ten_hexes_of_an_own_port():
    sea = Sea("night_express")
    assert sea.book.hexes[number("rabaul"), number("espiritu_santo")] == 10
    assert {"espiritu_santo", "efate"} <= targets(Side.AXIS)  # the group, also the island eleven hexes away
    assert not {"pago_pago", "upolu"} & targets(Side.AXIS)
    assert "truk" not in targets(Side.AXIS) and "pago_pago" not in targets(Side.ALLIES)


@pytest.mark.rule("21.5392B")
def test_the_raiding_hex_is_a_one_hex_island_or_one_of_the_two_cities_of_the_bismarcks():
    allies = targets(Side.ALLIES, guadalcanal=Side.ALLIES, tarawa=Side.ALLIES)
    assert {"rabaul", "kavieng", "manus", "new_georgia"} <= allies
    sea = Sea("night_express")
    assert all(sea.book.one_hex[number(hex)] or hex in ("rabaul", "kavieng") for hex in allies | targets(Side.AXIS))


@pytest.mark.rule("21.5392C")
def test_another_group_may_be_raided_in_the_same_turn_and_the_same_one_not():
    game = by_night(night_raid()).choose("japanese_cruiser_1", Option.DONE, Option.DONE, Option.DONE)
    assert game.asked == Decision.TARGET and "guadalcanal" not in game.places and "santa_cruz" not in game.places
    assert "espiritu_santo" in game.places


@pytest.mark.rule("21.5392E")
def test_japan_raids_from_summer_1942_on_which_is_the_first_turn():
    sea = Sea("night_express", turn=1, moving=Side.AXIS, power=Side.AXIS)
    assert "santa_cruz" in hexes_of(sea, island_raids.mask_target)


# --- day and night (21.5393) -----------------------------------------------------------------------------


@pytest.mark.rule("21.5393")
def test_japan_chooses_between_day_and_night():
    game = night_raid().choose("guadalcanal")
    assert game.asked == Decision.TIME and game.options == {Option.DAY, Option.NIGHT}


@pytest.mark.rule("21.5393A")
def test_by_day_fast_ships_raid_carriers_too_but_for_the_largest():
    ships = [("kongo", "rabaul"), ("zuiho", "rabaul"), ("yamato", "rabaul"), ("mutsu", "rabaul")]
    assert eligible(*ships, night=0) == {"kongo", "zuiho"}


@pytest.mark.rule("21.5393B")
def test_the_us_raids_by_day_and_is_not_asked():
    game = night_raid({"pacific_cruiser_1": NOUMEA, "noumea_flotilla_1": NOUMEA}, RAIDERS, moving=Side.ALLIES)
    game.choose("bougainville")
    assert game.asked == Decision.FORCE and game.record["night"] == 0


@pytest.mark.rule("21.5393B", "21.5395A")
def test_by_night_no_carriers_raid():
    ships = [("kongo", "rabaul"), ("zuiho", "rabaul"), ("japanese_cruiser_1", "rabaul")]
    assert eligible(*ships, night=1) == {"kongo", "japanese_cruiser_1"}


@pytest.mark.rule("21.5395B")
def test_slow_ships_and_battleships_of_five_factors_raid_neither_by_day_nor_by_night():
    ships = [("mutsu", "rabaul"), ("yamato", "rabaul")]
    assert not eligible(*ships, night=0) and not eligible(*ships, night=1)
    assert not eligible(("colorado", "noumea"), side=Side.ALLIES, night=0)


# --- how many (21.5394) ----------------------------------------------------------------------------------


@pytest.mark.rule("21.5394A")
def test_a_ship_for_each_supplied_island_of_the_defender_the_two_hex_ones_count_two():
    sea = raiding("guadalcanal")
    sea.book.cards[:] = 0
    assert sea.call(island_forces.force_level, Side.AXIS) == 2  # Guadalcanal and Santa Cruz
    sea.game.unsupplied[number("santa_cruz")] = 1
    assert sea.call(island_forces.force_level, Side.AXIS) == 1
    bismarcks = raiding("rabaul", side=Side.ALLIES)
    bismarcks.book.cards[:] = 0
    assert bismarcks.call(island_forces.force_level, Side.AXIS) == 5  # Rabaul, Kavieng, Manus


@pytest.mark.rule("21.5394B")
def test_a_card_sends_a_ship_more_in_one_raid_and_a_second_card_in_a_second():
    sea = raiding("guadalcanal")
    sea.book.cards[Side.AXIS], sea.book.cards[Side.ALLIES] = 1, 2
    assert sea.call(island_forces.force_level, Side.AXIS) == sea.call(island_forces.force_level, Side.ALLIES) == 3
    sea.game.deciphered[:] = 1 << int(sea.book.group_of[number("efate")])
    assert sea.call(island_forces.force_level, Side.AXIS) == 2
    assert sea.call(island_forces.force_level, Side.ALLIES) == 3


# --- what sails (21.5395) --------------------------------------------------------------------------------


@pytest.mark.rule("21.5395C", "21.3614")
def test_ships_come_from_within_twenty_hexes_over_ports_ten_hexes_apart():
    sea = raiding("guadalcanal")
    way = sea.game.way[Side.AXIS]
    assert (way[number("rabaul")], way[number("truk")], way[number("saipan")]) == (5, 9, 14)
    assert not sea.call(ranges.is_in_reach, Side.ALLIES, "pearl_harbor")
    sea.game.control[number("rabaul")] = sea.game.control[number("kavieng")] = Side.ALLIES
    sea.game.control[number("truk")] = Side.ALLIES
    sea.call(ranges.measure_ways, Side.AXIS, "guadalcanal")
    assert not sea.call(ranges.is_in_reach, Side.AXIS, "saipan")  # no port on the way


@pytest.mark.rule("21.5395C")
def test_a_fleet_carrier_or_large_battleship_sails_for_each_port_within_five_hexes():
    sea = raiding("new_georgia", side=Side.AXIS, night=0).ship("shokaku", "kongo", "zuikaku", place="rabaul")
    sea.ship("rabaul_flotilla_1", place="rabaul")
    sea.game.force[[number("rabaul_flotilla_1"), number("kongo")]] = 3, 1
    sea.call(ranges.measure_ways, Side.AXIS, "guadalcanal")
    assert sea.call(island_forces.may_join, "shokaku", Side.AXIS, 0)  # Rabaul and Kavieng
    for port in ("kavieng", "lae"):
        sea.game.control[number(port)] = Side.ALLIES
    sea.game.force[number("shokaku")] = 1
    assert not sea.call(island_forces.may_join, "zuikaku", Side.AXIS, 0)


@pytest.mark.rule("21.5395D")
def test_three_destroyers_are_a_ship_and_a_cruiser_takes_one_along():
    game = by_night(night_raid({**RAIDERS, "rabaul_flotilla_2": RABAUL}))
    game.choose("rabaul_flotilla_2")  # of two factors: the third is of the other row
    assert game.of("rabaul_flotilla_2", "force") == 2 and game.of("rabaul_flotilla_1", "force") == 1
    game.choose("japanese_cruiser_1")
    assert game.of("rabaul_flotilla_1", "force") == 2


@pytest.mark.rule("21.5395D")
@pytest.mark.parametrize("force, ships", [
    ({}, 0),
    ({"rabaul_flotilla_1": 2}, 0),
    ({"rabaul_flotilla_1": 3}, 1),
    ({"rabaul_flotilla_1": 3, "rabaul_flotilla_2": 2}, 1),
    ({"rabaul_flotilla_1": 3, "kongo": 1}, 2),
    ({"rabaul_flotilla_1": 4, "japanese_cruiser_1": 1}, 2),
])  # fmt: skip
def test_three_destroyers_a_cruiser_with_one_and_a_named_ship_are_a_ship_each(force, ships):
    sea = raiding()
    for unit, factors in force.items():
        sea.ship(unit, place="rabaul", force=factors)
    assert sea.call(island_forces.sets_in, Side.AXIS) == ships


@pytest.mark.rule("21.5395D")
def test_no_partial_sets_sail():
    sea = raiding().ship("japanese_cruiser_1", place="rabaul").ship("rabaul_flotilla_2", place="rabaul")
    assert not sea.call(island_forces.may_join, "rabaul_flotilla_2", Side.AXIS, 2)
    assert sea.call(island_forces.may_join, "japanese_cruiser_1", Side.AXIS, 2)
    assert not sea.call(island_forces.may_join, "japanese_cruiser_1", Side.AXIS, 0)


@pytest.mark.rule("21.5395E")
def test_a_force_needs_light_ships():
    sea = raiding().ship("kongo", place="rabaul")
    assert not sea.call(island_forces.may_join, "kongo", Side.AXIS, 3)
    sea.ship("rabaul_flotilla_1", place="rabaul").game.force[number("rabaul_flotilla_1")] = 3
    assert sea.call(island_forces.may_join, "kongo", Side.AXIS, 0)


@pytest.mark.rule("21.5395E", "21.313")
def test_carriers_sail_two_at_most_with_as_many_factors_of_others():
    sea = raiding("new_georgia", night=0).ship("zuiho", "ryujo", "hiyo", "kongo", "rabaul_flotilla_1", place="rabaul")
    sea.game.force[number("rabaul_flotilla_1")] = 3
    assert sea.call(island_forces.may_join, "zuiho", Side.AXIS, 0)
    sea.game.force[number("zuiho")] = 1
    assert not sea.call(island_forces.may_join, "ryujo", Side.AXIS, 0)  # four factors beside three
    sea.game.force[number("kongo")] = 1
    assert sea.call(island_forces.may_join, "ryujo", Side.AXIS, 0)
    sea.game.force[number("ryujo")] = 1
    assert not sea.call(island_forces.may_join, "hiyo", Side.AXIS, 0)


@pytest.mark.rule("20.231D", "20.241C")
def test_destroyers_and_cruisers_go_with_carriers():
    sea = raiding("new_georgia", night=0).ship("zuiho", "japanese_cruiser_1", "rabaul_flotilla_1", place="rabaul")
    assert not sea.call(island_forces.may_join, "zuiho", Side.AXIS, 3)
    sea.game.force[number("japanese_cruiser_1")] = sea.game.force[number("rabaul_flotilla_1")] = 1
    assert sea.call(island_forces.may_join, "zuiho", Side.AXIS, 2)


@pytest.mark.rule("20.251C")
def test_capital_ships_go_with_carriers():
    sea = raiding("new_georgia", night=0).ship("shokaku", "zuiho", "kongo", "rabaul_flotilla_1", place="rabaul")
    sea.game.force[[number("rabaul_flotilla_1"), number("zuiho")]] = 3, 1
    assert not sea.call(island_forces.may_join, "shokaku", Side.AXIS, 0)
    sea.game.force[number("kongo")] = 1
    assert sea.call(island_forces.may_join, "shokaku", Side.AXIS, 0)


# --- submarines and squadrons of bases (21.5396) ---------------------------------------------------------


@pytest.mark.rule("21.5396A", "20.75")
def test_a_submarine_a_side_goes_along_with_ships_beyond_their_number():
    boats = [0] * 48
    boats[number("rabaul")] = 2
    game = by_night(night_raid(boats=boats)).choose("rabaul_flotilla_1", Option.DONE)
    assert game.asked == Decision.SUBMARINE
    game.choose(Option.YES)
    assert game.record["sailed"][number("rabaul")] == 1 and game.record["boat"][Side.AXIS] == number("rabaul")


@pytest.mark.rule("20.74")
def test_submarines_come_no_farther_than_ships():
    sea = raiding("guadalcanal")
    sea.game.boats[:] = 0
    sea.game.boats[number("pearl_harbor")] = 3
    assert sea.call(island_raids.nearest_boat, Side.ALLIES) < 0
    sea.game.boats[number("noumea")] = 1
    assert sea.call(island_raids.nearest_boat, Side.ALLIES) == number("noumea")


@pytest.mark.rule("21.5396B", "21.5394A")
def test_islands_of_two_hexes_count_twice_for_force_levels_and_once_for_squadrons():
    """New Britain, New Ireland and Manus: five ships, and three squadrons."""
    sea = raiding("rabaul", side=Side.ALLIES, night=0)
    sea.game.airbase[:] = 0
    sea.game.airbase[number("rabaul")] = 6
    assert sea.call(island_forces.supplied_islands) == 5 and sea.call(island_raids.most_planes, Side.AXIS) == 3
    sea.game.unsupplied[number("kavieng")] = 1
    assert sea.call(island_forces.supplied_islands) == 3 and sea.call(island_raids.most_planes, Side.AXIS) == 2


@pytest.mark.rule("21.5396B")
def test_one_squadron_for_each_island_from_bases_within_three_hexes():
    sea = raiding("guadalcanal", night=0)
    sea.game.airbase[:] = 0
    sea.game.airbase[number("guadalcanal")] = 3
    assert sea.call(island_raids.most_planes, Side.ALLIES) == 2  # Guadalcanal and Santa Cruz
    sea.game.airbase[number("guadalcanal")] = 1
    sea.game.airbase[number("rabaul")] = 6
    assert sea.call(island_raids.most_planes, Side.ALLIES) == 1
    assert sea.call(island_raids.most_planes, Side.AXIS) == 0  # five hexes


# --- rounds (21.5397, 21.5398) ---------------------------------------------------------------------------


def joined(dice, turn=3, **fields):
    """A raid of three destroyers by night, opposed by three."""
    game = by_night(night_raid(dice=dice, turn=turn, **fields)).choose("rabaul_flotilla_1", Option.DONE)
    return game.choose("noumea_flotilla_1", Option.DONE)


@pytest.mark.rule("21.5397A")
def test_rounds_are_fought_until_a_side_leaves():
    game = joined([1, 1, 1, 1, 1, 1, 1, 1]).choose(Option.DONE, Option.DONE)
    assert game.asked == Decision.WITHDRAW and game.seat_asked == Side.ALLIES
    game.choose(Option.NO, Option.NO)
    assert game.record["rounds"] == 2 and game.asked == Decision.SCREEN
    game.choose(Option.DONE, Option.DONE, Option.NO, Option.YES)
    assert game.asked == Decision.HOME and game.record["points"].tolist() == [0, 0]


@pytest.mark.rule("21.5397A")
@pytest.mark.parametrize(
    "raiders, defenders, dice, first",
    [
        (["rabaul_flotilla_1"], ["noumea_flotilla_1", "pacific_cruiser_1"], [2, 3, 1, 1], Side.AXIS),
        (["rabaul_flotilla_1"], ["noumea_flotilla_1", "pacific_cruiser_1"], [1, 1, 1, 1], Side.ALLIES),
        (["rabaul_flotilla_1", "japanese_cruiser_8"], ["noumea_flotilla_1"], [1, 1, 1, 1], Side.ALLIES),
    ],
)
def test_who_has_lost_more_in_the_round_leaves_or_stays_first_and_not_who_had_more(raiders, defenders, dice, first):
    """Three factors against four lose one; nobody loses any, so that the defender speaks; six lose none, three one."""
    ours = {ship: RABAUL for ship in [*raiders, "rabaul_flotilla_2"]}
    theirs = {ship: NOUMEA for ship in [*defenders, "noumea_flotilla_2"]}
    game = by_night(night_raid(ours, theirs, dice=dice))
    game.choose(*raiders, Option.DONE, *defenders, Option.DONE).choose(Option.DONE, Option.DONE)
    assert game.asked == Decision.WITHDRAW and game.seat_asked == first


@pytest.mark.rule("21.5397A")
def test_a_battle_is_over_when_a_side_has_nothing_undamaged():
    game = joined([6, 6, 1, 1], defenders={"noumea_flotilla_1": {**NOUMEA, "strength": 3}})
    game.choose(Option.DONE, Option.DONE)
    assert game.asked == Decision.WITHDRAW or game.asked == Decision.HOME


@pytest.mark.rule("21.5397B")
def test_nobody_joins_once_the_battle_has_begun():
    game = joined([1, 1, 1, 1]).choose(Option.DONE, Option.DONE, Option.NO, Option.NO)
    assert game.asked == Decision.SCREEN and game.of("japanese_cruiser_1", "force") == 0


@pytest.mark.rule("21.5397C", "21.5397D")
def test_by_night_the_fire_of_japan_is_one_better_and_that_of_the_us_one_worse():
    # three factors on a roll of 6 (3+3): a hit from 6 on; with one more 7, with one less 5: none
    game = joined([3, 3, 3, 3]).choose(Option.DONE, Option.DONE)
    assert game.of("noumea_flotilla_1", "strength") == 2 and game.of("rabaul_flotilla_1", "strength") == 3


@pytest.mark.rule("21.5397C", "21.5398F")
def test_by_day_nobody_has_the_better_of_it():
    game = night_raid(dice=[3, 2, 3, 2]).choose("guadalcanal", Option.DAY, "rabaul_flotilla_1", Option.DONE)
    game.choose("noumea_flotilla_1", Option.DONE, Option.DONE, Option.DONE)
    assert game.of("noumea_flotilla_1", "strength") == game.of("rabaul_flotilla_1", "strength")


@pytest.mark.rule("21.5397E", "21.33")
def test_both_return_to_their_bases_or_a_port_within_ten_hexes():
    game = joined([1, 1, 1, 1]).choose(Option.DONE, Option.DONE, Option.YES)
    assert game.asked == Decision.HOME and game.seat_asked == Side.AXIS and game.options == {Option.DONE}
    assert {"rabaul", "kavieng", "truk", "lae"} <= game.places and "saipan" not in game.places
    game.choose("truk")
    assert game.of("rabaul_flotilla_1", "place") == number("truk") and game.of("rabaul_flotilla_1", "inverted")
    assert game.seat_asked == Side.ALLIES and "noumea" in game.places and "suva" not in game.places


@pytest.mark.rule("21.5398", "21.5398A")
def test_a_round_is_one_fight_of_all_ships_on_either_side():
    game = joined([1, 1, 1, 1], defenders={**DEFENDERS, "pacific_cruiser_1": NOUMEA})
    game.choose(Option.DONE, Option.DONE)
    assert game.happened == ["light_fire_on_light"] * 2


@pytest.mark.rule("21.5398D")
def test_a_task_force_is_seen_when_the_battle_begins_and_not_before():
    sea = raiding().ship("kongo", place="rabaul")
    sea.game.force[number("kongo")], sea.game.task_force[Side.AXIS] = 1, 1
    assert sea.of("kongo", "force_seen") == 0
    sea.game.step = battle_rounds.SEEN
    sea.call(battle_rounds.fly)
    assert sea.of("kongo", "force_seen") == 1


@pytest.mark.rule("21.5398G", "20.78")
def test_a_submarine_attacks_after_the_fleets():
    boats = [0] * 48
    boats[number("noumea")] = 1
    game = by_night(night_raid(dice=[1, 1, 1, 1, 6, 3], boats=boats))
    game.choose("rabaul_flotilla_1", Option.DONE, "noumea_flotilla_1", Option.DONE, Option.YES)
    game.choose(Option.DONE, Option.DONE)
    assert game.asked == Decision.TORPEDO and game.seat_asked == Side.ALLIES
    game.choose(Option.LIGHT)  # nine less one for the escort of three destroyers: two hits
    assert game.of("rabaul_flotilla_1", "strength") == 1 and "torpedoes_on_light" in game.happened


@pytest.mark.rule("20.78C")
def test_advanced_submarines_attack_with_one_more():
    def hits(advanced):
        sea = raiding().ship("pacific_cruiser_1", "south_dakota", place="noumea")
        sea.book.advanced_from[Side.AXIS] = advanced
        sea.game.power, sea.game.step, sea.game.boat[Side.AXIS] = Side.AXIS, battle_rounds.TORPEDO, number("rabaul")
        sea.game.force[number("south_dakota")] = 1
        sea.call(battle_rounds.line_up)
        sea.dice(3, 3)
        action = FIRST_UNIT + number("south_dakota")
        sea.call(battle_rounds.take_torpedo, action)
        return sea.of("south_dakota", "hits")

    assert (hits(0), hits(1)) == (1, 2)


@pytest.mark.rule("20.78F")
def test_a_submarine_that_is_lost_is_one_of_its_side_and_no_ship():
    sea = raiding().ship("south_dakota", place="noumea")
    sea.game.power, sea.game.boat[Side.AXIS] = Side.AXIS, number("truk")
    sea.game.sailed[number("truk")] = 1
    sea.game.force[number("south_dakota")] = 1
    sea.book.advanced_from[Side.AXIS] = 0
    sea.call(battle_rounds.line_up)
    sea.dice(1, 1).call(battle_rounds.take_torpedo, FIRST_UNIT + number("south_dakota"))
    assert sea.game.boats[number("truk")] == 2 and sea.game.boat[Side.AXIS] == -1
    assert sea.game.points.tolist() == [0, 0]


@pytest.mark.rule("21.5394B")
def test_a_card_is_used_by_the_force_that_has_a_ship_more_than_there_are_islands():
    """A card a side on the first turn of these; two islands, then two others."""
    three = {"rabaul_flotilla_1": RABAUL, "japanese_cruiser_8": RABAUL, "japanese_cruiser_9": RABAUL,
             "rabaul_flotilla_2": RABAUL}  # fmt: skip
    game = by_night(night_raid(three, turn=1), hex="santa_cruz")
    game.choose("japanese_cruiser_8", "japanese_cruiser_9", Option.DONE, Option.DONE, Option.DONE)
    game.choose("efate", Option.NIGHT)
    levels = Sea("night_express")
    levels.game = readable(game.game._games)[0]
    assert [levels.call(island_forces.force_level, side) for side in Side] == [3, 3]
    levels.game.deciphered[Side.AXIS] = 1 << int(levels.book.group_of[number("santa_cruz")])
    assert [levels.call(island_forces.force_level, side) for side in Side] == [3, 2]


@pytest.mark.rule("21.5394B")
@pytest.mark.parametrize("factors, is_used", [(6, False), (9, True)])
def test_a_raid_with_no_more_ships_than_islands_leaves_the_card(factors, is_used):
    sea = raiding(power=Side.AXIS, brps=[20, 20]).ship("rabaul_flotilla_1", place="rabaul", strength=factors)
    sea.game.force[number("rabaul_flotilla_1")], sea.book.cards[:] = factors, 1
    sea.call(island_raids.sail, Side.AXIS)
    assert (sea.game.deciphered[Side.AXIS] > 0) == is_used
    assert sea.call(island_forces.force_level, Side.AXIS) == 3  # in this raid


@pytest.mark.rule("21.5394B")
def test_a_raid_that_is_called_off_takes_no_card():
    game = by_night(night_raid(turn=1), hex="santa_cruz").choose(Option.DONE).choose("efate", Option.NIGHT)
    levels = Sea("night_express")
    levels.game = readable(game.game._games)[0]
    assert [levels.call(island_forces.force_level, side) for side in Side] == [3, 3]


@pytest.mark.rule("21.5391A", "20.551")
@pytest.mark.parametrize("hits, condition", [(1, Condition.DAMAGED), (2, Condition.LOST)])
def test_australian_cruisers_share_losses_with_american_destroyers_as_if_they_were_american(hits, condition):
    """The first hit on a mixed light force damages a cruiser and the second sinks it."""
    sea = raiding().ship("australian_cruiser_1", "noumea_flotilla_1", place="noumea")
    sea.game.force[[number("australian_cruiser_1"), number("noumea_flotilla_1")]] = 1, 3
    sea.call(battle_rounds.line_up)
    sea.call(damage.hit_light_ships, Side.ALLIES, hits)
    assert sea.condition("australian_cruiser_1") == condition and sea.of("noumea_flotilla_1", "lights") == 3


@pytest.mark.rule("21.33", "21.124")
@pytest.mark.parametrize("place, returns", [("kwajalein", False), ("majuro", True)])
def test_a_force_returns_to_no_base_taken_this_turn_but_to_a_port_counter(place, returns):
    sea = raiding("wotje", side=Side.ALLIES, night=0, power=Side.ALLIES).ship("noumea_flotilla_1", place="tarawa")
    sea.game.control[[number("tarawa"), number(place)]] = Side.ALLIES
    sea.game.ports[[number("tarawa"), number("majuro")]], sea.game.force[number("noumea_flotilla_1")] = 1, 3
    assert place in hexes_of(sea, island_raids.mask_home)
    sea.game.taken[number(place)] = 1
    assert (place in hexes_of(sea, island_raids.mask_home)) == returns


@pytest.mark.rule("21.33", "20.15")
@pytest.mark.parametrize("hex, returns", [("saipan", True), ("guam", False)])
def test_a_force_may_return_to_a_box_within_ten_hexes(hex, returns):
    """Saipan is ten hexes from Japan, Guam eleven."""
    sea = raiding(hex, side=Side.ALLIES, night=0, power=Side.AXIS).ship("truk_flotilla_1", place="truk")
    sea.game.force[number("truk_flotilla_1")] = 3
    assert ("japan_box" in hexes_of(sea, island_raids.mask_home)) == returns


@pytest.mark.rule("21.5395C", "21.4196")
@pytest.mark.parametrize("held, reaches", [(Side.AXIS, True), (Side.ALLIES, False)])
def test_a_patrol_opposes_a_raid_within_twenty_hexes_by_way_of_a_port(held, reaches):
    """From Majuro to Bougainville it is more than ten hexes; over Truk no leg is longer than that."""
    sea = raiding("bougainville", side=Side.ALLIES, night=0)
    sea.ship("japanese_cruiser_1", place="kwajalein", on_patrol=number("majuro"))
    hexes = sea.book.hexes
    majuro, truk, bougainville = number("majuro"), number("truk"), number("bougainville")
    assert hexes[majuro, truk] <= 10 and hexes[truk, bougainville] <= 10 < hexes[majuro, bougainville]
    for port in ("truk", "kavieng", "rabaul", "kwajalein", "lae", "saipan"):
        sea.game.control[number(port)] = held
    sea.call(ranges.measure_ways, Side.AXIS, "bougainville")
    assert bool(sea.call(ranges.is_in_reach, Side.AXIS, majuro)) == reaches


# --- what comes of it (21.5399) --------------------------------------------------------------------------


@pytest.mark.rule("21.5399A")
def test_a_raid_with_all_the_ships_allowed_negates_control_and_a_smaller_one_does_not():
    for ships, points in ((("rabaul_flotilla_1", "japanese_cruiser_1"), 0), (("japanese_cruiser_1",), 1)):
        sea = raiding().ship("japanese_cruiser_1", "rabaul_flotilla_1", place="rabaul")
        sea.book.cards[:] = 0
        sea.book.worth[:] = 1
        sea.game.brps[:] = 9
        for ship in ships:
            sea.game.force[number(ship)] = 1 if ship.startswith("j") else 3
        sea.game.force[number("rabaul_flotilla_1")] += int("japanese_cruiser_1" in ships)
        sea.game.strength[number("rabaul_flotilla_1")] = 4
        sea.call(island_raids.sail, Side.AXIS)
        solomons = int(sea.book.group_of[number("guadalcanal")])
        assert bool(sea.game.negated[Side.ALLIES] >> solomons & 1) == (points == 0)


@pytest.mark.rule("21.5399A")
def test_control_that_is_negated_scores_nothing_at_the_end_of_the_turn():
    def score(negated):
        sea = Sea("night_express", turn=3)
        sea.game.negated[Side.ALLIES] = negated
        sea.game.points[:] = 0
        sea.call(pacific.score_control)
        return sea.game.points.tolist()

    allies, axis = score(0)
    fiji = int(Sea("night_express").book.group_of[number("suva")])
    assert score(1 << fiji) == [allies - 2, axis]


def transports_lost(defenders, dice, answers):
    game = by_night(night_raid(defenders=defenders, dice=dice)).choose("rabaul_flotilla_1", Option.DONE, *answers)
    return 10 - int(game.record["transports"][2])


@pytest.mark.rule("21.5399B")
def test_a_raid_that_is_not_opposed_costs_two_transports():
    assert transports_lost(None, (), (Option.DONE,)) == 2


@pytest.mark.rule("21.5399B")
def test_a_defender_that_is_wiped_out_in_the_first_round_loses_two():
    # Japan rolls 12 and one more: two hits; the third of the destroyers has been lost before
    few = {"noumea_flotilla_1": NOUMEA, "pacific_cruiser_1": {**NOUMEA, "condition": 1}}
    game = by_night(night_raid(defenders=few, dice=[1, 1, 6, 6])).choose("rabaul_flotilla_1", Option.DONE)
    game.choose("noumea_flotilla_1", Option.DONE)
    game.record["strength"][number("noumea_flotilla_1")] = game.record["force"][number("noumea_flotilla_1")] = 2
    game.choose(Option.DONE, Option.DONE)
    assert game.asked == Decision.HOME and game.record["transports"][2] == 8


@pytest.mark.rule("21.5399B")
def test_a_defender_that_leaves_after_a_round_loses_one_and_after_two_none():
    once = ("noumea_flotilla_1", Option.DONE, Option.DONE, Option.DONE, Option.YES)
    assert transports_lost(None, [1, 1, 1, 1], once) == 1
    twice = (*once[:4], Option.NO, Option.NO, Option.DONE, Option.DONE, Option.YES)
    assert transports_lost(None, [1, 1] * 4, twice) == 0


@pytest.mark.rule("21.5399B")
def test_an_attacker_that_leaves_has_cost_the_defender_none():
    assert transports_lost(None, [1, 1] * 2, ("noumea_flotilla_1", *[Option.DONE] * 3, Option.NO, Option.YES)) == 0
