"""Battles on the way, supply, and the limits of what sails, redeploys and goes home (21.3, 21.53, 22.5)."""

import numpy as np
import pytest

from aw_env.games.world_at_war.printed.packing import pack_legs, pack_sisters
from aw_env.games.world_at_war.records.kinds import (
    NOBODY,
    NOWHERE,
    Aim,
    Box,
    Cargo,
    Condition,
    Convoy,
    Decision,
    Event,
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
    air,
    battle_rounds,
    convoys,
    damage,
    fleet_combat,
    interception,
    island_forces,
    island_raids,
    ports,
    redeployment,
    sequence,
    task_forces,
    units,
)
from tests.world_at_war.positions import Sea, number
from tests.world_at_war.test_s21_bookkeeping import by_day, forgotten, stale
from tests.world_at_war.test_s21_island_raids import raiding

# --- rounds of battles on the way (22.5, 22.6) -----------------------------------------------------------------------


def on_the_way(allies=1, axis=1, **fields):
    """Raiders from Germany are met by ships of Scapa Flow."""
    sea = Sea(turn=5, phase=Phase.INTERCEPTION, engagement=1, groups=1, group=1, cursor=2, **fields)
    sea.game.origin[0], sea.game.ships_in[0] = number("germany"), 1
    sea.ship("scharnhorst", place="germany", in_group=1, condition=0 if axis else Condition.DAMAGED)
    return sea.ship("hood", place="scapa_flow", against=1, condition=0 if allies else Condition.DAMAGED)


def with_a_convoy(allies=1, axis=1, **fields):
    """Ships of Brest meet a convoy that Hood protects."""
    fields = {"laden": [0, 1, 1, 0], "used_transports": [2, 0, 0], "transports": [10, 5, 0], **fields}
    sea = Sea("raiders_long", turn=12, moving=Side.ALLIES, phase=Phase.CONVOY, convoy=Convoy.SUPPLY, groups=1, group=1,
              cursor=2, **fields)  # fmt: skip
    sea.ship("scharnhorst", place="brest", in_group=1, seen_in=1, condition=0 if axis else Condition.DAMAGED)
    return sea.ship("hood", place="atlantic_sw", against=1, condition=0 if allies else Condition.DAMAGED)


BATTLES = pytest.mark.parametrize("module, position", [(interception, on_the_way), (convoys, with_a_convoy)])


@pytest.mark.rule("20.58A")
@BATTLES
def test_both_sides_are_asked_which_ships_they_screen_before_the_lines_form(module, position):
    """The Allies first; of two raiders one may be held back, and stands behind the line."""
    sea = position(step=module.SCREENING).ship("gneisenau", place="germany", in_group=1)
    sea.call(module.fight)
    assert sea.game.decision == Decision.SCREEN and sea.game.seat == Side.ALLIES
    sea.game.power = Side.ALLIES
    sea.call(sequence.take_screen, Option.DONE)
    assert not (sea.game.line != Line.NONE).any() and sea.call(module.fight)
    assert sea.game.decision == Decision.SCREEN and sea.game.seat == Side.AXIS
    sea.game.power = Side.AXIS
    sea.call(sequence.take_screen, FIRST_UNIT + number("gneisenau"))
    sea.call(sequence.take_screen, Option.DONE)
    assert sea.of("gneisenau", "line") == Line.SCREENED and sea.of("scharnhorst", "line") == Line.CAPITAL


@pytest.mark.rule("21.424", "21.533D")
@BATTLES
def test_while_both_have_ships_that_fight_the_next_round_begins_up_to_six(module, position):
    for rounds, goes_on in ((0, True), (5, True), (6, False)):
        sea = position(step=module.SCREENING, rounds=rounds)
        assert bool(sea.call(module.fight)) == goes_on
        if goes_on:
            assert sea.game.decision == Decision.SCREEN and sea.game.seat == Side.ALLIES
        else:  # the raiders go on, who met a convoy goes home
            assert sea.of("scharnhorst", "in_group") == int(module is interception)


@pytest.mark.rule("21.424", "21.533D")
@BATTLES
@pytest.mark.parametrize("hurt, loser", [((3, 0), Side.ALLIES), ((0, 3), Side.AXIS)])
def test_after_a_round_its_loser_says_first_whether_he_stays(module, position, hurt, loser):
    sea = position(step=module.AIMING, rounds=1)
    sea.game.cursor = 2
    assert sea.call(module.fight) and sea.game.rounds == 2 and sea.game.step == module.LEAVING
    sea.game.hurt_now[:] = hurt
    assert sea.call(module.fight) and sea.game.decision == Decision.WITHDRAW and sea.game.seat == loser
    sea.game.power = loser
    sea.call(module.take_withdraw, Option.NO)
    assert sea.game.step == module.FOLLOWING and sea.call(module.fight) and sea.game.seat == 1 - loser
    sea.game.power = 1 - loser
    sea.call(module.take_withdraw, Option.NO)
    assert sea.game.step == module.SCREENING and sea.told == []


@pytest.mark.rule("21.314", "20.5212B")
@BATTLES
@pytest.mark.parametrize("condition", [Condition.SOUND, Condition.DAMAGED])
def test_a_side_that_has_a_sound_carrier_left_has_not_lost(module, position, condition):
    """Hood is damaged: Ark Royal stays with those that protect a convoy, or Graf Zeppelin with raiders, as long as her
    side wants; then the enemy may fire at what is screened."""
    for step, decision in ((module.LEAVING, Decision.WITHDRAW), (module.SCREENING, Decision.SCREEN)):
        sea = position(*((1, 0) if module is interception else (0, 1)), step=step, rounds=1)
        if module is interception:
            sea.ship("graf_zeppelin", place="germany", in_group=1, condition=condition)
        else:
            sea.ship("ark_royal", place="atlantic_sw", against=1, condition=condition)
        asked = sea.call(module.fight)
        assert asked == (condition == Condition.SOUND)
        assert not asked or sea.game.decision == decision


@pytest.mark.rule("21.424", "21.533D")
@BATTLES
@pytest.mark.parametrize("fronts", [(0, 1), (1, 0), (0, 0)])
def test_where_a_side_has_nothing_left_nobody_is_asked_whether_he_stays(module, position, fronts):
    sea = position(*fronts, step=module.LEAVING, rounds=1)
    assert not sea.call(module.fight) and sea.game.step == module.SCREENING


@pytest.mark.rule("21.533D", "21.314")
@pytest.mark.parametrize("fronts, turns_back", [((1, 0), True), ((0, 1), False), ((0, 0), True)])
def test_raiders_without_a_ship_that_fights_turn_back(fronts, turns_back):
    sea = on_the_way(*fronts, step=interception.SCREENING, rounds=1)
    assert not sea.call(interception.fight)
    assert (sea.of("scharnhorst", "in_group") == 0) == turns_back and (sea.game.ships_in[0] == 0) == turns_back
    assert sea.of("scharnhorst", "inverted") == turns_back and sea.game.step == interception.CHOOSING
    assert sea.of("hood", "inverted") == 1 and sea.game.group == 2


@pytest.mark.rule("21.538B")
def test_on_their_way_home_raiders_go_on():
    sea = on_the_way(1, 0, step=interception.SCREENING, rounds=1)
    sea.game.engagement = 2
    sea.call(interception.fight)
    assert sea.of("scharnhorst", "in_group") == 1 and sea.game.ships_in[0] == 1 and sea.told == []


@pytest.mark.rule("20.58A", "21.315")
@pytest.mark.parametrize(
    "fronts, rounds, fired, aborts",
    [((0, 1), 0, True, True), ((0, 1), 1, False, True), ((1, 0), 1, False, False), ((0, 0), 1, False, False)],
)
def test_a_convoy_that_nobody_protects_is_fired_at_and_turns_back(fronts, rounds, fired, aborts):
    sea = with_a_convoy(*fronts, step=convoys.SCREENING, rounds=rounds)
    sea.dice(1, 1)
    assert not sea.call(convoys.fight)
    assert (Event.CARGO_ATTACKED in sea.told) == fired and (Event.CONVOY_ABORTS in sea.told) == aborts
    assert sea.game.cut == aborts and (sea.game.points[Side.ALLIES] > 0) == (not aborts)
    assert sea.of("scharnhorst", "inverted") == 1 and sea.of("scharnhorst", "in_group") == 0


@pytest.mark.rule("20.58A")
def test_capital_ships_fire_at_a_convoy_one_by_one_and_the_others_together():
    """Three factors; then two cruisers and three destroyers.  Damaged ships do not fire."""
    sea = with_a_convoy(0, 1, step=convoys.SCREENING, rounds=0)
    sea.ship("german_cruiser_1", "german_cruiser_2", place="brest", in_group=1)
    sea.ship("german_destroyers", place="brest", strength=3).ship("bismarck", place="brest", in_group=1, condition=1)
    sea.ship("gneisenau", place="brest").game.sent[0, sea.book.row[number("german_destroyers")]] = 3
    sea.book.drm[:] = 0
    sea.dice(1, 1, 1, 1).call(convoys.fight)
    fired = [row.tolist()[1] for row in sea.events[1 : 1 + sea.events[0, 0]] if row[0] == Event.CARGO_ATTACKED]
    assert fired == [3, 7]


@pytest.mark.rule("21.315", "21.66")
@pytest.mark.parametrize("power, aborts", [(Side.ALLIES, True), (Side.AXIS, False)])
def test_who_leaves_gives_the_convoy_up_or_lets_it_arrive(power, aborts):
    sea = with_a_convoy(step=convoys.LEAVING, rounds=1, power=power)
    sea.call(convoys.take_withdraw, Option.YES)
    assert sea.game.cut == aborts and (Event.CONVOY_ABORTS in sea.told) == aborts
    worth = sea.book.worth
    allies = 0 if aborts else int(worth[Worth.OIL] + worth[Worth.GRANT])
    assert sea.game.points.tolist() == [allies, int(worth[Worth.SUPPLY_LINE]) if aborts else 0]
    assert sea.of("scharnhorst", "inverted") == 1 and sea.told[0] == Event.WITHDRAWS


@pytest.mark.rule("21.65E")
@pytest.mark.parametrize("power, arrives", [(Side.ALLIES, False), (Side.AXIS, True)])
def test_after_combat_oil_and_brps_sail_with_the_line_and_turn_back_with_it(power, arrives):
    """The convoy supplies its destination anew as it brings them there."""
    sea = with_a_convoy(step=convoys.LEAVING, rounds=1, power=power, laden=[1, 1, 1, 0], used_transports=[3, 0, 0])
    sea.game.convoy = Convoy.SUPPLY_AGAIN
    sea.call(convoys.take_withdraw, Option.YES)
    worth = sea.book.worth
    assert sea.game.points[Side.ALLIES] == (int(worth[Worth.OIL] + worth[Worth.GRANT]) if arrives else 0)
    assert bool(sea.game.kept[number("atlantic_us_box")]) == arrives and (Event.GRANTS_FAIL in sea.told) != arrives


@pytest.mark.rule("21.65G", "21.56")
@pytest.mark.parametrize(
    "convoy, phase, step, cursor",
    [
        (Convoy.SUPPLY, Phase.MOVEMENT, 0, NOBODY),
        (Convoy.SEA_TRANSPORT, Phase.SUPPLY_AGAIN, 0, 0),
        (Convoy.SUPPLY_AGAIN, Phase.REDEPLOYMENT, redeployment.ESCORT, NOBODY),
        (Convoy.ESCORT, Phase.REDEPLOYMENT, redeployment.SHIFT, NOBODY),
    ],
)
def test_after_a_convoy_the_turn_goes_on(convoy, phase, step, cursor):
    sea = stale(with_a_convoy(rounds=3, troops=2, step=3), "laden")
    sea.game.convoy = convoy
    sea.game.sent[0] = 2
    sea.ship("renown", place="atlantic_sw", hits=1).ship("nelson", place="atlantic_sw", hits=3, condition=1)
    sea.call(convoys.go_on)
    assert (sea.game.phase, sea.game.step, sea.game.cursor) == (phase, step, cursor)
    fields = ("laden", "convoy", "groups", "group", "troops", "rounds", "against", "carrying")
    assert forgotten(sea, *fields) == {*fields} and sea.game.sent[0].sum() == 0
    assert (sea.of("renown", "hits"), sea.of("nelson", "hits")) == (1, 3)  # until they are in port (20.523A)


@pytest.mark.rule("20.64", "21.65I")
@pytest.mark.parametrize("cargo, worth", [(Cargo.OIL, Worth.OIL), (Cargo.GRANT, Worth.GRANT),
                                          (Cargo.TROOPS, Worth.TROOPS)])  # fmt: skip
def test_what_arrives_scores_for_each_transport(cargo, worth):
    laden = [0, 0, 0, 0]
    laden[cargo] = 3
    sea = with_a_convoy(laden=laden, kept=0)
    sea.book.worth[:] = range(1, len(sea.book.worth) + 1)
    sea.call(convoys.arrive)
    assert sea.game.points.tolist() == [3 * int(sea.book.worth[worth]), 0] and not sea.game.kept.any()
    assert sea.events[1].tolist()[:3] == [Event.SHIPPED, 3, cargo]


@pytest.mark.rule("21.421B")
def test_a_line_that_arrives_keeps_the_box_from_which_it_comes_supplied():
    sea = with_a_convoy(laden=[1, 0, 0, 0])
    sea.call(convoys.arrive)
    assert sea.game.kept[number("atlantic_us_box")] == 1 and sea.game.kept.sum() == 1


@pytest.mark.rule("21.43")
@pytest.mark.parametrize("factors, points", [(5, 7), (4, 5), (0, 0), (10, 14)])
def test_troops_that_are_sea_transported_score_for_five_factors(factors, points):
    sea = with_a_convoy(troops=factors, laden=[0, 0, 0, 1])
    sea.game.convoy = Convoy.SEA_TRANSPORT
    sea.book.worth[Worth.SEA_TRANSPORT] = 7
    sea.call(convoys.arrive)
    assert sea.game.points.tolist() == [points, 0] and sea.told == [Event.TRANSPORTED]


@pytest.mark.rule("21.424")
@pytest.mark.parametrize(
    "ultra, factors, dice", [(0, 10, 4), (0, 9, 3), (-1, 10, 5), (-1, 9, 4), (1, 10, 4), (-2, 25, 5)]
)
def test_dice_against_a_convoy(ultra, factors, dice):
    """Four, one more for a codebreaking advantage of the Axis, one less against fewer than ten factors."""
    sea = with_a_convoy()
    sea.book.ultra[:] = ultra
    assert sea.call(convoys.dice_against, factors) == dice


@pytest.mark.rule("21.424")
@pytest.mark.parametrize("hexes, reached", [(0, False), (1, True), (18, True), (19, False)])
def test_ports_from_which_all_dice_could_cover_the_way_are_within_reach(hexes, reached):
    sea = with_a_convoy()
    sea.book.lane[:], sea.book.ultra[:] = 0, 0
    sea.book.lane[number("brest")] = hexes
    assert bool(sea.call(convoys.ports_within_reach, 9)) == reached


# --- ports and supply (21.12, 21.3612) -------------------------------------------------------------------------------


@pytest.mark.rule("21.121", "21.122")
def test_what_a_port_costs_is_paid_by_who_builds_it():
    sea = Sea("night_express", turn=2, research=[6, 7], brps=[30, 25], ports_built=[0, 1], built_now=0)
    before = int(sea.game.ports[number("bougainville")])
    sea.call(ports.build_port, Side.AXIS, "bougainville")
    assert sea.game.research.tolist() == [6, 4] and sea.game.brps.tolist() == [30, 15]
    assert sea.game.ports_built.tolist() == [0, 2] and sea.game.built_now == 1
    assert sea.game.ports[number("bougainville")] == before + 1


@pytest.mark.rule("21.121", "21.122")
@pytest.mark.parametrize("change, may", [
    ({}, True), ({"research": [9, 2]}, False), ({"research": [2, 3]}, True), ({"brps": [99, 9]}, False),
    ({"brps": [0, 10]}, True), ({"ports_built": [0, 2]}, False), ({"ports_built": [2, 1]}, True),
    ({"built_now": 1}, False),
])  # fmt: skip
def test_when_a_side_may_build_a_port(change, may):
    sea = Sea("night_express", turn=2, **{"research": [9, 9], "brps": [99, 99], "ports_built": [0, 0], **change})
    mask = np.zeros(ACTIONS, np.int8)
    sea.call(ports.allow_ports, Side.AXIS, mask)
    assert (mask.sum() > 0) == may and not mask[:FIRST_PLACE].any()


@pytest.mark.rule("21.3612", "21.5392D")
@pytest.mark.parametrize("change, supplied", [
    ({}, {"truk", "rabaul", "guadalcanal"}),
    ({"unsupplied": "rabaul"}, {"truk", "rabaul"}),  # who is declined supply passes none on
    ({"unsupplied": "truk"}, {"truk"}),
    ({"no_port": "rabaul"}, {"truk", "rabaul"}),
    ({"enemy": "truk"}, set()),
    ({"far": "truk"}, set()),
])  # fmt: skip
def test_supply_goes_on_from_port_to_port_of_the_owner(change, supplied):
    """From the box of Japan over Truk and Rabaul to Guadalcanal, ten hexes each."""
    sea = Sea("night_express", turn=2)
    way = [number(place) for place in ("japan_box", "truk", "rabaul", "guadalcanal")]
    sea.game.control[:], sea.game.unsupplied[:], sea.game.ports[:] = NOBODY, 0, 0
    sea.book.base_changes[:], sea.book.hexes[:], sea.book.port_range[:] = 0, 99, 20
    sea.game.control[way], sea.game.ports[way[1:3]] = Side.AXIS, 1
    for one, other in zip(way[:-1], way[1:], strict=True):
        sea.book.hexes[one, other] = sea.book.hexes[other, one] = 10
    for name, value in change.items():
        if name == "unsupplied":
            sea.game.unsupplied[number(value)] = 1
        elif name == "no_port":
            sea.game.ports[number(value)], sea.book.place_kind[number(value)] = 0, sea.book.place_kind[way[3]]
        elif name == "enemy":
            sea.game.control[number(value)] = Side.ALLIES
        else:
            sea.book.hexes[way[0], number(value)] = 11
    pack_legs(sea.book)
    sea.call(ports.trace_supply)
    names = ("truk", "rabaul", "guadalcanal")
    assert {place for place in names if not sea.game.cut_off[number(place)]} == supplied


# --- the limits of what sails (21.5395, 21.313) ----------------------------------------------------------------------


@pytest.mark.rule("21.5395E", "21.313")
@pytest.mark.parametrize(
    "carrier, with_her, others, may",
    [
        ("zuiho", (), 2, True),
        ("zuiho", (), 1, False),
        ("zuiho", ("ryujo",), 4, True),
        ("zuiho", ("ryujo",), 3, False),
        ("zuiho", ("ryujo", "hiyo"), 9, False),  # two carriers at most
    ],
)
def test_a_carrier_joins_for_as_many_factors_of_others(carrier, with_her, others, may):
    sea = raiding("new_georgia", night=0).ship(*with_her, place="rabaul", force=1).ship(carrier, place="rabaul")
    sea.ship("rabaul_flotilla_1", place="rabaul", strength=9, force=others)
    assert bool(sea.call(island_forces.may_join, carrier, Side.AXIS, 0)) == may


@pytest.mark.rule("21.5395C")
@pytest.mark.parametrize("ports_near, with_her, may", [(1, (), True), (0, (), False), (1, ("zuikaku",), False),
                                                       (2, ("zuikaku",), True), (2, ("zuiho",), True)])  # fmt: skip
def test_a_fleet_carrier_joins_for_each_port_within_five_hexes(ports_near, with_her, may):
    """Light carriers need none."""
    sea = raiding("guadalcanal", night=0).ship(*with_her, place="rabaul", force=1).ship("shokaku", place="rabaul")
    sea.ship("rabaul_flotilla_1", place="rabaul", strength=9, force=9)
    sea.book.hexes[:, sea.game.raiding] = 6
    for port in ("rabaul", "kavieng")[:ports_near]:
        sea.book.hexes[number(port), sea.game.raiding] = 5
    assert bool(sea.call(island_forces.may_join, "shokaku", Side.AXIS, 0)) == may


@pytest.mark.rule("21.5395D")
@pytest.mark.parametrize("ship, free, may", [
    ("rabaul_flotilla_1", 3, True), ("rabaul_flotilla_1", 2, False), ("japanese_cruiser_1", 1, True),
    ("japanese_cruiser_1", 0, False),
])  # fmt: skip
def test_destroyers_join_by_three_and_one_with_a_cruiser(ship, free, may):
    sea = raiding().ship(ship, place="rabaul", strength=3)
    assert bool(sea.call(island_forces.may_join, ship, Side.AXIS, free)) == may
    sea.game.force[number(ship)] = 3 if ship.startswith("rabaul") else 1
    assert not sea.call(island_forces.may_join, ship, Side.AXIS, free)


@pytest.mark.rule("20.58A")
@pytest.mark.parametrize("lights, fires", [(1, 1), (0, 0)])
@pytest.mark.parametrize("mask_rule, option", [(fleet_combat.mask_surplus, Option.LIGHT),
                                               (fleet_combat.mask_excess, Option.JOIN)])  # fmt: skip
def test_at_what_ships_without_an_opponent_fire(mask_rule, option, lights, fires):
    """At a capital ship in the line, at light ships where there are any, or they hold their fire."""
    sea = Sea(turn=5, power=Side.ALLIES).ship("scharnhorst", place="bergen", line=Line.CAPITAL)
    sea.ship("gneisenau", place="bergen", line=Line.SCREENED).ship("hood", place="scapa_flow", line=Line.CAPITAL)
    sea.ship("german_destroyers", place="bergen", lights=lights)
    allowed = np.flatnonzero(sea.mask(mask_rule)).tolist()
    expected = {FIRST_UNIT + number("scharnhorst"), int(Option.HOLD)} | ({int(option)} if fires else set())
    assert {*allowed} == expected


@pytest.mark.rule("20.58A")
@pytest.mark.parametrize("answer, aim, target", [
    (Option.LIGHT, Aim.LIGHT, NOBODY), (Option.HOLD, Aim.HOLDS, NOBODY), ("scharnhorst", Aim.PAIRED, "scharnhorst"),
])  # fmt: skip
def test_a_surplus_ship_does_as_she_is_told(answer, aim, target):
    sea = Sea(turn=5, subject=number("hood"))
    sea.game.target[:] = NOBODY
    sea.call(fleet_combat.take_surplus, FIRST_UNIT + number(answer) if isinstance(answer, str) else answer)
    assert sea.of("hood", "aim") == aim
    assert sea.of("hood", "target") == (number(target) if isinstance(target, str) else target)


@pytest.mark.rule("20.58A")
@pytest.mark.parametrize("answer, chosen", [(Option.HOLD, fleet_combat.HOLDS), (Option.JOIN, fleet_combat.ALL_JOIN),
                                            ("scharnhorst", "scharnhorst")])  # fmt: skip
def test_light_ships_in_excess_do_as_they_are_told(answer, chosen):
    sea = Sea(turn=5, power=Side.AXIS, cursor=1)
    sea.game.excess[:] = 99
    sea.call(fleet_combat.take_excess, FIRST_UNIT + number(answer) if isinstance(answer, str) else answer)
    assert sea.game.excess.tolist() == [99, number(chosen) if isinstance(chosen, str) else chosen]
    assert sea.game.cursor == 2


@pytest.mark.rule("20.58A")
@pytest.mark.parametrize("ours, theirs, excess", [(7, 2, 1), (6, 2, 0), (5, 2, 0), (3, 0, 3)])
def test_light_factors_beyond_three_for_one_are_in_excess(ours, theirs, excess):
    sea = Sea(turn=5).ship("home_destroyers", place="britain", lights=ours)
    sea.ship("german_destroyers", place="bergen", lights=theirs)
    assert sea.call(fleet_combat.excess_factors, Side.ALLIES) == excess


@pytest.mark.rule("20.5212C")
def test_ships_pair_one_to_one_in_the_order_of_their_rank():
    """Hood is the best of three, Scharnhorst of two; who is screened is not paired."""
    sea = Sea(turn=5).ship("hood", "renown", "repulse", place="scapa_flow", line=Line.CAPITAL)
    sea.ship("nelson", place="scapa_flow", line=Line.SCREENED)
    sea.ship("bismarck", "scharnhorst", place="bergen", line=Line.CAPITAL)
    sea.game.target[:] = NOBODY
    for ship, factors in (
        ("hood", 4),
        ("renown", 3),
        ("repulse", 2),
        ("nelson", 5),
        ("bismarck", 2),
        ("scharnhorst", 3),
    ):
        sea.book.factors[number(ship)] = factors
    sea.call(fleet_combat.pair_off)
    pairs = {ship: sea.of(ship, "target") for ship in ("hood", "renown", "repulse", "nelson")}
    assert pairs == {"hood": number("scharnhorst"), "renown": number("bismarck"), "repulse": NOBODY, "nelson": NOBODY}
    assert sea.of("scharnhorst", "target") == number("hood") and sea.of("repulse", "aim") == Aim.NONE
    assert sea.of("hood", "aim") == sea.of("bismarck", "aim") == Aim.PAIRED


@pytest.mark.rule("20.58A")
def test_of_screened_ships_the_first_in_rank_is_fired_at():
    sea = Sea(turn=5).ship("hood", "renown", place="scapa_flow", line=Line.SCREENED)
    sea.ship("nelson", place="scapa_flow", line=Line.CAPITAL).ship("scharnhorst", place="bergen", line=Line.SCREENED)
    assert sea.call(fleet_combat.screened_ship, Side.ALLIES) == number("hood")
    sea.game.condition[number("hood")] = Condition.LOST
    assert sea.call(fleet_combat.screened_ship, Side.ALLIES) == number("renown")
    sea.game.line[number("renown")] = Line.NONE
    assert sea.call(fleet_combat.screened_ship, Side.ALLIES) == -1


@pytest.mark.rule("20.58A")
@pytest.mark.parametrize("state, stands", [
    ({}, True), ({"condition": Condition.DAMAGED}, True), ({"condition": Condition.LOST}, False),
    ({"fronted": 0}, False), ({"line": Line.SCREENED}, True), ({"kind": Kind.CA, "line": Line.SCREENED}, False),
    ({"kind": Kind.CA, "line": Line.LIGHT}, True), ({"fronted": 0, "lights": 1}, True),
])  # fmt: skip
def test_who_shields_those_that_are_screened(state, stands):
    """Ships that began the battle unscreened; of cruisers those that capital ships have not damaged."""
    sea = Sea(turn=5).ship("scharnhorst", place="bergen", fronted=1, line=Line.CAPITAL)
    state = {"fronted": 1, "line": Line.CAPITAL, **state}
    sea.book.kind[number("hood")] = state.get("kind", Kind.CAPITAL)
    sea.ship("hood", place="scapa_flow", **{field: value for field, value in state.items() if field != "kind"})
    assert bool(sea.call(fleet_combat.has_front, Side.ALLIES)) == stands


@pytest.mark.rule("20.5212")
@pytest.mark.parametrize("state, line, fronted", [
    ({}, Line.CAPITAL, 1), ({"condition": Condition.DAMAGED}, Line.SCREENED, 0), ({"held": 1}, Line.SCREENED, 0),
    ({"kind": Kind.CARRIER}, Line.SCREENED, 0), ({"kind": Kind.CVE}, Line.SCREENED, 0),
    ({"kind": Kind.CA}, Line.LIGHT, 1),
])  # fmt: skip
def test_where_a_ship_stands_in_the_line(state, line, fronted):
    sea = Sea(turn=5)
    sea.book.kind[number("hood")] = state.get("kind", Kind.CAPITAL)
    sea.ship("hood", place="scapa_flow", **{field: value for field, value in state.items() if field != "kind"})
    sea.call(fleet_combat.draw_up, "hood")
    assert (sea.of("hood", "line"), sea.of("hood", "fronted")) == (line, fronted)


@pytest.mark.rule("20.5212")
@pytest.mark.parametrize("state, line", [
    ({"condition": Condition.LOST}, Line.NONE), ({"condition": Condition.DAMAGED}, Line.SCREENED), ({}, Line.CAPITAL),
    ({"condition": Condition.DAMAGED, "line": Line.NONE}, Line.NONE),
])  # fmt: skip
def test_a_ship_that_is_hurt_steps_back(state, line):
    sea = Sea(turn=5).ship("hood", place="scapa_flow", **{"line": Line.CAPITAL, **state})
    sea.call(fleet_combat.step_back, "hood")
    assert sea.of("hood", "line") == line


@pytest.mark.rule("21.5392D")
def test_an_island_is_left_without_supply_or_the_turn_goes_on():
    sea = Sea("night_express", turn=2, phase=Phase.SUPPLY, step=3, cursor=3, unsupplied=0)
    sea.call(ports.take_decline, FIRST_PLACE + number("palau"))
    assert sea.game.unsupplied[number("palau")] == 1 and sea.game.unsupplied.sum() == 1
    assert sea.events[1].tolist()[:2] == [Event.DECLINED, number("palau")] and sea.game.phase == Phase.SUPPLY
    sea.call(ports.take_decline, Option.DONE)
    assert (sea.game.phase, sea.game.step, sea.game.cursor) == (Phase.MOVEMENT, 0, NOBODY)


# --- ships that redeploy or are too many (21.3612, 21.72D, 21.112) ---------------------------------------------------


@pytest.mark.rule("21.72D")
def test_a_unit_that_has_redeployed_is_in_its_new_base_as_it_was():
    for used in (0, 1):
        sea = Sea(turn=5, moving=Side.ALLIES, subject=number("hood"), cursor=3)
        sea.ship("hood", place="scapa_flow", inverted=used)
        sea.call(redeployment.take_new_base, FIRST_PLACE + number("britain"))
        assert sea.of("hood", "place") == number("britain") and sea.of("hood", "redeployed") == 1
        assert sea.of("hood", "inverted") == used and sea.game.cursor == NOBODY
        assert sea.events[1].tolist()[:3] == [Event.CHANGES_BASE, number("hood"), number("britain")]


@pytest.mark.rule("21.3612")
def test_units_that_have_redeployed_are_counted_by_side():
    sea = Sea(turn=5).ship("hood", "renown", place="scapa_flow", redeployed=1).ship("nelson", place="scapa_flow")
    sea.ship("scharnhorst", place="bergen", redeployed=1)
    assert sea.call(redeployment.has_redeployed, Side.ALLIES) == 2
    assert sea.call(redeployment.has_redeployed, Side.AXIS) == 1


@pytest.mark.rule("21.112")
@pytest.mark.parametrize("factors, is_too_many", [(47, False), (48, True)])
def test_a_port_with_more_than_fifty_factors_is_overstacked(factors, is_too_many):
    """Hood has three factors; who waits for repair does not count, nor is the port of the enemy the mover's concern."""
    sea = Sea(turn=5, moving=Side.ALLIES).ship("hood", place="scapa_flow")
    sea.ship("nelson", place="scapa_flow", condition=1, repair=1)
    sea.ship("home_destroyers", place="scapa_flow", strength=factors)
    assert sea.call(redeployment.overstacked_port) == (number("scapa_flow") if is_too_many else NOWHERE)
    sea.game.moving = Side.AXIS
    assert sea.call(redeployment.overstacked_port) == NOWHERE


@pytest.mark.rule("21.112")
def test_any_unit_that_counts_may_be_eliminated():
    sea = Sea(turn=5, subject=number("scapa_flow")).ship("hood", place="scapa_flow").ship("renown", place="britain")
    sea.ship("nelson", place="scapa_flow", condition=1, repair=1).ship(
        "home_destroyers", place="scapa_flow", strength=2
    )
    sea.ship("scapa_destroyers", place="scapa_flow", strength=0)
    allowed = np.flatnonzero(sea.mask(redeployment.mask_overstacked)) - FIRST_UNIT
    assert {*allowed.tolist()} == {number("hood"), number("home_destroyers")}
    sea.call(redeployment.take_overstacked, FIRST_UNIT + number("home_destroyers"))
    assert sea.of("home_destroyers", "strength") == 1
    assert sea.mask(redeployment.mask_overstacked)[FIRST_UNIT + number("home_destroyers")], "the last factor may be too"
    sea.call(redeployment.take_overstacked, FIRST_UNIT + number("hood"))
    assert sea.condition("hood") == Condition.LOST


@pytest.mark.rule("21.3612", "21.214E")
@pytest.mark.parametrize("sw_box, reached", [(False, True), (True, False)])
def test_units_redeploy_from_port_to_port_and_over_no_sw_box(sw_box, reached):
    """From Scapa Flow over Gibraltar, or an SW box in its place, to Suez."""
    sea = Sea(turn=5, moving=Side.ALLIES).ship("hood", place="scapa_flow")
    sea.book.base_changes[:] = 0
    between = number("atlantic_sw" if sw_box else "gibraltar")
    sea.book.base_changes[number("scapa_flow")] = 1 << between
    sea.book.base_changes[between] = 1 << number("suez")
    there = int(sea.call(redeployment.within_reach, "hood"))
    assert there >> between & 1 and bool(there >> number("suez") & 1) == reached
    sea.game.control[between] = Side.AXIS
    assert int(sea.call(redeployment.within_reach, "hood")) == 1 << number("scapa_flow")


# --- what a round costs, and who is home (21.5397, 21.5399B, 21.33) --------------------------------------------------


@pytest.mark.rule("21.5399B")
@pytest.mark.parametrize(
    "side, number_lost, there, lost", [(Side.AXIS, 2, 5, 2), (Side.AXIS, 2, 1, 1), (Side.ALLIES, 2, 5, 2),
                                       (Side.ALLIES, 1, 0, 0), (Side.AXIS, 0, 5, 0)]
)  # fmt: skip
def test_transports_of_the_defender_are_lost(side, number_lost, there, lost):
    sea = by_day(side=side, unbuilt=4, merchants=there, merchants_unbuilt=6, transports=[3, 3, there], points=[1, 1])
    sea.call(island_raids.lose_transports, number_lost)
    ours = lost if side == Side.AXIS else 0
    assert sea.game.transports.tolist() == [3, 3, there - ours] and sea.game.unbuilt == 4 + ours
    assert (sea.game.merchants, sea.game.merchants_unbuilt) == (there - lost + ours, 6 + lost - ours)
    points = [1, 1]
    points[side] += lost * int(sea.book.worth[Worth.TRANSPORT])
    assert sea.game.points.tolist() == points and sea.told == [Event.TRANSPORTS_LOST] * (lost > 0)


@pytest.mark.rule("21.5397A", "21.5399B")
@pytest.mark.parametrize(
    "raider, defender, rounds, step, lost",
    [
        (1, 1, 1, island_raids.LEAVE, 0),
        (1, 0, 1, island_raids.HOME, 2),
        (1, 0, 2, island_raids.HOME, 0),
        (0, 1, 1, island_raids.HOME, 0),
        (0, 0, 1, island_raids.HOME, 0),
        (1, 1, 5, island_raids.LEAVE, 0),
        (1, 1, 6, island_raids.HOME, 0),
    ],
)
def test_a_raid_goes_on_until_a_side_has_nothing_undamaged_or_six_rounds_are_over(raider, defender, rounds, step, lost):
    sea = raiding(night=1, rounds=rounds, step=battle_rounds.AFTER, transports=[3, 3, 9])
    sea.ship("kongo", place="rabaul", force=1, held=1, condition=0 if raider else 1)
    sea.ship("south_dakota", place="noumea", force=1, held=1, condition=0 if defender else 1)
    assert not sea.call(island_raids.end_round)
    assert sea.game.step == step and sea.game.transports[Box.PACIFIC] == 9 - lost and not sea.game.held.any()


@pytest.mark.rule("21.5399B", "21.5397A")
@pytest.mark.parametrize("power, rounds, answer, step, lost", [
    (Side.ALLIES, 1, Option.YES, island_raids.HOME, 1), (Side.ALLIES, 2, Option.YES, island_raids.HOME, 0),
    (Side.AXIS, 1, Option.YES, island_raids.HOME, 0), (Side.AXIS, 1, Option.NO, island_raids.OTHER_LEAVES, 0),
])  # fmt: skip
def test_who_leaves_a_raid(power, rounds, answer, step, lost):
    sea = raiding(night=1, rounds=rounds, step=island_raids.LEAVE, power=power, transports=[3, 3, 9])
    sea.call(island_raids.take_withdraw, answer)
    assert sea.game.step == step and sea.game.transports[Box.PACIFIC] == 9 - lost
    if answer == Option.NO:
        sea.call(island_raids.take_withdraw, Option.NO)
        assert sea.game.step == battle_rounds.ROUND


@pytest.mark.rule("21.5397A")
@pytest.mark.parametrize(
    "sunk, hurt, loser",
    [((), (), Side.ALLIES), (("hiei",), ("pacific_cruiser_1",), Side.AXIS), ((), ("kongo",), Side.AXIS),
     (("pacific_cruiser_1", "japanese_cruiser_1"), ("kongo",), Side.AXIS),
     (("pacific_cruiser_1", "japanese_cruiser_2"), (), Side.ALLIES),
     (("pacific_cruiser_2", "japanese_cruiser_1"), (), Side.ALLIES),
     (("pacific_cruiser_2", "japanese_cruiser_1"), ("kongo", "pacific_cruiser_1"), Side.AXIS)],
)  # fmt: skip
def test_who_has_lost_more_says_first_then_who_has_more_damaged_then_the_defender(sunk, hurt, loser):
    """Japan raids with two battleships and two cruisers, the US defends with two cruisers; one of either side's was
    damaged before the round: sunk in it she counts as sunk alone."""
    sea = raiding(night=1)
    for unit in ("kongo", "hiei", "japanese_cruiser_1", "japanese_cruiser_2"):
        sea.ship(unit, place="rabaul", force=1)
    sea.ship("pacific_cruiser_1", "pacific_cruiser_2", place="noumea", force=1)
    for unit in ("japanese_cruiser_2", "pacific_cruiser_2"):
        sea.call(damage.damage, unit)
    sea.call(battle_rounds.begin_round)
    sea.call(battle_rounds.line_up)
    for unit in sunk:
        sea.call(damage.take_hits, unit, 2, 0)
    for unit in hurt:
        sea.call(damage.damage, unit)
    sea.game.step = island_raids.LEAVE
    assert sea.call(island_raids.raid) and sea.game.decision == Decision.WITHDRAW and sea.game.seat == loser


@pytest.mark.rule("21.5396A", "20.74")
def test_a_submarine_comes_from_the_nearest_base_in_reach():
    sea = raiding(night=1, boat=[NOWHERE, NOWHERE], power=Side.AXIS, step=island_raids.BOAT, rounds=7)
    sea.game.boats[:] = sea.game.sailed[:] = 0
    assert sea.call(island_raids.nearest_boat, Side.AXIS) == NOWHERE
    sea.game.boats[[number("truk"), number("rabaul"), number("noumea")]] = 2, 1, 3
    assert sea.call(island_raids.nearest_boat, Side.AXIS) == number("rabaul")
    sea.game.sailed[number("rabaul")] = 1
    assert sea.call(island_raids.nearest_boat, Side.AXIS) == number("truk")
    sea.call(island_raids.take_boat, Option.YES)
    assert sea.game.boat.tolist() == [NOWHERE, number("truk")] and sea.game.sailed[number("truk")] == 1
    assert sea.game.step == island_raids.DEFENCE and sea.game.rounds == 0
    sea.game.way[Side.AXIS, number("truk")] = 21
    assert sea.call(island_raids.nearest_boat, Side.AXIS) == NOWHERE
    sea.game.power = Side.ALLIES
    sea.call(island_raids.take_boat, Option.NO)
    assert sea.game.boat[Side.ALLIES] == NOWHERE and sea.game.step == battle_rounds.ROUND


@pytest.mark.rule("20.78F", "21.5398G")
def test_a_submarine_that_is_lost_is_gone_from_its_base():
    sea = raiding(boat=[number("noumea"), number("truk")])
    sea.game.boats[:], sea.game.sailed[:] = 3, 2
    sea.call(battle_rounds.lose_boat, Side.AXIS)
    assert (sea.game.boats[number("truk")], sea.game.sailed[number("truk")]) == (2, 1)
    assert (sea.game.boats[number("noumea")], sea.game.sailed[number("noumea")]) == (3, 2)
    assert sea.game.boat.tolist() == [number("noumea"), NOWHERE] and sea.told == [Event.BOAT_LOST]


@pytest.mark.rule("21.5398G")
@pytest.mark.parametrize(
    "dice, escorts, advanced, total",
    [((3, 4), 0, 0, 7), ((3, 4), 2, 0, 5), ((3, 4), 0, 1, 8), ((3, 4), 2, 1, 8), ((1, 1), 1, 0, 2), ((6, 6), 0, 1, 12)],
)
@pytest.mark.parametrize("on_light", [False, True])
def test_a_submarine_attack(dice, escorts, advanced, total, on_light):
    """Escorts take off, advanced submarines add one, net; below two is two, above twelve twelve."""
    sea = raiding(power=Side.AXIS, step=battle_rounds.TORPEDO, boat=[NOWHERE, number("truk")])
    sea.game.boats[number("truk")] = sea.game.sailed[number("truk")] = 1
    sea.ship("south_dakota", place="noumea", force=1).ship("noumea_flotilla_1", place="noumea", strength=9)
    sea.game.force[number("noumea_flotilla_1")] = 3 * escorts + 2
    sea.call(battle_rounds.line_up)
    sea.book.advanced_from[Side.AXIS], sea.book.torpedo_hits[:] = 3 * advanced, 0
    sea.book.torpedo_hits[total] = 1
    target = int(Option.LIGHT) if on_light else FIRST_UNIT + number("south_dakota")
    sea.dice(*dice, 6).call(battle_rounds.take_torpedo, target)
    if on_light:
        assert sea.of("noumea_flotilla_1", "strength") == 8 and sea.of("south_dakota", "hits") == 0
        assert sea.events[1].tolist()[:4] == [Event.TORPEDOES_ON_LIGHT, Side.AXIS, Side.ALLIES, 1]
    else:
        assert sea.events[1].tolist()[:4] == [Event.TORPEDOES, Side.AXIS, number("south_dakota"), 1]
        assert (Event.CRITICAL in sea.told) == (dice == (6, 6)) and sea.of("noumea_flotilla_1", "strength") == 9
    assert sea.game.step == battle_rounds.TORPEDO + 1 and sea.game.boats[number("truk")] == 1


@pytest.mark.rule("21.33", "21.112")
def test_a_force_goes_home_to_a_port_with_room_within_ten_hexes():
    sea = raiding(power=Side.AXIS).ship("kongo", place="truk", force=1)
    sea.ship("rabaul_flotilla_1", place="rabaul", strength=3, force=2).ship("hiei", place="rabaul")
    assert sea.call(island_raids.coming, Side.AXIS, "kavieng") == 3
    assert sea.call(island_raids.coming, Side.AXIS, "truk") == 0
    sea.game.force[number("rabaul_flotilla_1")] = 3
    assert sea.call(island_raids.coming, Side.AXIS, "kavieng") == 6
    assert sea.call(island_raids.coming, Side.AXIS, "rabaul") == 3
    assert sea.mask(island_raids.mask_home)[FIRST_PLACE + number("rabaul")]
    assert sea.mask(island_raids.mask_home)[Option.DONE]
    sea.book.hexes[number("rabaul"), sea.game.raiding] = 11
    assert not sea.mask(island_raids.mask_home)[FIRST_PLACE + number("rabaul")]
    sea.ship("truk_flotilla_1", place="kavieng", strength=44)
    assert sea.mask(island_raids.mask_home)[FIRST_PLACE + number("kavieng")]
    sea.game.strength[number("truk_flotilla_1")] = 45
    assert not sea.mask(island_raids.mask_home)[FIRST_PLACE + number("kavieng")]


# --- one by one (20.54, 20.91) ---------------------------------------------------------------------------------------


@pytest.mark.rule("20.541")
@pytest.mark.parametrize("strength, is_left", [(2, True), (1, False)])
@pytest.mark.parametrize("group, sent", [(1, 3), (1, 0), (0, 3)])
def test_a_destroyer_that_is_sunk_is_one_less_of_her_row(strength, is_left, group, sent):
    """And one less of those that sail against a group."""
    sea = Sea(turn=5, group=group).ship("german_destroyers", place="bergen", strength=strength, lights=strength)
    row = sea.book.row[number("german_destroyers")]
    sea.game.sent[0, row] = sent
    sea.call(damage.lose_factor, "german_destroyers")
    assert sea.of("german_destroyers", "strength") == sea.of("german_destroyers", "lights") == strength - 1
    assert (sea.of("german_destroyers", "place") == number("bergen")) == is_left
    assert sea.condition("german_destroyers") == (Condition.SOUND if is_left else Condition.LOST)
    assert sea.game.sent[0, row] == sent - int(group == 1 and sent > 0)
    assert sea.events[1].tolist()[:3] == [Event.LIGHT_LOST, number("german_destroyers"), 1]
    assert sea.game.points.tolist() == [int(sea.book.worth[Worth.AXIS_FACTOR]), 0] and sea.game.sunk_now[Side.AXIS] == 1


@pytest.mark.rule("20.32D", "20.5212B")
@pytest.mark.parametrize(
    "change, asked",
    [({}, True), ({"squadrons": 0}, False), ({"aim": Aim.HOLDS}, False), ({"condition": Condition.DAMAGED}, False),
     ({"line": Line.NONE}, False)],
)  # fmt: skip
def test_a_carrier_with_squadrons_strikes_once(change, asked):
    state = {"squadrons": 1, "line": Line.SCREENED, **change}
    sea = Sea(turn=12).ship("ark_royal", place="scapa_flow", **state)
    assert bool(sea.call(air.ask_strikes)) == asked
    if asked:
        assert (sea.game.decision, sea.game.seat) == (Decision.STRIKE, Side.ALLIES)
        assert sea.game.subject == number("ark_royal")


def struck(dice, target="scharnhorst", squadrons=1, shot=(0, 0), drm=0, airmen=0, **fields):
    """Ark Royal strikes; what air defense does is given.  The table gives two hits for a total of eight."""
    sea = Sea(turn=12, subject=number("ark_royal"), **fields)
    sea.ship("ark_royal", place="scapa_flow", line=Line.SCREENED, squadrons=squadrons)
    sea.ship("scharnhorst", place="bergen", line=Line.CAPITAL, fronted=1)
    sea.ship("german_destroyers", place="bergen", strength=3, lights=3)
    sea.book.drm[:], sea.book.air_drm[:], sea.book.hits_by_air[:] = drm, airmen, 0
    sea.book.shot_down[:], sea.book.turned_back[:] = shot
    sea.book.hits_by_air[squadrons - sum(shot), 8] = 2
    action = int(target) if isinstance(target, Option) else FIRST_UNIT + number(target)
    sea.dice(1, 1, *dice).call(air.take_strike, action)
    assert sea.of("ark_royal", "aim") == Aim.HOLDS
    return sea


@pytest.mark.rule("20.51.air_modifiers")
@pytest.mark.parametrize(
    "given, hits",
    [({}, 2), ({"airmen": 1}, 0), ({"drm": 1, "airmen": 1}, 2), ({"squadrons": 3, "shot": (1, 1)}, 2),
     ({"squadrons": 2, "shot": (1, 0)}, 2), ({"squadrons": 2, "shot": (1, 1)}, 0)],
)  # fmt: skip
@pytest.mark.parametrize("target", ["scharnhorst", Option.LIGHT])
def test_a_strike_of_a_carrier(given, hits, target):
    """Seven and one at sea; those shot down are lost, those turned back are not."""
    sea = struck((3, 4), target, **given)
    lost = sea.of("german_destroyers", "strength"), sea.of("scharnhorst", "hits")
    assert lost == ((3 - hits, 0) if target == Option.LIGHT else (3, hits))
    squadrons, shot = given.get("squadrons", 1), given.get("shot", (0, 0))
    assert sea.of("ark_royal", "squadrons") == squadrons - shot[0]
    struck_at = squadrons > sum(shot)
    told = Event.STRIKES_LIGHT if target == Option.LIGHT else Event.STRIKES
    assert (told in sea.told) == struck_at and sea.told[0] == Event.AIR_DEFENSE
    if hits and target != Option.LIGHT:
        assert sea.condition("scharnhorst") == Condition.DAMAGED
        assert (sea.of("scharnhorst", "line"), sea.of("scharnhorst", "fronted")) == (Line.SCREENED, 0)


@pytest.mark.rule("20.442", "20.5212F")
@pytest.mark.parametrize(
    "lights, cves, damaged, level",
    [(0, 0, 0, 0), (1, 0, 0, 1), (4, 0, 0, 1), (5, 0, 0, 2), (9, 0, 0, 2), (10, 0, 0, 3), (24, 0, 0, 5), (40, 0, 0, 5),
     (0, 1, 0, 1), (2, 1, 0, 2), (0, 0, 1, 1), (2, 0, 1, 2)],
)  # fmt: skip
def test_air_defense_by_factors(lights, cves, damaged, level):
    """A level for every five begun; an escort carrier is three, and a damaged battlecruiser three as well."""
    sea = Sea("raiders_long", turn=12).ship("home_destroyers", place="britain", strength=40, lights=lights)
    sea.ship("escort_carriers", place="britain", strength=9, lights=cves)
    sea.ship("hood", place="britain", condition=1, line=Line.SCREENED if damaged else Line.NONE)
    sea.ship("german_destroyers", place="bergen", lights=9)
    assert sea.call(air.air_defense_level, Side.ALLIES) == level


@pytest.mark.rule("20.253", "20.36")
@pytest.mark.parametrize("ships, level", [(1, 3), (2, 5), (3, 7), (4, 9), (5, 10), (6, 10)])
def test_each_of_the_largest_ships_raises_the_level_up_to_ten(ships, level):
    """Of five factors each."""
    sea = Sea(turn=12).ship(*("hood", "renown", "repulse", "nelson", "rodney", "warspite")[:ships], place="britain")
    for ship in ("hood", "renown", "repulse", "nelson", "rodney", "warspite")[:ships]:
        sea.book.factors[number(ship)], sea.game.line[number(ship)] = 5, Line.CAPITAL
    expected = min(min(ships + 1, 5) + ships, 10)
    assert expected == level and sea.call(air.air_defense_level, Side.ALLIES) == level


@pytest.mark.rule("21.3612")
def test_a_unit_that_has_nowhere_to_go_does_not_redeploy():
    sea = Sea(turn=5, moving=Side.ALLIES).ship("hood", place="scapa_flow")
    assert sea.call(redeployment.has_new_base, "hood", 0) and sea.call(redeployment.has_new_base, "hood", -1)
    sea.book.base_changes[:] = 0
    assert not sea.call(redeployment.has_new_base, "hood", 0) and not sea.call(redeployment.has_new_base, "hood", -1)
    assert not sea.mask(redeployment.mask_redeploy)[FIRST_UNIT:].any()
    sea = Sea(turn=5, moving=Side.ALLIES).ship("home_destroyers", place="britain", strength=26)
    for place in ("scapa_flow", "gibraltar"):
        sea.book.capacity[number(place)] = 25
    sea.book.base_changes[number("britain")] = 1 << number("scapa_flow") | 1 << number("gibraltar")
    sea.book.base_changes[number("scapa_flow")] = sea.book.base_changes[number("gibraltar")] = 0
    assert not sea.call(redeployment.has_new_base, "home_destroyers", -1)
    sea.game.strength[number("home_destroyers")] = 25
    assert sea.call(redeployment.has_new_base, "home_destroyers", 0)


@pytest.mark.rule("20.91")
@pytest.mark.parametrize("kind, nation, sisters", [
    (Kind.CA, Nation.JAPAN, 1), (Kind.CAPITAL, Nation.JAPAN, 0), (Kind.CA, Nation.US, 0),
])  # fmt: skip
def test_ships_of_another_kind_or_nation_are_no_sisters(kind, nation, sisters):
    sea = Sea("night_express")
    second = number("japanese_cruiser_2")
    sea.book.kind[second - 1], sea.book.nation[second - 1] = kind, nation
    sea.book.kind[second - 2] = Kind.CAPITAL
    pack_sisters(sea.book, sea.game.roster[: sea.game.units])
    assert len(sea.call(units.sisters_before, second)) == sisters


@pytest.mark.rule("20.164D", "20.163")
def test_ships_of_a_task_force_that_are_home_are_seen_with_what_is_left_of_it():
    sea = by_day().ship("kongo", place="truk", force=1, under=1, berth=number("rabaul"))
    sea.ship("hiei", place="truk", under=1, berth=number("rabaul"))
    sea.game.counter_at[Side.AXIS, 0] = number("rabaul")
    sea.call(island_raids.stand_down, Side.AXIS)
    for ship in ("kongo", "hiei"):  # three factors are no task force
        assert (sea.of(ship, "under"), sea.of(ship, "place")) == (0, number("rabaul"))
    assert sea.game.counter_at[Side.AXIS, 0] == NOWHERE


@pytest.mark.rule("20.163")
def test_a_task_force_that_is_none_any_more_leaves_the_others_as_they_are():
    sea = Sea("night_express", turn=2, forming=0).ship("kongo", place="truk", under=1, berth=number("rabaul"))
    sea.ship("hiei", "haruna", "kirishima", "nagato", place="truk", under=2, berth=number("rabaul"))
    sea.ship("indiana", place="noumea", under=1, berth=number("suva"))
    sea.game.counter_at[Side.AXIS, :2] = sea.game.counter_at[Side.ALLIES, 0] = number("rabaul")
    sea.call(task_forces.break_up, Side.AXIS)
    assert {ship: sea.of(ship, "under") for ship in ("kongo", "hiei", "nagato", "indiana")} == {
        "kongo": 0, "hiei": 2, "nagato": 2, "indiana": 1}  # fmt: skip
    assert sea.game.counter_at[Side.AXIS, :2].tolist() == [NOWHERE, number("rabaul")]
    assert sea.game.counter_at[Side.ALLIES, 0] == number("rabaul")


@pytest.mark.rule("20.58A")
@pytest.mark.parametrize("by_light", [False, True])
def test_who_held_fire_fires_at_a_screened_ship(by_light):
    """A capital ship by herself, or the light ships of a side together."""
    sea = Sea(turn=5).ship("scharnhorst", place="bergen", line=Line.SCREENED).ship("hood", place="scapa_flow")
    ship = NOBODY if by_light else number("hood")
    sea.dice(1, 1).call(fleet_combat.held_shot, 3, 0, Side.ALLIES, ship, -1)
    told = [Event.LIGHT_FIRE, Side.ALLIES] if by_light else [Event.FIRES, number("hood")]
    assert sea.events[1].tolist()[:3] == [*told, number("scharnhorst")]


@pytest.mark.rule("20.58A")
@BATTLES
def test_when_the_lines_have_formed_both_say_at_what_they_fire(module, position):
    sea = position(step=module.SCREENING)
    sea.game.cursor = 7
    sea.call(module.line_up)
    assert (sea.game.step, sea.game.cursor) == (module.AIMING, 0)
    assert (sea.of("hood", "target"), sea.of("scharnhorst", "target")) == (number("scharnhorst"), number("hood"))
