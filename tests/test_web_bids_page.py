"""Bids in a browser: fixed on the front page, or bid in secret by two persons for the sides."""

from contextlib import ExitStack

from tests.test_web_browser import CHROMIUM, address, browser, page_of, picture, pytestmark, wait_until

__all__ = ["CHROMIUM", "address", "browser", "pytestmark"]
BARENTS = "barents"


def front(page, address):  # noqa: F811
    page.goto(address)
    page.wait_for_selector("#seats select")
    page.select_option("#scenario", BARENTS)


def test_two_persons_bid_for_the_sides_and_go_on_from_their_seats(browser, address):  # noqa: F811
    with ExitStack() as open:
        one, other, third = (open.enter_context(page_of(browser)) for _ in range(3))
        front(one, address)
        one.select_option("select[name=axis]", "person")
        one.check("#bid-line [type=checkbox]")
        one.click("#begin button.main")
        links = [one.get_by_label(f"Link of {seat}").input_value() for seat in ("allies", "axis")]
        one.goto(links[0]), other.goto(links[1]), third.goto(links[0].partition("#")[0])
        for page in (one, other):
            page.wait_for_selector("#bidding input")
            assert page.inner_text("#asked") == "The sides are bid for." and page.is_hidden("#answers")
        third.wait_for_selector("#bidding p")
        assert third.is_hidden("#bidding input")
        picture(one, "bid")
        one.fill("#bidding input", "1.5")
        one.click("#bidding button")
        one.wait_for_selector("text=You have bid +1.5. Yet to bid: axis.")
        one.reload()
        one.wait_for_selector("text=You have bid +1.5. Yet to bid: axis.")
        assert "1.5" not in other.inner_text("body") and "1.5" not in third.inner_text("body")
        other.fill("#bidding input", "3")
        other.click("#bidding button")
        for page, seat in ((one, "axis"), (other, "allies")):
            page.wait_for_url(f"**#{seat}")
            page.wait_for_selector(f"#seats .you:has-text('{seat}')")  # it has been loaded anew
            page.wait_for_selector("text=Played with a bid of 3 for the Axis.")
            assert page.is_hidden("#bidding")
            page.reload()
            page.wait_for_selector(f"#seats .you:has-text('{seat}')")
        third.wait_for_selector("text=For the Allies +3 was bid by who plays them, +1.5 by the other.")
        asked = next(page for page in (one, other) if page.evaluate("window.table.now.question") is not None)
        asked.click("#choices button")
        wait_until(asked, lambda page: page.evaluate("window.table.now.question?.number ?? 1") > 0)
        one.goto(address)
        one.click("#games a:has-text('play axis')")
        one.wait_for_selector("#seats .you:has-text('axis')")


def test_a_bid_is_fixed_on_the_front_page_within_the_limits_of_the_scenario(browser, address):  # noqa: F811
    with page_of(browser) as page:
        page.goto(address)
        page.wait_for_selector("#seats select")
        page.select_option("#scenario", "engagement")
        assert page.is_hidden("#bid-line")
        front(page, address)
        assert page.get_attribute("#bid-line [type=number]", "step") == "0.5"
        page.fill("#bid-line [type=number]", "-2.5")
        page.click("#begin button.main")
        page.wait_for_url("**/game/**")
        page.wait_for_selector("text=Played with a bid of 2.5 for the Axis.")
        page.goto(address)
        page.wait_for_selector("#games li:has-text('a bid of 2.5 for the axis')")
