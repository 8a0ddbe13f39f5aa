"""§32 Pocket pride: the Deutschland, her other name, and two cruisers."""

import pytest

from aw_env.games.admirals_war.records.terms import Decision, Event
from tests.positions import Position, battle, from_file, load, movement, printed

PRIDE = {"in_play": ["pocket_pride"]}
CRUISERS = ("lutzow_ca", "petropavlovsk")


def fleet(position, ship="deutschland"):
    """The Deutschland (or, renamed, the Lützow) in Germany, and the counters in reserve."""
    names = ["deutschland", "lutzow"]
    names.remove(ship)
    return position.with_units(ship, place="germany").with_units(*names, *CRUISERS, place="in_reserve")


@pytest.mark.rule("32.1")
def test_she_begins_as_the_deutschland():
    loaded = load.scenario("campaign", printed(), 2, ["pocket_pride"])
    places = loaded.templates[0]["place"]
    numbers, boxes = printed().unit_numbers, printed().place_numbers
    assert places[numbers["deutschland"]] == boxes["not_yet_arrived"]
    assert {places[numbers[unit]] for unit in ("lutzow", *CRUISERS)} == {boxes["in_reserve"]}
    book = loaded.books[0]
    assert book["free_raid"][numbers["deutschland"]] == book["free_raid"][numbers["lutzow"]] != 0
    for factor in ("gunnery", "armor", "speed"):
        assert book[factor][numbers["deutschland"]] == book[factor][numbers["lutzow"]]


@pytest.mark.rule("32.0")
def test_without_the_option_she_is_the_lutzow():
    game = from_file("campaign")
    assert game.unit("lutzow").place is not None and game.unit("deutschland").place is None


@pytest.mark.rule("32.1")
def test_before_she_moves_she_may_be_given_the_other_name():
    game = fleet(movement(turn=2, **PRIDE)).start().until(Decision.RENAMING)
    assert (game.subject, game.choices) == ("Deutschland", {"yes", "no"})
    game.choose("yes")
    assert game.decision == Decision.PATROL_ORDER and game.subject == "Lützow"
    assert (game.unit("lutzow").place, game.unit("deutschland").place) == ("germany", "out_of_play")
    assert len(game.events(Event.REPLACED)) == 1


@pytest.mark.rule("32.1")
def test_what_has_happened_to_her_stays():
    position = movement(turn=2, **PRIDE).with_units("deutschland", place="germany", damage=1)
    game = position.with_units("lutzow", place="in_reserve").start().until(Decision.RENAMING).choose("yes")
    assert game.unit("lutzow").damage == 1


@pytest.mark.rule("32.1")
def test_she_is_asked_again_on_the_next_turn():
    game = fleet(movement(turn=1, last_turn=2, **PRIDE)).start().until(Decision.RENAMING).choose("no")
    game.until(Decision.RENAMING)
    assert game.record["turn"] == 2


@pytest.mark.rule("32.1", "9.351")
def test_on_the_bottom_she_is_not_renamed():
    position = movement(turn=2, **PRIDE).with_units("deutschland", place="germany", damage=3)
    game = position.with_units("lutzow", place="in_reserve").start()
    assert game.until(Decision.RENAMING).over


def sunk(turn, ship="deutschland", **keys):
    """She meets the Hood and is sunk on a turn."""
    position = battle("north_sea", turn=turn, **PRIDE, **keys).with_units(*CRUISERS, place="in_reserve")
    position.with_units("deutschland", place="out_of_play").with_units(ship, "Hood", place="north_sea")
    game = position.start(dice=[6, 6, 1, 1, 1, 6, 6, 6, 6]).choose("north_sea", "surface", "surface")
    return game.until(Decision.NONE, prefer=["Deutschland", "Lützow", "Hood"])


@pytest.mark.rule("32.2")
@pytest.mark.parametrize("turn", [1, 2])
def test_sunk_before_turn_three_she_gives_the_soviets_a_cruiser_on_turn_seven(turn):
    game = sunk(turn)
    assert game.unit("deutschland").place == "out_of_play"
    soviet = game.unit("petropavlovsk")
    assert (soviet.place, soviet.due) == ("not_yet_arrived", 7)
    assert game.points(0) == points_of_control(game)


def points_of_control(game):
    """The lead from areas alone."""
    return sum(gained for event, track, gained, *_ in game.events(Event.VICTORY_POINTS) if track == 0)


def lost_for_want_of_a_base(turn):
    """She is in the Indian Ocean when the turn ends, and Japan is at peace."""
    position = Position("return", turn=turn, last_turn=turn + 1, hostilities=False, **PRIDE)
    position.with_units(*CRUISERS, "lutzow", place="in_reserve")
    return position.with_units("deutschland", place="indian_ocean", raiding=True).start().until(Decision.NONE)


@pytest.mark.rule("32.2", "10.23")
def test_she_is_sunk_as_well_if_there_is_no_place_to_return_to():
    game = lost_for_want_of_a_base(turn=2)
    assert game.unit("deutschland").place == "out_of_play" and len(game.events(Event.NO_BASE)) == 1
    assert (game.unit("petropavlovsk").place, game.unit("petropavlovsk").due) == ("not_yet_arrived", 7)


@pytest.mark.rule("32.3", "10.23")
def test_so_lost_on_turn_three_or_four_she_costs_a_point():
    game = lost_for_want_of_a_base(turn=4)
    assert [row[1:4] for row in game.events(Event.PENALTY)] == [(0, 1, 1)]


@pytest.mark.rule("32.2")
def test_the_cruiser_arrives_in_leningrad():
    position = Position("reinforcements", turn=7, last_turn=7, **PRIDE)
    game = position.with_units("petropavlovsk", place="not_yet_arrived", due=7).start()
    assert game.unit("petropavlovsk").place == "leningrad"
    book, number = game.books[0], game.unit("petropavlovsk").number
    assert book["gunnery_bonus_from"][number] > 11


@pytest.mark.rule("32.3")
@pytest.mark.parametrize("turn", [3, 4])
def test_sunk_on_turn_three_or_four_she_costs_a_point_at_once(turn):
    game = sunk(turn)
    assert [row[1:4] for row in game.events(Event.PENALTY)] == [(0, 1, 1)]
    assert game.unit("petropavlovsk").place == "in_reserve"


@pytest.mark.rule("32.4")
def test_if_she_survives_until_turn_five_the_cruiser_comes():
    game = fleet(Position("reinforcements", turn=5, last_turn=5, **PRIDE)).start()
    assert game.unit("lutzow_ca").place == "germany"
    assert game.unit("deutschland").place == "germany"


@pytest.mark.rule("32.4")
@pytest.mark.parametrize("ship", ["lutzow", None])
def test_renamed_or_sunk_there_is_no_cruiser(ship):
    position = Position("reinforcements", turn=5, last_turn=5, **PRIDE).with_units("lutzow_ca", place="in_reserve")
    position.with_units("deutschland", place="out_of_play")
    if ship:
        position.with_units(ship, place="germany")
    assert position.start().unit("lutzow_ca").place == "in_reserve"


@pytest.mark.rule("32.5")
def test_from_turn_five_on_she_keeps_her_name():
    assert fleet(movement(turn=5, last_turn=6, **PRIDE)).start().until(Decision.RENAMING).over


@pytest.mark.rule("32.5")
def test_from_turn_five_on_her_loss_costs_nothing():
    game = sunk(5)
    assert game.unit("deutschland").place == "out_of_play" and not game.events(Event.PENALTY)
    assert game.unit("petropavlovsk").place == "in_reserve"


@pytest.mark.rule("32.1", "32.3")
def test_under_the_name_lutzow_her_loss_costs_nothing():
    game = sunk(3, "lutzow")
    assert game.unit("lutzow").place == "out_of_play" and not game.events(Event.PENALTY)
