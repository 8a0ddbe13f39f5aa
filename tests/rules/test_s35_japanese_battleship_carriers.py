"""§35 Japanese battleship-carriers: conversions after heavy losses."""

import pytest

from aw_env.games.admirals_war.records.terms import Decision, Event
from tests.positions import Position, movement, unit_number

CONVERSIONS = {"in_play": ["japanese_battleship_carriers"]}
FORMS = ("hyuga_bbcv", "ise_bbcv")


def yard(*ships, place="yokosuka", ready=3, damage=0, **keys):
    """Ships in a Japanese port when it repairs; the counters are ready from a turn on."""
    position = movement(turn=5, hostilities_since=3, **CONVERSIONS, **keys)
    position.with_units(*ships, place=place, damage=damage).with_units(*FORMS, place="in_reserve", due=ready)
    return position


def repairing(position):
    """The position at its first repair."""
    return position.start().until(Decision.REPAIR, prefer=["stay"])


@pytest.mark.rule("35.1")
@pytest.mark.parametrize(("lost", "ready"), [(("Akagi", "Kaga", "Hiryu"), 0), (("Akagi", "Kaga", "Hiryu", "Soryu"), 6)])
def test_conversions_begin_the_turn_after_fourteen_airstrike_factors_are_lost(lost, ready):
    position = Position("reinforcements", turn=6, last_turn=6, **CONVERSIONS)
    game = position.with_units(*lost, place="out_of_play").with_units(*FORMS, place="in_reserve").start()
    factors = sum(int(game.books[0]["airstrike"][unit_number(ship)]) for ship in lost)
    assert (factors >= 14) == (ready > 0), "the case is what it says"
    assert [game.unit(form).due for form in FORMS] == [ready, ready]


@pytest.mark.rule("35.1", "9.35")
def test_a_carrier_on_the_bottom_is_not_lost():
    position = Position("reinforcements", turn=6, last_turn=6, **CONVERSIONS).with_units(*FORMS, place="in_reserve")
    position.with_units("Akagi", "Kaga", "Hiryu", place="out_of_play").with_units("Soryu", place="yokosuka", damage=4)
    assert position.start().unit("ise_bbcv").due == 0


@pytest.mark.rule("35.1")
def test_a_ship_is_converted_for_three_points():
    game = repairing(yard("Ise", "Mutsu", damage=0).with_units("Mutsu", place="yokosuka", damage=4))
    assert game.choices == {"Ise", "Mutsu", "hold"}
    game.choose("Ise")
    assert (game.unit("ise_bbcv").place, game.unit("Ise").place) == ("yokosuka", "out_of_play")
    assert len(game.events(Event.REPLACED)) == 1
    game.choose("Mutsu", "Mutsu", "Mutsu")
    assert game.decision != Decision.REPAIR and game.unit("Mutsu").damage == 1, "three points of six are left"


@pytest.mark.rule("35.1")
def test_before_the_losses_nothing_is_converted():
    assert yard("Ise", "Hyuga", ready=0).start().until(Decision.REPAIR).over


@pytest.mark.rule("35.1", "11.17")
def test_two_in_one_turn_take_all_six_points():
    game = repairing(yard("Ise", "Hyuga", "Mutsu", damage=0).with_units("Mutsu", place="yokosuka", damage=1))
    game.choose("Ise", "Hyuga")
    assert game.decision != Decision.REPAIR
    assert {game.unit(form).place for form in FORMS} == {"yokosuka"}


@pytest.mark.rule("35.1", "11.1")
def test_a_port_with_fewer_points_converts_nothing():
    assert yard("Ise", place="truk").start().until(Decision.REPAIR).over


@pytest.mark.rule("35.1")
def test_example_of_the_crippled_hyuga():
    game = repairing(yard("Hyuga", damage=4)).choose("Hyuga")
    assert (game.decision, game.choices) == (Decision.MENDING, {"damage", "convert"})
    game.choose("convert")
    assert game.unit("hyuga_bbcv").damage == 4
    game.choose("Hyuga (BB-CV)", "Hyuga (BB-CV)", "Hyuga (BB-CV)")
    assert game.unit("hyuga_bbcv").damage == 1 and game.decision != Decision.REPAIR


@pytest.mark.rule("35.1")
def test_damage_may_be_repaired_first_and_then_too_little_may_be_left():
    game = repairing(yard("Hyuga", damage=4)).choose("Hyuga", "damage", "Hyuga", "damage", "Hyuga", "damage")
    game.choose("Hyuga")
    assert game.decision == Decision.MENDING, "three points are left"
    game.choose("damage")
    assert game.decision != Decision.REPAIR, "two would not be enough to convert her"


@pytest.mark.rule("35.1", "9.351")
def test_on_the_bottom_she_is_repaired_first():
    game = repairing(yard("Hyuga", damage=5)).choose("Hyuga")
    assert game.decision == Decision.REPAIR and game.unit("Hyuga").damage == 4
    game.choose("Hyuga")
    assert game.decision == Decision.MENDING and "convert" in game.choices


@pytest.mark.rule("35.1", "3.16")
def test_she_is_a_carrier_from_then_on():
    game = repairing(yard("Ise")).choose("Ise")
    book, number = game.books[0], unit_number("ise_bbcv")
    assert book["carrier"][number] == 1
    factors = [int(book[factor][number]) for factor in ("gunnery", "armor", "speed", "airstrike")]
    assert factors == [3, 4, 4, 1]


@pytest.mark.rule("35.2")
def test_fuso_takes_the_place_of_a_sunk_hyuga():
    game = repairing(yard("Fuso", "Yamashiro", "Ise").with_units("Hyuga", place="out_of_play"))
    assert game.choices == {"Fuso", "Yamashiro", "Ise", "hold"}
    game.choose("Fuso")
    assert (game.unit("hyuga_bbcv").place, game.unit("Fuso").place) == ("yokosuka", "out_of_play")
    assert game.choices == {"Ise", "hold"}, "one for each that was sunk"


@pytest.mark.rule("35.2")
def test_while_both_float_fuso_is_not_converted():
    game = repairing(yard("Fuso", "Ise", "Hyuga"))
    assert game.choices == {"Ise", "Hyuga", "hold"}


@pytest.mark.rule("35.2")
def test_a_converted_ship_that_is_sunk_is_not_replaced():
    position = movement(turn=5, hostilities_since=3, **CONVERSIONS).with_units("Fuso", place="yokosuka")
    position.with_units("Hyuga", "hyuga_bbcv", place="out_of_play", due=3).with_units("Ise", place="truk")
    game = position.with_units("ise_bbcv", place="in_reserve", due=3).start().until(Decision.REPAIR)
    assert game.over


@pytest.mark.rule("35.0")
def test_without_the_option_nothing_is_converted():
    position = movement(turn=5, hostilities_since=3).with_units("Ise", "Hyuga", place="yokosuka")
    position.with_units("Akagi", "Kaga", "Hiryu", "Soryu", place="out_of_play")
    assert position.start().until(Decision.REPAIR).over
