"""The clock of a game in a browser."""

import re
import socket
import threading
from dataclasses import replace

import pytest
import uvicorn

from aw_env.web.server import app
from aw_env.web.store import Store
from tests.test_web_browser import MANY, browser, page_of, pytestmark, wait_until
from tests.test_web_clock import now

__all__ = ["browser", "now", "pytestmark"]
MINUTE = "60"
QUICK = replace(MANY, seconds_between_clocks=0.1)


@pytest.fixture
def address(tmp_path):
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    listening.listen()
    server = uvicorn.Server(uvicorn.Config(app(Store(tmp_path / "games.sqlite3"), (), QUICK), log_level="warning"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    server.should_exit = True
    thread.join(10)


def seconds_left(page):
    """What the page shows of its own time; None while it has none."""
    shown = re.fullmatch(r"Your time: (\d+):(\d\d)", page.inner_text("#clock"))
    return shown and 60 * int(shown[1]) + int(shown[2])


def test_time_runs_for_who_is_asked_until_he_answers_and_the_seat_is_lost_when_it_is_out(now, browser, address):  # noqa: F811
    with page_of(browser) as one, page_of(browser) as other:
        one.goto(address)
        one.wait_for_selector("#seats select")
        one.select_option("select[name=axis]", "person")
        one.select_option("#clock", MINUTE)
        one.click("#begin button.main")
        links = [one.get_by_label(f"Link of {seat}").input_value() for seat in ("allies", "axis")]
        one.goto(links[0]), other.goto(links[1])
        for page in (one, other):
            page.wait_for_selector("#clock:not([hidden])")
        asked, waits = (one, other) if one.evaluate("window.table.now.question !== null") else (other, one)
        wait_until(asked, lambda page: (seconds_left(page) or 60) < 59)
        assert waits.inner_text("#clock") == "Clock: 1:00 a decision", "nobody is told of another's time"
        now.is_now += 30
        asked.reload()
        wait_until(asked, lambda page: (seconds_left(page) or 60) <= 30)
        asked.click("#choices button")
        wait_until(asked, lambda page: page.evaluate("window.table.now.question?.number !== 0"))
        wait_until(asked, lambda page: seconds_left(page) is None or seconds_left(page) > 50)
        now.is_now += 61
        loser = asked if asked.evaluate("window.table.now.question !== null") else waits
        for page in (one, other):
            page.wait_for_selector("#out-of-time:has-text('(midway plays on).')")
        assert loser.locator("#seats .you").inner_text().count("played by midway") == 1
