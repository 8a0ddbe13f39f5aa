"""§2.34 The neutral port, and §2.4 special geographic cases."""

import pytest

from aw_env.admirals_war.terms import Decision, Event
from tests.positions import battle, movement, names, printed

# --- §2.34: the neutral port ---------------------------------------------------------------------------


def returning(**keys):
    """A position at step 5.74, when units at sea return to base."""
    return movement("return", last_turn=2, **keys)


@pytest.mark.rule("2.34")
def test_both_sides_may_use_the_neutral_port_in_the_same_turn():
    game = returning().with_units("Exeter", "Admiral Graf Spee", place="south_atlantic").start()
    for ship in ("Exeter", "Admiral Graf Spee"):
        assert game.subject == ship
        game.choose("neutral_port")
    assert game.unit("Exeter").place == game.unit("Admiral Graf Spee").place == "neutral_port"


@pytest.mark.rule("2.34")
def test_any_ship_of_the_atlantic_may_return_to_the_neutral_port():
    for area, allowed in (("mid_atlantic", True), ("north_sea", True), ("coral_sea", False)):
        assert ("neutral_port" in returning().with_units("Exeter", place=area).start().choices) == allowed


@pytest.mark.rule("2.341")
def test_only_ships_may_use_the_neutral_port():
    for unit in ("RAF", "Luftwaffe", "Tiger"):
        game = returning().with_units(unit, place="south_atlantic").start()
        assert game.subject == unit
        assert "neutral_port" not in game.choices


@pytest.mark.rule("2.341")
def test_the_neutral_port_may_not_be_attacked():
    position = battle("south_atlantic").with_units("Exeter", place="neutral_port")
    game = position.owned("gibraltar", "german").with_units("Luftwaffe").start().choose("south_atlantic")
    assert game.over, "no attack by aircraft is offered"
    position = battle("south_atlantic").with_units("Admiral Graf Spee", place="neutral_port")
    game = position.with_units("Ark Royal", raiding=True).start().choose("south_atlantic")
    assert game.over, "and no raid by carriers"


@pytest.mark.rule("2.341")
def test_the_neutral_port_may_not_be_invaded_or_captured():
    game = movement("invasion").with_units("Tiger", place="south_atlantic").start()
    assert game.choices == {"gibraltar", "stay"}
    position = movement("control").flag("south_atlantic", "allies").flag("caribbean", "allies")
    position.with_units("Exeter", place="south_atlantic").with_units("Norfolk", place="caribbean")
    game = position.with_units("Admiral Graf Spee", place="neutral_port").start()
    assert game.owner("neutral_port") is None
    assert game.unit("Admiral Graf Spee").place == "neutral_port"


@pytest.mark.rule("2.342")
def test_in_the_neutral_port_a_disabled_marker_comes_off_but_no_damage():
    game = movement("return", last_turn=2).with_units("Exeter", place="neutral_port", disabled=True).start()
    assert game.record["turn"] == 2
    assert not game.unit("Exeter").disabled
    position = movement(last_turn=2).with_units("Hood", place="neutral_port", damage=2)
    game = position.start().until(prefer=["stay"])
    assert game.unit("Hood").damage == 2


def leaving(*ships, **state):
    """Ships that are in the neutral port when the turn begins."""
    return movement().with_units(*ships, place="neutral_port", **state)


@pytest.mark.rule("2.343")
def test_each_ship_that_stays_in_the_neutral_port_costs_its_owner_a_point():
    assert leaving("Exeter").start().choose("stay").until().points(0) == -1
    assert leaving("Exeter", "Norfolk").start().until(prefer=["stay"]).points(0) == -2
    assert leaving("Admiral Graf Spee").start().until(prefer=["stay"]).points(0) == 1


@pytest.mark.rule("2.343")
def test_a_ship_that_leaves_costs_nothing():
    game = leaving("Exeter").start().choose("south_atlantic").until()
    assert not game.events(Event.PENALTY)


@pytest.mark.rule("2.343")
def test_a_ship_that_leaves_as_a_raider_costs_nothing_but_one_that_only_turns_over_does():
    game = leaving("Exeter").start().choose("turn_raider", "south_atlantic").until()
    assert not game.events(Event.PENALTY)
    game = leaving("Exeter").start().choose("turn_raider", "stay").until()
    assert len(game.events(Event.PENALTY)) == 1


@pytest.mark.rule("2.343", "6.22")
def test_a_raider_back_in_the_neutral_port_after_its_speed_roll_has_not_left():
    for place, penalties in (("neutral_port", 1), ("brest", 0)):
        game = leaving("Nelson").start(dice=[6]).choose("turn_raider", "air_gap")
        assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Nelson")
        game.choose(place).until()
        assert len(game.events(Event.PENALTY)) == penalties


@pytest.mark.rule("2.343")
def test_a_disabled_ship_that_cannot_leave_costs_a_point_too():
    assert leaving("Exeter", disabled=True).start().until().points(0) == -1


@pytest.mark.rule("2.343", "6.22")
def test_a_ship_that_enters_the_neutral_port_during_the_turn_owes_nothing():
    game = movement().with_units("Nelson", place="gibraltar").start(dice=[6]).choose("turn_raider", "eastern_seaboard")
    game.choose("neutral_port").until()
    assert game.unit("Nelson").place == "neutral_port"
    assert not game.events(Event.PENALTY)


@pytest.mark.rule("2.343")
def test_the_owner_pays_and_not_his_ally():
    assert leaving("Littorio").start().until(prefer=["stay"]).points(0) == 1, "an Italian ship is the German player's"
    game = leaving("Astoria").start().until(prefer=["stay"])
    assert (game.points(0), game.points(1)) == (0, -1), "an American ship costs on the Pacific track"


# --- §2.4: special geographic cases --------------------------------------------------------------------


def areas_of(place):
    """Sea areas that a port or base touches."""
    return {touch.area for touch in printed().board.ports[place].touches}


@pytest.mark.rule("2.41")
def test_lae_and_port_moresby_touch_different_waters():
    assert areas_of("lae") == {"bismarck_sea", "indonesia"}
    assert areas_of("port_moresby") == {"indian_ocean", "coral_sea"}


@pytest.mark.rule("2.41", "13.1")
def test_amphibious_units_reach_lae_from_port_moresby_only_by_sea_and_by_invading():
    position = movement("amphibious").owned("lae", "japanese").with_units("1st Marines", place="port_moresby")
    game = position.start()
    assert not game.choices & {"lae", "port_moresby"}
    assert "bismarck_sea" in game.choices, "by way of the Coral Sea"
    game.choose("bismarck_sea").until(Decision.LANDING)
    assert "lae" in game.choices
    assert "port_moresby" not in game.choices
    game.choose("lae")
    assert game.unit("1st Marines").place == "returning"


@pytest.mark.rule("2.42")
def test_germany_and_norway_are_one_port():
    assert [place.id for place in names().places if place is not None and "Norway" in place.name] == ["germany"]
    game = movement().with_units("Tirpitz", place="germany").start()
    assert {"barents", "north_sea", "baltic"} <= game.choices
    game.choose("barents").until(Decision.RETURN_TO_BASE)


@pytest.mark.rule("2.42")
def test_an_attack_on_germany_or_norway_is_an_attack_on_both():
    for area in ("barents", "north_sea"):
        position = battle(area).with_units("Ark Royal", raiding=True).with_units("Tirpitz", place="germany")
        game = position.start().choose(area, "germany")
        assert (game.decision, game.choices) == (Decision.STRIKE_TARGET, {"Tirpitz", "hold"})


@pytest.mark.rule("2.43")
def test_the_philippines_are_one_base_on_two_areas():
    assert areas_of("philippines") == {"indonesia", "marianas"}
    game = movement().with_units("Houston", place="philippines").start()
    assert {"indonesia", "marianas"} <= game.choices
    for area in ("indonesia", "marianas"):
        assert "philippines" in movement("invasion").with_units("Kure", place=area).start().choices


@pytest.mark.rule("2.44", "2.312")
def test_the_british_may_not_use_addu_atoll_before_turn_three():
    for turn, allowed in ((2, False), (3, True)):
        position = movement("return", turn=turn, last_turn=turn + 1).owned("addu_atoll", "british")
        assert ("addu_atoll" in position.with_units("Hood", place="arabian_sea").start().choices) == allowed
    game = movement("invasion", turn=2, last_turn=2).with_units("Tiger", place="arabian_sea").start()
    assert "addu_atoll" not in game.choices, "there is nothing to land on yet"


@pytest.mark.rule("2.44")
def test_the_axis_may_not_attack_addu_atoll_before_it_has_trincomalee():
    for owner, allowed in (("british", False), ("japanese", True)):
        keys = {"turn": 5, "last_turn": 5}
        position = battle("indian_ocean", **keys).owned("addu_atoll", "british").owned("trincomalee", owner)
        position.with_units("Hood", place="addu_atoll").with_units("Akagi", "Kure")
        game = position.start().choose("indian_ocean")
        raid = game.choices
        game.until(Decision.LANDING, prefer=["hold"])
        assert ("addu_atoll" in raid) == allowed
        assert ("addu_atoll" in game.choices) == allowed


@pytest.mark.rule("2.44", "12.4")
def test_nor_may_its_air_units_attack_addu_atoll():
    for owner, allowed in (("british", False), ("japanese", True)):
        position = battle("indian_ocean", turn=5, last_turn=5).owned("addu_atoll", "british")
        position.owned("trincomalee", owner).with_units("Hood", place="addu_atoll").with_units("24AF")
        assert ("addu_atoll" in position.start().choose("indian_ocean").choices) == allowed


@pytest.mark.rule("2.44", "16.11")
def test_addu_atoll_falls_to_control_of_the_sea_only_when_trincomalee_has_fallen():
    def addu_after(owner):
        position = movement("control", turn=5, last_turn=5).owned("addu_atoll", "british").owned("trincomalee", owner)
        for area, ship in (("arabian_sea", "Atago"), ("indian_ocean", "Maya"), ("bay_of_bengal", "Tone")):
            position.flag(area, "axis").with_units(ship, place=area)
        return position.start()

    assert addu_after("japanese").owner("addu_atoll") == "japanese"
    game = addu_after("british")
    assert game.owner("trincomalee") == "japanese"
    assert game.owner("addu_atoll") == "british", "not together with Trincomalee"
