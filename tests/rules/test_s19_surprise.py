"""§19.6-19.8 The surprise attacks on Pearl Harbor and in Indonesia."""

import pytest

from aw_env.games.admirals_war.records.terms import Decision, Event
from tests.positions import Position, place_number, read_again

HAWAII = "hawaiian_islands"


def attack(**keys):
    """The combat step of the turn on which Japan attacks."""
    flags = {"hawaiian_islands": "allies", "french_polynesia": "allies", "indonesia": "allies"}
    standard = {"hostilities": False, "attack": "declared", "turn": 3, "last_turn": 3, "flags": flags}
    return Position("combat", HAWAII, **{**standard, **keys})


def raid(*carriers, **keys):
    """The raid force off Hawaii, as raiders."""
    return attack(**keys).with_units(*(carriers or ("Akagi",)), raiding=True)


def at_pearl(position, *units, **state):
    """Units in Pearl Harbor."""
    return position.with_units(*units, place="pearl_harbor", **state)


def targets(game):
    """The targets of a decision, hold fire left out."""
    return game.choices - {"hold"}


# --- §19.6: the order of things ------------------------------------------------------------------------


@pytest.mark.rule("19.62")
def test_the_first_area_is_hawaii_the_second_indonesia_then_areas_are_selected():
    position = at_pearl(raid(), "Arizona").with_units("Myoko", place="indonesia")
    game = position.with_units("Exeter", "Hood", place="north_sea").with_units("De Ruyter", place="indonesia").start()
    begun = [place for _, place, *_ in game.events(Event.COMBAT_BEGINS)]
    assert begun == [place_number(HAWAII)] and game.decision == Decision.STRIKE_TARGET
    game.until(Decision.COMBAT_AREA, prefer=("hold", "retreat", "surface"))
    begun = [place for _, place, *_ in game.events(Event.COMBAT_BEGINS)]
    assert begun[0] == place_number(HAWAII) and set(begun[1:]) == {place_number("indonesia")}
    assert game.choices == {"north_sea"} and game.power == 0


@pytest.mark.rule("19.62")
def test_without_units_in_indonesia_there_is_nothing_to_resolve_there():
    game = at_pearl(raid(), "Arizona").with_units("Exeter", place="north_sea").start()
    game.until(Decision.COMBAT_AREA, prefer=("hold", "retreat"))
    assert len(game.events(Event.COMBAT_BEGINS)) == 1 and game.choices == {"north_sea"}


@pytest.mark.rule("19.7", "19.8")
def test_each_surprise_attack_that_is_made_is_announced_and_combat_in_indonesia_once():
    game = at_pearl(raid(), "Arizona").with_units("Ryujo", "De Ruyter", place="indonesia").start()
    game.until(Decision.ACTION_TYPE, prefer=("Arizona", "De Ruyter", "retreat"))
    told = [tuple(row[1:3]) for row in game.events(Event.SURPRISE)]
    port, area = place_number("pearl_harbor"), place_number("indonesia")
    assert told[:2] == [(port, 1), (port, 2)] and set(told[2:]) <= {(area, 1), (area, 2)} and (area, 1) in told
    assert [place for _, place, *_ in game.events(Event.COMBAT_BEGINS)].count(area) == 1


# --- §19.7: two raids ----------------------------------------------------------------------------------


@pytest.mark.rule("19.7")
def test_two_rounds_of_raids_strike_ships_and_aircraft_in_pearl_harbor_only():
    position = at_pearl(raid("Akagi", "Soryu"), "Arizona", "7AF").with_units("Minneapolis")
    game = position.with_units("New Orleans", place="johnston").start(dice=[1] * 14)
    for carrier in ("Akagi", "Soryu", "Akagi", "Soryu"):
        assert game.decision == Decision.STRIKE_TARGET and game.subject == carrier
        assert targets(game) == {"Arizona", "7AF"}
        game.choose("Arizona")
    assert game.decision == Decision.RETREAT and game.dice_left == 0


@pytest.mark.rule("19.7", "9.3")
def test_amphibious_units_in_pearl_harbor_are_no_targets_of_the_two_raids_but_of_later_ones():
    game = at_pearl(raid("Akagi", "Kongo"), "1st Marines", "Arizona").start(dice=[1] * 8)
    for _ in range(2):
        assert targets(game) == {"Arizona"}
        game.choose("Arizona")
    alone = at_pearl(raid("Akagi", "Kongo"), "1st Marines").start()
    assert alone.decision == Decision.RETREAT, "with nothing else there the raids have no target"
    alone.until(Decision.AIR_RAID, prefer=["remain"]).choose("pearl_harbor")
    assert targets(alone) == {"1st Marines"}, "an ordinary raid, when the fleet has not come out"


@pytest.mark.rule("19.7", "9.33")
def test_damage_of_the_first_raid_takes_effect_before_the_second_and_nothing_is_disabled():
    game = at_pearl(raid(), "New Orleans", "Arizona").start(dice=[5, 5, 1, 1, 2, 1])  # 5 + 1 hits twice: 2 and 1 points
    game.choose("New Orleans")
    assert game.unit("New Orleans").place == "out_of_play"  # three points on a ship of armor 1
    assert targets(game) == {"Arizona"}
    game.lay(4, 4, 4, 4).choose("Arizona")
    assert not game.unit("Arizona").disabled


@pytest.mark.rule("19.7")
def test_ships_of_the_raid_without_aircraft_do_not_attack():
    game = at_pearl(raid("Akagi", "Kongo", "Tone"), "Arizona").start()
    assert game.subject == "Akagi"
    assert game.choose("hold").subject == "Akagi"
    assert game.choose("hold").decision == Decision.RETREAT


@pytest.mark.rule("19.41")
def test_with_an_empty_raid_force_the_raids_pass_but_groups_appear_and_the_fleet_sails():
    game = at_pearl(attack(), "Arizona").with_units("Enterprise", place="uncertain_w")
    game = game.with_units("Kongo", place="marianas").start(dice=[2])
    assert game.decision == Decision.COMBAT_AREA and game.dice_left == 0
    assert game.unit("Enterprise").place == game.unit("Arizona").place == HAWAII
    assert game.record["hostilities"] == 1


@pytest.mark.rule("19.71")
def test_after_the_raids_japan_may_retreat_without_pursuit():
    game = at_pearl(raid("Akagi", "Kongo"), "New Orleans").with_units("Minneapolis").start()
    game.choose("hold", "hold")
    assert game.decision == Decision.RETREAT and game.power == 1
    game.choose("retreat")
    assert game.decision == Decision.RETURN_TO_BASE and game.subject == "Kongo"
    game.choose("yokosuka", "yokosuka")
    assert game.over and not game.events(Event.PURSUES, Event.ROUND_BEGINS)
    assert game.unit("Akagi").place == "yokosuka" and game.unit("Akagi").retreated


# --- §19.72-19.75 --------------------------------------------------------------------------------------


@pytest.mark.rule("19.72")
def test_a_die_for_each_group_says_where_it_patrols():
    position = raid().with_units("Enterprise", "Northampton", place="uncertain_w")
    position = position.with_units("Lexington", place="uncertain_x").with_units("Saratoga", place="uncertain_y")
    game = position.with_units("Yorktown", "Hornet", place="uncertain_z").start(dice=[1, 3, 4, 6])
    game.choose("retreat", "yokosuka")
    assert game.unit("Enterprise").place == game.unit("Northampton").place == "central_pacific"
    assert game.unit("Lexington").place == HAWAII
    assert game.unit("Saratoga").place == game.unit("Yorktown").place == game.unit("Hornet").place == "caribbean"
    assert not game.unit("Lexington").raiding and game.dice_left == 0


@pytest.mark.rule("19.72")
@pytest.mark.parametrize(
    ("die", "area"),
    [(1, "central_pacific"), (2, HAWAII), (3, HAWAII), (4, "caribbean"), (5, "caribbean"), (6, "caribbean")],
)
def test_table_5(die, area):
    game = attack().with_units("Enterprise", place="uncertain_w").start(dice=[die])
    assert game.unit("Enterprise").place == area


@pytest.mark.rule("19.72")
def test_an_empty_box_rolls_no_die_and_what_is_at_sea_counts_for_control():
    game = attack().with_units("Saratoga", place="uncertain_y").start(dice=[1]).until()
    assert game.dice_left == 0 and game.dice_rolled == 0
    assert game.flag("central_pacific") == "allies"


@pytest.mark.rule("19.73")
def test_surviving_ships_and_aircraft_in_pearl_harbor_put_to_sea_as_patrollers():
    position = at_pearl(raid(), "Arizona", "7AF", "us_1st_marines")
    position = at_pearl(position, "Nevada", damage=5).with_units("Tennessee", place="pearl_harbor", damage=5)
    game = position.start().choose("hold", "hold", "retreat", "yokosuka")
    assert game.unit("Arizona").place == game.unit("7AF").place == game.unit("Tennessee").place == HAWAII
    assert game.unit("Nevada").place == "pearl_harbor"  # on the bottom: more damage than armor
    assert game.unit("us_1st_marines").place == "pearl_harbor"
    assert not game.unit("Arizona").raiding
    assert game.until().flag(HAWAII) == "allies"


@pytest.mark.rule("19.74")
def test_a_japanese_submarine_on_patrol_there_is_hunted_when_the_fleet_has_sailed():
    game = at_pearl(raid(), "New Orleans").with_units("I-boat 1").start(dice=[6])
    game.choose("hold", "hold", "remain")
    assert game.unit("I-boat 1").place == "returning" and game.dice_left == 0


@pytest.mark.rule("19.74")
def test_a_raiding_one_may_attack_then():
    game = at_pearl(raid(), "New Orleans").with_units("I-boat 1", raiding=True).start(dice=[6, 3])
    game.choose("hold", "hold", "remain")
    assert game.decision == Decision.SUBMARINE_TARGET and "New Orleans" in game.choices
    game.choose("New Orleans")
    assert game.unit("New Orleans").place == "out_of_play"


@pytest.mark.rule("19.74")
def test_it_may_do_so_when_the_raid_force_has_left():
    game = at_pearl(raid(), "New Orleans").with_units("I-boat 1", raiding=True).start()
    game.choose("hold", "hold", "retreat", "yokosuka")
    assert game.decision == Decision.SUBMARINE_TARGET


@pytest.mark.rule("19.71")
def test_an_amphibious_unit_may_land_when_nobody_has_left():
    game = raid().with_units("snlf_kure").start()
    assert game.decision == Decision.RETREAT
    game.choose("remain")
    assert game.decision == Decision.LANDING and game.choices == {"johnston", "stay"}


@pytest.mark.rule("19.75")
def test_then_the_allies_may_retreat_without_pursuit():
    game = at_pearl(raid(), "New Orleans", "7AF").with_units("Minneapolis").start()
    game.choose("hold", "hold", "remain")
    assert game.decision == Decision.RETREAT and game.side == 0
    game.choose("retreat")
    while game.decision == Decision.RETURN_TO_BASE:
        game.choose("pearl_harbor")
    assert game.decision == Decision.AIR_RAID and not game.events(Event.PURSUES, Event.GROUP)
    assert game.unit("Minneapolis").place == game.unit("New Orleans").place == game.unit("7AF").place == "pearl_harbor"


# --- §19.76: up to two more rounds ---------------------------------------------------------------------


def stays(*units, japan=("Akagi", "Kongo"), dice=()):
    """Japan stays, the Allies do too."""
    game = at_pearl(raid(*japan), *units).start(dice=dice)
    while game.decision == Decision.STRIKE_TARGET:
        game.choose("hold")
    game.choose("remain")
    return game.choose("remain") if game.decision == Decision.RETREAT else game


@pytest.mark.rule("19.76", "19.761")
def test_with_a_fleet_there_two_normal_rounds_then_japan_must_retreat():
    game = stays("New Orleans", "San Francisco")
    for number in (1, 2):
        assert game.decision == Decision.ACTION_TYPE
        assert game.events(Event.ROUND_BEGINS)[-1][3] == number
        game.choose("air", "air")
        while game.decision == Decision.AIR_TARGET:
            game.choose("hold")
        assert game.decision == Decision.RETREAT
        if number == 1:
            assert game.power == 1
            game.choose("remain", "remain")
    assert game.side == 0  # the Japanese have no choice any more
    game.choose("remain")
    assert game.decision == Decision.JOIN_GROUP and game.record["retreating"] == 1


@pytest.mark.rule("19.763")
def test_the_allies_may_pursue_then():
    game = stays("New Orleans", japan=("Akagi", "Kaga")).choose("air", "air", "hold", "hold", "remain", "remain")
    game.choose("air", "air", "hold", "hold", "remain")
    game.until(Decision.PURSUIT, prefer=("new_group",))
    assert game.subject == "New Orleans" and {"Akagi", "Kaga", "no_pursuit"} == game.choices
    game.choose("Kaga").until(Decision.ACTION_TYPE, prefer=("yokosuka",))
    assert game.events(Event.ROUND_BEGINS)[-1][2] == game.unit("Kaga").number


@pytest.mark.rule("19.763")
def test_the_allies_may_pursue_a_force_that_retreats_after_the_first_round():
    game = stays("New Orleans").choose("air", "air", "hold", "retreat", "remain")
    game.until(Decision.PURSUIT, prefer=("new_group",))
    assert game.subject == "New Orleans"


@pytest.mark.rule("19.761")
def test_without_a_fleet_there_are_air_raid_rounds_two_at_most():
    game = at_pearl(raid(), "Arizona", damage=5).start()
    game.choose("hold", "hold", "remain")
    assert game.decision == Decision.AIR_RAID and {"pearl_harbor", "johnston"} <= game.choices
    game.choose("pearl_harbor", "hold")
    assert game.decision == Decision.RETREAT and game.power == 1
    game.choose("remain")
    assert game.decision == Decision.AIR_RAID
    game.choose("pearl_harbor", "hold")
    assert game.decision == Decision.RETURN_TO_BASE and game.subject == "Akagi"
    game.choose("yokosuka")
    assert game.over and not game.events(Event.ROUND_BEGINS)


@pytest.mark.rule("19.761")
def test_aircraft_alone_make_it_a_normal_round():
    game = stays("7AF")
    assert game.decision == Decision.ACTION_TYPE


@pytest.mark.rule("19.76")
def test_japan_may_leave_after_one_of_them():
    game = at_pearl(raid(), "Arizona", damage=5).start()
    game.choose("hold", "hold", "remain", "hold", "retreat", "yokosuka")
    assert game.over


@pytest.mark.rule("19.762")
def test_allies_that_retreat_after_the_first_round_are_pursued_for_one_round():
    game = stays("Arizona", "New Orleans", japan=("Akagi", "Kongo")).choose("air", "air", "hold", "remain", "retreat")
    game.choose_for(new_orleans="Arizona")
    assert game.decision == Decision.PURSUIT
    game.choose_for(kongo="Arizona", akagi="no_pursuit")
    assert game.decision == Decision.ACTION_TYPE
    game.choose("air", "air")
    while game.decision == Decision.RETURN_TO_BASE:  # the group has escaped after one round
        game.choose("pearl_harbor")
    assert game.decision == Decision.AIR_RAID and game.subject == "Akagi"
    game.choose("pearl_harbor")
    assert targets(game) == {"Arizona", "New Orleans"}
    game.choose("hold")
    assert game.decision == Decision.RETURN_TO_BASE and game.subject == "Kongo"
    game.choose("yokosuka", "yokosuka")
    assert game.over


@pytest.mark.rule("19.762")
def test_a_carrier_that_pursued_does_not_raid_that_round():
    game = stays("Arizona", japan=("Akagi",)).choose("air", "air", "hold", "remain", "retreat", "Arizona")
    game.choose("air", "air", "hold")
    game.choose("pearl_harbor")
    assert game.decision == Decision.RETURN_TO_BASE and game.subject == "Akagi"


# --- §19.8: Indonesia ----------------------------------------------------------------------------------


@pytest.mark.rule("19.62")
def test_a_file_of_a_position_between_the_two_attacks_goes_on_with_indonesia(tmp_path):
    position = at_pearl(attack(), "Arizona").with_units("Ryujo", "De Ruyter", place="indonesia")
    game = read_again(position.start(), tmp_path)
    assert (game.decision, game.subject) == (Decision.STRIKE_TARGET, "Ryujo")
    game.until(prefer=["hold", "remain", "surface"])
    assert {row[1] for row in game.events(Event.COMBAT_BEGINS)} == {place_number("indonesia")}
    assert game.record["hostilities_since"] == 3


def indonesia(*japan, **keys):
    """Nothing happens off Hawaii; Japanese units are in Indonesia."""
    return attack(**keys).with_units(*japan, place="indonesia")


@pytest.mark.rule("19.8", "19.81")
def test_carriers_and_aircraft_attack_units_at_sea_and_at_adjacent_bases_twice():
    position = indonesia("Ryujo", "21AF", "Myoko").with_units("Repulse", place="indonesia")
    position = position.with_units("De Ruyter", place="singapore").with_units("5AF", place="philippines")
    game = position.with_units("Exeter", place="trincomalee").start(dice=[1] * 10)
    for attacker in ("Ryujo", "21AF", "Ryujo", "21AF"):
        assert game.decision == Decision.STRIKE_TARGET and game.subject == attacker
        assert targets(game) == {"Repulse", "De Ruyter", "5AF"}
        game.choose("Repulse")
    assert game.dice_left == 0 and not game.events(Event.ROUND_BEGINS)


@pytest.mark.rule("19.82")
def test_disabled_results_are_ignored_at_sea_too():
    game = indonesia("21AF").with_units("Repulse", place="indonesia").start(dice=[5, 5, 5])
    game.choose("Repulse")
    assert not game.unit("Repulse").disabled and game.unit("Repulse").place == "indonesia"
    assert game.decision == Decision.STRIKE_TARGET


@pytest.mark.rule("19.8")
def test_nobody_shoots_back_and_losses_take_effect_after_each_round():
    game = indonesia("21AF").with_units("De Ruyter", "RAF", place="indonesia").start(dice=[6, 1, 1, 6])
    game.choose("De Ruyter")
    assert game.unit("De Ruyter").place == "out_of_play"
    assert {attacker for attacker, *_ in game.attacks()} == {"21AF"}
    assert targets(game) == {"RAF"}


@pytest.mark.rule("19.8", "9.35")
def test_ships_at_a_base_take_twice_their_armor_where_repairs_are_possible():
    game = indonesia("21AF").with_units("Repulse", place="singapore").start(dice=[6, 1, 1, 5])
    game.choose("Repulse")
    assert game.unit("Repulse").damage == 5 and game.unit("Repulse").place == "singapore"


@pytest.mark.rule("19.83")
def test_afterwards_surviving_forces_fight_normal_combat_and_aircraft_stay_for_it():
    game = indonesia("21AF", "Myoko").with_units("Repulse", place="indonesia").start()
    game.choose("hold", "hold").until(Decision.ACTION_TYPE, prefer=("hold",))
    assert game.unit("21AF").place == "indonesia"
    game.choose("air", "air")
    assert game.decision == Decision.AIR_TARGET and game.subject == "21AF"


@pytest.mark.rule("19.8")
def test_without_japanese_aircraft_there_combat_is_normal_from_the_start():
    game = indonesia("Myoko").with_units("Repulse", place="indonesia").start()
    assert game.decision == Decision.ACTION_TYPE


# --- whole attacks -------------------------------------------------------------------------------------


@pytest.mark.rule("19.11")
def test_a_surprise_attack_as_in_history():
    """Two raids on the fleet, the raid force leaves, Force Z is lost to aircraft; after it the peace is over."""
    flags = {
        "hawaiian_islands": "allies", "french_polynesia": "allies", "indonesia": "allies", "home_islands": "axis",
        "marianas": "axis", "central_pacific": "allies",
    }  # fmt: skip
    position = Position("raiding", turn=3, last_turn=4, hostilities=False, attack="possible", flags=flags)
    position = position.with_units("Akagi", "Kaga", "Soryu", place="raid_force")
    position = position.with_units("Arizona", "Nevada", "California", "7AF", place="pearl_harbor")
    position = position.with_units("Minneapolis", place=HAWAII).with_units("Enterprise", place="uncertain_w")
    position = position.with_units("Repulse", "Resolution", "21AF", "22AF", place="indonesia")
    position = position.with_units("snlf_kure", place="marianas").owned("saigon", "japanese")
    dice = [
        # first raid: Akagi on Arizona 5+1, 5+1 hit for 4 and 5; Kaga on Nevada 5+1 hits for 3; Soryu misses
        5, 5, 1, 1, 4, 5, 5, 1, 1, 1, 3, 1, 1, 1,
        # second raid: Akagi on Nevada 5+1, 5+1 hit for 1 and 2; Kaga and Soryu miss California
        5, 5, 1, 1, 1, 2, 1, 1, 1, 1, 1, 1, 1,
        # Table 5 for group W: the Hawaiian Islands
        3,
        # Indonesia: 21AF on Repulse 6 for 5, 22AF misses; 21AF on Resolution 6 for 2; 22AF 6 for 3
        6, 1, 1, 5, 1, 1, 1, 6, 1, 1, 2, 6, 1, 1, 3,
    ]  # fmt: skip
    game = position.start(dice=dice)
    game.choose(HAWAII)
    game.choose_for(akagi="Arizona", kaga="Nevada", soryu="California")
    assert game.unit("Arizona").place == "out_of_play"  # nine points, more than twice her armor of 4
    assert game.unit("Nevada").damage == 3
    game.choose_for(akagi="Nevada", kaga="California", soryu="California")
    assert game.unit("Nevada").damage == 6 and game.unit("Nevada").place == "pearl_harbor"  # on the bottom
    game.choose("retreat", "yokosuka", "yokosuka", "yokosuka")
    assert game.unit("California").place == game.unit("7AF").place == game.unit("Enterprise").place == HAWAII
    assert game.decision == Decision.STRIKE_TARGET and game.subject == "21AF"
    game.choose_for(af_21="Repulse", af_22="Resolution")
    assert game.unit("Repulse").place == "out_of_play"
    game.choose_for(af_21="Resolution", af_22="Resolution")
    assert game.unit("Resolution").place == "out_of_play" and game.dice_left == 0
    game.until(Decision.COMBAT_AREA, prefer=("hold", "stay"))
    game.until(Decision.LANDING, prefer=("marianas",)).choose("philippines")
    assert game.unit("snlf_kure").place == "philippines"  # nobody held it ready (§19.36)
    game.until(prefer=("stay", "hold", "pearl_harbor", "yokosuka"))
    assert game.record["hostilities"] == 1 and game.record["attack"] == 0
    assert not game.events(Event.ROLL_TO_MOVE)


@pytest.mark.rule("19.11")
def test_a_surprise_attack_that_is_fought_out():
    """Japan stays; a carrier group comes up; one round at sea, then the Allies flee and are pursued for one round."""
    position = at_pearl(raid("Hiryu", "Kongo", "Tone"), "Arizona", "New Orleans", "7AF")
    position = position.with_units("Lexington", place="uncertain_x")
    dice = [
        1, 1, 1, 1, 1, 1,  # two raids of Hiryu miss
        2,  # Table 5: Lexington comes to the Hawaiian Islands
    ]  # fmt: skip
    game = position.start(dice=dice).choose("Arizona", "Arizona", "remain", "remain")
    assert game.dice_left == 0 and game.decision == Decision.ACTION_TYPE and game.power == 1
    game.choose("air", "air")
    # Hiryu fires first (§7.3): 5+1 hits Lexington twice for 1 and 2; Lexington hits Hiryu for 1, 7AF misses Kongo
    game.lay(5, 5, 1, 1, 2, 6, 1, 1, 1, 1, 1, 1).choose("Lexington")
    game.choose_for(lexington="Hiryu", **{"7af": "Kongo"})
    assert game.unit("Lexington").damage == 3 and game.unit("Hiryu").damage == 1
    assert game.decision == Decision.RETREAT and game.power == 1
    game.choose("remain", "retreat")
    game.until(Decision.JOIN_GROUP, prefer=("pearl_harbor",))
    game.choose_for(lexington="new_group", new_orleans="new_group")
    assert game.decision == Decision.PURSUIT
    game.choose_for(kongo="Arizona", hiryu="no_pursuit", tone="New Orleans")
    game.until(Decision.ACTION_TYPE, prefer=("pearl_harbor",))
    assert game.unit("Lexington").place == "pearl_harbor"  # nobody pursued her
    # Kongo's three shots at Arizona: a hit for 5; Arizona's four at Kongo: two hits for 1 and 1
    game.lay(6, 1, 1, 5, 6, 6, 1, 1, 1, 1).choose("surface", "surface", "Arizona", "Kongo")
    assert game.unit("Arizona").place == "out_of_play" and game.unit("Kongo").damage == 2
    game.until(Decision.ACTION_TYPE, Decision.AIR_RAID, prefer=("pearl_harbor",))
    game.lay(1, 1, 1).choose("surface", "surface", "New Orleans", "Tone")  # no second round of this pursuit either
    game.until(Decision.AIR_RAID, prefer=("pearl_harbor",))
    assert game.subject == "Hiryu"
    game.until(Decision.NONE, prefer=("hold", "yokosuka", "pearl_harbor", "stay"))
    assert {game.unit(name).place for name in ("Hiryu", "Kongo", "Tone")} == {"yokosuka"}
