"""Repair of ships damaged at sea or in port, and raising of those sunk there (20.5212E, 20.5222, 20.5224)."""

import pytest

from aw_env.games.world_at_war.records.kinds import Condition, Option, Phase, Side
from aw_env.games.world_at_war.rules import bases, damage, detection, raids
from tests.world_at_war.positions import Sea, number, playing

DAMAGED = {"place": "germany", "condition": Condition.DAMAGED}
SUNK = {"place": "germany", "condition": Condition.SUNK_IN_PORT}


def yards(ships, points=4, **fields):
    """A game in which the Axis spends its shipbuilding points."""
    return playing(Phase.CONSTRUCTION, ships, yards=[0, points], **{"moving": Side.AXIS, "cursor": -1, **fields})


def next_turn(game):
    """Play on, with nothing done, to the construction of the next Axis player turn."""
    turn = int(game.record["turn"])
    while game.record["turn"] == turn or game.record["moving"] == Side.ALLIES:
        game.choose(next(iter(game.options & {Option.DONE, Option.NO, Option.COUNT_0})))
    return game


@pytest.mark.rule("20.5212E")
def test_a_ship_is_mended_once_and_not_without_a_point():
    assert yards({"bismarck": DAMAGED}).choose("bismarck").options == {Option.DONE}
    assert yards({"bismarck": DAMAGED}, points=0).units == set()
    two = {"bismarck": DAMAGED, "tirpitz": DAMAGED}
    assert yards(two, points=1).choose("tirpitz").units == set()


@pytest.mark.rule("20.5212E")
def test_a_sound_ship_has_nothing_to_mend():
    assert yards({"bismarck": {"place": "germany"}, "scharnhorst": DAMAGED}).units == {"scharnhorst"}


@pytest.mark.rule("20.523A")
def test_a_mended_ship_has_no_hits():
    game = yards({"bismarck": {**DAMAGED, "hits": 3}}, turn=2).choose("bismarck")
    assert next_turn(next_turn(game)).of("bismarck", "hits") == 0


@pytest.mark.rule("20.5212E")
def test_a_ship_in_repair_neither_raids_nor_changes_base():
    sea = Sea(turn=5, moving=Side.AXIS).ship("bismarck", place="germany", condition=Condition.DAMAGED, repair=1)
    assert not sea.call(raids.may_raid, "bismarck") and not sea.call(bases.is_free_to_move, "bismarck")


@pytest.mark.rule("20.5224B")
def test_a_ship_that_has_been_raised_is_repaired_as_others_are():
    game = yards({"bismarck": SUNK}, turn=2).choose("bismarck", "bismarck")
    assert game.record["yards"][Side.AXIS] == 2 and game.units == set()
    assert next_turn(next_turn(game)).of("bismarck", "condition") == Condition.SOUND


@pytest.mark.rule("20.5222", "20.5222A")
def test_a_ship_damaged_in_port_can_be_mended_and_is_lost_to_no_more_than_a_hit():
    game = yards({"bismarck": {**DAMAGED, "repair": 1}}, turn=2)
    assert game.units == set()
    sea = Sea().ship("bismarck", place="germany", condition=Condition.DAMAGED, repair=1).dice(1)
    sea.call(damage.take_hits_in_port, "bismarck", 1, False)
    assert sea.condition("bismarck") == Condition.SUNK_IN_PORT and sea.of("bismarck", "repair") == 0


@pytest.mark.rule("20.5224")
def test_a_ship_sunk_in_port_does_nothing_until_she_is_raised():
    sea = Sea(turn=5, moving=Side.AXIS, engagement=1).ship("hood", place="scapa_flow", condition=Condition.SUNK_IN_PORT)
    sea.ship("bismarck", place="bergen", condition=Condition.SUNK_IN_PORT)
    sea.game.origin[0] = number("bergen")
    assert not sea.call(detection.may_engage, "hood", 1) and not sea.call(raids.may_raid, "bismarck")
    assert not sea.call(bases.is_free_to_move, "bismarck")
