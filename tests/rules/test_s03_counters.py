"""§3.1-3.4 The playing pieces: what each printed factor does."""

import pytest

from aw_env.games.admirals_war.records.terms import Decision, Event, Theatre
from tests.positions import Position, battle, movement, names, printed, unit_number


def volley(attacker, target, dice, area="north_sea", action="surface", **state):
    """The first attack of a round between two units, as (dice to hit, dice for damage)."""
    position = battle(area).with_units(attacker).with_units(target, **state)
    game = position.start(dice=dice).choose(area, action, action)
    while attacker not in [attack[0] for attack in game.attacks()]:
        game.choose(target if game.subject == attacker else (game.choices - {"hold"}).pop())
    return next(attack[2:] for attack in game.attacks() if attack[0] == attacker)


# --- §3.1: ships ---------------------------------------------------------------------------------------


@pytest.mark.rule("3.1")
def test_a_counter_shows_its_patrolling_side_or_its_raiding_side():
    game = movement().with_units("Kongo", place="yokosuka").start()
    assert not game.unit("Kongo").raiding
    game.choose("turn_raider")
    assert game.unit("Kongo").raiding and game.unit("Kongo").place == "yokosuka"


def blank_back(book, game):
    """As if the back of Kongo's counter were blank."""
    book["raider_side"][unit_number("Kongo")] = 0


@pytest.mark.rule("3.1")
def test_a_ship_with_only_a_patrolling_side_moves_only_as_a_patroller():
    position = movement().with_units("Kongo", place="yokosuka").altered(blank_back)
    game = position.start()
    assert "turn_raider" not in game.choices and "home_islands" in game.choices
    assert game.choose("stay").over


@pytest.mark.rule("3.11")
@pytest.mark.parametrize(("ship", "shots"), [("Rodney", 5), ("Hood", 4), ("Norfolk", 1)])
def test_the_gunnery_factor_is_the_number_of_dice_in_a_surface_action(ship, shots):
    assert volley(ship, "Littorio", [1] * shots) == ([1] * shots, [])


@pytest.mark.rule("3.12", "7.46")
@pytest.mark.parametrize(("damage", "place"), [([3, 3], "north_sea"), ([3, 4], "out_of_play")])
def test_the_armor_factor_is_the_damage_a_ship_has_without_sinking(damage, place):
    game = battle("north_sea").with_units("Hood", "Littorio").start(dice=[6, 6, 1, 1, *damage, 1, 1, 1, 1])
    game.choose("north_sea", "surface", "surface", "Littorio", "Hood")  # Littorio's armor is 6
    assert game.unit("Littorio").place == place


@pytest.mark.rule("3.13", "6.2")
@pytest.mark.parametrize(("die", "patrols"), [(3, True), (4, False)])
def test_a_ship_must_roll_less_than_its_speed_to_move_an_extra_area(die, patrols):
    game = movement().with_units("Nagato", place="yokosuka").start(dice=[die]).choose("aleutians")
    assert game.unit("Nagato").raiding != patrols


@pytest.mark.rule("3.13", "8.23")
@pytest.mark.parametrize(("pursuer", "fast_enough"), [("Rodney", False), ("Renown", True)])
def test_speed_tells_whether_one_ship_can_pursue_another(pursuer, fast_enough):
    game = battle("north_sea").with_units(pursuer, "Bismarck").start(dice=[1] * 20)
    game.choose("north_sea", "surface", "surface").until(Decision.RETREAT)
    game.choose("remain", "retreat").until(Decision.PURSUIT, Decision.RETURN_TO_BASE)
    assert (game.decision == Decision.PURSUIT and "Bismarck" in game.choices) == fast_enough


@pytest.mark.rule("3.14", "7.43")
def test_a_red_gunnery_factor_adds_one_to_each_roll_to_hit_but_not_to_damage():
    assert volley("Scharnhorst", "Hood", [1] * 4 + [5, 1, 1, 1]) == ([5, 1, 1], [1])
    assert volley("Littorio", "Hood", [1] * 4 + [5, 1, 1, 1]) == ([5, 1, 1, 1], [])


@pytest.mark.rule("3.14")
def test_a_red_armor_factor_takes_one_off_each_damage_roll_but_not_off_the_rolls_to_hit():
    for ship, found in (("Bismarck", ("north_sea", 2 + 3)), ("Littorio", ("out_of_play", 0))):
        game = battle("north_sea").with_units("Hood", ship).start(dice=[6, 6, 1, 1, 3, 4] + [1] * 4)
        game.choose("north_sea", "surface", "surface", ship, "Hood")
        assert (game.unit(ship).place, game.unit(ship).damage) == found


@pytest.mark.rule("3.14", "7.43")
def test_red_planes_add_one_to_each_roll_to_hit_in_an_air_action_but_not_to_damage():
    air = {"area": "coral_sea", "action": "air"}
    assert volley("Akagi", "Portland", [5, 1, 1, 1, 1], **air) == ([5, 1, 1, 1], [1])
    assert volley("Taiho", "Portland", [5, 1, 1, 1], **air) == ([5, 1, 1, 1], [])


@pytest.mark.rule("3.15")
@pytest.mark.parametrize(
    ("letter", "place", "unit"),
    [
        ("A", "australia", "Canberra"), ("C", "coral_sea", "Louisville"), ("E", "usa", "Texas"),
        ("F", "french_polynesia", "Pensacola"), ("H", "hawaiian_islands", "Minneapolis"),
        ("M", "philippines", "Houston"), ("L", "leningrad", "Marat"), ("P", "pearl_harbor", "Arizona"),
        ("S", "singapore", "De Ruyter"), ("W", "uncertain_w", "Enterprise"), ("X", "uncertain_x", "Lexington"),
        ("Y", "uncertain_y", "Saratoga"), ("Z", "uncertain_z", "Yorktown"),
    ],
)  # fmt: skip
def test_a_letter_says_where_a_unit_is_set_up(letter, place, unit):
    counter = printed().units[unit_number(unit)]
    assert printed().charts.turn_chart.set_up_letters[letter].value == place
    assert (counter.set_up_letter, list(counter.arrives_at)) == (letter, [place])


@pytest.mark.rule("3.16")
@pytest.mark.parametrize(("ship", "shots"), [("Akagi", 4), ("Hiryu", 3), ("Ryujo", 2), ("Hosho", 1)])
def test_the_airstrike_factor_is_the_number_of_dice_in_an_air_action(ship, shots):
    assert volley(ship, "Portland", [1] * shots, area="coral_sea", action="air") == ([1] * shots, [])


@pytest.mark.rule("3.16")
def test_a_ship_without_aircraft_makes_no_attack_in_an_air_action():
    game = battle("coral_sea").with_units("Yamato", "Yorktown").start(dice=[1] * 4).choose("coral_sea", "air", "air")
    assert (game.decision, game.subject) == (Decision.AIR_TARGET, "Yorktown")
    assert [attack[0] for attack in game.choose("Yamato").attacks()] == ["Yorktown"]


# --- §3.3: land-based air ------------------------------------------------------------------------------


@pytest.mark.rule("3.31")
@pytest.mark.parametrize(("unit", "shots"), [("21AF", 3), ("24AF", 3)])
def test_the_attack_factor_of_an_air_unit_is_its_dice_in_an_air_action(unit, shots):
    assert volley(unit, "Portland", [1] * shots, area="coral_sea", action="air") == ([1] * shots, [])
    assert volley("7AF", "Nagato", [1] * 2, area="coral_sea", action="air") == ([1] * 2, [])


@pytest.mark.rule("3.32", "12.23")
@pytest.mark.parametrize(("points", "place"), [(4, "coral_sea"), (5, "returning")])
def test_the_defense_factor_is_the_damage_an_air_unit_has_without_being_destroyed(points, place):
    game = battle("coral_sea").with_units("Hosho", "7AF").start(dice=[6, points, 1, 1])
    game.choose("coral_sea", "air", "air", "7AF", "Hosho")
    assert game.unit("7AF").place == place


@pytest.mark.rule("3.33")
def test_air_units_have_no_speed_and_neither_roll_nor_pursue():
    game = movement("land_based_air").with_units("21AF", place="yokosuka").start(dice=[6])
    game.choose("21AF", "bismarck_sea")
    assert game.dice_left == 1 and game.events(Event.SPEED_ROLL) == []
    chase = battle("coral_sea").with_units("7AF", "Nagato").start()
    chase.choose("coral_sea", "air", "air", "hold")
    chase.until(Decision.RETREAT).choose("retreat", "remain")
    assert chase.until(Decision.PURSUIT).over


@pytest.mark.rule("3.34", "12.123")
def test_some_air_units_are_first_placed_in_one_theatre_only():
    assert {unit.id: unit.theatre for unit in printed().units if unit.id in ("raf", "7af", "stuka", "af_21")} == {
        "raf": "atlantic", "7af": "pacific", "stuka": "atlantic", "af_21": "pacific",
    }  # fmt: skip
    game = movement("land_based_air").with_units("7AF", place="pearl_harbor").start().choose("7AF")
    theatres = {place.theatre for place in names().places if place is not None and place.id in game.choices}
    assert theatres == {"pacific"}


@pytest.mark.rule("3.35", "8.13")
def test_air_units_have_no_raiding_side():
    assert not any(unit.raider_side for unit in printed().units if unit.kind == "lba")
    game = battle("coral_sea").with_units("7AF", "Maryland", "Nagato").start(dice=[1] * 20)
    game.choose("coral_sea", "air", "air", "hold").choose("retreat" if game.side == 0 else "remain")
    game.until(Decision.RETURN_TO_BASE, prefer=["retreat" if game.side == 0 else "remain"])
    assert (game.subject, game.unit("7AF").raiding, game.unit("Maryland").raiding) == ("7AF", False, True)


# --- §3.4: amphibious units ----------------------------------------------------------------------------


@pytest.mark.rule("3.4", "13.2")
def test_factors_of_amphibious_units_are_those_of_a_ship_that_does_not_attack():
    slow = battle("coral_sea").with_units("1st Marines", "Hosho").start(dice=[6, 2])
    slow.choose("coral_sea", "air", "air", "1st Marines")
    assert (slow.unit("1st Marines").place, slow.unit("1st Marines").damage) == ("coral_sea", 2)
    lost = battle("coral_sea").with_units("1st Marines", "Hosho").start(dice=[6, 3])
    lost.choose("coral_sea", "air", "air", "1st Marines")
    assert lost.unit("1st Marines").place == "returning"


@pytest.mark.rule("3.5")
def test_markers_are_no_units_and_belong_to_neither_side():
    """Hood is alone with a flag and a garrison of the enemy: nobody fights, and the damage marker is not the Axis's."""
    position = Position("combat", flags={"marianas": "axis"}).owned("okinawa", "japanese")
    game = position.with_units("Hood", place="marianas", damage=1).start()
    assert game.record["units"] == 1 and not game.events(Event.COMBAT_BEGINS)
    assert game.owner("okinawa") == "japanese"
    assert game.unit("Hood").damage == 1 and game.points(Theatre.PACIFIC) == 0


@pytest.mark.rule("3.51", "17.13")
def test_control_flags_show_either_side_and_are_removed_where_nobody_controls():
    game = Position("control", flags={"coral_sea": "allies"}).with_units("Kongo", place="marianas").start()
    assert (game.flag("coral_sea"), game.flag("marianas")) == (None, "axis")


@pytest.mark.rule("3.52", "16.14")
@pytest.mark.parametrize(
    ("place", "areas", "side", "garrison"),
    [
        ("midway", ["central_pacific"], "axis", "japanese"),
        ("okinawa", ["home_islands", "marianas"], "allies", "american"),
        ("simons_town", ["cape_of_good_hope"], "axis", "german"),
        ("tripoli", ["west_med", "east_med"], "allies", "british"),
    ],
)
def test_garrison_markers_are_british_or_german_in_the_atlantic_us_or_japanese_in_the_pacific(
    place, areas, side, garrison
):
    position = Position("capture")
    for area in areas:
        position.flag(area, side)
    assert position.start().owner(place) == garrison
