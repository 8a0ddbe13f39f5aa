"""The pages for people who see or move otherwise: axe-core in every state of them, a whole game by keys alone, and a
whole game with the lists in place of the board."""

import random
import shutil
from functools import partial
from pathlib import Path

import pytest

from aw_env.core.players import load
from aw_env.games import named
from aw_env.table.offers import Setup
from aw_env.table.table import answer_of
from aw_env.web.beginning import new_room
from aw_env.web.store import PERSON
from tests import test_web_sizes as sizes
from tests.test_web_browser import (  # noqa: F401  (fixtures)
    address,
    begin,
    browser,
    click_an_answer,
    is_asked,
    is_over,
    number,
    page_of,
    wait_until,
)
from tests.test_web_sizes import table  # noqa: F401  (a fixture)

axe = pytest.importorskip("axe_core_python", reason="axe-core is not installed")
CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium"),
]
AXE = (Path(axe.__file__).parent / "axe.min.js").read_text("utf-8")
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"], "resultTypes": ["violations"]}
SIZES = {"wide": {"width": 1280, "height": 800}, "phone": {"width": 390, "height": 844}}
MOST_STEPS = 150
"""Steps within which a game of Midway is over that is played without orders to several units."""


def findings(page):
    """What axe-core finds wrong on a page, in words."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    found = page.evaluate("rules => axe.run(document, rules)", RULES)["violations"]
    return [f"{one['id']}: {node['html'][:160]}" for one in found for node in one["nodes"]]


def next_question(page, act):
    """Do something, and wait until something else is asked."""
    asked = number(page)
    act()
    wait_until(page, lambda page: is_over(page) or number(page) not in (asked, None))


def say(page, words):
    page.fill("#words", words)
    next_question(page, lambda: page.press("#words", "Enter"))


def states(page, address):  # noqa: F811
    """Bring a page into each of its states, one after another: their names."""
    begin(page, address, seats={"axis": "person"})
    page.wait_for_selector("#links li")
    page.click("#options-line summary")
    yield "front page with links"
    page.goto(address)
    page.click("#guided button")
    page.wait_for_url("**/game/**")
    wait_until(page, is_asked)
    page.wait_for_selector("#guide .typed")
    for part in ("#legend", "#ahead", "#standing", "#guide details"):
        page.evaluate(f"document.querySelector('{part}').open = true")
    yield "question"
    page.evaluate("document.querySelector('#legend').open = false")
    page.check("#as-lists")
    yield "lists"
    page.uncheck("#as-lists")
    say(page, "all carriers to Hawaiian Islands; rest stay")
    page.wait_for_selector("#commit:not([hidden])")
    yield "commit"
    next_question(page, lambda: page.click("#commit button"))
    page.fill("#words", "Yorktown attack Nobody")
    page.press("#words", "Enter")
    page.wait_for_selector("#problem:not(:empty)")
    page.click("[data-do=odds]")
    page.wait_for_selector("#odds table")
    yield "odds and a refusal"
    page.click("#odds button")
    page.select_option("#adviser", "midway")
    page.click("[data-do=opinion]")
    page.wait_for_selector(".weighed")
    yield "opinion"
    chooser = random.Random(1)
    while page.is_hidden("#battle") and not is_over(page):
        click_an_answer(page, chooser)
    page.wait_for_selector("#battle:not([hidden])")
    page.click("[data-do=why]")
    page.wait_for_selector("#said:not(:empty)")
    yield "battle"
    while not is_over(page):
        say(page, "auto turn")
    page.wait_for_selector("#ending:not([hidden])")
    yield "end"
    page.click("#over a")
    page.wait_for_selector("#opinion .choices button")
    yield "replay"
    page.click("#analyse")
    page.wait_for_selector("#curve:not([hidden])")
    yield "analysis"


@pytest.mark.parametrize(("size", "scheme"), [("wide", "light"), ("phone", "dark")])
def test_axe_finds_nothing_in_any_state(address, browser, size, scheme):  # noqa: F811
    with page_of(browser, color_scheme=scheme) as page:
        page.set_viewport_size(SIZES[size])
        found = {state: findings(page) for state in states(page, address)}
    wrong = [f"{state}: {one}" for state, several in found.items() for one in several]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("name", [*sizes.GAMES, "four"])
def test_axe_finds_nothing_at_any_kind_of_question_of_any_game(table, browser, name):  # noqa: F811
    store, address = table  # noqa: F811
    game, scenario, settings = {**sizes.GAMES, "four": ("admirals_war", "campaign", {"players": 4})}[name]
    wrong, kinds = set(), 0
    with page_of(browser, bypass_csp=True) as page:
        for setup, actions, seat in sizes.positions(game, scenario, **settings):
            id, tokens = new_room(store, setup, dict.fromkeys(setup.begin().rules.seats, PERSON), actions)
            page.goto("about:blank")
            page.goto(f"{address}/game/{id}#{seat}={tokens[seat]}")
            wait_until(page, is_asked)
            kinds += 1
            wrong |= {f"{page.inner_text('#asked')}: {one}" for one in findings(page)}
    assert kinds > 5
    assert not wrong, "\n".join(sorted(wrong))


@pytest.mark.parametrize("name", ["war_at_sea", "miniatures", "raiders"])
def test_axe_finds_nothing_at_the_end_and_in_the_replay_of_any_game(table, browser, name):  # noqa: F811
    store, address = table  # noqa: F811
    game, scenario, settings = sizes.GAMES[name]
    setup = Setup(game=game, scenario=scenario, seed=2, **settings)
    played, officer = setup.begin(), load("scripted", named(game).players)
    while not played.ended:
        played.apply(answer_of(officer, played))
    id, tokens = new_room(store, setup, dict.fromkeys(played.rules.seats, PERSON), list(played.history))
    with page_of(browser, bypass_csp=True) as page:
        page.goto(f"{address}/game/{id}#{played.rules.seats[0]}={tokens[played.rules.seats[0]]}")
        page.wait_for_selector("#ending:not([hidden])")
        found = findings(page)
        page.click("#over a")
        page.wait_for_selector("#opinion .choices button")
        found += findings(page)
    assert not found, "\n".join(found)


def press_until(page, key, wanted, most=60):
    """Press a key until the focus is on what is wanted."""
    for _ in range(most):
        if page.evaluate(f"document.activeElement.matches('{wanted}')"):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{wanted} is not reached by {key}")


def test_a_whole_game_by_the_keyboard_alone(address, browser):  # noqa: F811
    """From the front page to the score sheet and the rematch; the focus is never lost, after an undo neither."""
    with page_of(browser) as page:
        page.goto(address)
        page.wait_for_selector("#begin button.main:enabled")
        press_until(page, "Tab", "#begin button.main")
        page.keyboard.press("Enter")
        page.wait_for_url("**/game/**")
        wait_until(page, is_asked)
        next_question(page, lambda: page.keyboard.press("1"))
        next_question(page, lambda: page.keyboard.press("Control+z"))
        at_the_question(page)
        page.keyboard.press("/")
        page.keyboard.type("all carriers to Hawaiian Islands; rest stay")
        next_question(page, lambda: page.keyboard.press("Enter"))
        page.locator("#commit:not([hidden])").wait_for()
        next_question(page, lambda: page.keyboard.press("Enter"))  # an empty line commits
        page.keyboard.press("Escape")  # out of the line, so that numbers answer
        at_the_question(page)
        for _ in range(MOST_STEPS):
            if is_over(page):
                break
            if page.locator("#commit:not([hidden])").count():
                page.keyboard.press("1")  # goes to the button, and presses it not
                next_question(page, lambda: page.keyboard.press("Enter"))
            else:
                key = "2" if page.locator("#choices li").count() > 1 else "1"
                next_question(page, partial(page.keyboard.press, key))
            at_the_question(page)
        assert is_over(page)
        press_until(page, "Tab", "#ending button")
        played = page.url.partition("#")[0]
        page.keyboard.press("Enter")
        page.wait_for_url(lambda url: "/game/" in url and not url.startswith(played))


def at_the_question(page):
    """The focus is in the part of the page that asks."""
    assert page.evaluate("document.activeElement.closest('#turn') !== null"), "the focus is lost"


def test_a_whole_game_as_lists(address, browser):  # noqa: F811
    """Every choice of a place or unit is a button of the lists, and they tell what the board shows."""
    with page_of(browser) as page:
        begin(page, address)
        wait_until(page, is_asked)
        page.check("#as-lists")
        for _ in range(MOST_STEPS):
            if is_over(page):
                break
            lists_say_what_the_board_says(page)
            answer_in_the_lists(page)
        assert is_over(page)
        lists_say_what_the_board_says(page)


def answer_in_the_lists(page):
    """Answer by the first place or unit of the lists that is a choice; where the question is about neither, by a
    choice."""
    if page.locator("#commit:not([hidden])").count():
        next_question(page, lambda: page.click("#commit button"))
        return
    lit = page.locator("#places .target")
    assert lit.count() == page.evaluate(
        "new Set(table.now.question.choices.map((one) => one.target).filter(Boolean)).size"
    )
    next_question(page, (lit if lit.count() else page.locator("#choices button")).first.click)


def lists_say_what_the_board_says(page):
    """Units with their factors, side and damage, sea areas with what they are worth, all ports and bases."""
    missing = page.evaluate(
        """said => {
            const { units, areas, ports, sides } = table.now.scene;
            const there = units.filter(({ place }) => place);
            const title = (id) => sides.find((side) => side.id === id).title;
            const marks = (unit) => unit.marks.map(({ words }) => words);
            const counters = there.map((unit) => [unit.name, unit.factors, title(unit.side), ...marks(unit)]);
            const waters = areas.map(({ name, points }) => [name, points.join("/")]);
            const told = (words) => said.some((line) => words.every((word) => line.includes(word)));
            const shores = ports.map(({ name, owner }) => [name, owner ?? ""]);
            return [...counters, ...waters, ...shores].filter((words) => !told(words));
        }""",
        page.locator("#places button").all_inner_texts(),
    )
    assert missing == []
