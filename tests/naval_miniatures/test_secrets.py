"""Fleets are bought in secret (FLT.4): two battles that differ only in the other side's fleet look the same until both
are shown."""

import numpy as np
import pytest

from aw_env import naval_miniatures_v0
from aw_env.core.engine.compiling import records
from aw_env.table.offers import Setup
from aw_env.web import telling
from aw_env.web.beginning import new_room
from aw_env.web.room import Room
from aw_env.web.seating import SPECTATORS
from aw_env.web.store import PERSON, Store

ALLIES, AXIS = 0, 1


def told(game, seat):
    """All that a seat is told: observations, info, view, words, pictures and events."""
    rules, rows = game.rules, []
    for name, layout in rules.layouts.items():
        row = np.zeros((1, rules.widths[name]), np.int16)
        rules.observe(rules.scenario.books, game._games, 0, seat, layout, row[0])
        if name in rules.complete and game.seat == seat:
            asked, line = np.zeros(1, np.int64), records(rules.ledger, 1)
            rules.complete[name](rules.scenario.books, game._games, 0, 1, asked, line, game.action_mask[None], row)
        rows.append(row.tobytes())
    view = game.view(seat)
    mask = game.action_mask.tobytes() if game.seat == seat else b""
    return rows, mask, game.info_for(seat), view.record.tobytes(), rules.draw("ansi", view), game.describe(seat)


def bought(allies, axis=()):
    """A battle in which these cards have been bought; the Allies have done with it if the Axis has begun."""
    game = naval_miniatures_v0.game("standard", seed=5)
    for card in allies:
        game.apply(game.action_named(card))
    if axis is not None and game.seat == ALLIES:
        game.apply(game.action_named("no more cards"))
    for card in axis or ():
        game.apply(game.action_named(card))
    return game


FLEETS = (
    ["HMS Hood"],
    ["HMS Ajax", "HMS Ajax", "HMS Exeter", "USS Fletcher"],
    ["USS Iowa", "USS Boise", "HMS Exeter", "USS Fletcher"],
)


@pytest.mark.parametrize("axis", [[], ["Bismarck"], ["Bismarck", "Köln"]])
def test_what_the_allies_have_bought_the_axis_does_not_see(axis):
    seen = [told(bought(fleet, axis), AXIS) for fleet in FLEETS]
    assert seen[0] == seen[1] == seen[2]


def test_the_axis_does_not_see_the_allies_buying():
    seen = [told(bought(fleet, None), AXIS) for fleet in FLEETS[:2]]
    assert seen[0] == seen[1]


def test_what_the_axis_buys_the_allies_do_not_see():
    seen = [told(bought(FLEETS[0], axis), ALLIES) for axis in ([], ["Bismarck"], ["Köln", "Köln", "Yukikaze"])]
    assert seen[0] == seen[1] == seen[2]


def test_purchases_are_whispered():
    game = bought([], None)
    game.apply(game.action_named("HMS Hood"))
    assert [kind for kind, *_ in game.events(ALLIES)] == ["bought"] and not game.events(AXIS)


def test_a_copy_for_a_seat_holds_another_fleet_of_the_other_side():
    game = bought(FLEETS[1], ["Bismarck"])
    copies = [game.clone(reseed=seed, seat=AXIS) for seed in range(4)]
    fleets = {str(copy.view().drafted(ALLIES)) for copy in copies}
    assert len(fleets) > 1 and all(copy.view().drafted(AXIS) == {"bismarck": 1} for copy in copies)
    again = [bought(fleet, ["Bismarck"]).clone(reseed=3, seat=AXIS) for fleet in FLEETS]
    assert len({copy._games.tobytes() for copy in again}) == 1


def test_a_copy_for_the_allies_holds_nothing_that_the_axis_has_bought():
    copies = [bought(FLEETS[0], axis).clone(reseed=3, seat=ALLIES) for axis in (["Bismarck"], ["Köln", "Köln"])]
    assert copies[0]._games.tobytes() == copies[1]._games.tobytes()


def test_both_fleets_come_out_together():
    game = bought(FLEETS[0], ["Bismarck"])
    assert not game.view(ALLIES).units
    game.apply(game.action_named("no more cards"))
    assert {unit.id for unit in game.view(ALLIES).units} == {"hms_hood", "bismarck"}
    assert game.view(ALLIES).decisions == game.view(AXIS).decisions == game.decisions


def test_a_copy_for_the_axis_holds_nothing_that_the_allies_are_buying():
    copies = [bought(fleet, None).clone(reseed=3, seat=AXIS) for fleet in FLEETS[:2]]
    assert copies[0]._games.tobytes() == copies[1]._games.tobytes()


@pytest.mark.parametrize("listener", [ALLIES, SPECTATORS])
def test_the_web_table_tells_nobody_else_what_is_bought(listener):
    told = []
    for cards in (["Bismarck"], ["Köln", "Köln", "Yukikaze"]):
        store = Store(":memory:")
        setup = Setup(game="naval_miniatures", scenario="standard", seed=5, dice_known=True)
        number, _ = new_room(store, setup, {"allies": PERSON, "axis": PERSON})
        room = Room(store, number)
        for words in ("HMS Hood", "no more cards", *cards):
            room.session.remember()
            room._apply(room.game.action_named(words))
        assert "so far" in telling.parts(room, AXIS, set())["asked"]
        told.append((telling.parts(room, listener, set()), telling.lines(room, listener, 0)))
    assert told[0] == told[1] and told[0][0]["asked"] == "Waiting for the Axis."
