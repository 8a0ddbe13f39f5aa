"""What rules do with arrays of numbers."""

import numpy as np

from aw_env.core.engine.arrays import (
    bytes_equal,
    bytes_of_any,
    count_equal,
    eight_of,
    keep,
    next_equal,
    swap,
    turn_sign,
    where_equal,
)
from aw_env.core.engine.compiling import compiled
from aw_env.core.engine.sets import behind, first_of, is_empty, without_first


@compiled
def found(numbers, number, before, indices):
    """`where_equal`, for Python: how many indices there are behind one, each of which is written down."""
    there = behind(where_equal(numbers, number), before) if before >= 0 else where_equal(numbers, number)
    count = 0
    while not is_empty(there):
        indices[count] = first_of(there)
        there = without_first(there)
        count += 1
    return count


@compiled
def found_in_any(numbers, number, first):
    """`next_equal`, for Python."""
    return next_equal(numbers, number, first)


@compiled
def counted(numbers, number, first, size):
    """`count_equal`, for Python."""
    return count_equal(numbers, number, first, size)


@compiled
def with_any(word):
    """`bytes_of_any`, for Python."""
    return bytes_of_any(int(word))


@compiled
def equal_of_eight(numbers, k, number):
    """`bytes_equal` of eight elements, for Python."""
    return bytes_equal(eight_of(numbers, k), number)


@compiled
def exchanged(row, other, first, width):
    """Two halves exchanged, and a sign turned, in a copy of a row."""
    keep(other, row)
    swap(other, first, width)
    turn_sign(other, first)


def test_the_indices_with_a_number_are_those_of_a_plain_search():
    draws = np.random.default_rng(0)
    for least, greatest in ((-1, 3), (-1, 62), (0, 0)):
        for size in (8, 16, 56, 64, 88, 112):
            numbers = draws.integers(least, greatest + 1, size).astype(np.int8)
            for number in {0, 1, 62, int(numbers.max())}:
                for before in range(-1, size):
                    indices = np.full(size, -1)
                    count = found(numbers, number, before, indices)
                    assert indices[:count].tolist() == [k for k in np.flatnonzero(numbers == number) if k > before]


def test_the_next_index_with_a_number_is_found_among_any_numbers():
    numbers = np.array([300, -1, 7, 300], np.int16)
    assert [found_in_any(numbers, 300, first) for first in range(5)] == [0, 3, 3, 3, 4]


def test_elements_with_a_number_are_counted_as_a_plain_count_does():
    draws = np.random.default_rng(0)
    for least, greatest in ((-1, 2), (-128, 127), (5, 5)):
        numbers = draws.integers(least, greatest + 1, 80).astype(np.int8)
        for number in {0, 1, 127, *numbers[numbers >= 0].tolist()}:
            for first, size in ((0, 80), (40, 40), (8, 16), (72, 8), (0, 0)):
                assert counted(numbers, number, first, size) == (numbers[first : first + size] == number).sum()


def test_bytes_of_a_word_that_are_not_0_are_found_whatever_their_bits():
    draws = np.random.default_rng(0)
    for _ in range(200):
        word = draws.integers(-128, 128, 8).astype(np.int8) * draws.integers(2, size=8).astype(np.int8)
        assert with_any(word.view(np.int64)[0]) == (word != 0).astype(np.int8).view(np.int64)[0]


def test_parts_are_exchanged_and_signs_turned():
    row, other = np.arange(1, 8, dtype=np.int16), np.zeros(7, np.int16)
    exchanged(row, other, 1, 2)
    assert other.tolist() == [1, -4, 5, 2, 3, 6, 7]


def test_those_of_eight_elements_that_are_a_number_have_a_one():
    numbers = np.random.default_rng(0).integers(-1, 4, 800).astype(np.int8)
    numbers[:8] = -1, 0, 127, -128, 1, 126, 0, 127
    for k in range(100):
        for number in (0, 1, 3, 127):
            told = np.array([equal_of_eight(numbers, k, number)], np.int64).view(np.int8)
            assert (told == (numbers[8 * k : 8 * k + 8] == number)).all()
