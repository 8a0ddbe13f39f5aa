"""§26 Hidden submarine deployment: submarines move in secret until they are found or act."""

import numpy as np
import pytest

from aw_env.core.declare.columns import SUMMARY
from aw_env.games.admirals_war.observation.columns import (
    AREA_WIDTH,
    FIRST_AREA,
    FIRST_FORCE,
    FORCE_WIDTH,
    GENERAL,
    SUMMARY_WIDTH,
    Force,
    General,
)
from aw_env.games.admirals_war.observation.observing import observe
from aw_env.games.admirals_war.records.terms import Decision, Event, Phase, Power, Side
from aw_env.games.admirals_war.soundness import check_position
from tests.positions import battle, movement, names, place_number

FIRST_DECISION = GENERAL.firsts[2]
HIDDEN = {"in_play": ["hidden_submarines"]}
SILENT = (Decision.SUBMARINE_ATTEMPT, Decision.SUBMARINE_TARGET)


def fought(area, *units, boats=(), raiders=(), dice=(), **keys):
    """Combat with hidden submarines, patrolling and raiding; the area is chosen if there is a choice."""
    keys = {"turn": 4, "last_turn": 5, **HIDDEN, **keys}
    position = battle(area, **keys).with_units(*units).with_units(*boats, hidden=True)
    return position.with_units(*raiders, raiding=True, hidden=True).start(dice=dice, ask_forced=False)


def told(game, event, side=None):
    """The units of all events of a kind, as a side hears of them."""
    return [names().units[unit].name for _, unit, *_ in game.events(event, side=side)]


def asw(game):
    """The anti-submarine rolls so far, as (area, factors, bonus, dice)."""
    return [(names().places[area].id, *rest) for _, area, *rest in game.events(Event.ASW)]


def seen(game, seat, column):
    """A column of the summary as a seat sees it."""
    row = np.zeros(SUMMARY_WIDTH, np.int16)
    observe(game.books, game.games, 0, seat, SUMMARY, row)
    return int(row[column])


def submarines_in(game, seat, area, whose, kind=Force.SUBMARINES):
    """How many submarines a seat sees in an area: its own (0) or theirs (1)."""
    first = FIRST_AREA + place_number(area) * AREA_WIDTH + FIRST_FORCE + whose * FORCE_WIDTH
    return seen(game, seat, first + kind)


# --- movement --------------------------------------------------------------------------------------------


def sailing(*boats, **keys):
    """U-boats about to sail from Germany."""
    return movement(**{"turn": 2, "last_turn": 3, **HIDDEN, **keys}).with_units(*boats, place="germany").start()


@pytest.mark.rule("26.0", "14.1")
def test_a_submarine_sails_in_secret():
    game = sailing("U-boat 1", "U-boat 2").choose("north_sea")
    assert game.unit("U-boat 1").place == "north_sea" and game.unit("U-boat 1").hidden == 1
    assert told(game, Event.MOVED, Side.AXIS) == ["U-boat 1"]
    assert told(game, Event.MOVED, Side.ALLIES) == []
    assert submarines_in(game, Side.AXIS, "north_sea", 0) == 1
    assert submarines_in(game, Side.ALLIES, "north_sea", 1) == 0


@pytest.mark.rule("26.0")
def test_the_other_side_knows_how_many_of_a_nation_are_hidden():
    game = movement(turn=2, last_turn=3, **HIDDEN).with_units("U-boat 1", "U-boat 2", place="germany")
    game = game.with_units("10 MAS", place="taranto").start()
    counts = [General.HIDDEN_US, General.HIDDEN_GERMAN, General.HIDDEN_ITALIAN, General.HIDDEN_JAPANESE]
    assert [seen(game, Side.ALLIES, column) for column in counts] == [0, 2, 1, 0]
    game.choose("stay", "north_sea", "stay")
    assert [seen(game, Side.ALLIES, column) for column in counts] == [0, 2, 1, 0]


@pytest.mark.rule("26.0")
def test_they_are_hidden_from_the_time_that_their_owner_moves():
    position = movement(turn=2, last_turn=3, **HIDDEN).with_units("U-boat 1", place="germany")
    game = position.with_units("Hood", place="england").start()
    assert game.power == Power.BRITISH and game.unit("U-boat 1").hidden == 0
    game.choose("stay")
    assert game.power == Power.GERMAN and game.unit("U-boat 1").hidden == 1


@pytest.mark.rule("26.0")
def test_a_submarine_that_stays_in_port_is_hidden_too():
    assert sailing("U-boat 1").choose("stay").unit("U-boat 1").hidden == 1


@pytest.mark.rule("26.0", "14.1")
def test_it_turns_raider_in_secret():
    game = movement("raiding", turn=2, last_turn=3, **HIDDEN).with_units("U-boat 1", place="north_sea", hidden=True)
    game = game.start().choose("invert")
    assert (told(game, Event.INVERTED, Side.AXIS), told(game, Event.INVERTED, Side.ALLIES)) == (["U-boat 1"], [])


@pytest.mark.rule("26.0", "5.74")
def test_it_comes_home_in_secret_and_is_seen_when_the_turn_is_over():
    position = movement("return", turn=2, last_turn=3, **HIDDEN).with_units("Hood", place="england")
    game = position.with_units("U-boat 1", place="north_sea", hidden=True).start()
    assert game.decision == Decision.RETURN_TO_BASE and game.unit("U-boat 1").hidden == 1
    game.until(Decision.PATROL_ORDER)
    assert told(game, Event.RETURNED, Side.ALLIES) == [] and told(game, Event.RETURNED, Side.AXIS) == ["U-boat 1"]
    assert game.power == Power.BRITISH and game.unit("U-boat 1").hidden == 0


@pytest.mark.rule("26.0")
def test_one_that_has_shown_itself_stays_open_until_it_is_in_port():
    game = sailing("U-boat 1").choose("south_atlantic").until(Decision.RETURN_TO_BASE)
    assert told(game, Event.TRADE_ATTACK) == told(game, Event.REVEALED) == ["U-boat 1"]
    game.until(Decision.PATROL_ORDER)
    assert told(game, Event.RETURNED, Side.ALLIES) == ["U-boat 1"] and game.unit("U-boat 1").hidden == 1


@pytest.mark.rule("26.0", "19.41")
def test_a_submarine_that_begins_the_war_is_seen():
    position = movement(turn=3, last_turn=4, hostilities=False, flags={"marshalls": "allies"}, **HIDDEN)
    game = position.with_units("I-boat 1", "I-boat 2", place="yokosuka").start(ask_forced=True)
    assert game.decision == Decision.PATROL_ORDER
    game.choose("marshalls")
    assert told(game, Event.REVEALED) == ["I-boat 1"]
    assert told(game, Event.MOVED, Side.ALLIES) == ["I-boat 1"]
    game.choose("marshalls")
    assert told(game, Event.REVEALED) == ["I-boat 1"], "the war has begun"


# --- what is asked ---------------------------------------------------------------------------------------


@pytest.mark.rule("26.0")
@pytest.mark.parametrize(("decision", "to_owner"), [(Decision.PATROL_ORDER, 1), (Decision.SECRET_MOVEMENT, 0)])
def test_others_are_told_of_a_movement_and_nothing_else(decision, to_owner):
    game = sailing("U-boat 1")
    assert (game.decision, game.subject) == (Decision.PATROL_ORDER, "U-boat 1")
    column = FIRST_DECISION + decision - 1
    assert (seen(game, Side.AXIS, column), seen(game, Side.ALLIES, column)) == (to_owner, 1 - to_owner)


@pytest.mark.rule("26.0")
@pytest.mark.parametrize(("decision", "to_owner"), [(Decision.SUBMARINE_TARGET, 1), (Decision.SECRET_COMBAT, 0)])
def test_in_combat_they_are_told_of_combat(decision, to_owner):
    game = fought("north_sea", "Exeter", raiders=["U-boat 1"], dice=[1])
    column = FIRST_DECISION + decision - 1
    assert (seen(game, Side.AXIS, column), seen(game, Side.ALLIES, column)) == (to_owner, 1 - to_owner)


@pytest.mark.rule("26.0", "14.241")
def test_which_of_unlike_submarines_is_lost_is_asked_in_secret():
    game = fought("east_med", "Exeter", boats=["U-boat 1", "10 MAS"], dice=[6])
    assert game.decision == Decision.ASW_LOSS and told(game, Event.REVEALED) == []
    column = FIRST_DECISION + Decision.ASW_LOSS - 1
    assert (seen(game, Side.AXIS, column), seen(game, Side.ALLIES, column)) == (1, 0)
    game.lay(1).choose("10 MAS")
    assert told(game, Event.REVEALED)[0] == "10 MAS"


@pytest.mark.rule("26.0", "7.12")
def test_an_area_with_hidden_submarines_alone_cannot_be_chosen():
    position = battle("north_sea", turn=4, last_turn=5, **HIDDEN).with_units("U-boat 1", hidden=True)
    game = position.with_units("Exeter", place="south_atlantic").with_units("Hood", place="air_gap").start()
    assert game.decision == Decision.COMBAT_AREA and game.choices == {"south_atlantic", "air_gap"}


@pytest.mark.rule("26.0", "14.26")
def test_hidden_submarines_that_are_alone_attack_merchants_after_all_combat_the_atlantic_first():
    position = battle("marianas", turn=5, last_turn=6, **HIDDEN).with_units("US Submarine 1", hidden=True)
    position.with_units("U-boat 1", place="mid_atlantic", hidden=True)
    position.with_units("U-boat 2", place="north_sea", hidden=True)
    game = position.with_units("Exeter", place="south_atlantic").start(dice=[1, 1, 1], ask_forced=False)
    game.until(Decision.NONE)
    attacks = [
        (names().units[unit].name, names().places[area].id) for _, unit, area, *_ in game.events(Event.TRADE_ATTACK)
    ]
    assert attacks == [("U-boat 2", "north_sea"), ("U-boat 1", "mid_atlantic"), ("US Submarine 1", "marianas")]
    assert told(game, Event.REVEALED) == ["U-boat 2", "U-boat 1", "US Submarine 1"]
    fought_in = [names().places[area].id for _, area, *_ in game.events(Event.COMBAT_BEGINS)]
    assert fought_in == ["south_atlantic"]


# --- anti-submarine warfare ------------------------------------------------------------------------------


@pytest.mark.rule("26.0", "14.24")
def test_asw_is_rolled_where_a_submarine_may_be():
    game = fought("north_sea", "Exeter", dice=[1], boats=())
    assert asw(game) == [], "no submarine is in play"
    position = battle("north_sea", turn=4, last_turn=5, **HIDDEN).with_units("Exeter")
    game = position.with_units("U-boat 1", place="germany", hidden=True).start(dice=[6], ask_forced=False)
    assert asw(game) == [("north_sea", 1, 0, [6])]
    assert told(game, Event.REVEALED) == [] and game.unit("U-boat 1").place == "germany"


@pytest.mark.rule("26.0", "14.12")
def test_asw_is_not_rolled_where_no_submarine_of_the_enemy_may_be():
    position = battle("north_sea", turn=4, last_turn=5, **HIDDEN).with_units("Exeter")
    game = position.with_units("I-boat 1", place="yokosuka", hidden=True).start(ask_forced=False)
    assert asw(game) == []


@pytest.mark.rule("26.0")
def test_it_is_rolled_even_if_every_submarine_is_known_to_be_elsewhere():
    position = battle("north_sea", turn=4, last_turn=5, **HIDDEN).with_units("Exeter")
    game = position.with_units("U-boat 1", place="germany").start(dice=[1], ask_forced=False)
    assert asw(game) == [("north_sea", 1, 0, [1])]


@pytest.mark.rule("26.0", "14.24")
@pytest.mark.parametrize(("die", "place"), [(6, None), (5, "germany")])
def test_a_submarine_that_asw_hits_shows_itself(die, place):
    game = fought("north_sea", "Exeter", boats=["U-boat 1"], dice=[die])
    game.until(Decision.NONE)
    assert told(game, Event.REVEALED) == ["U-boat 1"] and told(game, Event.TRADE_ATTACK) == []
    assert told(game, Event.SUNK if die == 6 else Event.DISABLED, Side.ALLIES) == ["U-boat 1"]


@pytest.mark.rule("26.0", "14.32")
def test_results_with_nothing_to_take_are_lost_and_raiders_stay_unseen():
    game = fought("north_sea", "Exeter", raiders=["U-boat 1"], dice=[6])
    assert told(game, Event.REVEALED) == []
    assert game.record["swept"].tolist() == [0, 1 << place_number("north_sea")]


@pytest.mark.rule("26.0", "14.26")
def test_a_submarine_that_survives_shows_itself_by_attacking_merchants():
    game = fought("north_sea", "Exeter", boats=["U-boat 1", "U-boat 2"], dice=[1, 1, 1])
    assert told(game, Event.REVEALED) == ["U-boat 1", "U-boat 2"]
    assert [event for event, *_ in game.events(Event.ASW, Event.REVEALED)][0] == Event.ASW


@pytest.mark.rule("26.0", "14.27")
def test_one_that_may_not_attack_merchants_stays_unseen():
    position = battle("home_islands", turn=4, last_turn=5, **HIDDEN).with_units("Enterprise")
    position.with_units("I-boat 1", hidden=True).with_units("Nagato", place="yokosuka")
    game = position.start(dice=[1] * 3, ask_forced=False)
    assert asw(game) == [("home_islands", 3, 0, [1] * 3)]
    assert told(game, Event.TRADE_ATTACK) == [] and game.unit("I-boat 1").hidden == 1


@pytest.mark.rule("26.0", "9.24", "7.324")
@pytest.mark.parametrize("target", [None, "Nagato"])
def test_what_a_carrier_is_asked_does_not_hang_on_hidden_submarines(target):
    asked = []
    for where in ("home_islands", "yokosuka", "truk"):
        position = battle("home_islands", turn=4, last_turn=5, **HIDDEN).with_units("Enterprise")
        position.with_units("I-boat 1", place=where, hidden=True).with_units("Kongo", place="truk")
        if target:
            position.with_units(target, place="yokosuka")
        game = position.start(dice=[1] * 3, ask_forced=False)
        asked.append(game.until(Decision.AIR_RAID, Decision.PATROL_ORDER).decision)
    assert set(asked) == {Decision.AIR_RAID if target else Decision.PATROL_ORDER}


@pytest.mark.rule("26.0", "19.46")
def test_whose_ships_hunt_is_asked_whether_there_is_a_quarry_or_not():
    position = battle("eastern_seaboard", turn=2, last_turn=3, hostilities=False, **HIDDEN)
    position.with_units("Hood", "Texas").with_units("U-boat 1", place="germany", hidden=True)
    game = position.start(dice=[1] * 3)
    game.choose("eastern_seaboard")
    assert game.decision == Decision.HUNTING_NAVY


# --- control and Hilfskreuzers ---------------------------------------------------------------------------


def carrier_on_patrol(**keys):
    """A US carrier on patrol and a hidden I-boat that has no merchants to attack."""
    position = movement("control", turn=5, last_turn=6, **HIDDEN, **keys)
    return position.with_units("Enterprise", place="coral_sea")


@pytest.mark.rule("26.0", "14.28")
def test_a_submarine_that_prevents_a_flag_shows_itself():
    position = carrier_on_patrol().with_units("I-boat 1", "I-boat 2", place="coral_sea", hidden=True)
    game = position.start().until(Decision.RETURN_TO_BASE)
    assert told(game, Event.REVEALED) == ["I-boat 1"] and game.flag("coral_sea") is None


@pytest.mark.rule("26.0", "14.28")
def test_one_that_is_not_needed_to_prevent_it_stays_unseen():
    position = carrier_on_patrol().with_units("Kongo", place="coral_sea")
    game = position.with_units("I-boat 1", place="coral_sea", hidden=True).start().until(Decision.RETURN_TO_BASE)
    assert told(game, Event.REVEALED) == []


@pytest.mark.rule("26.0", "14.33")
def test_a_raider_prevents_no_flag():
    position = carrier_on_patrol().with_units("I-boat 1", place="coral_sea", hidden=True, raiding=True)
    game = position.start().until(Decision.RETURN_TO_BASE)
    assert told(game, Event.REVEALED) == [] and game.flag("coral_sea") == "allies"


@pytest.mark.rule("26.0", "15.22")
def test_a_submarine_that_prevents_the_point_of_a_hilfskreuzer_shows_itself():
    game = fought("bay_of_bengal", "Atlantis", boats=["US Submarine 1"], dice=[1] * 3).until(Decision.NONE)
    assert told(game, Event.REVEALED) == ["US Submarine 1"] and game.events(Event.TRADE_POINTS) == []


# --- raiders ---------------------------------------------------------------------------------------------


@pytest.mark.rule("26.0", "14.31")
def test_a_raider_shows_itself_when_it_attacks():
    game = fought("north_sea", "Exeter", "Prinz Eugen", raiders=["U-boat 1"], dice=[1] * 3)
    game.until(*SILENT, prefer=["surface"])
    assert game.subject == "U-boat 1" and told(game, Event.REVEALED) == []
    game.lay(1).choose("Exeter")
    assert told(game, Event.REVEALED, Side.ALLIES) == ["U-boat 1"]
    game.until(Decision.RETREAT)
    assert told(game, Event.RETURNED, Side.ALLIES) == ["U-boat 1"]


@pytest.mark.rule("26.0", "14.31")
def test_one_that_holds_stays_unseen():
    game = fought("north_sea", "Exeter", "Prinz Eugen", raiders=["U-boat 1"], dice=[1] * 3)
    game.until(*SILENT, prefer=["surface"])
    rows = len(game.events(side=Side.ALLIES))
    game.choose("hold")
    assert told(game, Event.REVEALED) == [] and game.decision == Decision.RETREAT
    assert len(game.events(side=Side.ALLIES)) == rows


@pytest.mark.rule("26.0", "14.31")
def test_a_raider_alone_with_the_enemy_is_asked_in_silence():
    game = fought("north_sea", "Exeter", raiders=["U-boat 1"], dice=[1])
    assert (game.decision, game.subject) == (Decision.SUBMARINE_TARGET, "U-boat 1")
    assert game.events(Event.ROUND_BEGINS) == []


@pytest.mark.rule("26.0", "27.1")
def test_the_targeting_roll_is_an_attempt():
    in_play = {"in_play": ["hidden_submarines", "submarine_targeting"]}
    game = fought("north_sea", "Exeter", raiders=["U-boat 1"], dice=[1], **in_play)
    assert game.decision == Decision.SUBMARINE_ATTEMPT and told(game, Event.REVEALED) == []
    game.lay(1).choose("yes")
    assert told(game, Event.REVEALED) == ["U-boat 1"] and game.unit("U-boat 1").place == "north_sea"


@pytest.mark.rule("26.0", "16.21")
def test_a_hidden_submarine_leaves_a_captured_base_in_secret():
    position = battle("marianas", turn=5, last_turn=6, **HIDDEN).with_units("1st Marines")
    game = position.with_units("I-boat 1", place="saipan", hidden=True).start()
    game.until(Decision.RETURN_TO_BASE, prefer=["saipan"])
    assert (game.subject, game.owner("saipan")) == ("I-boat 1", "american")
    game.choose("truk")
    assert told(game, Event.REVEALED) == told(game, Event.RETURNED, Side.ALLIES) == []


# --- the rule is off -------------------------------------------------------------------------------------


@pytest.mark.rule("26.0")
def test_without_the_option_all_is_open():
    position = movement(turn=2, last_turn=3).with_units("U-boat 1", place="germany")
    game = position.start().choose("north_sea")
    assert game.unit("U-boat 1").hidden == 0 and told(game, Event.MOVED, Side.ALLIES) == ["U-boat 1"]
    assert game.phase != Phase.PATROLLING and submarines_in(game, Side.ALLIES, "north_sea", 1) == 1


@pytest.mark.rule("26.0")
def test_a_game_may_be_saved_while_submarines_are_hidden():
    game = fought("north_sea", "Exeter", "Prinz Eugen", raiders=["U-boat 1"], dice=[1] * 3)
    game.until(*SILENT, prefer=["surface"])
    check_position(game.books[0], game.templates[0], game.record)
