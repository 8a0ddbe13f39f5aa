"""§27 Submarine targeting: a raiding submarine rolls for how fast a ship it can attack."""

import pytest

from aw_env.games.admirals_war.records.terms import Decision, Event
from aw_env.games.admirals_war.soundness import check_position
from tests.positions import battle

TARGETING = {"in_play": ["submarine_targeting"]}
BOAT = "U-boat 1"


def after_a_round(*units, boats=(BOAT,), dice=(), area="north_sea", **state):
    """A round of surface fire with these dice, then the submarines."""
    position = battle(area, **TARGETING).with_units(*units, **state).with_units(*boats, raiding=True)
    game = position.start(dice=dice).choose(area).until(Decision.SUBMARINE_ATTEMPT, prefer=["surface"])
    return forget_dice(game)


def forget_dice(game):
    """Take away the dice that are left of the script."""
    game.record["scripted_used"] = game.record["scripted"]
    return game


@pytest.mark.rule("27.1")
def test_a_boat_rolls_before_it_attacks():
    game = after_a_round("Exeter", "Prinz Eugen", dice=[1, 1])
    assert (game.decision, game.subject, game.choices) == (Decision.SUBMARINE_ATTEMPT, BOAT, {"yes", "hold"})
    game.lay(5).choose("yes")
    assert [(row[2], row[4]) for row in game.events(Event.TARGETING)] == [(7, [5])]
    assert (game.decision, game.choices) == (Decision.SUBMARINE_TARGET, {"Exeter", "hold"})


@pytest.mark.rule("27.1")
@pytest.mark.parametrize(
    ("die", "expected"), [(1, set()), (2, {"Queen Elizabeth"}), (5, {"Queen Elizabeth", "Exeter"})]
)
def test_the_die_and_two_is_the_greatest_speed(die, expected):
    game = after_a_round("Exeter", "Queen Elizabeth", "Prinz Eugen", dice=[1] * 10)
    speeds = {ship: int(game.books[0]["speed"][game.unit(ship).number]) for ship in ("Exeter", "Queen Elizabeth")}
    assert speeds == {"Exeter": 7, "Queen Elizabeth": 4}
    game.lay(die).choose("yes")
    found = game.choices - {"hold"} if game.decision == Decision.SUBMARINE_TARGET else set()
    assert found == expected


@pytest.mark.rule("27.1", "7.62")
def test_damage_slows_a_ship_for_it():
    game = after_a_round("Queen Elizabeth", "Prinz Eugen", dice=[1] * 6, damage=1).lay(1).choose("yes")
    assert game.choices == {"Queen Elizabeth", "hold"}


def disabling(*more, boats=(BOAT,)):
    """Prinz Eugen disables the Exeter (a 5 with her red factor would hit: a 4 does) and misses nobody else."""
    return after_a_round("Exeter", "Prinz Eugen", *more, boats=boats, dice=[1, 4])


@pytest.mark.rule("27.1", "7.52")
def test_a_unit_just_disabled_is_a_target_and_the_shot_is_one_better():
    game = disabling()
    assert game.unit("Exeter").place == "north_sea" and game.unit("Exeter").disabled, "she goes home later"
    game.lay(1).choose("yes")
    assert game.choices == {"Exeter", "hold"}
    game.lay(4, 1).choose("Exeter")  # U-boats add 1 of their own
    assert game.attacks()[-1] == (BOAT, "Exeter", [4], [1])


@pytest.mark.rule("27.1", "7.52")
def test_disabled_units_go_home_after_the_submarines():
    game = disabling(boats=(BOAT, "U-boat 2")).choose("hold")
    assert (game.decision, game.subject) == (Decision.SUBMARINE_ATTEMPT, "U-boat 2")
    assert game.unit("Exeter").place == "north_sea"
    game.choose("hold")
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Exeter")


@pytest.mark.rule("27.1")
def test_what_a_boat_disables_gives_the_next_boat_nothing():
    game = after_a_round("Queen Elizabeth", "Renown", "Prinz Eugen", boats=(BOAT, "U-boat 2"), dice=[1] * 12)
    game.lay(6, 4).choose("yes", "Queen Elizabeth")  # 4 + 1 disables
    while game.decision == Decision.RETURN_TO_BASE:
        game.choose("england" if "england" in game.choices else "germany")
    assert (game.decision, game.subject) == (Decision.SUBMARINE_ATTEMPT, "U-boat 2")
    assert game.unit("Queen Elizabeth").place == "england"


@pytest.mark.rule("27.2")
def test_without_a_target_the_boat_may_try_again_after_a_later_round():
    game = after_a_round("Exeter", "Prinz Eugen", dice=[1, 1]).lay(1).choose("yes")
    assert game.decision == Decision.RETREAT, "nothing is slow enough"
    game.lay(1, 1).choose("remain", "remain", "surface", "surface", "Prinz Eugen", "Exeter")
    assert (game.decision, game.subject) == (Decision.SUBMARINE_ATTEMPT, BOAT)


@pytest.mark.rule("27.2")
def test_the_boat_may_withhold_its_attack():
    game = after_a_round("Queen Elizabeth", "Prinz Eugen", dice=[1] * 6).lay(6).choose("yes", "hold")
    assert game.decision == Decision.RETREAT and game.unit(BOAT).place == "north_sea"


@pytest.mark.rule("27.2")
def test_one_attempt_a_round():
    game = after_a_round("Exeter", "Prinz Eugen", dice=[1, 1]).lay(1).choose("yes")
    assert game.decision != Decision.SUBMARINE_ATTEMPT


@pytest.mark.rule("27.3", "8.22")
@pytest.mark.parametrize(("together", "legal"), [(True, {"Exeter", "Queen Elizabeth"}), (False, {"Queen Elizabeth"})])
def test_a_retreating_group_is_as_fast_as_its_slowest_member(together, legal):
    fleet = ("Exeter", "Queen Elizabeth", "Prinz Eugen", "Admiral Hipper")
    game = after_a_round(*fleet, dice=[1] * 12).choose("hold", "retreat", "remain")
    assert game.decision == Decision.JOIN_GROUP
    game.choose("new_group" if not together else sorted(game.choices - {"new_group"})[0]).lay(*[1] * 12)
    chased = iter(["Queen Elizabeth", "Exeter"])
    while game.decision != Decision.SUBMARINE_ATTEMPT:
        if game.decision == Decision.PURSUIT and not together:
            game.choose(next(chased))
        else:
            game.choose("surface" if "surface" in game.choices else sorted(game.choices)[0])
    forget_dice(game).lay(2).choose("yes")
    assert game.choices - {"hold"} == legal


@pytest.mark.rule("27.0")
def test_without_the_option_every_ship_is_a_target():
    position = battle("north_sea").with_units("Exeter", "Prinz Eugen").with_units(BOAT, raiding=True)
    game = position.start(dice=[1, 1]).choose("north_sea")
    game.until(Decision.SUBMARINE_ATTEMPT, Decision.SUBMARINE_TARGET, prefer=["surface"])
    assert game.decision == Decision.SUBMARINE_TARGET and game.choices == {"Exeter", "hold"}


@pytest.mark.rule("27.1")
def test_a_game_may_be_saved_while_a_boat_looks_for_its_target():
    game = after_a_round("Exeter", "Prinz Eugen", dice=[1, 1]).lay(5).choose("yes")
    check_position(game.books[0], game.templates[0], game.record)
    game.lay(5, 1, 1).choose("Exeter")
    assert game.decision == Decision.RETURN_TO_BASE
    check_position(game.books[0], game.templates[0], game.record)
