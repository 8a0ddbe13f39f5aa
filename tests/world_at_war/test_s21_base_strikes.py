"""Squadrons of bases that strike ships in an enemy port of the Mediterranean (21.54, 20.5)."""

import pytest

from aw_agents.declared import staffed
from aw_env.games.world_at_war.records.kinds import Condition, Decision, Event, Nation, Option, Phase, Side
from aw_env.games.world_at_war.records.record import FIRST_PLACE, FIRST_UNIT
from aw_env.games.world_at_war.rules import (
    air,
    air_strikes,
    base_strikes,
    pacific,
    passages,
    port_strikes,
    sea_patrols,
)
from tests.world_at_war.positions import number, playing
from tests.world_at_war.sea_of_hexes import FILE, NUMBERS, at_sea, by_place, moving, troops

ALLIES, AXIS = Side.ALLIES.value, Side.AXIS.value
OFFICER = staffed("world_at_war").scripted()
IN_MALTA = {"warspite": {"place": "malta"}, "renown": {"place": "malta"}}
LIGHT = {"british_cruiser_1": {"place": "malta"}, "gibraltar_destroyers": {"place": "malta", "strength": 4}}
IN_MESSINA = {"littorio": {"place": "messina"}}


def squadrons(**at):
    """Squadrons of bases, at these alone."""
    return by_place("airbase", **dict.fromkeys(NUMBERS, 0) | at)


def in_combat(ships, *dice, side=AXIS, bases=None, **fields):
    """The combat phase begins; Palermo, or `bases`, have squadrons."""
    begins = {"step": base_strikes.AIRFIELDS, "cursor": -1, "infantry": troops(), **fields}
    begins = {"airbase": squadrons(**bases or {"palermo": 3}), "unsupplied": by_place("unsupplied", malta=0), **begins}
    return playing(Phase.MISSIONS, ships, scenario=FILE, dice=dice, moving=side, **begins)


def striking(*dice, bases=None, side=AXIS, **fields):
    """The same, rule by rule, with no ships but in Malta."""
    bases = squadrons(**bases or {"palermo": 3})
    sea = at_sea(moving=side, phase=Phase.MISSIONS, step=base_strikes.AIRFIELDS, cursor=-1, airbase=bases, **fields)
    return sea.ship(*IN_MALTA, place="malta").dice(*dice)


def tables(sea, out=0, back=0, level=None, combat=()):
    """What guns do on any level, or on one, and squadrons by their number, on a seven or less: all others nothing."""
    sea.book.shot_down[:] = sea.book.turned_back[:] = sea.book.air_out[:] = sea.book.air_back[:] = 0
    sea.book.air_drm[:] = 0
    levels = slice(None) if level is None else level
    sea.book.shot_down[levels, :8], sea.book.turned_back[levels, :8] = out, back
    for count, shot, turned in combat:
        sea.book.air_out[count, :8], sea.book.air_back[count, :8] = shot, turned
    return sea


def at(sea, base, field):
    return int(sea.game[field][NUMBERS[base]])


# --- from which base, at which port ------------------------------------------------------------------------


@pytest.mark.rule("21.54")
def test_the_combat_phase_begins_with_squadrons_of_bases():
    game = moving(IN_MALTA, step=3, airbase=squadrons(palermo=3), infantry=troops())
    assert game.record["phase"] == Phase.MISSIONS and game.asked == Decision.TARGET
    assert (game.seat_asked, game.places, game.options) == (Side.AXIS, {"palermo"}, {Option.DONE})
    sea = at_sea()
    sea.call(sea_patrols.begin_combat)
    assert (sea.game.phase, sea.game.step) == (Phase.MISSIONS, base_strikes.AIRFIELDS)


@pytest.mark.rule("21.54")
def test_all_squadrons_of_a_base_fly_at_a_port_and_are_given_targets_by_group():
    game = in_combat(IN_MALTA | LIGHT, 1, 1, bases={"palermo": 4}).choose("palermo")
    assert (game.asked, game.seat_asked) == (Decision.STRIKE_AT, Side.AXIS)
    assert game.units == {*IN_MALTA} and game.options == {Option.DONE, Option.LIGHT}
    assert game.record["arrived"] == 3, "one is turned back by the guns of seventeen factors"
    assert game.record["flown"][NUMBERS["palermo"]] == 4
    game.choose("warspite")
    assert game.asked == Decision.STRIKE_WITH
    assert game.options == {Option.COUNT_1, Option.COUNT_2, Option.COUNT_3}


@pytest.mark.rule("21.54")
def test_where_several_ports_are_in_range_one_is_named():
    ships = IN_MESSINA | {"roma": {"place": "palermo"}, "italian_cruiser_1": {"place": "taranto"}}
    game = in_combat(ships, 1, 1, side=ALLIES, bases={"malta": 3, "gibraltar": 3})
    assert game.places == {"malta"}
    game.choose("malta")
    assert game.asked == Decision.TARGET and game.places == {"messina", "palermo"} and not game.options
    game.choose("palermo")
    assert game.asked == Decision.STRIKE_AT and game.units == {"roma"}


@pytest.mark.rule("21.54")
@pytest.mark.parametrize(
    ("ships", "fields"),
    [
        ({}, {}),
        ({"warspite": {"place": "gibraltar"}}, {}),
        (IN_MALTA, {"bases": {"cagliari": 3}}),
        (IN_MALTA, {"flown": by_place("flown", palermo=3)}),
        (IN_MALTA, {"unsupplied": by_place("unsupplied", palermo=1)}),
        ({"littorio": {"place": "palermo"}}, {}),
    ],
)
def test_nothing_is_asked_where_nothing_can_be_struck(ships, fields):
    assert in_combat(ships, **fields).asked != Decision.TARGET


@pytest.mark.rule("21.54", "21.415")
def test_ships_that_patrol_are_not_in_port():
    at_patrol = {"on_patrol": NUMBERS["ionian_sea"], "inverted": 1}
    assert in_combat({"warspite": {"place": "malta", **at_patrol}}).asked != Decision.TARGET
    assert (
        in_combat({"warspite": {"place": "malta", **at_patrol}, "renown": {"place": "malta"}}).asked == Decision.TARGET
    )


@pytest.mark.rule("20.77")
def test_submarines_in_port_are_not_struck():
    game = in_combat({}, side=ALLIES, bases={"malta": 3}, boats=by_place("boats", messina=2))
    assert game.asked != Decision.TARGET


@pytest.mark.rule("21.54")
def test_who_wants_no_strike_sends_carriers_next():
    game = in_combat(IN_MALTA, bases={"palermo": 3, "messina": 3}).choose(Option.DONE)
    assert game.asked != Decision.TARGET and not game.record["flown"].any()
    sea = striking()
    sea.call(base_strikes.take_flight, Option.DONE.value)
    assert (sea.game.phase, sea.game.step, sea.game.cursor) == (Phase.MISSIONS, 0, -1)


@pytest.mark.rule("21.438C")
def test_squadrons_that_came_by_sea_this_turn_strike_too():
    sea = at_sea(moving=ALLIES, airbase=squadrons(gibraltar=3), unsupplied=by_place("unsupplied", malta=0))
    sea.ship("littorio", place="messina")
    sea.game.aboard_marines[NUMBERS["gibraltar"]] = 1
    sea.call(passages.land, "malta")
    assert sea.call(base_strikes.may_fly_from, "malta")


# --- once ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("21.54")
def test_each_base_strikes_once_a_turn_and_its_squadrons_join_no_battle_until_the_next():
    game = in_combat(IN_MALTA, *[1] * 16, bases={"palermo": 3, "messina": 2}).choose("palermo", Option.DONE)
    assert game.asked == Decision.TARGET and game.places == {"messina"}
    game.choose("messina", Option.DONE)
    assert game.asked != Decision.TARGET and game.record["flown"][NUMBERS["palermo"]] == 3
    sea = striking(1, 1)
    sea.call(base_strikes.strike_port, "palermo", "malta")
    sea.game.way[AXIS, NUMBERS["palermo"]] = 0
    assert sea.call(air_strikes.ready_at, "palermo", AXIS) == 0
    sea.call(pacific.make_ready, "palermo")
    assert sea.call(air_strikes.ready_at, "palermo", AXIS) >= 3


@pytest.mark.rule("21.54")
def test_those_that_have_flown_stay():
    game = in_combat(IN_MALTA, 1, 1, flown=by_place("flown", palermo=2)).choose("palermo")
    assert game.record["arrived"] == 1 and game.record["flown"][NUMBERS["palermo"]] == 3


# --- who meets them (21.416G, 23.4) --------------------------------------------------------------------------


@pytest.mark.rule("20.5222C", "20.5224C")
def test_they_fly_through_the_air_defense_of_all_ships_that_are_afloat():
    sea = striking()
    levels = []
    for condition in (Condition.SOUND, Condition.DAMAGED, Condition.SUNK_IN_PORT):
        sea.game.condition[sea.number("renown")], sea.game.flown[:] = condition, 0
        sea.dice(1, 1).call(base_strikes.strike_port, "palermo", "malta")
        levels.append(sea.call(air.air_defense_level, ALLIES))
    assert levels == [2, 2, 1]


@pytest.mark.rule("21.54")
@pytest.mark.parametrize(
    ("out", "back", "arrived", "left"),
    [(0, 0, 3, 3), (1, 0, 2, 2), (0, 1, 2, 3), (1, 1, 1, 2), (2, 2, 0, 1), (9, 0, 0, 0)],
)
def test_guns_shoot_squadrons_down_or_turn_them_back(out, back, arrived, left):
    """What is left of them is in its base, used."""
    sea = tables(striking(3, 4), out, back, level=2)
    sea.call(base_strikes.strike_port, "palermo", "malta")
    assert sea.game.arrived == arrived
    assert at(sea, "palermo", "airbase") == at(sea, "palermo", "flown") == left
    assert sea.told == [Event.FLIES_AT, Event.GUNS]


@pytest.mark.rule("21.54")
@pytest.mark.parametrize(
    ("ours", "theirs", "arrived", "palermo", "malta", "malta_used"),
    [
        ((0, 0), (0, 0), 3, 3, 2, 0),
        ((1, 1), (0, 0), 3, 3, 1, 1),
        ((0, 0), (1, 0), 2, 2, 2, 0),
        ((0, 0), (0, 1), 2, 3, 2, 0),
        ((5, 0), (5, 0), 0, 0, 0, 0),
    ],
)
def test_squadrons_of_the_port_meet_them(ours, theirs, arrived, palermo, malta, malta_used):
    """Those that are turned back have been used."""
    sea = striking(3, 4, 3, 4, 3, 4, bases={"palermo": 3, "malta": 2, "gibraltar": 5})
    if arrived == 0:
        sea.dice(3, 4, 3, 4)
    tables(sea, combat=[(3, *ours), (2, *theirs)])
    sea.call(base_strikes.strike_port, "palermo", "malta")
    assert sea.game.arrived == arrived
    assert at(sea, "palermo", "airbase") == at(sea, "palermo", "flown") == palermo
    assert (at(sea, "malta", "airbase"), at(sea, "malta", "flown")) == (malta, malta_used)
    assert at(sea, "gibraltar", "airbase") == 5


@pytest.mark.rule("21.54")
def test_squadrons_that_flew_before_do_not_strike_again():
    sea = tables(striking(3, 4, striking=[0, 2], planes=[2, 2]))
    sea.call(base_strikes.strike_port, "palermo", "malta")
    assert sea.game.arrived == 3 and sea.game.planes.tolist() == [0, 3]


@pytest.mark.rule("21.54")
def test_squadrons_of_the_port_that_have_flown_meet_nobody():
    sea = tables(striking(3, 4, bases={"palermo": 3, "malta": 2}, flown=by_place("flown", malta=2)))
    sea.call(base_strikes.strike_port, "palermo", "malta")
    assert sea.told == [Event.FLIES_AT, Event.GUNS]


@pytest.mark.rule("21.54")
def test_a_strike_of_which_nothing_comes_through_is_over():
    game = in_combat({"warspite": {"place": "malta"}}, 6, 5, bases={"palermo": 1}).choose("palermo")
    assert game.asked not in (Decision.STRIKE_AT, Decision.STRIKE_WITH)
    assert not game.record["line"].any() and not game.record["lights"].any()


# --- what they do (20.51, 20.522) ----------------------------------------------------------------------------


@pytest.mark.rule("20.51.air_modifiers", "20.5221A")
@pytest.mark.parametrize(("italy", "britain", "hits"), [(0, 0, 1), (2, 0, 2), (2, 1, 1)])
def test_airmen_of_the_base_strike_with_their_modifier_and_none_for_ships_at_sea(italy, britain, hits):
    """Eight, with the airmen's modifier and less the navy's, by a table with a second hit from ten on."""
    sea = tables(striking(3, 3, 4, 4))
    sea.book.hits_by_air[3, :10], sea.book.hits_by_air[3, 10:] = 1, 2
    sea.book.air_drm[Nation.ITALY], sea.book.drm[Nation.BRITAIN] = italy, britain
    sea.call(base_strikes.strike_port, "palermo", "malta")
    sea.game.power = AXIS
    sea.call(port_strikes.take_strike_at, FIRST_UNIT + sea.number("warspite"))
    sea.call(air.take_strike_with, Option.COUNT_3.value)
    sea.call(base_strikes.fly_from_bases)
    row = sea.events[sea.told.index(Event.BOMBS) + 1]
    assert row[:4].tolist() == [Event.BOMBS, AXIS, sea.number("warspite"), hits]


@pytest.mark.rule("20.5221A", "20.523C")
@pytest.mark.parametrize(
    ("hits", "condition"), [(1, Condition.SOUND), (2, Condition.DAMAGED), (3, Condition.SUNK_IN_PORT)]
)
def test_a_ship_of_three_factors_in_port(hits, condition):
    sea = striking(3, 3, 3, 3, 1)
    if condition != Condition.SUNK_IN_PORT:
        sea.dice(3, 3, 3, 3)
    tables(sea).book.hits_by_air[:] = hits
    assert sea.book.factors[sea.number("renown")] == 3
    sea.call(base_strikes.strike_port, "palermo", "malta")
    sea.call(port_strikes.take_strike_at, FIRST_UNIT + sea.number("renown"))
    sea.call(air.take_strike_with, Option.COUNT_3.value)
    sea.call(base_strikes.fly_from_bases)
    assert sea.condition("renown") == condition and sea.of("renown", "hits") == 0


@pytest.mark.rule("20.523C", "20.5225")
@pytest.mark.parametrize(("dice", "condition"), [((1, 1), Condition.SUNK_IN_PORT), ((4, 4), Condition.LOST)])
def test_a_ship_that_is_sunk_in_port_may_be_struck_and_is_destroyed_by_hits_that_would_damage_her(dice, condition):
    """Renown has three factors; one hit is too little, two destroy her, for good.  She has no air defense."""
    game = in_combat({"renown": {"place": "malta", "condition": Condition.SUNK_IN_PORT}}, 1, 1, *dice)
    game.choose("palermo", "renown", Option.COUNT_3)
    assert game.of("renown", "condition") == condition
    assert game.record["points"][AXIS] == (0 if condition == Condition.SUNK_IN_PORT else 3)


@pytest.mark.rule("20.551", "20.54")
def test_light_ships_are_struck_as_a_group():
    """Three squadrons, and eleven less the British modifier of two: three hits sink the cruiser and one factor."""
    game = in_combat(LIGHT, 1, 1, 6, 5).choose("palermo", Option.LIGHT, Option.COUNT_3)
    assert "bombs_on_light" in game.happened
    assert game.of("british_cruiser_1", "condition") == Condition.LOST
    assert game.of("gibraltar_destroyers", "strength") == 3 and game.record["points"][AXIS] == 3


@pytest.mark.rule("20.532", "20.5222")
@pytest.mark.parametrize("others", [True, False])
def test_damaged_cruisers_in_port_are_struck_with_the_other_light_ships_sound_ones_first(others):
    """One hit: of two cruisers it damages the sound one; alone it sinks the one that was damaged."""
    ships = {"british_cruiser_1": {"place": "malta", "condition": Condition.DAMAGED}}
    ships |= {"british_cruiser_2": {"place": "malta"}} if others else {}
    game = in_combat(ships, 1, 1, 1, 1).choose("palermo")
    assert Option.LIGHT in game.options and game.units == set()
    game.choose(Option.LIGHT, Option.COUNT_3)
    assert "bombs_on_light" in game.happened
    assert game.of("british_cruiser_1", "condition") == (Condition.DAMAGED if others else Condition.LOST)
    assert not others or game.of("british_cruiser_2", "condition") == Condition.DAMAGED


@pytest.mark.rule("21.54")
def test_when_the_bombs_have_fallen_squadrons_of_another_base_fly():
    sea = striking(1, 1, bases={"palermo": 3, "messina": 2})
    sea.call(base_strikes.strike_port, "palermo", "malta")
    sea.call(port_strikes.take_strike_at, Option.DONE.value)
    assert sea.call(base_strikes.fly_from_bases) and sea.game.decision == Decision.TARGET
    assert (sea.game.step, sea.game.cursor) == (base_strikes.AIRFIELDS, -1)


@pytest.mark.rule("21.54")
def test_targets_are_named_one_by_one_before_the_bombs_fall():
    game = in_combat(IN_MALTA, 1, 1, 6, 5, 6, 5).choose("palermo", "warspite", Option.COUNT_2)
    assert game.asked == Decision.STRIKE_AT and game.units == {"renown"} and game.record["arrived"] == 1
    game.choose("renown")
    assert game.happened.count("bombs") == 2 and game.asked not in (Decision.STRIKE_AT, Decision.STRIKE_WITH)


# --- in words, and by the officer ----------------------------------------------------------------------------


def test_it_is_asked_in_words():
    game = in_combat(IN_MESSINA | {"roma": {"place": "palermo"}}, 1, 1, side=ALLIES, bases={"malta": 2})
    assert game.describe() == "Allies: squadrons of which base fly at ships in port?"
    assert [words for _, words in game.actions()] == ["no more", "those of Malta"]
    game.choose("malta")
    assert game.describe() == "Allies: at which port do the squadrons of Malta fly?"
    assert [words for _, words in game.actions()] == ["strike Messina", "strike Palermo"]
    assert game.choose("messina").said()[0] == "Attack on Messina from Malta: 2 squadrons."


def officer(game):
    """The officer's answer."""
    return OFFICER.act(game.view(game.seat), {"action_mask": game.action_mask}, {})


@pytest.mark.parametrize(
    ("bases", "ships", "flies"),
    [
        ({"palermo": 3}, IN_MALTA, True),
        ({"palermo": 3, "malta": 2}, IN_MALTA, True),
        ({"palermo": 3, "malta": 3}, IN_MALTA, False),
        ({"palermo": 3}, {"gibraltar_destroyers": {"place": "malta", "strength": 2}}, False),
        ({"palermo": 3}, {"gibraltar_destroyers": {"place": "malta", "strength": 8}}, True),
    ],
)
def test_the_officer_flies_where_there_is_something_to_strike_and_it_is_not_outnumbered(bases, ships, flies):
    game = in_combat(ships, bases=bases)
    assert (officer(game) != Option.DONE) == flies


def test_the_officer_flies_at_the_port_with_most_heavy_ships():
    ships = IN_MESSINA | {"italian_cruiser_1": {"place": "palermo"}}
    game = in_combat(ships, 1, 1, side=ALLIES, bases={"malta": 2}).choose("malta")
    assert officer(game) == FIRST_PLACE + NUMBERS["messina"]
    assert officer(game.choose("messina")) == FIRST_UNIT + number("littorio", game.names)
