"""Who attacks whom, with what and with how many dice: air defense, air attack, surface and torpedo attack phases
(ADF, AAT, SUR, TOR, ATT, RNG, UNIT.12-UNIT.18)."""

import pytest

from tests.naval_miniatures.duels import attack, attackers, dice, finish, may_attack, outcome, targets, volley
from tests.naval_miniatures.positions import battle

SURFACE, TORPEDOES, AIR, DEFENSE = "surface_attack", "torpedo_attack", "air_attack", "air_defense"


def rolled(game):
    """How many dice the latest attack had."""
    return len(game.dice_of("attack"))


# --- attack values (UNIT, RNG, ATT.8) ------------------------------------------------------------------------


@pytest.mark.rule("UNIT.12", "RES.2")
@pytest.mark.parametrize(("away", "dice_there"), [(0, 10), (1, 10), (2, 9), (3, 7)])
def test_gunnery_has_as_many_dice_as_the_card_says_for_the_range(away, dice_there):
    assert rolled(attack(SURFACE, "myoko", "hmas_sydney", away=away, weapon="main")) == dice_there


@pytest.mark.rule("UNIT.13")
@pytest.mark.parametrize(
    ("weapon", "away", "dice_there"),
    [("secondary", 0, 8), ("secondary", 2, 7), ("secondary", 3, 5), ("tertiary", 1, 5), ("tertiary", 2, 3)],
)
def test_lighter_batteries_have_values_of_their_own(weapon, away, dice_there):
    assert rolled(attack(SURFACE, "yamato", "uss_boise", away=away, weapon=weapon)) == dice_there


@pytest.mark.rule("UNIT.13")
@pytest.mark.parametrize(("faces", "lost"), [((4, 5, 6), 1), ((4, 5, 5), 0)])
def test_a_tertiary_hit_counts_as_one_of_the_main_guns(faces, lost):
    assert outcome(SURFACE, "yamato", "uss_boise", dice(5, *faces), away=1, weapon="tertiary") == lost


@pytest.mark.rule("UNIT.13", "AAT.1")
def test_a_fighter_strafes_a_ship_in_its_sector_in_the_air_attack_phase():
    game = attack(AIR, "f4f_wildcat", "type_13_subchaser", [4, 1, 1])
    assert game.dice_of("attack") == (4, 1, 1)
    assert game.of("type_13_subchaser", "gone")


@pytest.mark.rule("UNIT.14", "ADF.1")
def test_antiair_reaches_aircraft_of_the_own_sector_only():
    allies = {"uss_atlanta": "d3", "uss_fletcher": "d4", "f4f_wildcat": "d5"}
    assert may_attack(DEFENSE, allies, {"d3a_val": "d4"}) == {"uss_fletcher"}


@pytest.mark.rule("UNIT.14", "RES.8")
def test_antiair_has_as_many_dice_as_the_card_says():
    assert rolled(attack(DEFENSE, "uss_atlanta", "g4m_betty")) == 8


@pytest.mark.rule("UNIT.15")
@pytest.mark.parametrize(("faces", "lost"), [((4, 6), 1), ((4, 4), 0)])
def test_bombs_have_dice_and_successes_as_gunnery_has(faces, lost):
    game = attack(AIR, "sbd_dauntless", "koln", dice(10, *faces))
    assert rolled(game) == 10
    assert finish(game, AIR).of("koln", "damage") == lost


@pytest.mark.rule("UNIT.16")
@pytest.mark.parametrize(("faces", "lost"), [((5, 6), 1), ((5, 5, 3, 3, 3), 0)])
def test_asw_has_dice_and_successes_as_gunnery_has(faces, lost):
    game = attack(SURFACE, "uss_fletcher", "u_510", dice(5, *faces))
    assert rolled(game) == 5
    assert finish(game, SURFACE).of("u_510", "damage") == lost


@pytest.mark.rule("UNIT.16", "RNG.3")
def test_asw_reaches_submarines_of_the_own_sector_only():
    assert may_attack(SURFACE, {"uss_fletcher": "d4", "hms_javelin": "d3"}, {"u_510": "d4"}) >= {"uss_fletcher"}
    assert targets(SURFACE, "uss_fletcher", {"uss_fletcher": "d3"}, {"u_510": "d4"}, "asw") == set()


@pytest.mark.rule("UNIT.17", "ATT.6")
def test_no_gun_bomb_or_torpedo_attacks_a_submarine():
    assert may_attack(SURFACE, {"uss_iowa": "d4", "hms_exeter": "d4"}, {"u_510": "d4"}) == set()
    assert may_attack(AIR, {"sbd_dauntless": "d4", "f4f_wildcat": "d4"}, {"u_510": "d4"}) == set()
    assert may_attack(TORPEDOES, {"uss_fletcher": "d4", "hms_ajax": "d4"}, {"u_510": "d4"}) == set()


@pytest.mark.rule("UNIT.17", "ATT.6")
def test_a_torpedo_bomber_attacks_a_submarine_with_asw_alone():
    game = battle(AIR, {"swordfish_mk_ii": "d4"}, {"u_510": "d4", "koln": "d4"}, terrain={}).begin()
    assert set(game.choose("swordfish_mk_ii").legal) == {"asw", "torpedo"}
    assert game.choose("torpedo").legal == ["koln"]


@pytest.mark.rule("UNIT.18", "TOR.1")
@pytest.mark.parametrize(("away", "dice_there"), [(0, 4), (1, 3), (2, 2)])
def test_torpedoes_have_the_dice_of_their_range(away, dice_there):
    assert rolled(attack(TORPEDOES, "hms_truculent", "kongo", away=away)) == dice_there


@pytest.mark.rule("ATT.8")
def test_a_dash_is_no_attack_at_that_range():
    assert targets(SURFACE, "uss_fletcher", {"uss_fletcher": "d1"}, {"koln": "d3"}, "main") == {"koln"}
    assert may_attack(SURFACE, {"uss_fletcher": "d1"}, {"koln": "d4"}) == set()


@pytest.mark.rule("ATT.8")
def test_extra_dice_make_no_attack_where_there_is_a_dash():
    """MR-23; a mark of a scout cruiser would add a die to guns."""
    marked = {"koln": {"marks": 127}}
    assert rolled(attack(SURFACE, "uss_fletcher", "koln", away=2, units=marked)) == 4
    assert may_attack(SURFACE, {"uss_fletcher": "d1"}, {"koln": "d4"}, units=marked) == set()


@pytest.mark.rule("RNG.2")
def test_the_attackers_sector_is_range_0_and_the_next_one_range_1():
    assert rolled(attack(TORPEDOES, "duca_d_aosta", "uss_boise", away=0)) == 2
    assert rolled(attack(TORPEDOES, "duca_d_aosta", "uss_boise", away=1)) == 1


@pytest.mark.rule("RNG.3", "AAT.1")
def test_bombs_fall_in_the_own_sector_only():
    ships = {"myoko": "d3", "kongo": "d4"}
    assert targets(AIR, "sbd_dauntless", {"sbd_dauntless": "d4"}, ships) == {"kongo"}


@pytest.mark.rule("RNG.4")
@pytest.mark.parametrize(("ship", "reach"), [("le_terrible", 2), ("hms_ajax", 3), ("hms_hood", 4), ("uss_iowa", 5)])
def test_guns_reach_two_or_three_sectors_and_more_with_extended_range(ship, reach):
    for away in range(6):
        assert (ship in may_attack(SURFACE, {ship: "d1"}, {"koln": f"d{1 + away}"})) == (away <= reach)


@pytest.mark.rule("RNG.4", "TOR.1")
@pytest.mark.parametrize(("vessel", "reach"), [("uss_fletcher", 1), ("hms_ajax", 2), ("i_19", 3)])
def test_torpedoes_reach_one_to_three_sectors(vessel, reach):
    for away in range(5):
        assert (vessel in may_attack(TORPEDOES, {vessel: "d1"}, {"koln": f"d{1 + away}"})) == (away <= reach)


# --- choice of targets (ATT) ---------------------------------------------------------------------------------


@pytest.mark.rule("ATT.9")
def test_any_enemy_ship_in_range_may_be_the_target():
    ships = {"koln": "d3", "bolzano": "d3", "kongo": "d5", "nordmark": "d6", "scharnhorst": "e4"}
    assert targets(SURFACE, "hms_ajax", {"hms_ajax": "d2"}, ships) == {"koln", "bolzano", "kongo", "scharnhorst"}


@pytest.mark.rule("ATT.10")
def test_units_in_between_do_not_matter():
    allies = {"hms_ajax": "d2", "hms_hood": "d3", "uss_boise": "d3"}
    ships = {"koln": "d3", "bolzano": "d4", "kongo": "d4"}
    assert targets(SURFACE, "hms_ajax", allies, ships) == {"koln", "bolzano", "kongo"}


@pytest.mark.rule("ATT.10")
@pytest.mark.parametrize("between", [{}, {"bolzano": "d3", "u_510": "d3"}])
def test_units_in_between_take_no_dice_and_no_successes(between):
    """Two sectors away Ajax has six dice, and three successes reach the armor of the Köln."""
    allies, axis = {"hms_ajax": "d2", "uss_boise": "d3"}, {"koln": "d4", **between}
    game = battle(SURFACE, allies, axis, terrain={}).begin().choose("hms_ajax", "main")
    game.lay(*dice(6, 4, 4, 4))
    assert rolled(game.choose("koln")) == 6 and game.harm("koln") == 1


TYPES = {
    "ship": ("yamato", "akagi", "koln", "yukikaze", "motor_torpedo_boat", "nordmark"),
    "submarine": ("u_510",),
    "aircraft": ("g4m_betty", "d3a_val", "b5n2_kate", "a6m2_zeke"),
}
"""A unit of every subtype, by type."""


@pytest.mark.rule("UNIT.2", "UNIT.15", "RNG.1")
@pytest.mark.parametrize(
    ("phase", "attacker", "weapon", "attacked"),
    [
        (SURFACE, "uss_fletcher", "main", "ship"),
        (SURFACE, "uss_fletcher", "asw", "submarine"),
        (DEFENSE, "uss_fletcher", None, "aircraft"),
        (TORPEDOES, "uss_fletcher", None, "ship"),
        (AIR, "sbd_dauntless", "bomb", "ship"),
        (AIR, "swordfish_mk_ii", "asw", "submarine"),
        (AIR, "swordfish_mk_ii", "torpedo", "ship"),
        (AIR, "f4f_wildcat", "main", "ship"),
    ],
)
def test_the_type_of_a_unit_and_not_its_subtype_says_what_attacks_it(phase, attacker, weapon, attacked):
    """A sector holds two ships of a side, one submarine and four aircraft: so ships come in pairs."""
    found = set()
    for k in range(0, 6, 2):
        enemies = [*TYPES["ship"][k : k + 2], *TYPES["submarine"], *TYPES["aircraft"]]
        found |= targets(phase, attacker, {attacker: "d4"}, dict.fromkeys(enemies, "d4"), weapon)
    assert found - {"end"} == set(TYPES[attacked])


@pytest.mark.rule("ATT.7")
def test_guns_do_not_attack_aircraft():
    allies, planes = {"uss_iowa": "d4", "uss_atlanta": "d4"}, {"a6m2_zeke": "d4", "g4m_betty": "d4"}
    assert may_attack(SURFACE, allies, planes) == set()
    assert may_attack(DEFENSE, allies, planes) == {"uss_iowa", "uss_atlanta"}


@pytest.mark.rule("ATT.7", "RNG.3")
def test_antiair_does_not_attack_ships():
    assert may_attack(DEFENSE, {"uss_atlanta": "d4", "f4f_wildcat": "d4"}, {"koln": "d4", "u_510": "d4"}) == set()


@pytest.mark.rule("ATT.9")
def test_nobody_attacks_aircraft_that_are_at_their_base():
    """MR-15."""
    assert may_attack(DEFENSE, {"uss_atlanta": "d4"}, {"shokaku": "d4", "a6m2_zeke": "shokaku"}) == set()


@pytest.mark.rule("ATT.9")
def test_a_ship_whose_pending_damage_reaches_its_hull_is_no_target_any_more():
    """MR-22."""
    allies = {"hms_ajax": "d1", "hms_exeter": "d1"}
    game = battle(SURFACE, allies, {"koln": "d1", "bolzano": "d1"}, units={"koln": {"damage": 1}}, terrain={})
    game.begin(ask_forced=False)
    volley(game, "hms_ajax", "koln", rolled=dice(7, 4, 4, 4))
    assert "koln" in game.choose("hms_exeter").legal
    volley(game, "koln", rolled=dice(8, 4, 4, 4))
    assert attackers(game, "axis") == {"koln", "bolzano"}
    again = battle(SURFACE, allies, {"koln": "d1", "bolzano": "d1"}, units={"koln": {"damage": 2}}, terrain={}).begin()
    volley(again, "hms_ajax", "main", "koln", rolled=dice(7, 4, 4, 4))
    assert again.choose("hms_exeter", "main").legal == ["bolzano"]


@pytest.mark.rule("ATT.9")
def test_a_ship_with_a_destroyed_counter_is_no_target_any_more():
    """MR-22."""
    game = battle(SURFACE, {"uss_iowa": "d1"}, {"koln": "d1"}, terrain={}).begin()
    volley(game, "uss_iowa", "main", "koln", rolled=dice(18, 6, 6, 6, 6))
    assert attackers(game, "axis") == {"koln"}


# --- the air defense phase (ADF) -----------------------------------------------------------------------------


@pytest.mark.rule("ADF.1")
def test_each_side_shoots_at_aircraft_in_its_own_step():
    allies, axis = {"uss_boise": "d4", "sbd_dauntless": "d4"}, {"myoko": "d4", "d3a_val": "d4"}
    game = battle(DEFENSE, allies, axis, first="axis", terrain={}).begin()
    assert (game.who, attackers(game, "axis")) == ("axis", {"myoko"})
    volley(game, "myoko", "sbd_dauntless", rolled=dice(6))
    assert (game.who, attackers(game)) == ("allies", {"uss_boise"})


@pytest.mark.rule("ADF.2", "ATT.4")
def test_a_unit_attacks_one_aircraft():
    game = battle(DEFENSE, {"uss_boise": "d4"}, {"b5n2_kate": "d4", "g4m_betty": "d4"}, terrain={}).begin()
    volley(game, "uss_boise", "b5n2_kate", rolled=dice(6))
    assert game.phase == AIR


def zeke_at_dauntless(faces, *also, at="d4"):
    """A Zeke attacks a Dauntless in D4, with other Allied units somewhere."""
    allies = [("sbd_dauntless", "d4"), *[(name, at) for name in also]]
    game = battle(DEFENSE, allies, {"a6m2_zeke": "d4"}, first="axis", terrain={}).begin()
    return volley(game, "a6m2_zeke", "sbd_dauntless", rolled=faces)


ZEKE = (1, 2, 3, 3, 4, 6, 6)
"""Five successes, and four if each die counts one less; the Dauntless has armor 5 (RES.13)."""


@pytest.mark.rule("ADF.3", "ABL.3")
def test_an_escort_takes_one_from_each_die_of_enemy_fighters_at_a_bomber():
    assert zeke_at_dauntless(ZEKE).of("sbd_dauntless", "aborted") == 1
    assert zeke_at_dauntless(ZEKE, "f4f_wildcat").of("sbd_dauntless", "aborted") == 0


@pytest.mark.rule("ADF.3")
def test_a_five_is_still_a_success_against_an_escorted_bomber():
    assert zeke_at_dauntless((5, 5, 5, 5, 5, 1, 1), "f4f_wildcat").of("sbd_dauntless", "aborted") == 1


@pytest.mark.rule("ADF.3")
def test_a_fighter_escorts_in_its_own_sector_only():
    assert zeke_at_dauntless(ZEKE, "f4f_wildcat", at="d5").of("sbd_dauntless", "aborted") == 1


@pytest.mark.rule("ADF.3", "ABL.10")
def test_two_escorts_take_no_more_than_one():
    escorts = ("f4f_wildcat", "f4f_wildcat#2", "sea_hurricane_mk_1b")
    assert zeke_at_dauntless((5, 5, 5, 5, 5, 1, 1), *escorts).of("sbd_dauntless", "aborted") == 1


@pytest.mark.rule("ADF.3")
def test_an_escort_does_not_help_against_antiair_of_ships():
    game = battle(DEFENSE, {"sbd_dauntless": "d4", "f4f_wildcat": "d4"}, {"myoko": "d4"}, first="axis", terrain={})
    volley(game.begin(), "myoko", "sbd_dauntless", rolled=dice(6, 4, 4, 4, 4, 4))
    assert game.of("sbd_dauntless", "aborted") == 1


@pytest.mark.rule("ADF.3")
def test_a_fighter_does_not_escort_another_fighter():
    allies = [("f4f_wildcat", "d4"), ("f4f_wildcat", "d4")]
    game = battle(DEFENSE, allies, {"a6m2_zeke": "d4"}, first="axis", terrain={}).begin()
    volley(game, "a6m2_zeke", "f4f_wildcat", rolled=dice(7, 4, 4, 4, 4, 4, 4))
    assert game.of("f4f_wildcat", "aborted") == 1


@pytest.mark.rule("ADF.4", "ABL.4")
def test_a_natural_six_is_two_successes_against_an_escorted_bomber():
    assert zeke_at_dauntless(dice(7, 6, 6, 5), "f4f_wildcat").of("sbd_dauntless", "aborted") == 1
    assert zeke_at_dauntless(dice(7, 6, 6), "f4f_wildcat").of("sbd_dauntless", "aborted") == 0


# --- the air attack phase (AAT) ------------------------------------------------------------------------------


@pytest.mark.rule("AAT.1")
def test_aircraft_attack_ships_and_submarines_of_their_own_sector():
    planes = {"sbd_dauntless": "d4", "pby_catalina": "d5", "tbd_devastator": "d6"}
    assert may_attack(AIR, planes, {"koln": "d4", "u_510": "d5"}) == {"sbd_dauntless", "pby_catalina"}


@pytest.mark.rule("AAT.1", "SEQ.1")
def test_ships_and_submarines_do_not_attack_in_the_air_attack_phase():
    allies = {"uss_iowa": "d4", "uss_barb": "d4", "uss_fletcher": "d4", "f4f_wildcat": "d4"}
    assert may_attack(AIR, allies, {"koln": "d4", "u_510": "d4"}) == {"f4f_wildcat"}


@pytest.mark.rule("AAT.2")
def test_aircraft_aborted_in_the_air_defense_phase_do_not_attack():
    allies, axis = {"tbd_devastator": "d4", "swordfish_mk_ii": "d4"}, {"myoko": "d4"}
    game = battle(DEFENSE, allies, axis, first="axis", terrain={}).begin()
    volley(game, "myoko", "tbd_devastator", rolled=dice(6, 4, 4, 4, 4))
    assert (game.phase, attackers(game)) == (AIR, {"swordfish_mk_ii"})


@pytest.mark.rule("AAT.3")
@pytest.mark.parametrize(("weapon", "target"), [("asw", "u_510"), ("torpedo", "koln")])
def test_an_aircraft_attacks_once(weapon, target):
    game = battle(AIR, {"swordfish_mk_ii": "d4", "f4f_wildcat": "d4"}, {"koln": "d4", "u_510": "d4"}, terrain={})
    game.begin().choose("swordfish_mk_ii")
    assert set(game.legal) == {"asw", "torpedo"}
    volley(game, weapon, target, rolled=dice(3))
    assert attackers(game) == {"f4f_wildcat"}


# --- the surface attack phase (SUR, MR-21) -------------------------------------------------------------------

EVERYBODY = {"uss_fletcher": "d4", "uss_barb": "d4", "sbd_dauntless": "d4", "f4f_wildcat": "d4"}
"""A ship, a submarine and aircraft."""


@pytest.mark.rule("SUR.1")
def test_ships_alone_attack_in_the_surface_attack_phase_with_guns_or_asw():
    game = battle(SURFACE, EVERYBODY, {"koln": "d4", "u_510": "d4"}, terrain={}).begin()
    assert attackers(game) == {"uss_fletcher"}
    assert set(game.choose("uss_fletcher").legal) == {"main", "asw"}


@pytest.mark.rule("SUR.1")
def test_ships_fire_in_their_own_sides_step():
    game = battle(SURFACE, {"hms_ajax": "d4"}, {"koln": "d5"}, first="axis", terrain={}).begin()
    assert attackers(game, "axis") == {"koln"}
    volley(game, "koln", "main", "hms_ajax", rolled=dice(7))
    assert attackers(game) == {"hms_ajax"}


@pytest.mark.rule("SUR.2")
@pytest.mark.parametrize(("weapon", "target", "count"), [("main", "koln", 4), ("asw", "u_510", 5)])
def test_a_ship_uses_guns_or_asw_but_not_both(weapon, target, count):
    game = battle(SURFACE, {"uss_fletcher": "d4", "hms_ajax": "d4"}, {"koln": "d4", "u_510": "d4"}, terrain={}).begin()
    volley(game, "uss_fletcher", weapon, target, rolled=dice(count))
    assert attackers(game) == {"hms_ajax"}


@pytest.mark.rule("SUR.3", "ATT.4")
def test_each_battery_fires_once_in_any_order():
    game = battle(SURFACE, {"yamato": "d4"}, {"uss_boise": "d4"}, terrain={}).begin()
    game.choose("yamato")
    assert game.legal == ["main", "secondary", "tertiary"]
    volley(game, "tertiary", "uss_boise", rolled=dice(5))
    assert set(game.legal) == {"main", "secondary", "end"}
    volley(game, "main", "uss_boise", rolled=dice(18))
    assert set(game.legal) == {"secondary", "end"}
    volley(game, "secondary", "uss_boise", rolled=dice(8))
    assert attackers(game, "axis") == {"uss_boise"}


@pytest.mark.rule("SUR.3")
def test_a_ship_may_stop_after_one_battery_but_not_before_it():
    """MR-21."""
    game = battle(SURFACE, {"yamato": "d4"}, {"uss_boise": "d4"}, terrain={}).begin()
    assert "end" not in game.choose("yamato").legal
    volley(game, "main", "uss_boise", rolled=dice(18)).end()
    assert attackers(game, "axis") == {"uss_boise"}


@pytest.mark.rule("SUR.3")
def test_a_ship_takes_no_second_turn_in_a_step():
    """MR-21: the other batteries of a ship that stopped are not for later."""
    game = battle(SURFACE, {"yamato": "d4", "koln": "d4"}, {"uss_boise": "d4"}, terrain={}).begin()
    volley(game, "yamato", "main", "uss_boise", rolled=dice(18)).end()
    assert attackers(game) == {"koln"}


@pytest.mark.rule("SUR.1")
def test_a_player_may_leave_ships_silent():
    game = battle(SURFACE, {"hms_ajax": "d4", "uss_boise": "d4"}, {"koln": "d4"}, terrain={}).begin()
    assert attackers(game.end(), "axis") == {"koln"}


@pytest.mark.rule("SUR.4", "SUR.3")
def test_yamato_attacks_three_times_with_main_secondary_and_tertiary_gunnery():
    ships = {"uss_boise": "d4", "hms_exeter": "d5", "uss_fletcher": "d5"}
    game = battle(SURFACE, ships, {"yamato": "d4"}, first="axis", terrain={}).begin()
    volley(game, "yamato", "main", "uss_boise", rolled=dice(18, 4, 4, 4, 4))
    volley(game, "secondary", "hms_exeter", rolled=dice(8, 4, 4, 4))
    volley(game, "tertiary", "uss_fletcher", rolled=dice(5, 6, 6))
    finish(game, SURFACE)
    assert [game.of(ship, "damage") for ship in ships] == [1, 1, 1]


@pytest.mark.rule("ATT.4")
def test_smoke_or_asw_shuts_out_all_else_and_is_only_for_a_ship_that_has_not_fired():
    """MR-21."""
    allies, axis = {"hms_javelin": "d4"}, {"koln": "d4", "u_510": "d4"}
    game = battle(SURFACE, allies, axis, terrain={}).begin().choose("hms_javelin")
    assert set(game.legal) == {"main", "asw", "smoke"}
    assert game.choose("smoke").who == "axis"
    again = battle(SURFACE, allies, axis, terrain={}).begin()
    volley(again, "hms_javelin", "main", "koln", rolled=dice(5))
    assert again.who == "axis"


# --- the torpedo attack phase (TOR) --------------------------------------------------------------------------


@pytest.mark.rule("TOR.1")
def test_ships_and_submarines_with_torpedoes_attack_ships_in_range():
    allies = {"hmas_sydney": "d3", "uss_boise": "d4", "hms_truculent": "d2", "tbd_devastator": "d4"}
    assert may_attack(TORPEDOES, allies, {"kongo": "d4"}) == {"hmas_sydney", "hms_truculent"}
    assert may_attack(TORPEDOES, allies, {"kongo": "d5"}) == {"hmas_sydney"}


@pytest.mark.rule("TOR.1", "ATT.4")
def test_a_ship_that_has_fired_its_guns_still_launches_torpedoes_once():
    game = battle(SURFACE, {"hms_ajax": "d4"}, {"kongo": "d4", "koln": "d4"}, terrain={}).begin()
    volley(game, "hms_ajax", "main", "kongo", rolled=dice(7))
    finish(game, SURFACE)
    assert (game.phase, attackers(game)) == (TORPEDOES, {"hms_ajax"})
    volley(game, "hms_ajax", "kongo", rolled=dice(2))
    assert game.who == "axis"


@pytest.mark.rule("TOR.1")
def test_a_torpedo_attack_is_made_in_the_own_step():
    game = battle(TORPEDOES, {"hms_ajax": "d4"}, {"koln": "d4"}, first="axis", terrain={}).begin()
    assert attackers(game, "axis") == {"koln"}
    volley(game, "koln", "hms_ajax", rolled=dice(2))
    assert attackers(game) == {"hms_ajax"}


@pytest.mark.rule("TOR.2", "ABL.7")
def test_submarines_alone_torpedo_submarines_and_by_an_ability():
    allies = {"hms_ajax": "d4", "uss_barb": "d4", "hms_truculent": "d3"}
    assert may_attack(TORPEDOES, allies, {"u_510": "d4"}) == {"uss_barb"}
    assert targets(TORPEDOES, "hms_ajax", allies, {"u_510": "d4", "koln": "d4"}) == {"koln"}


# --- four phases (ATT.1, ATT.4, ATT.5, ABL.9) ----------------------------------------------------------------


@pytest.mark.rule("ATT.1")
def test_damage_of_one_phase_counts_in_the_next():
    allies, axis = {"sbd_dauntless": "d4", "uss_boise": "d5"}, {"yukikaze": "d4"}
    game = battle(AIR, allies, axis, terrain={}).begin()
    volley(game, "sbd_dauntless", "bomb", "yukikaze", rolled=dice(10, 4, 4))
    assert (game.phase, game.of("yukikaze", "crippled")) == (SURFACE, 1)
    game.end()
    volley(game, "yukikaze", "main", "uss_boise", rolled=dice(5, 4, 4, 4, 4))
    assert finish(game, SURFACE).of("uss_boise", "damage") == 0


@pytest.mark.rule("ATT.5")
def test_an_attack_at_range_needs_a_line_of_sight():
    allies, ships = {"hms_ajax": "e3"}, {"koln": "e5", "kongo": "e4"}
    assert targets(SURFACE, "hms_ajax", allies, ships) == {"koln", "kongo"}
    assert targets(SURFACE, "hms_ajax", allies, ships, terrain={"squall": ["e4"]}) == {"kongo"}


@pytest.mark.rule("ABL.9")
def test_an_extra_attack_is_made_in_the_units_own_activation_or_not_at_all():
    allies = {"uss_atlanta": "d4", "uss_boise": "d4"}
    planes = {"b5n2_kate": "d4", "g4m_betty": "d4"}
    game = battle(DEFENSE, allies, planes, terrain={}).begin()
    volley(game, "uss_atlanta", "b5n2_kate", rolled=dice(8))
    assert (game.asked, game.subject, set(game.legal)) == ("target", "uss_atlanta", {"g4m_betty", "end"})
    assert attackers(game.end()) == {"uss_boise"}


@pytest.mark.rule("ABL.9")
def test_the_second_of_two_secondary_attacks_is_at_another_ship():
    ships = {"koln": "d4", "bolzano": "d4"}
    game = battle(SURFACE, {"uss_iowa": "d4"}, ships, terrain={}).begin().choose("uss_iowa")
    volley(game, "secondary", "koln", rolled=dice(6))
    assert "secondary" in game.legal
    assert game.choose("secondary").legal == ["bolzano"]


# --- dice that are added and taken away (MR-23, MR-24, GLO.3) ------------------------------------------------


@pytest.mark.rule("GLO.3", "DMG.7")
@pytest.mark.parametrize(("away", "crippled", "count"), [(0, 0, 2), (0, 1, 1), (2, 0, 1), (2, 1, 1)])
def test_a_crippled_unit_has_one_torpedo_die_less_but_never_none(away, crippled, count):
    state = {"hms_ajax": {"damage": 2 * crippled, "crippled": crippled}}
    assert rolled(attack(TORPEDOES, "hms_ajax", "kongo", away=away, units=state)) == count


@pytest.mark.rule("ABL.3")
@pytest.mark.parametrize(("faces", "lost"), [((5, 5, 5, 5, 6), 0), ((6, 6), 1)])
def test_penalties_of_different_names_add_up(faces, lost):
    """MR-24: a crippled destroyer hunts a submarine that runs silent."""
    state = {"uss_fletcher": {"damage": 1, "crippled": 1}}
    assert outcome(SURFACE, "uss_fletcher", "hms_truculent", dice(5, *faces), units=state) == lost
