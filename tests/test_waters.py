"""Ways by water between cells of a map (`core.printed.waters`), against an enumeration of its own."""

from collections import deque
from random import Random

import numpy as np
import pytest

from aw_env.core.printed.waters import FAR, Waters

STRIP = [(0, column) for column in range(6)]


def touching(one, other):
    """Whether two cells touch: in the same row, or in the next, where each second row stands half a cell to the
    right."""
    (row, column), (other_row, other_column) = sorted((one, other))
    if row == other_row:
        return other_column - column == 1
    return other_row - row == 1 and other_column - column in ((0, 1) if row % 2 else (-1, 0))


def enumerated(at, start, barred=(), shut=()):
    """Steps from a cell to each, found cell by cell; -1: none."""
    bars = {frozenset(pair) for pair in barred}
    steps, waiting = {start: 0}, deque([start])
    while waiting:
        here = waiting.popleft()
        if here in shut and here != start:
            continue
        for there in range(len(at)):
            if there not in steps and touching(at[here], at[there]) and frozenset((here, there)) not in bars:
                steps[there] = steps[here] + 1
                waiting.append(there)
    return [steps.get(cell, -1) for cell in range(len(at))]


def told(waters, start, **closed):
    """The same of waters."""
    return [-1 if step == FAR else int(step) for step in waters.ways([start], **closed)[0]]


def test_a_way_counts_the_cells_behind_the_first():
    assert told(Waters(STRIP), 0) == [0, 1, 2, 3, 4, 5]


def test_land_between_two_cells_bars_the_way():
    assert told(Waters(STRIP, [(2, 3)]), 0) == [0, 1, 2, -1, -1, -1]


def test_a_shut_cell_is_entered_and_left_but_not_passed():
    assert told(Waters(STRIP), 0, shut=[3]) == [0, 1, 2, 3, -1, -1]
    assert told(Waters(STRIP), 3, shut=[3]) == [3, 2, 1, 0, 1, 2]


def test_a_closed_side_is_closed_for_that_way_alone():
    waters = Waters(STRIP)
    assert told(waters, 0, barred=[(0, 1)]) == [0, -1, -1, -1, -1, -1]
    assert told(waters, 0)[1] == 1


@pytest.mark.parametrize("seed", range(20))
def test_every_way_is_that_of_an_enumeration(seed):
    draws = Random(seed)
    at = [(row, column) for row in range(7) for column in range(9) if draws.random() < 0.7]
    sides = [(one, other) for one in range(len(at)) for other in range(one) if touching(at[one], at[other])]
    land, closed = draws.sample(sides, len(sides) // 6), draws.sample(sides, 3)
    shut, waters = draws.sample(range(len(at)), 3), Waters(at, land)
    assert {tuple(sorted(pair)) for pair in np.argwhere(waters.beside)} == {
        tuple(sorted(pair)) for pair in sides if pair not in land
    }
    for start in range(len(at)):
        assert told(waters, start, shut=shut, barred=closed) == enumerated(at, start, land + closed, shut)
        assert (waters.ways([start])[0] >= waters.ranges[start]).all()
