"""The house scenario `engagement`: who wins a chance meeting."""

from tests.positions import battle


def meeting():
    """Two cruisers of each side meet; who holds the sea area at the end wins."""
    position = battle("coral_sea", victory="hold_the_area").with_units("Astoria", "Houston").with_units("Atago", "Maya")
    game = position.start(dice=[1] * 4).choose("coral_sea", "surface", "surface")
    return game.choose("Astoria", "Astoria", "Atago", "Atago")


def test_whoever_holds_the_area_at_the_end_wins():
    game = meeting().choose("retreat", "remain").until(prefer=["new_group", "no_pursuit", "truk"])
    assert game.flag("coral_sea") == "allies"
    assert game.record["result"] == 1


def armor_sunk(allies, axis):
    """Nobody holds the area; each side has lost so many armor factors."""
    position = battle("coral_sea", victory="hold_the_area", armor_sunk={"allies": allies, "axis": axis})
    return int(position.with_units("Kure").start().choose("coral_sea", "stay").until().record["result"])


def test_if_nobody_holds_it_the_greater_total_of_armor_factors_sunk_wins():
    assert armor_sunk(allies=2, axis=5) == 1
    assert armor_sunk(allies=5, axis=2) == -1


def test_equal_losses_are_a_draw():
    assert armor_sunk(allies=3, axis=3) == 0
