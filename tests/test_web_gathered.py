"""Units ordered together with the hand: clicked or framed with the shift key, or the stack of a place dragged."""

import pytest

from tests.test_web_browser import (  # noqa: F401  (fixtures)
    address,
    begin,
    browser,
    is_asked,
    middle_of,
    page_of,
    wait_until,
)

pytestmark = [pytest.mark.slow, pytest.mark.browser]
CARRIERS = ("Enterprise", "Hornet", "Yorktown")


@pytest.fixture
def page(address, browser):  # noqa: F811
    """Midway as the Allies, at the first question."""
    with page_of(browser) as page:
        begin(page, address)
        wait_until(page, is_asked)
        yield page


def in_pearl_harbor(page):
    """The ships there that will be asked, by name."""
    here = "window.table.now.scene.units.filter(({ place }) => place === 'pearl_harbor').map(({ id }) => id)"
    ahead = f"window.table.now.question.ahead.filter(({{ id }}) => {here}.includes(id)).map(({{ name }}) => name)"
    return sorted(page.evaluate(ahead))


def ordered(page):
    """The units that have an order, by name, and their orders."""
    return dict(page.evaluate("window.table.now.question.orders.map(({ name, words }) => [name, words])"))


def gathered(page):
    """The counters that are gathered, by name."""
    labels = page.locator(".counter.gathered").evaluate_all("all => all.map((one) => one.getAttribute('aria-label'))")
    return sorted(label.partition(",")[0] for label in labels)


def middle(page, selector):
    box = page.locator(selector).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_units_clicked_with_the_shift_key_are_ordered_together(page):
    page.click("[data-id='place pearl_harbor']")
    for name in CARRIERS:
        page.locator(f".counter[aria-label^='{name},']").click(modifiers=["Shift"])
    wait_until(page, lambda page: gathered(page) == sorted(CARRIERS))
    page.locator(f".counter[aria-label^='{CARRIERS[0]},']").click(modifiers=["Shift"])
    wait_until(page, lambda page: gathered(page) == sorted(CARRIERS[1:]))
    page.mouse.click(*middle_of(page, "hawaiian_islands"))
    wait_until(page, lambda page: sorted(ordered(page)) == sorted(CARRIERS[1:]))
    assert all("Hawaiian Islands" in words for words in ordered(page).values())


def test_the_stack_of_a_port_is_dragged_to_a_place(page):
    everybody = in_pearl_harbor(page)
    (x, y), to = middle(page, "[data-id='place pearl_harbor'] .spot"), middle_of(page, "hawaiian_islands")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move((x + to[0]) / 2, (y + to[1]) / 2)
    page.wait_for_selector(f".carried:has-text('{len(everybody)}')")
    page.mouse.move(*to)
    page.mouse.up()
    wait_until(page, lambda page: sorted(ordered(page)) == everybody)
    assert page.locator(".carried").count() == 0


def test_what_a_frame_holds_is_gathered_and_escape_lets_go(page):
    everybody, (x, y) = in_pearl_harbor(page), middle(page, "[data-id='place pearl_harbor'] .spot")
    page.keyboard.down("Shift")
    page.mouse.move(x - 40, y - 40)
    page.mouse.down()
    page.mouse.move(x + 10, y + 10)
    page.wait_for_selector(".frame")
    page.mouse.move(x + 40, y + 40)
    page.mouse.up()
    page.keyboard.up("Shift")
    page.wait_for_selector("#said:has-text('where to? Pick a place.')")
    assert all(name in page.inner_text("#said") for name in everybody) and page.locator(".frame").count() == 0
    page.keyboard.press("Escape")
    assert page.inner_text("#said") == "" and not gathered(page) and not ordered(page)
