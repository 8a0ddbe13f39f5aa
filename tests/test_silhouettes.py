"""What counters show in outline: every type its own, told apart at a glance, the same on the PNG and on the page."""

from itertools import combinations, pairwise

import numpy as np
import pytest
from PIL import Image, ImageDraw

from aw_env.core.drawn.shapes import mask_of, silhouette
from aw_env.core.drawn.silhouettes import HEIGHT, SILHOUETTES, WIDTH, Shape
from aw_env.table.offers import Setup
from tests.test_scene import page  # noqa: F401  (a fixture)

AT_A_GLANCE = (40, 10)
"""Pixels of a silhouette on a counter of the page, where the map is seen as far away as it ever is at first."""
ABOVE_THE_HULL = 6
"""Rows of these pixels."""
MOST_ALIKE = 0.65
"""The part that two silhouettes may have in common above the hull, of what either covers there."""
LEAST_LETTERS = 9
"""Pixels of the screen that names of at most eight letters, and factors as long, are high on a counter."""


def covered(shape):
    """What a silhouette covers of each pixel, from 0 to 1."""
    return np.asarray(mask_of(shape, *AT_A_GLANCE), float) / 255


def enclosed(corners):
    """Twice the area of a polygon, negative where its corners are passed counter-clockwise (y goes down)."""
    return sum(x * after_y - after_x * y for (x, y), (after_x, after_y) in pairwise([*corners, corners[0]]))


@pytest.mark.parametrize("shape", Shape)
def test_a_silhouette_fills_its_field_and_no_more(shape):
    """Parts that overlap are filled as one by SVG if all are passed the same way around."""
    for corners in SILHOUETTES[shape].polygons():
        assert all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for x, y in corners)
        assert enclosed(corners) > 0
    lowest = max(y for corners in SILHOUETTES[shape].polygons() for _, y in corners)
    assert lowest == HEIGHT


@pytest.mark.parametrize(("one", "other"), list(combinations(Shape, 2)))
def test_no_two_silhouettes_look_alike(one, other):
    first, second = covered(one)[:ABOVE_THE_HULL], covered(other)[:ABOVE_THE_HULL]
    assert np.minimum(first, second).sum() / np.maximum(first, second).sum() < MOST_ALIKE


def test_battleships_tower_and_submarines_are_awash():
    above = {shape: covered(shape)[:ABOVE_THE_HULL].sum() for shape in Shape}
    assert max(above, key=above.get) == Shape.BATTLESHIP
    assert above[Shape.SUBMARINE] < above[Shape.BATTLESHIP] / 10


@pytest.mark.parametrize(
    ("game", "scenario", "shapes"),
    [
        (
            "admirals_war",
            "campaign",
            {
                "nelson": "battleship",
                "hood": "battlecruiser",
                "admiral_scheer": "battlecruiser",
                "cornwall": "cruiser",
                "akagi": "carrier",
                "hosho": "light_carrier",
                "u_boat_1": "submarine",
                "luftwaffe": "aircraft",
                "atlantis": "merchant",
                "nordmark": "merchant",
            },
        ),
        (
            "war_at_sea",
            "war_at_sea",
            {
                "nelson": "battleship",
                "hood": "battlecruiser",
                "exeter": "cruiser",
                "ark_royal": "carrier",
                "u_boat_1": "submarine",
                "convoy_1a": "merchant",
            },
        ),
        (
            "naval_miniatures",
            "midway",
            {"akagi": "carrier", "i_19": "submarine", "uss_atlanta": "cruiser", "a6m2_zeke": "aircraft"},
        ),
        ("world_at_war", "raiders", {"bismarck": "battleship", "ark_royal": "carrier"}),
        ("world_at_war", "night_express", {"kongo": "battleship", "shokaku": "carrier"}),
    ],
)
def test_every_unit_shows_what_it_is(game, scenario, shapes):
    begun = Setup(game=game, scenario=scenario, seed=2).begin()
    data = begun.rules.scene(begun.view()).data()
    shown = {unit["id"]: unit["shape"] for unit in data["units"]}
    assert {id: shown[id] for id in shapes} == shapes
    assert set(data["silhouettes"]) == set(shown.values())
    assert all(told["path"].startswith("M") and told["title"] for told in data["silhouettes"].values())


def test_destroyers_are_told_from_cruisers():
    """The rows of destroyers of A World at War (20.11), and those of Naval Miniatures (UNIT.2)."""
    for game, scenario, kind in (("naval_miniatures", "midway", 3), ("world_at_war", "night_express", 3)):
        begun = Setup(game=game, scenario=scenario, seed=2).begin()
        units = {unit.id: unit for unit in begun.view().units}
        shapes = {unit.shape for unit in begun.rules.scene(begun.view()).units if units[unit.id].kind == kind}
        assert shapes == {Shape.DESTROYER}


@pytest.mark.browser
def test_the_page_draws_the_same_and_name_and_factors_can_be_read(page):  # noqa: F811
    page.locator("[data-id='place yokosuka']").focus()
    page.keyboard.press("Enter")
    page.wait_for_timeout(500)
    counters = page.evaluate(
        """async () => {
            const { units, silhouettes } = await (await fetch("scene.json")).json();
            const box = (element) => element.getBoundingClientRect().toJSON();
            return [...document.querySelectorAll(".counter:not(.stowed)")].map((counter) => {
                const unit = units.find(({ id }) => `unit ${id}` === counter.dataset.id);
                const [name, below] = counter.querySelectorAll("text:not(.mark)");
                const scale = counter.getScreenCTM().a, outline = counter.querySelector(".outline path");
                return {
                    same: outline.getAttribute("d") === silhouettes[unit.shape].path, edge: box(counter.firstChild),
                    outline: box(outline), texts: [name, below].map((text) => ({
                        words: text.textContent, box: box(text),
                        high: scale * parseFloat(getComputedStyle(text).fontSize),
                    })),
                };
            });
        }"""
    )
    assert len(counters) > 20
    for counter in counters:
        edge, outline = counter["edge"], counter["outline"]
        assert counter["same"]
        assert edge["left"] < outline["left"] and outline["right"] < edge["right"]
        name, below = counter["texts"]
        for text in (name, below):
            assert text["box"]["right"] < edge["right"], text["words"]
            assert len(text["words"]) > 8 or text["high"] >= LEAST_LETTERS, text
        assert name["box"]["bottom"] - 0.35 * name["high"] < outline["bottom"] and outline["bottom"] < edge["bottom"]
        assert below["box"]["bottom"] - below["high"] > outline["top"]


def test_the_png_draws_them_where_there_is_room():
    paper = "#ffffff"
    drawn = {}
    for shape, width in ((Shape.DESTROYER, 48), (Shape.CARRIER, 48), (Shape.CRUISER, 12)):
        image = Image.new("RGB", (60, 20), paper)
        silhouette(ImageDraw.Draw(image), (55, 18), shape, "#000000", width)
        drawn[shape] = np.asarray(image.convert("L"))
    assert drawn[Shape.CARRIER].min() == 0 and not np.array_equal(drawn[Shape.CARRIER], drawn[Shape.DESTROYER])
    assert drawn[Shape.CRUISER].min() == 255
