"""A question whose choices lie far apart, on screens that show a part of the board: as many as can be are in sight, and
buttons at the edges lead to the others."""

from contextlib import contextmanager

import pytest

from tests.test_web_browser import (  # noqa: F401  (fixtures)
    address,
    begin,
    browser,
    is_asked,
    number,
    page_of,
    wait_until,
)

pytestmark = [pytest.mark.slow, pytest.mark.browser]
PHONE, TABLET = (390, 844), (820, 1180)
PORTS = ["England", "Gibraltar", "Singapore", "Suez", "Trincomalee"]
"""Where the first ship of the campaign may arrive, which lies in a box beside the map (Nelson, turn 1)."""
LIT = """() => {
  const board = document.querySelector("#drawn svg").getBoundingClientRect();
  const box = (one) => one.getBoundingClientRect().toJSON();
  const isSeen = ({ left, right, top, bottom }) =>
    left >= board.left && right <= board.right && top >= board.top && bottom <= board.bottom;
  const lit = [...document.querySelectorAll("#drawn .port.target")].map((place) => [
    place.getAttribute("aria-label").split(",")[0], box(place.querySelector(".spot")),
  ]);
  return {
    inSight: lit.filter(([, spot]) => isSeen(spot)).map(([name]) => name).sort(),
    spots: lit.map(([, spot]) => spot).filter(isSeen),
    tray: document.querySelector("#drawn .tray") && box(document.querySelector("#drawn .tray")),
    subject: box(document.querySelector("#drawn .counter.selected")), board: box(document.querySelector("#drawn")),
    buttons: [...document.querySelectorAll(".beyond button")].map((button) => [button.ariaLabel, box(button)]),
  };
}"""
"""What of the choices is in sight, the buttons at the edges, and where all of that is on the screen."""


@contextmanager
def at_first_question(browser, address, size):  # noqa: F811
    """A page of that size with the first question of the campaign."""
    with page_of(browser) as page:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        begin(page, address, scenario="campaign")
        wait_until(page, is_asked)
        page.wait_for_timeout(500)
        yield page


def overlap(one, other):
    across = min(one["right"], other["right"]) - max(one["left"], other["left"])
    down = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
    return across > 1 and down > 1


def check_the_buttons(shown):
    """They are on the board, wide enough for a finger, and on nothing that may be picked nor on the spread stack."""
    for label, box in shown["buttons"]:
        assert box["left"] >= shown["board"]["left"] and box["right"] <= shown["board"]["right"], label
        assert box["top"] >= shown["board"]["top"] and box["bottom"] <= shown["board"]["bottom"], label
        assert box["width"] >= 32 and box["height"] >= 32
        assert not any(overlap(box, spot) for spot in shown["spots"]), label
        assert shown["tray"] is None or not overlap(box, shown["tray"]), label


def named(label):
    """The places that the label of a button tells of."""
    return label.partition(": ")[2].split("; ")


def test_a_phone_shows_most_of_the_choices_and_points_to_the_others(address, browser):  # noqa: F811
    with at_first_question(browser, address, PHONE) as page:
        shown = page.evaluate(LIT)
        assert len(shown["inSight"]) >= 3
        check_the_buttons(shown)
        beyond = [name for label, _ in shown["buttons"] for name in named(label)]
        assert sorted([*shown["inSight"], *beyond]) == PORTS
        assert [label.partition(":")[0] for label, _ in shown["buttons"]] == [
            "Show the nearest of 2 choices out of sight to the left"
        ]
        nearest, asked = beyond[0], number(page)
        page.locator(".beyond button").click()
        wait_until(page, lambda page: nearest in page.evaluate(LIT)["inSight"])
        shown = page.evaluate(LIT)
        check_the_buttons(shown)
        assert number(page) == asked, "looking is no answer"
        assert "to the right" in shown["buttons"][-1][0], "the way back"


def test_the_buttons_at_the_edges_work_by_the_keyboard(address, browser):  # noqa: F811
    with at_first_question(browser, address, PHONE) as page:
        asked, button = number(page), page.locator(".beyond button")
        (nearest, *_) = named(button.get_attribute("aria-label"))
        button.focus()
        page.keyboard.press("Enter")
        focused = page.evaluate("document.activeElement.getAttribute('aria-label')")
        assert focused.split(",")[0] == nearest and nearest in page.evaluate(LIT)["inSight"]
        page.keyboard.press("Enter")
        wait_until(page, lambda page: number(page) not in (asked, None))


def test_a_tablet_shows_all_choices_at_once(address, browser):  # noqa: F811
    with at_first_question(browser, address, TABLET) as page:
        shown = page.evaluate(LIT)
        assert shown["inSight"] == PORTS and shown["buttons"] == []


def test_what_is_moved_out_of_sight_by_hand_is_pointed_to(address, browser):  # noqa: F811
    with at_first_question(browser, address, TABLET) as page:
        page.locator("[data-id='place england']").focus()
        for _ in range(8):
            page.keyboard.press("ArrowRight")
        shown = page.evaluate(LIT)
        assert {name for label, _ in shown["buttons"] for name in named(label)} == set(PORTS) - set(shown["inSight"])
        assert shown["buttons"]


@pytest.mark.parametrize("size", [PHONE, TABLET])
def test_the_unit_in_question_stays_in_sight_where_its_targets_are_far(address, browser, size):  # noqa: F811
    """The first ships that lie in ports: each is asked in its port, with sea areas to go to."""
    with at_first_question(browser, address, size) as page:
        page.select_option("#span", "step")
        page.click("[data-do=auto]")
        page.locator("#commit:not([hidden]) button, #asked:has-text('patrol')").first.wait_for()
        if page.locator("#commit:not([hidden]) button").count():
            page.click("#commit button")
        page.locator("#asked", has_text="patrol").wait_for()
        page.wait_for_timeout(600)
        shown = page.evaluate(LIT)
        assert overlap(shown["subject"], shown["board"])
        check_the_buttons(shown)
