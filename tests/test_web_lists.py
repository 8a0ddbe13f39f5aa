"""What the pages show before the first data come, the list of games, and the odds, in a browser."""

import shutil

import pytest

from tests.test_web_browser import address, begin, browser, is_asked, page_of, wait_until  # noqa: F401  (fixtures)

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium"),
]


def test_no_page_is_blank_before_the_first_data(browser, address):  # noqa: F811
    with page_of(browser) as page:
        held = []
        page.route("**/api/**", lambda route: held.append(route))  # nothing is answered
        page.goto(address)
        page.wait_for_function("document.querySelector('#games').textContent.includes('Loading')")
        assert (
            page.locator("#scenario").input_value() == "Loading …" and page.locator("#begin button.main").is_disabled()
        )
        assert page.locator("fieldset").is_hidden() and page.locator("#players-line").is_hidden()
        for one in held:
            one.continue_()
        page.unroute("**/api/**")
        page.wait_for_selector("#begin button.main:enabled")
        assert page.locator("fieldset").is_visible()
        page.route("**/api/**", lambda route: None)
        page.goto(f"{address}/replay/none", wait_until="commit")
        page.wait_for_selector("#asked:not(:empty)")


def test_a_server_that_does_not_answer_is_told(browser, address):  # noqa: F811
    context = browser.new_context()
    page = context.new_page()
    page.route("**/api/**", lambda route: route.abort())
    page.goto(address)
    page.wait_for_function("document.querySelector('#problem').textContent.includes('does not answer')")
    context.close()


def test_the_lists_say_what_has_happened_to_a_unit(browser, address):  # noqa: F811
    with page_of(browser) as page:
        begin(page, address)
        wait_until(page, is_asked)
        marks = page.evaluate(
            """async () => {
              const { createBoard } = await import("/static/places.js");
              const lists = document.createElement("div"), { scene } = table.now, [first] = scene.units;
              const marks = [{ sign: "damage", badge: "2", words: "-2" }];
              createBoard(lists).draw({ ...scene, units: [{ ...first, marks }] });
              return lists.textContent;
            }"""
        )
        assert "-2)" in marks and "object" not in marks


def test_the_name_of_a_place_shrinks_as_more_is_said_of_it(browser, address):  # noqa: F811
    with page_of(browser) as page:
        begin(page, address)
        wait_until(page, is_asked)
        before, after = page.evaluate(
            """async () => {
              const { createBoard } = await import("/static/board.js");
              const root = document.body.appendChild(document.createElement("div")), board = createBoard(root);
              const { scene } = table.now, [first, ...others] = scene.areas;
              const size = () => parseFloat(root.querySelector(".names .title").style.getPropertyValue("--most"));
              board.draw(scene);
              const before = size();
              board.draw({ ...scene, areas: [{ ...first, notes: ["3 squadrons", "8 ground factors"] }, ...others] });
              return [before, size()];
            }"""
        )
        assert 13 <= after < before


def test_the_list_tells_games_apart(browser, address):  # noqa: F811
    """Two games of a scenario that are begun in the same minute differ in the list."""
    game = {"game": "admirals_war", "scenario": "midway", "players": 2, "options": [], "result": "", "decisions": 34}
    game["people"] = [None, None]
    games = [
        game | {"id": "a", "begun": 1_800_000_000.0, "held": ["person", "scripted"]},
        game | {"id": "b", "begun": 1_800_000_007.0, "held": ["person", "scripted"]},
        game | {"id": "c", "begun": 1_800_000_007.0, "held": ["scripted", "person"]},
        game | {"id": "d", "begun": 1_800_000_007.0, "held": ["person", "scripted"], "options": ["task_forces"]},
    ]
    with page_of(browser) as page:
        page.route("**/api/games", lambda route: route.fulfill(json={"games": games}))
        page.goto(address)
        page.wait_for_selector("#games li a")
        entries = page.locator("#games li").all_inner_texts()
    assert len(set(entries)) == len(games)
    assert "allies: a person; axis: computer, level" in entries[0], "who plays, as the front page offers it"
    assert "Task forces" in entries[3] and "Task forces" not in entries[1]


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844)])
def test_odds_are_shown_in_a_panel_beside_the_choices(browser, address, width, height):  # noqa: F811
    with page_of(browser) as page:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(address)
        page.wait_for_selector("#begin button.main:enabled")
        page.click("#begin button.main")
        page.wait_for_selector("#choices button")
        page.fill("#words", "Enterprise, Hornet to Central Pacific")
        page.click("[data-do=odds]")
        page.wait_for_selector("#odds :text('officer would')")
        assert page.locator("#odds tbody th").all_inner_texts()[0].startswith("Enterprise, Hornet: Central Pacific")
        assert page.locator("#orders li").count() == 0, "nothing is ordered"
        choice, panel = page.locator("#choices button").first.bounding_box(), page.locator("#odds").bounding_box()
        assert panel["y"] + panel["height"] <= choice["y"] and choice["y"] + choice["height"] <= height
        assert panel["x"] >= 0 and panel["x"] + panel["width"] <= width
        page.click("#odds button")
        assert page.locator("#odds").is_hidden()
