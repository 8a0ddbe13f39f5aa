"""Forces, factor by factor: who sails with a convoy, and against raiders (20.65, 21.313, 21.53)."""

import pytest

from aw_env.games.world_at_war.records.kinds import (
    NOWHERE,
    Condition,
    Convoy,
    Event,
    Kind,
    Line,
    Nation,
    Option,
    Phase,
    Side,
    Worth,
)
from aw_env.games.world_at_war.records.record import FIRST_PLACE, FIRST_UNIT
from aw_env.games.world_at_war.rules import convoys, damage, detection, interception, raid_combat, raids
from tests.world_at_war.positions import Sea, number


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


@pytest.mark.rule("20.162C", "21.312")
@pytest.mark.parametrize(
    ("protecting", "british", "american"),
    [
        ((), True, True),
        (("renown", "repulse"), True, True),  # six factors, and three more
        (("renown", "repulse", "hood"), True, False),
        (("washington", "north_carolina"), False, True),
        (("renown", "texas", "american_cruiser_1"), False, False),  # eight factors of both
    ],
)
def test_ten_factors_that_protect_are_of_one_power(protecting, british, american):
    sea = convoy().ship("barham", "new_york", place="atlantic_sw")
    mask = sea.ship(*protecting, place="atlantic_sw", against=1).mask(convoys.mask_protect)
    assert (bool(mask[FIRST_UNIT + number("barham")]), bool(mask[FIRST_UNIT + number("new_york")])) == (
        british,
        american,
    )


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
    sea = Sea(**{"turn": 5, "phase": Phase.BATTLE, "groups": 2, "group": 1, "engagement": 1, **fields})
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


@pytest.mark.rule("20.162C")
@pytest.mark.parametrize(("destroyers", "british", "american"), [(6, True, True), (7, True, False)])
def test_ten_factors_that_intercept_are_of_one_power(destroyers, british, american):
    sea = out(turn=12, subject=number("scapa_flow")).ship("hood", "texas", place="scapa_flow")
    sea.ship("scapa_destroyers", place="scapa_flow", strength=9)
    mask = sends(sea, "scapa_destroyers", destroyers).mask(interception.mask_intercept)
    assert [bool(mask[FIRST_UNIT + number(one)]) for one in ("hood", "texas")] == [british, american]


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
    assert (sea.of("hood", "against"), sea.of("hood", "inverted")) == (1, 0)
    sea.book.spotting[:], sea.book.spotting_from, sea.book.ultra[:] = 3, 1, 0
    for dice, met in (((1, 1, 1), True), ((1, 1, 1), False)):
        sea.book.distance[:] = 3 if met else 4
        sea.game.step, sea.game.rounds = interception.CHOOSING, 3
        sea.ship("hood", place="scapa_flow", against=1)
        sea.dice(*dice).call(interception.take_intercept, Option.DONE)
        assert sea.of("hood", "against") == int(met)
        assert sea.game.step == (interception.SCREENING if met else interception.CHOOSING)
        assert sea.game.rounds == (0 if met else 3)
    assert sea.of("scharnhorst", "seen_in") == 1 and sea.of("gneisenau", "seen_in") == 0
    assert sea.game.cursor == number("scapa_flow") + 1


@pytest.mark.rule("21.533D")
@pytest.mark.parametrize(
    "change, met",
    [({"ultra": 1}, True), ({}, False), ({"large": 1}, True), ({"factors": 9}, False), ({"searching": 2}, True),
     ({"searching": 1}, False), ({"ultra": 1, "at_sea": 1}, False), ({"ultra": 1, "ships": 0}, False),
     ({"ultra": 1, "other_at_sea": 1}, True), ({"ultra": 1, "place": "bergen"}, False), ({"ultra": -1}, False)],
)  # fmt: skip
def test_which_groups_are_met_on_their_way(change, met):
    sea = out()
    sea.book.ultra[:], sea.book.spotting[:], sea.book.spotting_from = change.get("ultra", 0), 0, 5
    sea.book.factors[number("scharnhorst")] = change.get("factors", 3)
    sea.game.large[0] = change.get("large", 0)
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
    assert sea.call(detection.raider_modifier, change.get("group", 1)) == modifier


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
    assert sea.call(detection.raider_modifier, 1) == modifier


@pytest.mark.rule("21.5342")
@pytest.mark.parametrize(
    "kind, factors, die",
    [(Kind.CARRIER, 2, 6), (Kind.CARRIER, 4, 6), (Kind.CVE, 1, 0), (Kind.DD, 1, 1), (Kind.CA, 2, 2),
     (Kind.CAPITAL, 2, 2), (Kind.CAPITAL, 3, 3), (Kind.CAPITAL, 5, 5)],
)  # fmt: skip
def test_the_type_die_of_each_ship(kind, factors, die):
    sea = Sea()
    sea.book.kind[number("hood")], sea.book.factors[number("hood")] = kind, factors
    assert sea.call(detection.die_of, "hood") == die


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
    assert bool(sea.call(detection.carrier_may_engage, "ark_royal", 1)) == may


@pytest.mark.rule("21.5342", "20.91")
@pytest.mark.parametrize("unit", ["hood", "scapa_destroyers"])
def test_who_is_sent_against_a_group(unit):
    sea = out().ship(unit, place="scapa_flow", strength=5)
    sea.call(detection.send_to_engage, unit, 2)
    row = sea.book.row[number("scapa_destroyers")]
    assert sea.of(unit, "engaged") == 1 and sea.of("hood", "against") == (2 if unit == "hood" else 0)
    assert sea.game.sent[:2, row].tolist() == ([0, 0] if unit == "hood" else [0, 1])
    assert sea.call(detection.factors_free, unit) == (0 if unit == "hood" else 4)
    assert sea.call(detection.is_engaged, 2) and not sea.call(detection.is_engaged, 1)


@pytest.mark.rule("21.538A")
@pytest.mark.parametrize("answer, against", [(Option.YES, 1), (Option.NO, 0)])
def test_the_second_round_of_combat_may_be_declined(answer, against):
    sea = out(engagement=2, cursor=0).ship("hood", place="scapa_flow", against=1)
    sea.ship("renown", place="scapa_flow", against=2)
    sends(sends(sea, "scapa_destroyers", 2), "scapa_destroyers", 3, group=2)
    sea.call(detection.take_fight, answer)
    row = sea.book.row[number("scapa_destroyers")]
    assert (sea.of("hood", "against"), sea.of("renown", "against")) == (against, 2) and sea.game.cursor == 1
    assert sea.game.sent[:2, row].tolist() == [2 * against, 3] and sea.told == [Event.AVOIDS] * (1 - against)


@pytest.mark.rule("21.5342", "20.162A")
@pytest.mark.parametrize(
    "opposed, detected, seen",
    [
        (detection.OPPOSED, 1, True),
        (detection.OPPOSED, 0, False),
        (detection.LET_PASS, 3, False),
        (detection.OPPOSED, 4, True),
    ],
)
def test_raiders_that_are_detected_are_seen(opposed, detected, seen):
    sea = out()
    sea.game.opposed[:2], sea.game.detected[:2] = [opposed, detection.LET_PASS], [detected, 0]
    sea.call(detection.show_engaged)
    assert (sea.of("scharnhorst", "seen_in") == 1) == seen and sea.of("gneisenau", "seen_in") == 0


@pytest.mark.rule("21.5361A")
@pytest.mark.parametrize("engaged", [1, 2, 3])
def test_groups_that_are_not_engaged_may_attack_the_transports_and_the_next_one_fights(engaged):
    sea = out(groups=3, group=1, step=raid_combat.BEGIN, engagement=1)
    sea.ship("hood", place="scapa_flow", against=engaged)
    while not sea.call(raid_combat.battle):
        assert sea.game.phase != Phase.PREY
    assert sea.game.group == engaged and sea.game.cleared[:3].tolist() == [1] * (engaged - 1) + [0] * (4 - engaged)


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
    sea.call(raid_combat.leave_battle)
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
    sea.call(raid_combat.enter_battle)
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
def test_when_the_second_engagement_is_over_defenders_that_engaged_are_used():
    """Of destroyers as many factors as were out at once, in either engagement, and have come home."""
    sea = out(engagement=2, phase=Phase.PREY).ship("hood", place="scapa_flow", against=1, engaged=1)
    sea.ship("renown", place="scapa_flow").ship("scapa_destroyers", place="scapa_flow", strength=5, engaged=2)
    sea.ship("home_destroyers", place="britain", strength=2, engaged=2)
    sends(sea, "scapa_destroyers", 1)
    sea.call(raids.attack_transports)
    assert (sea.of("hood", "inverted"), sea.of("renown", "inverted")) == (1, 0) and sea.game.phase == Phase.RETURN
    assert (sea.of("scapa_destroyers", "spent"), sea.of("scapa_destroyers", "inverted")) == (2, 0)
    assert (sea.of("home_destroyers", "spent"), sea.of("home_destroyers", "inverted")) == (2, 1)
    assert sea.of("hood", "against") == 0 and not sea.game.sent.any()
    assert [id.tolist() for id in sea.game.engaged.nonzero()] == [[number("hood")]]  # who has not come home yet


@pytest.mark.rule("21.537B")
def test_after_the_first_engagement_nobody_is_used_yet():
    sea = out(engagement=1, phase=Phase.PREY).ship("hood", place="scapa_flow", against=1, engaged=1)
    sea.call(raids.attack_transports)
    assert (sea.of("hood", "inverted"), sea.of("hood", "engaged"), sea.of("hood", "against")) == (0, 1, 0)


@pytest.mark.rule("21.537B", "20.91")
def test_of_destroyers_that_engage_twice_the_same_factors_go():
    """Three against the first group and one against the second, of which one is sunk; then two."""
    sea = out(engagement=1).ship("scapa_destroyers", place="scapa_flow", strength=5)
    for number_of_group in (1, 1, 1, 2):
        sea.call(detection.send_to_engage, "scapa_destroyers", number_of_group)
    assert sea.of("scapa_destroyers", "engaged") == 4
    sea.ship("scapa_destroyers", place="scapa_flow", lights=3)
    sea.call(damage.lose_factor, "scapa_destroyers")
    assert (sea.of("scapa_destroyers", "engaged"), sea.of("scapa_destroyers", "strength")) == (3, 4)
    sea.call(detection.begin_detection)
    assert sea.call(detection.factors_free, "scapa_destroyers") == 4
    for _ in range(2):
        sea.call(detection.send_to_engage, "scapa_destroyers", 1)
    assert sea.of("scapa_destroyers", "engaged") == 3


@pytest.mark.rule("21.537")
def test_when_all_groups_are_home_the_raid_is_over():
    sea = out(group=3, engagement=2, phase=Phase.RETURN)
    assert not sea.call(raids.return_home) and sea.game.phase == Phase.SUBMARINES
    assert sea.game.groups == 0 and sea.of("scharnhorst", "in_group") == 0
    sea = out(group=1, engagement=2, phase=Phase.RETURN)
    sea.game.ships_in[0] = 0
    assert sea.call(raids.return_home) and sea.game.group == 2 and sea.game.seat == Side.AXIS
