"""Sets of any size, dice of any number of faces, and random answers."""

import numpy as np
import pytest

from aw_env.core.declare.fields import Declaration, Field, dice, number
from aw_env.core.engine.compiling import compiled, records
from aw_env.core.engine.dice import roll, seed_generator
from aw_env.core.engine.layout import words_for
from aw_env.core.engine.ledger import random_actions
from aw_env.core.engine.sets import allow_included, exclude, exclude_all, include, includes, lowest, next_in

UNITS = 300


@compiled
def carried_out(words, numbers, out, mask, found):
    """Put some numbers into a set, take others out, and tell what is in it then: as a mask, and one after another."""
    exclude_all(words)
    for k in range(numbers.size):
        include(words, numbers[k])
    for k in range(out.size):
        exclude(words, out[k])
    allow_included(mask, 2, words)
    count = 0
    unit = next_in(words, 0)
    while unit >= 0:
        if includes(words, unit):
            found[count] = unit
            count += 1
        unit = next_in(words, unit + 1)
    return count


@pytest.mark.parametrize("size", [0, 1, 40, UNITS])
def test_a_set_of_several_words_is_a_set(size: int):
    draws = np.random.default_rng(size)
    words, mask, found = np.full(words_for(UNITS), 77), np.zeros(UNITS + 2, np.int8), np.zeros(UNITS, np.int64)
    numbers, out = draws.permutation(UNITS)[:size], draws.permutation(UNITS)[: size // 2]
    count = carried_out(words, numbers, out, mask, found)
    expected = sorted(set(numbers.tolist()) - set(out.tolist()))
    assert found[:count].tolist() == expected
    assert (np.flatnonzero(mask) - 2).tolist() == expected


@pytest.mark.parametrize(("count", "words"), [(1, 1), (32, 1), (33, 2), (300, 10)])
def test_a_word_holds_thirty_two(count: int, words: int):
    assert words_for(count) == words


@compiled
def lowest_of(numbers):
    """The lowest number of a set of one word."""
    return lowest(numbers)


@pytest.mark.parametrize("number", range(63))
def test_the_lowest_number_of_a_set(number: int):
    above = (1 << 63) - 1 >> number + 1 << number + 1
    assert lowest_of(1 << number) == lowest_of(1 << number | above) == number


ROLLING = {faces: Declaration(*dice(faces), Field("turn", "i4", number(0, 9), "")) for faces in (6, 20, 200)}


@compiled
def rolled(games, faces, seed, fallen):
    """So many dice as `fallen` has room for, the first of them laid."""
    game = games[0]
    seed_generator(game.generator, seed)
    game.script[0] = faces
    game.scripted = 1
    for k in range(fallen.size):
        fallen[k] = roll(game, faces)
    return game.dice_rolled


@pytest.mark.parametrize("faces", sorted(ROLLING))
def test_a_die_has_as_many_faces_as_it_is_said_to_have(faces: int):
    games, fallen = records(ROLLING[faces].dtype, 1), np.zeros(200 * faces, np.int64)
    assert rolled(games, faces, 3, fallen) == len(fallen) - 1
    assert fallen[0] == faces and set(fallen.tolist()) == set(range(1, faces + 1))
    counts = np.bincount(fallen)[1:]
    assert 100 < counts.min() and counts.max() < 300


def drawn(mask: np.ndarray, times: int) -> np.ndarray:
    """How often each answer of a mask is drawn."""
    generator, actions = np.array([1, 2, 3, 4]), np.zeros(times, np.int64)
    random_actions(np.broadcast_to(mask, (times, mask.size)).copy(), generator, actions)
    return np.bincount(actions, minlength=mask.size)


@pytest.mark.parametrize("eight", range(1, 256))
def test_every_legal_answer_of_eight_is_drawn_and_no_other(eight: int):
    mask = np.zeros(24, np.int8)
    mask[8:16] = [eight >> k & 1 for k in range(8)]
    assert ((drawn(mask, 400) > 0) == mask).all()


def test_legal_answers_are_equally_likely():
    mask = np.zeros(240, np.int8)
    mask[[0, 7, 8, 30, 31, 32, 100, 239]] = 1
    counts = drawn(mask, 80_000)
    assert counts[mask == 0].sum() == 0 and (abs(counts[mask == 1] - 10_000) < 500).all()
