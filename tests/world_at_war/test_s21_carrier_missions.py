"""Fast carriers of the Mediterranean that strike ports, on a mission or from where they patrol (21.54, 21.55)."""

import pytest

from aw_env.games.world_at_war.records.kinds import Condition, Convoy, Decision, Option, Phase, Side
from aw_env.games.world_at_war.records.record import FIRST_PLACE, FIRST_UNIT
from aw_env.games.world_at_war.rules import aid, air, meetings, port_strikes, routes, sea_patrols
from tests.world_at_war.positions import playing
from tests.world_at_war.sea_of_hexes import FILE, NUMBERS, at_sea

ALLIES, AXIS = Side.ALLIES.value, Side.AXIS.value
TARANTO = {id: {"place": "taranto"} for id in ("littorio", "conte_di_cavour")}
CARRIER = {"illustrious": {"place": "malta", "squadrons": 2}}
FAST = {"renown": {"place": "malta"}}


def in_combat(ships, *dice, **fields):
    """The combat phase of the Allies."""
    fields = {"moving": ALLIES, "step": 0, "cursor": -1, "brps": [16, 14], **fields}
    return playing(Phase.MISSIONS, ships, scenario=FILE, dice=dice, **fields)


def sailed(*dice, enemies=TARANTO, ships=CARRIER | FAST, hex="ionian_sea"):
    """Illustrious and Renown are off Taranto, and nobody has met them."""
    game = in_combat(ships | enemies, *dice)
    game.choose(hex, "renown", "illustrious", Option.DONE)
    while game.asked == Decision.INTERCEPT:
        game.choose(Option.DONE)
    return game


# --- where and with whom (21.551-21.555) -------------------------------------------------------------------


@pytest.mark.rule("21.551", "21.54", "20.32D")
def test_carriers_sail_in_the_combat_phase_and_strike_a_port():
    game = in_combat(CARRIER | FAST | TARANTO)
    assert game.asked == Decision.PATROL and "ionian_sea" in game.places
    assert "from which hex do carriers strike" in game.describe()
    game = sailed()
    assert (game.asked, game.seat_asked, game.places) == (Decision.TARGET, Side.ALLIES, {"taranto"})


@pytest.mark.rule("21.557A")
def test_not_in_the_movement_phase():
    game = playing(
        Phase.MOVEMENT, CARRIER | FAST | TARANTO, scenario=FILE, moving=ALLIES, step=4, cursor=-1, brps=[16, 14]
    )
    game.choose("ionian_sea")
    assert "illustrious" not in game.units, "there they patrol, and escorts are named first"
    assert game.record["phase"] == Phase.MOVEMENT


def test_there_is_no_mission_where_no_aircraft_reach_a_port_with_ships():
    game = in_combat(CARRIER | FAST | TARANTO)
    assert "levant" not in game.places and "balearic_sea" not in game.places
    assert in_combat(CARRIER | FAST).asked != Decision.PATROL


@pytest.mark.rule("21.552")
def test_missions_sail_forty_hexes_over_ports_twenty_hexes_apart():
    far = {"illustrious": {"place": "haifa", "squadrons": 2}, "renown": {"place": "haifa"}}
    game = in_combat(far | TARANTO)
    sea = at_sea(moving=ALLIES, phase=Phase.MISSIONS)
    sea.call(routes.measure_ways, ALLIES, "ionian_sea")
    may = sea.game.way[ALLIES, NUMBERS["haifa"]] <= 40
    assert (game.asked == Decision.PATROL and "ionian_sea" in game.places) == may


@pytest.mark.rule("21.553", "21.553C")
@pytest.mark.parametrize("box", ["south_africa_box", "atlantic_us_box", "britain_box"])
def test_none_sail_from_boxes(box):
    far = {"illustrious": {"place": box, "squadrons": 2}, "renown": {"place": box}}
    assert in_combat(far | TARANTO).asked != Decision.PATROL


@pytest.mark.rule("21.554A")
def test_brps_are_paid_for_all_that_sail():
    """Five factors cost two."""
    assert sailed().record["brps"].tolist() == [14, 14]
    assert in_combat(CARRIER | FAST | TARANTO, brps=[1, 14]).asked != Decision.PATROL


@pytest.mark.rule("21.554B")
def test_what_is_struck_is_said_when_interceptions_are_over():
    ready = {**TARANTO, "italian_cruiser_1": {"place": "taranto"}}
    game = in_combat(CARRIER | FAST | ready)
    game.choose("ionian_sea", "renown", "illustrious", Option.DONE)
    assert (game.asked, game.seat_asked) == (Decision.INTERCEPT, Side.AXIS)
    while game.asked == Decision.INTERCEPT:
        game.choose(Option.DONE)
    assert game.asked == Decision.TARGET


@pytest.mark.rule("21.555A", "21.313")
def test_a_carrier_sails_with_as_many_fast_factors():
    game = in_combat(CARRIER | FAST | {"malaya": {"place": "malta"}} | TARANTO).choose("ionian_sea")
    assert game.units == {"renown", "malaya"}
    assert "illustrious" not in game.choose("malaya").units
    assert "illustrious" in game.choose("renown").units
    assert in_combat(CARRIER | {"malaya": {"place": "malta"}} | TARANTO).asked != Decision.PATROL


@pytest.mark.rule("21.555B", "20.231D", "20.241C", "20.251C")
def test_escorts_sail_within_the_same_limits():
    escorts = {"british_cruiser_1": {"place": "malta"}, "gibraltar_destroyers": {"place": "malta", "strength": 2}}
    far = {"valiant": {"place": "britain_box"}}
    game = in_combat(CARRIER | FAST | escorts | far | TARANTO).choose("ionian_sea")
    assert game.units == {"renown", "british_cruiser_1", "gibraltar_destroyers"}


@pytest.mark.rule("21.557C")
def test_ships_that_have_changed_base_may_sail():
    moved = {"illustrious": {"place": "malta", "squadrons": 2, "moved": 1}, "renown": {"place": "malta", "moved": 1}}
    assert in_combat(moved | TARANTO).choose("ionian_sea").units == {"renown"}


@pytest.mark.rule("21.555C", "21.557E")
def test_a_mission_meets_nobody_and_aids_nobody():
    sea = at_sea(moving=ALLIES, convoy=Convoy.CARRIERS).ship("renown", place="malta", force=1)
    assert not sea.call(aid.may_aid, "renown", "malta")
    sea.ship("valiant", place="malta", on_patrol=NUMBERS["ionian_sea"], inverted=1)
    assert not sea.call(aid.may_aid, "valiant", "ionian_sea"), "nor do patrols aid it"
    sea.ship("littorio", place="taranto", force=1)
    assert sea.call(meetings.dice_against, "taranto") == 2 - 1, "two dice, less one against five factors"


@pytest.mark.rule("21.555D", "21.557D")
def test_after_a_battle_the_squadrons_that_are_left_strike():
    sea = at_sea(moving=ALLIES, convoy=Convoy.CARRIERS, phase=Phase.INTERCEPTION, step=46)
    sea.game.raiding = NUMBERS["ionian_sea"]
    sea.ship("illustrious", "renown", place="malta", force=1, force_seen=1, squadrons=1)
    sea.ship("littorio", place="taranto")
    assert sea.call(sea_patrols.settle_mission) and sea.game.decision == Decision.TARGET


@pytest.mark.rule("21.555E")
def test_all_return_used():
    game = sailed(1, 1, 6, 6).choose(Option.DONE)
    for id in ("illustrious", "renown"):
        assert game.of(id, "place") == NUMBERS["malta"] and game.of(id, "force") == 0
    sea = at_sea(moving=ALLIES, convoy=Convoy.CARRIERS, phase=Phase.INTERCEPTION, step=port_strikes.DROPPED)
    sea.ship("illustrious", "renown", place="malta", force=1, force_seen=1)
    sea.call(sea_patrols.settle_mission)
    assert sea.of("illustrious", "inverted") == sea.of("renown", "inverted") == 1


# --- the strike (21.556, 23.4) -----------------------------------------------------------------------------


@pytest.mark.rule("21.556", "21.557F")
def test_squadrons_strike_once_at_one_port():
    both = {**TARANTO, "roma": {"place": "messina"}}
    game = sailed(1, 1, 6, 5, enemies=both)
    assert game.places == {"taranto", "messina"}
    game.choose("taranto")
    assert game.asked == Decision.STRIKE_AT and game.units == {"littorio", "conte_di_cavour"}
    game.choose("littorio", Option.COUNT_2)
    assert game.asked not in (Decision.TARGET, Decision.STRIKE_AT)


@pytest.mark.rule("20.5221", "20.51.air_modifiers")
def test_two_squadrons_damage_a_battleship_in_port():
    """Eleven, and two for British airmen, less nothing for the Italian navy: on the row of two squadrons three hits,
    one less than Littorio's size."""
    game = sailed(1, 1, 6, 5).choose("taranto", "littorio", Option.COUNT_2)
    assert game.of("littorio", "condition") == Condition.DAMAGED
    assert "bombs" in game.happened


@pytest.mark.rule("20.5224C")
def test_ships_sunk_in_port_have_no_air_defense():
    sea = at_sea(moving=ALLIES, convoy=Convoy.CARRIERS, step=port_strikes.TARGETING).dice(1, 1, 1, 1)
    sea.ship("illustrious", place="malta", force=1, squadrons=2)
    sea.ship("littorio", "roma", place="taranto")
    levels = []
    for condition in (Condition.SOUND, Condition.DAMAGED, Condition.SUNK_IN_PORT):
        sea.game.condition[sea.number("roma")] = condition
        sea.dice(1, 1).call(port_strikes.take_target, FIRST_PLACE + NUMBERS["taranto"])
        levels.append(sea.call(air.air_defense_level, AXIS))
    assert levels == [2, 2, 1]
    assert not sea.mask(port_strikes.mask_strike_at)[FIRST_UNIT + sea.number("roma")]


# --- from a patrol (21.4181C) ------------------------------------------------------------------------------


@pytest.mark.rule("21.4181C")
def test_carriers_that_patrol_strike_from_their_hex_once():
    patrol = {
        id: {**state, "on_patrol": NUMBERS["ionian_sea"], "inverted": 1} for id, state in (CARRIER | FAST).items()
    }
    game = in_combat(patrol | TARANTO, 1, 1, 6, 5)
    assert game.places == {"ionian_sea"}
    game.choose("ionian_sea")
    assert game.asked == Decision.TARGET and game.record["brps"][ALLIES] == 16
    game.choose("taranto", "littorio", Option.COUNT_2)
    assert game.asked != Decision.PATROL and game.of("littorio", "condition") == Condition.DAMAGED


@pytest.mark.rule("21.557")
@pytest.mark.parametrize(("phase", "may"), [(Phase.MOVEMENT, False), (Phase.MISSIONS, True)])
def test_who_has_changed_base_sails_on_a_mission_in_the_combat_phase_and_not_on_patrol(phase, may):
    sea = at_sea(moving=ALLIES, phase=phase).ship("illustrious", place="malta", moved=1)
    sea.call(routes.measure_ways, ALLIES, "ionian_sea")
    assert bool(sea.call(sea_patrols.may_patrol, "illustrious")) == may
