"""A position taken from a game as a scenario file goes on as the game does, from the beginning of the phase."""

import pytest

from aw_env.games.war_at_sea.records.terms import Decision
from tests.war_at_sea.positions import Position, battle


@pytest.mark.rule("17.2", "5.8")
def test_what_is_scored_and_not_yet_counted_is_not_forgotten():
    position = Position("axis_movement", last_turn=5).with_units("Bismarck", place="neutral_port")
    position.with_units("Scharnhorst", place="north_sea").with_units("Warspite", place="barents")
    game = position.start().choose("stay").choose_until(Decision.RETURN)
    assert game.view.record["scored"] == 1
    for played in (game, game.read_again()):
        assert played.decision == Decision.RETURN and played.lead == 0
        assert played.choose_until(Decision.ORDER).lead == 1 - 3 + 1, "Bismarck, the North Sea and the Barents Sea"


@pytest.mark.rule("17.2", "6.4")
def test_who_has_come_to_the_neutral_port_this_turn_does_not_pay():
    position = Position("allied_movement").with_units("Rodney", place="malta").with_units("Bismarck", place="germany")
    game = position.start(dice=[6]).choose("South Atlantic", "Neutral Port")
    assert game.asks == ("order", "bismarck")
    for played in (game, game.read_again()):
        assert played.choose_until(Decision.AIR_MARKER).view.record["scored"] == 0


@pytest.mark.rule("6.4", "13.1")
def test_a_ship_that_has_tried_to_move_does_not_sail_again():
    position = Position("allied_movement").with_units("Rodney", place="malta").with_units("Nelson", place="england")
    game = position.with_units("Hood", place="england", damage=1).start(dice=[6]).choose("stay", "South Atlantic")
    game.choose_until(Decision.REPAIR, "malta")
    read = game.read_again()
    asked = set()
    while read.decision == Decision.ORDER:
        asked.add(read.asks[1])
        read.choose("stay")
    assert asked == {"nelson", "hood"}


@pytest.mark.rule("14.3")
def test_a_convoy_sails_on_once():
    position = Position("allied_movement").with_units("convoy_1a", place="north_atlantic")
    game = position.with_units("Hood", place="england").start()
    assert game.place("convoy_1a") == "barents"
    read = game.read_again()
    assert read.place("convoy_1a") == "barents" and read.asks == ("order", "hood")


@pytest.mark.rule("14.3", "14.4")
def test_a_convoy_in_the_barents_sea_when_the_allies_move_stays_there():
    game = Position("allied_movement").with_units("convoy_1a", place="barents").start(ask_forced=False)
    game.choose_until(None)
    assert (game.place("convoy_1a"), game.lead) == ("out_of_play", 3 + 1)


@pytest.mark.rule("8.1")
def test_u_boats_come_once_a_turn():
    game = Position("reinforcements", turn=1, last_turn=2, only_these_units=False).start()
    assert game.decision == Decision.SET_UP
    read = game.read_again()
    for played in (game, read):
        assert sum(unit.place == "germany" for unit in played.view.units if unit.id.startswith("u_boat")) == 3


@pytest.mark.rule("19.2")
def test_u_boats_that_wait_for_losses_go_on_waiting():
    keys = {"turn": 5, "last_turn": 6, "in_play": ["u_boats_accumulate"], "only_these_units": False}
    position = Position("reinforcements", **keys)
    for number in range(1, 7):
        position.with_units(f"u_boat_{number}", place="germany")
    game = position.start().choose_until(Decision.U_BOAT_ORDER)
    assert game.view.record["u_boats_waiting"] == 1
    assert game.read_again().view.record["u_boats_waiting"] == 1


@pytest.mark.rule("H.11", "12.4")
def test_who_has_disengaged_does_not_refuel():
    position = battle("north_atlantic", turn=1, last_turn=2).with_units("Bismarck", "Hood", "Rodney")
    game = position.with_units("Scharnhorst", place="south_atlantic").start(dice=[1] * 30)
    game.choose_until(Decision.DISENGAGE).choose("fight_on", "disengage").choose_until(Decision.OILING)
    for played in (game, game.read_again()):
        assert played.asks == ("oiling", "scharnhorst")
        assert played.choose("no").decision == Decision.RETURN, "the Bismarck disengaged"


@pytest.mark.rule("5.6", "9.3")
def test_combat_that_is_over_is_not_fought_again_nor_are_ports_struck_again():
    position = battle("north_sea").with_units("Bismarck", "Hood").with_units("Scharnhorst", "Rodney", place="barents")
    position.with_units("Gneisenau", place="germany").aircraft("allies", "germany")
    game = position.start(dice=[1] * 60).choose("Gneisenau", "North Sea")
    while game.decision != Decision.DISENGAGE:
        game.choose(game.legal[0])
    game.choose("disengage", "disengage")
    read = game.read_again()
    assert (read.decision, read.choices) == (Decision.COMBAT_AREA, {"barents"})
