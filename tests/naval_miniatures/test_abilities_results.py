"""Abilities that change what dice count and what attacks do: penalties, dice that save, damage (ABL.3-ABL.8)."""

import pytest

from tests.naval_miniatures.positions import battle

CRIPPLED = {"crippled": 1}


def attack(game, dice, *answers):
    """An attack with these dice, and those that follow it."""
    game.lay(*dice)
    return game.choose(*answers)


# --- penalties to each die (MR-24) --------------------------------------------------------------------------


def zeke_at_dauntless(*escorts, dice, where="d4", **fields):
    """The book's Zeke at a Dauntless (RES.13), which its seven dice hit if they make five successes."""
    allies = [("sbd_dauntless", "d4"), *((escort, where) for escort in escorts)]
    game = battle("air_defense", allies, {"a6m2_zeke": "d4"}, first="axis", **fields).begin()
    return attack(game, dice, "a6m2_zeke", "sbd_dauntless")


FIVE_FOURS = [4, 4, 4, 4, 4, 1, 1]


@pytest.mark.rule("AB.escort", "ADF.3")
@pytest.mark.parametrize(("escorts", "aborted"), [(["f4f_wildcat"], False), ([], True), (["tbd_devastator"], True)])
def test_a_four_of_a_fighter_is_nothing_at_an_escorted_bomber(escorts, aborted):
    assert zeke_at_dauntless(*escorts, dice=FIVE_FOURS).happened("aborted") is aborted


@pytest.mark.rule("AB.escort")
def test_a_fighter_in_another_sector_escorts_nobody():
    assert zeke_at_dauntless("f4f_wildcat", where="d5", dice=FIVE_FOURS).happened("aborted")


@pytest.mark.rule("AB.escort", "ADF.4")
def test_a_six_at_an_escorted_bomber_still_counts_two():
    game = zeke_at_dauntless("f4f_wildcat", dice=[6, 6, 5, 4, 4, 4, 4])
    assert game["successes"] == 5 and game.happened("aborted")


@pytest.mark.rule("AB.escort", "ABL.10")
def test_two_escorts_take_no_more_than_one():
    assert zeke_at_dauntless("f4f_wildcat", "f4f_wildcat", dice=[5, 5, 5, 5, 5, 1, 1]).happened("aborted")


@pytest.mark.rule("AB.escort")
def test_an_escort_hinders_no_ship_and_no_attack_at_itself():
    game = battle(
        "air_defense", {"sbd_dauntless": "d4", "f4f_wildcat": "d4"}, {"a6m2_zeke": "d4", "akagi": "d4"}, "axis"
    )
    assert attack(game.begin(), FIVE_FOURS, "akagi", "sbd_dauntless").happened("aborted")
    attack(game, [4, 4, 4, 4, 4, 4, 1], "decline", "a6m2_zeke", "decline", "f4f_wildcat")
    assert game.happened("aborted")


@pytest.mark.rule("AB.escort", "RES.12")
def test_an_escort_that_is_aborted_in_the_phase_still_escorts():
    """MR-20: who stood there when the phase began."""
    axis = [("a6m2_zeke", "d4"), ("a6m2_zeke", "d4")]
    game = battle("air_defense", {"sbd_dauntless": "d4", "f4f_wildcat": "d4"}, axis, "axis").begin()
    attack(game, [6, 6, 6, 1, 1, 1, 1], "a6m2_zeke", "f4f_wildcat")
    assert game.of("f4f_wildcat", "aborted")
    assert not attack(game, FIVE_FOURS, "a6m2_zeke#2", "sbd_dauntless").happened("aborted")


@pytest.mark.rule("AB.escort")
def test_a_fighter_aboard_a_carrier_in_the_sector_escorts_nobody():
    """MR-15: without a mission it is in no sector."""
    allies = {"sbd_dauntless": "d4", "uss_st_lo": "d4", "f4f_wildcat": "uss_st_lo"}
    game = battle("air_defense", allies, {"a6m2_zeke": "d4"}, "axis").begin()
    assert attack(game, FIVE_FOURS, "a6m2_zeke", "sbd_dauntless").happened("aborted")


def hunted(dice, phase="surface_attack", **submarine):
    """A destroyer of five ASW dice at a submarine of armor 3."""
    game = battle(phase, {"hms_truculent": "d4"}, {"kongo": "a1", "yukikaze": "d4"}, "axis",
                  units={"hms_truculent": submarine})  # fmt: skip
    return attack(game.begin(), dice, "yukikaze", "asw", "hms_truculent")


@pytest.mark.rule("AB.run_silent")
@pytest.mark.parametrize(("moved", "hit"), [(0, 0), (1, 1)])
def test_fours_miss_a_silent_submarine(moved, hit):
    assert hunted([4, 4, 4, 4], moved=moved).harm("hms_truculent") == hit


@pytest.mark.rule("AB.run_silent")
def test_fives_and_sixes_find_it():
    assert hunted([6, 5, 4, 4]).harm("hms_truculent") == 1


@pytest.mark.rule("AB.run_silent")
@pytest.mark.parametrize(("goes", "hit"), [(["hms_truculent", "d5"], 1), ([], 0)])
def test_a_submarine_that_moves_is_heard(goes, hit):
    game = battle("sea_movement", {"hms_truculent": "d4"}, {"yukikaze": "d5" if goes else "d4"}).begin()
    game.choose(*goes).play_to("fire_who", "axis", phase="surface_attack")
    attack(game, [4, 4, 4, 1], "yukikaze", "asw", "hms_truculent")
    assert game.harm("hms_truculent") == hit


@pytest.mark.rule("AB.run_silent")
def test_torpedoes_hear_nothing():
    game = battle("torpedo_attack", {"hms_truculent": "d4"}, {"u_510": "d4"}, "axis").begin()
    assert attack(game, [6, 1, 1], "u_510", "hms_truculent").harm("hms_truculent") == 2


@pytest.mark.rule("AB.run_silent", "ABL.3")
@pytest.mark.parametrize(("dice", "hit"), [([5, 5, 5, 5], 0), ([6, 6, 5, 5], 1)])
def test_penalties_of_different_names_add_up(dice, hit):
    """MR-24: a crippled destroyer at a silent submarine needs sixes, and each is still two."""
    game = battle("surface_attack", {"hms_truculent": "d4"}, {"yukikaze": "d4"}, "axis",
                  units={"yukikaze": {"damage": 1, **CRIPPLED}})  # fmt: skip
    assert attack(game.begin(), dice, "yukikaze", "asw", "hms_truculent").harm("hms_truculent") == hit


# --- pressing the attack ------------------------------------------------------------------------------------


def pressed(*answers, by="myoko", dice=(6, 6, 4, 1, 1, 1), rest=()):
    """A Dauntless that has been aborted."""
    game = battle("air_defense", {"sbd_dauntless": "d4"}, {"myoko": "d4", "a6m2_zeke": "d4"}, "axis").begin()
    attack(game, [*dice, *rest], by, "sbd_dauntless")
    assert game.of("sbd_dauntless", "aborted")
    return game.choose(*answers)


@pytest.mark.rule("AB.press_the_attack")
def test_a_bomber_that_a_ship_aborts_may_press_the_attack_at_once():
    game = pressed()
    assert (game.asked, game.who, game.subject) == ("press", "allies", "sbd_dauntless")
    assert set(game.legal) == {"use", "decline"}


@pytest.mark.rule("AB.press_the_attack")
def test_a_bomber_that_a_fighter_aborts_may_not():
    assert pressed(by="a6m2_zeke", dice=(6, 6, 4, 1, 1, 1, 1)).asked != "press"


@pytest.mark.rule("AB.press_the_attack")
@pytest.mark.parametrize(("dice", "hit"), [([4] * 10, 0), ([5] * 4 + [4] * 6, 1), ([6, 6] + [4] * 8, 1)])
def test_pressing_on_fours_are_nothing(dice, hit):
    game = pressed("use", rest=[4]).play_to("fire_who", "allies")
    assert game.phase == "air_attack"
    game.choose("sbd_dauntless")
    assert game.legal == ["bomb"]
    assert attack(game, dice, "bomb", "myoko").harm("myoko") == hit


@pytest.mark.rule("AB.press_the_attack")
@pytest.mark.parametrize("die", [2, 3])
def test_a_two_or_three_does_nothing(die):
    game = pressed("use", rest=[die]).play_to("return_to", "allies")
    assert game["turn"] == 5 and game.subject == "sbd_dauntless"


@pytest.mark.rule("AB.press_the_attack")
def test_a_one_destroys_the_bomber_at_the_end_of_the_phase():
    allies = {"sbd_dauntless": "d4", "tbd_devastator": "d4"}
    game = battle("air_defense", allies, {"myoko": "d4", "a6m2_zeke": "d4"}, "axis").begin()
    attack(game, [6, 6, 4, 1, 1, 1, 1], "myoko", "sbd_dauntless", "use")
    assert ("presses", -1) in [(event[0], event[2]) for event in game.told]
    assert game.where("sbd_dauntless") == "d4" and game["score"] == [0, 0]
    game.choose("end")
    assert game.of("sbd_dauntless", "gone") and game["score"] == [0, 13]


@pytest.mark.rule("AB.press_the_attack")
def test_who_declines_does_not_bomb():
    game = pressed("decline").play_to("return_to", "allies")
    assert game.phase == "air_return" and game.subject == "sbd_dauntless"


@pytest.mark.rule("AB.press_the_attack", "RES.11")
def test_a_bomber_that_presses_on_is_immune_all_the_same():
    """MR-20: an aircraft with an Aborted counter is no target."""
    game = pressed("use", rest=[4])
    assert (game.phase, game.asked) == ("air_attack", "fire_who")


@pytest.mark.rule("AB.press_the_attack")
def test_an_aborted_torpedo_bomber_presses_nothing():
    game = battle("air_defense", {"tbd_devastator": "d4"}, {"myoko": "d4"}, "axis").begin()
    attack(game, [6, 6, 1, 1, 1, 1], "myoko", "tbd_devastator")
    assert game.of("tbd_devastator", "aborted") and game.asked != "press"


# --- dice that save the target (MR-25) ----------------------------------------------------------------------


def shelled(attacker, target, dice, weapon="main", where="d5", **fields):
    """A ship of the Axis in d4 fires."""
    game = battle("surface_attack", {target: where, "uss_iowa": "a1"}, {attacker: "d4"}, "axis", **fields).begin()
    return attack(game, dice, attacker, weapon, target)


HITS = [6, 6] + [1] * 12
"""Dice of Kongo's main guns at one sector that hit destroyers, and then there is one more."""


@pytest.mark.rule("AB.chase_the_salvoes")
@pytest.mark.parametrize(("die", "hit"), [(4, 1), (5, 0), (6, 0)])
def test_a_destroyer_chases_the_salvoes_of_a_battleship(die, hit):
    assert shelled("kongo", "uss_fletcher", [*HITS, die]).harm("uss_fletcher") == hit


@pytest.mark.rule("AB.chase_the_salvoes")
@pytest.mark.parametrize(("attacker", "weapon"), [("kongo", "secondary"), ("tone", "main")])
def test_other_guns_cannot_be_dodged(attacker, weapon):
    game = shelled(attacker, "uss_fletcher", [6, 6, *[1] * 8, 6], weapon)
    assert game.harm("uss_fletcher") == 1 and not game.happened("negated")


@pytest.mark.rule("AB.chase_the_salvoes")
def test_a_miss_costs_no_die():
    """MR-25: only if the attack would do something."""
    game = shelled("kongo", "uss_fletcher", [1] * 14)
    assert game.happened("missed") and not game.happened("negated")


def boat(attacker, phase, dice, *answers, where="d4"):
    """A PT Boat (armor 1, vital armor 2, hull 1) is attacked."""
    game = battle(phase, {"pt_boat": "d4", "uss_iowa": "a1"}, {attacker: where}, "axis").begin()
    return attack(game, dice, attacker, *answers, "pt_boat")


@pytest.mark.rule("AB.high_speed_evasion")
@pytest.mark.parametrize(("die", "lost"), [(4, 1), (5, 0)])
@pytest.mark.parametrize(
    ("phase", "attacker", "weapon", "dice"),
    [
        ("surface_attack", "koln", ["main"], [6, *[1] * 7]),
        ("surface_attack", "kongo", ["secondary"], [6, *[1] * 6]),
        ("torpedo_attack", "koln", [], [6, 1]),
    ],
)
def test_a_boat_evades_any_attack_of_a_ship(phase, attacker, weapon, dice, die, lost):
    game = boat(attacker, phase, [*dice, die], *weapon)
    assert game.happened("negated")
    game.pass_to("move_who")
    assert game.of("pt_boat", "gone") == lost


@pytest.mark.rule("AB.high_speed_evasion")
@pytest.mark.parametrize(
    ("attacker", "phase", "weapon", "dice"),
    [("u_510", "torpedo_attack", [], [6, 1, 1]), ("d3a_val", "air_attack", ["bomb"], [6, *[1] * 7])],
)
def test_a_boat_evades_no_submarine_and_no_aircraft(attacker, phase, weapon, dice):
    game = boat(attacker, phase, [*dice, 6], *weapon)
    assert not game.happened("negated")
    game.pass_to("move_who")
    assert game.of("pt_boat", "gone") == 1


@pytest.mark.rule("AB.high_speed_evasion", "LOS.6")
@pytest.mark.parametrize(("saves", "count", "hit"), [([5], 1, 0), ([4, 5], 2, 0), ([4, 4], 2, 1)])
def test_evasion_comes_before_concealment_and_the_first_that_saves_ends_it(saves, count, hit):
    """MR-25."""
    game = battle("surface_attack", {"pt_boat": "d4", "uss_iowa": "a1"}, {"koln": "d5"}, "axis",
                  terrain={"squall": ["d4"]}).begin()  # fmt: skip
    attack(game, [4, *[1] * 6, *saves], "koln", "main", "pt_boat")
    assert sum(event[0] == "negated" for event in game.told) == count and game.harm("pt_boat") == hit


@pytest.mark.rule("AB.night_fighter", "AB.chase_the_salvoes")
def test_the_second_roll_comes_before_the_dice_that_save():
    """MR-25: no die of the target's before the owner of the attack has said whether he rolls again."""
    game = battle("surface_attack", {"pt_boat": "d4"}, {"jintsu": "d5"}, "axis").begin()
    attack(game, [4, *[1] * 5, *[1] * 6], "jintsu", "main", "pt_boat")
    assert game.asked == "reroll" and not game.happened("negated")
    assert game.choose("use").happened("missed") and not game.happened("negated")


@pytest.mark.rule("LOS.6", "LOS.7")
@pytest.mark.parametrize(("die", "aborted"), [(5, True), (6, False)])
def test_aircraft_in_a_squall_are_concealed(die, aborted):
    """MR-26: concealment helps every unit."""
    game = battle("air_defense", {"sbd_dauntless": "d4"}, {"a6m2_zeke": "d4"}, "axis",
                  terrain={"squall": ["d4"]}).begin()  # fmt: skip
    attack(game, [6, 6, 6, 1, 1, 1, 1, die], "a6m2_zeke", "sbd_dauntless")
    assert game.happened("aborted") is aborted


@pytest.mark.rule("LOS.7", "GLO.2")
@pytest.mark.parametrize(("die", "hit"), [(5, 1), (6, 0)])
def test_submarines_in_a_squall_are_concealed(die, hit):
    """MR-26."""
    game = battle("surface_attack", {"uss_barb": "d4"}, {"yukikaze": "d4"}, "axis", terrain={"squall": ["d4"]}).begin()
    attack(game, [6, 6, 1, 1, die], "yukikaze", "asw", "uss_barb")
    assert game.harm("uss_barb") == hit


@pytest.mark.rule("LOS.6", "GLO.2")
def test_a_squall_full_of_smoke_gives_one_die():
    """MR-26: two such things in one sector give one."""
    game = battle("surface_attack", {"hms_ajax": "d5", "uss_iowa": "a1"}, {"kongo": "d4"}, "axis", smoke=["d5"],
                  terrain={"squall": ["d5"]}).begin()  # fmt: skip
    attack(game, [6, 6, *[1] * 12, 4, 6], "kongo", "main", "hms_ajax")
    assert [event[0] for event in game.told].count("negated") == 1 and game.harm("hms_ajax") == 1


# --- destruction that does not come ---------------------------------------------------------------------------


@pytest.mark.rule("AB.survivor")
@pytest.mark.parametrize(("die", "hit", "doomed"), [(4, 0, 1), (5, 1, 0)])
def test_a_survivor_takes_one_point_in_place_of_destruction(die, hit, doomed):
    game = shelled("kongo", "uss_enterprise", [*[6] * 5, *[1] * 9, die])
    assert game.dice_of("survives") == (die,)
    assert (game.harm("uss_enterprise"), game.is_lost("uss_enterprise")) == (hit, doomed)


@pytest.mark.rule("AB.survivor")
def test_a_survivor_rolls_for_vital_hits_only():
    game = shelled("kongo", "uss_enterprise", [*[6] * 4, *[1] * 10, 6], units={"uss_enterprise": {"damage": 2}})
    assert not game.happened("survives") and game.harm("uss_enterprise") == 3


@pytest.mark.rule("AB.survivor")
def test_a_survivor_is_lost_when_her_hull_is():
    """The point of damage that she takes may be her last."""
    hurt = {"uss_enterprise": {"damage": 3, **CRIPPLED}}
    game = shelled("kongo", "uss_enterprise", [*[6] * 5, *[1] * 9, 6], units=hurt).play_to("move_who")
    assert game.of("uss_enterprise", "gone")


def exeter(damage, dice, die):
    """Exeter (vital armor 9, hull 3) is attacked, and rolls."""
    hurt = {"hms_exeter": {"damage": damage, "crippled": int(damage == 2)}}
    return shelled("kongo", "hms_exeter", [*dice, *[1] * (14 - len(dice)), die], units=hurt)


@pytest.mark.rule("AB.determination")
@pytest.mark.parametrize(("damage", "dice"), [(0, [6] * 5), (2, [6, 6])])
def test_determination_leaves_one_hull_point(damage, dice):
    game = exeter(damage, dice, 5)
    game.pass_to("move_who")
    assert not game.of("hms_exeter", "gone")
    assert (game.of("hms_exeter", "damage"), game.of("hms_exeter", "crippled")) == (2, 1)


@pytest.mark.rule("AB.determination")
def test_determination_fails_on_a_four():
    game = exeter(0, [6] * 5, 4).pass_to("move_who")
    assert game.of("hms_exeter", "gone") and game["score"][1] == 12


@pytest.mark.rule("AB.determination")
def test_determination_rolls_once_a_phase_and_at_its_end():
    """MR-22: whose end is certain is no target."""
    game = battle(
        "surface_attack", {"hms_exeter": "d5", "uss_iowa": "a1"}, {"kongo": "d4", "myoko": "d4"}, "axis"
    ).begin()
    attack(game, [*[6] * 5, *[1] * 9], "kongo", "main", "hms_exeter")
    assert game.is_lost("hms_exeter") and not game.happened("endures")
    assert game.asked == "fire_who" and game.who == "allies"


@pytest.mark.rule("AB.determination")
def test_determination_works_each_time():
    game = exeter(0, [6] * 5, 5).play_to("fire_who", "axis", turn=6)
    attack(game, [*[6] * 5, *[1] * 9], "kongo", "main", "hms_exeter").lay(5)
    game.pass_to("move_who")
    assert not game.of("hms_exeter", "gone") and game.of("hms_exeter", "damage") == 2


@pytest.mark.rule("AB.fatal_flaw")
@pytest.mark.parametrize(("attacker", "sixes", "doomed"), [("kongo", 4, 1), ("kongo", 3, 0), ("tone", 4, 0)])
def test_four_sixes_of_a_battleship_find_the_fatal_flaw(attacker, sixes, doomed):
    game = shelled(attacker, "hms_hood", [6] * sixes + [4, 4] + [1] * 12)
    assert game.is_lost("hms_hood") == doomed and game.harm("hms_hood") == 1 - doomed


@pytest.mark.rule("AB.fatal_flaw")
def test_sixes_of_two_attacks_do_not_add_up():
    game = shelled("kongo", "hms_hood", [6, 6, 6, *[1] * 11])
    attack(game, [6, 6, *[1] * 5], "secondary", "hms_hood")
    assert not game.is_lost("hms_hood")


@pytest.mark.rule("AB.fatal_flaw")
def test_secondary_guns_find_it_too():
    """MR-52: an attack of any kind by a battleship."""
    assert shelled("kongo", "hms_hood", [6, 6, 6, 6, 1, 1, 1], "secondary").is_lost("hms_hood")


@pytest.mark.rule("AB.fatal_flaw", "LOS.6")
def test_smoke_hides_the_flaw():
    """MR-25: dice that save come before it."""
    game = shelled("kongo", "hms_hood", [*[6] * 4, *[1] * 10, 5], smoke=["d5"])
    assert game.happened("negated") and not game.is_lost("hms_hood")


# --- torpedoes ------------------------------------------------------------------------------------------------


def torpedoed(attacker, target, *dice, **fields):
    """Damage of the torpedoes of a unit of the Axis in d4 at a ship in d5."""
    game = battle("torpedo_attack", {target: "d5"}, {attacker: "d4"}, "axis", **fields).begin()
    return attack(game, dice, attacker, target).harm(target)


@pytest.mark.rule("AB.torpedo_defense")
def test_torpedo_defense_takes_a_point_from_each_hit():
    assert torpedoed("u_510", "uss_iowa", 6, 5, 5) == 1
    assert torpedoed("u_510", "uss_iowa", 6, 6, 5) == 2
    assert torpedoed("u_510", "hms_hood", 6, 6, 5) == 4


@pytest.mark.rule("AB.torpedo_defense")
def test_torpedo_defense_is_none_against_bombs():
    game = battle("air_attack", {"uss_baltimore": "d4"}, {"d3a_val": "d4"}, "axis").begin()
    attack(game, [4, 4, 4, 4, 4, 1, 1, 1], "d3a_val", "bomb", "uss_baltimore")
    assert game.harm("uss_baltimore") == 1


@pytest.mark.rule("AB.long_lance_torpedoes")
def test_each_long_lance_that_hits_does_three():
    assert torpedoed("tone", "hms_hood", 6, 5) == 3
    assert torpedoed("yukikaze", "hms_hood", 6, 6, 5) == 6
    assert torpedoed("koln", "hms_hood", 6) == 2


@pytest.mark.rule("AB.long_lance_torpedoes", "AB.torpedo_defense")
def test_torpedo_defense_takes_a_point_from_a_long_lance():
    assert torpedoed("yukikaze", "uss_iowa", 6, 6, 5) == 4


@pytest.mark.rule("AB.long_lance_torpedoes")
def test_guns_of_a_ship_with_long_lances_do_one_point():
    assert shelled("tone", "hms_ajax", [6, 6, *[1] * 7]).harm("hms_ajax") == 1


def lucky(*dice, target="bismarck"):
    """Three torpedo dice of a Swordfish, and what follows them."""
    game = battle("air_attack", {"swordfish_mk_ii": "d4", "hms_ajax": "a1"}, {target: "d4"}).begin()
    return attack(game, dice, "swordfish_mk_ii", "torpedo", target)


@pytest.mark.rule("AB.lucky_hit")
@pytest.mark.parametrize(("die", "moves"), [(4, True), (5, False)])
def test_a_lucky_hit_stops_a_battleship_next_turn(die, moves):
    game = lucky(6, 1, 1, die)
    assert game.dice_of("stopped") == (die,) and game.harm("bismarck") == 1
    game.lay(1, 1, 6, 6)
    game.play_to("move_who", "allies", turn=6)
    game.choose("end")
    assert ((game.asked, game.who) == ("move_who", "axis")) is moves


@pytest.mark.rule("AB.lucky_hit")
def test_she_moves_again_the_turn_after():
    """MR-51: her next movement step, and no more than that."""
    game = lucky(6, 1, 1, 5).play_to("move_who", "axis", turn=6)
    assert game["turn"] == 7 and game.legal == ["end", "bismarck"]


@pytest.mark.rule("AB.lucky_hit")
def test_several_hits_roll_one_die():
    """MR-51."""
    game = lucky(6, 6, 6, 4, 5)
    assert game.dice_of("stopped") == (4,) and not game.of("bismarck", "stopped")


@pytest.mark.rule("AB.lucky_hit")
def test_luck_is_for_hits_on_battleships():
    assert not lucky(6, 1, 1, 5, target="myoko").happened("stopped")
    assert not lucky(5, 5, 5, 5).happened("stopped")


# --- number of dice (MR-23) -----------------------------------------------------------------------------------


@pytest.mark.rule("GLO.3", "DMG.7")
@pytest.mark.parametrize(
    ("attacker", "hurt", "count"), [("uss_atlanta", 2, 1), ("uss_fletcher", 2, 1), ("hms_ajax", 0, 2)]
)
def test_a_crippled_ship_has_a_torpedo_die_less_but_one(attacker, hurt, count):
    """MR-23."""
    units = {attacker: {"damage": hurt, "crippled": int(hurt > 0)}}
    game = battle("torpedo_attack", {attacker: "d4"}, {"kongo": "d5"}, units=units).begin()
    assert len(attack(game, [1] * 9, attacker, "kongo").dice_of("attack")) == count


@pytest.mark.rule("AB.wolfpack", "DMG.7")
def test_bonus_and_penalty_are_settled_before_the_least_is():
    """MR-23: three dice, one more for the pack, one less for the cripple."""
    game = battle("torpedo_attack", {"uss_atlanta": "d5"}, [("u_510", "d4"), ("u_510", "k1")], "axis",
                  units={"u_510": {"damage": 1, **CRIPPLED}}).begin()  # fmt: skip
    assert len(attack(game, [1] * 9, "u_510", "uss_atlanta").dice_of("attack")) == 3


@pytest.mark.rule("ATT.8", "AB.scout_cruiser")
def test_no_bonus_makes_an_attack_of_a_dash():
    """MR-23: a marked ship out of range is still out of range."""
    game = battle("air_attack", {"uss_atlanta": "d1"}, {"tone": "k7", "yukikaze": "d4"}, "axis").begin()
    game.choose("uss_atlanta").play_to("move_who", turn=6)
    assert game["turn"] == 6 and not any(event[0] == "attack" for event in game.told)
