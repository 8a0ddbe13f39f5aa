"""The board of raiders as a map."""

from pathlib import Path

import aw_env.games.world_at_war
from aw_env import world_at_war_v0
from aw_env.core.drawn.chart import map_in

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
