"""The printed material: what it says, how it is packed, and what is said when a file is wrong."""

import shutil
import tomllib
from pathlib import Path

import numpy as np
import pytest

from aw_env import admirals_war_v0
from aw_env.core.config import folder
from aw_env.games.admirals_war.printed import load
from aw_env.games.admirals_war.printed.check import check
from aw_env.games.admirals_war.printed.constraints import TESTS, read_constraints
from aw_env.games.admirals_war.printed.scenario_text import to_scenario
from aw_env.games.admirals_war.records.state import STATE
from aw_env.games.admirals_war.records.terms import (
    FIRST_BOX,
    FIRST_PORT,
    FOREVER,
    NOBODY,
    NOWHERE,
    PLACES,
    UNCONTROLLED,
    Box,
    Choke,
    Kind,
    Narrowing,
    Nation,
    Phase,
    PortKind,
    Power,
    Side,
    Theatre,
    Victory,
)


@pytest.fixture(scope="module")
def printed():
    return load.printed()


@pytest.fixture(scope="module")
def midway(printed):
    return load.scenario("midway", printed)


@pytest.fixture(scope="module")
def engagement(printed):
    return load.scenario("engagement", printed)


@pytest.fixture
def configs(tmp_path):
    """A copy of the printed material that a test may spoil."""
    return Path(shutil.copytree(load.configs_folder() / "admirals_war", tmp_path / "admirals_war"))


def edit(file: Path, old: str, new: str) -> None:
    """Replace a text that stands in a file once."""
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{file.name} has {text.count(old)} times {old!r}"
    file.write_text(text.replace(old, new), encoding="utf-8")


def set_cell(configs: Path, unit: str, column: str, value: str) -> int:
    """Change a cell of units.csv that has no comma in it; returns the number of its row."""
    lines = (configs / "units.csv").read_text(encoding="utf-8").splitlines()
    position = lines[0].split(",").index(column)
    row = next(number for number, line in enumerate(lines) if line.startswith(f"{unit},"))
    cells = lines[row].split(",")
    cells[position] = value
    lines[row] = ",".join(cells)
    (configs / "units.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return row + 1


def error_of(action, *arguments) -> str:
    """The words of the ConfigError that an action ends in."""
    with pytest.raises(load.ConfigError) as caught:
        action(*arguments)
    return str(caught.value)


def scenario_text(tmp_path: Path, text: str) -> Path:
    """A scenario file with this text."""
    file = tmp_path / "position.toml"
    file.write_text(text, encoding="utf-8")
    return file


# --- what is printed -----------------------------------------------------------------------------------


def test_whole_map_and_order_of_battle_are_there(printed):
    assert len(printed.board.areas) == 27
    assert [area.theatre for area in printed.board.areas.values()].count("atlantic") == 13
    assert len(printed.board.links) + len(printed.board.choke_points) == 50
    assert [port.option for port in printed.board.ports.values()] == [None] * 40 + ["turn_0"]
    assert len(printed.board.boxes) == 12
    assert len(printed.units) == 306
    assert sum(unit.status == "core" for unit in printed.units) == 264


@pytest.mark.parametrize(
    ("unit", "factors", "bonuses"),
    [
        pytest.param("rodney", (5, 5, 3, 0), "", marks=pytest.mark.rule("7.62")),
        pytest.param("myoko", (1, 2, 8, 0), "gunnery", marks=pytest.mark.rule("7.63")),
        pytest.param("hood", (4, 4, 7, 0), "", marks=pytest.mark.rule("36.1")),
        pytest.param("fsjr", (0, 2, None, 0), "", marks=pytest.mark.rule("4.21")),
        pytest.param("argus", (0, 0, 3, 1), "", marks=pytest.mark.rule("31.0")),
        pytest.param("hyuga_bbcv", (3, 4, 4, 1), "", marks=pytest.mark.rule("35.1")),
        pytest.param("ark_royal", (0, 2, 7, 3), "", marks=pytest.mark.rule("39.0")),
        pytest.param("stuka", (None, 3, None, 2), "air", marks=pytest.mark.rule("12.21")),
    ],
)
def test_factors_that_the_rulebook_states(printed, unit, factors, bonuses):
    found = printed.units[printed.unit_numbers[unit]]
    assert (found.gunnery, found.armor, found.speed, found.airstrike) == factors
    assert (found.gunnery_bonus, found.air_bonus) == (bonuses == "gunnery", bonuses == "air")


@pytest.mark.parametrize(
    ("area", "allied", "axis"),
    [
        pytest.param("north_sea", ("british", 1), ("german", 3), marks=pytest.mark.rule("1.2")),
        pytest.param("western_approaches", ("british", 2), ("german", 4), marks=pytest.mark.rule("1.2")),
        pytest.param("indonesia", ("us", 1), ("japanese", 3), marks=pytest.mark.rule("21.3")),
    ],
)
def test_victory_points_that_the_rulebook_states(printed, area, allied, axis):
    found = printed.board.areas[area]
    assert (found.allied_flag.value, found.allied_vp.value) == allied
    assert (found.axis_flag.value, found.axis_vp.value) == axis


def test_every_value_of_the_board_has_its_provenance():
    with open(load.configs_folder() / "admirals_war" / "board.toml", "rb") as stream:
        board = tomllib.load(stream)
    covered = {*board["default_provenance"], "note", "aliases"}
    for kind in ("areas", "ports"):
        for id, place in board[kind].items():
            for key, value in place.items():
                values = value if key == "touches" else [value]
                complete = all(
                    isinstance(item, dict) and item["provenance"] in board["provenance_codes"] and item["source"]
                    for item in values
                )
                assert complete or key in covered, f"{kind}.{id}.{key} has no provenance"
    for crossing in (*board["links"], *board["choke_points"].values()):
        assert crossing["provenance"] in board["provenance_codes"] and crossing["source"]


def test_every_unit_says_where_its_factors_come_from(printed):
    for unit in printed.units:
        assert unit.sources or unit.note, f"{unit.id} has neither sources nor a note"


def test_unclear_values_name_their_alternative_beside_them():
    text = (load.configs_folder() / "admirals_war" / "board.toml").read_text(encoding="utf-8")
    assert all(f"(T{number})" in text for number in range(1, 14))


# --- packing -------------------------------------------------------------------------------------------


def test_units_are_numbered_by_row_and_places_by_order(printed, midway):
    names = midway.names
    assert [unit.id for unit in names.units] == [unit.id for unit in printed.units]
    assert [names.places[number].id for number in range(27)] == list(printed.board.areas)
    assert names.places[27] is None and len(names.places) == PLACES
    assert names.place_number("pearl_harbor") == FIRST_PORT + list(printed.board.ports).index("pearl_harbor")
    assert names.place_number("out_of_play") == FIRST_BOX + Box.OUT_OF_PLAY
    assert names.units[names.unit_number("australia")].name == "Australia"
    assert names.places[names.place_number("australia")].kind == "port"


@pytest.mark.rule("5.1")
def test_each_nation_is_moved_by_its_power(printed, midway):
    power = {unit.id: midway.books[0]["power"][number] for number, unit in enumerate(printed.units)}
    assert power["hood"] == power["de_ruyter"] == power["marat"] == power["kilkis"] == Power.BRITISH
    assert power["hornet"] == power["richelieu"] == Power.AMERICAN
    assert power["bismarck"] == power["roma"] == Power.GERMAN
    assert power["yamato"] == Power.JAPANESE


def test_unit_columns_of_the_book(midway):
    book, number = midway.books[0], midway.names.unit_number
    akagi, af, fsjr, oiler = (number(id) for id in ("akagi", "7af", "fsjr", "nordmark"))
    assert (book["kind"][akagi], book["carrier"][akagi], book["air_bonus"][akagi]) == (Kind.SHIP, 1, 1)
    assert (book["kind"][af], book["carrier"][af], book["airstrike"][af], book["armor"][af]) == (Kind.LBA, 0, 2, 4)
    assert (book["kind"][fsjr], book["speed"][fsjr], book["armor"][fsjr]) == (Kind.AMPHIBIOUS, 0, 2)
    assert (book["kind"][oiler], book["raider_side"][oiler], book["raider_side"][akagi]) == (Kind.OILER, 0, 1)


@pytest.mark.rule("2.5")
def test_crossings_at_choke_points_are_not_free_moves(printed, midway):
    book, areas, ports = midway.books[0], printed.area_numbers, printed.port_numbers
    chokes = {id: number for number, id in enumerate(printed.board.choke_points)}
    for id, effect, held_by in (
        ("gibraltar", Choke.EXTRA_AREA_OR_RETURN, ["gibraltar"]),
        ("english_channel", Choke.EXTRA_AREA, ["england", "brest"]),
        ("suez_canal", Choke.CLOSED, ["suez"]),
    ):
        one, other = (areas[area] for area in printed.board.choke_points[id].between)
        assert not book["adjacent"][one] >> other & 1
        assert set(book["choke_between"][chokes[id]]) == {one, other}
        assert book["choke_effect"][chokes[id]] == effect
        assert book["choke_ports"][chokes[id]] == sum(1 << ports[port] for port in held_by)
    for one in range(27):
        for other in range(27):
            assert book["adjacent"][one] >> other & 1 == book["adjacent"][other] >> one & 1
    assert book["adjacent"][areas["aleutians"]] == 1 << areas["home_islands"] | 1 << areas["gulf_of_alaska"]


def test_ports_of_the_book(printed, midway):
    book, areas, ports = midway.books[0], printed.area_numbers, printed.port_numbers
    panama, addu, spezia = ports["panama_canal"], ports["addu_atoll"], ports["spezia"]
    assert book["returns_from"][panama] == 1 << areas["hawaiian_islands"] | 1 << areas["french_polynesia"]
    assert book["shielded_by"][addu] == ports["trincomalee"]
    assert book["shielded_by"][spezia] == NOWHERE
    assert (book["active_from"][addu], book["opens_with"][spezia]) == (3, ports["taranto"])
    assert [book["port_kind"][ports[id]] for id in ("truk", "midway", "neutral_port")] == [
        PortKind.PORT,
        PortKind.BASE,
        PortKind.NEUTRAL,
    ]
    assert book["touches"][ports["truk"]] == sum(1 << areas[id] for id in ("marianas", "marshalls", "bismarck_sea"))
    assert not book["capturable"][ports["germany"]] and book["capturable"][ports["midway"]]
    assert not book["lba_allowed"][ports["leningrad"]]


def bits(*numbers: int) -> int:
    """A word with these bits set."""
    return sum(1 << number for number in numbers)


@pytest.mark.rule("2.312", "2.54")
def test_addu_atoll_changes_hands_and_the_baltic_is_russian(printed, midway):
    book, areas, addu = midway.books[0], printed.area_numbers, printed.port_numbers["addu_atoll"]
    assert (book["changes_on"][addu], book["changes_to"][addu]) == (3, Power.BRITISH)
    assert np.count_nonzero(book["changes_on"][: len(printed.port_numbers)] < FOREVER) == 6
    russian, all_others = bits(areas["baltic"]), bits(*areas.values()) & ~bits(areas["baltic"])
    assert [book["allied_waters"][nation] for nation in Nation] == [
        russian if nation == Nation.RUSSIAN else all_others for nation in Nation
    ]


@pytest.mark.rule("2.53")
def test_panama_leads_to_two_areas_of_the_pacific(printed, midway):
    book, areas, panama = midway.books[0], printed.area_numbers, printed.port_numbers["panama_canal"]
    assert book["leads_to"][panama] == bits(areas["hawaiian_islands"], areas["french_polynesia"])
    assert np.count_nonzero(book["leads_to"]) == 1


@pytest.mark.rule("10.12", "10.13")
def test_who_may_base_where_before_the_war(printed, midway):
    allowed = midway.books[0]["before_war_nations"]
    assert allowed[Power.AMERICAN] == bits(Nation.US, Nation.FRENCH)
    assert not allowed[Power.BRITISH] >> Nation.US & 1 and allowed[Power.BRITISH] >> Nation.DUTCH & 1
    assert allowed[Power.JAPANESE] == allowed[Power.GERMAN] == 0


@pytest.mark.rule("10.15", "10.16")
def test_narrowings_of_returns(printed, midway):
    book, areas, ports = midway.books[0], printed.area_numbers, printed.port_numbers
    narrowings = [
        tuple(int(book[field][number]) for field in ("narrow_areas", "narrow_powers", "narrow_when"))
        for number in range(3)
    ]
    axis, everybody = bits(Power.JAPANESE, Power.GERMAN), bits(*Power)
    assert narrowings == [
        (bits(areas["caribbean"], areas["south_atlantic"]), axis, Narrowing.DISABLED),
        (bits(areas["cape_of_good_hope"]), everybody, Narrowing.DISABLED),
        (bits(areas["caribbean"]), bits(Power.BRITISH), Narrowing.BEFORE_WAR),
    ]
    neutral, cape = bits(ports["neutral_port"]), bits(ports["diego_suarez"], ports["simons_town"])
    assert list(book["narrow_ports"][:3]) == [neutral, cape, neutral]
    assert list(book["narrow_else"][:3]) == [0, neutral, 0]


@pytest.mark.rule("9.351", "11.12")
def test_pearl_harbor_is_a_repair_port_and_bases_are_not(printed, midway):
    repairs = {id: midway.books[0]["repairs"][number] for id, number in printed.port_numbers.items()}
    assert repairs["pearl_harbor"] and repairs["yokosuka"]
    assert not repairs["midway"] and not repairs["samoa"]


@pytest.mark.rule("2.22", "2.63")
def test_points_count_on_the_track_of_the_flag(printed, midway):
    track = midway.books[0]["vp_track"]
    areas = printed.area_numbers
    assert list(track[areas["bay_of_bengal"]]) == [Theatre.ATLANTIC, Theatre.PACIFIC]
    assert list(track[areas["eastern_seaboard"]]) == [Theatre.PACIFIC, Theatre.ATLANTIC]


# --- the Midway scenario -------------------------------------------------------------------------------


def test_midway_forces(midway):
    game, names = midway.templates[0], midway.names
    at = {}
    for unit in names.units:
        if game["place"][unit.number] != NOWHERE:
            at.setdefault(names.places[game["place"][unit.number]].id, []).append(unit)
    assert sorted(at) == ["not_yet_arrived", "pearl_harbor", "yokosuka"]
    assert {unit.id for unit in at["not_yet_arrived"]} == {"saratoga", "maryland", "pennsylvania", "tennessee"}
    assert len(at["pearl_harbor"]) == 3 + 9 + 2 and all(unit.nation == "us" for unit in at["pearl_harbor"])
    assert len(at["yokosuka"]) == 8 + 11 + 13 + 2 + 2 + 2
    assert all(unit.status == "core" for units in at.values() for unit in units)
    assert game["units"] == 56
    roster = game["roster"][:56]
    assert (np.diff(roster) > 0).all() and (game["place"][roster] != NOWHERE).all()


def test_midway_flags_points_and_places(printed, midway):
    book, game, areas, ports = midway.books[0], midway.templates[0], printed.area_numbers, printed.port_numbers
    flags = {id: game["flag"][number] for id, number in areas.items() if game["flag"][number] != NOBODY}
    assert flags == {"home_islands": Side.AXIS, "marshalls": Side.AXIS, "hawaiian_islands": Side.ALLIES}
    assert list(book["vp"][areas["home_islands"]]) == [printed.board.areas["home_islands"].allied_vp.value, 0]
    assert list(game["victory_points"]) == [0, 0]
    assert {id: book["place_vp"][number] for id, number in ports.items() if book["place_vp"][number]} == {
        "attu_kiska": 1,
        "midway": 2,
    }
    raids = {id: list(book["raid_vp"][number]) for id, number in ports.items() if book["raid_vp"][number].any()}
    assert raids == {"yokosuka": [0, 0, 1, 0], "truk": [0, 0, 1, 0]}
    assert list(book["assumed_speed_die"]) == [0, 6, 0, 0]
    assert bin(int(book["open_areas"])).count("1") == 6
    assert game["owner"][ports["midway"]] == Power.AMERICAN and game["owner"][ports["lae"]] == UNCONTROLLED
    assert (game["turn"], book["last_turn"], game["phase"]) == (5, 5, Phase.PATROLLING)
    assert book["victory"] == Victory.PACIFIC_TRACK
    assert list(book["seat_of_power"]) == [0, 1, 0, 1]


def test_midway_free_placements(printed, midway):
    book, number = midway.books[0], midway.names.unit_number
    north = sum(1 << printed.area_numbers[id] for id in ("gulf_of_alaska", "hawaiian_islands"))
    for id in ("maryland", "pennsylvania", "tennessee"):
        assert (book["free_patrol"][number(id)], book["free_raid"][number(id)]) == (north, north)
    assert (book["free_patrol"][number("saratoga")], book["free_raid"][number("saratoga")]) == (0, north)
    assert np.count_nonzero(book["free_raid"]) == 4


def test_bases_count_for_raids_when_the_switch_is_on(printed, tmp_path):
    text = (printed.folder / "scenarios" / "midway.toml").read_text(encoding="utf-8")
    switched = load.scenario(scenario_text(tmp_path, text.replace("\nbases = false", "\nbases = true")), printed)
    places = {id for id, number in printed.port_numbers.items() if switched.books[0]["raid_vp"][number].any()}
    assert places == {"yokosuka", "truk", "okinawa", "saipan", "kwajalein", "maloelap"}


def test_midway_is_for_two_players(printed):
    assert error_of(load.scenario, "midway", printed, 4) == (
        "midway.toml players: this scenario is for 2 players, not 4"
    )


# --- the engagement ------------------------------------------------------------------------------------


def test_engagement_draws_from_ships_that_are_not_in_the_game_yet(printed, engagement):
    book, game = engagement.books[0], engagement.templates[0]
    pool = np.flatnonzero(book["draw_pool"])
    assert {printed.units[number].nation for number in pool} == {"us", "japanese"}
    assert {printed.units[number].kind for number in pool} == {"ship"}
    assert {printed.units[number].status for number in pool} == {"core"}
    assert game["units"] == 0 and (game["place"] == NOWHERE).all()
    assert list(book["draw_least"]) == [3, 3] and list(book["draw_most"]) == [6, 6]


def test_engagement_is_away_from_the_home_ports(printed, engagement):
    book, ports = engagement.books[0], printed.port_numbers
    for id in ("pearl_harbor", "yokosuka"):
        assert not book["draw_areas"] & book["touches"][ports[id]]
    assert book["open_ports"] == 1 << ports["pearl_harbor"] | 1 << ports["yokosuka"]


# --- names ---------------------------------------------------------------------------------------------


def test_a_wrong_name_lists_close_ones(midway):
    with pytest.raises(LookupError, match='no unit "yorktwn"; did you mean "yorktown"'):
        midway.names.unit_number("yorktwn")
    with pytest.raises(LookupError, match='no place "hawai"'):
        midway.names.place_number("hawai")


# --- wrong files ---------------------------------------------------------------------------------------


def test_a_negative_armor(configs):
    row = set_cell(configs, "bismarck", "armor", "-1")
    assert error_of(load.printed, configs) == f"units.csv row {row} (bismarck), column armor: must be 0..9, is -1"


def test_a_port_that_touches_a_misspelt_area(configs):
    edit(configs / "board.toml", '{ area = "marianas", provenance = "R", confidence = "H", source = "2.35" }',
         '{ area = "marianass", provenance = "R", confidence = "H", source = "2.35" }')  # fmt: skip
    assert error_of(load.printed, configs) == (
        'board.toml ports.truk touches "marianass": no such sea area; did you mean "marianas"?'
    )


@pytest.mark.parametrize(
    ("unit", "column", "value", "problem"),
    [
        ("hood", "nation", "britsh", 'must be one of british, australian, .* is "britsh"; did you mean "british"'),
        ("hood", "speed", "fast", "must be a whole number, is 'fast'"),
        ("hood", "armor", "", "a ship has this factor; write 0 if it is 0"),
        ("hood", "gunnery_bonus", "maybe", 'must be yes or no, is "maybe"'),
        ("hood", "id", "rodney", r"row 3 has the same id"),
        ("hood", "arrives_at", "gibralter", 'no such place; did you mean "gibraltar"'),
        ("7af", "theatre", "", "is for land-based air units and paratroops .*, and each of them has one"),
        ("7af", "raider_side", "yes", "has no raider side"),
        ("argus", "optional_rule", "", "a counter marked optional needs one"),
    ],
)
def test_a_wrong_cell_names_row_unit_and_column(configs, unit, column, value, problem):
    row = set_cell(configs, unit, column, value)
    words = error_of(load.printed, configs)
    named = value if column == "id" else unit
    assert words.startswith(f"units.csv row {row} ({named}), column {column}")
    with pytest.raises(load.ConfigError, match=problem):
        load.printed(configs)


def test_a_wrong_header(configs):
    edit(configs / "units.csv", "gunnery,gunnery_bonus,", "guns,gunnery_bonus,")
    assert error_of(load.printed, configs).startswith('units.csv row 1, column "guns": no such column')


@pytest.mark.parametrize("separator", [";", "\t"])
def test_columns_that_no_commas_separate(configs, separator):
    units = configs / "units.csv"
    units.write_text(units.read_text("utf-8").replace(",", separator), "utf-8")
    words = "units.csv row 1: the columns must be separated by commas; save it as comma-separated values"
    assert error_of(load.printed, configs) == words


def test_a_short_row(configs):
    edit(configs / "units.csv", "\nrodney,Rodney,british,ship,BB,", "\nrodney,Rodney,british,ship,")
    assert "units.csv row 3 (rodney): has 35 cells, the header has 36" == error_of(load.printed, configs)


def test_a_set_up_letter_that_disagrees_with_the_place(configs):
    row = set_cell(configs, "houston", "set_up_letter", "P")
    words = error_of(load.printed, configs)
    assert words.startswith(f"units.csv row {row} (houston), column set_up_letter: P means pearl_harbor")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('held_by = ["gibraltar"]', 'held_by = ["gibralter"]', 'choke_points.gibraltar held_by "gibralter": no such'),
        ('theatre = "atlantic"\nallied_flag = { value = "us", provenance = "Ri"', 'theater = "atlantic"\n'
         'allied_flag = { value = "us", provenance = "Ri"', 'areas.eastern_seaboard.theater: no such key; did you'),
        ('between = ["barents", "north_sea"]', 'between = ["barents", "barents"]', "cannot border on itself"),
        ('between = ["barents", "air_gap"]', 'between = ["north_sea", "barents"]', "already joined by links[1]"),
        ('areas = ["cape_of_good_hope"]', 'areas = ["cape"]', 'narrowings.disabled_at_the_cape areas "cape": no such'),
        ("[boxes.raid_force]", "[boxes.raiders]", "the boxes must be exactly"),
        ("[ports.leningrad]", "[ports.leningrad", "not readable as TOML"),
    ],
)  # fmt: skip
def test_a_wrong_board_names_the_key(configs, old, new, words):
    edit(configs / "board.toml", old, new)
    assert words in error_of(load.printed, configs)


def test_an_unknown_scenario_lists_the_known_ones(printed):
    words = error_of(load.scenario, "midwy", printed)
    assert 'scenarios "midwy": no such scenario; did you mean "midway"?' in words
    assert "known: atlantic, campaign, engagement, midway, pacific" in words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("last_trun = 5", 'last_trun: no such key; did you mean "last_turn"'),
        ('begins_at = "combt"', 'did you mean "combat"'),
        ('areas = ["coral_see"]', 'areas "coral_see": no such sea area; did you mean "coral_sea"'),
        ('[forces]\npearl_harbor = ["yorktwn"]', 'forces.pearl_harbor "yorktwn": no such unit; did you mean "yorkt'),
        ('[forces]\npearl_habor = ["yorktown"]', 'forces.pearl_habor: no such place; did you mean "pearl_harbor"'),
        ('[forces]\ntruk = ["kaga"]\nyokosuka = ["kaga"]', 'forces.yokosuka "kaga": is already at truk'),
        ('[units]\nkaga = { place = "truk", dammage = 1 }', 'units.kaga.dammage: no such key; did you mean "damage"'),
        ('[units]\nkaga = { place = "marianas", damage = 4 }', "units.kaga damage: Kaga is lost with more than 3"),
        ('[units]\n7af = { place = "pearl_harbor", raiding = true }', "units.7af: 7AF has no raider side"),
        ('areas = ["coral_sea"]\n[flags]\nmarianas = "axis"', "flags.marianas: this sea area is not part of"),
        ('areas = ["coral_sea"]\n[forces]\ntruk = ["kaga"]', 'forces.truk "kaga": "truk" is not part of the scenario'),
        ('[free_placement]\nkaga = { raid = ["marianas"] }', "free_placement.kaga: the unit is not in the game"),
        ("turn = 5\nlast_turn = 4", "last_turn: must be 5 (the first turn) or later, is 4"),
        ('[meeting]\nareas = ["marianas"]\nallies = { units = ["kaga"], most = 2 }', "must be at most 1"),
        ('[[raid_vp]]\npower = "american"\npoints = 1', "raid_vp: needs either places or held_by"),
        ("turn =", "not readable as TOML"),
    ],
)
def test_a_wrong_scenario_names_the_key(printed, tmp_path, text, words):
    assert words in error_of(load.scenario, scenario_text(tmp_path, text), printed)


def test_a_scenario_of_an_editor_that_marks_utf_8(printed, tmp_path):
    file = tmp_path / "marked.toml"
    file.write_bytes(b'\xef\xbb\xbftitle = "M\xc3\xbcnchen"\r\nlast_turn = 5\r\n')
    assert load.scenario(file, printed).title == "München"


@pytest.mark.parametrize("name", ["units.csv", "board.toml"])
def test_a_folder_in_the_place_of_a_file(configs, name):
    (configs / name).unlink()
    (configs / name).mkdir()
    assert error_of(load.printed, configs) == f"{name}: cannot be read: Is a directory"


def test_a_missing_scenario_file(printed, tmp_path):
    assert "no such file" in error_of(load.scenario, tmp_path / "none.toml", printed)


def test_an_option_that_the_scenario_does_not_allow(printed):
    assert error_of(load.scenario, "midway", printed, 2, ("argus",)) == (
        'midway.toml options "argus": this scenario does not allow it (allowed: task_forces)'
    )
    assert 'no such optional rule; did you mean "task_forces"' in error_of(
        load.scenario, "midway", printed, 2, ("task_force",)
    )


@pytest.mark.rule("38.0")
def test_which_half_of_the_italian_buildup_has_to_be_said(printed):
    assert error_of(load.scenario, "campaign", printed, 2, ("italian_naval_buildup",)).endswith(
        "say which: italian_naval_buildup_1 or italian_naval_buildup_2"
    )


def test_options_that_need_or_exclude_each_other(printed, tmp_path):
    folder = shutil.copytree(printed.folder, tmp_path / "printed")
    file, text = folder / "options.toml", (folder / "options.toml").read_text("utf-8")
    file.write_text(
        text.replace("rule = 31\n", 'rule = 31\nrequires = ["greek_navy"]\nexcludes = ["damage_control"]\n')
    )
    changed = load.printed(folder)
    assert error_of(load.scenario, "campaign", changed, 2, ("argus",)).endswith('"argus": needs greek_navy (§31)')
    together = ("argus", "damage_control", "greek_navy")
    assert error_of(load.scenario, "campaign", changed, 2, together).endswith("together with damage_control (§31)")
    assert load.scenario("campaign", changed, 2, ("argus", "greek_navy")).file.in_play == ["greek_navy", "argus"]


def test_options_are_a_set(printed):
    one = load.scenario("campaign", printed, 2, ("argus", "greek_navy", "argus"))
    other = load.scenario("campaign", printed, 2, ("greek_navy", "argus"))
    assert one.digest == other.digest != load.scenario("campaign", printed, 2, ("argus",)).digest


def test_a_scenario_file_may_put_optional_rules_in_play(printed, tmp_path):
    file = scenario_text(tmp_path, 'options = ["argus", "damage_control"]\nin_play = ["damage_control"]')
    assert load.scenario(file, printed).file.in_play == ["damage_control"]
    scenario = load.scenario(file, printed, 2, ("argus",))
    text = to_scenario(scenario.names, scenario.books[0], scenario.templates[0])
    again = load.scenario(scenario_text(tmp_path, text), printed)
    assert again.file.in_play == scenario.file.in_play == ["damage_control", "argus"]
    assert again.digest == scenario.digest


# --- positions as scenario files -----------------------------------------------------------------------


def test_a_scenario_may_be_a_file_anywhere(printed, tmp_path):
    file = scenario_text(
        tmp_path,
        """
        turn = 4
        last_turn = 6
        begins_at = "raiding"
        flags = "printed"
        victory_points = { pacific = -8 }
        handicap = { atlantic = 2 }
        owners = { wake = "japanese" }
        """.replace("wake", "midway")
        + """
        [units]
        kaga = { place = "truk", damage = 4, raiding = true }
        yorktown = "coral_sea"
        richelieu = { place = "brest", controller = "german" }
        """,
    )
    scenario = load.scenario(str(file), printed)
    game, names, areas = scenario.templates[0], scenario.names, printed.area_numbers
    kaga, richelieu = names.unit_number("kaga"), names.unit_number("richelieu")
    assert (game["damage"][kaga], STATE.read(game, "raiding")[kaga]) == (4, 1)
    assert game["controller"][richelieu] == Power.GERMAN
    assert game["flag"][areas["coral_sea"]] == Side.ALLIES and game["flag"][areas["aleutians"]] == NOBODY
    assert list(game["victory_points"]) == [0, -8] and list(scenario.books[0]["handicap"]) == [2, 0]
    assert game["owner"][printed.port_numbers["midway"]] == Power.JAPANESE
    assert (game["turn"], game["phase"], scenario.books[0]["last_turn"]) == (4, Phase.RAIDING, 6)


@pytest.mark.rule("2.312")
@pytest.mark.parametrize(("turn", "owner"), [(2, UNCONTROLLED), (3, Power.BRITISH)])
def test_a_game_that_starts_later_finds_addu_atoll_british(printed, tmp_path, turn, owner):
    addu = printed.port_numbers["addu_atoll"]
    scenario = load.scenario(scenario_text(tmp_path, f"turn = {turn}"), printed)
    assert scenario.templates[0]["owner"][addu] == owner
    text = to_scenario(scenario.names, scenario.books[0], scenario.templates[0])
    assert "addu_atoll =" not in text
    scenario.templates[0]["owner"][addu] = Power.JAPANESE
    text = to_scenario(scenario.names, scenario.books[0], scenario.templates[0])
    assert load.scenario(scenario_text(tmp_path, text), printed).templates[0]["owner"][addu] == Power.JAPANESE


@pytest.mark.rule("2.44")
def test_a_written_scenario_remembers_that_addu_atoll_is_known(printed, tmp_path):
    addu = printed.port_numbers["addu_atoll"]
    file = scenario_text(tmp_path, "turn = 5\nfalls_from = { addu_atoll = 4 }\nunits = { hood = 'england' }")
    scenario, view = load.scenario(file, printed), admirals_war_v0.game(file, seed=0).view()
    for text in (to_scenario(scenario.names, scenario.books[0], scenario.templates[0]), view.to_scenario()):
        assert load.scenario(scenario_text(tmp_path, text), printed).templates[0]["falls_from"][addu] == 4


@pytest.mark.rule("10.12")
@pytest.mark.parametrize("at_war", [False, True])
def test_a_scenario_says_whether_japan_has_attacked(printed, tmp_path, at_war):
    given = "" if at_war else "hostilities = false"
    scenario = load.scenario(scenario_text(tmp_path, given), printed)
    assert scenario.templates[0]["hostilities"] == at_war
    text = to_scenario(scenario.names, scenario.books[0], scenario.templates[0])
    assert load.scenario(scenario_text(tmp_path, text), printed).templates[0]["hostilities"] == at_war


@pytest.mark.parametrize("name", ["midway", "engagement"])
def test_a_written_scenario_starts_from_the_same_position(printed, tmp_path, name):
    before = load.scenario(name, printed)
    text = to_scenario(before.names, before.books[0], before.templates[0])
    after = load.scenario(scenario_text(tmp_path, text), printed)
    assert after.digest == before.digest
    assert after.templates.tobytes() == before.templates.tobytes()


def test_a_position_in_the_middle_of_a_game_is_written_whole(printed, midway, tmp_path):
    games = midway.templates.copy()
    game, names = games[0], midway.names
    kaga, nagato, af = (names.unit_number(id) for id in ("kaga", "nagato", "7af"))
    game["place"][kaga] = game["origin"][kaga] = names.place_number("hawaiian_islands")
    game["damage"][kaga], game["damage"][nagato] = 2, 7
    for field in ("raiding", "retreated", "pursued"):
        STATE.write_at(game, field, kaga, 1)
    STATE.write_at(game, "disabled", nagato, 1)
    game["place"][af] = game["origin"][af] = names.place_number("returning")
    game["due"][af], game["controller"][kaga] = 7, Power.GERMAN
    STATE.write_at(game, "theatre", af, Theatre.ATLANTIC)
    game["owner"][printed.port_numbers["midway"]] = Power.JAPANESE
    game["owner"][printed.port_numbers["truk"]] = UNCONTROLLED
    aleutians, marshalls = (printed.area_numbers[id] for id in ("aleutians", "marshalls"))
    game["flag"][aleutians], game["flag"][marshalls] = Side.AXIS, NOBODY
    game["held_at_start"][Side.AXIS] |= 1 << aleutians
    game["held_at_start"][Side.AXIS] &= ~(1 << marshalls)
    game["held_at_start"][Side.ALLIES] &= ~(1 << aleutians | 1 << marshalls)
    game["victory_points"] = game["points_at_turn"] = (1, -3)
    game["raided"][printed.port_numbers["truk"]] = 1 << Power.AMERICAN
    game["armor_sunk"] = (3, 5)
    game["phase"] = Phase.COMBAT
    text = to_scenario(names, midway.books[0], game)
    after = load.scenario(scenario_text(tmp_path, text), printed)
    for field in games.dtype.names:
        assert np.array_equal(after.templates[0][field], game[field]), field
    assert after.digest == midway.digest


def test_the_digest_tells_books_apart(printed, midway, engagement, tmp_path):
    text = (printed.folder / "scenarios" / "midway.toml").read_text(encoding="utf-8")
    same = load.scenario(scenario_text(tmp_path, text.replace('title = "Midway"', 'title = "June 1942"')), printed)
    other = load.scenario(scenario_text(tmp_path, text.replace("midway = 2", "midway = 3")), printed)
    assert same.digest == midway.digest
    assert len({midway.digest, engagement.digest, other.digest}) == 3


# --- where the files are -------------------------------------------------------------------------------


def test_configs_are_beside_the_package_in_a_checkout():
    assert load.configs_folder() == Path(load.__file__).resolve().parents[4] / "configs"


def test_configs_are_inside_an_installed_package(monkeypatch, tmp_path):
    package = tmp_path / "site-packages" / "aw_env"
    shutil.copytree(load.configs_folder(), package / "configs")
    monkeypatch.setattr(folder, "_PACKAGE", package)
    assert load.configs_folder() == package / "configs"
    assert len(load.printed().units) == 306


# --- the check -----------------------------------------------------------------------------------------


def test_the_printed_material_is_sound(printed):
    report = check()
    assert report.problems == []
    assert [result for result in report.constraints if not result.holds] == []
    assert report.sound
    assert report.counts["units"] == 306 and report.counts["constraints"] >= 50
    constraints = read_constraints(printed.folder / "constraints.toml")
    assert {test["test"] for constraint in constraints for test in constraint.tests} == set(TESTS)


def test_estimates_come_with_their_reasoning():
    estimates = check().estimates
    assert all(estimate.reasoning and estimate.value for estimate in estimates)
    where = {(estimate.file, estimate.where) for estimate in estimates}
    assert ("board.toml", "ports.gibraltar.kind") in where
    assert any(file == "units.csv" and place.endswith("(stuka) factors") for file, place in where)
    assert not any(place.endswith("(rodney) factors") for _, place in where)


@pytest.mark.parametrize(
    ("unit", "column", "value", "constraint"),
    [
        ("rodney", "armor", "6", "R14"),
        ("stuka", "air_bonus", "no", "R20"),
        ("hiryu", "airstrike", "2", "R55"),
        ("cv16_cabot", "airstrike", "3", "R9"),
        ("hood", "overhaul", "1", "R56"),
        ("yamato", "arrives_turn", "6", "R68"),
    ],
)
def test_a_unit_that_contradicts_the_rulebook(configs, unit, column, value, constraint):
    set_cell(configs, unit, column, value)
    report = check(configs)
    assert [result.id for result in report.constraints if not result.holds] == [constraint]
    assert not report.sound


@pytest.mark.parametrize(
    ("old", "new", "constraint"),
    [
        ('allied_vp = { value = 2, provenance = "R", confidence = "H", source = "1.2" }',
         'allied_vp = { value = 3, provenance = "R", confidence = "H", source = "1.2" }', "C2"),
        ('touches = [\n    { area = "baltic", provenance = "Ri"', 'touches = [\n    { area = "north_sea", '
         'provenance = "Ri"', "C40"),
        ('between = ["caribbean", "south_atlantic"]', 'between = ["caribbean", "hawaiian_islands"]', "C49"),
        ('between = ["hawaiian_islands", "central_pacific"]', 'between = ["hawaiian_islands", "home_islands"]', "C42"),
        ('value = ["hawaiian_islands", "french_polynesia"], provenance = "R", confidence = "H", source = "2.53" }',
         'value = ["hawaiian_islands"], provenance = "R", confidence = "H", source = "2.53" }', "C34"),
    ],
)  # fmt: skip
def test_a_board_that_contradicts_the_rulebook(configs, old, new, constraint):
    edit(configs / "board.toml", old, new)
    failing = {result.id for result in check(configs).constraints if not result.holds}
    assert constraint in failing


def test_an_amphibious_unit_must_reach_the_philippines(configs):
    text = (configs / "board.toml").read_text(encoding="utf-8")
    for pair in ('["indonesia", "home_islands"]', '["marianas", "home_islands"]'):
        assert text.count(pair) == 1
        text = text.replace(pair, pair.replace("home_islands", "arabian_sea"))
    (configs / "board.toml").write_text(text, encoding="utf-8")
    assert "C44" in {result.id for result in check(configs).constraints if not result.holds}


def test_an_area_that_nothing_joins(configs):
    edit(configs / "board.toml", 'between = ["baltic", "north_sea"]', 'between = ["barents", "bay_of_biscay"]')
    problems = check(configs).problems
    assert any(problem.what == "the sea areas are not all connected" for problem in problems)


def test_check_reports_a_wrong_file_instead_of_raising(configs):
    set_cell(configs, "hood", "armor", "12")
    (problem,) = check(configs).problems
    assert (problem.file, problem.what) == ("units.csv", "must be 0..9, is 12")


def test_check_reads_every_scenario(configs):
    edit(configs / "scenarios" / "midway.toml", "[place_vp]", "[place_vps]")
    (problem,) = check(configs).problems
    assert (problem.file, problem.where) == ("scenarios/midway.toml", "place_vps")


def test_a_constraint_with_a_misspelt_test(configs):
    edit(configs / "constraints.toml", '{ test = "highest_vp", area', '{ test = "highest_pv", area')
    (problem,) = check(configs).problems
    assert problem.where == 'C2 tests[2] "highest_pv"' and 'did you mean "highest_vp"' in problem.what


def test_a_table_with_a_gap(configs):
    edit(configs / "tables.toml", '{ least = 3, most = 5, result = "scuttled" }', '{ least = 4, most = 5, result = "scuttled" }')  # fmt: skip # noqa: E501
    (problem,) = check(configs).problems
    assert (problem.file, problem.where) == ("tables.toml", "italian_surrender.rows[2]")
