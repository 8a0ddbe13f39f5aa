"""Setting up: battle zone, who deploys first, where units start (SET, SC.2, SC.3)."""

import pytest

from tests.naval_miniatures.positions import NAMES, name_of, scenario, written

ROW_A = [f"a{place}" for place in range(1, 8)]
ROW_B = [f"b{place}" for place in range(1, 7)]
ROW_K = [f"k{place}" for place in range(1, 8)]
FIRST_FIVE_ROWS = [f"{row}{place}" for row in "abcde" for place in range(1, 8 if row in "ace" else 7)]
LAST_FIVE_ROWS = [f"{row}{place}" for row in "ghijk" for place in range(1, 8 if row in "gik" else 7)]


def deployment(folder, allies, axis=("koln",), *options, dice=(), **keys):
    """A battle with these fleets at the first question; on open water, the Allies first, unless keys say otherwise."""
    place = {} if "terrain" in keys else {"zone": 1}
    keys = {**place, "first": "allies", "objectives": False, **keys}
    fleets = {"allies": list(allies), "axis": list(axis)}
    return written(folder, *options, fleets=fleets, **keys).begin(dice)


def fleet(game, side):
    """The cards of a fleet that has been shown."""
    first = 40 if side == "axis" else 0
    return [NAMES[card] for card in game["card"][first : first + game["fleet"][side == "axis"]]]


# --- fleets, battle zone and the coin ----------------------------------------------------------------------


@pytest.mark.rule("SET.1", "SC.1")
def test_each_side_builds_a_fleet_of_at_most_100_points_before_anything_is_placed():
    game = scenario("standard").begin()
    assert (game.asked, game.who) == ("draft", "allies")
    game.choose("uss_iowa", "uss_enterprise")
    assert "uss_fletcher" in game.legal and "hms_ajax" not in game.legal, "seven points are left"
    game.choose("uss_fletcher")
    assert game.legal == ["end"]
    game.end()
    assert (game.asked, game.who) == ("draft", "axis")
    game.choose("yamato", "koln", "koln", "nordmark")
    assert game.legal == ["end"], "97 points are spent, and no card costs three"
    game.end()
    assert game.asked == "deploy_ship"


ZONES = {
    1: ("", "", "", "d5 f2 h5"),
    2: ("d2 d5 h2 h5", "", "", "f1 f3 f6"),
    3: ("f1 f5 f6", "", "", "d4 f3 h4"),
    4: ("d1 e5 g5 h1", "e3 g3", "", "f1 f3 f6"),
    5: ("d3 h3", "", "e5 f2 g5", "f1 f4 f6"),
    6: ("f3", "e4 g4", "", "e6 f2 g6"),
}
"""Islands, shoals, squalls and objectives of each battle zone of the house (MR-05)."""


def features(game):
    """What the battle zone in play holds: names of sectors."""
    book, zone = game.books[0], game["zone"]
    kinds = [[name_of(s).lower() for s in range(72) if book["terrain"][zone][s] == kind] for kind in (1, 2, 3)]
    objectives = [name_of(int(s)).lower() for s in book["objective"][zone] if s >= 0]
    return tuple(" ".join(names) for names in [*kinds, objectives])


@pytest.mark.rule("SET.2")
@pytest.mark.parametrize("die", range(1, 7))
def test_a_die_picks_the_battle_zone(die):
    game = scenario("house").begin(dice=[die, 1])
    assert features(game) == ZONES[die]
    assert [event for event in game.told if event[0] == "zone"][0][-1] == (die,)


def test_a_file_or_an_option_may_fix_the_battle_zone():
    """MR-05: then no die is rolled for it, and the first one is the coin."""
    game = scenario("house", "layout=4").begin(dice=[5])
    assert features(game) == ZONES[4]
    assert game.dice_of("deploys_first") == (5,)


@pytest.mark.rule("SET.3")
@pytest.mark.parametrize(
    ("die", "winner"), [(1, "allies"), (2, "allies"), (3, "allies"), *[(n, "axis") for n in (4, 5, 6)]]
)
def test_the_coin_says_who_deploys_first(die, winner):
    """MR-04: 1 to 3 the Allies, 4 to 6 the Axis."""
    game = scenario("river_plate").begin(dice=[die])
    assert (game.asked, game.who) == ("deploy_ship", winner)


def test_an_option_may_say_who_deploys_first():
    game = scenario("river_plate", "first=axis").begin(dice=[1])
    assert game.who == "axis" and not game.dice_of("deploys_first")


# --- ends of the map ---------------------------------------------------------------------------------------


@pytest.mark.rule("SET.4", "SET.5")
def test_the_first_deployer_places_its_ships_in_the_row_on_its_edge(tmp_path):
    game = deployment(tmp_path, ["hms_ajax", "hms_exeter"])
    assert (game.who, game.subject, game.legal) == ("allies", "hms_ajax", ROW_A)
    game.choose("a4")
    assert (game.who, game.subject, game.legal) == ("allies", "hms_exeter", ROW_A)
    assert game.where("hms_ajax") == "a4"


@pytest.mark.rule("SET.9")
def test_the_second_deployer_then_places_its_whole_fleet_on_the_other_side(tmp_path):
    game = deployment(tmp_path, ["hms_ajax"], ["koln", "u_510"])
    game.choose("a4")
    assert (game.who, game.asked, game.legal) == ("axis", "deploy_ship", ROW_K)
    game.choose("k1")
    assert (game.who, game.asked, game.legal) == ("axis", "deploy_submarine", LAST_FIVE_ROWS)
    game.choose("g4")
    assert game.asked == "lead" and game.who == "axis", "all have been placed"


@pytest.mark.rule("SET.9")
def test_the_axis_may_be_the_first_of_the_two(tmp_path):
    game = deployment(tmp_path, ["hms_ajax"], ["bolzano", "u_510"], first="axis")
    asked = []
    while game.asked.startswith("deploy"):
        asked.append((game.who, game.subject))
        game.choose(game.legal[0])
    assert asked == [("axis", "bolzano"), ("axis", "u_510"), ("allies", "hms_ajax")]


@pytest.mark.rule("SET.4")
def test_a_file_may_give_the_allies_the_other_end(tmp_path):
    """MR-02."""
    game = deployment(tmp_path, ["hms_ajax", "uss_barb"], ends="swapped")
    assert game.legal == ROW_K
    assert game.choose("k4").legal == LAST_FIVE_ROWS
    game.choose("g1")
    assert (game.who, game.legal) == ("axis", ROW_A)


def test_ships_come_before_submarines_and_submarines_before_aircraft(tmp_path):
    """In roster order, that is by the numbers of their cards; equal cards follow one another."""
    fleet = ["uss_fletcher", "pby_catalina", "uss_barb", "hms_ajax", "hms_truculent", "hms_ajax"]
    game = deployment(tmp_path, fleet)
    asked = []
    while game.who == "allies":
        asked.append((game.asked, game.subject))
        game.choose(game.legal[-1])
    ships = [("deploy_ship", name) for name in ("hms_ajax", "hms_ajax#2", "uss_fletcher")]
    submarines = [("deploy_submarine", name) for name in ("hms_truculent", "uss_barb")]
    assert asked == [*ships, *submarines, ("deploy_aircraft", "pby_catalina")]


@pytest.mark.rule("SET.6", "SC.2")
def test_submarines_start_anywhere_in_the_first_five_rows(tmp_path):
    game = deployment(tmp_path, ["uss_barb"], ["u_510"])
    assert (game.asked, game.legal) == ("deploy_submarine", FIRST_FIVE_ROWS)
    game.choose("e4")
    assert game.legal == LAST_FIVE_ROWS


@pytest.mark.rule("SC.2")
def test_the_middle_row_is_nobody_s(tmp_path):
    game = deployment(tmp_path, ["uss_barb"], ["u_510"])
    assert not [sector for sector in game.legal if sector[0] == "f"]
    assert not [sector for sector in game.choose("a1").legal if sector[0] == "f"]


@pytest.mark.rule("SET.10")
def test_half_sectors_are_no_places(tmp_path):
    """Rows of six sectors have halves on both sides, where nobody starts and nobody moves."""
    game = deployment(tmp_path, ["uss_barb"])
    assert [sum(sector[0] == row for sector in game.legal) for row in "abcde"] == [7, 6, 7, 6, 7]
    game.choose("b1", "k4").pass_to("move_who")
    if game.who == "axis":
        game.end()
    game.choose("uss_barb")
    assert game.legal == ["a1", "a2", "b2", "c1", "c2"], "to the left of B1 there is but half a sector"


# --- terrain and room ----------------------------------------------------------------------------------------


@pytest.mark.rule("SET.7")
def test_no_ship_or_submarine_starts_on_an_island(tmp_path):
    game = deployment(tmp_path, ["hms_ajax", "uss_barb"], terrain={"islands": ["a3", "d4"]})
    assert game.legal == [sector for sector in ROW_A if sector != "a3"]
    assert game.choose("a1").legal == [sector for sector in FIRST_FIVE_ROWS if sector not in ("a3", "d4")]


@pytest.mark.rule("SC.3", "SET.7")
@pytest.mark.parametrize("kind", ["islands", "shoals"])
def test_a_boat_of_shallow_draft_starts_on_no_island_and_no_shoal_either(tmp_path, kind):
    """MR-06."""
    game = deployment(tmp_path, ["pt_boat"], terrain={kind: ["a3", "a7"]})
    assert game.legal == ["a1", "a2", "a4", "a5", "a6"]


@pytest.mark.rule("SC.3")
def test_no_submarine_starts_on_a_shoal_but_one_may_in_a_squall(tmp_path):
    terrain = {"shoals": ["c2"], "squalls": ["c3"]}
    game = deployment(tmp_path, ["uss_barb"], terrain=terrain)
    assert "c2" not in game.legal and "c3" in game.legal


def test_stacking_is_legal_from_the_start(tmp_path):
    """MR-06."""
    game = deployment(tmp_path, ["hms_ajax", "hms_ajax", "hms_exeter", "uss_barb", "hms_truculent"])
    game.choose("a4")
    assert "a4" in game.legal
    game.choose("a4")
    assert "a4" not in game.legal, "two ships fill a sector"
    game.choose("a1")
    assert "a4" in game.legal, "ships leave room for a submarine"
    assert "a4" not in game.choose("a4").legal, "a submarine leaves none for another"


def test_ships_for_which_the_row_has_no_room_start_in_the_next(tmp_path):
    """MR-06: a row holds fourteen."""
    game = deployment(tmp_path, ["uss_samuel_b_roberts"] * 15)
    for k in range(14):
        assert game.legal == ROW_A[k // 2 :]
        game.choose(ROW_A[k // 2])
    assert (game.subject, game.legal) == ("uss_samuel_b_roberts#15", ROW_B)


def test_submarines_for_which_five_rows_have_no_room_start_in_the_next(tmp_path):
    """MR-06: they hold 33."""
    game = deployment(tmp_path, ["hms_ajax"], ["ambra"] * 34, first="axis", points=500)
    for k in range(33):
        assert not [sector for sector in game.legal if sector[0] == "f"]
        game.choose(LAST_FIVE_ROWS[k])
    assert (game.subject, game.legal) == ("ambra#34", [f"f{place}" for place in range(1, 7)])


def test_a_close_escort_makes_room_for_a_third_ship_in_its_sector(tmp_path):
    """MR-11."""
    game = deployment(tmp_path, ["hms_ajax"], ["z_20_karl_galster", *["luca_tarigo"] * 4], first="axis")
    game.choose("k1", "k1")
    assert game.legal == ROW_K
    game.choose("k1", "k2")
    assert game.legal == ROW_K[1:], "three are with the escort; elsewhere there is room for two"
    assert game.choose("k2").who == "allies"


# --- aircraft ------------------------------------------------------------------------------------------------


@pytest.mark.rule("SET.8", "UNIT.8")
def test_aircraft_start_on_a_carrier_up_to_its_capacity_or_at_the_airbase(tmp_path):
    game = deployment(tmp_path, ["uss_princeton", *["f4f_wildcat"] * 3]).choose("a4")
    assert (game.asked, game.subject) == ("deploy_aircraft", "f4f_wildcat")
    assert set(game.legal) == {"uss_princeton", "land_base"}
    game.choose("uss_princeton")
    assert set(game.legal) == {"uss_princeton", "land_base"}
    game.choose("uss_princeton")
    assert game.legal == ["land_base"], "the Princeton bases two"
    game.choose("land_base")
    places = [game.where(f"f4f_wildcat{mark}") for mark in ("", "#2", "#3")]
    assert places == ["uss_princeton", "uss_princeton", "airbase"]


@pytest.mark.rule("SET.8")
def test_a_ship_that_is_no_carrier_bases_nothing(tmp_path):
    game = deployment(tmp_path, ["hms_ajax", "f4f_wildcat"]).choose("a4")
    assert game.legal == ["land_base"]


def test_no_aircraft_takes_the_place_that_another_needs(tmp_path):
    """MR-07: five patrol bombers need the whole airbase, so the fighter goes to the carrier."""
    game = deployment(tmp_path, ["uss_st_lo", "f4f_wildcat", *["pby_catalina"] * 5]).choose("a4")
    assert (game.subject, game.legal) == ("f4f_wildcat", ["uss_st_lo"])


def test_the_airbase_is_open_while_all_others_still_find_a_base(tmp_path):
    """MR-07: of four aircraft after this one three must be ashore."""
    game = deployment(tmp_path, ["uss_st_lo", "f4f_wildcat", "f4f_wildcat", *["pby_catalina"] * 4]).choose("a4")
    assert set(game.legal) == {"uss_st_lo", "land_base"}
    assert game.choose("land_base").legal == ["uss_st_lo"]


def test_land_based_aircraft_and_patrol_bombers_start_ashore(tmp_path):
    """MR-07."""
    game = deployment(tmp_path, ["hms_ajax"], ["shoho", "ju_87b_stuka", "g4m_betty"], first="axis").choose("k4")
    assert (game.subject, game.legal) == ("ju_87b_stuka", ["land_base"])
    game.choose("land_base")
    assert (game.subject, game.legal) == ("g4m_betty", ["land_base"])


# --- and then ----------------------------------------------------------------------------------------------


@pytest.mark.rule("SEQ.1")
def test_the_first_turn_begins_when_all_have_been_placed(tmp_path):
    game = deployment(tmp_path, ["hms_ajax"], ["bolzano"], dice=[1, 2, 3, 4])
    assert game["turn"] == 0
    game.choose("a4", "k4")
    assert (game["turn"], game.phase, game.asked) == (1, "sea_movement", "move_who")
    assert [event for event in game.told if event[0] == "turn"] == [("turn", 1, 0, 0, ())]


def test_both_fleets_are_those_of_the_file(tmp_path):
    game = deployment(tmp_path, ["uss_barb", "hms_ajax", "hms_ajax"], ["u_510", "bolzano"])
    assert (fleet(game, "allies"), fleet(game, "axis")) == (["hms_ajax", "hms_ajax", "uss_barb"], ["u_510", "bolzano"])
