"""The pages of persons who play each other: what they say, and the proof of their dice, by the keyboard and by axe."""

import pytest

from tests.test_web_access import SIZES, axe, findings, press_until, pytestmark
from tests.test_web_browser import address, begin, browser, is_asked, page_of, wait_until

__all__ = ["address", "axe", "browser", "pytestmark"]


@pytest.mark.parametrize(("size", "scheme"), [("wide", "light"), ("phone", "dark")])
def test_talk_by_the_keyboard_alone_runs_no_script_and_passes_axe(address, browser, size, scheme):  # noqa: F811
    said = '<img src=x onerror="document.title=1">\u202e hello'
    with page_of(browser, color_scheme=scheme) as one, page_of(browser, color_scheme=scheme) as other:
        for page in (one, other):
            page.set_viewport_size(SIZES[size])
        begin(one, address, seats={"allies": "person", "axis": "person"}, seed="")
        links = one.locator("#links a")
        links.first.wait_for()
        allies, axis = (link.get_attribute("href") for link in links.all())
        one.goto(axis)
        other.goto(allies)
        wait_until(one, is_asked)
        for page in (one, other):
            page.locator("#chat").wait_for()
        one.locator("#chat summary").focus()
        one.keyboard.press("Enter")
        press_until(one, "Tab", "#chat input")
        one.keyboard.type(said)
        one.keyboard.press("Enter")
        other.locator("#chat p").wait_for(state="attached")
        assert "(1 new)" in other.locator("#chat summary").inner_text()
        other.locator("#chat summary").click()
        assert other.locator("#chat .words").all_inner_texts() == [said]
        assert other.locator("#chat img").count() == 0
        one.locator("#proof summary").click()
        assert len(one.locator("#proof code").inner_text()) == 64
        box = one.locator("#proof > div").bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= SIZES[size]["width"]
        for page in (one, other):
            assert findings(page) == []
            assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size]["width"]


def test_my_games_are_on_the_front_page_and_come_along_to_another_browser(address, browser):  # noqa: F811
    with page_of(browser) as one, page_of(browser) as other:
        begin(one, address)
        wait_until(one, is_asked)
        game = one.url.partition("#")[0]
        one.goto(address)
        assert "your move" in one.locator("#mine li").first.inner_text()
        assert findings(one) == []
        one.click("#mine summary")
        other.goto(address)
        other.goto(one.input_value("#mine input"))
        other.locator("#brought").wait_for()
        assert other.locator("#mine li").count() == 0 and other.url.endswith("/"), "it is taken only where it is wanted"
        other.click("#brought button")
        other.locator("#mine a").first.click()
        wait_until(other, is_asked)
        assert other.url.startswith(game) and other.locator("#choices button").count() > 0


@pytest.mark.parametrize("size", SIZES)
def test_a_name_is_given_on_the_front_page_and_seen_by_others_without_a_script(address, browser, size):  # noqa: F811
    name = "<img src=x onerror=1>"
    with page_of(browser) as one, page_of(browser) as other:
        one.set_viewport_size(SIZES[size])
        begin(one, address, seats={"allies": "person", "axis": "person"})
        links = one.locator("#links a")
        links.first.wait_for()
        allies, axis = (link.get_attribute("href") for link in links.all())
        other.goto(allies)
        wait_until(other, lambda page: page.locator("#seats li").count() == 2)
        one.click("#me summary")
        one.fill("#my-name", name)
        one.press("#my-name", "Enter")
        one.get_by_text("Saved").wait_for()
        assert one.locator("#me summary").inner_text().startswith(name + " #")
        box = one.locator("#me > div").bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= SIZES[size]["width"]
        assert findings(one) == []
        one.goto(axis)
        other.locator("#seats bdi").wait_for()
        assert other.locator("#seats bdi").inner_text() == name and other.locator("img").count() == 0
        one.goto(address)
        one.locator("#games li", has_text=name).first.wait_for()


@pytest.mark.parametrize("size", SIZES)
def test_a_game_that_waits_appears_by_itself_and_is_joined_with_one_click(address, browser, size):  # noqa: F811
    with page_of(browser) as one, page_of(browser) as other:
        other.set_viewport_size(SIZES[size])
        other.goto(address)
        other.locator("#begin button.main:enabled").wait_for()
        assert other.locator("#waiting").is_hidden()
        begin(one, address, seats={"allies": "person", "axis": "anyone"})
        one.wait_for_url("**/game/**")
        one.locator("#seats", has_text="waits for whoever joins").wait_for()
        other.locator("#waiting button").wait_for()
        assert "Midway" in other.locator("#waiting li").inner_text()
        assert "somebody is at the table" in other.locator("#waiting li").inner_text()
        assert findings(other) == []
        assert other.evaluate("document.documentElement.scrollWidth") <= SIZES[size]["width"]
        other.click("#waiting button")
        other.wait_for_url("**/game/**")
        wait_until(other, is_asked)
        assert one.url.partition("#")[0] == other.url.partition("#")[0]
        one.locator("#seats", has_text="axis here").wait_for()


HIDDEN = """
window.told = [];
window.isHidden = false;
window.askedFor = 0;
window.Notification = class {
  static permission = "default";
  static async requestPermission() {
    window.askedFor += 1;
    return (this.permission = "granted");
  }
  constructor(title, { body }) {
    window.told.push([title, body]);
  }
};
Object.defineProperty(document, "hidden", { get: () => window.isHidden });
"""
"""Notices as they are told, and a page that may be hidden."""


def test_a_hidden_page_tells_that_it_is_my_move_and_who_talks_once_it_was_asked_to(address, browser):  # noqa: F811
    with page_of(browser) as one, page_of(browser) as other:
        one.add_init_script(HIDDEN)
        begin(other, address, seats={"allies": "person", "axis": "person"})
        links = other.locator("#links a")
        links.first.wait_for()
        allies, axis = (link.get_attribute("href") for link in links.all())
        one.goto(allies)
        other.goto(axis)
        wait_until(other, is_asked)
        one.locator("#seats", has_text="axis here").wait_for()

        def talk(words):
            other.fill("#chat-words", words)
            other.press("#chat-words", "Enter")
            one.locator("#chat .words", has_text=words).wait_for(state="attached")

        other.click("#chat summary")
        talk("too early")
        assert one.evaluate("askedFor") == 0 and "Talk" not in one.title()
        assert one.locator("#notices").get_attribute("aria-pressed") == "false"
        one.click("#notices")
        one.locator("#notices[aria-pressed=true]").wait_for()
        talk("while it is seen")
        assert one.evaluate("told") == [] and one.evaluate("askedFor") == 1
        one.evaluate("isHidden = true")
        talk("hello")
        assert one.evaluate("told") == [["axis: Midway", "hello"]] and one.title().startswith("1 new in Talk: ")
        other.locator("#seats button", has_text="Let the computer play").click()
        wait_until(one, is_asked)
        assert one.evaluate("told").pop() == ["Your move", "Midway, allies"]
        assert one.title().startswith("● Your move, 1 new in Talk: ")
        one.evaluate("isHidden = false; dispatchEvent(new Event('visibilitychange'))")
        assert one.title() == "● Your move: Midway, allies"
        assert findings(one) == []
        one.click("#notices")
        one.locator("#notices[aria-pressed=false]").wait_for()
        assert one.evaluate("askedFor") == 1


@pytest.mark.parametrize("size", SIZES)
def test_ratings_are_shown_on_the_front_page_when_they_are_looked_for(address, browser, size):  # noqa: F811
    about = {"player": "", "game": "", "scenario": "", "games": 3}
    rated = [
        about | {"person": {"name": "<b>Ada</b>", "number": 7}, "rating": 120, "within": 80},
        about | {"person": None, "player": "scripted", "scenario": "midway", "game": "admirals_war"}
        | {"rating": -120, "within": 85},
    ]  # fmt: skip
    with page_of(browser) as page:
        page.set_viewport_size(SIZES[size])
        page.goto(address)
        page.locator("#begin button.main:enabled").wait_for()
        page.click("#ratings summary")
        page.locator("#ratings tbody td").first.wait_for()
        page.click("#ratings summary")
        page.route("**/api/ratings", lambda route: route.fulfill(json={"ratings": rated}))
        page.click("#ratings summary")
        page.locator("#ratings bdi").wait_for()
        rows = [row.split() for row in page.locator("#ratings tbody tr").all_inner_texts()]
        assert rows[0] == ["<b>Ada</b>", "#7", "+120", "±", "80", "3"]
        assert rows[1] == ["computer:", "scripted,", "Midway", "−120", "±", "85", "3"]
        assert findings(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size]["width"]
