"""A little of what `python -m tests.web_load` does by the hundred."""

import pytest

from tests.web_load import attack, kill_while_playing


def test_altered_messages_are_refused_and_change_nothing():
    answers = attack(400)
    assert {"done", "malformed", "late", "not_asked", "foreign", "impossible"} <= set(answers)


def test_no_answer_is_lost_or_doubled_when_the_server_is_killed():
    assert kill_while_playing(games=4, kills=1) > 50


@pytest.mark.slow
def test_no_answer_is_lost_or_doubled_however_often_it_is_killed():
    assert kill_while_playing(games=24, kills=6, seed=100) > 300
