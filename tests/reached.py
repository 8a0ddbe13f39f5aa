"""A plugin of pytest, `-p tests.reached`: which functions of a game's rules each test enters, and how long it takes.

What it finds goes into the file that AW_ENV_REACHED names; the tests must be run interpreted.
"""

import json
import os
import sys
import time
from pathlib import Path

import pytest

_found = {}


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item):
    """Watch one test, with what is set up for it."""
    entered, before = set(), time.perf_counter()

    def note(frame, _event, _argument):
        code = frame.f_code
        if "/rules/" in code.co_filename:
            entered.add((code.co_filename.partition("/rules/")[2].removesuffix(".py"), code.co_name))

    sys.settrace(note)
    yield
    sys.settrace(None)
    _found[item.nodeid] = time.perf_counter() - before, sorted(entered)


def pytest_sessionfinish():
    """Write down what has been found."""
    Path(os.environ["AW_ENV_REACHED"]).write_text(json.dumps(_found), "utf-8")
