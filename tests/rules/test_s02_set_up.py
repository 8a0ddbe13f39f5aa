"""§2.7 and §4.5: where units are when the game starts, and units that appear during it."""

import pytest

from aw_env.admirals_war.terms import Decision, Event, Power
from tests.positions import Position, printed


def first_turn(nation):
    """The places where the standard counters of a nation may be set up on turn 1, as printed."""
    return {
        tuple(unit.arrives_at)
        for unit in printed().units
        if unit.nation == nation and unit.status == "core" and unit.arrives_turn == 1 and not unit.set_up_letter
    }


# --- §2.72: set-up -------------------------------------------------------------------------------------


@pytest.mark.rule("2.72", "4.5")
def test_units_of_turn_one_are_set_up_and_later_ones_are_not_there():
    game = Position("patrolling").with_units("Kongo", place="yokosuka").start()
    assert (game.unit("Kongo").place, game.unit("Yamato").place) == ("yokosuka", None)
    turns = {unit.id: unit.arrives_turn for unit in printed().units}
    assert (turns["kongo"], turns["yamato"]) == (1, 4)


@pytest.mark.rule("2.721")
def test_german_italian_and_japanese_units_appear_in_their_home_ports():
    assert first_turn("german") == {("germany",)}
    assert first_turn("italian") == {("taranto",)}
    assert first_turn("japanese") == {("yokosuka",)}
    japanese = [unit for unit in printed().units if unit.nation == "japanese" and unit.status == "core"]
    assert all(unit.arrives_at == ["yokosuka"] for unit in japanese)


@pytest.mark.rule("2.722")
def test_french_ships_are_set_up_in_five_places():
    assert first_turn("french") == {("brest", "toulon", "diego_suarez", "saigon", "noumea")}


@pytest.mark.rule("2.723", "3.15")
def test_us_units_of_turn_one_all_have_a_letter_that_says_where():
    assert first_turn("us") == set()


@pytest.mark.rule("2.724")
def test_british_units_are_set_up_in_five_places_and_reinforcements_arrive_in_england():
    assert first_turn("british") == {("england", "gibraltar", "suez", "trincomalee", "singapore")}
    ships = [unit for unit in printed().units if unit.nation == "british" and unit.kind == "ship"]
    assert all(unit.arrives_at == ["england"] for unit in ships if unit.arrives_turn > 1)


# --- §2.73: units that appear --------------------------------------------------------------------------


def due(unit, turn, **keys):
    """A lost unit that returns on turn 5, when the reinforcements of a turn are placed."""
    position = Position("reinforcements", turn=turn, last_turn=turn, **keys)
    return position.with_units(unit, place="returning", due=5).start()


@pytest.mark.rule("2.73", "5.2")
@pytest.mark.parametrize(("turn", "appears"), [(4, False), (5, True), (6, True)])
def test_units_appear_at_the_start_of_their_turn_and_not_before(turn, appears):
    game = due("Kure", turn)
    assert (game.decision == Decision.ARRIVAL) == appears
    assert (game.unit("Kure").place == "returning") or appears


@pytest.mark.rule("2.73", "13.51")
def test_the_owner_chooses_the_place_and_the_unit_moves_on_the_same_turn():
    game = due("1st Marines", 5)
    assert game.choices == {
        "england", "gibraltar", "suez", "simons_town", "usa", "panama_canal", "murmansk", "singapore",
        "trincomalee", "australia", "pearl_harbor", "samoa",
    }  # fmt: skip
    game.choose("australia")
    assert len(game.events(Event.ARRIVED)) == 1 and game.unit("1st Marines").place == "australia"
    assert (game.decision, game.subject) == (Decision.AMPHIBIOUS_ORDER, "1st Marines")


@pytest.mark.rule("2.74")
def test_units_do_not_appear_in_a_port_that_the_enemy_holds():
    assert due("Luftwaffe", 5).choices == {"germany", "taranto", "brest", "toulon"}
    assert due("Luftwaffe", 5, owners={"taranto": "british"}).choices == {"germany", "brest", "toulon"}


@pytest.mark.rule("2.73", "5.2")
def test_reinforcements_are_placed_in_nationality_order():
    position = Position("reinforcements", turn=5, last_turn=5)
    for unit in ("Luftwaffe", "1st Marines", "Sasebo", "Kure", "RAF"):
        position.with_units(unit, place="returning", due=5)
    game, asked = position.start(), []
    while game.decision == Decision.ARRIVAL:
        asked.append((game.power, game.subject))
        game.choose(sorted(game.choices)[0])
    assert asked == [
        (Power.BRITISH, "RAF"),
        (Power.JAPANESE, "Kure"),
        (Power.JAPANESE, "Sasebo"),
        (Power.AMERICAN, "1st Marines"),
        (Power.GERMAN, "Luftwaffe"),
    ]


@pytest.mark.rule("2.76")
def test_a_game_has_ten_turns_unless_a_scenario_says_otherwise():
    game = Position("reinforcements", last_turn=10).start()
    assert (game.over, int(game.record["turn"])) == (True, 10)
    assert [turn for turn in printed().charts.turn_chart.turns if turn not in map(str, range(1, 11))] == ["0", "11"]
    assert {chart.optional_rule for chart in printed().charts.turn_chart.turns.values()} == {None, 20, 21}
