"""5, 6, 15.1-15.6, 16, 17: movement, speed rolls, who may go where, oilers and the Neutral Port."""

import pytest

from tests.war_at_sea.positions import Position

BRITISH_WATERS = {"north_atlantic", "south_atlantic", "north_sea", "barents", "mediterranean"}


def allied(*units, place="england", dice=(), turn=3, flags=None, **state):
    """The Allies move on turn 3."""
    keys = {"turn": turn, "flags": flags or {}}
    return Position("allied_movement", **keys).with_units(*units, place=place, **state).start(dice)


def axis(*units, place="germany", dice=(), turn=3, flags=None, **state):
    """The Axis moves on turn 3."""
    keys = {"turn": turn, "flags": flags or {}}
    return Position("axis_movement", **keys).with_units(*units, place=place, **state).start(dice)


@pytest.mark.rule("6.1", "5.2")
def test_a_ship_moves_to_an_area_beside_its_port():
    game = allied("Nelson").choose("North Sea")
    assert game.place("Nelson") == "north_sea" and game.unit("Nelson").moved


@pytest.mark.rule("6.2", "6.3")
def test_two_areas_through_one_that_the_enemy_did_not_control():
    assert allied("Hood").choices == {"stay", *BRITISH_WATERS}
    held = {"north_sea": "axis", "north_atlantic": "axis"}
    assert "barents" not in allied("Hood", flags=held).choices
    assert "barents" in allied("Hood", flags={"north_sea": "axis"}).choices  # by the North Atlantic
    assert "barents" in allied("Hood", flags={"barents": "axis"}).choices  # the second area does not matter
    assert "barents" in allied("Hood", flags={"north_sea": "allies"}).choices


@pytest.mark.rule("L.2", "H.12")
def test_no_two_area_move_to_an_area_that_borders_the_own_port():
    game = axis("Scharnhorst", place="france", flags={"south_atlantic": "allies"}).choose("North Sea")
    assert game.place("Scharnhorst") == "north_sea"


@pytest.mark.rule("6.4")
@pytest.mark.parametrize(("die", "place"), [(3, "barents"), (4, "england")])
def test_the_die_must_be_below_the_speed(die, place):
    game = allied("Warspite", dice=[die]).choose("Barents Sea")
    assert game.asks == {"england": ("return", "warspite"), "barents": ("air_marker", None)}[place]
    if place == "england":
        game.choose("England")
    assert game.place("Warspite") == place and game.dice_are_used


@pytest.mark.rule("6.4")
def test_no_die_where_the_result_is_certain():
    game = allied("Hood").choose("Barents Sea")
    assert game.place("Hood") == "barents" and game.games["dice_rolled"][0] == 0
    crawling = allied("Warspite", damage=3).choose("Barents Sea")
    assert crawling.asks == ("return", "warspite") and crawling.games["dice_rolled"][0] == 0


@pytest.mark.rule("6.4", "H.13")
def test_a_ship_that_fails_returns_or_goes_to_a_port_beside_the_second_area():
    game = allied("Nelson", dice=[6]).choose("Barents Sea")
    assert game.choices == {"england", "russia"}
    early = allied("Nelson", dice=[6], turn=2).choose("Barents Sea")
    assert early.choices == {"england"}


@pytest.mark.rule("L.5", "H.15")
def test_ports_are_chosen_when_all_dice_have_been_seen():
    game = allied("Nelson", "Rodney", dice=[6, 6]).choose("Barents Sea", "Barents Sea")
    assert game.dice_are_used and game.asks == ("return", "nelson")


@pytest.mark.rule("L.4", "H.14")
def test_france_to_the_north_atlantic_failed_is_france_again():
    game = axis("Admiral Scheer", place="france", dice=[6]).choose("North Atlantic")
    assert game.choices == {"france"}


@pytest.mark.rule("L.3", "H.13")
def test_neutral_port_to_the_north_atlantic_failed_stays_and_costs_a_point():
    game = axis("Admiral Scheer", place="neutral_port", dice=[6]).choose("North Atlantic")
    assert game.choices == {"neutral_port"}
    game.choose("Neutral Port").choose_until(None)
    assert game.words("penalty") == ["The Axis pays 1 point for ships that stay in the Neutral Port."]


@pytest.mark.rule("L.6", "H.16")
def test_neutral_port_to_the_mediterranean_failed_may_be_italy_on_turn_eight():
    position = Position("axis_movement", turn=8).with_units("Admiral Scheer", place="neutral_port")
    assert position.start(dice=[6]).choose("Mediterranean").choices == {"neutral_port", "italy"}


@pytest.mark.rule("17.2")
def test_who_newly_comes_to_the_neutral_port_pays_nothing():
    game = axis("Admiral Scheer", place="italy", dice=[6]).choose("South Atlantic").choose("Neutral Port")
    assert game.choose_until(None).words("penalty") == []


@pytest.mark.rule("6.5", "5.3")
def test_u_boats_go_anywhere_after_the_ships():
    held = dict.fromkeys(("north_sea", "barents", "baltic"), "allies")
    game = axis("Scharnhorst", "U-boat 1", flags=held)
    assert game.choices == {"stay", "north_sea", "barents", "baltic"}
    game.choose("stay")
    assert game.asks == ("u_boat_order", "u_boat_1") and len(game.choices) == 7
    assert game.choose("South Atlantic").place("U-boat 1") == "south_atlantic"


@pytest.mark.rule("H.3")
def test_speed_rolls_come_before_u_boats():
    game = axis("Admiral Scheer", "U-boat 1", dice=[6]).choose("North Atlantic")
    assert game.asks == ("return", "admiral_scheer")
    assert game.choose("Germany").asks == ("u_boat_order", "u_boat_1")


@pytest.mark.rule("6.6")
def test_only_russians_and_germans_enter_the_baltic():
    assert "baltic" not in allied("Hood").choices
    assert "baltic" in axis("Scharnhorst").choices
    assert "baltic" not in axis("Zara", place="france").choices


@pytest.mark.rule("6.7", "6.9")
def test_no_ship_is_sent_from_port_to_port():
    assert not allied("Hood").choices & {"usa", "malta", "russia"}


@pytest.mark.rule("15.1", "15.2")
@pytest.mark.parametrize(("die", "sails"), [(4, False), (5, True), (6, True)])
def test_a_russian_ship_sails_on_a_five_or_six_in_the_baltic(die, sails):
    game = allied("Marat", place="leningrad", dice=[die])
    assert (game.asks == ("order", "marat")) == sails
    if sails:
        assert game.choices == {"stay", "baltic"}


@pytest.mark.rule("15.2", "H.32")
def test_both_russian_dice_are_seen_before_a_ship_that_may_sail_is_repaired_instead():
    game = allied("Marat", "Oktyabrskaya Revolutsia", place="leningrad", dice=[5, 6], damage=1)
    assert game.dice_are_used and game.asks == ("order", "marat")
    game.choose("stay", "stay", "Marat")
    assert game.unit("Marat").damage == 0


@pytest.mark.rule("15.3")
@pytest.mark.parametrize(("turn", "die", "released"), [(4, 5, False), (4, 6, True), (5, 5, True), (7, 3, True)])
def test_a_us_ship_is_released_for_good_by_a_die_that_grows_easier(turn, die, released):
    game = allied("Augusta", place="usa", dice=[die], turn=turn)
    assert game.unit("Augusta").released == released
    assert (game.asks == ("order", "augusta")) == released


@pytest.mark.rule("15.4")
def test_us_ships_stay_in_the_north_atlantic():
    assert allied("Augusta", place="usa", turn=4, released=True).choices == {"stay", "north_atlantic"}
    assert allied("Hood", place="usa", turn=4).choices >= {"stay", "north_atlantic", "south_atlantic", "barents"}


@pytest.mark.rule("15.5", "H.40")
def test_italian_cruisers_may_enter_the_south_atlantic():
    assert axis("Littorio", place="italy").choices == {"stay", "mediterranean"}
    assert axis("Zara", place="italy", turn=1).choices == {"stay", "mediterranean", "south_atlantic"}
    held = {"mediterranean": "allies"}
    assert axis("Zara", place="italy", flags=held).choices == {"stay", "mediterranean"}


@pytest.mark.rule("15.6", "H.41")
def test_italian_cruisers_outside_go_by_the_south_atlantic_alone():
    waters = {"stay", "south_atlantic", "north_atlantic", "mediterranean"}
    assert axis("Zara", place="france").choices == waters
    assert axis("Zara", place="france", flags={"south_atlantic": "allies"}).choices == {"stay", "south_atlantic"}
    assert axis("Zara", place="neutral_port").choices == waters


# --- 16: oilers ----------------------------------------------------------------------------------------


def at_sea(turn, dice, *units, area="north_atlantic"):
    """The Axis has German ships in the Atlantic at the end of a turn."""
    return Position("return", turn=turn, last_turn=turn + 1).with_units(*units, place=area).start(dice)


@pytest.mark.rule("16.1", "16.2")
@pytest.mark.parametrize(("turn", "die", "stays"), [(1, 5, 1), (1, 6, 0), (2, 4, 1), (2, 5, 0), (3, 3, 1), (3, 4, 0)])
def test_the_die_of_an_oiler(turn, die, stays):
    game = at_sea(turn, [die], "Bismarck").choose("yes")
    assert game.place("Bismarck") == ("north_atlantic" if stays else "neutral_port")


@pytest.mark.rule("16.1", "16.2")
def test_no_oilers_after_turn_three_and_none_for_italians():
    assert at_sea(4, [], "Bismarck").asks == ("return", "bismarck")
    assert at_sea(2, [], "Zara").asks == ("return", "zara")


@pytest.mark.rule("H.46", "H.45")
def test_ships_are_tried_one_after_another_before_any_return():
    game = at_sea(1, [6, 1], "Scharnhorst", "Bismarck", area="south_atlantic").choose("yes")
    assert game.asks == ("oiling", "bismarck") and game.place("Scharnhorst") == "neutral_port"


@pytest.mark.rule("L.14")
def test_oilers_come_before_any_return_to_port():
    position = Position("return", turn=1, last_turn=2).with_units("Zara", "Scharnhorst", place="south_atlantic")
    assert position.start().asks == ("oiling", "scharnhorst")


@pytest.mark.rule("H.44", "16.1")
def test_a_ship_that_refuelled_is_placed_in_any_area_or_a_port():
    game = axis("Bismarck", place="north_atlantic", refuelled=True)
    areas = {"north_atlantic", "south_atlantic", "north_sea", "barents", "baltic", "mediterranean"}
    assert game.choices == {*areas, "germany", "france", "italy"}


@pytest.mark.rule("L.12", "H.33")
def test_a_ship_placed_in_port_from_the_sea_is_not_repaired():
    game = axis("Bismarck", place="north_atlantic", refuelled=True, damage=2).choose("Germany")
    assert game.place("Bismarck") == "germany" and game.decision != 4


@pytest.mark.rule("17.2")
def test_ships_must_leave_the_neutral_port_or_pay():
    game = axis("Scharnhorst", "Bismarck", place="neutral_port", turn=7).choose("stay", "stay").choose_until(None)
    assert game.words("penalty")[0] == "The Axis pays 2 points for ships that stay in the Neutral Port."
    left = axis("Bismarck", place="neutral_port").choose("South Atlantic").choose_until(None)
    assert left.words("penalty") == []
