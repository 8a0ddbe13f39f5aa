"""The pages of the web table in a browser."""

import os
import random
import re
import shutil
import socket
import threading
import time
from contextlib import ExitStack, contextmanager
from io import BytesIO
from pathlib import Path

import pytest
import uvicorn
from PIL import Image

from aw_env.web.safety import Limits
from aw_env.web.server import app
from aw_env.web.store import Store

playwright = pytest.importorskip("playwright.sync_api")
CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
PICTURES = os.environ.get("AW_ENV_WEB_PICTURES")
"""A folder for pictures of the pages (`docs` has some), or nothing."""
MANY = Limits(requests=(1e9, 1e9), new_games=(1e9, 1e9))
MOST_STEPS = 30
"""Steps of that turn in which each answer of the officer is for the step alone."""
LONGEST_TURN = 240
"""Seconds that a turn of the campaign may take on a busy machine."""
LONGEST = 60_000
"""Milliseconds to wait for what must come: the first game may have to compile the rules."""

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium"),
]


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """Where a server answers."""
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    store = Store(tmp_path_factory.mktemp("games") / "games.sqlite3")
    server = uvicorn.Server(uvicorn.Config(app(store, (), MANY), log_level="warning"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    server.should_exit = True
    thread.join(10)


@pytest.fixture(scope="module")
def browser():
    with playwright.sync_playwright() as started:
        opened = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield opened
        opened.close()


@contextmanager
def page_of(browser, **settings):
    """A page in a browser of its own, that must not fail."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, **settings)
    page, failures = context.new_page(), []
    page.set_default_timeout(LONGEST)
    page.on("pageerror", lambda error: failures.append(str(error)))
    yield page
    context.close()
    assert not failures


def picture(page, name):
    """Keep a picture of the page in its 256 most frequent colours, if pictures are wanted."""
    if PICTURES:
        page.wait_for_timeout(600)  # the dice come to rest
        shot = Image.open(BytesIO(page.screenshot())).convert("RGB")
        frequent = sorted(shot.getcolors(shot.width * shot.height), reverse=True)[:256]
        colours = Image.new("P", (1, 1))
        colours.putpalette([part for _, colour in frequent for part in colour])
        few = shot.quantize(palette=colours, dither=Image.Dither.NONE)
        few.save(Path(PICTURES) / f"web_{name}.png", optimize=True)


def begin(page, address, axis="scripted", scenario="midway", seed="7", seats=None):
    """Begin a game on the front page, the Allies being a person's, or with somebody at each of these seats."""
    seats = seats or {"axis": axis}
    page.goto(address)
    page.wait_for_selector("#seats select")
    page.select_option("#scenario", scenario)
    if len(seats) == 4:
        page.select_option("#players", "4")
    for seat, player in seats.items():
        page.select_option(f"select[name={seat}]", player)
    page.fill("#seed", seed)
    picture(page, "front")
    page.click("#begin button.main")
    if "person" not in seats.values():
        page.wait_for_url("**/game/**")


def is_over(page):
    return bool(page.evaluate("window.table?.now.table?.over"))


def port_titles(page):
    return page.locator("#drawn .port .title").all_text_contents()


def port_names(page):
    return page.evaluate("window.table.now.scene.ports.map(({ name, notes }) => [name, ...notes].join(', '))")


def number(page):
    """The number of the question that the page asks, None while it asks none."""
    return page.evaluate("window.table?.now.question?.number ?? null")


def wait_until(page, test, *arguments, most=LONGEST / 1000):
    until = time.monotonic() + most
    while not test(page, *arguments):
        assert time.monotonic() < until, page.inner_text("body")
        page.wait_for_timeout(10)


def is_asked(page):
    return is_over(page) or number(page) is not None


def is_at_choice(page, number):
    """Whether the keyboard is at a choice, counted from 1."""
    return page.evaluate(f"document.activeElement.closest('#choices li:nth-child({number})') !== null")


def click_an_answer(page, chooser):
    """Click any choice, or commit; milliseconds until the page shows what came of it."""
    asked = number(page)
    buttons = page.locator("#commit:not([hidden]) button, #choices button")
    before = time.monotonic()
    buttons.nth(chooser.randrange(buttons.count())).click()
    wait_until(page, lambda page: number(page) != asked or is_over(page))
    return 1000 * (time.monotonic() - before)


def test_a_whole_midway_by_clicks(address, browser):
    with page_of(browser) as page:
        begin(page, address)
        chooser, answers = random.Random(3), 0
        wait_until(page, is_asked)
        while not is_over(page):
            click_an_answer(page, chooser)
            answers += 1
            wait_until(page, is_asked)
        assert answers > 10
        assert "Pacific" in page.inner_text("#asked")
        assert "The game is over" in page.inner_text("#log")
        page.goto(address)
        page.get_by_text("watch it again").first.click()
        page.wait_for_url("**/replay/**")
        page.get_by_text(re.compile("Decision 0 of [0-9]+")).wait_for()
        page.locator("#at").focus()
        page.keyboard.press("End")
        page.locator("#words", has_text="The game is over").wait_for()
        page.keyboard.press("Home")
        page.select_option("#speed", "10")
        page.click("#play")
        wait_until(page, lambda page: int(page.input_value("#at")) >= 9)
        page.click("#play")
        if page.locator("#adviser option").count() > 1:
            page.select_option("#adviser", index=1)
            page.locator("#opinion .weighed .weight").first.wait_for()
            page.locator("#judgement", has_text="thinks").wait_for()
        page.select_option("#eyes", "axis")
        page.locator("#marks").select_option(index=2)
        page.locator("#words", has_text="Combat in").wait_for()
        picture(page, "replay")


def test_orders_by_the_keyboard_alone(address, browser):
    with page_of(browser) as page:
        begin(page, address)
        wait_until(page, is_asked)
        page.keyboard.press("/")
        page.keyboard.type("all carriers to Hawaiian Islands")
        page.keyboard.press("Enter")
        page.get_by_text("Ordered: ").wait_for()
        page.locator("#orders li", has_text=re.compile("Hawaiian Islands: .*Hornet")).wait_for()
        page.keyboard.type("rest stay")
        page.keyboard.press("Enter")
        page.locator("#commit:not([hidden])").wait_for()
        picture(page, "orders")
        page.locator("#commit button").focus()
        page.keyboard.press("Enter")
        page.locator("#log", has_text=re.compile("Hornet.* patrol the Hawaiian Islands")).wait_for()
        wait_until(page, is_at_choice, 1)
        asked = number(page)
        page.keyboard.press("2")
        wait_until(page, lambda page: number(page) != asked)


def test_an_adviser_weighs_the_choices(address, browser):
    with page_of(browser) as page:
        begin(page, address)
        wait_until(page, is_asked)
        if not page.evaluate("window.table.now.table.advisers.length"):
            pytest.skip("no player that is installed tells its opinion")
        page.click("[data-do=opinion]")
        page.locator("#choices .weight", has_text="%").first.wait_for()
        shares = page.locator("#choices .weighed").evaluate_all(
            "found => found.map((one) => +one.style.getPropertyValue('--part'))"
        )
        assert 0.9 < sum(shares) < 1.01 and len(shares) == page.locator("#choices button").count()
        page.locator("#choices button").first.click()
        wait_until(page, lambda page: page.locator(".weight").count() == 0)


def test_a_unit_that_is_still_to_be_asked_is_ordered_from_the_list(address, browser):
    with page_of(browser) as page:
        begin(page, address, scenario="campaign")
        wait_until(page, is_asked)
        page.click("#ahead summary")
        page.locator("#ahead button", has_text="Hood").click()
        page.locator("[data-id='place gibraltar'] .spot").click()
        page.locator("#orders li", has_text="Gibraltar: Hood").wait_for()
        assert page.locator("#ahead button", has_text="Hood").count() == 0


def test_every_control_has_a_name(address, browser):
    with page_of(browser) as page:
        begin(page, address)
        wait_until(page, is_asked)
        unnamed = page.evaluate(
            """() => [...document.querySelectorAll('button, input, select')]
                .filter((control) => !(control.textContent.trim() || control.labels?.length || control.ariaLabel))
                .map((control) => control.outerHTML)"""
        )
        assert unnamed == []


def test_the_board_as_lists(address, browser):
    with page_of(browser) as page:
        begin(page, address)
        wait_until(page, is_asked)
        page.get_by_label("Board as lists").check()
        asked, target = number(page), page.locator("#places .target").first
        name = re.compile(f"^{re.escape(target.inner_text().partition(' (')[0])} ")  # what lies there has changed
        target.click()
        wait_until(page, lambda page: number(page) != asked)
        assert page.locator("#places li", has=page.get_by_role("button", name=name)).first.is_visible()
        page.get_by_label("Board as lists").uncheck()
        assert page.locator("#drawn svg").first.is_visible() and not page.locator("#places").is_visible()


def test_the_tracks_and_the_legend_are_read_aloud(address, browser):
    with page_of(browser) as page:
        begin(page, address, scenario="campaign")
        wait_until(page, is_asked)
        track = page.get_by_role("row", name=re.compile("Pacific"))
        assert "at the start Axis by 8" in track.text_content()
        page.get_by_text("Legend", exact=True).click()
        nations = page.locator("#legend section", has=page.get_by_role("heading", name="Nations")).get_by_role(
            "listitem"
        )
        assert "Japanese" in nations.all_inner_texts()


def test_a_crowded_box_shows_only_the_unit_in_question(address, browser):
    with page_of(browser) as page:
        begin(page, address, scenario="campaign")
        wait_until(page, is_asked)
        assert page.locator("#drawn .counter:not(.stowed)").count() == 1
        page.locator("[data-id='place not_yet_arrived'] > rect").click()
        assert page.locator("#drawn .counter:not(.stowed)").count() > 200


def test_a_unit_and_a_port_of_one_name_are_told_apart(address, browser):
    with page_of(browser) as page:
        begin(page, address, scenario="campaign")
        wait_until(page, is_asked)
        page.locator("[data-id='place australia'] .spot").click()
        assert "Australia, port" in page.inner_text(".card")
        assert page.locator("[data-id='unit australia'].counter").count() == 1


def hand_on(page):
    """A function that puts fingers on the screen: what they do ("touchStart", "touchMove", "touchEnd"), and where."""
    chromium = page.context.new_cdp_session(page)

    def touch(kind, *points):
        fingers = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(points)]
        chromium.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

    return touch


def seen(page):
    """Left, top, width and height of the map as far as it is seen."""
    return [float(number) for number in page.locator("#drawn svg").get_attribute("viewBox").split()]


def middle_of(page, place):
    box = page.locator(f"[data-id='place {place}'] > :first-child").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_fingers_zoom_and_move_the_board(address, browser):
    with page_of(browser, has_touch=True) as page:
        begin(page, address)
        wait_until(page, is_asked)
        touch, asked, whole, (x, y) = hand_on(page), number(page), seen(page), middle_of(page, "hawaiian_islands")
        touch("touchStart", (x - 40, y), (x + 40, y))
        touch("touchMove", (x - 80, y), (x + 80, y))
        touch("touchEnd")
        near = seen(page)
        assert near[2] == pytest.approx(whole[2] / 2, rel=0.02) and near[3] == pytest.approx(whole[3] / 2, rel=0.02)
        assert middle_of(page, "hawaiian_islands") == pytest.approx((x, y), abs=3), (
            "what is between the fingers stays there"
        )
        touch("touchStart", (x, y))
        touch("touchMove", (x - 60, y - 30))
        touch("touchEnd")
        assert seen(page)[2:] == near[2:]
        assert middle_of(page, "hawaiian_islands") == pytest.approx((x - 60, y - 30), abs=3)
        touch("touchStart", (x - 100, y), (x + 100, y))
        touch("touchMove", (x - 50, y + 20), (x + 50, y + 20))
        touch("touchMove", (x - 50, y + 40))
        touch("touchEnd")
        assert seen(page)[2] == pytest.approx(whole[2], rel=0.02)
        assert number(page) == asked and page.inner_text("#said") == "", "nothing was picked"


def test_a_finger_answers_and_drags_the_unit_in_question(address, browser):
    with page_of(browser, has_touch=True) as page:
        begin(page, address)
        wait_until(page, is_asked)
        asked = number(page)
        page.touchscreen.tap(*middle_of(page, "hawaiian_islands"))
        wait_until(page, lambda page: number(page) not in (asked, None))
        asked = number(page)
        box = page.locator(".counter.selected").bounding_box()
        place = page.locator(".area.target").first.get_attribute("data-id").removeprefix("place ")
        touch, to = hand_on(page), middle_of(page, place)
        from_ = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        touch("touchStart", from_)
        touch("touchMove", ((from_[0] + to[0]) / 2, (from_[1] + to[1]) / 2))
        touch("touchMove", to)
        touch("touchEnd")
        wait_until(page, lambda page: number(page) not in (asked, None))


def test_the_log_is_saved_as_text(address, browser):
    with page_of(browser) as page:
        begin(page, address)
        wait_until(page, is_asked)
        let_the_officer(page, "turn")
        wait_until(page, is_asked)
        with page.expect_download() as saved:
            page.click("#save-log")
        told = [line.strip() for line in Path(saved.value.path()).read_text().splitlines() if line]
        lines = page.locator("#log .line .words").all_text_contents()
        assert saved.value.suggested_filename == "Midway, turn 5.txt"
        assert len(lines) > 20
        assert all(line.endswith(words) for line, words in zip(told, lines, strict=True))


def test_two_persons_in_two_browsers(address, browser):
    with page_of(browser) as allies, page_of(browser) as axis:
        begin(allies, address, axis="person")
        allies.locator("#links li").nth(1).wait_for()
        links = allies.locator("#links li a").evaluate_all("links => links.map((link) => link.href)")
        assert all(re.search(r"#(allies|axis)=[\w-]{32}$", link) for link in links)
        allies.goto(links[0])
        axis.goto(links[1])
        for page in (allies, axis):
            page.locator("#seats li.you").wait_for()
        chooser = random.Random(5)
        for _ in range(60):
            page = next((page for page in (axis, allies) if number(page) is not None), None)
            if page is None:
                allies.wait_for_timeout(10)
            else:
                click_an_answer(page, chooser)
        assert "=" not in axis.evaluate("location.hash"), "the token stays in the address"
        logs = [page.locator("#log .line").all_text_contents() for page in (allies, axis)]
        shared = min(len(lines) for lines in logs)
        assert shared > 30 and logs[0][:shared] == logs[1][:shared]


def let_the_officer(page, span):
    """Let the officer answer for a while; what he did is committed."""
    page.select_option("#span", span)
    press_and_wait(page, "[data-do=auto]")
    while page.locator("#commit:not([hidden])").count() and number(page) is not None:
        press_and_wait(page, "#commit button")


def press_and_wait(page, button):
    """Press a button, and wait until the page has gone on from the question."""
    asked = number(page)
    page.click(button)
    wait_until(page, lambda page: number(page) != asked)


def turn_of(page):
    return page.evaluate("window.table.now.scene.turn")


def phase_of(page):
    return page.evaluate("window.table.now.scene.phase")


def test_four_persons_play_a_turn_of_the_campaign(address, browser):
    """Each plays by his own link, one with the drawn board, the others with lists: in each phase the first order by a
    click, and the officer answers the long rest of the step, or when many have been played, of the turn."""
    with ExitStack() as stack:
        seats = ("british", "japanese", "american", "german")
        pages = {seat: stack.enter_context(page_of(browser)) for seat in seats}
        first, chooser = pages["british"], random.Random(6)
        begin(first, address, scenario="campaign", seed="3", seats=dict.fromkeys(seats, "person"))
        first.locator("#links li").nth(3).wait_for()
        links = first.locator("#links li a").evaluate_all("links => links.map((link) => link.href)")
        for (seat, page), link in zip(pages.items(), links, strict=True):
            assert f"#{seat}=" in link
            page.goto(link)
            page.locator("#seats li.you", has_text=seat).wait_for()
            if page is not first:
                page.get_by_label("Board as lists").check()
        answered, spans, battles = set(), 0, 0
        until = time.monotonic() + LONGEST_TURN
        while turn_of(first) == 1:
            assert time.monotonic() < until, first.inner_text("#log")[-2000:]
            asked = [(seat, page) for seat, page in pages.items() if number(page) is not None]
            assert len(asked) < 2, "two seats are asked at a time"
            if not asked:
                first.wait_for_timeout(10)
                continue
            seat, page = asked[0]
            step = (seat, phase_of(page))
            if step not in answered:
                answered.add(step)
                click_an_answer(page, chooser)
            else:
                let_the_officer(page, "step" if spans < MOST_STEPS else "turn")
                spans += 1
            if phase_of(first) == "combat" and not battles and first.locator("#battle:not([hidden]) .chances").count():
                picture(first, "four")
                battles += 1
        assert {seat for seat, _ in answered} == set(seats)
        for page in pages.values():
            wait_until(page, lambda page: turn_of(page) == 2)
            assert page.locator("table.course [aria-current=step]").inner_text() == "2"
        logs = [page.locator("#log .line").all_text_contents() for page in pages.values()]
        shared = min(len(lines) for lines in logs)
        assert shared > 100 and all(lines[:shared] == logs[0][:shared] for lines in logs)


def test_a_dropped_connection_is_resumed(address, browser):
    with page_of(browser) as page:
        begin(page, address, seed="8")
        chooser = random.Random(4)
        for turn in range(8):
            wait_until(page, is_asked)
            if turn % 2:
                page.evaluate("window.table.link.drop()")
            click_an_answer(page, chooser)
        lines = page.evaluate("document.querySelectorAll('#log .line').length")
        page.reload()
        wait_until(page, is_asked)
        wait_until(page, lambda page: page.evaluate("document.querySelectorAll('#log .line').length") == lines)
        picture(page, "resumed")


def test_commit_is_in_sight_on_a_phone_after_an_answer_from_further_down(address, browser):
    with page_of(browser) as page:
        page.set_viewport_size({"width": 390, "height": 844})
        begin(page, address, seats={"allies": "scripted", "axis": "person"}, seed="21")
        page.wait_for_url("**/game/**")
        wait_until(page, is_asked)
        page.click("#choices li:nth-child(2) button")
        page.locator("#same button").click()
        page.wait_for_selector("#commit:not([hidden])")
        button, answers = (page.locator(part).bounding_box() for part in ("#commit button", "#answers"))
        assert answers["y"] <= button["y"] and button["y"] + button["height"] <= answers["y"] + answers["height"]


def test_a_long_wait_is_told_until_the_answer_comes(address, browser):
    held = []

    def relay(socket):
        server = socket.connect_to_server()
        socket.on_message(server.send)
        server.on_message(lambda message: held.append(message) if waiting else socket.send(message))
        sockets.append(socket)

    waiting, sockets = [], []
    with page_of(browser) as page:
        page.route_web_socket("**/api/games/**", relay)
        begin(page, address, seed="8")
        wait_until(page, is_asked)
        waiting.append(True)
        page.click("#choices button")
        wait_until(page, lambda page: "the computer is at work" in page.inner_text("#said"))
        waiting.clear()
        for message in held:
            sockets[-1].send(message)
        wait_until(page, lambda page: "the computer is at work" not in page.inner_text("#said"))
        page.wait_for_timeout(1500)
        assert "the computer is at work" not in page.inner_text("#said"), "nothing is waited for"


def test_the_pictures_of_the_docs(address, browser):
    with page_of(browser) as page, page_of(browser, color_scheme="dark") as dark:
        begin(page, address, seed="5")
        wait_until(page, is_asked)
        picture(page, "table")
        chooser = random.Random(11)
        while not page.locator("#battle:not([hidden]) small", has_text="dice at it").count():
            assert not is_over(page)
            click_an_answer(page, chooser)
            wait_until(page, is_asked)
        picture(page, "battle")
        dark.goto(page.url.partition("#")[0])
        dark.locator("#log .line").first.wait_for()
        assert dark.locator("#choices button").count() == 0
        picture(dark, "looking_on")


def test_a_whole_war_at_sea(address, browser):
    """Some orders of each turn by a click, one in words, and the officer answers for the rest of the turn."""
    with page_of(browser) as page:
        begin(page, address, scenario="war_at_sea", seed="5")
        chooser = random.Random(4)
        wait_until(page, is_asked)
        while not is_over(page):
            for _ in range(6):
                if not is_over(page):
                    click_an_answer(page, chooser)
                    wait_until(page, is_asked)
            if turn_of(page) == 2 and not is_over(page):
                picture(page, "war_at_sea")
            assert port_titles(page) == port_names(page)  # a port is in use on some turns only
            if not is_over(page):
                let_the_officer(page, "turn")
                wait_until(page, is_asked)
        assert "Points of control" in page.inner_text("#asked")
        page.goto(address)
        page.get_by_text("watch it again").first.click()
        page.wait_for_url("**/replay/**")
        page.get_by_text(re.compile("Decision 0 of [0-9]+")).wait_for()
        page.locator("#at").focus()
        page.keyboard.press("End")
        page.locator("#words", has_text="win").wait_for()


def test_a_battle_of_war_at_sea_by_clicks(address, browser):
    with page_of(browser) as page:
        begin(page, address, scenario="barents", seed="2")
        chooser = random.Random(1)
        wait_until(page, is_asked)
        while not is_over(page):
            if page.locator("#battle:not([hidden]) small", has_text="dice at it").count():
                picture(page, "war_at_sea_battle")
            click_an_answer(page, chooser)
            wait_until(page, is_asked)
        assert "Points of control" in page.inner_text("#asked")


def test_a_battle_of_naval_miniatures_by_clicks(address, browser):
    """A scenario that is called as another game's; carriers come and go with the boxes of their aircraft."""
    with page_of(browser) as page:
        begin(page, address, scenario="naval_miniatures midway", seed="5")
        chooser, ringed, seen = random.Random(4), False, False
        wait_until(page, is_asked)
        for number in range(60):
            if is_over(page):
                break
            click_an_answer(page, chooser)
            wait_until(page, is_asked)
            ringed |= page.locator("#drawn .ring").count() > 2
            if number == 30 or not seen and page.locator("#drawn .sight").count():
                picture(page, "naval_miniatures")
            seen |= page.locator("#drawn .sight").count() > 0
        assert page.locator("#drawn .area").count() == 72 and ringed


def test_ships_that_wait_hide_no_sector_where_they_may_start(address, browser):
    """Those of the Axis wait beside the row on its edge."""
    hidden = """[...document.querySelectorAll('#drawn .area.target')].filter((area) => {
        const { x, y, width, height } = area.getBoundingClientRect();
        return document.elementFromPoint(x + width / 2, y + height / 2)?.closest('[data-id]') !== area;
    }).length"""
    with page_of(browser) as page:
        seats = {"allies": "scripted", "axis": "person"}
        begin(page, address, scenario="denmark_strait", seed="4", seats=seats)
        page.wait_for_url("**/game/**")
        wait_until(page, is_asked)
        wait_until(page, lambda page: page.locator("#drawn .area.target").count() == 7)
        wait_until(page, lambda page: page.evaluate(hidden) == 0)
        assert page.locator("#drawn .tray").count() == 1


def test_undo_leaves_the_focus_at_the_question(address, browser):
    with page_of(browser) as page:
        begin(page, address)
        wait_until(page, is_asked)
        asked = page.inner_text("#asked")
        page.keyboard.press("1")
        wait_until(page, lambda page: page.inner_text("#asked") != asked)
        page.focus("[data-do=undo]")
        page.keyboard.press("Enter")
        wait_until(page, lambda page: page.inner_text("#asked") == asked)
        assert page.is_disabled("[data-do=undo]")
        assert page.evaluate("document.activeElement.closest('#turn') !== null")


@pytest.mark.parametrize(
    ("scenario", "size", "name"), [("campaign", (390, 844), "phone"), ("midway", (820, 1180), "tablet")]
)
def test_a_small_screen_shows_the_question_and_its_first_choice(address, browser, scenario, size, name):
    with page_of(browser) as page:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        begin(page, address, scenario=scenario)
        wait_until(page, is_asked)
        for part in ("#asked", "#choices button"):
            box = page.locator(part).first.bounding_box()
            assert box["y"] >= 0 and box["y"] + box["height"] <= size[1], part
        picture(page, name)
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        assert page.locator("#asked").bounding_box()["y"] < size[1], "it stays while the board is looked at"


def test_the_card_beside_the_board_tells_what_is_so_now(address, browser):
    with page_of(browser) as page:
        begin(page, address)
        wait_until(page, is_asked)
        area = page.locator("[data-id='place hawaiian_islands']")
        before = area.get_attribute("aria-label")
        area.focus()
        told = page.locator("b", has_text="Hawaiian Islands, ")
        assert told.inner_text() == before
        page.fill("#words", "all to Hawaiian Islands; commit")
        page.press("#words", "Enter")
        page.click("#commit button")
        wait_until(page, lambda page: area.get_attribute("aria-label") != before)
        wait_until(page, lambda page: told.count() == 0 or told.inner_text() == area.get_attribute("aria-label"))


def test_an_adviser_that_compares_nothing_says_what_it_would_answer(address, browser):
    with page_of(browser) as page:
        page.goto(address)
        judged = """given => import('/static/opinion.js').then(({ judgement }) => judgement(given))"""
        alone = {"action": 3, "words": "attack Akagi", "probability": None, "value": None}
        assert page.evaluate(judged, {"player": "search", "value": None, "choices": [alone]}) == (
            "search would answer: attack Akagi"
        )
        assert page.evaluate(judged, {"player": "search", "value": None, "choices": []}) == (
            "search has no opinion of this question"
        )
