"""Ships and submarines move: speed, room, terrain, the edge of the map (SEA, MOV, STK, MAP, UNIT.6, GLO.6)."""

import pytest

from tests.naval_miniatures.positions import battle

AROUND_D4 = ["c4", "c5", "d3", "d5", "e4", "e5"]
TWO_AROUND_D4 = sorted(
    [*AROUND_D4, "b3", "b4", "b5", "c3", "c6", "d2", "d6", "e3", "e6", "f3", "f4", "f5"],
)


def movement(allies, axis=(("koln", "k7"),), **position):
    """The sea movement phase with the Allies first."""
    return battle("sea_movement", allies, axis, **position).begin()


def reach(game, unit):
    """Where a unit may go."""
    return game.choose(unit).legal


# --- who and how far (SEA, MOV, UNIT.6) --------------------------------------------------------------------


@pytest.mark.rule("SEA.1")
@pytest.mark.parametrize("first", ["allies", "axis"])
def test_the_first_player_moves_all_its_units_then_the_second(first):
    allies, axis = {"hms_ajax": "a1", "uss_barb": "a4"}, {"koln": "k1", "u_510": "k4"}
    game = battle("sea_movement", allies, axis, first=first).begin()
    order = []
    while game["turn"] == 5:
        order.append(game.who)
        game.choose(game.legal[-1])
    second = "axis" if first == "allies" else "allies"
    assert order == [first] * 4 + [second] * 4, "who and where to, twice each"


@pytest.mark.rule("SEA.2")
def test_any_all_or_none_move():
    game = movement({"hms_ajax": "a1", "hms_exeter": "a3", "uss_barb": "a5"})
    assert game.legal == ["end", "hms_ajax", "hms_exeter", "uss_barb"]
    game.choose("hms_exeter", "b3")
    assert game.legal == ["end", "hms_ajax", "uss_barb"], "in any order"
    game.end()
    assert game.who == "axis"
    assert [game.where(unit) for unit in ("hms_ajax", "hms_exeter", "uss_barb")] == ["a1", "b3", "a5"]


@pytest.mark.rule("SEA.2", "MOV.1")
def test_units_move_one_at_a_time_and_once_a_turn():
    game = movement({"hms_ajax": "a1", "hms_exeter": "a3"}).choose("hms_ajax")
    assert (game.asked, game.subject) == ("move_to", "hms_ajax")
    game.choose("b1")
    assert game.legal == ["end", "hms_exeter"], "the Ajax could have gone one sector more, but not later"


@pytest.mark.rule("SEA.3", "UNIT.6")
@pytest.mark.parametrize(
    ("unit", "reached"),
    [("uss_barb", AROUND_D4), ("uss_st_lo", AROUND_D4), ("hms_ajax", TWO_AROUND_D4)],
)
def test_a_unit_moves_as_many_sectors_as_its_speed_or_fewer(unit, reached):
    assert reach(movement({unit: "d4"}), unit) == sorted(reached)


@pytest.mark.rule("UNIT.6", "SEA.3")
def test_a_torpedo_boat_moves_three_sectors():
    legal = reach(movement({"pt_boat": "a1"}), "pt_boat")
    assert "a4" in legal and "d2" in legal and "a5" not in legal and "e1" not in legal


@pytest.mark.rule("MOV.1")
def test_nobody_has_to_move():
    game = movement({"hms_ajax": "d4"}).end()
    assert game.who == "axis" and game.where("hms_ajax") == "d4"


@pytest.mark.rule("MOV.2")
def test_a_ship_turns_as_it_likes():
    """Whichever way it has come, the next turn it goes in any direction."""
    game = movement({"hms_exeter": "b3"}).choose("hms_exeter", "d4").end()
    game.pass_to("move_who")
    while game.who != "allies":
        game.end().pass_to("move_who")
    assert game["turn"] == 6
    assert reach(game, "hms_exeter") == TWO_AROUND_D4, "B3 too"


@pytest.mark.rule("MOV.2")
@pytest.mark.parametrize("came_from", ["b3", "d2", "d6", "f4"])
def test_guns_bear_all_round_whichever_way_a_ship_has_come(came_from):
    game = movement({"hms_exeter": came_from}, [("koln", "d3"), ("bolzano", "d5"), ("yukikaze", "c4"), ("tone", "e4")])
    game.choose("hms_exeter", "d4").play_to("fire_who", "allies", turn=5, phase="surface_attack")
    game.choose("hms_exeter", "main")
    assert set(game.legal) == {"koln", "bolzano", "yukikaze", "tone"}


@pytest.mark.rule("MOV.3", "UNIT.6")
def test_aircraft_do_not_move_in_the_sea_movement_phase():
    game = movement({"uss_enterprise": "a4", "f4f_wildcat": "uss_enterprise", "pby_catalina": "airbase"})
    assert game.legal == ["end", "uss_enterprise"]
    assert game.end().who == "axis"


def test_aircraft_at_their_base_go_where_their_carrier_goes():
    game = movement({"uss_enterprise": "a4", "f4f_wildcat": "uss_enterprise"})
    game.choose("uss_enterprise", "b4").end()
    assert game.where("f4f_wildcat") == "uss_enterprise"


@pytest.mark.rule("MOV.4")
def test_sectors_of_the_enemy_are_entered_and_passed():
    """Every way from A1 leads through them."""
    axis = [("yamato", "b1"), ("koln", "b1"), ("u_510", "b1"), ("kongo", "a2"), ("bismarck", "a2"), ("tone", "c1")]
    game = movement({"hms_ajax": "a1"}, axis)
    assert reach(game, "hms_ajax") == ["a2", "a3", "b1", "b2", "c1", "c2"]
    game.choose("b1")
    assert game.where("hms_ajax") == "b1" and not game.happened("attack")


@pytest.mark.rule("MOV.5")
def test_nobody_attacks_while_ships_move_and_aircraft_are_sent():
    allies = {"uss_atlanta": "d4", "hms_ajax": "b4", "f4f_wildcat": "airbase"}
    axis = {"koln": "d4", "z_20_karl_galster": "f4", "fw_200_kondor": "airbase"}
    game = movement(allies, axis)
    asked, told = set(), set()
    while game.phase in ("sea_movement", "air_missions"):
        asked.add(game.asked)
        game.choose("d4" if "d4" in game.legal else game.legal[-1])
        if game.phase in ("sea_movement", "air_missions"):
            told |= {event[0] for event in game.told}
    assert asked == {"move_who", "move_to", "fly_who", "fly_to"}
    assert not told & {"attack", "damaged", "destroyed", "aborted", "lost"} and "moved" in told and "flies" in told


# --- speed (MR-10) -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "state", "reached"),
    [
        ("hms_ajax", {"crippled": 1, "damage": 2}, AROUND_D4),
        ("uss_st_lo", {"crippled": 1, "damage": 2}, AROUND_D4),
        ("hms_ajax", {"damage": 1}, TWO_AROUND_D4),
    ],
)
def test_a_crippled_ship_is_a_sector_slower_but_never_stands_still(unit, state, reached):
    """MR-10: at least 1."""
    assert reach(movement({unit: "d4"}, units={unit: state}), unit) == sorted(reached)


@pytest.mark.parametrize(("die", "reached"), [(1, AROUND_D4), (2, TWO_AROUND_D4)])
def test_a_slow_ship_rolls_for_its_speed(die, reached):
    """MR-10, MR-47: the Rodney is slower on a 1."""
    game = battle("sea_movement", {"hms_rodney": "d4"}, {"koln": "k7"}).begin(dice=[die])
    assert reach(game, "hms_rodney") == sorted(reached)


def test_all_changes_of_speed_are_added_before_the_minimum():
    """MR-10: a speed of 1, crippled, with one sector more is 1 and not 2."""
    units = {"uss_st_lo": {"crippled": 1, "damage": 2, "faster": 1}}
    assert reach(movement({"uss_st_lo": "d4"}, units=units), "uss_st_lo") == AROUND_D4
    units = {"hms_rodney": {"crippled": 1, "damage": 4}}
    game = battle("sea_movement", {"hms_rodney": "d4"}, {"koln": "k7"}, units=units).begin(dice=[1])
    assert reach(game, "hms_rodney") == AROUND_D4, "crippled and slow"


def test_a_crippled_ship_on_a_run_is_as_fast_as_printed():
    """MR-10."""
    units = {"le_terrible": {"crippled": 1, "damage": 1}}
    game = movement({"le_terrible": "d4"}, units=units)
    assert game.asked == "run"
    assert reach(game.choose("use"), "le_terrible") == TWO_AROUND_D4


def test_who_may_not_move_is_not_asked_however_fast():
    """MR-10: a lucky hit beats speed, and a run."""
    game = movement({"le_terrible": "d4", "hms_ajax": "e4"}, units={"le_terrible": {"stopped": 1}})
    if game.asked == "run":
        game.choose("use")
    assert game.legal == ["end", "hms_ajax"]


def test_a_ship_that_repairs_and_the_one_repaired_do_not_move():
    """MR-10."""
    axis = {"nordmark": "d4", "koln": "d4", "tone": "f4"}
    game = battle("sea_movement", {"hms_ajax": "a1"}, axis, first="axis", units={"koln": {"damage": 1}}).begin(dice=[6])
    assert (game.asked, game.legal) == ("repair", ["decline", "koln"])
    assert game.choose("koln").legal == ["end", "tone"]


@pytest.mark.rule("GLO.6")
@pytest.mark.parametrize(("enemy", "faster"), [("d4", True), ("c4", True), ("d6", True), ("a3", True), ("k4", False)])
def test_within_three_sectors_is_from_none_to_three(enemy, faster):
    """Flank Speed: one sector more with an enemy ship within 3."""
    game = battle("sea_movement", {"hms_ajax": enemy}, {"bolzano": "d4"}, first="axis").begin()
    assert ("d1" in reach(game, "bolzano")) == faster


@pytest.mark.rule("GLO.6")
def test_four_sectors_away_is_not_within_three():
    for enemy, near in (("g4", True), ("h4", False), ("d1", True), ("h5", False)):
        game = battle("sea_movement", {"hms_ajax": enemy}, {"bolzano": "d4"}, first="axis").begin()
        assert ("a3" in reach(game, "bolzano")) == near, enemy


# --- room (STK) --------------------------------------------------------------------------------------------


@pytest.mark.rule("STK.2")
def test_two_ships_of_a_side_fill_a_sector():
    game = movement({"hms_ajax": "d4", "hms_exeter": "e5", "uss_boise": "e4", "uss_atlanta": "e5"})
    assert "e4" in reach(game, "hms_ajax")
    assert "e5" not in game.legal
    game.choose("e4")
    assert (game.where("hms_ajax"), game.where("uss_boise")) == ("e4", "e4")


@pytest.mark.rule("STK.1", "STK.2")
def test_a_third_ship_does_not_enter():
    game = movement({"hms_ajax": "d4", "hms_exeter": "c4", "uss_boise": "e4", "uss_atlanta": "e4"})
    assert "e4" not in reach(game, "hms_ajax")


@pytest.mark.rule("STK.3")
def test_one_submarine_of_a_side_fills_a_sector():
    game = movement({"uss_barb": "d4", "hms_truculent": "e4", "hms_ajax": "e5", "hms_exeter": "e5"})
    legal = reach(game, "uss_barb")
    assert "e4" not in legal and "e5" in legal, "ships take no room of submarines"


@pytest.mark.rule("STK.4")
def test_four_aircraft_of_a_side_fill_a_sector():
    planes = [("f4f_wildcat" + mark, "airbase") for mark in ("", "#2", "#3", "#4", "#5")]
    allies = [("hms_ajax", "d4"), ("hms_exeter", "d4"), ("uss_barb", "d4"), *planes]
    game = battle("air_missions", allies, {"koln": "d5"}).begin()
    for mark in ("", "#2", "#3", "#4"):
        game.choose("f4f_wildcat" + mark)
        assert "d4" in game.legal, "ships and submarines take no room of aircraft"
        game.choose("d4")
    game.choose("f4f_wildcat#5")
    assert "d4" not in game.legal and len(game.legal) == 71


@pytest.mark.rule("STK.5")
def test_the_enemy_takes_no_room():
    axis = [("koln", "e4"), ("bolzano", "e4"), ("u_510", "e4"), ("tone", "e5"), ("myoko", "e5")]
    game = movement({"hms_ajax": "d4", "uss_barb": "d4"}, axis)
    assert {"e4", "e5"} <= set(reach(game, "hms_ajax"))
    game.choose("e4")
    assert "e4" in reach(game, "uss_barb")


@pytest.mark.rule("STK.5")
def test_enemy_aircraft_take_no_room_either():
    axis = [("koln", "k1"), *[("a6m2_zeke" + mark, "d4") for mark in ("", "#2", "#3", "#4")]]
    game = battle("air_missions", {"hms_ajax": "d4", "f4f_wildcat": "airbase"}, axis).begin()
    assert "d4" in reach(game, "f4f_wildcat")


@pytest.mark.rule("STK.6")
def test_another_ship_moves_first_to_make_room():
    """With it gone there is room for one, and no more."""
    fleet = {"hms_ajax": "d4", "uss_atlanta": "d4", "hms_exeter": "e4", "uss_boise": "e4"}
    assert "e4" not in reach(movement(fleet), "hms_ajax")
    game = movement(fleet).choose("hms_exeter", "f4", "hms_ajax", "e4")
    assert game.where("hms_ajax") == "e4"
    assert "e4" not in reach(game, "uss_atlanta")


@pytest.mark.rule("STK.1")
def test_a_full_stack_is_not_crossed():
    """MR-09: a corner that two ships close is left only when they have room for a third."""
    game = movement({"hms_ajax": "a1", "hms_exeter": "b1", "uss_boise": "b1", "uss_atlanta": "a2", "hmas_sydney": "a2"})
    assert game.legal == ["end", "hms_exeter", "uss_boise", "uss_atlanta", "hmas_sydney"]
    game.choose("hms_exeter", "c1")
    assert reach(game, "hms_ajax") == ["b1", "b2", "c1", "c2"], "by way of B1; A3 would be by way of A2"


def test_a_ship_s_own_sector_is_no_destination():
    """MR-09."""
    game = movement({"hms_ajax": "d4"})
    assert "d4" not in reach(game, "hms_ajax")


def test_a_close_escort_makes_room_for_a_third_ship_and_not_for_a_fourth():
    """MR-11."""
    axis = [
        ("z_20_karl_galster", "e4"),
        ("koln", "e4"),
        ("bolzano", "d4"),
        ("tone", "e5"),
        ("z_20_karl_galster#2", "e5"),
    ]
    game = battle("sea_movement", {"hms_ajax": "a1"}, axis, first="axis").begin()
    game.choose("bolzano")
    assert "e4" in game.legal
    game.choose("e4", "tone")
    assert "e4" not in game.legal
    game.choose("f4", "z_20_karl_galster#2")
    assert "e4" not in game.legal, "two escorts make no more room than one"


def test_a_close_escort_makes_its_room_by_entering():
    """MR-11: while it is in it or enters it."""
    axis = {"z_20_karl_galster": "d4", "koln": "e4", "bolzano": "e4"}
    game = battle("sea_movement", {"hms_ajax": "a1"}, axis, first="axis").begin()
    assert "e4" in reach(game, "z_20_karl_galster")


def test_a_close_escort_does_nothing_for_the_enemy():
    """MR-11: of its side."""
    game = movement({"hms_ajax": "d4", "hms_exeter": "e4", "uss_boise": "e4"}, {"z_20_karl_galster": "e4"})
    assert "e4" not in reach(game, "hms_ajax")


def test_an_overfull_stack_may_stay_but_nobody_enters():
    """MR-42: the escort leaves its sector."""
    axis = {"z_20_karl_galster": "e4", "koln": "e4", "bolzano": "e4", "myoko": "e5"}
    game = battle("sea_movement", {"hms_ajax": "a1"}, axis, first="axis").begin()
    game.choose("z_20_karl_galster", "d4")
    assert "e4" not in reach(game, "myoko")
    game.choose("f5").end()
    assert [game.where(unit) for unit in ("koln", "bolzano")] == ["e4", "e4"]


def test_three_that_an_escort_has_left_have_room_for_nobody_when_one_goes():
    """MR-42: it has been lost, and three are left where two may be."""
    axis = {"koln": "e4", "bolzano": "e4", "tone": "e4", "myoko": "e5"}
    game = battle("sea_movement", {"hms_ajax": "a1"}, axis, first="axis").begin()
    game.choose("tone", "f4")
    assert "e4" not in reach(game, "myoko"), "two are there still"
    game.choose("f5", "koln", "d4").end()
    assert game.where("bolzano") == "e4"


def test_three_ships_of_a_side_in_a_sector_at_500_points():
    """ME.3, for movement; that the scenario says so is in test_scenarios."""
    allies = {"hms_ajax": "d4", "hms_exeter": "e4", "uss_boise": "e4", "uss_atlanta": "d3"}
    game = movement(allies, ships_a_sector=3)
    assert "e4" in reach(game, "hms_ajax")
    assert "e4" not in reach(game.choose("e4"), "uss_atlanta")


def test_a_pursuit_stays_where_it_is_if_there_is_no_room():
    """MR-43."""
    allies = {"hms_ajax": "d4", "hms_exeter": "e4", "uss_boise": "e4"}
    game = movement(allies, {"koln": "d4"}).choose("hms_ajax", "pursue", "koln").end()
    game.choose("koln", "e4").end()
    assert game.where("hms_ajax") == "d4"


def test_a_pursuit_goes_where_there_is_room():
    """MR-43."""
    game = movement({"hms_ajax": "d4", "hms_exeter": "e4"}, {"koln": "d4"}).choose("hms_ajax", "pursue", "koln").end()
    game.choose("koln", "e4").end()
    assert game.where("hms_ajax") == "e4"


def test_a_hunter_that_has_moved_may_still_hunt_where_there_is_room():
    """MR-43."""
    game = movement({"hms_javelin": "b4"}, {"u_510": "e4"}).choose("hms_javelin", "d4").end()
    assert (game.asked, game.legal) == ("hunt", ["decline", "e4"])
    game.choose("e4")
    assert game.where("hms_javelin") == "e4"


def test_a_hunter_does_not_go_where_there_is_no_room():
    """MR-43."""
    allies = {"hms_javelin": "d4", "hms_ajax": "e4", "hms_exeter": "e4"}
    game = movement(allies, {"u_510": "e4", "koln": "k7"}).end(2)
    assert game.asked != "hunt"


def test_a_hunter_that_may_not_move_is_not_placed_either():
    """MR-43."""
    game = movement({"hms_javelin": "d4"}, {"u_510": "e4"}, units={"hms_javelin": {"stopped": 1}})
    assert game.who == "axis", "it is the only ship of the Allies"
    assert game.end().asked != "hunt"


def test_a_patrol_goes_only_where_there_is_room():
    """MR-43, STK.4: four fighters are over the enemy already."""
    planes = [("f4f_wildcat" + mark, "d5") for mark in ("", "#2", "#3", "#4")]
    for count, legal in ((4, ["e5"]), (3, ["d5", "e5"])):
        allies = [("uss_enterprise", "d4"), *planes[:count], ("f4f_wildcat" + (f"#{count + 1}"), "airbase")]
        axis = [("koln", "k1"), ("d3a_val", "d5"), ("d3a_val#2", "e5")]
        game = battle("air_missions", allies, axis).begin().choose(allies[-1][0], "d4")
        assert (game.asked, game.legal) == ("patrol", ["decline", *legal])


# --- terrain (MAP) -----------------------------------------------------------------------------------------

STRAIT = ("e1", "e2", "e3", "e5", "e6", "e7")
"""With land in all of these, row E is crossed at E4 alone."""


@pytest.mark.rule("MAP.1", "MAP.2")
@pytest.mark.parametrize("kind", ["island", "shoal"])
@pytest.mark.parametrize("unit", ["hms_ajax", "uss_barb"])
def test_islands_and_shoals_stop_ships_and_submarines(kind, unit):
    legal = reach(movement({unit: "d4"}, terrain={kind: ["e4"]}), unit)
    assert "e4" not in legal and "e5" in legal


@pytest.mark.rule("MAP.1")
@pytest.mark.parametrize("kind", ["island", "shoal"])
def test_they_are_not_crossed_either(kind):
    game = movement({"hms_ajax": "d3"}, terrain={kind: list(STRAIT)})
    legal = reach(game, "hms_ajax")
    assert [sector for sector in legal if sector[0] in "ef"] == ["e4", "f3", "f4"], "F2 is two sectors away over E3"


@pytest.mark.rule("MAP.1")
@pytest.mark.parametrize("kind", ["island", "shoal"])
def test_a_unit_of_shallow_draft_goes_there(kind):
    """Unless it has a special ability that allows it."""
    legal = reach(movement({"pt_boat": "d4"}, terrain={kind: ["e4", "e5"]}), "pt_boat")
    assert {"e4", "e5", "f4"} <= set(legal)


@pytest.mark.rule("MAP.2")
@pytest.mark.parametrize(("kind", "seen"), [("island", False), ("shoal", True)])
def test_shoals_do_not_stop_sight_as_islands_do(kind, seen):
    """From E4 the line to E6 goes through E5 (ruling (b))."""
    game = battle("surface_attack", {"hms_ajax": "e4"}, {"koln": "e6"}, terrain={kind: ["e5"]}).begin()
    assert (game.asked == "fire_who" and game.who == "allies") == seen


@pytest.mark.rule("MAP.3")
@pytest.mark.parametrize("smoke", [(), ("e4", "e5")])
def test_fog_and_smoke_stop_no_movement(smoke):
    terrain = {} if smoke else {"squall": ["e4", "e5", "d3"]}
    game = movement({"hms_ajax": "d4"}, terrain=terrain, smoke=smoke)
    assert reach(game, "hms_ajax") == TWO_AROUND_D4
    game.choose("e4")
    assert game.where("hms_ajax") == "e4"


@pytest.mark.rule("MAP.4")
@pytest.mark.parametrize(
    ("kind", "seen"), [("squall", False), ("smoke", False), ("island", True), ("shoal", True), (None, True)]
)
def test_fog_and_smoke_fill_the_whole_sector_for_sight(kind, seen):
    """From D3 to E5 the line cuts D4 near its side: past the land of an island there, but not past a squall (ruling
    (b))."""
    terrain = {kind: ["d4"]} if kind in ("squall", "island", "shoal") else {}
    smoke = ("d4",) if kind == "smoke" else ()
    game = battle("surface_attack", {"hms_ajax": "d3"}, {"koln": "e5"}, terrain=terrain, smoke=smoke).begin()
    assert (game.asked == "fire_who" and game.who == "allies") == seen


# --- the edge of the map (MR-12) ---------------------------------------------------------------------------


@pytest.mark.rule("SET.11")
@pytest.mark.parametrize(
    ("sector", "reached"),
    [
        ("a1", ["a2", "b1"]),
        ("a7", ["a6", "b6"]),
        ("k1", ["j1", "k2"]),
        ("k7", ["j6", "k6"]),
        ("e1", ["d1", "e2", "f1"]),
        ("d6", ["c6", "c7", "d5", "e6", "e7"]),
    ],
)
def test_nothing_leaves_the_map_at_its_edges(sector, reached):
    """MR-12."""
    game = movement({"uss_barb": sector}, {"koln": "f4"})
    assert reach(game, "uss_barb") == reached


@pytest.mark.rule("SET.10")
def test_halves_that_are_joined_are_whole_sectors():
    """Every sector that lies between two of another row is beside both."""
    assert reach(movement({"uss_barb": "e4"}), "uss_barb") == ["d3", "d4", "e3", "e5", "f3", "f4"]
    assert reach(movement({"uss_barb": "f3"}), "uss_barb") == ["e3", "e4", "f2", "f4", "g3", "g4"]
