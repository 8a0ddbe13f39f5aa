"""Forces, factor by factor: who sails with a convoy, against raiders and in invasions (20.65, 21.313, 21.51, 21.53)."""

import numpy as np
import pytest

from aw_env.games.world_at_war.records.kinds import (
    NOBODY,
    NOWHERE,
    Box,
    Condition,
    Convoy,
    Decision,
    Event,
    Ground,
    Kind,
    Line,
    Nation,
    Option,
    Phase,
    Side,
    Worth,
)
from aw_env.games.world_at_war.records.record import ACTIONS, FIRST_PLACE, FIRST_UNIT
from aw_env.games.world_at_war.rules import (
    bases,
    cargo,
    convoys,
    fleet_combat,
    interception,
    invasions,
    landing_battles,
    pacific,
    raids,
    redraw,
    redraw_islands,
    sequence,
    task_forces,
    troops,
)
from tests.world_at_war.positions import Sea, number
from tests.world_at_war.test_s21_island_raids import raiding


def sends(sea, row, factors, group=1):
    """So many factors of a row sail against a group, or with a convoy."""
    sea.game.sent[group - 1, sea.book.row[number(row)]] = factors
    return sea


def convoy(**fields):
    fields = {"laden": [1, 0, 0, 0], "groups": 1, "group": 1, "transports": [10, 5, 0], **fields}
    return Sea("raiders_long", turn=12, moving=Side.ALLIES, phase=Phase.CONVOY, convoy=Convoy.SUPPLY, **fields)


# --- convoys (20.65, 21.313) -----------------------------------------------------------------------------------------


@pytest.mark.rule("21.313")
def test_fast_factors_of_protectors_beyond_those_of_carriers():
    sea = convoy().ship("ark_royal", "hood", "ramillies", place="atlantic_sw", against=1)
    sea.ship("renown", place="atlantic_sw").ship("home_destroyers", "german_destroyers", place="britain", strength=5)
    assert sea.call(convoys.fleet_to_spare) == 3 - 2  # Hood less Ark Royal; Ramillies is slow
    sends(sea, "home_destroyers", 4)
    assert sea.call(convoys.fleet_to_spare) == 5
    sends(sea, "german_destroyers", 3)
    assert sea.call(convoys.fleet_to_spare) == 5


@pytest.mark.rule("20.65", "20.162A")
def test_factors_that_protect_and_those_that_intercept():
    sea = convoy().ship("hood", place="atlantic_sw", against=1).ship("renown", place="atlantic_sw")
    sea.ship("scharnhorst", place="brest", in_group=1).ship("gneisenau", place="brest")
    sea.ship("home_destroyers", "german_destroyers", place="britain", strength=5)
    sends(sends(sea, "home_destroyers", 4), "german_destroyers", 2)
    assert sea.call(convoys.protecting_factors) == 3 + 4 and sea.call(convoys.hunting_factors) == 3 + 2


@pytest.mark.rule("20.162A")
@pytest.mark.parametrize("rows, may", [(22, True), (23, False)])
def test_no_more_than_twenty_five_factors_protect_or_intercept(rows, may):
    sea = convoy(subject=number("brest")).ship("hood", place="atlantic_sw").ship("scharnhorst", place="brest")
    sea.ship("home_destroyers", place="atlantic_sw", strength=rows).ship(
        "german_destroyers", place="brest", strength=rows
    )
    sends(sends(sea, "home_destroyers", rows), "german_destroyers", rows)
    protect, hunt = sea.mask(convoys.mask_protect), sea.mask(convoys.mask_hunt)
    assert bool(protect[FIRST_UNIT + number("hood")]) == bool(hunt[FIRST_UNIT + number("scharnhorst")]) == may
    assert protect[Option.DONE] and hunt[Option.DONE]


@pytest.mark.rule("20.65", "20.91")
@pytest.mark.parametrize(
    "unit, side", [("hood", Side.ALLIES), ("scharnhorst", Side.AXIS), ("home_destroyers", Side.ALLIES)]
)
def test_who_joins_a_convoy_or_meets_it(unit, side):
    sea = convoy().ship(unit, place="brest", strength=4)
    sea.call(convoys.join, unit, Event.PROTECTS)
    assert sea.of(unit, "against") == int(unit == "hood")
    assert sea.of(unit, "in_group") == sea.of(unit, "seen_in") == int(unit == "scharnhorst")
    assert sea.game.sent[0].sum() == (4 if unit == "home_destroyers" else 0)
    assert sea.events[1].tolist()[:2] == [Event.PROTECTS, number(unit)]


@pytest.mark.rule("21.35")
def test_a_convoy_sets_out_with_nobody_yet():
    sea = convoy(step=4, cursor=4, rounds=4, groups=0, group=0, laden=[1, 2, 0, 0])
    sea.call(convoys.set_out, Convoy.ESCORT)
    assert (sea.game.convoy, sea.game.phase) == (Convoy.ESCORT, Phase.CONVOY)
    assert (sea.game.step, sea.game.cursor, sea.game.rounds) == (convoys.PROTECTING, 0, 0)
    assert sea.game.groups == sea.game.group == 1
    assert sea.events[1].tolist()[:3] == [Event.CONVOY_SAILS, Convoy.ESCORT, 3]


@pytest.mark.rule("21.311")
def test_who_met_a_convoy_goes_home_used():
    sea = convoy().ship("scharnhorst", place="brest", in_group=1, seen_in=1).ship("gneisenau", place="brest")
    sea.ship("german_destroyers", "german_destroyers_2", place="brest", strength=3).ship("hood", place="atlantic_sw")
    sends(sea, "german_destroyers", 2).game.against[number("hood")] = 1
    sea.call(convoys.go_home)
    ships = ("scharnhorst", "gneisenau", "german_destroyers", "german_destroyers_2", "hood")
    assert [sea.of(ship, "inverted") for ship in ships] == [1, 0, 1, 0, 0]
    assert sea.of("scharnhorst", "in_group") == sea.of("scharnhorst", "seen_in") == sea.game.sent[0].sum() == 0
    assert sea.of("hood", "against") == 1


@pytest.mark.rule("21.424")
@pytest.mark.parametrize("dice, found", [((4, 4, 4), True), ((4, 4, 3), False)])
def test_the_dice_must_cover_the_way_to_the_convoy(dice, found):
    sea = convoy(cursor=number("brest"), step=convoys.HUNTING).ship("scharnhorst", place="brest", in_group=1, seen_in=1)
    sea.book.lane[number("brest")], sea.book.ultra[:] = 12, 0
    sea.dice(*dice).call(convoys.take_hunt, Option.DONE)
    assert sea.game.step == (convoys.SCREENING if found else convoys.HUNTING)
    assert sea.game.cursor == number("brest") + int(not found)
    assert sea.of("scharnhorst", "in_group") == int(found) and sea.told == [Event.HUNT]


@pytest.mark.rule("21.424")
def test_a_port_from_which_nobody_sails_rolls_no_die():
    sea = convoy(cursor=number("brest"), step=convoys.HUNTING).ship("scharnhorst", place="brest")
    sea.call(convoys.take_hunt, Option.DONE)
    assert sea.told == [] and sea.game.cursor == number("brest") + 1 and sea.game.step == convoys.HUNTING


# --- against raiders (20.17, 21.534) ---------------------------------------------------------------------------------


def out(**fields):
    """Scharnhorst is out as the first group, Gneisenau as the second."""
    sea = Sea(**{"turn": 5, "groups": 2, "group": 1, "engagement": 1, **fields})
    sea.ship("scharnhorst", place="germany", in_group=1).ship("gneisenau", place="germany", in_group=2)
    sea.game.origin[:2], sea.game.ships_in[:2] = number("germany"), 1
    return sea


@pytest.mark.rule("20.162A")
@pytest.mark.parametrize("factors, ship, row", [(21, 1, 1), (22, 1, 1), (23, 0, 1), (24, 0, 1), (25, 0, 0)])
def test_a_force_that_intercepts_has_no_more_than_twenty_five_factors(factors, ship, row):
    sea = out(subject=number("scapa_flow")).ship("hood", place="scapa_flow").ship("renown", place="britain")
    sea.ship("scapa_destroyers", place="scapa_flow", strength=40)
    sends(sea, "scapa_destroyers", factors)
    mask = sea.mask(interception.mask_intercept)
    allowed = [int(mask[FIRST_UNIT + number(one)]) for one in ("hood", "scapa_destroyers", "renown")]
    assert allowed == [ship, row, 0] and mask[Option.DONE]


@pytest.mark.rule("20.17")
def test_factors_that_try_to_meet_a_group():
    sea = out().ship("hood", place="scapa_flow", against=1).ship("renown", place="scapa_flow", against=2)
    sends(sends(sea, "scapa_destroyers", 2), "home_destroyers", 4, group=2)
    assert sea.call(interception.force_factors) == 3 + 2


@pytest.mark.rule("21.311")
def test_who_tries_to_meet_a_group_is_used_when_it_is_met():
    sea = out(cursor=number("scapa_flow")).ship("hood", place="scapa_flow")
    sea.book.distance[:] = 3
    sea.call(interception.take_intercept, FIRST_UNIT + number("hood"))
    assert (sea.of("hood", "against"), sea.of("hood", "engaged")) == (1, 0)
    sea.book.spotting[:], sea.book.spotting_from, sea.book.ultra[:] = 3, 1, 0
    for dice, met in (((1, 1, 1), True), ((1, 1, 1), False)):
        sea.book.distance[:] = 3 if met else 4
        sea.game.step, sea.game.rounds = interception.CHOOSING, 3
        sea.ship("hood", place="scapa_flow", against=1, engaged=0)
        sea.dice(*dice).call(interception.take_intercept, Option.DONE)
        assert sea.of("hood", "engaged") == sea.of("hood", "against") == int(met)
        assert sea.game.step == (interception.SCREENING if met else interception.CHOOSING)
        assert sea.game.rounds == (0 if met else 3)
    assert sea.of("scharnhorst", "seen_in") == 1 and sea.of("gneisenau", "seen_in") == 0
    assert sea.game.cursor == number("scapa_flow") + 1


@pytest.mark.rule("21.533D")
@pytest.mark.parametrize(
    "change, met",
    [({"ultra": 1}, True), ({}, False), ({"factors": 10}, True), ({"factors": 9}, False), ({"searching": 2}, True),
     ({"searching": 1}, False), ({"ultra": 1, "at_sea": 1}, False), ({"ultra": 1, "ships": 0}, False),
     ({"ultra": 1, "other_at_sea": 1}, True), ({"ultra": 1, "place": "bergen"}, False), ({"ultra": -1}, False)],
)  # fmt: skip
def test_which_groups_are_met_on_their_way(change, met):
    sea = out()
    sea.book.ultra[:], sea.book.spotting[:], sea.book.spotting_from = change.get("ultra", 0), 0, 5
    sea.book.factors[number("scharnhorst")] = change.get("factors", 3)
    sea.book.spotting[number("germany")] = change.get("searching", 0)
    sea.game.at_sea[number("scharnhorst")] = change.get("at_sea", 0)
    sea.game.at_sea[number("gneisenau")] = change.get("other_at_sea", 0)
    sea.game.ships_in[0] = change.get("ships", 1)
    if "place" in change:
        sea.game.place[number("scharnhorst")] = sea.game.origin[0] = number("bergen")
    assert bool(sea.call(interception.can_be_met, 1)) == met


@pytest.mark.rule("21.5342")
@pytest.mark.parametrize(
    "change, modifier",
    [
        ({}, -3),
        ({"air_range": 2}, -1),
        ({"ultra": -1}, -4),
        ({"ships": 3}, -2),
        ({"ships": 2}, -3),
        ({"group": 2}, -2),
        ({"turn": 10}, -2),
        ({"cves": 5}, -3),
        ({"cves": 6}, -2),
        ({"cves": 24}, 1),
        ({"cves": 60}, 1),
    ],
)
def test_what_is_added_to_the_raider_die_in_the_atlantic(change, modifier):
    sea = Sea("raiders_long", turn=change.get("turn", 5), groups=2, group=1, engagement=1)
    sea.game.origin[:2] = number("germany")
    sea.ship("gneisenau", place="germany", in_group=2 if "group" in change else 0)
    for ship in ("scharnhorst", "german_cruiser_1", "german_cruiser_2")[: change.get("ships", 1)]:
        sea.ship(ship, place="germany", in_group=1)
    sea.book.air_range[:], sea.book.ultra[:] = change.get("air_range", 0), change.get("ultra", 0)
    sea.ship("escort_carriers", place="atlantic_sw", strength=change.get("cves", 0))
    assert sea.call(raids.raider_modifier, change.get("group", 1)) == modifier


@pytest.mark.rule("21.5342")
@pytest.mark.parametrize(
    "cves, squadrons, modifier", [(0, 0, -3), (2, 0, -3), (3, 0, -2), (1, 2, -2), (12, 0, 1), (99, 9, 1)]
)
def test_what_is_added_in_the_indian_ocean(cves, squadrons, modifier):
    sea = Sea("raiders_long", turn=12, groups=1, group=1)
    sea.game.origin[0] = number("indian_sw")
    sea.ship("scharnhorst", place="indian_sw", in_group=1, at_sea=1)
    sea.book.air_range[:], sea.book.ultra[:], sea.book.searching[:] = 0, 0, squadrons
    sea.ship("escort_carriers", place="indian_sw", strength=cves)
    assert sea.call(raids.raider_modifier, 1) == modifier


@pytest.mark.rule("21.5342")
@pytest.mark.parametrize(
    "kind, factors, die",
    [(Kind.CARRIER, 2, 6), (Kind.CARRIER, 4, 6), (Kind.CVE, 1, 0), (Kind.DD, 1, 1), (Kind.CA, 2, 2),
     (Kind.CAPITAL, 2, 2), (Kind.CAPITAL, 3, 3), (Kind.CAPITAL, 5, 5)],
)  # fmt: skip
def test_the_type_die_of_each_ship(kind, factors, die):
    sea = Sea()
    sea.book.kind[number("hood")], sea.book.factors[number("hood")] = kind, factors
    assert sea.call(raids.die_of, "hood") == die


@pytest.mark.rule("21.5342C", "21.313")
@pytest.mark.parametrize(
    "change, may",
    [({}, True), ({"destroyers": 1}, False), ({"destroyers": 2}, True), ({"squadrons": 1}, False),
     ({"other": 1}, False), ({"other": 2}, True), ({"destroyers": 0, "cruiser": 1}, True), ({"options": 0}, False)],
)  # fmt: skip
def test_a_carrier_engages_with_as_many_light_factors(change, may):
    """Ark Royal has two; one carrier a group."""
    sea = out().ship("ark_royal", place="scapa_flow", squadrons=change.get("squadrons", 2))
    sea.ship("scapa_destroyers", place="scapa_flow", strength=change.get("destroyers", 3))
    sea.book.options = change.get("options", 1 << 2)
    if change.get("destroyers", 3) == 0:
        sea.game.place[number("scapa_destroyers")] = NOWHERE
    if "cruiser" in change:
        sea.ship("british_cruiser_1", place="scapa_flow")
    if "other" in change:
        sea.ship("courageous", place="scapa_flow", against=change["other"])
    assert bool(sea.call(raids.carrier_may_engage, "ark_royal", 1)) == may


@pytest.mark.rule("21.5342", "20.91")
@pytest.mark.parametrize("unit", ["hood", "scapa_destroyers"])
def test_who_is_sent_against_a_group(unit):
    sea = out().ship(unit, place="scapa_flow", strength=5)
    sea.call(raids.send, unit, 2)
    row = sea.book.row[number("scapa_destroyers")]
    assert sea.of(unit, "engaged") == 1 and sea.of("hood", "against") == (2 if unit == "hood" else 0)
    assert sea.game.sent[:2, row].tolist() == ([0, 0] if unit == "hood" else [0, 1])
    assert sea.call(raids.factors_free, unit) == (0 if unit == "hood" else 4)
    assert sea.call(raids.is_engaged, 2) and not sea.call(raids.is_engaged, 1)


@pytest.mark.rule("21.538A")
@pytest.mark.parametrize("answer, against", [(Option.YES, 1), (Option.NO, 0)])
def test_the_second_round_of_combat_may_be_declined(answer, against):
    sea = out(engagement=2, cursor=0).ship("hood", place="scapa_flow", against=1)
    sea.ship("renown", place="scapa_flow", against=2)
    sends(sends(sea, "scapa_destroyers", 2), "scapa_destroyers", 3, group=2)
    sea.call(raids.take_fight, answer)
    row = sea.book.row[number("scapa_destroyers")]
    assert (sea.of("hood", "against"), sea.of("renown", "against")) == (against, 2) and sea.game.cursor == 1
    assert sea.game.sent[:2, row].tolist() == [2 * against, 3] and sea.told == [Event.AVOIDS] * (1 - against)


@pytest.mark.rule("21.5342", "20.162A")
@pytest.mark.parametrize(
    "opposed, detected, seen",
    [(raids.OPPOSED, 1, True), (raids.OPPOSED, 0, False), (raids.LET_PASS, 3, False), (raids.OPPOSED, 4, True)],
)
def test_raiders_that_are_detected_are_seen(opposed, detected, seen):
    sea = out()
    sea.game.opposed[:2], sea.game.detected[:2] = [opposed, raids.LET_PASS], [detected, 0]
    sea.call(raids.show_engaged)
    assert (sea.of("scharnhorst", "seen_in") == 1) == seen and sea.of("gneisenau", "seen_in") == 0


@pytest.mark.rule("21.5361B", "21.5363")
@pytest.mark.parametrize(
    "change, cleared",
    [({}, True), ({"fronted": 1}, False), ({"fronted": 1, "condition": Condition.DAMAGED}, False),
     ({"fronted": 1, "condition": Condition.LOST}, True), ({"lights": 1}, False)],
)  # fmt: skip
def test_defenders_that_began_unscreened_keep_raiders_from_the_transports(change, cleared):
    sea = out().ship("hood", place="scapa_flow", against=1, held=1, line=Line.SCREENED, **change)
    sea.ship("scharnhorst", place="germany", in_group=1, fronted=1, held=1)
    sea.ship("scapa_destroyers", place="scapa_flow", strength=5, lights=change.get("lights", 0))
    sends(sea, "scapa_destroyers", 3)
    sea.call(raids.leave_battle)
    assert bool(sea.game.cleared[0]) == cleared and sea.of("hood", "held") == 0 and sea.of("scharnhorst", "held") == 1
    assert sea.game.sent[0, sea.book.row[number("scapa_destroyers")]] == change.get("lights", 0)
    assert sea.of("hood", "line") == Line.NONE


@pytest.mark.rule("21.5361B")
@pytest.mark.parametrize(
    "side, held, line",
    [
        (Side.AXIS, 1, Line.NONE),
        (Side.AXIS, 0, Line.CAPITAL),
        (Side.ALLIES, 1, Line.SCREENED),
        (Side.ALLIES, 0, Line.CAPITAL),
    ],
)
def test_withheld_raiders_are_out_of_the_battle_and_screened_defenders_behind_the_line(side, held, line):
    sea = out().ship("hood", place="scapa_flow", against=1)
    ship = "scharnhorst" if side == Side.AXIS else "hood"
    sea.game.held[number(ship)] = held
    sends(sea, "scapa_destroyers", 3).ship("scapa_destroyers", place="scapa_flow", strength=5)
    sea.call(raids.enter_battle)
    assert sea.of(ship, "line") == line and sea.of("gneisenau", "line") == Line.NONE
    assert sea.of("scapa_destroyers", "lights") == 3


@pytest.mark.rule("21.5362B", "21.5362C")
@pytest.mark.parametrize("met, held, factors", [(0, 0, 5), (1, 1, 3), (1, 0, 0)])
def test_the_guns_of_a_group_fire_together_at_the_transports(met, held, factors):
    """Scharnhorst and a cruiser; once they have been met, only who was withheld.  One more against transports."""
    sea = out(transports=[9, 9, 0], unbuilt=1).ship("german_cruiser_1", place="germany", in_group=1)
    sea.game.held[number("scharnhorst")], sea.game.met[:2] = held, [met, 0]
    sea.book.drm[:] = 0
    sea.book.drm[Nation.GERMANY], sea.book.drm[Nation.BRITAIN] = 3, 1
    sea.book.hits_by_guns[:] = 0
    sea.book.hits_by_guns[factors, 4 + 3 - 1 + 1] = 2
    sea.dice(2, 2).call(raids.raid_transports, 1)
    sunk = 2 if factors else 0
    assert sea.game.transports.tolist() == [9 - sunk, 9, 0] and sea.game.unbuilt == 1 + sunk
    assert sea.game.points.tolist() == [0, sunk * int(sea.book.worth[Worth.TRANSPORT])]
    if factors:
        assert [row.tolist()[:4] for row in sea.events[1:6] if row[0] == Event.AT_TRANSPORTS] == [
            [Event.AT_TRANSPORTS, 1, factors, 2]]  # fmt: skip
    assert (sea.of("scharnhorst", "seen_in"), sea.of("german_cruiser_1", "seen_in")) == (
        int(factors > 0),
        int(factors == 5),
    )


@pytest.mark.rule("21.5362A")
@pytest.mark.parametrize("squadrons, sunk", [(2, 2), (0, 0)])
def test_a_carrier_strikes_transports_once(squadrons, sunk):
    """Seven, two for the airmen of Germany, one at sea, less one for Britain."""
    sea = out(transports=[9, 9, 0]).ship("graf_zeppelin", place="germany", in_group=1, squadrons=squadrons)
    sea.book.drm[:], sea.book.air_drm[:], sea.book.hits_by_air[:] = 1, 2, 0
    sea.book.hits_by_air[2, 9] = 2
    sea.dice(3, 4).call(raids.strike_transports, "graf_zeppelin", 1)
    assert sea.game.transports.tolist() == [9 - sunk, 9, 0] and sea.told == [Event.STRIKES_TRANSPORTS] * (sunk > 0)


@pytest.mark.rule("21.537", "21.538B")
def test_a_group_returns_as_one_and_its_ships_are_used():
    sea = out(engagement=2, phase=Phase.RETURN, step=4, cursor=4).ship("bismarck", place="germany", in_group=1)
    sea.game.condition[number("bismarck")] = Condition.LOST
    sea.call(raids.take_return, FIRST_PLACE + number("brest"))
    assert sea.of("scharnhorst", "place") == number("brest") and sea.of("scharnhorst", "inverted") == 1
    assert sea.of("gneisenau", "place") == number("germany") and sea.of("gneisenau", "inverted") == 0
    assert sea.of("bismarck", "place") == number("germany")
    assert sea.game.origin[:2].tolist() == [number("brest"), number("germany")]
    assert (sea.game.phase, sea.game.step, sea.game.cursor) == (Phase.INTERCEPTION, 0, 0)
    assert sea.events[1].tolist()[:3] == [Event.RETURNS, 1, number("brest")]


@pytest.mark.rule("21.537B")
def test_when_all_groups_are_home_defenders_that_engaged_are_used():
    sea = out(group=3, engagement=2, phase=Phase.RETURN).ship("hood", place="scapa_flow", engaged=1)
    sea.ship("renown", place="scapa_flow")
    assert not sea.call(raids.return_home)
    assert (sea.of("hood", "inverted"), sea.of("renown", "inverted")) == (1, 0) and sea.game.phase == Phase.SUBMARINES
    assert sea.game.groups == 0 and sea.of("scharnhorst", "in_group") == 0
    sea = out(group=1, engagement=2, phase=Phase.RETURN)
    sea.game.ships_in[0] = 0
    assert sea.call(raids.return_home) and sea.game.group == 2 and sea.game.seat == Side.AXIS


# --- invasions (21.51) -----------------------------------------------------------------------------------------------


def landing(**fields):
    """Marines of Noumea are to land on Guadalcanal, which Japan holds."""
    sea = raiding(side=Side.ALLIES, **fields)
    sea.game.phase = Phase.INVASIONS
    sea.game.control[number("guadalcanal")] = Side.AXIS
    for field in ("garrison", "infantry", "marines", "tired_infantry", "tired_marines", "aboard_infantry",
                  "aboard_marines"):  # fmt: skip
        sea.game[field] = 0
    sea.game.garrison[number("guadalcanal")] = 1
    sea.book.ground_factors[:] = 2
    return sea


@pytest.mark.rule("21.513B", "21.513C")
@pytest.mark.parametrize(
    "base, side, garrison, a_factor",
    [("noumea", Side.ALLIES, 1, 2), ("noumea", Side.ALLIES, 0, 1), ("australia_box", Side.ALLIES, 1, 3),
     ("australia_box", Side.ALLIES, 0, 2), ("japan_box", Side.AXIS, 1, 2)],
)  # fmt: skip
def test_destroyers_for_each_ground_factor(base, side, garrison, a_factor):
    sea = landing()
    sea.game.moving, sea.game.garrison[number("guadalcanal")] = side, garrison
    assert sea.call(troops.destroyers_a_factor, base) == a_factor
    sea.game.aboard_infantry[number(base)], sea.game.aboard_marines[number(base)] = 2, 1
    assert sea.call(troops.aboard, base, side) == 6
    assert sea.call(troops.destroyers_needed, side) == 6 * a_factor


@pytest.mark.rule("21.513C")
@pytest.mark.parametrize(
    "base, units, transports", [("australia_box", 2, 1), ("australia_box", 3, 2), ("noumea", 3, 0)]
)
def test_a_transport_for_every_five_factors_from_a_box(base, units, transports):
    sea = landing()
    sea.game.aboard_infantry[number(base)] = units
    assert sea.call(troops.transports_needed, Side.ALLIES) == transports
    assert sea.call(troops.transports_needed, Side.AXIS) == 0


@pytest.mark.rule("21.517I")
@pytest.mark.parametrize("kind, there, port, room", [
    (Ground.INFANTRY, 0, 0, True), (Ground.INFANTRY, 1, 0, False), (Ground.INFANTRY, 1, 1, True),
    (Ground.INFANTRY, 2, 1, False), (Ground.MARINES, 2, 0, True), (Ground.MARINES, 3, 1, False),
])  # fmt: skip
def test_how_many_units_stay_on_an_island(kind, there, port, room):
    sea = landing()
    hex = number("guadalcanal")
    sea.game.ports[hex] = port
    sea.game["infantry" if kind == Ground.INFANTRY else "marines"][hex] = there
    assert bool(sea.call(invasions.has_room_ashore, hex, kind)) == room


@pytest.mark.rule("21.517I", "21.516C")
@pytest.mark.parametrize("kind, field", [(Ground.INFANTRY, "infantry"), (Ground.MARINES, "marines")])
def test_a_unit_that_goes_ashore_does_no_more_this_turn(kind, field):
    sea, other = landing(), "marines" if field == "infantry" else "infantry"
    hex, base = number("guadalcanal"), number("noumea")
    for one in (field, other):
        sea.game[one][base] = sea.game[f"aboard_{one}"][base] = 2
    sea.call(invasions.land, hex, kind)
    assert (sea.game[field][hex], sea.game[f"tired_{field}"][hex], sea.game[other][hex]) == (1, 1, 0)
    assert (sea.game[field][base], sea.game[f"aboard_{field}"][base]) == (1, 1)
    assert (sea.game[other][base], sea.game[f"aboard_{other}"][base]) == (2, 2)
    assert sea.events[1].tolist()[:3] == [Event.ASHORE, hex, kind]


@pytest.mark.rule("21.511")
@pytest.mark.parametrize("option, field", [(Option.INFANTRY, "aboard_infantry"), (Option.MARINES, "aboard_marines")])
def test_a_unit_goes_aboard_in_its_base(option, field):
    sea = landing(subject=number("noumea"), step=99)
    sea.call(invasions.take_troop, option)
    assert sea.game[field][number("noumea")] == 1 and sea.game.step == troops.EMBARK
    assert sea.game.aboard_infantry.sum() + sea.game.aboard_marines.sum() == 1
    assert sea.events[1].tolist()[:3] == [Event.EMBARKS, number("noumea"), int(option) - int(Option.INFANTRY)]


@pytest.mark.rule("21.516B", "20.59")
@pytest.mark.parametrize("destroyers, infantry, marines, carrying", [(12, 2, 1, 12), (13, 2, 1, 12), (11, 1, 1, 8),
                                                                     (7, 0, 1, 4), (3, 0, 0, 0)])  # fmt: skip
def test_troops_for_which_too_few_destroyers_are_left_are_lost(destroyers, infantry, marines, carrying):
    """Units of two factors, of which those of fewest go first: infantry where they are alike."""
    sea, base = landing(), number("noumea")
    sea.game.infantry[base] = sea.game.aboard_infantry[base] = 2
    sea.game.marines[base] = sea.game.aboard_marines[base] = 1
    sea.ship("noumea_flotilla_1", place="noumea", strength=9, force=9, carrying=min(9, destroyers))
    sea.ship("noumea_flotilla_2", place="noumea", strength=9, force=9, carrying=max(0, destroyers - 9))
    sea.call(troops.fit_cargo, Side.ALLIES)
    assert (sea.game.aboard_infantry[base], sea.game.aboard_marines[base]) == (infantry, marines)
    assert (sea.game.infantry[base], sea.game.marines[base]) == (infantry, marines)
    assert sea.call(troops.carriers_left) == carrying
    assert sea.told == [Event.TROOPS_LOST] * (3 - infantry - marines)


@pytest.mark.rule("20.59")
def test_of_troops_those_with_fewest_factors_are_lost_first():
    for infantry_factors, marine_factors, lost in ((3, 2, "marines"), (2, 3, "infantry")):
        sea, base = landing(), number("noumea")
        sea.book.ground_factors[Side.ALLIES, Ground.INFANTRY] = infantry_factors
        sea.book.ground_factors[Side.ALLIES, Ground.MARINES] = marine_factors
        for kind in ("infantry", "marines"):
            sea.game[kind][base] = sea.game[f"aboard_{kind}"][base] = 1
        sea.ship("noumea_flotilla_1", place="noumea", strength=9, force=9, carrying=9)
        sea.call(troops.fit_cargo, Side.ALLIES)
        assert {kind: int(sea.game[kind][base]) for kind in ("infantry", "marines")} == {
            "infantry": int(lost != "infantry"), "marines": int(lost != "marines")}  # fmt: skip


@pytest.mark.rule("21.512", "21.3614")
def test_the_way_between_bases_leads_over_one_port_at_most():
    sea = landing()
    places = [number(place) for place in ("suva", "noumea", "townsville", "efate")]
    sea.book.hexes[:], sea.book.port_range[:] = 99, 20
    one, over, far, island = places
    for a, b, hexes in ((one, over, 8), (over, far, 9), (one, island, 3), (island, far, 4), (far, over, 9)):
        sea.book.hexes[a, b] = sea.book.hexes[b, a] = hexes
    sea.game.ports[island], sea.game.control[places] = 0, Side.ALLIES
    assert sea.call(troops.legs_between, Side.ALLIES, one, one) == 0
    assert sea.call(troops.legs_between, Side.ALLIES, one, over) == 8
    assert sea.call(troops.legs_between, Side.ALLIES, one, far) == 17  # over the island there is no port
    sea.game.ports[island] = 1
    assert sea.call(troops.legs_between, Side.ALLIES, one, far) == 7
    sea.book.hexes[one, far] = 6
    assert sea.call(troops.legs_between, Side.ALLIES, one, far) == 6
    sea.book.hexes[one] = 99
    assert sea.call(troops.legs_between, Side.ALLIES, one, far) == 21


@pytest.mark.rule("20.58A", "20.59")
@pytest.mark.parametrize("dice, hits", [((1, 3), 0), ((2, 3), 1), ((6, 6), 2)])
def test_destroyers_with_troops_are_fired_at_with_one_more(dice, hits):
    """Kongo fires with three factors: from six on a hit (20.51); one more for ships at work, less one for the US."""
    sea = landing().ship("kongo", place="rabaul", force=1).ship("hiei", place="rabaul", force=1, condition=1)
    sea.ship("noumea_flotilla_1", place="noumea", strength=8, force=8, carrying=8)
    sea.game.marines[number("noumea")] = sea.game.aboard_marines[number("noumea")] = 2
    sea.book.drm[:] = 1
    sea.dice(*dice).call(landing_battles.fire_at_cargo, Side.AXIS)
    assert sea.of("noumea_flotilla_1", "strength") == 8 - hits
    assert sea.events[1].tolist()[:4] == [Event.LIGHT_FIRE_ON_LIGHT, Side.AXIS, 3, hits]
    assert sea.game.aboard_marines[number("noumea")] == (2 if hits == 0 else 1)


@pytest.mark.rule("20.252")
def test_the_lowest_modifier_of_a_force():
    sea = landing().ship("noumea_flotilla_1", "pacific_cruiser_1", "australian_cruiser_1", place="noumea", force=1)
    sea.book.drm[Nation.US], sea.book.drm[Nation.AUSTRALIA], sea.book.drm[Nation.JAPAN] = 3, 2, 1
    sea.ship("kongo", place="rabaul", force=1)
    assert sea.call(landing_battles.lowest_drm, Side.ALLIES) == 2
    sea.game.force[number("australian_cruiser_1")] = 0
    assert sea.call(landing_battles.lowest_drm, Side.ALLIES) == 3


@pytest.mark.rule("21.516A", "21.3611")
def test_interceptors_meet_an_invasion_before_the_island_or_where_it_embarks():
    sea = landing()
    truk, noumea = number("truk"), number("noumea")
    sea.book.hexes[truk, sea.game.raiding] = 20
    assert sea.call(landing_battles.meeting_hex, "truk") == sea.game.raiding
    sea.book.hexes[truk, sea.game.raiding], sea.book.hexes[truk, noumea] = 21, 20
    assert sea.call(landing_battles.meeting_hex, "truk") == NOWHERE
    sea.game.aboard_infantry[noumea] = 1
    sea.ship("noumea_flotilla_1", place="noumea", strength=2, force=2, carrying=2)
    assert sea.call(landing_battles.meeting_hex, "truk") == NOWHERE  # they come from no other base
    sea.ship("townsville_flotilla", place="townsville", strength=2, force=2, carrying=1)
    assert sea.call(landing_battles.meeting_hex, "truk") == noumea
    sea.book.hexes[truk, noumea] = 21
    assert sea.call(landing_battles.meeting_hex, "truk") == NOWHERE


@pytest.mark.rule("21.514D", "21.313")
@pytest.mark.parametrize("factors, brps, may", [(2, 2, True), (2, 1, True), (2, 0, False), (3, 1, True), (4, 1, False)])
def test_ships_sail_along_for_their_brps(factors, brps, may):
    """A BRP for each three factors begun (H)."""
    sea = landing(power=Side.ALLIES).ship("pacific_cruiser_1", place="noumea")
    sea.book.factors[number("pacific_cruiser_1")], sea.game.brps[:] = factors, [brps, 9]
    assert bool(sea.call(invasions.may_sail, "pacific_cruiser_1", Side.ALLIES)) == may


@pytest.mark.rule("21.514D")
def test_an_invasion_sets_out_for_its_brps():
    sea = landing(power=Side.ALLIES, brps=[9, 9], used_transports=[0, 0, 1], tried=1, step=troops.SAIL)
    sea.ship("pacific_cruiser_1", place="noumea", force=1)
    sea.ship("noumea_flotilla_1", place="australia_box", strength=9, force=6)
    sea.game.infantry[number("australia_box")] = sea.game.aboard_infantry[number("australia_box")] = 1
    sea.call(invasions.set_out, Side.ALLIES)
    assert sea.game.brps.tolist() == [9 - 3, 9] and sea.game.used_transports.tolist() == [0, 0, 2]
    assert sea.game.task_force[Side.ALLIES] == 0 and not sea.game.tried.any() and sea.game.step == troops.MEET
    assert sea.events[1].tolist()[:4] == [Event.INVADES, number("guadalcanal"), 3, 0]
    assert sea.of("noumea_flotilla_1", "carrying") == 6 and sea.of("pacific_cruiser_1", "force_seen") == 1


@pytest.mark.rule("21.514D")
def test_an_invasion_that_is_called_off_costs_nothing():
    sea = landing(power=Side.ALLIES, brps=[9, 9], step=troops.SAIL, most_guns=3)
    sea.ship("pacific_cruiser_1", place="noumea", force=1)
    sea.game.aboard_infantry[number("noumea")] = sea.game.aboard_marines[number("noumea")] = 1
    sea.call(invasions.call_off)
    assert not sea.game.force.any() and not sea.game.aboard_infantry.any() and not sea.game.aboard_marines.any()
    assert sea.game.brps.tolist() == [9, 9] and sea.game.raiding == NOWHERE and sea.game.step == troops.HEX
    assert sea.game.most_guns == 0 and sea.of("pacific_cruiser_1", "inverted") == 0
    assert sea.events[1].tolist()[:2] == [Event.CALLED_OFF, number("guadalcanal")]


@pytest.mark.rule("21.516")
@pytest.mark.parametrize("beaten, carrying, step", [(True, 4, troops.BEATEN), (False, 4, troops.MEET),
                                                    (False, 0, troops.BEATEN)])  # fmt: skip
def test_after_a_battle_the_invasion_goes_on_or_has_failed(beaten, carrying, step):
    sea = landing(step=99).ship("kongo", place="rabaul", force=1)
    sea.ship("noumea_flotilla_1", place="noumea", strength=8, force=8, carrying=carrying)
    sea.game.marines[number("noumea")] = sea.game.aboard_marines[number("noumea")] = 1
    sea.call(landing_battles.end_meeting, beaten)
    assert sea.game.step == step and sea.of("kongo", "inverted") == 1 and sea.of("kongo", "force") == 0


@pytest.mark.rule("21.516A", "21.516C")
@pytest.mark.parametrize("beaten, aboard, step", [(True, 0, troops.BEATEN), (False, 1, troops.MEET)])
def test_troops_that_have_not_embarked_yet_do_so_or_stay_in_port(beaten, aboard, step):
    sea = landing(unembarked=1)
    sea.ship("noumea_flotilla_1", place="townsville", strength=8, force=8)
    sea.game.marines[number("noumea")] = sea.game.aboard_marines[number("noumea")] = 1
    sea.call(landing_battles.end_meeting, beaten)
    assert sea.game.unembarked == 0 and sea.game.aboard_marines[number("noumea")] == aboard
    assert sea.of("noumea_flotilla_1", "carrying") == 4 * aboard and sea.game.step == step
    assert sea.game.tired_marines[number("noumea")] == 0 and sea.game.marines[number("noumea")] == 1


@pytest.mark.rule("21.514A")
def test_destroyers_with_the_shortest_way_carry_the_troops():
    sea, base = landing(), number("noumea")
    sea.ship("noumea_flotilla_1", place="noumea", strength=3, spent=1)
    sea.ship("townsville_flotilla", place="townsville", strength=9).ship("pacific_cruiser_1", place="noumea")
    sea.game.marines[base] = sea.game.aboard_marines[base] = 2
    assert sea.call(troops.capacity, Side.ALLIES, base) == 2 + 9
    sea.call(troops.assign_carriers, Side.ALLIES)
    assert (sea.of("noumea_flotilla_1", "force"), sea.of("townsville_flotilla", "force")) == (2, 6)
    sea.call(troops.load, Side.ALLIES)
    assert (sea.of("noumea_flotilla_1", "carrying"), sea.of("townsville_flotilla", "carrying")) == (2, 6)
    assert np.flatnonzero(sea.game.force).tolist() == sorted(
        [number("noumea_flotilla_1"), number("townsville_flotilla")]
    )


@pytest.mark.rule("21.537")
def test_where_no_transports_are_nobody_is_asked_about_them():
    sea = out(transports=[0, 0, 0])
    assert sea.call(raids.sink_transports, 1, 5) == 0 and sea.game.points.tolist() == [0, 0]
    assert sea.game.transports[Box.ATLANTIC] == 0 and NOBODY == -1


# --- one is enough, none is not --------------------------------------------------------------------------------------


@pytest.mark.rule("21.511")
@pytest.mark.parametrize("kind", [Ground.INFANTRY, Ground.MARINES])
def test_the_base_from_which_a_unit_is_aboard(kind):
    sea = landing()
    assert sea.call(troops.base_of, kind) == -1
    sea.game["aboard_infantry" if kind == Ground.INFANTRY else "aboard_marines"][number("noumea")] = 1
    assert sea.call(troops.base_of, kind) == number("noumea") and sea.call(troops.base_of, 1 - kind) == -1


@pytest.mark.rule("21.514B")
@pytest.mark.parametrize("field", ["aboard_infantry", "aboard_marines"])
def test_destroyers_that_do_not_reach_a_base_of_one_unit_do_not_carry(field):
    sea = landing().ship("noumea_flotilla_1", place="noumea", strength=3)
    assert sea.call(troops.may_carry, "noumea_flotilla_1", Side.ALLIES, -1)
    assert sea.call(troops.may_carry, "noumea_flotilla_1", Side.ALLIES, "noumea")
    sea.game.way[Side.ALLIES, number("townsville")] = 21
    assert not sea.call(troops.may_carry, "noumea_flotilla_1", Side.ALLIES, "townsville")
    sea.game[field][number("townsville")] = 1
    assert not sea.call(troops.may_carry, "noumea_flotilla_1", Side.ALLIES, -1)


@pytest.mark.rule("20.59", "20.57")
@pytest.mark.parametrize("hits", [0, 1, 2, 3])
def test_with_destroyers_that_carry_them_troops_are_lost(hits):
    """Four destroyers carry two factors, beside nine transports."""
    sea = convoy(laden=[0, 0, 0, 9], troops=2, transports=[9, 5, 0], used_transports=[9, 0, 0])
    sea.game.convoy = Convoy.SEA_TRANSPORT
    sea.ship("home_destroyers", place="britain", strength=4, carrying=4)
    sea.call(cargo.lose_carriers, 2 * hits)
    left = sea.of("home_destroyers", "carrying")
    assert left == sea.of("home_destroyers", "strength") == 4 - hits and sea.game.laden[3] == 9 - hits
    assert sea.game.troops == left // 2


@pytest.mark.rule("21.23A", "21.233")
@pytest.mark.parametrize(
    "change, takes_in",
    [({}, True), ({"place": "rabaul"}, False), ({"control": Side.ALLIES}, False), ({"opens": 9}, False),
     ({"strength": 51}, False), ({"hexes": 21}, False), ({"hexes": 20}, True)],
)  # fmt: skip
def test_where_a_displaced_ship_is_taken_in(change, takes_in):
    sea = raiding().ship("kongo", place=change.get("place", "truk"), strength=change.get("strength", 3))
    there = number("rabaul")
    sea.game.control[there], sea.book.opens[there] = change.get("control", Side.AXIS), change.get("opens", 0)
    sea.book.hexes[number("truk"), there] = change.get("hexes", 5)
    sea.book.port_range[:] = 20
    assert bool(sea.call(pacific.takes_in, "rabaul", "kongo")) == takes_in


@pytest.mark.rule("21.3612")
def test_supply_is_traced_when_a_player_turn_begins():
    sea = Sea("night_express", turn=3, moving=Side.AXIS, cut_off=1)
    sea.call(pacific.begin_player_turn)
    assert sea.game.cut_off[number("truk")] == sea.game.cut_off[number("rabaul")] == 0


@pytest.mark.rule("20.162F")
def test_two_fast_factors_take_a_light_carrier_along_and_no_fleet_carrier():
    sea = Sea("night_express", turn=2, moving=Side.AXIS, power=Side.AXIS, forming=1, subject=number("truk"))
    sea.ship("japanese_cruiser_1", place="truk", under=1)
    sea.ship("zuiho", "shokaku", "mutsu", "nagato", place="truk")
    mask = sea.mask(task_forces.mask_under)
    assert (mask[FIRST_UNIT + number("zuiho")], mask[FIRST_UNIT + number("shokaku")]) == (1, 0)


@pytest.mark.rule("20.164B")
def test_a_counter_with_one_ship_has_been_chosen_for_as_often_as_not():
    """Of a hundred draws some fifty leave her under it."""
    sea, under = Sea("night_express", turn=2), 0
    for _ in range(100):
        sea.ship("kongo", place="truk", under=1, berth=number("truk"))
        sea.call(redraw_islands.take_back, Side.AXIS, 1)
        under += sea.of("kongo", "under")
        assert (sea.of("kongo", "berth") == NOWHERE) == (sea.of("kongo", "under") == 0)
    assert 38 <= under <= 62


# --- places that fall, and what control is worth (21.23, 21.5399A) ---------------------------------------------------


@pytest.mark.rule("21.5399A")
@pytest.mark.parametrize(
    "ours, theirs, negated, points",
    [((1,), (), 0, [10, 0]), ((), (1,), 0, [0, 10]), ((1,), (2,), 0, [3, 3]), ((1, 2), (), 0, [10, 0]),
     ((), (), 0, [0, 0]), ((1,), (), 1, [0, 0]), ((1,), (2,), 1, [0, 3])],
)  # fmt: skip
def test_a_group_scores_for_who_holds_it_and_half_for_who_shares_it(ours, theirs, negated, points):
    """Guadalcanal and Santa Cruz are the only islands of any group."""
    sea = Sea("night_express", turn=3)
    islands = {1: number("guadalcanal"), 2: number("santa_cruz")}
    sea.game.control[:], sea.game.points[:], sea.game.negated[:] = NOBODY, 0, 0
    sea.game.unsupplied[:] = sea.game.cut_off[:] = 0
    for side, held in ((Side.ALLIES, ours), (Side.AXIS, theirs)):
        for island in held:
            sea.game.control[islands[island]] = side
    sea.game.negated[Side.ALLIES] = negated << int(sea.book.group_of[islands[1]])
    sea.book.worth[Worth.GROUP_HELD], sea.book.worth[Worth.GROUP_SHARED] = 10, 3
    sea.call(pacific.score_control)
    assert sea.game.points.tolist() == points
    told = [row.tolist()[:3] for row in sea.events[1 : 1 + sea.events[0, 0]]]
    assert told == [[Event.CONTROL, side, points[side]] for side in range(2) if points[side]]


@pytest.mark.rule("21.23")
def test_ships_under_a_counter_are_seen_when_their_port_falls():
    """And the counter is gone; they are displaced next."""
    sea = Sea("night_express", turn=3, moving=Side.ALLIES, displacing=0)
    sea.ship("kongo", "hiei", place="truk", under=1, berth=number("kwajalein")).ship("haruna", place="truk")
    sea.ship("noumea_flotilla_1", place="kwajalein")
    sea.game.counter_at[Side.AXIS, 0] = number("kwajalein")
    sea.call(pacific.take_place, "kwajalein", Side.ALLIES)
    for ship in ("kongo", "hiei"):
        assert (sea.of(ship, "under"), sea.of(ship, "berth"), sea.of(ship, "place")) == (
            0,
            NOWHERE,
            number("kwajalein"),
        )
    assert sea.game.counter_at[Side.AXIS, 0] == NOWHERE and sea.game.displacing == 2
    assert sea.call(pacific.is_displaced, "kongo") and not sea.call(pacific.is_displaced, "haruna")
    sea.game.place[number("kongo")] = NOWHERE
    assert not sea.call(pacific.is_displaced, "kongo")


@pytest.mark.rule("21.23D", "21.23G")
@pytest.mark.parametrize("state, haven, lost", [({}, True, False), ({}, False, True),
                                                ({"condition": Condition.SUNK_IN_PORT}, True, True)])  # fmt: skip
def test_a_displaced_ship_finds_a_haven_or_is_lost(state, haven, lost):
    """The haven is the first place of the board's islands."""
    sea = Sea("night_express", turn=3, moving=Side.ALLIES, displacing=2)
    sea.ship("kongo", place="kwajalein", **state).ship("rabaul_flotilla_1", place="kwajalein", strength=2)
    sea.game.control[:] = NOBODY
    sea.game.control[number("kwajalein")] = Side.ALLIES
    there = number("truk")
    sea.book.hexes[:], sea.book.port_range[:] = 99, 20
    sea.book.hexes[number("kwajalein"), there] = 20
    sea.game.control[there] = Side.AXIS if haven else NOBODY
    assert not sea.call(pacific.displace)
    assert sea.game.displacing == 0 and (sea.condition("kongo") == Condition.LOST) == lost
    assert sea.of("kongo", "place") == (NOWHERE if lost else there)
    assert sea.of("rabaul_flotilla_1", "strength") == (2 if haven else 0) and sea.of("rabaul_flotilla_1", "lights") == 0
    assert sea.of("rabaul_flotilla_1", "place") == (there if haven else NOWHERE)


# --- once and no more -------------------------------------------------------------------------------------------------


@pytest.mark.rule("20.523A")
def test_what_is_fired_at_a_ship_takes_effect_once():
    sea = out().ship("bismarck", place="bergen", pending=1, twelves=1, line=Line.CAPITAL)
    sea.dice(1).call(fleet_combat.take_effect)
    assert (sea.of("bismarck", "hits"), sea.of("bismarck", "pending"), sea.of("bismarck", "twelves")) == (1, 0, 0)
    sea.call(fleet_combat.take_effect)
    assert sea.of("bismarck", "hits") == 1 and sea.told == [Event.CRITICAL]


@pytest.mark.rule("21.513C")
@pytest.mark.parametrize("base, side, there, aboard, may", [
    ("australia_box", Side.ALLIES, 1, 0, True), ("australia_box", Side.ALLIES, 0, 0, False),
    ("australia_box", Side.ALLIES, 1, 2, False), ("australia_box", Side.ALLIES, 2, 2, True),
    ("australia_box", Side.ALLIES, 1, 1, True), ("japan_box", Side.AXIS, 0, 3, True),
])  # fmt: skip
def test_from_a_box_there_is_a_transport_for_every_five_factors(base, side, there, aboard, may):
    """Two factors more; the home islands of Japan are no such box."""
    sea = landing(transports=[0, 0, there])
    sea.game.aboard_infantry[number(base)] = aboard
    assert bool(sea.call(invasions.has_transports, base, 2, side)) == may


@pytest.mark.rule("20.59", "21.516")
@pytest.mark.parametrize("unembarked, left", [(0, 0), (1, 1)])
def test_after_a_round_troops_are_lost_for_which_destroyers_lack(unembarked, left):
    """Two destroyers are left for two factors, which need four; troops in port are not aboard them."""
    sea = landing(step=landing_battles.AFTER, rounds=1, unembarked=unembarked)
    sea.ship("kongo", place="rabaul", force=1).ship("indiana", place="noumea", force=1)
    sea.ship("noumea_flotilla_1", place="noumea", strength=2, force=2, carrying=2 * (1 - unembarked))
    sea.game.marines[number("noumea")] = sea.game.aboard_marines[number("noumea")] = 1
    sea.call(landing_battles.end_round)
    assert sea.game.aboard_marines[number("noumea")] == left and sea.game.step == landing_battles.LEAVE


@pytest.mark.rule("21.5361B")
def test_only_ships_of_the_battle_are_drawn_as_held():
    sea = out().ship("bismarck", place="bergen", in_group=1)
    sea.ship("hood", place="scapa_flow", against=1, held=1).ship("gneisenau", place="germany", in_group=2, held=1)
    found = set()
    for _ in range(20):
        sea.call(redraw.redraw_held, Side.AXIS)
        found.add((sea.of("scharnhorst", "held"), sea.of("bismarck", "held")))
        assert sea.of("hood", "held") == sea.of("gneisenau", "held") == 1
    assert found == {(0, 0), (0, 1), (1, 0)}


@pytest.mark.rule("20.631D", "21.5331")
@pytest.mark.parametrize(
    "at_large, at_sea, decision", [(1, 1, Decision.AT_LARGE), (0, 1, Decision.AT_SEA), (0, 0, None)]
)
def test_what_is_asked_when_the_war_opens(at_large, at_sea, decision):
    sea = Sea(turn=1, phase=Phase.OPENING, step=0, cursor=0).ship("lutzow", place="germany")
    sea.book.at_large, sea.book.opens_at_sea[:] = at_large, 0
    sea.book.opens_at_sea[number("lutzow")] = at_sea
    assert sea.call(sequence.open_war) == (decision is not None)
    if decision is None:
        assert (sea.game.phase, sea.game.moving) == (Phase.START, Side.AXIS)
    else:
        assert sea.game.decision == decision


@pytest.mark.rule("20.164A", "20.162A")
@pytest.mark.parametrize("decision, factors, may", [
    (Decision.UNDER, 10, True), (Decision.UNDER, 9, False), (Decision.COUNTER_TO, 10, False), (Decision.CAP, 9, True),
])  # fmt: skip
def test_whether_who_is_asked_about_a_counter_has_an_answer(decision, factors, may):
    """No ship is left to go under it, and there is nowhere for it to go."""
    sea = Sea("night_express", turn=2, moving=Side.AXIS, power=Side.AXIS, forming=1, subject=number("truk"))
    sea.ship("rabaul_flotilla_1", place="truk", strength=factors, under=1, berth=number("truk"))
    sea.game.counter_at[Side.AXIS, 0] = number("truk")
    sea.book.hexes[:], sea.book.base_changes[:] = 99, 0
    sea.game.decision = decision
    assert bool(sea.call(redraw_islands.can_answer)) == may


@pytest.mark.rule("21.33", "21.112")
def test_raiders_return_to_a_port_with_room_or_where_there_is_none_to_the_one_they_left():
    sea, mask = Sea(turn=9), np.zeros(ACTIONS, np.int8)
    sea.ship("german_destroyers", place="brest", strength=45)
    sea.call(bases.allow_ports_with_room, Side.AXIS, 5, "bergen", mask)
    ports = {number(port) for port in ("germany", "bergen", "brest")}
    assert {*(np.flatnonzero(mask) - FIRST_PLACE).tolist()} == ports
    mask[:] = 0
    sea.call(bases.allow_ports_with_room, Side.AXIS, 6, "bergen", mask)
    assert {*(np.flatnonzero(mask) - FIRST_PLACE).tolist()} == ports - {number("brest")}
    mask[:] = 0
    sea.call(bases.allow_ports_with_room, Side.AXIS, 101, "bergen", mask)
    assert (np.flatnonzero(mask) - FIRST_PLACE).tolist() == [number("bergen")]


@pytest.mark.rule("21.516A")
def test_destroyers_that_are_met_before_troops_embark_carry_none():
    """Dice that cover any distance; other ships protect them, so that a battle begins."""
    sea = landing(power=Side.AXIS, subject=number("truk"), tried=0, step=troops.MEET, unembarked=0, rounds=4)
    noumea, truk = number("noumea"), number("truk")
    sea.book.hexes[truk, sea.game.raiding], sea.book.hexes[truk, noumea] = 21, 3
    sea.game.marines[noumea] = sea.game.aboard_marines[noumea] = 1
    sea.ship("kongo", place="truk", force=1).ship("indiana", place="noumea", force=1)
    sea.ship("townsville_flotilla", place="townsville", strength=4, force=4, carrying=4)
    sea.dice(6, 6, 6).call(landing_battles.take_oppose_landing, Option.DONE)
    assert sea.game.unembarked == 1 and not sea.game.carrying.any() and sea.game.tried[truk] == 1
    assert sea.game.step == landing_battles.ROUND and sea.game.rounds == 0 and sea.game.task_force[Side.AXIS] == 0
