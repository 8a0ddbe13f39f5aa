"""§31 HMS Argus: a small carrier from turn 2 to turn 7."""

import pytest

from tests.positions import Position, battle

ARGUS = {"in_play": ["argus"], "chart": {"units": ["argus"], "nations": []}}


@pytest.mark.rule("31.0")
def test_she_comes_to_england_on_turn_two():
    assert Position("reinforcements", turn=2, last_turn=2, **ARGUS).start().unit("argus").place == "england"


@pytest.mark.rule("31.0")
def test_without_the_option_she_does_not_come():
    position = Position("reinforcements", turn=2, last_turn=2, chart={"nations": ["british"]})
    assert position.start().unit("argus").place is None


@pytest.mark.rule("31.0", "2.75")
def test_she_leaves_on_turn_seven():
    for turn, place in ((6, "england"), (7, "out_of_play")):
        position = Position("reinforcements", turn=turn, last_turn=turn, in_play=["argus"])
        assert position.with_units("argus", place="england").start().unit("argus").place == place


@pytest.mark.rule("31.0", "2.75")
def test_if_she_is_lost_nothing_leaves_in_her_place():
    position = Position("reinforcements", turn=7, last_turn=7, in_play=["argus"])
    game = position.with_units("argus", place="out_of_play").with_units("Hermes", "Eagle", place="england").start()
    assert {game.unit(ship).place for ship in ("Hermes", "Eagle")} == {"england"}


@pytest.mark.rule("31.0", "7.46")
def test_the_first_damage_point_sinks_her():
    game = battle("north_sea", in_play=["argus"]).with_units("argus", "Hood", "Stuka").start(dice=[1])
    game.choose("north_sea", "air", "air", "Stuka").lay(6, 1, 1, 1, 1, 1).choose("Argus")
    assert game.unit("argus").place == "out_of_play"
