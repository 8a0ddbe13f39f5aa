"""Basing, base changes, inversion and attacks on harbours (21.1, 21.22, 21.3, 21.44, 21.7)."""

import pytest

from aw_env.games.world_at_war.records.kinds import Condition, Convoy, Decision, Event, Option, Phase, Side
from aw_env.games.world_at_war.records.record import FIRST_PLACE
from aw_env.games.world_at_war.rules import bases, convoys, fleet_combat, raids, redeployment, yards
from tests.world_at_war.positions import Sea, number, playing


def moving(ships, side=Side.ALLIES, turn=8, options=(), **fields):
    """The movement phase."""
    return playing(
        Phase.MOVEMENT, ships, moving=side, turn=turn, options=options, **{"step": 1, "cursor": -1, **fields}
    )


# --- capacity (20.15, 21.11) -------------------------------------------------------------------------------


@pytest.mark.rule("20.15", "21.11")
@pytest.mark.parametrize("place, room", [("scapa_flow", 50), ("germany", 100), ("bergen", 50)])
def test_a_port_bases_fifty_factors(place, room):
    sea = Sea()
    assert sea.call(bases.has_room, place, room) and not sea.call(bases.has_room, place, room + 1)


@pytest.mark.rule("21.114")
def test_a_box_bases_any_number():
    assert Sea().call(bases.has_room, "atlantic_us_box", 900)


@pytest.mark.rule("20.14")
def test_every_factor_counts_alike_for_basing():
    sea = Sea().ship("hood", "british_cruiser_1", place="scapa_flow").ship("scapa_destroyers", place="scapa_flow")
    assert sea.call(bases.factors_based, "scapa_flow") == 3 + 2 + 8


@pytest.mark.rule("21.113")
def test_ships_that_wait_for_repair_do_not_count():
    sea = Sea().ship("hood", place="scapa_flow", condition=Condition.DAMAGED, repair=2)
    assert sea.call(bases.factors_based, "scapa_flow") == 0


@pytest.mark.rule("21.112")
def test_the_capacity_of_a_port_is_not_exceeded_by_choice():
    full = {"scapa_destroyers": {"place": "gibraltar", "strength": 48}}
    game = moving({"hood": {"place": "scapa_flow"}, **full}).choose("hood")
    assert "gibraltar" not in game.places and "britain" in game.places


# --- base changes (21.22) ----------------------------------------------------------------------------------


@pytest.mark.rule("21.221")
def test_units_change_base_in_their_movement_phase():
    game = moving({"hood": {"place": "scapa_flow"}, "scharnhorst": {"place": "germany"}})
    assert game.units == {"hood"}
    game.choose("hood", "britain")
    assert game.of("hood", "place") == number("britain")


@pytest.mark.rule("21.32")
def test_after_a_base_change_a_ship_may_still_raid():
    game = moving({"scharnhorst": {"place": "germany"}}, Side.AXIS, brps=[0, 8]).choose("scharnhorst", "brest")
    assert game.choose(Option.DONE).units == {"scharnhorst"}


@pytest.mark.rule("21.314")
def test_damaged_units_do_not_change_base():
    assert moving({"hood": {"place": "scapa_flow", "condition": Condition.DAMAGED}}).units == set()


@pytest.mark.rule("21.224")
def test_units_that_go_from_box_to_box_are_inverted():
    game = moving({"hood": {"place": "atlantic_us_box"}, "renown": {"place": "atlantic_us_box"}})
    game.choose("hood", "south_africa_box", "renown", "britain")
    assert game.of("hood", "inverted") == 1 and game.of("renown", "inverted") == 0


@pytest.mark.rule("21.224")
@pytest.mark.parametrize(
    ("here", "place", "inverted"),
    [
        ("suez", "india_box", 1),
        ("india_box", "suez", 1),
        ("india_box", "indian_sw", 0),
        ("suez", "south_africa_box", 0),
    ],
)
def test_units_that_change_theatres_are_inverted_but_not_those_that_go_to_an_sw_box(here, place, inverted):
    """The India box lies beside the mapboard of the Pacific (21.36D)."""
    sea = Sea().ship("hood", place=here)
    sea.game.subject = number("hood")
    sea.call(bases.take_destination, FIRST_PLACE + number(place))
    assert sea.of("hood", "inverted") == inverted


@pytest.mark.rule("21.214A")
def test_from_the_us_box_to_western_ports_and_south_africa():
    game = moving({"hood": {"place": "atlantic_us_box"}}).choose("hood")
    assert game.places == {"scapa_flow", "britain", "gibraltar", "south_africa_box", "atlantic_sw"}


@pytest.mark.rule("21.216")
def test_allied_ships_enter_and_leave_the_boxes():
    game = moving({"hood": {"place": "south_africa_box"}}).choose("hood")
    assert game.places == {"atlantic_us_box", "india_box", "suez"}


@pytest.mark.rule("21.215", "21.17")
def test_between_suez_and_the_india_box():
    assert "suez" in moving({"hood": {"place": "india_box"}}).choose("hood").places


@pytest.mark.rule("21.321")
def test_a_unit_that_has_been_used_in_the_movement_phase_does_not_leave_its_base_again():
    """It has protected supply."""
    assert moving({"hood": {"place": "scapa_flow", "inverted": 1}}).units == set()


@pytest.mark.rule("21.224", "21.34")
def test_a_new_unit_changes_base_and_remains_inverted():
    """Bismarck arrives on turn 7, and raids from Bergen on the next one."""
    new = {"bismarck": {"place": "germany", "inverted": 1}}
    assert moving(new, Side.AXIS, turn=8).units == set()
    game = moving(new, Side.AXIS, turn=7)
    assert game.units == {"bismarck"}
    game.choose("bismarck", "bergen")
    assert (game.of("bismarck", "place"), game.of("bismarck", "inverted")) == (number("bergen"), 1)
    assert game.asked == Decision.BASE_CHANGE and game.units == set()
    assert "bismarck" not in game.choose(Option.DONE).units


@pytest.mark.rule("20.523A", "21.314")
def test_a_damaged_ship_sails_from_an_sw_box_to_port_and_from_no_port():
    damaged = {"condition": Condition.DAMAGED, "hits": 2}
    assert moving({"hood": {"place": "scapa_flow", **damaged}}).units == set()
    game = moving({"hood": {"place": "atlantic_sw", **damaged}})
    assert game.units == {"hood"}
    assert game.choose("hood").places == {"scapa_flow", "britain", "gibraltar", "atlantic_us_box"}
    game.choose("britain")
    assert (game.of("hood", "hits"), game.of("hood", "inverted"), game.units) == (2, 1, set())
    assert moving({"hood": {"place": "atlantic_sw", "moved": 1, **damaged}}).units == set()


@pytest.mark.rule("20.523A")
@pytest.mark.parametrize("place, hits", [("atlantic_sw", 1), ("scapa_flow", 0)])
def test_hits_are_repaired_in_port_and_not_in_an_sw_box(place, hits):
    """After a raid, after a convoy has sailed, and when a ship comes to port."""
    for rule in (raids.clear_raids, convoys.go_on):
        sea = Sea(turn=5, convoy=Convoy.SUPPLY, groups=1, group=1).ship("hood", place=place, hits=1)
        sea.call(rule)
        assert sea.of("hood", "hits") == hits
    for rule in (bases.take_destination, redeployment.take_new_base):
        sea = Sea(turn=5, subject=number("hood")).ship("hood", place="atlantic_sw", hits=1)
        sea.call(rule, FIRST_PLACE + number(place))
        assert sea.of("hood", "hits") == hits


@pytest.mark.rule("20.523A", "20.5212E")
def test_a_ship_is_repaired_in_port_and_not_in_an_sw_box():
    for place, may in (("scapa_flow", True), ("atlantic_sw", False)):
        sea = Sea(turn=5, moving=Side.ALLIES).ship("hood", place=place, condition=Condition.DAMAGED)
        assert bool(sea.call(yards.needs_yard, "hood", int(Side.ALLIES))) == may


@pytest.mark.rule("21.31")
def test_units_that_were_there_as_the_war_began_are_not_new():
    assert moving({"hood": {"place": "scapa_flow", "inverted": 1}}, turn=1).units == set()


@pytest.mark.rule("21.34")
def test_of_cruisers_in_a_port_a_new_one_and_another_may_move():
    sea = Sea(turn=9, moving=Side.ALLIES).ship("british_cruiser_1", "british_cruiser_2", place="britain")
    sea.book.arrives[number("british_cruiser_2")] = 9
    for used, first in ((0, True), (1, False)):
        sea.game.inverted[number("british_cruiser_2")] = used
        assert bool(sea.call(bases.moves_as_another, "british_cruiser_2")) == first


def test_bergen_and_brest_open_in_summer_1940():
    assert moving({"scharnhorst": {"place": "germany"}}, Side.AXIS, turn=3).units == set()
    assert moving({"scharnhorst": {"place": "germany"}}, Side.AXIS, turn=4).choose("scharnhorst").places == {
        "bergen", "brest",
    }  # fmt: skip


# --- inversion (21.7) --------------------------------------------------------------------------------------


@pytest.mark.rule("21.71", "21.72A")
def test_all_units_are_uninverted_in_their_player_turn():
    game = playing(Phase.START, {"hood": {"place": "scapa_flow", "inverted": 1}}, moving=Side.ALLIES, turn=8)
    assert game.of("hood", "inverted") == 0


@pytest.mark.rule("21.72E")
def test_not_in_the_turn_of_the_enemy():
    game = playing(Phase.START, {"hood": {"place": "scapa_flow", "inverted": 1}}, moving=Side.AXIS, turn=8)
    assert game.of("hood", "inverted") == 1


@pytest.mark.rule("21.34", "20.164F")
def test_new_ships_are_shown_and_inverted():
    game = playing(Phase.START, {}, moving=Side.ALLIES, turn=6)
    assert game.of("king_george_v", "inverted") == 1 and game.of("king_george_v", "place") == number("scapa_flow")
    assert "Arrival in Scapa Flow: King George V." in game.said()


@pytest.mark.rule("21.72B", "21.72C")
def test_used_and_new_units_are_uninverted_at_the_end_of_their_turn():
    ships = {"hood": {"place": "scapa_flow", "inverted": 1}}
    game = playing(Phase.REDEPLOYMENT, ships, moving=Side.ALLIES, turn=6, step=0)
    game.choose(Option.DONE, Option.DONE)
    assert game.record["turn"] == 7 and game.of("hood", "inverted") == 0


@pytest.mark.rule("20.43")
def test_escort_carriers_come_from_the_us():
    game = playing(Phase.START, {}, moving=Side.ALLIES, turn=9)
    assert game.of("escort_carriers", "strength") == 1 and game.of("escort_carriers", "place") == number("atlantic_sw")
    assert game.view().unit("escort_carriers").nation == "us"


# --- harbour attacks (21.44) -------------------------------------------------------------------------------


def attack(dice, **hood):
    """The German harbour attack on Hood."""
    ships = {"hood": {"place": "scapa_flow", **hood}, "scharnhorst": {"place": "germany"}}
    game = moving(ships, Side.AXIS, options=["harbour_attack"], step=0, cursor=0)
    game.game.script_dice(list(dice))
    return game.choose("hood")


@pytest.mark.rule("21.441")
def test_a_harbour_attack_comes_before_base_changes():
    game = moving({"hood": {"place": "scapa_flow"}}, Side.AXIS, options=["harbour_attack"], step=0, cursor=0)
    assert game.asked == Decision.HARBOUR
    assert game.choose(Option.DONE).asked == Decision.BASE_CHANGE


@pytest.mark.rule("21.442", "21.444")
def test_germany_has_one_harbour_attack_with_the_optional_rule():
    game = attack([1, 1])
    assert game.asked == Decision.BASE_CHANGE and game.record["harbour_attacks"].tolist() == [0, 0]
    assert moving({"hood": {"place": "scapa_flow"}}, Side.AXIS, step=0, cursor=0).asked == Decision.BASE_CHANGE


@pytest.mark.rule("21.443A", "21.444.classic")
def test_the_attacker_names_a_ship_in_port():
    ships = {"hood": {"place": "scapa_flow"}, "renown": {"place": "atlantic_us_box"},
             "british_cruiser_1": {"place": "scapa_flow"}}  # fmt: skip
    game = moving(ships, Side.AXIS, options=["harbour_attack"], step=0, cursor=0)
    assert game.units == {"hood"}


@pytest.mark.rule("21.443", "21.443D")
@pytest.mark.parametrize("dice, condition", [((1, 1), 0), ((2, 3), 0), ((4, 4), 1), ((5, 5), 2)])
def test_the_table_of_harbour_attacks(dice, condition):
    """Two less: Scapa Flow is a defended base, and the Allies read more than the Axis."""
    assert attack([*dice, 1]).of("hood", "condition") == condition


# --- battle lines (22.5) -----------------------------------------------------------------------------------


@pytest.mark.rule("20.253")
def test_a_battleship_of_five_factors_has_one_more():
    sea = Sea().ship("king_george_v")
    before = sea.call(fleet_combat.drm_of, "king_george_v")
    sea.book.factors[number("king_george_v")] = 5
    assert sea.call(fleet_combat.drm_of, "king_george_v") == before + 1


@pytest.mark.rule("20.51.fleet_modifiers")
def test_the_modifiers_of_both_navies_count():
    sea = Sea().ship("bismarck", "hood", line=1, aim=1).dice(3, 3)
    sea.game.target[number("bismarck")] = number("hood")
    sea.game.aim[number("hood")] = 0
    sea.call(fleet_combat.capital_on_capital, -1)
    assert sea.of("hood", "hits") == 1  # four factors, 6 + 3 - 2


@pytest.mark.rule("20.58A")
def test_held_fire_reaches_screened_ships_only_when_no_other_is_left():
    sea = Sea().ship("bismarck", line=1, aim=3, fronted=1).ship("hood", line=3).dice(4, 5)
    sea.ship("renown", line=1, fronted=1)
    sea.call(fleet_combat.held_fire, -1, (0, 0))
    assert Event.FIRES not in sea.told
    sea.game.place[number("renown")] = -1
    sea.game.line[number("renown")] = 0
    sea.call(fleet_combat.held_fire, -1, (0, 0))
    assert sea.of("hood", "condition") == Condition.DAMAGED


@pytest.mark.rule("20.51.results")
def test_light_ships_lose_what_the_table_says():
    sea = Sea().ship("german_cruiser_1", line=2, fronted=1).ship("scapa_destroyers", lights=3, strength=3)
    sea.game.excess[:] = -1
    sea.dice(6, 5, 1, 1)
    sea.call(fleet_combat.light_on_light, -1)
    assert sea.of("german_cruiser_1", "condition") == Condition.DAMAGED


@pytest.mark.rule("20.51.results")
def test_light_ships_without_an_enemy_of_their_kind_do_not_fire_at_one():
    sea = Sea().ship("scapa_destroyers", lights=3, strength=3).dice(1, 1)
    sea.game.excess[:] = -1
    sea.call(fleet_combat.light_on_light, -1)
    assert sea.game.scripted_used == 0 and sea.told == []
