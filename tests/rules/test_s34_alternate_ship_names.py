"""§34 Alternate ship names: which counter of a pair arrives."""

import pytest

from aw_env.games.admirals_war.records.terms import Event
from tests.positions import Position, printed, unit_number

NAMES = {"in_play": ["alternate_ship_names"]}


def arrivals(turn, *, lost=(), afloat=(), due=(), last_turn=None, **reserve):
    """A position before the reinforcements of a turn: ships lost, ships in Pearl Harbor, ships due, and in reserve
    (with the turn from which they may be used) those that stand for others."""
    position = Position("reinforcements", turn=turn, last_turn=last_turn or turn, **NAMES)
    for ship in lost:
        position.with_units(ship, place="out_of_play")
    for ship in afloat:
        position.with_units(ship, place="pearl_harbor")
    for ship in due:
        position.with_units(ship, place="not_yet_arrived", due=printed_turn(ship))
    for ship, usable in reserve.items():
        position.with_units(ship, place="in_reserve", due=usable)
    return position.start()


def printed_turn(ship):
    """The turn on which the chart brings a ship."""
    return printed().units[unit_number(ship)].arrives_turn


def which(game, *pair):
    """Which of some counters is in the game: arriving, or there."""
    return [ship for ship in pair if game.unit(ship).place not in ("out_of_play", "in_reserve", None)]


PAIRS = [
    ("cv10_yorktown", "cv10_bon_homme_richard", "yorktown", 8, "34.11"),
    ("cv12_hornet", "cv12_kearsarge", "hornet", 9, "34.11"),
    ("cv16_lexington", "cv16_cabot", "lexington", 8, "34.11"),
    ("cv18_wasp", "cv18_oriskany", "wasp", 9, "34.11"),
    ("cvl30_san_jacinto", "cvl30_reprisal", "houston", 8, "34.3"),
    ("ca70_canberra", "ca70_pittsburgh", "Canberra", 7, "34.4"),
    ("ca71_quincy", "ca71_st_paul", "quincy", 7, "34.5"),
]
CASES = [pytest.param(*pair[:4], marks=pytest.mark.rule(pair[4]), id=pair[0]) for pair in PAIRS]


@pytest.mark.parametrize(("old", "other", "namesake", "turn"), CASES)
def test_the_old_name_comes_back_only_if_its_ship_is_lost(old, other, namesake, turn):
    game = arrivals(turn, lost=[namesake], due=[old], **{other: 0})
    assert which(game, old, other) == [old]
    game = arrivals(turn, afloat=[namesake], due=[old], **{other: 0})
    assert which(game, old, other) == [other], "never both of a pair"
    assert game.unit(other).due == printed_turn(old)


@pytest.mark.rule("34.11")
def test_example_of_the_kearsarge():
    game = arrivals(9, afloat=["hornet"], due=["cv12_hornet"], cv12_kearsarge=0).until(prefer=["pearl_harbor"])
    assert game.unit("cv12_kearsarge").place == "pearl_harbor"
    assert [row[1:3] for row in game.events(Event.REPLACED)] == [
        (unit_number("cv12_hornet"), unit_number("cv12_kearsarge"))
    ]


@pytest.mark.rule("34.3")
def test_the_houston_need_survive_only_until_turn_eight():
    game = arrivals(7, afloat=["houston"], due=["cvl30_san_jacinto"], cvl30_reprisal=0)
    assert which(game, "cvl30_san_jacinto", "cvl30_reprisal") == ["cvl30_san_jacinto"], "not looked at yet"


@pytest.mark.rule("34.4", "34.5")
def test_the_cruisers_must_survive_through_turn_six():
    game = arrivals(
        6, afloat=["Canberra", "quincy"], due=["ca70_canberra", "ca71_quincy"], ca70_pittsburgh=0, ca71_st_paul=0
    )
    assert which(game, "ca70_pittsburgh", "ca71_st_paul") == []


@pytest.mark.rule("34.2")
def test_cvl28_is_the_wilmington_if_cv16_is_the_cabot():
    pair = {"cv16_cabot": 0, "cvl28_wilmington": 0}
    game = arrivals(8, afloat=["lexington"], due=["cv16_lexington", "cvl28_cabot"], **pair)
    assert which(game, "cv16_cabot", "cvl28_cabot", "cvl28_wilmington") == ["cv16_cabot", "cvl28_wilmington"]
    game = arrivals(8, lost=["lexington"], due=["cv16_lexington", "cvl28_cabot"], **pair)
    assert which(game, "cv16_lexington", "cvl28_cabot", "cvl28_wilmington") == ["cv16_lexington", "cvl28_cabot"]


@pytest.mark.rule("34.12")
@pytest.mark.parametrize(("usable", "expected"), [(8, "cvxx_enterprise"), (9, "essex")])
def test_two_turns_after_her_loss_the_enterprise_gives_her_name_to_the_next_of_the_class(usable, expected):
    game = arrivals(8, lost=["enterprise"], due=["essex", "bunker_hill"], cvxx_enterprise=usable)
    assert which(game, "essex", "cvxx_enterprise") == [expected]
    assert which(game, "bunker_hill") == ["bunker_hill"]


@pytest.mark.rule("34.12")
def test_the_loss_is_noted_on_the_turn_after_it():
    game = arrivals(7, lost=["enterprise"], cvxx_enterprise=0)
    assert game.unit("cvxx_enterprise").due == 8, "lost on turn 6 at the latest"
    assert arrivals(7, afloat=["enterprise"], cvxx_enterprise=0).unit("cvxx_enterprise").due == 0


@pytest.mark.rule("34.12")
def test_each_name_is_given_once_and_before_the_pairs():
    reserve = {"cvxx_enterprise": 8, "cvyy_saratoga": 8, "cv10_bon_homme_richard": 0}
    game = arrivals(8, lost=["enterprise", "saratoga"], afloat=["yorktown"], due=["essex", "cv10_yorktown"], **reserve)
    assert which(game, "essex", "cv10_yorktown", *reserve) == ["cvxx_enterprise", "cvyy_saratoga"]


@pytest.mark.rule("34.12")
def test_a_counter_that_was_used_and_lost_is_not_used_again():
    game = arrivals(9, lost=["enterprise", "cvxx_enterprise"], due=["intrepid"])
    assert which(game, "intrepid", "cvxx_enterprise") == ["intrepid"]


@pytest.mark.rule("34.0")
def test_without_the_option_the_historical_names_come():
    position = Position("reinforcements", turn=8, last_turn=8).with_units("yorktown", place="pearl_harbor")
    game = position.with_units("cv10_yorktown", place="not_yet_arrived", due=8).start()
    assert which(game, "cv10_yorktown") == ["cv10_yorktown"]
