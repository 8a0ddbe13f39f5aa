"""The board as data, and the page's drawing of it."""

import functools
import http.server
import json
import shutil
import threading
from pathlib import Path

import pytest

from aw_env import admirals_war_v0

STATIC = Path(admirals_war_v0.__file__).parent / "web" / "static"
CHROMIUM = shutil.which("chromium")
PAGE = """<!doctype html><link rel="icon" href="data:,"><link rel="stylesheet" href="board.css">
<style>body { margin: 0 } #board { height: 100vh }</style><div id="board"></div><script type="module">
import { createBoard } from "./board.js";
window.picked = [];
window.board = createBoard(document.getElementById("board"));
board.onPick((id) => picked.push(id));
board.draw(await (await fetch("scene.json")).json());
window.ready = true;
</script>"""


@pytest.mark.parametrize("name", ["midway", "engagement", "atlantic", "pacific", "campaign"])
def test_a_scene_is_plain_data_with_every_place_and_unit(name: str):
    game = admirals_war_v0.game(name, seed=3)
    view = game.view()
    scene = game.rules.scene(view).data()
    assert json.loads(json.dumps(scene)) == scene
    assert [unit["id"] for unit in scene["units"]] == [unit.id for unit in view.units]
    assert [area["id"] for area in scene["areas"]] == [area.id for area in view.areas]
    assert [port["id"] for port in scene["ports"]] == [port.id for port in view.ports]
    places = {place["id"] for kind in ("areas", "ports", "boxes") for place in scene[kind]}
    assert {unit["place"] for unit in scene["units"]} <= places | {None}
    width, height = scene["size"]
    for area in scene["areas"]:
        left, top, across, down = area["room"]
        assert area["path"].startswith("M") and 0 <= left < left + across <= width and 0 <= top < top + down <= height


def test_a_scene_does_not_show_hidden_submarines():
    game = admirals_war_v0.game("campaign", options=["hidden_submarines"], seed=3)
    hidden = []
    while not hidden:
        game.apply(game.legal_actions()[-1])
        hidden = [unit for unit in game.view().units if unit.hidden and unit.at_sea]
    for unit in hidden:
        other_seat, own_seat = 1 - unit.side, int(unit.side)
        shown = {seat: _units(game, seat)[unit.id]["place"] for seat in (other_seat, own_seat)}
        assert shown == {other_seat: None, own_seat: unit.place}


def _units(game, seat):
    return {unit["id"]: unit for unit in game.rules.scene(game.view(seat)).data()["units"]}


@pytest.fixture
def page(tmp_path):
    """A page of a browser with the board of Midway."""
    if CHROMIUM is None:
        pytest.skip("there is no chromium")
    playwright = pytest.importorskip("playwright.sync_api")
    game = admirals_war_v0.game("midway", seed=3)
    (tmp_path / "scene.json").write_text(json.dumps(game.rules.scene(game.view()).data()))
    (tmp_path / "index.html").write_text(PAGE)
    for file in (*STATIC.glob("*.js"), STATIC / "board.css"):
        shutil.copy(file, tmp_path)
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=tmp_path)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        made = browser.new_page(viewport={"width": 1280, "height": 800})
        made.goto(f"http://127.0.0.1:{server.server_port}/")
        made.wait_for_function("window.ready")
        yield made
        browser.close()
    server.shutdown()


@pytest.mark.browser
def test_the_board_is_clicked_dragged_typed_at_and_zoomed(page):
    page.locator(".port[data-id='place pearl_harbor'] .spot").click()
    assert page.evaluate("picked") == ["place pearl_harbor"]
    fanned = page.locator(".counter:not(.stowed)").first
    page.evaluate("board.targets(['place hawaiian_islands'])")
    assert "target" in page.locator(".area[data-id='place hawaiian_islands']").get_attribute("class")
    page.wait_for_timeout(500)
    unit = fanned.get_attribute("data-id")
    fanned.hover()
    page.mouse.down()
    name = page.locator(".area[data-id='place hawaiian_islands']").bounding_box()
    page.mouse.move(name["x"] + 40, name["y"] + 40, steps=4)
    page.mouse.up()
    assert page.evaluate("picked.slice(1)") == [unit, "place hawaiian_islands"]
    page.locator(".area[data-id='place aleutians']").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("picked.at(-1)") == "place aleutians"
    seen = page.locator(".drawn-board > svg").get_attribute("viewBox")
    page.keyboard.press("+")
    nearer = page.locator(".drawn-board > svg").get_attribute("viewBox")
    assert float(nearer.split()[2]) < float(seen.split()[2])
    page.mouse.wheel(0, 100)
    page.wait_for_function(
        "width => document.querySelector('svg').viewBox.baseVal.width > width", arg=float(nearer.split()[2])
    )
