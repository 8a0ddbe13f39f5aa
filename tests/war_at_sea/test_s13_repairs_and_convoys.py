"""13, 14, 15.7, 5.8, 19: repairs, convoys, the takeover, points, options."""

import pytest

from aw_env.games.war_at_sea.records.terms import Decision, Option
from aw_env.games.war_at_sea.words.decisions import DECISIONS
from tests.war_at_sea.positions import Position, battle


@pytest.mark.rule("13.1", "13.2")
def test_two_ships_with_two_points_each_in_france():
    position = Position("axis_movement", turn=3).with_units("Bismarck", "Scharnhorst", place="france", damage=2)
    game = position.start().choose("stay", "stay")
    assert game.asks == ("repair", "france")
    game.choose("Bismarck", "Bismarck", "Scharnhorst")
    assert (game.unit("Bismarck").damage, game.unit("Scharnhorst").damage) == (0, 1)
    assert game.decision != 4


@pytest.mark.rule("13.1", "13.3")
def test_who_has_moved_or_tried_to_is_not_repaired():
    position = Position("allied_movement", turn=3).with_units("Nelson", place="england", damage=1)
    game = position.start(dice=[6]).choose("Barents Sea").choose("England")
    assert game.decision != 4 and game.unit("Nelson").damage == 1


@pytest.mark.rule("H.29", "2.7")
@pytest.mark.parametrize(("turn", "asked"), [(3, False), (4, True)])
def test_british_ships_are_repaired_in_the_usa_from_turn_four(turn, asked):
    game = Position("allied_movement", turn=turn).with_units("Hood", place="usa", damage=1).start().choose("stay")
    assert (game.asks == ("repair", "usa")) == asked


@pytest.mark.rule("13.2")
def test_points_spent_in_one_port_are_not_taken_from_another():
    position = Position("allied_movement").with_units("Nelson", place="england", damage=4)
    game = position.with_units("Hood", place="usa", damage=2).start().choose("stay", "stay", *["Nelson"] * 4)
    assert game.choose("Hood", "Hood").unit("Hood").damage == 0


@pytest.mark.rule("13.2")
def test_points_left_unspent_in_one_port_take_none_from_the_next():
    position = Position("allied_movement").with_units("Nelson", place="england", damage=4)
    game = position.with_units("Hood", place="usa", damage=4).start().choose("stay", "stay", *["Nelson"] * 3, "hold")
    game.choose(*["Hood"] * 4)
    assert (game.unit("Nelson").damage, game.unit("Hood").damage) == (1, 0)


# --- 14 ------------------------------------------------------------------------------------------------


def convoys(*names, place="usa", begins_at="allied_movement", turn=4, **state):
    """Convoys on turn 4."""
    return Position(begins_at, turn=turn, last_turn=turn + 1).with_units(*names, place=place, **state)


@pytest.mark.rule("14.1", "14.2")
def test_one_convoy_an_area():
    game = convoys("Convoy 1A", "Convoy 2B").start()
    assert game.choices == {"stay", "north_atlantic"}
    assert game.choose("North Atlantic").choices == {"stay"}


@pytest.mark.rule("14.3", "H.34")
def test_a_convoy_that_stayed_at_sea_goes_on_to_the_barents_sea():
    game = convoys("Convoy 1A", place="north_atlantic").with_units("Convoy 2B", place="usa").start()
    assert game.place("Convoy 1A") == "barents"
    assert "north_atlantic" in game.choices


@pytest.mark.rule("14.5", "H.30")
def test_after_a_turn_in_the_north_atlantic_a_convoy_may_put_into_england():
    game = convoys("Convoy 1A", place="north_atlantic", begins_at="return").start()
    assert game.choices == {"england", "stay"}
    game.choose("England")
    assert game.lead == 1 and game.place("Convoy 1A") == "out_of_play"


@pytest.mark.rule("14.4", "14.6")
def test_a_convoy_earns_three_points_in_russia_even_if_damaged():
    game = convoys("Convoy 1A", place="barents", begins_at="return", damage=2).start()
    assert game.choices == {"russia"}
    game.choose("Russia")
    assert game.lead == 3 and game.place("Convoy 1A") == "out_of_play" and game.unit("Convoy 1A").damage == 0


def disabled_convoy():
    """A convoy is disabled by Bismarck in the North Atlantic."""
    position = battle("north_atlantic", turn=4, last_turn=5).with_units("Convoy 1A", "Bismarck")
    return position.start(dice=[1, 5 - 1, 1, 1, 1]).choose("North Atlantic", "Bismarck", "Convoy 1A")


@pytest.mark.rule("14.7")
def test_a_disabled_convoy_goes_to_the_usa_and_may_sail_again():
    game = disabled_convoy()
    assert game.asks == ("return", "convoy_1a") and game.choices == {"usa"}
    game.choose("USA").choose_until(2)
    assert game.asks == ("order", "convoy_1a") and game.choices == {"stay", "north_atlantic"}


@pytest.mark.rule("L.11", "H.31")
def test_a_damaged_convoy_is_repaired_in_the_usa():
    game = convoys("Convoy 1A", damage=1).start().choose("stay")
    assert game.asks == ("repair", "usa") and "convoy_1a" in game.choices


@pytest.mark.rule("L.1", "H.9")
def test_a_convoy_alone_controls_its_area_before_it_puts_into_port():
    game = battle("north_atlantic", turn=4, last_turn=5).with_units("Convoy 1A").start()
    game.choose("England")
    assert game.lead == 2


@pytest.mark.rule("H.35")
def test_a_convoy_that_disengaged_in_the_barents_sea_still_reaches_russia():
    game = battle("barents", turn=4, last_turn=5).with_units("Convoy 1A", "Bismarck").start().choose("Barents Sea")
    game.choose("hold", "hold", "disengage", "fight on", "none").choose_until(3)
    while game.asks != ("return", "convoy_1a"):
        game.choose(game.legal[0])
    game.choose("Russia")
    assert game.lead == 3 - 2


@pytest.mark.rule("H.36")
def test_a_convoy_that_disengaged_in_the_north_atlantic_may_stay_at_sea():
    game = battle("north_atlantic", turn=4, last_turn=5).with_units("Convoy 1A", "Scharnhorst").start()
    game.choose("North Atlantic", "hold", "hold", "disengage", "fight on", "none", "Germany")
    assert game.asks == ("return", "convoy_1a") and game.choices == {"england", "stay"}
    game.choose("stay").choose_until(2)
    assert game.place("Convoy 1A") == "barents"


# --- 15.7 ----------------------------------------------------------------------------------------------


def takeover(die, held_turns=0, place="italy", unit="Littorio"):
    """Turn 8 begins."""
    position = Position("reinforcements", turn=8, held_turns=held_turns).with_units(unit, place=place, damage=1)
    return position.start(dice=[die])


@pytest.mark.rule("15.7")
@pytest.mark.parametrize(
    ("die", "side", "place"),
    [(1, 0, "malta"), (2, 0, "malta"), (3, 1, "out_of_play"), (4, 1, "out_of_play"), (5, 1, "italy"), (6, 1, "italy")],
)
def test_the_takeover(die, side, place):
    game = takeover(die)
    assert (game.unit("Littorio").side, game.place("Littorio")) == (side, place)


@pytest.mark.rule("15.7")
def test_no_takeover_if_the_axis_held_the_mediterranean_four_turns_running():
    assert takeover(1, held_turns=4).place("Littorio") == "italy"
    assert takeover(1, held_turns=3).place("Littorio") == "malta"


@pytest.mark.rule("15.7")
def test_turns_in_a_row_are_counted_and_four_are_never_forgotten():
    for held, area, counted in [(2, "mediterranean", 3), (3, "north_sea", 0), (4, "north_sea", 4)]:
        position = Position("control", turn=5, last_turn=6, held_turns=held).with_units("Bismarck", place=area)
        assert position.start().games["held_turns"][0] == counted


@pytest.mark.rule("15.7", "5.1")
def test_the_takeover_is_rolled_and_told_before_reinforcements():
    position = Position("reinforcements", turn=8, only_these_units=False).with_units("Littorio", place="italy")
    kinds = [event.kind for event in position.start(dice=[1]).told]
    assert "u_boats_arrive" in kinds
    assert kinds.index("takeover") < kinds.index("phase") < kinds.index("u_boats_arrive")


@pytest.mark.rule("H.42")
def test_ships_taken_over_leave_the_mediterranean():
    game = takeover(1).choose_until(2)
    assert game.asks == ("order", "littorio") and game.choices == {"stay", "mediterranean", "south_atlantic"}
    german = takeover(5).choose_until(2)
    assert german.choices == {"stay", "mediterranean", "south_atlantic"}
    cruiser = takeover(6, place="neutral_port", unit="Zara").choose_until(2)
    assert "north_sea" in cruiser.choices


# --- 5 -------------------------------------------------------------------------------------------------


@pytest.mark.rule("5.8", "1.3")
def test_control_is_scored_every_turn():
    position = Position("control").with_units("Hood", place="north_sea").with_units("Bismarck", place="barents")
    game = position.with_units("Zara", place="mediterranean").start().choose_until(None)
    assert game.lead == 1 - 2 - 2


@pytest.mark.rule("5.4")
def test_flags_bind_both_sides_and_come_off_when_both_have_moved():
    position = Position("axis_movement", turn=3, flags={"north_sea": "allies"}).with_units("Zara", place="italy")
    game = position.start()
    assert game.view.flag("north_sea") == 0
    game.choose("stay")
    assert game.view.flag("north_sea") is None


@pytest.mark.rule("5.9", "5.6")
def test_an_area_that_saw_combat_may_see_it_again_on_the_next_turn():
    game = battle("barents", turn=4, last_turn=5).with_units("Hood", "U-boat 1").start(dice=[1, 1])
    game.choose("Barents Sea", "hold", "England", "Barents Sea").choose_until(Decision.U_BOAT_ORDER)
    game.choose("Barents Sea").choose_until(Decision.COMBAT_AREA)
    assert game.asks == ("combat_area", None) and game.choices == {"barents"}


@pytest.mark.rule("5.9", "1.1")
def test_nobody_is_asked_when_the_last_turn_is_over():
    position = Position("return", turn=8).with_units("Convoy 1A", place="north_atlantic")
    game = position.start().choose("England")
    assert game.over and game.seat == -1 and game.asks == ("none", None)


@pytest.mark.rule("5.7", "6.5")
def test_u_boats_are_at_home_when_the_next_turn_begins():
    game = Position("return", turn=4, last_turn=5).with_units("U-boat 1", place="barents").start()
    assert game.choose_until(Decision.U_BOAT_ORDER).place("U-boat 1") == "germany"


@pytest.mark.rule("5.9", "5.1")
def test_the_next_turn_brings_reinforcements():
    position = Position("control", turn=1, last_turn=2, only_these_units=False)
    game = position.with_units("Hood", place="england").start(ask_forced=False)
    assert game.view.turn == 2 and game.place("Bismarck") == "germany" and game.place("King George V") == "england"


# --- 19 ------------------------------------------------------------------------------------------------


@pytest.mark.rule("19.1")
def test_lighter_battleships():
    game = battle("north_sea", in_play=["lighter_battleships"]).with_units("Hood", "Bismarck", "Tirpitz").start()
    assert (game.unit("Bismarck").defense, game.unit("Tirpitz").defense, game.unit("Hood").defense) == (7, 7, 4)


@pytest.mark.rule("19.2")
@pytest.mark.parametrize(("options", "waiting"), [([], 0), (["u_boats_accumulate"], 2)])
def test_u_boats_accumulate(options, waiting):
    position = Position("reinforcements", turn=5, in_play=options)
    position.with_units(*[f"U-boat {number}" for number in range(1, 8)], place="germany")
    assert position.start().games["u_boats_waiting"][0] == waiting


@pytest.mark.rule("19.2", "8.1")
@pytest.mark.parametrize(("options", "waiting"), [([], 0), (["u_boats_accumulate"], 1)])
def test_of_two_new_u_boats_one_appears_and_the_other_accumulates(options, waiting):
    position = Position("reinforcements", turn=4, in_play=options, only_these_units=False)
    position.with_units(*[f"U-boat {number}" for number in range(1, 7)], place="germany")
    game = position.with_units("U-boat 7", place="out_of_play").start()
    assert game.place("U-boat 7") == "germany" and game.games["u_boats_waiting"][0] == waiting


@pytest.mark.rule("19.2", "H.21")
def test_u_boats_that_wait_come_when_one_is_lost():
    position = Position("reinforcements", turn=5, last_turn=6, in_play=["u_boats_accumulate"])
    position.with_units("Hood", place="england").with_units(*[f"U-boat {n}" for n in range(1, 8)], place="germany")
    game = position.start(dice=[6]).choose("North Sea").choose("North Sea").choose_until(Decision.COMBAT_AREA)
    assert game.games["u_boats_waiting"][0] == 2
    game.choose("North Sea")
    assert game.place("U-boat 1") == "out_of_play"
    game.choose_until(Decision.ORDER)
    assert game.place("U-boat 1") == "germany" and game.games["u_boats_waiting"][0] == 3


@pytest.mark.rule("13.1")
@pytest.mark.parametrize(("turn", "asked"), [(7, True), (8, False)])
def test_nobody_is_asked_what_to_mend_when_no_ship_sails_any_more(turn, asked):
    position = Position("allied_movement", turn=turn, last_turn=8).with_units("Nelson", place="england", damage=1)
    game = position.start().choose("stay")
    assert game.asks == ("repair", "england")
    answer = DECISIONS[Decision.REPAIR].sensible(game.view)
    assert (answer is None) == asked
    assert asked or answer.action == Option.HOLD
