"""The page of a game on screens of four sizes: at every kind of question of every game the question, its first choices
and the tools are in sight, with the board above or beside them, and what is written on that can be read."""

import random
import shutil
import socket
import threading

import pytest
import uvicorn

from aw_env.core.players import load
from aw_env.games import named
from aw_env.table.offers import Setup
from aw_env.table.table import answer_of
from aw_env.web.beginning import new_room
from aw_env.web.server import app
from aw_env.web.store import PERSON, Store
from tests.test_web_browser import LONGEST, MANY

playwright = pytest.importorskip("playwright.sync_api")
CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
SIZES = ((1440, 900), (1280, 720), (820, 1180), (390, 844))
LEAST_LETTERS = 9
"""Pixels of the screen that names on the map are high."""
LEAST_BOARD = 150
"""Pixels of the screen that the board is high, also in a battle on a phone."""
SOME_CHOICES = {(1440, 900): 8, (1280, 720): 6}
"""Choices that are all in sight on screens of a desk."""
MOST_PLAYED = 900
"""Decisions that are played to come to as many kinds of them as may be."""
BY_CHANCE = 0.15
"""Answers that are given at random, for the officers of both sides never come to some questions."""

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium"),
]
MEASURE = """() => {
  const find = (selector) => document.querySelector(selector);
  const box = (element) => element?.getBoundingClientRect().toJSON();
  const svg = find("#drawn svg"), seen = box(svg), scale = svg.getScreenCTM().a;
  const isSeen = ({ left, right, top, bottom }) =>
    right > seen.left && left < seen.right && bottom > seen.top && top < seen.bottom;
  const names = [...document.querySelectorAll("#drawn .names .title, #drawn .port .title")];
  const shown = names.filter((name) => name.textContent && isSeen(box(name)));
  const { scene, question, asked } = table.now;
  const place = scene.units.find(({ id }) => `unit ${id}` === question.subject)?.place;
  const tray = find("#drawn .tray"), own = tray && place && find(`[data-id="place ${place}"] .title`);
  return {
    decision: asked, board: seen, height: innerHeight, wide: document.documentElement.scrollWidth,
    tools: [...document.querySelectorAll("#tools :is(button, select)")].map((tool) => [tool.textContent, box(tool)]),
    asked: box(find("#asked")), line: box(find("#words")), answers: box(find("#answers")),
    choices: [...document.querySelectorAll("#choices button")].map(box),
    letters: shown.map((name) => [name.textContent, parseFloat(getComputedStyle(name).fontSize) * scale]),
    tray: box(tray), own: box(own || null),
  };
}"""
"""What a page shows, in pixels of the screen."""


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """A store of games, and where a server of it answers."""
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    store = Store(tmp_path_factory.mktemp("games") / "games.sqlite3")
    server = uvicorn.Server(uvicorn.Config(app(store, (), MANY), log_level="warning"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    yield store, f"http://127.0.0.1:{listening.getsockname()[1]}"
    server.should_exit = True
    thread.join(10)


def positions(game, scenario, **settings):
    """By the kind of decision: a game that has come to one, with its setup."""
    setup = Setup(game=game, scenario=scenario, seed=2, **settings)
    played, officer, chooser = setup.begin(), load("scripted", named(game).players), random.Random(3)
    found = {}
    for _ in range(MOST_PLAYED):
        if played.ended:
            break
        found.setdefault(played.info()["decision"], (setup, list(played.history), played.seat_name))
        by_chance = chooser.random() < BY_CHANCE
        played.apply(chooser.choice(played.legal_actions()) if by_chance else answer_of(officer, played))
    return found.values()


def is_in_sight(box, measured):
    return box["top"] >= -1 and box["bottom"] <= measured["height"] + 1 and box["height"] > 0


def overlap(one, other):
    across = min(one["right"], other["right"]) - max(one["left"], other["left"])
    down = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
    return across > 2 and down > 2


def check(measured, size):
    """What is wrong at a question on a screen."""
    wrong = [part for part in ("asked", "line") if not is_in_sight(measured[part], measured)]
    wrong += [name for name, box in measured["tools"] if not is_in_sight(box, measured) or box["right"] > size[0]]
    first, answers = measured["choices"][0], measured["answers"]
    if not is_in_sight(first, measured) or first["bottom"] > answers["bottom"] + 1:
        wrong.append("the first choice")
    last = measured["choices"][min(len(measured["choices"]), SOME_CHOICES.get(size, 1)) - 1]
    if last["bottom"] > answers["bottom"] + 1:
        wrong.append("the choices")
    if measured["board"]["height"] < LEAST_BOARD or measured["board"]["top"] < 0:
        wrong.append("the board")
    wrong += [f"{name}: {high:.1f} px" for name, high in measured["letters"] if high < LEAST_LETTERS]
    if measured["own"] and overlap(measured["tray"], measured["own"]):
        wrong.append("the opened stack hides the name of its place")
    if measured["wide"] > size[0]:
        wrong.append(f"{measured['wide']} px wide")
    return wrong


GAMES = {
    "midway": ("admirals_war", "midway", {}),
    "campaign": ("admirals_war", "campaign", {}),
    "war_at_sea": ("war_at_sea", "war_at_sea", {}),
    "miniatures": ("naval_miniatures", "midway", {}),
    "raiders": ("world_at_war", "raiders", {}),
    "night_express": ("world_at_war", "night_express", {}),
    "mediterranean": ("world_at_war", "mediterranean", {}),
}


@pytest.mark.parametrize("name", GAMES)
def test_question_choices_and_board_are_in_sight_at_every_kind_of_decision(table, name):
    store, address = table
    game, scenario, settings = GAMES[name]
    wrong, kinds = {}, 0
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(bypass_csp=True)
        page.set_default_timeout(LONGEST)
        for setup, actions, seat in positions(game, scenario, **settings):
            id, tokens = new_room(store, setup, dict.fromkeys(setup.begin().rules.seats, PERSON), actions)
            page.goto("about:blank")
            page.goto(f"{address}/game/{id}#{seat}={tokens[seat]}")
            page.wait_for_function("window.table?.now.question && document.querySelector('#choices button')")
            kinds += 1
            for size in SIZES:
                page.set_viewport_size({"width": size[0], "height": size[1]})
                page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))")
                measured = page.evaluate(MEASURE)
                if found := check(measured, size):
                    wrong[f"{size[0]}x{size[1]}: {measured['decision']}"] = found
        browser.close()
    assert kinds > 5
    assert wrong == {}
