"""What is asked of masks, int8 of one answer each, 1 where it is legal.

Masks are long and mostly empty: they are read eight answers at a time, and their length is a multiple of eight.
"""

import numpy as np

from aw_env.core.engine.arrays import EACH_BYTE, sum_of_bytes
from aw_env.core.engine.compiling import compiled, rule
from aw_env.core.engine.dice import below
from aw_env.core.engine.sets import how_many

MOST_ADDED = 127
"""Words that are added up before their bytes are: none of these carries into the next, or the last into the sign."""

EACH_NIBBLE = 0x0F * EACH_BYTE
"""The lower half of each byte of a word."""


@rule
def clear(mask):
    """Nothing is legal."""
    for action in range(mask.size):
        mask[action] = 0


@rule
def count_legal(mask):
    """How many answers are legal."""
    eights = mask.view(np.int64)
    legal = 0
    for first in range(0, eights.size, MOST_ADDED):
        added = 0
        for k in range(first, min(first + MOST_ADDED, eights.size)):
            added += eights[k]
        legal += sum_of_bytes(added)
    return legal


@rule
def first_legal(mask):
    """The first legal answer of a mask that has one."""
    action = 0
    while mask[action] == 0:
        action += 1
    return action


@rule
def random_legal(mask, generator):
    """A legal answer, each as likely as the others; -1 when there is none.  `mask` is one contiguous row."""
    legal = count_legal(mask)
    if legal == 0:
        return -1
    skip = below(generator, legal)
    eights = mask.view(np.int64)
    k = 0
    here = how_many(eights[0])
    while skip >= here:
        skip -= here
        k += 1
        here = how_many(eights[k])
    return 8 * k + nth_of_eight(eights[k], skip)


@rule
def nth_of_eight(eight, skip):
    """Which of eight answers, a byte each, is the legal one that so many others come before."""
    up_to_each = int(eight) * EACH_BYTE & EACH_NIBBLE
    passed = ((skip | 0x80) * EACH_BYTE - up_to_each) >> 7 & EACH_BYTE
    return how_many(passed)


@compiled
def first_illegal(masks, actions):
    """The first row whose action is not legal, -1 if all are.  masks: int8 `(n, n_actions)`; actions: integers."""
    for i in range(masks.shape[0]):
        action = int(actions[i])
        if action < 0 or action >= masks.shape[1] or masks[i, action] == 0:
            return i
    return -1
