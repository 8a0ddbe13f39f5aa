"""§36 Aging British fleet: overhaul markers that make ships slower until they are repaired."""

import numpy as np
import pytest

from aw_env.core.declare.columns import UNIT_TABLES
from aw_env.games.admirals_war.observation.columns import FIRST_UNIT_ROW, LAYOUT, UNIT_ROW_WIDTH, UnitRow
from aw_env.games.admirals_war.observation.observing import observe
from aw_env.games.admirals_war.records.limits import check_record
from aw_env.games.admirals_war.records.terms import Decision, Event
from aw_env.games.admirals_war.soundness import check_position
from tests.positions import battle, movement, printed

AGING = ["aging_british_fleet"]
TABLE_8 = {
    "barham": 1, "malaya": 1, "royal_oak": 1, "ramillies": 1, "hood": 2,
    "berwick": 1, "cornwall": 1, "cumberland": 1, "kent": 1, "suffolk": 1,
}  # fmt: skip


def under_repair(*ships, place="england", **state):
    """Ships in a port when it repairs."""
    position = movement(in_play=AGING).with_units(*ships, place=place, **state)
    return position.start().until(Decision.REPAIR, prefer=["stay"])


@pytest.mark.rule("36.2")
def test_the_ships_of_table_8_begin_with_markers():
    assert {unit.id: unit.overhaul for unit in printed().units if unit.overhaul} == TABLE_8
    ships = [ship for ship in TABLE_8 if ship != "royal_oak"]
    game = movement(in_play=AGING).with_units(*ships, "Nelson", place="england").start()
    assert {ship: game.unit(ship).overhaul for ship in ships} == {ship: TABLE_8[ship] for ship in ships}
    assert game.unit("Nelson").overhaul == 0


@pytest.mark.rule("36.0")
def test_without_the_option_there_are_none():
    assert movement().with_units("Hood", place="england").start().unit("Hood").overhaul == 0


@pytest.mark.rule("36.1", "7.62")
def test_a_marker_slows_a_ship_and_leaves_her_armor_as_it_is():
    for damage, speed, left in ((0, 5, 4), (1, 4, 3)):
        position = battle("north_sea", in_play=AGING).with_units("Hood", damage=damage).with_units("Bismarck")
        game = position.start()
        hood = game.books[0]["armor"][game.unit("Hood").number] - game.unit("Hood").damage
        assert (speed_of(game, "Hood"), hood) == (speed, left)


def speed_of(game, ship):
    """Her speed now, as an observer reads it."""
    row = np.zeros(LAYOUT.widths["units"], np.int16)
    observe(game.books, game.games, 0, 0, UNIT_TABLES, row)
    return row[FIRST_UNIT_ROW + game.unit(ship).number * UNIT_ROW_WIDTH + UnitRow.SPEED]


@pytest.mark.rule("36.1")
def test_no_ship_is_slower_than_one():
    position = battle("north_sea", in_play=AGING).with_units("Hood", damage=6).with_units("Bismarck")
    assert speed_of(position.start(), "Hood") == 1


@pytest.mark.rule("36.31", "11.1")
def test_a_repair_point_takes_off_a_point_of_overhaul():
    game = under_repair("Hood").choose("Hood")
    assert game.unit("Hood").overhaul == 1, "Hood 2 becomes Hood 1"
    game.choose("Hood")
    assert game.unit("Hood").overhaul == 0 and game.decision != Decision.REPAIR
    assert [left for _, _, _, left, _ in game.events(Event.OVERHAULED)] == [1, 0]


@pytest.mark.rule("36.31", "11.1")
@pytest.mark.parametrize(("answer", "damage", "overhaul"), [("damage", 0, 2), ("overhaul", 1, 1)])
def test_on_a_ship_with_both_the_owner_says_which_point_comes_off(answer, damage, overhaul):
    game = under_repair("Hood", damage=1).choose("Hood")
    assert (game.decision, game.subject, game.choices) == (Decision.MENDING, "Hood", {"damage", "overhaul"})
    check_record(game.games)  # the position can be saved
    check_position(game.books[0], game.templates[0], game.record)
    game.choose(answer)
    assert (game.unit("Hood").damage, game.unit("Hood").overhaul) == (damage, overhaul)
    assert game.decision == Decision.REPAIR


@pytest.mark.rule("36.31", "11.16")
def test_it_costs_a_point_of_the_port_like_any_repair():
    game = under_repair("Hood", damage=4, place="gibraltar")
    points = int(game.books[0]["repair_points"][printed().port_numbers["gibraltar"]])
    while game.decision in (Decision.REPAIR, Decision.MENDING):
        game.choose("overhaul" if game.decision == Decision.MENDING else "Hood")
    assert 4 + 2 - game.unit("Hood").damage - game.unit("Hood").overhaul == points


@pytest.mark.rule("36.31", "11.23")
def test_a_ship_that_has_moved_is_not_overhauled():
    position = movement(in_play=AGING).with_units("Hood", place="england").with_units("Barham", place="england")
    game = position.start()
    while game.decision == Decision.PATROL_ORDER:
        game.choose("north_sea" if game.subject == "Hood" else "stay")
    assert game.decision == Decision.REPAIR and game.choices == {"Barham", "hold"}


@pytest.mark.rule("36.32")
def test_once_removed_it_does_not_come_back_with_damage():
    position = battle("north_sea", in_play=AGING).with_units("Hood", overhaul=0).with_units("Scharnhorst")
    game = position.start(dice=[1, 1, 1, 1, 6, 1, 1, 1])
    game.choose("north_sea", "surface", "surface", "Scharnhorst", "Hood")
    assert (game.unit("Hood").damage, game.unit("Hood").overhaul) == (1, 0)
    assert speed_of(game, "Hood") == 6
