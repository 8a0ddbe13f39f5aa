"""Submarines that patrol on a map of hexes, or lie in port, and who attacks them (20.75, 21.4184, 21.4195)."""

import numpy as np
import pytest

from aw_env.games.world_at_war.records.kinds import NOBODY, Convoy, Decision, Event, Nation, Option, Phase, Side
from aw_env.games.world_at_war.records.record import FIRST_PLACE, FIRST_UNIT
from aw_env.games.world_at_war.rules import (
    africa,
    aid,
    air_on_hexes,
    battle_rounds,
    boat_hunts,
    boats_on_hexes,
    damage,
    displaced,
    island_raids,
    meetings,
    pacific,
    sea_patrols,
    sequence,
)
from aw_env.games.world_at_war.rules.air_strikes import TORPEDOING
from aw_env.games.world_at_war.rules.bases import HUNTS, PATROLS
from aw_env.games.world_at_war.rules.ranges import FAR
from aw_env.games.world_at_war.rules.troops import BEATEN, MEET
from tests.world_at_war.sea_of_hexes import NUMBERS, at_sea, by_place, held, moving, supplying, troops

ALLIES, AXIS = Side.ALLIES, Side.AXIS


def only(**by):
    """Submarines, in these places alone."""
    numbers = by_place("boats") * 0
    for id, number in by.items():
        numbers[NUMBERS[id]] = number
    return numbers


def at(sea, place, field="boats"):
    return int(sea.game[field][NUMBERS[place]])


def announcing(hex="off_malta", **fields):
    """The Axis names who patrols in a hex."""
    fields = {"boats": only(taranto=1), "brps": [9, 9], **fields}
    return at_sea(**{"moving": AXIS, "power": AXIS, "phase": Phase.MOVEMENT, "cursor": NUMBERS[hex], **fields})


# --- how they patrol (21.4184, 21.4184A) -------------------------------------------------------------------


@pytest.mark.rule("21.4184")
def test_a_submarine_patrols_as_ships_do_within_forty_hexes():
    sea = announcing()
    assert sea.mask(sea_patrols.mask_patrol_with)[Option.SUBMARINE]
    sea.call(sea_patrols.take_patrol_with, Option.SUBMARINE.value)
    assert (at(sea, "taranto"), at(sea, "off_malta"), sea.game.cursor) == (0, 1, NOBODY)
    assert sea.told == [Event.BOAT_SAILS]
    sea = announcing()
    sea.book.by_water[:] = FAR
    assert not sea.mask(sea_patrols.mask_patrol_with)[Option.SUBMARINE], "out of range"


@pytest.mark.rule("21.4184", "21.412")
def test_the_hexes_to_which_submarines_sail_are_those_to_which_one_may_be_sent():
    """Within forty hexes of Taranto, but where one waits."""
    sea = announcing(boats=only(taranto=1, off_malta=1))
    hexes = sea.call(boats_on_hexes.hexes_of_boats)
    assert hexes == sum(1 << n for n in NUMBERS.values() if sea.call(boats_on_hexes.is_patrol_hex, n)
                        and sea.call(boats_on_hexes.may_send_boat, n))  # fmt: skip
    assert hexes and not hexes >> NUMBERS["off_malta"] & 1


@pytest.mark.rule("21.4184")
@pytest.mark.parametrize(
    "fields",
    [{"boats": only()}, {"boats": only(taranto=1), "sailed": only(taranto=1)}, {"phase": Phase.MISSIONS},
     {"moving": ALLIES, "power": ALLIES}],
)  # fmt: skip
def test_one_that_is_used_or_not_there_does_not_nor_in_the_combat_phase(fields):
    assert not announcing(**fields).mask(sea_patrols.mask_patrol_with)[Option.SUBMARINE]


@pytest.mark.rule("21.414A", "21.4184")
def test_submarines_cost_no_brps():
    sea = announcing(brps=[0, 0])
    sea.call(sea_patrols.take_patrol_with, Option.SUBMARINE.value)
    assert sea.game.brps.tolist() == [0, 0] and at(sea, "off_malta") == 1


@pytest.mark.rule("21.4184A")
def test_a_submarine_patrols_without_other_ships():
    """Once a ship has joined none does, and where one waits ships may still go."""
    sea = announcing().ship("littorio", place="taranto", force=1, force_seen=1)
    assert not sea.mask(sea_patrols.mask_patrol_with)[Option.SUBMARINE]
    sea = announcing().ship("littorio", place="taranto")
    sea.call(sea_patrols.take_patrol_with, Option.SUBMARINE.value)
    assert sea.of("littorio", "on_patrol") == -1 and sea.of("littorio", "force") == 0


# --- how long (21.4184B) -----------------------------------------------------------------------------------


@pytest.mark.rule("21.4184B")
def test_submarines_stay_when_other_patrols_come_home():
    sea = at_sea(moving=AXIS, phase=Phase.MISSIONS, boats=only(off_malta=1))
    sea.ship("littorio", place="taranto", on_patrol=NUMBERS["off_malta"])
    sea.call(sea_patrols.end_combat)
    assert sea.of("littorio", "on_patrol") == -1 and at(sea, "off_malta") == 1


@pytest.mark.rule("21.4184B")
def test_they_are_home_when_the_player_turn_of_the_enemy_is_over():
    """In the nearest port, Palermo."""
    sea = at_sea(moving=AXIS, boats=only(sicilian_narrows=1))
    sea.call(sequence.end_player_turn)
    assert at(sea, "sicilian_narrows") == 1 and sea.game.moving == ALLIES
    sea.dice(3).call(sequence.end_player_turn)
    assert at(sea, "palermo") == 1 and sea.game.boats.sum() == 1 and sea.game.sailed.sum() == 0


@pytest.mark.rule("21.73A", "21.72B")
@pytest.mark.parametrize(("moving", "used"), [(AXIS, 0), (ALLIES, 1)])
def test_one_that_has_attacked_in_its_own_player_turn_may_attack_in_that_of_the_enemy(moving, used):
    """It came to the aid of others from Taranto, which is cut off."""
    sea = at_sea(moving=moving, boats=only(taranto=2)).dice(3)
    sea.game.sailed[NUMBERS["taranto"]] = sea.game.unsupplied[NUMBERS["taranto"]] = 1
    sea.call(sequence.end_player_turn)
    assert at(sea, "taranto", "sailed") == used


@pytest.mark.rule("21.33", "21.4184B")
def test_their_owner_chooses_among_the_ports_that_are_equally_near():
    """Of the Tyrrhenian Sea Naples and Palermo are, of the hex off Derna Benghazi and Tobruk."""
    sea = at_sea(moving=ALLIES, boats=only(tyrrhenian_sea=1, sicilian_narrows=1, off_derna=1))
    for ports in ({"naples", "palermo"}, {"benghazi", "tobruk"}):
        assert sea.call(sequence.end_player_turn)
        assert (sea.game.decision, sea.game.power) == (Decision.HOME, AXIS)
        allowed = sea.mask(boats_on_hexes.mask_home).nonzero()[0] - FIRST_PLACE
        assert set(allowed) == {NUMBERS[port] for port in ports}
        sea.call(boats_on_hexes.take_home, FIRST_PLACE + NUMBERS[sorted(ports)[-1]])
    assert not sea.call(boats_on_hexes.end_patrols)
    assert at(sea, "palermo") == 2 and at(sea, "tobruk") == 1 and sea.game.sailed.sum() == 0


@pytest.mark.rule("21.33", "20.71")
def test_they_go_home_to_no_port_that_is_full():
    """Of the two that are equally near Naples has room for the one of them."""
    sea = at_sea(moving=ALLIES, boats=only(tyrrhenian_sea=1, palermo=2))
    sea.book.capacity[NUMBERS["palermo"]] = 2
    assert not sea.call(boats_on_hexes.end_patrols) and at(sea, "naples") == 1


@pytest.mark.rule("21.33", "21.4184B")
def test_one_that_has_attacked_chooses_likewise_and_is_used():
    sea = met(boats=only(tyrrhenian_sea=1))
    sea.game.way[AXIS] = 0
    sea.call(meetings.meet)
    sea.dice(6).call(meetings.take_submarine, Option.YES.value)
    sea.call(meetings.meet)
    sea.book.torpedo_hits[:] = 1
    sea.dice(3, 4).call(battle_rounds.take_torpedo, FIRST_UNIT + sea.number("renown"))
    for _ in range(2):  # asked again when a save is read
        assert sea.call(meetings.meet) and (sea.game.decision, sea.game.power) == (Decision.HOME, AXIS)
        assert sea.of("renown", "force") == 1
    sea.call(boats_on_hexes.take_home, FIRST_PLACE + NUMBERS["naples"])
    assert not sea.call(meetings.meet) and sea.game.step == MEET and sea.game.boat[AXIS] == -1
    assert at(sea, "naples") == at(sea, "naples", "sailed") == 1 and at(sea, "tyrrhenian_sea", "sailed") == 0


# --- whom they attack (21.4184B, D, 21.4195) ---------------------------------------------------------------


def met(convoy=Convoy.NONE, way=3, **fields):
    """Allied ships are out, and a submarine waits off Malta, so many hexes from them."""
    fields = {"moving": ALLIES, "convoy": convoy, "phase": Phase.INTERCEPTION, "step": MEET, **fields}
    sea = at_sea(**{"boats": only(off_malta=1), **fields})
    sea.game.way[:], sea.game.way[:, NUMBERS["off_malta"]] = FAR, way
    return sea.ship("renown", place="alexandria", force=1, force_seen=1)


@pytest.mark.rule("21.4195", "21.4184D")
@pytest.mark.parametrize(
    "convoy", [Convoy.NONE, Convoy.SUPPLY, Convoy.SEA_TRANSPORT, Convoy.ESCORT, Convoy.PATROL, Convoy.CARRIERS]
)
def test_in_the_enemys_player_turn_they_look_for_ships_whatever_these_do(convoy):
    sea = met(convoy)
    assert sea.call(meetings.meet)
    assert (sea.game.decision, sea.game.power, sea.game.subject) == (Decision.SUBMARINE, AXIS, NUMBERS["off_malta"])


@pytest.mark.rule("21.4195")
@pytest.mark.parametrize(("dice", "found"), [((1,), False), ((2,), False), ((3,), True), ((6,), True)])
def test_the_dice_must_cover_the_way(dice, found):
    """A die against ships that change base: two, and one less against fewer than ten factors."""
    sea = met()
    sea.call(meetings.meet)
    sea.dice(*dice).call(meetings.take_submarine, Option.YES.value)
    assert (sea.game.step == TORPEDOING) == found and at(sea, "off_malta") == 1
    if not found:
        assert sea.call(meetings.boat_to_ask) == -1, "it has tried"


@pytest.mark.rule("21.4184B")
def test_who_has_attacked_is_home_and_used():
    sea = met()
    sea.call(meetings.meet)
    sea.dice(6).call(meetings.take_submarine, Option.YES.value)
    assert sea.call(meetings.meet) and (sea.game.decision, sea.game.power) == (Decision.TORPEDO, AXIS)
    sea.book.torpedo_hits[:] = 1
    sea.dice(3, 4).call(battle_rounds.take_torpedo, FIRST_UNIT + sea.number("renown"))
    assert not sea.call(meetings.meet) and sea.game.step == MEET
    assert sea.of("renown", "hits") == 1 and sea.of("renown", "force") == 1 and sea.game.line.sum() == 0
    assert at(sea, "off_malta") == at(sea, "off_malta", "sailed") == 0
    assert sea.game.boats.sum() == sea.game.sailed.sum() == 1


@pytest.mark.rule("21.23", "21.36A")
@pytest.mark.parametrize(("other", "haven"), [("tobruk", "tobruk"), ("durazzo", "brindisi")])
def test_those_of_a_base_that_falls_go_to_the_nearest_by_water_through_their_own_straits(other, haven):
    """Rhodes is invaded: Brindisi lies ten hexes away, behind the strait of Otranto, which is closed to the Allies;
    Durazzo, which is as near, is full."""
    sea = at_sea(turn=3, moving=ALLIES, boats=only(rhodes=1, durazzo=1), control=by_place("control") * 0 + ALLIES)
    sea.book.capacity[NUMBERS["durazzo"]] = 1
    sea.game.control[[NUMBERS[id] for id in ("brindisi", other, "rhodes")]] = AXIS
    sea.call(pacific.take_place, "rhodes", ALLIES)
    assert sea.told == [Event.BOATS_DISPLACED, Event.FALLS]
    assert at(sea, haven) == at(sea, haven, "sailed") == 1


@pytest.mark.rule("21.23A", "21.233")
def test_of_equally_near_bases_their_owner_chooses_for_each():
    """Benghazi and Suda are five hexes from Tobruk, which falls as a turn ends; a ship there comes after them."""
    sea = at_sea(phase=Phase.START, moving=AXIS, turn=6, boats=only(tobruk=2), infantry=troops(tobruk=1, alexandria=9))
    sea.game.control[:] = held(suda=AXIS, rhodes=ALLIES)
    sea.ship("littorio", place="tobruk").dice(1).call(africa.move_front)
    assert sea.game.displacing == 2 and Event.BOATS_DISPLACED not in sea.told
    for haven in ("suda", "benghazi"):
        assert sea.call(displaced.displace) and (sea.game.decision, sea.game.power) == (Decision.HOME, AXIS)
        allowed = np.flatnonzero(sea.mask(boats_on_hexes.mask_home)) - FIRST_PLACE
        assert set(allowed) == {NUMBERS["benghazi"], NUMBERS["suda"]}
        sea.call(boats_on_hexes.take_home, FIRST_PLACE + NUMBERS[haven])
        assert at(sea, haven) == at(sea, haven, "sailed") == 1
    assert at(sea, "tobruk") == at(sea, "tobruk", "sailed") == 0 and sea.game.displacing == 1
    sea.call(displaced.displace)
    assert (sea.game.decision, sea.game.subject) == (Decision.DISPLACE, sea.number("littorio"))


@pytest.mark.rule("21.4184B")
def test_one_that_is_lost_does_not_come_home():
    sea = met()
    sea.call(meetings.meet)
    sea.dice(6).call(meetings.take_submarine, Option.YES.value)
    sea.call(meetings.meet)
    sea.book.torpedo_hits[:] = -1
    sea.dice(1, 1).call(battle_rounds.take_torpedo, FIRST_UNIT + sea.number("renown"))
    sea.call(meetings.meet)
    assert sea.game.boats.sum() == sea.game.sailed.sum() == 0


@pytest.mark.rule("20.59")
def test_destroyers_with_cargo_that_are_sunk_keep_no_line():
    sea = met(Convoy.SUPPLY).ship("gibraltar_destroyers", place="gibraltar", force=3, force_seen=3, strength=3)
    sea.game.carrying[sea.number("gibraltar_destroyers")] = 3
    sea.call(meetings.meet)
    sea.dice(6, 6, 6, 6, 6, 6).game.step = MEET
    sea.call(boats_on_hexes.take_boat, Option.YES.value, 1, 3)
    sea.call(meetings.meet)
    sea.book.torpedo_hits[:] = 1
    sea.dice(3, 4).call(battle_rounds.take_torpedo, Option.LIGHT.value)
    sea.call(meetings.meet)
    assert sea.of("gibraltar_destroyers", "strength") == 2 and sea.game.step == BEATEN


@pytest.mark.rule("20.59", "20.58B")
@pytest.mark.parametrize(("hits", "left"), [(1, (5, 2)), (3, (5, 0)), (4, (4, 0))])
def test_destroyers_that_go_along_are_sunk_before_those_with_cargo(hits, left):
    """No cargo is lost without need, though more destroyers carry it than go along."""
    sea = met(Convoy.SEA_TRANSPORT)
    sea.ship("gibraltar_destroyers", place="gibraltar", force=5, strength=5, lights=5, carrying=5)
    sea.ship("mediterranean_destroyers", place="gibraltar", force=3, strength=3, lights=3)
    sea.call(damage.hit_light_ships, ALLIES, hits)
    assert (sea.of("gibraltar_destroyers", "strength"), sea.of("mediterranean_destroyers", "strength")) == left


@pytest.mark.rule("21.4184D")
@pytest.mark.parametrize(("convoy", "asked"), [(Convoy.SEA_TRANSPORT, True), (Convoy.PATROL, False),
                                               (Convoy.NONE, False)])  # fmt: skip
def test_in_their_own_player_turn_they_come_to_the_aid_of_cargo_that_is_met(convoy, asked):
    sea = met(convoy, moving=AXIS, step=meetings.AID)
    sea.ship("littorio", place="taranto", force=1, force_seen=1)
    for place in range(len(sea.game.tried)):
        sea.game.tried[place] = 1
    assert (sea.call(boats_on_hexes.boat_to_aid) == NUMBERS["off_malta"]) == asked
    if asked:
        assert sea.call(meetings.meet)
        assert (sea.game.decision, sea.game.power) == (Decision.SUBMARINE, AXIS)
        dice = sea.call(meetings.dice_of_boat, "off_malta")
        sea.dice(*[6] * dice).call(meetings.take_submarine, Option.YES.value)
        assert sea.call(meetings.meet) and sea.game.decision == Decision.TORPEDO
        mask = sea.mask(battle_rounds.mask_torpedo)
        assert mask[FIRST_UNIT + sea.number("renown")] and not mask[FIRST_UNIT + sea.number("littorio")]


@pytest.mark.rule("21.4195")
def test_not_while_ships_of_a_port_set_out():
    sea = met().ship("littorio", place="taranto", force=1, force_seen=1)
    assert sea.call(meetings.boat_to_ask) == -1


@pytest.mark.rule("21.4195", "21.435E")
@pytest.mark.parametrize(("waits", "asked"), [("levant", Decision.PROTECT), ("off_sardinia", Decision.BASE_CHANGE)])
def test_ships_go_along_with_others_that_a_submarine_alone_can_meet(waits, asked):
    """Two dice reach ships on the way from Alexandria to Haifa from off the Levant, and not from off Sardinia."""
    ships = {id: {"place": "alexandria"} for id in ("warspite", "alexandria_destroyers")}
    game = moving(ships, side=ALLIES, boats=only(**{waits: 1})).choose("warspite", "haifa")
    assert game.asked == asked
    if asked == Decision.PROTECT:
        game.choose("alexandria_destroyers")
        assert (game.asked, game.seat_asked) == (Decision.SUBMARINE, AXIS)


# --- those in port (20.74, 20.75) --------------------------------------------------------------------------


def in_port(*dice, convoy=Convoy.SUPPLY, way=3, **fields):
    """Allied ships are out, and submarines lie in Taranto, so many hexes from them."""
    fields = {"boats": only(taranto=1), "moving": ALLIES, "convoy": convoy, "phase": Phase.INTERCEPTION} | fields
    sea = at_sea(**{"step": MEET, **fields}).dice(*dice)
    sea.game.way[:], sea.game.way[:, NUMBERS["taranto"]] = FAR, way
    return sea.ship("renown", place="alexandria", force=1, force_seen=1)


@pytest.mark.rule("20.75", "20.74")
@pytest.mark.parametrize(
    "convoy", [Convoy.NONE, Convoy.SUPPLY, Convoy.SEA_TRANSPORT, Convoy.PATROL, Convoy.CARRIERS, Convoy.DISPLACED]
)
def test_submarines_of_a_port_look_for_ships_whatever_these_do(convoy):
    """In the very hex no die is needed."""
    sea = in_port(convoy=convoy, way=0)
    assert sea.call(meetings.meet)
    assert (sea.game.decision, sea.game.power, sea.game.subject) == (Decision.SUBMARINE, AXIS, NUMBERS["taranto"])


@pytest.mark.rule("20.74")
@pytest.mark.parametrize(("convoy", "dice"), [(Convoy.SUPPLY, 1), (Convoy.NONE, 0), (Convoy.PATROL_STAYS, 5)])
def test_they_have_two_dice_less_than_ships_of_the_port(convoy, dice):
    """Four against supply, two against moves, eight against a patrol that stays; one less against under ten factors."""
    sea = in_port(convoy=convoy)
    assert sea.call(meetings.dice_of_boat, "taranto") == dice
    assert sea.call(meetings.dice_against, "taranto") == dice + 2 - int(convoy == Convoy.NONE)
    for way in (0, 6 * dice, 6 * dice + 1):
        sea.game.way[AXIS, NUMBERS["taranto"]] = way
        assert (sea.call(meetings.boat_to_ask) == NUMBERS["taranto"]) == (way <= 6 * dice), way
    sea.game.boats[NUMBERS["taranto"]] = 0
    assert sea.call(meetings.boat_to_ask) == -1


@pytest.mark.rule("20.75")
@pytest.mark.parametrize("change", [{"sailed": only(taranto=1)}, {"moving": AXIS}, {"control": ALLIES}])
def test_not_those_that_are_used_nor_of_another_port(change):
    sea = in_port()
    sea.game.control[NUMBERS["taranto"]] = change.pop("control", AXIS)
    for name, value in change.items():
        sea.game[name] = value
    assert sea.call(meetings.boat_to_ask) == -1


@pytest.mark.rule("20.75", "21.311")
@pytest.mark.parametrize(("hits", "boats"), [(1, 2), (-1, 1)])
def test_one_that_has_attacked_from_port_is_back_there_and_used_unless_it_is_lost(hits, boats):
    sea = in_port(convoy=Convoy.NONE, way=0, boats=only(taranto=2))
    sea.call(meetings.meet)
    sea.call(meetings.take_submarine, Option.YES.value)
    assert sea.call(meetings.meet) and sea.game.decision == Decision.TORPEDO
    sea.book.torpedo_hits[:] = hits
    sea.dice(3, 4).call(battle_rounds.take_torpedo, FIRST_UNIT + sea.number("renown"))
    sea.call(meetings.meet)
    assert sea.game.step == MEET and sea.of("renown", "hits") == max(0, hits)
    assert at(sea, "taranto") == boats and at(sea, "taranto", "sailed") == boats - 1


@pytest.mark.rule("21.4171")
def test_a_port_sends_one_submarine_at_the_same_ships_and_she_may_look_for_the_next():
    sea = in_port(2, boats=only(taranto=2))
    sea.call(meetings.meet)
    sea.call(meetings.take_submarine, Option.YES.value)
    assert sea.game.sailed.sum() == 0, "free for other tasks"
    sea.call(meetings.look_on)
    sea.game.way[:] = 0
    assert sea.call(meetings.boat_to_ask) == -1
    sea.call(meetings.set_out, Convoy.SUPPLY.value, "alexandria", "malta", "alexandria")
    sea.game.way[:] = 0
    assert sea.call(meetings.boat_to_ask) == NUMBERS["taranto"]


@pytest.mark.rule("20.75", "21.4182A")
def test_those_of_a_port_come_to_the_aid_of_their_own_side_in_the_very_hex():
    """A die for a port, two for the hex, two less for submarines, also to the aid of a patrol."""
    sea = in_port(convoy=Convoy.PATROL, moving=AXIS, step=meetings.AID, way=0)
    sea.ship("littorio", place="taranto", force=1, force_seen=1)
    sea.ship("valiant", "nelson", "warspite", place="alexandria", force=1, force_seen=1)
    sea.game.tried[:] = 1
    assert sea.call(boats_on_hexes.boat_to_aid) == NUMBERS["taranto"]
    assert sea.call(meetings.dice_of_boat, "taranto") == 1
    sea.game.way[AXIS, NUMBERS["taranto"]] = 1
    assert sea.call(boats_on_hexes.boat_to_aid) == -1


@pytest.mark.rule("20.75")
def test_it_is_told_of_a_port_that_its_submarine_looks_for_a_convoy():
    ships = {"gibraltar_destroyers": {"place": "gibraltar", "strength": 3}}
    game = supplying(ships, ALLIES, boats=only(palermo=1), dice=(1, 1)).choose(Option.YES, "gibraltar_destroyers")
    while game.asked != Decision.SUBMARINE:
        game.choose(Option.DONE)
    asked = "Axis: Palermo: does a submarine look for them, 2 hexes away (1 die: 83%)?"
    assert game.describe() == asked, "four dice, one less against fewer than ten factors, and two less"
    assert game.choose(Option.YES).said()[0] == "A submarine of Palermo looks for them, 2 hexes away [1]."


# --- asked again (21.416J, L, 21.4171) ---------------------------------------------------------------------


@pytest.mark.rule("21.416J", "21.416L")
@pytest.mark.parametrize("waits", ["off_malta", "taranto"])
@pytest.mark.parametrize("tries", [False, True])
def test_one_that_has_let_a_patrol_pass_is_asked_again_in_its_hex_and_one_that_has_tried_is_not(waits, tries):
    sea = in_port(*[1] * 9, convoy=Convoy.PATROL, boats=only(**{waits: 1}))
    sea.ship("valiant", "nelson", "warspite", place="alexandria", force=1, force_seen=1)
    sea.call(meetings.set_out, Convoy.PATROL.value, "alexandria", "off_egypt", "off_egypt")
    sea.game.way[AXIS] = 9
    sea.game.step, sea.game.decision = MEET, Decision.NONE
    sea.game.power, sea.game.subject = AXIS, NUMBERS[waits]
    sea.call(meetings.take_submarine, (Option.YES if tries else Option.NO).value)
    assert sea.game.step == MEET and sea.call(meetings.boat_to_ask) == -1
    sea.game.convoy = Convoy.PATROL_STAYS
    sea.call(sea_patrols.wait_in_hex)
    sea.game.way[AXIS] = 9
    assert (sea.call(meetings.boat_to_ask) == NUMBERS[waits]) != tries


@pytest.mark.rule("21.4182C")
def test_one_that_has_come_in_vain_does_not_try_again_in_the_phase():
    sea = met(Convoy.SEA_TRANSPORT, moving=AXIS, step=meetings.AID, sought_from=1 << NUMBERS["off_malta"])
    sea.ship("littorio", place="taranto", force=1, force_seen=1)
    sea.game.tried[:] = 1
    sea.call(meetings.set_out, Convoy.SEA_TRANSPORT.value, "taranto", "tripoli", "taranto")
    sea.game.way[:] = 3
    assert sea.call(boats_on_hexes.boat_to_aid) == -1
    sea.call(aid.forget)
    assert sea.call(boats_on_hexes.boat_to_aid) == NUMBERS["off_malta"]


# --- squadrons that attack them (20.77, 21.4184C) ----------------------------------------------------------


def hunted(*dice, malta=3, palermo=0, moving=ALLIES, hexes=2):
    """As the movement phase begins a submarine waits off Malta; how many squadrons either side has so near to her."""
    sea = at_sea(moving=moving, phase=Phase.MOVEMENT, step=HUNTS, cursor=NOBODY, boats=only(off_malta=1)).dice(*dice)
    sea.book.by_water[:], sea.book.air_drm[:] = FAR, 0
    sea.book.air_out[:] = sea.book.air_back[:] = sea.book.hits_by_air[:] = 0
    for base, squadrons in (("malta", malta), ("palermo", palermo)):
        sea.book.by_water[:, NUMBERS["off_malta"], NUMBERS[base]] = hexes
        sea.game.airbase[NUMBERS[base]] = squadrons
    return sea


def answer(sea, count):
    sea.call(air_on_hexes.take_squadrons, Option.COUNT_0 + count)


@pytest.mark.rule("21.4184C", "20.77")
@pytest.mark.parametrize(("hits", "sunk"), [(0, 0), (1, 1), (3, 1)])
def test_squadrons_of_bases_attack_a_submarine_that_waits_in_a_single_sortie(hits, sunk):
    """Two of the three squadrons of Malta, and nobody fires at them."""
    sea = hunted(3, 4)
    sea.book.hits_by_air[2, 7 - int(sea.book.drm[Nation.ITALY])] = hits
    assert sea.call(boat_hunts.hunt_boats)
    assert (sea.game.decision, sea.game.power, sea.game.subject) == (Decision.PLANES, ALLIES, NUMBERS["off_malta"])
    answer(sea, 2)
    while sea.game.step != PATROLS:
        assert not sea.call(boat_hunts.hunt_boats), "there is no second sortie"
    assert at(sea, "off_malta") == 1 - sunk and (Event.BOAT_LOST in sea.told) == bool(sunk)
    assert Event.GUNS not in sea.told and (sea.game.raiding, sea.game.cursor) == (NOBODY, NOBODY)


def test_the_same_attack_is_asked_about_when_a_save_is_read():
    sea = hunted(3, 4)
    assert sea.call(boat_hunts.hunt_boats)
    asked = sea.game.tobytes()
    assert sea.call(boat_hunts.hunt_boats) and sea.game.tobytes() == asked
    assert sea.game.subject == NUMBERS["off_malta"]


@pytest.mark.rule("21.4184C")
def test_each_squadron_attacks_once():
    """Two squadrons have attacked off Malta: of three, one is left for the next submarine, and none for a third."""
    sea = hunted(3, 4, 3, 4)
    for hex in ("sicilian_narrows", "ionian_sea"):
        sea.book.by_water[:, NUMBERS[hex], NUMBERS["malta"]] = 2
        sea.game.boats[NUMBERS[hex]] = 1
    most = []
    while sea.game.step != PATROLS:
        if sea.call(boat_hunts.hunt_boats):
            most.append(int(sea.mask(island_raids.mask_planes)[Option.COUNT_1 : Option.COUNT_9 + 1].sum()))
            answer(sea, min(2, most[-1]))
    assert most == [3, 1] and at(sea, "malta", "flown") == 3


@pytest.mark.rule("21.4184C")
def test_squadrons_may_cover_the_submarine():
    """The one that covers her shoots one of the two down, and one turns back."""
    sea = hunted(3, 4, 3, 3, palermo=1)
    sea.book.air_out[1, 7], sea.book.air_back[1, 7] = 1, 1  # one more for who meets a strike
    assert sea.call(boat_hunts.hunt_boats)
    answer(sea, 2)
    assert sea.call(boat_hunts.hunt_boats) and (sea.game.decision, sea.game.power) == (Decision.PLANES, AXIS)
    answer(sea, 1)
    assert not sea.call(boat_hunts.hunt_boats)
    assert at(sea, "off_malta") == 1 and Event.HUNTS_BOAT not in sea.told
    assert (at(sea, "malta", "airbase"), at(sea, "malta", "flown"), at(sea, "palermo", "flown")) == (2, 1, 1)


@pytest.mark.rule("21.4184C")
@pytest.mark.parametrize("change", [{"hexes": 4}, {"malta": 0}, {"moving": AXIS}])
def test_only_by_the_enemys_squadrons_within_range_in_his_own_turn(change):
    sea = hunted(**change)
    assert not sea.call(boat_hunts.hunt_boats) and sea.game.step == PATROLS


@pytest.mark.rule("20.77")
def test_submarines_in_port_are_not_attacked_nor_any_by_carriers():
    sea = hunted(malta=0).ship("illustrious", "renown", place="malta", squadrons=2)
    sea.game.boats[:] = only(taranto=1)
    sea.game.airbase[NUMBERS["malta"]], sea.book.by_water[:] = 3, 1
    assert not sea.call(boat_hunts.hunt_boats)
    sea.game.boats[:], sea.game.airbase[:], sea.game.step = only(off_malta=1), 0, HUNTS
    assert not sea.call(boat_hunts.hunt_boats)
