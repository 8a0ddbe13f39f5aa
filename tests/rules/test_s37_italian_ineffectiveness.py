"""§37 Italian ineffectiveness: a die before each round in which Italian ships would fight."""

import pytest

from aw_env.games.admirals_war.records.terms import Decision, Event
from tests.positions import battle, unit_number

HESITANT = {"in_play": ["italian_ineffectiveness"]}
SEA = "west_med"
ITALIANS = ("Littorio", "Fiume")


def meeting(*units, dice=(), raiding=(), **keys):
    """A combat in the Western Mediterranean, selected."""
    position = battle(SEA, **HESITANT, **keys).with_units(*units)
    if raiding:
        position.with_units(*raiding, raiding=True)
    return position.start(dice=dice).choose(SEA)


def rolls(game):
    """(number of the round, whether they go, die) of each roll so far."""
    return [(number, bool(go), dice[0]) for _, number, go, _, dice in game.events(Event.WAVERING)]


def sent_home(game):
    """Send home whoever has to go."""
    while game.decision == Decision.RETURN_TO_BASE:
        game.choose(sorted(game.choices)[0])
    return game


@pytest.mark.rule("37.1")
@pytest.mark.parametrize(("die", "go"), [(1, True), (2, False)])
def test_before_the_first_round_they_go_on_a_one(die, go):
    game = meeting("Warspite", *ITALIANS, dice=[die])
    assert rolls(game) == [(1, go, die)], "one die for all of them"
    assert game.decision == (Decision.RETURN_TO_BASE if go else Decision.ACTION_TYPE)


def second_round(*units, die, **keys):
    """All have missed in the first round, nobody retreats, and the die for the second is rolled."""
    game = meeting(*units, dice=[6], **keys).choose("surface", "surface")
    while game.decision == Decision.SURFACE_TARGET:
        game.lay(*[1] * 6).choose(sorted(game.choices)[0])
    game.record["scripted_used"] = game.record["scripted"]
    if game.decision == Decision.SUBMARINE_TARGET:
        game.choose("hold")
    game.choose("remain").lay(die).choose("remain")
    return game


@pytest.mark.rule("37.1")
@pytest.mark.parametrize(("die", "go"), [(2, True), (3, False)])
def test_before_the_second_round_on_a_two(die, go):
    game = second_round("Warspite", *ITALIANS, die=die)
    assert rolls(game)[1:] == [(2, go, die)]
    assert (game.decision == Decision.ACTION_TYPE) != go


@pytest.mark.rule("37.1", "37.31")
def test_before_the_first_round_they_go_home_unpursued():
    game = sent_home(meeting("Warspite", *ITALIANS, dice=[1]))
    assert game.decision != Decision.PURSUIT
    assert all(game.unit(ship).place != SEA and game.unit(ship).retreated for ship in ITALIANS)
    assert not game.events(Event.ROUND_BEGINS)


@pytest.mark.rule("37.1")
def test_without_an_italian_ship_nobody_rolls():
    game = meeting("Warspite", "Bismarck", raiding=["10 MAS"])
    assert rolls(game) == [] and game.decision == Decision.ACTION_TYPE


@pytest.mark.rule("37.1")
def test_italian_aircraft_go_with_the_ships():
    game = sent_home(meeting("Warspite", "Fiume", "Regia Aeronautica", dice=[1]))
    assert game.unit("Regia Aeronautica").place != SEA


@pytest.mark.rule("37.1", "14.35")
def test_ten_mas_stays_and_keeps_its_attack():
    game = sent_home(meeting("Warspite", "Fiume", raiding=["10 MAS"], dice=[1]))
    assert (game.decision, game.subject) == (Decision.SUBMARINE_TARGET, "10 MAS")
    assert game.choices == {"Warspite", "hold"}


@pytest.mark.rule("37.1", "37.32")
def test_ten_mas_keeps_its_attack_in_a_pursuit_too():
    game = second_round("Exeter", "Fiume", raiding=["10 MAS"], die=1)
    game.lay(1, 1).until(Decision.SUBMARINE_TARGET, prefer=["Fiume", "surface", "Exeter"])
    assert game.subject == "10 MAS"


@pytest.mark.rule("37.2")
@pytest.mark.parametrize("answer", ["remain", "retreat"])
def test_germans_beside_them_stay_or_go(answer):
    game = meeting("Warspite", "Fiume", "Bismarck", dice=[1])
    assert (game.decision, game.power.name) == (Decision.RETREAT, "GERMAN")
    sent_home(game.choose(answer))
    assert (game.unit("Bismarck").place == SEA) == (answer == "remain")
    assert game.decision == (Decision.ACTION_TYPE if answer == "remain" else Decision.NONE)
    assert game.unit("Fiume").place != SEA


@pytest.mark.rule("37.2")
def test_before_the_first_round_germans_who_go_too_are_not_pursued():
    game = meeting("Warspite", "Fiume", "Bismarck", dice=[1]).choose("retreat")
    assert game.decision == Decision.RETURN_TO_BASE


@pytest.mark.rule("37.32")
def test_later_they_may_be_pursued():
    game = second_round("Warspite", "Queen Elizabeth", "Fiume", "Littorio", die=1)
    assert game.decision == Decision.JOIN_GROUP
    game.until(Decision.PURSUIT, prefer=["Fiume"])
    assert game.side.name == "ALLIES"


@pytest.mark.rule("37.2", "37.32")
def test_germans_who_stay_fight_on_after_the_pursuit():
    game = second_round("Warspite", "Fiume", "Bismarck", die=1)
    assert (game.decision, game.power.name) == (Decision.RETREAT, "GERMAN")
    game.choose("remain")
    assert game.decision == Decision.PURSUIT
    game.until(Decision.RETURN_TO_BASE, prefer=["no_pursuit"])
    assert game.subject == "Fiume"
    sent_home(game)
    assert game.decision == Decision.ACTION_TYPE and game.record["retreating"] == -1
    assert game.unit("Bismarck").place == SEA and not game.unit("Bismarck").retreated
    rounds = [(first, number) for _, _, first, number, _ in game.events(Event.ROUND_BEGINS)]
    assert rounds[-1] == (-1, 2), "the round that comes is the second still"
    assert game.record["combat_round"] == 2, "and it is shown and observed as the second"


@pytest.mark.rule("37.2", "37.32")
def test_a_pursuit_does_not_count_among_the_rounds_of_those_who_stay():
    game = second_round("Exeter", "Norfolk", "Fiume", "Bismarck", die=1).choose("remain")
    game.until(Decision.PURSUIT, prefer=["Fiume"]).choose("Fiume", "Fiume", "surface", "surface")
    game.lay(1, 1, 1, 1).until(Decision.PURSUIT, prefer=["Fiume", "Exeter"])
    game.choose("no_pursuit", "no_pursuit").until(Decision.ACTION_TYPE)
    rounds = [(first, number) for _, _, first, number, _ in game.events(Event.ROUND_BEGINS)]
    assert rounds == [(-1, 1), (unit_number("Fiume"), 2), (-1, 2)]
    assert game.record["combat_round"] == 2, "what is shown and observed"


def pursuit_that_italians_break_off(*pursuers):
    """A pursuit of Exeter after a round without hits, which the Italians among the pursuers must break off."""
    game = meeting("Exeter", *pursuers, dice=[6]).choose("surface", "surface")
    while game.decision == Decision.SURFACE_TARGET:
        game.lay(*[1] * 3).choose(sorted(game.choices)[0])
    game.choose("retreat", "remain").until(Decision.PURSUIT)
    game.record["scripted_used"] = game.record["scripted"]
    return game.lay(2).choose(*["Exeter"] * len(pursuers))


@pytest.mark.rule("37.1", "8.33")
def test_italian_pursuers_break_off_for_good():
    game = pursuit_that_italians_break_off("Fiume")
    assert rolls(game)[-1] == (2, True, 2), "the round before the retreat counts"
    assert game.unit("Fiume").group == -1
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Exeter"), "nobody is left to be asked"


@pytest.mark.rule("37.2", "8.33")
def test_germans_beside_italians_who_break_off_may_go_on():
    game = pursuit_that_italians_break_off("Fiume", "Prinz Eugen")
    assert game.unit("Fiume").group == -1
    assert (game.decision, game.subject, game.power.name) == (Decision.PURSUIT, "Prinz Eugen", "GERMAN")
    assert game.choices == {"Exeter", "no_pursuit"}
    game.choose("Exeter").until(Decision.ACTION_TYPE)
    assert game.record["battle_group"] == game.unit("Prinz Eugen").group == 1
    assert len(rolls(game)) == 2, "without Italians nobody rolls again"


@pytest.mark.rule("37.2", "8.33", "8.35")
def test_germans_beside_italians_who_break_off_may_let_the_group_go():
    game = pursuit_that_italians_break_off("Fiume", "Prinz Eugen").choose("no_pursuit")
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Exeter")
    assert game.unit("Prinz Eugen").group == -1


@pytest.mark.rule("37.1")
def test_retreating_italians_do_not_roll():
    game = meeting("Exeter", "Fiume", dice=[6]).choose("surface", "surface")
    while game.decision == Decision.SURFACE_TARGET:
        game.lay(1).choose(sorted(game.choices)[0])
    game.choose("remain", "retreat").until(Decision.PURSUIT).choose("Fiume")
    assert game.decision == Decision.ACTION_TYPE and len(rolls(game)) == 1


@pytest.mark.rule("37.1", "16.44")
def test_surrendered_italian_ships_do_not_roll():
    position = battle(SEA, **HESITANT).with_units("Fiume", controller="british").with_units("Bismarck")
    game = position.start().choose(SEA)
    assert rolls(game) == [] and game.decision == Decision.ACTION_TYPE


@pytest.mark.rule("37.0")
def test_without_the_option_nobody_wavers():
    game = battle(SEA).with_units("Warspite", *ITALIANS).start(dice=[1]).choose(SEA)
    assert rolls(game) == [] and game.decision == Decision.ACTION_TYPE
