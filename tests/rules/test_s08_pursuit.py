"""§8.3 Retreats: pursuit group by group, and who is where afterwards.

Most battles here begin with a round in which both sides choose an air action that nobody can fight (§7.232), so that
the dice of a test are those of the pursuit.
"""

import pytest

from aw_env.games.admirals_war.records.terms import Action, Decision, Event, Side
from tests.positions import battle
from tests.retreats import BRITISH_AND_AMERICANS, after_a_quiet_round, four_seats, in_flight

ALLIES, AXIS = Side.ALLIES, Side.AXIS


# --- §8.3: pursuit -------------------------------------------------------------------------------------


@pytest.mark.rule("8.3")
def test_a_group_fights_round_after_round_until_it_is_gone():
    game = in_flight(battle("north_sea").with_units("Norfolk", "Prinz Eugen"), ALLIES, dice=[1, 1, 1, 6, 2])
    game.choose("Norfolk", "surface", "surface", "Prinz Eugen", "Norfolk")
    assert (game.decision, game.side) == (Decision.PURSUIT, AXIS)
    game.choose("Norfolk", "surface", "surface", "Prinz Eugen", "Norfolk")
    assert game.over
    assert game.unit("Norfolk").place == "out_of_play"
    assert game.flag("north_sea") == "axis"


@pytest.mark.rule("8.22", "8.35")
def test_a_group_is_told_of_by_its_first_unit():
    position = battle("north_sea").with_units("Norfolk", "Suffolk", "Devonshire", "Prinz Eugen")
    game = in_flight(position, ALLIES).choose("new_group", "new_group", "Norfolk")
    told = {kind: [row[1:3] for row in game.events(kind)] for kind in (Event.PURSUES, Event.ESCAPES)}
    prinz_eugen, norfolk = game.unit("Prinz Eugen").number, game.unit("Norfolk").number
    assert told[Event.PURSUES] == [(prinz_eugen, norfolk)]
    assert [group for group, _ in told[Event.ESCAPES]][0] != norfolk


@pytest.mark.rule("8.3")
def test_a_group_that_sinks_its_pursuers_escapes():
    game = in_flight(battle("north_sea").with_units("Hood", "Prinz Eugen"), ALLIES, dice=[6, 1, 1, 1, 5, 3])
    game.choose("Hood", "surface", "surface", "Prinz Eugen", "Hood")
    assert game.unit("Prinz Eugen").place == "out_of_play"
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Hood")
    game.choose("england")
    assert game.flag("north_sea") is None


@pytest.mark.rule("8.3", "8.32")
def test_a_group_without_pursuers_goes_home_without_dividing():
    position = battle("north_sea").with_units("Hood", "Norfolk", "Prinz Eugen")
    game = in_flight(position, ALLIES, dice=[6, 1, 1, 1, 5, 1, 3])
    game.choose("Hood", "Hood", "surface", "surface", "Prinz Eugen", "Prinz Eugen", "Hood")
    assert game.unit("Prinz Eugen").place == "out_of_play"
    assert game.decision == Decision.RETURN_TO_BASE


@pytest.mark.rule("8.3", "8.34")
def test_nobody_declares_another_retreat_in_a_pursuit():
    game = in_flight(battle("north_sea").with_units("Hood", "Prinz Eugen"), ALLIES, dice=[1, 1, 1, 1, 1])
    game.choose("Hood", "surface", "surface", "Prinz Eugen", "Hood")
    assert game.decision == Decision.PURSUIT  # the pursuer may stop; it cannot be pursued in turn
    game.choose("no_pursuit")
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Hood")


@pytest.mark.rule("8.31")
def test_one_group_fights_an_air_action_while_another_fights_a_surface_action():
    position = battle("north_sea").with_units("Norfolk", "Ark Royal", "graf_zeppelin", "Prinz Eugen")
    game = position.start(dice=[1, 6, 4, 5, 1, 1, 1, 1])
    game.choose("north_sea", "air", "air", "hold", "hold", "retreat", "remain", "new_group")
    game.choose_for(prinz_eugen="Norfolk", graf_zeppelin="Ark Royal")
    # Norfolk and Prinz Eugen: a surface action; the carriers have no part in it
    game.choose("surface", "surface")
    assert (game.subject, game.choices) == ("Norfolk", {"Prinz Eugen"})
    game.choose("Prinz Eugen")
    assert (game.subject, game.choices) == ("Prinz Eugen", {"Norfolk"})
    game.choose("Norfolk")
    assert game.unit("Norfolk").place == "out_of_play"
    # Ark Royal and Graf Zeppelin: an air action; Prinz Eugen has no part in it
    game.choose("air", "air")
    assert (game.subject, game.choices) == ("Ark Royal", {"Graf Zeppelin", "hold"})
    game.choose("Graf Zeppelin")
    assert (game.subject, game.choices) == ("Graf Zeppelin", {"Ark Royal", "hold"})
    game.choose("Ark Royal")
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Graf Zeppelin")  # disabled by the 5
    determined = [action for _, action, _, _, _ in game.events(Event.ACTION_DETERMINED)]
    assert determined[-2:] == [Action.SURFACE, Action.AIR]
    game.choose("germany")
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Ark Royal")  # nobody pursues her now
    game.choose("england")
    assert game.unit("Prinz Eugen").place == "north_sea"
    assert game.flag("north_sea") == "axis"


@pytest.mark.rule("8.31", "7.231")
def test_the_type_of_action_is_rolled_for_separately_by_each_group():
    position = battle("north_sea").with_units("Norfolk", "Suffolk", "Scharnhorst", "Prinz Eugen")
    game = in_flight(position, ALLIES, dice=[6, 1, 1, 6])
    game.choose("new_group", "Suffolk", "Norfolk")
    game.choose("air", "surface", "no_pursuit")  # Suffolk's group: 6 against 1+1, an air action without a shot
    game.choose("england")
    game.choose("air", "surface")  # Norfolk's: 1 against 6+1
    determined = [action for _, action, _, _, _ in game.events(Event.ACTION_DETERMINED)]
    assert determined[-2:] == [Action.AIR, Action.SURFACE]


@pytest.mark.rule("8.31", "7.323")
def test_the_enemy_ships_that_must_be_attacked_are_those_of_the_pursuit():
    position = battle("coral_sea").with_units("Louisville", "Northampton", "Houston", "Haguro", "Kure")
    game = in_flight(position.with_units("Myoko", damage=1), AXIS)
    game.choose("new_group", "Haguro")  # Myoko alone; Haguro with the troops
    game.choose("Haguro", "Myoko", "Haguro")  # Louisville and Northampton pursue the troops, Houston Myoko
    game.choose("air", "air", "no_pursuit", "truk")  # Myoko's battle ends; she escapes
    game.choose("surface", "surface", "Louisville")
    assert (game.subject, game.choices) == ("Louisville", {"Haguro", "Kure"})
    game.choose("Kure")
    assert (game.subject, game.choices) == ("Northampton", {"Haguro"})  # the troops only if Haguro is attacked too


@pytest.mark.rule("8.31")
def test_a_group_is_fought_to_a_finish_before_the_next():
    position = battle("north_sea").with_units("Berwick", "Suffolk", "York", "Admiral Hipper", "Prinz Eugen")
    game = in_flight(position, ALLIES, dice=[1, 1, 6, 2])
    game.choose("new_group", "Berwick")  # Berwick and York together, Suffolk on her own between them in the roster
    game.choose("Berwick", "Suffolk")
    game.choose("surface", "surface", "Admiral Hipper", "Admiral Hipper", "Berwick")
    assert game.unit("Berwick").place == "out_of_play"
    assert (game.decision, game.subject) == (Decision.PURSUIT, "Admiral Hipper")
    game.choose("York", "surface", "surface")
    assert (game.subject, game.choices) == ("York", {"Admiral Hipper"})  # not yet Suffolk and Prinz Eugen


@pytest.mark.rule("8.31")
def test_losses_of_one_group_do_not_touch_the_battle_of_another():
    position = battle("north_sea").with_units("Norfolk", "York", "Scharnhorst", "Prinz Eugen")
    game = in_flight(position, ALLIES, dice=[6, 2, 1, 1, 1])
    game.choose("new_group", "Norfolk", "York")
    game.choose("surface", "surface", "Scharnhorst", "Norfolk", "no_pursuit")  # Norfolk hits Scharnhorst: speed 5
    assert game.unit("Scharnhorst").damage == 2
    game.choose("england")
    assert game.decision == Decision.ACTION_TYPE  # York is still pursued by Prinz Eugen
    game.choose("air", "air")
    assert (game.subject, game.choices) == ("Prinz Eugen", {"York", "no_pursuit"})


# --- §8.32: groups that divide -------------------------------------------------------------------------


@pytest.mark.rule("8.32")
def test_a_group_may_divide_after_each_round_and_its_pursuers_divide_to_follow():
    position = battle("north_sea").with_units("Norfolk", "York", "Scharnhorst", "Prinz Eugen")
    game = in_flight(position, ALLIES)
    game.choose("Norfolk", "Norfolk", "Norfolk", "air", "air")
    assert (game.decision, game.subject, game.choices) == (Decision.JOIN_GROUP, "York", {"Norfolk", "new_group"})
    game.choose("new_group")
    assert (game.subject, game.choices) == ("Scharnhorst", {"Norfolk", "York", "no_pursuit"})
    game.choose("York")
    assert (game.subject, game.choices) == ("Prinz Eugen", {"Norfolk", "York", "no_pursuit"})
    game.choose("Norfolk", "surface", "surface")
    assert (game.subject, game.choices) == ("Norfolk", {"Prinz Eugen"})


@pytest.mark.rule("8.32")
def test_the_part_that_nobody_follows_escapes():
    game = in_flight(battle("north_sea").with_units("Norfolk", "York", "Scharnhorst"), ALLIES)
    game.choose("Norfolk", "Norfolk", "air", "air", "new_group", "York")
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Norfolk")
    game.choose("england")
    assert game.decision == Decision.ACTION_TYPE
    assert game.unit("York").place == "north_sea"


@pytest.mark.rule("8.32")
def test_a_group_that_leaves_its_slow_member_behind_outruns_slow_pursuers():
    position = battle("north_sea").with_units("Renown", "Norfolk", "Bismarck")
    game = in_flight(position, ALLIES)
    game.choose("Renown", "Renown", "air", "air", "new_group")  # Renown 6, Norfolk 7, Bismarck 6
    assert game.choices == {"Renown", "no_pursuit"}


@pytest.mark.rule("8.32")
def test_a_group_becomes_faster_when_its_slowest_member_is_disabled():
    position = battle("north_sea").with_units("Rodney", "Norfolk", "Scharnhorst").with_units("Bismarck", damage=3)
    game = in_flight(position, ALLIES, dice=[1, 1, 1, 1, 1, 1, 4, 1, 1, 1, 1, 1, 1])
    game.choose("Rodney", "Rodney", "Rodney", "surface", "surface")
    game.choose("Scharnhorst", "Scharnhorst", "Rodney", "Norfolk")
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Rodney")
    game.choose("england")
    assert (game.subject, game.choices) == ("Scharnhorst", {"Norfolk", "no_pursuit"})
    game.choose("Norfolk")
    assert (game.subject, game.choices) == ("Bismarck", {"no_pursuit"})  # speed 3 was enough while Rodney was there


@pytest.mark.rule("8.32", "8.37")
def test_pursuers_follow_only_the_parts_of_the_group_they_pursued():
    position = battle("north_sea").with_units("Berwick", "Norfolk", "York", "Scharnhorst", "Prinz Eugen")
    game = in_flight(position, ALLIES)
    game.choose("Berwick", "new_group")  # Berwick with Norfolk, York on her own
    game.choose("Berwick", "York")
    game.choose("air", "air", "new_group")
    assert (game.decision, game.subject) == (Decision.PURSUIT, "Scharnhorst")
    assert game.choices == {"Berwick", "Norfolk", "no_pursuit"}
    game.choose("Norfolk")
    assert game.subject == "Berwick"  # escapes; Prinz Eugen was not asked
    game.choose("england", "surface", "surface")
    assert (game.subject, game.choices) == ("Norfolk", {"Scharnhorst"})


@pytest.mark.rule("8.37")
def test_groups_never_join_again():
    position = battle("north_sea").with_units("Berwick", "Norfolk", "York", "Scharnhorst", "Prinz Eugen")
    game = in_flight(position, ALLIES)
    game.choose("new_group", "Norfolk")  # Berwick on her own, Norfolk with York
    game.choose("Berwick", "Norfolk", "air", "air")
    assert game.decision == Decision.PURSUIT  # a ship alone is not asked whom to join
    game.choose("no_pursuit", "england", "air", "air")
    assert (game.decision, game.subject, game.choices) == (Decision.JOIN_GROUP, "York", {"Norfolk", "new_group"})


@pytest.mark.rule("8.37")
def test_a_part_that_split_off_never_joins_the_other_part_again():
    game = in_flight(battle("north_sea").with_units("Norfolk", "York", "Scharnhorst", "Prinz Eugen"), ALLIES)
    game.choose("Norfolk", "Norfolk", "Norfolk", "air", "air")
    game.choose("new_group", "Norfolk", "York", "air", "air")
    assert (game.decision, game.subject, game.choices) == (Decision.PURSUIT, "Scharnhorst", {"Norfolk", "no_pursuit"})


@pytest.mark.rule("8.37")
def test_a_group_number_used_again_does_not_mix_two_groups():
    cruisers = ("Berwick", "Cornwall", "Cumberland", "Kent", "Suffolk", "Devonshire", "Sussex", "Norfolk", "Exeter")
    game = in_flight(battle("north_sea").with_units(*cruisers, "Scharnhorst", "Prinz Eugen"), ALLIES)
    for _ in range(7):
        game.choose("new_group")
    game.choose("Norfolk", "Berwick", "Norfolk")  # Exeter with Norfolk; six groups escape
    for cruiser in cruisers[1:7]:
        assert game.subject == cruiser
        game.choose("england")
    game.choose("air", "air", "no_pursuit", "england")  # Berwick escapes after a round
    game.choose("air", "air", "new_group")  # Exeter leaves Norfolk
    groups = {game.unit(ship).group for ship in ("Norfolk", "Exeter")}
    assert len(groups) == 2
    assert (game.subject, game.choices) == ("Prinz Eugen", {"Norfolk", "Exeter", "no_pursuit"})


# --- §8.33-8.36: the end of a pursuit ------------------------------------------------------------------


@pytest.mark.rule("8.33")
def test_a_pursuer_may_stop_after_any_round_and_never_pursues_again():
    position = battle("north_sea").with_units("Norfolk", "York", "Scharnhorst", "Prinz Eugen")
    game = in_flight(position, ALLIES)
    game.choose("new_group", "Norfolk", "York")
    game.choose("air", "air", "no_pursuit")  # Scharnhorst lets Norfolk go
    assert game.subject == "Norfolk"
    game.choose("england", "air", "air")
    assert (game.decision, game.subject) == (Decision.PURSUIT, "Prinz Eugen")
    game.choose("York", "air", "air")
    assert (game.decision, game.subject) == (Decision.PURSUIT, "Prinz Eugen")


@pytest.mark.rule("8.33")
def test_a_pursuer_that_damage_has_made_too_slow_must_stop():
    for damage, choices in ((1, {"Renown", "no_pursuit"}), (2, {"no_pursuit"})):
        position = battle("north_sea").with_units("Renown", "Prinz Eugen")
        game = in_flight(position, ALLIES, dice=[6, 1, 1, damage, 1])
        game.choose("Renown", "surface", "surface", "Prinz Eugen", "Renown")
        assert game.unit("Prinz Eugen").damage == damage
        assert game.choices == choices


@pytest.mark.rule("8.33")
def test_a_group_slowed_by_damage_lets_a_slowed_pursuer_go_on():
    game = in_flight(battle("north_sea").with_units("Renown", "Prinz Eugen"), ALLIES, dice=[6, 1, 1, 2, 6, 1])
    game.choose("Renown", "surface", "surface", "Prinz Eugen", "Renown")
    assert (game.unit("Prinz Eugen").damage, game.unit("Renown").damage) == (2, 1)  # both at speed 5
    assert game.choices == {"Renown", "no_pursuit"}


@pytest.mark.rule("8.34")
def test_a_ship_that_breaks_off_is_out_of_the_battle_while_the_rest_goes_on():
    game = in_flight(battle("north_sea").with_units("Norfolk", "Scharnhorst", "Prinz Eugen"), ALLIES)
    game.choose("Norfolk", "Norfolk", "air", "air", "no_pursuit", "Norfolk")
    game.choose("surface", "surface")
    assert (game.subject, game.choices) == ("Norfolk", {"Prinz Eugen"})
    game.choose("Prinz Eugen")
    assert (game.subject, game.choices) == ("Prinz Eugen", {"Norfolk"})


@pytest.mark.rule("8.35")
def test_a_group_escapes_at_once_when_its_last_pursuer_stops():
    position = battle("north_sea").with_units("Norfolk", "York", "Ark Royal", "Scharnhorst", "Prinz Eugen")
    game = in_flight(position, ALLIES)
    game.choose("new_group", "Norfolk")  # Norfolk with Ark Royal, York on her own
    game.choose("Norfolk", "York", "air", "air", "hold", "Norfolk", "no_pursuit")
    game.choose_for(norfolk="england", ark_royal="england")
    assert game.decision == Decision.ACTION_TYPE  # and only then York's battle
    assert game.unit("York").place == "north_sea"


@pytest.mark.rule("8.36")
def test_pursuers_of_a_group_that_is_gone_pursue_nobody_else():
    position = battle("north_sea").with_units("Norfolk", "York", "Scharnhorst", "Prinz Eugen")
    game = in_flight(position, ALLIES, dice=[1, 6, 1, 1, 2])
    game.choose("new_group", "Norfolk", "York")
    game.choose("surface", "surface", "Scharnhorst", "Norfolk")
    assert game.unit("Norfolk").place == "out_of_play"
    game.choose("surface", "surface")
    assert (game.subject, game.choices) == ("York", {"Prinz Eugen"})  # Scharnhorst is not in this battle
    game.lay(1, 1).choose("Prinz Eugen", "York")
    assert game.subject == "Prinz Eugen"
    game.choose("no_pursuit", "england")
    assert game.unit("Scharnhorst").place == game.unit("Prinz Eugen").place == "north_sea"
    assert game.flag("north_sea") == "axis"


@pytest.mark.rule("8.36")
def test_a_group_whose_last_ship_is_disabled_ends_its_pursuit():
    position = battle("north_sea").with_units("Norfolk", "York", "Scharnhorst", "Prinz Eugen")
    game = in_flight(position, ALLIES, dice=[1, 4, 1, 1])
    game.choose("new_group", "Norfolk", "York", "surface", "surface", "Scharnhorst", "Norfolk")
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Norfolk")
    game.choose("england")
    assert game.decision == Decision.ACTION_TYPE  # York's battle, with no question to Scharnhorst
    assert game.unit("Scharnhorst").group != game.unit("York").group


# --- pursuits without a shot ---------------------------------------------------------------------------


@pytest.mark.rule("7.232", "8.35")
def test_after_three_rounds_without_a_shot_the_group_escapes():
    game = in_flight(battle("north_sea").with_units("Norfolk", "Prinz Eugen", "Tirpitz", "Luftwaffe"), ALLIES)
    game.choose_for(tirpitz="no_pursuit", prinz_eugen="Norfolk")
    game.choose("air", "air", "Norfolk", "air", "air", "Norfolk", "air", "air")
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Norfolk")
    game.choose("england")
    assert game.over
    assert {game.unit(unit).place for unit in ("Prinz Eugen", "Tirpitz", "Luftwaffe")} == {"north_sea"}
    assert game.flag("north_sea") == "axis"


@pytest.mark.rule("7.232", "8.35")
def test_a_shot_begins_the_count_of_quiet_rounds_anew():
    game = in_flight(battle("north_sea").with_units("Norfolk", "Prinz Eugen"), ALLIES, dice=[1, 1])
    game.choose("Norfolk", "air", "air", "Norfolk", "air", "air", "Norfolk")
    game.choose("surface", "surface", "Prinz Eugen", "Norfolk", "Norfolk")
    game.choose("air", "air", "Norfolk", "air", "air")
    assert game.decision == Decision.PURSUIT


@pytest.mark.rule("7.232", "8.31")
def test_each_group_counts_its_own_quiet_rounds():
    position = battle("north_sea").with_units("Norfolk", "York", "Scharnhorst", "Prinz Eugen")
    game = in_flight(position, ALLIES)
    game.choose("new_group", "Norfolk", "York")
    game.choose("air", "air", "Norfolk", "air", "air", "Norfolk", "air", "air")
    assert game.subject == "Norfolk"
    game.choose("england", "air", "air")
    assert (game.decision, game.subject) == (Decision.PURSUIT, "Prinz Eugen")


@pytest.mark.rule("7.232", "8.32")
def test_a_part_that_splits_off_has_no_quiet_rounds_behind_it():
    game = in_flight(battle("north_sea").with_units("Norfolk", "York", "Prinz Eugen"), ALLIES)
    game.choose("Norfolk", "Norfolk", "air", "air", "Norfolk", "Norfolk", "air", "air")
    game.choose("new_group", "York", "england")  # Norfolk escapes
    game.choose("air", "air")
    assert (game.decision, game.choices) == (Decision.PURSUIT, {"York", "no_pursuit"})


@pytest.mark.rule("7.232", "8.32")
def test_a_new_part_does_not_inherit_the_quiet_rounds_of_a_group_that_is_gone():
    position = battle("north_sea").with_units("Berwick", "Norfolk", "York", "Scharnhorst", "Prinz Eugen")
    game = in_flight(position, ALLIES)
    game.choose("new_group", "Norfolk", "Berwick", "Norfolk")  # Norfolk with York
    game.choose("air", "air", "Berwick", "air", "air", "no_pursuit", "england")  # Berwick is gone after two rounds
    game.choose("air", "air", "new_group", "York", "england")  # Norfolk escapes
    game.choose("air", "air")
    assert (game.decision, game.choices) == (Decision.PURSUIT, {"York", "no_pursuit"})


@pytest.mark.rule("7.31", "8.32")
def test_a_new_part_may_hold_its_fire_though_a_group_that_is_gone_held_for_long():
    position = battle("north_sea").with_units("Ark Royal", "Illustrious", "Victorious", "Scharnhorst", "Prinz Eugen")
    game = in_flight(position, ALLIES)
    game.choose("new_group", "Illustrious", "Ark Royal", "Illustrious")  # Victorious with Illustrious
    game.choose("air", "air", "hold", "Ark Royal", "air", "air", "hold", "no_pursuit", "england")
    game.choose("air", "air", "hold", "hold", "new_group", "Victorious", "england")  # Illustrious escapes
    game.choose("air", "air")
    assert (game.subject, game.choices) == ("Victorious", {"Prinz Eugen", "hold"})


# --- landings between the rounds -----------------------------------------------------------------------


@pytest.mark.rule("7.73", "8.11")
def test_when_both_sides_remain_both_may_land():
    game = after_a_quiet_round(battle("coral_sea").with_units("Louisville", "1st Marines", "Myoko", "Kure"))
    game.choose("remain", "remain")
    assert (game.decision, game.subject) == (Decision.LANDING, "Kure")
    game.choose("stay")
    assert (game.decision, game.subject) == (Decision.LANDING, "1st Marines")


@pytest.mark.rule("7.73", "8.21")
def test_the_side_that_stays_may_land_in_the_round_in_which_the_other_retreats():
    game = in_flight(battle("coral_sea").with_units("Louisville", "Myoko", "Kure"), ALLIES)
    game.choose("Louisville")  # Myoko pursues
    assert (game.decision, game.subject) == (Decision.LANDING, "Kure")
    game.choose("port_moresby")
    assert game.owner("port_moresby") == "japanese"
    assert game.decision == Decision.ACTION_TYPE  # the pursuit goes on


@pytest.mark.rule("7.73", "8.21")
def test_the_retreating_side_does_not_land_and_the_other_may_after_each_round_of_pursuit():
    position = battle("coral_sea").with_units("Louisville", "1st Marines", "Myoko", "Kure")
    game = in_flight(position, ALLIES)
    game.choose("Louisville", "Louisville")  # one group, pursued by Myoko
    assert (game.decision, game.subject) == (Decision.LANDING, "Kure")
    game.choose("stay", "air", "air", "Louisville", "Louisville")
    assert (game.decision, game.subject) == (Decision.LANDING, "Kure")
    game.choose("stay", "air", "air", "Louisville", "no_pursuit")
    game.choose_for(louisville="pearl_harbor", us_1st_marines="pearl_harbor")
    assert (game.decision, game.subject) == (Decision.LANDING, "Kure")
    assert game.unit("1st Marines").place == "pearl_harbor"


@pytest.mark.rule("7.73", "8.21")
def test_the_allies_land_when_the_axis_retreats():
    position = battle("marshalls").with_units("Louisville", "1st Marines").with_units("Myoko", damage=1)
    game = in_flight(position, AXIS).choose("Myoko")
    assert (game.decision, game.subject) == (Decision.LANDING, "1st Marines")
    game.choose("stay")
    assert game.decision == Decision.ACTION_TYPE


@pytest.mark.rule("8.35", "5.53")
def test_ships_that_nobody_pursues_are_home_before_the_enemy_lands():
    game = in_flight(battle("coral_sea").with_units("Louisville", "Myoko", "Kure"), ALLIES)
    game.choose("no_pursuit")
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Louisville")
    game.choose("port_moresby")
    assert (game.decision, game.subject) == (Decision.LANDING, "Kure")
    game.choose("port_moresby")
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Louisville")  # driven out again
    assert game.unit("Louisville").place == "port_moresby" and "noumea" in game.choices


# --- four powers ---------------------------------------------------------------------------------------


@pytest.mark.rule("8.23", "8.12")
def test_ships_of_both_partners_pursue_the_same_groups():
    position = battle("mid_atlantic").with_units(*BRITISH_AND_AMERICANS, "Scharnhorst", "Prinz Eugen")
    game = after_a_quiet_round(position.altered(four_seats))
    game.choose("remain", "remain", "retreat", "new_group")
    assert (game.power.name, game.subject) == ("BRITISH", "Norfolk")
    game.choose("Prinz Eugen")
    assert (game.power.name, game.subject) == ("AMERICAN", "Augusta")
    assert game.choices == {"Scharnhorst", "Prinz Eugen", "no_pursuit"}
    game.choose("Prinz Eugen", "germany")  # Scharnhorst escapes
    game.choose("surface", "surface", "Prinz Eugen", "Prinz Eugen")
    assert (game.subject, game.choices) == ("Prinz Eugen", {"Norfolk", "Augusta"})


@pytest.mark.rule("8.31", "7.221")
def test_a_partner_chooses_the_action_where_only_his_ships_pursue():
    position = battle("mid_atlantic").with_units(*BRITISH_AND_AMERICANS, "Scharnhorst", "Prinz Eugen")
    game = after_a_quiet_round(position.altered(four_seats))
    game.choose("remain", "remain", "retreat", "new_group", "Scharnhorst", "Prinz Eugen")
    assert (game.decision, game.power.name) == (Decision.ACTION_TYPE, "BRITISH")
    game.choose("air", "air", "no_pursuit", "germany")
    assert (game.decision, game.power.name) == (Decision.ACTION_TYPE, "AMERICAN")


@pytest.mark.rule("8.35", "8.12")
def test_partners_that_escape_go_home_each_to_its_own_ports():
    position = battle("mid_atlantic").with_units(*BRITISH_AND_AMERICANS, "Prinz Eugen").altered(four_seats)
    game = after_a_quiet_round(position).choose("retreat", "remain", "Norfolk", "no_pursuit")
    assert (game.power.name, game.subject) == ("BRITISH", "Norfolk")
    game.choose("england")
    assert (game.power.name, game.subject) == ("AMERICAN", "Augusta")
