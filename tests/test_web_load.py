"""A little of what `python -m tests.web_load` does by the hundred."""

import subprocess
import sys

import pytest

from tests.web_load import Server, attack, kill_while_playing


def test_altered_messages_are_refused_and_change_nothing():
    answers = attack(400)
    assert {"done", "malformed", "late", "not_asked", "foreign", "impossible"} <= set(answers)


def test_no_answer_is_lost_or_doubled_when_the_server_is_killed():
    assert kill_while_playing(games=4, kills=1) > 50


@pytest.mark.slow
def test_no_answer_is_lost_or_doubled_however_often_it_is_killed():
    """Of many more: `python -m tests.web_load kills --games 200 --kills 20`."""
    assert kill_while_playing(games=12, kills=3, seed=100) > 150


@pytest.mark.slow
def test_a_second_server_is_refused_in_a_line_until_the_first_is_killed(tmp_path):
    server = Server(tmp_path / "games.sqlite3")
    command = [sys.executable, "-m", "aw_env.cli", "serve", "--port", "0", "--games", str(server.games)]
    try:
        for _ in range(2):
            second = subprocess.run(command, capture_output=True, text=True, timeout=120)
            assert second.returncode == 1 and second.stdout == "" and len(second.stderr.splitlines()) == 1
            assert "another server has this file" in second.stderr
            server.kill()
            server.start()
    finally:
        server.kill()
