"""§17 Controlling sea areas."""

import pytest

from aw_env.games.admirals_war.records.terms import Decision, Phase
from tests.positions import Position, battle, movement


def flag_after(unit, area="coral_sea", place=None, flags=None, **state):
    """Who controls an area after a turn that left one unit there, or in a place."""
    position = Position("control", area, flags=flags or {})
    return position.with_units(unit, place=place or area, **state).start().flag(area)


# --- §17.1: control flags ------------------------------------------------------------------------------


@pytest.mark.rule("17.11")
def test_last_turns_flag_holds_until_flags_are_placed_even_if_nobody_is_there():
    position = movement(flags={"marianas": "axis", "coral_sea": "axis"})
    game = position.with_units("Yorktown", place="australia").start()
    game.choose("coral_sea").until(Decision.COMBAT_AREA)
    assert (game.flag("marianas"), game.flag("coral_sea")) == ("axis", "axis")
    game.until(prefer=["hold"])
    assert (game.flag("marianas"), game.flag("coral_sea")) == (None, "allies")


@pytest.mark.rule("17.12")
def test_an_area_without_a_flag_is_nobodys():
    game = movement().with_units("Maryland", place="midway").start()
    assert game.flag("central_pacific") is None and "marianas" in game.choices


@pytest.mark.rule("17.13", "5.72")
def test_all_flags_come_off_and_new_ones_go_where_a_side_patrols():
    flags = {"coral_sea": "allies", "marianas": "axis", "marshalls": "allies", "indonesia": "axis"}
    position = Position("control", flags=flags).with_units("Yorktown", place="coral_sea")
    game = position.with_units("Kongo", place="marshalls").with_units("Portland", place="hawaiian_islands").start()
    found = {area: game.flag(area) for area in (*flags, "hawaiian_islands", "aleutians")}
    assert found == {
        "coral_sea": "allies", "marianas": None, "marshalls": "axis", "indonesia": None, "hawaiian_islands": "allies",
        "aleutians": None,
    }  # fmt: skip


@pytest.mark.rule("17.13")
def test_a_flag_stays_through_the_next_turn():
    game = Position("control", "coral_sea", last_turn=2).with_units("Yorktown").start()
    game.until(Decision.PATROL_ORDER)
    assert (int(game.record["turn"]), game.flag("coral_sea")) == (2, "allies")
    game.until(prefer=["stay"])
    assert game.flag("coral_sea") is None


@pytest.mark.rule("17.14")
def test_points_are_earned_every_turn_from_the_first_even_before_japan_attacks():
    game = Position("control", "home_islands", last_turn=2, hostilities=False).with_units("Kongo").start()
    assert game.points(1) == -3
    game.choose("yokosuka", "home_islands").until(prefer=["hold"])
    assert game.points(1) == -6


# --- §17.2: establishing control -----------------------------------------------------------------------


@pytest.mark.rule("17.21", "12.5")
def test_patrolling_ships_and_air_units_control():
    assert flag_after("Portland") == flag_after("Yorktown") == flag_after("7AF") == "allies"
    assert flag_after("Kongo") == flag_after("Akagi") == flag_after("21AF") == "axis"


@pytest.mark.rule("17.21")
@pytest.mark.parametrize(
    ("unit", "state"),
    [
        ("Portland", {"raiding": True}),
        ("1st Marines", {}),
        ("US Submarine 1", {}),
        ("Nordmark", {}),
        ("Atlantis", {}),
        ("Portland", {"place": "australia"}),
        ("7AF", {"place": "australia"}),
    ],
    ids=["raider", "troops", "submarine", "oiler", "Hilfskreuzer", "ship in port", "aircraft in port"],
)
def test_nothing_else_controls(unit, state):
    assert flag_after(unit, **state) is None


@pytest.mark.rule("17.21", "7.63")
def test_a_patrolling_ship_must_be_able_to_attack():
    assert flag_after("Exeter") == "allies"
    assert flag_after("Exeter", damage=1) is None  # crippled, with no gun left
    assert flag_after("Hood", damage=4) == "allies"  # crippled, with one
    assert flag_after("Ark Royal", damage=1) == "allies"
    assert flag_after("Ark Royal", damage=2) is None  # crippled: no aircraft, and she never had guns
    assert flag_after("Eagle", damage=2) is None  # crippled: no aircraft, and her only gun is gone


@pytest.mark.rule("17.22")
def test_crippled_carriers_that_stay_facing_each_other_leave_the_area_to_nobody():
    position = battle("north_sea", flag="allies").with_units("Ark Royal", damage=2)
    game = position.with_units("graf_zeppelin", damage=3).start().choose("north_sea")
    game.until(prefer=["surface", "remain"])
    assert game.unit("Ark Royal").place == game.unit("graf_zeppelin").place == "north_sea"
    assert game.flag("north_sea") is None


@pytest.mark.rule("17.22", "17.21")
def test_a_ship_that_can_attack_does_not_control_beside_an_enemy_that_stayed():
    position = Position("control", "north_sea").with_units("Hood").with_units("Bismarck", raiding=True)
    assert position.start().flag("north_sea") is None


@pytest.mark.rule("14.28", "10.35")
@pytest.mark.parametrize(
    ("intruder", "raiding", "denies"),
    [("U-boat 1", False, True), ("U-boat 1", True, False), ("Atlantis", False, True), ("Nordmark", False, False)],
)
def test_patrolling_submarines_and_hilfskreuzers_deny_control_and_oilers_do_not(intruder, raiding, denies):
    position = Position("control", "north_sea").with_units("Hood").with_units(intruder, raiding=raiding)
    assert position.start().flag("north_sea") == (None if denies else "allies")


@pytest.mark.rule("17.23")
def test_the_arabian_sea_the_aleutians_and_the_gulf_of_alaska_begin_without_a_flag():
    game = Position("patrolling", flags="printed").with_units("Kongo", place="yokosuka").start()
    assert [game.flag(area) for area in ("arabian_sea", "aleutians", "gulf_of_alaska", "north_sea")] == [None] * 4
    assert (game.flag("hawaiian_islands"), game.flag("home_islands")) == ("allies", "axis")
    assert game.phase == Phase.PATROLLING
