"""The printed material: what it says, how it is packed, what can be chosen, and what is said when a file is wrong."""

import csv
import json
import shutil
from functools import cache
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from aw_env.core.config.errors import ConfigError
from aw_env.core.declare.fields import check_values
from aw_env.core.printed.scenarios import known_scenarios
from aw_env.games.naval_miniatures.printed import load, sectors
from aw_env.games.naval_miniatures.printed.fleets import Limits, wrong_with
from aw_env.games.naval_miniatures.printed.material import read_printed
from aw_env.games.naval_miniatures.printed.scenario import cards_of
from aw_env.games.naval_miniatures.records.record import ANY_RANGE, LAST_TURN, PRINTED, STATE, UNLIMITED
from aw_env.games.naval_miniatures.records.terms import (
    AIRCRAFT,
    BOMBERS,
    BOMBS,
    CARDS,
    CONVOY_CARD,
    GUNNERY,
    NOBODY,
    NOWHERE,
    SECTORS,
    SHIPS,
    UNITS,
    Condition,
    Effect,
    Fleets,
    Kind,
    Nation,
    Phase,
    Side,
    Terrain,
    Weapon,
)
from tests.naval_miniatures.positions import name_of, sector_named

ALLIES, AXIS = Side
SCENARIOS = known_scenarios(load.shipped())
loaded = cache(load.scenario)
offer, check = load.SCENARIOS.offer, load.SCENARIOS.check
"""A scenario that no test changes, read once."""
GIVEN = [name for name in SCENARIOS if loaded(name).books["fleets"][0] == Fleets.GIVEN]
SAMPLE = ["uss_princeton", "sbd_dauntless", "f4f_wildcat", "hms_hood", "uss_fletcher", "le_terrible"]


@pytest.fixture
def folder(tmp_path):
    """A copy of the printed material that a test may spoil."""
    return Path(shutil.copytree(load.SHELF.folder, tmp_path / "naval_miniatures"))


def edit(file: Path, old: str, new: str) -> None:
    """Replace a text that stands in a file once."""
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{file.name} has {text.count(old)} times {old!r}"
    file.write_text(text.replace(old, new), encoding="utf-8")


def set_cell(folder: Path, unit: str, column: str, value: str) -> None:
    """Change a cell of units.csv."""
    with open(folder / "units.csv", newline="", encoding="utf-8") as stream:
        rows = list(csv.reader(stream))
    row = next(row for row in rows if row[0] == unit)
    row[rows[0].index(column)] = value
    with open(folder / "units.csv", "w", newline="", encoding="utf-8") as stream:
        csv.writer(stream).writerows(rows)


def error_of(action, *arguments, **named) -> str:
    """The words of the ConfigError that an action ends in."""
    with pytest.raises(ConfigError) as caught:
        action(*arguments, **named)
    return str(caught.value)


def scenario_file(tmp_path: Path, text: str) -> Path:
    """A scenario file with this text."""
    file = tmp_path / "battle.toml"
    file.write_text(text, encoding="utf-8")
    return file


def book(name="standard", *options, printed=None):
    """The book of a scenario."""
    return (load.scenario if printed else loaded)(name, options, printed).books[0]


def card(id: str) -> int:
    """The number of a card."""
    return load.shipped().numbers["card"][id]


def deeds(packed, id: str) -> dict[str, dict[str, int]]:
    """The effects of a card by the ids of their abilities: the fields of the book."""
    ids, number = list(load.shipped().abilities), card(id)
    columns = [position for position in range(packed["does"].shape[1]) if packed["does"][number, position]]
    fields = [field.name for field in PRINTED if field.shape == packed["does"].shape]
    found = [{name: int(packed[name][number, position]) for name in fields} for position in columns]
    return {ids[deed["ability"]]: deed for deed in found}


@pytest.mark.rule("ATT.8")
def test_a_dash_bars_its_own_range_alone(folder):
    """Torpedoes that a ship has from the next sector on are hers."""
    set_cell(folder, "hms_ajax", "torpedo_0", "")
    packed, number = book(printed=read_printed(folder)), card("hms_ajax")
    assert packed["attack"][number, Weapon.TORPEDO, :2].tolist() == [0, 2]
    assert packed["armed"][number] >> Weapon.TORPEDO & 1


# --- cards ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("SIDE.2", "SIDE.3")
def test_sixty_four_cards_of_seven_countries():
    packed = book()
    counts = {nation: int((packed["nation"][:CARDS] == nation).sum()) for nation in Nation}
    assert counts == {
        Nation.UNITED_STATES: 19,
        Nation.UNITED_KINGDOM: 9,
        Nation.AUSTRALIA: 2,
        Nation.FRANCE: 3,
        Nation.GERMANY: 9,
        Nation.ITALY: 6,
        Nation.JAPAN: 16,
        Nation.NONE: 0,
    }
    assert packed["allowed"].sum(axis=1).tolist() == [33, 31]
    assert (packed["allowed"].sum(axis=0) == 1).all()


@pytest.mark.rule("UNIT.2")
def test_how_many_of_each_kind():
    kinds = book()["kind"][:CARDS].tolist()
    assert [kinds.count(kind) for kind in Kind] == [11, 7, 16, 8, 2, 3, 5, 3, 3, 3, 3]


@pytest.mark.rule("UNIT.1")
def test_the_sample_card():
    packed, enterprise = book(), card("uss_enterprise")
    numbers = ("speed", "flagship", "capacity", "armor", "vital", "hull", "class_limit")
    assert [int(packed[name][enterprise]) for name in numbers] == [2, 2, 3, 4, 10, 4, 3]
    assert packed["attack"][enterprise, Weapon.MAIN].tolist() == [5, 5, 4, 0]
    assert packed["attack"][enterprise, Weapon.ANTIAIR].tolist() == [8, 0, 0, 0]
    assert list(deeds(packed, "uss_enterprise")) == ["expert_bomber", "expert_dogfighter", "survivor"]


@pytest.mark.parametrize(
    ("id", "weapon", "range_", "dice"),
    [
        pytest.param("uss_atlanta", "MAIN", 1, 6, marks=pytest.mark.rule("RES.7")),
        pytest.param("shokaku", "MAIN", 1, 6, marks=pytest.mark.rule("RES.7")),
        pytest.param("myoko", "ANTIAIR", 0, 6, marks=pytest.mark.rule("RES.13")),
        pytest.param("f4f_wildcat", "ANTIAIR", 0, 7, marks=pytest.mark.rule("RES.14")),
        pytest.param("sbd_dauntless", "BOMB", 0, 10, marks=pytest.mark.rule("RES.15")),
        pytest.param("i_19", "TORPEDO", 0, 3, marks=pytest.mark.rule("RES.20")),
        pytest.param("tone", "TORPEDO", 1, 2, marks=pytest.mark.rule("RES.21")),
        pytest.param("uss_barb", "TORPEDO", 0, 3, marks=pytest.mark.rule("RES.22")),
        pytest.param("b5n2_kate", "TORPEDO", 0, 3, marks=pytest.mark.rule("ABL.2")),
        pytest.param("uss_boise", "TORPEDO", 0, 0, marks=pytest.mark.rule("ATT.8")),
    ],
)
def test_dice_of_the_examples(id, weapon, range_, dice):
    assert book()["attack"][card(id), Weapon[weapon], range_] == dice


@pytest.mark.parametrize(
    ("id", "armor", "vital"),
    [
        pytest.param("uss_atlanta", 4, 9, marks=pytest.mark.rule("RES.7")),
        pytest.param("shokaku", 4, 10, marks=pytest.mark.rule("RES.7")),
        pytest.param("swordfish_mk_ii", 3, 6, marks=pytest.mark.rule("RES.13")),
        pytest.param("sbd_dauntless", 5, 8, marks=pytest.mark.rule("RES.13")),
        pytest.param("a6m2_zeke", 6, 8, marks=pytest.mark.rule("RES.14")),
        pytest.param("myoko", 4, 9, marks=pytest.mark.rule("RES.15")),
    ],
)
def test_armor_of_the_examples(id, armor, vital):
    packed = book()
    assert (packed["armor"][card(id)], packed["vital"][card(id)]) == (armor, vital)


@pytest.mark.rule("CV.7")
def test_convoy_ships_are_no_card_of_the_draft():
    packed = book()
    numbers = ("armor", "vital", "hull", "speed", "cost", "capacity", "effects")
    assert [int(packed[name][CONVOY_CARD]) for name in numbers] == [1, 4, 3, 1, 0, 0, 0]
    assert packed["nation"][CONVOY_CARD] == Nation.NONE and packed["kind"][CONVOY_CARD] == Kind.AUXILIARY
    assert packed["attack"][CONVOY_CARD].sum() == packed["attack"][CONVOY_CARD, Weapon.ANTIAIR, 0] == 3
    bought = card("ss_jeremiah_o_brien")
    assert (packed["hull"][bought], packed["attack"][bought, Weapon.ANTIAIR, 0]) == (2, 4)


@pytest.mark.rule("HIS.4", "HIS.6")
def test_classes_of_which_few_were_built():
    built = {
        1: "akagi hms_ark_royal bolzano hms_hood",
        2: "bismarck duca_d_aosta hms_exeter richelieu hms_rodney uss_salt_lake_city scharnhorst shoho shokaku "
        "uss_tennessee tone yamato",
        3: "uss_enterprise admiral_graf_spee jintsu koln hmas_sydney vittorio_veneto",
        4: "uss_iowa kongo myoko uss_washington",
    }
    limits = {unit.id: unit.class_limit for unit in load.shipped().cards if unit.class_limit is not None}
    assert limits == {id: count for count, ids in built.items() for id in ids.split()}
    packed = book()["class_limit"]
    assert packed[card("uss_fletcher")] == packed[card("a6m2_zeke")] == UNLIMITED


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_scenario_packs_numbers_that_its_records_can_have(name):
    scenario = loaded(name)
    check_values(PRINTED, scenario.books)
    check_values(STATE, scenario.templates)
    game = scenario.templates[0]
    assert (game["phase"], game["turn"], game["units"]) == (Phase.FLEETS, 0, 0)


def test_places_in_the_fleets_and_the_cards_have_names():
    names = load.shipped_names()
    assert [names.unit_number(id) for id in ("allies_1", "axis_40", "hmas_canberra", "yukikaze")] == [0, 79, 80, 143]
    assert names.units[0].name == "Allied unit 1" and len(names.units) == UNITS + CARDS
    assert [place.id for place in names.places] == [name_of(s).lower() for s in range(SECTORS)]
    assert names.places[names.place_number("d5")].name == "D5"


# --- abilities -----------------------------------------------------------------------------------------------


def test_every_ability_is_on_a_card_and_has_a_rule():
    printed = load.shipped()
    assert len(printed.abilities) == 52
    assert {id for unit in printed.cards for id in unit.has} == set(printed.abilities)
    with open(load.SHELF.folder / "rules.csv", newline="", encoding="utf-8") as stream:
        rules = {row["rule"] for row in csv.DictReader(stream)}
    assert {ability.rule for ability in printed.abilities.values()} == {f"AB.{id}" for id in printed.abilities}
    assert {ability.rule for ability in printed.abilities.values()} <= rules


@pytest.mark.rule("AB.escort", "AB.surprise")
def test_effects_of_the_zeke():
    found = deeds(book(), "a6m2_zeke")
    escort, surprise = found["escort"], found["surprise"]
    assert escort["does"] == Effect.SCREEN and escort["amount"] == 1
    assert (escort["at"], escort["by"], escort["weapons"]) == (BOMBERS, 1 << Kind.FIGHTER, 1 << Weapon.ANTIAIR)
    assert (surprise["does"], surprise["turn_from"], surprise["turn_to"]) == (Effect.DICE, 0, 1)
    assert surprise["weapons"] == (1 << len(Weapon)) - 1 and surprise["at"] == surprise["beside"] == 0
    assert surprise["reach"] == ANY_RANGE


@pytest.mark.rule("AB.combat_air_patrol", "AB.defend_the_flattop")
def test_effects_of_the_wildcat():
    found = deeds(book(), "f4f_wildcat")
    patrol, defend = found["combat_air_patrol"], found["defend_the_flattop"]
    assert (patrol["does"], patrol["reach"], patrol["at"]) == (Effect.PATROL, 2, AIRCRAFT)
    assert patrol["beside"] == defend["beside"] == 1 << Kind.CARRIER
    assert (defend["does"], defend["amount"], defend["turn_to"]) == (Effect.DICE, 1, LAST_TURN)


@pytest.mark.rule("AB.scout_cruiser", "AB.pinpointer")
def test_abilities_that_mark_have_marks_of_their_own():
    packed = book()
    scout, pinpointer = deeds(packed, "tone")["scout_cruiser"], deeds(packed, "fw_200_kondor")["pinpointer"]
    shadowing = deeds(packed, "pby_catalina")["shadowing"]
    assert sorted(deed["mark"] for deed in (scout, pinpointer, shadowing)) == [0, 1, 2]
    assert (scout["reach"], pinpointer["reach"], shadowing["reach"]) == (ANY_RANGE, 2, 2)
    assert scout["weapons"] == GUNNERY | BOMBS and pinpointer["by"] == 1 << Kind.SUBMARINE


@pytest.mark.rule("AB.slow", "AB.expert_bomber")
def test_the_number_on_the_card_is_the_amount():
    packed = book()
    assert deeds(packed, "uss_tennessee")["slow"]["amount"] == 2
    assert deeds(packed, "hms_rodney")["slow"]["amount"] == 1
    assert deeds(packed, "shokaku")["expert_bomber"]["amount"] == 2
    assert deeds(packed, "akagi")["expert_bomber"]["at"] == 1 << Kind.DIVE_BOMBER


@pytest.mark.rule("AB.rapid_fire", "AB.night_fighter")
def test_what_can_be_done_once():
    packed = book()
    rapid, night = deeds(packed, "uss_boise")["rapid_fire"], deeds(packed, "jintsu")["night_fighter"]
    assert (rapid["does"], rapid["once"], rapid["amount"], rapid["at"]) == (Effect.DICE, 1, 2, SHIPS)
    assert (night["does"], night["once"], night["turn_from"], night["weapons"]) == (Effect.REROLL, 1, 4, GUNNERY)


@pytest.mark.rule("AB.wolfpack", "AB.audacious_attack")
def test_conditions_are_sets():
    packed = book()
    assert deeds(packed, "u_510")["wolfpack"]["only"] == 1 << Condition.ANOTHER_ALIKE
    assert deeds(packed, "uss_barb")["audacious_attack"]["only"] == 1 << Condition.OTHER_SECTOR
    effects = int(packed["effects"][card("uss_barb")])
    assert effects == 1 << Effect.SECOND_ATTACK | 1 << Effect.SUBMARINES_TOO


def test_an_invented_ability_packs_from_the_file_alone(folder):
    with open(folder / "abilities.toml", "a", encoding="utf-8") as stream:
        stream.write(
            '\n[abilities.boat_chaser]\nname = "Boat Chaser"\nwhat = "Two dice more at patrol bombers from turn 3."\n'
            'effects = [{ does = "dice", weapons = ["antiair"], at = ["patrol_bomber"], amount = "n", '
            "turn_from = 3 }]\n"
        )
    set_cell(folder, "hmas_canberra", "abilities", "boat_chaser:2")
    packed = book(printed=read_printed(folder))
    assert packed["ability"][0, 0] == 52 and packed["effects"][0] == 1 << Effect.DICE
    assert [int(packed[name][0, 0]) for name in ("weapons", "at", "amount", "turn_from", "turn_to")] == [
        1 << Weapon.ANTIAIR, 1 << Kind.PATROL_BOMBER, 2, 3, LAST_TURN
    ]  # fmt: skip


def test_a_table_of_few_cards_packs(folder):
    with open(folder / "units.csv", encoding="utf-8") as stream:
        lines = stream.read().splitlines()
    kept = [line for line in lines if line.split(",")[0] in ("id", "hms_ajax", "bismarck", "convoy_ship")]
    (folder / "units.csv").write_text("\n".join(kept) + "\n", encoding="utf-8")
    (folder / "fleets.toml").write_text("[pairs]\n", encoding="utf-8")
    scenario = load.scenario("standard", printed=read_printed(folder))
    packed = scenario.books[0]
    assert packed["allowed"].sum(axis=1).tolist() == [1, 1] and packed["hull"][CONVOY_CARD] == 3
    assert [unit.id for unit in scenario.names.units[UNITS:]] == ["hms_ajax", "bismarck"]


# --- battle zones --------------------------------------------------------------------------------------------


def mirrored(sector):
    """The sector that faces it: as far from row K as it is from row A."""
    name = name_of(sector)
    return sector_named("ABCDEFGHIJK"[10 - sectors.MAP.row[sector]] + name[1:])


ZONES = {**load.shipped().zones.zones, **{f"c{k}": z for k, z in load.shipped().zones.convoy_zones.items()}}


@pytest.mark.parametrize("zone", ZONES.values(), ids=ZONES)
def test_zones_are_mirror_images_with_open_ends(zone):
    terrain = {sector_named(id): key for key in ("islands", "shoals", "squalls") for id in getattr(zone, key)}
    for sector, kind in terrain.items():
        assert terrain[mirrored(sector)] == kind and 2 <= sectors.MAP.row[sector] <= 8
    objectives = [sector_named(id) for id in zone.objectives]
    facing = [mirrored(sector) for sector in objectives]
    assert sorted(facing) == sorted(objectives)
    assert all(sectors.MAP.ranges[one, other] > 1 for one, other in combinations(objectives, 2))


@pytest.mark.rule("SET.2", "CV.2")
def test_zones_of_both_dice():
    packed = book()
    islands = [sector_named(name) for name in ("d2", "d5", "h2", "h5")]
    assert np.flatnonzero(packed["terrain"][2] == Terrain.ISLAND).tolist() == islands
    assert np.flatnonzero(packed["terrain"][9] == Terrain.ISLAND).tolist() == [sector_named("f3")]
    assert packed["objective"][5].tolist() == [sector_named(name) for name in ("f1", "f4", "f6")]
    assert (packed["terrain"][0] == Terrain.OPEN).all() and (packed["objective"][[0, *range(7, 13)]] == NOWHERE).all()
    assert (packed["zone"], packed["zone_of_die"]) == (NOBODY, 1)


@pytest.mark.rule("LOS.4", "LOS.8")
def test_pairs_of_sectors_that_each_zone_blocks():
    blocked = [(zone == 0).sum() // 2 for zone in book()["clear"]]
    assert blocked == [0, 0, 862, 550, 769, 1152, 311, 157, 259, 311, 311, 259, 157]


# --- scales --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "scale"),
    [
        pytest.param(100, [15, 5, 150, 50, 2], marks=pytest.mark.rule("SC.1", "SC.4")),
        pytest.param(200, [20, 7, 250, 75, 2], marks=pytest.mark.rule("ME.1", "ME.4")),
        pytest.param(300, [25, 9, 400, 100, 2], marks=pytest.mark.rule("ME.1", "ME.2")),
        pytest.param(500, [40, 13, 600, 200, 3], marks=pytest.mark.rule("ME.2", "ME.3")),
        (50, [15, 5, 75, 25, 2]),
        (150, [20, 5, 225, 75, 2]),
        (10, [15, 5, 15, 5, 2]),
        (490, [40, 5, 735, 200, 2]),
    ],
)
def test_what_goes_with_a_budget(points, scale):
    packed = book("standard", f"points={points}")
    names = ("most_units", "airbase", "win_at", "objective_points", "ships_a_sector")
    assert [int(packed[name]) for name in names] == scale and packed["budget"] == points


# --- fleets --------------------------------------------------------------------------------------------------


def limits(side=ALLIES, points=100, year=None, historical=False):
    """What a side may bring."""
    return Limits(points, load.shipped().scales.of(points), side, year, historical)


def wrong(fleet, *arguments, **named) -> str:
    """Why a fleet of these cards could not have been bought."""
    return wrong_with(cards_of(fleet, load.shipped()), limits(*arguments, **named), load.shipped())


@pytest.mark.rule("FLT.3")
def test_the_sample_fleet_costs_one_hundred():
    assert sum(found.cost for found in cards_of(SAMPLE, load.shipped())) == 100
    assert not wrong(SAMPLE)
    assert wrong([*SAMPLE, "ss_jeremiah_o_brien"]) == "costs 103 points; it may cost 100"


@pytest.mark.parametrize("name", load.shipped().pairs)
def test_house_fleets_cost_all_their_points_and_are_legal(name):
    printed = load.shipped()
    pair, points = printed.pairs[name], 200 if name == "leyte" else 100
    for side in Side:
        assert sum(found.cost for found in cards_of(pair.of(side), printed)) == points
        assert not wrong(pair.of(side), side, points, pair.year)


def test_house_fleets_hold_every_card():
    pairs = load.shipped().pairs.values()
    assert {id for pair in pairs for side in Side for id in pair.of(side)} == set(load.shipped().numbers["card"])


@pytest.mark.rule("FLT.2", "SIDE.1")
def test_too_many_units_and_other_countries():
    assert wrong(["pt_boat"] * 16) == "has 16 units; a fleet of 100 points has at most 15"
    assert wrong(["bismarck"]) == '"bismarck" (germany, 1940) may not be in this fleet'


@pytest.mark.rule("CAR.2", "LND.3")
def test_aircraft_need_bases():
    assert not wrong(["f4f_wildcat"] * 5)
    assert "needs bases ashore for 6 aircraft" in wrong(["f4f_wildcat"] * 6)
    assert not wrong(["f4f_wildcat"] * 6 + ["uss_st_lo"])
    assert "needs bases ashore for 6 aircraft" in wrong(["pby_catalina"] * 6 + ["uss_st_lo"])


@pytest.mark.rule("AB.land_based", "CAR.3")
def test_some_aircraft_are_based_ashore_only():
    assert "needs bases ashore for 6" in wrong(["ju_87b_stuka"] * 6, AXIS)
    assert "needs bases ashore for 6" in wrong(["g4m_betty"] * 6 + ["shoho"], AXIS)


@pytest.mark.rule("HIS.4")
def test_class_limits_hold_with_historical_limits_only():
    fleet = ["uss_princeton"] * 2 + ["hms_exeter"] * 3
    assert not wrong(fleet)
    assert wrong(fleet, historical=True) == 'has 3 of "hms_exeter"; 2 were built (HIS.4)'


@pytest.mark.rule("HIS.1")
def test_japan_fights_alone():
    assert not wrong(["yukikaze", "koln"], AXIS)
    assert "(HIS.1)" in wrong(["yukikaze", "koln"], AXIS, historical=True)


@pytest.mark.rule("HIS.5")
def test_carriers_base_their_own_nation():
    planes, ashore = ["sea_hurricane_mk_1b"] * 2, ["pby_catalina"] * 5
    assert not wrong([*planes, *ashore, "uss_princeton"])
    assert "needs bases ashore for 7" in wrong([*planes, *ashore, "uss_princeton"], historical=True)
    assert not wrong([*planes, *ashore, "hms_ark_royal"], historical=True)
    americans = ["f4f_wildcat"] * 2
    assert not wrong([*americans, *ashore, "hms_ark_royal"], historical=True)
    assert "needs bases ashore for 6" in wrong([*planes, *americans, *ashore, "hms_ark_royal"], historical=True)


@pytest.mark.parametrize("name", GIVEN)
def test_given_fleets_are_packed_in_the_order_of_their_cards(name):
    scenario = loaded(name)
    for side in Side:
        fleet = scenario.books["given"][0, side]
        told = sorted(scenario.printed.numbers["card"][id] for id in scenario.file.fleets.of(side))
        assert fleet[: len(told)].tolist() == told and (fleet[len(told) :] == NOBODY).all()


@pytest.mark.rule("OWN.1")
def test_river_plate():
    packed = book("river_plate")
    assert packed["given"][AXIS, 0] == card("admiral_graf_spee")
    assert packed["given"][ALLIES, :3].tolist() == [card("hms_ajax"), card("hms_ajax"), card("hms_exeter")]
    assert packed["zone"] == 1 and (packed["objective"] == NOWHERE).all()


def test_house_draws_fleets_of_all_its_points():
    packed = book("house")
    assert packed["fleets"] == Fleets.HOUSE and packed["house_fleets"].tolist() == [10, 10]
    for side in Side:
        costs = [packed["cost"][fleet[fleet != NOBODY]].sum() for fleet in packed["house"][side, :10]]
        assert costs == [100] * 10


# --- scenarios -----------------------------------------------------------------------------------------------


@pytest.mark.rule("CV.1", "CV.6")
def test_convoy():
    packed = book("convoy")
    names = ("escort", "deploys_first", "convoy_ships", "convoy_limit", "last_turn", "zone_of_die", "zone")
    assert [int(packed[name]) for name in names] == [ALLIES, ALLIES, 5, 3, 15, 7, NOBODY]
    assert (packed["objective"] == NOWHERE).all() and packed["quiet_limit"] == LAST_TURN
    assert book("convoy", "layout=3")["zone"] == 9


def test_own_battle_with_terrain_and_fleets(tmp_path):
    file = scenario_file(
        tmp_path,
        'fleets = { allies = ["uss_fletcher"], axis = ["yukikaze", "koln"] }\nends = "swapped"\nbid = -10\n'
        'turns = 12\nquiet = 3\nwin_at = 20\nobjective_points = 7\nfirst = "axis"\n'
        '[terrain]\nislands = ["d4"]\nsqualls = ["e4"]\nobjectives = ["f3"]\n',
    )
    scenario = load.scenario(file)
    packed = scenario.books[0]
    assert packed["zone"] == 0 and packed["home_row"].tolist() == [10, 0]
    assert packed["terrain"][0, sector_named("d4")] == Terrain.ISLAND
    assert packed["terrain"][0, sector_named("e4")] == Terrain.SQUALL
    assert packed["clear"][0, sector_named("d4")].sum() == 1
    assert packed["objective"][0].tolist() == [sector_named("f3"), NOWHERE, NOWHERE]
    names = ("last_turn", "quiet_limit", "win_at", "objective_points", "deploys_first", "bid")
    assert [int(packed[name]) for name in names] == [12, 3, 20, 7, AXIS, -10]
    assert scenario.templates["score"][0].tolist() == [0, 10]
    assert packed["given"][AXIS, :2].tolist() == [card("koln"), card("yukikaze")]


def test_a_drawn_major_engagement(tmp_path):
    packed = book(scenario_file(tmp_path, 'fleets = "drawn"\npoints = 300\n'))
    assert (packed["fleets"], packed["most_units"]) == (Fleets.DRAWN, 25)


def test_a_pair_brings_its_year_and_its_zone():
    scenario = load.scenario("matapan")
    assert (scenario.file.year, scenario.books["zone"][0]) == (1941, 2)
    assert book("matapan", "layout=5")["zone"] == 5


def test_digests_tell_scenarios_apart():
    assert len({loaded(name).digest for name in SCENARIOS}) == len(SCENARIOS)
    assert load.scenario("standard", ["turns=30"]).digest != loaded("standard").digest  # it is in play


@pytest.mark.rule("ATT.8", "RNG.4")
@pytest.mark.parametrize(
    ("id", "longest"),
    [
        ("yamato", {Weapon.MAIN: 4, Weapon.SECONDARY: 3, Weapon.TERTIARY: 2, Weapon.ANTIAIR: 0}),  # Extended Range 4
        (
            "hms_javelin",
            {Weapon.MAIN: 2, Weapon.ANTIAIR: 0, Weapon.ASW: 0, Weapon.TORPEDO: 2, Weapon.SMOKE: 0},
        ),
        ("sbd_dauntless", {Weapon.BOMB: 0}),
        ("fw_200_kondor", {Weapon.ASW: 0, Weapon.BOMB: 0, Weapon.MISSILE: 1}),
    ],
)
def test_what_a_card_is_armed_with_and_how_far_it_reaches(id, longest):
    packed, number = book(), card(id)
    armed = {weapon for weapon in Weapon if packed["armed"][number] >> weapon & 1}
    assert {weapon: int(packed["longest"][number, weapon]) for weapon in armed} == longest


def test_what_abilities_are_worth_and_how_far_rows_are_ahead():
    packed = book()
    assert packed["worth"][card("yamato"), Effect.TORPEDO_DEFENSE] == 1  # Torpedo Defense 1
    assert packed["worth"][card("yamato"), Effect.LONG_RANGE] == 4
    assert packed["worth"][card("uss_fletcher"), Effect.NEGATE] == 1
    assert packed["worth"][card("uss_fletcher")].sum() == 1
    assert packed["ahead"][:, sector_named("a1")].tolist() == [0, 10]


# --- options -------------------------------------------------------------------------------------------------


@pytest.mark.rule("OWN.2", "UNIT.4")
def test_year_keeps_later_cards_out():
    packed = book("standard", "year=1940")
    allowed = packed["allowed"].any(axis=0)
    assert (packed["year"][:CARDS][allowed] <= 1940).all() and (packed["year"][:CARDS][~allowed] > 1940).all()


@pytest.mark.rule("HIS.2", "HIS.3")
def test_ships_that_change_sides():
    richelieu, ambra, veneto = card("richelieu"), card("ambra"), card("vittorio_veneto")
    assert not book()["allowed"][AXIS, richelieu]
    packed = book("standard", "historical")
    assert packed["historical"] and packed["allowed"][:, richelieu].all() and not packed["allowed"][ALLIES, veneto]
    packed = book("standard", "historical", "year=1943")
    assert packed["allowed"][:, veneto].all() and not packed["allowed"][ALLIES, ambra]  # ships only
    assert not book("standard", "historical", "year=1942")["allowed"][ALLIES, veneto]


@pytest.mark.rule("SIDE.5")
def test_exercises_use_one_list():
    allied, axis = book("standard", "exercise")["allowed"], book("standard", "exercise=axis")["allowed"]
    assert allied.sum(axis=1).tolist() == [33, 33] and axis.sum(axis=1).tolist() == [31, 31]
    house = book("house", "exercise")["house"]
    assert np.array_equal(house[ALLIES], house[AXIS])


@pytest.mark.rule("SET.2", "SET.3")
def test_options_in_place_of_dice():
    packed = book("standard", "layout=3", "first=axis", "turns=20", "quiet=4")
    assert [int(packed[name]) for name in ("zone", "deploys_first", "last_turn", "quiet_limit")] == [3, AXIS, 20, 4]


def test_options_in_play_are_told_in_their_order():
    scenario = load.scenario("standard", ["quiet=4", "year=1942", "exercise=allies", "historical", "year=1943"])
    assert scenario.file.in_play == ["historical", "exercise", "year=1943", "quiet=4"]
    assert scenario.books["options"][0] == 0b10000111


def test_options_of_a_file_and_of_the_call(tmp_path):
    file = scenario_file(tmp_path, 'in_play = ["year=1941", "historical"]\nyear = 1940\n')
    assert load.scenario(file).file.year == 1941
    assert load.scenario(file, ["year=1943"]).file.in_play == ["historical", "year=1943"]


@pytest.mark.parametrize(
    ("word", "problem"),
    [
        ("historic", 'options "historic": no such option; did you mean "historical"?'),
        ("historical=1", 'options "historical=1": takes no value'),
        ("exercise=both", 'options "exercise=both": must be exercise, or exercise=axis'),
        ("year", 'options "year": needs a value: year=1942'),
        ("year=42", "options \"year=42\": must be 1900..1999, is '42'"),
        ("layout=7", "must be 1..6, is '7'"),
        ("layout=" + "9" * 5000, "must be 1..6"),
        ("points=95", "the points for a fleet are a multiple of 10 up to 500"),
        ("first=japan", "must be one of allies, axis, is 'japan'"),
        ("year=1930", "fleets: the allies can buy no card"),
    ],
)
def test_wrong_options(word, problem):
    assert problem in error_of(load.scenario, "standard", [word])


@pytest.mark.parametrize(
    ("name", "word", "problem"),
    [
        ("midway", "year=1941", "midway.toml fleets.allies: "),
        ("midway", "exercise", "midway.toml fleets.axis: "),
        ("leyte", "points=100", "leyte.toml fleets.allies: costs 200 points; it may cost 100"),
        ("convoy", "turns=9", "convoy.toml turns: the convoy alone decides the battle"),
        ("convoy", "first=axis", "convoy.toml first: the escort, allies, deploys first (CV.3)"),
        ("convoy", "points=500", "convoy.toml convoy.ships: with 40 units beside them there is room for 40 units"),
        ("house", "points=300", "house.toml fleets: 0 house fleets for the allies cost all of 300 points"),
    ],
)
def test_options_that_a_scenario_does_not_admit(name, word, problem):
    assert problem in error_of(load.scenario, name, [word])


def test_options_that_are_offered():
    assert [option.name for option in offer("standard").options] == [
        "historical",
        "exercise",
        "exercise=axis",
    ]
    assert [option.name for option in offer("samar").options] == ["historical"]
    assert offer("standard").options[1].excludes == ("exercise=axis",)
    examples = ["year=1942", "points=200", "layout=3", "first=axis", "turns=20", "quiet=4"]
    assert [option.name for option in offer("standard").with_values] == examples


# --- wrong files ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("column", "value", "problem"),
    [
        ("main_0", "23", "units.csv row 2 (hmas_canberra), column main_0: must be 1..22, is 23"),
        ("hull", "10", "units.csv row 2 (hmas_canberra), column hull: must be 0..9, is '10'"),
        ("nation", "canada", "column nation: must be one of"),
        ("nation", "none", "column nation: only the convoy ships, in the last row, have none"),
        ("kind", "cruisers", 'is "cruisers"; did you mean "cruiser"?'),
        ("speed", "", "column speed: all units but aircraft have a speed"),
        ("number", "2", "row 3 (hmas_sydney), column number: must be more than 2, that of the row above"),
        ("abilities", "escorts", 'column abilities "escorts": no such ability; did you mean "escort"?'),
        ("abilities", "escort escort", 'column abilities "escort": stands there twice'),
        ("abilities", "escort:2", 'column abilities "escort:2": takes no number'),
        ("abilities", "slow", 'column abilities "slow": needs a number: slow:1'),
        ("abilities", "slow:0", 'column abilities "slow:0": the number must be 1..99'),
        (
            "abilities",
            "escort loiter repair surprise wolfpack escort_2",
            'column abilities "escort_2": no such ability',
        ),
        ("abilities", "escort loiter repair surprise wolfpack survivor run_silent", "have 7 effects"),
        ("factors_provenance", "X", "column factors_provenance: must be one of R, P, E"),
    ],
)
def test_wrong_cards(folder, column, value, problem):
    set_cell(folder, "hmas_canberra", column, value)
    assert problem in error_of(read_printed, folder)


@pytest.mark.rule("UNIT.6", "UNIT.8", "UNIT.9", "UNIT.10", "UNIT.11", "CV.1", "ATT.8")
@pytest.mark.parametrize(
    ("unit", "column", "value", "problem"),
    [
        ("koln", "armor", "0", "row 39 (koln), column armor: must be at least 1"),
        ("koln", "vital_armor", "0", "column vital_armor: must be at least 1"),
        ("koln", "hull", "0", "column hull: must be at least 1"),
        ("koln", "speed", "0", "column speed: must be at least 1"),
        ("koln", "vital_armor", "2", "column vital_armor: must be at least the armor, 3"),
        ("a6m2_zeke", "hull", "2", "row 50 (a6m2_zeke), column hull: must be 1: aircraft have one hull point"),
        ("a6m2_zeke", "capacity", "1", "column capacity: must be 0: no aircraft bases others"),
        ("convoy_ship", "capacity", "1", "column capacity: must be 0: a convoy ship bases no aircraft"),
        ("convoy_ship", "kind", "submarine", "column kind: the convoy ships must be ships"),
        ("koln", "bomb_0", "5", "column bomb_0: a ship has no phase in which to attack with this"),
        ("u_510", "antiair_0", "5", "column antiair_0: a submarine has no phase in which to attack with this"),
        ("a6m2_zeke", "secondary_1", "5", "column secondary_1: an aircraft has no phase in which to attack with this"),
    ],
)
def test_cards_that_the_rules_could_not_play_as_they_are_written(folder, unit, column, value, problem):
    set_cell(folder, unit, column, value)
    assert problem in error_of(read_printed, folder)


@pytest.mark.parametrize("suffix", ["2", "12", "axis", "axis_3"])
def test_no_card_is_called_as_a_further_unit_of_another(folder, suffix):
    """The second Ajax of a fleet is hms_ajax_2, and one that fights for the Axis hms_ajax_axis."""
    set_cell(folder, "hmas_canberra", "id", f"hms_ajax_{suffix}")
    problem = f'row 2 (hms_ajax_{suffix}), column id: a further unit of the card "hms_ajax" may be called so'
    assert problem in error_of(read_printed, folder)


@pytest.mark.parametrize(
    ("told", "problem"),
    [
        ("high_speed_run:9 flank_speed", "make it 10 sectors faster; there is room for 9"),
        ("expert_bomber:23", "have 23 dice for an attack; there is room for 22"),
        ("alternate_payload:23", "have 23 dice for an attack; there is room for 22"),
    ],
)
def test_numbers_of_abilities_for_which_a_record_has_no_room(folder, told, problem):
    """MR-56."""
    edit(folder / "abilities.toml", 'does = "run", amount = 1', 'does = "run", amount = "n"')
    set_cell(folder, "le_terrible", "abilities", "high_speed_run:1")
    set_cell(folder, "koln", "abilities", told)
    assert problem in error_of(read_printed, folder)


def test_the_convoy_ships_must_be_there(folder):
    edit(folder / "units.csv", "convoy_ship,Convoy ship,65,none", "convoy_ship,Convoy ship,65,italy")
    assert "the last row must be that of the convoy ships" in error_of(read_printed, folder)


@pytest.mark.parametrize(
    ("file", "old", "new", "problem"),
    [
        (
            "abilities.toml",
            'does = "flaw"',
            'does = "flow"',
            "abilities.fatal_flaw.effects[1].does: must be one of dice",
        ),
        ("abilities.toml", 'does = "flaw"', 'does = "flaws"', 'is "flaws"; did you mean "flaw"?'),
        (
            "abilities.toml",
            'weapons = ["secondary"]',
            'weapons = ["rams"]',
            "bristling_with_guns.effects[1].weapons[1]",
        ),
        (
            "abilities.toml",
            "amount = 4",
            "amount = 100",
            "abilities.fatal_flaw.effects[1].amount: must be 0..99 or",
        ),
        ("abilities.toml", "turn_from = 4", "turn_from = 4, turn_to = 3", "turn_to: is 3, before turn_from, 4"),
        (
            "abilities.toml",
            'by = ["battleship"], amount = 4',
            'by = ["battleship"]',
            '].amount: is missing; "flaw" needs',
        ),
        ("abilities.toml", 'does = "endure", least = 5', 'does = "endure"', '].least: is missing; "endure" needs it'),
        (
            "abilities.toml",
            'does = "loiter"',
            'does = "loiter", once = true',
            '"loiter" cannot be limited to once a game',
        ),
        ("abilities.toml", 'aircraft"], amount = 1', 'aircraft"], amount = "n"', "a mark is the same whoever sets it"),
        (
            "abilities.toml",
            '{ does = "mark", at = ["ships"]',
            '{ does = "mark", weapons = ["bomb"], amount = 2 }, { does = "mark", at = ["ships"]',
            "abilities.shadowing.effects[2].does: an ability sets one mark",
        ),
        ("battle_zones.toml", '["f1", "f5", "f6"]', '["f1", "f7"]', 'battle_zones.toml zones.3.islands "f7"'),
        ("battle_zones.toml", '["d4", "f3", "h4"]', '["d4", "f5"]', 'zones.3.objectives "f5": is among the islands'),
        ("battle_zones.toml", "value = 0.4", "value = 1.5", "map.island_radius.value"),
        ("battle_zones.toml", "[zones.6]", "[zones.7]", "battle_zones.toml zones: must be 1 to 6 in order"),
        ("scales.toml", "airbase = 13", "airbase = 41", "scales.500.airbase: must be 0..40, is 41"),
        ("scales.toml", "[scales.500]", "[scales.250]", "scales.toml scales: must ascend"),
        ("fleets.toml", '"bismarck", "koln"', '"bismark", "koln"', 'pairs.denmark_strait.axis "bismark": no such card'),
        ("options.toml", "[quiet]", "[silent]", "options.toml silent: no such key"),
    ],
)
def test_wrong_files(folder, file, old, new, problem):
    edit(folder / file, old, new)
    assert problem in error_of(read_printed, folder)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('fleets = "matapn"', 'fleets "matapn": no such pair of fleets; did you mean "matapan"?'),
        ('fleets = { allies = ["hms_ajax"] }', "fleets.axis: is missing"),
        ('fleets = { allies = ["hms_ajx"], axis = ["koln"] }', 'fleets.allies "hms_ajx": no such card'),
        ("zone = 7", "zone: must be 1..6, is 7"),
        ('zone = 2\nterrain = { islands = ["d1"] }', "zone: the file has a battle zone of its own, terrain"),
        ('terrain = { islands = ["d7"] }', 'terrain.islands "d7": no such sector'),
        ('terrain = { islands = ["d1"], shoals = ["d1"] }', 'terrain.shoals "d1": is among the islands already'),
        ("points = 105", "points: 105: the points for a fleet are a multiple of 10 up to 500"),
        ("tuns = 3", 'tuns: no such key; did you mean "turns"?'),
        ("[convoy]\nships = 2", "convoy.limit: is 3; there are 2 ships"),
        ('in_play = ["layout"]', 'in_play "layout": needs a value: layout=3'),
        ("win_at = 0", "win_at: must be 1..9999, is 0"),
        ("bid = 6\n[convoy]\nships = 5", "bid: the convoy alone decides the battle"),
        (
            'terrain = { objectives = ["d1"] }\n[convoy]\nships = 5',
            "terrain.objectives: the convoy alone decides the battle",
        ),
    ],
)
def test_wrong_scenarios(tmp_path, text, problem):
    assert f"battle.toml {problem}" in error_of(load.scenario, scenario_file(tmp_path, text))


@pytest.mark.rule("SET.5", "SET.6", "SC.3", "STK.2", "STK.3")
@pytest.mark.parametrize(
    ("fleet", "open_sectors", "enough"),
    [
        (["koln"] * 3, 2, True),
        (["koln"] * 3, 1, False),
        (["u_510"] * 3, 3, True),
        (["koln", "u_510", "u_510", "u_510"], 2, False),
        (["koln", "a6m2_zeke", "a6m2_zeke"], 1, True),
        (None, 15, True),
        (None, 14, False),
    ],
)
def test_a_battle_zone_has_room_for_the_ships_and_submarines_that_start_in_it(tmp_path, fleet, open_sectors, enough):
    land = [sector for sector in load.shipped().place_numbers][open_sectors:]
    fleets = f'fleets = {{ allies = ["hms_ajax"], axis = {json.dumps(fleet)} }}\n' if fleet else ""
    file = scenario_file(tmp_path, f"{fleets}terrain = {{ islands = {json.dumps(land)} }}")
    if enough:
        assert load.scenario(file).books["zone"][0] == 0
    else:
        needed = 15 if fleet is None else len([card for card in fleet if card == "u_510"]) or 2
        problem = (
            f"terrain: has {open_sectors} sectors without islands and shoals; a fleet may need {needed} to start in"
        )
        assert problem in error_of(load.scenario, file)


def test_a_battle_zone_of_the_die_has_room_too(folder):
    land = json.dumps(list(load.shipped().place_numbers)[9:])
    edit(
        folder / "battle_zones.toml",
        'islands = ["f3"]\nshoals = ["e4", "g4"]\nobjectives',
        f"islands = {land}\nobjectives",
    )
    edit(folder / "battle_zones.toml", 'objectives = ["e6", "f2", "g6"]', "objectives = []")
    problem = "zone: Atoll has 9 sectors without islands and shoals; a fleet may need 15 to start in"
    assert problem in error_of(load.scenario, "standard", (), read_printed(folder))
    assert load.scenario("standard", ["layout=1"], read_printed(folder)) is not None


@pytest.mark.parametrize(("file", "old", "new"), [
    ("scales.toml", "win_at = 150", "win_at = 0"),
    ("scales.toml", "win_at_percent = 150", "win_at_percent = 0"),
])  # fmt: skip
def test_no_battle_is_won_with_no_points(folder, file, old, new):
    edit(folder / file, old, new)
    assert "must be 1.." in error_of(read_printed, folder)


def test_check_finds_the_files_sound_and_lists_what_is_uncertain():
    report = check()
    assert report.sound and report.counts["cards"] == 64 and report.counts["scenarios"] == len(SCENARIOS)
    doubtful = {estimate.where.split("(")[1].split(")")[0] for estimate in report.estimates if "row" in estimate.where}
    assert doubtful == {
        "uss_iowa", "uss_washington", "uss_salt_lake_city", "uss_samuel_b_roberts", "bismarck", "ju_87b_stuka",
        "scharnhorst", "luca_tarigo", "type_13_subchaser",
    }  # fmt: skip
    assert any(estimate.where == "map.island_radius" for estimate in report.estimates)


def test_check_reports_wrong_files(folder):
    set_cell(folder, "bismarck", "armor", "x")
    edit(folder / "scenarios" / "midway.toml", '"midway"', '"midwai"')
    report = check(folder)
    assert not report.sound and report.problems[0].where == "row 36 (bismarck), column armor"
    set_cell(folder, "bismarck", "armor", "8")
    assert [problem.file for problem in check(folder).problems] == ["scenarios/midway.toml"]
