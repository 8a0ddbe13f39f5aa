"""§2.7 and §4.5: where units are when the game starts, and units that appear during it."""

from functools import cache

import pytest

from aw_env.games.admirals_war.records.terms import Decision, Event, Power
from tests.positions import Position, from_file, names, printed


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
    assert (game.decision, game.subject) == ((Decision.ARRIVAL, "Kure") if appears else (Decision.NONE, None))
    assert game.unit("Kure").place == "returning"


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


# --- §2.72: the campaign is set up ----------------------------------------------------------------------


def arrives(unit, turn=1, last_turn=None, **keys):
    """A unit that comes by the turn chart on this turn."""
    position = Position("reinforcements", turn=turn, last_turn=last_turn or turn, **keys)
    return position.with_units(unit, place="not_yet_arrived", due=turn)


@cache
def set_up():
    """The campaign when everything is set up, and what each choice of place was among; read only."""
    game, choices = from_file("campaign"), {}
    while game.decision == Decision.ARRIVAL:
        choices[names().units[int(game.record["subject"])].id] = game.choices
        game.choose(sorted(game.choices)[0])
    return game, choices


@pytest.mark.rule("2.721", "2.72")
def test_the_axis_is_set_up_at_home_without_a_choice():
    game, choices = set_up()
    homes = {"german": "germany", "italian": "taranto", "japanese": "yokosuka"}
    for unit in printed().units:
        if unit.status == "core" and unit.arrives_turn == 1 and unit.nation in homes:
            assert unit.id not in choices and game.unit(unit.id).place == homes[unit.nation]
    assert game.unit("Bismarck").place == "not_yet_arrived"


@pytest.mark.rule("2.722", "2.724")
def test_the_french_and_the_british_choose_each_among_their_own_places():
    _, choices = set_up()
    assert choices["dunkerque"] == {"brest", "toulon", "diego_suarez", "saigon", "noumea"}
    assert choices["hood"] == {"england", "gibraltar", "suez", "trincomalee", "singapore"}
    nations = {unit.id: unit.nation for unit in printed().units}
    assert {nations[unit] for unit in choices} == {"british", "french"}


@pytest.mark.rule("2.723", "3.15")
@pytest.mark.parametrize(
    ("unit", "place"),
    [
        ("canberra", "australia"),
        ("louisville", "coral_sea"),
        ("new_mexico", "usa"),
        ("pensacola", "french_polynesia"),
        ("minneapolis", "hawaiian_islands"),
        ("houston", "philippines"),
        ("arizona", "pearl_harbor"),
        ("de_ruyter", "singapore"),
        ("enterprise", "uncertain_w"),
        ("lexington", "uncertain_x"),
        ("saratoga", "uncertain_y"),
        ("yorktown", "uncertain_z"),
    ],
)
def test_letters_say_where_units_are_set_up(unit, place):
    game, choices = set_up()
    assert game.unit(unit).place == place and unit not in choices


@pytest.mark.rule("3.15", "6.11")
def test_ships_that_are_set_up_at_sea_patrol_there_on_turn_one_and_then_go_home():
    position = Position("reinforcements", turn=1, last_turn=2)
    game = position.with_units("Louisville", place="not_yet_arrived", due=1).start()
    assert (game.decision, game.subject, int(game.record["turn"])) == (Decision.COMBAT_AREA, None, 1)
    game.until(Decision.RETURN_TO_BASE)
    assert game.flag("coral_sea") == "allies" and game.unit("Louisville").place == "coral_sea"
    game.choose("australia")
    assert (game.decision, int(game.record["turn"])) == (Decision.PATROL_ORDER, 2)


@pytest.mark.rule("3.15", "19.43")
def test_hornet_joins_group_z_before_the_war_and_is_an_ordinary_reinforcement_after():
    assert arrives("Hornet", turn=3, hostilities=False).start().unit("Hornet").place == "uncertain_z"
    assert arrives("Hornet", turn=3).start().choices == {"usa", "pearl_harbor"}


@pytest.mark.rule("3.15", "2.322")
def test_the_russians_appear_in_leningrad_when_it_opens():
    assert arrives("Marat", turn=3).start().unit("Marat").place == "leningrad"


@pytest.mark.rule("3.34", "2.724")
def test_an_air_unit_with_a_theatre_on_its_back_is_set_up_there():
    assert set_up()[1]["raf"] == {"england", "gibraltar", "suez"}
    assert arrives("10AF", turn=4).start().unit("10AF").place == "pearl_harbor"
    assert arrives("8AF", turn=5).start().unit("8AF").place == "usa"


# --- §2.73, §2.74: arrivals ----------------------------------------------------------------------------


@pytest.mark.rule("2.73")
def test_units_of_the_chart_arrive_at_their_one_place_without_a_question_and_move_at_once():
    game = arrives("Bismarck", turn=2).start()
    assert (game.unit("Bismarck").place, game.decision, game.subject) == ("germany", Decision.PATROL_ORDER, "Bismarck")
    early = Position("reinforcements", turn=1, last_turn=1).with_units("Bismarck", place="not_yet_arrived", due=2)
    assert early.start().unit("Bismarck").place == "not_yet_arrived"


@pytest.mark.rule("2.74")
def test_units_whose_port_the_enemy_holds_are_lost():
    game = arrives("King George V", turn=2, owners={"england": "german"}).start()
    assert game.unit("King George V").place == "out_of_play"
    assert [event[1] for event in game.events(Event.NO_BASE)] == [game.unit("King George V").number]
    assert arrives("Roma", turn=5, owners={"taranto": "british"}).start().unit("Roma").place == "out_of_play"


@pytest.mark.rule("2.74")
def test_what_is_lost_with_its_port_is_lost_for_good_an_amphibious_unit_too():
    game = arrives("Tiger", turn=2, last_turn=5, owners={"england": "german"}).start()
    assert game.over and game.unit("Tiger").place == "out_of_play"


@pytest.mark.rule("2.74")
def test_us_reinforcements_appear_in_the_usa_or_pearl_harbor_and_in_panama_once_that_is_lost():
    assert arrives("Iowa", turn=8).start().choices == {"usa", "pearl_harbor"}
    assert arrives("Iowa", turn=8, owners={"pearl_harbor": "japanese"}).start().choices == {"usa", "panama_canal"}
    lost = arrives("13AF", turn=6, owners={"pearl_harbor": "japanese"}).start()
    assert lost.choices == {"usa", "panama_canal"}  # the Pacific has no port for it
    assert arrives("Hood", owners={"singapore": "japanese"}).start().choices == {
        "england", "gibraltar", "suez", "trincomalee",
    }  # fmt: skip


@pytest.mark.rule("13.52", "2.73")
def test_a_two_sided_unit_that_comes_for_the_first_time_has_its_front_up():
    first = arrives("1st Marines", turn=8).start().choose("pearl_harbor")
    again = Position("reinforcements", turn=8, last_turn=8).with_units("1st Marines", place="returning", due=8)
    assert (first.unit("1st Marines").reversed, again.start().choose("pearl_harbor").unit("1st Marines").reversed) == (
        False,
        True,
    )


# --- units that return ---------------------------------------------------------------------------------


@pytest.mark.rule("14.4", "2.721")
@pytest.mark.parametrize(("unit", "place"), [("u_boat_1", "germany"), ("i_boat_1", "yokosuka"), ("mas_10", "taranto")])
def test_lost_submarines_return_at_the_port_of_their_country(unit, place):
    position = Position("reinforcements", turn=5, last_turn=5).with_units(unit, place="returning", due=5)
    assert position.start().unit(unit).place == place


@pytest.mark.rule("14.4", "2.74")
def test_us_submarines_return_like_reinforcements_and_any_is_lost_with_its_port():
    position = Position("reinforcements", turn=6, last_turn=6).with_units("us_sub_1", place="returning", due=6)
    assert position.start().choices == {"usa", "pearl_harbor"}
    taken = Position("reinforcements", turn=6, last_turn=6, owners={"taranto": "british"})
    assert taken.with_units("mas_10", place="returning", due=6).start().unit("mas_10").place == "out_of_play"


# --- §2.75: withdrawals --------------------------------------------------------------------------------


def withdrawal(**places):
    """Turn 3, on which Luftwaffe is to leave, with air units at these places (a number: back on that turn)."""
    position = Position("reinforcements", turn=3, last_turn=3)
    for unit, place in places.items():
        state = {"place": "returning", "due": place} if isinstance(place, int) else {"place": place}
        position.with_units(unit, **state)
    return position


def withdrawn(game):
    """The units that have been taken out of play."""
    return [names().units[unit].id for _, unit, *_ in game.events(Event.WITHDRAWN)]


@pytest.mark.rule("2.75", "2.73")
def test_the_unit_listed_leaves_for_good_even_if_another_of_its_type_is_damaged_less():
    position = withdrawal(stuka="germany").with_units("luftwaffe", place="taranto", damage=3)
    game = position.start()
    assert (withdrawn(game), game.unit("luftwaffe").place, game.unit("stuka").place) == (
        ["luftwaffe"],
        "out_of_play",
        "germany",
    )


@pytest.mark.rule("2.75")
def test_in_the_place_of_a_lost_one_another_of_the_same_type_leaves():
    game = withdrawal(luftwaffe=4, stuka="germany", regia_aeronautica="taranto", af_21="yokosuka").start()
    assert (game.decision, game.power, game.choices) == (Decision.WITHDRAWAL, Power.GERMAN, {"Stuka"})
    game.choose("Stuka")
    assert withdrawn(game) == ["stuka"] and game.unit("luftwaffe").place == "returning"


@pytest.mark.rule("2.75")
def test_with_none_on_the_board_the_next_that_would_return_leaves():
    assert withdrawn(withdrawal(luftwaffe=5, stuka=4).start()) == ["stuka"]
    assert withdrawn(withdrawal(luftwaffe=4, stuka=5).start()) == ["luftwaffe"]


@pytest.mark.rule("2.75")
def test_an_italian_or_japanese_air_unit_never_leaves_for_a_german_one():
    position = withdrawal(regia_aeronautica="taranto", af_21="yokosuka", raf="england")
    game = position.with_units("luftwaffe", place="out_of_play").start()
    assert withdrawn(game) == [] and game.unit("regia_aeronautica").place == "taranto"


@pytest.mark.rule("2.73")
def test_units_leave_after_the_arrivals_of_their_turn():
    game = withdrawal(luftwaffe=3, stuka="germany").start()
    assert (game.decision, game.subject) == (Decision.ARRIVAL, "Luftwaffe")
    game.choose("germany")
    assert withdrawn(game) == ["luftwaffe"]


@pytest.mark.rule("2.76")
def test_a_game_has_ten_turns_unless_a_scenario_says_otherwise():
    game = Position("reinforcements", last_turn=10).start()
    assert (game.over, int(game.record["turn"])) == (True, 10)
    assert [turn for turn in printed().charts.turn_chart.turns if turn not in map(str, range(1, 11))] == ["0", "11"]
    assert {chart.optional_rule for chart in printed().charts.turn_chart.turns.values()} == {None, 20, 21}
