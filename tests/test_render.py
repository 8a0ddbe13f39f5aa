"""The board as text and as a picture."""

import numpy as np
import pytest

from aw_env import admirals_war_v0
from aw_env.core.drawn.chart import map_in
from aw_env.core.drawn.text import WIDTH
from aw_env.core.faces.game import Game
from aw_env.games.admirals_war.board import MAP
from aw_env.games.admirals_war.printed import load
from aw_env.games.admirals_war.records.terms import FIRST_PLACE_ACTION, Decision


def ansi(game: Game) -> str:
    return game.rules.draw("ansi", game.view())


def picture(game: Game) -> np.ndarray:
    return game.rules.picture(game.view())


def midway(decisions: int = 0) -> Game:
    """A game of Midway after some decisions, each the last legal one."""
    game = admirals_war_v0.game("midway", seed=11)
    for _ in range(decisions):
        if not game.ended:
            game.apply(game.legal_actions()[-1])
    return game


def test_layout_agrees_with_the_board():
    board = load.printed().board
    layout = map_in(MAP)
    joined = {frozenset(link.between) for link in board.links}
    joined |= {frozenset(choke.between) for choke in board.choke_points.values()}
    assert layout.borders() == joined
    assert {id for row in layout.cells for id in row} - {""} == set(board.areas)
    assert set(layout.ports) == set(board.ports)


def test_ports_stand_in_or_beside_the_areas_they_touch():
    board, layout = load.printed().board, map_in(MAP)
    for id, spot in layout.ports.items():
        rows = layout.cells[max(0, int(spot.row) - 3) : int(spot.row) + 4]
        near = {cell for row in rows for cell in row[max(0, int(spot.column) - 3) : int(spot.column) + 4]}
        assert {touch.area for touch in board.ports[id].touches} <= near, id


def test_every_part_of_the_map_hangs_together():
    cells = np.array(map_in(MAP).cells)
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
def test_ansi_names_every_unit_and_place_in_a_hundred_columns(decisions: int):
    game = midway(decisions)
    view = game.view()
    text = ansi(game)
    assert max(map(len, text.splitlines())) <= WIDTH <= 100
    for unit in view.units:
        assert unit.name in text
    for area in view.areas:
        assert area.name in text
    for port in view.ports:
        assert port.name in text


def test_ansi_is_deterministic_and_shows_a_move():
    game = midway()
    before = ansi(game)
    assert before == ansi(midway())
    assert game.view().decision == Decision.PATROL_ORDER
    game.apply(next(action for action in game.legal_actions() if action >= FIRST_PLACE_ACTION))
    assert ansi(game) != before


def test_picture_is_deterministic_of_one_size_and_changes_with_a_move():
    game = midway()
    before = picture(game)
    assert before.dtype == np.uint8 and before.ndim == 3 and before.shape[2] == 3
    assert np.array_equal(before, picture(midway()))
    assert len(np.unique(before.reshape(-1, 3), axis=0)) > 50
    game.apply(next(action for action in game.legal_actions() if action >= FIRST_PLACE_ACTION))
    after = picture(game)
    assert after.shape == before.shape
    sea = slice(120, 1000)
    assert (after[sea] != before[sea]).any(), "the ship does not appear on the map"


def test_picture_of_a_finished_game():
    game = midway(1000)
    assert game.ended
    assert picture(game).shape == picture(midway()).shape


def test_picture_of_the_engagement():
    game = admirals_war_v0.game("engagement", seed=4)
    drawn = picture(game)
    assert drawn.any() and ansi(game)


def test_a_picture_of_the_whole_board(tmp_path):
    units = {unit.id: unit for unit in load.printed().units}
    file = tmp_path / "board.toml"
    file.write_text(
        'title = "The whole board"\nturn = 1\nlast_turn = 1\nbegins_at = "patrolling"\nflags = "printed"\n'
        'victory = "theatres"\n[forces]\nengland = ["nelson", "hood"]\nnorth_sea = ["warspite"]\n'
        'yokosuka = ["yamato"]\ngermany = ["bismarck"]\n'
    )
    game = admirals_war_v0.game(file, seed=1)
    text = ansi(game)
    for id in ("nelson", "hood", "warspite", "yamato", "bismarck"):
        assert units[id].name in text
    drawn = picture(game)
    assert drawn.shape[1] > 2000
