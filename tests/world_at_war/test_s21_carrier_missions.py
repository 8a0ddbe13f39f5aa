"""Fast carriers of the Mediterranean that strike ports, on a mission or from where they patrol (21.54, 21.55)."""

import pytest

from aw_env.games.world_at_war.records.kinds import (
    NOWHERE,
    Condition,
    Convoy,
    Decision,
    Event,
    Nation,
    Option,
    Phase,
    PlaceKind,
    Side,
)
from aw_env.games.world_at_war.records.record import FIRST_PLACE, FIRST_UNIT
from aw_env.games.world_at_war.rules import africa, aid, air, air_on_hexes, meetings, port_strikes, routes, sea_patrols
from aw_env.games.world_at_war.rules.ranges import FAR
from tests.world_at_war.positions import playing
from tests.world_at_war.sea_of_hexes import FILE, NO_BOATS, NUMBERS, READY, at_sea, by_place, held, troops

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
    assert "strike from the Ionian Sea" in dict(game.game.actions()).values()
    assert game.choose("ionian_sea").describe() == "Allies: Ionian Sea: which ships strike from there?"
    game = sailed()
    assert (game.asked, game.seat_asked, game.places) == (Decision.TARGET, Side.ALLIES, {"taranto"})


OFF_SARDINIA = {"ark_royal": {"place": "gibraltar", "squadrons": 2}, "renown": {"place": "gibraltar"}}


@pytest.mark.rule("21.556A")
@pytest.mark.parametrize(
    ("ships", "squadrons", "flown", "may"),
    [
        ({}, 3, 0, True),
        ({}, 0, 0, False),
        ({}, 3, 3, False),
        ({"italian_cruiser_1": {"place": "cagliari"}}, 0, 0, True),
    ],
)
def test_carriers_attack_the_aircraft_of_a_base_also_where_no_ships_lie(ships, squadrons, flown, may):
    squadrons = {"airbase": by_place("airbase", cagliari=squadrons), "flown": by_place("flown", cagliari=flown)}
    game = in_combat(OFF_SARDINIA | ships, boats=NO_BOATS, **squadrons)
    assert ("off_sardinia" in game.places) == may


@pytest.mark.rule("21.416I", "21.557F")
@pytest.mark.parametrize("convoy", [Convoy.PATROL, Convoy.CARRIERS])
def test_a_base_without_ships_has_no_guns_and_its_aircraft_are_attacked_until_all_are_used(convoy):
    """Both lose a squadron: of two left on either side one flies again, and the next fight is between one and two."""
    sea = at_sea(moving=ALLIES, power=ALLIES, convoy=convoy, airbase=by_place("airbase", cagliari=3))
    sea.ship("ark_royal", place="gibraltar", force=1, squadrons=3).ship("renown", place="gibraltar", force=1)
    sea.game.raiding = sea.game.origin[0] = sea.game.origin[1] = NUMBERS["off_sardinia"]
    sea.book.air_out[:], sea.book.air_back[:] = 1, 0
    sea.call(port_strikes.make_ready)
    assert sea.mask(port_strikes.mask_target)[FIRST_PLACE + NUMBERS["cagliari"]] == 1
    sea.dice(3, 3, 3, 3).call(port_strikes.take_target, FIRST_PLACE + NUMBERS["cagliari"])
    assert sea.told[-2:] == [Event.AIR_COMBAT] * 2, "nobody fires, and nothing is bombed"
    assert sea.game.airbase[NUMBERS["cagliari"]] == 2 and sea.of("ark_royal", "squadrons") == 2
    assert not sea.call(port_strikes.ask_bombs, ALLIES) and sea.game.striking[ALLIES] == 1
    assert sea.call(port_strikes.can_fly)
    sea.game.flown[NUMBERS["cagliari"]] = 2
    assert not sea.call(port_strikes.can_fly)


@pytest.mark.rule("21.557A")
def test_not_in_the_movement_phase():
    game = playing(
        Phase.MOVEMENT, CARRIER | FAST | TARANTO, scenario=FILE, moving=ALLIES, step=4, cursor=-1, brps=[16, 14]
    )
    game.choose("ionian_sea")
    assert "illustrious" not in game.units, "there they patrol, and escorts are named first"
    assert game.record["phase"] == Phase.MOVEMENT


@pytest.mark.rule("21.551")
def test_there_is_no_mission_where_no_aircraft_reach_a_port_with_ships_or_troops():
    game = in_combat(CARRIER | FAST | TARANTO, infantry=troops())
    assert "levant" not in game.places and "balearic_sea" not in game.places
    assert in_combat(CARRIER | FAST, infantry=troops()).asked != Decision.PATROL


@pytest.mark.rule("21.551")
def test_they_sail_to_sea_hexes_alone_from_which_they_may_attack_an_enemy_base():
    """Only in Taranto there are ships of the enemy's, and nobody has troops in Africa."""
    book = READY.books[0]
    near = {id for id, hex in NUMBERS.items() if book["hexes"][hex, NUMBERS["taranto"]] <= port_strikes.STRIKE_RANGE}
    at_sea = {id for id, hex in NUMBERS.items() if book["place_kind"][hex] == PlaceKind.SEA}
    assert near - at_sea and at_sea - near
    assert in_combat(CARRIER | FAST | TARANTO, infantry=troops()).places == near & at_sea


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


@pytest.mark.rule("21.553B", "21.413B")
@pytest.mark.parametrize("box", ["india_box", "australia_box"])
@pytest.mark.parametrize(("way", "may"), [(3, True), (20, True), (21, False)])
@pytest.mark.parametrize("phase", [Phase.MISSIONS, Phase.MOVEMENT])
def test_carriers_sail_from_india_and_australia_by_the_canal(box, way, may, phase):
    """Twenty hexes, and as many from Port Said, while it is open to them."""
    sea = at_sea(moving=ALLIES, phase=phase).ship("illustrious", place=box, squadrons=2)
    sea.game.way[ALLIES, NUMBERS["port_said"]] = way
    assert bool(sea.call(sea_patrols.may_patrol, "illustrious")) == may
    assert sea.call(sea_patrols.enters_at, box) == NUMBERS["port_said"]
    sea.game.control = held(port_said=Side.AXIS)
    assert not sea.call(sea_patrols.may_patrol, "illustrious")


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
    sea.ship("littorio", place="taranto", force=1)
    assert sea.call(meetings.dice_against, "taranto") == 2 - 1, "two dice, less one against five factors"


@pytest.mark.rule("21.4182A", "21.4182B")
def test_a_patrol_that_comes_to_the_aid_of_carriers_goes_on_and_home_with_them():
    """Littorio meets Illustrious and Renown off Taranto, and leaves; Valiant has come from her patrol, Barham from
    Malta."""
    out = {"valiant": {"place": "alexandria", "on_patrol": NUMBERS["off_malta"], "inverted": 1}}
    port = {"barham": {"place": "malta"}}
    game = in_combat(CARRIER | FAST | TARANTO | out | port, 6, 6, 6, 6, 6, 6, 6, 6, *[1] * 20)
    game.choose("ionian_sea", "renown", "illustrious", Option.DONE, "littorio", Option.DONE)
    while game.asked == Decision.INTERCEPT:
        assert game.seat_asked == Side.ALLIES
        game.choose(min(game.units & {"valiant", "barham"}), Option.DONE)
    assert (game.of("valiant", "force"), game.of("barham", "force")) == (1, 1)
    while game.asked != Decision.WITHDRAW or game.seat_asked != Side.AXIS:
        game.choose(game.legal[0] if game.asked != Decision.WITHDRAW else Option.NO)
    game.choose(Option.YES)
    while game.asked == Decision.INTERCEPT:
        game.choose(Option.DONE)
    assert game.asked == Decision.TARGET
    assert (game.of("valiant", "force"), game.of("barham", "force"), game.of("barham", "inverted")) == (1, 0, 1)
    game.choose(Option.DONE)
    assert (game.of("valiant", "on_patrol"), game.of("valiant", "inverted")) == (NOWHERE, 1)


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
    sea = at_sea(moving=ALLIES, convoy=Convoy.CARRIERS, phase=Phase.INTERCEPTION, step=port_strikes.TARGETING)
    sea.ship("illustrious", "renown", place="malta", force=1, force_seen=1)
    sea.call(sea_patrols.settle_mission)
    assert sea.of("illustrious", "inverted") == sea.of("renown", "inverted") == 1


# --- the strike (21.556, 23.4) -----------------------------------------------------------------------------


@pytest.mark.rule("21.556", "21.557F")
def test_squadrons_strike_one_port():
    both = {**TARANTO, "roma": {"place": "messina"}}
    game = sailed(1, 1, 6, 5, enemies=both)
    assert game.places == {"taranto", "messina"}
    game.choose("taranto")
    assert game.asked == Decision.STRIKE_AT and game.units == {"littorio", "conte_di_cavour"}
    game.choose("littorio", Option.COUNT_2)
    assert game.asked == Decision.TARGET and game.places == {"taranto"}


@pytest.mark.rule("21.556A")
def test_squadrons_fly_several_sorties_against_it():
    """Two squadrons come through and one flies again, at Littorio that they have damaged; then none is ready."""
    game = sailed(1, 1, 6, 5, 1, 1, 6, 5, 6).choose("taranto", "littorio", Option.COUNT_2)
    assert game.record["striking"][ALLIES] == 1
    game.choose("taranto")
    assert game.asked == Decision.STRIKE_AT and game.record["arrived"] == 1
    game.choose("littorio")
    assert game.asked not in (Decision.TARGET, Decision.STRIKE_AT, Decision.PATROL)
    assert game.of("littorio", "condition") >= Condition.SUNK_IN_PORT and game.of("illustrious", "inverted") == 1


@pytest.mark.rule("21.556A")
@pytest.mark.parametrize(("guns", "ready"), [((1, 1), 1), ((6, 4), 0), ((6, 6), 0)])
def test_who_is_shot_down_or_turned_back_flies_no_more(guns, ready):
    sea = at_sea(moving=ALLIES, convoy=Convoy.CARRIERS, raiding=NUMBERS["ionian_sea"]).dice(*guns)
    sea.ship("illustrious", place="malta", force=1, squadrons=2).ship("littorio", "roma", place="taranto")
    sea.call(port_strikes.make_ready)
    sea.call(port_strikes.take_target, FIRST_PLACE + NUMBERS["taranto"])
    assert sea.game.striking[ALLIES] == ready == max(0, sea.game.arrived - 1)


@pytest.mark.rule("21.556A", "20.32D")
@pytest.mark.parametrize(("out", "back", "left", "arrived"), [(0, 0, 2, 2), (1, 0, 1, 1), (0, 1, 2, 1), (1, 1, 1, 0)])
def test_squadrons_that_the_guns_of_a_port_shoot_down_are_lost_to_their_carriers(out, back, left, arrived):
    """Those that are turned back are not."""
    sea = at_sea(moving=ALLIES, convoy=Convoy.CARRIERS, raiding=NUMBERS["ionian_sea"], striking=[2, 0]).dice(3, 4)
    sea.ship("illustrious", place="malta", force=1, squadrons=2).ship("littorio", "roma", place="taranto")
    sea.book.shot_down[:], sea.book.turned_back[:] = out, back
    sea.call(port_strikes.take_target, FIRST_PLACE + NUMBERS["taranto"])
    assert (sea.of("illustrious", "squadrons"), sea.game.arrived) == (left, arrived)


@pytest.mark.rule("20.51.air_modifiers")
@pytest.mark.parametrize("modifier", [0, 2])
def test_airmen_of_the_carriers_that_are_out_strike_with_their_modifier(modifier):
    sea = at_sea(moving=ALLIES, convoy=Convoy.CARRIERS).ship("illustrious", place="malta", force=1)
    sea.book.air_drm[:], sea.book.air_drm[Nation.BRITAIN] = 5, modifier
    assert sea.call(port_strikes.best_air_drm, ALLIES) == modifier


# --- over the troops in Africa (21.556B) -------------------------------------------------------------------


def off_egypt(squadrons=3, allies=9, axis=9):
    """Carriers have sailed to support the troops in Alexandria against those in Benghazi, all of them fed."""
    lines = by_place("kept", taranto=1, naples=1)
    mine = held(tobruk=Side.ALLIES)
    sea = at_sea(moving=ALLIES, convoy=Convoy.CARRIERS, phase=Phase.INTERCEPTION, kept=lines, control=mine)
    sea.game.raiding, sea.game.infantry = NUMBERS["off_derna"], troops(tobruk=allies, benghazi=axis)
    return sea.ship("illustrious", "formidable", place="alexandria", force=1, squadrons=squadrons)


@pytest.mark.rule("21.556B")
def test_squadrons_may_support_the_troops_instead():
    """Six are worth two factors, but no more than the troops have."""
    sea = off_egypt()
    sea.call(port_strikes.make_ready)
    assert sea.mask(port_strikes.mask_target)[FIRST_PLACE + NUMBERS["tobruk"]]
    sea.call(port_strikes.take_target, FIRST_PLACE + NUMBERS["tobruk"])
    assert not sea.call(port_strikes.support_troops)
    assert sea.told == [Event.OVER_TROOPS] and not sea.call(port_strikes.can_fly), "each on one mission"
    assert [sea.call(africa.strength_of, ALLIES, fed) for fed in (9, 2, 1, 0)] == [11, 4, 2, 0]
    sea.dice(1).call(africa.move_front)
    assert sea.events[2, :3].tolist() == [Event.FRONT, 9, 11] and sea.game.over_troops.sum() == 0


def defended(*dice, squadrons=3, hexes=3):
    """The same, with squadrons in Rhodes so many hexes from the troops; what two or three do with a seven is given."""
    sea = off_egypt(2).dice(*dice)
    sea.game.squadrons[sea.number("formidable")] = 1
    sea.game.airbase[:], sea.book.hexes[NUMBERS["tobruk"], :] = 0, FAR
    sea.book.hexes[NUMBERS["tobruk"], NUMBERS["rhodes"]] = hexes
    sea.game.airbase[NUMBERS["rhodes"]] = squadrons
    sea.book.air_drm[:], sea.book.air_out[:], sea.book.air_back[:] = 0, 0, 0
    sea.book.hexes[NUMBERS["off_derna"], NUMBERS["tobruk"]] = 1
    sea.call(port_strikes.make_ready)
    sea.call(port_strikes.take_target, FIRST_PLACE + NUMBERS["tobruk"])
    return sea


@pytest.mark.rule("20.32I")
@pytest.mark.parametrize(
    ("ours", "theirs", "over_tobruk", "over_benghazi", "based", "aboard"),
    [
        ((0, 0), (0, 0), 3, 2, 3, 3),
        ((1, 0), (0, 1), 2, 1, 2, 3),
        ((0, 2), (1, 0), 2, 0, 3, 2),
        ((5, 5), (5, 5), 0, 0, 1, 0),
    ],
)
def test_squadrons_of_carriers_meet_the_enemys_that_support_his_troops(
    ours, theirs, over_tobruk, over_benghazi, based, aboard
):
    """Two of the three of Rhodes support the troops in Benghazi: who is neither shot down nor turned back counts."""
    sea = defended(3, 4, 4, 4)
    assert sea.call(port_strikes.support_troops)
    assert (sea.game.decision, sea.game.power, sea.game.subject) == (Decision.PLANES, AXIS, NUMBERS["tobruk"])
    sea.call(air_on_hexes.take_squadrons, Option.COUNT_2.value)
    (sea.book.air_out[3, 7], sea.book.air_back[3, 7]), (sea.book.air_out[2, 8], sea.book.air_back[2, 8]) = ours, theirs
    assert not sea.call(port_strikes.support_troops)
    over_troops = sea.game.over_troops
    assert (over_troops[NUMBERS["tobruk"]], over_troops[NUMBERS["benghazi"]]) == (over_tobruk, over_benghazi)
    left = sea.of("illustrious", "squadrons") + sea.of("formidable", "squadrons")
    assert (sea.game.airbase[NUMBERS["rhodes"]], left) == (based, aboard)


@pytest.mark.rule("20.32I")
@pytest.mark.parametrize("fields", [{"hexes": 4}, {"squadrons": 0}])
def test_squadrons_that_are_too_far_away_support_nobody(fields):
    sea = defended(**fields)
    assert not sea.call(port_strikes.support_troops) and Event.AIR_COMBAT not in sea.told
    assert sea.game.over_troops[NUMBERS["tobruk"]] == 3 and sea.game.over_troops[NUMBERS["benghazi"]] == 0


@pytest.mark.rule("21.556B")
@pytest.mark.parametrize(("infantry", "hex", "may"), [(9, "off_derna", 1), (0, "off_derna", 0), (9, "levant", 0)])
def test_only_where_there_are_troops_within_three_hexes(infantry, hex, may):
    sea = off_egypt(allies=infantry)
    sea.game.raiding = NUMBERS[hex]
    sea.call(port_strikes.make_ready)
    assert sea.mask(port_strikes.mask_target)[FIRST_PLACE + NUMBERS["tobruk"]] == may


@pytest.mark.rule("21.556B", "21.557F")
def test_not_after_a_strike_nor_in_the_movement_phase():
    sea = off_egypt()
    sea.call(port_strikes.make_ready)
    sea.game.origin[routes.THERE] = NUMBERS["benghazi"]
    assert not sea.mask(port_strikes.mask_target)[FIRST_PLACE + NUMBERS["tobruk"]]
    sea.game.origin[routes.THERE], sea.game.convoy = -1, Convoy.PATROL
    assert not sea.mask(port_strikes.mask_target)[FIRST_PLACE + NUMBERS["tobruk"]]


# --- from a patrol, in the movement phase (21.416, 21.4181B) -----------------------------------------------


def patrol(*dice, enemies=TARANTO, hex="ionian_sea", **fields):
    """Illustrious and Renown patrol off Taranto, and nobody has met them on their way."""
    ships = CARRIER | FAST | enemies
    fields |= {"moving": ALLIES, "step": 4, "cursor": -1, "brps": [16, 14], "boats": NO_BOATS}
    game = playing(Phase.MOVEMENT, ships, scenario=FILE, dice=dice, **fields)
    game.choose(hex, "renown", "illustrious", Option.DONE)
    while game.asked == Decision.INTERCEPT:
        game.choose(Option.DONE)
    return game


@pytest.mark.rule("21.416A")
def test_a_patrol_is_announced_without_the_strikes_of_its_carriers():
    """Where they strike is asked when it has come to its hex."""
    ships = CARRIER | FAST | TARANTO
    game = playing(Phase.MOVEMENT, ships, scenario=FILE, moving=ALLIES, step=4, cursor=-1, brps=[16, 14])
    game.choose("ionian_sea", "renown", "illustrious", Option.DONE)
    assert (game.asked, game.seat_asked) == (Decision.INTERCEPT, Side.AXIS)
    assert game.record["striking"][ALLIES] == 0
    assert patrol().asked == Decision.TARGET


@pytest.mark.rule("21.416I", "21.4181B")
def test_from_its_hex_it_strikes_all_ports_in_range_again_and_again():
    both = {**TARANTO, "roma": {"place": "messina"}}
    game = patrol(1, 1, 6, 5, 1, 1, 6, 5, 6, enemies=both)
    assert game.places == {"taranto", "messina"}
    game.choose("taranto", "littorio", Option.COUNT_2)
    while game.asked == Decision.INTERCEPT:
        game.choose(Option.DONE)
    assert game.asked == Decision.TARGET and game.places == {"taranto", "messina"}
    game.choose("messina", "roma")
    assert (game.asked, game.seat_asked) == (Decision.TIME, Side.ALLIES), "no squadron is ready: it stays or goes"


@pytest.mark.rule("21.416J")
def test_before_each_further_round_those_who_have_not_tried_may_meet_it():
    game = patrol(1, 1, 6, 5).choose("taranto", "littorio", Option.COUNT_2)
    assert (game.asked, game.seat_asked) == (Decision.INTERCEPT, Side.AXIS)
    assert game.units == {"conte_di_cavour"}, "Littorio is damaged"


@pytest.mark.rule("21.416J", "21.4171")
def test_who_has_looked_for_it_in_vain_does_not_try_again():
    sea = at_sea(moving=ALLIES, convoy=Convoy.PATROL, raiding=NUMBERS["ionian_sea"], step=meetings.MEET).dice(1, 1)
    sea.ship("illustrious", "renown", place="malta", force=1, force_seen=1, squadrons=2)
    sea.ship("littorio", place="taranto").ship("roma", place="brindisi")
    sea.call(meetings.set_out, Convoy.PATROL.value, "malta", "ionian_sea", "ionian_sea")
    sea.game.way[AXIS, NUMBERS["taranto"]] = 9
    sea.game.power, sea.game.subject = AXIS, NUMBERS["taranto"]
    sea.call(meetings.take_intercept, FIRST_UNIT + sea.number("littorio"))
    sea.call(meetings.take_intercept, Option.DONE.value)
    assert sea.of("littorio", "force") == 0 and sea.of("littorio", "inverted") == 0, "free for other tasks"
    sea.game.tried[NUMBERS["brindisi"]] = 1  # it has declined
    sea.call(sea_patrols.wait_in_hex)
    assert [sea.game.tried[NUMBERS[port]] for port in ("taranto", "brindisi")] == [1, 0]


@pytest.mark.rule("21.4181C")
def test_a_patrol_that_has_struck_may_strike_again_in_the_combat_phase():
    game = patrol(1, 1, 6, 5, 1, 1, 6, 5, 6).choose("taranto", "conte_di_cavour", Option.COUNT_2)
    while game.asked != Decision.TIME:
        game.choose(Option.DONE)
    game.choose(Option.YES)
    while game.record["phase"] != Phase.MISSIONS:
        game.choose(Option.DONE)
    assert game.asked == Decision.PATROL and "ionian_sea" in game.places


def test_it_is_told_from_where_carriers_strike_a_port():
    assert sailed(1, 1, 6, 5).choose("taranto").said()[0] == "Attack on Taranto from the Ionian Sea: 2 squadrons."


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
        sea.call(port_strikes.make_ready)
        sea.dice(1, 1).call(port_strikes.take_target, FIRST_PLACE + NUMBERS["taranto"])
        levels.append(sea.call(air.air_defense_level, AXIS))
    assert levels == [2, 2, 1]
    assert sea.mask(port_strikes.mask_strike_at)[FIRST_UNIT + sea.number("roma")]  # she may be destroyed (20.5225)


# --- from a patrol (21.4181C) ------------------------------------------------------------------------------

ON_PATROL = {id: {**state, "on_patrol": NUMBERS["ionian_sea"], "inverted": 1} for id, state in (CARRIER | FAST).items()}


@pytest.mark.rule("21.4181C")
def test_carriers_that_patrol_strike_from_their_hex_once():
    game = in_combat(ON_PATROL | TARANTO, 1, 1, 6, 5)
    assert game.places == {"ionian_sea"}
    game.choose("ionian_sea")
    assert game.asked == Decision.TARGET and game.record["brps"][ALLIES] == 16
    game.choose("taranto", "littorio", Option.COUNT_2)
    assert game.asked == Decision.TARGET and game.of("littorio", "condition") == Condition.DAMAGED
    assert game.choose(Option.DONE).asked != Decision.PATROL


@pytest.mark.rule("21.4181C", "21.4182A", "21.418", "21.556")
def test_carriers_that_have_struck_from_their_patrol_may_yet_come_to_the_aid_of_others():
    sea = at_sea(moving=ALLIES, phase=Phase.MISSIONS).ship("littorio", place="taranto")
    sea.ship("illustrious", "renown", place="malta", on_patrol=NUMBERS["ionian_sea"], inverted=1, squadrons=2)
    sea.call(port_strikes.begin_strike_of_patrol, "ionian_sea")
    sea.call(port_strikes.take_target, Option.DONE.value)
    sea.call(sea_patrols.settle_mission)
    sea.game.convoy = Convoy.CARRIERS
    assert not sea.call(port_strikes.may_strike_from, "illustrious", "ionian_sea"), "once"
    assert sea.call(aid.may_be_asked, "illustrious", "ionian_sea")
    sea.ship("illustrious", place="malta", force=1, against=aid.AIDS)
    sea.ship("formidable", place="alexandria", force=1, squadrons=2)
    sea.call(port_strikes.make_ready)
    assert sea.game.striking[ALLIES] == 2, "each squadron performs one mission"


@pytest.mark.rule("21.4181C", "21.4182C")
def test_carriers_that_have_come_in_vain_to_the_aid_of_others_may_yet_strike_from_their_patrol():
    in_vain = {id: state | {"against": aid.IN_VAIN} for id, state in ON_PATROL.items()}
    assert in_combat(in_vain | TARANTO).places == {"ionian_sea"}


@pytest.mark.rule("21.557")
@pytest.mark.parametrize(("phase", "may"), [(Phase.MOVEMENT, False), (Phase.MISSIONS, True)])
def test_who_has_changed_base_sails_on_a_mission_in_the_combat_phase_and_not_on_patrol(phase, may):
    sea = at_sea(moving=ALLIES, phase=phase).ship("illustrious", place="malta", moved=1)
    sea.call(routes.measure_ways, ALLIES, "ionian_sea")
    assert bool(sea.call(sea_patrols.may_patrol, "illustrious")) == may
