"""§38 Italian naval buildup: Aquila and Impero."""

import pytest

from aw_env.games.admirals_war.records.terms import Decision, Event
from tests.positions import Position, battle, unit_number

SHIPS = ("aquila", "impero")


def rolls(turn, *dice, last_turn=None, **keys):
    """The reinforcements of a turn with both ships incomplete."""
    position = Position(
        "reinforcements", turn=turn, last_turn=last_turn or turn, in_play=["italian_naval_buildup_2"], **keys
    )
    return position.with_units(*SHIPS, place="in_reserve").start(dice=dice)


@pytest.mark.rule("38.2")
@pytest.mark.parametrize(
    ("turn", "die", "complete"), [(2, 1, True), (2, 2, False), (3, 2, True), (4, 3, True), (4, 4, False)]
)
def test_a_die_below_the_turn_completes_a_ship(turn, die, complete):
    game = rolls(turn, die, 6)
    place = "taranto" if complete else "in_reserve"
    assert game.unit("aquila").place == place and game.unit("impero").place == "in_reserve"
    told = [(row[1], row[2], row[4]) for row in game.events(Event.COMPLETION)]
    assert told == [(unit_number("aquila"), int(complete), [die]), (unit_number("impero"), 0, [6])]


@pytest.mark.rule("38.2")
def test_each_ship_has_its_own_die():
    game = rolls(3, 6, 1)
    assert (game.unit("aquila").place, game.unit("impero").place) == ("in_reserve", "taranto")


@pytest.mark.rule("38.2")
def test_there_is_no_roll_on_turn_one_nor_for_a_ship_that_came():
    assert not rolls(1).events(Event.COMPLETION)
    game = rolls(2, 1, 6, 1, last_turn=3).until()
    assert [row[1] for row in game.events(Event.COMPLETION)] == [
        unit_number(ship) for ship in ("aquila", "impero", "impero")
    ]


@pytest.mark.rule("38.2", "16.41")
def test_once_taranto_has_fallen_there_is_none():
    game = rolls(5, surrender_turn=4, owners={"taranto": "british"})
    assert not game.events(Event.COMPLETION)
    assert {game.unit(ship).place for ship in SHIPS} == {"out_of_play"}


@pytest.mark.rule("38.2")
def test_her_aircraft_are_those_of_any_carrier():
    book = rolls(2, 6, 6).books[0]
    assert book["carrier"][unit_number("aquila")] == 1 and book["airstrike"][unit_number("aquila")] == 2


# --- §38.1: fighters only ------------------------------------------------------------------------------

PLANNED = {"in_play": ["italian_naval_buildup_1"]}


def air_action(*units, dice=(), **keys):
    """An air action in the Western Mediterranean, up to what the Aquila is asked."""
    game = battle("west_med", **PLANNED, **keys).with_units("aquila", *units).start(dice=dice)
    return game.choose("west_med").until(Decision.INTERCEPTION, prefer=["air", "Aquila"])


@pytest.mark.rule("38.1")
@pytest.mark.parametrize(("ship", "turn"), [("aquila", 7), ("impero", 10)])
def test_they_come_on_their_turns(ship, turn):
    for on, place in ((turn - 1, "not_yet_arrived"), (turn, "taranto")):
        position = Position("reinforcements", turn=on, last_turn=on, **PLANNED)
        assert position.with_units(ship, place="not_yet_arrived", due=turn).start().unit(ship).place == place


@pytest.mark.rule("38.1")
def test_they_do_not_come_once_taranto_has_fallen():
    position = Position(
        "reinforcements", turn=7, last_turn=7, surrender_turn=5, owners={"taranto": "british"}, **PLANNED
    )
    game = position.with_units(*SHIPS, place="not_yet_arrived", due=7).start()
    assert {game.unit(ship).place for ship in SHIPS} == {"out_of_play"}


@pytest.mark.rule("38.1")
def test_she_is_asked_when_the_attackers_have_their_targets():
    game = air_action("Ark Royal", "Warspite")
    assert (game.decision, game.subject) == (Decision.INTERCEPTION, "Aquila")
    assert game.choices == {"Ark Royal", "hold"}, "carriers and air units that attack"
    assert game.attacks() == [], "before they roll"


@pytest.mark.rule("38.1")
def test_she_attacks_nobody():
    game = air_action("Ark Royal", "Littorio").choose("hold").until(Decision.AIR_TARGET, Decision.RETREAT)
    assert game.decision == Decision.RETREAT, "after the enemy's aircraft nobody of the Axis is asked"


@pytest.mark.rule("38.1", "17.21")
def test_alone_she_wins_no_control():
    game = battle("west_med", **PLANNED).with_units("aquila").start().until()
    assert game.over and game.flag("west_med") is None


@pytest.mark.rule("38.1")
def test_a_five_aborts_the_attack():
    game = air_action("Ark Royal").lay(5, 1).choose("Ark Royal")
    assert [attack[0] for attack in game.attacks()] == ["Aquila"]
    assert [row[1] for row in game.events(Event.INTERCEPTED)] == [unit_number("Ark Royal")]
    assert game.unit("Ark Royal").place == "west_med" and not game.unit("Ark Royal").disabled


@pytest.mark.rule("38.1")
def test_misses_do_nothing():
    game = air_action("Ark Royal").lay(1, 4, 1, 1, 1).choose("Ark Royal")
    assert [attack[0] for attack in game.attacks()] == ["Aquila", "Ark Royal"]


@pytest.mark.rule("38.11")
@pytest.mark.parametrize(("damage", "aborted"), [(3, True), (2, False)])
def test_damage_of_her_airstrike_factor_stops_a_carrier(damage, aborted):
    game = air_action("Ark Royal")
    assert int(game.books[0]["airstrike"][unit_number("Ark Royal")]) == 3
    game.lay(6, 1, damage, 1, 1, 1).choose("Ark Royal")
    assert len(game.attacks()) == (1 if aborted else 2)
    assert game.unit("Ark Royal").damage == 0, "the ship is not harmed"
    assert game.unit("Ark Royal").disabled == aborted
    assert (game.decision == Decision.RETURN_TO_BASE) == aborted, "she goes home at the end of the action"


@pytest.mark.rule("38.12")
def test_damage_counts_on_an_air_unit_and_may_destroy_it_first():
    game = air_action("RAF")
    defense = int(game.books[0]["armor"][unit_number("RAF")])
    game.lay(6, 1, min(6, defense), *[1] * 8).choose("RAF")
    assert game.unit("RAF").damage == min(6, defense) and len(game.attacks()) == 2
    game = air_action("RAF").lay(6, 6, 6, 6).choose("RAF")
    assert game.unit("RAF").place == "returning" and len(game.attacks()) == 1


@pytest.mark.rule("38.1", "12.24")
def test_a_five_aborts_the_attack_of_an_air_unit_too():
    game = air_action("RAF").lay(5, 1).choose("RAF")
    assert len(game.attacks()) == 1 and not game.unit("RAF").disabled


@pytest.mark.rule("38.1", "7.64")
def test_crippled_she_meets_nobody():
    position = battle("west_med", **PLANNED).with_units("aquila", damage=2).with_units("Ark Royal")
    game = position.start().choose("west_med").until(Decision.INTERCEPTION, prefer=["air", "Aquila", "remain"])
    assert game.over
