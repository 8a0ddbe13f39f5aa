"""Abilities that add dice to attacks: of the unit's own, lent to others, or at a ship that has been marked (ABL.1).

All dice show 1 here, so that nothing is hit: an attack with one die too many or too few is one whose dice are counted.
"""

import pytest

from tests.naval_miniatures.positions import battle


def dice(game, *answers):
    """How many dice are rolled in the attack that these answers lead to."""
    game.lay(*[1] * 60)
    game.choose(*answers)
    return len(game.dice_of("attack"))


def torpedoes(attacker, target, where="d4", **fields):
    """Torpedo dice of a ship or submarine in d4."""
    game = battle("torpedo_attack", {attacker: "d4"}, {target: where}, **fields)
    return dice(game.begin(), attacker, target)


# --- for the unit itself -----------------------------------------------------------------------------------


@pytest.mark.rule("AB.defend_the_flattop")
@pytest.mark.parametrize(
    ("carrier", "count"), [({"uss_st_lo": "d4"}, 8), ({"uss_st_lo": "d5"}, 7), ({"uss_fletcher": "d4"}, 7)]
)
def test_a_fighter_over_its_carrier_has_a_die_more(carrier, count):
    game = battle("air_defense", {"f4f_wildcat": "d4", **carrier}, {"a6m2_zeke": "d4"}).begin()
    assert dice(game, "f4f_wildcat", "a6m2_zeke") == count


@pytest.mark.rule("AB.defend_the_flattop")
def test_an_enemy_carrier_is_no_flattop_to_defend():
    game = battle("air_defense", {"f4f_wildcat": "d4"}, {"a6m2_zeke": "d4", "shoho": "d4"}).begin()
    assert dice(game, "f4f_wildcat", "a6m2_zeke") == 7


@pytest.mark.rule("AB.destroyer_killer")
@pytest.mark.parametrize(
    ("target", "where", "count"), [("uss_fletcher", "d4", 4), ("uss_fletcher", "d5", 2), ("uss_atlanta", "d4", 3)]
)
def test_a_destroyer_killer_has_a_die_more_at_destroyers_in_its_sector(target, where, count):
    game = battle("torpedo_attack", {target: where}, {"ambra": "d4"}, first="axis").begin()
    assert dice(game, "ambra", target) == count


@pytest.mark.rule("AB.excellent_spotting")
def test_spotting_adds_a_die_to_each_battery_at_a_ship_that_another_has_fired_at():
    game = battle("surface_attack", {"gloire": "d4", "hms_ajax": "d4"}, {"koln": "d5"}).begin()
    assert dice(game, "hms_ajax", "main", "koln") == 7
    assert [dice(game, *answers) for answers in (["gloire", "main", "koln"], ["secondary", "koln"])] == [8, 5]


@pytest.mark.rule("AB.excellent_spotting")
def test_who_fires_first_or_with_another_battery_of_her_own_spots_nothing():
    """MR-48: it looks back, and another battery of the same ship is no other ship."""
    game = battle("surface_attack", {"gloire": "d4", "hms_ajax": "d4"}, {"koln": "d5"}).begin()
    assert [dice(game, *answers) for answers in (["gloire", "main", "koln"], ["secondary", "koln"])] == [7, 4]


@pytest.mark.rule("AB.excellent_spotting")
def test_shells_at_another_ship_spot_nothing():
    game = battle("surface_attack", {"gloire": "d4", "hms_ajax": "d4"}, {"koln": "d5", "bolzano": "d5"}).begin()
    dice(game, "hms_ajax", "main", "bolzano")
    assert dice(game, "gloire", "main", "koln") == 7


@pytest.mark.rule("AB.excellent_spotting")
def test_spotting_is_of_one_step():
    """MR-48: what was fired on the turn before does not count."""
    game = battle("surface_attack", {"gloire": "d4", "hms_ajax": "d4"}, {"koln": "d5"}).begin()
    dice(game, "hms_ajax", "main", "koln")
    game.lay()
    game.play_to("fire_who", "allies", turn=6)
    assert dice(game, "gloire", "main", "koln") == 7


@pytest.mark.rule("AB.finish_him_off")
@pytest.mark.parametrize(("damage", "count"), [(1, 4), (0, 3)])
def test_a_damaged_ship_is_finished_off(damage, count):
    game = battle("torpedo_attack", {"i_19": "d4"}, {"shokaku": "d5"}, units={"shokaku": {"damage": damage}})
    assert dice(game.begin(), "i_19", "shokaku") == count


@pytest.mark.rule("AB.finish_him_off")
def test_damage_of_this_phase_is_none_yet():
    """MR-31: she was undamaged when the phase began."""
    game = battle("torpedo_attack", {"i_19": "d4", "u_510": "d4"}, {"shokaku": "d5"}).begin()
    game.lay(6, 1, 1)
    game.choose("u_510", "shokaku")
    assert game.of("shokaku", "hit") == 2 and dice(game, "i_19", "shokaku") == 3


@pytest.mark.rule("AB.finish_him_off", "AB.submerged_shot")
def test_a_damaged_submarine_is_no_ship_to_finish_off():
    game = battle("torpedo_attack", {"i_19": "d4"}, {"u_510": "d4"}, units={"u_510": {"damage": 1, "crippled": 1}})
    assert dice(game.begin(), "i_19", "u_510") == 3


@pytest.mark.rule("AB.raider_hunter")
@pytest.mark.parametrize(
    ("target", "count"), [("koln", 8), ("nordmark", 8), ("z_20_karl_galster", 7), ("bismarck", 7), ("akagi", 7)]
)
def test_a_raider_hunter_has_a_die_more_at_cruisers_and_auxiliaries(target, count):
    game = battle("surface_attack", {"hmas_sydney": "d4"}, {target: "d5"}).begin()
    assert dice(game, "hmas_sydney", "main", target) == count


@pytest.mark.rule("AB.raider_hunter")
def test_torpedoes_of_a_raider_hunter_have_no_more_dice():
    assert torpedoes("hmas_sydney", "koln") == 2


@pytest.mark.rule("AB.surprise")
@pytest.mark.parametrize(("turn", "count"), [(1, 8), (2, 7)])
def test_surprise_is_over_after_the_first_turn(turn, count):
    game = battle("air_defense", {"a6m2_zeke": "d4"}, {"sbd_dauntless": "d4"}, turn=turn).begin()
    assert dice(game, "a6m2_zeke", "sbd_dauntless") == count


@pytest.mark.rule("AB.surprise")
def test_surprise_adds_to_strafing_too():
    game = battle("air_attack", {"a6m2_zeke": "d4"}, {"uss_fletcher": "d4"}, turn=1).begin()
    assert dice(game, "a6m2_zeke", "main", "uss_fletcher") == 3


@pytest.mark.rule("AB.valiant_stand")
@pytest.mark.parametrize(("target", "count"), [("kongo", 2), ("myoko", 1)])
def test_a_valiant_stand_is_made_against_battleships(target, count):
    assert torpedoes("uss_samuel_b_roberts", target) == count


@pytest.mark.rule("AB.valiant_stand")
def test_a_valiant_stand_adds_nothing_to_guns():
    game = battle("surface_attack", {"uss_samuel_b_roberts": "d4"}, {"kongo": "d4"}).begin()
    assert dice(game, "uss_samuel_b_roberts", "main", "kongo") == 3


def pack(*others, target=("uss_atlanta", "d5"), **fields):
    """U 510 in d4 with other submarines, about to attack."""
    return battle("torpedo_attack", dict([target]), [("u_510", "d4"), *others], first="axis", **fields).begin()


@pytest.mark.rule("AB.wolfpack")
@pytest.mark.parametrize(
    ("other", "count"),
    [([("u_510", "k1")], 4), ([("i_19", "d4")], 3), ([], 3), ([("u_510", "k1"), ("u_510", "k3")], 4)],
)
def test_a_pack_is_another_submarine_of_the_pack_anywhere(other, count):
    assert dice(pack(*other), "u_510", "uss_atlanta") == count


@pytest.mark.rule("AB.wolfpack", "AB.submerged_shot")
def test_a_pack_hunts_submarines_too():
    assert dice(pack(("u_510", "k1"), target=("uss_barb", "d4")), "u_510", "uss_barb") == 4


@pytest.mark.rule("AB.wolfpack")
def test_a_submarine_that_is_lost_in_this_phase_is_still_one_of_the_pack():
    """MR-53: only who was doomed when the phase began is none."""
    allies = {"uss_barb": "k1", "uss_atlanta": "d5"}
    game = battle("torpedo_attack", allies, [("u_510", "d4"), ("u_510", "k1")]).begin()
    game.lay(6, 1, 1)
    game.choose("uss_barb", "u_510#2").play_to("fire_who", "axis")
    assert game.of("u_510#2", "hit") == 2 and dice(game, "u_510", "uss_atlanta") == 4


@pytest.mark.rule("AB.wolfpack")
def test_a_submarine_that_was_lost_in_an_earlier_phase_is_no_pack():
    """MR-53."""
    allies = {"uss_fletcher": "k1", "uss_atlanta": "d5"}
    game = battle("surface_attack", allies, [("u_510", "d4"), ("u_510", "k1")]).begin()
    game.lay(6, 6, 6, 1, 1)
    game.choose("uss_fletcher", "asw", "u_510#2").play_to("fire_who", "axis", phase="torpedo_attack")
    assert game.of("u_510#2", "gone") and dice(game, "u_510", "uss_atlanta") == 3


@pytest.mark.rule("AB.rapid_fire")
@pytest.mark.parametrize(("answer", "count"), [("use", 10), ("decline", 8)])
def test_rapid_fire_is_said_before_the_target(answer, count):
    game = battle("surface_attack", {"uss_boise": "d4"}, {"koln": "d5"}).begin().choose("uss_boise", "main")
    assert game.asked == "extra" and dice(game, answer, "koln") == count


@pytest.mark.rule("AB.rapid_fire")
def test_secondary_guns_have_no_rapid_fire():
    game = battle("surface_attack", {"uss_boise": "d4"}, {"koln": "d5"}).begin()
    assert dice(game, "uss_boise", "secondary", "koln") == 4


@pytest.mark.rule("AB.rapid_fire")
@pytest.mark.parametrize(("answer", "asked"), [("use", "target"), ("decline", "extra")])
def test_rapid_fire_comes_once_a_game(answer, asked):
    game = battle("surface_attack", {"uss_boise": "d4"}, {"koln": "d5"}).begin()
    dice(game, "uss_boise", "main", answer, "koln")
    game.lay()
    game.play_to("fire_who", "allies", turn=6)
    assert game.choose("uss_boise", "main").asked == asked


# --- lent by another (MR-46) --------------------------------------------------------------------------------


def strike(*answers, planes=None, carriers=None, target=("koln", "d4"), phase="air_attack", **fields):
    """Aircraft over d4 and their carriers, and the dice of the attack."""
    allies = {**(planes or {"sbd_dauntless": "d4"}), **(carriers or {"uss_enterprise": "a1"})}
    return dice(battle(phase, allies, dict([target]), **fields).begin(), *answers)


@pytest.mark.rule("AB.expert_bomber")
def test_a_carrier_lends_bomb_dice_to_a_dive_bomber():
    assert strike("sbd_dauntless", "bomb", "uss_enterprise", "koln") == 12
    assert strike("sbd_dauntless", "bomb", "decline", "koln") == 10


@pytest.mark.rule("AB.expert_bomber")
def test_bomb_dice_are_lent_to_no_torpedo_bomber():
    game = battle("air_attack", {"uss_enterprise": "a1", "tbd_devastator": "d4"}, {"koln": "d4"}).begin()
    assert game.choose("tbd_devastator", "torpedo").asked == "target"


@pytest.mark.rule("AB.expert_bomber")
def test_dice_are_lent_once_a_turn():
    allies = [("uss_enterprise", "a1"), ("sbd_dauntless", "d4"), ("sbd_dauntless", "d4")]
    game = battle("air_attack", allies, {"koln": "d4"}).begin()
    assert dice(game, "sbd_dauntless", "bomb", "uss_enterprise", "koln") == 12
    assert game.choose("sbd_dauntless#2", "bomb").asked == "target"


@pytest.mark.rule("AB.expert_bomber")
def test_dice_are_lent_again_next_turn():
    game = battle("air_attack", {"uss_enterprise": "a1", "sbd_dauntless": "d4"}, {"koln": "d4"}).begin()
    dice(game, "sbd_dauntless", "bomb", "uss_enterprise", "koln")
    game.lay()
    game.play_to("return_to", "allies").choose("uss_enterprise")
    game.play_to("fly_who", "allies").choose("sbd_dauntless", "d4").play_to("fire_who", "allies")
    game.choose("sbd_dauntless", "bomb")
    assert (game["turn"], game.asked) == (6, "boost")


@pytest.mark.rule("AB.expert_bomber", "ABL.10")
def test_two_carriers_do_not_lend_to_the_same_bomber():
    """MR-46: one of a name a plane."""
    carriers = {"uss_enterprise": "a1", "uss_princeton": "a2"}
    game = battle("air_attack", {**carriers, "sbd_dauntless": "d4"}, {"koln": "d4"}).begin()
    game.choose("sbd_dauntless", "bomb")
    assert {"uss_enterprise", "uss_princeton"} < set(game.legal)
    assert dice(game, "uss_princeton", "koln") == 11


@pytest.mark.rule("AB.expert_bomber")
def test_a_crippled_carrier_lends():
    """MR-46."""
    hurt = {"uss_enterprise": {"damage": 3, "crippled": 1}}
    assert strike("sbd_dauntless", "bomb", "uss_enterprise", "koln", units=hurt) == 12


@pytest.mark.rule("AB.expert_bomber")
def test_a_carrier_that_is_lost_in_this_phase_lends():
    """MR-46: she goes at its end."""
    allies = {"uss_enterprise": "d5", "sbd_dauntless": "d4"}
    game = battle("air_attack", allies, {"d3a_val": "d5", "koln": "d4"}, first="axis").begin()
    game.lay(6, 6, 6, 6, 6, 1, 1, 1, 4)
    game.choose("d3a_val", "bomb", "uss_enterprise")
    assert game.of("uss_enterprise", "doomed")
    assert dice(game, "sbd_dauntless", "bomb", "uss_enterprise", "koln") == 12


@pytest.mark.rule("AB.expert_bomber")
def test_a_land_based_bomber_borrows_from_any_carrier():
    """MR-46: from any base."""
    planes, carriers = {"ju_87b_stuka": "d4"}, {"akagi": "k1"}
    assert strike("ju_87b_stuka", "bomb", "akagi", "uss_atlanta", planes=planes, carriers=carriers,
                  target=("uss_atlanta", "d4")) == 10  # fmt: skip


@pytest.mark.rule("AB.expert_asw")
def test_a_carrier_lends_asw_dice_to_a_torpedo_bomber():
    planes, carriers = {"swordfish_mk_ii": "d4"}, {"uss_st_lo": "a1"}
    lent = strike(
        "swordfish_mk_ii", "asw", "uss_st_lo", "u_510", planes=planes, carriers=carriers, target=("u_510", "d4")
    )
    assert lent == 4


@pytest.mark.rule("AB.expert_asw")
def test_asw_dice_are_lent_to_no_patrol_bomber():
    game = battle("air_attack", {"uss_st_lo": "a1", "pby_catalina": "d4"}, {"u_510": "d4"}).begin()
    assert game.choose("pby_catalina", "asw").asked == "target"


@pytest.mark.rule("AB.expert_asw", "AB.expert_torpedoes")
def test_the_weapon_says_which_carrier_can_help():
    carriers = {"uss_st_lo": "a1", "hms_ark_royal": "a2"}
    game = battle("air_attack", {**carriers, "swordfish_mk_ii": "d4"}, {"koln": "d4", "u_510": "d4"}).begin()
    assert set(game.choose("swordfish_mk_ii", "torpedo").legal) == {"decline", "hms_ark_royal"}


@pytest.mark.rule("AB.expert_torpedoes", "ABL.2")
def test_akagi_adds_a_die_to_the_torpedoes_of_a_kate():
    planes, carriers = {"b5n2_kate": "d4"}, {"akagi": "k1"}
    atlanta = ("uss_atlanta", "d4")
    assert strike("b5n2_kate", "torpedo", "akagi", "uss_atlanta", planes=planes, carriers=carriers, target=atlanta) == 4


@pytest.mark.rule("AB.expert_torpedoes")
def test_torpedo_dice_are_lent_to_no_patrol_bomber():
    game = battle("air_attack", {"akagi": "k1", "g4m_betty": "d4"}, {"uss_atlanta": "d4"}).begin()
    assert game.choose("g4m_betty", "torpedo").asked == "target"


@pytest.mark.rule("AB.expert_dogfighter")
def test_a_carrier_lends_antiair_dice_to_a_fighter():
    planes, carriers = {"a6m2_zeke": "d4"}, {"shoho": "k1"}
    zeke = dict(planes=planes, carriers=carriers, target=("sbd_dauntless", "d4"), phase="air_defense")
    assert strike("a6m2_zeke", "shoho", "sbd_dauntless", **zeke) == 8
    assert strike("a6m2_zeke", "decline", "sbd_dauntless", **zeke) == 7


@pytest.mark.rule("AB.expert_dogfighter")
def test_antiair_dice_are_lent_to_no_ship_and_not_for_strafing():
    game = battle("air_defense", {"shoho": "k1", "myoko": "d4"}, {"sbd_dauntless": "d4"}).begin()
    assert game.choose("myoko").asked == "target"
    game = battle("air_attack", {"shoho": "k1", "a6m2_zeke": "d4"}, {"uss_atlanta": "d4"}).begin()
    assert game.choose("a6m2_zeke", "main").asked == "target"


# --- at a ship that is marked -------------------------------------------------------------------------------


@pytest.mark.rule("AB.pinpointer")
def test_submarines_have_a_die_more_at_a_ship_that_was_pinpointed():
    axis = {"fw_200_kondor": "d6", "u_510": "d4", "koln": "d4"}
    game = battle("air_attack", {"uss_atlanta": "d4"}, axis, first="axis").begin()
    assert (game.asked, game.subject) == ("mark", "fw_200_kondor")
    game.choose("uss_atlanta").play_to("fire_who", "axis", phase="torpedo_attack")
    assert dice(game, "u_510", "uss_atlanta") == 4 and dice(game, "koln", "uss_atlanta") == 2


@pytest.mark.rule("AB.pinpointer")
def test_nobody_is_pinpointed_more_than_two_sectors_away():
    game = battle("air_attack", {"uss_atlanta": "d1", "uss_boise": "d2"}, {"fw_200_kondor": "d4"}, first="axis").begin()
    assert set(game.legal) == {"decline", "uss_boise"}


@pytest.mark.rule("AB.pinpointer")
def test_an_aborted_aircraft_pinpoints_nobody():
    """MR-19."""
    aborted = {"fw_200_kondor": {"aborted": 1}}
    game = battle("air_attack", {"uss_atlanta": "d4"}, {"fw_200_kondor": "d4"}, first="axis", units=aborted).begin()
    assert game.asked != "mark"


@pytest.mark.rule("AB.pinpointer", "AB.shadowing")
def test_a_submarine_is_no_ship_to_mark():
    game = battle("air_attack", {"uss_barb": "d4"}, {"fw_200_kondor": "d4"}, first="axis").begin()
    assert game.asked != "mark"
    assert battle("air_attack", {"pby_catalina": "d4"}, {"u_510": "d4"}).begin().asked != "mark"


@pytest.mark.rule("AB.scout_cruiser")
def test_a_scout_cruiser_adds_a_die_to_bombs_and_guns_at_a_ship_anywhere():
    axis = {"tone": "k7", "d3a_val": "a1", "a6m2_zeke": "a1", "koln": "a2"}
    game = battle("air_attack", {"uss_atlanta": "a1", "uss_boise": "a1"}, axis, first="axis").begin()
    assert (game.asked, game.subject) == ("mark", "tone")
    game.choose("uss_atlanta")
    assert dice(game, "d3a_val", "bomb", "uss_atlanta") == 9
    assert dice(game, "a6m2_zeke", "main", "uss_atlanta") == 3
    game.play_to("fire_who", "axis")
    assert game.phase == "surface_attack" and dice(game, "koln", "main", "uss_atlanta") == 8


@pytest.mark.rule("AB.scout_cruiser")
def test_a_scout_cruiser_adds_nothing_at_others_nor_to_torpedoes():
    axis = {"tone": "k7", "d3a_val": "a1", "b5n2_kate": "a1"}
    game = (
        battle("air_attack", {"uss_atlanta": "a1", "uss_boise": "a1"}, axis, first="axis").begin().choose("uss_atlanta")
    )
    assert dice(game, "d3a_val", "bomb", "uss_boise") == 8
    assert dice(game, "b5n2_kate", "torpedo", "uss_atlanta") == 3


@pytest.mark.rule("AB.scout_cruiser", "AB.alternate_payload")
def test_a_payload_of_bombs_is_a_bomb_attack_at_a_marked_ship():
    game = battle("air_attack", {"uss_atlanta": "a1"}, {"tone": "k7", "b5n2_kate": "a1"}, first="axis").begin()
    assert dice(game, "uss_atlanta", "b5n2_kate", "payload", "uss_atlanta") == 7


@pytest.mark.rule("AB.scout_cruiser", "ABL.10")
def test_two_scout_cruisers_add_one_die():
    axis = [("tone", "k7"), ("tone", "k6"), ("d3a_val", "a1")]
    game = battle("air_attack", {"uss_atlanta": "a1"}, axis, first="axis").begin().choose("uss_atlanta", "uss_atlanta")
    assert dice(game, "d3a_val", "bomb", "uss_atlanta") == 9


@pytest.mark.rule("AB.scout_cruiser")
def test_a_mark_is_off_next_turn():
    game = battle("air_attack", {"uss_atlanta": "a1"}, {"tone": "k7", "koln": "a2"}, first="axis").begin()
    game.choose("uss_atlanta").play_to("mark", turn=6).choose("decline").play_to("fire_who", "axis")
    assert game["turn"] == 6 and dice(game, "koln", "main", "uss_atlanta") == 7


@pytest.mark.rule("AB.shadowing")
def test_own_aircraft_have_a_die_more_at_a_ship_that_is_shadowed():
    allies = {
        "pby_catalina": "d2",
        "swordfish_mk_ii": "d4",
        "sbd_dauntless": "d4",
        "f4f_wildcat": "d4",
        "hms_ajax": "d5",
    }
    game = battle("air_attack", allies, {"bismarck": "d4"}).begin()
    assert (game.asked, game.subject) == ("mark", "pby_catalina")
    game.choose("bismarck")
    assert dice(game, "swordfish_mk_ii", "torpedo", "bismarck") == 4
    assert dice(game, "sbd_dauntless", "bomb", "bismarck") == 11
    assert dice(game, "f4f_wildcat", "main", "bismarck") == 4
    game.play_to("fire_who", "allies")
    assert game.phase == "surface_attack" and dice(game, "hms_ajax", "main", "bismarck") == 7


@pytest.mark.rule("AB.shadowing")
def test_a_shadow_reaches_two_sectors():
    allies = {"pby_catalina": "d4"}
    assert battle("air_attack", allies, {"bismarck": "d1"}).begin().asked != "mark"
    assert battle("air_attack", allies, {"bismarck": "d2"}).begin().asked == "mark"


@pytest.mark.rule("AB.shadowing", "AB.scout_cruiser")
def test_different_marks_add_up():
    axis = {"tone": "k7", "d3a_val": "a1"}
    game = battle("air_attack", {"uss_atlanta": "a1", "pby_catalina": "k7", "sbd_dauntless": "k7"}, axis).begin()
    assert dice(game, "tone", "sbd_dauntless", "bomb", "tone") == 11
    assert dice(game.play_to("mark", "axis"), "uss_atlanta", "d3a_val", "bomb", "uss_atlanta") == 9


@pytest.mark.rule("AB.shadowing")
def test_who_is_at_its_base_shadows_nobody():
    """MR-15."""
    game = battle("air_attack", {"pby_catalina": "airbase", "hms_ajax": "d5"}, {"bismarck": "d4"}).begin()
    assert game.asked != "mark"
