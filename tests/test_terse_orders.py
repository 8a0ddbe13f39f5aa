"""Games of the officer typed in few lines (`tests.terse_orders`) come out exactly as they were played."""

from statistics import median

import pytest

from tests.terse_orders import LONGEST, played, typed


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("scenario", ["midway", "engagement"])
def test_a_short_game_is_typed_in_few_lines(scenario: str, seat: int):
    game, answers = played(scenario, seed=2)
    scribe = typed(answers, game, seat)
    assert len(scribe.typed) < sum(answer.seat == seat for answer in answers) or scenario == "engagement"
    assert max(map(len, scribe.typed)) <= LONGEST


@pytest.mark.slow
def test_campaigns_are_typed_in_few_lines():
    """Of ten: `python -m tests.terse_orders 0 1 2 3 4 5 6 7 8 9`."""
    counts = []
    for seed in range(2):
        game, answers = played("campaign", seed)
        counts.append(len(typed(answers, game, seed % 2).typed))
    assert median(counts) < 400
