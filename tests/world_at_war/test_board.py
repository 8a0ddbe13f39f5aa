"""The boards as maps."""

from dataclasses import replace
from pathlib import Path

import pytest

import aw_env.games.world_at_war
from aw_env import world_at_war_v0
from aw_env.core.drawn.chart import map_in
from aw_env.core.drawn.text import areas, empty_areas, in_plain_text, off_the_map
from aw_env.core.printed.names import Names
from aw_env.games.world_at_war.records.kinds import Condition, Option, Side
from tests.world_at_war.positions import as_filed
from tests.world_at_war.sea_of_hexes import FILE, NUMBERS, READY, moving

ROOM = Path(aw_env.games.world_at_war.__file__).parent
MAPS = {board: map_in(ROOM / f"{board}.toml") for board in ("raiders", "pacific", "mediterranean")}


def scene(name, options=()):
    game = world_at_war_v0.game(name, options=options, seed=1)
    return game.rules.scene(game.view())


@pytest.mark.parametrize("name, board", [("raiders", "raiders"), ("night_express", "pacific"), (FILE, "mediterranean")])
def test_a_campaign_is_drawn_on_a_map_that_has_every_place_once(name, board):
    drawn, cells = scene(name), MAPS[board].cells
    assert drawn.chart.map is MAPS[board]
    assert {area.id for area in drawn.areas} == {id for row in cells for id in row} - {""}
    where = {(x, y): id for y, row in enumerate(cells) for x, id in enumerate(row)}
    for place in set(where.values()) - {""}:
        own = {cell for cell, id in where.items() if id == place}
        found, near = set(), [min(own)]
        while near:
            x, y = near.pop()
            found.add((x, y))
            near += {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & (own - found)
        assert found == own, f"{place} is in several pieces"


def test_places_that_are_on_no_map_are_squares_in_rows():
    game = world_at_war_v0.game("night_express", seed=1)
    view = game.view()
    places = [place and replace(place, id=f"{place.id}_of_another_board") for place in view.names.places]
    view.__dict__["names"] = Names(view.names.units, places)
    drawn = game.rules.scene(view)
    assert drawn.chart.map not in MAPS.values() and len(drawn.chart.map.cells[0]) == 24


def test_the_box_of_the_transports_touches_all_that_ships_protect_it_from():
    around = {id for pair in MAPS["raiders"].borders() if "atlantic_sw" in pair for id in pair}
    assert around >= {"scapa_flow", "britain", "gibraltar", "atlantic_us_box", "brest", "bergen"}


def test_of_many_islands_only_those_with_units_are_listed_and_the_others_named():
    drawn = scene("night_express")
    empty = [area for area in drawn.areas if not drawn.units_in(area.id)]
    listed, left_out = in_plain_text(areas(drawn)), " ".join(in_plain_text(empty_areas(drawn)).split())
    assert empty and all(area.name in left_out for area in empty)
    assert not {area.name for area in empty} & {line.partition("  ")[0] for line in listed.splitlines()}
    assert empty[0].name in in_plain_text(areas(drawn, {empty[0].id}))


def test_of_few_boxes_all_are_listed():
    drawn = scene("raiders")
    assert empty_areas(drawn) is None
    assert all(area.name in in_plain_text(areas(drawn)) for area in drawn.areas)


def test_an_account_is_shown_only_where_there_is_one():
    names = ("raiders", "night_express", "mediterranean")
    titles = {name: {fact.title for fact in scene(name).facts} for name in names}
    assert {"Transports not built"} <= titles["raiders"] - titles["night_express"] - titles["mediterranean"]
    assert {"Transports of Japan", "Research points for ports"} <= titles["night_express"] - titles["raiders"]
    assert {"Points", "BRPs"} <= titles["raiders"] & titles["night_express"]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("raiders", "Atlantic 15, Indian 5"),
        ("night_express", "Pacific 10"),
        ("mediterranean", "Indian 4"),
    ],
)
def test_transports_are_shown_in_the_boxes_that_the_theatre_has(name, words):
    assert {fact.title: fact.words for fact in scene(name).facts}["Transports in the SW boxes"] == words


def test_what_optional_rules_have_is_shown_with_them():
    """Submarines, ASW, and transports that wait in port; the BRPs with which Italy raids."""
    told = {
        "Submarines in the SW boxes": "Atlantic 3, Indian 0",
        "ASW factors in the SW boxes": "Atlantic 4, Indian 0",
        "Damaged transports in port": "Atlantic 0, Indian 0",
        "BRPs of the Axis for the Mediterranean front": "0",
    }
    plain = {fact.title for fact in scene("raiders").facts}
    shown = {fact.title: fact.words for fact in scene("raiders", ("submarine_warfare", "axis_suez")).facts}
    assert not plain & {*told} and {title: shown[title] for title in told} == told


def patrol_off_malta():
    """The *Littorio* has sailed from Taranto and stays on patrol."""
    game = moving({"littorio": {"place": "taranto"}, "caio_duilio": {"place": "taranto"}}, step=4, brps=[16, 14])
    return game.choose("off_malta", "littorio", Option.DONE, Option.YES)


def test_ships_on_patrol_are_drawn_where_they_patrol():
    game = patrol_off_malta()
    drawn, view = game.rules.scene(game.view()), game.view()
    assert [unit.name for unit in drawn.units_in("off_malta")] == ["Littorio"]
    assert "Littorio" not in {unit.name for unit in drawn.units_in("taranto")}
    speech = game.rules.speech()
    ships = {unit.id: unit for unit in view.units}
    assert speech.whereabouts(view, ships["littorio"]) == "on patrol in the sea off Malta, from Taranto"
    assert speech.whereabouts(view, ships["caio_duilio"]) == "in Taranto"
    assert speech.worth(view, NUMBERS["off_malta"]) == "Littorio"
    assert speech.worth(view, NUMBERS["taranto"]) == "Caio Duilio"


def test_a_patrol_under_a_counter_is_drawn_at_sea_for_its_own_side_alone():
    ships = ("littorio", "vittorio_veneto", "caio_duilio")
    play = moving({id: {"place": "taranto"} for id in ships}, step=4, brps=[16, 14])
    game = play.choose("off_malta", *ships, Option.DONE, Option.YES).game
    for seat, place in ((Side.AXIS, "off_malta"), (Side.ALLIES, "taranto")):
        view = game.view(int(seat))
        assert {unit.id for unit in game.rules.scene(view).units_in(place)} == set(ships)
        own = {unit.id: unit for unit in view.units}["littorio"]
        told = "on patrol in the sea off Malta, from Taranto" if seat == Side.AXIS else "in Taranto"
        assert game.rules.speech().whereabouts(view, own) == told


def test_a_counter_says_what_is_at_sea_and_what_has_been_used():
    ships = {"littorio": {}, "caio_duilio": {"inverted": 1}, "giulio_cesare": {"condition": Condition.DAMAGED}}
    play = moving({id: {"place": "taranto", **fields} for id, fields in ships.items()}, step=4, brps=[16, 14])
    game = play.choose("off_malta", "littorio").game
    units = {unit.id: unit for unit in game.rules.scene(game.view()).units if unit.id in ships}
    assert {id: [mark.words for mark in unit.marks] for id, unit in units.items()} == {
        "littorio": ["at sea"],
        "caio_duilio": ["used"],
        "giulio_cesare": ["damaged"],
    }
    assert units["littorio"].card == ("4 factors, fast", "in Taranto, at sea")
    assert units["giulio_cesare"].card == ("3 factors, fast, damaged", "in Taranto")
    unseen = {unit.id: unit for unit in game.rules.scene(game.view(int(Side.ALLIES))).units}
    assert unseen["littorio"].marks == () and unseen["littorio"].card[1] == "in Taranto"


@pytest.mark.parametrize(("name", "ahead"), [(FILE, "Allies"), ("raiders", "Axis")])
def test_the_board_says_at_which_points_nobody_leads(name, ahead):
    lead = abs(int(as_filed(name).books[0]["threshold"])) / 2
    told = [fact.words for fact in scene(name).facts if fact.title == "Level with"]
    assert told == [f"the {ahead} {lead:g} points ahead"]


def test_places_have_the_colours_of_those_who_hold_them_but_in_the_atlantic():
    held = {area.id: area.control for area in scene(FILE).areas}
    assert (held["taranto"], held["malta"], held["beirut"], held["ionian_sea"]) == ("axis", "allies", None, None)
    assert {area.control for area in scene("raiders").areas} == {None}
    assert {area.id for area in scene("raiders").areas if not area.harbour} == {"atlantic_sw", "indian_sw"}


def test_what_is_lost_lies_apart_from_what_is_still_to_come():
    condition = READY.templates[0]["condition"].copy()
    condition[READY.printed.unit_numbers["littorio"]] = Condition.LOST
    game = moving({"caio_duilio": {"place": "taranto"}}, condition=condition)
    told = in_plain_text(off_the_map(game.rules.scene(game.view())))
    coming, gone = told.split("\nLost: ")
    assert gone.strip() == "Littorio" and "Littorio" not in coming and coming.startswith("Not in play: ")
