"""§16 Capturing ports and bases, and what becomes of the units in and beside them."""

import pytest

from aw_env.games.admirals_war.records.terms import FIRST_PORT, Decision, Event, Power
from tests.positions import battle, from_file, movement, place_number, read_again

AROUND_KWAJALEIN = ("marshalls", "central_pacific")


def end_of_turn(**keys):
    """A position at step 5.72, when control flags are placed."""
    return movement("control", **keys)


def controlled(side, areas, ships, **keys):
    """A side has its flag in each of the areas from the turn before, and one of the ships patrolling there now."""
    position = end_of_turn(**keys)
    for area, name in zip(areas, ships, strict=True):
        position.flag(area, side).with_units(name, place=area)
    return position


# --- §16.1: how to capture -----------------------------------------------------------------------------


@pytest.mark.rule("16.11")
def test_a_port_falls_when_its_areas_were_enemy_controlled_at_the_start_and_the_end_of_the_turn():
    position = controlled("axis", ["indonesia"], ["Atago"])
    assert position.start().owner("singapore") == "japanese"


@pytest.mark.rule("16.11")
def test_control_at_the_end_of_one_turn_is_not_enough():
    game = end_of_turn().with_units("Atago", place="indonesia").start()
    assert game.flag("indonesia") == "axis"
    assert game.owner("singapore") == "british"


@pytest.mark.rule("16.11")
def test_control_that_is_lost_during_the_turn_saves_the_port():
    position = end_of_turn().flag("indonesia", "axis")
    assert position.start().owner("singapore") == "british", "nobody controls the area at the end"
    position.with_units("Houston", place="indonesia")
    assert position.start().owner("singapore") == "british"


@pytest.mark.rule("16.11")
def test_all_areas_that_touch_the_place_must_be_controlled():
    position = controlled("allies", AROUND_KWAJALEIN, ["Astoria", "Houston"])
    assert position.start().owner("kwajalein") == "american"
    position.keys["flags"] = {"marshalls": "allies"}
    assert position.start().owner("kwajalein") == "japanese", "only one of two at the start of the turn"
    position.flag("central_pacific", "allies").with_units("Atago", place="central_pacific")
    assert position.start().owner("kwajalein") == "japanese", "only one of two at the end"


@pytest.mark.rule("16.11")
def test_a_place_beside_an_area_that_is_not_in_play_does_not_fall():
    position = controlled("allies", AROUND_KWAJALEIN, ["Astoria", "Houston"])
    position.keys["areas"] = list(AROUND_KWAJALEIN)
    game = position.start()
    assert game.owner("kwajalein") == "american"
    assert game.owner("saipan") == "japanese", "nobody controls the Marianas, which are not in play"


@pytest.mark.rule("16.11")
def test_a_port_is_not_captured_before_the_end_of_the_turn():
    game = battle("indonesia", flag="axis", last_turn=2).with_units("Atago").start()
    assert game.owner("singapore") == "british"
    game.choose("indonesia")
    assert game.owner("singapore") == "japanese"
    assert game.decision == Decision.RETURN_TO_BASE
    assert {"singapore", "saigon"} <= game.choices


@pytest.mark.rule("16.11", "13.3")
def test_a_port_cannot_be_invaded():
    game = movement("invasion").with_units("Kure", place="indonesia").start()
    assert game.choices == {"lae", "philippines", "stay"}


@pytest.mark.rule("16.12")
def test_a_base_falls_to_control_of_the_sea_like_a_port():
    for owner in ("american", "uncontrolled"):
        position = controlled("axis", ["bismarck_sea", "coral_sea"], ["Atago", "Maya"]).owned("guadalcanal", owner)
        assert position.start().owner("guadalcanal") == "japanese"


@pytest.mark.rule("16.12")
def test_a_base_can_be_invaded_before_the_end_of_the_turn():
    game = movement("invasion").with_units("Kure", place="central_pacific").start().choose("midway")
    assert game.owner("midway") == "japanese"


@pytest.mark.rule("16.13")
def test_an_invaded_base_is_recaptured_by_the_side_that_controls_the_sea_around_it():
    position = movement("invasion").with_units("1st Marines", place="marshalls")
    for area, ship in zip(AROUND_KWAJALEIN, ("Atago", "Maya"), strict=True):
        position.flag(area, "axis").with_units(ship, place=area)
    game = position.start().choose("kwajalein")
    captures = [(place, owner) for _, place, owner, *_ in game.events(Event.CAPTURED)]
    owners = [owner for place, owner in captures if place == place_number("kwajalein")]
    assert owners == [Power.AMERICAN, Power.JAPANESE]
    assert game.owner("kwajalein") == "japanese"


@pytest.mark.rule("16.14", "3.52")
def test_the_garrison_marker_is_british_or_german_in_the_atlantic_american_or_japanese_in_the_pacific():
    malta = controlled("axis", ["west_med", "east_med"], ["Littorio", "Roma"])
    assert malta.start().owner("malta") == "german", "taken by Italian ships"
    tripoli = controlled("allies", ["west_med", "east_med"], ["Astoria", "Houston"])
    assert tripoli.start().owner("tripoli") == "british", "taken by American ships"
    kwajalein = controlled("allies", AROUND_KWAJALEIN, ["Norfolk", "Hood"])
    assert kwajalein.start().owner("kwajalein") == "american", "taken by British ships"
    andaman = controlled("axis", ["bay_of_bengal"], ["Bismarck"])
    assert andaman.start().owner("andaman") == "japanese", "taken by a German ship"


@pytest.mark.rule("16.11", "2.321")
def test_germany_and_the_russian_ports_cannot_be_captured():
    areas = ["barents", "north_sea", "baltic"]
    position = controlled("allies", areas, ["Norfolk", "Hood", "Suffolk"], turn=3, last_turn=3)
    assert position.start().owner("germany") == "german"
    position = controlled("axis", areas, ["Bismarck", "Tirpitz", "Scharnhorst"], turn=3, last_turn=3)
    game = position.start()
    assert game.owner("murmansk") == "british"
    assert game.owner("leningrad") == "british"


@pytest.mark.rule("16.11", "5.73")
def test_all_surrounded_places_change_hands_at_the_same_moment():
    position = controlled("axis", ["bismarck_sea", "coral_sea"], ["Atago", "Maya"], last_turn=2)
    position.owned("guadalcanal", "american").owned("lae", "american").owned("noumea", "american")
    position.flag("indonesia", "axis").with_units("Tone", place="indonesia")
    game = position.with_units("Astoria", place="lae").start()
    assert game.owner("guadalcanal") == "japanese"
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Astoria")
    assert "guadalcanal" not in game.choices, "it has fallen together with Lae"
    assert "philippines" in game.choices


@pytest.mark.rule("16.11", "2.44")
def test_addu_atoll_does_not_fall_together_with_trincomalee_but_after_it():
    def after(owner):
        position = end_of_turn(turn=5, last_turn=5).owned("addu_atoll", "british").owned("trincomalee", owner)
        for area, ship in (("arabian_sea", "Atago"), ("indian_ocean", "Maya"), ("bay_of_bengal", "Tone")):
            position.flag(area, "axis").with_units(ship, place=area)
        return position.start()

    game = after("british")
    assert (game.owner("trincomalee"), game.owner("addu_atoll")) == ("japanese", "british")
    assert after("japanese").owner("addu_atoll") == "japanese"


def while_andaman_is_evacuated(**keys):
    """The Andamans have fallen to Japan, which has come to control the waters of Midway on this turn."""
    position = controlled("axis", ["bay_of_bengal"], ["Nagato"], turn=5, **keys).with_units("Exeter", place="andaman")
    return position.with_units("Mutsu", place="central_pacific").start()


@pytest.mark.rule("16.11", "16.21")
def test_a_file_of_a_position_between_the_flags_and_the_return_says_who_held_the_areas_when_the_turn_began(tmp_path):
    game = while_andaman_is_evacuated(last_turn=6)
    for played in (game, read_again(game, tmp_path)):
        assert (played.owner("andaman"), played.owner("midway")) == ("japanese", "american")
        assert (played.decision, played.subject) == (Decision.RETURN_TO_BASE, "Exeter")
        played.choose("trincomalee").until(Decision.PATROL_ORDER)
        assert played.unit("Exeter").place == "trincomalee" and played.owner("midway") == "american"


@pytest.mark.rule("16.21")
@pytest.mark.parametrize("step", ["reinforcements", "patrolling", "combat", "return"])
def test_what_a_file_has_put_into_a_lost_place_leaves_it_first(tmp_path, step):
    file = tmp_path / "position.toml"
    expelled = 'hood = { place = "singapore", expelled = true }\nnelson = "england"'
    start = f'turn = 5\nlast_turn = 5\nbegins_at = "{step}"\nowners = {{ singapore = "japanese" }}'
    file.write_text(f"{start}\n[units]\n{expelled}", "utf-8")
    game = from_file(str(file))
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Hood")
    assert game.choices == {"philippines", "trincomalee", "australia"}, "a base of its waters, or the nearest ports"


# --- §16.2: effects ------------------------------------------------------------------------------------


def guadalcanal_invaded(*units, **state):
    """Guadalcanal falls to an invasion while some American units are there."""
    position = movement("invasion").owned("guadalcanal", "american").owned("saigon", "japanese")
    position.with_units(*units, place="guadalcanal", **state).with_units("Kure", place="coral_sea")
    return position


@pytest.mark.rule("16.21")
def test_units_in_a_captured_base_go_to_another_base_of_the_same_waters_or_the_nearest_port():
    game = guadalcanal_invaded("Astoria", "5AF").owned("lae", "american").start().choose("guadalcanal")
    for unit in ("Astoria", "5AF"):
        assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, unit)
        assert game.power.name == "AMERICAN"
        assert game.choices == {"lae", "port_moresby", "noumea", "australia"}
        game.choose("noumea")
        assert game.unit(unit).place == "noumea"
    assert game.over


@pytest.mark.rule("16.21")
def test_units_of_the_captor_stay_in_the_place():
    position = guadalcanal_invaded("Astoria").with_units("Sasebo", place="coral_sea")
    game = position.start().choose("guadalcanal", "port_moresby", "guadalcanal").until()
    assert game.unit("Sasebo").place == "guadalcanal"


@pytest.mark.rule("16.21", "13.5")
def test_landed_amphibious_units_leave_a_base_that_falls_to_control_of_the_sea():
    position = controlled("axis", ["bismarck_sea", "coral_sea"], ["Atago", "Maya"]).owned("guadalcanal", "american")
    game = position.with_units("1st Marines", place="guadalcanal").start()
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "1st Marines")
    assert game.choices == {"port_moresby", "noumea", "australia"}


@pytest.mark.rule("16.21", "9.352")
def test_a_ship_on_the_bottom_of_a_captured_port_is_lost():
    position = controlled("axis", ["indonesia"], ["Atago"]).owned("saigon", "japanese")
    position.with_units("Norfolk", place="singapore", damage=2).with_units("Suffolk", place="singapore", damage=1)
    game = position.with_units("Exeter", place="trincomalee", damage=2).start()
    assert game.unit("Norfolk").place == "out_of_play"
    assert game.unit("Exeter").place == "trincomalee", "those on the bottom of other ports are not touched"
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Suffolk")


@pytest.mark.rule("16.22")
def test_the_nearest_port_is_the_fewest_sea_areas_away_and_in_a_tie_the_owner_chooses():
    position = guadalcanal_invaded("Astoria").owned("australia", "japanese").owned("panama_canal", "japanese")
    one_area_away = {"samoa", "singapore", "trincomalee"}
    assert position.start().choose("guadalcanal").choices == one_area_away | {"port_moresby", "noumea"}
    for port in one_area_away:
        position.owned(port, "japanese")
    two_areas_away = {"pearl_harbor", "simons_town", "suez"}
    assert position.start().choose("guadalcanal").choices == two_areas_away | {"port_moresby", "noumea"}


@pytest.mark.rule("16.22")
def test_a_port_on_the_same_waters_is_the_nearest():
    game = guadalcanal_invaded("Astoria").start().choose("guadalcanal")
    assert "australia" in game.choices
    assert "samoa" not in game.choices


def malta_invaded(unit, place="malta", gibraltar="german"):
    """Malta falls to an invasion; the only other ports that the Allies may have lie at Gibraltar and past it."""
    waters = ["west_med", "east_med", "south_atlantic", "bay_of_biscay"]
    owners = {"malta": "british", "gibraltar": gibraltar, "toulon": "german", "suez": "german", "brest": "british"}
    position = movement("invasion", areas=waters, owners=owners).with_units("Kure", place="east_med")
    return position.with_units(unit, place=place).start().choose("malta")


@pytest.mark.rule("16.22", "10.1")
def test_a_choke_point_of_the_enemy_does_not_bar_the_way_of_aircraft_that_have_lost_their_base():
    assert malta_invaded("RAF").choices == {"brest"}, "past Gibraltar"
    game = malta_invaded("RAF", place="west_med")
    assert (game.subject, game.choices) == ("RAF", {"brest"}), "at sea it is the same"


@pytest.mark.rule("16.22", "10.23")
def test_ships_that_cannot_leave_a_lost_base_but_past_such_a_choke_point_are_lost():
    assert malta_invaded("Exeter").unit("Exeter").place == "out_of_play"
    assert malta_invaded("Exeter", gibraltar="british").choices == {"gibraltar"}


@pytest.mark.rule("16.22", "2.53")
def test_panama_counts_as_beside_hawaii_for_an_evacuation():
    position = movement("invasion").with_units("Astoria", place="dutch_harbor").with_units("Kure", place="aleutians")
    game = position.start().choose("dutch_harbor")
    assert game.choices == {"attu_kiska", "pearl_harbor", "panama_canal"}


@pytest.mark.rule("16.21", "10.23")
def test_units_with_nowhere_to_go_are_lost():
    def japan_holds_everything_else(book, game):
        game["owner"][:] = Power.JAPANESE
        game["owner"][place_number("guadalcanal") - FIRST_PORT] = Power.AMERICAN

    position = guadalcanal_invaded("Astoria", "5AF").altered(japan_holds_everything_else)
    game = position.start().choose("guadalcanal")
    assert game.unit("Astoria").place == "out_of_play"
    assert game.unit("5AF").place == "out_of_play"


@pytest.mark.rule("16.23", "12.71")
def test_all_air_units_of_the_side_leave_an_area_without_a_friendly_place():
    position = movement("invasion").owned("guadalcanal", "american").with_units("Kure", place="coral_sea")
    game = position.with_units("RAAF", "5AF", "24AF", place="bismarck_sea").start().choose("guadalcanal")
    for unit in ("RAAF", "5AF"):
        assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, unit)
        game.choose("australia")
    assert game.over
    assert game.unit("24AF").place == "bismarck_sea"


@pytest.mark.rule("16.23")
def test_air_units_in_areas_that_keep_a_friendly_place_stay():
    position = movement("invasion").owned("guadalcanal", "american").with_units("Kure", place="coral_sea")
    game = position.with_units("5AF", place="coral_sea").start().choose("guadalcanal")
    assert game.over
    assert game.unit("5AF").place == "coral_sea", "Australia and Port Moresby touch it"


@pytest.mark.rule("16.23", "12.72")
def test_a_base_recaptured_in_the_same_turn_does_not_bring_the_air_units_back():
    position = movement("invasion").owned("guadalcanal", "american").with_units("5AF", place="bismarck_sea")
    game = position.with_units("Kure", "1st Marines", place="coral_sea").start()
    game.choose("guadalcanal", "australia", "guadalcanal").until()
    assert game.owner("guadalcanal") == "american"
    assert game.unit("5AF").place == "australia"


@pytest.mark.rule("16.24")
def test_a_captured_base_may_be_used_as_soon_as_it_is_captured():
    position = battle("coral_sea").owned("guadalcanal", "american").with_units("Chicago")
    game = position.with_units("Kure", "Atago").with_units("24AF").start(dice=[1] * 6)
    game.choose("coral_sea", "air", "air", "hold", "remain", "remain", "guadalcanal")
    assert game.decision == Decision.ACTION_TYPE
    game.choose("surface", "surface")
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "24AF")
    assert "guadalcanal" in game.choices
