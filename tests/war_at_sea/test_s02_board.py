"""1, 2, 3, 4: what is printed, and who begins where."""

import pytest

from aw_env.games.war_at_sea.printed.load import scenario, shipped
from tests.war_at_sea.positions import Game, Position, battle


def campaign(ask_forced=False, dice=()):
    """The whole war from its beginning."""
    return Game(scenario("war_at_sea"), dice, ask_forced=ask_forced)


@pytest.mark.rule("2.1", "1.1")
def test_six_areas_each_worth_more_or_as_much_to_the_axis():
    areas = shipped().board.areas
    assert len(areas) == 6
    assert all(area.allies_points.value <= area.axis_points.value for area in areas.values())
    assert shipped().chart.last_turn.value == 8


@pytest.mark.rule("2.2", "2.3")
def test_five_allied_and_three_axis_ports():
    sides = {id: port.side for id, port in shipped().board.ports.items()}
    assert {id for id, side in sides.items() if side == "allies"} == {"usa", "malta", "england", "leningrad", "russia"}
    assert {id for id, side in sides.items() if side == "axis"} == {"italy", "france", "germany"}
    assert shipped().board.ports["germany"].aliases == ["norway"]


@pytest.mark.rule("2.4", "2.5")
@pytest.mark.parametrize(("turn", "open_ports"), [(1, 0b000), (2, 0b001), (3, 0b111), (6, 0b111), (7, 0b110)])
def test_ports_that_open_and_close(turn, open_ports):
    view = battle("barents", turn=turn).with_units("Hood", "Bismarck").start().view
    found = [view.is_active("france"), view.is_active("leningrad"), view.is_active("russia")]
    assert found == [bool(open_ports >> bit & 1) for bit in range(3)]


@pytest.mark.rule("2.4")
def test_ships_do_not_leave_a_port_that_is_closed():
    game = Position("axis_movement", turn=7).with_units("Scharnhorst", place="france").start()
    assert game.decision != 2 and game.place("Scharnhorst") == "france"


@pytest.mark.rule("2.6", "17.1")
def test_the_neutral_port_takes_ships_of_both_sides():
    position = battle("south_atlantic", turn=2, last_turn=3).with_units("Hood")
    game = position.with_units("Zara", damage=1).start(dice=[5, 5] + [1] * 6).choose("South Atlantic")
    game.choose("Zara", "Hood")
    assert game.place("Zara") == "south_atlantic"
    assert game.choices == {"neutral_port"} and game.asks == ("return", "zara")


@pytest.mark.rule("4.1", "4.2")
def test_reinforcements_wait_and_the_others_are_in_port_on_turn_one():
    game = campaign().choose(*["England"] * 27)
    assert game.place("Bismarck") == "not_yet_arrived" and game.place("Hood") == "england"
    assert game.place("U-boat 4") == "not_yet_arrived"


@pytest.mark.rule("4.3")
def test_british_ships_begin_in_england_or_malta():
    game = campaign()
    assert game.asks == ("set_up", "nelson") and game.choices == {"england", "malta"}
    reinforcements = [unit for unit in shipped().units if unit.nation == "british" and (unit.arrives_turn or 1) > 1]
    assert {place for unit in reinforcements if unit.kind != "convoy" for place in unit.arrives_at} == {"england"}


@pytest.mark.rule("4.4")
def test_axis_ships_begin_at_home():
    game = campaign().choose(*["England"] * 27)
    assert {game.place(name) for name in ("Scharnhorst", "Lützow", "U-boat 1") if name != "Lützow"} == {"germany"}
    assert game.place("Littorio") == "italy"


@pytest.mark.rule("4.5", "4.6")
def test_russian_ships_come_on_turn_three_and_us_ships_on_turn_four():
    units = {unit.id: unit for unit in shipped().units}
    assert (units["marat"].arrives_turn, units["marat"].arrives_at) == (3, ["leningrad"])
    american = [unit for unit in units.values() if unit.nation == "us"]
    assert {(unit.arrives_turn, *unit.arrives_at) for unit in american} == {(4, "usa")}


@pytest.mark.rule("E.1")
def test_howe_comes_on_turn_five():
    assert next(unit.arrives_turn for unit in shipped().units if unit.id == "howe") == 5


@pytest.mark.rule("1.1")
@pytest.mark.parametrize(("bid", "result"), [(0, 0), (-1.5, -1), (0.5, 1)])
def test_the_bid_counts_when_the_result_is_read(bid, result):
    game = Position("control", bid=bid).with_units("Hood", place="england").start()
    assert game.over and game.games["result"][0] == result
