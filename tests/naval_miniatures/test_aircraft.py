"""The air mission phase, patrols, drawn fire, and aircraft that are at their bases or aborted (AIR, MR-14 to MR-20)."""

import pytest

from tests.naval_miniatures.positions import battle


def missions(allies, axis=(("koln", "k7"),), first="allies", dice=(), **fields):
    """A battle at the beginning of the air mission phase."""
    return battle("air_missions", allies, axis, first, **fields).begin(dice)


def sectors(game):
    """The sectors among the answers."""
    return {answer for answer in game.legal if len(answer) == 2}


# --- who flies where -------------------------------------------------------------------------------------------


@pytest.mark.rule("AIR.1")
def test_aircraft_are_placed_in_any_sector_of_the_map():
    """MR-28: also where an island is."""
    game = missions({"f4f_wildcat": "airbase"}, terrain={"island": ["d4"], "shoal": ["d5"], "squall": ["e5"]})
    assert len(sectors(game.choose("f4f_wildcat"))) == 72
    assert game.choose("d4").where("f4f_wildcat") == "d4"


@pytest.mark.rule("AIR.1", "STK.4")
def test_a_fifth_aircraft_has_no_room_in_a_sector():
    allies = [*[("f4f_wildcat", "d4")] * 4, ("sbd_dauntless", "airbase")]
    game = missions(allies, [("a6m2_zeke", "d5"), ("koln", "k7")]).choose("sbd_dauntless")
    assert sectors(game) == sectors(missions({"sbd_dauntless": "airbase"}).choose("sbd_dauntless")) - {"d4"}


@pytest.mark.rule("AIR.2")
@pytest.mark.parametrize("first", ["allies", "axis"])
def test_the_sides_place_one_aircraft_each_and_the_first_player_begins(first):
    allies = {"f4f_wildcat": "airbase", "sbd_dauntless": "airbase"}
    game = missions(allies, {"a6m2_zeke": "airbase", "d3a_val": "airbase"}, first)
    asked = []
    while game.asked == "fly_who":
        asked.append(game.who)
        game.choose(game.legal[1], "d4")
    other = "axis" if first == "allies" else "allies"
    assert asked == [first, other, first, other]


@pytest.mark.rule("AIR.3")
def test_placing_goes_on_until_all_missions_are_assigned():
    allies = [("f4f_wildcat", "airbase")] * 3
    game = missions(allies, {"a6m2_zeke": "airbase", "koln": "k7"}).choose("f4f_wildcat", "d4", "a6m2_zeke", "d4")
    assert game.who == "allies"
    game.choose("f4f_wildcat#2", "d4")
    assert (game.who, game.asked, game.phase) == ("allies", "fly_who", "air_missions")
    assert game.choose("f4f_wildcat#3", "d4").phase != "air_missions"


@pytest.mark.rule("AIR.3")
def test_who_has_placed_no_more_leaves_the_other_to_go_on_alone():
    """MR-14: the one who has ended places nothing more this turn."""
    allies = [("f4f_wildcat", "airbase")] * 2
    game = missions(allies, [("a6m2_zeke", "airbase")] * 2).choose("end")
    assert game.choose("a6m2_zeke", "d4").who == "axis"
    assert game.choose("a6m2_zeke#2", "d4").phase != "air_missions"


@pytest.mark.rule("AIR.3", "RET.2")
def test_who_is_held_back_stays_at_its_base_with_all_it_has():
    """MR-14: it needs no rearming, and flies next turn."""
    game = missions({"pby_catalina": "airbase", "f4f_wildcat": "airbase"}).choose("end").play_to("fly_who", turn=6)
    assert set(game.legal) == {"end", "pby_catalina", "f4f_wildcat"}


@pytest.mark.rule("AIR.4")
def test_who_rearms_is_not_placed():
    game = missions([("f4f_wildcat", "airbase")] * 2, units={"f4f_wildcat": {"rearming": 4}})
    assert set(game.legal) == {"end", "f4f_wildcat#2"}


@pytest.mark.rule("AIR.4", "AIR.3")
def test_a_side_of_which_all_rearm_is_not_asked_and_the_other_goes_on_alone():
    rearming = {"f4f_wildcat": {"rearming": 4}, "pby_catalina": {"rearming": 4}}
    allies = {"f4f_wildcat": "airbase", "pby_catalina": "airbase", "hms_ajax": "a1"}
    game = missions(allies, {"koln": "k7", "g4m_betty": "airbase", "fw_200_kondor": "airbase"}, units=rearming)
    asked = []
    while game.phase == "air_missions":
        asked.append(game.who)
        game.choose(game.legal[-1])
    assert asked == ["axis"] * 4 and {game.where(plane) for plane in rearming} == {"airbase"}


# --- at the base and aborted -----------------------------------------------------------------------------------


@pytest.mark.rule("AIR.3", "ADF.1")
def test_who_is_at_its_base_is_not_attacked_and_attacks_nobody():
    """MR-15: even aboard a carrier in the thick of it."""
    allies = {"uss_enterprise": "d4", "f4f_wildcat": "uss_enterprise", "sbd_dauntless": "d4"}
    game = battle("air_defense", allies, {"akagi": "d4", "a6m2_zeke": "akagi"}, "axis").begin()
    assert game.legal == ["end", "akagi"] and game.choose("akagi").legal == ["sbd_dauntless"]


@pytest.mark.rule("RES.12", "AAT.2")
def test_who_is_aborted_attacks_nobody_in_the_air_attack_phase():
    game = battle("air_attack", {"sbd_dauntless": "d4", "f4f_wildcat": "d4"}, {"koln": "d4"},
                  units={"sbd_dauntless": {"aborted": 1}}).begin()  # fmt: skip
    assert game.legal == ["end", "f4f_wildcat"]


@pytest.mark.rule("RES.11", "DMG.4")
def test_who_has_been_aborted_is_no_target_any_more():
    """MR-20."""
    allies = {"sbd_dauntless": "d4", "tbd_devastator": "d4"}
    game = battle("air_defense", allies, {"tone": "d4", "koln": "d4"}, "axis").begin()
    game.lay(6, 6, 4, 1, 1, 1, 1)
    game.choose("tone", "sbd_dauntless", "decline", "koln")
    assert game.legal == ["tbd_devastator"]


@pytest.mark.rule("RES.10", "DMG.13")
def test_who_is_to_be_destroyed_is_no_target_but_still_attacks():
    """MR-20."""
    game = battle("air_defense", {"f4f_wildcat": "d4"}, {"a6m2_zeke": "d4", "koln": "d4"}, "axis").begin()
    game.lay(6, 6, 6, 6, 6, 1, 1)
    game.choose("a6m2_zeke", "f4f_wildcat")
    assert (game.asked, game.who, game.legal) == ("fire_who", "allies", ["end", "f4f_wildcat"])


@pytest.mark.rule("DMG.4")
def test_two_fighters_may_abort_each_other():
    game = battle("air_defense", {"f4f_wildcat": "d4"}, {"a6m2_zeke": "d4", "koln": "k7"}, "axis").begin()
    game.lay(6, 6, 6, 1, 1, 1, 1, 6, 6, 6, 1, 1, 1, 1)
    game.choose("a6m2_zeke", "f4f_wildcat", "f4f_wildcat", "a6m2_zeke")
    assert game.of("f4f_wildcat", "aborted") and game.of("a6m2_zeke", "aborted")


@pytest.mark.rule("RES.12", "AB.shadowing")
def test_an_aborted_aircraft_stays_in_its_sector_and_marks_nobody():
    """MR-19."""
    game = battle("air_defense", {"pby_catalina": "d4", "hms_ajax": "d4"}, {"koln": "d4"}, "axis").begin()
    game.lay(6, 4, 1, 1, 1, 1)
    game.choose("koln", "pby_catalina")
    assert game.where("pby_catalina") == "d4" and (game.phase, game.asked) == ("surface_attack", "fire_who")


# --- combat air patrol (MR-44) ---------------------------------------------------------------------------------


def carrier_patrol(*others, axis=(("d3a_val", "d6"), ("koln", "k7")), carrier="d4", plane="f4f_wildcat", **fields):
    """A fighter on its mission in D4, at the end of the air mission phase."""
    return missions([("uss_enterprise", carrier), (plane, "d4"), *others], axis, **fields)


@pytest.mark.rule("AB.combat_air_patrol")
def test_a_patrol_goes_after_enemy_aircraft_up_to_two_sectors_away():
    axis = [("d3a_val", "d6"), ("b5n2_kate", "d5"), ("a6m2_zeke", "d1"), ("koln", "d3")]
    game = carrier_patrol(axis=axis)
    assert (game.asked, game.subject, set(game.legal)) == ("patrol", "f4f_wildcat", {"decline", "d5", "d6"})
    assert game.choose("d6").where("f4f_wildcat") == "d6"


@pytest.mark.rule("AB.combat_air_patrol")
def test_a_patrol_may_stay():
    assert carrier_patrol().choose("decline").where("f4f_wildcat") == "d4"


@pytest.mark.rule("AB.combat_air_patrol")
@pytest.mark.parametrize(
    "otherwise",
    [
        {"carrier": "d5"},
        {"axis": [("d3a_val", "d6"), ("b5n2_kate", "d4")]},
        {"axis": [("d3a_val", "d1")]},
        {"axis": [("koln", "d5")]},
        {"plane": "sea_hurricane_mk_1b"},
    ],
)
def test_a_patrol_needs_its_carrier_an_empty_sky_and_prey_in_reach(otherwise):
    assert carrier_patrol(**otherwise).asked != "patrol"


@pytest.mark.rule("AB.combat_air_patrol", "STK.4")
def test_a_patrol_needs_room():
    """MR-43."""
    assert carrier_patrol(*[("sbd_dauntless", "d6")] * 4).asked != "patrol"


@pytest.mark.rule("AB.combat_air_patrol")
def test_patrols_shift_one_after_another_the_first_players_first():
    """MR-44: the Zeke that arrives pins the Wildcat, which has enemy aircraft in its sector now."""
    allies = [("uss_enterprise", "d4"), ("f4f_wildcat", "d4"), ("sbd_dauntless", "d5")]
    axis = [("akagi", "d6"), ("a6m2_zeke", "d6"), ("d3a_val", "d3")]
    game = missions(allies, axis, "axis")
    assert (game.asked, game.subject, set(game.legal)) == ("patrol", "a6m2_zeke", {"decline", "d4", "d5"})
    assert missions(allies, axis, "axis").choose("d4").asked != "patrol"
    assert missions(allies, axis, "axis").choose("decline").subject == "f4f_wildcat"


@pytest.mark.rule("AB.combat_air_patrol")
def test_a_patrol_that_arrives_gives_another_its_goal():
    """MR-44: the Wildcat has nothing in its reach before the Zeke has come."""
    allies = [("uss_enterprise", "d4"), ("f4f_wildcat", "d4"), ("sbd_dauntless", "d5")]
    axis = [("akagi", "f6"), ("a6m2_zeke", "f6")]
    assert missions(allies, axis, "axis").choose("decline").asked != "patrol"
    game = missions(allies, axis, "axis").choose("d5")
    assert (game.asked, game.subject, set(game.legal)) == ("patrol", "f4f_wildcat", {"decline", "d5"})


# --- drawing the combat air patrol (MR-45) ---------------------------------------------------------------------


def drawn(
    *dice,
    allies=(("tbd_devastator", "d4"), ("sbd_dauntless", "d4")),
    axis=(("a6m2_zeke", "d4"), ("koln", "d4")),
    **fields,
):
    """Aircraft over D4 at the end of the air mission phase, and the dice of those that draw fire."""
    return missions(allies, axis, "axis", dice, **fields)


@pytest.mark.rule("AB.draw_the_cap")
@pytest.mark.parametrize(
    ("die", "targets"), [(4, {"tbd_devastator"}), (6, {"tbd_devastator"}), (3, {"tbd_devastator", "sbd_dauntless"})]
)
def test_a_fighter_must_attack_whom_has_drawn_it(die, targets):
    game = drawn(die)
    assert game.dice_of("draws_fire") == (die,) and set(game.choose("a6m2_zeke").legal) == targets


@pytest.mark.rule("AB.draw_the_cap")
def test_ships_are_drawn_by_nobody_and_a_fighter_may_hold():
    """MR-45."""
    game = drawn(4)
    assert set(game.legal) == {"end", "koln", "a6m2_zeke"}
    assert set(game.choose("koln").legal) == {"tbd_devastator", "sbd_dauntless"}


@pytest.mark.rule("AB.draw_the_cap")
@pytest.mark.parametrize(
    "axis", [[("koln", "d4")], [("koln", "d4"), ("a6m2_zeke", "d5")], [("koln", "d4"), ("d3a_val", "d4")]]
)
def test_without_an_enemy_fighter_in_its_sector_nobody_rolls(axis):
    assert not drawn(4, axis=axis).happened("draws_fire")


@pytest.mark.rule("AB.draw_the_cap")
def test_a_fighter_chooses_among_those_that_draw_it():
    allies = [("tbd_devastator", "d4"), ("tbd_devastator", "d4"), ("sbd_dauntless", "d4")]
    assert set(drawn(4, 4, allies=allies).choose("a6m2_zeke").legal) == {"tbd_devastator", "tbd_devastator#2"}
    assert set(drawn(3, 4, allies=allies).choose("a6m2_zeke").legal) == {"tbd_devastator#2"}


@pytest.mark.rule("AB.draw_the_cap", "RES.11")
def test_when_those_that_draw_it_are_aborted_a_fighter_is_free():
    """MR-45."""
    axis = [("a6m2_zeke", "d4"), ("a6m2_zeke", "d4"), ("koln", "k7")]
    game = drawn(4, axis=axis)
    game.lay(6, 6, 1, 1, 1, 1, 1)
    game.choose("a6m2_zeke", "tbd_devastator")
    assert game.of("tbd_devastator", "aborted") and game.choose("a6m2_zeke#2").legal == ["sbd_dauntless"]


@pytest.mark.rule("AB.draw_the_cap")
def test_a_patrol_that_arrives_is_drawn():
    """MR-45: the dice come after all patrols."""
    allies = [("tbd_devastator", "d4"), ("uss_atlanta", "a1")]
    game = missions(allies, [("akagi", "d6"), ("a6m2_zeke", "d6")], "axis")
    game.lay(5)
    assert game.choose("d4").dice_of("draws_fire") == (5,)


@pytest.mark.rule("AB.draw_the_cap")
def test_fire_is_drawn_for_one_turn():
    game = drawn(4, allies=[("tbd_devastator", "d4"), ("sbd_dauntless", "d4"), ("uss_enterprise", "a1")])
    game.play_to("return_to", "allies").choose("uss_enterprise", "uss_enterprise")
    game.play_to("fly_who", "allies", turn=6)
    assert not game.of("tbd_devastator", "draws_fire")
