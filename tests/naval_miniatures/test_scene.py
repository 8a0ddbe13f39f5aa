"""The board as data, as a picture and as text."""

import json
from dataclasses import replace

import numpy as np

from aw_env import naval_miniatures_v0
from aw_env.core.drawn import text
from aw_env.core.drawn.outlines import outlines
from aw_env.core.drawn.picture import picture
from aw_env.games.naval_miniatures.game import ruleset
from tests.naval_miniatures.positions import battle
from tests.naval_miniatures.test_view import seen


def drawn(game, seat=None):
    """The scene of a battle under test."""
    return ruleset("river_plate").scene(seen(game, seat))


def fight():
    allies = (("hms_ajax", "d4"), ("hms_ark_royal", "a1"), ("swordfish_mk_ii", "hms_ark_royal"))
    axis = {"bismarck": "e5", "fw_200_kondor": "airbase", "koln": "e5"}
    units = {"hms_ajax": {"damage": 2, "crippled": 1}, "koln": {"doomed": 1}, "bismarck": {"hit": 2}}
    terrain = {"island": ["e4"], "shoal": ["b2"], "squall": ["f2"], "objectives": ["d5"]}
    return battle("surface_attack", allies, axis, terrain=terrain, smoke=["c3"], units=units).begin()


def test_a_scene_is_plain_data_with_every_sector_and_unit():
    game = naval_miniatures_v0.game("random", seed=3)
    view = game.view()
    data = game.rules.scene(view).data()
    assert json.loads(json.dumps(data)) == data
    assert [unit["id"] for unit in data["units"]] == [unit.id for unit in view.units]
    assert len(data["areas"]) == 72
    width, height = data["size"]
    for area in data["areas"]:
        left, top, across, down = area["room"]
        assert area["path"].startswith("M") and 0 <= left < left + across <= width and 0 <= top < top + down <= height


def test_sectors_touch_on_the_map_where_they_are_adjacent():
    view = seen(fight())
    near, names = view.scenario.books[0]["near"], view.names.places
    adjacent = {frozenset((names[one].id, names[other].id)) for one in range(72) for other in near[one] if other >= 0}
    chart = ruleset("river_plate").scene(view).chart
    borders = {pair for pair in chart.map.borders() if "out of play" not in pair}
    assert borders == adjacent
    assert len(outlines(chart.map.cells)) == 73


def test_what_fills_a_sector_is_drawn():
    grounds = {area.id: area.ground and area.ground.value for area in drawn(fight()).areas}
    assert [grounds[id] for id in ("e4", "b2", "f2", "c3", "a1")] == ["island", "shoal", "squall", "smoke", None]


def test_objectives_are_told_until_they_are_claimed():
    notes = {area.id: area.notes for area in drawn(fight()).areas}
    assert notes["d5"] == ("objective 50",)
    game = battle("end_of_turn", {"hms_ajax": "d5"}, {"koln": "k1"}, terrain={"objectives": ["d5"]}).begin()
    assert {area.id: area.notes for area in drawn(game).areas}["d5"] == ()


def test_counters_lie_where_their_units_are_and_bear_what_has_happened():
    board = drawn(fight())
    units = {unit.id: unit for unit in board.units}
    assert units["swordfish_mk_ii"].place == "aboard_hms_ark_royal" and units["fw_200_kondor"].place == "airbase_axis"
    assert {box.id for box in board.boxes} >= {"aboard_hms_ark_royal", "airbase_axis", "gone"}
    assert [mark.words for mark in units["hms_ajax"].marks] == ["-2", "C"]
    assert [mark.words for mark in units["koln"].marks] == ["destroyed"]
    assert [mark.words for mark in units["bismarck"].marks] == ["+2"]
    assert any("Extended Range 4" in line for line in units["bismarck"].card)


def test_the_text_is_a_map_of_sectors_and_what_is_in_them():
    written = text.ansi(drawn(fight()))
    assert max(map(len, written.splitlines())) <= text.WIDTH
    assert "E4" in written and "island" in written and "objective 50" in written and "HMS Ajax -2 C" in written
    assert "Aboard HMS Ark Royal: Swordfish Mk. II" in written and "Axis airbase: FW 200 Kondor" in written
    ascending = [written.index(f"{row}1") for row in "ABCDEFGHIJK"]
    assert ascending == sorted(ascending)


def test_rings_and_lines_of_sight_around_the_unit_that_is_asked():
    """As far as its guns reach, here at extended range; a squall, land and smoke hide what is in range."""
    allies = {"hms_hood": "d5", "hms_ajax": "d4"}
    axis = {"bismarck": "e6", "koln": "d2", "kongo": "f3", "admiral_graf_spee": "g5", "yukikaze": "k1"}
    terrain = {"island": ["e4"], "squall": ["d3"]}
    game = battle("surface_attack", allies, axis, terrain=terrain, smoke=["f5"]).begin()
    assert drawn(game).rings == drawn(game).sights == ()
    board = drawn(game.choose("hms_hood"))
    assert [(ring.distance, len(ring.areas), ring.reach) for ring in board.rings] == [
        (1, 7, False),
        (2, 18, False),
        (3, 31, False),
        (4, 42, True),
    ]
    assert {(sight.end, sight.clear) for sight in board.sights} == {
        ("e6", True),
        ("d2", False),
        ("f3", False),
        ("g5", False),
    }
    assert {sight.start for sight in board.sights} == {"d5"}


def test_bearings_are_plain_data_and_only_for_who_is_asked():
    game = battle("surface_attack", {"hms_hood": "b5"}, {"bismarck": "c6", "kongo": "d4"}).begin()
    board = drawn(game.choose("hms_hood"))
    data = board.bearings()
    assert json.loads(json.dumps(data)) == data and {name: board.data()[name] for name in data} == data
    assert all(ring["path"].startswith("M") and len(ring["label"]) == 2 for ring in data["rings"])
    assert [line["clear"] for line in data["sights"]] == [True, True]
    assert board.without_question().bearings() == {"rings": [], "sights": []}
    asked, silent = (picture(each, each) for each in (board, replace(board, rings=(), sights=())))
    assert asked.shape == silent.shape and (asked != silent).any()


def test_a_bomber_reaches_no_further_than_its_own_sector():
    board = drawn(
        battle("air_attack", {"sbd_dauntless": "d5"}, {"bismarck": "d5", "kongo": "d5", "koln": "d6"})
        .begin()
        .choose("sbd_dauntless")
    )
    assert [(ring.distance, ring.reach) for ring in board.rings] == [(0, True), (1, False), (2, False), (3, False)]
    assert board.sights == ()


def test_pictures():
    game = naval_miniatures_v0.game("random", seed=4)
    for seat in (None, 0, 1):
        made = game.rules.picture(game.view(seat))
        assert made.dtype == np.uint8 and made.shape[2] == 3 and made.std() > 10


def test_the_convoy_has_a_track_of_its_own():
    game = naval_miniatures_v0.game("convoy", seed=4)
    assert game.rules.scene(game.view()).tracks[0].words == "0 off the map, 0 lost; 3 decide"
    assert game.rules.picture(game.view()).std() > 10


def test_rings_and_sights_reach_from_corner_to_corner():
    game = battle("surface_attack", {"hms_ajax": "a1"}, {"bismarck": "k7", "koln": "a2"}).begin(dice=[1] * 40)
    scene_of = drawn(game.choose("hms_ajax"))
    assert [(sight.end, sight.clear) for sight in scene_of.sights] == [("a2", True)]
