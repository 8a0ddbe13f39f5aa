"""§16.3 and §16.4: places that fall only after others, and the surrender of Italy."""

import pytest

from aw_env.games.admirals_war.records.terms import FIRST_PORT, Decision, Event, Power
from tests.positions import Position, movement, names, place_number

BOTH_HALVES = ("west_med", "east_med")
HOMES = {"Hood": "gibraltar", "Norfolk": "suez", "Suffolk": "england"}
"""Ships that control the western and the eastern Mediterranean and the Bay of Biscay for the Allies."""


def mediterranean(turn, last_turn, **owners):
    """The ships in their ports at the start of a turn; their flags are those of the turn before."""
    position = Position("patrolling", turn=turn, last_turn=last_turn, owners=owners)
    for ship, port in HOMES.items():
        position.with_units(ship, place=port)
    return position


def play(game, **patrols):
    """Play to the end of the turn: these ships patrol, the others stay, and all go home."""
    turn = int(game.record["turn"])
    orders = {"Hood": "west_med", "Norfolk": "east_med", "Suffolk": "bay_of_biscay"}
    while not game.over and int(game.record["turn"]) == turn:
        if game.decision == Decision.PATROL_ORDER:
            ship = game.subject
            game.choose(orders[ship] if patrols.get(ship.lower()) else "stay")
        elif game.decision == Decision.RETURN_TO_BASE:
            home = HOMES.get(game.subject)
            game.choose(home if home in game.choices else sorted(game.choices)[0])
        else:
            game.until(Decision.PATROL_ORDER, Decision.RETURN_TO_BASE, prefer=["stay", "hold", "remain"])
    return game


def both_halves(game):
    """A turn on which the Allies control both halves of the Mediterranean and nothing else."""
    return play(game, hood=True, norfolk=True)


# --- §16.3 ---------------------------------------------------------------------------------------------


@pytest.mark.rule("16.31")
def test_murmansk_leningrad_and_germany_are_never_captured():
    flags = {"barents": "axis", "baltic": "axis"}
    position = Position("control", turn=5, last_turn=5, flags=flags)
    game = position.with_units("Bismarck", place="barents").with_units("Tirpitz", place="baltic").start()
    assert (game.owner("murmansk"), game.owner("leningrad")) == ("british", "british")
    position = Position(
        "control", turn=5, last_turn=5, flags=dict.fromkeys(("barents", "baltic", "north_sea"), "allies")
    )
    for ship, area in (("Hood", "barents"), ("Marat", "baltic"), ("Norfolk", "north_sea")):
        position.with_units(ship, place=area)
    assert position.start().owner("germany") == "german"


@pytest.mark.rule("16.32")
def test_brest_and_toulon_become_german_when_turn_2_begins():
    game = Position("return", turn=1, last_turn=2).with_units("Hood", place="north_sea").start()
    assert (game.owner("brest"), game.owner("toulon")) == ("american", "american"), "France is moved by the US player"
    game.choose("england").until(Decision.PATROL_ORDER)
    assert (int(game.record["turn"]), game.owner("brest"), game.owner("toulon")) == (2, "german", "german")


@pytest.mark.rule("16.32", "16.21")
def test_allied_units_leave_brest_and_toulon_and_may_move_on_turn_2():
    game = Position("return", "bay_of_biscay", turn=1, last_turn=2).with_units("Hood", "Suffolk").start()
    game.choose("brest", "england")
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Hood")
    assert game.owner("brest") == "german" and "brest" not in game.choices
    game.choose("england")
    assert game.unit("Hood").origin == place_number("england")
    game.until(Decision.PATROL_ORDER)
    assert game.subject == "Hood"


@pytest.mark.rule("16.32")
def test_brest_and_toulon_do_not_fall_while_taranto_has_not():
    position = Position("control", turn=5, last_turn=5, flags={"bay_of_biscay": "allies", "west_med": "allies"})
    game = position.with_units("Suffolk", place="bay_of_biscay").with_units("Hood", place="west_med").start()
    assert (game.owner("brest"), game.owner("toulon")) == ("german", "german")


@pytest.mark.rule("16.32")
def test_example_taranto_falls_on_turn_7_toulon_may_fall_on_turn_8_and_brest_not_before_turn_9():
    position = mediterranean(7, 9, tripoli="british", malta="british")
    game = position.flag("west_med", "allies").flag("east_med", "allies").start()
    both_halves(game)
    assert game.owner("taranto") == "british"
    assert (game.owner("toulon"), game.owner("brest")) == ("german", "german"), "not on the turn on which Taranto falls"
    play(game, hood=True, suffolk=True)
    assert (game.owner("toulon"), game.owner("brest")) == ("british", "german"), "Biscay was uncontrolled on turn 7"
    play(game, suffolk=True)
    assert game.owner("brest") == "british"


@pytest.mark.rule("16.32")
def test_the_axis_saves_toulon_on_turn_8_by_breaking_control_of_the_western_mediterranean():
    position = mediterranean(7, 9, tripoli="british", malta="british")
    game = position.flag("west_med", "allies").flag("east_med", "allies").start()
    both_halves(game)
    play(game, suffolk=True)
    assert game.owner("toulon") == "german"
    play(game, hood=True)
    assert game.owner("toulon") == "german", "controlled at the end of turn 9 only"


@pytest.mark.rule("16.32")
def test_the_axis_recaptures_brest_and_toulon_like_other_ports():
    owners = {"brest": "british", "toulon": "british", "taranto": "british"}
    position = Position("control", turn=9, last_turn=9, owners=owners)
    for area, ship in (("bay_of_biscay", "Bismarck"), ("west_med", "Littorio")):
        position.flag(area, "axis").with_units(ship, place=area)
    game = position.start()
    assert (game.owner("brest"), game.owner("toulon")) == ("german", "german")


# --- §16.4: Taranto ------------------------------------------------------------------------------------


@pytest.mark.rule("16.4")
def test_example_malta_and_tripoli_fall_on_turn_5_and_taranto_may_fall_on_turn_6():
    game = mediterranean(4, 8, malta="german").start()
    both_halves(game)
    assert (game.owner("malta"), game.owner("tripoli"), game.owner("taranto")) == ("german", "german", "german")
    both_halves(game)
    assert (game.owner("malta"), game.owner("tripoli"), game.owner("taranto")) == ("british", "british", "german")
    both_halves(game)
    assert game.owner("taranto") == "british"


@pytest.mark.rule("16.4")
@pytest.mark.parametrize("kept", ["hood", "norfolk"])
def test_example_if_control_of_either_half_is_broken_on_turn_6_taranto_falls_on_turn_8_at_the_soonest(kept):
    game = mediterranean(4, 8, malta="german").start()
    both_halves(game)
    both_halves(game)
    play(game, **{kept: True})
    both_halves(game)
    assert game.owner("taranto") == "german"
    both_halves(game)
    assert game.owner("taranto") == "british"


@pytest.mark.rule("16.4")
@pytest.mark.parametrize("missing", ["tripoli", "malta"])
def test_taranto_does_not_fall_while_one_of_tripoli_and_malta_is_german_when_the_turn_begins(missing):
    owners = {"tripoli": "british", "malta": "british", missing: "german"}
    position = mediterranean(5, 6, **owners)
    game = position.flag("west_med", "allies").flag("east_med", "allies").start()
    both_halves(game)
    assert (game.owner(missing), game.owner("taranto")) == ("british", "german")
    both_halves(game)
    assert game.owner("taranto") == "british"


@pytest.mark.rule("16.4")
def test_once_vulnerable_taranto_stays_so_though_malta_is_lost_again():
    owners = {"tripoli": "british", "malta": "german"}
    for vulnerable, expected in ((5, "british"), (0, "german")):
        position = Position("control", turn=6, last_turn=6, owners=owners, falls_from={"taranto": vulnerable})
        for area, ship in zip(BOTH_HALVES, ("Hood", "Norfolk"), strict=True):
            position.flag(area, "allies").with_units(ship, place=area)
        assert position.start().owner("taranto") == expected


@pytest.mark.rule("16.4")
def test_what_makes_taranto_vulnerable_is_noted_when_the_turn_begins():
    position = Position("return", turn=5, last_turn=6, owners={"tripoli": "british"}, falls_from={"taranto": 0})
    game = position.with_units("Hood", place="north_sea").start().choose("england")
    assert int(game.record["falls_from"][place_number("taranto") - FIRST_PORT]) == 6


# --- §16.41: Spezia, and the first rolls ---------------------------------------------------------------


def taranto_falls(*units, place="taranto", last_turn=6, **state):
    """Step 5.72 of turn 5, with both halves of the Mediterranean in Allied hands and some units somewhere."""
    position = Position("control", turn=5, last_turn=last_turn, owners={"tripoli": "british"})
    for area, ship in zip(BOTH_HALVES, ("Hood", "Norfolk"), strict=True):
        position.flag(area, "allies").with_units(ship, place=area)
    return position.with_units(*units, place=place, **state)


def next_turn(game):
    """Allied ships go home; the next turn begins."""
    while not game.over and int(game.record["turn"]) == 5:
        assert game.decision == Decision.RETURN_TO_BASE
        game.choose(sorted(game.choices)[0])
    return game


@pytest.mark.rule("16.41")
def test_all_italian_units_go_to_spezia_which_becomes_a_base():
    position = taranto_falls("Littorio", "Zara", "Regia Aeronautica", "10 MAS").with_units("Roma", place="toulon")
    game = position.start()
    assert (game.owner("taranto"), game.owner("spezia")) == ("british", "german")
    for unit in ("Littorio", "Zara", "Regia Aeronautica", "10 MAS", "Roma"):
        assert game.unit(unit).place == "spezia"


@pytest.mark.rule("16.41", "16.21")
def test_german_units_in_taranto_may_go_elsewhere():
    game = taranto_falls("Scharnhorst").start()
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Scharnhorst")
    assert {"spezia", "toulon"} == game.choices


@pytest.mark.rule("16.41")
def test_italian_units_outside_the_mediterranean_stay_where_they_are():
    game = taranto_falls("Littorio", place="brest").start()
    assert game.unit("Littorio").place == "brest"


@pytest.mark.rule("16.41", "9.352")
def test_an_italian_ship_on_the_bottom_of_taranto_is_lost():
    assert taranto_falls("Littorio", damage=7).start().unit("Littorio").place == "out_of_play"


@pytest.mark.rule("16.41")
def test_spezia_does_not_exist_before_taranto_falls():
    game = Position("return", "west_med", turn=3, last_turn=3).with_units("Littorio").altered(one_turn_more).start()
    assert game.choices == {"taranto", "tripoli", "toulon"}
    position = Position("control", turn=3, last_turn=3).with_units("Hood", place="west_med")
    assert position.flag("west_med", "allies").start().owner("spezia") is None
    position = Position("control", turn=3, last_turn=3).with_units("Littorio", place="west_med")
    assert position.flag("west_med", "axis").start().owner("spezia") is None


def one_turn_more(book, game):
    """One turn more, so that ships return to base."""
    book["last_turn"] += 1


@pytest.mark.rule("16.41")
@pytest.mark.parametrize(
    ("die", "place", "power"),
    [
        (1, "spezia", Power.GERMAN),
        (2, "spezia", Power.GERMAN),
        (3, "out_of_play", Power.GERMAN),
        (5, "out_of_play", Power.GERMAN),
        (6, "suez", Power.BRITISH),
    ],
)
def test_table_3(die, place, power):
    game = next_turn(taranto_falls("Littorio").start(dice=[die]))
    assert game.unit("Littorio").place == place
    assert game.unit("Littorio").controller == power
    assert game.dice_left == 0


@pytest.mark.rule("16.41")
def test_every_italian_unit_rolls_on_the_turn_after_taranto_falls_wherever_it_is():
    position = taranto_falls("Littorio", "Regia Aeronautica", "10 MAS").with_units("Zara", place="brest")
    game = position.with_units("Scharnhorst", place="brest").start(dice=[1, 3, 5, 2])
    next_turn(game)
    rolled = [(names().units[row[1]].name, row[2], row[3]) for row in game.events(Event.TABLE)]
    assert sorted(rolled) == sorted([("Littorio", 3, 0), ("Zara", 3, 1), ("10 MAS", 3, 1), ("Regia Aeronautica", 3, 0)])


@pytest.mark.rule("16.41")
def test_lost_italian_units_do_not_roll():
    game = next_turn(taranto_falls("Littorio", place="out_of_play").start())
    assert not game.events(Event.TABLE)


# --- §16.42, §16.43 ------------------------------------------------------------------------------------


@pytest.mark.rule("16.42")
@pytest.mark.parametrize("area", BOTH_HALVES)
def test_italian_units_at_sea_in_the_mediterranean_must_return_to_spezia(area):
    owners = {"taranto": "british", "tripoli": "british", "spezia": "german"}
    position = Position("return", area, turn=6, last_turn=7, owners=owners, surrender_turn=6)
    game = position.with_units("Littorio", "Regia Aeronautica", "Scharnhorst").start()
    assert (game.subject, game.choices) == ("Scharnhorst", {"toulon", "spezia"} if area == "west_med" else {"toulon"})
    game.choose("toulon").choose("spezia")
    assert game.choices == {"spezia"}


@pytest.mark.rule("16.42")
def test_italian_units_under_german_control_sail_from_spezia_and_reach_other_german_ports():
    owners = {"taranto": "british", "spezia": "german", "gibraltar": "german"}
    position = Position("patrolling", turn=7, last_turn=8, owners=owners, surrender_turn=6)
    game = position.with_units("Zara", place="spezia").start()
    assert {"west_med", "south_atlantic"} <= game.choices
    game.choose("south_atlantic").lay(1).until(Decision.RETURN_TO_BASE)
    assert "brest" in game.choices
    game.choose("brest").until()
    assert not game.events(Event.TABLE), "no more rolls (§16.43)"


@pytest.mark.rule("16.43")
def test_units_that_begin_later_turns_in_spezia_roll_again_and_those_in_other_german_ports_do_not():
    owners = {"taranto": "british", "spezia": "german"}
    position = Position("return", turn=7, last_turn=9, owners=owners, surrender_turn=6)
    position.with_units("Littorio", place="spezia").with_units("Zara", place="brest").with_units("Roma", place="toulon")
    game = position.with_units("Hood", place="north_sea").start(dice=[2, 3]).choose("england")
    assert [row[1:4] for row in game.events(Event.TABLE)] == [(game.unit("Littorio").number, 3, 0)]
    game.until(prefer=["stay"])
    assert [row[3] for row in game.events(Event.TABLE)] == [0, 1]
    assert game.unit("Littorio").place == "out_of_play"
    assert (game.unit("Zara").place, game.unit("Roma").place) == ("brest", "toulon")


# --- §16.44: surrendered units -------------------------------------------------------------------------


def surrendered(*units, dice=(), **keys):
    """Italian units that have come over, in Suez when a turn begins."""
    keys = {"turn": 7, "last_turn": 7, **keys}
    position = Position("patrolling", owners={"taranto": "british", "spezia": "german"}, surrender_turn=6, **keys)
    return position.with_units(*units, place="suez", controller="british").start(dice=dice)


@pytest.mark.rule("16.44")
@pytest.mark.parametrize(("die", "sails"), [(4, False), (5, True), (6, True)])
def test_a_surrendered_ship_rolls_5_or_6_to_move(die, sails):
    game = surrendered("Littorio", dice=[die])
    asked = None if game.over else (game.decision, game.power)
    assert asked == ((Decision.PATROL_ORDER, Power.BRITISH) if sails else None)


@pytest.mark.rule("16.44")
def test_it_moves_as_british_and_does_not_roll_for_allegiance_again():
    game = surrendered("Littorio", dice=[6, 1], last_turn=8)
    assert "arabian_sea" in game.choices and "east_med" in game.choices
    game.choose("east_med").until(Decision.RETURN_TO_BASE)
    assert {"suez", "taranto", "gibraltar", "malta"} <= game.choices
    assert game.flag("east_med") == "allies"
    game.choose("malta").until()
    assert not game.events(Event.TABLE)


@pytest.mark.rule("16.44")
def test_surrendered_aircraft_roll_too():
    assert surrendered("Regia Aeronautica", dice=[4]).over
    game = surrendered("Regia Aeronautica", dice=[5])
    assert (game.decision, game.power) == (Decision.AIR_UNIT, Power.BRITISH)


@pytest.mark.rule("16.44", "10.13")
def test_surrendered_ships_use_british_ports_before_japan_attacks():
    game = surrendered("Littorio", dice=[6], last_turn=8, hostilities=False)
    game.choose("east_med").until(Decision.RETURN_TO_BASE)
    assert {"suez", "gibraltar", "malta"} <= game.choices


@pytest.mark.rule("16.44", "2.74")
def test_units_that_surrender_while_suez_is_lost_are_lost():
    position = taranto_falls("Littorio").owned("suez", "german")
    game = next_turn(position.start(dice=[6]))
    assert game.unit("Littorio").place == "out_of_play"


# --- §16.45: Spezia ------------------------------------------------------------------------------------


@pytest.mark.rule("16.45")
def test_spezia_falls_after_two_turns_of_control_that_follow_the_fall_of_taranto():
    position = mediterranean(7, 9, tripoli="british").flag("west_med", "allies").flag("east_med", "allies")
    game = both_halves(position.start())
    assert (game.owner("taranto"), game.owner("spezia")) == ("british", "german")
    play(game, hood=True)
    assert game.owner("spezia") == "german", "one turn of control"
    play(game, hood=True)
    assert game.owner("spezia") == "british"


@pytest.mark.rule("16.45")
def test_spezia_is_saved_when_control_of_the_western_mediterranean_is_broken():
    position = mediterranean(7, 10, tripoli="british").flag("west_med", "allies").flag("east_med", "allies")
    game = both_halves(position.start())
    play(game)
    play(game, hood=True)
    assert game.owner("spezia") == "german"
    play(game, hood=True)
    assert game.owner("spezia") == "british"


@pytest.mark.rule("16.45", "13.3")
def test_spezia_cannot_be_invaded():
    owners = {"taranto": "british", "spezia": "german"}
    position = movement("invasion", turn=9, last_turn=9, owners=owners, falls_from={"spezia": 5})
    game = position.with_units("1st Marines", place="west_med").start()
    assert "spezia" not in game.choices


@pytest.mark.rule("16.45", "16.21")
def test_units_in_spezia_leave_it_when_it_falls():
    owners = {"taranto": "british", "spezia": "german"}
    position = Position("control", turn=9, last_turn=9, owners=owners, surrender_turn=8, falls_from={"spezia": 9})
    position.flag("west_med", "allies").with_units("Hood", place="west_med").with_units("Zara", place="spezia")
    game = position.altered(one_turn_more).start()
    assert game.owner("spezia") == "british"
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Zara")
