"""Sets of small numbers (areas, ports, groups), a bit each, as rules keep and read them."""

from aw_env.core.engine.compiling import rule


@rule
def bit(number):
    """The set of one number."""
    return 1 << int(number)


@rule
def has(numbers, number):
    """Whether a number is in a set."""
    return (int(numbers) >> int(number)) & 1 == 1


@rule
def allow_all(mask, first, numbers, size):
    """Allow the actions `first + number` of each number of a set below `size`."""
    for number in range(size):
        if has(numbers, number):
            mask[first + number] = 1
