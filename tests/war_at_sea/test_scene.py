"""The board as data for a page."""

import json

from aw_env import war_at_sea_v0
from aw_env.core.drawn.chart import map_in
from aw_env.games.war_at_sea.board import MAP
from aw_env.games.war_at_sea.records.terms import AREAS


def test_a_scene_is_plain_data_with_every_place_and_unit():
    game = war_at_sea_v0.game(seed=3)
    view = game.view()
    scene = game.rules.scene(view).data()
    assert json.loads(json.dumps(scene)) == scene
    assert [unit["id"] for unit in scene["units"]] == [unit.id for unit in view.units]
    assert [area["id"] for area in scene["areas"]] == [area.id for area in view.areas]
    assert [port["id"] for port in scene["ports"]] == [port.id for port in view.ports]
    width, height = scene["size"]
    for area in scene["areas"]:
        left, top, across, down = area["room"]
        assert area["path"].startswith("M") and 0 <= left < left + across <= width and 0 <= top < top + down <= height


def test_areas_touch_on_the_drawn_map_where_they_are_linked():
    view = war_at_sea_v0.game(seed=3).view()
    cells = map_in(MAP).cells
    assert len({len(row) for row in cells}) == 1
    adjacent = view.scenario.books[0]["adjacent"]
    names = [area.id for area in view.areas]
    linked = {
        frozenset((names[one], names[other]))
        for one in range(AREAS)
        for other in range(AREAS)
        if int(adjacent[one]) >> other & 1
    }
    assert map_in(MAP).borders() == linked


def test_the_room_of_an_area_lies_in_it():
    drawn = map_in(MAP)
    for area, (left, top, width, height) in drawn.rooms.items():
        inside = [drawn.cells[int(y)][int(x)] for y in (top, top + height) for x in (left, left + width)]
        assert set(inside) == {area}, area


def test_a_seat_is_not_shown_where_ships_lie_face_down():
    game = war_at_sea_v0.game(options=["face_down"], seed=3)
    while game.view().decision.name == "SET_UP":
        game.apply(game.legal_actions()[-1])
    shown = [{unit.id: unit.place for unit in game.rules.scene(game.view(seat)).units} for seat in (0, 1)]
    assert shown[0]["hood"] == "malta" and shown[1]["hood"] is None
    ports = {port.id: port.notes for port in game.rules.scene(game.view(1)).ports}
    assert any("face down" in note for note in ports["malta"])
