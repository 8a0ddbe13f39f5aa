"""The page by keys alone: a way past the header, numbers that answer, Ctrl+Z, and a focus that is never lost."""

import shutil

import pytest

from tests.test_web_browser import (  # noqa: F401  (fixtures)
    address,
    begin,
    browser,
    is_asked,
    is_at_choice,
    is_over,
    number,
    page_of,
    wait_until,
)

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium"),
]
FOCUSED = "document.activeElement.closest('#turn') !== null"


def answered(page, key, before):
    """Press a key, and wait until something else is asked."""
    page.keyboard.press(key)
    wait_until(page, lambda page: is_over(page) or number(page) not in (before, None))


@pytest.mark.parametrize("path", ["/", "/game/{id}"])
def test_the_first_thing_that_is_tabbed_to_leads_past_the_header(browser, address, path):  # noqa: F811
    with page_of(browser) as page:
        begin(page, address)
        wait_until(page, is_asked)
        if path == "/":
            page.goto(address)
            page.wait_for_selector("#begin button.main:enabled")
        else:
            page.reload()
            wait_until(page, is_asked)
        page.keyboard.press("Tab")
        skip = page.locator(".skip")
        assert skip.evaluate("it => it === document.activeElement") and skip.bounding_box()["y"] >= 0
        page.keyboard.press("Enter")
        goal = skip.get_attribute("href")
        wait_until(page, lambda page: page.evaluate(f"document.activeElement === document.querySelector('{goal}')"))


def test_numbers_answer_and_the_focus_stays_at_the_question(browser, address):  # noqa: F811
    with page_of(browser) as page:
        begin(page, address)
        wait_until(page, is_asked)
        for key in "112":
            asked = number(page)
            answered(page, key, asked)
            assert page.evaluate(FOCUSED), "after an answer"
        asked = number(page)
        answered(page, "Control+z", asked)
        assert page.evaluate(FOCUSED), "after an answer was taken back"
        before = number(page)
        page.focus("#words")
        page.keyboard.type("12")
        page.keyboard.press("Control+z")
        page.wait_for_timeout(300)
        assert number(page) == before and page.locator("#problem").inner_text() == "", "a line takes numbers for words"


def test_what_waits_for_commit_is_not_done_by_a_number(browser, address):  # noqa: F811
    with page_of(browser) as page:
        begin(page, address)
        wait_until(page, is_asked)
        page.fill("#words", "all stay")
        page.keyboard.press("Enter")
        page.locator("#commit:not([hidden])").wait_for()
        asked = number(page)
        page.locator("#asked").focus()
        page.keyboard.press("1")
        page.wait_for_timeout(300)
        assert number(page) == asked and page.evaluate("document.activeElement.closest('#commit') !== null")
        answered(page, "Enter", asked)


def test_a_battle_is_played_by_numbers_alone(browser, address):  # noqa: F811
    with page_of(browser) as page:
        begin(page, address)
        wait_until(page, is_asked)
        page.fill("#words", "auto combat")
        page.keyboard.press("Enter")
        page.wait_for_selector("#battle:not([hidden])")
        wait_until(page, is_asked)
        page.evaluate("document.activeElement.blur()")
        for _ in range(12):
            if is_over(page):
                return
            waiting = page.locator("#commit:not([hidden])").count()
            asked = number(page)
            page.keyboard.press("1")
            if waiting:
                page.keyboard.press("Enter")
            wait_until(page, lambda page: is_over(page) or number(page) not in (asked, None))  # noqa: B023
            assert is_over(page) or page.evaluate(FOCUSED)
