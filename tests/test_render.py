"""The board as text and as a picture."""

import numpy as np
import pytest

from aw_env import admirals_war_v0
from aw_env.core.faces.game import Game
from aw_env.games.admirals_war.printed import load
from aw_env.games.admirals_war.records.terms import FIRST_PLACE_ACTION, Decision
from aw_env.games.admirals_war.render import ansi, picture
from aw_env.games.admirals_war.render.layout import whole_map
from aw_env.games.admirals_war.render.text import WIDTH


@pytest.fixture(scope="module")
def scenario() -> load.Scenario:
    return load.scenario("midway")


def midway(decisions: int = 0) -> Game:
    """A game of Midway after some decisions, each the last legal one."""
    game = admirals_war_v0.game("midway", seed=11)
    for _ in range(decisions):
        if not game.ended:
            game.apply(game.legal_actions()[-1])
    return game


def test_layout_agrees_with_the_board():
    board = load.printed().board
    layout = whole_map()
    joined = {frozenset(link.between) for link in board.links}
    joined |= {frozenset(choke.between) for choke in board.choke_points.values()}
    assert layout.borders() == joined
    assert {id for row in layout.cells for id in row} - {""} == set(board.areas)
    assert set(layout.ports) == set(board.ports)


def test_ports_stand_in_or_beside_the_areas_they_touch():
    board, layout = load.printed().board, whole_map()
    for id, spot in layout.ports.items():
        rows = layout.cells[max(0, int(spot.row) - 3) : int(spot.row) + 4]
        near = {cell for row in rows for cell in row[max(0, int(spot.column) - 3) : int(spot.column) + 4]}
        assert {touch.area for touch in board.ports[id].touches} <= near, id


def test_every_part_of_the_map_hangs_together():
    cells = np.array(whole_map().cells)
    for area in set(cells.ravel()) - {""}:
        left = set(map(tuple, np.argwhere(cells == area)))
        reached = [left.pop()]
        for row, column in reached:
            for near in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
                if near in left:
                    left.remove(near)
                    reached.append(near)
        assert not left, area


@pytest.mark.parametrize("decisions", [0, 30, 90, 1000])
def test_ansi_names_every_unit_and_place_in_a_hundred_columns(scenario: load.Scenario, decisions: int):
    game = midway(decisions)
    view = game.view()
    text = ansi(scenario, view)
    assert max(map(len, text.splitlines())) <= WIDTH <= 100
    for unit in view.units:
        assert unit.name in text
    for area in view.areas:
        assert area.name in text
    for port in view.ports:
        assert port.name in text


def test_ansi_is_deterministic_and_shows_a_move(scenario: load.Scenario):
    game = midway()
    before = ansi(scenario, game.view())
    assert before == ansi(scenario, midway().view())
    assert game.view().decision == Decision.PATROL_ORDER
    game.apply(next(action for action in game.legal_actions() if action >= FIRST_PLACE_ACTION))
    assert ansi(scenario, game.view()) != before


def test_picture_is_deterministic_of_one_size_and_changes_with_a_move(scenario: load.Scenario):
    game = midway()
    before = picture(scenario, game.view())
    assert before.dtype == np.uint8 and before.ndim == 3 and before.shape[2] == 3
    assert np.array_equal(before, picture(scenario, midway().view()))
    assert len(np.unique(before.reshape(-1, 3), axis=0)) > 50
    game.apply(next(action for action in game.legal_actions() if action >= FIRST_PLACE_ACTION))
    after = picture(scenario, game.view())
    assert after.shape == before.shape
    sea = slice(120, 1000)
    assert (after[sea] != before[sea]).any(), "the ship does not appear on the map"


def test_picture_of_a_finished_game(scenario: load.Scenario):
    game = midway(1000)
    assert game.ended
    assert picture(scenario, game.view()).shape == picture(scenario, midway().view()).shape


def test_picture_of_the_engagement():
    game = admirals_war_v0.game("engagement", seed=4)
    drawn = picture(game.rules.scenario, game.view())
    assert drawn.any() and ansi(game.rules.scenario, game.view())


def test_a_picture_of_the_whole_board(tmp_path):
    units = {unit.id: unit for unit in load.printed().units}
    file = tmp_path / "board.toml"
    file.write_text(
        'title = "The whole board"\nturn = 1\nlast_turn = 1\nbegins_at = "patrolling"\nflags = "printed"\n'
        'victory = "theatres"\n[forces]\nengland = ["nelson", "hood"]\nnorth_sea = ["warspite"]\n'
        'yokosuka = ["yamato"]\ngermany = ["bismarck"]\n'
    )
    game = admirals_war_v0.game(file, seed=1)
    text = ansi(game.rules.scenario, game.view())
    for id in ("nelson", "hood", "warspite", "yamato", "bismarck"):
        assert units[id].name in text
    drawn = picture(game.rules.scenario, game.view())
    assert drawn.shape[1] > 2000
