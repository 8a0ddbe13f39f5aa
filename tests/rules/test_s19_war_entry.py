"""§19.1-19.5, §4.6 Before Japan attacks: who may move, enter and base where, the raid force, the declaration of war."""

import pytest

from aw_env.games.admirals_war.records.terms import Decision, Event
from tests.positions import battle, from_file, movement, names, place_number, read_again, unit_number


def peace(begins_at="patrolling", **keys):
    """A position before Japan has attacked, on the turn of history."""
    return movement(begins_at, **{"hostilities": False, "turn": 3, "last_turn": 3, **keys})


def asked(game, unit):
    """Run on to the decision about a unit; everyone else stays where they are."""
    while not game.over and game.subject != unit:
        game.choose(next(word for word in ("stay", "home_islands", *game.choices) if word in game.choices))
    return game


def patrols(position, unit):
    """The areas to which a ship may patrol."""
    game = asked(position.start(), unit)
    assert game.decision == Decision.PATROL_ORDER
    return areas(game)


def areas(game):
    """The sea areas among the choices."""
    return {word for word in game.choices if word in names().printed.area_numbers}


def bases(unit, area, turn=3, **keys):
    """Ports and bases to which a unit at sea may return."""
    game = peace("return", turn=turn, last_turn=turn + 1, **keys).with_units(unit, place=area).start()
    assert game.decision == Decision.RETURN_TO_BASE
    return game.choices


# --- §19.1: the peaceful Pacific -----------------------------------------------------------------------


@pytest.mark.rule("19.0")
@pytest.mark.parametrize("turn", [1, 3, 5])
def test_japan_attacks_on_whatever_turn_it_likes(turn):
    position = peace("raiding", turn=turn, last_turn=turn, attack="possible").with_units("Akagi", place="raid_force")
    game = position.start().choose(HAWAII)
    assert game.events(Event.WAR) and int(game.record["hostilities"]) == 1
    assert int(game.record["hostilities_since"]) == turn


@pytest.mark.rule("19.0")
def test_or_not_at_all():
    game = peace(last_turn=4).with_units("Akagi", place="raid_force").start().until(prefer=("stay",))
    assert game.over and not game.events(Event.WAR) and int(game.record["hostilities"]) == 0


@pytest.mark.rule("19.11")
def test_before_the_war_japanese_and_allied_units_share_an_area_without_combat():
    game = battle("aleutians", hostilities=False).with_units("Kongo", "Akagi", "Minneapolis").start()
    game.choose("aleutians")
    assert game.over and not game.events(Event.ROUND_BEGINS)


@pytest.mark.rule("19.11")
def test_in_war_they_fight_there():
    game = battle("aleutians", hostilities=True).with_units("Kongo", "Minneapolis").start()
    assert game.choose("aleutians").decision == Decision.ACTION_TYPE


@pytest.mark.rule("19.11")
def test_nobody_controls_an_area_that_both_share():
    game = peace("control").with_units("Kongo", "Minneapolis", place="aleutians").start()
    game.until()
    assert game.flag("aleutians") is None


@pytest.mark.rule("19.11")
def test_japanese_carriers_and_aircraft_attack_no_allied_place_before_the_war():
    position = battle("aleutians", hostilities=False).with_units("Akagi", "21AF")
    game = position.with_units("Houston", place="dutch_harbor").start().choose("aleutians")
    assert game.over and not game.events(Event.STRIKES)


@pytest.mark.rule("19.11")
def test_allied_carriers_attack_no_japanese_place_before_the_war():
    game = battle("bismarck_sea", hostilities=False).with_units("Hermes").with_units("Kongo", place="truk").start()
    assert game.choose("bismarck_sea").over


@pytest.mark.rule("19.11")
@pytest.mark.parametrize("hostilities", [False, True])
def test_no_landing_on_the_other_sides_bases_before_the_war_but_on_uncontrolled_ones(hostilities):
    game = movement("invasion", hostilities=hostilities).with_units("snlf_kure", place="aleutians")
    game = game.with_units("snlf_yokosuka", place="bismarck_sea").start()
    assert game.subject == "Yokosuka" and {"lae", "guadalcanal"} <= game.choices
    assert ("attu_kiska" in game.choose("stay").choices) == hostilities


@pytest.mark.rule("19.11")
def test_british_and_germans_fight_on_where_japanese_look_on():
    game = battle("arabian_sea", hostilities=False).with_units("Kongo", "Exeter", "Bismarck").start()
    assert game.choose("arabian_sea").decision == Decision.ACTION_TYPE
    assert list(game.record["here"][:2]) == sorted([unit_number("Exeter"), unit_number("Bismarck")])
    assert int(game.record["units_here"]) == 2


@pytest.mark.rule("19.12")
def test_points_are_awarded_in_the_pacific_before_the_war():
    game = peace("control", flags={}).with_units("Kongo", place="marianas").start().until()
    assert game.points(1) == -2


@pytest.mark.rule("19.13")
def test_japan_starts_the_campaign_with_a_lead_of_eight():
    assert from_file("campaign").points(1) == -8


# --- §19.2: control flags ------------------------------------------------------------------------------


@pytest.mark.rule("19.2")
def test_flags_at_the_start_of_the_campaign():
    game = from_file("campaign")
    pacific = [id for id, area in names().printed.board.areas.items() if area.theatre == "pacific"]
    flags = {id: game.flag(id) for id in pacific}
    assert {id for id in pacific if flags[id] is None} == {
        "aleutians",
        "gulf_of_alaska",
        "bismarck_sea",
        "arabian_sea",
    }
    assert {id for id in pacific if flags[id] == "axis"} == {"home_islands", "marianas", "marshalls"}


@pytest.mark.rule("19.21")
def test_a_group_of_uncertain_whereabouts_counts_as_patrolling_the_central_pacific():
    game = peace("control").with_units("Enterprise", place="uncertain_w").start().until()
    assert game.flag("central_pacific") == "allies"
    assert game.flag("hawaiian_islands") is None


@pytest.mark.rule("19.21")
@pytest.mark.parametrize("keys", [{"hostilities": True}, {}])
def test_not_after_the_raid_force_has_moved_nor_without_a_group(keys):
    position = peace("control", **keys)
    game = position.with_units("Enterprise", place="uncertain_w" if keys else "usa").start().until()
    assert game.flag("central_pacific") is None


@pytest.mark.rule("19.22")
def test_flags_stop_ships_before_the_war_too():
    free = peace(flags={"home_islands": "axis"}).with_units("Kongo", place="yokosuka")
    barred = peace(flags={"home_islands": "axis", "central_pacific": "allies"}).with_units("Kongo", place="yokosuka")
    game = asked(free.start(), "Kongo").choose("turn_raider").until(Decision.RAID_ORDER)
    assert "hawaiian_islands" in game.choices
    game = asked(barred.start(), "Kongo").choose("turn_raider").until(Decision.RAID_ORDER)
    assert "central_pacific" in game.choices and "french_polynesia" not in game.choices


def surrounded(side, ships, **keys):
    """A side has had its flag in some areas since the turn before, and has one of the ships in each of them now."""
    position = peace("control", flags=dict.fromkeys(ships, side), **keys)
    for area, ship in ships.items():
        position.with_units(ship, place=area)
    return position.start().until()


ALEUTIANS = {"aleutians": "Kongo"}
AROUND_KWAJALEIN = {"marshalls": "Astoria", "central_pacific": "Houston"}


@pytest.mark.rule("19.22", "16.11")
def test_in_peace_no_place_falls_to_control_of_the_sea_between_japan_and_the_allies():
    assert surrounded("axis", ALEUTIANS).owner("attu_kiska") == "american"
    assert surrounded("allies", AROUND_KWAJALEIN).owner("kwajalein") == "japanese"
    assert surrounded("axis", {"bay_of_bengal": "Kongo"}).owner("andaman") == "british"


@pytest.mark.rule("19.22", "16.11")
def test_turns_of_peace_do_not_count_towards_the_fall_of_a_place():
    def after(turn):
        return surrounded("axis", ALEUTIANS, hostilities=True, hostilities_since=3, turn=turn, last_turn=turn)

    assert after(3).owner("attu_kiska") == "american", "its areas were enemy-controlled in peace when the turn began"
    assert after(4).owner("attu_kiska") == "japanese"


@pytest.mark.rule("19.22", "16.12")
def test_in_peace_places_that_nobody_holds_fall_and_british_and_germans_take_each_others():
    assert surrounded("axis", {"bismarck_sea": "Kongo", "coral_sea": "Hiei"}).owner("guadalcanal") == "japanese"
    assert surrounded("axis", {"west_med": "Littorio", "east_med": "Roma"}).owner("malta") == "german"
    assert surrounded("allies", {"west_med": "Hood", "east_med": "Norfolk"}).owner("tripoli") == "british"
    germans = {"bay_of_bengal": "Bismarck"}
    assert surrounded("axis", germans).owner("andaman") == "japanese"
    position = peace("control", flags=dict.fromkeys(germans, "axis"))
    position.with_units("Kongo", "Bismarck", place="bay_of_bengal")
    assert position.start().until().owner("andaman") == "japanese", "with or without the Japanese"


@pytest.mark.rule("19.22", "16.11")
def test_germans_in_one_of_its_areas_do_not_take_a_place_that_japanese_surround_with_them():
    game = surrounded("axis", {"indian_ocean": "Bismarck", "coral_sea": "Kongo"})
    assert game.owner("australia") == game.owner("port_moresby") == "british"
    game = surrounded("axis", {"indian_ocean": "Bismarck", "coral_sea": "Scharnhorst"})
    assert game.owner("australia") != "british"
    position = peace("control", flags={"bay_of_bengal": "axis"}).with_units("Kongo", place="bay_of_bengal")
    position.with_units("Bismarck", place="bay_of_bengal", raiding=True)
    assert position.start().until().owner("andaman") == "british", "a raider does not control the area"


@pytest.mark.rule("19.22", "18.37")
def test_saigon_reverts_in_peace_on_the_turn_on_which_it_has_become_japanese_and_not_later():
    for turn, owner in ((3, "american"), (5, "japanese")):
        game = surrounded("allies", {"indonesia": "Exeter"}, turn=turn, last_turn=turn)
        assert game.owner("saigon") == owner


# --- §19.3: basing restrictions ------------------------------------------------------------------------


@pytest.mark.rule("19.31")
@pytest.mark.parametrize("hostilities", [False, True])
def test_ships_set_up_in_pearl_harbor_stay_there_until_the_attack(hostilities):
    game = peace(hostilities=hostilities).with_units("Arizona", "New Orleans", place="pearl_harbor").start()
    assert (game.decision == Decision.PATROL_ORDER) == hostilities


@pytest.mark.rule("19.32")
def test_other_us_ships_in_the_pacific_return_to_pearl_harbor_samoa_or_the_philippines():
    assert bases("Houston", "indonesia") == {"pearl_harbor", "samoa", "philippines"}
    assert bases("Minneapolis", "hawaiian_islands") == {"pearl_harbor", "samoa"}
    assert {"panama_canal", "johnston"} <= bases("Minneapolis", "hawaiian_islands", hostilities=True)


@pytest.mark.rule("19.32")
def test_these_may_leave_pearl_harbor():
    assert "hawaiian_islands" in patrols(peace().with_units("Louisville", place="pearl_harbor"), "Louisville")


@pytest.mark.rule("19.33")
def test_ships_that_start_on_the_east_coast_base_only_in_the_usa():
    assert bases("Quincy", "caribbean") == {"usa"}
    assert {"usa", "panama_canal"} <= bases("Washington", "caribbean")
    assert {"usa", "panama_canal"} <= bases("Quincy", "caribbean", hostilities=True)


@pytest.mark.rule("19.34")
def test_uncertain_groups_stay_in_their_boxes():
    game = peace(turn=1, last_turn=1).with_units("Enterprise", "Northampton", place="uncertain_w").start().until()
    assert game.unit("Enterprise").place == game.unit("Northampton").place == "uncertain_w"
    assert not game.events(Event.MOVED)


@pytest.mark.rule("19.35")
@pytest.mark.parametrize("hostilities", [False, True])
def test_us_aircraft_stay_on_their_base(hostilities):
    game = peace("land_based_air", hostilities=hostilities).with_units("5AF", place="philippines").start()
    assert (game.decision == Decision.AIR_UNIT) == hostilities


@pytest.mark.rule("19.35")
def test_other_aircraft_fly():
    game = peace("land_based_air").with_units("RAF", place="england").start()
    assert game.decision == Decision.AIR_UNIT


@pytest.mark.rule("19.37", "18.12")
def test_australian_ships_return_to_australia_and_de_ruyter_to_singapore():
    assert bases("Australia", "coral_sea") == {"australia"}
    assert bases("De Ruyter", "indonesia") == {"singapore"}
    assert {"singapore", "australia"} < bases("De Ruyter", "indonesia", hostilities=True)
    assert {"singapore", "australia"} < bases("Australia", "coral_sea", hostilities=True)


@pytest.mark.rule("19.37")
def test_australian_ships_in_the_atlantic_base_like_british_ones():
    assert {"england", "suez"} < bases("Australia", "north_sea")


@pytest.mark.rule("19.37", "10.1")
def test_a_unit_that_can_reach_none_of_its_places_returns_by_the_ordinary_rules():
    assert "trincomalee" in bases("De Ruyter", "indonesia", owners={"singapore": "japanese"})


# --- §19.38: when Japan may not attack -----------------------------------------------------------------

HAWAII = "hawaiian_islands"
WATCHED = {"hawaiian_islands": "allies", "french_polynesia": "allies", "central_pacific": "allies"}


@pytest.mark.rule("19.38")
def test_japan_may_attack_when_all_its_ships_are_in_yokosuka():
    assert "central_pacific" in patrols(peace(flags=WATCHED).with_units("Kongo", place="yokosuka"), "Kongo")


@pytest.mark.rule("19.38")
@pytest.mark.parametrize("abroad", ["Hiei", "snlf_kure"])
def test_not_while_a_ship_or_amphibious_unit_began_the_turn_elsewhere(abroad):
    position = peace(flags=WATCHED).with_units("Kongo", place="yokosuka").with_units(abroad, place="truk")
    assert "central_pacific" not in patrols(position, "Kongo")


@pytest.mark.rule("19.38")
def test_a_file_of_a_position_says_where_it_began_though_it_has_sailed(tmp_path):
    position = peace(flags=WATCHED).with_units("Kongo", place="truk").with_units("Hiei", place="yokosuka")
    game = asked(position.start(), "Kongo").choose("marshalls")
    for played in (game, read_again(game, tmp_path)):
        assert (played.decision, played.subject) == (Decision.PATROL_ORDER, "Hiei")
        assert "home_islands" in areas(played) and "central_pacific" not in areas(played)


@pytest.mark.rule("19.38")
@pytest.mark.parametrize("elsewhere", [("21AF", "truk"), ("Hiei", "raid_force"), ("Hiei", "out_of_play")])
def test_aircraft_elsewhere_do_not_matter_nor_the_raid_force(elsewhere):
    unit, place = elsewhere
    position = peace(flags=WATCHED).with_units("Kongo", place="yokosuka").with_units(unit, place=place)
    assert "central_pacific" in patrols(position, "Kongo")


@pytest.mark.rule("19.38")
@pytest.mark.parametrize("missing", ["hawaiian_islands", "french_polynesia"])
def test_the_restriction_is_lifted_when_a_us_flag_is_missing_at_the_start_of_the_turn(missing):
    flags = {id: side for id, side in WATCHED.items() if id != missing}
    position = peace(flags=flags).with_units("Kongo", place="yokosuka").with_units("Hiei", place="truk")
    assert "central_pacific" in patrols(position, "Kongo")


@pytest.mark.rule("19.38")
def test_nor_do_aircraft_amphibious_units_raiders_or_the_raid_force_attack_while_it_stands():
    flags = {**WATCHED, "indonesia": "allies", "home_islands": "axis"}
    position = peace(flags=flags).with_units("Hiei", place="truk").with_units("21AF", "snlf_kure", place="yokosuka")
    position = position.with_units("Myoko", place="yokosuka").with_units("Akagi", place="raid_force")
    position = position.with_units("Repulse", "Resolution", place="indonesia").owned("saigon", "japanese")
    game = asked(position.start(), "Myoko").choose("turn_raider")
    seen = set()
    while not game.over and game.phase <= 4:
        if game.decision in (Decision.AIR_ORDER, Decision.AMPHIBIOUS_ORDER, Decision.RAID_ORDER):
            seen.add(game.decision)
            assert not areas(game) & {"central_pacific", "indonesia", "hawaiian_islands"}
        assert game.decision != Decision.SAIL_FOR_PEARL_HARBOR
        game.choose("stay" if "stay" in game.choices else sorted(game.choices)[0])
    assert len(seen) == 3


# --- §19.41: who may enter what; the declaration of war ------------------------------------------------


@pytest.mark.rule("19.41")
def test_allied_ships_may_not_enter_areas_that_japan_controls():
    flags = {"marianas": "axis", "indonesia": "allies"}
    found = patrols(peace(flags=flags).with_units("Houston", place="philippines"), "Houston")
    assert "indonesia" in found and "marianas" not in found
    at_war = peace(flags=flags, hostilities=True).with_units("Houston", place="philippines")
    assert "marianas" in patrols(at_war, "Houston")


@pytest.mark.rule("19.41")
def test_nor_may_their_aircraft_and_amphibious_units():
    flags = {"marianas": "axis", "indonesia": "axis"}
    game = peace("land_based_air", flags=flags).with_units("RAAF", "Tiger", place="singapore")
    game = game.with_units("us_1st_marines", place="philippines").start()
    game.until(Decision.AIR_ORDER)
    assert "indonesia" not in game.choices
    game.choose("stay")
    assert game.decision == Decision.AMPHIBIOUS_ORDER and areas(game) == set()


@pytest.mark.rule("19.41")
@pytest.mark.parametrize(
    ("begins_at", "unit"), [("patrolling", "Kongo"), ("land_based_air", "21AF"), ("amphibious", "snlf_kure")]
)
def test_a_ship_aircraft_or_amphibious_unit_under_an_allied_flag_declares_war(begins_at, unit):
    flags = {**WATCHED, "home_islands": "axis"}
    position = peace(begins_at, attack="possible", flags=flags, owners={"midway": "japanese"})
    game = position.with_units(unit, place="yokosuka").start().until(prefer=("central_pacific", "stay"))
    assert [row[1] for row in game.events(Event.WAR)] == [place_number("central_pacific")]


@pytest.mark.rule("19.41")
def test_an_area_without_a_flag_may_be_entered_in_peace():
    game = peace(flags=WATCHED).with_units("Kongo", place="yokosuka").start()
    asked(game, "Kongo").choose("aleutians").until()
    assert not game.events(Event.WAR)


@pytest.mark.rule("19.41")
def test_after_the_declaration_the_raid_force_must_go():
    position = peace(flags=WATCHED).with_units("Kongo", place="yokosuka").with_units("Akagi", place="raid_force")
    game = asked(position.start(), "Kongo").choose("central_pacific")
    game.until(Decision.RETREAT, prefer=("stay",))
    assert game.unit("Akagi").place == "hawaiian_islands" and game.unit("Akagi").raiding


@pytest.mark.rule("19.41", "19.61")
def test_if_the_raid_force_waits_no_raider_may_enter_an_allied_area():
    position = peace(flags=WATCHED).with_units("Kongo", place="yokosuka").with_units("Akagi", place="raid_force")
    game = asked(position.start(), "Kongo").choose("turn_raider")
    game.until(Decision.SAIL_FOR_PEARL_HARBOR, prefer=("stay",))
    assert game.choices == {"hawaiian_islands", "stay"}
    game.choose("stay")
    assert game.decision == Decision.RAID_ORDER and "central_pacific" not in game.choices


@pytest.mark.rule("19.41", "19.61")
def test_if_it_sails_raiders_may_go_there_and_it_is_war():
    position = peace(flags=WATCHED).with_units("Kongo", place="yokosuka").with_units("Akagi", place="raid_force")
    game = asked(position.start(), "Kongo").choose("turn_raider")
    game.until(Decision.SAIL_FOR_PEARL_HARBOR, prefer=("stay",))
    game.choose("hawaiian_islands")
    assert game.decision == Decision.RAID_ORDER and "central_pacific" in game.choices
    assert [row[1] for row in game.events(Event.WAR)] == [-1]


@pytest.mark.rule("19.5")
def test_without_a_raid_force_japan_may_attack_by_entering_an_allied_area():
    position = peace(flags=WATCHED).with_units("Kongo", place="yokosuka")
    game = asked(position.start(), "Kongo").choose("turn_raider").until(Decision.RAID_ORDER, prefer=("stay",))
    game.choose("central_pacific")
    assert game.events(Event.WAR)


@pytest.mark.rule("19.41")
def test_a_submarine_under_an_allied_flag_is_an_act_of_war():
    position = peace(flags=WATCHED).with_units("I-boat 1", place="yokosuka")
    game = asked(position.start(), "I-boat 1")
    assert HAWAII in game.choices
    assert game.choose(HAWAII).events(Event.WAR)
    held = peace(flags=WATCHED).with_units("I-boat 1", place="yokosuka").with_units("Hiei", place="truk")
    assert HAWAII not in patrols(held, "I-boat 1")


@pytest.mark.rule("19.11")
def test_after_the_declaration_allied_restrictions_hold_for_the_rest_of_the_movement():
    position = peace(flags={**WATCHED, "marianas": "axis"}).with_units("Kongo", place="yokosuka")
    position = position.with_units("Arizona", place="pearl_harbor").with_units("Houston", place="philippines")
    game = asked(position.start(), "Kongo").choose("central_pacific")
    game.until(Decision.PATROL_ORDER, prefer=("stay",))
    assert game.subject == "Houston" and "marianas" not in game.choices


@pytest.mark.rule("19.11")
def test_with_the_first_bomb_us_ships_return_where_they_like():
    position = battle(HAWAII, hostilities=False, attack="declared", flags=WATCHED, turn=3, last_turn=3)
    game = position.with_units("Akagi", raiding=True).with_units("Minneapolis").start()
    game.choose("remain", "retreat")
    assert game.subject == "Minneapolis" and {"panama_canal", "johnston"} <= game.choices


# --- §19.42, §19.47: rolls to move ---------------------------------------------------------------------


@pytest.mark.rule("19.42")
@pytest.mark.parametrize(("turn", "die", "sails"), [(3, 2, True), (3, 3, False), (5, 4, True), (5, 5, False)])
def test_a_us_ship_in_the_atlantic_rolls_less_than_the_number_of_the_turn_to_move(turn, die, sails):
    game = peace(turn=turn, last_turn=turn).with_units("Quincy", place="usa").start(dice=[die])
    assert (game.decision == Decision.PATROL_ORDER) == sails
    assert game.dice_left == 0


@pytest.mark.rule("19.42")
def test_no_die_is_rolled_where_all_would_fail_or_pass():
    first = peace(turn=1, last_turn=1).with_units("Quincy", place="usa").start()
    late = peace(turn=7, last_turn=7).with_units("Quincy", place="usa").start()
    assert first.over and late.decision == Decision.PATROL_ORDER
    assert first.dice_rolled == late.dice_rolled == 0


@pytest.mark.rule("19.42")
def test_all_rolls_are_made_before_the_first_ship_moves():
    game = peace().with_units("Quincy", "Wasp", "Texas", place="usa").start(dice=[3, 2, 1])
    assert game.decision == Decision.PATROL_ORDER and game.dice_left == 0
    assert [row[2] for row in game.events(Event.ROLL_TO_MOVE)] == [0, 1, 1]


@pytest.mark.rule("19.42")
def test_an_amphibious_unit_in_the_atlantic_rolls_too():
    for die, sails in ((2, True), (3, False)):
        game = peace().with_units("us_1st_marines", place="usa").start(dice=[die])
        assert (game.decision == Decision.AMPHIBIOUS_ORDER) == sails


@pytest.mark.rule("19.42")
def test_free_french_british_and_pacific_ships_do_not_roll():
    game = peace().with_units("Dunkerque", place="usa").with_units("Hood", place="england")
    game = game.with_units("Minneapolis", place="pearl_harbor").start().until()
    assert not game.events(Event.ROLL_TO_MOVE)


@pytest.mark.rule("19.42")
def test_nobody_rolls_to_move_once_japan_has_attacked():
    game = peace(turn=1, last_turn=1, hostilities=True).with_units("Quincy", place="usa").start()
    assert game.decision == Decision.PATROL_ORDER


@pytest.mark.rule("19.42")
def test_a_ship_that_may_move_may_raid():
    game = peace().with_units("Quincy", place="usa").start(dice=[1]).choose("turn_raider")
    assert game.decision == Decision.RAID_ORDER and areas(game) == {"eastern_seaboard", "caribbean"}


@pytest.mark.rule("19.42")
def test_us_ships_in_the_atlantic_keep_to_their_coast_but_free_french_ones_do_not():
    own = peace().with_units("Quincy", place="usa").start(dice=[1])
    assert areas(own) == {"eastern_seaboard", "caribbean"}
    assert "mid_atlantic" in patrols(peace().with_units("Dunkerque", place="usa"), "Dunkerque")
    assert "mid_atlantic" in patrols(peace(hostilities=True).with_units("Quincy", place="usa"), "Quincy")


@pytest.mark.rule("19.42")
def test_a_ship_that_may_not_move_may_be_repaired():
    game = peace().with_units("Quincy", place="usa", damage=1).start(dice=[6])
    assert game.decision == Decision.REPAIR


@pytest.mark.rule("19.47")
@pytest.mark.parametrize(("provocation", "die", "sails"), [(1, 3, True), (1, 4, False), (2, 4, True), (2, 5, False)])
def test_each_provocation_subtracts_one_from_the_rolls_of_the_following_turn(provocation, die, sails):
    game = peace(provocation=provocation).with_units("Quincy", place="usa").start(dice=[die])
    assert (game.decision == Decision.PATROL_ORDER) == sails


@pytest.mark.rule("19.47")
def test_provocations_count_on_the_following_turn_only():
    game = peace("return", turn=2, last_turn=4, provoked=2).start()
    assert game.over
    position = peace("return", turn=2, last_turn=4, provoked=2).with_units("Quincy", place="usa").start(dice=[3, 3])
    assert position.decision == Decision.PATROL_ORDER and int(position.record["provocation"]) == 2
    position.until(prefer=("stay",))
    assert int(position.record["provocation"]) == 0 and len(position.events(Event.ROLL_TO_MOVE)) == 2


# --- §19.43: US units that come to the Pacific ---------------------------------------------------------


@pytest.mark.rule("19.43")
def test_a_reinforcement_from_the_panama_canal_goes_to_pearl_harbor():
    game = peace().with_units("North Carolina", place="panama_canal").start(dice=[1])
    assert {"hawaiian_islands", "french_polynesia", "caribbean"} <= game.choices
    assert bases("North Carolina", "hawaiian_islands") == {"pearl_harbor"}
    assert bases("North Carolina", "french_polynesia") == {"pearl_harbor"}


@pytest.mark.rule("19.43")
def test_it_remains_there():
    assert peace().with_units("North Carolina", place="pearl_harbor").start().over


@pytest.mark.rule("19.43", "14.14")
@pytest.mark.parametrize("port", ["usa", "panama_canal"])
def test_a_submarine_from_the_atlantic_sails_for_pearl_harbor_and_nowhere_else(port):
    position = peace(turn=4, last_turn=5).with_units("US Submarine 1", place=port)
    game = position.start(dice=[3])
    assert game.choices == {"hawaiian_islands", "stay"}
    game.choose("hawaiian_islands").until(Decision.RETURN_TO_BASE)
    assert game.choices == {"pearl_harbor"}
    assert game.choose("pearl_harbor").until().over and game.unit("US Submarine 1").place == "pearl_harbor"


@pytest.mark.rule("19.43", "19.41")
def test_it_stays_where_it_is_while_japan_controls_the_waters_of_pearl_harbor():
    position = peace(turn=4, last_turn=4, flags={HAWAII: "axis"}).with_units("US Submarine 1", place="usa")
    assert position.start(dice=[3]).choices == {"stay"}


@pytest.mark.rule("19.43", "14.14")
def test_submarines_of_others_and_in_war_go_anywhere_in_the_pacific():
    in_war = peace(turn=4, last_turn=4, hostilities=True).with_units("US Submarine 1", place="usa").start()
    assert {"home_islands", "coral_sea", "arabian_sea"} < in_war.choices
    japanese = peace(turn=4, last_turn=4).with_units("I-boat 1", place="yokosuka").start()
    assert {"home_islands", "coral_sea", "arabian_sea"} < japanese.choices
    elsewhere = peace(turn=4, last_turn=4).with_units("US Submarine 1", place="samoa").start()
    assert {"home_islands", "coral_sea", "arabian_sea"} < elsewhere.choices, "it does not come from the Atlantic"


@pytest.mark.rule("19.43")
@pytest.mark.parametrize(("hostilities", "place"), [(False, {"uncertain_z"}), (True, {"usa", "pearl_harbor"})])
def test_hornet_joins_group_z_if_the_war_has_not_begun(hostilities, place):
    position = peace("reinforcements", hostilities=hostilities, chart={"nations": [], "units": ["hornet"]})
    game = position.start()
    found = game.choices if game.decision == Decision.ARRIVAL else {game.unit("Hornet").place}
    assert found == place


# --- §19.44: Indonesia ---------------------------------------------------------------------------------


@pytest.mark.rule("19.44")
@pytest.mark.parametrize(
    ("patrolling", "stays"),
    [
        (("Repulse", "Resolution"), True),
        (("Repulse",), False),
        (("Repulse", "Exeter"), False),
        (("Repulse", "Kirishima"), False),
    ],
)
def test_without_two_british_battleships_the_flag_in_indonesia_goes(patrolling, stays):
    game = peace(flags={"indonesia": "allies"}).with_units(*patrolling, place="indonesia")
    game = game.with_units("Kongo", place="yokosuka").start()
    asked(game, "Kongo")
    assert game.flag("indonesia") == ("allies" if stays else None)
    assert len(game.events(Event.FLAG_REMOVED)) == (0 if stays else 1)


@pytest.mark.rule("19.44")
@pytest.mark.parametrize("state", [{"raiding": True}, {"damage": 3}])
def test_they_must_patrol_with_gunnery_three_now(state):
    game = peace(flags={"indonesia": "allies"}).with_units("Resolution", place="indonesia")
    game = game.with_units("Repulse", place="indonesia", **state).with_units("Kongo", place="yokosuka").start()
    asked(game, "Kongo")
    assert game.flag("indonesia") is None


@pytest.mark.rule("19.44")
def test_entering_indonesia_then_is_no_declaration_of_war():
    position = peace(flags={"indonesia": "allies", **WATCHED}).with_units("Kongo", place="yokosuka")
    game = asked(position.start(), "Kongo").choose("indonesia").until(prefer=("stay",))
    assert not game.events(Event.WAR)


@pytest.mark.rule("19.44")
def test_with_the_flag_go_its_effects_on_places():
    position = peace(flags={"indonesia": "allies"}, owners={"saigon": "japanese"})
    position = position.with_units("RAF", place="singapore", theatre="pacific")
    game = position.start().until(prefer=("indonesia",))
    assert game.flag("indonesia") == "allies" and game.owner("saigon") == "japanese"


# --- §19.45: Germans off the US coast ------------------------------------------------------------------


@pytest.mark.rule("19.45")
def test_german_surface_ships_stay_out_of_american_waters():
    position = peace().with_units("Bismarck", place="neutral_port")
    assert patrols(position, "Bismarck") & {"caribbean", "eastern_seaboard"} == set()
    at_war = peace(hostilities=True).with_units("Bismarck", place="neutral_port")
    assert "caribbean" in patrols(at_war, "Bismarck")


@pytest.mark.rule("19.45")
@pytest.mark.parametrize("unit", ["Atlantis", "Nordmark"])
def test_hilfskreuzers_and_oilers_may_enter_them(unit):
    assert "caribbean" in patrols(peace().with_units(unit, place="neutral_port"), unit)


# --- §19.46: whose ships hunt --------------------------------------------------------------------------


def hunt(*units, hostilities=False, dice=()):
    """Units and a U-boat off the US coast."""
    position = battle("eastern_seaboard", hostilities=hostilities, turn=3, last_turn=3)
    return position.with_units("U-boat 1", *units).start(dice=dice).choose("eastern_seaboard")


@pytest.mark.rule("19.46")
@pytest.mark.parametrize(("navy", "factors"), [("british", 2), ("american", 3)])
def test_either_british_or_us_ships_hunt_off_the_us_coast(navy, factors):
    game = hunt("Hood", "Norfolk", "Wasp")
    assert game.decision == Decision.HUNTING_NAVY and game.subject == "eastern_seaboard"
    assert game.power == 2 and game.choices == {"british", "american"}
    game.lay(*[1] * factors).choose(navy)
    assert [row[2] for row in game.events(Event.ASW)] == [factors]


@pytest.mark.rule("19.46")
def test_nothing_is_asked_where_one_navy_is_alone_or_after_japan_has_attacked():
    assert not hunt("Hood", "Norfolk").events(Event.HUNTERS)
    both = hunt("Hood", "Quincy", hostilities=True)
    assert [row[2] for row in both.events(Event.ASW)] == [2]


@pytest.mark.rule("19.46", "14.22")
@pytest.mark.parametrize(("navy", "rolls"), [("british", []), ("american", [(1, 0)])])
def test_hunter_killer_groups_count_as_british_ships_and_add_nothing_to_an_american_hunt(navy, rolls):
    game = hunt("Quincy", "hk_group_1", "hk_group_2", dice=[1, 1])
    assert game.decision == Decision.HUNTING_NAVY
    game.choose(navy)
    assert [(factors, bonus) for _, _, factors, bonus, _ in game.events(Event.ASW)] == rolls


@pytest.mark.rule("19.46", "14.22")
@pytest.mark.parametrize(("others", "hostilities"), [(("Norfolk",), False), (("Quincy",), True)])
def test_they_add_to_a_british_hunt_and_to_that_of_all_allies_once_japan_has_attacked(others, hostilities):
    game = hunt(*others, "hk_group_1", hostilities=hostilities, dice=[1, 1])
    assert [(factors, bonus) for _, _, factors, bonus, _ in game.events(Event.ASW)] == [(1, 1)]
    assert not game.events(Event.HUNTERS)


@pytest.mark.rule("19.47", "19.46")
def test_points_of_a_u_boat_off_the_us_coast_provoke_the_us():
    game = hunt("Quincy", dice=[1, 6])
    assert int(game.record["provoked"]) == 1


@pytest.mark.rule("19.47")
def test_a_us_ship_sunk_by_a_u_boat_provokes_the_us():
    position = battle("caribbean", hostilities=False, turn=3, last_turn=3).with_units("Quincy")
    game = position.with_units("U-boat 1", raiding=True).start(dice=[6, 3]).choose("caribbean", "Quincy")
    assert game.unit("Quincy").place == "out_of_play" and int(game.record["provoked"]) == 1


# --- §4.6, §19.5: the raid force -----------------------------------------------------------------------


@pytest.mark.rule("4.6")
def test_at_set_up_ships_of_speed_five_or_more_in_yokosuka_may_be_put_into_the_raid_force():
    position = peace("reinforcements", turn=1, last_turn=1).with_units("Nagato", "Hosho", "Kaga", place="yokosuka")
    game = position.with_units("Kongo", place="truk").start()
    assert game.decision == Decision.RAID_FORCE and game.subject == "Kaga"
    assert game.choices == {"raid_force", "stay"}
    game.choose("raid_force")
    assert game.unit("Kaga").place == "raid_force" and game.decision != Decision.RAID_FORCE


@pytest.mark.rule("19.5")
def test_ships_of_speed_five_or_more_enter_in_the_patrolling_step():
    position = peace().with_units("Kaga", "Fuso", place="yokosuka").with_units("Hiei", place="truk")
    game = position.with_units("Soryu", place="yokosuka", damage=2).with_units("Yamato", place="yokosuka").start()
    found = {}
    while not game.over and game.decision == Decision.PATROL_ORDER:
        found[game.subject] = "raid_force" in game.choices
        game.choose("stay")
    assert found == {"Kaga": True, "Fuso": False, "Hiei": False, "Soryu": True, "Yamato": True}


@pytest.mark.rule("19.5")
def test_damage_that_slows_a_ship_below_five_keeps_it_out():
    game = peace().with_units("Kaga", place="yokosuka", damage=2).start()
    assert "raid_force" not in game.choices


@pytest.mark.rule("19.5")
def test_the_raid_force_is_open_before_the_war_only():
    assert "raid_force" not in peace(hostilities=True).with_units("Kaga", place="yokosuka").start().choices


@pytest.mark.rule("19.51")
def test_a_reinforcement_may_join_on_the_turn_it_arrives():
    position = peace("reinforcements", chart={"nations": [], "units": ["shokaku"]})
    game = position.start()
    game.until(Decision.PATROL_ORDER)
    assert game.subject == "Shokaku" and "raid_force" in game.choices
    game.choose("raid_force")
    assert game.unit("Shokaku").place == "raid_force"


@pytest.mark.rule("19.52")
def test_a_ship_that_leaves_reappears_in_yokosuka_and_may_move_from_there():
    game = peace().with_units("Akagi", place="raid_force").start()
    assert {"stay", "yokosuka", "turn_raider", "home_islands", "aleutians"} <= game.choices
    game.choose("aleutians")
    assert game.unit("Akagi").place == "aleutians"
    game = peace().with_units("Akagi", place="raid_force").start().choose("yokosuka")
    assert game.unit("Akagi").place == "yokosuka"
    game = peace().with_units("Akagi", place="raid_force").start().choose("turn_raider")
    assert game.unit("Akagi").place == "yokosuka" and game.unit("Akagi").raiding


@pytest.mark.rule("19.6")
def test_movement_on_the_turn_of_the_attack_keeps_its_order():
    flags = {**WATCHED, "home_islands": "axis"}
    position = peace(flags=flags).with_units("Kongo", "snlf_kure", place="yokosuka")
    position = position.with_units("Akagi", place="raid_force").with_units("RAAF", place="australia")
    game = asked(position.start(), "Kongo").choose("central_pacific")
    kinds = [game.decision]
    while not game.over and game.phase < 5:
        game.choose("stay" if "stay" in game.choices else sorted(game.choices)[0])
        kinds.append(game.decision)
    order = [Decision.PATROL_ORDER, Decision.AIR_UNIT, Decision.AIR_ORDER, Decision.AMPHIBIOUS_ORDER]
    assert list(dict.fromkeys(kinds))[:4] == order


@pytest.mark.rule("19.61")
def test_the_raid_force_sails_as_raiders_past_flags_and_without_speed_rolls():
    flags = {**WATCHED, "home_islands": "axis"}
    game = peace("raiding", attack="possible", flags=flags).with_units("Kaga", "Akagi", place="raid_force").start()
    assert game.decision == Decision.SAIL_FOR_PEARL_HARBOR
    game.choose("hawaiian_islands")
    assert game.unit("Kaga").place == game.unit("Akagi").place == "hawaiian_islands"
    assert game.unit("Kaga").raiding and not game.events(Event.SPEED_ROLL)


# --- §19.36: the Philippines ---------------------------------------------------------------------------


def landing_on_the_philippines(*guards):
    """A Japanese unit lands on the Philippines on the turn of the attack."""
    position = peace("raiding", attack="possible", flags=WATCHED).with_units("Hiei", place="raid_force")
    position = position.with_units("snlf_kure", place="marianas")
    for unit in guards:
        position = position.with_units(unit, place="philippines")
    game = position.start().choose("hawaiian_islands")
    return game.until(prefer=("philippines", "retreat", "stay"))


@pytest.mark.rule("19.36")
@pytest.mark.parametrize("guards", [(), ("5AF",), ("Houston",)])
def test_the_philippines_are_taken_without_loss_if_not_held_by_aircraft_and_a_ship(guards):
    game = landing_on_the_philippines(*guards)
    assert game.owner("philippines") == "japanese" and game.unit("snlf_kure").place == "philippines"
    assert game.events(Event.LANDED) and not game.events(Event.INVADED), "nobody is told that the unit was spent"


@pytest.mark.rule("19.36")
def test_with_both_there_the_landing_costs_the_unit():
    game = landing_on_the_philippines("5AF", "Houston")
    assert game.owner("philippines") == "japanese" and game.unit("snlf_kure").place == "returning"


@pytest.mark.rule("19.36")
def test_a_defender_costs_the_invader_all_the_same():
    game = landing_on_the_philippines("us_1st_marines")
    assert game.owner("philippines") == "american" and game.unit("snlf_kure").place == "returning"


@pytest.mark.rule("19.36")
def test_it_counts_on_the_turn_of_the_attack_only():
    position = movement("invasion", turn=3, last_turn=4, unguarded=True).with_units("snlf_kure", place="marianas")
    game = position.with_units("snlf_yokosuka", place="marianas").start().choose("stay", "philippines")
    assert game.unit("snlf_kure").place == "philippines"
    game = movement("return", turn=3, last_turn=4, unguarded=True).with_units("Kongo", place="truk").start()
    assert int(game.record["unguarded"]) == 0
