"""Battles on the way of raiders and convoys, and what their ends bring about (21.42, 21.53, 22.5)."""

import pytest

from aw_env.games.world_at_war.records.kinds import (
    NOBODY,
    Cargo,
    Condition,
    Convoy,
    Decision,
    Event,
    Line,
    Option,
    Phase,
    Side,
    Worth,
)
from aw_env.games.world_at_war.records.record import FIRST_UNIT
from aw_env.games.world_at_war.rules import (
    convoys,
    interception,
    redeployment,
    sequence,
)
from tests.world_at_war.positions import Sea, number
from tests.world_at_war.test_s21_bookkeeping import forgotten, stale

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


@pytest.mark.rule("20.58A")
@BATTLES
def test_when_the_lines_have_formed_both_say_at_what_they_fire(module, position):
    sea = position(step=module.SCREENING)
    sea.game.cursor = 7
    sea.call(module.line_up)
    assert (sea.game.step, sea.game.cursor) == (module.AIMING, 0)
    assert (sea.of("hood", "target"), sea.of("scharnhorst", "target")) == (number("scharnhorst"), number("hood"))
