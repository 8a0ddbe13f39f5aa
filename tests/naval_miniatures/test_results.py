"""What attacks do: missed, hit, destroyed, aborted; the printed examples (RES, UNIT.9-UNIT.11)."""

import pytest

from aw_env.games.naval_miniatures.records.terms import Effect
from tests.naval_miniatures.duels import attack, attackers, dice, finish, loss, outcome, volley
from tests.naval_miniatures.positions import battle, card_numbered

SURFACE, TORPEDOES, AIR, DEFENSE = "surface_attack", "torpedo_attack", "air_attack", "air_defense"


# --- gunnery, bombs, ASW (RES.2-RES.6) -----------------------------------------------------------------------


@pytest.mark.rule("ATT.2", "UNIT.12")
@pytest.mark.parametrize(
    ("faces", "lost"),
    [((4, 4, 4), 1), ((5, 5, 5), 1), ((6, 4), 1), ((4, 5), 0), ((6,), 0), ((3, 3, 3, 3, 3, 3, 3), 0), ((2,) * 10, 0)],
)
def test_a_four_or_five_is_one_success_and_a_six_is_two(faces, lost):
    """At armor 3."""
    assert outcome(SURFACE, "myoko", "hms_exeter", dice(10, *faces), weapon="main") == lost


@pytest.mark.rule("UNIT.9", "RES.3")
@pytest.mark.parametrize(
    ("ship", "armor"), [("uss_boise", 4), ("hms_exeter", 3), ("uss_fletcher", 3), ("uss_washington", 8)]
)
def test_successes_below_the_armor_miss_and_as_many_hit(ship, armor):
    for successes in (armor - 1, armor):
        game = attack(SURFACE, "yamato", ship, dice(18, *[4] * successes), weapon="main")
        assert game.happened("missed") == (successes < armor)
        assert finish(game, SURFACE).of(ship, "damage") == (successes == armor)


@pytest.mark.rule("RES.4", "RES.6")
def test_a_hit_is_one_point_of_damage_that_counts_at_the_end_of_the_phase():
    game = attack(SURFACE, "yamato", "kongo", dice(18, *[5] * 9), weapon="main")
    assert (game.happened("damaged"), game.of("axis:kongo", "damage")) == (True, 0)
    assert loss(finish(game, SURFACE), "kongo") == 1


@pytest.mark.rule("UNIT.10", "RES.5")
@pytest.mark.parametrize(("successes", "lost"), [(8, 1), (9, "destroyed"), (12, "destroyed")])
def test_an_attack_with_successes_for_the_vital_armor_destroys(successes, lost):
    assert outcome(SURFACE, "yamato", "hmas_sydney", dice(18, *[4] * successes), weapon="main") == lost


@pytest.mark.rule("UNIT.10")
def test_successes_of_two_attacks_do_not_add_up_to_the_vital_armor():
    """Köln has armor 3, vital armor 8, and 3 hull points."""
    game = battle(SURFACE, {"uss_boise": "d4", "uss_baltimore": "d4"}, {"koln": "d4"}, terrain={})
    game.begin(ask_forced=False)
    volley(game, "uss_boise", "main", "decline", rolled=dice(9, *[4] * 7)).end()
    volley(game, "uss_baltimore", "main", rolled=dice(10, *[4] * 7)).end()
    assert loss(finish(game, SURFACE), "koln") == 2


@pytest.mark.rule("UNIT.11", "DMG.10")
@pytest.mark.parametrize(("damage", "lost"), [(0, 1), (1, 2), (2, "destroyed")])
def test_a_ship_with_three_hull_points_is_destroyed_by_the_third_hit(damage, lost):
    state = {"koln": {"damage": damage}}
    assert outcome(SURFACE, "uss_baltimore", "koln", dice(10, 4, 4, 4), weapon="main", units=state) == lost


@pytest.mark.rule("RES.4")
def test_a_hit_never_does_more_than_one_point_whatever_is_left_over():
    assert outcome(SURFACE, "yamato", "uss_iowa", dice(18, *[6] * 7), weapon="main") == 1


@pytest.mark.rule("RES.5")
def test_a_vital_hit_is_a_destroyed_counter_and_no_damage_beside_it():
    """MR-30."""
    game = attack(SURFACE, "yamato", "koln", dice(18, *[6] * 4), weapon="main")
    assert (game.happened("destroyed"), game.happened("damaged")) == (True, False)
    assert game.where("koln") is not None
    assert finish(game, SURFACE).where("koln") is None


@pytest.mark.rule("RES.1")
def test_the_first_player_resolves_all_attacks_before_the_second():
    allies, axis = {"hms_ajax": "d4", "hms_exeter": "d4"}, {"koln": "d4", "bolzano": "d4"}
    game = battle(SURFACE, allies, axis, first="axis", terrain={}).begin()
    asked = [game.who]
    for unit, target, count in (("koln", "hms_ajax", 8), ("bolzano", "hms_ajax", 9)):
        volley(game, unit, "main", target, rolled=dice(count))
        if game.asked == "weapon":
            game.end()
        asked.append(game.who)
    volley(game, "hms_ajax", "main", "koln", rolled=dice(7))
    assert [*asked, game.who] == ["axis", "axis", "allies", "allies"]


@pytest.mark.rule("RES.1")
def test_effects_of_both_steps_come_at_the_end():
    game = battle(SURFACE, {"hms_ajax": "d4"}, {"koln": "d4"}, terrain={}).begin()
    volley(game, "hms_ajax", "main", "koln", rolled=dice(7, *[4] * 3))
    assert (game.of("koln", "damage"), game.who) == (0, "axis")
    volley(game, "koln", "main", "hms_ajax", rolled=dice(8, *[4] * 4))
    assert (game.of("koln", "damage"), game.of("hms_ajax", "damage")) == (1, 1)


@pytest.mark.rule("RES.2")
def test_batteries_are_attacks_of_their_own_whose_damage_adds_up():
    game = battle(SURFACE, {"yamato": "d4"}, {"uss_iowa": "d4"}, terrain={}).begin()
    volley(game, "yamato", "main", "uss_iowa", rolled=dice(18, *[4] * 9))
    volley(game, "secondary", "uss_iowa", rolled=dice(8, *[6] * 5))
    volley(game, "tertiary", "uss_iowa", rolled=dice(5, *[6] * 4))
    assert loss(finish(game, SURFACE), "uss_iowa") == 2


@pytest.mark.rule("RES.6")
def test_what_a_destroyed_counter_lies_on_is_removed_at_the_end_of_the_phase():
    game = battle(SURFACE, {"yamato": "d4"}, {"koln": "d4", "bolzano": "d6"}, terrain={}).begin()
    volley(game, "yamato", "main", "koln", rolled=dice(18, *[6] * 4))
    assert (game.where("koln"), game["score"]) == ("d4", [0, 0])
    finish(game, SURFACE)
    assert (game.where("koln"), game["score"]) == (None, [11, 0])


# --- antiair (RES.8-RES.12) ----------------------------------------------------------------------------------


@pytest.mark.rule("RES.9", "UNIT.9")
@pytest.mark.parametrize(("faces", "aborted"), [((4, 5, 6), True), ((4, 4, 4), False), ((6, 6), True)])
def test_antiair_successes_for_the_armor_abort(faces, aborted):
    game = attack(DEFENSE, "uss_atlanta", "g4m_betty", dice(8, *faces))
    assert (game.happened("aborted"), game.happened("missed")) == (aborted, not aborted)
    assert loss(finish(game, DEFENSE), "g4m_betty") == 0


@pytest.mark.rule("RES.10", "UNIT.10")
@pytest.mark.parametrize(("faces", "gone"), [((6, 6, 6), True), ((6, 6, 5), False)])
def test_antiair_successes_for_the_vital_armor_destroy(faces, gone):
    game = attack(DEFENSE, "uss_atlanta", "g4m_betty", dice(8, *faces))
    assert game.happened("destroyed") == gone
    assert (finish(game, DEFENSE).where("g4m_betty") is None) == gone


@pytest.mark.rule("RES.8")
def test_antiair_below_the_armor_misses():
    game = attack(DEFENSE, "uss_fletcher", "b5n2_kate", dice(6, 4, 4, 4, 4))
    assert game.happened("missed") and not game.of("b5n2_kate", "aborted")


def three_ships_at(*planes, first, rolled):
    """Three destroyers and Japanese aircraft in one sector, the first attack of which has been made."""
    allies = [("uss_fletcher", "d4"), ("uss_fletcher", "d4"), ("hms_javelin", "d4")]
    game = battle(DEFENSE, allies, dict.fromkeys(planes, "d4"), terrain={}).begin()
    return volley(game, "uss_fletcher", first, rolled=rolled)


@pytest.mark.rule("RES.11", "DMG.4")
def test_an_aborted_aircraft_is_no_target_of_further_antiair():
    aborts = dice(6, 4, 4, 4, 4, 4)
    game = three_ships_at("b5n2_kate", "g4m_betty", first="b5n2_kate", rolled=aborts)
    assert game.choose("uss_fletcher#2").legal == ["g4m_betty"]
    alone = three_ships_at("b5n2_kate", first="b5n2_kate", rolled=aborts)
    assert alone.phase != DEFENSE and alone.where("b5n2_kate") == "d4"


@pytest.mark.rule("RES.11")
def test_an_aircraft_with_a_destroyed_counter_is_no_target_either():
    """MR-20."""
    game = three_ships_at("b5n2_kate", "g4m_betty", first="b5n2_kate", rolled=dice(6, 6, 6, 6, 6))
    assert game.choose("uss_fletcher#2").legal == ["g4m_betty"]


@pytest.mark.rule("RES.12", "AAT.2")
def test_an_aborted_aircraft_stays_where_it_is_and_does_nothing_more_this_turn():
    """MR-19: it names no target for others either."""
    allies = {"pby_catalina": "d4", "tbd_devastator": "d4"}
    game = battle(DEFENSE, allies, {"myoko": "d4", "koln": "d4"}, first="axis", terrain={}).begin()
    volley(game, "myoko", "pby_catalina", rolled=dice(6, 4, 4, 4))
    volley(game, "koln", "tbd_devastator", rolled=dice(6))
    assert (game.phase, game.asked, attackers(game)) == (AIR, "fire_who", {"tbd_devastator"})
    assert game.where("pby_catalina") == "d4"


@pytest.mark.rule("RES.12", "RET.4")
def test_the_aborted_counter_comes_off_in_the_air_return_phase():
    allies, axis = {"pby_catalina": "d4", "uss_boise": "a1"}, {"myoko": "d4"}
    game = battle(DEFENSE, allies, axis, first="axis", terrain={}).begin()
    volley(game, "myoko", "pby_catalina", rolled=dice(6, 4, 4, 4))
    assert (game.of("pby_catalina", "aborted"), game.asked) == (1, "return_to")
    game.choose("land_base")
    assert (game.of("pby_catalina", "aborted"), game.where("pby_catalina")) == (0, "airbase")


# --- torpedoes (UNIT.18, RES.16-RES.19) ----------------------------------------------------------------------


@pytest.mark.rule("RES.16", "UNIT.18")
@pytest.mark.parametrize(("faces", "lost"), [((5, 5, 5, 5), 0), ((4, 5, 1, 6), 2), ((6, 6, 3, 2), 4)])
def test_only_a_six_is_a_torpedo_hit(faces, lost):
    assert outcome(TORPEDOES, "hms_truculent", "kongo", faces) == lost


@pytest.mark.rule("RES.17", "UNIT.18")
@pytest.mark.parametrize("ship", ["nordmark", "kongo", "scharnhorst"])
def test_a_torpedo_hit_does_two_points_of_damage_whatever_the_armor(ship):
    """Armor 1, 6 and 7."""
    assert outcome(TORPEDOES, "hms_truculent", ship, dice(4, 6)) == 2


@pytest.mark.rule("RES.18", "UNIT.11")
@pytest.mark.parametrize(("ship", "faces", "lost"), [("koln", (6,), 2), ("koln", (6, 6), "destroyed")])
def test_torpedo_hits_of_one_attack_add_up_and_damage_as_great_as_the_hull_destroys(ship, faces, lost):
    """MR-30."""
    assert outcome(TORPEDOES, "hms_truculent", ship, dice(4, *faces)) == lost


@pytest.mark.rule("RES.18")
def test_torpedo_hits_of_two_attacks_add_up():
    allies = {"hms_truculent": "d4", "uss_barb": "d5"}
    game = battle(TORPEDOES, allies, {"kongo": "d4"}, terrain={}).begin()
    volley(game, "hms_truculent", "kongo", rolled=dice(4, 6))
    volley(game, "uss_barb", "kongo", rolled=dice(3, 6))
    assert game.of("kongo", "damage") == 4


@pytest.mark.rule("RES.19")
def test_torpedo_damage_counts_at_the_end_of_the_torpedo_phase():
    game = battle(TORPEDOES, {"hms_truculent": "d4", "hms_ajax": "d4"}, {"koln": "d4"}, terrain={}).begin()
    volley(game, "hms_truculent", "koln", rolled=dice(4, 6, 6))
    assert (game.of("koln", "damage"), attackers(game, "axis")) == (0, {"koln"})
    volley(game, "koln", "hms_ajax", rolled=dice(2, 6))
    assert (game.where("koln"), game.of("hms_ajax", "damage")) == (None, 2)


# --- Atlanta and Shokaku (RES.7) -----------------------------------------------------------------------------


@pytest.mark.rule("RES.7")
def test_atlanta_hits_shokaku_and_is_missed():
    game = battle(SURFACE, {"uss_atlanta": "d4"}, {"shokaku": "d5"}, first="allies", terrain={}).begin()
    volley(game, "uss_atlanta", "main", "shokaku", rolled=[1, 2, 4, 5, 5, 6])
    assert (game.of("shokaku", "hit"), game.of("shokaku", "doomed"), game.of("shokaku", "damage")) == (1, 0, 0)
    assert attackers(game, "axis") == {"shokaku"}
    volley(game, "shokaku", "main", "uss_atlanta", rolled=[1, 2, 2, 4, 5, 5])
    assert (game.of("shokaku", "damage"), game.of("uss_atlanta", "damage")) == (1, 0)


# --- the air battle over Myoko (RES.13-RES.15) ---------------------------------------------------------------


def over_myoko():
    """All aircraft of the example over Myoko; not on the first turn, since the Zeke has 7 dice (MR-40)."""
    allies = dict.fromkeys(("sbd_dauntless", "f4f_wildcat", "swordfish_mk_ii"), "e4")
    axis = dict.fromkeys(("myoko", "a6m2_zeke"), "e4")
    return battle(DEFENSE, allies, axis, first="axis", terrain={}).begin()


def after_the_axis(game):
    """The Axis has shot: Myoko at the Swordfish, the Zeke at the Dauntless."""
    volley(game, "myoko", "swordfish_mk_ii", rolled=[1, 2, 2, 4, 5, 6])
    return volley(game, "a6m2_zeke", "sbd_dauntless", rolled=[1, 2, 3, 3, 4, 6, 6])


@pytest.mark.rule("RES.13")
def test_myoko_aborts_the_swordfish_and_the_escort_saves_the_dauntless():
    game = over_myoko()
    assert attackers(game, "axis") == {"myoko", "a6m2_zeke"}
    volley(game, "myoko", "swordfish_mk_ii", rolled=[1, 2, 2, 4, 5, 6])
    assert (game.of("swordfish_mk_ii", "aborted"), game.of("swordfish_mk_ii", "doomed")) == (1, 0)
    assert set(game.choose("a6m2_zeke").legal) == {"sbd_dauntless", "f4f_wildcat"}
    volley(game, "sbd_dauntless", rolled=[1, 2, 3, 3, 4, 6, 6])
    assert (game.happened("missed"), game["successes"]) == (True, 4)


@pytest.mark.rule("RES.14")
def test_the_wildcat_misses_the_zeke():
    game = after_the_axis(over_myoko())
    assert attackers(game) == {"f4f_wildcat"}
    volley(game, "f4f_wildcat", "a6m2_zeke", rolled=[1, 2, 3, 3, 3, 4, 5])
    assert game.of("a6m2_zeke", "aborted") == 0
    planes = ("sbd_dauntless", "f4f_wildcat", "swordfish_mk_ii", "a6m2_zeke")
    assert [plane for plane in planes if game.of(plane, "aborted")] == ["swordfish_mk_ii"]
    assert game.phase == AIR


@pytest.mark.rule("RES.15")
def test_the_dauntless_bombs_myoko():
    game = after_the_axis(over_myoko())
    volley(game, "f4f_wildcat", "a6m2_zeke", rolled=[1, 2, 3, 3, 3, 4, 5])
    assert attackers(game) == {"sbd_dauntless", "f4f_wildcat"}  # and not the Swordfish
    volley(game, "sbd_dauntless", "bomb", "myoko", rolled=[1, 1, 2, 2, 2, 2, 4, 5, 5, 5])
    assert game.of("myoko", "damage") == 0
    assert finish(game, AIR).of("myoko", "damage") == 1


# --- I-19 and Tone against Barb and Boise (RES.20-RES.23) ----------------------------------------------------


def torpedo_example(long_lance=False):
    """The position of the example; without the long lance that the card of Tone has and the example does not count."""
    allies, axis = {"uss_barb": "d4", "uss_boise": "e5"}, {"i_19": "d4", "tone": "e4"}
    game = battle(TORPEDOES, allies, axis, first="axis", terrain={})
    if not long_lance:
        game.books["effects"][0][card_numbered("tone")] &= ~(1 << Effect.TORPEDO_DAMAGE)
    return game.begin()


def after_i_19(game):
    """I-19 has hit Barb."""
    return volley(game, "i_19", "uss_barb", rolled=[1, 4, 6])


@pytest.mark.rule("RES.20")
def test_i_19_dooms_barb_by_a_submerged_shot():
    game = torpedo_example()
    assert attackers(game, "axis") == {"i_19", "tone"}
    after_i_19(game)
    assert (game.happened("damaged"), game.of("uss_barb", "hit"), game.where("uss_barb")) == (True, 2, "d4")


@pytest.mark.rule("RES.21")
def test_tone_hits_boise_for_two_points():
    game = volley(after_i_19(torpedo_example()), "tone", "uss_boise", rolled=[3, 6])
    assert (game.of("uss_boise", "hit"), game.of("uss_boise", "damage")) == (2, 0)
    assert game.who == "allies"


@pytest.mark.rule("RES.21", "ABL.7")
def test_by_her_card_tone_destroys_boise():
    """MR-40: with Long-Lance Torpedoes a hit does three points."""
    game = volley(after_i_19(torpedo_example(long_lance=True)), "tone", "uss_boise", rolled=[3, 6])
    assert game.of("uss_boise", "hit") == 3
    assert finish(game, TORPEDOES).where("uss_boise") is None


@pytest.mark.rule("RES.22")
def test_barb_fires_back_and_misses_and_boise_has_no_torpedoes():
    game = volley(after_i_19(torpedo_example()), "tone", "uss_boise", rolled=[3, 6])
    assert attackers(game) == {"uss_barb"}
    volley(game, "uss_barb", "i_19", rolled=[4, 5, 5])
    assert (game.happened("missed"), game.of("i_19", "hit")) == (True, 0)


@pytest.mark.rule("RES.23")
def test_barb_is_removed_and_boise_crippled():
    game = volley(after_i_19(torpedo_example()), "tone", "uss_boise", rolled=[3, 6])
    volley(game, "uss_barb", "i_19", rolled=[4, 5, 5])
    finish(game, TORPEDOES)
    assert (game.where("uss_barb"), game.where("i_19")) == (None, "d4")
    assert (game.of("uss_boise", "damage"), game.of("uss_boise", "crippled")) == (2, 1)
    assert game["score"] == [0, 12]
