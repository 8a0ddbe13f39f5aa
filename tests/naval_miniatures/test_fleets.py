"""Fleets: bought in secret, drawn by lot, of whose cards and how large (FLT, SIDE, ME.1, ME.2, OWN.2, HIS)."""

from collections import Counter

import pytest

from aw_env.core.config.errors import ConfigError
from aw_env.core.engine.events import hears
from aw_env.games.naval_miniatures.play import RULES
from aw_env.games.naval_miniatures.printed import load
from aw_env.games.naval_miniatures.records.terms import Nation
from tests.naval_miniatures.positions import NAMES, battle, card_numbered, scenario, written

CARDS = {card.id: card for card in load.shipped().cards}
SIDES = ("allies", "axis")
COUNTRIES = {
    "allies": {"united_states", "united_kingdom", "australia", "france"},
    "axis": {"germany", "italy", "japan"},
}
BUILT = """akagi 1, hms_ark_royal 1, bismarck 2, bolzano 1, duca_d_aosta 2, uss_enterprise 3, hms_exeter 2,
admiral_graf_spee 3, hms_hood 1, uss_iowa 4, jintsu 3, koln 3, kongo 4, myoko 4, richelieu 2, hms_rodney 2,
uss_salt_lake_city 2, scharnhorst 2, shoho 2, shokaku 2, hmas_sydney 3, uss_tennessee 2, tone 2, vittorio_veneto 3,
uss_washington 4, yamato 2"""
BUILT = {name: int(count) for name, count in (entry.split() for entry in BUILT.replace("\n", " ").split(","))}
"""Ships of small classes (HIS.6)."""


def draft(by, *options, name="standard"):
    """A battle in which a side is about to buy its first card."""
    game = scenario(name, *options).begin()
    if by == "axis":
        game.choose(game.legal[0], "end")
    assert (game.asked, game.who) == ("draft", by)
    return game


def nations(game):
    """Countries of the cards that may be bought now."""
    return {CARDS[name].nation for name in game.legal if name != "end"}


def fleets(game):
    """The cards of both sides, once shown."""
    return [[NAMES[card] for card in game["card"][first : first + 40] if card >= 0] for first in (0, 40)]


def cost(cards):
    return sum(CARDS[name].cost for name in cards)


# --- whose cards (SIDE) ----------------------------------------------------------------------------------


@pytest.mark.rule("SIDE.1")
def test_no_side_may_buy_what_the_other_may():
    game = draft("allies")
    allies = set(game.legal)
    game.choose("hms_ajax", "end")
    assert not allies & set(game.legal) and allies | set(game.legal) == set(CARDS)


@pytest.mark.rule("SIDE.2")
def test_axis_cards_are_those_of_germany_italy_and_japan():
    game = draft("axis")
    assert (nations(game), len(game.legal)) == (COUNTRIES["axis"], 31)
    assert {"bismarck", "bolzano", "yamato"} <= set(game.legal)


@pytest.mark.rule("SIDE.3")
def test_allied_cards_are_those_of_america_britain_australia_and_france():
    game = draft("allies")
    assert (nations(game), len(game.legal)) == (COUNTRIES["allies"], 33)
    assert {"uss_iowa", "hms_hood", "hmas_sydney", "richelieu"} <= set(game.legal)


@pytest.mark.rule("SIDE.4")
@pytest.mark.parametrize("agents", [[0, 1], [1, 0]])
def test_either_player_may_play_either_side(agents):
    """Who plays which side is agreed outside the battle, in which each side then asks its own player."""
    game = scenario("river_plate", seat_of_power=agents).begin(dice=[1])
    assert (game.who, game["seat"]) == ("allies", agents[0])
    game.choose("a1", "a2", "a3")
    assert (game.who, game["seat"]) == ("axis", agents[1])


@pytest.mark.rule("SIDE.5")
@pytest.mark.parametrize(("word", "cards_of"), [("exercise", "allies"), ("exercise=axis", "axis")])
def test_in_a_fleet_exercise_both_sides_buy_from_one_list(word, cards_of):
    for side in SIDES:
        assert nations(draft(side, word)) == COUNTRIES[cards_of]


@pytest.mark.rule("SIDE.5")
def test_random_fleets_of_an_exercise_are_of_one_list_too():
    for fleet in fleets(scenario("random", "exercise=axis").begin(seed=5)):
        assert {CARDS[name].nation for name in fleet} <= COUNTRIES["axis"]


# --- points and units (FLT.1, FLT.2, ME.1) ------------------------------------------------------------------


@pytest.mark.rule("FLT.1", "UNIT.5")
def test_a_card_costs_its_price_and_no_more_than_100_points_are_spent():
    game = draft("axis").choose("yamato")
    assert {name for name in game.legal if name != "end"} == {
        name for name in CARDS if CARDS[name].nation in COUNTRIES["axis"] and CARDS[name].cost <= 30
    }
    game.choose("myoko")
    assert {CARDS[name].cost for name in game.legal if name != "end"} == {4, 5, 6}, "six points are left"
    game.choose("a6m2_zeke")
    assert game.legal == ["end"]


@pytest.mark.rule("FLT.1")
def test_a_fleet_may_cost_less():
    """MR-54: points that are not spent are lost; one unit is enough, an aircraft even."""
    game = draft("allies")
    assert "end" not in game.legal
    game.choose("pby_catalina")
    assert "end" in game.legal
    assert game.end().who == "axis"


@pytest.mark.rule("FLT.2")
def test_a_fleet_has_at_most_fifteen_units():
    game = draft("axis").choose(*["type_13_subchaser"] * 14)
    assert "type_13_subchaser" in game.legal
    assert game.choose("type_13_subchaser").legal == ["end"], "40 points are left, but no room"


@pytest.mark.rule("FLT.2")
def test_a_drawn_fleet_has_no_more_units_than_it_may():
    for seed in range(20):
        drawn = fleets(scenario("random", most_units=1, budget=12).begin(seed=seed))
        assert [len(fleet) for fleet in drawn] == [1, 1]
        assert {cost(fleet) for fleet in drawn} <= {11, 12}, "nine tenths of 12 points"


@pytest.mark.rule("FLT.1")
def test_any_number_of_a_card_may_be_bought():
    game = draft("axis").choose("yukikaze", "koln", *["yukikaze"] * 6).end()
    assert Counter(fleets(game)[1])["yukikaze"] == 7


MAJOR = [("standard", 100, 15, 5), ("major_200", 200, 20, 7), ("major_300", 300, 25, 9), ("major_500", 500, 40, 13)]


@pytest.mark.rule("ME.1", "SC.1")
@pytest.mark.parametrize(("name", "points", "units", "airbase"), MAJOR)
def test_points_of_each_size_of_battle(name, points, units, airbase):
    game = draft("allies", name=name).choose(*["uss_enterprise"] * (points // 25 - 1))
    assert "uss_enterprise" in game.legal and "uss_boise" in game.legal
    assert game.choose("uss_enterprise").legal == ["end"]


@pytest.mark.rule("ME.1")
@pytest.mark.parametrize(("name", "points", "units", "airbase"), MAJOR)
def test_units_of_each_size_of_battle(name, points, units, airbase):
    game = draft("allies", name=name).choose(*["ss_jeremiah_o_brien"] * (units - 1))
    assert "hms_ajax" in game.legal
    assert game.choose("ss_jeremiah_o_brien").legal == ["end"]


@pytest.mark.rule("ME.2", "SC.1")
@pytest.mark.parametrize(("name", "points", "units", "airbase"), MAJOR)
def test_the_airbase_has_room_for_so_many_aircraft_of_a_fleet(name, points, units, airbase):
    """Without a carrier these are all; each place on a carrier is for one more (SC.1)."""
    game = draft("allies", name=name).choose(*["pby_catalina"] * (airbase - 1))
    assert {"pby_catalina", "f4f_wildcat"} <= set(game.legal)
    game.choose("pby_catalina")
    assert not {"pby_catalina", "f4f_wildcat", "sbd_dauntless"} & set(game.legal) and "uss_st_lo" in game.legal
    game.choose("uss_st_lo")
    assert "pby_catalina" not in game.legal and "f4f_wildcat" in game.legal
    assert "f4f_wildcat" not in game.choose("f4f_wildcat").legal


@pytest.mark.rule("SC.1")
def test_land_based_aircraft_have_room_ashore_only():
    game = draft("axis").choose("shoho", *["ju_87b_stuka"] * 5)
    assert "ju_87b_stuka" not in game.legal and "a6m2_zeke" in game.legal


@pytest.mark.rule("ME.1", "ME.2")
def test_an_option_gives_a_battle_another_size():
    game = draft("allies", "points=200").choose(*["uss_enterprise"] * 7)
    assert "uss_enterprise" in game.legal
    assert game.books[0]["airbase"] == 7


def test_other_budgets_follow_from_those_of_the_book():
    """Ruling (e): 150 points win 225, the airbase keeps five places, the rest is that of 200 points."""
    book = scenario("standard", "points=150").books[0]
    assert [int(book[k]) for k in ("budget", "most_units", "airbase", "win_at", "objective_points")] == [
        *(150, 20, 5, 225, 75)
    ]
    book = scenario("standard", "points=50").books[0]
    assert [int(book[k]) for k in ("budget", "most_units", "airbase", "win_at", "objective_points")] == [
        *(50, 15, 5, 75, 25)
    ]


# --- in secret (FLT.4) -------------------------------------------------------------------------------------


@pytest.mark.rule("FLT.4")
def test_what_a_side_buys_is_told_to_it_alone():
    game = draft("allies")
    for card in ("hms_hood", "uss_fletcher"):
        game.choose(card)
        rows = game.events[1 : game.events[0, 0] + 1]
        assert [hears(row, 0) for row in rows] == [True] and [hears(row, 1) for row in rows] == [False]


@pytest.mark.rule("FLT.4")
def test_the_other_side_s_purchases_change_nothing_that_may_be_bought():
    costly, cheap = draft("allies").choose("uss_iowa", "uss_enterprise").end(), draft("allies").choose("pt_boat").end()
    assert costly.legal == cheap.legal
    assert costly["units"] == cheap["units"] == 0, "no unit is there yet"


@pytest.mark.rule("FLT.4")
def test_both_fleets_are_shown_at_set_up_and_not_changed_after():
    game = draft("allies").choose("uss_fletcher", "hms_hood").end().choose("koln", "bismarck")
    assert (game["units"], game.phase) == (0, "fleets")
    game.end()
    assert game.phase == "set_up" and fleets(game) == [["hms_hood", "uss_fletcher"], ["bismarck", "koln"]]
    game.pass_to("move_who")
    assert fleets(game) == [["hms_hood", "uss_fletcher"], ["bismarck", "koln"]]


@pytest.mark.rule("FLT.4")
def test_a_searcher_of_the_second_side_gets_another_legal_fleet_of_the_first():
    game = draft("allies").choose("uss_fletcher", "hms_hood").end()
    RULES.redraw(game.books, game.games, 0, 1)
    game.choose("koln").end()
    drawn = fleets(game)[0]
    assert Counter(drawn) != Counter(["hms_hood", "uss_fletcher"])
    assert 90 <= cost(drawn) <= 100
    assert fleets(game)[1] == ["koln"]


@pytest.mark.rule("FLT.4")
def test_a_searcher_of_the_first_side_keeps_its_own_fleet():
    game = draft("allies").choose("uss_fletcher", "hms_hood")
    RULES.redraw(game.books, game.games, 0, 0)
    game.end().choose("koln").end()
    assert fleets(game) == [["hms_hood", "uss_fletcher"], ["koln"]]


# --- years (UNIT.4, OWN.2) ---------------------------------------------------------------------------------


@pytest.mark.rule("UNIT.4", "OWN.2")
def test_cards_of_later_years_are_no_choice():
    allies, axis = draft("allies", "year=1943"), draft("axis", "year=1941")
    assert {"uss_iowa", "pt_boat", "uss_st_lo"} <= set(allies.legal), "they are of 1943 itself"
    assert "uss_samuel_b_roberts" not in allies.legal, "it is of 1944"
    assert "yamato" not in axis.legal and "shoho" not in axis.legal, "they are of 1942"
    assert {"akagi", "bismarck"} <= set(axis.legal)


@pytest.mark.rule("OWN.2")
def test_cards_of_later_years_are_not_drawn():
    for seed in range(5):
        drawn = fleets(scenario("random", "year=1940").begin(seed=seed))
        assert max(CARDS[name].year for fleet in drawn for name in fleet) <= 1940


@pytest.mark.rule("OWN.2")
def test_given_fleets_of_a_later_year_are_refused():
    with pytest.raises(ConfigError, match="uss_samuel_b_roberts"):
        scenario("samar", "year=1943")


# --- historical limits (HIS) -------------------------------------------------------------------------------


@pytest.mark.rule("HIS.1")
def test_japan_fights_alone():
    game = draft("axis", "historical").choose("yukikaze")
    assert nations(game) == {"japan"}
    game = draft("axis", "historical").choose("koln")
    assert nations(game) == {"germany", "italy", "france"}


@pytest.mark.rule("HIS.1")
def test_without_historical_limits_japan_and_germany_fight_together():
    assert nations(draft("axis").choose("yukikaze")) == COUNTRIES["axis"]


@pytest.mark.rule("HIS.2")
def test_vichy_french_ships_may_be_in_an_axis_fleet():
    game = draft("axis", "historical")
    french = {name for name in CARDS if CARDS[name].nation == "france"}
    assert french == {"gloire", "le_terrible", "richelieu"} and french <= set(game.legal)
    assert french <= set(draft("allies", "historical").legal), "the Allies have them too"
    assert not french & set(draft("axis").legal)


@pytest.mark.rule("HIS.3")
@pytest.mark.parametrize(
    ("options", "legal"),
    [(["year=1943"], False), (["historical"], False), (["historical", "year=1942"], False)]
    + [(["historical", f"year={year}"], True) for year in (1943, 1944)],
)
def test_italian_ships_may_be_in_an_allied_fleet_from_1943(options, legal):
    """MR-39: ships only, if the battle has a year."""
    game = draft("allies", *options)
    ships = {name for name in CARDS if CARDS[name].nation == "italy" and CARDS[name].type == "ship"}
    assert (ships <= set(game.legal)) == legal and bool(ships & set(game.legal)) == legal
    assert "ambra" not in game.legal, "a submarine"


@pytest.mark.rule("HIS.4")
@pytest.mark.parametrize("name", BUILT)
def test_no_more_of_a_class_than_were_built(name):
    by = "axis" if CARDS[name].nation in COUNTRIES["axis"] else "allies"
    game = draft(by, "historical", name="major_500").choose(*[name] * (BUILT[name] - 1))
    assert name in game.legal
    assert name not in game.choose(name).legal


@pytest.mark.rule("HIS.4")
def test_other_classes_have_no_limit():
    game = draft("allies", "historical", name="major_500").choose(*["uss_fletcher"] * 20)
    assert "uss_fletcher" in game.legal
    assert "akagi" in draft("axis").choose("akagi").legal, "without historical limits none has"


@pytest.mark.rule("HIS.5")
def test_a_fleet_has_no_more_aircraft_than_carriers_of_their_nation_and_the_airbase_hold():
    """The Enterprise bases no Hurricanes, so five are all; the Ark Royal would base three more, or Wildcats."""
    game = draft("allies", "historical").choose("uss_enterprise", *["sea_hurricane_mk_1b"] * 5)
    assert "sea_hurricane_mk_1b" not in game.legal and "f4f_wildcat" in game.legal
    game = draft("allies", "historical").choose("hms_ark_royal", *["f4f_wildcat"] * 7)
    assert "f4f_wildcat" in game.legal and "sea_hurricane_mk_1b" in game.legal, "one place is left"
    game.choose("f4f_wildcat")
    assert "f4f_wildcat" not in game.legal and "sea_hurricane_mk_1b" not in game.legal


@pytest.mark.rule("HIS.5")
@pytest.mark.parametrize(
    ("carrier", "plane", "historical", "bases"),
    [
        ("hms_ark_royal", "f4f_wildcat", True, {"hms_ark_royal", "land_base"}),
        ("hms_ark_royal", "sea_hurricane_mk_1b", True, {"hms_ark_royal", "land_base"}),
        ("uss_enterprise", "sea_hurricane_mk_1b", True, {"land_base"}),
        ("uss_enterprise", "sea_hurricane_mk_1b", False, {"uss_enterprise", "land_base"}),
        ("hms_ark_royal", "pby_catalina", True, {"land_base"}),
    ],
)
def test_carriers_base_aircraft_of_their_nation_and_british_ones_american_too(
    tmp_path, carrier, plane, historical, bases
):
    options = ["historical"] if historical else []
    game = written(tmp_path, *options, zone=1, first="allies", fleets={"allies": [carrier, plane], "axis": ["koln"]})
    assert set(game.begin().choose("a1").legal) == bases


@pytest.mark.rule("HIS.5")
def test_aircraft_return_to_carriers_of_their_nation():
    allies = {"uss_enterprise": "a1", "hms_ark_royal": "a3", "sea_hurricane_mk_1b": "d4", "sbd_dauntless": "d4"}
    game = battle("air_return", allies=allies, axis={"koln": "k1"}, historical=1).begin()
    assert (game.subject, set(game.legal)) == ("sea_hurricane_mk_1b", {"hms_ark_royal", "land_base"})
    game.choose("land_base")
    assert (game.subject, set(game.legal)) == ("sbd_dauntless", {"uss_enterprise", "hms_ark_royal", "land_base"})


@pytest.mark.rule("HIS.5")
@pytest.mark.parametrize(
    ("carrier", "plane", "nation"),
    [
        ("hms_ark_royal", "sea_hurricane_mk_1b", Nation.AUSTRALIA),
        ("uss_enterprise", "f4f_wildcat", Nation.UNITED_KINGDOM),
    ],
)
def test_carriers_base_no_aircraft_of_a_third_nation(carrier, plane, nation):
    """There are no such cards today, but the cards can be edited."""
    game = battle("air_return", allies={carrier: "a1", plane: "d4"}, axis={"koln": "k1"}, historical=1)
    game.books["nation"][0][card_numbered(plane)] = nation
    assert set(game.begin().legal) == {"land_base"}


# --- random fleets: a law of the house, ruling (e) ------------------------------------------------------------


def is_legal(fleet, side):
    """Whether a fleet could have been bought in a standard battle."""
    cards = [CARDS[name] for name in fleet]
    planes = [card for card in cards if card.type == "aircraft"]
    ashore = [card for card in planes if card.kind == "patrol_bomber" or "land_based" in card.has]
    room = 5 + sum(card.capacity for card in cards)
    own = {card.nation for card in cards} <= COUNTRIES[side]
    return own and cost(fleet) <= 100 and len(fleet) <= 15 and len(ashore) <= 5 and len(planes) <= room


@pytest.fixture(scope="module")
def drawn():
    """Fleets of a number of battles: pairs."""
    return [fleets(scenario("random").begin(seed=seed)) for seed in range(30)]


@pytest.mark.house_rule
def test_random_fleets_are_legal(drawn):
    assert all(is_legal(fleet, side) for pair in drawn for side, fleet in zip(SIDES, pair, strict=True))


@pytest.mark.house_rule
def test_random_fleets_cost_nine_tenths_of_the_budget_or_more(drawn):
    assert min(cost(fleet) for pair in drawn for fleet in pair) >= 90


@pytest.mark.house_rule
def test_random_fleets_are_full(drawn):
    """No more than three points are left, unless there is no room for another unit."""
    assert all(cost(fleet) >= 97 or len(fleet) == 15 for pair in drawn for fleet in pair)


@pytest.mark.house_rule
def test_random_fleets_are_not_all_aircraft(drawn):
    assert all(any(CARDS[name].type != "aircraft" for name in fleet) for pair in drawn for fleet in pair)


@pytest.mark.house_rule
def test_random_fleets_differ_by_seed_and_come_again_with_it(drawn):
    assert len({tuple(map(tuple, pair)) for pair in drawn}) == len(drawn)
    assert fleets(scenario("random").begin(seed=7)) == drawn[7]


@pytest.mark.house_rule
def test_random_fleets_are_of_all_sorts(drawn):
    """Neither cheap cards nor dear ones fill them: within the bounds that the ruling measured."""
    sizes = [len(fleet) for pair in drawn for fleet in pair]
    costs = [cost(fleet) for pair in drawn for fleet in pair]
    assert 6 <= sum(sizes) / len(sizes) <= 9 and sum(costs) / len(costs) > 97.5
    assert {CARDS[name].kind for pair in drawn for fleet in pair for name in fleet} == {c.kind for c in CARDS.values()}


@pytest.mark.house_rule
def test_random_fleets_keep_to_historical_limits():
    for seed in range(5):
        for fleet in fleets(scenario("random", "historical", "year=1942").begin(seed=seed)):
            countries = {CARDS[name].nation for name in fleet}
            assert "japan" not in countries or countries == {"japan"}
            assert all(count <= BUILT.get(name, count) for name, count in Counter(fleet).items())
            assert max(CARDS[name].year for name in fleet) <= 1942
            assert cost(fleet) >= 90


@pytest.mark.house_rule
def test_random_fleets_of_a_major_engagement_keep_to_its_size():
    for fleet in fleets(scenario("random", "points=300").begin(seed=3)):
        assert 270 <= cost(fleet) <= 300 and len(fleet) <= 25


@pytest.mark.house_rule
def test_house_fleets_are_drawn_each_on_its_own():
    """Ruling (f): one of the ten of each side, each of exactly 100 points."""
    pairs = [fleets(scenario("house").begin(seed=seed)) for seed in range(30)]
    for side in (0, 1):
        fleets_of_side = {tuple(pair[side]) for pair in pairs}
        assert 5 <= len(fleets_of_side) <= 10 and {cost(fleet) for fleet in fleets_of_side} == {100}
    assert len({tuple(map(tuple, pair)) for pair in pairs}) > 10, "more than the pairs that were made for each other"
