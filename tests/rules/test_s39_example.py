"""§39: the printed example of play, die by die.

Western Approaches, turn 2.  The first test plays all of it in one game; the others look at its parts.  The raiding
U-boat's printed 5 is the result after its bonus (it disables), so a 4 is rolled.
"""

import pytest

from aw_env.games.admirals_war.records.terms import Action, Decision, Event, Side
from tests.positions import battle


def western_approaches(*carriers):
    """After anti-submarine warfare; the Allies controlled the area on the turn before."""
    return (
        battle("western_approaches", flag="allies", turn=2, last_turn=3)
        .with_units(*carriers, "Norfolk", "Suffolk", "RAF")
        .with_units("Hood", "Prince of Wales", raiding=True)
        .with_units("Bismarck", "Prinz Eugen", raiding=True)
        .start()
        .choose("western_approaches")
    )


def rolls(game):
    """The rolls for the type of action so far: (side, die, total after modifiers)."""
    return [(Side(side), dice[0], total) for _, side, _, total, dice in game.events(Event.ACTION_ROLL)]


def with_the_wolf_pack():
    """The whole situation: the Germans have a Hilfskreuzer, an oiler and two U-boats besides, one of them a raider."""
    return (
        battle("western_approaches", flag="allies", turn=2, last_turn=3)
        .with_units("Ark Royal", "Norfolk", "Suffolk", "RAF", "Nordmark", "Pinguin", "U-boat 1")
        .with_units("Hood", "Prince of Wales", "Bismarck", "Prinz Eugen", "U-boat 2", raiding=True)
        .start(dice=[3, 4, 2, 2, 6, 1, 5])
        .choose("western_approaches")
    )


@pytest.mark.rule("39.0")
def test_anti_submarine_warfare_sinks_the_oiler_and_disables_pinguin():
    game = with_the_wolf_pack()
    assert game.events(Event.ASW)[0][2:] == (7, 0, [3, 4, 2, 2, 6, 1, 5])  # factors, bonus, dice
    assert game.unit("Nordmark").place == "out_of_play"
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Pinguin")
    game.lay(5).choose("germany")
    assert game.points(0) == -1  # the U-boat that is left: 5 + 1
    assert (game.decision, game.side) == (Decision.ACTION_TYPE, Side.ALLIES)
    assert game.dice_left == game.dice_rolled == 0


def after_the_wolf_pack():
    """The first round with the raiding U-boat's attack after it."""
    game = with_the_wolf_pack().lay(5).choose("germany").lay(3, 3).choose("air", "surface")
    return game.lay(4, 4, 4, 2, 4).choose("Bismarck", "Bismarck")


@pytest.mark.rule("39.0")
def test_the_raiding_u_boat_disables_ark_royal_and_both_go_home():
    game = after_the_wolf_pack()
    assert (game.decision, game.subject) == (Decision.SUBMARINE_TARGET, "U-boat 2")
    assert game.choices == {"Ark Royal", "Norfolk", "Suffolk", "Hood", "Prince of Wales", "hold"}
    game.lay(4).choose("Ark Royal", "germany")
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Ark Royal")
    game.choose("england")
    assert (game.unit("U-boat 2").place, game.unit("Ark Royal").disabled) == ("germany", True)
    assert (game.decision, game.side) == (Decision.RETREAT, Side.ALLIES)
    assert game.dice_left == game.dice_rolled == 0


@pytest.mark.rule("39.0")
def test_the_whole_example_in_one_game():
    game = after_the_wolf_pack().lay(4).choose("Ark Royal", "germany", "england", "remain", "remain")
    game.lay(1, 3).choose("air", "surface", "england")  # the RAF goes home
    game.lay(1, 4, 3, 3, 2, 4, 3, 4, 6, 2, 4).choose("Prinz Eugen", "Bismarck", "Bismarck", "Bismarck")
    game.lay(3, 4, 6, 1, 6, 3).choose("Hood", "Prince of Wales")
    assert game.unit("Hood").place == "out_of_play"
    game.choose("remain", "remain", "surface", "surface")
    game.lay(3, 1, 6, 3, 1, 2, 4).choose("Bismarck", "Bismarck", "Bismarck")
    game.lay(1, 1, 5, 4, 6, 2).choose("Prince of Wales", "Prince of Wales", "england")
    game.choose("retreat", "remain", "Suffolk", "no_pursuit", "no_pursuit")
    game.choose_for(norfolk="england", suffolk="suez")
    assert game.dice_left == game.dice_rolled == 0
    assert game.flag("western_approaches") is None
    assert game.points(0) == -1  # the point of the U-boat, none for control
    asked = {}
    while game.decision == Decision.RETURN_TO_BASE:  # no oiler is left to refuel them
        asked[game.subject] = "stay" in game.choices
        game.choose("germany")
    assert asked == {"Bismarck": False, "Prinz Eugen": False, "U-boat 1": False}


@pytest.mark.rule("39.0")
def test_first_round_the_british_get_their_air_action_and_miss():
    game = western_approaches("Ark Royal").lay(3, 3).choose("air", "surface")
    assert rolls(game) == [(Side.ALLIES, 3, 5), (Side.AXIS, 3, 4)]
    assert (game.decision, game.subject) == (Decision.AIR_TARGET, "Ark Royal")
    game.lay(4, 4, 4, 2, 4).choose("Bismarck", "Bismarck")
    assert game.attacks() == [("Ark Royal", "Bismarck", [4, 4, 4], []), ("RAF", "Bismarck", [2, 4], [])]
    assert game.decision == Decision.RETREAT  # no German can attack in an air action
    game.choose("remain", "remain")
    assert (game.decision, game.side) == (Decision.ACTION_TYPE, Side.ALLIES)
    assert game.dice_left == game.dice_rolled == 0


def after_the_second_round():
    """Ark Royal has left.  The RAF goes home, Hood is sunk, Bismarck hit."""
    game = western_approaches().lay(1, 3).choose("air", "surface")
    game.choose("england")  # the RAF
    game.lay(1, 4, 3, 3, 2, 4, 3, 4, 6, 2, 4).choose("Prinz Eugen", "Bismarck", "Bismarck", "Bismarck")
    return game.lay(3, 4, 6, 1, 6, 3).choose("Hood", "Prince of Wales")


@pytest.mark.rule("39.0")
def test_second_round_a_surface_action_sends_the_raf_home_and_bismarck_sinks_hood():
    game = after_the_second_round()
    assert rolls(game) == [(Side.ALLIES, 1, 3), (Side.AXIS, 3, 4)]
    assert game.unit("RAF").place == "england"
    assert game.attacks() == [
        ("Hood", "Prinz Eugen", [1, 4, 3, 3], []),
        ("Prince of Wales", "Bismarck", [2, 4, 3, 4], []),
        ("Suffolk", "Bismarck", [6], [2]),
        ("Norfolk", "Bismarck", [4], []),
        ("Bismarck", "Hood", [3, 4, 6, 1], [6]),
        ("Prinz Eugen", "Prince of Wales", [3], []),
    ]
    assert game.unit("Bismarck").damage == 1  # 2, less 1 for her red armor
    assert game.unit("Hood").place == "out_of_play"
    assert game.events(Event.DISABLED) == []  # the 4 + 1 on the sunken Hood is ignored
    assert (game.decision, game.side) == (Decision.RETREAT, Side.ALLIES)
    assert game.dice_left == game.dice_rolled == 0


def after_the_third_round():
    """Both sides want a surface action.  Prince of Wales is hit and disabled."""
    game = after_the_second_round().choose("remain", "remain", "surface", "surface")
    game.lay(3, 1, 6, 3, 1, 2, 4).choose("Bismarck", "Bismarck", "Bismarck")
    return game.lay(1, 1, 5, 4, 6, 2).choose("Prince of Wales", "Prince of Wales")


@pytest.mark.rule("39.0")
def test_third_round_bismarck_has_lost_her_bonus_and_prince_of_wales_is_disabled():
    game = after_the_third_round()
    assert [Action(action) for _, action, _, _, _ in game.events(Event.ACTION_DETERMINED)] == [Action.SURFACE] * 2
    assert len(rolls(game)) == 2  # those of the second round only: now the sides agree
    assert game.attacks()[-5:] == [
        ("Prince of Wales", "Bismarck", [3, 1, 6, 3], [1]),
        ("Suffolk", "Bismarck", [2], []),
        ("Norfolk", "Bismarck", [4], []),
        ("Bismarck", "Prince of Wales", [1, 1, 5, 4], []),
        ("Prinz Eugen", "Prince of Wales", [6], [2]),
    ]
    assert game.unit("Bismarck").damage == 1  # 1 - 1: the hit adds nothing
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Prince of Wales")
    game.choose("england")
    prince_of_wales = game.unit("Prince of Wales")
    assert (prince_of_wales.place, prince_of_wales.damage, prince_of_wales.disabled) == ("england", 2, True)
    assert game.dice_left == game.dice_rolled == 0


def after_the_retreat():
    """Norfolk and Suffolk leave in one group and nobody pursues them."""
    game = after_the_third_round().choose("england", "retreat", "remain")
    assert (game.decision, game.subject) == (Decision.JOIN_GROUP, "Norfolk")
    game.choose("Suffolk")
    assert (game.subject, game.choices) == ("Bismarck", {"no_pursuit"})  # 6 - 1 is less than 7
    game.choose("no_pursuit")
    assert (game.subject, game.choices) == ("Prinz Eugen", {"Suffolk", "no_pursuit"})
    game.choose("no_pursuit")
    return game.choose_for(norfolk="england", suffolk="suez")


@pytest.mark.rule("39.0")
def test_the_cruisers_retreat_in_one_group_to_england_and_suez():
    game = after_the_retreat()
    assert (game.unit("Norfolk").place, game.unit("Suffolk").place) == ("england", "suez")
    assert game.unit("Bismarck").place == game.unit("Prinz Eugen").place == "western_approaches"


@pytest.mark.rule("39.0")
def test_at_the_end_of_the_turn_nobody_controls_the_area_and_the_germans_go_home_to_a_port():
    game = after_the_retreat()
    assert game.flag("western_approaches") is None  # raiders do not control
    assert game.points(0) == 0
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Bismarck")
    assert "germany" in game.choices and "england" not in game.choices
