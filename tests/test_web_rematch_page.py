"""A rematch between two persons in their browsers."""

from tests.test_web_access import axe, findings, pytestmark
from tests.test_web_browser import address, begin, browser, is_over, page_of, wait_until

__all__ = ["address", "axe", "browser", "pytestmark"]


def test_one_swaps_sides_the_other_plays_again_with_one_click_and_a_third_looks_on(address, browser):  # noqa: F811
    with page_of(browser) as one, page_of(browser) as other, page_of(browser) as third:
        begin(one, address, scenario="engagement", seed="", seats={"allies": "person", "axis": "person"})
        links = one.locator("#links a")
        links.first.wait_for()
        allies, axis = (link.get_attribute("href") for link in links.all())
        game = allies.partition("#")[0]
        for page, link in ((one, allies), (other, axis), (third, game)):
            page.goto(link)
            page.locator("#seats li").first.wait_for()
        for page in (one, other):
            page.locator("#seats .you button", has_text="Let the computer play").click()
        for page in (one, other, third):
            wait_until(page, is_over)
        assert other.locator("#ending button").all_inner_texts() == ["Rematch", "Swap sides"]
        assert third.locator("#ending button").count() == 0
        one.locator("#ending button", has_text="Swap sides").click()
        one.locator("#seats .you", has_text="axis").wait_for()
        one.locator("#seats", has_text="allies is invited").wait_for()
        other.get_by_text("allies offers a rematch, in which you are allies.").wait_for()
        assert findings(other) == []
        other.locator("#ending button", has_text="Play again").click()
        other.locator("#seats .you", has_text="allies").wait_for()
        one.locator("#seats", has_text="allies here").wait_for()
        third.locator("#ending a", has_text="They play again").click()
        third.locator("#seats", has_text="axis here").wait_for()
        assert one.url.partition("#")[0] == other.url.partition("#")[0] == third.url != game
        assert "=" not in one.url + other.url, "the tokens are not left in the addresses"
