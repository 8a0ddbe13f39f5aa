"""A stack drawn as one tells how many units lie in it and how strong they are together, as each game declares it."""

from collections import Counter

import pytest

from aw_env import admirals_war_v0
from aw_env.table.offers import Setup
from tests.test_scene import page  # noqa: F401  (a fixture)

LEAST_LETTERS = 9
"""Pixels of the screen."""
STACK = """(id) => {
  const place = document.querySelector(`[data-id="place ${id}"]`), box = (one) => one.getBoundingClientRect().toJSON();
  const frame = place.querySelector(".strength rect"), text = place.querySelector(".strength text");
  const size = (one) => parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a;
  const count = place.querySelector(".count");
  return {
    count: count.textContent, strength: text?.textContent ?? "", label: place.getAttribute("aria-label"),
    high: [count, text].filter(Boolean).map(size), boxes: frame && [frame, place.querySelector(".title")].map(box),
  };
}"""


def strengths(data, place):
    """By side: what the units in a place are together, without those that are lost."""
    sums = Counter()
    for unit in data["units"]:
        if unit["place"] == place and not unit["lost"]:
            sums[unit["side"]] += unit["strength"]
    return sums


def scene_of(game, seat=None):
    return game.rules.scene(game.view() if seat is None else game.view(seat)).data()


@pytest.mark.parametrize(
    ("game", "scenario", "told", "of"),
    [
        ("admirals_war", "midway", "gunnery", lambda unit: unit.gunnery if unit.kind == 1 else unit.printed_gunnery),
        ("war_at_sea", "war_at_sea", "attack", lambda unit: unit.attack),
        ("naval_miniatures", "midway", "points", lambda unit: unit.view.scenario.printed.card(unit.card).cost),
        ("world_at_war", "night_express", "factors", lambda unit: unit.strength),
    ],
)
def test_every_game_declares_what_the_strength_of_a_stack_is(game, scenario, told, of):
    begun = Setup(game=game, scenario=scenario, seed=2).begin()
    data, units = scene_of(begun), {unit.id: unit for unit in begun.view().units}
    assert data["legend"]["strength"] == told
    assert {unit["id"]: unit["strength"] for unit in data["units"]} == {id: of(unit) for id, unit in units.items()}
    assert any(unit["strength"] for unit in data["units"])


def test_a_submarine_that_the_other_side_hides_adds_nothing_to_what_a_seat_sees():
    """§26.0: where it is, is a secret; so is what it adds to the place."""
    game = admirals_war_v0.game("campaign", options=["hidden_submarines"], seed=3)
    hidden = []
    while not hidden:
        game.apply(game.legal_actions()[-1])
        hidden = [unit for unit in game.view().units if unit.hidden and unit.at_sea and unit.printed_gunnery]
    for boat in hidden:
        own, other = (strengths(scene_of(game, seat), boat.place) for seat in (int(boat.side), 1 - boat.side))
        side = "axis" if boat.side else "allies"
        boats = sum(unit.printed_gunnery for unit in hidden if (unit.place, unit.side) == (boat.place, boat.side))
        assert own[side] - other[side] == boats


@pytest.mark.browser
@pytest.mark.parametrize("width", [1280, 390])
def test_the_page_writes_count_and_strength_at_the_place(page, width):  # noqa: F811
    page.set_viewport_size({"width": width, "height": 800})
    page.wait_for_timeout(300)
    data = page.evaluate("(async () => (await fetch('scene.json')).json())()")
    for port in data["ports"]:
        here = [unit for unit in data["units"] if unit["place"] == port["id"]]
        expected = "/".join(f"{total}" for total in strengths(data, port["id"]).values() if total)
        shown = page.evaluate(STACK, port["id"])
        assert (shown["count"], shown["strength"]) == (f"{len(here) or ''}", expected), port["id"]
        assert (f"gunnery {expected}" in shown["label"]) == bool(expected)
        assert min(shown["high"]) >= LEAST_LETTERS, port["id"]
        if shown["boxes"]:
            frame, title = shown["boxes"]
            across = min(frame["right"], title["right"]) - max(frame["left"], title["left"])
            down = min(frame["bottom"], title["bottom"]) - max(frame["top"], title["top"])
            assert across < 1 or down < 1, f"{port['id']}: the strength lies on the name"


@pytest.mark.browser
def test_where_both_sides_are_each_has_its_own_and_the_lost_count_for_nothing(page):  # noqa: F811
    words = page.evaluate(
        """async () => {
            const { strengthWords, strengths } = await import("./strength.js");
            const sides = [{ id: "allies", title: "Allies" }, { id: "axis", title: "Axis" }];
            const legend = { strength: "gunnery" }, none = { strength: "" };
            const boxes = [{ id: "out", holds: "gone" }];
            const unit = (side, strength, lost = false, place = "england") => ({ side, strength, lost, place });
            const both = [unit("axis", 3), unit("allies", 5), unit("allies", 2), unit("axis", 9, true)];
            const gone = unit("allies", 4, false, "out");
            return [
              strengthWords({ sides, legend, boxes }, [...both, gone]),
              strengthWords({ sides, legend, boxes }, both.slice(1, 3)),
              strengthWords({ sides, legend, boxes }, [unit("axis", 0)]),
              strengths({ sides, legend: none, boxes }, both).length,
            ];
        }"""
    )
    assert words == ["gunnery 7 of the Allies and 3 of the Axis", "gunnery 7", "", 0]
