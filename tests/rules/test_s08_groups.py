"""§8.1-8.2 Retreats: declaring, groups, pursuers, units that stay where they are.

Most battles here begin with a round in which both sides choose an air action that nobody can fight (§7.232), so that
the dice of a test are those of the pursuit.
"""

from itertools import product

import pytest

from aw_env.games.admirals_war.records.terms import Decision, Event, Side
from tests.positions import battle
from tests.retreats import BRITISH_AND_AMERICANS, after_a_quiet_round, four_seats, in_flight

ALLIES, AXIS = Side.ALLIES, Side.AXIS


# --- §8.1: declaring -----------------------------------------------------------------------------------


@pytest.mark.rule("8.11")
def test_nobody_may_retreat_before_a_round_has_been_fought():
    game = battle("north_sea").with_units("Hood", "Bismarck").start()
    asked = [game.decision, game.choose("north_sea").decision, game.choose("air").decision]
    assert asked == [Decision.COMBAT_AREA, Decision.ACTION_TYPE, Decision.ACTION_TYPE]
    assert game.choose("air").decision == Decision.RETREAT


@pytest.mark.rule("8.11")
def test_both_sides_are_asked_after_every_round():
    game = after_a_quiet_round(battle("north_sea").with_units("Hood", "Bismarck"))
    assert (game.decision, game.side, game.choices) == (Decision.RETREAT, ALLIES, {"retreat", "remain"})
    game.choose("remain")
    assert (game.decision, game.side, game.choices) == (Decision.RETREAT, AXIS, {"retreat", "remain"})
    game.choose("remain")
    assert game.decision == Decision.ACTION_TYPE
    game.choose("air", "air")
    assert (game.decision, game.side) == (Decision.RETREAT, ALLIES)


@pytest.mark.rule("8.11", "5.1")
def test_the_japanese_declare_before_the_americans():
    game = after_a_quiet_round(battle("coral_sea").with_units("Louisville", "Myoko"))
    assert game.side == AXIS
    assert game.choose("remain").side == ALLIES


@pytest.mark.rule("8.11")
def test_either_side_may_be_the_one_that_retreats():
    for side, gone, left in ((ALLIES, "Norfolk", "Prinz Eugen"), (AXIS, "Prinz Eugen", "Norfolk")):
        game = in_flight(battle("north_sea").with_units("Norfolk", "Prinz Eugen"), side)
        game.choose("no_pursuit")
        assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, gone)
        game.choose(next(iter(game.choices)))
        assert game.unit(left).place == "north_sea"
        assert game.unit(gone).retreated and not game.unit(left).retreated


@pytest.mark.rule("8.11")
def test_no_declaration_is_asked_of_a_side_that_is_alone():
    for damage, follows in ((2, Decision.RETREAT), (3, Decision.RETURN_TO_BASE)):  # Prinz Eugen's armor is 2
        game = battle("north_sea", last_turn=2).with_units("Hood", "Prinz Eugen").start(dice=[6, 1, 1, 1, damage, 1])
        game.choose("north_sea", "surface", "surface", "Prinz Eugen", "Hood")
        assert game.decision == follows


@pytest.mark.rule("8.12")
def test_with_two_players_a_retreat_binds_the_ships_of_both_partners():
    game = after_a_quiet_round(battle("mid_atlantic").with_units(*BRITISH_AND_AMERICANS, "Prinz Eugen"))
    game.choose("retreat")
    assert (game.decision, game.side) == (Decision.RETREAT, AXIS)
    game.choose("remain", "Norfolk", "no_pursuit")
    game.choose_for(norfolk="england", augusta="usa")
    assert game.unit("Norfolk").retreated and game.unit("Augusta").retreated
    assert game.unit("Prinz Eugen").place == "mid_atlantic"


@pytest.mark.rule("8.12")
def test_with_two_players_the_side_is_asked_once_for_both_partners():
    game = after_a_quiet_round(battle("mid_atlantic").with_units(*BRITISH_AND_AMERICANS, "Prinz Eugen"))
    game.choose("remain")
    assert (game.decision, game.side) == (Decision.RETREAT, AXIS)


@pytest.mark.rule("8.12")
def test_a_partner_who_retreats_first_leaves_the_other_no_choice():
    position = battle("mid_atlantic").with_units(*BRITISH_AND_AMERICANS, "Prinz Eugen").altered(four_seats)
    game = after_a_quiet_round(position)
    assert game.power.name == "BRITISH"
    game.choose("retreat")
    assert game.power.name == "GERMAN"
    game.choose("remain", "Norfolk", "no_pursuit")
    game.choose_for(norfolk="england", augusta="usa")
    assert game.unit("Augusta").retreated


@pytest.mark.rule("8.12")
def test_a_partner_who_retreats_second_takes_the_first_along():
    position = battle("mid_atlantic").with_units(*BRITISH_AND_AMERICANS, "Prinz Eugen").altered(four_seats)
    game = after_a_quiet_round(position)
    game.choose("remain")
    assert game.power.name == "AMERICAN"
    game.choose("retreat", "remain", "new_group", "no_pursuit")
    game.choose_for(norfolk="england", augusta="usa")
    assert game.unit("Norfolk").retreated


@pytest.mark.rule("8.12")
def test_the_side_remains_when_both_partners_remain():
    position = battle("mid_atlantic").with_units(*BRITISH_AND_AMERICANS, "Prinz Eugen").altered(four_seats)
    game = after_a_quiet_round(position)
    game.choose("remain", "remain", "remain")
    assert game.decision == Decision.ACTION_TYPE


@pytest.mark.rule("8.12")
def test_a_partner_without_units_in_the_area_declares_nothing():
    position = (
        battle("mid_atlantic")
        .with_units("Augusta", "Prinz Eugen")
        .with_units("Norfolk", place="air_gap")
        .altered(four_seats)
    )
    game = position.start()
    game.choose("mid_atlantic", "air", "air")
    assert game.power.name == "AMERICAN"
    assert game.choose("remain").power.name == "GERMAN"


@pytest.mark.rule("8.13")
def test_aircraft_of_the_retreating_side_go_home_before_groups_are_formed():
    game = in_flight(battle("north_sea").with_units("Norfolk", "Suffolk", "RAF", "Prinz Eugen"), ALLIES)
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "RAF")
    game.choose("england")
    assert game.decision == Decision.JOIN_GROUP
    assert game.unit("RAF").place == "england"


@pytest.mark.rule("8.13")
def test_patrolling_ships_that_retreat_become_raiders():
    game = in_flight(battle("north_sea").with_units("Norfolk", "Suffolk", "Prinz Eugen"), ALLIES)
    assert game.unit("Norfolk").raiding and game.unit("Suffolk").raiding
    assert not game.unit("Prinz Eugen").raiding


@pytest.mark.rule("8.13")
def test_a_retreat_affects_only_its_own_area():
    position = battle("north_sea").with_units("Norfolk", "Prinz Eugen").with_units("Suffolk", "RAF", place="barents")
    game = position.start()
    game.choose("north_sea", "air", "air", "retreat", "remain", "no_pursuit", "england")
    assert game.unit("Suffolk").place == "barents" and game.unit("RAF").place == "barents"
    assert not game.unit("Suffolk").raiding and not game.unit("Suffolk").retreated


@pytest.mark.rule("8.13")
def test_a_side_of_aircraft_alone_flies_home_and_nobody_pursues():
    game = in_flight(battle("north_sea").with_units("RAF", "Prinz Eugen"), ALLIES)
    game.choose("england")
    assert game.over
    assert game.unit("RAF").place == "england"
    assert game.flag("north_sea") == "axis"


@pytest.mark.rule("7.72", "8.11")
def test_when_both_sides_retreat_nobody_pursues_and_all_go_home():
    game = after_a_quiet_round(battle("north_sea", flag="axis").with_units("Norfolk", "RAF", "Prinz Eugen"))
    game.choose("retreat", "retreat")
    game.choose_for(norfolk="england", raf="england", prinz_eugen="germany")
    assert game.over
    assert game.flag("north_sea") is None
    assert game.unit("Norfolk").retreated and game.unit("Prinz Eugen").retreated


@pytest.mark.rule("8.11", "5.1")
def test_when_both_sides_retreat_the_japanese_choose_their_ports_first():
    game = after_a_quiet_round(battle("coral_sea").with_units("Louisville", "Norfolk", "Myoko"))
    game.choose("retreat", "retreat")
    assert game.subject == "Myoko"
    assert game.choose("truk").subject == "Norfolk"
    assert game.choose("australia").subject == "Louisville"


# --- §8.2: groups --------------------------------------------------------------------------------------


@pytest.mark.rule("8.21")
def test_a_ship_that_escapes_goes_to_a_port_at_once_not_to_another_area():
    position = battle("western_approaches").with_units("Norfolk", "Prinz Eugen")
    game = position.with_units("Suffolk", place="air_gap").start()
    game.choose("western_approaches", "air", "air", "retreat", "remain", "no_pursuit")
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Norfolk")
    assert "england" in game.choices and not game.choices & {"air_gap", "mid_atlantic", "bay_of_biscay"}
    game.choose("england")
    assert game.decision == Decision.COMBAT_AREA


@pytest.mark.rule("8.21")
def test_a_ship_disabled_in_pursuit_goes_home_and_the_rest_of_its_group_fights_on():
    game = in_flight(battle("north_sea").with_units("Norfolk", "York", "Scharnhorst"), ALLIES, dice=[1, 1, 4, 1, 1])
    game.choose("Norfolk", "Norfolk")  # one group, pursued
    game.choose("surface", "surface", "Scharnhorst", "Scharnhorst", "York")
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "York")
    game.choose("england")
    assert game.unit("York").disabled
    assert (game.decision, game.subject) == (Decision.PURSUIT, "Scharnhorst")
    game.choose("Norfolk")
    assert game.decision == Decision.ACTION_TYPE
    assert game.unit("Norfolk").place == "north_sea"


@pytest.mark.rule("8.21")
def test_an_amphibious_unit_retreats_with_its_side_and_does_not_land():
    game = in_flight(battle("coral_sea").with_units("Louisville", "Myoko", "Kure"), AXIS)
    game.choose("Myoko", "no_pursuit")  # Kure joins Myoko
    game.choose_for(myoko="truk", snlf_kure="truk")
    assert game.over
    assert game.unit("Kure").place == "truk"
    assert not game.unit("Kure").raiding


@pytest.mark.rule("8.22")
def test_every_division_into_groups_can_be_made_and_each_in_one_way():
    ships = ("Norfolk", "Suffolk", "Berwick", "York")
    made = []

    def divide(answers):
        game = in_flight(battle("north_sea").with_units(*ships, "Bismarck"), ALLIES).choose(*answers)
        if game.decision == Decision.JOIN_GROUP:
            for answer in game.choices:
                divide([*answers, answer])
        else:
            groups = [game.unit(ship).group for ship in ships]
            made.append(tuple(groups.index(group) for group in groups))  # the first ship of each ship's group

    divide([])
    assert len(made) == len(set(made)) == 15  # partitions of four


@pytest.mark.rule("8.22")
def test_a_ship_alone_is_a_group_without_being_asked():
    game = in_flight(battle("north_sea").with_units("Norfolk", "Bismarck"), ALLIES)
    assert game.decision == Decision.PURSUIT


@pytest.mark.rule("8.22")
def test_no_more_than_eight_groups_are_formed():
    cruisers = ("Berwick", "Cornwall", "Cumberland", "Kent", "Suffolk", "Devonshire", "Sussex", "Norfolk", "Exeter")
    game = in_flight(battle("north_sea").with_units(*cruisers, "Bismarck"), ALLIES)
    for _ in range(7):
        game.choose("new_group")
    assert game.choices == set(cruisers[:8])


@pytest.mark.rule("8.22")
def test_ships_and_amphibious_units_retreat_in_one_group():
    game = in_flight(battle("coral_sea").with_units("Louisville", "Myoko", "Kure"), AXIS)
    assert (game.decision, game.subject, game.choices) == (Decision.JOIN_GROUP, "Kure", {"Myoko", "new_group"})
    game.choose("Myoko")
    assert game.unit("Kure").group == game.unit("Myoko").group


@pytest.mark.rule("8.22", "8.12")
def test_ships_of_both_partners_may_form_one_group():
    game = in_flight(battle("mid_atlantic").with_units(*BRITISH_AND_AMERICANS, "Prinz Eugen"), ALLIES)
    assert (game.subject, game.choices) == ("Augusta", {"Norfolk", "new_group"})
    game.choose("Norfolk")
    assert game.unit("Augusta").group == game.unit("Norfolk").group


@pytest.mark.rule("8.22")
def test_a_group_is_as_fast_as_its_slowest_member():
    def retreat():
        position = battle("north_sea").with_units("Warspite", "Prinz Eugen").with_units("Bismarck", damage=2)
        return in_flight(position, AXIS)

    assert retreat().choose("Bismarck").choices == {"Bismarck", "no_pursuit"}  # together at speed 4
    assert retreat().choose("new_group").choices == {"Bismarck", "no_pursuit"}  # Prinz Eugen, speed 7, is on her own
    slowed_less = battle("north_sea").with_units("Warspite", "Prinz Eugen").with_units("Bismarck", damage=1)
    assert in_flight(slowed_less, AXIS).choose("Bismarck").choices == {"no_pursuit"}


@pytest.mark.rule("8.22", "7.62")
def test_damage_does_not_slow_an_amphibious_unit():
    position = battle("coral_sea").with_units("Kure", damage=1).with_units("Idaho")
    assert in_flight(position, AXIS).choices == {"Kure", "no_pursuit"}  # both at speed 3
    position = battle("coral_sea").with_units("Kure", damage=1).with_units("Idaho", damage=1)
    assert in_flight(position, AXIS).choices == {"no_pursuit"}


# --- §8.2: pursuers ------------------------------------------------------------------------------------


@pytest.mark.rule("8.2")
def test_any_or_all_ships_may_pursue_but_no_aircraft_and_no_amphibious_units():
    game = in_flight(battle("coral_sea").with_units("Louisville", "Myoko", "Haguro", "21AF", "Kure"), ALLIES)
    assert (game.decision, game.subject) == (Decision.PURSUIT, "Myoko")
    game.choose("Louisville")
    assert (game.decision, game.subject) == (Decision.PURSUIT, "Haguro")
    game.choose("Louisville")
    assert game.decision not in (Decision.PURSUIT, Decision.JOIN_GROUP)


@pytest.mark.rule("8.2", "7.24")
def test_aircraft_that_do_not_retreat_stay_for_control_out_of_the_pursuit():
    position = battle("north_sea").with_units("Prinz Eugen", "RAF", "Norfolk")
    game = in_flight(position, AXIS, dice=[3, 3])
    game.choose("Prinz Eugen", "surface", "surface")
    assert game.unit("RAF").place == "north_sea"  # a purely surface action before the retreat had sent it home
    assert (game.subject, game.choices) == ("Norfolk", {"Prinz Eugen"})
    game.choose("Prinz Eugen")
    assert (game.subject, game.choices) == ("Prinz Eugen", {"Norfolk"})
    game.choose("Norfolk", "Prinz Eugen", "air", "air")
    assert game.decision == Decision.PURSUIT  # the RAF neither attacks in an air action nor is attacked
    game.choose("no_pursuit", "germany")
    assert game.flag("north_sea") == "allies"


@pytest.mark.rule("8.2")
def test_aircraft_alone_hold_the_area_when_every_pursuer_is_gone():
    game = in_flight(battle("north_sea").with_units("Prinz Eugen", "RAF", "Norfolk"), AXIS, dice=[3, 6, 5])
    game.choose("Prinz Eugen", "surface", "surface", "Prinz Eugen", "Norfolk")
    assert game.unit("Norfolk").place == "out_of_play"
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Prinz Eugen")
    game.choose("germany")
    assert game.flag("north_sea") == "allies"


@pytest.mark.rule("8.2", "7.224")
def test_aircraft_that_stay_still_help_to_decide_the_type_of_action():
    game = in_flight(battle("north_sea").with_units("Scharnhorst", "RAF", "Norfolk"), AXIS, dice=[3, 3])
    game.choose("Scharnhorst", "air", "surface")  # British 3 +1 for the RAF, Germans 3 +1 for surface in the Atlantic
    totals = [total for _, _, _, total, _ in game.events(Event.ACTION_ROLL)]
    assert totals == [4, 4]


@pytest.mark.rule("8.23")
def test_a_ship_pursues_groups_that_are_no_faster_than_itself():
    game = in_flight(battle("north_sea").with_units("Rodney", "Renown", "Norfolk", "Bismarck", "Prinz Eugen"), ALLIES)
    game.choose("new_group", "new_group")  # speeds 3, 6 and 7
    assert (game.subject, game.choices) == ("Bismarck", {"Rodney", "Renown", "no_pursuit"})  # speed 6
    game.choose("Renown")
    assert (game.subject, game.choices) == ("Prinz Eugen", {"Rodney", "Renown", "Norfolk", "no_pursuit"})


@pytest.mark.rule("8.23")
def test_a_ship_too_slow_for_every_group_pursues_none():
    game = in_flight(battle("north_sea").with_units("Rodney", "Warspite", "Scharnhorst", "Prinz Eugen"), AXIS)
    game.choose("new_group")
    assert (game.subject, game.choices) == ("Rodney", {"no_pursuit"})
    game.choose("no_pursuit")
    assert (game.subject, game.choices) == ("Warspite", {"no_pursuit"})


@pytest.mark.rule("8.23")
def test_damage_slows_pursuers_too():
    for damage, choices in ((1, {"Renown", "no_pursuit"}), (2, {"no_pursuit"})):
        position = battle("north_sea").with_units("Renown").with_units("Prinz Eugen", damage=damage)
        assert in_flight(position, ALLIES).choices == choices


@pytest.mark.rule("8.23")
def test_every_assignment_of_pursuers_that_speed_allows_can_be_made():
    def retreat():
        game = in_flight(battle("north_sea").with_units("Renown", "Norfolk", "Bismarck", "Prinz Eugen"), ALLIES)
        return game.choose("new_group")

    made = set()
    for bismarck in retreat().choices:
        for prinz_eugen in retreat().choose(bismarck).choices:
            made.add((bismarck, prinz_eugen))
    assert made == set(product({"Renown", "no_pursuit"}, {"Renown", "Norfolk", "no_pursuit"}))


@pytest.mark.rule("8.23")
def test_groups_that_nobody_pursues_escape_while_another_is_pursued():
    game = in_flight(battle("north_sea").with_units("Renown", "Norfolk", "Bismarck"), ALLIES)
    game.choose("new_group", "Renown")
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Norfolk")
    game.choose("england")
    assert game.decision == Decision.ACTION_TYPE
    assert game.unit("Renown").place == "north_sea"


@pytest.mark.rule("8.24", "9.31")
def test_a_carrier_kept_out_of_the_pursuit_raids_when_all_pursuit_is_over():
    position = battle("marshalls").with_units("Akagi", "Myoko", "Louisville").with_units("Pensacola", place="johnston")
    game = in_flight(position, ALLIES)
    game.choose("no_pursuit")
    assert (game.decision, game.subject) == (Decision.PURSUIT, "Myoko")
    game.choose("Louisville")
    assert game.decision == Decision.ACTION_TYPE  # the pursuit comes first
    game.choose("air", "air", "no_pursuit", "pearl_harbor")
    assert (game.decision, game.subject) == (Decision.AIR_RAID, "Akagi")
    assert game.choices == {"johnston", "hold"}
    assert game.unit("Akagi").group == game.unit("Myoko").group == game.record["battle_group"] == 0  # one force again


@pytest.mark.rule("8.25")
def test_a_ship_that_does_not_pursue_at_once_is_not_asked_again():
    game = in_flight(battle("north_sea").with_units("Renown", "Bismarck", "Prinz Eugen"), ALLIES)
    game.choose("Renown", "no_pursuit", "air", "air")
    assert (game.decision, game.subject) == (Decision.PURSUIT, "Bismarck")
    game.choose("Renown")
    assert game.decision == Decision.ACTION_TYPE


# --- §8.27: units that stay where they are -------------------------------------------------------------


def german_retreat_leaving(unit):
    """Prinz Eugen leaves the South Atlantic to Norfolk; another German unit is there."""
    game = in_flight(battle("south_atlantic").with_units("Norfolk", "Prinz Eugen", unit), AXIS)
    assert (game.decision, game.subject) == (Decision.PURSUIT, "Norfolk")
    assert game.choices == {"Prinz Eugen", "no_pursuit"}
    game.choose("no_pursuit")
    assert game.subject == "Prinz Eugen"
    game.choose("neutral_port")
    assert game.unit(unit).place == "south_atlantic"
    return game


@pytest.mark.rule("8.27")
def test_a_hilfskreuzer_does_not_retreat_and_negates_control():
    assert german_retreat_leaving("Thor").flag("south_atlantic") is None


@pytest.mark.rule("8.27")
def test_a_patrolling_submarine_does_not_retreat_and_negates_control():
    assert german_retreat_leaving("U-boat 1").flag("south_atlantic") is None


@pytest.mark.rule("8.27", "10.35")
def test_an_oiler_does_not_retreat_but_leaves_control_to_the_enemy():
    assert german_retreat_leaving("Nordmark").flag("south_atlantic") == "allies"


@pytest.mark.rule("8.27")
def test_submarines_hilfskreuzers_and_oilers_do_not_pursue():
    position = battle("south_atlantic").with_units("Norfolk", "Nordmark", "Thor", "U-boat 1", "Prinz Eugen")
    game = in_flight(position, ALLIES)
    assert game.subject == "Prinz Eugen"
    game.choose("no_pursuit")
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Norfolk")
    game.choose("england")
    assert {game.unit(unit).place for unit in ("Nordmark", "Thor", "U-boat 1")} == {"south_atlantic"}
