"""What rules do with arrays of numbers: copy, exchange, and find, eight bytes at a time."""

import numpy as np

from aw_env.core.engine.compiling import compiled, rule
from aw_env.core.engine.sets import PART

EACH_BYTE = 0x0101010101010101
EACH_PAIR = 0x00FF00FF00FF00FF
"""The lower byte of each two of a word."""
SMALL = 0x3F * EACH_BYTE
"""The bits of each byte of a word in which small numbers differ."""
ABOVE = 0x40 * EACH_BYTE
"""The bit above them, to which one carries if any of these is set."""
MOST_OF_EACH = 0x7F * EACH_BYTE
"""All bits of each byte of a word but the highest."""


@rule
def holds_none(numbers):
    """Whether all numbers of an array, of a multiple of eight bytes, are 0."""
    together = 0
    for word in numbers.view(np.int64):
        together |= word
    return together == 0


@rule
def keep(one, other):
    """Copy one array into another of its size."""
    for k in range(one.size):
        one[k] = other[k]


@rule
def swap(row, first, width):
    """Exchange two parts of a row that lie side by side."""
    for column in range(first, first + width):
        one, other = np.uintp(column), np.uintp(column + width)
        kept = row[one]
        row[one] = row[other]
        row[other] = kept


@rule
def add(row, index, value):
    """Add to an element; an unsigned index needs no check for one from the end, which is a tenth of the whole time."""
    row[np.uintp(index)] += value


@rule
def turn_sign(row, column):
    """A number that is positive for one side and negative for the other, as the other side has it."""
    row[np.uintp(column)] = -row[np.uintp(column)]


@rule
def multiply(row, first, factors):
    """Multiply the columns of a row, from one on, each by its own factor: many a step, 1 among them."""
    for k in range(factors.size):
        row[np.uintp(first + k)] *= factors[np.uintp(k)]


@rule
def where_equal(numbers, number):
    """The indices at which an array holds a number, as a set of two parts (`sets.first_of`).

    The array, int8 of a multiple of eight, 112 at most, holds numbers from -1 to 62; the number is one from 0 to 62.
    In a game with more places than that the field is wider, and `next_equal` finds them.
    """
    return where_both(numbers, number, numbers, number)


@rule
def where_both(numbers, number, others, other):
    """The indices at which an array holds a number and another array of its size another number, in the same way."""
    eights, besides = numbers.view(np.int64), others.view(np.int64)
    half = min(PART // 8, eights.size)
    first = words_equal(eights, number, besides, other, 0, half)
    return first, words_equal(eights, number, besides, other, half, eights.size)


@rule
def words_equal(eights, number, besides, other, first, last):
    """The same indices in less than eight words, counted from the first of these, as a set."""
    wanted, wanted_besides = EACH_BYTE * int(number), EACH_BYTE * int(other)
    square = 0
    for k in range(first, last):
        differs = int(eights[np.uintp(k)]) ^ wanted | int(besides[np.uintp(k)]) ^ wanted_besides
        square |= bytes_of_zero(differs) >> 6 << k - first
    return turned(square)


@rule
def next_equal(numbers, number, first):
    """The first index from `first` on at which an array of any whole numbers holds a number; its size where none
    does."""
    k = int(first)
    while k < numbers.size and numbers[k] != number:
        k += 1
    return k


@rule
def count_equal(numbers, number, first, size):
    """How many of `size` elements of an array, int8, from `first` on, both multiples of eight, are a number from 0 to
    127."""
    eights = numbers.view(np.int64)
    wanted = EACH_BYTE * int(number)
    others = 0
    for k in range(first >> 3, (first >> 3) + (size >> 3)):
        others += bytes_of_any(int(eights[np.uintp(k)]) ^ wanted)
    return size - sum_of_bytes(others)


@rule
def bytes_of_zero(word):
    """`ABOVE` for each byte of a word whose small bits are all 0."""
    return ~((word & SMALL) + SMALL) & ABOVE


@rule
def bytes_of_any(word):
    """1 in each byte of a word that is not 0, whatever its bits."""
    return ((word & MOST_OF_EACH) + MOST_OF_EACH | word) >> 7 & EACH_BYTE


@rule
def turned(square):
    """A word, a row of eight bits in each byte, with rows and columns exchanged; the last bit of the last is 0."""
    other = (square ^ square >> 7) & 0x00AA00AA00AA00AA  # in squares of two by two, then of four by four
    square ^= other ^ other << 7
    other = (square ^ square >> 14) & 0x0000CCCC0000CCCC
    square ^= other ^ other << 14
    other = (square ^ square >> 28) & 0x00000000F0F0F0F0
    return square ^ other ^ other << 28


@rule
def bytes_equal(word, number):
    """1 in each byte of a word that is a number from 0 to 127, 0 in the others."""
    return bytes_of_any(word ^ EACH_BYTE * int(number)) ^ EACH_BYTE


@rule
def eight_of(numbers, k):
    """Eight elements of an array, int8, from `8 * k` on, as a word."""
    return int(numbers.view(np.int64)[np.uintp(k)])


@rule
def sum_of_bytes(word):
    """The sum of the eight bytes of a word, each of them below 128."""
    pairs = (word & EACH_PAIR) + (word >> 8 & EACH_PAIR)
    fours = pairs + (pairs >> 32)
    return fours + (fours >> 16) & 0xFFFF


@compiled
def scale_rows(rows, first, last, scale, bound, scaled):
    """Fill `scaled[first:last]`, float32 `(n, columns)`, with the rows of observations, int16 `(n, columns)`, times
    `scale`, float32 `(columns,)`, clipped to [-bound, bound]."""
    for i in range(first, last):
        for column in range(rows.shape[1]):
            scaled[i, column] = min(max(rows[i, column] * scale[column], -bound), bound)
