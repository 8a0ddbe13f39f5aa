"""The board of raiders as a map."""

from pathlib import Path

import aw_env.games.world_at_war
from aw_env import world_at_war_v0
from aw_env.core.drawn.chart import map_in
from aw_env.core.drawn.text import areas, empty_areas, in_plain_text

MAP = map_in(Path(aw_env.games.world_at_war.__file__).with_name("raiders.toml"))


def scene(name):
    game = world_at_war_v0.game(name, seed=1)
    return game.rules.scene(game.view())


def test_raiders_are_drawn_on_a_map_that_has_every_place_once():
    drawn = scene("raiders")
    assert drawn.chart.map is MAP
    assert {area.id for area in drawn.areas} == {id for row in MAP.cells for id in row} - {""}


def test_the_box_of_the_transports_touches_all_that_ships_protect_it_from():
    around = {id for pair in MAP.borders() if "atlantic_sw" in pair for id in pair}
    assert around >= {"scapa_flow", "britain", "gibraltar", "atlantic_us_box", "brest", "bergen"}


def test_the_islands_are_squares_in_rows():
    drawn = scene("night_express")
    assert not any(MAP.has(area.id) for area in drawn.areas) and len(drawn.chart.map.cells[0]) == 24


def test_of_many_islands_only_those_with_units_are_listed_and_the_others_named():
    drawn = scene("night_express")
    empty = [area for area in drawn.areas if not drawn.units_in(area.id)]
    listed, left_out = in_plain_text(areas(drawn)), " ".join(in_plain_text(empty_areas(drawn)).split())
    assert empty and all(area.name in left_out for area in empty)
    assert not {area.name for area in empty} & {line.partition("  ")[0] for line in listed.splitlines()}
    assert empty[0].name in in_plain_text(areas(drawn, {empty[0].id}))


def test_of_few_boxes_all_are_listed():
    drawn = scene("raiders")
    assert empty_areas(drawn) is None
    assert all(area.name in in_plain_text(areas(drawn)) for area in drawn.areas)


def test_an_account_is_shown_only_where_there_is_one():
    titles = {name: {fact.title for fact in scene(name).facts} for name in ("raiders", "night_express")}
    assert {"Transports not built"} <= titles["raiders"] - titles["night_express"]
    assert {"Transports of Japan", "Research points for ports"} <= titles["night_express"] - titles["raiders"]
    assert {"Points", "BRPs"} <= titles["raiders"] & titles["night_express"]
