"""§18 Minor navies: Australians and Dutch, Russians, the French fleet."""

import pytest

from aw_env.games.admirals_war.records.terms import FIRST_PORT, Decision, Event, Power
from tests.positions import Position, battle, movement, names, place_number


def returns(unit, area, **keys):
    """The places to which a unit may return at the end of a turn."""
    position = Position("return", area, **{"turn": 3, "last_turn": 4, **keys})
    return position.with_units(unit).start().choices


# --- §18.1: Australians and Dutch ----------------------------------------------------------------------


@pytest.mark.rule("18.11")
@pytest.mark.parametrize("unit", ["Australia", "De Ruyter"])
def test_once_japan_has_attacked_they_use_us_and_british_places(unit):
    ports = {"pearl_harbor", "samoa", "australia", "singapore", "trincomalee"}
    assert returns(unit, "coral_sea") == ports | {"port_moresby"}
    assert returns(unit, "hawaiian_islands") == ports | {"johnston", "panama_canal"}
    assert {"usa", "england"} < returns(unit, "mid_atlantic")


@pytest.mark.rule("18.12")
@pytest.mark.parametrize("area", ["indonesia", "bay_of_bengal", "arabian_sea", "coral_sea"])
def test_before_that_de_ruyter_returns_to_singapore(area):
    assert returns("De Ruyter", area, hostilities=False) == {"singapore"}


@pytest.mark.rule("18.12", "10.1")
def test_so_she_does_not_sail_to_the_atlantic_from_which_she_could_not_return_there():
    for at_war in (False, True):
        position = movement(turn=2, last_turn=2, hostilities=at_war).with_units("De Ruyter", place="singapore")
        game = position.start().choose("turn_raider").until(Decision.RAID_ORDER)
        assert "indian_ocean" in game.choices
        assert bool({"east_med", "cape_of_good_hope"} & game.choices) == at_war


@pytest.mark.rule("18.13", "19.37")
def test_the_australian_cruisers_may_go_to_the_atlantic_at_any_time():
    position = movement(turn=2, last_turn=2, hostilities=False, flags={})
    game = position.with_units("Canberra", place="australia").start().choose("turn_raider")
    game.until(Decision.RAID_ORDER)
    assert "cape_of_good_hope" in game.choices
    assert returns("Canberra", "cape_of_good_hope", hostilities=False) >= {"simons_town", "england", "gibraltar"}
    assert returns("Canberra", "coral_sea", hostilities=False) == {"australia"}


# --- §18.2: Russians -----------------------------------------------------------------------------------

RUSSIANS = ("Marat", "Oktyabrskaya Revolutsiya")


def leningrad(dice, begins_at="patrolling", **state):
    """The Russian ships in their port on turn 4, and a British one."""
    position = Position(begins_at, turn=4, last_turn=4).with_units(*RUSSIANS, place="leningrad", **state)
    return position.with_units("Hood", place="england").start(dice=dice)


@pytest.mark.rule("18.21")
def test_russian_ships_enter_the_baltic_only_and_return_to_leningrad_only():
    game = Position("patrolling", turn=4, last_turn=5).with_units("Marat", place="leningrad").start(dice=[6])
    assert game.power == Power.BRITISH
    assert game.choices == {"baltic", "stay", "turn_raider"}
    game.choose("baltic").until(Decision.RETURN_TO_BASE)
    assert game.choices == {"leningrad"}


@pytest.mark.rule("18.21", "18.23")
def test_a_russian_raider_gets_no_further():
    game = Position("patrolling", turn=4, last_turn=4).with_units("Marat", place="leningrad").start(dice=[5])
    game.choose("turn_raider").until(Decision.RAID_ORDER)
    assert game.choices == {"baltic", "stay"}


@pytest.mark.rule("18.22")
@pytest.mark.parametrize(("first", "second"), [(4, 5), (5, 4), (6, 6), (1, 4)])
def test_each_russian_ship_rolls_5_or_6_to_move(first, second):
    game = leningrad([first, second])
    assert [row[2] for row in game.events(Event.ROLL_TO_MOVE)] == [int(first >= 5), int(second >= 5)]
    orders = set()
    while game.decision == Decision.PATROL_ORDER:
        orders.add(game.subject)
        game.choose("stay")
    assert orders == {"Hood"} | {ship for ship, die in zip(RUSSIANS, (first, second), strict=True) if die >= 5}


@pytest.mark.rule("18.22")
def test_they_roll_again_on_every_turn():
    position = Position("patrolling", turn=4, last_turn=5).with_units("Marat", place="leningrad")
    game = position.start(dice=[1, 5])
    assert (int(game.record["turn"]), game.subject) == (5, "Marat")
    assert [row[2] for row in game.events(Event.ROLL_TO_MOVE)] == [0, 1]


@pytest.mark.rule("18.24")
@pytest.mark.parametrize("die", [1, 6])
def test_a_ship_that_may_not_move_still_repairs(die):
    position = Position("patrolling", turn=4, last_turn=4).with_units("Marat", place="leningrad", damage=1)
    game = position.start(dice=[die]).until(Decision.REPAIR, prefer=["stay"])
    assert (game.decision, game.choices >= {"Marat"}) == (Decision.REPAIR, True)


@pytest.mark.rule("18.23")
def test_a_ship_that_may_move_may_also_stay_for_repairs_or_turn_raider_but_not_both():
    position = Position("patrolling", turn=4, last_turn=4).with_units("Marat", place="leningrad", damage=1)
    game = position.start(dice=[6])
    assert game.choices == {"baltic", "stay", "turn_raider"}
    game.choose("turn_raider").until(Decision.REPAIR, prefer=["stay"])
    assert game.decision != Decision.REPAIR


@pytest.mark.rule("18.25")
def test_all_russian_rolls_are_known_before_any_ship_is_ordered():
    game = leningrad([5, 6])
    assert game.decision == Decision.PATROL_ORDER and game.dice_left == 0
    assert len(game.events(Event.ROLL_TO_MOVE)) == 2 and not game.events(Event.MOVED)


# --- §18.3: France -------------------------------------------------------------------------------------


@pytest.mark.rule("18.31")
def test_on_turn_1_the_us_player_moves_french_ships():
    game = Position("patrolling").with_units("Dunkerque", place="brest").start()
    assert (game.decision, game.power) == (Decision.PATROL_ORDER, Power.AMERICAN)


def recalled(ship, place, **state):
    """Where a French ship is at the end of turn 1."""
    position = Position("return", turn=1, last_turn=2, hostilities=False).with_units(ship, place=place, **state)
    game = position.with_units("Hood", place="north_sea").start()
    assert game.decision == Decision.RETURN_TO_BASE and game.subject == "Hood", "there is nothing to choose"
    return game.unit(ship).place


@pytest.mark.rule("18.32")
@pytest.mark.parametrize(
    ("place", "home"),
    [
        ("bay_of_biscay", "brest"),
        ("western_approaches", "brest"),
        ("mid_atlantic", "brest"),
        ("north_sea", "brest"),
        ("west_med", "toulon"),
        ("east_med", "toulon"),
        ("arabian_sea", "toulon"),
        ("indonesia", "toulon"),
    ],
)
def test_at_the_end_of_turn_1_french_ships_return_to_the_closer_of_brest_and_toulon(place, home):
    assert recalled("Dunkerque", place) == home


@pytest.mark.rule("18.32")
def test_in_a_tie_they_return_to_toulon():
    assert recalled("Dunkerque", "south_atlantic") == "toulon", "one area from the Bay of Biscay and from the Med"


@pytest.mark.rule("18.32")
@pytest.mark.parametrize(("port", "home"), [("saigon", "toulon"), ("england", "brest"), ("brest", "brest")])
def test_those_in_other_ports_return_too(port, home):
    assert recalled("Dunkerque", port) == home


@pytest.mark.rule("18.32")
def test_a_raiding_french_ship_comes_home_as_any_other():
    assert recalled("Dunkerque", "arabian_sea", raiding=True) == "toulon"


def france_falls(*ships, dice=(), lead=0, place="toulon"):
    """Turn 2 has begun, with this lead of the Allies on the Atlantic track."""
    position = Position("return", turn=1, last_turn=3, hostilities=False, victory_points={"atlantic": lead})
    for ship in ships:
        position.with_units(ship, place=place)
    return position.with_units("Hood", place="north_sea").start(dice=dice).choose("england")


@pytest.mark.rule("18.33", "18.34")
@pytest.mark.parametrize(
    ("dice", "place", "power"),
    [
        ((1, 1), "toulon", Power.GERMAN),
        ((1, 2), "toulon", Power.GERMAN),
        ((2, 2), "out_of_play", Power.AMERICAN),
        ((4, 5), "out_of_play", Power.AMERICAN),
        ((4, 6), "usa", Power.AMERICAN),
        ((6, 6), "usa", Power.AMERICAN),
    ],
)
def test_table_4(dice, place, power):
    game = france_falls("Dunkerque", dice=dice)
    assert (game.unit("Dunkerque").place, game.unit("Dunkerque").controller) == (place, power)
    assert game.dice_left == 0


@pytest.mark.rule("18.33")
@pytest.mark.parametrize(
    ("lead", "dice", "outcome"),
    [
        (1, (4, 5), 2),
        (9, (4, 5), 2),  # a lead counts once, however great
        (9, (4, 4), 1),
        (1, (1, 2), 1),
        (-1, (4, 6), 1),
        (-1, (5, 6), 2),
        (-3, (3, 3), 0),
        (-3, (6, 6), 1),
        (-2, (6, 6), 2),
    ],
)
def test_a_british_lead_adds_1_and_each_point_of_a_german_lead_takes_1_off(lead, dice, outcome):
    game = france_falls("Dunkerque", dice=dice, lead=lead)
    assert [row[2:4] for row in game.events(Event.TABLE)] == [(4, outcome)]


@pytest.mark.rule("18.33")
def test_jean_bart_has_2_less():
    dice = [4, 6, 4, 6, 3, 2]
    game = france_falls("Dunkerque", "jean_bart", "Richelieu", dice=dice, place="brest")
    rolled = {names().units[row[1]].name: row[3] for row in game.events(Event.TABLE)}
    by_roster = [names().units[row[1]].name for row in game.events(Event.TABLE)]
    assert rolled["Jean Bart"] == (1 if by_roster.index("Jean Bart") < 2 else 0)
    assert rolled["Dunkerque"] == 2


@pytest.mark.rule("18.3", "18.33")
def test_richelieu_and_jean_bart_arrive_in_brest_on_turn_2_and_roll_with_the_others():
    position = Position("return", turn=1, last_turn=3, hostilities=False)
    position.with_units("Richelieu", "Jean Bart", place="not_yet_arrived", due=2).with_units("Hood", place="north_sea")
    game = position.start(dice=[1, 1, 1, 2]).choose("england")
    assert [row[3] for row in game.events(Event.TABLE)] == [0, 0]
    for ship in ("Richelieu", "Jean Bart"):
        assert (game.unit(ship).place, game.unit(ship).controller) == ("brest", Power.GERMAN)


@pytest.mark.rule("18.35")
@pytest.mark.parametrize(("dice", "power"), [((6, 6), Power.AMERICAN), ((1, 1), Power.GERMAN)])
def test_french_ships_stay_in_port_on_turn_2_and_sail_on_turn_3(dice, power):
    game = france_falls("Dunkerque", dice=dice).until(Decision.PATROL_ORDER)
    assert (int(game.record["turn"]), game.subject) == (2, "Hood")
    game.choose("stay").until(Decision.PATROL_ORDER, prefer=["stay"])
    assert (int(game.record["turn"]), game.subject) == (3, "Hood")
    game.choose("stay").until(Decision.PATROL_ORDER, prefer=["stay"])
    assert (game.subject, game.power) == ("Dunkerque", power)


@pytest.mark.rule("18.35", "11.14")
def test_a_french_ship_repairs_on_turn_2():
    position = Position("return", turn=1, last_turn=2, hostilities=False)
    position.with_units("Dunkerque", place="brest", damage=2).with_units("Hood", place="north_sea")
    game = position.start(dice=[1, 1]).choose("england").until(Decision.REPAIR, prefer=["stay"])
    assert (game.decision, game.power) == (Decision.REPAIR, Power.GERMAN)


# --- §18.36: Diego Suarez and Nouméa -------------------------------------------------------------------


@pytest.mark.rule("18.36")
def test_on_turn_2_diego_suarez_and_noumea_are_nobodys_and_of_no_use():
    position = Position("return", "arabian_sea", turn=1, last_turn=3).with_units("Exeter").start()
    game = position.choose("diego_suarez")
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Exeter"), "it must leave"
    assert (game.owner("diego_suarez"), game.owner("noumea")) == (None, None)
    assert "diego_suarez" not in game.choices
    assert "noumea" not in returns("Exeter", "coral_sea", turn=2, last_turn=3)


@pytest.mark.rule("18.36", "16.12")
def test_they_are_captured_like_other_bases():
    position = Position("control", turn=3, last_turn=3)
    for area, ship in (("coral_sea", "Atago"), ("french_polynesia", "Maya")):
        position.flag(area, "axis").with_units(ship, place=area)
    assert position.start().owner("noumea") == "japanese"
    game = movement("invasion", turn=3, last_turn=3).with_units("1st Marines", place="coral_sea").start()
    assert game.choose("noumea").owner("noumea") == "american"


def off_noumea(power="american", **keys):
    """A French patrolling ship near Nouméa at step 5.71."""
    position = movement("invasion", turn=3, last_turn=4, **keys)
    return position.with_units("Dunkerque", place="coral_sea", controller=power)


@pytest.mark.rule("18.36")
@pytest.mark.parametrize(("power", "owner"), [("american", "american"), ("german", "japanese")])
def test_a_french_ship_takes_the_base_for_her_side_stays_at_sea_and_then_returns_there(power, owner):
    game = off_noumea(power).start()
    assert (game.decision, game.subject, game.choices) == (Decision.LANDING, "Dunkerque", {"noumea", "stay"})
    game.choose("noumea")
    assert game.owner("noumea") == owner
    assert game.unit("Dunkerque").place == "coral_sea"
    assert game.flag("coral_sea") == ("allies" if power == "american" else "axis")
    assert (game.decision, game.choices) == (Decision.RETURN_TO_BASE, {"noumea"})
    game.choose("noumea").until(Decision.PATROL_ORDER)
    assert game.unit("Dunkerque").bound_for == -1


@pytest.mark.rule("18.36")
def test_she_need_not_take_it():
    game = off_noumea().start().choose("stay")
    assert game.owner("noumea") is None
    assert game.decision == Decision.RETURN_TO_BASE and "noumea" not in game.choices


@pytest.mark.rule("18.36")
def test_a_base_that_has_been_taken_once_is_not_taken_so_again():
    for owner in ("american", "japanese"):
        assert off_noumea("german", owners={"noumea": owner}).start().decision == Decision.RETURN_TO_BASE


@pytest.mark.rule("18.36")
def test_only_french_patrolling_ships_do_it():
    game = movement("invasion", turn=3, last_turn=4).with_units("Exeter", place="coral_sea").start()
    assert game.decision == Decision.RETURN_TO_BASE
    game = movement("invasion", turn=3, last_turn=4).with_units("Dunkerque", place="coral_sea", raiding=True).start()
    assert game.decision == Decision.RETURN_TO_BASE


@pytest.mark.rule("18.36")
def test_other_bases_are_not_taken_by_ships():
    game = movement("invasion", turn=3, last_turn=4).with_units("Dunkerque", place="bismarck_sea").start()
    assert game.decision == Decision.RETURN_TO_BASE


@pytest.mark.rule("18.36", "5.53")
def test_it_is_done_at_any_opportunity_to_land():
    position = battle("arabian_sea", turn=3, last_turn=3).with_units("Dunkerque", controller="german")
    game = position.start().choose("arabian_sea")
    assert (game.decision, game.subject, game.choices) == (Decision.LANDING, "Dunkerque", {"diego_suarez", "stay"})


@pytest.mark.rule("18.36", "8.21")
def test_a_ship_that_took_a_base_and_leaves_combat_returns_there():
    position = battle("arabian_sea", turn=3, last_turn=4).with_units("Dunkerque", controller="german")
    game = position.with_units("Exeter").start(dice=[1] * 8).choose("arabian_sea", "surface", "surface")
    game.until(Decision.RETREAT).choose("remain", "remain")
    game.choose("diego_suarez").until(Decision.RETREAT, prefer=["surface"])
    game.until(Decision.RETURN_TO_BASE, prefer=["retreat", "none", "do not pursue"])
    while game.subject != "Dunkerque":
        game.choose(sorted(game.choices)[0])
    assert game.choices == {"diego_suarez"}


@pytest.mark.rule("18.36")
def test_she_goes_elsewhere_if_her_side_has_lost_the_base_again():
    game = off_noumea("german").with_units("1st Marines", place="coral_sea").start()
    while game.decision == Decision.LANDING:
        game.choose("noumea")
    assert game.owner("noumea") == "american"
    assert game.subject != "Dunkerque" or "noumea" not in game.choices


# --- §18.37, §18.38 ------------------------------------------------------------------------------------


@pytest.mark.rule("18.37")
def test_saigon_becomes_japanese_before_the_reinforcements_of_turn_3():
    position = Position("return", turn=2, last_turn=3, hostilities=False).with_units("Hood", place="north_sea")
    position.with_units("Sasebo", place="returning", due=3)
    game = position.start()
    assert game.owner("saigon") == "american"
    game.choose("england")
    assert (game.decision, game.owner("saigon")) == (Decision.ARRIVAL, "japanese")
    assert "saigon" in game.choices


@pytest.mark.rule("18.37", "12.122")
def test_japan_uses_saigon_for_aircraft_on_turn_3():
    game = movement("land_based_air", turn=3, last_turn=3).with_units("24AF", place="yokosuka").start()
    game.until(Decision.AIR_ORDER)
    assert "indonesia" in game.choices
    game = movement("land_based_air", turn=2, last_turn=2).with_units("24AF", place="yokosuka").start()
    game.until(Decision.AIR_ORDER)
    assert "indonesia" not in game.choices


@pytest.mark.rule("18.37", "16.21")
def test_allied_ships_in_saigon_leave_when_it_becomes_japanese():
    game = Position("return", "indonesia", turn=2, last_turn=3).with_units("Exeter").start().choose("saigon")
    assert (game.decision, game.subject, game.owner("saigon")) == (Decision.RETURN_TO_BASE, "Exeter", "japanese")


@pytest.mark.rule("18.37", "16.11")
@pytest.mark.parametrize(("ship", "owner"), [("Exeter", "american"), ("Atago", "japanese")])
def test_it_reverts_to_the_allies_if_their_control_of_indonesia_lasts_through_turn_3(ship, owner):
    position = Position("control", turn=3, last_turn=3, flags={"indonesia": "allies"})
    assert position.with_units(ship, place="indonesia").start().owner("saigon") == owner


@pytest.mark.rule("18.39")
@pytest.mark.parametrize(("dice", "outcome"), [((2, 2), 0), ((2, 3), 1), ((4, 4), 1), ((4, 5), 2)])
def test_by_agreement_more_french_ships_stay_in_play(dice, outcome):
    position = Position("return", turn=1, last_turn=3, hostilities=False, more_french=True)
    position.with_units("Dunkerque", place="toulon").with_units("Hood", place="north_sea")
    game = position.start(dice=dice).choose("england")
    assert [row[3] for row in game.events(Event.TABLE)] == [outcome]


def both_fall(**owners):
    """The end of a turn on which the Allies take Toulon."""
    owners = {"brest": "british", "taranto": "british", **owners}
    position = Position("control", turn=9, last_turn=10, owners=owners, flags={"west_med": "allies"})
    position.with_units("Hood", place="west_med").with_units("Dunkerque", place="germany", controller="german")
    position.with_units("Strasbourg", place="toulon", controller="german").with_units("Algerie", place="usa")
    return position.with_units("Richelieu", place="south_atlantic", controller="german", raiding=True).start()


@pytest.mark.rule("18.38")
def test_when_the_allies_have_captured_brest_and_toulon_german_french_ships_are_withdrawn():
    game = both_fall()
    assert game.owner("toulon") == "british"
    for ship in ("Dunkerque", "Strasbourg", "Richelieu"):
        assert game.unit(ship).place == "out_of_play"
    assert game.unit("Algerie").place == "usa", "Free French ships fight on"
    assert len(game.events(Event.WITHDRAWN)) == 3


@pytest.mark.rule("18.38")
def test_one_of_the_two_is_not_enough():
    game = both_fall(brest="german")
    assert game.owner("toulon") == "british"
    assert game.unit("Dunkerque").place == "germany"
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Strasbourg")
    assert int(game.record["owner"][place_number("brest") - FIRST_PORT]) == Power.GERMAN
