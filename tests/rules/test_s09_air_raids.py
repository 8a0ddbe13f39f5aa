"""§9 Carrier air raids: which carriers raid, what they attack in a port or base, and ships on the bottom."""

import pytest

from aw_env.games.admirals_war.records.terms import Decision, Event, Side
from tests.positions import Position, battle, movement


def raid_on(place, *targets, carrier="Akagi", area="hawaiian_islands", dice=(), **state):
    """A carrier alone at sea raids a place where units lie; the dice are those of the raid."""
    position = battle(area).with_units(carrier).with_units(*targets, place=place, **state)
    return position.start(dice=dice).choose(area, place)


# --- §9.1, §9.2: when, and which carriers --------------------------------------------------------------


@pytest.mark.rule("9.1")
def test_carriers_may_raid_where_there_was_no_combat():
    game = battle("hawaiian_islands").with_units("Akagi").with_units("Nevada", place="pearl_harbor").start()
    game.choose("hawaiian_islands")
    assert (game.decision, game.subject) == (Decision.AIR_RAID, "Akagi")
    game.choose("hold")
    assert game.over  # a raid is never a duty


@pytest.mark.rule("9.1", "7.74")
def test_the_victor_raids_when_combat_is_completed_and_not_before():
    position = battle("hawaiian_islands").with_units("Akagi", "Pensacola").with_units("Nevada", place="pearl_harbor")
    game = position.start(dice=[1, 1, 1, 1, 6, 1, 1, 1, 6])
    game.choose("hawaiian_islands", "air", "air", "Pensacola")
    assert game.decision == Decision.RETREAT  # both are still there
    game.choose("remain", "remain", "air", "air", "Pensacola")
    assert game.unit("Pensacola").place == "out_of_play"
    assert (game.decision, game.subject) == (Decision.AIR_RAID, "Akagi")


@pytest.mark.rule("9.1", "9.23")
def test_enemy_places_beside_the_area_may_be_raided_empty_ones_too():
    game = battle("coral_sea").with_units("Akagi").with_units("RAAF", place="australia").start().choose("coral_sea")
    # Guadalcanal is uncontrolled; Truk touches other areas
    assert game.choices == {"australia", "port_moresby", "noumea", "hold"}
    game = battle("marshalls").with_units("Enterprise").with_units("Oi", place="truk").start().choose("marshalls")
    # Johnston is American
    assert game.choices == {"truk", "kwajalein", "maloelap", "hold"}


@pytest.mark.rule("9.23", "9.24")
@pytest.mark.parametrize(
    ("unit", "place", "asked"),
    [
        ("RAAF", "australia", True),
        ("1st Marines", "noumea", True),
        ("Takao", "truk", False),
        ("RAAF", "singapore", False),
        ("US Submarine 1", "australia", False),
    ],
)
def test_a_carrier_is_asked_where_some_place_in_reach_holds_an_enemy_to_attack(unit, place, asked):
    game = battle("coral_sea").with_units("Akagi").with_units(unit, place=place).start().choose("coral_sea")
    assert (game.decision == Decision.AIR_RAID) == asked


@pytest.mark.rule("9.21")
def test_only_carriers_at_sea_raid_and_no_other_ships_or_aircraft():
    position = (
        battle("marshalls")
        .with_units("Akagi", "Nagato", "21AF")
        .with_units("Kaga", place="kwajalein")
        .with_units("Pensacola", place="johnston")
    )
    game = position.start().choose("marshalls", "hold")  # 21AF does not strike
    assert (game.decision, game.subject) == (Decision.AIR_RAID, "Akagi")
    game.choose("hold")
    assert game.over


@pytest.mark.rule("9.21", "7.64")
def test_a_crippled_carrier_does_not_raid():
    position = battle("hawaiian_islands").with_units("Akagi", damage=3).with_units("Kaga", damage=2)
    game = position.with_units("Nevada", place="pearl_harbor").start().choose("hawaiian_islands")
    assert game.subject == "Kaga"
    game.choose("hold")
    assert game.over


@pytest.mark.rule("9.22")
def test_a_carrier_that_pursued_does_not_raid_even_if_it_broke_off():
    game = battle("hawaiian_islands").with_units("Akagi", "Kaga", "Pensacola").start(dice=[1])
    game.choose("hawaiian_islands", "surface", "surface", "silent", "silent", "Akagi", "remain", "retreat")
    game.choose("Pensacola", "no_pursuit")  # Kaga is too slow to pursue
    game.choose("air", "air", "hold", "no_pursuit", "pearl_harbor")
    assert (game.decision, game.subject) == (Decision.AIR_RAID, "Kaga")
    game.choose("hold")
    assert game.over


@pytest.mark.rule("9.23")
def test_each_carrier_attacks_one_place_and_only_that():
    position = (
        battle("hawaiian_islands")
        .with_units("Akagi", "Soryu")
        .with_units("Nevada", place="pearl_harbor")
        .with_units("Pensacola", place="johnston")
    )
    game = position.start(dice=[1] * 7).choose("hawaiian_islands", "pearl_harbor", "johnston")
    assert (game.decision, game.subject, game.choices) == (Decision.STRIKE_TARGET, "Akagi", {"Nevada", "hold"})
    game.choose("Nevada")
    assert (game.decision, game.subject, game.choices) == (Decision.STRIKE_TARGET, "Soryu", {"Pensacola", "hold"})
    game.choose("Pensacola")
    assert game.over and game.dice_left == 0


@pytest.mark.rule("9.24")
def test_units_in_the_place_when_the_raid_occurs_may_be_attacked_those_elsewhere_not():
    position = (
        battle("hawaiian_islands")
        .with_units("Akagi", "Takao", "Pensacola")
        .with_units("Nevada", place="pearl_harbor")
        .with_units("New Orleans", place="johnston")
    )
    game = position.start(dice=[1, 1])
    game.choose("hawaiian_islands", "surface", "surface", "silent", "Pensacola", "Takao", "remain", "retreat")
    game.choose("no_pursuit", "no_pursuit", "johnston")  # Pensacola escapes into the base
    game.choose("johnston")
    assert (game.decision, game.choices) == (Decision.STRIKE_TARGET, {"New Orleans", "Pensacola", "hold"})


@pytest.mark.rule("9.24")
def test_a_raid_on_an_empty_place_rolls_no_dice():
    position = battle("hawaiian_islands").with_units("Akagi").with_units("Nevada", place="pearl_harbor")
    game = position.start().choose("hawaiian_islands", "johnston")
    assert game.over
    assert (game.dice_rolled, len(game.events(Event.RAIDED))) == (0, 1)


@pytest.mark.rule("9.25")
def test_a_place_is_raided_once_from_each_area_it_touches():
    position = (
        battle("marshalls")
        .with_units("Enterprise")
        .with_units("Yorktown", place="bismarck_sea")
        .with_units("Nagato", place="truk")
    )
    game = position.start(dice=[6, 1, 1, 1, 3, 6, 1, 1, 1, 1])
    game.choose("marshalls", "truk", "Nagato")
    assert game.unit("Nagato").damage == 3
    assert game.decision == Decision.COMBAT_AREA  # Enterprise does not raid a second time
    game.choose("bismarck_sea", "truk", "Nagato")
    assert game.unit("Nagato").damage == 4
    assert game.over and game.dice_left == 0


@pytest.mark.rule("9.25", "12.4")
def test_land_based_air_and_carriers_may_both_attack_a_place_from_the_same_area():
    position = battle("marshalls").with_units("Akagi", "21AF").with_units("Nevada", place="johnston")
    game = position.start(dice=[6, 1, 1, 1, 6, 1, 1, 1, 1])
    game.choose("marshalls", "johnston", "Nevada", "truk")  # 21AF strikes and returns
    assert game.unit("Nevada").damage == 1
    game.choose("johnston", "Nevada")  # Akagi
    assert game.unit("Nevada").damage == 2
    assert game.over and game.dice_left == 0


@pytest.mark.rule("9.26")
def test_in_the_pacific_patrolling_and_raiding_carriers_raid():
    for raiding in (False, True):
        position = battle("hawaiian_islands").with_units("Akagi", raiding=raiding)
        game = position.with_units("Nevada", place="pearl_harbor").start().choose("hawaiian_islands")
        assert game.decision == Decision.AIR_RAID


@pytest.mark.rule("9.26")
def test_in_the_atlantic_only_raiding_carriers_raid():
    position = battle("north_sea").with_units("Ark Royal", raiding=True).with_units("Illustrious")
    game = position.with_units("Bismarck", place="germany").start().choose("north_sea")
    assert (game.subject, game.choices) == ("Ark Royal", {"germany", "hold"})
    game.choose("hold")
    assert game.over


@pytest.mark.rule("9.26")
def test_a_raiding_carrier_may_not_raid_the_neutral_port():
    position = battle("south_atlantic").with_units("graf_zeppelin", raiding=True).with_units("Hood", place="gibraltar")
    assert position.start().choose("south_atlantic").choices == {"gibraltar", "hold"}


# --- §9.3: the raid ------------------------------------------------------------------------------------


@pytest.mark.rule("9.3")
def test_all_carriers_that_raid_a_place_choose_targets_before_any_dice_are_rolled():
    position = battle("hawaiian_islands").with_units("Akagi", "Soryu").with_units("Nevada", place="pearl_harbor")
    game = position.start(dice=[6, 6, 6, 1, 6, 6, 5, 1, 1, 1])
    game.choose("hawaiian_islands", "pearl_harbor", "pearl_harbor", "Nevada")
    assert (game.decision, game.subject) == (Decision.STRIKE_TARGET, "Soryu")
    assert game.dice_left == 10
    game.choose("Nevada")  # wasted: Akagi sinks her with 17 points
    assert game.unit("Nevada").place == "out_of_play"
    assert game.over and game.dice_left == 0


@pytest.mark.rule("9.3")
def test_carriers_of_both_partners_raid_a_place_together():
    position = battle("marshalls").with_units("Hermes", "Enterprise").with_units("Nagato", place="truk")
    game = position.start(dice=[6, 1, 6, 1, 1, 1, 2])
    game.choose("marshalls", "truk", "truk", "Nagato")
    assert (game.subject, game.dice_left) == ("Enterprise", 7)
    game.choose("Nagato")
    assert game.unit("Nagato").damage == 3
    assert game.over and game.dice_left == 0


@pytest.mark.rule("9.3", "5.1")
def test_partners_choose_places_and_targets_in_nationality_order():
    position = battle("bay_of_bengal").with_units("graf_zeppelin", "Akagi").with_units("Hermes", place="trincomalee")
    game = position.start().choose("bay_of_bengal")
    assert game.subject == "Akagi"
    assert game.choose("trincomalee").subject == "Graf Zeppelin"
    assert game.choose("trincomalee").subject == "Akagi"
    assert game.choose("Hermes").subject == "Graf Zeppelin"


@pytest.mark.rule("9.3", "7.33")
def test_ships_aircraft_and_amphibious_units_are_targets_but_no_submarines():
    game = raid_on("pearl_harbor", "Nevada", "7AF", "1st Marines", "US Submarine 1")
    assert game.choices == {"Nevada", "7AF", "1st Marines", "hold"}


@pytest.mark.rule("9.3", "7.43")
def test_the_attack_bonus_counts_against_ships_not_against_aircraft():
    assert raid_on("pearl_harbor", "Nevada", dice=[5, 1, 1, 1, 2]).choose("Nevada").unit("Nevada").damage == 2
    game = raid_on("pearl_harbor", "7AF", dice=[5, 1, 1, 1]).choose("7AF")
    assert (game.unit("7AF").damage, game.dice_rolled) == (0, 0)


@pytest.mark.rule("9.3", "7.45")
def test_damage_is_rolled_for_each_hit_less_the_bonus_of_the_armor():
    position = battle("north_sea").with_units("Ark Royal", raiding=True).with_units("Bismarck", place="germany")
    game = position.start(dice=[6, 6, 1, 3, 2]).choose("north_sea", "germany", "Bismarck")
    assert game.unit("Bismarck").damage == 3
    assert game.dice_left == 0


@pytest.mark.rule("9.3", "7.41")
def test_a_raid_is_one_air_action_of_as_many_shots_as_the_airstrike_factor():
    game = raid_on("pearl_harbor", "Nevada", dice=[1, 1, 1, 1]).choose("Nevada")
    assert game.over
    assert (game.dice_left, game.dice_rolled) == (0, 0)


@pytest.mark.rule("9.3", "7.31")
def test_a_carrier_over_the_place_may_hold_its_fire():
    game = raid_on("pearl_harbor", "Nevada").choose("hold")
    assert game.over
    assert game.dice_rolled == 0


@pytest.mark.rule("9.31")
def test_raids_come_after_the_battles_of_all_groups():
    position = battle("hawaiian_islands").with_units("Kaga", "Takao", "Maya", "Pensacola", "Houston")
    game = position.start().until(Decision.RETREAT, prefer=("air", "hold")).choose("remain", "retreat", "new_group")
    game.choose_for(kaga="no_pursuit", takao="Pensacola", maya="Houston")
    game.choose("air", "air", "no_pursuit", "pearl_harbor")
    assert game.decision == Decision.ACTION_TYPE  # the second group
    game.choose("air", "air", "no_pursuit", "pearl_harbor")
    assert (game.decision, game.subject) == (Decision.AIR_RAID, "Kaga")


@pytest.mark.rule("9.32")
def test_the_units_in_the_place_do_not_fire_back():
    game = raid_on("pearl_harbor", "Enterprise", "7AF", dice=[1, 1, 1, 1]).choose("Enterprise")
    attackers = [unit for _, unit, _, _, _ in game.events(Event.ATTACK)]
    assert attackers == [game.unit("Akagi").number]
    assert game.over and game.dice_rolled == 0


@pytest.mark.rule("9.33")
def test_a_disabled_result_has_no_effect():
    game = raid_on("pearl_harbor", "Nevada", dice=[4, 1, 1, 1]).choose("Nevada")  # 5 with the bonus
    assert not game.unit("Nevada").disabled and game.unit("Nevada").place == "pearl_harbor"
    assert not game.events(Event.DISABLED)


@pytest.mark.rule("9.34")
def test_a_hit_on_an_amphibious_unit_is_one_point_without_a_die():
    game = raid_on("johnston", "1st Marines", dice=[6, 6, 1, 1]).choose("1st Marines")
    assert (game.unit("1st Marines").place, game.unit("1st Marines").damage) == ("johnston", 2)
    assert (game.dice_left, game.dice_rolled) == (0, 0)
    game = raid_on("johnston", "1st Marines", dice=[6, 6, 6, 1]).choose("1st Marines")
    assert game.unit("1st Marines").place == "returning"
    assert (game.dice_left, game.dice_rolled) == (0, 0)


@pytest.mark.rule("9.34")
def test_damage_is_rolled_when_an_air_unit_is_hit():
    game = raid_on("johnston", "7AF", dice=[6, 1, 1, 1, 4]).choose("7AF")
    assert (game.unit("7AF").place, game.unit("7AF").damage) == ("johnston", 4)


# --- §9.35: ships on the bottom ------------------------------------------------------------------------


@pytest.mark.rule("9.35")
@pytest.mark.parametrize(
    ("before", "die", "place", "on_the_bottom"),
    [
        (0, 4, "pearl_harbor", False),  # Nevada's armor is 4: crippled
        (0, 5, "pearl_harbor", True),
        (3, 5, "pearl_harbor", True),  # twice her armor
        (3, 6, "out_of_play", False),  # more
        (5, 3, "pearl_harbor", True),  # on the bottom before
    ],
)
def test_a_ship_in_port_is_on_the_bottom_beyond_her_armor_and_sunk_beyond_twice_that(before, die, place, on_the_bottom):
    game = raid_on("pearl_harbor", "Nevada", dice=[6, 1, 1, 1, die], damage=before).choose("Nevada")
    assert game.unit("Nevada").place == place
    assert bool(game.events(Event.ON_THE_BOTTOM)) == on_the_bottom
    if place == "pearl_harbor":
        assert game.unit("Nevada").damage == before + die


@pytest.mark.rule("9.35")
def test_a_ship_without_armor_has_no_twice_her_armor():
    game = raid_on("yokosuka", "Oi", carrier="Enterprise", area="home_islands", dice=[6, 1, 1, 1, 1]).choose("Oi")
    assert game.unit("Oi").place == "out_of_play"


@pytest.mark.rule("9.35")
def test_other_units_absorb_no_more_than_their_defense():
    game = raid_on("pearl_harbor", "7AF", dice=[6, 1, 1, 1, 5]).choose("7AF")
    assert game.unit("7AF").place == "returning"


@pytest.mark.rule("9.35")
def test_a_ship_on_the_bottom_cannot_move():
    for step, raiding in (("patrolling", False), ("raiding", True)):
        position = movement(step).with_units("Nagato", place="yokosuka", damage=6, raiding=raiding)
        game = position.with_units("Mutsu", place="yokosuka", damage=5, raiding=raiding).start()
        assert game.subject == "Mutsu"
        game.choose("stay").until(Decision.PATROL_ORDER, Decision.RAID_ORDER, prefer=["hold"])
        assert game.over


@pytest.mark.rule("9.351")
@pytest.mark.parametrize(
    ("place", "area"),
    [("johnston", "hawaiian_islands"), ("samoa", "french_polynesia")],  # a base, and a port that repairs nothing
)
def test_a_ship_on_the_bottom_where_nothing_is_repaired_is_sunk(place, area):
    game = raid_on(place, "Nevada", area=area, dice=[6, 1, 1, 1, 5]).choose("Nevada")
    assert game.unit("Nevada").place == "out_of_play"
    game = raid_on(place, "Nevada", area=area, dice=[6, 1, 1, 1, 4]).choose("Nevada")
    assert game.unit("Nevada").place == place


@pytest.mark.rule("9.351")
def test_pearl_harbor_keeps_ships_on_the_bottom_even_while_it_repairs_nothing():
    for turn in (1, 4):
        position = battle("hawaiian_islands", turn=turn, last_turn=turn).with_units("Akagi")
        game = position.with_units("Nevada", place="pearl_harbor").start(dice=[6, 1, 1, 1, 5])
        game.choose("hawaiian_islands", "pearl_harbor", "Nevada")
        assert game.unit("Nevada").place == "pearl_harbor"


@pytest.mark.rule("9.352")
def test_ships_on_the_bottom_of_a_captured_port_are_sunk_and_the_others_leave():
    position = Position("capture")
    for area in ("marianas", "marshalls", "bismarck_sea"):  # all that Truk touches
        position.flag(area, "allies")
    game = position.with_units("Nagato", place="truk", damage=6).with_units("Mutsu", place="truk", damage=5).start()
    assert game.owner("truk") == "american"
    assert game.unit("Nagato").place == "out_of_play"
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Mutsu")
    assert int(game.record["armor_sunk"][Side.AXIS]) == 5
