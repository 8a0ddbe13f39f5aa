"""Abilities that give other attacks, more attacks, a second roll or a longer reach (ABL.9)."""

import pytest

from tests.naval_miniatures.positions import battle


def attack(game, *answers):
    """An attack whose dice all show 1; how many they are."""
    game.lay(*[1] * 60)
    game.choose(*answers)
    return len(game.dice_of("attack"))


# --- two attacks ---------------------------------------------------------------------------------------------


def atlanta(*planes):
    """Atlanta, eight antiair dice, with aircraft over her."""
    return battle("air_defense", {"uss_atlanta": "d4"}, [(plane, "d4") for plane in planes]).begin()


@pytest.mark.rule("AB.antiair_specialist")
def test_a_specialist_attacks_two_aircraft():
    game = atlanta("d3a_val", "b5n2_kate")
    assert attack(game, "uss_atlanta", "d3a_val") == 8
    assert game.asked == "target" and set(game.legal) == {"end", "b5n2_kate"}
    assert attack(game, "b5n2_kate") == 8


@pytest.mark.rule("AB.antiair_specialist")
def test_a_specialist_may_hold_the_second_attack_and_has_no_third():
    game = atlanta("d3a_val", "b5n2_kate", "a6m2_zeke")
    attack(game, "uss_atlanta", "d3a_val")
    attack(game, "b5n2_kate")
    assert (game.asked, game.who) == ("fire_who", "axis")
    game = atlanta("d3a_val", "b5n2_kate", "a6m2_zeke")
    attack(game, "uss_atlanta", "d3a_val")
    game.choose("end")
    assert game.asked != "target"


@pytest.mark.rule("AB.antiair_specialist")
def test_a_specialist_needs_two_aircraft_for_two_attacks():
    game = atlanta("d3a_val")
    attack(game, "uss_atlanta", "d3a_val")
    assert game.asked != "target"


@pytest.mark.rule("ADF.2", "AB.antiair_specialist")
def test_no_other_ship_attacks_twice():
    game = battle("air_defense", {"hms_ajax": "d4"}, {"d3a_val": "d4", "b5n2_kate": "d4"}).begin()
    attack(game, "hms_ajax", "d3a_val")
    assert game.asked != "target"


def barb(*targets, **fields):
    """Barb in d4, three torpedo dice at up to one sector."""
    return battle("torpedo_attack", {"uss_barb": "d4"}, targets, **fields).begin()


@pytest.mark.rule("AB.audacious_attack")
def test_an_audacious_attack_is_at_targets_in_two_sectors():
    game = barb(("koln", "d5"), ("tone", "d5"), ("myoko", "d3"))
    attack(game, "uss_barb", "koln")
    assert game.asked == "again" and set(game.legal) == {"decline", "myoko"}
    assert attack(game, "myoko") == 3
    assert game.asked != "again"


@pytest.mark.rule("AB.audacious_attack")
def test_two_targets_in_one_sector_are_not_enough():
    game = barb(("koln", "d5"), ("tone", "d5"))
    attack(game, "uss_barb", "koln")
    assert game.asked != "again"


@pytest.mark.rule("AB.audacious_attack")
@pytest.mark.parametrize(("answer", "asked"), [("myoko", False), ("decline", True)])
def test_an_audacious_attack_comes_once_a_game(answer, asked):
    """It is spent by the second attack."""
    game = barb(("koln", "d5"), ("myoko", "d3"))
    attack(game, "uss_barb", "koln")
    game.choose(answer).play_to("fire_who", "allies", turn=6)
    attack(game, "uss_barb", "koln")
    assert (game.asked == "again") is asked


@pytest.mark.rule("AB.bristling_with_guns")
def test_secondary_guns_bristle_at_two_targets():
    game = battle("surface_attack", {"uss_washington": "d4"}, {"koln": "d5", "tone": "d5"}).begin()
    assert attack(game, "uss_washington", "secondary", "koln") == 6
    assert set(game.legal) == {"end", "main", "secondary"}
    game.choose("secondary")
    assert game.legal == ["tone"] and attack(game, "tone") == 6
    assert set(game.legal) == {"end", "main"}
    assert attack(game, "main", "koln") == 17 and game.asked != "weapon"


@pytest.mark.rule("AB.bristling_with_guns")
def test_one_target_gets_one_broadside_of_secondary_guns():
    game = battle("surface_attack", {"uss_washington": "d4"}, {"koln": "d5"}).begin()
    attack(game, "uss_washington", "secondary", "koln")
    assert set(game.legal) == {"end", "main"}


@pytest.mark.rule("SUR.3", "AB.bristling_with_guns")
def test_secondary_guns_of_other_ships_fire_once():
    game = battle("surface_attack", {"uss_tennessee": "d4"}, {"koln": "d5", "tone": "d5"}).begin()
    attack(game, "uss_tennessee", "secondary", "koln")
    assert set(game.legal) == {"end", "main"}


# --- other weapons -------------------------------------------------------------------------------------------


def over(plane, *targets, **fields):
    """An aircraft of the Axis over d4."""
    return battle("air_attack", targets, {plane: "d4", "koln": "k1"}, "axis", **fields).begin()


@pytest.mark.rule("AB.alternate_payload")
def test_a_kate_carries_bombs_in_place_of_its_torpedo():
    game = over("b5n2_kate", ("uss_atlanta", "d4")).choose("b5n2_kate")
    assert set(game.legal) == {"torpedo", "payload"}
    assert attack(game, "payload", "uss_atlanta") == 6
    assert game.asked != "weapon"


@pytest.mark.rule("AB.alternate_payload")
def test_a_payload_counts_as_bombs_do():
    game = over("b5n2_kate", ("uss_atlanta", "d4"))
    game.lay(4, 5, 6, 1, 1, 1)
    game.choose("b5n2_kate", "payload", "uss_atlanta")
    assert game.harm("uss_atlanta") == 1


@pytest.mark.rule("AB.alternate_payload")
@pytest.mark.parametrize(("first", "second"), [("payload", ["torpedo"]), ("torpedo", ["torpedo", "payload"])])
def test_a_payload_is_dropped_once_a_game(first, second):
    game = over("b5n2_kate", ("uss_atlanta", "d4"), ("uss_boise", "d4"))
    attack(game, "b5n2_kate", first, "uss_atlanta")
    game.lay()
    game.play_to("return_to").choose("land_base").play_to("fly_who", "axis", turn=7).choose("b5n2_kate", "d4")
    assert game.play_to("fire_who", "axis").choose("b5n2_kate").legal == second


@pytest.mark.rule("AB.alternate_payload")
def test_no_dice_are_lent_for_a_payload():
    """Akagi has dice for torpedoes of torpedo bombers and for bombs of dive bombers."""
    game = battle("air_attack", {"uss_atlanta": "d4"}, {"b5n2_kate": "d4", "akagi": "k1"}, "axis").begin()
    assert game.choose("b5n2_kate", "payload").asked == "target"


@pytest.mark.rule("AB.alternate_payload")
def test_bombs_are_for_ships():
    game = over("b5n2_kate", ("uss_barb", "d4"), ("uss_atlanta", "d5")).choose("b5n2_kate")
    assert game.legal == ["asw"]


@pytest.mark.rule("AB.antiship_missile")
def test_a_missile_reaches_one_sector_with_the_dice_of_the_bomb():
    game = over("fw_200_kondor", ("uss_atlanta", "d5")).choose("decline", "fw_200_kondor")
    assert game.legal == ["missile"] and attack(game, "missile", "uss_atlanta") == 9


@pytest.mark.rule("AB.antiship_missile")
@pytest.mark.parametrize(("where", "weapons"), [("d6", None), ("d4", ["asw", "bomb"])])
def test_a_missile_goes_neither_farther_nor_straight_down(where, weapons):
    game = over("fw_200_kondor", ("uss_atlanta", where), ("uss_barb", "d4")).choose("decline", "fw_200_kondor")
    assert game.legal == (weapons or ["asw"])


@pytest.mark.rule("AB.antiship_missile")
def test_a_missile_flies_once_a_game_and_the_bomb_stays():
    game = over("fw_200_kondor", ("uss_atlanta", "d5"), ("uss_boise", "d4")).choose("decline", "fw_200_kondor")
    assert set(game.legal) == {"bomb", "missile"}
    attack(game, "missile", "uss_atlanta")
    game.lay()
    game.play_to("return_to").choose("land_base").play_to("fly_who", "axis", turn=7).choose("fw_200_kondor", "d4")
    assert game.play_to("fire_who", "axis").choose("fw_200_kondor").legal == ["bomb"]


@pytest.mark.rule("AB.antiship_missile", "LOS.8")
def test_a_missile_needs_sight():
    """MR-29: from over an island nothing is seen."""
    game = battle(
        "air_attack", {"uss_atlanta": "d5"}, {"fw_200_kondor": "d4"}, "axis", terrain={"island": ["d4"]}
    ).begin()
    assert game.asked == "mark" and game.choose("decline").asked != "fire_who"


# --- smoke (MR-27) -------------------------------------------------------------------------------------------


def smoking(**fields):
    """Javelin in d4 lays smoke; Kongo in d3 has her and, behind her, Ajax in d5 in her sights."""
    game = battle(
        "surface_attack", {"hms_javelin": "d4", "hms_ajax": "d5"}, {"kongo": "d3", "koln": "d4"}, **fields
    ).begin()
    return game.choose("hms_javelin", "smoke")


@pytest.mark.rule("AB.lay_smoke_screen")
def test_smoke_takes_the_place_of_all_attacks():
    game = battle("surface_attack", {"hms_javelin": "d4"}, {"koln": "d4", "u_510": "d4"}).begin().choose("hms_javelin")
    assert set(game.legal) == {"main", "asw", "smoke"}
    attack(game, "main", "koln")
    assert game.asked != "weapon"
    assert smoking().asked == "fire_who"
    assert smoking().legal == ["end", "hms_ajax"]


@pytest.mark.rule("AB.lay_smoke_screen")
def test_smoke_rises_at_the_end_of_the_phase():
    """MR-27: in this phase it neither blocks nor conceals."""
    game = smoking().play_to("fire_who", "axis").choose("kongo", "main")
    assert set(game.legal) == {"hms_ajax", "hms_javelin"}
    game.lay(*[6] * 2, *[1] * 12)
    assert not game.choose("hms_javelin").happened("negated") and game.harm("hms_javelin") == 1


@pytest.mark.rule("AB.lay_smoke_screen", "LOS.6")
def test_smoke_conceals_in_the_torpedo_phase():
    """MR-27."""
    game = smoking().play_to("fire_who", "axis", phase="torpedo_attack")
    game.lay(6, 1, 6)
    game.choose("koln", "hms_javelin")
    assert game.happened("negated") and game.harm("hms_javelin") == 0


@pytest.mark.rule("AB.lay_smoke_screen")
def test_smoke_blocks_sight_and_goes_at_the_end_of_the_next_turn():
    """Kongo sees past the smoke to Ajax again on the turn after."""

    def targets(turn):
        game = smoking().play_to("fire_who", "axis", turn=turn, phase="surface_attack").choose("kongo", "main")
        return set(game.legal)

    assert targets(6) == {"hms_javelin"} and targets(7) == {"hms_javelin", "hms_ajax"}


@pytest.mark.rule("AB.lay_smoke_screen")
def test_who_lays_smoke_still_has_her_torpedoes():
    """MR-21: torpedoes are another phase."""
    game = smoking().play_to("fire_who", "allies", phase="torpedo_attack")
    assert "hms_javelin" in game.legal


@pytest.mark.rule("AB.lay_smoke_screen")
def test_other_destroyers_have_no_smoke():
    game = battle("surface_attack", {"uss_fletcher": "d4"}, {"koln": "d4"}).begin()
    assert game.choose("uss_fletcher").legal == ["main"]


# --- a second roll --------------------------------------------------------------------------------------------


def night(turn=4, *answers, dice=(), phase="surface_attack"):
    """Jintsu, six dice, at Ajax (armor 4)."""
    game = battle(phase, {"hms_ajax": "d5"}, {"jintsu": "d4"}, "axis", turn=turn).begin()
    game.lay(*dice)
    return game.choose("jintsu", *answers)


@pytest.mark.rule("AB.night_fighter")
def test_a_night_fighter_may_roll_all_dice_again():
    game = night(4, "main", "hms_ajax", dice=[1] * 6 + [4, 4, 4, 4, 1, 1])
    assert game.asked == "reroll" and game.choose("use").dice_of("rerolled") == (4, 4, 4, 4, 1, 1)
    assert game.harm("hms_ajax") == 1


@pytest.mark.rule("AB.night_fighter")
def test_the_second_result_stands():
    game = night(4, "main", "hms_ajax", dice=[4, 4, 4, 4, 1, 1] + [1] * 6).choose("use")
    assert game.harm("hms_ajax") == 0


@pytest.mark.rule("AB.night_fighter")
def test_who_does_not_roll_again_keeps_the_first():
    game = night(4, "main", "hms_ajax", dice=[4, 4, 4, 4, 1, 1]).choose("decline")
    assert game.harm("hms_ajax") == 1


@pytest.mark.rule("AB.night_fighter")
def test_before_turn_4_it_is_not_night():
    assert night(3, "main", "hms_ajax", dice=[1] * 6).asked != "reroll"


@pytest.mark.rule("AB.night_fighter")
def test_torpedoes_are_not_rolled_again():
    assert night(4, "hms_ajax", dice=[1] * 6, phase="torpedo_attack").asked != "reroll"


@pytest.mark.rule("AB.night_fighter")
@pytest.mark.parametrize(("answer", "again"), [("use", False), ("decline", True)])
def test_a_night_fighter_rolls_again_once_a_game(answer, again):
    game = battle("surface_attack", {"hms_ajax": "d5"}, {"myoko": "d4"}, "axis").begin()
    game.lay(*[1] * 40)
    game.choose("myoko", "main", "hms_ajax", answer, "secondary", "hms_ajax")
    assert (game.asked == "reroll") is again


# --- reach -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AB.extended_range", "RNG.4")
@pytest.mark.parametrize(("where", "count"), [("e4", 12), ("e5", 12), ("e6", 12)])
def test_richelieu_reaches_five_sectors_with_the_dice_of_three(where, count):
    game = battle("surface_attack", {"richelieu": "e1"}, {"kongo": where}).begin()
    assert attack(game, "richelieu", "main", "kongo") == count


def can_fire(ship, where, **fields):
    """Whether a ship in E1 has anything to fire at when Nordmark is there."""
    game = battle("surface_attack", {ship: "e1"}, {"nordmark": where}, **fields).begin()
    return game.asked == "fire_who" and game.who == "allies" and game.phase == "surface_attack"


@pytest.mark.rule("AB.extended_range")
def test_the_number_on_the_card_is_the_farthest():
    assert can_fire("richelieu", "e6") and not can_fire("richelieu", "e7")
    assert can_fire("hms_hood", "e5") and not can_fire("hms_hood", "e6")
    assert not can_fire("hms_exeter", "e5")


@pytest.mark.rule("AB.extended_range")
def test_a_damaged_ship_has_lost_her_extended_range():
    hurt = {"richelieu": {"damage": 1}}
    assert can_fire("richelieu", "e4", units=hurt) and not can_fire("richelieu", "e5", units=hurt)


@pytest.mark.rule("AB.extended_range")
def test_only_main_guns_reach_farther():
    game = battle("surface_attack", {"richelieu": "e1"}, {"kongo": "e5"}).begin()
    assert game.choose("richelieu").legal == ["main"]


@pytest.mark.rule("AB.extended_range")
def test_damage_of_this_phase_shortens_no_range_yet():
    """MR-31."""
    game = battle("surface_attack", {"hms_hood": "e1"}, {"bismarck": "e5"}, "axis").begin()
    game.lay(*[6, 6, 6, 4, 4], *[1] * 7)
    game.choose("bismarck", "main", "hms_hood")
    assert game.harm("hms_hood") == 1 and attack(game, "hms_hood", "main", "bismarck") == 12


@pytest.mark.rule("AB.submerged_shot", "TOR.2")
@pytest.mark.parametrize(("where", "shoots"), [("d4", True), ("d5", False)])
def test_a_submerged_shot_is_at_a_submarine_in_the_same_sector(where, shoots):
    game = battle("torpedo_attack", {"uss_barb": "d4"}, {"i_19": where}).begin()
    assert (game.asked == "fire_who" and game.phase == "torpedo_attack") is shoots
    if shoots:
        assert attack(game, "uss_barb", "i_19") == 3


@pytest.mark.rule("AB.submerged_shot", "ATT.6")
def test_torpedoes_of_ships_attack_no_submarine():
    game = battle("torpedo_attack", {"uss_fletcher": "d4"}, {"i_19": "d4"}, "allies").begin()
    assert game.who != "allies" or game.asked != "fire_who"
