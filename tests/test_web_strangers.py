"""The pages of the web table where browsers lack something, and where names are chosen to break them."""

import json

import pytest

from tests.test_web_browser import address, begin, browser, is_asked, is_over, number, page_of, pytestmark, wait_until

__all__ = ["address", "browser", "pytestmark"]

LACKING = {
    "storage": "for (const kind of ['localStorage', 'sessionStorage']) Object.defineProperty(window, kind, "
    "{ get() { throw new DOMException('denied', 'SecurityError'); } });",
    "clipboard": "Object.defineProperty(navigator, 'clipboard', { value: undefined });",
    "grouping": "delete Object.groupBy; delete Map.groupBy;",
    "observers": "delete window.ResizeObserver;",
}
HOSTILE = (
    "__proto__", "constructor", "toString", "hasOwnProperty", "javascript:alert(3)", "${alert(4)}", "\u202e evil",
    "<img src=x onerror=alert(1)>", "'\"><script>alert(2)</script>", " ", "&lt;b&gt;", "%00", "../../etc", "]]>", "NaN",
    "a" * 300,
)  # fmt: skip
"""Names that mean something to a page that is careless with them."""
NAMED = ("name", "title", "words", "player", "detail", "note", "effect")
"""Keys of what the server says that hold names or sentences with names in them."""


def answer_some(page, most):
    """Answer so many questions, each with its first choice."""
    for _ in range(most):
        wait_until(page, is_asked)
        if is_over(page):
            return
        asked = number(page)
        page.locator("#commit:not([hidden]) button, #choices button").first.click()
        wait_until(page, lambda page, asked=asked: number(page) != asked or is_over(page))


@pytest.mark.parametrize("lacking", LACKING)
def test_a_browser_that_lacks_something_plays_and_comes_back(address, browser, lacking):
    with page_of(browser) as page:
        page.add_init_script(LACKING[lacking])
        begin(page, address)
        answer_some(page, 5)
        page.reload()
        answer_some(page, 5)
        assert page.locator("#choices button").count() > 0, "still at the seat"


@pytest.mark.parametrize("lacking", ["storage", "clipboard"])
def test_links_are_shown_where_they_cannot_be_kept_or_copied(address, browser, lacking):
    with page_of(browser) as page:
        page.add_init_script(LACKING[lacking])
        begin(page, address, seats={"allies": "person", "axis": "person"})
        links = page.locator("#links a")
        links.first.wait_for()
        for button in page.locator("#links button").all():
            button.click()
        assert links.count() == 2
        page.goto(links.last.get_attribute("href"))
        page.locator("#asked").wait_for()


def renamed(said, names):
    """What the server says with every name another one."""
    if isinstance(said, dict):
        return {
            key: next(names) if key in NAMED and isinstance(value, str) else renamed(value, names)
            for key, value in said.items()
        }
    return [renamed(one, names) for one in said] if isinstance(said, list) else said


def with_ids(said, ids):
    """What the server says with the ids of units and places, wherever they stand, exchanged for hostile names."""
    if isinstance(said, dict):
        return {key: with_ids(value, ids) for key, value in said.items()}
    if isinstance(said, list):
        return [with_ids(one, ids) for one in said]
    return ids.get(said, said) if isinstance(said, str) else said


def endless():
    """Hostile names, one after another."""
    while True:
        yield from HOSTILE


def test_names_that_a_person_can_choose_break_no_page(address, browser):
    """Printed material, scenarios, players and options may be called anything."""
    ids = dict(zip(("yorktown", "hornet", "enterprise", "midway", "truk", "marshalls"), HOSTILE, strict=False))

    def from_server(message):
        said = json.loads(message)
        return json.dumps(renamed(with_ids(said, ids), endless()))

    def pass_on(route):
        answer = route.fetch()
        told = renamed(answer.json(), endless())
        for scenario in told["scenarios"]:
            scenario["name"] = "midway"
            scenario["players"] += HOSTILE
        route.fulfill(response=answer, json=told)

    def relay(socket):
        server = socket.connect_to_server()
        socket.on_message(server.send)
        server.on_message(lambda message: socket.send(from_server(message)))

    with page_of(browser) as page:
        said = []
        page.on("dialog", lambda dialog: said.append(dialog.message) or dialog.dismiss())
        page.route("**/api/scenarios", pass_on)
        page.route_web_socket("**/api/games/**", relay)
        begin(page, address)
        answer_some(page, 12)
        page.locator("#show-lists").check() if page.locator("#show-lists").count() else None
        answer_some(page, 3)
        assert page.locator("#drawn .port .title").count() > 10, "the board is drawn"
        assert page.locator("img[src=x], script:not([src])").count() == 0
        page.goto(address)
        chosen = page.locator("#seats select").first
        assert "computer, level 5 of 5" in chosen.inner_text() and "native code" not in page.content()
        assert said == []
