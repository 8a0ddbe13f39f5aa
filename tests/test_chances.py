"""Chances of dice by what each is worth."""

from itertools import product

import pytest

from aw_env.core.chances import chances_of, or_more


@pytest.mark.parametrize("worth", [(0, 0, 0, 1, 1, 2), (1, 2, 3, 4, 5, 6), (0, 0, 1)])
def test_chances_are_those_of_all_ways_to_throw(worth):
    chances = chances_of(worth, 4)
    for dice in range(5):
        thrown = [sum(shown) for shown in product(worth, repeat=dice)]
        for total in range(chances.shape[1]):
            assert chances[dice, total] == thrown.count(total) / len(thrown)
            assert or_more(chances)[dice, total] == pytest.approx(sum(one >= total for one in thrown) / len(thrown))


def test_there_is_room_for_more_sums_than_there_can_be():
    assert chances_of((0, 1), 1, room=3).tolist() == [[1, 0, 0], [0.5, 0.5, 0]]
