"""§23 Pearl Harbor tension: fuel, uncertain groups that are a secret, a hotter surprise attack."""

import pytest

from aw_env.games.admirals_war.records.terms import Action, Decision, Event
from tests.positions import Position, from_file, load, printed

HAWAII = "hawaiian_islands"
TENSION = {"in_play": ["pearl_harbor_tension"]}
AS_IN_TABLE_5 = {"faces_central": 1, "faces_hawaii": 2}
NO_GROUP_NEAR = [6] * 8
"""Secret dice that leave every group in the Caribbean."""


def raid(*carriers, fleet=("Arizona",), groups=(), **keys):
    """The raid force off Hawaii, a fleet in Pearl Harbor, and groups of uncertain whereabouts, with the option."""
    flags = {"hawaiian_islands": "allies", "french_polynesia": "allies", "indonesia": "allies"}
    standard = {"hostilities": False, "attack": "declared", "turn": 3, "last_turn": 3, "flags": flags, **AS_IN_TABLE_5}
    position = Position("combat", HAWAII, **{**standard, **TENSION, **keys})
    position.with_units(*(carriers or ("Akagi",)), raiding=True)
    if fleet:
        position.with_units(*fleet, place="pearl_harbor")
    for box, ship in zip("wxyz", groups, strict=False):
        position.with_units(ship, place=f"uncertain_{box}")
    return position


def after_the_raids(*carriers, dice=NO_GROUP_NEAR, at_johnston=(), **keys):
    """Both raids are made on nothing, and Japan stays."""
    game = raid(*carriers, **keys).with_units(*at_johnston, place="johnston").start(dice=dice)
    while game.decision == Decision.STRIKE_TARGET:
        game.choose("hold")
    assert game.decision == Decision.RETREAT
    return game.choose("remain")


# --- §23.1 ---------------------------------------------------------------------------------------------


@pytest.mark.rule("23.1", "4.6")
def test_ten_ships_at_most_in_the_raid_force():
    for in_play, most in ((["pearl_harbor_tension"], 10), ([], 30)):
        game = from_file_with(in_play).until(Decision.RAID_FORCE)
        joined = 0
        while game.decision == Decision.RAID_FORCE:
            game.choose("raid_force")
            joined += 1
        assert joined == 10 if most == 10 else joined > 10


def from_file_with(in_play):
    """The campaign with these options, all forced decisions asked."""
    from tests.positions import Game

    loaded = load.scenario("campaign", printed(), 2, in_play)
    return Game(loaded.books, loaded.templates, (), 0, False)


# --- §23.2 ---------------------------------------------------------------------------------------------


@pytest.mark.rule("23.2", "23.21")
def test_before_the_set_up_the_american_seat_divides_three_faces():
    game = from_file_with(["pearl_harbor_tension"])
    assert (game.decision, game.power.name) == (Decision.DIVISION, "AMERICAN")
    assert game.choices == {"central_pacific", "hawaiian_islands", "caribbean"}
    game.choose("central_pacific", "hawaiian_islands", "hawaiian_islands")
    assert game.decision == Decision.ARRIVAL
    assert (game.record["faces_central"], game.record["faces_hawaii"]) == (2, 3)
    assert from_file("campaign", ask_forced=False).decision == Decision.ARRIVAL, "only with the option"


@pytest.mark.rule("23.21")
def test_each_area_has_a_face_whatever_is_chosen():
    for area, faces in (("central_pacific", (4, 1)), ("hawaiian_islands", (1, 4)), ("caribbean", (1, 1))):
        game = from_file_with(["pearl_harbor_tension"]).choose(area, area, area)
        assert (game.record["faces_central"], game.record["faces_hawaii"]) == faces


@pytest.mark.rule("23.22", "23.21")
@pytest.mark.parametrize(
    ("die", "place"), [(1, "central_pacific"), (3, "central_pacific"), (4, HAWAII), (6, "caribbean")]
)
def test_printed_example_the_faces_decide_where_a_group_appears(die, place):
    game = raid(groups=["Enterprise"], faces_central=3, faces_hawaii=2).start(dice=[die, 6, *[6] * 6])
    assert game.unit("Enterprise").place == "uncertain_w", "the result is kept secret"
    while game.unit("Enterprise").place == "uncertain_w":
        game.choose("hold" if "hold" in game.choices else "remain")
    assert game.unit("Enterprise").place == place
    assert not game.record["faces_central"] and not game.record["faces_hawaii"], "nothing is secret any more"
    assert [(row[3], row[4]) for row in game.events(Event.TABLE)][0][1] == []


@pytest.mark.rule("23.23")
def test_a_group_twice_off_hawaii_is_in_pearl_harbor_for_the_raids():
    game = raid(groups=["Enterprise", "Lexington"]).start(dice=[2, 3, 2, 1, 6, 6, 6, 6])
    assert game.unit("Enterprise").place == "pearl_harbor" and game.unit("Lexington").place == "uncertain_x"
    assert game.choices == {"Arizona", "Enterprise", "hold"}


@pytest.mark.rule("23.23")
@pytest.mark.parametrize("groups", [(), ("Enterprise",), ("Enterprise", "Lexington", "Saratoga", "Yorktown")])
def test_eight_dice_are_rolled_whichever_groups_there_are(groups):
    game = raid(groups=groups).start(dice=[6] * 9)
    assert game.dice_left == 1


@pytest.mark.rule("23.24")
def test_twice_in_the_central_pacific_is_no_more_than_once():
    game = raid(groups=["Enterprise"]).start(dice=[1, 1, *[6] * 6])
    assert game.unit("Enterprise").place == "uncertain_w"


@pytest.mark.rule("23.22", "19.71")
def test_if_japan_leaves_the_groups_appear_all_the_same():
    game = raid(groups=["Enterprise"]).start(dice=[2, 1, *[6] * 6]).choose("hold", "hold", "retreat")
    game.until(Decision.COMBAT_AREA, prefer=["yokosuka"])
    assert game.unit("Enterprise").place == HAWAII


# --- §23.3 ---------------------------------------------------------------------------------------------


@pytest.mark.rule("23.31")
def test_in_the_first_raid_each_shot_is_one_better():
    game = raid().start(dice=NO_GROUP_NEAR)
    game.lay(4, 3, 1, 1, 1).choose("Arizona")  # Akagi has a bonus of her own: 4 + 2 hits
    assert game.attacks()[-1] == ("Akagi", "Arizona", [4, 3, 1, 1], [1])
    game.lay(4, 3, 1, 1).choose("Arizona")
    assert game.attacks()[-1] == ("Akagi", "Arizona", [4, 3, 1, 1], []), "in the second no longer"


@pytest.mark.rule("23.31", "12.22")
def test_against_the_air_unit_the_one_counts_and_the_printed_bonus_does_not():
    game = raid(fleet=["7AF"]).start(dice=NO_GROUP_NEAR).lay(5, 4, 1, 1, 1).choose("7AF")
    assert game.attacks()[-1] == ("Akagi", "7AF", [5, 4, 1, 1], [1])


@pytest.mark.rule("23.32")
def test_the_air_unit_attacks_in_the_second_raid():
    game = raid("Akagi", "Kongo", fleet=["Arizona", "7AF"]).start(dice=NO_GROUP_NEAR).choose("hold")
    assert (game.decision, game.subject) == (Decision.STRIKE_TARGET, "Akagi")
    game.choose("hold")
    assert (game.decision, game.subject, game.power.name) == (Decision.STRIKE_TARGET, "7AF", "AMERICAN")
    assert game.choices == {"Akagi", "Kongo", "hold"}
    strength = int(game.books[0]["airstrike"][game.unit("7AF").number])
    game.lay(5, *[1] * (strength - 1)).choose("Akagi")
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Akagi"), "disabled at sea"


@pytest.mark.rule("23.32")
def test_its_attack_and_theirs_take_effect_together():
    game = raid(fleet=["7AF"]).start(dice=NO_GROUP_NEAR).choose("hold").lay(6, 6, 6, 6, 6, 6, 6, 6).choose("7AF")
    assert game.subject == "7AF", "it is lost, and attacks before it goes"
    game.choose("hold")
    assert game.unit("7AF").place == "returning"


@pytest.mark.rule("23.32")
def test_lost_in_the_first_raid_it_does_not_attack():
    game = raid(fleet=["Arizona", "7AF"]).start(dice=NO_GROUP_NEAR).lay(*[6] * 8).choose("7AF")
    game.choose("hold")
    assert game.decision == Decision.RETREAT


# --- §23.4 ---------------------------------------------------------------------------------------------


@pytest.mark.rule("23.4", "23.41")
def test_if_japan_stays_each_carrier_names_her_target():
    game = after_the_raids("Akagi", "Soryu", "Kongo", fleet=["Arizona", "1st Marines"])
    assert (game.decision, game.subject) == (Decision.NAMING, "Akagi")
    assert game.choices == {"Arizona", "uncertain", "hold"}
    assert game.choose("hold").subject == "Soryu"


@pytest.mark.rule("23.4")
def test_the_round_is_an_air_action_with_the_targets_named():
    game = after_the_raids("Akagi", "Kongo").lay(*[1] * 4).choose("Arizona", "remain")
    assert game.events(Event.ACTION_CHOSEN) == [] and game.events(Event.ACTION_DETERMINED)[0][1] == Action.AIR
    assert game.attacks()[-1][:2] == ("Akagi", "Arizona")


@pytest.mark.rule("23.41")
def test_targets_of_the_raids_are_not_those_of_the_round():
    game = raid("Akagi", "Kongo").start(dice=NO_GROUP_NEAR).lay(*[1] * 8).choose("Arizona", "Arizona", "remain")
    raids = len(game.attacks())
    game.choose("hold", "remain").until(Decision.RETREAT)
    assert len(game.attacks()) == raids == 2, "she holds her fire"


@pytest.mark.rule("23.41")
@pytest.mark.parametrize(
    ("dice", "asked"), [([2, 1, *[6] * 6], True), (NO_GROUP_NEAR, False), ([2, 2, *[6] * 6], False)]
)
def test_a_carrier_that_waits_for_a_group_attacks_its_ships_if_it_comes(dice, asked):
    """Not those of a group that was found in port (§23.23): these put to sea with the fleet."""
    game = after_the_raids("Akagi", "Kongo", groups=["Northampton"], dice=dice).choose("uncertain", "remain")
    assert (game.decision == Decision.AIR_TARGET) == asked
    if asked:
        assert (game.subject, game.choices) == ("Akagi", {"Northampton", "hold"})


@pytest.mark.rule("23.41", "19.761")
def test_if_the_fleet_leaves_who_waited_has_lost_her_attack():
    dice = [2, 1, *[6] * 6]
    game = after_the_raids("Akagi", "Soryu", "Kongo", groups=["Northampton"], dice=dice, at_johnston=["Chester"])
    game.choose("uncertain", "Arizona", "retreat").until(Decision.AIR_RAID, Decision.COMBAT_AREA)
    assert (game.decision, game.subject) == (Decision.AIR_RAID, "Soryu")


@pytest.mark.rule("23.41", "19.74")
def test_a_submarine_that_attacks_before_the_round_changes_no_named_target():
    position = raid("Akagi", "Kongo", fleet=["Arizona", "Chester"]).with_units("I-boat 1", place=HAWAII, raiding=True)
    game = position.start(dice=NO_GROUP_NEAR).choose("hold", "hold", "remain", "Arizona")
    assert (game.decision, game.subject) == (Decision.SUBMARINE_TARGET, "I-boat 1")
    game.lay(1, 1, 1, 1, 1).choose("Chester", "yokosuka", "remain").until(Decision.RETREAT)
    assert [attack[:2] for attack in game.attacks()] == [("I-boat 1", "Chester"), ("Akagi", "Arizona")]


@pytest.mark.rule("23.42")
def test_the_next_round_is_an_ordinary_one():
    game = after_the_raids("Akagi", "Kongo").choose("hold", "remain").until(Decision.ACTION_TYPE, prefer=["remain"])
    assert game.record["combat_round"] == 2


# --- §23.6, and with §24 -------------------------------------------------------------------------------


def first_normal_round(**keys):
    """Yorktown off Hawaii attacks the Kongo in the round after the raids, with a 5."""
    position = raid("Kongo", fleet=["Arizona"], **keys).with_units("Yorktown", place=HAWAII)
    game = position.start(dice=NO_GROUP_NEAR).until(Decision.AIR_TARGET, prefer=["remain", "hold"])
    return game.lay(5, 1, 1, 1, 1, 1).choose("Kongo")


@pytest.mark.rule("23.61")
def test_on_the_turn_of_the_attack_us_carriers_have_no_bonus():
    game = first_normal_round()
    assert game.attacks()[-1][3] == [] and game.books[0]["air_bonus"][game.unit("Yorktown").number] == 1


@pytest.mark.rule("23.61")
def test_on_later_turns_they_have_it():
    for turn, damage in ((3, []), (4, [1])):
        position = Position("combat", "marianas", turn=turn, last_turn=turn, hostilities_since=3, **TENSION)
        game = (
            position.with_units("Yorktown", "Kongo")
            .start()
            .choose("marianas")
            .until(Decision.AIR_TARGET, prefer=["air"])
        )
        assert game.lay(5, 1, 1, 1, 1).choose("Kongo").attacks()[-1][3] == damage


@pytest.mark.rule("23.62", "24.3")
def test_a_warning_lets_them_be_prepared():
    game = first_normal_round(warned=3, in_play=["pearl_harbor_tension", "tora_tora"])
    assert game.attacks()[-1][3] == [1]


@pytest.mark.rule("24.61")
def test_with_the_fleet_warned_a_group_in_port_sails_with_it():
    keys = {"in_play": ["pearl_harbor_tension", "tora_tora"]}
    game = raid(groups=["Enterprise"], **keys).start(dice=[2, 2, *[6] * 6, 1, 1, 1, 1])
    assert game.unit("Enterprise").place == "pearl_harbor"
    game.choose("Arizona")
    assert game.unit("Enterprise").place == HAWAII and game.attacks() == []


@pytest.mark.rule("23.0")
def test_without_the_option_the_groups_roll_when_they_appear():
    game = raid(groups=["Enterprise"], in_play=[], faces_central=0, faces_hawaii=0).start(dice=[1] * 8)
    game.choose("Arizona", "Arizona", "remain")
    assert [len(row[4]) for row in game.events(Event.TABLE)] == [1]


# --- §23.5: with task forces ---------------------------------------------------------------------------

WITH_FORCES = {"in_play": ["pearl_harbor_tension", "task_forces"]}


def first_forces(*carriers, dice=NO_GROUP_NEAR, **keys):
    """Japan stays, names nothing, and the US stays: task forces are formed for the first round."""
    game = after_the_raids(*carriers, dice=dice, **WITH_FORCES, **keys)
    while game.decision in (Decision.NAMING, Decision.RETREAT):
        game.choose("hold" if game.decision == Decision.NAMING else "remain")
    return game


@pytest.mark.rule("23.51")
def test_in_the_first_round_the_japanese_fleet_is_one_task_force():
    game = first_forces("Akagi", "Soryu", "Kongo", fleet=["Arizona", "Nevada"])
    assert (game.decision, game.power.name) == (Decision.TASK_FORCES, "AMERICAN")
    assert {game.unit(ship).task_force for ship in ("Akagi", "Soryu", "Kongo")} == {1}
    game.choose("together").until(Decision.TASK_FORCES, prefer=["search", "remain", "hold"])
    assert game.power.name == "JAPANESE", "in the second it may divide"


@pytest.mark.rule("23.52")
def test_the_us_forms_its_task_forces_when_the_groups_have_appeared():
    game = first_forces("Akagi", groups=["Northampton"], dice=[2, 1, *[6] * 6])
    assert game.decision == Decision.TASK_FORCES and game.unit("Northampton").place == HAWAII
    game.choose("divide", "new_group")
    assert game.decision == Decision.JOIN_TASK_FORCE and {"Arizona", "Northampton"} & {game.subject}


def in_round(game, us="hide"):
    """Both sides are grouped; the Japanese are asked what they do."""
    while game.decision in (Decision.TASK_FORCES, Decision.JOIN_TASK_FORCE):
        game.choose("together" if game.decision == Decision.TASK_FORCES else sorted(game.choices)[0])
    assert (game.decision, game.power.name) == (Decision.INTENTION, "JAPANESE")
    return game


def second_round(*carriers, fleet, **keys):
    """The first round has passed, and the Japanese say what they do in the second."""
    game = in_round(first_forces(*carriers, fleet=fleet, **keys)).choose("hide").choose("hide")
    while game.decision == Decision.RETREAT:
        game.choose("remain")
    game.record["scripted_used"] = game.record["scripted"]
    return in_round(game)


@pytest.mark.rule("23.53")
def test_a_japanese_task_force_may_attack_the_port_although_ships_are_at_sea():
    game = second_round("Akagi", "Kongo", fleet=["Arizona", "1st Marines"])
    assert game.choices == {"search", "hide", "pearl_harbor"}
    game.choose("pearl_harbor", "search").lay(1, 1).choose("air", "air")
    assert (game.decision, game.subject, game.choices) == (Decision.AIR_TARGET, "Akagi", {"1st Marines", "hold"})
    game.lay(6, 6, 1, 1).choose("1st Marines")
    assert game.attacks()[-1] == ("Akagi", "1st Marines", [6, 6, 1, 1], []), "a point a hit (§9.34)"
    assert game.decision != Decision.AIR_TARGET, "nobody shoots back from the port, and the Arizona has no aircraft"
    assert game.unit("1st Marines").damage == 2


@pytest.mark.rule("23.53")
@pytest.mark.parametrize(("die", "sighted"), [(4, True), (5, False)])
def test_such_a_task_force_is_sighted_like_one_that_searches(die, sighted):
    game = second_round("Akagi", "Kongo", fleet=["Arizona", "1st Marines"], flags={HAWAII: "none"})
    game.choose("pearl_harbor", "hide").lay(6, die).choose("air", "air")
    assert [bool(row[3]) for row in game.events(Event.SIGHTING)][-1] == sighted


@pytest.mark.rule("23.53")
def test_other_task_forces_may_not_attack_the_port_even_if_nobody_is_sighted():
    game = second_round("Akagi", "Kongo", fleet=["Arizona", "1st Marines"])
    game.choose("search", "hide").lay(6, 6).choose("air", "air")
    assert game.decision != Decision.AIR_TARGET


@pytest.mark.rule("23.53", "29.52")
def test_in_a_surface_action_it_searches():
    game = second_round("Akagi", "Kongo", fleet=["Arizona", "1st Marines"], flags={HAWAII: "none"})
    game.choose("pearl_harbor", "search").lay(1, 6).choose("surface", "surface")
    assert (game.decision, game.power.name) == (Decision.JOIN_ACTION, "JAPANESE")


@pytest.mark.rule("23.53", "9.35")
def test_ships_in_the_port_rest_on_the_bottom():
    position = raid("Akagi", fleet=["Arizona"], **WITH_FORCES).with_units("Nevada", place="pearl_harbor", damage=6)
    game = position.start(dice=NO_GROUP_NEAR).choose("hold", "hold", "remain", "Arizona", "remain")
    in_round(game).choose("pearl_harbor").lay(1, 1, 6, 5, 1, 1, 1, 1).choose("search", "Nevada")
    assert ("Akagi", "Nevada", [6, 5, 1, 1], [1, 1]) in game.attacks()
    game.until(Decision.TASK_FORCES, Decision.JOIN_TASK_FORCE, prefer=["hold", "remain"])
    nevada = game.unit("Nevada")
    assert (nevada.place, nevada.damage, nevada.disabled) == ("pearl_harbor", 8, False)
    assert game.record["attackers_on"][nevada.number] == 0 and game.record["pending_damage"][nevada.number] == 0


@pytest.mark.rule("23.53", "23.41")
def test_carriers_that_named_a_ship_at_sea_may_go_for_the_port_instead():
    game = after_the_raids("Akagi", "Kongo", fleet=["Arizona", "1st Marines"], **WITH_FORCES)
    game.choose("Arizona").until(Decision.TASK_FORCES, Decision.JOIN_TASK_FORCE, prefer=["remain"])
    in_round(game).choose("pearl_harbor").lay(1, 1).choose("search")
    assert (game.decision, game.subject, game.choices) == (Decision.AIR_TARGET, "Akagi", {"1st Marines", "hold"})


@pytest.mark.rule("23.41", "29.51")
@pytest.mark.parametrize(("die", "attacked"), [(1, True), (6, False)])
def test_a_named_target_must_be_sighted(die, attacked):
    game = after_the_raids("Akagi", "Kongo", **WITH_FORCES, flags={HAWAII: "none"})
    game.choose("Arizona").until(Decision.TASK_FORCES, Decision.JOIN_TASK_FORCE, prefer=["remain"])
    in_round(game).choose("search").lay(die, 6, 1, 1, 1, 1).choose("search")
    assert (("Akagi", "Arizona") in [row[:2] for row in game.attacks()]) == attacked


@pytest.mark.rule("23.41", "29.51")
def test_who_named_a_target_that_is_not_sighted_attacks_no_other():
    game = after_the_raids("Akagi", "Kongo", fleet=["Arizona", "Nevada"], **WITH_FORCES, flags={HAWAII: "none"})
    game.choose("Arizona").until(Decision.TASK_FORCES, prefer=["remain"]).choose("divide", "new_group", "new_group")
    first = game.unit("Arizona").task_force < game.unit("Nevada").task_force
    game.lay(*([6, 1] if first else [1, 6]), 6).choose("search", "search", "search")
    assert [bool(row[3]) for row in game.events(Event.SIGHTING)][:2] == [not first, first]
    assert game.decision == Decision.RETREAT and not game.attacks()
