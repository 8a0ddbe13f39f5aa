"""The panel "Battle here" on the page of a table, by keyboard alone, and what axe-core finds in it."""

from tests.test_web_access import findings, pytestmark  # noqa: F401  (where there is a browser)
from tests.test_web_browser import (  # noqa: F401  (fixtures)
    address,
    begin,
    browser,
    is_asked,
    page_of,
    wait_until,
)


def test_a_battle_is_tried_by_keyboard(address, browser):  # noqa: F811
    with page_of(browser) as page:
        page.goto(address)
        page.click("#guided button")
        page.wait_for_url("**/game/**")
        wait_until(page, is_asked)
        page.focus("#here summary")
        page.keyboard.press("Enter")
        page.focus("#here select")
        page.select_option("#here select", label="Hawaiian Islands")
        page.wait_for_selector("#here fieldset input")
        page.focus("#here fieldset input")
        if not page.is_checked("#here fieldset input >> nth=0"):
            page.keyboard.press("Space")
        page.focus("#here > button")
        page.keyboard.press("Enter")
        page.wait_for_selector("#here .shares")
        assert "You hold it" in page.inner_text("#here [role=status]")
        told, answers = (page.locator(part).bounding_box() for part in ("#here [role=status]", "#answers"))
        assert told["y"] + told["height"] <= answers["y"] + answers["height"] + 1, "what was asked for is in sight"
        assert findings(page) == []


def test_a_game_without_battles_by_area_does_not_offer_them(address, browser):  # noqa: F811
    with page_of(browser) as page:
        begin(page, address, scenario="standard")
        wait_until(page, is_asked)
        assert not page.is_visible("#here")
