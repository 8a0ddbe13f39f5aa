"""The map: what lies beside what, ranges and lines of sight, all found again from a picture of unit squares.

The picture is cut into squares half a sector wide.  A line of sight is walked through it square by square, with
fractions; how near it comes to the land of an island follows from the sides of a triangle (Heron).  None of this is how
`sectors` finds it.
"""

import tomllib
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise
from math import ceil, floor
from random import Random

import numpy as np
import pytest

from aw_env.core.config.folder import configs_folder
from aw_env.games.naval_miniatures.printed import sectors
from aw_env.games.naval_miniatures.records.terms import NOWHERE, SECTORS, Terrain
from tests.naval_miniatures.positions import name_of, sector_named

PICTURE = """
A 11223344556677
B .112233445566.
C 11223344556677
D .112233445566.
E 11223344556677
F .112233445566.
G 11223344556677
H .112233445566.
I 11223344556677
J .112233445566.
K 11223344556677
"""
"""Each line is two squares high; the dots are the half-sectors out of play (SET.10)."""

LAYOUTS = {
    "open water": {},
    "four islands": {Terrain.ISLAND: "D2 D5 H2 H5"},
    "strait": {Terrain.ISLAND: "F1 F5 F6"},
    "archipelago": {Terrain.ISLAND: "D1 E5 G5 H1", Terrain.SHOAL: "E3 G3"},
    "foul weather": {Terrain.ISLAND: "D3 H3", Terrain.SQUALL: "E5 F2 G5"},
    "atoll": {Terrain.ISLAND: "F3", Terrain.SHOAL: "E4 G4"},
    **{f"convoy {n}": {Terrain.ISLAND: f"F{n}"} for n in range(1, 7)},
}
"""The battle zones of the house's map: the six of the die, the six of the convoy scenario (SET.2, CV.2)."""

OBJECTIVES = ("D5 F2 H5", "F1 F3 F6", "D4 F3 H4", "F1 F3 F6", "F1 F4 F6", "E6 F2 G6", *[""] * 6)
"""Where their objectives are."""

BLOCKED = {
    "open water": (0, 0),
    "four islands": (862, 198),
    "strait": (550, 109),
    "archipelago": (769, 169),
    "foul weather": (1152, 180),
    "atoll": (311, 56),
    "convoy 1": (157, 33),
    "convoy 2": (259, 50),
    "convoy 3": (311, 56),
    "convoy 4": (311, 56),
    "convoy 5": (259, 50),
    "convoy 6": (157, 33),
}
"""Pairs of sectors that do not see each other: all, and those at ranges 1 to 3."""


# --- the picture -----------------------------------------------------------------------------------------------


@cache
def squares():
    """The sector of each unit square, by the square's left upper corner."""
    lines = [line.split() for line in PICTURE.split("\n") if line for _ in range(2)]
    return {(x, y): row + c for y, (row, cells) in enumerate(lines) for x, c in enumerate(cells) if c != "."}


@cache
def names():
    """The sectors in reading order."""
    return tuple(dict.fromkeys(squares().values()))


@cache
def centres():
    """The point that the four unit squares of each sector share."""
    corners = {}
    for corner, name in squares().items():
        corners.setdefault(name, []).append(corner)
    assert {len(of_sector) for of_sector in corners.values()} == {4}
    return {name: max(of_sector) for name, of_sector in corners.items()}


@cache
def beside():
    """The sectors that share a piece of a side with each sector."""
    found = {name: set() for name in names()}
    for (x, y), name in squares().items():
        for other in (squares().get((x + 1, y)), squares().get((x, y + 1))):
            if other not in (None, name):
                found[name].add(other)
                found[other].add(name)
    return found


def steps_from(start):
    """How many steps each sector is away from one, on the empty map."""
    steps, front = {start: 0}, {start}
    while front:
        front = {other for name in front for other in beside()[name]} - set(steps)
        steps |= dict.fromkeys(front, max(steps.values()) + 1)
    return steps


@cache
def distances():
    """Steps between each two sectors."""
    return {(one, other): steps for one in names() for other, steps in steps_from(one).items()}


def holder(x, y):
    """The sector inside which a point lies, None on a side or off the map: all squares that touch it are of one."""
    touched = {squares().get((a, b)) for a in {floor(x), ceil(x) - 1} for b in {floor(y), ceil(y) - 1}}
    return touched.pop() if len(touched) == 1 else None


@cache
def cut(one, other):
    """The third sectors that a line goes through: between two crossings of the sides of squares it is in one place."""
    ends = list(zip(centres()[one], centres()[other], strict=True))
    crossings = {Fraction(n - a, b - a) for a, b in ends for n in range(min(a, b) + 1, max(a, b))}
    times = [(before + after) / 2 for before, after in pairwise(sorted(crossings | {Fraction(0), Fraction(1)}))]
    return {holder(*(a + time * (b - a) for a, b in ends)) for time in times} - {one, other, None}


def nearness(one, other, third):
    """The squared distance, in sectors, from the centre of a third sector to the line; None where an end is nearer."""
    p, q, s = centres()[one], centres()[other], centres()[third]
    base, left, right = apart(p, q), apart(p, s), apart(q, s)
    if base + left <= right or base + right <= left:
        return None
    doubled = Fraction(4 * base * left - (base + left - right) ** 2, 4)  # the square of twice the area (Heron)
    return doubled / base / 4


def apart(p, q):
    """The square of the distance of two points."""
    return (p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2


@cache
def passed(one, other):
    """How near a line comes to each third sector that it passes."""
    near = {third: nearness(one, other, third) for third in names() if third not in (one, other)}
    return {third: distance for third, distance in near.items() if distance is not None and distance < 1}


def pairs():
    """Every two sectors, once."""
    return combinations(names(), 2)


def seen_in_the_picture(one, other, filled, radius):
    """Whether two different sectors see each other on a map of which some sectors are filled."""
    land = [third for third, distance in passed(one, other).items() if distance < radius**2]
    in_the_way = [third for third in land if filled.get(third) == Terrain.ISLAND]
    in_the_way += [third for third in cut(one, other) if filled.get(third) == Terrain.SQUALL]
    return not in_the_way and Terrain.ISLAND not in (filled.get(one), filled.get(other))


# --- the tables that are tested ----------------------------------------------------------------------------------


def filled_of(layout):
    """What fills the sectors that a layout names."""
    return {name: terrain for terrain, words in layout.items() for name in words.split()}


def sight(filled, *radius):
    """The table of sight of a map of which some sectors are filled."""
    terrain = np.zeros(SECTORS, np.int8)
    for name, what in filled.items():
        terrain[sector_named(name)] = what
    return sectors.clear(terrain, *radius)


def sees(line, **filled):
    """Whether the ends of a line such as "E4-E6" see each other, past sectors filled with a terrain each."""
    one, other = map(sector_named, line.split("-"))
    return bool(sight({name: Terrain[what.upper()] for name, what in filled.items()})[one, other])


def named(words):
    """The names of the sectors of a set of words."""
    return {name for number, name in enumerate(names()) if int(words[number // 32]) >> number % 32 & 1}


def is_that_of_the_picture(filled, radius=Fraction(2, 5)):
    """Whether the table of sight says of all pairs, both ways, what the picture shows."""
    expected = np.eye(SECTORS, dtype=np.int8)
    for one, other in pairs():
        p, q = names().index(one), names().index(other)
        expected[p, q] = expected[q, p] = seen_in_the_picture(one, other, filled, radius)
    return np.array_equal(sight(filled, radius), expected)


def turned(filled, mirror):
    """The same terrain in the sectors that a mirror shows."""
    return {mirror(name): terrain for name, terrain in filled.items()}


def upside_down(name):
    """The sector as far from row K as one is from row A."""
    return "KJIHGFEDCBA"["ABCDEFGHIJK".index(name[0])] + name[1]


def left_to_right(name):
    """The sector as far from the right edge as one is from the left one."""
    return f"{name[0]}{(8 if name[0] in 'ACEGIK' else 7) - int(name[1])}"


# --- SET: the sectors --------------------------------------------------------------------------------------------


@pytest.mark.rule("SET.10", "SET.6")
def test_72_sectors_in_11_rows_of_seven_and_six():
    assert len(names()) == SECTORS == 72
    rows = Counter(sectors.MAP.row)
    assert len(sectors.MAP.row) == SECTORS and [rows[row] for row in sorted(rows)] == [7, 6] * 5 + [7]


@pytest.mark.rule("SET.10")
def test_sectors_are_numbered_and_named_in_reading_order():
    for sector, name in enumerate(names()):
        assert sectors.NAMES[sector] == name and sectors.NUMBERS[name.lower()] == sector
        row, column = "ABCDEFGHIJK".index(name[0]), int(name[1]) - 1
        assert sectors.MAP.row[sector] == row and sector == 13 * (row // 2) + 7 * (row % 2) + column
        assert (sectors.MAP.across[sector] + 1, 2 * row + 1) == centres()[name]


# --- GLO.1, RNG: distances -----------------------------------------------------------------------------------------


@pytest.mark.rule("GLO.1")
def test_adjacent_are_the_sectors_that_share_a_piece_of_a_side():
    table = sectors.NEAR
    assert (table.dtype, table.shape) == (np.int8, (72, 6))
    for sector, name in enumerate(names()):
        listed = [number for number in table[sector].tolist() if number != NOWHERE]
        assert table[sector].tolist() == sorted(listed) + [NOWHERE] * (6 - len(listed))
        assert {name_of(number) for number in listed} == beside()[name]


@pytest.mark.rule("GLO.1")
def test_most_sectors_have_six_neighbors_and_those_in_the_corners_two():
    found = Counter((sectors.NEAR != NOWHERE).sum(axis=1).tolist())
    assert found == {6: 40, 5: 10, 4: 10, 3: 8, 2: 4}


@pytest.mark.rule("GLO.1")
@pytest.mark.parametrize(
    ("name", "expected"),
    [("A1", "A2 B1"), ("B1", "A1 A2 B2 C1 C2"), ("E1", "D1 E2 F1"), ("E4", "D3 D4 E3 E5 F3 F4")],
)
def test_neighbors_at_the_edge_and_in_the_middle(name, expected):
    row = sectors.NEAR[sector_named(name)].tolist()
    assert [name_of(number) for number in row if number != NOWHERE] == expected.split()


@pytest.mark.rule("RNG.2")
def test_the_range_is_the_shortest_way_on_the_empty_map():
    table = sectors.MAP.ranges
    assert (table.dtype, table.shape) == (np.int8, (72, 72))
    expected = [[distances()[one, other] for other in names()] for one in names()]
    assert table.tolist() == expected


@pytest.mark.rule("RNG.2")
def test_pairs_at_each_range():
    found = Counter(int(sectors.MAP.ranges[one, other]) for one, other in combinations(range(SECTORS), 2))
    assert [found[steps] for steps in range(1, 12)] == [181, 309, 377, 404, 381, 329, 242, 172, 104, 55, 2]
    assert sum(found.values()) == 2556 and set(np.diagonal(sectors.MAP.ranges).tolist()) == {0}


# --- LOS: what lines meet --------------------------------------------------------------------------------------------


@pytest.mark.rule("LOS.2", "MAP.4")
def test_a_line_from_centre_to_centre_cuts_the_sectors_that_it_goes_through():
    table = sectors.crossed()
    assert (table.dtype, table.shape) == (np.int64, (72, 72, 3))
    for one, other in pairs():
        p, q = names().index(one), names().index(other)
        assert named(table[p, q]) == named(table[q, p]) == cut(one, other)


@pytest.mark.rule("GLO.5")
def test_no_line_cuts_the_sectors_at_its_own_ends():
    for one, other in combinations(range(SECTORS), 2):
        assert not named(sectors.crossed()[one, other]) & {names()[one], names()[other]}
    assert not any(sectors.crossed()[sector, sector].any() for sector in range(SECTORS))


@pytest.mark.rule("LOS.3", "LOS.4")
def test_lines_that_just_touch_an_island_are_not_blocked():
    touching = [(p, q, s) for p, q in pairs() for s, near in passed(p, q).items() if near == Fraction(4, 25)]
    assert len(touching) == 116
    tables = {name: sight({name: Terrain.ISLAND}) for name in {third for _, _, third in touching}}
    closer = {name: sight({name: Terrain.ISLAND}, Fraction(400001, 1000000)) for name in tables}
    for one, other, third in touching:
        p, q = names().index(one), names().index(other)
        assert tables[third][p, q] == tables[third][q, p] == 1
        assert closer[third][p, q] == closer[third][q, p] == 0


WORKED = {
    "E4-E6": (2, "E5", "E5"),
    "E4-G4": (2, "", ""),
    "D3-E5": (2, "", "D4 E4"),
    "E2-F4": (3, "E3 F3", "E3 F3"),
    "E2-H4": (4, "F2 G4", "F2 F3 G3 G4"),
    "D3-G4": (3, "E4 F3", "E4 F3"),
}
"""The worked lines of the ruling: range, the third sectors where an island blocks, those where fog does."""


@pytest.mark.rule("LOS.3", "LOS.4")
@pytest.mark.parametrize("line", WORKED)
def test_worked_lines_are_blocked_by_these_islands_and_squalls_only(line):
    steps, islands, squalls = WORKED[line]
    one, other = line.split("-")
    assert sectors.MAP.ranges[sector_named(one), sector_named(other)] == steps
    thirds = set(names()) - {one, other}
    assert {name for name in thirds if not sees(line, **{name: "island"})} == set(islands.split())
    assert {name for name in thirds if not sees(line, **{name: "squall"})} == set(squalls.split())


@pytest.mark.rule("LOS.9", "LOS.3")
def test_along_the_side_of_obstructing_sectors_there_is_sight():
    assert sees("E4-G4", F3="island", F4="island")
    assert sees("E4-G4", F3="squall", F4="squall")


@pytest.mark.rule("LOS.10", "LOS.4")
def test_the_land_of_an_island_blocks():
    assert not sees("E4-E6", E5="island")


@pytest.mark.rule("LOS.11", "LOS.4")
def test_across_the_sector_of_an_island_but_past_its_land_there_is_sight():
    assert "D4" in cut("D3", "E5")
    assert sees("D3-E5", D4="island")
    assert not sees("D3-E5", D4="squall")


@pytest.mark.rule("LOS.12", "LOS.8")
def test_nobody_sees_into_the_sector_of_an_island_or_out_of_it():
    table, island = sight({"E4": Terrain.ISLAND}), sector_named("E4")
    assert table[island].sum() == table[:, island].sum() == 1
    assert table[island, island] == 1, "those in it see each other (MR-28)"


@pytest.mark.rule("LOS.5", "GLO.5")
def test_squalls_at_the_ends_of_a_line_do_not_block_it():
    assert sees("E4-E6", E4="squall", E6="squall")
    assert sees("E4-E4", E4="squall")
    assert not sees("E4-E6", E4="squall", E5="squall", E6="squall")


@pytest.mark.rule("MAP.2")
def test_shoals_block_no_line():
    assert sight({name: Terrain.SHOAL for name in names()}).all()


# --- SET.2: the battle zones -----------------------------------------------------------------------------------------


@pytest.mark.rule("SET.2", "CV.2")
def test_the_battle_zones_of_the_file_are_those_that_are_tested_here():
    file = tomllib.loads((configs_folder() / "naval_miniatures" / "battle_zones.toml").read_text("utf-8"))
    zones = [file[table][f"{die}"] for table in ("zones", "convoy_zones") for die in range(1, 7)]
    keys = {Terrain.ISLAND: "islands", Terrain.SHOAL: "shoals", Terrain.SQUALL: "squalls"}
    for zone, layout, objectives in zip(zones, LAYOUTS.values(), OBJECTIVES, strict=True):
        for terrain, key in keys.items():
            assert zone.get(key, []) == layout.get(terrain, "").lower().split()
        assert zone.get("objectives", []) == objectives.lower().split()
    assert Fraction(str(file["map"]["island_radius"]["value"])) == sectors.ISLAND_RADIUS


@pytest.mark.rule("SET.2", "GLO.1")
@pytest.mark.parametrize(("layout", "objectives"), list(zip(LAYOUTS, OBJECTIVES, strict=True)))
def test_objectives_are_in_open_sectors_that_do_not_touch(layout, objectives):
    wanted = objectives.split()
    assert not set(wanted) & set(filled_of(LAYOUTS[layout]))
    assert not [pair for pair in combinations(wanted, 2) if pair[1] in beside()[pair[0]]]


@pytest.mark.rule("SET.2", "LOS.4")
@pytest.mark.parametrize("layout", LAYOUTS)
def test_so_many_pairs_are_blocked_in_a_battle_zone(layout):
    blocked = np.triu(sight(filled_of(LAYOUTS[layout])) == 0)
    near = sectors.MAP.ranges <= 3
    assert (blocked.sum(), (blocked & near).sum()) == BLOCKED[layout]
    assert np.triu(near, 1).sum() == 867


@pytest.mark.rule("LOS.2", "LOS.5")
@pytest.mark.parametrize("layout", LAYOUTS)
def test_sight_in_a_battle_zone_is_that_of_the_picture_both_ways(layout):
    assert is_that_of_the_picture(filled_of(LAYOUTS[layout]))


@pytest.mark.rule("LOS.2", "LOS.5")
@pytest.mark.parametrize("seed", range(6))
def test_sight_on_maps_of_any_kind_is_that_of_the_picture(seed):
    drawn = Random(seed)
    chosen = drawn.sample(names(), drawn.randint(1, 20))
    assert is_that_of_the_picture({name: drawn.choice(list(Terrain)) for name in chosen})


@pytest.mark.rule("LOS.4")
@pytest.mark.parametrize("radius", [Fraction(1, 100), Fraction(1, 4), Fraction(1, 2), Fraction(9, 10)])
def test_islands_of_another_size(radius):
    assert is_that_of_the_picture(filled_of(LAYOUTS["archipelago"]), radius)


@pytest.mark.rule("SET.2")
@pytest.mark.parametrize("layout", [name for name in LAYOUTS if not name.startswith("convoy")])
def test_a_battle_zone_is_the_same_for_both_sides(layout):
    filled = filled_of(LAYOUTS[layout])
    assert turned(filled, upside_down) == filled


@pytest.mark.parametrize("mirror", [upside_down, left_to_right])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_mirrored_map_has_the_mirrored_sight(layout, mirror):
    filled = filled_of(LAYOUTS[layout])
    order = [sector_named(mirror(name)) for name in names()]
    assert np.array_equal(sight(turned(filled, mirror))[np.ix_(order, order)], sight(filled))
    assert np.array_equal(sectors.MAP.ranges[np.ix_(order, order)], sectors.MAP.ranges)


@pytest.mark.parametrize("table", [lambda: sectors.NEAR, lambda: sectors.MAP.ranges, sectors.crossed])
def test_the_tables_of_all_scenarios_are_one_and_nobody_changes_it(table):
    assert table() is table()
    with pytest.raises(ValueError, match="read-only"):
        table()[0, 0] = 1
