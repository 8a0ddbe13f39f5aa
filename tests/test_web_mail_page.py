"""The pages on which a person asks for letters, confirms an address and ends them, in a browser."""

import re
import socket
import threading

import pytest
import uvicorn

from aw_env.web.server import app
from aw_env.web.store import Store
from aw_env.web.summons import Mail
from tests.test_web_access import SIZES, axe, findings, pytestmark
from tests.test_web_browser import MANY, browser, page_of
from tests.test_web_mail import MINE, Mailbox, wait_for

__all__ = ["axe", "browser", "pytestmark"]


@pytest.mark.parametrize("size", SIZES)
def test_letters_are_asked_for_confirmed_and_ended_by_clicks(browser, tmp_path, size):  # noqa: F811
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    listening.listen()
    address = f"http://127.0.0.1:{listening.getsockname()[1]}"
    with Mailbox() as mailbox, page_of(browser) as page:
        serving = app(Store(tmp_path / "games.sqlite3"), (), MANY, mail=Mail(mailbox.smtp, address))
        server = uvicorn.Server(uvicorn.Config(serving, log_level="warning"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        page.set_viewport_size(SIZES[size])
        page.goto(address)
        page.locator("#me summary").click()
        page.fill("#my-address", MINE)
        page.press("#my-address", "Enter")
        page.get_by_text("A letter is on its way").wait_for()
        assert findings(page) == []
        wait_for(lambda: mailbox.letters)
        letter = mailbox.letters[0][1]
        for way, words, kept in (("confirm", "They come from now on.", MINE), ("stop", "No more letters come.", "")):
            page.goto(re.search(rf"http\S+/mail#{way}=\S+", letter)[0])
            page.reload()  # the other link differs only in what a page is not loaded anew for
            page.locator("button").wait_for()
            assert findings(page) == []
            page.click("button")
            page.get_by_text(words).wait_for()
            page.goto(address)
            page.locator("#me summary").click()
            page.get_by_text("They come.").wait_for(state="visible" if kept else "hidden")
            assert page.input_value("#my-address") == kept
        server.should_exit = True
        thread.join(10)
        mailbox.shutdown()
