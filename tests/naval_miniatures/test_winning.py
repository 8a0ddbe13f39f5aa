"""The end of the turn, claims, points, and who has won (EOT, OBJ, WIN, SC.4, MR-34 to MR-37)."""

import pytest

from tests.naval_miniatures.positions import battle, scenario

OPEN = {"objectives": ["d5", "f2", "h5"]}
"""Open water, and where the objectives are."""
ALLIES, AXIS, DRAW = 1, -1, 0


def end_of_turn(allies, axis=(("koln", "k7"),), dice=(), **position):
    """The end of turn 5, as far as the first question of turn 6, or the end of the battle."""
    return at_the_end(allies, axis, **position).begin(dice)


def at_the_end(allies=(("hms_ajax", "a1"),), axis=(("koln", "k7"),), score=(0, 0), **position):
    """The end of turn 5 with so many points."""
    game = battle("end_of_turn", allies, axis, **{"terrain": OPEN, **position})
    game.templates[0]["score"] = score
    return game


def outcome(game):
    """The result for the Allies, or None while the battle goes on."""
    return game["result"] if game.over else None


# --- objectives (OBJ, WIN.3, EOT.1) ------------------------------------------------------------------------


@pytest.mark.rule("OBJ.1", "EOT.1")
def test_a_ship_in_an_objective_with_no_enemy_near_claims_it():
    game = end_of_turn({"hms_ajax": "d5"})
    assert game["score"] == [50, 0] and game.happened("claimed")


@pytest.mark.rule("EOT.1", "OBJ.1")
def test_objectives_are_claimed_when_the_turn_ends_and_not_before():
    """The enemy beside it is sunk in the turn: nothing is claimed in that phase, but when the turn ends she is gone."""
    axis = {"type_13_subchaser": "c5", "koln": "k7"}
    game = battle("surface_attack", {"hms_ajax": "d5"}, axis, terrain=OPEN).begin(ask_forced=False)
    game.lay(*[6] * 7)
    game.choose("hms_ajax")
    assert game.is_lost("type_13_subchaser") and game["claimed"] == 0
    game.play_to("move_who", turn=6)
    assert game["claimed"] and game["score"] == [54, 0]


@pytest.mark.rule("OBJ.1")
@pytest.mark.parametrize("beside", ["c5", "c6", "d4", "d6", "e5", "e6"])
def test_an_enemy_ship_beside_an_objective_denies_it(beside):
    assert end_of_turn({"hms_ajax": "d5"}, {"koln": beside})["score"] == [0, 0]


@pytest.mark.rule("OBJ.1")
def test_an_enemy_ship_two_sectors_away_denies_nothing():
    assert end_of_turn({"hms_ajax": "d5"}, {"koln": "f5"})["score"] == [50, 0]


@pytest.mark.rule("OBJ.1")
def test_nobody_claims_a_sector_with_ships_of_both():
    assert end_of_turn({"hms_ajax": "d5"}, {"koln": "d5"})["score"] == [0, 0]


@pytest.mark.rule("OBJ.1")
def test_a_ship_beside_an_objective_does_not_claim_it():
    assert end_of_turn({"hms_ajax": "d4"})["score"] == [0, 0]


@pytest.mark.rule("OBJ.2")
def test_submarines_claim_nothing_and_deny_nothing():
    assert end_of_turn({"uss_barb": "d5", "hms_ajax": "a1"})["score"] == [0, 0]
    assert end_of_turn({"hms_ajax": "d5"}, [("u_510", "d5"), ("u_510#2", "d4"), ("koln", "k7")])["score"] == [50, 0]


@pytest.mark.rule("OBJ.2")
def test_aircraft_claim_nothing_and_deny_nothing():
    """They have flown over the objective in their mission, and are back at their base at the end of the turn."""
    axis = {"koln": "k7", "a6m2_zeke": "d5"}
    game = battle("air_return", {"hms_ajax": "d5", "f4f_wildcat": "f2"}, axis, terrain=OPEN).begin()
    game.choose("land_base", "land_base")
    assert game["turn"] == 6 and game["score"] == [50, 0]


@pytest.mark.rule("WIN.3")
def test_each_of_three_objectives_is_worth_50_points():
    """Two of one side may be claimed in one turn (MR-36)."""
    allies, axis = {"hms_ajax": "d5", "hms_exeter": "f2"}, {"koln": "h5"}
    assert end_of_turn(allies, axis)["score"] == [100, 50]
    assert end_of_turn({**allies, "uss_boise": "h5"}, win_at=200)["score"] == [150, 0]


@pytest.mark.rule("OBJ.3")
def test_an_objective_that_is_claimed_scores_once():
    game = end_of_turn({"hms_ajax": "d5"})
    game.end(2)
    assert game["turn"] == 7 and game["score"] == [50, 0]


@pytest.mark.rule("OBJ.3")
def test_an_objective_that_is_claimed_cannot_be_taken_by_the_enemy():
    game = end_of_turn({"hms_ajax": "d5"}, {"koln": "f5"}, dice=[1, 1, 6, 6])
    game.choose("hms_ajax", "b5", "koln", "d5").pass_to("move_who")
    assert game["turn"] == 7 and game.where("koln") == "d5" and game["score"] == [50, 0]


def test_claims_are_unasked_and_crippled_ships_claim_and_deny():
    """MR-36."""
    crippled = {"damage": 2, "crippled": 1}
    assert end_of_turn({"hms_ajax": "d5"}, units={"hms_ajax": crippled})["score"] == [50, 0]
    assert end_of_turn({"hms_ajax": "d5"}, {"koln": "d4"}, units={"koln": crippled})["score"] == [0, 0]


def test_a_boat_without_sea_control_denies_but_does_not_claim():
    """MR-36."""
    assert end_of_turn({"pt_boat": "d5"})["score"] == [0, 0]
    assert end_of_turn({"hms_ajax": "d5"}, {"motor_torpedo_boat": "d4"})["score"] == [0, 0]


def test_after_a_high_speed_run_its_side_claims_nothing_this_turn():
    """MR-36: nor do other ships of it; the enemy does, and next turn all is as before."""
    allies, axis = {"le_terrible": "b2", "hms_ajax": "d5"}, {"koln": "f2"}
    game = battle("sea_movement", allies, axis, terrain=OPEN).begin()
    game.choose("use").end(2).pass_to("move_who")
    assert game["turn"] == 6 and game["score"] == [0, 50]
    game.pass_to("game over")
    assert game["score"][0] == 50


# --- points (WIN.1, WIN.2, EOT.2) --------------------------------------------------------------------------


def sinking(score, **position):
    """The Galster, 8 points, sinks the Ajax, 13, or not: before their attacks."""
    allies, axis = {"hms_ajax": "d4", "hmas_sydney": "d4"}, {"z_20_karl_galster": "d4", "bolzano": "k7"}
    game = battle("surface_attack", allies, axis, first="axis", **position)
    game.templates[0]["score"] = score
    return game.begin()


@pytest.mark.rule("WIN.2", "UNIT.5")
def test_a_destroyed_enemy_scores_its_cost():
    game = sinking([0, 0], units={"hms_ajax": {"damage": 2}})
    game.lay(4, 4, 4, 4, 1)
    game.choose("z_20_karl_galster", "main", "hms_ajax")
    assert game["score"] == [0, 0], "at the end of the phase"
    game.end()
    assert game["score"] == [0, 13]


@pytest.mark.rule("WIN.2")
def test_damage_scores_nothing():
    game = sinking([0, 0])
    game.lay(4, 4, 4, 4, 1)
    game.choose("z_20_karl_galster", "main", "hms_ajax").end()
    assert game.of("hms_ajax", "damage") == 1 and game["score"] == [0, 0]


@pytest.mark.rule("WIN.1", "EOT.2")
@pytest.mark.parametrize(
    ("score", "result"), [([150, 0], ALLIES), ([0, 150], AXIS), ([170, 140], ALLIES), ([149, 0], None)]
)
def test_150_points_or_more_win_at_the_end_of_a_turn(score, result):
    game = at_the_end({"hms_ajax": "a1"}, {"koln": "k7"}, score=score).begin()
    assert outcome(game) == result


@pytest.mark.rule("EOT.2")
def test_points_are_checked_at_the_end_of_the_turn_only():
    """MR-34: with 153 points of the Axis there are torpedoes still to come, and they bring the Allies 157."""
    game = sinking([149, 140], units={"hms_ajax": {"damage": 2}})
    game.lay(4, 4, 4, 4, 1)
    game.choose("z_20_karl_galster", "main", "hms_ajax").end()
    assert (game["score"], game.over, game.phase) == ([149, 153], False, "torpedo_attack")
    game.end().lay(6, 1)
    game.choose("hmas_sydney", "z_20_karl_galster")
    assert game["score"] == [157, 153] and outcome(game) == ALLIES


@pytest.mark.rule("EOT.2")
def test_points_of_claims_count_before_the_score_is_checked():
    """MR-37: the claim brings the Allies to 150 in the turn in which the Axis has 140."""
    game = at_the_end({"hms_ajax": "d5"}, {"koln": "k7"}, score=[100, 140]).begin()
    assert outcome(game) == ALLIES


@pytest.mark.rule("WIN.4")
@pytest.mark.parametrize(
    ("score", "result"), [([160, 155], ALLIES), ([151, 150], ALLIES), ([150, 151], AXIS), ([150, 150], DRAW)]
)
def test_if_both_have_150_points_the_higher_score_wins(score, result):
    """MR-34: equal scores are a draw."""
    game = at_the_end({"hms_ajax": "a1"}, {"koln": "k7"}, score=score).begin()
    assert outcome(game) == result


@pytest.mark.rule("WIN.4")
def test_both_may_reach_150_points_in_one_turn():
    game = at_the_end({"hms_ajax": "d5"}, {"koln": "h5"}, score=[110, 120]).begin()
    assert outcome(game) == AXIS and game["score"] == [160, 170]


# --- no units left (WIN.5, SC.4) ---------------------------------------------------------------------------


@pytest.mark.rule("WIN.5", "SC.4")
def test_a_side_without_units_at_the_end_of_an_attack_phase_has_lost():
    """Whatever the score, and before the torpedoes of the other."""
    units = {"hms_ajax": {"damage": 2}}
    game = battle("surface_attack", {"hms_ajax": "d4"}, {"z_20_karl_galster": "d4"}, first="axis", units=units)
    game.templates[0]["score"] = [140, 0]
    game.begin().lay(4, 4, 4, 4, 1)
    game.choose("z_20_karl_galster", "main", "hms_ajax")
    assert not game.over, "the Ajax fires yet"
    game.end()
    assert outcome(game) == AXIS and game.phase == "surface_attack"


@pytest.mark.rule("WIN.5")
def test_aircraft_at_their_base_are_units():
    """MR-34."""
    units = {"hms_ajax": {"damage": 2}}
    allies = {"hms_ajax": "d4", "f4f_wildcat": "airbase"}
    game = battle("surface_attack", allies, {"z_20_karl_galster": "d4"}, first="axis", units=units).begin()
    game.lay(4, 4, 4, 4, 1)
    game.choose("z_20_karl_galster", "main", "hms_ajax").end()
    assert not game.over


@pytest.mark.rule("WIN.5")
@pytest.mark.parametrize(("score", "result"), [([0, 0], AXIS), ([1, 0], DRAW), ([2, 0], ALLIES)])
def test_if_neither_has_units_the_score_decides(score, result):
    """MR-34: they sink each other, 12 points for the Allies and 13 for the Axis."""
    units = {"hms_ajax": {"damage": 2}, "duca_d_aosta": {"damage": 2}}
    game = battle("surface_attack", {"hms_ajax": "d4"}, {"duca_d_aosta": "d4"}, first="axis", units=units)
    game.templates[0]["score"] = score
    game.begin().lay(*[4, 4, 4, 4, 1, 1, 1] * 2)
    game.choose("duca_d_aosta", "main", "hms_ajax", "hms_ajax", "main", "duca_d_aosta")
    assert outcome(game) == result and game["score"] == [score[0] + 12, 13]


@pytest.mark.rule("WIN.5")
def test_units_are_counted_at_the_end_of_the_turn_too():
    """MR-34: cargo that leaves is no loss, but a side whose last ship it was has none left."""
    for others, result in (({}, AXIS), ({"hms_ajax": "a1"}, None)):
        game = end_of_turn({"ss_jeremiah_o_brien": "g2", **others}, terrain={"island": ["h2"]})
        game.choose("ss_jeremiah_o_brien")
        assert game.where("ss_jeremiah_o_brien") is None and game["score"] == [6, 0]
        assert outcome(game) == result


# --- stalemate and the last turn (EOT.3, MR-35) ------------------------------------------------------------


@pytest.mark.rule("EOT.3")
@pytest.mark.parametrize(
    ("allies", "axis", "result"),
    [("hms_ajax", "koln", ALLIES), ("uss_fletcher", "koln", AXIS), ("uss_barb", "duca_d_aosta", DRAW)],
)
def test_after_the_last_turn_more_points_of_units_win(allies, axis, result):
    """13 against 11, 7 against 11, 12 against 12."""
    assert outcome(end_of_turn({allies: "a1"}, {axis: "k7"}, turn=30)) == result
    assert outcome(end_of_turn({allies: "a1"}, {axis: "k7"}, turn=29)) is None


@pytest.mark.rule("EOT.3")
def test_remaining_units_count_with_their_printed_cost_whatever_their_damage():
    """MR-35; those at their base count too."""
    units = {"hms_ajax": {"damage": 2, "crippled": 1}}
    assert outcome(end_of_turn({"hms_ajax": "a1"}, turn=30, units=units)) == ALLIES
    game = end_of_turn({"uss_fletcher": "a1", "f4f_wildcat": "airbase"}, turn=30)
    assert outcome(game) == ALLIES, "7 and 7 against 11"


@pytest.mark.rule("EOT.3")
def test_what_is_lost_counts_no_more():
    units = {"hms_hood": {"gone": 1, "place": -1}}
    assert outcome(end_of_turn({"hms_hood": "a1", "uss_fletcher": "a2"}, turn=30, units=units)) == AXIS


def test_equal_points_of_units_leave_it_to_the_score():
    """MR-35."""
    for score, result in (([10, 0], ALLIES), ([0, 10], AXIS)):
        game = at_the_end({"uss_barb": "a1"}, {"duca_d_aosta": "k7"}, turn=30, score=score)
        assert outcome(game.begin()) == result


def test_150_points_come_before_the_points_of_units():
    """MR-34, MR-35."""
    game = at_the_end({"uss_fletcher": "a1"}, {"yamato": "k7"}, turn=30, score=[150, 0])
    assert outcome(game.begin()) == ALLIES


def quiet(count, **position):
    """A battle at the end of a turn after so many in which nothing was lost or won."""
    game = at_the_end({"hms_ajax": position.pop("ajax", "a1")}, **position)
    game.templates[0]["quiet_turns"] = count
    return game


@pytest.mark.rule("EOT.3")
def test_eight_quiet_turns_running_are_a_stalemate():
    """MR-35."""
    assert outcome(quiet(7).begin()) == ALLIES
    game = quiet(6).begin()
    assert not game.over
    assert game.end(2).over, "and one more"


def test_a_claim_ends_the_quiet():
    """MR-35: eight more are needed."""
    game = quiet(7, ajax="d5").begin()
    assert not game.over and game["quiet_turns"] == 0
    game.end(2 * 7)
    assert not game.over
    assert game.end(2).over


@pytest.mark.parametrize(("dice", "quiet_turns"), [([4, 4, 4, 1, 1], 0), ([1, 1, 1, 1, 1], 8)])
def test_lost_hull_points_end_the_quiet_and_missed_shots_do_not(dice, quiet_turns):
    """MR-35: dice do not count."""
    axis = {"z_20_karl_galster": "d4"}
    game = battle("surface_attack", {"hms_exeter": "d4"}, axis, first="axis", quiet_limit=20)
    game.templates[0]["quiet_turns"] = 7
    game.begin().lay(*dice)
    game.choose("z_20_karl_galster", "main", "hms_exeter").pass_to("move_who")
    assert (game["turn"], game["quiet_turns"]) == (6, quiet_turns)


@pytest.mark.parametrize(("dice", "quiet_turns"), [([6, 6, 6, 6, 1, 1, 1], 0), ([6, 6, 6, 1, 1, 1, 1], 8)])
def test_a_lost_aircraft_ends_the_quiet_and_an_abort_does_not(dice, quiet_turns):
    """MR-35."""
    allies, axis = {"f4f_wildcat": "d4", "hms_ajax": "a1"}, {"a6m2_zeke": "d4", "koln": "k7"}
    game = battle("air_defense", allies, axis, quiet_limit=20)
    game.templates[0]["quiet_turns"] = 7
    game.begin().lay(*dice)
    game.choose("f4f_wildcat", "a6m2_zeke").pass_to("move_who")
    assert (game["turn"], game["quiet_turns"]) == (6, quiet_turns)


def test_cargo_that_lands_ends_the_quiet():
    """MR-35, MR-50."""
    terrain = {"island": ["h2"]}
    game = battle("end_of_turn", {"ss_jeremiah_o_brien": "g2", "hms_ajax": "a1"}, {"koln": "k7"}, terrain=terrain)
    game.templates[0]["quiet_turns"] = 7
    game.begin()
    assert game.asked == "cargo"
    game.choose("ss_jeremiah_o_brien")
    assert not game.over and game["quiet_turns"] == 0 and game["score"] == [6, 0]


@pytest.mark.parametrize(("option", "turns"), [("turns=3", 3), ("quiet=4", 4)])
def test_both_numbers_are_settings(option, turns):
    """MR-35."""
    game = scenario("river_plate", option).begin()
    game.pass_to("game over")
    assert game["turn"] == turns and outcome(game) == ALLIES


# --- the order at the end of the turn (MR-37) --------------------------------------------------------------


def test_repairs_come_before_claims():
    """MR-37."""
    units = {"uss_salt_lake_city": {"damage": 1}}
    game = end_of_turn({"uss_salt_lake_city": "d5"}, dice=[5], units=units)
    order = [event[0] for event in game.told]
    assert order.index("mended") < order.index("claimed") < order.index("score") < order.index("turn")
    assert game.of("uss_salt_lake_city", "damage") == 0


def test_claims_come_before_cargo_and_the_first_player_lands_first():
    """MR-37, MR-50: one ship a side and turn."""
    terrain = {"island": ["h2", "d2"], "objectives": ["f5"]}
    cargo = {"ss_jeremiah_o_brien": "g2", "ss_jeremiah_o_brien#2": "g2", "hms_ajax": "f5"}
    game = battle("end_of_turn", cargo, {"kinai_maru": "e2"}, first="axis", terrain=terrain).begin()
    assert game["score"] == [50, 0]
    assert (game.who, game.legal) == ("axis", ["decline", "kinai_maru"])
    game.choose("decline")
    assert (game.who, game.legal) == ("allies", ["decline", "ss_jeremiah_o_brien", "ss_jeremiah_o_brien#2"])
    game.choose("ss_jeremiah_o_brien#2")
    assert game["turn"] == 6 and game["score"] == [56, 0]


def test_smoke_of_last_turn_goes_and_that_of_this_turn_stays():
    """MR-37."""
    game = battle("end_of_turn", {"hms_ajax": "a1"}, {"koln": "k7"}, smoke=["d4", "e4"])
    game.templates[0]["smoke"][45] = 6
    game.templates[0]["smokes"] = 3
    game.begin()
    assert sum(until > 0 for until in game["smoke"]) == game["smokes"] == 1
    game.end(2)
    assert sum(game["smoke"]) == game["smokes"] == 0


# --- the standard scenario and larger ones (SC.4, ME.4) ----------------------------------------------------


@pytest.mark.rule("SC.4")
@pytest.mark.parametrize(("margin", "over"), [(-1, False), (0, True)])
def test_the_standard_scenario_is_won_by_150_points(margin, over):
    _won_by("random", [], 150, 50, margin, over)


@pytest.mark.rule("ME.4")
@pytest.mark.parametrize(("points", "limit", "objective"), [(200, 250, 75), (300, 400, 100), (500, 600, 200)])
@pytest.mark.parametrize(("margin", "over"), [(-1, False), (0, True)])
def test_a_major_engagement_is_won_by_more_points_and_its_objectives_are_worth_more(
    points, limit, objective, margin, over
):
    _won_by("random", [f"points={points}"], limit, objective, margin, over)


def _won_by(name, options, limit, objective, margin, over):
    """An objective claimed at the end of a turn brings a side so near to the limit, or to it."""
    book = scenario(name, *options).books[0]
    assert (int(book["win_at"]), int(book["objective_points"])) == (limit, objective)
    score = [limit - objective + margin, 0]
    game = at_the_end({"hms_ajax": "d5"}, score=score, win_at=limit, objective_points=objective).begin()
    assert game["score"] == [limit + margin, 0] and game.over == over
