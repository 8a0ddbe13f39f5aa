"""§2.2-2.6 The mapboard: areas, ports and bases, special geography, choke points, theatres."""

import pytest

from aw_env.games.admirals_war.records.terms import FIRST_PORT, Decision, Event
from tests.positions import Position, battle, movement, names, place_number, read_again

AREAS = {place.id for place in names().places if place is not None and place.kind == "area"}


def patrol(ship, place, **keys):
    """The areas that a ship in port may patrol."""
    return movement(**keys).with_units(ship, place=place).start().choices & AREAS


def raid(ship, place, **keys):
    """The areas that a ship in port may enter as a raider."""
    return movement("raiding", **keys).with_units(ship, place=place, raiding=True).start().choices & AREAS


def returns(unit, area, **keys):
    """The places to which a unit at sea may return."""
    position = Position("return", area, **{"turn": 1, "last_turn": 2, **keys}).with_units(unit)
    return position.start().choices


def held_on_both_counts(place, areas, side, **keys):
    """Who holds a place after a turn that began and ended with a side's flag in each of these areas."""
    position = Position("capture", **keys)
    for area in areas:
        position.flag(area, side)
    return position.start().owner(place)


# --- §2.2: sea areas -----------------------------------------------------------------------------------


@pytest.mark.rule("2.2")
def test_each_area_counts_as_one_move_whatever_its_size():
    assert patrol("Kongo", "yokosuka") == {
        "home_islands", "aleutians", "central_pacific", "marianas", "indonesia",
    }  # fmt: skip
    assert "gulf_of_alaska" in raid("Kongo", "yokosuka") - patrol("Kongo", "yokosuka")


@pytest.mark.rule("2.22", "2.8")
def test_indian_ocean_areas_pay_britain_in_the_atlantic_but_japan_in_the_pacific():
    allied = Position("control", "indian_ocean").with_units("Exeter").start()
    assert (allied.points(0), allied.points(1)) == (1, 0)
    american = Position("control", "indian_ocean").with_units("Portland").start()
    assert (american.points(0), american.points(1)) == (1, 0)
    japanese = Position("control", "indian_ocean").with_units("Kongo").start()
    assert (japanese.points(0), japanese.points(1)) == (0, -1)


@pytest.mark.rule("2.22", "2.8")
def test_the_eastern_seaboard_pays_the_us_in_the_pacific_but_germany_in_the_atlantic():
    allied = Position("control", "eastern_seaboard").with_units("Exeter").start()
    assert (allied.points(0), allied.points(1)) == (0, 1)
    german = Position("control", "eastern_seaboard").with_units("Bismarck").start()
    assert (german.points(0), german.points(1)) == (-2, 0)


@pytest.mark.rule("2.23", "17.23")
def test_at_the_start_flags_are_in_some_areas_of_the_pacific_and_none_of_the_atlantic():
    game = Position("patrolling", flags="printed").with_units("Kongo", place="yokosuka").start()
    assert {area for area in AREAS if game.flag(area) == "axis"} == {"home_islands", "marianas", "marshalls"}
    assert {area for area in AREAS if game.flag(area) == "allies"} == {
        "central_pacific", "hawaiian_islands", "coral_sea", "french_polynesia", "indonesia", "indian_ocean",
        "bay_of_bengal",
    }  # fmt: skip


# --- §2.3: ports and bases -----------------------------------------------------------------------------


@pytest.mark.rule("2.311")
@pytest.mark.parametrize(("ship", "owner"), [("Portland", "american"), ("Kongo", "japanese")])
def test_lae_and_guadalcanal_serve_neither_side_before_they_are_captured(ship, owner):
    assert not {"lae", "guadalcanal"} & returns(ship, "bismarck_sea")
    captured = {"lae": owner, "guadalcanal": owner}
    assert {"lae", "guadalcanal"} < returns(ship, "bismarck_sea", owners=captured)


@pytest.mark.rule("2.311", "13.3")
def test_lae_is_captured_like_any_base():
    game = Position("invasion", "bismarck_sea").with_units("Kure").start().choose("lae")
    assert game.owner("lae") == "japanese"


@pytest.mark.rule("2.312")
def test_addu_atoll_becomes_british_when_turn_three_starts():
    game = Position("return", "arabian_sea", turn=2, last_turn=4).with_units("Exeter").start()
    assert game.owner("addu_atoll") is None and "addu_atoll" not in game.choices
    game.choose("suez")
    assert (int(game.record["turn"]), game.owner("addu_atoll")) == (3, "british")
    game.until(Decision.COMBAT_AREA, prefer=["arabian_sea"]).until(Decision.RETURN_TO_BASE)
    assert "addu_atoll" in game.choices


@pytest.mark.rule("2.312")
def test_addu_atoll_changes_hands_only_once():
    owners = {"addu_atoll": "japanese", "trincomalee": "japanese"}
    game = Position("return", "arabian_sea", turn=3, last_turn=4, owners=owners).with_units("Exeter").start()
    game.choose("suez")
    assert (int(game.record["turn"]), game.owner("addu_atoll")) == (4, "japanese")


@pytest.mark.rule("2.321", "16.31")
def test_germany_cannot_be_captured():
    assert held_on_both_counts("germany", ["baltic", "north_sea", "barents"], "allies") == "german"
    assert held_on_both_counts("tripoli", ["west_med", "east_med"], "allies") == "british"


@pytest.mark.rule("2.322")
@pytest.mark.parametrize(("turn", "active"), [(2, False), (3, True)])
def test_murmansk_and_leningrad_are_ignored_until_turn_three(turn, active):
    assert ("murmansk" in returns("Hood", "barents", turn=turn, last_turn=turn + 1)) == active
    assert ("leningrad" in returns("Marat", "baltic", turn=turn, last_turn=turn + 1)) == active


@pytest.mark.rule("2.322", "16.31")
def test_murmansk_and_leningrad_cannot_be_captured():
    assert held_on_both_counts("murmansk", ["barents"], "axis", turn=3, last_turn=3) == "british"
    assert held_on_both_counts("leningrad", ["baltic"], "axis", turn=3, last_turn=3) == "british"
    assert held_on_both_counts("simons_town", ["cape_of_good_hope"], "axis") == "german"


@pytest.mark.rule("2.322", "12.122")
def test_aircraft_do_not_operate_from_russian_ports():
    keys = {"turn": 3, "last_turn": 4}
    game = movement("land_based_air", **keys).with_units("RAF", place="england").start().choose("RAF")
    assert "north_sea" in game.choices and not {"barents", "baltic"} & game.choices
    assert "murmansk" not in returns("RAF", "barents", **keys)


@pytest.mark.rule("2.32", "2.33")
@pytest.mark.parametrize("place", ["truk", "kwajalein"])
def test_aircraft_operate_from_ports_and_from_bases(place):
    keys = {"areas": ["marshalls"], "places": [place]}
    game = movement("land_based_air", **keys).with_units("21AF", place=place).start().choose("21AF")
    assert game.choices == {"marshalls", "stay"}


@pytest.mark.rule("2.35")
def test_a_place_is_part_of_every_area_it_touches():
    assert patrol("Littorio", "taranto", areas=["west_med", "east_med"]) == {"west_med", "east_med"}
    game = movement().with_units("Nagato", place="truk").start(dice=[6])  # slow, but it needs no roll for any of them
    assert {"marianas", "marshalls", "bismarck_sea"} < game.choices
    game.choose("bismarck_sea")
    assert game.dice_left == 1


@pytest.mark.rule("2.36")
def test_a_place_is_used_only_by_the_side_that_holds_it():
    assert "midway" in returns("Portland", "central_pacific") - returns("Kongo", "central_pacific")
    lost = {"owners": {"midway": "japanese"}}
    assert "midway" in returns("Kongo", "central_pacific", **lost) - returns("Portland", "central_pacific", **lost)


def disabled_by_asw(unit):
    """The places to which a unit may return from the South Atlantic when a patrol of one ship has disabled it."""
    position = battle("south_atlantic").with_units("Norfolk").with_units(unit)
    return position.start(dice=[5]).choose("south_atlantic").until(Decision.RETURN_TO_BASE).choices


# --- §2.34: the neutral port ---------------------------------------------------------------------------


@pytest.mark.rule("2.34")
def test_both_sides_use_the_neutral_port_on_the_same_turn():
    position = Position("return", "south_atlantic", turn=1, last_turn=2).with_units("Exeter")
    game = position.with_units("Bismarck", place="caribbean").start().choose("neutral_port", "neutral_port")
    assert game.unit("Exeter").place == game.unit("Bismarck").place == "neutral_port"


@pytest.mark.rule("2.341")
def test_only_ships_return_to_the_neutral_port_and_no_aircraft_operate_from_it():
    assert "neutral_port" in returns("Exeter", "south_atlantic")
    assert "neutral_port" not in returns("RAF", "south_atlantic")
    assert "neutral_port" not in returns("Tiger", "south_atlantic")
    game = movement("land_based_air").with_units("Luftwaffe", place="germany").start().choose("Luftwaffe")
    assert not {"south_atlantic", "caribbean"} & game.choices


@pytest.mark.rule("2.341")
def test_the_neutral_port_is_never_invaded_or_raided():
    game = Position("invasion", "south_atlantic").with_units("Tiger").start()
    assert game.choices == {"gibraltar", "stay"}
    raiders = battle("south_atlantic").with_units("graf_zeppelin", raiding=True).with_units("Hood", place="gibraltar")
    game = raiders.with_units("Exeter", place="neutral_port").start().choose("south_atlantic")
    assert (game.decision, game.choices) == (Decision.AIR_RAID, {"gibraltar", "hold"})


@pytest.mark.rule("2.341")
@pytest.mark.parametrize("side", ["allies", "axis"])
def test_the_neutral_port_is_never_captured(side):
    assert held_on_both_counts("neutral_port", ["south_atlantic", "caribbean"], side) is None


@pytest.mark.rule("2.342", "7.52")
def test_a_disabled_ship_is_sound_again_when_it_has_been_in_the_neutral_port():
    position = battle("south_atlantic", last_turn=2).with_units("Hood", "Scharnhorst")
    game = position.start(dice=[5, 1, 1, 1, 1, 1, 1]).choose("south_atlantic", "surface", "surface")
    game.until(Decision.RETURN_TO_BASE).choose("neutral_port")
    assert game.unit("Scharnhorst").disabled
    game.until(Decision.PATROL_ORDER, prefer=["hold", "england"])
    while game.subject != "Scharnhorst":
        game.choose("stay")
    assert (int(game.record["turn"]), game.unit("Scharnhorst").disabled) == (2, False)


@pytest.mark.rule("2.342")
def test_a_ship_in_the_neutral_port_repairs_nothing():
    game = movement(last_turn=2).with_units("Hood", place="neutral_port", damage=2).start().until(prefer=["stay"])
    assert (int(game.record["turn"]), game.unit("Hood").damage) == (2, 2)


def in_the_neutral_port(ship, **state):
    """A ship in the neutral port when its turn begins."""
    return movement().with_units(ship, place="neutral_port", **state)


def penalties(game):
    """What the Allies have gained by penalties, as (theatre, points)."""
    return [(theatre, gained) for _, theatre, gained, _, _ in game.events(Event.PENALTY)]


@pytest.mark.rule("2.343")
def test_a_ship_that_stays_in_the_neutral_port_costs_its_owner_a_point():
    game = in_the_neutral_port("Bismarck").with_units("Littorio", place="neutral_port").start().choose("stay", "stay")
    assert (game.over, penalties(game), game.points(0)) == (True, [(0, 1), (0, 1)], 2)


@pytest.mark.rule("2.343")
@pytest.mark.parametrize(("ship", "theatre", "gained"), [("Hood", 0, -1), ("Texas", 1, -1), ("Kongo", 1, 1)])
def test_the_point_is_lost_on_the_track_of_the_owner_not_of_an_ally(ship, theatre, gained):
    assert penalties(in_the_neutral_port(ship).start().choose("stay")) == [(theatre, gained)]


@pytest.mark.rule("2.343")
def test_a_ship_that_cannot_move_costs_a_point_too():
    assert penalties(in_the_neutral_port("Hood", disabled=True).start()) == [(0, -1)]


@pytest.mark.rule("2.343")
def test_a_ship_that_sails_as_patroller_or_raider_has_left():
    assert penalties(in_the_neutral_port("Hood").start().choose("south_atlantic")) == []
    assert penalties(in_the_neutral_port("Hood").start().choose("turn_raider", "mid_atlantic")) == []


@pytest.mark.rule("2.343")
def test_only_a_ship_that_began_the_turn_there_pays():
    position = movement("raiding").with_units("Bismarck", place="germany", raiding=True)
    game = position.with_units("Hood", place="neutral_port").start(dice=[6]).choose("mid_atlantic", "neutral_port")
    assert game.unit("Bismarck").place == "neutral_port"
    assert penalties(game) == [(0, -1)]  # for Hood alone


@pytest.mark.rule("2.343")
def test_a_file_of_a_position_says_who_in_the_neutral_port_began_the_turn_elsewhere(tmp_path):
    position = movement("raiding").with_units("Rodney", place="england", raiding=True)
    position.with_units("Bismarck", place="neutral_port", raiding=True)
    game = position.start(dice=[6]).choose("south_atlantic", "neutral_port")
    for played in (game, read_again(game, tmp_path)):
        assert played.subject == "Bismarck"
        assert penalties(played.choose("stay")) == [(0, 1)], "for Bismarck alone"


@pytest.mark.rule("2.343")
@pytest.mark.parametrize(("back_to", "lost"), [("neutral_port", [(0, 1)]), ("germany", [])])
def test_a_ship_that_fails_its_roll_pays_if_it_is_back_in_the_neutral_port(back_to, lost):
    position = movement("raiding").with_units("Bismarck", place="neutral_port", raiding=True)
    game = position.start(dice=[6]).choose("air_gap", back_to)
    assert game.unit("Bismarck").place == back_to
    assert penalties(game) == lost


@pytest.mark.rule("2.343")
def test_a_ship_that_comes_back_after_combat_has_left_all_the_same():
    position = movement(last_turn=2).with_units("Hood", place="neutral_port")
    game = position.start().choose("south_atlantic").until(Decision.RETURN_TO_BASE).choose("neutral_port")
    assert (int(game.record["turn"]), penalties(game)) == (2, [])


@pytest.mark.rule("2.341", "10.15")
def test_merchant_ships_use_the_neutral_port_and_submarines_and_escorts_do_not():
    for ship in ("Atlantis", "Nordmark"):
        assert disabled_by_asw(ship) == {"neutral_port"}
    assert disabled_by_asw("u_boat_1") == {"germany"}
    assert "neutral_port" not in returns("u_boat_1", "south_atlantic")
    assert "neutral_port" not in returns("hk_group_1", "south_atlantic")


@pytest.mark.rule("2.343")
@pytest.mark.parametrize("ship", ["Nordmark", "Atlantis"])
def test_oilers_and_hilfskreuzers_pay_for_staying_too(ship):
    position = movement("raiding").with_units(ship, place="neutral_port")
    assert penalties(position.with_units("u_boat_1", place="germany").start()) == [(0, 1)]


# --- §2.4: special geographic cases --------------------------------------------------------------------


@pytest.mark.rule("2.41")
def test_troops_go_from_lae_to_port_moresby_only_by_sea():
    owners = {"lae": "american"}
    game = movement("amphibious", owners=owners).with_units("1st Marines", place="lae").start()
    assert game.choices == {
        "bismarck_sea", "indonesia", "marianas", "marshalls", "coral_sea", "french_polynesia", "home_islands",
        "bay_of_bengal", "indian_ocean", "stay",
    }  # fmt: skip
    assert "port_moresby" not in returns("1st Marines", "bismarck_sea", owners=owners)
    assert "lae" not in returns("1st Marines", "coral_sea", owners=owners)


@pytest.mark.rule("2.41", "16.21")
def test_units_expelled_from_lae_do_not_cross_to_port_moresby():
    position = Position("capture", owners={"lae": "american"}).with_units("1st Marines", place="lae")
    game = position.flag("bismarck_sea", "axis").flag("indonesia", "axis").start()
    assert game.decision == Decision.RETURN_TO_BASE and "port_moresby" not in game.choices


@pytest.mark.rule("2.42")
def test_germany_and_norway_are_one_port():
    slow = movement().with_units("Admiral Scheer", place="germany").start(dice=[6])
    assert {"baltic", "north_sea", "barents"} < slow.choices
    assert slow.choose("barents").dice_left == 1


@pytest.mark.rule("2.42", "9.25")
def test_an_air_attack_on_germany_reaches_ships_that_might_lie_in_norway():
    raiders = battle("barents").with_units("Ark Royal", raiding=True).with_units("Bismarck", place="germany")
    game = raiders.start().choose("barents", "germany")
    assert (game.decision, game.choices) == (Decision.STRIKE_TARGET, {"Bismarck", "hold"})


@pytest.mark.rule("2.43")
def test_the_philippines_touch_indonesia_and_the_marianas():
    assert "philippines" in returns("Portland", "indonesia") & returns("Portland", "marianas")
    assert held_on_both_counts("philippines", ["marianas"], "axis") == "american"
    assert held_on_both_counts("philippines", ["marianas", "indonesia"], "axis") == "japanese"


def raiders_off_addu(**keys):
    """Japanese carriers in the Arabian Sea, which touches Addu Atoll."""
    position = battle("arabian_sea", **keys).with_units("Akagi", raiding=True).with_units("Hood", place="addu_atoll")
    return position.with_units("Exeter", place="suez").start().choose("arabian_sea")


@pytest.mark.rule("2.44")
@pytest.mark.parametrize(("trincomalee", "exposed"), [("british", False), ("japanese", True)])
def test_addu_atoll_is_not_attacked_or_invaded_before_trincomalee_has_fallen(trincomalee, exposed):
    keys = {"turn": 4, "last_turn": 4, "owners": {"trincomalee": trincomalee}}
    assert ("addu_atoll" in raiders_off_addu(**keys).choices) == exposed
    landing = Position("invasion", "arabian_sea", **keys).with_units("Kure").start()
    assert ("addu_atoll" in landing.choices) == exposed
    owner = held_on_both_counts("addu_atoll", ["arabian_sea", "indian_ocean"], "axis", **keys)
    assert owner == ("japanese" if exposed else "british")


def known_since(game):
    """The turn since which the Axis knows of Addu Atoll; 0: it does not."""
    return int(game.record["falls_from"][place_number("addu_atoll") - FIRST_PORT])


@pytest.mark.rule("2.44")
def test_once_trincomalee_has_fallen_addu_atoll_stays_known_though_it_is_retaken():
    owners = {"trincomalee": "japanese", "diego_suarez": "japanese"}
    position = Position("capture", turn=4, last_turn=5, owners=owners).with_units("Akagi", place="diego_suarez")
    position.with_units("Hood", place="addu_atoll")
    for area in ("bay_of_bengal", "indian_ocean"):
        position.flag(area, "allies")
    game = position.start()
    while game.subject != "Akagi":
        game.choose("stay")
    game.choose("arabian_sea").until(Decision.AIR_RAID, prefer=["stay"])
    assert (int(game.record["turn"]), game.owner("trincomalee")) == (5, "american")
    assert "addu_atoll" in game.choices


@pytest.mark.rule("2.44")
def test_it_is_known_from_the_turn_that_begins_with_trincomalee_in_axis_hands():
    position = Position("capture", turn=4, last_turn=6, hostilities_since=3).with_units("Akagi", place="yokosuka")
    for area in ("bay_of_bengal", "indian_ocean"):
        position.flag(area, "axis")
    game = position.start()
    assert (int(game.record["turn"]), game.owner("trincomalee"), known_since(game)) == (5, "japanese", 5)
    game.until(Decision.PATROL_ORDER).choose("stay").until(Decision.PATROL_ORDER)
    assert (int(game.record["turn"]), known_since(game)) == (6, 5), "noted once"
    position.keys["flags"] = {}
    assert known_since(position.start()) == 0


@pytest.mark.rule("2.44")
@pytest.mark.parametrize("known", [0, 4])
def test_a_scenario_file_says_whether_it_is_known(known):
    game = raiders_off_addu(turn=5, last_turn=5, falls_from={"addu_atoll": known})
    assert ("addu_atoll" in game.choices) == (known > 0) and known_since(game) == known


@pytest.mark.rule("2.44")
def test_addu_atoll_is_no_british_base_before_turn_three():
    assert "addu_atoll" not in returns("Exeter", "arabian_sea", turn=2, last_turn=3)
    assert "addu_atoll" in returns("Exeter", "arabian_sea", turn=3, last_turn=4)


# --- §2.5: choke points --------------------------------------------------------------------------------


@pytest.mark.rule("2.51")
def test_passing_an_enemy_gibraltar_counts_as_an_extra_area():
    held = {"gibraltar": "german"}
    assert "south_atlantic" not in patrol("Littorio", "taranto")
    assert "south_atlantic" in patrol("Littorio", "taranto", owners=held)
    assert raid("Littorio", "taranto") == {"west_med", "east_med", "south_atlantic"}
    assert {"mid_atlantic", "bay_of_biscay"} < raid("Littorio", "taranto", owners=held)


@pytest.mark.rule("2.51")
def test_it_hinders_both_directions_and_both_sides():
    held = {"gibraltar": "german"}
    assert "west_med" in patrol("Hood", "neutral_port") - patrol("Hood", "neutral_port", owners=held)
    assert "west_med" in raid("Hood", "neutral_port", owners=held)
    assert "west_med" in patrol("Bismarck", "neutral_port", owners=held) - patrol("Bismarck", "neutral_port")


def littorio_runs_the_strait(die):
    """She sails as a raider from Taranto for the South Atlantic past a British Gibraltar."""
    position = movement("raiding").with_units("Littorio", place="taranto", raiding=True)
    return position.start(dice=[die]).choose("south_atlantic")


@pytest.mark.rule("2.51", "10.21")
def test_a_ship_that_fails_at_gibraltar_goes_back_to_the_port_it_left():
    game = littorio_runs_the_strait(die=6)
    assert (game.decision, game.choices) == (Decision.RETURN_TO_BASE, {"taranto"})
    assert game.choose("taranto").unit("Littorio").place == "taranto"


@pytest.mark.rule("2.51")
def test_a_ship_that_passes_its_roll_at_gibraltar_is_through():
    assert littorio_runs_the_strait(die=5).unit("Littorio").place == "south_atlantic"


@pytest.mark.rule("2.51", "6.22")
def test_beyond_a_friendly_gibraltar_a_failed_roll_is_an_ordinary_one():
    position = movement("raiding", owners={"gibraltar": "german"})
    game = position.with_units("Littorio", place="taranto", raiding=True).start(dice=[6]).choose("mid_atlantic")
    assert {"neutral_port", "taranto", "gibraltar"} < game.choices


@pytest.mark.rule("2.52")
def test_passing_an_enemy_channel_counts_as_an_extra_area():
    both = {"england": "german", "brest": "german"}
    assert "western_approaches" in patrol("Bismarck", "germany", owners=both)
    for one in ({"england": "german"}, {"brest": "german"}):
        assert "western_approaches" not in patrol("Bismarck", "germany", owners=one)
        assert "western_approaches" in raid("Bismarck", "germany", owners=one)


@pytest.mark.rule("2.52")
def test_the_channel_is_hindered_from_the_south_as_well_while_the_enemy_holds_one_of_its_shores():
    sea = {"areas": ["bay_of_biscay", "western_approaches", "north_sea"]}
    assert "north_sea" in raid("Hood", "brest", **sea)
    assert "north_sea" not in raid("Hood", "brest", **sea, owners={"england": "german"})
    assert "north_sea" not in raid("Bismarck", "brest", **sea, owners={"brest": "german"})


@pytest.mark.rule("2.52", "6.22")
def test_a_raider_that_fails_in_the_channel_goes_home_from_the_area_it_entered():
    sea = {"areas": ["bay_of_biscay", "western_approaches", "north_sea"]}
    position = movement("raiding", owners={"brest": "german"}, **sea)
    game = position.with_units("Bismarck", place="germany", raiding=True).start(dice=[6]).choose("western_approaches")
    assert game.choices == {"brest"}


@pytest.mark.rule("2.53")
def test_ships_leave_panama_for_two_areas_of_the_pacific_as_their_second_area():
    game = movement().with_units("Texas", place="panama_canal").start(dice=[6])
    assert game.choices & AREAS == {
        "caribbean", "mid_atlantic", "eastern_seaboard", "south_atlantic", "hawaiian_islands", "french_polynesia",
    }  # fmt: skip
    game.choose("hawaiian_islands")
    assert (game.unit("Texas").raiding, game.dice_left) == (True, 0)


@pytest.mark.rule("2.53")
def test_a_raider_from_panama_enters_the_pacific_without_a_roll_and_goes_one_area_further_with_one():
    assert "coral_sea" in raid("Texas", "panama_canal")
    position = movement("raiding").with_units("Texas", place="panama_canal", raiding=True)
    assert position.start(dice=[6]).choose("hawaiian_islands").dice_left == 1
    assert position.start(dice=[6]).choose("coral_sea").decision == Decision.RETURN_TO_BASE


@pytest.mark.rule("2.53")
def test_no_ship_moves_from_the_pacific_to_panama_or_the_caribbean():
    assert "caribbean" not in raid("Texas", "pearl_harbor") | raid("Texas", "samoa")
    assert "hawaiian_islands" not in patrol("Texas", "usa")


@pytest.mark.rule("2.53")
@pytest.mark.parametrize("area", ["hawaiian_islands", "caribbean"])
def test_japanese_troops_do_not_invade_panama(area):
    assert "panama_canal" not in Position("invasion", area).with_units("Kure").start().choices


@pytest.mark.rule("2.54")
def test_of_the_allies_only_russian_ships_enter_the_baltic():
    assert "baltic" not in raid("Hood", "england") | raid("Augusta", "england") | raid("Dunkerque", "england")
    assert "baltic" in patrol("Bismarck", "germany")
    later = {"turn": 3, "last_turn": 4}
    assert "leningrad" not in returns("Hood", "north_sea", **later)


@pytest.mark.rule("2.54", "18.21")
def test_russian_ships_do_not_leave_the_baltic():
    later = {"turn": 3, "last_turn": 4}
    assert raid("Marat", "leningrad", **later) == {"baltic"}
    assert returns("Marat", "baltic", **later) == {"leningrad"}


@pytest.mark.rule("2.55")
def test_no_unit_passes_an_enemy_suez_canal():
    lost = {"suez": "german"}
    assert "arabian_sea" in patrol("Exeter", "malta") - patrol("Exeter", "malta", owners=lost)
    assert "arabian_sea" not in raid("Exeter", "malta", owners=lost)
    assert "arabian_sea" in raid("Littorio", "taranto", owners=lost) - raid("Littorio", "taranto")


# --- §2.6: theatres of operations ----------------------------------------------------------------------


def theatre(id):
    """The theatre of a place."""
    return next(place.theatre for place in names().places if place is not None and place.id == id)


@pytest.mark.rule("2.6", "2.61")
def test_the_pacific_reaches_as_far_as_diego_suarez_and_the_arabian_sea():
    assert {theatre(id) for id in ("hawaiian_islands", "arabian_sea", "diego_suarez", "pearl_harbor")} == {"pacific"}
    assert {"trincomalee", "pearl_harbor"} < returns("Exeter", "arabian_sea")
    assert not {"simons_town", "england"} & returns("Exeter", "arabian_sea")


@pytest.mark.rule("2.6", "2.62")
def test_the_atlantic_reaches_as_far_as_suez_and_the_cape():
    assert {theatre(id) for id in ("cape_of_good_hope", "suez", "usa", "panama_canal")} == {"atlantic"}
    assert {"simons_town", "england", "usa"} < returns("Exeter", "cape_of_good_hope")
    assert "trincomalee" not in returns("Exeter", "cape_of_good_hope")
