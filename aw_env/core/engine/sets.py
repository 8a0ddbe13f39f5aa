"""Sets of small numbers (areas, ports, groups), a bit each, as rules keep and read them.

A set of numbers below 63 is one whole number.  A set of more (the units of a game, the places of a large map) is an
array of words, int64 `(layout.words_for(count),)`, a field of the record like any other; its verbs are at the end.
What a rule finds among up to 112 numbers (`arrays.where_equal`) is two whole numbers: a set of those below `PART`, and
one of the others, counted from it.
"""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.layout import IN_WORD, WORD_SHIFT

PART = 56
"""Numbers in the first of two parts."""


@rule
def bit(number):
    """The set of one number."""
    return 1 << int(number)


@rule
def has(numbers, number):
    """Whether a number is in a set."""
    return (int(numbers) >> int(number)) & 1 == 1


@rule
def lowest(numbers):
    """The lowest number of a set that is not empty: so many come before it."""
    return how_many(~int(numbers) & int(numbers) - 1)


@rule
def how_many(numbers):
    """How many numbers are in a set: the compiler knows it again as one instruction."""
    ones = int(numbers)
    pairs = ones - (ones >> 1 & 0x5555555555555555)
    fours = (pairs & 0x3333333333333333) + (pairs >> 2 & 0x3333333333333333)
    return ((fours + (fours >> 4) & 0x0F0F0F0F0F0F0F0F) * 0x0101010101010101 >> 56) & 63


@rule
def allow_all(mask, first, numbers, size):
    """Allow the actions `first + number` of each number of a set below `size`."""
    left = int(numbers) & bit(size) - 1
    while left != 0:
        mask[first + lowest(left)] = 1
        left &= left - 1


# --- sets of two parts ---------------------------------------------------------------------------------------


@rule
def is_empty(parts):
    """Whether no number is in a set."""
    return parts[0] | parts[1] == 0


@rule
def first_of(parts):
    """The lowest number of a set that is not empty."""
    return lowest(parts[0]) if parts[0] != 0 else PART + lowest(parts[1])


@rule
def without_first(parts):
    """The same set without that."""
    of_first = parts[0] & parts[0] - 1
    return of_first, parts[1] if parts[0] != 0 else parts[1] & parts[1] - 1


@rule
def behind(parts, number):
    """The numbers of a set that are greater than one."""
    n = int(number)
    if n < PART:
        return parts[0] & -2 << n, parts[1]
    return 0, parts[1] & -2 << n - PART


# --- sets of several words -----------------------------------------------------------------------------------


@rule
def includes(words, number):
    """Whether a number is in a set."""
    return has(words[int(number) >> WORD_SHIFT], int(number) & IN_WORD)


@rule
def include(words, number):
    """Put a number into a set."""
    words[int(number) >> WORD_SHIFT] |= bit(int(number) & IN_WORD)


@rule
def exclude(words, number):
    """Take a number out of a set."""
    words[int(number) >> WORD_SHIFT] &= ~bit(int(number) & IN_WORD)


@rule
def exclude_all(words):
    """Empty a set."""
    for k in range(words.size):
        words[k] = 0


@rule
def next_in(words, number):
    """The first number of a set from one on, -1 where there is none."""
    k = int(number) >> WORD_SHIFT
    passed = int(number) & IN_WORD
    while k < words.size:
        left = int(words[k]) >> passed
        if left != 0:
            while left & 1 == 0:
                left >>= 1
                passed += 1
            return (k << WORD_SHIFT) + passed
        passed = 0
        k += 1
    return -1


@rule
def allow_included(mask, first, words):
    """Allow the actions `first + number` of each number of a set."""
    number = next_in(words, 0)
    while number >= 0:
        mask[first + number] = 1
        number = next_in(words, number + 1)
