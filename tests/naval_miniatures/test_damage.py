"""What damage does to a unit, and special abilities in general (DMG, ABL)."""

import pytest

from tests.naval_miniatures.duels import attack, attackers, dice, finish, loss, may_attack, outcome, volley
from tests.naval_miniatures.positions import battle

SURFACE, TORPEDOES, AIR, DEFENSE = "surface_attack", "torpedo_attack", "air_attack", "air_defense"


def crippled(unit, damage):
    """The state of a unit that has lost all but one of its hull points."""
    return {unit: {"damage": damage, "crippled": 1}}


def reach(ship, **state):
    """How many sectors a ship may move from D1 along its row, alone on the map."""
    game = battle("sea_movement", {ship: "d1"}, {"nordmark": "k7"}, terrain={}, units={ship: state}).begin()
    game.choose(ship)
    return max(int(sector[1]) - 1 for sector in game.legal if sector[0] == "d")


# --- damaged (DMG.2) -----------------------------------------------------------------------------------------


@pytest.mark.rule("DMG.2")
def test_a_damaged_ship_with_two_hull_points_left_has_no_penalty():
    damaged = {"koln": {"damage": 1}}
    game = battle(SURFACE, {"koln": "d1"}, {"hms_exeter": "d1"}, terrain={}, units=damaged).begin()
    volley(game, "koln", "main", "hms_exeter", rolled=dice(8, 4, 4, 4))
    assert len(game.dice_of("attack")) == 8
    volley(game, "hms_exeter", "main", "koln", rolled=dice(8, 4, 4))
    assert (game.of("hms_exeter", "damage"), game.of("koln", "damage")) == (1, 1)
    assert reach("koln", damage=1) == 2


@pytest.mark.rule("DMG.2")
def test_a_damaged_ship_launches_all_its_torpedoes():
    game = attack(TORPEDOES, "koln", "kongo", dice(2), units={"koln": {"damage": 1}})
    assert len(game.dice_of("attack")) == 2


@pytest.mark.rule("DMG.2", "ABL.7")
@pytest.mark.parametrize(("damage", "away", "reached"), [(0, 4, True), (1, 4, False), (1, 3, True)])
def test_an_ability_may_be_lost_with_the_first_damage(damage, away, reached):
    state = {"hms_hood": {"damage": damage}}
    found = may_attack(SURFACE, {"hms_hood": "d1"}, {"koln": f"d{1 + away}"}, units=state)
    assert found == ({"hms_hood"} if reached else set())


# --- crippled (DMG.3, DMG.5-DMG.9) ---------------------------------------------------------------------------


@pytest.mark.rule("DMG.3", "DMG.5")
def test_a_ship_with_two_hull_points_is_crippled_by_the_first_damage():
    game = finish(attack(SURFACE, "hms_ajax", "yukikaze", dice(7, 4, 4)), SURFACE)
    assert (game.of("yukikaze", "damage"), game.of("yukikaze", "crippled")) == (1, 1)


@pytest.mark.rule("DMG.5")
@pytest.mark.parametrize(("damage", "is_crippled"), [(0, 0), (1, 0), (2, 0), (3, 1)])
def test_a_ship_is_crippled_when_one_hull_point_is_left(damage, is_crippled):
    game = attack(SURFACE, "hms_hood", "kongo", dice(15, *[4] * 6), weapon="main", units={"kongo": {"damage": damage}})
    assert finish(game, SURFACE).of("kongo", "crippled") == is_crippled


@pytest.mark.rule("DMG.5")
def test_a_submarine_is_crippled_too():
    game = finish(attack(SURFACE, "uss_fletcher", "u_510", dice(5, 4, 4, 4)), SURFACE)
    assert game.of("u_510", "crippled") == 1


@pytest.mark.rule("DMG.5")
def test_a_unit_with_one_hull_point_on_its_card_is_not_crippled():
    """MR-33; a miss of another ship at the subchaser leaves it as it is, and its five dice of 4 stand."""
    game = battle(SURFACE, {"hms_ajax": "d4"}, {"type_13_subchaser": "d4"}, terrain={}).begin()
    volley(game, "hms_ajax", "main", "type_13_subchaser", rolled=dice(7))
    assert game.of("type_13_subchaser", "crippled") == 0
    volley(game, "type_13_subchaser", "main", "hms_ajax", rolled=[4, 5])
    assert game["successes"] == 2


@pytest.mark.rule("DMG.6")
@pytest.mark.parametrize(
    ("state", "faces", "lost"),
    [
        ({"damage": 2, "crippled": 1}, (4, 4), 2),
        ({"damage": 2, "crippled": 1}, (4, 4, 4), "destroyed"),
        ({"damage": 1}, (4, 4, 4), 1),
    ],
)
def test_the_armor_of_a_crippled_ship_is_one_less(state, faces, lost):
    """Bolzano has armor 4 and three hull points."""
    assert outcome(SURFACE, "hms_ajax", "bolzano", dice(7, *faces), units={"bolzano": state}) == lost


@pytest.mark.rule("DMG.6")
@pytest.mark.parametrize(("successes", "how"), [(7, "damaged"), (8, "destroyed")])
def test_the_vital_armor_of_a_crippled_ship_is_one_less(successes, how):
    """Exeter has vital armor 9."""
    state = crippled("hms_exeter", 2)
    game = attack(SURFACE, "yamato", "hms_exeter", [*dice(18, *[4] * successes), 1], weapon="main", units=state)
    assert game.happened(how)


@pytest.mark.rule("DMG.6")
@pytest.mark.parametrize(("rolled", "lost"), [(dice(7), 1), (dice(7, 4), "destroyed")])
def test_the_armor_of_a_crippled_ship_is_at_least_one(rolled, lost):
    """Kinai Maru has armor 1."""
    assert outcome(SURFACE, "hms_ajax", "kinai_maru", rolled, units=crippled("kinai_maru", 1)) == lost


@pytest.mark.rule("DMG.6")
def test_a_crippled_ship_is_one_sector_slower_but_moves_one_at_least():
    assert (reach("koln"), reach("koln", damage=2, crippled=1)) == (2, 1)
    assert (reach("kinai_maru"), reach("kinai_maru", damage=1, crippled=1)) == (1, 1)


@pytest.mark.rule("DMG.7")
def test_a_crippled_unit_has_one_torpedo_die_less():
    whole = attack(TORPEDOES, "hms_truculent", "kongo")
    lame = attack(TORPEDOES, "hms_truculent", "kongo", units=crippled("hms_truculent", 1))
    assert (len(whole.dice_of("attack")), len(lame.dice_of("attack"))) == (4, 3)


@pytest.mark.rule("DMG.8", "ABL.3")
@pytest.mark.parametrize(("faces", "lost"), [((4, 4, 4), 0), ((5, 5, 5), 1), ((5, 6), 1), ((6, 4), 0)])
def test_gunnery_dice_of_a_crippled_ship_count_one_less(faces, lost):
    """At armor 3; the ship has all its dice."""
    game = attack(SURFACE, "koln", "hms_exeter", dice(8, *faces), units=crippled("koln", 2))
    assert len(game.dice_of("attack")) == 8
    assert loss(finish(game, SURFACE), "hms_exeter") == lost


@pytest.mark.rule("DMG.8")
@pytest.mark.parametrize(("faces", "aborted"), [((4, 4, 4, 4, 4), False), ((5, 5, 5, 5), True), ((6, 6), True)])
def test_antiair_dice_of_a_crippled_ship_count_one_less(faces, aborted):
    game = attack(DEFENSE, "uss_atlanta", "g4m_betty", dice(8, *faces), units=crippled("uss_atlanta", 2))
    assert game.happened("aborted") == aborted


@pytest.mark.rule("DMG.8")
@pytest.mark.parametrize(("faces", "lost"), [((4, 4, 4, 4, 4), 0), ((5, 5, 5), 1)])
def test_asw_dice_of_a_crippled_ship_count_one_less(faces, lost):
    assert outcome(SURFACE, "uss_fletcher", "u_510", dice(5, *faces), units=crippled("uss_fletcher", 1)) == lost


@pytest.mark.rule("DMG.9")
def test_a_ship_is_crippled_from_the_end_of_the_phase_on():
    """MR-31: damaged enough in the first step, she still fires at full worth in the second, and is hit as a whole ship
    in the first."""
    game = battle(SURFACE, {"hms_ajax": "d4", "uss_boise": "d4"}, {"bolzano": "d4"}, units={"bolzano": {"damage": 1}})
    game.begin(ask_forced=False)
    volley(game, "hms_ajax", rolled=dice(7, *[4] * 4))
    volley(game, "uss_boise", "main", "decline", rolled=dice(9, *[4] * 3)).end()
    assert (game.of("bolzano", "hit"), game.of("bolzano", "crippled")) == (1, 0)
    volley(game, "bolzano", "main", "hms_ajax", rolled=dice(9, *[4] * 4)).end()
    assert (game.of("bolzano", "crippled"), game.of("hms_ajax", "damage")) == (1, 1)


@pytest.mark.rule("DMG.5")
@pytest.mark.parametrize(("die", "damage", "is_crippled"), [(5, 1, 0), (4, 2, 1)])
def test_a_ship_that_is_mended_is_not_crippled_any_more(die, damage, is_crippled):
    """MR-33: Salt Lake City by her own damage control."""
    ships = {"uss_salt_lake_city": "d1"}, {"nordmark": "k7"}
    game = battle("end_of_turn", *ships, terrain={}, units=crippled("uss_salt_lake_city", 2)).begin([die])
    assert [game.of("uss_salt_lake_city", field) for field in ("damage", "crippled")] == [damage, is_crippled]


# --- destroyed (DMG.1, DMG.10-DMG.13) ------------------------------------------------------------------------


@pytest.mark.rule("DMG.1", "DMG.10")
def test_damage_as_great_as_the_hull_destroys():
    assert outcome(TORPEDOES, "hms_truculent", "koln", dice(4, 6), units={"koln": {"damage": 1}}) == "destroyed"
    assert outcome(SURFACE, "uss_fletcher", "ambra", dice(5, 4, 4, 4)) == "destroyed"


@pytest.mark.rule("DMG.1", "DMG.11")
@pytest.mark.parametrize("damage", [0, 2])
def test_a_vital_hit_destroys_whatever_is_left_of_the_hull(damage):
    state = {"kongo": {"damage": damage}}
    assert outcome(SURFACE, "yamato", "kongo", dice(18, *[4] * 12), weapon="main", units=state) == "destroyed"


@pytest.mark.rule("DMG.12", "WIN.2")
def test_a_destroyed_unit_is_removed_and_scores_its_cost_at_the_end_of_the_phase():
    game = battle(SURFACE, {"yamato": "d4"}, {"uss_boise": "d4", "uss_barb": "a1"}, terrain={}).begin()
    volley(game, "yamato", "main", "uss_boise", rolled=[6] * 18)
    assert (game.where("uss_boise"), game["score"]) == ("d4", [0, 0])
    finish(game, SURFACE)
    assert (game.where("uss_boise"), game["score"]) == (None, [13, 0])


@pytest.mark.rule("DMG.12", "RES.10")
def test_a_destroyed_aircraft_is_removed_at_the_end_of_the_air_defense_phase():
    game = battle(DEFENSE, {"uss_boise": "d4", "sbd_dauntless": "d4"}, {"a6m2_zeke": "d4"}, terrain={}).begin()
    volley(game, "uss_boise", "a6m2_zeke", rolled=[6] * 6)
    assert (game.where("a6m2_zeke"), game["score"]) == ("d4", [0, 0])
    volley(game, "a6m2_zeke", "sbd_dauntless", rolled=dice(7))
    assert (game.where("a6m2_zeke"), game["score"]) == (None, [6, 0])


@pytest.mark.rule("DMG.13", "SEQ.2")
def test_who_is_destroyed_first_still_shoots_in_its_step():
    game = battle(SURFACE, {"hms_ajax": "d4"}, {"bismarck": "d4"}, first="axis", terrain={}).begin()
    volley(game, "bismarck", "main", "hms_ajax", rolled=[6] * 15)
    assert attackers(game) == {"hms_ajax"}
    volley(game, "hms_ajax", "main", "bismarck", rolled=dice(7, 6, 6, 6, 6))
    assert (game.where("hms_ajax"), game.of("bismarck", "damage")) == (None, 1)


# --- aircraft (DMG.4) ----------------------------------------------------------------------------------------


@pytest.mark.rule("DMG.4")
def test_two_fighters_may_abort_each_other():
    game = battle(DEFENSE, {"f4f_wildcat": "d4", "uss_boise": "d3"}, {"a6m2_zeke": "d4", "koln": "d3"}, terrain={})
    volley(game.begin(), "f4f_wildcat", "a6m2_zeke", rolled=dice(7, 6, 6, 6))
    assert attackers(game, "axis") == {"a6m2_zeke"}
    game.lay(*dice(7, 6, 6, 6))
    game.choose("a6m2_zeke", "f4f_wildcat")
    assert game.happened("aborted")


@pytest.mark.rule("DMG.4", "RES.9")
def test_an_aborted_aircraft_loses_no_hull_and_scores_nothing():
    game = battle(DEFENSE, {"uss_boise": "d4"}, {"g4m_betty": "d4", "b5n2_kate": "d4", "koln": "a1"}, terrain={})
    volley(game.begin(), "uss_boise", "g4m_betty", rolled=dice(6, 6, 6))
    assert (game.of("g4m_betty", "aborted"), game.of("g4m_betty", "damage"), game["score"]) == (1, 0, [0, 0])


@pytest.mark.rule("GLO.4", "DMG.10", "RES.6")
def test_destruction_waits_for_the_end_of_the_phase_in_which_an_abort_counts_at_once():
    """Aborted or doomed, neither bomber is a target any more; the doomed one stays where it is till the phase ends."""
    guns, planes = {"uss_boise": "d4", "uss_atlanta": "d4", "hms_ajax": "d4"}, ("g4m_betty", "b5n2_kate", "d3a_val")
    game = battle(DEFENSE, guns, dict.fromkeys(planes, "d4"), terrain={}).begin()
    volley(game, "uss_boise", "g4m_betty", rolled=dice(6, 6, 6))
    game.choose("hms_ajax")
    assert set(game.legal) == {"b5n2_kate", "d3a_val"}
    game.lay(*[6] * 6)
    game.choose("b5n2_kate")
    assert (game.where("b5n2_kate"), game.of("b5n2_kate", "gone"), game["score"]) == ("d4", 0, [0, 0])
    assert game.choose("uss_atlanta").legal == ["d3a_val"]
    assert game.where("b5n2_kate") == "d4"
    finish(game, DEFENSE)
    assert (game.where("b5n2_kate"), game["score"]) == (None, [13, 0])


@pytest.mark.rule("GLO.4", "DMG.4")
def test_an_abort_does_not_wait_for_the_end_of_the_phase():
    """No card of the base set says "immediate"; the Aborted counter alone acts at once."""
    game = battle(DEFENSE, {"uss_boise": "d4"}, {"g4m_betty": "d4", "a6m2_zeke": "d4"}, terrain={}).begin()
    volley(game, "uss_boise", "g4m_betty", rolled=dice(6, 6, 6))
    assert game.of("g4m_betty", "aborted") == 1


# --- abilities in general (ABL) ------------------------------------------------------------------------------


@pytest.mark.rule("ABL.1")
@pytest.mark.parametrize(("carrier", "count"), [("d4", 8), ("d5", 7)])
def test_extra_dice_add_to_the_attack_value(carrier, count):
    """The Wildcat defends a flattop of its own sector."""
    allies = {"f4f_wildcat": "d4", "uss_st_lo": carrier}
    game = battle(DEFENSE, allies, {"g4m_betty": "d4"}, terrain={}).begin()
    game.choose("f4f_wildcat", "g4m_betty")
    assert len(game.dice_of("attack")) == count


@pytest.mark.rule("ABL.1")
def test_extra_dice_of_different_abilities_add_up():
    """Wildcat over Enterprise: 7, one for the flattop that it defends, one that she lends."""
    allies = {"f4f_wildcat": "d4", "uss_enterprise": "d4"}
    game = battle(DEFENSE, allies, {"g4m_betty": "d4"}, terrain={}).begin()
    game.choose("f4f_wildcat", "uss_enterprise", "g4m_betty")
    assert len(game.dice_of("attack")) == 9


@pytest.mark.rule("ABL.2", "ABL.1")
@pytest.mark.parametrize(("lent", "count"), [("akagi", 4), ("decline", 3)])
def test_a_kate_has_four_torpedo_dice_with_one_of_akagis(lent, count):
    """MR-40: the book tells it of Shokaku, whose card does not."""
    game = battle(AIR, {"koln": "d4"}, {"b5n2_kate": "d4", "akagi": "a1"}, first="axis", terrain={}).begin()
    game.choose("b5n2_kate", "torpedo", lent, "koln")
    assert len(game.dice_of("attack")) == count


@pytest.mark.rule("ABL.2")
def test_shokaku_lends_a_kate_no_torpedo_die():
    """MR-40."""
    game = battle(AIR, {"koln": "d4"}, {"b5n2_kate": "d4", "shokaku": "a1"}, first="axis", terrain={}).begin()
    game.choose("b5n2_kate", "torpedo")
    assert game.asked == "target"


@pytest.mark.rule("ABL.4", "ATT.3")
@pytest.mark.parametrize(("faces", "lost"), [((6, 6), 1), ((6, 5), 1), ((6, 4), 0), ((5, 5), 0)])
def test_a_natural_six_is_two_successes_whatever_is_taken_from_the_die(faces, lost):
    """A crippled cruiser at armor 3."""
    state = crippled("hms_ajax", 2)
    assert outcome(SURFACE, "hms_ajax", "koln", dice(7, *faces), units=state) == lost


@pytest.mark.rule("ABL.5", "DMG.7")
@pytest.mark.parametrize(("faces", "lost"), [((5, 5, 5), 0), ((6, 5, 5), 2)])
def test_a_natural_six_is_a_torpedo_hit_of_a_crippled_submarine_too(faces, lost):
    state = crippled("hms_truculent", 1)
    assert outcome(TORPEDOES, "hms_truculent", "kongo", faces, units=state) == lost


@pytest.mark.rule("ABL.6")
def test_a_slow_ship_rolls_unasked():
    game = battle("sea_movement", {"uss_tennessee": "d1"}, {"nordmark": "k7"}, terrain={}).begin([2])
    assert (game.asked, game.dice_of("speed_roll")) == ("move_who", (2,))
    assert "d2" in game.choose("uss_tennessee").legal and "d3" not in game.legal


@pytest.mark.rule("ABL.6")
def test_a_fatal_flaw_is_found_unasked():
    assert outcome(SURFACE, "bismarck", "hms_hood", dice(15, 6, 6, 6, 6), weapon="main") == "destroyed"
    assert outcome(SURFACE, "bismarck", "hms_hood", dice(15, 6, 6, 6, 5, 5), weapon="main") == 1


@pytest.mark.rule("ABL.7")
def test_an_ability_beats_the_rule_that_antiair_attacks_are_one_a_unit():
    game = battle(DEFENSE, {"uss_atlanta": "d4"}, {"b5n2_kate": "d4", "g4m_betty": "d4"}, terrain={}).begin()
    volley(game, "uss_atlanta", "b5n2_kate", rolled=dice(8))
    assert game.choose("g4m_betty").happened("attack")


@pytest.mark.rule("ABL.8")
@pytest.mark.parametrize(("stopped", "asked"), [(0, "hunt"), (1, "fly_who")])
def test_a_ship_that_cannot_move_is_not_placed_with_a_submarine_either(stopped, asked):
    """MR-43."""
    units = {"hms_javelin": "d4"}
    game = battle(
        "sea_movement",
        units,
        {"u_510": "d5", "g4m_betty": "airbase"},
        terrain={},
        units={"hms_javelin": {"stopped": stopped}},
    ).begin()
    while game.asked == "move_who":
        game.end()
    assert game.asked == asked


@pytest.mark.rule("ABL.8")
def test_a_ship_that_cannot_move_does_not_move_at_flank_speed():
    """MR-10."""
    allies, axis = {"bolzano": "d4", "koln": "a1"}, {"hms_ajax": "d6"}
    for stopped in (0, 1):
        game = battle("sea_movement", allies, axis, terrain={}, units={"bolzano": {"stopped": stopped}}).begin()
        assert ("bolzano" in game.legal) == (not stopped)


@pytest.mark.rule("ABL.10")
def test_a_fighter_gets_one_die_from_two_carriers_with_the_same_ability():
    """MR-46."""
    axis = {"a6m2_zeke": "d4", "akagi": "a1", "shokaku": "a2"}
    game = battle(DEFENSE, {"pby_catalina": "d4"}, axis, first="axis", terrain={}).begin()
    game.choose("a6m2_zeke")
    assert set(game.legal) == {"akagi", "shokaku", "decline"}
    game.choose("akagi", "pby_catalina")
    assert len(game.dice_of("attack")) == 8


@pytest.mark.rule("ABL.10")
def test_two_marks_of_the_same_ability_add_one_die():
    allies = {"sbd_dauntless": "d4"}
    axis = {"koln": "d4"}
    planes = [("pby_catalina", "d4"), ("pby_catalina", "d4"), *allies.items()]
    game = battle(AIR, planes, axis, terrain={}).begin()
    game.choose("koln", "koln", "sbd_dauntless", "bomb", "koln")
    assert len(game.dice_of("attack")) == 11


@pytest.mark.rule("ABL.10")
@pytest.mark.parametrize(("boats", "count"), [(1, 3), (2, 4), (3, 4)])
def test_a_wolfpack_of_three_has_no_more_dice_than_one_of_two(boats, count):
    pack = [("u_510", f"d{1 + k}") for k in range(boats)]
    game = battle(TORPEDOES, {"uss_iowa": "d1"}, pack, first="axis", terrain={}).begin().choose("u_510", "uss_iowa")
    assert len(game.dice_of("attack")) == count
