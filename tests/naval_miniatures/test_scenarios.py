"""The scenarios: the convoy (CV, MR-08, MR-13, MR-38), major engagements (ME.3), scenarios of one's own (OWN.1)."""

import pytest

from aw_env.core.config.errors import ConfigError
from tests.naval_miniatures.positions import CONVOY_SHIP, NAMES, battle, name_of, scenario, written

ALLIES, AXIS, DRAW = 1, -1, 0
CONVOY = [CONVOY_SHIP, *[f"{CONVOY_SHIP}#{number}" for number in (2, 3, 4, 5)]]


def convoy(phase, places, axis=(("koln", "f1"),), allies=(), of="allies", **position):
    """A battle of the convoy scenario: convoy ships in these sectors, and others."""
    book = scenario("convoy").books[0]
    fields = ("escort", "convoy_ships", "convoy_limit", "last_turn", "quiet_limit", "win_at", "objective_points")
    values = {field: book[field] for field in fields}
    escorted = [*allies, *zip(CONVOY, places, strict=False)]
    if of == "axis":
        return battle(phase, axis, escorted, **{**values, "escort": 1, **position})
    return battle(phase, escorted, axis, **{**values, **position})


def outcome(game):
    """The result for the Allies, or None while the battle goes on."""
    return game["result"] if game.over else None


def fleet(game, side):
    """The units of a side, by card."""
    first = 40 if side == "axis" else 0
    return [(*NAMES, CONVOY_SHIP)[card] for card in game["card"][first : first + 40] if card >= 0]


# --- fleets and set-up (CV.1-CV.3, MR-08) ------------------------------------------------------------------


@pytest.mark.rule("CV.1")
def test_the_escort_has_five_convoy_ships_for_nothing():
    """MR-08: beside fifteen units for its points; they stand behind the fleet."""
    game = scenario("convoy").begin().choose(*["hms_ajax"] * 7, "pt_boat", "ss_jeremiah_o_brien")
    assert game.legal == ["end"], "all 100 points are there to be spent"
    game.end().choose("koln", "end")
    assert fleet(game, "allies")[-6:] == ["ss_jeremiah_o_brien", *[CONVOY_SHIP] * 5]
    assert game["fleet"] == [9 + 5, 1] and fleet(game, "axis") == ["koln"]


@pytest.mark.rule("CV.1")
def test_convoy_ships_do_not_count_for_the_limit_of_units():
    """MR-08."""
    game = scenario("convoy").begin().choose(*["ss_jeremiah_o_brien"] * 15)
    game.end().choose("koln", "end")
    assert game["fleet"] == [20, 1]


@pytest.mark.rule("CV.1")
def test_a_file_says_who_escorts(tmp_path):
    """MR-38."""
    fleets = {"allies": ["hms_ajax"], "axis": ["koln"]}
    game = written(tmp_path, fleets=fleets, convoy={"escort": "axis"}).begin()
    assert fleet(game, "axis") == ["koln", *[CONVOY_SHIP] * 5] and fleet(game, "allies") == ["hms_ajax"]
    assert game.who == "axis", "and deploys first"


@pytest.mark.rule("CV.2")
@pytest.mark.parametrize("die", range(1, 7))
def test_a_die_places_one_island_and_there_are_no_objectives(die):
    game = scenario("atlantic_convoy").begin(dice=[die])
    book = game.books[0]
    terrain = book["terrain"][game["zone"]]
    assert [name_of(s).lower() for s in range(72) if terrain[s]] == [f"f{die}"] and terrain.max() == 1
    assert not [s for s in book["objective"][game["zone"]] if s >= 0]


@pytest.mark.rule("CV.3")
def test_the_escort_sets_up_first_and_no_coin_is_flipped():
    game = scenario("atlantic_convoy").begin(dice=[3, 6])
    assert (game.who, game.asked) == ("allies", "deploy_ship") and not game.dice_of("deploys_first")


@pytest.mark.rule("CV.3")
@pytest.mark.parametrize(("escort", "other"), [("allies", "axis"), ("axis", "allies")])
def test_the_escort_has_set_up_all_before_the_interceptor_begins(tmp_path, escort, other):
    """Whichever side it is; the convoy ships too."""
    fleets = {"allies": ["hms_ajax", "hms_truculent", "pby_catalina"], "axis": ["koln", "u_510", "fw_200_kondor"]}
    game = written(tmp_path, fleets=fleets, convoy={"escort": escort}).begin()
    asked = []
    while game.asked.startswith("deploy"):
        asked.append((game.who, game.asked))
        game.choose(game.legal[0])
    kinds = ["deploy_submarine", "deploy_aircraft"]
    assert asked == [(escort, kind) for kind in [*["deploy_ship"] * 6, *kinds]] + [
        (other, kind) for kind in ["deploy_ship", *kinds]
    ]


def test_convoy_ships_start_like_ships_and_fill_the_second_row_if_they_must(tmp_path):
    """MR-06, MR-08: fourteen ships fill row A, five convoy ships among them."""
    fleets = {"allies": ["uss_samuel_b_roberts"] * 10, "axis": ["koln"]}
    game = written(tmp_path, fleets=fleets, convoy={}).begin()
    for k in range(14):
        game.choose(f"a{k // 2 + 1}")
    assert (game.subject, game.legal) == (CONVOY[-1], [f"b{place}" for place in range(1, 7)])


def test_convoy_ships_count_for_stacking():
    """MR-08."""
    game = convoy("sea_movement", ["e4", "e4"], allies=[("hms_ajax", "d4")]).begin().choose("hms_ajax")
    assert "e4" not in game.legal


# --- off the map (CV.4, MR-13) -----------------------------------------------------------------------------


@pytest.mark.rule("CV.4")
def test_a_convoy_ship_that_ended_the_turn_in_the_far_row_may_leave():
    game = convoy("sea_movement", ["k4", "k4"]).begin()
    game.choose(CONVOY[0])
    assert game.legal == ["leave", "j3", "j4", "k3", "k5"]
    game.choose("leave")
    assert game["off"] == 1 and game.where(CONVOY[0]) is None and not game.over
    assert game.end().who == "axis" and game.where(CONVOY[1]) == "k4", "the other stays, if it likes"


@pytest.mark.rule("CV.4")
def test_who_reaches_the_far_row_leaves_on_the_following_turn_at_the_earliest():
    game = convoy("sea_movement", ["j4"]).begin().choose(CONVOY[0])
    assert "leave" not in game.legal
    game.choose("k4")
    assert game.who == "axis", "it has moved"
    while game["turn"] == 5:
        game.end()
    while game.who == "axis":
        game.end()
    assert "leave" in game.choose(CONVOY[0]).legal


@pytest.mark.rule("CV.4", "SET.11")
def test_nobody_else_leaves_and_no_convoy_ship_over_its_own_edge():
    """MR-12."""
    game = convoy(
        "sea_movement", ["a4"], axis=[("koln", "a1")], allies=[("hms_ajax", "k4"), ("uss_barb", "k1")]
    ).begin()
    for unit in ("hms_ajax", "uss_barb", CONVOY[0]):
        game.choose(unit)
        assert "leave" not in game.legal
        game.choose(game.legal[0])
    assert game.who == "axis" and "leave" not in game.choose("koln").legal


@pytest.mark.rule("CV.4")
def test_a_convoy_of_the_axis_leaves_at_row_a():
    game = convoy("sea_movement", ["a4", "k4"], axis=[("hms_ajax", "f1")], of="axis", first="axis").begin()
    assert "leave" in game.choose(CONVOY[0]).legal
    game.choose("leave")
    assert "leave" not in game.choose(CONVOY[1]).legal


def test_in_other_scenarios_nobody_leaves():
    """MR-12."""
    game = battle("sea_movement", {"ss_jeremiah_o_brien": "k4"}, {"koln": "a1"}).begin()
    assert game.choose("ss_jeremiah_o_brien").legal == ["j3", "j4", "k3", "k5"]


# --- how it ends (CV.5, CV.6, MR-38) -----------------------------------------------------------------------


@pytest.mark.rule("CV.6")
def test_three_off_the_map_win_for_the_escort():
    """MR-38: at the end of the movement step, here that of the first player."""
    game = convoy("sea_movement", ["k4", "k4", "k5"]).begin()
    for ship in CONVOY[:2]:
        game.choose(ship, "leave")
    assert not game.over
    game.choose(CONVOY[2], "leave")
    assert outcome(game) == ALLIES and game.phase == "sea_movement"


@pytest.mark.rule("CV.6")
@pytest.mark.parametrize(("already", "result"), [(1, None), (2, AXIS)])
def test_three_sunk_win_for_the_interceptor(already, result):
    """At the end of the phase."""
    game = convoy(
        "surface_attack", ["d4", "a1", "a2"], axis=[("koln", "d4")], allies=[("hms_ajax", "d4")], first="axis"
    )
    game.templates[0]["sunk"] = already
    game.begin().lay(6, 6, 1, 1, 1, 1, 1, 1)
    game.choose("koln", "main", CONVOY[0])
    assert not game.over, "the Ajax fires yet"
    game.end()
    assert outcome(game) == result and game["sunk"] == already + 1


@pytest.mark.rule("CV.6")
def test_losses_of_other_units_do_not_matter():
    """No points, whoever is lost (MR-38)."""
    allies, units = [("hms_ajax", "d4")], {"hms_ajax": {"damage": 2}}
    game = convoy("surface_attack", ["a1", "a2", "a3"], axis=[("koln", "d4")], allies=allies, first="axis", units=units)
    game.begin().lay(4, 4, 4, 4, 1, 1, 1, 1)
    game.choose("koln", "main", "hms_ajax").end()
    assert game.where("hms_ajax") is None
    assert game["score"] == [0, 0] and game["sunk"] == 0 and not game.over


@pytest.mark.rule("CV.7")
def test_a_sunk_convoy_ship_scores_no_points():
    game = convoy("surface_attack", ["d4", "a1", "a2"], axis=[("koln", "d4")], first="axis").begin()
    game.lay(6, 6, 1, 1, 1, 1, 1, 1)
    game.choose("koln", "main", CONVOY[0])
    game.pass_to("move_who")
    assert game["score"] == [0, 0] and game["sunk"] == 1


def test_an_interceptor_without_units_has_lost():
    """MR-38."""
    allies, units = [("hms_ajax", "d4")], {"koln": {"damage": 2}}
    game = convoy("surface_attack", ["a1"], axis=[("koln", "d4")], allies=allies, units=units)
    game.begin().lay(4, 4, 4, 1, 1, 1, 1)
    game.choose("hms_ajax", "main", "koln").pass_to("move_who")
    assert outcome(game) == ALLIES


def test_an_escort_without_warships_plays_on():
    """MR-38: its convoy is left."""
    allies, units = [("hms_ajax", "d4")], {"hms_ajax": {"damage": 2}}
    game = convoy("surface_attack", ["a1", "a2", "a3"], axis=[("koln", "d4")], allies=allies, first="axis", units=units)
    game.begin().lay(4, 4, 4, 4, 1, 1, 1, 1)
    game.choose("koln", "main", "hms_ajax").end()
    assert not game.over


@pytest.mark.rule("CV.5")
@pytest.mark.parametrize(
    ("places", "already", "result"),
    [
        (["k1", "k2", "k3", "j4", "a5"], (0, 0), ALLIES),
        (["k1", "k2", "j3", "j4", "a5"], (0, 0), AXIS),
        (["k1", "j1", "j2"], (2, 0), ALLIES),
        (["k1", "k2", "j1"], (0, 2), AXIS),
    ],
)
def test_at_the_end_of_turn_15_those_that_are_not_in_the_last_row_are_destroyed(places, already, result):
    """MR-13: those in it count as off the map."""
    game = convoy("end_of_turn", places, turn=15)
    game.templates[0]["off"], game.templates[0]["sunk"] = already
    assert outcome(game.begin()) == result
    off = already[0] + sum(place[0] == "k" for place in places)
    assert (game["off"], game["sunk"]) == (off, already[1] + len(places) - off + already[0])


@pytest.mark.rule("CV.5")
def test_turn_14_destroys_nobody():
    game = convoy("end_of_turn", ["a1", "a2", "a3", "a4", "a5"], turn=14).begin()
    assert not game.over and game["turn"] == 15 and game["sunk"] == 0


def test_neither_points_nor_quiet_turns_end_a_convoy_battle():
    """MR-35, MR-38."""
    game = convoy("end_of_turn", ["a1", "a2", "a3", "a4", "a5"], turn=12)
    game.templates[0]["quiet_turns"] = 11
    game.templates[0]["score"] = [0, 200]
    assert not game.begin().over


@pytest.mark.parametrize(("places", "result"), [(["k1", "k2", "j3", "j4"], DRAW), (["k1", "j3", "j4", "a1"], AXIS)])
def test_a_convoy_of_another_size_is_decided_at_the_end_of_turn_15_too(places, result):
    """With four ships neither side may have three; then more of them win.  The book has no such convoy."""
    game = convoy("end_of_turn", places, turn=15, convoy_ships=4).begin()
    assert outcome(game) == result


@pytest.mark.rule("CV.5", "CV.6")
@pytest.mark.parametrize(("far", "near", "result"), [(2, 3, AXIS), (3, 2, ALLIES), (2, 2, DRAW), (2, 1, ALLIES)])
def test_where_the_last_turn_brings_both_sides_enough_of_a_large_convoy_more_of_them_win(far, near, result):
    """Two decide; at the same moment they are off, and others destroyed.  The book has no such convoy."""
    places = [*("k1", "k2", "k3")[:far], *("a1", "a2", "a3")[:near]]
    game = convoy("end_of_turn", places, turn=15, convoy_ships=far + near, convoy_limit=2).begin()
    assert outcome(game) == result


@pytest.mark.parametrize(("off", "already_sunk", "result"), [(2, 0, ALLIES), (1, 0, DRAW), (1, 1, AXIS)])
def test_a_convoy_of_another_size_is_decided_when_the_escort_has_no_unit_left(off, already_sunk, result):
    """The last of its ships is sunk, and neither side has three: more of them win.  The book has no such convoy."""
    units = {CONVOY_SHIP: {"damage": 2}}
    game = convoy("surface_attack", ["e1"], first="axis", units=units, convoy_ships=off + already_sunk + 1)
    game.templates[0]["off"], game.templates[0]["sunk"] = off, already_sunk
    game.begin().lay(*[6] * 8)
    game.choose("koln", "main", CONVOY_SHIP)
    assert outcome(game) == result


@pytest.mark.rule("CV.4", "CV.6")
def test_the_last_ship_of_another_convoy_that_leaves_decides_it():
    """Two are off and one is sunk, and nobody else escorts them."""
    game = convoy("sea_movement", ["k1"], convoy_ships=3)
    game.templates[0]["off"], game.templates[0]["sunk"] = 1, 1
    game.begin().choose(CONVOY_SHIP, "leave")
    assert outcome(game) == ALLIES


# --- convoy ships (CV.7) -----------------------------------------------------------------------------------


@pytest.mark.rule("CV.7")
def test_a_convoy_ship_moves_one_sector():
    game = convoy("sea_movement", ["d4"]).begin().choose(CONVOY_SHIP)
    assert game.legal == ["c4", "c5", "d3", "d5", "e4", "e5"]


@pytest.mark.rule("CV.7")
@pytest.mark.parametrize(
    ("dice", "damage", "sunk"),
    [([3, 3, 3, 3, 3, 3, 3, 3], 0, 0), ([4, 1, 1, 1, 1, 1, 1, 1], 1, 0), ([4, 4, 4, 1, 1, 1, 1, 1], 1, 0)]
    + [([4, 4, 4, 4, 1, 1, 1, 1], 0, 1)],
)
def test_a_convoy_ship_has_armor_1_and_vital_armor_4(dice, damage, sunk):
    game = convoy("surface_attack", ["d4", "a1"], axis=[("koln", "d4")], first="axis").begin()
    game.lay(*dice)
    game.choose("koln", "main", CONVOY_SHIP).pass_to("move_who")
    assert (game.of(CONVOY_SHIP, "damage"), game["sunk"]) == (damage, sunk)


@pytest.mark.rule("CV.7")
@pytest.mark.parametrize(("damage", "crippled", "sunk"), [(0, 0, 0), (1, 1, 0), (2, None, 1)])
def test_a_convoy_ship_has_three_hull_points(damage, crippled, sunk):
    units = {CONVOY_SHIP: {"damage": damage, "crippled": int(damage == 2)}}
    game = convoy("surface_attack", ["d4", "a1"], axis=[("koln", "d4")], first="axis", units=units).begin()
    game.lay(4, 1, 1, 1, 1, 1, 1, 1)
    game.choose("koln", "main", CONVOY_SHIP).pass_to("move_who")
    assert game["sunk"] == sunk and (sunk or game.of(CONVOY_SHIP, "crippled") == crippled)


@pytest.mark.rule("CV.7")
def test_a_convoy_ship_rolls_three_antiair_dice_at_range_0():
    game = convoy("air_defense", ["d4", "d5"], axis=[("koln", "f1"), ("a6m2_zeke", "d4")]).begin()
    assert game.legal == ["end", CONVOY_SHIP]
    game.choose(CONVOY_SHIP, "a6m2_zeke")
    assert len(game.dice_of("attack")) == 3


# --- major engagements (ME.3) ------------------------------------------------------------------------------


@pytest.mark.rule("ME.3")
@pytest.mark.parametrize(("points", "ships"), [(100, 2), (200, 2), (300, 2), (500, 3)])
def test_ships_of_a_side_in_a_sector(tmp_path, points, ships):
    fleets = {"allies": ["hms_ajax"] * 4, "axis": ["koln"]}
    game = written(tmp_path, zone=1, first="allies", points=points, fleets=fleets).begin()
    for _ in range(ships):
        assert "a4" in game.legal
        game.choose("a4")
    assert "a4" not in game.legal


@pytest.mark.rule("ME.1")
@pytest.mark.parametrize("points", [200, 300, 500])
def test_major_engagements_are_scenarios(points):
    book = scenario(f"major_{points}").books[0]
    assert book["budget"] == points and book["zone"] < 0, "a die picks the battle zone"


# --- one's own (OWN.1) -------------------------------------------------------------------------------------


@pytest.mark.rule("OWN.1")
def test_the_river_plate_is_the_graf_spee_against_three_cruisers():
    game = scenario("river_plate").begin()
    assert fleet(game, "allies") == ["hms_ajax", "hms_ajax", "hms_exeter"]
    assert fleet(game, "axis") == ["admiral_graf_spee"]


@pytest.mark.rule("OWN.1")
def test_the_river_plate_is_fought_until_one_side_is_gone_and_nothing_is_claimed():
    game = scenario("river_plate").begin(dice=[1])
    game.choose("a1", "a2", "a3", "k4")
    assert game["zone"] == 1
    game.pass_to("game over")
    assert game["turn"] == 8 and game["score"] == [0, 0] and game["claimed"] == 0
    assert outcome(game) == ALLIES, "after eight quiet turns, by 38 points of units against 21"


@pytest.mark.rule("OWN.1")
def test_a_scenario_of_one_s_own_has_its_fleets_map_and_ends(tmp_path):
    fleets, terrain = {"allies": ["hms_ajax"], "axis": ["bolzano"]}, {"islands": ["f4"], "objectives": ["c4"]}
    game = written(tmp_path, fleets=fleets, terrain=terrain, win_at=20, objective_points=20).begin(dice=[1, 1, 1, 6, 6])
    game.choose("a4", "k4", "hms_ajax", "c4").pass_to("game over")
    assert game["turn"] == 1 and game["score"] == [20, 0] and outcome(game) == ALLIES


@pytest.mark.rule("OWN.1")
def test_a_fleet_that_could_not_be_bought_is_refused(tmp_path):
    with pytest.raises(ConfigError, match="116"):
        written(tmp_path, fleets={"allies": ["hms_rodney"] * 2, "axis": ["koln"]})
    with pytest.raises(ConfigError, match="koln"):
        written(tmp_path, fleets={"allies": ["koln"], "axis": ["koln"]})
