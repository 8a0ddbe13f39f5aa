"""18: the example of play, die by die."""

import pytest

from tests.war_at_sea.positions import battle

ALLIES = ("Convoy 1A", "Victorious", "Hood", "Duke of York", "Repulse", "Warspite", "Norfolk", "Sussex")
GERMANS = ("Bismarck", "Scharnhorst", "Admiral Hipper", "Graf Spee", "Graf Zeppelin")
U_BOATS = ("U-boat 1", "U-boat 2", "U-boat 3")
HUNT = [1] * 11 + [5]
"""One U-boat goes home, two are left."""


def barents(dice):
    """The fleets of the example."""
    position = battle("barents").with_units(*ALLIES, *GERMANS, *U_BOATS).aircraft("axis", "barents")
    return position.start(dice).choose("Barents Sea")


@pytest.mark.rule("18.1", "8.4")
def test_three_sixes_among_twelve_dice_sink_three_u_boats():
    game = barents([1, 2, 3, 4, 1, 2, 3, 6, 6, 6, 5, 5])
    assert [game.place(boat) for boat in U_BOATS] == ["out_of_play"] * 3
    assert game.asks == ("air_target", "barents")


@pytest.mark.rule("18.1", "8.5")
def test_two_u_boats_fire_at_the_convoy():
    game = barents([*HUNT, 4, 6, 2]).choose("Convoy 1A", "Convoy 1A")
    assert game.unit("Convoy 1A").damage == 2
    assert game.place("U-boat 1") == "germany" and game.place("U-boat 2") == "barents"


def after_u_boats(dice):
    """The example up to the airstrikes."""
    return barents([*HUNT, 4, 6, 2, *dice]).choose("Convoy 1A", "Convoy 1A")


AIR = [5, 6, 3, 2, 6, 3, 3, 3, 4]
AIR_TARGETS = ("Bismarck", "Scharnhorst", "Convoy 1A", "Victorious", "Hood", "Duke of York", "Repulse")


@pytest.mark.rule("18.2", "10.3")
def test_airstrikes_of_both_sides():
    game = after_u_boats(AIR).choose(*AIR_TARGETS)
    assert game.unit("Scharnhorst").damage == 3
    assert game.place("Victorious") == "out_of_play"
    assert game.asks == ("return", "bismarck") and game.choices == {"germany"}


HITS = [1, 3, 6, 2, 2, 1, 2, 3, 4, 5, 5, 6, 4, 4, 1, 1, 1, 6, 3, 1, 2]
"""Hood at Scharnhorst with a hit of 2, Warspite at Graf Spee, Repulse at Graf Zeppelin with a hit of 4, Norfolk at
Scharnhorst, Sussex at Graf Zeppelin, Duke of York at Hipper with a hit of 1, the convoy at Scharnhorst."""
TARGETS = ("Scharnhorst", "Graf Spee", "Graf Zeppelin", "Scharnhorst", "Graf Zeppelin", "Admiral Hipper", "Scharnhorst")
ANSWER = [1, 3, 5, 5, 3, 2, 3, 3]
"""Scharnhorst at Hood, Hipper at Warspite with a hit of 3, Graf Spee at Repulse, Graf Zeppelin at Duke of York."""


def after_first_round(dice=()):
    """The example up to the end of the first round: Sussex rolls a die of no consequence, her target being sunk."""
    game = after_u_boats([*AIR, *HITS, *ANSWER, *dice]).choose(*AIR_TARGETS, "Germany", "fire", *TARGETS)
    return game.choose("Hood", "Warspite", "Repulse", "Duke of York")


@pytest.mark.rule("18.3", "11.5")
def test_the_first_round():
    game = after_first_round()
    assert game.unit("Scharnhorst").damage == 5
    assert game.unit("Admiral Hipper").damage == 1
    assert game.unit("Warspite").damage == 3
    assert game.place("Graf Zeppelin") == "out_of_play"
    assert game.unit("Hood").disabled and game.asks == ("return", "hood")
    assert game.dice_are_used


def in_pursuit(dice=()):
    """The Germans go in two groups; Norfolk and Sussex, Duke of York and Repulse pursue."""
    game = after_first_round(dice).choose("Russia", "fight on", "disengage", "new group", "Admiral Hipper")
    pursuers = {"warspite": "none", "repulse": "Admiral Hipper", "norfolk": "Scharnhorst", "sussex": "Scharnhorst"}
    pursuers |= {"duke_of_york": "Admiral Hipper", "convoy_1a": "none"}
    while game.asks[0] == "pursuit":
        game.choose(pursuers[game.asks[1]])
    return game


@pytest.mark.rule("18.4", "12.3")
def test_groups_go_at_the_speed_of_their_slowest_and_the_damaged_stay_behind():
    game = after_first_round().choose("Russia", "fight on", "disengage", "new group", "Admiral Hipper")
    assert game.unit("Scharnhorst").speed == 2
    assert game.asks == ("pursuit", "warspite") and game.choices == {"no_pursuit"}
    game.choose("none")
    assert game.asks == ("pursuit", "repulse") and game.choices == {"no_pursuit", "scharnhorst", "admiral_hipper"}


@pytest.mark.rule("18.4", "12.6")
def test_the_pursuits_of_the_example():
    norfolk_sussex, scharnhorst = [4, 5], [4]
    repulse_duke, hipper_spee = [1, 2, 3, 4, 1, 2, 3], [4, 4, 5, 4]
    game = in_pursuit([*norfolk_sussex, *scharnhorst, *repulse_duke, *hipper_spee])
    game.choose("Scharnhorst", "Scharnhorst", "Norfolk")
    assert game.asks == ("return", "scharnhorst")  # disabled: she escapes
    game.choose("Germany", "Graf Spee", "Admiral Hipper", "Repulse", "Duke of York")
    assert game.asks == ("return", "duke_of_york") and game.unit("Duke of York").damage == 4
    assert game.dice_are_used


@pytest.mark.rule("18.4", "14.4")
def test_nobody_controls_the_barents_sea_and_the_convoy_reaches_russia():
    game = in_pursuit([4, 5, 4, 1, 2, 3, 4, 1, 2, 3, 4, 4, 5, 4]).choose("Scharnhorst", "Scharnhorst", "Norfolk")
    game.choose("Germany", "Graf Spee", "Admiral Hipper", "Repulse", "Duke of York", "Russia")
    game.choose("Admiral Hipper", "none", "Russia")
    assert game.over and game.lead == 3 and game.view.flag("barents") is None
