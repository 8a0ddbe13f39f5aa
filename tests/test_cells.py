"""A map of cells in rows, of bricks or hexes (`core.printed.cells`)."""

import numpy as np
import pytest

from aw_env.core.printed.cells import Cells


def test_cells_are_called_by_row_and_place_and_numbered_in_reading_order():
    cells = Cells([3, 2, 3])
    assert cells.names == ["A1", "A2", "A3", "B1", "B2", "C1", "C2", "C3"]
    assert cells.rows == (("a1", "a2", "a3"), ("b1", "b2"), ("c1", "c2", "c3"))
    assert cells.numbers["b2"] == 4 and (cells.row[4], cells.across[4]) == (1, 3)


def test_a_cell_within_touches_six():
    cells = Cells([4, 4, 4])
    beside = cells.beside(6, -1)
    assert [cells.names[cell] for cell in beside[5]] == ["A2", "A3", "B1", "B3", "C2", "C3"]
    assert [cells.names[cell] for cell in beside[0] if cell >= 0] == ["A2", "B1"]


@pytest.mark.parametrize("widths", [[3, 2, 3], [7, 6, 7, 6], [5, 5, 5, 5, 5], [1, 4, 2]])
def test_a_range_is_the_steps_of_the_shortest_way(widths):
    """On a map without gaps, where the way over neighbors is never longer than as the crow flies."""
    cells = Cells(widths)
    touches = cells.ranges == 1
    steps = np.where(np.eye(len(cells.names), dtype=bool), 0, np.where(touches, 1, 99))
    for through in range(len(cells.names)):
        steps = np.minimum(steps, steps[:, through, None] + steps[None, through])
    assert (steps >= cells.ranges).all() and (cells.ranges == cells.ranges.T).all()
    if widths != [1, 4, 2]:
        assert (steps == cells.ranges).all()


def test_nobody_changes_its_tables():
    cells = Cells([3, 2, 3])
    for table in (cells.ranges, cells.between, cells.beside(6, -1)):
        with pytest.raises(ValueError, match="read-only"):
            table[0, 0] = 1
