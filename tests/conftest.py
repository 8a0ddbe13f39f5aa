"""Marks that the test-suite uses."""

import os
import tempfile
from random import Random

import pytest


def pytest_configure(config):
    """`rule` cites the numbered rules that a test is about."""
    config.addinivalue_line("markers", "rule(number, ...): the rules of the rulebook that a test is written from")
    config.addinivalue_line("markers", "slow: takes more than a few seconds; run in a stage of its own")
    os.environ["AW_ENV_GAMES"] = tempfile.mkdtemp(prefix="aw_env_games_")  # not among a person's own games


@pytest.fixture(autouse=True)
def seeds_that_nobody_chose(request, monkeypatch):
    """A game that a test gives no seed has the same dice in every run, so that what has failed once fails again."""
    monkeypatch.setattr("secrets.randbits", Random(request.node.nodeid).getrandbits)


WHOLE = 3000
"""With so many tests or more a worker begins with its share of what is compiled (`tests.compiled_ahead`)."""


@pytest.fixture(scope="session", autouse=True)
def rules_are_compiled_once(request):
    """Which would otherwise be twice, by workers that run tests of them side by side."""
    worker = os.environ.get("PYTEST_XDIST_WORKER")
    if worker and len(request.session.items) >= WHOLE and os.environ.get("NUMBA_DISABLE_JIT", "0") == "0":
        from tests import compiled_ahead

        compiled_ahead.by(worker)
